//! The events of a game, and what they change.
//!
//! Units: inches, figures.

use serde::{Deserialize, Serialize};

use scenario::Side;
use table::{Heading, Pose, Vec2};

use super::coming::Coming;
use super::formation::Formation;
use super::house_event::{self, HouseEvent};
use super::outcome::BattleOutcome;
use super::pending::{Following, Pending};
use super::roster::{StandId, UnitId};
use super::state::{Crossing, Group, GroupId, Gunners, Marker, Marks, Phase, Place, Rally, Rout, State};

/// What a group has done in a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    Moved,
    Fired,
    Fought,
    Attacked,
    /// A gun that moved answers nobody (`epstein:5.9`).
    Silent,
    /// It may not move in its next own period (`return_fire_pins`).
    Pinned,
    /// Cavalry has changed its formation (`epstein:5.8`).
    Reformed,
    /// It has changed its facing together with its formation (`epstein:5.5`).
    Faced,
    /// Skirmishers have moved and closed up (`epstein:5.4`).
    ClosedUp,
    /// It has left a burning house, which counts as its next move (`epstein:15.9`).
    Uprooted,
    /// It has been posted at a side of its house in this period (`epstein:15.1`).
    Posted,
}

/// The result of a shot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShotFired {
    pub by: GroupId,
    pub on: GroupId,
    /// Is it an answer to fire, or fire at a charge?
    pub answers: bool,
    pub figures: u16,
    /// The die; the number of hits if there were many dice.
    pub die: u16,
    pub modifier: i32,
    pub hits: u16,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    FirstRolled {
        first: Side,
    },
    PeriodBegan {
        turn: u8,
        side: Side,
    },
    /// A group moves as one body.
    Moved {
        group: GroupId,
        heading: Heading,
        to: Vec<(StandId, Pose)>,
    },
    /// A group takes a formation, its stands in this order.
    Formed {
        group: GroupId,
        formation: Formation,
        heading: Heading,
        to: Vec<(StandId, Pose)>,
    },
    /// Stands leave their group and form a new one, the last in the list of groups.
    Split {
        group: GroupId,
        stands: Vec<StandId>,
        formation: Formation,
    },
    /// A group becomes part of another.
    Joined {
        group: GroupId,
        into: GroupId,
        formation: Formation,
    },
    /// A stand now belongs to another unit, and is effective from this turn on (`epstein:7.6`).
    Amalgamated {
        stand: StandId,
        unit: UnitId,
        effective_from: u8,
    },
    /// A reinforcement enters as a group (`epstein:w.3`).
    Entered {
        unit: UnitId,
        formation: Formation,
        heading: Heading,
        to: Vec<(StandId, Pose)>,
    },
    Marked {
        group: GroupId,
        mark: Mark,
    },
    /// Inches that the move of cavalry has cost: a change of formation halves it (`epstein:5.8`).
    Spent {
        group: GroupId,
        inches: f32,
    },
    /// A stand is more than two widths from its unit, and ineffective until it is amalgamated (`epstein:7.1`, `epstein:7.6`).
    Strayed {
        stand: StandId,
    },
    /// A group is placed in a river, or on its far bank (`epstein:5.24`).
    Forded {
        group: GroupId,
        crossing: Option<Crossing>,
        to: Vec<(StandId, Pose)>,
    },
    /// The dice of control have been thrown: these units' moves are halved in this period (`epstein:16.2`).
    ControlRolled {
        halved: Vec<UnitId>,
    },
    /// A gun turns on its own axis; in this period it is now turned this many degrees to its right in all (`epstein:5.10`).
    Pivoted {
        group: GroupId,
        pose: Pose,
        in_all: f32,
    },
    /// A decision becomes pending.
    Began(Pending),
    /// The pending decision on top changes to this.
    Changed(Pending),
    /// The pending decision on top is settled.
    Settled,
    Shot(ShotFired),
    /// A roll of two dice against a number (`epstein:9.5`, `epstein:9.10`).
    MoraleRolled {
        group: GroupId,
        total: i32,
        hold: u8,
        holds: bool,
    },
    /// A melee: totals of charger and defender (`epstein:9.11`).
    Melee {
        by: GroupId,
        on: GroupId,
        totals: [u32; 2],
    },
    /// Figures are taken off a stand.
    Lost {
        stand: StandId,
        figures: u16,
    },
    /// A stand leaves play.
    Gone {
        stand: StandId,
    },
    /// A gun leaves play, its crew continues on foot (`epstein:5.19`).
    GunLost {
        group: GroupId,
    },
    /// Gunners leave their gun for another and form a new group, the last in the list of groups (`epstein:8.d.6`).
    GunnersSent {
        gun: StandId,
        party: StandId,
        figures: u16,
        pose: Pose,
        to: StandId,
    },
    /// Gunners go to this gun, or have arrived at it; `None` if they no longer go to any.
    GunnersBound {
        group: GroupId,
        gunners: Option<Gunners>,
    },
    /// Gunners join the crew of a gun, or become it.
    GunManned {
        party: GroupId,
        gun: StandId,
    },
    /// A group runs (`epstein:13.1`).
    Routed {
        group: GroupId,
        heading: Heading,
        to: Vec<(StandId, Pose)>,
        hit: bool,
    },
    /// How far routers have rallied; `None` if they are in order again.
    Rallied {
        group: GroupId,
        rally: Option<Rally>,
        heading: Heading,
        to: Vec<(StandId, Pose)>,
    },
    /// Why a group stands where it does, or is lost; changes nothing, since other events do.
    Came {
        group: GroupId,
        how: Coming,
    },
    Disrupted {
        group: GroupId,
        marker: Marker,
    },
    /// The first marker of disruption is removed.
    Recovered {
        group: GroupId,
    },
    /// An event at a house.
    House(HouseEvent),
    /// A leader has been in danger (`epstein:14.c.3`, `epstein:14.c.4`).
    LeaderRolled {
        leader: GroupId,
        total: u32,
        killed: bool,
    },
    /// A leader may go along with his routed unit: a decision becomes pending (`epstein:14.c.4`).
    MayFollow(Following),
    /// The decision about the first of these leaders is made.
    FollowSettled,
    Ended(BattleOutcome),
    /// The referee gives a stand this many figures.
    FiguresSet {
        stand: StandId,
        figures: u16,
    },
    /// The referee brings a lost stand back; it is a group by itself, the last in the list of groups.
    BroughtBack {
        stand: StandId,
        formation: Formation,
        pose: Pose,
        figures: u16,
    },
    ClockSet {
        turn: u8,
    },
    OptionSet {
        id: String,
        value: String,
    },
    /// The referee corrects a cell of the tables.
    CellSet {
        cell: String,
        value: String,
    },
}

