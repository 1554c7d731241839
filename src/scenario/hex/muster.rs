//! The roster of a battle on hexes being made: how its rows are added, copied, changed and deleted, and where they begin.
//!
//! Corps are known by their names on a side: one is created when a counter joins it, and removed with the last one that leaves
//! it. A counter may be in no corps. A row without a start waits for a hex, and takes no part.

use std::collections::BTreeSet;

use super::super::Side;
use super::super::draft::{EditFault, refuse};
use super::super::edit::{free, not_there};
use super::super::known::KnownRules;
use super::super::muster::slug;
use super::super::roster::counter::{CounterRow, NewCounter};
use super::super::roster::recruit::{Listed, NewPiece, Recruit, next_name};
use super::super::roster::rostered::Rostered;
use super::super::roster::sheet::{Head, Line, Sheet, heads};
use super::super::roster::{Column, Row, invalid_cells};
use super::army_file::Roll;
use super::counter::{Common, CounterSaid, HexCounter, HexPiece, face, turn_along};
use super::edit::{HexBattle, on_map, plain};
use super::{HexCorps, HexSide, HexStart};
use data::{About, Fault};
use drawing::ArmyColour;
use hexes::Hex;

impl Rostered for HexBattle {
    fn sheet(&self, known: &dyn KnownRules) -> Sheet {
        let heads = heads(known, self.rules());
        let has_corps = heads.iter().any(|head| matches!(head, Head::Command(_)));
        let sides = self.sides.iter().map(|side| (side.id.clone(), side.name.clone())).collect();
        let commands = self.corps.iter().map(|corps| (corps.side, corps.name.clone())).collect();
        let mut rows: Vec<(usize, HexPiece<'_>, Option<HexStart>)> =
            self.rows().map(|(piece, begins)| (self.corps_index(piece), piece, begins)).collect();
        // Counters without a corps first, then corps by corps, in each the leader first.
        rows.sort_by_key(|(corps, piece, _)| {
            let of_none = *corps >= self.corps.len();
            (piece.side(), !of_none, *corps, matches!(piece, HexPiece::Unit(_)))
        });
        let lines = rows.into_iter().map(|(index, piece, begins)| {
            let corps = self.corps.get(index).filter(|_| has_corps);
            let side = &self.sides[piece.side().index()];
            let row = CounterRow { piece, begins, corps };
            Line {
                id: piece.id().to_owned(),
                side: piece.side(),
                side_name: side.name.clone(),
                command: corps.map_or_else(String::new, |corps| corps.name.clone()),
                command_id: format!("{} {}", side.id, corps.map_or("", |corps| &corps.id)),
                listed: Listed {
                    command_id: corps.map_or_else(String::new, |corps| corps.id.clone()),
                    ..Listed::default()
                },
                begins: String::new(),
                deployed: begins.is_some(),
                cells: known.cells(self.rules(), Row::Counter(row)),
            }
        });
        let lines = lines.collect();
        Sheet {
            heads,
            lines,
            rules: self.rules().to_owned(),
            sides,
            commands,
            on_hexes: true,
            grid: Some(self.map().grid),
        }
    }

    fn write_cell(&mut self, id: &str, column: &Column, said: Option<&str>) -> Result<(), EditFault> {
        let mut new = self.take(id)?;
        let (was, grid) = (new.begins, self.map().grid);
        let of = new.counter.common();
        let mended = invalid_cells::mended(of.note, column.title);
        if let Some(mended) = mended {
            *of.note = mended;
        }
        new.say(column, said)?;
        if let (HexCounter::Unit(unit), true) = (&mut new.counter, new.begins != was)
            && let Some(HexStart::Deployed(hex)) = new.begins
        {
            // A unit that is set up elsewhere keeps its facing.
            turn_along(unit, hex, grid);
        }
        self.is_sound(&mut new)?;
        self.level(&mut new, column.field);
        self.put(new);
        Ok(())
    }

    fn muster(&mut self, recruits: &[Recruit]) -> Result<(), EditFault> {
        recruits.iter().cloned().try_for_each(|recruit| self.enlist(recruit))
    }

    /// Copies each of these, after the last of them: a copy waits for a hex, and its name is numbered on.
    fn copy(&mut self, pieces: &[String]) -> Result<(), EditFault> {
        let last = self.roll.iter().rposition(|id| pieces.contains(id));
        let after = last.map_or(self.roll.len(), |last| last + 1);
        for (at, id) in (after..).zip(pieces) {
            let Some((piece, _)) = self.row(id) else { return not_there(id) };
            let of_side = || self.rows().filter(|(other, _)| other.side() == piece.side());
            let name = next_name(piece.name(), |name| of_side().any(|(other, _)| other.name() == name));
            let bears = next_name(piece.counter(), |name| {
                let name = name.replace(' ', "");
                of_side().any(|(other, _)| other.counter() == name)
            });
            let bears = bears.replace(' ', "");
            let fresh = self.fresh_id(piece.side(), &bears);
            let mut counter = HexCounter::from(piece);
            if let HexCounter::Unit(unit) = &mut counter {
                unit.faces = None;
            }
            let of = counter.common();
            (*of.id, *of.name, *of.counter) = (fresh.clone(), name, bears);
            self.waiting.push(counter);
            self.roll.insert(at, fresh);
        }
        Ok(())
    }

    /// Moves these into the corps with this name (no name for none), in order: before another counter there, or at the end.
    fn assign(
        &mut self,
        pieces: &[String],
        side: Side,
        command: &str,
        before: Option<&str>,
    ) -> Result<(), EditFault> {
        self.side_mut(side)?;
        for id in pieces.iter().filter(|id| Some(id.as_str()) != before) {
            let led = self.led_by(id);
            let mut new = self.take(id)?;
            let corps = self.corps_named(side, command, "");
            let of = new.counter.common();
            (*of.side, *of.corps) = (side, corps);
            self.led_on(&new, led);
            self.roll.retain(|other| other != id);
            let at = before.and_then(|before| self.roll.iter().position(|other| other == before));
            self.roll.insert(at.unwrap_or(self.roll.len()), id.clone());
            self.put(new);
        }
        self.drop_empty();
        Ok(())
    }

    fn strike(&mut self, id: &str) -> Result<(), EditFault> {
        self.take(id)?;
        self.roll.retain(|other| other != id);
        self.drop_empty();
        Ok(())
    }

    fn name_side(&mut self, side: Side, name: &str) -> Result<(), EditFault> {
        // Unchanged while it is typed: a blank is followed by a letter.
        name.clone_into(&mut self.side_mut(side)?.name);
        Ok(())
    }

    fn colour(&mut self, side: Side, colour: ArmyColour) -> Result<(), EditFault> {
        let side = self.side_mut(side)?;
        side.colour = Some(colour).filter(|colour| *colour != ArmyColour::of_nation(&side.nation));
        Ok(())
    }

    /// Renames the corps of this counter. Corps of a side are known by their names, so the name must be a new one.
    fn name_command(&mut self, id: &str, name: &str) -> Result<(), EditFault> {
        let name = plain(name);
        if name.is_empty() {
            return refuse("a corps has a name", "write one, as I Corps; rows without one are of no corps");
        }
        let Some((piece, _)) = self.row(id) else { return not_there(id) };
        let (own, side) = (self.corps_index(piece), piece.side());
        let mut others =
            self.corps.iter().enumerate().filter(|(index, corps)| *index != own && corps.side == side);
        if others.any(|(_, corps)| corps.name.eq_ignore_ascii_case(&name)) {
            return refuse(
                format!("there is a {name} already"),
                "write another name, or write it in its rows to join it",
            );
        }
        match self.corps.get_mut(own) {
            Some(corps) => corps.name = name,
            None => return refuse("the row is of no corps", "write one in its row"),
        }
        Ok(())
    }
}

impl HexBattle {
    /// All counters with their starts, in the order of the armies; `None` if one waits.
    fn rows(&self) -> impl Iterator<Item = (HexPiece<'_>, Option<HexStart>)> {
        self.roll.iter().filter_map(|id| self.row(id))
    }

