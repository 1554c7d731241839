//! How rows of a draft's roster are added, copied and moved between commands.
//!
//! Commands are known by their names on a side: one is created when a piece joins it, and removed with its last piece.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{EditFault, refuse};
use super::edit::{
    all_commands, begin_otherwise, drop_empty_commands, free, is_there, item, not_there, put_cell,
    unit_that_begins,
};
use super::roster::recruit::{Listed, NewPiece, Recruit, copied};
use super::roster::rostered::Rostered;
use super::roster::sheet::Sheet;
use super::roster::{Column, Row, invalid_cells, is_same};
use super::{KnownRules, Scenario, Side};
use crate::army::{Arm, Army, Command, Piece, Stand, Unit, badges};
use data::write::quoted;
use drawing::ArmyColour;

/// A piece that is in no command at the moment.
enum Taken {
    Stand(Stand),
    Unit(Unit),
}

/// The place of a piece: its side, army and command, and its index in the list of its kind there.
#[derive(Clone, Copy)]
struct Place {
    side: usize,
    army: usize,
    command: usize,
    row: usize,
}

impl Rostered for Scenario {
    fn sheet(&self, known: &dyn KnownRules) -> Sheet {
        Sheet::of(self, known)
    }

    fn write_cell(&mut self, id: &str, column: &Column, said: Option<&str>) -> Result<(), EditFault> {
        let value = said.map(|said| column.ron(said)).transpose();
        if column.is_of_start {
            mend(self, id, column)?;
            unit_that_begins(self, id)?;
            value?;
            begin_otherwise(self, id, |begins| begins.formation = said.map(str::to_owned));
            return Ok(());
        }
        let value = value?;
        mend(self, id, column)?;
        put_cell(self, id, column.field, value.as_deref())
    }

    /// Adds new stands and units to their commands.
    fn muster(&mut self, recruits: &[Recruit]) -> Result<(), EditFault> {
        let mut ids = FreshIds::of(self);
        let mut taken: BTreeSet<String> = self.pieces().map(|(.., piece)| piece.id().to_owned()).collect();
        let said: BTreeSet<String> = recruits.iter().map(|recruit| recruit.listed.id.clone()).collect();
        let mut come = Newcomers::default();
        for Recruit { side, command, listed, piece } in recruits.iter().cloned() {
            let id = match listed.id.as_str() {
                said if !said.is_empty() && taken.insert(said.to_owned()) => said.to_owned(),
                _ => loop {
                    let fresh = ids.next(self, side)?;
                    if !said.contains(&fresh) && taken.insert(fresh.clone()) {
                        break fresh;
                    }
                },
            };
            let home = command_named(self, side, &command, &listed)?;
            if !listed.under.is_empty() {
                come.under.push((side, home.id.clone(), listed.under));
            }
            if !listed.command_id.is_empty() {
                come.commands.entry((side, listed.command_id)).or_insert_with(|| home.id.clone());
            }
            put(home, with_id(piece, id.clone())?, None);
            if !listed.id.is_empty() {
                come.ids.entry((side, listed.id)).or_insert_with(|| id.clone());
            }
            come.all.push((side, id));
        }
        come.refer(self);
        Ok(())
    }

    /// Copies each of these, after the last of them in its command: a copy is not deployed, and its name is numbered on.
    fn copy(&mut self, pieces: &[String]) -> Result<(), EditFault> {
        // The place of the last copy in each command.
        let mut last: BTreeMap<[usize; 3], usize> = BTreeMap::new();
        let mut ids = FreshIds::of(self);
        for id in pieces {
            let Some(place) = place_of(self, id) else { return not_there(id) };
            let side = Side(u8::try_from(place.side).unwrap_or(u8::MAX));
            let names: Vec<String> = {
                let own = self.pieces().filter(|(of, ..)| *of == side);
                own.map(|(.., piece)| piece.name().to_owned()).collect()
            };
            let Some(piece) = self.piece(id) else { return not_there(id) };
            let new = copied(piece, |name| names.iter().any(|own| own == name));
            let new = with_id(new, ids.next(self, side)?)?;
            let command = &mut self.sides[place.side].armies[place.army].commands[place.command];
            let of = [place.side, place.army, place.command];
            let after = match last.get(&of) {
                Some(row) => row + 1,
                // Pieces that are copied together stay together.
                None => {
                    pieces.iter().filter_map(|other| row_in(command, other)).max().unwrap_or(place.row) + 1
                }
            };
            put(command, new, Some(after));
            last.insert(of, after);
        }
        Ok(())
    }

