//! Everything the window can be told to do: the one place with texts, tooltips and shortcuts.
//!
//! Views return commands; [`super::Window::run_command`] runs them once the frame is drawn.

use std::path::PathBuf;

use egui::{Key, KeyboardShortcut};

use crate::desk::Preset;
use crate::dice::TypedEntry;
use crate::drawing::Sight;
use crate::game::Viewer;
use crate::scenario::Side;

use super::facts::{Facts, facts};
use super::layout::Pane;
use super::play::Deed;
use super::setup::Act as SetUpAct;
use super::state::{Habit, Wanted};
use crate::game::line::Completion;

const TURNS: &str = "Turn the stand in hand by 5 degrees; with Shift by 45";
const TURNS_MAP: &str = "Turn the map by 30 degrees; counters and words stay upright";
const SCREEN: &str = "A second window that shows only what this side may know; again: it is closed";

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
    /// Begin what the sheet for a new game says.
    BeginSheet,
    /// The options of the sheet are kept as a preset.
    SavePreset,
    DropPreset(Preset),
    /// Edit the map of this battle on hexes, or of the one that is played.
    EditMap(Option<String>),
    /// Ask what is to be set up.
    SetUp,
    /// Change what is set up.
    Make(SetUpAct),
    OpenGame,
    OpenFile(PathBuf),
    SaveAs,
    /// The path of a file is to be typed: the system has no dialog for it, or it is not wanted.
    AskForPath(Wanted),
    /// Choose another folder for this game and what follows.
    ChooseFolder,
    /// Keep games and own battles in this folder, and this game there too.
    UseFolder(PathBuf),
    /// Write the record there and go on there.
    SaveTo(PathBuf),
    /// Look for the games of the journal folder.
    FindGames,
    /// One page of the rules in force.
    ShowRules,
    CopyRules,
    SaveRules,
    Undo,
    Redo,
    /// Play on from this entry; what was played since stays in the record.
    GoTo(usize),
    /// The table as it was after this order; 0: before the first.
    LookAt(usize),
    /// One order back, or on.
    LookBack,
    LookOn,
    BackToNow,
    /// Play on from the order that is looked at.
    PlayOnFromSeen,
    // Seeing.
    Fit,
    FitSelection,
    ZoomIn,
    ZoomOut,
    /// Turn a map of hexes by so many steps of 30 degrees clockwise.
    TurnMap(i8),
    NorthUp,
    ToggleNames,
    ToggleGrid,
    ToggleZones,
    ToggleCommandRange,
    ToggleLanes,
    ToggleReach,
    ToggleThreats,
    ToggleRulers,
    /// Lay a ruler: two stands or points are clicked.
    Measure,
    RemoveRulers,
    ToggleTheme,
    /// Colours that these eyes tell apart.
    ColoursFor(Sight),
    LargerText,
    SmallerText,
    UsualText,
    See(Viewer),
    /// The second window shows what this side may know; where it does already it is closed.
    PlayersScreen(Side),
    ClosePlayersScreen,
    StartGuide,
    /// What to begin with: the sheet of the very first start.
    ShowStart,
    /// A battle is chosen that two solo players fight in this window.
    FightOut,
    SkipLesson,
    LeaveGuide,
    ShowResult,
    ShowKeys,
    ShowAbout,
    CloseDialog,
    /// Open this panel, or close it.
    TogglePane(Pane),
    ResetLayout,
    /// The table without panels, and with them again.
    TableAlone,
    ToggleLog,
    /// The order of battle as badges, or as a list.
    Unfold,
    /// The working of this entry of the record; again: close it.
    OpenEntry(usize),
    /// The pointer is over this entry of the log.
    PointAt(Option<usize>),
    /// Open the rulebook at this clause.
    ShowClause(String),
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
    /// The dice are given while some are missing, or to spare.
    EnterMiscounted,
    /// The program rolls this throw and the rest of the order.
    RollInstead,
    /// The program rolls this throw only.
    RollThis,
    // Orders.
    /// Give the order in hand.
    Confirm,
    /// Give the order in hand with dice from there.
    ConfirmWith(Habit),
    Cancel,
    /// The one thing that is due, where there is only one.
    GoOn,
    /// The orders of the selected piece in a ring round it, or the ring is closed.
    ShowRing,
    // By keyboard.
    /// Type in the order line.
    OpenLine,
    /// What was asked of the order line.
    Line(LineDeed),
    /// What is due and has this number, from 1.
    Choose(usize),
    /// Find anything by its name.
    ShowPalette,
    /// Do what is chosen in the palette, or the item with this place in it.
    ChooseFound(Option<usize>),
    // The stand in hand.
    TurnGhost(f32),
    WayPoint,
    /// Take the last way-point back.
    TakeWayPoint,
    /// Go the way in hand as far as it is legal.
    DropShort,
    /// What has to do with the pieces and orders of a game, whatever its rules.
    Play(Deed),
    // Regrouping.
    // By the referee.
    GiveFiat,
    /// The form for what this clause has just refused.
    Overrule(String),
}

