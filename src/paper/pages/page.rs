//! A page: marks in points, 72 to a printed inch, from its lower left corner.

use std::collections::BTreeSet;

use glam::Vec2;

use crate::output::{OutputError, POINTS, pdf};
use crate::svg::{Frame, Sheet, Svg};
use drawing::letters::{cut_size, has_letter, line_size};
use drawing::{Face, Ink, Length, Lettering, Mark, Palette};

/// What is set in place of a letter that no font of the program has.
const UNKNOWN: char = '?';

/// Which paper is in the printer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    #[default]
    A4,
    Letter,
}

impl Paper {
    pub const ALL: [Self; 2] = [Self::A4, Self::Letter];

    /// As it is asked for: `a4`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }

    /// The paper of this name, in capitals or not.
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

/// A page as it is printed, or shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// In points.
    pub size: Vec2,
    /// What it shows, in words.
    pub title: String,
    /// From below to above.
    pub parts: Vec<Part>,
}

/// Marks in a frame of the page: that of the whole page, a point of which is an inch of the marks, or that of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub frame: Frame,
    pub marks: Vec<Mark>,
}

impl Page {
    pub fn new(size: Vec2, title: impl Into<String>) -> Self {
        Self { size, title: title.into(), parts: Vec::new() }
    }

    /// Draws marks in points, over what is there.
    pub fn draw(&mut self, marks: impl IntoIterator<Item = Mark>) {
        let whole = Frame::new(Vec2::ZERO, self.size, 1.0);
        match self.parts.last_mut() {
            Some(part) if part.frame == whole => part.marks.extend(marks),
            _ => self.parts.push(Part { frame: whole, marks: marks.into_iter().collect() }),
        }
    }

    /// Draws marks in a frame, whose corner is so far from the upper left corner of the page, over what is there.
    pub fn put(&mut self, frame: Frame, marks: Vec<Mark>) {
        self.parts.push(Part { frame, marks });
    }

    /// Letters that no font of the program has are set as question marks; they are put to those that are lacking.
    pub fn settle(&mut self, lacking: &mut BTreeSet<char>) {
        for mark in self.parts.iter_mut().flat_map(|part| &mut part.marks) {
            if let Mark::Text(words) = mark {
                words.text = settled(&words.text, words.face, lacking);
            }
        }
    }

    /// The page as it is written.
    pub fn svg(&self, palette: Palette) -> Svg {
        let mut sheet = Sheet::new(self.size, palette);
        sheet.fill(Ink::Paper);
        for part in &self.parts {
            sheet.draw(&part.frame, &part.marks);
        }
        sheet.finish(&self.title)
    }
}

/// Pages as a PDF for the printer.
///
/// # Errors
///
/// A page has no size.
pub fn document(title: &str, pages: &[Page]) -> Result<Vec<u8>, OutputError> {
    let sheets: Vec<Svg> = pages.iter().map(|page| page.svg(Palette::PRINT)).collect();
    pdf(title, &sheets)
}

/// The text with letters that can be set, on one line.
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

/// Words of one face, so many points large.
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

    /// How wide words are.
    pub fn width(self, text: &str) -> f32 {
        line_size(text, self.face, cut_size(self.size), 0.0).x
    }

    /// How high a line is.
    pub fn line(self) -> f32 {
        line_size("x", self.face, cut_size(self.size), 0.0).y
    }

    /// Words about a place.
    pub fn about(self, at: Vec2, text: impl Into<String>) -> Mark {
        let mut words = Lettering::new(at, text, Length::points(self.size), self.face, self.ink);
        words.legible = 0.0;
        words.into()
    }

    /// Words whose left end is here, in the middle of their height.
    pub fn from(self, at: Vec2, text: impl Into<String>) -> Mark {
        let text = text.into();
        self.about(at + Vec2::X * self.width(&text) / 2.0, text)
    }

    /// Words whose right end is here, in the middle of their height.
    pub fn until(self, at: Vec2, text: impl Into<String>) -> Mark {
        let text = text.into();
        self.about(at - Vec2::X * self.width(&text) / 2.0, text)
    }

    /// The largest of the usual sizes, not larger than this, in which words are no wider than `room`; the least is 5 points.
    pub fn fitting(self, text: &str, room: f32) -> Self {
        let mut fit = self;
        while fit.size > 5.0 && fit.width(text) > room {
            fit.size -= 0.5;
        }
        fit
    }
}
