//! Messages about commands without effect, and confirmations of effects that may not be visible.

pub const EARLIER_TABLE: &str =
    "This is an earlier table: go back to the game as it is, or play on from here";
pub const USUAL_TEXT: &str = "Text is as large as usual";
pub const NO_PLAYERS_SCREEN: &str =
    "The players' screen is not open: View, Players' screen opens it for a side";
pub const NO_UNDO: &str = "There is no order to take back";
pub const NO_REDO: &str = "No order was taken back";
pub const NOTHING_BEFORE: &str = "Nothing was ordered before this";
pub const NOTHING_AFTER: &str = "Nothing follows this";
pub const THIS_IS_NOW: &str = "This is the table as it is now";
pub const NO_RULER: &str = "No ruler lies on the table";
pub const NO_MAP: &str = "This table is no map that could be turned";
pub const NOTHING_IN_HAND: &str = "Nothing is in hand that could be given";
pub const NO_PIECE: &str = "Take a piece in hand first";
pub const NOTHING_MADE: &str = "Nothing is made up that could begin anew";
pub const NOTHING_TO_MAKE: &str = "Nothing is to be made up now";

// Why the game does not go on by itself.
pub const IS_OVER: &str = super::ending::OVER;
pub const IS_OWED: &str = "Something is owed first: it stands with what is due";
pub const NOTHING_DUE: &str = "Nothing is due";
pub const SEVERAL_DUE: &str = "There is more than one thing to do: choose one, or type its number";

/// Threats need a selected piece.
pub const THREATS_TO_WHOM: &str = "Threats: shown as soon as you choose a piece that they could come to";
pub const LAYOUT_RESET: &str = "The panels stand as at first";

/// What a command has shown or hidden.
pub fn shown(what: &str, on: bool) -> String {
    if on { format!("{what}: shown") } else { format!("{what}: hidden") }
}
