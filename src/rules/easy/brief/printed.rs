//! Paper for a game: its stands in their true size, and the lengths in force.

use std::collections::{BTreeMap, BTreeSet};

use crate::tables::Band;
use crate::{StandId, State};
use drawing::{Block, Mark, label_marks};
use game::{Clause, Cutting, Printed, RuleLength};
use scenario::Weather;
use scenario::army::{Arm, Battery, emblem};
use table::{Pose, Vec2};

use super::colours::colour_of;
use super::scene::grade;

/// Every stand, in the order of battle.
pub fn printed(state: &State) -> Vec<Printed> {
    state.ids().map(|id| piece(state, id)).collect()
}

fn piece(state: &State, id: StandId) -> Printed {
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
            front: label(state, id),
            back: Vec::new(),
        }],
        ..Printed::default()
    }
}

/// The stand as drawn on the table, in no condition.
fn label(state: &State, id: StandId) -> Vec<Mark> {
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
    label_marks(&block)
}

/// The lengths of the rules on this table, each once: moves of its arms and ranges of its batteries.
pub fn lengths(state: &State) -> Vec<RuleLength> {
    let lengths = state.lengths();
    let mut all = vec![
        RuleLength::round("Command range", lengths.command_range(), "easy:II.A.2.2"),
        RuleLength::round("Zone of control", lengths.zone_reach(), "easy:II.C.4"),
        RuleLength::round("Holding an objective", lengths.hold_range(), "easy:IV.C-terrain"),
    ];
    all.extend(ways(state, Weather::Clear, "easy:II.B"));
    match state.weather {
        Weather::Clear => {}
        weather @ Weather::Muddy => all.extend(ways(state, weather, "easy:IV.D-mud")),
        weather @ Weather::Poor => all.extend(ways(state, weather, "easy:IV.D-poor")),
    }
    let batteries: BTreeSet<Battery> = state.ids().filter_map(|id| state.unit(id).battery).collect();
    all.extend(batteries.into_iter().map(|battery| {
        let row = lengths.to_hit(battery);
        let bands = [Band::Canister, Band::Effective, Band::Long].map(|band| (band.name(), row.row(band).1));
        RuleLength::range(battery.name(), bands.into(), "easy:II.D-range")
    }));
    all
}

/// The moves of its arms in this weather; equal ones share a stick.
fn ways(state: &State, weather: Weather, clause: Clause) -> Vec<RuleLength> {
    let there: BTreeSet<Arm> = state.ids().map(|id| state.unit(id).arm).collect();
    let mut ways: BTreeMap<u32, Vec<&'static str>> = BTreeMap::new();
    for (arm, words) in [
        (Arm::General, "generals"),
        (Arm::LightCavalry, "light cavalry"),
        (Arm::HeavyCavalry, "heavy cavalry"),
        (Arm::HorseArtillery, "horse artillery"),
        (Arm::Infantry, "infantry"),
        (Arm::FootArtillery, "foot artillery"),
        (Arm::Engineer, "engineers"),
        (Arm::Pontoon, "pontoon trains"),
        (Arm::Wagon, "wagons"),
    ] {
        if there.contains(&arm) {
            ways.entry(state.lengths().allowance(arm, weather).to_bits()).or_default().push(words);
        }
    }
    let when = if weather == Weather::Clear { String::new() } else { format!(", {}", weather.words()) };
    let way = |(bits, arms): (u32, Vec<&str>)| {
        RuleLength::along(format!("Move of {}{when}", arms.join(", ")), f32::from_bits(bits), clause)
    };
    ways.into_iter().map(way).collect()
}
