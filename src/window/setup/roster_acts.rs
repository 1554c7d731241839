//! Acts in the roster of a draft: cells written, rows added, copied and deleted, and pastes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::roster::{Asked, At, PasteForm, Roster, RosterAct};
use crate::texts::setup_notes as texts;
use data::cell;
use desk::Library;
use scenario::Change;
use scenario::roster::mapping::{Mapping, Means, likeliest_sheet};
use scenario::roster::paste::{Goes, Pasted};
use scenario::roster::recruit::{Listed, Recruit, new_piece};
use scenario::roster::rostered::Rostered;
use scenario::roster::sheet::{Head, meant};
use scenario::roster::synonyms::Synonyms;
use scenario::roster::writing::{CellRefused, RowSaid, said_in};
use scenario::{Draft, EditFault};
use spreadsheet::Table;

/// The roster of a draft being edited: a table being set up, or a battle on hexes.
pub struct RosterWork<'a, D> {
    pub roster: &'a mut Roster,
    pub draft: &'a mut Draft<D>,
    pub library: &'a Library,
    /// Why the last act failed, or its result.
    pub note: &'a mut Option<String>,
}

impl<D: Rostered> RosterWork<'_, D> {
    /// Carries out an act. `maps`: how columns were identified before, by the headings of their tables.
    ///
    /// Typed text is settled first: if it is refused, it stays in its cell, and the act is dropped.
    pub fn act(&mut self, act: RosterAct, maps: &BTreeMap<String, Vec<String>>) {
        if self.roster.typing.is_some() && settles(&act) && !self.commit() {
            (self.roster.wants_typing, self.roster.refused) = (true, true);
            return;
        }
        let Some(act) = self.go(act) else { return };
        let Some(act) = self.type_in(act) else { return };
        let Some(act) = self.show(act) else { return };
        self.change(act, maps);
    }

    /// Carries out an act that goes to another cell or row; returns any other act.
    fn go(&mut self, act: RosterAct) -> Option<RosterAct> {
        let column = self.roster.at.column;
        match act {
            RosterAct::Go { at, extend } => self.roster.go(at, extend),
            RosterAct::Row { row, extend } => {
                self.roster.go(At { row, column }, extend);
                self.roster.rows = true;
            }
            RosterAct::Step { right, down, extend } => self.roster.step(right, down, extend),
            RosterAct::NextCommand { down, extend } => {
                let row = self.roster.next_command(down);
                self.roster.go(At { row, column }, extend);
            }
            RosterAct::All => {
                let (first, last) = (self.roster.order.first().cloned(), self.roster.order.last().cloned());
                self.choose_rows(first, last, 0);
            }
            other => return Some(other),
        }
        None
    }

    /// Carries out an act in a cell being typed in; returns any other act.
    fn type_in(&mut self, act: RosterAct) -> Option<RosterAct> {
        match act {
            RosterAct::Type(text) => self.write_cell(Some(text)),
            RosterAct::Write => self.write_cell(None),
            RosterAct::Rename => match self.roster.choose_command() {
                true => self.write_cell(None),
                false => *self.note = Some(texts::NO_COMMAND.into()),
            },
            RosterAct::Typed(text) => {
                *self.note = None;
                (self.roster.typing, self.roster.completion) = (Some(text), None);
            }
            RosterAct::Completion(completion) => self.roster.completion = completion,
            RosterAct::Enter { right, down } => {
                if self.commit() {
                    self.roster.enter(right, down);
                } else if (right, down) != (0, 0) {
                    // By a key, not by a click elsewhere: the cell stays, and typing replaces its text.
                    (self.roster.wants_typing, self.roster.refused) = (true, true);
                }
            }
            // Pressed before the cell had the focus.
            RosterAct::Clear if self.roster.typing.is_some() => {
                if let Some(typed) = &mut self.roster.typing {
                    typed.pop();
                }
            }
            other => return Some(other),
        }
        None
    }

    /// Carries out an act that changes the view of the roster; returns any other act.
    fn show(&mut self, act: RosterAct) -> Option<RosterAct> {
        match act {
            RosterAct::Open(open) => {
                self.roster.open = open;
                if open && self.roster.at == At::default() {
                    // It opens scrolled to its top.
                    self.refresh();
                    let top = At { row: self.roster.order.first().cloned(), column: 0 };
                    (self.roster.at, self.roster.anchor) = (top.clone(), top);
                }
                (self.roster.wants_focus, self.roster.wants_scroll) = (open, open);
            }
            RosterAct::AllColumns(all) => {
                self.roster.all_columns = all;
                self.refresh();
            }
            RosterAct::TwoRows(two) => self.roster.two_rows = two,
            RosterAct::PutDown(pieces) => {
                self.roster.deploying = true;
                self.roster.to_put_down = Some(pieces);
            }
            RosterAct::Copied => self.roster.keep_clip(),
            RosterAct::Sort(key) => self.roster.sort(key),
            RosterAct::LeavePaste => (self.roster.paste, self.roster.wants_focus) = (None, true),
            RosterAct::Form(asked) => self.ask(asked),
            other => return Some(other),
        }
        None
    }

    fn change(&mut self, act: RosterAct, maps: &BTreeMap<String, Vec<String>>) {
        match act {
            RosterAct::Paste(text) => self.paste(&text, maps),
            RosterAct::Sheets(sheets) => self.bring(sheets, maps),
            RosterAct::TakePaste => self.take_paste(),
            // Whole rows that were cut are pasted as whole rows.
            RosterAct::Clear | RosterAct::Cut if self.roster.rows => self.strike(),
            RosterAct::Clear | RosterAct::Cut => self.clear_cells(),
            RosterAct::Strike => self.strike(),
            RosterAct::FillDown if self.roster.rows => self.copy_rows(),
            RosterAct::FillDown => self.fill_down(),
            RosterAct::Add => self.add_row(&[]),
            RosterAct::Drop { row, after } => self.drop_rows(&row, after),
            RosterAct::NameSide(side, name) => self.edit_on(Change::side_name(side, name)),
            RosterAct::Colour(side, colour) => self.edit_on(Change::colour(side, colour)),
            // Already done.
            RosterAct::Go { .. }
            | RosterAct::Row { .. }
            | RosterAct::Step { .. }
            | RosterAct::NextCommand { .. }
            | RosterAct::All
            | RosterAct::Type(_)
            | RosterAct::Write
            | RosterAct::Rename
            | RosterAct::Typed(_)
            | RosterAct::Completion(_)
            | RosterAct::Enter { .. }
            | RosterAct::Open(_)
            | RosterAct::AllColumns(_)
            | RosterAct::TwoRows(_)
            | RosterAct::PutDown(_)
            | RosterAct::Copied
            | RosterAct::Sort(_)
            | RosterAct::LeavePaste
            // The window has the dialog for it.
            | RosterAct::ChooseFile
            | RosterAct::Form(_) => {}
        }
    }

    /// Makes a change that continues letter by letter as one step.
    fn edit_on(&mut self, edit: Change<D>) {
        *self.note = self.draft.edit(edit).err().map(|fault| fault.to_string());
    }

    /// Selects whole rows, from one to another.
    fn choose_rows(&mut self, first: Option<String>, last: Option<String>, column: usize) {
        self.roster.go(At { row: first, column }, false);
        self.roster.go(At { row: last, column }, true);
        self.roster.rows = true;
    }

    fn refresh(&mut self) {
        self.roster.refresh(self.draft.now().sheet(self.library.rules()));
    }

    /// Starts typing in the selected cell, with its value or this text. If already started, before the cell has the focus, adds
    /// it.
    fn write_cell(&mut self, text: Option<String>) {
        self.roster.wants_typing = true;
        if let Some(typed) = &mut self.roster.typing {
            typed.push_str(&text.unwrap_or_default());
            return;
        }
        let Some(head) = self.roster.head(self.roster.at.column) else { return };
        let line = self.roster.at.row.as_deref().and_then(|row| self.roster.sheet.line(row));
        let says = match (line, head) {
            (Some(line), _) => line.text(head).map(str::to_owned),
            (None, Head::Begins | Head::Listed(_)) => None,
            (None, _) => Some(String::new()),
        };
        let Some(says) = says.filter(|_| head != Head::Begins) else {
            *self.note = Some(match head {
                Head::Begins => texts::BEGINS_NOT_TYPED.to_owned(),
                _ => texts::means_nothing(head.title()),
            });
            return;
        };
        *self.note = None;
        self.roster.began = if text.is_none() { Some(says.clone()) } else { None };
        (self.roster.typing, self.roster.completion) = (Some(text.unwrap_or(says)), None);
        let chosen = self.roster.chosen_rows();
        if matches!(head, Head::Command(_)) && chosen.len() > 1 && self.roster.sheet.is_whole_command(&chosen)
        {
            self.roster.renames = chosen;
            return self.roster.wants_scroll = true;
        }
        // The column where the row was started is remembered up to its end.
        let begun = self.roster.tab_from;
        let at = self.roster.at.clone();
        self.roster.go(at, false);
        self.roster.tab_from = begun;
    }

    /// Writes the typed text into the cell; `false` if it is refused and stays to be corrected.
    fn commit(&mut self) -> bool {
        let Some(typed) = self.roster.typing.clone() else { return true };
        let Some(head) = self.roster.head(self.roster.at.column) else { return true };
        let chosen = self.roster.completion.and_then(|chosen| self.roster.words().get(chosen).copied());
        let said = chosen.map_or(typed, str::to_owned);
        let is_as_it_was = self.roster.began.as_ref() == Some(&said);
        let done = is_as_it_was
            || match self.roster.at.row.clone() {
                Some(row) => self.write(row, head, &said),
                None if said.trim().is_empty() => true,
                None => {
                    self.add_row(&[(head, said)]);
                    self.note.is_none()
                }
            };
        if done {
            self.roster.leave_typing();
        }
        done
    }

    fn write(&mut self, row: String, head: Head, said: &str) -> bool {
        if matches!(head, Head::Cell(_)) {
            let edit = self.roster.sheet.edit(&row, head, said);
            return self.edit_step(edit);
        }
        if let Some(piece) = self.roster.renames.first().cloned() {
            let is_so = self.roster.sheet.line(&piece).is_some_and(|line| line.command == said.trim());
            let name = said.trim().to_owned();
            return is_so || self.edit_step(Ok(Change::command_name(piece, name)));
        }
        let rows: [RowSaid; 1] = [(row, vec![(head, Some(said.to_owned()))])];
        match self.roster.sheet.writing(&rows) {
            Ok(writing) if writing.edits.is_empty() => true,
            Ok(writing) => self.edit_step(Ok(Change::several(writing.edits))),
            Err(refused) => self.edit_step(Err(refused.fault)),
        }
    }

    /// Makes a change as a separate step; notes the reason if it is refused.
    fn edit_step(&mut self, edit: Result<Change<D>, EditFault>) -> bool {
        self.draft.rest();
        let done = edit.and_then(|edit| self.draft.edit(edit));
        self.draft.rest();
        *self.note = done.as_ref().err().map(EditFault::to_string);
        self.refresh();
        done.is_ok()
    }

    /// The same; returns the rows that were added, if it succeeded.
    fn bring_in(&mut self, edit: Change<D>) -> Option<Vec<String>> {
        let before = self.roster.sheet.clone();
        self.edit_step(Ok(edit)).then(|| self.roster.sheet.newcomers(&before))
    }

    /// Adds a new row with these cells, in the command of the row above, and selects it.
    fn add_row(&mut self, said: &[(Head, String)]) {
        let (mut side, mut command) = self.roster.home();
        let mut cells = Vec::new();
        for (head, words) in said {
            match head {
                Head::Side => match self.roster.sheet.side_named(words) {
                    Ok(named) => side = named,
                    Err(fault) => return *self.note = Some(fault.to_string()),
                },
                Head::Command(_) => words.trim().clone_into(&mut command),
                Head::Begins | Head::Listed(_) => {}
                Head::Cell(column) => {
                    cells.push((*column, meant(column, words).unwrap_or_default()));
                }
            }
        }
        let made = match new_piece(self.library.rules(), &self.roster.sheet.rules, &cells) {
            Ok(made) => made,
            Err(fault) => return *self.note = Some(fault.to_string()),
        };
        let (piece, faults) = made;
        // Missing cells of the row are filled in next; given values that are impossible are reported at once.
        if let Some(fault) =
            faults.iter().find(|told| cells.iter().any(|(of, _)| Some(of.field) == told.field))
        {
            return *self.note = Some(fault.fault.to_string());
        }
        if let Some(mut new) =
            self.bring_in(Change::muster(vec![Recruit { side, command, listed: Listed::default(), piece }]))
        {
            let column = self.roster.at.column;
            self.roster.go(At { row: new.pop(), column }, false);
        }
    }

    fn clear_cells(&mut self) {
        let (_, [first, last]) = self.roster.chosen();
        let heads = self.roster.heads();
        let mut edits = Vec::new();
        for row in self.roster.chosen_rows() {
            let Some(line) = self.roster.sheet.line(&row) else { continue };
            for head in heads.iter().skip(first).take(last + 1 - first) {
                if line.invalid_value(*head).is_some() {
                    edits.extend(self.roster.sheet.edit(&row, *head, ""));
                    continue;
                }
                let written = line.cell(*head).is_some_and(|cell| cell.written.is_some());
                if let Head::Cell(column) = head
                    && written
                {
                    // Required cells get their defaults.
                    let usual =
                        line.cell(*head).map(|cell| cell.usual.clone()).filter(|usual| !usual.is_empty());
                    let said = if column.is_required { usual } else { None };
                    if said.is_some() || !column.is_required {
                        edits.push(Change::cell(row.clone(), *column, said));
                    }
                }
            }
        }
        if !edits.is_empty() {
            self.edit_step(Ok(Change::several(edits)));
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
        let struck = rows.into_iter().map(Change::strike);
        if self.edit_step(Ok(Change::several(struck))) {
            let at = At { row: self.roster.row_at(index), column: self.roster.at.column };
            self.roster.go(at, false);
        }
    }

    /// Duplicates the selected rows.
    fn copy_rows(&mut self) {
        let pieces = self.roster.chosen_rows();
        if pieces.is_empty() {
            return;
        }
        if let Some(new) = self.bring_in(Change::copy(pieces)) {
            let column = self.roster.at.column;
            self.roster.pick(new, column);
        }
    }

    /// Fills a range with the value of its topmost row, or a single cell with the one above.
    fn fill_down(&mut self) {
        let ([first, last], [left, right]) = self.roster.chosen();
        let from = if first == last { first.checked_sub(1) } else { Some(first) };
        let source =
            from.and_then(|from| self.roster.order.get(from)).and_then(|id| self.roster.sheet.line(id));
        let Some(source) = source.cloned() else {
            *self.note = Some(texts::NOTHING_ABOVE.into());
            return;
        };
        let heads: Vec<Head> = self.roster.heads().into_iter().skip(left).take(right + 1 - left).collect();
        let said: Vec<(Head, Option<String>)> = heads
            .iter()
            .filter(|head| **head != Head::Begins)
            .filter_map(|head| Some((*head, said_in(&source, *head)?)))
            .collect();
        let rows = self.roster.chosen_rows().into_iter().filter(|row| *row != source.id);
        let rows: Vec<RowSaid> = rows.map(|row| (row, said.clone())).collect();
        self.write_range(&rows, 0);
    }

    /// Writes many cells as one step; if one of them is refused, that is reported, and nothing is changed. Omitted values are
    /// reported too: `beyond` of them lay beyond the last column.
    fn write_range(&mut self, rows: &[RowSaid], beyond: usize) {
        let writing = match self.roster.sheet.writing(rows) {
            Ok(writing) => writing,
            Err(CellRefused { title, row, fault }) => {
                *self.note = Some(texts::cell_refused(title, &row, &fault.to_string()));
                return;
            }
        };
        let done = writing.edits.is_empty() || self.edit_step(Ok(Change::several(writing.edits)));
        let first =
            writing.left_out.first().map(|one| (one.head.title(), one.row.as_str(), one.said.as_str()));
        if let (true, Some(note)) = (done, texts::left_out(first, writing.left_out.len(), beyond)) {
            *self.note = Some(note);
        }
    }

    /// Pastes cells of a spreadsheet over the selected ones; whole rows, those with a heading, and rows beyond the last are
    /// added as new rows, once their columns are identified.
    fn paste(&mut self, text: &str, maps: &BTreeMap<String, Vec<String>>) {
        let table = Table::read(text);
        if table.is_empty() {
            *self.note = Some(texts::NOTHING_TO_PASTE.into());
            return;
        }
        let row = self
            .roster
            .index(self.roster.at.row.as_deref())
            .min(self.roster.index(self.roster.anchor.row.as_deref()));
        let synonyms = self.synonyms();
        let guess = Mapping::guess(&table, &self.roster.sheet, &synonyms);
        let fits = row + table.rows.len() <= self.roster.order.len();
        if guess.heading.is_none() && fits && !self.roster.rows {
            return self.paste_over(&Table::cells(text), row, text);
        }
        if table.width == 1 && table.rows.len() == 1 && guess.heading.is_none() {
            return self.write_cell(Some(cell::text_of(text.trim()).to_owned()));
        }
        let sheets = Arc::new(vec![spreadsheet::Sheet { name: String::new(), table }]);
        self.begin(sheets, 0, synonyms, maps);
    }

    /// Known synonyms; if the user's own table is unreadable, that is reported.
    fn synonyms(&mut self) -> Arc<Synonyms> {
        match self.library.synonyms() {
            Ok(all) => Arc::new(all),
            Err(faults) => {
                *self.note = Some(faults.to_string());
                Arc::new(Synonyms::shipped().clone())
            }
        }
    }

    /// Adds the sheets of a file, once their columns are identified.
    fn bring(&mut self, sheets: Vec<spreadsheet::Sheet>, maps: &BTreeMap<String, Vec<String>>) {
        if sheets.iter().all(|sheet| sheet.table.is_empty()) {
            *self.note = Some(texts::NOTHING_TO_PASTE.into());
            return;
        }
        (self.roster.open, self.roster.wants_focus) = (true, true);
        let synonyms = self.synonyms();
        let sheet = likeliest_sheet(&sheets, &self.roster.sheet, &synonyms);
        self.begin(Arc::new(sheets), sheet, synonyms, maps);
    }

    /// Asks for the columns of a table.
    fn begin(
        &mut self,
        sheets: Arc<Vec<spreadsheet::Sheet>>,
        sheet: usize,
        synonyms: Arc<Synonyms>,
        maps: &BTreeMap<String, Vec<String>>,
    ) {
        let table = sheets.get(sheet).map(|sheet| sheet.table.clone()).unwrap_or_default();
        let roster = &self.roster.sheet;
        let guess = Mapping::guess(&table, roster, &synonyms);
        let known = guess.signature(&table, &roster.rules).and_then(|signature| maps.get(&signature));
        let mapping = match known {
            Some(words) => Mapping::of_words(words, &roster.heads, guess),
            None => guess,
        };
        let (side, mut command) = self.roster.home();
        // A corps is of one side: if rows have a column for it, the corps is unknown until its cells are read.
        if roster.on_hexes && mapping.columns.contains(&Means::Is(Head::Side)) {
            command.clear();
        }
        let goes = Goes { side, command, nations: BTreeMap::new() };
        let (mended, learnt) = (Vec::new(), Vec::new());
        let asked = Asked { sheet, table: Arc::new(table), mapping, goes, mended, learnt };
        let form = PasteForm { asked, sheets, synonyms, pasted: Pasted::default(), questions: Vec::new() };
        self.roster.paste = Some(form.read(self.library.rules(), &self.roster.sheet));
    }

    /// Takes new answers about the rows waiting to be added.
    fn ask(&mut self, asked: Asked) {
        let Some(form) = self.roster.paste.take() else { return };
        if asked.sheet != form.asked.sheet {
            return self.begin(form.sheets, asked.sheet, form.synonyms, &BTreeMap::new());
        }
        let form = PasteForm { asked, ..form };
        self.roster.paste = Some(form.read(self.library.rules(), &self.roster.sheet));
    }

    fn paste_over(&mut self, table: &Table, row: usize, text: &str) {
        let ([_, last], [left, right]) = self.roster.chosen();
        let heads = self.roster.heads();
        let at = |column: usize| heads.get(left + column).copied();
        // Something else was copied since: equal text later did not come from here.
        self.roster.clip = self.roster.clip.take().filter(|clip| clip.is(text));
        let clip = self.roster.clip.as_ref();
        // A single value goes into all selected cells.
        let is_one = table.width == 1 && table.rows.len() == 1;
        let (rows, columns) = match is_one {
            true => (last + 1 - row, right + 1 - left),
            false => (table.rows.len(), table.width),
        };
        let value = |row: usize, column: usize| {
            let (row, column) = if is_one { (0, 0) } else { (row, column) };
            let is_usual = clip.is_some_and(|clip| clip.is_usual(row, column));
            let value = table.rows.get(row).and_then(|row| row.values.get(column)).cloned();
            value.map(|value| Some(value).filter(|_| !is_usual))
        };
        let cells =
            |row: usize| (0..columns).filter_map(|column| Some((at(column)?, value(row, column)?))).collect();
        let rows: Vec<RowSaid> =
            (0..rows).filter_map(|down| Some((self.roster.row_at(row + down)?, cells(down)))).collect();
        let seen = heads.len().saturating_sub(left);
        let values = table.rows.iter().flat_map(|row| row.values.iter().skip(seen));
        let beyond = values.filter(|value| !value.is_empty()).count();
        self.write_range(&rows, beyond);
    }

    fn take_paste(&mut self) {
        let Some(form) = self.roster.paste.take() else { return };
        let count = form.pasted.recruits.len();
        if count == 0 {
            *self.note = Some(texts::NO_ROW_READ.into());
            self.roster.paste = Some(form);
            return;
        }
        if let Some(new) = self.bring_in(form.pasted.edit()) {
            self.roster.pick(new, 0);
            *self.note = Some(texts::rows_added(count));
        } else {
            self.roster.paste = Some(form);
        }
    }

    /// Moves the selected rows before or after this one, unless it is one of them.
    fn drop_rows(&mut self, row: &str, after: bool) {
        let Some(line) = self.roster.sheet.line(row) else { return };
        let (side, command, id) = (line.side, line.command.clone(), line.command_id.clone());
        let pieces = self.roster.chosen_rows();
        let is_chosen = |id: &str| pieces.iter().any(|piece| piece == id);
        if is_chosen(row) {
            return;
        }
        let own = self.roster.sheet.lines.iter().filter(|line| line.command_id == id);
        let mut behind = own.map(|line| line.id.as_str()).skip_while(|one| *one != row);
        let before = match after {
            false => Some(row.to_owned()),
            true => behind.find(|one| *one != row && !is_chosen(one)).map(str::to_owned),
        };
        self.edit_step(Ok(Change::assign(pieces, side, command, before)));
    }
}

/// Must typed text be valid before this act? Not for acts in that cell, or in the fields above the rows.
fn settles(act: &RosterAct) -> bool {
    !matches!(
        act,
        RosterAct::Type(_)
            | RosterAct::Write
            | RosterAct::Typed(_)
            | RosterAct::Completion(_)
            | RosterAct::Enter { .. }
            | RosterAct::Clear
            | RosterAct::Copied
            | RosterAct::TwoRows(_)
            | RosterAct::NameSide(..)
            | RosterAct::Colour(..)
    )
}
