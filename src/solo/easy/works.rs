//! What a solo player builds and destroys: earthworks where its infantry holds its ground, bridges where its way leads
//! over water, the end of a bridge that the enemy needs; and the guns it gathers under one general.
//!
//! Clauses: `easy:V.C`, `easy:V.D.1`, `easy:V.D.3.a`. Units: inches for stands of the printed size.

use glam::Vec2;

use super::sight::Sight;
use easy::engineers::task::Task;
use easy::engineers::work::site;
use easy::ground::earthwork_body;
use easy::movement::kind::tread;
use easy::state::Pontoon;
use easy::touching::touched_enemies;
use easy::{CommandId, StandId, State, regroup};
use scenario::Side;
use scenario::army::Arm;
use table::ground::{CrossingKind, Line, Tread};
use table::measure::{are_touching, inches_apart, point_in_polygon};
use table::tolerance::touching;
use table::{Edge, Pose};

/// Distance within which a bridge or ford serves: no second one is needed, and destroying it bars the way.
const NEAR: f32 = 4.0;
/// Least distance of the enemy from a site at which engineers begin.
const DANGER: f32 = 5.0;
/// Maximum distance of works for engineers.
const FAR: f32 = 15.0;
/// Maximum distance of an enemy that is a reason for earthworks.
const THREAT: f32 = 18.0;
/// A stand within this distance of a place its side holds stays there.
const HOLDS: f32 = 4.0;
/// Least number of stands that want a bridge, or want it destroyed.
const ENOUGH: usize = 2;
/// Least number of batteries for a command of their own.
const BATTERIES: usize = 3;
/// Effective range of batteries.
const GUNSHOT: f32 = 10.0;

/// A place where stands of one side want to cross water that bars them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WantedCrossing {
    pub over: String,
    /// The point of the line where they would cross.
    pub at: Vec2,
    pub stands: usize,
}

/// The point where two segments cross.
fn meet(a: [Vec2; 2], b: [Vec2; 2]) -> Option<Vec2> {
    let (way, other, between) = (a[1] - a[0], b[1] - b[0], b[0] - a[0]);
    let turned = way.perp_dot(other);
    if turned.abs() < 1e-6 {
        return None;
    }
    let (t, u) = (between.perp_dot(other) / turned, between.perp_dot(way) / turned);
    ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)).then(|| a[0] + way * t)
}

/// Where the way crosses the line, if it comes out on the other side: the crossing nearest to its beginning.
fn crossed(line: &Line, way: [Vec2; 2]) -> Option<Vec2> {
    let mut points: Vec<Vec2> =
        line.points.windows(2).filter_map(|pair| meet(way, [pair[0], pair[1]])).collect();
    points.sort_by(|p, q| p.distance(way[0]).total_cmp(&q.distance(way[0])));
    if points.len() % 2 == 1 { points.first().copied() } else { None }
}

/// Where these ways cross water that bars the stands, line by line, the most wanted point first.
fn wanted_crossings(
    sight: &Sight<'_>,
    ways: &[(Tread, [Vec2; 2])],
    open: impl Fn(&Line, Vec2) -> bool,
) -> Vec<WantedCrossing> {
    let near = sight.view.lengths().inches(NEAR);
    let mut found: Vec<WantedCrossing> = Vec::new();
    for line in sight.view.ground().lines.iter().filter(|line| line.stream().is_some()) {
        for (tread, way) in ways {
            let Some(at) = crossed(line, *way).filter(|_| line.barred_to.contains(tread)) else { continue };
            if open(line, at) {
                continue;
            }
            match found
                .iter_mut()
                .find(|crossing| crossing.over == line.id && crossing.at.distance(at) < near)
            {
                Some(crossing) => crossing.stands += 1,
                None => found.push(WantedCrossing { over: line.id.clone(), at, stands: 1 }),
            }
        }
    }
    // Stable: of equals the one that was found first.
    found.sort_by_key(|crossing| usize::MAX - crossing.stands);
    found
}

/// The straight ways of the troops of this side to their goals.
fn own_ways(sight: &Sight<'_>) -> Vec<(Tread, [Vec2; 2])> {
    let view = sight.view;
    let own = view.ids().filter(|id| view.side(*id) == sight.side && view.arm(*id).is_troops());
    own.filter_map(|id| {
        let at = view.pose(id)?.at;
        let (goal, _) = sight.goal(id, at)?;
        Some((tread(view.arm(id)), [at, goal]))
    })
    .collect()
}

