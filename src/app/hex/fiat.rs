//! What the referee overrides in a hex game: the form, and the order it comes to. Units: strength points, hexes.

use crate::app::book::clause_named;
use crate::game::Fiat;
use crate::hexes::Hex;
use crate::rules::napoleon_at_war::options::SPECS;
use crate::rules::napoleon_at_war::{HexAct, Order, State, UnitId};
use crate::rules::rulebook::{Clause, OptionEntry, Rulebook};

use super::{Board, Hand};

/// The acts that a fiat can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Place,
    Strength,
    Remove,
    Turn,
    Option,
}

impl Act {
    pub const ALL: [Self; 5] = [Self::Place, Self::Strength, Self::Remove, Self::Turn, Self::Option];

    /// Whether it is done to a unit.
    pub fn wants_unit(self) -> bool {
        !matches!(self, Self::Turn | Self::Option)
    }
}

/// A fiat that is being filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    pub act: Act,
    pub unit: Option<UnitId>,
    /// The hex as it is typed, or clicked on the map.
    pub hex: String,
    pub points: u8,
    pub turn: u8,
    /// An option by its id, and the value it is to have; empty: not chosen yet.
    pub option: (String, String),
    /// The clause that is overruled, as it is typed; empty: none.
    pub clause: String,
    pub reason: String,
    pub fault: Option<String>,
    /// It has just been opened: the reason gets the keyboard.
    pub fresh: bool,
}

impl Form {
    fn new(state: &State, act: Act, unit: Option<UnitId>) -> Self {
        Self {
            act,
            unit,
            hex: unit.and_then(|unit| state.hex(unit)).map(|hex| hex.to_string()).unwrap_or_default(),
            points: unit.map_or(1, |unit| state.unit(unit).strength),
            turn: state.turn,
            option: Default::default(),
            clause: String::new(),
            reason: String::new(),
            fault: None,
            fresh: true,
        }
    }

    /// It is about this unit now.
    pub fn about(&mut self, state: &State, unit: UnitId) {
        self.unit = Some(unit);
        self.fresh = true;
        self.points = state.unit(unit).strength;
        self.fault = None;
        if self.hex.is_empty() {
            self.hex = state.hex(unit).map(|hex| hex.to_string()).unwrap_or_default();
        }
    }

    /// The clause that is named; none where none is, or there is none of this name.
    pub fn known_clause(&self) -> Option<&'static Clause> {
        let typed = self.clause.trim();
        if typed.is_empty() { None } else { clause_named(Rulebook::naw(), typed) }
    }

    /// The hex where the unit would be put.
    pub fn target(&self, state: &State) -> Option<Hex> {
        let hex = Hex(self.hex.trim().parse().ok()?);
        (self.act == Act::Place && state.game.map().contains(hex)).then_some(hex)
    }

    /// What is still to be said before it can be decided; the reason is asked for last.
    pub fn wanting(&self, state: &State) -> Option<String> {
        self.order(state).err()
    }

    /// The order it comes to, or what is missing.
    fn order(&self, state: &State) -> Result<Order, String> {
        let key = || {
            let unit = self.unit.ok_or("Say which unit: click it on the map")?;
            Ok::<_, String>(state.game.unit(unit).id.clone())
        };
        let act = match self.act {
            Act::Place => {
                let number =
                    self.hex.trim().parse().map_err(|_| "Say which hex: four digits, or click it")?;
                HexAct::Place { unit: key()?, hex: Hex(number) }
            }
            Act::Strength => HexAct::Strength { unit: key()?, points: self.points },
            Act::Remove => HexAct::Remove { unit: key()? },
            Act::Turn => HexAct::Turn { turn: self.turn },
            Act::Option => match &self.option {
                (id, _) if id.is_empty() => return Err("Choose the option".to_owned()),
                (_, value) if value.trim().is_empty() => {
                    return Err("Choose the value it is to have".to_owned());
                }
                (id, value) => HexAct::Option { id: id.clone(), value: value.trim().to_owned() },
            },
        };
        let reason = self.reason.trim();
        if reason.is_empty() {
            return Err("Say why: the record keeps it".to_owned());
        }
        let clause = match (self.clause.trim(), self.known_clause()) {
            ("", _) => None,
            (_, Some(clause)) => Some(format!("naw:{}", clause.id)),
            (typed, None) => {
                return Err(format!("There is no clause {typed}: name another, or leave it empty"));
            }
        };
        Ok(Order::Fiat(Fiat { act, reason: reason.to_owned(), clause }))
    }
}

/// The options in force, with what they are now.
pub fn options(state: &State) -> Vec<(&'static OptionEntry, String)> {
    let in_force = Rulebook::naw().options.iter().filter(|entry| entry.in_force);
    in_force.map(|entry| (entry, state.game.chosen.value(SPECS, &entry.id).to_owned())).collect()
}

impl Board {
    /// Opens the form for a fiat about this unit, or the one that is selected.
    pub(super) fn open_fiat(&mut self, act: Act, unit: Option<UnitId>) {
        self.put_back();
        let unit = unit.or(self.selected);
        self.fiat = Some(Form::new(self.desk.state(), act, unit));
    }

    /// The form for what the rules have just refused: the unit where it would have gone, and the clause.
    pub(super) fn overrule(&mut self, clause: &str) {
        let state = self.desk.state();
        let (unit, to) = match &self.hand {
            Hand::Refused(refused) => match &refused.0 {
                Order::Move { unit, path } => (Some(*unit), path.last().copied()),
                Order::Retreat { unit, way } => (Some(*unit), way.last().copied()),
                Order::Advance { unit, to } => (Some(*unit), Some(*to)),
                _ => (self.selected, None),
            },
            Hand::Counter(_) | Hand::Empty => (self.selected, None),
        };
        let mut form = Form::new(state, Act::Place, unit.or(self.builder.attackers.first().copied()));
        if let Some(to) = to {
            form.hex = to.to_string();
        }
        form.clause = clause.strip_prefix("naw:").unwrap_or(clause).to_owned();
        self.put_back();
        self.fiat = Some(form);
    }

    /// Gives what the form says; what is missing, or refused, stands in it.
    pub(super) fn give_fiat(&mut self) {
        let Some(form) = &mut self.fiat else { return };
        match form.order(self.desk.state()) {
            Err(fault) => {
                form.fault = Some(fault);
                form.fresh = form.reason.trim().is_empty();
            }
            Ok(order) => match super::mover::refusal(self.desk.state(), &order) {
                Some(refused) => form.fault = Some(format!("{}. {}", refused.fact, refused.remedy)),
                None => {
                    self.fiat = None;
                    self.order(order, crate::desk::DiceFrom::Rolled);
                }
            },
        }
    }
}
