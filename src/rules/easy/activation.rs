//! Activations: picks, lists of stands, and the way from step to step (`easy:0.5`, `easy:II.A`).
//!
//! Command ranges are in [`super::command`].

use dice::Throw;
use game::Offer;
use game::working::Note;
use scenario::army::Rating;
use table::threads;
use table::tolerance::within;

use super::command::{
    check_once, check_picks_left, check_side, check_superior, command_range, has_stand, in_range, is_due,
    is_in_play, is_picked_too, most_picks, pick_range,
};
use super::event::Event;
use super::options::RoutedEffect;
use super::order::Order;
use super::refusal::{Code, Refusal};
use super::roster::{CommandId, StandId};
use super::scratch::{Judged, Scratch};
use super::state::{Activation, State, Step};
use super::steps::{active, active_at, end, exact};
use super::{combat, engineers, fire, generals, movement, pontoons, regroup, wagons};

/// Lets an army or wing commander pick a command (`easy:II.A.4.1`, `easy:II.A.4.2`).
pub fn judge_pick(s: &mut Scratch<'_>, command: CommandId) -> Judged {
    let state = &s.state;
    let now = active_at(state, Step::Command)?;
    let superior = now.command;
    if !state.picks_commands(superior) {
        Refusal::new(
            Code::NotActive,
            "easy:II.A.4.1",
            format!("{} is no army or wing commander", state.command(superior).name),
            "Only army and wing commanders pick commands; choose the stands instead",
        )
        .unless(&state.overruled)?;
    }
    if !state.is_under(command, superior) {
        Refusal::new(
            Code::NotActive,
            "easy:II.A.4.1",
            format!("{} is not under {}", state.command(command).name, state.command(superior).name),
            "Pick a subordinate command",
        )
        .unless(&state.overruled)?;
        check_side(state, state.command_side(command))?;
    }
    if !is_in_play(state, command) {
        return Err(Refusal::new(
            Code::NotActive,
            "easy:II.A.4.1",
            format!("{} has nothing on the table", state.command(command).name),
            "Pick a command that is there",
        )
        .into());
    }
    if state.is_absorbed(command) {
        Refusal::new(
            Code::NotActive,
            "easy:V.B",
            format!("{} has been absorbed: it has no stands left", state.command(command).name),
            "Pick another command, or put units under its general first",
        )
        .unless(&state.overruled)?;
    }
    check_picks_left(state)?;
    if state.served.contains(&command) {
        Refusal::new(
            Code::Acted,
            "easy:II.A.4.3",
            format!("{} has acted under this chit already", state.command(command).name),
            "Pick another command",
        )
        .unless(&state.overruled)?;
    }
    check_superior(state, superior)?;
    let measured = pick_range(state, superior, command);
    if let Some(measured) = &measured
        && !within(measured.value, state.lengths().command_range())
    {
        Refusal::new(
            Code::OutOfCommand,
            "easy:II.A.4.2",
            format!(
                "{} is out of the reach of {}",
                state.command(command).name,
                state.command(superior).name
            ),
            "Move the commander nearer before picking, or pick another command",
        )
        .with(measured.clone())
        .unless(&state.overruled)?;
    }
    let words = format!("{} picks {}", state.command(superior).name, state.command(command).name);
    let mut note = Note::new("easy:II.A.4.1", words);
    note.measured = measured;
    s.note(note);
    s.emit(Event::ActivationBegan { command, picked_by: Some(superior) });
    Ok(())
}

/// Checks, with no command active, that no stand's chit is in the discards: a rally spends a whole activation.
///
/// Clauses: `easy:II.A.3`, `easy:IV.A.2`.
fn check_not_discarded(state: &State, stands: &[StandId]) -> Result<(), Refusal> {
    let mut commands = stands.iter().map(|stand| state.unit(*stand).command);
    match commands.find(|command| state.active().is_none() && state.discards.contains(command)) {
        None => Ok(()),
        Some(command) => Err(Refusal::new(
            Code::Acted,
            "easy:IV.A.2",
            format!("the activation of {} is over", state.command(command).name),
            "It acts again on its next chit, or when an army or wing commander picks it",
        )),
    }
}

/// Must the general of the active command roll how many stands he may activate? A poor corps commander must, whenever he is
/// activated (`easy:VI.B`).
///
/// Ruling: so does a poor division general with a chit of his own; army and wing commanders have their picks instead.
pub fn rolls_for_stands(state: &State) -> bool {
    state.active().is_some_and(|now| {
        now.step == Step::Command
            && now.most.is_none()
            && state.rating(now.command) == Rating::Poor
            && !state.picks_commands(now.command)
            && has_stand(state, now.command)
    })
}

