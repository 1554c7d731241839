//! How fast the core answers in mid-battle: at every order of two whole games of Waterloo, with the basic rules and with every
//! module on, as two solo players fight them from fixed seeds. It needs no window.
//!
//! `cargo bench --no-default-features --bench battle` runs everything; a name after `--` runs one part: `due`, `ways`, `crowd`,
//! `hand`, `luck`, `journal`, `start`, `memory`; only when it is named, `dear`. Each line has the median and the worst of its
//! positions, and where the worst was; a position counts with the least of five runs. Figures are also told as they would be on the
//! machine for which the budgets are meant, which a fixed piece of arithmetic decides: [`scale`]. Budgets there: due 1 ms, reach
//! 5 ms, plan 8 ms at worst, both washes of a reach 60 ms.
//!
//! Each part ends with a fingerprint of all answers. With `DRUMHEAD_ANSWERS=file` the fingerprint of every single answer is
//! written there: two builds answer alike where their files are equal.

#![expect(clippy::print_stdout, reason = "a bench prints what it has measured")]

mod battle {
    pub mod crowd;
    pub mod dear;
    pub mod games;
    pub mod hand;
    pub mod journal;
    pub mod luck;
    pub mod scale;
    pub mod start;
    pub mod tally;
}

use battle::{crowd, dear, games, hand, journal, luck, scale, start};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        // What a child of this bench is asked for, so that its peak of memory is its own.
        ["child-game", preset] => return start::child_game(preset),
        ["child-journal", path] => return journal::child(path),
        ["child-due"] => return start::child_due(),
        _ => {}
    }
    let asked = |part: &str| words.is_empty() || words.contains(&part);
    scale::print_scale();
    if asked("start") {
        start::run();
    }
    if asked("due") {
        games::due();
    }
    if asked("ways") {
        games::ways();
    }
    if words.contains(&"dear") {
        dear::run();
    }
    if asked("hand") {
        hand::run();
    }
    if asked("luck") {
        luck::run();
    }
    if asked("crowd") {
        crowd::run();
    }
    if asked("journal") {
        journal::run();
    }
    if asked("memory") {
        start::memory();
    }
}
