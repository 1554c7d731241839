//! Orders in words. Pieces that a game lacks are named by number.

use game::{Redundancy, joined, strength_points};
use hexes::{Hex, say_way};

use super::combat::event::CombatEvent;
use super::combat::odds::outlook;
use super::event::Event;
use super::known::knows;
use super::order::{Act, Assault, Order, Withdrawal};
use super::roster::{Counter, LeaderId};
use super::state::{Place, State};
use super::victory;

/// The order in words.
pub fn say_order(state: &State, order: &Order) -> String {
    if !knows(state, order) {
        return "An order for pieces that are not in this game".to_owned();
    }
    let game = &state.game;
    let side = || game.side_name(state.phasing);
    match order {
        Order::Deploy { piece, hex } => format!("{} begins in {hex}", game.say_piece(*piece)),
        Order::Face { unit, towards } => format!("{} looks towards {towards}", state.say(*unit)),
        Order::Begin => "Begin turn 1".to_owned(),
        Order::Name { unit } => match game.corps_of(*unit) {
            Some(corps) => {
                format!("{} acts as commander of {}'s corps", state.say(*unit), game.corps(corps).name)
            }
            None => format!("{} acts as commander", state.say(*unit)),
        },
        Order::Promote { leader } => format!("{} takes over the army", game.leader(*leader).name),
        Order::Attach { unit, to } => format!("{} under {}", state.say(*unit), game.say_piece(*to)),
        Order::Release { unit } => format!("{} is released", state.say(*unit)),
        Order::Charge { unit, target } => {
            format!("{} is to charge {}", state.say(*unit), state.say_piece(*target))
        }
        Order::CallOff { unit } => format!("{} is not to charge", state.say(*unit)),
        Order::EndCommand => format!("{} commands stand, movement begins", side()),
        Order::Move { piece, path, faces } => {
            let (routed, about) = match game.counter(*piece) {
                Counter::Unit(unit) => (state.unit(unit).routed, say_faces(*faces)),
                Counter::Leader(_) => (false, say_faces(*faces)),
            };
            let verb = match state.place(*piece) {
                Place::Waiting => "comes on",
                Place::Map(_) | Place::Eliminated if routed => "runs",
                Place::Map(_) | Place::Eliminated => "moves",
            };
            format!("{} {verb} {}{about}", game.say_piece(*piece), say_way(path))
        }
        Order::Exit { piece, path } => match path.is_empty() {
            true => format!("{} leaves the map", state.say_piece(*piece)),
            false => format!("{} leaves the map {}", game.say_piece(*piece), say_way(path)),
        },
        Order::EndMovement => format!("{} movement ends", side()),
        Order::Attack(assault) => format!("Attack of {}", say_assault(state, assault)),
        Order::Retreat(back) => say_withdrawal(state, back),
        Order::Advance { unit, to } => format!("{} advances to {to}", state.say(*unit)),
        Order::Decline => say_declined(state),
        Order::EndCombat => format!("{} combat ends", side()),
        Order::Rally { unit, by } => format!("{} reorganises {}", game.say_piece(*by), state.say(*unit)),
        Order::EndTurn => format!("The {} player turn ends", side()),
        Order::Relocate { leader, hex } => format!("{} goes to {hex}", game.leader(*leader).name),
        Order::Fiat(fiat) => fiat.words(&say_act(state, &fiat.act)),
    }
}

/// The unit whose retreat ends; other declined choices show in their consequences.
fn say_declined(state: &State) -> String {
    let on_way = state.combat().and_then(|phase| phase.retreating.as_ref());
    on_way
        .map_or_else(|| "Declined".to_owned(), |on_way| format!("{} goes no farther", state.say(on_way.unit)))
}

fn say_faces(faces: Option<Hex>) -> String {
    faces.map_or(String::new(), |towards| format!(", looking towards {towards}"))
}

/// `Lannes and Victor`.
pub fn say_leaders(state: &State, leaders: &[LeaderId]) -> String {
    let names: Vec<&str> = leaders.iter().map(|leader| state.game.leader(*leader).name.as_str()).collect();
    joined(&names, "and")
}

fn say_assault(state: &State, assault: &Assault) -> String {
    // Naming the computed column lowers nothing (`cb:7c3`).
    let computed =
        outlook(state, &Assault { lowered: None, ..assault.clone() }).ok().and_then(|odds| odds.column);
    let lowered = assault.lowered.filter(|column| Some(*column) != computed);
    let lowered = lowered.map_or(String::new(), |column| format!(", taken at {column}"));
    let with = match assault.leaders.as_slice() {
        [] => String::new(),
        leaders => format!(", led by {}", say_leaders(state, leaders)),
    };
    format!("{} on {}{lowered}{with}", state.say_all(&assault.by), state.say_all(&assault.on))
}

fn say_withdrawal(state: &State, back: &Withdrawal) -> String {
    let name = state.say(back.unit);
    if back.way.is_empty() {
        return format!("{name} finds no free way back");
    }
    let displaced = match back.chain.as_slice() {
        [] => String::new(),
        chain => {
            let chain: Vec<String> = chain.iter().map(Hex::to_string).collect();
            format!(", displacing to {}", chain.join(", "))
        }
    };
    let with = match back.with.as_slice() {
        [] => String::new(),
        leaders => format!(", and {} with it", say_leaders(state, leaders)),
    };
    format!("{name} goes back {}{displaced}{with}{}", say_way(&back.way), say_faces(back.faces))
}

