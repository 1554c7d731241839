//! Reads rows of a spreadsheet for a roster: the result of each, and its faults. Texts are those of [`data::cell`].
//!
//! Places: rows and columns of the table, reported with the line of the text, both from 1.

use std::collections::{BTreeMap, BTreeSet};

use spreadsheet::{Notice, Table, TableRow, ValueFault};

use super::super::draft::{Change, EditFault};
use super::super::hex::HexCounter;
use super::super::{HexStart, KnownRules, Side};
use super::counter::{BEGINS, COUNTER, FACES, LEVEL, NewCounter, start_words};
use super::mapping::{Mapping, Means, is_naming, is_number};
use super::questions::{LEAST_MISREAD, tell};
use super::recruit::{Listed, NewPiece, Recruit, new_piece, without_meaning};
use super::rostered::Rostered;
use super::sheet::{Head, Line, Listing, MOST_ROWS, Sheet};
use super::synonyms::Synonyms;
use super::{Cell, CellKind, Column, invalid_cells, is_same};
use hexes::Hex;

/// The destination of rows that do not give one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goes {
    pub side: Side,
    pub command: String,
    /// The side of each nation, if a table has more nations than there are sides: its name, and that of the side.
    pub nations: BTreeMap<String, String>,
}

/// A fault of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasteFault {
    /// The row of the table, from 0.
    pub row: usize,
    /// The column of the table, from 0; `None` for the row as a whole.
    pub column: Option<usize>,
    /// Line of the text, from 1.
    pub line: usize,
    /// The text of the cell.
    pub said: String,
    pub fault: EditFault,
}

/// A word in a column that accepts only certain words, and is none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordRead {
    pub head: Head,
    pub said: String,
    /// The word of the army's file that was assumed; `None` if it is not known.
    pub means: Option<String>,
    /// Number of rows with it.
    pub rows: usize,
}

/// The result of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pasted {
    /// Names for sides that were empty and unnamed, given first.
    pub sides: Vec<(Side, String)>,
    pub recruits: Vec<Recruit>,
    /// Number of rows of units, including those that give none.
    pub units: usize,
    pub faults: Vec<PasteFault>,
    /// Actions that are no faults, each with its lines.
    pub notices: Vec<Notice>,
    /// Commands that are created.
    pub commands: Vec<String>,
    /// Words that were taken for others, and unknown ones, in the order of the columns.
    pub words: Vec<WordRead>,
    /// Nations whose side has to be chosen, if there are more of them than sides.
    pub nations: Vec<String>,
    /// The rows with values, by column.
    pub(super) cells: BTreeMap<usize, BTreeSet<usize>>,
}

/// A row that is not a unit.
enum Aside {
    LeftOut,
    /// The name of the command of the rows below.
    Section(String),
    /// It gives the side or the command of the rows below, in its column.
    Carried,
}

/// Names of a row with a sum.
const SUMS: [&str; 9] = ["total", "totals", "subtotal", "sum", "sums", "summe", "gesamt", "somme", "totaal"];

/// Values of a cell that mean no value.
const NOTHING: [&str; 8] = ["0", "-", "–", "—", "none", "n/a", "nil", "/"];

