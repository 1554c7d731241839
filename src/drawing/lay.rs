//! Where names lie: each has a few places on its map, whatever stands there.
//!
//! First every name takes the best place that it can have, in order, beside those who stood there as the battle began; then each a
//! second one where there is room left, and one in smaller letters, if it has such. At which of them it is written hangs on who
//! stands there: it is found again where it was. Only where all are covered is it written over the stands, on
//! its halo: at one of them that is clear of their numbers, else near by, where it covers no number and as little else as can be.
//! Units: inches.

use glam::Vec2;

use super::mark::Lettering;
use super::names::Names;
use super::shape::{Span, shared};

/// What a square inch of another name costs that is written over.
const OVER_NAMES: f32 = 60.0;

/// What a square inch of those who stood there as the battle began costs.
const OVER_BEGUN: f32 = 25.0;

/// What it costs to run over a number of a stand, and what each square inch of it costs besides.
const OVER_NUMBER: [f32; 2] = [40.0, 400.0];

/// What a square inch of a stand costs that is written over where there is no clear place.
const OVER_STANDS: f32 = 2.0;

/// A place that costs more is none to be preferred to one at which a number is covered: it is off the sheet, or at another's home.
const TOO_FAR: f32 = 40.0;

/// What smaller letters cost over stands.
const SMALLER: f32 = 0.4;

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
    /// Where else it may be written over stands, in the smallest letters that it has.
    pub far: Vec<(f32, Place)>,
}

/// A name with the places that it has, each with its letters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Laid {
    places: Vec<(Lettering, Place)>,
    /// Everywhere that it may be written over stands: what it costs there, in which of these letters; the cheapest first.
    over: Vec<(f32, usize, Place)>,
    letters: Vec<Lettering>,
}

impl Laid {
    fn new(wish: &Wish, place: Place) -> Self {
        let mut letters = vec![wish.word.clone()];
        let mut over: Vec<(f32, usize, Place)> = Vec::new();
        over.extend(wish.spots.iter().map(|(cost, place)| (*cost, 0, place.clone())));
        if let Some((word, spots)) = &wish.smaller {
            letters.push(word.clone());
            over.extend(spots.iter().map(|(cost, place)| (cost + SMALLER, 1, place.clone())));
        }
        let least = letters.len() - 1;
        over.extend(wish.far.iter().map(|(cost, place)| (cost + SMALLER, least, place.clone())));
        over.sort_by(|one, other| one.0.total_cmp(&other.0));
        Self { places: vec![(wish.word.clone(), place)], over, letters }
    }

    /// The cheapest place at which it covers neither a number nor another name, wherever the stands are: it is found again there as long
    /// as no number comes there. Else where it covers least.
    fn over(&self, hidden: &Hidden<'_>, taken: &[Span]) -> Option<(&Lettering, &Place)> {
        let all = self.over.iter().flat_map(|(.., place)| &place.boxes);
        let reach = all.copied().reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
        let near = |spans: &[Span]| {
            spans.iter().copied().filter(|span| shared(*span, reach) > 0.0).collect::<Vec<Span>>()
        };
        let [stands, numbers, taken] = [hidden.stands, hidden.numbers, taken].map(near);
        let is_clear = |(_, _, place): &&(f32, usize, Place)| {
            covered(&place.boxes, &numbers) + covered(&place.boxes, &taken) <= 0.0
        };
        let cost = |(own, _, place): &(f32, usize, Place)| {
            let boxes = &place.boxes;
            let touched = numbers.iter().filter(|number| covered(boxes, &[**number]) > 0.0).count();
            own + OVER_NUMBER[0] * touched as f32
                + OVER_NUMBER[1] * covered(boxes, &numbers)
                + OVER_NAMES * covered(boxes, &taken)
                + OVER_STANDS * covered(boxes, &stands)
        };
        let least = || self.over.iter().min_by(|one, other| cost(one).total_cmp(&cost(other)));
        let found = self.over.iter().filter(|(own, ..)| *own < TOO_FAR).find(is_clear).or_else(least);
        found.map(|(_, letters, place)| (&self.letters[*letters], place))
    }
}

/// What would hide a name, or be hidden by one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hidden<'a> {
    pub stands: &'a [Span],
    /// What is written on stands.
    pub numbers: &'a [Span],
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
        laid.push((Laid::new(&wish, place), wish));
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

/// The names as they are written among these stands: each at the first of its places that is clear of all; else, over stands, at the first
/// that is clear of their numbers; else where it covers least.
pub(super) fn written<'a>(laid: impl IntoIterator<Item = &'a Laid>, hidden: Hidden<'_>) -> Names {
    let mut names = Names::default();
    let mut taken: Vec<Span> = Vec::new();
    let mut put = |taken: &mut Vec<Span>, word: &Lettering, place: &Place| {
        taken.extend(place.boxes.iter().copied());
        let word = Lettering { at: place.at, turn: place.turn, ..word.clone() };
        names.put(word, covered(&place.boxes, hidden.stands) > 0.0);
    };
    let clear_of = |laid: &Laid, others: &[Span]| {
        laid.places.iter().position(|(_, place)| covered(&place.boxes, others) <= 0.0)
    };
    let all = [hidden.stands, hidden.numbers].concat();
    let mut left = Vec::new();
    for one in laid {
        match clear_of(one, &all).or_else(|| clear_of(one, hidden.numbers)) {
            Some(place) => put(&mut taken, &one.places[place].0, &one.places[place].1),
            None => left.push(one),
        }
    }
    for one in left {
        if let Some((word, place)) = one.over(&hidden, &taken) {
            put(&mut taken, word, place);
        }
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
