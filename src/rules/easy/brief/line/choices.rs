//! What is due as a numbered list: each can be chosen by its number.

use std::borrow::Cow;

use crate::brief::groups::in_order;
use crate::chits::chit_name;
use crate::rule_set::Easy;
use crate::spelling::VERBS;
use crate::state::Phase;
use crate::{CommandId, Order, StandId, State, fire};
use game::line::{Choosing, END, LineChoice};
use game::{ChosenBy, Offer, Spelled as _, Verb};

use super::context::Context;

/// Hits on average of a shot that may be ordered; 0 for all other orders.
fn likely(context: &Context<'_>, order: &Order) -> f64 {
    let shot = order.shot().and_then(|(battery, target)| fire::shot(context.state, battery, target).ok());
    shot.map_or(0.0, |shot| shot.roll.expected())
}

/// What is due with its verb and the place of that in the table of verbs.
fn verbs<'a>(context: &Context<'a>) -> Vec<(usize, &'static Verb, &'a Offer<Order>)> {
    let of = |offer: &'a Offer<Order>| {
        let name = Easy::spell(context.state, &offer.order).verb;
        let (place, verb) = VERBS.iter().enumerate().find(|(_, verb)| verb.name == name)?;
        Some((place, verb, offer))
    };
    context.due.offers.iter().filter_map(of).collect()
}

/// Everything that is due and is one order, numbered as it is read in the panel: shots battery by battery, each by its
/// odds; those that cannot hit, which are folded away there, last.
pub fn choices<'a>(context: &Context<'a>) -> Cow<'a, [LineChoice<Order>]> {
    context.listed.map_or_else(|| Cow::Owned(number(context)), Cow::Borrowed)
}

/// Numbers what is due anew: every shot is measured for it.
pub fn number(context: &Context<'_>) -> Vec<LineChoice<Order>> {
    if !context.names.is_empty() {
        let unknown = context.names.len() + all_chits(context.state).len();
        let number = |name: &str| number_of_chit(context.state, name).unwrap_or(unknown);
        let drawn = |name: &String| LineChoice {
            number: number(name),
            words: name.clone(),
            what: Choosing::Drawn(name.clone()),
            in_vain: false,
        };
        let mut named: Vec<_> = context.names.iter().map(drawn).collect();
        named.sort_by_key(|choice| choice.number);
        named.dedup_by(|one, other| one.words == other.words);
        return named;
    }
    let due = verbs(context);
    // Of moves and of what is made up a number could not say how far, and of whom; unless nothing else is due.
    let made_up = due.iter().all(|(_, verb, _)| verb.chosen_by == ChosenBy::MadeUp);
    let (mut endings, mut listed) = (Vec::new(), Vec::new());
    for (place, verb, offer) in due {
        match verb.chosen_by {
            ChosenBy::Ending => endings.push(offer),
            ChosenBy::Listed | ChosenBy::Asked => {
                listed.push((place, verb, likely(context, &offer.order), offer));
            }
            ChosenBy::MadeUp if made_up => listed.push((place, verb, 0.0, offer)),
            ChosenBy::MadeUp | ChosenBy::ByHand | ChosenBy::OnPiece => {}
        }
    }
    // The battery with the best shot first, as it is offered first where two are as good.
    let mut batteries: Vec<(StandId, f64)> = Vec::new();
    for (.., likely, offer) in &listed {
        let Some((battery, _)) = offer.order.shot() else { continue };
        match batteries.iter_mut().find(|(id, _)| *id == battery) {
            Some((_, best)) => *best = best.max(*likely),
            None => batteries.push((battery, *likely)),
        }
    }
    batteries.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let turn =
        |order: &Order| order.shot().and_then(|(by, _)| batteries.iter().position(|(id, _)| *id == by));
    // What the step asks for, what goes on by itself, then title by title as the first of each stands in the table of verbs.
    let firsts: Vec<(&str, usize)> = listed.iter().map(|(place, verb, ..)| (verb.title, *place)).collect();
    let group = |verb: &Verb| {
        let first = firsts.iter().find(|(title, _)| *title == verb.title);
        (verb.chosen_by != ChosenBy::Asked, !verb.title.is_empty(), first.map(|(_, place)| *place))
    };
    // A stable sort: within a title the order of the book stays, but for shots.
    listed.sort_by(|(_, a, one, first), (_, b, other, second)| {
        let shots = || turn(&first.order).cmp(&turn(&second.order)).then_with(|| other.total_cmp(one));
        group(a).cmp(&group(b)).then_with(shots)
    });
    // The first of what ends the step has a key of its own.
    let mut endings = endings.into_iter();
    let ending = endings.next();
    let (offers, in_vain): (Vec<_>, Vec<_>) =
        listed.into_iter().partition(|(.., likely, offer)| offer.order.shot().is_none() || *likely > 0.0);
    let offers: Vec<_> = offers.into_iter().map(|(.., offer)| offer).chain(endings).collect();
    let useful = offers.len();
    let said = |offer: &Offer<Order>| (offer.words.clone(), Choosing::Order(offer.order.clone()));
    let orders = offers.into_iter().chain(in_vain.into_iter().map(|(.., offer)| offer)).map(said);
    let mut found = numbered(orders);
    found.iter_mut().skip(useful).for_each(|choice| {
        choice.in_vain = matches!(choice.what, Choosing::Order(_));
    });
    // The chit that the players drew can be said instead of drawing one.
    if context.state.phase == Phase::Draw {
        let cup = &context.state.cup;
        let in_cup = all_chits(context.state).into_iter().filter(|(id, _)| cup.contains(id));
        found.extend(in_cup.filter_map(|(_, name)| {
            let number = number_of_chit(context.state, &name)?;
            let words = format!("the players drew {name}");
            Some(LineChoice { number, words, what: Choosing::Drawn(name), in_vain: false })
        }));
    }
    found.extend(ending.map(|ending| {
        let (words, what) = said(ending);
        LineChoice { number: END, words, what, in_vain: false }
    }));
    found
}

/// Every command that has chits, with what stands on them: side by side, wing by wing, whoever is in the cup.
pub fn all_chits(state: &State) -> Vec<(CommandId, String)> {
    let with_chits = in_order(state).into_iter().filter(|id| state.chits_of(*id) > 0);
    with_chits.map(|id| (id, chit_name(state, id))).collect()
}

/// The number of a chit, which stays the same however many are drawn: behind the draw itself, by their order.
fn number_of_chit(state: &State, name: &str) -> Option<usize> {
    const DRAW: usize = 1;
    all_chits(state).iter().position(|(_, known)| known == name).map(|place| place + 1 + DRAW)
}

fn numbered(all: impl Iterator<Item = (String, Choosing<Order>)>) -> Vec<LineChoice<Order>> {
    all.enumerate()
        .map(|(index, (words, what))| LineChoice { number: index + 1, words, what, in_vain: false })
        .collect()
}

/// Is a number alone one of the choices? Not while stands are named: to move, to fire, to be activated.
pub fn numbers_alone(context: &Context<'_>) -> bool {
    !context.names.is_empty()
        || !context
            .due
            .offers
            .iter()
            .map(|offer| &offer.order)
            .any(|order| order.move_kind().is_some() || order.activated().is_some() || order.shot().is_some())
}
