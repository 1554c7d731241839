//! A unit picked up on the map: where it may go and the cost of each hex, the path to a hex, and why another hex is refused.
//! Units: half movement points.

use crate::movement::{self, Destinations};
use crate::state::{Phase, Place};
use crate::{Code, NapoleonAtWar, Order, Refusal, State, UnitId, turn, zones};
use drawing::USUAL_SCALE;
use drawing::hex::{Cost, counter_marks, lit_marks, path_marks, reach_marks, refused_hex_marks};
use game::hex_hand::{self, ChosenWays, Going, refusal};
use game::{Goal, Held, Lift, RuleSet as _, Spelled as _, Spot, Trip, WireRefusal, counted};
use glam::Vec2;
use hexes::{Hex, half_points, movement_points, points};

use super::scene::counter;

/// A unit that has been picked up.
#[derive(Debug)]
pub struct Lifted {
    state: State,
    unit: UnitId,
    goes: Goes,
    lift: Lift,
}

/// A hex, and every order whose path enters that hex first.
type Ways = (Hex, Vec<Order>);

/// What putting the unit down does.
#[derive(Debug)]
enum Goes {
    /// It moves.
    Moves(Destinations),
    /// It changes places before turn 1 with a unit in one of these hexes (`naw:3.0`).
    Changes(Vec<Ways>),
    /// It retreats, and the first hex is being chosen (`naw:7.71`). For each hex, every retreat that begins there.
    Back(Vec<Ways>),
    /// It may advance (`naw:7.74`).
    On(Vec<Ways>),
}

impl Lifted {
    pub fn new(state: &State, unit: UnitId) -> Self {
        let from = state.hex(unit);
        let mut lift = Lift {
            piece: state.game.unit(unit).id.clone(),
            name: state.say(unit),
            from: from.map(|hex| Spot::Hex(hex.0)),
            ghost: counter_marks(&counter(state, unit), Vec2::ZERO, USUAL_SCALE),
            ..Lift::default()
        };
        let goes = Goes::of(state, unit);
        let lie = &state.game.sheet().lie;
        match &goes {
            Goes::Moves(reach) => {
                let zone = zones::zone(state, state.side(unit).enemy());
                let costs: Vec<Cost> = reach
                    .iter()
                    .map(|(hex, halves)| Cost { hex, halves, stops: zone.contains(hex) })
                    .collect();
                let most = movement_points(movement::allowance(state, unit));
                lift.words = format!("{most}, {}", counted(costs.len(), "hex", "hexes"));
                lift.marks = reach_marks(lie, &costs);
                lift.places = costs.iter().map(|cost| (Spot::Hex(cost.hex.0), cost.words())).collect();
                lift.refusal = fixed(state, unit, reach).map(|refusal| Box::new(WireRefusal::of(&refusal)));
            }
            Goes::Changes(ways) => {
                let hexes: Vec<Hex> = ways.iter().map(|(hex, _)| *hex).collect();
                let alike = counted(hexes.len(), "unit alike", "units alike");
                lift.words = format!("it may change places with {alike}");
                lift.marks = lit_marks(lie, &hexes);
                lift.places =
                    hexes.iter().map(|hex| (Spot::Hex(hex.0), "change places".to_owned())).collect();
                lift.refusal = hexes.is_empty().then(|| Box::new(WireRefusal::of(&turn::alone(state, unit))));
            }
            Goes::Back(ways) | Goes::On(ways) => {
                let hexes: Vec<Hex> = ways.iter().map(|(hex, _)| *hex).collect();
                lift.words = match (&goes, &hexes[..]) {
                    (Goes::Back(_), [only]) => format!("it goes back to {only}"),
                    (Goes::Back(_), several) => format!("it goes back to one of {} hexes", several.len()),
                    (_, [only]) => format!("it may advance to {only}"),
                    (_, several) => format!("it may advance to one of {} hexes", several.len()),
                };
                lift.marks = lit_marks(lie, &hexes);
                lift.places = hexes.iter().map(|hex| (Spot::Hex(hex.0), String::new())).collect();
            }
        }
        Self { state: state.clone(), unit, goes, lift }
    }

