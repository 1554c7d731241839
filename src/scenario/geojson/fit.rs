//! From the coordinates of a map to the inches of a table: the likely kind of the coordinates, the map laid flat, and the way
//! the flat map is moved, turned and scaled.
//!
//! Units: on the map, for any kind of coordinates, east then north; flat, metres (or inches, if the map has inches); on the
//! table, inches.

use std::f64::consts::PI;

use glam::{DVec2, Vec2};

/// The kind of coordinates of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// Inches of a table.
    Inches,
    /// Longitude and latitude.
    Degrees,
    /// Web Mercator (EPSG:3857): metres at the equator, too long everywhere else.
    Mercator,
    /// Metres in a plane, as in national grids.
    Metres,
}

impl Coordinates {
    pub const ALL: [Self; 4] = [Self::Inches, Self::Degrees, Self::Mercator, Self::Metres];

    /// The kind in words, as in `the coordinates are inches of the table`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Inches => "inches of the table",
            Self::Degrees => "longitudes and latitudes in degrees",
            Self::Mercator => "metres of Web Mercator (EPSG:3857)",
            Self::Metres => "metres of a plane",
        }
    }
}

/// How the flat map is placed on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Way {
    /// Its coordinates are those of the table.
    AsItIs,
    /// All of the map, as large as the table has room for, in the middle of the table.
    #[default]
    Whole,
    /// This many metres to the inch, with the middle of the map on the middle of the table.
    Scale(f64),
    /// Two points of the map, each with its place on the table: the map is moved, turned and scaled.
    Points([(DVec2, Vec2); 2]),
}

/// The kind of coordinates of a map, and how it is placed on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    pub coordinates: Coordinates,
    pub way: Way,
}

impl Fit {
    /// The default: coordinates in inches of the table are unchanged; others are made to fit the table.
    pub const fn usual(coordinates: Coordinates) -> Self {
        let way = match coordinates {
            Coordinates::Inches => Way::AsItIs,
            Coordinates::Degrees | Coordinates::Mercator | Coordinates::Metres => Way::Whole,
        };
        Self { coordinates, way }
    }
}

/// The lowest and the highest coordinates of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    pub low: DVec2,
    pub high: DVec2,
}

impl Extent {
    /// The extent of these points; `None` if there are none.
    pub fn of(points: impl IntoIterator<Item = DVec2>) -> Option<Self> {
        let one = |point| Self { low: point, high: point };
        let both = |a: Self, b: Self| Self { low: a.low.min(b.low), high: a.high.max(b.high) };
        points.into_iter().map(one).reduce(both)
    }

    pub fn middle(&self) -> DVec2 {
        self.low.midpoint(self.high)
    }

    /// Does it lie on a table of this size, within `slack` inches?
    pub fn lies_on(&self, size: Vec2, slack: f64) -> bool {
        self.low.cmpge(DVec2::splat(-slack)).all() && self.high.cmple(size.as_dvec2() + slack).all()
    }
}

/// How the features of a map describe what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spoken {
    /// Only points with names.
    Names,
    /// By the property `kind`, which is our own.
    Kinds,
    /// By tags or numbers of OpenStreetMap, at least for some features.
    Tags,
}

/// Largest width and height of a battle's map, in degrees.
const MOST_DEGREES: f64 = 5.0;
/// Smallest extent of a map drawn for a table, in inches. As degrees it is more than most battles have: 33 km from
/// south to north.
const LEAST_INCHES: f64 = 0.3;
/// Coordinates farther out are not inches of a table.
const FARTHEST_INCH: f64 = 1000.0;
/// Largest distance outside the table, in inches, of coordinates that still count as inches of the table.
const BESIDE: f64 = 1.5;

