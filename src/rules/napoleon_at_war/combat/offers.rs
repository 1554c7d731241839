//! What may be ordered in the combat phase, and who decides.

use crate::options::Declaration;
use crate::order::offer;
use crate::{Assault, Order, State, UnitId};
use game::{Due, Offer, hex_way};
use hexes::Hex;
use scenario::Side;

use super::fight::{self, Dooms};
use super::owed;
use super::phase::{CombatPhase, Fight, Retreats, Step};
use super::strength::reckon;
use super::table::Column;
use super::{advance, plans};
use game::hex_combats::Formed;

/// At most this many combats are offered.
const COMBATS: usize = 400;

/// The decision to be made in the combat phase, and who makes it.
///
/// The end of the phase, the return to movement and the counterattack are offered by the sequence of play.
pub fn due(state: &State, phase: &CombatPhase) -> Due<Order> {
    match phase.under_way() {
        Some(fight) => due_in_fight(state, fight),
        None => {
            let (offers, more) = combats(state, phase);
            let mut prompt = owed::of(state, phase).prompt(state.game.side_name(state.phasing));
            if more {
                prompt.push_str("; there are more lawful combats than are listed");
            }
            Due { side: Some(state.phasing), clause: "naw:7.0", prompt, offers }
        }
    }
}

/// Have all combats to be declared yet before the first is fought (`naw:7.0`)?
pub fn is_to_declare(state: &State, phase: &CombatPhase) -> bool {
    state.game.options.declaration == Declaration::UpFront && phase.declared.is_none()
}

/// The orders for fighting these combats: one declaration of all if they still have to be declared, otherwise one each.
pub fn orders(state: &State, phase: &CombatPhase, assaults: Vec<Assault>) -> Vec<Order> {
    match is_to_declare(state, phase) {
        true => vec![Order::Declare { assaults }],
        false => assaults.into_iter().map(Order::Attack).collect(),
    }
}

/// The combats that may be ordered now, and whether some were left out.
fn combats(state: &State, phase: &CombatPhase) -> (Vec<Offer<Order>>, bool) {
    if state.game.options.declaration == Declaration::UpFront {
        let Some(declared) = &phase.declared else {
            let plan = plans::any_plan(state, phase);
            let words = format!("declare all combats, {} in all", plan.len());
            let order = Order::Declare { assaults: plan };
            return (vec![Offer { order, kind: "declare", words, family: true }], false);
        };
        let standing = declared.iter().filter_map(|assault| plans::standing(state, phase, assault));
        return (standing.map(|formed| combat(state, &formed, false)).collect(), false);
    }
    let singles = plans::singles(state, phase, COMBATS);
    let offers = singles.combats.iter().map(|formed| combat(state, formed, singles.more)).collect();
    (offers, singles.more)
}

/// The offer for one combat: a family if the odds may be lowered, or if other guns might join.
fn combat(state: &State, formed: &Formed, more: bool) -> Offer<Order> {
    let assault = Assault::of(formed);
    let reckoning = reckon(state, formed);
    let lowers = state.game.options.lowering_allowed() && reckoning.column > Column::OneToFive;
    let words = format!(
        "{} at {} ({} to {}): {} against {}",
        if formed.contact.is_empty() { "bombard" } else { "attack" },
        reckoning.column,
        reckoning.attack,
        reckoning.defence,
        state.say_all(&assault.attackers),
        state.say_all(&assault.defenders),
    );
    Offer { order: Order::Attack(assault), kind: "attack", words, family: lowers || more }
}

fn due_in_fight(state: &State, fight: &Fight) -> Due<Order> {
    let name = |side: Side| state.game.side_name(side).to_owned();
    match &fight.step {
        Step::Exchange => Due {
            side: Some(state.phasing),
            clause: "naw:7.6-ex",
            prompt: format!("{}: exchange, choose what is lost", name(state.phasing)),
            offers: fight::exchanges(state, fight)
                .into_iter()
                .map(|lost| {
                    let words = format!("lose {}", state.say_all(&lost));
                    offer(Order::Exchange { lost }, "exchange", words)
                })
                .collect(),
        },
        Step::Retreats { left, may } => due_retreats(state, fight, left, may),
        Step::Advance | Step::Done { .. } => {
            let side = if fight.attackers_beaten() { state.phasing.enemy() } else { state.phasing };
            let advances = advance::advances(state, fight).into_iter();
            let mut offers: Vec<Offer<Order>> = advances
                .map(|(unit, to)| {
                    let words = format!("{} advances to {to}", state.say(unit));
                    offer(Order::Advance { unit, to }, "advance", words)
                })
                .collect();
            offers.push(offer(Order::Decline, "decline", "nobody advances"));
            let prompt = format!("{}: a victorious unit may advance", name(side));
            Due { side: Some(side), clause: "naw:7.74", prompt, offers }
        }
    }
}

/// The retreats in a combat. Prompt and offers say so if there are more chains of displacements than are listed.
fn due_retreats(state: &State, fight: &Fight, left: &[UnitId], may: &[UnitId]) -> Due<Order> {
    let side = fight::beaten_side(state, fight);
    let name = state.game.side_name(side);
    let Retreats { ways, more } = fight::retreats(state, fight);
    let mut dooms = Dooms::of(state, fight);
    let mut prompt = match left {
        [] => format!("{name}: bombarding guns may retreat"),
        left => format!("{name}: {} must retreat", state.say_all(left)),
    };
    for unit in &more {
        let listed = ways.iter().filter(|(other, _)| other == unit).count();
        let unit = state.game.say(*unit);
        let which = "the shortest, and one for every beginning and end";
        prompt.push_str(&format!("; {unit} has more ways than the {listed} that are listed: {which}"));
    }
    let mut offers = Vec::new();
    for (unit, way) in ways {
        let doomed = dooms.as_mut().map(|dooms| dooms.by(unit, &way)).unwrap_or_default();
        let mut words = retreat_words(state, unit, &way);
        if !doomed.is_empty() {
            words = format!("{words}; no way back is left for {}", state.say_all(doomed));
        }
        let family = more.contains(&unit);
        offers.push(Offer { order: Order::Retreat { unit, way }, kind: "retreat", words, family });
    }
    if !may.is_empty() {
        offers.push(offer(Order::Decline, "decline", "the bombarding guns stay"));
    }
    let clause = if left.is_empty() { "naw:8.15" } else { "naw:7.71" };
    Due { side: Some(side), clause, prompt, offers }
}

/// The direction of the first hex on the path, for display: `, north-west`.
fn whither(state: &State, unit: UnitId, way: &[Hex]) -> String {
    match (state.hex(unit), way.first()) {
        (Some(from), Some(to)) => format!(", {}", hex_way::way(state.game.map(), from, *to)),
        _ => String::new(),
    }
}

fn retreat_words(state: &State, unit: UnitId, way: &[Hex]) -> String {
    let hexes: Vec<String> = way.iter().map(ToString::to_string).collect();
    let name = state.say(unit);
    match hexes.as_slice() {
        [] => format!("{name} has no way back and is eliminated"),
        [hex] => format!("{name} retreats to {hex}{}", whither(state, unit, way)),
        [hex, on @ ..] => {
            let whither = whither(state, unit, way);
            format!("{name} retreats to {hex}{whither}; friends are displaced to {}", on.join(", "))
        }
    }
}
