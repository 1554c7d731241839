//! What the commands say of a game of Napoleon at War: points lost, units gone, and what victory rests on.

use super::Told;
use crate::commands::{Done, in_column};
use crate::desk::Desk;
use crate::rules::napoleon_at_war::NapoleonAtWar;
use crate::rules::napoleon_at_war::state::{Phase, Place, State};
use crate::rules::napoleon_at_war::victory::{self, Outcome};
use crate::scenario::Side;

/// How the battle ended, or would end now.
fn outcome(state: &State) -> Outcome {
    match &state.phase {
        Phase::Over(outcome) => outcome.clone(),
        Phase::SetUp | Phase::Movement | Phase::Combat(_) => victory::outcome(state).0,
    }
}

impl Told for NapoleonAtWar {
    fn is_over(state: &State) -> bool {
        matches!(state.phase, Phase::Over(_))
    }

    fn table(desk: &Desk<Self>) -> Done {
        let state = desk.state();
        let lost = victory::lost(state);
        say!("")?;
        say!("{:<28} {:>9} {:>9} {:>11} {:>9}", "", "strength", "lost", "units lost", "to come")?;
        for side in Side::BOTH {
            let units = || state.game.of_side(side).map(|id| (state.game.unit(id), state.unit(id).place));
            let printed: u32 = units().map(|(unit, _)| u32::from(unit.strength)).sum();
            let gone = units().filter(|(_, place)| *place == Place::Eliminated).count();
            let to_come = units().filter(|(_, place)| *place == Place::Waiting).count();
            let side_lost = lost[side.index()];
            say!(
                "{:<28} {:>9} {:>9} {:>11} {:>9}",
                in_column(state.game.side_name(side), 28),
                format!("{}/{printed}", printed - side_lost),
                side_lost,
                format!("{gone} of {}", units().count()),
                to_come
            )?;
        }
        let because = outcome(state).because;
        say!("{because}")?;
        say!("")
    }

    fn now(state: &State) -> String {
        let side = state.game.side_name(state.phasing);
        match &state.phase {
            Phase::Over(_) => "the battle is over".to_owned(),
            Phase::SetUp => "the armies are set up".to_owned(),
            Phase::Movement => format!("{side} movement"),
            Phase::Combat(_) => format!("{side} combat"),
        }
    }

    /// A side's points are what its enemy has lost (`naw:16.0`).
    fn result(state: &State) -> String {
        let Outcome { winner, lost, .. } = outcome(state);
        let inflicted = |side: Side| lost[side.enemy().index()];
        match winner {
            Some(winner) => format!(
                "victory {} {}-{}",
                state.game.side_name(winner),
                inflicted(winner),
                inflicted(winner.enemy())
            ),
            None => format!("draw nobody {}-{}", inflicted(Side(0)), inflicted(Side(1))),
        }
    }
}
