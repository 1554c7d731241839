//! Sheets of the rules and sheets to cut, read back by a reader of their own: what the book says is weighed here once more.

use std::collections::{BTreeMap, BTreeSet};

use desk::{Beginning, Game, Library};
use drawing::letters::set_size;
use drawing::{Lettering, Mark};
use game::options::Options;
use game::{Printed, Viewer};
use games::Games;
use glam::Vec2;
use paper::output::POINTS;
use paper::pages::{Page, Paper, Set};
use paper::print::{PrintRequest, What, documents};
use rulebook::{OptionKind, Rulebook, book};

/// A battle begun under these options; none: they cannot be played there.
fn begun(scenario: &str, options: &BTreeMap<String, String>) -> Option<Box<dyn Game>> {
    let games = Games::of_the_program();
    let library = Library::embedded(&games);
    let rules = library.scenarios().into_iter().find(|(id, ..)| id == scenario).expect("it is there").2;
    let options = Options(options.clone());
    let beginning = Beginning { scenario: scenario.to_owned(), options, ..Beginning::default() };
    games.of(&rules)?.begin(&library, &library, beginning).ok().map(|(game, _)| game)
}

fn plain(scenario: &str) -> Box<dyn Game> {
    begun(scenario, &BTreeMap::new()).expect("it begins as it is")
}

fn made(game: &dyn Game, what: What, paper: Paper) -> Set {
    let request = PrintRequest { game, paper, side: None, order: None };
    documents(what, &request).expect("there is something to print").swap_remove(0).set
}

/// The runs of words of a page that are not in its foot, in the order in which they are set.
fn runs(page: &Page) -> impl Iterator<Item = &str> {
    set_runs(page).map(|words| words.text.as_str())
}

/// The same with where they are set.
fn set_runs(page: &Page) -> impl Iterator<Item = &Lettering> {
    page.parts.iter().flat_map(|part| &part.marks).filter_map(|mark| match mark {
        Mark::Text(words) if words.at.y > 40.0 => Some(words),
        _ => None,
    })
}

fn closed_up(text: &str) -> String {
    text.split_whitespace().collect()
}

/// What is in force, found in the signs of the book without the program's own reader.
struct Force<'b> {
    book: &'b Rulebook,
    options: BTreeMap<String, String>,
    cells: BTreeMap<String, String>,
}

impl Force<'_> {
    fn value(&self, option: &str) -> String {
        let known = self.options.get(option).cloned();
        known.unwrap_or_else(|| {
            self.book.option(option).unwrap_or_else(|| panic!("no option {option}")).default.clone()
        })
    }

    /// `a=x|y & b!=z`.
    fn holds(&self, tests: &str) -> bool {
        tests.split('&').all(|test| {
            let (option, values) = test.split_once('=').expect("a test has a sign");
            let (option, is) = match option.strip_suffix('!') {
                Some(option) => (option, false),
                None => (option, true),
            };
            let value = self.value(option.trim());
            values.split('|').any(|one| one.trim() == value) == is
        })
    }

    /// Inches in the scale of the game, to a hundredth.
    fn scaled(&self, inches: f32) -> String {
        let scale = self.options.get("scale").and_then(|scale| scale.parse().ok()).unwrap_or(1.0_f32);
        let text = format!("{:.2}", inches * scale);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    fn told(&self, text: &str) -> String {
        let mut said = String::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            said.push_str(&rest[..open]);
            let mut depth = 0_i32;
            let close = rest[open..].char_indices().find(|(_, letter)| {
                depth += i32::from(*letter == '{') - i32::from(*letter == '}');
                depth == 0
            });
            let close = open + close.expect("a sign ends").0;
            let sign = &rest[open + 1..close];
            rest = &rest[close + 1..];
            if let Some(inches) = sign.strip_suffix("in").and_then(|number| number.trim().parse().ok()) {
                said += &format!("{}\"", self.scaled(inches));
            } else if let Some((tests, words)) = sign.split_once(':') {
                if self.holds(tests) {
                    said += &self.told(words);
                }
            } else {
                said += &self.value(sign);
            }
        }
        said + rest
    }

    /// The same without the marks that parts leave which do not hold.
    fn line(&self, text: &str) -> String {
        let said = self.told(text).split_whitespace().collect::<Vec<_>>().join(" ");
        said.replace(" ;", ";").replace(" ,", ",").trim_matches([' ', ';', ',']).to_owned()
    }
}

