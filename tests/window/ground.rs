//! The ground as the graphics card keeps it, beside the ground that is drawn in every frame.

use desk::Library;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use games::Games;
use image::RgbaImage;
use window::{Command, OpenedGame, RunOptions, Saved, Window, theme};

use super::harness::{command, settle};
use super::pictures::has_rasteriser;

/// How far two shades of a pixel may lie apart: what is left over where a colour is rounded in another place.
const APART: u8 = 3;
/// So many pixels may: an edge that runs through the middle of one.
const EDGES: usize = 40;

/// The window on this battle; `keeps`: its ground is kept on the card.
fn window(battle: &str, keeps: bool) -> Harness<'static, Window> {
    let library = Some(Library::embedded(&Games::of_the_program()));
    let options =
        RunOptions { scenario: Some(battle.into()), seed: Some(7), library, ..RunOptions::default() };
    let begun = OpenedGame::new(options).expect("it begins");
    let mut window = Harness::builder().with_size([1280.0, 800.0]).wgpu().build_eframe(|context| {
        theme::install(&context.egui_ctx);
        let window = Window::with(begun, Saved::default());
        match context.wgpu_render_state.clone().filter(|_| keeps) {
            Some(card) => window.drawn_by(card),
            None => window,
        }
    });
    settle(&mut window);
    window
}

/// In how many pixels these differ by more than a rounding.
fn differing(one: &RgbaImage, other: &RgbaImage) -> usize {
    let pairs = one.pixels().zip(other.pixels());
    pairs.filter(|(a, b)| a.0.iter().zip(&b.0).any(|(a, b)| a.abs_diff(*b) > APART)).count()
}

#[test]
fn the_ground_that_the_card_keeps_is_the_one_that_is_drawn() {
    if !has_rasteriser() {
        return;
    }
    for battle in ["waterloo", "marengo-cb"] {
        let mut both = [true, false].map(|keeps| window(battle, keeps));
        let mut seen: Vec<RgbaImage> = Vec::new();
        for asked in [None, Some(Command::ZoomIn), Some(Command::ToggleTheme), Some(Command::Fit)] {
            let drawn = both.each_mut().map(|window| {
                if let Some(asked) = asked.clone() {
                    command(window, asked);
                }
                settle(window);
                window.render().expect("it is drawn")
            });
            let differing = differing(&drawn[0], &drawn[1]);
            assert!(differing <= EDGES, "{battle}, {asked:?}: {differing} pixels");
            seen.extend(drawn.into_iter().take(1));
        }
        // The wheel stretches what was drawn, and it is drawn anew when it rests.
        let drawn = both.each_mut().map(|window| {
            let middle = window.get_by_role(egui::Role::Canvas).rect().center();
            window.hover_at(middle);
            window.event(egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Line,
                delta: egui::vec2(0.0, 3.0),
                modifiers: egui::Modifiers::NONE,
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Wheel,
            });
            window.run_steps(120);
            settle(window);
            window.render().expect("it is drawn")
        });
        let differing_now = differing(&drawn[0], &drawn[1]);
        assert!(differing_now <= EDGES, "{battle}, after the wheel: {differing_now} pixels");
        seen.extend(drawn.into_iter().take(1));
        assert!(seen.windows(2).all(|two| differing(&two[0], &two[1]) > 50_000), "each is another picture");
    }
}
