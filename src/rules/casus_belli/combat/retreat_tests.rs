//! Ways back, displacements, withdrawals, by the checks of the ledger.

use crate::event::Event;
use crate::fixture::{ENEMY, Lab, code, give, refusal};
use crate::order::{Order, Withdrawal};
use crate::state::{Phase, Place, State};
use crate::{CasusBelli, Code};
use game::Presentation;
use hexes::{Hex, HexKind, Mark};

use super::back::cut_off_by;
use super::event::{CombatEvent, Loss};
use super::offers::due;
use super::tests::{attack, back, hex, phase, without_command};

/// Rivers all around 2010 but towards these.
fn ringed(lab: Lab, open: &[u16]) -> Lab {
    let sides = [2009, 2011, 1910, 1911, 2110, 2111].into_iter().filter(|side| !open.contains(side));
    sides.fold(lab, |lab, side| lab.side(2010, side, Mark::River))
}

fn lost(lab: &Lab, unit: &str, events: &[Event]) -> Option<Loss> {
    events.iter().find_map(|event| match event {
        Event::Combat(CombatEvent::Lost { unit: lost, cause }) if *lost == lab.id(unit) => Some(*cause),
        _ => None,
    })
}

fn displacing(lab: &Lab, unit: &str, to: u16, chain: &[u16]) -> Order {
    let chain = chain.iter().copied().map(Hex).collect();
    Order::Retreat(Withdrawal { unit: lab.id(unit), way: vec![Hex(to)], chain, with: vec![], faces: None })
}

/// Everything that is offered is legal.
fn check_offers(state: &State) -> usize {
    let due = due(state, phase(state));
    for offer in &due.offers {
        assert_eq!(code(state, &offer.order), None, "{}", offer.words);
    }
    due.offers.len()
}

#[test]
fn forced_into_a_zone_a_retreat_becomes_a_rout() {
    // cb:8a2: infantry with 5 points, A1, both hexes in enemy zones: it enters one, routs, and has 4 more to go.
    let lab = |more: &str| {
        ringed(Lab::new().units(&format!("F4-5@2010 E4@2009 E4@2211 {more}")), &[2009, 2110, 2111])
    };
    let mut state = lab("").combat();
    give(&mut state, &attack(&lab(""), "F4-5@2010", "E4@2009"), &[1]);
    assert_eq!(check_offers(&state), 2);
    let events = give(&mut state, &back(&lab(""), "F4-5@2010", &[2110]), &[]);
    let unit = lab("").id("F4-5@2010");
    assert!(events.contains(&Event::Combat(CombatEvent::Converted { unit, left: 4 })));
    assert!(state.unit(unit).routed);
    // The same under AR, and where zones kill at once.
    let weak = ringed(Lab::new().units("F1@2010 E9@2009 E4@2211"), &[2009, 2110, 2111]);
    let mut state = weak.combat();
    let events = give(&mut state, &attack(&weak, "F1@2010", "E9@2009"), &[1]);
    assert_eq!(lost(&weak, "F1@2010", &events), Some(Loss::Zone));
    let harsh = lab("").option("retreat-zoc", "eliminate");
    let mut state = harsh.combat();
    let events = give(&mut state, &attack(&harsh, "F4-5@2010", "E4@2009"), &[1]);
    assert_eq!(lost(&harsh, "F4-5@2010", &events), Some(Loss::Zone));
}

#[test]
fn with_nowhere_to_go_a_unit_is_eliminated() {
    // cb:8a2, cb:8a6: over rivers, or onto enemies.
    let lab = ringed(Lab::new().units("F4@2010 E4@2009"), &[2009]);
    let mut state = lab.combat();
    let events = give(&mut state, &attack(&lab, "F4@2010", "E4@2009"), &[1]);
    assert_eq!(lost(&lab, "F4@2010", &events), Some(Loss::NoRetreat));
    assert_eq!(state.unit(lab.id("F4@2010")).place, Place::Eliminated);
    // The hex is open to the victor (cb:7c4).
    give(&mut state, &Order::Advance { unit: lab.id("E4@2009"), to: Hex(2010) }, &[]);
}

