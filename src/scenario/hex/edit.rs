//! Battles on hexes being made: maps painted stroke by stroke, and the armies on them.
//!
//! The battle itself (turns, options, objectives) does not change: a draft is that battle on a map being corrected, with
//! its corps, units and leaders, which are added and removed by its roster (`muster`), and the hexes that its rules name.
//! A hexside has a river or a stream, a road or a trail: the one laid last replaces the other.
//! Units: hexes by their printed numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::draft::{Change, Draft, Drafted, EditFault, refuse};
use super::super::shipped::{ARMIES, SCENARIOS, TERRAIN};
use super::super::write::Written;
use super::super::{KnownRules, Side};
use super::build::{check_metres, check_size, contrary, kind_name, mark_name};
use super::check::{RawHexObjective, RawHexScenario, read};
use super::counter::{CounterSaid, HexCounter, HexPiece};
use super::layout::{HexLayout, HexSubject};
use super::{HexCorps, HexLeader, HexScenario, HexSide, HexStart, HexUnit, army_file, map_file};
use data::write::{Record, RecordSheet, list, map, quoted};
use data::{Document, Fault, Faults, InMemory, Source, path_of};
use hexes::{Grid, Hex, HexKind, HexMap, Mark, Marks, Stagger};

/// A battle on hexes whose map and armies are being made.
#[derive(Clone, Debug)]
pub struct HexBattle {
    begun: Arc<Begun>,
    id: String,
    map: HexMap,
    pub(super) sides: Vec<HexSide>,
    /// Units that take part, sorted by id.
    pub(super) units: Vec<HexUnit>,
    /// Leaders that take part, sorted by id.
    pub(super) leaders: Vec<HexLeader>,
    /// Counters that wait for a hex; their start is ignored.
    pub(super) waiting: Vec<HexCounter>,
    /// The ids of all of them, in the order of the armies' files.
    pub(super) roll: Vec<String>,
    /// In the order of the armies' files.
    pub(super) corps: Vec<HexCorps>,
    /// The hexes that the rules name.
    places: BTreeMap<String, Hex>,
}

/// The battle that a draft was started from.
#[derive(Debug)]
struct Begun {
    battle: HexScenario,
    /// The contents of its file.
    raw: RawHexScenario,
    /// The files of its armies as read, by path.
    armies: BTreeMap<String, String>,
    /// The original waiting counters, and the original order of all ids.
    waiting: Vec<HexCounter>,
    roll: Vec<String>,
}

impl PartialEq for HexBattle {
    fn eq(&self, other: &Self) -> bool {
        let Self { begun: _, id, map, sides, units, leaders, waiting, roll, corps, places } = self;
        (id, map, places, sides) == (&other.id, &other.map, &other.places, &other.sides)
            && (units, leaders, corps) == (&other.units, &other.leaders, &other.corps)
            && (waiting, roll) == (&other.waiting, &other.roll)
    }
}

/// A change of a map, or of the counters on it.
pub type HexEdit = Change<HexBattle>;

impl HexEdit {
    // Hexes and their kinds.

    fn on_hexes(
        key: String,
        hexes: Vec<Hex>,
        put: impl Fn(&mut HexMap, Hex) + Send + Sync + 'static,
    ) -> Self {
        Self::joined(key, move |HexBattle { map, .. }| {
            on_map(map, hexes.iter().copied())?;
            hexes.iter().for_each(|hex| put(map, *hex));
            Ok(())
        })
    }

    pub fn paint(kind: HexKind, hexes: Vec<Hex>) -> Self {
        Self::on_hexes(format!("paint {}", kind_name(kind)), hexes, move |map, hex| map.set_kind(hex, kind))
    }

    /// Sets the name of a hex; empty for none.
    pub fn name(hex: Hex, name: impl Into<String>) -> Self {
        let name = plain(&name.into());
        Self::on_hexes(format!("name {hex}"), vec![hex], move |map, hex| map.set_name(hex, &*name))
    }

    /// Makes these hexes clear and removes their names. Their hexsides are kept: they belong to the neighbours too.
    pub fn clear(hexes: Vec<Hex>) -> Self {
        Self::on_hexes("erase".into(), hexes, |map, hex| {
            map.set_kind(hex, HexKind::Clear);
            map.set_name(hex, "");
        })
    }

