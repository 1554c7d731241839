//! The order of battle: commands and their stands, with chits, strength and state.

use std::collections::BTreeSet;

use crate::chits::{Chit, chit, chit_name};
use crate::roster::{CommandInfo, Train};
use crate::state::Place;
use crate::{CommandId, StandId, State, words};
use drawing::ArmyColour;
use game::{ChitPlace, Group, GroupArmy, GroupChits, Member, Remark, sentence};
use scenario::Side;
use scenario::army::Arm;

/// Every command in play, each after its superior.
pub fn groups(state: &State) -> Vec<Group> {
    let roster = state.roster();
    // A command founded during the game and absorbed again is gone with its general.
    let gone = |id: CommandId| state.command(id).general.is_some_and(|general| state.is_retired(general));
    let there = |id: CommandId| roster.stands_of(id).next().is_some() && !gone(id);
    // The chit of an absorbed command may still be drawn; one for captured wagons has no stands of its own.
    let drawn =
        |id: CommandId| state.discards.contains(&id) || state.stack.iter().any(|now| now.command == id);
    let in_play = roster.commands.iter().filter(|info| {
        there(info.id)
            || state.cup.contains(&info.id)
            || info.train.is_some() && (drawn(info.id) || !listed(state, info).is_empty())
    });
    let mut in_play: Vec<_> = in_play.collect();
    in_play.sort_by_cached_key(|info| place_in_army(state, info.id));
    let mut armies = BTreeSet::new();
    let mut group = |info: &CommandInfo| {
        // The data of an army is shown over its first command.
        let army = armies.insert((info.side, info.army)).then(|| army(state, info)).flatten();
        Group { army, ..command(state, info) }
    };
    in_play.into_iter().map(&mut group).collect()
}

/// Every command in the order of battle: side, army, wing, command. The order never changes during a game.
pub fn in_order(state: &State) -> Vec<CommandId> {
    let mut all: Vec<CommandId> = state.roster().commands.iter().map(|info| info.id).collect();
    all.sort_by_cached_key(|id| place_in_army(state, *id));
    all
}

/// The ammunition of a command's army, if it is counted.
fn army(state: &State, info: &CommandInfo) -> Option<GroupArmy> {
    let words = crate::ammunition::words(state, info.side, info.army);
    let about = Remark {
        words: "Each shot at effective or long range spends a chit; canister spends none. Without chits there is no such \
                fire for the rest of the day"
            .to_owned(),
        clause: Some("easy:VI.E"),
    };
    let name = state.game.scenario.sides[info.side.index()].armies[info.army].name.clone();
    (!words.is_empty()).then(|| GroupArmy { name, words: sentence(&words), about })
}

fn command(state: &State, info: &CommandInfo) -> Group {
    let roster = state.roster();
    let above = std::iter::successors(info.under, |id| roster.command(*id).under);
    let ids: Vec<StandId> = roster.stands_of(info.id).collect();
    let army = &state.game.scenario.sides[info.side.index()].armies[info.army];
    let present = ids.iter().filter(|id| !matches!(state.stand(**id).place, Place::Off));
    Group {
        key: state.command_key(info.id),
        name: info.name.clone(),
        side: state.side_id(state.command_side(info.id)),
        colour: Some(ArmyColour::named(&army.colour)),
        depth: above.count(),
        active: state.stack.iter().any(|active| active.command == info.id),
        strength: present.map(|id| u32::from(state.stand(*id).strength)).sum(),
        start: ids.iter().map(|id| u32::from(state.unit(*id).strength)).sum(),
        chits: Some(chits(state, info.id)),
        army: None,
        strain: String::new(),
        facts: Vec::new(),
        coming: Vec::new(),
        in_full: None,
        members: listed(state, info).into_iter().map(|id| member(state, id)).collect(),
    }
}

