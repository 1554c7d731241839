//! Messages of the window during a game.

// What is seen, taken back, brought back.

/// The table after this order; 0: before the first.
pub fn seen(order: usize, turn: impl std::fmt::Display) -> String {
    match order {
        0 => format!("Seen: before the first order, turn {turn}"),
        order => format!("Seen: after order {order}, turn {turn}"),
    }
}

pub fn taken_back(order: &str) -> String {
    format!("Taken back: {order}")
}

pub fn brought_back(order: &str) -> String {
    format!("Brought back: {order}")
}

pub fn branched(order: usize) -> String {
    format!("As it was after order {order}; play on from here")
}

// Rulers.
pub const MEASURE: &str = "Click where the ruler begins and where it ends (Escape: no ruler)";
pub const MEASURE_TO: &str = "Click where the ruler ends (Escape: no ruler)";
pub const MEASURE_FROM: &str = "Measure from here";

// Orders.
pub const NOTHING_OWED: &str = "Nothing is owed: what is done is yours to choose";
pub const TYPED_ALREADY: &str = "Dice are typed already: type the rest of this throw, or take them back with Backspace before the program rolls";
pub const DICE_PUT_AWAY: &str = "The dice are put away: nothing was given";
pub const REMARK_KEPT: &str = "Kept in the record";
pub const DICE_FIRST: &str = "Dice are asked for first: type them, or Escape";
pub const NO_WAY_POINTS: &str = "On hexes there are no way-points: click where it goes";
pub const SEVERAL_COULD_GO: &str = "Several could go there: click the one that does first";
pub const NOT_ALL_SAID: &str = "not all is said yet";
pub const RING_OF_NOBODY: &str = "Select a piece first: the ring is of its orders";
pub const RING_EMPTY: &str = "This piece has no order to choose from now; who may move is clicked or dragged";

pub fn drew(name: &str) -> String {
    format!("the players drew {name}")
}

pub fn no_number(number: usize) -> String {
    format!("Nothing that is due has the number {number}")
}

/// Why a piece may not move now, while it is shown how far it could get.
pub fn how_far(why: &str) -> String {
    format!("{why}. This is how far it could get")
}

pub fn not_now(due: &str) -> String {
    format!("Not now. Due: {due}")
}

// What is still missing, by name.
pub const CLICK_PLACE: &str = "Click where it shall be";

pub fn choose_the(what: &str) -> String {
    format!("Choose the {}", what.to_lowercase())
}

/// There is nothing to choose from.
pub fn none_to_choose(what: &str) -> String {
    format!("There is no {} to choose: nothing can be decided so now", what.to_lowercase())
}

pub fn say_the(what: &str) -> String {
    format!("Say the {}", what.to_lowercase())
}

// The referee.
pub const NOT_TO_CORRECT: &str = "This is not for the referee to correct: what counts is beside it";
pub const SAY_WHY: &str = "Say why";

pub fn no_clause(id: &str) -> String {
    format!("There is no clause {id}")
}

// The palette: what sort of thing an item is.
pub const COMMAND: &str = "command";
pub const BY_REFEREE: &str = "by the referee";
pub const PIECE: &str = "piece";
pub const SCENARIO: &str = "scenario";
pub const CLAUSE: &str = "clause";
pub const SCENARIO_HINT: &str = "Begins it; the present game stays in its journal";

// The table.
pub const NO_TABLES: &str = "Tables are not made here.";
pub const REACH_FAILED: &str = "The ground that it can reach is not found: searching has failed";
/// The meaning of the second wash for a piece's reach.
pub const WITH_LUCK: &str = "with luck at the dice";
pub const ZONES: &str = "zone of control";
pub const OUT_OF_COMMAND: &str = "to the general: out of range";
pub const THREATS: &str = "what the enemy could do";
pub const CHOOSE_THREATENED: &str = "threats: click the piece that is threatened";
pub const CHOOSE_BATTERY: &str = "fire lanes: click a battery";

/// A line of the legend for one side: `French: zone of control`.
pub fn of_side(side: &str, what: &str) -> String {
    format!("{side}: {what}")
}
pub const LINE_GRAMMAR: &str = "Who and where to, or who, a letter and whom; # and a number for what is due";
// What an order begins with.
pub const A_NAME: &str = "a name";
pub const A_HEX: &str = "a hex number";
pub const NUMBER_OF_HEX: &str = "the number of a hex";
pub const WHAT_IT_BEARS: &str = "what a piece bears";

// What comes into sight, and the way back.
pub const BACK: &str = "Back to where you looked";
/// The key.
pub const BACK_KEY: &str = "Backspace";
pub const BANNER_HINT: &str = "Show it, and its line of the log";

pub fn show_it(banner: &str) -> String {
    format!("{banner}: show it")
}
