//! Marks as SVG: one sheet of marks, drawn as in the window. Units: inches of the drawing in, points of the sheet out.
//!
//! The output is the same on every machine: places are rounded to a hundredth of a point, and words use the fonts of the
//! program, which are needed to turn the sheet into pixels or pages (see [`super::output`]).

use glam::Vec2;
use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{
    Circle, ClipPath, Definitions, Group, Image, LinearGradient, Path, Rectangle, Stop, Text, Title,
};
use svg::node::{Node, Value};

use drawing::letters::{baseline, line_size, set_size};
use drawing::plates::plate_size;
use drawing::{Colour, Face, Ink, Lettering, Mark, Palette, Pen};
use table::pose::sin_cos;

use super::fonts::{Words, font_faces};
use super::stain::stained;

/// Width of a halo round words that are set in [`FULL_HALO`] or larger; round smaller ones less. In points.
pub(super) const HALO: f32 = 1.8;
pub(super) const FULL_HALO: f32 = 10.0;

/// Distance beyond a frame at which marks are left out, in points: no pen or word extends farther.
const BEYOND: f32 = 200.0;

/// The visible part of a drawing, and its place on the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Least corner, in inches of the drawing.
    pub low: Vec2,
    /// Greatest corner.
    pub high: Vec2,
    /// Points per inch.
    pub scale: f32,
    /// Its upper left corner, in points from that of the sheet, right and down.
    pub corner: Vec2,
}

impl Frame {
    /// A frame for the whole of a sheet.
    pub fn new(low: Vec2, high: Vec2, scale: f32) -> Self {
        Self { low, high, scale, corner: Vec2::ZERO }
    }

    /// Its size on the sheet, in points.
    pub fn size(&self) -> Vec2 {
        (self.high - self.low) * self.scale
    }

    pub(super) fn point(&self, place: Vec2) -> Vec2 {
        let along = (place - Vec2::new(self.low.x, self.high.y)) * self.scale;
        self.corner + Vec2::new(along.x, -along.y)
    }

    /// May any of this mark be visible in the frame?
    pub(super) fn may_show(&self, mark: &Mark) -> bool {
        let (low, high) = mark.bounds();
        let room = Vec2::splat(BEYOND / self.scale);
        (high + room).cmpge(self.low).all() && (low - room).cmple(self.high).all()
    }
}

/// A sheet being drawn.
#[derive(Debug)]
pub struct Sheet {
    size: Vec2,
    palette: Palette,
    definitions: Definitions,
    defined: usize,
    drawn: Group,
    words: Words,
}

/// A completed sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Svg {
    text: String,
    words: Words,
}

impl Svg {
    /// The text for readers that have the fonts of the program.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The sheet as a file that contains its fonts, reduced to its letters.
    pub fn file(&self) -> String {
        let style = format!("{TITLE_ENDS}\n<style>{}</style>", font_faces(&self.words));
        self.text.replacen(TITLE_ENDS, &style, 1)
    }
}

/// The style of a picture follows its title.
const TITLE_ENDS: &str = "</title>";

impl Sheet {
    /// An empty sheet with this width and height in points.
    pub fn new(size: Vec2, palette: Palette) -> Self {
        Self {
            size,
            palette,
            definitions: Definitions::new(),
            defined: 0,
            drawn: Group::new(),
            words: Words::default(),
        }
    }

    /// Fills all of the sheet.
    pub fn fill(&mut self, ink: Ink) {
        let whole = Rectangle::new().set("width", fine(self.size.x)).set("height", fine(self.size.y));
        self.drawn.append(filled(whole, self.palette.ink(ink)));
    }

    /// Draws marks in a frame, clipped to it.
    pub fn draw(&mut self, frame: &Frame, marks: &[Mark]) {
        let mut group = Group::new();
        for mark in marks.iter().filter(|mark| frame.may_show(mark)) {
            self.mark(&mut group, frame, mark);
        }
        if group.get_children().is_some_and(|children| children.is_empty()) {
            return;
        }
        if frame.corner != Vec2::ZERO || frame.size() != self.size {
            let (at, size) = (frame.corner, frame.size());
            let cut = Rectangle::new().set("x", fine(at.x)).set("y", fine(at.y));
            let cut = cut.set("width", fine(size.x)).set("height", fine(size.y));
            let id = self.define(|id| ClipPath::new().set("id", id).add(cut));
            group.assign("clip-path", reference(&id));
        }
        self.drawn.append(group);
    }

    /// Draws marks on the sheet itself: an inch of them is a point, from its lower left corner.
    pub fn draw_in_points(&mut self, marks: &[Mark]) {
        self.draw(&Frame::new(Vec2::ZERO, self.size, 1.0), marks);
    }