    // Marks on hexsides.

    fn on_sides(
        key: String,
        sides: Vec<(Hex, Hex)>,
        put: impl Fn(&mut HexMap, Hex, Hex) + Send + Sync + 'static,
    ) -> Self {
        Self::joined(key, move |HexBattle { map, .. }| {
            touching(map, &sides)?;
            sides.iter().for_each(|(from, to)| put(map, *from, *to));
            Ok(())
        })
    }

    /// Puts a mark on each of these hexsides; for a slope, the second is the upper hex.
    pub fn mark(mark: Mark, sides: Vec<(Hex, Hex)>) -> Self {
        let key = format!("mark {}", mark_name(mark));
        Self::on_sides(key, sides, move |map, from, to| lay(map, from, to, mark))
    }

    /// Removes the mark from these hexsides.
    pub fn unmark(mark: Mark, sides: Vec<(Hex, Hex)>) -> Self {
        let key = format!("unmark {}", mark_name(mark));
        Self::on_sides(key, sides, move |map, from, to| {
            map.unmark(from, to, mark);
        })
    }

    /// Removes everything from these hexsides.
    pub fn bare(sides: Vec<(Hex, Hex)>) -> Self {
        Self::on_sides("erase".into(), sides, |map, from, to| put_marks(map, from, to, Marks::default()))
    }

    fn along(
        verb: &str,
        way: Mark,
        chain: Vec<Hex>,
        put: impl Fn(&mut HexMap, Hex, Hex) + Send + Sync + 'static,
    ) -> Self {
        Self::joined(format!("{verb} {}", mark_name(way)), move |HexBattle { map, .. }| {
            chain_of(map, way, &chain)?.into_iter().for_each(|(from, to)| put(map, from, to));
            Ok(())
        })
    }

    /// Lays a road or trail along this chain of hexes.
    pub fn lay(way: Mark, chain: Vec<Hex>) -> Self {
        Self::along("lay", way, chain, move |map, from, to| lay(map, from, to, way))
    }

    /// Removes the road or trail along this chain, if there is any.
    pub fn lift(way: Mark, chain: Vec<Hex>) -> Self {
        Self::along("lift", way, chain, move |map, from, to| {
            map.unmark(from, to, way);
        })
    }

    // The sheet.

    /// Changes the sheet: the number of hexes, their arrangement, and their width in metres.
    ///
    /// The drawing stays with the numbers of its hexes, as far as those exist and still touch, or everything is cleared.
    /// If the other columns are shifted, waters and slopes separate the same hexes as before, and ways join them as before.
    /// Units always keep their hexes: the check reports those that are off the map.
    pub fn sheet(grid: Grid, metres: u16, keeps: bool) -> Self {
        Self::joined("sheet", move |HexBattle { map, .. }| {
            let fault = |message: String, help: String| Fault::of_file("", message, help);
            check_size(grid.columns, grid.rows, &fault)
                .and_then(|()| check_metres(metres, &fault))
                .map_err(|fault| EditFault { message: fault.said(), help: fault.help.clone() })?;
            *map = laid(map, grid, keeps);
            map.metres = metres;
            Ok(())
        })
    }

    /// Sets the title of map and battle.
    pub fn title(title: impl Into<String>) -> Self {
        let title = plain(&title.into());
        Self::joined("title", move |HexBattle { map, .. }| {
            if title.is_empty() {
                return refuse("a map has a title", "write one");
            }
            map.name.clone_from(&title);
            Ok(())
        })
    }

    // Units, leaders, and the places of the rules.

    /// Sets the hex where a unit is set up, or arrives; a waiting counter is set up there.
    pub fn start(id: impl Into<String>, hex: Hex) -> Self {
        let id = id.into();
        Self::joined(format!("start {id}"), move |now| now.begin(&id, hex))
    }

    /// Takes a unit or leader off the map, to wait for a hex.
    pub fn wait(id: impl Into<String>) -> Self {
        let id = id.into();
        Self::joined(format!("wait {id}"), move |now| now.wait(&id))
    }

