//! The strengths of the two sides in a combat, and which terrain doubles a defender (`naw:7.4`, `naw:9.0`, `naw:15.2`).
//!
//! Source: the terrain chart of the 1975 edition. Units: strength points.

use serde::Serialize;

use crate::options::{BombarderHexside, MixedObstacles};
use crate::zones::adjacent;
use crate::{State, UnitId};
use game::Clause;
use game::working::Modifier;
use hexes::{HexKind, Mark, Marks};

use super::reach;
use super::table::Column;
use game::hex_combats::Formed;

/// What doubles a defender. Effects do not add up: a defender counts single or double (`naw:9.0`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Cover {
    Rough,
    Town,
    Marsh,
    /// Every attacker in contact crosses a stream.
    Stream,
    /// Every attacker in contact crosses a bridge.
    Bridge,
    /// Every attacker in contact climbs a slope hexside.
    Slope,
    /// Every attacker in contact crosses one of the three (option `mixed-obstacles`).
    Mixed,
}

impl Cover {
    pub const fn clause(self) -> Clause {
        match self {
            Self::Rough => "naw:9.0-rough",
            Self::Town => "naw:9.0-town",
            Self::Marsh => "naw:9.0-marsh",
            Self::Stream => "naw:9.0-stream",
            Self::Bridge => "naw:9.0-bridge",
            Self::Slope => "naw:9.0-slope",
            Self::Mixed => "naw:9.0",
        }
    }

    /// In words, for display: `in town`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Rough => "in rough",
            Self::Town => "in a town",
            Self::Marsh => "in marsh",
            Self::Stream => "attacked over a stream only",
            Self::Bridge => "attacked over a bridge only",
            Self::Slope => "attacked up a slope only",
            Self::Mixed => "attacked over obstacles only",
        }
    }
}

/// One unit's strength in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    pub unit: UnitId,
    pub printed: u32,
    pub counted: u32,
    /// For a defender: what doubles it.
    pub cover: Option<Cover>,
}

/// The totals of both sides in a combat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reckoning {
    pub attackers: Vec<Counted>,
    pub defenders: Vec<Counted>,
    pub attack: u32,
    pub defence: u32,
    pub column: Column,
    /// What doubling adds, positive for attackers, negative for defenders, with the clauses.
    pub modifiers: Vec<Modifier>,
}

impl Reckoning {
    /// The column used for the die: the computed one, or a lower one that the attacker chose (`naw:7.9`).
    pub fn column_used(&self, lowered: Option<Column>) -> Column {
        lowered.unwrap_or(self.column)
    }
}

/// What doubles this defender against these attackers; `None` if it counts single.
///
/// Clauses: `naw:9.0`, `naw:9.0-rough`, `naw:9.0-town`, `naw:9.0-marsh`, `naw:9.0-stream`, `naw:9.0-bridge`, `naw:9.0-slope`.
/// Ruling: each defender is compared with the attackers in contact with it; bombarding units neither cancel nor give the cover
/// of a hexside (option `bombarder-hexside`); each kind is considered separately (option `mixed-obstacles`).
pub fn cover(state: &State, formed: &Formed, defender: UnitId) -> Option<Cover> {
    let map = state.game.map();
    let here = state.hex(defender)?;
    if let Some(ground) = ground_cover(map.kind(here)) {
        return Some(ground);
    }
    let crossed: Vec<Obstacles> = formed
        .contact
        .iter()
        .filter_map(|unit| state.hex(*unit))
        .filter(|from| adjacent(map, *from, here))
        .filter_map(|from| map.between(from, here))
        .map(Obstacles::of)
        .collect();
    if crossed.is_empty() {
        return None;
    }
    let breaks = state.game.options.bombarder_hexside == BombarderHexside::Breaks;
    if breaks && formed.ranged.iter().any(|gun| reach::reach(state, *gun, defender).is_open()) {
        return None;
    }
    Obstacles::cover(&crossed, state.game.options.mixed_obstacles)
}

/// What doubles a defender in this kind of hex, whichever side it is attacked from (`naw:9.0-rough`, `naw:9.0-town`,
/// `naw:9.0-marsh`).
pub const fn ground_cover(kind: HexKind) -> Option<Cover> {
    match kind {
        HexKind::Rough => Some(Cover::Rough),
        HexKind::Town => Some(Cover::Town),
        HexKind::Marsh => Some(Cover::Marsh),
        HexKind::Clear | HexKind::Forest => None,
    }
}

/// The obstacles that a hexside puts in an attacker's way: a stream, a bridge, an upward slope, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Obstacles(u8);

impl Obstacles {
    const KINDS: [Cover; 3] = [Cover::Stream, Cover::Bridge, Cover::Slope];

