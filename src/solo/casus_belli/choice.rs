//! Combats, retreats, advances and reorganisation: chooses the best of the possible orders.

use casus_belli::combat::form::may_inspire;
use casus_belli::combat::phase::CombatPhase;
use casus_belli::combat::plans;
use casus_belli::combat::strength::{Prospect, bonus, reckon};
use casus_belli::combat::table::{Column, CombatResult, DIE, result};
use casus_belli::state::State;
use casus_belli::{Assault, LeaderId, Order, UnitId, combat, rally, turn};
use game::Offer;
use game::hex_combats::Formed;
use hexes::Hex;
use scenario::Side;

use super::aims::{Aims, worth_of_column, worth_of_result};
use super::fights::Fights;

/// Value of a leader who may be lost by the bonus (`cb:11d`).
const LEADER: f32 = 7.0;
/// Least expected value at which an optional attack is made.
const WILLING: f32 = 0.35;

/// Maximum number of combats considered at a time.
const COMBATS: usize = 160;

/// The orders for the combat phase, best first; `ahead`: a combat is worth what it comes to with all that are owed after it.
pub(super) fn orders(state: &State, phase: &CombatPhase, aims: &[Aims; 2], ahead: bool) -> Vec<Order> {
    let is_free = phase.under_way().is_none() && phase.retreating.is_none() && phase.withdrawing.is_none();
    let mut ranked: Vec<(f32, Order)> = if is_free {
        let combats = plans::singles(state, phase, COMBATS).combats;
        let aims = &aims[state.phasing.index()];
        let fights = ahead.then(|| Fights::of(state, phase));
        let now = fights.as_ref().map_or(0.0, |fights| fights.worth(aims));
        let found =
            combats.iter().filter_map(|formed| combat(state, phase, aims, formed, fights.as_ref(), now));
        let mut ranked: Vec<(f32, Order)> = found.collect();
        ranked.extend(turn::ending(state).map(|(end, _)| (-100.0, end)));
        ranked
    } else {
        let due = combat::offers::due(state, phase);
        let side = due.side.unwrap_or(state.phasing);
        due.offers.iter().filter_map(|offer| worth(state, &aims[side.index()], side, offer)).collect()
    };
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().map(|(_, order)| order).collect()
}

/// The next combat: what has to be fought is fought, the best first; optional combats only if they pay. With `fights` it counts
/// with all that are owed after it, which come to `now` without it.
fn combat(
    state: &State,
    phase: &CombatPhase,
    aims: &Aims,
    formed: &Formed,
    fights: Option<&Fights<'_>>,
    now: f32,
) -> Option<(f32, Order)> {
    let (worth, assault) = attack(state, phase, aims, formed, fights);
    let after = |fights: &Fights<'_>| fights.after(aims, formed.used(), formed.attacked()) - now;
    let worth = worth + fights.map_or(0.0, after);
    let owed = assault.by.iter().any(|unit| phase.owing.contains(unit))
        || assault.on.iter().any(|unit| phase.owed.contains(unit));
    (owed || worth >= WILLING).then_some((worth, Order::Attack(assault)))
}

/// The value of an offer, and the order as it would be given; `None` if it is not wanted.
fn worth(state: &State, aims: &Aims, side: Side, offer: &Offer<Order>) -> Option<(f32, Order)> {
    let order = offer.order.clone();
    let worth = if let Some(back) = order.retreat() {
        back.way.last().map_or(-50.0, |hex| {
            let loyal = 0.2 * back.with.len() as f32;
            -(f32::from(state.game.to_communications(side, *hex)) * 0.2) - aims.danger(state, back.unit, *hex)
                + loyal
                - back.chain.len() as f32 * 0.3
        })
    } else if let Some((unit, to)) = order.advance() {
        let gain = aims.seat(state, to) + aims.pull(to) - aims.danger(state, unit, to);
        let here = state
            .hex(unit)
            .map_or(0.0, |hex| aims.seat(state, hex) + aims.pull(hex) - aims.danger(state, unit, hex));
        if gain - here < 0.3 {
            return None;
        }
        gain - here + 1.0
    } else if let Some((leader, hex)) = order.relocate() {
        refuge(state, leader, hex)
    } else {
        match offer.kind {
            "decline" => 0.0,
            "end-combat" => -5.0,
            _ => return None,
        }
    };
    Some((worth, order))
}

/// Value of a refuge for a leader who got away: the nearer its line of communications the better.
pub(super) fn refuge(state: &State, leader: LeaderId, hex: Hex) -> f32 {
    let side = state.game.leader(leader).side;
    -f32::from(state.game.to_communications(side, hex)) * 0.1
}

/// Expected value of an attack, with the column and the leader that serve it best.
fn attack(
    state: &State,
    phase: &CombatPhase,
    aims: &Aims,
    formed: &Formed,
    fights: Option<&Fights<'_>>,
) -> (f32, Assault) {
    let reckoning = reckon(state, formed);
    let assault = Assault::of(formed);
    let value = |unit: &UnitId| f32::from(state.unit(*unit).strength) + 0.5;
    let stake = |units: &[UnitId]| -> f32 {
        let seat = |unit: &UnitId| state.hex(*unit).map_or(0.0, |hex| aims.seat(state, hex));
        units.iter().map(|unit| value(unit) + seat(unit)).sum()
    };
    let (prize, risk) = (stake(&formed.defenders), stake(&formed.contact));
    let column = match reckoning.prospect {
        Prospect::NobodyLeft => return (prize * 1.5, assault),
        Prospect::Hopeless => return (-risk, assault),
        Prospect::Die(column) => column,
    };
    let mean = |column: Column, bonus: u8| -> f32 {
        if let Some(fights) = fights {
            return fights.mean_of(aims, formed, column, bonus);
        }
        let of = |face: u8| {
            let result = result(column, face, bonus).unwrap_or(CombatResult::No);
            let worth = worth_of_result(result);
            if worth >= 0.0 { worth * prize } else { worth * risk }
        };
        (1..=DIE).map(of).sum::<f32>() / f32::from(DIE)
    };
    let mut best = (mean(column, 0), assault.clone());
    for leader in may_inspire(state, phase, formed) {
        let adds = bonus(state, leader);
        let loss = if state.game.is_french(state.phasing) && state.game.led_by(leader).is_none() {
            // The loss of this leader would lose the battle.
            200.0
        } else {
            LEADER
        };
        let worth = mean(column, adds) - loss / f32::from(DIE);
        if adds > 0 && worth > best.0 + 0.2 && worth_of_column(column, adds) > 0.0 {
            best = (worth, Assault { leaders: vec![leader], ..assault.clone() });
        }
    }
    best
}

/// The orders for the reorganisation: the strongest units are turned face up first.
pub(super) fn rallies(state: &State) -> Vec<Order> {
    let mut offers: Vec<(i16, Order)> = rally::offers(state)
        .into_iter()
        .map(|offer| {
            let strength =
                offer.order.units().first().map_or(0, |unit| i16::from(state.unit(*unit).strength));
            (strength, offer.order)
        })
        .collect();
    offers.sort_by_key(|(strength, _)| std::cmp::Reverse(*strength));
    offers.into_iter().map(|(_, order)| order).chain(turn::ending(state).map(|(end, _)| end)).collect()
}
