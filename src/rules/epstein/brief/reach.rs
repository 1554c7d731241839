//! Where a unit in hand may end: points of a grid, each by a way that the judge takes. Units: inches.

use std::collections::BTreeMap;

use crate::kind::Arm;
use crate::state::{GroupId, State};
use table::cells::Cells;
use table::{Body, Heading, Pose, Quad, Vec2, threads};

use super::ways::{Bend, Gait, Manner, Ways};

/// The side of a square that is lit or dark, in inches.
const CELL: f32 = 0.1;
/// Cells on a side of the squares that are looked at first, by how many such squares the most that it may go is at least; whatever
/// is not alike at its corners is cut into four.
const COARSE: [usize; 3] = [16, 8, 4];
const MOST: f32 = 7.0;
/// Cells on a side of a square that its dark corners leave dark, and its lit ones lit where there is room.
const SMALL: usize = 4;
/// Places that one thread looks at together, and threads' worth of them before it is asked whether they are still wanted.
const TOGETHER: usize = 24;
const TURNS: usize = 16;
/// A place that is held is reached like those so far about it, in inches, and in so many of their manners at most.
const NEARBY: f32 = 2.5;
const MANNERS: usize = 24;
/// Number of rays.
const RAYS: u16 = 40;
/// Number of shorter paths tried on a ray.
const SHORTER: u8 = 24;
/// The end of a ray lies this much inside the legal ground.
const HAIR: f32 = 0.02;

/// A corner of a square: may it end there?
#[derive(Clone, Copy, Debug, PartialEq)]
enum Corner {
    Unasked,
    /// In this manner, as are its neighbours.
    Lit(Manner),
    NoRoom,
    NoWay,
}

impl Corner {
    fn manner(self) -> Option<Manner> {
        match self {
            Self::Lit(manner) => Some(manner),
            Self::Unasked | Self::NoRoom | Self::NoWay => None,
        }
    }
}

/// A corner to look at: its number, the manners of those about it, and whether only room is wanted.
type Asked = (usize, (Vec<Manner>, bool));

/// The search for lit ground: squares are cut in four as long as their corners are not alike.
struct Search<'a> {
    state: &'a State,
    id: GroupId,
    bends: &'a [Bend],
    heading: Heading,
    origin: Vec2,
    /// Corners of a row, and cells on a side of the first squares.
    width: usize,
    coarse: usize,
    corners: Vec<Corner>,
    body: Body,
    /// Stands that may be in the way.
    others: Vec<Quad>,
}

impl Search<'_> {
    fn at(&self, x: f32, y: f32) -> Pose {
        Pose::new(self.origin + Vec2::new(x, y) * CELL, self.heading)
    }

    fn look(&self, ways: &mut Ways<'_>, (corner, (like, room)): &Asked, by: &[Bend]) -> Corner {
        let goal = self.at((corner % self.width) as f32, (corner / self.width) as f32);
        if ways.is_far(goal) {
            return Corner::NoWay;
        }
        if !ways.has_room(goal) {
            return Corner::NoRoom;
        }
        let known = like.first().filter(|_| *room).copied();
        known.or_else(|| ways.manner(self.bends, goal, like, by)).map_or(Corner::NoWay, Corner::Lit)
    }

    /// Looks at corners; `None` if that was given up.
    fn ask(&mut self, asked: &[Asked], by: &[Bend], unwanted: &dyn Fn() -> bool) -> Option<()> {
        for turn in asked.chunks(TOGETHER * TURNS) {
            if unwanted() {
                return None;
            }
            let parts: Vec<&[Asked]> = turn.chunks(TOGETHER).collect();
            let found = threads::map(&parts, 2, |part| {
                let mut ways = Ways::new(self.state, self.id);
                part.iter().map(|asked| self.look(&mut ways, asked, by)).collect::<Vec<_>>()
            });
            for ((corner, _), found) in turn.iter().zip(found.into_iter().flatten()) {
                self.corners[*corner] = found;
            }
        }
        Some(())
    }

    /// May anything that stands in the way lie in a square of so many cells?
    fn is_hindered(&self, (x, y): (usize, usize), side: usize) -> bool {
        let half = side as f32 / 2.0;
        let (at, far) = (self.at(x as f32 + half, y as f32 + half), half * CELL * 1.5);
        let reach = far + self.body.reach();
        let ground = &self.state.game.ground;
        let near = |quad: &&Quad| quad.pose.at.distance(at.at) <= reach + quad.half.length();
        let within = |quad: &Quad| {
            let other = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
            table::gap(self.body.placed(at), other.placed(quad.pose)).distance <= far
        };
        self.others.iter().filter(near).any(within)
            || ground.closed_near(at.at, reach).next().is_some()
            || ground
                .rivers
                .iter()
                .flat_map(|river| &river.bands)
                .any(|(band, lies)| lies.at.distance(at.at) <= reach + band.reach())
    }

    /// The cells of which it may end on every corner.
    fn cells(&mut self, unwanted: &dyn Fn() -> bool) -> Option<Vec<bool>> {
        let (width, cells) = (self.width, self.width - 1);
        let mut lit = vec![false; cells * cells];
        let (mut side, mut squares) = (self.coarse, Vec::new());
        for y in (0..cells).step_by(side) {
            squares.extend((0..cells).step_by(side).map(|x| (x, y)));
        }
        let all = (0..width).step_by(side).flat_map(|y| (0..width).step_by(side).map(move |x| y * width + x));
        let all: Vec<Asked> = all.map(|corner| (corner, Default::default())).collect();
        self.ask(&all, self.bends, unwanted)?;
        // Where it stands it need not go.
        self.corners[cells / 2 * width + cells / 2] = Corner::Lit(Manner::default());
        let formed = Gait::of(self.state, self.id) == Gait::Formed;
        let mut ways = Ways::new(self.state, self.id);
        loop {
            let (half, mut next) = (side / 2, Vec::new());
            let mut asked: BTreeMap<usize, (Vec<Manner>, bool)> = BTreeMap::new();
            for (x, y) in squares {
                let corner = |x: usize, y: usize| y * width + x;
                let about = [(x, y), (x + side, y), (x, y + side), (x + side, y + side)];
                let about = about.map(|(x, y)| self.corners[corner(x, y)]);
                let like: Vec<Manner> = about.into_iter().filter_map(Corner::manner).collect();
                // Slides reach the places of one line: those beside it are lit if the middle is reached too.
                let slides = formed && like.iter().any(|manner| manner.is_slide());
                let is_lit = match side {
                    _ if like.len() < 4 => false,
                    1 if slides => {
                        let middle = self.at(x as f32 + 0.5, y as f32 + 0.5);
                        let start = &self.bends[..1];
                        ways.has_room(middle) && ways.manner(self.bends, middle, &like, start).is_some()
                    }
                    1 => true,
                    _ => !slides && !self.is_hindered((x, y), side),
                };
                if is_lit {
                    for row in y..y + side {
                        lit[row * cells + x..row * cells + x + side].fill(true);
                    }
                    continue;
                }
                let lost = about.iter().all(|corner| *corner == Corner::NoWay);
                if side == 1 || like.is_empty() && (lost || side <= SMALL) {
                    continue;
                }
                for (a, b) in [(1, 1), (0, 1), (1, 0), (2, 1), (1, 2)] {
                    let corner = corner(x + a * half, y + b * half);
                    if self.corners[corner] == Corner::Unasked {
                        let (known, room) = asked.entry(corner).or_default();
                        known.extend(&like);
                        *room |= like.len() == 4 && !slides && half <= SMALL / 2;
                    }
                }
                next.extend([(x, y), (x + half, y), (x, y + half), (x + half, y + half)]);
            }
            if side == 1 {
                return Some(lit);
            }
            let by = if half * 2 >= self.coarse { self.bends } else { &self.bends[..1] };
            self.ask(&asked.into_iter().collect::<Vec<_>>(), by, unwanted)?;
            (side, squares) = (half, next);
        }
    }
}

