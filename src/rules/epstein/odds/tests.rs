//! Exact odds against hand-made sums, and against every way of the dice judged.

use super::*;
use crate::event::Event;
use crate::position::Position;
use dice::{Tray, weigh};

/// What is left to decide is decided: the defender answers so, losses are placed the first way. Then how it has ended.
fn play_out(start: &State, order: &Order, reply: Reply, tray: &mut dyn Tray) -> Judged<Outcome> {
    let mut state = start.clone();
    let (mut who, mut end) = ([GroupId(0), GroupId(1)], End::Unopposed);
    let mut order = order.clone();
    loop {
        let ruling = Epstein::judge(&state, &order, tray)?;
        for event in &ruling.events {
            if let Event::Changed(Pending::Charge(charge)) | Event::Began(Pending::Charge(charge)) = event {
                who = [charge.by, charge.met.as_ref().map_or(who[1], |met| met.group)];
            }
            Epstein::apply(&mut state, event);
        }
        for event in &ruling.events {
            end = match event {
                Event::MoraleRolled { group, holds: false, .. } if *group == who[0] => End::ChargerRouts,
                Event::MoraleRolled { holds: false, .. } => End::DefenderRouts,
                Event::Melee { totals, .. } if totals[0] > totals[1] => End::ChargerWins,
                Event::Melee { .. } => End::DefenderWins,
                _ => end,
            };
        }
        order = match state.pending.last() {
            None => break,
            Some(Pending::Losses(lost)) => {
                let way = losses::ways(&state, lost).swap_remove(0);
                let key = |stand| state.game.stand(stand).key.clone();
                let losses = way.into_iter().map(|(stand, count)| (key(stand), u32::from(count))).collect();
                Order::PlaceLosses { unit: state.key(lost.of), losses }
            }
            Some(Pending::Charge(charge)) => {
                let unit = state.key(charge.met.as_ref().map_or(charge.target, |met| met.group));
                Order::Answer { unit, how: reply.of(&reply::answers(&state, charge)), at: None }
            }
            Some(_) => break,
        };
    }
    if end == End::Unopposed {
        end = End::BreaksOff;
    }
    Ok(Outcome { end, figures: who.map(|id| state.figures(id)) })
}

fn position(text: &str) -> State {
    let position: Position = ron::from_str(text).expect("a position");
    position.set_up(&|_| Err("no battle".to_owned())).expect("it can be")
}

/// Two line battalions 4 in apart, the defender down to nine figures (`epstein:11.5`).
fn worked_example(options: &str) -> State {
    position(&format!(
        "(units: [(id: \"A\", at: Some((0.0, 0.0, 0.0))), (id: \"B\", side: Some(\"blue\"), \
         at: Some((0.0, 4.75, 180.0)), left: [0, 3, 3, 3])], options: {{{options}}})"
    ))
}

fn charge(inches: f64) -> Order {
    let way = vec![super::super::order::Step::Ahead(inches)];
    Order::Charge { unit: "A".to_owned(), way, target: "B".to_owned(), support: None }
}

fn sum(law: &Law, is: impl Fn(&Outcome) -> bool) -> f64 {
    law.iter().filter(|(outcome, _)| is(outcome)).map(|(_, chance)| chance).sum()
}

fn law(state: &State, order: &Order, reply: Reply) -> Law {
    let laws = charge_laws(state, order).expect("it is legal");
    laws.into_iter().find(|(one, _)| *one == reply).expect("it is offered").1
}