/// Rolls a poor general's die: this many stands may act (`easy:VI.B`).
pub fn judge_roll_stands(s: &mut Scratch<'_>) -> Judged {
    let now = active_at(&s.state, Step::Command)?;
    let (name, side) = (s.state.command(now.command).name.clone(), s.state.command_side(now.command));
    if let Some(most) = now.most {
        Refusal::new(
            Code::Acted,
            "easy:VI.B",
            format!("{name} has rolled {most} in this activation"),
            "Choose the stands",
        )
        .unless(&s.state.overruled)?;
    }
    if !rolls_for_stands(&s.state) {
        Refusal::new(
            Code::NotActive,
            "easy:VI.B",
            format!("{name} needs no roll to activate stands"),
            "Choose the stands; only the stands of poor generals are rolled for",
        )
        .unless(&s.state.overruled)?;
    }
    let rolled =
        s.throw(Throw::sum(1, 6, Some(side.0), "easy:VI.B", "stands that a poor general may activate"))?;
    let most = u8::try_from(rolled.value).unwrap_or(u8::MAX);
    s.note(Note::new(
        "easy:VI.B",
        format!("{name} is poor: rolled {most}, so at most {most} may be activated"),
    ));
    s.emit(Event::StandsRolled { most });
    Ok(())
}

/// Refuses more stands than a poor general rolled, or a choice before he has rolled (`easy:VI.B`).
fn check_rolled(state: &State, now: &Activation, chosen: usize) -> Result<(), Refusal> {
    let name = &state.command(now.command).name;
    match now.most {
        Some(most) if chosen > usize::from(most) => Refusal::new(
            Code::NotActive,
            "easy:VI.B",
            format!("{name} may activate {most}, not {chosen}"),
            "Leave some of the stands out",
        )
        .unless(&state.overruled),
        None if rolls_for_stands(state) && chosen > 0 => Refusal::new(
            Code::Phase,
            "easy:VI.B",
            format!("{name} is poor: how many stands he may activate is rolled first"),
            "Roll for the stands, then choose them",
        )
        .unless(&state.overruled),
        _ => Ok(()),
    }
}

/// Fixes the stands that act (`easy:II.A.2.2`) and goes on to opening fire or to moves.
pub fn judge_activate(s: &mut Scratch<'_>, stands: &[StandId]) -> Judged {
    let state = &s.state;
    check_not_discarded(state, stands)?;
    let now = active_at(state, Step::Command)?;
    let command = now.command;
    if state.picks_commands(command) && state.command(command).stands.is_empty() {
        Refusal::new(
            Code::NotActive,
            "easy:II.A.4.1",
            format!("{} has no troops of his own", state.command(command).name),
            "Pick commands instead",
        )
        .unless(&state.overruled)?;
    }
    let mut list: Vec<StandId> = stands.to_vec();
    list.sort_unstable();
    check_once(state, &list, "easy:II.A.2.2")?;
    check_rolled(state, now, list.len())?;
    let mut notes = Vec::new();
    let members = state.members(command);
    for &stand in &list {
        if !members.contains(&stand) {
            let refusal = Refusal::new(
                Code::NotActive,
                "easy:II.A.2.2",
                format!("{} is not a stand of {}", state.say(stand), state.command(command).name),
                "Choose stands of the active command",
            );
            refusal.unless(&state.overruled)?;
            check_side(state, state.side(stand))?;
        }
        if !is_picked_too(state, stand) {
            Refusal::new(
                Code::NotActive,
                "easy:VI.A",
                format!("{} is a wagon of another army", state.say(stand)),
                "An army commander moves the wagons of his own army; their chit moves them all",
            )
            .unless(&state.overruled)?;
        }
        if is_due(state, stand) {
            notes.push(Note::new("easy:II.A.2.2", format!("{} may come on", state.say(stand))));
            continue;
        }
        if state.pose(stand).is_none() {
            return Err(Refusal::new(
                Code::NoSuchStand,
                "easy:II.A.2.2",
                format!("{} is not on the table", state.say(stand)),
                "Leave it out",
            )
            .into());
        }
        if let Some(measured) = command_range(state, command, stand) {
            if !within(measured.value, state.lengths().command_range()) {
                Refusal::new(
                    Code::OutOfCommand,
                    "easy:II.A.2.2",
                    format!("{} is out of command", state.say(stand)),
                    "Leave it out, or move its general nearer first",
                )
                .with(measured.clone())
                .unless(&state.overruled)?;
            }
            notes.push(
                Note::new("easy:II.A.2.2", format!("{} is in command", state.say(stand))).with(measured),
            );
        }
    }
    notes.into_iter().for_each(|note| s.note(note));
    let routed: Vec<StandId> = list.iter().copied().filter(|stand| s.state.stand(*stand).routed).collect();
    let loses = s.state.options().routed_effect == RoutedEffect::LoseActivation;
    if loses {
        // Such a stand counts as not activated: it neither acts, nor is fired at first, nor must attack.
        list.retain(|stand| !routed.contains(stand));
    }
    s.emit(Event::Listed { stands: list });
    for stand in routed {
        let cost = if loses { ", and its activation with it" } else { "" };
        let words = format!("{} loses its routed marker{cost}", s.state.say(stand));
        s.note(Note::new("easy:III.D-marker", words));
        s.emit(Event::Routed { stand, on: false });
    }
    combat::engaged::begin_engaged(s)
}

