//! A piece in hand: where it may go and the cost of each hex, the path to a hex, the reasons against others. In the command
//! step a unit is put on a commander, to be under him, or on an enemy, to charge him. Units: half movement points.

use crate::movement::{self, Destinations};
use crate::options::SetUp;
use crate::roster::{Counter, PieceId};
use crate::state::{Phase, Place, State};
use crate::{CasusBelli, Code, Order, Refusal, facing, zones};
use dice::Dry;
use drawing::hex::{Counter as Drawn, counter_marks, ghost_front_marks, lit_marks};
use drawing::{Mark, USUAL_SCALE};
use game::hex_hand::{self, Going, Ways, by_hex};
use game::{Goal, Offer, PieceInHand, PieceSummary, RuleSet as _, Trip};
use glam::Vec2;
use hexes::{Direction, Hex, movement_points, points};
use scenario::HexArm;

use super::target::{led_to, target};
use super::{scene, units};

/// A piece in hand.
#[derive(Debug)]
pub struct Lifted {
    state: State,
    piece: PieceId,
    goes: Goes,
    /// Its front in hand, if its player may choose it now.
    faces: Option<Direction>,
    lift: PieceSummary,
}

/// What it does when it is put down.
#[derive(Debug)]
enum Goes {
    /// It moves, enters or runs.
    Moves(Destinations),
    /// It is set up elsewhere before turn 1 (`cb:2A`).
    Deploys,
    /// It keeps its set-up hex, and is turned there (`cb:15a1`).
    Turns,
    /// It is put where something is offered of it: to go back, to advance, to be under a commander.
    Offered(Vec<Ways<Order>>),
}

impl Lifted {
    pub fn new(state: &State, piece: PieceId) -> Self {
        let from = units::hex(state, piece);
        let mut lift = PieceSummary {
            piece: units::key(state, piece),
            name: state.say_piece(piece),
            from: from.map(Into::into),
            ghost: ghost(state, piece, units::front(state, piece)),
            ..PieceSummary::default()
        };
        let goes = Goes::of(state, piece);
        let lie = &state.game.sheet().lie;
        match &goes {
            Goes::Moves(reach) => {
                let zone = zones::zone(state, state.game.side_of(piece).enemy());
                lift.moves(lie, reach.iter(), &zone, &allowance_words(state, piece));
                lift.refused(fixed(state, piece, reach));
            }
            Goes::Deploys => "it may begin elsewhere".clone_into(&mut lift.words),
            Goes::Turns => {
                "it begins here, and may look elsewhere".clone_into(&mut lift.words);
                let here: Vec<Hex> = from.into_iter().collect();
                lift.marks = lit_marks(lie, &here);
            }
            Goes::Offered(ways) => {
                lift.words = offered_words(ways);
                lift.goes_to(lie, ways, "");
                if ways.is_empty() {
                    lift.refused(fixed(state, piece, &Destinations::default()));
                }
            }
        }
        let faces = front(state, piece, &goes);
        lift.turns = faces.is_some();
        Self { state: state.clone(), piece, goes, faces, lift }
    }

    /// The hex in front of it there, if it was turned in hand.
    fn looks_at(&self, from: Hex) -> Option<Hex> {
        let turned = self.faces.filter(|faces| Some(*faces) != front(&self.state, self.piece, &self.goes))?;
        self.state.game.map().grid.neighbour(from, turned)
    }

    /// The order for putting it down where it stands: a turn, if it was turned in hand.
    fn turned_here(&self, here: Hex) -> Option<Order> {
        let Counter::Unit(unit) = self.state.game.counter(self.piece) else { return None };
        self.looks_at(here).map(|towards| Order::Face { unit, towards })
    }

    /// `via`: the hexes chosen before this one.
    fn put_down(&self, via: &[Hex], to: Hex) -> Going<CasusBelli> {
        let (state, piece) = (&self.state, self.piece);
        let from = units::hex(state, piece);
        match &self.goes {
            Goes::Moves(reach) => moved(state, piece, reach, (to, self.looks_at(to))),
            Goes::Turns | Goes::Deploys => Going {
                words: match self.looks_at(to) {
                    Some(_) => "it is faced anew there: turn it once it stands there".to_owned(),
                    None => String::new(),
                },
                ..Going::asked(state, from, vec![to], Order::Deploy { piece, hex: to })
            },
            Goes::Offered(ways) => {
                let all = ways.iter().flat_map(|(end, orders)| orders.iter().map(move |order| (*end, order)));
                let all = all.map(|(end, order)| (order, chosen_for(order, end)));
                let first = via.first().copied().unwrap_or(to);
                let way = |order: &Order| way_of(order, first).into_iter().chain(chain(order)).collect();
                let several = |count, friend| match friend {
                    Some(friend) => format!(
                        "{count} ways end there: click where {friend} goes, or choose one of those listed"
                    ),
                    None => format!("{count} orders lead there: choose one of those listed"),
                };
                let none = || self.not_offered(ways, from, to);
                Going::among(state, from, all, (via, to), way, none, several)
            }
        }
    }

