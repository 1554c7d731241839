//! The roster while it is worked at, as a spreadsheet is: a cell or a range that is chosen, a cell that is typed in, how the view
//! is sorted; and what is pasted.

use std::collections::BTreeMap;

use crate::scenario::muster::newcomers;
use crate::scenario::roster::paste::{Goes, Mapping, Pasted, Table, copied_text, pasted};
use crate::scenario::roster::recruit::{Recruit, new_piece};
use crate::scenario::roster::sheet::{FIRST_COMMAND, Head, Line, Sheet, completions, meant, side_named};
use crate::scenario::{Edit, KnownRules, Scenario, Side};

use super::SetUp;

/// What has the keyboard while no cell is typed in.
pub fn roster_id() -> egui::Id {
    egui::Id::unique("the roster's table")
}

/// A cell: its row by the stand or unit, none for the empty row at the foot; its column by its place among those that are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct At {
    pub row: Option<String>,
    pub column: usize,
}

/// The roster of a draft.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    pub open: bool,
    /// The columns that few rows use are shown too.
    pub all_columns: bool,
    pub sheet: Sheet,
    /// The rows as they are seen, by stand or unit.
    pub order: Vec<String>,
    /// The heading by which the view is sorted, and whether from the last to the first.
    pub sorted: Option<(&'static str, bool)>,
    pub at: At,
    /// The other corner of what is chosen.
    pub anchor: At,
    /// Whole rows are chosen.
    pub rows: bool,
    /// What is typed in the chosen cell, while it is.
    pub typing: Option<String>,
    /// The completion that is chosen of those under the cell.
    pub completion: Option<usize>,
    pub paste: Option<PasteForm>,
    /// The keyboard is to come to the table of it.
    pub wants_focus: bool,
    /// The chosen cell is to come into sight.
    pub wants_scroll: bool,
    /// The column in which a row was begun: Enter goes back to it.
    tab_from: Option<usize>,
    /// Who is put down was chosen in the roster.
    pub deploying: bool,
    /// Those that are deployed in line stand in two rows, not in one.
    pub two_rows: bool,
}

/// What is asked before rows of a spreadsheet come in.
#[derive(Clone, Debug, PartialEq)]
pub struct PasteForm {
    pub table: Table,
    pub mapping: Mapping,
    pub goes: Goes,
    /// What would come of it as it is.
    pub pasted: Pasted,
    /// Cells that have been mended, by row and column: they stay open.
    pub mended: Vec<(usize, usize)>,
}

/// What is done at the roster.
#[derive(Clone, Debug, PartialEq)]
pub enum RosterAct {
    Open(bool),
    AllColumns(bool),
    TwoRows(bool),
    /// To this cell; what is chosen goes from the anchor to it.
    Go {
        at: At,
        extend: bool,
    },
    /// To this row as a whole.
    Row {
        row: Option<String>,
        extend: bool,
    },
    /// So many cells to the right and down.
    Step {
        right: isize,
        down: isize,
        extend: bool,
    },
    /// To the first row of the next command, or of this one or the one before.
    NextCommand {
        down: bool,
        extend: bool,
    },
    All,
    /// Those that are put down are of the roster: the keyboard comes back to it.
    Deploying,
    /// Typing takes the place of what the cell says.
    Type(String),
    /// The cell is written anew from what it says.
    Write,
    Typed(String),
    Completion(Option<usize>),
    /// What is typed is right; then so many cells on.
    Enter {
        right: isize,
        down: isize,
    },
    /// The chosen cells are as usual again; whole rows are struck.
    Clear,
    Strike,
    /// Cells take what the topmost says; whole rows are copied.
    FillDown,
    Add,
    Cut,
    Paste(String),
    Form(PasteForm),
    TakePaste,
    LeavePaste,
    Sort(&'static str),
    /// The chosen rows go to this one: before it, or after.
    Drop {
        row: String,
        after: bool,
    },
    NameSide(Side, String),
}

impl Roster {
    /// The columns that are shown.
    pub fn heads(&self) -> Vec<Head> {
        self.sheet.heads.iter().copied().filter(|head| self.all_columns || !head.is_detail()).collect()
    }

    fn head(&self, column: usize) -> Option<Head> {
        self.heads().get(column).copied()
    }

    /// The place of a row in the view; the empty one is the last.
    pub fn index(&self, row: Option<&str>) -> usize {
        row.and_then(|row| self.order.iter().position(|id| id == row)).unwrap_or(self.order.len())
    }

