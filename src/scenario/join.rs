//! Adds stands and units of another army to a side of a draft, with their commands and the superiors of these.

use std::collections::BTreeMap;

use super::draft::{EditFault, refuse};
use super::edit::{all_commands, free, item};
use super::{Scenario, Side, SideInfo};
use crate::army::{Army, Command, Stand, Unit};

/// Adds stands and units of an army to a side, under free ids: the same army may fight on both sides.
pub(super) fn join(
    scenario: &mut Scenario,
    side: Side,
    army: &Army,
    pieces: &[String],
) -> Result<(), EditFault> {
    let colour_and_name = (army.name.clone(), army.colour.clone());
    let mut taken = Taken {
        pieces: scenario.pieces().map(|(.., piece)| piece.id().to_owned()).collect(),
        commands: all_commands(scenario).map(|command| command.id.clone()).collect(),
    };
    let battle = scenario.id.clone();
    let side_info = item(&mut scenario.sides, side.index())?;
    // The army itself if it fights here already, otherwise the empty one of a new table, otherwise a new one.
    let home = match side_info
        .armies
        .iter()
        .position(|own| (own.name.clone(), own.colour.clone()) == colour_and_name)
    {
        Some(index) => index,
        None => {
            side_info.armies.retain(|own| !own.commands.is_empty());
            let id = match side_info.armies.len() {
                0 => format!("{battle}-{}", side_info.id),
                n => format!("{battle}-{}-{}", side_info.id, n + 1),
            };
            let id = free(&id, side_info.armies.iter().map(|own| &*own.id));
            let (name, colour) = colour_and_name;
            side_info.armies.push(Army { id, name, colour, commands: Vec::new() });
            side_info.armies.len() - 1
        }
    };
    let own = &mut side_info.armies[home];
    let joined: usize = army
        .commands
        .iter()
        .map(|command| {
            come::<Stand>(own, command, pieces, &mut taken) + come::<Unit>(own, command, pieces, &mut taken)
        })
        .sum();
    if joined == 0 {
        return refuse("they are in the battle already", "choose others");
    }
    subordinate(side_info, home, army);
    detach_again(&mut side_info.armies[home], army);
    Ok(())
}

/// Ids that are taken in the battle.
struct Taken {
    /// The ids of stands and units.
    pieces: Vec<String>,
    commands: Vec<String>,
}

/// An element of a command: a stand or a unit.
trait Member: Clone {
    fn id(&self) -> &str;
    fn with_id(&self, id: String) -> Self;
    fn of(command: &Command) -> &Vec<Self>;
    fn of_mut(command: &mut Command) -> &mut Vec<Self>;
}

/// Both kinds have their id and their list under the same names.
macro_rules! member {
    ($member:ident, $list:ident) => {
        impl Member for $member {
            fn id(&self) -> &str {
                &self.id
            }

            fn with_id(&self, id: String) -> Self {
                Self { id, ..self.clone() }
            }

            fn of(command: &Command) -> &Vec<Self> {
                &command.$list
            }

            fn of_mut(command: &mut Command) -> &mut Vec<Self> {
                &mut command.$list
            }
        }
    };
}

member!(Stand, stands);
member!(Unit, units);

/// Moves the members with these ids from a command to its namesake in `own`, unless they are there; returns how many.
fn come<M: Member>(own: &mut Army, command: &Command, ids: &[String], taken: &mut Taken) -> usize {
    let mut joined = 0;
    for member in M::of(command).iter().filter(|member| ids.iter().any(|id| id == member.id())) {
        let mine = own.commands.iter().position(|one| one.name == command.name);
        let same = |one: &M| is_freed(one.id(), member.id());
        if mine.is_some_and(|index| M::of(&own.commands[index]).iter().any(same)) {
            continue;
        }
        let index = mine.unwrap_or_else(|| {
            let id = free(&command.id, taken.commands.iter().map(|id| &**id));
            taken.commands.push(id.clone());
            let name = command.name.clone();
            own.commands.push(Command { id, name, under: None, stands: Vec::new(), units: Vec::new() });
            own.commands.len() - 1
        });
        let id = free(member.id(), taken.pieces.iter().map(|id| &**id));
        taken.pieces.push(id.clone());
        M::of_mut(&mut own.commands[index]).push(member.with_id(id));
        joined += 1;
    }
    joined
}

/// Puts stands from `army` that begin detached under the same division general as there (`easy:V.A`), by the general's id
/// here; a stand whose general comes later is put under the general then.
fn detach_again(home: &mut Army, army: &Army) {
    for command in &mut home.commands {
        let Some(theirs) = army.commands.iter().find(|other| other.name == command.name) else { continue };
        let ids: Vec<String> = command.stands.iter().map(|stand| stand.id.clone()).collect();
        for stand in &mut command.stands {
            let Some(old) = theirs.stands.iter().find(|old| is_freed(&stand.id, &old.id)) else { continue };
            let here = |general: &String| ids.iter().find(|id| is_freed(id, general)).cloned();
            stand.detached = old.detached.as_ref().and_then(here);
        }
    }
}

/// Puts the commands from `army` under the same superiors as there, by the ids of these here.
/// No command is under one that has not come; a command whose superior comes later is put under it then.
fn subordinate(side: &mut SideInfo, home: usize, army: &Army) {
    let own = |name: &str| side.armies[home].commands.iter().find(|one| one.name == name);
    // An ally's superior is known only by its id, unchanged or made free.
    let allied = |id: &str| {
        let present = || side.armies.iter().flat_map(|army| &army.commands).map(|command| &command.id);
        present().find(|one| **one == id).or_else(|| present().find(|one| is_freed(one, id))).cloned()
    };
    let here = |old: &str| match army.commands.iter().find(|command| command.id == old) {
        Some(superior) => own(&superior.name).map(|one| one.id.clone()),
        None => allied(old),
    };
    let superiors: BTreeMap<String, String> = army
        .commands
        .iter()
        .filter_map(|command| Some((own(&command.name)?.id.clone(), here(command.under.as_deref()?)?)))
        .collect();
    for command in &mut side.armies[home].commands {
        if command.under.is_none() {
            command.under = superiors.get(&command.id).filter(|above| **above != command.id).cloned();
        }
    }
}

/// Is `id` the wanted one, or the one that [`free`] made from it: `A03-2` from `A03`?
fn is_freed(id: &str, wanted: &str) -> bool {
    let number = |rest: &str| rest.strip_prefix('-').is_some_and(|n| n.parse::<u32>().is_ok());
    id.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || number(rest))
}
