//! Names as they were laid and written last. Where they have places hangs on the ground and is kept as long as that is the same; where
//! they are written among who stands there is kept for one picture: those under the stands and those over them are parts of one layout,
//! and are asked for one after the other.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use super::names::{NamePlaces, Names};

/// What was made last, with all that it depends on as a number. No part of a game: one is like another.
#[derive(Debug)]
pub struct Kept<T>(Mutex<Option<(u64, Arc<T>)>>);

impl<T> Kept<T> {
    /// What depends on this, made if something else was asked for last.
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

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The names of a table of miniatures.
#[derive(Clone, Debug, Default)]
pub struct KeptNames {
    /// On the ground, the flags' own places, who stood there as the battle began, and the scale.
    pub places: Kept<NamePlaces>,
    /// On all that is drawn.
    pub written: Kept<Names>,
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn names_are_made_once_for_one_picture() {
        let (kept, made) = (Kept::<Names>::default(), Cell::new(0));
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
