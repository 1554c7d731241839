//! What each face of the next throw leads to, judged face by face by the rule set itself.

use schemars::JsonSchema;
use serde::Serialize;

use super::contract::{RuleSet, Stop};
use dice::{Reading, Throw, Typed, TypedEntry};

/// Faces of the die, or sums of the dice, that lead to the same result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CardFace {
    /// The lowest first.
    pub faces: Vec<u32>,
    /// The result: `the defenders rout`, `a hit`.
    pub words: String,
}

impl CardFace {
    /// `1`, `5 or 6`, `2 to 4`, `1, 3 or 6`.
    pub fn say(&self) -> String {
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for &face in &self.faces {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == face => *last = face,
                _ => runs.push((face, face)),
            }
        }
        let said: Vec<String> = runs
            .into_iter()
            .flat_map(|(first, last)| match last - first {
                0 => vec![first.to_string()],
                1 => vec![first.to_string(), last.to_string()],
                _ => vec![format!("{first} to {last}")],
            })
            .collect();
        match &said[..] {
            [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
            _ => said.concat(),
        }
    }
}

/// Groups faces by their results, in the order of the lowest face of each.
pub fn together(rows: impl IntoIterator<Item = (u32, String)>) -> Vec<CardFace> {
    let mut found: Vec<CardFace> = Vec::new();
    for (face, words) in rows {
        match found.iter_mut().find(|known| known.words == words) {
            Some(known) => known.faces.push(face),
            None => found.push(CardFace { faces: vec![face], words }),
        }
    }
    found
}

/// The hits of each face, if hits are counted; empty if no face hits, or if dice are read in another way.
pub fn hits(throw: &Throw) -> Vec<CardFace> {
    let Reading::Hits(worth) = &throw.reading else { return Vec::new() };
    if worth.iter().all(|hits| *hits == 0) {
        return Vec::new();
    }
    let words = |hits: u8| match hits {
        0 => "a miss".to_owned(),
        1 => "a hit".to_owned(),
        more => format!("{more} hits"),
    };
    together((1..).zip(worth).map(|(face, hits)| (face, words(*hits))))
}

/// The throw that the order waits for after these throws of it; `None` if it waits for none.
pub fn awaited<R: RuleSet>(state: &R::State, order: &R::Order, thrown: &[TypedEntry]) -> Option<Throw> {
    match R::judge(state, order, &mut Typed::new(thrown.iter().cloned())) {
        Err(Stop::NeedsDice(throw)) => Some(*throw),
        Ok(_) | Err(Stop::Refused(_) | Stop::BadDice(_)) => None,
    }
}

/// Maximum number of results of the next die that are described in one line.
const ENDS: usize = 5;

/// The results of the die after this one, described by `end`, the likeliest first: `by the next die: it gets there on 1 to 3,
/// stops at the brook on 4 to 6`; `None` if that die does not decide it either, or if the list would be too long.
pub fn by_next_die(next: &Throw, mut end: impl FnMut(TypedEntry) -> Option<String>) -> Option<String> {
    let mut rows = Vec::new();
    for face in 1..=next.sides {
        rows.push((u32::from(face), end(TypedEntry::Faces(vec![face]))?));
    }
    let mut ends = together(rows);
    if ends.len() > ENDS {
        return None;
    }
    ends.sort_by_key(|end| std::cmp::Reverse(end.faces.len()));
    Some(match &ends[..] {
        [only] => only.words.clone(),
        several => {
            let said: Vec<String> =
                several.iter().map(|end| format!("{} on {}", end.words, end.say())).collect();
            format!("by the next die: {}", said.join(", "))
        }
    })
}

/// Does the next throw decide nothing? True for one die if the order with each of its faces leads to the same state.
pub fn decides_nothing<R: RuleSet>(state: &R::State, order: &R::Order, thrown: &[TypedEntry]) -> bool {
    let Some(throw) = awaited::<R>(state, order, thrown) else { return false };
    if throw.veiled || throw.dice != 1 || !throw.names.is_empty() || throw.reading != Reading::Sum {
        return false;
    }
    let after = |face: u16| {
        let all = thrown.iter().cloned().chain([TypedEntry::Faces(vec![face])]);
        let ruling = R::judge(state, order, &mut Typed::new(all)).ok()?;
        let mut after = state.clone();
        ruling.events.iter().for_each(|event| R::apply(&mut after, event));
        Some(after)
    };
    let Some(first) = after(1) else { return false };
    (2..=throw.sides).all(|face| after(face).is_some_and(|after| after == first))
}

