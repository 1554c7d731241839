//! Texts and tooltips of the commands; empty if never shown. Their keys are in the table of `command`.

use drawing::Sight;

use super::{dialogs, due, fiat, groups, line, log, making, menus, setup_dialogs, shared};

const TURNS: &str = "Turn what is in hand: a stand by 5 degrees, with Shift by 45; a counter by a hexside";
const TURNS_MAP: &str = "Turn the map by 30 degrees; counters and words stay upright";
const SCREEN: &str = "A second window that shows only what this side may know; again: it is closed";

pub const CHOOSE_SCENARIO: [&str; 2] =
    ["New game…", "Choose a battle and begin it; the present game stays in its journal"];
pub const SET_UP: [&str; 2] =
    ["Set up…", "Place stands and draw ground: this game's, a battle's, or an empty table"];
pub const EDIT_MAP: [&str; 2] =
    ["Edit the map…", "Correct the map hex by hex, save it as your own and play on it; this game waits"];
pub const MAKE: [&str; 2] = [setup_dialogs::TITLE, ""];
pub const NEW_GAME: [&str; 2] = ["Begin", ""];
pub const OPEN_GAME: [&str; 2] = ["Open…", "Open a journal and go on where it stands"];
pub const OPEN_FILE: [&str; 2] = ["Go on", "Open this game where it stands"];
pub const REPORT_OF: [&str; 2] = ["Report", "Open this game, and show its report"];
pub const PLAY_AGAIN: [&str; 2] = ["Play it again", "Begin the same battle with the same options anew"];
pub const OPEN_BY_PATH: [&str; 2] =
    ["Open by its path…", "Type the path of a journal, and go on where it stands"];
pub const SAVE_BY_PATH: [&str; 2] =
    ["Save by its path…", "Type the path to which the whole record is written"];
pub const TYPE_PATH: [&str; 2] = ["Type the path…", "Type the path instead of choosing it"];
pub const CHOOSE_FOLDER: [&str; 2] = [
    "Keep games elsewhere…",
    "Choose another folder for this game and what follows, until the window closes",
];
pub const USE_FOLDER: [&str; 2] = ["Keep games there", ""];
pub const BEGIN_SHEET: [&str; 2] = ["Begin", "Begin this battle with these options"];
pub const SAVE_PRESET: [&str; 2] =
    ["Keep as a preset", "Keep these options under a name, as a file in your folder"];
pub const DROP_PRESET: [&str; 2] = ["Delete the preset", "Delete this preset from your folder for good"];
pub const FIND_GAMES: [&str; 2] = [menus::RECENT, "Games in the folder of journals"];
pub const SHOW_RULES: [&str; 2] =
    ["Rules in force…", "One page: scenario, options and rulings, to be copied or saved"];
pub const COPY_RULES: [&str; 2] = ["Copy", "Copy the page as text"];
pub const COPY_PICTURE: [&str; 2] = [
    "Copy picture of the table",
    "The whole table as it is seen, with what lies over it, to be pasted elsewhere",
];
pub const SAVE_POSITION: [&str; 2] = [
    "Save this position as a battle…",
    "What stands now becomes a battle of your own, to go on with or to fight again",
];
pub const KEEP_POSITION: [&str; 2] = ["Save it", ""];
pub const REJUDGE: [&str; 2] =
    ["Judge the game again…", "Every order so far under another rule: what would have come otherwise"];
pub const REJUDGE_SO: [&str; 2] = ["Judge again", ""];
pub const PRINT: [&str; 2] =
    ["Print…", "Rosters, labels, counters, maps, briefings: looked at page by page, and written as PDFs"];