#[test]
fn the_worked_example_is_the_sum_of_its_branches() {
    let state = worked_example("");
    let law = law(&state, &charge(4.0), Reply::Fire);
    assert!((sum(&law, |_| true) - 1.0).abs() < 1e-12);
    assert!((sum(&law, |outcome| outcome.end == End::DefenderRouts) - 21.0 / 36.0).abs() < 1e-12);
    // By hand: nine figures fire, so many of twelve are left, who roll 8 and fight nine at 2 each.
    let (mut routs, mut wins, mut beaten, mut off) = (0.0, 0.0, 0.0, 0.0);
    for die in 1..=6_u32 {
        let left = 12 - die * 9 / 10;
        let share = 15.0 / 36.0 / 6.0;
        if left <= 3 {
            off += share;
            continue;
        }
        let holds = if left == 12 { 1.0 } else { 15.0 / 36.0 };
        routs += share * (1.0 - holds);
        let (mut more, mut less) = (0.0, 0.0);
        for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
            match (one * left * 2).cmp(&(other * 9 * 2)) {
                std::cmp::Ordering::Greater => more += 1.0,
                std::cmp::Ordering::Less => less += 1.0,
                std::cmp::Ordering::Equal => {}
            }
        }
        wins += share * holds * more / (more + less);
        beaten += share * holds * less / (more + less);
    }
    for (end, chance) in [
        (End::ChargerRouts, routs),
        (End::ChargerWins, wins),
        (End::DefenderWins, beaten),
        (End::BreaksOff, off),
    ] {
        let found = sum(&law, |outcome| outcome.end == end);
        assert!((found - chance).abs() < 1e-12, "{end:?}: {found}, by hand {chance}");
    }
}

#[test]
fn judging_every_way_of_the_dice_comes_to_the_same() {
    // A tie is the defender's, so that nothing is thrown again.
    let options = "\"melee_tie\": \"defender\"";
    let square = position(&format!(
        "(units: [(id: \"A\", kind: Some(\"cav_heavy_line\"), at: Some((0.0, 0.0, 0.0))), \
         (id: \"B\", side: Some(\"blue\"), at: Some((0.0, 6.0, 180.0)))], options: {{{options}}})"
    ));
    let flank = position(&format!(
        "(units: [(id: \"A\", kind: Some(\"cav_light_line\"), at: Some((0.0, 0.0, 37.0))), \
         (id: \"B\", side: Some(\"blue\"), at: Some((5.0, 7.0, 300.0)))], options: {{{options}}})"
    ));
    let example = worked_example(options);
    let cases = [
        (example, 4.0, Reply::Nothing),
        (square.clone(), 12.0, Reply::Square),
        (flank, 12.0, Reply::Nothing),
    ];
    for (state, inches, reply) in cases {
        let order = charge(inches);
        let law = law(&state, &order, reply);
        let judged = weigh(|tray| play_out(&state, &order, reply, tray)).expect("it is legal");
        same(&law, &judged);
    }
    // With fire, from the answer on.
    let mut held = square;
    let ruling = Epstein::judge(&held, &charge(12.0), &mut Typed::faces([vec![6, 6]])).expect("it holds");
    ruling.events.iter().for_each(|event| Epstein::apply(&mut held, event));
    let order = Order::Answer { unit: "B".to_owned(), how: Answering::Fire, at: None };
    let law = law(&held, &order, Reply::Fire);
    same(&law, &weigh(|tray| play_out(&held, &order, Reply::Fire, tray)).expect("it is legal"));
}

fn same(law: &Law, judged: &Law) {
    assert_eq!(law.keys().collect::<Vec<_>>(), judged.keys().collect::<Vec<_>>());
    for (outcome, chance) in judged {
        assert!((law[outcome] - chance).abs() < 1e-12, "{outcome:?}: {} and {chance}", law[outcome]);
    }
}

/// A battery that is charged answers with canister: a die for each figure in the pattern, whose count tells whom it strikes.
#[test]
fn a_battery_that_is_charged_fires_canister() {
    let state = position(
        "(units: [(id: \"A\", kind: Some(\"cav_light_line\"), at: Some((0.0, 0.0, 0.0))), \
         (id: \"B\", kind: Some(\"art_foot_line\"), side: Some(\"blue\"), at: Some((0.0, 7.0, 180.0)))])",
    );
    let law = law(&state, &charge(8.0), Reply::Fire);
    assert!((sum(&law, |_| true) - 1.0).abs() < 1e-12);
    assert!((sum(&law, |outcome| outcome.end == End::DefenderRouts) - 21.0 / 36.0).abs() < 1e-12);
    assert!(sum(&law, |outcome| outcome.end == End::ChargerRouts) > 0.0);
}

