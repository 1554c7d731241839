//! A map prepared for drawing. Units: inches of the sheet.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use super::super::kept_names::LastValue;
use super::super::lay::{Hidden, Laid, written};
use super::super::mark::{Face, Ink, Length, Lettering, Mark};
use super::super::names::{Names, kept_clear, written_on};
use super::super::scene::{Stage, StagePlace, Yardstick};
use super::super::shape::{Span, spread};
use super::counter::{Counter, HALF, counter_marks, counter_places, counters_cover};
use super::ground::{Ground, extent, ground_marks, small_ground_marks};
use super::lie::{FLAT, Lie, MapTurn};
use super::names::lay_names;
use hexes::{Hex, HexMap};

/// The sheet of a constant map: made when first needed, and turned as on the screen. Sheets of equal maps are
/// equal.
#[derive(Debug, Default)]
pub struct Folded {
    /// The turn on the screen: not part of a game, and used only for drawing.
    turn: AtomicU8,
    sheets: [OnceLock<HexSheet>; MapTurn::ROUND as usize],
}

impl Folded {
    /// The sheet of this map, which must be the same in every call.
    pub fn of(&self, map: &HexMap) -> &HexSheet {
        let turn = self.turn.load(Ordering::Relaxed);
        self.sheets[usize::from(turn)].get_or_init(|| HexSheet::turned(map, u64::from(turn), turn.into()))
    }

    /// Turns the sheet from now on.
    pub fn turn(&self, turn: MapTurn) {
        self.turn.store(turn.into(), Ordering::Relaxed);
    }
}

impl Clone for Folded {
    fn clone(&self) -> Self {
        let turn = AtomicU8::new(self.turn.load(Ordering::Relaxed));
        Self { turn, sheets: self.sheets.clone() }
    }
}

impl PartialEq for Folded {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A map prepared for drawing. When the map has changed, make a new one, with another number.
#[derive(Clone, Debug)]
pub struct HexSheet {
    pub lie: Lie,
    /// The version of the map: drawings for other versions are out of date.
    pub number: u64,
    pub metres: u16,
    map: HexMap,
    known: Ground,
    ground: Vec<Mark>,
    /// The places of names at the scale used last, beside the hexes with counters at the start of the battle.
    laid: Arc<LastValue<Vec<Laid>>>,
    /// The names among the counters that were there last.
    names: Arc<LastValue<Names>>,
}

impl HexSheet {
    pub fn new(map: &HexMap, number: u64) -> Self {
        Self::turned(map, number, MapTurn::default())
    }

    pub fn turned(map: &HexMap, number: u64, turn: MapTurn) -> Self {
        let lie = Lie::turned(map.grid, turn);
        let known = Ground::of(map, &lie);
        let ground = ground_marks(map, &lie, &known);
        let (laid, names) = (Arc::default(), Arc::default());
        Self { lie, number, metres: map.metres, map: map.clone(), known, ground, laid, names }
    }

    /// The scene of an empty map: the hexes as places, each described by `spoken`. The caller adds layers.
    pub fn stage(&self, spoken: impl Fn(Hex) -> String) -> Stage {
        let place = |hex: Hex| StagePlace {
            hex: hex.0,
            spoken: spoken(hex),
            centre: self.lie.centre(hex),
            outline: self.lie.corners(hex).into(),
        };
        let (low, high) = extent(&self.lie);
        Stage {
            low,
            high,
            places: self.lie.grid.hexes().map(place).collect(),
            yardstick: Yardstick {
                unit: ["hex", "hexes"],
                inches: FLAT,
                on_ground: f32::from(self.metres),
                ground_unit: "metres",
            },
            north: self.lie.north(),
            ..Stage::default()
        }
    }

    /// Everything that does not depend on the zoom, from the paper up to the frame.
    pub fn ground(&self) -> &[Mark] {
        &self.ground
    }

    /// The ground in a few strokes, for a small map.
    pub fn small_ground(&self) -> Vec<Mark> {
        small_ground_marks(&self.map, &self.lie, &self.known)
    }

    /// All names at this many points an inch; they avoid `counters`, or lie over them.
    pub fn names(&self, counters: &[Counter], scale: f32) -> Arc<Names> {
        self.names_since(&[], counters, scale)
    }

    /// The names during a battle: their places are beside the hexes with counters at its start.
    pub fn names_since(&self, begun: &[Hex], counters: &[Counter], scale: f32) -> Arc<Names> {
        self.names.of(&(begun, counters, scale.to_bits()), || {
            let places = counter_places(&self.lie, counters).into_iter();
            let marks = places.flat_map(|(index, at)| counter_marks(&counters[index], at, scale));
            let numbers = written_on(&marks.collect::<Vec<_>>(), scale);
            let stands = kept_clear(&counters_cover(&self.lie, counters), scale);
            written(
                &*self.laid(begun, scale),
                Hidden { stands: &stands, numbers: &numbers, never_over: true },
            )
        })
    }

    /// The places of names at this many points an inch.
    fn laid(&self, begun: &[Hex], scale: f32) -> Arc<Vec<Laid>> {
        self.laid.of(&(begun, scale.to_bits()), || {
            let covered = |hex: &Hex| spread(self.lie.centre(*hex), glam::Vec2::splat(HALF));
            let covered: Vec<Span> = begun.iter().map(covered).collect();
            lay_names(&self.map, &self.lie, &self.known, &covered, scale)
        })
    }

    /// The number of each hex at its upper side.
    pub fn numbers(&self) -> Vec<Mark> {
        let size = Length::inches(0.21).between(8.5, 22.0);
        let number = |hex| {
            let at = self.lie.centre(hex) + glam::Vec2::new(0.0, FLAT * 0.43);
            let mut number = Lettering::new(at, format!("{hex}"), size, Face::Roman, Ink::HexNumber);
            // From so far that they would run into each other, they are left out.
            number.room = FLAT * 0.6;
            number.into()
        };
        self.lie.grid.hexes().map(number).collect()
    }
}
