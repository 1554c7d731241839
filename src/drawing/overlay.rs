//! Overlays that can be switched and combined: zones, command range, fire lanes, threats, rulers. Units: inches.
//!
//! Pure functions from plain data to marks. Each overlay has a texture of its own, so that several can be combined and told
//! apart without colour: zones are hatched (one direction for each side), command range is a ring of dots and dashes, lanes are
//! strips, threats are arrows.

use glam::Vec2;

use table::Pose;
use table::cells::Cells;
use table::measure::point_in_polygon;

use super::mark::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};
use super::shape::along;

/// The zone of one stand.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneOf {
    /// 0 or 1.
    pub side: u8,
    pub colour: ArmyColour,
    /// Convex.
    pub outline: Vec<Vec2>,
}

/// A general and the range of command.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandRange {
    /// The corners of the general's stand, in order.
    pub body: [Vec2; 4],
    pub range: f32,
    /// `d'Erlon, 6 in`.
    pub words: String,
    /// For each of the general's stands: from, to, whether it is within range, and the distance in words.
    pub stands: Vec<(Vec2, Vec2, bool, String)>,
}

/// A lane of the selected battery.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneTo {
    /// Left at the front, left at the target, right at the target, right at the front; `None` if no lane reaches the target.
    pub strip: Option<[Vec2; 4]>,
    pub target: Vec2,
    /// `8.3 in`; of a lane that is blocked the name of its target.
    pub words: String,
    /// Where it is blocked, and the name of the blocker.
    pub blocked: Option<(Vec2, String)>,
}

/// A threat by an enemy to a stand.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreatFrom {
    pub from: Vec2,
    pub to: Vec2,
    pub how: How,
    /// `17 at effective range`.
    pub words: String,
}

/// The kind of threat.
#[derive(Clone, Debug, PartialEq)]
pub enum How {
    /// Along this strip.
    Fire([Vec2; 4]),
    /// By fire, once the strip is clear.
    Masked([Vec2; 4]),
    /// To this place.
    Charge(Pose),
    /// Near enough to come round.
    Near,
}

/// A measured line that stays until it is removed.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruler {
    pub from: Vec2,
    pub to: Vec2,
    /// `6.31 in, 946 yards`.
    pub words: String,
}

/// One line of the legend: the ink of the line, the wash it encloses, if any, and its meaning.
pub type LegendRow = (Ink, Option<Wash>, String);

/// A wash with its texture, which distinguishes it without colour.
pub(super) type Wash = (Ink, Texture);

/// The dashes of a line round a ringed area, and the gaps between them, in points.
pub const RINGED: (f32, f32) = (9.0, 4.0);

/// The texture of a wash, besides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texture {
    Plain,
    /// Hatched in the direction of this side's zones, 0 or 1.
    Hatched(u8),
    /// Strewn with dots, in the ink of its line.
    Dotted,
    /// Within a broken line.
    Ringed,
}

impl Texture {
    /// The direction of hatching for the zones of a side; `None` if not hatched.
    pub fn way(self) -> Option<Vec2> {
        match self {
            Self::Hatched(side) => Some(Vec2::new(1.0, if side == 0 { 1.0 } else { -1.0 }).normalize()),
            Self::Plain | Self::Dotted | Self::Ringed => None,
        }
    }
}

/// Dots over boxes in rows, like those of a reach: at a fixed distance in inches, in staggered ranks.
pub fn dots(boxes: &[(Vec2, Vec2)], ink: Ink) -> Vec<Mark> {
    /// Distance of ranks, and of dots in a rank.
    const APART: Vec2 = Vec2::new(0.56, 0.28);
    let mut marks = Vec::new();
    for (low, high) in boxes {
        let ranks = (low.y / APART.y).ceil() as i32..(high.y / APART.y).ceil() as i32;
        for rank in ranks {
            let shift = if rank % 2 == 0 { 0.0 } else { APART.x / 2.0 };
            let places =
                ((low.x - shift) / APART.x).ceil() as i32..((high.x - shift) / APART.x).ceil() as i32;
            marks.extend(places.map(|place| {
                let at = Vec2::new(place as f32 * APART.x + shift, rank as f32 * APART.y);
                Mark::dot(at, Length::inches(0.05).between(0.9, 2.4), ink)
            }));
        }
    }
    marks
}

