//! Changes of the ground of a draft: areas, lines and crossings, objectives, entries and labels.
//!
//! Units: inches.

use std::collections::BTreeMap;

use glam::Vec2;

use super::draft::{EditFault, refuse};
use super::edit::{
    begin_otherwise, fine, fine_heading, fine_pose, free, item, numbered, place, places, unmeant,
};
use super::stroke;
use super::terrain_raw::{USUAL_SLOPE, area_of, usual_area, usual_line};
use super::write::{Feature, usual_garrison};
use super::{Edit, Entry, Objective, Scenario, Start};
use table::ground::{Area, AreaKind, Crossing, Ground, Label, Line, LineKind, Rise};
use table::measure::{nearest_point_of_line, point_in_polygon};
use table::{Heading, Pose};

/// Changes the ground. Edits that are of something else are dealt with before, and change nothing here.
pub(super) fn apply(scenario: &mut Scenario, edit: Edit) -> Result<(), EditFault> {
    match edit {
        Edit::AddGround(other) => add_ground(&mut scenario.ground, *other)?,
        Edit::ReplaceGround(other) => {
            let id = scenario.ground.id.clone();
            scenario.ground = Ground { id, ..*other };
        }
        Edit::AddArea { .. } | Edit::AddLine { .. } | Edit::AddCrossing { .. } => {
            draw(&mut scenario.ground, edit)?;
        }
        Edit::AddLabel { .. } | Edit::AddObjective { .. } | Edit::AddEntry { .. } => mark(scenario, edit)?,
        Edit::AreaKind(..)
        | Edit::LineKind(..)
        | Edit::Area(..)
        | Edit::Line(..)
        | Edit::Crossing(..)
        | Edit::Label(..)
        | Edit::Objective(..)
        | Edit::Entry(..) => say(scenario, edit)?,
        other => shape(scenario, other)?,
    }
    Ok(())
}

/// An area, a line or a crossing that is drawn.
fn draw(ground: &mut Ground, edit: Edit) -> Result<(), EditFault> {
    match edit {
        Edit::AddArea { kind, polygon } => {
            let mut polygon = places(&polygon)?;
            if polygon.len() > 1 && polygon.first() == polygon.last() {
                polygon.pop();
            }
            if polygon.len() < 3 {
                return refuse("an area has 3 corners or more", "click further corners, then Enter");
            }
            let id = numbered(letter_of(kind), feature_ids(ground));
            ground.areas.push(shaped(kind, id, String::new(), polygon));
        }
        Edit::AddLine { kind, points } => {
            let points = places(&points)?;
            if points.len() < 2 {
                return refuse("a line has 2 points or more", "click further points, then Enter");
            }
            let id = numbered(line_letter(kind), feature_ids(ground));
            ground.lines.push(Line { id, points, ..usual_line(kind) });
        }
        Edit::AddCrossing { kind, at } => {
            let at = place(at)?;
            match crossed(&ground.lines, at) {
                Some((point, over)) => {
                    let over = over.to_owned();
                    let id = numbered("F", feature_ids(ground));
                    ground.crossings.push(Crossing { id, name: String::new(), kind, at: fine(point), over });
                }
                _ => return refuse("a crossing lies on a line", "click on a stream, a river or a wall"),
            }
        }
        other => unmeant(&other)?,
    }
    Ok(())
}

/// A label, an objective or an entry that is put down.
fn mark(scenario: &mut Scenario, edit: Edit) -> Result<(), EditFault> {
    let ground = &mut scenario.ground;
    match edit {
        Edit::AddLabel { at } => ground.labels.push(Label { text: "Name".into(), at: place(at)? }),
        Edit::AddObjective { at } => {
            let at = place(at)?;
            let built = ground
                .areas
                .iter()
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
        }
        Edit::AddEntry { at } => {
            let pose = on_edge(ground.size, place(at)?, None);
            let id = numbered("E", scenario.entries.iter().map(|one| &*one.id));
            scenario.entries.push(Entry { name: format!("Entry {id}"), id, pose, spread: 3.0, gate: false });
        }
        other => unmeant(&other)?,
    }
    Ok(())
}

