//! What has been done to a draft, step by step: to be taken back and brought back.

/// The steps of a draft. What a step is, and how it is taken, is the draft's to know.
#[derive(Clone, Debug)]
pub(super) struct History<S> {
    past: Vec<S>,
    future: Vec<S>,
    /// What the last edit changed, while further edits of the same join it.
    open: Option<String>,
    version: u64,
}

impl<S> Default for History<S> {
    fn default() -> Self {
        Self { past: Vec::new(), future: Vec::new(), open: None, version: 0 }
    }
}

impl<S> History<S> {
    /// The same version, with nothing that can be taken back or brought back.
    pub fn forgotten(&self) -> Self {
        Self { version: self.version, ..Self::default() }
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

    /// Takes the last step back: `put` does it, and gives the step that brings it back.
    pub fn undo(&mut self, put: impl FnOnce(S) -> S) {
        if let Some(step) = self.past.pop() {
            self.future.push(put(step));
            self.changed();
        }
    }

    /// Brings the last step back that was taken back.
    pub fn redo(&mut self, put: impl FnOnce(S) -> S) {
        if let Some(step) = self.future.pop() {
            self.past.push(put(step));
            self.changed();
        }
    }

    /// The last step, where an edit of this joins it.
    pub fn open_step(&mut self, joins: Option<&str>) -> Option<&mut S> {
        self.past.last_mut().filter(|_| joins.is_some() && joins == self.open.as_deref())
    }

    pub fn push(&mut self, step: S) {
        self.past.push(step);
    }

    /// Forgets the oldest step where there are more than `most`.
    pub fn keep(&mut self, most: usize) {
        if self.past.len() > most {
            self.past.remove(0);
        }
    }

    /// The last step has come to nothing.
    pub fn drop_last(&mut self) {
        self.past.pop();
    }

    /// An edit is done: what comes next may join it.
    pub fn edited(&mut self, joins: Option<String>) {
        self.future.clear();
        self.changed();
        self.open = joins;
    }

    /// What is done next is a step of its own.
    pub fn rest(&mut self) {
        self.open = None;
    }

    /// Something has changed that is no step.
    pub fn touch(&mut self) {
        self.version += 1;
    }

    fn changed(&mut self) {
        self.rest();
        self.touch();
    }
}
