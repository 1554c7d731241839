//! A scenario as the texts of its files: scenario, ground and armies, which [`super::read`] reads back to the same
//! scenario.
//!
//! One thing a line, so that a fault's line names what it is about. Effects that follow from a feature's kind are left
//! out. Units: inches, degrees clockwise from north, minutes.

use std::collections::BTreeMap;
use std::fmt::Debug;

use glam::Vec2;

use super::shipped::{ARMIES, SCENARIOS, TERRAIN};
use super::terrain_raw::{STAND_AREA, area_of, usual_area, usual_line};
use super::{Scenario, Start, Variant, WeatherPlan};
use crate::army;
use crate::data::write::quoted;
use crate::table::Heading;
use crate::table::ground::{Area, Crossing, Ground, Line, Rise};

/// A thing on the map that can be drawn and changed, by its place in its list.
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
    /// A stand, by its id.
    Stand(String),
    Feature(Feature),
}

/// One file of a written scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// As sources know it: `armies/my-battle-blue.ron`.
    pub path: String,
    pub text: String,
    /// What each line is about.
    pub(super) subjects: Vec<Subject>,
}

/// The files of a scenario: ground, armies, and last the scenario that names them.
///
/// Stands that begin nowhere are written as left out of the battle.
pub fn write(scenario: &Scenario) -> Vec<Written> {
    let mut files = vec![ground(&scenario.ground)];
    for army in scenario.sides.iter().flat_map(|side| &side.armies) {
        let mut sheet = Sheet::default();
        for (line, stand) in army::write::write(army) {
            sheet.line(stand.map_or(Subject::Battle, |id| Subject::Stand(id.to_owned())), line);
        }
        files.push(sheet.file(ARMIES, &army.id));
    }
    files.push(battle(scenario));
    files
}

#[derive(Debug, Default)]
struct Sheet {
    lines: Vec<String>,
    subjects: Vec<Subject>,
}

impl Sheet {
    fn line(&mut self, subject: Subject, line: impl Into<String>) {
        self.lines.push(line.into());
        self.subjects.push(subject);
    }

    fn plain(&mut self, line: impl Into<String>) {
        self.line(Subject::Battle, line);
    }

    /// A list of one line an item; nothing at all for an empty one.
    fn list(&mut self, name: &str, items: Vec<(Subject, String)>) {
        if items.is_empty() {
            return;
        }
        self.plain(format!("    {name}: ["));
        for (subject, item) in items {
            self.line(subject, format!("        {item},"));
        }
        self.plain("    ],");
    }

    fn file(self, folder: &str, id: &str) -> Written {
        let mut text = self.lines.join("\n");
        text.push('\n');
        Written { path: format!("{folder}/{id}.ron"), text, subjects: self.subjects }
    }
}

fn point(point: Vec2) -> String {
    format!("({}, {})", point.x, point.y)
}

fn points(points: &[Vec2]) -> String {
    let points: Vec<String> = points.iter().copied().map(point).collect();
    format!("[{}]", points.join(", "))
}

fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let texts: Vec<String> = texts.into_iter().map(quoted).collect();
    format!("[{}]", texts.join(", "))
}

fn names<T: Debug>(names: &[T]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    format!("[{}]", names.join(", "))
}

/// The degrees that are read back as this very heading, with as few digits as will do.
///
/// Not every angle in radians has such degrees: the nearest are given then, which is what a heading written in degrees
/// never needs.
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
    let mut sheet = Sheet::default();
    sheet.plain("(");
    sheet.plain(format!("    id: {},", quoted(&ground.id)));
    sheet.plain(format!("    name: {},", quoted(&ground.name)));
    sheet.plain(format!("    size: {},", point(ground.size)));
    let about = |feature: Feature| Subject::Feature(feature);
    let areas = ground.areas.iter().enumerate();
    sheet.list("areas", areas.map(|(index, one)| (about(Feature::Area(index)), area(one))).collect());
    let lines = ground.lines.iter().enumerate();
    sheet.list("lines", lines.map(|(index, one)| (about(Feature::Line(index)), line(one))).collect());
    let crossings = ground.crossings.iter().enumerate();
    sheet.list(
        "crossings",
        crossings.map(|(index, one)| (about(Feature::Crossing(index)), crossing(one))).collect(),
    );
    let labels = ground.labels.iter().enumerate();
    sheet.list(
        "labels",
        labels
            .map(|(index, label)| {
                (
                    about(Feature::Label(index)),
                    format!("(text: {}, at: {})", quoted(&label.text), point(label.at)),
                )
            })
            .collect(),
    );
    sheet.plain(")");
    sheet.file(TERRAIN, &ground.id)
}

