//! The board on which a solo player tries out positions: units are moved, zones follow.
//!
//! Units: strength points; places as in [`super::ground`].

use super::ground::{Ground, NOWHERE};
use hexes::Hex;
use napoleon_at_war::combat::strength::Obstacles;
use napoleon_at_war::{State, UnitId};
use scenario::Side;

/// A few units, at most eight: those round a hex, and guns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ShortUnitList {
    len: u8,
    units: [u8; 8],
}

impl ShortUnitList {
    pub fn push(&mut self, unit: UnitId) {
        if let Some(slot) = self.units.get_mut(usize::from(self.len)) {
            *slot = unit.0;
            self.len += 1;
        }
    }

    pub fn remove(&mut self, unit: UnitId) {
        let kept: Vec<UnitId> = self.iter().filter(|other| *other != unit).collect();
        *self = kept.into_iter().collect();
    }

    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        self.units.into_iter().take(usize::from(self.len)).map(UnitId)
    }

    pub fn len(self) -> usize {
        usize::from(self.len)
    }

    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    pub fn is_full(self) -> bool {
        usize::from(self.len) == self.units.len()
    }

    pub fn contains(self, unit: UnitId) -> bool {
        self.iter().any(|other| other == unit)
    }

    pub fn first(self) -> Option<UnitId> {
        self.iter().next()
    }
}

impl FromIterator<UnitId> for ShortUnitList {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        let mut list = Self::default();
        units.into_iter().for_each(|unit| list.push(unit));
        list
    }
}

/// The board.
#[derive(Clone, Debug)]
pub(super) struct Board<'g> {
    pub ground: &'g Ground,
    /// The side whose moves are planned.
    pub side: Side,
    /// By place: the unit there.
    held: Vec<Option<UnitId>>,
    /// By unit; [`NOWHERE`] off the map.
    place: Vec<u16>,
    /// By side, then by place: the number of units that control it.
    zone: [Vec<u8>; 2],
    /// By unit.
    pub strength: Vec<u32>,
    sides: Vec<Side>,
    guns: Vec<bool>,
}

impl<'g> Board<'g> {
    pub fn new(ground: &'g Ground, state: &State, side: Side) -> Self {
        let units: Vec<UnitId> = state.game.units().collect();
        let mut board = Self {
            ground,
            side,
            held: vec![None; ground.len()],
            place: vec![NOWHERE; units.len()],
            zone: [vec![0; ground.len()], vec![0; ground.len()]],
            strength: units.iter().map(|unit| u32::from(state.unit(*unit).strength)).collect(),
            sides: units.iter().map(|unit| state.side(*unit)).collect(),
            guns: units.iter().map(|unit| state.game.is_artillery(*unit)).collect(),
        };
        for (unit, hex) in state.on_map() {
            board.put(unit, ground.at(hex));
        }
        board
    }

    /// Puts a unit at this place, or off the map.
    pub fn put(&mut self, unit: UnitId, place: u16) {
        let side = self.sides[unit.index()].index();
        let old = self.place[unit.index()];
        if old != NOWHERE {
            if self.held[usize::from(old)] == Some(unit) {
                self.held[usize::from(old)] = None;
            }
            for next in self.ground.touching(old) {
                self.zone[side][usize::from(next)] -= 1;
            }
        }
        self.place[unit.index()] = place;
        if place != NOWHERE {
            self.held[usize::from(place)] = Some(unit);
            for next in self.ground.touching(place) {
                self.zone[side][usize::from(next)] += 1;
            }
        }
    }

    pub fn place(&self, unit: UnitId) -> u16 {
        self.place[unit.index()]
    }

    pub fn hex(&self, unit: UnitId) -> Option<Hex> {
        let place = self.place(unit);
        (place != NOWHERE).then(|| self.ground.hex(place))
    }

    pub fn held(&self, place: u16) -> Option<UnitId> {
        self.held[usize::from(place)]
    }

    pub fn is_own(&self, unit: UnitId) -> bool {
        self.sides[unit.index()] == self.side
    }

    pub fn is_gun(&self, unit: UnitId) -> bool {
        self.guns[unit.index()]
    }

    /// Is the place in the zone of that side?
    pub fn in_zone(&self, place: u16, of: Side) -> bool {
        self.zone[of.index()][usize::from(place)] > 0
    }

    /// The enemies that touch the unit.
    pub fn touched(&self, unit: UnitId) -> ShortUnitList {
        let place = self.place(unit);
        if place == NOWHERE {
            return ShortUnitList::default();
        }
        self.others_round(place, self.sides[unit.index()])
    }

    /// The units of the other side that touch the place.
    pub fn others_round(&self, place: u16, side: Side) -> ShortUnitList {
        self.ground
            .touching(place)
            .filter_map(|next| self.held(next))
            .filter(|other| self.sides[other.index()] != side)
            .collect()
    }

    /// How open a beaten unit's retreat is: 1 with a vacant hex, less if friends have to make room, 0 with none.
    pub fn way_back(&self, unit: UnitId) -> f32 {
        let place = self.place(unit);
        let enemy = self.sides[unit.index()].enemy();
        let mut open = 0.0_f32;
        for side in self.ground.round(place) {
            if !side.passable || self.in_zone(side.next, enemy) {
                continue;
            }
            match self.held(side.next) {
                None => return 1.0,
                Some(friend) if self.sides[friend.index()] != enemy => {
                    let room = self.ground.round(side.next).iter().any(|on| {
                        on.passable && self.held(on.next).is_none() && !self.in_zone(on.next, enemy)
                    });
                    open = open.max(if room { 0.75 } else { 0.25 });
                }
                Some(_) => {}
            }
        }
        open
    }

    /// Defence strength of the unit against attackers in these places, without guns.
    pub fn defence(&self, unit: UnitId, contact: ShortUnitList) -> u32 {
        let place = self.place(unit);
        let printed = self.strength[unit.index()];
        // At most six touch a place.
        let (mut crossed, mut count) = ([Obstacles::default(); 6], 0);
        for attacker in contact.iter() {
            let from = self.place(attacker);
            for side in self.ground.round(from) {
                if side.next == place && side.touches && count < crossed.len() {
                    crossed[count] = side.obstacles;
                    count += 1;
                }
            }
        }
        if self.ground.is_doubled(place, &crossed[..count]) { printed * 2 } else { printed }
    }
}