/// The likely kind of coordinates with this extent, given the file's own name for them and how its features are described.
///
/// Coordinates of Italy in degrees are places on most tables, and the number of digits does not help: maps of tables have
/// fifteen of them, maps of the world two. What helps is that OpenStreetMap has nothing in inches, that our kinds are mostly
/// drawn for a table, and that no map of a table is a speck on it.
pub(super) fn likely(
    extent: &Extent,
    (named, spoken): (Option<Coordinates>, Spoken),
    is_fitted: bool,
    size: Vec2,
) -> Coordinates {
    let span = (extent.high - extent.low).max_element();
    let farthest = extent.low.abs().max(extent.high.abs());
    let may_be_degrees = farthest.x <= 180.0 && farthest.y <= 90.0 && span < MOST_DEGREES;
    let of_the_world = match spoken {
        Spoken::Tags => may_be_degrees,
        Spoken::Kinds | Spoken::Names => may_be_degrees && span > 0.0 && span < LEAST_INCHES,
    };
    if extent.lies_on(size, BESIDE) && !of_the_world && !is_fitted {
        return Coordinates::Inches;
    }
    match named {
        Some(named @ (Coordinates::Mercator | Coordinates::Metres)) => named,
        _ if may_be_degrees => Coordinates::Degrees,
        _ if farthest.max_element() < FARTHEST_INCH && !is_fitted => Coordinates::Inches,
        _ => Coordinates::Metres,
    }
}

/// May ground of this extent be imported without a question?
pub(super) fn is_plain(extent: &Extent, coordinates: Coordinates, size: Vec2) -> bool {
    coordinates == Coordinates::Inches && extent.lies_on(size, BESIDE)
}

/// The radius of the sphere of Web Mercator, in metres.
const MERCATOR: f64 = 6_378_137.0;

/// A map laid flat about its middle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flat {
    middle: DVec2,
    /// Metres (or inches) per unit of its coordinates, east and north.
    unit: DVec2,
}

impl Flat {
    pub fn of(coordinates: Coordinates, extent: &Extent) -> Self {
        let middle = extent.middle();
        let unit = match coordinates {
            Coordinates::Inches | Coordinates::Metres => DVec2::ONE,
            Coordinates::Degrees => degree(middle.y.clamp(-85.0, 85.0)),
            Coordinates::Mercator => {
                let latitude = libm::atan(libm::sinh((middle.y / MERCATOR).clamp(-PI, PI)));
                DVec2::splat(libm::cos(latitude))
            }
        };
        Self { middle, unit }
    }

    pub fn at(&self, point: DVec2) -> DVec2 {
        (point - self.middle) * self.unit
    }
}

/// Metres per degree of longitude and of latitude at this latitude, in degrees: the series of the ellipsoid WGS 84.
fn degree(latitude: f64) -> DVec2 {
    let cos = |times: f64| libm::cos(latitude.to_radians() * times);
    DVec2::new(
        111_412.84 * cos(1.0) - 93.5 * cos(3.0) + 0.118 * cos(5.0),
        111_132.92 - 559.82 * cos(2.0) + 1.175 * cos(4.0),
    )
}

/// Moves, turns and scales a plane: one point fixes the shift, a second one turn and scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Similarity {
    from: DVec2,
    to: DVec2,
    /// Turn and scale, as a complex number.
    turn: DVec2,
}

impl Similarity {
    fn scaled(from: DVec2, to: DVec2, scale: f64) -> Self {
        Self { from, to, turn: DVec2::new(scale, 0.0) }
    }

    /// The similarity that maps two points to two others; `None` if two of them coincide.
    pub fn between([a, b]: [DVec2; 2], [on_a, on_b]: [DVec2; 2]) -> Option<Self> {
        let (way, wanted) = (b - a, on_b - on_a);
        let far = way.length_squared();
        if far < 1e-9 || wanted.length() < 0.1 {
            return None;
        }
        // The quotient of both as complex numbers is turn and scale.
        Some(Self { from: a, to: on_a, turn: DVec2::new(way.dot(wanted), way.perp_dot(wanted)) / far })
    }

