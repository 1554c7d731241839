//! Exact odds of orders, by the code that judges them.
//!
//! A combat is weighed by running the very [`Fight`] that play runs, with equal fights merged; every other order by
//! judging it once for each way its dice can fall. Decisions on the way are taken as [`Fight::decide_by_default`] says,
//! and named.
//!
//! Clauses: `easy:II.D-roll`, `easy:III.B.2` to `easy:III.D.5`. Units: strength points.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::dice::{Answer, Process, Throw, Tray, TrayStop, Typed, TypedEntry, weigh, weigh_process};
use crate::rules::{Chance, RuleSet, Stop};

use super::Easy;
use super::combat::fight::{Fight, Verdict};
use super::combat::resolve::{
    Planned, after_placing, after_reaction, after_sparing, after_split, after_square, begin, paused, planned,
    setup, sides_after,
};
use super::combat::{Beaten, Change, contacts};
use super::event::{Event, How};
use super::order::Order;
use super::refusal::Refusal;
use super::retreat;
use super::roster::StandId;
use super::state::{Place, Reason, State};

/// One way a combat can come out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    pub probability: f64,
    pub verdict: Verdict,
    /// What each stand of the combat lost and has left, in the order of the fighters; attackers first.
    pub losses: Vec<Loss>,
    /// Beaten stands that have a way to go.
    pub back: Vec<StandId>,
    /// Beaten stands that have none, and are removed (`easy:III.D.4`, `easy:III.D.5`).
    pub destroyed: Vec<StandId>,
    /// What was taken for granted where somebody has to choose.
    pub assumed: Vec<&'static str>,
}

/// What became of one stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Loss {
    pub stand: StandId,
    pub attacker: bool,
    pub lost: u8,
    pub left: u8,
}

/// Everything that a combat can come to, most likely first; probabilities sum to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CombatOdds {
    pub outcomes: Vec<Outcome>,
}

impl CombatOdds {
    /// The probability of the outcomes for which `is` holds.
    pub fn chance_of(&self, is: impl Fn(&Outcome) -> bool) -> f64 {
        self.outcomes.iter().filter(|outcome| is(outcome)).map(|outcome| outcome.probability).sum()
    }

    /// The mean strength lost by a stand, those without a way back counted with all they had.
    pub fn expected_loss(&self, stand: StandId) -> f64 {
        let lost = |outcome: &Outcome| {
            let loss = outcome.losses.iter().find(|loss| loss.stand == stand);
            loss.map_or(0, |loss| {
                u32::from(loss.lost)
                    + if outcome.destroyed.contains(&stand) { u32::from(loss.left) } else { 0 }
            })
        };
        self.outcomes.iter().map(|outcome| outcome.probability * f64::from(lost(outcome))).sum()
    }

    /// The probability that the stand is removed.
    pub fn chance_removed(&self, stand: StandId) -> f64 {
        self.chance_of(|outcome| {
            outcome.destroyed.contains(&stand)
                || outcome.losses.iter().any(|loss| loss.stand == stand && loss.left == 0 && loss.lost > 0)
        })
    }
}

/// A fight in which every pending choice is taken by default.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Auto {
    fight: Fight,
    assumed: BTreeSet<&'static str>,
}

impl Auto {
    fn new(fight: Fight) -> Self {
        let mut auto = Self { fight, assumed: BTreeSet::new() };
        auto.decide();
        auto
    }

    fn decide(&mut self) {
        while let Some(assumed) = self.fight.decide_by_default() {
            self.assumed.insert(assumed);
        }
    }
}

impl Process for Auto {
    fn wants(&self) -> Option<Throw> {
        self.fight.wants()
    }

    fn take(&mut self, answer: &Answer) {
        self.fight.take(answer);
        self.decide();
    }
}

/// Exact odds of an order, most likely first.
///
/// It cannot be interrupted once it is begun, and need not be: the densest combat of a stored game takes a millisecond
/// or less. Who weighs many orders stops between two of them.
pub fn odds(state: &State, order: &Order) -> Result<Vec<Chance>, Stop<Refusal>> {
    odds_after(state, order, &[])
}

/// As [`odds`], when these throws of the order have been made already. What is lost counts from before the first of
/// them.
///
/// An error where they are not the throws that this state asks for: a viewer who knows less may see other dice.
pub fn odds_after(state: &State, order: &Order, thrown: &[TypedEntry]) -> Result<Vec<Chance>, Stop<Refusal>> {
    super::activation::check_known(state, order)?;
    if let Some(fight) = fight_of(state, order)? {
        return Ok(chances(state, &weigh_fight(state, go_on(fight, thrown)?, true)));
    }
    let results = weigh(|tray| {
        let mut tray = Thrown { thrown: Typed::new(thrown.iter().cloned()), then: tray };
        let ruling = Easy::judge(state, order, &mut tray)?;
        Ok::<_, Stop<Refusal>>(say_outcome(state, order, &ruling.events))
    })?;
    Ok(sorted(results))
}