    /// A hex at which nothing is offered: why, if any order could be about it.
    fn not_offered(&self, ways: &[Ways<Order>], from: Option<Hex>, to: Hex) -> Going<CasusBelli> {
        let state = &self.state;
        let offered = ways.iter().flat_map(|(_, orders)| orders);
        let mut tried: Vec<Order> = offered.filter_map(|order| led_to(state, order, to)).collect();
        if let (Counter::Unit(unit), Phase::Command) = (state.game.counter(self.piece), &state.phase) {
            let charge = Order::Charge { unit, target: self.piece };
            let attach = Order::Attach { unit, to: self.piece };
            tried.extend([charge, attach].iter().filter_map(|order| led_to(state, order, to)));
        }
        match tried.into_iter().next() {
            Some(order) => Going::asked(state, from, vec![to], order),
            None => Going::default(),
        }
    }
}

/// The hexes chosen one by one for an order that ends here: its own, then those of the displaced.
fn chosen_for(order: &Order, end: Hex) -> Vec<Hex> {
    [end].into_iter().chain(chain(order)).collect()
}

/// Where those go whom an order displaces.
fn chain(order: &Order) -> Vec<Hex> {
    order.retreat().map(|back| back.chain.clone()).unwrap_or_default()
}

/// The hexes of a piece by an order: those of its path, or only the last.
fn way_of(order: &Order, to: Hex) -> Vec<Hex> {
    match order {
        Order::Retreat(back) => back.way.clone(),
        Order::Move { path, .. } => path.clone(),
        _ => vec![to],
    }
}

