//! The rulebook as data: clauses, switches, open questions and tables of a rule set, in our words.
//!
//! Source: `assets/rules/*.ron`. Units: inches or hexes, movement and strength points, degrees, as the texts say.
//!
//! Code, refusals, log lines and cases cite a clause as the rule set's id, a colon and the clause's id:
//! `easy:II.C.4.1`. [`Clause::cite`] writes that, [`Rulebook::clause`] reads it with or without the prefix.

use std::sync::{LazyLock, OnceLock};

use include_dir::{Dir, File, include_dir};
use serde::{Deserialize, Serialize};

use game::RuleSet;

use crate::sheet::{Advice, TableLook, Template};

pub mod option_form;
pub mod sheet;

/// How much of the rule set a clause belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tag {
    /// Always in play.
    Basic,
    /// A module for practised players.
    Advanced,
    /// Played by agreement.
    Optional,
    /// In both editions of a set of rules that has two.
    Core,
    /// The editions differ here.
    Edition,
    /// The exclusive rules of Marengo.
    Marengo,
    /// Nothing to enforce.
    Info,
}

impl Tag {
    /// `basic`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Advanced => "advanced",
            Self::Optional => "optional",
            Self::Core => "core",
            Self::Edition => "edition",
            Self::Marengo => "marengo",
            Self::Info => "info",
        }
    }
}

/// One clause of the rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// Without the rule set: `II.C.4.1`.
    pub id: String,
    pub title: String,
    pub tag: Tag,
    /// Whether the program enforces it; a clause not in force is shown as "not yet in force".
    #[serde(default = "yes")]
    pub in_force: bool,
    /// The rule itself.
    pub text: String,
    /// What of it is played by at the table, in a line under its title; none: it is not for the reference sheet.
    #[serde(default)]
    pub sheet: Option<Template>,
    /// The same in measurable terms.
    #[serde(default)]
    pub geometry: Option<String>,
    /// What was decided where the printed rule is silent or doubtful.
    #[serde(default)]
    pub ruling: Option<String>,
    /// Ids of the switches that change this clause.
    #[serde(default)]
    pub options: Vec<String>,
    /// Numbers of the open questions about this clause.
    #[serde(default)]
    pub questions: Vec<u8>,
}

/// Whether a switch overturns a ruling or brings a whole module into play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum OptionKind {
    House,
    Module,
}

/// A value a switch can have besides its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    pub value: String,
    pub meaning: String,
}

/// A named switch of the rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionEntry {
    pub id: String,
    /// A few words for a list.
    pub title: String,
    pub kind: OptionKind,
    pub default: String,
    #[serde(default)]
    pub alternatives: Vec<Alternative>,
    /// Lowest and highest value of a switch that is a number.
    #[serde(default)]
    pub range: Option<(f32, f32)>,
    /// What holds by default; for a number, what it measures.
    pub meaning: String,
    /// The clause it changes, by id.
    pub clause: String,
    /// The switch that has to be on for this one to mean anything.
    #[serde(default)]
    pub needs: Option<String>,
}

/// Why a question is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum QuestionKind {
    /// The printed rules say nothing.
    Gap,
    /// They can be read in two ways.
    Ambiguity,
    /// They say two things.
    Contradiction,
}

/// A question the printed rules leave open, with the ruling in force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub number: u8,
    pub kind: QuestionKind,
    pub question: String,
    pub ruling: String,
    /// Ids of the clauses that hold the ruling.
    pub clauses: Vec<String>,
}

/// A table of the rulebook. Rules that read their numbers from it let a referee correct a cell for their own game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub id: String,
    pub title: String,
    pub clauses: Vec<String>,
    /// How it stands on the reference sheet.
    #[serde(default)]
    pub sheet: TableLook,
    pub columns: Vec<String>,
    /// How many of its columns, from the first, say what a row is.
    #[serde(default = "one")]
    pub names: usize,
    pub rows: Vec<Vec<String>>,
    #[serde(default)]
    pub note: Option<String>,
}

/// A chapter of the rulebook: the part of a clause's id before its first point or dash; where it has neither, the number it begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    pub id: String,
    pub title: String,
}

