//! The combat phase: which combat comes next, where beaten units go, which units advance, the cost of an exchange.

use super::board::Board;
use super::fights::{Combat, Duties, Taste, Worth, plan, price, weigh};
use super::march::{PlaceValues, place_values};
use super::{Staff, may_strike, worth_the_strike};
use hexes::Hex;
use napoleon_at_war::combat::graph::Graph;
use napoleon_at_war::combat::phase::{CombatPhase, Fight, Step};
use napoleon_at_war::combat::retreat::RetreatField;
use napoleon_at_war::combat::{advance, fight, offers, plans};
use napoleon_at_war::options::Declaration;
use napoleon_at_war::{Order, State, UnitId, turn};

/// Bonus for a duty that only a gun can do: done first, as the gun might be displaced.
const GUN_FIRST: f32 = 5.0;

/// The orders for the combat phase, best first.
pub(super) fn orders(battle: &mut Staff, state: &State, phase: &CombatPhase) -> Vec<Order> {
    if let Some(fight) = phase.under_way() {
        return match &fight.step {
            Step::Exchange => {
                let sets = fight::exchanges(state, fight).into_iter();
                sets.map(|lost| Order::Exchange { lost }).collect()
            }
            Step::Retreats { .. } => retreats(battle, state, phase, fight),
            Step::Advance => advances(battle, state, phase, fight),
            Step::Done { .. } => Vec::new(),
        };
    }
    let end = turn::ending(state).map(|(end, _)| end);
    let graph = Graph::of(state, phase);
    let duties = Duties::of_graph(&graph);
    let board = Board::new(&battle.ground, state, state.phasing);
    let mut taste = battle.taste(state, state.phasing);
    if may_strike(state) && !phase.begun {
        let worth = |doubled: bool| {
            let taste = Taste { doubled, ..taste.clone() };
            plan(&board, &taste, &battle.chances, &duties, true).value()
        };
        if battle.strikes || worth(true) - worth(false).max(0.0) >= worth_the_strike(state) {
            return std::iter::once(Order::Counterattack).chain(end).collect();
        }
    }
    taste.doubled = state.counterattacking();
    let combats: Vec<(Combat, Worth)> = match (&phase.declared, state.game.options.declaration) {
        (Some(declared), Declaration::UpFront) => {
            let standing = declared.iter().filter_map(|assault| plans::standing(state, phase, assault));
            let combats = standing.map(|formed| Combat {
                contact: formed.contact.iter().copied().collect(),
                guns: formed.ranged.iter().copied().collect(),
                defenders: formed.defenders.iter().copied().collect(),
            });
            combats.map(|combat| (combat, weigh(&board, &taste, &battle.chances, &combat))).collect()
        }
        _ => plan(&board, &taste, &battle.chances, &duties, true).combats,
    };
    let assault = |index: usize| {
        let (combat, worth) = combats[index];
        combat.assault(worth)
    };
    if combats.is_empty() {
        return end.into_iter().collect();
    }
    if offers::is_to_declare(state, phase) {
        return offers::orders(state, phase, (0..combats.len()).map(assault).collect());
    }
    let mut urgent: Vec<(f32, usize)> =
        (0..combats.len()).map(|index| (urgency(battle, &board, &taste, &combats, index), index)).collect();
    urgent.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let urgent = urgent.into_iter().map(|(_, index)| assault(index));
    offers::orders(state, phase, urgent.collect()).into_iter().chain(end).collect()
}

/// The gain of the other combats if this one is fought first: its victors may cut off others' retreats, and its losers no
/// longer do.
fn urgency(
    battle: &Staff,
    board: &Board<'_>,
    taste: &Taste,
    combats: &[(Combat, Worth)],
    index: usize,
) -> f32 {
    let (combat, worth) = combats[index];
    let [de, dr, ex, ar, ae] = *battle.chances.of(worth.column);
    let (won, lost) = ((de + dr + ex) / 6.0, (ar + ae) / 6.0);
    // The referee may have let a unit fight twice: combats that share one with this are left out.
    let all = |combat: &Combat| -> Vec<UnitId> {
        combat.contact.iter().chain(combat.guns.iter()).chain(combat.defenders.iter()).collect()
    };
    let own = all(&combat);
    let apart = |other: &Combat| !all(other).iter().any(|unit| own.contains(unit));
    let others = |board: &Board<'_>| -> f32 {
        let rest = combats.iter().enumerate().filter(|(other, _)| *other != index);
        let rest = rest.filter(|(_, (other, _))| apart(other));
        rest.map(|(_, (other, _))| weigh(board, taste, &battle.chances, other).value).sum()
    };
    let rest = combats.iter().enumerate().filter(|(other, _)| *other != index);
    let now: f32 = rest.filter(|(_, (other, _))| apart(other)).map(|(_, (_, w))| w.value).sum();
    let mut after = board.clone();
    let place = combat.defenders.first().map(|enemy| board.place(enemy));
    for enemy in combat.defenders.iter() {
        after.put(enemy, super::ground::NOWHERE);
    }
    if let (Some(victor), Some(place)) = (combat.contact.first(), place) {
        after.put(victor, place);
    }
    let victory = others(&after);
    let defeat = if combat.contact.is_empty() {
        now
    } else {
        let mut after = board.clone();
        for own in combat.contact.iter() {
            after.put(own, super::ground::NOWHERE);
        }
        others(&after)
    };
    let first = if combat.contact.is_empty() { GUN_FIRST } else { 0.0 };
    first + won * (victory - now) + lost * (defeat - now)
}

