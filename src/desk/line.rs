//! The order line of a game of any rules: the results of its reader, with their orders spelled.

use std::fmt;

use game::line::{LineChoice, LineReader, Reading};
use game::{Draft, RuleSet, Spelled};

/// Spells the orders in the results of a rule set's line reader.
pub(super) struct LineSpeller<R: RuleSet> {
    state: R::State,
    reader: Box<dyn LineReader<R::Order>>,
    choices: Vec<LineChoice<Draft>>,
}

impl<R: Spelled> LineSpeller<R> {
    pub fn new(state: R::State, reader: Box<dyn LineReader<R::Order>>) -> Self {
        let choices =
            reader.choices().iter().map(|choice| choice.map(|order| R::spell(&state, order))).collect();
        Self { state, reader, choices }
    }
}

impl<R: RuleSet> fmt::Debug for LineSpeller<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineSpeller").field("choices", &self.choices).finish_non_exhaustive()
    }
}

impl<R: Spelled> LineReader<Draft> for LineSpeller<R> {
    fn choices(&self) -> &[LineChoice<Draft>] {
        &self.choices
    }

    fn numbers_alone(&self) -> bool {
        self.reader.numbers_alone()
    }

    fn read(&self, text: &str, cursor: usize, selected: Option<&str>) -> Reading<Draft> {
        let Reading { meaning, fault, completions } = self.reader.read(text, cursor, selected);
        let meaning = meaning.map(|meaning| meaning.map(|order| R::spell(&self.state, &order)));
        Reading { meaning, fault, completions }
    }
}