/// A whole rulebook.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// The rule set: `easy`.
    pub id: String,
    pub name: String,
    /// Who wrote the printed rules.
    pub author: String,
    pub sections: Vec<Section>,
    /// In the book's order.
    pub clauses: Vec<Clause>,
    pub options: Vec<OptionEntry>,
    pub questions: Vec<Question>,
    pub tables: Vec<Table>,
    /// Options that change nothing that players do at the table: the reference sheet has no word of them.
    #[serde(default)]
    pub unsheeted: Vec<String>,
    /// How a turn goes, for players who have not read the rules.
    #[serde(default)]
    pub hand_out: Vec<Advice>,
}

fn yes() -> bool {
    true
}

fn one() -> usize {
    1
}

impl Table {
    /// What a row is called: `infantry, guard`; of several columns `canister: long: light`.
    pub fn row_name(&self, row: &[String]) -> String {
        row.iter().take(self.names).map(String::as_str).collect::<Vec<_>>().join(": ")
    }

    /// What a cell is called, by which a game corrects it: `KINDS/infantry, guard/holds on`.
    pub fn cell_name(&self, row: &[String], column: &str) -> String {
        format!("{}/{}/{column}", self.id, self.row_name(row))
    }
}

impl Rulebook {
    /// What a cell of its tables says, by the cell's name; none: there is no such cell.
    pub fn cell(&self, name: &str) -> Option<&str> {
        let of = |table: &'_ Table| -> Option<(usize, usize)> {
            let places = table.rows.iter().enumerate().flat_map(|(row, cells)| {
                (0..cells.len().min(table.columns.len())).map(move |column| (row, column))
            });
            places
                .into_iter()
                .find(|(row, column)| table.cell_name(&table.rows[*row], &table.columns[*column]) == name)
        };
        self.tables.iter().find_map(|table| of(table).map(|(row, column)| table.rows[row][column].as_str()))
    }
}

/// The files of the rulebooks: each is called as its rule set is by its id.
static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../assets/rules");

static BOOKS: LazyLock<Vec<Rulebook>> = LazyLock::new(|| {
    let texts = FILES.files().filter_map(File::contents_utf8);
    let read = |text| Rulebook::read(text).expect("a rulebook inside the program is tested to be readable");
    let mut books: Vec<Rulebook> = texts.map(read).collect();
    books.sort_by(|one, other| one.id.cmp(&other.id));
    books
});

/// The rulebooks inside the program, by their ids.
pub fn books() -> &'static [Rulebook] {
    &BOOKS
}

/// The rulebook of a rule set by its id, none where it is not in the program.
pub fn book(id: &str) -> Option<&'static Rulebook> {
    books().iter().find(|book| book.id == id)
}

/// The rulebook of a rule set; nothing stands in it where none is in the program.
pub fn book_of<R: RuleSet>() -> &'static Rulebook {
    book(R::ID).unwrap_or_else(Rulebook::blank)
}

/// A clause by its whole id, in whichever book it stands: `naw:5.11`.
pub fn cited(id: &str) -> Option<&'static Clause> {
    let (rules, clause) = id.split_once(':')?;
    book(rules)?.clause(clause)
}

impl Clause {
    /// How this clause of `rulebook` is cited: `easy:II.C.4.1`.
    pub fn cite(&self, rulebook: &Rulebook) -> String {
        format!("{}:{}", rulebook.id, self.id)
    }

    /// The chapter's id: `II` of `II.C.4.1`, `tet` of `tet-clear`; of an id without point and dash its number: `7` of `7a1`.
    pub fn section(&self) -> &str {
        match self.id.split_once(['.', '-']) {
            Some((chapter, _)) => chapter,
            None => {
                let number = self.id.trim_start_matches(|c: char| c.is_ascii_digit());
                let digits = &self.id[..self.id.len() - number.len()];
                if digits.is_empty() { &self.id } else { digits }
            }
        }
    }

    /// Whether a case is wanted for it: it is in force and there is something to enforce.
    pub fn wants_case(&self) -> bool {
        self.in_force && self.tag != Tag::Info
    }
}

