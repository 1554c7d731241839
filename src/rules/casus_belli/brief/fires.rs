//! How guns fire from hex to hex, as it is told: range, what it makes of their strength, and what is in the way (`cb:9b`, `cb:9e`).

use crate::hexes::{AlongHexside, Hex, Sight, sight};
use crate::rules::casus_belli::chart::{self, Effect, RANGE};
use crate::rules::casus_belli::options::HexsideFire;
use crate::rules::casus_belli::state::State;
use crate::rules::casus_belli::zones;

/// What stops the line of fire from one hex to another; none: it is open. Next to each other it always is.
pub fn blocked(state: &State, from: Hex, to: Hex) -> Option<Vec<Hex>> {
    let map = state.game.map();
    if map.grid.distance(from, to) <= 1 {
        return None;
    }
    let along = match state.game.options.hexside_fire {
        HexsideFire::Both => AlongHexside::Both,
        HexsideFire::Either => AlongHexside::Either,
        HexsideFire::Never => AlongHexside::Never,
    };
    match sight(map.grid, from, to, along, |hex| chart::of(map.kind(hex)).blocks_fire) {
        Sight::Clear => None,
        Sight::Blocked { by } => Some(by),
    }
}

/// Every hex that guns in this one can bombard.
pub fn field(state: &State, from: Hex) -> Vec<Hex> {
    let map = state.game.map();
    let open = |hex: &Hex| {
        let far = map.grid.distance(from, *hex);
        (1..=RANGE).contains(&far)
            && chart::guns_may_attack_from(map.kind(from), &state.game.options)
            && blocked(state, from, *hex).is_none()
    };
    map.grid.hexes().filter(open).collect()
}

/// What guns make of the distance, in words: `guns fire at half strength`.
pub fn words(state: &State, from: Hex, to: Hex) -> String {
    let far = state.game.map().grid.distance(from, to);
    if far == 0 {
        return String::new();
    }
    if far > RANGE {
        return "out of range of guns".to_owned();
    }
    if let Some(by) = blocked(state, from, to) {
        let by: Vec<String> = by.iter().map(ToString::to_string).collect();
        return format!("line of fire blocked by {}", by.join(" and "));
    }
    let strength = match chart::range_effect(far) {
        Effect::Doubled => "guns count double",
        Effect::None => "guns count as printed",
        Effect::Halved => "guns count half",
    };
    let river = if far == 1 && !zones::adjacent(state.game.map(), from, to) { ", over a river" } else { "" };
    format!("line of fire open, {strength}{river}")
}
