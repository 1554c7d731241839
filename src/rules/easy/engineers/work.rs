//! The work of engineers: building and destroying bridges, earthworks (`easy:V.D.1`, `easy:V.D.1.c`).

use crate::command::check_listed;
use crate::event::Event;
use crate::ground::{earthwork_body, say_bridge, say_line};
use crate::order::Order;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::scratch::{Judged, Scratch};
use crate::state::{State, Step};
use crate::steps::active_at;
use crate::touching::touched_enemies;
use game::Offer;
use game::working::{Measured, Note};
use scenario::Weather;
use table::ground::{AreaKind, CrossingKind};
use table::measure::{are_touching, gap, gap_to_segment, nearest_point_of_line, outside_by, overlap_area};
use table::tolerance::{EPS, OVERLAP, TOUCH, overlapping, touching};
use table::{Placed, Pose, Vec2};

use super::change::Change;
use super::task::Task;
use super::words::{halves_left, is_engineer, say_turns_left};

/// The gap between engineers and the site of a task, in inches, and the two points between which it is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Site {
    pub from: Vec2,
    pub to: Vec2,
    pub gap: f32,
}

/// Measures from a stand to the site of a task: the end of the bridge, the point on the bank, or the outline. The gap
/// is 0 where they touch.
///
/// Clause: `easy:V.D.1`. `None` if the task names no stream or bridge of this ground.
pub fn site(state: &State, placed: Placed<'_>, task: &Task) -> Option<Site> {
    let ground = state.ground();
    let bank = |over: &str, at: Vec2| {
        let line = ground.lines.iter().find(|line| line.id == over)?;
        let point = nearest_point_of_line(&line.points, at);
        let near = gap_to_segment(placed, [point, point]);
        // The line runs along the middle of the water; the banks are half its width away.
        Some(Site { from: near.from, to: near.to, gap: (near.distance - line.width / 2.0).max(0.0) })
    };
    match task {
        Task::Bridge { over, at } => bank(over, *at),
        Task::Destroy { bridge } => {
            let crossing = ground.crossings.iter().find(|crossing| crossing.id == *bridge)?;
            bank(&crossing.over, crossing.at)
        }
        Task::Earthworks { at } => {
            let near = gap(placed, earthwork_body(state.lengths()).placed(*at));
            Some(Site { from: near.from, to: near.to, gap: near.distance })
        }
    }
}

/// Engineers do a step of work instead of moving (`easy:V.D.1`).
pub fn judge_work(s: &mut Scratch<'_>, engineer: StandId, task: &Task) -> Judged {
    check_work(&s.state, engineer, task)?;
    let state = &s.state;
    let muddy = state.weather == Weather::Muddy;
    let step = if muddy { 1 } else { 2 };
    let begun = state.engineers.jobs.get(&engineer).filter(|job| same(&job.task, task));
    let halves = begun.map_or(0, |job| job.halves).saturating_add(step);
    let needed = task.turns(state.ground()).unwrap_or(1).saturating_mul(2);
    let what = task.say(state.ground());
    let name = state.say(engineer);
    if state.engineers.jobs.get(&engineer).is_some_and(|job| !same(&job.task, task)) {
        s.emit(Event::Engineers(Change::Abandoned { engineer }));
    }
    if s.state.host_of(engineer).is_some() {
        s.emit(Event::Engineers(Change::Left { engineer }));
    }
    let left = say_turns_left(needed.saturating_sub(halves));
    let words = format!("{name} works at {what}: {left}, of {} needed", needed / 2);
    s.note(Note::new("easy:V.D.1", words));
    if muddy {
        s.note(Note::new("easy:V.D.1.c", "a turn's work in mud counts as half a turn"));
    }
    s.emit(Event::Engineers(Change::Worked { engineer, task: task.clone(), halves }));
    s.emit(Event::Acted { stand: engineer });
    if halves >= needed {
        s.emit(Event::Engineers(Change::Finished { engineer }));
        s.emit(Event::GroundChanged(task.change()));
    }
    Ok(())
}

/// Whether two tasks are the same. Places need only agree roughly, because they are written with rounded numbers.
fn same(one: &Task, other: &Task) -> bool {
    match (one, other) {
        (Task::Bridge { over: a, at }, Task::Bridge { over: b, at: there }) => {
            a == b && at.distance(*there) <= 2.0 * TOUCH
        }
        (Task::Destroy { bridge: a }, Task::Destroy { bridge: b }) => a == b,
        (Task::Earthworks { at }, Task::Earthworks { at: there }) => {
            at.at.distance(there.at) <= TOUCH && at.heading.angle_to(there.heading) <= 0.01
        }
        _ => false,
    }
}

