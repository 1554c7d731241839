//! Command: ranges, which stands are within them, and a commander's picks.
//!
//! Clauses: `easy:0.3`, `easy:II.A.2.2`, `easy:II.A.4.1`, `easy:II.A.4.2`, `easy:VI.A`. Units: inches.

use game::Clause;
use game::working::Measured;
use scenario::army::Rating;
use scenario::{Side, Start};
use table::measure::gap_between_centres;
use table::tolerance::within;
use table::{Gap, Placed, gap};

use super::refusal::{Code, Refusal};
use super::roster::{CommandId, StandId, Train};
use super::state::{Place, State, Step};
use super::steps::{active, active_at};

/// Refuses a stand that appears twice in a sorted list; `clause`: what the list is for.
pub fn check_once(state: &State, sorted: &[StandId], clause: Clause) -> Result<(), Refusal> {
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => {
            let fact = format!("{} is named twice", state.say(pair[0]));
            Err(Refusal::new(Code::NamedTwice, clause, fact, "Name each stand once"))
        }
        None => Ok(()),
    }
}

/// The gap used to measure command ranges (`easy:0.3`).
pub fn command_gap(state: &State, a: StandId, b: StandId) -> Option<Gap> {
    Some(distance_between(state, state.placed(a)?, state.placed(b)?))
}

/// The distance that decides which stand is nearest: edge to edge, or by option centre to centre (`easy:0.3`).
pub fn distance_between(state: &State, a: Placed<'_>, b: Placed<'_>) -> Gap {
    if state.options().measure_centres { gap_between_centres(a, b) } else { gap(a, b) }
}

/// Whether the stand is within the general's command range, and by how much. `None` means no range test (`easy:II.A.2.2`).
pub fn command_range(state: &State, command: CommandId, stand: StandId) -> Option<Measured> {
    let general = state.command(command).general?;
    let measured = unnamed_range(state, command, stand)?;
    Some(Measured { what: format!("{} to {}", state.say(general), state.say(stand)), ..measured })
}

/// Like [`command_range`], for callers that only need to know whether it passes.
pub(super) fn unnamed_range(state: &State, command: CommandId, stand: StandId) -> Option<Measured> {
    let general = state.command(command).general.filter(|general| state.pose(*general).is_some())?;
    let gap = command_gap(state, general, stand)?;
    Some(Measured::at_most("", gap.from, gap.to, gap.distance, state.lengths().command_range()))
}

/// The stands of the command that may be activated now: on the table and within range, or due to arrive.
pub fn in_range(state: &State, command: CommandId) -> Vec<StandId> {
    let ids = state.members(command).into_iter().filter(|id| is_picked_too(state, *id));
    ids.filter(|&id| is_due(state, id) || state.pose(id).is_some() && is_within(state, command, id)).collect()
}

/// Whether picking the wagons includes this stand. An army commander moves the wagons of his own army, and captured ones
/// (`easy:VI.A`).
pub(super) fn is_picked_too(state: &State, stand: StandId) -> bool {
    let Some(now) = state.active() else { return true };
    let (Some(superior), Some(Train::Wagons)) = (now.picked_by, state.command(now.command).train) else {
        return true;
    };
    state.is_taken(stand) || state.unit(stand).army == state.command(superior).army
}

fn is_within(state: &State, command: CommandId, stand: StandId) -> bool {
    unnamed_range(state, command, stand)
        .is_none_or(|measured| within(measured.value, state.lengths().command_range()))
}

/// Whether the command's general has a stand on the table.
pub(super) fn has_stand(state: &State, command: CommandId) -> bool {
    state.command(command).general.is_some_and(|general| state.pose(general).is_some())
}

/// Whether the command has anything on the table, or due to arrive.
pub fn is_in_play(state: &State, command: CommandId) -> bool {
    let general = state.command(command).general;
    let mut stands = general.into_iter().chain(state.members(command));
    stands.any(|id| state.pose(id).is_some() || is_due(state, id))
}

/// Whether this is a reinforcement whose turn has come and that is not on the table yet.
pub fn is_due(state: &State, stand: StandId) -> bool {
    let due = match &state.unit(stand).start {
        Start::Arrives { turn, .. } => *turn <= state.turn,
        Start::Deployed(_) => false,
    };
    due && state.stand(stand).place == Place::Reserve
}

/// Refuses a pick more than the active army or wing commander has; a new command costs one as well.
///
/// Clauses: `easy:II.A.4.1`, `easy:V.C`, `easy:VI.B`.
pub fn check_picks_left(state: &State) -> Result<(), Refusal> {
    let now = active_at(state, Step::Command)?;
    let most = most_picks(state, now.command);
    if now.picks.len() < most {
        return Ok(());
    }
    let (clause, already) = match most {
        1 => ("easy:VI.B", "is a poor commander and has picked one command already"),
        _ => ("easy:II.A.4.1", "has picked two commands already"),
    };
    Refusal::new(
        Code::NotActive,
        clause,
        format!("{} {already}", state.command(now.command).name),
        "Finish this activation",
    )
    .unless(&state.overruled)
}

