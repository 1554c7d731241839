//! Protocol lines: each gets an answer of one line, none a panic.
#![no_main]

use drumhead::desk::Library;
use drumhead::protocol::Server;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut server = Server::new(Library::embedded());
    server.answer_line(br#"{"new":{"scenario":"first-steps","seed":1}}"#);
    for line in bytes.split(|byte| *byte == b'\n').take(50) {
        let answer = server.answer_line(line);
        assert!(!answer.is_empty() && !answer.contains('\n'));
    }
});
