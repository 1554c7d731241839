//! Lines of command, the chain of command, and the findings as movement began (`cb:10a` to `cb:10f`, `cb:4b`, `cb:11f`). Units:
//! hexes.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use hexes::{Hex, HexSet};
use scenario::Side;

use super::options::{EntryCommand, LineEnds};
use super::roster::{CorpsId, DIRECT, INDEPENDENTS, LeaderId, PieceId, UnitId};
use super::state::{CommandFinding, Commander, FoundLine, Group, Place, State};
use super::zones;

/// The hexes open to one side's lines (`cb:10c`): none with an enemy unit, none in an enemy zone unless a friendly unit, routed
/// or not, is in it. Leaders neither block a line nor open one.
#[derive(Clone, Debug)]
pub struct Lines<'s> {
    state: &'s State,
    side: Side,
    shut: HexSet,
}

/// A line of command from one hex to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Hex by hex, both ends included.
    Open(Vec<Hex>),
    /// It would be too long: hexes from end to end as the crow flies.
    TooFar(u32),
    /// Near enough, but enemies are in the way.
    Cut,
}

impl Line {
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Open(_))
    }
}

/// Every hex on a commander's lines, with the lines.
#[derive(Clone, Debug)]
pub struct Reached {
    /// By the grid's index: steps; [`Reached::FAR`] if no line reaches it.
    steps: Vec<u8>,
    /// By the grid's index: the hex before it.
    before: Vec<Option<Hex>>,
}

impl Reached {
    const FAR: u8 = u8::MAX;
}

impl<'s> Lines<'s> {
    pub fn new(state: &'s State, side: Side) -> Self {
        let map = state.game.map();
        let mut shut = HexSet::new(map);
        for hex in zones::zone(state, side.enemy()).iter() {
            shut.insert(hex);
        }
        for (unit, hex) in state.on_map() {
            if state.side(unit) == side {
                shut.remove(hex);
            } else {
                shut.insert(hex);
            }
        }
        Self { state, side, shut }
    }

    /// All hexes within this range of a hex by open lines. The ends of a line are not tested (option `line-ends`).
    pub fn from(&self, start: Hex, range: u32) -> Reached {
        let map = self.state.game.map();
        let mut reached =
            Reached { steps: vec![Reached::FAR; map.grid.len()], before: vec![None; map.grid.len()] };
        let counts = self.state.game.options.line_ends == LineEnds::Count;
        if !map.contains(start) || counts && self.shut.contains(start) {
            return reached;
        }
        reached.steps[map.grid.index(start)] = 0;
        let mut queue = VecDeque::from([(start, 0_u8)]);
        while let Some((here, steps)) = queue.pop_front() {
            let ends = here != start && self.shut.contains(here);
            if ends || u32::from(steps) >= range {
                continue;
            }
            for (_, next) in map.neighbours(here) {
                let index = map.grid.index(next);
                if reached.steps[index] == Reached::FAR && !(counts && self.shut.contains(next)) {
                    reached.steps[index] = steps + 1;
                    reached.before[index] = Some(here);
                    queue.push_back((next, steps + 1));
                }
            }
        }
        reached
    }

    /// Is there a line to that hex?
    pub fn is_reached(&self, reached: &Reached, hex: Hex) -> bool {
        let grid = self.state.game.map().grid;
        grid.contains(hex) && reached.steps[grid.index(hex)] != Reached::FAR
    }

    /// The line between two hexes, of which `from` is the commander's.
    pub fn line(&self, from: Hex, to: Hex, range: u32) -> Line {
        self.traced(None, (from, to), range)
    }

    /// The line between two hexes if the reach of the first is known.
    fn traced(&self, reached: Option<&Reached>, (from, to): (Hex, Hex), range: u32) -> Line {
        let grid = self.state.game.map().grid;
        let apart = grid.distance(from, to);
        if apart > range {
            return Line::TooFar(apart);
        }
        let reached = reached.map_or_else(|| Cow::Owned(self.from(from, range)), Cow::Borrowed);
        if !self.is_reached(&reached, to) {
            return Line::Cut;
        }
        let mut way = vec![to];
        let mut here = to;
        while let Some(before) = reached.before[grid.index(here)] {
            way.push(before);
            here = before;
        }
        way.reverse();
        Line::Open(way)
    }

    pub const fn side(&self) -> Side {
        self.side
    }
}

/// A commander's reach, and whether he is validly commanded himself.
#[derive(Clone, Debug)]
struct Post {
    group: Group,
    /// Number of independent units, or for the army commander of any units, that he may still take.
    room: usize,
    /// `None` if he is off the map, or not validly commanded: then he commands nobody.
    reached: Option<Reached>,
    /// The hexes at which units may enter under him (`cb:4b`).
    enters: Vec<Hex>,
}