/// Where this side wants bridges, the most wanted first.
pub(super) fn bridges_wanted(sight: &Sight<'_>) -> Vec<WantedCrossing> {
    let view = sight.view;
    if !view.ground().lines.iter().any(|line| line.stream().is_some()) {
        return Vec::new();
    }
    let near = view.lengths().inches(NEAR);
    let open = |line: &Line, at: Vec2| {
        let crossings = view.ground().crossings.iter();
        let crossed = crossings.filter(|one| one.over == line.id).any(|one| one.at.distance(at) < near);
        crossed
            || begun_by(view, sight.side)
                .iter()
                .any(|(over, there)| *over == line.id && there.distance(at) < near)
    };
    let mut wanted_crossings = wanted_crossings(sight, &own_ways(sight), open);
    wanted_crossings.retain(|crossing| crossing.stands >= ENOUGH);
    wanted_crossings
}

/// The bridges that this side is building: line and place.
fn begun_by(view: &State, side: Side) -> Vec<(&str, Vec2)> {
    let jobs = view.engineers.jobs.iter().filter_map(|(engineer, job)| match &job.task {
        Task::Bridge { over, at } => Some((*engineer, over.as_str(), *at)),
        Task::Destroy { .. } | Task::Earthworks { .. } => None,
    });
    let trains = view.pontoons.iter().filter_map(|(train, pontoon)| match pontoon {
        Pontoon::Building { over, at, .. } => Some((*train, over.as_str(), *at)),
        Pontoon::Spent => None,
    });
    jobs.chain(trains).filter(|(id, _, _)| view.side(*id) == side).map(|(_, over, at)| (over, at)).collect()
}

/// The bridges that several enemies need and this side does not: best first.
fn bridges_to_destroy(sight: &Sight<'_>) -> Vec<(String, Vec2)> {
    let view = sight.view;
    if sight.attacks {
        return Vec::new();
    }
    let near = view.lengths().inches(NEAR);
    let held = view.game.scenario.objectives.iter().zip(&view.holders);
    let held: Vec<Vec2> = held
        .filter(|(_, holder)| **holder == Some(sight.side))
        .map(|(objective, _)| objective.place.iter().sum::<Vec2>() / objective.place.len().max(1) as f32)
        .collect();
    let own: Vec<(Tread, Vec2)> = view
        .ids()
        .filter(|id| view.side(*id) == sight.side && view.arm(*id).is_troops())
        .filter_map(|id| Some((tread(view.arm(id)), view.pose(id)?.at)))
        .collect();
    let nearest = |at: Vec2| {
        let wanted = held.iter().copied().chain(own.iter().map(|(_, there)| *there));
        wanted.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)))
    };
    let theirs: Vec<(Tread, [Vec2; 2])> = sight
        .enemies
        .iter()
        .filter_map(|enemy| Some((tread(view.arm(enemy.id)), [enemy.pose.at, nearest(enemy.pose.at)?])))
        .collect();
    let ours = own_ways(sight);
    let mut found: Vec<(usize, String, Vec2)> = Vec::new();
    for bridge in view.ground().crossings.iter().filter(|one| one.kind == CrossingKind::Bridge) {
        let Some(line) = view.ground().lines.iter().find(|line| line.id == bridge.over) else { continue };
        let uses = |(tread, way): &&(Tread, [Vec2; 2])| {
            line.barred_to.contains(tread)
                && crossed(line, *way).is_some_and(|at| at.distance(bridge.at) < near)
        };
        let (they, we) = (theirs.iter().filter(uses).count(), ours.iter().filter(uses).count());
        // A stand beyond it would have no way back.
        let beyond = own.iter().any(|(tread, at)| {
            let back = *at + sight.home() * view.lengths().inches(40.0);
            uses(&&(*tread, [*at, back]))
        });
        if they >= ENOUGH && we == 0 && !beyond {
            found.push((they, bridge.id.clone(), bridge.at));
        }
    }
    found.sort_by_key(|(they, _, _)| usize::MAX - they);
    found.into_iter().map(|(_, id, at)| (id, at)).collect()
}

/// Does this infantry hold open ground against an approaching enemy?
fn wants_cover(sight: &Sight<'_>, id: StandId) -> Option<f32> {
    let view = sight.view;
    let placed = view.placed(id)?;
    let at = placed.pose.at;
    let lengths = view.lengths();
    let (_, threat) = sight.nearest(at)?;
    let waits = lengths.inches(DANGER) < threat && threat < lengths.inches(THREAT);
    let stays = !sight.attacks || sight.holds_place(at, lengths.inches(HOLDS));
    let terrain = view.terrain();
    let covered = || {
        terrain.area_cover(placed).is_some()
            || terrain.edge_cover(placed.quad(), Edge::Front).is_some()
            || is_in_works(view, id)
    };
    (waits && stays && !view.stand(id).square && !covered() && touched_enemies(view, id).is_empty())
        .then_some(threat)
}

