//! What the dice for obstacles make of a move: how likely it gets where it was declared, and where it would stop.
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

/// What may come of a move whose way leads over obstacles.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck {
    /// The chance that it gets there.
    pub arrives: f64,
    /// Where it stops before that, the mildest dice first.
    pub stops: Vec<Stop>,
}

/// Where a move stops when its inches are spent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    pub landing: Landing,
    pub chance: f64,
    pub at: Pose,
}

/// How far a move comes that dice for obstacles take inches from. The number is that of an obstacle, in the order of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Landing {
    /// It stands where it stood.
    Still,
    /// Before it, with ground between.
    Short(usize),
    /// At its edge, or astride of it.
    At(usize),
    /// Over the last.
    Beyond(usize),
    There,
}

impl Landing {
    /// `stops at the brook`. `names`: of the obstacles, in the order of the way.
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

/// Where this walk ends, of one that came upon these obstacles.
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

/// Where it comes when the dice take this many inches of the allowance; `walk`: the whole way, dice aside.
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

/// What the dice make of this move, as the judge of moves would have it after them; none where none are rolled, or no dice
/// could stop it. `walk`: the whole way, dice aside.
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
    /// `gets there 33 %, else stops at the brook`; `gets there 17 %, does not move 17 %, stops short of the brook 67 %`.
    /// `names`: of the obstacles, in the order of the way.
    pub fn words(&self, names: &[String]) -> String {
        let percent = |chance: f64| format!("{:.0} %", chance * 100.0);
        let mut ends: Vec<(Landing, f64)> = Vec::new();
        for stop in &self.stops {
            match ends.iter_mut().find(|(landing, _)| *landing == stop.landing) {
                Some((_, chance)) => *chance += stop.chance,
                None => ends.push((stop.landing, stop.chance)),
            }
        }
        // From where it stands onward.
        ends.sort_by_key(|(landing, _)| *landing);
        let there = match self.arrives > 0.0 {
            true => format!("gets there {}", percent(self.arrives)),
            false => "never gets there".to_owned(),
        };
        match &ends[..] {
            [(landing, _)] => format!("{there}, else {}", landing.words(names)),
            several => {
                // Only the first of those that stop somewhere is said to.
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

/// A move whose way leads over obstacles: how far it comes by what their dice take.
#[derive(Debug)]
pub struct Crossing {
    names: Vec<String>,
    /// By the inches that the dice take together.
    landings: BTreeMap<u32, Landing>,
}

impl Crossing {
    /// `None` means no dice for obstacles are thrown for this order.
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

    /// `gets there`, `stops at the brook`; none where these events have no such dice.
    pub fn words(&self, events: &[Event]) -> Option<String> {
        let lost = events.iter().map(|event| match event {
            Event::ObstacleCost { inches, .. } => u32::from(*inches),
            _ => 0,
        });
        Some(self.landings.get(&lost.sum())?.words(&self.names))
    }
}

/// Where the dice for obstacles stopped a move that was ordered, of which so much was gone: `stops short of the brook`; `None`
/// means they did not. `state` is that before it.
pub fn stopped(state: &State, order: &Order, stand: StandId, gone: &Path) -> Option<String> {
    let (kind, path) = (order.move_kind()?, order.path()?);
    // That it stays where it is the event says.
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
    // Squared up to whom it came against it is there all the same.
    let is_there =
        walked.contacts.iter().any(|touch| ordered.contacts.iter().any(|one| one.enemy == touch.enemy))
            || walked.end.at.distance(ordered.end.at) <= EPS;
    (!is_there)
        .then(|| landing(state, stand, &walked, &ordered.obstacles).words(&obstacle_names(state, &ordered)))
}

/// The obstacles of a way that ask for dice, in its order.
pub fn obstacle_names(state: &State, walk: &Walk) -> Vec<String> {
    walk.obstacles.iter().map(|line| line_name(state, *line)).collect()
}
