//! Positions on hexes as people write them: what is laid on a board, short forms of counters, and the limits of both.
//!
//! Every state that play can reach can be written without these. Units: hexes by number, turns, points.

use std::collections::{BTreeMap, BTreeSet};

use super::contradiction::{Contradiction, unless};
use hexes::{Grid, Hex, HexKind, HexMap, Mark};
use scenario::hex::{MOST_POINTS, contrary, kind_name, mark_name};
use scenario::{HexArm, HexLeader, HexScenario, HexSide, HexStart, HexUnit, Side};

/// Maximum number of units in a position: an id is one byte.
pub const MOST_UNITS: usize = 250;

/// Maximum number of hexes and hexsides named in a position: the number of hexes of the largest map.
pub const MOST_PLACES: usize = 10_000;

/// The lab board: 39 columns, 25 rows, all clear, even columns lower.
pub fn lab_board() -> HexMap {
    HexMap::clear("lab-board", "Lab board", Grid::LAB)
}

/// A battle on the lab board without pieces: side F is French and comes first, side E is Austrian; twelve turns of an hour.
pub fn lab_battle(rules: &str, names: [&str; 2]) -> HexScenario {
    let sides = [("f", "french"), ("e", "austrian")].into_iter().zip(names);
    let side = |((id, nation), name): ((&str, &str), &str)| HexSide {
        id: id.to_owned(),
        name: name.to_owned(),
        nation: nation.to_owned(),
        colour: None,
    };
    HexScenario {
        id: "lab".to_owned(),
        name: "Lab board".to_owned(),
        description: String::new(),
        rules: rules.to_owned(),
        map: lab_board(),
        sides: sides.map(side).collect(),
        first: Side(0),
        units: Vec::new(),
        leaders: Vec::new(),
        corps: Vec::new(),
        places: BTreeMap::new(),
        turns: 12,
        nights: BTreeSet::new(),
        begins: 480,
        turn_length: 60,
        hours: Vec::new(),
        objectives: Vec::new(),
        options: BTreeMap::new(),
        play: None,
    }
}

/// The terrain that a position lays on its board.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    pub forest: &'a [u16],
    pub rough: &'a [u16],
    pub town: &'a [u16],
    pub marsh: &'a [u16],
    /// Hexsides, each by its two hexes.
    pub river: &'a [(u16, u16)],
    pub stream: &'a [(u16, u16)],
    pub bridge: &'a [(u16, u16)],
    /// The hex at the foot, then the hex at the top.
    pub slope: &'a [(u16, u16)],
    /// Hexes joined by a road, one after another.
    pub road: &'a [Vec<u16>],
    pub trail: &'a [Vec<u16>],
}

impl Ground<'_> {
    /// Checks that no more places are named than are accepted.
    ///
    /// # Errors
    /// Returns an error if there are more.
    pub fn check_number(&self) -> Result<(), Contradiction> {
        let hexes = [self.forest, self.rough, self.town, self.marsh].map(<[_]>::len);
        let sides = [self.river, self.stream, self.bridge, self.slope].map(<[_]>::len);
        let ways = self.road.iter().chain(self.trail).map(Vec::len);
        let places = hexes.into_iter().chain(sides).chain(ways).sum();
        Contradiction::at_most(MOST_PLACES, places, "hexes and hexsides of its own")
    }

    /// Changes the map.
    ///
    /// # Errors
    /// When something named here is not on the map, or contradicts the rest.
    pub fn lay_on(&self, map: &mut HexMap) -> Result<(), Contradiction> {
        let kinds = [
            ("forest", self.forest, HexKind::Forest),
            ("rough", self.rough, HexKind::Rough),
            ("town", self.town, HexKind::Town),
            ("marsh", self.marsh, HexKind::Marsh),
        ];
        let mut known = BTreeMap::new();
        for (what, hexes, kind) in kinds {
            for hex in hexes {
                on_map(map, what, *hex)?;
                self::kind(&mut known, Hex(*hex), kind)?;
                map.set_kind(Hex(*hex), kind);
            }
        }
        let pairs = |chains: &[Vec<u16>]| -> Vec<(u16, u16)> {
            chains.iter().flat_map(|chain| chain.windows(2)).map(|pair| (pair[0], pair[1])).collect()
        };
        let sides = [
            ("river", self.river.to_vec(), Mark::River),
            ("stream", self.stream.to_vec(), Mark::Stream),
            ("bridge", self.bridge.to_vec(), Mark::Bridge),
            ("slope", self.slope.to_vec(), Mark::Slope),
            ("road", pairs(self.road), Mark::Road),
            ("trail", pairs(self.trail), Mark::Trail),
        ];
        for (what, sides, mark) in sides {
            if !matches!(mark, Mark::Road | Mark::Trail) {
                once(what, &sides)?;
            }
            for (a, b) in sides {
                side(map, Hex(a), Hex(b), mark)?;
                if !map.mark(Hex(a), Hex(b), mark) {
                    let reason = format!("it names {a} and {b}, which are no neighbours on the map");
                    return Err(Contradiction::new(what, reason, "name two hexes that touch"));
                }
            }
        }
        Ok(())
    }
}