/// The words of a sheet, which are taken off piece by piece as they are wanted.
struct Reader<'w> {
    whose: String,
    left: &'w str,
    /// Word by word, how often it is wanted.
    wanted: BTreeMap<String, usize>,
}

impl Reader<'_> {
    fn is_next(&self, text: &str) -> bool {
        self.left.starts_with(&closed_up(text))
    }

    fn take(&mut self, text: &str) {
        let next: String = self.left.chars().take(80).collect();
        assert!(self.is_next(text), "{}: {text:?} is wanted, and {next:?} comes", self.whose);
        self.left = &self.left[closed_up(text).len()..];
        for word in text.split_whitespace() {
            *self.wanted.entry(word.to_owned()).or_default() += 1;
        }
    }
}

/// Every line of every clause in force, every table and row, in the order of the book, once; and nothing besides.
fn check_sheet(game: &dyn Game, paper: Paper, whose: &str) {
    let book = book(game.rules()).expect("it has a book");
    let terms = game.terms();
    let force = Force { book, options: terms.options.0, cells: terms.cells };
    let set = made(game, What::Reference, paper);
    // The first page begins with its title and with what it is for.
    let all: Vec<&str> = set.pages.iter().flat_map(runs).skip(2).collect();
    let said: String = all.iter().map(|run| closed_up(run)).collect();
    let begins: Vec<usize> =
        all.iter().scan(0, |end, run| Some(std::mem::replace(end, *end + closed_up(run).len()))).collect();
    // The page of each and how high it stands on it.
    let pages = set.pages.iter().enumerate();
    let places = pages.flat_map(|(page, set)| set_runs(set).map(move |words| (page, words.at.y)));
    let places: Vec<(usize, f32)> = places.skip(2).collect();
    let mut reader = Reader { whose: format!("{whose}, {paper:?}"), left: &said, wanted: BTreeMap::new() };
    for section in &book.sections {
        let lines = book.section(&section.id).filter_map(|clause| {
            let told = force.line(&clause.sheet.as_ref()?.to_string());
            (!told.is_empty()).then(|| format!("{}: {told} {}", clause.title, clause.id))
        });
        let lines: Vec<String> = lines.collect();
        if !lines.is_empty() {
            reader.take(&section.title);
        }
        for line in lines {
            reader.take(&line);
        }
    }
    for table in &book.tables {
        let look = &table.sheet;
        let holds = |when: Option<&rulebook::sheet::Condition>| {
            when.is_none_or(|when| force.holds(&String::from(when.clone())))
        };
        let rows: Vec<&Vec<String>> =
            table.rows.iter().filter(|row| holds(look.rows.get(&table.row_name(row)))).collect();
        if look.off || !holds(look.when.as_ref()) || rows.is_empty() {
            continue;
        }
        let columns: Vec<usize> = (0..table.columns.len())
            .filter(|column| {
                let name = &table.columns[*column];
                !look.without.contains(name) && holds(look.columns.get(name))
            })
            .collect();
        let title = look.title.as_ref().map_or(table.title.clone(), |title| force.line(&title.to_string()));
        let head = columns.iter().map(|column| table.columns[*column].as_str()).collect::<Vec<_>>().join(" ");
        let mut corrected = false;
        reader.take(&title);
        reader.take(&head);
        for row in rows {
            let cell = |column: &usize| {
                let name = &table.columns[*column];
                let own = force.cells.get(&table.cell_name(row, name));
                let text = own.unwrap_or(&row[*column]);
                let inches = look.lengths.contains(name).then(|| text.parse().ok()).flatten();
                let text = inches.map_or_else(|| text.clone(), |inches| force.scaled(inches));
                (if own.is_some() { format!("{text}*") } else { text }, own.is_some())
            };
            let cells: Vec<(String, bool)> = columns.iter().map(cell).collect();
            corrected |= cells.iter().any(|(_, own)| *own);
            let row = cells.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(" ");
            // Where the table goes on in another column its head is said again.
            if !reader.is_next(&row) {
                reader.take(&head);
            }
            reader.take(&row);
        }
        // What is told below it stands in its column.
        let read = said.len() - reader.left.len();
        let below = begins.iter().position(|begin| *begin == read).expect("what is told below begins a run");
        let [row, told] = [places[below - 1], places[below]];
        assert!(row.0 == told.0 && row.1 > told.1, "{whose}, {paper:?}: {title} is in another column");
        let note = look.note.as_ref().map(|note| force.line(&note.to_string())).unwrap_or_default();
        reader.take(&note);
        if corrected {
            reader.take("* corrected for this game");
        }
        reader.take(&table.clauses.join(", "));
    }
    assert_eq!(reader.left, "", "{whose}: more stands there than is in force");
    // No word is broken: each stands there as often as it is wanted.
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for word in all.iter().flat_map(|run| run.split_whitespace()) {
        *found.entry(word.to_owned()).or_default() += 1;
    }
    assert_eq!(found, reader.wanted, "{whose}, {paper:?}: words that are broken");
}

