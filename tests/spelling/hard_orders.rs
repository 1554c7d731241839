//! The ten hardest orders of each ledger, as drafts: they are read, asked for field by field, and written again. Of one game the
//! table that was asked of it stands here. Where the questions came from is told in `README.md` beside this file.

use game::{
    Absent, Answer, AnswerKind, Ask, Choosable, Draft, Extent, LegForm, SpotForm, Unfit, Usual, Verb,
    VerbField,
};
use serde_json::{Value, json};

const fn one(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::One)
}

const fn some(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Some)
}

/// It may be left out, and then is as the rules work it out.
const fn or_usual(field: VerbField) -> VerbField {
    field.absent(Absent::LeftOut)
}

/// Degrees clockwise from north.
const HEADING: VerbField = or_usual(VerbField::new("heading", AnswerKind::Measure));
const UNIT: VerbField = one("unit");
const FORMATION: VerbField = one("formation");
/// Degrees right of where the gun faces.
const PIVOT: VerbField =
    VerbField::new("pivot", AnswerKind::Measure).absent(Absent::Usual(Usual::Measure(0.0)));

const LEGS: &[LegForm] = &[
    LegForm::Step("Ahead", 1),
    LegForm::Step("WheelLeft", 1),
    LegForm::Step("To", 2),
    LegForm::Step("Slide", 2),
];
const WAY: VerbField = VerbField::new("way", AnswerKind::Way(LEGS));

/// What the passive side does under a charge or a shot (`epstein:11.2`, `epstein:12.3`).
const ANSWERS: &[Verb] = &[
    Verb::alone("Nothing"),
    Verb::named("Fire", &[or_usual(one("load")), PIVOT]),
    Verb::named("Square", &[HEADING]),
];

/// The way of one stand of skirmishers (`epstein:6.1`).
const STAND_WAY: &[VerbField] = &[one("stand"), or_usual(WAY), HEADING];

/// A part that leaves its unit (`epstein:g.9`): a piece that was not there before.
const PART: &[VerbField] = &[
    some("stands"),
    or_usual(FORMATION),
    or_usual(VerbField::new("ways", AnswerKind::List(STAND_WAY))),
    or_usual(WAY),
];

const EPSTEIN: &[Verb] = &[
    Verb::named("Form", &[UNIT, FORMATION, HEADING, or_usual(some("places"))]),
    Verb::named("Answer", &[UNIT, VerbField::new("how", AnswerKind::Either(ANSWERS))]),
    Verb::named(
        "Detach",
        &[
            UNIT,
            VerbField::new("parts", AnswerKind::List(PART)),
            VerbField::new("close_up", AnswerKind::Whether).absent(Absent::Usual(Usual::Whether(false))),
        ],
    ),
    Verb::named("Skirmish", &[UNIT, VerbField::new("ways", AnswerKind::List(STAND_WAY))]),
    Verb::named(
        "CloseUp",
        &[
            UNIT,
            or_usual(some("with")),
            FORMATION,
            VerbField::new("at", AnswerKind::Spot(SpotForm::Pose)),
            or_usual(VerbField::new("places", AnswerKind::Shares)),
        ],
    ),
    Verb::named("FireGuns", &[one("gun"), or_usual(one("load")), PIVOT]),
    Verb::named("Charge", &[UNIT, or_usual(some("support")), WAY, one("target")]),
    Verb::named("PlaceLosses", &[UNIT, VerbField::new("losses", AnswerKind::Shares)]),
    Verb::named("Volley", &[UNIT, or_usual(VerbField::new("shots", AnswerKind::Pairs))]),
    Verb::named("SendGunners", &[one("gun"), VerbField::new("figures", AnswerKind::Count), one("to"), WAY]),
];

