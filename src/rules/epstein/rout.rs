//! Routs: where routers run, what they run through, what stops them (`epstein:13.1` to `epstein:13.6`, `epstein:9.6`).
//!
//! Units: inches.

use game::working::Note;
use table::measure::{gap_to_polygon, overlap_depth};
use table::{Body, Heading, Placed, Pose, Vec2};

use super::coming::Coming;
use super::event::Event;
use super::formation::Formation;
use super::ground::About;
use super::kind::Arm;
use super::measure::{DEGREE, SLACK, deep, gap, within};
use super::mover::goes_on_foot;
use super::options::{RoutEdge, RoutedCrew};
use super::room::{misplaced, overlapped};
use super::scratch::{Judged, Scratch, remove};
use super::standing::skirmishes;
use super::state::{GroupId, Marker, State};
use super::tables::Pace;

/// Distance within which formed friends behind are run through, in inches (`epstein:13.3`).
const NEAR: f32 = 3.0;

/// Largest swerve of a rout to either side, in degrees (`epstein:13.2`).
const SWERVE: u16 = 45;

/// Length of the pieces in which a path is walked to sum up the cost of ground, in inches.
const PIECE: f32 = 0.125;

/// The course of a rout.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    pub heading: Heading,
    /// Degrees to the right of straight away.
    pub swerve: i32,
    /// Where the middle of the column ends.
    pub end: Vec2,
    /// Inches that the middle runs.
    pub distance: f32,
    /// Formed friends that it runs through, nearest first.
    pub through: Vec<GroupId>,
    pub fate: Fate,
}

/// The fate of routers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Runs,
    /// An enemy is in the way (`epstein:9.6`).
    Blocked(GroupId),
    /// They leave the table (`epstein:13.6`).
    OffTable,
    /// There is no room anywhere on their way: enemies or ground block it (`epstein:9.6`).
    NoRoom,
}

/// The ground of a rout.
struct Ground<'s> {
    /// Inches to run.
    run: f32,
    about: About<'s>,
    closed: Vec<&'s [Vec2]>,
}

impl<'s> Ground<'s> {
    fn about(state: &'s State, from: Vec2, run: f32) -> Self {
        let ground = &state.game.ground;
        let closed = ground.closed_near(from, run).map(|(polygon, _)| polygon).collect();
        Self { run, about: ground.about(from, run), closed }
    }
}

/// A corridor: as wide as a stand, from a place along a heading.
#[derive(Clone, Copy, Debug)]
struct Corridor {
    from: Vec2,
    heading: Heading,
    width: f32,
    length: f32,
}

impl Corridor {
    fn body(&self) -> (Body, Pose) {
        let middle = self.from + self.heading.forward() * (self.length / 2.0);
        (Body::single(self.width, self.length), Pose::new(middle, self.heading))
    }

    /// Does a stand lie in it?
    fn meets(&self, body: &Body, pose: Pose) -> bool {
        let (own, at) = self.body();
        let far = (self.width + self.length) / 2.0 + body.radius_about(Vec2::ZERO);
        at.at.distance(pose.at) <= far && deep(overlap_depth(own.placed(at), body.placed(pose)))
    }

    fn meets_group(&self, state: &State, id: GroupId) -> bool {
        state
            .quads(id)
            .any(|(_, quad)| self.meets(&Body::single(quad.half.x * 2.0, quad.half.y * 2.0), quad.pose))
    }

    /// The length at which it reaches a group; `None` if it does not.
    fn until(self, state: &State, id: GroupId) -> Option<f32> {
        let meets = |length: &f32| Self { length: *length, ..self }.meets_group(state, id);
        let shorter = (1..u16::MAX).map(|step| f32::from(step) * PIECE);
        meets(&self.length)
            .then(|| shorter.take_while(|length| *length < self.length).find(meets).unwrap_or(self.length))
    }

