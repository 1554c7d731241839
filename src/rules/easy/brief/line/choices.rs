//! What is due as a numbered list: each can be chosen by its number.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::game::Offer;
use crate::game::line::{Choice, Choosing, END};
use crate::rules::easy::chits::chit_name;
use crate::rules::easy::state::Phase;
use crate::rules::easy::{Order, Reaction, StandId, fire};

use super::context::Context;

/// Where shots stand in the list, and what ends the step: see [`rank`].
const SHOT: u8 = 7;
const SQUARES: u8 = 8;
const ENDING: u8 = 9;

/// Hits on average of a shot that may be ordered; 0 for all other orders.
fn likely(context: &Context<'_>, order: &Order) -> f64 {
    let Order::Fire { battery, target } = order else { return 0.0 };
    fire::shot(context.state, *battery, *target).map_or(0.0, |shot| shot.roll.expected())
}

/// Where a kind of order stands in the list: as in the panel of orders.
fn rank(order: &Order) -> Option<u8> {
    Some(match order {
        Order::RollWeather | Order::RollAmmunition | Order::Draw => 0,
        Order::RollStands | Order::Activate { .. } => 1,
        Order::Declare { .. } => 2,
        Order::Pick { .. } | Order::Post { .. } => 3,
        Order::Rally { .. } => 4,
        Order::React { reaction: Reaction::Evade | Reaction::Fire | Reaction::Stand, .. }
        | Order::PlaceHits { .. }
        | Order::Split { .. }
        | Order::Square { .. }
        | Order::Spare { .. }
        | Order::Take { .. }
        | Order::Bridge { .. }
        | Order::Continue { .. } => 5,
        Order::OpeningFire { .. } | Order::Resolve { .. } | Order::Retreat { .. } => 6,
        Order::Work { .. } | Order::Join { .. } => 6,
        Order::Fire { .. } => SHOT,
        Order::EndMoves | Order::Finish => ENDING,
        // Moves are families: a number could not say how far.
        Order::MoveGeneral { .. }
        | Order::Enter { .. }
        | Order::Attach { .. }
        | Order::Form { .. }
        | Order::Withdraw { .. }
        | Order::Move { .. }
        | Order::Fiat(_) => return None,
    })
}

/// Everything that is due and is one order, numbered as it is read in the panel: shots battery by battery, each by its
/// odds; those that cannot hit, which are folded away there, last.
pub fn choices<'a>(context: &Context<'a>) -> Cow<'a, [Choice<Order>]> {
    context.listed.map_or_else(|| Cow::Owned(number(context)), Cow::Borrowed)
}

/// Numbers what is due anew: every shot is measured for it.
pub fn number(context: &Context<'_>) -> Vec<Choice<Order>> {
    if !context.names.is_empty() {
        return numbered(context.names.iter().map(|name| (name.clone(), Choosing::Drawn(name.clone()))));
    }
    let moves = context.due.offers.iter().any(|offer| matches!(offer.order, Order::Move { .. }));
    let mut offers: Vec<_> = context
        .due
        .offers
        .iter()
        .filter_map(|offer| {
            let rank = match &offer.order {
                // Of those who may move as well, squares are read last.
                Order::Square { .. } if moves => SQUARES,
                order => rank(order)?,
            };
            Some((rank, likely(context, &offer.order), offer))
        })
        .collect();
    // The battery with the best shot first, as it is offered first where two are as good.
    let mut batteries: Vec<(StandId, f64)> = Vec::new();
    for (_, likely, offer) in &offers {
        let Order::Fire { battery, .. } = offer.order else { continue };
        match batteries.iter_mut().find(|(id, _)| *id == battery) {
            Some((_, best)) => *best = best.max(*likely),
            None => batteries.push((battery, *likely)),
        }
    }
    batteries.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let turn = |order: &Order| match order {
        Order::Fire { battery, .. } => batteries.iter().position(|(id, _)| id == battery),
        _ => None,
    };
    // A stable sort: within a kind the order of the book stays, but for shots.
    offers.sort_by(|(a, one, first), (b, other, second)| {
        let shots = || turn(&first.order).cmp(&turn(&second.order)).then_with(|| other.total_cmp(one));
        a.cmp(b).then_with(shots)
    });
    // The first of what ends the step has a key of its own.
    let ending = offers.iter().position(|(rank, ..)| *rank == ENDING).map(|at| offers.remove(at));
    let (mut offers, in_vain): (Vec<_>, Vec<_>) =
        offers.into_iter().partition(|(rank, likely, _)| *rank != SHOT || *likely > 0.0);
    let useful = offers.len();
    offers.extend(in_vain);
    let said =
        |(.., offer): (_, _, &Offer<Order>)| (offer.words.clone(), Choosing::Order(offer.order.clone()));
    let orders = offers.into_iter().map(said);
    // The chit that the players drew can be said instead of drawing one.
    let chits: BTreeSet<_> =
        context.state.cup.iter().filter(|_| context.state.phase == Phase::Draw).collect();
    let drawn = chits.into_iter().map(|chit| {
        let name = chit_name(context.state, *chit);
        (format!("the players drew {name}"), Choosing::Drawn(name))
    });
    let mut found = numbered(orders.chain(drawn));
    found.iter_mut().skip(useful).for_each(|choice| {
        choice.in_vain = matches!(choice.what, Choosing::Order(_));
    });
    found.extend(ending.map(|ending| {
        let (words, what) = said(ending);
        Choice { number: END, words, what, in_vain: false }
    }));
    found
}

fn numbered(all: impl Iterator<Item = (String, Choosing<Order>)>) -> Vec<Choice<Order>> {
    all.enumerate()
        .map(|(index, (words, what))| Choice { number: index + 1, words, what, in_vain: false })
        .collect()
}

/// Is a number alone one of the choices? Not while stands are named: to move, to fire, to be activated.
pub fn numbers_alone(context: &Context<'_>) -> bool {
    !context.names.is_empty()
        || !context.due.offers.iter().any(|offer| {
            matches!(
                offer.order,
                Order::Move { .. }
                    | Order::Withdraw { .. }
                    | Order::MoveGeneral { .. }
                    | Order::Enter { .. }
                    | Order::Activate { .. }
                    | Order::Fire { .. }
            )
        })
}
