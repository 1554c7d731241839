//! The card of an order: its effect, step by step. Units: strength points, hexes.

use std::collections::BTreeSet;

use crate::assign::{group_under, say_found, say_want};
use crate::combat::{self, strength::Counted};
use crate::command::{self, Chain, Line};
use crate::order::{Assault, Withdrawal};
use crate::roster::{PieceId, UnitId};
use crate::state::{Group, MovementPhase, Phase, State};
use crate::{CasusBelli, Event, Order, charge, movement, rally};
use dice::TypedEntry;
use game::working::Modifier;
use game::{Card, CardSide, CardThrow, CardWay, Offer, Remark, Spot, counted, joined, judged};
use hexes::Hex;

use super::reckoned::{self, Reckoned};
use super::target::target;
use super::{groups, traces, units};

/// The card of an order after these throws, without its odds.
pub fn card(state: &State, order: &Order, thrown: &[TypedEntry]) -> Card {
    let (card, events) = judged::<CasusBelli>(state, order, thrown);
    let card = Card { ways: ways(state, &events), ..card };
    if let Some(assault) = order.attack() {
        of_attack(state, assault, card)
    } else if let Some((unit, target)) = order.charge()
        && let Some(target) = state.game.as_unit(target)
    {
        of_charge(state, unit, target, card)
    } else if let Some((unit, to)) = order.attach() {
        of_attach(state, unit, to, card)
    } else if let Some((unit, by)) = order.rally() {
        of_rally(state, unit, by, card)
    } else if let Some(back) = order.retreat() {
        of_retreat(state, back, &events, card)
    } else if events.iter().any(|event| matches!(event, Event::GroupBegan { .. })) {
        Card { asks: left_behind(state), ..card }
    } else {
        card
    }
}

/// Who of the moving group could still move, and may not once another has begun (`cb:3b`); empty if nobody could.
fn left_behind(state: &State) -> String {
    let Phase::Movement(MovementPhase { current: Some(group), .. }) = state.phase else {
        return String::new();
    };
    let goes = |offer: &Offer<Order>| target(state, &offer.order).map(|(piece, _)| piece);
    let pieces: BTreeSet<PieceId> = movement::offers(state).iter().filter_map(goes).collect();
    let left = pieces.into_iter().filter(|piece| movement::group_of(state, *piece) == group).count();
    let could = counted(left, "piece of it could still move", "pieces of it could still move");
    if left == 0 {
        String::new()
    } else {
        format!("It ends the movement of {}: {could} (3b)", state.say_group(group))
    }
}

/// The paths of pieces in these events.
fn ways(state: &State, events: &[Event]) -> Vec<CardWay> {
    let way = |(piece, way): (PieceId, Vec<Hex>)| CardWay {
        piece: units::key(state, piece),
        places: way.into_iter().map(|hex| Spot::Hex(hex.0)).collect(),
    };
    traces::ways(state, events).into_iter().map(way).collect()
}

/// Both sides with each unit's strength and its steps; the ratio, the shift, the column, the leaders.
fn of_attack(state: &State, assault: &Assault, card: Card) -> Card {
    let Ok(sum) = reckoned::reckon(state, assault) else { return card };
    let act = match sum.used {
        Some(column) => format!("Fight at {column}"),
        None => "Fight without a die".to_owned(),
    };
    // Notes that the rules add with the die are not repeated.
    let mut notes = if card.notes.is_empty() { sum.notes.clone() } else { Vec::new() };
    notes.extend(card.notes);
    let hints = hints(state, assault, &sum);
    Card { act, notes, hints, sides: sides(state, &sum), ..card }
}

/// Hints at alternatives for a combat.
fn hints(state: &State, assault: &Assault, sum: &Reckoned) -> Vec<String> {
    let mut hints = Vec::new();
    if assault.leaders.is_empty() {
        let near: Vec<String> = reckoned::may_lead(state, assault)
            .into_iter()
            .map(|leader| {
                let leader = state.game.leader(leader);
                format!("{} could add {}", leader.name, leader.bonus)
            })
            .collect();
        if !near.is_empty() {
            hints.push(format!("{}, and would be lost on a 6 after it (11b, 11d)", joined(&near, "and")));
        }
    }
    if assault.lowered.is_none() && sum.used.is_some_and(|column| column.down_to_lowest().count() > 1) {
        hints.push("A lower column may be taken (7c3)".to_owned());
    }
    hints
}