/// Which overlays are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct OverlaysShown {
    pub zones: bool,
    pub command: bool,
    pub lanes: bool,
    pub reach: bool,
    pub threat: bool,
    pub rulers: bool,
}

impl OverlaysShown {
    /// Is the overlay with this name on?
    pub fn is_on(self, name: &str) -> bool {
        match name {
            "zones" => self.zones,
            "command" => self.command,
            "lanes" => self.lanes,
            "threat" => self.threat,
            _ => false,
        }
    }
}

/// The lines of the legend for the overlays shown.
pub fn legend_rows(shown: OverlaysShown) -> Vec<LegendRow> {
    let rows = [
        (
            shown.zones,
            (Ink::ZoneLine, Some((Ink::Zone, Texture::Hatched(0))), "zone of control, hatched by side"),
        ),
        (shown.command, (Ink::Command, Some((Ink::CommandWash, Texture::Ringed)), "command range")),
        (shown.reach, (Ink::ReachLine, Some((Ink::Reach, Texture::Plain)), "may end here")),
        (shown.lanes, (Ink::Good, Some((Ink::GoodWash, Texture::Plain)), "clear lane")),
        (shown.lanes, (Ink::Bad, Some((Ink::BadWash, Texture::Plain)), "blocked lane, blocker named")),
        (shown.threat, (Ink::Threat, Some((Ink::ThreatWash, Texture::Plain)), "what the enemy could do")),
        (shown.rulers, (Ink::Ruler, None, "ruler")),
    ];
    rows.into_iter()
        .filter(|(on, _)| *on)
        .map(|(_, (line, wash, words))| (line, wash, words.to_owned()))
        .collect()
}

/// Zones of all stands: each side hatched in its own direction in its army's colour, with one outline round each side's zones.
pub fn zone_marks(zones: &[ZoneOf]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for side in 0..=1 {
        let ours: Vec<&ZoneOf> = zones.iter().filter(|zone| zone.side == side).collect();
        let Some(way) = Texture::Hatched(side).way() else { continue };
        let mut colours: Vec<ArmyColour> = ours.iter().map(|zone| zone.colour).collect();
        colours.sort_unstable();
        colours.dedup();
        for colour in colours {
            let outlines: Vec<&[Vec2]> =
                ours.iter().filter(|zone| zone.colour == colour).map(|zone| &zone.outline[..]).collect();
            // Each army of a side has lines of its own between those of the others.
            for stroke in hatched(&outlines, way, 0.42) {
                marks.push(Mark::line(stroke, Pen::fine(zone_ink(colour), 0.7)));
            }
        }
        let all: Vec<&[Vec2]> = ours.iter().map(|zone| &zone.outline[..]).collect();
        for (k, zone) in ours.iter().enumerate() {
            let ink = zone_ink(zone.colour);
            for piece in outside(&all, k) {
                marks.push(Mark::line(piece, Pen::fine(ink, 1.3)));
            }
        }
    }
    marks
}

/// Pale armies have their zones in the ink of the map: their own colour would be invisible on paper.
pub fn zone_ink(colour: ArmyColour) -> Ink {
    match colour {
        ArmyColour::White | ArmyColour::Yellow => Ink::ZoneLine,
        ArmyColour::Blue | ArmyColour::Red | ArmyColour::Grey | ArmyColour::Green => Ink::ZoneOf(colour),
    }
}