    /// The completed sheet, with a description of its content.
    pub fn finish(self, title: &str) -> Svg {
        let Vec2 { x: wide, y: high } = self.size;
        let mut document = Document::new()
            .set("width", format!("{}pt", fine(wide)))
            .set("height", format!("{}pt", fine(high)))
            .set("viewBox", format!("0 0 {} {}", fine(wide), fine(high)))
            .add(Title::new(title));
        if self.defined > 0 {
            document = document.add(self.definitions);
        }
        Svg { text: format!("{}\n", document.add(self.drawn)), words: self.words }
    }

    /// Adds a definition that is drawn only by reference, and returns its name.
    fn define<T: Node>(&mut self, make: impl FnOnce(String) -> T) -> String {
        let id = format!("d{}", self.defined);
        self.defined += 1;
        self.definitions.append(make(id.clone()));
        id
    }

    fn mark(&mut self, group: &mut Group, frame: &Frame, mark: &Mark) {
        match mark {
            Mark::Fill { polygon, ink } => {
                group
                    .append(filled(Path::new().set("d", path(frame, polygon, true)), self.palette.ink(*ink)));
            }
            Mark::Boxes { boxes, ink } => {
                let data = boxes.iter().fold(Data::new(), |data, (low, high)| {
                    let corners = [*low, Vec2::new(high.x, low.y), *high, Vec2::new(low.x, high.y)];
                    run(data, frame, &corners, true)
                });
                group.append(filled(Path::new().set("d", data), self.palette.ink(*ink)));
            }
            Mark::Line { points, closed, pen } => {
                let line = Path::new().set("d", path(frame, points, *closed)).set("fill", "none");
                group.append(self.stroked(line.set("stroke-linejoin", "round"), *pen, frame));
            }
            Mark::Disc { at, radius, fill, pen } => {
                let at = frame.point(*at);
                let disc = Circle::new().set("cx", fine(at.x)).set("cy", fine(at.y));
                let disc = disc.set("r", fine(radius.at(frame.scale)));
                let disc = match fill {
                    Some(ink) => filled(disc, self.palette.ink(*ink)),
                    None => with(disc, "fill", "none"),
                };
                group.append(match pen {
                    Some(pen) => self.stroked(disc, *pen, frame),
                    None => disc,
                });
            }
            Mark::Fade { quad, ink } => self.fade(group, frame, quad, *ink),
            Mark::Mottle { low, high, cell, ink, salt } => {
                let (from, to) =
                    (frame.point(Vec2::new(low.x, high.y)), frame.point(Vec2::new(high.x, low.y)));
                let Some(picture) = stained(*high - *low, *cell, self.palette.ink(*ink), *salt) else {
                    return;
                };
                let image = Image::new().set("x", fine(from.x)).set("y", fine(from.y)).set("href", picture);
                let image = image.set("width", fine(to.x - from.x)).set("height", fine(to.y - from.y));
                group.append(image.set("preserveAspectRatio", "none"));
            }
            Mark::Text(words) => self.words(group, frame, words),
        }
    }

    fn stroked<T: Node>(&self, node: T, pen: Pen, frame: &Frame) -> T {
        let colour = self.palette.ink(pen.ink);
        let node = with(node, "stroke", hex(colour));
        let node = with(node, "stroke-width", fine(pen.width.at(frame.scale)));
        let node = if colour.alpha == 255 { node } else { with(node, "stroke-opacity", opacity(colour)) };
        match pen.dash {
            Some((dash, gap)) => with(node, "stroke-dasharray", format!("{} {}", fine(dash), fine(gap))),
            None => node,
        }
    }

    /// Draws a wash that is strongest along the first edge, and fades out towards the opposite one.
    fn fade(&mut self, group: &mut Group, frame: &Frame, quad: &[Vec2; 4], ink: Ink) {
        let colour = self.palette.ink(ink);
        let middle = |a: Vec2, b: Vec2| frame.point((a + b) / 2.0);
        let (from, to) = (middle(quad[0], quad[1]), middle(quad[3], quad[2]));
        let stop = |offset: f32, opacity: f32| {
            Stop::new().set("offset", offset).set("stop-color", hex(colour)).set("stop-opacity", opacity)
        };
        let id = self.define(|id| {
            LinearGradient::new()
                .set("id", id)
                .set("gradientUnits", "userSpaceOnUse")
                .set("x1", fine(from.x))
                .set("y1", fine(from.y))
                .set("x2", fine(to.x))
                .set("y2", fine(to.y))
                .add(stop(0.0, opacity(colour)))
                .add(stop(1.0, 0.0))
        });
        let shade = Path::new().set("d", path(frame, quad, true)).set("fill", reference(&id));
        // Neighbours join without a seam.
        group.append(shade.set("shape-rendering", "crispEdges"));
    }

