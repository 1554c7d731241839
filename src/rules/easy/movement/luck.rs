//! What the dice for obstacles make of a move: how likely it gets where it was declared, and where it would stop.
//!
//! Clause: `easy:II.C.3`. Units: inches.

use crate::dice::sums;
use crate::rules::easy::order::MoveKind;
use crate::rules::easy::roster::StandId;
use crate::rules::easy::state::State;
use crate::table::tolerance::within;
use crate::table::{Path, Pose};

use super::kind::tread;
use super::walk::finish::asking;
use super::walk::record::Walk;
use super::walk::survey::Survey;

/// What may come of a move whose way leads over obstacles.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck {
    /// The chance that it gets there.
    pub arrives: f64,
    /// Where it stops short, the likeliest worst first: so many obstacles are crossed by then, with what chance, and where.
    pub stops: Vec<Stop>,
}

/// Where a move stops when its inches are spent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// Obstacles that it has come upon by then.
    pub crossed: usize,
    pub chance: f64,
    pub at: Pose,
}

/// Faces of the die for an obstacle.
const FACES: [u32; 6] = [1, 2, 3, 4, 5, 6];

/// What the dice make of this move, as the judge of moves would have it after them; none where none are rolled, or no dice
/// could stop it. `walk`: the whole way, dice aside.
pub fn luck(
    state: &State,
    stand: StandId,
    start: Pose,
    path: &Path,
    kind: MoveKind,
    walk: &Walk,
) -> Option<Luck> {
    let dice = u8::try_from(walk.obstacles.len()).ok().filter(|dice| *dice > 0)?;
    let survey = Survey::new(state);
    let mut found = Luck { arrives: 0.0, stops: Vec::new() };
    for (lost, chance) in sums(dice, &FACES).into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
        let left = (walk.allowance - state.lengths().inches(lost as f32)).max(0.0);
        if within(walk.cost, left) {
            found.arrives += chance;
            continue;
        }
        let short = survey.commit(stand, start, path, kind, left);
        found.stops.push(Stop { crossed: short.obstacles.len(), chance, at: short.end });
    }
    (!found.stops.is_empty()).then_some(found)
}

/// What the lowest die for an obstacle takes, in inches.
pub fn least_die(state: &State) -> f32 {
    state.lengths().inches(FACES[0] as f32)
}

/// May a way of the planner that costs so much of an allowance be gone to its end, if each die for an obstacle takes as little as it
/// can? Whoever comes against somebody at its end is judged as the move will be: a wall along the edge attacked asks for no die.
pub fn may_arrive(
    survey: &Survey<'_>,
    stand: StandId,
    start: Pose,
    path: &Path,
    kind: MoveKind,
    [cost, allowance]: [f32; 2],
) -> bool {
    let state = survey.state();
    let least = least_die(state);
    if within(cost + least * obstacles(state, stand, start, path) as f32, allowance) {
        return true;
    }
    if survey.touched_at(stand, path.end(start)).is_empty() {
        return false;
    }
    let (walk, refusal) = survey.preview(stand, start, path, kind);
    let lost = least * walk.obstacles.len() as f32;
    refusal.is_none() && within(walk.cost, (walk.allowance - lost).max(0.0))
}

/// How many lines this way crosses that ask for a die, those along an edge that is attacked among them (`easy:II.C.3`).
fn obstacles(state: &State, stand: StandId, start: Pose, path: &Path) -> usize {
    let (terrain, unit) = (state.terrain(), state.unit(stand));
    let legs = path.legs.iter().zip(path.poses(start));
    let crossed: Vec<_> =
        legs.flat_map(|(leg, from)| terrain.crossings(&unit.body, from, *leg, tread(unit.arm))).collect();
    asking(terrain, unit.body.placed(start), &crossed).len()
}

impl Luck {
    /// `gets there 33 %, else stops at the brook`. `names`: of the obstacles, in the order of the way.
    pub fn words(&self, names: &[String]) -> String {
        let percent = |chance: f64| format!("{:.0} %", chance * 100.0);
        let name = |place: usize| names.get(place).map_or("the obstacle", String::as_str);
        let mut ends: Vec<(usize, f64)> = Vec::new();
        for stop in &self.stops {
            match ends.iter_mut().find(|(crossed, _)| *crossed == stop.crossed) {
                Some((_, chance)) => *chance += stop.chance,
                None => ends.push((stop.crossed, stop.chance)),
            }
        }
        ends.sort_by_key(|(crossed, _)| *crossed);
        let end = |crossed: usize| match crossed {
            all if all >= names.len() => format!("beyond {}", name(names.len().saturating_sub(1))),
            crossed => format!("at {}", name(crossed)),
        };
        let there = match self.arrives > 0.0 {
            true => format!("gets there {}", percent(self.arrives)),
            false => "never gets there".to_owned(),
        };
        match &ends[..] {
            [(crossed, _)] => format!("{there}, else stops {}", end(*crossed)),
            several => {
                let said =
                    several.iter().map(|(crossed, chance)| format!("{} {}", end(*crossed), percent(*chance)));
                format!("{there}, stops {}", said.collect::<Vec<_>>().join(", "))
            }
        }
    }
}