    fn row_at(&self, index: usize) -> Option<String> {
        self.order.get(index).cloned()
    }

    /// The rows and columns that are chosen, both ends included.
    pub fn chosen(&self) -> ([usize; 2], [usize; 2]) {
        let ends = |a: usize, b: usize| [a.min(b), a.max(b)];
        let rows = ends(self.index(self.at.row.as_deref()), self.index(self.anchor.row.as_deref()));
        let columns = match self.rows {
            true => [0, self.heads().len().saturating_sub(1)],
            false => ends(self.at.column, self.anchor.column),
        };
        (rows, columns)
    }

    /// The stands or units of the chosen rows.
    pub fn chosen_rows(&self) -> Vec<String> {
        let ([first, last], _) = self.chosen();
        self.order.iter().skip(first).take(last + 1 - first).cloned().collect()
    }

    /// What is chosen as text for a spreadsheet.
    pub fn copied(&self) -> String {
        let (_, [first, last]) = self.chosen();
        let heads: Vec<Head> = match self.rows {
            true => self.sheet.heads.iter().copied().filter(|head| *head != Head::Begins).collect(),
            false => self.heads().into_iter().skip(first).take(last + 1 - first).collect(),
        };
        let rows = self.chosen_rows();
        let ids: Vec<&str> = rows.iter().map(String::as_str).collect();
        copied_text(&self.sheet, &ids, &heads, self.rows)
    }

    /// The rows in the order of the sheet, or as they are sorted; those that have come since stand after the one before them.
    fn arrange(&mut self) {
        let natural: Vec<String> = self.sheet.lines.iter().map(|line| line.id.clone()).collect();
        if self.sorted.is_none() {
            self.order = natural;
            return;
        }
        self.order.retain(|id| natural.contains(id));
        let mut before: Option<&String> = None;
        for id in &natural {
            if !self.order.contains(id) {
                let at = before.and_then(|before| self.order.iter().position(|one| one == before));
                self.order.insert(at.map_or(0, |at| at + 1), id.clone());
            }
            before = Some(id);
        }
    }

    /// Sorts the view by this heading: from the first, then from the last, then as the armies have it.
    fn sort(&mut self, key: &'static str) {
        self.sorted = match self.sorted {
            Some((now, false)) if now == key => Some((key, true)),
            Some((now, true)) if now == key => None,
            _ => Some((key, false)),
        };
        let Some((key, backward)) = self.sorted else { return self.arrange() };
        let Some(head) = self.sheet.heads.iter().copied().find(|head| head.key() == key) else { return };
        let mut lines: Vec<&Line> = self.sheet.lines.iter().collect();
        // Words that a column takes stand in the order in which it has them; cells that mean nothing come last.
        let rank = |line: &Line| -> (bool, f32, String) {
            let text = line.text(head).unwrap_or_default().to_owned();
            let place = head.accepted().and_then(|words| words.iter().position(|word| *word == text));
            let number = place.map(|place| place as f32).or_else(|| text.parse().ok());
            (text.is_empty(), number.unwrap_or(f32::MAX), text.to_lowercase())
        };
        lines.sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            let by = a.1.total_cmp(&b.1).then_with(|| a.2.cmp(&b.2));
            a.0.cmp(&b.0).then(if backward { by.reverse() } else { by })
        });
        self.order = lines.into_iter().map(|line| line.id.clone()).collect();
    }

    /// The roster of the draft as it stands.
    pub(super) fn refresh(&mut self, scenario: &Scenario, known: &dyn KnownRules) {
        self.sheet = Sheet::of(scenario, known);
        self.arrange();
        let last = self.heads().len().saturating_sub(1);
        for at in [&mut self.at, &mut self.anchor] {
            at.row.take_if(|row| !self.order.contains(row));
            at.column = at.column.min(last);
        }
    }

    fn go(&mut self, at: At, extend: bool) {
        (self.at, self.tab_from) = (at, None);
        if !extend {
            self.anchor = self.at.clone();
            self.rows = false;
        }
        (self.wants_focus, self.wants_scroll) = (true, true);
    }

    fn step(&mut self, right: isize, down: isize, extend: bool) {
        let row = self.index(self.at.row.as_deref()).saturating_add_signed(down).min(self.order.len());
        let last = self.heads().len().saturating_sub(1);
        let column = self.at.column.saturating_add_signed(right).min(last);
        let rows = self.rows && extend;
        self.go(At { row: self.row_at(row), column }, extend);
        self.rows = rows;
    }

    /// The first row of the next command; upward, of this one, or from there of the one before.
    fn next_command(&self, down: bool) -> Option<String> {
        let command = |index: usize| {
            let line = self.order.get(index).and_then(|id| self.sheet.line(id));
            line.map(|line| line.command_id.as_str())
        };
        let begins =
            |index: &usize| index.checked_sub(1).is_none_or(|above| command(above) != command(*index));
        let here = self.index(self.at.row.as_deref());
        let found = match down {
            true => (here + 1..self.order.len()).find(begins),
            false => (0..here).rev().find(begins).or(Some(0)),
        };
        self.row_at(found.unwrap_or(self.order.len()))
    }

    /// On to the next cell; from the last of those that were gone through to the right, Enter goes back to the first column of them.
    fn enter(&mut self, right: isize, down: isize) {
        let begun = self.tab_from.or(Some(self.at.column));
        match (right, down) {
            (0, 0) => {}
            (0, _) => {
                self.at.column = self.tab_from.unwrap_or(self.at.column);
                self.step(0, down, false);
            }
            (_, _) => {
                self.step(right, down, false);
                self.tab_from = begun;
            }
        }
    }

    /// The words that the cell which is typed in takes: all of them until something else is typed.
    pub fn words(&self) -> Vec<&'static str> {
        let (Some(head), Some(typed)) = (self.head(self.at.column), &self.typing) else { return Vec::new() };
        let Some(words) = head.accepted() else { return Vec::new() };
        let line = self.at.row.as_deref().and_then(|row| self.sheet.line(row));
        match line.and_then(|line| line.text(head)) == Some(typed.as_str()) {
            true => words.to_vec(),
            false => completions(words, typed),
        }
    }

    /// The row above, by which a new one goes: that of the chosen cell, or the last.
    fn like(&self) -> Option<&Line> {
        let index = self.index(self.at.row.as_deref());
        let above = if index < self.order.len() { self.order.get(index) } else { self.order.last() };
        above.and_then(|id| self.sheet.line(id))
    }

    /// The side and the command that a new row comes into.
    pub fn home(&self) -> (Side, String) {
        match self.like() {
            Some(line) => (line.side, line.command.clone()),
            None => (Side(0), FIRST_COMMAND.to_owned()),
        }
    }
}

