//! Rally and recovery, and what happens to routers that must rout again (`epstein:13.4` to `epstein:13.12`).

use std::f32::consts::FRAC_PI_2;

use game::working::Note;
use table::{Heading, Pose};

use super::event::Event;
use super::formation::Formation;
use super::options::RoutedHalf;
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::rout;
use super::scratch::{Judged, Scratch, remove};
use super::state::{GroupId, Rally, State};

/// At the end of a period, routers not ordered to run on have halted (`epstein:13.7`), and due markers of disruption are
/// removed (`epstein:13.4`).
pub fn end_period(s: &mut Scratch<'_>) {
    for id in waiting(&s.state) {
        halt(s, id);
    }
    let (turn, side) = (s.state.turn, s.state.active);
    let groups: Vec<GroupId> = s.state.group_ids().collect();
    for id in groups {
        while s
            .state
            .group(id)
            .disruption
            .first()
            .is_some_and(|marker| marker.side == side && marker.turn <= turn)
        {
            let name = s.state.say(id);
            s.note(Note::new("epstein:13.4", format!("{name} recovers")));
            s.emit(Event::Recovered { group: id });
        }
    }
}

/// At the start of a period, routers of its side rally by a stage (`epstein:13.7`). Those still running may halt.
pub fn begin_period(s: &mut Scratch<'_>) {
    let side = s.state.active;
    let groups: Vec<GroupId> = s.state.group_ids().filter(|id| s.state.side(*id) == side).collect();
    for id in groups {
        let Some(rout) = s.state.group(id).rout else { continue };
        let name = s.state.say(id);
        match rout.rally {
            Rally::Running => {}
            Rally::Halted => {
                let (heading, to) = turned(&s.state, id, to_enemy(&s.state, id));
                s.note(Note::new("epstein:13.7", format!("{name} turns to face the enemy")));
                s.emit(Event::Rallied { group: id, rally: Some(Rally::Faced), heading, to });
            }
            Rally::Faced => {
                let (heading, to) = turned(&s.state, id, s.state.group(id).heading);
                s.note(Note::new("epstein:13.7", format!("{name} has rallied")));
                let formation = column_of(&s.state, id);
                s.emit(Event::Formed { group: id, formation, heading, to: to.clone() });
                s.emit(Event::Rallied { group: id, rally: None, heading, to });
            }
        }
    }
}

/// The column of units that have rallied, until they form something else, which is no move (`epstein:13.7`).
fn column_of(state: &State, id: GroupId) -> Formation {
    match state.arm(id) {
        super::kind::Arm::Infantry => Formation::MarchColumn,
        super::kind::Arm::Cavalry => Formation::Column,
        super::kind::Arm::Artillery | super::kind::Arm::Command => Formation::Single,
    }
}

/// The heading to the nearest enemy.
fn to_enemy(state: &State, id: GroupId) -> Heading {
    let here = state.place(id);
    let enemies = state.enemies_of(state.side(id)).map(|enemy| state.place(enemy).at);
    let nearest = super::measure::nearest(enemies, |at| at.distance(here.at));
    nearest.filter(|at| at.distance(here.at) > 1e-3).map_or(here.heading, |at| Heading::of(at - here.at))
}

/// The column turned in its place, if it has room; otherwise each stand faces along the column, towards the end that is nearer
/// to the heading.
fn turned(state: &State, id: GroupId, heading: Heading) -> (Heading, Vec<(StandId, Pose)>) {
    let mut stands = state.group(id).stands.clone();
    let now = state.place(id);
    if let Some(to) = super::form::room_for(state, id, &stands, Formation::Rout, Pose::new(now.at, heading)) {
        return (heading, to);
    }
    let back = now.heading.angle_to(heading) > FRAC_PI_2;
    if back {
        stands.reverse();
    }
    let heading = if back { now.heading.reversed() } else { now.heading };
    let to = stands.iter().filter_map(|stand| Some((*stand, Pose { heading, ..state.pose(*stand)? })));
    (heading, to.collect())
}