/// What can be asked of the order line.
#[derive(Clone, Debug, PartialEq)]
pub enum LineDeed {
    /// Give what it means.
    Give,
    /// Put the next completion in place, or the one before.
    Complete {
        back: bool,
    },
    Insert(Completion),
    /// The line before in the history, or the one after.
    Older,
    Newer,
    /// The text was changed.
    Typed,
}

impl Command {
    /// What is done with the file that was chosen.
    pub fn of_file(wanted: Wanted, path: PathBuf) -> Self {
        match wanted {
            Wanted::Journal => Self::OpenFile(path),
            Wanted::Record => Self::SaveTo(path),
            Wanted::Picture => Self::Make(SetUpAct::ShowPicture(path)),
            Wanted::Ground => Self::Make(SetUpAct::ReadGround(path)),
            Wanted::Folder => Self::UseFolder(path),
        }
    }

    /// Everything that needs no more than its name, for menus, the list of keys and the palette.
    pub fn listed() -> Vec<Self> {
        let mut listed = vec![
            Self::ChooseScenario,
            Self::SetUp,
            Self::OpenGame,
            Self::AskForPath(Wanted::Journal),
            Self::SaveAs,
            Self::AskForPath(Wanted::Record),
            Self::ChooseFolder,
            Self::ShowRules,
            Self::Undo,
            Self::Redo,
            Self::LookBack,
            Self::LookOn,
            Self::GoOn,
            Self::Confirm,
            Self::Cancel,
            Self::Fit,
            Self::FitSelection,
            Self::ZoomIn,
            Self::ZoomOut,
            Self::TurnMap(1),
            Self::TurnMap(-1),
            Self::NorthUp,
            Self::ToggleNames,
            Self::ToggleGrid,
            Self::ToggleZones,
            Self::ToggleCommandRange,
            Self::ToggleLanes,
            Self::ToggleReach,
            Self::ToggleThreats,
            Self::ToggleRulers,
            Self::Measure,
            Self::RemoveRulers,
            Self::ToggleTheme,
            Self::ColoursFor(Sight::Full),
            Self::ColoursFor(Sight::Protanopia),
            Self::ColoursFor(Sight::Deuteranopia),
            Self::ColoursFor(Sight::Tritanopia),
            Self::ColoursFor(Sight::Achromatopsia),
            Self::LargerText,
            Self::SmallerText,
            Self::UsualText,
            Self::ToggleDice,
            Self::TurnGhost(-1.0),
            Self::TurnGhost(1.0),
            Self::WayPoint,
            Self::PlayersScreen(Side(0)),
            Self::PlayersScreen(Side(1)),
            Self::ClosePlayersScreen,
            Self::StartGuide,
            Self::ShowStart,
            Self::FightOut,
            Self::TakeWayPoint,
            Self::ShowResult,
            Self::ShowRing,
            Self::OpenLine,
            Self::ShowPalette,
            Self::ShowKeys,
            Self::ShowAbout,
            Self::ResetLayout,
            Self::TableAlone,
            Self::ToggleLog,
            Self::Unfold,
        ];
        listed.extend(Pane::ALL.into_iter().filter(|pane| *pane != Pane::Table).map(Self::TogglePane));
        listed
    }

    /// The same for a game of any rules; `has`: what can be laid over its table, by name; `turns`: it is a map that can be turned.
    pub fn listed_in_play(has: &dyn Fn(&str) -> bool, turns: bool) -> Vec<Self> {
        let is_there = |command: &Self| match command {
            Self::ToggleGrid => has("grid"),
            Self::ToggleCommandRange => has("command"),
            Self::ToggleLanes => has("lanes"),
            Self::TurnMap(_) | Self::NorthUp => turns,
            _ => true,
        };
        let mut listed = Self::listed();
        listed.retain(is_there);
        listed.push(Self::EditMap(None));
        listed.extend(Deed::LISTED.map(Self::Play));
        listed
    }

