//! What is read from across the table: the whole of every battle in a window of either size. Units: points on the screen.

use drumhead::app::{Begun, Habit, RunOptions, Saved, Window};
use drumhead::desk::Library;
use drumhead::drawing::letters::{figure_height, set_size};
use drumhead::drawing::{Face, LEAST_FIGURE, Lettering, Mark};
use drumhead::game::Viewer;
use drumhead::games::Games;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::harness::window_started;

const SIZES: [([f32; 2], f32); 2] = [([1600.0, 1000.0], 0.68), ([1280.0, 800.0], 0.62)];

/// The first moment of a battle of the program, without a record.
fn begun(id: &str, size: [f32; 2]) -> Harness<'static, Window> {
    let library = Library::embedded(&Games::default());
    let options = RunOptions {
        scenario: Some(id.into()),
        seed: Some(7),
        library: Some(library),
        ..RunOptions::default()
    };
    let begun = Begun::new(options).expect("it begins");
    assert_eq!(begun.game.battle().0, id);
    // The window under test has a margin of its own round what is shown.
    let around = size.map(|side| side + 16.0);
    window_started(begun, Saved { dice: Habit::Rolled, ..Saved::default() }, around)
}

/// What stands, units and counters are told by: figures, and the letters of a printed example.
fn figures(marks: &[Mark]) -> Vec<&Lettering> {
    let is_figure = |text: &str| {
        text.chars().any(|letter| letter.is_ascii_alphanumeric())
            && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-?/".contains(letter))
    };
    let words = marks.iter().filter_map(|mark| match mark {
        Mark::Text(words) => Some(words),
        _ => None,
    });
    words.filter(|words| words.face == Face::Bold && is_figure(&words.text)).collect()
}

#[test]
fn every_stand_of_every_battle_is_told_from_afar_by_figures_that_can_be_read() {
    let battles = Library::embedded(&Games::default()).scenarios();
    assert!(battles.len() >= 8, "{battles:?}");
    for (id, ..) in &battles {
        for (size, part) in SIZES {
            let window = begun(id, size);
            let table = window.get_by_role(egui::Role::Canvas).rect();
            // The strip below it, with compass and scale bars, is not counted.
            assert!(table.area() / (size[0] * size[1]) >= part, "{id} at {size:?}: {table}");
            let play = window.state().play();
            let scale = play.scale().expect("the table is seen");
            let layers =
                ["pieces", "signs", "counters"].map(|name| play.game().layer(name, scale, Viewer::Referee));
            let marks = layers.concat();
            let figures = figures(&marks);
            let pieces = play.game().stage(Viewer::Referee).pieces.len();
            assert!(figures.len() * 6 >= pieces, "{id}: {} figures, {pieces} pieces", figures.len());
            for figure in figures {
                let high = set_size(figure, scale).map(|size| size * figure_height(figure.face));
                assert!(
                    high.is_some_and(|high| high >= LEAST_FIGURE),
                    "{id} at {size:?}, {scale} points an inch: {} is {high:?} high",
                    figure.text
                );
                assert_eq!(figure.turn, 0.0, "{}", figure.text);
            }
        }
    }
}
