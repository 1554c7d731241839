//! The order line: a short text, and what it means at this moment of the game.
//!
//! Nothing here decides anything: what is due comes from the desk, what is legal from the rules, ways from the planner.
//! Units: inches, degrees in text.
//!
//! # The grammar
//!
//! A line is one sentence, or several with `;` between them: the stands, then what they do. Stands are named by badge
//! (`14`), by the beginning of a word of their name (`char`), several with commas or spaces (`14,15`). With nobody named,
//! the selected stand is meant. No space is needed between a badge and a verb: `14f6`.
//!
//! | text | what it is |
//! |---|---|
//! | `14f6` `14b2` `14l1.5` `14r1.5` | forward, back, to the left, to the right, so many inches; `4.` is four and a half |
//! | `14f` `14m` | as far as it may |
//! | `14ne4` | four inches toward a compass point, of sixteen, heading kept |
//! | `14@274` | bearing in tens of degrees, two digits, then inches: 270°, 4 in; `14@273:4.25` has the degrees whole |
//! | `14tr45` `14tl45` `14ta` `14tne` `14t@27` | turn about the centre: right, left, about, to face a bearing |
//! | `14wr30` `14wl30` `14wr` | wheel about the right or left front corner |
//! | `14f4tr30f1` | one after the other |
//! | `14x` `14x22` `14x22l` | straight ahead to the first contact; to contact with 22; on its left edge (`f r b` the others) |
//! | `14g22` `14*22` | the guns fire at 22; without a target at the only one there is |
//! | `14a22` `14a22,23` | attack: moves into contact, or is declared once combats are |
//! | `31>2f6` | a reinforcement comes on 2 in to the right of its entry |
//! | `14r` `r14` | rallies; retreats, where that is due (`14r@27` toward 270°) |
//! | `14v` `14k` `14h` | a battery evades, fires canister, holds |
//! | `14c` `22o` `22!` | goes on attacking; opening fire of 22; the combat of 22 is fought |
//! | `22:2 23:1` | where hits fall, or how dice are divided |
//! | `14,15` `all` `all-15` `none` | the stands that are activated |
//! | `d` `ii` `p ii` `.` `a` `!` | draws a chit; the pick with this name; ends the step; declares all; next combat |
//! | `14` `14?` | takes the stand in hand; selects it |
//! | `u` `redo` `?` | undo, redo, all keys |
//!
//! What is due by its number (`#3`, `3`), and which chit was drawn by its name, whoever shows the line reads before.
//!
//! Every move by a compass point or by tens of degrees, every fire, attack, rally and chit takes five keystrokes at most
//! after the stands are named, with Enter; finer bearings and distances take a key for each digit more.

mod complete;
mod context;
mod grammar;
mod meaning;
mod moves;
mod parse;

pub use context::Context;
pub use grammar::keys;
pub use meaning::order;

use crate::Order;
use game::line::Reading;

/// Reads a line; `cursor` counts characters and is where completions are wanted.
pub fn read(text: &str, cursor: usize, context: &Context<'_>) -> Reading<Order> {
    let completions = complete::completions(text, cursor, context);
    if text.trim().is_empty() {
        return Reading { completions, ..Reading::default() };
    }
    match meaning::mean(text, context) {
        Ok(meaning) => Reading { meaning: Some(meaning), fault: None, completions },
        Err(fault) => Reading { meaning: None, fault: Some(fault), completions },
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
        let due = Easy::due(&state);
        let text = format!("{badge} {text}");
        let reading = read(&text, text.len(), &Context { state: &state, due: &due, selected: None });
        let meaning = reading.meaning.expect("it means something");
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
