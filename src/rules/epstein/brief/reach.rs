//! Where a unit in hand may end: points of a grid, each by a way that the judge takes. Units: inches.

use crate::state::{GroupId, State};
use drawing::{Ink, Mark, Pen};
use table::cells::Cells;
use table::{Heading, Pose, Vec2, threads};

use super::ways::{Bend, Ways};

/// Points of the grid from the start to the most that it may go; every fourth is looked at first, the others where the light ends.
const POINTS: usize = 40;
const COARSE: usize = 4;
/// Rows of points that are looked at before it is asked whether they are still wanted.
const ROWS: usize = 8;
/// Number of rays.
const RAYS: u16 = 40;
/// Number of shorter paths tried on a ray.
const SHORTER: u8 = 24;
/// The end of a ray lies this much inside the legal ground.
const HAIR: f32 = 0.02;

/// The ground it may end on with this heading: squares of which it may end on every corner. `None` if the search was given up.
pub fn lit(
    state: &State,
    id: GroupId,
    bends: &[Bend],
    heading: Heading,
    unwanted: &dyn Fn() -> bool,
) -> Option<Cells> {
    let (start, most) = (state.place(id).at, Ways::new(state, id).most());
    let (cell, width) = (most / POINTS as f32, 2 * POINTS + 1);
    let origin = start - Vec2::splat(most);
    // Of every point: may it end there, and if not, is that because there is no room?
    let mut known = vec![(false, false); width * width];
    for fine in [false, true] {
        let row = |row: &usize| -> Vec<(bool, bool)> {
            let mut ways = Ways::new(state, id);
            let mut look = |column: usize| {
                let goal = Pose::new(origin + Vec2::new(column as f32, *row as f32) * cell, heading);
                let low = [column, *row].map(|at| at / COARSE * COARSE);
                let high = [column, *row].map(|at| at.div_ceil(COARSE) * COARSE);
                if fine == (low == high) {
                    return known[row * width + column];
                }
                let corners = [(low[0], low[1]), (high[0], low[1]), (low[0], high[1]), (high[0], high[1])];
                let corners = corners.map(|(column, row)| known[row * width + column]);
                let is = match fine {
                    true if corners == [(true, false); 4] && ways.has_room(goal) => true,
                    true if corners == [(false, false); 4] => false,
                    _ => ways.to(bends, goal, true).is_some(),
                };
                (is, !is && !ways.has_room(goal))
            };
            (0..width).map(&mut look).collect()
        };
        let mut found: Vec<(bool, bool)> = Vec::new();
        for rows in (0..width).collect::<Vec<_>>().chunks(ROWS) {
            if unwanted() {
                return None;
            }
            found.extend(threads::map(rows, 2, row).into_iter().flatten());
        }
        known = found;
    }
    // Where it stands it need not go.
    known[width * POINTS + POINTS].0 = true;
    let square = |square: usize| {
        let corner = square / (width - 1) * width + square % (width - 1);
        [corner, corner + 1, corner + width, corner + width + 1].iter().all(|at| known[*at].0)
    };
    let lit = (0..(width - 1) * (width - 1)).map(square).collect();
    Some(Cells { origin: origin + Vec2::splat(cell / 2.0), cell, width: width - 1, lit })
}

/// Lit ground as it is drawn.
pub fn marks(lit: &Cells) -> Vec<Mark> {
    let rings = lit.outline().into_iter().map(|ring| Mark::ring(ring, Pen::fine(Ink::ReachLine, 1.4)));
    std::iter::once(Mark::Boxes { boxes: lit.boxes(), ink: Ink::Reach }).chain(rings).collect()
}

/// The ends of the rays around it, clockwise from its heading: how far it may go there and face that way, if it may.
pub fn ends(state: &State, id: GroupId, start: &Bend) -> Vec<Vec2> {
    let (place, mut ways) = (state.place(id), Ways::new(state, id));
    let ray = |ray: u16| {
        let heading = place.heading.turned((f32::from(ray) * 360.0 / f32::from(RAYS)).to_radians());
        let far = |part: u8| ways.most() * f32::from(part) / f32::from(SHORTER);
        let goal = |far: f32| Pose::new(place.at + heading.forward() * far, heading);
        let parts = (1..=SHORTER).rev().map(far).collect::<Vec<f32>>();
        let mut legal = |far: &f32| ways.to(std::slice::from_ref(start), goal(*far), true).is_some();
        let far = parts.into_iter().find(|far| legal(far)).unwrap_or_default();
        goal((far - HAIR).max(0.0)).at
    };
    (0..RAYS).map(ray).collect()
}
