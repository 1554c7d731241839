//! Reads the lines of a game at one of its moments.

use super::choices::{number, numbers_alone};
use super::complete::completions;
use super::context::Context;
use super::meaning::mean;
use crate::{Order, State};
use game::Due;
use game::line::{LineChoice, LineReader, Reading};

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
    choices: Vec<LineChoice<Order>>,
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
    fn choices(&self) -> &[LineChoice<Order>] {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Easy;
    use crate::fixture::{Fixture, at};
    use crate::state::Step;
    use game::RuleSet;
    use game::line::Does;
    use scenario::army::Arm;
    use table::{Leg, Vec2};

    /// What a line comes to for infantry in contact, with a friend behind: the way and why it is refused, if it is.
    fn withdrawn(text: &str, exact: &str, friends: &[(f32, f32)]) -> (Vec2, Option<String>) {
        let field = Fixture::new().ours(Arm::Infantry, at(0.0, 2.0, 180.0));
        let field = friends.iter().fold(field, |field, (x, y)| field.ours(Arm::Infantry, at(*x, *y, 180.0)));
        let field = field.theirs(Arm::Infantry, at(0.0, 0.0, 0.0)).option("withdraw-exact", exact);
        let (mut state, ids) = field.state();
        state.stack[0].step = Step::Engaged;
        let badge = state.unit(ids[0]).badge;
        let reader = Reader::new(state.clone(), Easy::due(&state), &[]);
        let text = format!("{badge} {text}");
        let meaning = reader.read(&text, text.len(), None).meaning.expect("it means something");
        let Does::Order { order: Order::Withdraw { path, .. }, .. } = meaning.does else {
            panic!("{text} is no withdrawal")
        };
        let [Leg::Slide(way)] = path.legs[..] else { panic!("{text} is {path:?}") };
        (way, meaning.refusal.map(|refusal| refusal.clause.to_string()))
    }

    #[test]
    fn withdraw_goes_back_so_far_or_as_far_as_it_may() {
        for (text, inches) in [("withdraw", 3.0), ("withdraw2", 2.0)] {
            let (way, refused) = withdrawn(text, "off", &[]);
            assert!(way.distance(Vec2::new(0.0, inches)) < 1e-3 && refused.is_none(), "{way} {refused:?}");
        }
        let (_, refused) = withdrawn("withdraw 4", "off", &[]);
        assert_eq!(refused.as_deref(), Some("easy:III.E.2"));
        let (_, refused) = withdrawn("withdraw 2", "on", &[]);
        assert_eq!(refused.as_deref(), Some("easy:III.E.2"), "by option exactly half a move");
    }

    #[test]
    fn withdraw_goes_past_a_friend_where_it_can_and_else_says_what_stands_there() {
        let (way, refused) = withdrawn("withdraw", "on", &[(-1.0, 5.5)]);
        assert!((way.length() - 3.0).abs() < 1e-3 && way.x > 1.5 && refused.is_none(), "{way} {refused:?}");
        let wall = [(-6.0, 4.0), (-4.0, 4.0), (-2.0, 4.0), (0.0, 4.0), (2.0, 4.0), (4.0, 4.0), (6.0, 4.0)];
        let (way, refused) = withdrawn("withdraw 3", "on", &wall);
        assert!(way.x.abs() < 1e-3 && refused.as_deref() == Some("easy:0.7"), "{way} {refused:?}");
    }
}
