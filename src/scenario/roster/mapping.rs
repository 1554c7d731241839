//! Identifies the columns of a table from a spreadsheet: by its heading, otherwise by their values.

use std::collections::BTreeMap;

use spreadsheet::{Table, TableRow};

use super::questions::LEAST_MISREAD;
use super::sheet::{Head, Listing, MOST_ROWS, Sheet};
use super::synonyms::Synonyms;
use super::{CellKind, Column, is_same};

/// Columns beyond this number are not guessed.
const MOST_COLUMNS: usize = 200;

/// Number of rows in which the heading is searched: titles stand above it.
const HEADING_WITHIN: usize = 20;

/// The word in a stored mapping for a table with a heading.
const HEADING: &str = "heading";

/// The word in a stored mapping for a column that is left out.
const LEFT_OUT: &str = "-";

/// The meaning of a column of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Means {
    /// Not given, and it cannot be guessed.
    #[default]
    Unknown,
    /// Not wanted: the user has left it out.
    LeftOut,
    Is(Head),
}

/// The meaning of each column of a table, and the first row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The heading row, from 0; rows above it are titles.
    pub heading: Option<usize>,
    pub columns: Vec<Means>,
    /// Columns with an unknown heading that were identified by their values.
    pub by_values: Vec<usize>,
}

/// The rows used to identify the columns.
fn looked_at(table: &Table, from: usize) -> impl Iterator<Item = &TableRow> {
    table.rows.iter().skip(from).take(MOST_ROWS)
}

/// Is this a number, as spreadsheets write one?
pub(super) fn is_number(value: &str) -> bool {
    let mut digits = value.bytes().filter(u8::is_ascii_digit).peekable();
    let is_part =
        |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',' | ' ' | '\'' | '’' | '-' | '+');
    digits.peek().is_some() && value.chars().all(is_part)
}

/// Does such a column identify a row?
pub(super) fn is_naming(field: &str) -> bool {
    matches!(field, "name" | "counter")
}

/// The columns that a heading may mean, the likeliest first: by title or field, otherwise by synonyms.
fn headed(words: &str, roster: &Sheet, synonyms: &Synonyms) -> Vec<Head> {
    if words.is_empty() {
        return Vec::new();
    }
    let is_it = |head: &Head| is_same(head.title(), words) || is_same(head.key(), words);
    let comes_in = |head: &Head| head.comes_in();
    // The columns of the rules take precedence over the program's own additional ones.
    let mut exact: Vec<Head> = roster.heads.iter().copied().filter(is_it).collect();
    exact.sort_by_key(|head| matches!(head, Head::Listed(_)));
    if exact.iter().any(|head| !head.comes_in()) {
        return exact.into_iter().filter(comes_in).collect();
    }
    let others = roster.heads.iter().copied().filter(comes_in);
    let others = others.filter(|head| !exact.contains(head) && synonyms.is_heading(head.key(), words));
    let others: Vec<Head> = others.collect();
    exact.into_iter().chain(others).collect()
}

/// The meaning of each value of a row as a heading: a column that several could mean goes to the first of the likeliest.
fn heads_of(row: &TableRow, roster: &Sheet, synonyms: &Synonyms) -> Vec<Option<Head>> {
    let found: Vec<Vec<Head>> =
        row.values.iter().take(MOST_COLUMNS).map(|words| headed(words, roster, synonyms)).collect();
    let mut heads: Vec<Option<Head>> = vec![None; found.len()];
    // An exact heading is not displaced by the second meaning of another.
    for rank in 0..found.iter().map(Vec::len).max().unwrap_or(0) {
        for (column, all) in found.iter().enumerate() {
            let free = all.get(rank).filter(|head| heads[column].is_none() && !heads.contains(&Some(**head)));
            if let Some(head) = free {
                heads[column] = Some(*head);
            }
        }
    }
    let is = |heads: &[Option<Head>], head: Head| heads.iter().position(|one| *one == Some(head));
    // An army without a side is that of a side.
    if let (None, Some(column)) = (is(&heads, Head::Side), is(&heads, Head::Listed(Listing::Army))) {
        heads[column] = Some(Head::Side);
    }
    // Likewise, an id is the label of the counter if no other column is.
    let counter = roster.heads.iter().copied().find(|head| head.key() == "counter");
    if let (Some(counter), Some(column)) = (counter, is(&heads, Head::Listed(Listing::Id)))
        && is(&heads, counter).is_none()
    {
        heads[column] = Some(counter);
    }
    heads
}

