//! The combat that is made up: who is in it, what the rules say of it, how it can end, who else could join. Units: strength
//! points.

use std::collections::BTreeSet;

use crate::app::line::Barred;
use crate::game::working::Modifier;
use crate::rules::napoleon_at_war::combat::form::form;
use crate::rules::napoleon_at_war::combat::odds::{Face, say};
use crate::rules::napoleon_at_war::combat::{self, Column, CombatPhase, plans, reckon, running};
use crate::rules::napoleon_at_war::options::Declaration;
use crate::rules::napoleon_at_war::state::Phase;
use crate::rules::napoleon_at_war::{Assault, Order, State, UnitId, zones};

use super::mover::refusal;

/// A combat as the referee makes it up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Builder {
    pub attackers: BTreeSet<UnitId>,
    pub defenders: BTreeSet<UnitId>,
    pub lowered: Option<Column>,
}

impl Builder {
    pub fn of(assault: &Assault) -> Self {
        Self {
            attackers: assault.attackers.iter().copied().collect(),
            defenders: assault.defenders.iter().copied().collect(),
            lowered: assault.lowered,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.attackers.is_empty() && self.defenders.is_empty()
    }

    pub fn has(&self, unit: UnitId) -> bool {
        self.attackers.contains(&unit) || self.defenders.contains(&unit)
    }

    pub fn toggle(&mut self, state: &State, unit: UnitId) {
        let own = state.side(unit) == state.phasing;
        let set = if own { &mut self.attackers } else { &mut self.defenders };
        if !set.remove(&unit) {
            set.insert(unit);
        }
        self.lowered = None;
    }

    pub fn assault(&self) -> Assault {
        Assault {
            attackers: self.attackers.iter().copied().collect(),
            defenders: self.defenders.iter().copied().collect(),
            lowered: self.lowered,
        }
    }
}

/// A unit of the combat: name, points counted, why.
#[derive(Clone, Debug, PartialEq)]
pub struct Fighter {
    pub unit: UnitId,
    pub name: String,
    /// `5`, or `3, doubled: 6`.
    pub words: String,
}

/// A unit that is not in the combat and might be.
#[derive(Clone, Debug, PartialEq)]
pub struct Joiner {
    pub unit: UnitId,
    pub name: String,
    /// Why it cannot join; none: it can.
    pub barred: Option<Barred>,
}

/// A row of the column: a face of the die.
#[derive(Clone, Debug, PartialEq)]
pub struct FaceRow {
    pub face: u8,
    /// `Dr`.
    pub result: &'static str,
    /// What becomes of each unit.
    pub words: String,
}

/// The card of the combat that is made up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CombatCard {
    pub attackers: Vec<Fighter>,
    pub defenders: Vec<Fighter>,
    pub attack: u32,
    pub defence: u32,
    pub modifiers: Vec<Modifier>,
    /// The column that is used; none while the combat is not well formed.
    pub column: Option<Column>,
    pub computed: Option<Column>,
    /// The columns that may be named.
    pub columns: Vec<Column>,
    pub faces: Vec<FaceRow>,
    /// What becomes of the units in a line each, with its probability.
    pub fates: Vec<(String, f64)>,
    /// Why it may not be fought, or not so.
    pub barred: Option<Barred>,
    pub joiners: Vec<Joiner>,
    /// What fights it; or, while combats are declared, what it would be.
    pub order: Option<Order>,
    /// It goes into the plan that is declared before the first die (`naw:7.0`), and is not fought yet.
    pub declares: bool,
}

/// One combat of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    pub assault: Assault,
    /// `3-1: French 28 in 2311 on Austrian 4 in 2310`.
    pub words: String,
    pub column: Column,
}

fn phase_of(state: &State) -> Option<&CombatPhase> {
    match &state.phase {
        Phase::Combat(phase) => Some(phase),
        Phase::SetUp | Phase::Movement | Phase::Over(_) => None,
    }
}

/// Combats have to be declared, all of them, before the first die, and are not yet.
pub fn declares(state: &State) -> bool {
    state.game.options.declaration == Declaration::UpFront
        && phase_of(state).is_some_and(|phase| phase.declared.is_none())
}

/// The combats that were declared and can still be fought; none where nothing is declared.
pub fn declared(state: &State) -> Option<Vec<Planned>> {
    let phase = phase_of(state)?;
    let declared = phase.declared.as_ref()?;
    let standing = declared.iter().filter_map(|assault| plans::standing(state, phase, assault));
    Some(standing.filter_map(|formed| planned(state, formed.assault())).collect())
}

/// A combat as a line of the plan; none where it is not well formed.
pub fn planned(state: &State, assault: Assault) -> Option<Planned> {
    let column = reckon(state, &form(state, phase_of(state)?, &assault).ok()?).column;
    let words =
        format!("{column}: {} on {}", state.say_all(&assault.attackers), state.say_all(&assault.defenders));
    Some(Planned { assault, words, column })
}

