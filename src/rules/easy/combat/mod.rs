//! Close combat: opening fire, declaring, dice, results.
//!
//! [`engaged`] is step 5 of an activation, [`declare`] and [`resolve`] are step 7, and share out the [`edges`]; the dice of a combat run in
//! [`fight`]. Who touches whom is asked in [`contacts`]. Beaten stands go back in [`super::retreat`].
//!
//! Clauses: `easy:III.A.1` to `easy:III.F.4`; `easy:V.D.2` and `easy:VI.G` where they bear on combats. Units: strength
//! points.

pub mod contacts;
pub mod declare;
pub mod edges;
pub mod engaged;
pub mod fight;
pub mod guns;
pub mod resolve;
pub mod squares;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::game::{Clause, Offer};
use crate::scenario::Side;

use super::event::{Cause, Event};
use super::order::{Order, Reaction};
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{Activation, Reason, State, Step};
use crate::rules::easy::touching::touched_enemies;
use fight::Fight;

pub use declare::{has_contacts, judge_declare};
pub use engaged::{begin_engaged, check_fired, judge_continue, judge_opening_fire};
pub use guns::{fire_worth, worth};
pub use resolve::judge_resolve;
pub use squares::judge_square;

/// An enemy that touches activated stands and fires at them first (`easy:III.E.1`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Volley {
    pub enemy: StandId,
    /// It has fired.
    pub fired: bool,
    /// Hits that wait to be placed (`easy:III.B.4`).
    pub hits: u8,
}

/// How far a declared combat is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Status {
    Waiting,
    /// Waits for a decision.
    Paused(Box<Fight>),
    /// The beaten stands go back, in the order their owner chooses.
    Beaten(Beaten),
    Over,
    /// Its sides no longer touched when it was reached (`easy:III.B.1`).
    Skipped,
}

/// The losers of a combat that have still to go, and those they go from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beaten {
    /// In the default order.
    pub losers: Vec<StandId>,
    /// Winning stands that have strength left.
    pub winners: Vec<StandId>,
    /// All stands of the combat: no rout heads for them.
    pub fighters: Vec<StandId>,
    pub rout: bool,
}

/// A declared combat: a connected group of attacks (`easy:III.A.4`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Combat {
    /// Attacker, defender.
    pub attacks: Vec<(StandId, StandId)>,
    pub status: Status,
}

/// What changes in the combats of the topmost activation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// These enemies fire at activated stands in contact.
    Volleys {
        enemies: Vec<StandId>,
    },
    /// A battery chose at step 5.
    Reacted {
        battery: StandId,
        reaction: Reaction,
    },
    /// An enemy has fired; so many hits wait to be placed.
    VolleyFired {
        enemy: StandId,
        to_place: u8,
    },
    VolleyPlaced {
        enemy: StandId,
    },
    /// The stand goes on attacking.
    Continues {
        stand: StandId,
    },
    Declared {
        combats: Vec<Vec<(StandId, StandId)>>,
    },
    /// The combat waits for a decision.
    Paused {
        combat: usize,
        fight: Box<Fight>,
    },
    /// The totals of the result roll (`easy:III.D-check`); what follows of them is an event of its own.
    Totals {
        combat: usize,
        attackers: u8,
        defenders: u8,
    },
    Beaten {
        combat: usize,
        beaten: Beaten,
    },
    /// A beaten stand has gone.
    WentBack {
        combat: usize,
        stand: StandId,
    },
    Over {
        combat: usize,
    },
    Skipped {
        combat: usize,
    },
}

/// Changes the topmost activation.
pub fn apply(state: &mut State, change: &Change) {
    let Some(now) = state.stack.last_mut() else { return };
    match change {
        Change::Volleys { enemies } => {
            now.step = Step::Engaged;
            now.volleys =
                enemies.iter().map(|enemy| Volley { enemy: *enemy, fired: false, hits: 0 }).collect();
        }
        Change::Reacted { battery, reaction } => {
            now.reactions.insert(*battery, *reaction);
        }
        Change::VolleyFired { enemy, to_place } => {
            if let Some(volley) = now.volleys.iter_mut().find(|volley| volley.enemy == *enemy) {
                volley.fired = true;
                volley.hits = *to_place;
            }
        }
        Change::VolleyPlaced { enemy } => {
            if let Some(volley) = now.volleys.iter_mut().find(|volley| volley.enemy == *enemy) {
                volley.hits = 0;
            }
        }
        Change::Continues { stand } => {
            now.continuing.insert(*stand);
        }
        Change::Declared { combats } => {
            now.declared = true;
            now.combats = combats
                .iter()
                .map(|attacks| Combat { attacks: attacks.clone(), status: Status::Waiting })
                .collect();
        }
        Change::Paused { combat, fight } => set(now, *combat, Status::Paused(fight.clone())),
        Change::Totals { .. } => {}
        Change::Beaten { combat, beaten } => set(now, *combat, Status::Beaten(beaten.clone())),
        Change::WentBack { combat, stand } => {
            if let Some(Combat { status: Status::Beaten(beaten), .. }) = now.combats.get_mut(*combat) {
                beaten.losers.retain(|loser| loser != stand);
            }
        }
        Change::Over { combat } => set(now, *combat, Status::Over),
        Change::Skipped { combat } => set(now, *combat, Status::Skipped),
    }
}

