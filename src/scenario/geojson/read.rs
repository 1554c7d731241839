//! The features of a text in GeoJSON, and what each of them is.
//!
//! A text may be a FeatureCollection, a Feature, a list of either, or one feature a line (RFC 8142, with or without its separators).
//! Collections of shapes may hold others, however deep.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::BitOr;

use geojson::{Geometry, GeometryValue, Position};
use glam::DVec2;
use serde_json::{Deserializer, Map, Value};

use super::fit::{Coordinates, Extent};
use super::tags::{PointKind, Properties, Row};
use super::told::{Told, Who};
use super::{AREA_KINDS, LINE_KINDS, MapFile, Shape, What};
use data::{Fault, Faults, suggest};
use table::ground::{AreaKind, CrossingKind, LineKind};

/// No coordinate of the earth, in whatever measure, is as far out.
const FARTHEST: f64 = 1e9;

/// Numbers that are said of a feature are smaller.
const MOST_NUMBER: f32 = 1000.0;

/// Kinds of features that are no ground and are told by name; the rest are counted together.
const KINDS_TOLD: usize = 8;

/// The map in a text; or all that is wrong with it. `file` is what faults call it.
pub fn read_map(file: &str, text: &str) -> Result<MapFile, Faults> {
    let mut read = Read {
        told: Told::new(file),
        shapes: Vec::new(),
        count: 0,
        named: None,
        of_osm: false,
        no_ground: BTreeMap::new(),
        plain: Vec::new(),
    };
    // The separators of RFC 8142.
    let text = text.replace('\u{1e}', " ");
    let mut faults = Vec::new();
    let mut documents = 0;
    for document in Deserializer::from_str(&text).into_iter::<Value>() {
        match document {
            Ok(value) => read.document(file, value, &mut faults),
            Err(error) => faults.push(Fault {
                line: error.line().max(1),
                column: error.column().max(1),
                ..Fault::of_file(
                    file,
                    format!("the file cannot be read as GeoJSON: {error}"),
                    "write a FeatureCollection as in RFC 7946, or one feature a line",
                )
            }),
        }
        documents += 1;
    }
    if documents == 0 {
        faults.push(Fault::of_file(file, "the file is empty", "export the map as GeoJSON once more"));
    }
    read.finish(file, faults)
}

struct Read<'a> {
    told: Told<'a>,
    shapes: Vec<Shape>,
    /// Features so far.
    count: usize,
    named: Option<Coordinates>,
    /// Something in the file comes from OpenStreetMap.
    of_osm: bool,
    /// How many features are no ground, by the key that says what they are.
    no_ground: BTreeMap<&'static str, usize>,
    /// Features that do not say what they are, with what they look like.
    plain: Vec<(Who, Form)>,
}

/// What a shape looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Area,
    Line { closed: bool },
    Point,
}

impl Form {
    const fn words(self) -> &'static str {
        match self {
            Self::Area => "an area",
            Self::Line { .. } => "a line",
            Self::Point => "a point",
        }
    }
}

/// What becomes of a shape.
enum Meaning {
    Ground(What),
    /// What is amiss with it has been told.
    Faulty,
    /// It does not say that it is ground.
    None,
}

/// The kind of this name, whatever its case, spaces and hyphens.
fn kind<K: Copy + Debug>(word: &str, kinds: &[K]) -> Option<K> {
    let plain = |text: &str| text.to_lowercase().replace([' ', '-', '_'], "");
    kinds.iter().copied().find(|kind| plain(&format!("{kind:?}")) == plain(word))
}

fn suggested<K: Debug>(word: &str, kinds: &[K]) -> String {
    let names: Vec<String> = kinds.iter().map(|kind| format!("{kind:?}")).collect();
    suggest(word, names.iter().map(String::as_str))
}

fn place(position: &Position) -> Option<DVec2> {
    let [x, y, ..] = *position.as_slice() else { return None };
    (x.abs() < FARTHEST && y.abs() < FARTHEST).then_some(DVec2::new(x, y))
}

