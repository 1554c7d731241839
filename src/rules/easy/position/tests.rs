//! Positions that cannot be set up, and numbers that they do not take.

use super::*;
use game::Wire;

fn stand(id: &str, side: &str, command: Option<&str>) -> RawStand {
    let text = format!("(id: \"{id}\", side: \"{side}\", arm: General, at: Some((10, 10, 0)))");
    let raw: RawStand = ron::from_str(&text).expect("the stand is well written");
    RawStand { command: command.map(str::to_owned), ..raw }
}

fn command(id: &str, under: &str) -> RawCommand {
    let text = format!("(id: \"{id}\", side: \"red\", under: Some(\"{under}\"))");
    ron::from_str(&text).expect("the command is well written")
}

/// The fault of a position, empty where it has none.
pub(super) fn fault_of(position: &Position) -> String {
    position.set_up().err().map(String::from).unwrap_or_default()
}

#[test]
fn a_superior_is_a_command_of_the_position_and_no_circle() {
    let ring = vec![command("a", "b"), command("b", "a")];
    let ring = fault_of(&Position { commands: ring, ..Position::default() });
    assert!(ring.starts_with("command a: it is under b, and that again under a"), "{ring}");
    let stands = vec![stand("G", "red", Some("top"))];
    let under = |name: &str| Position {
        commands: vec![command("a", name)],
        stands: stands.clone(),
        ..Position::default()
    };
    assert_eq!(fault_of(&under("top")), "", "a stand's command needs no entry of its own");
    let other = "command a: it names tip, which is no other command: give one of top";
    assert_eq!(fault_of(&under("tip")), other);
    let nobody = fault_of(&Position { commands: vec![command("a", "nobody")], ..Position::default() });
    assert_eq!(
        nobody,
        "command a: it names nobody, which is no other command: leave it out, as there is no other command here"
    );
}

#[test]
fn a_stand_and_its_command_are_of_one_side() {
    let stands = vec![stand("G", "red", Some("a")), stand("H", "blue", Some("a"))];
    let fault = fault_of(&Position { stands, ..Position::default() });
    assert_eq!(fault, "stand H: it is of blue and its command a of the other side: give them one side");
}

#[test]
fn sides_and_battery_types_are_those_there_are() {
    let green = fault_of(&Position { stands: vec![stand("G", "green", None)], ..Position::default() });
    assert_eq!(green, "stand G: it names green, which is no side: give one of red, blue");
    let guns =
        RawStand { arm: Arm::FootArtillery, battery: Some("9x9-pdrs".into()), ..stand("B", "red", None) };
    let battery = fault_of(&Position { stands: vec![guns], ..Position::default() });
    let types =
        "stand B: it names 9x9-pdrs, which is no battery type: give one of 6x4-pdrs, 6x6-pdrs, 8x6-pdrs";
    assert!(battery.starts_with(types), "{battery}");
}

#[test]
fn numbers_beyond_any_table_and_shapes_without_corners_are_refused() {
    for far in [1e30, f32::NAN, f32::NEG_INFINITY] {
        let stands = vec![RawStand { at: Some((far, 0.0, 0.0)), ..stand("G", "red", None) }];
        let fault = fault_of(&Position { stands, ..Position::default() });
        assert_eq!(fault, format!("stand G, at: {far} is out of range: give -10000 to 10000"));
    }
    let bare = RawArea { id: "pond".into(), polygon: vec![(1.0, 1.0)], ..RawArea::default() };
    let fault = fault_of(&Position { areas: vec![bare], ..Position::default() });
    assert_eq!(fault, "area pond: it has too few points: give it 3 or more");
}

#[test]
fn a_number_out_of_range_is_told_with_those_that_are_taken() {
    let least = Position { table: (60.0, 0.5), ..Position::default() };
    assert_eq!(fault_of(&least), "table: 0.5 is out of range: give 1 to 400");
    let late = |turn, turns| fault_of(&Position { turn, turns, ..Position::default() });
    assert_eq!(late(20, 19), "turn: 20 is out of range: give 1 to 19");
    assert_eq!(late(0, 19), "turn: 0 is out of range: give 1 to 19");
    assert_eq!(late(1, 0), "turns: 0 is out of range: give 1 to 255");
    assert_eq!(late(19, 19), "");
}

fn options(options: &[(&str, &str)]) -> BTreeMap<String, String> {
    options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn options_are_those_there_are() {
    let fault = |id, value| fault_of(&Position { options: options(&[(id, value)]), ..Position::default() });
    assert_eq!(fault("fire-ark", "45"), "options: there is no option fire-ark: did you mean fire-arc?");
    assert_eq!(fault("opt-wagons", "yes"), "options: option opt-wagons cannot be yes: give off or on");
}

#[test]
fn ids_that_differ_in_capitals_alone_are_two() {
    let wagon = RawStand { arm: Arm::Wagon, at: None, ..stand("a", "red", None) };
    let position = Position { stands: vec![stand("A", "red", None), wagon], ..Position::default() };
    let state = position.set_up().expect("the wagon is not in play");
    assert!(state.on_table().any(|(id, _)| state.unit(id).key == "A"));
}

#[test]
fn one_chit_of_two_is_drawn() {
    let great = RawStand { rating: Rating::Great, ..stand("G", "red", None) };
    let options = options(&[("opt-ratings", "on")]);
    let cup = |position: Position| position.set_up().expect("it is sound").cup.len();
    let position = Position { stands: vec![great], options, ..Position::default() };
    assert_eq!(cup(position.clone()), 2);
    assert_eq!(cup(Position { discards: vec!["red".to_owned()], ..position.clone() }), 1);
    let active = serde_json::from_str(r#"{"command":"red"}"#).expect("it is well written");
    assert_eq!(cup(Position { active: Some(active), ..position }), 1);
}

#[test]
fn chits_of_reinforcements_are_in_the_cup_once_they_are_due() {
    let late = RawStand { at: None, arrives: Some((3, "road".to_owned())), ..stand("G", "red", None) };
    let road = RawEntry { id: "road".to_owned(), at: (0.0, 5.0, 90.0), spread: 0.0 };
    let position = Position { stands: vec![late], entries: vec![road], ..Position::default() };
    let cup = |turn| Position { turn, ..position.clone() }.set_up().expect("it is sound").cup.len();
    assert_eq!([2, 3, 4].map(cup), [0, 1, 1]);
}

#[test]
fn a_lost_stand_is_marked_as_play_marks_it() {
    let lost =
        RawStand { arm: Arm::Infantry, at: None, lost: Some(RawLost::ForGood), ..stand("A", "red", None) };
    let state = Position { stands: vec![lost], ..Position::default() }.set_up().expect("it is sound");
    assert!(state.stands[0].marked);
}

#[test]
fn stands_of_a_game_lie_on_the_table_and_on_no_other() {
    let set_up = |stands: Vec<RawStand>| {
        let position = Position { stands, ..Position::default() };
        <Easy as Wire>::set_up(&position, &|_| Err(String::new())).err().unwrap_or_default()
    };
    assert_eq!(
        set_up(Vec::new()),
        "the position: there is no chit to draw: give a stand, and leave a command out of discards"
    );
    let off = RawStand { at: Some((70.0, 10.0, 0.0)), ..stand("G", "red", None) };
    let edge = "stand G: it lies off the table, which is 60 by 40 in: put it within the table's edge";
    assert_eq!(set_up(vec![off]), edge);
    let both = vec![stand("G", "red", None), stand("H", "red", None)];
    assert_eq!(set_up(both), "stand H: it lies on stand G: move one of them");
}