#[test]
fn every_hex_is_nearer_the_line_of_communications() {
    // cb:8a5, cb:7D
    let lab = Lab::new().units("F4@2010 E4@2009 E4@1711").kind(2111, HexKind::Clear);
    let mut state = lab.combat();
    // 1:1, a 1 is A1: 2111 is the only nearer hex out of zones, and it is gone to at once.
    give(&mut state, &attack(&lab, "F4@2010", "E4@2009"), &[1]);
    assert_eq!(hex(&lab, &state, "F4@2010"), 2111);
    // A2: two hexes exactly, by the owner's choice; no stop after one.
    let lab = Lab::new().units("F4@2010 E9@2009");
    let mut state = lab.combat();
    // 1:3 with a 4: A2.
    give(&mut state, &attack(&lab, "F4@2010", "E9@2009"), &[4]);
    assert_eq!(hex(&lab, &state, "F4@2010"), 2111);
    let stop = refusal(&state, &Order::Decline);
    assert_eq!((stop.code, stop.clause), (Code::NotOwed, "cb:7D"));
    let away = refusal(&state, &back(&lab, "F4@2010", &[2112]));
    assert_eq!((away.code, away.clause), (Code::NotNearer, "cb:8a5"));
    let start = refusal(&state, &back(&lab, "F4@2010", &[2010]));
    assert_eq!((start.code, start.clause), (Code::Ezoc, "cb:8a2"), "and it lies in a zone");
    let long = refusal(&state, &back(&lab, "F4@2010", &[2211, 2312]));
    assert_eq!((long.code, long.clause, long.last_legal), (Code::BadOrder, "cb:7D", Some(Hex(2211).into())));
    give(&mut state, &back(&lab, "F4@2010", &[2211]), &[]);
    assert_eq!(hex(&lab, &state, "F4@2010"), 2211);
}

#[test]
fn a_way_back_ends_on_the_line_of_communications() {
    // cb:8a5, option loc-stop: the line is in 2111, then where the unit stands.
    for (option, ends) in [("all", true), ("rout-only", false)] {
        let lab = Lab::new().units("F4@2010 E9@2009").communications("f", &[2111]).option("loc-stop", option);
        let mut state = lab.combat();
        give(&mut state, &attack(&lab, "F4@2010", "E9@2009"), &[4]);
        assert_eq!(hex(&lab, &state, "F4@2010"), 2111);
        assert_eq!(phase(&state).retreating.is_none(), ends, "{option}");
    }
    let lab = Lab::new().units("F4@2010 E20@2009").communications("f", &[2010]);
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F4@2010", "E20@2009"), &[1]);
    let ways = due(&state, phase(&state)).offers;
    give(&mut state, &ways[0].order, &[]);
    assert!(state.unit(lab.id("F4@2010")).routed, "cb:8a5: a rout of one hex");
    assert!(phase(&state).retreating.is_none());
}

#[test]
fn friends_are_passed_and_not_ended_on() {
    // cb:8a2, option retreat-pass-friends
    let lab = || ringed(Lab::new().units("F4@2010 E9@2009 F1@2111"), &[2009, 2111]);
    let mut state = lab().combat();
    give(&mut state, &attack(&lab(), "F4@2010", "E9@2009"), &[4]);
    assert_eq!(hex(&lab(), &state, "F4@2010"), 2111, "through the friend");
    check_offers(&state);
    give(&mut state, &back(&lab(), "F4@2010", &[2211]), &[]);
    assert_eq!(hex(&lab(), &state, "F1@2111"), 2111);
    let shut = lab().option("retreat-pass-friends", "forbidden");
    let mut state = shut.combat();
    give(&mut state, &attack(&shut, "F4@2010", "E9@2009"), &[4]);
    assert_eq!(hex(&shut, &state, "F4@2010"), 2010, "a friend has to be displaced");
    give(&mut state, &displacing(&shut, "F4@2010", 2111, &[2211]), &[]);
    assert_eq!(hex(&shut, &state, "F1@2111"), 2211);
    check_offers(&state);
}

