//! The order of battle: commands and their stands, with chits, strength and state.

use std::collections::{BTreeMap, BTreeSet};

use crate::army::Arm;
use crate::drawing::ArmyColour;
use crate::game::{ChitPlace, Group, GroupArmy, GroupChits, Member, Remark, sentence};
use crate::rules::easy::chits::{Chit, chit, chit_name};
use crate::rules::easy::roster::{CommandInfo, Train};
use crate::rules::easy::state::Place;
use crate::rules::easy::{CommandId, StandId, State, words};
use crate::scenario::Side;

use super::tooltip::Told;

/// One command in the order of battle.
#[derive(Clone, Debug)]
pub struct CommandRow {
    pub id: CommandId,
    pub name: String,
    /// What is said of its army before its first command.
    pub army: Option<ArmyRow>,
    pub colour: ArmyColour,
    /// Where its chit is.
    pub chit: Chit,
    /// How many of its chits are there: a great general has two (`easy:VI.B`).
    pub chits: usize,
    /// It acts now, on its own chit or picked.
    pub active: bool,
    pub indent: usize,
    pub strength: u32,
    pub start: u32,
    pub stands: Vec<StandRow>,
}

/// An army, as it is said over its commands.
#[derive(Clone, Debug)]
pub struct ArmyRow {
    pub name: String,
    /// Its ammunition: `60 ammunition chits`, `ammunition unknown`.
    pub ammunition: String,
}

/// One stand in the order of battle.
#[derive(Clone, Debug)]
pub struct StandRow {
    pub id: StandId,
    pub badge: u16,
    pub name: String,
    pub strength: String,
    /// It is seen to have fewer points than it began with.
    pub weakened: bool,
    pub state: &'static str,
    pub label: String,
    pub told: Told,
    pub on_table: bool,
}

impl CommandRow {
    /// The same for whoever reads it.
    pub fn plain(&self, state: &State) -> Group {
        let (place, words) = match self.chit {
            Chit::Cup => (ChitPlace::Cup, "in the cup"),
            Chit::Drawn => (ChitPlace::Drawn, "in hand"),
            Chit::Out => (ChitPlace::Spent, "drawn"),
            Chit::ToCome => (ChitPlace::ToCome, "not yet in play"),
            Chit::Absorbed => (ChitPlace::Gone, "out of play, absorbed"),
            Chit::None => (ChitPlace::None, "that of the army commander, who picks it"),
        };
        let chits = GroupChits {
            name: chit_name(state, self.id),
            place,
            count: self.chits,
            words: words.to_owned(),
            clause: if self.chits > 1 { "easy:VI.B" } else { "easy:II.A.1" },
        };
        let army = self.army.as_ref().map(|army| GroupArmy {
            name: army.name.clone(),
            words: army.ammunition.clone(),
            about: Remark {
                words: "Each shot at effective or long range spends a chit; canister spends none. Without chits there is no such \
                        fire for the rest of the day"
                    .to_owned(),
                clause: Some("easy:VI.E"),
            },
        });
        let member = |row: &StandRow| Member {
            piece: state.key(row.id),
            name: format!("{} {}", row.badge, row.name),
            tag: row.badge.to_string(),
            figures: row.strength.clone(),
            weakened: row.weakened,
            state: row.state.to_owned(),
            spoken: row.label.clone(),
            placed: row.on_table,
            gone: false,
        };
        Group {
            key: state.command_key(self.id),
            name: self.name.clone(),
            side: state.side_id(state.command_side(self.id)),
            colour: Some(self.colour),
            depth: self.indent,
            active: self.active,
            strength: self.strength,
            start: self.start,
            chits: Some(chits),
            army,
            facts: Vec::new(),
            members: self.stands.iter().map(member).collect(),
        }
    }
}

/// Every command that is in play, each after the one over it; `told` is what is told of the stands.
pub fn commands(state: &State, told: &BTreeMap<StandId, Told>) -> Vec<CommandRow> {
    let roster = state.roster();
    let mut rows: Vec<CommandRow> = Vec::new();
    // A command that was founded in the game and absorbed again is gone with its general.
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
    for info in in_play {
        let mut indent = 0;
        let mut above = info.under;
        while let Some(id) = above {
            indent += 1;
            above = roster.command(id).under;
        }
        let ids: Vec<StandId> = roster.stands_of(info.id).collect();
        let army = &state.game.scenario.sides[info.side.index()].armies[info.army];
        // The ammunition of an army stands over its first command.
        let ammunition = crate::rules::easy::ammunition::words(state, info.side, info.army);
        let row = ArmyRow { name: army.name.clone(), ammunition: sentence(&ammunition) };
        let first = armies.insert((info.side, info.army)) && !ammunition.is_empty();
        rows.push(CommandRow {
            id: info.id,
            name: info.name.clone(),
            army: first.then_some(row),
            colour: ArmyColour::named(&army.colour),
            chit: chit(state, info.id),
            chits: match chit(state, info.id) {
                Chit::Cup => state.cup.iter().filter(|held| **held == info.id).count(),
                _ => 1,
            },
            active: state.stack.iter().any(|active| active.command == info.id),
            indent,
            strength: ids
                .iter()
                .filter(|id| !matches!(state.stand(**id).place, Place::Off))
                .map(|id| u32::from(state.stand(*id).strength))
                .sum(),
            start: ids.iter().map(|id| u32::from(state.unit(*id).strength)).sum(),
            stands: listed(state, info).into_iter().map(|id| stand_row(state, id, told)).collect(),
        });
    }
    rows
}

/// The stands under a command in the order of battle: those that answer to it, but a captured wagon under the wagons of its
/// captors (`easy:VI.A.b`).
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

/// Where a command stands in the order of battle: with its army, each under who commands it, troops before engineers, and
/// what nobody commands, wagons and pontoons, at the end.
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

/// `12` for what is whole, `9/12` for what has lost.
pub fn strength_words(now: u32, start: u32) -> String {
    if now == start { start.to_string() } else { format!("{now}/{start}") }
}

fn stand_row(state: &State, id: StandId, told: &BTreeMap<StandId, Told>) -> StandRow {
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
    let strength = match (unit.strength, stand.hidden) {
        (0, _) => String::new(),
        (start, true) => format!("?/{start}"),
        (start, false) => strength_words(u32::from(stand.strength), u32::from(start)),
    };
    StandRow {
        id,
        badge: unit.badge,
        name: unit.short.clone(),
        strength,
        weakened: !stand.hidden && stand.strength < unit.strength,
        state: place,
        label: words::describe(state, id),
        told: told.get(&id).cloned().unwrap_or_default(),
        on_table: matches!(stand.place, Place::Table(_)),
    }
}
