//! A piece in hand: where it may go, and what it would come to if it were put down.

use std::fmt::Debug;

use super::answer::Spot;
use super::draft::Draft;
use super::messages::WireRefusal;
use drawing::Mark;

/// What is told of a piece that is taken in hand.
#[derive(Clone, Debug, Default)]
pub struct Lift {
    pub piece: String,
    /// `French 28th demi-brigade in 2311`.
    pub name: String,
    /// What it may spend, and how far that goes: `5 movement points, 23 hexes`.
    pub words: String,
    /// Why it may not be moved at all; it is in hand all the same where that is nobody's mistake.
    pub refusal: Option<Box<WireRefusal>>,
    /// Where it stands; none: it comes on.
    pub from: Option<Spot>,
    /// Where it may end, with what that costs: `3`, `1½`. Empty where places are no list.
    pub places: Vec<(Spot, String)>,
    /// Where it may end, to be drawn beneath the pieces.
    pub marks: Vec<Mark>,
    /// There is more of that to be found, which takes longer: what luck may add.
    pub more: bool,
    /// It may be turned in hand, by steps ([`Held::turn`]).
    pub turns: bool,
    /// The piece itself, drawn round the origin.
    pub ghost: Vec<Mark>,
}

/// Where a piece is held.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a> {
    pub to: Spot,
    /// The places by which it goes there.
    pub via: &'a [Spot],
    /// Nothing near draws it to itself.
    pub free: bool,
}

impl Goal<'_> {
    /// Straight there.
    pub fn at(to: Spot) -> Self {
        Self { to, via: &[], free: true }
    }
}

/// What putting a piece down somewhere would be.
#[derive(Clone, Debug, Default)]
pub struct Trip {
    /// The order that it is; none where nothing would come of it.
    pub order: Option<Draft>,
    /// As much of it as the rules allow, where they do not allow all.
    pub short: Option<Draft>,
    /// More places are to be chosen: put down here it goes by this place, and stays in hand for the next.
    pub open: bool,
    /// The places one of which is chosen next, each with what it costs, where the way is chosen place by place.
    pub next: Vec<(Spot, String)>,
    /// Where it would come to rest; none: where it is held.
    pub rests: Option<Spot>,
    /// What it costs, and what is left.
    pub words: String,
    /// The share of what it may spend that this costs; none: nothing is spent.
    pub share: Option<f32>,
    /// What each sort of ground on the way costs.
    pub spent: Vec<Spent>,
    /// What the dice may make of it: `gets there 33 %, else stops at the brook`; none: it gets there for certain.
    pub risk: Option<String>,
    /// No dice bring it there.
    pub never: bool,
    /// What drew it to where it rests.
    pub drawn_to: Option<String>,
    /// What happens on the way.
    pub notes: Vec<String>,
    pub refusal: Option<Box<WireRefusal>>,
    /// Its way, to be drawn beneath the pieces.
    pub marks: Vec<Mark>,
}

/// What one sort of ground on the way costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    /// `Rough ground`.
    pub ground: String,
    /// How far it goes there.
    pub gone: String,
    /// What that costs.
    pub cost: String,
}

/// Finds where a piece may end, drawn beneath the pieces, away from the frame. It asks now and then whether anybody still wants
/// it; none: nobody did.
pub type ReachSearch = Box<dyn FnOnce(&dyn Fn() -> bool) -> Option<Vec<Mark>> + Send>;

/// A piece in hand. What its ways depend on is found out once, so that a hand that moves on costs little.
pub trait Held: Debug {
    fn lift(&self) -> &Lift;

    /// What putting it down there would be.
    fn trip(&mut self, goal: Goal<'_>) -> Trip;

    /// Turns it by a step as the space has them, clockwise or against it: by a hexside. What its lift draws of it follows.
    fn turn(&mut self, _clockwise: bool) {}

    /// Finds where it may end with the heading of this place; none: as its lift says.
    fn reach(&self, _held: Spot) -> Option<ReachSearch> {
        None
    }
}
