//! Tooltips of units and single stands: sentences with their clauses. Units: inches, figures.

use crate::fire::check_may_fire;
use crate::formation::Formation;
use crate::kind::Arm;
use crate::morale::{hold, leaders_near};
use crate::moving::{allowance, check_may_move};
use crate::pending::Pending;
use crate::roster::{StandId, UnitId};
use crate::standing::{CREW, is_alone, is_ineffective, skirmishes};
use crate::state::{GroupId, Phase, Place, Rally, State};
use game::{Clause, Remark, Tooltip, sentence};

/// Men per figure (`epstein:2.1`).
const MEN: u32 = 60;

fn say(clause: Clause, words: impl Into<String>) -> Remark {
    Remark { words: words.into(), clause: (!clause.is_empty()).then_some(clause) }
}

/// May it move, fire or charge now, or answer what is done to it?
pub fn may_act(state: &State, id: GroupId) -> bool {
    match state.waits() {
        Some(Pending::Shot(shot)) => shot.on == id,
        Some(Pending::Losses(lost)) => lost.of == id,
        Some(Pending::Charge(charge)) => charge.met.as_ref().is_some_and(|met| met.group == id),
        Some(Pending::HouseShot(shot)) => shot.on == id,
        Some(Pending::Assault(_) | Pending::Flames(_)) => {
            state.side(id) == state.decides() && house(state, id).is_some()
        }
        Some(Pending::Opening(opening)) => {
            opening.stands.iter().any(|stand| state.group(id).stands.contains(stand))
        }
        Some(Pending::Risk(risk)) => risk.leaders.contains(&id),
        Some(Pending::Follow(following)) => following.leader == id,
        None => {
            let period = state.phase == Phase::Period;
            period && (check_may_move(state, id).is_ok() || check_may_fire(state, id).is_ok())
        }
    }
}

/// The tooltip of a group; `stand`: the stand under the pointer.
pub fn tooltip(state: &State, id: GroupId, stand: Option<StandId>, may_act: bool) -> Tooltip {
    let mut said = vec![say("", who(state, state.unit(id)))];
    if state.arm(id) == Arm::Command {
        let words = "A friend within 4 in of him, in order and no skirmisher, gains 1 on morale, on each figure and on the melee die.";
        said.push(say("epstein:14.c.2", words));
    } else {
        said.extend(strength(state, id));
        said.push(formed(state, id));
        said.push(worth(state, id));
    }
    said.extend(stand.and_then(|stand| of_stand(state, id, stand)));
    if may_act {
        said.push(say("", "It may act now."));
    }
    said.extend(done(state, id));
    said.extend(condition(state, id));
    said.extend(beside(state, id));
    Tooltip { title: super::troops::called(state, id), said }
}

/// The tooltip of a unit with nothing in play.
pub fn absent(state: &State, unit: UnitId) -> Tooltip {
    let info = state.game.unit(unit);
    let to_come = info.stands.iter().any(|stand| state.stand(*stand).place == Place::Reserve);
    let words = if to_come { "It has not yet arrived." } else { "It is lost." };
    Tooltip { title: info.short.clone(), said: vec![say("", who(state, unit)), say("", words)] }
}

/// Its kind, its command and its army: `Line infantry of 1st Brigade, Morel's division.`
fn who(state: &State, unit: UnitId) -> String {
    let info = state.game.unit(unit);
    let army = state.game.scenario.armies().map(|(_, army)| army).find(|army| army.id == info.army);
    let command = army.and_then(|army| army.commands.iter().find(|command| command.id == info.command));
    let (army, command) = (army.map(|army| &army.name), command.map(|command| &command.name));
    let kind = sentence(&info.kind.words());
    match (command, army) {
        (Some(command), Some(army)) if command != army => format!("{kind} of {command}, {army}."),
        (Some(of), _) | (None, Some(of)) => format!("{kind}, {of}."),
        (None, None) => format!("{kind}."),
    }
}

fn figures(count: u16) -> String {
    if count == 1 { "1 figure".to_owned() } else { format!("{count} figures") }
}

fn strength(state: &State, id: GroupId) -> Vec<Remark> {
    let (left, stands) = (state.figures(id), state.group(id).stands.len());
    let start: u16 = state.group(id).stands.iter().map(|stand| state.game.stand(*stand).figures).sum();
    let of = if left < start { format!("{left} of {}", figures(start)) } else { figures(left) };
    let on = if stands == 1 { "1 stand".to_owned() } else { format!("{stands} stands") };
    let mut said = vec![say("epstein:2.1", format!("{of} on {on}, {} men.", u32::from(left) * MEN))];
    let arm = state.arm(id);
    if arm == Arm::Artillery && !state.group(id).on_foot && left < CREW {
        said.push(say(
            "epstein:8.d.4",
            format!("With {} it neither moves nor fires as it should: a gun wants 3.", figures(left)),
        ));
    }
    said
}

/// Its formation, and how far it goes.
fn formed(state: &State, id: GroupId) -> Remark {
    let group = state.group(id);
    if let Some(house) = house(state, id) {
        return say("epstein:15.1", format!("It is in {house}."));
    }
    let inches = allowance(state, id);
    let foot = if state.arm(id) == Arm::Infantry { "epstein:3d.1" } else { "epstein:3d.2" };
    match state.arm(id) {
        Arm::Artillery | Arm::Command if group.on_foot => {
            say("epstein:5.19", format!("Gunners on foot: {inches} in in a move."))
        }
        Arm::Artillery | Arm::Command => say(foot, format!("It goes {inches} in.")),
        Arm::Infantry | Arm::Cavalry => {
            say(foot, format!("In {}: {inches} in in a move.", group.formation.words()))
        }
    }
}

