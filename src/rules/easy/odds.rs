//! Exact odds of orders, by the code that judges them.
//!
//! A combat is weighed by running the very [`Fight`] that play runs (`combat::fight::weigh`); every other order by judging
//! it once for each way its dice can fall, those for obstacles added up (`easy:II.C.3`). Decisions on the way are made by
//! [`Fight::decide_by_default`], and named.
//!
//! Clauses: `easy:II.D-roll`, `easy:III.B.2` to `easy:III.D.5`. Units: strength points.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use thiserror::Error;

use dice::{Answer, Process, Throw, Tray, TrayStop, Typed, TypedEntry, weigh_adding};
use game::{Chance, Odds, OddsByPiece, PieceOdds, RuleSet, Stop};

use super::combat::change::Change;
use super::combat::fight::result::Verdict;
use super::combat::fight::setup::Fighter;
use super::combat::fight::weigh::TooMany;
use super::combat::fight::{self, Fight};
use super::combat::planned::{Planned, planned, setup, sides_after};
use super::combat::resolve::{begin, fight_of};
use super::combat::status::Beaten;
use super::event::{Event, How};
use super::movement::luck::Crossing;
use super::order::Order;
use super::refusal::Refusal;
use super::retreat;
use super::roster::StandId;
use super::rule_set::Easy;
use super::state::{Place, Reason, State};
use super::touching::contact_of;

/// An outcome of a combat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CombatOutcome {
    pub probability: f64,
    pub verdict: Verdict,
    /// Losses and remaining strength of each stand, in the order of the fighters; attackers first.
    pub losses: Vec<Loss>,
    /// Beaten stands that can retreat.
    pub back: Vec<StandId>,
    /// Beaten stands that cannot, and are removed (`easy:III.D.4`, `easy:III.D.5`).
    pub destroyed: Vec<StandId>,
    /// Assumptions about choices.
    pub assumed: Vec<&'static str>,
}

/// The result for one stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Loss {
    pub stand: StandId,
    pub attacker: bool,
    pub lost: u8,
    pub left: u8,
}

/// The odds of one stand of a combat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fate {
    pub stand: StandId,
    pub attacker: bool,
    /// Its strength before any of these throws.
    pub began: u8,
    /// The chance of 0, 1, 2... strength points left after the dice.
    pub left: Vec<f64>,
    pub retreats: f64,
    pub routs: f64,
    /// The chance that it is beaten and cannot retreat.
    pub without_way: f64,
    /// Its average loss by that, over all outcomes.
    lost_on_the_way: f64,
}

/// All outcomes of a combat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CombatOdds {
    /// Every outcome, most likely first; probabilities sum to 1. Empty if they are too many to list.
    pub outcomes: Vec<CombatOutcome>,
    /// Does [`Self::outcomes`] have them all?
    pub listed: bool,
    /// The verdicts, likeliest first.
    pub verdicts: Vec<(Verdict, f64)>,
    /// Attackers first.
    pub fates: Vec<Fate>,
    /// The chance of losing 0, 1, 2... points in the fight itself: for the attackers, for the defenders.
    pub points: [Vec<f64>; 2],
    /// Assumptions in any of them.
    pub assumed: Vec<&'static str>,
}

impl CombatOdds {
    /// The probability of the listed outcomes for which `is` holds; see [`Self::listed`].
    pub fn chance_of(&self, is: impl Fn(&CombatOutcome) -> bool) -> f64 {
        // The sum of no numbers is -0.
        self.outcomes.iter().filter(|outcome| is(outcome)).map(|outcome| outcome.probability).sum::<f64>()
            + 0.0
    }

    /// The probability of this verdict.
    pub fn chance_of_verdict(&self, verdict: Verdict) -> f64 {
        self.verdicts.iter().filter(|(known, _)| *known == verdict).map(|(_, chance)| chance).sum::<f64>()
            + 0.0
    }

    fn fate(&self, stand: StandId) -> Option<&Fate> {
        self.fates.iter().find(|fate| fate.stand == stand)
    }

    /// The average strength lost by a stand; one that cannot retreat counts with its full strength.
    pub fn expected_loss(&self, stand: StandId) -> f64 {
        self.fate(stand).map_or(0.0, Fate::expected_loss)
    }

    /// The probability that the stand is removed.
    pub fn chance_removed(&self, stand: StandId) -> f64 {
        self.fate(stand).map_or(0.0, Fate::chance_removed)
    }