/// The wash of a zone, as for [`zone_ink`].
pub fn zone_wash(colour: ArmyColour) -> Ink {
    match colour {
        ArmyColour::White | ArmyColour::Yellow => Ink::Zone,
        ArmyColour::Blue | ArmyColour::Red | ArmyColour::Grey | ArmyColour::Green => Ink::ZoneWash(colour),
    }
}

/// Ground that is lit, and its borders.
pub fn lit_marks(lit: &Cells, ink: Ink, border: Pen) -> Vec<Mark> {
    let rings = lit.outline().into_iter().map(|ring| Mark::ring(ring, border));
    std::iter::once(Mark::Boxes { boxes: lit.boxes(), ink }).chain(rings).collect()
}

/// Strokes that hatch the union of convex outlines.
fn hatched(outlines: &[&[Vec2]], way: Vec2, step: f32) -> Vec<[Vec2; 2]> {
    let across = Vec2::new(-way.y, way.x);
    let mut lines: std::collections::BTreeMap<i32, Vec<(f32, f32)>> = std::collections::BTreeMap::new();
    for outline in outlines {
        for [a, b] in super::shape::hatch(outline, way, step) {
            let line = (a.dot(across) / step).round() as i32;
            let (from, to) = (a.dot(way), b.dot(way));
            lines.entry(line).or_default().push((from.min(to), from.max(to)));
        }
    }
    let mut strokes = Vec::new();
    for (line, mut spans) in lines {
        spans.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut merged: Vec<(f32, f32)> = Vec::new();
        for (from, to) in spans {
            match merged.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        let base = across * line as f32 * step;
        strokes.extend(merged.into_iter().map(|(from, to)| [base + way * from, base + way * to]));
    }
    strokes
}

/// The parts of one outline that lie in none of the others.
fn outside(outlines: &[&[Vec2]], which: usize) -> Vec<Vec<Vec2>> {
    let own = outlines[which];
    let (low, high) = super::shape::bounds(own);
    let near: Vec<&[Vec2]> = outlines
        .iter()
        .enumerate()
        .filter(|(k, other)| {
            let (least, greatest) = super::shape::bounds(other);
            *k != which && least.cmple(high).all() && greatest.cmpge(low).all()
        })
        .map(|(_, other)| *other)
        .collect();
    let mut pieces: Vec<Vec<Vec2>> = Vec::new();
    let mut open = false;
    for (i, &a) in own.iter().enumerate() {
        let b = own[(i + 1) % own.len()];
        let parts = (a.distance(b) / 0.15).ceil().max(1.0) as i32;
        for k in 0..parts {
            let at = |k: i32| a.lerp(b, k as f32 / parts as f32);
            let middle = (at(k) + at(k + 1)) / 2.0;
            if near.iter().any(|other| point_in_polygon(middle, other)) {
                open = false;
                continue;
            }
            match pieces.last_mut() {
                // Along one edge the piece is only extended.
                Some(piece) if open && k > 0 => {
                    piece.pop();
                    piece.push(at(k + 1));
                }
                Some(piece) if open => piece.push(at(k + 1)),
                _ => pieces.push(vec![at(k), at(k + 1)]),
            }
            open = true;
        }
    }
    pieces
}

/// The range of a general's command, and the line to each of the stands: solid within range, broken beyond it.
pub fn command_marks(command: &CommandRange) -> Vec<Mark> {
    let ring = grown(&command.body, command.range);
    let mut marks = vec![
        Mark::fill(ring.clone(), Ink::CommandWash),
        Mark::ring(ring.clone(), Pen::fine(Ink::Command, 2.0).dashed(RINGED.0, RINGED.1)),
    ];
    for (from, to, within, words) in &command.stands {
        let ink = if *within { Ink::Command } else { Ink::Bad };
        let pen = Pen::fine(ink, if *within { 1.2 } else { 1.6 });
        marks.push(Mark::line([*from, *to], if *within { pen } else { pen.dashed(5.0, 4.0) }));
        marks.push(Mark::dot(*to, Length::points(3.0), ink));
        if !within {
            let middle = from.lerp(*to, 0.6);
            marks.push(Lettering::new(middle, words, Length::points(12.5), Face::Bold, ink).plated().into());
        }
    }
    let top = ring.iter().copied().max_by(|a, b| a.y.total_cmp(&b.y)).unwrap_or_default();
    let mut words =
        Lettering::new(top, &command.words, Length::points(13.0), Face::Italic, Ink::Command).plated();
    // Inside the ring, so that it is visible whenever the ring is.
    words.nudge = Vec2::new(0.0, 12.0);
    marks.push(words.into());
    marks
}

/// The outline of all points within `by` inches of a rectangle.
fn grown(body: &[Vec2; 4], by: f32) -> Vec<Vec2> {
    let middle = (body[0] + body[2]) / 2.0;
    let mut ring = Vec::new();
    for i in 0..4 {
        let (before, at, after) = (body[(i + 3) % 4], body[i], body[(i + 1) % 4]);
        let out = |a: Vec2, b: Vec2| {
            let way = (b - a).normalize_or(Vec2::X);
            let side = Vec2::new(-way.y, way.x);
            if side.dot(at - middle) >= 0.0 { side } else { -side }
        };
        let (from, to) = (out(before, at), out(at, after));
        for k in 0..=12 {
            ring.push(at + from.lerp(to, k as f32 / 12.0).normalize_or(from) * by);
        }
    }
    ring
}

/// Lanes of a battery: clear ones as strips, blocked ones as broken lines up to their blocker, which is struck out and
/// named once with the targets that it covers.
pub fn lane_marks(lanes: &[LaneTo]) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut blockers: Vec<(&str, Vec2, Vec<&str>)> = Vec::new();
    for lane in lanes {
        match (&lane.blocked, lane.strip) {
            (Some((at, name)), strip) => {
                if let Some(strip) = strip {
                    let muzzle = (strip[0] + strip[3]) / 2.0;
                    marks.push(Mark::line([muzzle, *at], Pen::fine(Ink::Bad, 1.4).dashed(6.0, 4.0)));
                }
                match blockers.iter_mut().find(|(known, ..)| known == name) {
                    Some((.., covered)) => covered.push(&lane.words),
                    None => blockers.push((name, *at, vec![&lane.words])),
                }
            }
            (None, Some(strip)) => {
                marks.push(Mark::fill(strip, Ink::GoodWash));
                let pen = Pen::fine(Ink::Good, 1.4);
                marks.push(Mark::line([strip[0], strip[1]], pen));
                marks.push(Mark::line([strip[3], strip[2]], pen));
                let mut words =
                    Lettering::new(lane.target, &lane.words, Length::points(12.5), Face::Bold, Ink::Good)
                        .plated();
                words.nudge = Vec2::new(0.0, -14.0);
                marks.push(words.into());
            }
            (None, None) => {}
        }
    }
    for (name, at, covered) in blockers {
        struck(&mut marks, at, Ink::Bad);
        let words = match &covered[..] {
            [only] => format!("{name} bars the lane to {only}"),
            several => format!("{name} bars the lanes to {}", several.join(", ")),
        };
        let mut words = Lettering::new(at, words, Length::points(12.5), Face::Bold, Ink::Bad).plated();
        words.nudge = Vec2::new(0.0, 17.0);
        marks.push(words.into());
    }
    marks
}

