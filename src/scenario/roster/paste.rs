//! Rows of a spreadsheet on their way into a roster: a table read from text, its columns told apart, and what each row would be.
//!
//! Values are parted by tabs, semicolons or commas, and may stand in quotes. The first row may be a heading. Texts are those of
//! [`data::cell`].
//! Places: rows and columns of the table, told with the line of the text, both from 1.

use csv::{ReaderBuilder, Trim};

use super::super::draft::EditFault;
use super::super::hex::HexCounter;
use super::super::{HexStart, KnownRules, Side};
use super::counter::{BEGINS, COUNTER, FACES, LEVEL, NewCounter, start_words};
use super::recruit::{NewPiece, Recruit, new_piece, without_meaning};
use super::rostered::RosterEdit;
use super::sheet::{Head, Line, MOST_ROWS, Sheet};
use super::{CellKind, Column, amiss, is_same};
use data::{cell, printable};
use hexes::Hex;

/// A table as it was pasted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub rows: Vec<TableRow>,
    /// How many values the longest row has.
    pub width: usize,
}

/// A row of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// In the text, from 1.
    pub line: usize,
    pub values: Vec<String>,
}

/// What each column of a table is; none: nothing that is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The first row says what the columns are.
    pub has_heading: bool,
    pub columns: Vec<Option<Head>>,
}

/// Where rows go that do not say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goes {
    pub side: Side,
    pub command: String,
}

/// Something that is wrong with a pasted table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasteFault {
    /// The row of the table, from 0.
    pub row: usize,
    /// The column of the table, from 0; none: it is of the row as a whole.
    pub column: Option<usize>,
    /// Of the text, from 1.
    pub line: usize,
    pub fault: EditFault,
}

/// What would come of a pasted table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pasted {
    /// Sides get these names first: they had nobody and stood for any.
    pub sides: Vec<(Side, String)>,
    pub recruits: Vec<Recruit>,
    pub faults: Vec<PasteFault>,
    /// Commands that are made.
    pub commands: Vec<String>,
}

impl Table {
    /// The table that this text is. What cannot be read as one is a single value a line.
    pub fn read(text: &str) -> Self {
        Self::parted(text, delimiter(text))
    }

    /// The same as it lies over cells of a roster: tabs alone part its values, so that `2,400` is one of them.
    pub fn cells(text: &str) -> Self {
        Self::parted(text, b'\t')
    }

    fn parted(text: &str, delimiter: u8) -> Self {
        let text = text.trim_start_matches('\u{feff}').trim_end_matches(['\n', '\r']);
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter)
            .trim(Trim::All)
            .from_reader(text.as_bytes());
        let mut rows = Vec::new();
        for record in reader.records().filter_map(Result::ok) {
            let line = record.position().map_or(1, csv::Position::line);
            let clean = |value: &str| -> String {
                value
                    .chars()
                    .map(|letter| if printable::is_printable(letter) { letter } else { ' ' })
                    .collect()
            };
            let values: Vec<String> = record.iter().map(|value| clean(cell::text_of(value))).collect();
            if values.iter().any(|value| !value.is_empty()) {
                rows.push(TableRow { line: usize::try_from(line).unwrap_or(1).max(1), values });
            }
        }
        let width = rows.iter().map(|row| row.values.len()).max().unwrap_or(0);
        Self { rows, width }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows by which it is told what the columns are.
    fn looked_at(&self) -> &[TableRow] {
        self.rows.get(..MOST_ROWS).unwrap_or(&self.rows)
    }

    fn value(&self, row: usize, column: usize) -> &str {
        self.rows.get(row).and_then(|row| row.values.get(column)).map_or("", String::as_str)
    }

    /// The heading, if its first row is one, by which the mapping of such a table is remembered for these rules.
    pub fn signature(&self, rules: &str) -> String {
        let heading = self.rows.first().map(|first| first.values.join("\t").to_lowercase());
        format!("{rules}\t{}", heading.unwrap_or_default())
    }
}

