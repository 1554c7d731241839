//! Withdrawals: out of contact, facing the enemy (`easy:III.E.2`).
//!
//! Units: inches and radians.

use crate::refusal::{Code, Refusal};
use game::working::Measured;
use table::tolerance::{ANG, EPS, within};
use table::{Heading, Leg};

use super::Walker;
use super::zones::Hold;

/// How far from directly away a stand may withdraw (`easy:III.E.2`).
const WITHDRAW_ANGLE: f32 = std::f32::consts::FRAC_PI_4;

impl Walker<'_, '_> {
    /// A withdrawal slides within 45° of directly away from each enemy touched (`easy:III.E.2`).
    pub(super) fn may_withdraw(&self, leg: Leg, way: f32) -> Result<(), Refusal> {
        if self.is_let_stand("easy:III.E.2") {
            return Ok(());
        }
        let refusal = |fact: String| {
            Refusal::new(
                Code::CannotWithdraw,
                "easy:III.E.2",
                fact,
                "Slide within 45° of directly away from each enemy touched, heading kept",
            )
        };
        let Leg::Slide(delta) = leg else {
            return Err(refusal(format!("{} may not turn while it withdraws", self.state.say(self.id))));
        };
        for (enemy, away) in &self.touched {
            let angle = Heading::of(delta).angle_to(Heading::of(*away));
            if way > EPS && angle > WITHDRAW_ANGLE + ANG {
                let name = self.state.say(*enemy);
                let degrees = angle.to_degrees();
                return Err(refusal(format!("the way lies {degrees:.0}° off directly away from {name}"))
                    .culprit(name));
            }
        }
        Ok(())
    }

    pub(super) fn finish_withdrawal(&self) -> Result<(), Refusal> {
        if self.is_let_stand("easy:III.E.2") {
            return Ok(());
        }
        let touched = self.survey.touching().with(self.id, self.pose).contacts(self.id);
        if !self.committed
            && let Some((enemy, _)) = touched.first()
        {
            return Err(self.because_of(
                *enemy,
                Code::CannotWithdraw,
                "easy:III.E.2",
                |mover, enemy| format!("{mover} would touch {enemy} where it ends"),
                "A withdrawal ends out of contact: go farther, or attack",
            ));
        }
        let halted = matches!(self.hold, Hold::Halted { .. });
        if self.state.options().withdraw_exact
            && !self.committed
            && !halted
            && !within(self.allowance, self.cost)
        {
            let measured =
                Measured::at_least("the withdrawal", self.start.at, self.pose.at, self.cost, self.allowance);
            return Err(Refusal::new(
                Code::CannotWithdraw,
                "easy:III.E.2",
                "the withdrawal is less than half a move",
                "Withdraw exactly half a move",
            )
            .with(measured));
        }
        Ok(())
    }
}