/// Arcs at which a battery's bands end, each with its name, to this many radians on either side of straight ahead.
pub fn band_marks(muzzle: Pose, arc: f32, bands: &[(f32, String)]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (k, (range, words)) in bands.iter().enumerate() {
        let points: Vec<Vec2> = (0..=24)
            .map(|step| {
                let turn = arc * (step as f32 / 12.0 - 1.0);
                muzzle.at + muzzle.heading.turned(turn).forward() * *range
            })
            .collect();
        let end = muzzle.heading.turned(arc).forward() * *range + muzzle.at;
        let dash = 4.0 + 4.0 * k as f32;
        marks.push(Mark::line(points, Pen::fine(Ink::Good, 1.4).dashed(dash, 3.0)));
        marks.push(Lettering::new(end, words, Length::points(12.0), Face::Italic, Ink::Good).plated().into());
    }
    marks
}

/// Threats by the enemy: strips of fire, arrows of charges, and a dotted line from stands that could come round.
pub fn threat_marks(threats: &[ThreatFrom]) -> Vec<Mark> {
    let mut marks = Vec::new();
    let ink = Ink::Threat;
    for threat in threats {
        match &threat.how {
            How::Fire(strip) => {
                marks.push(Mark::fill(*strip, Ink::ThreatWash));
                marks.push(Mark::ring(*strip, Pen::fine(ink, 1.4)));
            }
            How::Masked(strip) => marks.push(Mark::ring(*strip, Pen::fine(ink, 1.0).dashed(3.0, 5.0))),
            How::Charge(end) => arrow(&mut marks, threat.from, end.at, ink),
            How::Near => {
                for (at, _) in along(&[threat.from, threat.to], false, 0.3) {
                    marks.push(Mark::dot(at, Length::points(1.7), ink));
                }
            }
        }
        let mut words =
            Lettering::new(threat.from, &threat.words, Length::points(12.0), Face::Bold, ink).plated();
        words.nudge = Vec2::new(0.0, -13.0);
        marks.push(words.into());
    }
    marks
}