/// What parts the values: a tab where there is any, else what the first lines have more of.
fn delimiter(text: &str) -> u8 {
    let first: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(5).collect();
    let count = |sign: char| first.iter().map(|line| line.matches(sign).count()).sum::<usize>();
    match (count('\t'), count(';'), count(',')) {
        (1.., ..) => b'\t',
        (0, semicolons, commas) if semicolons > commas => b';',
        _ => b',',
    }
}

/// Other words that spreadsheets have for a column, by its field.
const ALSO: &[(&str, &[&str])] = &[
    ("side", &["nation", "army", "team", "player"]),
    ("command", &["corps", "division", "brigade", "formation", "chit", "wing"]),
    ("name", &["unit", "stand", "title", "regiment"]),
    ("arm", &["type", "class", "kind"]),
    ("class", &["type", "arm", "kind"]),
    ("quality", &["grade", "morale", "training"]),
    ("men", &["strength in men", "number", "troops"]),
    ("strength", &["sp", "points", "strength points"]),
    ("battery", &["guns", "calibre", "pieces"]),
    ("grade", &["rank", "commands"]),
    ("figures", &["figs", "miniatures"]),
    ("stands", &["bases"]),
    ("movement", &["mp", "move"]),
    ("counter", &["id", "designation"]),
    ("begins", &["hex", "at", "start", "set up", "arrives", "entry"]),
];

/// The column that a heading means: by its title or its field, else by other words for it.
fn headed(words: &str, heads: &[Head]) -> Option<Head> {
    let is_it = |head: &Head| is_same(head.title(), words) || is_same(head.key(), words);
    if let Some(exact) = heads.iter().copied().find(is_it) {
        return Some(exact).filter(|head| head.comes_in());
    }
    let mut all = heads.iter().copied().filter(|head| head.comes_in());
    all.find(|head| {
        let also = ALSO.iter().find(|(field, _)| *field == head.key()).map_or(&[][..], |(_, also)| also);
        also.iter().any(|also| is_same(also, words))
    })
}

/// No value of the first row is a number, and some of the rows below has one, or it names a column outright.
fn looks_like_heading(table: &Table) -> bool {
    let Some(first) = table.rows.first() else { return false };
    let is_number = |value: &String| value.parse::<f32>().is_ok();
    let has_number = |row: &TableRow| row.values.iter().any(is_number);
    !has_number(first) && table.rows.len() > 1 && table.looked_at().iter().skip(1).any(has_number)
}

/// Of no column beyond these it is guessed what it is.
const MOST_COLUMNS: usize = 200;

/// By this word it is remembered of a mapping that the first row is a heading.
const HEADING: &str = "heading";

impl Mapping {
    /// What the columns of a table are, as far as it can be told: by its heading, else by what stands in them.
    pub fn guess(table: &Table, roster: &Sheet) -> Self {
        let heads = roster.heads.clone();
        let first = table.rows.first().map_or(&[][..], |row| &row.values);
        let looked_at = table.width.min(MOST_COLUMNS);
        let by_heading: Vec<Option<Head>> =
            first.iter().take(looked_at).map(|words| headed(words, &heads)).collect();
        let named = by_heading.iter().flatten().count();
        let has_heading = named >= 2 || named >= 1 && (table.width == 1 || looks_like_heading(table));
        if let (false, Some(columns)) = (has_heading, in_order(table, roster)) {
            return Self { has_heading, columns };
        }
        let mut columns: Vec<Option<Head>> = Vec::new();
        for column in 0..looked_at {
            let guessed = match has_heading {
                true => by_heading.get(column).copied().flatten(),
                false => by_values(table, column, roster, &columns),
            };
            columns.push(guessed.filter(|head| !columns.contains(&Some(*head))));
        }
        columns.resize(table.width, None);
        let name = heads.iter().copied().find(|head| head.key() == "name");
        let is_text = |column: &usize| {
            let value = table.value(usize::from(has_heading), *column);
            !value.is_empty() && value.parse::<f32>().is_err()
        };
        // Every row has a name: it is the first column of text that nothing else is.
        if name.is_some()
            && !columns.contains(&name)
            && let Some(free) = (0..table.width).filter(|column| columns[*column].is_none()).find(is_text)
        {
            columns[free] = name;
        }
        Self { has_heading, columns }
    }