pub const SHOW_REPORT: [&str; 2] = ["Report…", "The game as a page, as text with pictures, or as tables"];
pub const REPORT_FOR: [&str; 2] = ["Known to", "What this viewer may know is told"];
pub const REPORT_AS: [&str; 2] = ["Written as", ""];
pub const WRITE_REPORT: [&str; 2] = ["Write", "Write the report there"];
pub const STOP_REPORT: [&str; 2] = ["Stop", "Nothing is written"];
pub const OPEN_REPORT: [&str; 2] = ["Open", "Show it in the program that the system has for it"];
pub const SAVE_RULES: [&str; 2] = ["Save…", "Save the page as a text file"];
pub const SAVE_AS: [&str; 2] = ["Save as…", "Write the whole record to another file and go on there"];
pub const SAVE_TO: [&str; 2] = [making::SAVE, ""];
pub const UNDO: [&str; 2] =
    ["Undo", "Take back the last order; the record keeps it. Dice that are asked for are put away first"];
pub const REDO: [&str; 2] = ["Redo", "Bring back the order that was taken back last"];
pub const GO_TO: [&str; 2] = [log::PLAY_ON, "The game goes on from this order as a branch; nothing is lost"];
pub const LOOK_AT: [&str; 2] = ["Look back", "The table as it was after this order"];
pub const LOOK_BACK: [&str; 2] = ["One order back", "The table as it was one order earlier"];
pub const LOOK_ON: [&str; 2] = ["One order on", "While looking back: the table one order later"];
pub const BACK_TO_NOW: [&str; 2] = ["Back to now", "The table as it is, to play on there (Escape)"];
pub const PLAY_ON_FROM_SEEN: [&str; 2] =
    [log::PLAY_ON, "The game goes on from this order as a branch; what was played since stays in the record"];
pub const FIT: [&str; 2] = ["Whole table", "Show the whole table"];
pub const FIT_SELECTION: [&str; 2] =
    ["Zoom to selection", "Show the selected stand's command, or the active one, as large as it goes"];
pub const ZOOM_IN: [&str; 2] = ["Zoom in", "Nearer"];
pub const ZOOM_OUT: [&str; 2] = ["Zoom out", "Farther"];
pub const TURN_MAP_LEFT: [&str; 2] = ["Turn the map counter-clockwise", TURNS_MAP];
pub const TURN_MAP_RIGHT: [&str; 2] = ["Turn the map clockwise", TURNS_MAP];
pub const NORTH_UP: [&str; 2] = ["North up", "Turn the map so that north is up"];
pub const TOGGLE_NAMES: [&str; 2] = ["Place names", "Show or hide the names of places"];
pub const TOGGLE_GRID: [&str; 2] = ["One-foot grid", "Show or hide a grid of one foot"];
pub const TOGGLE_ZONES: [&str; 2] = ["Zones of control", "Show or hide what the stands control"];
pub const TOGGLE_COMMAND_RANGE: [&str; 2] =
    ["Command range", "How far the general of the selected stand, or of the active command, commands"];
pub const TOGGLE_LANES: [&str; 2] =
    ["Fire lanes", "Bands and lanes of the selected battery; what is in the way is named"];
pub const TOGGLE_REACH: [&str; 2] = ["Reach", "Where the stand in hand may end"];
pub const TOGGLE_THREATS: [&str; 2] =
    ["Threats", "What the enemy could do to the selected stand where it is"];
pub const TOGGLE_RULERS: [&str; 2] = ["Rulers", "Show or hide the rulers"];
pub const MEASURE: [&str; 2] =
    ["Measure", "Lay a ruler: click two stands or points; it stays until its label is clicked"];
pub const REMOVE_RULERS: [&str; 2] = ["Remove rulers", "Take all rulers away"];
pub const TOGGLE_THEME: [&str; 2] = ["Light or dark", "Daylight or candlelight"];
pub const LARGER_TEXT: [&str; 2] = ["Larger text", "Everything one tenth larger"];
pub const SMALLER_TEXT: [&str; 2] = ["Smaller text", "Everything one tenth smaller"];
pub const USUAL_TEXT: [&str; 2] = ["Usual text", "Everything as large as it is at first"];
pub const SEE_ALL: [&str; 2] = [menus::REFEREE, "Everything is seen"];
pub const SEE_AS_SIDE: [&str; 2] = ["One side", "Only what this side may know is seen"];
pub const FIRST_SCREEN: [&str; 2] = ["Players' screen: the first side", SCREEN];
pub const OTHER_SCREEN: [&str; 2] = ["Players' screen: the other side", SCREEN];
pub const CLOSE_PLAYERS_SCREEN: [&str; 2] = ["Close the players' screen", "The second window is closed"];
pub const LOOK_HERE: [&str; 2] =
    ["Look here", "Bring the selected piece, or what this table shows, into sight on the players' screen"];