    /// Moves these into the command with this name, in their order: before another piece there, or at the end.
    fn assign(
        &mut self,
        pieces: &[String],
        side: Side,
        command: &str,
        before: Option<&str>,
    ) -> Result<(), EditFault> {
        if command.trim().is_empty() {
            return refuse("a command has a name", "write one, as I Corps");
        }
        item(&mut self.sides, side.index())?;
        let numbers = numbers(self);
        for id in pieces.iter().filter(|id| Some(id.as_str()) != before) {
            let Some(place) = place_of(self, id) else { return not_there(id) };
            let was = &mut self.sides[place.side].armies[place.army].commands[place.command];
            let is_general = was.stands.iter().any(|stand| stand.detached.as_ref() == Some(id));
            let (was, taken) = (was.id.clone(), take(was, id, place.row));
            let home = command_named(self, side, command, &Listed::default())?;
            let leaves = home.id != was;
            let at = before.and_then(|before| row_in(home, before));
            put(home, taken, at);
            if leaves {
                part_detached(self, id, is_general);
            }
        }
        drop_empty_commands(self);
        keep_numbers(self, pieces, &numbers);
        Ok(())
    }

    /// Deletes a stand or a unit from its army.
    fn strike(&mut self, id: &str) -> Result<(), EditFault> {
        is_there(self, id)?;
        self.starts.remove(id);
        self.unit_starts.remove(id);
        for army in self.sides.iter_mut().flat_map(|side| &mut side.armies) {
            for command in &mut army.commands {
                command.stands.retain(|other| other.id != id);
                command.units.retain(|other| other.id != id);
                // No stand begins detached under a general who is gone.
                for other in &mut command.stands {
                    other.detached.take_if(|general| *general == id);
                }
            }
        }
        drop_empty_commands(self);
        Ok(())
    }

    fn name_side(&mut self, side: Side, name: &str) -> Result<(), EditFault> {
        let side = item(&mut self.sides, side.index())?;
        // An army with the name of its side keeps that name.
        for army in side.armies.iter_mut().filter(|army| army.name == side.name) {
            name.clone_into(&mut army.name);
        }
        name.clone_into(&mut side.name);
        Ok(())
    }

    fn colour(&mut self, side: Side, colour: ArmyColour) -> Result<(), EditFault> {
        let armies = &mut item(&mut self.sides, side.index())?.armies;
        // An army that was distinguished from the first by its colour stays so.
        let was = armies.first().map(|army| army.colour.clone());
        for army in armies.iter_mut().filter(|army| Some(&army.colour) == was.as_ref()) {
            colour.word().clone_into(&mut army.colour);
        }
        Ok(())
    }

    /// Renames the command of this piece. Commands of a side are known by their names, so the name must be a new one.
    fn name_command(&mut self, id: &str, name: &str) -> Result<(), EditFault> {
        let name = name.trim();
        if name.is_empty() {
            return refuse("a command has a name", "write one, as I Corps");
        }
        let Some(place) = place_of(self, id) else { return not_there(id) };
        let armies = &mut self.sides[place.side].armies;
        let own = armies[place.army].commands[place.command].id.clone();
        let mut others = armies.iter().flat_map(|army| &army.commands).filter(|command| command.id != own);
        if others.any(|command| command.name.trim().eq_ignore_ascii_case(name)) {
            return refuse(
                format!("there is a {name} already"),
                "write another name, or write it in its rows to join it",
            );
        }
        name.clone_into(&mut armies[place.army].commands[place.command].name);
        Ok(())
    }
}

/// Removes the rejected value of a cell from the note of its row once the cell is written.
fn mend(scenario: &mut Scenario, id: &str, column: &Column) -> Result<(), EditFault> {
    let note = scenario.piece(id).and_then(|piece| Row::from(piece).written(invalid_cells::NOTE));
    let Some(note) = note.and_then(|note| invalid_cells::mended(&note, column.title)) else { return Ok(()) };
    let note = Some(quoted(&note)).filter(|_| !note.is_empty());
    put_cell(scenario, id, invalid_cells::NOTE, note.as_deref())
}