    fn meets_ground(&self, polygon: &[Vec2]) -> bool {
        let (own, at) = self.body();
        let placed: Placed<'_> = own.placed(at);
        table::measure::overlap_area(placed, polygon) > SLACK * SLACK
            || gap_to_polygon(placed, polygon).distance <= 0.0 && inside(polygon, at.at)
    }
}

fn inside(polygon: &[Vec2], at: Vec2) -> bool {
    table::measure::point_in_polygon(at, polygon)
}

/// Inches that a group runs (`epstein:13.1`).
pub fn distance(state: &State, id: GroupId) -> f32 {
    let row = match state.arm(id) {
        Arm::Infantry => Pace::RoutedInfantry,
        Arm::Cavalry => Pace::RoutedCavalry,
        Arm::Artillery | Arm::Command => Pace::RoutedCrew,
    };
    state.game.tables.inches(row)
}

/// The course of a group that runs from here straight away in this direction (`epstein:13.1`, `epstein:13.2`, `epstein:13.3`).
pub fn flight(state: &State, id: GroupId, away: Heading, from: Vec2) -> Flight {
    let (width, depth) = state.stand_size(id);
    let column = depth * state.group(id).stands.len() as f32;
    let run = distance(state, id);
    let ground = Ground::about(state, from, run);
    let corridor = |heading: Heading| {
        let open = Corridor { from, heading, width, length: column / 2.0 };
        Corridor { length: reached(state, id, open, &ground) + column / 2.0, ..open }
    };
    let straight = corridor(away);
    let formed = |other: GroupId| {
        other != id
            && state.arm(other) != Arm::Command
            && !skirmishes(state, other)
            && state.group(other).rout.is_none()
    };
    let side = state.side(id);
    let friends: Vec<GroupId> = state.friends_of(side).filter(|friend| formed(*friend)).collect();
    let near = friends.iter().any(|friend| {
        straight.meets_group(state, *friend) && {
            let own: Vec<_> = state.quads(id).map(|(_, quad)| quad).collect();
            let theirs: Vec<_> = state
                .quads(*friend)
                .map(|(_, quad)| quad)
                .filter(|quad| straight.meets(&Body::single(quad.half.x * 2.0, quad.half.y * 2.0), quad.pose))
                .collect();
            own.iter().any(|one| theirs.iter().any(|other| within(gap(one, other), NEAR)))
        }
    });
    // No swerve takes it farther than this.
    let far = run + column / 2.0 + width;
    let bars: Vec<GroupId> =
        barring(state, side).filter(|enemy| state.may_lie_near(*enemy, from, far)).collect();
    let stops: Vec<GroupId> =
        friends.iter().copied().filter(|friend| state.may_lie_near(*friend, from, far)).collect();
    let closed: Vec<&[Vec2]> = state.game.ground.closed_near(from, far).map(|(polygon, _)| polygon).collect();
    let clear = |corridor: &Corridor| {
        !bars.iter().chain(&stops).any(|other| corridor.meets_group(state, *other))
            && !closed.iter().any(|polygon| corridor.meets_ground(polygon))
    };
    let turned = |degrees: i32| corridor(away.turned(degrees as f32 * DEGREE));
    let swerve = if near || clear(&straight) {
        0
    } else {
        let fan = (1..=i32::from(SWERVE)).flat_map(|degrees| [degrees, -degrees]);
        fan.into_iter().find(|degrees| clear(&turned(*degrees))).unwrap_or(0)
    };
    let taken = if swerve == 0 { straight } else { turned(swerve) };
    end_of(state, id, taken, swerve, &ground, &friends)
}

/// The enemies that block a rout: a gun without a crew blocks nobody (`epstein:8.d.4`).
fn barring(state: &State, side: scenario::Side) -> impl Iterator<Item = GroupId> + '_ {
    state.enemies_of(side).filter(|enemy| !state.is_abandoned(*enemy))
}

