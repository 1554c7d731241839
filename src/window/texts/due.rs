//! Texts of the panel of orders.

pub const DUE: &str = "Due";
pub const WHICH_DRAWN: &str = "Which one was drawn?";
pub const SHOW_RESULT: &str = "Show the result";
/// The text of the button for an order without its own.
pub const CONFIRM: &str = "Confirm";
pub const INTO_LIST: &str = "Into the list";
pub const CONFIRM_KEYS: &str = "Ctrl+Enter";

// Done at the table while dice are typed, and entered here.
pub const PLAYERS_DREW: &str = "The players drew…";
pub const PROGRAM_DRAWS: &str = "Let the program draw";
pub const PLAYERS_ROLLED: &str = "The players rolled…";
pub const PROGRAM_ROLLS: &str = "Let the program roll";

/// The accessible name of the button that overrules a refusal.
pub fn overrule(refused: &str) -> String {
    format!("Overrule: {refused}")
}

/// A step given at once, and the other way to give it; `words`: its own, if the program throws as usual. `draws`: something is
/// drawn for it. `typed`: the players throw, and enter the result.
pub fn at_once(words: &str, draws: bool, typed: bool) -> [&str; 2] {
    let (players, program) = match draws {
        true => (PLAYERS_DREW, PROGRAM_DRAWS),
        false => (PLAYERS_ROLLED, PROGRAM_ROLLS),
    };
    if typed { [players, program] } else { [words, players] }
}

// The piece in hand.
pub const PUT_DOWN: &str = "Put down here (Enter)";
/// The dice cannot bring it there.
pub const PUT_DOWN_NEVER: &str = "Try it: it never gets there (Enter)";
pub const CLICK_GOAL: &str = "Click where it goes; Escape puts it back";
/// Beside a piece that has to go.
pub const CLICK_OWED: &str = "Click where it goes";
/// Moves it as far along the refused path as the rules allow.
pub const STOP_THERE: &str = "Stop there";
pub const SNAPPING_OFF: &str = "Snapping is off while Alt is held";
pub const NOT_SNAPPED: &str = "Not snapped";
pub const HOW_TO_TURN: &str =
    "Q and E or Ctrl and the wheel turn it, Alt keeps it from snapping, Esc puts it back";
/// On hexes.
pub const HOW_TO_TURN_BY_SIDES: &str = "Q and E or Ctrl and the wheel turn it by a hexside, Esc puts it back";
/// Beside a piece that has to go.
pub const HOW_TO_TURN_OWED: &str = "Q and E or Ctrl and the wheel turn it, Alt keeps it from snapping";
/// The columns of what a way costs.
pub const COST: [&str; 3] = ["Ground", "Gone", "Cost"];

// What could come at it.
pub const STANDING_THERE: &str = "Standing there";
pub const NOBODY_REACHES: &str = "No enemy could fire at it or reach it";
pub const WEIGHING: &str = "Weighing what could come";

// What is listed.
pub const PROPOSE: &str = "Propose";
pub const WHERE_IT_STANDS: &str = "Where it stands";
pub const BARRED: &str = "Not possible now";
pub const PICK_BY_HAND: &str = "Click or drag one on the table, or pick it here";

pub fn in_hand(name: &str) -> String {
    format!("In hand: {name}")
}

pub fn snapped(to: &str) -> String {
    format!("Snapped: {to}")
}

/// The way leads by this many points; at least one.
pub fn way_points(count: usize) -> String {
    match count {
        1 => "By 1 way-point".to_owned(),
        several => format!("By {several} way-points"),
    }
}

pub fn farther_off(count: usize) -> String {
    format!("and {count} farther off")
}

/// A button that Enter presses.
/// An order of a side that the program plays is due.
pub fn for_drumhead(side: &str) -> String {
    format!("Drumhead plays {side}: what you give here, you give in its place")
}

pub fn by_enter(act: &str) -> String {
    format!("{act} (Enter)")
}

pub fn as_proposed(keys: &str) -> String {
    format!("As it was proposed ({keys})")
}

/// The heading over what must still be done; `planned`: part of it has been made up already.
pub fn owed(planned: bool, count: usize) -> String {
    let beside = if planned { " beside the plan" } else { "" };
    format!("Owed{beside} ({count})")
}

/// A piece and what is done with it by hand; `title`: the heading over such pieces.
pub fn by_hand(name: &str, title: &str) -> String {
    format!("{name}, {}", title.to_lowercase())
}

/// The same for a piece with a badge that is not on the table.
pub fn by_hand_bearing(name: &str, title: &str, badge: &str) -> String {
    format!("{}, bears {badge}", by_hand(name, title))
}

/// Orders without effect.
pub fn in_vain(count: usize) -> String {
    format!("{count} that can do nothing")
}

/// `proposes`: the rules have plans to propose.
pub const fn click_those(proposes: bool) -> &'static str {
    match proposes {
        true => "Click those who take part on the table, or propose a plan",
        false => "Click those who take part on the table",
    }
}

/// The throw that is due: what it is for, and how many dice of how many sides.
pub fn throw_due(what: &str, dice: u8, sides: u16) -> String {
    match dice {
        1 => format!("{what}: one d{sides}"),
        several => format!("{what}: {several} d{sides}"),
    }
}
