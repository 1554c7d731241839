//! The look-ahead against brute force, over random phases (the ledger's "Combat assignment"; `naw:7.11`, `naw:7.12`).

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::fixture::{Lab, give};
use crate::options::MultiMulti;
use crate::zones::{adjacent, in_contact};
use crate::{Assault, State, UnitId};
use hexes::{Hex, HexKind, Mark};

use super::graph::Graph;
use super::offers::due;
use super::owed;
use super::plans::any_plan;
use super::*;
use scenario::UnitSet;

/// Who is left, for the brute force: units in contact that have not attacked, enemies in contact not attacked, free guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Left {
    owing: UnitSet,
    owed: UnitSet,
    guns: UnitSet,
}

/// May these fight these in one combat, by the option in force (`naw:7.22`)?
fn may_join(state: &State, contact: UnitSet, defenders: UnitSet) -> bool {
    let map = state.game.map();
    let touches = |a: UnitId, e: UnitId| adjacent(map, state.hex(a).unwrap(), state.hex(e).unwrap());
    let all = contact.iter().all(|a| defenders.iter().all(|e| touches(a, e)));
    match state.game.options.multi_multi {
        MultiMulti::Complete => all,
        MultiMulti::Forbid => all && (contact.len() == 1 || defenders.len() == 1),
        MultiMulti::Connected => {
            let mut linked: UnitSet = contact.iter().take(1).collect();
            for _ in 0..contact.len() + defenders.len() {
                let more = contact.or(defenders).iter().filter(|unit| {
                    linked.iter().any(|other| state.side(other) != state.side(*unit) && touches(other, *unit))
                });
                linked = more.collect::<UnitSet>().or(linked);
            }
            linked == contact.or(defenders)
        }
    }
}

/// The brute force: can what is left be split into lawful combats? It knows neither the graph nor the look-ahead.
fn can_finish(state: &State, left: Left, known: &mut BTreeMap<Left, bool>) -> bool {
    if left.owing.is_empty() && left.owed.is_empty() {
        return true;
    }
    if let Some(answer) = known.get(&left) {
        return *answer;
    }
    let mut answer = false;
    // Whoever comes first is served first, in every combat that he may be in.
    let first = left.owing.first().or(left.owed.first()).unwrap();
    'all: for contact in left.owing.subsets().filter(|set| left.owing.is_empty() || set.contains(first)) {
        for defenders in left.owed.subsets().filter(|set| !set.is_empty()) {
            if left.owing.is_empty() && !defenders.contains(first) {
                continue;
            }
            let complete = may_join(state, contact, defenders);
            let one_gun = contact.is_empty() && defenders.len() == 1;
            if !contact.is_empty() && complete {
                let rest =
                    Left { owing: left.owing.minus(contact), owed: left.owed.minus(defenders), ..left };
                answer = can_finish(state, rest, known);
            } else if one_gun {
                let target = defenders.first().unwrap();
                for gun in left.guns.iter().filter(|gun| reach::reach(state, *gun, target).is_open()) {
                    let rest = Left {
                        owed: left.owed.minus(defenders),
                        guns: left.guns.minus(UnitSet::of(gun)),
                        ..left
                    };
                    answer = answer || can_finish(state, rest, known);
                }
            }
            if answer {
                break 'all;
            }
        }
    }
    known.insert(left, answer);
    answer
}

fn left_over(state: &State) -> Left {
    let phase = running(state).unwrap();
    let on = |unit: &&UnitId| state.hex(**unit).is_some();
    let guns = state.on_map().map(|(unit, _)| unit).filter(|unit| {
        state.side(*unit) == state.phasing
            && state.game.is_artillery(*unit)
            && in_contact(state, *unit).is_empty()
            && phase.may_attack(*unit)
    });
    Left {
        owing: phase.owing.iter().filter(on).filter(|unit| phase.may_attack(**unit)).collect(),
        owed: phase.owed.iter().filter(on).filter(|unit| !phase.attacked.contains(unit)).collect(),
        guns: guns.collect(),
    }
}

/// A crowded corner of the lab with rivers here and there.
pub(super) fn crowd(rng: &mut ChaCha8Rng) -> Lab {
    let mut hexes: Vec<u16> = Vec::new();
    for column in 19..=23 {
        for row in 8..=11 {
            hexes.push(column * 100 + row);
        }
    }
    let mut lab = Lab::new();
    let mut units = String::new();
    for (letter, most) in [("F", 7), ("E", 6)] {
        for _ in 0..rng.random_range(2..=most) {
            let hex = hexes.swap_remove(rng.random_range(0..hexes.len()));
            let gun = if rng.random_range(0..3) == 0 { "g" } else { "" };
            units = format!("{units} {gun}{letter}{}@{hex}", rng.random_range(1..=6));
        }
    }
    lab = lab.units(&units);
    for _ in 0..rng.random_range(0..8) {
        let (column, row) = (rng.random_range(19..=23), rng.random_range(8..=10));
        lab = lab.side(column * 100 + row, column * 100 + row + 1, Mark::River);
    }
    if rng.random_range(0..2) == 0 {
        lab = lab.kind(2109, HexKind::Forest);
    }
    lab
}