fn set(now: &mut Activation, combat: usize, status: Status) {
    if let Some(combat) = now.combats.get_mut(combat) {
        combat.status = status;
    }
}

/// Strength points lost at once; at 0 the stand is removed and the enemy scores.
///
/// Clauses: `easy:III.D-remove`, `easy:III.F.3`, `easy:III.D.5`. Points beyond the strength left are lost.
pub fn lose_points(s: &mut Scratch<'_>, stand: StandId, points: u8, cause: Cause) {
    let left = s.state.stand(stand).strength;
    let points = points.min(left);
    if points == 0 || s.state.pose(stand).is_none() {
        return;
    }
    s.emit(Event::Hit { stand, points, cause });
    if points == left {
        let rallyable = is_rallyable(&s.state, stand, cause);
        s.emit(Event::Eliminated { stand, rallyable, cause });
        let side = s.state.side(stand).enemy();
        s.emit(Event::Scored { side, points: 1, reason: Reason::Stand(stand) });
    }
}

/// May a stand lost in this way come back by rallying (`easy:IV.A.1`)?
///
/// Never after a blocked rout (`easy:III.D.5`); a battery only when artillery fire destroyed it (`easy:III.F.3`).
pub fn is_rallyable(state: &State, stand: StandId, cause: Cause) -> bool {
    use crate::army::Arm;
    let arm = state.arm(stand);
    match cause {
        Cause::BlockedRout => false,
        Cause::Combat | Cause::BlockedRetreat if arm.is_artillery() => false,
        Cause::Fire
        | Cause::Combat
        | Cause::BlockedRetreat
        | Cause::NoRefuge
        | Cause::Squares
        | Cause::Fiat => !matches!(arm, Arm::Wagon | Arm::Pontoon),
    }
}

/// The combat that waits for a decision or for retreats, by index.
pub fn under_way(now: &Activation) -> Option<usize> {
    now.combats.iter().position(|combat| matches!(combat.status, Status::Paused(_) | Status::Beaten(_)))
}

/// Is every combat of the topmost activation resolved?
pub fn all_done(state: &State) -> bool {
    let done = |now: &Activation| {
        now.combats.iter().all(|combat| matches!(combat.status, Status::Over | Status::Skipped))
            && (now.declared || !has_contacts(state))
    };
    state.active().is_none_or(done)
}

/// A battery's owner chooses: in opening fire, or when its combat is fought (`easy:III.F`).
pub fn judge_react(s: &mut Scratch<'_>, battery: StandId, reaction: Reaction) -> Judged {
    match super::activation::active(&s.state)?.step {
        Step::Engaged => engaged::react(s, battery, reaction),
        Step::Combats => resolve::react(s, battery, reaction),
        Step::Command | Step::Act | Step::Close => Err(not_asked("no battery has to choose now").into()),
    }
}

/// Hits are placed: of opening fire, or of a combat (`easy:III.B.4`).
pub fn judge_place_hits(s: &mut Scratch<'_>, shooter: StandId, hits: &[(StandId, u8)]) -> Judged {
    match super::activation::active(&s.state)?.step {
        Step::Engaged => engaged::place(s, shooter, hits),
        Step::Combats => resolve::place(s, shooter, hits),
        Step::Command | Step::Act | Step::Close => Err(not_asked("no hits wait to be placed").into()),
    }
}

/// An attacker's dice are divided (`easy:III.B.5`).
pub fn judge_split(s: &mut Scratch<'_>, attacker: StandId, dice: &[(StandId, u8)]) -> Judged {
    resolve::split(s, attacker, dice)
}

pub(crate) fn not_asked(fact: &str) -> Refusal {
    Refusal::new(Code::Phase, "easy:0.5", fact, "See what is due")
}

/// The owner of infantry says how many of the hits of the combat under way its engineers take (`easy:V.D.2.c`).
pub fn judge_spare(s: &mut Scratch<'_>, host: StandId, hits: u8) -> Judged {
    resolve::spare(s, host, hits)
}

/// The stands on which the hits of this shooter, which wait to be placed, may fall.
pub fn exposed_to(state: &State, shooter: StandId) -> Vec<StandId> {
    match state.active().map(|now| now.step) {
        Some(Step::Engaged) => engaged::exposed_to(state, shooter),
        Some(Step::Combats) => resolve::exposed_to(state, shooter),
        Some(Step::Command | Step::Act | Step::Close) | None => Vec::new(),
    }
}