/// Applies an event to the state. Cannot fail.
pub fn apply(state: &mut State, event: &Event) {
    // One arm an event, long as that is: what each changes is read in one place.
    match event {
        Event::FirstRolled { first } => {
            state.first = *first;
            state.active = *first;
            state.phase = Phase::Period;
        }
        Event::PeriodBegan { turn, side } => begin_period(state, *turn, *side),
        Event::Moved { group, heading, to } => {
            put(state, to);
            with(state, *group, |group| {
                group.heading = *heading;
                // Any movement, forced or not, restarts the stages of a rally (`epstein:13.8`).
                if let Some(rout) = &mut group.rout {
                    *rout = Rout { rally: Rally::Running, stage_done: true, ..*rout };
                }
            });
        }
        Event::Formed { group, formation, heading, to } => {
            put(state, to);
            with(state, *group, |group| {
                group.rallied &= group.formation == *formation;
                group.formation = *formation;
                group.heading = *heading;
                group.stands = to.iter().map(|(stand, _)| *stand).collect();
                group.holes.clear();
            });
        }
        Event::Split { group, stands, formation } => split(state, *group, stands, *formation),
        Event::Joined { group, into, formation } => join(state, *group, *into, *formation),
        Event::Amalgamated { stand, unit, effective_from } => {
            if let Some(now) = state.stands.get_mut(stand.index()) {
                now.unit = *unit;
                now.effective_from = Some(*effective_from);
                now.strayed = false;
            }
        }
        Event::Entered { formation, heading, to, .. } => {
            put(state, to);
            let stands = to.iter().map(|(stand, _)| *stand).collect();
            state.groups.push(Group::new(stands, *formation, *heading));
        }
        Event::Marked { group, mark } => with(state, *group, |group| match mark {
            Mark::Moved => group.marks.moved = true,
            Mark::Fired => group.marks.fired = true,
            Mark::Fought => group.marks.fought = true,
            Mark::Attacked => group.marks.attacked = true,
            Mark::Silent => group.silent = true,
            Mark::Pinned => group.pinned = true,
            Mark::Reformed => group.marks.reformed = true,
            Mark::Faced => group.marks.faced = true,
            Mark::ClosedUp => group.marks.closed_up = true,
            Mark::Uprooted => group.uprooted = true,
            Mark::Posted => group.marks.posted = true,
        }),
        Event::Spent { group, inches } => with(state, *group, |group| group.marks.spent = *inches),
        Event::Strayed { stand } => {
            if let Some(now) = state.stands.get_mut(stand.index()) {
                now.strayed = true;
            }
        }
        Event::Forded { group, crossing, to } => {
            put(state, to);
            with(state, *group, |group| group.crossing = *crossing);
        }
        Event::ControlRolled { halved } => state.control = Some(halved.clone()),
        Event::Pivoted { group, pose, in_all } => {
            let stands =
                state.groups.get(group.index()).map(|group| group.stands.clone()).unwrap_or_default();
            let to: Vec<(StandId, Pose)> = stands.into_iter().map(|stand| (stand, *pose)).collect();
            put(state, &to);
            with(state, *group, |group| {
                group.heading = pose.heading;
                group.marks.pivoted = *in_all;
            });
        }
        Event::Began(pending) => state.pending.push(pending.clone()),
        Event::Changed(pending) => {
            state.pending.pop();
            state.pending.push(pending.clone());
        }
        Event::Settled => {
            state.pending.pop();
        }
        Event::Shot(_)
        | Event::MoraleRolled { .. }
        | Event::Melee { .. }
        | Event::LeaderRolled { .. }
        | Event::Came { .. } => {}
        Event::House(event) => house_event::apply(state, event),
        Event::MayFollow(following) => state.following.push(*following),
        Event::FollowSettled => {
            if !state.following.is_empty() {
                state.following.remove(0);
            }
        }
        Event::Lost { stand, figures } => {
            if let Some(now) = state.stands.get_mut(stand.index()) {
                now.figures = now.figures.saturating_sub(*figures);
            }
        }
        Event::Gone { stand } => {
            let Some(now) = state.stands.get_mut(stand.index()) else { return };
            now.place = Place::Lost;
            now.figures = 0;
            let unit = now.unit;
            for group in state.groups.iter_mut().filter(|group| group.stands.contains(stand)) {
                lose_stand(group, *stand);
                group.was = group.is_gone().then_some(unit);
            }
        }
        Event::GunLost { group } => with(state, *group, |group| group.on_foot = true),
        Event::GunnersSent { gun, party, figures, pose, to } => {
            send_gunners(state, *gun, (*party, *pose), *figures, *to);
        }
        Event::GunnersBound { group, gunners } => with(state, *group, |group| group.gunners = *gunners),
        Event::GunManned { party, gun } => man_gun(state, *party, *gun),
        Event::Routed { group, heading, to, hit } => {
            put(state, to);
            // A unit that routs in its own period halts in its next one (`epstein:13.7`).
            let own = state.groups.get(group.index()).is_some_and(|_| state.is_active(*group));
            with(state, *group, |group| {
                group.formation = Formation::Rout;
                group.heading = *heading;
                group.disruption.clear();
                group.crossing = None;
                group.holes.clear();
                group.gunners = None;
                group.rout = Some(Rout { rally: Rally::Running, hit: *hit, stage_done: own });
                group.stands = to.iter().map(|(stand, _)| *stand).collect();
            });
        }
        Event::Rallied { group, rally, heading, to } => {
            put(state, to);
            with(state, *group, |group| {
                group.heading = *heading;
                if !to.is_empty() {
                    group.stands = to.iter().map(|(stand, _)| *stand).collect();
                }
                group.rallied = rally.is_none();
                group.rout =
                    rally.and_then(|rally| group.rout.map(|rout| Rout { rally, stage_done: true, ..rout }));
            });
        }
        Event::Disrupted { group, marker } => with(state, *group, |group| group.disruption.push(*marker)),
        Event::Recovered { group } => with(state, *group, |group| {
            if !group.disruption.is_empty() {
                group.disruption.remove(0);
            }
        }),
        Event::Ended(outcome) => {
            state.pending.clear();
            state.following.clear();
            state.phase = Phase::Over(outcome.clone());
        }
        Event::FiguresSet { stand, figures } => {
            if let Some(now) = state.stands.get_mut(stand.index()) {
                now.figures = *figures;
            }
        }
        Event::BroughtBack { stand, formation, pose, figures } => {
            put(state, &[(*stand, *pose)]);
            if let Some(now) = state.stands.get_mut(stand.index()) {
                now.figures = *figures;
            }
            state.groups.push(Group::new(vec![*stand], *formation, pose.heading));
        }
        Event::ClockSet { turn } => state.turn = *turn,
        Event::OptionSet { id, value } => {
            if let Ok(game) = state.game.with_option(id, value) {
                state.game = game;
                state.options_changed.insert(id.clone(), value.clone());
            }
        }
        Event::CellSet { cell, value } => {
            let mut cells = state.cells_changed.clone();
            cells.insert(cell.clone(), value.clone());
            if let Ok(game) = state.game.with_cells(cells.clone()) {
                state.game = game;
                state.cells_changed = cells;
            }
        }
    }
}

