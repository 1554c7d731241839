//! Journals: whatever the file holds, it opens up to the damage or says why not, and never panics.
#![no_main]

use std::fs;

use drumhead::desk::{Desk, Library};
use drumhead::rules::easy::Easy;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("game.journal");
    fs::write(&path, bytes).expect("a temporary file can be written");
    let library = Library::embedded();
    match Desk::<Easy>::read(&path, &library) {
        Ok((desk, _)) => assert!(desk.at() <= desk.records().len()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
