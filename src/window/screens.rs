//! The place of the window: where it was kept, unless its screen is gone. Units: pixels of the screens.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// Height of a title bar that can be taken hold of.
const TITLE: f32 = 32.0;

/// Moves a window whose title bar is on no screen onto one. On Windows and macOS the toolkit does that, and a Wayland display
/// places windows itself.
pub fn bring_back(window: &winit::window::Window) {
    use winit::dpi::{PhysicalPosition, PhysicalSize};
    let rect = |at: PhysicalPosition<i32>, size: PhysicalSize<u32>| {
        Rect::from_min_size(pos2(at.x as f32, at.y as f32), vec2(size.width as f32, size.height as f32))
    };
    let Ok(at) = window.outer_position() else { return };
    let screens: Vec<Rect> =
        window.available_monitors().map(|screen| rect(screen.position(), screen.size())).collect();
    if let Some(to) = place_on(&screens, rect(at, window.outer_size())) {
        window.set_outer_position(PhysicalPosition::new(to.x, to.y));
    }
}

/// The place on the nearest screen for a window whose title bar is on none; `None` if it may stay, or there is no screen.
fn place_on(screens: &[Rect], window: Rect) -> Option<Pos2> {
    let title = Rect::from_min_size(window.min, vec2(window.width(), TITLE));
    let is_in_reach = |screen: &Rect| {
        let seen = screen.intersect(title);
        seen.height() >= TITLE && seen.width() >= title.width().min(2.0 * TITLE)
    };
    if screens.iter().any(is_in_reach) {
        return None;
    }
    let far = |screen: &&Rect| screen.distance_sq_to_pos(window.center());
    let screen = screens.iter().min_by(|one, other| far(one).total_cmp(&far(other)))?;
    let room = (screen.size() - window.size()).max(Vec2::ZERO);
    Some(window.min.clamp(screen.min, screen.min + room))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1920.0, 1080.0) };
    const RIGHT: Rect = Rect { min: pos2(1920.0, 0.0), max: pos2(3840.0, 1080.0) };

    fn kept(x: f32, y: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(1600.0, 1000.0))
    }

    #[test]
    fn a_window_stays_where_its_title_can_be_taken_hold_of() {
        assert_eq!(place_on(&[LEFT, RIGHT], kept(2000.0, 40.0)), None);
        assert_eq!(place_on(&[LEFT], kept(-1000.0, 0.0)), None, "a part of it is to be seen");
        assert_eq!(place_on(&[], kept(2000.0, 40.0)), None);
    }

    #[test]
    fn a_window_of_a_screen_that_is_gone_comes_to_the_nearest() {
        assert_eq!(place_on(&[LEFT], kept(2000.0, 40.0)), Some(pos2(320.0, 40.0)));
        assert_eq!(place_on(&[LEFT], kept(100.0, -500.0)), Some(pos2(100.0, 0.0)), "its title is above it");
        let small = Rect::from_min_size(Pos2::ZERO, vec2(1024.0, 768.0));
        assert_eq!(place_on(&[small], kept(2000.0, 900.0)), Some(Pos2::ZERO), "it is larger than the screen");
    }
}