    /// Faults for the invalid cell values that rows have kept.
    pub(super) fn invalid_cell_faults(&self) -> impl Iterator<Item = Fault> {
        self.rows().flat_map(|(piece, begins)| {
            let row = Row::Counter(CounterRow { piece, begins, corps: None });
            let id = piece.id().to_owned();
            let name = piece.name().to_owned();
            invalid_cells::faults(row).into_iter().map(move |words| {
                let fault = Fault::of_file("", format!("{name}: {words}"), invalid_cells::HELP);
                Fault { about: About { others: Box::new([id.clone()]), ..About::default() }, ..fault }
            })
        })
    }

    fn row(&self, id: &str) -> Option<(HexPiece<'_>, Option<HexStart>)> {
        let unit = self.units.iter().find(|unit| unit.id == id).map(HexPiece::Unit);
        let there = || self.leaders.iter().find(|leader| leader.id == id).map(HexPiece::Leader);
        if let Some(piece) = unit.or_else(there) {
            return Some((piece, Some(piece.start())));
        }
        let waits = self.waiting.iter().map(HexCounter::piece).find(|piece| piece.id() == id);
        waits.map(|piece| (piece, None))
    }

    /// The counters of this side, in the order of its army.
    pub(super) fn roll_of(&self, side: Side) -> Roll<'_> {
        self.rows().filter(|(piece, _)| piece.side() == side).collect()
    }