/// New pieces, with the names in their table for them and for those that they refer to.
#[derive(Default)]
struct Newcomers {
    all: Vec<(Side, String)>,
    /// From the ids as written to the actual ids.
    ids: BTreeMap<(Side, String), String>,
    /// From command ids as written to the actual ids.
    commands: BTreeMap<(Side, String), String>,
    /// Commands by id, each with the name or id of its superior.
    under: Vec<(Side, String, String)>,
}

impl Newcomers {
    /// Replaces references in their rows by actual ids: tables refer by name or by the ids of another file. An unknown
    /// reference stays as written, and the check of the draft reports it.
    fn refer(&self, scenario: &mut Scenario) {
        for (side, own, said) in &self.under {
            let above = self.command(scenario, *side, said).filter(|above| above != own);
            for command in all_commands_mut(scenario).filter(|command| command.id == *own) {
                command.under = Some(above.clone().unwrap_or_else(|| said.clone()));
            }
        }
        for (side, id) in &self.all {
            let Some(Piece::Stand(stand)) = scenario.piece(id) else { continue };
            let serves = stand.serves.as_deref().and_then(|said| self.command(scenario, *side, said));
            let detached = stand.detached.as_deref().and_then(|said| self.general(scenario, *side, said));
            let stands = all_commands_mut(scenario).flat_map(|command| &mut command.stands);
            for stand in stands.filter(|stand| stand.id == *id) {
                stand.serves = serves.clone().or(stand.serves.take());
                stand.detached = detached.clone().or(stand.detached.take());
            }
        }
    }

    fn command(&self, scenario: &Scenario, side: Side, said: &str) -> Option<String> {
        if let Some(id) = self.commands.get(&(side, said.to_owned())) {
            return Some(id.clone());
        }
        let own = || scenario.sides.get(side.index()).into_iter().flat_map(|side| &side.armies);
        let own = || own().flat_map(|army| &army.commands);
        let by_id = own().find(|command| command.id == said);
        let by_name = || own().find(|command| command.name.trim().eq_ignore_ascii_case(said.trim()));
        by_id.or_else(by_name).map(|command| command.id.clone())
    }

    fn general(&self, scenario: &Scenario, side: Side, said: &str) -> Option<String> {
        if let Some(id) = self.ids.get(&(side, said.to_owned())) {
            return Some(id.clone());
        }
        let own = || {
            let armies = scenario.sides.get(side.index()).into_iter().flat_map(|side| &side.armies);
            armies.flat_map(Army::stands).filter(|stand| stand.arm == Arm::General)
        };
        let is_called =
            |stand: &&Stand| [stand.name.as_str(), stand.short()].iter().any(|name| is_same(name, said));
        let by_id = own().find(|stand| stand.id == said);
        by_id.or_else(|| own().find(is_called)).map(|stand| stand.id.clone())
    }
}

fn all_commands_mut(scenario: &mut Scenario) -> impl Iterator<Item = &mut Command> {
    scenario.sides.iter_mut().flat_map(|side| &mut side.armies).flat_map(|army| &mut army.commands)
}

/// The numbers of single stands, as in the game: those that depend on an option come after all others, and those that take no
/// part last.
pub fn numbers(scenario: &Scenario) -> BTreeMap<String, u16> {
    let on = |module: &String| scenario.options.get(module).is_some_and(|is| is == "on");
    let stands = scenario.armies().flat_map(|(_, army)| army.stands());
    let (part, out): (Vec<&Stand>, Vec<&Stand>) =
        stands.partition(|stand| scenario.starts.contains_key(&stand.id));
    let (mut all, rest): (Vec<&Stand>, Vec<&Stand>) =
        part.into_iter().partition(|stand| stand.module.as_ref().is_none_or(on));
    all.extend(rest);
    let stuck: Vec<Option<u16>> = all.iter().map(|stand| stand.badge).collect();
    // Who takes no part reserves no number.
    let fixed = badges(&stuck).into_iter().map(Some);
    let stuck: Vec<Option<u16>> = fixed.chain(out.iter().map(|stand| stand.badge)).collect();
    all.extend(out);
    all.iter().map(|stand| stand.id.clone()).zip(badges(&stuck)).collect()
}