    /// Sets new values for a unit or leader.
    pub fn counter(id: impl Into<String>, said: CounterSaid) -> Self {
        let id = id.into();
        Self::joined(format!("counter {id}"), move |now| now.say(&id, said.clone()))
    }

    /// Sets the hex with this name in the rules.
    pub fn place(name: impl Into<String>, hex: Hex) -> Self {
        let name = name.into();
        Self::joined(format!("place {name}"), move |now| {
            on_map(&now.map, [hex])?;
            let Some(place) = now.places.get_mut(&name) else {
                return refuse(format!("the rules name no place \"{name}\""), "choose one of the battle");
            };
            *place = hex;
            Ok(())
        })
    }
}

/// Replaces all marks by these, seen from the first hex.
fn put_marks(map: &mut HexMap, from: Hex, to: Hex, marks: Marks) {
    for mark in Mark::ALL {
        map.unmark(from, to, mark);
    }
    for mark in marks.iter() {
        match mark == Mark::Slope && marks.descends() {
            true => map.mark(to, from, mark),
            false => map.mark(from, to, mark),
        };
    }
}

impl Drafted for HexBattle {
    type Finding = Fault;

    /// On another sheet, units facing a hex that is no longer a neighbour face none, until they are turned.
    fn settle(&mut self) {
        let Self { map, units, .. } = self;
        for unit in units {
            let (HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. }) = unit.start;
            unit.faces.take_if(|faced| map.grid.direction(hex, *faced).is_none());
        }
    }

    fn id(&self) -> &str {
        &self.id
    }

    /// The map belongs to the battle.
    fn name_files(&mut self, id: &str) {
        self.id = id.into();
        self.map.id = id.into();
    }

    /// The map, the armies that have changed, and last the battle. All other armies are those of the old battle.
    fn files(&self) -> Vec<Written> {
        let file = |folder: &str, id: &str, text: String| Written {
            path: path_of(folder, id),
            text,
            subjects: Vec::new(),
        };
        let map = &self.map;
        let mut files = vec![file(TERRAIN, &map.id, map_file::write(map))];
        for (index, side) in
            self.begun.raw.sides.iter().enumerate().filter(|(index, _)| self.has_own_army(*index))
        {
            let id = set_up_id(&self.id, &side.id);
            let named = plain(self.sides.get(index).map_or(side.name.as_str(), |side| &side.name));
            let name = format!("{named} at {}", self.battle_name());
            let side = Side(u8::try_from(index).unwrap_or(u8::MAX));
            files.push(file(ARMIES, &id, self.army_text(side, (&id, &name))));
        }
        files.push(file(SCENARIOS, &self.id, self.battle_file()));
        files
    }

    /// Reports what reading its files finds, each with its hex or hexside if it has one.
    fn check(&self, known: &dyn KnownRules) -> Vec<Fault> {
        let mut files = self.begun.armies.clone();
        files.extend(self.files().into_iter().map(|file| (file.path, file.text)));
        let mut found = match read(&self.id, &InMemory(files), known) {
            Ok((_, warnings)) => warnings,
            Err(faults) => faults.0,
        };
        if !self.waiting.is_empty() {
            let message = match self.waiting.len() {
                1 => "one counter waits for a hex, and takes no part".to_owned(),
                many => format!("{many} counters wait for a hex, and take no part"),
            };
            let help = "put them on the map, or write in the roster where they begin";
            found.push(Fault::of_file("", message, help).as_warning());
        }
        found.extend(self.invalid_cell_faults());
        found.sort_by_key(|fault| !fault.is_error());
        found
    }
}

impl HexBattle {
    /// The file of the army of a side, with this id and name.
    pub fn army_text(&self, side: Side, called: (&str, &str)) -> String {
        let corps = self.corps.iter().filter(|corps| corps.side == side);
        army_file::write(called, corps, &self.roll_of(side))
    }

    pub(super) fn map(&self) -> &HexMap {
        &self.map
    }

    pub(super) fn rules(&self) -> &str {
        &self.begun.battle.rules
    }

    /// The map's new title is also that of the battle; until there is one, the battle keeps its own.
    pub(super) fn battle_name(&self) -> &str {
        let begun = &self.begun.battle;
        if self.map.name == begun.map.name { &begun.name } else { &self.map.name }
    }

