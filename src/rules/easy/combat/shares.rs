//! How hits are placed and dice divided, as far as the deciding side may know strengths.
//!
//! Clauses: `easy:III.B.4`, `easy:III.B.5`, `easy:III.C.1`. Units: hits, dice.

use crate::order::Order;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::state::State;
use game::Offer;
use scenario::Side;

use super::fight;

/// The most that each of these can take, as far as the side placing the hits may know: for a marked enemy only its initial
/// strength is known (`easy:III.C.1`), which matters under `hit-placement=shooter` and `multi-defender=owner-allocates`.
pub(crate) fn known_most(state: &State, by: Side, among: &[(StandId, u8)]) -> Vec<(StandId, u8)> {
    let known = |&(stand, most): &(StandId, u8)| {
        let blind = state.side(stand) != by && state.stand(stand).marked;
        (stand, if blind { state.unit(stand).strength.max(most) } else { most })
    };
    among.iter().map(known).collect()
}

/// How hits are applied when the side that placed them does not know every strength (`easy:III.B.4`, `easy:III.C.1`).
///
/// Ruling: the side may place up to a marked enemy's initial strength on it. Hits beyond its present strength go to the others
/// that still have some, in order: no stand takes more than its strength while another has some left. Nothing is refused for a
/// reason that the side cannot know.
pub(crate) fn as_they_fall(
    state: &State,
    by: Side,
    among: &[(StandId, u8)],
    placed: &[(StandId, u8)],
) -> Result<Vec<(StandId, u8)>, Refusal> {
    let known = known_most(state, by, among);
    let mut over: u32 = 0;
    let mut fallen = placed.to_vec();
    for (stand, hits) in &mut fallen {
        let of = |list: &[(StandId, u8)]| list.iter().find(|(id, _)| id == stand).map(|(_, most)| *most);
        // A stand that is not among them is for the caller to refuse.
        let (Some(known), Some(most)) = (of(&known), of(among)) else { return Ok(placed.to_vec()) };
        if *hits > known {
            let fact = format!("{} has no more than {known} strength points", state.say(*stand));
            let remedy = "No stand takes more hits than it has strength points";
            return Err(Refusal::new(Code::BadShare, "easy:III.B.4", fact, remedy));
        }
        over += u32::from(hits.saturating_sub(most));
        *hits = (*hits).min(most);
    }
    for (stand, most) in among {
        let taken: u32 = fallen.iter().filter(|(id, _)| id == stand).map(|(_, hits)| u32::from(*hits)).sum();
        let more = over.min(u32::from(*most).saturating_sub(taken));
        if more == 0 {
            continue;
        }
        over -= more;
        let more = u8::try_from(more).unwrap_or(u8::MAX);
        match fallen.iter_mut().find(|(id, _)| id == stand) {
            Some((_, hits)) => *hits = hits.saturating_add(more),
            None => fallen.push((*stand, more)),
        }
    }
    Ok(fallen)
}

/// At most this many ways of placing hits or dividing dice are offered at a time.
const MOST_WAYS: usize = 40;

/// Ways of sharing out hits or dice, the default first, and how many more there are than those listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shares {
    pub listed: Vec<Vec<(StandId, u8)>>,
    pub left_out: usize,
}

impl Shares {
    /// The default, and as many of the others as are offered.
    fn of(default: Vec<(StandId, u8)>, mut all: Vec<Vec<(StandId, u8)>>) -> Self {
        all.retain(|shares| *shares != default);
        all.insert(0, default);
        let left_out = all.len().saturating_sub(MOST_WAYS);
        all.truncate(MOST_WAYS);
        Self { listed: all, left_out }
    }

    /// One offer for each listed way.
    pub fn offers(self, offer: impl Fn(Vec<(StandId, u8)>) -> Offer<Order>) -> Vec<Offer<Order>> {
        self.listed.into_iter().map(offer).collect()
    }

    /// The prompt, which says how many ways are not listed.
    pub fn prompt(&self, words: String) -> String {
        match self.left_out {
            0 => words,
            1 => format!("{words}; 1 more way may be typed"),
            more => format!("{words}; {more} more ways may be typed"),
        }
    }
}

/// Ways of placing hits.
pub(crate) fn placements(hits: u8, among: &[(StandId, u8)]) -> Shares {
    let mut all = every_way(hits, among);
    let mut default = fight::choices::place_on_strongest(hits, among);
    default.retain(|(_, n)| *n > 0);
    all.iter_mut().for_each(|placed| placed.retain(|(_, n)| *n > 0));
    Shares::of(default, all)
}

/// Every way of sharing out, including zero shares.
fn every_way(hits: u8, among: &[(StandId, u8)]) -> Vec<Vec<(StandId, u8)>> {
    let mut all: Vec<Vec<(StandId, u8)>> = vec![Vec::new()];
    for (nth, (stand, most)) in among.iter().enumerate() {
        let later: u32 = among[nth + 1..].iter().map(|(_, most)| u32::from(*most)).sum();
        all = all
            .iter()
            .flat_map(|begun| {
                let left = hits - begun.iter().map(|(_, n)| *n).sum::<u8>();
                let least = u8::try_from(u32::from(left).saturating_sub(later)).unwrap_or(u8::MAX);
                (least..=left.min(*most)).map(move |n| {
                    let mut longer = begun.clone();
                    longer.push((*stand, n));
                    longer
                })
            })
            .collect();
    }
    all
}

/// Ways of dividing dice, with at least one for each target if there are enough.
pub(crate) fn splits(dice: u8, among: &[StandId]) -> Shares {
    let most: Vec<(StandId, u8)> = among.iter().map(|stand| (*stand, dice)).collect();
    let fair = usize::from(dice).min(among.len());
    let mut all = every_way(dice, &most);
    all.iter_mut().for_each(|division| division.retain(|(_, n)| *n > 0));
    all.retain(|division| division.len() >= fair);
    let default = fight::choices::split_evenly(dice, among).into_iter().filter(|(_, n)| *n > 0).collect();
    Shares::of(default, all)
}

/// `Foy 2, Bachelu 1`, as worded for players.
pub(crate) fn say_shares(state: &State, shares: &[(StandId, u8)]) -> String {
    let parts: Vec<String> =
        shares.iter().map(|(stand, count)| format!("{} {count}", state.say(*stand))).collect();
    if parts.is_empty() { "nobody".to_owned() } else { parts.join(", ") }
}