/// Numbers are on the badges of real stands: moved stands take theirs along, so that all others keep theirs; where that is not
/// enough, those whose number would be another keep it too.
pub(super) fn keep_numbers(scenario: &mut Scenario, moved: &[String], were: &BTreeMap<String, u16>) {
    let mut keep = |whose: &dyn Fn(&Stand) -> bool| {
        let now = numbers(scenario);
        let armies = scenario.sides.iter_mut().flat_map(|side| &mut side.armies);
        let stands = armies.flat_map(|army| &mut army.commands).flat_map(|command| &mut command.stands);
        for stand in stands {
            if let (Some(was), Some(number)) = (were.get(&stand.id), now.get(&stand.id))
                && number != was
                && whose(stand)
            {
                stand.badge = Some(*was);
            }
        }
    };
    keep(&|stand| moved.contains(&stand.id));
    keep(&|_| true);
}

/// Changes where a piece begins; all stands keep their numbers.
pub(super) fn keeping_numbers(scenario: &mut Scenario, piece: &str, change: impl FnOnce(&mut Scenario)) {
    let were = numbers(scenario);
    change(scenario);
    keep_numbers(scenario, &[piece.to_owned()], &were);
}

/// Removes detachments under a general of another command (`easy:V.A`).
fn part_detached(scenario: &mut Scenario, id: &str, is_general: bool) {
    let commands =
        scenario.sides.iter_mut().flat_map(|side| &mut side.armies).flat_map(|army| &mut army.commands);
    for stand in commands.flat_map(|command| &mut command.stands) {
        if stand.id == id || is_general {
            stand.detached.take_if(|general| stand.id == id || general == id);
        }
    }
}

fn place_of(scenario: &Scenario, id: &str) -> Option<Place> {
    for (side, info) in scenario.sides.iter().enumerate() {
        for (army, own) in info.armies.iter().enumerate() {
            for (command, one) in own.commands.iter().enumerate() {
                if let Some(row) = row_in(one, id) {
                    return Some(Place { side, army, command, row });
                }
            }
        }
    }
    None
}

/// The index of a stand among the stands of a command, or of a unit among its units.
fn row_in(command: &Command, id: &str) -> Option<usize> {
    let stand = command.stands.iter().position(|stand| stand.id == id);
    stand.or_else(|| command.units.iter().position(|unit| unit.id == id))
}

fn take(command: &mut Command, id: &str, row: usize) -> Taken {
    match command.stands.get(row).is_some_and(|stand| stand.id == id) {
        true => Taken::Stand(command.stands.remove(row)),
        false => Taken::Unit(command.units.remove(row)),
    }
}

fn put(command: &mut Command, piece: Taken, at: Option<usize>) {
    match piece {
        Taken::Stand(stand) => {
            let at = at.unwrap_or(usize::MAX).min(command.stands.len());
            command.stands.insert(at, stand);
        }
        Taken::Unit(unit) => {
            let at = at.unwrap_or(usize::MAX).min(command.units.len());
            command.units.insert(at, unit);
        }
    }
}

fn with_id(piece: NewPiece, id: String) -> Result<Taken, EditFault> {
    Ok(match piece {
        NewPiece::Stand(stand) => Taken::Stand(Stand { id, ..*stand }),
        NewPiece::Unit(unit) => Taken::Unit(Unit { id, ..*unit }),
        NewPiece::Counter(_) => {
            return refuse("a battle on the table has stands or units", "give it those of its rules");
        }
    })
}

