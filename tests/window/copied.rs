//! The picture of the table that goes to the clipboard.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use window::{Habit, Window};

use super::harness::{has, press, wait_until, window};

/// How large the picture is that went to the clipboard in this frame, in pixels, and how many of them are not as the first.
fn copied(window: &Harness<'_, Window>) -> Option<([usize; 2], usize)> {
    window.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyImage(image) => {
            let first = image.pixels[0];
            Some((image.size, image.pixels.iter().filter(|pixel| **pixel != first).count()))
        }
        _ => None,
    })
}

#[test]
fn a_picture_of_the_whole_table_goes_to_the_clipboard_from_the_menu() {
    let mut window = window(Habit::Rolled);
    press(&mut window, "Game");
    window.get_by_label_contains("Copy picture of the table").click();
    window.run_steps(2);
    assert!(has(&window, "The picture is being drawn"), "it may take a while");
    wait_until(&mut window, "the picture", |window| copied(window).is_some());
    let (size, drawn) = copied(&window).expect("it is there");
    window.run_steps(2);
    assert!(has(&window, "A picture of the table is on the clipboard"));
    // All of the table, 24 points an inch, with its frame.
    assert!(size[0] > 600 && size[1] > 400, "{size:?}");
    assert!(drawn * 2 > size[0] * size[1], "{drawn} pixels of {size:?} are drawn on");
}