    /// `via`: the hexes chosen before this one.
    fn put_down(&self, via: &[Hex], to: Hex) -> Going<NapoleonAtWar> {
        let (state, unit) = (&self.state, self.unit);
        let from = state.hex(unit);
        match &self.goes {
            Goes::Moves(reach) => moved(state, unit, reach, to),
            Goes::Changes(_) => match state.at(to).next() {
                Some(other) => {
                    Going::asked(state, from, vec![to], None, Order::Interchange { one: unit, other })
                }
                None => Going::asked(state, from, vec![to], None, Order::Move { unit, path: vec![to] }),
            },
            Goes::Back(ways) | Goes::On(ways) => {
                let so_far: Vec<Hex> = via.iter().copied().chain([to]).collect();
                let orders = ways.iter().flat_map(|(_, orders)| orders);
                let orders = orders
                    .map(|order| (order, order.goes().map(|(_, way)| way.to_vec()).unwrap_or_default()));
                match hex_hand::chosen(orders, &so_far) {
                    ChosenWays::One(order) => {
                        let way = order.goes().map(|(_, way)| way.to_vec()).unwrap_or_default();
                        Going::to(from, way, None, order.clone())
                    }
                    ChosenWays::None(_) if via.is_empty() => {
                        let offered = ways.iter().find_map(|(_, orders)| orders.first());
                        let order = offered.expect("it goes back, or on, to some hex").clone().to(to);
                        Going::asked(state, from, vec![to], None, order)
                    }
                    ChosenWays::None(next) => self.rests(via, to, next),
                    ChosenWays::Several(count, next) => Going {
                        words: format!(
                            "{count} ways begin there: click where {} goes, or choose one of those listed",
                            state
                                .at(to)
                                .next()
                                .map_or("the next".to_owned(), |friend| state.game.say(friend))
                        ),
                        path: from.into_iter().chain(so_far).collect(),
                        open: !next.is_empty(),
                        next,
                        ..Going::default()
                    },
                }
            }
        }
    }

    /// The pointer is not over a hex that may be chosen next. Over the last chosen hex, say what is still to be chosen.
    fn rests(&self, via: &[Hex], to: Hex, next: Vec<Hex>) -> Going<NapoleonAtWar> {
        let state = &self.state;
        let friend = via.last().and_then(|last| state.at(*last).next());
        let words = match friend.filter(|_| via.last() == Some(&to)) {
            Some(friend) => {
                format!("click where {} goes, one of the hexes that are lit", state.game.say(friend))
            }
            None => "nobody can be displaced there: choose a lit hex".to_owned(),
        };
        let path = state.hex(self.unit).into_iter().chain(via.iter().copied()).collect();
        Going { words, path, next, ..Going::default() }
    }
}

impl Goes {
    fn of(state: &State, unit: UnitId) -> Self {
        if state.phase == Phase::SetUp {
            return Self::Changes(changes(state, unit));
        }
        let (mut back, mut on): (Vec<Ways>, Vec<Ways>) = Default::default();
        for offer in NapoleonAtWar::due(state).offers {
            let ways = match offer.kind {
                "retreat" => &mut back,
                "advance" => &mut on,
                _ => continue,
            };
            let own = offer.order.goes().filter(|(one, _)| *one == unit);
            let Some(hex) = own.and_then(|(_, way)| way.first().copied()) else { continue };
            match ways.iter_mut().find(|(known, _)| *known == hex) {
                Some((_, orders)) => orders.push(offer.order),
                None => ways.push((hex, vec![offer.order])),
            }
        }
        match (back.is_empty(), on.is_empty()) {
            (false, _) => Self::Back(back),
            (true, false) => Self::On(on),
            (true, true) => Self::Moves(movement::reach(state, unit)),
        }
    }
}

impl Held for Lifted {
    fn lift(&self) -> &Lift {
        &self.lift
    }

