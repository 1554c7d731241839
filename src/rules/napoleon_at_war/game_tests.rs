//! Whole games of random legal orders, watched for dead ends, broken positions and offers that are refused.

use super::fixture::Lab;
use super::rule_set::NapoleonAtWar;
use super::state::Phase;
use super::{Event, HexAct, Order, State, invariants, turn};
use dice::{Dry, Rolled};
use game::options::Options as Chosen;
use game::{Codec as _, Fiat, OfferKind, RuleSet, Stop};
use hexes::{Hex, HexKind, HexMap, Mark};
use scenario::hex::read;
use scenario::{AnyRules, Embedded};

/// Numbers by arithmetic, the same everywhere.
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % limit.max(1)
    }
}

/// Two crowds near one another on broken ground, some of them still to come on.
fn battle(numbers: &mut Numbers, marengo: bool) -> Lab {
    let mut lab = if marengo { Lab::marengo() } else { Lab::new() };
    lab.scenario.turns = if marengo { 14 } else { 6 };
    if !marengo {
        lab = lab.night(4);
    }
    for column in 8..=22 {
        for row in 6..=18 {
            let hex = Hex::new(column, row);
            let kinds = [HexKind::Forest, HexKind::Rough, HexKind::Town, HexKind::Marsh];
            if let Some(kind) = kinds.get(numbers.below(16)) {
                lab = lab.kind(hex.0, *kind);
            }
        }
    }
    strew(&mut lab.scenario.map, numbers);
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for (letter, west) in [('F', 10), ('E', 14)] {
        for number in 0..12 {
            let at = (west + numbers.below(4), 8 + numbers.below(8));
            if taken.contains(&at) {
                continue;
            }
            taken.push(at);
            let arm = ["", "", "c", "g"][numbers.below(4)];
            let (strength, movement) = (1 + numbers.below(7), 3 + numbers.below(5));
            let written = match number {
                0 => format!("{arm}{letter}{strength}-{movement}@3912/3"),
                1 => format!("{arm}{letter}{strength}-{movement}@2401/2"),
                _ => format!("{arm}{letter}{strength}-{movement}@{:02}{:02}", at.0, at.1),
            };
            // The French alone have reinforcements at Marengo (naw:14.5).
            if lab.scenario.units.iter().all(|unit| unit.id != written)
                && !(marengo && letter == 'E' && number < 2)
            {
                lab = lab.units(&written);
            }
        }
    }
    lab
}

/// Rivers, bridges, streams, slopes, roads and trails anywhere.
fn strew(map: &mut HexMap, numbers: &mut Numbers) {
    for hex in map.grid.hexes().collect::<Vec<_>>() {
        for (_, next) in map.neighbours(hex).filter(|(_, next)| *next > hex).collect::<Vec<_>>() {
            let marks: &[Mark] = match numbers.below(18) {
                0 => &[Mark::River],
                1 => &[Mark::River, Mark::Bridge],
                2 => &[Mark::Stream],
                3 => &[Mark::Stream, Mark::Bridge, Mark::Trail],
                4 => &[Mark::Slope],
                5 | 6 => &[Mark::Road],
                7 => &[Mark::Trail],
                _ => &[],
            };
            for mark in marks {
                map.mark(hex, next, *mark);
            }
        }
    }
}