/// Checks that the engineers may do a step of this work now.
pub fn check_work(state: &State, engineer: StandId, task: &Task) -> Result<(), Refusal> {
    let now = active_at(state, Step::Act)?;
    let name = state.say(engineer);
    let refuse = |code, fact: String, remedy: &str| Refusal::new(code, "easy:V.D.1", fact, remedy);
    let Some(placed) = state.placed(engineer).filter(|_| is_engineer(state, engineer)) else {
        return Err(refuse(
            Code::BadTarget,
            format!("{name} is no engineer stand on the table"),
            "Choose engineers",
        ));
    };
    if !state.options().engineers {
        let fact = "engineers have no tasks while adv-engineers is off".to_owned();
        refuse(Code::NotActive, fact, "Switch the module on before the game begins")
            .unless(&state.overruled)?;
    }
    check_task(state, task)?;
    check_site(state, engineer, placed, task)?;
    if now.list.contains(&engineer) && state.engineers.worked.contains(&engineer) {
        let fact = format!("{name} has done this turn's work");
        refuse(Code::Acted, fact, "One step a turn: go on in the next turn").unless(&state.overruled)?;
    }
    if now.acted.contains(&engineer) || now.overruns.contains_key(&engineer) {
        let fact = format!("{name} has only come to the site in this activation");
        refuse(Code::NotAtSite, fact, "It works when it begins an activation there")
            .unless(&state.overruled)?;
    }
    check_listed(state, engineer)?;
    if let Some(enemy) = touched_enemies(state, engineer).first() {
        let enemy = state.say(*enemy);
        let fact = format!("{name} touches {enemy}");
        refuse(Code::InContact, fact, "Engineers in contact do not work")
            .culprit(enemy)
            .unless(&state.overruled)?;
    }
    Ok(())
}

/// Checks that the engineers, placed as given, touch the site of this work.
pub fn check_site(state: &State, engineer: StandId, placed: Placed<'_>, task: &Task) -> Result<(), Refusal> {
    let Some(site) = site(state, placed, task) else {
        let fact = "there is nothing here to work at";
        return Err(Refusal::new(Code::BadTarget, "easy:V.D.1", fact, "Choose a site"));
    };
    if touching(site.gap) {
        return Ok(());
    }
    let name = state.say(engineer);
    let fact = format!("{name} is not at the site of {}", task.say(state.ground()));
    let remedy = "Touch the site first; work begins with the next activation";
    let what = format!("{name} to the site");
    Refusal::new(Code::NotAtSite, "easy:V.D.1", fact, remedy)
        .with(Measured::at_most(what, site.from, site.to, site.gap, TOUCH))
        .unless(&state.overruled)
}

/// Checks that the task is possible on this ground, wherever the engineers are.
pub fn check_task(state: &State, task: &Task) -> Result<(), Refusal> {
    let ground = state.ground();
    let refuse = |fact: String, remedy: &str| Err(Refusal::new(Code::BadTarget, "easy:V.D.1", fact, remedy));
    let stands = |refusal: Refusal| refusal.unless(&state.overruled);
    match task {
        Task::Bridge { over, at } => {
            let Some(line) = ground.lines.iter().find(|line| line.id == *over && line.stream().is_some())
            else {
                return refuse(format!("\"{over}\" is no stream here"), "Bridge a stream");
            };
            if nearest_point_of_line(&line.points, *at).distance(*at)
                > line.width / 2.0 + state.lengths().bank_slack()
            {
                let refused = refuse(
                    "the place of the bridge is not on the bank".to_owned(),
                    "Choose a point of the stream",
                );
                let is_on_table = at.cmpge(Vec2::ZERO).all() && at.cmple(ground.size).all();
                if is_on_table { refused.or_else(stands)? } else { return refused }
            }
            let bridges = ground.crossings.iter().filter(|crossing| crossing.kind == CrossingKind::Bridge);
            match bridges
                .filter(|bridge| bridge.over == *over)
                .find(|bridge| bridge.at.distance(*at) <= state.lengths().bridge_spacing())
            {
                Some(bridge) => {
                    let fact = format!("{} stands there already", say_bridge(ground, &bridge.id));
                    refuse(fact, "Build farther from the next bridge").or_else(stands)
                }
                None => Ok(()),
            }
        }
        Task::Destroy { bridge } => {
            let found = ground.crossings.iter().find(|crossing| crossing.id == *bridge);
            match found {
                Some(crossing) if crossing.kind == CrossingKind::Bridge && task.turns(ground).is_some() => {
                    Ok(())
                }
                Some(_) => {
                    refuse("only a bridge over a stream can be destroyed".to_owned(), "Choose a bridge")
                }
                None => refuse(format!("there is no bridge \"{bridge}\""), "Choose a bridge that stands"),
            }
        }
        Task::Earthworks { at } => {
            let body = earthwork_body(state.lengths());
            let outline = body.placed(*at);
            let deep = state.terrain().impassable_under(outline).is_some_and(|(depth, _)| overlapping(depth));
            let fact = || "earthworks need open ground on the table".to_owned();
            let remedy = "Choose another place for the outline";
            if outside_by(outline, ground.size) > OVERLAP {
                return refuse(fact(), remedy);
            }
            if deep {
                refuse(fact(), remedy).or_else(stands)?;
            }
            // A stand half in earthworks is in cover, so works under half of the outline are enough (`easy:II.D.3`).
            let half = state.lengths().earthwork_side().powi(2) / 2.0;
            let works = ground.areas.iter().filter(|area| area.kind == AreaKind::Earthwork);
            if let Some(works) =
                works.into_iter().find(|area| overlap_area(outline, &area.polygon) >= half - EPS)
            {
                let named = match works.name.as_str() {
                    "" | "earthworks" => String::new(),
                    name => format!(" ({name})"),
                };
                let fact = format!("there are earthworks already{named}, under half of the outline or more");
                refuse(fact, "Choose a place clear of them").or_else(stands)?;
            }
            Ok(())
        }
    }
}

