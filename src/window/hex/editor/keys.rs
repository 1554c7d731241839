//! Keys while a map is edited: tools by digits and letters, the arrows for the hex that the keyboard is on.

use egui::{Context, Event, Key, Modifiers};
use glam::Vec2;

use super::{Act, MapEditor, Tool};
use crate::command::Command;
use crate::keys::heard;
use crate::setup::WorkAct;
use crate::setup::roster::{RosterAct, roster_id};

/// Direction of each arrow, y up.
const ARROWS: [(Key, Vec2); 4] = [
    (Key::ArrowLeft, Vec2::NEG_X),
    (Key::ArrowRight, Vec2::X),
    (Key::ArrowUp, Vec2::Y),
    (Key::ArrowDown, Vec2::NEG_Y),
];

/// The commands that turn the map, with the keys of the table: by these steps; `None` means north up.
pub const TURNS: [(Command, Option<i8>); 3] =
    [(Command::TurnMap(-1), Some(-1)), (Command::TurnMap(1), Some(1)), (Command::NorthUp, None)];

impl MapEditor {
    /// The act for the keys of this frame; none of them reaches the waiting game.
    pub(super) fn keys(&self, ctx: &Context) -> Option<Act> {
        // Key by key in the order in which they are looked for, long as that is.
        let typing = ctx.text_edit_focused();
        let pressed = |modifiers, key| ctx.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::NONE, Key::Escape) {
            return Some(Act::Work(WorkAct::Cancel));
        }
        if typing {
            return (self.naming.is_some() && pressed(Modifiers::NONE, Key::Enter))
                .then_some(Act::Work(WorkAct::Cancel));
        }
        if self.asking.is_some() || self.roster.paste.is_some() {
            return None;
        }
        let both = Modifiers { shift: true, ..Modifiers::COMMAND };
        for (modifiers, key, act) in [
            (both, Key::Z, Act::Redo),
            (Modifiers::COMMAND, Key::Z, Act::Undo),
            (Modifiers::COMMAND, Key::S, Act::Work(WorkAct::AskToSave { play: false })),
        ] {
            if pressed(modifiers, key) {
                return Some(act);
            }
        }
        // The roster gets its keys while it has the focus.
        if ctx.memory(|memory| memory.has_focus(roster_id())) {
            return None;
        }
        if pressed(Modifiers::NONE, Key::F4) {
            return Some(Act::Roster(RosterAct::Open(!self.roster.open)));
        }
        if self.carried.is_some() && pressed(Modifiers::NONE, Key::Delete) {
            return Some(Act::TakeOff);
        }
        for (key, way) in ARROWS {
            for (modifiers, paints) in [(Modifiers::SHIFT, true), (Modifiers::NONE, false)] {
                if pressed(modifiers, key) {
                    return Some(Act::Step { way, paints });
                }
            }
        }
        // Longer combinations first: a plain key also matches with others held.
        for (command, steps) in TURNS {
            let keys = command.shortcut();
            if keys.is_some_and(|keys| heard(ctx, keys)) {
                return Some(Act::TurnMap(steps));
            }
        }
        for (key, turn) in [(Key::Q, 5), (Key::E, 1)] {
            if pressed(Modifiers::NONE, key) {
                return Some(Act::Turn(turn));
            }
        }
        // A focused button gets these keys itself.
        let focused = ctx.memory(|memory| memory.focused().is_some());
        if !focused && (pressed(Modifiers::NONE, Key::Space) || pressed(Modifiers::NONE, Key::Enter)) {
            return Some(Act::Strike);
        }
        if pressed(Modifiers::NONE, Key::F) {
            return Some(Act::Fit);
        }
        if pressed(Modifiers::NONE, Key::G) {
            return Some(Act::Show(vec![self.cursor]));
        }
        if pressed(Modifiers::NONE, Key::F1) {
            return Some(Act::Keys);
        }
        for (key, factor) in [(Key::Plus, 1.25), (Key::Equals, 1.25), (Key::Minus, 0.8)] {
            if pressed(Modifiers::NONE, key) {
                return Some(Act::Zoom(factor));
            }
        }
        // Some keyboards have digits with Shift only, so they are recognised by their text.
        let written = ctx.input(|input| {
            let mut digits = input.events.iter().filter_map(|event| match event {
                Event::Text(text) if text.len() == 1 => Key::from_name(text),
                _ => None,
            });
            digits.next_back()
        });
        let tool = Tool::ALL.into_iter().find(|tool| {
            let key = tool.facts().shortcut.map(|shortcut| shortcut.logical_key);
            key.is_some_and(|key| {
                let digit = key.name().bytes().all(|byte| byte.is_ascii_digit());
                pressed(Modifiers::NONE, key) || digit && written == Some(key)
            })
        });
        if let Some(tool) = tool {
            return Some(Act::Tool(tool));
        }
        let shared = [
            Command::ToggleTheme,
            Command::ToggleNames,
            Command::LargerText,
            Command::SmallerText,
            Command::UsualText,
        ];
        shared.into_iter().find_map(|command| {
            let keys = command.shortcut()?;
            heard(ctx, keys).then_some(Act::Shared(command))
        })
    }
}
