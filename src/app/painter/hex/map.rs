//! A map and its counters in layers, which are cut anew only when they change. Units: inches of the sheet.

use std::hash::{Hash as _, Hasher as _};

use super::super::layer::{Layer, Type};
use super::view::HexCanvas;
use crate::drawing::hex::{Counter, Sheet, counter_marks, counter_places};
use crate::hexes::Hex;

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
}

impl Default for MapLayers {
    fn default() -> Self {
        let [ground, numbers, names, counters] = [1, 2, 3, 4].map(Layer::new);
        Self { ground, numbers, names, counters }
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
        self.ground.draw(&flat, type_face, sheet.number, zooming, |_| sheet.ground().to_vec());
        if shown.numbers && flat.view.scale >= NUMBERED {
            self.numbers.draw(&flat, type_face, sheet.number, zooming, |_| sheet.numbers());
        }
        if shown.names {
            let mut occupied = occupied.to_vec();
            occupied.sort_unstable();
            occupied.dedup();
            let mut hasher = std::hash::DefaultHasher::new();
            (sheet.number, &occupied).hash(&mut hasher);
            self.names
                .draw(&flat, type_face, hasher.finish(), zooming, |scale| sheet.names(&occupied, scale));
        }
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
