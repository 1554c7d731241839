//! What is answered, and how what all games share is put into it. What each rule set adds stands in its own file.

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

/// An answer: an object with one of these keys, and the `id` of the request where it had one.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Scenarios(Vec<WireScenario>),
    /// A game has begun or was opened.
    Opened(WireOpened),
    Due(WireDue),
    /// An order, a fiat, was accepted.
    Done(WireEntry),
    /// The rules refuse the order; nothing has changed.
    Refused(Box<WireRefusal>),
    /// The order is legal so far; roll this and send it again with all dice so far. Nothing has changed.
    NeedsDice(WireThrow),
    Odds(Vec<Chance>),
    /// The results of an order are too many to list: what becomes of each piece, just as exact.
    OddsByPiece(OddsByPiece),
    /// Orders were taken back.
    Undone(WireUndone),
    /// The game stands after another entry now.
    Moved(WireMoved),
    /// The battle, as its kind of space has it.
    Battle(#[schemars(with = "Value")] Json),
    /// The game as the referee, or a side, sees it.
    State(#[schemars(with = "holes::State")] Json),
    /// The game as it stands, for `open`.
    Moment(Box<Moment>),
    Journal(Vec<WireEntry>),
    Head(Head),
    Groups(Vec<Group>),
    Agenda(Agenda),
    Trip(WireTrip),
    /// Layers of marks from below to above, in inches of the table or of the sheet of the map.
    Scene(Box<Scene>),
    Tooltip(Tooltip),
    /// Nearest first.
    Threats(Vec<Threat>),
    Card(Box<WireCard>),
    /// Null: nothing more is asked.
    Question(Option<WireQuestion>),
    /// The request cannot be done; nothing has changed.
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
    /// The order stands for others like it, within its limits.
    pub family: bool,
    /// Legal as it stands.
    #[schemars(with = "holes::Order")]
    pub order: Json,
}

/// One entry of the record.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct WireEntry {
    pub number: usize,
    /// `order`, `undo`, `redo`, `branch`; `not-taken` for an order of an older game that today's rules do not take.
    pub kind: String,
    /// The order before it; of a step through the record the order after which the game stood then. 0: the start.
    pub parent: usize,
    /// The order as it is said, and what happened, line by line.
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
    /// What became of the journal: that its file was lost, and where the game goes on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

/// What an order still asks, and what fits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct WireQuestion {
    /// The field that is asked for; `verb` before there is one.
    pub field: String,
    pub prompt: String,
    /// `one`, `some`, `pairs`, `shares`, `way`, `spot`, `number`, `text`, `whether`, `either`, `list`.
    pub kind: &'static str,
    /// What may be chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<WireChoice>,
    /// With whom each may be paired.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<WireChoice>,
    /// How many, or how much: at least, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// Who is named first comes first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_order: bool,
    /// Of a number: what it counts.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub unit: &'static str,
    /// Those that can be pairs, where not any can.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub may: Vec<(String, String)>,
    /// The entries of a list so far, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
    /// What is asked of each entry of a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub each: Vec<WireQuestion>,
    /// It need not be answered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_be_left: bool,
    /// What it is as long as nobody says otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual: Option<Value>,
    /// What is told with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One thing that may be chosen.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WireChoice {
    #[serde(flatten)]
    pub choice: Choosable,
    /// Of a share: so much at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

impl WireQuestion {
    /// A question of an order of this verb; `None`: it asks for the verb.
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

/// What putting a piece down somewhere would be.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WireTrip {
    /// Null: nothing would come of it.
    #[schemars(with = "Option<holes::Order>")]
    pub order: Option<Json>,
    /// What it costs, and what is left.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// What dice on the way may make of it, with the chances; none: it is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Box<WireRefusal>>,
}

/// An order before it is given.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WireCard {
    /// The order as it is said.
    pub title: String,
    /// The working that stands whatever the dice say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub working: Vec<Note>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Box<WireRefusal>>,
    /// What has to be rolled next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<WireThrow>,
    /// What that decides, where its dice do not say so themselves.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stakes: String,
    /// What each face of that does, or each sum of its dice; left out where none decides anything yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<CardFace>,
    /// Those who fight: attackers, defenders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<CardSide>,
    /// Where pieces would go without any dice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<CardWay>,
    /// What was tried, and why it is not so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Remark>,
    /// The exact chances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<Chances>,
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
    /// The face from which on every face hits, where faces hit or miss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits_on: Option<u16>,
    /// The faces that hit, where it is the low ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits_on_faces: Vec<u16>,
    /// The side that rolls; left out: the referee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What each face stands for, where it is no number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
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

/// Turns what all games share into the wire's, by the game it belongs to.
#[derive(Debug)]
pub struct Teller<'a>(pub &'a dyn Game);

impl Teller<'_> {
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

    /// What is due: offers of a kind, or all.
    ///
    /// # Errors
    ///
    /// Only where a number is none.
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
    /// Only where a number is none.
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

    /// An entry of the record.
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