pub(super) fn with(state: &mut State, id: GroupId, change: impl FnOnce(&mut Group)) {
    if let Some(group) = state.groups.get_mut(id.index()) {
        change(group);
    }
}

pub(super) fn put(state: &mut State, to: &[(StandId, Pose)]) {
    for (stand, pose) in to {
        if let Some(now) = state.stands.get_mut(stand.index()) {
            now.place = Place::Table(*pose);
        }
    }
}

/// Begins a move period: the marks of the last one are cleared (`epstein:4.3`, `epstein:5.9`). Nothing is pending then, so
/// groups that are gone are taken out of the list.
fn begin_period(state: &mut State, turn: u8, side: Side) {
    let begins_turn = turn != state.turn;
    state.turn = turn;
    state.active = side;
    state.phase = Phase::Period;
    state.control = None;
    state.groups.retain(|group| !group.is_gone());
    state.houses.iter_mut().for_each(|house| house.used.clear());
    let literal = state.game.options.gun_silence == super::options::GunSilence::SameTurn;
    let units: Vec<Option<Side>> = state
        .groups
        .iter()
        .map(|group| Some(state.game.unit(state.stand(*group.stands.first()?).unit).side))
        .collect();
    for (group, owner) in state.groups.iter_mut().zip(units) {
        group.marks = Marks::default();
        group.rallied = false;
        if owner == Some(side) || literal && begins_turn {
            group.silent = false;
        }
        if owner != Some(side) {
            group.pinned = false;
            group.uprooted = false;
        }
        if let Some(rout) = &mut group.rout {
            rout.stage_done = false;
        }
    }
}

