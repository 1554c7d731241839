//! Houses: which units fire out of them and at them, storm them and enter them.
//!
//! Units: inches, degrees in orders.

use epstein::houses::{gap_to_house, outline};
use epstein::measure::touching;
use epstein::movement::{Purpose, walk};
use epstein::moving::allowance;
use epstein::order::{Order, Step};
use epstein::roster::HouseId;
use epstein::state::{GroupId, State};
use epstein::{offers, victory};
use scenario::Side;
use table::Vec2;

use super::board::{Board, Piece, turn_to};

/// One stand alone is likelier to lose an assault than to win it; two are not (`epstein:15.6`).
const STORMERS: usize = 2;

/// Maximum number of battalions sent to one house.
const SENT: usize = 3;

/// Maximum distance of a house, in inches.
const FAR: f32 = 16.0;

/// Precision of the search for the way to a wall: number of halvings of a move.
const HALVINGS: usize = 13;

/// Offers at houses that are worth it, best first: fire, assaults by two stands or more, entering houses with points.
pub(super) fn orders(state: &State) -> Vec<Order> {
    let house_of = |order: &Order| order.named().iter().find_map(|key| state.game.find_house(key));
    let wanted = |(order, kind, _): &(Order, &str, bool)| match *kind {
        "house-fire" | "fire-at-house" => true,
        // The order names the house and its stormers.
        "assault" => order.named().len() > STORMERS,
        "enter-house" => house_of(order).is_some_and(|house| counts(state, house, state.active)),
        _ => false,
    };
    offers::at_houses(state).into_iter().filter(wanted).map(|(order, ..)| order).collect()
}

/// Is it a house with points that this side does not hold?
fn counts(state: &State, house: HouseId, side: Side) -> bool {
    let polygon = outline(state, house);
    let mut objectives = state.game.scenario.objectives.iter();
    objectives.any(|objective| {
        objective.place == polygon && objective.points > 0 && victory::holder(state, objective) != Some(side)
    })
}

/// The house to which a battalion is sent: the nearest house with points to which it is among the nearest battalions.
pub(super) fn goal(state: &State, own: &Piece) -> Option<HouseId> {
    let board = Board::new(state);
    let far = |piece: &Piece, house: HouseId| {
        state.quads(piece.id).map(|(_, quad)| gap_to_house(state, house, &quad)).fold(f32::INFINITY, f32::min)
    };
    let is_sent = |house: &HouseId| {
        let mine = far(own, *house);
        let nearer = board.of(own.side).filter(|piece| {
            piece.id != own.id && piece.arm == own.arm && !piece.routed && far(piece, *house) < mine
        });
        mine <= FAR && nearer.count() < SENT
    };
    let all = state.game.house_ids().filter(|id| !state.house(*id).burns() && counts(state, *id, own.side));
    all.filter(is_sent).min_by(|a, b| far(own, *a).total_cmp(&far(own, *b)))
}

/// A move to the nearest wall of a house, as far as possible; empty if the group touches it.
pub(super) fn approach(state: &State, own: &Piece, house: HouseId) -> Vec<Order> {
    let gap = |id: GroupId| {
        state.quads(id).map(|(_, quad)| gap_to_house(state, house, &quad)).fold(f32::INFINITY, f32::min)
    };
    if touching(gap(own.id)) {
        return Vec::new();
    }
    let polygon = outline(state, house);
    let middle = polygon.iter().sum::<Vec2>() / polygon.len().max(1) as f32;
    let turn = turn_to(own.place, middle);
    let most = f64::from(allowance(state, own.id));
    let steps = |turn: f64, inches: f64| {
        let mut steps = Vec::new();
        if turn.abs() >= 2.0 {
            steps.push(Step::Face(turn));
        }
        steps.push(Step::Ahead(inches));
        steps
    };
    let goes = |turn: f64, inches: f64| walk(state, own.id, &steps(turn, inches), Purpose::Move).is_ok();
    let furthest = |turn: f64| {
        let (mut least, mut beyond) = (0.0, most);
        if goes(turn, most) {
            return most;
        }
        for _ in 0..HALVINGS {
            let half = (least + beyond) / 2.0;
            if goes(turn, half) { least = half } else { beyond = half }
        }
        least
    };
    let turns = [turn, turn + 20.0, turn - 20.0];
    let found = turns.map(|turn| (turn, furthest(turn))).into_iter().find(|(_, inches)| *inches >= 0.25);
    found.map(|(turn, inches)| Order::march(state.key(own.id), steps(turn, inches))).into_iter().collect()
}
