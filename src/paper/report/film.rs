//! A film of a game: a frame for every activation, with arrows of who went where, crosses where they fought, and whose it was below.
//!
//! The ground is turned into pixels once, names once a turn; of each frame only what differs from the one before is kept. All frames
//! share one palette, and the same game gives the same bytes.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame as GifFrame, Repeat};
use glam::Vec2;

use crate::desk::{EntrySummary, Game};
use crate::drawing::sheet::MARGIN;
use crate::drawing::{Face, Ink, Length, Lettering, Mark, NAMES_OVER, Palette};
use crate::game::{Facts, Viewer};
use crate::paper::course::Course;
use crate::paper::output::{Pixels, pixels};
use crate::paper::svg::{Frame, Sheet};

use super::maps::{PIECES, Places, arrows, fights, places};
use super::{Goes, ReportError};

/// The strip below the table on which it is said whose turn it is, in points.
const STRIP: f32 = 24.0;

/// How long a frame is shown, and the last one, in hundredths of a second.
const SHOWN: u16 = 55;
const LAST: u16 = 400;

/// So many colours, and one that lets through what was there before.
const COLOURS: usize = 255;
const THROUGH: u8 = 255;

/// How well colours are chosen, from 1, best, to 30; of a picture every so many pixels are looked at.
const CARE: i32 = 8;
const SAMPLED: usize = 7;

/// The layers that are the same all the battle, but for what is built and destroyed.
const GROUND: [&str; 2] = ["ground", "grid"];

/// How a film is made.
#[derive(Clone, Debug)]
pub struct Shooting {
    /// Points an inch; none: so that it is 720 pixels wide.
    pub scale: Option<f32>,
    pub viewer: Viewer,
    pub turns: RangeInclusive<u8>,
}

impl Shooting {
    /// All of a game.
    pub fn whole(viewer: Viewer) -> Self {
        Self { scale: None, viewer, turns: 0..=u8::MAX }
    }
}

/// The width of a film where nobody says how large it is, in pixels.
const WIDE: f32 = 720.0;

/// An activation: orders that follow each other, of one side and about the same groups.
#[derive(Debug)]
struct Activation<'a> {
    orders: &'a [EntrySummary],
    turn: u8,
}

/// The film as a GIF.
///
/// # Errors
///
/// The record has changed meanwhile, the frames are too large, or the film is not wanted any more.
pub fn film(game: &dyn Game, how: &Shooting, goes: Goes<'_>) -> Result<Vec<u8>, ReportError> {
    let orders = Course::of(game, how.viewer).orders;
    let groups = game.groups(how.viewer).into_iter();
    let sides: BTreeMap<String, String> = groups.map(|group| (group.key, group.side)).collect();
    let all = activations(&orders, &sides);
    let shown: Vec<&Activation<'_>> = all.iter().filter(|one| how.turns.contains(&one.turn)).collect();
    let before = shown.first().and_then(|one| one.orders.first()).map_or(game.at(), |order| order.parent);
    let begin = game.past(before)?;
    let mut camera = Camera::new(begin.as_ref(), how)?;
    let mut shots = vec![camera.shot(begin.as_ref(), &[], &caption(begin.as_ref(), how.viewer, None))?];
    let mut reel: Option<Reel> = None;
    for (done, one) in shown.iter().enumerate() {
        if !goes(done, shown.len()) {
            return Err(ReportError::Stopped);
        }
        let Some(last) = one.orders.last() else { continue };
        let then = game.past(last.number)?;
        let over = fights(game, one.orders, how.viewer);
        let said = caption(then.as_ref(), how.viewer, Some(one));
        let shot = camera.shot(then.as_ref(), &over, &said)?;
        match &mut reel {
            Some(reel) => reel.frame(&shot, SHOWN)?,
            None => {
                shots.push(shot);
                // Colours are chosen by how the table looks at first and soon after.
                if shots.len() > 4 {
                    reel = Some(Reel::begin(&std::mem::take(&mut shots))?);
                }
            }
        }
    }
    match reel {
        Some(reel) => reel.end(),
        None => Reel::begin(&shots)?.end(),
    }
}

/// Orders of one side that follow each other and are about the same group of it are one activation; what comes before
/// anybody is touched belongs to it. `sides`: of each group.
fn activations<'a>(orders: &'a [EntrySummary], sides: &BTreeMap<String, String>) -> Vec<Activation<'a>> {
    let mut all = Vec::new();
    let (mut begin, mut touched) = (0, false);
    let own = |facts: &Facts| -> BTreeSet<String> {
        let own = facts.groups.iter().filter(|group| sides.get(*group) == facts.side.as_ref());
        own.cloned().collect()
    };
    for place in 0..orders.len() {
        let Some(facts) = &orders[place].facts else { continue };
        touched |= !facts.pieces.is_empty();
        let goes_on = orders.get(place + 1).and_then(|next| next.facts.as_ref()).is_some_and(|next| {
            let same = next.side == facts.side && !own(next).is_disjoint(&own(facts));
            next.turn == facts.turn && (same || !touched)
        });
        if !goes_on {
            all.push(Activation { orders: &orders[begin..=place], turn: facts.turn });
            (begin, touched) = (place + 1, false);
        }
    }
    all
}