/// The piece with this key by its name.
fn named(state: &State, key: &str) -> String {
    let game = &state.game;
    let unit = game.find(key).map(|id| game.say(id));
    let leader = || game.find_leader(key).map(|id| game.leader(id).name.clone());
    unit.or_else(leader).unwrap_or_else(|| key.to_owned())
}

/// The side with this id by its name.
fn side_named(state: &State, id: &str) -> String {
    let side = state.game.scenario.sides.iter().find(|side| side.id == id);
    side.map_or_else(|| id.to_owned(), |side| side.name.clone())
}

/// An act of the referee, as a sentence without its stop.
pub fn say_act(state: &State, act: &Act) -> String {
    match act {
        Act::Place { piece, hex } => format!("{} is put in {hex}", named(state, piece)),
        Act::Strength { unit, points } => format!("{} has {}", named(state, unit), strength_points(*points)),
        Act::Rout { unit, routed: true } => format!("{} routs", named(state, unit)),
        Act::Rout { unit, routed: false } => format!("{} is reorganised", named(state, unit)),
        Act::Remove { piece } => format!("{} is taken off", named(state, piece)),
        Act::Possess { place, side } => {
            let known = state.game.places().find(|(_, known)| known.id == *place);
            let place = known.map_or_else(|| place.clone(), |(_, known)| known.name.clone());
            format!("{place} is held by the {} side", side_named(state, side))
        }
        Act::Points { side, points } => {
            let points = victory::counted_points((*points).into());
            format!("{points} for the {} side", side_named(state, side))
        }
        Act::Turn { turn } => format!("it is turn {turn}"),
        Act::Option { id, value } => format!("option {id} is {value} from now on"),
    }
}

/// What an order and its event would both say: a move, an advance, a combat, a charge are told once.
pub fn retold(state: &State, order: &Order, event: &Event) -> Redundancy {
    // Who leads it the order alone says.
    if let (Order::Attack(attack), Event::Combat(CombatEvent::Fought { .. })) = (order, event)
        && attack.lowered.is_none()
        && !attack.leaders.is_empty()
    {
        return Redundancy::EventCovers(format!("led by {}", say_leaders(state, &attack.leaders)));
    }
    let (by_order, by_event) = match (order, event) {
        (Order::Deploy { .. }, Event::Deployed { .. })
        | (Order::Face { .. }, Event::Faced { .. })
        | (Order::Name { .. }, Event::Named { .. })
        | (Order::Promote { .. }, Event::Promoted { .. })
        | (Order::Attach { .. }, Event::Attached { .. })
        | (Order::Charge { .. }, Event::ChargeDeclared { .. })
        | (Order::CallOff { .. }, Event::ChargeCalledOff { .. })
        | (Order::Relocate { .. }, Event::Relocated { .. }) => (true, false),
        (Order::Release { .. }, Event::Attached { .. })
        | (Order::Rally { .. }, Event::Rallied { .. } | Event::RallyFailed { .. }) => (false, true),
        (Order::Move { piece, .. }, Event::Moved { piece: moved, .. }) => (false, piece == moved),
        // The order says by which way.
        (Order::Exit { piece, .. }, Event::Left { piece: left, .. }) => (piece == left, false),
        (Order::Fiat(fiat), event) => (is_decided(&fiat.act, event), false),
        (order, Event::Combat(event)) => combat_retold(order, event),
        _ => (false, false),
    };
    match (by_order, by_event) {
        (true, _) => Redundancy::ByOrder,
        (false, true) => Redundancy::ByEvent,
        (false, false) => Redundancy::Neither,
    }
}

/// The same of a combat: is it said by the order, or by the event?
fn combat_retold(order: &Order, event: &CombatEvent) -> (bool, bool) {
    match (order, event) {
        // The column that was taken instead is said by the order alone.
        (Order::Attack(attack), CombatEvent::Fought { .. }) => (false, attack.lowered.is_none()),
        // Hexes into which it is forced after those are told by themselves, and so are leaders who have been with it since before.
        (Order::Retreat(back), CombatEvent::Retreated { unit, to, displaced, with })
            if back.unit == *unit && back.way.contains(to) =>
        {
            let plain = displaced.is_empty() && with.iter().all(|(leader, _)| back.with.contains(leader));
            (plain, !plain && back.way.len() == 1 && back.faces.is_none())
        }
        (Order::Advance { unit, .. }, CombatEvent::Advanced { unit: gone, .. }) => (false, unit == gone),
        (Order::Decline, CombatEvent::Held | CombatEvent::Stood) => (false, true),
        _ => (false, false),
    }
}

/// Is it what the referee's own words say? Not what follows of it.
fn is_decided(act: &Act, event: &Event) -> bool {
    matches!(
        (act, event),
        (Act::Place { .. }, Event::Placed { .. })
            | (Act::Strength { .. }, Event::StrengthSet { .. })
            | (Act::Rout { .. }, Event::RoutSet { .. })
            | (Act::Remove { .. }, Event::Removed { .. })
            | (Act::Possess { .. }, Event::Possessed { .. })
            | (Act::Points { .. }, Event::Awarded { .. })
            | (Act::Turn { .. }, Event::ClockSet { .. })
            | (Act::Option { .. }, Event::OptionSet { .. })
    )
}