/// What is offered of the piece, in words.
fn offered_words(ways: &[Ways<Order>]) -> String {
    let first = ways.iter().find_map(|(_, orders)| orders.first());
    let count = match ways {
        [(only, _)] => only.to_string(),
        _ => format!("one of {}", units::hexes(u32::try_from(ways.len()).unwrap_or(u32::MAX))),
    };
    match first {
        Some(Order::Retreat(_)) => format!("it goes back to {count}"),
        Some(Order::Advance { .. }) => format!("it may advance to {count}"),
        Some(Order::Relocate { .. }) => format!("he goes to {count}"),
        Some(Order::Move { .. }) => format!("it runs to {count}"),
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
                Phase::SetUp if units::front(state, piece).is_some() => return Self::Turns,
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
fn offered(state: &State, piece: PieceId, offers: Vec<Offer<Order>>) -> Vec<Ways<Order>> {
    let own = offers.into_iter().filter_map(|offer| {
        let (_, hex) = target(state, &offer.order).filter(|(one, _)| *one == piece)?;
        Some((hex, offer.order))
    });
    let mut ways = by_hex(own);
    ways.sort_by_key(|(hex, _)| *hex);
    ways
}

/// `4 movement points`; for a demoralised corps also when only half of them count.
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

/// Greatest allowance of a piece, in half movement points.
fn most(state: &State, piece: PieceId) -> u16 {
    match state.game.counter(piece) {
        Counter::Leader(leader) => u16::from(state.game.leader(leader).movement) * 2,
        Counter::Unit(unit) => movement::full_allowance(state, unit),
    }
}

impl PieceInHand for Lifted {
    fn summary(&self) -> &PieceSummary {
        &self.lift
    }

    fn turn(&mut self, clockwise: bool) {
        let Some(faces) = &mut self.faces else { return };
        *faces = Direction((faces.0 + if clockwise { 1 } else { 5 }) % 6);
        self.lift.ghost = ghost(&self.state, self.piece, Some(*faces));
    }

    fn trip(&mut self, goal: Goal<'_>) -> Trip {
        let Some((hex, via)) = goal.hexes() else { return Trip::default() };
        let state = &self.state;
        let stays = units::hex(state, self.piece) == Some(hex);
        let offered = matches!(&self.goes, Goes::Offered(ways) if ways.iter().any(|(to, _)| *to == hex));
        let turned = self.turned_here(hex).filter(|_| stays);
        if let (Goes::Deploys | Goes::Turns, Some(faces)) = (&self.goes, self.faces) {
            // Set up in another hex it has its initial front: it is turned in place afterwards.
            let shown = match state.game.counter(self.piece) {
                Counter::Unit(unit) if !stays => facing::at_first(&state.game, unit, hex),
                Counter::Unit(_) | Counter::Leader(_) => Some(faces),
            };
            self.lift.ghost = ghost(state, self.piece, shown);
        }
        if stays && !offered && turned.is_none() || !state.game.map().contains(hex) {
            return Trip::default();
        }
        let going = turned.map(|order| Going::asked(state, Some(hex), Vec::new(), order));
        let going = going.unwrap_or_else(|| self.put_down(&via, hex));
        let order = going.order.as_ref().filter(|_| going.refusal.is_none());
        Trip {
            share: going.cost.map(|cost| f32::from(cost) / f32::from(most(state, self.piece).max(1))),
            notes: order.map(|order| working(state, order)).unwrap_or_default(),
            ..going.trip(state, &state.game.sheet().lie, hex)
        }
    }
}

/// The marks of the piece relative to the origin, with this front.
fn ghost(state: &State, piece: PieceId, faces: Option<Direction>) -> Vec<Mark> {
    let counter = Drawn { faces, ..scene::counter(state, piece) };
    let mut marks = counter_marks(&counter, Vec2::ZERO, USUAL_SCALE);
    marks.extend(ghost_front_marks(&state.game.sheet().lie, &counter));
    marks
}

/// Its front, if it may be turned in hand: a unit with a front that moves or is set up.
fn front(state: &State, piece: PieceId, goes: &Goes) -> Option<Direction> {
    match goes {
        Goes::Moves(_) | Goes::Deploys | Goes::Turns => units::front(state, piece),
        Goes::Offered(_) => None,
    }
}

/// Notes of the rules on an order: the bill of a path, a line of command.
fn working(state: &State, order: &Order) -> Vec<String> {
    let ruling = CasusBelli::judge(state, order, &mut Dry);
    ruling.map(|ruling| ruling.working.into_iter().map(|note| note.text).collect()).unwrap_or_default()
}

/// The result of moving it there, with its front towards that hex in the end, if given.
fn moved(
    state: &State,
    piece: PieceId,
    reach: &Destinations,
    (to, faces): (Hex, Option<Hex>),
) -> Going<CasusBelli> {
    let from = units::hex(state, piece);
    if let (Some(path), Some(cost)) = (reach.path(to), reach.cost(to)) {
        let order = Order::Move { piece, path: path.clone(), faces };
        return match faces {
            None => Going::to(from, path, Some(cost), order),
            // How it turns on the way may cost more, or not be had.
            Some(_) => Going::asked(state, from, path, order),
        };
    }
    let path = tried(state, piece, to);
    Going::tried(state, from, path, |path| Order::Move { piece, path, faces: None }, Code::TooFewMp)
}

/// Why a piece cannot go anywhere; `None` if it can.
fn fixed(state: &State, piece: PieceId, reach: &Destinations) -> Option<Refusal> {
    if !reach.is_empty() || may_turn(state, piece) {
        return None;
    }
    let place = state.place(piece);
    let entry = state.arrival(piece).filter(|_| place == Place::Waiting).map(|(_, at)| at);
    let order = |path| Order::Move { piece, path, faces: None };
    hex_hand::fixed::<CasusBelli>(state, (place, entry), order, is_of_ground)
}

/// May it turn in place, though it cannot move (`cb:15a3`)?
fn may_turn(state: &State, piece: PieceId) -> bool {
    match state.game.counter(piece) {
        Counter::Unit(unit) => !facing::offers(state, unit).is_empty(),
        Counter::Leader(_) => false,
    }
}

/// Does the refusal tell of the hex that was to be entered, and not of the piece?
fn is_of_ground(code: Code) -> bool {
    matches!(
        code,
        Code::EnemyOccupied
            | Code::River
            | Code::NoRoad
            | Code::OffMap
            | Code::TooFewMp
            | Code::Stacked
            | Code::NotNearer
    )
}

/// The way that somebody would try.
fn tried(state: &State, piece: PieceId, to: Hex) -> Vec<Hex> {
    let side = state.game.side_of(piece);
    let arm = match state.game.counter(piece) {
        Counter::Unit(unit) => state.game.arm(unit),
        Counter::Leader(_) => HexArm::Cavalry,
    };
    let start = (side, state.place(piece), state.arrival(piece).map(|(_, at)| at));
    hex_hand::tried(state, state.game.links(arm), start, to, &zones::zone(state, side.enemy()))
}
