//! A piece in hand: where it may go, and what putting it down would do.

use std::fmt::Debug;

use super::answer::Spot;
use super::brief::Remark;
use super::draft::Draft;
use super::messages::WireRefusal;
use drawing::Mark;

/// What is shown of a piece that is picked up.
#[derive(Clone, Debug, Default)]
pub struct PieceSummary {
    pub piece: String,
    /// `French 28th demi-brigade in 2311`.
    pub name: String,
    /// Its allowance, and how far that goes: `5 movement points, 23 hexes`.
    pub words: String,
    /// Why it may not be moved at all; it is still picked up if that is nobody's mistake.
    pub refusal: Option<Box<WireRefusal>>,
    /// Where it stands; `None` if it comes on.
    pub from: Option<Spot>,
    /// The places where it may end, each with its cost: `3`, `1½`. Empty if places are not listed.
    pub places: Vec<(Spot, String)>,
    /// The area where it may end, drawn beneath the pieces.
    pub marks: Vec<Mark>,
    /// Can more places be found by a longer search, such as those that depend on luck?
    pub more: bool,
    /// Can it be turned in hand, by steps ([`PieceInHand::turn`])?
    pub turns: bool,
    /// The piece itself, drawn round the origin.
    pub ghost: Vec<Mark>,
}

/// The place where a piece is held.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a> {
    pub to: Spot,
    /// The way-points of the move.
    pub via: &'a [Spot],
    /// Is it free of attraction to nearby places and pieces?
    pub free: bool,
}

impl Goal<'_> {
    /// A goal reached directly.
    pub fn at(to: Spot) -> Self {
        Self { to, via: &[], free: true }
    }
}

/// The result of putting a piece down somewhere.
#[derive(Clone, Debug, Default)]
pub struct Trip {
    /// The order for it; `None` if nothing would happen.
    pub order: Option<Draft>,
    /// The part of it that the rules allow, if they do not allow all.
    pub short: Option<Draft>,
    /// Are more places to be chosen? Then a piece put down here goes by this place, and stays in hand for the next.
    pub open: bool,
    /// The places to choose from next, each with its cost, if the way is chosen place by place.
    pub next: Vec<(Spot, String)>,
    /// Where it would come to rest; `None` means where it is held.
    pub rests: Option<Spot>,
    /// The cost, and what is left.
    pub words: String,
    /// The cost as a share of the allowance; `None` if nothing is spent.
    pub share: Option<f32>,
    /// The cost of each kind of ground on the way.
    pub spent: Vec<Spent>,
    /// The risk of the dice: `gets there 33 %, else stops at the brook`; `None` if it gets there for certain.
    pub risk: Option<String>,
    /// Can no dice bring it there?
    pub never: bool,
    /// What attracted it to its resting place.
    pub drawn_to: Option<String>,
    /// Events on the way.
    pub notes: Vec<String>,
    pub refusal: Option<Box<WireRefusal>>,
    /// Why the place where it is held is dark, in one short sentence for the pointer: what stops it, or that a roll is due.
    /// `None`: it is lit, or the refusal says all.
    pub dark: Option<Remark>,
    /// The way, drawn beneath the pieces.
    pub marks: Vec<Mark>,
}

/// The cost of one kind of ground on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    /// `Rough ground`.
    pub ground: String,
    /// The distance over this ground.
    pub gone: String,
    /// The cost of that distance.
    pub cost: String,
}

/// Finds where a piece may end, drawn beneath the pieces, in the background. It asks now and then whether the result is still
/// wanted; `None` if not.
pub type ReachSearch = Box<dyn FnOnce(&dyn Fn() -> bool) -> Option<Vec<Mark>> + Send>;

/// A piece in hand. What its moves depend on is computed once, so that each further position costs little.
pub trait PieceInHand: Debug {
    fn summary(&self) -> &PieceSummary;

    /// The result of putting it down there.
    fn trip(&mut self, goal: Goal<'_>) -> Trip;

    /// Turns it by one step, clockwise or anticlockwise: on hexes, by a hexside. Its drawing in [`PieceSummary`] follows.
    fn turn(&mut self, _clockwise: bool) {}

    /// A search for where it may end with the heading of this place; `None` if its [`PieceSummary`] shows that already.
    fn reach(&self, _held: Spot) -> Option<ReachSearch> {
        None
    }
}

/// A piece that may not move now, as if it might: how far it would get. None of its moves can be ordered.
#[derive(Debug)]
pub struct Supposed {
    held: Box<dyn PieceInHand>,
    lift: PieceSummary,
}

impl Supposed {
    /// `held`: the piece as if it might move; `refusal`: why it may not.
    pub fn new(held: Box<dyn PieceInHand>, refusal: Box<WireRefusal>) -> Self {
        let lift = PieceSummary { refusal: Some(refusal), ..held.summary().clone() };
        Self { held, lift }
    }
}

impl PieceInHand for Supposed {
    fn summary(&self) -> &PieceSummary {
        &self.lift
    }

    fn trip(&mut self, goal: Goal<'_>) -> Trip {
        Trip { order: None, short: None, ..self.held.trip(goal) }
    }

    fn turn(&mut self, clockwise: bool) {
        self.held.turn(clockwise);
        self.lift.ghost.clone_from(&self.held.summary().ghost);
    }

    fn reach(&self, held: Spot) -> Option<ReachSearch> {
        self.held.reach(held)
    }
}
