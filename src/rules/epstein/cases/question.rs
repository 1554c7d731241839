//! Questions of a case that need no order.

use serde::Deserialize;

use crate::guns::aim::Layer;
use crate::guns::walls::HouseDie;
use crate::guns::{Die, Terms};
use crate::houses;
use crate::kind::{Arm, Grade, Kind};
use crate::measure::{self, Before};
use crate::morale::leaders_near;
use crate::moving;
use crate::order::Load;
use crate::position::Position;
use crate::sight::{Sight, musket_sight_between};
use crate::standing::{group_is_ineffective, skirmishes};
use crate::state::State;
use crate::{arrival, holes, movement, victory};
use table::measure::nearest_point;
use table::{Body, Quad};

/// A question.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Question {
    /// Where one stand lies before another (`epstein:g.3`): `lane`, `slant`, `no`.
    Before { stand: String, other: String, is: String },
    /// The gap between two stands, in inches (`epstein:g.1`).
    Gap { one: String, other: String, is: f32 },
    /// Do two stands touch (`epstein:g.1`)?
    Touch { one: String, other: String, is: bool },
    /// Ranks, and stands in the front rank, of a group (`epstein:g.2`).
    Ranks { unit: String, front: usize },
    /// Is a group effective, and does it count as skirmishers (`epstein:5.20`, `epstein:7.1`)?
    Stands { unit: String, effective: bool, skirmishes: bool },
    /// When a turn begins (`epstein:w.2`).
    Clock { turn: u8, is: String },
    /// Battalions, regiments and guns that may come on now (`epstein:w.3`).
    Arrivals { is: (usize, usize, usize) },
    /// The totals of an army (`epstein:w.6`): battalions, regiments, guns, each with guards and landwehr among them; figures.
    Army {
        id: String,
        infantry: (usize, usize, usize),
        cavalry: (usize, usize, usize),
        guns: (usize, usize),
        figures: u32,
    },
    /// The names of an army's landwehr infantry (`epstein:w.7`).
    Landwehr { id: String, are: Vec<String> },
    /// Victory points as things stand (`epstein:w.8`).
    Points { is: (u16, u16) },
    /// The side of a house that a stand is at, numbered from 1 (`epstein:15.2`).
    AtSide { stand: String, house: String, is: u8 },
    /// What leaders add to a group's morale, values and die (`epstein:14.c.2`).
    Led { unit: String, is: i32 },
    /// Who holds an objective: a side, or `nobody` (`epstein:w.8`).
    Held { objective: String, is: String },
    /// Figures of a group.
    Figures { unit: String, is: u16 },
    /// Width and depth of a group's footprint along its heading, in inches (`epstein:g.8`).
    Size { unit: String, is: (f32, f32) },
    /// Ranks of a group (`epstein:g.2`).
    Depth { unit: String, ranks: usize },
    /// Compares the gap of two stands with a limit: within, at or beyond, near enough to be disputed (`epstein:g.1`).
    Limit { one: String, other: String, limit: f32, within: bool, or_more: bool, close: bool },
    /// The bearing of a stand from another, in degrees (`epstein:g.2`).
    Bearing { stand: String, other: String, is: f32 },
    /// How far a stand's middle is from its unit's place, in inches (`epstein:g.8`).
    FromPlace { stand: String, is: f32 },
    /// Do two stands stand in one another (`epstein:g.1`)?
    Overlap { one: String, other: String, is: bool },
    /// The line of a stand's muskets to another: `clear`, `troops`, `screen`, `house`, `wood`, `ground` (`epstein:g.7`,
    /// `epstein:6.4`).
    Sight { stand: String, other: String, is: String },
    /// The holes in a group's line, in inches, from the left (`epstein:5.16`).
    Holes { unit: String, are: Vec<f32> },
    /// How far a group may go, in inches (`epstein:3d.1`).
    Allowance { unit: String, is: f32 },
    /// What a gun strikes after this turn: stands with the faces that hit, die by die, the nearest first (`epstein:8.d.2`,
    /// `epstein:8.d.7`).
    Strikes {
        gun: String,
        load: Load,
        #[serde(default)]
        pivot: f64,
        are: Vec<(String, u8)>,
        /// Houses with the faces that hit (`epstein:15.9`).
        #[serde(default)]
        houses: Vec<(String, u8)>,
        /// Leaders whom it endangers (`epstein:14.c.3`).
        #[serde(default)]
        leaders: Vec<String>,
    },
    /// The enemy that a gun must fire at, with the load if that is fixed too (`epstein:8.e`): `no`, `B`, `B by canister`.
    Bound { gun: String, is: String },
}

/// A gun that is to be laid.
fn layer<'s>(state: &'s State, gun: &str) -> Result<Layer<'s>, String> {
    let id = state.find_group(gun)?;
    Layer::of(state, id, Terms::default()).ok_or_else(|| format!("{gun} is no gun on the table"))
}

