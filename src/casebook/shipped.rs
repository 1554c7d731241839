//! The casebook inside the program, as the files are written: each case with its own text.

use std::sync::OnceLock;

use include_dir::{Dir, include_dir};

use super::file::contents;

/// The casebook that comes with the program.
static CASES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../tests/cases");

/// One case, as somebody reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShippedCase {
    /// A few words: `cavalry stops on entering a zone`.
    pub name: String,
    /// What it shows, as a sentence without its stop; empty where the name says it all.
    pub shows: String,
    /// The clauses it checks, as they are cited: `easy:II.C.4.1`.
    pub clauses: Vec<String>,
    /// `easy/2b-moves.ron`.
    pub file: String,
    /// The case as it is written in its file.
    pub text: String,
}

/// Every case file inside the program: path, text; sorted.
pub fn shipped_files() -> Vec<(String, &'static str)> {
    let folders = std::iter::once(&CASES).chain(CASES.dirs());
    let files = folders.flat_map(Dir::files);
    let ron = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "ron"));
    let mut texts: Vec<(String, &'static str)> = ron
        .filter_map(|file| Some((file.path().to_string_lossy().replace('\\', "/"), file.contents_utf8()?)))
        .collect();
    texts.sort();
    texts
}

/// Every case inside the program, in the order of the files. Read once.
pub fn shipped_cases() -> &'static [ShippedCase] {
    static READ: OnceLock<Vec<ShippedCase>> = OnceLock::new();
    READ.get_or_init(|| shipped_files().into_iter().flat_map(|(file, text)| cases_of(&file, text)).collect())
}

/// The cases of one file. A file that cannot be read has none; `drumhead check` tells what is wrong with it.
fn cases_of(file: &str, text: &str) -> Vec<ShippedCase> {
    let Ok(read) = contents(file, text) else { return Vec::new() };
    let texts = pieces(text);
    let cases = read.cases.into_iter().zip(texts);
    cases
        .map(|(case, text)| {
            let (name, shows) = case.name.split_once(": ").unwrap_or((&case.name, ""));
            ShippedCase {
                name: name.to_owned(),
                shows: shows.to_owned(),
                clauses: case.clauses.clone(),
                file: file.to_owned(),
                text: outdented(text),
            }
        })
        .collect()
}

/// The text of each case: what stands in the brackets of the first list, one pair of brackets each.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut begin) = (0_usize, 0);
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                continue;
            }
            b'r' if text[at..].starts_with("r#\"") => {
                at += text[at + 3..].find("\"#").map_or(text.len() - at, |end| end + 5);
                continue;
            }
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'(' | b'[' | b'{' => {
                depth += 1;
                // The file, its list of cases, a case.
                if depth == 3 && bytes[at] == b'(' {
                    begin = at;
                }
            }
            b')' | b']' | b'}' => {
                if depth == 3 && bytes[at] == b')' {
                    found.push(&text[begin..=at]);
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Without the indentation of its last line.
fn outdented(text: &str) -> String {
    let last = text.lines().last().unwrap_or_default();
    let indent = &last[..last.len() - last.trim_start().len()];
    let lines: Vec<&str> = text.lines().map(|line| line.strip_prefix(indent).unwrap_or(line)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_has_its_own_text() {
        let cases = shipped_cases();
        let all: usize = shipped_files()
            .iter()
            .map(|(file, text)| {
                let cases = contents(file, text).expect("the casebook can be read").cases.len();
                assert_eq!(pieces(text).len(), cases, "{file}");
                cases
            })
            .sum();
        assert_eq!(cases.len(), all);
        for case in cases {
            assert!(case.text.contains(&case.name), "{} has the text of another", case.name);
            assert!(case.text.starts_with("(\n") && case.text.ends_with(')'), "{}", case.text);
            assert!(!case.clauses.is_empty(), "{}", case.name);
        }
    }
}