    /// The mapping by the words in which it was remembered, one a column. A word that is no column of the roster any more is
    /// guessed, as is a mapping of other columns.
    pub fn of_words(words: &[String], heads: &[Head], guess: Self) -> Self {
        let Some((first, columns)) = words.split_first() else { return guess };
        if first != HEADING || columns.len() != guess.columns.len() {
            return guess;
        }
        let known: Vec<Option<Head>> =
            columns.iter().map(|word| heads.iter().copied().find(|head| head.key() == word)).collect();
        let guessed = |(word, (head, guess)): (&String, (&Option<Head>, &Option<Head>))| match head {
            None if !word.is_empty() => guess.filter(|guess| !known.contains(&Some(*guess))),
            head => *head,
        };
        let columns = columns.iter().zip(known.iter().zip(&guess.columns)).map(guessed).collect();
        Self { has_heading: true, columns }
    }

    /// As it is remembered.
    pub fn words(&self) -> Vec<String> {
        let heading = if self.has_heading { HEADING } else { "rows" };
        let columns = self.columns.iter().map(|head| head.map_or("", Head::key));
        std::iter::once(heading).chain(columns).map(str::to_owned).collect()
    }
}

/// The columns of a table without a heading that is laid out as the roster itself: from its side, its command or its name on, those that
/// are always shown. None: what stands in it says otherwise.
fn in_order(table: &Table, roster: &Sheet) -> Option<Vec<Option<Head>>> {
    /// Fewer could be anything.
    const LEAST: usize = 3;
    let own: Vec<Head> =
        roster.heads.iter().copied().filter(|head| head.comes_in() && !head.is_detail()).collect();
    let from_name = own.iter().position(|head| is_naming(head.key()))?;
    (0..=from_name).find_map(|first| {
        let heads = own.get(first..first + table.width).filter(|heads| heads.len() >= LEAST)?;
        let of_name = from_name.checked_sub(first)?;
        (of_name < heads.len() && lies_so(table, heads, roster))
            .then(|| heads.iter().copied().map(Some).collect())
    })
}

/// Do the values of a table fit these heads, column by column? Of those that can be told, more than half do, in some column nearly all;
/// and names are words.
fn lies_so(table: &Table, heads: &[Head], roster: &Sheet) -> bool {
    let is_number = |value: &str| value.parse::<f32>().is_ok();
    let named =
        |value: &str| roster.sides.iter().any(|(id, name)| is_same(name, value) || is_same(id, value));
    let (mut all, mut fit, mut sure) = (0, 0, false);
    for (column, head) in heads.iter().enumerate() {
        let rows = table.looked_at().iter().filter_map(|row| row.values.get(column)).map(String::as_str);
        let values: Vec<&str> = rows.filter(|value| !value.is_empty()).collect();
        let count = |is: &dyn Fn(&str) -> bool| values.iter().filter(|value| is(value)).count();
        let right = match head {
            Head::Cell(Column { kind: kind @ (CellKind::Number { .. } | CellKind::Inches), .. }) => {
                count(&|value| kind.ron(value).is_ok())
            }
            _ if head.accepted().is_some() => {
                let right = count(&|value| head.knows(value));
                sure |= right > 0 && right * 4 >= values.len() * 3;
                right
            }
            Head::Side => {
                let free = |value: &str| roster.lines.is_empty() && !is_number(value);
                count(&|value| named(value) || free(value))
            }
            _ if is_naming(head.key()) || matches!(head, Head::Command(_)) => {
                // What a side is called is no command.
                if count(&is_number) > 0 || matches!(head, Head::Command(_)) && count(&named) > 0 {
                    return false;
                }
                continue;
            }
            Head::Command(_) | Head::Cell(_) | Head::Begins => continue,
        };
        (all, fit) = (all + values.len(), fit + right);
    }
    sure && fit * 2 > all
}

