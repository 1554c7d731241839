//! Fonts reduced to the letters that are used, so that a picture or a page contains its own: every reader sees the words as
//! they were measured, and can select them.
//!
//! Of each font the outlines of the used glyphs are kept, their letters, and the kerning and ligatures that the words need.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use skrifa::instance::{LocationRef, Size};
use skrifa::raw::types::Tag as RawTag;
use skrifa::{FontRef, GlyphId as RawGlyph, MetadataProvider as _};
use subsetter::{GlyphRemapper, subset};
use write_fonts::FontBuilder;
use write_fonts::tables::cmap::Cmap;
use write_fonts::tables::gpos::{
    Gpos, PairPos, PairSet, PairValueRecord, PositionLookup, PositionLookupList, ValueRecord,
};
use write_fonts::tables::gsub::{
    Gsub, Ligature, LigatureSet, LigatureSubstFormat1, SubstitutionLookup, SubstitutionLookupList,
};
use write_fonts::tables::layout::{
    CoverageTable, Feature, FeatureList, FeatureRecord, LangSys, Lookup, LookupFlag, Script, ScriptList,
    ScriptRecord,
};
use write_fonts::types::{GlyphId, GlyphId16, Tag};

use drawing::Face;
use drawing::letters::{FontFile, Glyph, glyphs};

/// The names of the font families in styles.
const SERIF: &str = "Libertinus Serif";
const LENDER: &str = "Linux Biolinum O";

/// The words used, by face.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(BTreeSet<(Face, String)>);

impl Words {
    pub fn add(&mut self, face: Face, words: &str) {
        self.0.insert((face, words.to_owned()));
    }
}

/// The words of a page, each once and between two spaces, with which letters have kerning too: only words between elements, not
/// those of a style or a script.
pub fn words_of(page: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut rest = page;
    while let Some((text, tail)) = rest.split_once('<') {
        words.extend(text.split_whitespace().map(spelled_back));
        let Some((element, tail)) = tail.split_once('>') else { return words };
        let silent = ["style", "script"].into_iter().find(|name| element.starts_with(name));
        rest = match silent {
            Some(name) => tail.split_once(&format!("</{name}>")).map_or("", |(_, tail)| tail),
            None => tail,
        };
    }
    words.extend(rest.split_whitespace().map(spelled_back));
    words
}

/// A word between two spaces, with character references decoded.
fn spelled_back(word: &str) -> String {
    let word = word.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    format!(" {word} ")
}

/// The style rules that embed the fonts for these words.
pub fn font_faces(words: &Words) -> String {
    let mut used: BTreeMap<FontFile, Used> = BTreeMap::new();
    for (face, words) in &words.0 {
        for (file, glyphs) in glyphs(words, *face) {
            used.entry(file).or_insert_with(|| Used::of(file)).take(&glyphs);
        }
    }
    used.into_iter().filter_map(|(file, used)| Some(rule(file, &used.cut()?))).collect()
}

fn rule(file: FontFile, font: &[u8]) -> String {
    let (family, style) = match file {
        FontFile::Face(Face::Roman) => (SERIF, ""),
        FontFile::Face(Face::Bold) => (SERIF, "font-weight:600;"),
        FontFile::Face(Face::Italic) => (SERIF, "font-style:italic;"),
        FontFile::Controls => (LENDER, ""),
    };
    let font = STANDARD.encode(font);
    format!("@font-face{{font-family:\"{family}\";{style}src:url(data:font/otf;base64,{font})}}\n")
}

/// The used part of a font, by the numbers of its glyphs.
struct Used {
    file: FontRef<'static>,
    glyphs: BTreeSet<u16>,
    letters: BTreeMap<char, u16>,
    /// Adjustment of the second glyph, in units of the font.
    pairs: BTreeMap<(u16, u16), i16>,
    /// By the glyphs that the ligature replaces.
    ligatures: BTreeMap<Vec<u16>, u16>,
}

impl Used {
    fn of(file: FontFile) -> Self {
        Self {
            file: FontRef::new(file.bytes()).expect("the program's own fonts are sound"),
            glyphs: BTreeSet::new(),
            letters: BTreeMap::new(),
            pairs: BTreeMap::new(),
            ligatures: BTreeMap::new(),
        }
    }

