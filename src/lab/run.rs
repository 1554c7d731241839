//! All games of an experiment, on every core.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use desk::Library;
use games::Games;

use super::experiment::{Experiment, Plan};
use super::played::Played;

/// Plays these games on so many threads. `done` is handed each game in the order of `plans`, as soon as those before it are
/// over; it returns whether the rest is still wanted.
pub fn run(
    games: &Games,
    library: &Library,
    experiment: &Experiment,
    plans: &[Plan],
    threads: usize,
    mut done: impl FnMut(Played) -> bool,
) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, played) = channel();
        for _ in 0..threads.clamp(1, plans.len().max(1)) {
            let (sender, next) = (sender.clone(), &next);
            let library = library.clone();
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(plan) = plans.get(at) else { return };
                    // Nobody listens any more once the rest is not wanted.
                    if sender.send((at, Played::play(games, &library, experiment, *plan))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<Played>> = plans.iter().map(|_| None).collect();
        let mut told = 0;
        for (at, one) in &played {
            waiting[at] = Some(one);
            while let Some(one) = waiting.get_mut(told).and_then(Option::take) {
                told += 1;
                if !done(one) {
                    return;
                }
            }
        }
    });
}
