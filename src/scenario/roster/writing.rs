//! Cells of a roster written over: what many cells say becomes the changes of the battle, side and command of a row as one.

use super::super::Side;
use super::super::draft::{Change, EditFault, refuse};
use super::paste::is_none;
use super::rostered::Rostered;
use super::sheet::{Head, Line, Sheet};

/// What is to be said in the cells of a row, by its id; none: it is as usual.
pub type RowSaid = (String, Vec<(Head, Option<String>)>);

/// The changes that write cells over.
#[derive(Debug)]
pub struct Writing<D> {
    pub edits: Vec<Change<D>>,
    /// What was said for cells that take nothing: they mean nothing in their rows, or are told and not written.
    pub left_out: Vec<LeftOut>,
}

/// What was said for a cell that takes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub head: Head,
    /// The row by its name.
    pub row: String,
    pub said: String,
}

/// A cell that does not take what is said: nothing is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRefused {
    /// As its column is headed.
    pub title: &'static str,
    /// The row by its name.
    pub row: String,
    pub fault: EditFault,
}

/// Rows that come into a command together.
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

/// What a cell says, to be said elsewhere; within none, it is as usual. None: it means nothing in this row.
#[allow(clippy::option_option, reason = "nothing to be said, and said to be as usual")]
pub fn said_in(line: &Line, head: Head) -> Option<Option<String>> {
    let text = line.text(head)?;
    let is_required = matches!(head, Head::Cell(column) if column.is_required);
    Some((is_required || !line.is_usual(head)).then(|| text.to_owned()))
}

impl Sheet {
    /// What writes this in these cells. A cell that says it already is left alone.
    ///
    /// # Errors
    ///
    /// A cell does not take it.
    pub fn writing<D: Rostered>(&self, rows: &[RowSaid]) -> Result<Writing<D>, CellRefused> {
        let (mut found, mut moves) = (Writing { edits: Vec::new(), left_out: Vec::new() }, Vec::new());
        for (id, cells) in rows {
            let Some(line) = self.line(id) else { continue };
            self.write_row(line, cells, &mut found, &mut moves)?;
        }
        // A level is that of the corps into which its leader comes. Commands are called anew before any row comes into one by its name.
        let (mut names, mut moved) = (Vec::new(), Vec::new());
        for (place, one @ Move { side, command, pieces }) in moves.iter().enumerate() {
            // Of several that come to one name the first may give it to its command: the others come into that.
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
        // On hexes a corps is of one side: who changes it and does not say which is of none.
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
        let takes = line.cell(head).is_some() || words.is_empty() && line.amiss(head).is_some();
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

    /// Of rows that come into a command, the first, if they are all of one and no other is called so: it is that which gets the name,
    /// keeping its place and the one that it is under.
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

    /// The rows of the command of this one, if it is these that are chosen and no others.
    pub fn is_whole_command(&self, rows: &[String]) -> bool {
        let lines = || rows.iter().filter_map(|id| self.line(id));
        let Some(first) = lines().next().filter(|first| !first.command.is_empty()) else { return false };
        let own = self.lines.iter().filter(|line| line.command_id == first.command_id).count();
        own == rows.len() && lines().all(|line| line.command_id == first.command_id)
    }

    /// The change that writes this in a cell; nothing said: it is as usual again.
    ///
    /// # Errors
    ///
    /// The cell does not take it, or means nothing in this row.
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
        if let (Some(_), None) = (line.amiss(head), &said) {
            // Nothing of it stays but what the row is without it.
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

/// Are these the name of one command?
fn is_one(name: &str, other: &str) -> bool {
    name.trim().eq_ignore_ascii_case(other.trim())
}
