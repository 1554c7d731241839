//! What waits for a decision, and whose it is (`epstein:4.2`).

use crate::scenario::Side;

use super::houses;
use super::options::LossChoice;
use super::pending::{ChargeStep, Pending};
use super::state::State;

impl State {
    /// What waits for a decision now: leaders who may follow, then what has begun, then garrisons of burning houses.
    pub fn waits(&self) -> Option<Pending> {
        if let Some(following) = self.following.first() {
            return Some(Pending::Follow(*following));
        }
        match self.pending.last() {
            Some(pending) => Some(pending.clone()),
            None => houses::in_flames(self).map(Pending::Flames),
        }
    }

    /// Those who decide now: the owner of what waits, else the active side.
    pub fn decides(&self) -> Side {
        match self.waits() {
            Some(pending) => pending.decides(self),
            None => self.active,
        }
    }
}

impl Pending {
    /// Whose decision it is.
    pub fn decides(&self, state: &State) -> Side {
        match self {
            Self::Shot(shot) => state.side(shot.on),
            Self::Losses(losses) => match state.game.options.loss_choice {
                LossChoice::Owner => state.side(losses.of),
                LossChoice::Attacker => losses.by,
            },
            Self::Charge(charge) => match (&charge.met, charge.step) {
                (Some(met), ChargeStep::Answer | ChargeStep::Contact) => state.side(met.group),
                _ => state.side(charge.by),
            },
            Self::HouseShot(shot) => state.side(shot.on),
            Self::Assault(assault) => houses::holder(state, assault.house).unwrap_or(state.active),
            Self::Opening(_) => state.active,
            Self::Risk(risk) => risk.by,
            Self::Follow(following) => state.side(following.leader),
            Self::Flames(house) => houses::holder(state, *house).unwrap_or(state.active),
        }
    }
}
