//! Positions that cannot be set up, and numbers that they do not take.

use super::*;

fn stand(id: &str, side: &str, command: Option<&str>) -> RawStand {
    let text = format!("(id: \"{id}\", side: \"{side}\", arm: General, at: Some((10, 10, 0)))");
    let raw: RawStand = ron::from_str(&text).expect("the stand is well written");
    RawStand { command: command.map(str::to_owned), ..raw }
}

fn command(id: &str, under: &str) -> RawCommand {
    let text = format!("(id: \"{id}\", side: \"red\", under: Some(\"{under}\"))");
    ron::from_str(&text).expect("the command is well written")
}

/// The fault of a position.
fn told(position: Position) -> String {
    position.set_up().map(|_| ()).expect_err("it cannot be").to_string()
}

#[test]
fn a_superior_is_a_command_of_the_position_and_no_circle() {
    let ring = vec![command("a", "b"), command("b", "a")];
    let ring = told(Position { commands: ring, ..Position::default() });
    assert!(ring.starts_with("command a: it is under b, and that again under a"), "{ring}");
    let nobody = told(Position { commands: vec![command("a", "nobody")], ..Position::default() });
    assert_eq!(nobody, "command a: it names nobody, which is no command: give one of a");
}

#[test]
fn a_stand_and_its_command_are_of_one_side() {
    let stands = vec![stand("G", "red", Some("a")), stand("H", "blue", Some("a"))];
    let told = told(Position { stands, ..Position::default() });
    assert_eq!(told, "stand H: it is of blue and its command a of the other side: give them one side");
}

#[test]
fn sides_and_battery_types_are_those_there_are() {
    let green = told(Position { stands: vec![stand("G", "green", None)], ..Position::default() });
    assert_eq!(green, "stand G: it names green, which is no side: give one of red, blue");
    let guns =
        RawStand { arm: Arm::FootArtillery, battery: Some("9x9-pdrs".into()), ..stand("B", "red", None) };
    let battery = told(Position { stands: vec![guns], ..Position::default() });
    let types =
        "stand B: it names 9x9-pdrs, which is no battery type: give one of 6x4-pdrs, 6x6-pdrs, 8x6-pdrs";
    assert!(battery.starts_with(types), "{battery}");
}

#[test]
fn numbers_beyond_any_table_and_shapes_without_corners_are_refused() {
    for far in [1e30, f32::NAN, f32::NEG_INFINITY] {
        let stands = vec![RawStand { at: Some((far, 0.0, 0.0)), ..stand("G", "red", None) }];
        let told = told(Position { stands, ..Position::default() });
        let far = format!("stand G: {far} is out of range: it takes -10000 to 10000");
        assert_eq!(told, far);
    }
    let bare = RawArea { id: "pond".into(), polygon: vec![(1.0, 1.0)], ..RawArea::default() };
    let told = told(Position { areas: vec![bare], ..Position::default() });
    assert_eq!(told, "area pond: it has too few points: give it 3 or more");
}

#[test]
fn a_number_out_of_range_is_told_with_those_that_are_taken() {
    let told = |position: Position| position.set_up().map_err(|fault| fault.to_string()).err();
    let least = Position { table: (60.0, 0.5), ..Position::default() };
    assert_eq!(told(least).unwrap_or_default(), "table: 0.5 is out of range: it takes 1 to 400");
    let late = |turn, turns| told(Position { turn, turns, ..Position::default() });
    assert_eq!(late(20, 19).unwrap_or_default(), "turn: 20 is out of range: it takes 1 to 19");
    assert_eq!(late(0, 19).unwrap_or_default(), "turn: 0 is out of range: it takes 1 to 19");
    assert_eq!(late(1, 0).unwrap_or_default(), "turns: 0 is out of range: it takes 1 to 255");
    assert_eq!(late(19, 19), None);
}