impl OptionEntry {
    /// Every value the switch takes when it is not a number, the default first.
    pub fn values(&self) -> Vec<&str> {
        std::iter::once(self.default.as_str())
            .chain(self.alternatives.iter().map(|a| a.value.as_str()))
            .collect()
    }

    /// Whether `value` is one the switch can have.
    pub fn accepts(&self, value: &str) -> bool {
        match self.range {
            Some((low, high)) => value.parse::<f32>().is_ok_and(|number| (low..=high).contains(&number)),
            None => self.values().contains(&value),
        }
    }

    /// What `value` means; for a number, what is measured.
    pub fn meaning_of(&self, value: &str) -> Option<&str> {
        if self.range.is_some() || value == self.default {
            return self.accepts(value).then_some(self.meaning.as_str());
        }
        self.alternatives.iter().find(|a| a.value == value).map(|a| a.meaning.as_str())
    }
}

impl Rulebook {
    /// That of rules whose book is not in the program: nothing stands in it.
    pub fn blank() -> &'static Self {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(Self::default)
    }

    /// Reads a rulebook from RON.
    ///
    /// # Errors
    /// When the text is not RON or not of this shape; the error names line and column.
    pub fn read(text: &str) -> Result<Self, ron::error::SpannedError> {
        ron::from_str(text)
    }

    /// The clause of this id, given with or without the rule set: `easy:II.D.1` or `II.D.1`.
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        let id = self.strip(id);
        self.clauses.iter().find(|c| c.id == id)
    }

    /// The switch of this id.
    pub fn option(&self, id: &str) -> Option<&OptionEntry> {
        self.options.iter().find(|o| o.id == id)
    }

    pub fn question(&self, number: u8) -> Option<&Question> {
        self.questions.iter().find(|q| q.number == number)
    }

    pub fn table(&self, id: &str) -> Option<&Table> {
        self.tables.iter().find(|t| t.id == id)
    }

    /// The clauses of one chapter, in the book's order.
    pub fn section(&self, id: &str) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(move |c| c.section() == id)
    }

    /// Clauses that answer to `text`, the best first, equally good ones in the book's order.
    ///
    /// Every word has to occur, as the beginning of a word at least, in the id, the title or the texts; when no
    /// clause has them all, those with the most words are given. An id comes before a title, a title before text.
    pub fn search(&self, text: &str) -> Vec<&Clause> {
        let wanted: Vec<String> = text
            .split_whitespace()
            .map(|word| self.strip(word).to_lowercase())
            .filter(|word| !word.is_empty())
            .collect();
        let mut found: Vec<(usize, u32, &Clause)> = self
            .clauses
            .iter()
            .filter_map(|clause| {
                let scores: Vec<u32> = wanted.iter().filter_map(|w| score(clause, w)).collect();
                (!scores.is_empty()).then(|| (scores.len(), scores.iter().sum(), clause))
            })
            .collect();
        let most = found.iter().map(|(words, ..)| *words).max().unwrap_or(0);
        found.retain(|(words, ..)| *words == most);
        // The sort is stable, so equal scores keep the book's order.
        found.sort_by_key(|(_, score, _)| std::cmp::Reverse(*score));
        found.into_iter().map(|(.., clause)| clause).collect()
    }

    fn strip<'a>(&self, id: &'a str) -> &'a str {
        match id.split_once(':') {
            Some((rules, rest)) if rules.eq_ignore_ascii_case(&self.id) => rest,
            _ => id,
        }
    }
}

/// How well a clause answers to one word in lower case; `None`: not at all.
fn score(clause: &Clause, word: &str) -> Option<u32> {
    let id = clause.id.to_lowercase();
    if id == word {
        return Some(1000);
    }
    let mut best = 0;
    if id.strip_prefix(word).is_some_and(|rest| rest.starts_with(['.', '-'])) {
        best = 200;
    }
    let mut look = |text: &str, whole: u32, beginning: u32| {
        for other in words(text) {
            if other == word {
                best = best.max(whole);
            } else if other.starts_with(word) {
                best = best.max(beginning);
            }
        }
    };
    look(&clause.title, 100, 60);
    look(&id, 80, 0);
    for option in &clause.options {
        look(option, 40, 20);
    }
    look(&clause.text, 30, 15);
    for text in [&clause.ruling, &clause.geometry].into_iter().flatten() {
        look(text, 10, 5);
    }
    (best > 0).then_some(best)
}

