//! Strength and columns, by the checks of the ledger.

use crate::fixture::Lab;
use crate::state::Charge;
use hexes::{Hex, HexKind, Mark};

use super::form::form;
use super::strength::{Reckoning, reckon};
use super::tests::{assault, phase};

fn reckoned(lab: &Lab, by: &str, on: &str) -> Reckoning {
    let state = lab.combat();
    let formed =
        form(&state, phase(&state), &assault(lab, by, on)).unwrap_or_else(|refusal| panic!("{refusal}"));
    reckon(&state, &formed)
}

/// Attack, defence and column of these against those.
fn odds(lab: &Lab, by: &str, on: &str) -> (u32, u32, &'static str) {
    let reckoning = reckoned(lab, by, on);
    (reckoning.attack, reckoning.defence, reckoning.column().map_or("none", super::table::Column::name))
}

#[test]
fn a_village_behind_a_stream_quadruples() {
    // cb:7B, cb:tet-stream, cb:tet-village, option cumulate
    let lab = || {
        Lab::new()
            .units("F8@2009 F8@2111 F8@2011 E5@2010")
            .kind(2010, HexKind::Town)
            .side(2009, 2010, Mark::Stream)
            .along(&[2111, 2010], Mark::Stream)
            .side(2009, 2010, Mark::Road)
    };
    assert_eq!(odds(&lab(), "F8@2009 F8@2111", "E5@2010"), (16, 20, "1:2"));
    let add = lab().option("cumulate", "add");
    assert_eq!(odds(&add, "F8@2009 F8@2111", "E5@2010"), (16, 15, "1:1"));
    // One who comes over no stream is enough, unless any may give it.
    assert_eq!(odds(&lab(), "F8@2009 F8@2011", "E5@2010"), (16, 10, "1:1"));
    let any = lab().option("stream-defence", "any-across");
    assert_eq!(odds(&any, "F8@2009 F8@2011", "E5@2010"), (16, 20, "1:2"));
}

#[test]
fn guns_from_afar_neither_give_nor_break_a_stream() {
    // cb:7B
    let lab = Lab::new().units("F8@2009 gF3@2012 E5@2010").side(2009, 2010, Mark::Stream);
    assert_eq!(odds(&lab, "F8@2009 gF3@2012", "E5@2010"), (11, 10, "1:1"));
    assert_eq!(odds(&lab, "gF3@2012", "E5@2010"), (3, 5, "1:2"));
    // Guns are not doubled by a stream.
    let guns = Lab::new().units("F8@2009 gE3@2010").side(2009, 2010, Mark::Stream);
    assert_eq!(odds(&guns, "F8@2009", "gE3@2010"), (8, 3, "2:1"));
}

#[test]
fn cavalry_is_halved_in_woods_and_villages_and_doubled_in_marsh() {
    // cb:7B, cb:tet-woods, cb:tet-village, cb:tet-marsh
    let from = Lab::new().units("cF3@2010 E4@2009").kind(2010, HexKind::Town);
    assert_eq!(odds(&from, "cF3@2010", "E4@2009").0, 2);
    let woods = Lab::new().units("F4@2010 cE3@2009").kind(2009, HexKind::Forest);
    assert_eq!(odds(&woods, "F4@2010", "cE3@2009").1, 2);
    let foot = Lab::new().units("F4@2010 E4@2009").kind(2009, HexKind::Forest);
    assert_eq!(odds(&foot, "F4@2010", "E4@2009"), (4, 8, "1:2"));
    for (unit, wanted) in [("E4@2009", 8), ("cE3@2009", 6), ("gE3@2009", 3)] {
        let marsh = Lab::new().units(&format!("F4@2010 {unit}")).kind(2009, HexKind::Marsh);
        assert_eq!(odds(&marsh, "F4@2010", unit).1, wanted, "{unit}");
    }
}