impl PasteForm {
    /// What would come of it, anew.
    #[must_use]
    pub fn read(mut self, known: &dyn KnownRules, scenario: &Scenario) -> Self {
        self.pasted = pasted(&self.table, &self.mapping, &self.goes, known, scenario);
        self
    }
}

impl SetUp {
    /// What is done at the roster. `maps`: how columns were told apart before, by the headings of their tables.
    pub(super) fn roster_act(&mut self, act: RosterAct, maps: &BTreeMap<String, Vec<String>>) {
        match act {
            RosterAct::Open(open) => (self.roster.open, self.roster.wants_focus) = (open, open),
            RosterAct::AllColumns(all) => {
                self.roster.all_columns = all;
                self.refresh_roster();
            }
            RosterAct::TwoRows(two) => self.roster.two_rows = two,
            RosterAct::Go { at, extend } if self.commit() => self.roster.go(at, extend),
            RosterAct::Row { row, extend } if self.commit() => {
                self.roster.go(At { row, column: self.roster.at.column }, extend);
                self.roster.rows = true;
            }
            RosterAct::Step { right, down, extend } if self.commit() => {
                self.roster.step(right, down, extend);
            }
            RosterAct::NextCommand { down, extend } if self.commit() => {
                let row = self.roster.next_command(down);
                let at = At { row, column: self.roster.at.column };
                self.roster.go(at, extend);
            }
            RosterAct::Deploying => self.roster.deploying = true,
            RosterAct::All => {
                let (first, last) = (self.roster.order.first().cloned(), self.roster.order.last().cloned());
                self.roster.go(At { row: first, column: 0 }, false);
                self.roster.go(At { row: last, column: 0 }, true);
                self.roster.rows = true;
            }
            RosterAct::Type(text) => self.write_cell(Some(text)),
            RosterAct::Write => self.write_cell(None),
            RosterAct::Typed(text) => {
                self.note = None;
                (self.roster.typing, self.roster.completion) = (Some(text), None);
            }
            RosterAct::Completion(completion) => self.roster.completion = completion,
            RosterAct::Enter { right, down } => {
                if self.commit() {
                    self.roster.enter(right, down);
                }
            }
            RosterAct::Clear if self.roster.rows => self.strike(),
            RosterAct::Clear => self.clear_cells(),
            RosterAct::Strike => self.strike(),
            RosterAct::FillDown => self.fill_down(),
            RosterAct::Add => self.add_row(&[]),
            RosterAct::Cut => self.clear_cells(),
            RosterAct::Paste(text) => self.paste(&text, maps),
            RosterAct::Form(form) => {
                let form = form.read(&self.rules, self.draft.scenario());
                self.roster.paste = Some(form);
            }
            RosterAct::TakePaste => self.take_paste(),
            RosterAct::LeavePaste => (self.roster.paste, self.roster.wants_focus) = (None, true),
            RosterAct::Sort(key) => self.roster.sort(key),
            RosterAct::Drop { row, after } => self.drop_rows(&row, after),
            RosterAct::NameSide(side, name) => {
                self.edit(Edit::SideName(side, name));
            }
            // What is typed was refused: it stays until it is right.
            RosterAct::Go { .. }
            | RosterAct::Row { .. }
            | RosterAct::Step { .. }
            | RosterAct::NextCommand { .. } => {}
        }
    }

