//! Odds against plain arithmetic, and what becomes of every unit against all that the engine can be led to (`naw:7.0`, `naw:7.6`,
//! `naw:7.9`).

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::state::{Phase, Place};
use crate::{Assault, NapoleonAtWar, Order, State, UnitId};
use dice::{Dry, Typed};
use game::{RuleSet, Stop};

use super::look_ahead_tests::crowd;
use super::odds::outlook;
use super::phase::Step;
use super::strength::reckon;
use super::table::Column;
use super::*;

/// The ledger's arithmetic: so many to one, rounded down, at most six; or one to so many, rounded up, at most five.
fn by_the_ledger(attack: u32, defence: u32) -> String {
    if attack >= defence {
        format!("{}-1", (f64::from(attack) / f64::from(defence)).floor().min(6.0))
    } else {
        format!("1-{}", (f64::from(defence) / f64::from(attack)).ceil().min(5.0))
    }
}

proptest! {
    #[test]
    fn odds_are_rounded_for_the_defender(attack in 1_u32..500, defence in 1_u32..500, more in 1_u32..50) {
        let column = Column::of(attack, defence);
        prop_assert_eq!(column.name(), by_the_ledger(attack, defence));
        // More never hurts the one who has it, and the scale is nothing.
        prop_assert!(Column::of(attack + more, defence) >= column);
        prop_assert!(Column::of(attack, defence + more) <= column);
        prop_assert_eq!(Column::of(attack * more, defence * more), column);
    }
}

/// One way that a combat can come out once its die has fallen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    /// Eliminated by it, sorted.
    lost: Vec<UnitId>,
    /// Driven back of those who fought, sorted.
    back: Vec<UnitId>,
}

/// Every way that it can come out, whatever is chosen: losses of an exchange, retreats in any order by any way.
fn ends(before: &State, state: &State, assault: &Assault, found: &mut Vec<End>) {
    let fight = running(state).unwrap().fight.clone().unwrap();
    if matches!(fight.step, Step::Advance | Step::Done { .. }) {
        let gone = |unit: &UnitId| state.unit(*unit).place == Place::Eliminated;
        let on = |unit: &UnitId| before.hex(*unit).is_some();
        let lost = before.game.units().filter(|unit| on(unit) && gone(unit)).collect();
        let moved = |unit: &UnitId| !gone(unit) && state.hex(*unit) != before.hex(*unit);
        let mut back: Vec<UnitId> =
            assault.attackers.iter().chain(&assault.defenders).copied().filter(moved).collect();
        back.sort_unstable();
        let end = End { lost, back };
        if !found.contains(&end) {
            found.push(end);
        }
        return;
    }
    for offer in NapoleonAtWar::due(state).offers {
        let ruling = NapoleonAtWar::judge(state, &offer.order, &mut Dry).unwrap();
        let mut after = state.clone();
        ruling.events.iter().for_each(|event| NapoleonAtWar::apply(&mut after, event));
        ends(before, &after, assault, found);
    }
}

/// Printed points of those units.
fn points(state: &State, units: &[UnitId]) -> u32 {
    units.iter().map(|unit| u32::from(state.unit(*unit).strength)).sum()
}

/// For each face of the die the engine fights the combat in every way that choices allow. What the odds foretell is one of those
/// ways, and none is cheaper for the side that chooses; the probabilities are those of the faces.
#[test]
fn the_odds_foretell_what_the_engine_does() {
    let mut rng = ChaCha8Rng::seed_from_u64(76);
    let (mut combats, mut trapped, mut exchanges, mut lowered) = (0, 0, 0, 0);
    while combats < 250 {
        let lab = crowd(&mut rng);
        let state = lab.combat();
        let Phase::Combat(phase) = &state.phase else { panic!("no combat phase") };
        for formed in plans::singles(&state, phase, 400).combats.into_iter().step_by(7) {
            let own = reckon(&state, &formed).column;
            let columns: Vec<Column> = own.down_to_lowest().collect();
            // The computed column, and a lower one where there is any.
            for column in
                [Some(own), columns.len().checked_sub(3).map(|place| columns[place])].into_iter().flatten()
            {
                let assault = Assault { lowered: Some(column), ..Assault::of(&formed) };
                let odds = outlook(&state, &assault).unwrap();
                assert_eq!((odds.column, odds.faces.len()), (column, 6));
                let mut lost_on = vec![0_u32; state.units.len()];
                for (face, foretold) in (1..=6).zip(&odds.faces) {
                    let mut tray = Typed::faces([vec![face]]);
                    let ruling =
                        match NapoleonAtWar::judge(&state, &Order::Attack(assault.clone()), &mut tray) {
                            Ok(ruling) => ruling,
                            Err(Stop::Refused(refusal)) => panic!("{refusal}"),
                            Err(stop) => panic!("{stop}"),
                        };
                    let mut after = state.clone();
                    ruling.events.iter().for_each(|event| NapoleonAtWar::apply(&mut after, event));
                    let mut found = Vec::new();
                    ends(&state, &after, &assault, &mut found);
                    let outcome = &foretold.outcome;
                    assert_eq!(running(&after).unwrap().fight.as_ref().unwrap().result, outcome.result);
                    let mut lost: Vec<UnitId> =
                        outcome.lost.iter().chain(&outcome.trapped).copied().collect();
                    lost.sort_unstable();
                    let cheapest = found.iter().map(|end| points(&state, &end.lost)).min().unwrap();
                    assert_eq!(
                        points(&state, &lost),
                        cheapest,
                        "face {face} of {assault:?}: {outcome:?} {found:?}"
                    );
                    let end = End { lost: lost.clone(), back: outcome.back.clone() };
                    assert!(found.contains(&end), "face {face} of {assault:?}: {outcome:?} {found:?}");
                    lost.iter().for_each(|unit| lost_on[unit.index()] += 1);
                    trapped += outcome.trapped.len();
                    exchanges += usize::from(outcome.choice);
                }
                for unit in state.game.units() {
                    let chance = f64::from(lost_on[unit.index()]) / 6.0;
                    assert!((odds.chance_lost(unit) - chance).abs() < 1e-12, "{}", state.say(unit));
                }
                combats += 1;
                lowered += usize::from(column < own);
            }
        }
    }
    assert!(
        trapped > 20 && exchanges > 5 && lowered > 50,
        "{trapped} trapped, {exchanges} choices, {lowered} lowered"
    );
}
