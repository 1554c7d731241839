//! A unit in hand: where it may go and what each hex costs, the way to a hex, why another is refused. Units: half movement
//! points.

use crate::drawing::USUAL_SCALE;
use crate::drawing::hex::{Cost, counter_marks, path_marks, reach_marks};
use crate::game::hex_hand::{self, Going, refusal};
use crate::game::{Goal, Held, Lift, RuleSet as _, Spelled as _, Spot, Trip, WireRefusal, counted};
use crate::hexes::{Hex, half_points, movement_points, points};
use crate::rules::napoleon_at_war::movement::{self, Destinations};
use crate::rules::napoleon_at_war::state::{Phase, Place};
use crate::rules::napoleon_at_war::{Code, NapoleonAtWar, Order, Refusal, State, UnitId, zones};
use crate::table::Vec2;

use super::scene::counter;

/// A unit in hand.
#[derive(Debug)]
pub struct Lifted {
    state: State,
    unit: UnitId,
    goes: Goes,
    lift: Lift,
}

/// A hex, and every order by which it is entered first.
type Ways = (Hex, Vec<Order>);

/// What it does when it is put down.
#[derive(Debug)]
enum Goes {
    /// It moves, or changes places before turn 1.
    Moves(Destinations),
    /// It goes back, and its first hex is chosen (`naw:7.71`); by the hex, every way that begins there.
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
            Goes::Back(ways) | Goes::On(ways) => {
                let hexes: Vec<Hex> = ways.iter().map(|(hex, _)| *hex).collect();
                lift.words = match (&goes, hexes.len()) {
                    (Goes::Back(_), 1) => "it goes back to 1 hex".to_owned(),
                    (Goes::Back(_), count) => format!("it goes back to one of {count} hexes"),
                    (_, 1) => "it may advance to 1 hex".to_owned(),
                    (_, count) => format!("it may advance to one of {count} hexes"),
                };
                lift.places = hexes.iter().map(|hex| (Spot::Hex(hex.0), String::new())).collect();
            }
        }
        Self { state: state.clone(), unit, goes, lift }
    }

    fn put_down(&self, to: Hex) -> Going<NapoleonAtWar> {
        let (state, unit) = (&self.state, self.unit);
        let from = state.hex(unit);
        match &self.goes {
            Goes::Moves(reach) => moved(state, unit, reach, to),
            Goes::Back(ways) | Goes::On(ways) => {
                let orders = ways.iter().find(|(hex, _)| *hex == to).map_or(&[][..], |(_, orders)| orders);
                match orders {
                    [order] => Going::to(from, vec![to], None, order.clone()),
                    [] => {
                        let offered = ways.iter().find_map(|(_, orders)| orders.first());
                        let order = offered.expect("it goes back, or on, to some hex").clone().to(to);
                        Going::asked(state, from, vec![to], None, order)
                    }
                    several => Going {
                        words: format!("{} ways begin there: choose one of those listed", several.len()),
                        path: from.into_iter().chain([to]).collect(),
                        ..Going::default()
                    },
                }
            }
        }
    }
}

impl Goes {
    fn of(state: &State, unit: UnitId) -> Self {
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
        let Going { path, cost, order, refusal, words } = self.put_down(hex);
        let lie = &self.state.game.sheet().lie;
        let marks = match path.len() > 1 && refusal.is_none() {
            true => path_marks(lie, &path, cost.map(points).as_deref()),
            false => Vec::new(),
        };
        Trip {
            order: order.map(|order| NapoleonAtWar::spell(&self.state, &order)),
            words: cost.map_or(words, half_points),
            refusal: refusal.map(|refusal| Box::new(WireRefusal::of(&refusal))),
            marks,
            ..Trip::default()
        }
    }
}

fn moved(state: &State, unit: UnitId, reach: &Destinations, to: Hex) -> Going<NapoleonAtWar> {
    let from = state.hex(unit);
    if state.phase == Phase::SetUp
        && let Some(here) = from
        && let Some(other) = state.at(to).find(|other| *other != unit)
    {
        // Before the first turn units change places (`naw:3.0`).
        return Going::asked(state, Some(here), vec![to], None, Order::Interchange { one: unit, other });
    }
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

/// Why a unit may go nowhere; none where it may, or where it can still change places.
fn fixed(state: &State, unit: UnitId, reach: &Destinations) -> Option<Refusal> {
    if !reach.is_empty() || state.phase == Phase::SetUp {
        return None;
    }
    // Any step says why; one that tells of the unit says it better than one that tells of the hex.
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

/// Does the refusal tell of the hex that was to be entered, and not of the unit?
fn is_of_ground(refusal: &Refusal) -> bool {
    matches!(refusal.code, Code::EnemyOccupied | Code::River | Code::Closed | Code::OffMap | Code::TooFewMp)
}

/// The way that somebody would try (see [`hex_hand::tried`]), without the hex where it stands.
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