/// The card of a combat.
pub fn card(state: &State, builder: &Builder) -> CombatCard {
    let fighter = |unit: UnitId, words: String| Fighter { unit, name: state.say(unit), words };
    let plain = |units: &BTreeSet<UnitId>| {
        units.iter().map(|unit| fighter(*unit, state.unit(*unit).strength.to_string())).collect::<Vec<_>>()
    };
    let sum = |units: &BTreeSet<UnitId>| {
        units.iter().map(|unit| u32::from(state.unit(*unit).strength)).sum::<u32>()
    };
    let mut card = CombatCard {
        attack: sum(&builder.attackers),
        defence: sum(&builder.defenders),
        attackers: plain(&builder.attackers),
        defenders: plain(&builder.defenders),
        joiners: joiners(state, builder),
        ..CombatCard::default()
    };
    if builder.attackers.is_empty() || builder.defenders.is_empty() {
        return card;
    }
    let assault = builder.assault();
    let order = Order::Attack(assault.clone());
    match combat::outlook(state, &assault) {
        Err(refused) => card.barred = Some(refused.into()),
        Ok(odds) => {
            card.declares = declares(state);
            card.barred = refusal(state, &order).filter(|_| !card.declares).map(Into::into);
            let counted = |printed: u32, counted: u32| match printed == counted {
                true => printed.to_string(),
                false => format!("{printed}, doubled: {counted}"),
            };
            let reckoned = &odds.reckoning;
            let one = |one: &combat::strength::Counted| {
                let cover = one.cover.map(|cover| format!(" {}", cover.words())).unwrap_or_default();
                fighter(one.unit, format!("{}{cover}", counted(one.printed, one.counted)))
            };
            card.attackers = reckoned.attackers.iter().map(one).collect();
            card.defenders = reckoned.defenders.iter().map(one).collect();
            (card.attack, card.defence) = (reckoned.attack, reckoned.defence);
            card.modifiers.clone_from(&reckoned.modifiers);
            card.column = Some(odds.column);
            card.computed = Some(reckoned.column);
            if state.game.options.lowering_allowed() {
                card.columns = reckoned.column.down_to_lowest().collect();
            }
            let row = |face: &Face| FaceRow {
                face: face.face,
                result: face.outcome.result.name(),
                words: said(&say(state, &face.outcome)),
            };
            card.faces = odds.faces.iter().map(row).collect();
            for unit in assault.defenders.iter().chain(&assault.attackers) {
                let (lost, back) = (odds.chance_lost(*unit), odds.chance_back(*unit));
                for (chance, what) in [(lost, "is eliminated"), (back, "goes back")] {
                    if chance > 0.0 {
                        card.fates.push((format!("{} {what}", state.game.say(*unit)), chance));
                    }
                }
            }
            card.order = card.barred.is_none().then_some(order);
        }
    }
    card
}

/// What stands behind the code of the result.
fn said(words: &str) -> String {
    words.split_once(": ").map_or(words, |(_, rest)| rest).to_owned()
}

/// Own units that touch or reach a defender and are not in the combat, and enemies that the attackers touch.
fn joiners(state: &State, builder: &Builder) -> Vec<Joiner> {
    let Some(phase) = phase_of(state) else { return Vec::new() };
    let map = state.game.map();
    let touches = |a: UnitId, e: UnitId| match (state.hex(a), state.hex(e)) {
        (Some(from), Some(to)) => {
            zones::adjacent(map, from, to)
                || (state.game.is_artillery(a) && map.grid.distance(from, to) <= combat::form::RANGE)
        }
        _ => false,
    };
    let mut found = Vec::new();
    for (id, _) in state.on_map() {
        if builder.has(id) {
            continue;
        }
        let own = state.side(id) == state.phasing;
        let near = match own {
            true => builder.defenders.iter().any(|enemy| touches(id, *enemy)),
            false => builder.attackers.iter().any(|one| touches(*one, id)),
        };
        if !near {
            continue;
        }
        let mut with = builder.clone();
        with.toggle(state, id);
        let whole = !with.attackers.is_empty() && !with.defenders.is_empty();
        let barred = match whole.then(|| form(state, phase, &with.assault())) {
            Some(Err(refused)) => Some(refused.into()),
            Some(Ok(_)) | None => None,
        };
        found.push(Joiner { unit: id, name: state.say(id), barred });
    }
    found
}

/// A lawful set of combats for the rest of the phase.
pub fn plan(state: &State) -> Vec<Planned> {
    let Ok(phase) = running(state) else { return Vec::new() };
    let any = plans::any_plan(state, phase).into_iter();
    any.filter_map(|assault| planned(state, assault)).collect()
}

/// The combat of all who may attack these enemies together, guns among them: unit by unit in the order of their ids, each that
/// the rules let join those before it.
pub fn all_who_may(state: &State, defenders: &BTreeSet<UnitId>) -> Builder {
    let mut builder = Builder { defenders: defenders.clone(), ..Builder::default() };
    let Some(phase) = phase_of(state) else { return builder };
    for id in state.game.of_side(state.phasing).filter(|id| state.hex(*id).is_some()) {
        let mut with = builder.clone();
        with.attackers.insert(id);
        if form(state, phase, &with.assault()).is_ok() {
            builder = with;
        }
    }
    builder
}