/// Is the middle of this stand in earthworks built in this battle, finished or begun?
fn is_in_works(view: &State, id: StandId) -> bool {
    let Some(pose) = view.pose(id) else { return false };
    let body = earthwork_body(view.lengths());
    let begun = view.engineers.jobs.values().any(|job| match &job.task {
        Task::Earthworks { at } => point_in_polygon(pose.at, &body.placed(*at).corners().collect::<Vec<_>>()),
        Task::Bridge { .. } | Task::Destroy { .. } => false,
    });
    begun || view.works().any(|area| point_in_polygon(pose.at, &area.polygon))
}

/// Infantry with cover under construction stays there while its side has nothing to gain, or holds a place there.
pub(super) fn stays_in_works(sight: &Sight<'_>, id: StandId) -> bool {
    let Some(pose) = sight.view.pose(id) else { return false };
    sight.view.arm(id).is_infantry()
        && (!sight.attacks || sight.holds_place(pose.at, sight.view.lengths().inches(HOLDS)))
        && is_in_works(sight.view, id)
}

/// A task for engineers, and where they have to be for it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Work {
    Bridge {
        over: String,
        at: Vec2,
    },
    Destroy {
        bridge: String,
        at: Vec2,
    },
    /// Cover for this infantry.
    Cover {
        host: StandId,
    },
}

/// The tasks for these engineers, best first: none that is far off, or that the enemy has reached.
pub(super) fn wanted(sight: &Sight<'_>, engineer: StandId) -> Vec<Work> {
    let view = sight.view;
    let Some(pose) = view.pose(engineer) else { return Vec::new() };
    let lengths = view.lengths();
    let near = |at: Vec2| {
        let safe = sight.nearest(at).is_none_or(|(_, distance)| distance > lengths.inches(DANGER));
        safe && at.distance(pose.at) < lengths.inches(FAR)
    };
    let left = view.game.scenario.turns.saturating_sub(view.turn);
    let in_time = |task: Task| task.turns(view.ground()).is_some_and(|turns| turns < left);
    let bridges = bridges_wanted(sight).into_iter();
    let bridges = bridges
        .filter(|crossing| {
            near(crossing.at) && in_time(Task::Bridge { over: crossing.over.clone(), at: crossing.at })
        })
        .map(|crossing| Work::Bridge { over: crossing.over, at: crossing.at });
    let destroyed = bridges_to_destroy(sight).into_iter().filter(|(_, at)| near(*at));
    let destroyed = destroyed.map(|(bridge, at)| Work::Destroy { bridge, at });
    let own = view.unit(engineer);
    let mut hosts: Vec<(f32, StandId)> = view
        .on_table()
        .filter(|(id, _)| {
            let unit = view.unit(*id);
            unit.arm.is_infantry()
                && (view.side(*id), unit.army) == (own.side, own.army)
                && view.engineer_with(*id).is_none_or(|with| with == engineer)
        })
        .filter(|(_, placed)| near(placed.pose.at))
        .filter_map(|(id, placed)| {
            let threat = wants_cover(sight, id)?;
            Some((threat + placed.pose.at.distance(pose.at), id))
        })
        .collect();
    hosts.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let cover = hosts.into_iter().take(3).map(|(_, host)| Work::Cover { host });
    bridges.chain(destroyed).chain(cover).collect()
}

/// Does this task serve the work wanted there?
pub(super) fn serves(view: &State, work: &Work, task: &Task) -> bool {
    let near = view.lengths().inches(NEAR / 2.0);
    match (work, task) {
        (Work::Bridge { over, at }, Task::Bridge { over: line, at: there }) => {
            over == line && at.distance(*there) < near
        }
        (Work::Destroy { bridge, .. }, Task::Destroy { bridge: other }) => bridge == other,
        (Work::Cover { host }, Task::Earthworks { at }) => view.pose(*host) == Some(*at),
        _ => false,
    }
}

