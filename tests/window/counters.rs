//! A sheet of counters on hexes: every condition, leaders beside units, fronts, lines and ranges of command. Units: inches of the
//! sheet, points on the screen.

use drawing::hex::{
    Arm, Condition, Counter, Facing, HexSheet, MapTurn, command_marks, communication_marks, counter_marks,
    counter_places, facing_marks, front_marks, range_marks,
};
use drawing::{ArmyColour, Mark};
use egui_kittest::Harness;
use hexes::{Direction, Grid, Hex, HexMap};
use window::painter::{Canvas, View};
use window::theme::{self, EguiPalette};

const GRID: Grid = Grid { columns: 9, rows: 5, ..Grid::LAB };

fn unit(hex: u16, condition: Condition) -> Counter {
    Counter {
        id: hex,
        hex: Some(Hex(hex)),
        side: u8::from(hex % 100 > 2),
        colour: if hex % 100 > 2 { ArmyColour::White } else { ArmyColour::Blue },
        arm: if hex.is_multiple_of(200) { Arm::Cavalry } else { Arm::Infantry },
        designation: "44".into(),
        strength: 5,
        movement: 4,
        condition,
        faces: None,
    }
}

fn leader(hex: u16, name: &str, bonus: i8) -> Counter {
    let condition = Condition { may_act: bonus == 2, ..Condition::default() };
    Counter { arm: Arm::Leader { bonus }, designation: name.into(), ..unit(hex, condition) }
}

fn counters() -> Vec<Counter> {
    let set: [fn(&mut Condition); 10] = [
        |now| now.may_act = true,
        |now| now.moved = true,
        |now| now.spent = true,
        |now| now.routed = true,
        |now| now.demoralised = true,
        |now| now.charging = true,
        |now| now.out_of_command = true,
        |now| (now.routed, now.demoralised, now.out_of_command) = (true, true, true),
        |now| (now.charging, now.fought, now.selected) = (true, true, true),
        |now| (now.ghost, now.doubled) = (true, true),
    ];
    let hexes = [101, 201, 301, 401, 501, 601, 701, 103, 203, 303];
    let mut counters: Vec<Counter> = Vec::new();
    for (hex, set) in hexes.into_iter().zip(set) {
        let mut condition = Condition::default();
        set(&mut condition);
        counters.push(unit(hex, condition));
    }
    counters.push(unit(503, Condition::default()));
    counters.push(leader(503, "Kaim", 1));
    counters.push(unit(603, Condition { in_contact: true, may_act: true, ..Condition::default() }));
    counters.push(leader(603, "Melas", 2));
    counters.push(leader(603, "Zach", 0));
    counters.push(leader(802, "Lannes", 2));
    counters.push(Counter { faces: Some(Direction(4)), ..unit(404, Condition::default()) });
    counters.push(Counter { faces: Some(Direction(0)), ..unit(205, Condition::default()) });
    counters.push(Counter { arm: Arm::Artillery, ..unit(804, Condition::default()) });
    counters
}

fn marks(turn: MapTurn, scale: f32) -> (HexSheet, Vec<Mark>) {
    let sheet = HexSheet::turned(&HexMap::clear("trial", "Counters", GRID), 1, turn);
    let (lie, counters) = (sheet.lie, counters());
    let hexes = |numbers: &[u16]| numbers.iter().map(|number| Hex(*number)).collect::<Vec<Hex>>();
    let mut marks = sheet.ground().to_vec();
    marks.extend(sheet.numbers());
    marks.extend(range_marks(&lie, &hexes(&[603, 602, 502, 503, 504, 604, 703, 702, 704])));
    marks.extend(communication_marks(&lie, &hexes(&[105, 901, 402]), ArmyColour::White));
    marks.extend(communication_marks(&lie, &hexes(&[905]), ArmyColour::Blue));
    let lines = [(hexes(&[603, 604, 704, 804]), true), (hexes(&[603, 502, 402, 303, 203]), false)];
    marks.extend(command_marks(&lie, &lines));
    for (index, at) in counter_places(&lie, &counters) {
        marks.extend(counter_marks(&counters[index], at, scale));
    }
    marks.extend(front_marks(&lie, &counters));
    let to = |way: Direction| match way.0 {
        3..=5 => Facing::Front,
        0 | 2 => Facing::Flank,
        _ => Facing::Rear,
    };
    marks.extend(facing_marks(&lie, Hex(404), to));
    (sheet, marks)
}

/// The sheet as a window shows it.
fn shown(turn: MapTurn, dark: bool, size: [f32; 2]) -> Harness<'static> {
    let mut dressed = false;
    let mut window = Harness::builder().with_size(size).build_ui(move |ui| {
        if !dressed {
            theme::install(ui.ctx());
            ui.ctx().set_theme(if dark { egui::Theme::Dark } else { egui::Theme::Light });
            dressed = true;
            return ui.ctx().request_repaint();
        }
        let rect = ui.max_rect();
        let (low, high) = drawing::hex::extent(&marks(turn, 1.0).0.lie);
        let view = View::around(low, high, rect);
        let palette = EguiPalette::of(ui.visuals());
        Canvas { painter: ui.painter(), view, palette }.draw(&marks(turn, view.scale).1);
    });
    window.run_steps(4);
    window
}

#[test]
fn every_condition_of_a_counter_is_drawn_in_its_own_way() {
    super::pictures::compare(&mut shown(MapTurn::default(), false, [780.0, 585.0]), "counters_by_day");
}

#[test]
fn counters_stay_upright_on_a_map_that_is_turned() {
    super::pictures::compare(&mut shown(MapTurn::from(1), true, [620.0, 530.0]), "counters_turned_by_night");
}

#[test]
fn counters_are_told_apart_from_afar() {
    super::pictures::compare(&mut shown(MapTurn::from(9), false, [150.0, 250.0]), "counters_from_afar");
}
