//! Lists that record when they change, and values derived from them, cached until they do.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

use serde::{Serialize, Serializer};

/// The next mark: lists that differ never share one.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// A list that takes a new mark whenever it may have changed. Copies keep the mark.
#[derive(Clone)]
pub struct Watched<T> {
    list: Vec<T>,
    mark: u64,
}

impl<T> Watched<T> {
    pub fn mark(&self) -> u64 {
        self.mark
    }
}

impl<T> From<Vec<T>> for Watched<T> {
    fn from(list: Vec<T>) -> Self {
        Self { list, mark: NEXT.fetch_add(1, Ordering::Relaxed) }
    }
}

impl<T> FromIterator<T> for Watched<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().collect::<Vec<T>>().into()
    }
}

impl<T> Deref for Watched<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.list
    }
}

impl<T> DerefMut for Watched<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        self.mark = NEXT.fetch_add(1, Ordering::Relaxed);
        &mut self.list
    }
}

impl<'a, T> IntoIterator for &'a Watched<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Watched<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        (**self).iter_mut()
    }
}

impl<T: PartialEq> PartialEq for Watched<T> {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl<T: fmt::Debug> fmt::Debug for Watched<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(f)
    }
}

impl<T: Serialize> Serialize for Watched<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

/// A value derived from lists with these marks.
type Marked<I> = Option<([u64; 2], Arc<I>)>;

/// A cached value derived from two lists. It is not part of the value that holds it: all are equal.
pub struct DerivedCache<I>(RwLock<Marked<I>>);

impl<I> DerivedCache<I> {
    /// The value for the lists with these marks: the cached one, or a newly computed one.
    pub fn of(&self, marks: [u64; 2], work_out: impl FnOnce() -> I) -> Arc<I> {
        if let Some((of, found)) = self.0.read().ok().as_deref().and_then(Option::as_ref)
            && *of == marks
        {
            return Arc::clone(found);
        }
        let found = Arc::new(work_out());
        if let Ok(mut kept) = self.0.write() {
            *kept = Some((marks, Arc::clone(&found)));
        }
        found
    }
}

impl<I> Default for DerivedCache<I> {
    fn default() -> Self {
        Self(RwLock::new(None))
    }
}

impl<I> Clone for DerivedCache<I> {
    fn clone(&self) -> Self {
        Self(RwLock::new(self.0.read().ok().and_then(|kept| kept.clone())))
    }
}

impl<I> PartialEq for DerivedCache<I> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<I> fmt::Debug for DerivedCache<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DerivedCache")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_goes_with_the_lists_it_is_of() {
        let (mut one, other): (Watched<u8>, Watched<u8>) = (vec![1, 2].into(), vec![3].into());
        let kept = DerivedCache::default();
        let sum = |kept: &DerivedCache<u8>, one: &Watched<u8>| {
            *kept.of([one.mark(), other.mark()], || one.iter().chain(&*other).sum())
        };
        assert_eq!(sum(&kept, &one), 6);
        // A copy that is changed does not disturb what it is a copy of.
        let (mut copy, copied) = (one.clone(), kept.clone());
        copy.push(4);
        assert_eq!((sum(&copied, &copy), sum(&kept, &one)), (10, 6));
        one[0] = 5;
        assert_eq!(sum(&kept, &one), 10);
        assert_eq!(*kept.of([one.mark(), other.mark()], || 0), 10, "it is kept");
    }
}