pub const LOOK_AT_ALL: [&str; 2] = ["Look at the whole table", "The players' screen shows the whole table"];
pub const TRUE_SIZE: [&str; 2] =
    ["True size", "An inch of the table is an inch on the players' screen, or as large as it fits"];
pub const ASK_FOR_INCH: [&str; 2] =
    ["True size by a ruler…", "Hold a ruler to the players' screen until the one drawn there matches"];
pub const BOARD_AWAY: [&str; 2] = ["No board", "The players' screen shows the table alone"];
pub const BOARD_BESIDE: [&str; 2] = [
    "Board below the table",
    "Turns, arrivals, chits, weather and clocks below the table of the players' screen",
];
pub const BOARD_INSTEAD: [&str; 2] = [
    "Board in place of the table",
    "Turns, arrivals, chits, weather and clocks as large as the players' screen",
];
pub const RUN_CLOCKS: [&str; 2] = [
    "Chess clocks",
    "Start the clocks of both sides, or pause them: the clock of whoever has to decide runs",
];
pub const SET_INCH: [&str; 2] = ["Inch", ""];
pub const SHOW_START: [&str; 2] = [
    "Where to start…",
    "A guided turn, a battle to play, your own table, or a battle that is fought out for you",
];
pub const FIGHT_OUT: [&str; 2] =
    ["Fight it out for me…", "Choose a battle: two players who are not there fight it before you"];
pub const DRUMHEAD_PLAYS: [&str; 2] = [
    "Drumhead plays a side",
    "The program decides for this side from what the side may see; the other side is people's. Again: people play it",
];
pub const WHAT_WOULD_YOU_DO: [&str; 2] = [
    "What would you do?",
    "The order that the program would give for whoever is due, with its reason; nothing is given",
];
pub const DRUMHEAD_IS_CAUTIOUS: [&str; 2] =
    ["Cautious", "Where the program plays, it attacks only with the odds well on its side"];
pub const DRUMHEAD_IS_BALANCED: [&str; 2] = ["Normal", "Where the program plays, it attacks with good odds"];
pub const DRUMHEAD_IS_BOLD: [&str; 2] = ["Bold", "Where the program plays, it attacks with nearly even odds"];
pub const DRUMHEAD_IS_CLASSIC: [&str; 2] =
    ["Classic", "Where the program plays, each unit fights by itself, as in the first versions"];
pub const START_GUIDE: [&str; 2] =
    ["A guided first turn", "Begin the first battle; every step says what to do and why"];
pub const SKIP_LESSON: [&str; 2] = ["Next", "Skip this; it is not shown again"];
pub const LEAVE_GUIDE: [&str; 2] = [making::LEAVE, "Play on without the guide"];
pub const SHOW_RESULT: [&str; 2] = ["Result so far", "Points by source and losses by command"];
pub const SHOW_KEYS: [&str; 2] = ["Keys", "Every key of the window"];
pub const SHOW_HANDBOOK: [&str; 2] = [
    "Handbook…",
    "An evening at the table, an army of your own, paper, keys and commands: pages with pictures",
];
pub const SHOW_ABOUT: [&str; 2] =
    ["About Drumhead…", "Version, rule sets and their sources, licences of all that is in it"];
