//! What the program is, and what it is made of: rule sets with their sources, fonts and crates with their licences.
//!
//! The list of crates and the texts of licences are `assets/licences`, which `tests/program/licences.rs` writes and compares
//! with what cargo links; sources are read from `assets/SOURCES.md`, so that nothing is stated twice.

use std::sync::LazyLock;

use serde::Deserialize;

use super::texts::about as texts;
use games::Games;
use rulebook::book;

/// A crate that is linked into the program on some system.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crate {
    pub name: String,
    pub version: String,
    /// As its authors write it: `MIT OR Apache-2.0`.
    pub licence: String,
    /// Its repository; empty if its authors name none.
    pub source: String,
    /// The headings of its texts: see [`text`].
    pub texts: Vec<String>,
}

impl Crate {
    /// Do all these lower-case words occur in its name or its licence?
    pub fn answers(&self, sought: &str) -> bool {
        let whole = format!("{} {} {}", self.name, self.version, self.licence).to_lowercase();
        sought.to_lowercase().split_whitespace().all(|word| whole.contains(word))
    }
}

/// A font in the program.
#[derive(Clone, Copy, Debug)]
pub struct Font {
    pub name: &'static str,
    /// What it is used for.
    pub about: &'static str,
    pub licence: &'static str,
    /// The file with its licence in the crate of egui's fonts; `None` if the licence comes with the map lettering.
    file: Option<&'static str>,
}

impl Font {
    /// The heading of its text: see [`text`].
    pub fn heading(&self) -> String {
        self.file.map_or(OFL.to_owned(), |file| format!("{EGUI_FONTS} {file}"))
    }
}

/// The heading of the licence that comes with the map lettering.
const OFL: &str = texts::LIBERTINUS[0];

/// The crate of egui's fonts.
const EGUI_FONTS: &str = "epaint_default_fonts";

/// A font described in `texts`.
const fn font([name, about, licence]: [&'static str; 3], file: Option<&'static str>) -> Font {
    Font { name, about, licence, file }
}

/// Every font in the program.
pub const FONTS: [Font; 5] = [
    font(texts::LIBERTINUS, None),
    font(texts::BIOLINUM, None),
    font(texts::UBUNTU, Some("ufl.txt")),
    font(texts::HACK, Some("hack-regular.txt")),
    font(texts::EGUI_ICONS, Some("egui-icons.txt")),
];

/// The crates of the program on any system, by name.
pub fn crates() -> &'static [Crate] {
    static CRATES: LazyLock<Vec<Crate>> = LazyLock::new(|| {
        ron::from_str(include_str!("../../assets/licences/crates.ron"))
            .expect("tests read the list of crates")
    });
    &CRATES
}

/// The text of a licence under its heading; `None` if there is none.
pub fn text(heading: &str) -> Option<&'static str> {
    if heading == OFL {
        return Some(include_str!("../../assets/fonts/OFL.txt"));
    }
    static TEXTS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
        let parts =
            include_str!("../../assets/licences/texts.txt").split("\n==== ").filter(|part| !part.is_empty());
        let split = |part: &'static str| part.trim_start_matches("==== ").split_once('\n');
        parts.filter_map(split).map(|(heading, text)| (heading, text.trim_matches('\n'))).collect()
    });
    TEXTS.iter().find(|(known, _)| *known == heading).map(|(_, text)| *text)
}

/// A rule set that the program can referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refereed {
    pub name: String,
    /// Its printed rules; empty if it has none.
    pub source: String,
    /// How they were used.
    pub done: String,
    /// Number of clauses in its rulebook here.
    pub clauses: usize,
}

/// The rule sets of these games, with their sources.
pub fn refereed(games: &Games) -> Vec<Refereed> {
    let rows: Vec<[&str; 3]> = include_str!("../../assets/SOURCES.md")
        .lines()
        .filter_map(|line| cells(line).try_into().ok())
        .collect();
    let refereed = games.all().map(|rules| {
        let row = rows.iter().find(|[file, ..]| *file == format!("`rules/{}.ron`", rules.id()));
        let [_, source, done] = row.copied().unwrap_or_default();
        let plain = |text: &str| text.replace('*', "");
        let book = book(rules.id());
        Refereed {
            name: book.map_or_else(|| rules.id().to_owned(), |book| book.name.clone()),
            source: plain(source),
            done: plain(done),
            clauses: book.map_or(0, |book| book.clauses.len()),
        }
    });
    refereed.collect()
}

/// The cells of a row in a Markdown table.
fn cells(line: &str) -> Vec<&str> {
    let inner = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    inner.map(|line| line.split('|').map(str::trim).collect()).unwrap_or_default()
}

/// The page that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    #[default]
    Rules,
    Fonts,
    Crates,
}

impl Page {
    pub const ALL: [Self; 3] = [Self::Rules, Self::Fonts, Self::Crates];
}

/// The state of the dialog.
#[derive(Default)]
pub struct AboutState {
    pub page: Page,
    /// Search words for the list of crates.
    pub sought: String,
    /// The font or crate whose licence is shown; `None` if the list is shown.
    pub read: Option<Read>,
    /// The picture of the program, once it has been shown.
    pub icon: Option<egui::TextureHandle>,
}

impl std::fmt::Debug for AboutState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { page, sought, read, icon: _ } = self;
        f.debug_struct("AboutState").field("page", page).field("sought", sought).field("read", read).finish()
    }
}

/// The font or crate whose licence is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    pub name: String,
    pub texts: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_and_every_font_has_its_texts() {
        assert!(crates().len() > 150, "{}", crates().len());
        for Crate { name, texts, .. } in crates() {
            assert!(!texts.is_empty(), "{name}");
            for heading in texts {
                assert!(text(heading).is_some_and(|text| text.len() > 60), "{name}: {heading}");
            }
        }
        for font in FONTS {
            let (name, heading) = (font.name, font.heading());
            assert!(text(&heading).is_some_and(|text| text.len() > 60), "{name}: {heading}");
        }
        assert!(text("nothing of ours").is_none());
    }

    #[test]
    fn crates_are_found_by_name_and_licence() {
        let found = |sought: &str| -> Vec<&str> {
            crates().iter().filter(|one| one.answers(sought)).map(|one| one.name.as_str()).collect()
        };
        assert!(found("hexx").contains(&"hexx"));
        assert!(found("EGUI mit").contains(&"egui_plot") && !found("egui mit").contains(&"hexx"));
        assert!(found("no such crate").is_empty());
        assert_eq!(found("").len(), crates().len());
    }

    #[test]
    fn every_rule_set_says_where_it_comes_from() {
        let games = Games::of_the_program();
        let refereed = refereed(&games);
        assert_eq!(refereed.len(), games.all().count());
        for Refereed { name, source, done, clauses } in &refereed {
            assert!(clauses > &50 && source.len() > 20 && done.len() > 20, "{name}: {source}: {done}");
            assert!(!source.contains('*'), "{source}");
        }
    }
}