#[test]
fn a_friend_is_displaced_in_chain() {
    // cb:8a3
    let lab = || ringed(Lab::new().units("F4@2010 E4@2009 F1@2111 LF1.v@2111"), &[2009, 2111]);
    let mut state = lab().combat();
    give(&mut state, &attack(&lab(), "F4@2010", "E4@2009"), &[1]);
    check_offers(&state);
    let away = refusal(&state, &displacing(&lab(), "F4@2010", 2111, &[2112]));
    assert_eq!((away.code, away.clause), (Code::Occupied, "cb:8a3"));
    let none = refusal(&state, &back(&lab(), "F4@2010", &[2111]));
    assert_eq!((none.code, none.clause), (Code::Occupied, "cb:8a3"));
    // Declining it is to be eliminated here (cb:8a2, step 5).
    let mut declined = state.clone();
    let events = give(&mut declined, &back(&lab(), "F4@2010", &[]), &[]);
    assert_eq!(lost(&lab(), "F4@2010", &events), Some(Loss::NoRetreat));
    // A leader goes along with who is displaced (cb:11c).
    let leader = lab().leader("LF1.v@2111");
    let order = Order::Retreat(Withdrawal {
        unit: lab().id("F4@2010"),
        way: vec![Hex(2111)],
        chain: vec![Hex(2211)],
        with: vec![leader],
        faces: None,
    });
    give(&mut state, &order, &[]);
    assert_eq!((hex(&lab(), &state, "F4@2010"), hex(&lab(), &state, "F1@2111")), (2111, 2211));
    assert_eq!(state.leader_hex(leader), Some(Hex(2211)));
    assert!(phase(&state).displaced.contains(&lab().id("F1@2111")), "cb:8a4");
    assert!(phase(&state).spent.contains(&lab().id("F1@2111")));
}

#[test]
fn a_chain_that_would_end_in_a_zone_fails() {
    // cb:8a3: B could only enter an enemy zone: it stays, and A goes on to a zone of its own or is lost.
    let lab = || {
        let lab = ringed(Lab::new().units("F4@2010 E4@2009 F1@2111 E4@2311"), &[2009, 2111, 2110]);
        lab.side(2111, 2011, Mark::River).side(2111, 2112, Mark::River)
    };
    let mut state = lab().combat();
    give(&mut state, &attack(&lab(), "F4@2010", "E4@2009"), &[1]);
    assert!(state.unit(lab().id("F4@2010")).routed, "into 2110, a zone");
    assert_eq!(hex(&lab(), &state, "F1@2111"), 2111);
    let killed = lab().option("failed-chain", "eliminated");
    let mut state = killed.combat();
    let events = give(&mut state, &attack(&killed, "F4@2010", "E4@2009"), &[1]);
    assert_eq!(lost(&killed, "F4@2010", &events), Some(Loss::Chain));
}

#[test]
fn friends_away_from_the_line_are_displaced_last_or_never() {
    // cb:8a3, option displace-away: the only friend stands further off.
    let lab = || ringed(Lab::new().units("F4@2010 E4@2009 F1@1911"), &[2009, 1911]);
    let mut state = lab().combat();
    give(&mut state, &attack(&lab(), "F4@2010", "E4@2009"), &[1]);
    check_offers(&state);
    assert_eq!(code(&state, &displacing(&lab(), "F4@2010", 1911, &[2011])), None);
    let never = lab().option("displace-away", "forbidden");
    let mut state = never.combat();
    let events = give(&mut state, &attack(&never, "F4@2010", "E4@2009"), &[1]);
    assert_eq!(lost(&never, "F4@2010", &events), Some(Loss::NoRetreat));
}

