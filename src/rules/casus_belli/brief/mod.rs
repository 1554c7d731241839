//! What a game of 1800 tells those who watch it (stub).

use crate::drawing::{Mark, Stage};
use crate::game::{Briefs, Due, Group};

use super::order::Order;
use super::rule_set::CasusBelli;
use super::state::State;

impl Briefs for CasusBelli {
    fn groups(_state: &State) -> Vec<Group> {
        Vec::new()
    }

    fn stage(state: &State, _due: &Due<Order>) -> Stage {
        state.game.sheet().stage(|hex| hex.to_string())
    }

    fn layer(state: &State, _due: &Due<Order>, name: &str, _scale: f32) -> Vec<Mark> {
        if name == "ground" { state.game.sheet().ground().to_vec() } else { Vec::new() }
    }
}
