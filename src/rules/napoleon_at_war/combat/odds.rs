//! Exact odds of a combat: for each face of the die the result, and what becomes of every unit.
//!
//! Sources: `naw:7.6`, and the search of `naw:7.71` to `naw:7.82`. Retreats are taken as the owner would best take them, an
//! exchange as the attacker pays least; so a unit counts as lost for want of a way only where its owner cannot help it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::scratch::Judged;
use crate::state::running;
use crate::{Assault, NapoleonAtWar, Order, Refusal, State, UnitId};
use dice::Dry;
use game::{Chance, RuleSet};
use hexes::Hex;

use super::fight::{self, Upshot, upshot};
use super::phase::{CombatPhase, Fight, Step};
use super::retreat::{HeldHex, RetreatField, Ways};
use super::strength::{Reckoning, reckon};
use super::table::{Column, CombatResult, DIE, result};
use super::{admit, form};
use game::hex_combats::Formed;

/// How much work goes into finding the best order of retreats before the best one found so far is used. Every look-up of a
/// unit's paths counts one, or [`CROWDED`] if it has to displace friends.
const WORK: usize = 4000;
const CROWDED: usize = 40;

/// At most this many chains of displacements are tried per unit, and one for every start and end.
const CHAINS: usize = 12;

/// What a result leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CombatOutcome {
    pub result: CombatResult,
    /// Eliminated by the result itself, or in the exchange.
    pub lost: Vec<UnitId>,
    /// Eliminated because their owner cannot find a retreat for them.
    pub trapped: Vec<UnitId>,
    /// Driven back.
    pub back: Vec<UnitId>,
    /// Whether friends have to be displaced.
    pub displaces: bool,
    /// Whether the attacker has a choice of losses in the exchange; the cheapest is shown.
    pub choice: bool,
    /// Whether some orders of retreats were not tried. This is the best of those that were.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// One face of the die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Face {
    pub face: u8,
    pub outcome: CombatOutcome,
}

/// The odds of one combat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CombatOdds {
    pub reckoning: Reckoning,
    /// The column used.
    pub column: Column,
    /// The six faces, all equally likely.
    pub faces: Vec<Face>,
}

impl CombatOdds {
    /// The probability that this unit is eliminated.
    pub fn chance_lost(&self, unit: UnitId) -> f64 {
        self.chance_of(|outcome| outcome.lost.contains(&unit) || outcome.trapped.contains(&unit))
    }

    /// The probability that this unit is driven back.
    pub fn chance_back(&self, unit: UnitId) -> f64 {
        self.chance_of(|outcome| outcome.back.contains(&unit))
    }

    pub fn chance_of(&self, is: impl Fn(&CombatOutcome) -> bool) -> f64 {
        self.faces.iter().filter(|face| is(&face.outcome)).count() as f64 / 6.0
    }
}

/// The odds of a well-formed combat, whether or not the phase could still be finished after it.
pub fn outlook(state: &State, assault: &Assault) -> Result<CombatOdds, Refusal> {
    let phase = running(state)?;
    let formed = form::form(state, phase, assault)?;
    Ok(outlook_of(state, phase, &formed, assault.lowered))
}

fn outlook_of(state: &State, phase: &CombatPhase, formed: &Formed, lowered: Option<Column>) -> CombatOdds {
    let reckoning = reckon(state, formed);
    let column = reckoning.column_used(lowered);
    let mut known: BTreeMap<CombatResult, CombatOutcome> = BTreeMap::new();
    let mut faces = Vec::new();
    for face in 1..=DIE {
        let Some(result) = result(column, face) else { continue };
        let outcome = known.entry(result).or_insert_with(|| outcome(state, phase, formed, result)).clone();
        faces.push(Face { face, outcome });
    }
    CombatOdds { reckoning, column, faces }
}

/// What a result leads to in this combat: its direct effects, and the best choices that follow.
fn outcome(state: &State, phase: &CombatPhase, formed: &Formed, result: CombatResult) -> CombatOutcome {
    let Upshot { lost, cause: _, step } = upshot(state, formed, result);
    let mut outcome = CombatOutcome {
        result,
        lost,
        trapped: Vec::new(),
        back: Vec::new(),
        displaces: false,
        choice: false,
        cut: false,
    };
    match &step {
        Step::Exchange => {
            let sets = fight::exchange_sets(state, &formed.contact, &formed.defenders);
            outcome.choice = sets.len() > 1;
            outcome.lost.extend(sets.first().into_iter().flatten());
            outcome.lost.sort_unstable();
        }
        Step::Retreats { left, may } => best_retreats(state, phase, formed, left, may, &mut outcome),
        Step::Advance | Step::Done { .. } => {}
    }
    outcome
}

/// The best the owner can do: the fewest points lost. Guns retreat only if that saves a unit.
fn best_retreats(
    state: &State,
    phase: &CombatPhase,
    formed: &Formed,
    left: &[UnitId],
    guns: &[UnitId],
    outcome: &mut CombatOutcome,
) {
    let Some(&one) = left.first() else { return };
    let fight = Fight {
        attackers: formed.attackers().collect(),
        contact: formed.contact.clone(),
        defenders: formed.defenders.clone(),
        attack: 0,
        defence: 0,
        computed: Column::OneToOne,
        column: Column::OneToOne,
        face: 0,
        result: outcome.result,
        vacated: Vec::new(),
        step: Step::Retreats { left: left.to_vec(), may: guns.to_vec() },
    };
    let field = RetreatField::new(state, phase, &fight, state.side(one));
    let known = BTreeMap::new();
    let mut search = Search { state, field, work: 0, cut: false, best: None, known };
    search.go(left.to_vec(), &[], &mut Line::default());
    if search.best.as_ref().is_none_or(|best| best.points > 0) && !guns.is_empty() {
        search.work = 0;
        search.go(left.to_vec(), guns, &mut Line::default());
    }
    let best = search.best.unwrap_or_default();
    // No outcome is better than losing no unit.
    outcome.cut = search.cut && best.points > 0;
    outcome.trapped.clone_from(&best.trapped);
    outcome.trapped.sort_unstable();
    outcome.displaces = best.displaces;
    outcome.back = left.iter().copied().filter(|unit| !best.trapped.contains(unit)).collect();
    outcome.back.extend(&best.volunteers);
    outcome.back.sort_unstable();
}

