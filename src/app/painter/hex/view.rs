//! Which part of a map is seen, and how large. Units: points on the screen, inches of the drawn sheet.

use egui::{Painter, Pos2, Rect, vec2};

use glam::Vec2;

use super::super::screen::{Canvas, View};
use crate::app::theme::EguiPalette;
use crate::drawing::Mark;
use crate::drawing::hex::{CORNER, Counter, FLAT, HALF, Lie, counter_marks, counter_reach, extent};
use crate::drawing::shape::bounds;
use crate::hexes::Hex;

/// The part of the map that is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HexView {
    pub lie: Lie,
    pub view: View,
}

impl HexView {
    /// The whole sheet with its frame.
    pub fn fit(lie: Lie, rect: Rect) -> Self {
        let (low, high) = extent(&lie);
        Self { lie, view: View::around(low - 0.35, high + 0.35, rect) }
    }

    /// These hexes with their neighbours, as large as they go but no larger than is read well.
    pub fn around(lie: Lie, hexes: &[Hex], rect: Rect) -> Self {
        let corners: Vec<_> = hexes.iter().flat_map(|hex| lie.corners(*hex)).collect();
        if corners.is_empty() {
            return Self::fit(lie, rect);
        }
        let (low, high) = bounds(&corners);
        let mut view = View::around(low - FLAT, high + FLAT, rect);
        view.scale = view.scale.min(72.0);
        Self { lie, view }
    }

    pub fn screen_from_hex(&self, hex: Hex) -> Pos2 {
        self.view.screen_from_table(self.lie.centre(hex))
    }

    /// The corners on the screen, clockwise.
    pub fn corners(&self, hex: Hex) -> [Pos2; 6] {
        self.lie.corners(hex).map(|corner| self.view.screen_from_table(corner))
    }

    /// The hex at this point; none off the map.
    pub fn hex_from_screen(&self, point: Pos2) -> Option<Hex> {
        self.lie.hex_at(self.view.table_from_screen(point))
    }

    /// The upright box round a hex, for its widget.
    pub fn hex_rect(&self, hex: Hex) -> Rect {
        Rect::from_center_size(self.screen_from_hex(hex), vec2(CORNER, CORNER) * 2.0 * self.view.scale)
    }

    #[must_use]
    pub fn panned(mut self, delta: egui::Vec2) -> Self {
        self.view = self.view.panned(delta);
        self
    }

    /// Zooms by a factor and keeps what is under `pointer` where it is.
    #[must_use]
    pub fn zoomed(mut self, factor: f32, pointer: Pos2) -> Self {
        self.view = self.view.zoomed(factor, pointer);
        self
    }

    /// The same part in a rectangle that has become another: the middle stays.
    #[must_use]
    pub fn in_rect(mut self, rect: Rect) -> Self {
        self.view.rect = rect;
        self
    }

    /// Points from flat to flat of a hex.
    pub fn hex_size(&self) -> f32 {
        FLAT * self.view.scale
    }
}

/// Puts a map and what lies on it on a part of the screen.
pub struct HexCanvas<'a> {
    pub painter: &'a Painter,
    pub view: HexView,
    pub palette: EguiPalette,
}

impl std::fmt::Debug for HexCanvas<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HexCanvas").field("view", &self.view).finish_non_exhaustive()
    }
}

impl HexCanvas<'_> {
    /// The canvas of the sheet in inches.
    pub fn sheet(&self) -> Canvas<'_> {
        Canvas { painter: self.painter, view: self.view.view, palette: self.palette }
    }

    pub fn lie(&self) -> &Lie {
        &self.view.lie
    }

    /// Draws marks as they come.
    pub fn draw(&self, marks: &[Mark]) {
        self.sheet().draw(marks);
    }
}

/// The box of a counter with this middle on the screen.
pub fn counter_rect(view: &View, at: Vec2) -> Rect {
    let half = Vec2::splat(HALF);
    Rect::from_two_pos(view.screen_from_table(at - half), view.screen_from_table(at + half))
}

/// A counter alone, as large as goes into `rect`: in lists and off the map.
pub fn paint_counter(painter: &Painter, rect: Rect, palette: EguiPalette, counter: &Counter) {
    let scale = rect.width().min(rect.height()) / (2.0 * counter_reach(counter));
    let view = View { centre: Vec2::ZERO, scale, rect };
    Canvas { painter, view, palette }.draw(&counter_marks(counter, Vec2::ZERO, scale));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hexes::{Grid, Orientation, Stagger, Top};
    use egui::pos2;

    #[test]
    fn every_hex_is_found_again_on_the_screen() {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for stagger in [Stagger::EvenDown, Stagger::OddDown] {
                let grid = Grid { columns: 39, rows: 25, orientation, stagger, top: Top::North };
                let rect = Rect::from_min_max(pos2(220.0, 60.0), pos2(1380.0, 900.0));
                let fit = HexView::fit(Lie::new(grid), rect);
                let near = fit.zoomed(3.7, pos2(400.0, 300.0)).panned(vec2(-37.0, 91.0));
                for view in [fit, near] {
                    for hex in grid.hexes() {
                        assert_eq!(view.hex_from_screen(view.screen_from_hex(hex)), Some(hex));
                    }
                }
                assert!(grid.hexes().all(|hex| rect.contains_rect(fit.hex_rect(hex).shrink(4.0))));
            }
        }
    }

    #[test]
    fn zooming_keeps_the_hex_under_the_pointer() {
        let grid = Grid { columns: 39, rows: 25, ..LAB };
        let view = HexView::fit(Lie::new(grid), Rect::from_min_max(pos2(0.0, 0.0), pos2(1600.0, 1000.0)));
        let pointer = view.screen_from_hex(Hex(1412));
        assert_eq!(view.zoomed(2.5, pointer).hex_from_screen(pointer), Some(Hex(1412)));
        let around = HexView::around(Lie::new(grid), &[Hex(1412), Hex(1111)], view.view.rect);
        assert!(around.hex_size() > view.hex_size());
        assert!([1412, 1111].iter().all(|hex| view.view.rect.contains(around.screen_from_hex(Hex(*hex)))));
    }

    const LAB: Grid = Grid {
        columns: 39,
        rows: 25,
        orientation: Orientation::Flat,
        stagger: Stagger::EvenDown,
        top: Top::North,
    };
}
