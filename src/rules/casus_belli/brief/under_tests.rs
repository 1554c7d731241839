//! What was found as movement began is told with its reasons until the player turn ends, wherever everybody has gone (`cb:2D`, `cb:10c`).

use crate::fixture::{Lab, give};
use crate::messages::{Answered, Ask, CommandQuestion, LineQuestion};
use crate::state::{Phase, State};
use crate::{CasusBelli, Order, asked};
use game::{Presentation as _, RuleSet as _};
use hexes::Hex;
use scenario::Side;

use super::under::{self, Drawn};

/// Two corps: a unit of v too far from its leader, next to the enemy; the leader of d too far from the commander of the army.
fn lab() -> Lab {
    let units = "LF1@2010 LF1.v@2011 F4.v@2013 F5.v@2018 E3@2019 LF1.d@3925 F3.d@3824 F2@2009 E1@0101";
    Lab::new().units(units).commanded_by_rule()
}

const FAR: &str = "French F5.v@2018 in 2018 is 7 hexes from the commander of v's corps, whose range is 5";

#[track_caller]
fn tells(state: &State, piece: &str, wanted: &str) {
    let tooltip = CasusBelli::tooltip(state, piece).expect("it is there");
    let told = tooltip.said.iter().any(|remark| remark.words == wanted);
    assert!(told, "{piece} does not tell: {wanted}\n{:#?}", tooltip.said);
}

/// Tooltip, protocol and overlay in one phase.
fn check(state: &State, lines: &[Drawn]) {
    tells(state, "F5.v@2018", &format!("As movement began: out of command, under LF1.v@2011: {FAR}"));
    tells(
        state,
        "F4.v@2013",
        "As movement began: in command, under LF1.v@2011 by a line of 2 hexes of 5: 2011 2012 2013",
    );
    tells(state, "F4.v@2013", "The commander of v's corps was 1 hex from LF1@2010, of 20 at most");
    tells(
        state,
        "LF1.d@3925",
        "As movement began: LF1@2010 was 24 hexes from him, and 20 are the most: he commands nobody",
    );
    let line = |unit: &str| {
        let question = LineQuestion { unit: unit.to_owned(), to: None };
        asked::line(state, &question).expect("it is there")
    };
    let far = line("F5.v@2018");
    assert_eq!((far.open, far.clause.as_deref(), far.way.len()), (false, Some("cb:10c"), 0));
    assert_eq!(far.why, Some(format!("as movement began, {FAR}")));
    let near = line("F4.v@2013");
    assert_eq!((near.open, near.why, near.way), (true, None, vec![2011, 2012, 2013]));
    let answer = asked::answer(state, &Ask::Command(CommandQuestion::default())).expect("it is answered");
    let Answered::Command(command) = answer else { panic!("{answer:?}") };
    assert!(command.found);
    for unit in command.units {
        let line = line(&unit.unit);
        assert_eq!((unit.in_command, unit.why, unit.clause), (line.open, line.why, line.clause));
    }
    assert_eq!(under::lines(state, Side(0), None), lines);
}

#[test]
fn the_snapshot_is_explained_in_every_phase() {
    let lab = lab();
    let mut state = lab.command();
    let lines = under::lines(&state, Side(0), None);
    let barred = Drawn { unit: Some(lab.id("F5.v@2018")), way: vec![Hex(2011), Hex(2018)], holds: false };
    assert!(
        lines.contains(&barred) && lines.iter().any(|line| line.unit.is_none() && !line.holds),
        "{lines:?}"
    );
    give(&mut state, &Order::EndCommand, &[]);
    check(&state, &lines);
    // The leader rides to the one and away from the other: what holds was found before.
    let ride: Vec<Hex> = (2012..=2016).map(Hex).collect();
    give(&mut state, &Order::Move { piece: lab.piece("LF1.v@2011"), path: ride, faces: None }, &[]);
    let back: Vec<Hex> = [2012, 2011, 2010].into_iter().map(Hex).collect();
    give(&mut state, &Order::Move { piece: lab.piece("F4.v@2013"), path: back, faces: None }, &[]);
    check(&state, &lines);
    give(&mut state, &Order::EndMovement, &[]);
    assert!(matches!(state.phase, Phase::Combat(_)));
    check(&state, &lines);
    give(&mut state, &Order::EndCombat, &[]);
    // It goes back because of it, and its card says why (cb:10e).
    while matches!(state.phase, Phase::Combat(_)) {
        let offers = CasusBelli::due(&state).offers;
        let back = offers.into_iter().find(|offer| offer.kind == "retreat").expect("it goes back").order;
        let card = CasusBelli::card(&state, &back, &[]);
        let why = format!("As movement began it was out of command: {FAR} (10e)");
        assert!(card.hints.contains(&why), "{:#?}", card.hints);
        check(&state, &lines);
        give(&mut state, &back, &[]);
    }
    assert!(matches!(state.phase, Phase::Reorganisation(_)));
    check(&state, &lines);
}

#[test]
fn of_the_other_side_it_is_told_how_it_would_be_found() {
    let mut state = lab().state();
    give(&mut state, &Order::EndMovement, &[]);
    let question = LineQuestion { unit: "E3@2019".to_owned(), to: None };
    let line = asked::line(&state, &question).expect("it is there");
    assert_eq!((line.open, line.clause.as_deref()), (false, Some("cb:10b")));
    tells(
        &state,
        "E3@2019",
        "If its turn began now: out of command, under nobody: nobody has taken Austrian E3@2019 in 2019",
    );
}
