//! The map as it is drawn: ground, numbers, names and counters.

use std::collections::BTreeSet;

use crate::drawing::hex::{Arm, Condition, Counter, HALF, Sheet, counter_marks, counter_places, extent};
use crate::drawing::{ArmyColour, Scene, SceneLayer, ScenePiece};
use crate::game::Offer;
use crate::hexes::Hex;
use crate::rules::napoleon_at_war::combat::Owed;
use crate::rules::napoleon_at_war::movement::Field;
use crate::rules::napoleon_at_war::state::Phase;
use crate::rules::napoleon_at_war::{Order, State, UnitId, words, zones};
use crate::scenario::{HexArm, Side};
use crate::table::Vec2;

use super::combat_phase;

/// Points an inch at which a scene is laid out, where nobody says otherwise.
const SCALE: f32 = 24.0;

/// The map as anybody may draw it who knows this state.
pub fn scene(state: &State, offers: &[Offer<Order>]) -> Scene {
    let sheet = Sheet::new(state.game.map(), 0);
    let (counters, labels) = counters(state, &acting(state, offers));
    let mut occupied: Vec<Hex> = counters.iter().filter_map(|counter| counter.hex).collect();
    occupied.sort_unstable();
    let places = counter_places(&sheet.lie, &counters);
    let marks = places.iter().flat_map(|(index, at)| counter_marks(&counters[*index], *at, SCALE));
    let layers = [
        ("ground", sheet.ground().to_vec()),
        ("numbers", sheet.numbers()),
        ("names", sheet.names(&occupied, SCALE)),
        ("pieces", marks.collect()),
    ];
    let corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)];
    let piece = |(index, at): &(usize, Vec2)| ScenePiece {
        key: state.game.unit(UnitId(counters[*index].id as u8)).id.clone(),
        spoken: labels[*index].clone(),
        outline: corners.map(|(x, y)| *at + Vec2::new(x, y)).into(),
    };
    let (low, high) = extent(&sheet.lie);
    Scene {
        low,
        high,
        layers: layers.map(|(name, marks)| SceneLayer { name, marks }).into(),
        pieces: places.iter().map(piece).collect(),
    }
}

/// The units about which something may be ordered.
fn acting(state: &State, offers: &[Offer<Order>]) -> BTreeSet<UnitId> {
    let mut acting = BTreeSet::new();
    for offer in offers {
        match &offer.order {
            Order::Retreat { unit, .. } | Order::Advance { unit, .. } => {
                acting.insert(*unit);
            }
            Order::Exchange { lost } => acting.extend(lost),
            _ => {}
        }
    }
    if state.phase == Phase::Movement {
        let field = Field::new(state, state.phasing);
        acting.extend(state.game.of_side(state.phasing).filter(|id| !field.reach(*id).is_empty()));
    }
    acting
}

/// The field symbol of an arm.
pub fn arm(arm: HexArm) -> Arm {
    match arm {
        HexArm::Infantry => Arm::Infantry,
        HexArm::Cavalry => Arm::Cavalry,
        HexArm::Artillery => Arm::Artillery,
    }
}

/// The colour of a side.
pub fn colour_of(state: &State, side: Side) -> ArmyColour {
    let nation = state.game.scenario.sides.get(side.index()).map_or("", |side| side.nation.as_str());
    ArmyColour::of_nation(nation)
}

/// The counters of all units, and each in full, for those who hear the window; `acting`: those who may act.
pub fn counters(state: &State, acting: &BTreeSet<UnitId>) -> (Vec<Counter>, Vec<String>) {
    let game = &state.game;
    let phase = combat_phase(state);
    let owed = phase.map(|phase| Owed::of(state, phase)).unwrap_or_default();
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
            // Who has to go back or may go on is not done yet.
            fought: phase.is_some_and(|phase| phase.fought.contains(&id) || phase.attacked.contains(&id))
                && !acting.contains(&id),
            owed: must_attack.contains(&id) || must_be_attacked.contains(&id),
            in_contact: !zones::in_contact(state, id).is_empty(),
            displaced: phase.is_some_and(|phase| phase.silenced.contains(&id)),
            selected: false,
            ghost: false,
            doubled: doubled && unit.side == state.phasing,
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
        counters.push(Counter {
            id: u16::from(id.0),
            hex: state.hex(id),
            side: unit.side.0,
            colour: colour_of(state, unit.side),
            arm: arm(unit.arm),
            designation: unit.counter.clone(),
            strength: now.strength,
            movement: unit.movement,
            condition,
        });
    }
    (counters, labels)
}
