//! Random combat phases played out by what is offered: nothing offered is refused, everything comes to an end, nobody stands on another.

use std::collections::BTreeSet;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::fixture::{Lab, code, end_movement, give};
use crate::state::{Phase, State};
use crate::{CasusBelli, Event};
use dice::Rolled;
use game::RuleSet;
use hexes::{HexKind, Mark};

use super::event::say;
use super::odds::odds;
use super::offers::due;
use super::owed;
use super::phase::CombatPhase;
use super::plans::any_plan;
use super::tests::phase;

const OPTIONS: [&[(&str, &str)]; 6] = [
    &[],
    &[("facing", "on")],
    &[("merge", "all-adjacent"), ("mandatory", "strict"), ("retreat-zoc", "eliminate")],
    &[("retreat-pass-friends", "forbidden"), ("displace-away", "forbidden"), ("loc-stop", "rout-only")],
    &[("displace-whom", "uninvolved"), ("failed-chain", "eliminated"), ("woods-village", "both")],
    &[
        ("dead-first", "recount"),
        ("below-1-3", "ar"),
        ("combined", "any-merged"),
        ("bonus-per-combat", "sum"),
    ],
];

/// Two crowds among each other, with leaders.
fn crowd(rng: &mut ChaCha8Rng, options: &[(&str, &str)]) -> State {
    let mut spots: Vec<u16> =
        (19..25).flat_map(|column| (7..12).map(move |row| column * 100 + row)).collect();
    let mut lab = Lab::new().communications("f", &[2811]).communications("e", &[1508]);
    let mut written = String::new();
    for place in 0..18 {
        let spot = spots.swap_remove(rng.random_range(0..spots.len()));
        let arm = ["", "", "c", "g"][rng.random_range(0..4)];
        let side = if place % 2 == 0 { "F" } else { "E" };
        let routed = if rng.random_range(0..8) == 0 { "!" } else { "" };
        written.push_str(&format!("{arm}{side}{}.{side}@{spot}{routed} ", rng.random_range(1..6)));
        if place < 6 {
            written.push_str(&format!("L{side}{}.{side}{place}@{spot} ", 1 + place % 2));
        }
        let kinds = [HexKind::Town, HexKind::Forest, HexKind::Marsh];
        if let Some(kind) = kinds.get(rng.random_range(0..9)) {
            lab = lab.kind(spot, *kind);
        }
    }
    for (a, b) in [(2009, 2010), (2109, 2110), (2209, 2210), (2308, 2309)] {
        let mark = [Mark::River, Mark::Stream, Mark::Road, Mark::Slope][rng.random_range(0..4)];
        lab = lab.side(a, b, mark);
    }
    let lab = options.iter().fold(lab.units(&written), |lab, (id, value)| lab.option(id, value));
    let mut state = lab.state();
    for found in state.command.found.values_mut() {
        found.in_command = rng.random_range(0..6) > 0;
    }
    end_movement(&mut state);
    state
}

fn check(state: &State, now: &CombatPhase) {
    let words = serde_json::to_string(now).expect("a phase is written");
    let read: CombatPhase = serde_json::from_str(&words).expect("and read");
    assert_eq!(&read, now);
    if now.under_way().is_none() && now.retreating.is_none() {
        let held: BTreeSet<_> = state.on_map().map(|(_, hex)| hex).collect();
        assert_eq!(held.len(), state.on_map().count(), "two in a hex (cb:5)");
    }
}

/// Plays the phase out; how many orders it took.
fn play(mut state: State, rng: &mut ChaCha8Rng, seed: u64) -> u64 {
    for step in 0..400 {
        let Phase::Combat(now) = &state.phase else { return step };
        check(&state, now);
        let due = CasusBelli::due(&state);
        assert!(!due.offers.is_empty(), "{}", due.prompt);
        for _ in 0..3 {
            let offer = &due.offers[rng.random_range(0..due.offers.len())];
            assert_eq!(code(&state, &offer.order), None, "{}: {}", due.prompt, offer.words);
        }
        let offer = &due.offers[rng.random_range(0..due.offers.len())];
        if rng.random_range(0..20) == 0 {
            let odds = odds(&state, &offer.order).expect("what is offered has odds");
            let sum: f64 = odds.chances().iter().map(|chance| chance.probability).sum();
            assert!((sum - 1.0).abs() < 1e-9);
        }
        let ruling = CasusBelli::judge(&state, &offer.order, &mut Rolled::new(seed, step))
            .unwrap_or_else(|stop| panic!("{}: {stop}", offer.words));
        for event in &ruling.events {
            if let Event::Combat(event) = event {
                let _ = say(&state, event);
            }
            CasusBelli::apply(&mut state, event);
        }
    }
    panic!("the phase does not end");
}

#[test]
fn a_phase_played_by_its_offers_comes_to_an_end() {
    let mut orders = 0;
    for seed in 0..36_u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = crowd(&mut rng, OPTIONS[seed as usize % OPTIONS.len()]);
        orders += play(state, &mut rng, seed);
    }
    assert!(orders > 100, "{orders}");
}

/// What a dense front costs; told, not asserted.
#[test]
fn a_dense_front_is_told_quickly() {
    let mut written = String::new();
    for column in 10..30_u16 {
        let (own, enemy) = if column % 2 == 0 { (10, 9) } else { (11, 10) };
        written.push_str(&format!("F3@{column}{own} E3@{column}{enemy:02} "));
        if column % 3 == 0 {
            written.push_str(&format!("gF2@{column}{} ", own + 1));
        }
    }
    let lab = Lab::new().units(&written);
    let state = lab.combat();
    let start = Instant::now();
    let owed = owed::of(&state, phase(&state));
    let told = start.elapsed();
    let start = Instant::now();
    let plan = any_plan(&state, phase(&state));
    let planned = start.elapsed();
    assert!(owed.attackers.len() >= 20 && owed::beside(&state, phase(&state), &plan).is_empty());
    let start = Instant::now();
    let due = due(&state, phase(&state));
    let listed = start.elapsed();
    let start = Instant::now();
    assert_eq!(code(&state, &due.offers[0].order), None);
    let judged = start.elapsed();
    println!("owed {told:?}, plan {planned:?}, {} offers {listed:?}, judged {judged:?}", due.offers.len());
}

#[test]
fn nothing_goes_on_past_a_decision_that_is_pending() {
    use super::event::CombatEvent;
    use super::phase::Step;
    use crate::scratch::Scratch;
    use crate::state::Pending;

    let lab = Lab::new().units("F8@2010 E4@2009 LF1.v@2010 LE1.w@2020");
    let mut state = lab.combat();
    give(&mut state, &super::tests::attack(&lab, "F8@2010", "E4@2009"), &[3]);
    let step = Step::Advances { open: Vec::new() };
    CasusBelli::apply(&mut state, &Event::Combat(CombatEvent::Came { step }));
    let pending = Pending::Relocate { leader: lab.leader("LE1.w@2020"), hexes: Vec::new() };
    state.pending.push(pending);
    let mut dry = dice::Dry;
    let mut scratch = Scratch::new(&state, &mut dry);
    super::go_on(&mut scratch).expect("nothing is thrown");
    assert!(phase(&scratch.state).under_way().is_some());
    scratch.emit(Event::Settled);
    super::go_on(&mut scratch).expect("no bonus, no risk");
    assert!(phase(&scratch.state).under_way().is_none());
}