/// Plays a combat phase at random, holding the look-ahead against the brute force before each die. The answer: combats fought,
/// units displaced, proposals refused.
fn play_phase(rng: &mut ChaCha8Rng, joining: &str) -> (usize, usize, usize) {
    let lab = crowd(rng).option("multi-multi", joining);
    let mut state = lab.combat();
    let (mut combats, mut refusals) = (0, 0);
    let start = left_over(&state);
    assert!(can_finish(&state, start, &mut Default::default()), "a lawful set always exists: {state:?}");
    let plan = any_plan(&state, running(&state).unwrap());
    plans::check_plan(&state, running(&state).unwrap(), &plan).expect("the plan is lawful");
    loop {
        let phase = running(&state).unwrap();
        if phase.under_way().is_some() {
            let offers = due(&state, phase).offers;
            let order = offers[rng.random_range(0..offers.len())].order.clone();
            give(&mut state, &order, &[]);
            continue;
        }
        let left = left_over(&state);
        let mut known = BTreeMap::new();
        let whole = can_finish(&state, left, &mut known);
        let graph = Graph::of(&state, phase);
        let gone = graph.lapsed();
        // Only what guns alone can cover goes wrong by mishap.
        assert!(gone.idle.is_empty(), "{state:?}");
        assert_eq!(whole, gone.unattacked.is_empty(), "{state:?}");
        let enemies: Vec<UnitId> =
            state.on_map().map(|(unit, _)| unit).filter(|unit| state.side(*unit) != state.phasing).collect();
        for _ in 0..12 {
            let pick = |set: UnitSet, rng: &mut ChaCha8Rng| -> UnitSet {
                set.iter().filter(|_| rng.random_range(0..3) == 0).collect()
            };
            let own = pick(left.owing, rng).or(pick(left.guns, rng));
            let target = enemies.get(rng.random_range(0..enemies.len().max(1))).copied();
            let against = pick(left.owed, rng).or(target.map_or(UnitSet::EMPTY, UnitSet::of));
            let assault = Assault { attackers: own.to_vec(), defenders: against.to_vec(), lowered: None };
            let Ok(formed) = form::form(&state, phase, &assault) else { continue };
            let rest = Left {
                owing: left.owing.minus(formed.used()),
                owed: left.owed.minus(formed.attacked()),
                guns: left.guns.minus(formed.used()),
            };
            let accepted = admit::check_ahead(&state, &graph, &formed).is_ok();
            refusals += usize::from(!accepted);
            if whole {
                assert_eq!(accepted, can_finish(&state, rest, &mut known), "{assault:?} in {state:?}");
            }
        }
        let offers = due(&state, phase).offers;
        let owed = owed::of(&state, phase);
        assert_eq!(owed.is_empty(), may_close(&state).is_ok());
        if offers.is_empty() || (owed.is_empty() && rng.random_range(0..2) == 0) {
            may_close(&state).expect("where nothing can be attacked nothing is owed");
            let displaced = running(&state).unwrap().displaced.len();
            return (combats, displaced, refusals);
        }
        let order = offers[rng.random_range(0..offers.len())].order.clone();
        let still: Vec<(UnitId, Option<Hex>)> =
            left.owing.or(left.owed).iter().map(|unit| (unit, state.hex(unit))).collect();
        give(&mut state, &order, &[rng.random_range(1..=6)]);
        combats += 1;
        // An unused unit and an unattacked enemy in contact stay where they are until their combat.
        let after = left_over(&state);
        for (unit, hex) in still {
            let owes = after.owing.contains(unit) && !graph.touched(unit).and(after.owed).is_empty();
            if owes && running(&state).unwrap().under_way().is_none() {
                assert_eq!(state.hex(unit), hex, "{unit:?} moved before its combat: {state:?}");
            }
        }
    }
}

/// The ledger's property of the look-ahead, in 6,000 random phases; as many as `DRUMHEAD_PHASES` says where it is built with that.
#[test]
fn the_look_ahead_is_exact_and_a_lawful_set_always_exists() {
    let wanted = option_env!("DRUMHEAD_PHASES").and_then(|text| text.trim().parse().ok());
    let phases: u64 = wanted.unwrap_or(6_000);
    let mut totals = (0, 0, 0);
    for seed in 0..phases {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Mostly the default; the property holds under the other two settings as well.
        let joining = ["complete", "complete", "complete", "connected", "forbid"][seed as usize % 5];
        let (combats, displaced, refusals) = play_phase(&mut rng, joining);
        totals = (totals.0 + combats, totals.1 + displaced, totals.2 + refusals);
    }
    let (combats, displaced, refusals) = totals;
    assert!(combats as u64 >= phases && displaced > 0 && refusals > 0, "{totals:?}");
}
