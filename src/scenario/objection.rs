//! What a rule set may have against a battle on the table that is sound otherwise.

use super::{Scenario, Side};

/// What a rule set has against a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableObjection {
    pub about: TableSubject,
    pub message: String,
    pub help: String,
    /// The clause by which it objects; none: it has no rule for this at all.
    pub clause: Option<&'static str>,
    /// The battle can be played all the same.
    pub is_warning: bool,
}

/// What an objection is about, which says where it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableSubject {
    /// A stand or a unit, by its id, in the file of its army.
    Piece(String),
    /// A field of its row there.
    Cell(String, &'static str),
    /// How a stand or a unit begins, by its id.
    Start(String),
    /// By its number in [`Scenario::objectives`].
    Objective(usize),
    /// A feature of the ground, by its id, in the file of its terrain.
    Feature(String),
    Clock,
    Side(Side),
}

impl Scenario {
    /// What rules have against a battle that know single stands and places that are held, and nothing else.
    pub fn beyond_stands(&self) -> Vec<TableObjection> {
        let rules = &self.rules;
        let units = self.armies().flat_map(|(_, army)| army.units()).map(|unit| TableObjection {
            about: TableSubject::Piece(unit.id.clone()),
            message: format!("the rules \"{rules}\" know no units of several stands: \"{}\" is one", unit.id),
            help: "list it under stands, or choose other rules".into(),
            clause: None,
            is_warning: false,
        });
        let kinds = self.objectives.iter().enumerate().filter_map(|(index, objective)| {
            let kind = objective.kind.as_ref()?;
            Some(TableObjection {
                about: TableSubject::Objective(index),
                message: format!("the rules \"{rules}\" know no objective of the kind \"{kind}\""),
                help: "leave kind and terms out, and give it a place".into(),
                clause: None,
                is_warning: false,
            })
        });
        units.chain(kinds).collect()
    }
}