fn named(id: &str, name: &str) -> Vec<String> {
    let mut fields = vec![format!("id: {}", quoted(id))];
    if !name.is_empty() {
        fields.push(format!("name: {}", quoted(name)));
    }
    fields
}

/// Is a place of buildings with this edge so small that a stand holds it by covering half of it?
pub(super) fn usual_garrison(buildings: bool, polygon: &[Vec2]) -> bool {
    buildings && area_of(polygon) < STAND_AREA
}

fn area(area: &Area) -> String {
    let usual = usual_area(area.kind);
    let mut fields = named(&area.id, &area.name);
    fields.push(format!("kind: {:?}", area.kind));
    match area.rise {
        Rise::Level => {}
        Rise::Toward(heading) => fields.push(format!("uphill: {}", degrees(heading))),
        Rise::Contour { level, slope } => fields.push(format!("level: {level}, slope: {slope}")),
    }
    if area.rough != usual.rough {
        fields.push(format!("rough: {:?}", area.rough));
    }
    for (name, is, was) in [
        ("impassable", area.impassable, usual.impassable),
        ("blocks_sight", area.blocks_sight, usual.blocks_sight),
        ("hard_cover", area.hard_cover, usual.hard_cover),
        ("buildings", area.buildings, usual.buildings),
        ("garrison", area.garrison, usual_garrison(area.buildings, &area.polygon)),
    ] {
        if is != was {
            fields.push(format!("{name}: {is}"));
        }
    }
    fields.push(format!("polygon: {}", points(&area.polygon)));
    format!("({})", fields.join(", "))
}

fn line(line: &Line) -> String {
    let usual = usual_line(line.kind);
    let mut fields = named(&line.id, &line.name);
    fields.push(format!("kind: {:?}", line.kind));
    if line.width != usual.width {
        fields.push(format!("width: {}", line.width));
    }
    if line.obstacle_to != usual.obstacle_to {
        fields.push(format!("obstacle_to: {}", names(&line.obstacle_to)));
    }
    if line.barred_to != usual.barred_to {
        fields.push(format!("barred_to: {}", names(&line.barred_to)));
    }
    if line.hard_cover != usual.hard_cover {
        fields.push(format!("hard_cover: {}", line.hard_cover));
    }
    if line.blocks_sight != usual.blocks_sight {
        fields.push(format!("blocks_sight: {}", line.blocks_sight));
    }
    fields.push(format!("points: {}", points(&line.points)));
    format!("({})", fields.join(", "))
}

fn crossing(crossing: &Crossing) -> String {
    let mut fields = named(&crossing.id, &crossing.name);
    fields.push(format!(
        "kind: {:?}, at: {}, over: {}",
        crossing.kind,
        point(crossing.at),
        quoted(&crossing.over)
    ));
    format!("({})", fields.join(", "))
}

