//! Turning a map while it is edited; the keyboard moves from hex to hex as they lie on the screen.

use egui::Context;
use glam::Vec2;

use super::{MapEditor, Tool};
use crate::common::Common;
use drawing::hex::MapTurn;

impl MapEditor {
    /// Turns the map by this many steps, or north up. Its middle stays in place, and the piece in hand stays in hand; a stroke
    /// ends, since the map moves away under the pointer.
    pub(super) fn turn_map(&mut self, ctx: &Context, common: &mut Common, steps: Option<i8>) {
        let north_up = || MapTurn::north_up(self.draft.map().grid.top);
        self.turn = steps.map_or_else(north_up, |steps| self.turn.by(steps));
        common.saved.map_turns.insert(self.draft.id().to_owned(), self.turn);
        self.stroke = None;
        self.draft.rest();
        let before = self.stage.clone();
        self.refresh();
        self.map.canvas.turned(&before, &self.stage);
        common.say(ctx, self.stage.north_words());
    }

    /// Moves the keyboard to the next hex in this direction.
    pub(super) fn step(&mut self, way: Vec2, paints: bool) {
        self.by_keys = true;
        let from = self.cursor;
        let Some(hex) = self.lie().toward(from, way) else { return };
        self.cursor = hex;
        self.reveal(hex);
        if !paints {
            return;
        }
        match self.tool {
            Tool::Kind(kind) => {
                self.paint(kind, from);
                self.paint(kind, hex);
            }
            Tool::Way(mark) => self.way(mark, from, hex, false),
            Tool::Look | Tool::Name | Tool::Units | Tool::Side(_) | Tool::Eraser => {}
        }
    }
}
