//! The ground that is lit for a stand in hand where obstacles lie about it: what is certain, and the second fainter wash of what luck
//! with their dice may add. It is sought on a thread beside the hand, which goes on meanwhile; what its budget bounds is how long
//! the wash comes after the hand.

use std::cell::Cell;

use easy::brief::trip::Routes;
use easy::order::MoveKind;
use easy::state::Step;
use easy::{Order, StandId};

use super::games::{PRESETS, play};
use super::tally::{Print, Tally};

/// Milliseconds at worst after which both washes are there, searches and all.
const BUDGET: f64 = 60.0;

pub fn run() {
    for preset in PRESETS {
        let mut certain = Tally::new(format!("ground that is certain, {preset}"), None);
        let mut both = Tally::new(format!("and what luck may add, {preset}"), Some(BUDGET));
        let lucky = Cell::new(0);
        let mut seen: Option<StandId> = None;
        play(preset, 7, |number, state, order| {
            let Some(Order::Move { stand, .. }) = order else { return };
            let acts = state.active().is_some_and(|now| now.step == Step::Act);
            let Some(start) = state.pose(*stand).filter(|_| acts && seen != Some(*stand)) else { return };
            seen = Some(*stand);
            let routes = || Routes::new(state, *stand, MoveKind::Move, start);
            if !routes().reach().has_luck() {
                return;
            }
            let at = || format!("order {number}, {}", state.say(*stand));
            let heading = start.heading.turned(0.4);
            certain.ask(at, || routes().reach().marks(heading), Print::of);
            let wash = || routes().reach().marks_unless(heading, &|| false).expect("it is wanted");
            both.ask(at, wash, |marks| {
                lucky.set(lucky.get() + usize::from(marks.len() > 2));
                Print::of(marks)
            });
        });
        let lit = lucky.get();
        assert!(certain.count() > 20 && lit > 20, "{lit} of {}", certain.count());
        certain.tell();
        both.tell();
    }
}
