//! The trays that answer throws during play: rolled and typed.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::throw::{Answer, Cast, DiceError, Throw};

/// Something that answers throws.
pub trait Tray {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop>;
}

/// Why a tray gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrayStop {
    /// The players have to roll this next.
    Dry(Box<Throw>),
    /// What they typed cannot be.
    Bad(DiceError),
}

/// Dice rolled by the program: ChaCha8 from the game's seed.
///
/// Each journal entry has a stream of its own, so that what is rolled depends on the seed and the entry alone.
#[derive(Clone, Debug)]
pub struct Rolled {
    rng: ChaCha8Rng,
}

impl Rolled {
    /// The dice of journal entry number `entry` of the game with this seed.
    pub fn new(seed: u64, entry: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(entry);
        Self { rng }
    }
}

impl Tray for Rolled {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        let faces: Vec<u16> =
            (0..throw.dice).map(|_| self.rng.random_range(1..=throw.sides.max(1))).collect();
        throw.read(&faces).map_err(TrayStop::Bad)
    }
}

/// One throw as the players typed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TypedEntry {
    Faces(Vec<u16>),
    /// The sum or the number of hits.
    Count(u32),
    /// A named face: the chit drawn.
    Name(String),
}

/// Dice rolled at the table and typed in, throw by throw.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    entries: VecDeque<TypedEntry>,
}

impl Typed {
    pub fn new(entries: impl IntoIterator<Item = TypedEntry>) -> Self {
        Self { entries: entries.into_iter().collect() }
    }

    /// All faces in the order rolled, throw after throw, as the casebook writes them.
    pub fn faces(throws: impl IntoIterator<Item = Vec<u16>>) -> Self {
        Self::new(throws.into_iter().map(TypedEntry::Faces))
    }

    /// The answers of a record, to be given again. Throws of no dice were answered by nobody.
    pub fn replay(casts: &[Cast]) -> Self {
        Self::new(casts.iter().filter(|cast| cast.throw.dice > 0).map(|cast| {
            match cast.answer.faces.is_empty() {
                true => TypedEntry::Count(cast.answer.value),
                false => TypedEntry::Faces(cast.answer.faces.clone()),
            }
        }))
    }

    /// An error if more was typed than was asked for.
    pub fn finish(self) -> Result<(), DiceError> {
        match self.entries.len() {
            0 => Ok(()),
            left => Err(DiceError::Leftover { left }),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl Tray for Typed {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        if throw.dice == 0 {
            return throw.read(&[]).map_err(TrayStop::Bad);
        }
        let read = match self.entries.pop_front() {
            None => return Err(TrayStop::Dry(Box::new(throw.clone()))),
            Some(TypedEntry::Faces(faces)) => throw.read(&faces),
            Some(TypedEntry::Count(count)) => throw.read_count(count),
            Some(TypedEntry::Name(name)) if throw.names.is_empty() => {
                Err(DiceError::NameForDice { name, why: throw.why.clone() })
            }
            Some(TypedEntry::Name(name)) => {
                match throw.names.iter().position(|known| known.eq_ignore_ascii_case(&name)) {
                    Some(index) => throw.read(&[index as u16 + 1]),
                    None => Err(DiceError::NoSuchName { name, cup: throw.names.join(", ") }),
                }
            }
        };
        read.map_err(TrayStop::Bad)
    }
}

/// Dice typed by somebody who may not know how many there are of some: of those they type none, and is told no number.
pub struct Veiled<'a> {
    typed: Typed,
    hidden: &'a dyn Fn(&Throw) -> bool,
}

impl std::fmt::Debug for Veiled<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Veiled").field("typed", &self.typed).finish_non_exhaustive()
    }
}

impl<'a> Veiled<'a> {
    /// `hidden`: throws of which they may not know how many dice there are.
    pub fn new(entries: impl IntoIterator<Item = TypedEntry>, hidden: &'a dyn Fn(&Throw) -> bool) -> Self {
        Self { typed: Typed::new(entries), hidden }
    }

