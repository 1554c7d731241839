//! Questions of a case that need no order.

use serde::Deserialize;

use crate::rules::epstein::kind::{Arm, Grade, Kind};
use crate::rules::epstein::measure::{self, Before};
use crate::rules::epstein::position::Position;
use crate::rules::epstein::standing::{group_is_ineffective, skirmishes};
use crate::rules::epstein::state::State;
use crate::rules::epstein::{arrival, victory};

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
    /// What an army has in all (`epstein:w.6`): battalions, regiments, guns, each with guards and landwehr among them; figures.
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
    /// Figures of a group.
    Figures { unit: String, is: u16 },
}

/// Is the answer as expected?
///
/// # Errors
///
/// What it is instead.
pub fn check(state: &State, _position: &Position, question: &Question) -> Result<(), String> {
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
        Question::Figures { unit, is } => {
            let id = state.find_group(unit)?;
            same(state.figures(id).to_string(), is.to_string())
        }
    }
}