    /// Adds everything needed by these adjacent glyphs.
    fn take(&mut self, glyphs: &[Glyph]) {
        let (letters, widths) =
            (self.file.charmap(), self.file.glyph_metrics(Size::unscaled(), LocationRef::default()));
        for (place, glyph) in glyphs.iter().enumerate() {
            let own: Vec<(char, u16)> = glyph
                .letters
                .chars()
                .filter_map(|letter| Some((letter, letters.map(letter)?.to_u32() as u16)))
                .collect();
            self.glyphs.insert(glyph.id);
            self.glyphs.extend(own.iter().map(|(_, glyph)| *glyph));
            let next = glyphs.get(place + 1);
            if own.len() > 1 && next.is_none_or(|next| !next.letters.is_empty()) {
                self.ligatures.insert(own.iter().map(|(_, glyph)| *glyph).collect(), glyph.id);
            }
            self.letters.extend(own);
            let wide = widths.advance_width(RawGlyph::from(glyph.id)).unwrap_or_default();
            let nearer = (glyph.advance as f32 - wide).round() as i16;
            if let Some(next) = next.filter(|_| nearer != 0) {
                self.pairs.insert((glyph.id, next.id), nearer);
            }
        }
    }

    /// The font with only the used part; `None` if it cannot be reduced, which the program's own fonts can.
    fn cut(&self) -> Option<Vec<u8>> {
        let glyphs: Vec<u16> = self.glyphs.iter().copied().collect();
        // Glyphs keep their order.
        let numbers = GlyphRemapper::new_from_glyphs_sorted(&glyphs);
        let of = |glyph: u16| Some(GlyphId16::new(numbers.get(glyph)?));
        let cut = subset(self.file.data().as_bytes(), 0, &numbers).ok()?;
        let outlines = FontRef::new(&cut).ok()?;
        let mut font = FontBuilder::new();
        for table in outlines.table_directory().table_records() {
            let data = outlines.table_data(table.tag())?;
            font.add_raw(Tag::new(&table.tag().into_bytes()), data.as_bytes());
        }
        font.add_raw(Tag::new(b"OS/2"), self.file.table_data(RawTag::new(b"OS/2"))?.as_bytes());
        let letters =
            self.letters.iter().filter_map(|(letter, glyph)| Some((*letter, GlyphId::from(of(*glyph)?))));
        font.add_table(&Cmap::from_mappings(letters).ok()?).ok()?;
        if !self.pairs.is_empty() {
            font.add_table(&self.kerning(&of)).ok()?;
        }
        if !self.ligatures.is_empty() {
            font.add_table(&self.joined(&of)).ok()?;
        }
        Some(font.build())
    }

    fn kerning(&self, of: &dyn Fn(u16) -> Option<GlyphId16>) -> Gpos {
        let mut sets: BTreeMap<GlyphId16, Vec<PairValueRecord>> = BTreeMap::new();
        for ((first, second), nearer) in &self.pairs {
            let Some((first, second)) = of(*first).zip(of(*second)) else { continue };
            let value = ValueRecord::new().with_x_advance(*nearer);
            sets.entry(first).or_default().push(PairValueRecord::new(second, value, ValueRecord::new()));
        }
        let covered: CoverageTable = sets.keys().copied().collect();
        let pairs = PairPos::format_1(covered, sets.into_values().map(PairSet::new).collect());
        let lookup = PositionLookup::Pair(Lookup::new(LookupFlag::empty(), vec![pairs]));
        Gpos::new(scripts(), feature(b"kern"), PositionLookupList::new(vec![lookup]))
    }

    fn joined(&self, of: &dyn Fn(u16) -> Option<GlyphId16>) -> Gsub {
        let mut sets: BTreeMap<GlyphId16, Vec<(Vec<GlyphId16>, GlyphId16)>> = BTreeMap::new();
        for (parts, whole) in &self.ligatures {
            let parts: Option<Vec<GlyphId16>> = parts.iter().map(|part| of(*part)).collect();
            let Some((parts, whole)) = parts.zip(of(*whole)) else { continue };
            let Some((first, rest)) = parts.split_first() else { continue };
            sets.entry(*first).or_default().push((rest.to_vec(), whole));
        }
        // Of two with the same beginning the longer comes first.
        sets.values_mut().for_each(|set| set.sort_by_key(|(rest, _)| Reverse(rest.len())));
        let covered: CoverageTable = sets.keys().copied().collect();
        let set = |set: Vec<(Vec<GlyphId16>, GlyphId16)>| {
            LigatureSet::new(set.into_iter().map(|(rest, whole)| Ligature::new(whole, rest)).collect())
        };
        let joined = LigatureSubstFormat1::new(covered, sets.into_values().map(set).collect());
        let lookup = SubstitutionLookup::Ligature(Lookup::new(LookupFlag::empty(), vec![joined]));
        Gsub::new(scripts(), feature(b"liga"), SubstitutionLookupList::new(vec![lookup]))
    }
}

