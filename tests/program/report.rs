//! Reports: pages, text and tables, read back by a reader of their own and held to the journals of which they tell.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use desk::{Beginning, Game, JournalPlace, Library, Sync, peek};
use game::Viewer;
use games::Games;
use paper::report::page::page;
use paper::report::tables::tables;
use scraper::{ElementRef, Html, Selector};
use serde_json::Value;
use trial::is_long;

use super::run;
use super::told::Account;

pub(super) fn find<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).expect("a selector")).collect()
}

pub(super) fn within<'a>(element: ElementRef<'a>, selector: &str) -> Vec<ElementRef<'a>> {
    element.select(&Selector::parse(selector).expect("a selector")).collect()
}

pub(super) fn text(element: ElementRef<'_>) -> String {
    element.text().collect::<String>().trim().to_owned()
}

/// The words of an element itself, without those of the elements in it.
pub(super) fn own_text(element: ElementRef<'_>) -> String {
    let own = element.children().filter_map(|child| child.value().as_text());
    own.map(|text| text.to_string()).collect::<String>().trim().to_owned()
}

/// The rows of the tables of a section, cell by cell.
fn rows(page: &Html, section: &str) -> Vec<Vec<String>> {
    let rows = find(page, &format!("{section} tbody tr"));
    rows.into_iter().map(|row| within(row, "th, td").into_iter().map(text).collect()).collect()
}

/// A game with its file.
struct ReportedGame {
    game: Box<dyn Game>,
    journal: PathBuf,
    page: String,
}

impl ReportedGame {
    fn of(path: &Path, viewer: Viewer) -> Self {
        let games = Games::of_the_program();
        let library = Library::embedded(&games);
        let rules = games.of(&peek(path).expect("a journal").rules).expect("its rules are known");
        let (game, _) = rules.read(path, &library).expect("it opens");
        let page = page(game.as_ref(), viewer, &mut |_, _| true).expect("a page");
        Self { game, journal: path.to_owned(), page }
    }

    fn tables(&self, viewer: Viewer) -> BTreeMap<String, Vec<BTreeMap<String, String>>> {
        let files = tables(self.game.as_ref(), viewer, spreadsheet::CsvFor::default()).expect("tables");
        let read = |bytes: &[u8]| {
            csv::Reader::from_reader(bytes).deserialize().map(|row| row.expect("a row")).collect()
        };
        files.into_iter().map(|file| (file.name, read(&file.bytes))).collect()
    }

    /// The throws of dice that the journal has, entry by entry.
    fn dice(&self) -> BTreeMap<usize, Vec<Vec<u64>>> {
        let text = fs::read_to_string(&self.journal).expect("a journal is text");
        let mut dice = BTreeMap::new();
        for line in text.lines().skip(1) {
            let (_, line) = line.split_once(' ').expect("a line has its hash");
            let line: Value = serde_json::from_str(line).expect("JSON");
            let Some(thrown) = line["did"]["order"]["dice"].as_array() else { continue };
            let faces = |one: &Value| match one["Faces"].as_array() {
                Some(faces) => faces.iter().filter_map(Value::as_u64).collect(),
                None => vec![one["Count"].as_u64().expect("a count")],
            };
            let number = line["n"].as_u64().expect("a number") as usize;
            dice.insert(number, thrown.iter().map(faces).collect());
        }
        dice
    }

    /// Whatever a report says of this game in figures is what the journal and the game say.
    fn check(&self) {
        let name = self.journal.display();
        let page = Html::parse_document(&self.page);
        check_addresses(&self.page, &page);
        self.check_log(&page);
        self.check_strength(&page);
        self.check_losses(&page);
        self.check_throws(&page);
        Account::of(self.game.as_ref()).check(&page);
        let ending = self.game.ending(Viewer::Referee);
        assert_eq!(text(find(&page, ".headline")[0]), ending.verdict, "{name}");
        let scores: Vec<String> = find(&page, ".scores .score").into_iter().map(text).collect();
        let points: Vec<String> =
            ending.sides.iter().map(|side| format!("{}: {}", side.name, side.points)).collect();
        assert_eq!(scores, points, "{name}");
    }