#[test]
fn the_reference_sheet_says_what_is_in_force_once_and_breaks_no_word() {
    for scenario in ["waterloo", "brigade-action", "marengo-naw", "marengo-cb"] {
        let game = plain(scenario);
        for paper in Paper::ALL {
            check_sheet(game.as_ref(), paper, scenario);
        }
        let book = book(game.rules()).expect("it has a book");
        let on = |id: &str| (id.to_owned(), "on".to_owned());
        let modules = book.options.iter().filter(|option| option.kind == OptionKind::Module);
        let modules: Vec<&str> =
            modules.filter(|option| option.accepts("on")).map(|option| option.id.as_str()).collect();
        // All that can be played together, and every other value of every fifth option.
        let mut together = BTreeMap::new();
        for id in &modules {
            let mut more = together.clone();
            more.extend([on(id)]);
            if begun(scenario, &more).is_some() {
                together = more;
            }
        }
        let mut sets = vec![together];
        for option in book.options.iter().step_by(5) {
            let other = option.alternatives.first().map(|other| other.value.clone());
            let other = other.or_else(|| option.range.map(|(_, most)| most.to_string()));
            sets.extend(other.map(|value| BTreeMap::from([(option.id.clone(), value)])));
        }
        let begun: Vec<_> = sets.iter().filter_map(|set| Some((set, begun(scenario, set)?))).collect();
        assert!(begun.len() >= 4, "{scenario}: {} sets of options", begun.len());
        for (options, game) in begun {
            check_sheet(game.as_ref(), Paper::A4, &format!("{scenario} under {options:?}"));
        }
    }
}

/// The words that a label shows at its size.
fn shown(marks: &[Mark], scale: f32) -> Vec<String> {
    let words = marks.iter().filter_map(|mark| match mark {
        Mark::Text(words) => set_size(words, scale).map(|_| words.text.clone()),
        _ => None,
    });
    words.collect()
}

/// Troop labels alone: those of strength have the names too.
#[test]
fn every_stand_has_a_label_with_its_name_and_none_is_like_another_of_its_unit() {
    for scenario in ["first-steps", "brigade-action", "waterloo"] {
        let game = plain(scenario);
        let set = made(game.as_ref(), What::Labels, Paper::A4);
        let labels = set.pages.iter().filter(|page| page.title.ends_with("labels of stands"));
        let labels = labels.flat_map(|page| &page.parts).filter(|part| part.frame.scale == POINTS);
        let mut labels: Vec<Vec<String>> = labels.map(|part| shown(&part.marks, POINTS)).collect();
        let groups = game.groups(Viewer::Referee);
        let members: Vec<_> = groups.iter().flat_map(|group| &group.members).collect();
        let unit = |piece: &Printed| {
            let member = members.iter().find(|member| member.piece == piece.piece).expect("it is listed");
            let name = member.name.strip_prefix(&member.tag).unwrap_or(&member.name).trim();
            // A part of a unit that is posted by itself.
            let of_stand = name.strip_prefix("stand ").and_then(|rest| rest.split_once(" of "));
            of_stand.map_or(name, |(_, name)| name).to_owned()
        };
        for piece in game.printed(POINTS, Viewer::Referee) {
            let name = unit(&piece);
            let fronts: Vec<Vec<String>> = piece.cuts.iter().map(|cut| shown(&cut.front, POINTS)).collect();
            let apart: BTreeSet<&Vec<String>> = fronts.iter().collect();
            assert_eq!(apart.len(), fronts.len(), "{scenario}: stands of {name} have labels that are alike");
            for front in &fronts {
                // A long name may stand in two lines.
                let said = closed_up(&front.concat());
                assert!(said.contains(&closed_up(&name)), "{scenario}: {name}: {front:?}");
                let at = labels.iter().position(|label| label == front);
                labels.swap_remove(at.unwrap_or_else(|| panic!("{scenario}: {front:?} is on no sheet")));
            }
        }
        assert_eq!(labels, Vec::<Vec<String>>::new(), "{scenario}: labels of nobody");
    }
}