/// Plays to the end by offered orders; every offer of every thirtieth state is judged. Gives the orders played.
fn play(state: &mut State, numbers: &mut Numbers, seed: u64, fiats: bool) -> Vec<Order> {
    let mut played: Vec<Order> = Vec::new();
    while !matches!(state.phase, Phase::Over(_)) {
        assert!(played.len() < 20_000, "no end");
        let due = turn::due(state);
        assert!(!due.offers.is_empty(), "{}: nothing is offered after {:?}", due.prompt, played.last());
        if played.len().is_multiple_of(30) {
            for offer in &due.offers {
                match NapoleonAtWar::judge(state, &offer.order, &mut Dry) {
                    Ok(_) | Err(Stop::NeedsDice(_)) => {}
                    Err(stop) => panic!("offered: {} ({:?}): {stop}", offer.words, offer.order),
                }
                let name = NapoleonAtWar::spell(state, &offer.order).verb;
                let is_of = |kind: &OfferKind| kind.name == offer.kind && kind.verbs.contains(&name.as_str());
                let known = NapoleonAtWar::OFFER_KINDS.iter().any(is_of);
                assert!(known, "{name} is not offered as {}", offer.kind);
            }
        }
        // Kinds first, so that a phase does not drag on among hundreds of moves.
        let mut kinds: Vec<&str> = due.offers.iter().map(|offer| offer.kind).collect();
        kinds.dedup();
        let rare = |kind: &&str| ["reopen", "take-back"].contains(kind) && numbers_are_many(&kinds);
        let common: Vec<&str> = kinds.iter().copied().filter(|kind| !rare(kind)).collect();
        let kind = if numbers.below(20) == 0 {
            kinds[numbers.below(kinds.len())]
        } else if common.contains(&"end-movement") && numbers.below(8) > 0 && common.len() > 1 {
            common[numbers.below(common.len() - 1)]
        } else {
            common[numbers.below(common.len())]
        };
        let choices: Vec<&Order> =
            due.offers.iter().filter(|offer| offer.kind == kind).map(|offer| &offer.order).collect();
        let mut order = choices[numbers.below(choices.len())].clone();
        if fiats && numbers.below(40) == 0 {
            order = fiat(state, numbers);
        }
        let mut tray = Rolled::new(seed, played.len() as u64);
        match NapoleonAtWar::judge(state, &order, &mut tray) {
            Ok(ruling) => {
                for event in &ruling.events {
                    let said = NapoleonAtWar::say_event(state, event);
                    assert!(said.is_none_or(|said| !said.is_empty()));
                    NapoleonAtWar::apply(state, event);
                }
            }
            Err(_) if matches!(order, Order::Fiat(_)) => {}
            Err(stop) => panic!("{order:?}: {stop}"),
        }
        let wrong = invariants::broken(state);
        assert!(wrong.is_empty(), "after {order:?}: {wrong:?}");
        assert!(!NapoleonAtWar::say_order(state, &order).is_empty());
        played.push(order);
    }
    played
}

fn numbers_are_many(kinds: &[&str]) -> bool {
    kinds.len() > 1 && !(kinds.len() == 2 && kinds.contains(&"reopen") && kinds.contains(&"take-back"))
}

fn fiat(state: &State, numbers: &mut Numbers) -> Order {
    let units = &state.game.scenario.units;
    let unit = units[numbers.below(units.len())].id.clone();
    let hexes: Vec<Hex> = state.game.map().grid.hexes().collect();
    let act = match numbers.below(3) {
        0 => HexAct::Place { unit, hex: Hex::new(9 + numbers.below(10) as u16, 7 + numbers.below(9) as u16) },
        1 => HexAct::Remove { unit },
        _ => HexAct::Place { unit, hex: hexes[numbers.below(hexes.len())] },
    };
    Order::Fiat(Fiat { act, reason: "By a trial".into(), clause: None })
}

#[test]
fn games_of_random_orders_end() {
    let (mut attacks, mut entered, mut announced) = (0, 0, 0);
    for seed in 0..10 {
        let mut numbers = Numbers(seed * 7919 + 1);
        let lab = battle(&mut numbers, seed % 2 == 0);
        let mut state = lab.set_up();
        let start = state.clone();
        let played = play(&mut state, &mut numbers, u64::from(seed), false);
        // The journal replays alike.
        let mut again = start;
        for (index, order) in played.iter().enumerate() {
            let mut tray = Rolled::new(u64::from(seed), index as u64);
            let ruling = NapoleonAtWar::judge(&again, order, &mut tray).expect("it was legal");
            ruling.events.iter().for_each(|event| NapoleonAtWar::apply(&mut again, event));
            attacks += usize::from(matches!(order, Order::Attack(_)));
            announced += usize::from(matches!(order, Order::Counterattack));
            let came = |event: &&Event| matches!(event, Event::Moved { from, .. } if *from == super::state::Place::Waiting);
            entered += ruling.events.iter().filter(came).count();
        }
        assert_eq!(state, again);
    }
    assert!(attacks > 100 && entered > 5 && announced > 1, "{attacks} {entered} {announced}");
}

