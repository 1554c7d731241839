//! The counters of a battle being made, both units and leaders: what lists show of them, and how they are edited.

use super::super::Side;
use super::super::draft::{EditFault, refuse};
use super::{Basis, HexLeader, HexStart, HexUnit};
use hexes::{Grid, Hex};

/// A unit or a leader.
#[derive(Clone, Copy, Debug)]
pub enum HexPiece<'a> {
    Unit(&'a HexUnit),
    Leader(&'a HexLeader),
}

/// A unit or a leader alone.
#[derive(Clone, Debug, PartialEq)]
pub enum HexCounter {
    Unit(HexUnit),
    Leader(HexLeader),
}

/// The start of a counter without one: a waiting counter is nowhere, and this value is ignored.
pub const NOWHERE: HexStart = HexStart::Deployed(Hex::new(1, 1));

/// New values for a unit or a leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterSaid {
    /// The strength of a unit, the bonus of a leader.
    pub points: u8,
    pub movement: u8,
    /// The id of the corps; `None` means that any leader commands the unit, or that the leader commands the army.
    pub corps: Option<String>,
    /// Set up, or arriving.
    pub start: HexStart,
    /// For a unit that is set up, the neighbouring hex that it faces; `None` leaves it to the rules.
    pub faces: Option<Hex>,
    /// The basis of its values, without duplicates.
    pub basis: Vec<Basis>,
    pub note: String,
}

impl<'a> HexPiece<'a> {
    pub fn id(self) -> &'a str {
        match self {
            Self::Unit(unit) => &unit.id,
            Self::Leader(leader) => &leader.id,
        }
    }

    /// The label of the counter.
    pub fn counter(self) -> &'a str {
        match self {
            Self::Unit(unit) => &unit.counter,
            Self::Leader(leader) => &leader.counter,
        }
    }

    /// The full name.
    pub fn name(self) -> &'a str {
        match self {
            Self::Unit(unit) => &unit.name,
            Self::Leader(leader) => &leader.name,
        }
    }

    pub const fn side(self) -> Side {
        match self {
            Self::Unit(unit) => unit.side,
            Self::Leader(leader) => leader.side,
        }
    }

    pub const fn start(self) -> HexStart {
        match self {
            Self::Unit(unit) => unit.start,
            Self::Leader(leader) => leader.start,
        }
    }

    pub const fn movement(self) -> u8 {
        match self {
            Self::Unit(unit) => unit.movement,
            Self::Leader(leader) => leader.movement,
        }
    }

    /// The id of the corps it belongs to or leads.
    pub fn corps(self) -> Option<&'a str> {
        match self {
            Self::Unit(unit) => unit.corps.as_deref(),
            Self::Leader(leader) => leader.corps.as_deref(),
        }
    }

    /// The option that must be on for it to be in the game.
    pub fn only_with(self) -> Option<&'a str> {
        match self {
            Self::Unit(unit) => unit.only_with.as_deref(),
            Self::Leader(leader) => leader.only_with.as_deref(),
        }
    }

    pub fn basis(self) -> &'a [Basis] {
        match self {
            Self::Unit(unit) => &unit.basis,
            Self::Leader(leader) => &leader.basis,
        }
    }

    pub fn note(self) -> &'a str {
        match self {
            Self::Unit(unit) => &unit.note,
            Self::Leader(leader) => &leader.note,
        }
    }
}

impl HexCounter {
    pub fn piece(&self) -> HexPiece<'_> {
        match self {
            Self::Unit(unit) => HexPiece::Unit(unit),
            Self::Leader(leader) => HexPiece::Leader(leader),
        }
    }

    /// The fields that units and leaders share, for editing.
    pub fn common(&mut self) -> Common<'_> {
        match self {
            Self::Unit(unit) => Common::of_unit(unit),
            Self::Leader(leader) => Common::of_leader(leader),
        }
    }
}

impl From<HexPiece<'_>> for HexCounter {
    fn from(piece: HexPiece<'_>) -> Self {
        match piece {
            HexPiece::Unit(unit) => Self::Unit(unit.clone()),
            HexPiece::Leader(leader) => Self::Leader(leader.clone()),
        }
    }
}

/// The fields that units and leaders share, for editing.
#[derive(Debug)]
pub struct Common<'a> {
    pub id: &'a mut String,
    pub counter: &'a mut String,
    pub name: &'a mut String,
    pub side: &'a mut Side,
    pub movement: &'a mut u8,
    pub corps: &'a mut Option<String>,
    pub start: &'a mut HexStart,
    pub only_with: &'a mut Option<String>,
    pub basis: &'a mut Vec<Basis>,
    pub note: &'a mut String,
}

impl<'a> Common<'a> {
    pub(super) fn of_unit(unit: &'a mut HexUnit) -> Self {
        let HexUnit { id, counter, name, side, movement, corps, start, only_with, basis, note, .. } = unit;
        Self { id, counter, name, side, movement, corps, start, only_with, basis, note }
    }

    pub(super) fn of_leader(leader: &'a mut HexLeader) -> Self {
        let HexLeader { id, counter, name, side, movement, corps, start, only_with, basis, note, .. } =
            leader;
        Self { id, counter, name, side, movement, corps, start, only_with, basis, note }
    }

    /// Sets the values that leaders have too.
    pub(super) fn say(self, said: CounterSaid) {
        (*self.movement, *self.corps, *self.start) = (said.movement, said.corps, said.start);
        *self.basis = Basis::ALL.into_iter().filter(|one| said.basis.contains(one)).collect();
        *self.note = super::edit::plain(&said.note);
    }
}

/// Turns a unit that is set up to a neighbouring hex, or leaves that to the rules.
pub(super) fn face(unit: &mut HexUnit, faces: Option<Hex>, grid: Grid) -> Result<(), EditFault> {
    let id = &unit.id;
    match (unit.start, faces) {
        (HexStart::Deployed(hex), Some(faces)) if grid.direction(hex, faces).is_none() => {
            return refuse(
                format!("\"{id}\" in {hex} cannot face {faces}, which is not beside it"),
                "name a neighbouring hex",
            );
        }
        (HexStart::Arrives { .. }, Some(_)) => {
            return refuse(format!("\"{id}\" comes on, and faces nobody yet"), "set it up first");
        }
        (HexStart::Deployed(_), Some(_)) | (_, None) => unit.faces = faces,
    }
    Ok(())
}

/// Keeps the facing of a unit that is set up in another hex; if the map ends there, the rules turn it.
pub(super) fn turn_along(unit: &mut HexUnit, to: Hex, grid: Grid) {
    let HexStart::Deployed(from) = unit.start else { return };
    let way = unit.faces.and_then(|faces| grid.direction(from, faces));
    unit.faces = way.and_then(|way| grid.neighbour(to, way));
}
