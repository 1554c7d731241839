//! Every command that the README and the pages of the handbook name is run, in a folder with the files of which they speak.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{drumhead, made, run};

/// These are not run here: the packages are the system's, and the tests are this one and all others.
const ELSEWHERE: [&str; 2] = ["sudo apt-get install", "cargo test"];

/// How the program is run from its sources.
const FROM_SOURCES: [&str; 3] =
    ["cargo run --release --no-default-features -- ", "cargo run --release -- ", "cargo run --release"];

/// The commands of a page: lines of its blocks for the shell, and what stands between its lines.
fn commands(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (part, text) in page.split("```").enumerate() {
        match text.strip_prefix("sh\n") {
            Some(lines) if part % 2 == 1 => found.extend(lines.lines().map(str::to_owned)),
            None if part % 2 == 0 => found.extend(text.split('`').skip(1).step_by(2).map(str::to_owned)),
            _ => {}
        }
    }
    let of_sources = |command: String| {
        let rest = FROM_SOURCES.iter().find_map(|how| command.strip_prefix(how));
        rest.map_or_else(
            || command.clone(),
            |rest| format!("drumhead {}", rest.trim().trim_start_matches("--")),
        )
    };
    let found = found.into_iter().map(of_sources).map(|command| command.trim_end().to_owned());
    let is_one = |command: &String| {
        let first = command.split(' ').next();
        ["drumhead", "cargo", "sudo"].map(Some).contains(&first)
    };
    found.filter(is_one).collect()
}

const UNITS: &str = "Unit,Effectives,Type,Quality,Guns\nFoy,2400,foot,Guards,3\n";
const NATIONS: &str = "Nation,Name,Arm,Men,Quality\nBritish,Kempt,foot,2000,Trained\nHanover,Best,foot,2000,Trained\nFrench,Foy,foot,2000,Guards\n";
const HEXES: &str =
    "hex,terrain,feature-name\n0101,clear,\n0102,town,Sainte-Ode\n0201,forest,\n0202,clear,\n";
const SIDES: &str = "hexA,hexB,kind,up_hex\n0101,0102,river,\n0101,0102,bridge,\n0102,0202,slope,0202\n";
const MAP: &str = r#"{"type": "Feature", "properties": {"natural": "wood"}, "geometry": {"type": "Polygon", "coordinates": [[[4.415, 50.685], [4.42, 50.685], [4.42, 50.69], [4.415, 50.685]]]}}
{"type": "Feature", "properties": {"waterway": "stream"}, "geometry": {"type": "LineString", "coordinates": [[4.41, 50.68], [4.43, 50.70]]}}
"#;

/// The files of which the pages speak.
fn files(folder: &Path) -> Vec<(&'static str, Vec<u8>)> {
    let game = folder.join("played.drumhead");
    let path = game.to_str().expect("plain letters");
    let (done, _, err) =
        run(folder, &["play", "first-steps", "--seed", "7", "--turns", "2", "--journal", path]);
    assert!(done, "{err}");
    let game = fs::read(&game).expect("it is kept");
    let (done, counters, err) = run(folder, &["convert", "marengo-cb"]);
    assert!(done, "{err}");
    let cell = |at: &str, text: &str| format!("<c r='{at}' t='inlineStr'><is><t>{text}</t></is></c>");
    let row = |number: u8, cells: [&str; 4]| {
        let cells = ["A", "B", "C", "D"].iter().zip(cells);
        let cells: String = cells.map(|(column, text)| cell(&format!("{column}{number}"), text)).collect();
        format!("<row r='{number}'>{cells}</row>")
    };
    let rows = row(1, ["Unit", "Type", "Men", "Quality"]) + &row(2, ["Foy", "foot", "2400", "Guards"]);
    vec![
        ("game.drumhead", game.clone()),
        ("data/journals/evening.drumhead", game),
        ("units.csv", UNITS.into()),
        ("units.xlsx", made::xlsx(&[("Units", false, &rows)])),
        ("nations.csv", NATIONS.into()),
        ("counters.csv", counters.into_bytes()),
        ("hexes.csv", HEXES.into()),
        ("sides.csv", SIDES.into()),
        ("map.geojson", MAP.into()),
        ("my-case.ron", include_str!("../cases/easy/2a-chits.ron").into()),
    ]
}

/// Runs a command as a shell does, in a folder of its own; what went wrong, if anything did.
fn fault_of(command: &str, files: &[(&str, Vec<u8>)]) -> Option<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir_all(folder.path().join("data/journals")).expect("a folder can be made");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("it is written");
    }
    // A whole battle takes long where nothing is built for speed.
    let ends = if command.starts_with("drumhead play") { " --turns 1" } else { "" };
    let known = drumhead(&folder.path().join("data"));
    let bin = Path::new(known.get_program()).parent().expect("it is in a folder");
    let path = std::env::join_paths([bin, Path::new("/usr/bin"), Path::new("/bin")]).expect("plain paths");
    let mut shell = Command::new("sh");
    for (name, value) in known.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell.env("PATH", path).current_dir(folder.path()).stdin(Stdio::null());
    let output = shell.args(["-c", &format!("{command}{ends}")]).output().expect("the shell runs");
    let told = String::from_utf8_lossy(&output.stderr);
    // What opens the window finds no display, or a program without a window, and nothing else is amiss.
    let told_first = told.trim_start_matches("drumhead: ");
    let opens =
        ["there is no display", "this program was built without"].iter().any(|no| told_first.starts_with(no));
    (!output.status.success() && !opens).then(|| format!("{command}: {told}"))
}

#[test]
fn every_command_of_the_readme_and_the_handbook_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(root.join("assets/handbook")).expect("it is there");
    let pages = pages.map(|page| page.expect("a page").path()).chain([root.join("README.md")]);
    let all: BTreeSet<String> =
        pages.flat_map(|page| commands(&fs::read_to_string(page).expect("it can be read"))).collect();
    let (elsewhere, here): (Vec<&String>, Vec<&String>) =
        all.iter().partition(|command| ELSEWHERE.iter().any(|other| command.starts_with(other)));
    assert_eq!(elsewhere.len(), ELSEWHERE.len(), "{elsewhere:?}");
    assert!(here.len() > 40, "{here:?}");
    let home = tempfile::tempdir().expect("a temporary folder");
    let files = files(home.path());
    let faults: Vec<String> = here.iter().filter_map(|command| fault_of(command, &files)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
