//! The printed tables of Easy Napoleonic, cell by cell, and the lengths of the rules.
//!
//! Clauses: `easy:I.A.1-scale`, `easy:II.B`, `easy:II.D-range`, `easy:IV.D`, `easy:V.D.1`, and wherever a length is
//! named.
//! Source: tables `to-hit` and `rates` of the rules; `sp-divisor` and the sizes of stands are in [`scenario::army`].
//! Units: inches, natural faces, strength points.

use std::num::ParseFloatError;
use std::str::FromStr;

use scenario::Weather;
use scenario::army::{Arm, Battery};
use table::ground::Stream;

/// Every length in the rules, in inches on this table: the printed one times the option `scale`.
///
/// All lengths used by the rules come from here; the rules contain no lengths of their own. The tolerances of `easy:0.2` are
/// not lengths in the rules and are not scaled.
///
/// Clause: `easy:I.A.1-scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lengths {
    scale: f32,
}

impl FromStr for Lengths {
    type Err = ParseFloatError;

    fn from_str(scale: &str) -> Result<Self, ParseFloatError> {
        scale.parse().map(Self::new)
    }
}

impl Lengths {
    /// For stands at this many times the printed size.
    pub fn new(scale: f32) -> Self {
        Self { scale }
    }

    /// How many times the printed size a stand has: half the side of an infantry stand.
    pub fn scale(self) -> f32 {
        self.scale
    }

    /// This many printed inches: for dice read as inches, and lengths without a name here.
    pub fn inches(self, printed: f32) -> f32 {
        printed * self.scale
    }

    /// Ground scale: the number of yards per inch on this table (`easy:I.B`).
    pub fn yards_per_inch(self) -> f32 {
        150.0 / self.scale
    }

    /// How near to its general a stand must be to be activated (`easy:II.A.2.2`), or a command to be picked (`easy:II.A.4.2`).
    pub fn command_range(self) -> f32 {
        self.inches(6.0)
    }

    /// How far a zone of control reaches (`easy:II.C.4`).
    pub fn zone_reach(self) -> f32 {
        self.inches(2.0)
    }

    /// How near a stand must be to an objective to hold it (`easy:IV.C-terrain`).
    pub fn hold_range(self) -> f32 {
        self.inches(2.0)
    }

    /// How far behind a stand a displaced general may look for room (`easy:III.C.2`).
    pub fn general_search(self) -> f32 {
        self.inches(2.0)
    }

    /// How far behind a front corner another edge may also touch (`easy:III-contact`).
    pub fn front_corner_slack(self) -> f32 {
        self.inches(0.1)
    }

    /// A move that ends in contact is extended to gap 0 if that is no farther than this (`easy:III-contact`).
    pub fn snap(self) -> f32 {
        self.inches(0.3)
    }

    /// A stand at least this far from its general is detached (`easy:V.A`).
    pub fn detach_range(self) -> f32 {
        self.inches(12.0)
    }

    /// A bridge this near to the site of a new one makes it unnecessary. Ruling: the rules name no distance (`easy:V.D.1`).
    pub fn bridge_spacing(self) -> f32 {
        self.inches(1.0)
    }

    /// How far off the bank the site of a bridge may be pointed at.
    pub fn bank_slack(self) -> f32 {
        self.inches(0.5)
    }

    /// The side of finished earthworks, which cover one stand of infantry (`easy:V.D.1`).
    pub fn earthwork_side(self) -> f32 {
        self.inches(2.0)
    }

    /// What slow infantry pays in addition to the distance for turning this many degrees: an inch for 90°, in proportion or by
    /// the nearest 45° (`easy:VI.D-slow`, `slow-turns`).
    pub fn slow_turn(self, degrees: f32, stepped: bool) -> f32 {
        self.inches(if stepped { (degrees / 45.0).round() / 2.0 } else { degrees / 90.0 })
    }

    /// The distance per activation on clear ground in clear weather (`easy:II.B`).
    pub fn rate(self, arm: Arm) -> f32 {
        self.inches(match arm {
            Arm::Infantry | Arm::FootArtillery | Arm::Engineer | Arm::Pontoon | Arm::Wagon => 6.0,
            Arm::LightCavalry | Arm::HorseArtillery => 9.0,
            Arm::HeavyCavalry => 8.0,
            Arm::General => 12.0,
        })
    }

    /// How much the weather reduces the rate (`easy:IV.D-mud`, `easy:IV.D-poor`).
    pub fn weather_loss(self, arm: Arm, weather: Weather) -> f32 {
        self.inches(match weather {
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
        })
    }

