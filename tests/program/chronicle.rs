//! Reports of battles that are over, of positions that were kept, and where the figures of a report lead.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use desk::{Beginning, Game, Library, peek};
use game::Viewer;
use game::options::Options;
use games::Games;
use paper::report::markdown::markdown;
use paper::report::page::page;
use paper::report::tables::tables;
use scraper::{ElementRef, Html};

use super::report::{find, text, within};
use super::run;

/// A game of solo players, so many orders long at most.
fn played(scenario: &str, seed: u64, orders: usize) -> Box<dyn Game> {
    played_by(scenario, Options::default(), seed, orders)
}

/// The same under options.
fn played_by(scenario: &str, options: Options, seed: u64, orders: usize) -> Box<dyn Game> {
    let games = Games::of_the_program();
    let library = Library::embedded(&games);
    let rules = library.scenarios().into_iter().find(|(id, ..)| id == scenario).expect(scenario).2;
    let beginning =
        Beginning { scenario: scenario.to_owned(), seed: Some(seed), options, ..Beginning::default() };
    let (mut game, _) =
        games.of(&rules).expect("known").begin(&library, &library, beginning).expect("it begins");
    go_on(&games, game.as_mut(), orders);
    game
}

fn go_on(games: &Games, game: &mut dyn Game, orders: usize) {
    let mut players = games.players(game).expect("solo players");
    let last = game.depth() + orders;
    while game.depth() < last && !game.is_over() {
        players.step(game).expect("they play");
    }
}

fn page_of(game: &dyn Game, viewer: Viewer) -> Html {
    Html::parse_document(&page(game, viewer, &mut |_, _| true).expect("a page"))
}

/// The rows of `turns.csv`.
fn turns_of(game: &dyn Game, viewer: Viewer) -> Vec<BTreeMap<String, String>> {
    let files = tables(game, viewer, spreadsheet::CsvFor::default()).expect("tables");
    let turns = files.into_iter().find(|file| file.name == "turns.csv").expect("it is among them");
    csv::Reader::from_reader(&turns.bytes[..]).deserialize().map(|row| row.expect("a row")).collect()
}

/// Of a battle that is over a side is told turn by turn what it was told while it was fought, and of the end what it saw.
#[test]
fn a_side_is_told_of_a_battle_that_is_over_what_it_knew_while_it_was_fought() {
    let (mut by_turn, mut at_the_end) = (0, 0);
    for seed in [3, 5] {
        let mut game = played("first-steps", seed, 600);
        assert!(game.is_over(), "seed {seed}");
        let whole = turns_of(game.as_ref(), Viewer::Referee);
        let referee = losses_of(&page_of(game.as_ref(), Viewer::Referee));
        let sides = ["red", "blue"].map(|side| game.viewer(Some(side)).expect("a side"));
        let told = sides.map(|viewer| turns_of(game.as_ref(), viewer));
        for (viewer, told) in sides.into_iter().zip(&told) {
            let page = page_of(game.as_ref(), viewer);
            let left: Vec<String> = find(&page, "#strength tbody tr")
                .into_iter()
                .flat_map(|row| within(row, "td.figure").into_iter().step_by(2).map(text))
                .collect();
            assert!(
                left.iter().eq(told.iter().map(|row| &row["left"])),
                "seed {seed}: the page says the same"
            );
            let losses = losses_of(&page);
            for group in game.groups(viewer) {
                let Some((left, gone)) = losses.get(&group.name) else { continue };
                if gone.is_empty() {
                    assert_eq!(*left, group.strength, "seed {seed}: {}", group.name);
                }
            }
            at_the_end += losses.iter().filter(|(name, (left, _))| referee[*name].0 != *left).count();
        }
        let turns: Vec<(String, usize)> = whole
            .iter()
            .map(|row| (row["turn"].clone(), row["last_entry"].parse().expect("a number")))
            .collect();
        for (turn, last) in turns.iter().rev().filter(|(turn, _)| turn != "0") {
            // As it stood in mid-turn, all turns before were known as they are now.
            if *last != game.at() {
                game.undo(Some(*last)).expect("taken back");
            }
            for (viewer, told) in sides.into_iter().zip(&told) {
                let then = turns_of(game.as_ref(), viewer);
                let before = |rows: &[BTreeMap<String, String>]| -> Vec<(String, String)> {
                    let rows = rows.iter().take_while(|row| row["turn"] != *turn);
                    rows.map(|row| (row["turn"].clone(), row["left"].clone())).collect()
                };
                assert_eq!(before(&then), before(told), "seed {seed}, before turn {turn}");
            }
        }
        for told in &told {
            by_turn += told.iter().zip(&whole).filter(|(row, all)| row["left"] != all["left"]).count();
        }
    }
    assert!(by_turn > 0 && at_the_end > 0, "a side knew less than the referee: {by_turn}, {at_the_end}");
}

