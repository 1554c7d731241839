//! Faulty input: battles, positions, orders, dice. Each fault is reported with its place and a remedy, and nothing is lost.

use std::collections::BTreeMap;

use data::InMemory;
use dice::{DiceError, Typed, TypedEntry};
use game::{Codec, RuleSet, Stop};
use scenario::army::{PieceKind, Unit, UnitProfile};
use scenario::hex::HexLayout;
use scenario::roster::{Cell, Row};
use scenario::shipped::{ARMIES, SCENARIOS, TERRAIN};
use scenario::{HexObjection, KnownRules, OptionFault, Scenario, Space, TableObjection, read};
use table::Body;

use super::order::{Answering, Order, StandWay, Step};
use super::{Epstein, Position, State};

/// These rules, with the interface that reading a battle needs.
struct Own;

impl KnownRules for Own {
    fn ids(&self, space: Space) -> Option<Vec<&str>> {
        Some(if space == Space::Table { vec![Epstein::ID] } else { Vec::new() })
    }

    fn check_option(&self, _: &str, _: &str, _: &str) -> Result<(), OptionFault> {
        Ok(())
    }

    fn objections(&self, _: &str, _: &HexLayout<'_>) -> Vec<HexObjection> {
        Vec::new()
    }

    fn table_objections(&self, scenario: &Scenario) -> Vec<TableObjection> {
        Epstein::table_objections(scenario)
    }

    fn piece_kind(&self, _: &str) -> Option<PieceKind> {
        Some(Epstein::PIECES)
    }

    fn profile(&self, _: &str, unit: &Unit) -> Option<UnitProfile> {
        Epstein::profile(unit)
    }

    fn body_of(&self, _: &str, unit: &Unit, formation: Option<&str>) -> Option<Body> {
        Epstein::body_of(unit, formation)
    }

    fn cells(&self, _: &str, _: Row<'_>) -> Vec<Cell> {
        Vec::new()
    }
}

const ARMY: &str = r#"(
    id: "blue", name: "Blue",
    commands: [
        (id: "div", name: "Division", units: [
            (id: "F1", name: "1st", class: "inf_line", stands: 4, figures: 12, weapon: "musket"),
            (id: "F2", name: "2nd", class: "inf_line", stands: 4, figures: 12, weapon: "musket"),
            (id: "H1", name: "Hussars", class: "cav_light_line", stands: 4, figures: 8),
            (id: "G1", name: "Battery", class: "art_foot_line", stands: 1, figures: 4, weapon: "gun"),
        ]),
    ],
)
"#;

const OTHER: &str = r#"(
    id: "red", name: "Red", colour: "red",
    commands: [
        (id: "rd", name: "Brigade", units: [
            (id: "R1", name: "Fusiliers", class: "inf_guard", stands: 4, figures: 12),
        ]),
    ],
)
"#;

const FIELD: &str = r#"(
    id: "field", name: "Field", size: (48, 36),
    areas: [(id: "M1", name: "The mill", kind: Buildings, terms: {"capacity": "2"}, polygon: [(30, 20), (34, 20), (34, 24), (30, 24)])],
    lines: [
        (id: "C1", kind: Crest, points: [(2, 30), (12, 30)]),
        (id: "W1", kind: Lane, points: [(40, 2), (40, 30)]),
    ],
)
"#;

const TRIAL: &str = r#"(
    id: "trial", name: "Trial", rules: "epstein", terrain: "field",
    turns: 10, begins: "11:30",
    first: "red",
    sides: [
        (id: "blue", name: "Blue", home: South, armies: ["blue"]),
        (id: "red", name: "Red", home: North, armies: ["red"]),
    ],
    deployment: [
        (unit: "F1", at: (12, 6), facing: 0, formation: "line", inside: {"M1": 1}),
        (unit: "H1", at: (24, 6), facing: 0, formation: "column"),
        (unit: "G1", at: (20, 6), facing: 0),
        (unit: "R1", at: (12, 26), facing: 180, formation: "line"),
    ],
    entries: [(id: "E1", name: "South road", at: (30, 0), facing: 0)],
    arrivals: [(turn: 3, entry: "E1", units: ["F2"], formation: "march_column")],
)
"#;

