//! What a reader of battles needs of the rule sets. They are in a higher layer, so they are passed in.

use super::hex::{HexLayout, HexObjection};
use super::roster::{Cell, Column, Row};
use super::{Scenario, TableObjection, UnitStart};
use crate::army::{Piece, PieceKind, Unit, UnitProfile};
use data::{Fault, Spot, suggest};
use table::Body;

/// The space of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    Table,
    Hexes,
}

impl Space {
    pub const BOTH: [Self; 2] = [Self::Table, Self::Hexes];

    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Table => "on the open table",
            Self::Hexes => "on hexes",
        }
    }

    pub(super) const fn other(self) -> Self {
        match self {
            Self::Table => Self::Hexes,
            Self::Hexes => Self::Table,
        }
    }
}

/// A fault in an option of a scenario, and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionFault {
    /// There is no such option; these exist.
    UnknownId { accepted: Vec<String> },
    /// The option has no such value; these are accepted.
    BadValue { accepted: Vec<String> },
}

/// The rule sets that a battle may name.
pub trait KnownRules {
    /// The ids of the rule sets played in this space. `None` if any id is accepted.
    fn ids(&self, space: Space) -> Option<Vec<&str>>;

    /// May the option `id` be set to `value` under the rule set `rules`?
    ///
    /// # Errors
    ///
    /// Returns an error with what would be accepted, if it may not.
    fn check_option(&self, rules: &str, id: &str, value: &str) -> Result<(), OptionFault>;

    /// The objections of the rule set `rules` to a battle on hexes, besides the rules that every such battle must keep. Only
    /// for battles that could be read completely, except perhaps the map.
    fn objections(&self, rules: &str, layout: &HexLayout<'_>) -> Vec<HexObjection>;

    /// The objections of its rule set to a battle on the table, besides the rules that every such battle must keep. Only for
    /// battles that could be read completely.
    fn table_objections(&self, scenario: &Scenario) -> Vec<TableObjection>;

    /// The kind of pieces in armies of the rule set `rules`. `None` if it is not a rule set of the table, or not known.
    fn piece_kind(&self, rules: &str) -> Option<PieceKind>;

    /// The profile of a unit under the rule set `rules`. `None` if it knows no such unit.
    fn profile(&self, rules: &str, unit: &Unit) -> Option<UnitProfile>;

    /// The stands of a unit in this formation (`None` means its usual one) under the rule set `rules`, relative to the place
    /// where it is deployed. `None` if it lays out no such unit, so that the room for it is unknown.
    fn body_of(&self, rules: &str, unit: &Unit, formation: Option<&str>) -> Option<Body>;

    /// The columns of the rosters of the rule set `rules`, in order; empty if it has none, or is not known.
    fn columns(&self, _rules: &str) -> &'static [Column] {
        &[]
    }

    /// The cells of a row in the rosters of the rule set `rules`.
    fn cells(&self, rules: &str, row: Row<'_>) -> Vec<Cell>;
}

/// Accepts every rule set and every option: for reading data without a rulebook.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyRules;

impl KnownRules for AnyRules {
    fn ids(&self, _: Space) -> Option<Vec<&str>> {
        None
    }

    fn check_option(&self, _: &str, _: &str, _: &str) -> Result<(), OptionFault> {
        Ok(())
    }

    fn objections(&self, _: &str, _: &HexLayout<'_>) -> Vec<HexObjection> {
        Vec::new()
    }

    fn table_objections(&self, _: &Scenario) -> Vec<TableObjection> {
        Vec::new()
    }

    fn piece_kind(&self, _: &str) -> Option<PieceKind> {
        None
    }

    fn profile(&self, _: &str, _: &Unit) -> Option<UnitProfile> {
        None
    }

    fn body_of(&self, _: &str, _: &Unit, _: Option<&str>) -> Option<Body> {
        None
    }

    fn cells(&self, _: &str, _: Row<'_>) -> Vec<Cell> {
        Vec::new()
    }
}

/// The body of a piece about its place: for a unit, the stands outside buildings, in its formation.
///
/// `None` if all its stands are in buildings, or if its rules do not lay it out in this formation.
pub fn body_of_piece(
    known: &dyn KnownRules,
    (rules, scale): (&str, f32),
    piece: Piece<'_>,
    begins: Option<&UnitStart>,
) -> Option<Body> {
    match piece {
        Piece::Stand(stand) => {
            let (width, depth) = stand.size(scale);
            Some(Body::single(width, depth))
        }
        Piece::Unit(unit) => {
            let inside = begins.map_or(0, UnitStart::stands_inside);
            let stands = unit.stands.checked_sub(inside).filter(|stands| *stands > 0)?;
            let formation = begins.and_then(|begins| begins.formation.as_deref());
            known.body_of(rules, &Unit { stands, ..unit.clone() }, formation)
        }
    }
}

/// Checks that there is a rule set with this id, in one of these spaces. `root` is the scenario's file.
pub(super) fn check_rules(
    known: &dyn KnownRules,
    rules: &str,
    spaces: &[Space],
    root: Spot<'_>,
    faults: &mut Vec<Fault>,
) {
    let Some(ids) = spaces.iter().map(|space| known.ids(*space)).collect::<Option<Vec<_>>>() else { return };
    let ids = ids.concat();
    if !ids.contains(&rules) {
        let message = match spaces {
            [Space::Hexes] => format!("there is no rule set \"{rules}\" for hexes"),
            _ => format!("there is no rule set \"{rules}\""),
        };
        faults.push(root.field("rules").fault(message, suggest(rules, ids)));
    }
}
