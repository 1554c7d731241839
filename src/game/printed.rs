//! What paper needs from a game: the look of its pieces when they are cut out, and the lengths in its rules. Units:
//! inches.

use schemars::JsonSchema;
use serde::Serialize;

use super::contract::Clause;
use drawing::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};
use table::Vec2;

/// A piece as it is printed: on a roster, on a label, on a counter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Printed {
    /// Its key.
    pub piece: String,
    /// The arm: `heavy cavalry`.
    pub arm: String,
    /// Points that are left, and points at the beginning; 0 at the beginning if it has none.
    pub left: u32,
    pub start: u32,
    /// Is its present strength hidden from the viewer?
    pub hidden: bool,
    /// Its movement allowance, in the unit of its rules; 0 if it is not on its counter.
    pub movement: u32,
    /// What can happen to it as a whole, in the order in which it usually does, and whether it has: `routed`, `lost`. Empty
    /// if it loses its points one by one.
    pub fates: Vec<(&'static str, bool)>,
    /// The parts that are cut out for it: its stands one by one, or its counter.
    pub cuts: Vec<Cutting>,
}

/// Something to cut out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Cutting {
    /// Its size.
    #[schemars(with = "(f32, f32)")]
    pub size: Vec2,
    /// Marks about its middle, with its front up.
    pub front: Vec<Mark>,
    /// The marks of the other side, as seen from there; empty if it is blank.
    pub back: Vec<Mark>,
}

/// A length of the rules in force.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RuleLength {
    /// `Command range`.
    pub words: String,
    pub inches: f32,
    /// Is it measured all round? Then it is printed as a ring as well as a stick.
    pub round: bool,
    pub clause: Clause,
    /// For a range, its bands, each up to this many inches, the nearest first.
    pub bands: Vec<(&'static str, f32)>,
}

impl RuleLength {
    /// A length that is measured along a line.
    pub fn along(words: impl Into<String>, inches: f32, clause: Clause) -> Self {
        Self { words: words.into(), inches, round: false, clause, bands: Vec::new() }
    }

    /// A length that reaches all round.
    pub fn round(words: impl Into<String>, inches: f32, clause: Clause) -> Self {
        Self { round: true, ..Self::along(words, inches, clause) }
    }

    /// A range with its bands.
    pub fn range(words: impl Into<String>, bands: Vec<(&'static str, f32)>, clause: Clause) -> Self {
        let farthest = bands.last().map_or(0.0, |(_, inches)| *inches);
        Self { bands, ..Self::along(words, farthest, clause) }
    }
}

/// The plain back of a counter: its colour and its name.
pub fn plain_back(colour: ArmyColour, size: Vec2, words: [&str; 2]) -> Vec<Mark> {
    let half = size / 2.0;
    let block = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| half * Vec2::new(x, y));
    let frame = Pen::new(Ink::Frame(colour), Length::inches(0.05).between(1.1, 3.0));
    let mut marks = vec![Mark::fill(block, Ink::Block(colour)), Mark::ring(block, frame)];
    for (text, up, high, face) in [(words[0], 0.12, 0.3, Face::Bold), (words[1], -0.3, 0.24, Face::Italic)] {
        let at = Vec2::new(0.0, up * size.y);
        let mut words =
            Lettering::new(at, text, Length::inches(high * size.y), face, Ink::NameOnBlock(colour));
        (words.legible, words.room, words.shrinks) = (3.0, size.x * 0.92, true);
        marks.push(words.into());
    }
    marks
}
