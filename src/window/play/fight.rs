//! The program plays one side of the battle in the window, or both, order by order; whoever watches can pause it, or take over.

use egui::{Align2, Area, Button, DragValue, Frame, Id, Margin, Order, Rect, Stroke, Ui, vec2};

use super::Play;
use super::fought::{Fight, Proposed};
use crate::state::{Habit, PAUSES};
use crate::texts::fight as texts;
use crate::theme::EguiPalette;
use crate::views::line::area_at;
use desk::DiceFrom;
use game::Viewer;
use game::minds::SoloPlayer;
use scenario::Side;

/// The room for what the program is doing, so that the buttons beside it stay where they are, in points.
const DOING: f32 = 230.0;

/// The width of the bar with its last order, in points.
const WIDE: f32 = 560.0;

fn bar_id() -> Id {
    Id::unique("the players")
}

fn last_order_id() -> Id {
    Id::unique("its last order")
}

/// Where the controls and the last order of the program are shown.
pub fn fight_bar(ctx: &egui::Context) -> Option<Rect> {
    let at = |id| area_at(ctx, Order::Middle, id);
    at(last_order_id()).or_else(|| at(bar_id()))
}

impl Play {
    /// The program plays this side from now on, or people do again.
    pub(super) fn change_player(&mut self, ctx: &egui::Context, side: Side) {
        let mut players = self.fight.as_ref().map_or([None; 2], |fight| fight.players);
        let player = &mut players[side.index()];
        *player = if player.is_some() { None } else { Some(self.common.saved.solo) };
        if players == [None; 2] {
            self.fight = None;
            self.players_changed();
            return self.begin_what_is_due();
        }
        self.fight_for(ctx, players);
    }

    /// The program plays in this manner from now on, whichever side it plays.
    pub(super) fn change_manner(&mut self, ctx: &egui::Context, manner: SoloPlayer) {
        self.common.saved.solo = manner;
        self.summary.top.solo = manner;
        if let Some(fight) = &mut self.fight {
            fight.players.iter_mut().flatten().for_each(|player| *player = manner);
            fight.forget();
            self.players_changed();
        }
        self.say(ctx, texts::is_played(manner));
    }

    /// Who plays is shown in the head, and kept for when this game is opened again.
    fn players_changed(&mut self) {
        self.summary.top.plays = self.plays();
        let Some(file) = self.game.journal_path().map(|path| path.display().to_string()) else { return };
        let kept = &mut self.common.saved.opponents;
        match &self.fight {
            Some(fight) => drop(kept.insert(file, fight.players)),
            None => drop(kept.remove(&file)),
        }
        kept.retain(|file, _| std::path::Path::new(file).exists());
    }

    /// The program plays the sides again that it played when this game was left; it waits until it is told to go on.
    pub(super) fn play_on(&mut self) {
        let file = self.game.journal_path().map(|path| path.display().to_string());
        let kept = file.and_then(|file| self.common.saved.opponents.get(&file).copied());
        if let Some(players) = kept.filter(|_| !self.game.is_over()) {
            let mut fight = Fight::new(0.0, players);
            fight.runs = false;
            self.fight = Some(fight);
            self.summary.top.plays = self.plays();
        }
    }

    /// The sides that the program plays.
    pub(super) fn plays(&self) -> [bool; 2] {
        self.fight.as_ref().map_or([false; 2], Fight::plays)
    }

    /// Lets the program play these sides from now on. If these rules have no solo players, a message appears.
    pub(crate) fn fight_for(&mut self, ctx: &egui::Context, players: [Option<SoloPlayer>; 2]) {
        let rules = std::sync::Arc::clone(&self.common.rules);
        if !rules.has_players(&*self.game) {
            return self.say(ctx, texts::NO_PLAYERS);
        }
        if let Some(manner) = players.into_iter().flatten().next() {
            self.common.saved.solo = manner;
            self.summary.top.solo = manner;
        }
        let next = ctx.input(|input| input.time) + self.common.saved.pause;
        match &mut self.fight {
            Some(fight) => {
                (fight.runs, fight.once, fight.next, fight.players) = (true, false, next, players);
            }
            None => self.fight = Some(Fight::new(next, players)),
        }
        self.players_changed();
        if self.is_its_turn() {
            self.put_back();
        }
        ctx.request_repaint();
    }

