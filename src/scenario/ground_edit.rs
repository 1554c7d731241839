//! Changes of the ground of a draft: areas, lines and crossings, objectives, entries and labels.
//!
//! Units: inches.

use std::collections::BTreeMap;

use glam::Vec2;

use super::draft::{EditFault, refuse};
use super::edit::{begin_otherwise, fine, fine_heading, fine_pose, free, item, numbered, place, places};
use super::stroke;
use super::terrain_raw::{USUAL_SLOPE, area_of, usual_area, usual_line};
use super::write::{Feature, usual_garrison};
use super::{Edit, Entry, Objective, Scenario, Start};
use table::ground::{Area, AreaKind, Crossing, CrossingKind, Ground, Label, Line, LineKind, Rise};
use table::measure::{nearest_point_of_line, point_in_polygon};
use table::{Heading, Pose};

impl Edit {
    // What is drawn.

    pub fn add_area(kind: AreaKind, polygon: Vec<Vec2>) -> Self {
        Self::step(move |Scenario { ground, .. }| {
            let mut polygon = places(&polygon)?;
            if polygon.len() > 1 && polygon.first() == polygon.last() {
                polygon.pop();
            }
            if polygon.len() < 3 {
                return refuse("an area has 3 corners or more", "click further corners, then Enter");
            }
            let id = numbered(letter_of(kind), feature_ids(ground));
            ground.areas.push(shaped(kind, id, String::new(), polygon));
            Ok(())
        })
    }

    pub fn add_line(kind: LineKind, points: Vec<Vec2>) -> Self {
        Self::step(move |Scenario { ground, .. }| {
            let points = places(&points)?;
            if points.len() < 2 {
                return refuse("a line has 2 points or more", "click further points, then Enter");
            }
            let id = numbered(line_letter(kind), feature_ids(ground));
            ground.lines.push(Line { id, points, ..usual_line(kind) });
            Ok(())
        })
    }

    /// Adds a crossing on the nearest line.
    pub fn add_crossing(kind: CrossingKind, at: Vec2) -> Self {
        Self::step(move |Scenario { ground, .. }| {
            let Some((point, over)) = crossed(&ground.lines, place(at)?) else {
                return refuse("a crossing lies on a line", "click on a stream, a river or a wall");
            };
            let over = over.to_owned();
            let id = numbered("F", feature_ids(ground));
            ground.crossings.push(Crossing { id, name: String::new(), kind, at: fine(point), over });
            Ok(())
        })
    }

    pub fn add_label(at: Vec2) -> Self {
        Self::step(move |scenario| {
            scenario.ground.labels.push(Label { text: "Name".into(), at: place(at)? });
            Ok(())
        })
    }

    /// Adds an objective: the place of buildings there, otherwise the point.
    pub fn add_objective(at: Vec2) -> Self {
        Self::step(move |scenario| {
            let at = place(at)?;
            let areas = scenario.ground.areas.iter();
            let built = areas
                .filter(|area| {
                    area.buildings && area.polygon.len() >= 3 && point_in_polygon(at, &area.polygon)
                })
                .min_by(|a, b| area_of(&a.polygon).total_cmp(&area_of(&b.polygon)));
            let id = numbered("V", scenario.objectives.iter().map(|one| &*one.id));
            let (name, place) = match built {
                Some(area) => (area.name.clone(), area.polygon.clone()),
                None => (String::new(), vec![at]),
            };
            let name = if name.is_empty() { format!("Objective {id}") } else { name };
            scenario.objectives.push(Objective { id, name, place, points: 1, ..Objective::default() });
            Ok(())
        })
    }

    /// Adds an entry on the nearest edge of the table, facing inward.
    pub fn add_entry(at: Vec2) -> Self {
        Self::step(move |scenario| {
            let pose = on_edge(scenario.ground.size, place(at)?, None);
            let id = numbered("E", scenario.entries.iter().map(|one| &*one.id));
            scenario.entries.push(Entry { name: format!("Entry {id}"), id, pose, spread: 3.0, gate: false });
            Ok(())
        })
    }

    /// Adds the features of another ground, under free ids.
    pub fn add_ground(other: Ground) -> Self {
        Self::step(move |scenario| add_ground(&mut scenario.ground, other.clone()))
    }

    /// Replaces the ground by another.
    pub fn replace_ground(other: Ground) -> Self {
        Self::step(move |Scenario { ground, .. }| {
            *ground = Ground { id: ground.id.clone(), ..other.clone() };
            Ok(())
        })
    }

    // Properties of a feature: name and effects; its id and its edge stay.

