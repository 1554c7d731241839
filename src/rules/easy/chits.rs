//! The chits of commands, and their names.

use super::roster::CommandId;
use super::state::State;

/// Where a command's chit is (`easy:II.A.2.1`, `easy:II.A.3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chit {
    Cup,
    /// Drawn, and being resolved.
    Drawn,
    /// In the discards until the turn ends.
    Out,
    /// Its command is not in play yet; the chit joins the cup when its first stands are due.
    ToCome,
    /// Its command has been absorbed: it has left play (`easy:V.B`).
    Absorbed,
    /// The command has none: a sole engineer answers to the army commander (`easy:V.D`).
    None,
}

/// Where the chit of a command is. A command that an army or wing commander picked acts with its own chit still in the
/// cup or out (`easy:II.A.4.3`): only the chit at the bottom of the stack is in hand.
pub fn chit(state: &State, command: CommandId) -> Chit {
    let drawn = state.stack.first().filter(|now| now.picked_by.is_none()).map(|now| now.command);
    if state.cup.contains(&command) {
        Chit::Cup
    } else if drawn == Some(command) {
        Chit::Drawn
    } else if state.discards.contains(&command) {
        Chit::Out
    } else if state.is_absorbed(command) {
        Chit::Absorbed
    } else if state.chits_of(command) == 0 {
        Chit::None
    } else {
        Chit::ToCome
    }
}

/// A chit's name, with its side where both sides have a command of that name.
pub fn chit_name(state: &State, command: CommandId) -> String {
    let info = state.command(command);
    let twins = state.roster().commands.iter().filter(|other| other.name == info.name).count();
    if twins > 1 {
        format!("{} ({})", info.name, state.say_side(state.command_side(command)))
    } else {
        info.name.clone()
    }
}

/// `the chit of V goes into the cup`; a great general has two (`easy:VI.B`).
pub fn say_put_in(name: &str, chits: usize) -> String {
    match chits {
        1 => format!("the chit of {name} goes into the cup"),
        several => format!("the {several} chits of {name} go into the cup"),
    }
}
