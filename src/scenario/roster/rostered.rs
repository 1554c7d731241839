//! What is changed by a roster, whatever the battle is fought on.

use super::super::draft::{Change, Drafted, EditFault};
use super::super::{KnownRules, Side};
use super::Column;
use super::recruit::Recruit;
use super::sheet::Sheet;
use drawing::ArmyColour;

/// A battle in the making that is changed by its roster. Rows go by the ids of stands, units and counters.
pub trait Rostered: Drafted + 'static {
    /// Its roster as it stands; without columns where its rules have none.
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
    /// What is said for one cell of a row; `None`: nothing, so that it is as usual.
    pub fn cell(id: impl Into<String>, column: Column, said: Option<String>) -> Self {
        let id = id.into();
        let key = format!("{} of {id}", column.field);
        Self::joined(key, move |now| now.write_cell(&id, &column, said.as_deref()))
    }

    /// New rows, each in the command of its name, which is made where there is none.
    pub fn muster(recruits: Vec<Recruit>) -> Self {
        Self::step(move |now| now.muster(&recruits))
    }

    /// Each of these once more, after the last of them, not deployed.
    pub fn copy(pieces: Vec<String>) -> Self {
        Self::step(move |now| now.copy(&pieces))
    }

    /// These come into the command of this name on this side, which is made where there is none; before another piece there, `None`:
    /// as its last.
    pub fn assign(
        pieces: Vec<String>,
        side: Side,
        command: impl Into<String>,
        before: Option<String>,
    ) -> Self {
        let command = command.into();
        Self::step(move |now| now.assign(&pieces, side, &command, before.as_deref()))
    }

    /// Is struck from its army.
    pub fn strike(id: impl Into<String>) -> Self {
        let id = id.into();
        Self::step(move |now| now.strike(&id))
    }

    pub fn side_name(side: Side, name: impl Into<String>) -> Self {
        let name = name.into();
        Self::joined(format!("side {}", side.0), move |now| now.name_side(side, &name))
    }

    /// The colour of a side's blocks or counters.
    pub fn colour(side: Side, colour: ArmyColour) -> Self {
        Self::step(move |now| now.colour(side, colour))
    }

    /// Another name for the command of this row: all who are in it stay, and so does the one that it is under.
    pub fn command_name(id: impl Into<String>, name: impl Into<String>) -> Self {
        let (id, name) = (id.into(), name.into());
        Self::joined(format!("command of {id}"), move |now| now.name_command(&id, &name))
    }
}
