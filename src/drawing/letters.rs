//! Sizes of lettering, measured from the program's own fonts, so that labels have the same layout in window and on paper.
//!
//! Words are shaped with kerning and ligatures, by the same crates that the window's toolkit uses. Units: points.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use glam::Vec2;
use harfrust::{
    Direction, GlyphBuffer, GlyphInfo, GlyphPosition, ShapeOptions, ShapePlan, ShaperData, UnicodeBuffer,
    script,
};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

use super::mark::{Face, Lettering};

// Statics, so that they are in the program once; a constant would be copied into each crate that reads it.
static ROMAN: &[u8] = include_bytes!("../../assets/fonts/LibertinusSerif-Regular.otf");
static ITALIC: &[u8] = include_bytes!("../../assets/fonts/LibertinusSerif-Italic.otf");
static BOLD: &[u8] = include_bytes!("../../assets/fonts/LibertinusSerif-Semibold.otf");
/// The sans serif of the same family: the font of the window's controls, used for letters that the others lack.
pub static CONTROLS: &[u8] = include_bytes!("../../assets/fonts/LinBiolinum_R.otf");

/// The font file of a face.
pub fn font_file(face: Face) -> &'static [u8] {
    match face {
        Face::Bold => BOLD,
        Face::Italic => ITALIC,
        Face::Roman => ROMAN,
    }
}

/// The nearest size that the fonts are rendered in: whole points, and halves for small ones, so that zooming needs few sizes.
pub fn cut_size(points: f32) -> f32 {
    if points < 12.0 { (points * 2.0).round() / 2.0 } else { points.round() }
}

/// Width and height of one line of this size, with this space between its letters, relative to the size.
///
/// The height is that of a line of the face, for any letters, in whole points.
pub fn line_size(text: &str, face: Face, size: f32, spaced: f32) -> Vec2 {
    let own = Font::of(face);
    let (mut wide, mut first) = (0.0, true);
    for (font, range) in runs(text, own) {
        let scale = size / font.units;
        let mut cluster = None;
        let glyphs = font.shaped(&text[range]);
        for (glyph, place) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
            // A letter with its accents is one cluster.
            if cluster.replace(glyph.cluster) != Some(glyph.cluster) && !std::mem::take(&mut first) {
                wide += spaced * size;
            }
            wide += place.x_advance as f32 * scale;
        }
    }
    Vec2::new(fine(wide), own.line_height(size))
}

/// Distance from the middle of a line of this size down to the baseline, in points.
pub fn baseline(face: Face, size: f32) -> f32 {
    let font = Font::of(face);
    fine(font.rises[0] * size / font.units) - font.line_height(size) / 2.0
}

/// A font file of the program: that of a face, or the one for missing letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FontFile {
    Face(Face),
    Controls,
}

impl FontFile {
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::Face(face) => font_file(face),
            Self::Controls => CONTROLS,
        }
    }
}

/// A positioned glyph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub id: u16,
    /// The letters that it shows; empty if it belongs to the glyph before it.
    pub letters: String,
    /// Distance to the next glyph, in units of the font.
    pub advance: i32,
}

/// The glyphs of words in a face, piece by piece, each from one font.
pub fn glyphs(text: &str, face: Face) -> Vec<(FontFile, Vec<Glyph>)> {
    let own = Font::of(face);
    let of_run = |(font, range): (&'static Font, Range<usize>)| {
        let text = &text[range];
        let shaped = font.shaped(text);
        let starts: BTreeSet<usize> =
            shaped.glyph_infos().iter().map(|glyph| glyph.cluster as usize).collect();
        let mut before = None;
        let glyph = |(glyph, place): (&GlyphInfo, &GlyphPosition)| {
            let start = glyph.cluster as usize;
            let end = starts.range(start + 1..).next().copied().unwrap_or(text.len());
            let letters = if before.replace(start) == Some(start) { "" } else { &text[start..end] };
            // A font has fewer glyphs than fit this type.
            Glyph { id: glyph.glyph_id as u16, letters: letters.to_owned(), advance: place.x_advance }
        };
        let file = if std::ptr::eq(font, own) { FontFile::Face(face) } else { FontFile::Controls };
        (file, shaped.glyph_infos().iter().zip(shaped.glyph_positions()).map(glyph).collect())
    };
    runs(text, own).into_iter().map(of_run).collect()
}

