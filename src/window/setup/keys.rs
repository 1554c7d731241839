//! Keys during set-up: those of the draft first, then those of the view.

use egui::{Context, Key, KeyboardShortcut, Modifiers};

use super::maker::{Maker, MakerAction};
use super::palette;
use super::roster::{RosterAct, roster_id};
use super::{Act, SetUp, Tab, Tool, WorkAct};
use crate::command::Command;
use crate::common::Common;
use crate::keys::{heard, without_text};

impl Maker {
    /// The command of a key while a draft is on the table; none reaches the waiting game.
    pub(super) fn keys(&self, ctx: &Context, common: &Common) -> Option<MakerAction> {
        let mode = self.mode.as_ref()?;
        if common.dialog.is_some() || self.asking.is_some() {
            // Typing goes to the open dialog.
            ctx.memory_mut(|memory| memory.surrender_focus(roster_id()));
        }
        let typing = ctx.text_edit_focused();
        let in_roster = ctx.memory(|memory| memory.has_focus(roster_id()));
        let pressed = |modifiers, key| ctx.input_mut(|input| input.consume_key(modifiers, key));
        // An open menu gets Escape itself.
        let menu = egui::Popup::is_any_open(ctx);
        if !menu && pressed(Modifiers::NONE, Key::Escape) {
            return Some(match common.dialog {
                Some(_) => MakerAction::Window(Command::CloseDialog),
                None => MakerAction::Act(Act::Work(WorkAct::Cancel)),
            });
        }
        let both = Modifiers { shift: true, ..Modifiers::COMMAND };
        for (modifiers, key, command) in
            [(both, Key::Z, Command::Redo), (Modifiers::COMMAND, Key::Z, Command::Undo)]
        {
            if !typing && pressed(modifiers, key) {
                return Some(MakerAction::Window(command));
            }
        }
        // A cell takes no letter with Alt, so these keys work in the roster too.
        let with_alt = |keys: &KeyboardShortcut| keys.modifiers.alt || keys.modifiers.command;
        if (in_roster || mode.roster.typing.is_some())
            && mode.roster.paste.is_none()
            && let Some(command) = seeing(ctx, with_alt)
        {
            return Some(MakerAction::Window(command));
        }
        if typing || in_roster || self.asking.is_some() || mode.roster.paste.is_some() {
            return None;
        }
        if let Some(act) = tool_key(mode, pressed) {
            return Some(MakerAction::Act(act));
        }
        let focused = ctx.memory(|memory| memory.focused().is_some());
        let drawing = matches!(mode.tool, Tool::Area(_) | Tool::Line(_));
        for (modifiers, degrees) in [(Modifiers::SHIFT, 45.0), (Modifiers::NONE, 5.0)] {
            for (key, way) in [(Key::Q, -1.0), (Key::E, 1.0)] {
                if pressed(modifiers, key) {
                    return Some(MakerAction::Act(Act::Turn(way * degrees)));
                }
            }
        }
        if pressed(Modifiers::NONE, Key::Delete) {
            return Some(MakerAction::Act(Act::Delete));
        }
        // A focused button gets Enter itself, unless points have been clicked since.
        if drawing && (!focused || !mode.drawn.is_empty()) && pressed(Modifiers::NONE, Key::Enter) {
            return Some(MakerAction::Act(Act::Finish));
        }
        if pressed(Modifiers::NONE, Key::Backspace) {
            return Some(MakerAction::Act(if drawing { Act::Back } else { Act::Delete }));
        }
        seeing(ctx, |_| true).map(MakerAction::Window)
    }
}

/// The pressed command of the view, of those whose keys satisfy the condition.
fn seeing(ctx: &Context, is_meant: impl Fn(&KeyboardShortcut) -> bool) -> Option<Command> {
    let found = Command::listed().into_iter().find_map(|command| {
        let seeing = matches!(
            command,
            Command::Fit
                | Command::ZoomIn
                | Command::ZoomOut
                | Command::ToggleNames
                | Command::ToggleGrid
                | Command::ToggleTheme
                | Command::LargerText
                | Command::SmallerText
                | Command::UsualText
                | Command::ShowKeys
                | Command::TogglePane(_)
        );
        let keys = command.shortcut().filter(|keys| seeing && is_meant(keys))?;
        heard(ctx, keys).then_some((command, keys))
    });
    let (command, keys) = found?;
    without_text(ctx, keys.logical_key);
    Some(command)
}

/// The act of a key that takes a tool in hand, or changes the one in hand.
fn tool_key(mode: &SetUp, pressed: impl Fn(Modifiers, Key) -> bool) -> Option<Act> {
    if let Tool::Deploy(_) = mode.tool {
        for (key, two) in [(Key::Num1, false), (Key::Num2, true)] {
            if pressed(Modifiers::NONE, key) {
                return Some(Act::Roster(RosterAct::TwoRows(two)));
            }
        }
    }
    if pressed(Modifiers::NONE, Key::F4) {
        return Some(Act::Roster(RosterAct::Open(!mode.roster.open)));
    }
    if mode.selected_feature().is_some() && pressed(Modifiers::COMMAND, Key::D) {
        return Some(Act::CopyIt);
    }
    if mode.tab == Tab::Ground
        && let Some(tool) = palette::pressed(&pressed)
    {
        let tool = if mode.tool == tool { Tool::Hand } else { tool };
        return Some(Act::Tool(tool));
    }
    None
}