/// The command with this name on this side; created if there is none, in the given army or in the first army of the side.
fn command_named<'s>(
    scenario: &'s mut Scenario,
    side: Side,
    name: &str,
    listed: &Listed,
) -> Result<&'s mut Command, EditFault> {
    let name = name.trim();
    let wanted = army_named(scenario, side, &listed.army)?;
    let info = item(&mut scenario.sides, side.index())?;
    let is_wanted = |army: usize| wanted.is_none_or(|wanted| wanted == army);
    let found =
        info.armies.iter().enumerate().filter(|(army, _)| is_wanted(*army)).find_map(|(army, own)| {
            let is_it = |one: &Command| {
                let other = !listed.command_id.is_empty() && one.id != listed.command_id;
                one.name.trim().eq_ignore_ascii_case(name)
                    && !(other && own.commands.iter().any(|of| of.id == listed.command_id))
            };
            Some((army, own.commands.iter().position(is_it)?))
        });
    let (army, command) = match found {
        Some(found) => found,
        None => {
            let id = match listed.command_id.as_str() {
                "" => format!("{}-{}", info.id, slug(name, "command")),
                said => said.to_owned(),
            };
            let id = free(&id, all_commands(scenario).map(|command| command.id.as_str()));
            let battle = scenario.id.clone();
            let info = item(&mut scenario.sides, side.index())?;
            if info.armies.is_empty() {
                let (id, name, colour) =
                    (format!("{battle}-{}", info.id), info.name.clone(), info.id.clone());
                info.armies.push(Army { id, name, colour, commands: Vec::new() });
            }
            let army = wanted.unwrap_or(0);
            let own = &mut info.armies[army].commands;
            own.push(Command {
                id,
                name: name.to_owned(),
                under: None,
                stands: Vec::new(),
                units: Vec::new(),
            });
            (army, own.len() - 1)
        }
    };
    Ok(&mut scenario.sides[side.index()].armies[army].commands[command])
}

/// The index of the army with this name on this side, created if there is none; `None` without a name.
fn army_named(scenario: &mut Scenario, side: Side, name: &str) -> Result<Option<usize>, EditFault> {
    let name = name.trim();
    if name.is_empty() {
        return Ok(None);
    }
    let battle = scenario.id.clone();
    let info = item(&mut scenario.sides, side.index())?;
    if let Some(found) = info.armies.iter().position(|army| is_same(&army.name, name)) {
        return Ok(Some(found));
    }
    // A side without pieces may have an army with the name of the side: that army gets the name.
    if let [army] = info.armies.as_mut_slice()
        && army.commands.is_empty()
    {
        name.clone_into(&mut army.name);
        return Ok(Some(0));
    }
    let colour = info.armies.first().map_or_else(|| info.id.clone(), |army| army.colour.clone());
    let id = format!("{battle}-{}-{}", info.id, slug(name, "army"));
    info.armies.push(Army { id, name: name.to_owned(), colour, commands: Vec::new() });
    Ok(Some(info.armies.len() - 1))
}

/// New ids such as `F07`: the letter of the ids on that side, or of its name, and the first number after those of all
/// ids with that letter.
struct FreshIds {
    letters: BTreeMap<Side, String>,
    /// The last number of each letter.
    last: BTreeMap<String, u32>,
}

impl FreshIds {
    /// Numbers that continue after those of all existing ids.
    fn of(scenario: &Scenario) -> Self {
        let mut ids = Self { letters: BTreeMap::new(), last: BTreeMap::new() };
        for (side, _, piece) in scenario.pieces() {
            let letters = piece.id().trim_end_matches(|letter: char| letter.is_ascii_digit());
            let Ok(number) = piece.id()[letters.len()..].parse::<u32>() else { continue };
            // The last id of a side gives its letter.
            ids.letters.insert(side, letters.to_owned());
            let last = ids.last.entry(letters.to_owned()).or_default();
            *last = number.max(*last);
        }
        ids
    }

    fn next(&mut self, scenario: &Scenario, side: Side) -> Result<String, EditFault> {
        let Some(info) = scenario.sides.get(side.index()) else {
            return refuse("there is no such side", "choose another");
        };
        let letters = self.letters.entry(side).or_insert_with(|| {
            let first = info.name.chars().find(char::is_ascii_alphabetic);
            first.unwrap_or('U').to_ascii_uppercase().to_string()
        });
        let last = self.last.entry(letters.clone()).or_default();
        *last = last.saturating_add(1);
        Ok(format!("{letters}{last:02}"))
    }
}

/// Lower-case letters and digits, separated by hyphens; `otherwise` if there are none.
pub(super) fn slug(words: &str, otherwise: &str) -> String {
    let parts = words.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(str::to_ascii_lowercase).collect();
    if parts.is_empty() { otherwise.to_owned() } else { parts.join("-") }
}
