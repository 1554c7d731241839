//! The history of the order line: Up and Down go through it, and it is kept between runs.

use serde::{Deserialize, Serialize};

/// Maximum number of lines; the oldest are dropped.
const MOST: usize = 100;

/// The lines given so far, oldest first, and the position of Up and Down in them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct History {
    lines: Vec<String>,
    /// The line shown; `None` means the one being typed.
    #[serde(skip)]
    at: Option<usize>,
    /// The text typed before Up was pressed: only lines that begin with it are shown.
    #[serde(skip)]
    typed: String,
}

impl History {
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Adds a line; the same line twice in a row counts once.
    pub fn push(&mut self, line: &str) {
        self.at = None;
        let line = line.trim();
        if line.is_empty() || self.lines.last().is_some_and(|last| last == line) {
            return;
        }
        self.lines.push(line.to_owned());
        let over = self.lines.len().saturating_sub(MOST);
        self.lines.drain(..over);
    }

    /// The line before; `None` if no earlier line begins with the typed text.
    pub fn older(&mut self, typed: &str) -> Option<&str> {
        if self.at.is_none() {
            self.typed = typed.to_owned();
        }
        let before = self.at.unwrap_or(self.lines.len()).min(self.lines.len());
        let found = self.lines[..before].iter().rposition(|line| line.starts_with(&self.typed))?;
        self.at = Some(found);
        Some(&self.lines[found])
    }

    /// The line after; after the last, the typed text. `None` outside of the history.
    pub fn newer(&mut self) -> Option<&str> {
        let at = self.at?;
        let after = (at + 1).min(self.lines.len());
        let next = self.lines[after..].iter().position(|line| line.starts_with(&self.typed));
        self.at = next.map(|step| after + step);
        Some(self.at.map_or(self.typed.as_str(), |at| &self.lines[at]))
    }

    /// Leaves the history, since the line is being typed again.
    pub fn leave(&mut self) {
        self.at = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_and_down_go_through_lines_that_begin_alike_and_come_back() {
        let mut history = History::default();
        for line in ["14f6", "d", "14g22", "14g22", " "] {
            history.push(line);
        }
        assert_eq!(history.lines(), ["14f6", "d", "14g22"]);
        assert_eq!(history.older("14"), Some("14g22"));
        assert_eq!(history.older("14g22"), Some("14f6"));
        assert_eq!(history.older("14f6"), None);
        assert_eq!(history.newer(), Some("14g22"));
        assert_eq!(history.newer(), Some("14"));
        assert_eq!(history.newer(), None);
    }

    #[test]
    fn the_oldest_lines_are_forgotten() {
        let mut history = History::default();
        for number in 0..MOST + 5 {
            history.push(&format!("{number}f"));
        }
        assert_eq!(history.lines().len(), MOST);
        assert_eq!(history.lines()[0], "5f");
    }
}
