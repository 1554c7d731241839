//! Places of names: each has a few places on its map, independent of the present stands.
//!
//! First every name takes its best possible place, in order, beside the stands at the start of the battle; then each a
//! second one if there is room left, and one in smaller letters, if it has any. Which of them is used depends on the present
//! stands, so a name is always found in the same places. Only if all are covered is it written over the stands, on
//! its halo: at one of them that is clear of their numbers, otherwise near by, where it covers no number and little else. On a map
//! of hexes it is written near by where no counter is, or left out.
//! Units: inches.

use glam::Vec2;

use super::mark::Lettering;
use super::names::Names;
use super::shape::{Span, shared};

/// Cost of a square inch of another name that is covered.
const OVER_NAMES: f32 = 60.0;

/// Cost of a square inch of stands at the start of the battle that is covered.
const OVER_BEGUN: f32 = 25.0;

/// Cost of covering a number of a stand, and the additional cost of each square inch of it.
const OVER_NUMBER: [f32; 2] = [40.0, 400.0];

/// Cost of a square inch of a stand that is covered if there is no clear place.
const OVER_STANDS: f32 = 2.0;

/// Maximum cost of a place preferred to one that covers a number: dearer ones are off the sheet, or at another's home.
const TOO_FAR: f32 = 40.0;

/// Maximum cost of a place of a name that is never written over counters: from a dearer one nobody would know whose it is.
const NEAR_BY: f32 = 1.6;

/// Cost of smaller letters over stands.
const SMALLER: f32 = 0.4;

/// Cost of each inch by which a name lies nearer to another place than to its own.
pub(super) const STRAY: f32 = 30.0;

/// A place of words: their middle, their turn, and the boxes that they take.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    pub at: Vec2,
    pub turn: f32,
    pub boxes: Vec<Span>,
}

/// A name with all its possible places, each with its cost there regardless of other names.
#[derive(Debug)]
pub(super) struct NameToPlace {
    pub word: Lettering,
    pub spots: Vec<(f32, Place)>,
    /// Maximum cost before it is left out; `None` if it is always written.
    pub most: Option<f32>,
    /// Maximum cost of its second place.
    pub second: f32,
    /// The name in smaller letters, for one more place.
    pub smaller: Option<(Lettering, Vec<(f32, Place)>)>,
    /// Other places over stands, in its smallest letters.
    pub far: Vec<(f32, Place)>,
}

/// A name with its assigned places, each with its lettering.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Laid {
    places: Vec<(Lettering, Place)>,
    /// All places over stands: the cost, the index of the lettering, and the place; the cheapest first.
    over: Vec<(f32, usize, Place)>,
    letters: Vec<Lettering>,
}

impl Laid {
    fn new(name: &NameToPlace, place: Place) -> Self {
        let mut letters = vec![name.word.clone()];
        let mut over: Vec<(f32, usize, Place)> = Vec::new();
        over.extend(name.spots.iter().map(|(cost, place)| (*cost, 0, place.clone())));
        if let Some((word, spots)) = &name.smaller {
            letters.push(word.clone());
            over.extend(spots.iter().map(|(cost, place)| (cost + SMALLER, 1, place.clone())));
        }
        let least = letters.len() - 1;
        over.extend(name.far.iter().map(|(cost, place)| (cost + SMALLER, least, place.clone())));
        over.sort_by(|one, other| one.0.total_cmp(&other.0));
        Self { places: vec![(name.word.clone(), place)], over, letters }
    }

    /// The cheapest place at which it covers neither a number nor another name, regardless of the stands: it stays there as
    /// long as no number comes there. Otherwise the place where it covers least.
    fn over(&self, hidden: &Hidden<'_>, taken: &[Span]) -> Option<(&Lettering, &Place)> {
        let all = self.over.iter().flat_map(|(.., place)| &place.boxes);
        let reach = all.copied().reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
        let near = |spans: &[Span]| {
            spans.iter().copied().filter(|span| shared(*span, reach) > 0.0).collect::<Vec<Span>>()
        };
        let [stands, numbers, taken] = [hidden.stands, hidden.numbers, taken].map(near);
        if hidden.never_over {
            let is_free = |(_, _, place): &&(f32, usize, Place)| {
                [&stands, &numbers, &taken].iter().all(|others| covered(&place.boxes, others) <= 0.0)
            };
            let found = self.over.iter().filter(|(own, ..)| *own < NEAR_BY).find(is_free);
            return found.map(|(_, letters, place)| (&self.letters[*letters], place));
        }
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
    /// The lettering on stands.
    pub numbers: &'a [Span],
    /// Is a name left out rather than written over stands?
    pub never_over: bool,
}

/// Assigns places to the names: earlier names choose first. `begun` are the stands at the start of the battle.
pub(super) fn lay_out(
    names_to_place: Vec<NameToPlace>,
    mut taken: Vec<Span>,
    begun: &[Span],
) -> (Vec<Laid>, Vec<Span>) {
    let best = |spots: &[(f32, Place)], taken: &[Span], begun: &[Span]| {
        let priced = spots.iter().map(|(own, place)| {
            let over = OVER_NAMES * covered(&place.boxes, taken) + OVER_BEGUN * covered(&place.boxes, begun);
            (own + over, place)
        });
        priced.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(cost, place)| (cost, place.clone()))
    };
    let mut laid: Vec<(Laid, NameToPlace)> = Vec::new();
    for name in names_to_place {
        let Some((cost, place)) = best(&name.spots, &taken, begun) else { continue };
        if name.most.is_some_and(|most| cost >= most) {
            continue;
        }
        taken.extend(place.boxes.iter().copied());
        laid.push((Laid::new(&name, place), name));
    }
    for (one, name) in &mut laid {
        if let Some((cost, place)) = best(&name.spots, &taken, &[])
            && cost < name.second
        {
            taken.extend(place.boxes.iter().copied());
            one.places.push((name.word.clone(), place));
        }
    }
    for (one, name) in &mut laid {
        if let Some((word, spots)) = &name.smaller
            && let Some((cost, place)) = best(spots, &taken, begun)
            && cost < name.second
        {
            taken.extend(place.boxes.iter().copied());
            one.places.push((word.clone(), place));
        }
    }
    (laid.into_iter().map(|(laid, _)| laid).collect(), taken)
}

/// The names as written among these stands: each at the first of its places that is clear of all; otherwise, over stands, at
/// the first that is clear of their numbers; otherwise where it covers least.
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
        let over = || (!hidden.never_over).then(|| clear_of(one, hidden.numbers)).flatten();
        match clear_of(one, &all).or_else(over) {
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

/// The covered area of these boxes, in square inches.
pub(super) fn covered(boxes: &[Span], others: &[Span]) -> f32 {
    boxes.iter().flat_map(|one| others.iter().map(|other| shared(*one, *other))).sum()
}

/// How much nearer, in inches, words in this box lie to another place than to their own; 0 if they do not.
pub(super) fn astray((low, high): Span, own: &[Vec2], others: &[Vec2]) -> f32 {
    /// A smaller difference is not noticed.
    const CLEARLY: f32 = 0.15;
    let nearest = |places: &[Vec2]| {
        let far = |place: &Vec2| place.distance(place.clamp(low, high));
        places.iter().map(far).fold(f32::INFINITY, f32::min)
    };
    let (home, strange) = (nearest(own), nearest(others));
    if strange.is_infinite() { 0.0 } else { (home + CLEARLY - strange).max(0.0) }
}