/// Does the program have this letter: in this face, or in the font for missing letters?
pub fn has_letter(face: Face, letter: char) -> bool {
    Font::of(face).has(letter) || LENDER.has(letter)
}

/// Height of a digit in this face, relative to the size of the type.
pub fn figure_height(face: Face) -> f32 {
    Font::of(face).figure
}

/// The smallest rendered size of this face in which digits are this many points high.
pub(super) fn size_of_figures(face: Face, high: f32) -> f32 {
    (high / figure_height(face)).ceil()
}

/// The size of the words at this many points an inch, whether they are legible and have room or not.
pub fn drawn_size(lettering: &Lettering, scale: f32) -> Vec2 {
    let size = cut_size(lettering.size.at(scale));
    line_size(&lettering.text, lettering.face, size, lettering.spaced)
}

/// The font size of the words at this many points an inch; `None` if they would be illegible or have no room.
pub fn set_size(lettering: &Lettering, scale: f32) -> Option<f32> {
    let size = lettering.size.at(scale);
    if size < lettering.legible || lettering.text.is_empty() {
        return None;
    }
    let room = lettering.room * scale;
    if room.is_infinite() {
        return Some(cut_size(size));
    }
    let width = |cut: f32| line_size(&lettering.text, lettering.face, cut, lettering.spaced).x;
    let whole = width(cut_size(size));
    if whole <= room {
        return Some(cut_size(size));
    }
    // Sizes are rounded: a little less than would just fit.
    let smaller = (size * room / whole - 0.25).min(size);
    (lettering.shrinks && smaller >= lettering.legible && width(cut_size(smaller)) <= room)
        .then(|| cut_size(smaller))
}

/// A font prepared for measuring.
struct Font {
    file: FontRef<'static>,
    tables: ShaperData,
    /// For words in Latin letters, and for only numbers and signs.
    plans: [ShapePlan; 2],
    /// Units of the font per size.
    units: f32,
    /// Above the line, below it (negative), and between lines, in units.
    rises: [f32; 3],
    /// The height of a digit, relative to the size.
    figure: f32,
}

static FONTS: LazyLock<[Font; 3]> = LazyLock::new(|| Face::ALL.map(|face| Font::read(font_file(face))));
static LENDER: LazyLock<Font> = LazyLock::new(|| Font::read(CONTROLS));

impl Font {
    fn of(face: Face) -> &'static Self {
        match face {
            Face::Bold => &FONTS[0],
            Face::Italic => &FONTS[1],
            Face::Roman => &FONTS[2],
        }
    }

    fn read(file: &'static [u8]) -> Self {
        let file = FontRef::new(file).expect("the program's own fonts are sound");
        let tables = ShaperData::new(&file);
        let plans = {
            let shaper = tables.shaper(&file).build();
            [Some(script::LATIN), None]
                .map(|script| ShapePlan::new(&shaper, Direction::LeftToRight, script, None, &[]))
        };
        let metrics = file.metrics(Size::unscaled(), LocationRef::default());
        let rises = [metrics.ascent, metrics.descent, metrics.leading];
        let units = f32::from(metrics.units_per_em);
        let glyphs = file.glyph_metrics(Size::unscaled(), LocationRef::default());
        let one = file.charmap().map('1').and_then(|glyph| glyphs.bounds(glyph));
        let figure = one.map_or(0.6, |bounds| (bounds.y_max - bounds.y_min) / units);
        Self { file, tables, plans, units, rises, figure }
    }

    fn has(&self, letter: char) -> bool {
        self.file.charmap().map(letter).is_some()
    }

    fn line_height(&self, size: f32) -> f32 {
        let [above, below, between] = self.rises.map(|units| fine(units * size / self.units));
        (above - below + between).round()
    }

    fn shaped(&self, text: &str) -> GlyphBuffer {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let plan = self.plans.iter().find(|plan| {
            plan.direction() == buffer.direction()
                && plan.script().unwrap_or(script::UNKNOWN) == buffer.script()
                && plan.language() == buffer.language().as_ref()
        });
        self.tables.shaper(&self.file).build().shape(buffer, ShapeOptions::new().plan(plan))
    }
}

