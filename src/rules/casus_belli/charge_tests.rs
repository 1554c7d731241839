//! Checks of charges on the lab board and on the map of Marengo.

use dice::Dry;
use game::RuleSet as _;
use hexes::{Hex, HexKind, Mark};
use scenario::HexArm;

use super::event::Event;
use super::fixture::{Lab, PHASING, code, give, refusal};
use super::order::Order;
use super::refusal::Code;
use super::state::{Group, State};
use super::{CasusBelli, UnitId, charge};

fn charges(lab: &Lab, unit: &str, target: &str) -> Order {
    Order::Charge { unit: lab.id(unit), target: lab.piece(target) }
}

/// The clause that forbids the charge; none where it may be declared.
fn clause(lab: &Lab, unit: &str, target: &str) -> Option<&'static str> {
    let (state, order) = (command(lab), charges(lab, unit, target));
    let offered = charge::offers(&state).iter().any(|offer| offer.order == order);
    let code = code(&state, &order);
    assert_eq!(offered, code.is_none(), "offers and judge: {unit} at {target}");
    code.map(|code| {
        assert_eq!(code, Code::NoCharge);
        refusal(&state, &order).clause
    })
}

fn go(lab: &Lab, unit: &str, path: &[u16]) -> Order {
    Order::Move { piece: lab.piece(unit), path: path.iter().copied().map(Hex).collect(), faces: None }
}

/// The command step, with every cavalry of the phasing side put under the commander of the army.
fn command(lab: &Lab) -> State {
    let mut state = lab.command();
    let game = std::sync::Arc::clone(&state.game);
    let horse = game.of_side(PHASING).filter(|unit| game.arm(*unit) == HexArm::Cavalry);
    state.command.attached = horse.map(|unit| (unit, Group::Army)).collect();
    state
}

/// A leader of the army near everybody, so that they are in command.
fn lab(units: &str) -> Lab {
    Lab::new().units("LF1@2012").units(units)
}

#[test]
fn three_empty_hexes_lie_in_a_straight_row() {
    // cb:7f1
    assert_eq!(clause(&lab("cF3-6@2010 E4@2006"), "cF3-6@2010", "E4@2006"), None);
    assert_eq!(clause(&lab("cF3-6@2009 E4@2006"), "cF3-6@2009", "E4@2006"), Some("cb:7f1"));
    assert_eq!(clause(&lab("cF3-6@2010 E4@2006 F2@2008"), "cF3-6@2010", "E4@2006"), Some("cb:7f1"));
    assert_eq!(clause(&lab("cF3-6@2010 E4@2006 gE2@2008"), "cF3-6@2010", "E4@2006"), Some("cb:7f1"));
    assert_eq!(clause(&lab("cF3-6@2010 E4@2106"), "cF3-6@2010", "E4@2106"), Some("cb:7f1"));
    assert_eq!(clause(&lab("cF3-6@2010 E4@2412"), "cF3-6@2010", "E4@2412"), None, "aslant");
    // Leaders are no units.
    assert_eq!(clause(&lab("cF3-6@2010 E4@2006 LE1@2008"), "cF3-6@2010", "E4@2006"), None);
    // Farther off than it can ride: the clause judges that as it moves.
    assert_eq!(clause(&lab("cF3-6@2010 E4@2001"), "cF3-6@2010", "E4@2001"), None);
}

#[test]
fn any_straight_line_is_an_option() {
    // cb:7f1, option charge-line
    let lab = lab("cF3-6@2010 E4@2204 cF2-6@2212 E2@2408").option("charge-line", "any-centre-line");
    assert_eq!(clause(&lab, "cF3-6@2010", "E4@2204"), None);
    let state = command(&lab);
    let mut declared = state.clone();
    give(&mut declared, &charges(&lab, "cF3-6@2010", "E4@2204"), &[]);
    let line = &declared.command.charges[&lab.id("cF3-6@2010")].line;
    let grid = state.game.map().grid;
    let whole: Vec<Hex> = [Hex(2010)].into_iter().chain(line.iter().copied()).chain([Hex(2204)]).collect();
    assert!(whole.windows(2).all(|pair| grid.direction(pair[0], pair[1]).is_some()), "{whole:?}");
    assert_eq!(u32::try_from(whole.len()).unwrap(), grid.distance(Hex(2010), Hex(2204)) + 1);
    let rows = lab.option("charge-line", "hex-row");
    assert_eq!(clause(&rows, "cF3-6@2010", "E4@2204"), Some("cb:7f1"));
}