/// Routers that must halt, or run on, before anything else (`epstein:13.7`).
pub fn waiting(state: &State) -> Vec<GroupId> {
    let waits = |id: &GroupId| {
        state.is_active(*id)
            && state.group(*id).rout.is_some_and(|rout| rout.rally == Rally::Running && !rout.stage_done)
    };
    state.group_ids().filter(waits).collect()
}

fn check_running(state: &State, id: GroupId) -> Result<(), Refusal> {
    if waiting(state).contains(&id) {
        return Ok(());
    }
    let fact = format!("{} does not run, or has been asked", state.say(id));
    Err(Refusal::new(Code::NotDue, "epstein:13.7", fact, "Routers halt in their own period"))
}

/// Routers halt under their black marker (`epstein:13.7`).
pub fn judge_halt(s: &mut Scratch<'_>, id: GroupId) -> Judged {
    check_running(&s.state, id)?;
    halt(s, id);
    Ok(())
}

fn halt(s: &mut Scratch<'_>, id: GroupId) {
    let heading = s.state.group(id).heading;
    let name = s.state.say(id);
    s.note(Note::new("epstein:13.7", format!("{name} halts: the black marker lies by it")));
    s.emit(Event::Rallied { group: id, rally: Some(Rally::Halted), heading, to: Vec::new() });
}

/// Routers run on (`epstein:13.7`).
pub fn judge_run_on(s: &mut Scratch<'_>, id: GroupId) -> Judged {
    check_running(&s.state, id)?;
    let group = s.state.group(id);
    let (heading, hit) = (group.heading, group.rout.is_some_and(|rout| rout.hit));
    let from = s.state.place(id).at;
    rout::rout(s, id, heading, from, hit)?;
    if !s.state.group(id).is_gone() {
        // It may have swerved before.
        let heading = s.state.group(id).heading;
        s.emit(Event::Rallied { group: id, rally: Some(Rally::Running), heading, to: Vec::new() });
    }
    Ok(())
}

/// Routers are hit by fire, or charged (`epstein:13.9`, `epstein:13.10`): half of them are lost and they run again; the second
/// time they are eliminated. `away`: the heading in which they run.
pub fn hit(s: &mut Scratch<'_>, id: GroupId, hits: u16, away: Heading) -> Judged {
    let group = s.state.group(id);
    let Some(now) = group.rout else { return Ok(()) };
    let name = s.state.say(id);
    if now.hit {
        s.note(Note::new(
            "epstein:13.10",
            format!("{name} is hit once more before it has reformed, and is gone"),
        ));
        remove(s, id);
        return Ok(());
    }
    let figures = s.state.figures(id);
    let lost = match s.state.game.options.routed_half {
        RoutedHalf::AtLeast => figures.div_ceil(2).max(hits),
        RoutedHalf::AfterFire => hits + figures.saturating_sub(hits).div_ceil(2),
    }
    .min(figures);
    s.note(Note::new("epstein:13.9", format!("{name} loses {lost} of {figures} figures and runs again")));
    let from = s.state.place(id).at;
    take_any(s, id, lost);
    rout::rout(s, id, away, from, true)
}

/// Takes this many figures from a group: damaged stands are finished first (`epstein:g.4`), then the last ones.
fn take_any(s: &mut Scratch<'_>, id: GroupId, lost: u16) {
    let mut left = lost;
    let mut stands: Vec<_> = s.state.group(id).stands.iter().rev().copied().collect();
    stands.sort_by_key(|stand| s.state.stand(*stand).figures >= s.state.game.stand(*stand).figures);
    let mut shares = Vec::new();
    for stand in stands {
        let figures = s.state.stand(stand).figures.min(left);
        if figures > 0 {
            shares.push((stand, figures));
            left -= figures;
        }
    }
    super::losses::take(s, id, &shares);
}