    /// Sets another kind, with its usual effects.
    pub fn area_kind(index: usize, kind: AreaKind) -> Self {
        Self::step(move |scenario| {
            let area = item(&mut scenario.ground.areas, index)?;
            // Terms are kept when the kind changes, as they are not shown there; terms unknown to a kind do no harm.
            let terms = std::mem::take(&mut area.terms);
            let usual = shaped(kind, area.id.clone(), area.name.clone(), area.polygon.clone());
            *area = Area { terms, ..usual };
            Ok(())
        })
    }

    /// Sets another kind, with its usual effects.
    pub fn line_kind(index: usize, kind: LineKind) -> Self {
        Self::step(move |scenario| {
            let line = item(&mut scenario.ground.lines, index)?;
            let Line { id, name, points, terms, .. } = line.clone();
            *line = Line { id, name, points, terms, ..usual_line(kind) };
            Ok(())
        })
    }

    pub fn area(index: usize, mut next: Area) -> Self {
        next.rise = match (next.kind, next.rise) {
            // A hill climbs: its contour makes it a hill.
            (AreaKind::Hill, Rise::Level) => Rise::Contour { level: 1, slope: USUAL_SLOPE },
            (_, Rise::Toward(heading)) => Rise::Toward(fine_heading(heading)),
            (_, rise) => rise,
        };
        Self::joined(format!("area {index}"), move |scenario| {
            let area = item(&mut scenario.ground.areas, index)?;
            let (id, polygon) = (area.id.clone(), area.polygon.clone());
            *area = Area { id, polygon, ..next.clone() };
            Ok(())
        })
    }

    pub fn line(index: usize, next: Line) -> Self {
        Self::joined(format!("line {index}"), move |scenario| {
            let line = item(&mut scenario.ground.lines, index)?;
            let width = if next.width.is_finite() { next.width } else { line.width };
            let (id, points) = (line.id.clone(), line.points.clone());
            *line = Line { id, points, width, ..next.clone() };
            Ok(())
        })
    }

    pub fn crossing(index: usize, next: Crossing) -> Self {
        Self::joined(format!("crossing {index}"), move |scenario| {
            let crossing = item(&mut scenario.ground.crossings, index)?;
            *crossing = Crossing { id: crossing.id.clone(), at: place(next.at)?, ..next.clone() };
            Ok(())
        })
    }

    pub fn label(index: usize, next: Label) -> Self {
        Self::joined(format!("label {index}"), move |scenario| {
            *item(&mut scenario.ground.labels, index)? = Label { at: place(next.at)?, ..next.clone() };
            Ok(())
        })
    }

    pub fn objective(index: usize, next: Objective) -> Self {
        Self::joined(format!("objective {index}"), move |scenario| {
            let objective = item(&mut scenario.objectives, index)?;
            let (id, place) = (objective.id.clone(), objective.place.clone());
            *objective = Objective { id, place, ..next.clone() };
            Ok(())
        })
    }

    pub fn entry(index: usize, next: Entry) -> Self {
        Self::joined(format!("entry {index}"), move |scenario| {
            let entry = item(&mut scenario.entries, index)?;
            let pose = fine_pose(next.pose)?;
            let spread = if next.spread.is_finite() { next.spread } else { entry.spread };
            *entry = Entry { id: entry.id.clone(), pose, spread, ..next.clone() };
            Ok(())
        })
    }

    // The corners of a feature; copying or deleting it.

    /// Moves a corner, or the place of a feature that has no corners.
    pub fn move_vertex(feature: Feature, vertex: usize, to: Vec2) -> Self {
        Self::joined(format!("vertex {feature:?} {vertex}"), move |scenario| {
            let to = place(to)?;
            reshape(scenario, feature, |points| {
                *item(points, vertex)? = to;
                Ok(())
            })
        })
    }

    pub fn add_vertex(feature: Feature, after: usize, at: Vec2) -> Self {
        Self::step(move |scenario| {
            let at = place(at)?;
            reshape(scenario, feature, |points| {
                if after >= points.len() {
                    return refuse("there is no such side", "choose another");
                }
                points.insert(after + 1, at);
                Ok(())
            })
        })
    }

    pub fn remove_vertex(feature: Feature, vertex: usize) -> Self {
        let least = match feature {
            Feature::Area(_) => 3,
            Feature::Line(_) => 2,
            _ => 1,
        };
        Self::step(move |scenario| {
            reshape(scenario, feature, |points| {
                item(points, vertex)?;
                if points.len() <= least {
                    let message = format!("it has only {} points", points.len());
                    return refuse(message, "remove the whole of it instead");
                }
                points.remove(vertex);
                Ok(())
            })
        })
    }

