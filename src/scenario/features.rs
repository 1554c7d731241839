//! The features of a draft: their names, their places, and which of them a pointer hits.
//!
//! Units: inches.

use glam::Vec2;

use super::Scenario;
use super::draft::Draft;
use super::terrain_raw::area_of;
use super::write::Feature;
use table::ground::LineKind;
use table::measure::{nearest_point_of_line, point_in_polygon};

impl Draft<Scenario> {
    /// The corners of a feature, or its one place.
    pub fn vertices(&self, feature: Feature) -> Vec<Vec2> {
        let ground = &self.scenario().ground;
        let found = match feature {
            Feature::Area(index) => ground.areas.get(index).map(|area| area.polygon.clone()),
            Feature::Line(index) => ground.lines.get(index).map(|line| line.points.clone()),
            Feature::Crossing(index) => ground.crossings.get(index).map(|crossing| vec![crossing.at]),
            Feature::Label(index) => ground.labels.get(index).map(|label| vec![label.at]),
            Feature::Objective(index) => self.scenario().objectives.get(index).map(|one| one.place.clone()),
            Feature::Entry(index) => self.scenario().entries.get(index).map(|entry| vec![entry.pose.at]),
        };
        found.unwrap_or_default()
    }

    /// The name of a feature.
    pub fn feature_name(&self, feature: Feature) -> String {
        let ground = &self.scenario().ground;
        let named = |kind: String, name: &str, id: &str| match name {
            "" => format!("{kind} {id}"),
            name => format!("{kind} {name}"),
        };
        let found = match feature {
            Feature::Area(index) => {
                ground.areas.get(index).map(|area| named(format!("{:?}", area.kind), &area.name, &area.id))
            }
            Feature::Line(index) => ground
                .lines
                .get(index)
                .map(|line| named(line_kind_name(line.kind).to_owned(), &line.name, &line.id)),
            Feature::Crossing(index) => {
                ground.crossings.get(index).map(|one| named(format!("{:?}", one.kind), &one.name, &one.id))
            }
            Feature::Label(index) => ground.labels.get(index).map(|label| format!("Label {}", label.text)),
            Feature::Objective(index) => {
                self.scenario().objectives.get(index).map(|one| named("Objective".into(), &one.name, &one.id))
            }
            Feature::Entry(index) => {
                self.scenario().entries.get(index).map(|one| named("Entry".into(), &one.name, &one.id))
            }
        };
        found.unwrap_or_default()
    }

    /// Every feature, in the order of the lists.
    pub fn features(&self) -> Vec<Feature> {
        let ground = &self.scenario().ground;
        let mut found: Vec<Feature> = (0..ground.areas.len()).map(Feature::Area).collect();
        found.extend((0..ground.lines.len()).map(Feature::Line));
        found.extend((0..ground.crossings.len()).map(Feature::Crossing));
        found.extend((0..ground.labels.len()).map(Feature::Label));
        found.extend((0..self.scenario().objectives.len()).map(Feature::Objective));
        found.extend((0..self.scenario().entries.len()).map(Feature::Entry));
        found
    }

    /// Is a pointer here, within `near` inches, on this feature, regardless of others?
    pub fn is_on(&self, feature: Feature, at: Vec2, near: f32) -> bool {
        let points = self.vertices(feature);
        match feature {
            Feature::Area(_) => points.len() >= 3 && point_in_polygon(at, &points),
            Feature::Objective(_) if points.len() >= 3 => point_in_polygon(at, &points),
            _ => !points.is_empty() && nearest_point_of_line(&points, at).distance(at) <= near,
        }
    }

    /// The feature hit by a pointer here, within `near` inches: points before lines, lines before areas, and of
    /// areas the smallest.
    pub fn feature_at(&self, at: Vec2, near: f32) -> Option<Feature> {
        let ground = &self.scenario().ground;
        let points = self.features().into_iter().filter(|feature| {
            matches!(feature, Feature::Crossing(_) | Feature::Label(_) | Feature::Entry(_))
                || matches!(feature, Feature::Objective(_)) && self.vertices(*feature).len() == 1
        });
        let by_distance = |found: Vec<(f32, Feature)>| {
            let found = found.into_iter().filter(|(far, _)| *far <= near);
            found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, feature)| feature)
        };
        let points = points.filter_map(|one| Some((self.vertices(one).first()?.distance(at), one))).collect();
        let lines = ground.lines.iter().enumerate().filter(|(_, line)| !line.points.is_empty());
        let lines = lines
            .map(|(index, line)| (nearest_point_of_line(&line.points, at).distance(at), Feature::Line(index)))
            .collect();
        let areas = || {
            let inside = ground
                .areas
                .iter()
                .enumerate()
                .filter(|(_, area)| area.polygon.len() >= 3 && point_in_polygon(at, &area.polygon));
            inside
                .min_by(|(_, a), (_, b)| area_of(&a.polygon).total_cmp(&area_of(&b.polygon)))
                .map(|(index, _)| Feature::Area(index))
        };
        by_distance(points).or_else(|| by_distance(lines)).or_else(areas)
    }
}

/// A kind of line in words.
pub fn line_kind_name(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Stream => "Stream",
        LineKind::River => "River",
        LineKind::Wall => "Wall",
        LineKind::Hedge => "Hedge",
        LineKind::Fence => "Fence",
        LineKind::Abatis => "Abatis",
        LineKind::Pit => "Pit",
        LineKind::PavedRoad => "Paved road",
        LineKind::Lane => "Lane",
        LineKind::SunkenRoad => "Sunken road",
        LineKind::Crest => "Crest",
    }
}
