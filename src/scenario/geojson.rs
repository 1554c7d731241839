//! Ground from a GeoJSON file, as map programs write it.
//!
//! Coordinates are inches of the table: east, then north. Each feature has the property `kind`, a kind of area for
//! polygons (`Woods`), of line for lines (`PavedRoad`), of crossing for points (`Bridge`); a point without a kind, or
//! with the kind `Label`, is a name on the map. Further properties: `name`, for hills `level` and `slope`, for slopes
//! `uphill` in degrees, for lines `width`. What a feature does follows from its kind.

use geojson::{Feature, GeoJson, GeometryValue, JsonObject};
use glam::Vec2;

use super::edit::fine;
use super::ground_edit::{crossed, shaped};
use super::terrain_raw::usual_line;
use data::{Fault, Faults, suggest};
use table::Heading;
use table::ground::{AreaKind, Crossing, CrossingKind, Ground, Label, Line, LineKind, Rise};

/// Points farther out are no inches of a table.
const FARTHEST: f64 = 1000.0;

/// The ground of a GeoJSON text for a table of this size, with warnings; or all that is wrong with it.
///
/// `file` is what faults call it. Places off the table are left to the check of the draft that takes the ground in.
pub fn read_geojson(file: &str, text: &str, size: Vec2) -> Result<(Ground, Vec<Fault>), Faults> {
    let mut import = Import {
        file,
        faults: Vec::new(),
        ground: Ground { id: String::new(), name: String::new(), ..Ground::bare(size.x, size.y) },
        crossings: Vec::new(),
    };
    match text.parse::<GeoJson>() {
        Ok(GeoJson::FeatureCollection(all)) => {
            for (index, feature) in all.features.iter().enumerate() {
                import.feature(index, feature);
            }
        }
        Ok(GeoJson::Feature(feature)) => import.feature(0, &feature),
        Ok(GeoJson::Geometry(_)) => import.error(
            "the file has a shape without properties".into(),
            "write a FeatureCollection whose features have the property \"kind\"".into(),
        ),
        Err(error) => import.error(
            format!("the file cannot be read as GeoJSON: {error}"),
            "write a FeatureCollection as in RFC 7946".into(),
        ),
    }
    import.cross();
    let Import { faults, ground, .. } = import;
    let faults = Faults(faults);
    let found = ground.areas.len() + ground.lines.len() + ground.crossings.len() + ground.labels.len();
    if faults.has_errors() {
        Err(faults)
    } else if found == 0 {
        let help = "write polygons, lines and points with the property \"kind\"";
        Err(Faults(vec![Fault::of_file(file, "there is no ground in the file", help)]))
    } else {
        Ok((ground, faults.0))
    }
}

struct Import<'a> {
    file: &'a str,
    faults: Vec<Fault>,
    ground: Ground,
    /// Where lines are crossed: found only once all lines are there.
    crossings: Vec<(String, String, CrossingKind, Vec2)>,
}

/// Every kind of area, in the order in which they are offered.
pub const AREA_KINDS: [AreaKind; 15] = [
    AreaKind::Woods,
    AreaKind::Hill,
    AreaKind::Slope,
    AreaKind::Village,
    AreaKind::Buildings,
    AreaKind::Garden,
    AreaKind::Orchard,
    AreaKind::Plough,
    AreaKind::Marsh,
    AreaKind::Mud,
    AreaKind::Brush,
    AreaKind::Rocks,
    AreaKind::Water,
    AreaKind::Cliff,
    AreaKind::Earthwork,
];

/// Every kind of line, in the order in which they are offered.
pub const LINE_KINDS: [LineKind; 11] = [
    LineKind::Stream,
    LineKind::River,
    LineKind::PavedRoad,
    LineKind::Lane,
    LineKind::SunkenRoad,
    LineKind::Wall,
    LineKind::Hedge,
    LineKind::Fence,
    LineKind::Abatis,
    LineKind::Pit,
    LineKind::Crest,
];

