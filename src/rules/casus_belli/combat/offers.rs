//! Offers of the combat phase, and who decides.

use crate::order::{Assault, Order, Withdrawal, offer};
use crate::roster::{LeaderId, UnitId};
use crate::state::State;
use game::{Due, Offer, hex_way};
use hexes::Hex;
use scenario::Side;

use super::event::Loss;
use super::form::may_inspire;
use super::owed;
use super::phase::{CombatPhase, Fight, Retreating, Step};
use super::retreat::{CHAINS, Choices, RetreatField, Walker};
use super::strength::{Prospect, reckon};
use super::table::Column;
use super::{advance, back, fight, plans};
use game::hex_combats::Formed;

/// Maximum number of combats offered.
const COMBATS: usize = 300;

/// The decision due in the combat phase.
pub fn due(state: &State, phase: &CombatPhase) -> Due<Order> {
    if let Some(retreating) = &phase.retreating {
        return due_on_the_way(state, phase, retreating);
    }
    if let Some(units) = &phase.withdrawing {
        let side = state.phasing;
        let prompt = format!("{}: {} must withdraw", state.game.side_name(side), state.say_all(units));
        return due_setting_out(state, phase, side, units, ("cb:10e", prompt));
    }
    match phase.under_way() {
        Some(fight) => due_in_fight(state, phase, fight),
        None => due_combats(state, phase),
    }
}

/// The order that ends the phase, if it may.
fn ending(state: &State, phase: &CombatPhase) -> Option<Offer<Order>> {
    let ends = owed::may_close(state, phase).is_ok();
    ends.then(|| offer(Order::EndCombat, "end-combat", "end the combat phase"))
}

fn due_combats(state: &State, phase: &CombatPhase) -> Due<Order> {
    let singles = plans::singles(state, phase, COMBATS);
    let combats = singles.combats.iter();
    let mut offers: Vec<Offer<Order>> =
        combats.map(|formed| combat(state, phase, formed, singles.more)).collect();
    let mut prompt = owed::of(state, phase).prompt(state.game.side_name(state.phasing));
    if singles.more {
        prompt.push_str("; there are more lawful combats than are listed");
    }
    offers.extend(ending(state, phase));
    Due { side: Some(state.phasing), clause: "cb:7a4", prompt, offers }
}

/// The offer of one combat: a family if a lower column may be taken, a leader may help, or other guns might join.
fn combat(state: &State, phase: &CombatPhase, formed: &Formed, more: bool) -> Offer<Order> {
    let assault = Assault::of(formed);
    let reckoning = reckon(state, formed);
    let lowers = reckoning.column().is_some_and(|column| column > Column::OneToThree);
    let at = match reckoning.prospect {
        Prospect::Die(column) => format!("at {column} ({} to {})", reckoning.attack, reckoning.defence),
        Prospect::NobodyLeft => "without a die".to_owned(),
        Prospect::Hopeless => format!("below 1:3 ({} to {})", reckoning.attack, reckoning.defence),
    };
    let words = format!(
        "{} {at}: {} against {}",
        if formed.contact.is_empty() { "bombard" } else { "attack" },
        state.say_all(&assault.by),
        state.say_all(&assault.on),
    );
    let helped = reckoning.column().is_some() && !may_inspire(state, phase, formed).is_empty();
    Offer { order: Order::Attack(assault), kind: "attack", words, family: lowers || helped || more }
}

fn due_in_fight(state: &State, phase: &CombatPhase, fight: &Fight) -> Due<Order> {
    match &fight.step {
        Step::Retreats { left, may } => {
            let beaten = fight.beats_attackers() == Some(true);
            let side = if beaten { state.phasing } else { state.phasing.enemy() };
            let name = state.game.side_name(side);
            let (clause, prompt) = match left.as_slice() {
                [] => ("cb:9d", format!("{name}: guns that do not touch the enemy may go back")),
                left => ("cb:8a1", format!("{name}: {} must go back", state.say_all(left))),
            };
            let guns = may.iter().copied().filter(|gun| fight::may_go_back(state, phase, *gun));
            let units: Vec<UnitId> = left.iter().copied().chain(guns).collect();
            let mut due = due_setting_out(state, phase, side, &units, (clause, prompt));
            if !may.is_empty() {
                due.offers.push(offer(Order::Decline, "decline", "the guns stay where they are"));
            }
            due.offers.extend(ending(state, phase));
            due
        }
        Step::Advances { .. } | Step::Done => {
            let side = advance::side(state, fight);
            let mut offers: Vec<Offer<Order>> = advance::advances(state, phase, fight)
                .into_iter()
                .map(|(unit, to)| {
                    let words = format!("{} advances to {to}", state.say(unit));
                    offer(Order::Advance { unit, to }, "advance", words)
                })
                .collect();
            offers.push(offer(Order::Decline, "decline", "nobody advances"));
            offers.extend(ending(state, phase));
            let prompt = format!("{}: those who have won may advance", state.game.side_name(side));
            Due { side: Some(side), clause: "cb:8B", prompt, offers }
        }
    }
}