/// Is no value of this row a number, while some below are, or does it name a column exactly?
fn looks_like_heading(table: &Table, row: usize) -> bool {
    let has_number = |row: &TableRow| row.values.iter().any(|value| is_number(value));
    let is_plain = table.rows.get(row).is_some_and(|row| !has_number(row));
    is_plain && looked_at(table, row + 1).any(has_number)
}

/// The heading of a table: its row, from 0, and the meanings of its values.
fn heading(table: &Table, roster: &Sheet, synonyms: &Synonyms) -> Option<(usize, Vec<Option<Head>>)> {
    let rows = table.rows.iter().take(HEADING_WITHIN).enumerate();
    let all: Vec<(usize, Vec<Option<Head>>)> =
        rows.map(|(row, values)| (row, heads_of(values, roster, synonyms))).collect();
    let named = |heads: &[Option<Head>]| heads.iter().flatten().count();
    // A row of units may contain a word or two that are also headings, but has numbers as well.
    let is_one = |(row, heads): &&(usize, Vec<Option<Head>>)| {
        let values = &table.rows[*row].values;
        let plain = values.iter().all(|value| !is_number(value));
        let known = named(heads);
        plain
            && (known >= 2
                && (*row == 0 || known * 3 >= values.iter().filter(|value| !value.is_empty()).count())
                || known >= 1 && (table.width == 1 || *row == 0 && looks_like_heading(table, 0)))
    };
    let most = all.iter().filter(is_one).map(|(_, heads)| named(heads)).max()?;
    // The first of the rows that name the most columns.
    all.iter().filter(is_one).find(|(_, heads)| named(heads) == most).cloned()
}

/// A row that must be a heading although its words are unknown: it stands above numbers, and none of its words
/// occurs in the rows of units.
fn unknown_heading(table: &Table, roster: &Sheet, synonyms: &Synonyms) -> Option<usize> {
    let is_known = |value: &str| {
        roster.is_side(value) || roster.heads.iter().any(|head| knows(*head, value, &roster.rules, synonyms))
    };
    let is_one = |row: &usize| {
        let values: Vec<(usize, &String)> =
            table.rows[*row].values.iter().enumerate().filter(|(_, value)| !value.is_empty()).collect();
        let are_words = values.iter().all(|(_, value)| !is_number(value) && !is_known(value));
        let below = |column: usize| {
            let below = looked_at(table, row + 1).filter_map(|row| row.values.get(column));
            let mut below = below.filter(|value| !value.is_empty()).peekable();
            below.peek().is_some() && below.all(|value| is_number(value))
        };
        values.len() > 1
            && values.len() * 2 > table.width
            && are_words
            && values.iter().any(|(column, _)| below(*column))
    };
    (0..table.rows.len().min(HEADING_WITHIN)).find(is_one)
}

/// The sheet of a file that is probably the table of units: the first with a known heading, otherwise the first.
pub fn likeliest_sheet(sheets: &[spreadsheet::Sheet], roster: &Sheet, synonyms: &Synonyms) -> usize {
    let has_heading = |sheet: &spreadsheet::Sheet| heading(&sheet.table, roster, synonyms).is_some();
    sheets.iter().position(has_heading).unwrap_or(0)
}

impl Mapping {
    /// Guesses the meanings of the columns of a table as far as possible.
    pub fn guess(table: &Table, roster: &Sheet, synonyms: &Synonyms) -> Self {
        let width = table.width.min(MOST_COLUMNS);
        let heading = heading(table, roster, synonyms);
        if let (None, Some(columns)) = (&heading, in_order(table, roster, synonyms)) {
            return Self { heading: None, columns, by_values: Vec::new() };
        }
        let (heading, mut heads) = match heading {
            Some((row, heads)) => (Some(row), heads),
            None => (unknown_heading(table, roster, synonyms), Vec::new()),
        };
        heads.resize(width, None);
        let from = heading.map_or(0, |row| row + 1);
        let mut by_values = Vec::new();
        for column in 0..width {
            if heads[column].is_none()
                && let Some(head) =
                    told_by_values((table, from, column), roster, synonyms, (&heads, heading.is_some()))
            {
                heads[column] = Some(head);
                by_values.extend(heading.map(|_| column));
            }
        }
        for column in 0..width {
            if let Some(head) = miscounted((table, from, column), roster, &heads) {
                heads[column] = Some(head);
                by_values.push(column);
            }
        }
        // Every row has a name: it is the first text column without another meaning.
        let name = roster.heads.iter().copied().find(|head| head.key() == "name");
        let is_text = |column: &usize| {
            let mut values = looked_at(table, from).filter_map(|row| row.values.get(*column));
            values.find(|value| !value.is_empty()).is_some_and(|value| !is_number(value))
        };
        let is_free =
            |heads: &[Option<Head>]| (0..width).filter(|column| heads[*column].is_none()).find(is_text);
        if name.is_some()
            && !heads.contains(&name)
            && let Some(free) = is_free(&heads)
        {
            heads[free] = name;
            by_values.extend(heading.map(|_| free));
        }
        heads.resize(table.width, None);
        let columns = heads.into_iter().map(|head| head.map_or(Means::Unknown, Means::Is)).collect();
        Self { heading, columns, by_values }
    }