/// Both sides of a combat.
fn sides(state: &State, sum: &Reckoned) -> Vec<CardSide> {
    let side = |counted: &[Counted], total: u32, attack: bool| {
        let owner = if attack { state.phasing } else { state.phasing.enemy() };
        let verb = if attack { "attack" } else { "defend" };
        CardSide {
            title: format!("{} {verb}", state.game.side_name(owner)),
            side: state.game.side_id(owner),
            pieces: counted.iter().map(|one| (state.say(one.unit), counted_words(one))).collect(),
            throws: counted.iter().filter_map(|one| steps(state, one, attack)).collect(),
            total: Some(total),
            result: match (attack, sum.used) {
                (true, Some(column)) => format!("Column {column}"),
                (true, None) | (false, _) => String::new(),
            },
        }
    };
    vec![side(&sum.sum.attackers, sum.sum.attack, true), side(&sum.sum.defenders, sum.sum.defence, false)]
}

/// The strength of a unit: `5`, `5, counted 10`; the steps explain it.
fn counted_words(counted: &Counted) -> String {
    match counted.factors.is_empty() {
        true => counted.printed.to_string(),
        false => format!("{}, counted {}", counted.printed, counted.counted),
    }
}

/// What changes the strength of a unit, step by step; `None` if it counts as printed.
fn steps(state: &State, counted: &Counted, attack: bool) -> Option<CardThrow> {
    let first = counted.factors.first()?;
    let mut before = counted.printed;
    let mut modifiers = Vec::new();
    for step in &counted.factors {
        let value = i64::from(step.points) - i64::from(before);
        before = step.points;
        let how = if step.doubles { "doubled" } else { "halved" };
        let why = format!("{}: {how}, {}", step.words, step.points);
        modifiers.push(Modifier::new(i32::try_from(value).unwrap_or_default(), step.clause, why));
    }
    let verb = if attack { "attacks" } else { "defends" };
    let what = format!("{} {verb} with {}", state.game.say(counted.unit), counted.counted);
    Some(CardThrow { what, dice: 0, hits_on: None, modifiers, clause: first.clause })
}

/// The line of a charge, and its strength alone.
fn of_charge(state: &State, unit: UnitId, target: UnitId, card: Card) -> Card {
    let between = between(state, unit, target);
    let mut hints = card.hints;
    if card.refusal.is_none()
        && let Some(last) = between.last()
    {
        hints.push(format!(
            "It has to end its move in {last}, and then to attack {} (7f1)",
            state.game.say(target)
        ));
        hints.push(alone(state, unit, target));
    }
    Card { act: "Declare the charge".to_owned(), hints, ..card }
}

/// The strength of a charger and of its target, both without terrain.
pub fn alone(state: &State, unit: UnitId, target: UnitId) -> String {
    use crate::combat::table::{Ratio, ratio};
    let (attack, defence) =
        (u32::from(state.unit(unit).strength) * 2, u32::from(state.unit(target).strength));
    let column = match ratio(attack, defence, &state.game.options) {
        Ratio::Column(column) => column.name(),
        Ratio::Hopeless => "below 1:3",
    };
    format!("Alone it is {attack} to {defence}, {column}, before terrain")
}

/// The hexes over which a unit would charge another; empty if they are not in line.
pub fn between(state: &State, unit: UnitId, target: UnitId) -> Vec<Hex> {
    let ends = state.hex(unit).zip(state.hex(target));
    ends.and_then(|(from, to)| charge::between(state, from, to)).unwrap_or_default()
}

