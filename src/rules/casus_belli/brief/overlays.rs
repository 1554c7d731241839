//! Overlays on the map: zones, command, lines of communications, fronts, charges, duties, reach, threats.

use crate::command::Lines;
use crate::movement;
use crate::roster::{Counter, PieceId};
use crate::state::{Group, State};
use crate::zones;
use drawing::Mark;
use drawing::hex::{
    Cost, Lie, attack_marks, command_marks, communication_marks, lit_marks, owed_marks, path_marks,
    range_marks, reach_marks, zone_marks,
};
use game::{Overlay, Spot};
use hexes::Hex;
use scenario::Side;

use super::{facing, fires, owed, threat, under, units};

pub const OVERLAYS: &[Overlay] = &[
    Overlay {
        name: "zones",
        title: "Zones of control",
        tooltip: "Show or hide what the units control; the routed and those of demoralised corps control nothing",
    },
    Overlay {
        name: "command",
        title: "Command",
        tooltip: "Show or hide how far a leader commands and the lines to his units: of the selected piece, else of the side whose turn it is",
    },
    Overlay {
        name: "communications",
        title: "Lines of communications",
        tooltip: "Show or hide the hexes for which the retreats and runs of each side make",
    },
    Overlay {
        name: "facing",
        title: "Front, flanks, rear",
        tooltip: "Show or hide what is front, flank and rear of the selected unit, where facing is played",
    },
    Overlay { name: "charges", title: "Charges", tooltip: "Show or hide the lines of declared charges" },
    Overlay {
        name: "owed",
        title: "Owed combats",
        tooltip: "Show or hide who owes an attack, and who is owed one",
    },
    Overlay { name: "reach", title: "Reach", tooltip: "Show or hide where the selected piece may move now" },
    Overlay {
        name: "fire",
        title: "Fire",
        tooltip: "Show or hide the hexes that the selected guns can bombard",
    },
    Overlay {
        name: "threats",
        title: "Threats",
        tooltip: "Show or hide from where enemies could come at the selected unit in their next turn",
    },
];

