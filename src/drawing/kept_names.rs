//! Names as they were written last: those under the stands and those over them are parts of one layout, and are asked for one after
//! the other.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use super::names::Names;

/// The names that were asked for last, with all that they depend on as a number. No part of a game: one is like another.
#[derive(Debug, Default)]
pub struct KeptNames(Mutex<Option<(u64, Arc<Names>)>>);

impl KeptNames {
    /// The names that depend on this, made if others were asked for last.
    pub fn of(&self, on: &impl Hash, make: impl FnOnce() -> Names) -> Arc<Names> {
        let mut hasher = DefaultHasher::new();
        on.hash(&mut hasher);
        let key = hasher.finish();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((known, names)) if *known == key => Arc::clone(names),
            _ => {
                let names = Arc::new(make());
                *kept = Some((key, Arc::clone(&names)));
                names
            }
        }
    }
}

impl Clone for KeptNames {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn names_are_made_once_for_one_picture() {
        let (kept, made) = (KeptNames::default(), Cell::new(0));
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
