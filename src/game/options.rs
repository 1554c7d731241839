//! Options: every ruling that can be changed, as a named switch.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Clause, Contradiction};

/// The values that an option accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Accepts {
    OneOf(&'static [&'static str]),
    /// Any number in this range, ends included.
    Number(f32, f32),
}

/// One option of a rule set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionSpec {
    /// `fire-arc`.
    pub id: &'static str,
    pub default: &'static str,
    pub accepts: Accepts,
    pub clause: Clause,
}

/// The options of a game that differ from their defaults, by id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(pub BTreeMap<String, String>);

/// What is wrong with an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionFault {
    Unknown {
        id: String,
        nearest: Option<String>,
    },
    Value {
        id: String,
        value: String,
        accepted: String,
    },
    /// The battle cannot be played with this value; `why` gives the obstacle and the remedy.
    Battle {
        id: &'static str,
        value: String,
        clause: Clause,
        why: String,
    },
    Needs {
        id: String,
        clause: Clause,
        needs: &'static str,
    },
}

impl OptionFault {
    pub fn reason(&self) -> String {
        match self {
            Self::Unknown { id, .. } => format!("there is no option {id}"),
            Self::Value { id, value, .. } => format!("option {id} cannot be {value}"),
            Self::Battle { id, value, clause, .. } => {
                format!("option {id} cannot be {value} in this battle ({clause})")
            }
            Self::Needs { id, clause, needs } => format!("option {id} ({clause}) needs {needs}"),
        }
    }

    pub fn remedy(&self) -> String {
        match self {
            Self::Unknown { nearest: Some(nearest), .. } => format!("did you mean {nearest}?"),
            Self::Unknown { nearest: None, .. } => "name an option of the rulebook".to_owned(),
            Self::Value { accepted, .. } => format!("give {accepted}"),
            Self::Battle { why, .. } => why.clone(),
            Self::Needs { .. } => "set that on as well".to_owned(),
        }
    }
}

impl fmt::Display for OptionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason(), self.remedy())
    }
}

impl std::error::Error for OptionFault {}

