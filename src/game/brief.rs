//! The brief: what a game tells those who watch it, in plain data that window, protocol and paper read alike.
//!
//! Pieces, sides and groups are named by their keys. Strengths are strength points, lengths inches.

use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Spot;
use super::contract::{Chance, Clause};
use super::told::{AskFault, Tells, WireRefusal};
use super::working::{Modifier, Note};
use crate::dice::{Throw, TypedEntry};
use crate::drawing::Scene;

/// The head: which battle it is, when, and how it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Head {
    pub battle: String,
    /// `turn 3 of 14`.
    pub turn: String,
    /// `07:00`.
    pub clock: String,
    /// The part of the turn, weather and night: `French movement, night`.
    pub phase: String,
    /// By side, in words: its name and its points.
    pub points: Vec<(String, i32)>,
    /// What the points are; empty: victory points.
    pub points_are: &'static str,
}

/// A group of the order of battle: a command, a formation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Group {
    pub key: String,
    pub name: String,
    /// The side's id.
    pub side: String,
    /// How many groups stand over it.
    pub depth: usize,
    /// It acts now.
    pub active: bool,
    /// Strength points that are left, and with which it began.
    pub strength: u32,
    pub start: u32,
    /// What else there is to know of it: where its chit is, the ammunition of its army.
    pub facts: Vec<String>,
    pub members: Vec<Member>,
}

/// A piece in the order of battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Member {
    pub piece: String,
    pub name: String,
    /// `9/12`, `5-4`: what its counter says now; empty where it has no figures.
    pub figures: String,
    /// Where it is or how it is, in few words: `2311`, `routed`, `lost`; empty: on the table, in order.
    pub state: String,
    /// In full, for those who hear the window.
    pub spoken: String,
    /// It stands on the table or the map.
    pub placed: bool,
}

/// One sentence, and the clause on which it rests; none: nothing has to say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Remark {
    pub words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Clause>,
}

/// What is told of a piece while somebody looks at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tooltip {
    /// `14 Foy`.
    pub title: String,
    pub said: Vec<Remark>,
}

/// What one enemy could do to a piece.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Threat {
    /// The enemy.
    pub by: String,
    /// `12 Picton could fire, effective, 4.2 in`.
    pub words: String,
    /// `1.80 hits on average, gone 4.0 %`; empty where it could do nothing yet.
    pub odds: String,
    /// As things stand it could; else something is in its way.
    pub open: bool,
    /// Where the enemy stands, and where the piece does, or would.
    pub from: Spot,
    pub to: Spot,
}

/// The card of an order in hand: what it measures, what modifies it, what is thrown for it, and what may come of it.
#[derive(Clone, Debug, Default)]
pub struct Card {
    /// The order as it is said.
    pub title: String,
    /// The working that stands whatever the dice say.
    pub notes: Vec<Note>,
    pub refusal: Option<Box<WireRefusal>>,
    /// What has to be rolled next.
    pub throw: Option<Throw>,
    /// Those who fight: attackers, defenders.
    pub sides: Vec<CardSide>,
    /// Where pieces would go without any dice.
    pub ways: Vec<CardWay>,
    /// What was tried, and why it is not so: the directions of a retreat.
    pub tried: Vec<Remark>,
    /// The exact chances; none where nothing is left to the dice, or they are not weighed.
    pub chances: Option<Chances>,
}

/// One side of a combat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardSide {
    /// `French attack`.
    pub title: String,
    /// The side's id.
    pub side: String,
    /// Piece, and its strength and place in the combat.
    pub pieces: Vec<(String, String)>,
    pub throws: Vec<CardThrow>,
    /// The strength with which it fights, or that is added to its die.
    pub total: Option<u32>,
    /// What is thrown for the result in the end; said of the first side.
    pub result: String,
}

/// Some dice of one side, or the figures with which it fights.
#[derive(Clone, Debug, PartialEq)]
pub struct CardThrow {
    /// `Attack of 3 Ney on 5 Kempt`.
    pub what: String,
    pub dice: u8,
    pub hits_on: Option<u16>,
    pub modifiers: Vec<Modifier>,
    pub clause: Clause,
}

/// The way of a piece, place by place.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CardWay {
    pub piece: String,
    pub places: Vec<Spot>,
}

/// Exact chances of an order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chances {
    /// How it may end, from the best of who orders it to the worst.
    pub ends: Vec<Chance>,
    /// Piece, points it loses on average, chance that it is gone.
    pub losses: Vec<(String, f64, f64)>,
    /// Every different result, the likeliest first.
    pub results: Vec<Chance>,
    /// Why there are no results: they are too many to list, or to be weighed at all.
    pub unlisted: Option<String>,
}

/// A rule set that briefs those who watch its games. What a side may not know is taken out of the state before it is asked.
pub trait Briefs: Tells {
    fn head(state: &Self::State) -> Head;

    /// The order of battle: each group after the one over it.
    fn groups(state: &Self::State) -> Vec<Group>;

    /// What is drawn, and the pieces that can be pointed at.
    fn scene(state: &Self::State) -> Scene;

    /// What is told of a piece.
    ///
    /// # Errors
    ///
    /// There is no such piece.
    fn tooltip(state: &Self::State, piece: &str) -> Result<Tooltip, AskFault>;

    /// What the enemy could do to a piece, nearest first; `at`: if it stood there.
    ///
    /// # Errors
    ///
    /// There is no such piece or place.
    fn threats(state: &Self::State, piece: &str, at: Option<Spot>) -> Result<Vec<Threat>, AskFault>;

    /// The card of an order when these throws of it have been made.
    fn card(state: &Self::State, order: &Self::Order, thrown: &[TypedEntry]) -> Card;
}
