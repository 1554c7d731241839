//! Marks as SVG for the maps of one page, which share common parts: their colours are classes of the page, by day and by night,
//! and strokes of one pen are one path. Units: inches of the drawing as input, tenths of a point as output, as whole numbers.
//!
//! What takes most room on a single sheet is kept short here: a page has a map of every turn.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use glam::{IVec2, Vec2};

use drawing::letters::{baseline, set_size};
use drawing::plates::plate_size;
use drawing::{Colour, Face, Ink, Lettering, Mark, Palette, Pen};

use super::svg::{FULL_HALO, Frame, HALO};

/// Units per point.
const FINE: f32 = 10.0;

/// The shared parts of the maps of a page.
#[derive(Debug)]
pub struct Shared {
    frame: Frame,
    inks: BTreeMap<Ink, usize>,
    classes: BTreeMap<String, usize>,
    /// Fading washes, and their inks.
    fades: String,
    /// By ink and ends: the same wash is defined once, for any number of maps.
    faded: BTreeMap<(Ink, [i32; 4]), usize>,
    fade_inks: BTreeMap<Ink, usize>,
}

/// A path being written: strokes of one class, one after the other.
#[derive(Debug, Default)]
struct Run {
    class: Option<usize>,
    data: String,
    at: IVec2,
}

impl Shared {
    pub fn new(frame: Frame) -> Self {
        Self {
            frame,
            inks: BTreeMap::new(),
            classes: BTreeMap::new(),
            fades: String::new(),
            faded: BTreeMap::new(),
            fade_inks: BTreeMap::new(),
        }
    }

    /// The width and height of a map, in its own units.
    pub fn size(&self) -> IVec2 {
        (self.frame.size() * FINE).round().as_ivec2()
    }

    /// The marks as elements.
    pub fn marks(&mut self, marks: &[Mark]) -> String {
        let mut text = String::new();
        let mut run = Run::default();
        let frame = self.frame;
        for mark in marks.iter().filter(|mark| frame.may_show(mark)) {
            self.mark(&mut text, &mut run, mark);
        }
        run.end(&mut text);
        text
    }

    /// A box over all of a map in one ink.
    pub fn backdrop(&mut self, ink: Ink) -> String {
        let (class, size) = (self.filled(ink), self.size());
        format!("<path class=\"c{class}\" d=\"M0 0H{}V{}H0z\"/>", size.x, size.y)
    }

    /// The definitions shared by all maps of the page: the fading washes.
    pub fn definitions(&self) -> String {
        let mut text = String::new();
        for (ink, number) in &self.fade_inks {
            let ink = self.inks.get(ink).copied().unwrap_or_default();
            let stop = |offset: u8, opacity: &str| {
                format!("<stop offset=\"{offset}\" style=\"stop-color:var(--i{ink}){opacity}\"/>")
            };
            let _ = write!(
                text,
                "<linearGradient id=\"f{number}\" gradientUnits=\"userSpaceOnUse\">{}{}</linearGradient>",
                stop(0, ""),
                stop(1, ";stop-opacity:0")
            );
        }
        text + &self.fades
    }

    /// The classes of the page.
    pub fn style(&self) -> String {
        let mut rules: Vec<(&String, &usize)> = self.classes.iter().collect();
        rules.sort_by_key(|(_, number)| **number);
        rules.iter().map(|(rule, number)| format!(".c{number}{{{rule}}}\n")).collect()
    }

    /// The colours of the page's inks in this palette.
    pub fn colours(&self, palette: Palette) -> String {
        self.inks.iter().map(|(ink, number)| format!("--i{number}:{};", hex(palette.ink(*ink)))).collect()
    }

    fn ink(&mut self, ink: Ink) -> usize {
        let next = self.inks.len();
        *self.inks.entry(ink).or_insert(next)
    }

    fn class(&mut self, rule: String) -> usize {
        let next = self.classes.len();
        *self.classes.entry(rule).or_insert(next)
    }

    fn filled(&mut self, ink: Ink) -> usize {
        let ink = self.ink(ink);
        self.class(format!("fill:var(--i{ink})"))
    }

    fn pen(&mut self, pen: Pen) -> String {
        let ink = self.ink(pen.ink);
        let wide = whole(pen.width.at(self.frame.scale)).max(1);
        let dash = pen.dash.map_or_else(String::new, |(dash, gap)| {
            format!(";stroke-dasharray:{} {}", whole(dash), whole(gap))
        });
        format!("stroke:var(--i{ink});stroke-width:{wide};stroke-linejoin:round{dash}")
    }

    fn point(&self, place: Vec2) -> IVec2 {
        (self.frame.point(place) * FINE).round().as_ivec2()
    }

    fn points(&self, places: &[Vec2]) -> Vec<IVec2> {
        places.iter().map(|place| self.point(*place)).collect()
    }