fn house(state: &State, id: GroupId) -> Option<String> {
    state.group(id).stands.iter().find_map(|stand| match state.stand(*stand).place {
        Place::Inside { house, .. } => Some(state.game.house_name(house).to_owned()),
        Place::Table(_) | Place::Reserve | Place::Lost => None,
    })
}

/// Its hold number, and the value of a figure in a melee.
fn worth(state: &State, id: GroupId) -> Remark {
    let value = crate::morale::base_value(state, id);
    let words = format!(
        "Charged, it holds on {} or more of two dice; in a melee each figure counts {value}.",
        hold(state, id)
    );
    say("epstein:9.5", words)
}

/// About the stand under the pointer.
fn of_stand(state: &State, id: GroupId, stand: StandId) -> Option<Remark> {
    let info = state.game.stand(stand);
    if state.game.unit(info.unit).stands.len() == 1 {
        return None;
    }
    let (left, rifles) = (state.stand(stand).figures, if info.rifles { ", with rifles" } else { "" });
    let name = sentence(&state.say_stand(stand));
    if is_ineffective(state, stand) {
        let words = format!(
            "{name}: {left} of {}{rifles}; too far from the others, or the last, it is ineffective.",
            figures(info.figures)
        );
        return Some(say("epstein:7.1", words));
    }
    if state.pose(stand).is_some() && state.group(id).stands.len() == 1 && is_alone(state, stand) {
        return Some(say(
            "epstein:5.20",
            format!("{name}: {left} of {}{rifles}; alone, it counts as skirmishers.", figures(info.figures)),
        ));
    }
    Some(say("epstein:g.4", format!("{name}: {left} of {}{rifles}.", figures(info.figures))))
}

/// What it has done in this period.
fn done(state: &State, id: GroupId) -> Vec<Remark> {
    let group = state.group(id);
    let marks = group.marks;
    let told = [
        (marks.moved && !marks.fought, "epstein:4.3", "It has moved in this period."),
        (marks.fired, "epstein:5.18", "It has fired in this period."),
        (marks.fought, "epstein:5.18", "It has charged in this period."),
        (marks.attacked, "epstein:4.4", "It has been charged: nobody charges it again in this period."),
        (group.silent, "epstein:5.9", "It has moved, and answers nobody until its owner's next period."),
        (group.pinned, "epstein:11.2", "It has answered fire, and does not move in its next period."),
        (marks.pivoted != 0.0, "epstein:5.10", "It has turned on its axis in this period."),
    ];
    told.into_iter().filter(|(is, ..)| *is).map(|(_, clause, words)| say(clause, words)).collect()
}

/// Disruption, rout, and its losses.
fn condition(state: &State, id: GroupId) -> Vec<Remark> {
    let group = state.group(id);
    let mut said = Vec::new();
    for marker in &group.disruption {
        let side = state.game.side_name(marker.side);
        let words = format!(
            "A white marker: disrupted, 1 off every die, and it does not advance, until the end of the {side} period of turn {}.",
            marker.turn
        );
        said.push(say("epstein:13.4", words));
    }
    if let Some(rout) = group.rout {
        let (clause, words) = match rout.rally {
            Rally::Running => {
                ("epstein:13.7", "Routed, and running: in its next own period it halts, or runs on.")
            }
            Rally::Halted => (
                "epstein:13.7",
                "A black marker: it has halted, and turns to the enemy in its next own period.",
            ),
            Rally::Faced => (
                "epstein:13.7",
                "A black marker: it faces the enemy, and is in order in its next own period.",
            ),
        };
        said.push(say(clause, words));
        if rout.hit {
            said.push(say(
                "epstein:13.10",
                "It has been hit since it routed: hit or charged once more it is gone.",
            ));
        }
    }
    if group.rallied {
        said.push(say(
            "epstein:13.7",
            "It has rallied: a change of formation before anything else is no move.",
        ));
    }
    if group.crossing.is_some() {
        let words = "In a river: it neither fires nor charges nor forms square, and comes to the far bank in its next period.";
        said.push(say("epstein:5.24", words));
    }
    said
}

/// Other things that affect it: leaders, skirmish order, special troops.
fn beside(state: &State, id: GroupId) -> Vec<Remark> {
    let unit = state.game.unit(state.unit(id));
    let mut said = Vec::new();
    let loose = state.arm(id).has_formations() && skirmishes(state, id);
    if loose {
        said.push(say(
            "epstein:6.4",
            "Skirmishers: they screen twice their width from musketry, and fire with 2 off the die.",
        ));
    }
    if unit.green && unit.landwehr {
        said.push(say("epstein:3t.d", "Landwehr: 1 off every die."));
    } else if unit.green {
        said.push(say("epstein:16.4", "Green troops: 1 off every die."));
    }
    if state.arm(id) != Arm::Command && state.is_on_table(id) && leaders_near(state, id) > 0 {
        said.push(say(
            "epstein:14.c.2",
            "A leader is within 4 in: it gains 1 on morale, each figure and the melee die.",
        ));
    }
    if state.group(id).formation == Formation::Square {
        said.push(say(
            "epstein:12.3",
            "In square: no flank, and against cavalry it gains 1 on morale, each figure and the melee die.",
        ));
    }
    said
}
