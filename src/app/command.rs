//! Everything the window can be told to do: the one place with texts, tooltips and shortcuts.
//!
//! Views return commands; [`super::App::run_command`] runs them once the frame is drawn.

use std::borrow::Cow;
use std::path::PathBuf;

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::dice::TypedEntry;
use crate::rules::Viewer;
use crate::rules::easy::{CommandId, Order, StandId};
use crate::table::Pose;

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
    ToggleOrderOfBattle,
    See(Viewer),
    ShowResult,
    ShowKeys,
    CloseDialog,
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

impl Command {
    /// Everything that needs no more than its name, for menus, the list of keys and the palette.
    pub fn listed() -> Vec<Self> {
        vec![
            Self::ChooseScenario,
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
            Self::ToggleOrderOfBattle,
            Self::ToggleTheme,
            Self::LargerText,
            Self::SmallerText,
            Self::ToggleDice,
            Self::TurnGhost(-1.0),
            Self::TurnGhost(1.0),
            Self::ShowResult,
            Self::ShowKeys,
        ]
    }

    /// On buttons and in menus: `Save as…`.
    pub fn text(&self) -> Cow<'static, str> {
        match self {
            Self::ChooseScenario => "New game…",
            Self::NewGame { .. } => "Begin",
            Self::OpenGame => "Open…",
            Self::OpenFile(_) => "Open",
            Self::SaveAs => "Save as…",
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::GoTo(_) => "Play on from here",
            Self::Fit => "Whole table",
            Self::FitSelection => "Zoom to selection",
            Self::ZoomIn => "Zoom in",
            Self::ZoomOut => "Zoom out",
            Self::ToggleNames => "Place names",
            Self::ToggleGrid => "One-foot grid",
            Self::ToggleZones => "Zones of control",
            Self::ToggleTheme => "Light or dark",
            Self::LargerText => "Larger text",
            Self::SmallerText => "Smaller text",
            Self::ToggleOrderOfBattle => "Order of battle",
            Self::See(Viewer::Referee) => "Referee",
            Self::See(Viewer::Side(_)) => "One side",
            Self::ShowResult => "Result so far",
            Self::ShowKeys => "Keys",
            Self::CloseDialog => "Close",
            Self::Select(_) => "Select",
            Self::SelectCommand(_) => "Select command",
            Self::OpenEntry(_) => "Working",
            Self::PointAt(_) => "Show on the table",
            Self::ToggleDice => "Rolled or typed dice",
            Self::Digit(_) => "Die",
            Self::Backspace => "Correct",
            Self::ToggleCount => "Type the count",
            Self::EnterDice(_) => "These dice",
            Self::RollInstead => "Roll for us",
            Self::Take(_) | Self::Give(_) => "Order",
            Self::Confirm => "Confirm",
            Self::Cancel => "Cancel",
            Self::GoOn => "Go on",
            Self::Tick(_) => "Tick",
            Self::TickAll => "All in range",
            Self::TickNone => "None",
            Self::ActivateTicked => "Activate",
            Self::Pair(..) => "Attack",
            Self::DeclarePairs => "Declare attacks",
            Self::PickUp(_) => "Pick up",
            Self::Carry(_) => "Carry",
            Self::TurnGhost(by) if *by < 0.0 => "Turn left",
            Self::TurnGhost(_) => "Turn right",
            Self::WayPoint => "Set a way-point",
            Self::Drop => "Put down here",
            Self::DropShort => "Go as far as it may",
            Self::BringOn(_) => "Bring on",
        }
        .into()
    }

    /// What it does, as a sentence without its stop.
    pub fn tooltip(&self) -> &'static str {
        match self {
            Self::ChooseScenario => "Choose a battle and begin it; the present game stays in its journal",
            Self::OpenGame => "Open a journal and go on where it stands",
            Self::SaveAs => "Write the whole record to another file and go on there",
            Self::Undo => "Take back the last order; the record keeps it",
            Self::Redo => "Bring back the order that was taken back last",
            Self::GoTo(_) => "The table as it was after this order; play on from there, nothing is lost",
            Self::Fit => "Show the whole table",
            Self::FitSelection => "Show the selected stand or command as large as it goes",
            Self::ToggleNames => "Show or hide the names of places",
            Self::ToggleGrid => "Show or hide a grid of one foot",
            Self::ToggleZones => "Show or hide what the stands control",
            Self::ToggleTheme => "Daylight or candlelight",
            Self::ToggleDice => "Let the program roll, or type what the players rolled",
            Self::ToggleCount => "Type only the hits or the sum",
            Self::RollInstead => "The program rolls for this order",
            Self::GoOn => "Do what is due, where only one thing is",
            Self::Confirm => "Give the order in hand",
            Self::Cancel => "Put it back; nothing happens",
            Self::TurnGhost(_) => "Turn the stand in hand by 5 degrees; with Shift by 45",
            Self::WayPoint => "The stand in hand goes this way: Shift and click",
            Self::ShowResult => "Points by source and losses by command",
            Self::ShowKeys => "Every key of the window",
            _ => "",
        }
    }

    /// The keys that do it.
    pub fn shortcut(&self) -> Option<KeyboardShortcut> {
        let plain = |key| Some(KeyboardShortcut::new(Modifiers::NONE, key));
        let with = |key| Some(KeyboardShortcut::new(Modifiers::COMMAND, key));
        match self {
            Self::ChooseScenario => with(Key::N),
            Self::OpenGame => with(Key::O),
            Self::SaveAs => with(Key::S),
            Self::Undo => with(Key::Z),
            Self::Redo => Some(KeyboardShortcut::new(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)),
            Self::GoOn => plain(Key::Space),
            Self::Confirm => plain(Key::Enter),
            Self::Cancel => plain(Key::Escape),
            Self::Fit => plain(Key::F),
            Self::FitSelection => plain(Key::G),
            Self::ZoomIn => plain(Key::Plus),
            Self::ZoomOut => plain(Key::Minus),
            Self::ToggleNames => plain(Key::N),
            Self::ToggleGrid => plain(Key::H),
            Self::ToggleZones => plain(Key::Z),
            Self::ToggleOrderOfBattle => plain(Key::B),
            Self::ToggleTheme => plain(Key::L),
            Self::ToggleDice => plain(Key::D),
            Self::LargerText => with(Key::Plus),
            Self::SmallerText => with(Key::Minus),
            Self::TurnGhost(by) => plain(if *by < 0.0 { Key::Q } else { Key::E }),
            Self::ShowKeys => plain(Key::F1),
            _ => None,
        }
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