/// Takes a stand out of its group, which leaves a hole between its neighbours in a line or a skirmish row (`epstein:g.10`).
pub(super) fn lose_stand(group: &mut Group, stand: StandId) {
    let Some(at) = group.stands.iter().position(|one| *one == stand) else { return };
    let sides = at.checked_sub(1).map(|left| group.stands[left]).zip(group.stands.get(at + 1).copied());
    group.stands.remove(at);
    group.holes.retain(|(left, right)| *left != stand && *right != stand);
    if let (Formation::Line | Formation::Skirmish, Some(sides)) = (group.formation, sides) {
        group.holes.push(sides);
    }
}

/// Gunners leave their gun and form a new group on foot, with the marks of the gun's group (`epstein:g.9`).
fn send_gunners(state: &mut State, gun: StandId, (party, pose): (StandId, Pose), figures: u16, to: StandId) {
    let old = state.group_of(gun).map(|id| state.group(id).clone());
    if let Some(now) = state.stands.get_mut(gun.index()) {
        now.figures = now.figures.saturating_sub(figures);
    }
    if let Some(now) = state.stands.get_mut(party.index()) {
        now.place = Place::Table(pose);
        now.figures = figures;
    }
    let mut group = Group::new(vec![party], Formation::Single, pose.heading);
    group.on_foot = true;
    group.gunners = Some(Gunners { to, serves_from: None });
    if let Some(old) = old {
        group.marks = old.marks;
        group.disruption = old.disruption;
    }
    state.groups.push(group);
}

