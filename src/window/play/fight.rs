//! Two solo players fight the battle in the window, order by order; whoever watches can pause them, or take over.

use egui::{Align2, Area, Frame, Id, Margin, Order, Stroke, vec2};

use super::Play;
use super::fought::Fight;
use crate::texts::fight as texts;
use crate::theme::EguiPalette;
use desk::DiceFrom;
use game::{Draft, Viewer};

/// Seconds between two orders, the usual and the fast pace.
const USUAL: f64 = 1.2;
const FAST: f64 = 0.15;

impl Play {
    /// Starts or resumes the solo players. If these rules have none, a message appears.
    pub(crate) fn fight_out(&mut self, ctx: &egui::Context) {
        let rules = std::sync::Arc::clone(&self.common.rules);
        if !rules.has_players(&*self.game) {
            return self.say(ctx, texts::NO_PLAYERS);
        }
        let next = ctx.input(|input| input.time) + USUAL;
        match &mut self.fight {
            Some(fight) => (fight.runs, fight.once, fight.next) = (true, false, next),
            None => self.fight = Some(Fight::new(next)),
        }
        self.put_back();
        ctx.request_repaint();
    }

    /// Are the solo players giving orders?
    pub fn is_fought_out(&self) -> bool {
        self.fight.as_ref().is_some_and(|fight| fight.runs)
    }

    /// Gives the next order when it is ready and due. No order is given under a dialog, the palette, a form of the referee, an
    /// earlier table, or requested dice.
    pub(super) fn fight_on(&mut self, ctx: &egui::Context) {
        let covered = self.common.dialog.is_some() || self.common.finder.is_some() || self.fiat.is_some();
        let held = covered || self.looking.is_some() || self.tray.is_some();
        let Some(fight) = self.fight.as_mut().filter(|fight| fight.wants_order()) else { return };
        if self.game.is_over() {
            self.fight = None;
            return;
        }
        let now = ctx.input(|input| input.time);
        if held {
            fight.next = now + USUAL;
        }
        // They think while the last order is shown.
        let ready = fight.is_ready(&*self.game, &self.common.rules, ctx);
        let waits = held || now < fight.next && !fight.once;
        if waits {
            let left = std::time::Duration::from_secs_f64((fight.next - now).max(0.01));
            ctx.request_repaint_after(left);
        } else if ready {
            fight.next = now + if fight.fast { FAST } else { USUAL };
            fight.once = false;
            if let Some(order) = fight.take() {
                self.fight_step(order);
            }
            ctx.request_repaint();
        }
    }

    /// Gives one order of the solo players.
    fn fight_step(&mut self, order: Result<Draft, String>) {
        let given = order.and_then(|order| {
            let given = self.game.order(&order, DiceFrom::Rolled, Viewer::Referee);
            given.map_err(|halt| halt.to_string())
        });
        match given {
            Ok(_) => {
                self.happened();
                // A spectator wants to see the table, not the next possible order.
                self.hand = super::hand::Hand::Empty;
            }
            Err(error) => {
                self.fight = None;
                self.common.trouble(error);
            }
        }
    }

    /// Shows the controls at the foot of the table.
    pub(super) fn fight_ui(&mut self, ctx: &egui::Context) {
        let (Some(fight), Some(view)) = (&self.fight, self.canvas.view()) else { return };
        let (runs, fast) = (fight.runs, fight.fast);
        // Not while they only think ahead.
        let is_late = fight.thinks() && (fight.once || fight.next <= ctx.input(|input| input.time));
        let words = match runs {
            _ if is_late && fight.wants_order() => texts::THINKS,
            true => texts::RUNS,
            false => texts::WAITS,
        };
        let place = view.rect.center_bottom() - vec2(0.0, 44.0);
        let area = Area::new(Id::unique("the players")).order(Order::Middle).pivot(Align2::CENTER_BOTTOM);
        let pressed = area.fixed_pos(place).show(ctx, |ui| {
            let palette = EguiPalette::of(ui.visuals());
            let frame = Frame::new()
                .fill(palette.card())
                .stroke(Stroke::new(1.5, palette.accent()))
                .corner_radius(5.0)
                .inner_margin(Margin::symmetric(12, 6));
            let pressed = frame.show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(words);
                    let go = if runs { texts::PAUSE } else { texts::GO_ON };
                    let pace = if fast { texts::SLOWER } else { texts::FASTER };
                    [go, texts::ONE_ORDER, pace, texts::TAKE_OVER].map(|text| ui.button(text).clicked())
                })
            });
            pressed.inner.inner
        });
        let [go, one, pace, leave] = pressed.inner;
        if go && runs {
            self.pause_fight();
        } else if go {
            self.fight_out(ctx);
        } else if one {
            self.pause_fight();
            if let Some(fight) = &mut self.fight {
                fight.once = true;
            }
            ctx.request_repaint();
        } else if leave {
            self.fight = None;
            self.begin_what_is_due();
        } else if let Some(fight) = self.fight.as_mut().filter(|_| pace) {
            fight.fast = !fight.fast;
        }
    }

    fn pause_fight(&mut self) {
        if let Some(fight) = &mut self.fight {
            (fight.runs, fight.once) = (false, false);
        }
    }
}