    fn trip(&mut self, goal: Goal<'_>) -> Trip {
        let Spot::Hex(hex) = goal.to else { return Trip::default() };
        let hex = Hex(hex);
        if self.state.hex(self.unit) == Some(hex) || !self.state.game.map().contains(hex) {
            return Trip::default();
        }
        let via: Vec<Hex> = goal
            .via
            .iter()
            .filter_map(|spot| if let Spot::Hex(hex) = spot { Some(Hex(*hex)) } else { None })
            .collect();
        let Going { path, cost, order, refusal, words, next, open } = self.put_down(&via, hex);
        let lie = &self.state.game.sheet().lie;
        let mut marks = lit_marks(lie, &next);
        if refusal.is_some() {
            marks.extend(refused_hex_marks(lie, hex));
        }
        if path.len() > 1 && refusal.is_none() {
            marks.extend(path_marks(lie, &path, cost.map(points).as_deref()));
        }
        Trip {
            order: order.map(|order| NapoleonAtWar::spell(&self.state, &order)),
            words: cost.map_or(words, half_points),
            refusal: refusal.map(|refusal| Box::new(WireRefusal::of(&refusal))),
            open,
            next: next.iter().map(|hex| (Spot::Hex(hex.0), String::new())).collect(),
            marks,
            ..Trip::default()
        }
    }
}

fn moved(state: &State, unit: UnitId, reach: &Destinations, to: Hex) -> Going<NapoleonAtWar> {
    let from = state.hex(unit);
    if let (Some(path), Some(cost)) = (reach.path(to), reach.cost(to)) {
        return Going::to(from, path.clone(), Some(cost), Order::Move { unit, path });
    }
    let path = tried(state, unit, to);
    let going: Going<NapoleonAtWar> =
        Going::asked(state, from, path.clone(), None, Order::Move { unit, path });
    let refusal = going.refusal.map(|refusal| match refusal.code {
        Code::TooFewMp => refusal.too_far(to),
        _ => refusal,
    });
    Going { refusal, ..going }
}

/// The units it may change places with before turn 1, by their hexes (`naw:3.0`).
fn changes(state: &State, unit: UnitId) -> Vec<Ways> {
    let mut ways: Vec<Ways> = state
        .on_map()
        .map(|(other, hex)| (hex, Order::Interchange { one: unit, other }))
        .filter(|(_, order)| refusal::<NapoleonAtWar>(state, order).is_none())
        .map(|(hex, order)| (hex, vec![order]))
        .collect();
    ways.sort_by_key(|(hex, _)| *hex);
    ways
}

/// Why a unit cannot move at all. `None` if it can.
fn fixed(state: &State, unit: UnitId, reach: &Destinations) -> Option<Refusal> {
    if !reach.is_empty() {
        return None;
    }
    // Any refused step gives a reason, but a reason about the unit is better than one about the hex.
    let from = state.hex(unit);
    let entry = || state.game.arrival(unit).map(|(_, at)| at);
    let steps: Vec<Hex> = match from {
        Some(hex) => state.game.map().neighbours(hex).map(|(_, next)| next).collect(),
        None => vec![entry().unwrap_or(Hex(101))],
    };
    let step = |hex: Hex| refusal::<NapoleonAtWar>(state, &Order::Move { unit, path: vec![hex] });
    let refusals: Vec<Refusal> = steps.into_iter().map(step).collect::<Option<_>>()?;
    refusals.into_iter().min_by_key(is_of_ground)
}

/// Whether the refusal is about the hex to be entered, rather than about the unit.
fn is_of_ground(refusal: &Refusal) -> bool {
    matches!(refusal.code, Code::EnemyOccupied | Code::River | Code::Closed | Code::OffMap | Code::TooFewMp)
}

/// The path that a player would most likely try (see [`hex_hand::tried`]), without the starting hex.
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
    let enemies = state.on_map().filter(|(other, _)| state.side(*other) != side).map(|(_, hex)| hex);
    let zone = zones::zone(state, side.enemy());
    let path = hex_hand::tried(map, state.game.links(), (start, to), enemies, &zone);
    if enters || path.len() < 2 { path } else { path[1..].to_vec() }
}