    /// Draws words on their plate or with their halo; nothing if they are too small or have no room.
    fn words(&mut self, group: &mut Group, frame: &Frame, words: &Lettering) {
        let Some(size) = set_size(words, frame.scale) else { return };
        let at = frame.point(words.at) + words.nudge;
        if words.plate {
            let half = plate_size(words, frame.scale) / 2.0;
            let plate = Rectangle::new().set("x", fine(at.x - half.x)).set("y", fine(at.y - half.y));
            let plate = plate.set("width", fine(half.x * 2.0)).set("height", fine(half.y * 2.0)).set("rx", 3);
            let plate = filled(plate, self.palette.ink(Ink::Paper));
            group.append(self.stroked(plate, Pen::fine(words.ink, 1.0), frame));
        }
        self.words.add(words.face, &words.text);
        let spacing = words.spaced * size;
        let down = baseline(words.face, size);
        let wide = line_size(&words.text, words.face, size, words.spaced).x;
        let text = Text::new(words.text.clone())
            // A renderer may put space after the last letter too: from the left end that changes nothing.
            .set("x", fine(at.x - wide / 2.0))
            .set("y", fine(at.y + down))
            .set("font-family", families(words.face))
            .set("font-size", size);
        let text = match words.face {
            Face::Bold => text.set("font-weight", 600),
            Face::Italic => text.set("font-style", "italic"),
            Face::Roman => text,
        };
        let text = if spacing > 0.0 { text.set("letter-spacing", fine(spacing)) } else { text };
        let text = if words.turn == 0.0 { text } else { text.set("transform", turned(at, words.turn)) };
        let text = filled(text, self.palette.ink(words.ink));
        let Some(halo) = words.halo else { return group.append(text) };
        let wide = HALO * 2.0 * (size / FULL_HALO).min(1.0);
        let text = self.stroked(text, Pen::fine(halo, wide), frame);
        group.append(text.set("stroke-linejoin", "round").set("paint-order", "stroke"));
    }
}

/// A turn about a point by this many radians anticlockwise, as a matrix: no reader needs to compute a sine.
fn turned(at: Vec2, turn: f32) -> String {
    let (sine, cosine) = sin_cos(turn);
    let along = at.x - at.x * cosine - at.y * sine;
    let down = at.y + at.x * sine - at.y * cosine;
    format!("matrix({cosine:.5} {:.5} {sine:.5} {cosine:.5} {} {})", -sine, fine(along), fine(down))
}

/// The family of a face, followed by that of the controls for missing letters.
fn families(face: Face) -> &'static str {
    match face {
        Face::Bold | Face::Italic | Face::Roman => "Libertinus Serif, Linux Biolinum O",
    }
}

fn with<T: Node>(mut node: T, name: &str, value: impl Into<Value>) -> T {
    node.assign(name, value);
    node
}

fn filled<T: Node>(node: T, colour: Colour) -> T {
    let node = with(node, "fill", hex(colour));
    if colour.alpha == 255 { node } else { with(node, "fill-opacity", opacity(colour)) }
}