/// By command: what is left of it, and who is gone.
fn losses_of(page: &Html) -> BTreeMap<String, (u32, String)> {
    let row = |row: ElementRef<'_>| {
        let left = text(within(row, "td.figure")[1]).parse().expect("a figure");
        (text(within(row, "th")[0]), (left, text(within(row, "td")[3])))
    };
    find(page, "#losses tbody tr").into_iter().map(row).collect()
}

/// Where a link leads: the number of an order, or 0 where it leads to the start.
fn order_of(link: ElementRef<'_>) -> usize {
    let to = link.value().attr("href").expect("it leads somewhere");
    to.strip_prefix("#e").map_or(0, |number| number.parse().expect("a number"))
}

/// Every figure leads to where the record says so: before that order it was another.
#[test]
fn figures_lead_to_the_orders_by_which_they_came_to_be() {
    // Two of the corps of the Allies have the names of two of the Prussians.
    for (scenario, orders, option) in [
        ("first-steps", 600, None),
        ("worked-example", 60, None),
        ("marengo-naw", 90, None),
        ("marengo-cb", 60, None),
        ("waterloo-epstein", 150, Some(("prussians", "on"))),
    ] {
        let options =
            Options(option.into_iter().map(|(id, value)| (id.to_owned(), value.to_owned())).collect());
        let game = played_by(scenario, options, 3, orders);
        let page = page_of(game.as_ref(), Viewer::Referee);
        for cell in find(
            &page,
            "#strength td.figure, #losses td.figure, #luck td.figure, #decides li, .scores .score",
        ) {
            let dash = text(cell) == "–";
            assert!(dash || !within(cell, "a").is_empty(), "{scenario}: {} leads nowhere", text(cell));
        }
        let ending = |order: usize| game.past(order).expect("it was so").ending_as_known(Viewer::Referee);
        let parent = |order: usize| game.entry(order - 1, Viewer::Referee).expect("an order").parent;
        let now = ending(game.at());
        let mut led = 0;
        for (place, score) in find(&page, ".scores .score a").into_iter().enumerate() {
            let order = order_of(score);
            assert_eq!(ending(order).sides[place].points, now.sides[place].points, "{scenario}");
            if order > 0 {
                assert_ne!(ending(parent(order)).sides[place].points, now.sides[place].points, "{scenario}");
                led += 1;
            }
        }
        for (place, side) in find(&page, "#losses .columns > div").into_iter().enumerate() {
            for (row, told) in within(side, "tbody tr").into_iter().enumerate() {
                let cell = within(told, "td.figure")[1];
                let order = order_of(within(cell, "a")[0]);
                let left = |ending: &game::Ending| {
                    let loss = &ending.sides[place].losses[row];
                    (loss.left, loss.gone.clone())
                };
                assert_eq!(left(&ending(order)), left(&now), "{scenario}");
                if order > 0 {
                    assert_ne!(left(&ending(parent(order))), left(&now), "{scenario}");
                    led += 1;
                }
            }
        }
        assert!(led > 0, "{scenario}: something came to be");
        // Dice lead to the throws: as many dice as the orders of the list threw at least.
        for cell in find(&page, "#luck tbody tr") {
            let cell = within(cell, "td.figure a")[0];
            let name = cell.value().attr("href").expect("an address").trim_start_matches('#').to_owned();
            let list = find(&page, &format!("#{name} p a"));
            assert!(!list.is_empty(), "{scenario}: {name} names no order");
            let thrown = |link: &ElementRef<'_>| -> u32 {
                let entry = game.entry(order_of(*link) - 1, Viewer::Referee).expect("an order");
                entry.dice.iter().map(|(cast, _)| u32::from(cast.throw.dice)).sum()
            };
            let all: u32 = list.iter().map(thrown).sum();
            let added = text(cell).parse::<u32>().expect("a figure");
            assert!((1..=all).contains(&added), "{scenario}: {name} adds {added} of the {all} dice");
            for order in list {
                let id = order.value().attr("href").expect("an address");
                assert!(!find(&page, &format!("{id} .dice")).is_empty(), "{scenario}: {id} threw no dice");
            }
        }
    }
}

