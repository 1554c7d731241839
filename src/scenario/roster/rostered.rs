//! Changes by a roster, for battles in any space.

use super::super::draft::{Change, Drafted, EditFault};
use super::super::{KnownRules, Side};
use super::Column;
use super::recruit::Recruit;
use super::sheet::Sheet;
use drawing::ArmyColour;

/// A battle being made that is changed by its roster. Rows are identified by the ids of stands, units and counters.
pub trait Rostered: Drafted + 'static {
    /// Its present roster; without columns if its rules have none.
    fn sheet(&self, known: &dyn KnownRules) -> Sheet;

    fn write_cell(&mut self, id: &str, column: &Column, said: Option<&str>) -> Result<(), EditFault>;

    fn muster(&mut self, recruits: &[Recruit]) -> Result<(), EditFault>;

    fn copy(&mut self, pieces: &[String]) -> Result<(), EditFault>;

    fn assign(
        &mut self,
        pieces: &[String],
        side: Side,
        command: &str,
        before: Option<&str>,
    ) -> Result<(), EditFault>;

    fn strike(&mut self, id: &str) -> Result<(), EditFault>;

    fn name_side(&mut self, side: Side, name: &str) -> Result<(), EditFault>;

    fn colour(&mut self, side: Side, colour: ArmyColour) -> Result<(), EditFault>;

    fn name_command(&mut self, id: &str, name: &str) -> Result<(), EditFault>;
}

impl<D: Rostered> Change<D> {
    /// Sets a cell of a row; `None` for no value, so that the usual one applies.
    pub fn cell(id: impl Into<String>, column: Column, said: Option<String>) -> Self {
        let id = id.into();
        let key = format!("{} of {id}", column.field);
        Self::joined(key, move |now| now.write_cell(&id, &column, said.as_deref()))
    }

    /// Adds new rows, each to the command with its name, which is created if there is none.
    pub fn muster(recruits: Vec<Recruit>) -> Self {
        Self::step(move |now| now.muster(&recruits))
    }

    /// Copies each of these, after the last of them, not deployed.
    pub fn copy(pieces: Vec<String>) -> Self {
        Self::step(move |now| now.copy(&pieces))
    }

    /// Moves these into the command with this name on this side, which is created if there is none; before another piece there,
    /// or with `None` at the end.
    pub fn assign(
        pieces: Vec<String>,
        side: Side,
        command: impl Into<String>,
        before: Option<String>,
    ) -> Self {
        let command = command.into();
        Self::step(move |now| now.assign(&pieces, side, &command, before.as_deref()))
    }

    /// Deletes a row from its army.
    pub fn strike(id: impl Into<String>) -> Self {
        let id = id.into();
        Self::step(move |now| now.strike(&id))
    }

    pub fn side_name(side: Side, name: impl Into<String>) -> Self {
        let name = name.into();
        Self::joined(format!("side {}", side.0), move |now| now.name_side(side, &name))
    }

    /// Sets the colour of a side's blocks or counters.
    pub fn colour(side: Side, colour: ArmyColour) -> Self {
        Self::step(move |now| now.colour(side, colour))
    }

    /// Renames the command of this row, keeping its pieces and its superior.
    pub fn command_name(id: impl Into<String>, name: impl Into<String>) -> Self {
        let (id, name) = (id.into(), name.into());
        Self::joined(format!("command of {id}"), move |now| now.name_command(&id, &name))
    }
}
