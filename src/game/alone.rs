//! A single rule set, in the form in which a reader of battles queries its rules.

use std::fmt;
use std::marker::PhantomData;

use super::contract::RuleSet;
use super::options::{self, Accepts, OptionFault};
use scenario::army::{PieceKind, Unit, UnitProfile};
use scenario::roster::{Cell, Column, Row};
use scenario::{self, Battle, HexLayout, HexObjection, KnownRules, Scenario, Space, TableObjection};
use table::Body;

/// The only rule set.
pub struct Alone<R>(PhantomData<fn() -> R>);

impl<R> Alone<R> {
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R> Default for Alone<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: RuleSet> fmt::Debug for Alone<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(R::ID)
    }
}

impl<R: RuleSet> KnownRules for Alone<R> {
    fn ids(&self, space: Space) -> Option<Vec<&str>> {
        Some(if R::Scenario::SPACE == Some(space) { vec![R::ID] } else { Vec::new() })
    }

    /// Nothing is known about other rule sets, so their options are accepted.
    fn check_option(&self, rules: &str, id: &str, value: &str) -> Result<(), scenario::OptionFault> {
        if rules != R::ID {
            return Ok(());
        }
        let specs = R::option_specs();
        let named = || specs.iter().filter(|spec| spec.id == id);
        options::check(specs, id, value).map_err(|fault| match fault {
            OptionFault::Unknown { .. } => scenario::OptionFault::UnknownId {
                accepted: specs.iter().map(|spec| spec.id.to_owned()).collect(),
            },
            OptionFault::Value { .. } => scenario::OptionFault::BadValue {
                accepted: named().flat_map(|spec| accepted(spec.accepts)).collect(),
            },
            OptionFault::Battle { .. } | OptionFault::Needs { .. } => scenario::OptionFault::BadValue {
                accepted: named().map(|spec| spec.default.to_owned()).collect(),
            },
        })
    }

    fn objections(&self, rules: &str, layout: &HexLayout<'_>) -> Vec<HexObjection> {
        if rules == R::ID { R::objections(layout) } else { Vec::new() }
    }

    fn table_objections(&self, scenario: &Scenario) -> Vec<TableObjection> {
        if scenario.rules == R::ID { R::table_objections(scenario) } else { Vec::new() }
    }

    fn piece_kind(&self, rules: &str) -> Option<PieceKind> {
        (rules == R::ID && R::Scenario::SPACE == Some(Space::Table)).then_some(R::PIECES)
    }

    fn profile(&self, rules: &str, unit: &Unit) -> Option<UnitProfile> {
        if rules == R::ID { R::profile(unit) } else { None }
    }

    fn body_of(&self, rules: &str, unit: &Unit, formation: Option<&str>) -> Option<Body> {
        if rules == R::ID { R::body_of(unit, formation) } else { None }
    }

    fn columns(&self, rules: &str) -> &'static [Column] {
        if rules == R::ID { R::columns() } else { &[] }
    }

    fn cells(&self, rules: &str, row: Row<'_>) -> Vec<Cell> {
        row.cells(self.columns(rules), |field| R::usual(row, field))
    }
}

/// The values that an option accepts, in words.
fn accepted(accepts: Accepts) -> Vec<String> {
    match accepts {
        Accepts::OneOf(values) => values.iter().map(|value| (*value).to_owned()).collect(),
        Accepts::Number(..) => vec![accepts.words()],
    }
}
