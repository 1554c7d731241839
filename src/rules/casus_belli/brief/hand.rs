//! A piece in hand: where it may go and what each hex costs, the way to a hex, why another is refused. In the command step a unit is
//! put on a commander, to be under him, or on an enemy, to charge him. Units: half movement points.

use crate::dice::Dry;
use crate::drawing::USUAL_SCALE;
use crate::drawing::hex::{Cost, counter_marks, lit_marks, path_marks, reach_marks};
use crate::game::hex_hand::{self, Going, refusal};
use crate::game::{Goal, Held, Lift, Offer, RuleSet as _, Spelled as _, Spot, Trip, WireRefusal};
use crate::hexes::{Hex, half_points, movement_points, points};
use crate::rules::casus_belli::movement::{self, Destinations};
use crate::rules::casus_belli::options::SetUp;
use crate::rules::casus_belli::roster::{Counter, PieceId};
use crate::rules::casus_belli::state::{Phase, Place, State};
use crate::rules::casus_belli::{CasusBelli, Code, Order, Refusal, zones};
use crate::scenario::HexArm;
use crate::table::Vec2;

use super::target::{led_to, target};
use super::{scene, units};

/// A piece in hand.
#[derive(Debug)]
pub struct Lifted {
    state: State,
    piece: PieceId,
    goes: Goes,
    lift: Lift,
}

/// A hex, and every order by which it is put down there.
type Ways = (Hex, Vec<Order>);

/// What it does when it is put down.
#[derive(Debug)]
enum Goes {
    /// It moves, comes on or runs.
    Moves(Destinations),
    /// It is set up elsewhere before turn 1 (`cb:2A`).
    Deploys,
    /// It is put where something is offered of it: to go back, to advance, to be under a commander.
    Offered(Vec<Ways>),
}

impl Lifted {
    pub fn new(state: &State, piece: PieceId) -> Self {
        let from = units::hex(state, piece);
        let mut lift = Lift {
            piece: units::key(state, piece),
            name: state.say_piece(piece),
            from: from.map(|hex| Spot::Hex(hex.0)),
            ghost: counter_marks(&scene::counter(state, piece), Vec2::ZERO, USUAL_SCALE),
            ..Lift::default()
        };
        let goes = Goes::of(state, piece);
        let lie = &state.game.sheet().lie;
        match &goes {
            Goes::Moves(reach) => {
                let zone = zones::zone(state, state.game.side_of(piece).enemy());
                let costs: Vec<Cost> = reach
                    .iter()
                    .map(|(hex, halves)| Cost { hex, halves, stops: zone.contains(hex) })
                    .collect();
                lift.words = format!("{}, {}", allowance_words(state, piece), units::hexes(costs.len()));
                lift.marks = reach_marks(lie, &costs);
                lift.places = costs.iter().map(|cost| (Spot::Hex(cost.hex.0), cost.words())).collect();
                lift.refusal = fixed(state, piece, reach).map(|refusal| Box::new(WireRefusal::of(&refusal)));
            }
            Goes::Deploys => "it may begin elsewhere".clone_into(&mut lift.words),
            Goes::Offered(ways) => {
                let hexes: Vec<Hex> = ways.iter().map(|(hex, _)| *hex).collect();
                lift.words = offered_words(ways);
                lift.marks = lit_marks(lie, &hexes);
                if hexes.is_empty() {
                    let why = fixed(state, piece, &Destinations::default());
                    lift.refusal = why.map(|refusal| Box::new(WireRefusal::of(&refusal)));
                }
                lift.places = hexes.iter().map(|hex| (Spot::Hex(hex.0), String::new())).collect();
            }
        }
        Self { state: state.clone(), piece, goes, lift }
    }

    fn put_down(&self, to: Hex) -> Going<CasusBelli> {
        let (state, piece) = (&self.state, self.piece);
        let from = units::hex(state, piece);
        match &self.goes {
            Goes::Moves(reach) => moved(state, piece, reach, to),
            Goes::Deploys => Going::asked(state, from, vec![to], None, Order::Deploy { piece, hex: to }),
            Goes::Offered(ways) => {
                let orders = ways.iter().find(|(hex, _)| *hex == to).map_or(&[][..], |(_, orders)| orders);
                match orders {
                    [order] => Going::to(from, way_of(order, to), None, order.clone()),
                    [] => self.not_offered(ways, from, to),
                    several => Going {
                        words: format!("{} orders lead there: choose one of those listed", several.len()),
                        path: from.into_iter().chain([to]).collect(),
                        ..Going::default()
                    },
                }
            }
        }
    }