impl Read<'_> {
    fn document(&mut self, file: &str, value: Value, faults: &mut Vec<Fault>) {
        let Value::Object(mut object) = value else {
            if let Value::Array(items) = value {
                items.into_iter().for_each(|item| self.document(file, item, faults));
            } else {
                faults.push(Fault::of_file(
                    file,
                    "the file has a value that is no feature",
                    "write a FeatureCollection as in RFC 7946, or one feature a line",
                ));
            }
            return;
        };
        let of = object.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        match of.as_str() {
            "FeatureCollection" => {
                self.named = self.named.or_else(|| named(&object));
                if let Some(Value::Array(features)) = object.remove("features") {
                    features.into_iter().for_each(|feature| self.document(file, feature, faults));
                }
            }
            "Feature" => self.feature(file, object, faults),
            "Point" | "MultiPoint" | "LineString" | "MultiLineString" | "Polygon" | "MultiPolygon"
            | "GeometryCollection" => faults.push(Fault::of_file(
                file,
                "the file has a shape without properties",
                "write a FeatureCollection whose features have the property \"kind\"",
            )),
            _ => faults.push(Fault::of_file(
                file,
                match &*of {
                    "" => "the file has something that is no feature".to_owned(),
                    of => format!("the file has a \"{of}\", which is no feature"),
                },
                "export the map as GeoJSON: a FeatureCollection, or one feature a line",
            )),
        }
    }

    fn feature(&mut self, file: &str, mut object: Map<String, Value>, faults: &mut Vec<Fault>) {
        self.count += 1;
        let properties = object.get("properties").and_then(Value::as_object).map(Properties::of);
        let properties = properties.unwrap_or_default();
        let name = properties.get("name").unwrap_or_default().to_owned();
        let who = Who { number: self.count, name };
        self.of_osm |= properties.is_of_osm();
        match object.remove("geometry") {
            None | Some(Value::Null) => self.told.warning(&who, "no shape", "left out"),
            Some(shape) => {
                let mut forms = Vec::new();
                let is_ground = self.geometry(file, (&who, &properties), shape, &mut forms, faults);
                match (is_ground, forms.first(), properties.key()) {
                    (true, ..) | (_, None, _) => {}
                    (false, Some(_), Some(key)) => *self.no_ground.entry(key).or_default() += 1,
                    (false, Some(form), None) => self.plain.push((who, *form)),
                }
            }
        }
    }

    /// Takes in a shape, or all those of a collection. True: something of it is ground, or would be without a fault that has been
    /// told. `forms`: what is not said to be any.
    fn geometry(
        &mut self,
        file: &str,
        feature: (&Who, &Properties),
        shape: Value,
        forms: &mut Vec<Form>,
        faults: &mut Vec<Fault>,
    ) -> bool {
        let (who, properties) = feature;
        if let Value::Object(object) = &shape {
            match object.get("type").and_then(Value::as_str) {
                Some("GeometryCollection") => {
                    let Some(Value::Array(all)) = object.get("geometries") else { return false };
                    let mut is_ground = false;
                    for one in all {
                        is_ground |= self.geometry(file, feature, one.clone(), forms, faults);
                    }
                    return is_ground;
                }
                // Some programs put whole features where shapes belong.
                Some("Feature" | "FeatureCollection") => {
                    self.document(file, shape, faults);
                    return true;
                }
                _ => {}
            }
        }
        let value = match serde_json::from_value::<Geometry>(shape) {
            Ok(geometry) => geometry.value,
            Err(error) => {
                let what = format!("a shape that cannot be read: {error}");
                self.amiss(who, properties.get("kind").is_some(), what, "draw it anew, or take it out");
                return true;
            }
        };
        let mut take = |form: Form, rings: &[Vec<Position>]| match self.meaning(who, properties, form) {
            Meaning::Ground(what) => {
                self.take(who, properties.get("kind").is_some(), what, rings);
                true
            }
            Meaning::Faulty => true,
            Meaning::None => {
                forms.push(form);
                false
            }
        };
        let line =
            |points: &[Position]| Form::Line { closed: points.len() > 3 && points.first() == points.last() };
        match value {
            GeometryValue::Polygon { coordinates } => take(Form::Area, &coordinates),
            GeometryValue::MultiPolygon { coordinates } => {
                coordinates.iter().map(|rings| take(Form::Area, rings)).fold(false, BitOr::bitor)
            }
            GeometryValue::LineString { coordinates } => take(line(&coordinates), &[coordinates]),
            GeometryValue::MultiLineString { coordinates } => {
                coordinates.into_iter().map(|points| take(line(&points), &[points])).fold(false, BitOr::bitor)
            }
            GeometryValue::Point { coordinates } => take(Form::Point, &[vec![coordinates]]),
            GeometryValue::MultiPoint { coordinates } => coordinates
                .into_iter()
                .map(|point| take(Form::Point, &[vec![point]]))
                .fold(false, BitOr::bitor),
            // Dealt with before it was read.
            GeometryValue::GeometryCollection { .. } => false,
        }
    }

    /// What a shape of a feature is: by its kind, else by its tags.
    fn meaning(&mut self, who: &Who, properties: &Properties, form: Form) -> Meaning {
        if let Some(word) = properties.get("kind") {
            return self.of_kind(who, properties, form, word);
        }
        let crosses = crosses(properties);
        let found = properties.rows().find_map(|row| of_row(row, form, crosses));
        match found {
            Some(what) => {
                if matches!((form, what), (Form::Line { .. }, What::Area { .. })) {
                    self.told.warning(
                        who,
                        "a closed line whose tags are those of an area",
                        "taken as an area",
                    );
                }
                Meaning::Ground(what)
            }
            None if form == Form::Point && properties.key().is_none() && !who.name.is_empty() => {
                Meaning::Ground(What::Label)
            }
            None => Meaning::None,
        }
    }

    fn of_kind(&mut self, who: &Who, properties: &Properties, form: Form, word: &str) -> Meaning {
        let (area, line) = (kind(word, &AREA_KINDS), kind(word, &LINE_KINDS));
        let what = match (form, area, line) {
            (Form::Area | Form::Line { closed: true }, Some(kind), _) => {
                if form != Form::Area {
                    self.told.warning(who, format!("a closed line of the kind {kind:?}"), "taken as an area");
                }
                let uphill = self.number(who, properties, "uphill");
                if kind == AreaKind::Slope && uphill.is_none() {
                    self.told.error(
                        who,
                        "the slope does not say which way is up",
                        "add uphill: degrees clockwise from north",
                    );
                    return Meaning::Faulty;
                }
                let level = self.number(who, properties, "level");
                What::Area { kind, level, slope: self.number(who, properties, "slope"), uphill }
            }
            (Form::Line { .. } | Form::Area, _, Some(kind)) => {
                if form == Form::Area {
                    self.told.warning(
                        who,
                        format!("an area of the kind {kind:?}"),
                        "its edge is taken as the line",
                    );
                }
                let width = self.number(who, properties, "width");
                What::Line { kind, width, crosses: crosses(properties).filter(|_| is_road(kind)) }
            }
            (Form::Line { closed: false }, Some(kind), None) => {
                let what = format!("{kind:?} is a kind of area, and this is a line that is not closed");
                self.told.error(who, what, "end it where it begins, or give it a kind of line");
                return Meaning::Faulty;
            }
            (Form::Point, ..) if word.eq_ignore_ascii_case("label") => What::Label,
            (Form::Point, ..) => match kind(word, &[CrossingKind::Bridge, CrossingKind::Ford]) {
                Some(kind) => What::Crossing(kind),
                None => return self.unknown(who, form, word),
            },
            (Form::Area | Form::Line { .. }, None, None) => return self.unknown(who, form, word),
        };
        Meaning::Ground(what)
    }

    fn unknown(&mut self, who: &Who, form: Form, word: &str) -> Meaning {
        let help = match form {
            Form::Area => suggested(word, &AREA_KINDS),
            Form::Line { .. } => suggested(word, &LINE_KINDS),
            Form::Point => suggest(word, ["Bridge", "Ford", "Label"]),
        };
        self.told.error(who, format!("there is no kind \"{word}\" of {}", form.words()), help);
        Meaning::Faulty
    }

    fn number(&mut self, who: &Who, properties: &Properties, name: &str) -> Option<f32> {
        let text = properties.get(name)?;
        let number = text.replace(',', ".").parse().ok().filter(|number: &f32| number.abs() < MOST_NUMBER);
        if number.is_none() {
            self.told.error(who, format!("\"{name}\" is \"{text}\""), "write a number");
        }
        number
    }

    /// Who gives a feature a kind wants it; one that has tags may be left out.
    fn amiss(&mut self, who: &Who, has_kind: bool, what: impl Into<String>, help: impl Into<String>) {
        match has_kind {
            true => self.told.error(who, what, help),
            false => self.told.warning(who, what, "left out"),
        }
    }

    /// Takes in a shape: of an area its outer ring.
    fn take(&mut self, who: &Who, has_kind: bool, what: What, rings: &[Vec<Position>]) {
        let outer = rings.first().map_or(&[][..], Vec::as_slice);
        let Some(mut points) = outer.iter().map(place).collect::<Option<Vec<DVec2>>>() else {
            let help = "coordinates are two numbers: inches, degrees or metres, east and then north";
            return self.amiss(who, has_kind, "a place that lies nowhere on earth", help);
        };
        points.dedup();
        let least = match what {
            What::Area { .. } => 3,
            What::Line { .. } => 2,
            What::Crossing(_) | What::Label => 1,
        };
        if matches!(what, What::Area { .. }) {
            if rings.len() > 1 {
                self.told.warning(who, "holes in an area", "filled: draw what lies in them over it");
            }
            if points.len() > 1 && points.first() == points.last() {
                points.pop();
            }
        }
        if points.len() < least {
            let (of, count) = (if least == 3 { "an area" } else { "a line" }, points.len());
            let what = format!("too few points for {of}: {count}");
            return self.amiss(who, has_kind, what, format!("{of} has {least} points or more"));
        }
        if what == What::Label && who.name.is_empty() {
            return self.told.warning(who, "a point without a name", "left out");
        }
        self.shapes.push(Shape { who: who.clone(), what, points });
    }

    fn finish(mut self, file: &str, mut faults: Vec<Fault>) -> Result<MapFile, Faults> {
        for (who, form) in std::mem::take(&mut self.plain) {
            if self.of_osm {
                *self.no_ground.entry("without a tag that is known").or_default() += 1;
            } else if form == Form::Point {
                self.told.warning(&who, "a point without a name", "left out");
            } else {
                let (words, kinds) = match form {
                    Form::Area => ("an area without the property \"kind\"", suggested("", &AREA_KINDS)),
                    _ => ("a line without the property \"kind\"", suggested("", &LINE_KINDS)),
                };
                self.told.error(&who, words, kinds);
            }
        }
        faults.extend(self.told.faults());
        if !self.no_ground.is_empty() {
            faults.push(no_ground(file, &self.no_ground));
        }
        let extent = Extent::of(self.shapes.iter().flat_map(|shape| shape.points.iter().copied()));
        match extent {
            _ if faults.iter().any(Fault::is_error) => Err(Faults(faults)),
            None => {
                let help = "write polygons, lines and points with the property \"kind\", or with the tags of OpenStreetMap";
                faults.insert(0, Fault::of_file(file, "there is no ground in the file", help));
                Err(Faults(faults))
            }
            Some(extent) => {
                let is_fine = |number: f64| ((number * 1000.0).round() - number * 1000.0).abs() > 1e-6;
                let mut points = self.shapes.iter().flat_map(|shape| &shape.points);
                Ok(MapFile {
                    file: file.to_owned(),
                    extent,
                    named: self.named,
                    fine: points.any(|point| is_fine(point.x) || is_fine(point.y)),
                    warnings: faults,
                    shapes: self.shapes,
                })
            }
        }
    }
}

