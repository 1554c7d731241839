//! The drawing of the table: ground, the stands of each unit, objectives.

use std::sync::Arc;

use crate::order::Order;
use crate::roster::StandId;
use crate::state::State;
use crate::victory::{Goal, holder};
use drawing::shape::{Span, bounds, spread};
use drawing::{
    Around, Ink, Mark, NAMES_OVER, NamePlaces, Names, SMALL_GROUND, ScenePiece, Stage, StageLayer, Yardstick,
    fingerprint, flag_box, flag_foot, grid_marks, ground_marks, objective_marks, sign_marks,
    small_ground_marks, stand_marks, troop_marks, troops_signs,
};
use game::Due;
use scenario::{Scenario, Side};
use table::Vec2;

use super::sketch;
use super::troops::{Drawn, Piece, pieces};
use super::units::side_colour;

/// The stage of a state.
pub fn stage(state: &State, due: &Due<Order>) -> Stage {
    let pieces = pieces(state, due);
    let layer = |name, version, scaled, above| StageLayer { name, version, scaled, above };
    let covered = covered(&pieces);
    let drawn: Vec<&Drawn> = pieces.iter().map(|piece| &piece.drawn).collect();
    let (shown, named) = (fingerprint(&drawn), beside_names(&pieces));
    Stage {
        low: Vec2::ZERO,
        high: state.game.scenario.ground.size,
        layers: vec![
            layer("ground", 0, false, false),
            layer("grid", 0, false, false),
            layer("names", named, true, false),
            layer("pieces", shown, true, false),
            layer(NAMES_OVER, named, true, false),
            layer("under way", fingerprint(&(&state.pending, shown)), false, true),
            layer("signs", shown, true, true),
            layer("objectives", fingerprint(&(objectives(state), &covered)), false, true),
        ],
        pieces: pieces.iter().flat_map(|piece| scene_pieces(state, piece)).collect(),
        by_name: Vec::new(),
        places: Vec::new(),
        spots: Vec::new(),
        yardstick: Yardstick {
            unit: ["inch", "inches"],
            inches: 1.0,
            on_ground: super::ruler::YARDS,
            ground_unit: "yards",
        },
        north: 0.0,
    }
}

/// The pieces of a group that the pointer can rest on: each of its stands; for a single stand, the unit itself.
fn scene_pieces<'a>(state: &'a State, piece: &'a Piece) -> impl Iterator<Item = ScenePiece> + 'a {
    let unit = state.key(piece.group);
    let alone = piece.stands.len() == 1 && unit == state.game.unit(state.unit(piece.group)).id;
    piece.stands.iter().map(move |(stand, outline): &(StandId, [Vec2; 4])| ScenePiece {
        key: if alone { unit.clone() } else { state.game.stand(*stand).key.clone() },
        of: (!alone).then(|| unit.clone()),
        spoken: piece.spoken.clone(),
        outline: outline.to_vec(),
        colour: super::units::colour(state, piece.group),
    })
}

/// The parts of the table that stands cover: one box each.
fn covered(pieces: &[Piece]) -> Vec<Span> {
    pieces.iter().flat_map(|piece| &piece.stands).map(|(_, corners)| bounds(corners)).collect()
}

/// A hash of everything that places names: where units stand and what is written on them, but not who may act.
fn beside_names(pieces: &[Piece]) -> u64 {
    let idle: Vec<Drawn> = pieces.iter().map(|piece| piece.drawn.idle()).collect();
    fingerprint(&idle)
}

/// The objectives: ground, points, and the ink of the side that holds it.
fn objectives(state: &State) -> Vec<(Vec<Vec2>, String, Ink)> {
    let grounds = state.game.scenario.objectives.iter();
    let grounds = grounds.filter(|one| matches!(Goal::of(one), Some(Goal::Ground | Goal::Ridge)));
    let ink = |side: Side| side_colour(state, side).map_or(Ink::Plate, Ink::Block);
    grounds
        .filter(|one| !one.place.is_empty())
        .map(|one| {
            let ink = holder(state, one).map_or(Ink::Plate, ink);
            (one.place.clone(), one.points.to_string(), ink)
        })
        .collect()
}

/// All names on the table in this state; `flags`: the place of each objective, and the space it covers.
fn names(state: &State, pieces: &[Piece], flags: &[(&[Vec2], Span)], scale: f32) -> Arc<Names> {
    let kept = &state.game.names;
    kept.written.of(&(beside_names(pieces), scale.to_bits()), || {
        let ground = &state.game.scenario.ground;
        let begun = begun(&state.game.scenario);
        let marks = [stands(pieces, scale), signs(pieces, scale)].concat();
        let around = Around { flags, stands: &covered(pieces), marks: &marks, begun: &begun, entries: &[] };
        // The ground stays the same all through the game.
        kept.places.of(&scale.to_bits(), || NamePlaces::new(ground, around, scale)).among(around)
    })
}

/// The stands of all units, at this many points per inch.
fn stands(pieces: &[Piece], scale: f32) -> Vec<Mark> {
    let marks = |piece: &Piece| match &piece.drawn {
        Drawn::Troop(troop) => troop_marks(troop, scale),
        Drawn::Block(block) => stand_marks(block, scale),
    };
    pieces.iter().flat_map(marks).collect()
}

/// The numbers and signs of units, drawn over all stands.
fn signs(pieces: &[Piece], scale: f32) -> Vec<Mark> {
    let mut marks = Vec::new();
    let (mut troops, mut blocks) = (Vec::new(), Vec::new());
    for piece in pieces {
        match &piece.drawn {
            Drawn::Troop(troop) => troops.push(troop),
            Drawn::Block(block) => {
                marks.extend(sign_marks(block));
                blocks.push(block);
            }
        }
    }
    marks.extend(troops_signs(&troops, &blocks, scale));
    marks
}

/// The space covered at the start of the battle, as far as it is known without formations.
fn begun(scenario: &Scenario) -> Vec<Span> {
    /// Half the width that a piece covers, in inches.
    const HALF: f32 = 1.2;
    scenario.deployed().map(|pose| spread(pose.at, Vec2::splat(HALF))).collect()
}

/// The marks of a layer, at this many points per inch.
pub fn layer(state: &State, due: &Due<Order>, name: &str, scale: f32) -> Vec<Mark> {
    let ground = &state.game.scenario.ground;
    match name {
        "ground" => return ground_marks(ground),
        "grid" => return grid_marks(ground.size),
        SMALL_GROUND => return small_ground_marks(ground),
        _ => {}
    }
    let pieces = pieces(state, due);
    let covered = covered(&pieces);
    let objectives = objectives(state);
    let flags: Vec<_> = objectives
        .iter()
        .map(|(place, points, ink)| {
            (&place[..], flag_foot(ground.size, place, &covered), points.as_str(), *ink)
        })
        .collect();
    match name {
        "names" | NAMES_OVER => {
            let flags: Vec<(&[Vec2], Span)> =
                flags.iter().map(|(place, foot, ..)| (*place, flag_box(*foot))).collect();
            let names = names(state, &pieces, &flags, scale);
            if name == NAMES_OVER { names.over.clone() } else { names.under.clone() }
        }
        "pieces" => stands(&pieces, scale),
        // Drawn over orders, so that a unit's number stays readable.
        "signs" => signs(&pieces, scale),
        "under way" => sketch::under_way(state),
        "objectives" => objective_marks(&flags),
        _ => Vec::new(),
    }
}
