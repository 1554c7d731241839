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
    /// What rules have against a battle that give points for places that are held, and for nothing else.
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