#[test]
fn games_under_every_option_end() {
    let mut seed = 500;
    for spec in super::options::SPECS {
        let game::options::Accepts::OneOf(values) = spec.accepts else { continue };
        for value in values.iter().filter(|value| **value != spec.default) {
            seed += 1;
            let mut numbers = Numbers(seed);
            let lab = battle(&mut numbers, seed % 4 == 0).option(spec.id, value);
            let mut state = NapoleonAtWar::start(lab.scenario, &Chosen::default()).unwrap();
            let played = play(&mut state, &mut numbers, u64::from(seed), false);
            assert!(played.len() > 50, "{} = {value}", spec.id);
        }
    }
}

#[test]
fn games_with_a_referee_who_meddles_end() {
    for seed in 0..4 {
        let mut numbers = Numbers(seed * 104_729 + 3);
        let lab = battle(&mut numbers, seed % 2 == 0);
        let mut state = lab.set_up();
        let played = play(&mut state, &mut numbers, u64::from(seed), true);
        assert!(played.iter().any(|order| matches!(order, Order::Fiat(_))));
    }
}

fn marengo() -> State {
    let (scenario, _) = read("marengo-naw", &Embedded, &AnyRules).expect("Marengo reads");
    NapoleonAtWar::start(scenario, &Chosen::default()).expect("its options are known")
}

#[test]
fn marengo_begins_as_the_clauses_say() {
    // naw:13.1, naw:13.2, naw:13.31, naw:14.7, naw:16.1
    let mut state = marengo();
    let battle = state.game.marengo().expect("its places are named");
    assert_eq!((battle.marengo, battle.pietrabuona), (Hex(1412), Hex(1111)));
    super::fixture::give(&mut state, &Order::Begin, &[]);
    assert_eq!((state.phasing, state.turn), (battle.french.enemy(), 1));
    assert_eq!(NapoleonAtWar::standing(&state).strength[battle.french.index()], 81);
    assert_eq!(NapoleonAtWar::standing(&state).strength[battle.french.enemy().index()], 88);
    for (unit, hex) in state.on_map() {
        let foes = state.on_map().filter(|(other, _)| state.side(*other) != state.side(unit));
        let nearest = foes.map(|(_, there)| state.game.map().grid.distance(hex, there)).min();
        assert!(nearest >= Some(4), "{}", state.say(unit));
    }
    let tally = super::victory::tally(&state).unwrap();
    assert!(tally.near >= 10 && tally.holds == [false, false] && tally.austrian_loss == 0);
    // Kellermann has seven half points on turn 1 and fourteen after it (naw:15.1).
    let kell = state.game.find("fkell").unwrap();
    assert_eq!(super::movement::allowance(&state, kell), 7);
    assert!((1..=14).all(|turn| !state.game.is_night(turn)));
}

#[test]
fn marengo_is_played_to_the_end() {
    for seed in 1..3 {
        let mut state = marengo();
        let mut numbers = Numbers(seed * 31_337);
        let played = play(&mut state, &mut numbers, u64::from(seed), false);
        let Phase::Over(outcome) = &state.phase else { panic!("not over") };
        assert_eq!(outcome.lost, super::victory::lost(&state));
        let clauses = ["naw:16.1", "naw:16.2", "naw:16.3", "naw:16.4"];
        assert!(clauses.iter().any(|clause| outcome.because.contains(clause)), "{}", outcome.because);
        assert!(played.len() > 200);
    }
}
