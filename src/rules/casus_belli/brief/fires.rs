//! Fire of guns from hex to hex, in words: range, its effect on their strength, and obstacles (`cb:9b`, `cb:9e`).

use crate::chart::{self, Effect};
use crate::combat::reach::{GunReach, reach_between};
use crate::state::State;
use hexes::Hex;

/// Every hex that guns in this one can bombard.
pub fn field(state: &State, from: Hex) -> Vec<Hex> {
    let map = state.game.map();
    if !chart::guns_may_attack_from(map.kind(from), &state.game.options) {
        return Vec::new();
    }
    let open = |hex: &Hex| *hex != from && reach_between(state, from, *hex).range().is_some();
    map.grid.hexes().filter(open).collect()
}

/// The effect of range on guns, in words: `guns fire at half strength`.
pub fn words(state: &State, from: Hex, to: Hex) -> String {
    if from == to {
        return String::new();
    }
    let (far, river) = match reach_between(state, from, to) {
        GunReach::TooFar(_) => return "out of range of guns".to_owned(),
        GunReach::Blocked(by) => {
            let by: Vec<String> = by.iter().map(ToString::to_string).collect();
            return format!("line of fire blocked by {}", by.join(" and "));
        }
        GunReach::Open(far) => (far, ""),
        GunReach::Adjacent => (1, ""),
        GunReach::OverRiver => (1, ", over a river"),
    };
    let strength = match chart::range_effect(far) {
        Effect::Doubled => "guns count double",
        Effect::None => "guns count as printed",
        Effect::Halved => "guns count half",
    };
    format!("line of fire open, {strength}{river}")
}