/// Rulers: a line with a tick every inch and its length beside the middle.
pub fn ruler_marks(rulers: &[Ruler]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for ruler in rulers {
        let way = (ruler.to - ruler.from).normalize_or(Vec2::X);
        let side = Vec2::new(-way.y, way.x);
        marks.push(Mark::line([ruler.from, ruler.to], Pen::fine(Ink::Halo, 5.0)));
        marks.push(Mark::line([ruler.from, ruler.to], Pen::fine(Ink::Ruler, 2.0)));
        for inch in 0..=ruler.from.distance(ruler.to) as i32 {
            let at = ruler.from + way * inch as f32;
            let long = if inch % 6 == 0 { 0.26 } else { 0.13 };
            marks.push(Mark::line([at, at + side * long], Pen::fine(Ink::Ruler, 1.2)));
        }
        for end in [ruler.from, ruler.to] {
            marks.push(Mark::line([end - side * 0.3, end + side * 0.3], Pen::fine(Ink::Ruler, 2.0)));
        }
    }
    // After all lines, so that no line crosses the words of another ruler.
    marks.extend(rulers.iter().map(|ruler| ruler_words(ruler).into()));
    marks
}

/// The length of a ruler, beside its middle.
pub fn ruler_words(ruler: &Ruler) -> Lettering {
    let middle = (ruler.from + ruler.to) / 2.0;
    let mut words =
        Lettering::new(middle, &ruler.words, Length::points(14.0), Face::Bold, Ink::Ruler).plated();
    words.nudge = Vec2::new(0.0, 15.0);
    words
}

fn arrow(marks: &mut Vec<Mark>, from: Vec2, to: Vec2, ink: Ink) {
    let way = (to - from).normalize_or_zero();
    let side = Vec2::new(-way.y, way.x);
    marks.push(Mark::line([from, to - way * 0.3], Pen::new(ink, Length::inches(0.12).between(2.0, 6.0))));
    let neck = to - way * 0.6;
    marks.push(Mark::fill([to, neck + side * 0.3, neck - side * 0.3], ink));
}

