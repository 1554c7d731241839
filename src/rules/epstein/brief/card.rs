//! Cards of orders: measurements, die modifiers, figures that count, and what each answer means.

use crate::answer::{answered, may_answer, own_volleys, volleys_back};
use crate::clash::{check_if_hit, fighter, volleys_at};
use crate::fire;
use crate::formation::Formation;
use crate::guns::aim::Layer;
use crate::guns::pattern::Terms;
use crate::melee::Fighter;
use crate::order::{Answering, Order};
use crate::pending::{Fire, Pending, Shot};
use crate::reply;
use crate::rule_set::Epstein;
use crate::state::{GroupId, State};
use crate::volley::{self, Volley};
use dice::TypedEntry;
use game::working::{Modifier, Note};
use game::{Card, CardSide, CardThrow, Clause, Listing, judged, sentence};

use super::charging::Arrival;

/// The card of an order after these throws.
pub fn card(state: &State, order: &Order, thrown: &[TypedEntry]) -> Card {
    let (mut card, _) = judged::<Epstein>(state, order, thrown);
    if card.refusal.is_some() {
        return card;
    }
    match order {
        Order::Volley { .. } => {
            if let Some(shots) = shots_of(state, order) {
                volleys(state, &shots, &mut card);
            }
        }
        Order::Charge { .. } => {
            if let Some(arrival) = Arrival::of(state, order) {
                card.act = "Charge".to_owned();
                charge(&arrival, &mut card, None);
            }
        }
        Order::Answer { how, at, .. } => answer(state, *how, named(state, at.as_deref()), &mut card),
        _ => {}
    }
    card
}

/// One side of a firefight: figures, die, hits by each face.
fn fires(state: &State, by: GroupId, on: GroupId, volleys: &[Volley], verb: &str) -> CardSide {
    let most = state.figures(on);
    let parts =
        || volleys.iter().flat_map(|volley| volley.parts.iter().map(move |part| (volley.range, part)));
    let throws = parts().map(|(_, part)| CardThrow {
        what: state.say(part.by),
        dice: 0,
        hits_on: None,
        modifiers: part.modifiers.clone(),
        clause: if volley::fires_loose(state, part.by) { "epstein:8.b" } else { "epstein:8.a.3" },
    });
    let result = match volleys {
        [only] => {
            let hits: Vec<String> = (1..=6).map(|face| only.hits(face).min(most).to_string()).collect();
            format!("Die 1 to 6 hits {}", hits.join(", "))
        }
        several => format!("{} dice, {:.2} figures on average", several.len(), expected(state, on, several)),
    };
    CardSide {
        title: format!("{} {verb}", state.game.side_name(state.side(by))),
        side: state.game.side_id(state.side(by)),
        pieces: parts()
            .map(|(range, part)| (state.say(part.by), format!("{} figures at {range:.2} in", part.figures)))
            .collect(),
        throws: throws.collect(),
        total: None,
        result,
    }
}

/// The average number of figures that the volleys hit.
pub fn expected(state: &State, on: GroupId, volleys: &[Volley]) -> f64 {
    volley::law(volleys, state.figures(on)).into_iter().map(|(hits, chance)| f64::from(hits) * chance).sum()
}

/// The range of the nearest volley.
pub fn range(volleys: &[Volley]) -> f32 {
    volleys.iter().map(|volley| volley.range).fold(f32::INFINITY, f32::min)
}

/// All figures that fire.
pub fn figures(volleys: &[Volley]) -> u16 {
    volleys.iter().map(Volley::figures).sum()
}

/// The shots of a volley order, the one at its target first; `None` if there is none.
fn shots_of(state: &State, order: &Order) -> Option<Vec<Shot>> {
    let Order::Volley { unit, target, with } = order else { return None };
    let find = |name: &String| state.find_group(name).ok();
    let with: Vec<GroupId> = with.iter().flatten().map(find).collect::<Option<_>>()?;
    fire::joint_shots(state, find(unit)?, find(target)?, &with).ok()
}

/// Adds a volley at a target, and at the groups that some of its stands must fire at.
fn volleys(state: &State, shots: &[Shot], card: &mut Card) {
    let Some((shot, others)) = shots.split_first() else { return };
    let volleys = own_volleys(state, shot);
    card.act = "Fire".to_owned();
    card.sides.push(fires(state, shot.by, shot.on, &volleys, "fire"));
    let count: usize = shot.firers().map(|(_, stands)| stands.len()).sum();
    let whose = if shot.with.is_empty() { "its" } else { "their" };
    let have = if count == 1 { "has" } else { "have" };
    let words = format!("{count} of {whose} stands {have} {} ahead or within 30 degrees", state.say(shot.on));
    let note = Note::new("epstein:8.a.2", words);
    let near = volleys.into_iter().min_by(|a, b| a.range.total_cmp(&b.range));
    card.notes.insert(0, near.map_or_else(|| note.clone(), |near| note.clone().with(near.measured)));
    for shot in others {
        let (bound, on) = (shot.stands.len(), state.say(shot.on));
        let are = if bound == 1 { "is" } else { "are" };
        let words = format!("{bound} of {whose} stands {are} bound to fire at {on}");
        card.notes.push(Note::new("epstein:8.a.7", words));
    }
    if may_answer(state, shot) {
        card.hints.push(format!("{} may answer, both at once", state.say(shot.on)));
    }
}

