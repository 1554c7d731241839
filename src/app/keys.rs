//! Keys: digits for the dice that are waited for, then the shortcuts of all commands.

use egui::Key;

use super::App;
use super::command::Command;
use super::setup::Act;
use super::state::Hand;

impl App {
    /// Keys: digits for dice first, then the shortcuts of all commands.
    ///
    /// While words are typed somewhere, only Escape and what is pressed with Ctrl is for the window.
    pub(super) fn keys(&self, ctx: &egui::Context) -> Option<Command> {
        if self.making.mode.is_some() {
            return self.set_up_keys(ctx);
        }
        if self.making.asking.is_some()
            && ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape))
        {
            return Some(Command::Make(Act::Cancel));
        }
        let typing = ctx.text_edit_focused();
        if let Some(tray) = &self.tray
            && !typing
        {
            if let Some(digit) = typed_digit(ctx, tray.throw.sides, tray.count.is_some()) {
                return Some(Command::Digit(digit));
            }
            if ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Backspace)) {
                return Some(Command::Backspace);
            }
            if let Some(entry) = tray.complete()
                && ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Enter))
            {
                return Some(Command::EnterDice(entry));
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
            // A focused button has Enter and Space for itself.
            if focused && matches!(keys.logical_key, Key::Enter | Key::Space) {
                return false;
            }
            let Command::TurnGhost(_) = command else {
                return ctx.input_mut(|input| input.consume_shortcut(&keys));
            };
            matches!(self.hand, Hand::Stand(_)) && ctx.input(|input| input.key_pressed(keys.logical_key))
        })
    }
}

/// A digit typed for a die with so many sides; the key 0 is the ten of a d10.
fn typed_digit(ctx: &egui::Context, sides: u16, count: bool) -> Option<u16> {
    let keys = [
        Key::Num0,
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    let typed = ctx.input_mut(|input| {
        (0_u16..)
            .zip(keys)
            .find(|(_, key)| input.consume_key(egui::Modifiers::NONE, *key))
            .map(|(digit, _)| digit)
    })?;
    Some(if typed == 0 && sides == 10 && !count { 10 } else { typed })
}
