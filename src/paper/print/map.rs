//! The map of hexes in its true size. Units: inches of the map as drawn.

use super::PrintRequest;
use super::cut::finished;
use super::pieces::{COUNTER, HEX_SCALE};
use super::tiles::{Whole, sheets};
use crate::output::POINTS;
use crate::pages::Set;
use drawing::NAMES_OVER;
use drawing::hex::FLAT;

/// The printed layers of a map: the ground and the names, but no pieces.
const LAYERS: [&str; 4] = ["ground", "numbers", "names", NAMES_OVER];

/// Margin of paper round the map.
const ROUND: f32 = 0.2;

/// The map over several sheets.
pub fn map(request: &PrintRequest<'_>) -> Set {
    let (_, battle) = request.game.battle();
    let viewer = request.viewer();
    let stage = request.game.stage(viewer);
    let layers = stage.layers.iter().filter(|layer| LAYERS.contains(&layer.name));
    let marks = layers.flat_map(|layer| request.game.layer(layer.name, HEX_SCALE, viewer)).collect();
    let whole = Whole { low: stage.low - ROUND, high: stage.high + ROUND, scale: HEX_SCALE, marks };
    let hex = FLAT * HEX_SCALE / POINTS;
    let note = format!(
        "A hex is {hex:.2} in from flat to flat: so counters of {COUNTER} in lie in it as on the screen"
    );
    finished(sheets(request.paper, &whole, &format!("{battle}: map"), &note))
}
