//! The roster of a battle as a table: a line for each stand, unit or counter, under the columns of its rules.

use std::collections::BTreeMap;

use super::super::draft::{EditFault, refuse};
use super::super::muster::numbers;
use super::super::{KnownRules, Scenario, Side, Space, Start};
use super::counter::WAITS;
use super::recruit::Listed;
use super::{Cell, CellKind, Column, Row, invalid_cells, is_same, is_same_but_for_number};
use crate::army::Piece;
use hexes::Grid;

/// A column of the roster of a battle: about the place of a row, or its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    Side,
    /// Its command, with the heading: `Command`, `Corps`.
    Command(&'static str),
    Cell(Column),
    /// Where it begins: on the table, in a later turn, or nowhere yet. Shown, but not edited.
    Begins,
    /// What tables contain besides the columns of a roster.
    Listed(Listing),
}

/// What the list of an army contains besides its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The name of the army of a row.
    Army,
    /// The name of the superior of a row's command.
    Under,
    Id,
    CommandId,
}

/// A stand, a unit or a counter in the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub id: String,
    pub side: Side,
    pub side_name: String,
    pub command: String,
    /// The id of the command.
    pub command_id: String,
    /// What tables contain besides. Its id is [`Line::id`].
    pub listed: Listed,
    /// `on the table`, `turn 3`, `not deployed`.
    pub begins: String,
    pub deployed: bool,
    /// The cells that apply to this row, in the order of the columns.
    pub cells: Vec<Cell>,
}

/// The roster of a battle, command by command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    pub heads: Vec<Head>,
    pub lines: Vec<Line>,
    /// The id of the rule set.
    pub rules: String,
    /// Id and name of each side.
    pub sides: Vec<(String, String)>,
    /// The existing commands.
    pub commands: Vec<(Side, String)>,
    /// Is the battle on hexes? Then rows may have no command, and their starts are edited like everything else.
    pub on_hexes: bool,
    /// The hexes on which rows begin; `None` on a table.
    pub grid: Option<Grid>,
}

/// Maximum number of stands and units of a battle on the table, also after rows are read.
pub const MOST_ROWS: usize = 1000;

/// The command of a row without one.
pub const FIRST_COMMAND: &str = "1st Command";

impl Head {
    pub const fn title(self) -> &'static str {
        match self {
            Self::Side => "Side",
            Self::Command(title) => title,
            Self::Cell(column) => column.title,
            Self::Begins => "Begins",
            Self::Listed(Listing::Army) => "Army",
            Self::Listed(Listing::Under) => "Under",
            Self::Listed(Listing::Id) => "Id",
            Self::Listed(Listing::CommandId) => "Command id",
        }
    }

    /// The word under which it is stored.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Side => "side",
            Self::Command(_) => "command",
            Self::Cell(column) => column.field,
            Self::Begins => "begins",
            Self::Listed(Listing::Army) => "army",
            Self::Listed(Listing::Under) => "under",
            Self::Listed(Listing::Id) => "id",
            Self::Listed(Listing::CommandId) => "command_id",
        }
    }

    pub const fn is_detail(self) -> bool {
        matches!(self, Self::Cell(Column { is_detail: true, .. }))
    }

    /// Do the rows of a roster show it?
    pub const fn is_shown(self) -> bool {
        !matches!(self, Self::Listed(_))
    }

    /// Do rows of a spreadsheet give it? Place and formation at the start apply to pieces that take part.
    pub const fn comes_in(self) -> bool {
        !matches!(self, Self::Begins | Self::Cell(Column { is_of_start: true, .. }))
    }

    /// Are its cells counts or lengths, which are aligned to the right?
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Cell(Column { kind: CellKind::Number { .. } | CellKind::Inches, .. }))
    }

    /// Do its cells accept this as a count or a length?
    pub fn takes_number(self, said: &str) -> bool {
        matches!(self, Self::Cell(column) if self.is_number() && column.ron(said).is_ok())
    }

    /// The spoken form of a word of its cells; `None` if it is as written.
    pub fn say(self, word: &str) -> Option<&'static str> {
        match self {
            Self::Cell(column) => column.say(word),
            Self::Side | Self::Command(_) | Self::Begins | Self::Listed(_) => None,
        }
    }

    /// The words with this beginning that its cells accept, in order, in spoken form or as in the file.
    pub fn completions(self, said: &str) -> Vec<&'static str> {
        let words = self.accepted().unwrap_or_default();
        let spoken = |word: &&'static str| completions(&[self.say(word).unwrap_or(word)], said).is_empty();
        let mut found = completions(words, said);
        found.extend(
            words
                .iter()
                .filter(|word| !spoken(word))
                .copied()
                .filter(|word| !completions(&[word], said).contains(word)),
        );
        found
    }

    /// Do its cells accept only certain words, including this one?
    pub fn knows(self, said: &str) -> bool {
        let said = if let Self::Cell(column) = self { column.word(said) } else { said };
        self.accepted().is_some_and(|words| words.iter().any(|word| is_same_but_for_number(word, said)))
    }

    /// The words that its cells accept; `None` for any.
    pub const fn accepted(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Cell(Column { kind: CellKind::OneOf(words) | CellKind::Named(words), .. }) => Some(words),
            Self::Cell(Column { kind: CellKind::Flag, .. }) => Some(&["true", "false"]),
            _ => None,
        }
    }
}

