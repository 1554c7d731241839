//! A battle in the making: changed step by step, with undo, and checked at any time.
//!
//! A draft may be as wrong as a file may be; [`Draft::check`] says what is wrong with it in the very words in which
//! reading its files would. An edit itself is refused only where it has no meaning.

use std::fmt::{self, Debug, Formatter};
use std::mem;
use std::sync::Arc;

use thiserror::Error;

use super::known::KnownRules;
use super::write::Written;

/// What drafts are made of.
pub trait Drafted: Clone + PartialEq {
    /// One thing that is wrong with it, and what it is about.
    type Finding: Debug + Send + 'static;

    /// Puts right what no longer holds after a change, whatever it was.
    fn settle(&mut self) {}

    /// The id of the battle, by which its files are named.
    fn id(&self) -> &str;

    /// Gives the battle, and what is its own, this id.
    fn name_files(&mut self, id: &str);

    fn files(&self) -> Vec<Written>;

    /// All that is wrong with it, faults before warnings.
    fn check(&self, known: &dyn KnownRules) -> Vec<Self::Finding>;
}

/// One change of what drafts are made of: a function that changes a copy of it or refuses, and what it is that it changes.
///
/// Its constructors stand beside what they change: in `edit` and `ground_edit` for tables, in `hex::edit` for hexes, in
/// `roster::rostered` for both.
pub struct Change<D> {
    /// What it changes, for changes that follow each other in one movement of the hand. `None`: it is a step of its own.
    key: Option<String>,
    apply: Arc<Apply<D>>,
}

type Apply<D> = dyn Fn(&mut D) -> Result<(), EditFault> + Send + Sync;

impl<D: 'static> Change<D> {
    /// A step of its own.
    pub fn step(apply: impl Fn(&mut D) -> Result<(), EditFault> + Send + Sync + 'static) -> Self {
        Self { key: None, apply: Arc::new(apply) }
    }

    /// Joins the change before it if that has the same key and the hand has not rested since.
    pub fn joined(
        key: impl Into<String>,
        apply: impl Fn(&mut D) -> Result<(), EditFault> + Send + Sync + 'static,
    ) -> Self {
        Self { key: Some(key.into()), ..Self::step(apply) }
    }

    /// The same where it has always a meaning.
    pub fn set(key: impl Into<String>, apply: impl Fn(&mut D) + Send + Sync + 'static) -> Self {
        Self::joined(key, move |now| {
            apply(now);
            Ok(())
        })
    }

    /// All of these or none, as one step.
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

/// A change is the same as its clones.
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

/// Something in the making.
#[derive(Clone, Debug)]
pub struct Draft<D> {
    now: Arc<D>,
    /// As it was before each step, the oldest first.
    past: Vec<Arc<D>>,
    /// As it was before each step that has been taken back.
    future: Vec<Arc<D>>,
    /// What the last edit changed, while further edits of the same join it.
    open: Option<String>,
    version: u64,
}

impl<D: Drafted> Draft<D> {
    /// Something that is there, to be changed.
    pub fn of(now: D) -> Self {
        Self { now: Arc::new(now), past: Vec::new(), future: Vec::new(), open: None, version: 0 }
    }

    /// As it stands.
    pub fn now(&self) -> &Arc<D> {
        &self.now
    }

    /// Grows with every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Takes the last step back.
    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            let after = self.put(before);
            self.future.push(after);
        }
    }

    /// Brings the last step back that was taken back.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            let before = self.put(after);
            self.past.push(before);
        }
    }

    /// What there was. Which files it goes to is no part of an edit.
    fn put(&mut self, mut other: Arc<D>) -> Arc<D> {
        if other.id() != self.now.id() {
            Arc::make_mut(&mut other).name_files(self.now.id());
        }
        self.rest();
        self.version += 1;
        mem::replace(&mut self.now, other)
    }

    /// The hand rests: what it changes next can be taken back by itself.
    pub fn rest(&mut self) {
        self.open = None;
    }

    /// Changes it.
    ///
    /// # Errors
    ///
    /// The change has no meaning: it stays as it was.
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
            // The hand has come back to where it began.
            self.past.pop();
            self.rest();
        }
        Ok(())
    }

    /// Gives the battle, and what is its own, this id; it is no edit.
    pub fn name_files(&mut self, id: &str) {
        Arc::make_mut(&mut self.now).name_files(id);
        self.version += 1;
    }

    /// Its files.
    pub fn files(&self) -> Vec<Written> {
        self.now.files()
    }

    /// All that is wrong with it: what reading its files would find, faults before warnings.
    pub fn check(&self, known: &dyn KnownRules) -> Vec<D::Finding> {
        self.now.check(known)
    }
}
