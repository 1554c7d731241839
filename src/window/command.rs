//! Everything the window can do: the table of commands, with their keys and their words from `texts`.
//!
//! Views return commands; [`super::Window::run_command`] runs them once the frame is drawn.

use std::path::PathBuf;

use egui::{Key, KeyboardShortcut};

use super::texts::commands as texts;
use desk::Preset;
use dice::TypedEntry;
use drawing::Sight;
use game::minds::{Boldness, SoloPlayer};
use game::{Spot, Viewer};
use paper::report::ReportKind;
use scenario::Side;

use super::facts::{Facts, facts};
use super::layout::Pane;
use super::play::PlayAction;
use super::setup::Act as SetUpAct;
use super::state::{BoardPlace, FilePurpose, Habit};
use game::line::Completion;

/// A command.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    // The game.
    ChooseScenario,
    /// Begin the scenario with this id, with one of its weather variants.
    NewGame {
        scenario: String,
        weather: Option<String>,
    },
    /// Begin the game of the sheet for a new game.
    BeginSheet,
    /// Save the options of the sheet as a preset.
    SavePreset,
    DropPreset(Preset),
    /// Edit the map of this battle on hexes; `None` means of the present battle.
    EditMap(Option<String>),
    /// Ask what is to be set up.
    SetUp,
    /// An act while setting up.
    Make(SetUpAct),
    OpenGame,
    OpenFile(PathBuf),
    /// Opens a game, and shows its report.
    ReportOf(PathBuf),
    /// Begins the battle of a game anew, with its options.
    PlayAgain(PathBuf),
    SaveAs,
    /// Ask for the path of a file by typing: the system has no dialog, or it is not wanted.
    AskForPath(FilePurpose),
    /// Choose another folder, for this game and later ones.
    ChooseFolder,
    /// Keep games and own battles in this folder, including this game.
    UseFolder(PathBuf),
    /// Save the journal there and go on there.
    SaveTo(PathBuf),
    /// Look for the games of the journal folder.
    FindGames,
    /// One page of the rules in force.
    ShowRules,
    CopyRules,
    /// Copy a picture of the visible table to the clipboard.
    CopyPicture,
    /// Ask for the name under which to save this position as a battle.
    AskForPosition,
    /// Save this position as a battle of this name.
    SavePosition(String),
    /// Ask under which option the game is judged again.
    AskToRejudge,
    /// Judge the game again under this value of this option.
    Rejudge(String, String),
    /// Print the visible game.
    Print,
    SaveRules,
    /// A command about a report of the game.
    Report(ReportDeed),
    Undo,
    Redo,
    /// Play on from this entry; later entries stay in the journal.
    GoTo(usize),
    /// Show the table after this order; 0 means before the first.
    LookAt(usize),
    /// One order back, or on.
    LookBack,
    LookOn,
    BackToNow,
    /// Play on from the order that is shown.
    PlayOnFromSeen,
    // Seeing.
    Fit,
    FitSelection,
    ZoomIn,
    ZoomOut,
    /// Turn a map of hexes by this many steps of 30 degrees clockwise.
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
    /// Colours for this kind of colour vision.
    ColoursFor(Sight),
    LargerText,
    SmallerText,
    UsualText,
    See(Viewer),
    /// Show what this side may know in the second window, or close it if it does already.
    PlayersScreen(Side),
    ClosePlayersScreen,
    /// Bring this into sight on the players' screen; `None`: the selected piece, or what the table shows here.
    LookHere(Option<LookAim>),
    /// Show the whole table on the players' screen.
    LookAtAll,
    /// Show an inch of the table as an inch on the players' screen, or not.
    TrueSize,
    /// Ask how many pixels of the players' screen are an inch.
    AskForInch,
    /// So many pixels of the players' screen are an inch.
    SetInch(f32),
    /// Show the large board there.
    Board(BoardPlace),
    /// Start the clocks of both sides, or pause them.
    RunClocks,
    StartGuide,
    /// Show what to begin with: the sheet of the very first start.
    ShowStart,
    /// Choose a battle that two solo players fight in this window.
    FightOut,
    /// The program plays a side, or people do again.
    DrumheadPlays(Side),
    /// How the program plays, whichever side it plays.
    DrumheadIs(SoloPlayer),
    /// Show the order that the program would give; nothing is given.
    WhatWouldYouDo,
    SkipLesson,
    LeaveGuide,
    ShowResult,
    ShowKeys,
    ShowHandbook,
    ShowAbout,
    CloseDialog,
    /// Open this panel, or close it.
    TogglePane(Pane),
    ResetLayout,
    /// Show the table without panels, or with them again.
    TableAlone,
    ToggleLog,
    /// Show the order of battle as badges, or as a list.
    Unfold,
    /// Open the working of this log entry, or close it.
    OpenEntry(usize),
    /// The pointer is over this entry of the log.
    PointAt(Option<usize>),
    /// Open the rulebook at this clause.
    ShowClause(String),
    // Dice.
    ToggleDice,
    /// A digit of the requested dice.
    Digit(u16),
    /// A face, or a digit of the count, that was clicked: the last one of a throw leads on to the next throw, if there is one.
    Face(u16),
    /// Take back the last digit, or the last throw.
    Backspace,
    /// Type the number of hits instead of the faces, or faces again.
    ToggleCount,
    /// Enter these dice.
    EnterDice(TypedEntry),
    /// The dice are entered while some are missing, or too many.
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
    /// Show the orders of the selected piece in a ring round it, or close the ring.
    ShowRing,
    // By keyboard.
    /// Type in the order line.
    OpenLine,
    /// A command of the order line.
    Line(LineDeed),
    /// Choose the due order with this number, from 1.
    Choose(usize),
    /// Find anything by its name.
    ShowPalette,
    /// Do the chosen item of the palette, or the one at this place.
    ChooseFound(Option<usize>),
    // The stand in hand.
    TurnGhost(f32),
    WayPoint,
    /// Take the last way-point back.
    TakeWayPoint,
    /// Go the path in hand as far as it is legal.
    DropShort,
    /// A command about the pieces and orders of a game, whatever its rules.
    Play(PlayAction),
    // Regrouping.
    // By the referee.
    GiveFiat,
}

