//! What each face of the dice that are thrown now does: in a combat as the fight itself goes on with it, in a move as far as it leads.

use crate::combat::fight::Fight;
use crate::movement::luck::Crossing;
use crate::odds::{AS_ORDERED, fight_of_after, say_outcome};
use crate::rule_set::Easy;
use crate::{Event, Order, State};
use dice::{Answer, Process, Reading, TypedEntry};
use game::faces::{CardFace, by_next_die, faces_by, hits, say_events, together};

/// See [`game::Presentation::faces`].
pub fn faces(state: &State, order: &Order, thrown: &[TypedEntry]) -> Vec<CardFace> {
    match fight_of_after(state, order, thrown) {
        Ok(Some(fight)) => of_fight(&fight),
        Ok(None) => {
            let crossing = Crossing::of(state, order);
            faces_by::<Easy>(state, order, thrown, |events| say(state, crossing.as_ref(), events))
        }
        Err(_) => Vec::new(),
    }
}

/// What these events come to; where the odds tell nothing of them, as the log tells them.
fn say(state: &State, crossing: Option<&Crossing>, events: &[Event]) -> String {
    let words = say_outcome(state, crossing, events);
    if words == AS_ORDERED { say_events::<Easy>(state, events) } else { words }
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

/// What the defenders' die may make of the attackers' total: `by the next die: the attackers rout on 2 to 6, retreat on 1`.
fn replies(fight: &Fight) -> String {
    let Some(throw) = fight.wants() else { return String::new() };
    let verdict = |entry: TypedEntry| match entry {
        TypedEntry::Faces(faces) => Some(after(fight, *faces.first()?).verdict()?.words().to_owned()),
        TypedEntry::Count(_) | TypedEntry::Name(_) => None,
    };
    by_next_die(&throw, verdict).unwrap_or_else(|| format!("then {}", throw.say()))
}
