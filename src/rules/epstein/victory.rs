//! Victory: ground, losses, breakpoints, the ridge of Waterloo (`epstein:w.4`, `epstein:w.5`, `epstein:w.8`).
//!
//! Units: victory points, figures, stands.

use std::cmp::Ordering;

use game::counted;
use game::ending::people;
use scenario::{Objective, Side};
use table::Vec2;
use table::measure::point_in_polygon;

use super::formation::Formation;
use super::kind::Arm;
use super::options::RidgeControl;
use super::outcome::BattleOutcome;
use super::standing::{CREW, is_ineffective, skirmishes};
use super::state::{Place, State};

/// The turn that ends at 1600, by either reading of the clock (`epstein:w.2`).
const FOUR_O_CLOCK: u8 = 9;

/// What an objective gives points for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Holding a polygon or a building (`epstein:w.8`).
    Ground,
    /// A share of the enemy's figures being off the table.
    Losses,
    /// A side whose losses reach a share loses at once.
    Breakpoint,
    /// The ridge of Mont St Jean (`epstein:w.4`).
    Ridge,
}

impl Goal {
    /// The aim of this word in a scenario; a place without a kind is ground to hold.
    pub fn of(objective: &Objective) -> Option<Self> {
        match objective.kind.as_deref() {
            None | Some("ground") => Some(Self::Ground),
            Some("losses") => Some(Self::Losses),
            Some("breakpoint") => Some(Self::Breakpoint),
            Some("ridge") => Some(Self::Ridge),
            Some(_) => None,
        }
    }
}

/// Figures of both sides at the start, and figures now off the table (`epstein:w.8`): those still to arrive count in neither.
pub fn figures(state: &State) -> ([u32; 2], [u32; 2]) {
    let (mut start, mut now_there) = ([0_u32, 0], [0_u32, 0]);
    for id in state.game.stand_ids() {
        let info = state.game.stand(id);
        let side = state.game.unit(info.unit).side.index();
        let now = state.stand(id);
        if now.place == Place::Reserve {
            continue;
        }
        start[side] += u32::from(info.figures);
        now_there[side] += u32::from(now.figures);
    }
    // Counted by sides, so that gunners who have gone to another gun are not lost.
    let lost = [0, 1].map(|side| u32::saturating_sub(start[side], now_there[side]));
    (start, lost)
}

/// Formed, effective, unrouted stands of both sides on a ground (`epstein:w.4`), including manned guns and garrisons.
pub fn on_ground(state: &State, place: &[Vec2]) -> [u16; 2] {
    let mut count = [0, 0];
    for id in state.group_ids() {
        let group = state.group(id);
        let arm = state.arm(id);
        let out = arm == Arm::Command || group.rout.is_some() || group.on_foot || skirmishes(state, id);
        if out || arm == Arm::Artillery && state.figures(id) < CREW {
            continue;
        }
        for stand in &group.stands {
            let at = match state.stand(*stand).place {
                Place::Table(pose) => pose.at,
                Place::Inside { house, .. } => middle(super::houses::outline(state, house)),
                Place::Reserve | Place::Lost => continue,
            };
            let counts = || group.formation == Formation::Garrison || !is_ineffective(state, *stand);
            if point_in_polygon(at, place) && counts() {
                count[state.side(id).index()] += 1;
            }
        }
    }
    count
}

fn middle(polygon: &[Vec2]) -> Vec2 {
    polygon.iter().sum::<Vec2>() / polygon.len().max(1) as f32
}

/// The side that holds a ground (`epstein:w.4`): with strictly more stands, or the only ones; `None` if neither does.
pub fn holder(state: &State, objective: &Objective) -> Option<Side> {
    let house = state.game.house_ids().find(|id| super::houses::outline(state, *id) == objective.place);
    if let Some(house) = house {
        // The side that has a stand in it, or had the last one.
        return super::houses::holder(state, house).or(state.house(house).last).or(objective.held_by);
    }
    let [one, other] = on_ground(state, &objective.place);
    let sole = state.game.options.ridge_control == RidgeControl::Sole;
    match (one, other) {
        (one, other) if one > other && (!sole || other == 0) => Some(Side(0)),
        (one, other) if other > one && (!sole || one == 0) => Some(Side(1)),
        _ => None,
    }
}

