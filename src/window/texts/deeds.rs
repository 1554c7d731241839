//! Texts and tooltips of the deeds of a game; empty if never shown.

pub const SELECT: [&str; 2] = ["Select", ""];
pub const AT: [&str; 2] = ["Here", ""];
pub const LIFT: [&str; 2] = ["Pick up", ""];
pub const DROP: [&str; 2] = ["Put down here", ""];
pub const OVER: [&str; 2] = ["Look", ""];
pub const MEASURE_FROM: [&str; 2] = ["Ruler", ""];
pub const GO_BY: [&str; 2] = ["Way-point", ""];
pub const TURN: [&str; 2] = ["Turn", ""];
pub const SHOW: [&str; 2] = ["Show it", "Move the table so that it is in sight"];
pub const ZOOM_TO: [&str; 2] = ["Zoom to it", "Show this piece as large as it goes"];
pub const TAKE: [&str; 2] = ["Order", ""];
pub const MAKE_UP: [&str; 2] = ["Make up", ""];
pub const ANSWER: [&str; 2] = ["Answer", ""];
pub const ENLIST: [&str; 2] = ["Into the list", "What was made up goes into the list"];
pub const STRIKE: [&str; 2] = ["Out of the list", "Take this out of the list"];
pub const USE: [&str; 2] = ["This one", "Put it in hand"];
pub const PROPOSE: [&str; 2] = ["Propose a plan", "Orders that the rules allow and that do all that is owed"];
pub const CONFIRM: [&str; 2] = ["Do it", "Give the order in hand"];
pub const CLEAR: [&str; 2] = ["Clear", "Make it up anew"];
pub const CORRECT: [&str; 2] = ["Correct it…", "The referee corrects a table for this game"];
pub const FIAT: [&str; 2] = ["By the referee…", "The referee decides, whatever the rules say"];