#[test]
fn sheets_that_are_printed_together_are_numbered_together() {
    for (scenario, what) in [
        ("brigade-action", What::Labels),
        ("first-steps", What::Labels),
        ("first-steps", What::Chits),
        ("first-steps", What::Sticks),
        ("marengo-cb", What::Counters),
        ("marengo-cb", What::Map),
    ] {
        let set = made(plain(scenario).as_ref(), what, Paper::Letter);
        let many = set.pages.len();
        for (place, page) in set.pages.iter().enumerate() {
            let wanted = format!("page {} of {many}", place + 1);
            let numbers = page.parts.iter().flat_map(|part| &part.marks).filter(
                |mark| matches!(mark, Mark::Text(words) if words.text.starts_with("page ") && words.at.y < 40.0),
            );
            let numbers: Vec<&Mark> = numbers.collect();
            assert!(
                matches!(numbers[..], [Mark::Text(words)] if words.text == wanted),
                "{scenario} {what:?}: {wanted}: {numbers:?}"
            );
        }
    }
}

/// The words of the sticks of a game, each from its length on.
fn sticks(game: &dyn Game) -> Vec<String> {
    let set = made(game, What::Sticks, Paper::A4);
    let marks = set.pages.iter().flat_map(|page| &page.parts).filter(|part| part.frame.scale == POINTS);
    marks
        .flat_map(|part| &part.marks)
        .filter_map(|mark| match mark {
            Mark::Text(words) => Some(words.text.to_lowercase()),
            _ => None,
        })
        .collect()
}

#[test]
fn every_length_of_the_tables_has_a_stick() {
    // The moves of the one book: troops and inches.
    let game = plain("brigade-action");
    let said = sticks(game.as_ref());
    let book = book(game.rules()).expect("it has a book");
    let moves = book.tables.iter().find(|table| table.title == "Moves, inches").expect("it is there");
    for row in &moves.rows {
        let (troops, inches) = (row[0].rsplit(' ').next().expect("a word"), &row[1]);
        let has_it = |text: &&String| text.starts_with(&format!("{inches} in ")) && text.contains(troops);
        assert!(said.iter().any(|text| has_it(&text)), "{row:?} has no stick: {said:?}");
    }
    // The batteries and arms that are on the other's table, each with its own three ranges.
    let game = plain("waterloo");
    let said = sticks(game.as_ref());
    let arms: BTreeSet<String> =
        game.printed(POINTS, Viewer::Referee).into_iter().map(|piece| piece.arm).collect();
    let book = self::book(game.rules()).expect("it has a book");
    let hits = book.tables.iter().find(|table| table.id == "to-hit").expect("it is there");
    let mut batteries = 0;
    for row in hits.rows.iter().filter(|row| arms.iter().any(|arm| arm.ends_with(row[0].as_str()))) {
        batteries += 1;
        let farthest = row[6].replace(".5", "½");
        let has_it = |text: &&String| {
            text.starts_with(&format!("{farthest} in ")) && text.contains(&row[0].to_lowercase())
        };
        assert!(said.iter().any(|text| has_it(&text)), "{row:?} has no stick: {said:?}");
        for (band, inches) in [("canister", &row[2]), ("effective range", &row[4]), ("long range", &row[6])] {
            let inches = inches.replace(".5", "½");
            assert!(said.contains(&format!("{band} {inches}")), "{row:?}: {said:?}");
        }
    }
    assert!(batteries >= 3, "{batteries}");
    for arm in ["generals", "light cavalry", "heavy cavalry", "horse artillery", "infantry", "foot artillery"]
    {
        assert!(said.iter().any(|text| text.contains("move of") && text.contains(arm)), "{arm}: {said:?}");
    }
}

