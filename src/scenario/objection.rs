//! Objections of a rule set to a battle on the table that is otherwise correct.

use super::{Scenario, Side};

/// An objection of a rule set to a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableObjection {
    pub about: TableSubject,
    pub message: String,
    pub help: String,
    /// The clause on which it is based; `None` if there is no rule for this at all.
    pub clause: Option<&'static str>,
    /// Can the battle be played all the same?
    pub is_warning: bool,
}

/// What an objection is about, which decides where it is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableSubject {
    /// A stand or a unit, by its id, in the file of its army.
    Piece(String),
    /// A field of its row there.
    Cell(String, &'static str),
    /// The start of a stand or a unit, by id.
    Start(String),
    /// An objective, by its index in [`Scenario::objectives`].
    Objective(usize),
    /// A feature of the ground, by its id, in the file of its terrain.
    Feature(String),
    Clock,
    Side(Side),
}

impl Scenario {
    /// The objections of rules that give points only for places to hold.
    pub fn beyond_places(&self) -> Vec<TableObjection> {
        let rules = &self.rules;
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
        kinds.collect()
    }
}
