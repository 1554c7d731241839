//! Marks: what the painter puts on a table, as plain data that screen, reports and paper can share.
//!
//! Units: table inches; lengths may be held between limits in points, so that lines stay visible at any zoom.

use glam::Vec2;

/// What a mark is drawn with, by meaning; the theme says which colour that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// Around the table.
    Desk,
    Paper,
    /// Frames, outlines and lettering of the map.
    Line,
    FaintLine,
    /// Place names.
    Name,
    /// Behind lettering, so that it stays legible on any ground.
    Halo,
    /// The wash of one level of height.
    Height,
    Hachure,
    Woods,
    WoodsLine,
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
    /// The plate with the badge number, and the number on it.
    Plate,
    OnPlate,
    /// Strength points that are left, and lost.
    Pip,
    PipLost,
    /// Shade under a block that is lifted, and over one that has acted.
    Shadow,
    Spent,
    /// Stands that may act now.
    Active,
    /// What is selected or has the keyboard.
    Selected,
    /// Measured lines: inside and outside their limits, and close to them.
    Good,
    Bad,
    Close,
    /// Fills of the same.
    GoodWash,
    BadWash,
    /// Where a stand may go.
    Reach,
    ReachLine,
    /// Zones of control.
    Zone,
    ZoneLine,
    /// How a stand goes, or would go.
    Way,
}

/// The colours that an order of battle may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// The colour of this name; an unknown one is grey.
    pub fn named(name: &str) -> Self {
        match name {
            "blue" => Self::Blue,
            "red" => Self::Red,
            "green" => Self::Green,
            "white" => Self::White,
            "yellow" => Self::Yellow,
            _ => Self::Grey,
        }
    }
}

/// A length in inches of the table, held between `least` and `most` points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    pub inches: f32,
    pub least: f32,
    pub most: f32,
}

impl Length {
    /// The same at any zoom.
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

    /// In points, at so many points an inch.
    pub fn at(self, scale: f32) -> f32 {
        (self.inches * scale).max(self.least).min(self.most)
    }
}

/// What a line is drawn with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    pub ink: Ink,
    pub width: Length,
    /// Length of dash and gap in points; none: a whole line.
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

/// Which lettering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Numbers and notes.
    Plain,
    /// Numbers that must be read from afar.
    Bold,
    /// Place names.
    Italic,
}

/// Words on the table. They stand upright on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Lettering {
    pub at: Vec2,
    pub text: String,
    pub size: Length,
    /// Smaller than this many points it is left out.
    pub legible: f32,
    pub face: Face,
    pub ink: Ink,
    pub halo: Option<Ink>,
    /// Left out where it is wider than this many inches of the table.
    pub room: f32,
    /// From `at` on the screen, in points: right and down.
    pub nudge: Vec2,
}

/// One mark.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    Fill {
        polygon: Vec<Vec2>,
        ink: Ink,
    },
    Line {
        points: Vec<Vec2>,
        closed: bool,
        pen: Pen,
    },
    /// Upright boxes that join without a seam: least corner, greatest corner.
    Boxes {
        boxes: Vec<(Vec2, Vec2)>,
        ink: Ink,
    },
    /// A disc; filled, drawn, or both.
    Disc {
        at: Vec2,
        radius: Length,
        fill: Option<Ink>,
        pen: Option<Pen>,
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

    /// Words centred at `at`.
    pub fn text(at: Vec2, text: impl Into<String>, size: Length, ink: Ink) -> Self {
        Self::Text(Lettering {
            at,
            text: text.into(),
            size,
            legible: 7.0,
            face: Face::Plain,
            ink,
            halo: None,
            room: f32::INFINITY,
            nudge: Vec2::ZERO,
        })
    }
}
