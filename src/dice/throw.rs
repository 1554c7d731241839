//! What the rules ask of the dice, and what came of it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How dice are read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reading {
    /// Every face matters, in the order rolled.
    Each,
    /// The faces are added up.
    Sum,
    /// Each face is worth so many hits: entry `i` for face `i + 1`.
    Hits(Vec<u8>),
}

/// A request for dice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Throw {
    pub dice: u8,
    pub sides: u16,
    pub reading: Reading,
    /// Index of the side that rolls; none: the referee.
    pub by: Option<u8>,
    /// The clause that asks for it: `easy:III.B.2`.
    pub clause: Cow<'static, str>,
    /// What it is for, as it is said at the table: `Ompteda defends, hits on 5 or 6`.
    pub why: String,
    /// A name for each face where faces are not numbers: the chits in the cup.
    pub names: Vec<String>,
    /// The pieces whose strength makes up the number of dice, by their number in the game; none where the rule gives it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strength_of: Vec<u16>,
    /// How many dice there are is not for the asker to know; `dice` is 0 then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub veiled: bool,
    /// For each die the number of its target, where it matters which dice hit: an answer by its count alone has the first ones hit. Empty
    /// where it does not matter. Whoever reads a record knows it from the rules.
    #[serde(skip)]
    pub targets: Vec<u8>,
}

/// What the dice said.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Answer {
    /// The faces, where they are known: a count typed by the players has none.
    pub faces: Vec<u16>,
    /// The sum, the hits, or (for [`Reading::Each`]) the first face.
    pub value: u32,
}

/// A throw with its answer, as the record keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cast {
    pub throw: Throw,
    pub answer: Answer,
}

impl Cast {
    /// What came, face by face, by name where faces have names: `4 6 1`. None: the players typed a count.
    pub fn faces(&self) -> Option<String> {
        let name = |face: u16| self.throw.names.get(usize::from(face).checked_sub(1)?);
        let face = |face: &u16| name(*face).cloned().unwrap_or_else(|| face.to_string());
        let faces: Vec<String> = self.answer.faces.iter().map(face).collect();
        (!faces.is_empty()).then(|| faces.join(" "))
    }
}

/// Why typed dice were not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiceError {
    #[error("{face} is not on a die of {sides} sides ({why}): type faces from 1 to {sides}")]
    Face { face: u16, sides: u16, why: String },
    #[error("{given} dice typed, {wanted} needed ({why}): type {wanted} faces")]
    Number { given: usize, wanted: u8, why: String },
    #[error("a count of {given} cannot come from {dice} dice ({why}): at most {most}")]
    Count { given: u32, dice: u8, most: u32, why: String },
    #[error("this throw needs its faces, not a count ({why}): type the faces in the order rolled")]
    FacesNeeded { why: String },
    #[error("{}", say_left(*.left))]
    Leftover { left: usize },
    #[error("there is no chit {name} in the cup: it holds {cup}")]
    NoSuchName { name: String, cup: String },
    #[error(
        "how many dice there are is hidden from this side, so it cannot type them ({why}): let the program roll, or let the \
         referee give the order with all its dice"
    )]
    Veiled { why: String },
    #[error("{name} is no roll of dice ({why}): type the faces, or the count that matters")]
    NameForDice { name: String, why: String },
}

fn say_left(left: usize) -> String {
    match left {
        1 => "one throw too many: this order does not ask for it".to_owned(),
        _ => format!("{left} throws too many: this order does not ask for them"),
    }
}

/// The chance of every sum, from 0 on, of so many dice of which each face counts for this much.
pub fn sums(dice: u8, one: &[u32]) -> Vec<f64> {
    let weight = 1.0 / one.len().max(1) as f64;
    let most = one.iter().copied().max().unwrap_or(0) as usize;
    // What one die comes to, equal faces together.
    let mut die = vec![0.0; most + 1];
    one.iter().for_each(|worth| die[*worth as usize] += weight);
    let mut chance = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; chance.len() + most];
        for (worth, p) in die.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            next[worth..].iter_mut().zip(&chance).for_each(|(sum, before)| *sum += before * p);
        }
        chance = next;
    }
    chance
}

