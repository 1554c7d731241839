//! How orders are spelled: the table of verbs of a rule set, and the one way to read and write an order by it.
//!
//! The form is that of an enum with named, listed, bare or no fields, in any format that serde supports, so that JSON lines and
//! case files agree. Units: inches, degrees clockwise from north.

mod read;
mod schema;
mod spelt;
mod write;

use std::fmt::Display;

use thiserror::Error;

use super::answer::Answer;
use data::printable;

pub use read::Name;
pub(super) use read::{Reading, Record};
pub use spelt::{Spelt, SpeltWay, Vocabulary};
pub(super) use write::Writing;

/// The RON options for orders and cases: those of other data, and the one field of a verb needs no brackets.
pub fn ron_options() -> ron::Options {
    data::ron_options().with_default_extension(ron::extensions::Extensions::UNWRAP_NEWTYPES)
}

/// One verb of a rule set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verb {
    /// Its name on the wire and in cases: `PlaceHits`.
    pub name: &'static str,
    /// Its serde name, in orders and journals.
    pub variant: &'static str,
    pub form: Form,
    /// Its fields in serde's order; serde's names may differ.
    pub fields: &'static [VerbField],
    /// A description for readers of the schema; empty if the name is enough.
    pub about: &'static str,
    /// The heading of a list of such orders, and the label of an act of the referee: `May move`, `Put elsewhere`.
    pub title: &'static str,
    /// Its letter in the order line; empty if it has none.
    pub letter: &'static str,
    pub chosen_by: ChosenBy,
    /// Is it given by a click although dice are thrown for it, because there is nothing to weigh before?
    pub at_once: bool,
    /// Can the pointer aim it while its card is shown? Then the order is drawn for the place under the pointer, and a click
    /// there takes that place ([`super::Presentation::pointed`]).
    pub aimed: bool,
    /// Can it also be given by picking up the piece that it is about and putting it down: at a place, or on another piece
    /// that the order names?
    pub in_hand: bool,
}

/// How orders of a verb are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChosenBy {
    /// From a list, in its own words.
    #[default]
    Listed,
    /// From a list; it ends a step of the game.
    Ending,
    /// By picking up a piece and putting it down.
    ByHand,
    /// Part by part.
    MadeUp,
    /// Part by part; it is what the step asks for, and starts as it is offered.
    Asked,
    /// On the piece that it is about.
    OnPiece,
}

impl Verb {
    /// Fields are found by their names, together with those of a list's entries: no name may occur twice.
    const fn new(name: &'static str, form: Form, fields: &'static [VerbField]) -> Self {
        let mut at = 0;
        let mut lists = 0;
        while at < fields.len() {
            assert!(!is_named(fields, at, fields[at].name), "two fields of a verb have one name");
            if let AnswerKind::List(entry) = fields[at].kind {
                lists += 1;
                let mut of_entry = 0;
                while of_entry < entry.len() {
                    let name = entry[of_entry].name;
                    let twice = is_named(entry, of_entry, name) || is_named(fields, fields.len(), name);
                    assert!(!twice, "a field of a list's entries has a name that is taken");
                    of_entry += 1;
                }
            }
            at += 1;
        }
        assert!(lists < 2, "a verb has one list at most");
        Self {
            name,
            variant: name,
            form,
            fields,
            about: "",
            title: "",
            letter: "",
            chosen_by: ChosenBy::Listed,
            at_once: false,
            aimed: false,
            in_hand: false,
        }
    }

    /// The verb with another serde name.
    #[must_use]
    pub const fn variant(self, variant: &'static str) -> Self {
        Self { variant, ..self }
    }

    /// The verb with a description.
    #[must_use]
    pub const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    /// The verb with a heading for lists of such orders.
    #[must_use]
    pub const fn titled(self, title: &'static str) -> Self {
        Self { title, ..self }
    }

    /// The verb with its letter in the order line.
    #[must_use]
    pub const fn typed(self, letter: &'static str) -> Self {
        Self { letter, ..self }
    }

