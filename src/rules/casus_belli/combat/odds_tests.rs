//! Exact odds, the leaders' risk among them (`cb:7c3`, `cb:9f`, `cb:11d`).

use crate::CasusBelli;
use crate::event::{Event, LeaderLoss};
use crate::fixture::{Lab, give};
use crate::order::{Assault, Order};
use crate::state::State;
use dice::Typed;
use game::{Chance, RuleSet};
use hexes::HexKind;

use super::event::CombatEvent;
use super::odds::{odds, outlook};
use super::offers::due;
use super::table::{CombatResult, TABLE};
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
    for words in ["A1:", "–:", "D1:", "D2:"] {
        let result = outlook.chance_of(|result| format!("{result}:") == words);
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

/// 5 to 3 is 1:1, with a leader who adds 1; whoever is beaten can go back, and the other side follow.
fn led() -> (Lab, Order) {
    let lab = Lab::new().units("F5@2010 E3@2009 F9@3001 LF1.v@2010 LF2@3001");
    let leaders = vec![lab.leader("LF1.v@2010")];
    let order = Order::Attack(Assault { leaders, ..assault(&lab, "F5@2010", "E3@2009") });
    (lab, order)
}

const IF_THERE: &str = "if he is still there when it is over";

#[test]
fn the_odds_are_the_sum_over_the_die_and_the_risk() {
    // cb:7c3, cb:crt, cb:11d, cb:11e: the 36 ways in which both dice can fall. Beaten attackers may leave him alone to be taken first.
    let (lab, order) = led();
    let told = chances(&lab.combat(), &order);
    assert!(close(sum(&told, ""), 1.0));
    use CombatResult::{A1, A2, Ar, D1, D2, Dr, No};
    for result in [Ar, A2, A1, No, D1, D2, Dr] {
        for is_killed in [true, false] {
            let mut expected = 0.0;
            for (face, risk) in (1..=6_usize).flat_map(|face| (1..=6).map(move |risk| (face, risk))) {
                let came = TABLE[(face + 1).min(6) - 1][2];
                expected += f64::from(u8::from(came == result && (risk == 6) == is_killed)) / 36.0;
            }
            let end = if is_killed { "killed" } else { "unhurt" };
            let of = |chance: &&Chance| {
                chance.result.starts_with(&format!("{result}: ")) && chance.result.contains(end)
            };
            let found: Vec<&Chance> = told.iter().filter(of).collect();
            let sum: f64 = found.iter().map(|chance| chance.probability).sum();
            assert!(close(sum, expected), "{result} {end}: {sum} for {expected} in {told:?}");
            let beaten = result.beats_attackers() == Some(true);
            let conditional = |chance: &&Chance| chance.result.contains(IF_THERE);
            assert!(found.iter().all(|chance| conditional(chance) == beaten), "{told:?}");
        }
    }
}

/// What befell the leader: taken, or his risk was thrown, and did it kill him?
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Fate {
    taken: bool,
    risked: bool,
    killed: bool,
}

/// Fights the combat out with these dice: of the combat, of his capture, of his risk. He stays where he is and the enemy follows, or he
/// goes with his unit.
fn fought_out(lab: &Lab, order: &Order, (face, capture, risk): (u16, u16, u16), stays: bool) -> Fate {
    let mut state = lab.combat();
    let mut fate = Fate::default();
    let mut give = |state: &mut State, order: &Order, dice: &[u16]| {
        let mut tray = Typed::faces(dice.iter().map(|face| vec![*face]));
        let events =
            CasusBelli::judge(state, order, &mut tray).expect("it is offered, and has its dice").events;
        for event in &events {
            let killed = matches!(event, Event::LeaderLost { cause: LeaderLoss::Killed, .. });
            let unhurt = matches!(event, Event::Combat(CombatEvent::Unhurt { .. }));
            fate.taken |= matches!(event, Event::LeaderLost { cause: LeaderLoss::Captured, .. });
            (fate.killed, fate.risked) = (fate.killed || killed, fate.risked || killed || unhurt);
            CasusBelli::apply(state, event);
        }
    };
    give(&mut state, order, &[face, risk]);
    while phase(&state).under_way().is_some() {
        let offers = due(&state, phase(&state)).offers.into_iter().map(|offer| offer.order);
        let leaves = |order: &Order| order.retreat().is_none_or(|back| back.with.is_empty() == stays);
        let fits = |order: &Order| {
            leaves(order) && *order != Order::EndCombat && (stays || order.advance().is_none())
        };
        let order = offers.into_iter().find(fits).expect("something is offered");
        let enters = order.advance().is_some_and(|(unit, _)| unit == lab.id("E3@2009"));
        let dice = if enters { [capture, risk] } else { [risk, risk] };
        give(&mut state, &order, &dice);
    }
    fate
}

#[test]
fn a_leader_is_at_risk_on_every_face_or_taken_first() {
    // cb:11c, cb:11d, cb:11e: played out for every face of every die.
    let (lab, order) = led();
    let told = chances(&lab.combat(), &order);
    for (stays, capture) in [(false, 6), (true, 1), (true, 6)] {
        let (mut killed, mut taken) = (0.0, 0.0);
        for (face, risk) in (1..=6).flat_map(|face| (1..=6).map(move |risk| (face, risk))) {
            let fate = fought_out(&lab, &order, (face, capture, risk), stays);
            assert_eq!(fate.risked, !fate.taken, "{face} {risk}: {fate:?}");
            assert_eq!(fate.killed, fate.risked && risk == 6, "{face} {risk}: {fate:?}");
            killed += f64::from(u8::from(fate.killed)) / 36.0;
            taken += f64::from(u8::from(fate.taken)) / 36.0;
        }
        let conditional = sum(&told, &format!("killed {IF_THERE}"));
        let certain = sum(&told, "killed") - conditional;
        if capture == 6 && stays {
            assert!(close(killed, certain) && close(taken, sum(&told, IF_THERE)), "{killed} {taken}");
        } else {
            assert!(close(killed, certain + conditional) && close(taken, 0.0), "{killed} {taken}");
        }
    }
}
