//! Reads the lines of a game at one of its moments.

use super::choices::{number, numbers_alone};
use super::complete::completions;
use super::context::Context;
use super::meaning::mean;
use crate::game::Due;
use crate::game::line::{Choice, LineReader, Reading};
use crate::rules::easy::{Order, State};

/// Reads a line; `cursor` counts characters and is where completions are wanted.
pub fn read(text: &str, cursor: usize, context: &Context<'_>) -> Reading<Order> {
    let completions = completions(text, cursor, context);
    if text.trim().is_empty() {
        return Reading { completions, ..Reading::default() };
    }
    match mean(text, context) {
        Ok(meaning) => Reading { meaning: Some(meaning), fault: None, completions },
        Err(fault) => Reading { meaning: None, fault: Some(fault), completions },
    }
}

/// A moment of a game, with what is due numbered once.
#[derive(Debug)]
pub struct Reader {
    state: State,
    due: Due<Order>,
    names: Vec<String>,
    choices: Vec<Choice<Order>>,
    numbers_alone: bool,
}

impl Reader {
    /// `names`: what may have been drawn, where that is asked for.
    pub fn new(state: State, due: Due<Order>, names: &[String]) -> Self {
        let context = Context { state: &state, due: &due, names, selected: None, listed: None };
        let (choices, numbers_alone) = (number(&context), numbers_alone(&context));
        Self { names: names.to_vec(), choices, numbers_alone, state, due }
    }
}

impl LineReader<Order> for Reader {
    fn choices(&self) -> &[Choice<Order>] {
        &self.choices
    }

    fn numbers_alone(&self) -> bool {
        self.numbers_alone
    }

    fn read(&self, text: &str, cursor: usize, selected: Option<&str>) -> Reading<Order> {
        let stand = |key: &str| self.state.roster().find_stand(key);
        let context = Context {
            state: &self.state,
            due: &self.due,
            names: &self.names,
            selected: selected.and_then(stand),
            listed: Some(&self.choices),
        };
        read(text, cursor, &context)
    }
}