/// What stands below a frame: the turn, and whose it was, which is the group that most of its orders are about.
fn caption(game: &dyn Game, viewer: Viewer, of: Option<&Activation<'_>>) -> String {
    let turn = of.map_or_else(|| game.turn_number(), |one| one.turn);
    let when = format!("Turn {turn}, {}", game.clock(turn));
    let facts = of.into_iter().flat_map(|one| one.orders).filter_map(|order| order.facts.as_ref());
    let groups = game.groups(viewer);
    let mut about: BTreeMap<usize, usize> = BTreeMap::new();
    for facts in facts {
        let own = groups.iter().enumerate().filter(|(_, group)| {
            Some(&group.side) == facts.side.as_ref() && facts.groups.contains(&group.key)
        });
        own.for_each(|(place, _)| *about.entry(place).or_default() += 1);
    }
    let most = about.into_iter().max_by_key(|(place, orders)| (*orders, Reverse(*place)));
    match most.and_then(|(place, _)| groups.get(place)) {
        Some(group) => format!("{when}: {}", group.name),
        None => when,
    }
}

/// What turns a game into pixels.
#[derive(Debug)]
struct Camera {
    frame: Frame,
    viewer: Viewer,
    ground: Pixels,
    /// The ground with the names of this turn.
    named: Pixels,
    turn: u8,
    before: Places,
}

impl Camera {
    fn new(begin: &dyn Game, how: &Shooting) -> Result<Self, ReportError> {
        let stage = begin.stage(how.viewer);
        // The sheet of a map of hexes has its own frame.
        let margin = if stage.places.is_empty() { MARGIN } else { 0.35 };
        let (low, high) = (stage.low - margin, stage.high + margin);
        let scale = how.scale.unwrap_or(WIDE / (high.x - low.x).max(1.0));
        let frame = Frame::new(low, high, scale);
        let mut sheet = Sheet::new(size_of(&frame), Palette::DAY);
        sheet.fill(Ink::Desk);
        for layer in stage.layers.iter().filter(|layer| GROUND.contains(&layer.name)) {
            sheet.draw(&frame, &begin.layer(layer.name, scale, how.viewer));
        }
        let ground = pixels(&sheet.finish(""), 1.0)?;
        let (named, before) = (ground.clone(), places(&stage));
        // No turn has this number: the first frame draws its names.
        Ok(Self { frame, viewer: how.viewer, ground, named, turn: u8::MAX, before })
    }

    /// The table as it is, with arrows from where pieces stood in the shot before.
    fn shot(&mut self, game: &dyn Game, over: &[Mark], caption: &str) -> Result<Pixels, ReportError> {
        let stage = game.stage(self.viewer);
        let drawn = |name: &str| game.layer(name, self.frame.scale, self.viewer);
        let first = stage.layers.iter().position(|layer| layer.name == PIECES).unwrap_or(stage.layers.len());
        let (under, above) = stage.layers.split_at(first);
        if self.turn != game.turn_number() {
            let mut sheet = Sheet::new(size_of(&self.frame), Palette::DAY);
            for layer in under.iter().filter(|layer| !GROUND.contains(&layer.name)) {
                sheet.draw(&self.frame, &drawn(layer.name));
            }
            self.named = self.ground.clone();
            lay(&mut self.named, &pixels(&sheet.finish(""), 1.0)?);
            self.turn = game.turn_number();
        }
        let now = places(&stage);
        let mut sheet = Sheet::new(size_of(&self.frame), Palette::DAY);
        sheet.draw(&self.frame, &arrows(&self.before, &now));
        // Where names lie over the pieces hangs on every piece: in moving pictures they would jump about.
        for layer in above.iter().filter(|layer| layer.name != NAMES_OVER) {
            sheet.draw(&self.frame, &drawn(layer.name));
        }
        sheet.draw(&self.frame, over);
        sheet.draw_in_points(&[self.said(caption)]);
        self.before = now;
        let mut shot = self.named.clone();
        lay(&mut shot, &pixels(&sheet.finish(""), 1.0)?);
        Ok(shot)
    }

    fn said(&self, caption: &str) -> Mark {
        let at = Vec2::new(self.frame.size().x / 2.0, STRIP / 2.0);
        Lettering::new(at, caption, Length::points(14.0), Face::Bold, Ink::Line).into()
    }
}

/// The table with the strip below it, in whole points.
fn size_of(frame: &Frame) -> Vec2 {
    (frame.size() + Vec2::new(0.0, STRIP)).round()
}