/// The columns of the rosters of these rules, with those that every battle has. On hexes rows are grouped by corps, if the
/// rules have any, and their start is a column of the rules.
pub fn heads(known: &dyn KnownRules, rules: &str) -> Vec<Head> {
    let columns = known.columns(rules);
    if !on_hexes(known, rules) {
        let own = columns.iter().copied().map(Head::Cell);
        let begins = [Listing::Army, Listing::Under, Listing::Id, Listing::CommandId].map(Head::Listed);
        let all = [Head::Side, Head::Command("Command")].into_iter().chain(own).chain([Head::Begins]);
        return all.chain(begins).collect();
    }
    let corps =
        columns.iter().find(|column| column.field == "corps").map(|column| Head::Command(column.title));
    let own = columns.iter().copied().filter(|column| column.field != "corps").map(Head::Cell);
    let listed = [Listing::Id, Listing::CommandId].map(Head::Listed);
    [Head::Side].into_iter().chain(corps).chain(own).chain(listed).collect()
}

/// Are these rules played on hexes?
pub(super) fn on_hexes(known: &dyn KnownRules, rules: &str) -> bool {
    known.ids(Space::Hexes).is_some_and(|ids| ids.contains(&rules))
}

impl Line {
    pub fn cell(&self, head: Head) -> Option<&Cell> {
        let Head::Cell(column) = head else { return None };
        self.cells.iter().find(|cell| cell.column.field == column.field)
    }

    /// The invalid value kept for its cell under this head until it is corrected.
    pub fn invalid_value(&self, head: Head) -> Option<&str> {
        let Head::Cell(column) = head else { return None };
        let note =
            self.cells.iter().find(|cell| cell.column.field == invalid_cells::NOTE)?.written.as_deref()?;
        let found = invalid_cells::in_note(note).into_iter().find(|(title, _)| *title == column.title);
        found.map(|(_, said)| said)
    }

    /// The text of its cell under this head; `None` if it does not apply to this row.
    pub fn text(&self, head: Head) -> Option<&str> {
        match head {
            Head::Side => Some(&self.side_name),
            Head::Command(_) => Some(&self.command),
            Head::Begins => Some(&self.begins),
            Head::Listed(Listing::Army) => Some(&self.listed.army),
            Head::Listed(Listing::Under) => Some(&self.listed.under),
            Head::Listed(Listing::Id) => Some(&self.id),
            Head::Listed(Listing::CommandId) => Some(&self.listed.command_id),
            Head::Cell(_) => self.invalid_value(head).or_else(|| self.cell(head).map(Cell::value)),
        }
    }

    /// Is the value not written, but derived or usual?
    pub fn is_usual(&self, head: Head) -> bool {
        self.invalid_value(head).is_none() && self.cell(head).is_some_and(|cell| cell.written.is_none())
    }

    /// The name by which the row is known.
    pub fn name(&self) -> &str {
        let named = self.cells.iter().find(|cell| cell.column.field == "name");
        named.map_or(&self.id, Cell::value)
    }
}

impl Sheet {
    /// The roster of this battle on the table; without columns if its rules have none.
    pub fn of(scenario: &Scenario, known: &dyn KnownRules) -> Self {
        let heads = heads(known, &scenario.rules);
        let numbers = numbers(scenario);
        let of_army =
            scenario.armies().flat_map(|(side, army)| army.commands.iter().map(move |one| (side, army, one)));
        let lines = of_army.flat_map(|(side, army, command)| {
            command.pieces().map(move |piece| (side, army, command, piece))
        });
        let lines = lines
            .map(|(side, army, command, piece)| {
                let start = scenario.starts.get(piece.id());
                let above = command.under.as_deref().map(|id| above(scenario, side, id));
                Line {
                    id: piece.id().to_owned(),
                    side,
                    side_name: scenario.sides[side.index()].name.clone(),
                    command: command.name.clone(),
                    command_id: command.id.clone(),
                    listed: Listed {
                        army: army.name.clone(),
                        command_id: command.id.clone(),
                        under: above.unwrap_or_default(),
                        ..Listed::default()
                    },
                    begins: match start {
                        Some(Start::Deployed(_)) => "on the table".to_owned(),
                        Some(Start::Arrives { turn, .. }) => format!("turn {turn}"),
                        None => "not deployed".to_owned(),
                    },
                    deployed: matches!(start, Some(Start::Deployed(_))),
                    cells: cells(scenario, known, piece, &numbers),
                }
            })
            .collect();
        let sides = scenario.sides.iter().map(|side| (side.id.clone(), side.name.clone())).collect();
        let commands = scenario
            .armies()
            .flat_map(|(side, army)| army.commands.iter().map(move |command| (side, command.name.clone())));
        let commands = commands.collect();
        Self { heads, lines, rules: scenario.rules.clone(), sides, commands, on_hexes: false, grid: None }
    }

