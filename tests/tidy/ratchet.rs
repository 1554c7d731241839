//! The counts of the house, each with the figure it has today and its goal.
//!
//! A figure may not rise above today's. Where it has fallen, today's is to be lowered with it, so that it does not rise again.
//! Lines of code may drift by a fiftieth; where a room grows by more, its row says so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::count::{House, Source};
use crate::{root, sources};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Count {
    /// How often the code of a room names a rule set; clause ids aside.
    RuleSets,
    /// In how many files an order of a rule set is named on average, in hundredths.
    OrderFiles,
    /// In how many files that order is named which is named in most.
    WorstOrder,
    /// Files of a room with over 1,000 lines.
    LongFiles,
    /// Texts for people that stand elsewhere in the window than in `window::texts`, where a translation finds them.
    Texts,
    /// Lines of code of a room: no blank lines, no comments, no tests.
    Lines,
}

/// A count, of what, its figure today, and the goal where it has one.
type Row = (Count, &'static str, usize, Option<usize>);

use Count::{Lines, LongFiles, OrderFiles, RuleSets, Texts, WorstOrder};

const TODAY: &[Row] = &[
    (RuleSets, "casebook", 0, Some(0)),
    (RuleSets, "commands", 0, Some(0)),
    (RuleSets, "data", 0, Some(0)),
    (RuleSets, "desk", 0, Some(0)),
    (RuleSets, "dice", 0, Some(0)),
    (RuleSets, "drawing", 0, Some(0)),
    (RuleSets, "game", 0, Some(0)),
    (RuleSets, "hexes", 0, Some(0)),
    (RuleSets, "lab", 0, Some(0)),
    (RuleSets, "main.rs", 0, Some(0)),
    (RuleSets, "paper", 0, Some(0)),
    (RuleSets, "protocol", 0, Some(0)),
    (RuleSets, "rulebook", 0, Some(0)),
    (RuleSets, "scenario", 0, Some(0)),
    (RuleSets, "spreadsheet", 0, Some(0)),
    (RuleSets, "table", 0, Some(0)),
    (RuleSets, "window", 0, Some(0)),
    // The pointer leads orders to other hexes, and sketches draw them: both name them all.
    (OrderFiles, "casus_belli", 781, Some(500)),
    (OrderFiles, "easy", 453, Some(500)),
    (OrderFiles, "epstein", 470, Some(500)),
    (OrderFiles, "napoleon_at_war", 466, Some(500)),
    // A word of the window (`Name`, `Bridge`, `Ford`) counts for the order that is called so.
    (WorstOrder, "casus_belli", 12, Some(8)),
    (WorstOrder, "easy", 6, Some(8)),
    (WorstOrder, "epstein", 7, Some(8)),
    (WorstOrder, "napoleon_at_war", 6, Some(8)),
    (LongFiles, "window", 0, Some(0)),
    (LongFiles, "rules/casus_belli", 0, Some(0)),
    (LongFiles, "rules/easy", 0, Some(0)),
    (LongFiles, "rules/epstein", 0, Some(0)),
    (LongFiles, "rules/napoleon_at_war", 0, Some(0)),
    (Texts, "window", 0, Some(0)),
    // The form of a counter of a hex battle; names, completions and keys of the order line; the program about itself, files that are
    // dropped, and its words in a place of their own; the roster as a spreadsheet, ground drawn freehand, features reshaped, armies
    // saved; the plate of the table alone, banners, what comes into sight, the start sheet, battles fought out; every text of the window
    // with a name, in one place; players who think on a thread; the roster of battles on hexes; the ground filled on the card, text of any size, cards
    // that say what dice decide, the roster's cells, names and sides. What cannot come on is overruled where it is told, choices stand by
    // side, an empty table asks for its rules, a refused hex is marked: 560.
    // The dialog of a report, its thread and its words, and what opens a file: 380.
    // The dialog that prints with its preview: 450. A game judged again, a position kept, pictures of cases: 380.
    // A map fitted to the table, with its preview; warnings of an import; photographs as they were taken: 700.
    // The players' screen: what is considered, dice and news for three metres, its true size, its board, the clocks: 850.
    (Lines, "window", 33270, None),
    // What a case looks like.
    (Lines, "casebook", 855, None),
    // The manual and completions.
    // `draw`; `report` and `film`: 160.
    // `print`, a case that is drawn, armies as tables: 260.
    // Damaged journals refused, a report beside its journal, faults each on a line of its own: 60.
    // An exit status for a record that contradicts itself.
    // Maps that become terrain files: 100.
    // Sheets, nations and colours of tables of units, counters that come back, what was done told: 160.
    // Options that say nothing of what is converted: 45.
    // What a shell completes: 80.
    (Lines, "commands", 2620, None),
    // Faults know the field that they are about, and others that they are true of.
    // Text from other programs, however it is encoded: 80.
    (Lines, "data", 2120, None),
    // What a file is that is dropped on the window; endings of games; twins of games, over which players think; games by their names.
    // Files written whole, with what is told where they cannot be.
    // Since which order each figure of an ending is what it is: 90.
    // What a record says twice is held to itself; full disks and names of devices are told.
    // Orders that the referee lets stand; notes; what is due for each viewer, kept: 130.
    // What a viewer may know of an order that is considered, and the clocks of the sides: 90.
    (Lines, "desk", 5046, None),
    (Lines, "dice", 576, None),
    // Hexes: maps that turn, leaders, conditions of units that rout, fronts, lines of command and communications; names that lie over
    // stands, waters that spring, crowns of trees, palettes for eyes of every sort; ways on hexes by the compass.
    // Names that stay, and numbers from afar that step aside for each other, took 340. Names that leave the numbers of stands clear,
    // costs beside names, flags of routs, and what is laid over a table cut at its edge took 450.
    // Needle and scale bars as marks: 90.
    // Arrows of who went where, crosses, a palette for the printer: 150.
    // Labels and counters as they are cut out, laid out by themselves: 150.
    // Sign, strength and number of a stand from afar; counters that shrink in order: 180.
    (Lines, "drawing", 7113, None),
    // Chances as a tree, orders that the pointer aims, dice of a printed example; of all rules on hexes: refusals, positions, the wire,
    // duties and combats, a piece in hand, which two rule sets had each for itself; what each face of a throw leads to;
    // pieces that are turned and change places in hand. What is told by its order alone, the nearest numbers, where a typed way ends: 110.
    // A fact said in full, for paper: 10.
    // What solo players see of a game, and what they are: 40.
    // Orders, states and events spelled by their types for all rule sets, lists by what numbers them, whom a value names: 600, for which
    // the rules lost 3,000.
    // What the two games on hexes had each for itself (a piece in hand, scenes, names, combats, lessons), abbreviations of the order line,
    // faults of positions: 740, for which the rules lost 1,540.
    // The plan of a side for a turn, for players of any rules: 180; posts from which enemies are attacked: 60.
    (Lines, "game", 7457, None),
    (Lines, "games", 58, None),
    // Sets of hexes.
    (Lines, "hexes", 925, None),
    // A picture of how far each game was won: 75.
    (Lines, "lab", 571, None),
    (Lines, "main.rs", 4, None),
    // Pictures that leave the desk.
    // The report of a game: 1,900, a third of them the elements of its page.
    // Pages on which blocks flow, eleven documents, pictures of cases: 2,500.
    // Fonts cut to their letters, figures that lead to their orders, Markdown that lacks nothing of the page: 310.
    // Sticks in parts, pages numbered through, films drawn square by square; columns as wide as their words, even last pages: 390.
    // Rosters, turn record and order-of-battle cards of hex games: 150.
    (Lines, "paper", 5693, None),
    (Lines, "protocol", 1105, None),
    (Lines, "rulebook", 632, None),
    // Battalions: houses under round shot, the law of a charge for each answer, companies, what a gun strikes; in order of who is near.
    // 1800, a whole rule set. Ways that are too long measured whole, what the log of hexes would tell twice: 190.
    // What the referee lets stand in all four games, and who has still to come: 1,480.
    (Lines, "rules", 72177, None),
    // Counters that are edited, their fronts and leaders, what they rest on, units that come with an option; rosters as tables, rows
    // of a spreadsheet, commands along a line; the roster of battles on hexes, whose counters come, go and wait; cells that are written over,
    // commands renamed, numbers kept, names and numbers that are there twice. Words that a cell cannot be and keeps until they are mended,
    // lines on which one side is deployed: 240.
    // Orders of battle have been a room of their own: 1,100.
    // Maps as programs write them, tags of OpenStreetMap, coordinates of the world, areas and lines cut at the edge of the table: 900.
    // Tables of other people: columns told apart, titles and sums, words that mean others, nations, questions for faults of a kind; who
    // is under whom comes back: 800.
    // Where the features of a map stand in their file, edges that cross themselves, coordinates by what features say: 180.
    (Lines, "scenario", 12769, None),
    // Houses and leaders of the players of battalions; players of corps. Why battalions are ordered what they are, and what both games count: 130.
    // Battalions by a plan, beside those of before: 265. Places in the line of who attacks in Easy: 170.
    (Lines, "solo", 6575, None),
    (Lines, "spreadsheet", 518, None),
    // Pairs by parry2d beside the sweeps, which stay ours: a room where each answers what it is exact in.
    // It turns where there is room, bends where that is cheapest, and lets go whoever starts on a limit.
    (Lines, "table", 8075, None),
];

/// A figure, and where it comes from, file by file.
struct Figure {
    today: usize,
    lies: Vec<String>,
}

type Figures = BTreeMap<(Count, String), Figure>;

/// Files of more lines are long.
const LONG: usize = 1000;

/// Rooms and folders whose long files are counted.
const IN_LONG: [&str; 5] =
    ["window", "rules/casus_belli", "rules/easy", "rules/epstein", "rules/napoleon_at_war"];

/// What says all that the window says, and what shows it.
const TEXTS: &str = "window/texts";
const WITHOUT_TEXTS: &str = "window";

static HOUSE: LazyLock<House> = LazyLock::new(|| {
    let src = root().join("src");
    let files: Vec<(String, String)> = sources(&src)
        .into_iter()
        .map(|(path, text)| {
            let path = path.strip_prefix(&src).expect("it was found there");
            let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
            (parts.join("/"), text)
        })
        .collect();
    let verbs = [
        ("casus_belli", casus_belli::spelling::VERBS.iter().map(|verb| verb.name).collect()),
        ("easy", easy::spelling::VERBS.iter().map(|verb| verb.name).collect()),
        ("epstein", epstein::spelling::VERBS.iter().map(|verb| verb.name).collect()),
        ("napoleon_at_war", napoleon_at_war::spelling::VERBS.iter().map(|verb| verb.name).collect()),
    ];
    House::read(&files, &verbs)
});

static FIGURES: LazyLock<Figures> = LazyLock::new(|| figures(&HOUSE));

/// The rooms that may name rule sets.
const NAMING: [&str; 3] = ["games", "rules", "solo"];

/// The room of a file: its folder in `src`, or the file itself where it lies in none.
fn room(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

/// Each name of a rule set, as the place where it stands.
fn places<'a>(path: &'a str, names: &'a [(usize, String)]) -> impl Iterator<Item = String> + 'a {
    names.iter().map(move |(line, text)| format!("src/{path}:{line}: {text}"))
}

fn figures(house: &House) -> Figures {
    let mut figures = Figures::new();
    let rooms: BTreeSet<&str> = house.sources.iter().map(|source| room(&source.path)).collect();
    for of in rooms {
        let files: Vec<&Source> = house.room(of).collect();
        let mut add = |count, today, lies| {
            figures.insert((count, of.to_owned()), Figure { today, lies });
        };
        if !NAMING.contains(&of) {
            let lies: Vec<String> = files.iter().flat_map(|file| places(&file.path, &file.names)).collect();
            add(RuleSets, lies.len(), lies);
        }
        let lines = files.iter().map(|file| file.lines).sum();
        add(
            Lines,
            lines,
            files.iter().map(|file| format!("src/{}: {} lines", file.path, file.lines)).collect(),
        );
    }
    for set in &house.orders {
        let files_of = |order: &String| -> Vec<&str> {
            let of_set = house.sources.iter().filter(|file| {
                file.path.split('/').nth(1) == Some(&set.folder) && file.orders.contains(order)
            });
            of_set.map(|file| &*file.path).collect()
        };
        let mut orders: Vec<(&String, Vec<&str>)> =
            set.names.iter().map(|order| (order, files_of(order))).collect();
        orders.sort_by_key(|(_, files)| std::cmp::Reverse(files.len()));
        let told = |(order, files): &(&String, Vec<&str>)| {
            format!("{order}: {} files: {}", files.len(), files.join(", "))
        };
        let lies: Vec<String> = orders.iter().map(told).collect();
        let places: usize = orders.iter().map(|(_, files)| files.len()).sum();
        let worst = orders.first().map_or(0, |(_, files)| files.len());
        let worst_lies = orders.iter().filter(|(_, files)| files.len() > 8).map(told).collect();
        let average = (100 * places).checked_div(orders.len()).unwrap_or_default();
        figures.insert((OrderFiles, set.folder.clone()), Figure { today: average, lies });
        figures.insert((WorstOrder, set.folder.clone()), Figure { today: worst, lies: worst_lies });
    }
    let elsewhere = house.room(WITHOUT_TEXTS).filter(|file| !file.path.starts_with(TEXTS));
    let said = elsewhere.flat_map(|file| file.texts.iter().map(|text| (&file.path, text)));
    let lies: Vec<String> = said.map(|(path, (line, text))| format!("src/{path}:{line}: {text:?}")).collect();
    figures.insert((Texts, WITHOUT_TEXTS.to_owned()), Figure { today: lies.len(), lies });
    for of in IN_LONG {
        let files: Vec<&Source> = house.room(of).collect();
        let long: Vec<String> = files
            .iter()
            .filter(|file| file.length > LONG)
            .map(|file| format!("src/{}: {} lines in all", file.path, file.length))
            .collect();
        figures.insert((LongFiles, of.to_owned()), Figure { today: long.len(), lies: long });
    }
    figures
}

/// How far a figure may lie from today's, above or below it, before the table is to be changed.
fn slack(count: Count, today: usize) -> usize {
    match count {
        Lines => (today / 50).max(20),
        RuleSets | OrderFiles | WorstOrder | LongFiles | Texts => 0,
    }
}

/// Holds the figures of these counts to today's.
fn hold(counts: &[Count]) {
    let mut wrong = String::new();
    let tabled: BTreeMap<(Count, String), Row> =
        TODAY.iter().map(|row| ((row.0, row.1.to_owned()), *row)).collect();
    for (key @ (count, of), figure) in FIGURES.iter().filter(|((count, _), _)| counts.contains(count)) {
        let row = tabled.get(key);
        let goal = row.and_then(|row| row.3);
        let (today, lies) = (figure.today, figure.lies.join("\n  "));
        let verdict = match row.map(|row| row.2) {
            None => format!("is not in the table\n  {lies}"),
            Some(held) if today > held + slack(*count, held) => {
                format!("has risen from {held}; it is made of\n  {lies}")
            }
            Some(held) if today + slack(*count, held) < held => {
                format!("has fallen from {held}: well done, lower the table")
            }
            Some(_) => continue,
        };
        let row = format!("    ({count:?}, {of:?}, {today}, {goal:?}),");
        writeln!(wrong, "{count:?} of {of} is {today} and {verdict}\n{row}")
            .expect("a text takes what is written");
    }
    let gone = tabled.keys().filter(|key| counts.contains(&key.0) && !FIGURES.contains_key(*key));
    for (count, of) in gone {
        writeln!(wrong, "{count:?} of {of} is in the table and not in src")
            .expect("a text takes what is written");
    }
    assert!(wrong.is_empty(), "tests/tidy/ratchet.rs, TODAY:\n{wrong}");
}

#[test]
fn no_more_code_names_a_rule_set() {
    hold(&[RuleSets]);
}

#[test]
fn orders_are_named_in_no_more_files() {
    hold(&[OrderFiles, WorstOrder]);
}

#[test]
fn no_more_files_are_long() {
    hold(&[LongFiles]);
}

#[test]
fn no_more_texts_stand_outside_their_place() {
    hold(&[Texts]);
}

#[test]
fn the_code_does_not_grow_unseen() {
    hold(&[Lines]);
}

/// Prints every figure: `cargo test --test tidy -- --nocapture figures`.
#[test]
#[allow(clippy::print_stdout, reason = "it is there to be read")]
fn figures_can_be_read() {
    let goals: BTreeMap<(Count, String), usize> =
        TODAY.iter().filter_map(|row| Some(((row.0, row.1.to_owned()), row.3?))).collect();
    println!();
    for (key @ (count, of), figure) in FIGURES.iter() {
        let goal = goals.get(key).map_or(String::new(), |goal| format!("goal {goal}"));
        println!("{:<12} {of:<16} {:>6}  {goal}", format!("{count:?}"), figure.today);
    }
    let whole: usize = HOUSE.sources.iter().map(|source| source.lines).sum();
    println!("{:<12} {:<16} {whole:>6}", "Lines", "all of src");
    assert!(whole > 0, "no code was found");
}

/// The toy is what a new game has to bring at least.
#[test]
fn the_toy_rules_are_small_and_no_source_knows_them() {
    let text = std::fs::read_to_string(root().join("tests/toy/brawl.rs")).expect("it can be read");
    let house = House::read(&[("brawl.rs".to_owned(), text)], &[]);
    assert!(house.sources[0].lines <= 600, "{} lines of code", house.sources[0].lines);
    for (path, text) in sources(&root().join("src")) {
        assert!(!text.to_lowercase().contains("brawl"), "{} knows the toy", path.display());
    }
}
