//! The drawing of the table: blocks, objectives, entries, works of engineers.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::combat::contacts::engaged;
use crate::command::out_of_command;
use crate::engineers::task::Task;
use crate::engineers::words::{halves_left, say_halves};
use crate::ground::earthwork_body;
use crate::state::{Place, Pontoon};
use crate::{StandId, State, pontoons, words};
use drawing::shape::{Span, bounds, spread};
use drawing::{
    Around, Block, Emblem, Flown, Ink, Length, Mark, NAMES_OVER, NamePlaces, Names, SIGN, SMALL_GROUND,
    ScenePiece, Sign, Stage, StageLayer, StageSpot, Work, Yardstick, fingerprint, flag_box, flag_foot,
    grid_marks, ground_marks, marker_marks, objective_marks, plant_flags, plate_marks, sign_marks, signs,
    small_ground_marks, stand_marks, work_marks,
};
use scenario::army::{Arm, Grade, emblem};
use scenario::{Scenario, Start};
use table::Vec2;
use table::ground::Line;
use table::measure::nearest_point_of_line;

use super::colours::{colour_of, first_colour_of, side_colour};
use super::tooltip::{self, Spot, StandTooltip};

/// The table with its stands.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub blocks: Vec<Block>,
    /// Place, points, ink of the holder.
    pub objectives: Vec<(Vec<Vec2>, String, Ink)>,
    /// Entries with due arrivals.
    pub entries: Vec<(Vec2, Vec2, String)>,
    /// Tasks of engineers (`easy:V.D`).
    pub works: Vec<Work>,
    /// Tooltips of stands and of places.
    pub tooltips: BTreeMap<StandId, StandTooltip>,
    pub spots: Vec<Spot>,
}

impl Table {
    /// The boxes that stands cover, with their points and signs.
    pub fn covered(&self) -> Vec<Span> {
        self.blocks.iter().map(covered).collect()
    }

    /// All marks of the stands, at this many points per inch; no neighbour hides plates and signs.
    fn stands(&self, scale: f32) -> [Vec<Mark>; 2] {
        let blocks = self.blocks.iter().flat_map(|block| stand_marks(block, scale)).collect();
        let signs = self.blocks.iter().flat_map(sign_marks);
        [blocks, plate_marks(&self.blocks, scale).into_iter().chain(signs).collect()]
    }

    /// A hash of everything that places names on the same ground: stands, entries and what is written on them.
    fn beside_names(&self) -> u64 {
        let written = |block: &Block| {
            (block.pose, block.badge, block.strength, block.start, block.hidden, block.taken_from)
        };
        let written: Vec<_> = self.blocks.iter().map(written).collect();
        fingerprint(&(&self.entries, self.covered(), written))
    }
}

/// The stage of the table.
pub fn stage(state: &State, table: &Table) -> Stage {
    let piece = |block: &Block| ScenePiece {
        key: state.key(StandId(block.stand)),
        of: None,
        spoken: spoken(state, block),
        outline: block.corners().to_vec(),
        colour: Some(block.colour),
    };
    let ground = fingerprint(&state.changes);
    let named = fingerprint(&(ground, table.beside_names()));
    let layer = |name, version, scaled, above| StageLayer { name, version, scaled, above };
    Stage {
        low: Vec2::ZERO,
        high: state.ground().size,
        layers: vec![
            layer("ground", ground, false, false),
            layer("grid", ground, false, false),
            layer("names", named, true, false),
            layer("pieces", fingerprint(&(&table.blocks, &table.entries, &table.works)), true, false),
            layer(NAMES_OVER, named, true, false),
            layer("objectives", fingerprint(&(&table.objectives, table.covered())), false, true),
        ],
        pieces: table.blocks.iter().map(piece).collect(),
        by_name: Vec::new(),
        places: Vec::new(),
        spots: spots(table),
        yardstick: Yardstick {
            unit: ["inch", "inches"],
            inches: 1.0,
            on_ground: state.lengths().yards_per_inch(),
            ground_unit: "yards",
        },
        north: 0.0,
    }
}

/// A stand in words, for screen readers.
fn spoken(state: &State, block: &Block) -> String {
    let also = [
        (block.may_act, ", may act"),
        (block.acted, ", has acted"),
        (block.locked, ", in contact"),
        (block.out_of_command, ", out of command"),
    ];
    let also = also.into_iter().filter(|(is, _)| *is).map(|(_, words)| words);
    std::iter::once(words::describe(state, StandId(block.stand)).as_str()).chain(also).collect()
}