/// The result of this table in this battle, with all its faults; nothing is changed.
pub fn pasted(
    table: &Table,
    mapping: &Mapping,
    goes: &Goes,
    known: &dyn KnownRules,
    roster: &Sheet,
    synonyms: &Synonyms,
) -> Pasted {
    let mut reader = Reader {
        table,
        mapping,
        goes,
        known,
        columns: known.columns(&roster.rules),
        roster,
        synonyms,
        idle: BTreeMap::new(),
        last_full: None,
        found: Pasted::default(),
        words: BTreeMap::new(),
    };
    reader.of_columns();
    let several = |row: &TableRow| row.values.iter().filter(|value| !value.is_empty()).count() > 1;
    reader.last_full = table.rows.iter().rposition(several);
    let (mut place, mut command, mut told) = (Some((goes.side, String::new())), goes.command.clone(), None);
    let first = mapping.first_row();
    let room = MOST_ROWS.saturating_sub(roster.lines.len());
    let last = first.saturating_add(room).min(table.rows.len());
    let asides: Vec<Option<Aside>> = (first..last).map(|row| reader.aside(row)).collect();
    let units = (first..last).zip(&asides).filter(|(_, aside)| aside.is_none()).map(|(row, _)| row);
    reader.nations(units);
    for (row, aside) in (first..last).zip(asides) {
        match &aside {
            Some(Aside::Section(name)) => {
                command.clone_from(name);
                continue;
            }
            Some(Aside::LeftOut) => continue,
            Some(Aside::Carried) => {}
            None => reader.found.units += 1,
        }
        // An empty cell of side or command is that of the row above.
        let said = reader.said(row, "side");
        if !said.is_empty() {
            place = reader.side(row, &said);
            // Commands belong to one side, so rows of another side start without a command.
            let side = place.as_ref().map(|(side, _)| *side);
            if told.replace(side).is_some_and(|last| last != side) {
                command.clear();
            }
        } else if place.is_none() {
            reader.of_unknown_side(row);
        }
        let said = reader.said(row, "command");
        if roster.on_hexes && is_none(&said) {
            command.clear();
        } else if !said.is_empty() {
            command = said;
        } else if aside.is_none() && mapping.column_of("command").is_some() && !command.trim().is_empty() {
            reader.note(row, "no command: taken as that of the row above");
        }
        if aside.is_some() {
            continue;
        }
        if command.trim().is_empty() {
            roster.first_command().clone_into(&mut command);
        }
        // No row is added to an unknown side, but its other faults are reported all the same.
        match &place {
            Some((side, army)) => {
                let recruit = reader.row(row, *side, army, &command);
                reader.found.recruits.extend(recruit);
            }
            None => drop(reader.row(row, goes.side, "", &command)),
        }
    }
    if let Some(row) = table.rows.get(last) {
        let fault = too_many(table.rows.len() - last, roster.lines.len());
        reader
            .found
            .faults
            .insert(0, PasteFault { row: last, column: None, line: row.line, said: String::new(), fault });
    }
    if (0..mapping.columns.len()).all(|column| mapping.head(column).is_none_or(|head| !is_naming(head.key())))
        && !table.is_empty()
    {
        let message = "no column is the name".to_owned();
        let fault = EditFault { message, help: "say which column has the names".to_owned() };
        reader
            .found
            .faults
            .insert(0, PasteFault { row: 0, column: None, line: 1, said: String::new(), fault });
    }
    reader.settled()
}

/// The fault for more rows from one on than the roster has room for.
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

/// The values that mean no corps, in a row below others that have one.
pub(super) const NONE: [&str; 2] = ["none", "-"];

/// Does a cell on hexes mean that its row has no corps?
pub(super) fn is_none(said: &str) -> bool {
    NONE.iter().any(|none| none.eq_ignore_ascii_case(said))
}

fn as_edit_fault(fault: &ValueFault) -> EditFault {
    EditFault { message: fault.words.to_owned(), help: fault.help.to_owned() }
}

/// Is this a whole row, with another separator than that of the table?
fn parted_otherwise(said: &str) -> bool {
    let often = |sign: char| said.matches(sign).count() > 1;
    [';', '|'].into_iter().any(often) || often(',') && !said.contains(", ")
}

/// Does a cell of this column mean no value? In a text column it is taken literally, and a count can be 0.
fn says_nothing(column: &Column, said: &str) -> bool {
    let is_of_words = matches!(column.kind, CellKind::OneOf(_) | CellKind::Named(_));
    let is_number = matches!(column.kind, CellKind::Number { .. } | CellKind::Inches);
    let is_nothing = NOTHING.iter().any(|nothing| nothing.eq_ignore_ascii_case(said));
    is_nothing && (is_of_words && column.begins.is_none() || is_number && said != "0")
}

struct Reader<'a> {
    table: &'a Table,
    mapping: &'a Mapping,
    goes: &'a Goes,
    known: &'a dyn KnownRules,
    columns: &'static [Column],
    roster: &'a Sheet,
    synonyms: &'a Synonyms,
    /// Values that do not apply to their rows, by the field of their column.
    idle: BTreeMap<&'static str, Vec<(usize, EditFault)>>,
    /// The last row with several values.
    last_full: Option<usize>,
    found: Pasted,
    /// Words by column of the table and in lower case: as first written, their meaning, and the number of rows.
    words: BTreeMap<(usize, String), (String, Option<String>, usize)>,
}

