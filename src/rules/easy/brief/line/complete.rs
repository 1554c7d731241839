//! What could stand at the cursor, with what each is.

use crate::chits::chit_name;
use crate::movement;
use crate::regroup;
use crate::state::Phase;
use crate::{StandId, words};
use game::line::Completion;
use game::line::names::{fit, plain};

use super::context::Context;
use super::grammar::{HEADS, Head, VERBS, Verb};
use super::meaning::{StandRole, find, likely, order_by_verb};
use super::moves;
use super::parse::{Named, Token, tokens};

/// Where in a sentence the cursor is.
enum Spot<'t> {
    /// Nothing but stands stand before it.
    Head { stands: Vec<&'t Token> },
    /// Behind a verb that takes a stand.
    Target { verb: Verb, stands: Vec<&'t Token> },
    /// Behind the deeds.
    Deeds { stands: Vec<&'t Token> },
}

pub fn completions(text: &str, cursor: usize, context: &Context<'_>) -> Vec<Completion> {
    let before: String = text.chars().take(cursor).collect();
    let cursor = before.chars().count();
    let tokens = tokens(&before);
    let begin = tokens.iter().rposition(|token| token.mark() == Some(';')).map_or(0, |index| index + 1);
    let said = &tokens[begin..];
    // A verb that is whole and takes a stand is behind us.
    let open = |token: &&Token| !matches!(token.verb(), Some(Verb::Contact | Verb::Fire | Verb::Attack));
    let partial = said.last().filter(|token| token.to == cursor && token.mark().is_none()).filter(open);
    let whole = if partial.is_some() { &said[..said.len() - 1] } else { said };
    let typed: String = partial.map(|token| before.chars().skip(token.from).collect()).unwrap_or_default();
    let from = partial.map_or(cursor, |token| token.from);
    let mut list = List { from, typed: plain(&typed), found: Vec::new() };
    if let Some(head) = whole.first().and_then(Token::word).and_then(super::grammar::head)
        && matches!(head, Head::Attach | Head::Form)
    {
        regrouping(head, whole, &mut list, context);
        return list.found;
    }
    match spot(whole) {
        Spot::Head { stands } if stands.is_empty() => at_head(&mut list, context),
        Spot::Head { stands } => {
            verbs(&stands, false, &mut list, context);
            if whole.last().and_then(Token::mark) == Some(',') {
                list.stands(context, StandRole::Actor);
            }
        }
        Spot::Target { verb, stands } => targets(verb, &stands, &mut list, context),
        Spot::Deeds { stands } => verbs(&stands, true, &mut list, context),
    }
    list.found
}

fn spot(whole: &[Token]) -> Spot<'_> {
    let first_verb = whole.iter().position(|token| token.verb().is_some());
    let stands: Vec<&Token> = whole[..first_verb.unwrap_or(whole.len())]
        .iter()
        .filter(|token| token.number().is_some() || token.word().is_some())
        .collect();
    if first_verb.is_none() {
        return Spot::Head { stands };
    }
    let last = whole.iter().rev().find(|token| token.mark() != Some(',') && token.number().is_none());
    match last.and_then(Token::verb) {
        Some(verb @ (Verb::Contact | Verb::Fire))
            if whole.last().is_some_and(|token| token.number().is_none()) =>
        {
            Spot::Target { verb, stands }
        }
        Some(verb @ Verb::Attack) => Spot::Target { verb, stands },
        _ => Spot::Deeds { stands },
    }
}

struct List {
    from: usize,
    /// What is typed of it, plain.
    typed: String,
    found: Vec<Completion>,
}

impl List {
    fn push(&mut self, insert: impl Into<String>, about: impl Into<String>) {
        let (insert, about) = (insert.into(), about.into());
        if !self.found.iter().any(|known| known.insert == insert) {
            self.found.push(Completion { from: self.from, insert, about });
        }
    }

    /// A stand by badge or name: its badge where it is typed, otherwise its name where no other has it.
    fn stand(&mut self, context: &Context<'_>, id: StandId, role: StandRole, about: String) {
        let unit = context.state.unit(id);
        let badge = unit.badge.to_string();
        let name = unit.short.as_str();
        let digits = self.typed.starts_with(|letter: char| letter.is_ascii_digit());
        if digits && badge.starts_with(&self.typed) || self.typed.is_empty() {
            self.push(badge, about);
        } else if !digits && fit(&self.typed, name).is_some() {
            let named = Named { text: name.to_lowercase(), at: 0 };
            let one = name.chars().all(char::is_alphabetic)
                && super::grammar::verb(&named.text).is_none()
                && find(&named, context, role) == Ok(id);
            self.push(if one { name.to_owned() } else { badge }, about);
        }
    }

    fn stands(&mut self, context: &Context<'_>, role: StandRole) {
        for id in likely(context, role) {
            self.stand(context, id, role, words::describe(context.state, id));
        }
        if !self.typed.is_empty() {
            for id in context.state.ids() {
                self.stand(context, id, role, words::describe(context.state, id));
            }
        }
    }
}

/// Behind `attach` or `form`: units, the word after them, and behind `to` the commands that may receive them.
fn regrouping(head: Head, whole: &[Token], list: &mut List, context: &Context<'_>) {
    let state = context.state;
    let word = if head == Head::Attach { "to" } else { "as" };
    match whole.iter().position(|token| token.word() == Some(word)) {
        Some(_) if head == Head::Form => {}
        Some(place) => {
            for id in regroup::offers::receivers(state) {
                let name = &state.command(id).name;
                // Words before the cursor may be the beginning of the name already.
                if place + 1 == whole.len() && (list.typed.is_empty() || fit(&list.typed, name).is_some()) {
                    list.push(name.clone(), format!("puts the units under {name}"));
                }
            }
        }
        None => {
            if whole.len() > 1 && word.starts_with(&list.typed) {
                let about = if head == Head::Attach { "under whom" } else { "its name on the chit" };
                list.push(word, about);
            }
            list.stands(context, StandRole::Unit);
        }
    }
}

fn at_head(list: &mut List, context: &Context<'_>) {
    // Chits are named; see [`super`].
    if context.state.phase == Phase::Draw {
        return;
    }
    if !list.typed.is_empty() {
        for offer in context.offers(Head::Pick.kinds()) {
            if let Some(command) = offer.order.command() {
                let name = chit_name(context.state, command);
                if fit(&list.typed, &name).is_some() {
                    list.push(name, offer.words.clone());
                }
            }
        }
    }
    list.stands(context, StandRole::Actor);
    for (key, word, head, about) in HEADS {
        let apt = match head {
            Head::All | Head::Nobody | Head::End | Head::Attach | Head::Form => {
                context.offers(head.kinds()).next().is_some()
            }
            Head::Draw | Head::Weather | Head::Pick => false,
            Head::Undo | Head::Redo | Head::Keys => !list.typed.is_empty(),
        };
        if apt && (key.starts_with(&list.typed) || word.starts_with(&list.typed)) {
            list.push(*key, *about);
        }
    }
}

/// The stand that a token names, if it names one.
fn named(token: Option<&&Token>, context: &Context<'_>, role: StandRole) -> Option<StandId> {
    let token = token?;
    let text = token.number().or(token.word())?.to_owned();
    find(&Named { text, at: 0 }, context, role).ok()
}

/// The verbs that this stand could do now; behind others only those that go on with a move.
fn verbs(stands: &[&Token], behind: bool, list: &mut List, context: &Context<'_>) {
    let Some(stand) = named(stands.first(), context, StandRole::Actor).or(context.selected) else { return };
    let state = context.state;
    let moves = context.offers_to(stand).any(|offer| offer.order.move_kind().is_some());
    let takes_up = |verb: Verb| match order_by_verb(context, stand, verb) {
        Some(order) => context.due.offers.iter().any(|offer| offer.order == order),
        None => context.offers_to(stand).any(|offer| verb.kinds().contains(&offer.kind)),
    };
    let charges = moves && (state.arm(stand).is_infantry() || state.arm(stand).is_cavalry());
    let kind = moves::kind_of(context, stand);
    for entry in VERBS {
        let apt = match entry.verb {
            Verb::Attack => charges || takes_up(Verb::Attack),
            Verb::Contact => charges,
            Verb::Along => moves && state.pose(stand).is_none(),
            verb if verb.moves() => moves,
            Verb::Fight => {
                let within = |now: &crate::state::Activation| {
                    now.combats.iter().any(|c| c.attacks.iter().any(|(a, d)| *a == stand || *d == stand))
                };
                context.offers(Verb::Fight.kinds()).next().is_some() && state.active().is_some_and(within)
            }
            Verb::Show => list.typed.is_empty() && !moves,
            verb => takes_up(verb),
        };
        let begins = entry.key.starts_with(&list.typed)
            || !list.typed.is_empty() && entry.word.starts_with(&list.typed);
        let goes_on = !behind || entry.verb.moves() && !matches!(entry.verb, Verb::Contact | Verb::Along);
        if apt && begins && goes_on {
            let about = match entry.verb {
                Verb::Slide(0.0) => {
                    format!(
                        "{} ({:.2} in at most)",
                        entry.about,
                        movement::kind::allowance(state, stand, kind)
                    )
                }
                _ => entry.about.to_owned(),
            };
            list.push(entry.key, about);
        }
    }
}

/// Whom a verb could be done to, the nearest first.
fn targets(verb: Verb, stands: &[&Token], list: &mut List, context: &Context<'_>) {
    let Some(stand) = named(stands.first(), context, StandRole::Actor).or(context.selected) else { return };
    let state = context.state;
    let role = StandRole::EnemyOf(stand);
    if verb == Verb::Fire {
        for offer in &context.due.offers {
            if let Some((battery, target)) = offer.order.shot()
                && battery == stand
            {
                list.stand(context, target, role, offer.words.clone());
            }
        }
        return;
    }
    let Some(at) = state.pose(stand) else { return };
    let mut near: Vec<(f32, StandId)> = likely(context, role)
        .into_iter()
        .filter_map(|id| Some((state.pose(id)?.at.distance(at.at), id)))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (_, id) in near {
        let gap = match (state.placed(stand), state.placed(id)) {
            (Some(mine), Some(there)) => table::measure::inches_apart(mine, there),
            _ => 0.0,
        };
        list.stand(context, id, role, format!("{}, {gap:.2} in away", state.say_short(id)));
    }
}
