//! Protocol lines: each gets an answer of one line, none a panic. The first byte says which game has begun.
#![no_main]

use desk::Library;
use games::Games;
use libfuzzer_sys::fuzz_target;
use protocol::Server;

fuzz_target!(|bytes: &[u8]| {
    let Some((&which, lines)) = bytes.split_first() else { return };
    let mut server = Server::new(Games::default(), Library::embedded(&Games::default()));
    let games: [&[u8]; 4] = [
        br#"{"new":{"scenario":"first-steps","seed":1}}"#,
        br#"{"new":{"scenario":"marengo-naw","seed":1}}"#,
        COMBAT,
        b"",
    ];
    server.answer_line(games[usize::from(which) % games.len()]);
    for line in lines.split(|byte| *byte == b'\n').take(50) {
        let answer = server.answer_line(line);
        assert!(!answer.is_empty() && !answer.contains('\n'));
    }
});

/// A combat on hexes that has not begun.
const COMBAT: &[u8] = br#"{"open":{"naw_position":{"units":["F5@2010","F4@2012","gF2@2008","E3@2009","E4@2011","E2@2020","F3@0102/2"],"phase":"Combat"}}}"#;
