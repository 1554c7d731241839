//! Steps through the record of a game of any kind: undo, redo, and playing on from an earlier order.

use crate::desk::Desk;
use crate::game::{Spelled, Viewer};

use super::command::Command;

/// Takes the step; gives what is said of it, or why it could not be taken. None: there is nothing to take back or to bring
/// back, or the command is no step.
///
/// `shown`: what is played on, `table` or `map`. Orders are named as this viewer may know them.
pub(super) fn step<R: Spelled>(
    desk: &mut Desk<R>,
    command: &Command,
    shown: &str,
    viewer: Viewer,
) -> Option<Result<String, String>> {
    let last_words = |desk: &Desk<R>| {
        let words = desk.current().map(|entry| desk.entry_words(entry, viewer));
        words.and_then(|words| words.into_iter().next()).unwrap_or_default()
    };
    let done = match command {
        Command::Undo if desk.can_undo() => {
            let order = last_words(desk);
            desk.undo().map(|_| format!("Taken back: {order}"))
        }
        Command::Redo if desk.can_redo() => {
            desk.redo().map(|()| format!("Brought back: {}", last_words(desk)))
        }
        Command::GoTo(number) => desk
            .branch(*number)
            .map(|()| format!("The {shown} as it was after order {number}; play on from here")),
        _ => return None,
    };
    Some(done.map_err(|error| error.to_string()))
}
