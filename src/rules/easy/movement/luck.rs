//! The effect of obstacle dice on a move: the chance that it reaches its end, and where it might stop.
//!
//! Clause: `easy:II.C.3`. Units: inches.

use std::collections::BTreeMap;

use crate::event::Event;
use crate::order::{MoveKind, Order};
use crate::roster::StandId;
use crate::state::State;
use dice::sums;
use table::sweep::{at_line, on_line};
use table::tolerance::{ANG, EPS, within};
use table::{Path, Pose};

use super::entry_pose;
use super::kind::tread;
use super::walk::finish::asking;
use super::walk::line_name;
use super::walk::record::Walk;
use super::walk::survey::{Survey, preview};

/// The possible results of a move across obstacles.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck {
    /// The chance that it gets there.
    pub arrives: f64,
    /// Where it may stop before that, the mildest dice first.
    pub stops: Vec<Stop>,
}

/// Where a move stops when its allowance is spent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    pub landing: Landing,
    pub chance: f64,
    pub at: Pose,
}

/// Where a move ends after obstacle dice. The number is that of an obstacle, in the order of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Landing {
    /// It does not move.
    Still,
    /// Before it, with a gap.
    Short(usize),
    /// At its edge, or astride of it.
    At(usize),
    /// Over the last.
    Beyond(usize),
    There,
}

impl Landing {
    /// `stops at the brook`. `names`: those of the obstacles, in the order of the path.
    pub fn words(self, names: &[String]) -> String {
        match self {
            Self::Still | Self::There => self.place(names),
            Self::Short(_) | Self::At(_) | Self::Beyond(_) => {
                format!("stops {}", self.place(names))
            }
        }
    }

    fn place(self, names: &[String]) -> String {
        let name = |place: usize| names.get(place).map_or("the obstacle", String::as_str);
        match self {
            Self::Still => "does not move".to_owned(),
            Self::Short(place) => format!("short of {}", name(place)),
            Self::At(place) => format!("at {}", name(place)),
            Self::Beyond(place) => format!("beyond {}", name(place)),
            Self::There => "gets there".to_owned(),
        }
    }
}

/// The end of this walk, which met these obstacles.
fn landing(state: &State, stand: StandId, walk: &Walk, obstacles: &[usize]) -> Landing {
    let moved =
        walk.end.at.distance(walk.start.at) > EPS || walk.end.heading.angle_to(walk.start.heading) > ANG;
    if !moved {
        return Landing::Still;
    }
    let body = state.unit(stand).body.placed(walk.end);
    let points = |place: usize| {
        let line = obstacles.get(place).and_then(|line| state.terrain().ground().lines.get(*line));
        line.map_or(&[][..], |line| &line.points[..])
    };
    let crossed = walk.obstacles.len();
    match crossed.checked_sub(1) {
        Some(last) if on_line(body, points(last)) => Landing::At(last),
        _ if crossed < obstacles.len() && at_line(body, points(crossed)) => Landing::At(crossed),
        _ if crossed < obstacles.len() => Landing::Short(crossed),
        last => Landing::Beyond(last.unwrap_or_default()),
    }
}

/// Where it ends when the dice take this many inches of the allowance; `walk`: the whole path, without dice.
pub fn lands(
    state: &State,
    stand: StandId,
    path: &Path,
    kind: MoveKind,
    walk: &Walk,
    lost: u32,
) -> (Landing, Pose) {
    let left = (walk.allowance - state.lengths().inches(lost as f32)).max(0.0);
    if within(walk.cost, left) {
        return (Landing::There, walk.end);
    }
    let short = Survey::new(state).commit(stand, walk.start, path, kind, left);
    (landing(state, stand, &short, &walk.obstacles), short.end)
}

/// Faces of the die for an obstacle.
const FACES: [u32; 6] = [1, 2, 3, 4, 5, 6];

/// The effect of dice on this move, by the judge of moves; `None` if none are rolled, or no dice could stop it. `walk`: the
/// whole path, without dice.
pub fn luck(state: &State, stand: StandId, path: &Path, kind: MoveKind, walk: &Walk) -> Option<Luck> {
    let dice = u8::try_from(walk.obstacles.len()).ok().filter(|dice| *dice > 0)?;
    let mut found = Luck { arrives: 0.0, stops: Vec::new() };
    for (lost, chance) in (0_u32..).zip(sums(dice, &FACES)).filter(|(_, chance)| *chance > 0.0) {
        match lands(state, stand, path, kind, walk, lost) {
            (Landing::There, _) => found.arrives += chance,
            (landing, at) => found.stops.push(Stop { landing, chance, at }),
        }
    }
    (!found.stops.is_empty()).then_some(found)
}

/// The least that an obstacle die can take, in inches.
pub fn least_die(state: &State) -> f32 {
    state.lengths().inches(FACES[0] as f32)
}

