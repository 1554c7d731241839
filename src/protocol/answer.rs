//! What is answered, and how what all games share is put into it. What each rule set adds stands in its own file.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::wire::Wire;
use crate::desk::{Desk, Entry, Record, Thrower};
use crate::dice::{Cast, Throw};
use crate::game::Spelt;
use crate::rules::working::{Measured, Note, Sense};
use crate::rules::{Chance, Due, OddsByPiece, PieceOdds, Viewer};
use crate::scenario::Side;
use crate::table::Vec2;

/// An answer: an object with one of these keys, and the `id` of the request where it had one.
//
// By rule set: orders, events, refusals, reaches, ways and states; see [`super::wire::AnswerOf`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Answer")]
pub enum Answer<O, E, F, H, W, S> {
    Scenarios(Vec<WireScenario>),
    /// A game has begun or was opened.
    Opened(WireOpened),
    Due(WireDue<O>),
    /// An order, a fiat, was accepted.
    Done(WireEntry<E>),
    /// The rules refuse the order; nothing has changed.
    Refused(F),
    /// The order is legal so far; roll this and send it again with all dice so far. Nothing has changed.
    NeedsDice(WireThrow),
    Odds(Vec<WireChance>),
    /// The results of an order are too many to list: what becomes of each piece, just as exact.
    OddsByPiece(WireOddsByPiece),
    Reach(H),
    Way(W),
    /// Orders were taken back.
    Undone(WireUndone),
    /// The game stands after another entry now.
    Moved(WireMoved),
    /// The game as the referee, or a side, sees it.
    State(Box<S>),
    Journal(Vec<WireEntry<E>>),
    /// The request cannot be done; nothing has changed.
    Error(WireError),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireScenario {
    pub id: String,
    pub name: String,
    pub rules: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireOpened {
    pub scenario: String,
    pub name: String,
    pub seed: u64,
    /// Entries of the record so far.
    pub entries: usize,
    /// What was amiss with the journal.
    pub notices: Vec<String>,
    pub due: WireTurn,
}

/// Whose decision it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireTurn {
    /// The side's id; null: the referee.
    pub side: Option<String>,
    pub clause: String,
    pub prompt: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WireDue")]
pub struct WireDue<O> {
    #[serde(flatten)]
    pub turn: WireTurn,
    pub offers: Vec<WireOffer<O>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WireOffer")]
pub struct WireOffer<O> {
    pub kind: String,
    pub words: String,
    /// The order stands for others like it, within its limits.
    pub family: bool,
    /// Legal as it stands.
    pub order: O,
}

/// One entry of the record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WireEntry")]
pub struct WireEntry<E> {
    pub number: usize,
    /// `order`, `undo`, `redo`, `branch`; `not-taken` for an order of an older game that today's rules do not take.
    pub kind: String,
    /// The order as it is said, and what happened, line by line.
    pub words: Vec<String>,
    #[serde(default = "Vec::<E>::new", skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<E>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub working: Vec<WireNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<WireCast>,
    /// What is due after an order that was just given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<WireTurn>,
    /// What became of the journal: that its file was lost, and where the game goes on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

/// One step of the working.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireNote {
    pub clause: String,
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<WireModifier>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<WireMeasured>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireModifier {
    pub value: i32,
    pub why: String,
    pub clause: String,
}

/// A measured line with its limit, in inches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireMeasured {
    pub what: String,
    pub from: (f32, f32),
    pub to: (f32, f32),
    pub value: f32,
    pub limit: f32,
    /// `at-most`: passes up to the limit; `at-least`: from the limit on.
    pub sense: String,
    /// Inches on the good side of the limit; negative: beyond it.
    pub margin: f32,
    /// Too near the limit for stands placed by hand.
    pub close: bool,
}

/// A throw and what it said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireCast {
    #[serde(flatten)]
    pub throw: WireThrow,
    /// Empty where only the count is known.
    pub faces: Vec<u16>,
    pub value: u32,
    /// The players made it and it was typed; left out: the program made it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub typed: bool,
}

/// A throw that is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireThrow {
    /// How many dice; null where the viewer may not know.
    pub dice: Option<u8>,
    pub sides: u16,
    pub why: String,
    pub clause: String,
    /// The lowest face that hits, where faces hit or miss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits_on: Option<u16>,
    /// The side that rolls; left out: the referee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What each face stands for, where it is no number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireChance {
    pub probability: f64,
    pub result: String,
}

/// The odds of an order with too many results to list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireOddsByPiece {
    /// That they are told by piece, and what was taken for granted.
    pub words: String,
    /// How it ends; the probabilities sum to 1.
    pub ends: Vec<WireChance>,
    pub pieces: Vec<WirePieceOdds>,
}

/// What becomes of one piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WirePieceOdds {
    /// Its id.
    pub piece: String,
    pub name: String,
    /// The probability of having 0, 1, 2... strength points left when the dice are down; they sum to 1.
    pub left: Vec<f64>,
    pub retreats: f64,
    pub routs: f64,
    /// It is beaten and has no way to go: what it has left is lost too.
    pub without_way: f64,
}

/// The chances as they are written on the wire.
pub fn chances(list: Vec<Chance>) -> Vec<WireChance> {
    let wire = |Chance { probability, result }| WireChance { probability, result };
    list.into_iter().map(wire).collect()
}