/// A side in a melee.
fn fights(arrival: &Arrival, id: GroupId, charger: bool, in_square: bool) -> CardSide {
    let state = &arrival.then;
    let bearing = if charger { arrival.on_charger() } else { arrival.on_defender(in_square) };
    let Fighter { figures, value, .. } = fighter(state, id, &bearing);
    let worth = u32::from(figures) * u32::from(value);
    let die = Modifier::net(&bearing.die);
    let die = if die == 0 { "a die".to_owned() } else { format!("a die {die:+}") };
    let mut throws = Vec::new();
    let mut say = |what: &str, modifiers: Vec<Modifier>, clause: Clause| {
        if !modifiers.is_empty() {
            throws.push(CardThrow { what: what.to_owned(), dice: 0, hits_on: None, modifiers, clause });
        }
    };
    if !charger {
        say("Morale", bearing.morale, "epstein:9.5");
    }
    say("Each figure", bearing.value, "epstein:9.11");
    say("Melee die", bearing.die, "epstein:9.11");
    CardSide {
        title: format!(
            "{} {}",
            state.game.side_name(state.side(id)),
            if charger { "charge" } else { "defend" }
        ),
        side: state.game.side_id(state.side(id)),
        pieces: vec![(state.say(id), format!("{figures} figures at {value}: {die} times {worth}"))],
        throws,
        total: None,
        result: String::new(),
    }
}

/// Adds a charge at the moment of the answer `how`; `None` before that is chosen.
fn charge(arrival: &Arrival, card: &mut Card, how: Option<Answering>) {
    let state = &arrival.then;
    let (by, on) = (arrival.charge.by, arrival.met.group);
    let square = matches!(how, Some(Answering::Square { .. }));
    let mut defends = fights(arrival, on, false, square);
    if how.is_none() {
        let (needed, chance) = (arrival.check.needed(), arrival.check.chance());
        defends.result = format!("Holds on {needed} or more: {:.0} %", chance * 100.0);
    }
    let mut attacks = fights(arrival, by, true, square);
    if matches!(how, None | Some(Answering::Fire)) {
        attacks.result = format!("If it is hit, it holds on {} or more", check_if_hit(state, by).needed());
    }
    card.sides = vec![attacks, defends];
    if how.is_some() {
        return;
    }
    if arrival.met.flank {
        let words = format!("{} is charged in flank or rear and does not fire", state.say(on));
        card.notes.insert(0, Note::new("epstein:10.2", words));
    }
    let can = reply::answers(state, &arrival.charge);
    let words: Vec<&str> = can
        .iter()
        .map(|how| match how {
            Answering::Fire | Answering::Guns { .. } => "fire",
            Answering::Square { .. } => "form square",
            Answering::Nothing => "stand",
        })
        .collect();
    card.hints.push(format!("If it holds, {} may {}", state.say(on), words.join(" or ")));
}

/// Adds what a passive unit would do about the pending shot or charge.
fn answer(state: &State, how: Answering, at: Option<GroupId>, card: &mut Card) {
    match state.pending.last() {
        Some(Pending::Shot(shot)) => {
            if shot.fire == Fire::Musketry {
                card.sides.push(fires(state, shot.by, shot.on, &own_volleys(state, shot), "fire"));
            }
            let back = match how {
                Answering::Fire => back(state, shot, at),
                Answering::Nothing | Answering::Guns { .. } | Answering::Square { .. } => Vec::new(),
            };
            if !back.is_empty() {
                let on = answered(state, shot, at).map_or(shot.by, |(firer, _)| firer);
                card.sides.push(fires(state, shot.on, on, &back, "answer"));
            }
        }
        Some(Pending::Charge(now)) => {
            let Some(arrival) = Arrival::under_way(state, now) else { return };
            charge(&arrival, card, Some(how));
            let fired = volleys_at(state, now);
            if how == Answering::Fire && !fired.is_empty() {
                let mut fires = fires(state, arrival.met.group, now.by, &fired, "fire");
                if let Some(defends) = card.sides.last_mut() {
                    defends.pieces.append(&mut fires.pieces);
                    defends.throws.append(&mut fires.throws);
                    defends.result = fires.result;
                }
            }
        }
        Some(
            Pending::Losses(_)
            | Pending::HouseShot(_)
            | Pending::Assault(_)
            | Pending::Opening(_)
            | Pending::Risk(_)
            | Pending::Follow(_)
            | Pending::Flames(_),
        )
        | None => {}
    }
}

/// The firer that an answer names.
fn named(state: &State, at: Option<&str>) -> Option<GroupId> {
    at.and_then(|name| state.find_group(name).ok())
}

/// The volleys with which a target answers the named firer.
fn back(state: &State, shot: &Shot, at: Option<GroupId>) -> Vec<Volley> {
    volleys_back(state, shot, answered(state, shot, at).ok().as_ref())
}

