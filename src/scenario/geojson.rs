//! Ground from GeoJSON, the format of map programs.
//!
//! The property `kind` gives the type of a feature: a kind of area for polygons (`Woods`), of line for lines (`PavedRoad`), of
//! crossing for points (`Bridge`); a point without a kind, or with the kind `Label`, is a name on the map. Further properties:
//! `name`, for hills `level` and `slope`, for slopes `uphill` in degrees, for lines `width`. A feature without a kind may have
//! the tags of OpenStreetMap (`tags`). The effects of a feature follow from its kind.
//!
//! [`read_map`] reads a file in its own coordinates; [`MapFile::ground`] lays it on a table, unchanged if the coordinates are
//! inches of the table, otherwise by a [`Fit`].

mod clip;
mod feature_faults;
mod fit;
mod lay;
mod read;
mod rings;
mod tags;
#[cfg(test)]
mod tests;

use glam::{DVec2, Vec2};

pub use fit::{Coordinates, Extent, Fit, Similarity, Way};
pub use read::read_map;

use data::Fault;
use feature_faults::Who;
use fit::Spoken;
use table::ground::{AreaKind, CrossingKind, LineKind};

/// Every kind of area, in the order in which they are offered.
pub const AREA_KINDS: [AreaKind; 15] = [
    AreaKind::Woods,
    AreaKind::Hill,
    AreaKind::Slope,
    AreaKind::Village,
    AreaKind::Buildings,
    AreaKind::Garden,
    AreaKind::Orchard,
    AreaKind::Plough,
    AreaKind::Marsh,
    AreaKind::Mud,
    AreaKind::Brush,
    AreaKind::Rocks,
    AreaKind::Water,
    AreaKind::Cliff,
    AreaKind::Earthwork,
];

/// Every kind of line, in the order in which they are offered.
pub const LINE_KINDS: [LineKind; 11] = [
    LineKind::Stream,
    LineKind::River,
    LineKind::PavedRoad,
    LineKind::Lane,
    LineKind::SunkenRoad,
    LineKind::Wall,
    LineKind::Hedge,
    LineKind::Fence,
    LineKind::Abatis,
    LineKind::Pit,
    LineKind::Crest,
];

/// A map in its own coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct MapFile {
    file: String,
    shapes: Vec<Shape>,
    extent: Extent,
    /// The file's own name for its coordinates.
    named: Option<Coordinates>,
    spoken: Spoken,
    /// Warnings about what was not read as written, with what was done instead.
    pub warnings: Vec<Fault>,
}

impl MapFile {
    /// The likely kind of its coordinates, for a table of this size. With `is_fitted` the user has already chosen how it is to
    /// lie there, which is not needed for inches of the table.
    pub fn coordinates(&self, size: Vec2, is_fitted: bool) -> Coordinates {
        fit::likely(&self.extent, (self.named, self.spoken), is_fitted, size)
    }

    /// Are its coordinates inches of a table of this size? Then no fit needs to be chosen.
    pub fn is_of_table(&self, size: Vec2) -> bool {
        fit::is_plain(&self.extent, self.coordinates(size, false), size)
    }

    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The points of the map with a name, in the order of the file.
    pub fn named_points(&self) -> Vec<(&str, DVec2)> {
        let points = self.shapes.iter().filter(|shape| !shape.who.name.is_empty());
        points
            .filter_map(|shape| match (&shape.what, &shape.points[..]) {
                (What::Label | What::Crossing(_), [at]) => Some((&*shape.who.name, *at)),
                _ => None,
            })
            .collect()
    }
}

/// A feature of the ground, or a part of one.
#[derive(Clone, Debug, PartialEq)]
struct Shape {
    who: Who,
    what: What,
    /// For an area its corners, without the first one repeated at the end.
    points: Vec<DVec2>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Area {
        kind: AreaKind,
        level: Option<u8>,
        slope: Option<f32>,
        /// Degrees clockwise from the north of the map.
        uphill: Option<f32>,
    },
    Line {
        kind: LineKind,
        width: Option<f32>,
        /// How a road crosses water on its way.
        crosses: Option<CrossingKind>,
    },
    Crossing(CrossingKind),
    Label,
}
