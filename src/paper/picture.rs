//! A picture of the present game, like the whole table in the window. Units: points of the sheet, inches of the table.

use glam::Vec2;

use desk::Game;
use drawing::furniture::{needle_marks, scale_bar_marks};
use drawing::plates::parted;
use drawing::shape::{Span, bounds};
use drawing::{Ink, Mark, Palette, Stage, make_way};
use game::Viewer;

use super::svg::{Frame, Sheet, Svg};

/// Height of the strip below the map with needle and scale bars, in points.
const STRIP: f32 = 24.0;

/// The layers of the ground, under all names.
const GROUND: [&str; 2] = ["ground", "grid"];

/// The options of a picture.
#[derive(Clone, Debug)]
pub struct Look {
    /// Points per inch of the table.
    pub scale: f32,
    pub palette: Palette,
    /// The viewer of the picture.
    pub viewer: Viewer,
    /// Overlays: under names and pieces, with their plates beside the pieces.
    pub laid: Vec<Mark>,
    /// Marks over everything else.
    pub over: Vec<Mark>,
}

/// The battle and the turn.
pub fn title(game: &dyn Game) -> String {
    let (_, name) = game.battle();
    format!("{name}, turn {}", game.turn_number())
}

/// The present game, with needle and scale below.
pub fn picture(game: &dyn Game, look: &Look) -> Svg {
    let stage = game.stage(look.viewer);
    let (low, high) = stage.with_margin();
    let frame = Frame::new(low, high, look.scale);
    let map = frame.size();
    let mut sheet = Sheet::new(map + Vec2::new(0.0, STRIP), look.palette);
    sheet.fill(Ink::Desk);
    for marks in layers(game, &stage, look, &frame) {
        sheet.draw(&frame, &marks);
    }
    let foot = STRIP / 2.0;
    let bars = [26.0, 26.0 + (map.x / 2.0 - 40.0).min(300.0)].map(|along| Vec2::new(along, foot));
    let most = ((map.x / 2.0 - 40.0).min(300.0) - 120.0).clamp(24.0, 150.0);
    sheet.draw_in_points(&scale_bar_marks(bars, most, look.scale, &stage.yardstick));
    sheet.draw_in_points(&needle_marks(Vec2::new(map.x - 24.0, foot), stage.north));
    sheet.finish(&title(game))
}

/// All marks of a game from bottom to top.
pub(super) fn layers(game: &dyn Game, stage: &Stage, look: &Look, frame: &Frame) -> Vec<Vec<Mark>> {
    let mut marks = layered(stage, &|name| game.layer(name, look.scale, look.viewer), &look.laid, frame);
    marks.push(look.over.clone());
    marks
}

/// All marks from bottom to top: the overlays lie on the ground, under names and pieces, and their plates beside the pieces.
pub(super) fn layered(
    stage: &Stage,
    drawn: &dyn Fn(&str) -> Vec<Mark>,
    laid: &[Mark],
    frame: &Frame,
) -> Vec<Vec<Mark>> {
    let (mut plates, under) = parted(laid);
    let stands: Vec<Span> = stage.pieces.iter().map(|piece| bounds(&piece.outline)).collect();
    make_way(&mut plates, &stands, (frame.low, frame.high), frame.scale);
    let first = stage.layers.iter().position(|layer| !GROUND.contains(&layer.name));
    let (ground, above) = stage.layers.split_at(first.unwrap_or(stage.layers.len()));
    let below = ground.iter().map(|layer| drawn(layer.name));
    let above = above.iter().map(|layer| drawn(layer.name));
    below.chain([under]).chain(above).chain([plates]).collect()
}
