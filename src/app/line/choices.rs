//! What is due as a numbered list: each can be chosen by its number.

use std::borrow::Cow;

use crate::app::command::Command;
use crate::dice::Throw;
use crate::rules::easy::state::Phase;
use crate::rules::easy::turn::chit_name;
use crate::rules::easy::{Order, Reaction, fire};

use super::Context;

/// One thing that is due.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// From 1.
    pub number: usize,
    pub words: String,
    pub what: Choosing,
    /// A shot that cannot hit.
    pub in_vain: bool,
}

/// What choosing it does.
#[derive(Clone, Debug, PartialEq)]
pub enum Choosing {
    Order(Order),
    /// The players drew this chit.
    Drawn(String),
    /// What the window is told: for rules other than Easy.
    Do(Command),
}

const SHOT: u8 = 7;
const ENDING: u8 = 8;

/// So many numbers the empty line shows.
pub const SHOWN: usize = 3;

/// Hits on average of a shot that may be ordered; 0 for all other orders.
fn likely(context: &Context<'_>, order: &Order) -> f64 {
    let Order::Fire { battery, target } = order else { return 0.0 };
    let Ok(shot) = fire::shot(context.state, *battery, *target) else { return 0.0 };
    if shot.roll.is_hopeless() {
        return 0.0;
    }
    Throw::hits(shot.roll.dice, shot.roll.worth, None, "easy:II.D-roll", "").expected()
}

/// Where a kind of order stands in the list: as in the panel of orders.
fn rank(order: &Order) -> Option<u8> {
    Some(match order {
        Order::RollWeather | Order::Draw => 0,
        Order::Activate { .. } => 1,
        Order::Declare { .. } => 2,
        Order::Pick { .. } => 3,
        Order::Rally { .. } => 4,
        Order::React { reaction: Reaction::Evade | Reaction::Fire | Reaction::Stand, .. }
        | Order::PlaceHits { .. }
        | Order::Split { .. }
        | Order::Continue { .. } => 5,
        Order::OpeningFire { .. } | Order::Resolve { .. } | Order::Retreat { .. } => 6,
        Order::Fire { .. } => SHOT,
        Order::EndMoves | Order::Finish => ENDING,
        // Moves are families: a number could not say how far.
        Order::MoveGeneral { .. }
        | Order::Enter { .. }
        | Order::Withdraw { .. }
        | Order::Move { .. }
        | Order::Fiat(_) => return None,
    })
}

/// Everything that is due and is one order, numbered: shots by their odds, those that cannot hit last.
pub fn choices<'a>(context: &Context<'a>) -> Cow<'a, [Choice]> {
    context.listed.map_or_else(|| Cow::Owned(number(context)), Cow::Borrowed)
}

/// Numbers what is due anew: every shot is measured for it.
pub fn number(context: &Context<'_>) -> Vec<Choice> {
    if !context.names.is_empty() {
        return numbered(context.names.iter().map(|name| (name.clone(), Choosing::Drawn(name.clone()))));
    }
    let mut offers: Vec<_> = context
        .due
        .offers
        .iter()
        .filter_map(|offer| Some((rank(&offer.order)?, likely(context, &offer.order), offer)))
        .collect();
    // A stable sort: within a kind the order of the book stays, but for shots.
    offers.sort_by(|(a, one, _), (b, other, _)| a.cmp(b).then_with(|| other.total_cmp(one)));
    let (mut offers, in_vain): (Vec<_>, Vec<_>) =
        offers.into_iter().partition(|(rank, likely, _)| *rank != SHOT || *likely > 0.0);
    // What ends the step is always within the first numbers, which the line shows.
    if let Some(at) = offers.iter().position(|(rank, ..)| *rank == ENDING).filter(|at| *at >= SHOWN) {
        offers[SHOWN - 1..=at].rotate_right(1);
    }
    let useful = offers.len();
    offers.extend(in_vain);
    let orders =
        offers.into_iter().map(|(.., offer)| (offer.words.clone(), Choosing::Order(offer.order.clone())));
    // The chit that the players drew can be said instead of drawing one.
    let chits = context.state.cup.iter().filter(|_| context.state.phase == Phase::Draw);
    let drawn = chits.map(|chit| {
        let name = chit_name(context.state, *chit);
        (format!("the players drew {name}"), Choosing::Drawn(name))
    });
    let mut found = numbered(orders.chain(drawn));
    found.iter_mut().skip(useful).for_each(|choice| {
        choice.in_vain = matches!(choice.what, Choosing::Order(_));
    });
    found
}

fn numbered(all: impl Iterator<Item = (String, Choosing)>) -> Vec<Choice> {
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