/// The command of one side as things stand: which commander can command which unit.
#[derive(Clone, Debug)]
pub struct Chain<'s> {
    lines: Lines<'s>,
    posts: BTreeMap<Group, Post>,
    /// How far the army commander reaches the corps commanders (`cb:10d`); `None` if he is not on the map.
    valid: Option<Reached>,
}

/// Why a unit is not in command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Want {
    /// Nobody has taken it (`cb:10b`).
    Nobody,
    /// Its corps has no commander (`cb:11f`).
    Vacant,
    /// Its commander is not on the map.
    Away,
    /// It is neither on the map nor entering under anybody now (`cb:4b`).
    Off,
    /// The army has no commander (`cb:11f`).
    NoArmy,
    /// Its commander is out of the army commander's range, or cut off from him (`cb:10d`).
    Invalid,
    /// It is too far from its commander: distance and range in hexes (`cb:10c`).
    Far { apart: u32, range: u32 },
    /// Enemies are in the way of its line (`cb:10c`).
    Cut,
}

impl<'s> Chain<'s> {
    pub fn new(state: &'s State, side: Side) -> Self {
        let lines = Lines::new(state, side);
        let ranges = state.game.ranges(side);
        let mut posts = BTreeMap::new();
        let army = state.armies[side.index()].commander;
        let seat = army.and_then(|leader| state.leader_hex(leader));
        let reached = seat.map(|hex| lines.from(hex, ranges.unit));
        let enters =
            army.and_then(|leader| enters_now(state, state.game.piece_of_leader(leader))).into_iter();
        posts.insert(
            Group::Army,
            Post { group: Group::Army, room: DIRECT, reached, enters: enters.collect() },
        );
        let valid = seat.map(|hex| lines.from(hex, ranges.corps));
        for corps in state.game.corps_of_side(side) {
            let group = Group::Corps(corps);
            let commander = state.commander(corps);
            let hex = commander.and_then(|commander| state.commander_hex(commander));
            let holds_both = matches!(commander, Some(Commander::Leader(leader)) if army == Some(leader));
            let is_valid = holds_both
                || hex.is_some_and(|hex| valid.as_ref().is_some_and(|valid| lines.is_reached(valid, hex)));
            let reached = hex.filter(|_| is_valid).map(|hex| lines.from(hex, ranges.unit));
            let enters = match commander {
                // Without an army commander every corps is out of command, even with units entering (`cb:11f`).
                Some(Commander::Leader(leader)) if army.is_some() => {
                    enters_now(state, state.game.piece_of_leader(leader))
                }
                Some(Commander::Leader(_)) => None,
                Some(Commander::Unit(_)) | None => None,
            };
            posts.insert(
                group,
                Post { group, room: INDEPENDENTS, reached, enters: enters.into_iter().collect() },
            );
        }
        Self { lines, posts, valid }
    }