/// Refuses a commander's picks if his stand is not on the table to measure from (`easy:II.A.4.2`).
pub(super) fn check_superior(state: &State, superior: CommandId) -> Result<(), Refusal> {
    if has_stand(state, superior) {
        return Ok(());
    }
    Refusal::new(
        Code::OutOfCommand,
        "easy:II.A.4.2",
        format!("the stand of {} is not on the table", state.command(superior).name),
        "Bring it on first; without it nobody is near enough to be picked",
    )
    .unless(&state.overruled)
}

/// The distance that decides whether a command may be picked (`easy:II.A.4.2`). `None` if nothing of the command is on the
/// table, or the superior is not: then nothing is measured.
pub fn pick_range(state: &State, superior: CommandId, command: CommandId) -> Option<Measured> {
    let from = state.command(superior).general.filter(|id| state.pose(*id).is_some())?;
    let general = state.command(command).general.filter(|id| state.pose(*id).is_some());
    let targets: Vec<StandId> = match general {
        Some(general) if !state.options().army_range_to_any_stand => vec![general],
        _ => general.into_iter().chain(state.members(command)).collect(),
    };
    let nearest = targets
        .into_iter()
        .filter_map(|id| command_gap(state, from, id).map(|gap| (id, gap)))
        .min_by(|a, b| a.1.distance.total_cmp(&b.1.distance))?;
    let what = format!("{} to {}", state.say(from), state.say(nearest.0));
    Some(Measured::at_most(
        what,
        nearest.1.from,
        nearest.1.to,
        nearest.1.distance,
        state.lengths().command_range(),
    ))
}

/// How many commands this army or wing commander may pick: two, one for a poor one (`easy:II.A.4.1`, `easy:VI.B`).
pub(super) fn most_picks(state: &State, superior: CommandId) -> usize {
    if state.rating(superior) == Rating::Poor { 1 } else { 2 }
}

/// Refuses what is of another side than the active command. This is never let stand.
pub(super) fn check_side(state: &State, side: Side) -> Result<(), Refusal> {
    let active_side = state.command_side(active(state)?.command);
    if side == active_side {
        return Ok(());
    }
    Err(Refusal::new(
        Code::NotActive,
        "easy:II.A.2.1",
        format!("it is not the turn of {}", state.say_side(side)),
        "Let its own command act",
    ))
}

/// Refuses stands that are not on the active command's list, or have acted.
pub(super) fn check_listed(state: &State, stand: StandId) -> Result<(), Refusal> {
    let now = active(state)?;
    if !now.list.contains(&stand) {
        let unit = state.unit(stand);
        let range = command_range(state, now.command, stand).filter(|measured| {
            unit.command == now.command && !within(measured.value, state.lengths().command_range())
        });
        let refusal = match range {
            Some(measured) => Refusal::new(
                Code::OutOfCommand,
                "easy:II.A.2.2",
                format!("{} was not in command when the list was fixed", state.say(stand)),
                "Choose an activated stand",
            )
            .with(measured),
            None => Refusal::new(
                Code::NotActive,
                "easy:II.A.2.2",
                format!("{} is not activated", state.say(stand)),
                "Choose an activated stand",
            ),
        };
        refusal.unless(&state.overruled)?;
        check_side(state, state.side(stand))?;
    }
    if !now.acted.contains(&stand) {
        return Ok(());
    }
    if now.overruns.get(&stand).is_some_and(|overrun| overrun.destroyed) {
        return Refusal::new(
            Code::InContact,
            "easy:VI.A.b",
            format!("{} has destroyed a wagon, and its move ended at contact", state.say(stand)),
            "Only who captures a wagon goes on",
        )
        .unless(&state.overruled);
    }
    Refusal::new(
        Code::Acted,
        "easy:II.A.2.3",
        format!("{} has acted in this activation", state.say(stand)),
        "Each stand acts once an activation",
    )
    .unless(&state.overruled)
}

/// Stands of the active command on the table that are beyond its general's range, sorted.
pub fn out_of_command(state: &State) -> Vec<StandId> {
    let Some(now) = state.active() else { return Vec::new() };
    let near = in_range(state, now.command);
    let stands = state.members(now.command).into_iter();
    let mut found: Vec<StandId> = stands
        .filter(|id| state.pose(*id).is_some() && !near.contains(id) && !now.list.contains(id))
        .collect();
    found.sort_unstable();
    found
}