    /// Every order that stands is there once, with its number and all its lines; those taken back are told apart.
    fn check_log(&self, page: &Html) {
        let name = self.journal.display();
        let orders = find(page, "#log ol.orders > li");
        let lines = |order: &ElementRef<'_>| -> Vec<String> {
            let rest = within(*order, "ul > li").into_iter().map(text);
            std::iter::once(own_text(*order)).chain(rest).filter(|line| !line.is_empty()).collect()
        };
        let told: Vec<Vec<String>> = orders.iter().map(lines).collect();
        let trimmed = |words: &&[String]| -> Vec<String> {
            words.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
        };
        let log: Vec<Vec<String>> = self.game.log().iter().map(trimmed).collect();
        assert_eq!(told, log, "{name}");
        let beside = find(page, "#elsewhere ol.orders > li").len();
        assert_eq!(orders.len() + beside, self.game.entries(), "{name}: no entry is left out");
        for turn in find(page, "#log details") {
            let said = text(within(turn, ".brief")[0]);
            let count = within(turn, "ol.orders > li").len();
            assert_eq!(said.split(' ').next(), Some(count.to_string().as_str()), "{name}: {said}");
        }
    }

    /// What is left at the end of each turn is what the sides had after its last order that is before the next turn's first.
    fn check_strength(&self, page: &Html) {
        let name = self.journal.display();
        let ending = self.game.ending(Viewer::Referee);
        let mut before: Vec<Option<i64>> = Vec::new();
        let rows = rows(page, "#strength");
        assert_eq!(rows.len(), find(page, "#log details").len(), "{name}");
        let numbers: Vec<String> = rows.iter().map(|row| row[0].clone()).collect();
        for (place, row) in rows.into_iter().enumerate() {
            // Of a turn that was played again after the clock was set back the last is what stands.
            let stands = !numbers[place + 1..].contains(&row[0]);
            let number: u8 = if row[0] == "start" { 0 } else { row[0].parse().expect("a turn") };
            assert_eq!(row[1], self.game.clock(number.max(1)), "{name}");
            let figures: Vec<Option<i64>> = row[2..].iter().map(|cell| cell.parse().ok()).collect();
            let left: Vec<Option<i64>> = figures.iter().step_by(2).copied().collect();
            for (side, left) in ending.sides.iter().zip(&left) {
                let known = side.strength.iter().find(|(turn, _)| *turn == number);
                if let Some((_, known)) = known.filter(|_| stands) {
                    assert_eq!(*left, Some(i64::from(*known)), "{name}, turn {number}");
                }
            }
            for (place, lost) in figures.iter().skip(1).step_by(2).enumerate() {
                let was = before.get(place).copied().flatten();
                let fell = was.zip(left[place]).map(|(was, left)| (was - left).max(0));
                assert_eq!(*lost, fell, "{name}, turn {number}");
            }
            before = left;
        }
    }

    /// Losses by command are those of the order of battle.
    fn check_losses(&self, page: &Html) {
        let name = self.journal.display();
        let mut told = rows(page, "#losses").into_iter();
        for side in &self.game.ending(Viewer::Referee).sides {
            for loss in &side.losses {
                let row = told.next().expect("a row for every command");
                let number = |cell: &str| cell.parse::<u32>().expect("a figure");
                assert_eq!(row[0], loss.group, "{name}");
                assert_eq!((number(&row[1]), number(&row[2])), (loss.start, loss.left), "{name}: {row:?}");
                assert_eq!(number(&row[1]) - number(&row[2]), number(&row[3]), "{name}: {row:?}");
            }
        }
        assert!(told.next().is_none());
    }

    /// Every throw is that of the journal, and the luck account adds them up.
    fn check_throws(&self, page: &Html) {
        let name = self.journal.display();
        let tables = self.tables(Viewer::Referee);
        let throws = &tables["throws.csv"];
        let mut told: BTreeMap<usize, Vec<Vec<u64>>> = BTreeMap::new();
        for throw in throws {
            let faces: Vec<u64> =
                throw["faces"].split_whitespace().map(|face| face.parse().expect("a face")).collect();
            let value: u64 = throw["value"].parse().expect("a value");
            let thrown = if faces.is_empty() { vec![value] } else { faces };
            told.entry(throw["entry"].parse().expect("a number")).or_default().push(thrown);
        }
        let standing: BTreeSet<usize> = find(page, "#log ol.orders > li")
            .into_iter()
            .map(|order| number_of(order.value().id()))
            .collect();
        let mut kept = self.dice();
        kept.retain(|number, dice| standing.contains(number) && !dice.is_empty());
        assert_eq!(told, kept, "{name}");
        let lines = find(page, "#log .dice").len();
        assert_eq!(lines, throws.len(), "{name}: every throw is told in the log");
        let sum = |side: &str, what: &str| -> f64 {
            let own = throws.iter().filter(|throw| throw["side"] == side && throw["read"] != "each");
            // The number of ammunition chits, which one side alone may see, is nobody's luck.
            let own = own.filter(|throw| throw["clause"] != "easy:VI.E");
            own.map(|throw| throw[what].parse::<f64>().expect("a figure")).sum()
        };
        let sections = find(page, "#luck .columns > div");
        for section in sections {
            let side = text(within(section, "h3")[0]);
            let cells: Vec<Vec<f64>> = within(section, "tbody tr")
                .into_iter()
                .map(|row| {
                    within(row, "td.figure")
                        .into_iter()
                        .map(|cell| text(cell).parse().expect("a figure"))
                        .collect()
                })
                .collect();
            let column = |at: usize| cells.iter().map(|row: &Vec<f64>| row[at]).sum::<f64>();
            assert!((column(0) - sum(&side, "dice")).abs() < 1e-9, "{name}: {side} dice");
            assert!((column(1) - sum(&side, "value")).abs() < 1e-9, "{name}: {side} came");
            // Each row is rounded to a tenth.
            let slack = 0.05 * cells.len() as f64 + 1e-2;
            assert!((column(2) - sum(&side, "expected")).abs() < slack, "{name}: {side} due");
        }
    }
}

