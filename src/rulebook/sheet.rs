//! The reference sheet of a rulebook: what is played by, line by line and table by table, under the options in force.
//!
//! A line of the rulebook says what holds under which value of an option, in signs: see [`Template`]. What is off leaves no word.
//! Lengths are inches, times the scale in force where the rules have one.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use winnow::Parser;
use winnow::ascii::{float, space0};
use winnow::combinator::{alt, cut_err, delimited, eof, preceded, repeat, separated, terminated};
use winnow::token::{one_of, take_till, take_while};

use crate::{Rulebook, Table};

/// The option by which every length of a rule set grows, where it has one (`easy:I.A.1-scale`).
const SCALE: &str = "scale";

/// A text of the rulebook, parts of which hold under some options alone.
///
/// `{6 in}` is a length, `{fire-arc}` the value in force of an option that is a number, and `{terrain-by=centre: by its centre}`
/// words for that value: `a=x|y` either value, `a!=x` any other, `a=x & b=y` both. Signs stand within such words too.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Template {
    source: String,
    parts: Vec<Part>,
}

/// Whether something stands on the sheet: `adv-engineers=on`, written as in a [`Template`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Condition {
    source: String,
    tests: Vec<Test>,
}

/// A sign of a text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{text}: the sign after its character {at} cannot be read. {{6 in}}, {{option}} and {{option=value: words}} can be"
)]
pub struct SignFault {
    pub text: String,
    /// Counted from 0.
    pub at: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Words(String),
    /// Inches.
    Length(f32),
    /// The value of an option.
    Value(String),
    When(Vec<Test>, Vec<Part>),
}

#[derive(Clone, Debug, PartialEq)]
struct Test {
    option: String,
    /// It has one of these values, or none of them.
    is: bool,
    values: Vec<String>,
}

/// How a table stands on the sheet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TableLook {
    /// It never does.
    pub off: bool,
    pub when: Option<Condition>,
    /// Rows that do under an option alone, by [`Table::row_name`].
    pub rows: BTreeMap<String, Condition>,
    /// Columns that do under an option alone.
    pub columns: BTreeMap<String, Condition>,
    /// Columns that never do.
    pub without: Vec<String>,
    /// Over it, in place of its title in the book.
    pub title: Option<Template>,
    /// Columns that are lengths.
    pub lengths: Vec<String>,
    /// What is said below it.
    pub note: Option<Template>,
}

/// One thing that players are told before they begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advice {
    pub title: Template,
    pub text: Template,
    /// The clauses on which it rests, by id.
    pub clauses: Vec<String>,
}

/// What a game is played by.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    pub book: &'a Rulebook,
    /// The options that differ from their defaults.
    pub options: &'a BTreeMap<String, String>,
    /// Cells of tables that the referee has corrected, by name.
    pub cells: &'a BTreeMap<String, String>,
}

/// All that stands on the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferenceSheet {
    /// Chapters in the book's order, of which something is in force.
    pub chapters: Vec<Chapter>,
    pub tables: Vec<SheetTable>,
}

/// A chapter with its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chapter {
    pub title: String,
    pub lines: Vec<SheetLine>,
}

/// What a clause says at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetLine {
    /// The clause, without its rule set: `II.A.2.2`.
    pub clause: String,
    pub title: String,
    pub text: String,
}

/// A table as it is played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetTable {
    pub id: String,
    pub title: String,
    /// The clauses on which it rests.
    pub clauses: Vec<String>,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
    pub note: String,
}

/// A cell of such a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub text: String,
    /// The referee has corrected it for this game.
    pub corrected: bool,
}

