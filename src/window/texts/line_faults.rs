//! Messages about a line: its meaning, or its fault and a valid alternative.

// Commands other than orders.
pub const ALL_KEYS: &str = "All keys";

pub fn take_in_hand(who: &str) -> String {
    format!("Take {who} in hand")
}

/// What a line that begins with `# ` does.
pub fn remark(text: &str) -> String {
    format!("The record keeps a remark, for all: {text}")
}

/// What a line that begins with `## ` does.
pub fn private_remark(text: &str) -> String {
    format!("The record keeps a remark, for the referee alone: {text}")
}

// What the referee lets stand.
pub const NO_REASON: &str = "the referee's reason is missing";
pub const GIVE_REASON: &str = "Say why the order stands, as in ! he could see him";

pub fn stands(order: &str) -> String {
    format!("{order}: the referee lets it stand")
}

pub const STANDS_NEXT: &str = "One more ! lets it stand against this clause too";
pub const NEVER_STANDS: &str = "That means nothing if it stands: no ! helps";

// The form of a place and of a piece, as part of a remedy.
pub const INCHES: &str = "inches east and north, as 24:18.5";
pub const A_HEX: &str = "a hex";
pub const NAME_ON_TABLE: &str = "the beginning of its name, or what it bears";
pub const NAME_ON_HEXES: &str = "its hex, or what it bears";

pub fn name(what: &str) -> String {
    format!("Name {what}")
}

// Places.
pub const INCHES_AND_HEADING: &str =
    "Inches east and north, as 24:18.5, and a heading in degrees, as 24:18.5:90";
pub const WHERE_TO_MISSING: &str = "where to is missing";
pub const FOUR_DIGITS: &str = "Four digits, as 2010";
pub const NAME_A_HEX: &str = "Name a hex with a piece in it";

pub fn no_place(name: &str) -> String {
    format!("{name} is no place")
}

pub fn no_hex(name: &str) -> String {
    format!("there is no hex {name} on this map")
}

pub fn nobody_in(hex: &str) -> String {
    format!("nobody is in {hex}")
}

// Pieces.
pub const NO_NAME: &str = "this is no name";
pub const NAMES: &str = "Names, with commas between them";
pub const NAME_MISSING: &str = "a name is missing";
pub const BY_WHAT_IT_BEARS: &str = "Name one by what it bears";
pub const NOBODY_BY_HAND: &str = "nobody is moved by hand here";
pub const NAME_ORDER: &str = "Name an order";
pub const NAME_FIRST: &str = "Name the one that does before the letter";

pub fn nobody_called(name: &str) -> String {
    format!("nobody is called {name}")
}

/// The names of possible meanings, and the number of others.
pub fn may_be(name: &str, called: &[String], more: usize) -> String {
    let called = called.join(", ");
    match more {
        0 => format!("{name} may be {called}"),
        more => format!("{name} may be {called}, {more} more"),
    }
}

pub fn could_go(names: &[&str]) -> String {
    format!("{} could go there", names.join(" and "))
}

// Orders.
pub const DEED_MISSING: &str = "what they do is missing";
pub const NO_ORDER: &str = "this is no order";
pub const LETTER: &str = "The letter of an order";
pub const LISTS_LETTERS: &str = "? lists them all";
pub const NOTHING_ENDS: &str = "nothing ends here";
pub const DO_DUE_FIRST: &str = "Do what is due first";
pub const NAME_WHO: &str = "Name who is in it";
pub const NAME_WHO_ELSE: &str = "Name who else is in it";
pub const NO_PART: &str = "this is no part of the order";
pub const LEAVE_OUT: &str = "Leave it out";
pub const NUMBER_MISSING: &str = "a number is missing";
pub const NUMBERED: &str = "#1 is the first thing that is due";
pub const SAY_HOW_MANY: &str = "Say how many";
pub const NOT_TYPED: &str = "this is not typed";
pub const CHOOSE_UNDER_ORDERS: &str = "Choose it under Orders";
pub const GIVE_ELSEWHERE: &str = "Give it on the table or under Orders";
/// Of the first field of an order.
pub const WHO_DOES_IT: &str = "who does it";

/// `place`: what a place is.
pub fn where_or_letter(place: &str) -> String {
    format!("Where to go, {place}, or the letter of an order")
}

pub fn no_number(number: usize) -> String {
    format!("nothing that is due has the number {number}")
}

pub const CHIT: &str = "chit";

pub fn no_chit(name: &str) -> String {
    format!("no chit in the cup is called \"{name}\"")
}

pub fn there_are(names: &[String]) -> String {
    format!("There are {}", names.join(", "))
}

pub fn no_letter(letter: char) -> String {
    format!("no order has the letter {letter}")
}

pub fn not_all_said(order: &str) -> String {
    format!("{order}: {}", super::play::NOT_ALL_SAID)
}

pub fn nothing_made(order: &str) -> String {
    format!("{order}: nothing is made up yet")
}

pub fn no_choice(key: &str) -> String {
    format!("there is no {key} to choose")
}

pub fn field_not_typed(order: &str, field: &str) -> String {
    format!("{order}: its {field} cannot be typed here")
}

pub fn missing(what: &str) -> String {
    format!("{what} is missing")
}

/// Where to put the missing name: before the letter or after it; with an example.
pub fn name_them(before: bool, example: &str) -> String {
    match before {
        true => format!("Name them before the letter, as {example}"),
        false => format!("Name them behind the letter, as {example}"),
    }
}

// What is said of an order that is meant.

pub fn odds(one: impl std::fmt::Display, other: impl std::fmt::Display, result: &str) -> String {
    format!("{one} to {other}: {result}")
}

pub fn more_results(percent: f64, count: usize) -> String {
    format!("{percent:.0} %: {count} more results")
}

/// What may be put into the line, and how many others it may mean.
pub fn and_more(about: &str, more: usize) -> String {
    format!("{about}, and {more} more")
}