    /// An error if more was typed than was asked for.
    pub fn finish(self) -> Result<(), DiceError> {
        self.typed.finish()
    }
}

impl Tray for Veiled<'_> {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        if throw.dice == 0 || !(self.hidden)(throw) {
            return self.typed.answer(throw);
        }
        match self.typed.is_empty() {
            true => Err(TrayStop::Dry(Box::new(throw.veil()))),
            false => Err(TrayStop::Bad(DiceError::Veiled { why: throw.why.clone() })),
        }
    }
}

/// Dice typed by somebody who does not know everything: throws of which they could not know, or not how many dice there are,
/// the program makes.
pub struct Filled<'a> {
    typed: Typed,
    then: Rolled,
    known: &'a dyn Fn(&Throw) -> bool,
    thrown: usize,
    rolled: Vec<usize>,
}

impl std::fmt::Debug for Filled<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filled").field("typed", &self.typed).finish_non_exhaustive()
    }
}

impl<'a> Filled<'a> {
    /// `known`: throws of which they may know how many dice there are.
    pub fn new(
        entries: impl IntoIterator<Item = TypedEntry>,
        then: Rolled,
        known: &'a dyn Fn(&Throw) -> bool,
    ) -> Self {
        Self { typed: Typed::new(entries), then, known, thrown: 0, rolled: Vec::new() }
    }

    /// The throws of dice, counted from 0, that the program made.
    pub fn rolled(&self) -> &[usize] {
        &self.rolled
    }
}

impl Tray for Filled<'_> {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        if throw.dice == 0 {
            return throw.read(&[]).map_err(TrayStop::Bad);
        }
        self.thrown += 1;
        if !self.typed.is_empty() && (self.known)(throw) {
            return self.typed.answer(throw);
        }
        self.rolled.push(self.thrown - 1);
        self.then.answer(throw)
    }
}

/// A tray with nothing in it: asks "is this legal?", for `judge` stops at the first throw it needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dry;

impl Tray for Dry {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        match throw.dice {
            0 => throw.read(&[]).map_err(TrayStop::Bad),
            _ => Err(TrayStop::Dry(Box::new(throw.clone()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attack(dice: u8) -> Throw {
        Throw::hits(dice, vec![0, 0, 0, 0, 1, 1], Some(0), "easy:III.B.2", "attack")
    }

    #[test]
    fn same_seed_and_entry_give_the_same_dice() {
        let roll = |seed, entry| Rolled::new(seed, entry).answer(&attack(8)).unwrap();
        assert_eq!(roll(7, 3), roll(7, 3));
        assert_ne!(roll(7, 3), roll(7, 4));
        assert_ne!(roll(7, 3), roll(8, 3));
    }

    #[test]
    fn the_first_dice_of_seed_seven_are_pinned() {
        let throw = Throw::sum(6, 6, None, "easy:0.6", "pin");
        let faces = Rolled::new(7, 0).answer(&throw).unwrap().faces;
        assert_eq!(faces, [1, 1, 2, 2, 2, 5]);
    }

    #[test]
    fn a_name_is_no_roll_of_dice() {
        let mut tray = Typed::new([TypedEntry::Name("II Corps".into())]);
        let told = tray.answer(&attack(2)).unwrap_err();
        assert_eq!(
            told,
            TrayStop::Bad(DiceError::NameForDice { name: "II Corps".into(), why: "attack".into() })
        );
    }

    #[test]
    fn typed_tray_asks_for_what_is_missing_and_complains_about_leftovers() {
        let mut tray = Typed::faces([vec![5, 1]]);
        assert_eq!(tray.answer(&attack(2)).unwrap().value, 1);
        assert_eq!(tray.answer(&attack(3)), Err(TrayStop::Dry(Box::new(attack(3)))));
        assert_eq!(Typed::faces([vec![1]]).finish(), Err(DiceError::Leftover { left: 1 }));
    }
}
