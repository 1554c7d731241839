//! Formations and how the stands of a unit lie in them (`epstein:g.8`).
//!
//! Units: inches. A place is the middle of the formation's footprint along its heading, of a square the middle of its inner figure.

use serde::{Deserialize, Serialize};

use table::{Body, Heading, Pose, Rect, Vec2};

use super::kind::{Arm, Kind};

/// How the stands of a group are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    /// Infantry, one company abreast.
    MarchColumn,
    /// Infantry, two abreast.
    AssaultColumn,
    /// Foot or horse, all abreast.
    Line,
    /// Infantry, facing every way.
    Square,
    /// One row with gaps.
    Skirmish,
    /// Cavalry, one squadron abreast.
    Column,
    /// Cavalry, two abreast.
    DoubleColumn,
    /// Of troops without formations: a gun, a leader, gunners on foot.
    Single,
    /// In a house (`epstein:15.1`).
    Garrison,
    /// The column of routers (`epstein:13.1`).
    Rout,
}

/// Every formation with its word in scenarios, orders and positions.
pub const FORMATIONS: &[(&str, Formation)] = &[
    ("march_column", Formation::MarchColumn),
    ("assault_column", Formation::AssaultColumn),
    ("line", Formation::Line),
    ("square", Formation::Square),
    ("skirmish", Formation::Skirmish),
    ("column", Formation::Column),
    ("double_column", Formation::DoubleColumn),
    ("single", Formation::Single),
    ("garrison", Formation::Garrison),
    ("rout", Formation::Rout),
];

/// Most stands of a unit or group (`epstein:2.3`, `epstein:g.8`).
pub const MOST_STANDS: u8 = 8;

/// Distance of a triangle's stands from its middle, in widths: the radius of the incircle of a triangle of side 1.
const TRIANGLE: f32 = 0.288_675_13;

impl Formation {
    pub fn named(word: &str) -> Option<Self> {
        FORMATIONS.iter().find(|(name, _)| *name == word).map(|(_, formation)| *formation)
    }

    /// `assault_column`.
    pub fn word(self) -> &'static str {
        FORMATIONS.iter().find(|(_, formation)| *formation == self).map_or("", |(name, _)| name)
    }

    /// `assault column`.
    pub fn words(self) -> String {
        self.word().replace('_', " ")
    }

    /// The default formation of an arm.
    pub fn usual(arm: Arm) -> Self {
        match arm {
            Arm::Infantry | Arm::Cavalry => Self::Line,
            Arm::Artillery | Arm::Command => Self::Single,
        }
    }

    /// The formations that an arm can be ordered into (`epstein:g.8`, `epstein:7.7`).
    pub fn of_arm(arm: Arm) -> &'static [Self] {
        match arm {
            Arm::Infantry => {
                &[Self::MarchColumn, Self::AssaultColumn, Self::Line, Self::Square, Self::Skirmish]
            }
            Arm::Cavalry => &[Self::Column, Self::DoubleColumn, Self::Line, Self::Skirmish],
            Arm::Artillery | Arm::Command => &[Self::Single],
        }
    }

    /// Stands abreast in a rank, of this many stands.
    pub fn abreast(self, stands: usize) -> usize {
        match self {
            Self::MarchColumn | Self::Column | Self::Rout | Self::Single | Self::Garrison => 1,
            Self::AssaultColumn | Self::DoubleColumn => 2.min(stands),
            Self::Line | Self::Skirmish | Self::Square => stands,
        }
    }

    /// Is it a column or a line, which charges, slides and has a front (`epstein:5.15`, `epstein:5.21`)?
    pub fn is_formed(self) -> bool {
        match self {
            Self::MarchColumn | Self::AssaultColumn | Self::Line | Self::Column | Self::DoubleColumn => true,
            Self::Square | Self::Skirmish | Self::Single | Self::Garrison | Self::Rout => false,
        }
    }

    pub fn is_column(self) -> bool {
        matches!(self, Self::MarchColumn | Self::AssaultColumn | Self::Column | Self::DoubleColumn)
    }
}

