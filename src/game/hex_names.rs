//! What pieces on hexes are called by people: by key, or by the number of the hex in which one stands alone.

use thiserror::Error;

use super::hex_units::Called;
use super::spelling::SpellingFault;
use data::printable;
use hexes::Hex;

/// Why a name means nothing here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameFault {
    #[error("there is no {what} {}: {remedy}", printable::name(name))]
    Unknown { what: &'static str, name: String, remedy: String },
    #[error("several {what} stand in {hex}: name one by its key: {known}")]
    Several { what: &'static str, hex: String, known: String },
    #[error("{name} is {is}: name {wanted}")]
    Other { name: String, is: &'static str, wanted: &'static str },
}

impl NameFault {
    pub fn unknown(what: &'static str, name: &str, remedy: impl Into<String>) -> Self {
        Self::Unknown { what, name: name.to_owned(), remedy: remedy.into() }
    }
}

impl From<NameFault> for SpellingFault {
    fn from(fault: NameFault) -> Self {
        Self::new(fault)
    }
}

/// What is called: what all of it is, one, and several in a hex.
#[derive(Clone, Copy, Debug)]
pub struct Calling {
    /// `unit or leader`.
    pub what: &'static str,
    /// `piece`.
    pub one: &'static str,
    /// `pieces`.
    pub several: &'static str,
}

impl Calling {
    /// The one of this key.
    ///
    /// # Errors
    /// When there is none.
    pub fn by_key<'k, T>(
        self,
        name: &str,
        mut all: impl Iterator<Item = Called<'k, T>> + Clone,
    ) -> Result<T, NameFault> {
        let known = all.clone();
        all.find(|(key, ..)| *key == name).map(|(_, id, _)| id).ok_or_else(|| {
            let remedy = format!("give a hex with one {}, or a key: {}", self.one, keys(known));
            NameFault::unknown(self.what, name, remedy)
        })
    }

    /// The one of this key, or the only one in the hex of this number.
    ///
    /// # Errors
    /// When there is none, or several stand there.
    pub fn find<'k, T>(
        self,
        name: &str,
        all: impl Iterator<Item = Called<'k, T>> + Clone,
    ) -> Result<T, NameFault> {
        let found = self.by_key(name, all.clone());
        let (Err(_), Ok(hex)) = (&found, name.parse().map(Hex)) else { return found };
        let mut here = all.filter(|(.., at)| *at == Some(hex));
        let several = here.clone();
        match (here.next(), here.next()) {
            (None, _) => found,
            (Some((_, only, _)), None) => Ok(only),
            (Some(_), Some(_)) => {
                Err(NameFault::Several { what: self.several, hex: name.to_owned(), known: keys(several) })
            }
        }
    }
}

fn keys<'k, T>(of: impl Iterator<Item = Called<'k, T>>) -> String {
    of.map(|(key, ..)| key).collect::<Vec<_>>().join(", ")
}
