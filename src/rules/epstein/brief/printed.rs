//! Paper for a game: the stands of its units in their true size, and the lengths in force.

use crate::kind::Arm;
use crate::morale::COMMAND;
use crate::options::RoutedCrew;
use crate::roster::{StandId, UnitId};
use crate::state::{GroupId, Place, State};
use crate::tables::{Pace, Weapon};
use drawing::{ArmyColour, Block, label_marks};
use game::{Cutting, Printed, RuleLength};
use scenario::army::number_of;
use table::Pose;

use super::units::unit_colour;

/// Every group, and every unit with nothing in play.
pub fn printed(state: &State) -> Vec<Printed> {
    let mut found = Vec::new();
    for unit in state.game.unit_ids() {
        let groups: Vec<GroupId> = state.group_ids().filter(|id| state.unit(*id) == unit).collect();
        for id in &groups {
            found.push(piece(state, unit, state.key(*id), &state.group(*id).stands));
        }
        if groups.is_empty() {
            let info = state.game.unit(unit);
            found.push(piece(state, unit, info.id.clone(), &info.stands));
        }
    }
    found
}

fn piece(state: &State, unit: UnitId, key: String, stands: &[StandId]) -> Printed {
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
        cuts: stands.iter().map(|stand| cutting(state, unit, *stand)).collect(),
        ..Printed::default()
    }
}

/// A stand with its unit's number, its figures, and its own number in the unit.
fn cutting(state: &State, unit: UnitId, stand: StandId) -> Cutting {
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
        // The stands of one unit differ by it.
        name: if many > 1 { format!("{}, {nth} of {many}", info.short) } else { info.short.clone() },
        strength: small(state.stand(stand).figures),
        start: small(state.game.stand(stand).figures),
        ..Block::plain(info.side.0, colour, info.kind.emblem(), Pose::at(0.0, 0.0, 0.0), size)
    };
    Cutting { size: size.into(), front: label_marks(&block), back: Vec::new() }
}

/// The radius of leaders, and ranges and moves from the tables in force.
pub fn lengths(state: &State) -> Vec<RuleLength> {
    let tables = &state.game.tables;
    let mut all = vec![RuleLength::round("Leader's radius", COMMAND, "epstein:14.c.2")];
    let weapons = [
        (Weapon::Musket, "Musket"),
        (Weapon::Rifle, "Rifle"),
        (Weapon::Canister, "Canister"),
        (Weapon::RoundShot, "Round shot"),
    ];
    all.extend(weapons.map(|(weapon, words)| {
        let range = tables.range(weapon);
        let least = Some(("from", range.least)).filter(|(_, inches)| *inches > 0.0);
        let optimum = Some(("optimum", range.optimum)).filter(|(_, inches)| *inches < range.most);
        let bands = least.into_iter().chain(optimum).chain([("maximum", range.most)]);
        RuleLength::range(words, bands.collect(), "epstein:3d.4")
    }));
    let paces = [
        (Pace::MarchColumn, "Move in march column", "epstein:3d.1"),
        (Pace::AssaultColumn, "Move in assault column", "epstein:3d.1"),
        (Pace::Line, "Move in line", "epstein:3d.1"),
        (Pace::Square, "Move in square", "epstein:3d.1"),
        (Pace::SkirmishOrder, "Move in skirmish order", "epstein:3d.1"),
        (Pace::Artillery, "Move of artillery", "epstein:3d.2"),
        (Pace::HorseArtillery, "Move of horse artillery", "epstein:3d.2"),
        (Pace::GunnersOnFoot, "Move of gunners on foot", "epstein:8.d.6"),
        (Pace::Cavalry, "Move of cavalry in any formation", "epstein:3d.2"),
        (Pace::CavalryChanging, "Move of cavalry that changes formation", "epstein:5.8"),
        (Pace::Command, "Move of command figures", "epstein:14.c.1"),
        (Pace::RoutedInfantry, "Rout of infantry", "epstein:13.1"),
        (Pace::RoutedCavalry, "Rout of cavalry", "epstein:13.1"),
        (Pace::RoutedCrew, "Rout of a crew", "epstein:13.1"),
    ];
    // Routed guns do not run if their crew is removed with them.
    let removed = state.game.options.routed_crew == RoutedCrew::Removed;
    let paces = paces.into_iter().filter(|(pace, ..)| !(removed && *pace == Pace::RoutedCrew));
    all.extend(paces.map(|(pace, words, clause)| RuleLength::along(words, tables.inches(pace), clause)));
    all
}
