//! What is printed of a game: its stands in their true size, and the lengths in force.

use std::collections::BTreeMap;

use crate::army::{Arm, emblem};
use crate::drawing::{Block, Mark, label_marks};
use crate::game::{Cutting, Printed, RuleLength};
use crate::rules::easy::tables::Band;
use crate::rules::easy::{StandId, State};
use crate::table::{Pose, Vec2};

use super::colours::colour_of;
use super::scene::grade;

/// Every stand, as it stands in the order of battle.
pub fn printed(state: &State, scale: f32) -> Vec<Printed> {
    state.ids().map(|id| piece(state, id, scale)).collect()
}

fn piece(state: &State, id: StandId, scale: f32) -> Printed {
    let (unit, stand) = (state.unit(id), state.stand(id));
    let arm = match (unit.arm, unit.battery) {
        (Arm::General, _) => format!("general, {}", grade(state, id)),
        (arm, Some(battery)) => format!("{}, {}", arm.name(), battery.name()),
        (arm, None) => arm.name().to_owned(),
    };
    let rect = unit.body.parts()[0];
    Printed {
        piece: state.key(id),
        arm,
        left: u32::from(stand.strength),
        start: u32::from(unit.strength),
        hidden: stand.hidden,
        cuts: vec![Cutting {
            size: Vec2::new(rect.width, rect.depth),
            front: label(state, id, scale),
            back: Vec::new(),
        }],
    }
}

/// The stand as it is drawn on the table, in no condition.
fn label(state: &State, id: StandId, scale: f32) -> Vec<Mark> {
    let (unit, stand) = (state.unit(id), state.stand(id));
    let rect = unit.body.parts()[0];
    let (emblem, pose) = (emblem(unit.arm, unit.grade, unit.rating), Pose::at(0.0, 0.0, 0.0));
    let size = (rect.width, rect.depth);
    let block = Block {
        stand: id.0,
        badge: unit.badge,
        name: unit.short.clone(),
        grade: grade(state, id),
        strength: stand.strength,
        start: unit.strength,
        hidden: stand.hidden,
        marked: stand.marked,
        ..Block::plain(state.side(id).0, colour_of(state, id), emblem, pose, size)
    };
    label_marks(&block, scale)
}

/// The lengths of the rules on this table, each once: ways of the arms and ranges of the batteries that are there.
pub fn lengths(state: &State) -> Vec<RuleLength> {
    let lengths = state.lengths();
    let mut all = vec![
        RuleLength::round("Command range", lengths.command_range(), "easy:II.A.2.2"),
        RuleLength::round("Zone of control", lengths.zone_reach(), "easy:II.C.4"),
        RuleLength::round("Holding an objective", lengths.hold_range(), "easy:IV.C-terrain"),
    ];
    let units: Vec<_> = state.ids().map(|id| state.unit(id)).collect();
    // Arms whose way is the same share a stick.
    let mut ways: BTreeMap<u32, &'static str> = BTreeMap::new();
    let arms = [
        (Arm::General, "Move of a general"),
        (Arm::LightCavalry, "Move of light cavalry and horse artillery"),
        (Arm::HorseArtillery, "Move of light cavalry and horse artillery"),
        (Arm::HeavyCavalry, "Move of heavy cavalry"),
        (Arm::Infantry, "Move of infantry and foot artillery"),
        (Arm::FootArtillery, "Move of infantry and foot artillery"),
    ];
    for (arm, words) in arms {
        if units.iter().any(|unit| unit.arm == arm) {
            ways.entry(lengths.rate(arm).to_bits()).or_insert(words);
        }
    }
    all.extend(
        ways.into_iter().map(|(bits, words)| RuleLength::along(words, f32::from_bits(bits), "easy:II.B")),
    );
    // The farthest of each band among the batteries that are there; their own ranges stand in the table of the book.
    let rows: Vec<_> =
        units.iter().filter_map(|unit| unit.battery).map(|battery| lengths.to_hit(battery)).collect();
    for (band, words) in [
        (Band::Canister, "Canister, the farthest"),
        (Band::Effective, "Effective range, the farthest"),
        (Band::Long, "Long range, the farthest"),
    ] {
        let farthest = rows.iter().map(|row| row.row(band).1).max_by(f32::total_cmp);
        all.extend(farthest.map(|inches| RuleLength::along(words, inches, "easy:II.D-range")));
    }
    all
}