fn number_of(id: Option<&str>) -> usize {
    id.and_then(|id| id.strip_prefix('e')).and_then(|id| id.parse().ok()).expect("the number of an entry")
}

/// No address leads out of the page, every link has its target, and no name is given twice.
fn check_addresses(text: &str, page: &Html) {
    let plain: String =
        text.split("base64,").map(|part| part.split_once(")}").map_or(part, |(_, rest)| rest)).collect();
    for outside in ["http", "://", "@import", "<link", "src="] {
        assert!(!plain.contains(outside), "{outside} leads out of the page");
    }
    // The fonts that it brings lie in it.
    for part in text.split("url(").skip(1).filter(|part| !part.starts_with("data:font/otf;base64,")) {
        assert!(part.starts_with('#'), "url({}", &part[..part.len().min(40)]);
    }
    let mut ids = BTreeSet::new();
    for element in find(page, "[id]") {
        let id = element.value().id().expect("it has one");
        assert!(ids.insert(id.to_owned()), "{id} is there twice");
    }
    for element in find(page, "[href]") {
        let to = element.value().attr("href").expect("it has one");
        let target = to.strip_prefix('#').unwrap_or_else(|| panic!("{to} leads out of the page"));
        assert!(ids.contains(target), "{to} leads nowhere");
    }
}

/// A game of solo players, so many turns long.
pub fn played(folder: &Path, scenario: &str, seed: u64, orders: usize) -> PathBuf {
    played_from(&Library::embedded(&Games::of_the_program()), folder, scenario, seed, orders)
}

/// The same of a battle of this library.
pub fn played_from(library: &Library, folder: &Path, scenario: &str, seed: u64, orders: usize) -> PathBuf {
    let games = Games::of_the_program();
    let path = folder.join(format!("{scenario}-{seed}.drumhead"));
    let rules = games
        .all()
        .find(|rules| library.scenarios().iter().any(|(id, _, of)| id == scenario && of == rules.id()));
    let beginning = Beginning {
        scenario: scenario.to_owned(),
        seed: Some(seed),
        journal: JournalPlace::In(path.clone()),
        sync: Sync::System,
        ..Beginning::default()
    };
    let (mut game, _) = rules.expect("its rules").begin(library, library, beginning).expect("it begins");
    let mut players = games.players(game.as_mut()).expect("solo players");
    while game.depth() < orders && !game.is_over() {
        players.step(game.as_mut()).expect("they play");
    }
    path
}

fn golden() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let names =
        ["v1/first-steps-everything", "v1/first-steps-typed", "v2/first-steps-typed", "v2/marengo-naw-typed"];
    names.into_iter().map(|name| folder.join(name).join("game.journal")).collect()
}