    /// Do the units of a side have an army file of this battle's own? True if they have changed, or if the battle that the
    /// draft was started from already had such a file.
    fn has_own_army(&self, side: usize) -> bool {
        let own = self
            .begun
            .raw
            .sides
            .get(side)
            .is_some_and(|raw| raw.armies == [set_up_id(&self.begun.battle.id, &raw.id)]);
        let (was, side) = (&self.begun, Side(u8::try_from(side).unwrap_or(u8::MAX)));
        let of = |piece: &HexCounter| piece.piece().side() == side;
        let order = |roll: &[String], units: &[HexUnit], leaders: &[HexLeader]| -> Vec<String> {
            let ids: BTreeSet<&str> =
                counters(units, leaders).filter(|piece| piece.side() == side).map(HexPiece::id).collect();
            roll.iter().filter(|id| ids.contains(id.as_str())).cloned().collect()
        };
        own || !same(&self.units, &was.battle.units, |unit| unit.side == side)
            || !same(&self.leaders, &was.battle.leaders, |leader| leader.side == side)
            || !same(&self.corps, &was.battle.corps, |corps| corps.side == side)
            || !same(&self.waiting, &was.waiting, of)
            || order(&self.roll, &self.units, &self.leaders)
                != order(&was.roll, &was.battle.units, &was.battle.leaders)
    }

    /// The battle's file, which is read back to [`Draft::scenario`].
    fn battle_file(&self) -> String {
        let raw = &self.begun.raw;
        let mut sheet: RecordSheet = RecordSheet::new();
        sheet.fields(Record::default().text("id", &self.id).text("name", self.battle_name()));
        if !raw.description.is_empty() {
            sheet.field("description", quoted(&raw.description));
        }
        sheet.fields(Record::default().text("rules", &raw.rules).text("map", &self.map.id));
        sheet.fields(
            Record::default()
                .field("turns", raw.turns)
                .text("begins", &raw.begins)
                .field("turn_length", raw.turn_length),
        );
        if !raw.nights.is_empty() {
            sheet.field("nights", format_args!("{:?}", raw.nights));
        }
        sheet.plain_list(
            "sides",
            raw.sides.iter().enumerate().map(|(index, side)| {
                let armies = match self.has_own_army(index) {
                    true => list([quoted(&set_up_id(&self.id, &side.id))]),
                    false => list(side.armies.iter().map(|id| quoted(id))),
                };
                let mut fields = Record::default();
                let name = plain(self.sides.get(index).map_or(&side.name, |side| &side.name));
                fields.text("id", &side.id).text("name", &name).text("nation", &side.nation);
                if let Some(colour) = self.sides.get(index).and_then(|side| side.colour) {
                    fields.text("colour", colour.word());
                }
                fields.field("armies", armies);
                fields
            }),
        );
        sheet.field("first", quoted(&raw.first));
        if !raw.hours.is_empty() {
            sheet.field("hours", list(raw.hours.iter().map(|hour| quoted(hour))));
        }
        sheet.map("places", &self.places);
        sheet.plain_list("objectives", raw.objectives.iter().map(objective));
        sheet.map("options", raw.options.iter().map(|(id, value)| (id, quoted(value))));
        sheet.finish().0
    }
}

impl Draft<HexBattle> {
    /// Opens the map of a scenario of the source for correction, or reports every fault of its files.
    pub fn open(id: &str, source: &dyn Source, known: &dyn KnownRules) -> Result<Self, Faults> {
        let (base, _) = read(id, source, known)?;
        let path = path_of(SCENARIOS, id);
        let mut faults = Vec::new();
        let raw: Option<RawHexScenario> = source
            .read(&path)
            .and_then(|text| Document::open(&path, &text, &mut faults))
            .and_then(|mut document| document.read(&mut faults));
        let (raw, _) = Faults::settle(raw, faults)?;
        let named = raw.sides.iter().flat_map(|side| &side.armies);
        let armies = named.filter_map(|id| {
            let path = path_of(ARMIES, id);
            let text = source.read(&path)?.into_owned();
            Some((path, text))
        });
        let armies: BTreeMap<String, String> = armies.collect();
        let (waiting, roll) = mustered(&raw, &armies);
        let (map, units, places) = (base.map.clone(), base.units.clone(), base.places.clone());
        let (sides, leaders, corps) = (base.sides.clone(), base.leaders.clone(), base.corps.clone());
        let begun = Begun { battle: base, raw, armies, waiting: waiting.clone(), roll: roll.clone() };
        let (begun, id) = (Arc::new(begun), id.to_owned());
        Ok(Self::of(HexBattle { begun, id, map, sides, units, leaders, waiting, roll, corps, places }))
    }