/// Gunners join the crew of a gun; their own stand leaves the table.
fn man_gun(state: &mut State, party: GroupId, gun: StandId) {
    let stands = state.groups.get_mut(party.index()).map(|group| std::mem::take(&mut group.stands));
    let mut figures = 0;
    for stand in stands.unwrap_or_default() {
        if let Some(now) = state.stands.get_mut(stand.index()) {
            figures += std::mem::take(&mut now.figures);
            now.place = Place::Lost;
        }
    }
    if let Some(now) = state.stands.get_mut(gun.index()) {
        now.figures += figures;
    }
}

fn split(state: &mut State, id: GroupId, stands: &[StandId], formation: Formation) {
    let Some(old) = state.groups.get_mut(id.index()) else { return };
    old.stands.retain(|stand| !stands.contains(stand));
    let mut new = old.clone();
    new.stands = stands.to_vec();
    for part in [&mut *old, &mut new] {
        part.holes.retain(|(left, right)| part.stands.contains(left) || part.stands.contains(right));
    }
    new.formation = formation;
    state.groups.push(new);
}

/// A group becomes part of another; in a row the stands are sorted by place, from the left.
fn join(state: &mut State, id: GroupId, into: GroupId, formation: Formation) {
    let Some(part) = state.groups.get_mut(id.index()) else { return };
    let (stands, marks, disruption) = (std::mem::take(&mut part.stands), part.marks, part.disruption.clone());
    let (silent, holes) = (part.silent, std::mem::take(&mut part.holes));
    let (pinned, uprooted, rallied) = (part.pinned, part.uprooted, part.rallied);
    let along = |stand: StandId, right: Vec2| state.pose(stand).map_or(0.0, |pose| pose.at.dot(right));
    let mut all: Vec<StandId> = match state.groups.get(into.index()) {
        Some(group) => group.stands.iter().copied().chain(stands).collect(),
        None => return,
    };
    if matches!(formation, Formation::Line | Formation::Skirmish) {
        let right = state.group(into).heading.right();
        all.sort_by(|a, b| along(*a, right).total_cmp(&along(*b, right)));
    }
    with(state, into, |group| {
        group.stands = all;
        group.holes.extend(holes);
        group.marks = group.marks.joined(marks);
        group.formation = formation;
        group.silent |= silent;
        group.pinned |= pinned;
        group.uprooted |= uprooted;
        // The free change of formation is kept only if both groups had it.
        group.rallied &= rallied;
        if disruption.len() > group.disruption.len() {
            group.disruption = disruption;
        }
    });
}