/// What has been thrown already, and then another tray.
struct Thrown<'t> {
    thrown: Typed,
    then: &'t mut dyn Tray,
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

/// The fight that an order begins or goes on with; none for orders that are no part of a combat's dice.
fn fight_of(state: &State, order: &Order) -> Result<Option<Fight>, Stop<Refusal>> {
    let going = paused(state).is_some();
    let fight = match order {
        Order::Resolve { combat } => Some(begin(state, *combat)?),
        Order::React { battery, reaction } if going => {
            after_reaction(state, *battery, *reaction)?.map(|(_, fight)| fight)
        }
        Order::Square { stand, form } if going => after_square(state, *stand, *form)?.map(|(_, fight)| fight),
        Order::PlaceHits { shooter, hits } if going => {
            after_placing(state, *shooter, hits)?.map(|(_, fight)| fight)
        }
        Order::Spare { host, hits } if going => after_sparing(state, *host, *hits)?.map(|(_, fight)| fight),
        Order::Split { attacker, dice } if going => {
            after_split(state, *attacker, dice)?.map(|(_, fight)| fight)
        }
        _ => None,
    };
    Ok(fight)
}

/// The odds of the combat with this index of the topmost activation.
pub fn combat_outcomes(state: &State, combat: usize) -> Result<CombatOdds, Stop<Refusal>> {
    combat_outcomes_after(state, combat, &[])
}

/// The same when these of its throws have been made. Losses count from before the first of them.
pub fn combat_outcomes_after(
    state: &State,
    combat: usize,
    thrown: &[TypedEntry],
) -> Result<CombatOdds, Stop<Refusal>> {
    Ok(weigh_fight(state, fight_after(state, combat, thrown)?, true))
}

/// The odds of a combat not yet declared: who would attack whom, on which edge.
///
/// Where all of them touch already, what becomes of the beaten is worked out too; otherwise they are only said to go
/// back.
pub fn preview(state: &State, attacks: &[Planned]) -> Option<CombatOdds> {
    let known = |id: StandId| id.index() < state.stands.len() && state.stand(id).strength > 0;
    if !attacks.iter().all(|p| known(p.attacker) && known(p.defender)) {
        return None;
    }
    let touch = attacks.iter().all(|p| contacts::contact_of(state, p.attacker, p.defender).is_some());
    setup(state, attacks).map(|setup| weigh_fight(state, Fight::new(setup), touch))
}

/// As [`preview`], for stands in contact as they stand; none where they do not touch.
pub fn preview_contacts(state: &State, attacks: &[(StandId, StandId)]) -> Option<CombatOdds> {
    let planned = planned(state, attacks);
    (planned.len() == attacks.len()).then(|| preview(state, &planned)).flatten()
}

/// Weighs a fight to its end; `ways_back`: works out whether the beaten have a way to go.
fn weigh_fight(state: &State, fight: Fight, ways_back: bool) -> CombatOdds {
    let mut fates: BTreeMap<(bool, bool, Vec<bool>), Vec<StandId>> = BTreeMap::new();
    let mut outcomes: Vec<Outcome> = weigh_process(Auto::new(fight))
        .into_iter()
        .map(|(ended, probability)| {
            let fight = &ended.fight;
            let verdict = fight.verdict().unwrap_or(Verdict::Parted);
            let setup = fight.setup();
            let losses = setup
                .fighters
                .iter()
                .zip(fight.strength())
                .enumerate()
                .map(|(index, (fighter, left))| Loss {
                    stand: fighter.id,
                    attacker: index < usize::from(setup.attackers),
                    lost: state.stand(fighter.id).strength.saturating_sub(*left),
                    left: *left,
                })
                .collect();
            let (mut back, mut destroyed) = (Vec::new(), Vec::new());
            if let Verdict::Beaten { attackers_lose, rout } = verdict {
                back = sides_after(fight, attackers_lose).0;
                if ways_back {
                    let alive = fight.strength().iter().map(|left| *left > 0).collect();
                    let lost = fates
                        .entry((attackers_lose, rout, alive))
                        .or_insert_with(|| without_way(state, fight, attackers_lose, rout));
                    destroyed.clone_from(lost);
                    back.retain(|stand| !destroyed.contains(stand));
                }
            }
            let assumed = ended.assumed.iter().copied().collect();
            Outcome { probability, verdict, losses, back, destroyed, assumed }
        })
        .collect();
    outcomes.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    CombatOdds { outcomes }
}

