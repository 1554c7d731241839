//! Directions in words: a point of the compass, or a named place that lies in that direction.

use glam::Vec2;

use super::ground::{AreaKind, Ground};
use super::pose::Heading;

/// The sixteen points of the compass, clockwise from north.
const POINTS: [&str; 16] = [
    "north",
    "north-north-east",
    "north-east",
    "east-north-east",
    "east",
    "east-south-east",
    "south-east",
    "south-south-east",
    "south",
    "south-south-west",
    "south-west",
    "west-south-west",
    "west",
    "west-north-west",
    "north-west",
    "north-north-west",
];

/// Largest angle, in degrees, between a direction and a named place by which the direction is named.
const ASIDE: f32 = 15.0;

/// Shortest distance, in inches, of a place that names a direction: one is already at a nearer place, and a far one says little.
const NEAREST: f32 = 1.5;
const FARTHEST: f32 = 24.0;

impl Heading {
    /// The nearest of the sixteen points of the compass: `south-west`.
    pub fn point(self) -> &'static str {
        let place = (self.degrees() / 22.5).round() as usize % POINTS.len();
        POINTS[place]
    }

    /// The point of the compass, with the degrees if they differ from it: `west`, `west (274°)`.
    pub fn exactly(self) -> String {
        let off = (self.degrees() / 22.5 - (self.degrees() / 22.5).round()).abs() * 22.5;
        if off < 0.5 {
            self.point().to_owned()
        } else {
            format!("{} ({:.0}°)", self.point(), self.degrees())
        }
    }
}

impl Ground {
    /// The named places: the buildings, villages and woods with a name on the map, each with its middle.
    pub fn places(&self) -> impl Iterator<Item = (&str, Vec2)> {
        self.labels.iter().filter_map(|label| {
            let is_place = |kind| matches!(kind, AreaKind::Buildings | AreaKind::Village | AreaKind::Woods);
            let mut named = self.areas.iter().filter(|area| is_place(area.kind));
            let area = named.find(|area| area.name.starts_with(&label.text))?;
            Some((label.text.as_str(), middle(&area.polygon)))
        })
    }

    /// Describes the direction as seen from `here`, after a verb: `toward La Belle Alliance` if a named place lies about there,
    /// otherwise the point of the compass, `south-west`.
    pub fn way(&self, here: Vec2, heading: Heading) -> String {
        let far = |at: Vec2| {
            let distance = here.distance(at);
            let aside = heading.angle_to(Heading::of(at - here)).to_degrees();
            let named = (NEAREST..=FARTHEST).contains(&distance) && aside <= ASIDE;
            // Of two places the nearer one, unless it lies much farther to the side.
            named.then_some(distance * (1.0 + aside / ASIDE))
        };
        let ahead = self.places().filter_map(|(name, at)| Some((far(at)?, name)));
        match ahead.min_by(|one, other| one.0.total_cmp(&other.0)) {
            Some((_, name)) => format!("toward {name}"),
            None => heading.point().to_owned(),
        }
    }
}

fn middle(polygon: &[Vec2]) -> Vec2 {
    let bounds = polygon
        .iter()
        .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), at| (low.min(*at), high.max(*at)));
    (bounds.0 + bounds.1) / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::ground::{Area, Label};
    use super::*;

    #[test]
    fn a_heading_is_said_by_the_nearest_point_of_the_compass() {
        let said = |degrees| Heading::from_degrees(degrees).point();
        assert_eq!(
            [0.0, 225.0, 270.0, 359.0, 11.0, 12.0].map(said),
            ["north", "south-west", "west", "north", "north", "north-north-east"]
        );
        let exact = |degrees| Heading::from_degrees(degrees).exactly();
        assert_eq!([exact(225.0), exact(274.0)], ["south-west", "west (274°)"]);
    }

    #[test]
    fn the_way_goes_toward_a_named_place_that_lies_there_and_not_too_far() {
        let mut ground = Ground::bare(72.0, 48.0);
        let square = |x: f32, y: f32| {
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(u, v)| Vec2::new(x + u, y + v)).to_vec()
        };
        let farm = |id: &str, name: &str, kind, x, y| Area {
            name: name.into(),
            ..Area::plain(id, kind, square(x, y))
        };
        ground.areas = vec![
            farm("B1", "La Belle Alliance", AreaKind::Buildings, 30.0, 20.0),
            farm("B2", "Rossomme farm", AreaKind::Buildings, 30.0, 10.0),
            farm("H1", "Maransart", AreaKind::Hill, 50.0, 20.0),
        ];
        let label = |text: &str| Label { text: text.into(), at: Vec2::ZERO };
        ground.labels =
            vec![label("La Belle Alliance"), label("Rossomme"), label("Maransart"), label("Ohain")];
        let way = |x: f32, y: f32, degrees: f32| ground.way(Vec2::new(x, y), Heading::from_degrees(degrees));
        assert_eq!(way(30.0, 30.0, 180.0), "toward La Belle Alliance", "the nearer one");
        assert_eq!(way(30.0, 30.0, 170.0), "toward La Belle Alliance");
        assert_eq!(way(30.0, 30.0, 225.0), "south-west");
        assert_eq!(way(30.5, 20.0, 180.0), "toward Rossomme", "one is there already");
        assert_eq!(way(30.0, 46.0, 180.0), "south", "too far");
        assert_eq!(way(40.0, 20.5, 90.0), "east", "a hill is no place");
    }
}
