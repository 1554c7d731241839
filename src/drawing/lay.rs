//! Where names lie: each has a few places on its map, whatever stands there.
//!
//! First every name takes the best place that it can have, in order, beside those who stood there as the battle began; then each a
//! second one where there is room left, and one in smaller letters, if it has such. At which of them it is written hangs on who
//! stands there, and nothing else moves a name: it is found again where it was. Where all are covered it is left out, or written at
//! the first, over the stands, on its halo, as the map wants it. Units: inches.

use glam::Vec2;

use super::mark::Lettering;
use super::names::Names;
use super::shape::{Span, shared};

/// What a square inch of another name costs that is written over.
const OVER_NAMES: f32 = 60.0;

/// What a square inch of those who stood there as the battle began costs.
const OVER_BEGUN: f32 = 25.0;

/// What an inch costs by which a name lies nearer to another place than to its own.
pub(super) const STRAY: f32 = 30.0;

/// Where words lie: their middle, how they are turned, and the boxes that they take.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    pub at: Vec2,
    pub turn: f32,
    pub boxes: Vec<Span>,
}

/// A name with all places that it may have, each with what it costs there without regard to other names.
#[derive(Debug)]
pub(super) struct Wish {
    pub word: Lettering,
    pub spots: Vec<(f32, Place)>,
    /// Dearer than this it is left out; none: it is always written.
    pub most: Option<f32>,
    /// Dearer than this it has no second place.
    pub second: f32,
    /// The same in smaller letters, for one more place.
    pub smaller: Option<(Lettering, Vec<(f32, Place)>)>,
    /// It may be written over stands.
    pub over: bool,
}

/// A name with the places that it has, each with its letters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Laid {
    places: Vec<(Lettering, Place)>,
    over: bool,
}

/// Gives the names their places: those that come first choose first; `begun`: who stood where as the battle began.
pub(super) fn lay_out(wishes: Vec<Wish>, mut taken: Vec<Span>, begun: &[Span]) -> (Vec<Laid>, Vec<Span>) {
    let best = |spots: &[(f32, Place)], taken: &[Span], begun: &[Span]| {
        let priced = spots.iter().map(|(own, place)| {
            let over = OVER_NAMES * covered(&place.boxes, taken) + OVER_BEGUN * covered(&place.boxes, begun);
            (own + over, place)
        });
        priced.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(cost, place)| (cost, place.clone()))
    };
    let mut laid: Vec<(Laid, Wish)> = Vec::new();
    for wish in wishes {
        let Some((cost, place)) = best(&wish.spots, &taken, begun) else { continue };
        if wish.most.is_some_and(|most| cost >= most) {
            continue;
        }
        taken.extend(place.boxes.iter().copied());
        laid.push((Laid { places: vec![(wish.word.clone(), place)], over: wish.over }, wish));
    }
    for (one, wish) in &mut laid {
        if let Some((cost, place)) = best(&wish.spots, &taken, &[])
            && cost < wish.second
        {
            taken.extend(place.boxes.iter().copied());
            one.places.push((wish.word.clone(), place));
        }
    }
    for (one, wish) in &mut laid {
        if let Some((word, spots)) = &wish.smaller
            && let Some((cost, place)) = best(spots, &taken, begun)
            && cost < wish.second
        {
            taken.extend(place.boxes.iter().copied());
            one.places.push((word.clone(), place));
        }
    }
    (laid.into_iter().map(|(laid, _)| laid).collect(), taken)
}

/// The names as they are written among these stands.
pub(super) fn written(laid: &[Laid], stands: &[Span]) -> Names {
    let mut names = Names::default();
    for Laid { places, over } in laid {
        let clear = places.iter().find(|(_, place)| covered(&place.boxes, stands) <= 0.0);
        let ((word, place), is_over) = match (clear, places.first()) {
            (Some(place), _) => (place, false),
            (None, Some(first)) if *over => (first, true),
            (None, _) => continue,
        };
        names.put(Lettering { at: place.at, turn: place.turn, ..word.clone() }, is_over);
    }
    names
}

/// So many square inches of these are covered.
pub(super) fn covered(boxes: &[Span], others: &[Span]) -> f32 {
    boxes.iter().flat_map(|one| others.iter().map(|other| shared(*one, *other))).sum()
}

/// By so many inches words in this box lie nearer to another place than to their own; nothing where they do not.
pub(super) fn astray((low, high): Span, own: &[Vec2], others: &[Vec2]) -> f32 {
    /// Nearer by less than this is not seen.
    const CLEARLY: f32 = 0.15;
    let nearest = |places: &[Vec2]| {
        let far = |place: &Vec2| place.distance(place.clamp(low, high));
        places.iter().map(far).fold(f32::INFINITY, f32::min)
    };
    let (home, strange) = (nearest(own), nearest(others));
    if strange.is_infinite() { 0.0 } else { (home + CLEARLY - strange).max(0.0) }
}
