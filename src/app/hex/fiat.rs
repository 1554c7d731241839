//! What the referee overrides in a hex game: the form, and the order it comes to. Units: strength points, hexes.

use crate::hexes::Hex;
use crate::rules::Fiat;
use crate::rules::napoleon_at_war::{HexAct, Order, State, UnitId};

use super::Board;

/// The acts that a fiat can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Place,
    Strength,
    Remove,
    Turn,
}

impl Act {
    pub const ALL: [Self; 4] = [Self::Place, Self::Strength, Self::Remove, Self::Turn];
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
    pub reason: String,
    pub fault: Option<String>,
}

impl Form {
    fn new(state: &State, act: Act, unit: Option<UnitId>) -> Self {
        Self {
            act,
            unit,
            hex: unit.and_then(|unit| state.hex(unit)).map(|hex| hex.to_string()).unwrap_or_default(),
            points: unit.map_or(1, |unit| state.unit(unit).strength),
            turn: state.turn,
            reason: String::new(),
            fault: None,
        }
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
        };
        let reason = self.reason.trim();
        if reason.is_empty() {
            return Err("Say why: the record keeps it".to_owned());
        }
        Ok(Order::Fiat(Fiat { act, reason: reason.to_owned(), clause: None }))
    }
}

impl Board {
    /// Opens the form for a fiat about this unit, or the one that is selected.
    pub(super) fn open_fiat(&mut self, act: Act, unit: Option<UnitId>) {
        self.put_back();
        let unit = unit.or(self.selected);
        self.fiat = Some(Form::new(self.desk.state(), act, unit));
    }

    /// Gives what the form says; what is missing, or refused, stands in it.
    pub(super) fn give_fiat(&mut self) {
        let Some(form) = &mut self.fiat else { return };
        match form.order(self.desk.state()) {
            Err(fault) => form.fault = Some(fault),
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
