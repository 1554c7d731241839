//! How a game stands, in a few lines: losses and points as a table, what goes on, and the result.

use scenario::Side;

/// How a game stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub losses: LossTable,
    /// What goes on: `I Corps is active`.
    pub now: String,
    /// Level of victory, winner, their points and their enemy's: `decisive French 30-12`, `draw nobody 4-4`.
    /// Of a battle that is not over, what it would be now.
    pub result: String,
}

/// Losses and points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LossTable {
    /// The heads of the columns after the name.
    pub columns: Vec<&'static str>,
    pub parts: Vec<LossPart>,
    /// What is said below it.
    pub notes: Vec<String>,
}

/// The rows of a side, or one row that is a side's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossPart {
    pub side: Side,
    pub name: String,
    /// The side's own figures; empty where it has rows.
    pub figures: Vec<String>,
    pub rows: Vec<LossRow>,
    /// What is said below its rows.
    pub notes: Vec<String>,
    /// Victory points, where its rows do not say them.
    pub points: Option<i32>,
}

/// What a part of an army has lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossRow {
    pub name: String,
    /// One for each column.
    pub figures: Vec<String>,
}
