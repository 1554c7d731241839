//! Syntax of the order line common to all rules: example, and effect.

pub const TITLE: &str = super::panes::ORDERS[0];
pub const ENDS: (&str, &str) = (".", "Ends the step");
pub const PROPOSES: (&str, &str) = ("p", "Proposes a plan");

const BEFORE_AND_BEHIND: &str = "Those before the letter do to those behind it what the letter says";
const ONLY_ONE: &str = "The only one who can";

pub const ON_HEXES: [(&str, &str); 8] = [
    ("2010 2211", "Whoever is in 2010, or is called so, goes to 2211"),
    ("2010", "Takes it in hand; 2010? selects it"),
    ("guns 2211", "By what it bears, or by words of its name; a leader beside a unit by his name alone"),
    ("2010,2011 x 2009", BEFORE_AND_BEHIND),
    ("x 2009", "All who may; with @ and a choice besides: @2-1, or @ and a name"),
    ("r 2111", ONLY_ONE),
    ENDS,
    PROPOSES,
];

pub const ON_A_TABLE: [(&str, &str); 8] = [
    ("4 24:18.5", "Whoever bears 4 goes there: inches east and north; 24:18.5:90 faces east there"),
    ("4   2/13th", "Takes it in hand, by what it bears or the beginning of its name; 4? selects it"),
    ("guns", "By any words of its name that nobody else has"),
    ("4,5 x 9", BEFORE_AND_BEHIND),
    ("x 9", "All who may; with @ and a choice, such as @2-1"),
    ("r 4", ONLY_ONE),
    ENDS,
    PROPOSES,
];

/// Either key does it.
pub fn or(one: &str, other: &str) -> String {
    format!("{one} or {other}")
}