    pub(super) fn refresh_roster(&mut self) {
        let Self { roster, draft, rules, .. } = self;
        roster.refresh(draft.scenario(), rules);
    }

    /// The chosen cell is typed in, from what it says or anew.
    fn write_cell(&mut self, text: Option<String>) {
        let Some(head) = self.roster.head(self.roster.at.column) else { return };
        let line = self.roster.at.row.as_deref().and_then(|row| self.roster.sheet.line(row));
        let says = match (line, head) {
            (Some(line), _) => line.text(head).map(str::to_owned),
            (None, Head::Begins) => None,
            (None, _) => Some(String::new()),
        };
        let Some(says) = says.filter(|_| head != Head::Begins) else {
            self.note = Some(match head {
                Head::Begins => {
                    "Where it begins is not typed: deploy it in line, or place it on the table".to_owned()
                }
                _ => format!("{} means nothing in this row", head.title()),
            });
            return;
        };
        self.note = None;
        (self.roster.typing, self.roster.completion) = (Some(text.unwrap_or(says)), None);
        // Where the row was begun is still known when it is at its end.
        let begun = self.roster.tab_from;
        let at = self.roster.at.clone();
        self.roster.go(at, false);
        self.roster.tab_from = begun;
    }

    /// What is typed becomes what the cell says. False: it is refused and stays to be mended.
    fn commit(&mut self) -> bool {
        let Some(typed) = self.roster.typing.clone() else { return true };
        let Some(head) = self.roster.head(self.roster.at.column) else { return true };
        let chosen = self.roster.completion.and_then(|chosen| self.roster.words().get(chosen).copied());
        let said = chosen.map_or(typed, str::to_owned);
        let done = match self.roster.at.row.clone() {
            Some(row) => self.write(&row, head, &said),
            None if said.trim().is_empty() => true,
            None => {
                self.add_row(&[(head, said)]);
                self.note.is_none()
            }
        };
        if done {
            (self.roster.typing, self.roster.completion) = (None, None);
            self.roster.wants_focus = true;
        }
        done
    }

    fn write(&mut self, row: &str, head: Head, said: &str) -> bool {
        let edit = self.roster.sheet.edit(self.draft.scenario(), row, head, said);
        self.edit_step(edit)
    }

    /// One change, which is a step of its own; what it is refused for is noted.
    fn edit_step(&mut self, edit: Result<Edit, crate::scenario::EditFault>) -> bool {
        self.draft.rest();
        let done = match edit {
            Ok(edit) => self.edit(edit),
            Err(fault) => {
                self.note = Some(fault.to_string());
                false
            }
        };
        self.draft.rest();
        self.refresh();
        done
    }

    /// A new row with this in its cells, in the command of the row above, and chosen.
    fn add_row(&mut self, said: &[(Head, String)]) {
        let (mut side, mut command) = self.roster.home();
        let mut cells = Vec::new();
        for (head, words) in said {
            match head {
                Head::Side => match side_named(self.draft.scenario(), words) {
                    Ok(named) => side = named,
                    Err(fault) => return self.note = Some(fault.to_string()),
                },
                Head::Command => words.trim().clone_into(&mut command),
                Head::Begins => {}
                Head::Cell(column) => {
                    cells.push((*column, meant(column.kind, words).unwrap_or_default()));
                }
            }
        }
        let made = match new_piece(&self.rules, &self.draft.scenario().rules, &cells) {
            Ok(made) => made,
            Err(fault) => return self.note = Some(fault.to_string()),
        };
        let (piece, faults) = made;
        // What the rest of the row lacks is filled in next; what was said and cannot be is told at once.
        if let Some(fault) =
            faults.iter().find(|told| cells.iter().any(|(of, _)| Some(of.field) == told.field))
        {
            return self.note = Some(fault.fault.to_string());
        }
        let before = self.draft.scenario().clone();
        if self.edit_step(Ok(Edit::Muster(vec![Recruit { side, command, piece }]))) {
            let new = newcomers(&before, self.draft.scenario()).pop();
            let column = self.roster.at.column;
            self.roster.go(At { row: new, column }, false);
        }
    }

