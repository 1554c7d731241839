//! The roster as an editable spreadsheet: the selected cell or range, the cell being typed in, the sort order of the view; and
//! pasted rows.

use std::collections::BTreeSet;
use std::sync::Arc;

use drawing::ArmyColour;
use scenario::roster::copied::copied_text;
use scenario::roster::mapping::Mapping;
use scenario::roster::paste::{Goes, Pasted, pasted};
use scenario::roster::sheet::{Head, Line, Sheet};
use scenario::roster::synonyms::Synonyms;
use scenario::{KnownRules, Side};
use spreadsheet::Table;

/// The widget with the focus while no cell is typed in.
pub fn roster_id() -> egui::Id {
    egui::Id::unique("the roster's table")
}

/// A cell: the id of its row, `None` for the empty row at the foot; the index of its column among those shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct At {
    pub row: Option<String>,
    pub column: usize,
}

/// The roster of a draft, on the table or on hexes.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    pub open: bool,
    /// Are rarely used columns shown too?
    pub all_columns: bool,
    pub sheet: Sheet,
    /// The ids of the rows in the order of the view.
    pub order: Vec<String>,
    /// The heading that the view is sorted by, and whether it is descending.
    pub sorted: Option<(&'static str, bool)>,
    pub at: At,
    /// The other corner of the selection.
    pub anchor: At,
    /// Are whole rows selected?
    pub rows: bool,
    /// The selected rows if they are not adjacent, such as rows just pasted.
    pub picked: BTreeSet<String>,
    /// The text in the cell being typed in.
    pub typing: Option<String>,
    /// The cell's value before typing, unless typing replaced it: if unchanged, nothing is written.
    pub(super) began: Option<String>,
    /// The rows of the whole command that is being renamed.
    pub renames: Vec<String>,
    /// Index of the selected completion under the cell.
    pub completion: Option<usize>,
    pub paste: Option<PasteForm>,
    /// Move the focus to the table.
    pub wants_focus: bool,
    /// Move the focus to the cell being typed in.
    pub wants_typing: bool,
    /// The text was refused: select all of it.
    pub refused: bool,
    /// The last copied cells.
    pub(super) clip: Option<Clip>,
    /// Scroll to the selected cell.
    pub wants_scroll: bool,
    /// The column in which a row was started: Enter goes back to it.
    pub(super) tab_from: Option<usize>,
    /// Were the pieces being put down chosen in the roster?
    pub deploying: bool,
    /// Pieces to be put down, just requested.
    pub(crate) to_put_down: Option<Vec<String>>,
    /// Are pieces deployed in line placed in two rows?
    pub two_rows: bool,
}

/// Copied cells in the form of a spreadsheet: pasted back, default cells become defaults again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clip {
    text: String,
    /// Rows and columns of its default cells, from 0.
    usual: BTreeSet<(usize, usize)>,
}

impl Clip {
    /// Is this the copied text? Clipboards change line ends.
    pub(super) fn is(&self, text: &str) -> bool {
        self.text.lines().eq(text.lines())
    }

    pub(super) fn is_usual(&self, row: usize, column: usize) -> bool {
        self.usual.contains(&(row, column))
    }
}

/// The questions before rows of a spreadsheet are added.
#[derive(Clone, Debug)]
pub struct PasteForm {
    pub asked: Asked,
    /// All sheets of the file.
    pub sheets: Arc<Vec<spreadsheet::Sheet>>,
    /// Known synonyms, without the answers given here.
    pub synonyms: Arc<Synonyms>,
    /// The result as it stands, with its faults, each kind once.
    pub pasted: Pasted,
    pub questions: Vec<String>,
}

/// The answers about the rows of a spreadsheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Index of the sheet in its file.
    pub sheet: usize,
    pub table: Arc<Table>,
    pub mapping: Mapping,
    pub goes: Goes,
    /// Corrected cells, by row and column: they stay editable.
    pub mended: Vec<(usize, usize)>,
    /// Answers about the meaning of words.
    pub learnt: Vec<Learnt>,
}

