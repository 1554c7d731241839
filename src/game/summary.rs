//! The state of a game in a few lines: losses and points as a table, current activity, and the result.

use scenario::Side;

/// The state of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub losses: LossTable,
    /// Current activity: `I Corps is active`.
    pub now: String,
    /// Level of victory, winner, their points and their enemy's: `decisive French 30-12`, `draw nobody 4-4`.
    /// Before the end of the battle, what it would be now.
    pub result: String,
}

/// Losses and points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LossTable {
    /// The heads of the columns after the name.
    pub columns: Vec<&'static str>,
    pub parts: Vec<LossPart>,
    /// Notes below it.
    pub notes: Vec<String>,
}

/// The rows of a side, or one row that is a side's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossPart {
    pub side: Side,
    pub name: String,
    /// The side's own figures; empty if it has rows.
    pub figures: Vec<String>,
    pub rows: Vec<LossRow>,
    /// Notes below its rows.
    pub notes: Vec<String>,
    /// Victory points, if its rows do not show them.
    pub points: Option<i32>,
}

/// Losses of a part of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossRow {
    pub name: String,
    /// One figure for each column.
    pub figures: Vec<String>,
}