    fn mark(&mut self, text: &mut String, run: &mut Run, mark: &Mark) {
        match mark {
            Mark::Fill { polygon, ink } => {
                let class = self.filled(*ink);
                let mut points = self.points(polygon);
                // If two overlap in one path, neither may cut a hole into the other.
                if doubled_area(&points) < 0 {
                    points.reverse();
                }
                run.begin(text, class, is_opaque(*ink));
                run.stroke(&points, true);
            }
            Mark::Boxes { boxes, ink } => {
                let class = self.filled(*ink);
                run.begin(text, class, false);
                for (low, high) in boxes {
                    let corners = [*low, Vec2::new(high.x, low.y), *high, Vec2::new(low.x, high.y)];
                    run.stroke(&self.points(&corners), true);
                }
            }
            Mark::Line { points, closed, pen } => {
                let pen = self.pen(*pen);
                let class = self.class(format!("fill:none;{pen}"));
                run.begin(text, class, true);
                run.stroke(&self.points(points), *closed);
            }
            Mark::Disc { at, radius, fill: Some(ink), pen: None } => {
                // A point drawn with a round pen.
                let (ink, wide) = (self.ink(*ink), whole(radius.at(self.frame.scale) * 2.0).max(1));
                let rule = format!("fill:none;stroke:var(--i{ink});stroke-width:{wide};stroke-linecap:round");
                let class = self.class(rule);
                run.begin(text, class, true);
                run.dot(self.point(*at));
            }
            Mark::Disc { at, radius, fill, pen } => {
                run.end(text);
                let fill = fill.map_or_else(|| "none".into(), |ink| format!("var(--i{})", self.ink(ink)));
                let pen = pen.map_or_else(String::new, |pen| self.pen(pen));
                let class = self.class(format!("fill:{fill};{pen}"));
                let (at, radius) = (self.point(*at), whole(radius.at(self.frame.scale)));
                let _ = write!(
                    text,
                    "<circle class=\"c{class}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>",
                    at.x, at.y
                );
            }
            Mark::Fade { quad, ink } => {
                run.end(text);
                self.fade(text, quad, *ink);
            }
            // The stains of the paper are pictures, which would make up most of a page.
            Mark::Mottle { .. } => {}
            Mark::Text(words) => {
                run.end(text);
                self.words(text, words);
            }
        }
    }

    /// A wash that is strongest along the first edge, and fades out towards the opposite one.
    fn fade(&mut self, text: &mut String, quad: &[Vec2; 4], ink: Ink) {
        self.ink(ink);
        let next = self.fade_inks.len();
        let like = *self.fade_inks.entry(ink).or_insert(next);
        let middle = |a: Vec2, b: Vec2| self.point((a + b) / 2.0);
        let (from, to) = (middle(quad[0], quad[1]), middle(quad[3], quad[2]));
        let ends = [from.x, from.y, to.x, to.y];
        let next = self.faded.len();
        let number = *self.faded.entry((ink, ends)).or_insert_with(|| {
            let _ = write!(
                self.fades,
                "<linearGradient id=\"g{next}\" href=\"#f{like}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
                from.x, from.y, to.x, to.y
            );
            next
        });
        let mut run = Run::default();
        run.stroke(&self.points(quad), true);
        let _ = write!(
            text,
            "<path fill=\"url(#g{number})\" shape-rendering=\"crispEdges\" d=\"{}\"/>",
            run.data
        );
    }

    /// Words on their plate or with their halo, about their place; none if they are too small or have no room.
    fn words(&mut self, text: &mut String, words: &Lettering) {
        let scale = self.frame.scale;
        let Some(size) = set_size(words, scale) else { return };
        let at = self.frame.point(words.at) + words.nudge;
        if words.plate {
            let half = plate_size(words, scale) / 2.0;
            let pen = self.pen(Pen::fine(words.ink, 1.0));
            let paper = self.ink(Ink::Paper);
            let class = self.class(format!("fill:var(--i{paper});{pen}"));
            let _ = write!(
                text,
                "<rect class=\"c{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"30\"/>",
                whole(at.x - half.x),
                whole(at.y - half.y),
                whole(half.x * 2.0),
                whole(half.y * 2.0)
            );
        }
        let class = self.lettering(words, size);
        let down = baseline(words.face, size);
        let (x, y) = (whole(at.x), whole(at.y + down));
        let turn = match words.turn == 0.0 {
            true => String::new(),
            false => {
                let degrees = -words.turn.to_degrees();
                format!(" transform=\"rotate({degrees:.1} {x} {})\"", whole(at.y))
            }
        };
        let _ = write!(
            text,
            "<text class=\"c{class}\" x=\"{x}\" y=\"{y}\"{turn}>{}</text>",
            spelled(&words.text)
        );
    }