/// Tooltip spots other than stands: signs on them, the topmost first, then plates and places.
fn spots(table: &Table) -> Vec<StageSpot> {
    let on_stand = |block: &Block| {
        let tooltip = table.tooltips.get(&StandId(block.stand));
        let sign = |(sign, at): (Sign, Vec2)| {
            let tooltip = tooltip?;
            let said = tooltip.said.iter().find(|said| said.sign == Some(sign))?;
            Some(StageSpot {
                at,
                reach: SIGN,
                over: true,
                title: tooltip.title.clone(),
                words: said.words.clone(),
                clause: said.clause,
            })
        };
        signs(block).into_iter().filter_map(sign).collect::<Vec<StageSpot>>()
    };
    let place = |spot: &Spot| StageSpot {
        at: spot.at,
        reach: Length::inches(spot.radius).between(8.0, f32::MAX),
        over: spot.plate,
        title: spot.title.clone(),
        words: spot.said.words.clone(),
        clause: spot.said.clause,
    };
    table.blocks.iter().rev().flat_map(on_stand).chain(table.spots.iter().map(place)).collect()
}

/// The space covered at the start of the battle, as far as it is known without formations.
fn begun(scenario: &Scenario) -> Vec<Span> {
    /// Half the width that a piece covers, in inches.
    const HALF: f32 = 1.0;
    scenario.deployed().map(|pose| spread(pose.at, Vec2::splat(HALF))).collect()
}

/// The marks of a layer, at this many points per inch.
pub fn layer(state: &State, movable: &[StandId], name: &str, scale: f32) -> Vec<Mark> {
    let ground = state.ground();
    match name {
        "ground" => return ground_marks(ground),
        "grid" => return grid_marks(ground.size),
        SMALL_GROUND => return small_ground_marks(ground),
        _ => {}
    }
    // Tooltips are not drawn.
    let table = table(state, movable, BTreeMap::new());
    let stands = table.covered();
    let place = |(place, points, ink): &(Vec<Vec2>, String, Ink)| {
        (place.clone(), flag_foot(ground.size, place, &stands), points.clone(), *ink)
    };
    let flags: Vec<_> = table.objectives.iter().map(place).collect();
    let flags: Vec<_> =
        flags.iter().map(|(place, foot, points, ink)| (&place[..], *foot, points.as_str(), *ink)).collect();
    match name {
        "names" | NAMES_OVER => {
            let flags: Vec<(&[Vec2], Span)> =
                flags.iter().map(|(place, foot, ..)| (*place, flag_box(*foot))).collect();
            let names = names(state, &table, &flags, scale);
            if name == NAMES_OVER { names.over.clone() } else { names.under.clone() }
        }
        "pieces" => {
            let entries = table.entries.iter().flat_map(|(at, forward, _)| marker_marks(*at, *forward));
            let [blocks, signs] = table.stands(scale);
            entries.chain(blocks).chain(work_marks(&table.works)).chain(signs).collect()
        }
        "objectives" => objective_marks(&flags),
        _ => Vec::new(),
    }
}

/// All names on the table in this state; `flags`: the place of each, and the space it covers.
fn names(state: &State, table: &Table, flags: &[(&[Vec2], Span)], scale: f32) -> Arc<Names> {
    let kept = &state.game.names;
    let on = (fingerprint(&state.changes), scale.to_bits());
    kept.written.of(&(on, table.beside_names()), || {
        let ground = state.ground();
        let begun = begun(&state.game.scenario);
        let (stands, marks) = (table.covered(), table.stands(scale).concat());
        let around = Around { flags, stands: &stands, marks: &marks, begun: &begun, entries: &table.entries };
        kept.places.of(&on, || NamePlaces::new(ground, around, scale)).among(around)
    })
}

/// The box that a stand covers with the point of its front and its signs.
fn covered(block: &Block) -> Span {
    let (low, high) = bounds(&block.corners());
    let point = block.pose.to_table(Vec2::new(0.0, block.depth / 2.0 + 0.17));
    let signs = signs(block).into_iter().map(|(_, at)| spread(at, Vec2::splat(SIGN.inches)));
    signs.fold((low.min(point), high.max(point)), |(low, high), sign| (low.min(sign.0), high.max(sign.1)))
}

/// A general's grade, or the command of troops.
pub(super) fn grade(state: &State, id: StandId) -> String {
    let unit = state.unit(id);
    if unit.arm == Arm::General {
        let grade = match unit.grade {
            Some(Grade::Army) => "army",
            Some(Grade::Wing) => "wing",
            Some(Grade::Corps) | None => "corps",
            Some(Grade::Division) => "division",
        };
        return grade.to_owned();
    }
    state.command(unit.command).name.clone()
}

