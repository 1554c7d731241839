//! A page: marks in points, 72 to a printed inch, from its lower left corner.

use std::collections::BTreeSet;

use glam::Vec2;

use crate::output::{OutputError, POINTS, pdf};
use crate::svg::{Frame, Sheet, Svg};
use drawing::letters::{cut_size, has_letter, line_size};
use drawing::{Face, Ink, Length, Lettering, Mark, Palette};

/// The replacement for a letter that no font of the program has.
const UNKNOWN: char = '?';

/// The paper in the printer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    #[default]
    A4,
    Letter,
}

impl Paper {
    pub const ALL: [Self; 2] = [Self::A4, Self::Letter];

    /// Its name in options: `a4`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }

    /// The paper with this name, in upper or lower case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|paper| paper.name().eq_ignore_ascii_case(name))
    }

    /// Its width and height in points, upright.
    pub fn size(self) -> Vec2 {
        match self {
            Self::A4 => Vec2::new(210.0, 297.0) / 25.4 * POINTS,
            Self::Letter => Vec2::new(8.5, 11.0) * POINTS,
        }
    }
}

/// A page for printing, or for the screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// In points.
    pub size: Vec2,
    /// A description of its content.
    pub title: String,
    /// From bottom to top.
    pub parts: Vec<Part>,
}

/// Marks in a frame of the page: the frame of a picture, or that of the whole page, in which an inch of the marks is a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub frame: Frame,
    pub marks: Vec<Mark>,
}

impl Page {
    pub fn new(size: Vec2, title: impl Into<String>) -> Self {
        Self { size, title: title.into(), parts: Vec::new() }
    }

    /// Draws marks in points, on top.
    pub fn draw(&mut self, marks: impl IntoIterator<Item = Mark>) {
        let whole = Frame::new(Vec2::ZERO, self.size, 1.0);
        match self.parts.last_mut() {
            Some(part) if part.frame == whole => part.marks.extend(marks),
            _ => self.parts.push(Part { frame: whole, marks: marks.into_iter().collect() }),
        }
    }

    /// Draws marks on top, in a frame at this distance from the upper left corner of the page.
    pub fn put(&mut self, frame: Frame, marks: Vec<Mark>) {
        self.parts.push(Part { frame, marks });
    }

    /// Replaces letters that no font of the program has by question marks; adds them to `lacking`.
    pub fn settle(&mut self, lacking: &mut BTreeSet<char>) {
        for mark in self.parts.iter_mut().flat_map(|part| &mut part.marks) {
            if let Mark::Text(words) = mark {
                words.text = settled(&words.text, words.face, lacking);
            }
        }
    }

    /// The page as SVG.
    pub fn svg(&self, palette: Palette) -> Svg {
        let mut sheet = Sheet::new(self.size, palette);
        sheet.fill(Ink::Paper);
        for part in &self.parts {
            sheet.draw(&part.frame, &part.marks);
        }
        sheet.finish(&self.title)
    }
}

/// Pages as a PDF for printing.
///
/// # Errors
///
/// Returns an error if a page has no size.
pub fn document(title: &str, pages: &[Page]) -> Result<Vec<u8>, OutputError> {
    let sheets: Vec<Svg> = pages.iter().map(|page| page.svg(Palette::PRINT)).collect();
    pdf(title, &sheets)
}

/// The text on one line, with missing letters replaced.
pub(super) fn settled(text: &str, face: Face, lacking: &mut BTreeSet<char>) -> String {
    let set = |letter: char| {
        if letter.is_control() {
            return ' ';
        }
        if has_letter(face, letter) {
            return letter;
        }
        lacking.insert(letter);
        UNKNOWN
    };
    text.chars().map(set).collect()
}

/// A face and a font size in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    pub face: Face,
    pub size: f32,
    pub ink: Ink,
}

impl Type {
    pub const fn new(face: Face, size: f32) -> Self {
        Self { face, size, ink: Ink::Line }
    }

    /// The width of words.
    pub fn width(self, text: &str) -> f32 {
        line_size(text, self.face, cut_size(self.size), 0.0).x
    }

    /// The height of a line.
    pub fn line(self) -> f32 {
        line_size("x", self.face, cut_size(self.size), 0.0).y
    }

    /// Words centred at a place.
    pub fn about(self, at: Vec2, text: impl Into<String>) -> Mark {
        let mut words = Lettering::new(at, text, Length::points(self.size), self.face, self.ink);
        words.legible = 0.0;
        words.into()
    }

    /// Words with their left end here, at the middle of their height.
    pub fn from(self, at: Vec2, text: impl Into<String>) -> Mark {
        let text = text.into();
        self.about(at + Vec2::X * self.width(&text) / 2.0, text)
    }

    /// Words with their right end here, at the middle of their height.
    pub fn until(self, at: Vec2, text: impl Into<String>) -> Mark {
        let text = text.into();
        self.about(at - Vec2::X * self.width(&text) / 2.0, text)
    }

    /// The largest of the usual sizes, up to this one, in which words are no wider than `room`; at least 5 points.
    pub fn fitting(self, text: &str, room: f32) -> Self {
        let mut fit = self;
        while fit.size > 5.0 && fit.width(text) > room {
            fit.size -= 0.5;
        }
        fit
    }
}
