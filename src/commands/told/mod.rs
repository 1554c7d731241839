//! What the commands say of a game, whatever its rule set: table of losses, where it stands, result.

mod easy;
mod naw;

use super::Done;
use crate::desk::Desk;
use crate::game::RuleSet;
use crate::scenario::Battle;

/// A rule set whose games the commands can sum up.
pub trait Told: RuleSet {
    fn is_over(state: &Self::State) -> bool;

    /// The table of losses and points.
    fn table(desk: &Desk<Self>) -> Done;

    /// What goes on: `I Corps is active`.
    fn now(state: &Self::State) -> String;

    /// Level of victory, winner, his points and his enemy's: `decisive French 30-12`, `draw nobody 4-4`.
    /// Of a battle that is not over, what it would be now.
    fn result(state: &Self::State) -> String;
}

/// The turn that is being played.
pub fn turn<R: Told>(state: &R::State) -> u8 {
    R::standing(state).turn
}

/// The table of losses and points, where the game stands, and the result.
pub fn summary<R: Told>(desk: &Desk<R>) -> Done {
    R::table(desk)?;
    let (state, battle) = (desk.state(), &desk.setup().scenario);
    let turn = turn::<R>(state);
    say!("turn {turn} of {}, {}: {}", battle.turns(), battle.clock(turn), R::now(state))?;
    result::<R>(state)
}

/// The line that ends what a command says of a game: `result: decisive French 30-12`; of one that is not over,
/// `result so far: marginal French 9-5`.
pub fn result<R: Told>(state: &R::State) -> Done {
    let so_far = if R::is_over(state) { "" } else { " so far" };
    say!("result{so_far}: {}", R::result(state))
}