/// Compares the answer with the expected one.
///
/// # Errors
///
/// If they differ, with the answer found.
pub fn check(state: &State, _position: &Position, question: &Question) -> Result<(), String> {
    // One arm a question, long as that is.
    let quad = |key: &str| {
        let stand = state.game.find_stand(key).ok_or_else(|| format!("there is no stand {key}"))?;
        state.quad(stand).ok_or_else(|| format!("{key} is not on the table"))
    };
    let same = |found: String, wanted: String| {
        if found == wanted { Ok(()) } else { Err(format!("it is {found}, expected {wanted}")) }
    };
    match question {
        Question::Before { stand, other, is } => {
            let seen = measure::before(&quad(stand)?, &quad(other)?, 1000.0);
            let found = match seen.map(|seen| seen.before) {
                Some(Before::Lane) => "lane",
                Some(Before::Slant) => "slant",
                None => "no",
            };
            same(found.to_owned(), is.clone())
        }
        Question::Gap { one, other, is } => {
            let found = measure::gap(&quad(one)?, &quad(other)?);
            if (found - is).abs() < 0.005 { Ok(()) } else { Err(format!("it is {found:.3}, expected {is}")) }
        }
        Question::Touch { one, other, is } => {
            let found = measure::touching(measure::gap(&quad(one)?, &quad(other)?));
            same(found.to_string(), is.to_string())
        }
        Question::Ranks { unit, front } => {
            let id = state.find_group(unit)?;
            same(state.front_rank(id).len().to_string(), front.to_string())
        }
        Question::Stands { unit, effective, skirmishes: skirmish } => {
            let id = state.find_group(unit)?;
            same(
                format!(
                    "effective {}, skirmishes {}",
                    !group_is_ineffective(state, id),
                    skirmishes(state, id)
                ),
                format!("effective {effective}, skirmishes {skirmish}"),
            )
        }
        Question::Clock { turn, is } => same(state.game.scenario.clock(*turn), is.clone()),
        Question::Arrivals { is } => {
            let due = arrival::due(state);
            let count = |arm| due.iter().filter(|unit| state.game.unit(**unit).kind.arm() == arm).count();
            let found = (count(Arm::Infantry), count(Arm::Cavalry), count(Arm::Artillery));
            same(format!("{found:?}"), format!("{is:?}"))
        }
        Question::Army { id, infantry, cavalry, guns, figures } => {
            let units: Vec<_> = state.game.units.iter().filter(|unit| unit.army == *id).collect();
            let count = |arm: Arm, grade: Option<Grade>| {
                let of = |kind: Kind| kind.arm() == arm && (grade.is_none() || kind.grade() == grade);
                units.iter().filter(|unit| of(unit.kind)).count()
            };
            let all =
                |arm| (count(arm, None), count(arm, Some(Grade::Guard)), count(arm, Some(Grade::Landwehr)));
            let stands = units.iter().flat_map(|unit| &unit.stands);
            let total: u32 = stands.map(|stand| u32::from(state.game.stand(*stand).figures)).sum();
            let (battery, of_guard, _) = all(Arm::Artillery);
            let found = (all(Arm::Infantry), all(Arm::Cavalry), (battery, of_guard), total);
            same(format!("{found:?}"), format!("{:?}", (*infantry, *cavalry, *guns, *figures)))
        }
        Question::Landwehr { id, are } => {
            let landwehr = Kind::Infantry(Grade::Landwehr);
            let units = state.game.units.iter().filter(|unit| unit.army == *id && unit.kind == landwehr);
            let names: Vec<&str> = units.map(|unit| unit.name.as_str()).collect();
            same(names.join(", "), are.join(", "))
        }
        Question::Points { is } => {
            let found = victory::points(state);
            same(format!("{found:?}"), format!("{:?}", [is.0, is.1]))
        }
        Question::Strikes { gun, load, pivot, are, houses, leaders } => {
            let strike = layer(state, gun)?
                .pattern(*load, *pivot)
                .map(|(gun, pattern)| pattern.strike(state, &gun))
                .unwrap_or_default();
            let stand = |die: &Die| (state.game.stand(die.stand).key.clone(), die.hits_on);
            let house = |die: &HouseDie| (state.game.house_key(die.house).to_owned(), die.hits_on);
            let found: (Vec<_>, Vec<_>, Vec<_>) = (
                strike.dice.iter().map(stand).collect(),
                strike.houses.iter().map(house).collect(),
                strike.leaders.iter().map(|id| state.key(*id)).collect(),
            );
            same(format!("{found:?}"), format!("{:?}", (are, houses, leaders)))
        }
        Question::Bound { gun, is } => {
            let found = match layer(state, gun)?.bound() {
                None => "no".to_owned(),
                Some(bound) if bound.canister => format!("{} by canister", state.key(bound.on)),
                Some(bound) => state.key(bound.on),
            };
            same(found, is.clone())
        }
        Question::AtSide { stand, house, is } => {
            let id = state.game.find_house(house).ok_or_else(|| format!("there is no house {house}"))?;
            same((houses::side_of(state, id, &quad(stand)?) + 1).to_string(), is.to_string())
        }
        Question::Led { unit, is } => {
            let id = state.find_group(unit)?;
            same(leaders_near(state, id).to_string(), is.to_string())
        }
        Question::Held { objective, is } => {
            let one = state.game.scenario.objectives.iter().find(|one| one.id == *objective);
            let one = one.ok_or_else(|| format!("there is no objective {objective}"))?;
            let found = victory::holder(state, one);
            same(found.map_or("nobody".to_owned(), |side| state.game.side_id(side)), is.clone())
        }
        Question::Figures { unit, is } => {
            let id = state.find_group(unit)?;
            same(state.figures(id).to_string(), is.to_string())
        }
        Question::Size { unit, is } => {
            let (low, high) = movement::bounds(&state.body(state.find_group(unit)?));
            near_all(&[high.x - low.x, high.y - low.y], &[is.0, is.1])
        }
        Question::Depth { unit, ranks } => {
            let id = state.find_group(unit)?;
            let group = state.group(id);
            let abreast = group.formation.abreast(group.stands.len()).max(1);
            same(group.stands.len().div_ceil(abreast).to_string(), ranks.to_string())
        }
        Question::Limit { one, other, limit, within, or_more, close } => {
            let (one, other) = (quad(one)?, quad(other)?);
            let gap = measure::gap(&one, &other);
            let measured = measure::at_most("gap", [one.pose.at, other.pose.at], gap, *limit);
            let found = (measure::within(gap, *limit), measure::at_least(gap, *limit), measured.is_close());
            same(format!("{found:?}"), format!("{:?}", (within, or_more, close)))
        }
        Question::Bearing { stand, other, is } => {
            let (own, other) = (quad(stand)?, quad(other)?);
            let body = Body::single(other.half.x * 2.0, other.half.y * 2.0);
            let point = nearest_point(body.placed(other.pose), measure::front_middle(&own));
            near_all(&[measure::bearing(&own, point).to_degrees()], &[*is])
        }
        Question::FromPlace { stand, is } => {
            let place = state.place(state.find_group(stand)?);
            near_all(&[quad(stand)?.pose.at.distance(place.at)], &[*is])
        }
        Question::Overlap { one, other, is } => {
            let [one, other] = [quad(one)?, quad(other)?];
            let body = |quad: &Quad| Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
            let found = measure::overlap(body(&one).placed(one.pose), body(&other).placed(other.pose));
            same(found.to_string(), is.to_string())
        }
        Question::Sight { stand, other, is } => same(sight(state, stand, other)?.to_owned(), is.clone()),
        Question::Holes { unit, are } => {
            let found: Vec<f32> =
                holes::of(state, state.find_group(unit)?).iter().map(|hole| hole.width).collect();
            near_all(&found, are)
        }
        Question::Allowance { unit, is } => {
            near_all(&[moving::allowance(state, state.find_group(unit)?)], &[*is])
        }
    }
}

