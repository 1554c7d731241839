//! The map as it is drawn: ground, numbers, names and counters.

use std::collections::BTreeSet;

use crate::combat::owed;
use crate::movement::MarchField;
use crate::state::Phase;
use crate::{Order, State, UnitId, words, zones};
use drawing::hex::{Condition, Counter};
use drawing::{Mark, Stage};
use game::{Due, Offer, hex_scene};
use scenario::hex::kind_name;

use super::assault::combat_phase;

/// The parts of the map's scene.
pub fn stage(state: &State, due: &Due<Order>) -> Stage {
    let (game, (counters, labels)) = (&state.game, counters(state, &acting(state, &due.offers)));
    let key = |id: u16| game.unit(UnitId(id as u8)).id.clone();
    hex_scene::stage((game.map(), game.sheet()), (&counters, &named_beside(state)), (key, &labels), kind_name)
}

/// The marks in a layer, at this many points per inch.
pub fn layer(state: &State, due: &Due<Order>, name: &str, scale: f32) -> Vec<Mark> {
    let counters = || counters(state, &acting(state, &due.offers)).0;
    hex_scene::layer_marks((&state.game, state.game.sheet()), (name, scale), counters, || named_beside(state))
}

/// The counters, as name placement needs them: every unit that may act is marked.
fn named_beside(state: &State) -> Vec<Counter> {
    counters(state, &BTreeSet::new()).0
}

/// The units about which something may be ordered.
fn acting(state: &State, offers: &[Offer<Order>]) -> BTreeSet<UnitId> {
    let fought = |offer: &&Offer<Order>| ["retreat", "advance", "exchange"].contains(&offer.kind);
    let mut acting: BTreeSet<UnitId> =
        offers.iter().filter(fought).flat_map(|offer| offer.order.units()).collect();
    if state.phase == Phase::Movement {
        let field = MarchField::new(state, state.phasing);
        acting.extend(state.game.of_side(state.phasing).filter(|id| !field.reach(*id).is_empty()));
    }
    acting
}

/// The counters of all units, and each in full, for those who hear the window; `acting`: those who may act.
pub fn counters(state: &State, acting: &BTreeSet<UnitId>) -> (Vec<Counter>, Vec<String>) {
    let game = &state.game;
    let phase = combat_phase(state);
    let owed = phase.map(|phase| owed::of(state, phase)).unwrap_or_default();
    let must_attack: BTreeSet<UnitId> = owed.attackers.iter().map(|one| one.unit).collect();
    let must_be_attacked: BTreeSet<UnitId> = owed.defenders.iter().map(|one| one.unit).collect();
    let doubled = state.counterattacking();
    let mut counters = Vec::new();
    let mut labels = Vec::new();
    for id in game.units() {
        let unit = game.unit(id);
        let now = state.unit(id);
        let fighting = phase.is_some_and(|phase| phase.under_way().is_some());
        let condition = Condition {
            may_act: acting.contains(&id) || (!fighting && must_attack.contains(&id)),
            moved: now.moved.is_some(),
            // A unit that still has to retreat or may advance is not finished yet.
            fought: phase.is_some_and(|phase| phase.fought.contains(&id) || phase.attacked.contains(&id))
                && !acting.contains(&id),
            owed: must_attack.contains(&id) || must_be_attacked.contains(&id),
            in_contact: !zones::in_contact(state, id).is_empty(),
            displaced: phase.is_some_and(|phase| phase.silenced.contains(&id)),
            selected: false,
            ghost: false,
            doubled: doubled && unit.side == state.phasing,
            ..Condition::default()
        };
        let mut label = words::describe(state, id);
        for (is, said) in [
            (condition.fought, "has fought"),
            (must_attack.contains(&id), "owes an attack"),
            (must_be_attacked.contains(&id), "must be attacked"),
            (condition.displaced, "displaced before it fired"),
        ] {
            if is {
                label.push_str(", ");
                label.push_str(said);
            }
        }
        labels.push(label);
        counters.push(Counter { condition, ..counter(state, id) });
    }
    (counters, labels)
}

/// A unit's counter, without any status marks.
pub fn counter(state: &State, id: UnitId) -> Counter {
    let unit = state.game.unit(id);
    Counter {
        id: u16::from(id.0),
        hex: state.hex(id),
        side: unit.side.0,
        colour: state.game.colour(unit.side),
        arm: unit.arm.sign(),
        designation: unit.counter.clone(),
        strength: state.unit(id).strength,
        movement: unit.movement,
        condition: Condition::default(),
        faces: None,
    }
}