/// The text in runs, each with a font that has its letters: its own, or that of the controls.
fn runs(text: &str, own: &'static Font) -> Vec<(&'static Font, Range<usize>)> {
    let plain: &'static Font = &LENDER;
    let mut runs: Vec<(&'static Font, Range<usize>)> = Vec::new();
    for (at, letter) in text.char_indices() {
        let font = if own.has(letter) || !plain.has(letter) { own } else { plain };
        let end = at + letter.len_utf8();
        match runs.last_mut() {
            Some((last, range)) if std::ptr::eq(*last, font) => range.end = end,
            _ => runs.push((font, at..end)),
        }
    }
    runs
}

/// Rounds to the grid of the window's toolkit: a thirty-second of a point.
fn fine(points: f32) -> f32 {
    (points * 32.0).round() / 32.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_wide_as_their_letters_and_closer_where_they_are_kerned() {
        let wide = |text: &str| line_size(text, Face::Roman, 40.0, 0.0).x;
        assert!((wide("nn") - 2.0 * wide("n")).abs() < 0.1);
        assert!(wide("AV") < wide("A") + wide("V") - 1.0, "kerning");
        assert_eq!(line_size("", Face::Roman, 40.0, 0.0).x, 0.0);
        let spaced = line_size("abc", Face::Roman, 40.0, 0.25).x;
        assert!((spaced - wide("abc") - 20.0).abs() < 0.1, "between letters only");
    }

    #[test]
    fn lines_of_a_face_are_of_one_height_that_grows_with_the_size() {
        for face in Face::ALL {
            let high = |text: &str, size: f32| line_size(text, face, size, 0.0).y;
            assert_eq!(high("a", 20.0), high("Ég", 20.0));
            assert!(high("a", 20.0) > 20.0 && high("a", 40.0) > high("a", 20.0), "{face:?}");
        }
    }

    #[test]
    fn figures_are_as_high_as_is_asked() {
        for face in Face::ALL {
            assert!((0.55..0.75).contains(&figure_height(face)), "{face:?}: {}", figure_height(face));
            let size = size_of_figures(face, 9.0);
            assert!(cut_size(size) * figure_height(face) >= 9.0 && (size - 1.0) * figure_height(face) < 9.0);
        }
    }

    #[test]
    fn every_face_has_letters_or_borrows_them() {
        for face in Face::ALL {
            for letter in "Aa0½×→é".chars() {
                let wide = line_size(&letter.to_string(), face, 20.0, 0.0).x;
                assert!(wide > 2.0, "{letter} in {face:?} is {wide} wide");
            }
        }
    }

    #[test]
    fn words_without_room_are_left_out_or_made_smaller() {
        use crate::{Ink, Length};
        let mut words =
            Lettering::new(Vec2::ZERO, "Castel Ceriolo", Length::inches(1.0), Face::Roman, Ink::Name);
        assert_eq!(set_size(&words, 20.0), Some(20.0));
        words.room = line_size("Castel Ceriolo", Face::Roman, 20.0, 0.0).x / 20.0 / 1.5;
        assert_eq!(set_size(&words, 20.0), None);
        words.shrinks = true;
        let smaller = set_size(&words, 20.0).expect("it shrinks");
        assert!((11.0..14.0).contains(&smaller), "{smaller}");
        words.legible = 15.0;
        assert_eq!(set_size(&words, 20.0), None, "illegible");
    }
}
