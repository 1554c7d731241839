//! A piece in hand: where it may go and the cost of each hex, the path to a hex, the reasons against others. In the command
//! step a unit is put on a commander, to be under him, or on an enemy, to charge him. Units: half movement points.

use crate::movement::{self, Destinations};
use crate::options::SetUp;
use crate::roster::{Counter, PieceId};
use crate::state::{Phase, Place, State};
use crate::{CasusBelli, Code, Order, Refusal, facing, zones};
use dice::Dry;
use drawing::hex::{
    Cost, Counter as Drawn, counter_marks, ghost_front_marks, lit_marks, path_marks, reach_marks,
    refused_hex_marks,
};
use drawing::{Mark, USUAL_SCALE};
use game::hex_hand::{self, ChosenWays, Going, refusal};
use game::{Goal, Held, Lift, Offer, RuleSet as _, Spelled as _, Spot, Trip, WireRefusal};
use glam::Vec2;
use hexes::{Direction, Hex, half_points, movement_points, points};
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
    lift: Lift,
}

/// A hex, and every order that puts the piece there.
type Ways = (Hex, Vec<Order>);

/// What putting it down does.
#[derive(Debug)]
enum Goes {
    /// It moves, enters or runs.
    Moves(Destinations),
    /// It is set up elsewhere before turn 1 (`cb:2A`).
    Deploys,
    /// It keeps its set-up hex, and is turned there (`cb:15a1`).
    Turns,
    /// It is put where an offer is: to retreat, to advance, to come under a commander.
    Offered(Vec<Ways>),
}

impl Lifted {
    pub fn new(state: &State, piece: PieceId) -> Self {
        let from = units::hex(state, piece);
        let mut lift = Lift {
            piece: units::key(state, piece),
            name: state.say_piece(piece),
            from: from.map(|hex| Spot::Hex(hex.0)),
            ghost: ghost(state, piece, units::front(state, piece)),
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
            Goes::Turns => {
                "it begins here, and may look elsewhere".clone_into(&mut lift.words);
                let here: Vec<Hex> = from.into_iter().collect();
                lift.marks = lit_marks(lie, &here);
            }
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
                ..Going::asked(state, from, vec![to], None, Order::Deploy { piece, hex: to })
            },
            Goes::Offered(ways) => {
                let so_far: Vec<Hex> = via.iter().copied().chain([to]).collect();
                let all = ways.iter().flat_map(|(end, orders)| orders.iter().map(move |order| (*end, order)));
                let all = all.map(|(end, order)| (order, chosen_for(order, end)));
                match hex_hand::chosen(all, &so_far) {
                    ChosenWays::One(order) => {
                        let way = way_of(order, so_far[0]);
                        let chain = order.retreat().map(|back| back.chain.clone()).unwrap_or_default();
                        Going::to(from, way.into_iter().chain(chain).collect(), None, order.clone())
                    }
                    ChosenWays::None(_) if via.is_empty() => self.not_offered(ways, from, to),
                    ChosenWays::None(next) => self.rests(via, to, next),
                    ChosenWays::Several(count, next) => Going {
                        words: match (next.is_empty(), state.at(to).next()) {
                            (false, Some(friend)) => format!(
                                "{count} ways end there: click where {} goes, or choose one of those listed",
                                state.game.say(friend)
                            ),
                            _ => format!("{count} orders lead there: choose one of those listed"),
                        },
                        path: from.into_iter().chain(so_far).collect(),
                        open: !next.is_empty(),
                        next,
                        ..Going::default()
                    },
                }
            }
        }
    }

    /// The piece is over a hex that cannot be chosen next: shows what the last chosen hex waits for.
    fn rests(&self, via: &[Hex], to: Hex, next: Vec<Hex>) -> Going<CasusBelli> {
        let state = &self.state;
        let friend = via.last().and_then(|last| state.at(*last).next());
        let words = match friend.filter(|_| via.last() == Some(&to)) {
            Some(friend) => {
                format!("click where {} goes, one of the hexes that are lit", state.game.say(friend))
            }
            None => "nobody can be displaced there: choose a lit hex".to_owned(),
        };
        let path = units::hex(state, self.piece).into_iter().chain(via.iter().copied()).collect();
        Going { words, path, next, ..Going::default() }
    }

    /// The refusal for a hex without an offer, if any order could be about it.
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