/// The table as seen by somebody with this state; `movable`: the stands that may act, `tooltips`: those of each stand.
pub fn table(state: &State, movable: &[StandId], tooltips: BTreeMap<StandId, StandTooltip>) -> Table {
    let engaged = engaged(state);
    let lost = out_of_command(state);
    let blocks = state.on_table().map(|(id, placed)| {
        let (unit, stand) = (state.unit(id), state.stand(id));
        let rect = unit.body.parts()[0];
        Block {
            stand: id.0,
            badge: unit.badge,
            name: unit.short.clone(),
            side: state.side(id).0,
            colour: colour_of(state, id),
            emblem: emblem(unit.arm, unit.grade, unit.rating),
            grade: grade(state, id),
            pose: placed.pose,
            width: rect.width,
            depth: rect.depth,
            strength: stand.strength,
            start: unit.strength,
            hidden: stand.hidden,
            marked: stand.marked,
            may_act: movable.contains(&id),
            large: movable.contains(&id),
            acted: state.active().is_some_and(|now| now.acted.contains(&id)),
            out_of_command: lost.binary_search(&id).is_ok(),
            routed: stand.routed,
            evading: stand.evading,
            square: stand.square,
            taken_from: state.is_taken(id).then(|| first_colour_of(state, id)),
            work: pontoons::work(state, id).map(|site| [site.banks[0], site.head(), site.banks[1]]),
            spent: matches!(state.pontoons.get(&id), Some(Pontoon::Spent)),
            locked: engaged.binary_search(&id).is_ok(),
            flown: Flown::default(),
        }
    });
    let mut blocks: Vec<Block> = blocks.collect();
    // Generals are on top, since others pass through them.
    blocks.sort_by_key(|block| (matches!(block.emblem, Emblem::General { .. }), block.stand));
    plant_flags(&mut blocks);
    let scenario = &state.game.scenario;
    let objectives = scenario
        .objectives
        .iter()
        .zip(&state.holders)
        .map(|(objective, holder)| {
            let ink = holder.and_then(|side| side_colour(state, side)).map_or(Ink::Plate, Ink::Block);
            (objective.place.clone(), objective.points.to_string(), ink)
        })
        .collect();
    let entries = scenario
        .entries
        .iter()
        .filter(|entry| {
            state.ids().any(|id| {
                state.stand(id).place == Place::Reserve
                    && matches!(&state.unit(id).start, Start::Arrives { entry: at, .. } if *at == entry.id)
            })
        })
        .map(|entry| (entry.pose.at, entry.pose.heading.forward(), entry.name.clone()))
        .collect();
    Table { blocks, objectives, entries, works: works(state), tooltips, spots: tooltip::spots(state) }
}

/// Works under way with the turns left, and the engineers attached to infantry.
fn works(state: &State) -> Vec<Work> {
    let ground = state.ground();
    let jobs = state.engineers.jobs.iter().filter_map(|(engineer, job)| {
        let left = say_halves(halves_left(state, job)?);
        let over = match &job.task {
            Task::Bridge { over, at } => Some((over, *at)),
            Task::Destroy { bridge } => {
                ground.crossings.iter().find(|known| known.id == *bridge).map(|known| (&known.over, known.at))
            }
            Task::Earthworks { .. } => None,
        };
        let own = state.pose(*engineer)?;
        let outline = match (&job.task, over) {
            (Task::Earthworks { at }, _) => earthwork_body(state.lengths()).placed(*at).corners().collect(),
            (_, Some((over, at))) => {
                let line = ground.lines.iter().find(|line| line.id == *over)?;
                let [near, far] = banks(line, at, own.at);
                vec![near, far]
            }
            _ => return None,
        };
        let at = own.at - own.heading.forward() * tooltip::WORK_PLATE;
        Some(Work::Site { outline, at, left })
    });
    let ties = state.engineers.attached.iter().filter_map(|(engineer, host)| {
        // From the engineers' nearest edge to the nearest point of their infantry.
        let own = state.pose(*engineer)?;
        let to = nearest_point(state, *host, own.at)?;
        Some(Work::Tie { from: nearest_point(state, *engineer, to)?.lerp(own.at, 0.01), to })
    });
    let ruins = tooltip::ruins(state).into_iter().filter_map(|ruin| {
        let line = ground.lines.iter().find(|line| line.id == ruin.over)?;
        Some(Work::Ruin { banks: banks(line, ruin.at, ruin.at) })
    });
    jobs.chain(ties).chain(ruins).collect()
}

/// The banks of a water on both sides of this place, the one nearer to `from` first.
fn banks(line: &Line, place: Vec2, from: Vec2) -> [Vec2; 2] {
    let middle = nearest_point_of_line(&line.points, place);
    let off = |pair: &[Vec2]| nearest_point_of_line(pair, middle).distance(middle);
    let stretch = line.points.windows(2).min_by(|a, b| off(a).total_cmp(&off(b)));
    let along = stretch.map_or(Vec2::X, |pair| (pair[1] - pair[0]).normalize_or(Vec2::X));
    let half = along.perp() * (line.width / 2.0).max(0.4);
    let near = if (middle + half).distance(from) < (middle - half).distance(from) { half } else { -half };
    [middle + near, middle - near]
}

/// The point of a stand nearest to this one.
fn nearest_point(state: &State, id: StandId, to: Vec2) -> Option<Vec2> {
    let pose = state.pose(id)?;
    let half = state.unit(id).body.parts().first()?.half();
    Some(pose.to_table(pose.to_local(to).clamp(-half, half)))
}