    fn lettering(&mut self, words: &Lettering, size: f32) -> usize {
        let ink = self.ink(words.ink);
        let face = match words.face {
            Face::Bold => ";font-weight:600",
            Face::Italic => ";font-style:italic",
            Face::Roman => "",
        };
        let spaced = match words.spaced > 0.0 {
            true => format!(";letter-spacing:{}px", whole(words.spaced * size)),
            false => String::new(),
        };
        let halo = words.halo.map_or_else(String::new, |halo| {
            let wide = HALO * 2.0 * (size / FULL_HALO).min(1.0);
            format!(";{};paint-order:stroke", self.pen(Pen::fine(halo, wide)))
        });
        // In each line: an element used by reference gets its style from its own place.
        let middle = ";text-anchor:middle";
        self.class(format!("fill:var(--i{ink});font-size:{}px{face}{middle}{spaced}{halo}", whole(size)))
    }
}

impl Run {
    /// Begins strokes of this class; those that are `joined` continue a path of the same class.
    fn begin(&mut self, text: &mut String, class: usize, joined: bool) {
        if self.class != Some(class) || !joined {
            self.end(text);
            self.class = Some(class);
        }
    }

    fn stroke(&mut self, points: &[IVec2], closed: bool) {
        let [first, rest @ ..] = points else { return };
        self.data.push(if self.data.is_empty() { 'M' } else { 'm' });
        self.step(*first, false);
        let start = self.at;
        let mut apart = true;
        for point in rest {
            // A step to the place of the pen draws nothing.
            if *point == self.at {
                continue;
            }
            if apart {
                self.data.push('l');
            }
            self.step(*point, !apart);
            apart = false;
        }
        if closed {
            self.data.push('z');
            self.at = start;
        }
    }

    fn dot(&mut self, at: IVec2) {
        self.data.push(if self.data.is_empty() { 'M' } else { 'm' });
        self.step(at, false);
        self.data.push_str("h0");
    }

    fn step(&mut self, to: IVec2, apart: bool) {
        let by = to - self.at;
        self.at = to;
        let space = |number: i32| if number < 0 { "" } else { " " };
        let first = if apart { space(by.x) } else { "" };
        let _ = write!(self.data, "{first}{}{}{}", by.x, space(by.y), by.y);
    }

    fn end(&mut self, text: &mut String) {
        if let Some(class) = self.class.take()
            && !self.data.is_empty()
        {
            let _ = write!(text, "<path class=\"c{class}\" d=\"{}\"/>", self.data);
        }
        *self = Self::default();
    }
}

/// Is the ink opaque in both lights?
fn is_opaque(ink: Ink) -> bool {
    [Palette::DAY, Palette::NIGHT].iter().all(|palette| palette.ink(ink).alpha == 255)
}

fn doubled_area(points: &[IVec2]) -> i64 {
    let next = points.iter().cycle().skip(1);
    points
        .iter()
        .zip(next)
        .map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x))
        .sum()
}

fn whole(points: f32) -> i32 {
    (points * FINE).round() as i32
}

/// A colour in the format of a page.
pub fn hex(Colour { red, green, blue, alpha }: Colour) -> String {
    match alpha {
        255 => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => format!("#{red:02x}{green:02x}{blue:02x}{alpha:02x}"),
    }
}

/// Words with XML's special characters escaped.
fn spelled(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawing::Length;

    fn shared() -> Shared {
        Shared::new(Frame::new(Vec2::ZERO, Vec2::splat(10.0), 10.0))
    }

    #[test]
    fn strokes_of_one_pen_are_one_path_and_lie_where_they_lay() {
        let mut shared = shared();
        let pen = Pen::fine(Ink::Line, 1.0);
        let line = |y: f32| Mark::line([Vec2::new(1.0, y), Vec2::new(3.0, y)], pen);
        let text = shared.marks(&[line(9.0), line(8.0)]);
        assert_eq!(text, "<path class=\"c0\" d=\"M100 100l200 0m-200 100l200 0\"/>");
        assert_eq!(shared.style(), ".c0{fill:none;stroke:var(--i0);stroke-width:10;stroke-linejoin:round}\n");
    }

    #[test]
    fn what_overlaps_in_a_path_leaves_no_hole() {
        let mut shared = shared();
        let square = [(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)].map(Vec2::from);
        let mut turned = square;
        turned.reverse();
        let text = shared.marks(&[Mark::fill(square, Ink::Line), Mark::fill(turned, Ink::Line)]);
        let ways: Vec<&str> = text.split('m').collect();
        assert_eq!(ways.len(), 2, "{text}");
        let area = |points: &[Vec2]| doubled_area(&shared.points(points));
        assert_eq!(area(&square), -area(&turned));
    }

    #[test]
    fn words_are_spelled_out_and_stand_about_their_place() {
        let mut shared = shared();
        let words =
            Lettering::new(Vec2::splat(5.0), "<Foy> & sons", Length::points(12.0), Face::Italic, Ink::Name);
        let text = shared.marks(&[words.into()]);
        assert!(text.contains("&lt;Foy&gt; &amp; sons") && text.contains("x=\"500\""), "{text}");
        assert!(shared.style().contains("font-style:italic"));
    }
}
