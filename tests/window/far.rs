//! What is read from across the table: the whole of every battle in a window of either size. Units: points on the screen.

use desk::{Game, Library};
use drawing::letters::{figure_height, line_size, set_size};
use drawing::shape::{Span, bounds, shared, spread};
use drawing::{Face, Ink, LEAST_FIGURE, Lettering, Mark};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::Viewer;
use games::Games;
use table::Vec2;
use table::measure::point_in_polygon;
use window::{Habit, OpenedGame, RunOptions, Saved, Window};

use super::harness::window_started;
use super::sizes::fought_on;

const SIZES: [([f32; 2], f32); 2] = [([1600.0, 1000.0], 0.68), ([1280.0, 800.0], 0.62)];

/// From here on stands are drawn with more than their number, in points an inch.
const NEARER: f32 = 23.0;

/// The first moment of a battle of the program, without a record.
fn begun(id: &str, size: [f32; 2]) -> Harness<'static, Window> {
    let library = Library::embedded(&Games::default());
    let options = RunOptions {
        scenario: Some(id.into()),
        seed: Some(7),
        library: Some(library),
        ..RunOptions::default()
    };
    let begun = OpenedGame::new(options).expect("it begins");
    assert_eq!(begun.game.battle().0, id);
    // The window under test has a margin of its own round what is shown.
    let around = size.map(|side| side + 16.0);
    window_started(begun, Saved { dice: Habit::Rolled, ..Saved::default() }, around)
}

/// What stands, units and counters are told by: figures, and the letters of a printed example.
fn figures(marks: &[Mark]) -> Vec<&Lettering> {
    let is_figure = |text: &str| {
        text.chars().any(|letter| letter.is_ascii_alphanumeric())
            && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-?/.".contains(letter))
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
            let at = format!("{id} at {size:?}, {scale} points an inch");
            read_from_afar(play.game(), scale, &at);
        }
        // And as it has come to after some hours, in the smaller window.
        let window = begun(id, SIZES[1].0);
        let scale = window.state().play().scale().expect("the table is seen");
        let later = fought_on(window.state().play().game().twin(), 60);
        read_from_afar(&*later, scale, &format!("{id} after 60 orders"));
    }
}

/// Asserts that every piece is found by a figure of its own that can be read, that no figure covers another, and that each lies on the
/// colour of its side.
fn read_from_afar(game: &dyn Game, scale: f32, at: &str) {
    let layers = ["pieces", "signs", "counters"].map(|name| game.layer(name, scale, Viewer::Referee));
    let marks = layers.concat();
    let figures = figures(&marks);
    let mut boxes: Vec<(&str, Span)> = Vec::new();
    for figure in &figures {
        let size = set_size(figure, scale).unwrap_or_default();
        let high = size * figure_height(figure.face);
        assert!(high >= LEAST_FIGURE, "{at}: {} is {high} high", figure.text);
        assert_eq!(figure.turn, 0.0, "{}", figure.text);
        let wide = line_size(&figure.text, figure.face, size, 0.0).x;
        // What is seen of figures is a little less than what they are set in.
        boxes.push((&figure.text, spread(figure.at, Vec2::new(wide - 1.0, high - 0.5) / scale / 2.0)));
    }
    let stage = game.stage(Viewer::Referee);
    let is_table = stage.places.is_empty();
    for (k, (one, here)) in boxes.iter().enumerate().filter(|_| is_table) {
        for (other, there) in &boxes[k + 1..] {
            let over = shared(*here, *there) * scale * scale;
            assert!(
                over < 0.5,
                "{at}: {one} at {here:?} and {other} at {there:?} share {over} square points"
            );
        }
    }
    let mut found: std::collections::BTreeMap<&str, bool> = std::collections::BTreeMap::new();
    for piece in &stage.pieces {
        // The number of a unit in open order lies between its stands.
        let stands = stage.pieces.iter().filter(|other| other.piece() == piece.piece());
        let corners: Vec<Vec2> = stands.flat_map(|stand| stand.outline.iter().copied()).collect();
        let (low, high) = bounds(&corners);
        let reach = (low - 14.0 / scale, high + 14.0 / scale);
        let badge = piece.spoken.split([' ', ',']).next().unwrap_or_default();
        let is_badge = is_table && !badge.is_empty() && badge.chars().all(|letter| letter.is_ascii_digit());
        let own = figures.iter().find(|figure| {
            let here = figure.at.cmpge(reach.0).all() && figure.at.cmple(reach.1).all();
            here && (!is_badge || figure.text == badge)
        });
        *found.entry(piece.piece()).or_default() |= own.is_some();
        // From nearer there is room for more than a number: its plate lies within the stand.
        if let (true, Some(own), Some(colour)) = (is_table && scale < NEARER, own, piece.colour) {
            let inks = under(&marks, own);
            assert_eq!(inks, Some(Ink::Block(colour)), "{at}: {} of {}", own.text, piece.spoken);
        }
    }
    assert!(found.len() >= 2, "{at}: {found:?}");
    let lost: Vec<&str> = found.iter().filter(|(_, found)| !**found).map(|(piece, _)| *piece).collect();
    assert!(lost.is_empty(), "{at}: without a figure: {lost:?}");
}

/// What a figure is written on: the last fill in the colour of an army, or of a plate, that was drawn before it.
fn under(marks: &[Mark], figure: &Lettering) -> Option<Ink> {
    let own = marks.iter().position(|mark| matches!(mark, Mark::Text(words) if words == figure))?;
    marks[..own].iter().rev().find_map(|mark| match mark {
        Mark::Fill { polygon, ink: ink @ (Ink::Block(_) | Ink::Plate) } => {
            point_in_polygon(figure.at, polygon).then_some(*ink)
        }
        _ => None,
    })
}
