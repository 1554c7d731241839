//! Furniture of the canvas: on the desk beside the map, compass and scale bar, which never cover it; above it, the legend and
//! the frame of the small map. Units: points.

use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};
use glam::Vec2;

use super::screen::View;
use crate::theme::{EguiPalette, map_font};
use drawing::furniture::bars;
use drawing::overlay::{LegendRow, RINGED, Texture};
use drawing::shape::hatch;
use drawing::{Face, Ink, Yardstick};

/// Height of the strip along the foot of the canvas for compass and scale bars, if there is no room beside the sheet.
pub const STRIP: f32 = 22.0;

/// Least width of a margin beside the sheet that has room for them.
const ASIDE: f32 = 150.0;

/// Smallest view in which they are shown.
const ROOMY: egui::Vec2 = vec2(320.0, 170.0);

/// The part of the canvas for the table, and the place of compass and scale bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    pub table: Rect,
    stands: Stands,
}

/// The place of compass and scale bars.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stands {
    /// Nowhere: the view is small.
    Nowhere,
    /// The bars, one above the other, at the left of the first, a large compass at the right end of the second, both on the
    /// desk beside the sheet.
    Aside([Rect; 2]),
    /// Side by side, on the desk below the sheet.
    Below(Rect),
    /// Side by side, in a strip taken from the table.
    Strip(Rect),
}

impl Margin {
    /// The part of the table that compass and scale bars leave free for other furniture.
    pub fn free(&self) -> Rect {
        let foot = match self.stands {
            Stands::Nowhere | Stands::Strip(_) => return self.table,
            Stands::Aside([bars, rose]) => bars.top().min(rose.top()),
            Stands::Below(foot) => foot.top(),
        };
        self.table.with_max_y(foot)
    }
}

/// The place of the table on a canvas, and of compass and scale bar: beside the sheet, `sheet` inches wide and high, or below
/// it if `all` of it is shown and leaves room; otherwise in a strip.
pub fn margin(canvas: Rect, sheet: Vec2, all: bool) -> Margin {
    if canvas.width() < ROOMY.x || canvas.height() < ROOMY.y {
        return Margin { table: canvas, stands: Stands::Nowhere };
    }
    let scale = (canvas.width() / sheet.x).min(canvas.height() / sheet.y);
    let [aside, below] =
        [canvas.width() - sheet.x * scale, canvas.height() - sheet.y * scale].map(|left| left / 2.0);
    let foot = |left: f32, right: f32, high: f32| {
        Rect::from_min_max(pos2(left, canvas.bottom() - high), pos2(right, canvas.bottom()))
    };
    if all && aside >= ASIDE {
        let [left, right] = [canvas.left() + aside, canvas.right() - aside];
        let places = [foot(canvas.left(), left, 56.0), foot(right, canvas.right(), 100.0)];
        return Margin { table: canvas, stands: Stands::Aside(places) };
    }
    let strip = foot(canvas.left(), canvas.right(), STRIP);
    if all && below >= STRIP {
        return Margin { table: canvas, stands: Stands::Below(strip) };
    }
    let table = Rect::from_min_max(canvas.min, pos2(canvas.right(), strip.top()));
    Margin { table, stands: Stands::Strip(strip) }
}

/// An earlier view, on a table whose strip may have come or gone: its contents stay in place.
pub fn kept_view(view: View, table: Rect) -> View {
    let is_strip = view.rect.min == table.min && (view.rect.height() - table.height()).abs() == STRIP;
    let centre = if is_strip { view.table_from_screen(table.center()) } else { view.centre };
    View { rect: table, centre, ..view }
}

/// Draws compass and scale bar on the desk; north is this many degrees clockwise from up.
pub fn furniture(
    painter: &Painter,
    margin: &Margin,
    view: &View,
    palette: EguiPalette,
    yardstick: Option<&Yardstick>,
    north: f32,
) {
    let foot = match margin.stands {
        Stands::Nowhere => return,
        Stands::Aside([bars, rose]) => {
            compass(painter, pos2(rose.right() - 60.0, rose.center().y), palette, north);
            let corners = [-8.0, 8.0].map(|down| bars.left_center() + vec2(26.0, down));
            return scale_bars(painter, corners, bars.width() - 120.0, view, palette, yardstick);
        }
        Stands::Below(foot) => foot,
        Stands::Strip(foot) => {
            painter.rect_filled(foot, 0.0, palette.ink(Ink::Desk));
            painter.hline(foot.x_range(), foot.top(), Stroke::new(1.0, palette.ink(Ink::FaintLine)));
            foot
        }
    };
    needle(painter, pos2(foot.right() - 24.0, foot.center().y), palette, north);
    let half = foot.width() / 2.0 - 40.0;
    let corners = [0.0, half.min(300.0)].map(|along| foot.left_center() + vec2(26.0 + along, 0.0));
    scale_bars(painter, corners, half.min(300.0) - 120.0, view, palette, yardstick);
}