/// How an offered order appears in a list of offers.
pub fn listing(state: &State, order: &Order) -> Option<Listing> {
    match order {
        Order::Volley { .. } => {
            let shots = shots_of(state, order)?;
            let shot = shots.first()?;
            let (on, volleys) = (shot.on, own_volleys(state, shot));
            let worth = expected(state, on, &volleys);
            Some(Listing {
                under: state.say(shot.by),
                words: format!(
                    "At {}, {} figures, {:.2} in",
                    state.say(on),
                    figures(&volleys),
                    range(&volleys)
                ),
                note: average(worth),
                worth,
                in_vain: worth <= 0.0,
            })
        }
        Order::Guns { gun, load, pivot } => {
            let by = state.find_group(gun).ok()?;
            let (_, pattern) = Layer::of(state, by, Terms::default())?.pattern(*load, *pivot)?;
            let (dice, at_houses) = (pattern.dice(), pattern.house_dice());
            let worth: f64 = dice.iter().map(|die| f64::from(die.hits_on) / 6.0).sum();
            let alight: f64 = at_houses.iter().map(|die| f64::from(die.hits_on) / 6.0).sum();
            let mut struck: Vec<GroupId> = dice.iter().map(|die| die.group).collect();
            struck.sort_unstable();
            struck.dedup();
            let houses = at_houses.iter().map(|die| state.game.house_name(die.house).to_owned());
            let names: Vec<String> = struck.into_iter().map(|id| state.say(id)).chain(houses).collect();
            let note = match (dice.is_empty(), at_houses.is_empty()) {
                (_, true) => average(worth),
                (true, false) => format!("hits the house with {:.0} %", alight * 100.0),
                (false, false) => format!("{}, the house with {:.0} %", average(worth), alight * 100.0),
            };
            let load = sentence(load.words());
            Some(Listing {
                under: state.say(by),
                words: match pivot.round() as i32 {
                    0 => format!("{load} at {}", names.join(" and ")),
                    turned => format!("{load} at {}, turned {turned}\u{b0}", names.join(" and ")),
                },
                note,
                worth,
                in_vain: worth + alight <= 0.0,
            })
        }
        Order::Charge { unit, target, .. } => {
            let (by, on) = (state.find_group(unit).ok()?, state.find_group(target).ok()?);
            let arrival = Arrival::of(state, order)?;
            let (needed, chance) = (arrival.check.needed(), arrival.check.chance());
            let how = if arrival.met.flank { "in flank or rear" } else { "from the front" };
            Some(Listing {
                under: state.say(by),
                words: format!("Charge {}, {how}", state.say(on)),
                note: format!("it holds on {needed} or more, {:.0} %", chance * 100.0),
                worth: 1.0 - chance,
                in_vain: false,
            })
        }
        Order::Skirmish { unit, ways } => {
            let group = state.group(state.find_group(unit).ok()?);
            let words = match (group.formation, ways.len() < group.stands.len()) {
                (Formation::Skirmish, _) => "Call in",
                (_, true) => "A company out",
                (_, false) => "Skirmish",
            };
            Some(Listing { words: words.to_owned(), ..Listing::default() })
        }
        Order::Answer { unit, how, at } => {
            state.find_group(unit).ok()?;
            Some(Listing {
                words: answer_words(*how).to_owned(),
                note: answer_note(state, *how, named(state, at.as_deref())),
                ..Listing::default()
            })
        }
        _ => None,
    }
}

fn average(hits: f64) -> String {
    if hits > 0.0 { format!("{hits:.2} figures on average") } else { "cannot hit".to_owned() }
}

fn answer_words(how: Answering) -> &'static str {
    match how {
        Answering::Nothing => "Hold the fire, and stand",
        Answering::Fire => "Fire",
        Answering::Guns { .. } => "Fire with the guns",
        Answering::Square { .. } => "Form square",
    }
}

/// The note that explains an answer.
fn answer_note(state: &State, how: Answering, at: Option<GroupId>) -> String {
    match (state.pending.last(), how) {
        (Some(Pending::Shot(shot)), Answering::Fire) => {
            let on = answered(state, shot, at).map_or(shot.by, |(firer, _)| firer);
            let hits = expected(state, on, &back(state, shot, at));
            format!("{hits:.2} figures on average, both at once; its fire of this period")
        }
        (Some(Pending::Shot(_)), _) => "it keeps its fire, for a charge or another shot".to_owned(),
        (Some(Pending::Charge(now)), Answering::Fire) => {
            let hits = expected(state, now.by, &volleys_at(state, now));
            let needed = check_if_hit(state, now.by).needed();
            format!(
                "{hits:.2} figures on average; if any is hit, {} holds on {needed} or more",
                state.say(now.by)
            )
        }
        (Some(Pending::Charge(_)), Answering::Square { .. }) => {
            "no fire; against cavalry each figure and the die count 1 more".to_owned()
        }
        (Some(Pending::Charge(_)), _) => "it is fought as it stands".to_owned(),
        _ => String::new(),
    }
}
