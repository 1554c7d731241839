//! Overwrites cells of a roster: new values of many cells become changes of the battle; side and command of a row are one.

use super::super::Side;
use super::super::draft::{Change, EditFault, refuse};
use super::paste::is_none;
use super::rostered::Rostered;
use super::sheet::{Head, Line, Sheet};

/// New values for cells of a row, by its id; `None` for the usual value.
pub type RowSaid = (String, Vec<(Head, Option<String>)>);

/// The changes that overwrite cells.
#[derive(Debug)]
pub struct Writing<D> {
    pub edits: Vec<Change<D>>,
    /// Values for cells that accept none: those that do not apply to their rows, or are shown but not edited.
    pub left_out: Vec<LeftOut>,
}

/// A value for a cell that accepts none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub head: Head,
    /// The name of the row.
    pub row: String,
    pub said: String,
}

/// A cell that does not accept its value: nothing is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRefused {
    /// The heading of its column.
    pub title: &'static str,
    /// The name of the row.
    pub row: String,
    pub fault: EditFault,
}

/// Rows that join a command together.
struct Move {
    side: Side,
    command: String,
    pieces: Vec<String>,
}

impl Move {
    fn is_to_where(&self, other: &Self) -> bool {
        self.side == other.side && is_one(&self.command, &other.command)
    }
}

/// The value of a cell, to be written elsewhere; `Some(None)` is the usual value, `None` if it does not apply to this row.
#[allow(clippy::option_option, reason = "nothing to be said, and said to be as usual")]
pub fn said_in(line: &Line, head: Head) -> Option<Option<String>> {
    let text = line.text(head)?;
    let is_required = matches!(head, Head::Cell(column) if column.is_required);
    Some((is_required || !line.is_usual(head)).then(|| text.to_owned()))
}

impl Sheet {
    /// The changes that write these values. A cell that has its value already is left alone.
    ///
    /// # Errors
    ///
    /// Returns an error if a cell does not accept its value.
    pub fn writing<D: Rostered>(&self, rows: &[RowSaid]) -> Result<Writing<D>, CellRefused> {
        let (mut found, mut moves) = (Writing { edits: Vec::new(), left_out: Vec::new() }, Vec::new());
        for (id, cells) in rows {
            let Some(line) = self.line(id) else { continue };
            self.write_row(line, cells, &mut found, &mut moves)?;
        }
        // A level belongs to the corps that its leader joins. Commands are renamed before any row joins one by its name.
        let (mut names, mut moved) = (Vec::new(), Vec::new());
        for (place, one @ Move { side, command, pieces }) in moves.iter().enumerate() {
            // Of several moves to one name the first may rename its command: the others join that command.
            let is_first = !moves[..place].iter().any(|before| before.is_to_where(one));
            match self.renamed(one).filter(|_| is_first) {
                Some(row) => names.push(Change::command_name(row, command)),
                None => moved.push(Change::assign(pieces.clone(), *side, command, None)),
            }
        }
        found.edits.splice(0..0, names.into_iter().chain(moved));
        Ok(found)
    }

    fn write_row<D: Rostered>(
        &self,
        line: &Line,
        cells: &[(Head, Option<String>)],
        found: &mut Writing<D>,
        moves: &mut Vec<Move>,
    ) -> Result<(), CellRefused> {
        let (mut side, mut command) = (line.side, line.command.as_str());
        let says_command = cells.iter().any(|(head, _)| matches!(head, Head::Command(_)));
        for (head, said) in cells {
            let words = said.as_deref().unwrap_or_default().trim();
            let told = |fault| CellRefused { title: head.title(), row: line.name().to_owned(), fault };
            match head {
                Head::Side if words != line.side_name => side = self.side_named(words).map_err(told)?,
                Head::Side => {}
                Head::Command(_) if words.is_empty() && !self.on_hexes => {
                    return Err(told(EditFault {
                        message: "a command has a name".into(),
                        help: "write one, as I Corps".into(),
                    }));
                }
                Head::Command(_) if self.on_hexes && is_none(words) => command = "",
                Head::Command(_) => command = words,
                // No cell of a roster shows it.
                Head::Listed(_) => {}
                Head::Begins | Head::Cell(_) => {
                    self.write_cell(line, *head, said.as_deref(), found).map_err(told)?;
                }
            }
        }
        // On hexes a corps belongs to one side: a row that changes side without naming a corps has none.
        if self.on_hexes && side != line.side && !says_command {
            command = "";
        }
        if side == line.side && command.trim() == line.command.trim() {
            return Ok(());
        }
        match moves.last_mut().filter(|last| last.side == side && is_one(&last.command, command)) {
            Some(last) => last.pieces.push(line.id.clone()),
            None => {
                moves.push(Move { side, command: command.to_owned(), pieces: vec![line.id.clone()] });
            }
        }
        Ok(())
    }

