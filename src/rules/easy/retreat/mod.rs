//! Retreats and routs: in which direction a beaten stand goes, how far, and what becomes of it (`easy:III.D.2` to
//! `easy:III.D.5`).
//!
//! [`plan`] works everything out before the order is given, so that it can be shown. `ways` does the geometry,
//! `going` carries it out. Units: inches.

pub mod candidate;
pub mod going;
pub mod ways;

use glam::Vec2;

use game::Clause;
use table::tolerance::{ANG, EPS};
use table::{Heading, Leg, Path, Pose};

use super::cause::Cause;
use super::combat::progress::beaten;
use super::combat::status::Beaten;
use super::losses::is_rallyable;
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::state::State;
use candidate::{Candidate, StopBy, WhyNot};
use ways::Ways;

/// The retreat or rout of a beaten stand.
#[derive(Clone, Debug, PartialEq)]
pub struct RetreatPlan {
    pub loser: StandId,
    pub rout: bool,
    /// The enemies that it touches and retreats from.
    pub winners: Vec<StandId>,
    /// `None` if every direction is barred.
    pub direction: Option<Heading>,
    pub path: Path,
    /// Its final pose. Its present one if it is destroyed.
    pub end: Pose,
    /// The directions in the order tried: all of them under `retreat-direction=owner`, otherwise up to the one taken.
    pub tried: Vec<Candidate>,
    /// Whether it is destroyed: every direction is barred, or it leaves the table under `table-edge=lost`.
    pub destroyed: bool,
    /// If it is destroyed, whether it may rally.
    pub rallyable: bool,
    /// The distance that it has to go, in inches.
    pub distance: f32,
}

/// The outcome of a direction that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The stand goes this way.
    Taken,
    /// Legal too, but another direction is taken: one tried earlier, or the mirror image that ends farther from the
    /// enemies. The owner may choose it under `retreat-direction=owner`.
    Open,
    Barred(WhyNot),
}

/// A direction that was tried, with its outcome and the reason, for drawing. In the order of [`RetreatPlan::trials`].
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    pub candidate: Candidate,
    pub fate: Fate,
    pub clause: Clause,
    /// `5° right of straight away: it would touch 14 Foy`.
    pub words: String,
}

impl RetreatPlan {
    /// Why the stand is lost, if it is destroyed.
    pub fn why_lost(&self) -> &'static str {
        if self.direction.is_some() { "leaves the table (table-edge=lost)" } else { "has no way to go" }
    }

    /// The index in `tried` of the direction taken. `None` if every direction is barred.
    ///
    /// A rout with two fans may try one direction twice; the one that is not barred counts.
    pub fn taken(&self) -> Option<usize> {
        let way = self.direction?;
        self.tried.iter().position(|c| c.why_not.is_none() && c.direction == way)
    }

    /// Every direction tried, in order, with its outcome.
    pub fn trials(&self, state: &State) -> Vec<Trial> {
        let taken = self.taken();
        let trial = |(index, candidate): (usize, &Candidate)| {
            let (fate, clause, why) = match candidate.why_not {
                Some(why) => (Fate::Barred(why), why.clause(self.rout), why.words(state)),
                None if taken == Some(index) => {
                    let stop =
                        candidate.stop.words(state).map_or_else(String::new, |stop| format!(", {stop}"));
                    let lost = if self.destroyed { ", and leaves the table" } else { "" };
                    let words = format!("it goes this way, {:.2} in{stop}{lost}", candidate.distance);
                    (Fate::Taken, candidate.stop.clause(self.rout), words)
                }
                None => (Fate::Open, "easy:III.D-dir", "open, but another comes first".to_owned()),
            };
            let words = format!("{}: {why}", say_deviation(candidate.deviation));
            Trial { candidate: *candidate, fate, clause, words }
        };
        self.tried.iter().enumerate().map(trial).collect()
    }
}

/// A [`Candidate::deviation`] in words: `straight away`, `10° left of straight away`.
pub fn say_deviation(degrees: f32) -> String {
    match degrees {
        d if d > 0.0 => format!("{d:.0}° right of straight away"),
        d if d < 0.0 => format!("{:.0}° left of straight away", -d),
        _ => "straight away".to_owned(),
    }
}

/// The retreats of all stands beaten in the combat just fought, in the default order. Empty if nobody has to retreat.
pub fn pending(state: &State) -> Vec<RetreatPlan> {
    let losers = beaten(state).map(|(_, beaten)| beaten.losers.clone()).unwrap_or_default();
    losers.into_iter().filter_map(|loser| plan(state, loser)).collect()
}

/// The retreat of this loser of the combat just fought. `None` if it has not lost one.
pub fn plan(state: &State, loser: StandId) -> Option<RetreatPlan> {
    let (_, beaten) = beaten(state)?;
    if !beaten.losers.contains(&loser) {
        return None;
    }
    plan_for(state, loser, beaten)
}

