//! A scenario as the texts of its files: scenario, ground and armies, which [`super::read`] reads back to the same
//! scenario.
//!
//! One thing per line, so that the line of a fault identifies what it is about. Effects that follow from a feature's kind are
//! left out. Units: inches, degrees clockwise from north, minutes.

use std::collections::BTreeMap;
use std::fmt::Debug;

use glam::Vec2;

use super::shipped::{ARMIES, SCENARIOS, TERRAIN};
use super::terrain_raw::{STAND_AREA, area_of, usual_area, usual_line};
use super::{Entry, Objective, Scenario, Side, SideInfo, Start, UnitStart, Variant, WeatherPlan};
use crate::army;
use data::path_of;
use data::write::{Record, RecordSheet, list, map, quoted};
use table::Heading;
use table::ground::{Area, Crossing, Ground, Label, Line, Rise};

/// A thing on the map that can be drawn and changed, by the index in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    Area(usize),
    Line(usize),
    Crossing(usize),
    Label(usize),
    Objective(usize),
    Entry(usize),
}

/// What a line of a written file is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    /// The battle as a whole.
    #[default]
    Battle,
    /// A stand or a unit, by its id.
    Piece(String),
    Feature(Feature),
}

/// One file of a written scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The path in sources: `armies/my-battle-blue.ron`.
    pub path: String,
    pub text: String,
    /// What each line is about.
    pub(super) subjects: Vec<Subject>,
}

/// The files of a scenario: ground, armies, and last the scenario that names them.
///
/// Stands without a start are written as left out of the battle.
pub fn write(scenario: &Scenario) -> Vec<Written> {
    let mut files = vec![ground(&scenario.ground)];
    files.extend(scenario.sides.iter().flat_map(|side| &side.armies).map(army_file));
    files.push(battle(scenario));
    files
}

/// The file of a single army.
pub fn army_file(army: &army::Army) -> Written {
    let stand = |stand: Option<&str>| stand.map_or(Subject::Battle, |id| Subject::Piece(id.to_owned()));
    Written::new(ARMIES, &army.id, army::write::write(army).about(stand))
}

/// The file of a single ground.
pub fn ground_file(one: &Ground) -> Written {
    ground(one)
}

impl Written {
    pub(super) fn new(folder: &str, id: &str, sheet: RecordSheet<Subject>) -> Self {
        let (text, subjects) = sheet.finish();
        Self { path: path_of(folder, id), text, subjects }
    }
}

fn point(point: Vec2) -> String {
    // Adding 0 turns -0 into 0.
    let point = point + Vec2::ZERO;
    format!("({}, {})", point.x, point.y)
}

fn points(points: &[Vec2]) -> String {
    list(points.iter().copied().map(point))
}

/// The terms for the rules in one line; `None` if there are none.
fn terms(terms: &BTreeMap<String, String>) -> Option<String> {
    (!terms.is_empty()).then(|| map(terms.iter().map(|(term, value)| (term, quoted(value)))))
}

fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    list(texts.into_iter().map(quoted))
}

fn names<T: Debug>(names: &[T]) -> String {
    list(names.iter().map(|name| format!("{name:?}")))
}

/// The degrees that are read back as this very heading, with as few digits as possible.
///
/// Not every angle in radians has such degrees: then the nearest are given, which never happens for a heading that was
/// written in degrees.
fn degrees(heading: Heading) -> f32 {
    let near = heading.degrees();
    let rounded = (0..=5).map(|digits| {
        let tens = 10_f64.powi(digits);
        ((f64::from(near) * tens).round() / tens) as f32
    });
    let beside = (1..=4).flat_map(|step: u32| {
        [near.to_bits().saturating_add(step), near.to_bits().saturating_sub(step)].map(f32::from_bits)
    });
    let found =
        rounded.chain([near]).chain(beside).find(|degrees| Heading::from_degrees(*degrees) == heading);
    found.unwrap_or(near)
}

fn ground(ground: &Ground) -> Written {
    let mut sheet = RecordSheet::new();
    sheet.field("id", quoted(&ground.id));
    sheet.field("name", quoted(&ground.name));
    sheet.field("size", point(ground.size));
    sheet.list("areas", features(&ground.areas, Feature::Area, area));
    sheet.list("lines", features(&ground.lines, Feature::Line, line));
    sheet.list("crossings", features(&ground.crossings, Feature::Crossing, crossing));
    sheet.list("labels", features(&ground.labels, Feature::Label, label));
    Written::new(TERRAIN, &ground.id, sheet)
}