/// A word of a table, and the word of army files that it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learnt {
    pub field: &'static str,
    pub said: String,
    /// Empty while unanswered.
    pub word: String,
    /// Does it hold for other tables too?
    pub everywhere: bool,
}

/// An act in the roster.
#[derive(Clone, Debug, PartialEq)]
pub enum RosterAct {
    Open(bool),
    AllColumns(bool),
    TwoRows(bool),
    /// Goes to this cell; extends the selection from the anchor.
    Go {
        at: At,
        extend: bool,
    },
    /// Goes to this whole row.
    Row {
        row: Option<String>,
        extend: bool,
    },
    /// Goes this many cells to the right and down.
    Step {
        right: isize,
        down: isize,
        extend: bool,
    },
    /// Goes to the first row of the next command, or of this one or the one before.
    NextCommand {
        down: bool,
        extend: bool,
    },
    All,
    /// Puts these down; the focus returns to the roster afterwards.
    PutDown(Vec<String>),
    /// Typing replaces the value of the cell.
    Type(String),
    /// Edits the value of the cell.
    Write,
    Typed(String),
    Completion(Option<usize>),
    /// Accepts the text, and goes this many cells on.
    Enter {
        right: isize,
        down: isize,
    },
    /// Resets the selected cells to their defaults, or deletes whole rows. In a cell being typed in, deletes the last letter.
    Clear,
    /// The selected cells have been copied.
    Copied,
    Strike,
    /// Fills cells with the topmost value; duplicates whole rows.
    FillDown,
    Add,
    Cut,
    Paste(String),
    /// Chooses a file of rows.
    ChooseFile,
    /// The sheets of such a file.
    Sheets(Vec<spreadsheet::Sheet>),
    Form(Asked),
    TakePaste,
    LeavePaste,
    Sort(&'static str),
    /// Moves the selected rows before or after this one.
    Drop {
        row: String,
        after: bool,
    },
    NameSide(Side, String),
    Colour(Side, ArmyColour),
    /// Renames the command of the selected row: selects its rows, and starts typing.
    Rename,
}

impl Roster {
    /// The visible columns.
    pub fn heads(&self) -> Vec<Head> {
        let is_seen = |head: &Head| head.is_shown() && (self.all_columns || !head.is_detail());
        self.sheet.heads.iter().copied().filter(is_seen).collect()
    }

    pub fn head(&self, column: usize) -> Option<Head> {
        self.heads().get(column).copied()
    }

    /// Index of a row in the view; the empty row is the last.
    pub fn index(&self, row: Option<&str>) -> usize {
        row.and_then(|row| self.order.iter().position(|id| id == row)).unwrap_or(self.order.len())
    }

    pub(super) fn row_at(&self, index: usize) -> Option<String> {
        self.order.get(index).cloned()
    }

    /// The ranges of selected rows and columns, both ends included.
    pub fn chosen(&self) -> ([usize; 2], [usize; 2]) {
        let ends = |a: usize, b: usize| [a.min(b), a.max(b)];
        let rows = ends(self.index(self.at.row.as_deref()), self.index(self.anchor.row.as_deref()));
        let columns = match self.rows {
            true => [0, self.heads().len().saturating_sub(1)],
            false => ends(self.at.column, self.anchor.column),
        };
        (rows, columns)
    }

    /// The ids of the selected rows.
    pub fn chosen_rows(&self) -> Vec<String> {
        let ([first, last], _) = self.chosen();
        let between = self.order.iter().skip(first).take(last + 1 - first);
        let is_picked = |id: &&String| !self.rows || self.picked.is_empty() || self.picked.contains(*id);
        between.filter(is_picked).cloned().collect()
    }

    /// Is the whole row at this index selected?
    pub fn is_row_chosen(&self, row: usize) -> bool {
        let ([first, last], _) = self.chosen();
        let is_picked = || self.order.get(row).is_some_and(|id| self.picked.contains(id));
        self.rows && (first..=last).contains(&row) && (self.picked.is_empty() || is_picked())
    }