/// It is the heaviest turn only where no other cost as much.
#[test]
fn no_turn_cost_more_than_any_other_where_two_cost_as_much_or_there_is_one() {
    let (mut said, mut unsaid) = (0, 0);
    for seed in 1..=12 {
        let game = played("first-steps", seed, 25 + 25 * (seed as usize % 4));
        let mut costs: BTreeMap<u8, Option<u32>> = BTreeMap::new();
        for row in turns_of(game.as_ref(), Viewer::Referee).iter().filter(|row| row["turn"] != "0") {
            let lost = row["lost"].parse::<u32>().ok();
            let cost = costs.entry(row["turn"].parse().expect("a turn")).or_insert(Some(0));
            *cost = cost.zip(lost).map(|(cost, lost)| cost + lost);
        }
        let known: Option<Vec<u32>> = costs.values().copied().collect();
        let known = known.unwrap_or_default();
        let most = known.iter().copied().max().unwrap_or_default();
        let alone = most > 0 && known.len() > 1 && known.iter().filter(|cost| **cost == most).count() == 1;
        let page = page_of(game.as_ref(), Viewer::Referee);
        let told = find(&page, "#day .told").into_iter().map(text).collect::<Vec<_>>().join(" ");
        assert_eq!(told.contains("more than any other turn"), alone, "seed {seed}: {known:?}: {told}");
        *(if alone { &mut said } else { &mut unsaid }) += 1;
    }
    assert!(said > 0 && unsaid > 0, "{said} have one, {unsaid} have none");
}

#[test]
fn a_game_that_goes_on_from_a_position_begins_in_its_turn() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let games = Games::of_the_program();
    let library = Library::at(home.path(), &games);
    let mut turns = BTreeSet::new();
    for orders in [6, 70] {
        let game = played("first-steps", 6, orders);
        let turn = game.turn_number();
        turns.insert(turn);
        let id = game.save_position(&library, &format!("Evening after {orders}")).expect("it is kept");
        let id = id.trim_end_matches(".ron").rsplit('/').next().expect("a name").to_owned();
        let rules = games.of(game.rules()).expect("known");
        let beginning = Beginning { scenario: id, seed: Some(1), ..Beginning::default() };
        let (mut again, _) = rules.begin(&library, &library, beginning).expect("it goes on");
        go_on(&games, again.as_mut(), 10);
        let page = page_of(again.as_ref(), Viewer::Referee);
        let heads: Vec<String> = find(&page, "#log summary").into_iter().map(text).collect();
        assert!(heads[0].starts_with(&format!("Where the game goes on, in turn {turn}")), "{heads:?}");
        assert!(heads[0].contains(&again.clock(turn)), "{heads:?}");
        assert!(heads[1].starts_with(&format!("Turn {turn}, ")), "{heads:?}");
        assert!(!heads.iter().any(|head| head.contains("Before the first turn")), "{heads:?}");
    }
    assert!(
        turns.contains(&1) && turns.len() == 2,
        "one goes on in the first turn, the other later: {turns:?}"
    );
}

#[test]
fn markdown_tells_what_decides_and_what_was_taken_back() {
    let mut game = played("first-steps", 5, 120);
    let last = game.entry(game.at() - 1, Viewer::Referee).expect("an order");
    game.undo(Some(last.parent)).expect("taken back");
    let files = markdown(game.as_ref(), Viewer::Referee, "game", &mut |_, _| true).expect("text");
    let text = String::from_utf8(files[0].bytes.clone()).expect("text");
    let (_, decides) = text.split_once("\n## What decides\n").expect("it is told");
    let (decides, _) = decides.split_once("\n## ").expect("and what comes after");
    let ending = game.ending_as_known(Viewer::Referee);
    let sources = ending.sides.iter().map(|side| side.sources.len()).sum::<usize>();
    assert!(sources > 0 && decides.matches("\n- ").count() == sources + ending.conditions.len(), "{decides}");
    let (_, losses) = text.split_once("\n## Losses by command\n").expect("they are told");
    let (losses, _) = losses.split_once("\n## ").expect("and what comes after");
    let mut gone = 0;
    for side in &ending.sides {
        for loss in &side.losses {
            let row = losses.lines().find(|line| line.contains(&loss.group)).expect("a row for each");
            assert!(row.ends_with(&format!("| {} |", loss.gone)), "{row}");
            gone += usize::from(!loss.gone.is_empty());
        }
        for note in &side.notes {
            assert!(losses.contains(&format!("- {}: {note}", side.name)), "{note}: {losses}");
        }
    }
    assert!(gone > 0, "{losses}");
    let (_, beside) = text.split_once("\n## Beside the game").expect("what was taken back is told");
    assert!(beside.matches("\n- ").count() >= 2, "{beside}");
}