impl Throw {
    /// The dice in words: `4 d10, hits on 7 or more`.
    pub fn say(&self) -> String {
        let Self { dice, sides, reading, .. } = self;
        let number = if *dice == 1 { format!("one d{sides}") } else { format!("{dice} d{sides}") };
        match reading {
            Reading::Hits(worth) => {
                let least = worth.iter().position(|hits| *hits > 0);
                let most = worth.iter().rposition(|hits| *hits > 0);
                match (least, most) {
                    (Some(least), Some(most)) if most + 1 == worth.len() => {
                        format!("{number}, hits on {} or more", least + 1)
                    }
                    (Some(least), Some(most)) if least == most => format!("{number}, hits on {}", least + 1),
                    (Some(least), Some(most)) => format!("{number}, hits on {} to {}", least + 1, most + 1),
                    _ => format!("{number}, cannot hit"),
                }
            }
            Reading::Sum | Reading::Each => number,
        }
    }

    /// `dice` dice of `sides` sides, added up.
    pub fn sum(dice: u8, sides: u16, by: Option<u8>, clause: &'static str, why: impl Into<String>) -> Self {
        Self {
            dice,
            sides,
            reading: Reading::Sum,
            by,
            clause: clause.into(),
            why: why.into(),
            names: Vec::new(),
            strength_of: Vec::new(),
            veiled: false,
            targets: Vec::new(),
        }
    }

    /// `dice` dice of which each face is worth `worth[face - 1]` hits.
    pub fn hits(
        dice: u8,
        worth: Vec<u8>,
        by: Option<u8>,
        clause: &'static str,
        why: impl Into<String>,
    ) -> Self {
        let sides = u16::try_from(worth.len()).unwrap_or(u16::MAX);
        Self {
            dice,
            sides,
            reading: Reading::Hits(worth),
            by,
            clause: clause.into(),
            why: why.into(),
            names: Vec::new(),
            strength_of: Vec::new(),
            veiled: false,
            targets: Vec::new(),
        }
    }

    /// Hits at `needed` or more after `modifier`, each die by itself (`easy:0.6`).
    pub fn worth_at_least(sides: u16, needed: i32, modifier: i32) -> Vec<u8> {
        (1..=i32::from(sides)).map(|face| u8::from(face + modifier >= needed)).collect()
    }

    /// One of the named things, drawn unseen.
    pub fn draw(names: Vec<String>, clause: &'static str, why: impl Into<String>) -> Self {
        let sides = u16::try_from(names.len()).unwrap_or(u16::MAX);
        Self {
            dice: 1,
            sides,
            reading: Reading::Each,
            by: None,
            clause: clause.into(),
            why: why.into(),
            names,
            strength_of: Vec::new(),
            veiled: false,
            targets: Vec::new(),
        }
    }

    /// As many dice as these pieces have strength.
    #[must_use]
    pub fn by_strength_of(mut self, pieces: impl IntoIterator<Item = u16>) -> Self {
        self.strength_of = pieces.into_iter().collect();
        self
    }

    /// The same dice at these targets, one for each die: which of them hit matters.
    #[must_use]
    pub fn at_targets(mut self, targets: Vec<u8>) -> Self {
        self.targets = targets;
        self
    }

    /// The same throw for those who may not know how many dice there are.
    #[must_use]
    pub fn veil(&self) -> Self {
        Self { dice: 0, veiled: true, ..self.clone() }
    }

    /// What these faces amount to; refused when a face or their number is impossible.
    pub fn read(&self, faces: &[u16]) -> Result<Answer, DiceError> {
        if faces.len() != usize::from(self.dice) {
            return Err(DiceError::Number { given: faces.len(), wanted: self.dice, why: self.why.clone() });
        }
        if let Some(&face) = faces.iter().find(|&&face| face == 0 || face > self.sides) {
            return Err(DiceError::Face { face, sides: self.sides, why: self.why.clone() });
        }
        let value = match &self.reading {
            Reading::Each => faces.first().copied().map_or(0, u32::from),
            Reading::Sum => faces.iter().copied().map(u32::from).sum(),
            Reading::Hits(worth) => faces.iter().map(|&face| u32::from(worth[usize::from(face) - 1])).sum(),
        };
        Ok(Answer { faces: faces.to_vec(), value })
    }