    pub fn at(&self, point: DVec2) -> DVec2 {
        self.to + self.turn.rotate(point - self.from)
    }

    /// The turn in degrees, clockwise.
    pub fn degrees(&self) -> f64 {
        -libm::atan2(self.turn.y, self.turn.x).to_degrees()
    }

    /// Inches per metre.
    pub fn scale(&self) -> f64 {
        self.turn.length()
    }
}

/// Why a fit is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoFit {
    /// The scale is not a positive number.
    Scale,
    /// The two points coincide on the map, or on the table.
    Points,
    /// The map has no extent.
    NoExtent,
}

/// The similarity from the flat map to the table.
pub(super) fn similarity(way: Way, flat: &Flat, extent: &Extent, size: Vec2) -> Result<Similarity, NoFit> {
    let table = size.as_dvec2();
    let middle = |scale: f64| Similarity::scaled(DVec2::ZERO, table / 2.0, scale);
    match way {
        // The flat map has its middle at the origin.
        Way::AsItIs => Ok(Similarity::scaled(DVec2::ZERO, extent.middle(), 1.0)),
        Way::Whole => {
            let wide = flat.at(extent.high) - flat.at(extent.low);
            let room = table / wide;
            let scale = room.min_element();
            if scale.is_finite() && scale > 0.0 { Ok(middle(scale)) } else { Err(NoFit::NoExtent) }
        }
        Way::Scale(metres) => {
            let scale = 1.0 / metres;
            if metres > 0.0 && scale.is_finite() && scale > 0.0 {
                Ok(middle(scale))
            } else {
                Err(NoFit::Scale)
            }
        }
        Way::Points([(a, on_a), (b, on_b)]) => {
            let found = Similarity::between([flat.at(a), flat.at(b)], [on_a.as_dvec2(), on_b.as_dvec2()]);
            found.filter(|found| found.turn.is_finite() && found.to.is_finite()).ok_or(NoFit::Points)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Vec2 = Vec2::new(72.0, 48.0);

    fn extent(low: (f64, f64), high: (f64, f64)) -> Extent {
        Extent { low: low.into(), high: high.into() }
    }

    /// Where a point of the map comes to lie.
    fn laid(coordinates: Coordinates, way: Way, extent: &Extent, point: (f64, f64)) -> DVec2 {
        let flat = Flat::of(coordinates, extent);
        let fit = similarity(way, &flat, extent, TABLE).expect("it is a fit");
        fit.at(flat.at(point.into()))
    }

    fn near(found: DVec2, wanted: (f64, f64), within: f64) {
        assert!(found.distance(wanted.into()) < within, "{found} is not {wanted:?}");
    }

    #[test]
    fn coordinates_are_told_from_their_size_their_name_and_what_speaks_of_them() {
        use Coordinates::{Degrees, Inches, Mercator, Metres};
        use Spoken::{Kinds, Names, Tags};
        let waterloo = extent((4.36, 50.64), (4.45, 50.72));
        let marengo = extent((8.60, 44.87), (8.72, 44.93));
        for (place, named, spoken, wanted) in [
            (extent((0.0, 0.0), (72.0, 48.0)), None, Kinds, Inches),
            (extent((0.0, 0.0), (72.0, 48.0)), None, Tags, Inches),
            // A table as QGIS saves it, which calls everything degrees.
            (extent((0.0, 0.0), (72.0, 49.0)), Some(Degrees), Kinds, Inches),
            (extent((0.0, 0.0), (96.0, 60.0)), Some(Degrees), Kinds, Inches),
            // One small wood, on the table, and a lone village.
            (extent((23.512_345, 14.0), (24.5, 15.0)), Some(Degrees), Kinds, Inches),
            (extent((8.7, 44.9), (8.7, 44.9)), None, Names, Inches),
            (waterloo, None, Kinds, Degrees),
            // It would lie on the table, as a speck.
            (marengo, None, Tags, Degrees),
            (marengo, None, Kinds, Degrees),
            (marengo, None, Names, Degrees),
            (extent((484_000.0, 6_560_000.0), (496_000.0, 6_575_000.0)), Some(Mercator), Tags, Mercator),
            (extent((500_000.0, 5_600_000.0), (510_000.0, 5_610_000.0)), None, Tags, Metres),
        ] {
            assert_eq!(likely(&place, (named, spoken), false, TABLE), wanted, "{place:?} {spoken:?}");
        }
        for (place, wanted) in [(marengo, Degrees), (extent((0.0, 0.0), (72.0, 48.0)), Metres)] {
            assert_eq!(likely(&place, (None, Kinds), true, TABLE), wanted, "it is fitted");
        }
    }

    #[test]
    fn degrees_and_mercator_lie_flat_alike_and_the_whole_map_has_room() {
        let degrees = extent((4.36, 50.64), (4.46, 50.72));
        // The same corners in Web Mercator.
        let mercator = extent((485_352.98, 6_555_890.03), (496_484.92, 6_569_967.59));
        for way in [Way::Whole, Way::Scale(250.0)] {
            for (point, same) in
                [((4.36, 50.64), (485_352.98, 6_555_890.03)), ((4.46, 50.72), (496_484.92, 6_569_967.59))]
            {
                let wanted = laid(Coordinates::Degrees, way, &degrees, point);
                let found = laid(Coordinates::Mercator, way, &mercator, same);
                assert!(found.distance(wanted) < 0.2, "{found} is not {wanted}");
            }
        }
        // 8.9 km from south to north on 48 inches.
        near(laid(Coordinates::Degrees, Way::Whole, &degrees, (4.41, 50.72)), (36.0, 48.0), 1e-2);
        // A hundredth of a degree of latitude is 1112.4 m there.
        let north = laid(Coordinates::Degrees, Way::Scale(100.0), &degrees, (4.41, 50.69));
        near(north, (36.0, 24.0 + 11.124), 1e-2);
    }

    #[test]
    fn two_points_move_turn_and_scale_a_map() {
        let metres = extent((500_000.0, 5_600_000.0), (501_000.0, 5_601_000.0));
        let (a, b) = (DVec2::new(500_000.0, 5_600_000.0), DVec2::new(501_000.0, 5_600_000.0));
        // East on the map is north on the table: a quarter turn, ten inches to the kilometre.
        let way = Way::Points([(a, Vec2::new(20.0, 5.0)), (b, Vec2::new(20.0, 15.0))]);
        near(laid(Coordinates::Metres, way, &metres, (500_000.0, 5_601_000.0)), (10.0, 5.0), 1e-6);
        near(laid(Coordinates::Metres, way, &metres, (500_500.0, 5_600_500.0)), (15.0, 10.0), 1e-6);
        let flat = Flat::of(Coordinates::Metres, &metres);
        let fit = similarity(way, &flat, &metres, TABLE).expect("it is a fit");
        assert!((fit.degrees() + 90.0).abs() < 1e-9 && (fit.scale() - 0.01).abs() < 1e-9, "{fit:?}");
        for (way, fault) in [
            (Way::Points([(a, Vec2::ZERO), (a, Vec2::ONE)]), NoFit::Points),
            (Way::Points([(a, Vec2::ONE), (b, Vec2::ONE)]), NoFit::Points),
            (Way::Scale(0.0), NoFit::Scale),
            (Way::Scale(f64::NAN), NoFit::Scale),
        ] {
            assert_eq!(similarity(way, &flat, &metres, TABLE), Err(fault));
        }
        let one = extent((3.0, 3.0), (3.0, 3.0));
        assert_eq!(similarity(Way::Whole, &flat, &one, TABLE), Err(NoFit::NoExtent));
        near(
            laid(Coordinates::Inches, Way::AsItIs, &extent((1.0, 2.0), (9.0, 7.0)), (1.0, 2.0)),
            (1.0, 2.0),
            1e-9,
        );
    }
}
