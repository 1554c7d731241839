//! What each face of the dice that are thrown now does: in a combat as the fight itself goes on with it, in a move as far as it leads.

use crate::dice::{Answer, Process, Reading, TypedEntry};
use crate::game::faces::{CardFace, faces_by, hits, together};
use crate::rules::easy::combat::fight::Fight;
use crate::rules::easy::odds::{fight_after, say_outcome};
use crate::rules::easy::rule_set::Easy;
use crate::rules::easy::{Order, State};

/// See [`crate::game::Briefs::faces`].
pub fn faces(state: &State, order: &Order, thrown: &[TypedEntry]) -> Vec<CardFace> {
    match order.combat() {
        Some(combat) => fight_after(state, combat, thrown).map(|fight| of_fight(&fight)).unwrap_or_default(),
        None => faces_by::<Easy>(state, order, thrown, |events| say_outcome(state, events)),
    }
}

/// The fight after this face of its next die.
fn after(fight: &Fight, face: u16) -> Fight {
    let mut fight = fight.clone();
    fight.take(&Answer { faces: vec![face], value: face.into() });
    fight
}

fn of_fight(fight: &Fight) -> Vec<CardFace> {
    let Some(throw) = fight.wants() else { return Vec::new() };
    if matches!(throw.reading, Reading::Hits(_)) || throw.dice != 1 {
        return hits(&throw);
    }
    let rows = (1..=throw.sides).map(|face| {
        let next = after(fight, face);
        let words = match (fight.forming(), next.verdict()) {
            (Some(_), _) if next.strength() != fight.strength() => {
                "its squares fail, and it loses 1".to_owned()
            }
            (Some(_), _) => "it forms squares".to_owned(),
            (None, Some(verdict)) => verdict.words().to_owned(),
            (None, None) => replies(&next),
        };
        (u32::from(face), words)
    });
    together(rows.collect::<Vec<_>>())
}

/// What the defenders' die may make of the attackers' total: `the attackers rout on 2 to 6 of the defenders' die, retreat on 1`.
fn replies(fight: &Fight) -> String {
    let Some(throw) = fight.wants() else { return String::new() };
    let verdict = |face: u16| after(fight, face).verdict().map_or("", |verdict| verdict.words()).to_owned();
    let mut ends = together((1..=throw.sides).map(|face| (u32::from(face), verdict(face))));
    // The likeliest comes first.
    ends.sort_by_key(|end| std::cmp::Reverse(end.faces.len()));
    match &ends[..] {
        [only] => only.words.clone(),
        several => {
            let said = several.iter().map(|end| format!("{} on {}", end.words, end.say()));
            format!("by the defenders' die: {}", said.collect::<Vec<_>>().join(", "))
        }
    }
}
