//! Plain data for the views of a hex game, built from the desk when the game has changed. Rules are asked here, never in a
//! view. Units: strength points; half movement points.

use std::collections::BTreeSet;

use crate::app::models::{Top, sentence};
use crate::app::record::Log;
use crate::desk::Desk;
use crate::drawing::ArmyColour;
use crate::drawing::hex::Counter;
use crate::game::{Briefs as _, Viewer};
use crate::hexes::Hex;
pub use crate::rules::napoleon_at_war::brief::phase_words;
use crate::rules::napoleon_at_war::brief::scene::counters;
pub use crate::rules::napoleon_at_war::brief::scene::{arm, colour_of};
use crate::rules::napoleon_at_war::brief::{formations, whereabouts};
use crate::rules::napoleon_at_war::chart::points;
use crate::rules::napoleon_at_war::combat::{CombatPhase, Owed, Step};
use crate::rules::napoleon_at_war::movement::{Field, stacks};
use crate::rules::napoleon_at_war::state::{Phase, Place};
use crate::rules::napoleon_at_war::{Assault, NapoleonAtWar, Order, State, UnitId, words, zones};
use crate::scenario::Side;

/// One unit in the order of battle.
#[derive(Clone, Debug)]
pub struct UnitRow {
    pub id: UnitId,
    pub name: String,
    /// `5-4`: strength and movement.
    pub factors: String,
    /// Where it is, in few words: `2311`, `lost`, `turn 3`.
    pub place: String,
    pub label: String,
    pub on_map: bool,
    pub lost: bool,
}

/// One formation in the order of battle.
#[derive(Clone, Debug)]
pub struct FormationRow {
    pub side: Side,
    pub name: String,
    pub colour: ArmyColour,
    pub strength: u32,
    pub start: u32,
    pub units: Vec<UnitRow>,
}