/// Draws a bar of inches or hexes and one of yards or metres, each with a round number, from the middle of its left end, if
/// there is room for all of it.
fn scale_bars(
    painter: &Painter,
    from: [Pos2; 2],
    room: f32,
    view: &View,
    palette: EguiPalette,
    yardstick: Option<&Yardstick>,
) {
    let Some(yardstick) = yardstick else { return };
    let ink = palette.ink(Ink::Line);
    let most = room.min(view.rect.width() * 0.13).clamp(24.0, 150.0);
    let rows = bars(yardstick, view.scale, most);
    for (row, ((long, words), from)) in rows.into_iter().zip(from).enumerate() {
        const PARTS: usize = 4;
        let from = from.round();
        for part in 0..PARTS {
            let corner = from + vec2(long * part as f32 / PARTS as f32, -2.5);
            let fill = if part % 2 == row { Ink::Line } else { Ink::Paper };
            let part = Rect::from_min_size(corner, vec2(long / PARTS as f32, 5.0));
            painter.rect_filled(part, 0.0, palette.ink(fill));
        }
        let whole = Rect::from_min_size(from - vec2(0.0, 2.5), vec2(long, 5.0));
        painter.rect_stroke(whole, 0.0, Stroke::new(1.0, ink), StrokeKind::Outside);
        let font = map_font(Face::Italic, 13.0);
        painter.text(from - vec2(6.0, 0.0), Align2::RIGHT_CENTER, "0", font.clone(), ink);
        painter.text(from + vec2(long + 7.0, 0.0), Align2::LEFT_CENTER, words, font, ink);
    }
}

/// Draws a compass rose in a ring; its bold point shows north.
fn compass(painter: &Painter, middle: Pos2, palette: EguiPalette, north: f32) {
    let (ink, paper) = (palette.ink(Ink::Line), palette.ink(Ink::Paper));
    painter.circle_stroke(middle, 22.0, Stroke::new(1.0, ink));
    painter.circle_stroke(middle, 19.5, Stroke::new(0.6, ink));
    let north = (north - 90.0).to_radians();
    let quarter = std::f32::consts::FRAC_PI_2;
    let spike = |turn: f32, long: f32, wide: f32| {
        let tip = middle + egui::Vec2::angled(turn) * long;
        let [side, other] = [0.5, -0.5].map(|by| middle + egui::Vec2::angled(turn + by * quarter) * wide);
        let line = Stroke::new(0.8, ink);
        painter.add(Shape::convex_polygon(vec![middle, tip, side], paper, line));
        painter.add(Shape::convex_polygon(vec![middle, tip, other], ink, line));
    };
    for k in 0..4 {
        spike(north + quarter * (k as f32 + 0.5), 17.0, 5.0);
    }
    for k in 0..4 {
        spike(north + quarter * k as f32, if k == 0 { 29.0 } else { 25.0 }, 6.5);
    }
    let at = middle + egui::Vec2::angled(north) * 37.0;
    painter.text(at, Align2::CENTER_CENTER, "N", map_font(Face::Bold, 14.0), ink);
}

/// Draws a needle that shows north, with its letter beside it: it fits into a thin strip.
fn needle(painter: &Painter, middle: Pos2, palette: EguiPalette, north: f32) {
    let (ink, paper) = (palette.ink(Ink::Line), palette.ink(Ink::Paper));
    let north = (north - 90.0).to_radians();
    let way = egui::Vec2::angled(north);
    let side = way.rot90() * 4.0;
    let line = Stroke::new(0.8, ink);
    for (tip, fill) in [(way * 9.5, ink), (way * -9.5, paper)] {
        painter.add(Shape::convex_polygon(vec![middle + tip, middle + side, middle - side], fill, line));
    }
    let at = middle - vec2(15.0, 0.0);
    painter.text(at, Align2::RIGHT_CENTER, "N", map_font(Face::Bold, 14.0), ink);
}

