//! The available rule sets, for readers of battles and presets. A value that is passed on, like the list of games.

use std::sync::Arc;

use super::open::{Of, Rules};
use game::lesson::FirstTurn;
use game::options::OptionSpec;
use game::{CaseRules, Presentation};
use scenario::army::{PieceKind, Unit, UnitProfile};
use scenario::roster::{Cell, Column, Row};
use scenario::{HexLayout, HexObjection, KnownRules, OptionFault, Scenario, Space, TableObjection};
use table::Body;

/// Rule sets by their ids.
#[derive(Clone, Debug)]
pub struct RuleList(Arc<[Arc<dyn Rules>]>);

impl FromIterator<Arc<dyn Rules>> for RuleList {
    fn from_iter<I: IntoIterator<Item = Arc<dyn Rules>>>(rules: I) -> Self {
        Self(rules.into_iter().collect())
    }
}

impl<R: Presentation + CaseRules> From<Of<R>> for RuleList {
    fn from(alone: Of<R>) -> Self {
        Self::from_iter([Arc::new(alone) as Arc<dyn Rules>])
    }
}

impl RuleList {
    /// The rule set of this id.
    pub fn of(&self, id: &str) -> Option<&dyn Rules> {
        self.0.iter().map(AsRef::as_ref).find(|rules| rules.id() == id)
    }

    /// The rule sets that play on open tables, by their ids.
    pub fn of_tables(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|rules| rules.known().ids(Space::Table)).flatten()
    }

    /// The guided first turn of these rules; if they have none, the first that any rules have.
    pub fn first_turn(&self, id: &str) -> FirstTurn {
        let turns = self.of(id).into_iter().chain(self.0.iter().map(AsRef::as_ref));
        turns.map(Rules::first_turn).find(|turn| !turn.battle.is_empty()).unwrap_or(FirstTurn::NONE)
    }

    /// The options of a rule set; `None` for one that is not in the program.
    pub fn specs(&self, id: &str) -> Option<&'static [OptionSpec]> {
        self.of(id).map(Rules::specs)
    }
}

impl KnownRules for RuleList {
    fn ids(&self, space: Space) -> Option<Vec<&str>> {
        Some(self.0.iter().filter_map(|rules| rules.known().ids(space)).flatten().collect())
    }

    /// Unknown rules have been reported as such, so their options are accepted.
    fn check_option(&self, rules: &str, id: &str, value: &str) -> Result<(), OptionFault> {
        self.of(rules).map_or(Ok(()), |known| known.known().check_option(rules, id, value))
    }

    fn objections(&self, rules: &str, layout: &HexLayout<'_>) -> Vec<HexObjection> {
        self.of(rules).map_or_else(Vec::new, |known| known.known().objections(rules, layout))
    }

    fn table_objections(&self, scenario: &Scenario) -> Vec<TableObjection> {
        self.of(&scenario.rules).map_or_else(Vec::new, |known| known.known().table_objections(scenario))
    }

    fn piece_kind(&self, rules: &str) -> Option<PieceKind> {
        self.of(rules)?.known().piece_kind(rules)
    }

    fn profile(&self, rules: &str, unit: &Unit) -> Option<UnitProfile> {
        self.of(rules)?.known().profile(rules, unit)
    }

    fn body_of(&self, rules: &str, unit: &Unit, formation: Option<&str>) -> Option<Body> {
        self.of(rules)?.known().body_of(rules, unit, formation)
    }

    fn columns(&self, rules: &str) -> &'static [Column] {
        self.of(rules).map_or(&[], |known| known.known().columns(rules))
    }

    fn cells(&self, rules: &str, row: Row<'_>) -> Vec<Cell> {
        self.of(rules).map_or_else(Vec::new, |known| known.known().cells(rules, row))
    }
}
