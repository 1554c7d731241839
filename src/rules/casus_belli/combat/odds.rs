//! Exact odds of orders in a combat phase: the result for each way that the dice can fall, including the leaders' risk.
//!
//! Sources: `cb:7c3`, `cb:7D`, `cb:9f`, `cb:11d`. The risk is thrown when a combat is all over; where retreats or advances come
//! first, it is included all the same. If attackers are beaten, a leader may be left alone, and an advancing enemy may take him
//! first (`cb:11e`): that depends on the players, who have no odds, so the risk is stated on condition that he is still there.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::event::Event;
use crate::order::{Assault, Order};
use crate::refusal::Refusal;
use crate::roster::LeaderId;
use crate::state::{Place, State};
use crate::{CasusBelli, scratch::Judged, words};
use dice::weigh;
use game::{Chance, Odds, RuleSet, Ruling, Stop, weighed};

use super::fight::running;
use super::form;
use super::strength::{Prospect, Reckoning, bonus, reckon};
use super::table::{Column, CombatResult, DIE, result};

/// One face of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Face {
    pub face: u8,
    pub result: CombatResult,
}

/// The odds of a combat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CombatOdds {
    pub reckoning: Reckoning,
    /// Do only guns attack, from a distance (`cb:9d`)?
    pub from_afar: bool,
    /// The column used; `None` without a die.
    pub column: Option<Column>,
    /// What leaders add.
    pub bonus: u8,
    /// Six equally likely faces; empty without a die.
    pub faces: Vec<Face>,
    /// The certain result without a die (`cb:7c2`, option `below-1-3`); `None` if there is a die, or no defender is left (`cb:9f`).
    pub certain: Option<CombatResult>,
}

impl CombatOdds {
    /// The probability of a result that satisfies the condition.
    pub fn chance_of(&self, is: impl Fn(CombatResult) -> bool) -> f64 {
        match self.certain {
            Some(result) => f64::from(u8::from(is(result))),
            None => self.faces.iter().filter(|face| is(face.result)).count() as f64 / f64::from(DIE),
        }
    }
}

/// The odds of a well-formed combat, even if the phase could not be completed after it.
///
/// # Errors
///
/// If it is not well formed, with the reason.
pub fn outlook(state: &State, assault: &Assault) -> Result<CombatOdds, Refusal> {
    let formed = form::form(state, running(state, "cb:2D")?, assault)?;
    let reckoning = reckon(state, &formed);
    let column = reckoning.column_used(assault.lowered);
    let bonus = assault.leaders.iter().fold(0_u8, |sum, leader| sum.saturating_add(bonus(state, *leader)));
    let of = |face: u8| Some(Face { face, result: result(column?, face, bonus)? });
    let faces = (1..=DIE).filter_map(of).collect();
    let certain = (reckoning.prospect == Prospect::Hopeless).then_some(CombatResult::Ar);
    Ok(CombatOdds { reckoning, from_afar: formed.contact.is_empty(), column, bonus, faces, certain })
}

/// A result in words, with the leaders whose risk is thrown later.
type End = (String, Vec<AtRisk>);

/// A leader whose risk is thrown after the combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct AtRisk {
    leader: LeaderId,
    /// He may be taken before, depending on the players (`cb:11c`, `cb:11e`).
    if_there: bool,
}

fn end(state: &State, ruling: Ruling<Event>) -> End {
    let mut now = state.clone();
    ruling.events.iter().for_each(|event| CasusBelli::apply(&mut now, event));
    let fight = now.combat().and_then(|phase| phase.under_way());
    // The winners have a unit with him: he goes along if it advances.
    let if_there = fight.is_some_and(|fight| fight.beats_attackers() == Some(true));
    let at_risk = fight.into_iter().flat_map(|fight| fight.leaders.iter().copied());
    let at_risk = at_risk.filter(|leader| now.leader(*leader).place != Place::Eliminated);
    let at_risk = at_risk.map(|leader| AtRisk { leader, if_there }).collect();
    (words::say_attack(state, &ruling.events), at_risk)
}

/// Exact odds of an order of the combat phase, most likely first.
///
/// # Errors
///
/// If it is refused, with the reason.
pub fn odds(state: &State, order: &Order) -> Result<Odds, Stop<Refusal>> {
    if order.attack().is_none() {
        return weighed::<CasusBelli>(state, order);
    }
    let judged: Judged<BTreeMap<End, f64>> =
        weigh(|tray| CasusBelli::judge(state, order, tray).map(|ruling| end(state, ruling)));
    let mut chances: BTreeMap<String, f64> = BTreeMap::new();
    for ((words, at_risk), probability) in judged? {
        for (risk, share) in risks(state, &at_risk) {
            *chances.entry(format!("{words}{risk}")).or_default() += probability * share;
        }
    }
    let chances = chances.into_iter().map(|(result, probability)| Chance { probability, result });
    Ok(Odds::Listed(Chance::likeliest_first(chances)))
}

/// The results of the risk dice of these leaders (`cb:11d`).
fn risks(state: &State, at_risk: &[AtRisk]) -> Vec<(String, f64)> {
    let six = 1.0 / f64::from(DIE);
    let mut ways = vec![(String::new(), 1.0)];
    for AtRisk { leader, if_there } in at_risk {
        let name = &state.game.leader(*leader).name;
        let when = if *if_there { "if he is still there when it is over" } else { "when it is over" };
        ways = ways
            .into_iter()
            .flat_map(|(words, share)| {
                let killed = (format!("{words}, {name} is killed {when}"), share * six);
                [killed, (format!("{words}, {name} is unhurt {when}"), share * (1.0 - six))]
            })
            .collect();
    }
    ways
}
