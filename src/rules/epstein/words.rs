//! What happened, as it is said at the table.

use super::event::{Event, ShotFired};
use super::formation::Formation;
use super::house_event::HouseEvent;
use super::kind::Arm;
use super::options::MeleeTie;
use super::pending::Pending;
use super::state::{Rally, State};
use super::{coming, house_fire, leaders};

/// What happened, for the log: with what the dice came to and what they needed.
pub fn log_event(state: &State, event: &Event) -> Option<String> {
    let said = say_event(state, event)?;
    let dice = match event {
        Event::MoraleRolled { total, hold, .. } => format!("{total} against {hold}"),
        Event::Melee { totals: [by, on], .. } => format!("{} to {}", by.max(on), by.min(on)),
        Event::LeaderRolled { total, .. } => format!("{total} of {}", leaders::FATAL),
        Event::House(HouseEvent::Shot { by, total, .. }) => {
            format!("{total} against {}", house_fire::needed(state, *by))
        }
        Event::House(HouseEvent::Assaulted { total, .. }) => total.to_string(),
        _ => return Some(said),
    };
    Some(format!("{said}: {dice}"))
}

/// What happened, without dice, so that what comes to the same is one result of the odds; none for bookkeeping.
pub fn say_event(state: &State, event: &Event) -> Option<String> {
    Some(match event {
        Event::FirstRolled { first } => format!("{} is first", state.game.side_name(*first)),
        Event::PeriodBegan { turn, side } => format!("Turn {turn}: {} period", state.game.side_name(*side)),
        Event::Shot(shot) => say_shot(state, shot),
        Event::MoraleRolled { group, holds, .. } => {
            format!("{} {}", state.say(*group), if *holds { "holds" } else { "routs" })
        }
        Event::Melee { totals: [one, other], .. }
            if one == other && state.game.options.melee_tie == MeleeTie::BothFallBack =>
        {
            "nobody wins".to_owned()
        }
        Event::Melee { by, on, totals } => {
            // A tie that is not thrown again is the defender's.
            let (winner, loser) = if totals[0] > totals[1] { (by, on) } else { (on, by) };
            format!("{} beats {}", state.say(*winner), state.say(*loser))
        }
        Event::Lost { stand, figures } => {
            let name = state.say_stand(*stand);
            if *figures == 1 {
                format!("{name} loses 1 figure")
            } else {
                format!("{name} loses {figures} figures")
            }
        }
        // What becomes of a leader has been told.
        Event::Gone { stand } if state.game.unit(state.stand(*stand).unit).kind.arm() == Arm::Command => {
            return None;
        }
        Event::Gone { stand } => format!("{} is gone", state.say_stand(*stand)),
        Event::GunLost { group } => format!("the gun of {} is lost", state.say(*group)),
        Event::GunnersSent { gun, figures, to, .. } => {
            let who = if *figures == 1 { "1 gunner".to_owned() } else { format!("{figures} gunners") };
            format!("{who} of {} set out for {}", state.say_stand(*gun), state.say_stand(*to))
        }
        Event::GunnersBound { group, gunners } => {
            let gun = gunners.filter(|gunners| gunners.serves_from.is_some())?;
            format!("{} come to {}", state.say(*group), state.say_stand(gun.to))
        }
        Event::GunManned { gun, .. } => format!("{} has its gunners", state.say_stand(*gun)),
        Event::Came { group, how } => return coming::say(state, *group, *how),
        // A square that has lost a side contracts (`epstein:12.7`).
        Event::Formed { group, formation: Formation::Square, heading, to }
            if state.group(*group).formation == Formation::Square && to.len() < 4 =>
        {
            let lies = if to.len() == 3 { "forms a triangle" } else { "stands back to back" };
            format!("{} {lies}, facing {}", state.say(*group), heading.exactly())
        }
        Event::Rallied { group, rally, .. } => {
            let does = match rally {
                None => "has rallied",
                Some(Rally::Halted) => "has its black marker",
                Some(Rally::Faced) => "turns to the enemy",
                Some(Rally::Running) => "runs on",
            };
            format!("{} {does}", state.say(*group))
        }
        Event::Disrupted { group, .. } => format!("{} is disrupted", state.say(*group)),
        Event::Recovered { group } => format!("{} recovers", state.say(*group)),
        Event::Entered { unit, .. } => format!("{} comes on", state.game.unit(*unit).short),
        Event::House(event) => return super::house_event::say(state, event),
        Event::LeaderRolled { leader, killed, .. } => {
            format!("{} {}", state.say(*leader), if *killed { "is lost" } else { "survives" })
        }
        Event::Ended(outcome) => match outcome.winner {
            Some(side) => format!("{} wins: {}", state.game.side_name(side), outcome.because),
            None => format!("a draw: {}", outcome.because),
        },
        Event::Strayed { stand } => format!("{} is ineffective", state.say_stand(*stand)),
        Event::Forded { group, crossing, .. } => {
            let place = if crossing.is_some() { "is in the river" } else { "is on the far bank" };
            format!("{} {place}", state.say(*group))
        }
        Event::ControlRolled { halved } => match halved.as_slice() {
            [] => "everybody moves in full".to_owned(),
            halved => {
                let names: Vec<&str> =
                    halved.iter().map(|unit| state.game.unit(*unit).short.as_str()).collect();
                format!("the moves of {} are halved", names.join(", "))
            }
        },
        Event::Moved { .. }
        | Event::Routed { .. }
        | Event::Formed { .. }
        | Event::Split { .. }
        | Event::Joined { .. }
        | Event::Amalgamated { .. }
        | Event::Marked { .. }
        | Event::Spent { .. }
        | Event::Pivoted { .. }
        | Event::Began(_)
        | Event::Changed(_)
        | Event::Settled
        | Event::MayFollow(_)
        | Event::FollowSettled
        | Event::FiguresSet { .. }
        | Event::ClockSet { .. }
        | Event::OptionSet { .. }
        | Event::CellSet { .. } => return None,
    })
}

/// A shot as it is said: of one at a charge, or an answer, too.
fn say_shot(state: &State, shot: &ShotFired) -> String {
    let (by, on) = (state.say(shot.by), state.say(shot.on));
    let figures = if shot.hits == 1 { "1 figure".to_owned() } else { format!("{} figures", shot.hits) };
    let at_charge = shot.answers && matches!(state.pending.last(), Some(Pending::Charge(_)));
    match (shot.hits, at_charge) {
        (0, true) => format!("{by} fires at the charge and misses"),
        (_, true) => format!("{by} fires at the charge: {figures}"),
        (0, false) => format!("{by} misses {on}"),
        (_, false) if shot.answers => format!("{by} answers {on}: {figures}"),
        (_, false) => format!("{by} hits {on}: {figures}"),
    }
}