/// What each face of the next throw leads to, described by `words`; empty if several dice are told apart, if what is thrown has
/// names, or if no face decides anything yet.
pub fn faces_by<R: RuleSet>(
    state: &R::State,
    order: &R::Order,
    thrown: &[TypedEntry],
    words: impl Fn(&[R::Event]) -> String,
) -> Vec<CardFace> {
    let Some(throw) = awaited::<R>(state, order, thrown) else { return Vec::new() };
    if throw.veiled || !throw.names.is_empty() {
        return Vec::new();
    }
    let entries: Vec<(u32, TypedEntry)> = match (&throw.reading, throw.dice) {
        (Reading::Hits(_), _) => return hits(&throw),
        (Reading::Sum | Reading::Each, 1) => {
            (1..=throw.sides).map(|face| (u32::from(face), TypedEntry::Faces(vec![face]))).collect()
        }
        (Reading::Sum, dice) => {
            let sums = u32::from(dice)..=u32::from(dice) * u32::from(throw.sides);
            sums.map(|sum| (sum, TypedEntry::Count(sum))).collect()
        }
        (Reading::Each, _) => return Vec::new(),
    };
    let mut decides = false;
    let mut told = |entry: TypedEntry| {
        let all = thrown.iter().cloned().chain([entry.clone()]);
        match R::judge(state, order, &mut Typed::new(all)) {
            Ok(ruling) => {
                decides = true;
                words(&ruling.events)
            }
            Err(Stop::NeedsDice(next)) if throw.dice == 1 && next.dice == 1 && next.names.is_empty() => {
                match by_next_die(&next, |last| {
                    let all = thrown.iter().cloned().chain([entry.clone(), last]);
                    let ruling = R::judge(state, order, &mut Typed::new(all)).ok()?;
                    Some(words(&ruling.events))
                }) {
                    Some(words) => {
                        decides = true;
                        words
                    }
                    None => format!("then {}", next.say()),
                }
            }
            Err(Stop::NeedsDice(next)) => format!("then {}", next.say()),
            Err(Stop::Refused(_) | Stop::BadDice(_)) => String::new(),
        }
    };
    let rows: Vec<(u32, String)> = entries.into_iter().map(|(face, entry)| (face, told(entry))).collect();
    let found = together(rows);
    if decides || found.len() > 1 { found } else { Vec::new() }
}

/// As [`faces_by`], each event described without the result of the dice.
pub fn faces<R: RuleSet>(state: &R::State, order: &R::Order, thrown: &[TypedEntry]) -> Vec<CardFace> {
    faces_by::<R>(state, order, thrown, |events| say_events::<R>(state, events))
}

/// These events in the words of the log, without the result of the dice.
pub fn say_events<R: RuleSet>(state: &R::State, events: &[R::Event]) -> String {
    let mut now = state.clone();
    let mut said = Vec::new();
    for event in events {
        said.extend(R::say_event(&now, event));
        R::apply(&mut now, event);
    }
    if said.is_empty() { "nothing comes of it".to_owned() } else { said.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(faces: &[u32]) -> String {
        CardFace { faces: faces.to_vec(), words: String::new() }.say()
    }

    #[test]
    fn faces_are_said_as_a_person_says_them() {
        assert_eq!(say(&[1]), "1");
        assert_eq!(say(&[5, 6]), "5 or 6");
        assert_eq!(say(&[2, 3, 4, 5]), "2 to 5");
        assert_eq!(say(&[1, 3, 6]), "1, 3 or 6");
        assert_eq!(say(&[1, 2, 3, 6]), "1 to 3 or 6");
    }

    #[test]
    fn what_counts_as_a_hit_is_said_by_face() {
        let throw = Throw::hits(4, vec![0, 0, 0, 0, 1, 2], None, "easy:III.B.2", "attack");
        let told: Vec<(String, String)> =
            hits(&throw).into_iter().map(|row| (row.say(), row.words)).collect();
        let row = |faces: &str, words: &str| (faces.to_owned(), words.to_owned());
        assert_eq!(told, [row("1 to 4", "a miss"), row("5", "a hit"), row("6", "2 hits")]);
        assert!(hits(&Throw::hits(2, vec![0; 6], None, "easy:III.B.2", "attack")).is_empty());
        assert!(hits(&Throw::sum(1, 6, None, "easy:0.6", "one die")).is_empty());
    }
}
