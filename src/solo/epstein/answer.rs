//! Responses of the passive player: fire that is given or held, squares, supports, which figures are lost.

use epstein::kind::Arm;
use epstein::moving::allowance;
use epstein::order::{Answering, Order};
use epstein::pending::{Charge, ChargeStep, Losses, Pending, Shot};
use epstein::state::State;
use epstein::{charge, fire, losses, reply, support};

use super::board::Board;
use super::odds::{self, Attack};

/// Assumed probability that an enemy who could charge does so.
const LIKELY: f32 = 0.2;

/// The orders for a pending decision, best first.
pub(super) fn orders(state: &State, pending: &Pending) -> Vec<Order> {
    match pending {
        Pending::Shot(shot) => to_shot(state, shot),
        Pending::Losses(lost) => to_losses(state, lost),
        Pending::Charge(now) if now.step == ChargeStep::Contact => to_contact(state, now),
        Pending::Charge(now) => to_charge(state, now),
        // At houses, and for leaders, the first offer is best.
        Pending::HouseShot(_)
        | Pending::Assault(_)
        | Pending::Opening(_)
        | Pending::Risk(_)
        | Pending::Follow(_)
        | Pending::Flames(_) => Vec::new(),
    }
}

/// Fire is answered, unless a charge is likely that the fire would meet better.
fn to_shot(state: &State, shot: &Shot) -> Vec<Order> {
    let answer = |how| Order::answer(state.key(shot.on), how);
    let now = odds::volley_hits(state, shot.on, shot.by, true);
    let held = worth_held(state, shot);
    if held > now {
        vec![answer(Answering::Nothing)]
    } else {
        vec![answer(Answering::Fire), answer(Answering::Nothing)]
    }
}

/// Value of holding fire for the most dangerous charge.
fn worth_held(state: &State, shot: &Shot) -> f32 {
    let on = shot.on;
    if state.group(on).marks.attacked {
        return 0.0;
    }
    let board = Board::new(state);
    let Some(own) = board.piece(on) else { return 0.0 };
    let figures: u16 = fire::firing_stands(state, on).iter().map(|stand| state.stand(*stand).figures).sum();
    let pips = 3.5 - if own.skirmishes { 2.0 } else { 0.0 };
    let hits = pips * f32::from(figures) / 10.0;
    let fear = |id| {
        let fails = 1.0 - odds::charger_holds(state, id);
        let hit = (hits / 2.0).min(1.0);
        hits + hit * fails * odds::rout_worth(f32::from(state.figures(id)) - hits)
    };
    let near = board.enemies_near(state, own, 13.0);
    let chargers = near.iter().filter(|(enemy, gap)| {
        *gap <= allowance(state, enemy.id) && charge::check_charger(state, enemy.id).is_ok()
    });
    let most = chargers.map(|(enemy, _)| fear(enemy.id)).fold(0.0, f32::max);
    // The unit has to hold before it fires.
    LIKELY * 0.42 * most
}

/// The answer with the least value for the charger.
fn to_charge(state: &State, now: &Charge) -> Vec<Order> {
    let Some(met) = &now.met else { return Vec::new() };
    let attack = Attack::under_way(state, now, met);
    let mut answers: Vec<(f32, Answering)> = reply::answers(state, now)
        .into_iter()
        .map(|how| (attack.answered(state, now, met, how), how))
        .collect();
    answers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let unit = state.key(met.group);
    answers.into_iter().map(|(_, how)| Order::answer(unit.clone(), how)).collect()
}

/// Supports join if the defence is likelier to win with them.
fn to_contact(state: &State, now: &Charge) -> Vec<Order> {
    let Some(met) = &now.met else { return Vec::new() };
    let all = support::of_defence(state, now);
    let own: u16 = std::iter::once(&met.group).chain(&all).map(|id| state.figures(*id)).sum();
    let horse = state.arm(now.by) == Arm::Cavalry;
    let needed = state.figures(now.by) * if horse { 2 } else { 1 };
    let named = if own >= needed { all.iter().map(|id| state.key(*id)).collect() } else { Vec::new() };
    vec![Order::Support { units: named }, Order::Support { units: Vec::new() }]
}

/// Figures are removed so that the unit stays together: from the stands farthest from its middle.
fn to_losses(state: &State, lost: &Losses) -> Vec<Order> {
    let middle = state.place(lost.of).at;
    let far = |stand| state.pose(stand).map_or(0.0, |pose| pose.at.distance(middle));
    let worth = |way: &losses::Shares| {
        way.iter().map(|(stand, figures)| far(*stand) * f32::from(*figures)).sum::<f32>()
    };
    let mut ways = losses::ways(state, lost);
    ways.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    let order = |way: losses::Shares| {
        let key = |stand| state.game.stand(stand).key.clone();
        let losses = way.into_iter().map(|(stand, count)| (key(stand), u32::from(count))).collect();
        Order::losses(state.key(lost.of), losses)
    };
    ways.into_iter().take(4).map(order).collect()
}