/// The hex that `what` names, checked to be on the map.
///
/// # Errors
/// When it is not.
pub fn on_map(map: &HexMap, what: &'static str, hex: u16) -> Result<Hex, Contradiction> {
    let reason = format!("it names hex {hex}, which is not on the map");
    unless(map.contains(Hex(hex)), what, reason, "give a hex of the map by its number")?;
    Ok(Hex(hex))
}

/// Records the kind of a hex, given those already recorded in the position.
fn kind(known: &mut BTreeMap<Hex, HexKind>, hex: Hex, kind: HexKind) -> Result<(), Contradiction> {
    let before = *known.entry(hex).or_insert(kind);
    if before == kind {
        return Ok(());
    }
    let (before, kind) = (kind_name(before), kind_name(kind));
    let reason = format!("hex {hex} is {before} already, and a hex is of one kind");
    Err(Contradiction::new(kind, reason, format!("leave {hex} out of {before} or {kind}")))
}

/// Checks that no hexside is named twice in one list; roads and trails may share some, as they continue each other.
fn once(what: &'static str, sides: &[(u16, u16)]) -> Result<(), Contradiction> {
    let mut known: BTreeSet<(u16, u16)> = BTreeSet::new();
    let unordered = |(a, b): (u16, u16)| (a.min(b), a.max(b));
    // A slope that is named upward and downward is reported as one that rises both ways.
    let twice = sides.iter().find(|side| {
        let key = if what == mark_name(Mark::Slope) { **side } else { unordered(**side) };
        !known.insert(key)
    });
    let Some((a, b)) = twice.copied() else { return Ok(()) };
    let reason = format!("the hexside between {} and {} is named twice", Hex(a), Hex(b));
    Err(Contradiction::new(what, reason, "name each hexside once"))
}

/// Checks that this mark may lie on this hexside, together with those already there. For a slope, `to` is the upper hex.
fn side(map: &HexMap, from: Hex, to: Hex, mark: Mark) -> Result<(), Contradiction> {
    // Hexes that are not on the map, or not neighbours, are reported when the mark is placed.
    let there = map.contains(from) && map.contains(to);
    let Some(marks) = there.then(|| map.between(from, to)).flatten() else { return Ok(()) };
    let name = mark_name(mark);
    if let Some(other) = contrary(mark).filter(|other| marks.has(*other)).map(mark_name) {
        let reason = format!("between {from} and {to} there is a {other} already");
        let remedy = format!("leave that hexside out of {other} or {name}");
        return Err(Contradiction::new(name, reason, remedy));
    }
    if mark == Mark::Bridge && !marks.has(Mark::River) && !marks.has(Mark::Stream) {
        let reason = format!("between {from} and {to} there is no water to bridge");
        return Err(Contradiction::new(name, reason, "name the hexside in river or stream as well"));
    }
    if mark == Mark::Slope && marks.descends() {
        let reason = format!("between {from} and {to} it rises to {from} already");
        return Err(Contradiction::new(
            name,
            reason,
            "name the hex at the foot first, and each hexside once",
        ));
    }
    Ok(())
}