    /// The present map.
    pub fn map(&self) -> &HexMap {
        &self.now().map
    }

    /// The units of the battle with their present starts, sorted by id.
    pub fn units(&self) -> &[HexUnit] {
        &self.now().units
    }

    /// The present leaders of the battle, sorted by id.
    pub fn leaders(&self) -> &[HexLeader] {
        &self.now().leaders
    }

    /// The present corps of the battle.
    pub fn corps(&self) -> &[HexCorps] {
        &self.now().corps
    }

    /// The sides of the battle with their present names.
    pub fn sides(&self) -> &[HexSide] {
        &self.now().sides
    }

    /// Leaders and units that take part, each sorted by id.
    pub fn pieces(&self) -> impl Iterator<Item = HexPiece<'_>> {
        counters(self.units(), self.leaders())
    }

    /// Counters that wait for a hex; their start is to be ignored.
    pub fn waiting(&self) -> impl Iterator<Item = HexPiece<'_>> {
        self.now().waiting.iter().map(HexCounter::piece)
    }

    /// The unit or leader with this id, if it takes part.
    pub fn piece(&self, id: &str) -> Option<HexPiece<'_>> {
        self.pieces().find(|piece| piece.id() == id)
    }

    /// The unit or leader with this id, if it waits for a hex.
    pub fn waits(&self, id: &str) -> Option<HexPiece<'_>> {
        self.waiting().find(|piece| piece.id() == id)
    }

    /// Do its rules, with its options, use facing: do they accept some front?
    pub fn has_fronts(&self, known: &dyn KnownRules) -> bool {
        let scenario = self.scenario();
        let mut units = scenario.units.clone();
        let turned = units.iter_mut().find_map(|unit| {
            let HexStart::Deployed(hex) = unit.start else { return None };
            let (_, next) = scenario.map.neighbours(hex).next()?;
            unit.faces = Some(next);
            Some(())
        });
        let layout = HexLayout {
            map: Some(&scenario.map),
            sides: &scenario.sides,
            places: &scenario.places,
            units: units.iter().collect(),
            leaders: scenario.leaders.iter().collect(),
            corps: scenario.corps.iter().collect(),
            objectives: &scenario.objectives,
            options: &scenario.options,
        };
        let against = known.objections(&scenario.rules, &layout);
        turned.is_some() && !against.iter().any(|one| matches!(one.about, HexSubject::Facing(_)))
    }

    /// The present hexes that the rules name.
    pub fn places(&self) -> &BTreeMap<String, Hex> {
        &self.now().places
    }

    /// The id of the battle and of its map.
    pub fn id(&self) -> &str {
        &self.now().id
    }

    /// The battle on the present map.
    pub fn scenario(&self) -> HexScenario {
        let now = self.now();
        HexScenario {
            id: now.id.clone(),
            name: now.battle_name().to_owned(),
            map: now.map.clone(),
            sides: now.sides.iter().map(|side| HexSide { name: plain(&side.name), ..side.clone() }).collect(),
            units: now.units.clone(),
            leaders: now.leaders.clone(),
            corps: now.corps.clone(),
            places: now.places.clone(),
            ..now.begun.battle.clone()
        }
    }

    /// The battle when the draft was started.
    pub fn battle(&self) -> &HexScenario {
        &self.now().begun.battle
    }
}

/// Leaders and units, each in their order.
fn counters<'c>(units: &'c [HexUnit], leaders: &'c [HexLeader]) -> impl Iterator<Item = HexPiece<'c>> {
    leaders.iter().map(HexPiece::Leader).chain(units.iter().map(HexPiece::Unit))
}