/// Where the chits of a command are: a great general has two (`easy:VI.B`).
fn chits(state: &State, id: CommandId) -> GroupChits {
    let chit = chit(state, id);
    let (place, words) = match chit {
        Chit::Cup => (ChitPlace::Cup, "in the cup"),
        Chit::Drawn => (ChitPlace::Drawn, "in hand"),
        Chit::Out => (ChitPlace::Spent, "drawn"),
        Chit::ToCome => (ChitPlace::ToCome, "not yet in play"),
        Chit::Absorbed => (ChitPlace::Gone, "out of play, absorbed"),
        Chit::None => (ChitPlace::None, "that of the army commander, who picks it"),
    };
    let count = match chit {
        Chit::Cup => state.cup.iter().filter(|held| **held == id).count(),
        _ => 1,
    };
    GroupChits {
        name: chit_name(state, id),
        place,
        count,
        words: words.to_owned(),
        clause: if count > 1 { "easy:VI.B" } else { "easy:II.A.1" },
    }
}

/// The stands under a command in the order of battle: its own, but captured wagons under the wagons of their captors
/// (`easy:VI.A.b`).
fn listed(state: &State, info: &CommandInfo) -> Vec<StandId> {
    let wagons = |side: Side| {
        let mut commands = state.roster().commands.iter();
        commands.any(|info| info.train == Some(Train::Wagons) && info.side == side)
    };
    let captured = |id: StandId| {
        let side = state.side(id);
        state.arm(id) == Arm::Wagon && side != state.unit(id).side && wagons(side)
    };
    let mut listed: Vec<StandId> = state.roster().stands_of(info.id).filter(|id| !captured(*id)).collect();
    if info.train == Some(Train::Wagons) {
        listed.extend(state.ids().filter(|id| captured(*id) && state.side(*id) == info.side));
    }
    listed
}

/// The place of a command in its army: under its superior, troops before engineers, and wagons and pontoons without a superior
/// at the end.
fn place_in_army(state: &State, id: CommandId) -> Vec<(u8, u16)> {
    let roster = state.roster();
    let rank = |id: CommandId| {
        let info = roster.command(id);
        let troops = info.stands.iter().any(|stand| state.arm(*stand).is_troops());
        let kind = match (info.train, troops || info.general.is_some()) {
            (Some(_), _) => 2,
            (None, false) => 1,
            (None, true) => 0,
        };
        (kind, id.0)
    };
    let info = roster.command(id);
    let mut place = vec![rank(id)];
    let mut above = info.under;
    while let Some(upper) = above {
        place.push(rank(upper));
        above = roster.command(upper).under;
    }
    place.push((info.side.0, info.army as u16));
    place.reverse();
    place
}

/// `12` at full strength, `9/12` after losses.
pub fn strength_words(now: u32, start: u32) -> String {
    if now == start { start.to_string() } else { format!("{now}/{start}") }
}

fn member(state: &State, id: StandId) -> Member {
    let (unit, stand) = (state.unit(id), state.stand(id));
    let place = match stand.place {
        Place::Table(_) if stand.routed => "routed",
        Place::Table(_) if stand.evading => "sheltering",
        Place::Table(_) if stand.square => "in squares",
        Place::Table(_) => "",
        Place::Reserve => "to come",
        Place::Eliminated { rallyable: true } => "broken, may rally",
        Place::Eliminated { rallyable: false } => "lost",
        Place::Off => "off",
    };
    let figures = match (unit.strength, stand.hidden) {
        (0, _) => String::new(),
        (start, true) => format!("?/{start}"),
        (start, false) => strength_words(u32::from(stand.strength), u32::from(start)),
    };
    Member {
        piece: state.key(id),
        name: format!("{} {}", unit.badge, unit.short),
        tag: unit.badge.to_string(),
        figures,
        weakened: !stand.hidden && stand.strength < unit.strength,
        state: place.to_owned(),
        spoken: words::describe(state, id),
        placed: matches!(stand.place, Place::Table(_)),
        lost: stand.place.is_lost(),
        gone: stand.place.is_lost() && stand.place != Place::Eliminated { rallyable: true },
    }
}
