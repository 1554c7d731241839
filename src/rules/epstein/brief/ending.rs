//! The end, or the present standing, of a battle: objectives, and losses by command. Units: points, figures.

use crate::roster::{StandId, UnitId};
use crate::state::{Phase, Place, State};
use crate::victory::{self, Goal};
use game::ending::{lost, people};
use game::{Condition, Ending, Loss, Remark, SideEnding, counted};
use scenario::{Objective, Side};

use super::units::side_colour;

/// The present standing.
pub fn ending(state: &State) -> Ending {
    let name = |side: Side| state.game.side_name(side);
    let points = victory::points(state);
    let (verdict, because) = match &state.phase {
        Phase::Over(outcome) => {
            let verdict = match outcome.winner {
                Some(side) => format!("Victory of {}", people(name(side))),
                None => "The battle is a draw".to_owned(),
            };
            (verdict, Some(game::sentence(&outcome.because)))
        }
        Phase::HighDie | Phase::Period => {
            let ahead = match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => Some(Side(0)),
                std::cmp::Ordering::Less => Some(Side(1)),
                std::cmp::Ordering::Equal => None,
            };
            let verdict = match ahead {
                Some(side) => format!("If it ended now: the {}", name(side)),
                None => "If it ended now: a draw".to_owned(),
            };
            (verdict, None)
        }
    };
    Ending {
        verdict,
        over: matches!(state.phase, Phase::Over(_)),
        conditions: state.game.scenario.objectives.iter().flat_map(|one| conditions(state, one)).collect(),
        because: because.map(|words| Remark { words, clause: Some("epstein:w.8") }),
        sides: Side::BOTH.map(|side| of_side(state, side)).into(),
        ..Ending::default()
    }
}

/// What the points are for, in the present state.
pub fn fought_for(state: &State) -> Vec<String> {
    let all = state.game.scenario.objectives.iter().flat_map(|one| conditions(state, one));
    all.map(|one| one.words).collect()
}

/// The conditions of an objective, each with its side and whether it is met.
fn conditions(state: &State, objective: &Objective) -> Vec<Condition> {
    let name = |side: Side| state.game.side_name(side);
    let holder = victory::holder(state, objective);
    let (start, off) = victory::figures(state);
    let share = |side: Side| off[side.index()] * 100 / start[side.index()].max(1);
    let worth = counted(objective.points, "point", "points");
    match Goal::of(objective) {
        Some(Goal::Ground | Goal::Ridge) => {
            let clause = if Goal::of(objective) == Some(Goal::Ridge) { "epstein:w.4" } else { "epstein:w.8" };
            let held = match holder {
                Some(side) => format!("{}: held by {}, {worth}", objective.name, people(name(side))),
                None => format!("{}: held by nobody, {worth}", objective.name),
            };
            vec![Condition { words: held, holds: holder.is_some(), clause }]
        }
        Some(Goal::Losses) => Side::BOTH
            .map(|side| {
                let wanted = terms(objective);
                let words = format!(
                    "{} have lost {} of {wanted} %, {worth}",
                    name(side.enemy()),
                    share(side.enemy())
                );
                Condition { words, holds: share(side.enemy()) >= wanted, clause: "epstein:w.8" }
            })
            .into(),
        Some(Goal::Breakpoint) => {
            let only = objective.terms.get("side");
            let bound = |side: &Side| only.is_none_or(|id| *id == state.game.side_id(*side));
            let broken = |side: Side| {
                let wanted = terms(objective);
                let words = format!(
                    "{} break at {wanted} % of their figures: {} % are lost",
                    name(side),
                    share(side)
                );
                Condition { words, holds: share(side) >= wanted, clause: "epstein:w.8" }
            };
            Side::BOTH.into_iter().filter(bound).map(broken).collect()
        }
        None => Vec::new(),
    }
}

fn terms(objective: &Objective) -> u32 {
    objective.terms.get("share").and_then(|share| share.parse().ok()).unwrap_or(100)
}

fn of_side(state: &State, side: Side) -> SideEnding {
    let points = victory::points(state)[side.index()];
    let (start, off) = victory::figures(state);
    let of = |units: &[UnitId]| -> Vec<StandId> {
        units.iter().flat_map(|unit| state.game.unit(*unit).stands.iter().copied()).collect()
    };
    let armies = state.game.scenario.armies().filter(|(of, _)| *of == side);
    let commands = armies.flat_map(|(_, army)| &army.commands);
    let losses = commands.map(|command| {
        let units: Vec<UnitId> =
            state.game.unit_ids().filter(|unit| state.game.unit(*unit).command == command.id).collect();
        let stands = of(&units);
        let in_play = |unit: &&UnitId| state.stands_of(**unit).next().is_some();
        Loss {
            group: command.name.clone(),
            left: stands
                .iter()
                .filter(|id| state.stand(**id).place != Place::Lost)
                .map(|id| u32::from(state.stand(*id).figures))
                .sum(),
            start: stands.iter().map(|id| u32::from(state.game.stand(*id).figures)).sum(),
            gone: lost(units.len() - units.iter().filter(in_play).count(), "unit"),
            strength: Vec::new(),
        }
    });
    let index = side.index();
    SideEnding {
        name: state.game.side_name(side).to_owned(),
        colour: side_colour(state, side),
        score: points.to_string(),
        points: counted(points, "point", "points"),
        sources: victory::awards(state)
            .into_iter()
            .filter(|(of, ..)| *of == side)
            .map(|(_, what, points)| (what, points.into()))
            .collect(),
        losses: losses.filter(|loss| loss.start > 0).collect(),
        notes: vec![format!("{} of {} figures lost", off[index], start[index])],
        ..SideEnding::default()
    }
}