/// Compares two lists of numbers to a hundredth.
fn near_all(found: &[f32], wanted: &[f32]) -> Result<(), String> {
    let near = found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 0.01);
    if near && found.len() == wanted.len() {
        Ok(())
    } else {
        Err(format!("it is {found:.3?}, expected {wanted:?}"))
    }
}

/// The word for what the line of a stand's muskets to another meets.
fn sight(state: &State, stand: &str, other: &str) -> Result<&'static str, String> {
    let find = |key: &str| {
        let stand = state.game.find_stand(key).ok_or_else(|| format!("there is no stand {key}"))?;
        let quad = state.quad(stand).ok_or_else(|| format!("{key} is not on the table"))?;
        let group = state.group_of(stand).ok_or_else(|| format!("{key} is in no group"))?;
        Ok::<_, String>((group, quad))
    };
    let ((by, own), (on, target)) = (find(stand)?, find(other)?);
    let seen = measure::before(&own, &target, f32::MAX);
    let seen = seen.ok_or_else(|| format!("{other} is not before {stand}"))?;
    Ok(match musket_sight_between(state, by, &own, on, [seen.aim, target.pose.at]) {
        Sight::Clear => "clear",
        Sight::Troops(_) => "troops",
        Sight::Screen(_) => "screen",
        Sight::House => "house",
        Sight::Wood => "wood",
        Sight::Ground => "ground",
    })
}
