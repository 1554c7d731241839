//! Judging the game again under another option, on a thread; saving a position as a battle.

use std::sync::mpsc::TryRecvError;

use crate::background::Background;
use crate::rejudging::Answer;
use crate::state::Dialog;
use crate::texts::positions as texts;
use game::options::Options;

use super::Play;

impl Play {
    /// Judges every order of the game again under this value of this option.
    pub(super) fn rejudge(&mut self, ctx: &egui::Context, option: String, value: String) {
        let game = self.game.twin();
        self.rejudging.answer = None;
        self.rejudging.judging = Some(Background::begin(Some(ctx.clone()), move |reporter| {
            let options = Options([(option.clone(), value.clone())].into());
            let differ = game.rejudge(&options).map_err(|fault| fault.to_string());
            if !reporter.stopped() {
                reporter.report(Answer { option, value, differ });
            }
        }));
    }

    /// The orders of the game have changed, so earlier results are dropped.
    pub(super) fn forget_rejudged(&mut self) {
        (self.rejudging.answer, self.rejudging.judging) = (None, None);
    }

    /// Takes the results.
    pub(super) fn poll_rejudged(&mut self) {
        let Some(judging) = &self.rejudging.judging else { return };
        match judging.poll() {
            Ok(answer) => self.rejudging.answer = Some(answer),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {}
        }
        self.rejudging.judging = None;
    }

    /// Asks for the name under which to save this position as a battle.
    pub(super) fn ask_for_position(&mut self) {
        let seen = self.seen();
        self.common.file_name = texts::position(seen.battle().1, seen.turn_number());
        self.common.dialog = Some(Dialog::Position);
    }

    /// Saves the visible position as a battle of this name.
    pub(super) fn save_position(&mut self, ctx: &egui::Context, name: &str) {
        match self.seen().save_position(&self.common.library, name) {
            Ok(_) => {
                self.common.dialog = None;
                self.common.list_battles(ctx);
                self.say(ctx, texts::kept(name));
            }
            Err(fault) => self.common.trouble(fault),
        }
    }
}