/// Points earned as things stand: the side, the reason, the number (`epstein:w.8`).
pub fn awards(state: &State) -> Vec<(Side, String, u16)> {
    let mut awards = Vec::new();
    let (start, lost) = figures(state);
    for objective in &state.game.scenario.objectives {
        let points = u16::from(objective.points);
        match Goal::of(objective) {
            Some(Goal::Ground | Goal::Ridge) => {
                awards.extend(holder(state, objective).map(|side| (side, objective.name.clone(), points)));
            }
            Some(Goal::Losses) => {
                let share = share_of(objective);
                let has_lost = |side: &Side| {
                    let enemy = side.enemy().index();
                    start[enemy] > 0 && lost[enemy] * 100 >= start[enemy] * share
                };
                awards.extend(Side::BOTH.into_iter().filter(has_lost).map(|side| {
                    let enemy = state.game.side_name(side.enemy());
                    (side, format!("{share} % of the {enemy} figures are lost"), points)
                }));
            }
            Some(Goal::Breakpoint) | None => {}
        }
    }
    awards
}

/// Points of both sides as things stand (`epstein:w.8`).
pub fn points(state: &State) -> [u16; 2] {
    let mut points = [0, 0];
    for (side, _, worth) in awards(state) {
        points[side.index()] += worth;
    }
    points
}

fn share_of(objective: &Objective) -> u32 {
    objective.terms.get("share").and_then(|share| share.parse().ok()).unwrap_or(100)
}

/// Which sides have broken so far: their losses have reached a share of the figures (`epstein:w.8`).
pub fn broken(state: &State) -> [bool; 2] {
    let (start, lost) = figures(state);
    let mut broken = [false, false];
    for objective in &state.game.scenario.objectives {
        if Goal::of(objective) != Some(Goal::Breakpoint) {
            continue;
        }
        let only = objective.terms.get("side").map(String::as_str);
        for side in Side::BOTH {
            let bound = only.is_none_or(|id| id == state.game.side_id(side));
            let index = side.index();
            broken[index] |=
                bound && start[index] > 0 && lost[index] * 100 >= start[index] * share_of(objective);
        }
    }
    broken
}

/// The outcome at the end of this turn; `None` if the battle goes on.
pub fn outcome(state: &State) -> Option<BattleOutcome> {
    let points = points(state);
    let of = |winner: Option<Side>, because: String| Some(BattleOutcome { winner, because, points });
    let name = |side: Side| people(state.game.side_name(side));
    match broken(state) {
        [true, true] => return of(None, "both sides have broken".to_owned()),
        [true, false] => return of(Some(Side(1)), format!("{} have broken", name(Side(0)))),
        [false, true] => return of(Some(Side(0)), format!("{} have broken", name(Side(1)))),
        [false, false] => {}
    }
    if let Some(outcome) = ridge(state) {
        return of(outcome.0, outcome.1);
    }
    if state.turn < state.game.scenario.turns {
        return None;
    }
    let said = |of: u16| counted(of, "point", "points");
    match points[0].cmp(&points[1]) {
        Ordering::Greater => of(Some(Side(0)), format!("{} to {}", said(points[0]), points[1])),
        Ordering::Less => of(Some(Side(1)), format!("{} to {}", said(points[1]), points[0])),
        Ordering::Equal => of(None, format!("{} each", said(points[0]))),
    }
}

/// The ridge, if the battle is decided by it alone (`epstein:w.4`).
fn ridge_fought_for(state: &State) -> Option<&Objective> {
    state.game.scenario.objectives.iter().find(|one| Goal::of(one) == Some(Goal::Ridge))
}

/// The last turn of the battle: the scenario's, but 1600 if the ridge decides then (`epstein:w.2`, `epstein:w.4`). If the
/// referee has set the clock past that, the scenario's last turn counts.
pub fn last_turn(state: &State) -> u8 {
    let turns = state.game.scenario.turns;
    let early = !state.game.options.prussians && ridge_fought_for(state).is_some();
    if early && state.turn <= FOUR_O_CLOCK { turns.min(FOUR_O_CLOCK) } else { turns }
}

/// The outcome by the ridge: at 1600 without the Prussians, after the last turn with them (`epstein:w.4`, `epstein:w.5`).
fn ridge(state: &State) -> Option<(Option<Side>, String)> {
    let objective = ridge_fought_for(state)?;
    let options = &state.game.options;
    let decides = if options.prussians { state.game.scenario.turns } else { FOUR_O_CLOCK };
    if state.turn != decides {
        return None;
    }
    // The attacker is the side that does not hold it at the start.
    let attacker = objective.held_by.map_or(state.first, Side::enemy);
    let count = on_ground(state, &objective.place);
    let words = |winner: Side| {
        let [own, theirs] = [winner.index(), winner.enemy().index()].map(|side| count[side]);
        format!(
            "{} have {own} formed stands on the ridge, the enemy {theirs}",
            people(state.game.side_name(winner))
        )
    };
    let winner = if holder(state, objective) == Some(attacker) { attacker } else { attacker.enemy() };
    Some((Some(winner), words(winner)))
}
