//! A unit picked up on the map: where it may go and the cost of each hex, the path to a hex, and why another hex is refused.
//! Units: half movement points.

use crate::movement::{self, Destinations};
use crate::state::Phase;
use crate::{Code, NapoleonAtWar, Order, Refusal, State, UnitId, turn, zones};
use drawing::USUAL_SCALE;
use drawing::hex::counter_marks;
use game::hex_hand::{self, Going, Ways, by_hex, refusal};
use game::{Goal, PieceInHand, PieceSummary, RuleSet as _, Trip, counted};
use glam::Vec2;
use hexes::{Hex, movement_points};

use super::scene::counter;

/// A unit that has been picked up.
#[derive(Debug)]
pub struct Lifted {
    state: State,
    unit: UnitId,
    goes: Goes,
    lift: PieceSummary,
}

/// What it does when it is put down.
#[derive(Debug)]
enum Goes {
    /// It moves.
    Moves(Destinations),
    /// It changes places before turn 1, with whoever is in one of these hexes (`naw:3.0`).
    Changes(Vec<Ways<Order>>),
    /// It goes back, and its first hex is chosen (`naw:7.71`); by the hex, every way that begins there.
    Back(Vec<Ways<Order>>),
    /// It may advance (`naw:7.74`).
    On(Vec<Ways<Order>>),
}

impl Lifted {
    pub fn new(state: &State, unit: UnitId) -> Self {
        let from = state.hex(unit);
        let mut lift = PieceSummary {
            piece: state.game.unit(unit).id.clone(),
            name: state.say(unit),
            from: from.map(Into::into),
            ghost: counter_marks(&counter(state, unit), Vec2::ZERO, USUAL_SCALE),
            ..PieceSummary::default()
        };
        let goes = Goes::of(state, unit);
        let lie = &state.game.sheet().lie;
        match &goes {
            Goes::Moves(reach) => {
                let zone = zones::zone(state, state.side(unit).enemy());
                lift.moves(lie, reach.iter(), &zone, &movement_points(movement::allowance(state, unit)));
                lift.refused(fixed(state, unit, reach));
            }
            Goes::Changes(ways) => {
                let alike = counted(ways.len(), "unit alike", "units alike");
                lift.words = format!("it may change places with {alike}");
                lift.goes_to(lie, ways, "change places");
                lift.refused(ways.is_empty().then(|| turn::alone(state, unit)));
            }
            Goes::Back(ways) | Goes::On(ways) => {
                let does = if matches!(goes, Goes::Back(_)) { "goes back" } else { "may advance" };
                lift.words = match &ways[..] {
                    [(only, _)] => format!("it {does} to {only}"),
                    several => format!("it {does} to one of {} hexes", several.len()),
                };
                lift.goes_to(lie, ways, "");
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
                Some(other) => Going::asked(state, from, vec![to], Order::Interchange { one: unit, other }),
                None => Going::asked(state, from, vec![to], Order::Move { unit, path: vec![to] }),
            },
            Goes::Back(ways) | Goes::On(ways) => {
                let way = |order: &Order| order.goes().map(|(_, way)| way.to_vec()).unwrap_or_default();
                let orders = || ways.iter().flat_map(|(_, orders)| orders);
                let none = || {
                    let offered = orders().next().expect("it goes back, or on, to some hex");
                    Going::asked(state, from, vec![to], offered.clone().to(to))
                };
                let several = |count, friend: Option<String>| {
                    let friend = friend.unwrap_or_else(|| "the next".to_owned());
                    format!(
                        "{count} ways begin there: click where {friend} goes, or choose one of those listed"
                    )
                };
                let each = orders().map(|order| (order, way(order)));
                Going::among(state, from, each, (via, to), way, none, several)
            }
        }
    }
}

impl Goes {
    fn of(state: &State, unit: UnitId) -> Self {
        if state.phase == Phase::SetUp {
            return Self::Changes(changes(state, unit));
        }
        let offers = NapoleonAtWar::due(state).offers;
        let of_kind = |kind: &str| {
            let offers = offers.iter().filter(|offer| offer.kind == kind);
            by_hex(offers.filter_map(|offer| match offer.order.goes() {
                Some((one, [first, ..])) if one == unit => Some((*first, offer.order.clone())),
                Some(_) | None => None,
            }))
        };
        let (back, on) = (of_kind("retreat"), of_kind("advance"));
        match (back.is_empty(), on.is_empty()) {
            (false, _) => Self::Back(back),
            (true, false) => Self::On(on),
            (true, true) => Self::Moves(movement::reach(state, unit)),
        }
    }
}

/// The game as it would be if the movement phase of this unit's side began (`naw:4.1.A`).
pub fn supposed(state: &State, unit: UnitId) -> Option<State> {
    state.hex(unit)?;
    let mut then = state.clone();
    (then.phasing, then.phase) = (state.side(unit), Phase::Movement);
    then.units.iter_mut().for_each(|unit| unit.moved = None);
    Some(then)
}

impl PieceInHand for Lifted {
    fn summary(&self) -> &PieceSummary {
        &self.lift
    }

    fn trip(&mut self, goal: Goal<'_>) -> Trip {
        let Some((hex, via)) = goal.hexes() else { return Trip::default() };
        if self.state.hex(self.unit) == Some(hex) || !self.state.game.map().contains(hex) {
            return Trip::default();
        }
        self.put_down(&via, hex).trip(&self.state, &self.state.game.sheet().lie, hex)
    }
}

fn moved(state: &State, unit: UnitId, reach: &Destinations, to: Hex) -> Going<NapoleonAtWar> {
    let from = state.hex(unit);
    if let (Some(path), Some(cost)) = (reach.path(to), reach.cost(to)) {
        return Going::to(from, path.clone(), Some(cost), Order::Move { unit, path });
    }
    let side = state.side(unit);
    let start = (side, state.unit(unit).place, entry(state, unit));
    let path = hex_hand::tried(state, state.game.links(), start, to, &zones::zone(state, side.enemy()));
    Going::tried(state, from, path, |path| Order::Move { unit, path }, Code::TooFewMp)
}

/// Where it comes on.
fn entry(state: &State, unit: UnitId) -> Option<Hex> {
    state.game.arrival(unit).map(|(_, at)| at)
}

/// With whom it may change places before turn 1, by their hexes (`naw:3.0`).
fn changes(state: &State, unit: UnitId) -> Vec<Ways<Order>> {
    let others = state.on_map().map(|(other, hex)| (hex, Order::Interchange { one: unit, other }));
    let mut ways = by_hex(others.filter(|(_, order)| refusal::<NapoleonAtWar>(state, order).is_none()));
    ways.sort_by_key(|(hex, _)| *hex);
    ways
}

/// Why a unit cannot move at all. `None` if it can.
fn fixed(state: &State, unit: UnitId, reach: &Destinations) -> Option<Refusal> {
    let order = |path| Order::Move { unit, path };
    let of = (state.unit(unit).place, entry(state, unit));
    reach.is_empty().then(|| hex_hand::fixed::<NapoleonAtWar>(state, of, order, is_of_ground))?
}

/// Does the refusal tell of the hex that was to be entered, and not of the unit?
fn is_of_ground(code: Code) -> bool {
    matches!(code, Code::EnemyOccupied | Code::River | Code::Closed | Code::OffMap | Code::TooFewMp)
}
