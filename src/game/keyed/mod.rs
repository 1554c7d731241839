//! Values spelled with keys for what they number: a state as plain data that outlives the numbering of its battle.
//!
//! States number their pieces, since they are cloned for every judgement; what leaves the program names them. Types derive
//! `Serialize` and `Deserialize` as ever, and what numbers something is a newtype of its own (`StandId`, `Side`). [`spell`] writes
//! a key where it meets a newtype that [`Keys`] knows, [`read`] makes the number of the key again. It reads strictly: a field or
//! a key that is not known has its place, and is told what would be accepted.
//!
//! A field that is `None` is left out, so that two spelled values can be compared by a merge patch (RFC 7396). Numbers keep their
//! last digit.

mod read;
mod write;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use read::read;
pub use write::{SpellFault, spell};

/// The keys of all that a state numbers, kind by kind.
#[derive(Clone, Debug, Default)]
pub struct Keys<'a> {
    kinds: Vec<KeyKind<'a>>,
}

/// The things that one newtype numbers.
#[derive(Clone, Debug)]
struct KeyKind<'a> {
    /// The newtype, as serde has it: `StandId`.
    newtype: &'static str,
    /// As it is said: `stand`.
    what: &'static str,
    /// In the order of their numbers.
    keys: Vec<&'a str>,
    numbers: BTreeMap<&'a str, u64>,
}

impl<'a> Keys<'a> {
    /// The same with what the newtype of this name numbers, from 0; `what` is how one of them is called.
    #[must_use]
    pub fn with(
        mut self,
        newtype: &'static str,
        what: &'static str,
        keys: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let keys: Vec<&str> = keys.into_iter().collect();
        let numbers = keys.iter().copied().zip(0..).collect();
        self.kinds.push(KeyKind { newtype, what, keys, numbers });
        self
    }

    fn kind(&self, newtype: &str) -> Option<&KeyKind<'a>> {
        self.kinds.iter().find(|kind| kind.newtype == newtype)
    }
}

impl KeyKind<'_> {
    fn key(&self, number: u64) -> Option<&str> {
        usize::try_from(number).ok().and_then(|number| self.keys.get(number)).copied()
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.numbers.get(key).copied()
    }
}