#[test]
fn along_a_hexside_the_charge_takes_the_open_side() {
    // cb:7f1: from 2010 straight to a hex two columns off and down the corner
    let far = Hex(2410);
    let base = lab("cF3-6@2010").units("E4@2410").option("charge-line", "any-centre-line");
    let grid = base.scenario.map.grid;
    assert_eq!(grid.distance(Hex(2010), far), 4);
    assert_eq!(clause(&base, "cF3-6@2010", "E4@2410"), None);
    for shut in [2110, 2111] {
        let one = base.clone().kind(shut, HexKind::Forest);
        assert_eq!(clause(&one, "cF3-6@2010", "E4@2410"), None, "{shut}");
    }
    let both = base.kind(2110, HexKind::Forest).kind(2111, HexKind::Forest);
    assert_eq!(clause(&both, "cF3-6@2010", "E4@2410"), Some("cb:7f2"));
}

#[test]
fn only_cavalry_in_order_in_command_and_out_of_zones_charges() {
    // cb:7f1
    assert_eq!(clause(&lab("F3@2010 E4@2006"), "F3@2010", "E4@2006"), Some("cb:7f1"));
    assert_eq!(clause(&lab("cF3-6@2010! E4@2006"), "cF3-6@2010", "E4@2006"), Some("cb:7f1"));
    assert_eq!(clause(&lab("cF3-6@2010 E4@2006 E2@2110"), "cF3-6@2010", "E4@2006"), Some("cb:7f1"));
    let away = Lab::new().units("LF1@3812 cF3-6@2010 E4@2006");
    assert_eq!(clause(&away, "cF3-6@2010", "E4@2006"), Some("cb:7f1"));
    // An enemy in a village controls the start no less, a routed one does not.
    assert_eq!(clause(&lab("cF3-6@2010 E4@2006 E2@2110!"), "cF3-6@2010", "E4@2006"), None);
}

#[test]
fn ground_and_hexsides_forbid_a_charge() {
    // cb:7f2
    let base = lab("cF3-6@2010 E4@2006");
    let is = |lab: Lab| clause(&lab, "cF3-6@2010", "E4@2006");
    for kind in [HexKind::Forest, HexKind::Marsh, HexKind::Town] {
        for hex in [2010, 2008, 2006] {
            assert_eq!(is(base.clone().kind(hex, kind)), Some("cb:7f2"), "{kind:?} {hex}");
        }
    }
    for mark in [Mark::Stream, Mark::Slope] {
        assert_eq!(is(base.clone().side(2009, 2008, mark)), Some("cb:7f2"));
        assert_eq!(is(base.clone().side(2007, 2006, mark)), Some("cb:7f2"), "the target is covered");
        assert_eq!(is(base.clone().side(2006, 2005, mark)), None);
    }
    assert_eq!(is(base.clone().along(&[2010, 2009, 2008, 2007], Mark::Road)), None);
    let map = Lab::marengo().units("LF1@1012 cF3-6@0911 E4@0915 cF2-6@1008 E5@1004");
    assert_eq!(clause(&map, "cF3-6@0911", "E4@0915"), Some("cb:7f2"), "over the crest");
    assert_eq!(clause(&map, "cF2-6@1008", "E5@1004"), Some("cb:7f2"), "into Marengo");
}

#[test]
fn only_infantry_and_artillery_are_charged() {
    // cb:7f3
    assert_eq!(clause(&lab("cF3-6@2010 cE4@2006"), "cF3-6@2010", "cE4@2006"), Some("cb:7f3"));
    assert_eq!(clause(&lab("cF3-6@2010 gE4@2006"), "cF3-6@2010", "gE4@2006"), None);
    assert_eq!(clause(&lab("cF3-6@2010 F4@2006"), "cF3-6@2010", "F4@2006"), Some("cb:7f1"));
}

