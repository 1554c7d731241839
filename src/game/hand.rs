//! A piece in hand: where it may go, and what it would come to if it were put down.

use std::fmt::Debug;

use super::answer::Spot;
use super::draft::Draft;
use super::told::WireRefusal;
use crate::drawing::Mark;

/// What is told of a piece that is taken in hand.
#[derive(Clone, Debug, Default)]
pub struct Lift {
    pub piece: String,
    /// `French 28 in 2311`.
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
    /// The piece itself, drawn round the origin.
    pub ghost: Vec<Mark>,
}

/// What putting a piece down somewhere would be.
#[derive(Clone, Debug, Default)]
pub struct Trip {
    /// The order that it is; none where nothing would come of it.
    pub order: Option<Draft>,
    /// What it costs, and what is left.
    pub words: String,
    pub refusal: Option<Box<WireRefusal>>,
    /// Its way, to be drawn beneath the pieces.
    pub marks: Vec<Mark>,
}

/// A piece in hand. What its ways depend on is found out once, so that a hand that moves on costs little.
pub trait Held: Debug {
    fn lift(&self) -> &Lift;

    /// What putting it down there would be.
    fn trip(&mut self, to: Spot) -> Trip;
}
