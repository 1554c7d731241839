//! What a charge would meet at its target: where it is fired at, how it comes in, and the morale and figures that count
//! (`epstein:g.6`).
//!
//! The rules judge it as if every throw fell high, up to the defender's answer; what they emit on the way is shown.

use crate::event::{self, Event};
use crate::formation::Formation;
use crate::morale::{self, Bearing, Stance};
use crate::order::Order;
use crate::pending::{Charge, ChargeStep, Met, Pending};
use crate::rule_set::Epstein;
use crate::state::{GroupId, State};
use dice::{Answer, Throw, Tray, TrayStop};
use game::RuleSet as _;
use game::working::Modifier;
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
        let met = charge.met.clone()?;
        let measured = state.place(charge.by);
        let contact = met.closing.iter().fold(measured, |at, leg| leg.end(at));
        Some(Self { then: state.clone(), charge: charge.clone(), met, measured, contact })
    }

    /// The defender's stance towards it.
    fn stance(&self, square: bool) -> Stance {
        let from = self.measured.at;
        let to = self.then.quad(self.met.stand).map_or(from, |quad| quad.pose.at);
        Stance {
            flank: self.met.flank,
            square,
            stand: self.met.stand,
            line: [from, to],
            start: self.charge.start.at,
        }
    }

    /// The modifiers of the defender, as it stands or in the square that it may form.
    pub fn on_defender(&self, in_square: bool) -> Bearing {
        let square = in_square || self.then.group(self.met.group).formation == Formation::Square;
        morale::of_defender(&self.then, self.met.group, self.charge.by, self.stance(square))
    }

    pub fn on_charger(&self) -> Bearing {
        morale::of_charger(&self.then, self.charge.by, self.met.flank)
    }

    /// The least total of two dice with which the defender holds.
    pub fn defender_holds_on(&self) -> i32 {
        i32::from(morale::hold(&self.then, self.met.group)) - Modifier::net(&self.on_defender(false).morale)
    }

    /// The least total with which the charger holds once it has been hit.
    pub fn charger_holds_on(&self) -> i32 {
        i32::from(morale::hold(&self.then, self.charge.by)) - Modifier::net(&self.on_charger().morale)
    }

    /// The figures that fight, and the value of each.
    pub fn fights(&self, id: GroupId, bearing: &Bearing) -> (u16, i32) {
        (morale::fighting(&self.then, id), morale::value(&self.then, id, bearing))
    }
}

/// The chance that two dice total this number or more.
pub fn chance_of(needed: i32) -> f64 {
    let ways = (2..=12).filter(|total| *total >= needed).map(|total| 6 - (total - 7_i32).abs());
    f64::from(ways.sum::<i32>()) / 36.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_come_to_so_much() {
        for (needed, ways) in [(2, 36), (8, 15), (12, 1), (13, 0), (-1, 36), (7, 21)] {
            assert!((chance_of(needed) - f64::from(ways) / 36.0).abs() < 1e-9, "{needed}");
        }
    }
}