#[test]
fn a_report_that_is_not_named_lies_beside_its_journal_and_overwrites_nothing() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let journal = home.path().join("evening.drumhead");
    let path = journal.to_str().expect("plain letters");
    let (done, _, err) = run(home.path(), &["play", "first-steps", "--seed", "7", "--journal", path]);
    assert!(done, "{err}");
    assert_eq!(peek(&journal).expect("a journal").rules, "easy");
    let page = home.path().join("evening.html");
    let (done, said, err) = run(home.path(), &["report", path]);
    assert!(done && said.contains("evening.html") && page.is_file(), "{said}{err}");
    let before = fs::read(&page).expect("a page");
    fs::write(&page, "mine").expect("written");
    let (done, _, err) = run(home.path(), &["report", path]);
    assert!(!done && err.contains("--out"), "{err}");
    assert_eq!(fs::read_to_string(&page).expect("a page"), "mine");
    let (done, _, err) = run(home.path(), &["report", path, "--out", page.to_str().expect("plain letters")]);
    assert!(done && fs::read(&page).expect("a page") == before, "{err}");
    let (done, _, err) = run(home.path(), &["report", path, "--side", "red"]);
    assert!(done && home.path().join("evening-red.html").is_file(), "{err}");
}

/// A picture and a page bring fonts, with a glyph for every letter that they have.
#[test]
fn a_page_and_a_picture_bring_their_fonts() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let game = played("first-steps", 2, 30);
    let whole = page(game.as_ref(), Viewer::Referee, &mut |_, _| true).expect("a page");
    check_fonts(&whole, 3, 3);
    let out = home.path().join("table.svg");
    let (done, _, err) = run(home.path(), &["draw", "waterloo", "--out", out.to_str().expect("plain")]);
    assert!(done, "{err}");
    let drawn = fs::read_to_string(&out).expect("text");
    check_fonts(&drawn, 2, 1);
    resvg::usvg::Tree::from_str(&drawn, &resvg::usvg::Options::default()).expect("it can be read");
}

fn check_fonts(page: &str, least: usize, spaced: usize) {
    use base64::Engine as _;
    let mut letters: BTreeSet<u32> = BTreeSet::new();
    let fonts = page.split("url(data:font/otf;base64,").skip(1);
    let fonts: Vec<Vec<u8>> = fonts
        .map(|font| {
            let (font, _) = font.split_once(')').expect("its end");
            base64::engine::general_purpose::STANDARD.decode(font).expect("base64")
        })
        .collect();
    assert!(fonts.len() >= least, "{} fonts", fonts.len());
    for font in &fonts {
        let font = resvg::usvg::fontdb::Source::Binary(std::sync::Arc::new(font.clone()));
        let mut known = resvg::usvg::fontdb::Database::new();
        let ids = known.load_font_source(font);
        assert_eq!(ids.len(), 1, "it is a font");
    }
    let mut spaces = 0;
    for font in &fonts {
        let font = ttf(font);
        spaces += usize::from(font.contains(&u32::from(' ')));
        letters.extend(font);
    }
    // Words of every face stand apart; a picture sets whole lines, of some faces one word.
    assert!(spaces >= spaced, "{spaces} of the fonts have a space");
    let parsed = Html::parse_document(page);
    let silent = ["style", "script", "title"];
    let all = parsed.root_element().descendants().filter(|node| {
        !node
            .parent()
            .and_then(|parent| parent.value().as_element().map(|e| silent.contains(&e.name())))
            .unwrap_or(false)
    });
    for text in all.filter_map(|node| node.value().as_text().map(|text| text.to_string())) {
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            assert!(letters.contains(&u32::from(letter)), "no font has {letter:?}");
        }
    }
}

/// The letters of a font.
fn ttf(font: &[u8]) -> Vec<u32> {
    use skrifa::MetadataProvider as _;
    let font = skrifa::FontRef::new(font).expect("a font");
    font.charmap().mappings().map(|(letter, _)| letter).collect()
}
