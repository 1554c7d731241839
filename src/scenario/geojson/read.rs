//! Reads the features of a GeoJSON text and classifies them.
//!
//! A text may be a FeatureCollection, a Feature, a list of either, or one feature a line (RFC 8142, with or without its
//! separators). Collections of shapes may be nested.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::{BitOr, RangeInclusive};

use geojson::{Geometry, GeometryValue, Position};
use glam::DVec2;
use serde_json::value::RawValue;
use serde_json::{Deserializer, Map, Value};

use super::feature_faults::{FeatureFaults, Who, features, of_map};
use super::fit::{Coordinates, Extent, Spoken};
use super::tags::{PointKind, Properties, Row};
use super::{AREA_KINDS, LINE_KINDS, MapFile, Shape, What, rings};
use crate::terrain_raw::{LEVELS, SLOPES, WIDTHS};
use data::{Fault, Faults, suggest};
use table::ground::{AreaKind, CrossingKind, LineKind};

/// Larger than any coordinate on earth, in any unit.
const FARTHEST: f64 = 1e9;

/// Maximum number of tags of non-ground features that are listed; the rest are counted together.
const TAGS_TOLD: usize = 8;

/// Reads the map in a text, or reports all its faults. `file` is its name in faults.
pub fn read_map(file: &str, text: &str) -> Result<MapFile, Faults> {
    // The separators of RFC 8142.
    let text = text.replace('\u{1e}', " ");
    let mut read = Read {
        file,
        faults: Vec::new(),
        feature_faults: FeatureFaults::new(file),
        places: Places { text: &text, at: 0, line: 1, column: 1 },
        shapes: Vec::new(),
        count: 0,
        named: None,
        of_osm: false,
        spoken: Spoken::Names,
        no_ground: BTreeMap::new(),
        plain: Vec::new(),
    };
    // Values are parsed only for syntax and depth: they do not keep their positions.
    let mut documents = Deserializer::from_str(&text).into_iter::<Value>();
    let mut from = 0;
    while let Some(document) = documents.next() {
        let to = documents.byte_offset();
        match document {
            Ok(_) => read.document(text[from..to].trim()),
            Err(error) => read.faults.push(Fault {
                line: error.line().max(1),
                column: error.column().max(1),
                ..of_map(file, format!("the file cannot be read as GeoJSON: {error}"), WRITE)
            }),
        }
        from = to;
    }
    if from == 0 && read.faults.is_empty() {
        read.faults.push(of_map(file, "the file is empty", "export the map as GeoJSON once more"));
    }
    read.finish()
}

const WRITE: &str = "write a FeatureCollection as in RFC 7946, or one feature a line";

/// Positions of the parts of a text.
struct Places<'t> {
    text: &'t str,
    /// The end of the part already scanned, with line and column there.
    at: usize,
    line: usize,
    column: usize,
}

impl Places<'_> {
    /// Line and column of a part of the text; fast for parts that lie after all those requested before.
    fn of(&mut self, part: &str) -> (usize, usize) {
        let to = part.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
        if to < self.at {
            (self.at, self.line, self.column) = (0, 1, 1);
        }
        for letter in self.text.get(self.at..to).unwrap_or_default().chars() {
            (self.line, self.column) =
                if letter == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.at = to;
        (self.line, self.column)
    }
}

/// The members of an object, unparsed.
fn members(text: &str) -> Option<BTreeMap<String, &RawValue>> {
    serde_json::from_str(text).ok()
}

fn items(text: &str) -> Option<Vec<&RawValue>> {
    serde_json::from_str(text).ok()
}

/// The `type` of an object.
fn type_of(object: &BTreeMap<String, &RawValue>) -> String {
    object.get("type").and_then(|of| serde_json::from_str(of.get()).ok()).unwrap_or_default()
}

fn object(text: &RawValue) -> Option<Map<String, Value>> {
    serde_json::from_str(text.get()).ok()
}

struct Read<'a> {
    file: &'a str,
    /// Faults that belong to no feature.
    faults: Vec<Fault>,
    feature_faults: FeatureFaults<'a>,
    places: Places<'a>,
    shapes: Vec<Shape>,
    /// Number of features so far.
    count: usize,
    named: Option<Coordinates>,
    /// Does something in the file come from OpenStreetMap?
    of_osm: bool,
    spoken: Spoken,
    /// The numbers of features that are not ground, by the tag that classifies them.
    no_ground: BTreeMap<String, Vec<usize>>,
    /// Features without a classification, with their form.
    plain: Vec<(Who, Form)>,
}

/// The form of a shape.
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

