//! Texts of the menus in the head of the window, and of the game's title there.

pub const GAME: &str = "Game";
pub const VIEW: &str = "View";
pub const HELP: &str = "Help";
pub const COLOURS: &str = "Colours";
pub const OVERLAYS: &str = "Overlays";
pub const PANELS: &str = "Panels";
pub const BY_REFEREE: &str = "By the referee";
pub const RECENT: &str = "Recent games";
pub const EARLIER: &str = "Earlier games";
pub const NO_OTHERS: &str = "No others in the folder of journals";
pub const UNKEPT: &str = "This game is not written down";
pub const READING: &str = "reading …";
pub const REFEREE: &str = "Referee";
pub const PLAYERS_SCREEN: &str = "Players' screen";
pub const VIEWER: &str = "What this viewer may know";
pub const DICE_ROLLED: &str = "Dice: rolled";
pub const DICE_TYPED: &str = "Dice: typed";
pub const DICE: &str = "Let the program roll, or type what the players rolled (D)";
pub const TURN_BEGINS: &str = "When this turn begins";
pub const FIRST_TURN_BEGINS: &str = "When the first turn begins";
pub const POINTS: &str = "Victory points, with objectives as they are held now";

pub fn this_game(name: &str) -> String {
    format!("This game: {name}")
}

pub fn older(count: usize) -> String {
    format!("and {count} older in the folder of journals")
}

pub fn seen_by(viewer: &str) -> String {
    format!("Seen by: {viewer}")
}

pub fn screen_for(side: &str) -> String {
    format!("For {side}")
}

pub const WHO_PLAYS: &str = "Drumhead plays";

pub fn drumhead_plays(side: &str) -> String {
    format!("{WHO_PLAYS} {side}")
}

pub fn drumhead_is(manner: &str) -> String {
    format!("{WHO_PLAYS}: {}", manner.to_lowercase())
}

/// The accessible name of what is done with a game: `Go on with first-steps-001: …`.
pub fn with_game(deed: &str, name: &str, battle: &str, state: &str, when: &str) -> String {
    format!("{deed} with {name}: {battle}, {state}, {when}")
}

/// The name of a form, with dots.
pub fn opens(title: &str) -> String {
    format!("{title}…")
}

// The second window.
pub const PLAYERS_WINDOW: &str = "Drumhead, the players' screen";
/// The accessible name of its table.
pub const PLAYERS_TABLE: &str = "The players' table";

pub fn window_of(side: &str) -> String {
    format!("Drumhead, seen by {side}")
}

/// The command of the second window, by the side that it shows.
pub fn screen_of(side: &str) -> String {
    format!("{PLAYERS_SCREEN}: {side}")
}

/// The points of both sides in the head: `Lost: French 46, Austrian 59`.
pub fn points_said(what: &str, (one, a): (&str, i32), (other, b): (&str, i32)) -> String {
    format!("{what}: {one} {a}, {other} {b}")
}

/// The same without a word for what they are: `French 9 : 17 Allied`.
pub fn points((one, a): (&str, i32), (other, b): (&str, i32)) -> String {
    format!("{one} {a} : {b} {other}")
}
