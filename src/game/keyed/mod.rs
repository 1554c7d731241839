//! Values spelled with keys instead of numbers: a state as plain data that outlives the numbering of its battle.
//!
//! States number their pieces, since they are cloned for every judgement; what leaves the program names them. Types derive
//! `Serialize` and `Deserialize` as usual, and each kind of number is a newtype of its own (`StandId`, `Side`). [`spell`]
//! writes a key for a newtype that [`Keys`] knows, [`read`] restores the number from the key. It reads strictly: an unknown
//! field or key is reported with its place, and with what would be accepted.
//!
//! A field that is `None` is left out, so that two spelled values can be compared by a merge patch (RFC 7396). Numbers keep
//! their last digit.
//!
//! Orders and acts are spelled by their table of verbs ([`crate::Draft::saying`]): a variant has the name and form of its verb,
//! its fields the names of the verb's fields, in the same order. Headings and places are in the form that people write.

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

/// The keys of everything that a state numbers, kind by kind.
#[derive(Clone, Debug, Default)]
pub struct Keys<'a> {
    kinds: Vec<KeyKind<'a>>,
}

/// The things numbered by one newtype.
#[derive(Clone, Debug)]
struct KeyKind<'a> {
    /// The serde name of the newtype: `StandId`.
    newtype: &'static str,
    /// The word for one of them: `stand`.
    what: &'static str,
    /// The keys in the order of their numbers.
    keys: Vec<Cow<'a, str>>,
    other_names: Option<OtherNames<'a>>,
}

/// Looks up the number for a name other than the key.
#[derive(Clone)]
struct OtherNames<'a>(Rc<Named<'a>>);

/// Returns the number of a name.
type Named<'a> = dyn Fn(&str) -> Result<usize, SpellingFault> + 'a;

impl fmt::Debug for OtherNames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OtherNames")
    }
}

impl<'a> Keys<'a> {
    /// Adds the keys of the newtype with this name, numbered from 0; `what` is the word for one of them.
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

    /// Adds other names than keys for the last newtype; `number` returns the number of a name, or an error with what would
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

    /// Searches one by one: an order has few keys, and sorting all keys for them would take longer.
    fn number(&self, key: &str) -> Option<u64> {
        let place = self.keys.iter().position(|known| *known == key)?;
        u64::try_from(place).ok()
    }
}
