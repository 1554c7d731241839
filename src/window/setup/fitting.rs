//! Fitting a map with coordinates of its own to the table.

use std::sync::Arc;

use glam::DVec2;

use crate::painter::Layer;
use crate::state::new_sheet;
use crate::texts::setup_notes as texts;
use scenario::geojson::{Coordinates, Fit, MapFile, Way};
use table::Vec2;
use table::ground::Ground;

/// Metres in a yard.
const YARD: f64 = 0.9144;

/// How the map lies on the table, as filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct FitChoice {
    pub coordinates: Coordinates,
    pub by: By,
    /// Metres per inch; `None` fits the whole map on the table.
    pub metres: Option<f64>,
    /// Two points, each on the map and on the table.
    pub points: [(DVec2, Vec2); 2],
}

/// The way of fitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// None: its inches are those of the table.
    Inches,
    Scale,
    Points,
}

/// The map, the choices, and the result.
#[derive(Clone, Debug)]
pub struct FitForm {
    /// The name of its file.
    pub name: String,
    pub map: Arc<MapFile>,
    pub choice: FitChoice,
    /// Size of the table, in inches.
    pub size: Vec2,
    /// Metres per inch in the battle's rules, if they have a scale.
    pub own_scale: Option<f64>,
    /// What was assumed or omitted in reading it.
    read: Vec<String>,
    pub laid: Result<Arc<Laid>, String>,
    /// Number of the present result.
    pub sheet: u64,
}

impl PartialEq for FitForm {
    fn eq(&self, other: &Self) -> bool {
        self.sheet == other.sheet
    }
}

/// A map as it would lie on the table.
#[derive(Debug)]
pub struct Laid {
    pub ground: Ground,
    /// Messages about the file and the fitting.
    pub told: Vec<String>,
    /// Metres to the inch.
    pub metres: Option<f64>,
}

impl FitForm {
    /// `table`: its size, and the yards per inch of its rules.
    pub fn new(name: &str, map: MapFile, notices: Vec<String>, table: (Vec2, Option<f32>)) -> Self {
        let (size, yards) = table;
        let coordinates = map.coordinates(size, false);
        let corners = [map.extent().low, map.extent().high];
        let named = map.named_points();
        // Points that leave the whole map in place: typing moves it from there.
        let points = match named[..] {
            [(_, first), .., (_, last)] => [first, last],
            _ => corners,
        };
        let usual = Fit::usual(coordinates);
        let points = points.map(|at| (at, map.place(size, &usual, at).unwrap_or(Vec2::ZERO)));
        let by = if coordinates == Coordinates::Inches { By::Inches } else { By::Scale };
        let read = notices.into_iter().chain(map.warnings.iter().map(texts::told)).collect();
        let mut form = Self {
            name: name.to_owned(),
            map: Arc::new(map),
            choice: FitChoice { coordinates, by, metres: None, points },
            size,
            own_scale: yards.map(|yards| f64::from(yards) * YARD),
            read,
            laid: Err(String::new()),
            sheet: 0,
        };
        form.lay();
        form
    }

    pub fn choose(&mut self, choice: FitChoice) {
        self.choice = choice;
        if self.choice.coordinates != Coordinates::Inches && self.choice.by == By::Inches {
            self.choice.by = By::Scale;
        }
        self.lay();
    }

    fn lay(&mut self) {
        let FitChoice { coordinates, by, metres, points } = &self.choice;
        let way = match by {
            By::Inches => Way::AsItIs,
            By::Scale => metres.map_or(Way::Whole, Way::Scale),
            By::Points => Way::Points(*points),
        };
        let fit = Fit { coordinates: *coordinates, way };
        self.sheet = new_sheet();
        self.laid = match self.map.ground(self.size, &fit) {
            Ok((ground, warnings)) => {
                let told = self.read.iter().cloned().chain(warnings.iter().map(texts::told)).collect();
                Ok(Arc::new(Laid { ground, told, metres: self.map.metres_to_the_inch(self.size, &fit) }))
            }
            Err(faults) => Err(faults.0.iter().map(texts::told).collect::<Vec<_>>().join("\n")),
        };
    }
}

/// The drawing of the fitted map.
#[derive(Debug)]
pub struct Preview(pub Layer);

impl Default for Preview {
    fn default() -> Self {
        Self(Layer::new(1))
    }
}
