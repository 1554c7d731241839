//! The luck account: what the dice owed each side, and what they paid.

use crate::dice::{Cast, Reading};
use crate::scenario::Side;

/// Throws added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    pub throws: u32,
    pub dice: u32,
    pub expected: f64,
    pub actual: f64,
}

/// The account of one roller.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Luck {
    /// Dice that hit or miss: values are hits.
    pub hits: Tally,
    /// Dice that are added up (obstacles, generals, weather): values are sums.
    pub sums: Tally,
}

impl Tally {
    fn add(&mut self, cast: &Cast) {
        self.throws += 1;
        self.dice += u32::from(cast.throw.dice);
        self.expected += cast.throw.expected();
        self.actual += f64::from(cast.answer.value);
    }
}

impl Luck {
    /// The accounts of both sides over these casts. Draws from the cup are nobody's luck.
    pub fn of<'a>(casts: impl IntoIterator<Item = &'a Cast>) -> [Self; 2] {
        let mut luck = [Self::default(); 2];
        for cast in casts {
            let Some(side) = cast.throw.by.map(Side).filter(|side| side.index() < 2) else { continue };
            let account = &mut luck[side.index()];
            match cast.throw.reading {
                Reading::Hits(_) => account.hits.add(cast),
                Reading::Sum => account.sums.add(cast),
                Reading::Each => {}
            }
        }
        luck
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Answer, Throw};

    #[test]
    fn three_dice_at_five_or_more_owe_one_hit() {
        let throw = Throw::hits(3, vec![0, 0, 0, 0, 1, 1], Some(1), "easy:III.B.2", "attack");
        let answer = Answer { faces: vec![5, 6, 1], value: 2 };
        let luck = Luck::of(&[Cast { throw, answer }]);
        assert_eq!(luck[0], Luck::default());
        assert_eq!((luck[1].hits.dice, luck[1].hits.actual), (3, 2.0));
        assert!((luck[1].hits.expected - 1.0).abs() < 1e-12);
    }
}