/// What a column without a heading is, by its values: words that only one column takes, or the name of a side.
fn by_values(table: &Table, column: usize, roster: &Sheet, taken: &[Option<Head>]) -> Option<Head> {
    let heads = &roster.heads;
    let values: Vec<&str> = table
        .looked_at()
        .iter()
        .filter_map(|row| row.values.get(column))
        .map(String::as_str)
        .filter(|one| !one.is_empty())
        .collect();
    if values.is_empty() {
        return None;
    }
    let most = |is: &dyn Fn(&str) -> bool| values.iter().filter(|value| is(value)).count() * 2 > values.len();
    let free = |head: &Head| head.comes_in() && !taken.contains(&Some(*head));
    let side = |value: &str| roster.sides.iter().any(|(id, name)| is_same(name, value) || is_same(id, value));
    if most(&side) && free(&Head::Side) {
        return Some(Head::Side);
    }
    let takes = |head: &Head| most(&|value| head.knows(value));
    if let Some(head) = heads.iter().copied().filter(free).find(takes) {
        return Some(head);
    }
    // Numbers go to the first count that takes them all.
    let fits = |head: &Head| match head {
        Head::Cell(Column { kind: kind @ CellKind::Number { .. }, is_detail: false, .. }) => {
            values.iter().all(|value| kind.ron(value).is_ok())
        }
        _ => false,
    };
    heads.iter().copied().filter(free).find(fits)
}

/// What would come of this table in this battle, and all that is wrong with it; nothing is changed.
pub fn pasted(
    table: &Table,
    mapping: &Mapping,
    goes: &Goes,
    known: &dyn KnownRules,
    roster: &Sheet,
) -> Pasted {
    let mut reader = Reader { table, mapping, known, roster, found: Pasted::default() };
    let (mut side, mut command, mut told) = (Some(goes.side), goes.command.clone(), None);
    let first = usize::from(mapping.has_heading);
    let last = table.rows.len().min(first + MOST_ROWS.saturating_sub(roster.lines.len()));
    for row in first..last {
        // As spreadsheets have it, an empty cell of a side or a command is that of the row above.
        let said = reader.said(row, "side");
        if !said.is_empty() {
            side = reader.side(row, &said);
            // Corps are those of one side, and rows of another begin with those of none.
            if roster.on_hexes && told.replace(side).is_some_and(|last| last != side) {
                command.clear();
            }
        } else if side.is_none() {
            reader.of_unknown_side(row);
        }
        let said = reader.said(row, "command");
        if roster.on_hexes && is_none(&said) {
            command.clear();
        } else if !said.is_empty() {
            command = said;
        }
        if command.trim().is_empty() {
            roster.first_command().clone_into(&mut command);
        }
        // Nobody comes to a side that is not theirs.
        if let Some(side) = side {
            reader.row(row, side, &command);
        }
    }
    let mut found = reader.found;
    let is_there = |recruit: &Recruit| {
        let same = |name: &str| name.trim().eq_ignore_ascii_case(recruit.command.trim());
        let mut own = roster.commands.iter().filter(|(side, _)| *side == recruit.side);
        same("") || own.any(|(_, name)| same(name))
    };
    for recruit in found.recruits.iter().filter(|recruit| !is_there(recruit)) {
        if !found.commands.contains(&recruit.command) {
            found.commands.push(recruit.command.clone());
        }
    }
    if let Some(row) = table.rows.get(last) {
        let fault = too_many(table.rows.len() - last, roster.lines.len());
        found.faults.insert(0, PasteFault { row: last, column: None, line: row.line, fault });
    }
    if mapping.columns.iter().flatten().all(|head| !is_naming(head.key())) && !table.is_empty() {
        let message = "no column is the name".to_owned();
        let help = "say above which column has the names".to_owned();
        found
            .faults
            .insert(0, PasteFault { row: 0, column: None, line: 1, fault: EditFault { message, help } });
    }
    found
}

