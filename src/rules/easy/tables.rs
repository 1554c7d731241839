//! The printed tables of Easy Napoleonic, cell by cell.
//!
//! Source: tables `to-hit` and `rates` of the rules; `sp-divisor` and the sizes of stands are in [`crate::army`]. Units: inches, natural faces, strength points.

use crate::army::{Arm, Battery};
use crate::scenario::Weather;

/// Ground scale: an inch of the table is so many yards (`easy:I.B`).
pub const YARDS_PER_INCH: f32 = 150.0;

/// Within this of its general a stand may be activated (`easy:II.A.2.2`), and a command picked (`easy:II.A.4.2`).
pub const COMMAND_RANGE: f32 = 6.0;

/// From this distance to its general on a stand is detached (`easy:V.A`).
pub const DETACH_RANGE: f32 = 12.0;

/// How far a zone of control reaches (`easy:II.C.4`).
pub const ZONE_REACH: f32 = 2.0;

/// How near a stand must be to an objective to hold it (`easy:IV.C-terrain`).
pub const HOLD_RANGE: f32 = 2.0;

/// How far behind a stand a displaced general may look for room (`easy:III.C.2`).
pub const GENERAL_SEARCH: f32 = 2.0;

/// How far behind a front corner another edge may touch too (`easy:III-contact`).
pub const FRONT_CORNER_SLACK: f32 = 0.1;

/// The lowest d6 that hits in close combat (`easy:III.B.2`).
pub const COMBAT_HITS_ON: i32 = 5;

/// The lowest d6 that hits in opening fire (`easy:III.E.1`).
pub const OPENING_HITS_ON: i32 = 6;

/// The d6 on which a contacted general is lost (`easy:III.C.2`).
pub const GENERAL_LOST_ON: u32 = 6;

/// A band of the to-hit table (`easy:II.D-range`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Band {
    Canister,
    Effective,
    Long,
}

impl Band {
    pub fn name(self) -> &'static str {
        match self {
            Self::Canister => "canister",
            Self::Effective => "effective range",
            Self::Long => "long range",
        }
    }
}

/// A row of the to-hit table: lowest hitting d10 face and last inch of each band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToHit {
    pub canister: (i32, f32),
    pub effective: (i32, f32),
    pub long: (i32, f32),
}

/// The row of a battery. Clause: `easy:II.D-range`.
pub fn to_hit(battery: Battery) -> ToHit {
    let row = |canister, effective, long| ToHit { canister, effective, long };
    match battery {
        Battery::Six4Pounders => row((8, 2.5), (8, 4.5), (10, 8.0)),
        Battery::Six6Pounders => row((7, 3.0), (8, 5.0), (10, 10.0)),
        Battery::Eight6Pounders => row((5, 3.0), (7, 5.0), (10, 10.0)),
        Battery::Six8Or9Pounders => row((5, 3.0), (8, 5.0), (10, 10.0)),
        Battery::Eight8Or9Pounders => row((3, 3.5), (7, 5.0), (10, 10.0)),
        Battery::Eight12Pounders => row((2, 4.0), (7, 6.0), (10, 12.0)),
        Battery::SixHowitzers => row((2, 3.0), (9, 4.5), (10, 11.0)),
        Battery::EightHowitzers => row((2, 3.5), (9, 4.5), (10, 10.5)),
    }
}

impl ToHit {
    /// The band of a range in inches; none beyond long range.
    pub fn band(&self, range: f32) -> Option<Band> {
        use crate::table::tolerance::within;
        if within(range, self.canister.1) {
            Some(Band::Canister)
        } else if within(range, self.effective.1) {
            Some(Band::Effective)
        } else if within(range, self.long.1) {
            Some(Band::Long)
        } else {
            None
        }
    }

    /// The lowest hitting face and the last inch of a band.
    pub fn row(&self, band: Band) -> (i32, f32) {
        match band {
            Band::Canister => self.canister,
            Band::Effective => self.effective,
            Band::Long => self.long,
        }
    }
}

/// Inches an activation on clear ground in clear weather. Clause: `easy:II.B`.
pub fn rate(arm: Arm) -> f32 {
    match arm {
        Arm::Infantry | Arm::FootArtillery | Arm::Engineer | Arm::Pontoon | Arm::Wagon => 6.0,
        Arm::LightCavalry | Arm::HorseArtillery => 9.0,
        Arm::HeavyCavalry => 8.0,
        Arm::General => 12.0,
    }
}

/// Inches that the weather takes off the rate. Clauses: `easy:IV.D-mud`, `easy:IV.D-poor`.
pub fn weather_loss(arm: Arm, weather: Weather) -> f32 {
    match weather {
        Weather::Clear => 0.0,
        Weather::Muddy => match arm {
            Arm::Infantry | Arm::LightCavalry | Arm::HeavyCavalry | Arm::Engineer => 1.0,
            Arm::FootArtillery | Arm::HorseArtillery | Arm::Pontoon | Arm::Wagon => 2.0,
            Arm::General => 0.0,
        },
        Weather::Poor => match arm {
            Arm::LightCavalry | Arm::HeavyCavalry | Arm::General => 1.0,
            Arm::Infantry
            | Arm::FootArtillery
            | Arm::HorseArtillery
            | Arm::Engineer
            | Arm::Pontoon
            | Arm::Wagon => 0.0,
        },
    }
}

/// The rate in this weather, in inches, before terrain. Clause: `easy:II.B`.
pub fn allowance(arm: Arm, weather: Weather) -> f32 {
    (rate(arm) - weather_loss(arm, weather)).max(0.0)
}

/// Weather of a d6, +1 in winter and spring. Clause: `easy:IV.D`.
pub fn weather_of(die: u32, winter_or_spring: bool) -> Weather {
    match die + u32::from(winter_or_spring) {
        0..=4 => Weather::Clear,
        5 => Weather::Muddy,
        _ => Weather::Poor,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_include_their_last_inch() {
        let row = to_hit(Battery::Eight6Pounders);
        assert_eq!(row.band(3.0), Some(Band::Canister));
        assert_eq!(row.band(3.01), Some(Band::Effective));
        assert_eq!(row.band(5.01), Some(Band::Long));
        assert_eq!(row.band(10.01), None);
    }
}