    fn state(&self) -> &'s State {
        self.lines.state
    }

    /// Could this unit be in command in that group, if it were assigned there?
    ///
    /// Clauses: `cb:10c`, `cb:10d`, `cb:10f`, `cb:4b`. A unit that enters this turn counts at its entry hex.
    pub fn would_command(&self, group: Group, unit: UnitId) -> bool {
        let Some(post) = self.posts.get(&group) else { return false };
        let state = self.state();
        match state.unit(unit).place {
            Place::Map(hex) => {
                post.reached.as_ref().is_some_and(|reached| self.lines.is_reached(reached, hex))
            }
            Place::Waiting => {
                let Some(at) = enters_now(state, state.game.piece_of_unit(unit)) else { return false };
                let granted = state.game.options.entry_command == EntryCommand::Grant;
                let near = post.reached.as_ref().is_some_and(|reached| self.lines.is_reached(reached, at));
                granted && (near || post.enters.contains(&at))
            }
            Place::Eliminated => false,
        }
    }

    /// Why this unit would be out of command in that group; `None` if it would not.
    pub fn wants(&self, group: Group, unit: UnitId) -> Option<Want> {
        if self.would_command(group, unit) {
            return None;
        }
        let state = self.state();
        let (side, ranges) = (self.lines.side(), state.game.ranges(self.lines.side()));
        let seat = match group {
            Group::Unassigned => return Some(Want::Nobody),
            Group::Army => match state.armies[side.index()].commander {
                None => return Some(Want::NoArmy),
                Some(leader) => state.leader_hex(leader),
            },
            Group::Corps(corps) => match state.commander(corps) {
                None => return Some(Want::Vacant),
                Some(commander) => state.commander_hex(commander),
            },
        };
        let unit_there = match state.unit(unit).place {
            Place::Map(hex) => Some(hex),
            Place::Waiting if state.game.options.entry_command == EntryCommand::Grant => {
                enters_now(state, state.game.piece_of_unit(unit))
            }
            Place::Waiting | Place::Eliminated => None,
        };
        let Some(here) = unit_there else { return Some(Want::Off) };
        let Some(seat) = seat else { return Some(Want::Away) };
        if self.posts.get(&group).is_none_or(|post| post.reached.is_none()) {
            let army = state.armies[side.index()].commander;
            return Some(if army.is_none() { Want::NoArmy } else { Want::Invalid });
        }
        let apart = state.game.map().grid.distance(seat, here);
        Some(if apart > ranges.unit { Want::Far { apart, range: ranges.unit } } else { Want::Cut })
    }

    /// The line of command of a unit in that group, real or possible.
    pub fn line(&self, group: Group, unit: UnitId) -> Option<Line> {
        let state = self.state();
        let reached = self.posts.get(&group).and_then(|post| post.reached.as_ref());
        let ends = (self.seat(group)?, state.hex(unit)?);
        Some(self.lines.traced(reached, ends, state.game.ranges(self.lines.side()).unit))
    }

    /// The hex of a group's commander; `None` if there is none, or he is off the map.
    fn seat(&self, group: Group) -> Option<Hex> {
        let state = self.state();
        match group {
            Group::Unassigned => None,
            Group::Army => state.leader_hex(state.armies[self.lines.side().index()].commander?),
            Group::Corps(corps) => state.commander_hex(state.commander(corps)?),
        }
    }

    /// A line in the form that is stored.
    fn found_line(&self, group: Group, to: Option<Hex>, line: Option<Line>) -> Option<FoundLine> {
        Some(match line? {
            Line::Open(way) => FoundLine::Open(way.into()),
            Line::TooFar(_) | Line::Cut => FoundLine::Barred { from: self.seat(group)?, to: to? },
        })
    }

    /// The line from the commander of the army to that of a corps (`cb:10d`).
    pub fn line_to_corps(&self, corps: CorpsId) -> Option<Line> {
        let ends = (self.seat(Group::Army)?, self.seat(Group::Corps(corps))?);
        let range = self.state().game.ranges(self.lines.side()).corps;
        Some(self.lines.traced(self.valid.as_ref(), ends, range))
    }

    /// Assigns every unit to the best commander: independent units to nearby corps leaders; to the army commander units of
    /// corps that cannot reach theirs, then other independent ones. As many units as possible are in command (`cb:10b`).
    ///
    /// This is the initial assignment of each turn; the owner may change it.
    pub fn proposal(&self) -> BTreeMap<UnitId, Group> {
        let state = self.state();
        let mut waiting: Vec<(UnitId, Vec<Group>)> = Vec::new();
        for unit in state.game.of_side(self.lines.side()) {
            let own = state.game.corps_of(unit).map(Group::Corps);
            if own.is_some_and(|own| self.would_command(own, unit)) {
                continue;
            }
            let open = |group: &Group| own.is_none() || *group == Group::Army;
            let mut groups: Vec<Group> = self.posts.keys().copied().filter(open).collect();
            groups.retain(|group| self.would_command(*group, unit));
            // Corps leaders first: the army commander's five are for units that nobody else reaches.
            groups.sort_by_key(|group| (*group == Group::Army, self.apart(*group, unit)));
            if !groups.is_empty() {
                waiting.push((unit, groups));
            }
        }
        // Units with the fewest possible commanders first; each may displace others: augmenting paths.
        waiting.sort_by_key(|(unit, groups)| (groups.len(), *unit));
        let mut taken: BTreeMap<Group, Vec<usize>> = BTreeMap::new();
        for who in 0..waiting.len() {
            let mut seen = Vec::new();
            self.place(who, &waiting, &mut taken, &mut seen);
        }
        let units =
            taken.into_iter().flat_map(|(group, units)| units.into_iter().map(move |who| (who, group)));
        units.map(|(who, group)| (waiting[who].0, group)).collect()
    }

    fn place(
        &self,
        who: usize,
        waiting: &[(UnitId, Vec<Group>)],
        taken: &mut BTreeMap<Group, Vec<usize>>,
        seen: &mut Vec<Group>,
    ) -> bool {
        for group in &waiting[who].1 {
            if seen.contains(group) {
                continue;
            }
            seen.push(*group);
            let room = self.posts.get(group).map_or(0, |post| post.room);
            let held = taken.entry(*group).or_default().clone();
            if held.len() < room {
                taken.entry(*group).or_default().push(who);
                return true;
            }
            for other in held {
                if self.place(other, waiting, taken, seen) {
                    let held = taken.entry(*group).or_default();
                    held.retain(|held| *held != other);
                    held.push(who);
                    return true;
                }
            }
        }
        false
    }

    fn apart(&self, group: Group, unit: UnitId) -> u32 {
        let state = self.state();
        match (self.seat(group), state.hex(unit)) {
            (Some(seat), Some(here)) => state.game.map().grid.distance(seat, here),
            (None, _) | (_, None) => u32::MAX,
        }
    }

    /// Number of units that a group may have in addition to its own.
    pub fn room(&self, group: Group) -> usize {
        self.posts.get(&group).map_or(0, |post| post.room)
    }

    /// The existing groups: the army's, and one for each corps.
    pub fn groups(&self) -> impl Iterator<Item = Group> + '_ {
        self.posts.values().map(|post| post.group)
    }
}

