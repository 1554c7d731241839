//! Orders on hexes as people write them in cases and on the wire: units by key or by the hex they stand in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::hexes::Hex;
use crate::rules::Fiat;
use crate::rules::napoleon_at_war::combat::Column;
use crate::rules::napoleon_at_war::{Assault, HexAct, Order, State, UnitId};
use crate::scenario::Side;

/// Who attacks whom in one combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawAssault {
    /// Units in contact and bombarding artillery alike.
    pub by: Vec<String>,
    pub on: Vec<String>,
    /// A lower column than the computed one: `3-1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowered: Option<String>,
}

/// An order. Units are written by key (`F5`, `f44`) or by the number of the hex in which they stand alone (`2010`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum RawOrder {
    /// Two like units change places before turn 1.
    Interchange(String, String),
    Begin,
    /// Unit, and the hexes it goes through; of a reinforcement the first is where it enters.
    Move(String, Vec<u16>),
    TakeBack {
        unit: String,
        /// The side that agrees.
        #[serde(default)]
        consent: Option<String>,
    },
    EndMovement,
    Reopen,
    Counterattack,
    Declare(Vec<RawAssault>),
    Attack {
        by: Vec<String>,
        on: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lowered: Option<String>,
    },
    /// The units that the attacker loses.
    Exchange(Vec<String>),
    /// Unit, and its hex, then the hexes of those it displaces.
    Retreat(String, Vec<u16>),
    Advance(String, u16),
    Decline,
    EndCombat,
    Fiat {
        act: RawAct,
        #[serde(default)]
        reason: String,
        /// The clause that is overridden.
        #[serde(default)]
        clause: Option<String>,
    },
}

/// What the referee overrides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum RawAct {
    Place(String, u16),
    Strength(String, u8),
    Remove(String),
    Turn(u8),
    /// An option and its value from now on.
    Option(String, String),
}

/// Why an order cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OrderFault {
    #[error("there is no unit {name}: give a hex with one unit, or a key: {known}")]
    Unit { name: String, known: String },
    #[error("several units stand in {hex}: name one by its key: {known}")]
    Several { hex: String, known: String },
    #[error("there is no side {name}: it is {known}")]
    Side { name: String, known: String },
    #[error("there is no column {name}: the columns run from 1-5 to 1-1 and on to 6-1")]
    Column { name: String },
}

/// A column by its name: `3-1`.
pub fn column(name: &str) -> Result<Column, OrderFault> {
    Column::named(name).ok_or_else(|| OrderFault::Column { name: name.to_owned() })
}

/// How to read an order: the state it is given in.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub state: &'a State,
}

impl Reader<'_> {
    /// The unit of this key.
    pub fn key(&self, name: &str) -> Result<UnitId, OrderFault> {
        self.state.game.find(name).ok_or_else(|| OrderFault::Unit {
            name: name.to_owned(),
            known: self.state.game.units().map(|id| self.name(id)).collect::<Vec<_>>().join(", "),
        })
    }

    /// The unit of this key, or the one that stands in the hex of this number.
    pub fn unit(&self, name: &str) -> Result<UnitId, OrderFault> {
        if let Some(id) = self.state.game.find(name) {
            return Ok(id);
        }
        let here: Vec<UnitId> = name.parse().map(|hex| self.state.at(Hex(hex)).collect()).unwrap_or_default();
        match here.as_slice() {
            [] => self.key(name),
            [only] => Ok(*only),
            several => Err(OrderFault::Several {
                hex: name.to_owned(),
                known: several.iter().map(|id| self.name(*id)).collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// The key of a unit.
    pub fn name(&self, id: UnitId) -> String {
        self.state.game.unit(id).id.clone()
    }

    /// Several units, sorted.
    pub fn units(&self, names: &[String]) -> Result<Vec<UnitId>, OrderFault> {
        let mut units = names.iter().map(|name| self.unit(name)).collect::<Result<Vec<_>, _>>()?;
        units.sort();
        Ok(units)
    }

    /// A side by id or name; `F` is the first of the two, `E` and `A` the second.
    pub fn side(&self, name: &str) -> Result<Side, OrderFault> {
        let sides = &self.state.game.scenario.sides;
        let found = sides.iter().position(|side| side.id == name || side.name == name);
        match (found, name) {
            (Some(0), _) | (None, "F") => Ok(Side(0)),
            (Some(_), _) | (None, "E" | "A") => Ok(Side(1)),
            (None, _) => Err(OrderFault::Side {
                name: name.to_owned(),
                known: sides.iter().map(|side| side.id.as_str()).collect::<Vec<_>>().join(" or "),
            }),
        }
    }

    pub fn assault(
        &self,
        by: &[String],
        on: &[String],
        lowered: Option<&str>,
    ) -> Result<Assault, OrderFault> {
        Ok(Assault {
            attackers: self.units(by)?,
            defenders: self.units(on)?,
            lowered: lowered.map(column).transpose()?,
        })
    }

    pub fn order(&self, raw: &RawOrder) -> Result<Order, OrderFault> {
        let way = |numbers: &[u16]| numbers.iter().map(|hex| Hex(*hex)).collect();
        Ok(match raw {
            RawOrder::Interchange(one, other) => {
                Order::Interchange { one: self.unit(one)?, other: self.unit(other)? }
            }
            RawOrder::Begin => Order::Begin,
            RawOrder::Move(unit, path) => Order::Move { unit: self.unit(unit)?, path: way(path) },
            RawOrder::TakeBack { unit, consent } => Order::TakeBack {
                unit: self.unit(unit)?,
                consent: consent.as_deref().map(|side| self.side(side)).transpose()?,
            },
            RawOrder::EndMovement => Order::EndMovement,
            RawOrder::Reopen => Order::Reopen,
            RawOrder::Counterattack => Order::Counterattack,
            RawOrder::Declare(assaults) => Order::Declare {
                assaults: assaults
                    .iter()
                    .map(|raw| self.assault(&raw.by, &raw.on, raw.lowered.as_deref()))
                    .collect::<Result<_, _>>()?,
            },
            RawOrder::Attack { by, on, lowered } => {
                Order::Attack(self.assault(by, on, lowered.as_deref())?)
            }
            RawOrder::Exchange(lost) => Order::Exchange { lost: self.units(lost)? },
            RawOrder::Retreat(unit, path) => Order::Retreat { unit: self.unit(unit)?, way: way(path) },
            RawOrder::Advance(unit, to) => Order::Advance { unit: self.unit(unit)?, to: Hex(*to) },
            RawOrder::Decline => Order::Decline,
            RawOrder::EndCombat => Order::EndCombat,
            RawOrder::Fiat { act, reason, clause } => {
                Order::Fiat(Fiat { act: self.act(act), reason: reason.clone(), clause: clause.clone() })
            }
        })
    }

    /// An act of the referee. Units are named by key there, and the rules say when there is none.
    fn act(&self, raw: &RawAct) -> HexAct {
        let key = |name: &String| self.unit(name).map_or_else(|_| name.clone(), |id| self.name(id));
        match raw {
            RawAct::Place(unit, hex) => HexAct::Place { unit: key(unit), hex: Hex(*hex) },
            RawAct::Strength(unit, points) => HexAct::Strength { unit: key(unit), points: *points },
            RawAct::Remove(unit) => HexAct::Remove { unit: key(unit) },
            RawAct::Turn(turn) => HexAct::Turn { turn: *turn },
            RawAct::Option(id, value) => HexAct::Option { id: id.clone(), value: value.clone() },
        }
    }
}