impl Terms<'_> {
    /// The value in force; empty: there is no such option.
    pub fn value(&self, option: &str) -> &str {
        match self.options.get(option) {
            Some(value) => value,
            None => self.book.option(option).map_or("", |option| &option.default),
        }
    }

    /// What lengths are multiplied by.
    fn scale(&self) -> f32 {
        self.value(SCALE).parse().unwrap_or(1.0)
    }

    fn holds(&self, tests: &[Test]) -> bool {
        tests.iter().all(|test| test.values.iter().any(|value| value == self.value(&test.option)) == test.is)
    }

    fn write(&self, parts: &[Part], text: &mut String) {
        for part in parts {
            match part {
                Part::Words(words) => text.push_str(words),
                Part::Length(inches) => *text += &format!("{}\"", number(inches * self.scale())),
                Part::Value(option) => text.push_str(self.value(option)),
                Part::When(tests, parts) if self.holds(tests) => self.write(parts, text),
                Part::When(..) => {}
            }
        }
    }
}

/// To a hundredth, without noughts at its end.
fn number(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

impl Template {
    /// What it says under these terms, empty where nothing of it holds.
    pub fn told(&self, terms: &Terms<'_>) -> String {
        let mut text = String::new();
        terms.write(&self.parts, &mut text);
        // Parts that are left out leave their blanks and marks behind.
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").replace(" ;", ";").replace(" ,", ",").trim_matches([' ', ';', ',']).to_owned()
    }

    /// Every option that it asks for.
    pub fn options(&self) -> Vec<&str> {
        fn of<'a>(parts: &'a [Part], found: &mut Vec<&'a str>) {
            for part in parts {
                match part {
                    Part::Words(_) | Part::Length(_) => {}
                    Part::Value(option) => found.push(option),
                    Part::When(tests, parts) => {
                        found.extend(tests.iter().map(|test| test.option.as_str()));
                        of(parts, found);
                    }
                }
            }
        }
        let mut found = Vec::new();
        of(&self.parts, &mut found);
        found
    }
}

impl Condition {
    pub fn holds(&self, terms: &Terms<'_>) -> bool {
        terms.holds(&self.tests)
    }
}

impl TableLook {
    fn shows_column(&self, terms: &Terms<'_>, column: &str) -> bool {
        let left_out = self.without.iter().any(|other| other == column);
        !left_out && self.columns.get(column).is_none_or(|when| when.holds(terms))
    }

    fn shows_row(&self, terms: &Terms<'_>, row: &str) -> bool {
        self.rows.get(row).is_none_or(|when| when.holds(terms))
    }
}

impl Rulebook {
    /// The reference sheet under these terms: nothing on it is of a rule that is off.
    pub fn sheet(&self, terms: &Terms<'_>) -> ReferenceSheet {
        let chapter = |id: &str, title: &str| {
            let said = self.section(id).filter_map(|clause| {
                let text = clause.sheet.as_ref()?.told(terms);
                let line = SheetLine { clause: clause.id.clone(), title: clause.title.clone(), text };
                (!line.text.is_empty()).then_some(line)
            });
            Chapter { title: title.to_owned(), lines: said.collect() }
        };
        let chapters = self.sections.iter().map(|section| chapter(&section.id, &section.title));
        ReferenceSheet {
            chapters: chapters.filter(|chapter| !chapter.lines.is_empty()).collect(),
            tables: self.tables.iter().filter_map(|table| table.on_sheet(terms)).collect(),
        }
    }

    /// What players are told of a turn under these terms.
    pub fn advice(&self, terms: &Terms<'_>) -> Vec<SheetLine> {
        let told = self.hand_out.iter().map(|advice| SheetLine {
            clause: advice.clauses.join(", "),
            title: advice.title.told(terms),
            text: advice.text.told(terms),
        });
        told.filter(|line| !line.text.is_empty()).collect()
    }
}