/// The hex at which a piece enters, if it may enter now.
fn enters_now(state: &State, piece: PieceId) -> Option<Hex> {
    state.is_due(piece).then(|| state.arrival(piece)).flatten().map(|(_, at)| at)
}

/// The findings as movement begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    pub found: BTreeMap<UnitId, CommandFinding>,
    /// The lines of the corps to the commander of the army.
    pub corps: BTreeMap<CorpsId, FoundLine>,
}

/// How every unit of the phasing side is found as movement begins: its line, or the reason against it (`cb:10c`, `cb:10d`).
pub fn found(state: &State) -> Findings {
    let side = state.phasing;
    let chain = Chain::new(state, side);
    let ezoc = zones::zone(state, side.enemy());
    let find = |unit: UnitId| {
        let group = state.group(unit);
        let hex = state.hex(unit);
        let want = chain.wants(group, unit);
        CommandFinding {
            group,
            in_command: want.is_none(),
            in_ezoc: hex.is_some_and(|hex| ezoc.contains(hex)),
            commander: commander_of(state, side, group),
            line: chain.found_line(group, hex, chain.line(group, unit)),
            want,
        }
    };
    let there = |unit: &UnitId| state.unit(*unit).place != Place::Eliminated;
    let found = state.game.of_side(side).filter(there).map(|unit| (unit, find(unit))).collect();
    let to_corps = |corps: CorpsId| {
        let to = chain.seat(Group::Corps(corps));
        Some((corps, chain.found_line(Group::Army, to, chain.line_to_corps(corps))?))
    };
    Findings { found, corps: state.game.corps_of_side(side).filter_map(to_corps).collect() }
}

/// The groups that a counter of that side commands: for the leader of a corps who holds the army as well, the army first
/// (`cb:11f`). Empty if the piece commands nobody.
pub fn groups_of_commander(state: &State, side: Side, piece: PieceId) -> Vec<Group> {
    let of_side = state.game.corps_of_side(side).map(Group::Corps);
    let all = std::iter::once(Group::Army).chain(of_side);
    all.filter(|group| commander_of(state, side, *group) == Some(piece)).collect()
}

/// The first group that a counter of that side commands; `None` if the piece commands nobody.
pub fn group_of_commander(state: &State, side: Side, piece: PieceId) -> Option<Group> {
    groups_of_commander(state, side, piece).into_iter().next()
}

/// The counter of a group's commander.
pub fn commander_of(state: &State, side: Side, group: Group) -> Option<PieceId> {
    let game = &state.game;
    match group {
        Group::Unassigned => None,
        Group::Army => state.armies[side.index()].commander.map(|leader| game.piece_of_leader(leader)),
        Group::Corps(corps) => match state.commander(corps)? {
            Commander::Leader(leader) => Some(game.piece_of_leader(leader)),
            Commander::Unit(unit) => Some(game.piece_of_unit(unit)),
        },
    }
}

/// May a post that is vacant since this turn be filled now: lost in turn N, it stays empty through N + 1 (`cb:11f`)?
pub fn is_over_due(vacant_since: Option<u8>, turn: u8) -> bool {
    vacant_since.is_some_and(|lost| turn >= lost.saturating_add(2))
}

/// Who may command the army after the loss of its commander (`cb:11f`): leaders of corps on the map.
pub fn may_be_promoted(state: &State, side: Side) -> Vec<LeaderId> {
    let on_map = |leader: &LeaderId| state.leader_hex(*leader).is_some();
    state.game.leaders_of(side).filter(on_map).filter(|leader| state.game.led_by(*leader).is_some()).collect()
}
