//! The map as it is drawn: ground, numbers, names and counters.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::Arc;

use crate::combat::owed;
use crate::movement::MarchField;
use crate::state::Phase;
use crate::{Order, State, UnitId, words, zones};
use drawing::hex::{Condition, Counter, HALF, counter_marks, counter_places};
use drawing::{ArmyColour, Mark, NAMES_OVER, Names, SMALL_GROUND, ScenePiece, Stage, StageLayer};
use game::{Due, Offer};
use glam::Vec2;
use hexes::{Hex, HexMap};
use scenario::hex::kind_name;
use scenario::{HexSide, Side};

use super::assault::combat_phase;

/// The parts of the map's scene.
pub fn stage(state: &State, due: &Due<Order>) -> Stage {
    let sheet = state.game.sheet();
    let (counters, labels) = counters(state, &acting(state, &due.offers));
    let corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)];
    let piece = |(index, at): (usize, Vec2)| ScenePiece {
        key: state.game.unit(UnitId(counters[index].id as u8)).id.clone(),
        of: None,
        spoken: labels[index].clone(),
        outline: corners.map(|(x, y)| at + Vec2::new(x, y)).into(),
        colour: Some(counters[index].colour),
    };
    let map = state.game.map();
    let covered = hashed(&named_beside(state));
    let layer = |name, version, scaled| StageLayer { name, version, scaled, above: false };
    Stage {
        layers: vec![
            layer("ground", 0, false),
            layer("numbers", 0, false),
            layer("names", covered, true),
            layer("pieces", hashed(&counters), true),
            layer(NAMES_OVER, covered, true),
        ],
        pieces: counter_places(&sheet.lie, &counters).into_iter().map(piece).collect(),
        ..sheet.stage(|hex| hex_words(map, hex))
    }
}

/// The marks in a layer, at this many points per inch.
pub fn layer(state: &State, due: &Due<Order>, name: &str, scale: f32) -> Vec<Mark> {
    let sheet = state.game.sheet();
    match name {
        "ground" => sheet.ground().to_vec(),
        SMALL_GROUND => sheet.small_ground(),
        "numbers" => sheet.numbers(),
        "names" => names(state, scale).under.clone(),
        NAMES_OVER => names(state, scale).over.clone(),
        "pieces" => {
            let (counters, _) = counters(state, &acting(state, &due.offers));
            let places = counter_places(&sheet.lie, &counters).into_iter();
            places.flat_map(|(index, at)| counter_marks(&counters[index], at, scale)).collect()
        }
        _ => Vec::new(),
    }
}

/// The counters, as name placement needs them: every unit that may act is marked.
fn named_beside(state: &State) -> Vec<Counter> {
    counters(state, &BTreeSet::new()).0
}

/// All names placed among the counters in their present positions.
fn names(state: &State, scale: f32) -> Arc<Names> {
    state.game.sheet().names_since(&state.game.scenario.deployed(), &named_beside(state), scale)
}

fn hashed(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// `1412 Marengo, town`.
fn hex_words(map: &HexMap, hex: Hex) -> String {
    let cell = map.cell(hex);
    let kind = kind_name(cell.kind);
    if cell.name.is_empty() { format!("{hex}, {kind}") } else { format!("{hex} {}, {kind}", cell.name) }
}

/// The units that may be given an order.
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

/// The colour of a side.
pub fn colour_of(state: &State, side: Side) -> ArmyColour {
    state.game.scenario.sides.get(side.index()).map_or(ArmyColour::Green, HexSide::ink)
}

/// The counters of all units, and a full description of each for screen readers. `acting`: the units that may act.
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
        colour: colour_of(state, unit.side),
        arm: unit.arm.sign(),
        designation: unit.counter.clone(),
        strength: state.unit(id).strength,
        movement: unit.movement,
        condition: Condition::default(),
        faces: None,
    }
}