/// Do two lists contain the same of the elements that match, in the same order?
fn same<T: PartialEq>(now: &[T], was: &[T], is_meant: impl Fn(&T) -> bool) -> bool {
    now.iter().filter(|one| is_meant(one)).eq(was.iter().filter(|one| is_meant(one)))
}

/// The waiting counters, and the ids of all in the order of the armies' files, which have been checked.
fn mustered(raw: &RawHexScenario, armies: &BTreeMap<String, String>) -> (Vec<HexCounter>, Vec<String>) {
    let (mut waiting, mut roll, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for (side, number) in raw.sides.iter().zip(Side::BOTH) {
        for id in &side.armies {
            let path = path_of(ARMIES, id);
            let document = armies.get(&path).and_then(|text| Document::open(&path, text, &mut faults));
            let army = document.and_then(|mut document| army_file::read(&mut document, number, &mut faults));
            let army = army.unwrap_or_default();
            waiting.extend(army.waiting);
            roll.extend(army.roll);
        }
    }
    (waiting, roll)
}

/// An objective as it was read: drawing does not change it.
fn objective(raw: &RawHexObjective) -> Record {
    let mut fields = Record::default();
    fields.text("id", &raw.id).text("name", &raw.name).some("kind", raw.kind.as_deref().map(quoted));
    if !raw.hexes.is_empty() {
        fields.field("hexes", list(raw.hexes.iter().map(ToString::to_string)));
    }
    fields.field("points", map(&raw.points));
    if !raw.terms.is_empty() {
        fields.field("terms", map(raw.terms.iter().map(|(term, value)| (term, quoted(value)))));
    }
    fields
}

/// The id of an army that this battle changes.
fn set_up_id(battle: &str, side: &str) -> String {
    format!("{battle}-{side}-set-up")
}

pub(super) fn on_map(map: &HexMap, hexes: impl IntoIterator<Item = Hex>) -> Result<(), EditFault> {
    match hexes.into_iter().find(|hex| !map.contains(*hex)) {
        None => Ok(()),
        Some(hex) => {
            let last = Hex::new(map.grid.columns, map.grid.rows);
            refuse(
                format!("there is no hex {hex} on this map"),
                format!("accepted: {} to {last}", Hex::new(1, 1)),
            )
        }
    }
}

fn touching(map: &HexMap, sides: &[(Hex, Hex)]) -> Result<(), EditFault> {
    on_map(map, sides.iter().flat_map(|(from, to)| [*from, *to]))?;
    match sides.iter().find(|(from, to)| map.between(*from, *to).is_none()) {
        None => Ok(()),
        Some((from, to)) => refuse(
            format!("the hexes {from} and {to} do not touch"),
            "choose two hexes with a hexside in common",
        ),
    }
}

/// The hexsides of a road or trail along hexes that touch, one after the other.
fn chain_of(map: &HexMap, way: Mark, chain: &[Hex]) -> Result<Vec<(Hex, Hex)>, EditFault> {
    if !matches!(way, Mark::Road | Mark::Trail) {
        return refuse(format!("a {} does not go from hex to hex", mark_name(way)), "lay a road or a trail");
    }
    on_map(map, chain.iter().copied())?;
    let sides: Vec<(Hex, Hex)> =
        chain.windows(2).map(|pair| (pair[0], pair[1])).filter(|(from, to)| from != to).collect();
    touching(map, &sides)?;
    Ok(sides)
}

fn lay(map: &mut HexMap, from: Hex, to: Hex, mark: Mark) {
    if let Some(other) = contrary(mark) {
        map.unmark(from, to, other);
    }
    map.mark(from, to, mark);
}

/// A name in the form of files: one line, without blanks at its ends.
pub fn plain(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The map on another sheet; cleared unless it `keeps` the drawing.
fn laid(old: &HexMap, grid: Grid, keeps: bool) -> HexMap {
    let mut new = HexMap::clear(&*old.id, &*old.name, grid);
    if !keeps {
        return new;
    }
    let same_way = old.grid.orientation == grid.orientation;
    let old = if same_way { shoved(old, grid.stagger) } else { old.clone() };
    for hex in old.grid.hexes().filter(|hex| grid.contains(*hex)) {
        new.set_kind(hex, old.kind(hex));
        new.set_name(hex, &*old.cell(hex).name);
        for (way, next) in old.neighbours(hex).filter(|(_, next)| hex < *next) {
            if new.between(hex, next).is_some() {
                put_marks(&mut new, hex, next, old.marks(hex, way));
            }
        }
    }
    new
}

/// The map with the other columns shifted.
///
/// If two hexes no longer touch, the two hexes that both of them touched now touch each other. A water or slope
/// then lies between those if it separated them before, all other things being equal: if just one of the ways round crossed it.
/// A road or trail goes round by one of the two, over a bridge if it had one.
fn shoved(old: &HexMap, stagger: Stagger) -> HexMap {
    if old.grid.stagger == stagger {
        return old.clone();
    }
    let mut new = HexMap::clear(&*old.id, &*old.name, old.grid);
    new.metres = old.metres;
    new.grid.stagger = stagger;
    for hex in old.grid.hexes() {
        new.set_kind(hex, old.kind(hex));
        new.set_name(hex, &*old.cell(hex).name);
    }
    // First what stays; what is lost is then laid anew beside it.
    let mut lost: Vec<(Hex, Hex, Marks)> = Vec::new();
    for hex in old.grid.hexes() {
        for (way, next) in old.neighbours(hex).filter(|(_, next)| hex < *next) {
            let marks = old.marks(hex, way);
            match new.between(hex, next) {
                Some(_) => put_marks(&mut new, hex, next, marks),
                None => lost.push((hex, next, marks)),
            }
        }
    }
    for (from, to, marks) in lost {
        let common: Vec<Hex> = around(old, from).intersection(&around(old, to)).copied().collect();
        if let [one, other] = common[..] {
            for mark in [Mark::River, Mark::Stream, Mark::Slope] {
                part_anew(old, &mut new, (from, to), (one, other), mark);
            }
        }
        for way in [Mark::Road, Mark::Trail].into_iter().filter(|way| marks.has(*way)) {
            // By the hex that has more of such a way on these legs already; otherwise by the lower number.
            let legs = |by: Hex| {
                [(from, by), (by, to)]
                    .into_iter()
                    .filter(|(a, b)| old.between(*a, *b).is_some_and(|m| m.has(way)))
            };
            let fits = |by: &Hex| new.between(from, *by).is_some() && new.between(*by, to).is_some();
            let by = common.iter().copied().filter(fits).min_by_key(|by| (2 - legs(*by).count(), *by));
            for (a, b) in by.into_iter().flat_map(|by| [(from, by), (by, to)]) {
                let there = new.between(a, b).unwrap_or_default();
                // A road that is there already is better than a trail.
                if way == Mark::Road || !there.has(Mark::Road) {
                    lay(&mut new, a, b, way);
                }
                if marks.has(Mark::Bridge) && (there.has(Mark::River) || there.has(Mark::Stream)) {
                    new.mark(a, b, Mark::Bridge);
                }
            }
        }
    }
    new
}

fn around(map: &HexMap, hex: Hex) -> BTreeSet<Hex> {
    map.neighbours(hex).map(|(_, next)| next).collect()
}

/// Marks the hexside between two hexes that now touch, if the mark separated them before.
fn part_anew(old: &HexMap, new: &mut HexMap, by: (Hex, Hex), (one, other): (Hex, Hex), mark: Mark) {
    let between = |a: Hex, b: Hex| old.between(a, b).unwrap_or_default();
    let parted =
        [by.0, by.1].into_iter().find(|by| between(one, *by).has(mark) != between(other, *by).has(mark));
    let Some(by) = parted else { return };
    if mark != Mark::Slope {
        lay(new, one, other, mark);
        return;
    }
    // Relative to the other hex, the hex across the slope is as high as it is relative to the hex between.
    let across = between(one, by);
    let one_is_upper = match across.has(Mark::Slope) {
        true => across.descends(),
        false => between(other, by).climbs(),
    };
    match one_is_upper {
        true => new.mark(other, one, mark),
        false => new.mark(one, other, mark),
    };
}