/// Where this many stands of this size lie about their unit's place (u right, v forward), rank by rank from the front, each
/// from its left; for a square the front, the rear, the right and the left side, then the second stands in that order.
///
/// `gap`: between the stands of a skirmish row, in inches.
pub fn layout(formation: Formation, stands: usize, (width, depth): (f32, f32), gap: f32) -> Vec<Pose> {
    match formation {
        Formation::Square => square(stands, (width, depth)),
        Formation::Skirmish => ranks(stands, stands, (width + gap, depth)),
        _ => ranks(stands, formation.abreast(stands), (width, depth)),
    }
}

/// Ranks of this many stands, each centred; the last rank may be short.
fn ranks(stands: usize, abreast: usize, (pitch, depth): (f32, f32)) -> Vec<Pose> {
    let abreast = abreast.max(1);
    let count = stands.div_ceil(abreast);
    let place = |index: usize| {
        let (rank, file) = (index / abreast, index % abreast);
        let in_rank = abreast.min(stands - rank * abreast);
        let x = (file as f32 - (in_rank as f32 - 1.0) / 2.0) * pitch;
        let y = ((count as f32 - 1.0) / 2.0 - rank as f32) * depth;
        Pose::at(x, y, 0.0)
    };
    (0..stands).map(place).collect()
}

/// Sides that face outward about an inner figure.
///
/// ```text
///        [1][5]          front, then rear, right and left; of five or more
///    [4]        [3]      the second stands on front, rear, right, left
///        [2][6]
/// ```
fn square(stands: usize, (width, depth): (f32, f32)) -> Vec<Pose> {
    let out = |degrees: f32, from_middle: f32, along: f32| {
        let heading = Heading::from_degrees(degrees);
        let (right, forward) = heading.axes();
        Pose::new(forward * (from_middle + depth / 2.0) + right * along, heading)
    };
    match stands {
        0 | 1 => ranks(stands, 1, (width, depth)),
        2 => [0.0, 180.0].map(|degrees| out(degrees, 0.0, 0.0)).into(),
        3 => [0.0, 120.0, 240.0].map(|degrees| out(degrees, TRIANGLE * width, 0.0)).into(),
        _ => {
            // Number of stands at front, rear, right and left.
            let most = stands.div_ceil(4);
            let on = |side: usize| stands / 4 + usize::from(side < stands % 4);
            let headings = [0.0, 180.0, 90.0, 270.0];
            // The inner figure is as long as its longer sides.
            let (wide, deep) = (on(0).max(on(1)) as f32 * width, on(2).max(on(3)) as f32 * width);
            let from_middle = [deep, deep, wide, wide].map(|length| length / 2.0);
            let place = |nth: usize, side: usize| {
                let along = (nth as f32 - (on(side) as f32 - 1.0) / 2.0) * width;
                out(headings[side], from_middle[side], along)
            };
            let sides = (0..most).flat_map(|nth| (0..4).map(move |side| (nth, side)));
            sides.filter(|(nth, side)| *nth < on(*side)).map(|(nth, side)| place(nth, side)).collect()
        }
    }
}

/// The footprint of this many stands of a kind in a formation, about the place of the unit.
pub fn body(formation: Formation, kind: Kind, stands: usize, gap: f32) -> Body {
    let (width, depth) = kind.stand_size();
    let rect = |offset: Pose| Rect { offset, width, depth };
    Body::of(layout(formation, stands.max(1), (width, depth), gap).into_iter().map(rect).collect())
}