fn hex(Colour { red, green, blue, .. }: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn opacity(colour: Colour) -> f32 {
    (f32::from(colour.alpha) / 255.0 * 1000.0).round() / 1000.0
}

fn reference(id: &str) -> String {
    format!("url(#{id})")
}

fn path(frame: &Frame, points: &[Vec2], closed: bool) -> Data {
    run(Data::new(), frame, points, closed)
}

/// Adds a stroke of the pen.
fn run(data: Data, frame: &Frame, points: &[Vec2], closed: bool) -> Data {
    let place = |point: &Vec2| {
        let point = frame.point(*point);
        (fine(point.x), fine(point.y))
    };
    let [first, rest @ ..] = points else { return data };
    let data = rest.iter().fold(data.move_to(place(first)), |data, point| data.line_to(place(point)));
    if closed { data.close() } else { data }
}

/// Rounded to a hundredth of a point; never a negative zero.
fn fine(points: f32) -> f32 {
    (points * 100.0).round() / 100.0 + 0.0
}

#[cfg(test)]
mod tests {
    use resvg::usvg::Node as Drawn;

    use super::*;
    use crate::output::{png, read};
    use drawing::Length;

    /// What is drawn of these marks, ten points an inch, on ten inches by ten.
    fn drawn(marks: &[Mark]) -> Svg {
        let mut sheet = Sheet::new(Vec2::splat(100.0), Palette::DAY);
        sheet.draw(&Frame::new(Vec2::ZERO, Vec2::splat(10.0), 10.0), marks);
        sheet.finish("a trial")
    }

    /// The boxes of all that is drawn, in points: left, top, right, bottom.
    fn boxes(sheet: &Svg) -> Vec<[f32; 4]> {
        fn of(group: &resvg::usvg::Group, found: &mut Vec<[f32; 4]>) {
            for node in group.children() {
                match node {
                    Drawn::Group(group) => of(group, found),
                    other => {
                        let rect = other.abs_stroke_bounding_box();
                        found.push([rect.left(), rect.top(), rect.right(), rect.bottom()]);
                    }
                }
            }
        }
        let mut found = Vec::new();
        of(read(sheet).expect("it is sound").root(), &mut found);
        found
    }

    fn is_near(found: [f32; 4], wanted: [f32; 4]) -> bool {
        found.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 0.02)
    }

    #[test]
    fn an_inch_is_as_long_as_was_asked_and_up_is_up() {
        let square = [(1.0, 2.0), (3.0, 2.0), (3.0, 5.0), (1.0, 5.0)].map(Vec2::from);
        let line = Mark::line([(1.0, 9.0), (4.0, 9.0)].map(Vec2::from), Pen::fine(Ink::Line, 2.0));
        let found = boxes(&drawn(&[Mark::fill(square, Ink::Line), line]));
        assert!(is_near(found[0], [10.0, 50.0, 30.0, 80.0]), "{found:?}");
        assert!(is_near(found[1], [10.0, 9.0, 40.0, 11.0]), "{found:?}");
    }

    #[test]
    fn words_lie_about_their_place_turned_or_not() {
        let words = |turn: f32, spaced: f32| {
            let mut words =
                Lettering::new(Vec2::splat(5.0), "Hougoumont", Length::points(12.0), Face::Italic, Ink::Name);
            (words.turn, words.spaced) = (turn, spaced);
            boxes(&drawn(&[words.into()]))[0]
        };
        for spaced in [0.0, 0.2] {
            let [left, top, right, bottom] = words(0.0, spaced);
            assert!(((left + right) / 2.0 - 50.0).abs() < 1.0, "{left} to {right}");
            assert!(top < 50.0 && bottom > 50.0 && bottom - top < 16.0, "{top} to {bottom}");
            let upright = words(std::f32::consts::FRAC_PI_2, spaced);
            assert!((upright[3] - upright[1] - (right - left)).abs() < 0.5, "on end: {upright:?}");
        }
    }

    #[test]
    fn nothing_is_drawn_beyond_a_frame() {
        let mut sheet = Sheet::new(Vec2::splat(100.0), Palette::DAY);
        let frame = Frame { corner: Vec2::new(20.0, 30.0), ..Frame::new(Vec2::ZERO, Vec2::splat(4.0), 10.0) };
        let all = [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)].map(Vec2::from);
        sheet.draw(&frame, &[Mark::fill(all, Ink::Line)]);
        let picture = png(&sheet.finish("a trial"), 1.0).expect("it is drawn");
        let picture = resvg::tiny_skia::Pixmap::decode_png(&picture).expect("it is a picture");
        let is_drawn = |x: u32, y: u32| picture.pixel(x, y).is_some_and(|pixel| pixel.alpha() > 0);
        assert!(is_drawn(21, 31) && is_drawn(58, 68), "inside");
        assert!(!is_drawn(18, 40) && !is_drawn(61, 40) && !is_drawn(40, 28) && !is_drawn(40, 71), "outside");
        // What lies far from it is not written at all.
        let far = drawn(&[Mark::dot(Vec2::splat(90.0), Length::inches(1.0), Ink::Line)]);
        assert!(!far.text().contains("circle"), "{}", far.text());
    }

    #[test]
    fn signs_that_xml_has_for_itself_are_spelled_out() {
        let words = Lettering::new(
            Vec2::splat(5.0),
            "<\"Foy\" & 'Jérôme'>",
            Length::points(12.0),
            Face::Roman,
            Ink::Name,
        );
        let sheet = drawn(&[words.into()]);
        assert!(read(&sheet).is_ok(), "{}", sheet.text());
    }

    #[test]
    fn no_place_is_written_as_less_than_nothing() {
        assert_eq!(fine(-0.001).to_string(), "0");
        assert_eq!((fine(1.0 / 3.0), fine(-2.456)), (0.33, -2.46));
    }
}