/// Records for things of the map, each by the index in its list.
fn features<T>(
    things: &[T],
    feature: fn(usize) -> Feature,
    written: impl Fn(&T) -> Record,
) -> impl Iterator<Item = (Subject, Record)> {
    things.iter().enumerate().map(move |(index, thing)| (Subject::Feature(feature(index)), written(thing)))
}

fn named(id: &str, name: &str) -> Record {
    let mut fields = Record::default();
    fields.text("id", id).filled("name", name);
    fields
}

/// Is a place of buildings with this edge so small that a stand holds it by covering half of it?
pub(super) fn usual_garrison(buildings: bool, polygon: &[Vec2]) -> bool {
    buildings && area_of(polygon) < STAND_AREA
}

fn area(area: &Area) -> Record {
    let usual = usual_area(area.kind);
    let mut fields = named(&area.id, &area.name);
    fields.variant("kind", area.kind);
    match area.rise {
        Rise::Level => {}
        Rise::Toward(heading) => {
            fields.field("uphill", degrees(heading));
        }
        Rise::Contour { level, slope } => {
            fields.field("level", level).field("slope", slope);
        }
    }
    if area.rough != usual.rough {
        fields.variant("rough", area.rough);
    }
    fields
        .unless(usual.impassable, "impassable", area.impassable)
        .unless(usual.blocks_sight, "blocks_sight", area.blocks_sight)
        .unless(usual.hard_cover, "hard_cover", area.hard_cover)
        .unless(usual.buildings, "buildings", area.buildings)
        .unless(usual_garrison(area.buildings, &area.polygon), "garrison", area.garrison)
        .some("terms", terms(&area.terms))
        .field("polygon", points(&area.polygon));
    fields
}

fn line(line: &Line) -> Record {
    let usual = usual_line(line.kind);
    let mut fields = named(&line.id, &line.name);
    fields.variant("kind", line.kind).unless(usual.width, "width", line.width);
    if line.obstacle_to != usual.obstacle_to {
        fields.field("obstacle_to", names(&line.obstacle_to));
    }
    if line.barred_to != usual.barred_to {
        fields.field("barred_to", names(&line.barred_to));
    }
    fields
        .unless(usual.hard_cover, "hard_cover", line.hard_cover)
        .unless(usual.blocks_sight, "blocks_sight", line.blocks_sight)
        .some("terms", terms(&line.terms))
        .field("points", points(&line.points));
    fields
}

fn crossing(crossing: &Crossing) -> Record {
    let mut fields = named(&crossing.id, &crossing.name);
    fields.variant("kind", crossing.kind).field("at", point(crossing.at)).text("over", &crossing.over);
    fields
}

fn label(label: &Label) -> Record {
    let mut fields = Record::default();
    fields.text("text", &label.text).field("at", point(label.at));
    fields
}

/// A variant as a record of the file.
fn variant_of(variant: &Variant) -> Record {
    let mut fields = Record::default();
    fields.text("name", &variant.name);
    if !variant.without.is_empty() {
        fields.field("without", texts(variant.without.iter().map(String::as_str)));
    }
    if !variant.arrives.is_empty() {
        fields.field("arrives", map(&variant.arrives));
    }
    fields
}

fn weather(plan: &WeatherPlan) -> String {
    match plan {
        WeatherPlan::Fixed(turns) => {
            let turns: Vec<String> =
                turns.iter().map(|(turn, weather)| format!("{turn}: {weather:?}")).collect();
            format!("Fixed({{{}}})", turns.join(", "))
        }
        WeatherPlan::Rolled { winter_or_spring } => format!("Rolled(winter_or_spring: {winter_or_spring})"),
    }
}

fn battle(scenario: &Scenario) -> Written {
    let mut sheet = RecordSheet::new();
    sheet.field("id", quoted(&scenario.id));
    sheet.field("name", quoted(&scenario.name));
    if !scenario.description.is_empty() {
        sheet.field("description", quoted(&scenario.description));
    }
    sheet.field("rules", quoted(&scenario.rules));
    sheet.field("terrain", quoted(&scenario.ground.id));
    sheet.field("turns", scenario.turns);
    sheet.field("begins", format_args!("\"{}:{:02}\"", scenario.begins / 60, scenario.begins % 60));
    sheet.field("turn_length", scenario.turn_length);
    if !scenario.hours.is_empty() {
        sheet.field("hours", texts(scenario.hours.iter().map(String::as_str)));
    }
    if let Some(first) = scenario.first.and_then(|side| scenario.sides.get(side.index())) {
        sheet.field("first", quoted(&first.id));
    }
    sheet.field("weather", weather(&scenario.weather));
    let weathers = scenario.weather_variants.iter();
    sheet.map("weather_variants", weathers.map(|(name, plan)| (name, weather(plan))));
    sheet.map("variants", scenario.variants.iter().map(|(id, variant)| (id, variant_of(variant))));
    sheet.map("options", scenario.options.iter().map(|(id, value)| (id, quoted(value))));
    sheet.plain_list("sides", scenario.sides.iter().map(side));
    starts(&mut sheet, scenario);
    let objective = |one: &Objective| objective(one, scenario);
    sheet.list("objectives", features(&scenario.objectives, Feature::Objective, objective));
    Written::new(SCENARIOS, &scenario.id, sheet)
}

