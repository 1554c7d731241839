//! Keys: digits for the dice that are waited for, then the shortcuts of all commands.

use egui::Key;

use crate::rules::easy::Order;

use super::App;
use super::command::Command;
use super::setup::Act;
use super::state::Hand;

impl App {
    /// Keys: digits for dice first, then the shortcuts of all commands.
    ///
    /// While words are typed somewhere, only Escape and what is pressed with Ctrl is for the window.
    pub(super) fn keys(&mut self, ctx: &egui::Context) -> Option<Command> {
        if self.making.asking.is_some()
            && ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape))
        {
            return Some(Command::Make(Act::Cancel));
        }
        let typing = ctx.text_edit_focused();
        if let Some(tray) = &self.tray
            && !typing
        {
            if tray.throw.names.is_empty()
                && let Some(digit) = self.typing.digit(ctx)
            {
                // The key 0 is the ten of a d10.
                let ten = digit == 0 && tray.throw.sides == 10 && tray.count.is_none();
                return Some(Command::Digit(if ten { 10 } else { digit }));
            }
            // A focused button has Enter for itself.
            let button = ctx.memory(|memory| memory.focused().is_some());
            if (!button || tray.complete().is_some()) && self.typing.pressed(ctx, Key::Enter) {
                return tray.complete().map(Command::EnterDice);
            }
            if self.typing.pressed(ctx, Key::Backspace) {
                return Some(Command::Backspace);
            }
        }
        let focused = ctx.memory(|memory| memory.focused().is_some());
        let mut all = Command::listed();
        // Longer combinations first, so that Ctrl+Shift+Z is not taken for Ctrl+Z.
        all.sort_by_key(|command| {
            std::cmp::Reverse(
                command.shortcut().map_or(0, |keys| {
                    usize::from(keys.modifiers.shift) + usize::from(keys.modifiers.command)
                }),
            )
        });
        all.into_iter().find(|command| {
            let Some(keys) = command.shortcut() else { return false };
            if typing && !keys.modifiers.command && keys.logical_key != Key::Escape {
                return false;
            }
            // A dialog is about the table as it is now. And only while an earlier one is seen does a full stop go on:
            // else it begins the order line.
            let looks = matches!(command, Command::LookBack | Command::LookOn);
            if looks && self.dialog.is_some() || *command == Command::LookOn && self.looking.is_none() {
                return false;
            }
            // An open menu has Escape for itself.
            if keys.logical_key == Key::Escape && egui::Popup::is_any_open(ctx) {
                return false;
            }
            // A focused button has Enter and Space for itself.
            if focused && matches!(keys.logical_key, Key::Enter | Key::Space) {
                return false;
            }
            let Command::TurnGhost(_) = command else {
                return ctx.input_mut(|input| input.consume_shortcut(&keys));
            };
            (self.turns() || self.fiat_points()) && ctx.input(|input| input.key_pressed(keys.logical_key))
        })
    }

    /// Something is in hand that can be turned.
    fn turns(&self) -> bool {
        matches!(self.hand, Hand::Stand(_) | Hand::Card(Order::Rally { .. }))
    }
}
