//! Forms of the map editor: another sheet, and the values of a counter.

use crate::texts::setup_notes as texts;
use hexes::{Direction, Grid, Hex};
use scenario::{Basis, CounterSaid, Draft, HexBattle, HexCorps, HexEdit, HexPiece, HexStart, KnownRules};

/// The form for another sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetForm {
    pub grid: Grid,
    /// From flat to flat.
    pub metres: u16,
    pub keeps: bool,
    pub fault: Option<String>,
}

/// The form for a unit or a leader.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterForm {
    pub id: String,
    /// In full, with its side: `French Kellermann`.
    pub title: String,
    pub is_leader: bool,
    /// The strength of a unit, the bonus of a leader.
    pub points: u8,
    pub movement: u8,
    pub corps: Option<String>,
    /// The corps of its side.
    pub of_corps: Vec<HexCorps>,
    /// The turn on which it arrives; `None` if it is set up.
    pub turn: Option<u8>,
    /// The hex as typed.
    pub hex: String,
    /// Can it have a front: a unit of rules with facing?
    pub has_front: bool,
    /// The hexside that it faces at set-up; `None` leaves it to the rules.
    pub faces: Option<Direction>,
    /// The grid of the map.
    pub grid: Grid,
    pub basis: Vec<Basis>,
    pub note: String,
    pub fault: Option<String>,
}

impl CounterForm {
    /// The form with the piece's present values.
    pub fn of(draft: &Draft<HexBattle>, piece: HexPiece<'_>, known: &dyn KnownRules) -> Self {
        let grid = draft.map().grid;
        let side = draft.sides().get(piece.side().index()).map_or("", |side| &side.name);
        let (is_leader, points) = match piece {
            HexPiece::Unit(unit) => (false, unit.strength),
            HexPiece::Leader(leader) => (true, leader.bonus),
        };
        let (turn, hex) = match piece.start() {
            HexStart::Deployed(hex) => (None, hex),
            HexStart::Arrives { turn, at } => (Some(turn), at),
        };
        let faced = match piece {
            HexPiece::Unit(unit) => unit.faces,
            HexPiece::Leader(_) => None,
        };
        Self {
            id: piece.id().to_owned(),
            title: format!("{side} {}", piece.name()),
            is_leader,
            points,
            movement: piece.movement(),
            corps: piece.corps().map(str::to_owned),
            of_corps: draft.corps().iter().filter(|corps| corps.side == piece.side()).cloned().collect(),
            turn,
            hex: hex.to_string(),
            has_front: !is_leader && (faced.is_some() || draft.has_fronts(known)),
            faces: faced.and_then(|faced| grid.direction(hex, faced)),
            grid,
            basis: piece.basis().to_vec(),
            note: piece.note().to_owned(),
            fault: None,
        }
    }

    /// The typed hex, if it is one.
    pub fn typed_hex(&self) -> Option<Hex> {
        let typed = self.hex.trim();
        typed.parse().ok().filter(|_| Hex::is_number(typed)).map(Hex)
    }

    /// The edit that the form makes; unchanged values change nothing.
    ///
    /// # Errors
    ///
    /// If its hex does not exist, or if it faces off the map.
    pub fn edit(&self) -> Result<HexEdit, String> {
        let Some(hex) = self.typed_hex() else {
            return Err(texts::no_hex(self.hex.trim()));
        };
        let start = match self.turn {
            Some(turn) => HexStart::Arrives { turn, at: hex },
            None => HexStart::Deployed(hex),
        };
        let faced = self.faces.filter(|_| self.has_front && self.turn.is_none());
        let faced = faced.map(|way| self.grid.neighbour(hex, way));
        if faced == Some(None) {
            return Err(texts::no_hex_that_way(hex));
        }
        let said = CounterSaid {
            points: self.points,
            movement: self.movement,
            corps: self.corps.clone(),
            start,
            faces: faced.flatten(),
            basis: self.basis.clone(),
            note: self.note.clone(),
        };
        Ok(HexEdit::counter(&self.id, said))
    }
}