/// Where the players look.
#[derive(Clone, Debug, PartialEq)]
pub enum LookAim {
    /// A piece, by its key.
    Piece(String),
    Place(Spot),
}

/// A command about a report of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportDeed {
    /// Ask what to write.
    Show,
    /// Write it for this viewer.
    For(Viewer),
    As(ReportKind),
    Write,
    Stop,
    /// Open the report.
    Open,
}

/// A command of the order line.
#[derive(Clone, Debug, PartialEq)]
pub enum LineDeed {
    /// Give the order that it means.
    Give,
    /// Insert the next completion, or the one before.
    Complete {
        back: bool,
    },
    Insert(Completion),
    /// Go to the line before in the history, or the one after.
    Older,
    Newer,
    /// The text was changed.
    Typed,
}

impl Command {
    /// The command for a file that was chosen.
    pub fn of_file(purpose: FilePurpose, path: PathBuf) -> Self {
        match purpose {
            FilePurpose::Journal => Self::OpenFile(path),
            FilePurpose::Record => Self::SaveTo(path),
            FilePurpose::Picture => Self::Make(SetUpAct::ShowPicture(path)),
            FilePurpose::Ground => Self::Make(SetUpAct::ReadGround(path)),
            FilePurpose::Table => Self::Make(SetUpAct::ReadTable(path)),
            FilePurpose::Folder => Self::UseFolder(path),
        }
    }

    /// Every command without parameters, for menus, the list of keys and the palette.
    pub fn listed() -> Vec<Self> {
        let mut listed = vec![
            Self::ChooseScenario,
            Self::SetUp,
            Self::OpenGame,
            Self::AskForPath(FilePurpose::Journal),
            Self::SaveAs,
            Self::AskForPath(FilePurpose::Record),
            Self::ChooseFolder,
            Self::ShowRules,
            Self::CopyPicture,
            Self::AskForPosition,
            Self::AskToRejudge,
            Self::Print,
            Self::Report(ReportDeed::Show),
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
            Self::LookHere(None),
            Self::LookAtAll,
            Self::TrueSize,
            Self::AskForInch,
            Self::Board(BoardPlace::Away),
            Self::Board(BoardPlace::Beside),
            Self::Board(BoardPlace::Instead),
            Self::RunClocks,
            Self::StartGuide,
            Self::ShowStart,
            Self::FightOut,
            Self::DrumheadPlays(Side(0)),
            Self::DrumheadPlays(Side(1)),
            Self::DrumheadIs(SoloPlayer::Normal(Boldness::Cautious)),
            Self::DrumheadIs(SoloPlayer::Normal(Boldness::Balanced)),
            Self::DrumheadIs(SoloPlayer::Normal(Boldness::Bold)),
            Self::DrumheadIs(SoloPlayer::Classic),
            Self::WhatWouldYouDo,
            Self::TakeWayPoint,
            Self::ShowResult,
            Self::ShowRing,
            Self::OpenLine,
            Self::ShowPalette,
            Self::ShowKeys,
            Self::ShowHandbook,
            Self::ShowAbout,
            Self::ResetLayout,
            Self::TableAlone,
            Self::ToggleLog,
            Self::Unfold,
        ];
        listed.extend(Pane::ALL.into_iter().filter(|pane| *pane != Pane::Table).map(Self::TogglePane));
        listed
    }