/// All reports about the battle after one replacement in one of its files.
fn told(file: &str, from: &str, to: &str) -> Vec<String> {
    let mut files = BTreeMap::from([
        (format!("{ARMIES}/blue.ron"), ARMY.to_owned()),
        (format!("{ARMIES}/red.ron"), OTHER.to_owned()),
        (format!("{TERRAIN}/field.ron"), FIELD.to_owned()),
        (format!("{SCENARIOS}/trial.ron"), TRIAL.to_owned()),
    ]);
    let text =
        files.values_mut().find(|text| text.starts_with(&format!("(\n    id: \"{file}\""))).expect(file);
    assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
    *text = text.replace(from, to);
    match read("trial", &InMemory(files), &Own) {
        Ok((_, warnings)) => warnings.iter().map(ToString::to_string).collect(),
        Err(faults) => faults.0.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn battles_that_cannot_be_are_told_with_place_and_remedy() {
    assert_eq!(told("trial", "turns: 10", "turns: 11"), Vec::<String>::new(), "sound it is");
    let mut missed = Vec::new();
    for (file, from, to, said) in [
        (
            "blue",
            "\"1st\", class: \"inf_line\", stands: 4",
            "\"1st\", class: \"inf_line\", stands: 0",
            "cannot have 0 stands (accepted: 1 to",
        ),
        (
            "blue",
            "\"1st\", class: \"inf_line\", stands: 4, figures: 12",
            "\"1st\", class: \"inf_line\", stands: 4, figures: 3",
            "3 figures",
        ),
        (
            "blue",
            "class: \"cav_light_line\"",
            "class: \"cav_tiny_line\"",
            "there is no kind \"cav_tiny_line\"",
        ),
        ("trial", "formation: \"column\"", "formation: \"wedge\"", "are in no formation \"wedge\""),
        (
            "trial",
            "formation: \"column\"",
            "formation: \"square\"",
            "light line cavalry are in no formation \"square\"",
        ),
        (
            "trial",
            "at: (20, 6), facing: 0",
            "at: (20, 6), facing: 0, formation: \"line\"",
            "are in no formation \"line\"",
        ),
        ("trial", "at: (24, 6)", "at: (12.5, 6.3)", "overlap"),
        ("trial", "{\"M1\": 1}", "{\"M1\": 3}", "3 stands begin in it, and it holds 2"),
        ("trial", "formation: \"column\"", "formation: \"column\", inside: {\"M1\": 1}", "and holds a house"),
        ("blue", "stands: 4, figures: 8", "stands: 4, figures: 8, marks: [\"rifles\"]", "and has rifles"),
        (
            "blue",
            "stands: 1, figures: 4",
            "stands: 1, figures: 4, marks: [\"landwehr\"]",
            "is line foot artillery and marked as landwehr",
        ),
        (
            "red",
            "stands: 4, figures: 12",
            "stands: 4, figures: 12, marks: [\"landwehr\"]",
            "is guard infantry and marked as landwehr",
        ),
        (
            "field",
            "{\"capacity\": \"2\"}",
            "{\"capacity\": \"2\", \"sides\": \"9\"}",
            "the sides \"9\" begin",
        ),
        (
            "field",
            "{\"capacity\": \"2\"}",
            "{\"capacity\": \"2\", \"sides\": \"2\"}",
            "the sides \"2\" begin",
        ),
        ("field", "{\"capacity\": \"2\"}", "{\"capacity\": \"2\", \"sides\": \"1, 1, x\"}", "fewer than two"),
        ("field", "[(30, 20), (34, 20), (34, 24), (30, 24)]", "[(30, 20), (34, 20)]", "M1"),
        ("field", "[(2, 30), (12, 30)]", "[(2, 30)]", "C1"),
        ("field", "[(40, 2), (40, 30)]", "[(40, 2)]", "W1"),
        ("trial", "entry: \"E1\", ", "", "entry"),
        ("trial", "entry: \"E1\"", "entry: \"E7\"", "there is no entry \"E7\""),
        ("trial", "turn: 3", "turn: 13", "13"),
    ] {
        let told = told(file, from, to);
        if !told.iter().any(|told| told.contains(said) && told.contains(".ron:") && told.contains('(')) {
            missed.push(format!("{from} to {to}: {told:#?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

fn position(text: &str) -> State {
    let position: Position = serde_json::from_str(text).expect("a position");
    position.set_up(&|_| Err("no battle".to_owned())).expect("it can be")
}

const FIGHT: &str = r#"{"options": {"control": "on"}, "turn": 2, "units": [
    {"id": "A", "at": [0, 0, 0], "marks": ["control:B"]},
    {"id": "B", "side": "blue", "at": [0, 4.75, 180], "left": [3, 2, 3, 3]}
]}"#;

/// The judgement of an order with these dice, and the dice that are left over.
fn judged(
    state: &State,
    order: &Order,
    dice: &[TypedEntry],
) -> (Result<State, Stop<super::Refusal>>, Result<(), DiceError>) {
    let mut tray = Typed::new(dice.iter().cloned());
    let ruling = Epstein::judge(state, order, &mut tray);
    let after = ruling.map(|ruling| {
        let mut after = state.clone();
        ruling.events.iter().for_each(|event| Epstein::apply(&mut after, event));
        after
    });
    (after, tray.finish())
}

fn legal(state: &State, order: &Order, dice: &[TypedEntry]) -> State {
    let (after, left) = judged(state, order, dice);
    left.expect("all dice are used");
    after.unwrap_or_else(|stop| panic!("{order:?}: {stop:?}"))
}

fn refused(state: &State, order: &Order) -> String {
    match judged(state, order, &[]).0 {
        Err(Stop::Refused(refusal)) => refusal.to_string(),
        other => panic!("{order:?}: {other:?}"),
    }
}

fn charge() -> Order {
    Order::Charge { unit: "A".to_owned(), way: vec![Step::Ahead(4.0)], target: "B".to_owned(), support: None }
}

fn answer(how: Answering) -> Order {
    Order::Answer { unit: "B".to_owned(), how, at: None }
}

fn losses(unit: &str, of: &[(&str, u32)]) -> Order {
    let losses = of.iter().map(|(stand, count)| ((*stand).to_owned(), *count)).collect();
    Order::PlaceLosses { unit: unit.to_owned(), losses }
}

#[test]
fn a_house_of_a_position_has_two_sides_at_least() {
    let set_up = |sides: &str| {
        let house = r#"{"areas": [{"id": "mill", "kind": "building", "sides": "SIDES",
            "polygon": [[-1, -1], [1, -1], [1, 1], [-1, 1]]}]}"#;
        let position: Position = serde_json::from_str(&house.replace("SIDES", sides)).expect("a position");
        position.set_up(&|_| Err("no battle".to_owned()))
    };
    for sides in ["9", "2", "", "1, 1", "3, 4"] {
        let told = set_up(sides).expect_err(sides);
        assert!(told.contains("area mill") && told.contains("from 0 to 3"), "{sides}: {told}");
    }
    for (sides, count) in [("0, 2", 2), ("3,1", 2), ("0,1,2,3", 4)] {
        let state = set_up(sides).expect("it can be");
        let house = state.game.house_ids().next().expect("there is one");
        assert_eq!(super::houses::sides(&state, house), count, "{sides}");
    }
}

#[test]
fn dice_and_choices_are_not_taken_for_each_other() {
    let start = position(FIGHT);
    // Dice are due and a choice is given; then the other way round.
    assert!(refused(&start, &charge()).contains("have not been thrown"));
    let thrown = legal(&start, &Order::RollControl, &[TypedEntry::Faces(vec![1])]);
    let held = legal(&thrown, &charge(), &[TypedEntry::Faces(vec![6, 6])]);
    assert!(refused(&held, &Order::RollControl).contains("epstein:"));
    let (_, left) =
        judged(&held, &answer(Answering::Fire), &[TypedEntry::Faces(vec![2]), TypedEntry::Faces(vec![3, 3])]);
    assert!(left.is_err(), "dice that nobody asked for are told");
    assert_eq!(held, legal(&thrown, &charge(), &[TypedEntry::Count(12)]), "two dice as one sum");
}

#[test]
fn sums_that_two_dice_cannot_show_are_told() {
    let start = position(FIGHT);
    let thrown = legal(&start, &Order::RollControl, &[TypedEntry::Count(3)]);
    for wrong in [
        TypedEntry::Count(1),
        TypedEntry::Count(13),
        TypedEntry::Faces(vec![7, 1]),
        TypedEntry::Faces(vec![6]),
    ] {
        let (after, _) = judged(&thrown, &charge(), std::slice::from_ref(&wrong));
        assert!(matches!(after, Err(Stop::BadDice(_))), "{wrong:?}: {after:?}");
    }
}

#[test]
fn a_tied_melee_asks_for_its_second_throw() {
    let start = position(&FIGHT.replace("3, 2, 3, 3", "3, 3, 3, 3"));
    let thrown = legal(&start, &Order::RollControl, &[TypedEntry::Count(1)]);
    let held = legal(&thrown, &charge(), &[TypedEntry::Count(10)]);
    let faces = |one, other| [TypedEntry::Faces(vec![one]), TypedEntry::Faces(vec![other])];
    let (after, _) = judged(&held, &answer(Answering::Nothing), &faces(3, 3));
    assert!(matches!(after, Err(Stop::NeedsDice(_))), "{after:?}");
    let all: Vec<TypedEntry> = faces(3, 3).into_iter().chain(faces(6, 1)).collect();
    legal(&held, &answer(Answering::Nothing), &all);
}

#[test]
fn losses_fall_where_they_may_and_who_has_died_is_not_named() {
    let start = position(
        r#"{"units": [
        {"id": "A", "stands": 2, "at": [0, 0, 0]},
        {"id": "B", "side": "blue", "at": [2.5, 4.75, 180], "left": [3, 3, 2, 3], "did": ["fired"]}
    ]}"#,
    );
    let volley = Order::Volley { unit: "A".to_owned(), target: "B".to_owned(), with: None };
    let hit = legal(&start, &volley, &[TypedEntry::Faces(vec![6])]);
    // B.3 is damaged; the stands on the far side are out of the lanes and slants.
    for wrong in [&[("B.4", 3)][..], &[("B.1", 3)], &[("B.3", 1)], &[("B.9", 3)], &[]] {
        let text = refused(&hit, &losses("B", wrong));
        assert!(text.contains("epstein:g.4"), "{wrong:?}: {text}");
        assert_eq!(hit.pending.len(), 1, "nothing is lost");
    }
    let after = legal(&hit, &losses("B", &[("B.3", 2), ("B.4", 1)]), &[]);
    let mut blue = after;
    blue = legal(&blue, &Order::EndPeriod, &[]);
    let to = (2.0, 4.0, 180.0);
    let dead = Order::Skirmish { unit: "B".to_owned(), ways: vec![StandWay { stand: "B.3".to_owned(), to }] };
    assert!(refused(&blue, &dead).contains("epstein:"));
}

#[test]
fn a_journal_with_a_formation_that_cannot_be_is_told() {
    let start = position(FIGHT);
    let spelled = Epstein::play(&start).expect("everything has a key");
    let mut value = spelled.clone();
    for (group, formation) in [(0_usize, "column"), (0, "single"), (1, "double_column"), (0, "garrison")] {
        value["groups"][group.to_string()]["formation"] = formation.into();
        let told = match Epstein::resumed(&start, &value) {
            Err(told) => told.to_string(),
            Ok(read) => panic!("{formation} is read as {:?}", read.groups[group].formation),
        };
        assert!(told.contains("groups"), "{told}");
        value = spelled.clone();
    }
}