/// What a file calls its coordinates: `urn:ogc:def:crs:EPSG::3857`.
fn named(object: &Map<String, Value>) -> Option<Coordinates> {
    let name = object.get("crs")?.get("properties")?.get("name")?.as_str()?.to_uppercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    Some(match () {
        () if has(&["3857", "900913", "3785"]) => Coordinates::Mercator,
        () if has(&["CRS84", "4326", "4258", "4269"]) => Coordinates::Degrees,
        () if has(&["EPSG"]) => Coordinates::Metres,
        () => return None,
    })
}

const fn is_road(kind: LineKind) -> bool {
    matches!(kind, LineKind::PavedRoad | LineKind::Lane | LineKind::SunkenRoad)
}

/// How a way crosses the water on its way.
fn crosses(properties: &Properties) -> Option<CrossingKind> {
    match (properties.has("bridge"), properties.has("ford")) {
        (true, _) => Some(CrossingKind::Bridge),
        (false, true) => Some(CrossingKind::Ford),
        (false, false) => None,
    }
}

/// What a row of the table makes of a shape.
fn of_row(row: &Row, form: Form, crosses: Option<CrossingKind>) -> Option<What> {
    let area = || Some(What::Area { kind: row.area?, level: None, slope: None, uphill: None });
    let line = |kind| What::Line { kind, width: None, crosses: crosses.filter(|_| is_road(kind)) };
    match form {
        // A garden that is a wall in the data is the wall about it; a square that is a road is none.
        Form::Area => area().or_else(|| {
            let works = [LineKind::Wall, LineKind::Hedge, LineKind::Fence, LineKind::Pit, LineKind::Crest];
            row.line.filter(|kind| works.contains(kind)).map(line)
        }),
        Form::Line { closed } => row.line.map(line).or_else(|| area().filter(|_| closed)),
        Form::Point => row.point.map(|kind| match kind {
            PointKind::Label => What::Label,
            PointKind::Ford => What::Crossing(CrossingKind::Ford),
        }),
    }
}

/// `40 features are no ground: 30 amenity, 7 power and 3 others`.
fn no_ground(file: &str, counts: &BTreeMap<&'static str, usize>) -> Fault {
    let all: usize = counts.values().sum();
    let mut kinds: Vec<(&str, usize)> = counts.iter().map(|(key, count)| (*key, *count)).collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let rest: usize = kinds.iter().skip(KINDS_TOLD).map(|(_, count)| count).sum();
    let told: Vec<String> =
        kinds.iter().take(KINDS_TOLD).map(|(key, count)| format!("{count} {key}")).collect();
    let others = if rest > 0 { format!(" and {rest} others") } else { String::new() };
    let are = if all == 1 { "feature is" } else { "features are" };
    Fault::of_file(file, format!("{all} {are} no ground: {}{others}", told.join(", ")), "left out")
        .as_warning()
}
