//! The head: turn and step, who decides, and how the sides stand against the victory conditions (`cb:2C`, `cb:14a`, `cb:14b`).

use crate::combat::phase::{CombatPhase, Step};
use crate::state::{Pending, Phase, State};
use crate::victory;
use crate::words::phase_words;
use game::{Head, HeadSide};
use scenario::{Battle as _, Side};

/// Whose decision it is; none: both sides', or nobody's any more.
pub fn decides(state: &State) -> Option<Side> {
    if let Phase::Over(_) = state.phase {
        return None;
    }
    match state.pending.last() {
        Some(Pending::Relocate { leader, .. }) => return Some(state.game.leader(*leader).side),
        Some(Pending::Run { unit } | Pending::Face { unit }) => return Some(state.side(*unit)),
        None => {}
    }
    match &state.phase {
        Phase::SetUp | Phase::Over(_) => None,
        Phase::Combat(phase) => Some(decides_combat(state, phase)),
        Phase::Command | Phase::Movement(_) | Phase::Reorganisation(_) => Some(state.phasing),
    }
}

fn decides_combat(state: &State, phase: &CombatPhase) -> Side {
    let Some(fight) = phase.under_way() else { return state.phasing };
    let beaten = fight.result.and_then(|result| result.beats_attackers()).unwrap_or(false);
    let loser = if beaten { state.phasing } else { state.phasing.enemy() };
    match fight.step {
        Step::Retreats { .. } => loser,
        Step::Advances { .. } => loser.enemy(),
        Step::Done => state.phasing,
    }
}

pub fn head(state: &State) -> Head {
    let scenario = &state.game.scenario;
    let side = |side: Side| HeadSide {
        id: state.game.side_id(side),
        name: state.game.side_name(side).to_owned(),
        colour: Some(state.game.colour(side)),
        points: victory::points(state, side),
    };
    let decider = decides(state).filter(|side| *side != state.phasing);
    let decider =
        decider.map(|side| format!(", {} to decide", state.game.side_name(side))).unwrap_or_default();
    Head {
        battle: scenario.name.clone(),
        turn: format!("turn {} of {}", state.turn, scenario.turns),
        clock: scenario.clock(state.turn),
        phase: format!("{}{decider}", phase_words(state)),
        sides: Side::BOTH.map(side).into(),
        points_are: "Victory points as they stand",
        points_said: "",
        points_for: points_for(state),
    }
}

/// The present points, the conditions for immediate victory, and the holders of places.
fn points_for(state: &State) -> Vec<String> {
    let both = Side::BOTH.map(|side| victory::points(state, side));
    let of = |side: Side| {
        let (points, enough) = (both[side.index()], victory::threshold(state, side));
        format!(
            "{}: {points} of the {enough} points that win at the end of a turn",
            state.game.side_name(side)
        )
    };
    let mut said: Vec<String> = Side::BOTH.map(of).into();
    said.push(format!("As it stands: {}", as_it_stands(state)));
    said.extend(state.game.places().map(|(_, place)| place_words(state, place)));
    said
}

/// The result if the battle ended now.
pub fn as_it_stands(state: &State) -> String {
    let outcome = victory::so_far(state);
    if let Phase::Over(_) = state.phase { outcome.because } else { victory::say(state, &outcome) }
}

/// `Marengo: held by the French side (worth French 15, Austrian 5)`.
pub fn place_words(state: &State, place: &scenario::HexObjective) -> String {
    let names: Vec<Option<Side>> = place.hexes.iter().map(|hex| victory::possessor(state, *hex)).collect();
    let worth =
        Side::BOTH.map(|side| format!("{} {}", state.game.side_name(side), place.points[side.index()]));
    let first = names.first().copied().flatten();
    let held = match first {
        Some(side) if names.iter().all(|one| *one == first) => {
            format!("held by the {} side", state.game.side_name(side))
        }
        _ if names.iter().all(Option::is_none) => "held by nobody".to_owned(),
        _ => {
            let each = place.hexes.iter().zip(&names).map(|(hex, side)| {
                format!("{hex} {}", side.map_or("nobody", |side| state.game.side_name(side)))
            });
            format!("parted: {}", each.collect::<Vec<_>>().join(", "))
        }
    };
    format!("{}: {held} (worth {})", place.name, worth.join(", "))
}

/// The piece that must act before any other.
pub fn waits_for(state: &State) -> Option<crate::PieceId> {
    match state.pending.last()? {
        Pending::Relocate { leader, .. } => Some(state.game.piece_of_leader(*leader)),
        Pending::Run { unit } | Pending::Face { unit } => Some(state.game.piece_of_unit(*unit)),
    }
}