/// A command as its row of the return says: began with, left, lost, pieces lost.
#[test]
fn a_casualty_return_counts_the_pieces_that_are_lost() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let games = Games::of_the_program();
    let library = Library::embedded(&games);
    for scenario in ["first-steps", "brigade-action", "marengo-naw", "marengo-cb"] {
        let journal = home.path().join(format!("{scenario}.drumhead"));
        let path = journal.to_str().expect("plain letters");
        let arguments = ["play", scenario, "--seed", "7", "--turns", "6", "--quiet", "--journal", path];
        let (done, _, err) = super::run(home.path(), &arguments);
        assert!(done, "{scenario}: {err}");
        let rules = plain(scenario).rules();
        let (game, _) = games.of(rules).expect(rules).read(&journal, &library).expect("it is read");
        let mut lost = 0;
        let request = PrintRequest { game: game.as_ref(), paper: Paper::A4, side: None, order: None };
        for document in documents(What::Return, &request).expect("each side has one") {
            let side =
                game.head(Viewer::Referee).sides.iter().position(|side| document.name.ends_with(&side.id));
            let side = side.expect("it is of a side");
            let said: Vec<&str> = document.set.pages.iter().flat_map(runs).collect();
            for loss in &game.ending(Viewer::Referee).sides[side].losses {
                let gone = loss.gone.split(' ').next().unwrap_or_default();
                if gone.is_empty() {
                    continue;
                }
                lost += 1;
                let at = said.iter().position(|run| **run == loss.group);
                let at = at.unwrap_or_else(|| panic!("{scenario}: {} is not on the return", loss.group));
                assert_eq!(said[at + 4], gone, "{scenario}: {}: {:?}", loss.group, &said[at..at + 5]);
            }
        }
        assert!(lost > 0, "{scenario}: nobody is lost");
    }
}

#[test]
fn a_battle_has_as_many_turns_on_its_head_as_on_its_roster_and_among_its_terms() {
    let games = Games::of_the_program();
    for (scenario, ..) in Library::embedded(&games).scenarios() {
        let game = plain(&scenario);
        let turns = game.turns();
        let head = game.head(Viewer::Referee).turn;
        assert!(head.ends_with(&format!(" of {turns}")), "{scenario}: {head}, not {turns}");
        let terms = game.terms().facts;
        let length = terms.iter().find(|(name, _)| *name == "Length").map(|(_, words)| words.as_str());
        assert!(
            length.is_some_and(|words| words.starts_with(&format!("{turns} turns"))),
            "{scenario}: {length:?}"
        );
        let set = made(game.as_ref(), What::Rosters, Paper::A4);
        let marks: Vec<&Mark> = set.pages[0].parts.iter().flat_map(|part| &part.marks).collect();
        if !game.stage(Viewer::Referee).places.is_empty() {
            // On hexes each turn has a line with its time.
            let is_told = |turn: u8| {
                let time = game.clock(turn);
                marks.iter().any(|mark| matches!(mark, Mark::Text(words) if words.text == time))
            };
            assert!((1..=turns).all(is_told) && !is_told(turns + 1), "{scenario}");
            continue;
        }
        let high = marks.iter().find_map(|mark| match mark {
            Mark::Text(words) if words.text == "Turns" => Some(words.at.y),
            _ => None,
        });
        let high = high.expect("it counts turns");
        let boxes = marks.iter().filter(|mark| !matches!(mark, Mark::Text(_))).map(|mark| mark.bounds());
        let on_line =
            |(low, top): &(Vec2, Vec2)| low.y > high - 6.0 && top.y < high + 12.0 && top.x - low.x < 12.0;
        let mut lefts: Vec<f32> = boxes.filter(on_line).map(|(low, _)| low.x).collect();
        lefts.sort_by(f32::total_cmp);
        // The next column is farther off than a box from the next.
        let boxes = 1 + lefts.windows(2).take_while(|pair| pair[1] - pair[0] < 16.0).count();
        assert_eq!(boxes, usize::from(turns), "{scenario}");
    }
}