fn struck(marks: &mut Vec<Mark>, at: Vec2, ink: Ink) {
    marks.push(Mark::Disc {
        at,
        radius: Length::points(7.0),
        fill: Some(Ink::Plate),
        pen: Some(Pen::fine(ink, 1.8)),
    });
    for sign in [1.0, -1.0] {
        let arm = Vec2::new(0.17, 0.17 * sign);
        marks.push(Mark::line([at - arm, at + arm], Pen::fine(ink, 2.2)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f32, side: u8) -> ZoneOf {
        let outline = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(|(u, v)| Vec2::new(u + x, v));
        ZoneOf { side, colour: ArmyColour::Blue, outline: outline.to_vec() }
    }

    fn length_of(marks: &[Mark], points: f32) -> f32 {
        marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Line { points: line, pen, .. } if pen.width.least == points => {
                    Some(line.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f32>())
                }
                _ => None,
            })
            .sum()
    }

    #[test]
    fn zones_of_one_side_run_together() {
        let apart = zone_marks(&[square(0.0, 0), square(10.0, 0)]);
        let joined = zone_marks(&[square(0.0, 0), square(2.0, 0)]);
        let across = zone_marks(&[square(0.0, 0), square(2.0, 1)]);
        assert!((length_of(&apart, 1.3) - 32.0).abs() < 0.3, "{}", length_of(&apart, 1.3));
        assert!((length_of(&joined, 1.3) - 20.0).abs() < 0.5, "{}", length_of(&joined, 1.3));
        assert!((length_of(&across, 1.3) - 32.0).abs() < 0.3, "the enemy's outline stays whole");
        let share = length_of(&joined, 0.7) / length_of(&apart, 0.7);
        assert!((share - 0.75).abs() < 0.05, "hatching is not doubled where zones overlap: {share}");
    }

    #[test]
    fn command_range_is_measured_from_the_edge_of_the_stand() {
        let body = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].map(Vec2::from);
        for point in grown(&body, 6.0) {
            let gap = (point.abs() - 1.0).max(Vec2::ZERO).length();
            assert!((gap - 6.0).abs() < 1e-4, "{point} is {gap} away");
        }
    }

    #[test]
    fn the_blocker_of_a_lane_is_named() {
        let strip = [(0.0, 0.0), (0.0, 8.0), (1.0, 8.0), (1.0, 0.0)].map(Vec2::from);
        let lane = LaneTo {
            strip: Some(strip),
            target: Vec2::new(0.5, 8.0),
            words: "18 Cuirassiers".into(),
            blocked: Some((Vec2::new(0.5, 4.0), "14 Charlet".into())),
        };
        let said = lane_marks(&[lane]).into_iter().find_map(|mark| match mark {
            Mark::Text(words) => Some(words.text),
            _ => None,
        });
        assert_eq!(said.as_deref(), Some("14 Charlet bars the lane to 18 Cuirassiers"));
    }

    #[test]
    fn whatever_an_overlay_says_makes_way_for_stands() {
        let body = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].map(Vec2::from);
        let stands = vec![(Vec2::ZERO, Vec2::new(9.0, 0.0), false, "9 in".to_owned())];
        let mut marks = command_marks(&CommandRange { body, range: 6.0, words: "Ney, 6 in".into(), stands });
        marks.extend(band_marks(Pose::at(0.0, 0.0, 0.0), 0.4, &[(8.0, "effective".into())]));
        let (words, others) = crate::plates::parted(&marks);
        let said: Vec<&str> = words
            .iter()
            .filter_map(|mark| match mark {
                Mark::Text(words) => Some(words.text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(said, ["9 in", "Ney, 6 in", "effective"]);
        assert!(!others.iter().any(|mark| matches!(mark, Mark::Text(_))));
    }

    #[test]
    fn the_legend_lists_only_what_is_on() {
        assert!(legend_rows(OverlaysShown::default()).is_empty());
        let rows = legend_rows(OverlaysShown { lanes: true, rulers: true, ..OverlaysShown::default() });
        assert_eq!(rows.len(), 3);
    }
}