    fn clear_cells(&mut self) {
        let (_, [first, last]) = self.roster.chosen();
        let heads = self.roster.heads();
        let mut edits = Vec::new();
        for row in self.roster.chosen_rows() {
            let Some(line) = self.roster.sheet.line(&row) else { continue };
            for head in heads.iter().skip(first).take(last + 1 - first) {
                let written = line.cell(*head).is_some_and(|cell| cell.written.is_some());
                if let Head::Cell(column) = head
                    && written
                {
                    // What is never left out is as it is usual.
                    let usual =
                        line.cell(*head).map(|cell| cell.usual.clone()).filter(|usual| !usual.is_empty());
                    let said = if column.is_required { usual } else { None };
                    if said.is_some() || !column.is_required {
                        edits.push(Edit::Cell { piece: row.clone(), column: *column, said });
                    }
                }
            }
        }
        if !edits.is_empty() {
            self.edit_step(Ok(Edit::Several(edits)));
        }
    }

    fn strike(&mut self) {
        let rows = self.roster.chosen_rows();
        if rows.is_empty() {
            return;
        }
        let index = self
            .roster
            .index(self.roster.at.row.as_deref())
            .min(self.roster.index(rows.first().map(String::as_str)));
        let struck = rows.into_iter().map(|piece| Edit::Remove { piece });
        if self.edit_step(Ok(Edit::Several(struck.collect()))) {
            let at = At { row: self.roster.row_at(index), column: self.roster.at.column };
            self.roster.go(at, false);
        }
    }

    /// Whole rows are copied; a range takes what its topmost row says, a single cell what the one above says.
    fn fill_down(&mut self) {
        let ([first, last], [left, right]) = self.roster.chosen();
        if self.roster.rows {
            let pieces = self.roster.chosen_rows();
            if pieces.is_empty() {
                return;
            }
            let before = self.draft.scenario().clone();
            if self.edit_step(Ok(Edit::Copy { pieces })) {
                let new = newcomers(&before, self.draft.scenario());
                let column = self.roster.at.column;
                self.roster.go(At { row: new.first().cloned(), column }, false);
                self.roster.go(At { row: new.last().cloned(), column }, true);
                self.roster.rows = true;
            }
            return;
        }
        let from = if first == last { first.checked_sub(1) } else { Some(first) };
        let source =
            from.and_then(|from| self.roster.order.get(from)).and_then(|id| self.roster.sheet.line(id));
        let Some(source) = source.cloned() else {
            self.note = Some("There is no row above to copy from".into());
            return;
        };
        let heads: Vec<Head> = self.roster.heads().into_iter().skip(left).take(right + 1 - left).collect();
        let texts: Vec<(Head, String)> =
            heads.iter().filter_map(|head| Some((*head, source.text(*head)?.to_owned()))).collect();
        let rows: Vec<String> =
            self.roster.chosen_rows().into_iter().filter(|row| *row != source.id).collect();
        self.write_range(&rows.iter().map(|row| (row.clone(), texts.clone())).collect::<Vec<_>>());
    }

    /// Many cells as one step; those that cannot be so are told, and nothing is changed.
    fn write_range(&mut self, rows: &[(String, Vec<(Head, String)>)]) {
        let mut edits = Vec::new();
        for (row, cells) in rows {
            for (head, said) in cells.iter().filter(|(head, _)| *head != Head::Begins) {
                let line = self.roster.sheet.line(row);
                // A cell that means nothing there takes nothing; one that says it already is left alone.
                if line.is_none_or(|line| line.text(*head).is_none_or(|now| now == said)) {
                    continue;
                }
                match self.roster.sheet.edit(self.draft.scenario(), row, *head, said) {
                    Ok(edit) => edits.push(edit),
                    Err(fault) => {
                        let name = line.map_or("", Line::name);
                        self.note = Some(format!("{} of {name}: {fault}. Nothing was changed", head.title()));
                        return;
                    }
                }
            }
        }
        if !edits.is_empty() {
            self.edit_step(Ok(Edit::Several(edits)));
        }
    }