    /// The verb, chosen in this way.
    #[must_use]
    pub const fn chosen_by(self, chosen_by: ChosenBy) -> Self {
        Self { chosen_by, ..self }
    }

    /// The verb, also given by picking up its piece.
    #[must_use]
    pub const fn in_hand(self) -> Self {
        Self { in_hand: true, ..self }
    }

    /// The verb, given by a click.
    #[must_use]
    pub const fn at_once(self) -> Self {
        Self { at_once: true, ..self }
    }

    /// The verb, aimed by the pointer.
    #[must_use]
    pub const fn aimed(self) -> Self {
        Self { aimed: true, ..self }
    }

    /// A verb without fields.
    pub const fn alone(name: &'static str) -> Self {
        Self::new(name, Form::Named, &[])
    }

    pub const fn named(name: &'static str, fields: &'static [VerbField]) -> Self {
        Self::new(name, Form::Named, fields)
    }

    pub const fn listed(name: &'static str, fields: &'static [VerbField]) -> Self {
        Self::new(name, Form::Listed, fields)
    }

    /// A field of the verb, or of the entries of its list.
    pub fn field(&self, name: &str) -> Option<&'static VerbField> {
        let mut fields = self.fields.iter().chain(self.entry());
        fields.find(|field| field.name == name)
    }

    /// The fields of each entry of its list; empty if it has no list.
    pub fn entry(&self) -> &'static [VerbField] {
        let lists = self.fields.iter().find_map(|field| match field.kind {
            AnswerKind::List(entry) => Some(entry),
            _ => None,
        });
        lists.unwrap_or_default()
    }

    /// Is this a field of the entries of its list?
    pub fn is_of_entry(&self, name: &str) -> bool {
        self.entry().iter().any(|field| field.name == name)
    }

    /// A verb with one field.
    pub const fn bare(name: &'static str, field: &'static [VerbField]) -> Self {
        assert!(field.len() == 1, "what stands bare is one field");
        Self::new(name, Form::Bare, field)
    }
}

/// Has one of the first `before` of these fields this name?
const fn is_named(fields: &[VerbField], before: usize, name: &str) -> bool {
    let mut at = 0;
    while at < before {
        let (one, other) = (fields[at].name.as_bytes(), name.as_bytes());
        let mut same = 0;
        while same < one.len() && same < other.len() && one[same] == other[same] {
            same += 1;
        }
        if same == one.len() && same == other.len() {
            return true;
        }
        at += 1;
    }
    false
}

/// How a verb's fields appear on the wire. A verb without fields appears as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `{"Fire": {"battery": "a", "target": "b"}}`.
    Named,
    /// `{"Advance": ["f44", 1203]}`.
    Listed,
    /// The one field bare: `{"Pick": "ii-corps"}`.
    Bare,
}

/// A field of a verb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VerbField {
    pub name: &'static str,
    pub kind: AnswerKind,
    pub absent: Absent,
    /// Its title in questions; empty if it is the name.
    pub called: &'static str,
}

impl VerbField {
    /// A field that has to be answered.
    pub const fn new(name: &'static str, kind: AnswerKind) -> Self {
        Self { name, kind, absent: Absent::Asked, called: "" }
    }

    /// The field with another title in questions.
    #[must_use]
    pub const fn called(self, called: &'static str) -> Self {
        Self { called, ..self }
    }

    /// The field with a meaning for no answer.
    #[must_use]
    pub const fn absent(self, absent: Absent) -> Self {
        Self { absent, ..self }
    }
}

/// What it means if a field is not answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Absent {
    /// It must be answered.
    Asked,
    /// No value: `null` on the wire.
    Null,
    /// No value, and the field is left out on the wire.
    LeftOut,
    /// The usual value, which a reader fills in.
    Usual(Usual),
}

/// The usual answer of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Usual {
    Whether(bool),
    Count(i64),
    Measure(f64),
    Text(&'static str),
}

impl Usual {
    pub fn answer(self) -> Answer {
        match self {
            Self::Whether(usual) => Answer::Whether(usual),
            Self::Count(usual) => Answer::Count(usual),
            Self::Measure(usual) => Answer::Measure(usual),
            Self::Text(usual) => Answer::Text(usual.to_owned()),
        }
    }
}