    /// The meaning of a column; `None` if it is left out.
    pub fn head(&self, column: usize) -> Option<Head> {
        match self.columns.get(column) {
            Some(Means::Is(head)) => Some(*head),
            Some(Means::Unknown | Means::LeftOut) | None => None,
        }
    }

    /// The column with this field.
    pub fn column_of(&self, field: &str) -> Option<usize> {
        (0..self.columns.len()).find(|column| self.head(*column).is_some_and(|head| head.key() == field))
    }

    /// Sets the meaning of a column. Each column of the roster comes from at most one of the table.
    pub fn say(&mut self, column: usize, means: Means) {
        if self.columns.len() <= column {
            self.columns.resize(column + 1, Means::Unknown);
        }
        for other in self.columns.iter_mut().filter(|other| matches!(means, Means::Is(_)) && **other == means)
        {
            *other = Means::Unknown;
        }
        self.by_values.retain(|other| *other != column);
        self.columns[column] = means;
    }

    /// The first row after heading and titles.
    pub fn first_row(&self) -> usize {
        self.heading.map_or(0, |row| row + 1)
    }

    /// The heading of a column.
    pub fn title<'t>(&self, table: &'t Table, column: usize) -> &'t str {
        self.heading.map_or("", |row| table.value(row, column))
    }

    /// The key under which the mapping of such a table is stored for these rules; `None` if it has no heading.
    pub fn signature(&self, table: &Table, rules: &str) -> Option<String> {
        let heading = table.rows.get(self.heading?)?;
        Some(format!("{rules}\t{}", heading.values.join("\t").to_lowercase()))
    }

    /// The mapping from its stored words, one per column. A word that is no longer a column of the roster is
    /// guessed, as is a mapping for other columns.
    pub fn of_words(words: &[String], heads: &[Head], guess: Self) -> Self {
        let Some((first, columns)) = words.split_first() else { return guess };
        if first != HEADING || columns.len() != guess.columns.len() {
            return guess;
        }
        let known: Vec<Means> = columns
            .iter()
            .map(|word| match heads.iter().copied().find(|head| head.key() == word) {
                Some(head) => Means::Is(head),
                None if word == LEFT_OUT => Means::LeftOut,
                None => Means::Unknown,
            })
            .collect();
        let guessed = |(word, (means, guess)): (&String, (&Means, &Means))| match means {
            Means::Unknown if !word.is_empty() && !known.contains(guess) => *guess,
            means => *means,
        };
        let columns = columns.iter().zip(known.iter().zip(&guess.columns)).map(guessed).collect();
        Self { heading: guess.heading.or(Some(0)), columns, by_values: Vec::new() }
    }

    /// The mapping as stored words.
    pub fn words(&self) -> Vec<String> {
        let heading = if self.heading.is_some() { HEADING } else { "rows" };
        let columns = self.columns.iter().map(|means| match means {
            Means::Unknown => "",
            Means::LeftOut => LEFT_OUT,
            Means::Is(head) => head.key(),
        });
        std::iter::once(heading).chain(columns).map(str::to_owned).collect()
    }
}

/// Is this a word of the column, in the rules or among the synonyms?
fn knows(head: Head, value: &str, rules: &str, synonyms: &Synonyms) -> bool {
    head.knows(value) || head.accepted().is_some() && synonyms.meaning(rules, head.key(), value).is_some()
}

/// The columns of a table without a heading, if it is laid out like the roster: from side, command or name on, those that are
/// always shown. `None` if the values contradict that.
fn in_order(table: &Table, roster: &Sheet, synonyms: &Synonyms) -> Option<Vec<Means>> {
    /// With fewer columns it could be anything.
    const LEAST: usize = 3;
    let is_own = |head: &Head| head.comes_in() && !head.is_detail() && !matches!(head, Head::Listed(_));
    let own: Vec<Head> = roster.heads.iter().copied().filter(is_own).collect();
    let from_name = own.iter().position(|head| is_naming(head.key()))?;
    (0..=from_name).find_map(|first| {
        let heads = own.get(first..first + table.width).filter(|heads| heads.len() >= LEAST)?;
        let of_name = from_name.checked_sub(first)?;
        (of_name < heads.len() && lies_so(table, heads, roster, synonyms))
            .then(|| heads.iter().copied().map(Means::Is).collect())
    })
}