/// The losers that have no way to go, when they go in the default order and the computed way.
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
    let mut results: BTreeMap<String, f64> = BTreeMap::new();
    for outcome in &odds.outcomes {
        *results.entry(outcome.words(state)).or_insert(0.0) += outcome.probability;
    }
    sorted(results)
}

fn sorted(results: BTreeMap<String, f64>) -> Vec<Chance> {
    let mut chances: Vec<Chance> =
        results.into_iter().map(|(result, probability)| Chance { probability, result }).collect();
    chances.sort_by(|a, b| b.probability.total_cmp(&a.probability).then_with(|| a.result.cmp(&b.result)));
    chances
}

impl Outcome {
    /// `Ompteda loses 2, routs`.
    pub fn words(&self, state: &State) -> String {
        let verb = match self.verdict {
            Verdict::Beaten { rout: true, .. } => "routs",
            _ => "retreats",
        };
        let mut parts: Vec<String> = Vec::new();
        for loss in &self.losses {
            let name = state.say(loss.stand);
            let mut said = Vec::new();
            if loss.lost > 0 && loss.left == 0 {
                said.push("is eliminated".to_owned());
            } else if loss.lost > 0 {
                said.push(format!("loses {}", loss.lost));
            }
            if self.back.contains(&loss.stand) {
                said.push(verb.to_owned());
            } else if self.destroyed.contains(&loss.stand) {
                said.push("is destroyed for want of a way back".to_owned());
            }
            if !said.is_empty() {
                parts.push(format!("{name} {}", said.join(", ")));
            }
        }
        if self.verdict == Verdict::Locked {
            parts.push("locked".to_owned());
        } else if parts.is_empty() {
            parts.push("nothing happens".to_owned());
        }
        let assumed = match self.assumed.as_slice() {
            [] => String::new(),
            assumed => format!(" (assuming {})", assumed.join(", ")),
        };
        format!("{}{assumed}", parts.join("; "))
    }
}

/// What an order led to, in few words.
fn say_outcome(state: &State, order: &Order, events: &[Event]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut eliminated: BTreeSet<StandId> = BTreeSet::new();
    for event in events {
        if let Event::Eliminated { stand, .. } = event {
            eliminated.insert(*stand);
        }
    }
    for event in events {
        match event {
            Event::ChitDrawn { command } => parts.push(super::turn::chit_name(state, *command)),
            Event::WeatherSet { weather } => parts.push(super::words::weather(*weather).to_owned()),
            Event::Rallied { stand, points, .. } => {
                parts.push(format!("{} comes back with {points}", state.say(*stand)));
            }
            Event::Hit { stand, .. } if eliminated.contains(stand) => {
                parts.push(format!("{} is eliminated", state.say(*stand)));
            }
            Event::Hit { stand, points, .. } => parts.push(format!("{} loses {points}", state.say(*stand))),
            Event::Combat(Change::VolleyFired { to_place, .. }) if *to_place > 0 => {
                parts.push(format!("{} to place", super::words::hits(*to_place)));
            }
            Event::BridgeWorked { built, .. } => parts.push(format!("{built} in are built")),
            Event::TrainSpent { .. } => parts.push("the bridge is finished".to_owned()),
            Event::Wrecked { stand, .. } => parts.push(format!("{} is destroyed", state.say(*stand))),
            Event::WagonTaken { wagon, by, how, .. } => {
                let verb = super::words::taking(*how);
                parts.push(format!("{} {verb} {}", state.say(*by), state.say(*wagon)));
            }
            Event::Scored { reason: Reason::General(general), .. } => {
                parts.push(format!("{} is lost", state.say(*general)));
            }
            Event::ObstacleCost { inches, .. } => {
                let inches = super::words::plain(state.lengths().inches(f32::from(*inches)));
                parts.push(format!("{inches} in lost to an obstacle"));
            }
            Event::Placed { stand, pose, how: How::Moved | How::Entered | How::Withdrew, .. } => {
                parts.push(format!("{} comes to {pose}", state.say(*stand)));
            }
            _ => {}
        }
    }
    if parts.is_empty() {
        let shot = matches!(order, Order::Fire { .. } | Order::OpeningFire { .. });
        return if shot { "no hits" } else { "as ordered" }.to_owned();
    }
    parts.join(", ")
}
