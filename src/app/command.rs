//! Everything the window can be told to do: the one place with texts, tooltips and shortcuts.
//!
//! Views return commands; [`super::App::run_command`] runs them once the frame is drawn.

use std::path::PathBuf;

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::dice::TypedEntry;
use crate::rules::Viewer;
use crate::rules::easy::{CommandId, Order, StandId};
use crate::table::Pose;

use super::panes::Pane;
use super::setup::Act;

const TURNS: &str = "Turn the stand in hand by 5 degrees; with Shift by 45";

/// One thing the window can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    // The game.
    ChooseScenario,
    /// Begin the scenario with this id, with one of its weather variants.
    NewGame {
        scenario: String,
        weather: Option<String>,
    },
    /// Ask what is to be set up.
    SetUp,
    /// Change what is set up.
    Make(Act),
    OpenGame,
    OpenFile(PathBuf),
    SaveAs,
    Undo,
    Redo,
    /// Take back everything after this entry, or play on from it.
    GoTo(usize),
    // Seeing.
    Fit,
    FitSelection,
    ZoomIn,
    ZoomOut,
    ToggleNames,
    ToggleGrid,
    ToggleZones,
    ToggleTheme,
    LargerText,
    SmallerText,
    See(Viewer),
    ShowResult,
    ShowKeys,
    CloseDialog,
    /// Open this panel, or close it.
    TogglePane(Pane),
    ResetLayout,
    Select(Option<StandId>),
    SelectCommand(CommandId),
    /// The working of this entry of the record; again: close it.
    OpenEntry(usize),
    /// The pointer is over this entry of the log.
    PointAt(Option<usize>),
    // Dice.
    ToggleDice,
    /// A digit for the dice that are waited for.
    Digit(u16),
    /// Take back the last digit, or the last throw.
    Backspace,
    /// Type the count that matters instead of the faces, or faces again.
    ToggleCount,
    /// These dice are right.
    EnterDice(TypedEntry),
    /// The program rolls this throw and the rest of the order.
    RollInstead,
    // Orders.
    /// Take the order in hand: show its card.
    Take(Order),
    /// Give it at once.
    Give(Order),
    /// Give the order in hand.
    Confirm,
    Cancel,
    /// The one thing that is due, where there is only one.
    GoOn,
    Tick(StandId),
    TickAll,
    TickNone,
    ActivateTicked,
    /// This attacker on this defender, or not.
    Pair(StandId, StandId),
    DeclarePairs,
    // The stand in hand.
    PickUp(StandId),
    /// Put its ghost there.
    Carry(Pose),
    TurnGhost(f32),
    WayPoint,
    Drop,
    /// Go the way in hand as far as it is legal.
    DropShort,
    /// Bring a reinforcement on from its entry.
    BringOn(StandId),
}

/// What is said of a command, and the keys that do it.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// On buttons and in menus: `Save as…`.
    pub text: &'static str,
    /// What it does, as a sentence without its stop.
    pub tooltip: &'static str,
    pub shortcut: Option<KeyboardShortcut>,
}

const fn facts(text: &'static str, tooltip: &'static str) -> Facts {
    Facts { text, tooltip, shortcut: None }
}

impl Facts {
    pub const fn key(self, key: Key) -> Self {
        Self { shortcut: Some(KeyboardShortcut::new(Modifiers::NONE, key)), ..self }
    }

    const fn ctrl(self, key: Key) -> Self {
        Self { shortcut: Some(KeyboardShortcut::new(Modifiers::COMMAND, key)), ..self }
    }

    const fn ctrl_shift(self, key: Key) -> Self {
        let both = Modifiers { shift: true, ..Modifiers::COMMAND };
        Self { shortcut: Some(KeyboardShortcut::new(both, key)), ..self }
    }
}

impl Command {
    /// Everything that needs no more than its name, for menus, the list of keys and the palette.
    pub fn listed() -> Vec<Self> {
        let mut listed = vec![
            Self::ChooseScenario,
            Self::SetUp,
            Self::OpenGame,
            Self::SaveAs,
            Self::Undo,
            Self::Redo,
            Self::GoOn,
            Self::Confirm,
            Self::Cancel,
            Self::Fit,
            Self::FitSelection,
            Self::ZoomIn,
            Self::ZoomOut,
            Self::ToggleNames,
            Self::ToggleGrid,
            Self::ToggleZones,
            Self::ToggleTheme,
            Self::LargerText,
            Self::SmallerText,
            Self::ToggleDice,
            Self::TurnGhost(-1.0),
            Self::TurnGhost(1.0),
            Self::WayPoint,
            Self::ShowResult,
            Self::ShowKeys,
            Self::ResetLayout,
        ];
        listed.extend(Pane::ALL.into_iter().filter(|pane| *pane != Pane::Table).map(Self::TogglePane));
        listed
    }