    /// Does any side have more than one army?
    pub fn has_several_armies(&self) -> bool {
        let first = |side: Side| self.lines.iter().find(|line| line.side == side);
        self.lines
            .iter()
            .any(|line| first(line.side).is_some_and(|first| first.listed.army != line.listed.army))
    }

    /// Is this the name or the id of a side?
    pub fn is_side(&self, said: &str) -> bool {
        self.sides.iter().any(|(id, name)| is_same(name, said) || is_same(id, said))
    }

    /// The command of a row that gives none.
    pub const fn first_command(&self) -> &'static str {
        if self.on_hexes { "" } else { FIRST_COMMAND }
    }

    /// The ids of the pieces in this roster that were not in an earlier one, in their order.
    pub fn newcomers(&self, before: &Self) -> Vec<String> {
        let lines = self.lines.iter().filter(|line| before.line(&line.id).is_none());
        lines.map(|line| line.id.clone()).collect()
    }

    pub fn line(&self, id: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.id == id)
    }

    /// The side with this name or id.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none.
    pub fn side_named(&self, said: &str) -> Result<Side, EditFault> {
        let sides = || self.sides.iter().zip((0..).map(Side));
        let is = |name: &str| is_same(name, said);
        let found = sides().find(|((id, name), _)| is(name) || is(id)).or_else(|| {
            let begins =
                |name: &str| !said.is_empty() && name.to_lowercase().starts_with(&said.to_lowercase());
            sides().find(|((_, name), _)| begins(name))
        });
        match found {
            Some((_, side)) => Ok(side),
            None => {
                let names: Vec<&str> = self.sides.iter().map(|(_, name)| name.as_str()).collect();
                refuse(format!("there is no side \"{said}\""), format!("accepted: {}", names.join(", ")))
            }
        }
    }
}

/// A command of this side as tables refer to it: by its name, or by its id if the side has two with that name.
fn above(scenario: &Scenario, side: Side, id: &str) -> String {
    let commands = || scenario.sides[side.index()].armies.iter().flat_map(|army| &army.commands);
    let Some(found) = commands().find(|command| command.id == id) else { return id.to_owned() };
    match commands().filter(|command| is_same(&command.name, &found.name)).count() {
        1 => found.name.clone(),
        _ => id.to_owned(),
    }
}

/// The cells of a stand or a unit of this battle. `numbers` are those on the badges of its stands, the usual ones unless fixed.
pub fn cells(
    scenario: &Scenario,
    known: &dyn KnownRules,
    piece: Piece<'_>,
    numbers: &BTreeMap<String, u16>,
) -> Vec<Cell> {
    let mut cells = known.cells(&scenario.rules, Row::from(piece));
    // Its start is in the battle, not in its army.
    let begins = scenario.unit_starts.get(piece.id());
    for cell in cells.iter_mut().filter(|cell| cell.column.is_of_start) {
        cell.written = begins.and_then(|begins| begins.formation.clone());
    }
    let number = numbers.get(piece.id());
    for (cell, number) in cells.iter_mut().filter(|cell| cell.column.field == "badge").zip(number) {
        cell.usual = number.to_string();
    }
    cells
}

/// The value meant by typed text: for columns with words, the one with this beginning. `None` for no value.
pub fn meant(column: &Column, said: &str) -> Option<String> {
    let said = column.word(said.trim());
    if said.is_empty() {
        return None;
    }
    let words: &[&str] = match column.kind {
        CellKind::OneOf(words) | CellKind::Named(words) => words,
        CellKind::Flag => &["true", "false"],
        // As shown if there is no value.
        CellKind::Start if said == WAITS => return None,
        CellKind::Text
        | CellKind::Number { .. }
        | CellKind::Inches
        | CellKind::Marks
        | CellKind::Hex
        | CellKind::Start => &[],
    };
    let whole = words.iter().find(|word| is_same(word, said));
    let begun = || completions(words, said).into_iter().next();
    Some(whole.copied().or_else(begun).unwrap_or(said).to_owned())
}

/// The words with this beginning, in their order.
pub fn completions(words: &[&'static str], said: &str) -> Vec<&'static str> {
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|letter| !matches!(letter, ' ' | '_' | '-'))
            .flat_map(char::to_lowercase)
            .collect()
    };
    let said = plain(said);
    words.iter().filter(|word| plain(word).starts_with(&said)).copied().collect()
}