    /// By stand, in words; for a combat with too many outcomes to list.
    fn by_piece(&self, state: &State) -> OddsByPiece {
        let assumed = say_assumed(&self.assumed);
        let words =
            "There are too many results to list: how it ends, and what becomes of each stand, exact as ever";
        let ends = self.verdicts.iter();
        OddsByPiece {
            words: format!("{words}{assumed}"),
            ends: ends
                .map(|(verdict, probability)| Chance {
                    probability: *probability,
                    result: verdict.words().to_owned(),
                })
                .collect(),
            pieces: self
                .fates
                .iter()
                .map(|fate| PieceOdds {
                    piece: state.unit(fate.stand).key.clone(),
                    name: state.say(fate.stand),
                    left: fate.left.clone(),
                    retreats: fate.retreats,
                    routs: fate.routs,
                    without_way: fate.without_way,
                })
                .collect(),
        }
    }
}

impl Fate {
    fn expected_loss(&self) -> f64 {
        let lost = |left: usize| f64::from(self.began) - left as f64;
        let fought: f64 = self.left.iter().enumerate().map(|(left, p)| p * lost(left).max(0.0)).sum();
        fought + self.lost_on_the_way
    }

    fn chance_removed(&self) -> f64 {
        let fell = self.left.first().copied().filter(|_| self.began > 0);
        fell.unwrap_or(0.0) + self.without_way
    }
}

/// Exact odds of an order.
///
/// It cannot be interrupted, and need not be: six stands on three take less than a tenth of a second, and longer computations
/// are refused. Callers with many orders can stop between two of them.
pub fn odds(state: &State, order: &Order) -> Result<Odds, Stop<Refusal>> {
    odds_after(state, order, &[])
}

/// [`odds`] after these throws of the order. Losses count from before the first of them.
///
/// An error if they are not the throws that this state needs: a viewer with less knowledge may see other dice.
pub fn odds_after(state: &State, order: &Order, thrown: &[TypedEntry]) -> Result<Odds, Stop<Refusal>> {
    super::known::check_known(state, order)?;
    if let Some(fight) = fight_of(state, order)? {
        return Ok(match weigh_fight(state, go_on(fight, thrown)?, true) {
            Ok(odds) if odds.listed => Odds::Listed(chances(state, &odds)),
            Ok(odds) => Odds::ByPiece(odds.by_piece(state)),
            Err(fault) => Odds::TooMany(fault.to_string()),
        });
    }
    let crossed = |throw: &Throw| throw.clause == "easy:II.C.3";
    let crossing = Crossing::of(state, order);
    let results = weigh_adding(&crossed, |tray| {
        let mut tray = Thrown::then(thrown, tray);
        let ruling = Easy::judge(state, order, &mut tray)?;
        Ok::<_, Stop<Refusal>>(say_outcome(state, crossing.as_ref(), &ruling.events))
    })?;
    Ok(Odds::Listed(sorted(results)))
}

/// A tray with the throws already made, then another tray.
#[expect(missing_debug_implementations, reason = "the other tray is any tray")]
pub struct Thrown<'t> {
    thrown: Typed,
    then: &'t mut dyn Tray,
}

impl<'t> Thrown<'t> {
    pub fn then(thrown: &[TypedEntry], then: &'t mut dyn Tray) -> Self {
        Self { thrown: Typed::new(thrown.iter().cloned()), then }
    }
}

impl Tray for Thrown<'_> {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        if self.thrown.is_empty() { self.then.answer(throw) } else { self.thrown.answer(throw) }
    }
}

/// The fight after these throws.
fn go_on(mut fight: Fight, thrown: &[TypedEntry]) -> Result<Fight, Stop<Refusal>> {
    let mut tray = Typed::new(thrown.iter().cloned());
    while !tray.is_empty()
        && let Some(throw) = fight.wants()
    {
        fight.take(&tray.answer(&throw)?);
    }
    tray.finish()?;
    Ok(fight)
}

/// The combat with this index of the topmost activation, after these of its throws.
pub fn fight_after(state: &State, combat: usize, thrown: &[TypedEntry]) -> Result<Fight, Stop<Refusal>> {
    go_on(begin(state, combat)?, thrown)
}

/// The fight that this order begins or continues, after these of its throws; `None` for orders without combat dice.
pub fn fight_of_after(
    state: &State,
    order: &Order,
    thrown: &[TypedEntry],
) -> Result<Option<Fight>, Stop<Refusal>> {
    match fight_of(state, order)? {
        Some(fight) => go_on(fight, thrown).map(Some),
        None => Ok(None),
    }
}

