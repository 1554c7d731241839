//! A battle being made: changed step by step, with undo, and checked at any time.
//!
//! A draft may contain any faults that a file may contain; [`Draft::check`] reports them in the same words as
//! reading its files would. An edit itself is refused only if it has no meaning.

use std::fmt::{self, Debug, Formatter};
use std::mem;
use std::sync::Arc;

use thiserror::Error;

use super::known::KnownRules;
use super::write::Written;

/// The content of a draft.
pub trait Drafted: Clone + PartialEq {
    /// A fault or warning, and what it is about.
    type Finding: Debug + Send + 'static;

    /// Repairs what no longer holds after any change.
    fn settle(&mut self) {}

    /// The id of the battle, from which the names of its files are made.
    fn id(&self) -> &str;

    /// Sets the id of the battle and of the files that belong to it.
    fn name_files(&mut self, id: &str);

    fn files(&self) -> Vec<Written>;

    /// All faults and warnings, faults first.
    fn check(&self, known: &dyn KnownRules) -> Vec<Self::Finding>;
}

/// A change of the content of a draft: a function that changes a copy of it or refuses, and a key for what it changes.
///
/// Its constructors are defined next to what they change: in `edit` and `ground_edit` for tables, in `hex::edit` for hexes, in
/// `roster::rostered` for both.
pub struct Change<D> {
    /// What it changes, for changes that follow each other in one drag. `None` for a step of its own.
    key: Option<String>,
    apply: Arc<Apply<D>>,
}

type Apply<D> = dyn Fn(&mut D) -> Result<(), EditFault> + Send + Sync;

impl<D: 'static> Change<D> {
    /// A change that is a step of its own.
    pub fn step(apply: impl Fn(&mut D) -> Result<(), EditFault> + Send + Sync + 'static) -> Self {
        Self { key: None, apply: Arc::new(apply) }
    }

    /// A change that joins the one before if that has the same key and the user has not paused since.
    pub fn joined(
        key: impl Into<String>,
        apply: impl Fn(&mut D) -> Result<(), EditFault> + Send + Sync + 'static,
    ) -> Self {
        Self { key: Some(key.into()), ..Self::step(apply) }
    }

    /// As [`Change::joined`], for a change that always has a meaning.
    pub fn set(key: impl Into<String>, apply: impl Fn(&mut D) + Send + Sync + 'static) -> Self {
        Self::joined(key, move |now| {
            apply(now);
            Ok(())
        })
    }

    /// All of these changes or none, as one step.
    pub fn several(changes: impl IntoIterator<Item = Self>) -> Self {
        let changes: Vec<Self> = changes.into_iter().collect();
        let keys: Option<Vec<String>> = changes.iter().map(|change| change.key.clone()).collect();
        let apply = move |now: &mut D| changes.iter().try_for_each(|change| (change.apply)(now));
        Self { key: keys.map(|keys| keys.join(", ")), ..Self::step(apply) }
    }
}

impl<D> Clone for Change<D> {
    fn clone(&self) -> Self {
        Self { key: self.key.clone(), apply: self.apply.clone() }
    }
}

/// A change is equal to its clones.
impl<D> PartialEq for Change<D> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.apply, &other.apply)
    }
}

impl<D> Debug for Change<D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Change").field("key", &self.key).finish_non_exhaustive()
    }
}

/// Why an edit has no meaning, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}: {help}")]
pub struct EditFault {
    pub message: String,
    pub help: String,
}

pub(super) fn refuse<T>(message: impl Into<String>, help: impl Into<String>) -> Result<T, EditFault> {
    Err(EditFault { message: message.into(), help: help.into() })
}

/// A draft with its history.
#[derive(Clone, Debug)]
pub struct Draft<D> {
    now: Arc<D>,
    /// The content before each step, the oldest first.
    past: Vec<Arc<D>>,
    /// The content before each step that was undone.
    future: Vec<Arc<D>>,
    /// The key of the last edit, while further edits with the same key join it.
    open: Option<String>,
    version: u64,
}

impl<D: Drafted> Draft<D> {
    /// A draft that changes existing content.
    pub fn of(now: D) -> Self {
        Self { now: Arc::new(now), past: Vec::new(), future: Vec::new(), open: None, version: 0 }
    }

    /// The present content.
    pub fn now(&self) -> &Arc<D> {
        &self.now
    }

    /// A number that grows with every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Undoes the last step.
    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            let after = self.put(before);
            self.future.push(after);
        }
    }

    /// Redoes the last step undone.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            let before = self.put(after);
            self.past.push(before);
        }
    }

    /// Replaces the content and returns the old one. The id, which names the files, is not part of an edit.
    fn put(&mut self, mut other: Arc<D>) -> Arc<D> {
        if other.id() != self.now.id() {
            Arc::make_mut(&mut other).name_files(self.now.id());
        }
        self.rest();
        self.version += 1;
        mem::replace(&mut self.now, other)
    }

    /// Ends a drag: the next change is a step of its own.
    pub fn rest(&mut self) {
        self.open = None;
    }

    /// Applies a change.
    ///
    /// # Errors
    ///
    /// Returns an error if the change has no meaning; the draft is then unchanged.
    pub fn edit(&mut self, change: Change<D>) -> Result<(), EditFault> {
        let Change { key, apply } = change;
        let mut next = (*self.now).clone();
        apply(&mut next)?;
        next.settle();
        if next == *self.now {
            return Ok(());
        }
        let goes_on = key.is_some() && key == self.open;
        let before = mem::replace(&mut self.now, Arc::new(next));
        self.future.clear();
        self.version += 1;
        self.open = key;
        if !goes_on {
            self.past.push(before);
        } else if self.past.last() == Some(&self.now) {
            // The drag is back at its beginning.
            self.past.pop();
            self.rest();
        }
        Ok(())
    }

    /// Sets the id of the battle and of the files that belong to it; this is not an edit.
    pub fn name_files(&mut self, id: &str) {
        Arc::make_mut(&mut self.now).name_files(id);
        self.version += 1;
    }

    /// Its files.
    pub fn files(&self) -> Vec<Written> {
        self.now.files()
    }

    /// All faults and warnings that reading its files would report, faults first.
    pub fn check(&self, known: &dyn KnownRules) -> Vec<D::Finding> {
        self.now.check(known)
    }
}