/// Draws the legend of the overlays, a sample of each with its words: in the corner where it covers least of `stands`, given as
/// boxes on the screen.
pub fn legend(painter: &Painter, margin: &Margin, palette: EguiPalette, rows: &[LegendRow], stands: &[Rect]) {
    let table = margin.table;
    if rows.is_empty() || table.width() < ROOMY.x || table.height() < ROOMY.y {
        return;
    }
    let (ink, font) = (palette.ink(Ink::Line), map_font(Face::Roman, 13.0));
    let galleys: Vec<_> =
        rows.iter().map(|row| painter.layout_no_wrap(row.2.clone(), font.clone(), ink)).collect();
    let wide = galleys.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
    let size = vec2(wide + 52.0, 19.0 * rows.len() as f32 + 10.0);
    let back = emptiest_corner(margin.free().shrink(8.0), size, stands);
    plate(painter, back, palette);
    for (k, ((line, fill, _), galley)) in rows.iter().zip(galleys).enumerate() {
        let sample = Rect::from_min_size(back.min + vec2(9.0, 8.0 + 19.0 * k as f32), vec2(26.0, 12.0));
        if let Some((fill, texture)) = fill {
            painter.rect_filled(sample, 0.0, palette.ink(*fill));
            textured(painter, sample, *texture, palette.ink(*line));
            if *texture != Texture::Ringed {
                painter.rect_stroke(sample, 0.0, Stroke::new(1.4, palette.ink(*line)), StrokeKind::Inside);
            }
        } else {
            let y = sample.center().y;
            painter.hline(sample.x_range(), y, Stroke::new(2.2, palette.ink(*line)));
            for x in [sample.left(), sample.right()] {
                painter.vline(x, (y - 4.0)..=(y + 4.0), Stroke::new(1.6, palette.ink(*line)));
            }
        }
        let at = pos2(sample.right() + 8.0, sample.center().y - galley.size().y / 2.0);
        painter.galley(at, galley, ink);
    }
}

/// Draws a small sample of a wash: see [`Texture`].
fn textured(painter: &Painter, sample: Rect, texture: Texture, ink: Color32) {
    match texture {
        Texture::Plain => {}
        Texture::Ringed => {
            let inner = sample.shrink(1.0);
            let corners = [inner.left_top(), inner.right_top(), inner.right_bottom(), inner.left_bottom()];
            let ring = [&corners[..], &corners[..1]].concat();
            // The sample is small, so its dashes are shorter.
            let (dash, gap) = (RINGED.0 * 0.6, RINGED.1 * 0.6);
            painter.extend(Shape::dashed_line(&ring, Stroke::new(2.0, ink), dash, gap));
        }
        Texture::Dotted => {
            for (row, y) in [3.0, 6.0, 9.0].into_iter().enumerate() {
                let shift = if row == 1 { 6.0 } else { 3.0 };
                for column in 0..4 {
                    let at = sample.min + vec2(shift + 6.0 * column as f32, y);
                    painter.circle_filled(at, 0.9, ink);
                }
            }
        }
        Texture::Hatched(_) => {
            let corners =
                [sample.left_top(), sample.right_top(), sample.right_bottom(), sample.left_bottom()];
            // On the map y grows upward.
            let corners = corners.map(|corner| Vec2::new(corner.x, -corner.y));
            let way = texture.way().unwrap_or(Vec2::X);
            for ends in hatch(&corners, way, 5.0) {
                painter.line_segment(ends.map(|end| pos2(end.x, -end.y)), Stroke::new(0.8, ink));
            }
        }
    }
}

/// A box of this size in the corner of `room` where it covers least; the lower left if they are equal. The upper right is the
/// small map's.
fn emptiest_corner(room: Rect, size: egui::Vec2, stands: &[Rect]) -> Rect {
    let corners = [
        pos2(room.left(), room.bottom() - size.y),
        pos2(room.right() - size.x, room.bottom() - size.y),
        room.left_top(),
    ];
    let boxes = corners.map(|corner| Rect::from_min_size(corner, size));
    let covers = |place: &Rect| -> f32 {
        let shared = stands.iter().map(|stand| stand.intersect(*place)).filter(Rect::is_positive);
        shared.map(|shared| shared.area()).sum()
    };
    boxes.into_iter().min_by(|one, other| covers(one).total_cmp(&covers(other))).unwrap_or(boxes[0])
}

