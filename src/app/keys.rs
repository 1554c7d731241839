//! Keys: digits for the dice that are waited for, then the shortcuts of all commands.

use egui::Key;

use super::command::Command;
use super::order_line::OrderLine;
use super::state::Tray;

/// Radians for a wheel that would zoom by a factor of e.
pub const WHEEL_TURN: f32 = 0.35;

/// Keys for the dice that are waited for.
pub(super) fn dice_keys<O>(
    ctx: &egui::Context,
    tray: &Tray<O>,
    order_line: &mut OrderLine,
) -> Option<Command> {
    if ctx.text_edit_focused() {
        return None;
    }
    if tray.throw.names.is_empty()
        && let Some(digit) = order_line.digit(ctx)
    {
        // The key 0 is the ten of a d10.
        let ten = digit == 0 && tray.throw.sides == 10 && tray.count.is_none();
        return Some(Command::Digit(if ten { 10 } else { digit }));
    }
    // A focused button has Enter for itself.
    let button = ctx.memory(|memory| memory.focused().is_some());
    if (!button || tray.complete().is_some()) && order_line.pressed(ctx, Key::Enter) {
        let miscounted = tray.throw.names.is_empty().then_some(Command::EnterMiscounted);
        return tray.complete().map(Command::EnterDice).or(miscounted);
    }
    order_line.pressed(ctx, Key::Backspace).then_some(Command::Backspace)
}

/// The one of these commands whose keys were pressed. `turns`: something is in hand that can be turned.
///
/// While words are typed somewhere, only Escape and what is pressed with Ctrl is for the window.
pub(super) fn shortcut(ctx: &egui::Context, mut all: Vec<Command>, turns: bool) -> Option<Command> {
    let typing = ctx.text_edit_focused();
    let focused = ctx.memory(|memory| memory.focused().is_some());
    // Longer combinations first, so that Ctrl+Shift+Z is not taken for Ctrl+Z.
    all.sort_by_key(|command| {
        std::cmp::Reverse(
            command
                .shortcut()
                .map_or(0, |keys| usize::from(keys.modifiers.shift) + usize::from(keys.modifiers.command)),
        )
    });
    all.into_iter().find(|command| {
        let Some(keys) = command.shortcut() else { return false };
        if typing && !keys.modifiers.command && keys.logical_key != Key::Escape {
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
        turns && ctx.input(|input| input.key_pressed(keys.logical_key))
    })
}