/// The kind of this name, whatever its case, spaces and hyphens.
fn kind<K: Copy + std::fmt::Debug>(word: &str, kinds: &[K]) -> Result<K, String> {
    let plain = |text: &str| text.to_lowercase().replace([' ', '-', '_'], "");
    let names: Vec<String> = kinds.iter().map(|kind| format!("{kind:?}")).collect();
    let found = names.iter().position(|name| plain(name) == plain(word));
    match found {
        Some(index) => Ok(kinds[index]),
        None => Err(suggest(word, names.iter().map(String::as_str))),
    }
}

impl Import<'_> {
    fn error(&mut self, message: String, help: String) {
        self.faults.push(Fault::of_file(self.file, message, help));
    }

    fn warning(&mut self, message: String, help: &str) {
        self.faults.push(Fault::of_file(self.file, message, help).as_warning());
    }

    fn points(&mut self, said: &str, found: &[geojson::Position]) -> Option<Vec<Vec2>> {
        let mut points = Vec::with_capacity(found.len());
        for position in found {
            let [x, y, ..] = position.as_slice() else {
                self.error(format!("{said} has a place without two numbers"), "write [east, north]".into());
                return None;
            };
            if !(x.abs() < FARTHEST && y.abs() < FARTHEST) {
                let message = format!("{said} has the place [{x}, {y}]");
                self.error(message, "coordinates are inches of the table, not degrees or metres".into());
                return None;
            }
            points.push(fine(Vec2::new(*x as f32, *y as f32)));
        }
        points.dedup();
        Some(points)
    }

    fn feature(&mut self, index: usize, feature: &Feature) {
        let none = JsonObject::new();
        let properties = feature.properties.as_ref().unwrap_or(&none);
        let text = |name: &str| properties.get(name).and_then(|value| value.as_str()).map(str::to_owned);
        let name = text("name").unwrap_or_default();
        let said = match &*name {
            "" => format!("feature {}", index + 1),
            name => format!("feature {} \"{name}\"", index + 1),
        };
        let Some(geometry) = &feature.geometry else {
            self.warning(format!("{said} has no shape"), "it is left out");
            return;
        };
        let kind = text("kind");
        match &geometry.value {
            GeometryValue::Polygon { coordinates } => {
                self.polygon(&said, &name, kind.as_deref(), properties, coordinates);
            }
            GeometryValue::MultiPolygon { coordinates } => {
                for polygon in coordinates {
                    self.polygon(&said, &name, kind.as_deref(), properties, polygon);
                }
            }
            GeometryValue::LineString { coordinates } => {
                self.line(&said, &name, kind.as_deref(), properties, coordinates);
            }
            GeometryValue::MultiLineString { coordinates } => {
                for line in coordinates {
                    self.line(&said, &name, kind.as_deref(), properties, line);
                }
            }
            GeometryValue::Point { coordinates } => {
                self.point(&said, &name, kind.as_deref(), std::slice::from_ref(coordinates));
            }
            GeometryValue::MultiPoint { coordinates } => {
                self.point(&said, &name, kind.as_deref(), coordinates);
            }
            GeometryValue::GeometryCollection { .. } => {
                self.warning(format!("{said} is a collection of shapes"), "it is left out: write features");
            }
        }
    }

    fn kind_of<K: Copy + std::fmt::Debug>(
        &mut self,
        said: &str,
        what: &str,
        word: Option<&str>,
        kinds: &[K],
    ) -> Option<K> {
        let found = match word {
            None => kind("", kinds),
            Some(word) => kind(word, kinds),
        };
        match found {
            Ok(kind) => Some(kind),
            Err(help) => {
                let message = match word {
                    None => format!("{said} is {what} without the property \"kind\""),
                    Some(word) => format!("{said}: there is no kind \"{word}\" of {what}"),
                };
                self.error(message, help);
                None
            }
        }
    }

    fn number(&mut self, said: &str, properties: &JsonObject, name: &str) -> Option<f32> {
        let value = properties.get(name).filter(|value| !value.is_null())?;
        let number = value.as_f64().filter(|number| number.abs() < FARTHEST);
        if number.is_none() {
            self.error(format!("{said}: \"{name}\" is {value}"), "write a number".into());
        }
        number.map(|number| number as f32)
    }

    fn polygon(
        &mut self,
        said: &str,
        name: &str,
        word: Option<&str>,
        properties: &JsonObject,
        rings: &[Vec<geojson::Position>],
    ) {
        let Some(kind) = self.kind_of(said, "an area", word, &AREA_KINDS) else { return };
        if rings.len() > 1 {
            self.warning(format!("{said} has holes"), "they are filled: draw what lies in them over it");
        }
        let outer = rings.first().map_or(&[][..], Vec::as_slice);
        let Some(mut polygon) = self.points(said, outer) else { return };
        if polygon.len() > 1 && polygon.first() == polygon.last() {
            polygon.pop();
        }
        if polygon.len() < 3 {
            self.error(
                format!("{said} has too few points: {}", polygon.len()),
                "a polygon has 3 points or more".into(),
            );
            return;
        }
        let id = format!("A{}", self.ground.areas.len() + 1);
        let mut area = shaped(kind, id, name.to_owned(), polygon);
        let (level, slope) = (self.number(said, properties, "level"), self.number(said, properties, "slope"));
        if let Rise::Contour { level: was, slope: wide } = area.rise {
            let level = level.map_or(was, |level| level.clamp(0.0, 255.0) as u8);
            area.rise = Rise::Contour { level, slope: slope.unwrap_or(wide) };
        }
        match (kind, self.number(said, properties, "uphill")) {
            (AreaKind::Slope, Some(degrees)) => area.rise = Rise::Toward(Heading::from_degrees(degrees)),
            (AreaKind::Slope, None) => self.error(
                format!("{said}: the slope does not say which way is up"),
                "add uphill: degrees clockwise from north".into(),
            ),
            _ => {}
        }
        self.ground.areas.push(area);
    }

    fn line(
        &mut self,
        said: &str,
        name: &str,
        word: Option<&str>,
        properties: &JsonObject,
        points: &[geojson::Position],
    ) {
        let Some(kind) = self.kind_of(said, "a line", word, &LINE_KINDS) else { return };
        let Some(points) = self.points(said, points) else { return };
        if points.len() < 2 {
            let message = format!("{said} has too few points: {}", points.len());
            self.error(message, "a line has 2 points or more".into());
            return;
        }
        let usual = usual_line(kind);
        let width = self.number(said, properties, "width").unwrap_or(usual.width);
        let id = format!("L{}", self.ground.lines.len() + 1);
        self.ground.lines.push(Line { id, name: name.to_owned(), points, width, ..usual });
    }

    fn point(&mut self, said: &str, name: &str, word: Option<&str>, points: &[geojson::Position]) {
        let Some(points) = self.points(said, points) else { return };
        let label = word.is_none_or(|word| word.eq_ignore_ascii_case("label"));
        for at in points {
            if label {
                if name.is_empty() {
                    self.warning(format!("{said} is a point without a name"), "it is left out");
                } else {
                    self.ground.labels.push(Label { text: name.to_owned(), at });
                }
            } else if let Some(kind) =
                self.kind_of(said, "a crossing", word, &[CrossingKind::Bridge, CrossingKind::Ford])
            {
                self.crossings.push((said.to_owned(), name.to_owned(), kind, at));
            }
        }
    }

    /// Each crossing to the nearest line of the file.
    fn cross(&mut self) {
        for (said, name, kind, at) in std::mem::take(&mut self.crossings) {
            let near = crossed(&self.ground.lines, at);
            match near {
                Some((on, over)) => {
                    let id = format!("F{}", self.ground.crossings.len() + 1);
                    let over = over.to_owned();
                    self.ground.crossings.push(Crossing { id, name, kind, at: fine(on), over });
                }
                _ => self.error(
                    format!("{said} lies on no line"),
                    "a crossing lies within 1.5\" of a stream, a river or an obstacle of the same file"
                        .into(),
                ),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(properties: &str, shape: &str, coordinates: &str) -> String {
        format!(
            r#"{{"type": "Feature", "properties": {properties},
                "geometry": {{"type": "{shape}", "coordinates": {coordinates}}}}}"#
        )
    }

    fn collection(features: &[String]) -> String {
        format!(r#"{{"type": "FeatureCollection", "features": [{}]}}"#, features.join(", "))
    }

    fn read(features: &[String]) -> Result<(Ground, Vec<Fault>), Faults> {
        read_geojson("map.geojson", &collection(features), Vec2::new(36.0, 24.0))
    }

    #[test]
    fn polygons_lines_and_points_become_ground_of_their_kinds() {
        let (ground, warnings) = read(&[
            feature(r#"{"kind": "woods", "name": "Upper wood"}"#, "Polygon", "[[[1,1],[4,1],[4,5],[1,1]]]"),
            feature(r#"{"kind": "Hill", "level": 2}"#, "Polygon", "[[[10,1],[14,1],[14,5],[10,1]]]"),
            feature(r#"{"kind": "stream"}"#, "LineString", "[[0,12],[36,12]]"),
            feature(r#"{"kind": "paved-road", "width": 0.5}"#, "LineString", "[[18,0],[18,24]]"),
            feature(r#"{"kind": "Bridge"}"#, "Point", "[18.1,12.2]"),
            feature(r#"{"name": "Lesnes"}"#, "Point", "[20,15]"),
        ])
        .unwrap();
        assert_eq!(warnings, []);
        let woods = &ground.areas[0];
        assert_eq!((woods.kind, woods.polygon.len(), woods.blocks_sight), (AreaKind::Woods, 3, true));
        assert_eq!(ground.areas[1].rise, Rise::Contour { level: 2, slope: 1.0 });
        assert_eq!((ground.lines[1].kind, ground.lines[1].width), (LineKind::PavedRoad, 0.5));
        assert_eq!(ground.crossings[0].over, ground.lines[0].id, "a bridge is over the water, not the road");
        assert_eq!(ground.labels[0].text, "Lesnes");
    }

    #[test]
    fn all_faults_are_told_in_one_go_and_nothing_is_taken_in() {
        let faults = read(&[
            feature(r#"{"kind": "wods"}"#, "Polygon", "[[[1,1],[4,1],[4,5],[1,1]]]"),
            feature(r#"{"kind": "Slope", "name": "Bank"}"#, "Polygon", "[[[1,1],[4,1],[4,5],[1,1]]]"),
            feature(r#"{"kind": "Lane"}"#, "LineString", "[[4.36,50.64],[500000,5]]"),
            feature("null", "LineString", "[[1,1],[2,2]]"),
        ])
        .unwrap_err()
        .to_string();
        for said in [
            "feature 1: there is no kind \"wods\" of an area (did you mean \"Woods\"?",
            "feature 2 \"Bank\": the slope does not say which way is up",
            "coordinates are inches",
            "feature 4 is a line without the property \"kind\"",
        ] {
            assert!(faults.contains(said), "{said} is not in {faults}");
        }
        assert!(read_geojson("x", "{", Vec2::ONE).unwrap_err().to_string().contains("cannot be read"));
        assert!(read(&[]).unwrap_err().to_string().contains("no ground"));
    }

    #[test]
    fn holes_are_filled_and_said() {
        let (ground, warnings) = read(&[feature(
            r#"{"kind": "Marsh"}"#,
            "Polygon",
            "[[[1,1],[9,1],[9,9],[1,1]],[[5,2],[6,2],[6,3],[5,2]]]",
        )])
        .unwrap();
        assert_eq!(ground.areas.len(), 1);
        assert!(warnings[0].message.contains("has holes"), "{warnings:?}");
    }
}