/// Ends moves and fire: combats follow where active stands touch enemies (`easy:III.B.1`).
pub fn judge_end_moves(s: &mut Scratch<'_>) -> Judged {
    active_at(&s.state, Step::Act)?;
    if s.state.options().joint_activation && may_park(&s.state) {
        s.emit(Event::Parked);
        return Ok(());
    }
    to_combats(s);
    Ok(())
}

/// With `joint-activation`, a picked command waits with its combats while its superior may still pick.
fn may_park(state: &State) -> bool {
    let Some(now) = state.active().filter(|now| now.picked_by.is_some()) else { return false };
    let superior = &state.stack[state.stack.len() - 2];
    Some(superior.command) == now.picked_by
        && superior.picks.len() < most_picks(state, superior.command)
        && combat::declare::has_contacts(state)
}

fn to_combats(s: &mut Scratch<'_>) {
    let step = if combat::declare::has_contacts(&s.state) { Step::Combats } else { Step::Close };
    s.emit(Event::StepBegan { step });
}

/// Ends the activation, or skips what is left of it (`easy:II.A.3`).
pub fn judge_finish(s: &mut Scratch<'_>) -> Judged {
    let now = active(&s.state)?;
    match now.step {
        Step::Command | Step::Close => {}
        Step::Act => {
            if combat::declare::has_contacts(&s.state) {
                Refusal::new(
                    Code::UnassignedContact,
                    "easy:III.A.3",
                    "active stands touch enemies that have to be attacked",
                    "End the moves and declare the combats first",
                )
                .unless(&s.state.overruled)?;
            }
            if !now.parked.is_empty() {
                s.emit(Event::StepBegan { step: Step::Close });
            }
        }
        Step::Combats => {
            if let Some((_, beaten)) = combat::progress::beaten(&s.state) {
                let (clause, verb) =
                    if beaten.rout { ("easy:III.D.3", "rout") } else { ("easy:III.D.2", "retreat") };
                let losers: Vec<String> = beaten.losers.iter().map(|id| s.state.say(*id)).collect();
                let have = if losers.len() == 1 { "has" } else { "have" };
                let fact = format!("{} {have} still to {verb}", losers.join(" and "));
                Refusal::new(Code::UnassignedContact, clause, fact, "Send them back first")
                    .unless(&s.state.overruled)?;
            }
            if !combat::progress::all_done(&s.state) {
                Refusal::new(
                    Code::UnassignedContact,
                    "easy:III.B.1",
                    "combats are still to be fought",
                    "Resolve every combat first",
                )
                .unless(&s.state.overruled)?;
            }
            s.emit(Event::StepBegan { step: Step::Close });
        }
        Step::Engaged => {
            Refusal::new(
                Code::InContact,
                "easy:III.E.2",
                "activated stands in contact have to attack or withdraw",
                "Let each of them continue or withdraw",
            )
            .unless(&s.state.overruled)?;
        }
    }
    if s.state.active().is_some_and(|now| !now.parked.is_empty()) {
        // Commands that wait with their combats fight before their superior finishes.
        s.emit(Event::Unparked);
        to_combats(s);
    } else {
        end(s);
    }
    Ok(())
}