/// The law of each answer against the sum over every throw of the defender's check: where it holds, of what follows the answer.
#[test]
fn the_law_of_each_answer_is_the_sum_of_its_branches() {
    let battery = "(units: [(id: \"A\", kind: Some(\"cav_light_line\"), at: Some((1.0, 2.0, 37.0))), \
         (id: \"B\", kind: Some(\"art_foot_line\"), side: Some(\"blue\"), at: Some((5.213, 7.59, 217.0)))])";
    let square = "(units: [(id: \"A\", kind: Some(\"cav_heavy_line\"), at: Some((0.0, 0.0, 0.0))), \
         (id: \"B\", side: Some(\"blue\"), at: Some((0.0, 6.0, 180.0))), \
         (id: \"L\", kind: Some(\"command\"), side: Some(\"blue\"), at: Some((4.0, 6.0, 180.0)))])";
    for (state, inches, answers) in
        [(worked_example(""), 4.0, 3), (position(square), 10.0, 3), (position(battery), 8.0, 2)]
    {
        let order = charge(inches);
        let laws = charge_laws(&state, &order).expect("it is legal");
        assert_eq!(laws.len(), answers, "{laws:?}");
        for (reply, law) in &laws {
            assert!((sum(law, |_| true) - 1.0).abs() < 1e-12, "{reply:?}");
            let mut branches = Law::new();
            for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
                let mut tray = Typed::faces([vec![one, other]]);
                let ruling = Epstein::judge(&state, &order, &mut tray).expect("one throw is enough");
                let mut after = state.clone();
                ruling.events.iter().for_each(|event| Epstein::apply(&mut after, event));
                let Some(Pending::Charge(met)) = after.waits() else {
                    let figures =
                        ["A", "B"].map(|name| after.figures(after.find_group(name).expect("it is there")));
                    let outcome = Outcome { end: End::DefenderRouts, figures };
                    *branches.entry(outcome).or_insert(0.0) += 1.0 / 36.0;
                    continue;
                };
                let how = reply.of(&reply::answers(&after, &met));
                let order = Order::Answer { unit: "B".to_owned(), how, at: None };
                // What is left to the answer: nobody else is asked.
                let [(_, rest)] =
                    <[_; 1]>::try_from(charge_laws(&after, &order).expect("it is offered")).expect("one law");
                for (outcome, chance) in rest {
                    *branches.entry(outcome).or_insert(0.0) += chance / 36.0;
                }
            }
            same(law, &branches);
        }
    }
}

#[test]
fn the_laws_of_a_charge_are_worked_out_at_once() {
    let state = worked_example("");
    let start = std::time::Instant::now();
    let laws = charge_laws(&state, &charge(4.0)).expect("it is legal");
    let took = start.elapsed();
    assert_eq!(laws.len(), 3);
    assert!(took < std::time::Duration::from_secs(2), "{took:?}");
    eprintln!("{took:?}");
}

/// A charge that may go on over a leader has a law too: his dice are among its branches (`epstein:14.c.4`).
#[test]
fn a_charge_over_a_leader_is_weighed() {
    let state = position(
        "(units: [(id: \"A\", kind: Some(\"cav_heavy_line\"), at: Some((0.0, 0.0, 0.0))), \
         (id: \"B\", side: Some(\"blue\"), at: Some((0.0, 6.0, 180.0))), \
         (id: \"L\", kind: Some(\"command\"), side: Some(\"blue\"), at: Some((0.0, 7.0, 180.0)))])",
    );
    for (reply, law) in charge_laws(&state, &charge(10.0)).expect("it is legal") {
        assert!((sum(&law, |_| true) - 1.0).abs() < 1e-12, "{reply:?}");
    }
}