    /// The columns of the copied text: for whole rows all that can be written.
    fn copied_heads(&self) -> Vec<Head> {
        let (_, [first, last]) = self.chosen();
        match self.rows {
            true => {
                self.sheet.heads.iter().copied().filter(|head| head.comes_in() && head.is_shown()).collect()
            }
            false => self.heads().into_iter().skip(first).take(last + 1 - first).collect(),
        }
    }

    /// The selection as text for a spreadsheet.
    pub fn copied(&self) -> String {
        let rows = self.chosen_rows();
        let ids: Vec<&str> = rows.iter().map(String::as_str).collect();
        copied_text(&self.sheet, &ids, &self.copied_heads(), self.rows)
    }

    /// Records which of the selected cells are defaults, while they are on the clipboard.
    pub(super) fn keep_clip(&mut self) {
        let heads = self.copied_heads();
        let rows = self.chosen_rows();
        let lines = rows.iter().enumerate().filter_map(|(row, id)| Some((row, self.sheet.line(id)?)));
        let usual = lines.flat_map(|(row, line)| {
            let is_usual = |(_, head): &(usize, &Head)| line.is_usual(**head);
            heads.iter().enumerate().filter(is_usual).map(move |(column, _)| (row, column))
        });
        let usual = if self.rows { BTreeSet::new() } else { usual.collect() };
        self.clip = Some(Clip { text: self.copied(), usual });
    }

    /// Selects these rows, wherever they are in the view.
    pub(super) fn pick(&mut self, rows: Vec<String>, column: usize) {
        let index = |id: &&String| self.index(Some(id.as_str()));
        let (first, last) = (rows.iter().min_by_key(index).cloned(), rows.iter().max_by_key(index).cloned());
        self.go(At { row: first, column }, false);
        self.go(At { row: last, column }, true);
        (self.rows, self.picked) = (true, rows.into_iter().collect());
    }

    /// Selects all rows of the selected row's command, with the command's name as cell; `false` if there is none.
    pub(super) fn choose_command(&mut self) -> bool {
        let Some(line) = self.like().filter(|line| !line.command.is_empty()) else { return false };
        let column = self.heads().iter().position(|head| matches!(head, Head::Command(_)));
        let own = self.sheet.lines.iter().filter(|other| other.command_id == line.command_id);
        let own = own.map(|line| line.id.clone()).collect();
        let Some(column) = column else { return false };
        self.pick(own, column);
        std::mem::swap(&mut self.at, &mut self.anchor);
        true
    }

    /// Gives up typing; returns whether there was any.
    pub fn leave_typing(&mut self) -> bool {
        let typed = self.typing.take().is_some();
        (self.completion, self.began) = (None, None);
        self.renames.clear();
        self.wants_focus |= typed;
        typed
    }

    /// Orders the rows like the sheet, or sorted; new rows come after the one before them.
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

