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

#[test]
fn a_superior_is_a_command_of_the_position_and_no_circle() {
    let ring = vec![command("a", "b"), command("b", "a")];
    let position = Position { commands: ring, ..Position::default() };
    assert!(matches!(position.set_up(), Err(PositionFault::Contradiction(_))));
    let position = Position { commands: vec![command("a", "nobody")], ..Position::default() };
    assert!(matches!(position.set_up(), Err(PositionFault::Unknown { what: "command", .. })));
}

#[test]
fn a_stand_and_its_command_are_of_one_side() {
    let stands = vec![stand("G", "red", Some("a")), stand("H", "blue", Some("a"))];
    let position = Position { stands, ..Position::default() };
    assert!(matches!(position.set_up(), Err(PositionFault::Sides { .. })));
}

#[test]
fn numbers_beyond_any_table_and_shapes_without_corners_are_refused() {
    let mut far = stand("G", "red", None);
    far.at = Some((1e30, 0.0, 0.0));
    let position = Position { stands: vec![far], ..Position::default() };
    assert!(matches!(position.set_up(), Err(PositionFault::OutOfBounds { .. })));
    let told = position.set_up().map_err(|fault| fault.to_string()).unwrap_err();
    assert!(told.ends_with(" is out of range: it takes -10000 to 10000"), "{told}");
    let bare = RawArea { id: "pond".into(), polygon: vec![(1.0, 1.0)], ..RawArea::default() };
    let position = Position { areas: vec![bare], ..Position::default() };
    assert!(matches!(position.set_up(), Err(PositionFault::Points { least: 3, .. })));
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