/// Abandons work whose engineers have left the site, or which is no longer needed because others have done it
/// (`easy:V.D.1`).
pub fn settle_jobs(s: &mut Scratch<'_>) {
    let state = &s.state;
    let left: Vec<(StandId, bool)> = (state.engineers.jobs.iter())
        .filter_map(|(engineer, job)| {
            let there = state.placed(*engineer).and_then(|placed| site(state, placed, &job.task));
            let gone = !there.is_some_and(|site| touching(site.gap));
            let needless = halves_left(state, job).is_none() || check_task(state, &job.task).is_err();
            (gone || needless).then_some((*engineer, gone))
        })
        .collect();
    for (engineer, gone) in left {
        let name = s.state.say(engineer);
        let words = match gone {
            true => format!("{name} has left its work, which is abandoned"),
            false => format!("{name} has nothing to do there any more: its work is abandoned"),
        };
        s.note(Note::new("easy:V.D.1", words));
        s.emit(Event::Engineers(Change::Abandoned { engineer }));
    }
}

/// The tasks possible where the engineers stand, whichever command is active.
pub fn tasks_here(state: &State, engineer: StandId) -> Vec<Task> {
    let Some(placed) = state.placed(engineer) else { return Vec::new() };
    let ground = state.ground();
    let mut tasks: Vec<Task> =
        state.engineers.jobs.get(&engineer).map(|job| job.task.clone()).into_iter().collect();
    let bridges = ground.crossings.iter().filter(|crossing| crossing.kind == CrossingKind::Bridge);
    tasks.extend(bridges.map(|bridge| Task::Destroy { bridge: bridge.id.clone() }));
    for line in ground.lines.iter().filter(|line| line.stream().is_some()) {
        let nearest = line
            .points
            .windows(2)
            .map(|pair| gap_to_segment(placed, [pair[0], pair[1]]))
            .min_by(|a, b| a.distance.total_cmp(&b.distance));
        if let Some(nearest) = nearest {
            tasks.push(Task::Bridge { over: line.id.clone(), at: nearest.to });
        }
    }
    let friends = state.on_table().filter(|(id, there)| {
        state.arm(*id).is_infantry() && !state.are_enemies(*id, engineer) && are_touching(placed, *there)
    });
    tasks.extend(friends.map(|(_, there)| Task::Earthworks { at: there.pose }));
    let ahead = placed.quad().half.y + state.lengths().earthwork_side() / 2.0;
    let before = Pose::new(placed.pose.at + placed.pose.heading.forward() * ahead, placed.pose.heading);
    tasks.push(Task::Earthworks { at: before });
    let mut distinct: Vec<Task> = Vec::new();
    for task in tasks {
        let at_site = site(state, placed, &task).is_some_and(|site| touching(site.gap));
        if at_site && check_task(state, &task).is_ok() && !distinct.iter().any(|known| same(known, &task)) {
            distinct.push(task);
        }
    }
    distinct
}

/// The infantry stand centred on these earthworks. `None` if there is none.
fn stands_there(state: &State, at: Pose) -> Option<StandId> {
    let is_there = |id: StandId, pose: Pose| state.arm(id).is_infantry() && pose.at.distance(at.at) < TOUCH;
    state.on_table().find(|(id, placed)| is_there(*id, placed.pose)).map(|(id, _)| id)
}

/// The steps of work possible now. Work under way comes first.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let Some(now) = state.active().filter(|now| now.step == Step::Act) else { return Vec::new() };
    let mut offers = Vec::new();
    for &engineer in now.list.iter().filter(|id| is_engineer(state, **id) && !now.acted.contains(id)) {
        for task in tasks_here(state, engineer) {
            if check_work(state, engineer, &task).is_err() {
                continue;
            }
            let verb = match &task {
                Task::Bridge { over, .. } => format!("bridges {}", say_line(state.ground(), over)),
                Task::Destroy { bridge } => format!("destroys {}", say_bridge(state.ground(), bridge)),
                Task::Earthworks { at } => match stands_there(state, *at) {
                    Some(stand) => format!("throws up earthworks where {} stands", state.say_short(stand)),
                    None => "throws up earthworks in front of it".to_owned(),
                },
            };
            let needed = task.turns(state.ground()).unwrap_or(0).saturating_mul(2);
            let job = state.engineers.jobs.get(&engineer).filter(|job| same(&job.task, &task));
            let left = say_turns_left(needed.saturating_sub(job.map_or(0, |job| job.halves)));
            let words = format!("{} {verb}: {left}", state.say(engineer));
            let family = matches!(task, Task::Earthworks { .. } | Task::Bridge { .. });
            offers.push(Offer { order: Order::Work { engineer, task }, kind: "work", words, family });
        }
    }
    offers
}
