//! The allowance of each kind of move.
//!
//! Units: inches.

use crate::order::MoveKind;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::state::State;
use game::Clause;
use game::working::Measured;
use scenario::army::Arm;
use table::Pose;
use table::ground::Tread;
use table::measure::gap;

/// Inches that this move may cost, before obstacles: rate, weather, half of it in squares (`easy:VI.G.2`), half for a
/// withdrawal (`easy:II.B`); for a move that goes on after capturing a wagon, the rest (`easy:VI.A.b`).
pub fn allowance(state: &State, stand: StandId, kind: MoveKind) -> f32 {
    let rate = state.lengths().allowance(state.arm(stand), state.weather);
    let whole = if state.stand(stand).square { rate / 2.0 } else { rate };
    // Attached engineers have used some of their allowance with their infantry (`easy:V.D.2`).
    let ridden = state.active().and_then(|now| now.ridden.get(&stand)).copied().unwrap_or(0.0);
    let whole = (whole - ridden).max(0.0);
    match kind {
        MoveKind::Move => {
            let overrun = state.active().and_then(|now| now.overruns.get(&stand));
            overrun.and_then(|overrun| overrun.left).unwrap_or(whole)
        }
        MoveKind::General | MoveKind::Enter => whole,
        MoveKind::Withdraw => whole / 2.0,
    }
}

/// The clause of the allowance of a move.
pub fn allowance_clause(kind: MoveKind) -> Clause {
    match kind {
        MoveKind::Withdraw => "easy:III.E.2",
        MoveKind::General => "easy:II.A.2.4",
        MoveKind::Move | MoveKind::Enter => "easy:II.B",
    }
}

/// The refusal of a move beyond its allowance that is possible as far as `last`.
pub fn over_allowance(
    state: &State,
    stand: StandId,
    kind: MoveKind,
    start: Pose,
    last: Pose,
    cost: f32,
) -> Refusal {
    let allowance = allowance(state, stand, kind);
    Refusal::new(
        Code::OverAllowance,
        allowance_clause(kind),
        format!("{} has {allowance:.2} in this move, and this costs {cost:.2}", state.say(stand)),
        stop_there(state, stand, last, allowance),
    )
    .with(Measured::at_most("cost of the move", start.at, last.at, cost, allowance))
    .last_legal(last)
}

/// The remedy for a move that costs too much: the last legal place in words, by its surroundings.
fn stop_there(state: &State, stand: StandId, last: Pose, allowance: f32) -> String {
    /// Maximum distance of a stand that describes a place, in inches.
    const NEAR: f32 = 12.0;
    let here = state.unit(stand).body.placed(last);
    let others = state.on_table().filter(|(id, _)| *id != stand);
    let near = others.map(|(id, there)| (id, gap(here, there).distance)).filter(|(_, far)| *far <= NEAR);
    let by = match near.min_by(|(_, one), (_, other)| one.total_cmp(other)) {
        Some((id, far)) => format!(", {far:.1} in from {}", state.say(id)),
        None => String::new(),
    };
    format!("Stop where {allowance:.2} in are spent{by}, facing {}", last.heading)
}

/// How the arm crosses obstacles (`easy:V.D.1.b`).
pub fn tread(arm: Arm) -> Tread {
    match arm {
        Arm::Infantry | Arm::Engineer => Tread::Foot,
        Arm::LightCavalry | Arm::HeavyCavalry | Arm::General => Tread::Horse,
        Arm::FootArtillery | Arm::HorseArtillery | Arm::Pontoon | Arm::Wagon => Tread::Wheels,
    }
}