#[test]
fn every_figure_of_reports_is_that_of_their_journal() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut games: Vec<(&str, u64, usize)> = Vec::new();
    for (scenario, many, orders) in
        [("first-steps", 16, 60), ("worked-example", 10, 40), ("marengo-naw", 10, 30), ("marengo-cb", 10, 25)]
    {
        // Some are a few orders long, and end in mid-turn.
        let orders =
            |seed: u64| if seed.is_multiple_of(5) { seed as usize } else { orders + 7 * seed as usize };
        let many = if is_long() { many } else { 2 };
        games.extend((1..=many).map(|seed| (scenario, seed, orders(seed))));
    }
    let check = |games: Vec<(&str, u64, usize)>| -> usize {
        for (scenario, seed, orders) in &games {
            ReportedGame::of(&played(folder.path(), scenario, *seed, *orders), Viewer::Referee).check();
        }
        games.len()
    };
    let (even, odd): (Vec<_>, Vec<_>) = games.into_iter().partition(|(_, seed, _)| seed % 2 == 0);
    let told = thread::scope(|scope| {
        let other = scope.spawn(|| check(odd));
        let old = golden();
        for path in &old {
            ReportedGame::of(path, Viewer::Referee).check();
        }
        old.len() + check(even) + other.join().expect("they are those of their journals")
    });
    assert_eq!(told, if is_long() { 50 } else { 12 });
}

#[test]
fn a_side_is_told_what_it_knew_and_the_same_journal_gives_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "first-steps", 5, 120);
    let viewer = ReportedGame::of(&path, Viewer::Referee).game.viewer(Some("red")).expect("a side");
    let [one, again] = [(); 2].map(|()| ReportedGame::of(&path, viewer).page);
    assert!(one == again, "the same bytes");
    check_addresses(&one, &Html::parse_document(&one));
    let referee = ReportedGame::of(&path, Viewer::Referee).page;
    assert!(one.contains("side knew it") && !referee.contains("side knew it"));
}

#[test]
fn a_game_that_has_not_begun_and_one_of_a_single_order_are_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let none = ReportedGame::of(&played(folder.path(), "first-steps", 1, 0), Viewer::Referee);
    none.check();
    assert!(none.page.contains("has not begun") && none.page.contains("Nothing has happened yet"));
    let one = ReportedGame::of(&played(folder.path(), "first-steps", 2, 1), Viewer::Referee);
    one.check();
    assert_eq!(find(&Html::parse_document(&one.page), "#day article").len(), 1);
}

#[test]
fn orders_that_were_taken_back_are_told_apart() {
    let games = Games::of_the_program();
    let library = Library::embedded(&games);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = played(folder.path(), "first-steps", 3, 12);
    let rules = games.of(&peek(&path).expect("a journal").rules).expect("known");
    {
        let (mut game, _) = rules.open(&path, &library).expect("it opens");
        let to = game.entry(game.at() - 1, Viewer::Referee).expect("an order").parent;
        game.undo(Some(to)).expect("taken back");
        let mut players = games.players(game.as_mut()).expect("solo players");
        players.step(game.as_mut()).expect("they go on");
    }
    let told = ReportedGame::of(&path, Viewer::Referee);
    told.check();
    assert!(told.game.undos() > 0);
    assert_eq!(find(&Html::parse_document(&told.page), "#elsewhere ol.orders > li").len(), 2);
}

#[test]
fn the_program_writes_a_page_text_with_pictures_and_tables() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let path = played(home.path(), "first-steps", 7, 60);
    let [journal, html, md, csv] =
        [path, home.path().join("a day.html"), home.path().join("day.md"), home.path().join("tables")]
            .map(|path| path.to_str().expect("plain letters").to_owned());
    let (done, said, err) = run(home.path(), &["report", &journal, "--out", &html]);
    assert!(done && said.contains("a day.html"), "{said}{err}");
    let (done, _, err) =
        run(home.path(), &["report", &journal, "--out", &md, "--csv", &csv, "--side", "red"]);
    assert!(done, "{err}");
    let text = fs::read_to_string(&md).expect("text");
    let pictures: Vec<&str> = text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(!pictures.is_empty() && pictures.len() <= 4, "{pictures:?}");
    for picture in pictures {
        let bytes = fs::read(home.path().join(picture)).expect("the picture lies beside the text");
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    }
    for name in ["turns.csv", "losses.csv", "throws.csv"] {
        let table = fs::read_to_string(Path::new(&csv).join(name)).expect("a table");
        assert!(table.lines().count() > 1, "{name}");
    }
}

