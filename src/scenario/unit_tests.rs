//! Units of several stands, turns with names, and objectives of any kind: read, checked, changed, written.

use std::collections::BTreeMap;

use super::roster::CellKind;
use super::shipped::{ARMIES, SCENARIOS, TERRAIN};
use super::*;
use crate::army::{Unit, piece_stands};
use crate::data::InMemory;
use crate::table::Body;
use crate::table::body::Rect;

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
        Some(if space == Space::Table { vec!["lines"] } else { Vec::new() })
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
    edit(&mut draft, Edit::Place { stand: "B2".into(), pose: Pose::at(20.0, 4.0, 0.0) });
    assert_eq!(draft.pose("B2"), Some(Pose::at(20.0, 4.0, 0.0)));
    edit(&mut draft, Edit::Turn { stand: "B2".into(), degrees: 90.0 });
    let cell = |field, kind, said: Option<&str>| Edit::Cell {
        stand: "B2".into(),
        column: roster::Column::new(field, field, kind),
        said: said.map(str::to_owned),
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
    edit(&mut draft, Edit::Arrive { stand: "B1".into(), turn: 3, entry: "E1".into() });
    edit(&mut draft, Edit::TakeOff { stand: "R1".into() });
    assert!(draft.is_without_troops(Side(1)) && !draft.is_without_troops(Side(0)));
    assert!(draft.finished().unit("R1").is_none());
    edit(&mut draft, Edit::Remove { stand: "R1".into() });
    assert!(draft.now().sides[1].armies[0].commands.is_empty(), "a command that has nobody goes");
    assert!(draft.edit(Edit::Place { stand: "B9".into(), pose: Pose::at(1.0, 1.0, 0.0) }).is_err());

    // Of another army they come as stands do, under an id that is free, and once.
    let army = trial().sides[0].armies[0].clone();
    let ids = vec!["B1".to_owned()];
    edit(&mut draft, Edit::Join { side: Side(1), army: army.clone().into(), stands: ids.clone() });
    let joined: Vec<String> = draft.now().sides[1]
        .armies
        .iter()
        .flat_map(|army| army.units())
        .map(|unit| unit.id.clone())
        .collect();
    assert_eq!(joined, ["B1-2"]);
    assert!(draft.edit(Edit::Join { side: Side(1), army: army.into(), stands: ids }).is_err());
}

/// Terms are shown by nobody who changes ground, and stay with it whatever else is changed.
#[test]
fn ground_keeps_its_terms_through_every_edit() {
    use crate::table::ground::{AreaKind, LineKind};
    let mut draft = Draft::of(trial());
    let mill = Feature::Area(0);
    for edit in [
        Edit::AreaKind(0, AreaKind::Village),
        Edit::LineKind(0, LineKind::River),
        Edit::Shift { feature: mill, by: Vec2::new(0.5, 0.0) },
        Edit::MoveVertex { feature: Feature::Line(0), vertex: 0, to: Vec2::new(1.0, 18.0) },
    ] {
        draft.edit(edit.clone()).unwrap_or_else(|fault| panic!("{edit:?}: {fault}"));
    }
    let ground = draft.now().ground.clone();
    assert_eq!((ground.areas[0].kind, ground.lines[0].kind), (AreaKind::Village, LineKind::River));
    assert_eq!((&*ground.areas[0].terms["capacity"], &*ground.lines[0].terms["fordable"]), ("2", "off"));
    draft.edit(Edit::AddGround(ground.clone().into())).unwrap_or_else(|fault| panic!("{fault}"));
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
fn rules_of_single_stands_refuse_units_and_kinds_of_objectives() {
    let scenario = trial();
    let told: Vec<String> = scenario.beyond_stands().into_iter().map(|objection| objection.message).collect();
    assert_eq!(told.len(), 5, "{told:?}");
    assert!(told[0].contains("\"lines\" know no units of several stands: \"B0\" is one"), "{told:?}");
    assert!(told[4].contains("no objective of the kind \"breakpoint\""), "{told:?}");
}