/// The odds of the combat that this order begins or continues, as [`combat_outcomes_after`]; `None` for other orders.
pub fn combat_outcomes_of(state: &State, order: &Order, thrown: &[TypedEntry]) -> Option<CombatOdds> {
    let fight = fight_of_after(state, order, thrown).ok()??;
    weigh_fight(state, fight, true).ok()
}

/// Why a combat has no odds.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NoOdds {
    #[error(transparent)]
    Stopped(#[from] Stop<Refusal>),
    #[error(transparent)]
    TooMany(#[from] TooMany),
}

/// The odds of the combat with this index of the topmost activation.
pub fn combat_outcomes(state: &State, combat: usize) -> Result<CombatOdds, NoOdds> {
    combat_outcomes_after(state, combat, &[])
}

/// The same after these of its throws. Losses count from before the first of them.
pub fn combat_outcomes_after(
    state: &State,
    combat: usize,
    thrown: &[TypedEntry],
) -> Result<CombatOdds, NoOdds> {
    Ok(weigh_fight(state, fight_after(state, combat, thrown)?, true)?)
}

/// The odds of a combat not yet declared, by its attacks and edges.
///
/// If all of them touch already, retreats are computed too; otherwise they are only assumed possible. `None` if there are too
/// many to compute.
pub fn preview(state: &State, attacks: &[Planned]) -> Option<CombatOdds> {
    let known = |id: StandId| id.index() < state.stands.len() && state.stand(id).strength > 0;
    if !attacks.iter().all(|p| known(p.attacker) && known(p.defender)) {
        return None;
    }
    let touch = attacks.iter().all(|p| contact_of(state, p.attacker, p.defender).is_some());
    setup(state, attacks).and_then(|setup| weigh_fight(state, Fight::new(setup), touch).ok())
}

/// [`preview`] for stands in contact in their present places; `None` if they do not touch.
pub fn preview_contacts(state: &State, attacks: &[(StandId, StandId)]) -> Option<CombatOdds> {
    let planned = planned(state, attacks);
    (planned.len() == attacks.len()).then(|| preview(state, &planned)).flatten()
}

/// The losers that can retreat, and those that cannot.
type WaysBack = (Vec<StandId>, Vec<StandId>);

/// The retreats of a combat, found once for each set of stands left.
struct Routes<'a> {
    state: &'a State,
    /// Are retreats computed? If not, all are assumed possible.
    worked_out: bool,
    known: BTreeMap<(bool, bool, Vec<bool>), WaysBack>,
}

impl Routes<'_> {
    fn of(&mut self, fight: &Fight, verdict: Verdict) -> WaysBack {
        let Verdict::Beaten { attackers_lose, rout } = verdict else { return WaysBack::default() };
        let stands = stands(fight.strength());
        let find = || {
            let mut back = sides_after(fight, attackers_lose).0;
            let lost = match self.worked_out {
                true => without_way(self.state, fight, attackers_lose, rout),
                false => Vec::new(),
            };
            back.retain(|stand| !lost.contains(stand));
            (back, lost)
        };
        self.known.entry((attackers_lose, rout, stands)).or_insert_with(find).clone()
    }
}

/// Computes the odds of a fight; `ways_back`: with retreats.
fn weigh_fight(state: &State, fight: Fight, ways_back: bool) -> Result<CombatOdds, TooMany> {
    let mut fates = fates(state, &fight);
    let weighed = fight::weigh::weigh(fight)?;
    let mut routes = Routes { state, worked_out: ways_back, known: BTreeMap::new() };
    let mut verdicts: BTreeMap<Verdict, f64> = BTreeMap::new();
    fates.iter_mut().zip(&weighed.left).for_each(|(fate, left)| fate.left.clone_from(left));
    let mut by_class: BTreeMap<(Verdict, Vec<bool>), WaysBack> = BTreeMap::new();
    for class in &weighed.classes {
        *verdicts.entry(class.verdict).or_insert(0.0) += class.probability;
        let (back, lost) = routes.of(&class.fight, class.verdict);
        let rout = matches!(class.verdict, Verdict::Beaten { rout: true, .. });
        for (fate, left) in fates.iter_mut().zip(&class.left) {
            if lost.contains(&fate.stand) {
                fate.without_way += class.probability;
                fate.lost_on_the_way += left;
            } else if back.contains(&fate.stand) {
                *(if rout { &mut fate.routs } else { &mut fate.retreats }) += class.probability;
            }
        }
        by_class.insert((class.verdict, stands(class.fight.strength())), (back, lost));
    }
    let outcome = |end: &fight::weigh::End| {
        let ways = by_class.get(&(end.verdict, stands(&end.strength))).cloned();
        outcome_of(end, &fates, ways.unwrap_or_default())
    };
    let listed = weighed.ends.is_some();
    let mut outcomes: Vec<CombatOutcome> = weighed.ends.iter().flatten().map(outcome).collect();
    outcomes.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let points = [true, false].map(|attackers| {
        let began =
            fates.iter().filter(|fate| fate.attacker == attackers).map(|fate| usize::from(fate.began));
        lost_by_side(began.sum(), &weighed.side_left[usize::from(!attackers)])
    });
    let mut verdicts: Vec<(Verdict, f64)> = verdicts.into_iter().collect();
    verdicts.sort_by(|a, b| b.1.total_cmp(&a.1));
    Ok(CombatOdds { outcomes, listed, verdicts, fates, points, assumed: weighed.assumed.words() })
}

