//! A film of a game: a frame for every activation, with arrows for moves, crosses for fights, and the active side below.
//!
//! The game supplies the drawing, frame by frame, another thread turns it into pixels. The same game gives the same bytes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::mpsc::{Receiver, sync_channel};
use std::{panic, thread};

use crate::course::Course;
use crate::svg::Frame;
use desk::{EntrySummary, Game};
use drawing::{Mark, NAMES_OVER, Stage, StageLayer};
use game::{Facts, Viewer};

use super::darkroom::{Darkroom, Take};
use super::maps::{PIECES, Places, arrows, fights, places};
use super::reel::Reel;
use super::{Goes, ReportError};

/// The layers that are constant during the battle, except for what is built and destroyed.
const GROUND: [&str; 2] = ["ground", "grid"];

/// The names of places: they avoid pieces, and would jump about if they did so in every frame.
const NAMES: &str = "names";

/// Maximum number of frames waiting to be drawn.
const AHEAD: usize = 8;

/// The options of a film.
#[derive(Clone, Debug)]
pub struct Shooting {
    /// Points per inch; `None` for a width of 720 pixels.
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

/// The default width of a film, in pixels.
const WIDE: f32 = 720.0;

/// An activation: successive orders of one side and about the same groups.
#[derive(Debug)]
struct Activation<'a> {
    orders: &'a [EntrySummary],
    turn: u8,
}

/// The film as a GIF.
///
/// # Errors
///
/// Returns an error if the record has changed meanwhile, if the frames are too large, or if the film is no longer wanted.
pub fn film(game: &dyn Game, how: &Shooting, goes: Goes<'_>) -> Result<Vec<u8>, ReportError> {
    let course = Course::of(game, how.viewer);
    let groups = game.groups(how.viewer).into_iter();
    let sides: BTreeMap<String, String> = groups.map(|group| (group.key, group.side)).collect();
    let mut shown = activations(&course.orders, &sides);
    shown.retain(|one| how.turns.contains(&one.turn));
    let before = shown.first().and_then(|one| one.orders.first()).map(|order| order.parent);
    let begin = game.past(before.unwrap_or_else(|| course.end_of(*how.turns.end())))?;
    let camera = Camera::new(begin.as_ref(), how);
    let frame = camera.frame;
    thread::scope(|scope| {
        let (send, takes) = sync_channel(AHEAD);
        let darkroom = scope.spawn(move || develop(frame, &takes));
        // A darkroom that has stopped reports its own fault.
        let give = |take| send.send(take).map_err(|_| ReportError::Stopped);
        let shot = shoot(game, begin.as_ref(), &shown, camera, give, goes);
        drop(send);
        let film = darkroom.join().unwrap_or_else(|fault| panic::resume_unwind(fault))?;
        shot.map(|()| film)
    })
}

/// Supplies the table at first and after every activation.
fn shoot(
    game: &dyn Game,
    begin: &dyn Game,
    shown: &[Activation<'_>],
    mut camera: Camera,
    give: impl Fn(Take) -> Result<(), ReportError>,
    goes: Goes<'_>,
) -> Result<(), ReportError> {
    give(camera.take(begin, &[], caption(begin, camera.viewer, None)))?;
    for (done, one) in shown.iter().enumerate() {
        if !goes(done, shown.len()) {
            return Err(ReportError::Stopped);
        }
        let Some(last) = one.orders.last() else { continue };
        let then = game.past(last.number)?;
        let over = fights(game, one.orders, camera.viewer);
        let said = caption(then.as_ref(), camera.viewer, Some(one));
        give(camera.take(then.as_ref(), &over, said))?;
    }
    Ok(())
}

/// The film of the takes received.
fn develop(frame: Frame, takes: &Receiver<Take>) -> Result<Vec<u8>, ReportError> {
    let (mut darkroom, mut reel) = (Darkroom::new(frame), Reel::default());
    for take in takes {
        reel.frame(darkroom.develop(take)?)?;
    }
    reel.end()
}

/// Successive orders of one side about the same group of it form an activation; orders before any piece is touched
/// belong to it. `sides` has the side of each group.
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

/// The caption of a frame: the turn, and the group that most of the orders are about.
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

/// Chooses the marks of each take.
#[derive(Debug)]
struct Camera {
    frame: Frame,
    viewer: Viewer,
    turn: Option<u8>,
    /// The layers of the ground and those between it and the pieces, as last sent.
    ground: Vec<(&'static str, u64)>,
    under: Vec<(&'static str, u64)>,
    before: Places,
}

impl Camera {
    fn new(begin: &dyn Game, how: &Shooting) -> Self {
        let stage = begin.stage(how.viewer);
        let (low, high) = stage.with_margin();
        let scale = how.scale.unwrap_or(WIDE / (high.x - low.x).max(1.0));
        Self {
            frame: Frame::new(low, high, scale),
            viewer: how.viewer,
            turn: None,
            ground: Vec::new(),
            under: Vec::new(),
            before: places(&stage),
        }
    }

    /// The present table, with arrows from the places of pieces in the previous take.
    fn take(&mut self, game: &dyn Game, over: &[Mark], said: String) -> Take {
        let stage = game.stage(self.viewer);
        let drawn = |layers: &mut dyn Iterator<Item = &StageLayer>| -> Vec<Mark> {
            layers.flat_map(|layer| game.layer(layer.name, self.frame.scale, self.viewer)).collect()
        };
        let (under, above) = layers(&stage);
        let is_ground = |layer: &&StageLayer| GROUND.contains(&layer.name);
        let versions = |layers: &mut dyn Iterator<Item = &StageLayer>| -> Vec<(&'static str, u64)> {
            layers.filter(|layer| layer.name != NAMES).map(|layer| (layer.name, layer.version)).collect()
        };
        let ground = versions(&mut under.iter().filter(is_ground));
        let between = versions(&mut under.iter().filter(|layer| !is_ground(layer)));
        let turn = Some(game.turn_number());
        let new_ground = self.ground != ground || self.turn.is_none();
        let new_under = new_ground || self.under != between || self.turn != turn;
        let now = places(&stage);
        let mut marks = arrows(&self.before, &now);
        // Names over the pieces depend on every piece: in moving pictures they would jump about.
        marks.extend(drawn(&mut above.iter().filter(|layer| layer.name != NAMES_OVER)));
        marks.extend_from_slice(over);
        let take = Take {
            ground: new_ground.then(|| drawn(&mut under.iter().filter(is_ground))),
            under: new_under.then(|| drawn(&mut under.iter().filter(|layer| !is_ground(layer)))),
            over: marks,
            said,
        };
        (self.ground, self.under, self.turn, self.before) = (ground, between, turn, now);
        take
    }
}

/// The layers below the arrows, and those above.
fn layers(stage: &Stage) -> (&[StageLayer], &[StageLayer]) {
    let first = stage.layers.iter().position(|layer| layer.name == PIECES).unwrap_or(stage.layers.len());
    stage.layers.split_at(first)
}