#[test]
fn what_cannot_be_told_or_written_is_refused_and_leaves_nothing() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let path = played(home.path(), "first-steps", 7, 20);
    let at = |name: &str| home.path().join(name).to_str().expect("plain").to_owned();
    let journal = path.to_str().expect("plain").to_owned();
    let text = fs::read_to_string(&path).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let mut damaged = lines.clone();
    damaged.remove(9);
    fs::write(home.path().join("damaged.drumhead"), damaged.join("\n") + "\n").expect("written");
    fs::write(home.path().join("torn.drumhead"), &text[..text.len() - 9]).expect("written");
    fs::write(home.path().join("other.drumhead"), "{\"not\": \"a game\"}\n").expect("written");
    let files = || fs::read_dir(home.path()).map_or(0, Iterator::count);
    let before = files();
    for (arguments, told) in [
        (vec!["report", &journal, "--out", &at("day.pdf")], ".html or .md"),
        (vec!["report", &journal, "--out", &at("no-folder/day.html")], "cannot write"),
        (vec!["report", &journal, "--out", &at("no-folder/day.md")], "cannot write"),
        (vec!["report", &journal, "--side", "dutch", "--out", &at("day.html")], "--side"),
        (vec!["report", &at("none.drumhead"), "--out", &at("day.html")], "none.drumhead"),
        (vec!["report", &at("damaged.drumhead"), "--out", &at("day.html")], "line 10"),
        (vec!["report", &at("other.drumhead"), "--out", &at("day.html")], "other.drumhead"),
    ] {
        let (done, _, err) = run(home.path(), &arguments);
        assert!(!done && err.contains(told), "{arguments:?}: {err}");
        assert_eq!(files(), before, "{arguments:?} leaves nothing behind");
    }
    // Of a journal whose last line was never finished all else is told.
    let (done, _, err) = run(home.path(), &["report", &at("torn.drumhead"), "--out", &at("torn.html")]);
    assert!(done && err.contains("torn.drumhead"), "{err}");
    assert!(home.path().join("torn.html").is_file());
}

#[test]
fn a_film_shows_a_game_frame_by_frame_as_a_reader_of_gifs_reads_it() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let path = played(home.path(), "first-steps", 7, 60);
    let journal = path.to_str().expect("plain").to_owned();
    let film = |name: &str, more: &[&str]| {
        let out = home.path().join(name);
        let arguments = ["film", &journal, "--out", out.to_str().expect("plain")];
        let (done, _, err) = run(home.path(), &[&arguments[..], more].concat());
        assert!(done, "{err}");
        fs::read(out).expect("it is there")
    };
    let frames = |bytes: &[u8]| {
        let mut reader = gif::DecodeOptions::new().read_info(bytes).expect("a GIF");
        let (wide, high) = (usize::from(reader.width()), usize::from(reader.height()));
        let mut count = 0;
        while let Some(frame) = reader.read_next_frame().expect("every frame is sound") {
            let (right, foot) = (frame.left + frame.width, frame.top + frame.height);
            assert!(usize::from(right) <= wide && usize::from(foot) <= high, "it lies in the picture");
            assert!(count > 0 || (usize::from(frame.width), usize::from(frame.height)) == (wide, high));
            count += 1;
        }
        (wide, count)
    };
    let whole = film("whole.gif", &[]);
    assert!(whole == film("again.gif", &[]), "the same bytes");
    let (wide, count) = frames(&whole);
    assert!((700..=740).contains(&wide) && count >= 5, "{wide} wide, {count} frames");
    let (_, first) = frames(&film("first.gif", &["--to-turn", "1"]));
    assert!(first > 1 && first < count, "{first} of {count}");
    let (small, _) = frames(&film("small.gif", &["--scale", "8", "--side", "blue", "--to-turn", "1"]));
    assert!(small < wide);
    for (arguments, told) in [
        (["--out", "film.mp4", "--from-turn", "0"], ".gif"),
        (["--out", "film.gif", "--from-turn", "99"], "the game is in turn"),
        (["--out", "film.gif", "--scale", "400"], "4 to 40 points an inch"),
        (["--out", "no-folder/film.gif", "--from-turn", "0"], "cannot write"),
    ] {
        let (done, _, err) = run(home.path(), &[&["film", &journal], &arguments[..]].concat());
        assert!(!done && err.contains(told), "{arguments:?}: {err}");
    }
}