    /// Is it for the program to decide?
    fn is_its_turn(&self) -> bool {
        let side = self.game.turn(Viewer::Referee).side;
        self.fight.as_ref().is_some_and(|fight| fight.decides(side))
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
        let its_turn = self.is_its_turn();
        let Some(fight) = self.fight.as_mut().filter(|fight| its_turn && fight.wants_order()) else { return };
        if self.game.is_over() {
            self.fight = None;
            self.players_changed();
            return;
        }
        let now = ctx.input(|input| input.time);
        if held {
            fight.next = now + self.common.saved.pause;
        }
        // They think while the last order is shown.
        let ready = fight.is_ready(&*self.game, &self.common.rules, ctx);
        let waits = held || now < fight.next && !fight.once;
        if waits {
            let left = std::time::Duration::from_secs_f64((fight.next - now).max(0.01));
            ctx.request_repaint_after(left);
        } else if ready {
            fight.next = now + self.common.saved.pause;
            fight.once = false;
            if let Some(proposed) = fight.take() {
                self.fight_step(ctx, proposed);
            }
            ctx.request_repaint();
        }
    }

    /// Gives one order of the solo players.
    fn fight_step(&mut self, ctx: &egui::Context, Proposed { order, reason }: Proposed) {
        let by = self.game.turn(Viewer::Referee).side;
        let against = self.fight.as_ref().is_some_and(|fight| !fight.is_battle());
        if let (Ok(order), Habit::Typed, true) = (&order, self.common.saved.dice, against) {
            // People throw for it too: its copy of the game has other dice.
            if let Some(fight) = &mut self.fight {
                fight.forget();
            }
            return self.give_with(ctx, order.clone(), Habit::Typed);
        }
        let given = order.and_then(|order| {
            let given = self.game.order(&order, DiceFrom::Rolled, Viewer::Referee);
            given.map_err(|halt| halt.to_string())
        });
        match given {
            Ok(_) => {
                // Its own side reads why; the other does while the battle runs not.
                if let (Some(by), Some(reason)) = (by, &reason)
                    && let Err(fault) = self.game.remark(self.game.side_id(by).to_owned().as_str(), reason)
                {
                    self.common.trouble(fault.text);
                }
                self.happened();
                let reason = reason.filter(|_| !by.is_some_and(|side| self.viewer.is_enemy_of(side)));
                if let (Some(fight), Some(row)) = (&mut self.fight, self.log.order(self.game.at())) {
                    fight.tell(&*self.game, self.viewer, &row.words.join(". "), reason.as_deref());
                }
                // A spectator wants to see the table, not the next possible order.
                if against && !self.is_its_turn() {
                    self.show_what_is_due();
                } else {
                    self.hand = super::hand::Hand::Empty;
                }
            }
            Err(error) => {
                self.fight = None;
                self.common.trouble(error);
            }
        }
    }