/// A decision of a combat that somebody owes before anything else: whose, its clause and its prompt.
pub fn awaited(state: &State) -> Option<(Side, Clause, String)> {
    match state.active()?.step {
        Step::Engaged => engaged::awaited(state),
        Step::Combats => resolve::awaited(state),
        Step::Command | Step::Act | Step::Close => None,
    }
}

/// Refuses what has to wait for a decision that somebody owes.
pub fn check_decided(state: &State) -> Result<(), Refusal> {
    match awaited(state) {
        None => Ok(()),
        Some((_, clause, prompt)) => Err(Refusal::new(Code::Phase, clause, "a decision comes first", prompt)),
    }
}

/// What may be ordered in opening fire and in combats.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    match state.active().map(|now| now.step) {
        Some(Step::Engaged) => engaged::offers(state),
        Some(Step::Combats) => resolve::offers(state),
        Some(Step::Command | Step::Act | Step::Close) | None => Vec::new(),
    }
}

/// What follows of itself after an order: shelters are left, steps run out.
pub fn settle(s: &mut Scratch<'_>) -> Judged {
    end_evasions(s);
    engaged::settle(s);
    resolve::settle(s);
    Ok(())
}

/// Batteries that no enemy touches any more come out of shelter (`easy:III.F.1`).
pub fn end_evasions(s: &mut Scratch<'_>) {
    let evading: Vec<StandId> = s.state.ids().filter(|id| s.state.stand(*id).evading).collect();
    for battery in evading {
        if s.state.pose(battery).is_some() && touched_enemies(&s.state, battery).is_empty() {
            let words = format!("no enemy touches {} any more: its crew is back", s.state.say(battery));
            s.note(crate::game::working::Note::new("easy:III.F.1", words));
            s.emit(Event::Evading { battery, on: false });
        }
    }
}

/// An offer that is exactly one order.
pub(crate) fn exact(order: Order, kind: &'static str, words: String) -> Offer<Order> {
    Offer { order, kind, words, family: false }
}

/// The most that each of these can take, as far as the side that places the hits may know: of a marked enemy no more is
/// known than what it began with (`easy:III.C.1`), which matters under `hit-placement=shooter` and
/// `multi-defender=owner-allocates`.
pub(crate) fn known_most(state: &State, by: Side, among: &[(StandId, u8)]) -> Vec<(StandId, u8)> {
    let known = |&(stand, most): &(StandId, u8)| {
        let blind = state.side(stand) != by && state.stand(stand).marked;
        (stand, if blind { state.unit(stand).strength.max(most) } else { most })
    };
    among.iter().map(known).collect()
}

/// How hits fall that were placed by a side that does not know every strength (`easy:III.B.4`, `easy:III.C.1`).
///
/// Ruling: he may place on a marked enemy what it began with. What it has no strength for falls on the others that
/// still have some, in their order: no stand takes more than its strength while another has some left. Nothing is
/// refused for a reason that he cannot know.
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
        // Who is not among them is for the caller to refuse.
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

/// So many ways of placing hits or dividing dice are offered at a time.
const MOST_WAYS: usize = 40;

/// Ways of sharing out hits or dice, the default first, and how many more there are than are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shares {
    pub listed: Vec<Vec<(StandId, u8)>>,
    pub left_out: usize,
}

impl Shares {
    /// The default, and of the others as many as are offered.
    fn of(default: Vec<(StandId, u8)>, mut all: Vec<Vec<(StandId, u8)>>) -> Self {
        all.retain(|shares| *shares != default);
        all.insert(0, default);
        let left_out = all.len().saturating_sub(MOST_WAYS);
        all.truncate(MOST_WAYS);
        Self { listed: all, left_out }
    }

    /// One offer for each way that is listed.
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
    let mut default = fight::place_on_strongest(hits, among);
    default.retain(|(_, n)| *n > 0);
    all.iter_mut().for_each(|placed| placed.retain(|(_, n)| *n > 0));
    Shares::of(default, all)
}

/// Every way of sharing out, with those who get nothing.
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

/// Ways of dividing dice with at least one for each target while they last.
pub(crate) fn splits(dice: u8, among: &[StandId]) -> Shares {
    let most: Vec<(StandId, u8)> = among.iter().map(|stand| (*stand, dice)).collect();
    let fair = usize::from(dice).min(among.len());
    let mut all = every_way(dice, &most);
    all.iter_mut().for_each(|division| division.retain(|(_, n)| *n > 0));
    all.retain(|division| division.len() >= fair);
    let default = fight::split_evenly(dice, among).into_iter().filter(|(_, n)| *n > 0).collect();
    Shares::of(default, all)
}

/// `Foy 2, Bachelu 1`, in the words of the table.
pub(crate) fn say_shares(state: &State, shares: &[(StandId, u8)]) -> String {
    let parts: Vec<String> =
        shares.iter().map(|(stand, count)| format!("{} {count}", state.say(*stand))).collect();
    if parts.is_empty() { "nobody".to_owned() } else { parts.join(", ") }
}