/// So many rows from one on find no room beside those that the roster has.
fn too_many(rows: usize, there: usize) -> EditFault {
    let (these, are) = if rows == 1 { ("row", "is") } else { ("rows", "are") };
    let has = if there == 0 { String::new() } else { format!(", and this one has {there} already") };
    EditFault {
        message: format!(
            "{rows} {these} from here on {are} too many, for a battle has {MOST_ROWS} at most{has}"
        ),
        help: "leave them out".to_owned(),
    }
}

/// What is said of a row that is of no corps, below others that are.
const NONE: [&str; 2] = ["none", "-"];

/// Does a cell on hexes say that its row is of no corps?
pub(super) fn is_none(said: &str) -> bool {
    NONE.iter().any(|none| none.eq_ignore_ascii_case(said))
}

/// A row is known by what stands in such a column.
fn is_naming(field: &str) -> bool {
    matches!(field, "name" | "counter")
}

struct Reader<'a> {
    table: &'a Table,
    mapping: &'a Mapping,
    known: &'a dyn KnownRules,
    roster: &'a Sheet,
    found: Pasted,
}

impl Reader<'_> {
    fn said(&self, row: usize, field: &str) -> String {
        self.column_of(field).map_or("", |column| self.table.value(row, column)).trim().to_owned()
    }

    fn tell(&mut self, row: usize, column: Option<usize>, fault: EditFault) {
        let line = self.table.rows.get(row).map_or(1, |row| row.line);
        self.found.faults.push(PasteFault { row, column, line, fault });
    }

    /// The side that is called so. A name that no side has is given to one that has nobody yet.
    fn side(&mut self, row: usize, said: &str) -> Option<Side> {
        if let Some((side, _)) = self.found.sides.iter().find(|(_, name)| is_same(name, said)) {
            return Some(*side);
        }
        let named = |side: &Side| self.found.sides.iter().any(|(of, _)| of == side);
        let sides = || self.roster.sides.iter().zip((0..).map(Side));
        let known = sides()
            .filter(|(_, side)| !named(side))
            .find(|((id, name), _)| is_same(name, said) || is_same(id, said));
        if let Some((_, side)) = known {
            return Some(side);
        }
        let is_empty = |side: Side| !self.roster.lines.iter().any(|line| line.side == side);
        let used = |side: Side| self.found.recruits.iter().any(|recruit| recruit.side == side);
        let free = sides().map(|(_, side)| side).find(|side| !named(side) && is_empty(*side) && !used(*side));
        if let Some(side) = free {
            self.found.sides.push((side, said.to_owned()));
            return Some(side);
        }
        let names = sides().map(|((_, old), side)| {
            let new = self.found.sides.iter().find(|(of, _)| *of == side);
            new.map_or(old.clone(), |(_, name)| name.clone())
        });
        let help = format!("a battle has two sides: write {}", names.collect::<Vec<_>>().join(" or "));
        let message = format!("there is no side \"{said}\"");
        self.tell(row, self.column_of("side"), EditFault { message, help });
        None
    }

    fn of_unknown_side(&mut self, row: usize) {
        let message = "it is of the side of the row above, which is not known".to_owned();
        let help = "mend that, or write its side".to_owned();
        self.tell(row, self.column_of("side"), EditFault { message, help });
    }

    /// A row becomes a recruit. What its cells cannot be is told, and kept in its note, so that it stays in its cell to be mended.
    fn row(&mut self, row: usize, side: Side, command: &str) {
        let columns = self.known.columns(&self.roster.rules);
        let mut said: Vec<(Column, String)> = Vec::new();
        for (column, head) in self.mapping.columns.iter().enumerate() {
            if let Some(Head::Cell(of)) = head {
                let value = self.table.value(row, column);
                if !value.is_empty() {
                    said.push((*of, value.to_owned()));
                }
            }
        }
        if said.iter().all(|(column, _)| !is_naming(column.field)) {
            let named = self.column_of("name").or_else(|| self.column_of("counter"));
            if named.is_some() {
                let help = "write one, or leave the row out".to_owned();
                self.tell(row, named, EditFault { message: "the row has no name".into(), help });
            }
            if said.is_empty() {
                return;
            }
        }
        let (mut piece, mut faults) = match new_piece(self.known, &self.roster.rules, &said) {
            Ok(made) => made,
            Err(fault) => return self.tell(row, None, fault),
        };
        for lost in without_meaning(self.known, &self.roster.rules, &piece, &said) {
            // A reader that refuses it has told it already.
            if faults.iter().all(|told| told.field != lost.field) {
                faults.push(lost);
            }
        }
        let lost: Vec<String> = faults
            .iter()
            .filter_map(|told| {
                let (column, value) = said.iter().find(|(column, _)| Some(column.field) == told.field)?;
                (!piece.says(column, value)).then(|| amiss::kept(column.title, value))
            })
            .collect();
        if let (false, Some(note)) = (lost.is_empty(), columns.iter().find(|column| column.field == "note")) {
            let mut words: Vec<String> =
                said.iter().filter(|(of, _)| of.field == "note").map(|(_, value)| value.clone()).collect();
            words.extend(lost);
            said.retain(|(column, _)| column.field != "note");
            said.push((*note, words.join("; ")));
            if let Ok((noted, _)) = new_piece(self.known, &self.roster.rules, &said) {
                piece = noted;
            }
        }
        for told in faults {
            let column = told.field.and_then(|field| self.column_of(field));
            self.tell(row, column, told.fault);
        }
        if let NewPiece::Counter(new) = &mut piece {
            for (field, fault) in self.astray(new, command) {
                self.tell(row, self.column_of(field), fault);
            }
            self.waits_beside(new, side);
        }
        self.found.recruits.push(Recruit { side, command: command.to_owned(), piece });
    }

    /// What a counter says that is nowhere in this battle, by the field: it goes into its note, and who begins off the map waits.
    fn astray(&self, new: &mut NewCounter, command: &str) -> Vec<(&'static str, EditFault)> {
        let fault = |message: String, help: String| EditFault { message, help };
        let (mut told, mut lost) = (Vec::new(), Vec::new());
        let Some(grid) = self.roster.grid else { return told };
        let begins = new.begins.map(|(HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. })| hex);
        if let Some(hex) = begins.filter(|hex| !grid.contains(*hex)) {
            let last = Hex::new(grid.columns, grid.rows);
            told.push((
                "begins",
                fault(
                    format!("there is no hex {hex} on this map"),
                    format!("accepted: {} to {last}", Hex::new(1, 1)),
                ),
            ));
            lost.extend(new.begins.take().map(|start| amiss::kept(BEGINS.title, &start_words(start))));
        }
        let faces = if let HexCounter::Unit(unit) = &mut new.counter { Some(&mut unit.faces) } else { None };
        if let Some(faces) = faces
            && let Some(towards) = *faces
            && begins
                .filter(|hex| grid.contains(*hex))
                .is_none_or(|hex| grid.direction(hex, towards).is_none())
        {
            *faces = None;
            if let Some(hex) = new.begins.and(begins) {
                let words = format!("in {hex} it cannot face {towards}, which is not beside it");
                told.push(("faces", fault(words, "name a neighbouring hex".to_owned())));
            }
            lost.push(amiss::kept(FACES.title, &towards.to_string()));
        }
        if let Some(level) = new.level.filter(|_| command.trim().is_empty()) {
            new.level = None;
            let help = "say what corps he leads, or leave the level out".to_owned();
            told.push(("level", fault("he leads no corps, and has no level".to_owned(), help)));
            lost.push(amiss::kept(LEVEL.title, &level.to_string()));
        }
        let of = new.counter.common();
        if !lost.is_empty() {
            let words = [std::mem::take(of.note)].into_iter().filter(|note| !note.is_empty()).chain(lost);
            *of.note = words.collect::<Vec<_>>().join("; ");
        }
        told
    }

    /// Who is in this roster already, as where its rows are copied, waits for a hex: nobody is put upon himself.
    fn waits_beside(&self, new: &mut NewCounter, side: Side) {
        let begins = new.begins.map(start_words);
        let of = new.counter.common();
        let cell = |line: &Line, field: &str| {
            let cell = line.cells.iter().find(|cell| cell.column.field == field);
            cell.and_then(|cell| cell.written.is_some().then(|| cell.value().to_owned()))
        };
        let is_it = |line: &&Line| {
            line.side == side
                && line.name() == of.name.as_str()
                && cell(line, COUNTER.field).as_deref() == Some(of.counter.as_str())
                && cell(line, BEGINS.field) == begins
        };
        if self.roster.lines.iter().any(|line| is_it(&line)) {
            new.begins = None;
            if let HexCounter::Unit(unit) = &mut new.counter {
                unit.faces = None;
            }
        }
    }

    fn column_of(&self, field: &str) -> Option<usize> {
        self.mapping.columns.iter().position(|head| head.is_some_and(|head| head.key() == field))
    }
}

