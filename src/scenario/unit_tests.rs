//! Units of several stands, turns with names, and objectives of any kind: read, checked, changed, written.

use std::collections::BTreeMap;

use super::roster::CellKind;
use super::shipped::{ARMIES, SCENARIOS, TERRAIN};
use super::*;
use crate::army::{PieceKind, Unit, UnitProfile, piece_stands};
use data::InMemory;
use table::Body;
use table::body::Rect;

const BLUE: &str = r#"(
    id: "blue", name: "Blue",
    commands: [
        (id: "div", name: "Division", units: [
            (id: "B0", name: "Morel", class: "leader"),
            (id: "B3", name: "Foot battery", class: "guns", figures: 4, weapon: "gun"),
        ]),
        (id: "bl-1", name: "1st Brigade", under: "div", units: [
            (id: "B1", name: "1/13th Line", class: "foot", stands: 4, figures: 12, weapon: "musket"),
            (id: "B2", name: "Conscripts", class: "foot", stands: 4, figures: 10, weapon: "musket", marks: ["green"]),
        ]),
    ],
)
"#;

const RED: &str = r#"(
    id: "red", name: "Red", colour: "red",
    commands: [
        (id: "rd-1", name: "Brigade", units: [
            (id: "R1", name: "Fusiliers", short: "Fus", class: "foot", stands: 3, figures: 9, note: "made up"),
        ]),
    ],
)
"#;

const FIELD: &str = r#"(
    id: "field", name: "Field", size: (24, 20),
    areas: [
        (id: "M1", name: "The mill", kind: Buildings, terms: {"capacity": "2"}, polygon: [(2, 2), (6, 2), (6, 6), (2, 6)]),
        (id: "L1", kind: Water, polygon: [(18, 14), (22, 14), (22, 18), (18, 18)]),
    ],
    lines: [(id: "S1", kind: Stream, terms: {"fordable": "off"}, points: [(0, 18), (10, 18)])],
    crossings: [(id: "F1", kind: Ford, at: (5, 18), over: "S1")],
)
"#;

const TRIAL: &str = r#"(
    id: "trial", name: "Trial", rules: "lines", terrain: "field",
    turns: 3, begins: "11:30",
    hours: ["Dawn", "Forenoon", "Noon"],
    first: "red",
    sides: [
        (id: "blue", name: "Blue", home: South, armies: ["blue"]),
        (id: "red", name: "Red", home: North, armies: ["red"]),
    ],
    deployment: [
        (unit: "B0", at: (12, 2), facing: 0),
        (unit: "B1", at: (12, 6), facing: 0, formation: "line", inside: {"M1": 1}),
        (unit: "R1", at: (12, 12), facing: 180, formation: "column"),
    ],
    entries: [(id: "E1", name: "South", at: (12, 0), facing: 0)],
    arrivals: [(turn: 2, entry: "E1", units: ["B2"], formation: "column")],
    left_out: ["B3"],
    objectives: [
        (id: "V1", name: "The mill", feature: "M1", points: 2),
        (id: "V2", name: "Red breaks", kind: "breakpoint", points: 5, terms: {"side": "red", "share": "50"}),
    ],
)
"#;

/// Rules whose units stand in a line or in a column, a stand an inch wide and half an inch deep.
struct Lines;

impl KnownRules for Lines {
    fn ids(&self, space: Space) -> Option<Vec<&str>> {
        Some(if space == Space::Table { vec!["lines", "sand"] } else { Vec::new() })
    }

    fn check_option(&self, _: &str, _: &str, _: &str) -> Result<(), OptionFault> {
        Ok(())
    }

    fn objections(&self, _: &str, _: &HexLayout<'_>) -> Vec<HexObjection> {
        Vec::new()
    }