/// The kind of answer to a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnswerKind {
    One,
    Some,
    Pairs,
    Shares,
    /// A way of these legs.
    Way(&'static [LegForm]),
    Spot(SpotForm),
    Count,
    Measure,
    Text,
    Whether,
    /// One of these.
    Either(&'static [Verb]),
    /// Several, each with these fields.
    List(&'static [VerbField]),
}

/// A leg that a way can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegForm {
    /// The number of a hex: alone if a way has no other legs, otherwise named `Hex`.
    Hex,
    /// Its name, and how many numbers it has.
    Step(&'static str, usize),
}

/// A hex among other legs: `{"Hex": 1104}`.
const HEX: &str = "Hex";

/// How a place appears on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpotForm {
    /// `[12.0, 8.5]`.
    Point,
    /// `[12.0, 8.5, 270.0]`.
    Pose,
    /// `1203`.
    Hex,
    /// `[1203, 2]`.
    Faced,
}

/// Why an order cannot be read or written: the place, what was found there, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SpellingFault(String);

impl SpellingFault {
    pub fn new(words: impl Display) -> Self {
        Self(words.to_string())
    }

    pub(super) fn lacks(place: &str, field: &VerbField) -> Self {
        Self(format!("{place} lacks {}: give {}", field.name, field.kind.wanted()))
    }

    fn no_verb(place: &str, name: &str, verbs: &[Verb]) -> Self {
        Self(format!("{place}: there is no {}: it is one of {}", printable::name(name), names(verbs)))
    }

    fn no_field(place: &str, name: &str, fields: &[VerbField]) -> Self {
        Self(format!("{place} has no {}: it has {}", printable::name(name), field_names(fields)))
    }

    pub(super) fn other(place: &str, kind: AnswerKind) -> Self {
        Self(format!("{place} is an answer to another question: give {}", kind.wanted()))
    }
}

impl AnswerKind {
    /// What is expected in a field of this kind, in words.
    pub fn wanted(self) -> String {
        match self {
            Self::One => "a key, such as \"foy\"".to_owned(),
            Self::Some => "a list of keys".to_owned(),
            Self::Pairs => "a list of pairs of keys".to_owned(),
            Self::Shares => "a list of keys, each with a whole number".to_owned(),
            Self::Way(legs) => format!("a list of legs: {}", legs_in_words(legs)),
            Self::Spot(SpotForm::Point) => "a point: inches east and north".to_owned(),
            Self::Spot(SpotForm::Pose) => {
                "a place: inches east and north, and a heading in degrees".to_owned()
            }
            Self::Spot(SpotForm::Hex) => "the number of a hex".to_owned(),
            Self::Spot(SpotForm::Faced) => "the number of a hex, and a facing from 0 to 11".to_owned(),
            Self::Count => "a whole number".to_owned(),
            Self::Measure => "a number".to_owned(),
            Self::Text => "a text".to_owned(),
            Self::Whether => "true or false".to_owned(),
            Self::Either(verbs) => format!("one of {}", names(verbs)),
            Self::List(fields) => format!("a list, each with {}", field_names(fields)),
        }
    }
}

fn legs_in_words(legs: &[LegForm]) -> String {
    let name = |leg: &LegForm| match leg {
        LegForm::Hex => "the number of a hex".to_owned(),
        LegForm::Step(name, numbers) => format!("{name} with {numbers} number{}", plural(*numbers)),
    };
    legs.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn names(verbs: &[Verb]) -> String {
    verbs.iter().map(|verb| verb.name).collect::<Vec<_>>().join(", ")
}

fn field_names(fields: &[VerbField]) -> String {
    if fields.is_empty() {
        return "no fields".to_owned();
    }
    fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", ")
}

/// The verb of this name.
pub(super) fn find(verbs: &'static [Verb], name: &str, place: &str) -> Result<&'static Verb, SpellingFault> {
    let known = verbs.iter().find(|verb| verb.name == name);
    known.ok_or_else(|| SpellingFault::no_verb(place, name, verbs))
}
