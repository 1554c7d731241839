//! A map and its counters in layers, which are cut anew only when they change. Units: inches of the sheet.

use std::hash::{Hash as _, Hasher as _};

use super::super::layer::{Layer, Type};
use super::super::mark::{Face, Ink, Length, Lettering, Mark};
use super::super::screen::measured_size;
use super::counter::{Counter, counter_marks, counter_places};
use super::ground::{Ground, ground_marks, small_ground_marks};
use super::lie::Lie;
use super::names::name_marks;
use super::view::HexCanvas;
use crate::hexes::{Hex, HexMap};

/// A map made ready to be drawn. Make it anew, with another number, when the map has changed.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub lie: Lie,
    /// Of this state of the map: layers are cut anew when it is another.
    pub number: u64,
    pub metres: u16,
    map: HexMap,
    known: Ground,
    ground: Vec<Mark>,
}

impl Sheet {
    pub fn new(map: &HexMap, number: u64) -> Self {
        let lie = Lie::new(map.grid);
        let known = Ground::of(map, &lie);
        let ground = ground_marks(map, &lie, &known);
        Self { lie, number, metres: map.metres, map: map.clone(), known, ground }
    }
}

/// What of a map is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MapShown {
    pub names: bool,
    pub numbers: bool,
}

impl Default for MapShown {
    fn default() -> Self {
        Self { names: true, numbers: true }
    }
}

/// The layers of one view of a map.
#[derive(Debug)]
pub struct MapLayers {
    ground: Layer,
    numbers: Layer,
    names: Layer,
    counters: Layer,
    small: Layer,
}

impl Default for MapLayers {
    fn default() -> Self {
        let [ground, numbers, names, counters, small] = [1, 2, 3, 4, 5].map(Layer::new);
        Self { ground, numbers, names, counters, small }
    }
}

impl MapLayers {
    /// The map. `occupied` hexes bear counters, so that names give way to them; in any order. `zooming`: the scale will
    /// change again at once.
    pub fn paint_map(
        &self,
        canvas: &HexCanvas<'_>,
        type_face: &Type,
        sheet: &Sheet,
        shown: MapShown,
        occupied: &[Hex],
        zooming: bool,
    ) {
        let flat = canvas.sheet();
        self.ground.draw(&flat, type_face, sheet.number, zooming, |_| sheet.ground.clone());
        if shown.numbers && flat.view.scale >= NUMBERED {
            self.numbers.draw(&flat, type_face, sheet.number, zooming, |_| number_marks(&sheet.lie));
        }
        if shown.names {
            let mut occupied = occupied.to_vec();
            occupied.sort_unstable();
            occupied.dedup();
            let mut hasher = std::hash::DefaultHasher::new();
            (sheet.number, &occupied).hash(&mut hasher);
            self.names.draw(&flat, type_face, hasher.finish(), zooming, |scale| {
                let measure = |words: &Lettering| measured_size(canvas.painter, words, scale);
                name_marks(&sheet.map, &sheet.lie, &sheet.known, &occupied, scale, &measure)
            });
        }
    }

    /// The ground of the whole map in a corner; `canvas` is the small map.
    pub fn paint_small(&self, canvas: &HexCanvas<'_>, type_face: &Type, sheet: &Sheet) {
        self.small.draw(&canvas.sheet(), type_face, sheet.number, false, |_| {
            small_ground_marks(&sheet.map, &sheet.lie, &sheet.known)
        });
    }

    /// The counters on the map; `version` is another whenever one of them has changed.
    pub fn paint_counters(
        &self,
        canvas: &HexCanvas<'_>,
        type_face: &Type,
        counters: &[Counter],
        version: u64,
        zooming: bool,
    ) {
        let lie = canvas.lie();
        self.counters.draw(&canvas.sheet(), type_face, version, zooming, |scale| {
            let places = counter_places(lie, counters);
            places.into_iter().flat_map(|(index, at)| counter_marks(&counters[index], at, scale)).collect()
        });
    }
}

/// From so many points an inch hexes bear their numbers.
const NUMBERED: f32 = 26.0;

/// The number of each hex at its upper side.
fn number_marks(lie: &Lie) -> Vec<Mark> {
    let size = Length::inches(0.21).between(7.0, 22.0);
    let number = |hex| {
        let at = lie.centre(hex) + glam::Vec2::new(0.0, super::lie::FLAT * 0.43);
        Lettering::new(at, format!("{hex}"), size, Face::Plain, Ink::HexNumber).into()
    };
    lie.grid.hexes().map(number).collect()
}
