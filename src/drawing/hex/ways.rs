//! Roads and trails through hexes as smooth curves that continue over crossings. Units: inches of the sheet.

use std::collections::BTreeMap;

use glam::Vec2;

use super::super::mark::{Ink, Length, Mark, Pen};
use super::curve::{Chain, Manner, bend_of, curve};
use super::lie::{FLAT, Lie};
use hexes::{Hex, HexKind, HexMap, Mark as OnSide};

const MANNER: Manner = Manner { relaxed: 0.34, wander: 0.06, salt: 91, steps: 8 };

/// The ways of a map as curves.
#[derive(Clone, Debug)]
pub struct Ways {
    pub roads: Vec<Vec<Vec2>>,
    pub trails: Vec<Vec<Vec2>>,
}

/// A piece from hex to hex.
#[derive(Clone, Copy)]
struct Link {
    ends: [Hex; 2],
    road: bool,
}

/// Hexes joined to one way.
struct Strung {
    hexes: Vec<Hex>,
    road: bool,
}

impl Ways {
    pub fn of(map: &HexMap, lie: &Lie) -> Self {
        let links: Vec<Link> = map
            .marked_sides()
            .filter(|(.., on)| on.has(OnSide::Road) || on.has(OnSide::Trail))
            .map(|(a, b, on)| Link { ends: [a, b], road: on.has(OnSide::Road) })
            .collect();
        let strung = string(&links, lie);
        // If a way runs through a hex, others that end there join it.
        let mut joints: BTreeMap<Hex, (bool, Vec2)> = BTreeMap::new();
        for way in &strung {
            let points: Vec<Vec2> = way.hexes.iter().map(|hex| lie.centre(*hex)).collect();
            let drawn = curve(&Chain { points, closed: false }, MANNER);
            for k in 1..way.hexes.len().saturating_sub(1) {
                let joint = (way.road, drawn[bend_of(k, MANNER)]);
                let known = joints.entry(way.hexes[k]).or_insert(joint);
                if joint.0 && !known.0 {
                    *known = joint;
                }
            }
        }
        let degree = |hex: Hex| links.iter().filter(|link| link.ends.contains(&hex)).count();
        let mut found = Self { roads: Vec::new(), trails: Vec::new() };
        for way in &strung {
            let mut points: Vec<Vec2> = way.hexes.iter().map(|hex| lie.centre(*hex)).collect();
            let closed = way.hexes.first() == way.hexes.last();
            if closed {
                points.pop();
            } else {
                for _ in 0..2 {
                    points.reverse();
                    if let Some(hex) = points.last().and_then(|last| lie.hex_at(*last)) {
                        end(&mut points, hex, joints.get(&hex).map(|joint| joint.1), degree(hex), map, lie);
                    }
                }
            }
            let drawn = curve(&Chain { points, closed }, MANNER);
            let kind = if way.road { &mut found.roads } else { &mut found.trails };
            kind.push(drawn);
        }
        found
    }

    pub fn all(&self) -> Vec<Vec<Vec2>> {
        self.roads.iter().chain(&self.trails).cloned().collect()
    }
}

/// The end of a way: it joins the way that runs through the hex, leaves the sheet, or ends there.
fn end(points: &mut Vec<Vec2>, hex: Hex, joint: Option<Vec2>, degree: usize, map: &HexMap, lie: &Lie) {
    let n = points.len();
    let (Some(&last), true) = (points.last(), n > 1) else { return };
    if let Some(joint) = joint {
        points[n - 1] = joint;
    } else if degree == 1 && map.kind(hex) != HexKind::Town && map.neighbours(hex).count() < 6 {
        let way = (last - points[n - 2]).normalize_or(Vec2::X);
        let straight = lie.leaves(last, way, FLAT * 1.2);
        let out = straight.or_else(|| {
            let ways = [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y];
            ways.into_iter().filter(|w| w.dot(way) > -0.1).find_map(|w| lie.leaves(last, w, FLAT * 1.2))
        });
        points.extend(out);
    }
}

/// Joins links to ways: at each hex the straightest pairs of the same kind are joined, roads first.
fn string(links: &[Link], lie: &Lie) -> Vec<Strung> {
    let mut at: BTreeMap<Hex, Vec<usize>> = BTreeMap::new();
    for (number, link) in links.iter().enumerate() {
        link.ends.iter().for_each(|hex| at.entry(*hex).or_default().push(number));
    }
    // The link that goes on from this one at this hex.
    let mut on: BTreeMap<(usize, Hex), usize> = BTreeMap::new();
    for (&hex, here) in &at {
        let out = |number: usize| {
            let [a, b] = links[number].ends;
            (lie.centre(if a == hex { b } else { a }) - lie.centre(hex)).normalize_or(Vec2::X)
        };
        let mut pairs = Vec::new();
        for (i, &a) in here.iter().enumerate() {
            for &b in &here[i + 1..] {
                let bend = out(a).dot(out(b));
                // Where others meet, a way does not turn back sharply.
                if links[a].road == links[b].road && (bend < -0.2 || here.len() == 2) {
                    pairs.push((!links[a].road, bend, a, b));
                }
            }
        }
        pairs.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        for (_, _, a, b) in pairs {
            if !on.contains_key(&(a, hex)) && !on.contains_key(&(b, hex)) {
                on.insert((a, hex), b);
                on.insert((b, hex), a);
            }
        }
    }
    let mut used = vec![false; links.len()];
    let mut found = Vec::new();
    for rings in [false, true] {
        for number in 0..links.len() {
            let [a, b] = links[number].ends;
            let first = match (on.contains_key(&(number, a)), on.contains_key(&(number, b))) {
                _ if used[number] => continue,
                (false, _) => a,
                (true, false) => b,
                (true, true) if rings => a,
                (true, true) => continue,
            };
            let mut hexes = vec![first];
            let (mut link, mut here) = (number, first);
            loop {
                used[link] = true;
                let [a, b] = links[link].ends;
                here = if here == a { b } else { a };
                hexes.push(here);
                match on.get(&(link, here)) {
                    Some(&next) if !used[next] => link = next,
                    _ => break,
                }
            }
            found.push(Strung { hexes, road: links[number].road });
        }
    }
    found
}

/// Roads as double lines over dashed trails; all casings first, so that they merge where they meet.
pub fn way_marks(marks: &mut Vec<Mark>, ways: &Ways) {
    let trail = Length::inches(0.075).between(1.25, 5.0);
    for course in &ways.trails {
        marks.push(Mark::line(course.clone(), Pen::new(Ink::Halo, Length::inches(0.16).between(2.6, 10.0))));
    }
    for course in &ways.trails {
        marks.push(Mark::line(course.clone(), Pen::new(Ink::Lane, trail).dashed(6.0, 3.5)));
    }
    for (ink, width) in [
        (Ink::RoadCase, Length::inches(0.23).between(3.8, 20.0)),
        (Ink::Road, Length::inches(0.14).between(2.0, 14.0)),
    ] {
        for course in &ways.roads {
            marks.push(Mark::line(course.clone(), Pen::new(ink, width)));
        }
    }
}
