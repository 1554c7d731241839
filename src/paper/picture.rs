//! A picture of a game as it stands, such as the window shows of the whole table. Units: points of the sheet, inches of the table.

use glam::Vec2;

use desk::Game;
use drawing::furniture::{needle_marks, scale_bar_marks};
use drawing::plates::parted;
use drawing::shape::{Span, bounds};
use drawing::{Ink, Mark, Palette, Stage, make_way};
use game::Viewer;

use super::svg::{Frame, Sheet, Svg};

/// The strip below the map in which needle and scale bars stand, in points.
const STRIP: f32 = 24.0;

/// What lies on the ground, and under what is written on it.
const GROUND: [&str; 2] = ["ground", "grid"];

/// How a picture is made.
#[derive(Clone, Debug)]
pub struct Look {
    /// Points an inch of the table.
    pub scale: f32,
    pub palette: Palette,
    /// Who sees it.
    pub viewer: Viewer,
    /// What is laid over it, as overlays are: under names and pieces, its plates beside the pieces.
    pub laid: Vec<Mark>,
    /// What lies over everything else.
    pub over: Vec<Mark>,
}

/// Which battle it is, and in which turn.
pub fn title(game: &dyn Game) -> String {
    let (_, name) = game.battle();
    format!("{name}, turn {}", game.turn_number())
}

/// The game as it stands, with its needle and scale below it.
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

/// All marks of a game from below to above.
pub(super) fn layers(game: &dyn Game, stage: &Stage, look: &Look, frame: &Frame) -> Vec<Vec<Mark>> {
    let mut marks = layered(stage, &|name| game.layer(name, look.scale, look.viewer), &look.laid, frame);
    marks.push(look.over.clone());
    marks
}

/// All marks from below to above: the overlays lie on the ground, under names and pieces, and their plates beside the pieces.
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