/// Draws the small map's frame, the stands on it as dots, and the visible part.
pub fn small_map_over(
    painter: &Painter,
    small: &View,
    view: &View,
    palette: EguiPalette,
    stands: impl Iterator<Item = (Vec2, Ink)>,
) {
    for (at, ink) in stands {
        let dot = Rect::from_center_size(small.screen_from_table(at), vec2(4.0, 4.0));
        painter.rect_filled(dot, 0.0, palette.ink(ink));
        painter.rect_stroke(dot, 0.0, Stroke::new(0.7, palette.ink(Ink::BlockLine)), StrokeKind::Outside);
    }
    let (low, high) = view.seen();
    let seen =
        Rect::from_two_pos(small.screen_from_table(low), small.screen_from_table(high)).intersect(small.rect);
    painter.rect_filled(seen, 0.0, palette.ink(Ink::Selected).gamma_multiply(0.12));
    painter.rect_stroke(seen, 0.0, Stroke::new(2.0, palette.ink(Ink::Selected)), StrokeKind::Inside);
    painter.rect_stroke(small.rect, 0.0, Stroke::new(1.4, palette.ink(Ink::Line)), StrokeKind::Outside);
}

fn plate(painter: &Painter, rect: Rect, palette: EguiPalette) {
    painter.rect_filled(rect, 2.0, palette.ink(Ink::Halo));
    painter.rect_stroke(rect, 2.0, Stroke::new(0.8, palette.ink(Ink::FaintLine)), StrokeKind::Inside);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas(wide: f32, high: f32) -> Rect {
        Rect::from_min_size(pos2(10.0, 40.0), vec2(wide, high))
    }

    /// Where compass and scale bar lie.
    fn places(margin: &Margin) -> Vec<Rect> {
        match margin.stands {
            Stands::Nowhere => Vec::new(),
            Stands::Aside(places) => places.to_vec(),
            Stands::Below(place) | Stands::Strip(place) => vec![place],
        }
    }

    /// High sheets have room at their sides, wide ones below; one that fills the canvas leaves a strip. Compass and scale bar lie beside
    /// what is shown, whichever it is.
    #[test]
    fn compass_and_scale_bar_stand_beside_the_sheet() {
        for (whole, sheet, strip) in [
            (canvas(1213.0, 898.0), Vec2::new(52.0, 37.0), true),
            (canvas(970.0, 698.0), Vec2::new(52.0, 33.0), false),
            (canvas(1213.0, 898.0), Vec2::new(40.0, 52.0), false),
        ] {
            let found = margin(whole, sheet, true);
            let View { scale, .. } = View::around(Vec2::ZERO, sheet, found.table);
            let shown = Rect::from_center_size(found.table.center(), vec2(sheet.x * scale, sheet.y * scale));
            assert!(!places(&found).is_empty(), "there is room");
            for place in places(&found) {
                assert!(whole.contains_rect(place));
                assert!(
                    !found.free().shrink(1.0).intersects(place),
                    "what lies over the table leaves it free"
                );
                assert!(!shown.shrink(0.1).intersects(place), "{place:?} lies on {shown:?}");
            }
            assert_eq!(found.table != whole, strip, "{sheet}");
        }
    }

    /// Zoomed in, the sheet fills the canvas: what is seen of it ends above the strip, whatever its shape.
    #[test]
    fn zoomed_in_they_have_a_strip_and_the_view_stays_where_it_was() {
        let whole = canvas(1213.0, 898.0);
        let (fitted, near) =
            (margin(whole, Vec2::new(40.0, 52.0), true), margin(whole, Vec2::new(40.0, 52.0), false));
        assert_eq!(fitted.table, whole);
        let Stands::Strip(strip) = near.stands else { panic!("{near:?}") };
        assert!(!strip.shrink(0.1).intersects(near.table));
        let before = View { centre: Vec2::new(20.0, 26.0), scale: 30.0, rect: fitted.table };
        let after = kept_view(before, near.table);
        let place = Vec2::new(12.0, 30.0);
        assert!(before.screen_from_table(place).distance(after.screen_from_table(place)) < 0.01);
        assert_eq!(
            margin(canvas(300.0, 200.0), Vec2::ONE, true).stands,
            Stands::Nowhere,
            "a small view has none"
        );
    }

    #[test]
    fn the_legend_takes_the_corner_where_fewest_stands_are() {
        let (room, size) = (canvas(900.0, 600.0), vec2(200.0, 100.0));
        let lower_left = emptiest_corner(room, size, &[]);
        assert_eq!(lower_left.left_bottom(), room.left_bottom());
        let right = emptiest_corner(room, size, &[lower_left]);
        assert_eq!(right.right_bottom(), room.right_bottom());
        assert_eq!(emptiest_corner(room, size, &[lower_left, right]).min, room.min);
    }
}