/// Whether each fighter has strength left.
fn stands(strength: &[u8]) -> Vec<bool> {
    strength.iter().map(|left| *left > 0).collect()
}

/// The stands of a fight, before any result.
fn fates(state: &State, fight: &Fight) -> Vec<Fate> {
    let setup = fight.setup();
    let fate = |(index, fighter): (usize, &Fighter)| Fate {
        stand: fighter.id,
        attacker: index < usize::from(setup.attackers),
        began: state.stand(fighter.id).strength,
        left: Vec::new(),
        retreats: 0.0,
        routs: 0.0,
        without_way: 0.0,
        lost_on_the_way: 0.0,
    };
    setup.fighters.iter().enumerate().map(fate).collect()
}

/// One of the listed outcomes.
fn outcome_of(end: &fight::weigh::End, fates: &[Fate], (back, destroyed): WaysBack) -> CombatOutcome {
    let losses = end.strength.iter().zip(fates).map(|(left, fate)| Loss {
        stand: fate.stand,
        attacker: fate.attacker,
        lost: fate.began.saturating_sub(*left),
        left: *left,
    });
    CombatOutcome {
        probability: end.probability,
        verdict: end.verdict,
        losses: losses.collect(),
        back,
        destroyed,
        assumed: end.assumed.words(),
    }
}

/// The chance of losing 0, 1, 2... points, from that of having 0, 1, 2... left.
fn lost_by_side(began: usize, left: &[f64]) -> Vec<f64> {
    let mut lost = Vec::new();
    for (left, chance) in left.iter().enumerate().filter(|(_, p)| **p > 0.0) {
        let points = began.saturating_sub(left);
        if lost.len() <= points {
            lost.resize(points + 1, 0.0);
        }
        lost[points] += chance;
    }
    lost
}

/// The losers that cannot retreat, in the default order and by the computed ways.
fn without_way(state: &State, fight: &Fight, attackers_lose: bool, rout: bool) -> Vec<StandId> {
    let mut then = state.clone();
    let fighters = &fight.setup().fighters;
    for (fighter, left) in fighters.iter().zip(fight.strength()) {
        if *left == 0 {
            then.stands[fighter.id.index()].place = Place::Eliminated { rallyable: true };
        }
    }
    let (losers, winners) = sides_after(fight, attackers_lose);
    let losers = retreat::default_order(&then, losers, &winners);
    let fighters = fighters.iter().map(|fighter| fighter.id).collect();
    let beaten = Beaten { losers, winners, fighters, rout };
    let mut lost = Vec::new();
    for loser in &beaten.losers {
        let Some(plan) = retreat::plan_for(&then, *loser, &beaten) else { continue };
        then.stands[loser.index()].place = if plan.destroyed {
            lost.push(*loser);
            Place::Eliminated { rallyable: plan.rallyable }
        } else {
            Place::Table(plan.end)
        };
    }
    lost.sort_unstable();
    lost
}

fn chances(state: &State, odds: &CombatOdds) -> Vec<Chance> {
    let names: Vec<String> = odds.fates.iter().map(|fate| state.say(fate.stand)).collect();
    let mut results: BTreeMap<String, f64> = BTreeMap::new();
    for outcome in &odds.outcomes {
        *results.entry(outcome.say(&names)).or_insert(0.0) += outcome.probability;
    }
    sorted(results)
}

fn sorted(results: BTreeMap<String, f64>) -> Vec<Chance> {
    let chance = |(result, probability)| Chance { probability, result };
    Chance::likeliest_first(results.into_iter().map(chance))
}

impl CombatOutcome {
    /// `Ompteda loses 2, routs`.
    pub fn words(&self, state: &State) -> String {
        let names: Vec<String> = self.losses.iter().map(|loss| state.say(loss.stand)).collect();
        self.say(&names)
    }