/// Ten of each game, as the wire has them.
fn hard_orders() -> [(&'static [Verb], Vec<Value>); 4] {
    let easy = vec![
        json!({"Split": {"attacker": "F06", "dice": [["A12", 3], ["A14", 2]]}}),
        json!({"PlaceHits": {"shooter": "A12", "hits": [["F05", 1], ["F06", 2]]}}),
        json!({"Form": {"name": "Grand Battery", "stands": ["F13", "F23", "F29"], "at": [22.5, 18.0, 10.0]}}),
        json!({"Enter": {"stand": "P05", "along": -1.5, "path": [{"Ahead": 4.0}, {"WheelLeft": 20.0}]}}),
        json!({"Declare": [["F05", "A11"], ["F05", "A12"], ["F06", "A12"]]}),
        json!({"Move": {"stand": "F12", "path": [{"WheelRight": 30.0}, {"TurnAbout": [1.0, 0.5, 8.0]}]}}),
        json!({"Rally": {"stand": "F07", "at": [18.0, 12.4, 0.0]}}),
        json!({"Work": {"engineer": "F65", "task": {"Bridge": ["fontanone", [24.5, 30.0]]}}}),
        json!({"Retreat": {"stand": "A11", "direction": 187.5}}),
        json!({"Fiat": {
            "act": {"Work": {"engineer": "F65", "task": {"Earthworks": [20.0, 22.0, 0.0]}, "left": 1}},
            "reason": "begun last turn", "clause": "easy:V.D.1"}}),
    ];
    let naw = vec![
        json!({"Declare": [{"by": ["f24", "favgd"], "on": ["afrim"], "lowered": "1-1"}, {"by": ["f44"], "on": ["aorei"]}]}),
        json!({"Attack": {"by": ["f24"], "on": ["afrim", "aorei"], "lowered": "1-2"}}),
        json!({"Exchange": ["f22"]}),
        json!({"Retreat": ["f24", [2011, 2012]]}),
        json!("Decline"),
        json!({"Move": ["fkell", [1214, 1213, 1212]]}),
        json!({"Move": ["f19", [3912, 3911, 3910]]}),
        json!({"TakeBack": {"unit": "f44", "consent": "A"}}),
        json!({"Interchange": ["f96", "f44"]}),
        json!({"Advance": ["f24", 2209]}),
    ];
    let epstein = vec![
        json!({"Form": {"unit": "quiot", "formation": "assault_column", "heading": 350.0,
            "places": ["quiot/3", "quiot/1", "quiot/2", "quiot/4"]}}),
        json!({"Answer": {"unit": "bijlandt", "how": {"Square": {"heading": 180.0}}}}),
        json!({"Detach": {"unit": "quiot", "close_up": true, "parts": [
            {"stands": ["quiot/1"], "formation": "skirmish",
             "ways": [{"stand": "quiot/1", "way": [{"To": [20.0, 31.5]}], "heading": 5.0}]},
            {"stands": ["quiot/2"], "way": [{"Ahead": 6.0}]}]}}),
        json!({"Skirmish": {"unit": "maitland", "ways": [
            {"stand": "maitland/1", "way": [{"To": [30.0, 24.0]}], "heading": 180.0},
            {"stand": "maitland/4", "way": [{"Slide": [3.0, -6.0]}]}]}}),
        json!({"CloseUp": {"unit": "maitland", "formation": "line", "at": [31.0, 26.0, 180.0],
            "places": [["maitland/1", 1], ["maitland/2", 2], ["maitland/3", 4], ["maitland/4", 3]]}}),
        json!({"FireGuns": {"gun": "french-1c-12pdr", "load": "round", "pivot": -12.4}}),
        json!({"Charge": {"unit": "milhaud-wathier", "support": ["milhaud-delort"], "target": "kielmansegge",
            "way": [{"Ahead": 4.0}, {"WheelLeft": 15.0}, {"Ahead": 5.0}]}}),
        json!({"PlaceLosses": {"unit": "quiot", "losses": [["quiot/3", 2], ["quiot/1", 2]]}}),
        json!({"Volley": {"unit": "quiot", "shots": [["quiot/1", "bijlandt"], ["quiot/3", "kempt"]]}}),
        json!({"SendGunners": {"gun": "rogers", "figures": 2, "to": "lloyd", "way": [{"To": [31.5, 22.0]}]}}),
    ];
    let of_1800 = vec![
        json!({"Attach": {"unit": "f-kel", "to": "victor"}}),
        json!({"Charge": {"unit": "f-kel", "target": "a-bel"}}),
        json!({"Move": {"piece": "f-44", "path": [1103, 1104], "faces": 1004}}),
        json!({"Move": {"piece": "a-bel", "path": [1301, 1302]}}),
        json!({"Exit": {"piece": "victor", "path": [826]}}),
        json!({"Attack": {"by": ["a-bel", "a-stj"], "on": ["f-40"], "lowered": "1:1", "leaders": ["haddick"]}}),
        json!({"Retreat": {"unit": "f-40", "way": [1006], "chain": [1007], "with": ["lannes"], "faces": 1005}}),
        json!({"Rally": {"unit": "f-44", "by": "victor"}}),
        json!({"Name": {"unit": "a-kne"}}),
        json!({"Fiat": {
            "act": {"Possess": {"place": "marengo", "side": "french"}},
            "reason": "a counter was overlooked", "clause": "cb:14a"}}),
    ];
    [
        (easy::spelling::VERBS, easy),
        (napoleon_at_war::spelling::VERBS, naw),
        (EPSTEIN, epstein),
        (casus_belli::spelling::VERBS, of_1800),
    ]
}

#[test]
fn the_hardest_orders_are_read_and_written_alike() {
    for (verbs, orders) in hard_orders() {
        assert_eq!(orders.len(), 10);
        for order in orders {
            let draft = Draft::read(verbs, &order).unwrap_or_else(|fault| panic!("{order}: {fault}"));
            assert_eq!(draft.spell(verbs).as_ref(), Ok(&order));
        }
    }
}

/// What `README.md` shows of the rules whose orders stand there as they are read today, is among those that are tried.
#[test]
fn the_orders_of_1800_that_are_shown_are_those_that_are_tried() {
    let [.., (_, tried)] = hard_orders();
    let text = include_str!("README.md");
    let chapter = text.split("## Casus Belli").nth(1).and_then(|rest| rest.split("## What").next());
    let shown: Vec<Value> = chapter
        .expect("the chapter is there")
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap_or_else(|fault| panic!("{line}: {fault}")))
        .collect();
    for order in &tried {
        assert!(shown.contains(order), "README.md does not show {order}");
    }
    assert_eq!(shown.len(), tried.len());
}

