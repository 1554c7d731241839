//! The answers, and how the parts common to all games are converted. The parts of each rule set are in its own files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::holes;
use desk::{EntrySummary, Game, Moment, Thrower, Turn};
use dice::{Cast, Throw};
use drawing::Scene;
use game::spelling::Verb;
use game::working::Note;
use game::{
    Agenda, Ask, AskFault, Card, CardFace, CardSide, CardWay, Chance, Chances, Choosable, Draft, Due, Facts,
    Group, Head, Json, OddsByPiece, Question, Remark, Threat, Tooltip, Trip, Viewer, WireRefusal,
};
use scenario::Side;

/// An answer: an object with one of these keys, and the `id` of the request if it had one.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Scenarios(Vec<WireScenario>),
    /// A game was begun or opened.
    Opened(WireOpened),
    Due(WireDue),
    /// An order or a fiat was accepted.
    Done(WireEntry),
    /// The rules refuse the order; nothing has changed.
    Refused(Box<WireRefusal>),
    /// The order is legal so far. Roll this, and send the order again with all dice so far. Nothing has changed.
    NeedsDice(WireThrow),
    Odds(Vec<Chance>),
    /// The results of an order are too many to list: what becomes of each piece, just as exact.
    OddsByPiece(OddsByPiece),
    /// Orders were taken back.
    Undone(WireUndone),
    /// The game now stands after another entry.
    Moved(WireMoved),
    /// The battle, in the form for its kind of space.
    Battle(#[schemars(with = "Value")] Json),
    /// The game as the referee, or a side, sees it.
    State(#[schemars(with = "holes::State")] Json),
    /// The game in its present state, for `open`.
    Moment(Box<Moment>),
    Journal(Vec<WireEntry>),
    Head(Head),
    Groups(Vec<Group>),
    Agenda(Agenda),
    Trip(WireTrip),
    /// Layers of marks from bottom to top, in inches on the table or on the map sheet.
    Scene(Box<Scene>),
    Tooltip(Tooltip),
    /// Nearest first.
    Threats(Vec<Threat>),
    Card(Box<WireCard>),
    /// Null: there is nothing more to ask.
    Question(Option<WireQuestion>),
    /// The request cannot be carried out; nothing has changed.
    Error(AskFault),
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
    /// The number of entries in the record.
    pub entries: usize,
    /// Problems with the journal.
    pub notices: Vec<String>,
    pub due: WireTurn,
}

/// The decision to be made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireTurn {
    /// The id of the side that decides; null: the referee.
    pub side: Option<String>,
    pub clause: String,
    pub prompt: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct WireDue {
    #[serde(flatten)]
    pub turn: WireTurn,
    pub offers: Vec<WireOffer>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct WireOffer {
    pub kind: String,
    pub words: String,
    /// The order stands for similar ones, within its limits.
    pub family: bool,
    /// Legal as it is.
    #[schemars(with = "holes::Order")]
    pub order: Json,
}

/// One entry in the record.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct WireEntry {
    pub number: usize,
    /// `order`, `undo`, `redo`, `branch`; `not-taken` for an order in an older game that today's rules do not accept.
    pub kind: String,
    /// The preceding order; for a step through the record, the order after which the game then stood. 0: the start.
    pub parent: usize,
    /// The order in words, and what happened, line by line.
    pub words: Vec<String>,
    /// What an order was about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<holes::Event>")]
    pub events: Vec<Json>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub working: Vec<Note>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<WireCast>,
    /// What is due after an order that was just given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<WireTurn>,
    /// Messages about the journal: that its file was lost, and where the game continues.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

/// What an order still asks, and what fits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct WireQuestion {
    /// The field being asked for; `verb` if there is no verb yet.
    pub field: String,
    pub prompt: String,
    /// `one`, `some`, `pairs`, `shares`, `way`, `spot`, `number`, `text`, `whether`, `either`, `list`.
    pub kind: &'static str,
    /// What may be chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<WireChoice>,
    /// What each may be paired with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<WireChoice>,
    /// How many, or how much: the minimum and maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// Whether the order of the answers matters.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_order: bool,
    /// For a number: its unit.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub unit: &'static str,
    /// The possible pairs, if not all combinations are possible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub may: Vec<(String, String)>,
    /// The entries in a list so far, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
    /// The questions for each entry in a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub each: Vec<WireQuestion>,
    /// It may be left unanswered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_be_left: bool,
    /// The default value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual: Option<Value>,
    /// Remarks to show with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One possible choice.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WireChoice {
    #[serde(flatten)]
    pub choice: Choosable,
    /// Of a share: so much at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

impl WireQuestion {
    /// A question belonging to an order with this verb. `None` means it asks for the verb itself.
    pub fn new(question: Question, verb: Option<&Verb>) -> Self {
        let Question { field, prompt, ask, may_be_left, usual, notes } = question;
        let spelled = verb.and_then(|verb| verb.field(&field));
        let usual = usual.zip(spelled).and_then(|(usual, field)| field.say(&usual).ok());
        let list = |choices: Vec<Choosable>| {
            choices.into_iter().map(|choice| WireChoice { choice, most: None }).collect()
        };
        let of_kind = |kind| Self { field, prompt, kind, may_be_left, usual, notes, ..Self::default() };
        let count = |count: usize| Some(count as f64).filter(|_| count < usize::MAX);
        match ask {
            Ask::One(of) => Self { of: list(of), ..of_kind("one") },
            Ask::Some { of, least, most, in_order } => {
                Self { of: list(of), least: count(least), most: count(most), in_order, ..of_kind("some") }
            }
            Ask::Pairs { from, to, may } => Self { of: list(from), with: list(to), may, ..of_kind("pairs") },
            Ask::Shares { total, among } => {
                let share = |(choice, most)| WireChoice { choice, most: Some(most) };
                let of = among.into_iter().map(share).collect();
                Self { of, least: Some(total.into()), most: Some(total.into()), ..of_kind("shares") }
            }
            Ask::Way => of_kind("way"),
            Ask::Spot => of_kind("spot"),
            Ask::Number { least, most, step: _, unit } => {
                Self { least: Some(least), most: Some(most), unit, ..of_kind("number") }
            }
            Ask::Text { longest } => Self { most: count(longest), ..of_kind("text") },
            Ask::Whether => of_kind("whether"),
            Ask::Either(of) => Self { of: list(of), ..of_kind("either") },
            Ask::List { said, least, most } => {
                Self { said, least: count(least), most: count(most), ..of_kind("list") }
            }
        }
    }
}

/// What putting a piece down somewhere would do.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WireTrip {
    /// Null: nothing would happen.
    #[schemars(with = "Option<holes::Order>")]
    pub order: Option<Json>,
    /// Its cost, and what remains.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// How dice on the way could change it, with the chances; `None` if it is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Box<WireRefusal>>,
}

/// A preview of an order before it is given.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WireCard {
    /// The order in words.
    pub title: String,
    /// The part of the calculation that does not depend on the dice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub working: Vec<Note>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Box<WireRefusal>>,
    /// The next throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<WireThrow>,
    /// What the throw decides, if its dice do not show it themselves.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stakes: String,
    /// The effect of each face, or of each sum of the dice; omitted while no throw decides anything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<CardFace>,
    /// The sides in the fight: attackers, defenders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<CardSide>,
    /// Where pieces would go without any dice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<CardWay>,
    /// The attempted choices, and why they are refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Remark>,
    /// The exact chances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<Chances>,
}