/// The end of a run along a corridor.
fn end_of(
    state: &State,
    id: GroupId,
    way: Corridor,
    swerve: i32,
    ground: &Ground<'_>,
    friends: &[GroupId],
) -> Flight {
    let side = state.side(id);
    let far = reached(state, id, way, ground);
    // A run that would end on a friend goes on, over others too.
    let (_, depth) = state.stand_size(id);
    let column = depth * state.group(id).stands.len() as f32;
    let stops = room(state, id, way, far);
    let way = Corridor { length: way.length.max(stops.unwrap_or(far).max(far) + column / 2.0), ..way };
    let barred = barring(state, side).filter_map(|enemy| Some((enemy, way.until(state, enemy)?)));
    let barred = barred.min_by(|a, b| a.1.total_cmp(&b.1));
    let end = way.from + way.heading.forward() * far;
    let size = state.game.scenario.ground.size;
    let off = end.cmplt(Vec2::splat(-SLACK)).any() || end.cmpgt(size + SLACK).any();
    let (fate, distance) = match (barred, stops) {
        (Some((enemy, _)), _) => (Fate::Blocked(enemy), far),
        (None, _) if off && state.game.options.rout_edge == RoutEdge::Lost => (Fate::OffTable, far),
        (None, None) => (Fate::NoRoom, far),
        (None, Some(inches)) => (Fate::Runs, inches),
    };
    let end = way.from + way.heading.forward() * distance;
    // It runs through the friends on the way that it really runs.
    let length = match fate {
        Fate::Runs => distance + column / 2.0,
        Fate::Blocked(_) => barred.map_or(0.0, |(_, length)| length),
        Fate::OffTable => way.length,
        Fate::NoRoom => 0.0,
    };
    let gone = Corridor { length, ..way };
    let passes = |friend: &GroupId| length > 0.0 && gone.meets_group(state, *friend);
    let through: Vec<GroupId> = friends.iter().copied().filter(passes).collect();
    Flight { heading: way.heading, swerve, end, distance, through, fate }
}

/// The length at which the column stands on the table and on nobody: a run that would end on others goes on until it is clear
/// (`epstein:13.3`), as far as the table and closed ground allow (`epstein:13.6`), else it stops short of them.
fn room(state: &State, id: GroupId, way: Corridor, far: f32) -> Option<f32> {
    let stands = &state.group(id).stands;
    let at = |inches: f32| {
        let middle = way.from + way.heading.forward() * inches;
        state.poses(stands, Formation::Rout, Pose::new(middle, way.heading))
    };
    let placed = |inches: f32| misplaced(state, &at(inches)).is_none();
    let clear = |inches: f32| overlapped(state, &at(inches), Some(id)).is_none();
    let ahead = (0..u16::MAX).map(|step| far + f32::from(step) * PIECE);
    let short = (1..=(far / PIECE).ceil() as u16).map(|step| (far - f32::from(step) * PIECE).max(0.0));
    let ahead = ahead.take_while(|inches| placed(*inches)).find(|inches| clear(*inches));
    ahead.or_else(|| short.into_iter().find(|inches| placed(*inches) && clear(*inches)))
}

/// How far the middle of the column gets with this many inches: difficult ground costs, thick wood does not stop it, closed
/// ground does (`epstein:13.1`, `epstein:13.6`).
fn reached(state: &State, id: GroupId, Corridor { from, heading, .. }: Corridor, ground: &Ground<'_>) -> f32 {
    let Ground { run, about, closed } = ground;
    let run = *run;
    let forward = heading.forward();
    // A crew runs without its gun (`epstein:5.19`).
    let foot = goes_on_foot(state, id) || state.arm(id) == Arm::Artillery;
    let options = &state.game.options;
    let uphill = options.hill_cost == super::options::HillCost::Uphill;
    let (mut far, mut left) = (0.0_f32, run);
    while left > 1e-4 && far < run {
        let piece = PIECE.min(run - far);
        let way = [from + forward * far, from + forward * (far + piece)];
        if closed.iter().any(|polygon| inside(polygon, way[1])) {
            return far;
        }
        let cost = about.cost(way, options.difficult_cost, foot, uphill);
        if cost >= left {
            return far + piece * left / cost.max(1e-6);
        }
        far += piece;
        left -= cost;
    }
    far
}