    /// Cells of a spreadsheet: over the chosen ones; whole rows, those with a heading, and what goes beyond the last row come in as
    /// new rows, once it is said what their columns are.
    fn paste(&mut self, text: &str, maps: &BTreeMap<String, Vec<String>>) {
        let table = Table::read(text);
        if table.is_empty() {
            self.note = Some("There is nothing to paste: copy rows of a spreadsheet first".into());
            return;
        }
        let row = self
            .roster
            .index(self.roster.at.row.as_deref())
            .min(self.roster.index(self.roster.anchor.row.as_deref()));
        let guess = Mapping::guess(&table, &self.rules, self.draft.scenario());
        let fits = row + table.rows.len() <= self.roster.order.len();
        if !guess.has_heading && fits && !self.roster.rows {
            return self.paste_over(&table, row);
        }
        if table.width == 1 && table.rows.len() == 1 && !guess.has_heading {
            return self.write_cell(Some(text.trim().to_owned()));
        }
        let heads = self.roster.sheet.heads.clone();
        let remembered = maps.get(&table.signature()).map(|words| Mapping::of_words(words, &heads));
        let mapping = remembered.filter(|mapping| mapping.columns.len() == table.width).unwrap_or(guess);
        let (side, command) = self.roster.home();
        let form = PasteForm {
            table,
            mapping,
            goes: Goes { side, command },
            pasted: Pasted::default(),
            mended: Vec::new(),
        };
        self.roster.paste = Some(form.read(&self.rules, self.draft.scenario()));
    }

    fn paste_over(&mut self, table: &Table, row: usize) {
        let ([_, last], [left, right]) = self.roster.chosen();
        let heads = self.roster.heads();
        let at = |column: usize| heads.get(left + column).copied();
        // One value goes into all that are chosen.
        let is_one = table.width == 1 && table.rows.len() == 1;
        let (rows, columns) = match is_one {
            true => (last + 1 - row, right + 1 - left),
            false => (table.rows.len(), table.width),
        };
        let value = |row: usize, column: usize| {
            let (row, column) = if is_one { (0, 0) } else { (row, column) };
            table.rows.get(row).and_then(|row| row.values.get(column)).cloned()
        };
        let cells =
            |row: usize| (0..columns).filter_map(|column| Some((at(column)?, value(row, column)?))).collect();
        let rows: Vec<(String, Vec<(Head, String)>)> =
            (0..rows).filter_map(|down| Some((self.roster.row_at(row + down)?, cells(down)))).collect();
        self.write_range(&rows);
    }

    fn take_paste(&mut self) {
        let Some(form) = self.roster.paste.take() else { return };
        let count = form.pasted.recruits.len();
        if count == 0 {
            self.note = Some("No row could be read".into());
            self.roster.paste = Some(form);
            return;
        }
        let before = self.draft.scenario().clone();
        if self.edit_step(Ok(form.pasted.edit())) {
            let new = newcomers(&before, self.draft.scenario());
            self.roster.go(At { row: new.first().cloned(), column: 0 }, false);
            self.roster.go(At { row: new.last().cloned(), column: 0 }, true);
            self.roster.rows = true;
            self.note = Some(match count {
                1 => "1 row has come in: Undo takes it back".to_owned(),
                count => format!("{count} rows have come in: Undo takes them back"),
            });
        } else {
            self.roster.paste = Some(form);
        }
    }

    fn drop_rows(&mut self, row: &str, after: bool) {
        let Some(line) = self.roster.sheet.line(row) else { return };
        let (side, command, id) = (line.side, line.command.clone(), line.command_id.clone());
        let pieces = self.roster.chosen_rows();
        let own = self.roster.sheet.lines.iter().filter(|line| line.command_id == id);
        let own: Vec<&str> = own
            .map(|line| line.id.as_str())
            .filter(|one| !pieces.iter().any(|id| id == one) || *one == row)
            .collect();
        let place = own.iter().position(|one| *one == row);
        let before = match after {
            false => Some(row.to_owned()),
            true => place.and_then(|place| own.get(place + 1)).map(|one| (*one).to_owned()),
        };
        if pieces.iter().any(|piece| piece == row) && pieces.len() == 1 {
            return;
        }
        self.edit_step(Ok(Edit::Assign { pieces, side, command, before }));
    }
}