/// Lays a picture over another of the same size.
fn lay(under: &mut Pixels, over: &Pixels) {
    for (below, above) in under.rgba.chunks_exact_mut(4).zip(over.rgba.chunks_exact(4)) {
        let through = 255 - u16::from(above[3]);
        for (below, above) in below.iter_mut().zip(above) {
            *below = above.saturating_add(((u16::from(*below) * through + 127) / 255) as u8);
        }
    }
}

/// A film as it is being written.
struct Reel {
    encoder: Encoder<Vec<u8>>,
    size: [usize; 2],
    chosen: NeuQuant,
    /// The number of a colour by the upper five bits of its parts.
    known: Vec<Option<u8>>,
    /// What is seen, and what was not written yet: it waits for how long it is shown.
    seen: Vec<u8>,
    waits: Option<GifFrame<'static>>,
}

impl Reel {
    /// Begins with these pictures, by which its colours are chosen.
    fn begin(shots: &[Pixels]) -> Result<Self, ReportError> {
        let Some(first) = shots.first() else { return Err(ReportError::Stopped) };
        let size = [first.wide, first.high].map(|side| side as usize);
        let sample = shots.iter().flat_map(|shot| shot.rgba.chunks_exact(4).step_by(SAMPLED)).flatten();
        let sample: Vec<u8> = sample.copied().collect();
        let chosen = NeuQuant::new(CARE, COLOURS, &sample);
        let side = |side: u32| u16::try_from(side).map_err(|_| ReportError::TooLarge(first.wide, first.high));
        let (wide, high) = (side(first.wide)?, side(first.high)?);
        let mut encoder = Encoder::new(Vec::new(), wide, high, &chosen.color_map_rgb())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut reel =
            Self { encoder, size, chosen, known: vec![None; 1 << 15], seen: Vec::new(), waits: None };
        shots.iter().try_for_each(|shot| reel.frame(shot, SHOWN))?;
        Ok(reel)
    }

    fn colour(&mut self, pixel: &[u8]) -> u8 {
        let [red, green, blue] = [0, 1, 2].map(|part| pixel.get(part).copied().unwrap_or_default());
        let key = usize::from(red >> 3) << 10 | usize::from(green >> 3) << 5 | usize::from(blue >> 3);
        let chosen = &self.chosen;
        // All that share these bits become what the first of their middle is.
        let middle = [red, green, blue].map(|part| part & 0xf8 | 4);
        let index = || chosen.index_of(&[middle[0], middle[1], middle[2], 255]).min(COLOURS - 1) as u8;
        *self.known[key].get_or_insert_with(index)
    }

    /// Adds a picture: of it the box that differs from what is seen.
    fn frame(&mut self, shot: &Pixels, delay: u16) -> Result<(), ReportError> {
        let now: Vec<u8> = shot.rgba.chunks_exact(4).map(|pixel| self.colour(pixel)).collect();
        let [wide, high] = self.size;
        let mut frame = GifFrame { delay, dispose: DisposalMethod::Keep, ..GifFrame::default() };
        if self.seen.is_empty() {
            (frame.width, frame.height) = (wide as u16, high as u16);
            frame.buffer = Cow::Owned(now.clone());
        } else {
            let differs = |at: &usize| self.seen[*at] != now[*at];
            let rows: Vec<usize> = (0..wide * high).filter(differs).collect();
            let (Some(top), Some(foot)) = (rows.first(), rows.last()) else {
                // Nothing is seen of it: what is there is shown for longer.
                if let Some(waits) = &mut self.waits {
                    waits.delay = waits.delay.saturating_add(delay / 3);
                }
                return Ok(());
            };
            let (top, foot) = (top / wide, foot / wide);
            let left = rows.iter().map(|at| at % wide).min().unwrap_or_default();
            let right = rows.iter().map(|at| at % wide).max().unwrap_or_default();
            let cut = (top..=foot).flat_map(|y| (left..=right).map(move |x| y * wide + x));
            let buffer = cut.map(|at| if differs(&at) { now[at] } else { THROUGH }).collect();
            (frame.left, frame.top) = (left as u16, top as u16);
            (frame.width, frame.height) = ((right - left + 1) as u16, (foot - top + 1) as u16);
            (frame.transparent, frame.buffer) = (Some(THROUGH), Cow::Owned(buffer));
        }
        self.seen = now;
        match self.waits.replace(frame) {
            Some(before) => Ok(self.encoder.write_frame(&before)?),
            None => Ok(()),
        }
    }

    fn end(mut self) -> Result<Vec<u8>, ReportError> {
        if let Some(mut last) = self.waits.take() {
            last.delay = LAST;
            self.encoder.write_frame(&last)?;
        }
        Ok(self.encoder.into_inner()?)
    }
}
