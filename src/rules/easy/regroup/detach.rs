//! Detached units: units too far from their generals get chits of their own, and generals who have to be placed.
//!
//! Clause: `easy:V.A`. Units: inches.

use std::collections::BTreeMap;

use crate::command::command_gap;
use crate::event::Event;
use crate::order::Order;
use crate::refusal::{Code, Refusal};
use crate::roster::{CommandId, CommandInfo, StandId};
use crate::scratch::{Judged, Scratch};
use crate::state::State;
use game::working::{Measured, Note};
use game::{Due, Offer};
use scenario::army::Grade;
use table::Pose;

use super::names::{detached_name, unused_name};
use super::places::{check_place, place_beside};
use super::regrouped::Founded;
use super::roster::{division, general_body};

/// Stands of one command and one division that become a detached unit together (`easy:V.A`).
struct Group {
    from: CommandId,
    stands: Vec<(StandId, Measured)>,
}

/// Whether the stand still has time to join a general who was too far away when it was put under him.
///
/// Clause: `easy:V.A`. Ruling: he and the stand have until the end of the next turn to meet. Otherwise no unit could
/// be attached from afar, which V.B allows.
fn is_on_the_way(state: &State, stand: StandId, at_turn_end: bool) -> bool {
    state
        .regrouped
        .on_the_way
        .get(&stand)
        .is_some_and(|since| *since == state.turn || !at_turn_end && since.saturating_add(1) == state.turn)
}

/// The stands that are too far from their generals, grouped by command and division.
///
/// Ruling: wagons, pontoons and engineers have chits of their own and are not detached (`easy:V.A`).
fn detached(state: &State, at_turn_end: bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for info in &state.roster().commands {
        let mut of_command: BTreeMap<&str, Vec<(StandId, Measured)>> = BTreeMap::new();
        for &stand in info.stands.iter().filter(|id| state.arm(**id).is_troops()) {
            if let Some(measured) = too_far(state, info, stand)
                && !is_on_the_way(state, stand, at_turn_end)
            {
                of_command.entry(division(state.unit(stand))).or_default().push((stand, measured));
            }
        }
        groups.extend(of_command.into_values().map(|stands| Group { from: info.id, stands }));
    }
    groups
}

/// The distance from the stand to its general. `None` unless that is far enough to detach it.
pub(super) fn too_far(state: &State, info: &CommandInfo, stand: StandId) -> Option<Measured> {
    let general = info.general?;
    let gap = command_gap(state, general, stand)?;
    let what = format!("{} to {}", state.say(general), state.say(stand));
    let measured = Measured::at_least(what, gap.from, gap.to, gap.distance, state.lengths().detach_range());
    measured.passes().then_some(measured)
}

/// Gives every unit that is too far from its general a chit of its own (`easy:V.A`).
///
/// `at_turn_end`: all chits are in the cup. In the middle of a turn the new chit goes where the old one is.
pub fn detach(s: &mut Scratch<'_>, at_turn_end: bool) {
    if !s.state.options().detached {
        return;
    }
    for Group { from, stands } in detached(&s.state, at_turn_end) {
        let state = &s.state;
        let ids: Vec<StandId> = stands.iter().map(|(id, _)| *id).collect();
        let info = state.command(from);
        let name = unused_name(state, &detached_name(state, info, &ids));
        let under = if state.picks_commands(from) { Some(from) } else { info.under };
        let command = CommandId(state.roster().commands.len() as u16);
        let side = info.side;
        let (old, in_cup) = (info.name.clone(), state.cup.contains(&from));
        let grade = Grade::Division;
        let room = ids.len() > 1
            && place_beside(state, &general_body(s.state.lengths(), grade), side, &ids).is_some();
        let general = room.then_some((StandId(state.stands.len() as u16), grade));
        for (id, measured) in stands {
            let words = format!("{} is too far from its general and leaves {old}", s.state.say(id));
            s.note(Note::new("easy:V.A", words).with(measured));
        }
        let words = match general {
            Some(_) => format!("{name} is detached: it has a chit and a division general of its own"),
            None if ids.len() > 1 => {
                format!(
                    "{name} is detached: it has a chit of its own; there is no room for a general's stand"
                )
            }
            None => format!("{name} is detached: it has a chit of its own, and needs no general"),
        };
        s.note(Note::new("easy:V.A", words));
        s.emit(Event::Founded(Founded { command, name, under, general, stands: ids }));
        s.emit(if at_turn_end || in_cup {
            Event::ChitJoined { command }
        } else {
            Event::ChitDiscarded { command }
        });
    }
}

/// Refuses any other order while the general of a detached unit waits to be placed (`easy:V.A`).
pub fn check_posted(state: &State, order: &Order) -> Result<(), Refusal> {
    match (state.regrouped.unposted.first(), order) {
        (None, _) | (Some(_), Order::Post { .. }) => Ok(()),
        (Some(command), _) => Err(Refusal::new(
            Code::Phase,
            "easy:V.A",
            format!("the general of {} has still to be placed", state.say_command(*command)),
            "Place him touching one of his stands",
        )),
    }
}

/// Places the general of a detached unit (`easy:V.A`).
pub fn judge_post(s: &mut Scratch<'_>, command: CommandId, pose: Pose) -> Judged {
    let state = &s.state;
    let info = state.command(command);
    let general = info.general.filter(|_| state.regrouped.unposted.contains(&command));
    let Some(general) = general else {
        return Err(Refusal::new(
            Code::Phase,
            "easy:V.A",
            format!("no general of {} waits to be placed", info.name),
            "Only the general of a unit that was just detached is placed",
        )
        .into());
    };
    check_place(state, &state.unit(general).body, info.side, &info.stands, pose, "easy:V.A")?;
    s.note(Note::new("easy:V.A", format!("{} takes command at {pose}", s.state.say(general))));
    s.emit(Event::Posted { command, pose });
    Ok(())
}

/// Drops generals for whom there is no room beside their stands. Their units act without them.
pub fn settle_posts(s: &mut Scratch<'_>) {
    for command in s.state.regrouped.unposted.clone() {
        if post_pose(&s.state, command).is_none() {
            let name = s.state.say_command(command);
            s.note(Note::new(
                "easy:V.A",
                format!("there is no room for a general's stand of {name}: it acts without"),
            ));
            s.emit(Event::PostDropped { command });
        }
    }
}

/// A place for the general of a detached unit. `None` if there is no room, or he is not to be placed.
pub fn post_pose(state: &State, command: CommandId) -> Option<Pose> {
    let info = state.command(command);
    let body = &state.unit(info.general?).body;
    place_beside(state, body, info.side, &info.stands)
}

/// The general that has to be placed before anything else is done. `None` if no general waits.
pub fn due(state: &State) -> Option<Due<Order>> {
    let command = *state.regrouped.unposted.first()?;
    let info = state.command(command);
    let offers = post_pose(state, command).map(|pose| Offer {
        order: Order::Post { command, pose },
        kind: "post",
        words: format!("place the general of {}", info.name),
        family: true,
    });
    Some(Due {
        side: Some(info.side),
        clause: "easy:V.A",
        prompt: format!("{}, {} is detached: place its general", state.say_side(info.side), info.name),
        offers: offers.into_iter().collect(),
    })
}