impl Reader<'_> {
    fn said(&self, row: usize, field: &str) -> String {
        self.mapping.column_of(field).map_or("", |column| self.table.value(row, column)).trim().to_owned()
    }

    fn line(&self, row: usize) -> usize {
        self.table.rows.get(row).map_or(1, |row| row.line)
    }

    fn tell(&mut self, row: usize, column: Option<usize>, fault: EditFault) {
        let said = column.map_or("", |column| self.table.value(row, column)).to_owned();
        self.found.faults.push(PasteFault { row, column, line: self.line(row), said, fault });
    }

    /// Notes what was done with a row, if it is no fault.
    fn note(&mut self, row: usize, words: &str) {
        let line = self.line(row);
        tell(&mut self.found.notices, words, line);
    }

    fn left_out(&mut self, row: usize, why: &str) -> Option<Aside> {
        self.note(row, &format!("left out, {why}"));
        Some(Aside::LeftOut)
    }

    /// Reports on the table as a whole: its title, and columns that are left out.
    fn of_columns(&mut self) {
        self.found.notices.extend(self.table.notices.iter().cloned());
        let table = self.table;
        for fault in table.faults.iter().filter(|fault| fault.column.is_none()) {
            let row = table.rows.partition_point(|row| row.line < fault.line);
            self.tell(row, None, as_edit_fault(fault));
        }
        let heading = self.mapping.heading;
        for row in 0..heading.unwrap_or(0) {
            self.note(row, "left out, above the heading");
        }
        let mut unknown_words = false;
        let whole = |words: String| Notice { words, lines: Vec::new() };
        // Values beyond the heading are reported row by row.
        let headed = heading.and_then(|row| self.table.rows.get(row)).map(|row| row.values.len());
        let width = self.mapping.columns.len().min(headed.unwrap_or(self.table.width));
        for column in 0..width {
            let title = self.mapping.title(self.table, column);
            let named = match title {
                "" => format!("column {}", column + 1),
                title => format!("column {} (\"{title}\")", column + 1),
            };
            let rows = || self.table.rows.iter().skip(self.mapping.first_row());
            let mut values =
                rows().filter_map(|row| row.values.get(column)).filter(|value| !value.is_empty());
            match self.mapping.columns.get(column) {
                Some(Means::Is(head)) if self.mapping.by_values.contains(&column) => {
                    let words = format!("{named} is read as {}, by what stands in it", head.title());
                    self.found.notices.push(whole(words));
                }
                Some(Means::Unknown) if values.clone().next().is_some() => {
                    unknown_words |= values.any(|value| !is_number(value));
                    let twice = heading.is_some().then(|| {
                        (0..column).find(|other| {
                            !title.is_empty() && is_same(self.mapping.title(self.table, *other), title)
                        })
                    });
                    let why = match twice.flatten() {
                        Some(other) => format!("column {} is headed so too", other + 1),
                        None if title.is_empty() => "nothing says what it is".to_owned(),
                        None => "no column of the roster is called so".to_owned(),
                    };
                    self.found.notices.push(whole(format!("{named} stays out: {why}")));
                }
                _ => {}
            }
        }
        let arm = self.columns.iter().find(|column| {
            column.begins.is_some() && matches!(column.kind, CellKind::OneOf(_) | CellKind::Named(_))
        });
        if let Some(arm) =
            arm.filter(|arm| self.mapping.column_of(arm.field).is_none() && !self.table.is_empty())
        {
            let usual = arm.begins.map_or("", |word| arm.say(word).unwrap_or(word));
            if unknown_words {
                let message = format!("no column says the {}: every row would be {usual}", arm.title);
                let help =
                    "say which column does, or of each column that is not known that it stays out".to_owned();
                self.tell(heading.unwrap_or(0), None, EditFault { message, help });
            } else {
                self.found
                    .notices
                    .push(whole(format!("no column says the {}: every row is {usual}", arm.title)));
            }
        }
    }

    /// Collects the nations, if a table has more of them than there are sides: then the side of each has to be chosen.
    fn nations(&mut self, rows: impl Iterator<Item = usize>) {
        let Some(column) = self.mapping.column_of("side") else { return };
        let mut new: Vec<&str> = Vec::new();
        for said in rows.map(|row| self.table.value(row, column).trim()) {
            let is_known =
                said.is_empty() || self.roster.is_side(said) || new.iter().any(|one| is_same(one, said));
            // A cell present in every row is not the name of a nation.
            if !is_known && new.len() <= MOST_NATIONS {
                new.push(said);
            }
        }
        let is_empty = |side: &Side| !self.roster.lines.iter().any(|line| line.side == *side);
        let free = (0..self.roster.sides.len())
            .filter_map(|side| u8::try_from(side).ok().map(Side))
            .filter(is_empty)
            .count();
        if new.len() > free && new.len() <= MOST_NATIONS {
            self.found.nations = new.into_iter().map(str::to_owned).collect();
        }
    }

    /// Recognises and reports a row that is not a unit.
    fn aside(&mut self, row: usize) -> Option<Aside> {
        let values = &self.table.rows.get(row)?.values;
        let heading = self.mapping.heading.and_then(|heading| self.table.rows.get(heading));
        let mut said = values.iter().map(|value| value.trim()).filter(|value| !value.is_empty());
        let first = said.next()?;
        if heading.is_some_and(|heading| heading.values == *values) {
            return self.left_out(row, "the heading again");
        }
        let others: Vec<&str> = said.collect();
        let numbers = others.iter().all(|value| is_number(value));
        let mut words = first.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
        let is_sum = |word: &String| SUMS.contains(&word.as_str());
        let (is_called_sum, has_sum) =
            (words.clone().next().as_ref().is_some_and(is_sum), words.any(|word| is_sum(&word)));
        let has_name = ["name", "counter"].iter().any(|field| !self.said(row, field).is_empty());
        let sums_up = heading.is_some() && numbers && is_number(first) && !has_name;
        if is_called_sum || has_sum && numbers || sums_up {
            return self.left_out(row, "a sum");
        }
        if first.strip_prefix('#').is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit())) {
            return self.left_out(row, "begins with #");
        }
        let mapped =
            (0..self.mapping.columns.len()).filter(|column| self.mapping.head(*column).is_some()).count();
        if !others.is_empty()
            || heading.is_none()
            || mapped < 3
            || is_number(first)
            || parted_otherwise(first)
        {
            return None;
        }
        let column = values.iter().position(|value| !value.trim().is_empty())?;
        let is_above = self.last_full.is_some_and(|last| row < last);
        let is_remark = first.starts_with('*') || first.contains(": ");
        match self.mapping.head(column) {
            Some(Head::Side | Head::Command(_)) if is_above => {
                self.note(row, "taken as that of the rows below");
                Some(Aside::Carried)
            }
            _ if is_above && !is_remark && column == 0 && self.mapping.column_of("command").is_none() => {
                self.note(row, "taken as the command of the rows below");
                Some(Aside::Section(first.to_owned()))
            }
            _ => self.left_out(row, "a single value"),
        }
    }

    /// The side with this name, and the army on it if a nation is one of several. An unknown name is given to a side that
    /// has no pieces yet.
    fn side(&mut self, row: usize, said: &str) -> Option<(Side, String)> {
        if self.found.nations.iter().any(|nation| is_same(nation, said)) {
            let of = self.goes.nations.iter().find(|(nation, _)| is_same(nation, said));
            let Some((_, side)) = of else {
                let names: Vec<String> = self.names();
                let message = format!("there is no side \"{said}\"");
                let help = format!("say whose side that nation is on, or write {}", names.join(" or "));
                self.tell(row, self.mapping.column_of("side"), EditFault { message, help });
                return None;
            };
            let side = self.side_called(&side.clone())?;
            return Some((side, said.to_owned()));
        }
        if let Some(side) = self.side_called(said) {
            return Some((side, String::new()));
        }
        let help = format!("a battle has two sides: write {}", self.names().join(" or "));
        let message = format!("there is no side \"{said}\"");
        self.tell(row, self.mapping.column_of("side"), EditFault { message, help });
        None
    }

    /// The present names of the sides.
    fn names(&self) -> Vec<String> {
        let sides = self.roster.sides.iter().zip((0..).map(Side));
        let now = |(old, side): (&(String, String), Side)| {
            let new = self.found.sides.iter().find(|(of, _)| *of == side);
            new.map_or(old.1.clone(), |(_, name)| name.clone())
        };
        sides.map(now).collect()
    }

    fn side_called(&mut self, said: &str) -> Option<Side> {
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
        }
        free
    }

    fn of_unknown_side(&mut self, row: usize) {
        let message = "it is of the side of the row above, which is not known".to_owned();
        let help = "mend that, or write its side".to_owned();
        self.tell(row, self.mapping.column_of("side"), EditFault { message, help });
    }

    /// The value of a cell in the words of the file; `None` if it has none.
    fn cell(&mut self, (row, column): (usize, usize), of: Column, said: &str) -> Option<String> {
        if said.is_empty() || says_nothing(&of, said) {
            return None;
        }
        self.found.cells.entry(column).or_default().insert(row);
        let head = Head::Cell(of);
        if head.accepted().is_none() {
            return Some(said.to_owned());
        }
        // The user's meaning of a word takes precedence over the column's.
        let own = self.synonyms.own_meaning(&self.roster.rules, of.field, said);
        if own.is_none() && head.knows(said) {
            return Some(said.to_owned());
        }
        let means =
            own.or_else(|| self.synonyms.meaning(&self.roster.rules, of.field, said)).map(str::to_owned);
        let key = (column, said.to_lowercase());
        let words = self.words.entry(key).or_insert_with(|| (said.to_owned(), means.clone(), 0));
        words.2 += 1;
        Some(means.unwrap_or_else(|| said.to_owned()))
    }

    /// Makes a recruit of a row. Invalid cell values are reported, and kept in its note for correction in their cells.
    fn row(&mut self, row: usize, side: Side, army: &str, command: &str) -> Option<Recruit> {
        let values = self.table.rows.get(row).map_or(&[][..], |row| &row.values);
        if let ([one], true) = (values, self.table.width > 1)
            && parted_otherwise(one)
        {
            let message = "all of the row stands in one value".to_owned();
            let help = "part its values by the sign that parts the others".to_owned();
            self.tell(row, None, EditFault { message, help });
            return None;
        }
        self.ragged(row);
        self.unsaid(row);
        let mut said: Vec<(Column, String)> = Vec::new();
        for column in 0..self.mapping.columns.len() {
            if let Some(Head::Cell(of)) = self.mapping.head(column) {
                let value = self.table.value(row, column).to_owned();
                said.extend(self.cell((row, column), of, &value).map(|words| (of, words)));
            }
        }
        if said.iter().all(|(column, _)| !is_naming(column.field)) {
            let named = self.mapping.column_of("name").or_else(|| self.mapping.column_of("counter"));
            if named.is_some() {
                let help = "write one, or leave the row out".to_owned();
                self.tell(row, named, EditFault { message: "the row has no name".into(), help });
            }
            if said.is_empty() {
                return None;
            }
        }
        self.without_arm(row, &said);
        let (mut piece, mut faults) = match new_piece(self.known, &self.roster.rules, &said) {
            Ok(made) => made,
            Err(fault) => {
                self.tell(row, None, fault);
                return None;
            }
        };
        self.as_usual(row, &piece, &said);
        for lost in without_meaning(self.known, &self.roster.rules, &piece, &said) {
            // A reader that refuses it has reported it already.
            faults.retain(|told| told.field != lost.field);
            let at = said.iter().position(|(column, _)| Some(column.field) == lost.field);
            match at.filter(|at| !said[*at].0.is_of_start) {
                Some(at) => {
                    let (column, _) = said.remove(at);
                    self.idle.entry(column.field).or_default().push((row, lost.fault));
                }
                None => faults.push(lost),
            }
        }
        let lost: Vec<String> = faults
            .iter()
            .filter_map(|told| {
                let (column, value) = said.iter().find(|(column, _)| Some(column.field) == told.field)?;
                (!piece.says(column, value)).then(|| invalid_cells::kept(column.title, value))
            })
            .collect();
        if let (false, Some(note)) =
            (lost.is_empty(), self.columns.iter().find(|column| column.field == invalid_cells::NOTE))
        {
            let mut words: Vec<String> = said
                .iter()
                .filter(|(of, _)| of.field == invalid_cells::NOTE)
                .map(|(_, value)| value.clone())
                .collect();
            words.extend(lost);
            said.retain(|(column, _)| column.field != invalid_cells::NOTE);
            said.push((*note, words.join("; ")));
            if let Ok((noted, _)) = new_piece(self.known, &self.roster.rules, &said) {
                piece = noted;
            }
        }
        for told in faults {
            let column = told.field.and_then(|field| self.mapping.column_of(field));
            self.tell(row, column, told.fault);
        }
        if let NewPiece::Counter(new) = &mut piece {
            for (field, fault) in self.astray(new, command) {
                self.tell(row, self.mapping.column_of(field), fault);
            }
            self.waits_beside(new, side);
        }
        let listed = |field: Listing| self.said(row, Head::Listed(field).key());
        let army_said = listed(Listing::Army);
        let listed = Listed {
            army: if army_said.is_empty() { army.to_owned() } else { army_said },
            id: listed(Listing::Id),
            command_id: listed(Listing::CommandId),
            under: listed(Listing::Under),
        };
        Some(Recruit { side, command: command.to_owned(), listed, piece })
    }

    /// Reports a row with more or fewer values than the heading.
    fn ragged(&mut self, row: usize) {
        let length = |row: usize| self.table.rows.get(row).map_or(0, |row| row.values.len());
        let Some(heading) = self.mapping.heading.map(length) else { return };
        let extra = |column: usize| !self.table.value(row, column).is_empty();
        if let Some(column) = (heading..length(row)).find(|column| extra(*column)) {
            let message = format!("the row has {} values, and the heading {heading}", length(row));
            let help = "a value that has the separator in it stands in quotes".to_owned();
            self.tell(row, Some(column), EditFault { message, help });
        } else if length(row) < heading {
            self.note(row, "fewer values than the heading: the rest is taken as empty");
        }
    }

    /// Reports required values that the file does not give in this row.
    fn unsaid(&mut self, row: usize) {
        let (table, line) = (self.table, self.line(row));
        for fault in table.faults.iter().filter(|fault| fault.line == line) {
            if fault.column.is_some_and(|column| self.mapping.head(column).is_some()) {
                self.tell(row, fault.column, as_edit_fault(fault));
            }
        }
    }

    /// Reports required values that this row lacks, so that the usual ones apply.
    fn as_usual(&mut self, row: usize, piece: &NewPiece, said: &[(Column, String)]) {
        let cells = self.known.cells(&self.roster.rules, piece.row());
        let is_arm = |column: &Column| matches!(column.kind, CellKind::OneOf(_) | CellKind::Named(_));
        for column in cells.iter().map(|cell| cell.column) {
            let is_made = column.is_required && !is_naming(column.field) && !is_arm(&column);
            if is_made && said.iter().all(|(of, _)| of.field != column.field) {
                self.note(row, &format!("no {}: as usual", column.title));
            }
        }
        // Strength can be given in several columns: with none of them, the usual strength applies.
        let is_measure = |cell: &&Cell| {
            let Column { kind, is_detail, is_required, is_of_start, begins, .. } = cell.column;
            let counts = matches!(kind, CellKind::Number { .. })
                || matches!(kind, CellKind::Named(_)) && begins.is_none();
            counts && !is_detail && !is_required && !is_of_start
        };
        let measures: Vec<&Cell> = cells.iter().filter(is_measure).collect();
        let says = |cell: &&Cell| said.iter().any(|(of, _)| of.field == cell.column.field);
        if let [_, .., last] = measures.as_slice()
            && !last.usual.is_empty()
            && !measures.iter().any(says)
            && measures.iter().any(|cell| matches!(cell.column.kind, CellKind::Number { .. }))
        {
            let titles: Vec<&str> = measures.iter().map(|cell| cell.column.title).collect();
            let words =
                format!("no {}: {} is {}, as usual", titles.join(", no "), last.column.title, last.usual);
            self.note(row, &words);
        }
    }

    /// Reports a row without an arm if others have one.
    fn without_arm(&mut self, row: usize, said: &[(Column, String)]) {
        let is_arm = |column: &&Column| {
            column.begins.is_some() && matches!(column.kind, CellKind::OneOf(_) | CellKind::Named(_))
        };
        let Some(arm) = self.columns.iter().find(is_arm) else { return };
        if self.mapping.column_of(arm.field).is_some() && said.iter().all(|(of, _)| of.field != arm.field) {
            let usual = arm.begins.map_or("", |word| arm.say(word).unwrap_or(word));
            self.note(row, &format!("no {}: taken as {usual}", arm.title));
        }
    }

    /// Values of a counter that exist nowhere in this battle, by field: kept in its note; without a place on the map it waits.
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
            lost.extend(
                new.begins.take().map(|start| invalid_cells::kept(BEGINS.title, &start_words(start))),
            );
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
            lost.push(invalid_cells::kept(FACES.title, &towards.to_string()));
        }
        if let Some(level) = new.level.filter(|_| command.trim().is_empty()) {
            new.level = None;
            let help = "say what corps he leads, or leave the level out".to_owned();
            told.push(("level", fault("he leads no corps, and has no level".to_owned(), help)));
            lost.push(invalid_cells::kept(LEVEL.title, &level.to_string()));
        }
        let of = new.counter.common();
        if !lost.is_empty() {
            let words = [std::mem::take(of.note)].into_iter().filter(|note| !note.is_empty()).chain(lost);
            *of.note = words.collect::<Vec<_>>().join("; ");
        }
        told
    }

    /// Makes a counter wait for a hex if it is in this roster already, as a copied row is: the original stands there.
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

    /// All results, with commands and words put together.
    fn settled(mut self) -> Pasted {
        // A column that applies to no row has another meaning.
        for (field, cells) in std::mem::take(&mut self.idle) {
            let column = self.mapping.column_of(field);
            let all = column.and_then(|column| self.found.cells.get(&column)).map_or(0, BTreeSet::len);
            for (row, fault) in cells.iter().cloned() {
                match cells.len() == all && all >= LEAST_MISREAD {
                    true => self.tell(row, column, fault),
                    false => self.note(row, &format!("{}, and is left out", fault.message)),
                }
            }
        }
        let mut there: BTreeSet<(u8, String)> =
            self.roster.commands.iter().map(|(side, name)| (side.0, name.trim().to_lowercase())).collect();
        for recruit in &self.found.recruits {
            let name = recruit.command.trim();
            if !name.is_empty()
                && there.insert((recruit.side.0, name.to_lowercase()))
                && !self.found.commands.iter().any(|other| other == name)
            {
                self.found.commands.push(name.to_owned());
            }
        }
        for ((column, _), (said, means, rows)) in self.words {
            if let Some(head) = self.mapping.head(column) {
                self.found.words.push(WordRead { head, said, means, rows });
            }
        }
        for notice in &mut self.found.notices {
            notice.lines.sort_unstable();
            notice.lines.dedup();
        }
        // First what concerns the whole table, then what concerns its lines, in order.
        self.found.notices.sort_by_key(|notice| notice.lines.first().copied());
        self.found
    }
}

/// Maximum number of nations of a table for which the user is asked.
const MOST_NATIONS: usize = 24;

impl Pasted {
    /// The change that adds all of it, as one step.
    pub fn edit<D: Rostered>(&self) -> Change<D> {
        let names = self.sides.iter().map(|(side, name)| Change::side_name(*side, name));
        Change::several(names.chain([Change::muster(self.recruits.clone())]))
    }
}

impl PasteFault {
    /// `line 3, column 4 (Men): "many" cannot be. Accepted: 0 to 30000`.
    pub fn words(&self, mapping: &Mapping) -> String {
        match self.column {
            Some(_) => format!("line {}, {}{}", self.line, self.place(mapping), self.fault),
            None => format!("line {}: {}", self.line, self.fault),
        }
    }

    /// `column 4 (Men): `; empty for the row as a whole.
    pub(super) fn place(&self, mapping: &Mapping) -> String {
        match self.column.map(|column| (column, mapping.head(column))) {
            Some((column, Some(head))) => format!("column {} ({}): ", column + 1, head.title()),
            Some((column, None)) => format!("column {}: ", column + 1),
            None => String::new(),
        }
    }
}
