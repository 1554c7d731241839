//! A stand in hand, frame by frame: what the window asks of planner and judge while the hand goes far, and while it turns.

use std::time::{Duration, Instant};

use easy::movement::kind::allowance;
use easy::movement::walk::survey::Survey;
use easy::order::MoveKind;
use easy::state::{State, Step};
use easy::{Order, StandId, reach};
use table::plan::Planner;
use table::{Path, Pose};

use super::games::{PRESETS, play};
use super::tally::Tally;

/// Every so many moves of a game a stand is taken in hand.
const EVERY: usize = 16;

/// So many frames is it held.
const FRAMES: usize = 36;

/// Each frame counts with the least of so many holds.
const HOLDS: usize = 3;

pub fn run() {
    for preset in PRESETS {
        let mut far = Tally::new(format!("a hand that goes far, {preset}"), None);
        let mut turns = Tally::new(format!("a hand that turns, {preset}"), None);
        let mut moves = 0;
        play(preset, 7, |number, state, order| {
            let Some(Order::Move { stand, .. }) = order else { return };
            moves += 1;
            let acts = state.active().is_some_and(|now| now.step == Step::Act);
            if moves % EVERY != 0 || !acts {
                return;
            }
            let at = || format!("order {number}, {}", state.say(*stand));
            // Out to thirty inches and back a little aside; and round on the spot two inches ahead.
            let out = |frame: usize, start: Pose| {
                let way = 30.0 * (frame as f32 / FRAMES as f32);
                let toward = start.heading.turned(frame as f32 * 0.01).forward();
                Pose::new(start.at + toward * way, start.heading)
            };
            let round = |frame: usize, start: Pose| {
                let ahead = start.moved(start.heading.forward() * 2.0);
                Pose::new(ahead.at, start.heading.turned(0.12 * (frame + 1) as f32))
            };
            for time in hold(state, *stand, out) {
                far.take(time, at);
            }
            for time in hold(state, *stand, round) {
                turns.take(time, at);
            }
        });
        assert!(far.count() > 12 * FRAMES && turns.count() == far.count(), "{} frames", far.count());
        far.tell();
        turns.tell();
    }
}

/// The times of the frames while a stand is held over one goal after the other.
fn hold(state: &State, stand: StandId, goal: impl Fn(usize, Pose) -> Pose) -> Vec<Duration> {
    let Some(start) = state.pose(stand) else { return Vec::new() };
    let mut least = vec![Duration::MAX; FRAMES];
    for _ in 0..HOLDS {
        let most = allowance(state, stand, MoveKind::Move);
        let mut planner = Planner::new(reach::field(state, stand, start), state.unit(stand).body.clone());
        for (frame, least) in least.iter_mut().enumerate() {
            let ghost = goal(frame, start);
            let begun = Instant::now();
            let path = match planner.plan_through(start, &[ghost], most) {
                Ok(plan) => plan.path,
                Err(failure) => failure.path,
            };
            let lit = planner.reach(start, ghost.heading, most, state.lengths().inches(reach::CELL));
            let (walk, _) = Survey::new(state).preview(stand, start, &path, MoveKind::Move);
            *least = (*least).min(begun.elapsed());
            assert!(
                lit.width > 0 && (path == Path::stay() || walk.cost <= most + 0.1),
                "{}",
                state.say(stand)
            );
        }
    }
    least
}