    /// The rate in this weather, before terrain (`easy:II.B`).
    pub fn allowance(self, arm: Arm, weather: Weather) -> f32 {
        (self.rate(arm) - self.weather_loss(arm, weather)).max(0.0)
    }

    /// The row of a battery in the to-hit table (`easy:II.D-range`).
    pub fn to_hit(self, battery: Battery) -> ToHit {
        let band = |(face, inches): (i32, f32)| (face, self.inches(inches));
        let [canister, effective, long] = printed_row(battery).map(band);
        ToHit { canister, effective, long }
    }
}

/// The lowest d6 that hits in close combat (`easy:III.B.2`).
pub const COMBAT_HITS_ON: i32 = 5;

/// The lowest d6 that hits in opening fire (`easy:III.E.1`).
pub const OPENING_HITS_ON: i32 = 6;

/// The d6 on which a contacted general is lost (`easy:III.C.2`).
pub const GENERAL_LOST_ON: u32 = 6;

/// The highest d6 on which forming squares fails (`easy:VI.G.3`).
pub const SQUARES_FAIL_ON: u8 = 1;

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

/// The row of a battery as printed: canister, effective, long.
fn printed_row(battery: Battery) -> [(i32, f32); 3] {
    match battery {
        Battery::Six4Pounders => [(8, 2.5), (8, 4.5), (10, 8.0)],
        Battery::Six6Pounders => [(7, 3.0), (8, 5.0), (10, 10.0)],
        Battery::Eight6Pounders => [(5, 3.0), (7, 5.0), (10, 10.0)],
        Battery::Six8Or9Pounders => [(5, 3.0), (8, 5.0), (10, 10.0)],
        Battery::Eight8Or9Pounders => [(3, 3.5), (7, 5.0), (10, 10.0)],
        Battery::Eight12Pounders => [(2, 4.0), (7, 6.0), (10, 12.0)],
        Battery::SixHowitzers => [(2, 3.0), (9, 4.5), (10, 11.0)],
        Battery::EightHowitzers => [(2, 3.5), (9, 4.5), (10, 10.5)],
    }
}

impl ToHit {
    /// The band for a range in inches. `None` beyond long range.
    pub fn band(&self, range: f32) -> Option<Band> {
        use table::tolerance::within;
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

/// The weather for a d6, +1 in winter and spring. Clause: `easy:IV.D`.
pub fn weather_of(die: u32, winter_or_spring: bool) -> Weather {
    match die + u32::from(winter_or_spring) {
        0..=4 => Weather::Clear,
        5 => Weather::Muddy,
        _ => Weather::Poor,
    }
}

/// Rows in the table of engineering tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TaskKind {
    Build(Stream),
    Earthworks,
    Destroy(Stream),
}

/// Turns that a task takes in clear weather. Clause: `easy:V.D.1`.
pub fn task_turns(kind: TaskKind) -> u8 {
    match kind {
        TaskKind::Build(Stream::Major) => 6,
        TaskKind::Build(Stream::Small) => 3,
        TaskKind::Earthworks | TaskKind::Destroy(Stream::Major) => 2,
        TaskKind::Destroy(Stream::Small) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_include_their_last_inch() {
        let row = Lengths::new(1.0).to_hit(Battery::Eight6Pounders);
        assert_eq!(row.band(3.0), Some(Band::Canister));
        assert_eq!(row.band(3.01), Some(Band::Effective));
        assert_eq!(row.band(5.01), Some(Band::Long));
        assert_eq!(row.band(10.01), None);
    }

    #[test]
    fn stands_of_three_inches_move_and_shoot_half_as_far_again() {
        let wide = Lengths::new(1.5);
        assert_eq!((wide.rate(Arm::Infantry), wide.zone_reach(), wide.command_range()), (9.0, 3.0, 9.0));
        assert!((wide.snap() - 0.45).abs() < 1e-6);
        assert_eq!(wide.allowance(Arm::Infantry, Weather::Muddy), 7.5);
        let row = wide.to_hit(Battery::Eight6Pounders);
        assert_eq!((row.band(4.5), row.band(4.51)), (Some(Band::Canister), Some(Band::Effective)));
        assert_eq!((row.band(15.0), row.band(15.01)), (Some(Band::Long), None));
        assert_eq!((wide.slow_turn(90.0, false), wide.yards_per_inch()), (1.5, 100.0));
    }
}
