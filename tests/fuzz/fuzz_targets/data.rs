//! Data files: whatever stands in them, reading says what is wrong and never panics.
#![no_main]

use std::collections::BTreeMap;

use data::{InMemory, Overlay, report};
use libfuzzer_sys::fuzz_target;
use scenario::{self, AnyRules, Embedded};

fuzz_target!(|bytes: &[u8]| {
    let Some((&which, rest)) = bytes.split_first() else { return };
    let files = [
        ("first-steps", "assets/scenarios/first-steps.ron"),
        ("first-steps", "armies/first-steps-red.ron"),
        ("first-steps", "terrain/first-steps.ron"),
        ("marengo-naw", "assets/scenarios/marengo-naw.ron"),
        ("marengo-naw", "armies/marengo-naw-french.ron"),
        ("marengo-naw", "terrain/marengo-spi.ron"),
    ];
    let (battle, path) = files[usize::from(which) % files.len()];
    let text = String::from_utf8_lossy(rest).into_owned();
    let upper = InMemory(BTreeMap::from([(path.to_owned(), text)]));
    let source = Overlay { upper, lower: Embedded };
    if let Err(faults) = scenario::validate(battle, &source, &AnyRules) {
        assert!(!report(&faults, &source, false).is_empty());
    }
});
