//! The table as it is drawn: ground, the stands of each unit as blocks, what is fought for.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::drawing::shape::bounds;
use crate::drawing::{
    ArmyColour, Block, Detail, Emblem, Mark, ScenePiece, Stage, StageLayer, Star, Yardstick, grid_marks,
    ground_marks, name_marks, sign_marks, small_ground_marks, stand_marks,
};
use crate::game::Due;
use crate::rules::epstein::formation::Formation;
use crate::rules::epstein::kind::{Draught, Kind, Weight};
use crate::rules::epstein::order::Order;
use crate::rules::epstein::roster::StandId;
use crate::rules::epstein::standing::is_ineffective;
use crate::rules::epstein::state::{GroupId, State};
use crate::table::Vec2;

use super::{colour, member};

/// The mark of a kind on a block.
fn emblem_of(kind: Kind) -> Emblem {
    match kind {
        Kind::Infantry(_) => Emblem::Infantry,
        Kind::Cavalry(weight, _) => Emblem::Cavalry { heavy: weight == Weight::Heavy },
        Kind::Artillery(draught, _) => Emblem::Guns { horse: draught == Draught::Horse },
        Kind::Command => Emblem::General { grade: 1, star: Star::Filled },
    }
}

/// The number by which a unit is told from others: that of its key.
fn badge(key: &str) -> u16 {
    let digits: String = key.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// The stands on the table as blocks, leaders on top.
fn blocks(state: &State) -> Vec<(StandId, GroupId, Block)> {
    let mut found = Vec::new();
    for id in state.on_table() {
        let group = state.group(id);
        let unit = state.game.unit(state.unit(id));
        let spoken = member(state, id).spoken;
        for (stand, quad) in state.quads(id) {
            let now = state.stand(stand);
            let start = state.game.stand(stand).figures;
            let small = |count: u16| u8::try_from(count).unwrap_or(u8::MAX);
            let block = Block {
                stand: stand.0,
                badge: badge(&unit.id),
                name: unit.short.clone(),
                label: spoken.clone(),
                side: unit.side.0,
                colour: colour(state, id).unwrap_or(ArmyColour::Grey),
                emblem: emblem_of(state.kind(id)),
                grade: String::new(),
                pose: quad.pose,
                width: quad.half.x * 2.0,
                depth: quad.half.y * 2.0,
                strength: small(now.figures),
                start: small(start),
                hidden: false,
                marked: now.figures < start,
                may_act: state.is_active(id) && !group.marks.moved && state.pending.is_empty(),
                acted: group.marks.moved || group.marks.fought,
                out_of_command: is_ineffective(state, stand),
                routed: group.rout.is_some(),
                evading: false,
                square: group.formation == Formation::Square,
                captor: None,
                work: None,
                spent: false,
                locked: false,
            };
            found.push((stand, id, block));
        }
    }
    found.sort_by_key(|(stand, _, block)| (matches!(block.emblem, Emblem::General { .. }), *stand));
    found
}

/// What the scene is made of.
pub fn stage(state: &State, _due: &Due<Order>) -> Stage {
    let blocks = blocks(state);
    let piece = |(stand, id, block): &(StandId, GroupId, Block)| {
        let unit = state.key(*id);
        let key = state.game.stand(*stand).key.clone();
        let alone = state.group(*id).stands.len() == 1 && unit == state.game.unit(state.unit(*id)).id;
        ScenePiece {
            key: if alone { unit.clone() } else { key },
            of: (!alone).then_some(unit),
            spoken: block.label.clone(),
            outline: block.corners().to_vec(),
            colour: Some(block.colour),
        }
    };
    let layer = |name, version, scaled, above| StageLayer { name, version, scaled, above };
    let covered: Vec<_> = blocks.iter().map(|(_, _, block)| bounds(&block.corners())).collect();
    Stage {
        low: Vec2::ZERO,
        high: state.game.scenario.ground.size,
        layers: vec![
            layer("ground", 0, false, false),
            layer("grid", 0, false, false),
            layer("names", fingerprint(&covered), true, false),
            layer("pieces", fingerprint(&blocks), true, false),
        ],
        pieces: blocks.iter().map(piece).collect(),
        places: Vec::new(),
        spots: Vec::new(),
        yardstick: Yardstick { unit: ["inch", "inches"], inches: 1.0, on_ground: 50.0, ground_unit: "yards" },
        north: 0.0,
    }
}

/// A number that is another one for what is told otherwise.
fn fingerprint(of: &impl std::fmt::Debug) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{of:?}").hash(&mut hasher);
    hasher.finish()
}

/// The marks of a layer, for so many points an inch.
pub fn layer(state: &State, _due: &Due<Order>, name: &str, scale: f32) -> Vec<Mark> {
    let ground = &state.game.scenario.ground;
    match name {
        "ground" => return ground_marks(ground),
        "grid" => return grid_marks(ground.size),
        "small ground" => return small_ground_marks(ground),
        _ => {}
    }
    let blocks = blocks(state);
    match name {
        "names" => {
            let covered: Vec<_> = blocks.iter().map(|(_, _, block)| bounds(&block.corners())).collect();
            name_marks(ground, &[], &covered, scale)
        }
        "pieces" => {
            let detail = Detail::at(scale);
            let mut marks: Vec<Mark> =
                blocks.iter().flat_map(|(_, _, block)| stand_marks(block, detail)).collect();
            marks.extend(blocks.iter().flat_map(|(_, _, block)| sign_marks(block)));
            marks
        }
        _ => Vec::new(),
    }
}