    /// The same for a game of any rules; `has`: its overlays by name; `turns`: can its map be turned?
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
        listed.extend(PlayAction::LISTED.map(Self::Play));
        listed
    }

    /// Does it change the present game, so that it is unavailable while an earlier table is shown?
    pub fn is_for_now(&self) -> bool {
        if let Self::Play(deed) = self {
            return deed.is_for_now();
        }
        matches!(
            self,
            Self::Undo
                | Self::Redo
                | Self::Digit(_)
                | Self::Face(_)
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
        )
    }

    /// Text, tooltip and keys of every command.
    pub fn facts(&self) -> Facts {
        // One arm a command, long as that is.
        match self {
            // The game.
            Self::ChooseScenario => facts(texts::CHOOSE_SCENARIO).ctrl(Key::N),
            Self::SetUp => facts(texts::SET_UP),
            Self::EditMap(_) => facts(texts::EDIT_MAP),
            Self::Make(_) => facts(texts::MAKE),
            Self::NewGame { .. } => facts(texts::NEW_GAME),
            Self::OpenGame => facts(texts::OPEN_GAME).ctrl(Key::O),
            Self::OpenFile(_) => facts(texts::OPEN_FILE),
            Self::ReportOf(_) => facts(texts::REPORT_OF),
            Self::PlayAgain(_) => facts(texts::PLAY_AGAIN),
            Self::AskForPath(FilePurpose::Journal) => facts(texts::OPEN_BY_PATH),
            Self::AskForPath(FilePurpose::Record) => facts(texts::SAVE_BY_PATH),
            Self::AskForPath(
                FilePurpose::Picture | FilePurpose::Ground | FilePurpose::Table | FilePurpose::Folder,
            ) => facts(texts::TYPE_PATH),
            Self::ChooseFolder => facts(texts::CHOOSE_FOLDER),
            Self::UseFolder(_) => facts(texts::USE_FOLDER),
            Self::BeginSheet => facts(texts::BEGIN_SHEET),
            Self::SavePreset => facts(texts::SAVE_PRESET),
            Self::DropPreset(_) => facts(texts::DROP_PRESET),
            Self::FindGames => facts(texts::FIND_GAMES),
            Self::ShowRules => facts(texts::SHOW_RULES),
            Self::CopyRules => facts(texts::COPY_RULES),
            Self::SaveRules => facts(texts::SAVE_RULES),
            Self::CopyPicture => facts(texts::COPY_PICTURE),
            Self::AskForPosition => facts(texts::SAVE_POSITION),
            Self::SavePosition(_) => facts(texts::KEEP_POSITION),
            Self::AskToRejudge => facts(texts::REJUDGE),
            Self::Rejudge(..) => facts(texts::REJUDGE_SO),
            Self::Print => facts(texts::PRINT).ctrl_shift(Key::P),
            Self::Report(ReportDeed::Show) => facts(texts::SHOW_REPORT).ctrl_shift(Key::R),
            Self::Report(ReportDeed::For(_)) => facts(texts::REPORT_FOR),
            Self::Report(ReportDeed::As(_)) => facts(texts::REPORT_AS),
            Self::Report(ReportDeed::Write) => facts(texts::WRITE_REPORT),
            Self::Report(ReportDeed::Stop) => facts(texts::STOP_REPORT),
            Self::Report(ReportDeed::Open) => facts(texts::OPEN_REPORT),
            Self::SaveAs => facts(texts::SAVE_AS).ctrl(Key::S),
            Self::SaveTo(_) => facts(texts::SAVE_TO),
            Self::Undo => facts(texts::UNDO).ctrl(Key::Z),
            Self::Redo => facts(texts::REDO).ctrl_shift(Key::Z),
            Self::GoTo(_) => facts(texts::GO_TO),
            Self::LookAt(_) => facts(texts::LOOK_AT),
            Self::LookBack => facts(texts::LOOK_BACK).key(Key::Comma),
            Self::LookOn => facts(texts::LOOK_ON).key(Key::Period),
            Self::BackToNow => facts(texts::BACK_TO_NOW),
            Self::PlayOnFromSeen => facts(texts::PLAY_ON_FROM_SEEN),
            // Seeing.
            Self::Fit => facts(texts::FIT).alt(Key::F),
            Self::FitSelection => facts(texts::FIT_SELECTION).alt(Key::G),
            Self::ZoomIn => facts(texts::ZOOM_IN).key(Key::Plus),
            Self::ZoomOut => facts(texts::ZOOM_OUT).key(Key::Minus),
            Self::TurnMap(steps) if *steps < 0 => facts(texts::TURN_MAP_LEFT).key(Key::OpenBracket),
            Self::TurnMap(_) => facts(texts::TURN_MAP_RIGHT).key(Key::CloseBracket),
            Self::NorthUp => facts(texts::NORTH_UP).alt_shift(Key::N),
            Self::ToggleNames => facts(texts::TOGGLE_NAMES).alt(Key::N),
            Self::ToggleGrid => facts(texts::TOGGLE_GRID).alt(Key::H),
            Self::ToggleZones => facts(texts::TOGGLE_ZONES).alt(Key::Z),
            Self::ToggleCommandRange => facts(texts::TOGGLE_COMMAND_RANGE).alt(Key::C),
            Self::ToggleLanes => facts(texts::TOGGLE_LANES).alt(Key::A),
            Self::ToggleReach => facts(texts::TOGGLE_REACH).alt(Key::V),
            Self::ToggleThreats => facts(texts::TOGGLE_THREATS).alt(Key::T),
            Self::ToggleRulers => facts(texts::TOGGLE_RULERS).alt(Key::U),
            Self::Measure => facts(texts::MEASURE).alt(Key::M),
            Self::RemoveRulers => facts(texts::REMOVE_RULERS).alt(Key::X),
            Self::ToggleTheme => facts(texts::TOGGLE_THEME).alt(Key::L),
            Self::ColoursFor(sight) => facts(texts::colours_for(*sight)),
            Self::LargerText => facts(texts::LARGER_TEXT).ctrl(Key::Plus),
            Self::SmallerText => facts(texts::SMALLER_TEXT).ctrl(Key::Minus),
            Self::UsualText => facts(texts::USUAL_TEXT).ctrl(Key::Num0),
            Self::See(Viewer::Referee) => facts(texts::SEE_ALL),
            Self::See(Viewer::Side(_)) => facts(texts::SEE_AS_SIDE),
            Self::PlayersScreen(Side(0)) => facts(texts::FIRST_SCREEN).alt(Key::S),
            Self::PlayersScreen(_) => facts(texts::OTHER_SCREEN).alt_shift(Key::S),
            Self::ClosePlayersScreen => facts(texts::CLOSE_PLAYERS_SCREEN),
            Self::LookHere(_) => facts(texts::LOOK_HERE).alt(Key::Y),
            Self::LookAtAll => facts(texts::LOOK_AT_ALL).alt_shift(Key::Y),
            Self::TrueSize => facts(texts::TRUE_SIZE),
            Self::AskForInch => facts(texts::ASK_FOR_INCH),
            Self::SetInch(_) => facts(texts::SET_INCH),
            Self::Board(BoardPlace::Away) => facts(texts::BOARD_AWAY),
            Self::Board(BoardPlace::Beside) => facts(texts::BOARD_BESIDE),
            Self::Board(BoardPlace::Instead) => facts(texts::BOARD_INSTEAD),
            Self::RunClocks => facts(texts::RUN_CLOCKS),
            Self::ShowStart => facts(texts::SHOW_START),
            Self::FightOut => facts(texts::FIGHT_OUT),
            Self::DrumheadPlays(_) => facts(texts::DRUMHEAD_PLAYS),
            Self::DrumheadIs(SoloPlayer::Classic) => facts(texts::DRUMHEAD_IS_CLASSIC),
            Self::DrumheadIs(SoloPlayer::Normal(Boldness::Cautious)) => facts(texts::DRUMHEAD_IS_CAUTIOUS),
            Self::DrumheadIs(SoloPlayer::Normal(Boldness::Balanced)) => facts(texts::DRUMHEAD_IS_BALANCED),
            Self::DrumheadIs(SoloPlayer::Normal(Boldness::Bold)) => facts(texts::DRUMHEAD_IS_BOLD),
            Self::WhatWouldYouDo => facts(texts::WHAT_WOULD_YOU_DO),
            Self::StartGuide => facts(texts::START_GUIDE),
            Self::SkipLesson => facts(texts::SKIP_LESSON),
            Self::LeaveGuide => facts(texts::LEAVE_GUIDE),
            Self::ShowResult => facts(texts::SHOW_RESULT).alt(Key::R),
            Self::ShowKeys => facts(texts::SHOW_KEYS).key(Key::F1),
            Self::ShowHandbook => facts(texts::SHOW_HANDBOOK),
            Self::ShowAbout => facts(texts::SHOW_ABOUT),
            Self::CloseDialog => facts(texts::CLOSE_DIALOG),
            Self::TogglePane(pane) => pane.facts(),
            Self::ResetLayout => facts(texts::RESET_LAYOUT),
            Self::TableAlone => facts(texts::TABLE_ALONE).key(Key::F11),
            Self::ToggleLog => facts(texts::TOGGLE_LOG).alt(Key::J),
            Self::Unfold => facts(texts::UNFOLD).alt_shift(Key::B),
            Self::OpenEntry(_) => facts(texts::OPEN_ENTRY),
            Self::PointAt(_) => facts(texts::POINT_AT),
            Self::ShowClause(_) => facts(texts::SHOW_CLAUSE),
            // Dice.
            Self::ToggleDice => facts(texts::TOGGLE_DICE).alt(Key::D),
            Self::Digit(_) | Self::Face(_) => facts(texts::DIGIT),
            Self::Backspace => facts(texts::BACKSPACE),
            Self::ToggleCount => facts(texts::TOGGLE_COUNT),
            Self::EnterDice(_) | Self::EnterMiscounted => facts(texts::ENTER_DICE),
            Self::RollInstead => facts(texts::ROLL_INSTEAD),
            Self::RollThis => facts(texts::ROLL_THIS),
            // Orders.
            Self::ConfirmWith(Habit::Typed) => facts(texts::CONFIRM_TYPED),
            Self::ConfirmWith(Habit::Rolled) => facts(texts::CONFIRM_ROLLED),
            Self::Confirm => facts(texts::CONFIRM).key(Key::Enter),
            Self::Cancel => facts(texts::CANCEL).key(Key::Escape),
            Self::GoOn => facts(texts::GO_ON).key(Key::Space),
            // By keyboard.
            Self::ShowRing => facts(texts::SHOW_RING).alt(Key::O),
            Self::OpenLine => facts(texts::OPEN_LINE).key(Key::Slash),
            Self::Line(_) => facts(texts::LINE),
            Self::Choose(_) => facts(texts::CHOOSE),
            Self::ShowPalette => facts(texts::SHOW_PALETTE).ctrl(Key::P),
            Self::ChooseFound(_) => facts(texts::CHOOSE_FOUND),
            // The stand in hand.
            Self::TurnGhost(by) if *by < 0.0 => facts(texts::TURN_LEFT).key(Key::Q),
            Self::TurnGhost(_) => facts(texts::TURN_RIGHT).key(Key::E),
            Self::WayPoint => facts(texts::WAY_POINT).alt(Key::W),
            Self::TakeWayPoint => facts(texts::TAKE_WAY_POINT).key(Key::Backspace),
            Self::DropShort => facts(texts::DROP_SHORT),
            Self::Play(deed) => deed.facts(),
            // Regrouping.
            // By the referee.
            Self::GiveFiat => facts(texts::GIVE_FIAT),
        }
    }

    /// The text on buttons and in menus: `Save as…`.
    pub fn text(&self) -> &'static str {
        self.facts().text
    }

    /// Its effect, as a sentence without its stop.
    pub fn tooltip(&self) -> &'static str {
        self.facts().tooltip
    }

    /// Its shortcut.
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
        for command in Command::listed().into_iter().chain(PlayAction::LISTED.map(Command::Play)) {
            if let Some(keys) = command.shortcut() {
                let named = (keys.modifiers, keys.logical_key);
                assert!(!seen.contains(&named), "{command:?} has the keys of another");
                seen.push(named);
            }
        }
        assert!(seen.len() > 15);
    }
}