    pub fn shift(feature: Feature, by: Vec2) -> Self {
        Self::joined(format!("shift {feature:?}"), move |scenario| {
            let by = place(by)?;
            reshape(scenario, feature, |points| {
                for point in points {
                    *point = place(*point + by)?;
                }
                Ok(())
            })
        })
    }

    /// Replaces all corners.
    pub fn shape(feature: Feature, points: Vec<Vec2>) -> Self {
        Self::step(move |scenario| stroke::shape(scenario, feature, &points))
    }

    /// Copies a feature, shifted by this vector.
    pub fn copy_feature(feature: Feature, by: Vec2) -> Self {
        Self::step(move |scenario| stroke::copy(scenario, feature, by))
    }

    pub fn remove_feature(feature: Feature) -> Self {
        Self::step(move |scenario| remove(scenario, feature))
    }
}

pub(super) fn feature_ids(ground: &Ground) -> impl Iterator<Item = &str> {
    let areas = ground.areas.iter().map(|area| &*area.id);
    let lines = ground.lines.iter().map(|line| &*line.id);
    areas.chain(lines).chain(ground.crossings.iter().map(|crossing| &*crossing.id))
}

/// The letter for ids of lines of this kind.
pub(super) fn line_letter(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Stream | LineKind::River => "S",
        LineKind::PavedRoad | LineKind::Lane | LineKind::SunkenRoad => "R",
        _ => "L",
    }
}

pub(super) fn letter_of(kind: AreaKind) -> &'static str {
    match kind {
        AreaKind::Hill | AreaKind::Slope | AreaKind::Cliff => "H",
        AreaKind::Woods | AreaKind::Orchard => "W",
        AreaKind::Buildings | AreaKind::Village | AreaKind::Earthwork => "B",
        AreaKind::Garden
        | AreaKind::Plough
        | AreaKind::Marsh
        | AreaKind::Mud
        | AreaKind::Rocks
        | AreaKind::Brush
        | AreaKind::Water => "G",
    }
}

/// An area with the usual effects of its kind.
pub(super) fn shaped(kind: AreaKind, id: String, name: String, polygon: Vec<Vec2>) -> Area {
    let usual = usual_area(kind);
    let garrison = usual_garrison(usual.buildings, &polygon);
    let rise = match kind {
        AreaKind::Hill => Rise::Contour { level: 1, slope: USUAL_SLOPE },
        AreaKind::Slope => Rise::Toward(Heading::NORTH),
        _ => Rise::Level,
    };
    Area { id, name, polygon, garrison, rise, ..usual }
}

/// The line that a crossing here crosses, and the point: within 1.5 inches; water first, roads never.
pub(super) fn crossed(lines: &[Line], at: Vec2) -> Option<(Vec2, &str)> {
    let near = |line: &Line| {
        let on = (!line.points.is_empty()).then(|| nearest_point_of_line(&line.points, at))?;
        (on.distance(at) <= 1.5).then_some(on)
    };
    let rank = |kind: LineKind| match kind {
        LineKind::Stream | LineKind::River => Some(0),
        LineKind::PavedRoad | LineKind::Lane | LineKind::Crest => None,
        _ => Some(1),
    };
    lines
        .iter()
        .filter_map(|line| Some((rank(line.kind)?, near(line)?, &*line.id)))
        .min_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.distance(at).total_cmp(&b.1.distance(at))))
        .map(|(_, on, over)| (on, over))
}

/// Changes the corners of a feature, together with what follows from its size and what is tied to it.
pub(super) fn reshape(
    scenario: &mut Scenario,
    feature: Feature,
    change: impl FnOnce(&mut Vec<Vec2>) -> Result<(), EditFault>,
) -> Result<(), EditFault> {
    let size = scenario.ground.size;
    match feature {
        Feature::Area(index) => {
            let area = item(&mut scenario.ground.areas, index)?;
            let before = area.polygon.clone();
            change(&mut area.polygon)?;
            if area.garrison == usual_garrison(area.buildings, &before) {
                area.garrison = usual_garrison(area.buildings, &area.polygon);
            }
            let after = area.polygon.clone();
            for objective in &mut scenario.objectives {
                if objective.place == before {
                    objective.place.clone_from(&after);
                }
            }
        }
        Feature::Line(index) => change(&mut item(&mut scenario.ground.lines, index)?.points)?,
        Feature::Objective(index) => change(&mut item(&mut scenario.objectives, index)?.place)?,
        Feature::Crossing(index) => one_place(&mut item(&mut scenario.ground.crossings, index)?.at, change)?,
        Feature::Label(index) => one_place(&mut item(&mut scenario.ground.labels, index)?.at, change)?,
        Feature::Entry(index) => {
            let entry = item(&mut scenario.entries, index)?;
            let mut at = entry.pose.at;
            one_place(&mut at, change)?;
            let heading = entry.pose.heading;
            entry.pose = if entry.gate { Pose::new(at, heading) } else { on_edge(size, at, Some(heading)) };
        }
    }
    Ok(())
}