/// As [`plan`], for a combat that has not been fought yet. Used for odds.
pub fn plan_for(state: &State, loser: StandId, beaten: &Beaten) -> Option<RetreatPlan> {
    let ways = Ways::new(state, loser, beaten.rout)?;
    let mut tried = Vec::new();
    let taken = ways.search(beaten, state.options().retreat_by_owner, &mut tried);
    Some(finish(&ways, state, loser, beaten, taken, tried))
}

/// Completes the plan for the direction taken: where the loser ends and faces, or that it is lost.
fn finish(
    ways: &Ways<'_>,
    state: &State,
    loser: StandId,
    beaten: &Beaten,
    taken: Option<Candidate>,
    tried: Vec<Candidate>,
) -> RetreatPlan {
    let start = ways.start;
    let cause = if beaten.rout { Cause::BlockedRout } else { Cause::BlockedRetreat };
    let leaves = |taken: &Candidate| taken.stop == StopBy::TableEdge && state.options().table_edge_loses;
    let goes = taken.filter(|taken| !leaves(taken));
    let end = goes.map_or(start, |taken| ways.turned(taken.at, &beaten.winners));
    let path = goes.map_or_else(Path::stay, |taken| {
        let angle = taken.at.heading.turn_to(end.heading);
        let turn = (angle != 0.0).then_some(Leg::Turn { pivot: Vec2::ZERO, angle });
        Path::new(std::iter::once(Leg::Slide(taken.at.at - start.at)).chain(turn).collect())
    });
    RetreatPlan {
        loser,
        rout: beaten.rout,
        winners: ways.winners(),
        direction: taken.map(|taken| taken.direction),
        path,
        end,
        tried,
        destroyed: goes.is_none(),
        rallyable: is_rallyable(state, loser, cause),
        distance: ways.distance,
    }
}

/// The plan if the owner chooses this direction (`retreat-direction=owner`).
///
/// # Errors
///
/// The direction is barred, not one of the fan, or not the owner's to choose.
pub fn plan_toward(state: &State, loser: StandId, direction: Heading) -> Result<RetreatPlan, Refusal> {
    let refuse = |fact: String, remedy: &str| {
        Refusal::new(Code::CannotWithdraw, "easy:III.D-dir", fact, remedy.to_owned())
    };
    let not_beaten = || refuse(format!("{} has lost no combat", state.say(loser)), "See what is due");
    let (_, beaten) = beaten(state).ok_or_else(not_beaten)?;
    let plan = plan(state, loser).ok_or_else(not_beaten)?;
    if plan.direction.is_some_and(|taken| taken.angle_to(direction) <= ANG) {
        return Ok(plan);
    }
    if !state.options().retreat_by_owner {
        let way = plan.direction.map_or_else(|| "none".to_owned(), Heading::exactly);
        refuse(
            format!("the direction of {} is computed: {way}", state.say(loser)),
            "Let it go the computed way",
        )
        .unless(&state.overruled)?;
    }
    let near = |candidate: &&Candidate| candidate.direction.angle_to(direction) <= ANG;
    let Some(candidate) = plan.tried.iter().find(near).copied() else {
        return Err(refuse(
            format!("{} is no direction of the fan", direction.exactly()),
            "Choose one of the directions shown, 5° apart",
        ));
    };
    if let Some(why) = candidate.why_not {
        return Err(refuse(
            format!("{} cannot go {}: {}", state.say(loser), direction.exactly(), why.words(state)),
            "Choose another",
        )
        .last_legal(candidate.at));
    }
    let ways = Ways::new(state, loser, beaten.rout).ok_or_else(not_beaten)?;
    Ok(finish(&ways, state, loser, beaten, Some(candidate), plan.tried))
}

/// The default order in which losers retreat: farthest from the winners first, then by id (`easy:III.D-dir`).
/// Distances that differ by at most [`EPS`] are equal.
pub fn default_order(state: &State, mut losers: Vec<StandId>, winners: &[StandId]) -> Vec<StandId> {
    let distance = |loser: StandId| {
        let at = state.pose(loser).map_or(Vec2::ZERO, |pose| pose.at);
        let centres = winners.iter().filter_map(|winner| state.pose(*winner));
        centres.map(|pose| pose.at.distance(at)).fold(f32::INFINITY, f32::min)
    };
    losers.sort_unstable();
    let mut left: Vec<(StandId, f32)> = losers.into_iter().map(|loser| (loser, distance(loser))).collect();
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let most = left.iter().map(|(_, distance)| *distance).fold(f32::NEG_INFINITY, f32::max);
        let first = left.iter().position(|(_, distance)| *distance >= most - EPS).unwrap_or(0);
        order.push(left.remove(first).0);
    }
    order
}