    fn table_objections(&self, scenario: &Scenario) -> Vec<TableObjection> {
        let object = |about, message: String| TableObjection {
            about,
            message,
            help: "mend it".into(),
            clause: None,
            is_warning: false,
        };
        let units = || scenario.armies().flat_map(|(_, army)| army.units());
        let classes = units().filter(|unit| !["leader", "foot", "guns"].contains(&&*unit.class));
        let classes = classes.map(|unit| {
            object(TableSubject::Piece(unit.id.clone()), format!("there is no class \"{}\"", unit.class))
        });
        let formed = |(id, start): (&String, &UnitStart)| {
            let formation =
                start.formation.as_ref().filter(|formation| !["line", "column"].contains(&&***formation))?;
            Some(object(TableSubject::Start(id.clone()), format!("there is no formation \"{formation}\"")))
        };
        let kinds = scenario.objectives.iter().enumerate().filter_map(|(index, objective)| {
            let kind = objective.kind.as_ref().filter(|kind| **kind != "breakpoint")?;
            Some(object(TableSubject::Objective(index), format!("there is no kind \"{kind}\"")))
        });
        let areas = scenario.ground.areas.iter().map(|area| (&area.id, &area.terms));
        let lines = scenario.ground.lines.iter().map(|line| (&line.id, &line.terms));
        let crossings = scenario.ground.crossings.iter().map(|crossing| (&crossing.id, &crossing.name));
        let about = |id: &String| TableSubject::Feature(id.clone());
        let terms = areas.chain(lines).flat_map(|(id, terms)| terms.iter().map(move |term| (id, term)));
        let terms = terms.filter(|(_, (term, value))| match term.as_str() {
            "capacity" => value.parse::<u8>().is_err(),
            other => other != "fordable",
        });
        let terms = terms.map(|(id, (term, value))| object(about(id), format!("no {term} is \"{value}\"")));
        let named = crossings.filter(|(_, name)| !name.is_empty());
        let ground = terms.chain(named.map(|(id, _)| object(about(id), "fords have no names".into())));
        let long = (scenario.turns > 20).then(|| object(TableSubject::Clock, "it is dark by then".into()));
        let starts = scenario.unit_starts.iter().filter_map(formed);
        classes.chain(starts).chain(kinds).chain(ground).chain(long).collect()
    }

    fn cells(&self, _: &str, _: roster::Row<'_>) -> Vec<roster::Cell> {
        Vec::new()
    }

    fn piece_kind(&self, rules: &str) -> Option<PieceKind> {
        Some(if rules == "lines" { PieceKind::Unit } else { PieceKind::Stand })
    }

    fn profile(&self, _: &str, _: &Unit) -> Option<UnitProfile> {
        None
    }

    fn body_of(&self, _: &str, unit: &Unit, formation: Option<&str>) -> Option<Body> {
        let stand = |number: u8| {
            let along = f32::from(number) - f32::from(unit.stands - 1) / 2.0;
            let (right, ahead) = if formation == Some("line") { (along, 0.0) } else { (0.0, along / 2.0) };
            Rect { offset: Pose::at(right, ahead, 0.0), ..Rect::centred(1.0, 0.5) }
        };
        Some(Body::of((0..unit.stands).map(stand).collect()))
    }
}

fn files() -> BTreeMap<String, String> {
    BTreeMap::from([
        (format!("{ARMIES}/blue.ron"), BLUE.into()),
        (format!("{ARMIES}/red.ron"), RED.into()),
        (format!("{TERRAIN}/field.ron"), FIELD.into()),
        (format!("{SCENARIOS}/trial.ron"), TRIAL.into()),
    ])
}

fn trial() -> Scenario {
    let (scenario, warnings) =
        read("trial", &InMemory(files()), &Lines).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(warnings.is_empty(), "{warnings:?}");
    scenario
}