/// A throw and its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireCast {
    #[serde(flatten)]
    pub throw: WireThrow,
    /// Empty if only the number of dice is known.
    pub faces: Vec<u16>,
    pub value: u32,
    /// The players rolled the dice and typed them in; if omitted, the program rolled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub typed: bool,
}

/// A requested throw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireThrow {
    /// How many dice; null if the viewer may not know.
    pub dice: Option<u8>,
    pub sides: u16,
    pub why: String,
    pub clause: String,
    /// The lowest face that hits, for throws with hits and misses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits_on: Option<u16>,
    /// The faces that hit, if the low ones do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits_on_faces: Vec<u16>,
    /// The side that rolls; if omitted, the referee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What each face stands for, if it is not a number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireUndone {
    /// The entry after which the game stands; 0: the start.
    pub at: usize,
    pub orders: usize,
    /// Whether dice had been rolled.
    pub dice_seen: bool,
    /// Whether a hidden strength had been seen.
    pub hidden_seen: bool,
    /// As for an order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireMoved {
    /// The entry after which the game stands; 0: the start.
    pub at: usize,
    /// As for an order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

/// Converts the parts common to all games to their wire form, for one game.
#[derive(Debug)]
pub struct GameToWire<'a>(pub &'a dyn Game);