/// The options of a rule set, each defined once: its field and type, its id, its clause and its values, the default first.
///
/// Values are `{ Owner = "owner", Attacker = "attacker" }`, which defines a type; `(off)`, `(on)` and `("edges" | "centres")`,
/// where the second is true; `(9 | 12)` and `(2 in 0.0..=12.0)`, which are numbers; `(Values)`, those of an option above.
///
/// Defines `SPECS`, in this order, and `Options`, with [`Default`] and `new`.
#[macro_export]
macro_rules! options {
    (@type $(#[$doc:meta])* $kind:ident { $($(#[$of:meta])* $variant:ident = $value:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind { $($(#[$of])* $variant),+ }

        impl $kind {
            const NAMES: &'static [&'static str] = &[$($value),+];
        }

        impl std::str::FromStr for $kind {
            type Err = ();

            fn from_str(name: &str) -> Result<Self, ()> {
                match name {
                    $($value => Ok(Self::$variant),)+
                    _ => Err(()),
                }
            }
        }
    };
    (@type $(#[$doc:meta])* $kind:ident $values:tt) => {};
    (@accepts $kind:ident { $($rest:tt)+ }) => { $crate::options::Accepts::OneOf($kind::NAMES) };
    (@accepts $kind:ident (off)) => { $crate::options::Accepts::OneOf(&["off", "on"]) };
    (@accepts $kind:ident (on)) => { $crate::options::Accepts::OneOf(&["on", "off"]) };
    (@accepts $kind:ident ($values:ident)) => { $crate::options::Accepts::OneOf($values::NAMES) };
    (@accepts $kind:ident ($default:literal in $least:literal..=$most:literal)) => {
        $crate::options::Accepts::Number($least, $most)
    };
    (@accepts $kind:ident ($($value:literal)|+)) => { $crate::options::Accepts::OneOf(&[$(concat!($value)),+]) };
    (@default { $($(#[$of:meta])* $variant:ident = $value:literal),+ $(,)? }) => { [$($value),+][0] };
    (@default (off)) => { "off" };
    (@default (on)) => { "on" };
    (@default ($values:ident)) => { $values::NAMES[0] };
    (@default ($default:literal $($rest:tt)+)) => { concat!($default) };
    (@read bool ($first:literal | $second:literal) $value:expr) => { ($value == $second).then_some(true).or(Some(false)) };
    (@read bool $values:tt $value:expr) => { Some($value == "on") };
    (@read $kind:ident $values:tt $value:expr) => { $value.parse::<$kind>().ok() };
    ($($(#[$doc:meta])* $field:ident: $kind:ident = $id:literal, $clause:literal $values:tt)+) => {
        $($crate::options!(@type $(#[$doc])* $kind $values);)+

        /// Every option of the rule set, in the order of the ledger's list.
        pub const SPECS: &[$crate::options::OptionSpec] = &[$($crate::options::OptionSpec {
            id: $id,
            default: $crate::options!(@default $values),
            accepts: $crate::options!(@accepts $kind $values),
            clause: $clause,
        }),+];

        /// The options in force, typed. The clause of each field is in [`SPECS`].
        #[derive(Clone, Debug, PartialEq)]
        pub struct Options {
            $($(#[$doc])* pub $field: $kind),+
        }

        impl Options {
            /// The typed options for a choice.
            ///
            /// # Errors
            ///
            /// Returns an error if an id or a value is not known.
            pub fn new(chosen: &$crate::options::Options) -> Result<Self, $crate::options::OptionFault> {
                chosen.check(SPECS)?;
                Ok(Self {
                    $($field: {
                        let value = chosen.value(SPECS, $id);
                        $crate::options!(@read $kind $values value).ok_or_else(|| chosen.unread(SPECS, $id))?
                    }),+
                })
            }
        }

        impl Default for Options {
            fn default() -> Self {
                Self::new(&$crate::options::Options::default()).expect("the defaults are known")
            }
        }
    };
}

impl Accepts {
    pub fn allows(self, value: &str) -> bool {
        match self {
            Self::OneOf(values) => values.contains(&value),
            Self::Number(least, most) => {
                value.parse::<f32>().is_ok_and(|number| (least..=most).contains(&number))
            }
        }
    }

    /// The accepted values in words: `off or on`, `a number from 0 to 90`.
    pub fn words(self) -> String {
        match self {
            Self::OneOf(values) => values.join(" or "),
            Self::Number(least, most) => format!("a number from {least} to {most}"),
        }
    }
}

impl Options {
    /// Sets an option, checked against the rule set's list.
    pub fn set(&mut self, specs: &[OptionSpec], id: &str, value: &str) -> Result<(), OptionFault> {
        check(specs, id, value)?;
        self.0.insert(id.to_owned(), value.to_owned());
        Ok(())
    }

    /// The value in force: the chosen one, otherwise the default. Empty for an option the rule set lacks.
    pub fn value<'a>(&'a self, specs: &'a [OptionSpec], id: &str) -> &'a str {
        match self.0.get(id) {
            Some(value) => value,
            None => specs.iter().find(|spec| spec.id == id).map_or("", |spec| spec.default),
        }
    }

    /// Checks that a module that builds on another is on only together with it.
    pub fn needs(&self, specs: &[OptionSpec], module: &str, needs: &'static str) -> Result<(), OptionFault> {
        if self.value(specs, module) != "on" || self.value(specs, needs) == "on" {
            return Ok(());
        }
        let clause = specs.iter().find(|spec| spec.id == module).map_or("", |spec| spec.clause);
        Err(OptionFault::Needs { id: module.to_owned(), clause, needs })
    }

    pub fn check(&self, specs: &[OptionSpec]) -> Result<(), OptionFault> {
        self.0.iter().try_for_each(|(id, value)| check(specs, id, value))
    }

    /// The fault for a value that the type of its option does not accept.
    pub fn unread(&self, specs: &[OptionSpec], id: &str) -> OptionFault {
        let accepted =
            specs.iter().find(|spec| spec.id == id).map_or_else(String::new, |spec| spec.accepts.words());
        OptionFault::Value { id: id.to_owned(), value: self.value(specs, id).to_owned(), accepted }
    }
}

/// Checks that this option is known, and accepts the value.
pub fn check(specs: &[OptionSpec], id: &str, value: &str) -> Result<(), OptionFault> {
    let Some(spec) = specs.iter().find(|spec| spec.id == id) else {
        return Err(OptionFault::Unknown { id: id.to_owned(), nearest: nearest(specs, id) });
    };
    if !spec.accepts.allows(value) {
        let accepted = spec.accepts.words();
        return Err(OptionFault::Value { id: id.to_owned(), value: value.to_owned(), accepted });
    }
    Ok(())
}

fn nearest(specs: &[OptionSpec], id: &str) -> Option<String> {
    let best = specs
        .iter()
        .max_by(|a, b| strsim::jaro_winkler(a.id, id).total_cmp(&strsim::jaro_winkler(b.id, id)))?;
    (strsim::jaro_winkler(best.id, id) > 0.7).then(|| best.id.to_owned())
}

/// The game of a position with the options that the referee has changed.
///
/// # Errors
///
/// Returns an error if they are impossible.
pub fn with_changed<G, F: Into<Contradiction>>(
    game: &Arc<G>,
    changed: &BTreeMap<String, String>,
    set: impl Fn(&G, &str, &str) -> Result<Arc<G>, F>,
) -> Result<Arc<G>, Contradiction> {
    let set = |game: &Arc<G>, id: &str, value: &str| set(game, id, value);
    let place = || "play.options_changed".to_owned();
    set_in_some_order(Arc::clone(game), changed, set)
        .map_err(|fault| Contradiction { place: place(), ..fault.into() })
}

/// Sets options of a game one after the other, in any order that works: one may depend on another.
///
/// # Errors
///
/// Returns an error, that of the last option, if none of those left can be set.
fn set_in_some_order<G, F>(
    game: G,
    options: &BTreeMap<String, String>,
    set: impl Fn(&G, &str, &str) -> Result<G, F>,
) -> Result<G, F> {
    let (mut game, mut left) = (game, options.clone());
    loop {
        let (before, mut why) = (left.len(), None);
        left.retain(|id, value| match set(&game, id, value) {
            Ok(with) => {
                game = with;
                false
            }
            Err(fault) => {
                why = Some(fault);
                true
            }
        });
        match why {
            None => return Ok(game),
            Some(fault) if left.len() == before => return Err(fault),
            Some(_) => {}
        }
    }
}
