//! How a battle ended, or how it stands, in plain data: verdict, points, losses, strength by turn, luck. Units: strength points.

use super::brief::Remark;
use super::contract::Clause;
use super::messages::counted;
use drawing::ArmyColour;

/// The end of the battle, or how it stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ending {
    pub verdict: String,
    pub over: bool,
    pub conditions: Vec<Condition>,
    /// The outcome of the conditions; `None` if points decide.
    pub because: Option<Remark>,
    pub sides: Vec<SideEnding>,
    /// The unit of strength. Set by the game, not by the rule set.
    pub counted_in: &'static str,
}

/// A condition of victory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub words: String,
    pub holds: bool,
    pub clause: Clause,
}

/// One side's part of the ending.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideEnding {
    pub name: String,
    pub colour: Option<ArmyColour>,
    /// The score in few words, for the head: `12`, `lost 12`.
    pub score: String,
    /// `12 points`, `12 strength points lost`.
    pub points: String,
    /// What the points are for, with their number.
    pub sources: Vec<(String, i32)>,
    pub losses: Vec<Loss>,
    /// Notes below the losses: `1 general lost`.
    pub notes: Vec<String>,
    /// Set by the game, not by the rule set.
    pub luck: Vec<LuckRow>,
    /// Turns with the strength points left at their end; turn 0 means before the first. Set by the game too.
    pub strength: Vec<(u8, u32)>,
}

/// What a group of the order of battle has lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    pub group: String,
    pub left: u32,
    pub start: u32,
    /// Pieces that are gone for good: `2 stands lost`; empty if there are none.
    pub gone: String,
    /// Turns with the strength points left at their end; empty if no record is kept.
    pub strength: Vec<(u8, u32)>,
}

/// Expected and actual results of a side's dice of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LuckRow {
    /// `Fire`, `Close combat`.
    pub kind: String,
    pub dice: u32,
    /// Hits or pips, on average and as rolled.
    pub expected: f64,
    pub actual: f64,
    /// `as much or more once in 12 battles`.
    pub rarity: String,
}

/// `1 unit lost`, `3 units lost`; empty if none.
pub fn lost(count: usize, piece: &str) -> String {
    match count {
        0 => String::new(),
        _ => format!("{} lost", counted(count, piece, &format!("{piece}s"))),
    }
}

/// The name of a side's people: `the Prussians`, `the French`; any other name is unchanged.
pub fn people(side: &str) -> String {
    match side {
        "Allied" => "the Allies".to_owned(),
        "Austrian" | "Bavarian" | "Belgian" | "Hanoverian" | "Italian" | "Prussian" | "Russian" | "Saxon" => {
            format!("the {side}s")
        }
        "British" | "Dutch" | "English" | "French" | "Polish" | "Portuguese" | "Spanish" | "Swiss" => {
            format!("the {side}")
        }
        _ => side.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_nations_are_peoples_and_other_names_stay() {
        for (side, said) in [
            ("French", "the French"),
            ("Prussian", "the Prussians"),
            ("Allied", "the Allies"),
            ("Coalition", "Coalition"),
            ("Red", "Red"),
            ("Napoleon", "Napoleon"),
        ] {
            assert_eq!(people(side), said);
        }
    }
}
