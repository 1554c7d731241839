//! Events in words.

use super::event::{Event, ShotFired};
use super::formation::Formation;
use super::house_event::HouseEvent;
use super::kind::Arm;
use super::measure::ANGLE_SLACK;
use super::options::MeleeTie;
use super::pending::Pending;
use super::roster::StandId;
use super::state::{Rally, State};
use super::{coming, house_fire, leaders};
use table::Pose;

/// An event in words for the log, with its dice and the numbers needed.
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

/// An event in words without dice, so that equal results are one result of the odds; `None` for bookkeeping.
pub fn say_event(state: &State, event: &Event) -> Option<String> {
    // One arm an event, as in `event::apply`.
    Some(match event {
        Event::FirstRolled { first } => format!("{} is first", state.game.side_name(*first)),
        Event::PeriodBegan { turn, side } => format!("Turn {turn}: {} period", state.game.side_name(*side)),
        Event::Shot(shot) => say_shot(state, shot),
        Event::MoraleRolled { group, holds, .. } => {
            if *holds {
                state.does(*group, "holds", "hold")
            } else {
                state.does(*group, "routs", "rout")
            }
        }
        Event::Melee { totals: [one, other], .. }
            if one == other && state.game.options.melee_tie == MeleeTie::BothFallBack =>
        {
            "nobody wins".to_owned()
        }
        Event::Melee { by, on, totals } => {
            // A tie that is not thrown again goes to the defender.
            let (winner, loser) = if totals[0] > totals[1] { (by, on) } else { (on, by) };
            format!("{} {}", state.does(*winner, "beats", "beat"), state.say(*loser))
        }
        Event::Lost { stand, figures } => {
            let name = state.say_stand(*stand);
            if *figures == 1 {
                format!("{name} loses 1 figure")
            } else {
                format!("{name} loses {figures} figures")
            }
        }
        // The fate of a leader is reported before this.
        Event::Gone { stand } if state.game.unit(state.stand(*stand).unit).kind.arm() == Arm::Command => {
            return None;
        }
        Event::Gone { stand } => format!("{} is gone", state.say_stand(*stand)),
        Event::GunLost { group } => format!("the gun of {} is lost", state.say(*group)),
        Event::GunnersSent { gun, figures, to, .. } => {
            let (who, sets) = if *figures == 1 {
                ("1 gunner".to_owned(), "sets")
            } else {
                (format!("{figures} gunners"), "set")
            };
            format!("{who} of {} {sets} out for {}", state.say_stand(*gun), state.say_stand(*to))
        }
        Event::GunnersBound { group, gunners } => {
            let gun = gunners.filter(|gunners| gunners.serves_from.is_some())?;
            format!("{} come to {}", state.say(*group), state.say_stand(gun.to))
        }
        Event::GunManned { party, gun } => {
            format!("{} is manned by {}", state.say_stand(*gun), state.say(*party))
        }
        Event::Came { group, how } => return coming::say(state, *group, *how),
        // A square that has lost a side contracts (`epstein:12.7`).
        Event::Formed { group, formation: Formation::Square, heading, to }
            if state.group(*group).formation == Formation::Square
                && to.len() < 4
                && to.iter().any(|(stand, to)| turns(state, *stand, to)) =>
        {
            let lies = if to.len() == 3 { "forms a triangle" } else { "stands back to back" };
            format!("{} {lies}, facing {}", state.say(*group), heading.exactly())
        }
        // How far it runs on is reported before this.
        Event::Rallied { rally: Some(Rally::Running), .. } => return None,
        Event::Rallied { group, rally, .. } => match rally {
            Some(Rally::Halted) => state.does(*group, "has its black marker", "have their black marker"),
            Some(Rally::Faced) => state.does(*group, "turns to the enemy", "turn to the enemy"),
            Some(Rally::Running) | None => state.does(*group, "has rallied", "have rallied"),
        },
        Event::Disrupted { group, .. } => state.does(*group, "is disrupted", "are disrupted"),
        Event::Recovered { group } => state.does(*group, "recovers", "recover"),
        Event::Entered { unit, .. } => format!("{} comes on", state.game.unit(*unit).short),
        Event::House(event) => return super::house_event::say(state, event),
        Event::LeaderRolled { leader, killed, .. } => {
            format!("{} {}", state.say(*leader), if *killed { "is lost" } else { "is unharmed" })
        }
        Event::Ended(outcome) => match outcome.winner {
            Some(side) => format!("{} wins: {}", state.game.side_name(side), outcome.because),
            None => format!("a draw: {}", outcome.because),
        },
        Event::Strayed { stand } => format!("{} is ineffective", state.say_stand(*stand)),
        Event::Forded { group, crossing, .. } => match crossing {
            Some(_) => state.does(*group, "is in the river", "are in the river"),
            None => state.does(*group, "is on the far bank", "are on the far bank"),
        },
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
        | Event::BroughtBack { .. }
        | Event::ClockSet { .. }
        | Event::OptionSet { .. }
        | Event::CellSet { .. } => return None,
    })
}

/// Does a stand turn, so that the square does more than dress?
fn turns(state: &State, stand: StandId, to: &Pose) -> bool {
    state.pose(stand).is_some_and(|pose| pose.heading.angle_to(to.heading) > ANGLE_SLACK)
}

/// A shot in words, including a shot at a charge, or an answer.
fn say_shot(state: &State, shot: &ShotFired) -> String {
    let (by, on) = (|one, several| state.does(shot.by, one, several), state.say(shot.on));
    let figures = if shot.hits == 1 { "1 figure".to_owned() } else { format!("{} figures", shot.hits) };
    let charged = matches!(state.pending.last(), Some(Pending::Charge(charge)) if charge.by == shot.on);
    let at_charge = shot.answers && charged;
    match (shot.hits, at_charge) {
        (0, true) => by("fires at the charge and misses", "fire at the charge and miss"),
        (_, true) => format!("{}: {figures}", by("fires at the charge", "fire at the charge")),
        (0, false) => format!("{} {on}", by("misses", "miss")),
        (_, false) if shot.answers => format!("{} {on}: {figures}", by("answers", "answer")),
        (_, false) => format!("{} {on}: {figures}", by("hits", "hit")),
    }
}