/// Do the values of a table fit these heads, column by column? Of the values that can be checked more than half must fit, in
/// some column nearly all; and names must be words.
fn lies_so(table: &Table, heads: &[Head], roster: &Sheet, synonyms: &Synonyms) -> bool {
    let named = |value: &str| roster.is_side(value);
    let (mut all, mut fit, mut sure) = (0, 0, false);
    for (column, head) in heads.iter().enumerate() {
        let rows = looked_at(table, 0).filter_map(|row| row.values.get(column)).map(String::as_str);
        let values: Vec<&str> = rows.filter(|value| !value.is_empty()).collect();
        let count = |is: &dyn Fn(&str) -> bool| values.iter().filter(|value| is(value)).count();
        let right = match head {
            Head::Cell(Column { kind: kind @ (CellKind::Number { .. } | CellKind::Inches), .. }) => {
                count(&|value| kind.ron(value).is_ok())
            }
            _ if head.accepted().is_some() => {
                let right = count(&|value| knows(*head, value, &roster.rules, synonyms));
                sure |= right > 0 && right * 4 >= values.len() * 3;
                right
            }
            Head::Side => {
                let free = |value: &str| roster.lines.is_empty() && !is_number(value);
                count(&|value| named(value) || free(value))
            }
            _ if is_naming(head.key()) || matches!(head, Head::Command(_)) => {
                // The name of a side is not a command.
                if count(&is_number) > 0 || matches!(head, Head::Command(_)) && count(&named) > 0 {
                    return false;
                }
                continue;
            }
            Head::Command(_) | Head::Cell(_) | Head::Begins | Head::Listed(_) => continue,
        };
        (all, fit) = (all + values.len(), fit + right);
    }
    sure && fit * 2 > all
}

/// The meaning of a column by its values, from a row on: words that only one column accepts, or names of sides. Under an
/// unknown heading, numbers give no hint.
fn told_by_values(
    (table, from, column): (&Table, usize, usize),
    roster: &Sheet,
    synonyms: &Synonyms,
    (taken, is_headed): (&[Option<Head>], bool),
) -> Option<Head> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for value in looked_at(table, from).filter_map(|row| row.values.get(column)).filter(|one| !one.is_empty())
    {
        *counts.entry(value).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    if all == 0 {
        return None;
    }
    let most = |is: &dyn Fn(&str) -> bool| {
        let right = counts.iter().filter(|(value, _)| is(value)).map(|(_, count)| count);
        right.sum::<usize>() * 2 > all
    };
    let free = |head: &Head| head.comes_in() && !taken.contains(&Some(*head));
    if most(&|value| roster.is_side(value)) && free(&Head::Side) {
        return Some(Head::Side);
    }
    let takes =
        |head: &Head| most(&|value| !is_number(value) && knows(*head, value, &roster.rules, synonyms));
    if let Some(head) = roster.heads.iter().copied().filter(free).find(takes) {
        return Some(head);
    }
    // Numbers belong to the first count that accepts them all.
    let fits =
        |head: &Head| count_of(*head).is_some_and(|kind| counts.keys().all(|value| kind.ron(value).is_ok()));
    roster.heads.iter().copied().filter(free).find(fits).filter(|_| !is_headed)
}

/// The numbers accepted by a column that is always shown; `None` for other columns.
fn count_of(head: Head) -> Option<CellKind> {
    match head {
        Head::Cell(Column { kind: kind @ CellKind::Number { .. }, is_detail: false, .. }) => Some(kind),
        _ => None,
    }
}

/// The count that fits the numbers, if that of their heading cannot: men under *Strength*.
fn miscounted(
    (table, from, column): (&Table, usize, usize),
    roster: &Sheet,
    heads: &[Option<Head>],
) -> Option<Head> {
    let named = heads[column].and_then(count_of)?;
    let values =
        looked_at(table, from).filter_map(|row| row.values.get(column)).filter(|value| is_number(value));
    let values: Vec<&String> = values.collect();
    let takes = |kind: CellKind| values.iter().filter(|value| kind.ron(value).is_ok()).count();
    let free = |head: &Head| head.comes_in() && !heads.contains(&Some(*head));
    let fits = |head: &Head| count_of(*head).is_some_and(|kind| takes(kind) == values.len());
    (values.len() >= LEAST_MISREAD && takes(named) == 0)
        .then(|| roster.heads.iter().copied().filter(free).find(fits))
        .flatten()
}
