//! Keys: digits for the dice that are waited for, then the shortcuts of all commands.

use egui::Key;

use super::command::Command;
use super::order_line::{OrderLine, line_id};
use super::state::Tray;

/// Radians that the wheel turns a piece where it would zoom by a factor of e.
pub const WHEEL_TURN: f32 = 0.35;

/// Handles keys for the requested dice.
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
        // The key 0 means the ten of a d10.
        let ten = digit == 0 && tray.throw.sides == 10 && tray.count.is_none();
        return Some(Command::Digit(if ten { 10 } else { digit }));
    }
    // A focused button gets Enter itself.
    let button = ctx.memory(|memory| memory.focused().is_some());
    if (!button || tray.complete().is_some()) && order_line.pressed(ctx, Key::Enter) {
        let miscounted = tray.throw.names.is_empty().then_some(Command::EnterMiscounted);
        return tray.complete().map(Command::EnterDice).or(miscounted);
    }
    order_line.pressed(ctx, Key::Backspace).then_some(Command::Backspace)
}

/// The command, of these, whose keys were pressed. `turns`: something in hand can be turned.
///
/// While text is being typed, only Escape and keys with Ctrl reach the window; in the order line, keys with Alt as well.
pub(super) fn shortcut(ctx: &egui::Context, mut all: Vec<Command>, turns: bool) -> Option<Command> {
    let typing = ctx.text_edit_focused();
    let in_line = ctx.memory(|memory| memory.has_focus(line_id()));
    let focused = ctx.memory(|memory| memory.focused().is_some());
    // Longer combinations first, so that Ctrl+Shift+Z is not taken for Ctrl+Z.
    all.sort_by_key(|command| {
        let held = |keys: egui::KeyboardShortcut| {
            let egui::Modifiers { alt, shift, command, .. } = keys.modifiers;
            [alt, shift, command].into_iter().filter(|held| *held).count()
        };
        std::cmp::Reverse(command.shortcut().map_or(0, held))
    });
    let found = all.into_iter().find(|command| {
        let Some(keys) = command.shortcut() else { return false };
        let comes_through = keys.modifiers.command || keys.modifiers.alt && in_line;
        if typing && !comes_through && keys.logical_key != Key::Escape {
            return false;
        }
        // An open menu gets Escape itself.
        if keys.logical_key == Key::Escape && egui::Popup::is_any_open(ctx) {
            return false;
        }
        // A focused button gets Enter and Space itself.
        if focused && matches!(keys.logical_key, Key::Enter | Key::Space) {
            return false;
        }
        let Command::TurnGhost(_) = command else {
            return heard(ctx, keys);
        };
        turns && ctx.input(|input| input.key_pressed(keys.logical_key))
    })?;
    if let Some(keys) = found.shortcut().filter(|keys| keys.modifiers.alt) {
        without_text(ctx, keys.logical_key);
    }
    Some(found)
}

/// Were these keys pressed? Where plus is on the key of the equals sign, it counts without Shift, too.
pub(super) fn heard(ctx: &egui::Context, keys: egui::KeyboardShortcut) -> bool {
    let heard = |keys| ctx.input_mut(|input| input.consume_shortcut(keys));
    let other = egui::KeyboardShortcut { logical_key: Key::Equals, ..keys };
    heard(&keys) || keys.logical_key == Key::Plus && keys.modifiers.command && heard(&other)
}

/// Removes the text that some systems send along with Alt and a key.
pub(super) fn without_text(ctx: &egui::Context, key: Key) {
    let is_it = |text: &str| text.eq_ignore_ascii_case(key.symbol_or_name());
    ctx.input_mut(|input| {
        input.events.retain(|event| !matches!(event, egui::Event::Text(text) if is_it(text)));
    });
}
