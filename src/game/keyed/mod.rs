//! Values spelled with keys for what they number: a state as plain data that outlives the numbering of its battle.
//!
//! States number their pieces, since they are cloned for every judgement; what leaves the program names them. Types derive
//! `Serialize` and `Deserialize` as ever, and what numbers something is a newtype of its own (`StandId`, `Side`). [`spell`] writes
//! a key where it meets a newtype that [`Keys`] knows, [`read`] makes the number of the key again. It reads strictly: a field or
//! a key that is not known has its place, and is told what would be accepted.
//!
//! A field that is `None` is left out, so that two spelled values can be compared by a merge patch (RFC 7396). Numbers keep their
//! last digit.
//!
//! Orders and acts are spelled by their table of verbs ([`crate::Draft::saying`]): a variant goes by the name of its verb, its
//! fields by those of the verb, in the same order, and in the form of the verb. Headings and places stand as people write them.

mod by_id;
mod by_place;
mod numbers;
mod read;
mod shape;
mod write;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::rc::Rc;

use crate::spelling::SpellingFault;

pub use by_id::{ById, BySomeId, Numbered};
pub use by_place::ByPlace;
pub use numbers::numbers_in;
pub use read::read;
pub(crate) use read::read_by;
pub(crate) use write::spell_by;
pub use write::{SpellFault, change, changed, spell};

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
    keys: Vec<Cow<'a, str>>,
    other_names: Option<OtherNames<'a>>,
}

/// The number of what goes by another name than its key.
#[derive(Clone)]
struct OtherNames<'a>(Rc<Named<'a>>);

/// Finds the number of a name.
type Named<'a> = dyn Fn(&str) -> Result<usize, SpellingFault> + 'a;

impl fmt::Debug for OtherNames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OtherNames")
    }
}

impl<'a> Keys<'a> {
    /// The same with what the newtype of this name numbers, from 0; `what` is how one of them is called.
    #[must_use]
    pub fn with(
        mut self,
        newtype: &'static str,
        what: &'static str,
        keys: impl IntoIterator<Item: Into<Cow<'a, str>>>,
    ) -> Self {
        let keys = keys.into_iter().map(Into::into).collect();
        self.kinds.push(KeyKind { newtype, what, keys, other_names: None });
        self
    }

    /// The same, where what this newtype numbers goes by other names than its keys as well; `number` finds it, or says what would
    /// be accepted.
    #[must_use]
    pub fn or_named<F: Display>(
        mut self,
        newtype: &'static str,
        number: impl Fn(&str) -> Result<usize, F> + 'a,
    ) -> Self {
        let number = move |name: &str| number(name).map_err(SpellingFault::new);
        if let Some(kind) = self.kinds.iter_mut().find(|kind| kind.newtype == newtype) {
            kind.other_names = Some(OtherNames(Rc::new(number)));
        }
        self
    }

    fn kind(&self, newtype: &str) -> Option<&KeyKind<'a>> {
        self.kinds.iter().find(|kind| kind.newtype == newtype)
    }
}

impl KeyKind<'_> {
    fn key(&self, number: u64) -> Option<&str> {
        usize::try_from(number).ok().and_then(|number| self.keys.get(number)).map(|key| &**key)
    }

    /// Looked for one by one: the keys of an order are a few, and sorting all that there are for them takes longer.
    fn number(&self, key: &str) -> Option<u64> {
        let place = self.keys.iter().position(|known| *known == key)?;
        u64::try_from(place).ok()
    }
}
