//! Work shared among the threads of this machine.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Largest number of threads: more gain little.
const MOST: usize = 4;

/// Number of threads worth starting on this machine.
pub(super) static THREADS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(MOST));

/// The answer for each item, in the order of the items, for any number of threads. With fewer items than `worth`, one thread
/// does all the work: others would start too late to help.
pub fn map<T: Sync, A: Send>(items: &[T], worth: usize, answer: impl Fn(&T) -> A + Sync) -> Vec<A> {
    let threads = if items.len() < worth { 1 } else { (*THREADS).min(items.len()) };
    if threads <= 1 {
        return items.iter().map(answer).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    let work = || {
        let mut own = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else { break };
            own.push((number, answer(item)));
        }
        // If another thread has panicked, the scope below panics as well.
        done.lock().unwrap_or_else(PoisonError::into_inner).append(&mut own);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, answer)| answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answers_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..257).collect();
        // The first take longest, so that they are done last.
        let answer =
            |item: &u64| (0..(257 - item) * 100).fold(*item, |sum, more| sum ^ more.wrapping_mul(item + 1));
        let one: Vec<u64> = items.iter().map(answer).collect();
        assert_eq!(map(&items, 0, answer), one);
        assert_eq!(map(&items, usize::MAX, answer), one);
        assert!(map(&[], 0, answer).is_empty());
    }
}
