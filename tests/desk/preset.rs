//! Presets: kept as files, found by their names, and told where they cannot be used.

use std::fs;

use std::collections::BTreeMap;

use desk::*;
use game::options::{OptionSpec, Options};
use games::Games;
use trial::specs;

/// The rule sets that are meant, by their ids: the first, whose presets these are, and another.
fn ids() -> [&'static str; 2] {
    let mut ids = Games::default().all().map(Rules::id).collect::<Vec<_>>().into_iter();
    [(); 2].map(|()| ids.next().unwrap())
}

fn saturday() -> Preset {
    let options = [("fire-arc", "30"), ("opt-ratings", "on")];
    let options: BTreeMap<String, String> =
        options.into_iter().map(|(id, value)| (id.to_owned(), value.to_owned())).collect();
    Preset { name: "Saturday group".into(), rules: ids()[0].into(), options: Options(options) }
}

#[test]
fn a_preset_is_kept_as_a_file_and_found_by_its_name() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::at(home.path(), &Games::default());
    assert_eq!(library.presets().0, []);
    library.save_preset(&saturday()).unwrap();
    assert!(home.path().join("presets/saturday-group.ron").is_file());
    assert_eq!(library.presets().0, [saturday()]);
    let [own, other] = ids();
    assert_eq!(library.preset(own, "saturday GROUP").unwrap(), saturday());
    assert!(matches!(library.preset(other, "Saturday group"), Err(PresetFault::Unknown { .. })));
    assert!(matches!(library.save_preset(&saturday()), Err(PresetFault::Exists(_))));
    for name in ["", " /.. ", "basic"] {
        let preset = Preset { name: name.into(), ..saturday() };
        assert!(library.save_preset(&preset).is_err(), "{name}");
    }
    for name in ["Con", "aux!", "LPT 1", "Lpt1"] {
        let saved = library.save_preset(&Preset { name: name.into(), ..saturday() });
        let is_free = name == "LPT 1";
        assert!(is_free == saved.is_ok(), "{name}: {saved:?}");
        assert!(is_free || matches!(saved, Err(PresetFault::Reserved(named)) if named == name), "{name}");
    }
    library.drop_preset(&Preset { name: "LPT 1".into(), ..saturday() }).unwrap();
    assert!(matches!(
        Library::embedded(&Games::default()).save_preset(&saturday()),
        Err(PresetFault::NoHome)
    ));
    library.drop_preset(&saturday()).unwrap();
    assert_eq!(library.presets().0, []);
    assert!(library.drop_preset(&saturday()).is_err());
}

#[test]
fn files_that_cannot_be_used_are_told_with_place_and_remedy() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::at(home.path(), &Games::default());
    fs::create_dir_all(home.path().join("presets")).unwrap();
    for (file, text, said) in [
        (
            "a.ron",
            &*format!("(name: \"A\", rules: {:?}, options: {{\"fire-ark\": \"1\"}})", ids()[0]),
            "did you mean fire-arc",
        ),
        ("b.ron", "(name: \"B\",\n rules: 7)", "2:"),
        ("c.ron", "(name: \"C\", rules: \"chess\")", "no rule set \"chess\""),
    ] {
        fs::write(home.path().join("presets").join(file), text).unwrap();
        let (presets, faults) = library.presets();
        assert!(presets.is_empty());
        let words = faults.last().expect("it has a fault").to_string();
        assert!(words.contains(file) && words.contains(said) && words.contains("mend the file"), "{words}");
    }
}

#[test]
fn the_programs_own_switch_the_modules() {
    let [own, other] = ids();
    let presets = Preset::of_the_program(own);
    let on = |preset: &Preset| preset.options.0.values().filter(|value| *value == "on").count();
    assert_eq!(
        presets.iter().map(|preset| &*preset.name).collect::<Vec<_>>(),
        ["Basic", "All advanced", "Everything"]
    );
    assert_eq!(on(&presets[0]), 0);
    assert!(on(&presets[1]) < on(&presets[2]));
    let everything = |spec: &OptionSpec| presets[2].value(spec) == "on";
    for spec in specs().iter().filter(|spec| spec.id.starts_with("opt-")) {
        assert!(everything(spec), "{}", spec.id);
    }
    assert!(Preset::of_the_program(other).is_empty());
}