    /// The index of its corps; past the end of the list if it has none.
    fn corps_index(&self, piece: HexPiece<'_>) -> usize {
        let is = |corps: &HexCorps| corps.side == piece.side() && Some(corps.id.as_str()) == piece.corps();
        self.corps.iter().position(is).unwrap_or(self.corps.len())
    }

    /// Takes a counter out of the lists; it keeps its place in the order of the armies.
    fn take(&mut self, id: &str) -> Result<NewCounter, EditFault> {
        let Some((piece, begins)) = self.row(id) else { return not_there(id) };
        let leads = matches!(piece, HexPiece::Leader(_));
        let level = self.corps.get(self.corps_index(piece)).filter(|_| leads).and_then(|corps| corps.level);
        let counter = HexCounter::from(piece);
        self.units.retain(|unit| unit.id != id);
        self.leaders.retain(|leader| leader.id != id);
        self.waiting.retain(|other| other.piece().id() != id);
        Ok(NewCounter { counter, begins, level })
    }

    /// Puts a counter into the list that it belongs to.
    fn put(&mut self, new: NewCounter) {
        let NewCounter { mut counter, begins, .. } = new;
        let Some(begins) = begins else { return self.waiting.push(counter) };
        *counter.common().start = begins;
        match counter {
            HexCounter::Unit(unit) => {
                let at = self.units.partition_point(|other| other.id < unit.id);
                self.units.insert(at, unit);
            }
            HexCounter::Leader(leader) => {
                let at = self.leaders.partition_point(|other| other.id < leader.id);
                self.leaders.insert(at, leader);
            }
        }
    }

    /// Sets up the unit or leader in this hex, or makes it arrive there in its turn.
    pub(super) fn begin(&mut self, id: &str, hex: Hex) -> Result<(), EditFault> {
        on_map(self.map(), [hex])?;
        let Ok(mut new) = self.take(id) else {
            return refuse(format!("there is no unit \"{id}\""), "choose one of the battle");
        };
        let grid = self.map().grid;
        if let HexCounter::Unit(unit) = &mut new.counter {
            turn_along(unit, hex, grid);
        }
        new.begins = Some(match new.begins {
            Some(HexStart::Arrives { turn, .. }) => HexStart::Arrives { turn, at: hex },
            Some(HexStart::Deployed(_)) | None => HexStart::Deployed(hex),
        });
        self.put(new);
        Ok(())
    }

    /// Takes the unit or leader off the map.
    pub(super) fn wait(&mut self, id: &str) -> Result<(), EditFault> {
        let mut new = self.take(id)?;
        if let HexCounter::Unit(unit) = &mut new.counter {
            unit.faces = None;
        }
        new.begins = None;
        self.put(new);
        Ok(())
    }