/// The place of a unit with these stands (`epstein:g.8`): the middle of their bounding rectangle along the heading; for a
/// square the middle of the figure enclosed by their rear edges.
pub fn place_of(formation: Formation, stands: &[Pose], (width, depth): (f32, f32), heading: Heading) -> Vec2 {
    let (right, forward) = heading.axes();
    let is_square = formation == Formation::Square && stands.len() > 1;
    if is_square && stands.len() <= 3 {
        let rears = stands.iter().map(|stand| stand.to_table(Vec2::new(0.0, -depth / 2.0)));
        return rears.sum::<Vec2>() / stands.len() as f32;
    }
    let (front, rear) = (if is_square { -depth / 2.0 } else { depth / 2.0 }, -depth / 2.0);
    let corners = stands.iter().flat_map(|stand| {
        let (w, local) = (width / 2.0, [front, rear]);
        local.into_iter().flat_map(move |v| [-w, w].map(|u| stand.to_table(Vec2::new(u, v))))
    });
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    for corner in corners {
        let local = Vec2::new(corner.dot(right), corner.dot(forward));
        (low, high) = (low.min(local), high.max(local));
    }
    let middle = (low + high) / 2.0;
    right * middle.x + forward * middle.y
}

/// Converts a stand's pose within its unit to the table, for a unit with this place and heading.
pub fn placed(unit: Pose, stand: Pose) -> Pose {
    Pose::new(unit.to_table(stand.at), unit.heading.turned(stand.heading.radians()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::measure::overlap_depth;

    const LINE: Kind = Kind::Infantry(super::super::kind::Grade::Line);
    const HORSE: Kind = Kind::Cavalry(super::super::kind::Weight::Light, super::super::kind::Grade::Line);

    /// Width and depth of the whole.
    fn size(formation: Formation, kind: Kind, stands: usize) -> (f32, f32) {
        let (width, _) = kind.stand_size();
        let body = body(formation, kind, stands, width);
        let corners: Vec<Vec2> = body.placed(Pose::at(0.0, 0.0, 0.0)).corners().collect();
        let low = corners.iter().fold(Vec2::INFINITY, |low, corner| low.min(*corner));
        let high = corners.iter().fold(Vec2::NEG_INFINITY, |high, corner| high.max(*corner));
        let round = |x: f32| (x * 1000.0).round() / 1000.0;
        (round(high.x - low.x), round(high.y - low.y))
    }

    #[test]
    fn formations_have_the_sizes_of_the_ledger() {
        for (formation, kind, stands, wanted) in [
            (Formation::Line, LINE, 4, (5.0, 0.75)),
            (Formation::AssaultColumn, LINE, 4, (2.5, 1.5)),
            (Formation::MarchColumn, LINE, 4, (1.25, 3.0)),
            (Formation::Square, LINE, 4, (2.75, 2.75)),
            (Formation::Skirmish, LINE, 4, (8.75, 0.75)),
            (Formation::Line, HORSE, 4, (5.0, 1.25)),
            (Formation::AssaultColumn, LINE, 3, (2.5, 1.5)),
            (Formation::Square, LINE, 8, (4.0, 4.0)),
        ] {
            assert_eq!(size(formation, kind, stands), wanted, "{formation:?} of {stands}");
        }
        let third = layout(Formation::AssaultColumn, 3, (1.25, 0.75), 0.0)[2];
        assert_eq!(third.at, Vec2::new(0.0, -0.375));
        for stand in layout(Formation::Square, 3, (1.25, 0.75), 0.0) {
            assert!((stand.at.length() - 0.736).abs() < 0.001, "{stand:?}");
        }
    }

    #[test]
    fn no_two_stands_of_a_formation_overlap_and_the_place_is_its_middle() {
        for (_, formation) in FORMATIONS {
            for stands in 1..=8 {
                for degrees in [0.0, 33.0, 200.0] {
                    let at = Pose::at(7.0, -3.0, degrees);
                    let size = LINE.stand_size();
                    let local = layout(*formation, stands, size, 1.25);
                    let poses: Vec<Pose> = local.iter().map(|stand| placed(at, *stand)).collect();
                    let one = LINE.stand_body();
                    for (index, stand) in poses.iter().enumerate() {
                        for other in &poses[..index] {
                            let depth = overlap_depth(one.placed(*stand), one.placed(*other));
                            assert!(depth < 1e-4, "{formation:?} of {stands}: {depth}");
                        }
                    }
                    let middle = place_of(*formation, &poses, size, at.heading);
                    assert!(middle.distance(at.at) < 1e-4, "{formation:?} of {stands}: {middle}");
                }
            }
        }
    }
}
