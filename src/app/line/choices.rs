//! What is due as a numbered list: each can be chosen by its number.

use crate::rules::easy::state::Phase;
use crate::rules::easy::turn::chit_name;
use crate::rules::easy::{Order, Reaction};

use super::Context;

/// One thing that is due.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// From 1.
    pub number: usize,
    pub words: String,
    pub what: Choosing,
}

/// What choosing it does.
#[derive(Clone, Debug, PartialEq)]
pub enum Choosing {
    Order(Order),
    /// The players drew this chit.
    Drawn(String),
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
        Order::Fire { .. } => 7,
        Order::EndMoves | Order::Finish => 8,
        // Moves are families: a number could not say how far.
        Order::MoveGeneral { .. }
        | Order::Enter { .. }
        | Order::Withdraw { .. }
        | Order::Move { .. }
        | Order::Fiat(_) => return None,
    })
}

/// Everything that is due and is one order, numbered as the panel shows it.
pub fn choices(context: &Context<'_>) -> Vec<Choice> {
    if !context.names.is_empty() {
        return numbered(context.names.iter().map(|name| (name.clone(), Choosing::Drawn(name.clone()))));
    }
    let mut offers: Vec<_> = context
        .due
        .offers
        .iter()
        .filter_map(|offer| Some((rank(&offer.order)?, offer.words.clone(), offer.order.clone())))
        .collect();
    offers.sort_by_key(|(rank, ..)| *rank);
    let orders = offers.into_iter().map(|(_, words, order)| (words, Choosing::Order(order)));
    // The chit that the players drew can be said instead of drawing one.
    let chits = context.state.cup.iter().filter(|_| context.state.phase == Phase::Draw);
    let drawn = chits.map(|chit| {
        let name = chit_name(context.state, *chit);
        (format!("the players drew {name}"), Choosing::Drawn(name))
    });
    numbered(orders.chain(drawn))
}

fn numbered(all: impl Iterator<Item = (String, Choosing)>) -> Vec<Choice> {
    all.enumerate().map(|(index, (words, what))| Choice { number: index + 1, words, what }).collect()
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