/// A counter in short form: `F5@2010`, `gF2(5)@2007`, `guard:cE3.left(6)@3912/4 Old Guard`, `F5@2010>2011`, `F5@2010!`.
///
/// A key and a colon; g or c before guns and cavalry; the side, F or E (or A); its number; a point and its corps; its movement
/// allowance; where it stands, or enters and from which turn on; the neighbouring hex it faces; a mark if routed; its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// Its key, given or derived from the rest.
    pub key: String,
    /// Is the key given?
    pub keyed: bool,
    /// The label of the counter.
    pub counter: String,
    pub name: String,
    pub side: Side,
    pub arm: HexArm,
    /// Strength points, or a leader's bonus.
    pub number: u8,
    /// `None` means the usual allowance.
    pub movement: Option<u8>,
    pub corps: Option<String>,
    /// `None` means that it is gone.
    pub start: Option<HexStart>,
    pub faces: Option<Hex>,
    pub routed: bool,
}

impl Short {
    /// Reads a short form; `form` describes the format in faults.
    ///
    /// # Errors
    /// When it is not written so.
    pub fn read(written: &str, form: &'static str) -> Result<Self, Contradiction> {
        let wrong = |what| Contradiction::new(written, what, form);
        let number =
            |text: &str| text.parse::<u8>().map_err(|_| wrong("strength, movement and turn are numbers"));
        let hex =
            |text: &str| text.parse::<u16>().map(Hex).map_err(|_| wrong("a hex is a number such as 2010"));
        let (head, name) = written.split_once(' ').unwrap_or((written, ""));
        let (key, head) = head.split_once(':').map_or((None, head), |(key, rest)| (Some(key), rest));
        let (bare, routed) = head.strip_suffix('!').map_or((head, false), |bare| (bare, true));
        let (counter, place) = bare.split_once('@').map_or((bare, None), |(head, place)| (head, Some(place)));
        let (arm, rest) = match counter.as_bytes().first() {
            Some(b'g') => (HexArm::Artillery, &counter[1..]),
            Some(b'c') => (HexArm::Cavalry, &counter[1..]),
            _ => (HexArm::Infantry, counter),
        };
        let side = match rest.as_bytes().first() {
            Some(b'F') => Side(0),
            Some(b'E' | b'A') => Side(1),
            _ => return Err(wrong("its side is F, or E or A for the enemy")),
        };
        let (figures, movement) = match rest[1..].split_once('(') {
            Some((figures, movement)) => {
                (figures, Some(movement.strip_suffix(')').ok_or_else(|| wrong("a bracket is open"))?))
            }
            None => (&rest[1..], None),
        };
        let (points, corps) = figures.split_once('.').map_or((figures, None), |(p, c)| (p, Some(c)));
        let (place, faces) = match place.and_then(|place| place.split_once('>')) {
            Some((place, faces)) => (Some(place), Some(hex(faces)?)),
            None => (place, None),
        };
        let start =
            match place.map(|place| place.split_once('/').map_or((place, None), |(a, t)| (a, Some(t)))) {
                Some((at, Some(turn))) => Some(HexStart::Arrives { turn: number(turn)?, at: hex(at)? }),
                Some((at, None)) => Some(HexStart::Deployed(hex(at)?)),
                None => None,
            };
        if key.is_some_and(Hex::is_number) {
            return Err(wrong("its key is a number, as hexes have: put a letter before it"));
        }
        let own = key.unwrap_or_else(|| counter.split(['(', '.']).next().unwrap_or(counter));
        Ok(Self {
            key: own.to_owned(),
            keyed: key.is_some(),
            counter: own.to_owned(),
            name: if name.is_empty() { head.to_owned() } else { name.to_owned() },
            side,
            arm,
            number: number(points)?,
            movement: movement.map(number).transpose()?,
            corps: corps.map(str::to_owned),
            start,
            faces,
            routed,
        })
    }