    fn write_cell<D: Rostered>(
        &self,
        line: &Line,
        head: Head,
        said: Option<&str>,
        found: &mut Writing<D>,
    ) -> Result<(), EditFault> {
        let words = said.unwrap_or_default().trim();
        let takes = line.cell(head).is_some() || words.is_empty() && line.invalid_value(head).is_some();
        if !takes {
            if !words.is_empty() && line.text(head) != Some(words) {
                let row = line.name().to_owned();
                found.left_out.push(LeftOut { head, row, said: words.to_owned() });
            }
            return Ok(());
        }
        let is_so = match said {
            Some(_) => line.text(head) == Some(words),
            None => line.is_usual(head),
        };
        if !is_so {
            found.edits.push(self.edit(&line.id, head, words)?);
        }
        Ok(())
    }

    /// The first of the rows that join a command, if they are all of one command and no other has the name: that command is
    /// renamed, keeping its place and its superior.
    fn renamed(&self, Move { side, command, pieces }: &Move) -> Option<&str> {
        let lines = || pieces.iter().filter_map(|id| self.line(id));
        let first = lines().next()?;
        let is_own = |line: &&Line| line.command_id == first.command_id;
        let is_whole = lines().all(|line| is_own(&line))
            && self.lines.iter().filter(is_own).count() == pieces.len()
            && first.side == *side;
        let mut others = self.lines.iter().filter(|line| !is_own(line));
        let is_taken = others.any(|line| line.side == *side && is_one(&line.command, command));
        let is_named = !command.is_empty() && !first.command.is_empty();
        (is_whole && is_named && !is_taken).then_some(&first.id)
    }

    /// Are the chosen rows exactly those of the command of this one?
    pub fn is_whole_command(&self, rows: &[String]) -> bool {
        let lines = || rows.iter().filter_map(|id| self.line(id));
        let Some(first) = lines().next().filter(|first| !first.command.is_empty()) else { return false };
        let own = self.lines.iter().filter(|line| line.command_id == first.command_id).count();
        own == rows.len() && lines().all(|line| line.command_id == first.command_id)
    }

    /// The change that writes this value into a cell; an empty text restores the usual value.
    ///
    /// # Errors
    ///
    /// Returns an error if the cell does not accept it, or if it does not apply to this row.
    pub fn edit<D: Rostered>(&self, id: &str, head: Head, said: &str) -> Result<Change<D>, EditFault> {
        let Some(line) = self.line(id) else { return refuse("this row is gone", "choose another") };
        if matches!(head, Head::Side | Head::Command(_)) {
            let row = (id.to_owned(), vec![(head, Some(said.to_owned()))]);
            let writing = self.writing(&[row]).map_err(|refused| refused.fault)?;
            return Ok(Change::several(writing.edits));
        }
        let Head::Cell(column) = head else {
            return refuse(
                "where it begins is not written here",
                "deploy it in line, place it on the table, or let it arrive later",
            );
        };
        let said = super::sheet::meant(&column, said);
        if let (Some(_), None) = (line.invalid_value(head), &said) {
            // Nothing stays but the value that the row has without it.
            let is = line.cell(head).map(|cell| cell.value().to_owned()).filter(|_| column.is_required);
            return Ok(Change::cell(id, column, is));
        }
        if line.cell(head).is_none() {
            let message = format!("{} means nothing for {}", column.title, line.name());
            return refuse(message, "leave it empty");
        }
        if let Some(said) = &said {
            column.ron(said)?;
        } else if column.is_required {
            return refuse(format!("{} cannot be empty", column.title), "write something");
        }
        Ok(Change::cell(id, column, said))
    }
}

/// Are these names of the same command?
fn is_one(name: &str, other: &str) -> bool {
    name.trim().eq_ignore_ascii_case(other.trim())
}
