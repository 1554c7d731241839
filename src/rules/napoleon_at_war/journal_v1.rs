//! Orders as journals of version 1 have them: a frozen reader, which turns their numbers into keys.
//!
//! Version 1 wrote the program's own [`Order`] as it was: units as numbers of the scenario's list, hexes as printed (CCRR), sides
//! as 0 and 1. The types here are that shape for ever, whatever becomes of an order.

use serde::Deserialize;

use super::combat::table::Column;
use super::order::{Assault, HexAct, Order};
use super::roster::UnitId;
use super::state::State;
use crate::game::Fiat;
use crate::hexes::Hex;
use crate::scenario::Side;

/// The number of a unit.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Unit(u8);

#[derive(Clone, Debug, Deserialize)]
struct Combat {
    attackers: Vec<Unit>,
    defenders: Vec<Unit>,
    /// As the table prints it: `2-1`.
    #[serde(default)]
    lowered: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
enum Act {
    Place { unit: String, hex: u16 },
    Strength { unit: String, points: u8 },
    Remove { unit: String },
    Turn { turn: u8 },
    Option { id: String, value: String },
}

#[derive(Clone, Debug, Deserialize)]
struct Overruling {
    act: Act,
    reason: String,
    #[serde(default)]
    clause: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
enum Written {
    Interchange { one: Unit, other: Unit },
    Begin,
    Move { unit: Unit, path: Vec<u16> },
    TakeBack { unit: Unit, consent: Option<u8> },
    EndMovement,
    Reopen,
    Counterattack,
    Declare { assaults: Vec<Combat> },
    Attack(Combat),
    Exchange { lost: Vec<Unit> },
    Retreat { unit: Unit, way: Vec<u16> },
    Advance { unit: Unit, to: u16 },
    Decline,
    EndCombat,
    Fiat(Overruling),
}

/// The order that version 1 wrote as `json`, given in this state.
///
/// # Errors
///
/// Says what of it cannot be read, or which number names nothing in this game.
pub fn order(state: &State, json: &str) -> Result<Order, String> {
    let written: Written = serde_json::from_str(json).map_err(|error| error.to_string())?;
    Numbers { state }.order(written)
}

/// What the numbers of an order mean.
struct Numbers<'a> {
    state: &'a State,
}

impl Numbers<'_> {
    /// A unit by its key, which is that of its place in the scenario's list.
    fn unit(&self, Unit(number): Unit) -> Result<UnitId, String> {
        let unit = self.state.game.scenario.units.get(usize::from(number));
        let key =
            unit.map(|unit| &unit.id).ok_or_else(|| format!("there is no unit with the number {number}"))?;
        self.state.game.find(key).ok_or_else(|| format!("there is no unit {key}"))
    }

    fn units(&self, numbers: Vec<Unit>) -> Result<Vec<UnitId>, String> {
        numbers.into_iter().map(|number| self.unit(number)).collect()
    }

    fn assault(&self, combat: Combat) -> Result<Assault, String> {
        let column = |text: String| Column::named(&text).ok_or_else(|| format!("there is no column {text}"));
        Ok(Assault {
            attackers: self.units(combat.attackers)?,
            defenders: self.units(combat.defenders)?,
            lowered: combat.lowered.map(column).transpose()?,
        })
    }

    fn order(&self, written: Written) -> Result<Order, String> {
        Ok(match written {
            Written::Interchange { one, other } => {
                Order::Interchange { one: self.unit(one)?, other: self.unit(other)? }
            }
            Written::Begin => Order::Begin,
            Written::Move { unit, path } => Order::Move { unit: self.unit(unit)?, path: hexes(path) },
            Written::TakeBack { unit, consent } => {
                Order::TakeBack { unit: self.unit(unit)?, consent: consent.map(Side) }
            }
            Written::EndMovement => Order::EndMovement,
            Written::Reopen => Order::Reopen,
            Written::Counterattack => Order::Counterattack,
            Written::Declare { assaults } => {
                let assaults = assaults.into_iter().map(|combat| self.assault(combat));
                Order::Declare { assaults: assaults.collect::<Result<_, String>>()? }
            }
            Written::Attack(combat) => Order::Attack(self.assault(combat)?),
            Written::Exchange { lost } => Order::Exchange { lost: self.units(lost)? },
            Written::Retreat { unit, way } => Order::Retreat { unit: self.unit(unit)?, way: hexes(way) },
            Written::Advance { unit, to } => Order::Advance { unit: self.unit(unit)?, to: Hex(to) },
            Written::Decline => Order::Decline,
            Written::EndCombat => Order::EndCombat,
            Written::Fiat(Overruling { act, reason, clause }) => {
                Order::Fiat(Fiat { act: act.today(), reason, clause })
            }
        })
    }
}

fn hexes(numbers: Vec<u16>) -> Vec<Hex> {
    numbers.into_iter().map(Hex).collect()
}

impl Act {
    fn today(self) -> HexAct {
        match self {
            Self::Place { unit, hex } => HexAct::Place { unit, hex: Hex(hex) },
            Self::Strength { unit, points } => HexAct::Strength { unit, points },
            Self::Remove { unit } => HexAct::Remove { unit },
            Self::Turn { turn } => HexAct::Turn { turn },
            Self::Option { id, value } => HexAct::Option { id, value },
        }
    }
}
