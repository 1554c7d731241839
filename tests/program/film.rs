//! Films as they are seen: their frames laid over each other.

use std::fs;
use std::path::Path;

use resvg::tiny_skia::Pixmap;

use super::report::played;
use super::run;

/// Points an inch of all pictures here.
const SCALE: &str = "12";

fn made(home: &Path, command: &str, journal: &str, name: &str, more: &[&str]) -> Vec<u8> {
    let out = home.join(name);
    let arguments = [command, journal, "--scale", SCALE, "--out", out.to_str().expect("plain")];
    let (done, _, err) = run(home, &[&arguments[..], more].concat());
    assert!(done, "{err}");
    fs::read(out).expect("it is there")
}

/// What is seen frame by frame: red, green and blue of every pixel, row by row.
fn seen(film: &[u8]) -> Vec<Vec<[u8; 3]>> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = options.read_info(film).expect("a GIF");
    let wide = usize::from(reader.width());
    let mut shot = vec![[0; 3]; wide * usize::from(reader.height())];
    let mut shots = Vec::new();
    while let Some(frame) = reader.read_next_frame().expect("every frame is sound") {
        let (left, top, across) = (usize::from(frame.left), usize::from(frame.top), usize::from(frame.width));
        for (place, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let at = (top + place / across) * wide + left + place % across;
            shot[at] = [pixel[0], pixel[1], pixel[2]];
        }
        shots.push(shot.clone());
    }
    shots
}

/// How large a part of the pixels of a table differs from a picture of it so that it is seen; below it stands something else.
fn differs(shot: &[[u8; 3]], picture: &[u8]) -> f32 {
    let picture = Pixmap::decode_png(picture).expect("a PNG");
    assert_eq!(shot.len(), picture.pixels().len(), "they are of one size");
    let table = shot.len() - 24 * picture.width() as usize;
    let far = shot.iter().zip(picture.pixels()).take(table).filter(|(one, other)| {
        let other = [other.red(), other.green(), other.blue()];
        one.iter().zip(other).any(|(one, other)| one.abs_diff(other) > 40)
    });
    far.count() as f32 / table as f32
}

#[test]
fn a_film_begins_and_ends_as_the_table_stood() {
    let home = tempfile::tempdir().expect("a temporary folder");
    for (battle, seed) in [("first-steps", 7), ("marengo-cb", 3)] {
        let journal = played(home.path(), battle, seed, 60);
        let journal = journal.to_str().expect("plain");
        let shots = seen(&made(home.path(), "film", journal, "whole.gif", &[]));
        let picture = |name: &str, more: &[&str]| made(home.path(), "draw", journal, name, more);
        let (begin, end) = (picture("begin.png", &["--turn", "0"]), picture("end.png", &[]));
        let (first, last) = (&shots[0], &shots[shots.len() - 1]);
        // Names that make way for pieces are not in it, and arrows and crosses are.
        assert!(differs(first, &begin) < 0.05, "{battle} begins: {}", differs(first, &begin));
        assert!(differs(last, &end) < 0.08, "{battle} ends: {}", differs(last, &end));
        let moved = differs(first, &end);
        assert!(moved > differs(last, &end) && moved > differs(first, &begin), "{battle}: {moved}");
    }
}

#[test]
fn a_film_of_no_turn_shows_how_the_battle_began() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let journal = played(home.path(), "first-steps", 7, 60);
    let journal = journal.to_str().expect("plain");
    let whole = seen(&made(home.path(), "film", journal, "whole.gif", &[]));
    let none = made(home.path(), "film", journal, "none.gif", &["--to-turn", "0"]);
    let shots = seen(&none);
    assert_eq!(shots.len(), 1);
    let begin = made(home.path(), "draw", journal, "begin.png", &["--turn", "0"]);
    assert!(differs(&shots[0], &begin) < 0.05 && whole.len() > 5);
}