impl Pasted {
    /// The change that brings it all in, as one step.
    pub fn edit(&self) -> RosterEdit {
        let names = self.sides.iter().map(|(side, name)| RosterEdit::SideName(*side, name.clone()));
        RosterEdit::Several(names.chain([RosterEdit::Muster(self.recruits.clone())]).collect())
    }
}

impl PasteFault {
    /// `line 3, column 4 (Men): "many" cannot be. Accepted: 0 to 30000`.
    pub fn words(&self, mapping: &Mapping) -> String {
        let head = self.column.and_then(|column| mapping.columns.get(column).copied().flatten());
        let place = match (self.column, head) {
            (Some(column), Some(head)) => {
                format!("line {}, column {} ({})", self.line, column + 1, head.title())
            }
            (Some(column), None) => format!("line {}, column {}", self.line, column + 1),
            (None, _) => format!("line {}", self.line),
        };
        format!("{place}: {}", self.fault)
    }
}

/// What parts values on a clipboard.
pub const TAB: u8 = b'\t';

/// Rows of a roster as a spreadsheet takes them, parted by tabs; with a heading where whole rows are copied.
///
/// What follows from other cells is left out of nothing that is copied: a spreadsheet does not work it out. But a table that comes
/// back has it follow again, so of whole rows with a heading only what is written is.
pub fn copied_text(sheet: &Sheet, ids: &[&str], heads: &[Head], with_heading: bool) -> String {
    parted_text(sheet, ids, heads, with_heading, TAB)
}