/// What is said of a feature: its kind, its name, what it does.
fn say(scenario: &mut Scenario, edit: Edit) -> Result<(), EditFault> {
    let ground = &mut scenario.ground;
    match edit {
        Edit::AreaKind(index, kind) => {
            let area = item(&mut ground.areas, index)?;
            // Nobody who changes a kind sees terms, so they are kept: one that a kind makes nothing of does no harm.
            let terms = std::mem::take(&mut area.terms);
            let usual = shaped(kind, area.id.clone(), area.name.clone(), area.polygon.clone());
            *area = Area { terms, ..usual };
        }
        Edit::LineKind(index, kind) => {
            let line = item(&mut ground.lines, index)?;
            let (id, name, points) = (line.id.clone(), line.name.clone(), line.points.clone());
            let terms = std::mem::take(&mut line.terms);
            *line = Line { id, name, points, terms, ..usual_line(kind) };
        }
        Edit::Area(index, next) => {
            let area = item(&mut ground.areas, index)?;
            let rise = match (next.kind, next.rise) {
                // A hill climbs: its contour is what makes it one.
                (AreaKind::Hill, Rise::Level) => Rise::Contour { level: 1, slope: USUAL_SLOPE },
                (_, Rise::Toward(heading)) => Rise::Toward(fine_heading(heading)),
                (_, rise) => rise,
            };
            let (id, polygon) = (area.id.clone(), area.polygon.clone());
            *area = Area { id, polygon, rise, ..*next };
        }
        Edit::Line(index, next) => {
            let line = item(&mut ground.lines, index)?;
            let width = if next.width.is_finite() { next.width } else { line.width };
            let (id, points) = (line.id.clone(), line.points.clone());
            *line = Line { id, points, width, ..*next };
        }
        Edit::Crossing(index, next) => {
            let crossing = item(&mut ground.crossings, index)?;
            *crossing = Crossing { id: crossing.id.clone(), at: place(next.at)?, ..next };
        }
        Edit::Label(index, next) => {
            *item(&mut ground.labels, index)? = Label { at: place(next.at)?, ..next };
        }
        Edit::Objective(index, next) => {
            let objective = item(&mut scenario.objectives, index)?;
            *objective = Objective { id: objective.id.clone(), place: objective.place.clone(), ..next };
        }
        Edit::Entry(index, next) => {
            let entry = item(&mut scenario.entries, index)?;
            let pose = fine_pose(next.pose)?;
            let spread = if next.spread.is_finite() { next.spread } else { entry.spread };
            *entry = Entry { id: entry.id.clone(), pose, spread, ..next };
        }
        other => unmeant(&other)?,
    }
    Ok(())
}

/// Where the corners of a feature are; or the whole of it once more, or no more.
fn shape(scenario: &mut Scenario, edit: Edit) -> Result<(), EditFault> {
    match edit {
        Edit::MoveVertex { feature, vertex, to } => {
            let to = place(to)?;
            reshape(scenario, feature, |points| {
                *item(points, vertex)? = to;
                Ok(())
            })?;
        }
        Edit::AddVertex { feature, after, at } => {
            let at = place(at)?;
            reshape(scenario, feature, |points| {
                if after >= points.len() {
                    return refuse("there is no such side", "choose another");
                }
                points.insert(after + 1, at);
                Ok(())
            })?;
        }
        Edit::RemoveVertex { feature, vertex } => {
            let least = count_after_removal(feature);
            reshape(scenario, feature, |points| {
                item(points, vertex)?;
                if points.len() <= least {
                    return refuse(
                        format!("it has only {} points", points.len()),
                        "remove the whole of it instead",
                    );
                }
                points.remove(vertex);
                Ok(())
            })?;
        }
        Edit::Shift { feature, by } => {
            let by = place(by)?;
            reshape(scenario, feature, |points| {
                for point in points {
                    *point = place(*point + by)?;
                }
                Ok(())
            })?;
        }
        Edit::Shape { feature, points } => stroke::shape(scenario, feature, &points)?,
        Edit::CopyFeature { feature, by } => stroke::copy(scenario, feature, by)?,
        Edit::RemoveFeature(feature) => remove(scenario, feature)?,
        other => unmeant(&other)?,
    }
    Ok(())
}

pub(super) fn feature_ids(ground: &Ground) -> impl Iterator<Item = &str> {
    let areas = ground.areas.iter().map(|area| &*area.id);
    let lines = ground.lines.iter().map(|line| &*line.id);
    areas.chain(lines).chain(ground.crossings.iter().map(|crossing| &*crossing.id))
}

/// The letter of the ids of lines of this kind.
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

/// Makes an area of its usual kind.
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

/// The line that a crossing here crosses, and where: within 1.5 inches; water before all else, roads never.
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

/// Changes the corners of a feature; what follows from its size and what is tied to it go along.
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

/// The nearest place on the edge of the table. A heading that led inward stays, another becomes square to the edge.
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

fn count_after_removal(feature: Feature) -> usize {
    match feature {
        Feature::Area(_) => 3,
        Feature::Line(_) => 2,
        _ => 1,
    }
}

fn remove(scenario: &mut Scenario, feature: Feature) -> Result<(), EditFault> {
    let ground = &mut scenario.ground;
    match feature {
        Feature::Area(index) => {
            item(&mut ground.areas, index)?;
            let area = ground.areas.remove(index);
            // Who was in it stands outside.
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
            // A bridge over nothing is none.
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

/// Takes in what another ground has, under ids that are free.
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
