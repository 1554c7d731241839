//! The counter in hand: where it may go and what each hex costs, the way to a hex, why another is refused. Units: half
//! movement points.

use std::collections::BTreeSet;

use crate::app::line::Barred;
use crate::dice::Dry;
use crate::drawing::hex::Cost;
use crate::game::{RuleSet as _, Stop};
use crate::hexes::{Gate, Hex, Reach};
use crate::rules::napoleon_at_war::movement::{self, Destinations};
use crate::rules::napoleon_at_war::state::{Phase, Place};
use crate::rules::napoleon_at_war::{Code, NapoleonAtWar, Order, Refusal, State, UnitId, zones};

impl From<Refusal> for Barred {
    fn from(refusal: Refusal) -> Self {
        let Refusal { clause, fact, remedy, last_legal, .. } = refusal;
        let remedy = match last_legal {
            Some(hex) => format!("{remedy}. The last legal hex is {hex}"),
            None => remedy,
        };
        Self { fact, clause: clause.into(), remedy, measured: None }
    }
}

/// A counter lifted from the map.
#[derive(Clone, Debug)]
pub struct Lifted {
    pub unit: UnitId,
    /// Where it stands; none: it comes on.
    pub from: Option<Hex>,
    reach: Destinations,
    pub costs: Vec<Cost>,
    /// It follows the pointer while a button is down.
    pub dragged: bool,
}

/// What putting the counter down in a hex would come to.
#[derive(Clone, Debug, PartialEq)]
pub enum Going {
    /// The way with the hex where it stands, and the order.
    Way {
        path: Vec<Hex>,
        /// Half movement points; none where nothing is paid.
        cost: Option<u16>,
        order: Order,
    },
    Refused(Barred),
}

impl Lifted {
    /// Takes it in hand; refused where it may not move at all.
    pub fn new(state: &State, unit: UnitId) -> Result<Self, Refusal> {
        let reach = movement::reach(state, unit);
        let from = state.hex(unit);
        if reach.is_empty() && state.phase != Phase::SetUp {
            // Any step says why; one that tells of the unit says it better than one that tells of the hex.
            let map = state.game.map();
            let near = from.or_else(|| state.game.arrival(unit).map(|(_, at)| at));
            let steps: Vec<Hex> = match (from, near) {
                (Some(hex), _) => map.neighbours(hex).map(|(_, next)| next).collect(),
                (None, Some(entry)) => vec![entry],
                (None, None) => vec![Hex(101)],
            };
            let mut found = None;
            for step in steps {
                match refusal(state, &Order::Move { unit, path: vec![step] }) {
                    Some(refusal)
                        if found
                            .as_ref()
                            .is_none_or(|found| is_of_ground(found) && !is_of_ground(&refusal)) =>
                    {
                        found = Some(refusal);
                    }
                    Some(_) => {}
                    None => {
                        found = None;
                        break;
                    }
                }
            }
            if let Some(refusal) = found {
                return Err(refusal);
            }
        }
        let zone = zones::zone(state, state.side(unit).enemy());
        let cost = |(hex, halves)| Cost { hex, halves, stops: zone.contains(hex) };
        let costs = reach.iter().map(cost).collect();
        Ok(Self { unit, from, reach, costs, dragged: false })
    }

    /// What going there would come to.
    pub fn going(&self, state: &State, to: Hex) -> Going {
        if state.phase == Phase::SetUp
            && let Some(from) = self.from
            && let Some(other) = state.at(to).find(|other| *other != self.unit)
        {
            // Before the first turn units change places (`naw:3.0`).
            let order = Order::Interchange { one: self.unit, other };
            return match refusal(state, &order) {
                Some(refused) => Going::Refused(refused.into()),
                None => Going::Way { path: vec![from, to], cost: None, order },
            };
        }
        if let (Some(path), Some(cost)) = (self.reach.path(to), self.reach.cost(to)) {
            let order = Order::Move { unit: self.unit, path: path.clone() };
            let path = self.from.into_iter().chain(path).collect();
            return Going::Way { path, cost: Some(cost), order };
        }
        let path = tried(state, self.unit, to);
        match refusal(state, &Order::Move { unit: self.unit, path: path.clone() }) {
            Some(refusal) => Going::Refused(refusal.into()),
            None => {
                let order = Order::Move { unit: self.unit, path: path.clone() };
                Going::Way { path: self.from.into_iter().chain(path).collect(), cost: None, order }
            }
        }
    }
}

/// Why the rules refuse an order now; none where they do not, so far as no dice are needed.
pub fn refusal(state: &State, order: &Order) -> Option<Refusal> {
    match NapoleonAtWar::judge(state, order, &mut Dry) {
        Err(Stop::Refused(refusal)) => Some(refusal),
        Ok(_) | Err(Stop::NeedsDice(_) | Stop::BadDice(_)) => None,
    }
}

/// Does the refusal tell of the hex that was to be entered, and not of the unit?
fn is_of_ground(refusal: &Refusal) -> bool {
    matches!(refusal.code, Code::EnemyOccupied | Code::River | Code::Closed | Code::OffMap | Code::TooFewMp)
}

/// The way that somebody would try who looks at the ground and at where enemies stand: the cheapest round them and their zones,
/// else round them alone, else the cheapest, else straight there. What is wrong with it, the rules say.
fn tried(state: &State, unit: UnitId, to: Hex) -> Vec<Hex> {
    let map = state.game.map();
    let (start, enters) = match state.unit(unit).place {
        Place::Map(hex) => (hex, false),
        Place::Waiting | Place::Eliminated => match state.game.arrival(unit) {
            Some((_, entry)) => (entry, true),
            None => return vec![to],
        },
    };
    let side = state.side(unit);
    let enemies: BTreeSet<usize> =
        (state.on_map().filter(|(other, hex)| state.side(*other) != side && *hex != to))
            .map(|(_, hex)| map.grid.index(hex))
            .collect();
    let search = |gate: &dyn Fn(usize) -> Gate| {
        Reach::search(state.game.links(), &[(start, 0)], u16::MAX / 4, gate).path(to)
    };
    let zone = zones::zone(state, side.enemy());
    let free = search(&|index| match enemies.contains(&index) {
        true => Gate::Barred,
        false if zone.has_index(index) => Gate::Stop,
        false => Gate::Go,
    });
    let round = || search(&|index| if enemies.contains(&index) { Gate::Barred } else { Gate::Go });
    let path = free.or_else(round).or_else(|| search(&|_| Gate::Go)).unwrap_or_else(|| {
        let line = map.grid.axial(start).line_to(map.grid.axial(to));
        line.filter_map(|axial| map.grid.at(axial)).collect()
    });
    if enters || path.len() < 2 { path } else { path[1..].to_vec() }
}
