//! Marks: what is drawn on a table or a map, as plain data shared by window, reports and paper.
//!
//! Units: table inches; lengths may be held between limits in points, so that lines stay visible at any zoom.

use glam::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shape::bounds;

/// The ink of a mark, by meaning; the theme chooses the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub enum Ink {
    /// Around the table.
    Desk,
    Paper,
    /// Stains of the paper, and the brown of its edges.
    Stain,
    PaperEdge,
    /// Frames, outlines and lettering of the map.
    Line,
    FaintLine,
    /// Place names; names of waters and of heights.
    Name,
    WaterName,
    HillName,
    /// Behind lettering, so that it stays legible on any ground.
    Halo,
    /// The wash of one level of height, and the shade along its foot.
    Height,
    HeightShade,
    /// Hachures, on the side away from the light and towards it.
    Hachure,
    HachureLit,
    Woods,
    WoodsLine,
    /// The crowns of trees.
    Tree,
    Water,
    WaterLine,
    Road,
    RoadCase,
    Lane,
    Wall,
    Hedge,
    Building,
    BuildingLine,
    Village,
    Garden,
    Plough,
    Marsh,
    Rocks,
    Grid,
    Objective,
    /// The block of an army.
    Block(ArmyColour),
    /// Lines on the block of an army.
    OnBlock(ArmyColour),
    /// The name on the block of an army.
    NameOnBlock(ArmyColour),
    /// The front edge and outline of a block.
    BlockLine,
    /// The frame of an army whose block is as dark as the paper: light, so that it can be seen.
    Frame(ArmyColour),
    /// The plate with the badge number, and the number on it.
    Plate,
    OnPlate,
    /// Strength points that are left, and lost.
    Pip,
    PipLost,
    /// Shade under a block that is lifted, and over one that has acted.
    Shadow,
    Spent,
    /// Shade over a counter that has moved or fought: its numbers stay legible.
    Faded,
    /// Stands that may act now.
    Active,
    /// What is selected or has the keyboard.
    Selected,
    /// Measured lines: inside and outside their limits, and close to them.
    Good,
    Bad,
    Close,
    /// Fills of these.
    GoodWash,
    BadWash,
    /// Where a stand may go.
    Reach,
    ReachLine,
    /// Zones of control.
    Zone,
    ZoneLine,
    /// The zones of an army, and their wash.
    ZoneOf(ArmyColour),
    ZoneWash(ArmyColour),
    /// The path that a stand goes, or would go.
    Way,
    /// The range of a general's command.
    Command,
    CommandWash,
    /// Threats by the enemy.
    Threat,
    ThreatWash,
    /// Rulers that stay.
    Ruler,
    /// Lines on a river, along its shores.
    WaterRipple,
    /// The hexes of a map, and their numbers.
    HexLine,
    HexNumber,
    /// Broken and wet ground: its wash, and the marks on it.
    Rough,
    RoughMark,
    /// Hexes that may be chosen now.
    Lit,
    /// A combat that is owed, and what is written on its sign.
    Owed,
    OnOwed,
    /// Attacks and their odds.
    Attack,
}

/// The colours that an order of battle may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum ArmyColour {
    Blue,
    Red,
    Grey,
    Green,
    White,
    Yellow,
}

impl ArmyColour {
    pub const ALL: [Self; 6] = [Self::Blue, Self::Red, Self::Grey, Self::Green, Self::White, Self::Yellow];

    /// The colour with this name; grey if it is unknown.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|colour| colour.word() == name).unwrap_or(Self::Grey)
    }

    /// Its name in files: `blue`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Grey => "grey",
            Self::Green => "green",
            Self::White => "white",
            Self::Yellow => "yellow",
        }
    }

    /// The colour of the counters of this nation; green if it is unknown.
    pub fn of_nation(nation: &str) -> Self {
        match nation {
            "french" => Self::Blue,
            "austrian" => Self::White,
            "british" | "anglo-allied" => Self::Red,
            "prussian" => Self::Grey,
            "spanish" => Self::Yellow,
            _ => Self::Green,
        }
    }
}

/// A length in inches of the table, held between `least` and `most` points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Length {
    pub inches: f32,
    pub least: f32,
    pub most: f32,
}

impl Length {
    /// Multiplies the inches; the limits in points are unchanged.
    #[must_use]
    pub fn times(mut self, factor: f32) -> Self {
        self.inches *= factor;
        self
    }

    /// The length for larger points: the limits in points are divided by this.
    #[must_use]
    fn finer(self, by: f32) -> Self {
        Self { least: self.least / by, most: self.most / by, ..self }
    }

    /// A length that is the same at any zoom.
    pub const fn points(points: f32) -> Self {
        Self { inches: 0.0, least: points, most: points }
    }

    pub const fn inches(inches: f32) -> Self {
        Self { inches, least: 0.0, most: f32::INFINITY }
    }