    /// Text, tooltip and keys: the one table of them.
    pub fn facts(&self) -> Facts {
        match self {
            // The game.
            Self::ChooseScenario => {
                facts("New game…", "Choose a battle and begin it; the present game stays in its journal")
                    .ctrl(Key::N)
            }
            Self::SetUp => {
                facts("Set up…", "Place stands and draw ground: this game's, a battle's, or an empty table")
            }
            Self::Make(_) => facts("Set up", ""),
            Self::NewGame { .. } => facts("Begin", ""),
            Self::OpenGame => facts("Open…", "Open a journal and go on where it stands").ctrl(Key::O),
            Self::OpenFile(_) => facts("Open", ""),
            Self::SaveAs => {
                facts("Save as…", "Write the whole record to another file and go on there").ctrl(Key::S)
            }
            Self::Undo => facts("Undo", "Take back the last order; the record keeps it").ctrl(Key::Z),
            Self::Redo => facts("Redo", "Bring back the order that was taken back last").ctrl_shift(Key::Z),
            Self::GoTo(_) => facts(
                "Play on from here",
                "The table as it was after this order; play on from there, nothing is lost",
            ),
            // Seeing.
            Self::Fit => facts("Whole table", "Show the whole table").key(Key::F),
            Self::FitSelection => {
                facts("Zoom to selection", "Show the selected stand or command as large as it goes")
                    .key(Key::G)
            }
            Self::ZoomIn => facts("Zoom in", "Nearer").key(Key::Plus),
            Self::ZoomOut => facts("Zoom out", "Farther").key(Key::Minus),
            Self::ToggleNames => facts("Place names", "Show or hide the names of places").key(Key::N),
            Self::ToggleGrid => facts("One-foot grid", "Show or hide a grid of one foot").key(Key::H),
            Self::ToggleZones => {
                facts("Zones of control", "Show or hide what the stands control").key(Key::Z)
            }
            Self::ToggleTheme => facts("Light or dark", "Daylight or candlelight").key(Key::L),
            Self::LargerText => facts("Larger text", "Everything one tenth larger").ctrl(Key::Plus),
            Self::SmallerText => facts("Smaller text", "Everything one tenth smaller").ctrl(Key::Minus),
            Self::See(Viewer::Referee) => facts("Referee", "Everything is seen"),
            Self::See(Viewer::Side(_)) => facts("One side", "Only what this side may know is seen"),
            Self::ShowResult => facts("Result so far", "Points by source and losses by command").key(Key::R),
            Self::ShowKeys => facts("Keys", "Every key of the window").key(Key::F1),
            Self::CloseDialog => facts("Close", ""),
            Self::TogglePane(pane) => pane.facts(),
            Self::ResetLayout => facts("Panels as at first", "Every panel where it was when first opened"),
            Self::Select(_) => facts("Select", ""),
            Self::SelectCommand(_) => facts("Select command", ""),
            Self::OpenEntry(_) => facts("Working", ""),
            Self::PointAt(_) => facts("Show on the table", ""),
            // Dice.
            Self::ToggleDice => {
                facts("Rolled or typed dice", "Let the program roll, or type what the players rolled")
                    .key(Key::D)
            }
            Self::Digit(_) => facts("Die", ""),
            Self::Backspace => facts("Correct", "Take back the last digit, or the last throw"),
            Self::ToggleCount => facts("Type the count", "Type only the hits or the sum"),
            Self::EnterDice(_) => facts("These dice", ""),
            Self::RollInstead => facts("Roll for us", "The program rolls for this order"),
            // Orders.
            Self::Take(_) | Self::Give(_) => facts("Order", ""),
            Self::Confirm => facts("Confirm", "Give the order in hand").key(Key::Enter),
            Self::Cancel => facts("Cancel", "Put it back; nothing happens").key(Key::Escape),
            Self::GoOn => facts("Go on", "Do what is due, where only one thing is").key(Key::Space),
            Self::Tick(_) => facts("Tick", ""),
            Self::TickAll => facts("All in range", ""),
            Self::TickNone => facts("None", ""),
            Self::ActivateTicked => facts("Activate", ""),
            Self::Pair(..) => facts("Attack", ""),
            Self::DeclarePairs => facts("Declare attacks", ""),
            // The stand in hand.
            Self::PickUp(_) => facts("Pick up", ""),
            Self::Carry(_) => facts("Carry", ""),
            Self::TurnGhost(by) if *by < 0.0 => facts("Turn left", TURNS).key(Key::Q),
            Self::TurnGhost(_) => facts("Turn right", TURNS).key(Key::E),
            Self::WayPoint => {
                facts("Set a way-point", "The stand in hand goes this way: W, or Shift and click").key(Key::W)
            }
            Self::Drop => facts("Put down here", ""),
            Self::DropShort => facts("Go as far as it may", ""),
            Self::BringOn(_) => facts("Bring on", ""),
        }
    }

    /// On buttons and in menus: `Save as…`.
    pub fn text(&self) -> &'static str {
        self.facts().text
    }

    /// What it does, as a sentence without its stop.
    pub fn tooltip(&self) -> &'static str {
        self.facts().tooltip
    }

    /// The keys that do it.
    pub fn shortcut(&self) -> Option<KeyboardShortcut> {
        self.facts().shortcut
    }

    /// The keys in words: `Ctrl+Z`.
    pub fn keys(&self, ctx: &egui::Context) -> String {
        self.shortcut().map(|keys| ctx.format_shortcut(&keys)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_their_keys() {
        let mut seen = Vec::new();
        for command in Command::listed() {
            if let Some(keys) = command.shortcut() {
                let named = (keys.modifiers, keys.logical_key);
                assert!(!seen.contains(&named), "{command:?} has the keys of another");
                seen.push(named);
            }
        }
        assert!(seen.len() > 15);
    }
}
