//! Values spelled with keys for what they number: a state as plain data that outlives the numbering of its battle.
//!
//! States number their pieces, since they are cloned for every judgement; what leaves the program names them. Types derive
//! `Serialize` and `Deserialize` as ever, and what numbers something is a newtype of its own (`StandId`, `Side`). [`spell`] writes
//! a key where it meets a newtype that [`Keys`] knows, [`read`] makes the number of the key again. It reads strictly: a field or
//! a key that is not known has its place, and is told what would be accepted.
//!
//! A field that is `None` is left out, so that two spelled values can be compared by a merge patch (RFC 7396). Numbers keep their
//! last digit.

pub mod by_place;
mod read;
mod write;

#[cfg(test)]
mod tests;

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
        let keys = keys.into_iter().collect();
        self.kinds.push(KeyKind { newtype, what, keys });
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

    /// Looked for one by one: the keys of an order are a few, and sorting all that there are for them takes longer.
    fn number(&self, key: &str) -> Option<u64> {
        let place = self.keys.iter().position(|known| *known == key)?;
        u64::try_from(place).ok()
    }
}