/// Latin letters, and all others.
fn scripts() -> ScriptList {
    let script = |tag: &[u8; 4]| {
        ScriptRecord::new(Tag::new(tag), Script::new(Some(LangSys::new(vec![0])), Vec::new()))
    };
    ScriptList::new(vec![script(b"DFLT"), script(b"latn")])
}

/// A single feature, which is the first lookup.
fn feature(tag: &[u8; 4]) -> FeatureList {
    FeatureList::new(vec![FeatureRecord::new(Tag::new(tag), Feature::new(None, vec![0]))])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fonts of a style, by the words of their rules.
    fn fonts(style: &str) -> Vec<(String, Vec<u8>)> {
        let rules = style.split("@font-face{").skip(1);
        let rule = |rule: &str| {
            let (about, font) = rule.split_once("src:url(data:font/otf;base64,").expect("a font");
            let (font, _) = font.split_once(')').expect("its end");
            (about.to_owned(), STANDARD.decode(font).expect("base64"))
        };
        rules.map(rule).collect()
    }

    #[test]
    fn a_font_that_is_cut_has_the_letters_that_are_used_and_no_others() {
        let mut words = Words::default();
        words.add(Face::Roman, "Waffle at Tavers");
        words.add(Face::Italic, "Mont-St-Jean → 12");
        let style = font_faces(&words);
        assert_eq!(style, font_faces(&words), "the same each time");
        let fonts = fonts(&style);
        let told: Vec<&str> = fonts.iter().map(|(about, _)| about.as_str()).collect();
        assert!(told[0].contains("italic") && !told[1].contains("italic"), "{told:?}");
        for (place, (has, lacks)) in [("Jean12", 'W'), ("Wafle", 'J')].into_iter().enumerate() {
            let (_, file) = &fonts[place];
            assert!(file.len() < 20_000, "{} bytes", file.len());
            let font = FontRef::new(file).expect("it can be read");
            for letter in has.chars() {
                let glyph = font.charmap().map(letter).expect("a glyph");
                let outline = font.outline_glyphs().get(glyph).expect("an outline");
                assert!(outline.draw(Size::new(20.0), &mut NoPen(0)).is_ok(), "{letter}");
            }
            assert!(font.charmap().map(lacks).is_none());
        }
    }

    /// Takes strokes, and counts them.
    struct NoPen(usize);

    impl skrifa::outline::OutlinePen for NoPen {
        fn move_to(&mut self, _: f32, _: f32) {
            self.0 += 1;
        }
        fn line_to(&mut self, _: f32, _: f32) {}
        fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {}
        fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {}
        fn close(&mut self) {}
    }

    /// Whoever sets words in a font that is cut sets them as wide as they were measured, with kerning and ligatures.
    #[test]
    fn words_are_as_wide_in_a_font_that_is_cut_as_in_the_whole() {
        for face in Face::ALL {
            for text in ["AVATAR", "Waffle at Tavers", "fi ffi fl Th Qu", "To. 14th Ve", "Ligny 1815"] {
                let mut words = Words::default();
                words.add(face, text);
                let [(_, file)] = &fonts(&font_faces(&words))[..] else { panic!("one font") };
                let font = FontRef::new(file).expect("it can be read");
                let tables = harfrust::ShaperData::new(&font);
                let mut buffer = harfrust::UnicodeBuffer::new();
                buffer.push_str(text);
                buffer.guess_segment_properties();
                let set = tables.shaper(&font).build().shape(buffer, harfrust::ShapeOptions::new());
                let wide: i32 = set.glyph_positions().iter().map(|place| place.x_advance).sum();
                let wanted = glyphs(text, face).into_iter().flat_map(|(_, glyphs)| glyphs);
                let wanted: Vec<i32> = wanted.map(|glyph| glyph.advance).collect();
                assert_eq!((set.len(), wide), (wanted.len(), wanted.iter().sum()), "{text} {face:?}");
            }
        }
    }
}