    /// A hex at which nothing is offered: why, if any order could be about it.
    fn not_offered(&self, ways: &[Ways], from: Option<Hex>, to: Hex) -> Going<CasusBelli> {
        let state = &self.state;
        let offered = ways.iter().flat_map(|(_, orders)| orders);
        let mut tried: Vec<Order> = offered.filter_map(|order| led_to(state, order, to)).collect();
        if let (Counter::Unit(unit), Phase::Command) = (state.game.counter(self.piece), &state.phase) {
            let charge = Order::Charge { unit, target: self.piece };
            let attach = Order::Attach { unit, to: self.piece };
            tried.extend([charge, attach].iter().filter_map(|order| led_to(state, order, to)));
        }
        match tried.into_iter().next() {
            Some(order) => Going::asked(state, from, vec![to], None, order),
            None => Going::default(),
        }
    }
}

/// The hexes that a piece goes through by an order: those of a way that is said, else the last alone.
fn way_of(order: &Order, to: Hex) -> Vec<Hex> {
    match order {
        Order::Retreat(back) => back.way.clone(),
        Order::Move { path, .. } => path.clone(),
        _ => vec![to],
    }
}

/// What is offered of the piece, in words.
fn offered_words(ways: &[Ways]) -> String {
    let first = ways.iter().find_map(|(_, orders)| orders.first());
    let count = units::hexes(u32::try_from(ways.len()).unwrap_or(u32::MAX));
    match first {
        Some(Order::Retreat(_)) => format!("it goes back, to one of {count}"),
        Some(Order::Advance { .. }) => format!("it may advance, to one of {count}"),
        Some(Order::Relocate { .. }) => format!("he goes to one of {count}"),
        Some(Order::Move { .. }) => format!("it runs, to one of {count}"),
        Some(Order::Rally { .. }) => "put it on the commander who reorganises it".to_owned(),
        Some(Order::Face { .. }) => "put it on the hex that it is to look at".to_owned(),
        Some(_) => "put it on a commander to be under him, or on an enemy to charge him".to_owned(),
        None => "nothing may be done with it now".to_owned(),
    }
}

impl Goes {
    fn of(state: &State, piece: PieceId) -> Self {
        if state.pending.is_empty() {
            match &state.phase {
                Phase::SetUp if state.game.options.setup == SetUp::Free => return Self::Deploys,
                Phase::Movement(_) => return Self::Moves(movement::reach(state, piece)),
                Phase::SetUp
                | Phase::Command
                | Phase::Combat(_)
                | Phase::Reorganisation(_)
                | Phase::Over(_) => {}
            }
        }
        Self::Offered(offered(state, piece, CasusBelli::due(state).offers))
    }
}

/// What is offered of this piece, by the hex where it is put for it.
fn offered(state: &State, piece: PieceId, offers: Vec<Offer<Order>>) -> Vec<Ways> {
    let mut ways: Vec<Ways> = Vec::new();
    for offer in offers {
        let Some((_, hex)) = target(state, &offer.order).filter(|(one, _)| *one == piece) else { continue };
        match ways.iter_mut().find(|(known, _)| *known == hex) {
            Some((_, orders)) => orders.push(offer.order),
            None => ways.push((hex, vec![offer.order])),
        }
    }
    ways.sort_by_key(|(hex, _)| *hex);
    ways
}

/// `4 movement points`, and of a demoralised corps when it has only half of them.
pub fn allowance_words(state: &State, piece: PieceId) -> String {
    match state.game.counter(piece) {
        Counter::Leader(leader) => movement_points(u16::from(state.game.leader(leader).movement) * 2),
        Counter::Unit(unit) => {
            let full = movement_points(movement::full_allowance(state, unit));
            match state.is_unit_demoralised(unit) && !state.unit(unit).routed {
                true => format!(
                    "{full} away from the enemy, else {}",
                    points(movement::half_allowance(state, unit))
                ),
                false => full,
            }
        }
    }
}

/// What a piece may spend at most: half movement points.
fn most(state: &State, piece: PieceId) -> u16 {
    match state.game.counter(piece) {
        Counter::Leader(leader) => u16::from(state.game.leader(leader).movement) * 2,
        Counter::Unit(unit) => movement::full_allowance(state, unit),
    }
}

impl Held for Lifted {
    fn lift(&self) -> &Lift {
        &self.lift
    }