/// The words of a text in lower case; a clause id or a hyphened word is one word and also its parts.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut list = Vec::new();
    for word in lower.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '.'))) {
        let word = word.trim_matches(['-', '.']);
        if word.is_empty() {
            continue;
        }
        if word.contains('-') {
            list.extend(word.split('-').map(String::from));
        }
        list.push(word.to_owned());
    }
    list
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn the(id: &str) -> &'static Rulebook {
        book(id).expect("it is in the program")
    }

    fn first(text: &str) -> &'static str {
        let found = the("easy").search(text);
        found.first().map_or("nothing", |c| c.id.as_str())
    }

    #[test]
    fn easy_has_every_clause() {
        let book = the("easy");
        assert_eq!(book.clauses.len(), 128);
        let count = |tag| book.clauses.iter().filter(|c| c.tag == tag).count();
        assert_eq!(count(Tag::Basic), 91);
        assert_eq!(count(Tag::Advanced), 16);
        assert_eq!(count(Tag::Optional), 17);
        assert_eq!(count(Tag::Info), 4);
        assert!(book.clauses.iter().filter(|c| c.tag == Tag::Basic).all(|c| c.in_force));
        // A module's clauses come into force with it.
        let outside = |clause: &&Clause| matches!(clause.section(), "V" | "VI") || clause.id == "I.A.1-scale";
        let in_force: Vec<&str> =
            book.clauses.iter().filter(outside).filter(|c| c.in_force).map(|c| c.id.as_str()).collect();
        assert!(!in_force.is_empty());
        assert!(book.clauses.iter().filter(|c| !outside(c)).all(|c| c.in_force));
    }

    #[test]
    fn napoleon_at_war_has_every_clause() {
        let book = the("naw");
        let count = |tag| book.clauses.iter().filter(|c| c.tag == tag).count();
        let counts = [Tag::Core, Tag::Edition, Tag::Marengo, Tag::Info].map(count);
        assert_eq!(counts, [85, 3, 21, 10]);
        assert_eq!(book.clauses.len(), counts.iter().sum::<usize>());
        assert!(book.clauses.iter().all(|c| c.in_force));
    }

    #[test]
    fn beer_and_pretzels_has_every_clause() {
        let book = the("epstein");
        let count = |tag| book.clauses.iter().filter(|c| c.tag == tag).count();
        let counts = [Tag::Core, Tag::Optional, Tag::Info].map(count);
        assert_eq!(counts, [152, 7, 6]);
        assert_eq!(book.clauses.len(), counts.iter().sum::<usize>());
        assert!(book.clauses.iter().all(|c| c.in_force));
        let sections = [
            ("g", 11),
            ("1", 1),
            ("2", 5),
            ("3t", 4),
            ("3d", 5),
            ("4", 5),
            ("5", 25),
            ("6", 7),
            ("7", 7),
            ("8", 23),
            ("9", 16),
            ("10", 4),
            ("11", 5),
            ("12", 7),
            ("13", 12),
            ("14", 6),
            ("15", 9),
            ("16", 5),
            ("w", 8),
        ];
        assert_eq!(
            book.sections.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(),
            sections.map(|(id, _)| id)
        );
        for (id, clauses) in sections {
            assert_eq!(book.section(id).count(), clauses, "section {id}");
        }
    }

    #[test]
    fn casus_belli_has_every_clause() {
        let book = the("cb");
        let count = |tag| book.clauses.iter().filter(|c| c.tag == tag).count();
        let counts = [Tag::Core, Tag::Optional, Tag::Info].map(count);
        assert_eq!(counts, [81, 12, 4]);
        assert_eq!(book.clauses.len(), counts.iter().sum::<usize>());
        assert!(book.clauses.iter().all(|c| c.in_force));
        let sections = [
            ("hist", 1),
            ("obj", 1),
            ("1", 4),
            ("2", 4),
            ("3", 8),
            ("4", 3),
            ("5", 1),
            ("6", 4),
            ("7", 14),
            ("8", 7),
            ("9", 6),
            ("10", 6),
            ("11", 6),
            ("12", 4),
            ("13", 4),
            ("14", 2),
            ("15", 12),
            ("tet", 9),
            ("crt", 1),
        ];
        let ids: Vec<&str> = book.sections.iter().map(|s| s.id.as_str()).collect();
        assert_eq!(ids, sections.map(|(id, _)| id));
        for (id, clauses) in sections {
            assert_eq!(book.section(id).count(), clauses, "section {id}");
        }
    }

    #[test]
    fn beer_and_pretzels_has_every_option() {
        let book = the("epstein");
        assert_eq!(book.options.len(), 57);
        let modules = book.options.iter().filter(|option| option.kind == OptionKind::Module);
        assert_eq!(modules.map(|option| option.id.as_str()).collect::<Vec<_>>(), ["control", "prussians"]);
    }

    #[test]
    fn beer_and_pretzels_has_its_tables_row_by_row() {
        let rows = [
            ("MOVE", 13),
            ("RANGES", 4),
            ("KINDS", 17),
            ("MODIFIERS", 14),
            ("ARTILLERY", 12),
            ("BUILDING_MELEE", 5),
            ("OOB", 36),
        ];
        let book = the("epstein");
        assert_eq!(book.tables.iter().map(|t| t.id.as_str()).collect::<Vec<_>>(), rows.map(|(id, _)| id));
        for (id, rows) in rows {
            let table = book.table(id).expect(id);
            assert_eq!(table.rows.len(), rows, "{id}");
            // Every row says where it comes from; a second mark may be blank, where nothing stands beside it.
            for row in &table.rows {
                let cells = table.columns.iter().zip(row);
                let marks: Vec<&str> =
                    cells.filter(|(column, _)| *column == "source").map(|(_, cell)| cell.as_str()).collect();
                let (first, others) = marks.split_first().expect(id);
                assert!(["(a)", "(b)", "(c)"].contains(first), "{id}: {row:?}");
                assert!(others.iter().all(|mark| ["(a)", "(b)", "(c)", ""].contains(mark)), "{id}: {row:?}");
            }
        }
        let clauses = book.table("MODIFIERS").expect("the modifiers").rows.iter();
        for clause in clauses.filter_map(|row| row.last()) {
            assert!(book.clause(clause).is_some(), "the modifiers name {clause}");
        }
    }

    /// The rebuilt order of battle adds up to the printed totals (`epstein:w.6`).
    #[test]
    fn the_order_of_battle_of_waterloo_adds_up() {
        let table = the("epstein").table("OOB").expect("the order of battle");
        let total = |army: &str, arm: &str| {
            let rows = table.rows.iter().filter(|row| row[0] == army && row[4] == arm);
            let names: Vec<&str> = rows.flat_map(|row| names(&row[5])).collect();
            let marked = |mark: &str| names.iter().filter(|name| name.contains(mark)).count();
            [names.len(), marked("elite"), marked("landwehr")]
        };
        let armies = [
            ("Allied", [[21, 4, 3], [10, 3, 0], [7, 0, 0]]),
            ("Prussian", [[18, 0, 9], [6, 0, 1], [6, 0, 0]]),
            ("French", [[24, 6, 0], [10, 6, 0], [10, 4, 0]]),
        ];
        for (army, totals) in armies {
            assert_eq!(["infantry", "cavalry", "guns"].map(|arm| total(army, arm)), totals, "{army}");
        }
    }

    /// The names of a list, each with what stands in brackets behind it.
    fn names(list: &str) -> Vec<&str> {
        let mut depth = 0;
        list.split(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ',' && depth == 0
        })
        .map(str::trim)
        .collect()
    }

    #[test]
    fn ids_are_unique() {
        for (book, questions) in books().iter().zip([25, 70, 41, 23]) {
            let unique = |ids: Vec<&str>| {
                let set: BTreeSet<&str> = ids.iter().copied().collect();
                assert_eq!(set.len(), ids.len());
            };
            unique(book.clauses.iter().map(|c| c.id.as_str()).collect());
            unique(book.options.iter().map(|o| o.id.as_str()).collect());
            unique(book.tables.iter().map(|t| t.id.as_str()).collect());
            unique(book.sections.iter().map(|s| s.id.as_str()).collect());
            let numbers: Vec<u8> = book.questions.iter().map(|q| q.number).collect();
            assert_eq!(numbers, (1..=questions).collect::<Vec<u8>>());
        }
    }

    #[test]
    fn a_book_is_found_by_its_rule_set() {
        assert_eq!(book("naw").map(|book| book.name.as_str()), Some("Napoleon at War: Marengo"));
        assert_eq!(book("easy").map(|book| book.id.as_str()), Some("easy"));
        assert_eq!(book("epstein").map(|book| book.author.as_str()), Some("Epstein"));
        assert_eq!(book("whist"), None);
        assert_eq!(cited("naw:9.0-forest").map(|clause| clause.title.as_str()), Some("Forest"));
        assert_eq!(cited("epstein:14.c.2").map(|clause| clause.title.as_str()), Some("Influence"));
        assert_eq!(cited("epstein:3t.d").map(Clause::section), Some("3t"));
        assert_eq!(book("cb").map(|book| book.author.as_str()), Some("Casus Belli"));
        assert_eq!(cited("cb:7a1").map(Clause::section), Some("7"));
        assert_eq!(cited("cb:15b2").map(Clause::section), Some("15"));
        assert_eq!(cited("cb:tet-clear").map(Clause::section), Some("tet"));
        assert_eq!(cited(concat!("cb", ":9.0-forest")), None);
        assert_eq!(cited("9.0-forest"), None);
    }

    #[test]
    fn switches_and_clauses_name_each_other() {
        for book in books() {
            for option in &book.options {
                let clause = book.clause(&option.clause).expect(&option.id);
                assert!(clause.options.contains(&option.id), "{}", option.id);
                assert!(clause.in_force, "{}", option.id);
                assert!(option.accepts(&option.default), "{}", option.id);
                assert!(!option.accepts("no such value"), "{}", option.id);
                assert_ne!(option.range.is_some(), !option.alternatives.is_empty(), "{}", option.id);
                if let Some(needs) = &option.needs {
                    assert!(book.option(needs).is_some(), "{needs}");
                }
            }
            for clause in &book.clauses {
                for option in &clause.options {
                    assert!(book.option(option).is_some(), "{} names {option}", clause.id);
                }
            }
        }
    }

    #[test]
    fn questions_and_clauses_name_each_other() {
        for book in books() {
            for question in &book.questions {
                assert!(!question.clauses.is_empty(), "{}", question.number);
                for id in &question.clauses {
                    let clause = book.clause(id).expect(id);
                    assert!(clause.questions.contains(&question.number), "{id}");
                }
            }
            for clause in &book.clauses {
                for number in &clause.questions {
                    let question = book.question(*number).expect(&clause.id);
                    assert!(question.clauses.contains(&clause.id), "{}", clause.id);
                }
            }
        }
    }

    #[test]
    fn clauses_and_tables_stand_in_known_places() {
        for book in books() {
            for clause in &book.clauses {
                assert!(book.sections.iter().any(|s| s.id == clause.section()), "{}", clause.id);
            }
            for table in &book.tables {
                for row in &table.rows {
                    assert_eq!(row.len(), table.columns.len(), "{}", table.id);
                }
                for id in &table.clauses {
                    assert!(book.clause(id).is_some(), "{} names {id}", table.id);
                }
            }
        }
    }

    #[test]
    fn texts_carry_no_markup() {
        for clause in books().iter().flat_map(|book| &book.clauses) {
            let texts = [Some(&clause.text), clause.geometry.as_ref()];
            for text in texts.into_iter().flatten().chain(clause.ruling.as_ref()) {
                assert!(!text.contains(['`', '\\', '*', '#']), "{}: {text}", clause.id);
                for mark in ["Checks:", "Rule:", "Geometry:", "Ruling:", "Alt "] {
                    assert!(!text.contains(mark), "{}: {text}", clause.id);
                }
                assert!(text.ends_with(['.', '"']), "{}: {text}", clause.id);
            }
        }
    }

    /// What is measured is told as referees speak: no letters for quantities, no signs of a formula, no names of ours.
    #[test]
    fn measuring_is_told_in_words() {
        let formula = ["TOUCH", "OVERLAP", "EPS", "ANG", "w", "d", "u", "v", "x", "y", "r", "pose", "normal"];
        for (book, least) in [(the("easy"), 26), (the("epstein"), 45)] {
            let measured = |clause: &'static Clause| {
                let tolerances = clause.cite(book) == "easy:0.2";
                let texts = clause.geometry.iter().chain(tolerances.then_some(&clause.text));
                texts.map(|text| (clause.id.as_str(), text))
            };
            let told: Vec<(&str, &String)> = book.clauses.iter().flat_map(measured).collect();
            assert!(
                told.len() >= least,
                "only {} clauses of {} say how they are measured",
                told.len(),
                book.id
            );
            for (id, text) in told {
                assert!(!text.contains(['=', '≤', '≥', '<', '>', '|', '×', '÷', '→', '−']), "{id}: {text}");
                // A clause that is named is one word: the d of 8.d.2 stands for no quantity.
                let words = text.split(|c: char| !(c.is_alphanumeric() || c == '.'));
                for word in words.map(|word| word.trim_matches('.')) {
                    assert!(!formula.contains(&word), "{id}: {word} in {text}");
                }
            }
        }
    }

    #[test]
    fn a_clause_is_found_with_and_without_its_rule_set() {
        let book = the("easy");
        let clause = book.clause("easy:II.C.4.1").expect("the zone clause");
        assert_eq!(clause.title, "Entering a zone: stop or close");
        assert_eq!(book.clause("II.C.4.1"), Some(clause));
        assert_eq!(clause.cite(book), "easy:II.C.4.1");
        assert_eq!(book.clause(concat!("cb", ":II.C.4.1")), None);
        assert_eq!(book.clause("II.C.9"), None);
    }

    #[test]
    fn search_puts_the_id_first_and_the_title_before_the_text() {
        assert_eq!(first("easy:II.D-lane"), "II.D-lane");
        assert_eq!(first("iii.f"), "III.F");
        assert_eq!(first("howitzers"), "II.D.1");
        assert_eq!(first("rally"), "IV.A.1");
        assert_eq!(first("fire lane"), "II.D-lane");
        assert_eq!(first("blocked rout"), "III.D.5");
        assert_eq!(first("fire-arc"), "II.D-lane");
        assert_eq!(first("zzz"), "nothing");
        assert_eq!(first(""), "nothing");
    }

    #[test]
    fn search_keeps_the_clauses_with_the_most_words() {
        let found = the("easy").search("pontoon zzz");
        assert_eq!(found.first().map(|c| c.id.as_str()), Some("V.D.3"));
        assert!(found.len() < 20);
    }

    /// What stands on the sheet under an option, and what a game corrects, is found by the name of its row.
    #[test]
    fn rows_of_a_table_have_names_of_their_own() {
        for book in books() {
            for table in book.tables.iter().filter(|table| !table.sheet.off) {
                let names: BTreeSet<String> = table.rows.iter().map(|row| table.row_name(row)).collect();
                assert_eq!(names.len(), table.rows.len(), "{}: {}", book.id, table.id);
            }
        }
    }

    #[test]
    fn a_switch_knows_its_values() {
        let book = the("easy");
        let arc = book.option("fire-arc").expect("the arc");
        assert!(arc.accepts("0") && arc.accepts("90") && !arc.accepts("91"));
        let passing = book.option("pass-through").expect("passing");
        assert_eq!(passing.values(), ["generals", "none", "all"]);
        assert!(passing.meaning_of("all").is_some());
        assert_eq!(passing.meaning_of("some"), None);
    }
}