#[test]
fn who_took_part_is_displaced_unless_the_option_spares_them() {
    // cb:8a3, option displace-whom: guns that bombarded in this very combat stand in the only way.
    let lab = || ringed(Lab::new().units("F4@2010 E9@2009 gF1@2111"), &[2009, 2111]);
    let order = |lab: &Lab| attack(lab, "F4@2010 gF1@2111", "E9@2009");
    let mut state = lab().combat();
    // 5 to 9 is 1:2, a 4: A1.
    give(&mut state, &order(&lab()), &[4]);
    check_offers(&state);
    give(&mut state, &displacing(&lab(), "F4@2010", 2111, &[2211]), &[]);
    assert_eq!(hex(&lab(), &state, "gF1@2111"), 2211);
    let spared = lab().option("displace-whom", "uninvolved");
    let mut state = spared.combat();
    give(&mut state, &order(&spared), &[4]);
    let refused = refusal(&state, &displacing(&spared, "F4@2010", 2111, &[2211]));
    assert_eq!((refused.code, refused.clause), (Code::Occupied, "cb:8a3"));
    check_offers(&state);
}

#[test]
fn who_has_only_the_hex_of_another_loser_waits() {
    // cb:8a3
    let lab = ringed(Lab::new().units("F2@2010 F2@2111 E9@2110"), &[2110, 2111]).kind(2111, HexKind::Town);
    let mut state = lab.combat();
    // 4 to 9 is 1:3, a 6: A1.
    give(&mut state, &attack(&lab, "F2@2010 F2@2111", "E9@2110"), &[6]);
    let waits = refusal(&state, &back(&lab, "F2@2010", &[2111]));
    assert_eq!((waits.code, waits.clause), (Code::VacantFirst, "cb:8a3"));
    assert!(due(&state, phase(&state)).prompt.contains("waits for"));
    check_offers(&state);
    give(&mut state, &back(&lab, "F2@2111", &[2211]), &[]);
    assert_eq!(hex(&lab, &state, "F2@2010"), 2111, "and then it goes by itself");
}

#[test]
fn guns_go_back_into_woods_by_road_only() {
    // cb:9a
    let lab = || ringed(Lab::new().units("gF1@2010 E2@2009"), &[2009, 2111]).kind(2111, HexKind::Forest);
    let mut state = lab().combat();
    // 2 to 2 is 1:1, a 1: A1.
    let events = give(&mut state, &attack(&lab(), "gF1@2010", "E2@2009"), &[1]);
    assert_eq!(lost(&lab(), "gF1@2010", &events), Some(Loss::NoRetreat));
    let road = lab().side(2010, 2111, Mark::Road);
    let mut state = road.combat();
    give(&mut state, &attack(&road, "gF1@2010", "E2@2009"), &[1]);
    assert_eq!(hex(&road, &state, "gF1@2010"), 2111);
}

#[test]
fn a_routed_unit_dies_in_any_zone_it_is_forced_into() {
    // cb:12a, cb:8a2
    let lab = ringed(Lab::new().units("F4@2010! E4@2009 E4@2211"), &[2009, 2110, 2111]).phasing(ENEMY);
    let mut state = lab.combat();
    // 4 to 4 is 1:1, a 6: D1.
    let events = give(&mut state, &attack(&lab, "E4@2009", "F4@2010"), &[6]);
    assert_eq!(lost(&lab, "F4@2010", &events), Some(Loss::Zone));
}

#[test]
fn a_leader_shares_a_retreat_or_stays() {
    // cb:11c: which of it is his owner's choice, so that the only hex is not gone to by itself.
    let lab = Lab::new().units("F4@2010 LF1.v@2010 LF1@2020 E9@2009");
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F4@2010", "E9@2009"), &[4]);
    assert_eq!(hex(&lab, &state, "F4@2010"), 2010);
    assert_eq!(check_offers(&state), 2);
    let mut order = Withdrawal {
        unit: lab.id("F4@2010"),
        way: vec![Hex(2111), Hex(2211)],
        chain: vec![],
        with: vec![lab.leader("LF1@2020")],
        faces: None,
    };
    let wrong = refusal(&state, &Order::Retreat(order.clone()));
    assert_eq!((wrong.code, wrong.clause), (Code::WrongLeader, "cb:11c"));
    let mut stays = state.clone();
    order.with.clear();
    give(&mut stays, &Order::Retreat(order.clone()), &[]);
    assert_eq!(stays.leader_hex(lab.leader("LF1.v@2010")), Some(Hex(2010)));
    order.with = vec![lab.leader("LF1.v@2010")];
    give(&mut state, &Order::Retreat(order), &[]);
    assert_eq!(state.leader_hex(lab.leader("LF1.v@2010")), Some(Hex(2211)));
}