/// The present commander of a unit, and the other possible ones.
fn of_attach(state: &State, unit: UnitId, to: PieceId, card: Card) -> Card {
    let chain = Chain::new(state, state.phasing);
    let mut tried = card.tried;
    let chosen = group_under(state, unit, to);
    let own = state.game.corps_of(unit).map(Group::Corps);
    for group in chain.groups().filter(|group| Some(*group) != chosen) {
        // A unit of a corps is under its own commander, or that of the army.
        if own.is_some_and(|own| group != own && group != Group::Army) {
            continue;
        }
        let Some(commander) = command::commander_of(state, state.phasing, group) else { continue };
        let name = state.game.say_piece(commander);
        let (words, clause) = match (chain.wants(group, unit), chain.line(group, unit)) {
            (Some(want), _) => {
                let (clause, why) = say_want(state, unit, group, want);
                (format!("Not under {name}: {why}"), clause)
            }
            (None, Some(Line::Open(way))) => {
                (format!("Under {name} by a line of {}", units::steps(&way)), "cb:10c")
            }
            (None, Some(Line::TooFar(_) | Line::Cut) | None) => {
                (format!("Under {name} as it comes on"), "cb:4b")
            }
        };
        tried.push(Remark { words, clause: Some(clause) });
    }
    Card { act: format!("Put it under {}", groups::name(state, to)), tried, ..card }
}

/// The die of a reorganisation, if there is one.
fn of_rally(state: &State, unit: UnitId, by: PieceId, card: Card) -> Card {
    let mut hints = card.hints;
    if card.refusal.is_none() {
        hints.push(match rally::needs_die(state, by) {
            true => format!("His corps is demoralised: {} instead (12c)", rally::RUNS_ON),
            false => "It needs no die (12c)".to_owned(),
        });
        if let Some(corps) = state.game.corps_of(unit) {
            let (tally, strength) = (state.tally(corps), u32::from(state.game.unit(unit).strength));
            if let Some(level) = state.game.corps(corps).level {
                let name = &state.game.corps(corps).name;
                hints.push(format!(
                    "{name}'s corps: {tally} of {level}, then {} (13b)",
                    tally.saturating_sub(strength)
                ));
            }
        }
    }
    let act = match rally::needs_die(state, by) {
        true => "Try to reorganise it".to_owned(),
        false => format!("{} reorganises it", groups::name(state, by)),
    };
    Card { act, hints, ..card }
}

/// How far a retreat leads towards the line of communications, and which units it leaves without a path.
fn of_retreat(state: &State, back: &Withdrawal, events: &[Event], card: Card) -> Card {
    let mut hints = card.hints;
    hints.extend(why_it_withdraws(state, back.unit));
    hints.extend(nearer(state, back));
    if events.iter().filter_map(Event::lost).any(|(unit, _)| unit == back.unit) {
        hints.push("It is eliminated by that (8a2)".to_owned());
    }
    let cut_off = combat::back::cut_off_by(state, back.unit, events);
    if !cut_off.is_empty() {
        hints.push(format!("No way back is left then for {} (8a2)", state.say_all(&cut_off)));
    }
    Card { hints, ..card }
}

/// Why a unit withdraws after all combats: found out of command in an enemy zone (`cb:10e`).
fn why_it_withdraws(state: &State, unit: UnitId) -> Option<String> {
    let withdraws = state.combat()?.withdrawing.as_ref()?.contains(&unit);
    let found = state.command.found.get(&unit).filter(|_| withdraws)?;
    let why = say_found(state, unit, found).map(|(_, why)| format!(": {why}")).unwrap_or_default();
    Some(format!("As movement began it was out of command{why} (10e)"))
}

/// `21 hexes from the line of communications, 22 before`.
fn nearer(state: &State, back: &Withdrawal) -> Option<String> {
    let (from, to) = (state.hex(back.unit)?, *back.way.last()?);
    if !state.game.map().contains(to) {
        return None;
    }
    let far = |hex| state.game.to_communications(state.side(back.unit), hex);
    Some(format!("{} from the line of communications, {} before (8a5)", units::hexes(far(to)), far(from)))
}