/// The marks of an overlay; `piece`: the selected one, `at`: where it is held.
pub fn overlay(state: &State, name: &str, piece: Option<PieceId>, at: Option<Spot>) -> Vec<Mark> {
    let unit = piece.and_then(|piece| match state.game.counter(piece) {
        Counter::Unit(unit) => Some(unit),
        Counter::Leader(_) => None,
    });
    match name {
        "zones" => Side::BOTH.map(|side| zones_of(state, side)).concat(),
        "command" => command(state, piece),
        "communications" => Side::BOTH.map(|side| communications(state, side)).concat(),
        "facing" => unit.map(|unit| facing::marks(state, unit)).unwrap_or_default(),
        "charges" => charges(state),
        "owed" => owed_here(state),
        "reach" => piece.map(|piece| reach(state, piece)).unwrap_or_default(),
        "fire" => unit
            .filter(|unit| state.game.is_artillery(*unit))
            .and_then(|unit| at.and_then(Spot::hex).or_else(|| state.hex(unit)))
            .map(|from| fire(state, from))
            .unwrap_or_default(),
        "threats" => unit.map(|unit| threats(state, unit, at.and_then(Spot::hex))).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn zones_of(state: &State, side: Side) -> Vec<Mark> {
    let hexes: Vec<Hex> = zones::zone(state, side).iter().collect();
    zone_marks(&state.game.sheet().lie, side.0, state.game.colour(side), &hexes)
}

fn communications(state: &State, side: Side) -> Vec<Mark> {
    let hexes = &state.game.communications[side.index()];
    communication_marks(&state.game.sheet().lie, hexes, state.game.colour(side))
}

/// The range of the selected piece's commander, and the lines to his group; without a selection the lines of the side whose
/// turn it is, and the range of each of its commanders.
fn command(state: &State, piece: Option<PieceId>) -> Vec<Mark> {
    let (side, only) = match piece {
        Some(piece) => {
            let (side, group) = under::group_of(state, piece);
            (side, Some(group))
        }
        None => (state.phasing, None),
    };
    let lie = &state.game.sheet().lie;
    let seen = under::seen_by(state, side);
    let groups: Vec<Group> = match only {
        Some(group) => vec![group],
        None => {
            let corps = state.game.corps_of_side(side).map(Group::Corps);
            std::iter::once(Group::Army).chain(corps).collect()
        }
    };
    let lines = Lines::new(&seen, side);
    let mut hexes = Vec::new();
    for group in groups {
        let seat = crate::command::commander_of(&seen, side, group);
        let Some(seat) = seat.and_then(|piece| units::hex(&seen, piece)) else { continue };
        let reached = lines.from(seat, state.game.ranges(side).unit);
        hexes.extend(state.game.map().grid.hexes().filter(|hex| lines.is_reached(&reached, *hex)));
    }
    hexes.sort_unstable();
    hexes.dedup();
    let mut marks = range_marks(lie, &hexes);
    marks.extend(line_marks(lie, under::lines(state, side, only)));
    marks
}

fn line_marks(lie: &Lie, lines: Vec<under::Drawn>) -> Vec<Mark> {
    let lines: Vec<(Vec<Hex>, bool)> = lines.into_iter().map(|line| (line.way, line.holds)).collect();
    command_marks(lie, &lines)
}

fn charges(state: &State) -> Vec<Mark> {
    let lie = &state.game.sheet().lie;
    let mut marks = Vec::new();
    for (unit, charge) in &state.command.charges {
        // From where the ride began: it may be over already.
        let begins = state.unit(*unit).moved.as_ref().map_or(state.unit(*unit).place, |moved| moved.from);
        let way: Vec<Hex> = begins.hex().into_iter().chain(charge.line.iter().copied()).collect();
        marks.extend(path_marks(lie, &way, None));
        if let (Some(last), Some(target)) = (charge.line.last(), state.hex(charge.target)) {
            marks.extend(attack_marks(lie, &[*last], &[target], "×2", drawing::USUAL_SCALE));
        }
    }
    marks
}

fn owed_here(state: &State) -> Vec<Mark> {
    let Some(phase) = state.combat() else { return Vec::new() };
    let owing = |id: &crate::UnitId| owed::owes(phase, *id) || owed::is_owed(phase, *id);
    let hexes: Vec<Hex> = state.game.units().filter(owing).filter_map(|id| state.hex(id)).collect();
    owed_marks(&state.game.sheet().lie, &hexes)
}

fn reach(state: &State, piece: PieceId) -> Vec<Mark> {
    let zone = zones::zone(state, state.game.side_of(piece).enemy());
    let reach = movement::reach(state, piece);
    let costs: Vec<Cost> =
        reach.iter().map(|(hex, halves)| Cost { hex, halves, stops: zone.contains(hex) }).collect();
    reach_marks(&state.game.sheet().lie, &costs)
}

/// The hexes that guns could bombard from here (`cb:9b`, `cb:9e`).
fn fire(state: &State, from: Hex) -> Vec<Mark> {
    let hexes: Vec<Hex> = fires::field(state, from);
    lit_marks(&state.game.sheet().lie, &hexes)
}

fn threats(state: &State, unit: crate::UnitId, at: Option<Hex>) -> Vec<Mark> {
    let Some(here) = at.or_else(|| state.hex(unit)) else { return Vec::new() };
    let lie = &state.game.sheet().lie;
    let mut from: Vec<Hex> = threat::all(state, unit, here).into_iter().map(|found| found.strikes).collect();
    from.sort_unstable();
    from.dedup();
    from.iter().flat_map(|hex| attack_marks(lie, &[*hex], &[here], "", drawing::USUAL_SCALE)).collect()
}

/// The marks while the pointer is over a piece: its line of command, or those of the units it commands, and its charge.
pub fn under_pointer(state: &State, piece: PieceId) -> Vec<Mark> {
    let lie = &state.game.sheet().lie;
    let (side, group) = under::group_of(state, piece);
    let seen = under::seen_by(state, side);
    let commands = crate::command::group_of_commander(&seen, side, piece).is_some();
    let Some(here) = units::hex(state, piece) else { return Vec::new() };
    let mut lines = under::lines(state, side, Some(group));
    let unit = match state.game.counter(piece) {
        Counter::Unit(unit) => Some(unit),
        Counter::Leader(_) => None,
    };
    if !commands {
        lines.retain(|line| line.unit == unit && unit.is_some());
    }
    let mut marks = line_marks(lie, lines);
    if let Some(unit) = unit
        && let Some(charge) = state.command.charges.get(&unit)
        && let Some(target) = state.hex(charge.target)
    {
        marks.extend(attack_marks(lie, &[here], &[target], "×2", drawing::USUAL_SCALE));
    }
    marks
}
