//! What happened, as it is said at the table.

use super::event::Event;
use super::state::{Rally, State};

/// What happened, for the log; none for bookkeeping.
pub fn say_event(state: &State, event: &Event) -> Option<String> {
    Some(match event {
        Event::FirstRolled { first } => format!("{} is first", state.game.side_name(*first)),
        Event::PeriodBegan { turn, side } => format!("Turn {turn}: {} period", state.game.side_name(*side)),
        Event::Shot(shot) => {
            let verb = if shot.answers { "answers" } else { "hits" };
            let (by, on) = (state.say(shot.by), state.say(shot.on));
            match shot.hits {
                0 => format!("{by} misses {on}"),
                1 => format!("{by} {verb} {on}: 1 figure"),
                hits => format!("{by} {verb} {on}: {hits} figures"),
            }
        }
        Event::MoraleRolled { group, holds, .. } => {
            format!("{} {}", state.say(*group), if *holds { "holds" } else { "breaks" })
        }
        Event::Melee { by, on, totals } => {
            let (winner, loser) = if totals[0] > totals[1] { (by, on) } else { (on, by) };
            if totals[0] == totals[1] {
                "nobody wins".to_owned()
            } else {
                format!("{} beats {}", state.say(*winner), state.say(*loser))
            }
        }
        Event::Lost { stand, figures } => {
            let name = state.say_stand(*stand);
            if *figures == 1 {
                format!("{name} loses 1 figure")
            } else {
                format!("{name} loses {figures} figures")
            }
        }
        Event::Gone { stand } => format!("{} is gone", state.say_stand(*stand)),
        Event::GunLost { group } => format!("the gun of {} is lost", state.say(*group)),
        Event::GunnersSent { gun, figures, to, .. } => {
            let who = if *figures == 1 { "1 gunner".to_owned() } else { format!("{figures} gunners") };
            format!("{who} of {} set out for {}", state.say_stand(*gun), state.say_stand(*to))
        }
        Event::GunnersBound { group, gunners } => {
            let gun = gunners.filter(|gunners| gunners.serves_from.is_some())?;
            format!("{} comes to {}", state.say(*group), state.say_stand(gun.to))
        }
        Event::GunManned { gun, .. } => format!("{} has its gunners", state.say_stand(*gun)),
        Event::Routed { group, .. } => format!("{} routs", state.say(*group)),
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
            format!("{} {}", state.say(*leader), if *killed { "is lost" } else { "is safe" })
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