#[test]
fn a_draft_asks_for_what_it_lacks_whatever_came_first() {
    for (verbs, orders) in hard_orders() {
        for order in orders {
            let whole = Draft::read(verbs, &order).expect("it can be read");
            let verb = verbs.iter().find(|verb| verb.name == whole.verb).expect("it has its verb");
            assert_eq!(whole.next_field(verb), None, "{order}");
            for field in verb.fields {
                let mut part = whole.clone();
                part.answers.remove(field.name);
                let asked = part.next_field(verb).map(|field| field.name);
                let wanted = (field.absent == Absent::Asked).then_some(field.name);
                assert_eq!(asked, wanted, "{order} without {}", field.name);
                assert_eq!(part.spell(verbs).is_err(), wanted.is_some(), "{order} without {}", field.name);
            }
            // Answered from the last field to the first it comes to the same.
            let back = verb.fields.iter().rev().fold(Draft::new(verb.name), |draft, field| {
                match whole.answers.get(field.name) {
                    Some(answer) => draft.with(field.name, answer.clone()),
                    None => draft,
                }
            });
            assert_eq!(back, whole);
        }
    }
}

fn choices(keys: &[&str]) -> Vec<Choosable> {
    keys.iter().map(|key| Choosable::new(key, key)).collect()
}

#[test]
fn a_part_of_an_answer_is_unfinished_where_the_whole_would_be_wrong() {
    // Three hits on two stands of 2 and 4 strength points (`easy:III.B.4`).
    let among = vec![(Choosable::new("left", "Left"), 2), (Choosable::new("right", "Right"), 4)];
    let hits = Ask::Shares { total: 3, among };
    let share = |shares: &[(&str, u32)]| {
        Answer::Shares(shares.iter().map(|(key, share)| ((*key).to_owned(), *share)).collect())
    };
    for good in
        [share(&[("left", 2), ("right", 1)]), share(&[("left", 1), ("right", 2)]), share(&[("right", 3)])]
    {
        assert_eq!(hits.check(&good, Extent::Whole), Ok(()));
    }
    let two = share(&[("left", 2)]);
    assert_eq!(hits.check(&two, Extent::Part), Ok(()));
    assert_eq!(hits.check(&two, Extent::Whole), Err(Unfit::Total { given: 2, total: 3 }));
    let much = hits.check(&share(&[("left", 3)]), Extent::Part);
    assert_eq!(much, Err(Unfit::Share { key: "left".into(), share: 3, most: 2 }));
    assert_eq!(
        hits.check(&share(&[("right", 2), ("right", 1)]), Extent::Part),
        Err(Unfit::Twice("right".into()))
    );

    // Everybody who attacks has somebody to attack (`easy:III.A.1`).
    let attacks = Ask::Pairs { from: choices(&["a", "b"]), to: choices(&["d"]), may: Vec::new() };
    let first = Answer::Pairs(vec![("a".into(), "d".into())]);
    assert_eq!(attacks.check(&first, Extent::Part), Ok(()));
    assert_eq!(attacks.check(&first, Extent::Whole), Err(Unfit::Alone("b".into())));

    // A stick is laid within 30 degrees of the heading, to a tenth (`epstein:5.10`).
    let pivot = Ask::Number { least: -30.0, most: 30.0, step: 0.1, unit: "degrees right of the heading" };
    assert_eq!(pivot.check(&Answer::Measure(-12.4), Extent::Whole), Ok(()));
    assert!(pivot.check(&Answer::Measure(-12.45), Extent::Whole).is_err());
    assert!(pivot.check(&Answer::Measure(30.1), Extent::Whole).is_err());
    assert_eq!(pivot.check(&Answer::Text("left".into()), Extent::Whole), Err(Unfit::Other));

    // The order of the corps names each once (`cb:10f`).
    let corps = Ask::Some { of: choices(&["Lannes", "Victor"]), least: 0, most: 2, in_order: true };
    assert_eq!(corps.check(&Answer::Some(vec!["Victor".into(), "Lannes".into()]), Extent::Whole), Ok(()));
    let desaix = corps.check(&Answer::Some(vec!["Desaix".into()]), Extent::Part);
    assert_eq!(desaix, Err(Unfit::Unknown("Desaix".into())));
}