/// One sequence of retreats.
#[derive(Clone, Debug, Default)]
struct Line {
    points: u32,
    trapped: Vec<UnitId>,
    volunteers: Vec<UnitId>,
    displaces: bool,
}

/// The positions of all units that affect what follows, and the units still to retreat. How the position came about does not
/// matter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    left: Vec<UnitId>,
    guns: Vec<(UnitId, Option<Hex>)>,
    held: Vec<HeldHex>,
}

struct Search<'s> {
    state: &'s State,
    field: RetreatField<'s>,
    work: usize,
    /// Whether something better may have been left untried.
    cut: bool,
    best: Option<Line>,
    /// The fewest points lost in reaching each position.
    known: BTreeMap<Position, u32>,
}

impl Search<'_> {
    /// Whether nothing better can be found from here.
    fn is_settled(&mut self, left: &[UnitId], guns: &[UnitId], line: &Line) -> bool {
        if self.best.as_ref().is_some_and(|best| best.points <= line.points) {
            return true;
        }
        if self.work >= WORK {
            self.cut = true;
            return true;
        }
        let guns = guns.iter().map(|gun| (*gun, self.field.hex(*gun))).collect();
        let position = Position { left: left.to_vec(), guns, held: self.field.held() };
        let points = self.known.entry(position).or_insert(u32::MAX);
        if *points <= line.points {
            return true;
        }
        *points = line.points;
        false
    }

    fn ways(&mut self, unit: UnitId) -> Ways {
        let ways = self.field.ways(unit, CHAINS);
        self.work += if matches!(ways, Ways::Displacing { .. }) { CROWDED } else { 1 };
        self.cut |= ways.has_more();
        ways
    }

    fn go(&mut self, left: Vec<UnitId>, guns: &[UnitId], line: &mut Line) {
        if self.is_settled(&left, guns, line) {
            return;
        }
        if left.is_empty() {
            self.best = Some(line.clone());
            return;
        }
        for (index, &unit) in left.iter().enumerate() {
            let mut rest = left.clone();
            rest.remove(index);
            let ways = self.ways(unit);
            if ways.is_none() {
                let (here, points) = (self.field.hex(unit), u32::from(self.state.unit(unit).strength));
                self.field.put(unit, None);
                line.points += points;
                line.trapped.push(unit);
                self.go(rest, guns, line);
                line.trapped.pop();
                line.points -= points;
                self.field.put(unit, here);
                continue;
            }
            let before = line.displaces;
            line.displaces |= matches!(ways, Ways::Displacing { .. });
            for way in ways.all() {
                let undo = self.field.go(unit, &way);
                self.go(rest.clone(), guns, line);
                self.field.undo(&undo);
            }
            line.displaces = before;
        }
        for (index, &gun) in guns.iter().enumerate() {
            let rest: Vec<UnitId> =
                guns.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, gun)| *gun).collect();
            for way in self.ways(gun).all() {
                let undo = self.field.go(gun, &way);
                line.volunteers.push(gun);
                self.go(left.clone(), &rest, line);
                line.volunteers.pop();
                self.field.undo(&undo);
            }
        }
    }
}

/// A result in words: `Dr: Austrian 28 in 2009 retreats`.
pub fn say(state: &State, outcome: &CombatOutcome) -> String {
    let mut parts = Vec::new();
    if !outcome.lost.is_empty() {
        let which = if outcome.choice { " (or as the attacker chooses)" } else { "" };
        parts.push(format!("lost: {}{which}", state.say_all(&outcome.lost)));
    }
    if !outcome.trapped.is_empty() {
        parts.push(format!("lost for want of a way back: {}", state.say_all(&outcome.trapped)));
    }
    if !outcome.back.is_empty() {
        let over = if outcome.displaces { ", displacing friends" } else { "" };
        parts.push(format!("back: {}{over}", state.say_all(&outcome.back)));
    }
    if outcome.cut {
        parts.push("not every order of retreats was tried, another may be better".into());
    }
    if parts.is_empty() {
        parts.push("nothing happens".into());
    }
    format!("{}: {}", outcome.result, parts.join("; "))
}

/// Exact odds for an order in the combat phase, most likely first. Only an attack uses dice.
pub fn odds(state: &State, order: &Order) -> Judged<Vec<Chance>> {
    let Some(assault) = order.attack() else {
        NapoleonAtWar::judge(state, order, &mut Dry)?;
        return Ok(vec![Chance { probability: 1.0, result: "no dice are needed".into() }]);
    };
    let phase = running(state)?;
    let formed = admit::admit(state, phase, assault)?;
    let odds = outlook_of(state, phase, &formed, assault.lowered);
    let mut results: BTreeMap<String, usize> = BTreeMap::new();
    for face in &odds.faces {
        *results.entry(say(state, &face.outcome)).or_default() += 1;
    }
    let chance = |(result, faces)| Chance { probability: faces as f64 / 6.0, result };
    Ok(Chance::likeliest_first(results.into_iter().map(chance)))
}
