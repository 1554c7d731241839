//! The place of the plate of due orders over the table alone.

use egui::{Align2, Pos2, Rect, Vec2, vec2};

use crate::painter::View;
use drawing::Stage;
use drawing::shape::bounds;

/// Distance from the edges of the table, in points; scale bar and compass have their place at its foot.
const ASIDE: f32 = 14.0;
const ABOVE_FOOT: f32 = 110.0;

/// One of the plate's own corners, and its point.
pub(super) type Corner = (Align2, Pos2);

/// Size of a plate with its frame.
fn framed(size: Vec2) -> Vec2 {
    size + vec2(16.0, 16.0)
}

/// What a plate of this size covers in this corner.
pub(super) fn covers((own, at): Corner, size: Vec2) -> Rect {
    own.anchor_size(at, framed(size))
}

/// Does a plate that covers this rectangle hide any of these places?
pub(super) fn hides(view: &View, plate: Rect, keen: &[glam::Vec2]) -> bool {
    /// Radius within which the stand at a place should be visible too, in points.
    const ABOUT: f32 = 24.0;
    let plate = plate.expand(ABOUT);
    keen.iter().any(|place| plate.contains(view.screen_from_table(*place)))
}

/// The corner in which a plate of this size hides none of these places, if there is one, and covers the fewest stands.
pub(super) fn corner(view: &View, stage: &Stage, size: Vec2, keen: &[glam::Vec2]) -> Corner {
    let table = view.rect;
    let (left, right) = (table.left() + ASIDE, table.right() - ASIDE);
    let (top, foot) = (table.top() + ASIDE, table.bottom() - ABOVE_FOOT);
    let covered = |corner: &Corner| {
        let plate = covers(*corner, size);
        let lies_under = |outline: &[glam::Vec2]| {
            let (low, high) = bounds(outline);
            plate.contains(view.screen_from_table((low + high) / 2.0))
        };
        let stands = stage.pieces.iter().filter(|piece| lies_under(&piece.outline)).count();
        (hides(view, plate, keen), stands)
    };
    let corners = [
        (Align2::RIGHT_TOP, Pos2::new(right, top)),
        (Align2::LEFT_TOP, Pos2::new(left, top)),
        (Align2::RIGHT_BOTTOM, Pos2::new(right, foot)),
        (Align2::LEFT_BOTTOM, Pos2::new(left, foot)),
    ];
    // The first of equal ones.
    corners.into_iter().min_by_key(covered).unwrap_or((Align2::LEFT_TOP, table.min))
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawing::ScenePiece;

    #[test]
    fn the_plate_lies_in_the_corner_with_the_fewest_stands() {
        let table = Rect::from_min_size(Pos2::ZERO, vec2(1200.0, 800.0));
        let view = View::fit(glam::Vec2::new(60.0, 40.0), table);
        let size = vec2(320.0, 180.0);
        let mut stage = Stage::default();
        assert_eq!(corner(&view, &stage, size, &[]).0, Align2::RIGHT_TOP, "where all are free");
        let at = |x: f32, y: f32| ScenePiece {
            outline: vec![glam::Vec2::new(x, y), glam::Vec2::new(x + 2.0, y + 2.0)],
            ..ScenePiece::default()
        };
        stage.pieces.push(at(55.0, 35.0));
        assert_eq!(corner(&view, &stage, size, &[]).0, Align2::LEFT_TOP);
        stage.pieces.push(at(5.0, 35.0));
        let (own, at) = corner(&view, &stage, size, &[]);
        assert_eq!(own, Align2::RIGHT_BOTTOM);
        assert!(table.contains(at));
        // Whoever is in hand is seen, whatever else is covered.
        let in_hand = glam::Vec2::new(55.0, 5.0);
        assert!(hides(&view, covers((own, at), size), &[in_hand]));
        let aside = corner(&view, &stage, size, &[in_hand]);
        assert!(aside.0 != own && !hides(&view, covers(aside, size), &[in_hand]));
    }
}