    /// Sets new values for a unit or leader that takes part.
    pub(super) fn say(&mut self, id: &str, said: CounterSaid) -> Result<(), EditFault> {
        let (HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. }) = said.start;
        on_map(self.map(), [hex])?;
        let (grid, faces) = (self.map().grid, said.faces);
        if let Some(unit) = self.units.iter_mut().find(|unit| unit.id == id) {
            unit.strength = said.points;
            Common::of_unit(unit).say(said);
            face(unit, faces, grid)
        } else if let Some(leader) = self.leaders.iter_mut().find(|leader| leader.id == id) {
            leader.bonus = said.points;
            Common::of_leader(leader).say(said);
            Ok(())
        } else {
            refuse(format!("there is no unit \"{id}\""), "choose one of the battle")
        }
    }

    /// Checks that the start of a row is on the map, and that it faces a neighbouring hex.
    fn is_sound(&self, new: &mut NewCounter) -> Result<(), EditFault> {
        let Some(begins) = new.begins else { return Ok(()) };
        let (HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. }) = begins;
        on_map(self.map(), [hex])?;
        *new.counter.common().start = begins;
        match &mut new.counter {
            HexCounter::Unit(unit) => face(unit, unit.faces, self.map().grid),
            HexCounter::Leader(_) => Ok(()),
        }
    }

    /// Gives a corps the level in its leader's row, and the leader's option.
    fn level(&mut self, new: &mut NewCounter, field: &str) {
        let index = self.corps_index(new.counter.piece());
        let (Some(corps), HexCounter::Leader(leader)) = (self.corps.get_mut(index), &new.counter) else {
            return;
        };
        match field {
            "level" => corps.level = new.level,
            "only_with" => corps.only_with.clone_from(&leader.only_with),
            _ => {}
        }
    }

    fn enlist(&mut self, recruit: Recruit) -> Result<(), EditFault> {
        let Recruit { side, command, listed, piece } = recruit;
        let NewPiece::Counter(mut new) = piece else {
            return refuse("a battle on hexes has units and leaders", "give it counters");
        };
        self.side_mut(side)?;
        let bears = new.counter.piece().counter().to_owned();
        let is_free = !listed.id.is_empty() && !Hex::is_number(&listed.id) && !self.roll.contains(&listed.id);
        let id = if is_free { listed.id } else { self.fresh_id(side, &bears) };
        let corps = self.corps_named(side, &command, &listed.command_id);
        let of = new.counter.common();
        (*of.id, *of.side, *of.corps) = (id.clone(), side, corps);
        self.is_sound(&mut new)?;
        if new.level.is_some() {
            if new.counter.piece().corps().is_none() {
                let message = format!("\"{bears}\" leads no corps, and has no level");
                return refuse(message, "say what corps he leads, or leave the level out");
            }
            self.level(&mut new, "level");
        }
        if new.counter.piece().only_with().is_some() {
            self.level(&mut new, "only_with");
        }
        self.roll.push(id);
        self.put(*new);
        Ok(())
    }

    /// The corps with this leader.
    fn led_by(&self, id: &str) -> Option<HexCorps> {
        let (piece, _) = self.row(id)?;
        let leads = matches!(piece, HexPiece::Leader(_));
        self.corps.get(self.corps_index(piece)).filter(|_| leads).cloned()
    }

    /// Gives a corps that gets a leader the level and the option of the corps that the leader led before.
    fn led_on(&mut self, new: &NewCounter, led: Option<HexCorps>) {
        let index = self.corps_index(new.counter.piece());
        let is_led = self
            .rows()
            .any(|(other, _)| matches!(other, HexPiece::Leader(_)) && self.corps_index(other) == index);
        if let (Some(corps), Some(led), false) = (self.corps.get_mut(index), led, is_led) {
            corps.level = led.level.or(corps.level);
            corps.only_with = led.only_with.or(corps.only_with.take());
        }
    }

    fn side_mut(&mut self, side: Side) -> Result<&mut HexSide, EditFault> {
        self.sides.get_mut(side.index()).map_or_else(|| refuse("there is no such side", "choose another"), Ok)
    }

    /// The id of the corps with this name on this side, created if there is none, under the given id if that is free; `None`
    /// for an empty name.
    fn corps_named(&mut self, side: Side, name: &str, id: &str) -> Option<String> {
        let name = plain(name);
        if name.is_empty() {
            return None;
        }
        let found =
            self.corps.iter().find(|corps| corps.side == side && corps.name.eq_ignore_ascii_case(&name));
        if let Some(corps) = found {
            return Some(corps.id.clone());
        }
        let wanted = if id.is_empty() { slug(&name, "corps") } else { id.to_owned() };
        let id = free(&wanted, self.corps.iter().map(|corps| corps.id.as_str()));
        self.corps.push(HexCorps { id: id.clone(), name, side, level: None, only_with: None });
        Some(id)
    }

    /// Removes corps without counters.
    fn drop_empty(&mut self) {
        let members: BTreeSet<(Side, String)> = {
            let all = self.rows().filter_map(|(piece, _)| Some((piece.side(), piece.corps()?.to_owned())));
            all.collect()
        };
        self.corps.retain(|corps| members.contains(&(corps.side, corps.id.clone())));
    }

    /// A new id such as `f-44`: the letter of the side, and the label of the counter.
    fn fresh_id(&self, side: Side, bears: &str) -> String {
        let letter = self.sides.get(side.index()).and_then(|side| side.id.chars().next()).unwrap_or('u');
        free(&format!("{letter}-{}", slug(bears, "new")), self.roll.iter().map(String::as_str))
    }
}
