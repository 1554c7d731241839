//! The pending decision and its owner (`epstein:4.2`); the order of losses from several shots (`epstein:g.11`).

use scenario::Side;

use super::event::Event;
use super::houses;
use super::options::LossChoice;
use super::pending::{ChargeStep, Pending};
use super::scratch::Scratch;
use super::state::State;

impl State {
    /// The pending decision: leaders who may follow, then the stack, then garrisons of burning houses.
    pub fn waits(&self) -> Option<Pending> {
        if let Some(following) = self.following.first() {
            return Some(Pending::Follow(*following));
        }
        match self.pending.last() {
            Some(pending) => Some(pending.clone()),
            None => houses::in_flames(self).map(Pending::Flames),
        }
    }

    /// The side that decides now: the owner of the pending decision, else the active side.
    pub fn decides(&self) -> Side {
        match self.waits() {
            Some(pending) => pending.decides(self),
            None => self.active,
        }
    }
}

impl Pending {
    /// The side that decides it.
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

/// Several shots of one order use the figures from before the first (`epstein:8.a.7`, `epstein:11.3`): the losses of shots that
/// have been fired are stacked below those shots that have not. The active player's are placed first, then shot by shot, and
/// leaders come last. `before`: how much was pending before the shot just fired.
pub fn losses_after_shots(s: &mut Scratch<'_>, before: usize) {
    let active = s.state.active;
    let turn = |pending: &Pending| match pending {
        Pending::Shot(_) | Pending::HouseShot(_) => 3,
        Pending::Losses(lost) if s.state.side(lost.of) == active => 2,
        Pending::Losses(_) => 1,
        Pending::Charge(_)
        | Pending::Assault(_)
        | Pending::Opening(_)
        | Pending::Risk(_)
        | Pending::Follow(_)
        | Pending::Flames(_) => 0,
    };
    if before == 0 {
        return;
    }
    let (waited, new) = s.state.pending.split_at(before);
    let mut waiting = [new, waited].concat();
    waiting.sort_by_key(turn);
    if waiting == s.state.pending {
        return;
    }
    for _ in 0..waiting.len() {
        s.emit(Event::Settled);
    }
    for pending in waiting {
        s.emit(Event::Began(pending));
    }
}
