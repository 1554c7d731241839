//! One solo player: what it wants of the stands that may act.

use crate::rules::Offer;
use crate::rules::easy::{Order, Reaction, State};
use crate::scenario::Side;

/// A player of one side.
#[derive(Debug)]
pub struct Player {
    side: Side,
}

impl Player {
    pub fn new(side: Side) -> Self {
        Self { side }
    }

    /// A new step begins: earlier plans are void.
    pub fn begin(&mut self) {}

    /// The next order of the plan; none where an offer is to be taken.
    pub fn plan<'a>(&mut self, _view: &State, _offers: impl FnOnce() -> &'a [Offer<Order>]) -> Option<Order> {
        None
    }

    /// How little the player likes an offer. Wary: only what brings the activation to its end is liked.
    pub fn dislike(&self, _view: &State, offer: &Offer<Order>, wary: bool) -> u32 {
        let _ = self.side;
        match &offer.order {
            Order::RollWeather | Order::Draw => 0,
            Order::OpeningFire { .. } => 1,
            Order::React { reaction: Reaction::Evade, .. } => 2,
            Order::React { reaction: Reaction::Fire, .. } => 3,
            Order::React { reaction: Reaction::Stand, .. } => 4,
            Order::Continue { .. } => 5,
            Order::Declare { .. } => 6,
            Order::Resolve { .. } => 7,
            Order::PlaceHits { .. } => 8,
            Order::Split { .. } => 9,
            Order::Retreat { .. } => 10,
            Order::EndMoves if wary => 11,
            Order::Finish if wary => 12,
            Order::Fire { .. } => 20,
            Order::Pick { .. } => 21,
            Order::Activate { .. } => 22,
            Order::EndMoves => 30,
            Order::Finish => 31,
            Order::Enter { .. } => 40,
            Order::Move { .. } | Order::MoveGeneral { .. } | Order::Rally { .. } => 41,
            Order::Withdraw { .. } => 42,
            Order::Fiat(_) => 99,
        }
    }
}