    /// The same with these names of the stands, in their order.
    fn say(&self, names: &[String]) -> String {
        let verb = match self.verdict {
            Verdict::Beaten { rout: true, .. } => "routs",
            _ => "retreats",
        };
        let mut said = String::new();
        for (loss, name) in self.losses.iter().zip(names) {
            let lost: Cow<'static, str> = match (loss.lost, loss.left) {
                (0, _) => "".into(),
                (_, 0) => "is eliminated".into(),
                (lost, _) => format!("loses {lost}").into(),
            };
            let goes = if self.back.contains(&loss.stand) {
                verb
            } else if self.destroyed.contains(&loss.stand) {
                "is destroyed for want of a way back"
            } else {
                ""
            };
            if lost.is_empty() && goes.is_empty() {
                continue;
            }
            let and = if lost.is_empty() || goes.is_empty() { "" } else { ", " };
            let then = if said.is_empty() { "" } else { "; " };
            said.extend([then, name, " ", &lost, and, goes]);
        }
        if self.verdict == Verdict::Locked {
            said.push_str(if said.is_empty() { "locked" } else { "; locked" });
        } else if said.is_empty() {
            said.push_str("nothing happens");
        }
        said.push_str(&say_assumed(&self.assumed));
        said
    }
}

/// ` (assuming hits on the strongest)`; empty without assumptions.
fn say_assumed(assumed: &[&str]) -> String {
    match assumed {
        [] => String::new(),
        assumed => format!(" (assuming {})", assumed.join(", ")),
    }
}

/// The words for an order without further results.
pub const AS_ORDERED: &str = "as ordered";

/// The result of an order in a few words; `crossing`: the effect of obstacle dice.
pub fn say_outcome(state: &State, crossing: Option<&Crossing>, events: &[Event]) -> String {
    // The end of the move is shown, not the dice: only their sum matters, and `odds_after` distinguishes no more.
    let landing = crossing.and_then(|crossing| crossing.words(events));
    let is_told = landing.is_some();
    // For a finished bridge the inches do not matter.
    let finished = events.iter().any(|event| matches!(event, Event::TrainSpent { .. }));
    let mut parts: Vec<String> = landing.into_iter().collect();
    let eliminated: BTreeSet<StandId> = events
        .iter()
        .filter_map(|event| if let Event::Eliminated { stand, .. } = event { Some(*stand) } else { None })
        .collect();
    for event in events {
        match event {
            Event::ChitDrawn { command } => parts.push(super::chits::chit_name(state, *command)),
            Event::AmmunitionRolled { chits, .. } => parts.push(super::ammunition::say_chits(*chits)),
            Event::StandsRolled { most } => parts.push(format!("at most {most} stands may act")),
            Event::WeatherSet { weather } => parts.push(weather.words().to_owned()),
            Event::Rallied { stand, points, .. } => {
                parts.push(format!("{} comes back with {points}", state.say(*stand)));
            }
            Event::Hit { stand, .. } if eliminated.contains(stand) => {
                parts.push(format!("{} is eliminated", state.say(*stand)));
            }
            Event::Hit { stand, points, .. } => parts.push(format!("{} loses {points}", state.say(*stand))),
            Event::Combat(Change::VolleyFired { to_place, .. }) if *to_place > 0 => {
                parts.push(format!("{} to place", super::terms::hits(*to_place)));
            }
            Event::BridgeWorked { built, .. } if !finished => parts.push(format!("{built} in are built")),
            Event::TrainSpent { .. } => parts.push("the bridge is finished".to_owned()),
            Event::Wrecked { stand, .. } => parts.push(format!("{} is destroyed", state.say(*stand))),
            Event::WagonTaken { wagon, by, how, .. } => {
                let verb = super::words::taking(*how);
                parts.push(format!("{} {verb} {}", state.say(*by), state.say(*wagon)));
            }
            Event::Scored { reason: Reason::General(general), .. } => {
                parts.push(format!("{} is lost", state.say(*general)));
            }
            Event::Placed {
                stand, path: Some(way), how: How::Moved | How::Entered | How::Withdrew, ..
            } if !is_told => {
                parts.push(format!("{} goes {}", state.say(*stand), super::words::path(way)));
            }
            _ => {}
        }
    }
    if parts.is_empty() {
        let fired =
            |event: &Event| matches!(event, Event::Fired { .. } | Event::Combat(Change::VolleyFired { .. }));
        let shot = events.iter().any(fired);
        return if shot { "no hits" } else { AS_ORDERED }.to_owned();
    }
    parts.join(", ")
}