/// The possible orders of the active command.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let Some(now) = state.active() else { return Vec::new() };
    if engineers::hits::awaited(state).is_some() {
        return engineers::hits::offers(state);
    }
    if wagons::awaited(state).is_some() {
        return wagons::offers(state);
    }
    let mut offers = Vec::new();
    match now.step {
        Step::Command => {
            offers.extend(movement::offers::general_offers(state));
            if now.picks.is_empty() && !now.general_moved {
                offers.extend(generals::rally_offers(state));
            }
            if state.picks_commands(now.command)
                && now.picks.len() < most_picks(state, now.command)
                && has_stand(state, now.command)
            {
                for command in &state.roster().commands {
                    let near = pick_range(state, now.command, command.id)
                        .is_none_or(|measured| within(measured.value, state.lengths().command_range()));
                    let free = !state.served.contains(&command.id)
                        && is_in_play(state, command.id)
                        && !state.is_absorbed(command.id);
                    if free && near && state.is_under(command.id, now.command) {
                        let words = format!("pick {}", command.name);
                        offers.push(exact(Order::Pick { command: command.id }, "pick", words));
                    }
                }
            }
            offers.extend(regroup::offers::offers(state));
            let mut stands = in_range(state, now.command);
            if rolls_for_stands(state) {
                if !stands.is_empty() {
                    let words = "roll how many stands may act".to_owned();
                    offers.push(exact(Order::RollStands, "roll-stands", words));
                }
            } else if !stands.is_empty() {
                let (all, most) = (stands.len(), now.most.map_or(usize::MAX, usize::from));
                stands.truncate(most);
                let words = match stands.len() {
                    some if some < all => format!("activate {some} of {all} stands in command"),
                    1 => "activate 1 stand in command".to_owned(),
                    _ => format!("activate {all} stands in command"),
                };
                offers.push(Offer {
                    order: Order::Activate { stands },
                    kind: "activate",
                    words,
                    family: true,
                });
            }
        }
        Step::Engaged => offers.extend(combat::offers(state)),
        Step::Act => {
            let (shots, moves) = shots_and_moves(state);
            offers.extend(shots);
            offers.extend(engineers::work::offers(state));
            offers.extend(engineers::attach::offers(state));
            offers.extend(moves);
            offers.extend(combat::squares::offers(state));
            offers.extend(wagons::offers(state));
            offers.extend(pontoons::offers(state));
        }
        Step::Combats => {
            offers.extend(combat::offers(state));
            if state.options().fire_after_combat && combat::decisions::awaited(state).is_none() {
                offers.extend(fire::offers(state));
            }
        }
        Step::Close => {
            if state.options().fire_after_combat {
                offers.extend(fire::offers(state));
            }
            offers.extend(movement::offers::general_offers(state));
            offers.extend(regroup::offers::offers(state));
        }
    }
    offers.extend(ending(state));
    offers
}

/// Number of shots and movers from which they are shared among threads, since they are most of the work.
const MANY: usize = 4;

/// The legal shots and moves (`easy:II.A.2.3`).
fn shots_and_moves(state: &State) -> (Vec<Offer<Order>>, Vec<Offer<Order>>) {
    enum Task {
        Shot(fire::Aimed),
        Move(StandId),
    }
    enum TaskOffers {
        Shot(Option<fire::ShotOffer>),
        Moves(Vec<Offer<Order>>),
    }
    let (shots, movers) = (fire::Shots::new(state), movement::offers::Movers::new(state));
    // Moves first: each takes longer, and short tasks should come last.
    let tasks = movers.stands.iter().copied().map(Task::Move).chain(shots.all().map(Task::Shot));
    let found = threads::map(&tasks.collect::<Vec<_>>(), MANY, |task| match task {
        Task::Shot(shot) => TaskOffers::Shot(shots.offer(*shot)),
        Task::Move(stand) => TaskOffers::Moves(movers.offers(*stand)),
    });
    let (mut fire, mut moves) = (Vec::new(), Vec::new());
    for found in found {
        match found {
            TaskOffers::Shot(offer) => fire.extend(offer),
            TaskOffers::Moves(offers) => moves.extend(offers),
        }
    }
    (fire::ShotOffer::in_order(fire).collect(), moves)
}

/// The order that ends the step of the active command; `None` while it is in contact or in combat.
pub fn ending(state: &State) -> Option<Offer<Order>> {
    let now = state.active()?;
    let (order, kind, words) = match now.step {
        Step::Command if now.parked.is_empty() => (Order::Finish, "finish", "do nothing more"),
        Step::Command => (Order::Finish, "finish", "fight the combats"),
        Step::Act => (Order::EndMoves, "end-moves", "end moves and fire"),
        Step::Combats if combat::progress::all_done(state) => (Order::Finish, "finish", "end the activation"),
        Step::Close => (Order::Finish, "finish", "end the activation"),
        Step::Engaged | Step::Combats => return None,
    };
    Some(exact(order, kind, words.to_owned()))
}