    #[must_use]
    pub const fn between(mut self, least: f32, most: f32) -> Self {
        self.least = least;
        self.most = most;
        self
    }

    /// The length in points, at this many points an inch.
    pub fn at(self, scale: f32) -> f32 {
        (self.inches * scale).max(self.least).min(self.most)
    }
}

/// The style of a line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Pen {
    pub ink: Ink,
    pub width: Length,
    /// Length of dash and gap in points; `None` for a solid line.
    pub dash: Option<(f32, f32)>,
}

impl Pen {
    pub const fn new(ink: Ink, width: Length) -> Self {
        Self { ink, width, dash: None }
    }

    /// A line of the same width at any zoom.
    pub const fn fine(ink: Ink, points: f32) -> Self {
        Self::new(ink, Length::points(points))
    }

    #[must_use]
    pub const fn dashed(mut self, dash: f32, gap: f32) -> Self {
        self.dash = Some((dash, gap));
        self
    }
}

/// The typeface: words on the map are of one family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub enum Face {
    /// Numbers that must be read from afar.
    Bold,
    /// Names of farms, woods and waters.
    Italic,
    /// Names of villages, and numbers of hexes.
    Roman,
}

impl Face {
    pub const ALL: [Self; 3] = [Self::Bold, Self::Italic, Self::Roman];
}

/// Words on the table. They stand upright on the screen unless they are turned.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Lettering {
    #[schemars(with = "(f32, f32)")]
    pub at: Vec2,
    pub text: String,
    pub size: Length,
    /// Left out if smaller than this many points.
    pub legible: f32,
    pub face: Face,
    pub ink: Ink,
    pub halo: Option<Ink>,
    /// Is it on a plate of paper with a thin frame? Such words avoid stands and each other.
    pub plate: bool,
    /// Left out if wider than this many inches of the table.
    pub room: f32,
    /// Is it made smaller first if it is too wide, as long as it is legible?
    pub shrinks: bool,
    /// Offset from `at` on the screen, in points: right and down.
    #[schemars(with = "(f32, f32)")]
    pub nudge: Vec2,
    /// Radians anticlockwise.
    pub turn: f32,
    /// Space between letters, relative to the size.
    pub spaced: f32,
}

impl Lettering {
    /// Upright words centred at `at`, without a halo, legible from 7 points up.
    pub fn new(at: Vec2, text: impl Into<String>, size: Length, face: Face, ink: Ink) -> Self {
        Self {
            at,
            text: text.into(),
            size,
            legible: 7.0,
            face,
            ink,
            halo: None,
            plate: false,
            room: f32::INFINITY,
            shrinks: false,
            nudge: Vec2::ZERO,
            turn: 0.0,
            spaced: 0.0,
        }
    }

    /// The words with a halo, and at any size.
    #[must_use]
    pub fn haloed(mut self) -> Self {
        self.halo = Some(Ink::Halo);
        self.legible = 0.0;
        self
    }

    /// The words on a plate, and at any size.
    #[must_use]
    pub(super) fn plated(mut self) -> Self {
        self.plate = true;
        self.legible = 0.0;
        self
    }
}

/// One mark.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub enum Mark {
    Fill {
        #[schemars(with = "Vec<(f32, f32)>")]
        polygon: Vec<Vec2>,
        ink: Ink,
    },
    Line {
        #[schemars(with = "Vec<(f32, f32)>")]
        points: Vec<Vec2>,
        closed: bool,
        pen: Pen,
    },
    /// Upright boxes that join without a seam: least corner, greatest corner.
    Boxes {
        #[schemars(with = "Vec<((f32, f32), (f32, f32))>")]
        boxes: Vec<(Vec2, Vec2)>,
        ink: Ink,
    },
    /// A disc; filled, drawn, or both.
    Disc {
        #[schemars(with = "(f32, f32)")]
        at: Vec2,
        radius: Length,
        fill: Option<Ink>,
        pen: Option<Pen>,
    },
    /// A wash that is strongest along the first edge of the quad, from its first to its second corner, and fades out towards
    /// the opposite one.
    Fade {
        #[schemars(with = "[(f32, f32); 4]")]
        quad: [Vec2; 4],
        ink: Ink,
    },
    /// An uneven stain over a box, with random strength at each knot of a grid with this spacing in inches.
    Mottle {
        #[schemars(with = "(f32, f32)")]
        low: Vec2,
        #[schemars(with = "(f32, f32)")]
        high: Vec2,
        cell: f32,
        ink: Ink,
        salt: u32,
    },
    Text(Lettering),
}

impl Mark {
    pub fn fill(polygon: impl Into<Vec<Vec2>>, ink: Ink) -> Self {
        Self::Fill { polygon: polygon.into(), ink }
    }

    pub fn line(points: impl Into<Vec<Vec2>>, pen: Pen) -> Self {
        Self::Line { points: points.into(), closed: false, pen }
    }