    /// Only the count that matters (hits, or the sum); refused where faces are needed or the count is impossible.
    pub fn read_count(&self, count: u32) -> Result<Answer, DiceError> {
        if self.reading == Reading::Each && self.dice > 1 {
            return Err(DiceError::FacesNeeded { why: self.why.clone() });
        }
        let possible = self.outcomes().iter().any(|(answer, _)| answer.value == count);
        if !possible {
            let most = self.outcomes().iter().map(|(answer, _)| answer.value).max().unwrap_or(0);
            return Err(DiceError::Count { given: count, dice: self.dice, most, why: self.why.clone() });
        }
        let faces = if self.dice == 1 && !matches!(self.reading, Reading::Hits(_)) {
            vec![u16::try_from(count).unwrap_or(u16::MAX)]
        } else {
            Vec::new()
        };
        Ok(Answer { faces, value: count })
    }

    /// Every different answer with its exact probability. Equal sums and equal hits are merged; of dice at several targets, equal hits
    /// on each.
    pub fn outcomes(&self) -> Vec<(Answer, f64)> {
        if let Reading::Hits(worth) = &self.reading
            && self.targets.len() == usize::from(self.dice)
            && self.targets.iter().any(|target| *target != self.targets[0])
            && worth.iter().all(|hits| *hits <= 1)
        {
            return self.outcomes_at_targets(worth);
        }
        let one: Vec<u32> = match &self.reading {
            Reading::Each => return self.each_outcomes(),
            Reading::Sum => (1..=u32::from(self.sides)).collect(),
            Reading::Hits(worth) => worth.iter().copied().map(u32::from).collect(),
        };
        let chances = sums(self.dice, &one).into_iter().zip(0_u32..);
        let possible = chances.filter(|(p, _)| *p > 0.0);
        possible.map(|(p, value)| (Answer { faces: Vec::new(), value }, p)).collect()
    }

    /// Of each target so many dice hit: the first ones at it, with the lowest face that hits.
    fn outcomes_at_targets(&self, worth: &[u8]) -> Vec<(Answer, f64)> {
        let face = |hits: u8| (1_u16..).zip(worth).find(|(_, of)| **of == hits).map_or(0, |(face, _)| face);
        let worth: Vec<u32> = worth.iter().copied().map(u32::from).collect();
        let mut targets = self.targets.clone();
        targets.sort_unstable();
        targets.dedup();
        let mut outcomes = vec![(Answer { faces: vec![face(0); usize::from(self.dice)], value: 0 }, 1.0)];
        for target in targets {
            let at_it: Vec<usize> =
                (0..self.targets.len()).filter(|die| self.targets[*die] == target).collect();
            let law = sums(u8::try_from(at_it.len()).unwrap_or(u8::MAX), &worth);
            let possible: Vec<(usize, f64)> = law.into_iter().enumerate().filter(|(_, p)| *p > 0.0).collect();
            let with = |(answer, chance): &(Answer, f64)| {
                let (answer, chance) = (answer.clone(), *chance);
                let hit = possible.iter().map(|(hits, p)| {
                    let mut longer = answer.clone();
                    at_it.iter().take(*hits).for_each(|die| longer.faces[*die] = face(1));
                    longer.value += u32::try_from(*hits).unwrap_or(u32::MAX);
                    (longer, chance * p)
                });
                hit.collect::<Vec<_>>()
            };
            outcomes = outcomes.iter().flat_map(with).collect();
        }
        outcomes
    }

    fn each_outcomes(&self) -> Vec<(Answer, f64)> {
        let mut faces: Vec<Vec<u16>> = vec![Vec::new()];
        for _ in 0..self.dice {
            faces = faces
                .iter()
                .flat_map(|begun| {
                    (1..=self.sides).map(move |face| {
                        let mut longer = begun.clone();
                        longer.push(face);
                        longer
                    })
                })
                .collect();
        }
        let weight = 1.0 / faces.len() as f64;
        faces
            .into_iter()
            .map(|faces| {
                let value = faces.first().copied().map_or(0, u32::from);
                (Answer { faces, value }, weight)
            })
            .collect()
    }