/// The retreat of a beaten unit: toward what the side wants, away from enemies, with a way on from there.
fn retreats(battle: &Staff, state: &State, phase: &CombatPhase, fight: &Fight) -> Vec<Order> {
    let Step::Retreats { left, may } = &fight.step else { return Vec::new() };
    let side = fight::beaten_side(state, fight);
    let board = Board::new(&battle.ground, state, side);
    let values = place_values(&battle.ground, state, side);
    let options = fight::retreats(state, fight).ways;
    let mut dooms = fight::Dooms::of(state, fight);
    let doomed: Vec<UnitId> =
        options.iter().filter(|(_, way)| way.is_empty()).map(|(unit, _)| *unit).collect();
    let mut ranked: Vec<(f32, Order)> = Vec::new();
    for (unit, way) in options {
        let volunteer = may.contains(&unit) && !left.contains(&unit);
        let score = if volunteer {
            // A gun moves only to make room for the units it stands behind (`naw:8.15`).
            let mut field = RetreatField::new(state, phase, fight, side);
            field.go(unit, &way);
            let saved: f32 = doomed
                .iter()
                .filter(|other| field.has_way(**other))
                .map(|other| price(board.strength[other.index()]))
                .sum();
            if saved <= 0.0 {
                continue;
            }
            50.0 + saved
        } else if way.is_empty() {
            // Another unit's retreat may still open a way.
            -100.0
        } else {
            let others = dooms.as_mut().map(|dooms| dooms.by(unit, &way)).unwrap_or_default();
            let lost: f32 = others.iter().map(|other| price(board.strength[other.index()])).sum();
            worth_of_retreat(&board, state, phase, &values, unit, &way) - 2.0 * lost
        };
        ranked.push((score, Order::Retreat { unit, way }));
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut orders: Vec<Order> = ranked.into_iter().map(|(_, order)| order).collect();
    if left.is_empty() {
        orders.push(Order::Decline);
    }
    orders
}

fn worth_of_retreat(
    board: &Board<'_>,
    state: &State,
    phase: &CombatPhase,
    values: &PlaceValues,
    unit: UnitId,
    way: &[Hex],
) -> f32 {
    let mut after = board.clone();
    let field_of = |hex: &Hex| board.ground.at(*hex);
    let mut movers = vec![unit];
    movers.extend(way[..way.len() - 1].iter().filter_map(|hex| board.held(field_of(hex))));
    for mover in &movers {
        after.put(*mover, super::ground::NOWHERE);
    }
    let mut score = 0.0;
    for (mover, hex) in movers.iter().zip(way) {
        after.put(*mover, field_of(hex));
        if mover != &unit {
            score -= 0.3;
            let silenced = state.game.is_artillery(*mover)
                && state.side(*mover) == state.phasing
                && !phase.fought.contains(mover);
            score -= if silenced { 1.5 } else { 0.0 };
        }
    }
    for mover in &movers {
        let place = usize::from(after.place(*mover));
        let strength = after.strength[mover.index()];
        let cover = if board.ground.doubles[place] { 0.3 } else { 0.0 };
        score += values.each[place] * (1.0 + strength as f32) + values.any[place] * 0.5 + cover;
        score -= (1.0 - after.way_back(*mover)) * price(strength) * 0.3;
    }
    // Out of reach of the victors, to begin with.
    let here = board.ground.hex(after.place(unit));
    let close = state.on_map().filter(|(other, hex)| {
        state.side(*other) != state.side(unit) && board.ground.grid.distance(*hex, here) <= 2
    });
    score - 0.15 * close.count() as f32
}

/// The advance after combat, if it is better than staying: for the ground, and to cut off enemies still to be attacked.
fn advances(battle: &Staff, state: &State, phase: &CombatPhase, fight: &Fight) -> Vec<Order> {
    let options = advance::advances(state, fight);
    let Some(side) = options.first().map(|(unit, _)| state.side(*unit)) else { return vec![Order::Decline] };
    let values = place_values(&battle.ground, state, side);
    let mut board = Board::new(&battle.ground, state, side);
    let phasing = side == state.phasing;
    let taste = battle.taste(state, side);
    let duties = if phasing { Duties::of_graph(&Graph::of(state, phase)) } else { Duties::default() };
    let rest = |board: &Board<'_>| plan(board, &taste, &battle.chances, &duties, true).value();
    let now = rest(&board);
    let mut ranked: Vec<(f32, Order)> = Vec::new();
    for (unit, to) in options {
        let (from, place) = (board.place(unit), battle.ground.at(to));
        let strength = board.strength[unit.index()];
        let stand = |board: &Board<'_>, place: u16| {
            let at = usize::from(place);
            let enemies: u32 = board.touched(unit).iter().map(|other| board.strength[other.index()]).sum();
            let own = if battle.ground.doubles[at] { strength * 2 } else { strength };
            let exposed = (enemies as f32 / own as f32).min(3.0) * 0.12 * price(strength);
            values.each[at] * (1.0 + strength as f32) + values.any[at]
                - (1.0 - board.way_back(unit)) * price(strength) * 0.5
                - exposed
        };
        let before = stand(&board, from);
        board.put(unit, place);
        let gain = stand(&board, place) - before + rest(&board) - now;
        board.put(unit, from);
        if gain > if phasing { 0.05 } else { 0.4 } {
            ranked.push((gain, Order::Advance { unit, to }));
        }
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut orders: Vec<Order> = ranked.into_iter().map(|(_, order)| order).collect();
    orders.push(Order::Decline);
    orders
}