    pub fn ring(points: impl Into<Vec<Vec2>>, pen: Pen) -> Self {
        Self::Line { points: points.into(), closed: true, pen }
    }

    pub fn dot(at: Vec2, radius: Length, ink: Ink) -> Self {
        Self::Disc { at, radius, fill: Some(ink), pen: None }
    }

    /// The mark magnified by `factor` about `about`: for a stand of another size. Only for marks that stands have on them.
    #[must_use]
    pub(super) fn magnified(self, about: Vec2, factor: f32) -> Self {
        let far = |point: Vec2| about + (point - about) * factor;
        let wide = |pen: Pen| Pen { width: pen.width.times(factor), ..pen };
        match self {
            Self::Fill { polygon, ink } => Self::fill(polygon.into_iter().map(far).collect::<Vec<_>>(), ink),
            Self::Line { points, closed, pen } => {
                Self::Line { points: points.into_iter().map(far).collect(), closed, pen: wide(pen) }
            }
            Self::Disc { at, radius, fill, pen } => {
                Self::Disc { at: far(at), radius: radius.times(factor), fill, pen: pen.map(wide) }
            }
            Self::Text(words) => Self::Text(Lettering {
                at: far(words.at),
                size: words.size.times(factor),
                room: words.room * factor,
                ..words
            }),
            Self::Boxes { .. } | Self::Fade { .. } | Self::Mottle { .. } => self,
        }
    }

    /// The mark moved by this vector.
    #[must_use]
    pub fn moved(self, by: Vec2) -> Self {
        let all = |points: Vec<Vec2>| points.into_iter().map(|point| point + by).collect();
        match self {
            Self::Fill { polygon, ink } => Self::Fill { polygon: all(polygon), ink },
            Self::Line { points, closed, pen } => Self::Line { points: all(points), closed, pen },
            Self::Boxes { boxes, ink } => {
                let boxes = boxes.into_iter().map(|(low, high)| (low + by, high + by)).collect();
                Self::Boxes { boxes, ink }
            }
            Self::Disc { at, radius, fill, pen } => Self::Disc { at: at + by, radius, fill, pen },
            Self::Fade { quad, ink } => Self::Fade { quad: quad.map(|point| point + by), ink },
            Self::Mottle { low, high, cell, ink, salt } => {
                Self::Mottle { low: low + by, high: high + by, cell, ink, salt }
            }
            Self::Text(words) => Self::Text(Lettering { at: words.at + by, ..words }),
        }
    }

    /// The mark for points that are `by` times as large as those it was drawn for: its place and look do not change, as needed
    /// for marks on the map in a window with larger text.
    #[must_use]
    pub fn finer(self, by: f32) -> Self {
        let thin = |pen: Pen| Pen {
            width: pen.width.finer(by),
            dash: pen.dash.map(|(dash, gap)| (dash / by, gap / by)),
            ..pen
        };
        match self {
            Self::Line { points, closed, pen } => Self::Line { points, closed, pen: thin(pen) },
            Self::Disc { at, radius, fill, pen } => {
                Self::Disc { at, radius: radius.finer(by), fill, pen: pen.map(thin) }
            }
            Self::Text(words) => Self::Text(Lettering {
                size: words.size.finer(by),
                legible: words.legible / by,
                nudge: words.nudge / by,
                ..words
            }),
            Self::Fill { .. } | Self::Boxes { .. } | Self::Fade { .. } | Self::Mottle { .. } => self,
        }
    }

    /// Its ink, if it has only one.
    pub fn ink(&self) -> Option<Ink> {
        match self {
            Self::Fill { ink, .. }
            | Self::Boxes { ink, .. }
            | Self::Fade { ink, .. }
            | Self::Mottle { ink, .. } => Some(*ink),
            Self::Line { pen, .. } => Some(pen.ink),
            Self::Disc { fill, pen, .. } => fill.or(pen.map(|pen| pen.ink)),
            Self::Text(words) => Some(words.ink),
        }
    }

    /// The upright box round the mark in inches, without the width of pens and the length of words.
    pub fn bounds(&self) -> (Vec2, Vec2) {
        match self {
            Self::Fill { polygon, .. } => bounds(polygon),
            Self::Line { points, .. } => bounds(points),
            Self::Boxes { boxes, .. } => boxes
                .iter()
                .fold(bounds(&[]), |(low, high), (least, greatest)| (low.min(*least), high.max(*greatest))),
            Self::Disc { at, radius, .. } => {
                (*at - Vec2::splat(radius.inches), *at + Vec2::splat(radius.inches))
            }
            Self::Fade { quad, .. } => bounds(quad),
            Self::Mottle { low, high, .. } => (*low, *high),
            Self::Text(lettering) => (lettering.at, lettering.at),
        }
    }
}

impl From<Lettering> for Mark {
    fn from(lettering: Lettering) -> Self {
        Self::Text(lettering)
    }
}
