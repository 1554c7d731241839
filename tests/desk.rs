//! The desk with a rule set: records, journals of both versions, presets, rosters, the user's data folder.

#![allow(clippy::unwrap_used, reason = "what is prepared for a test stands or the test fails")]

#[path = "desk/journal_1.rs"]
mod journal_1;
#[path = "desk/journal_2.rs"]
mod journal_2;
#[path = "desk/library.rs"]
mod library;
#[path = "desk/preset.rs"]
mod preset;
#[path = "desk/record.rs"]
mod record;
#[path = "desk/roster.rs"]
mod roster;
#[path = "desk/saved.rs"]
mod saved;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use desk::{Files, Header, Library, Setup, peek};
use games::Games;
use sha2::{Digest as _, Sha256};
use trial::TrialGame;

/// A journal of version 2 of these values, whoever wrote them: each line is bound to the one before by half of a SHA-256.
fn journal_of(lines: &[String]) -> String {
    let (mut journal, mut before) = (String::new(), [0; 16]);
    for json in lines {
        let hash = Sha256::new().chain_update(before).chain_update(json).finalize();
        before.copy_from_slice(&hash[..16]);
        let link: String = before.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(journal, "{link} {json}").expect("text grows");
    }
    journal
}

/// Begins a game as programs wrote them in version 1: their first line held no files, and each had a checksum of its own.
fn in_version_1(setup: Setup, path: &Path) -> TrialGame {
    drop(TrialGame::new(setup, Some(path)).expect("a game begins"));
    let header = Header {
        drumhead_journal: 1,
        rules_version: 0,
        files: Files::default(),
        ..peek(path).expect("it has a first line")
    };
    let header = serde_json::to_string(&header).expect("it was written before");
    fs::write(path, format!("{:08x} {header}\n", crc32fast::hash(header.as_bytes()))).expect("it can be");
    let (game, notices) = TrialGame::open(path, &Library::embedded(&Games::default())).expect("it opens");
    assert_eq!(notices, []);
    game
}
