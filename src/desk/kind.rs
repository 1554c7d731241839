//! Detects the kind of a file by its name and its contents: for files dropped on the window or given without an option.

use std::path::{Path, PathBuf};

use data::{Document, Faults, decode};
use scenario::shipped::{ARMIES, SCENARIOS, TERRAIN};

use super::ending::is_named_as_game;
use super::files::{MOST_DATA, MOST_IMPORT, MOST_JOURNAL, look_at, read_file, read_text};
use super::journal::peek;

/// The kind of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The record of a game.
    Game,
    /// A data file of the program's own: see [`DataKind`].
    Data(DataFile),
    /// Ground as map programs write it.
    GeoJson,
    /// A picture, such as a photograph of the real table.
    Picture,
    /// A table, of units or of the hexes of a map.
    Table,
    /// Nothing that the program reads.
    Other,
}

/// A file of data, as the user's folder holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFile {
    pub kind: DataKind,
    /// The id in it; empty if it has none.
    pub id: String,
    pub name: String,
}

/// The kind of a data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    Scenario,
    Army,
    Ground,
    HexMap,
    Preset,
    Cases,
}

impl DataKind {
    /// The folder of the user's data in which such files are read; `None` if they are read anywhere.
    pub const fn folder(self) -> Option<&'static str> {
        match self {
            Self::Scenario => Some(SCENARIOS),
            Self::Army => Some(ARMIES),
            Self::Ground | Self::HexMap => Some(TERRAIN),
            Self::Preset => Some("presets"),
            Self::Cases => None,
        }
    }
}

impl DataFile {
    /// Its place in this user's data folder; `None` if it is read anywhere.
    pub fn place(&self, home: &Path, file: &Path) -> Option<PathBuf> {
        let folder = home.join(self.kind.folder()?);
        Some(match self.id.is_empty() {
            true => folder.join(file.file_name()?),
            false => folder.join(format!("{}.ron", self.id)),
        })
    }
}

/// The likely kind of this file by its name alone; `None` if the contents decide.
pub fn kind_by_name(path: &Path) -> Option<FileKind> {
    if is_named_as_game(path) {
        return Some(FileKind::Game);
    }
    let ending = path.extension()?.to_string_lossy().to_lowercase();
    match ending.as_str() {
        // Those that end with an l or an s have one feature per line.
        "geojson" | "geojsonl" | "geojsons" | "geojsonseq" | "ndjson" => Some(FileKind::GeoJson),
        // The code that shows it reports formats that cannot be shown, with a remedy.
        "png" | "jpg" | "jpeg" | "heic" | "heif" | "webp" | "tif" | "tiff" | "avif" | "gif" | "bmp"
        | "jxl" | "dng" | "nef" | "cr2" | "cr3" | "arw" | "orf" | "rw2" | "raf" => Some(FileKind::Picture),
        // A file named as text may be of any kind.
        "txt" => None,
        ending if spreadsheet::ENDINGS.contains(&ending) => Some(FileKind::Table),
        _ => None,
    }
}

/// Detects the kind of this file; returns an error if that is impossible.
pub fn kind_of(path: &Path) -> Result<FileKind, String> {
    look_at(path, MOST_JOURNAL, "a file for the window").map_err(|fault| fault.to_string())?;
    if let Some(kind) = kind_by_name(path) {
        return Ok(kind);
    }
    let ends = |with: &str| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(with));
    if ends("ron") {
        return data_file(path);
    }
    // Map programs write ground under this extension too, but it has many other uses.
    if ends("json") {
        let bytes =
            read_file(path, MOST_IMPORT, "ground of a map program").map_err(|fault| fault.to_string())?;
        let read = decode(&bytes).map_err(|fault| format!("{}: {fault}", path.display()))?;
        // A bare geometry as well: its reader reports what it lacks.
        let is_ground = ["\"Feature", "\"coordinates\""].iter().any(|word| read.text.contains(word));
        return Ok(if is_ground { FileKind::GeoJson } else { FileKind::Other });
    }
    if ends("txt") && is_table(path) {
        return Ok(FileKind::Table);
    }
    // A game under another name, such as a copy renamed by a mail program.
    Ok(if peek(path).is_ok() { FileKind::Game } else { FileKind::Other })
}

/// Is this a text of rows with several values?
fn is_table(path: &Path) -> bool {
    let read = read_file(path, MOST_IMPORT, "a table").ok().and_then(|bytes| spreadsheet::read(&bytes).ok());
    let rows = |sheet: &spreadsheet::Sheet| {
        sheet
            .table
            .rows
            .iter()
            .filter(|row| row.values.iter().filter(|value| !value.is_empty()).count() > 1)
            .count()
    };
    read.is_some_and(|sheets| sheets.iter().any(|sheet| rows(sheet) > 1))
}

