//! What a reader of battles asks of the rule sets there are. They lie above this room, so they are handed in.

use super::hex::{HexLayout, HexObjection};
use super::roster::{Cell, Row};
use super::{Scenario, TableObjection};
use crate::army::Unit;
use crate::data::{Fault, Spot, suggest};
use crate::table::Body;

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

    /// What the rule set `rules` has against a battle on hexes, besides what every such battle must keep to.
    fn objections(&self, rules: &str, layout: &HexLayout<'_>) -> Vec<HexObjection>;

    /// What its rule set has against a battle on the table, besides what every such battle must keep to.
    fn table_objections(&self, scenario: &Scenario) -> Vec<TableObjection>;

    /// The stands of a unit in this formation (none: its usual one) under the rule set `rules`, about the place that it is deployed
    /// at. None: it lays out no such unit, and nothing is said of the room that it takes.
    fn body_of(&self, rules: &str, unit: &Unit, formation: Option<&str>) -> Option<Body>;

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

    fn body_of(&self, _: &str, _: &Unit, _: Option<&str>) -> Option<Body> {
        None
    }

    fn cells(&self, _: &str, _: Row<'_>) -> Vec<Cell> {
        Vec::new()
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