/// The same, parted by another sign.
fn parted_text(sheet: &Sheet, ids: &[&str], heads: &[Head], with_heading: bool, sign: u8) -> String {
    let mut writer = csv::WriterBuilder::new().delimiter(sign).from_writer(Vec::new());
    // Text in memory can always be written.
    let mut row = |values: Vec<String>| drop(writer.write_record(values));
    if with_heading {
        row(heads.iter().map(|head| head.title().to_owned()).collect());
    }
    for line in ids.iter().filter_map(|id| sheet.line(id)) {
        let value = |head: &Head| match line.is_usual(*head) && with_heading {
            true => String::new(),
            // An empty cell would be that of the row above.
            false if sheet.on_hexes && matches!(head, Head::Command(_)) && line.command.is_empty() => {
                NONE[0].to_owned()
            }
            false => {
                let said = line.text(*head).unwrap_or_default();
                if head.takes_number(said) { said.to_owned() } else { cell::of_text(said).into_owned() }
            }
        };
        row(heads.iter().map(value).collect());
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// All rows, with a heading, parted by this sign: a roster that is pasted back, or read, as it was.
pub fn table_text(sheet: &Sheet, sign: u8) -> String {
    let ids: Vec<&str> = sheet.lines.iter().map(|line| line.id.as_str()).collect();
    let heads: Vec<Head> = sheet.heads.iter().copied().filter(|head| head.comes_in()).collect();
    parted_text(sheet, &ids, &heads, true, sign)
}
