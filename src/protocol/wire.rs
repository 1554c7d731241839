//! What a rule set adds to the protocol: how its orders are written, and what it tells of its states and events.
//!
//! Everything else of the exchanges is the same for all rule sets and written once, in `request`, `answer` and `server`.

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::answer::{Answer, WireError};
use super::request::Request;
use crate::game::{Spelt, Vocabulary};
use crate::rules::{Spelled, Viewer};
use crate::scenario::Side;

/// A part of a message.
pub trait Message: Debug + Clone + PartialEq + Serialize + DeserializeOwned + JsonSchema {}

impl<T: Debug + Clone + PartialEq + Serialize + DeserializeOwned + JsonSchema> Message for T {}

/// The requests of a rule set.
pub type RequestOf<R> = Request<Spelt<R>, Spelt<<R as Wire>::WireAct>, <R as Wire>::WireAsk>;

/// The answers of a rule set.
pub type AnswerOf<R> = Answer<
    Spelt<R>,
    <R as Wire>::WireEvent,
    <R as Wire>::WireRefusal,
    <R as Wire>::WireReach,
    <R as Wire>::WireWay,
    <R as Wire>::WireState,
>;

/// A rule set that is played over the wire.
pub trait Wire: Spelled {
    /// What the referee overrides, as in cases.
    type WireAct: Vocabulary;
    /// Who is picked up, for `reach`.
    type WireAsk: Message;
    /// Requests that only these rules know: an enum with a variant for each.
    type WireExtra: Message;
    /// The names of those requests.
    const EXTRAS: &'static [&'static str];

    /// What happened.
    type WireEvent: Message + Default;
    /// Why an order is refused.
    type WireRefusal: Message;
    /// Everywhere that can be reached.
    type WireReach: Message;
    /// The cheapest way to one place.
    type WireWay: Message;
    /// The game.
    type WireState: Message;
    /// The answers to the requests that only these rules know: an enum with a variant for each.
    type WireTold: Message;

    /// The side's id.
    fn side_id(state: &Self::State, side: Side) -> String;

    /// The side of this id, or what would be accepted.
    fn side(state: &Self::State, name: &str) -> Result<Side, String>;

    /// What happened, as far as this viewer may know.
    fn event(state: &Self::State, event: &Self::Event, viewer: Viewer) -> Self::WireEvent;

    fn refusal(refusal: &Self::Refusal) -> Self::WireRefusal;

    /// The game: the whole state, or what a side may know of it.
    fn state(state: &Self::State) -> Self::WireState;

    /// [`Answer::Reach`], or [`Answer::Way`] where one place is asked for.
    fn reach(state: &Self::State, ask: &Self::WireAsk) -> Result<AnswerOf<Self>, WireError>;

    /// The answer to a request that only these rules know.
    fn extra(state: &Self::State, ask: &Self::WireExtra) -> Self::WireTold;
}
