//! Questions of a case that need no order.

use serde::Deserialize;

use crate::rules::epstein::measure::{self, Before};
use crate::rules::epstein::position::Position;
use crate::rules::epstein::standing::{group_is_ineffective, skirmishes};
use crate::rules::epstein::state::State;

/// A question.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Question {
    /// Where one stand lies before another (`epstein:g.3`): `lane`, `slant`, `no`.
    Before { stand: String, other: String, is: String },
    /// The gap between two stands, in inches (`epstein:g.1`).
    Gap { one: String, other: String, is: f32 },
    /// Do two stands touch (`epstein:g.1`)?
    Touch { one: String, other: String, is: bool },
    /// Ranks, and stands in the front rank, of a group (`epstein:g.2`).
    Ranks { unit: String, front: usize },
    /// Is a group effective, and does it count as skirmishers (`epstein:5.20`, `epstein:7.1`)?
    Stands { unit: String, effective: bool, skirmishes: bool },
    /// Figures of a group.
    Figures { unit: String, is: u16 },
}

/// Is the answer as expected?
///
/// # Errors
///
/// What it is instead.
pub fn check(state: &State, _position: &Position, question: &Question) -> Result<(), String> {
    let quad = |key: &str| {
        let stand = state.game.find_stand(key).ok_or_else(|| format!("there is no stand {key}"))?;
        state.quad(stand).ok_or_else(|| format!("{key} is not on the table"))
    };
    let same = |found: String, wanted: String| {
        if found == wanted { Ok(()) } else { Err(format!("it is {found}, expected {wanted}")) }
    };
    match question {
        Question::Before { stand, other, is } => {
            let seen = measure::before(&quad(stand)?, &quad(other)?, 1000.0);
            let found = match seen.map(|seen| seen.before) {
                Some(Before::Lane) => "lane",
                Some(Before::Slant) => "slant",
                None => "no",
            };
            same(found.to_owned(), is.clone())
        }
        Question::Gap { one, other, is } => {
            let found = measure::gap(&quad(one)?, &quad(other)?);
            if (found - is).abs() < 0.005 { Ok(()) } else { Err(format!("it is {found:.3}, expected {is}")) }
        }
        Question::Touch { one, other, is } => {
            let found = measure::touching(measure::gap(&quad(one)?, &quad(other)?));
            same(found.to_string(), is.to_string())
        }
        Question::Ranks { unit, front } => {
            let id = state.find_group(unit)?;
            same(state.front_rank(id).len().to_string(), front.to_string())
        }
        Question::Stands { unit, effective, skirmishes: skirmish } => {
            let id = state.find_group(unit)?;
            same(
                format!(
                    "effective {}, skirmishes {}",
                    !group_is_ineffective(state, id),
                    skirmishes(state, id)
                ),
                format!("effective {effective}, skirmishes {skirmish}"),
            )
        }
        Question::Figures { unit, is } => {
            let id = state.find_group(unit)?;
            same(state.figures(id).to_string(), is.to_string())
        }
    }
}