/// The hexes chosen one by one for an order that ends here: its own, then those of the displaced.
fn chosen_for(order: &Order, end: Hex) -> Vec<Hex> {
    let chain = order.retreat().map(|back| back.chain.clone()).unwrap_or_default();
    [end].into_iter().chain(chain).collect()
}

/// The hexes of a piece by an order: those of its path, or only the last.
fn way_of(order: &Order, to: Hex) -> Vec<Hex> {
    match order {
        Order::Retreat(back) => back.way.clone(),
        Order::Move { path, .. } => path.clone(),
        _ => vec![to],
    }
}

/// The offers of the piece, in words.
fn offered_words(ways: &[Ways]) -> String {
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

/// The offers of this piece, by the hex where it is put.
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

impl Held for Lifted {
    fn lift(&self) -> &Lift {
        &self.lift
    }

    fn turn(&mut self, clockwise: bool) {
        let Some(faces) = &mut self.faces else { return };
        *faces = Direction((faces.0 + if clockwise { 1 } else { 5 }) % 6);
        self.lift.ghost = ghost(&self.state, self.piece, Some(*faces));
    }

    fn trip(&mut self, goal: Goal<'_>) -> Trip {
        let Spot::Hex(hex) = goal.to else { return Trip::default() };
        let hex = Hex(hex);
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
        let going = turned.map(|order| Going::asked(state, Some(hex), Vec::new(), None, order));
        let via: Vec<Hex> = goal
            .via
            .iter()
            .filter_map(|spot| if let Spot::Hex(hex) = spot { Some(Hex(*hex)) } else { None })
            .collect();
        let Going { path, cost, order, refusal, words, next, open } =
            going.unwrap_or_else(|| self.put_down(&via, hex));
        let bill = cost.map(points);
        let lie = &state.game.sheet().lie;
        let mut marks = lit_marks(lie, &next);
        if refusal.is_some() {
            marks.extend(refused_hex_marks(lie, hex));
        }
        if path.len() > 1 && refusal.is_none() {
            marks.extend(path_marks(lie, &path, bill.as_deref()));
        }
        let notes = order.as_ref().filter(|_| refusal.is_none()).map(|order| working(state, order));
        Trip {
            order: order.map(|order| CasusBelli::spell(state, &order)),
            words: cost.map_or(words, half_points),
            share: cost.map(|cost| f32::from(cost) / f32::from(most(state, self.piece).max(1))),
            notes: notes.unwrap_or_default(),
            refusal: refusal.map(|refusal| Box::new(WireRefusal::of(&refusal))),
            open,
            next: next.iter().map(|hex| (Spot::Hex(hex.0), String::new())).collect(),
            marks,
            ..Trip::default()
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
            // Its turns on the way may cost more, or be impossible.
            Some(_) => Going::asked(state, from, path, None, order),
        };
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

/// Why a piece cannot go anywhere; `None` if it can.
fn fixed(state: &State, piece: PieceId, reach: &Destinations) -> Option<Refusal> {
    if !reach.is_empty() || may_turn(state, piece) {
        return None;
    }
    // Any step has a reason; one about the piece is better than one about the hex.
    let steps: Vec<Hex> = match state.place(piece) {
        Place::Map(hex) => state.game.map().neighbours(hex).map(|(_, next)| next).collect(),
        Place::Waiting => vec![state.arrival(piece).map_or(Hex(101), |(_, at)| at)],
        Place::Eliminated => vec![Hex(101)],
    };
    let step = |hex: Hex| refusal::<CasusBelli>(state, &Order::Move { piece, path: vec![hex], faces: None });
    let refusals: Vec<Refusal> = steps.into_iter().map(step).collect::<Option<_>>()?;
    refusals.into_iter().min_by_key(is_of_ground)
}

/// May it turn in place, though it cannot move (`cb:15a3`)?
fn may_turn(state: &State, piece: PieceId) -> bool {
    match state.game.counter(piece) {
        Counter::Unit(unit) => !facing::offers(state, unit).is_empty(),
        Counter::Leader(_) => false,
    }
}

/// Is the refusal about the hex entered, and not about the piece?
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

/// The path that a player would try (see [`hex_hand::tried`]), without its own hex.
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