impl Table {
    /// As it stands on the sheet; none: it does not.
    fn on_sheet(&self, terms: &Terms<'_>) -> Option<SheetTable> {
        let look = &self.sheet;
        if look.off || look.when.as_ref().is_some_and(|when| !when.holds(terms)) {
            return None;
        }
        let shown: Vec<usize> = (0..self.columns.len())
            .filter(|column| look.shows_column(terms, &self.columns[*column]))
            .collect();
        let cell = |row: &[String], column: usize| {
            let name = self.cell_name(row, &self.columns[column]);
            let corrected = terms.cells.get(&name);
            let text = corrected.unwrap_or(&row[column]);
            let length = look.lengths.contains(&self.columns[column]).then(|| text.parse::<f32>().ok());
            let text = match length.flatten() {
                Some(inches) => number(inches * terms.scale()).to_string(),
                None => text.clone(),
            };
            Cell { text, corrected: corrected.is_some() }
        };
        let rows = self.rows.iter().filter(|row| look.shows_row(terms, &self.row_name(row)));
        let rows: Vec<Vec<Cell>> =
            rows.map(|row| shown.iter().map(|column| cell(row, *column)).collect()).collect();
        (!rows.is_empty()).then(|| SheetTable {
            id: self.id.clone(),
            title: look.title.as_ref().map_or_else(|| self.title.clone(), |title| title.told(terms)),
            clauses: self.clauses.clone(),
            columns: shown.iter().map(|column| self.columns[*column].clone()).collect(),
            rows,
            note: look.note.as_ref().map(|note| note.told(terms)).unwrap_or_default(),
        })
    }
}

impl TryFrom<String> for Template {
    type Error = SignFault;

    fn try_from(source: String) -> Result<Self, SignFault> {
        let parts = read(terminated(parts, eof), &source)?;
        Ok(Self { source, parts })
    }
}

impl From<Template> for String {
    fn from(template: Template) -> Self {
        template.source
    }
}

impl TryFrom<String> for Condition {
    type Error = SignFault;

    fn try_from(source: String) -> Result<Self, SignFault> {
        let tests = read(terminated(tests, eof), &source)?;
        Ok(Self { source, tests })
    }
}

impl From<Condition> for String {
    fn from(condition: Condition) -> Self {
        condition.source
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}

fn read<'a, T>(
    mut parser: impl Parser<&'a str, T, winnow::error::ErrMode<winnow::error::ContextError>>,
    source: &'a str,
) -> Result<T, SignFault> {
    let mut rest = source;
    let fault = |rest: &str| SignFault { text: source.to_owned(), at: source.len() - rest.len() };
    parser.parse_next(&mut rest).map_err(|_| fault(rest))
}

fn parts(input: &mut &str) -> winnow::ModalResult<Vec<Part>> {
    let words = take_till(1.., ['{', '}']).map(|words: &str| Part::Words(words.to_owned()));
    repeat(0.., alt((words, delimited('{', cut_err(sign), cut_err('}'))))).parse_next(input)
}

fn sign(input: &mut &str) -> winnow::ModalResult<Part> {
    let length = terminated(float, (space0, "in")).map(Part::Length);
    let when = (terminated(tests, ':'), parts).map(|(tests, parts)| Part::When(tests, parts));
    let value = name.map(|option: &str| Part::Value(option.to_owned()));
    alt((length, when, value)).parse_next(input)
}

fn tests(input: &mut &str) -> winnow::ModalResult<Vec<Test>> {
    separated(1.., delimited(space0, test, space0), '&').parse_next(input)
}

fn test(input: &mut &str) -> winnow::ModalResult<Test> {
    let is = delimited(space0, alt(("!=".value(false), "=".value(true))), space0);
    let values = separated(1.., delimited(space0, name, space0).map(str::to_owned), '|');
    (name, is, values)
        .map(|(option, is, values): (&str, bool, Vec<String>)| Test { option: option.to_owned(), is, values })
        .parse_next(input)
}

