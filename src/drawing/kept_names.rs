//! Caches for the last layout of names. Their possible places depend on the ground and are kept as long as that is the same;
//! the places used among the present stands are kept for one picture: the names under the stands and those over them are parts
//! of one layout, but are requested one after the other.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use super::names::{NamePlaces, Names};

/// The last value made, with a hash of everything that it depends on. Not part of a game: all caches are equal.
#[derive(Debug)]
pub struct LastValue<T>(Mutex<Option<(u64, Arc<T>)>>);

impl<T> LastValue<T> {
    /// The value for `on`, made anew if the last one was for something else.
    pub fn of(&self, on: &impl Hash, make: impl FnOnce() -> T) -> Arc<T> {
        let mut hasher = DefaultHasher::new();
        on.hash(&mut hasher);
        let key = hasher.finish();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((known, made)) if *known == key => Arc::clone(made),
            _ => {
                let made = Arc::new(make());
                *kept = Some((key, Arc::clone(&made)));
                made
            }
        }
    }
}

impl<T> Default for LastValue<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> Clone for LastValue<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The names of a table of miniatures.
#[derive(Clone, Debug, Default)]
pub struct KeptNames {
    /// Depends on the ground, the flags' own places, the stands at the start of the battle, and the scale.
    pub places: LastValue<NamePlaces>,
    /// Depends on everything drawn.
    pub written: LastValue<Names>,
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn names_are_made_once_for_one_picture() {
        let (kept, made) = (LastValue::<Names>::default(), Cell::new(0));
        let names = |on: u64| {
            kept.of(&on, || {
                made.set(made.get() + 1);
                Names::default()
            })
        };
        assert!(Arc::ptr_eq(&names(1), &names(1)));
        assert_eq!(made.get(), 1, "under the stands and over them");
        names(2);
        names(1);
        assert_eq!(made.get(), 3, "another picture has others");
    }
}
