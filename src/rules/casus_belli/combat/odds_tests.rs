//! Exact odds, the leaders' risk among them (`cb:7c3`, `cb:9f`, `cb:11d`).

use crate::game::Chance;
use crate::hexes::HexKind;
use crate::rules::casus_belli::fixture::{Lab, give};
use crate::rules::casus_belli::order::{Assault, Order};
use crate::rules::casus_belli::state::State;

use super::odds::{odds, outlook};
use super::offers::due;
use super::table::CombatResult;
use super::tests::{assault, attack, phase};

fn chances(state: &State, order: &Order) -> Vec<Chance> {
    odds(state, order).expect("the order is lawful").chances().to_vec()
}

fn sum(chances: &[Chance], words: &str) -> f64 {
    chances.iter().filter(|chance| chance.result.contains(words)).map(|chance| chance.probability).sum()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn every_face_is_told_and_they_sum_to_one() {
    // cb:crt: 8 to 4 is 2:1.
    let lab = Lab::new().units("F8@2010 E4@2009");
    let state = lab.combat();
    let told = chances(&state, &attack(&lab, "F8@2010", "E4@2009"));
    assert!(close(sum(&told, ""), 1.0));
    let outlook = outlook(&state, &assault(&lab, "F8@2010", "E4@2009")).unwrap();
    for words in [": A1", ": –", ": D1", ": D2"] {
        let result = outlook.chance_of(|result| format!(": {result}") == words);
        assert!(close(sum(&told, words), result), "{words}: {told:?}");
    }
    assert!(close(outlook.chance_of(|result| result == CombatResult::A1), 1.0 / 6.0));
}

#[test]
fn the_risk_counts_whether_it_is_thrown_at_once_or_later() {
    // cb:11d: retreats and advances come first with some faces, and at once with others.
    let lab = Lab::new().units("F8@2010 E4@2009 LF1.v@2010");
    let state = lab.combat();
    let order = Order::Attack(Assault {
        leaders: vec![lab.leader("LF1.v@2010")],
        ..assault(&lab, "F8@2010", "E4@2009")
    });
    let told = chances(&state, &order);
    assert!(close(sum(&told, ""), 1.0));
    let unhurt = sum(&told, "unhurt");
    assert!(close(unhurt, 5.0 / 6.0), "{unhurt} {told:?}");
    // Without his bonus there is no risk.
    let told = chances(&state, &attack(&lab, "F8@2010", "E4@2009"));
    assert!(close(sum(&told, "unhurt") + sum(&told, "killed"), 0.0));
}

#[test]
fn guns_in_woods_are_lost_for_certain() {
    // cb:9f
    let lab = Lab::new().units("F4@2010 gE3@2009").kind(2009, HexKind::Forest);
    let told = chances(&lab.combat(), &attack(&lab, "F4@2010", "gE3@2009"));
    assert_eq!(told.len(), 1);
    assert!(told[0].result.contains("woods"), "{told:?}");
    let hopeless = Lab::new().units("F1@2010 E9@2009").option("below-1-3", "ar");
    let state = hopeless.combat();
    let outlook = outlook(&state, &assault(&hopeless, "F1@2010", "E9@2009")).unwrap();
    assert_eq!(outlook.certain, Some(CombatResult::Ar));
    assert!(close(outlook.chance_of(|result| result == CombatResult::Ar), 1.0));
}

#[test]
fn other_orders_have_their_odds_too() {
    let lab = Lab::new().units("F8@2010 E4@2009 LF1.v@2010");
    let mut state = lab.combat();
    let leaders = vec![lab.leader("LF1.v@2010")];
    give(&mut state, &Order::Attack(Assault { leaders, ..assault(&lab, "F8@2010", "E4@2009") }), &[2]);
    let offers = due(&state, phase(&state)).offers;
    for offer in offers {
        assert!(close(sum(&chances(&state, &offer.order), ""), 1.0), "{}", offer.words);
    }
}
