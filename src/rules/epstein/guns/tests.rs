//! Patterns turn with the table, every shot that is offered is legal, and looking at them takes no time.

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::aim::Layer;
use super::pattern::Terms;
use crate::order::{Answering, Load, Order};
use crate::position::{Position, RawUnit};
use crate::{Epstein, State};
use dice::{Dry, Rolled};
use game::{RuleSet, Stop};

/// A gun at the origin's south among these enemies, all turned by so many degrees and shifted.
fn turned(enemies: &[(f32, f32, f32)], degrees: f32, (east, north): (f32, f32)) -> State {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let at = |(x, y, heading): (f32, f32, f32)| {
        Some((east + x * cos + y * sin, north - x * sin + y * cos, heading + degrees))
    };
    let gun = RawUnit {
        id: "G".to_owned(),
        kind: Some("art_foot_line".to_owned()),
        at: at((0.0, -0.75, 0.0)),
        ..RawUnit::default()
    };
    let enemy = |(index, pose): (usize, &(f32, f32, f32))| RawUnit {
        id: format!("E{index}"),
        side: Some("blue".to_owned()),
        stands: Some(1),
        at: at(*pose),
        ..RawUnit::default()
    };
    let units = std::iter::once(gun).chain(enemies.iter().enumerate().map(enemy)).collect();
    let position = Position { table: (100.0, 100.0), units, ..Position::default() };
    position.set_up(&|_: &str| Err("no battle".to_owned())).expect("the position can be")
}

fn strikes(state: &State, load: Load, pivot: f64) -> Vec<(u16, u8)> {
    let gun = state.find_group("G").expect("there is a gun");
    let layer = Layer::of(state, gun, Terms::default()).expect("it is one");
    let (_, pattern) = layer.pattern(load, pivot).expect("it is on the table");
    let mut dice: Vec<(u16, u8)> = pattern.dice().iter().map(|die| (die.stand.0, die.hits_on)).collect();
    dice.sort_unstable();
    dice
}

#[test]
fn what_a_gun_strikes_turns_with_the_table() {
    let mut choose = ChaCha8Rng::seed_from_u64(8);
    let mut struck = 0;
    for _ in 0..150 {
        let enemies: Vec<(f32, f32, f32)> = (0..9)
            .map(|index| {
                let ahead = 2.0 + 1.7 * index as f32 + choose.random_range(0.0..0.6);
                (choose.random_range(-2.5..2.5), ahead, choose.random_range(0.0..360.0))
            })
            .collect();
        let plain = turned(&enemies, 0.0, (0.0, 0.0));
        let degrees = choose.random_range(0.0..360.0);
        let other = turned(&enemies, degrees, (3.17, -2.41));
        for load in [Load::Round, Load::Canister] {
            let found = strikes(&plain, load, 7.0);
            assert_eq!(found, strikes(&other, load, 7.0), "{enemies:?} turned by {degrees}");
            struck += found.len();
        }
    }
    assert!(struck > 300, "only {struck} dice were thrown in all");
}

#[test]
fn laying_a_gun_takes_less_than_two_milliseconds() {
    let enemies: Vec<(f32, f32, f32)> = (0..60)
        .map(|index| ((index % 10) as f32 * 1.3 - 6.0, 2.5 + (index / 10) as f32 * 2.0, 180.0))
        .collect();
    let state = turned(&enemies, 37.0, (3.17, -2.41));
    let gun = state.find_group("G").expect("there is a gun");
    let layer = Layer::of(&state, gun, Terms::default()).expect("it is one");
    for load in [Load::Round, Load::Canister] {
        let best = (0..20).map(|_| {
            let begun = Instant::now();
            assert!(layer.pattern(load, 1.0).is_some_and(|(_, pattern)| !pattern.dice().is_empty()));
            begun.elapsed()
        });
        let best = best.min().expect("there were some");
        assert!(best < Duration::from_millis(2), "{load:?} took {best:?}");
    }
}

/// Is an order legal: accepted, or stopped only by the first dice that it needs?
fn is_legal(state: &State, order: &Order) -> Result<(), String> {
    match Epstein::judge(state, order, &mut Dry) {
        Ok(_) | Err(Stop::NeedsDice(_)) => Ok(()),
        Err(fault) => Err(fault.to_string()),
    }
}

#[test]
fn every_shot_that_is_offered_is_legal() {
    let mut choose = ChaCha8Rng::seed_from_u64(1815);
    let mut seen = [0; 3];
    for seed in 0..12 {
        let mut state = random_battle(&mut choose);
        let mut tray = Rolled::new(seed, 0);
        for _ in 0..60 {
            let due = Epstein::due(&state);
            for offer in &due.offers {
                let which = match &offer.order {
                    Order::Guns { .. } => 0,
                    Order::SendGunners { .. } => 1,
                    Order::Answer { how: Answering::Guns { .. }, .. } => 2,
                    _ => continue,
                };
                seen[which] += 1;
                is_legal(&state, &offer.order).unwrap_or_else(|fault| panic!("{}: {fault}", offer.words));
            }
            if due.offers.is_empty() {
                break;
            }
            // Every other time somebody fires, where anybody can.
            let fires = |kind: &str| ["guns", "volley", "answer"].contains(&kind);
            let mut orders: Vec<_> = due.offers.iter().filter(|offer| fires(offer.kind)).collect();
            if orders.is_empty() || choose.random_range(0..2) == 0 {
                orders = due.offers.iter().collect();
            }
            let order = &orders[choose.random_range(0..orders.len())].order;
            if let Ok(ruling) = Epstein::judge(&state, order, &mut tray) {
                ruling.events.iter().for_each(|event| Epstein::apply(&mut state, event));
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 3), "too few were offered: {seen:?}");
}

/// Guns, battalions and regiments of both sides, face to face.
fn random_battle(choose: &mut ChaCha8Rng) -> State {
    let kinds = ["art_foot_line", "inf_line", "art_horse_guard", "cav_light_line", "art_foot_line"];
    let mut units = Vec::new();
    for (side, word) in ["red", "blue"].into_iter().enumerate() {
        for (index, kind) in kinds.into_iter().enumerate() {
            let (north, heading) = if side == 0 { (-4.0, 0.0) } else { (4.0, 180.0) };
            let crew = if kind.starts_with("art") { vec![choose.random_range(0..5)] } else { Vec::new() };
            units.push(RawUnit {
                id: format!("{}{index}", if side == 0 { "R" } else { "B" }),
                side: Some(word.to_owned()),
                kind: Some(kind.to_owned()),
                at: Some((
                    index as f32 * 7.0 - 14.0,
                    north + choose.random_range(-1.0..1.0),
                    heading + choose.random_range(-12.0..12.0),
                )),
                left: crew,
                ..RawUnit::default()
            });
        }
    }
    let position = Position { table: (60.0, 40.0), units, ..Position::default() };
    position.set_up(&|_: &str| Err("no battle".to_owned())).expect("the position can be")
}