    /// Sorts the view by this heading: ascending, then descending, then in the order of the armies.
    pub(super) fn sort(&mut self, key: &'static str) {
        self.sorted = match self.sorted {
            Some((now, false)) if now == key => Some((key, true)),
            Some((now, true)) if now == key => None,
            _ => Some((key, false)),
        };
        let Some((key, backward)) = self.sorted else { return self.arrange() };
        let Some(head) = self.sheet.heads.iter().copied().find(|head| head.key() == key) else { return };
        let mut lines: Vec<&Line> = self.sheet.lines.iter().collect();
        // The words of a column are in its own order; cells without meaning come last.
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

    /// Refreshes the roster from the draft.
    pub fn refresh(&mut self, sheet: Sheet) {
        self.sheet = sheet;
        self.arrange();
        let last = self.heads().len().saturating_sub(1);
        if self.at.row.as_ref().is_some_and(|row| !self.order.contains(row)) {
            // Text typed in a row that is gone belongs to no other.
            self.leave_typing();
        }
        self.picked.retain(|row| self.order.contains(row));
        for at in [&mut self.at, &mut self.anchor] {
            at.row.take_if(|row| !self.order.contains(row));
            at.column = at.column.min(last);
        }
    }

    pub(super) fn go(&mut self, at: At, extend: bool) {
        (self.at, self.tab_from) = (at, None);
        self.picked.clear();
        if !extend {
            self.anchor = self.at.clone();
            self.rows = false;
        }
        (self.wants_focus, self.wants_scroll) = (true, true);
    }

    pub(super) fn step(&mut self, right: isize, down: isize, extend: bool) {
        let row = self.index(self.at.row.as_deref()).saturating_add_signed(down).min(self.order.len());
        let last = self.heads().len().saturating_sub(1);
        let column = self.at.column.saturating_add_signed(right).min(last);
        let rows = self.rows && extend;
        self.go(At { row: self.row_at(row), column }, extend);
        self.rows = rows;
    }

    /// The first row of the next command; upward, of this one, or if already there, of the one before.
    pub(super) fn next_command(&self, down: bool) -> Option<String> {
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

    /// Goes on to the next cell; after moving to the right, Enter goes back to the first column of the row.
    pub(super) fn enter(&mut self, right: isize, down: isize) {
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

    /// The requests of this frame have been fulfilled.
    pub fn has_done(&mut self) {
        (self.wants_focus, self.wants_scroll, self.wants_typing) = (false, false, false);
        self.refused = false;
    }

    /// The words for the cell being typed in: all of them until the text is changed.
    pub fn words(&self) -> Vec<&'static str> {
        let (Some(head), Some(typed)) = (self.head(self.at.column), &self.typing) else { return Vec::new() };
        let Some(words) = head.accepted() else { return Vec::new() };
        let line = self.at.row.as_deref().and_then(|row| self.sheet.line(row));
        match line.and_then(|line| line.text(head)) == Some(typed.as_str()) {
            true => words.to_vec(),
            false => head.completions(typed),
        }
    }

    /// The row above a new one: that of the selected cell, or the last.
    fn like(&self) -> Option<&Line> {
        let index = self.index(self.at.row.as_deref());
        let above = if index < self.order.len() { self.order.get(index) } else { self.order.last() };
        above.and_then(|id| self.sheet.line(id))
    }

    /// The side and the command of a new row.
    pub fn home(&self) -> (Side, String) {
        match self.like() {
            Some(line) => (line.side, line.command.clone()),
            None => (Side(0), self.sheet.first_command().to_owned()),
        }
    }
}

impl PasteForm {
    /// How its columns were identified, with the heading under which to remember that; `None` if it has no heading.
    pub fn remembered(&self, rules: &str) -> Option<(String, Vec<String>)> {
        let Asked { table, mapping, .. } = &self.asked;
        Some((mapping.signature(table, rules)?, mapping.words()))
    }

    /// The words to remember: field, word, and the word of army files.
    pub fn learnt(&self) -> Vec<(String, String, String)> {
        let all = self.asked.learnt.iter().filter(|one| one.everywhere && !one.word.is_empty());
        all.map(|one| (one.field.to_owned(), one.said.clone(), one.word.clone())).collect()
    }

    /// Computes the result again.
    #[must_use]
    pub fn read(mut self, known: &dyn KnownRules, roster: &Sheet) -> Self {
        let mut synonyms = self.synonyms.as_ref().clone();
        for one in self.asked.learnt.iter().filter(|one| !one.word.is_empty()) {
            synonyms.learn(&roster.rules, one.field, &one.said, &one.word);
        }
        let Asked { table, mapping, goes, .. } = &self.asked;
        self.pasted = pasted(table, mapping, goes, known, roster, &synonyms);
        let questions = self.pasted.questions(mapping).into_iter().map(|question| question.words);
        self.questions = questions.collect();
        self
    }
}