/// The ground it may end on with a heading.
#[derive(Debug)]
pub struct Lit {
    pub heading: Heading,
    pub cells: Cells,
    /// Corners of the squares on which it may end, and in what manner.
    ends: Vec<(Vec2, Manner)>,
}

impl Lit {
    /// The manners in which it comes to the places that lie nearest.
    pub fn manners_near(&self, at: Vec2) -> Vec<Manner> {
        let mut found = Vec::new();
        let mut near: Vec<&(Vec2, Manner)> =
            self.ends.iter().filter(|(end, _)| end.distance(at) <= NEARBY).collect();
        near.sort_by(|a, b| a.0.distance(at).total_cmp(&b.0.distance(at)));
        for (_, manner) in near {
            if !found.contains(manner) && found.len() < MANNERS {
                found.push(*manner);
            }
        }
        found
    }
}

/// The ground it may end on with this heading. `None` if the search was given up.
pub fn lit(
    state: &State,
    id: GroupId,
    bends: &[Bend],
    heading: Heading,
    unwanted: &dyn Fn() -> bool,
) -> Option<Lit> {
    let (start, most, body) = (state.place(id).at, Ways::new(state, id).most, state.body(id));
    let coarse = COARSE.into_iter().find(|coarse| *coarse as f32 * CELL * MOST <= most).unwrap_or(COARSE[2]);
    let far = (most / CELL / coarse as f32).ceil() as usize * coarse;
    let (width, origin) = (2 * far + 1, start - Vec2::splat(far as f32 * CELL));
    let near = state.on_table_near(start, most + body.reach());
    let others = near.filter(|other| *other != id && state.arm(*other) != Arm::Command);
    let others = others.flat_map(|other| state.quads(other).map(|(_, quad)| quad)).collect();
    let corners = vec![Corner::Unasked; width * width];
    let mut search = Search { state, id, bends, heading, origin, width, coarse, corners, body, others };
    let lit = search.cells(unwanted)?;
    let end = |(corner, found): (usize, &Corner)| {
        Some((search.at((corner % width) as f32, (corner / width) as f32).at, found.manner()?))
    };
    let ends = search.corners.iter().enumerate().filter_map(end).collect();
    let cells = Cells { origin: origin + Vec2::splat(CELL / 2.0), cell: CELL, width: width - 1, lit };
    Some(Lit { heading, cells, ends })
}

/// The ends of the rays around it, clockwise from its heading: how far it may go there and face that way, if it may.
pub fn ends(state: &State, id: GroupId, start: &Bend) -> Vec<Vec2> {
    let (place, mut ways) = (state.place(id), Ways::new(state, id));
    let ray = |ray: u16| {
        let heading = place.heading.turned((f32::from(ray) * 360.0 / f32::from(RAYS)).to_radians());
        let goal = |far: f32| Pose::new(place.at + heading.forward() * far, heading);
        let most = ways.most;
        let mut parts = (1..=SHORTER).rev().map(|part| most * f32::from(part) / f32::from(SHORTER));
        let far = parts.find(|far| ways.to(std::slice::from_ref(start), goal(*far), true).is_some());
        goal((far.unwrap_or_default() - HAIR).max(0.0)).at
    };
    (0..RAYS).map(ray).collect()
}