/// Can a planned path with this share of the allowance be completed, if each obstacle die takes as little as possible? A path
/// that ends in contact is left to the judge: a wall along the attacked edge needs no die.
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

/// Number of lines on this path that need a die, including those along an attacked edge (`easy:II.C.3`).
fn obstacles(state: &State, stand: StandId, start: Pose, path: &Path) -> usize {
    let (terrain, unit) = (state.terrain(), state.unit(stand));
    let legs = path.legs.iter().zip(path.poses(start));
    let crossed: Vec<_> =
        legs.flat_map(|(leg, from)| terrain.crossings(&unit.body, from, *leg, tread(unit.arm))).collect();
    asking(terrain, unit.body.placed(start), &crossed).len()
}

impl Luck {
    /// `gets there 33 %, else stops at the brook`; `gets there 17 %, does not move 17 %, stops short of the brook 67 %`.
    /// `names`: those of the obstacles, in the order of the path.
    pub fn words(&self, names: &[String]) -> String {
        let percent = |chance: f64| format!("{:.0} %", chance * 100.0);
        let mut ends: Vec<(Landing, f64)> = Vec::new();
        for stop in &self.stops {
            match ends.iter_mut().find(|(landing, _)| *landing == stop.landing) {
                Some((_, chance)) => *chance += stop.chance,
                None => ends.push((stop.landing, stop.chance)),
            }
        }
        // In the order of the path.
        ends.sort_by_key(|(landing, _)| *landing);
        let there = match self.arrives > 0.0 {
            true => format!("gets there {}", percent(self.arrives)),
            false => "never gets there".to_owned(),
        };
        match &ends[..] {
            [(landing, _)] => format!("{there}, else {}", landing.words(names)),
            several => {
                // "stops" is said only once, of the first.
                let mut stops = false;
                let said = several.iter().map(|(landing, chance)| {
                    let words = if stops { landing.place(names) } else { landing.words(names) };
                    stops |= *landing != Landing::Still;
                    format!("{words} {}", percent(*chance))
                });
                format!("{there}, {}", said.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// A move across obstacles: its end for each loss by their dice.
#[derive(Debug)]
pub struct Crossing {
    names: Vec<String>,
    /// By the inches that all dice take together.
    landings: BTreeMap<u32, Landing>,
}

impl Crossing {
    /// `None` if the order needs no obstacle dice.
    pub fn of(state: &State, order: &Order) -> Option<Self> {
        let stand = order.actors(state.active_general()).first().copied()?;
        let (kind, path) = (order.move_kind()?, order.path()?);
        let start = match order.along() {
            Some(along) => entry_pose(state, stand, along)?,
            None => state.pose(stand)?,
        };
        let (walk, refusal) = preview(state, stand, start, path, kind);
        let dice = u32::try_from(walk.obstacles.len()).ok().filter(|dice| *dice > 0 && refusal.is_none())?;
        let lands = |lost| (lost, lands(state, stand, path, kind, &walk, lost).0);
        Some(Self { names: obstacle_names(state, &walk), landings: (dice..=6 * dice).map(lands).collect() })
    }

    /// `gets there`, `stops at the brook`; `None` if these events have no such dice.
    pub fn words(&self, events: &[Event]) -> Option<String> {
        let lost = events.iter().map(|event| match event {
            Event::ObstacleCost { inches, .. } => u32::from(*inches),
            _ => 0,
        });
        Some(self.landings.get(&lost.sum())?.words(&self.names))
    }
}

/// Where obstacle dice stopped an ordered move after this path: `stops short of the brook`; `None` if they did not. `state` is
/// that before the move.
pub fn stopped(state: &State, order: &Order, stand: StandId, gone: &Path) -> Option<String> {
    let (kind, path) = (order.move_kind()?, order.path()?);
    // The event shows that it stays in place.
    if gone == path || gone.legs.is_empty() {
        return None;
    }
    let start = match order.along() {
        Some(along) => entry_pose(state, stand, along)?,
        None => state.pose(stand)?,
    };
    let (ordered, _) = preview(state, stand, start, path, kind);
    if ordered.obstacles.is_empty() {
        return None;
    }
    let (walked, _) = preview(state, stand, start, gone, kind);
    // Having squared up to its enemy, it still counts as arrived.
    let is_there =
        walked.contacts.iter().any(|touch| ordered.contacts.iter().any(|one| one.enemy == touch.enemy))
            || walked.end.at.distance(ordered.end.at) <= EPS;
    (!is_there)
        .then(|| landing(state, stand, &walked, &ordered.obstacles).words(&obstacle_names(state, &ordered)))
}

/// The obstacles of a path that need dice, in its order.
pub fn obstacle_names(state: &State, walk: &Walk) -> Vec<String> {
    walk.obstacles.iter().map(|line| line_name(state, *line)).collect()
}
