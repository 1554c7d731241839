//! Strength points lost, and stands with them.
//!
//! Clauses: `easy:III.D-remove`, `easy:III.D.5`, `easy:III.F.3`, `easy:IV.A.1`. Units: strength points.

use super::cause::Cause;
use super::event::Event;
use super::roster::StandId;
use super::scratch::Scratch;
use super::state::{Reason, State};

/// Strength points lost at once; at 0 the stand is removed and the enemy scores.
///
/// Clauses: `easy:III.D-remove`, `easy:III.F.3`, `easy:III.D.5`. Points beyond the strength left are lost.
pub fn lose_points(s: &mut Scratch<'_>, stand: StandId, points: u8, cause: Cause) {
    let left = s.state.stand(stand).strength;
    let points = points.min(left);
    if points == 0 || s.state.pose(stand).is_none() {
        return;
    }
    s.emit(Event::Hit { stand, points, cause });
    if points == left {
        let rallyable = is_rallyable(&s.state, stand, cause);
        s.emit(Event::Eliminated { stand, rallyable, cause });
        let side = s.state.side(stand).enemy();
        s.emit(Event::Scored { side, points: 1, reason: Reason::Stand(stand) });
    }
}

/// May a stand lost in this way come back by rallying (`easy:IV.A.1`)?
///
/// Never after a blocked rout (`easy:III.D.5`); a battery only when artillery fire destroyed it (`easy:III.F.3`).
pub fn is_rallyable(state: &State, stand: StandId, cause: Cause) -> bool {
    use scenario::army::Arm;
    let arm = state.arm(stand);
    match cause {
        Cause::BlockedRout => false,
        Cause::Combat | Cause::BlockedRetreat if arm.is_artillery() => false,
        Cause::Fire
        | Cause::Combat
        | Cause::BlockedRetreat
        | Cause::NoRefuge
        | Cause::Squares
        | Cause::Fiat => !matches!(arm, Arm::Wagon | Arm::Pontoon),
    }
}