/// What is due.
#[derive(Clone, Debug, Default)]
pub struct DueModel {
    pub colour: Option<ArmyColour>,
    pub step: String,
    pub prompt: String,
    pub clause: String,
    /// Everything that is an order as it stands, but moves and combats: order, words, kind.
    pub exact: Vec<(Order, String, &'static str)>,
    /// Units that may move, with what they may spend.
    pub movers: Vec<(UnitId, String)>,
    /// Units that may come on.
    pub arrivals: Vec<(UnitId, String)>,
    /// Units that share a hex, in words.
    pub stacks: Vec<String>,
    /// What is owed in combat, a sentence each.
    pub owed: Vec<String>,
    /// Combats may be made up now.
    pub combats: bool,
    /// Every combat has to be declared first.
    pub declares: bool,
    /// The combats were declared: only they are fought.
    pub declared: bool,
    /// Retreats and advances by unit: who, where to, the order.
    pub goings: Vec<(UnitId, Vec<Hex>, Order)>,
    /// Units that have more ways back than are listed: a hex alone does not say which is meant.
    pub many_ways: Vec<UnitId>,
    /// The units among which the attacker chooses his losses.
    pub losable: Vec<UnitId>,
    /// Printed strength points of the defenders of the combat under way: what an exchange costs (`naw:7.6-ex`).
    pub exchanged: u32,
    pub over: bool,
}

/// Everything the views show, but what the pointer does to it.
#[derive(Clone, Debug, Default)]
pub struct Models {
    pub top: Top,
    pub counters: Vec<Counter>,
    /// By counter: in full, for those who hear the window.
    pub labels: Vec<String>,
    pub formations: Vec<FormationRow>,
    pub due: DueModel,
    pub log: Log,
    /// Zones of control by side.
    pub zones: [Vec<Hex>; 2],
}

impl Models {
    /// `seen`: an earlier state that is looked at instead of the present one.
    pub fn build(desk: &Desk<NapoleonAtWar>, seen: Option<&State>, mut log: Log) -> Self {
        log.update(desk, Viewer::Referee);
        let state = seen.unwrap_or_else(|| desk.state());
        let mut top = top(desk, state);
        top.can_undo &= seen.is_none();
        top.can_redo &= seen.is_none();
        let due = if seen.is_some() { DueModel::default() } else { due(desk) };
        let (counters, labels) = counters(state, &due.acting());
        Self {
            top,
            labels,
            formations: formation_rows(state),
            due,
            log,
            zones: Side::BOTH.map(|side| zones::zone(state, side).iter().collect()),
            counters,
        }
    }
}

fn combat_phase(state: &State) -> Option<&CombatPhase> {
    match &state.phase {
        Phase::Combat(phase) => Some(phase),
        Phase::SetUp | Phase::Movement | Phase::Over(_) => None,
    }
}

fn top(desk: &Desk<NapoleonAtWar>, state: &State) -> Top {
    Top {
        on_map: true,
        can_undo: desk.can_undo(),
        can_redo: desk.can_redo(),
        journal: desk.journal_path().map(Into::into),
        ..Top::of(NapoleonAtWar::head(state))
    }
}

fn formation_rows(state: &State) -> Vec<FormationRow> {
    let row = |side: Side, (name, ids): (&str, Vec<UnitId>)| {
        let units: Vec<UnitRow> = ids.into_iter().map(|id| unit_row(state, id)).collect();
        let lost = |row: &&UnitRow| !row.lost;
        let strength = |row: &UnitRow| u32::from(state.unit(row.id).strength);
        FormationRow {
            side,
            name: name.to_owned(),
            colour: colour_of(state, side),
            strength: units.iter().filter(lost).map(strength).sum(),
            start: units.iter().map(|row| u32::from(state.game.unit(row.id).strength)).sum(),
            units,
        }
    };
    let of_side = |side: Side| formations(state, side).into_iter().map(move |found| row(side, found));
    Side::BOTH.into_iter().flat_map(of_side).collect()
}

fn unit_row(state: &State, id: UnitId) -> UnitRow {
    let (unit, now) = (state.game.unit(id), state.unit(id));
    UnitRow {
        id,
        name: unit.name.clone(),
        factors: format!("{}-{}", now.strength, unit.movement),
        place: whereabouts(state, id),
        label: words::describe(state, id),
        on_map: state.hex(id).is_some(),
        lost: now.place == Place::Eliminated,
    }
}

/// What is owed in combat beside these, a sentence each: all of it where nothing is planned.
pub fn owed_beside(state: &State, planned: &[Assault]) -> Vec<String> {
    let Some(phase) = combat_phase(state) else { return Vec::new() };
    Owed::beside(state, phase, planned).words(state).iter().map(|words| sentence(words)).collect()
}

impl DueModel {
    /// The units about which something may be ordered.
    fn acting(&self) -> BTreeSet<UnitId> {
        let movers = self.movers.iter().map(|(id, _)| *id);
        movers.chain(self.goings.iter().map(|(id, ..)| *id)).chain(self.losable.iter().copied()).collect()
    }
}

/// Kinds of offers that are no button of their own.
const FAMILIES: [&str; 5] = ["move", "enter", "attack", "interchange", "declare"];

fn due(desk: &Desk<NapoleonAtWar>) -> DueModel {
    let state = desk.state();
    let due = desk.due();
    let mut model = DueModel {
        colour: due.side.map(|side| colour_of(state, side)),
        step: phase_words(state),
        prompt: due.prompt.clone(),
        clause: due.clause.to_owned(),
        over: matches!(state.phase, Phase::Over(_)),
        ..DueModel::default()
    };
    for offer in &due.offers {
        if let Order::Retreat { unit, .. } = &offer.order
            && offer.family
            && !model.many_ways.contains(unit)
        {
            model.many_ways.push(*unit);
        }
        match &offer.order {
            Order::Retreat { unit, way } => model.goings.push((*unit, way.clone(), offer.order.clone())),
            Order::Advance { unit, to } => model.goings.push((*unit, vec![*to], offer.order.clone())),
            Order::Exchange { lost } => model.losable.extend(lost),
            _ => {}
        }
        if !FAMILIES.contains(&offer.kind) {
            model.exact.push((offer.order.clone(), sentence(&offer.words), offer.kind));
        }
    }
    model.losable.sort_unstable();
    model.losable.dedup();
    if let Phase::Combat(phase) = &state.phase
        && let Some(fight) = phase.under_way()
    {
        let printed = fight.defenders.iter().map(|unit| u32::from(state.game.unit(*unit).strength));
        model.exchanged = printed.sum();
    }
    match &state.phase {
        Phase::Movement => {
            let field = Field::new(state, state.phasing);
            for id in state.game.of_side(state.phasing) {
                let reach = field.reach(id);
                if reach.is_empty() {
                    continue;
                }
                let unit = state.game.unit(id);
                let most = points(crate::rules::napoleon_at_war::movement::allowance(state, id));
                if state.hex(id).is_some() {
                    model.movers.push((id, format!("{}, {most} points", state.say(id))));
                } else {
                    let at = state.game.arrival(id).map_or(String::new(), |(_, at)| format!(" at {at}"));
                    model.arrivals.push((id, format!("{} comes on{at}", unit.name)));
                }
            }
            model.stacks = stacks(state).iter().map(|(_, units)| state.say_all(units)).collect();
            // Said even where it is refused: the card tells what hinders it.
            if !model.exact.iter().any(|(order, ..)| *order == Order::EndMovement) {
                model.exact.push((Order::EndMovement, "End movement".into(), "end-movement"));
            }
        }
        Phase::Combat(phase) => {
            // The defender's advance comes before whatever the attacker does next (`naw:7.74`).
            let theirs = due.clause == "naw:7.74" && due.side.is_some_and(|side| side != state.phasing);
            model.combats = !theirs && phase.under_way().is_none_or(|fight| !fight.step.is_compulsory());
            model.declares = super::combats::declares(state);
            model.declared = phase.declared.is_some();
            model.owed = owed_beside(state, &[]);
            let waits = theirs || phase.under_way().is_some_and(|fight| !matches!(fight.step, Step::Advance));
            if !waits && !model.exact.iter().any(|(order, ..)| *order == Order::EndCombat) {
                model.exact.push((Order::EndCombat, "End the combat phase".into(), "end-combat"));
            }
        }
        Phase::SetUp | Phase::Over(_) => {}
    }
    // What has a button elsewhere comes last: the numbers of those that are listed begin with 1.
    model.exact.sort_by_key(|(.., kind)| *kind == "take-back");
    model
}