#[test]
fn guns_count_by_range_and_are_halved_first_in_a_village() {
    // cb:9b, cb:9f
    let lab = |kind: HexKind| Lab::new().units("gF3@2010 E5@2009 E5@2012 E5@1812 E5@2309").kind(2010, kind);
    let points = |kind: HexKind, on: &str| odds(&lab(kind), "gF3@2010", on).0;
    let clear = Lab::new().units("gF3@2010 E5@2012 E5@2309");
    assert_eq!(odds(&clear, "gF3@2010", "E5@2012").0, 3);
    assert_eq!(odds(&clear, "gF3@2010", "E5@2309").0, 2);
    assert_eq!(points(HexKind::Clear, "E5@2009"), 6);
    assert_eq!(points(HexKind::Town, "E5@2009"), 4);
    assert_eq!(points(HexKind::Town, "E5@2309"), 1);
    // A battery of 1 that attacks from a village is still 1.
    let one = Lab::new().units("gF1@2010 E5@2012").kind(2010, HexKind::Town);
    assert_eq!(odds(&one, "gF1@2010", "E5@2012").0, 1);
    // In defence the text leaves guns in a village whole, the table halves them.
    for (option, wanted) in [("text", 3), ("table", 2), ("both", 2)] {
        let lab = Lab::new().units("F4@2010 gE3@2009").kind(2009, HexKind::Town);
        let lab = lab.option("woods-village", option);
        assert_eq!(odds(&lab, "F4@2010", "gE3@2009").1, wanted, "{option}");
    }
}

#[test]
fn the_three_arms_together_shift_a_column() {
    // cb:7E, option combined
    let lab = Lab::new().units("F5@2010 cF3@2110 gF2@1910 E4@2009");
    assert_eq!(odds(&lab, "F5@2010 cF3@2110 gF2@1910", "E4@2009").2, "4:1");
    let two = Lab::new().units("F5@2010 F3@2110 gF2@1910 E4@2009");
    assert_eq!(odds(&two, "F5@2010 F3@2110 gF2@1910", "E4@2009"), (12, 4, "3:1"));
    let hexes = || Lab::new().units("F5@2010 cF3@2110 gF2@2012 E4@2009 E2@2109");
    let all = "F5@2010 cF3@2110 gF2@2012";
    assert_eq!(odds(&hexes(), all, "E4@2009 E2@2109"), (9, 6, "1:1"));
    assert_eq!(odds(&hexes().option("combined", "any-merged"), all, "E4@2009 E2@2109").2, "2:1");
    let weak = Lab::new().units("F1@2010 cF1@2110 gF1@2012 E9@2009 ").kind(2009, HexKind::Forest);
    let weak = weak.kind(2012, HexKind::Clear);
    assert_eq!(odds(&weak, "F1@2010 cF1@2110 gF1@2012", "E9@2009").2, "1:2", "a 1:3 that is clamped");
}

#[test]
fn a_charge_doubles_an_attack_that_includes_its_target() {
    // cb:7f1: cavalry 3 against infantry 4: 6 to 4.
    let lab = Lab::new().units("cF3@2010 E4@2009 E2@2110");
    let mut state = lab.combat();
    let points = |state: &crate::State, on: &str| {
        let formed = form(state, phase(state), &assault(&lab, "cF3@2010", on)).unwrap();
        reckon(state, &formed).attack
    };
    assert_eq!(points(&state, "E4@2009 E2@2110"), 3);
    let charge = Charge { target: lab.id("E4@2009"), line: [2012, 2011, 2010].map(Hex).to_vec() };
    state.command.charges.insert(lab.id("cF3@2010"), charge);
    assert_eq!(points(&state, "E4@2009 E2@2110"), 6);
    assert_eq!(points(&state, "E2@2110"), 3);
}

#[test]
fn an_attack_from_the_rear_doubles_where_facing_is_played() {
    // cb:15a4: infantry 4 in the rear, infantry 5 in front: 13 to 6.
    let mut lab = Lab::new().units("F4@2008 F5@2010 E6@2009").option("facing", "on");
    for unit in &mut lab.scenario.units {
        unit.faces = Some(if unit.id == "E6@2009" { Hex(2010) } else { Hex(2009) });
    }
    assert_eq!(odds(&lab, "F4@2008 F5@2010", "E6@2009"), (13, 6, "2:1"));
    let off = lab.option("facing", "off");
    assert_eq!(odds(&off, "F4@2008 F5@2010", "E6@2009"), (9, 6, "1:1"));
}

#[test]
fn the_working_tells_every_step_with_its_clause() {
    let lab = Lab::new().units("gF3@2010 E5@2309").kind(2010, HexKind::Town);
    let reckoning = reckoned(&lab, "gF3@2010", "E5@2309");
    let steps: Vec<(&str, u32)> =
        reckoning.attackers[0].factors.iter().map(|factor| (factor.clause, factor.points)).collect();
    assert_eq!(steps, [("cb:9f", 2), ("cb:9b", 1)]);
    let state = lab.combat();
    assert_eq!(reckoning.modifiers(&state).iter().map(|one| one.value).collect::<Vec<_>>(), [-1, -1]);
}
