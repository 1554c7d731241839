//! What a reader of battles asks of the rule sets there are. They lie above this room, so they are handed in.

use super::hex::{HexLayout, HexObjection};
use super::roster::{Cell, Column, Row};
use super::{Scenario, TableObjection, UnitStart};
use crate::army::{Piece, PieceKind, Unit, UnitProfile};
use data::{Fault, Spot, suggest};
use table::Body;

/// Where a battle is fought.
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

/// What is wrong with an option of a scenario, and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionFault {
    /// There is no such option; these there are.
    UnknownId { accepted: Vec<String> },
    /// The option has no such value; these it has.
    BadValue { accepted: Vec<String> },
}

/// The rule sets that a battle may name.
pub trait KnownRules {
    /// The ids of those that are played in this space. None: whichever a battle names will do.
    fn ids(&self, space: Space) -> Option<Vec<&str>>;

    /// May the option `id` be set to `value` under the rule set `rules`?
    ///
    /// # Errors
    ///
    /// What would be accepted.
    fn check_option(&self, rules: &str, id: &str, value: &str) -> Result<(), OptionFault>;

    /// What the rule set `rules` has against a battle on hexes, besides what every such battle must keep to. Asked of one that could
    /// be read whole, but perhaps for its map.
    fn objections(&self, rules: &str, layout: &HexLayout<'_>) -> Vec<HexObjection>;

    /// What its rule set has against a battle on the table, besides what every such battle must keep to. Asked of one that could be
    /// read whole.
    fn table_objections(&self, scenario: &Scenario) -> Vec<TableObjection>;

    /// What the armies of the rule set `rules` are made of. None: it is no rule set of the table, or not known.
    fn piece_kind(&self, rules: &str) -> Option<PieceKind>;

    /// What the rule set `rules` says of a unit. None: it knows no such unit.
    fn profile(&self, rules: &str, unit: &Unit) -> Option<UnitProfile>;

    /// The stands of a unit in this formation (none: its usual one) under the rule set `rules`, about the place that it is deployed
    /// at. None: it lays out no such unit, and nothing is said of the room that it takes.
    fn body_of(&self, rules: &str, unit: &Unit, formation: Option<&str>) -> Option<Body>;

    /// The columns of the rosters of the rule set `rules`, in their order; none: it has none, or is not known.
    fn columns(&self, _rules: &str) -> &'static [Column] {
        &[]
    }

    /// The cells of a row in the rosters of the rule set `rules`.
    fn cells(&self, rules: &str, row: Row<'_>) -> Vec<Cell>;
}

/// Accepts every rule set and every option: for reading data where no rulebook is at hand.
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

/// A piece as it stands about its place: of a unit the stands that are in no building, in its formation.
///
/// None: all its stands are in buildings, or its rules lay it out in no such formation.
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

/// Is there a rule set of this id, in one of these spaces? `root` is the scenario's file.
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