impl From<OddsByPiece> for WireOddsByPiece {
    fn from(odds: OddsByPiece) -> Self {
        let piece = |of: PieceOdds| WirePieceOdds {
            piece: of.piece,
            name: of.name,
            left: of.left,
            retreats: of.retreats,
            routs: of.routs,
            without_way: of.without_way,
        };
        Self {
            words: odds.words,
            ends: chances(odds.ends),
            pieces: odds.pieces.into_iter().map(piece).collect(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireUndone {
    /// The entry after which the game stands; 0: the start.
    pub at: usize,
    pub orders: usize,
    /// Dice had been rolled.
    pub dice_seen: bool,
    /// A hidden strength had been seen.
    pub hidden_seen: bool,
    /// As of an order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireMoved {
    /// The entry after which the game stands; 0: the start.
    pub at: usize,
    /// As of an order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

/// What was wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireError {
    /// `not-json`, `too-long`, `unknown-message`, `bad-message`, `no-game`, `bad-order`, `bad-dice`, `bad-position`,
    /// `cannot-open`, `cannot-write`, `cannot-step`, `too-many-ways`.
    pub code: String,
    /// What is wrong and what would be accepted.
    pub text: String,
}

impl WireError {
    pub fn new(code: &str, text: impl Display) -> Self {
        Self { code: code.to_owned(), text: format!("{text}") }
    }
}

fn pair(point: Vec2) -> (f32, f32) {
    (point.x, point.y)
}

/// A measured line as it is written on the wire.
pub fn measured(measured: &Measured) -> WireMeasured {
    WireMeasured {
        what: measured.what.clone(),
        from: pair(measured.from),
        to: pair(measured.to),
        value: measured.value,
        limit: measured.limit,
        sense: match measured.sense {
            Sense::AtMost => "at-most",
            Sense::AtLeast => "at-least",
        }
        .to_owned(),
        margin: measured.margin(),
        close: measured.is_close(),
    }
}

/// Turns what all games share into the wire's, by the state it belongs to.
#[derive(Debug)]
pub struct Teller<'a, R: Wire>(pub &'a R::State);

impl<R: Wire> Teller<'_, R> {
    fn side(&self, side: Side) -> String {
        R::side_id(self.0, side)
    }

    pub fn turn(&self, due: &Due<R::Order>) -> WireTurn {
        WireTurn {
            side: due.side.map(|side| self.side(side)),
            clause: due.clause.to_owned(),
            prompt: due.prompt.clone(),
        }
    }

    pub fn due(&self, due: &Due<R::Order>, kind: Option<&str>) -> WireDue<Spelt<R>> {
        let offers = due.offers.iter().filter(|offer| kind.is_none_or(|kind| offer.kind == kind));
        WireDue {
            turn: self.turn(due),
            offers: offers
                .map(|offer| WireOffer {
                    kind: offer.kind.to_owned(),
                    words: offer.words.clone(),
                    family: offer.family,
                    order: Spelt::new(R::spell(self.0, &offer.order)),
                })
                .collect(),
        }
    }

    pub fn note(&self, note: &Note) -> WireNote {
        let modifiers = note.modifiers.iter().map(|modifier| WireModifier {
            value: modifier.value,
            why: modifier.why.clone(),
            clause: modifier.clause.to_owned(),
        });
        WireNote {
            clause: note.clause.to_owned(),
            text: note.text.clone(),
            modifiers: modifiers.collect(),
            measured: note.measured.as_ref().map(measured),
        }
    }

    pub fn throw(&self, throw: &Throw) -> WireThrow {
        WireThrow {
            dice: (!throw.veiled).then_some(throw.dice),
            sides: throw.sides,
            why: throw.why.clone(),
            clause: throw.clause.to_string(),
            hits_on: throw.lowest_hit(),
            by: throw.by.map(|side| self.side(Side(side))),
            names: throw.names.clone(),
        }
    }

    fn cast(&self, cast: &Cast, by: Thrower) -> WireCast {
        WireCast {
            throw: self.throw(&cast.throw),
            faces: cast.answer.faces.clone(),
            value: cast.answer.value,
            typed: by == Thrower::Players,
        }
    }

    /// An order of the record, as this viewer may hear it.
    pub fn entry(&self, desk: &Desk<R>, entry: &Entry<R>, viewer: Viewer) -> WireEntry<R::WireEvent> {
        WireEntry {
            number: entry.number,
            kind: "order".into(),
            words: desk.entry_words(entry, viewer),
            events: desk
                .entry_events(entry, viewer)
                .iter()
                .map(|event| R::event(self.0, event, viewer))
                .collect(),
            working: desk.entry_working(entry, viewer).into_iter().map(|note| self.note(note)).collect(),
            dice: desk.entry_dice(entry, viewer).into_iter().map(|(cast, by)| self.cast(cast, by)).collect(),
            due: None,
            notices: Vec::new(),
        }
    }

    /// Any entry of the record, as this viewer may hear it.
    pub fn record(&self, desk: &Desk<R>, index: usize, viewer: Viewer) -> Option<WireEntry<R::WireEvent>> {
        let plain = |kind: &str, words: String| WireEntry {
            number: index + 1,
            kind: kind.into(),
            words: vec![words],
            ..WireEntry::default()
        };
        Some(match desk.records().get(index)? {
            Record::Order(entry) => self.entry(desk, entry, viewer),
            Record::Undo { .. } => plain("undo", desk.step_words(index, viewer)),
            Record::Redo { .. } => plain("redo", desk.step_words(index, viewer)),
            Record::Branch { .. } => plain("branch", desk.step_words(index, viewer)),
            Record::NotTaken(_) => plain("not-taken", desk.step_words(index, viewer)),
        })
    }
}