/// The result for a shape.
enum Meaning {
    Ground(What),
    /// Its fault has been reported.
    Faulty,
    /// It is not marked as ground.
    None,
}

/// The kind with this name, ignoring case, spaces and hyphens.
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
    fn document(&mut self, text: &str) {
        if let Some(all) = items(text) {
            return all.into_iter().for_each(|item| self.document(item.get()));
        }
        let Some(object) = members(text) else {
            return self.fault(text, "a value that is no feature", WRITE);
        };
        match &*type_of(&object) {
            "FeatureCollection" => {
                self.named = self.named.or_else(|| named(object.get("crs")?));
                let features = object.get("features").and_then(|features| items(features.get()));
                features.into_iter().flatten().for_each(|feature| self.document(feature.get()));
            }
            "Feature" => self.feature(text, &object),
            "Point" | "MultiPoint" | "LineString" | "MultiLineString" | "Polygon" | "MultiPolygon"
            | "GeometryCollection" => self.fault(
                text,
                "a shape without properties",
                "write a FeatureCollection whose features have the property \"kind\"",
            ),
            of => {
                let what = match of {
                    "" => "something that is no feature".to_owned(),
                    of => format!("a \"{of}\", which is no feature"),
                };
                self.fault(
                    text,
                    &what,
                    "export the map as GeoJSON: a FeatureCollection, or one feature a line",
                );
            }
        }
    }

    /// Reports something that should not be at this place of the file.
    fn fault(&mut self, text: &str, what: &str, help: &str) {
        let (line, column) = self.places.of(text);
        let fault = of_map(self.file, format!("the file has {what}"), help);
        self.faults.push(Fault { line, column, ..fault });
    }

    fn feature(&mut self, text: &str, members: &BTreeMap<String, &RawValue>) {
        self.count += 1;
        let properties = members.get("properties").and_then(|properties| object(properties));
        let properties = properties.as_ref().map(Properties::of).unwrap_or_default();
        let name = properties.get("name").unwrap_or_default().to_owned();
        let who = Who { number: self.count, name, place: self.places.of(text) };
        self.of_osm |= properties.key().is_some() || properties.has_osm_id();
        if properties.has_osm_id() {
            self.spoken = Spoken::Tags;
        }
        match members.get("geometry").map(|shape| shape.get()) {
            None | Some("null") => self.feature_faults.warning(&who, "no shape", "left out"),
            Some(shape) => {
                let mut forms = Vec::new();
                let is_ground = self.geometry((&who, &properties), shape, &mut forms);
                match (is_ground, forms.first(), properties.tag()) {
                    (true, ..) | (_, None, _) => {}
                    (false, Some(_), Some(tag)) => self.no_ground.entry(tag).or_default().push(who.number),
                    (false, Some(form), None) => self.plain.push((who, *form)),
                }
            }
        }
    }

    /// Reads a shape, or all those of a collection. Returns `true` if some of it is ground, or would be without a reported
    /// fault. `forms` collects the shapes that are not classified.
    fn geometry(&mut self, feature: (&Who, &Properties), shape: &str, forms: &mut Vec<Form>) -> bool {
        let (who, properties) = feature;
        if let Some(object) = members(shape) {
            match &*type_of(&object) {
                "GeometryCollection" => {
                    let all = object.get("geometries").and_then(|all| items(all.get()));
                    let all = all.into_iter().flatten();
                    return all.map(|one| self.geometry(feature, one.get(), forms)).fold(false, BitOr::bitor);
                }
                // Some programs put whole features where shapes belong.
                "Feature" | "FeatureCollection" => {
                    self.document(shape);
                    return true;
                }
                _ => {}
            }
        }
        let value = match serde_json::from_str::<Geometry>(shape) {
            Ok(geometry) => geometry.value,
            Err(error) => {
                let what = format!("a shape that cannot be read: {error}");
                self.feature_fault(
                    who,
                    properties.get("kind").is_some(),
                    what,
                    "draw it anew, or take it out",
                );
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
            // Handled before it was read.
            GeometryValue::GeometryCollection { .. } => false,
        }
    }

    /// Classifies a shape of a feature: by its kind, otherwise by its tags.
    fn meaning(&mut self, who: &Who, properties: &Properties, form: Form) -> Meaning {
        if let Some(word) = properties.get("kind") {
            return self.of_kind(who, properties, form, word);
        }
        let crosses = crosses(properties);
        let found = properties.rows().find_map(|row| of_row(row, form, crosses));
        match found {
            Some(_) if form != Form::Point && properties.is_underground() => {
                self.feature_faults.warning(who, "it runs underground, in a tunnel or a culvert", "left out");
                Meaning::Faulty
            }
            Some(what) => {
                self.spoken = Spoken::Tags;
                if matches!((form, what), (Form::Line { .. }, What::Area { .. })) {
                    self.feature_faults.warning(
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
        if self.spoken == Spoken::Names {
            self.spoken = Spoken::Kinds;
        }
        let (area, line) = (kind(word, &AREA_KINDS), kind(word, &LINE_KINDS));
        let what = match (form, area, line) {
            (Form::Area | Form::Line { closed: true }, Some(kind), _) => {
                if form != Form::Area {
                    self.feature_faults.warning(
                        who,
                        format!("a closed line of the kind {kind:?}"),
                        "taken as an area",
                    );
                }
                let mut number = |of: AreaKind, name: &str, accepted: RangeInclusive<f32>| {
                    if kind == of { self.number(who, properties, name, accepted) } else { None }
                };
                let uphill = number(AreaKind::Slope, "uphill", -360.0..=360.0);
                let level = number(AreaKind::Hill, "level", LEVELS);
                let slope = number(AreaKind::Hill, "slope", SLOPES);
                if kind == AreaKind::Slope && uphill.is_none() {
                    self.feature_faults.error(
                        who,
                        "the slope does not say which way is up",
                        "add uphill: degrees clockwise from north",
                    );
                    return Meaning::Faulty;
                }
                if level.is_some_and(|level| level.fract() != 0.0) {
                    self.feature_faults.error(
                        who,
                        "a level that is no whole number",
                        "write 1 for the lowest hills",
                    );
                }
                What::Area { kind, level: level.map(|level| level as u8), slope, uphill }
            }
            (Form::Line { .. } | Form::Area, _, Some(kind)) => {
                if form == Form::Area {
                    self.feature_faults.warning(
                        who,
                        format!("an area of the kind {kind:?}"),
                        "its edge is taken as the line",
                    );
                }
                let width = self.number(who, properties, "width", WIDTHS);
                What::Line { kind, width, crosses: crosses(properties).filter(|_| is_road(kind)) }
            }
            (Form::Line { closed: false }, Some(kind), None) => {
                let what = format!("{kind:?} is a kind of area, and this is a line that is not closed");
                self.feature_faults.error(who, what, "end it where it begins, or give it a kind of line");
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
        self.feature_faults.error(who, format!("there is no kind \"{word}\" of {}", form.words()), help);
        Meaning::Faulty
    }

    fn number(
        &mut self,
        who: &Who,
        properties: &Properties,
        name: &str,
        accepted: RangeInclusive<f32>,
    ) -> Option<f32> {
        let text = properties.get(name)?;
        let number = text
            .replace(',', ".")
            .parse()
            .ok()
            .filter(|number| accepted.contains(number))
            .map(|number| number + 0.0);
        if number.is_none() {
            let help = format!("write a number from {} to {}", accepted.start(), accepted.end());
            self.feature_faults.error(who, format!("\"{name}\" is \"{text}\""), help);
        }
        number
    }

    /// Reports a fault: an error if the feature has a kind, so that it is wanted; with tags alone it may be left out.
    fn feature_fault(&mut self, who: &Who, has_kind: bool, what: impl Into<String>, help: impl Into<String>) {
        match has_kind {
            true => self.feature_faults.error(who, what, help),
            false => self.feature_faults.warning(who, what, "left out"),
        }
    }

    /// Adds a shape; for an area its outer ring.
    fn take(&mut self, who: &Who, has_kind: bool, what: What, rings: &[Vec<Position>]) {
        let outer = rings.first().map_or(&[][..], Vec::as_slice);
        let Some(mut points) = outer.iter().map(place).collect::<Option<Vec<DVec2>>>() else {
            let help = "coordinates are two numbers: inches, degrees or metres, east and then north";
            return self.feature_fault(who, has_kind, "a place that lies nowhere on earth", help);
        };
        points.dedup();
        let least = match what {
            What::Area { .. } => 3,
            What::Line { .. } => 2,
            What::Crossing(_) | What::Label => 1,
        };
        if matches!(what, What::Area { .. }) {
            if rings.len() > 1 {
                self.feature_faults.warning(
                    who,
                    "holes in an area",
                    "filled: draw what lies in them over it",
                );
            }
            if points.len() > 1 && points.first() == points.last() {
                points.pop();
            }
        }
        if points.len() < least {
            let (of, count) = (if least == 3 { "an area" } else { "a line" }, points.len());
            let what = format!("too few points for {of}: {count}");
            return self.feature_fault(who, has_kind, what, format!("{of} has {least} points or more"));
        }
        if what == What::Label && who.name.is_empty() {
            return self.feature_faults.warning(who, "a point without a name", "left out");
        }
        let mut shape = |points| self.shapes.push(Shape { who: who.clone(), what, points });
        let loops = if matches!(what, What::Area { .. }) { rings::loops(&points) } else { None };
        match loops {
            None => shape(points),
            Some(loops) if loops.is_empty() => {
                let help = "draw it round what lies in it";
                self.feature_fault(who, has_kind, "an area with no ground in it", help);
            }
            Some(loops) => {
                loops.into_iter().for_each(shape);
                let done = "each of its loops is taken as an area";
                self.feature_faults.warning(who, "an area whose edge crosses or touches itself", done);
            }
        }
    }

    fn finish(mut self) -> Result<MapFile, Faults> {
        for (who, form) in std::mem::take(&mut self.plain) {
            if self.of_osm {
                let untagged = "without a tag that is known".to_owned();
                self.no_ground.entry(untagged).or_default().push(who.number);
            } else if form == Form::Point {
                self.feature_faults.warning(&who, "a point without a name", "left out");
            } else {
                let (words, kinds) = match form {
                    Form::Area => ("an area without the property \"kind\"", suggested("", &AREA_KINDS)),
                    _ => ("a line without the property \"kind\"", suggested("", &LINE_KINDS)),
                };
                self.feature_faults.error(&who, words, kinds);
            }
        }
        let (file, mut faults) = (self.file, self.faults);
        faults.extend(self.feature_faults.faults());
        if !self.no_ground.is_empty() {
            faults.push(no_ground(file, self.no_ground));
        }
        let extent = Extent::of(self.shapes.iter().flat_map(|shape| shape.points.iter().copied()));
        match extent {
            _ if faults.iter().any(Fault::is_error) => Err(Faults(faults)),
            None => {
                let help = "write polygons, lines and points with the property \"kind\", or with the tags of OpenStreetMap";
                faults.insert(0, of_map(file, "there is no ground in the file", help));
                Err(Faults(faults))
            }
            Some(extent) => {
                let (named, spoken) = (self.named, self.spoken);
                let (file, shapes) = (file.to_owned(), self.shapes);
                Ok(MapFile { file, extent, named, spoken, warnings: faults, shapes })
            }
        }
    }
}

/// The file's name for its coordinates: `urn:ogc:def:crs:EPSG::3857`.
fn named(crs: &RawValue) -> Option<Coordinates> {
    let name = object(crs)?.get("properties")?.get("name")?.as_str()?.to_uppercase();
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

/// How a road crosses water on its way.
fn crosses(properties: &Properties) -> Option<CrossingKind> {
    match (properties.has("bridge"), properties.has("ford")) {
        (true, _) => Some(CrossingKind::Bridge),
        (false, true) => Some(CrossingKind::Ford),
        (false, false) => None,
    }
}

/// The classification of a shape by a row of the table.
fn of_row(row: &Row, form: Form, crosses: Option<CrossingKind>) -> Option<What> {
    let area = || Some(What::Area { kind: row.area?, level: None, slope: None, uphill: None });
    let line = |kind| What::Line { kind, width: None, crosses: crosses.filter(|_| is_road(kind)) };
    match form {
        // A garden that is a wall in the data is the wall round it; a square that is a road is not a line.
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

/// `40 features are no ground: 30 amenity=bench (features 1, 2, 3 and 27 more), 1 landuse=meadow (feature 31) and 9 others`.
fn no_ground(file: &str, tags: BTreeMap<String, Vec<usize>>) -> Fault {
    let all: usize = tags.values().map(Vec::len).sum();
    let mut tags: Vec<(String, Vec<usize>)> = tags.into_iter().collect();
    tags.sort_by_key(|(_, numbers)| std::cmp::Reverse(numbers.len()));
    let rest: usize = tags.iter().skip(TAGS_TOLD).map(|(_, numbers)| numbers.len()).sum();
    let told = tags.iter().take(TAGS_TOLD);
    let told =
        told.map(|(tag, numbers)| format!("{} {tag} ({})", numbers.len(), features(numbers, numbers.len())));
    let told: Vec<String> = told.collect();
    let others = if rest > 0 { format!(" and {rest} others") } else { String::new() };
    let are = if all == 1 { "feature is" } else { "features are" };
    of_map(file, format!("{all} {are} no ground: {}{others}", told.join(", ")), "left out").as_warning()
}