    /// The obstacles of a hexside, seen from the attacker's hex.
    pub fn of(marks: Marks) -> Self {
        let is = [marks.has(Mark::Stream), marks.has(Mark::Bridge), marks.climbs()];
        Self(is.into_iter().enumerate().fold(0, |bits, (bit, is)| bits | u8::from(is) << bit))
    }

    /// What doubles a defender when the attackers in contact cross these hexsides. `None` if no attacker is in contact.
    pub fn cover(crossed: &[Self], mixed: MixedObstacles) -> Option<Cover> {
        let (first, others) = crossed.split_first()?;
        let all = others.iter().fold(first.0, |all, one| all & one.0);
        if let Some((_, cover)) = (0..).zip(Self::KINDS).find(|(bit, _)| all & 1 << bit != 0) {
            return Some(cover);
        }
        let any = crossed.iter().all(|one| one.0 != 0);
        (any && mixed == MixedObstacles::AnyObstacle).then_some(Cover::Mixed)
    }
}

/// Adds up both sides of a combat.
///
/// Clauses: `naw:7.0`, `naw:7.4`, `naw:15.2`. Only the defender's strength is multiplied by terrain.
pub fn reckon(state: &State, formed: &Formed) -> Reckoning {
    let doubled = state.counterattacking();
    let printed = |unit: UnitId| u32::from(state.unit(unit).strength);
    let attackers: Vec<Counted> = formed
        .attackers()
        .map(|unit| {
            let printed = printed(unit);
            Counted { unit, printed, counted: printed * if doubled { 2 } else { 1 }, cover: None }
        })
        .collect();
    let defenders: Vec<Counted> = formed
        .defenders
        .iter()
        .map(|&unit| {
            let (printed, cover) = (printed(unit), cover(state, formed, unit));
            Counted { unit, printed, counted: printed * if cover.is_some() { 2 } else { 1 }, cover }
        })
        .collect();
    let sum = |counted: &[Counted]| counted.iter().map(|one| one.counted).sum::<u32>();
    let (attack, defence) = (sum(&attackers), sum(&defenders));
    let points = |points: u32| i32::try_from(points).unwrap_or(i32::MAX);
    let mut modifiers = Vec::new();
    if doubled {
        modifiers.push(Modifier::new(points(attack / 2), "naw:15.2", "the counterattack doubles the French"));
    }
    for one in &defenders {
        if let Some(cover) = one.cover {
            let why = format!("{} {}", state.say(one.unit), cover.words());
            modifiers.push(Modifier::new(-points(one.printed), cover.clause(), why));
        }
    }
    Reckoning { attackers, defenders, attack, defence, column: Column::of(attack, defence), modifiers }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::form;
    use crate::fixture::Lab;
    use crate::{Assault, state};

    /// Attack, defence and column of everybody of side F against these.
    fn odds(lab: &Lab, attackers: &str, defenders: &str) -> (u32, u32, &'static str) {
        let state = lab.combat();
        let ids = |written: &str| {
            let mut ids: Vec<UnitId> = written.split_whitespace().map(|unit| lab.id(unit)).collect();
            ids.sort_unstable();
            ids
        };
        let assault = Assault { attackers: ids(attackers), defenders: ids(defenders), lowered: None };
        let phase = state::running(&state).unwrap();
        let formed = form::form(&state, phase, &assault).unwrap();
        let reckoning = reckon(&state, &formed);
        (reckoning.attack, reckoning.defence, reckoning.column.name())
    }

    #[test]
    fn a_hex_of_rough_or_town_doubles_and_forest_does_not() {
        // naw:7.4, naw:9.0-rough, naw:9.0-town, naw:9.0-forest, naw:9.0-clear
        let lab = || Lab::new().units("F13@2010 E3@2009 F13@2210 E5@2209 F8@1610 E4@1609");
        let lab = || lab().kind(2009, HexKind::Rough).kind(2209, HexKind::Town).kind(1609, HexKind::Forest);
        assert_eq!(odds(&lab(), "F13@2010", "E3@2009"), (13, 6, "2-1"));
        assert_eq!(odds(&lab(), "F13@2210", "E5@2209"), (13, 10, "1-1"));
        assert_eq!(odds(&lab(), "F8@1610", "E4@1609"), (8, 4, "2-1"));
        // The attacker's own hex gives him nothing.
        let town = Lab::new().units("F5@2010 E5@2009").kind(2010, HexKind::Town);
        assert_eq!(odds(&town, "F5@2010", "E5@2009"), (5, 5, "1-1"));
        let marsh = Lab::new().units("F5@2010 E5@2009").kind(2009, HexKind::Marsh);
        assert_eq!(odds(&marsh, "F5@2010", "E5@2009"), (5, 10, "1-2"));
    }

    #[test]
    fn a_defender_is_doubled_once() {
        // naw:9.0
        let lab =
            Lab::new().units("F8@2010 E4@2009").kind(2009, HexKind::Rough).side(2010, 2009, Mark::Stream);
        assert_eq!(odds(&lab, "F8@2010", "E4@2009"), (8, 8, "1-1"));
    }

    #[test]
    fn a_stream_doubles_where_every_attacker_comes_over_it() {
        // naw:9.0-stream
        let lab = |more: &str| {
            Lab::new().units(&format!("F5@2011 F5@2111 E4@2010 {more}")).side(2010, 2011, Mark::Stream).side(
                2010,
                2111,
                Mark::Stream,
            )
        };
        assert_eq!(odds(&lab(""), "F5@2011 F5@2111", "E4@2010"), (10, 8, "1-1"));
        let dry = lab("F2@2110");
        assert_eq!(odds(&dry, "F5@2011 F5@2111 F2@2110", "E4@2010"), (12, 4, "3-1"));
    }

    #[test]
    fn bombarders_neither_give_nor_break_the_cover_of_a_stream() {
        // naw:9.0, option bombarder-hexside
        let lab = || Lab::new().units("F5@2011 gF2@2012 E3@2010").side(2010, 2011, Mark::Stream);
        assert_eq!(odds(&lab(), "F5@2011 gF2@2012", "E3@2010"), (7, 6, "1-1"));
        let breaks = lab().option("bombarder-hexside", "breaks");
        assert_eq!(odds(&breaks, "F5@2011 gF2@2012", "E3@2010"), (7, 3, "2-1"));
        // Guns alone get no hexside against them.
        assert_eq!(odds(&lab(), "gF2@2012", "E3@2010"), (2, 3, "1-2"));
    }

    #[test]
    fn a_bridge_doubles_and_kinds_do_not_mix() {
        // naw:9.0-bridge, option mixed-obstacles
        let lab = || {
            Lab::new()
                .units("F5@2011 F5@2111 E4@2010")
                .side(2010, 2011, Mark::River)
                .side(2010, 2011, Mark::Bridge)
                .side(2010, 2111, Mark::Stream)
        };
        assert_eq!(odds(&lab(), "F5@2011", "E4@2010"), (5, 8, "1-2"));
        assert_eq!(odds(&lab(), "F5@2011 F5@2111", "E4@2010"), (10, 4, "2-1"));
        let any = lab().option("mixed-obstacles", "any-obstacle");
        assert_eq!(odds(&any, "F5@2011 F5@2111", "E4@2010"), (10, 8, "1-1"));
        // A bridged stream counts as both kinds.
        let both = lab().side(2010, 2111, Mark::Bridge);
        assert_eq!(odds(&both, "F5@2011 F5@2111", "E4@2010"), (10, 8, "1-1"));
    }

    #[test]
    fn a_slope_doubles_the_upper_hex_only() {
        // naw:9.0-slope
        let lab =
            |units: &str| Lab::new().units(units).side(2011, 2010, Mark::Slope).side(2111, 2010, Mark::Slope);
        assert_eq!(odds(&lab("F6@2011 F6@2111 E3@2010"), "F6@2011 F6@2111", "E3@2010"), (12, 6, "2-1"));
        let plain = lab("F6@2011 F6@2111 F1@2110 E3@2010");
        assert_eq!(odds(&plain, "F6@2011 F6@2111 F1@2110", "E3@2010"), (13, 3, "4-1"));
        assert_eq!(odds(&lab("F3@2010 E3@2011"), "F3@2010", "E3@2011"), (3, 3, "1-1"));
    }

    #[test]
    fn the_counterattack_doubles_attackers_in_three_phases() {
        // naw:15.2
        let lab = Lab::marengo().units("F5@2010 F3@2110 E4@2009");
        let strength = |turn: u8, announced: Option<u8>| {
            let mut state = lab.clone().turn(turn).combat();
            state.counterattack = announced;
            let assault = Assault {
                attackers: vec![lab.id("F3@2110"), lab.id("F5@2010")],
                defenders: vec![lab.id("E4@2009")],
                lowered: None,
            };
            let formed = form::form(&state, state::running(&state).unwrap(), &assault).unwrap();
            reckon(&state, &formed).attack
        };
        assert_eq!([9, 10, 11, 12, 13].map(|turn| strength(turn, Some(10))), [8, 16, 16, 16, 8]);
        assert_eq!(strength(14, Some(13)), 16);
        assert_eq!(strength(11, None), 8);
        // In the other side's phase nobody doubles, French or not.
        let mut theirs = lab.clone().turn(11).phasing(crate::fixture::ENEMY).combat();
        theirs.counterattack = Some(10);
        assert!(!theirs.counterattacking());
    }
}