#[test]
fn those_out_of_command_withdraw_at_the_end_of_combat() {
    // cb:10e: one or two hexes, with no advance.
    let lab = Lab::new().units("F4@2010 E5@2009");
    let mut state = without_command(&lab, "F4@2010");
    assert!(code(&state, &attack(&lab, "F4@2010", "E5@2009")).is_some());
    give(&mut state, &Order::EndCombat, &[]);
    assert_eq!(hex(&lab, &state, "F4@2010"), 2111);
    check_offers(&state);
    assert!(due(&state, phase(&state)).prompt.contains("may go a hex"));
    let mut stops = state.clone();
    give(&mut stops, &Order::Decline, &[]);
    assert!(matches!(stops.phase, Phase::Reorganisation(_)));
    give(&mut state, &back(&lab, "F4@2010", &[2211]), &[]);
    assert!(matches!(state.phase, Phase::Reorganisation(_)));
    // On a friend it has still to go: nothing is said of a choice.
    let lab = Lab::new().units("F4@2010 E3@2009 F2@2011 F3@2111");
    let mut state = without_command(&lab, "F4@2010");
    give(&mut state, &Order::EndCombat, &[]);
    give(&mut state, &back(&lab, "F4@2010", &[2111]), &[]);
    assert!(due(&state, phase(&state)).prompt.contains("has still to go a hex"));
    // Its friends drive the enemy off: it stays.
    let lab = Lab::new().units("F4@2010 F9@2008 E1@2009");
    let mut state = without_command(&lab, "F4@2010");
    give(&mut state, &attack(&lab, "F9@2008", "E1@2009"), &[3]);
    while phase(&state).under_way().is_some() {
        let offers = due(&state, phase(&state)).offers;
        let goes_on = offers.iter().rfind(|offer| offer.kind != "end-combat").unwrap();
        give(&mut state, &goes_on.order, &[]);
    }
    give(&mut state, &Order::EndCombat, &[]);
    assert!(matches!(state.phase, Phase::Reorganisation(_)));
    assert_eq!(hex(&lab, &state, "F4@2010"), 2010);
}

#[test]
fn a_retreating_unit_turns_by_a_hexside_in_all() {
    // cb:15a5
    let mut lab = Lab::new().units("F4@2010 E9@2009").option("facing", "on");
    for unit in &mut lab.scenario.units {
        unit.faces = Some(if unit.id == "F4@2010" { Hex(2009) } else { Hex(2010) });
    }
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F4@2010", "E9@2009"), &[4]);
    assert_eq!(hex(&lab, &state, "F4@2010"), 2010, "there is a facing to choose");
    check_offers(&state);
    let order = |way: &[u16], towards: u16| {
        let way = way.iter().copied().map(Hex).collect();
        let (unit, faces) = (lab.id("F4@2010"), Some(Hex(towards)));
        Order::Retreat(Withdrawal { unit, way, chain: vec![], with: vec![], faces })
    };
    let far = refusal(&state, &order(&[2111, 2211], 2312));
    assert_eq!((far.code, far.clause), (Code::Facing, "cb:15a5"));
    give(&mut state, &order(&[2111], 2210), &[]);
    let again = refusal(&state, &order(&[2211], 2312));
    assert_eq!((again.code, again.clause), (Code::Facing, "cb:15a5"));
    give(&mut state, &back(&lab, "F4@2010", &[2211]), &[]);
    let off = Lab::new().units("F4@2010 E9@2009 F1@2111");
    let mut state = off.combat();
    give(&mut state, &attack(&off, "F4@2010", "E9@2009"), &[6]);
    let none = Order::Retreat(Withdrawal {
        unit: off.id("F4@2010"),
        way: vec![Hex(2111)],
        chain: vec![],
        with: vec![],
        faces: Some(Hex(2210)),
    });
    assert_eq!(refusal(&state, &none).clause, "cb:15a1");
}

