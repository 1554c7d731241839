//! The tables of Epstein's rules: moves, ranges, kinds, artillery, assaults on buildings.
//!
//! Source: the tables of the rulebook in `assets/rules/epstein.ron`, which are data; here they are read and checked once, so that
//! rules ask for numbers. Units: inches; figures' values; the least sum of two dice that holds.

use std::collections::BTreeMap;

use crate::dice::Throw;

/// A weapon's ranges, in inches (`epstein:3d.4`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub least: f32,
    pub optimum: f32,
    pub most: f32,
}

/// A row of the table of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Melee value of a figure.
    pub value: u8,
    /// The least sum of two dice with which it holds (`epstein:9.5`).
    pub hold: u8,
}

/// How far off a target of artillery is (`epstein:8.d.1`, `epstein:8.d.7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    Optimum,
    Long,
}

/// What a target stands in or behind (`epstein:14.1`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    #[default]
    Open,
    /// On a height, in a wood.
    Light,
    /// Two inches higher, behind breastworks.
    Strong,
}

/// What an assault on a building comes to (`epstein:15.5`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssaultResult {
    DefenderEliminated,
    DefenderLosesOne,
    Repulsed,
    AttackerLosesOne,
    AttackerEliminated,
}

/// The numbers of a game: the printed ones, with what the referee has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    /// By row of the table of moves, in inches.
    moves: BTreeMap<&'static str, f32>,
    ranges: BTreeMap<&'static str, Range>,
    kinds: BTreeMap<&'static str, Worth>,
    /// The highest face that hits, by band and cover; 0: no die is thrown.
    round_shot: [[u8; 3]; 2],
    canister: [[u8; 3]; 2],
    /// The least total of each result, from the best of the attacker's.
    assault: Vec<(u8, AssaultResult)>,
}

impl Default for Tables {
    fn default() -> Self {
        let range = |least, optimum, most| Range { least, optimum, most };
        let worth = |value, hold| Worth { value, hold };
        Self {
            moves: BTreeMap::from([
                ("inf_march_column", 6.0),
                ("inf_assault_column", 5.0),
                ("inf_line", 4.0),
                ("inf_square", 4.0),
                ("inf_skirmish", 9.0),
                ("artillery", 9.0),
                ("gunners_on_foot", 9.0),
                ("cavalry_any", 12.0),
                ("cavalry_changing_formation", 6.0),
                ("command", 12.0),
                ("rout_infantry", 9.0),
                ("rout_cavalry", 12.0),
                ("rout_crew", 9.0),
            ]),
            ranges: BTreeMap::from([
                ("musket", range(0.0, 4.0, 6.0)),
                ("rifle", range(0.0, 6.0, 6.0)),
                ("canister", range(0.0, 4.0, 6.0)),
                ("round_shot", range(6.0, 12.0, 18.0)),
            ]),
            kinds: BTreeMap::from([
                ("inf_line", worth(2, 8)),
                ("inf_guard", worth(3, 7)),
                ("inf_landwehr", worth(2, 8)),
                ("inf_line_skirmish", worth(1, 8)),
                ("inf_guard_skirmish", worth(2, 7)),
                ("inf_landwehr_skirmish", worth(1, 8)),
                ("cav_light_line", worth(3, 8)),
                ("cav_medium_line", worth(4, 8)),
                ("cav_heavy_line", worth(5, 8)),
                ("cav_light_guard", worth(4, 7)),
                ("cav_medium_guard", worth(5, 7)),
                ("cav_heavy_guard", worth(6, 7)),
                ("cav_landwehr", worth(3, 8)),
                ("art_foot_line", worth(1, 8)),
                ("art_horse_line", worth(1, 8)),
                ("art_foot_guard", worth(2, 7)),
                ("art_horse_guard", worth(2, 7)),
            ]),
            round_shot: [[3, 2, 1], [2, 1, 0]],
            canister: [[3, 2, 1], [2, 1, 0]],
            assault: vec![
                (12, AssaultResult::DefenderEliminated),
                (9, AssaultResult::DefenderLosesOne),
                (7, AssaultResult::Repulsed),
                (3, AssaultResult::AttackerLosesOne),
                (0, AssaultResult::AttackerEliminated),
            ],
        }
    }
}

impl Tables {
    /// Inches of a row of the table of moves; 0 for a row that it lacks.
    pub fn inches(&self, row: &str) -> f32 {
        self.moves.get(row).copied().unwrap_or(0.0)
    }

    /// The ranges of `musket`, `rifle`, `canister`, `round_shot`.
    pub fn range(&self, weapon: &str) -> Range {
        self.ranges.get(weapon).copied().unwrap_or(Range { least: 0.0, optimum: 0.0, most: 0.0 })
    }

    /// The value and the hold of a row of the table of kinds.
    pub fn worth(&self, row: &str) -> Worth {
        self.kinds.get(row).copied().unwrap_or(Worth { value: 1, hold: 8 })
    }

    /// The highest face with which a die of round shot hits; 0: none is thrown (`epstein:8.d.1`, `epstein:8.d.13`).
    pub fn round_shot_hits(&self, band: Band, cover: Cover) -> u8 {
        self.round_shot[band as usize][cover as usize]
    }

    /// The same of canister (`epstein:8.d.7`, `epstein:8.d.9`).
    pub fn canister_hits(&self, band: Band, cover: Cover) -> u8 {
        self.canister[band as usize][cover as usize]
    }

    /// What a total comes to; below 0 counts as 0, above 12 as 12 (`epstein:15.5`).
    pub fn assault(&self, total: i32) -> AssaultResult {
        let found = self.assault.iter().find(|(least, _)| total >= i32::from(*least));
        found.map_or(AssaultResult::AttackerEliminated, |(_, result)| *result)
    }

    /// The same tables with the farthest reach of round shot (`epstein:3d.4`) and the guards' hold that were chosen.
    #[must_use]
    pub fn with(mut self, round_shot_max: f32, guard_hold: u8) -> Self {
        if let Some(range) = self.ranges.get_mut("round_shot") {
            range.most = round_shot_max;
        }
        for (row, worth) in &mut self.kinds {
            if row.contains("guard") && guard_hold != 7 {
                worth.hold = guard_hold;
            }
        }
        self
    }
}

/// What each face of a die is worth that hits up to this one: low rolls hit.
pub fn low_hits(highest: u8) -> Vec<u8> {
    (1..=6).map(|face| u8::from(face <= highest)).collect()
}

/// What each sum of two dice is worth that holds or hits from this one on, for a throw that is read as a sum.
pub fn two_dice(by: Option<u8>, clause: &'static str, why: impl Into<String>) -> Throw {
    Throw::sum(2, 6, by, clause, why)
}