/// A group runs at once (`epstein:13.1`), disrupting the friends that it runs through, who may rout in turn.
pub fn rout(s: &mut Scratch<'_>, id: GroupId, away: Heading, from: Vec2, hit: bool) -> Judged {
    if s.state.group(id).is_gone() || s.state.arm(id) == Arm::Command {
        return Ok(());
    }
    if s.state.arm(id) == Arm::Artillery && !s.state.group(id).on_foot {
        let name = s.state.say(id);
        s.note(Note::new("epstein:5.19", format!("The crew of {name} runs, and the gun is lost")));
        s.emit(Event::GunLost { group: id });
        if s.state.game.options.routed_crew == RoutedCrew::Removed || s.state.figures(id) == 0 {
            remove(s, id);
            return Ok(());
        }
    }
    let flight = flight(&s.state, id, away, from);
    let name = s.state.say(id);
    match flight.fate {
        Fate::Blocked(enemy) => {
            s.note(Note::new("epstein:9.6", format!("{} bars the way of {name}", s.state.say(enemy))));
            s.emit(Event::Came { group: id, how: Coming::RunsInto { enemy } });
            remove(s, id);
        }
        Fate::OffTable => {
            s.note(Note::new("epstein:13.6", format!("The way of {name} leads off the table")));
            s.emit(Event::Came { group: id, how: Coming::RunsOff });
            remove(s, id);
        }
        Fate::NoRoom => {
            s.note(Note::new("epstein:9.6", format!("No direction is open to {name}")));
            s.emit(Event::Came { group: id, how: Coming::NowhereToRun });
            remove(s, id);
        }
        Fate::Runs => {
            let way = s.state.game.scenario.ground.way(from, flight.heading);
            let mut text = format!("{name} runs {:.2} in {way}", flight.distance);
            if flight.swerve != 0 {
                let hand = if flight.swerve > 0 { "right" } else { "left" };
                text.push_str(&format!(", {} degrees to its {hand} of straight away", flight.swerve.abs()));
            }
            let clause = if flight.swerve == 0 { "epstein:13.1" } else { "epstein:13.2" };
            s.note(Note::new(clause, text));
            let stands = s.state.group(id).stands.clone();
            let to = s.state.poses(&stands, Formation::Rout, Pose::new(flight.end, flight.heading));
            let leaders = super::leaders::with_unit(&s.state, id);
            s.emit(Event::Routed { group: id, heading: flight.heading, to, hit });
            s.emit(Event::Came { group: id, how: Coming::Runs { inches: flight.distance } });
            super::leaders::may_follow(s, id, &leaders);
        }
    }
    for friend in flight.through {
        disrupt(s, friend, flight.heading)?;
    }
    Ok(())
}

/// Disrupts a group that is run through; the third time it routs itself (`epstein:13.3` to `epstein:13.5`).
fn disrupt(s: &mut Scratch<'_>, id: GroupId, away: Heading) -> Judged {
    // A rout caused by this one may have run through it first.
    if s.state.group(id).is_gone() || s.state.group(id).rout.is_some() {
        return Ok(());
    }
    let markers = &s.state.group(id).disruption;
    let name = s.state.say(id);
    if markers.len() >= 2 {
        s.note(Note::new("epstein:13.5", format!("{name} is disrupted a third time, and routs")));
        let from = s.state.place(id).at;
        return rout(s, id, away, from, false);
    }
    // The first is removed at the end of the same player's next period, the second a turn later.
    let last = markers.last().copied();
    let (turn, side) = last.map_or((s.state.turn, s.state.active), |marker| (marker.turn, marker.side));
    let marker = Marker { turn: turn.saturating_add(1), side };
    s.note(Note::new("epstein:13.3", format!("{name} is run through and disrupted")));
    s.emit(Event::Disrupted { group: id, marker });
    Ok(())
}