impl GameToWire<'_> {
    fn side(&self, side: Side) -> String {
        self.0.side_id(side)
    }

    pub fn turn(&self, turn: Turn) -> WireTurn {
        WireTurn {
            side: turn.side.map(|side| self.side(side)),
            clause: turn.clause.to_owned(),
            prompt: turn.prompt,
        }
    }

    /// What is due: the offers of one kind, or all.
    ///
    /// # Errors
    ///
    /// Fails only on a number that is not finite.
    pub fn due(&self, due: Due<Draft>, kind: Option<&str>) -> Result<WireDue, AskFault> {
        let turn = self.turn((&due).into());
        let offers = due.offers.into_iter().filter(|offer| kind.is_none_or(|kind| offer.kind == kind));
        let offers = offers.map(|offer| {
            Ok(WireOffer {
                kind: offer.kind.to_owned(),
                words: offer.words,
                family: offer.family,
                order: offer.order.written(self.0.verbs())?,
            })
        });
        Ok(WireDue { turn, offers: offers.collect::<Result<_, AskFault>>()? })
    }

    pub fn throw(&self, throw: &Throw) -> WireThrow {
        WireThrow {
            dice: (!throw.veiled).then_some(throw.dice),
            sides: throw.sides,
            why: throw.why.clone(),
            clause: throw.clause.to_string(),
            hits_on: throw.lowest_hit(),
            hits_on_faces: if throw.lowest_hit().is_none() { throw.hitting() } else { Vec::new() },
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

    /// A piece put down somewhere.
    ///
    /// # Errors
    ///
    /// Fails only on a number that is not finite.
    pub fn trip(&self, trip: Trip) -> Result<WireTrip, AskFault> {
        let Trip { order, words, risk, refusal, .. } = trip;
        let order = order.map(|order| order.written(self.0.verbs())).transpose()?;
        Ok(WireTrip { order, words, risk, refused: refusal })
    }

    pub fn card(&self, card: Card) -> WireCard {
        WireCard {
            title: card.title,
            working: card.notes,
            refused: card.refusal,
            throw: card.throw.map(|throw| self.throw(&throw)),
            stakes: card.stakes,
            faces: card.faces,
            sides: card.sides,
            ways: card.ways,
            tried: card.tried,
            chances: card.chances,
        }
    }

    /// An entry in the record.
    pub fn entry(&self, entry: EntrySummary, viewer: Viewer) -> WireEntry {
        WireEntry {
            number: entry.number,
            kind: entry.kind.to_owned(),
            parent: entry.parent,
            words: entry.words,
            facts: entry.facts,
            events: self.0.happened(entry.number, viewer),
            working: entry.working,
            dice: entry.dice.iter().map(|(cast, by)| self.cast(cast, *by)).collect(),
            due: None,
            notices: Vec::new(),
        }
    }
}