fn data_file(path: &Path) -> Result<FileKind, String> {
    let text = read_text(path, MOST_DATA, "a data file").map_err(|fault| fault.to_string())?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut faults = Vec::new();
    let Some(document) = Document::open(&name, &text, &mut faults) else {
        return Err(Faults(faults).to_string());
    };
    // Each kind by a field that is required in it and exists in no other.
    let kinds = [
        ("cases", DataKind::Cases),
        ("sides", DataKind::Scenario),
        ("play", DataKind::Scenario),
        ("commands", DataKind::Army),
        ("units", DataKind::Army),
        ("columns", DataKind::HexMap),
        ("size", DataKind::Ground),
    ];
    let found = kinds.into_iter().find(|(field, _)| document.has(field));
    let preset = ("options", DataKind::Preset);
    let found = found.or_else(|| (document.has("rules") && document.has(preset.0)).then_some(preset));
    Ok(found.map_or(FileKind::Other, |(_, kind)| {
        let said = |field| document.text_of(field).unwrap_or_default();
        FileKind::Data(DataFile { kind, id: said("id"), name: said("name") })
    }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Every file of a folder of the repository is of this kind.
    fn check_folder(folder: &str, fits: impl Fn(DataKind) -> bool) {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(folder);
        let mut count = 0;
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "ron") {
                continue;
            }
            let FileKind::Data(file) = kind_of(&path).unwrap() else {
                panic!("{} is told for nothing of ours", path.display());
            };
            assert!(fits(file.kind), "{}: {file:?}", path.display());
            if file.kind != DataKind::Cases {
                let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
                assert_eq!(file.id, stem, "{}", path.display());
                let home = Path::new("/home");
                let place = home.join(file.kind.folder().unwrap()).join(path.file_name().unwrap());
                assert_eq!(file.place(home, &path), Some(place));
            }
            count += 1;
        }
        assert!(count > 1, "{}", folder.display());
    }

    #[test]
    fn the_files_of_the_program_are_known_for_what_they_are() {
        check_folder("assets/scenarios", |kind| kind == DataKind::Scenario);
        check_folder("armies", |kind| kind == DataKind::Army);
        check_folder("terrain", |kind| matches!(kind, DataKind::Ground | DataKind::HexMap));
        for rules in rulebook::books() {
            check_folder(&format!("tests/cases/{}", rules.id), |kind| kind == DataKind::Cases);
        }
    }

    #[test]
    fn a_game_is_known_by_its_ending_or_by_its_first_line() {
        let folder = tempfile::tempdir().unwrap();
        let golden = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/golden/v2");
        let game = fs::read_dir(golden).unwrap().next().unwrap().unwrap().path().join("game.journal");
        assert_eq!(kind_of(&game), Ok(FileKind::Game));
        let renamed = folder.path().join("attachment");
        fs::copy(&game, &renamed).unwrap();
        assert_eq!(kind_of(&renamed), Ok(FileKind::Game));
        // What is in it is for the one who opens it to tell.
        let empty = folder.path().join("empty.drumhead");
        fs::write(&empty, "").unwrap();
        assert_eq!(kind_of(&empty), Ok(FileKind::Game));
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            kind_of(&path)
        };
        assert_eq!(at("letter.txt", "Dear referee"), Ok(FileKind::Other));
        assert_eq!(at("other.ron", "(a: 1)"), Ok(FileKind::Other));
        assert_eq!(at("photo.JPG", ""), Ok(FileKind::Picture));
        assert_eq!(
            at("wood.json", r#"{"type": "FeatureCollection", "features": []}"#),
            Ok(FileKind::GeoJson)
        );
        assert_eq!(
            at("bare.json", r#"{"type": "Point", "coordinates": [1, 2]}"#),
            Ok(FileKind::GeoJson),
            "who reads it says what it lacks"
        );
        assert_eq!(at("photo.heic", ""), Ok(FileKind::Picture));
        assert_eq!(at("lines.NDJSON", ""), Ok(FileKind::GeoJson));
        let wide: Vec<u8> =
            "\u{feff}[{\"type\": \"Feature\"}]".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let path = folder.path().join("wide.json");
        fs::write(&path, wide).unwrap();
        assert_eq!(kind_of(&path), Ok(FileKind::GeoJson), "whatever it is written as");
        let many = " ".repeat(usize::try_from(MOST_DATA).unwrap());
        let large = format!(r#"{{"type": "FeatureCollection", "features": []}}{many}"#);
        assert_eq!(at("large.json", &large), Ok(FileKind::GeoJson), "as much as is imported");
        assert_eq!(at("club.json", r#"{"members": 8}"#), Ok(FileKind::Other));
        let torn = at("torn.ron", "(id: \"torn\",").unwrap_err();
        assert!(torn.contains("torn.ron"), "{torn}");
        let absent = kind_of(&folder.path().join("gone.ron")).unwrap_err();
        assert!(absent.contains("gone.ron"), "{absent}");
        let whole = kind_of(folder.path()).unwrap_err();
        assert!(whole.contains("this is a folder"), "{whole}");
    }
}
