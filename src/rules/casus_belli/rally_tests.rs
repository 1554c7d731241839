//! Checks of reorganisation on the lab board.

use hexes::Hex;

use super::event::Event;
use super::fixture::{Lab, code, give, refusal};
use super::order::Order;
use super::rally;
use super::refusal::Code;
use super::state::{Pending, Phase, Reorganisation, State};

/// The position in the reorganisation phase.
fn state(lab: &Lab) -> State {
    let mut state = lab.state();
    state.phase = Phase::Reorganisation(Reorganisation::default());
    state
}

fn rally(lab: &Lab, unit: &str, by: &str) -> Order {
    Order::Rally { unit: lab.id(unit), by: lab.piece(by) }
}

/// Why the attempt is refused; what is offered agrees.
fn why(lab: &Lab, unit: &str, by: &str) -> Option<(Code, &'static str)> {
    let (state, order) = (state(lab), rally(lab, unit, by));
    let offered = rally::offers(&state).iter().any(|offer| offer.order == order);
    assert_eq!(offered, code(&state, &order).is_none(), "offers and judge");
    let barred = rally::barred(&state);
    let is_barred = |unit| barred.iter().any(|barred| barred.unit == unit);
    let offers = rally::offers(&state);
    let mut offered = offers.iter().filter_map(|offer| match offer.order {
        Order::Rally { unit, .. } => Some(unit),
        _ => None,
    });
    assert!(!offered.any(is_barred), "what is offered is told as impossible");
    code(&state, &order).map(|code| (code, refusal(&state, &order).clause))
}

#[test]
fn the_enemy_is_five_hexes_from_the_commander() {
    // cb:12b
    let at = |enemy: &str| Lab::new().units("LF1.v@2010 F4.v@2012!").units(enemy);
    assert_eq!(why(&at("E3@2005"), "F4.v@2012", "LF1.v@2010"), None);
    assert_eq!(why(&at("E3@2006"), "F4.v@2012", "LF1.v@2010"), Some((Code::TooNear, "cb:12b")));
    assert_eq!(
        why(&at("E3@2006!"), "F4.v@2012", "LF1.v@2010"),
        Some((Code::TooNear, "cb:12b")),
        "routed too"
    );
    assert_eq!(why(&at("LE1@2006 E1@0101"), "F4.v@2012", "LF1.v@2010"), None, "leaders do not count");
}

#[test]
fn the_unit_is_routed_on_the_map_and_in_range_by_a_line() {
    // cb:12b, cb:10c
    let lab = Lab::new().units("LF1.v@2010 F4.v@2012! F3.v@2013 F2.v@2016! E3@0101");
    assert_eq!(why(&lab, "F4.v@2012", "LF1.v@2010"), None);
    assert_eq!(why(&lab, "F3.v@2013", "LF1.v@2010"), Some((Code::NotRouted, "cb:12a")));
    assert_eq!(why(&lab, "F2.v@2016", "LF1.v@2010"), Some((Code::OutOfRange, "cb:12b")));
    let cut = Lab::new().units("LF1.v@2010 F4.v@2015! E3@2016 E4@1815 E2@2215");
    assert_eq!(why(&cut, "F4.v@2015", "LF1.v@2010"), None, "the end of a line is not tested");
    let order = rally(&lab, "F4.v@2012", "LF1.v@2010");
    assert_eq!(code(&lab.state(), &order), Some(Code::WrongPhase));
}

#[test]
fn a_player_makes_two_attempts_in_a_phase() {
    // cb:12b, option reorg-cap
    let lab = Lab::new().units("LF1.v@2010 LF1.l@2110 F4.v@2012! F3.v@2013! F2.l@2112! F1.v@2111! E3@0101");
    let run = |lab: &Lab| {
        let mut state = state(lab);
        give(&mut state, &rally(lab, "F4.v@2012", "LF1.v@2010"), &[]);
        give(&mut state, &rally(lab, "F3.v@2013", "LF1.v@2010"), &[]);
        assert!(!state.unit(lab.id("F4.v@2012")).routed);
        (
            code(&state, &rally(lab, "F2.l@2112", "LF1.l@2110")),
            code(&state, &rally(lab, "F1.v@2111", "LF1.v@2010")),
        )
    };
    assert_eq!(run(&lab), (Some(Code::TooMany), Some(Code::TooMany)));
    assert_eq!(run(&lab.option("reorg-cap", "per-leader")), (None, Some(Code::TooMany)));
}

