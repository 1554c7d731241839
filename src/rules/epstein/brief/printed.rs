//! What is printed of a game: the stands of its units in their true size, and the lengths in force.

use crate::army::number_of;
use crate::drawing::{ArmyColour, Block, label_marks};
use crate::game::{Cutting, Printed, RuleLength};
use crate::rules::epstein::kind::Arm;
use crate::rules::epstein::morale::COMMAND;
use crate::rules::epstein::roster::{StandId, UnitId};
use crate::rules::epstein::state::{GroupId, Place, State};
use crate::rules::epstein::tables::{Pace, Weapon};
use crate::table::Pose;

use super::units::unit_colour;

/// Every group, and every unit of which nothing is in play.
pub fn printed(state: &State, scale: f32) -> Vec<Printed> {
    let mut found = Vec::new();
    for unit in state.game.unit_ids() {
        let groups: Vec<GroupId> = state.group_ids().filter(|id| state.unit(*id) == unit).collect();
        for id in &groups {
            found.push(piece(state, unit, state.key(*id), &state.group(*id).stands, scale));
        }
        if groups.is_empty() {
            let info = state.game.unit(unit);
            found.push(piece(state, unit, info.id.clone(), &info.stands, scale));
        }
    }
    found
}

fn piece(state: &State, unit: UnitId, key: String, stands: &[StandId], scale: f32) -> Printed {
    let info = state.game.unit(unit);
    let leads = info.kind.arm() == Arm::Command;
    let there = stands.iter().filter(|stand| state.stand(**stand).place != Place::Lost);
    let left: u32 = there.map(|stand| u32::from(state.stand(*stand).figures)).sum();
    let start: u32 = stands.iter().map(|stand| u32::from(state.game.stand(*stand).figures)).sum();
    Printed {
        piece: key,
        arm: info.kind.words(),
        left: if leads { 0 } else { left },
        start: if leads { 0 } else { start },
        hidden: false,
        cuts: stands.iter().map(|stand| cutting(state, unit, *stand, scale)).collect(),
    }
}

/// A stand with the number of its unit, its figures, and which of the unit's stands it is.
fn cutting(state: &State, unit: UnitId, stand: StandId, scale: f32) -> Cutting {
    let info = state.game.unit(unit);
    let size = state.size_of(stand);
    let colour = unit_colour(state, unit).unwrap_or(ArmyColour::Grey);
    let leads = info.kind.arm() == Arm::Command;
    let small = |figures: u16| if leads { 0 } else { u8::try_from(figures).unwrap_or(u8::MAX) };
    let nth = info.stands.iter().position(|one| *one == stand).map_or(1, |nth| nth + 1);
    let many = info.stands.len();
    let block = Block {
        stand: stand.0,
        badge: number_of(&info.id).unwrap_or(0),
        name: info.short.clone(),
        grade: if many > 1 { format!("stand {nth} of {many}") } else { String::new() },
        strength: small(state.stand(stand).figures),
        start: small(state.game.stand(stand).figures),
        ..Block::plain(info.side.0, colour, info.kind.emblem(), Pose::at(0.0, 0.0, 0.0), size)
    };
    Cutting { size: size.into(), front: label_marks(&block, scale), back: Vec::new() }
}

/// The radius of leaders, ranges and moves as the tables in force have them.
pub fn lengths(state: &State) -> Vec<RuleLength> {
    let tables = &state.game.tables;
    let mut all = vec![RuleLength::round("Leader's radius", COMMAND, "epstein:14.c.2")];
    let weapons = [
        (Weapon::Musket, ["Musket, optimum", "Musket, maximum"]),
        (Weapon::Rifle, ["Rifle, optimum", "Rifle, maximum"]),
        (Weapon::Canister, ["Canister, optimum", "Canister, maximum"]),
        (Weapon::RoundShot, ["Round shot, optimum", "Round shot, maximum"]),
    ];
    for (weapon, [near, far]) in weapons {
        let range = tables.range(weapon);
        if range.optimum < range.most {
            all.push(RuleLength::along(near, range.optimum, "epstein:3d.4"));
        }
        all.push(RuleLength::along(far, range.most, "epstein:3d.4"));
    }
    let paces = [
        (Pace::MarchColumn, "Move in march column"),
        (Pace::AssaultColumn, "Move in assault column"),
        (Pace::Line, "Move in line"),
        (Pace::SkirmishOrder, "Move in skirmish order"),
        (Pace::Cavalry, "Move of cavalry"),
        (Pace::Artillery, "Move of artillery"),
        (Pace::HorseArtillery, "Move of horse artillery"),
        (Pace::Command, "Move of leaders"),
    ];
    all.extend(paces.map(|(pace, words)| RuleLength::along(words, tables.inches(pace), "epstein:3d.1")));
    all
}