    /// Shows its last order at the foot of the table, and the controls under it.
    pub(super) fn fight_ui(&mut self, ctx: &egui::Context) {
        let (Some(fight), Some(view)) = (&self.fight, self.canvas.view()) else { return };
        let (runs, players, its_turn) = (fight.runs, fight.players, self.is_its_turn());
        let told = fight.told(&*self.game).map(|(words, _)| words.to_owned());
        let wide = (view.rect.width() - 40.0).min(WIDE);
        let doing = self.doing(ctx, fight);
        let pause = &mut self.common.saved.pause;
        // Below the table, where there is room for it.
        let place = view.rect.center_bottom() - vec2(0.0, 3.0);
        let area = |id| Area::new(id).order(Order::Middle).pivot(Align2::CENTER_BOTTOM);
        let frame = |ui: &Ui| {
            let palette = EguiPalette::of(ui.visuals());
            let frame = Frame::new().fill(palette.card()).stroke(Stroke::new(1.5, palette.accent()));
            frame.corner_radius(5.0).inner_margin(Margin::symmetric(12, 3))
        };
        let pressed = area(bar_id()).fixed_pos(place).show(ctx, |ui| {
            let controls = |ui: &mut Ui| {
                ui.set_width(wide);
                ui.horizontal(|ui| {
                    ui.scope(|ui| {
                        ui.set_min_width(DOING);
                        ui.label(doing);
                    });
                    // While people decide there is nothing to pause.
                    let mut button = |text, on| ui.add_enabled(on, Button::new(text)).clicked();
                    let go = button(if runs { texts::PAUSE } else { texts::GO_ON }, its_turn);
                    let (one, leave) = (button(texts::ONE_ORDER, its_turn), button(texts::TAKE_OVER, true));
                    let dial = DragValue::new(pause).range(PAUSES).speed(0.02).max_decimals(1);
                    ui.add(dial.suffix(texts::SECONDS)).on_hover_text(texts::BETWEEN);
                    [go, one, leave]
                })
                .inner
            };
            frame(ui).show(ui, controls).inner
        });
        // Its buttons stay where they are, however long the order.
        let above = pressed.response.rect.center_top() - vec2(0.0, 3.0);
        if let Some(told) = told {
            area(last_order_id()).fixed_pos(above).show(ctx, |ui| {
                frame(ui).show(ui, |ui| {
                    ui.set_max_width(wide);
                    ui.strong(told);
                });
            });
        }
        let [go, one, leave] = pressed.inner;
        if go && runs {
            self.pause_fight();
        } else if go {
            self.fight_for(ctx, players);
        } else if one {
            self.pause_fight();
            if let Some(fight) = &mut self.fight {
                fight.once = true;
            }
            ctx.request_repaint();
        } else if leave {
            self.fight = None;
            self.players_changed();
            self.begin_what_is_due();
        }
    }

    /// What the program is doing, in words.
    fn doing(&self, ctx: &egui::Context, fight: &Fight) -> String {
        // Not while they only think ahead.
        let is_late = fight.thinks() && (fight.once || fight.next <= ctx.input(|input| input.time));
        let thinks = is_late && fight.wants_order();
        match (fight.runs, self.played(fight.plays())) {
            _ if self.tray.is_some() && self.is_its_turn() => texts::FOR_DICE.to_owned(),
            (_, Some(who)) if !self.is_its_turn() => texts::plays(who),
            (_, None) if thinks => texts::THINKS.to_owned(),
            (_, Some(who)) if thinks => texts::thinks(who),
            (true, Some(who)) => texts::decides(who),
            (true, None) => texts::RUNS.to_owned(),
            (false, Some(who)) => texts::waits(who),
            (false, None) => texts::WAITS.to_owned(),
        }
    }

    /// The one side that the program plays; `None` if it plays both.
    fn played(&self, plays: [bool; 2]) -> Option<&str> {
        let one = match plays {
            [true, false] => 0,
            [false, true] => 1,
            _ => return None,
        };
        self.summary.top.head.sides.get(one).map(|side| side.name.as_str())
    }

    /// After a step through the record people look first: an opponent waits until it is told to go on.
    pub(super) fn pause_opponent(&mut self) {
        if self.fight.as_ref().is_some_and(|fight| !fight.is_battle()) && self.is_its_turn() {
            self.pause_fight();
        }
    }

    fn pause_fight(&mut self) {
        if let Some(fight) = &mut self.fight {
            (fight.runs, fight.once) = (false, false);
        }
    }
}