#[test]
fn a_demoralised_commander_may_fail() {
    // cb:12c, cb:13b
    let lab = Lab::new()
        .units("LF1.v@2010 LF2@2011 F4.v@2012! F3.v@2013! F1.v@2111! E3@0101")
        .level("v", 5)
        .communications("f", &[2025]);
    let order = rally(&lab, "F4.v@2012", "LF1.v@2010");
    let mut ran = state(&lab);
    give(&mut ran, &order, &[5]);
    let unit = lab.id("F4.v@2012");
    assert_eq!(ran.pending, [Pending::Run { unit }]);
    assert_eq!(code(&ran, &Order::EndTurn), Some(Code::NotOwed));
    let run = |path: &[u16]| Order::Move {
        piece: lab.piece("F4.v@2012"),
        path: path.iter().copied().map(Hex).collect(),
        faces: None,
    };
    assert_eq!(code(&ran, &run(&[2112])), Some(Code::NotNearer));
    assert_eq!(code(&ran, &run(&[2013])), Some(Code::Stacked));
    give(&mut ran, &run(&[2013, 2014, 2015, 2016]), &[]);
    assert!(ran.pending.is_empty() && ran.unit(unit).routed);
    assert_eq!(ran.hex(unit), Some(Hex(2016)));
    // The failed attempt was one of the two; it brought the tally no lower.
    give(&mut ran, &rally(&lab, "F3.v@2013", "LF1.v@2010"), &[4]);
    assert_eq!(code(&ran, &rally(&lab, "F1.v@2111", "LF1.v@2010")), Some(Code::TooMany));
    let mut stood = state(&lab);
    let events = give(&mut stood, &order, &[3]);
    assert!(events.iter().any(|event| matches!(event, Event::Rallied { face: Some(3), .. })));
    // 4 of 5: recovered, so the next needs no die.
    give(&mut stood, &rally(&lab, "F3.v@2013", "LF1.v@2010"), &[]);
    // An army commander is never demoralised (cb:13d).
    let mut army = state(&lab);
    give(&mut army, &rally(&lab, "F4.v@2012", "LF2@2011"), &[]);
}

#[test]
fn a_failure_with_nowhere_to_run_leaves_it_where_it_is() {
    // cb:12c, cb:12a
    let lab = Lab::new().units("LF1.v@2010 F4.v@2012! E3@0101").level("v", 4).communications("f", &[2012]);
    let mut state = state(&lab);
    give(&mut state, &rally(&lab, "F4.v@2012", "LF1.v@2010"), &[6]);
    assert!(state.pending.is_empty());
    assert!(state.unit(lab.id("F4.v@2012")).routed);
}

#[test]
fn only_the_own_corps_and_the_army_commander_reorganise() {
    // cb:12d
    let lab = Lab::new().units("LF1.l@2010 LF2@2011 LF1.v@3010 F4.v@2012! F3@2013! F2.l@2210 E3@0101");
    assert_eq!(why(&lab, "F4.v@2012", "LF1.l@2010"), Some((Code::WrongLeader, "cb:12d")));
    assert_eq!(why(&lab, "F4.v@2012", "LF2@2011"), None);
    assert_eq!(why(&lab, "F3@2013", "LF1.l@2010"), None, "independents by any leader");
    assert_eq!(why(&lab, "F4.v@2012", "F2.l@2210"), Some((Code::WrongLeader, "cb:12d")));
    // A unit that acts as commander serves as his point of command (cb:11f).
    let mut acting = state(&lab);
    let l = acting.game.corps_of(lab.id("F2.l@2210")).expect("of a corps");
    acting.corps[l.index()].acting = Some(lab.id("F2.l@2210"));
    assert_eq!(code(&acting, &rally(&lab, "F3@2013", "F2.l@2210")), None);
}

#[test]
fn a_reorganised_unit_is_faced() {
    // cb:15a6
    let lab = Lab::new().units("LF1.v@2010 F4.v@2012! E3@0101").option("facing", "on");
    let mut state = state(&lab);
    let unit = lab.id("F4.v@2012");
    give(&mut state, &rally(&lab, "F4.v@2012", "LF1.v@2010"), &[]);
    assert_eq!(state.pending, [Pending::Face { unit }]);
    assert_eq!(code(&state, &Order::EndTurn), Some(Code::NotOwed));
    give(&mut state, &Order::Face { unit, towards: Hex(2013) }, &[]);
    let way = state.game.map().grid.direction(Hex(2012), Hex(2013));
    assert_eq!(state.unit(unit).faces, way);
    assert!(state.pending.is_empty());
}