    /// Whether it concerns the game as it is now, which is out of reach while an earlier table is looked at.
    pub fn is_for_now(&self) -> bool {
        if let Self::Play(deed) = self {
            return deed.is_for_now();
        }
        matches!(
            self,
            Self::Undo
                | Self::Redo
                | Self::Digit(_)
                | Self::Backspace
                | Self::ToggleCount
                | Self::EnterDice(_)
                | Self::EnterMiscounted
                | Self::RollInstead
                | Self::Confirm
                | Self::GoOn
                | Self::TurnGhost(_)
                | Self::WayPoint
                | Self::DropShort
                | Self::ConfirmWith(_)
                | Self::RollThis
                | Self::TakeWayPoint
                | Self::Choose(_)
                | Self::ShowRing
                | Self::Line(LineDeed::Give)
                | Self::GiveFiat
                | Self::Overrule(_)
        )
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
            Self::EditMap(_) => facts(
                "Edit the map…",
                "Correct the map hex by hex, save it as your own and play on it; this game waits",
            ),
            Self::Make(_) => facts("Set up", ""),
            Self::NewGame { .. } => facts("Begin", ""),
            Self::OpenGame => facts("Open…", "Open a journal and go on where it stands").ctrl(Key::O),
            Self::OpenFile(_) => facts("Open", ""),
            Self::AskForPath(Wanted::Journal) => {
                facts("Open by its path…", "Type the path of a journal, and go on where it stands")
            }
            Self::AskForPath(Wanted::Record) => {
                facts("Save by its path…", "Type the path to which the whole record is written")
            }
            Self::AskForPath(Wanted::Picture | Wanted::Ground | Wanted::Folder) => {
                facts("Type the path…", "Type the path instead of choosing it")
            }
            Self::ChooseFolder => facts(
                "Keep games elsewhere…",
                "Choose another folder for this game and what follows, until the window closes",
            ),
            Self::UseFolder(_) => facts("Keep games there", ""),
            Self::BeginSheet => facts("Begin", "Begin this battle with these options"),
            Self::SavePreset => {
                facts("Keep as a preset", "Keep these options under a name, as a file in your folder")
            }
            Self::DropPreset(_) => facts("Delete the preset", "Delete this preset from your folder for good"),
            Self::FindGames => facts("Recent games", "Games in the folder of journals"),
            Self::ShowRules => {
                facts("Rules in force…", "One page: scenario, options and rulings, to be copied or saved")
            }
            Self::CopyRules => facts("Copy", "Copy the page as text"),
            Self::SaveRules => facts("Save…", "Save the page as a text file"),
            Self::SaveAs => {
                facts("Save as…", "Write the whole record to another file and go on there").ctrl(Key::S)
            }
            Self::SaveTo(_) => facts("Save", ""),
            Self::Undo => facts("Undo", "Take back the last order; the record keeps it").ctrl(Key::Z),
            Self::Redo => facts("Redo", "Bring back the order that was taken back last").ctrl_shift(Key::Z),
            Self::GoTo(_) => {
                facts("Play on from here", "The game goes on from this order as a branch; nothing is lost")
            }
            Self::LookAt(_) => facts("Look back", "The table as it was after this order"),
            Self::LookBack => {
                facts("One order back", "The table as it was one order earlier").key(Key::Comma)
            }
            Self::LookOn => {
                facts("One order on", "While looking back: the table one order later").key(Key::Period)
            }
            Self::BackToNow => facts("Back to now", "The table as it is, to play on there (Escape)"),
            Self::PlayOnFromSeen => facts(
                "Play on from here",
                "The game goes on from this order as a branch; what was played since stays in the record",
            ),
            // Seeing.
            Self::Fit => facts("Whole table", "Show the whole table").alt(Key::F),
            Self::FitSelection => facts(
                "Zoom to selection",
                "Show the selected stand's command, or the active one, as large as it goes",
            )
            .alt(Key::G),
            Self::ZoomIn => facts("Zoom in", "Nearer").key(Key::Plus),
            Self::ZoomOut => facts("Zoom out", "Farther").key(Key::Minus),
            Self::TurnMap(steps) if *steps < 0 => {
                facts("Turn the map counter-clockwise", TURNS_MAP).key(Key::OpenBracket)
            }
            Self::TurnMap(_) => facts("Turn the map clockwise", TURNS_MAP).key(Key::CloseBracket),
            Self::NorthUp => facts("North up", "Turn the map so that north is up").alt_shift(Key::N),
            Self::ToggleNames => facts("Place names", "Show or hide the names of places").alt(Key::N),
            Self::ToggleGrid => facts("One-foot grid", "Show or hide a grid of one foot").alt(Key::H),
            Self::ToggleZones => {
                facts("Zones of control", "Show or hide what the stands control").alt(Key::Z)
            }
            Self::ToggleCommandRange => facts(
                "Command range",
                "How far the general of the selected stand, or of the active command, commands",
            )
            .alt(Key::C),
            Self::ToggleLanes => {
                facts("Fire lanes", "Bands and lanes of the selected battery; what is in the way is named")
                    .alt(Key::A)
            }
            Self::ToggleReach => facts("Reach", "Where the stand in hand may end").alt(Key::V),
            Self::ToggleThreats => {
                facts("Threats", "What the enemy could do to the selected stand where it is").alt(Key::T)
            }
            Self::ToggleRulers => facts("Rulers", "Show or hide the rulers").alt(Key::U),
            Self::Measure => facts(
                "Measure",
                "Lay a ruler: click two stands or points; it stays until its label is clicked",
            )
            .alt(Key::M),
            Self::RemoveRulers => facts("Remove rulers", "Take all rulers away").alt(Key::X),
            Self::ToggleTheme => facts("Light or dark", "Daylight or candlelight").alt(Key::L),
            Self::ColoursFor(sight) => facts(
                match sight {
                    Sight::Full => "Colours: all",
                    Sight::Protanopia => "Colours: without red",
                    Sight::Deuteranopia => "Colours: without green",
                    Sight::Tritanopia => "Colours: without blue",
                    Sight::Achromatopsia => "Colours: shades of grey",
                },
                match sight {
                    Sight::Full => "Sides and verdicts for eyes that see all colours",
                    Sight::Protanopia => "Sides and verdicts that protanopes tell apart",
                    Sight::Deuteranopia => "Sides and verdicts that deuteranopes tell apart",
                    Sight::Tritanopia => "Sides and verdicts that tritanopes tell apart",
                    Sight::Achromatopsia => "Sides and verdicts told apart by lightness alone",
                },
            ),
            Self::LargerText => facts("Larger text", "Everything one tenth larger").ctrl(Key::Plus),
            Self::SmallerText => facts("Smaller text", "Everything one tenth smaller").ctrl(Key::Minus),
            Self::UsualText => facts("Usual text", "Everything as large as it is at first").ctrl(Key::Num0),
            Self::See(Viewer::Referee) => facts("Referee", "Everything is seen"),
            Self::See(Viewer::Side(_)) => facts("One side", "Only what this side may know is seen"),
            Self::PlayersScreen(Side(0)) => facts("Players' screen: the first side", SCREEN).alt(Key::S),
            Self::PlayersScreen(_) => facts("Players' screen: the other side", SCREEN).alt_shift(Key::S),
            Self::ClosePlayersScreen => facts("Close the players' screen", "The second window is closed"),
            Self::ShowStart => facts(
                "Where to start…",
                "A guided turn, a battle to play, your own table, or a battle that is fought out for you",
            ),
            Self::FightOut => facts(
                "Fight it out for me…",
                "Choose a battle: two players who are not there fight it before you",
            ),
            Self::StartGuide => {
                facts("A guided first turn", "Begin the first battle; every step says what to do and why")
            }
            Self::SkipLesson => facts("Next", "Skip this; it is not shown again"),
            Self::LeaveGuide => facts("Leave", "Play on without the guide"),
            Self::ShowResult => facts("Result so far", "Points by source and losses by command").alt(Key::R),
            Self::ShowKeys => facts("Keys", "Every key of the window").key(Key::F1),
            Self::ShowAbout => {
                facts("About Drumhead…", "Version, rule sets and their sources, licences of all that is in it")
            }
            Self::CloseDialog => facts("Close", ""),
            Self::TogglePane(pane) => pane.facts(),
            Self::ResetLayout => facts("Panels as at first", "Every panel where it was when first opened"),
            Self::TableAlone => {
                facts("Table alone", "The table without panels, and with them again").key(Key::F11)
            }
            Self::ToggleLog => facts("Log", "The whole record over the table, or its last line").alt(Key::J),
            Self::Unfold => {
                facts("Every unit", "The order of battle unit by unit, or as badges").alt_shift(Key::B)
            }
            Self::OpenEntry(_) => facts("Working", ""),
            Self::PointAt(_) => facts("Show on the table", ""),
            Self::ShowClause(_) => facts("Clause", "Open the rulebook at this clause"),
            // Dice.
            Self::ToggleDice => {
                facts("Rolled or typed dice", "Let the program roll, or type what the players rolled")
                    .alt(Key::D)
            }
            Self::Digit(_) => facts("Die", ""),
            Self::Backspace => facts("Correct", "Take back the last digit, or the last throw"),
            Self::ToggleCount => facts("Type the count", "Type only the hits or the sum"),
            Self::EnterDice(_) | Self::EnterMiscounted => facts("These dice", ""),
            Self::RollInstead => {
                facts("Roll the rest", "The program rolls this throw and all that follow in this order")
            }
            Self::RollThis => facts("Roll this", "The program rolls this throw; the next is asked for"),
            // Orders.
            Self::ConfirmWith(Habit::Typed) => {
                facts("Type the dice", "The players roll, and their dice are typed")
            }
            Self::ConfirmWith(Habit::Rolled) => facts("Roll the dice", "The program rolls for this order"),
            Self::Confirm => facts("Confirm", "Give the order in hand").key(Key::Enter),
            Self::Cancel => facts("Cancel", "Put it back; nothing happens").key(Key::Escape),
            Self::GoOn => facts("Go on", "Do what is due, where only one thing is").key(Key::Space),
            // By keyboard.
            Self::ShowRing => facts(
                "Orders round the piece",
                "What the selected piece may form or do where it stands, in a ring round it; the others with the reason",
            )
            .alt(Key::O),
            Self::OpenLine => facts("Order line", "Type orders: stands, then what they do").key(Key::Slash),
            Self::Line(_) => facts("Order line", ""),
            Self::Choose(_) => facts("Choose", "What is due and has this number"),
            Self::ShowPalette => {
                facts("Find anything…", "Every action, stand, formation, clause and battle by name")
                    .ctrl(Key::P)
            }
            Self::ChooseFound(_) => facts("Do it", ""),
            // The stand in hand.
            Self::TurnGhost(by) if *by < 0.0 => facts("Turn left", TURNS).key(Key::Q),
            Self::TurnGhost(_) => facts("Turn right", TURNS).key(Key::E),
            Self::WayPoint => facts(
                "Set a way-point",
                "The stand in hand goes this way: Alt+W, Shift and click, or Shift while dragging",
            )
            .alt(Key::W),
            Self::TakeWayPoint => {
                facts("Remove way-point", "Take back the last way-point").key(Key::Backspace)
            }
            Self::DropShort => facts("Go as far as it may", ""),
            Self::Play(deed) => deed.facts(),
            // Regrouping.
            // By the referee.
            Self::GiveFiat => facts("Decide so", ""),
            Self::Overrule(_) => {
                facts("Overrule…", "The referee decides otherwise; the record keeps it with their reason")
            }
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
        self.shortcut().map(|keys| say_keys(ctx, &keys)).unwrap_or_default()
    }
}

/// Keys as they are printed on a keyboard: `Ctrl+Z`, `]`.
pub fn say_keys(ctx: &egui::Context, keys: &KeyboardShortcut) -> String {
    let said = ctx.format_shortcut(keys);
    let key = keys.logical_key;
    match key {
        Key::OpenBracket | Key::CloseBracket | Key::Comma | Key::Period | Key::Slash => {
            let before = said.strip_suffix(key.name()).unwrap_or_default();
            format!("{before}{}", key.symbol_or_name())
        }
        _ => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_their_keys() {
        let mut seen = Vec::new();
        for command in Command::listed().into_iter().chain(Deed::LISTED.map(Command::Play)) {
            if let Some(keys) = command.shortcut() {
                let named = (keys.modifiers, keys.logical_key);
                assert!(!seen.contains(&named), "{command:?} has the keys of another");
                seen.push(named);
            }
        }
        assert!(seen.len() > 15);
    }
}