/// A variant as the files have it.
fn variant_of(variant: &Variant) -> String {
    let mut fields = vec![format!("name: {}", quoted(&variant.name))];
    if !variant.without.is_empty() {
        fields.push(format!("without: {}", texts(variant.without.iter().map(String::as_str))));
    }
    if !variant.arrives.is_empty() {
        let turns = variant.arrives.iter().map(|(stand, turn)| format!("{}: {turn}", quoted(stand)));
        fields.push(format!("arrives: {{{}}}", turns.collect::<Vec<_>>().join(", ")));
    }
    format!("({})", fields.join(", "))
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
    let mut sheet = Sheet::default();
    sheet.plain("(");
    sheet.plain(format!("    id: {},", quoted(&scenario.id)));
    sheet.plain(format!("    name: {},", quoted(&scenario.name)));
    if !scenario.description.is_empty() {
        sheet.plain(format!("    description: {},", quoted(&scenario.description)));
    }
    sheet.plain(format!("    rules: {},", quoted(&scenario.rules)));
    sheet.plain(format!("    terrain: {},", quoted(&scenario.ground.id)));
    sheet.plain(format!("    turns: {},", scenario.turns));
    sheet.plain(format!("    begins: \"{}:{:02}\",", scenario.begins / 60, scenario.begins % 60));
    sheet.plain(format!("    turn_length: {},", scenario.turn_length));
    sheet.plain(format!("    weather: {},", weather(&scenario.weather)));
    let mut map = |name: &str, entries: Vec<String>| {
        if !entries.is_empty() {
            sheet.plain(format!("    {name}: {{{}}},", entries.join(", ")));
        }
    };
    let variants = scenario.weather_variants.iter();
    map(
        "weather_variants",
        variants.map(|(name, plan)| format!("{}: {}", quoted(name), weather(plan))).collect(),
    );
    let variants = scenario.variants.iter();
    map(
        "variants",
        variants.map(|(id, variant)| format!("{}: {}", quoted(id), variant_of(variant))).collect(),
    );
    let options = scenario.options.iter();
    map("options", options.map(|(id, value)| format!("{}: {}", quoted(id), quoted(value))).collect());
    let side_id = |side: super::Side| scenario.sides.get(side.index()).map_or("", |side| &side.id);
    sheet.list(
        "sides",
        scenario
            .sides
            .iter()
            .map(|side| {
                let armies = texts(side.armies.iter().map(|army| &*army.id));
                let said = format!(
                    "(id: {}, name: {}, home: {:?}, armies: {armies})",
                    quoted(&side.id),
                    quoted(&side.name),
                    side.home
                );
                (Subject::Battle, said)
            })
            .collect(),
    );
    starts(&mut sheet, scenario);
    let objectives = scenario.objectives.iter().enumerate().map(|(index, objective)| {
        // A place that is an area of the ground stays tied to it.
        let area = scenario.ground.areas.iter().find(|area| area.polygon == objective.place);
        let place = match area {
            Some(area) => format!("feature: {}", quoted(&area.id)),
            None => format!("place: {}", points(&objective.place)),
        };
        let held = objective.held_by.map(|side| format!(", held_by: {}", quoted(side_id(side))));
        let said = format!(
            "(id: {}, name: {}, {place}, points: {}{})",
            quoted(&objective.id),
            quoted(&objective.name),
            objective.points,
            held.unwrap_or_default()
        );
        (Subject::Feature(Feature::Objective(index)), said)
    });
    sheet.list("objectives", objectives.collect());
    sheet.plain(")");
    sheet.file(SCENARIOS, &scenario.id)
}

/// Where stands begin: deployed in the order of the armies, then entries, arrivals, and who is left out.
fn starts(sheet: &mut Sheet, scenario: &Scenario) {
    let stands = || scenario.sides.iter().flat_map(|side| &side.armies).flat_map(army::Army::stands);
    let deployed = stands().filter_map(|stand| match scenario.starts.get(&stand.id) {
        Some(Start::Deployed(pose)) => {
            let said = format!(
                "(stand: {}, at: {}, facing: {})",
                quoted(&stand.id),
                point(pose.at),
                degrees(pose.heading)
            );
            Some((Subject::Stand(stand.id.clone()), said))
        }
        _ => None,
    });
    sheet.list("deployment", deployed.collect());
    let entries = scenario.entries.iter().enumerate().map(|(index, entry)| {
        let mut fields = named(&entry.id, &entry.name);
        fields.push(format!(
            "at: {}, facing: {}, spread: {}{}",
            point(entry.pose.at),
            degrees(entry.pose.heading),
            entry.spread,
            if entry.gate { ", gate: true" } else { "" },
        ));
        (Subject::Feature(Feature::Entry(index)), format!("({})", fields.join(", ")))
    });
    sheet.list("entries", entries.collect());
    let mut arrivals: BTreeMap<(u8, &str), Vec<&str>> = BTreeMap::new();
    for stand in stands() {
        if let Some(Start::Arrives { turn, entry }) = scenario.starts.get(&stand.id) {
            arrivals.entry((*turn, entry)).or_default().push(&stand.id);
        }
    }
    let arrivals = arrivals.into_iter().map(|((turn, entry), stands)| {
        let subject = Subject::Stand(stands.first().copied().unwrap_or_default().to_owned());
        (subject, format!("(turn: {turn}, entry: {}, stands: {})", quoted(entry), texts(stands)))
    });
    sheet.list("arrivals", arrivals.collect());
    let out: Vec<&str> =
        stands().map(|stand| &*stand.id).filter(|id| !scenario.starts.contains_key(*id)).collect();
    if !out.is_empty() {
        sheet.plain(format!("    left_out: {},", texts(out)));
    }
}