/// The place from which engineers touch the site, straight from where they are; `None` if they touch it already, or stand at
/// such a slant that they would overlap the bank.
pub(super) fn place_at(view: &State, engineer: StandId, work: &Work) -> Option<Vec2> {
    let (pose, half) = (view.pose(engineer)?, view.placed(engineer)?.quad().half);
    let (over, at, task) = match work {
        Work::Bridge { over, at } => (over.clone(), *at, Task::Bridge { over: over.clone(), at: *at }),
        Work::Destroy { bridge, at } => {
            let crossing = view.ground().crossings.iter().find(|one| one.id == *bridge)?;
            (crossing.over.clone(), *at, Task::Destroy { bridge: bridge.clone() })
        }
        Work::Cover { .. } => return None,
    };
    let there = site(view, view.placed(engineer)?, &task)?;
    if touching(there.gap) {
        return None;
    }
    let line = view.ground().lines.iter().find(|line| line.id == over)?;
    let ahead = (at - pose.at).try_normalize()?;
    let short = match work {
        // Their outline extends this far ahead: it touches the end of the bridge.
        Work::Destroy { .. } => {
            let reach = |half: f32, part: f32| if part > 1e-3 { half / part } else { f32::MAX };
            let (right, front) =
                (ahead.dot(pose.heading.right()).abs(), ahead.dot(pose.heading.forward()).abs());
            reach(half.x, right).min(reach(half.y, front)) + line.width / 2.0
        }
        // Their foremost corner touches the bank, and none overlaps it.
        Work::Bridge { .. } | Work::Cover { .. } => {
            let stretch = line.points.windows(2).min_by(|a, b| {
                let off = |pair: &[Vec2]| table::measure::nearest_point_of_line(pair, at).distance(at);
                off(a).total_cmp(&off(b))
            })?;
            let along = (stretch[1] - stretch[0]).try_normalize()?;
            let across = if along.perp().dot(ahead) > 0.0 { along.perp() } else { -along.perp() };
            let steep = across.dot(ahead);
            if steep < 0.35 {
                return None;
            }
            let reach = half.x * across.dot(pose.heading.right()).abs()
                + half.y * across.dot(pose.heading.forward()).abs();
            (reach + line.width / 2.0 + 0.02) / steep
        }
    };
    let way = pose.at.distance(at) - short;
    (way > 0.0).then(|| pose.at + ahead * way)
}

/// Does this stand touch the infantry that it is to cover?
pub(super) fn touches(view: &State, engineer: StandId, host: StandId) -> bool {
    let both = view.placed(engineer).zip(view.placed(host));
    both.is_some_and(|(one, other)| are_touching(one, other))
}

/// Batteries of several commands that could fire together under a general of their own, with the general's place: several
/// near each other and near the army commander, each with the enemy within the reach of its guns.
///
/// A command of guns alone is one already, and no command gives up its last stand for it (`easy:V.C`).
pub(super) fn grand_battery(sight: &Sight<'_>) -> Option<(Vec<StandId>, Pose)> {
    let view = sight.view;
    let of_several_arms = |command: CommandId| {
        view.command(command)
            .stands
            .iter()
            .any(|id| !view.arm(*id).is_artillery() && view.pose(*id).is_some())
    };
    let gunshot = view.lengths().inches(GUNSHOT);
    let guns: Vec<StandId> = regroup::offers::units(view)
        .into_iter()
        .filter(|id| view.arm(*id).is_artillery() && of_several_arms(view.unit(*id).command))
        .filter(|id| !view.stand(*id).evading && touched_enemies(view, *id).is_empty())
        .filter(|id| {
            let near = view.pose(*id).and_then(|pose| sight.nearest(pose.at));
            near.is_some_and(|(_, distance)| distance < gunshot)
        })
        .collect();
    if guns.len() < BATTERIES {
        return None;
    }
    let pose = regroup::places::form_pose(view, &guns)?;
    let body = regroup::places::form_body(view, &guns);
    let there = body.placed(pose);
    let reach = view.lengths().command_range();
    let near = |id: &StandId| view.placed(*id).is_some_and(|placed| inches_apart(there, placed) <= reach);
    let guns: Vec<StandId> = guns.into_iter().filter(near).collect();
    let pose = regroup::places::form_pose(view, &guns)?;
    (guns.len() >= BATTERIES).then_some((guns, pose))
}

/// Where a wagon goes with its command: behind the middle of its stands, or of its army if it serves no command; `None`
/// if there are no stands.
pub(super) fn behind_command(sight: &Sight<'_>, wagon: StandId, behind: f32) -> Option<Vec2> {
    let view = sight.view;
    let unit = view.unit(wagon);
    let mut followed: Vec<StandId> = unit.serves.map_or_else(Vec::new, |id| view.command(id).stands.clone());
    let fights =
        |id: &StandId| view.arm(*id).is_troops() && view.side(*id) == sight.side && view.pose(*id).is_some();
    followed.retain(fights);
    if followed.is_empty() {
        followed = view.ids().filter(|id| fights(id) && view.unit(*id).army == unit.army).collect();
    }
    let middle = followed.iter().filter_map(|id| view.pose(*id)).map(|pose| pose.at).sum::<Vec2>();
    (!followed.is_empty() && view.arm(wagon) == Arm::Wagon)
        .then(|| middle / followed.len() as f32 + sight.home() * view.lengths().inches(behind))
}
