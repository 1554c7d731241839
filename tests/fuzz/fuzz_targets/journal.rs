//! Journals, on the open table and on hexes: whatever the file holds, it opens up to the damage or says why not, and never panics.
#![no_main]

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use desk::{Desk, Library, peek};
use easy::Easy;
use game::{RuleSet, Codec};
use games::Games;
use libfuzzer_sys::fuzz_target;
use napoleon_at_war::NapoleonAtWar;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("game.journal");
    fs::write(&path, checked(bytes)).expect("a temporary file can be written");
    match peek(&path) {
        Ok(header) if header.rules == NapoleonAtWar::ID => open::<NapoleonAtWar>(&path),
        // Rules that are not in the program are refused where the journal is read.
        Ok(_) => open::<Easy>(&path),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

fn open<R: Codec>(path: &Path) {
    match Desk::<R>::read(path, &Library::embedded(&Games::default())) {
        Ok((desk, _)) => assert!(desk.at() <= desk.records().len()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// What begins with a `+` has lines without checksums: they get theirs here, so that what is behind them is reached.
fn checked(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some(lines) = bytes.strip_prefix(b"+") else { return Cow::Borrowed(bytes) };
    let mut whole = Vec::new();
    for line in lines.split_inclusive(|byte| *byte == b'\n') {
        let json = line.strip_suffix(b"\n").unwrap_or(line);
        whole.extend_from_slice(format!("{:08x} ", crc32fast::hash(json)).as_bytes());
        whole.extend_from_slice(line);
    }
    Cow::Owned(whole)
}