/// All that is told of the battle with one thing spoilt.
fn told(file: &str, from: &str, to: &str) -> Vec<String> {
    let mut files = files();
    let text = files.values_mut().find(|text| text.starts_with(&format!("(\n    id: \"{file}\""))).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
    *text = text.replace(from, to);
    let faults = match read("trial", &InMemory(files), &Lines) {
        Ok((_, warnings)) => warnings,
        Err(faults) => faults.0,
    };
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn units_turns_and_objectives_are_read() {
    let scenario = trial();
    let unit = scenario.unit("B1").expect("it is in the army");
    assert_eq!((unit.stands, unit.figures, unit.weapon.as_deref()), (4, 12, Some("musket")));
    assert_eq!(scenario.unit("B0").map(|leader| (leader.stands, leader.figures)), Some((1, 0)));
    assert!(scenario.unit("B2").is_some_and(|unit| unit.marks.contains("green") && unit.figures_on(1) == 3));
    assert!(scenario.unit("B3").is_none(), "it is left out");
    assert_eq!(scenario.unit("R1").map(Unit::short), Some("Fus"));
    assert_eq!(piece_stands("B1.2+R1.3", |id| scenario.unit(id)).map(|stands| stands.len()), Ok(2));
    let start = &scenario.unit_starts["B1"];
    assert_eq!((start.formation.as_deref(), start.inside.get("M1")), (Some("line"), Some(&1)));
    assert_eq!(scenario.unit_starts["B2"].formation.as_deref(), Some("column"));
    assert_eq!(
        (1..=4).map(|turn| scenario.clock(turn)).collect::<Vec<_>>(),
        ["Dawn", "Forenoon", "Noon", "13:00"]
    );
    assert_eq!(scenario.first, Some(Side(1)));
    let broken = &scenario.objectives[1];
    assert_eq!((broken.kind.as_deref(), broken.place.len()), (Some("breakpoint"), 0));
    assert_eq!(broken.terms["share"], "50");
    let ground = &scenario.ground;
    assert_eq!((&*ground.areas[0].terms["capacity"], &*ground.lines[0].terms["fordable"]), ("2", "off"));
    assert!(ground.areas[1].terms.is_empty());
}

#[test]
fn units_of_one_name_are_a_warning() {
    let told = told("blue", "name: \"Conscripts\"", "name: \"1/13th line\"");
    assert_eq!(
        told,
        [
            "armies/blue.ron:10:30: warning: \"B1\" and \"B2\" have one name (give each a name of its own: orders and the log call \
             them by it)"
        ]
    );
}

#[test]
fn what_is_written_is_read_back() {
    let draft = Draft::of(trial());
    let source = InMemory(draft.files().into_iter().map(|file| (file.path, file.text)).collect());
    let (read, warnings) = read("trial", &source, &Lines).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(read, trial());
    assert!(draft.check(&Lines).is_empty());
}

#[test]
fn units_are_changed_as_stands_are() {
    let mut draft = Draft::of(trial());
    let edit = |draft: &mut Draft<Scenario>, edit| draft.edit(edit).unwrap_or_else(|fault| panic!("{fault}"));
    edit(&mut draft, Edit::place("B2", Pose::at(20.0, 4.0, 0.0)));
    assert_eq!(draft.pose("B2"), Some(Pose::at(20.0, 4.0, 0.0)));
    edit(&mut draft, Edit::turn("B2", 90.0));
    let cell = |field, kind, said: Option<&str>| {
        let column = roster::Column::new(field, field, kind);
        Edit::cell("B2", column, said.map(str::to_owned))
    };
    let stands = CellKind::Number { least: 1, most: 8 };
    edit(&mut draft, cell("name", CellKind::Text, Some("Veterans")));
    edit(&mut draft, cell("stands", stands, Some("5")));
    edit(&mut draft, cell("marks", CellKind::Marks, None));
    let unit = draft.now().unit("B2").expect("it is there");
    assert_eq!((&*unit.name, unit.stands, unit.marks.len()), ("Veterans", 5, 0));
    for (field, kind, value, said) in [
        ("stands", stands, Some("9"), "\"9\" cannot be: accepted: 1 to 8"),
        ("id", CellKind::Text, Some("B9"), "an id stays"),
        ("arm", CellKind::OneOf(&["Infantry"]), Some("infantry"), "the field \"arm\" is not known here"),
        ("class", CellKind::Text, None, "class"),
    ] {
        let fault = draft.edit(cell(field, kind, value)).unwrap_err().to_string();
        assert!(fault.contains(said), "{field}: {fault}");
    }
    edit(&mut draft, Edit::arrive("B1", 3, "E1"));
    edit(&mut draft, Edit::take_off("R1"));
    assert!(draft.is_without_troops(Side(1)) && !draft.is_without_troops(Side(0)));
    assert!(draft.finished().unit("R1").is_none());
    edit(&mut draft, Edit::strike("R1"));
    assert!(draft.now().sides[1].armies[0].commands.is_empty(), "a command that has nobody goes");
    assert!(draft.edit(Edit::place("B9", Pose::at(1.0, 1.0, 0.0))).is_err());

    // Of another army they come as stands do, under an id that is free, and once.
    let army = trial().sides[0].armies[0].clone();
    let ids = vec!["B1".to_owned()];
    edit(&mut draft, Edit::join(Side(1), army.clone(), ids.clone()));
    let joined: Vec<String> = draft.now().sides[1]
        .armies
        .iter()
        .flat_map(|army| army.units())
        .map(|unit| unit.id.clone())
        .collect();
    assert_eq!(joined, ["B1-2"]);
    assert!(draft.edit(Edit::join(Side(1), army, ids)).is_err());
}

/// Terms are shown by nobody who changes ground, and stay with it whatever else is changed.
#[test]
fn ground_keeps_its_terms_through_every_edit() {
    use table::ground::{AreaKind, LineKind};
    let mut draft = Draft::of(trial());
    let mill = Feature::Area(0);
    for edit in [
        Edit::area_kind(0, AreaKind::Village),
        Edit::line_kind(0, LineKind::River),
        Edit::shift(mill, Vec2::new(0.5, 0.0)),
        Edit::move_vertex(Feature::Line(0), 0, Vec2::new(1.0, 18.0)),
    ] {
        draft.edit(edit.clone()).unwrap_or_else(|fault| panic!("{edit:?}: {fault}"));
    }
    let ground = draft.now().ground.clone();
    assert_eq!((ground.areas[0].kind, ground.lines[0].kind), (AreaKind::Village, LineKind::River));
    assert_eq!((&*ground.areas[0].terms["capacity"], &*ground.lines[0].terms["fordable"]), ("2", "off"));
    draft.edit(Edit::add_ground(ground.clone())).unwrap_or_else(|fault| panic!("{fault}"));
    let now = &draft.now().ground;
    assert_eq!((&now.areas[2].terms, &now.lines[1].terms), (&ground.areas[0].terms, &ground.lines[0].terms));
    // A ground without terms is written as it always was: records of games hold it.
    let lake = serde_json::to_string(&ground.areas[1]).expect("it is plain data");
    assert!(!lake.contains("terms"), "{lake}");
}

#[test]
fn what_is_wrong_with_units_is_told_with_place_and_remedy() {
    let mut missed = Vec::new();
    for (file, from, to, said) in [
        (
            "blue",
            "class: \"leader\"",
            "class: \" \"",
            "armies/blue.ron:5:46: error: the unit \"B0\" has no class",
        ),
        (
            "blue",
            "class: \"leader\"",
            "class: \"chief\"",
            "armies/blue.ron:5:13: error: there is no class \"chief\" (mend it)",
        ),
        (
            "blue",
            "stands: 4, figures: 12",
            "stands: 0, figures: 12",
            "cannot have 0 stands (accepted: 1 to 24)",
        ),
        ("blue", "stands: 4, figures: 12", "stands: 4, figures: 3", "3 figures do not fill 4 stands"),
        ("blue", "figures: 12", "figures: 1200", "cannot have 1200 figures"),
        ("blue", "[\"green\"]", "[\"green\", \"green\"]", "the mark \"green\" is there twice"),
        ("blue", "id: \"B1\"", "id: \"B2\"", "the unit \"B2\" is there twice"),
        ("blue", "id: \"B3\"", "id: \"R1\"", "the unit \"R1\" is also in"),
        ("blue", "id: \"B3\"", "id: \"B3.1\"", "has . or + in it"),
        ("trial", "unit: \"B1\", at", "stand: \"B1\", at", "\"B1\" is no stand (name it as a unit)"),
        ("trial", "unit: \"B1\", at", "unit: \"B7\", at", "there is no unit \"B7\" in these armies"),
        ("trial", "unit: \"B0\", at", "at", "nobody is placed here (add stand: or unit:"),
        ("trial", "unit: \"B0\", at", "unit: \"B0\", stand: \"B0\", at", "keep one of the two"),
        ("trial", "units: [\"B2\"], ", "", "nobody arrives (add stands: or units:"),
        ("trial", "{\"M1\": 1}", "{\"M1\": 5}", "5 stands of \"B1\" are inside, and it has 4"),
        ("trial", "{\"M1\": 1}", "{\"M1\": 0}", "no stand of \"B1\" is in \"M1\""),
        ("trial", "{\"M1\": 1}", "{\"M2\": 1}", "there is no area \"M2\" on \"field\" (did you mean \"M1\"?"),
        ("trial", "\"line\"", "\"wedge\"", "trial.ron:12:9: error: there is no formation \"wedge\""),
        (
            "trial",
            "units: [\"B2\"], formation: \"column\"",
            "units: [\"B2\"], formation: \"heap\"",
            "there is no formation \"heap\"",
        ),
        ("trial", "(12, 12)", "(12, 6.2)", "the units \"B1\" and \"R1\" overlap"),
        ("trial", "(12, 12)", "(20, 16)", "the unit \"R1\" stands on impassable ground"),
        ("trial", "(12, 6)", "(1, 6)", "the unit \"B1\" reaches off the table"),
        ("trial", "left_out: [\"B3\"]", "left_out: []", "the unit \"B3\" (Foot battery) begins nowhere"),
        (
            "trial",
            "left_out: [\"B3\"]",
            "left_out: [\"B3\", \"B1\"]",
            "the unit \"B1\" is left out and yet begins",
        ),
        ("trial", ", \"Noon\"]", "]", "hours names 2 of 3 turns"),
        ("trial", "\"Noon\"", "\"\"", "an hour has no name"),
        ("trial", "first: \"red\"", "first: \"rad\"", "there is no side \"rad\""),
        ("trial", "turns: 3", "turns: 30", "it is dark by then"),
        ("trial", "kind: \"breakpoint\"", "kind: \"\"", "has an empty kind"),
        ("trial", "kind: \"breakpoint\"", "kind: \"glory\"", "there is no kind \"glory\""),
        ("trial", "feature: \"M1\", points: 2", "points: 2", "the objective \"V1\" is nowhere"),
        (
            "trial",
            "feature: \"M1\", points: 2",
            "feature: \"M1\", points: 2, terms: {\"a\": \"b\"}",
            "has terms, and is a place that is held",
        ),
        ("field", "{\"capacity\": \"2\"}", "{\" \": \"2\"}", "field.ron:4:63: error: a term has no name"),
        ("field", "\"2\"", "\"many\"", "terrain/field.ron:4:9: error: no capacity is \"many\" (mend it)"),
        ("field", "\"fordable\"", "\"wet\"", "terrain/field.ron:7:13: error: no wet is \"off\""),
        (
            "field",
            "kind: Ford",
            "kind: Ford, name: \"Ford\"",
            "terrain/field.ron:8:17: error: fords have no names",
        ),
    ] {
        let told = told(file, from, to);
        if !told.iter().any(|told| told.contains(said)) {
            missed.push(format!("{from} to {to}: {told:#?}"));
        }
    }
    assert!(
        missed.is_empty(),
        "{}",
        missed.join(
            "
"
        )
    );
}

#[test]
fn rules_that_know_places_alone_refuse_other_kinds_of_objectives() {
    let objections = trial().beyond_places();
    let [objection] = objections.as_slice() else { panic!("{objections:?}") };
    assert!(
        objection.message.contains("\"lines\" know no objective of the kind \"breakpoint\""),
        "{objection:?}"
    );
}

/// What is told of the battle with these files otherwise.
fn told_with(changed: &[(&str, &str, &str)]) -> Vec<String> {
    let mut files = files();
    for (path, from, to) in changed {
        let text = files.get_mut(*path).unwrap_or_else(|| panic!("there is no {path}"));
        assert_eq!(text.matches(from).count(), 1, "{from} in {path}");
        *text = text.replace(from, to);
    }
    let faults = match read("trial", &InMemory(files), &Lines) {
        Ok((_, warnings)) => warnings,
        Err(faults) => faults.0,
    };
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn armies_made_for_other_rules_are_one_fault_and_not_one_a_stand() {
    // Rules of single stands, and two armies of units.
    let told = told_with(&[("assets/scenarios/trial.ron", "rules: \"lines\"", "rules: \"sand\"")]);
    assert_eq!(
        told,
        [
            "assets/scenarios/trial.ron:2:40: error: the armies \"blue\" and \"red\" were made for the rules \"lines\", with \
          units of several stands; the rules \"sand\" have single stands (name the rules \"lines\" here, or choose armies with \
          single stands)"
        ]
    );
    // Rules of units, and one of the armies of single stands.
    let stands = "stands: [(id: \"R1\", name: \"Fusiliers\", arm: Engineer), (id: \"R2\", name: \"Sappers\", arm: Engineer)]";
    let unit =
        RED.split_once("units: [").and_then(|(_, rest)| rest.rsplit_once("]),")).expect("it has one").0;
    let (from, to) = (format!("units: [{unit}]"), stands.to_owned());
    let deployed = (
        "assets/scenarios/trial.ron",
        "(unit: \"R1\", at: (12, 12), facing: 180, formation: \"column\"),",
        "(stand: \"R1\", at: (12, 12), facing: 180),",
    );
    let out = ("assets/scenarios/trial.ron", "left_out: [\"B3\"]", "left_out: [\"B3\", \"R2\"]");
    let told = told_with(&[("armies/red.ron", &from, &to), deployed, out]);
    assert_eq!(
        told,
        [
            "armies/red.ron:4:48: error: the army \"red\" was made for the rules \"sand\", with single stands; the rules \"lines\" \
          have units of several stands (choose an army with units of several stands, or strike all that is of this one)"
        ]
    );
    // A single stand among the units of an army.
    let among = (
        "armies/blue.ron",
        "under: \"div\", units: [",
        "under: \"div\", stands: [(id: \"B9\", name: \"Sappers\", arm: Engineer)], units: [",
    );
    let out = ("assets/scenarios/trial.ron", "left_out: [\"B3\"]", "left_out: [\"B3\", \"B9\"]");
    let told = told_with(&[among, out]);
    assert_eq!(
        told,
        [
            "armies/blue.ron:8:66: error: the army \"blue\" has single stands, \"B9\", among others; the rules \"lines\" have units \
          of several stands (strike them, or list each under units, as these rules have it)"
        ]
    );
}

#[test]
fn a_unit_begins_in_another_formation_and_in_buildings() {
    let mut draft = Draft::of(trial());
    let mut edit = |edit| draft.edit(edit).map(|()| draft.now().unit_starts.clone());
    let formed = |formation: Option<&str>| Edit::formation("B1", formation.map(str::to_owned));
    let inside = |piece: &str, area: &str, stands| Edit::inside(piece, area, stands);
    let begins = edit(formed(Some("column"))).unwrap();
    assert_eq!((begins["B1"].formation.as_deref(), begins["B1"].inside["M1"]), (Some("column"), 1));
    let begins = edit(inside("B1", "M1", 3)).unwrap();
    assert_eq!(begins["B1"].stands_inside(), 3);
    let begins = edit(inside("B1", "M1", 0)).and(edit(formed(None))).unwrap();
    assert!(!begins.contains_key("B1"), "nothing is said of it any more: {begins:?}");
    for (edit_of, said) in [
        (inside("B1", "M9", 1), "there is no area \"M9\""),
        (inside("B2", "M1", 1), "\"B2\" comes later"),
        (inside("B9", "M1", 1), "there is no \"B9\""),
        (Edit::formation("B3", None), "there is no \"B3\""),
    ] {
        let fault = edit(edit_of).unwrap_err().to_string();
        assert!(fault.contains(said), "{fault}");
    }
    let mut off = Draft::of(trial());
    off.edit(Edit::take_off("B1")).unwrap();
    assert!(off.edit(formed(None)).unwrap_err().message.contains("\"B1\" takes no part"));
    // What arrives is in no building, and keeps its formation; so it does in what is written.
    let arrives = Edit::arrive("B1", 2, "E1");
    edit(inside("B1", "M1", 2)).and(edit(formed(Some("column")))).and(edit(arrives)).unwrap();
    let source = InMemory(draft.files().into_iter().map(|file| (file.path, file.text)).collect());
    let (read, _) = read("trial", &source, &Lines).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(read, draft.finished());
    // Without the building its garrison stands outside.
    let mut draft = Draft::of(trial());
    draft.edit(Edit::remove_feature(Feature::Area(0))).unwrap();
    assert!(draft.now().unit_starts["B1"].inside.is_empty());
    // Its stands outside are those that need room.
    let body = |draft: &Draft<Scenario>| {
        let unit = draft.piece("B1").expect("it is there");
        body_of_piece(&Lines, ("lines", 1.0), unit, draft.now().unit_starts.get("B1"))
    };
    assert_eq!(body(&draft).map(|body| body.parts().len()), Some(4));
    assert_eq!(body(&Draft::of(trial())).map(|body| body.parts().len()), Some(3));
}