fn side(side: &SideInfo) -> Record {
    let mut fields = Record::default();
    fields
        .text("id", &side.id)
        .text("name", &side.name)
        .variant("home", side.home)
        .field("armies", texts(side.armies.iter().map(|army| &*army.id)));
    fields
}

fn objective(objective: &Objective, scenario: &Scenario) -> Record {
    let mut fields = Record::default();
    fields.text("id", &objective.id).text("name", &objective.name);
    fields.some("kind", objective.kind.as_deref().map(quoted));
    // A place that is an area of the ground stays tied to that area.
    match scenario.ground.areas.iter().find(|area| area.polygon == objective.place) {
        Some(area) => fields.text("feature", &area.id),
        None if objective.kind.is_some() && objective.place.is_empty() => &mut fields,
        None => fields.field("place", points(&objective.place)),
    };
    let side_id = |side: Side| scenario.sides.get(side.index()).map_or("", |side| &side.id);
    fields
        .field("points", objective.points)
        .some("held_by", objective.held_by.map(|side| quoted(side_id(side))))
        .some("terms", terms(&objective.terms));
    fields
}

/// The starts of stands and units: deployments in the order of the armies, then entries, arrivals, and pieces left out.
fn starts(sheet: &mut RecordSheet<Subject>, scenario: &Scenario) {
    let armies = || scenario.sides.iter().flat_map(|side| &side.armies);
    let stands = || armies().flat_map(army::Army::stands).map(|stand| ("stand", &*stand.id));
    let all = || stands().chain(armies().flat_map(army::Army::units).map(|unit| ("unit", &*unit.id)));
    let deployed = all().filter_map(|(what, id)| match scenario.starts.get(id) {
        Some(Start::Deployed(pose)) => {
            let mut fields = Record::default();
            fields.text(what, id).field("at", point(pose.at)).field("facing", degrees(pose.heading));
            if let Some(UnitStart { formation, inside }) = scenario.unit_starts.get(id) {
                fields.some("formation", formation.as_deref().map(quoted));
                if !inside.is_empty() {
                    fields.field("inside", map(inside));
                }
            }
            Some((Subject::Piece(id.to_owned()), fields))
        }
        _ => None,
    });
    sheet.list("deployment", deployed);
    sheet.list("entries", features(&scenario.entries, Feature::Entry, entry));
    let mut arrivals: BTreeMap<(u8, &str, &str, Option<&str>), Vec<&str>> = BTreeMap::new();
    for (what, id) in all() {
        if let Some(Start::Arrives { turn, entry }) = scenario.starts.get(id) {
            let formation = scenario.unit_starts.get(id).and_then(|start| start.formation.as_deref());
            arrivals.entry((*turn, entry, what, formation)).or_default().push(id);
        }
    }
    let arrivals = arrivals.into_iter().map(|((turn, entry, what, formation), ids)| {
        let subject = Subject::Piece(ids.first().copied().unwrap_or_default().to_owned());
        let mut fields = Record::default();
        fields.field("turn", turn).text("entry", entry).field(&format!("{what}s"), texts(ids));
        fields.some("formation", formation.map(quoted));
        (subject, fields)
    });
    sheet.list("arrivals", arrivals);
    let mut out = all().map(|(_, id)| id).filter(|id| !scenario.starts.contains_key(*id)).peekable();
    if out.peek().is_some() {
        sheet.field("left_out", texts(out));
    }
}

fn entry(entry: &Entry) -> Record {
    let mut fields = named(&entry.id, &entry.name);
    fields
        .field("at", point(entry.pose.at))
        .field("facing", degrees(entry.pose.heading))
        .field("spread", entry.spread)
        .unless(false, "gate", entry.gate);
    fields
}