    /// The mean of the value: what luck owes the roller.
    pub fn expected(&self) -> f64 {
        let one: f64 = match &self.reading {
            Reading::Each | Reading::Sum => (f64::from(self.sides) + 1.0) / 2.0,
            Reading::Hits(worth) => {
                worth.iter().copied().map(f64::from).sum::<f64>() / f64::from(self.sides.max(1))
            }
        };
        one * f64::from(self.dice)
    }

    /// The faces that hit, the lowest first; none where no face does, or dice are not read by hits.
    pub fn hitting(&self) -> Vec<u16> {
        match &self.reading {
            Reading::Hits(worth) => {
                (1_u16..).zip(worth).filter(|(_, hits)| **hits > 0).map(|(face, _)| face).collect()
            }
            Reading::Each | Reading::Sum => Vec::new(),
        }
    }

    /// No face of it hits: whatever is thrown, it decides nothing.
    pub fn is_in_vain(&self) -> bool {
        matches!(&self.reading, Reading::Hits(worth) if worth.iter().all(|hits| *hits == 0))
    }

    /// The face from which on every face hits, for words such as `on 5 or more`; none where no face does, or high ones miss.
    pub fn lowest_hit(&self) -> Option<u16> {
        let faces = self.hitting();
        let lowest = *faces.first()?;
        (faces.len() == usize::from(self.sides + 1 - lowest)).then_some(lowest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_die_is_compared_by_itself() {
        assert_eq!(Throw::worth_at_least(6, 5, 1), [0, 0, 0, 1, 1, 1]);
        assert_eq!(Throw::worth_at_least(6, 5, 4), [1; 6]);
        assert_eq!(Throw::worth_at_least(6, 5, -2), [0; 6]);
    }

    #[test]
    fn low_faces_hit_where_low_faces_are_worth_something() {
        let low = Throw::hits(3, vec![1, 1, 1, 0, 0, 0], None, "epstein:8.d.2", "round shot");
        assert_eq!((low.hitting(), low.lowest_hit()), (vec![1, 2, 3], None));
        let high = Throw::hits(3, vec![0, 0, 0, 0, 1, 1], None, "easy:III.B.2", "attack");
        assert_eq!((high.hitting(), high.lowest_hit()), (vec![5, 6], Some(5)));
        assert_eq!(Throw::hits(1, vec![0; 6], None, "easy:III.B.2", "attack").lowest_hit(), None);
    }

    #[test]
    fn outcomes_of_two_dice_are_the_known_triangle() {
        let outcomes = Throw::sum(2, 6, None, "easy:0.6", "two dice").outcomes();
        let seven = outcomes.iter().find(|(answer, _)| answer.value == 7).map(|(_, p)| *p);
        assert_eq!(outcomes.len(), 11);
        assert!((seven.unwrap() - 6.0 / 36.0).abs() < 1e-12);
    }

    #[test]
    fn dice_at_several_targets_are_told_apart() {
        let throw = Throw::hits(3, vec![1, 1, 0, 0, 0, 0], None, "epstein:8.d.2", "canister");
        let outcomes = throw.at_targets(vec![0, 1, 0]).outcomes();
        assert_eq!(outcomes.len(), 6);
        assert!((outcomes.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12);
        let far_alone = outcomes.iter().find(|(answer, _)| answer.faces == [3, 1, 3]).expect("it can be");
        assert_eq!(far_alone.0.value, 1);
        assert!((far_alone.1 - 4.0 / 27.0).abs() < 1e-12);
    }

    #[test]
    fn impossible_dice_are_refused_with_the_reason() {
        let throw = Throw::hits(2, vec![0, 0, 0, 0, 1, 1], None, "easy:III.B.2", "attack");
        assert_eq!(throw.read(&[5, 7]), Err(DiceError::Face { face: 7, sides: 6, why: "attack".into() }));
        assert!(throw.read(&[5]).is_err());
        assert!(throw.read_count(3).is_err());
        assert_eq!(throw.read(&[5, 6]).unwrap().value, 2);
    }
}