    fn trip(&mut self, goal: Goal<'_>) -> Trip {
        let Spot::Hex(hex) = goal.to else { return Trip::default() };
        let hex = Hex(hex);
        let state = &self.state;
        let stays = units::hex(state, self.piece) == Some(hex);
        let offered = matches!(&self.goes, Goes::Offered(ways) if ways.iter().any(|(to, _)| *to == hex));
        if stays && !offered || !state.game.map().contains(hex) {
            return Trip::default();
        }
        let Going { path, cost, order, refusal, words } = self.put_down(hex);
        let bill = cost.map(points);
        let lie = &state.game.sheet().lie;
        let marks = match path.len() > 1 && refusal.is_none() {
            true => path_marks(lie, &path, bill.as_deref()),
            false => Vec::new(),
        };
        let notes = order.as_ref().filter(|_| refusal.is_none()).map(|order| working(state, order));
        Trip {
            order: order.map(|order| CasusBelli::spell(state, &order)),
            words: cost.map_or(words, half_points),
            share: cost.map(|cost| f32::from(cost) / f32::from(most(state, self.piece).max(1))),
            notes: notes.unwrap_or_default(),
            refusal: refusal.map(|refusal| Box::new(WireRefusal::of(&refusal))),
            marks,
            ..Trip::default()
        }
    }
}

/// What the rules note of an order: the bill of a way, a line of command.
fn working(state: &State, order: &Order) -> Vec<String> {
    let ruling = CasusBelli::judge(state, order, &mut Dry);
    ruling.map(|ruling| ruling.working.into_iter().map(|note| note.text).collect()).unwrap_or_default()
}

fn moved(state: &State, piece: PieceId, reach: &Destinations, to: Hex) -> Going<CasusBelli> {
    let from = units::hex(state, piece);
    if let (Some(path), Some(cost)) = (reach.path(to), reach.cost(to)) {
        return Going::to(from, path.clone(), Some(cost), Order::Move { piece, path, faces: None });
    }
    let path = tried(state, piece, to);
    let going: Going<CasusBelli> =
        Going::asked(state, from, path.clone(), None, Order::Move { piece, path, faces: None });
    let refusal = going.refusal.map(|refusal| match refusal.code {
        Code::TooFewMp => refusal.too_far(to),
        _ => refusal,
    });
    Going { refusal, ..going }
}

/// Why a piece may go nowhere; none where it may.
fn fixed(state: &State, piece: PieceId, reach: &Destinations) -> Option<Refusal> {
    if !reach.is_empty() {
        return None;
    }
    // Any step says why; one that tells of the piece says it better than one that tells of the hex.
    let steps: Vec<Hex> = match state.place(piece) {
        Place::Map(hex) => state.game.map().neighbours(hex).map(|(_, next)| next).collect(),
        Place::Waiting => vec![state.arrival(piece).map_or(Hex(101), |(_, at)| at)],
        Place::Eliminated => vec![Hex(101)],
    };
    let step = |hex: Hex| refusal::<CasusBelli>(state, &Order::Move { piece, path: vec![hex], faces: None });
    let refusals: Vec<Refusal> = steps.into_iter().map(step).collect::<Option<_>>()?;
    refusals.into_iter().min_by_key(is_of_ground)
}

/// Does the refusal tell of the hex that was to be entered, and not of the piece?
fn is_of_ground(refusal: &Refusal) -> bool {
    matches!(
        refusal.code,
        Code::EnemyOccupied
            | Code::River
            | Code::NoRoad
            | Code::OffMap
            | Code::TooFewMp
            | Code::Stacked
            | Code::NotNearer
    )
}

/// The way that somebody would try (see [`hex_hand::tried`]), without the hex where it stands.
fn tried(state: &State, piece: PieceId, to: Hex) -> Vec<Hex> {
    let map = state.game.map();
    let (start, enters) = match state.place(piece) {
        Place::Map(hex) => (hex, false),
        Place::Waiting | Place::Eliminated => match state.arrival(piece) {
            Some((_, entry)) => (entry, true),
            None => return vec![to],
        },
    };
    let side = state.game.side_of(piece);
    let enemies = state.on_map().filter(|(other, _)| state.side(*other) != side).map(|(_, hex)| hex);
    let arm = match state.game.counter(piece) {
        Counter::Unit(unit) => state.game.arm(unit),
        Counter::Leader(_) => HexArm::Cavalry,
    };
    let zone = zones::zone(state, side.enemy());
    let path = hex_hand::tried(map, state.game.links(arm), (start, to), enemies, &zone);
    if enters || path.len() < 2 { path } else { path[1..].to_vec() }
}