/// 25 friends packed behind the loser: one has a way out, or none.
fn crowd(exit: bool) -> (Lab, State) {
    let mut written = "F4@2010 E4@2009 ".to_owned();
    for column in 21..26 {
        for row in 10..15 {
            written.push_str(&format!("F1@{column}{row} "));
        }
    }
    let mut lab = Lab::new().units(&written);
    let block: Vec<Hex> =
        (21..26).flat_map(|column| (10..15).map(move |row| Hex::new(column, row))).collect();
    let map = lab.scenario.map.clone();
    for hex in &block {
        for (_, next) in map.neighbours(*hex) {
            let is_exit = exit && next == Hex(2614);
            if !block.contains(&next) && next != Hex(2010) && !is_exit {
                lab = lab.side(hex.0, next.0, Mark::River);
            }
        }
    }
    let lab = ringed(lab, &[2009, 2111]);
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F4@2010", "E4@2009"), &[1]);
    (lab, state)
}

#[test]
fn a_crowd_answers_quickly_whatever_way_out_there_is() {
    for exit in [true, false] {
        let start = std::time::Instant::now();
        let (lab, state) = crowd(exit);
        let made = start.elapsed();
        if !exit {
            assert_eq!(state.unit(lab.id("F4@2010")).place, Place::Eliminated);
            continue;
        }
        let start = std::time::Instant::now();
        let due = due(&state, phase(&state));
        let told = start.elapsed();
        assert!(due.prompt.contains("more ways"), "{}", due.prompt);
        let order = &due.offers[0].order;
        let start = std::time::Instant::now();
        assert_eq!(code(&state, order), None);
        println!("made {made:?}, offers {told:?}, judged {:?}, {} offers", start.elapsed(), due.offers.len());
    }
}

#[test]
fn who_takes_the_last_hex_of_another_is_told_so() {
    // cb:8a2, cb:8a3: 2008 is the only way back of both, and nobody can be displaced from it.
    let banks = [
        (2009, 2010),
        (2009, 2109),
        (2009, 2110),
        (2009, 1909),
        (1909, 1908),
        (1909, 1808),
        (1909, 1809),
        (2008, 2007),
        (2008, 1908),
        (2008, 2108),
        (2008, 2109),
    ];
    let lab = Lab::new().units("F16@1910 E3@2009 E2@1909");
    let lab = banks.iter().fold(lab, |lab, (a, b)| lab.side(*a, *b, Mark::River));
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F16@1910", "E3@2009 E2@1909"), &[2]);
    let order = back(&lab, "E3@2009", &[2008]);
    let card = CasusBelli::card(&state, &order, &[]);
    let hint = "No way back is left then for Austrian E2@1909 in 1909 (8a2)";
    assert!(card.hints.iter().any(|told| told == hint), "{:?}", card.hints);
    let before = state.clone();
    let events = give(&mut state, &order, &[]);
    assert_eq!(cut_off_by(&before, lab.id("E3@2009"), &events), [lab.id("E2@1909")]);
    assert_eq!(state.unit(lab.id("E2@1909")).place, Place::Eliminated);
    // With another way nobody is cut off.
    let lab = Lab::new().units("F16@1910 E3@2009 E2@1909");
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F16@1910", "E3@2009 E2@1909"), &[2]);
    let card = CasusBelli::card(&state, &back(&lab, "E3@2009", &[2008]), &[]);
    assert!(
        card.refusal.is_none() && card.hints.iter().all(|told| !told.contains("No way back")),
        "{card:?}"
    );
}