    /// Its start; a counter that is gone never stands there, as it is eliminated before anything happens.
    pub fn begins(&self) -> HexStart {
        self.start.unwrap_or(HexStart::Deployed(Hex(101)))
    }

    /// The hex where it starts or enters.
    fn hex(&self) -> Hex {
        let (HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. }) = self.begins();
        hex
    }

    /// The unit, with this movement allowance if none was written.
    pub fn unit(self, movement: u8) -> HexUnit {
        HexUnit {
            start: self.begins(),
            id: self.key,
            counter: self.counter,
            name: self.name,
            formation: String::new(),
            corps: self.corps,
            faces: self.faces,
            only_with: None,
            basis: Vec::new(),
            note: String::new(),
            side: self.side,
            arm: self.arm,
            strength: self.number,
            movement: self.movement.unwrap_or(movement),
        }
    }

    /// The leader, with this movement allowance if none was written.
    pub fn leader(self, movement: u8) -> HexLeader {
        HexLeader {
            start: self.begins(),
            id: self.key,
            counter: self.counter,
            name: self.name,
            side: self.side,
            corps: self.corps,
            bonus: self.number,
            movement: self.movement.unwrap_or(movement),
            only_with: None,
            basis: Vec::new(),
            note: String::new(),
        }
    }
}

/// Adds the hexes to derived keys that would be equal.
pub fn keys_apart<'s>(shorts: impl Iterator<Item = &'s mut Short>) {
    let mut shorts: Vec<&mut Short> = shorts.collect();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for short in &shorts {
        *count.entry(short.key.clone()).or_default() += 1;
    }
    for short in &mut shorts {
        if !short.keyed && count[&short.key] > 1 {
            short.key = format!("{}@{}", short.key, short.hex());
        }
    }
}

/// Checks that no two pieces have the same key, and that there are no more than a game can hold.
///
/// # Errors
/// When there are.
pub fn check_keys<'k>(keys: impl Iterator<Item = &'k str>) -> Result<(), Contradiction> {
    let mut keys: Vec<&str> = keys.collect();
    Contradiction::at_most(MOST_UNITS, keys.len(), "units")?;
    keys.sort_unstable();
    match keys.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => {
            Err(Contradiction::new(pair[0], "it is given twice", "put a key and a colon before one of them"))
        }
        None => Ok(()),
    }
}

/// Checks that a counter defined in the position has a number allowed in army files.
///
/// # Errors
/// Returns an error if it does not.
pub fn check_figure(list: &'static str, id: &str, what: &str, number: u8) -> Result<(), Contradiction> {
    if (1..=MOST_POINTS).contains(&number) {
        return Ok(());
    }
    let reason = format!("{id} cannot have {what} of {number}");
    Err(Contradiction::new(list, reason, format!("give it 1 to {MOST_POINTS}")))
}

/// Checks that a piece defined in the position arrives on a turn of the battle.
///
/// # Errors
/// Returns an error if it does not.
pub fn check_arrival(list: &'static str, id: &str, start: HexStart, turns: u8) -> Result<(), Contradiction> {
    let HexStart::Arrives { turn, .. } = start else { return Ok(()) };
    if (1..=turns).contains(&turn) {
        return Ok(());
    }
    let reason = format!("{id} arrives on turn {turn}, and the battle has turns 1 to {turns}");
    Err(Contradiction::new(list, reason, format!("give it a turn from 1 to {turns}")))
}

/// Checks that the battle has turns, and that this is one of them.
///
/// # Errors
/// Returns an error if it is not.
pub fn check_turn(turn: u8, turns: u8) -> Result<(), Contradiction> {
    if turns == 0 {
        return Err(Contradiction::new("turns", "there are none, and a battle has some", "give 1 or more"));
    }
    if !(1..=turns).contains(&turn) {
        let reason = format!("there is no turn {turn}: the battle has {turns}");
        return Err(Contradiction::new("turn", reason, format!("give a turn from 1 to {turns}")));
    }
    Ok(())
}