pub const CLOSE_DIALOG: [&str; 2] = [shared::CLOSE, ""];
pub const RESET_LAYOUT: [&str; 2] = ["Panels as at first", "Every panel where it was when first opened"];
pub const TABLE_ALONE: [&str; 2] = ["Table alone", "The table without panels, and with them again"];
pub const TOGGLE_LOG: [&str; 2] = ["Log", "The whole record over the table, or its last line"];
pub const UNFOLD: [&str; 2] = [groups::EVERY_UNIT, "The order of battle unit by unit, or as badges"];
pub const OPEN_ENTRY: [&str; 2] = [log::WORKING, ""];
pub const POINT_AT: [&str; 2] = ["Show on the table", ""];
pub const SHOW_CLAUSE: [&str; 2] = [fiat::CLAUSE, "Open the rulebook at this clause"];
pub const TOGGLE_DICE: [&str; 2] =
    ["Rolled or typed dice", "Let the program roll, or type what the players rolled"];
pub const DIGIT: [&str; 2] = ["Die", ""];
pub const BACKSPACE: [&str; 2] = ["Correct", "Take back the last digit, or the last throw"];
pub const TOGGLE_COUNT: [&str; 2] = ["Type the count", "Type only the hits or the sum"];
pub const ENTER_DICE: [&str; 2] = ["These dice", ""];
pub const ROLL_INSTEAD: [&str; 2] =
    ["Roll the rest", "The program rolls this throw and all that follow in this order"];
pub const ROLL_THIS: [&str; 2] = ["Roll this", "The program rolls this throw; the next is asked for"];
pub const CONFIRM_TYPED: [&str; 2] = ["Type the dice", "The players roll, and their dice are typed"];
pub const CONFIRM_ROLLED: [&str; 2] = ["Roll the dice", "The program rolls for this order"];
pub const CONFIRM: [&str; 2] = [due::CONFIRM, "Give the order in hand"];
pub const CANCEL: [&str; 2] = [shared::CANCEL, "Put it back; nothing happens"];
pub const GO_ON: [&str; 2] = [dialogs::GO_ON, "Do what is due, where only one thing is"];
pub const SHOW_RING: [&str; 2] = [
    "Orders round the piece",
    "What the selected piece may form or do where it stands, in a ring round it; the others with the reason",
];
pub const OPEN_LINE: [&str; 2] = [line::LABEL, "Type orders: stands, then what they do"];
pub const LINE: [&str; 2] = [line::LABEL, ""];
pub const CHOOSE: [&str; 2] = [shared::CHOOSE, "What is due and has this number"];
pub const SHOW_PALETTE: [&str; 2] =
    ["Find anything…", "Every action, stand, formation, clause and battle by name"];
pub const CHOOSE_FOUND: [&str; 2] = ["Do it", ""];
pub const TURN_LEFT: [&str; 2] = ["Turn left", TURNS];
pub const TURN_RIGHT: [&str; 2] = ["Turn right", TURNS];
pub const WAY_POINT: [&str; 2] =
    ["Set a way-point", "The stand in hand goes this way: Alt+W, Shift and click, or Shift while dragging"];
pub const TAKE_WAY_POINT: [&str; 2] =
    ["Remove way-point", "Take back the last way-point; on hexes, the hex that was chosen last"];
pub const DROP_SHORT: [&str; 2] = ["Go as far as it may", ""];
pub const GIVE_FIAT: [&str; 2] = ["Decide so", ""];
pub const OVERRULE: [&str; 2] =
    ["Overrule…", "The referee decides otherwise; the record keeps it with their reason"];

/// Colours that these eyes tell apart.
pub const fn colours_for(sight: Sight) -> [&'static str; 2] {
    match sight {
        Sight::Full => ["Colours: all", "Sides and verdicts for eyes that see all colours"],
        Sight::Protanopia => ["Colours: without red", "Sides and verdicts that protanopes tell apart"],
        Sight::Deuteranopia => ["Colours: without green", "Sides and verdicts that deuteranopes tell apart"],
        Sight::Tritanopia => ["Colours: without blue", "Sides and verdicts that tritanopes tell apart"],
        Sight::Achromatopsia => {
            ["Colours: shades of grey", "Sides and verdicts told apart by lightness alone"]
        }
    }
}