#[test]
fn a_charge_is_recorded_before_movement_and_may_be_called_off() {
    // cb:7f1
    let lab = lab("cF3-6@2010 E4@2006 E2@0105");
    let unit = lab.id("cF3-6@2010");
    let mut state = command(&lab);
    let off = Order::CallOff { unit };
    assert_eq!(code(&state, &off), Some(Code::NotOwed));
    give(&mut state, &charges(&lab, "cF3-6@2010", "E4@2006"), &[]);
    assert_eq!(state.command.charges[&unit].line, [2009, 2008, 2007].map(Hex));
    let mut called = state.clone();
    give(&mut called, &off, &[]);
    assert!(called.command.charges.is_empty());
    give(&mut state, &Order::EndCommand, &[]);
    assert_eq!(code(&state, &off), Some(Code::WrongPhase));
    assert_eq!(code(&state, &charges(&lab, "cF3-6@2010", "E4@2006")), Some(Code::WrongPhase));
    let enemy = Order::Charge { unit: lab.id("E4@2006"), target: lab.piece("cF3-6@2010") };
    assert_eq!(code(&command(&lab), &enemy), Some(Code::NotPhasing));
    assert_eq!(command(&lab).phasing, PHASING);
}

/// Is the charge still on after this move?
fn ridden(lab: &Lab, path: &[u16]) -> bool {
    let mut state = command(lab);
    let (unit, target): (UnitId, UnitId) = (lab.id("cF3-6@2010"), lab.id("E4@2006"));
    give(&mut state, &charges(lab, "cF3-6@2010", "E4@2006"), &[]);
    give(&mut state, &Order::EndCommand, &[]);
    if !path.is_empty() {
        give(&mut state, &go(lab, "cF3-6@2010", path), &[]);
    }
    let mut tray = Dry;
    let mut scratch = super::Scratch::new(&state, &mut tray);
    charge::break_those_not_ridden(&mut scratch);
    let ruling = scratch.finish();
    for event in &ruling.events {
        super::event::apply(&mut state, event);
    }
    charge::is_ridden(&state, unit, &[target])
}

#[test]
fn a_charge_that_stops_elsewhere_is_broken() {
    // cb:7f1, cb:7f3
    let base = lab("cF3-6@2010 E4@2006 E2@0105");
    assert!(ridden(&base, &[2009, 2008, 2007]));
    assert!(!ridden(&base, &[2009, 2008]));
    assert!(!ridden(&base, &[]));
    assert!(!ridden(&base, &[2110, 2109, 2108, 2007]), "not down its line");
    // Halted by another zone.
    let halted = lab("cF3-6@2010 E4@2006 E2@2207");
    assert!(!ridden(&halted, &[2009, 2008]));
    let mut state = command(&base);
    give(&mut state, &charges(&base, "cF3-6@2010", "E4@2006"), &[]);
    assert!(!charge::is_ridden(&state, base.id("cF3-6@2010"), &[base.id("E2@0105")]));
}

#[test]
fn a_move_that_breaks_a_charge_says_so() {
    // cb:7f1: halted on the way, or gone elsewhere; down the whole line it is silent.
    let lab = lab("cF3-6@2010 E4@2006");
    let mut state = command(&lab);
    give(&mut state, &charges(&lab, "cF3-6@2010", "E4@2006"), &[]);
    give(&mut state, &Order::EndCommand, &[]);
    let told = |path: &[u16]| {
        let ruling =
            CasusBelli::judge(&state, &go(&lab, "cF3-6@2010", path), &mut Dry).expect("it may go there");
        ruling.events.iter().any(|event| matches!(event, Event::ChargeBroken { .. }))
    };
    assert!(told(&[2009, 2008]) && told(&[2110]));
    assert!(!told(&[2009, 2008, 2007]));
}