/// The retreats that may start; those that must wait for others are named.
fn due_setting_out(
    state: &State,
    phase: &CombatPhase,
    side: Side,
    units: &[UnitId],
    (clause, mut prompt): (&'static str, String),
) -> Due<Order> {
    let mut offers = Vec::new();
    for &unit in units {
        let waits = back::waits_for(state, phase, unit);
        if !waits.is_empty() {
            prompt.push_str(&format!("; {} waits for {}", state.game.say(unit), state.say_all(&waits)));
            continue;
        }
        let Some(retreating) = back::setting_out(state, phase, unit) else { continue };
        offers.extend(ways(state, phase, &retreating, &mut prompt));
    }
    Due { side: Some(side), clause, prompt, offers }
}

fn due_on_the_way(state: &State, phase: &CombatPhase, retreating: &Retreating) -> Due<Order> {
    let side = state.side(retreating.unit);
    let name = state.game.side_name(side);
    let far = match retreating.left {
        1 => "a hex".to_owned(),
        several => format!("{several} hexes"),
    };
    let may_stop = back::on_field(state, phase, retreating).is_some_and(|(_, walker)| !walker.must);
    let may = if may_stop { "may go" } else { "has still to go" };
    let mut prompt = format!("{name}: {} {may} {far}", state.say(retreating.unit));
    let mut offers = ways(state, phase, retreating, &mut prompt);
    if may_stop {
        offers.push(offer(Order::Decline, "decline", "it stops here"));
    }
    let clause = if retreating.may_stop { "cb:10e" } else { "cb:8a1" };
    Due { side: Some(side), clause, prompt, offers }
}

/// The paths of a unit for its next hex. If there are more chains of displacements than are listed, the prompt and the offers say
/// so.
fn ways(
    state: &State,
    phase: &CombatPhase,
    retreating: &Retreating,
    prompt: &mut String,
) -> Vec<Offer<Order>> {
    let Some((field, walker)) = back::on_field(state, phase, retreating) else { return Vec::new() };
    let choices = field.choices(&walker);
    let (ways, more) = choices.all(CHAINS);
    if more {
        let unit = state.game.say(retreating.unit);
        let which = "the shortest, and one for every beginning and end";
        let listed = ways.len();
        prompt.push_str(&format!("; {unit} has more ways than the {listed} that are listed: {which}"));
    }
    let turns = back::may_turn(state, retreating);
    let mut offers = Vec::new();
    for way in ways {
        let riders = riders(state, &field, retreating, &way);
        let family = more || turns || riders.len() > 1 || retreating.left > 1;
        let words = words(state, &walker, (&choices, &field), &way);
        let (to, chain) = way.split_first().map_or((None, &way[..]), |(to, chain)| (Some(*to), chain));
        let mut push = |with: Vec<LeaderId>, words: String| {
            let (unit, chain) = (walker.unit, chain.to_vec());
            let back = Withdrawal { unit, way: to.into_iter().collect(), chain, with, faces: None };
            offers.push(Offer { order: Order::Retreat(back), kind: "retreat", words, family });
        };
        if !riders.is_empty() {
            let names: Vec<&str> =
                riders.iter().map(|leader| state.game.leader(*leader).name.as_str()).collect();
            push(riders.clone(), format!("{words}, with {}", names.join(" and ")));
        }
        push(Vec::new(), words);
    }
    offers
}

/// The leaders who may come along: with the retreating unit, and with displaced ones (`cb:11c`).
fn riders(state: &State, field: &RetreatField<'_>, retreating: &Retreating, way: &[Hex]) -> Vec<LeaderId> {
    let Some((to, chain)) = way.split_first() else { return Vec::new() };
    let mut from: Vec<Hex> =
        field.displaced(*to, chain).iter().filter_map(|(unit, _)| state.hex(*unit)).collect();
    if retreating.made == 0 {
        from.push(retreating.from);
    }
    let side = state.side(retreating.unit);
    let own = state.game.leaders_of(side);
    own.filter(|leader| state.leader_hex(*leader).is_some_and(|hex| from.contains(&hex))).collect()
}

fn words(
    state: &State,
    walker: &Walker,
    (choices, field): (&Choices, &RetreatField<'_>),
    way: &[Hex],
) -> String {
    let name = state.say(walker.unit);
    let there = way.first().zip(state.hex(walker.unit));
    let whither = there.map_or(String::new(), |(to, from)| hex_way::way(state.game.map(), from, *to));
    match way {
        [] if choices.has_hex() => format!("{name} displaces nobody and is eliminated"),
        [] => match choices.lost {
            Some(Loss::Zone) => format!("{name} could only go into an enemy zone and is eliminated"),
            Some(Loss::Chain) => format!("{name} finds no friend who can make way and is eliminated"),
            Some(Loss::NoRetreat | Loss::Woods) | None => format!("{name} has no way back and is eliminated"),
        },
        [to] if choices.zone.contains(to) => format!("{name} routs into an enemy zone, {to}, {whither}"),
        [to] if field.is_held(*to) => format!("{name} goes back through {to}, {whither}"),
        [to] => format!("{name} goes back to {to}, {whither}"),
        [to, chain @ ..] => {
            let on: Vec<String> = chain.iter().map(ToString::to_string).collect();
            format!("{name} goes back to {to}, {whither}; friends are displaced to {}", on.join(", "))
        }
    }
}
