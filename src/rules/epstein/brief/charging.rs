//! What a charge would meet at its target: where it is fired at, how it comes in, and the morale and figures that count
//! (`epstein:g.6`).
//!
//! The rules judge it as if every throw fell high, up to the defender's answer; what they emit on the way is shown.

use crate::clash::{self, Check};
use crate::event::{self, Event};
use crate::morale::{self, Bearing, Stance};
use crate::order::Order;
use crate::pending::{Charge, ChargeStep, Met, Pending};
use crate::rule_set::Epstein;
use crate::state::State;
use dice::{Answer, Throw, Tray, TrayStop};
use game::RuleSet as _;
use table::Pose;

/// Dice that show their highest face, or by turns the one below it, so that no tie repeats for ever.
#[derive(Debug, Default)]
struct High {
    thrown: u16,
}

impl Tray for High {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        let face = throw.sides.saturating_sub(self.thrown % 2).max(1);
        self.thrown += 1;
        throw.read(&vec![face; usize::from(throw.dice)]).map_err(TrayStop::Bad)
    }
}

/// A charge at the moment at which its target answers.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The state at that moment.
    pub then: State,
    pub charge: Charge,
    pub met: Met,
    /// The defender's morale roll.
    pub check: Check,
    /// Where the charger then is, and where it will be in contact.
    pub measured: Pose,
    pub contact: Pose,
}

impl Arrival {
    /// The arrival of a charge ordered in this state, at the first enemy on its way.
    pub fn of(state: &State, order: &Order) -> Option<Self> {
        let ruling = Epstein::judge(state, order, &mut High::default()).ok()?;
        let mut now = state.clone();
        for event in &ruling.events {
            event::apply(&mut now, event);
            if let Event::Changed(Pending::Charge(charge)) = event
                && charge.step == ChargeStep::Answer
            {
                return Self::under_way(&now, charge);
            }
        }
        None
    }

    /// The arrival of a charge that is under way in this state.
    pub fn under_way(state: &State, charge: &Charge) -> Option<Self> {
        let (met, check) = (charge.met.clone()?, clash::check_of_defender(state, charge)?);
        let measured = state.place(charge.by);
        let contact = met.closing.iter().fold(measured, |at, leg| leg.end(at));
        Some(Self { then: state.clone(), charge: charge.clone(), met, check, measured, contact })
    }

    /// The modifiers of the defender, as it stands or in the square that it may form.
    pub fn on_defender(&self, in_square: bool) -> Bearing {
        let stance = clash::stance(&self.then, &self.charge, &self.met);
        let stance = Stance { square: stance.square || in_square, ..stance };
        morale::of_defender(&self.then, self.met.group, self.charge.by, stance)
    }

    pub fn on_charger(&self) -> Bearing {
        morale::of_charger(&self.then, self.charge.by, self.met.flank)
    }
}
