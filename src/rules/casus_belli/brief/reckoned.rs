//! A combat in words: the strength of each side, its steps, and the column. Units: strength points.

use crate::combat::fight::say_combined;
use crate::combat::strength::{self, Prospect, Reckoning, bonus};
use crate::combat::table::{Column, ratio};
use crate::combat::{self, form, plans};
use crate::order::{Assault, Order};
use crate::refusal::{Code, Refusal};
use crate::roster::LeaderId;
use crate::rule_set::CasusBelli;
use crate::state::State;
use game::hex_combats::Formed;
use game::working::Note;
use game::{Codec as _, Draft, sentence};

/// A well-formed combat, added up.
#[derive(Clone, Debug, PartialEq)]
pub struct Reckoned {
    pub sum: Reckoning,
    /// The column of the die; `None` without a die.
    pub used: Option<Column>,
    /// The steps to the column.
    pub notes: Vec<Note>,
}

/// Checks that these form one combat, without asking whether the phase could be finished after it.
pub fn form(state: &State, assault: &Assault) -> Result<Formed, Refusal> {
    let Some(phase) = state.combat() else {
        let fact = "this is not a combat phase";
        return Err(Refusal::new(Code::WrongPhase, "cb:2D", fact, "Wait for the combat phase"));
    };
    form::form(state, phase, assault)
}

/// The strengths of a combat before its die.
pub fn reckon(state: &State, assault: &Assault) -> Result<Reckoned, Refusal> {
    let formed = form(state, assault)?;
    let sum = strength::reckon(state, &formed);
    let used = sum.column_used(assault.lowered);
    let notes = notes(state, assault, &sum);
    Ok(Reckoned { sum, used, notes })
}

/// The leaders who could add their bonus to a combat but are not named in it (`cb:11b`).
pub fn may_lead(state: &State, assault: &Assault) -> Vec<LeaderId> {
    let (Some(phase), Ok(formed)) = (state.combat(), form(state, assault)) else { return Vec::new() };
    let mut leaders = form::may_inspire(state, phase, &formed);
    leaders.retain(|leader| !assault.leaders.contains(leader));
    leaders
}

/// The ratio, the shift, the lower column, the leaders' bonuses and risks.
fn notes(state: &State, assault: &Assault, sum: &Reckoning) -> Vec<Note> {
    let mut notes = Vec::new();
    if !sum.dead.is_empty() {
        let text = format!("{}: eliminated as soon as attacked", state.say_all(&sum.dead));
        notes.push(Note::new("cb:9f", text));
    }
    let (attack, defence) = (sum.attack, sum.defence);
    let column = match sum.prospect {
        Prospect::NobodyLeft => {
            notes.push(Note::new("cb:9f", "Nobody is left to fight: no die, and no risk for a leader"));
            return notes;
        }
        Prospect::Hopeless => {
            notes.push(Note::new("cb:7c2", format!("{attack} to {defence} is below 1:3: AR without a die")));
            return notes;
        }
        Prospect::Die(column) => column,
    };
    if let Some(plain) = ratio(attack, defence, &state.game.options).column() {
        let (more, less) = (attack.max(defence), attack.min(defence).max(1));
        let why = match more {
            more if more >= 5 * less || attack < defence && more > 3 * less => ", where the table ends",
            more if more.is_multiple_of(less) => "",
            _ => ", rounded for the defender",
        };
        notes.push(Note::new("cb:7c2", format!("{attack} to {defence}{why}: {plain}")));
        if sum.combined {
            notes.push(Note::new("cb:7E", sentence(&say_combined(plain, column))));
        }
    }
    if let Some(lowered) = assault.lowered.filter(|lowered| *lowered != column) {
        notes.push(Note::new("cb:7c3", format!("The attacker takes it at {lowered}")));
    }
    for leader in &assault.leaders {
        let name = &state.game.leader(*leader).name;
        let adds = bonus(state, *leader);
        notes.push(Note::new("cb:11b", format!("{name} adds {adds} to the die, which counts as 6 at most")));
        notes.push(Note::new("cb:11d", format!("{name} is lost on a 6 after the combat")));
    }
    notes
}

/// A set of combats that leaves nothing owed, each in words.
pub fn proposals(state: &State) -> Vec<(Draft, String)> {
    let Some(phase) = state.combat().filter(|phase| combat::is_idle(phase)) else { return Vec::new() };
    let told = |assault: Assault| {
        let words = in_words(state, &assault);
        (CasusBelli::spell(state, &Order::Attack(assault)), words)
    };
    plans::any_plan(state, phase).into_iter().map(told).collect()
}

/// `3:1: French 44e ligne in 1102 on Austrian 28 in 1202`.
pub fn in_words(state: &State, assault: &Assault) -> String {
    let column = reckon(state, assault).ok().and_then(|sum| sum.used);
    let column = column.map(|column| format!("{column}: ")).unwrap_or_default();
    format!("{column}{} on {}", state.say_all(&assault.by), state.say_all(&assault.on))
}
