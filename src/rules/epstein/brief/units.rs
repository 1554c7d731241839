//! The order of battle: corps with their brigades, and the condition of each unit.

use crate::kind::Arm;
use crate::roster::{StandId, UnitId};
use crate::standing::group_is_ineffective;
use crate::state::{GroupId, Place, Rally, State};
use drawing::ArmyColour;
use game::{Group, Member};
use scenario::Side;
use scenario::army::number_of;
use scenario::army::{Army, Command};

use super::troops::{badge, called};

/// The words for a unit with nothing in play yet, and for one that has routed.
const TO_COME: &str = "to come";
const LOST: &str = "lost";
const RUNS: &str = "runs";

/// The colour of a unit's army.
pub fn colour(state: &State, id: GroupId) -> Option<ArmyColour> {
    unit_colour(state, state.unit(id))
}

/// The colour of a unit's army; the unit need not be in play.
pub fn unit_colour(state: &State, unit: UnitId) -> Option<ArmyColour> {
    let info = state.game.unit(unit);
    army_colour(state, info.side, &info.army)
}

fn army_colour(state: &State, side: Side, army: &str) -> Option<ArmyColour> {
    let side = state.game.scenario.sides.get(side.index())?;
    let army = side.armies.iter().find(|known| known.id == army)?;
    Some(ArmyColour::named(&army.colour))
}

/// The colour of a side: that of its first army.
pub fn side_colour(state: &State, side: Side) -> Option<ArmyColour> {
    let army = state.game.scenario.sides.get(side.index())?.armies.first()?;
    Some(ArmyColour::named(&army.colour))
}

/// The condition of a group in a few words; empty if it is in order and on the table.
fn condition(state: &State, id: GroupId) -> String {
    let group = state.group(id);
    let inside = group.stands.iter().find_map(|stand| match state.stand(*stand).place {
        Place::Inside { house, .. } => Some(state.game.house_name(house)),
        Place::Table(_) | Place::Reserve | Place::Lost => None,
    });
    let leads = state.arm(id) == Arm::Command;
    match (group.rout.map(|rout| rout.rally), group.disruption.len(), inside) {
        (Some(Rally::Running), ..) => RUNS.to_owned(),
        (Some(Rally::Halted), ..) => "halted".to_owned(),
        (Some(Rally::Faced), ..) => "rallies".to_owned(),
        (None, 0, Some(house)) => format!("in {house}"),
        (None, 0, None) if !leads && group_is_ineffective(state, id) => "ineffective".to_owned(),
        (None, 0, None) => String::new(),
        (None, 1, _) => "disrupted".to_owned(),
        (None, _, _) => "disrupted twice".to_owned(),
    }
}

/// A group as a member of its command.
pub fn member(state: &State, id: GroupId) -> Member {
    let now = state.group(id);
    let figures = state.figures(id);
    let start: u16 = now.stands.iter().map(|stand| state.game.stand(*stand).figures).sum();
    let leads = state.arm(id) == Arm::Command;
    let condition = condition(state, id);
    let mut spoken = format!("{}, {}", called(state, id), state.kind(id).words());
    if !leads {
        spoken.push_str(&format!(", {figures} figures, {}", now.formation.words()));
    }
    if !condition.is_empty() {
        spoken.push_str(&format!(", {condition}"));
    }
    Member {
        piece: state.key(id),
        name: state.say(id),
        tag: badge(state, id),
        figures: if leads { String::new() } else { format!("{figures}/{start}") },
        weakened: figures < start,
        state: condition,
        spoken,
        placed: now.stands.iter().any(|stand| super::troops::seen_at(state, *stand).is_some()),
        lost: false,
        gone: false,
    }
}

/// A unit with nothing in play: lost, or still to come.
fn absent(state: &State, unit: UnitId) -> Member {
    let info = state.game.unit(unit);
    let start: u16 = info.stands.iter().map(|stand| state.game.stand(*stand).figures).sum();
    let to_come = info.stands.iter().any(|stand| state.stand(*stand).place == Place::Reserve);
    let words = if to_come { TO_COME } else { LOST };
    let left = if to_come { start } else { 0 };
    Member {
        piece: info.id.clone(),
        name: info.short.clone(),
        tag: number_of(&info.id).map_or_else(|| info.id.clone(), |number| number.to_string()),
        figures: if info.kind.arm() == Arm::Command { String::new() } else { format!("{left}/{start}") },
        weakened: left < start,
        state: words.to_owned(),
        spoken: format!("{}, {}, {words}", info.short, info.kind.words()),
        placed: false,
        lost: !to_come,
        gone: !to_come,
    }
}

/// The commands of both sides, each after the one over it.
pub fn groups(state: &State) -> Vec<Group> {
    let armies = state.game.scenario.armies();
    armies
        .flat_map(|(side, army)| army.commands.iter().map(move |command| group(state, side, army, command)))
        .collect()
}

fn group(state: &State, side: Side, army: &Army, command: &Command) -> Group {
    let units: Vec<UnitId> =
        state.game.unit_ids().filter(|unit| state.game.unit(*unit).command == command.id).collect();
    let of_unit = |unit: &UnitId| {
        let own = state.group_ids().filter(|id| state.unit(*id) == *unit);
        let own: Vec<Member> = own.map(|id| member(state, id)).collect();
        if own.is_empty() { vec![absent(state, *unit)] } else { own }
    };
    let members: Vec<Member> = units.iter().flat_map(of_unit).collect();
    let stands = || units.iter().flat_map(|unit| &state.game.unit(*unit).stands);
    let in_play = |stand: &&StandId| super::troops::seen_at(state, **stand).is_some();
    let count = |wanted: &str| members.iter().filter(|member| member.state == wanted).count();
    let facts = [TO_COME, LOST, RUNS].map(|state| (count(state), state));
    Group {
        key: command.id.clone(),
        name: command.name.clone(),
        side: state.game.side_id(side),
        colour: Some(ArmyColour::named(&army.colour)),
        depth: depth_of(army, command),
        active: side == state.active,
        strength: stands().filter(in_play).map(|stand| u32::from(state.stand(*stand).figures)).sum(),
        start: stands().map(|stand| u32::from(state.game.stand(*stand).figures)).sum(),
        facts: facts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, is)| format!("{count} {is}"))
            .collect(),
        members,
        ..Group::default()
    }
}

/// How many commands are above this one. A command never contains itself; should a file say so, this still ends.
fn depth_of(army: &Army, command: &Command) -> usize {
    let over = |of: &&Command| army.commands.iter().find(|one| of.under.as_ref() == Some(&one.id));
    std::iter::successors(over(&command), |one| over(one)).take(army.commands.len()).count()
}
