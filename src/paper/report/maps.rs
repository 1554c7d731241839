//! The maps of a report: the table at the end of each turn, with arrows for moves and crosses for fights. Units: inches.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use glam::{IVec2, Vec2};

use crate::shared::Shared;
use crate::svg::Frame;
use desk::{EntrySummary, Game};
use drawing::shape::bounds;
use drawing::{ArmyColour, Ink, Mark, Palette, ScenePiece, Stage, arrow_marks, fight_marks, told_once};
use game::Viewer;

use super::chronicle::{Chronicle, Played, is_fight};
use super::{Goes, ReportError};

/// Width of the maps in points, with limits for points per inch: numbers of stands are legible on a page of that width.
const WIDE: f32 = 900.0;
const SCALES: (f32, f32) = (8.0, 30.0);

/// The layer directly over the arrows.
pub const PIECES: &str = "pieces";

/// The maps of a page.
#[derive(Debug)]
pub struct Maps {
    pub size: IVec2,
    /// What all of them share, and for each map a group named by [`map_name`].
    pub definitions: String,
    pub style: String,
    pub day: String,
    pub night: String,
}

/// The name of the map of a turn, given its index.
pub fn map_name(place: usize) -> String {
    format!("m{place}")
}

/// The places of pieces, by key.
pub type Places = BTreeMap<String, Place>;

/// The place of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub middle: Vec2,
    /// Distance from its middle within which nothing is drawn over it.
    pub about: f32,
    pub colour: Option<ArmyColour>,
}

/// The place of each piece of a stage: the middle of its stands.
pub fn places(stage: &Stage) -> Places {
    let mut stands: BTreeMap<&str, Vec<&ScenePiece>> = BTreeMap::new();
    for stand in &stage.pieces {
        stands.entry(stand.piece()).or_default().push(stand);
    }
    let place = |stands: Vec<&ScenePiece>| {
        let boxes: Vec<(Vec2, Vec2)> = stands.iter().map(|stand| bounds(&stand.outline)).collect();
        let middle = boxes.iter().map(|(low, high)| (low + high) / 2.0).sum::<Vec2>() / boxes.len() as f32;
        let about = match boxes[..] {
            [(low, high)] => (high - low).min_element() / 2.0,
            _ => 0.0,
        };
        Place { middle, about, colour: stands.first().and_then(|stand| stand.colour) }
    };
    stands.into_iter().map(|(key, stands)| (key.to_owned(), place(stands))).collect()
}

/// Arrows from the old to the new places of pieces, up to their edges.
pub fn arrows(before: &Places, after: &Places) -> Vec<Mark> {
    let arrow = |(key, to): (&String, &Place)| {
        let from = before.get(key)?.middle;
        let edge = to.middle - (to.middle - from).clamp_length_max(to.about);
        Some(arrow_marks(from, edge, to.colour?))
    };
    after.iter().filter_map(arrow).flatten().collect()
}

/// Crosses at the places of fights in these orders.
pub fn fights(game: &dyn Game, orders: &[EntrySummary], viewer: Viewer) -> Vec<Mark> {
    let place = |order: &EntrySummary| {
        let marks = game.traces(order.number, viewer);
        let rings =
            marks.iter().filter(|mark| matches!(mark, Mark::Line { closed: true, .. } | Mark::Disc { .. }));
        let middles: Vec<Vec2> =
            rings.map(|mark| mark.bounds()).map(|(low, high)| (low + high) / 2.0).collect();
        let count = middles.len() as f32;
        (count > 0.0).then(|| middles.iter().sum::<Vec2>() / count)
    };
    let kinds = game.log_kinds();
    told_once(orders.iter().filter(|order| is_fight(kinds, order)).filter_map(place))
        .into_iter()
        .flat_map(fight_marks)
        .collect()
}

/// The maps of all turns of a game.
///
/// # Errors
///
/// Returns an error if the record has changed meanwhile, or if the report is no longer wanted.
pub fn maps(game: &dyn Game, chronicle: &Chronicle, goes: Goes<'_>) -> Result<Maps, ReportError> {
    let stage = game.past(0)?.stage(chronicle.viewer);
    let (low, high) = stage.with_margin();
    let scale = (WIDE / (high.x - low.x).max(1.0)).clamp(SCALES.0, SCALES.1);
    let mut drawn = Drawn {
        shared: Shared::new(Frame::new(low, high, scale)),
        layers: BTreeMap::new(),
        text: String::new(),
    };
    let mut maps = String::new();
    let mut before = places(&stage);
    let desk = drawn.shared.backdrop(Ink::Desk);
    let all = chronicle.turns.len();
    for (place, turn) in chronicle.turns.iter().enumerate() {
        if !goes(place, all) {
            return Err(ReportError::Stopped);
        }
        let uses = drawn.map(game, chronicle, turn, &mut before, scale)?;
        let _ = write!(maps, "<g id=\"{}\">{desk}{uses}</g>", map_name(place));
    }
    let Drawn { shared, text, .. } = drawn;
    Ok(Maps {
        size: shared.size(),
        definitions: shared.definitions() + &text + &maps,
        style: shared.style(),
        day: shared.colours(Palette::DAY),
        night: shared.colours(Palette::NIGHT),
    })
}

/// Layers already drawn for maps, each once.
#[derive(Debug)]
struct Drawn {
    shared: Shared,
    /// Their names by their content.
    layers: BTreeMap<String, usize>,
    text: String,
}

impl Drawn {
    /// A map as references to its layers.
    fn map(
        &mut self,
        game: &dyn Game,
        chronicle: &Chronicle,
        turn: &Played,
        before: &mut Places,
        scale: f32,
    ) -> Result<String, ReportError> {
        let (then, viewer) = (game.past(turn.last)?, chronicle.viewer);
        let stage = then.stage(viewer);
        let now = places(&stage);
        let arrows = arrows(before, &now);
        *before = now;
        let mut uses = String::new();
        for layer in &stage.layers {
            if layer.name == PIECES {
                uses += &self.layer(&arrows);
            }
            uses += &self.layer(&then.layer(layer.name, scale, viewer));
        }
        if stage.layers.iter().all(|layer| layer.name != PIECES) {
            uses += &self.layer(&arrows);
        }
        uses += &self.layer(&fights(game, chronicle.orders_of(turn), viewer));
        Ok(uses)
    }

    fn layer(&mut self, marks: &[Mark]) -> String {
        let drawn = self.shared.marks(marks);
        if drawn.is_empty() {
            return drawn;
        }
        let next = self.layers.len();
        let number = *self.layers.entry(drawn).or_insert_with_key(|drawn| {
            let _ = write!(self.text, "<g id=\"l{next}\">{drawn}</g>");
            next
        });
        format!("<use href=\"#l{number}\"/>")
    }
}
