//! The end or present standing of a battle: points of each side, victory conditions, losses by corps (`cb:14a`, `cb:14b`).
//!
//! Units: victory points, strength points.

use crate::roster::UnitId;
use crate::state::{Phase, Place, State};
use crate::victory::{self, Level};
use game::{Condition, Ending, HexUnits as _, Remark, SideEnding, counted, sentence};
use scenario::Side;

/// How it stands now.
pub fn ending(state: &State) -> Ending {
    let over = matches!(state.phase, Phase::Over(_));
    let outcome = victory::so_far(state);
    let level = victory::say(state, &outcome);
    let verdict = if over { sentence(&level) } else { format!("If it ended now: {level}") };
    let clause = if outcome.level == Level::Automatic { "cb:14a" } else { "cb:14b" };
    Ending {
        verdict,
        over,
        conditions: conditions(state),
        because: Some(Remark { words: sentence(&outcome.because), clause: Some(clause) }),
        sides: Side::BOTH.map(|side| of_side(state, side)).into(),
        ..Ending::default()
    }
}

/// The conditions that win before the last turn, and whether they hold.
fn conditions(state: &State) -> Vec<Condition> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        let (points, enough) = (victory::points(state, side), victory::threshold(state, side));
        let name = state.game.side_name(side);
        found.push(Condition {
            words: format!("{name}: {enough} points at the end of a turn, {points} now"),
            holds: points >= enough,
            clause: "cb:14a",
        });
        if state.game.is_french(side)
            && let Some(leader) = state.game.army_leader[side.index()]
        {
            let (gone, who) =
                (state.leader(leader).place == Place::Eliminated, &state.game.leader(leader).name);
            let enemy = state.game.side_name(side.enemy());
            found.push(Condition { words: format!("{enemy}: {who} is lost"), holds: gone, clause: "cb:14a" });
        }
    }
    found
}

fn of_side(state: &State, side: Side) -> SideEnding {
    let game = &state.game;
    let points = victory::points(state, side);
    let sources = victory::scores(state, side).into_iter().map(|score| (sentence(&score.what), score.points));
    let mut groups: Vec<(String, Vec<UnitId>)> = game
        .corps_of_side(side)
        .map(|corps| {
            let own = game.of_side(side).filter(|unit| game.corps_of(*unit) == Some(corps));
            (game.corps(corps).name.clone(), own.collect())
        })
        .collect();
    let free: Vec<UnitId> = game.of_side(side).filter(|unit| game.corps_of(*unit).is_none()).collect();
    if !free.is_empty() {
        groups.push(("Independent".to_owned(), free));
    }
    SideEnding {
        name: game.side_name(side).to_owned(),
        colour: Some(state.game.colour(side)),
        score: points.to_string(),
        points: counted(points, "point", "points"),
        sources: sources.collect(),
        losses: groups.into_iter().map(|(name, units)| state.loss(name, &units)).collect(),
        notes: notes(state, side),
        ..SideEnding::default()
    }
}

/// Leaders lost, corps demoralised, units routed.
fn notes(state: &State, side: Side) -> Vec<String> {
    let game = &state.game;
    let mut notes = Vec::new();
    for leader in game.leaders_of(side).filter(|leader| state.leader(*leader).losses > 0) {
        notes.push(format!("{} lost", game.leader(leader).name));
    }
    for corps in game.corps_of_side(side).filter(|corps| state.is_demoralised(*corps)) {
        notes.push(format!("{}'s corps demoralised", game.corps(corps).name));
    }
    let routed = game.of_side(side).filter(|unit| state.unit(*unit).routed).count();
    if routed > 0 {
        notes.push(format!("{} routed", counted(routed, "unit", "units")));
    }
    notes
}