fn one_place(
    at: &mut Vec2,
    change: impl FnOnce(&mut Vec<Vec2>) -> Result<(), EditFault>,
) -> Result<(), EditFault> {
    let mut points = vec![*at];
    change(&mut points)?;
    match points[..] {
        [point] => {
            *at = point;
            Ok(())
        }
        _ => refuse("this has one place only", "draw an area or a line instead"),
    }
}

/// The nearest place on the edge of the table. A heading that led inward is kept, another becomes square to the edge.
fn on_edge(size: Vec2, at: Vec2, heading: Option<Heading>) -> Pose {
    let at = at.clamp(Vec2::ZERO, size);
    let edges = [
        (at.x, Vec2::new(0.0, at.y), Heading::EAST),
        (size.x - at.x, Vec2::new(size.x, at.y), Heading::WEST),
        (at.y, Vec2::new(at.x, 0.0), Heading::NORTH),
        (size.y - at.y, Vec2::new(at.x, size.y), Heading::SOUTH),
    ];
    let [first, rest @ ..] = edges;
    let (_, at, inward) =
        rest.into_iter().fold(first, |best, edge| if edge.0 < best.0 { edge } else { best });
    let kept = heading.filter(|kept| kept.angle_to(inward) < std::f32::consts::FRAC_PI_2 - 0.01);
    Pose::new(fine(at), kept.unwrap_or(inward))
}

fn remove(scenario: &mut Scenario, feature: Feature) -> Result<(), EditFault> {
    let ground = &mut scenario.ground;
    match feature {
        Feature::Area(index) => {
            item(&mut ground.areas, index)?;
            let area = ground.areas.remove(index);
            // Stands that were in it are now outside.
            let within: Vec<String> = scenario.unit_starts.keys().cloned().collect();
            for unit in within {
                begin_otherwise(scenario, &unit, |begins| {
                    begins.inside.remove(&area.id);
                });
            }
        }
        Feature::Line(index) => {
            item(&mut ground.lines, index)?;
            let line = ground.lines.remove(index);
            // A crossing without its line is deleted.
            ground.crossings.retain(|crossing| crossing.over != line.id);
        }
        Feature::Crossing(index) => {
            item(&mut ground.crossings, index)?;
            ground.crossings.remove(index);
        }
        Feature::Label(index) => {
            item(&mut ground.labels, index)?;
            ground.labels.remove(index);
        }
        Feature::Objective(index) => {
            item(&mut scenario.objectives, index)?;
            scenario.objectives.remove(index);
        }
        Feature::Entry(index) => {
            let id = item(&mut scenario.entries, index)?.id.clone();
            let uses = |start: &Start| matches!(start, Start::Arrives { entry, .. } if *entry == id);
            let coming = scenario.starts.values().filter(|start| uses(start)).count();
            if coming > 0 {
                return refuse(
                    format!("{coming} of those who arrive come on at this entry"),
                    "deploy them or take them off first",
                );
            }
            scenario.entries.remove(index);
        }
    }
    Ok(())
}

/// Adds the features of another ground, under free ids.
fn add_ground(ground: &mut Ground, other: Ground) -> Result<(), EditFault> {
    let mut lines: BTreeMap<String, String> = BTreeMap::new();
    for area in other.areas {
        let id = free(&area.id, feature_ids(ground));
        let polygon = places(&area.polygon)?;
        ground.areas.push(Area { id, polygon, ..area });
    }
    for line in other.lines {
        let id = free(&line.id, feature_ids(ground));
        lines.insert(line.id.clone(), id.clone());
        let points = places(&line.points)?;
        ground.lines.push(Line { id, points, ..line });
    }
    for crossing in other.crossings {
        let id = free(&crossing.id, feature_ids(ground));
        let over = lines.get(&crossing.over).cloned().unwrap_or(crossing.over);
        ground.crossings.push(Crossing { id, over, at: place(crossing.at)?, ..crossing });
    }
    for label in other.labels {
        ground.labels.push(Label { at: place(label.at)?, ..label });
    }
    Ok(())
}