/// What options and their values are called.
fn name<'a>(input: &mut &'a str) -> winnow::ModalResult<&'a str> {
    let sign = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    preceded(winnow::combinator::peek(one_of(sign)), take_while(1.., sign)).parse_next(input)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{OptionEntry, OptionKind, books};

    fn told(text: &str, options: &[(&str, &str)]) -> String {
        let options = options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
        let terms = Terms {
            book: crate::book("easy").expect("it is in the program"),
            options: &options,
            cells: &BTreeMap::new(),
        };
        Template::try_from(text.to_owned()).expect(text).told(&terms)
    }

    #[test]
    fn signs_say_what_is_in_force() {
        let line = "within {6 in}; {fire-arc} degrees{pass-through=none: ; nobody passes {3 in}}{pass-through!=none: ; some pass}";
        assert_eq!(told(line, &[]), "within 6\"; 45 degrees; some pass");
        let options = [("scale", "1.5"), ("fire-arc", "60"), ("pass-through", "none")];
        assert_eq!(told(line, &options), "within 9\"; 60 degrees; nobody passes 4.5\"");
        let both = "{opt-squares=on & opt-failed-squares = on|off : squares}";
        assert_eq!(told(both, &[]), "");
        assert_eq!(told(both, &[("opt-squares", "on")]), "squares");
    }

    #[test]
    fn signs_that_cannot_be_read_are_told_with_their_place() {
        for text in ["a {6 in", "a {", "a }", "a {x=}", "a {x=y}", "a {: b}", "{x=y: {}"] {
            let fault = Template::try_from(text.to_owned()).expect_err(text);
            assert!(fault.to_string().contains(text) && fault.at <= text.len(), "{fault}");
        }
        assert!(Condition::try_from("on".to_owned()).is_err());
        assert!(Condition::try_from("a=b & ".to_owned()).is_err());
    }

    /// The texts of a sheet, one after the other.
    fn texts(sheet: &ReferenceSheet) -> Vec<String> {
        let lines = sheet.chapters.iter().flat_map(|chapter| &chapter.lines);
        let lines = lines.map(|line| format!("{} {} {}", line.clause, line.title, line.text));
        let tables = sheet.tables.iter().flat_map(|table| {
            let rows = table
                .rows
                .iter()
                .map(|row| row.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" | "));
            [table.title.clone(), table.columns.join(" | "), table.note.clone()].into_iter().chain(rows)
        });
        lines.chain(tables).collect()
    }

    fn sheet(book: &Rulebook, options: &BTreeMap<String, String>) -> ReferenceSheet {
        book.sheet(&Terms { book, options, cells: &BTreeMap::new() })
    }

    /// Values of it that are not its default; of a number both ends and what lies between.
    fn others(option: &OptionEntry) -> Vec<String> {
        let values: Vec<String> = match option.range {
            Some((least, most)) => {
                let middle = ((least + most) * 5.0).round() / 10.0;
                [least, middle, most].map(|value| value.to_string()).into()
            }
            None => option.alternatives.iter().map(|other| other.value.clone()).collect(),
        };
        values.into_iter().filter(|value| *value != option.default).collect()
    }

    /// All that a text asks for, within signs as well.
    fn tests_of(parts: &[Part]) -> Vec<&Test> {
        let mut found = Vec::new();
        for part in parts {
            match part {
                Part::When(tests, parts) => {
                    found.extend(tests);
                    found.extend(tests_of(parts));
                }
                Part::Words(_) | Part::Length(_) | Part::Value(_) => {}
            }
        }
        found
    }

    /// A name that is misspelt would be silent: it would hold never, or always.
    #[test]
    fn what_a_table_and_a_sign_name_is_there() {
        for book in books() {
            let mut tests = Vec::new();
            let mut texts: Vec<&Template> =
                book.clauses.iter().filter_map(|clause| clause.sheet.as_ref()).collect();
            texts.extend(book.hand_out.iter().flat_map(|advice| [&advice.title, &advice.text]));
            for table in &book.tables {
                let (look, whose) = (&table.sheet, format!("{}:{}", book.id, table.id));
                let rows: BTreeSet<String> = table.rows.iter().map(|row| table.row_name(row)).collect();
                for row in look.rows.keys() {
                    assert!(rows.contains(row), "{whose}: no row is called {row}");
                }
                for column in look.columns.keys().chain(&look.without).chain(&look.lengths) {
                    assert!(table.columns.contains(column), "{whose}: no column is called {column}");
                }
                texts.extend(look.title.iter().chain(&look.note));
                let conditions = look.when.iter().chain(look.rows.values()).chain(look.columns.values());
                tests.extend(conditions.flat_map(|condition| &condition.tests));
            }
            tests.extend(texts.iter().flat_map(|text| tests_of(&text.parts)));
            for test in tests {
                let option = book.option(&test.option);
                let option = option.unwrap_or_else(|| panic!("{}: {test:?} is of no option", book.id));
                for value in &test.values {
                    assert!(option.accepts(value), "{}: {} is never {value}", book.id, option.id);
                }
            }
            for option in texts.into_iter().flat_map(Template::options) {
                assert!(book.option(option).is_some(), "{}: a sign names {option}", book.id);
            }
        }
    }

    /// Every value of every option is told.
    #[test]
    fn every_value_of_every_option_is_told_on_the_sheet() {
        for book in books() {
            for option in book.options.iter().filter(|option| !book.unsheeted.contains(&option.id)) {
                for value in others(option) {
                    // Some are told only in the company of another.
                    let alone = std::iter::once(BTreeMap::new());
                    let company = book.options.iter().filter(|other| other.id != option.id);
                    let company = company.flat_map(|other| {
                        others(other).into_iter().map(|value| BTreeMap::from([(other.id.clone(), value)]))
                    });
                    let tells = |with: BTreeMap<String, String>| {
                        let mut set = with.clone();
                        set.insert(option.id.clone(), value.clone());
                        texts(&sheet(book, &with)) != texts(&sheet(book, &set))
                    };
                    assert!(
                        alone.chain(company).any(tells),
                        "{}: {} = {value} leaves the sheet as it is",
                        book.id,
                        option.id
                    );
                }
            }
        }
    }

    #[test]
    fn a_sheet_says_each_thing_once_and_leaves_no_sign_behind() {
        for book in books() {
            let on: BTreeMap<String, String> = book
                .options
                .iter()
                .filter(|option| option.kind == OptionKind::Module)
                .map(|option| (option.id.clone(), "on".to_owned()))
                .collect();
            for options in [BTreeMap::new(), on] {
                let sheet = sheet(book, &options);
                let lines: usize = sheet.chapters.iter().map(|chapter| chapter.lines.len()).sum();
                assert!(lines >= 40 && sheet.tables.len() >= 3, "{}: {lines} lines", book.id);
                let mut said = BTreeSet::new();
                for line in sheet.chapters.iter().flat_map(|chapter| &chapter.lines) {
                    assert!(said.insert(line.text.clone()), "{}:{} says it again", book.id, line.clause);
                    let clean = !line.text.contains(['{', '}', '`']) && !line.text.contains("  ");
                    assert!(clean && !line.text.ends_with('.'), "{}:{}: {}", book.id, line.clause, line.text);
                }
            }
        }
    }

    #[test]
    fn cells_are_as_the_referee_corrected_them_and_lengths_go_by_the_scale() {
        let book = crate::book("easy").expect("it is in the program");
        let options = BTreeMap::from([("scale".to_owned(), "1.5".to_owned())]);
        let cells =
            BTreeMap::from([("fire-modifiers/target is artillery/modifier".to_owned(), "−2".to_owned())]);
        let sheet = book.sheet(&Terms { book, options: &options, cells: &cells });
        let table = |id: &str| sheet.tables.iter().find(|table| table.id == id).expect(id);
        let first = &table("fire-modifiers").rows[0][1];
        assert_eq!((first.text.as_str(), first.corrected), ("−2", true));
        let infantry = &table("rates").rows[0];
        assert_eq!((infantry[0].text.as_str(), infantry[1].text.as_str()), ("infantry", "9"));
    }
}
