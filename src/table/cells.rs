//! Ground as cells of a grid, lit or dark: what is drawn of it. Units: inches.

use glam::Vec2;

/// Cells of a grid, by rows from the south.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// The centre of the cell in the south-west corner.
    pub origin: Vec2,
    /// The side of a cell, in inches.
    pub cell: f32,
    /// Cells of a row.
    pub width: usize,
    pub lit: Vec<bool>,
}

impl Cells {
    /// The centre of a cell.
    pub fn centre(&self, column: usize, row: usize) -> Vec2 {
        self.origin + Vec2::new(column as f32, row as f32) * self.cell
    }

    /// The corner of a lit cell that is nearest to a point.
    pub fn nearest(&self, to: Vec2) -> Option<Vec2> {
        let lit = (0..self.lit.len()).filter(|cell| self.lit[*cell]);
        let corner = |cell: usize| {
            let centre = self.centre(cell % self.width, cell / self.width);
            centre + (to - centre).signum() * (self.cell / 2.0)
        };
        lit.map(corner).min_by(|a, b| a.distance_squared(to).total_cmp(&b.distance_squared(to)))
    }

    /// The lit cells, those side by side in a row as one box: least corner, greatest corner.
    pub fn boxes(&self) -> Vec<(Vec2, Vec2)> {
        let mut boxes = Vec::new();
        let half = Vec2::splat(self.cell / 2.0);
        for (row, cells) in self.lit.chunks(self.width.max(1)).enumerate() {
            let mut first = 0;
            for run in cells.chunk_by(|a, b| a == b) {
                let last = first + run.len() - 1;
                if run[0] {
                    boxes.push((self.centre(first, row) - half, self.centre(last, row) + half));
                }
                first = last + 1;
            }
        }
        boxes
    }

    /// The borders of what is lit as closed polygons for drawing: outer ones anticlockwise, holes clockwise.
    ///
    /// They run midway between the last cell within and the first cell without.
    pub fn outline(&self) -> Vec<Vec<Vec2>> {
        let (w, h) = (self.width + 1, self.lit.len() / self.width.max(1) + 1);
        let within =
            |x: usize, y: usize| x > 0 && y > 0 && x < w && y < h && self.lit[(y - 1) * self.width + x - 1];
        // Squares between four centres. Their sides: 2k the bottom side of square k, 2k + 1 its left side.
        let side = |x: usize, y: usize, upright: bool| 2 * (y * (w + 1) + x) + usize::from(upright);
        let mut next = vec![usize::MAX; 2 * (w + 1) * (h + 1)];
        for y in 0..h {
            for x in 0..w {
                let corners = [within(x, y), within(x + 1, y), within(x + 1, y + 1), within(x, y + 1)];
                let sides =
                    [side(x, y, false), side(x + 1, y, true), side(x, y + 1, false), side(x, y, true)];
                // Round each run of corners within, the inside to the left.
                for i in 0..4 {
                    // Side i lies between corner i and corner i + 1: going out there, the border comes in at
                    // the side before the run.
                    if corners[i] && !corners[(i + 1) % 4] {
                        let mut first = i;
                        while corners[(first + 3) % 4] {
                            first = (first + 3) % 4;
                        }
                        next[sides[i]] = sides[(first + 3) % 4];
                    }
                }
            }
        }
        let middle = |s: usize| {
            let (k, upright) = (s / 2, s % 2 == 1);
            let (x, y) = ((k % (w + 1)) as f32 - 1.0, (k / (w + 1)) as f32 - 1.0);
            let shift = if upright { Vec2::new(0.0, 0.5) } else { Vec2::new(0.5, 0.0) };
            self.origin + (Vec2::new(x, y) + shift) * self.cell
        };
        let mut rings = Vec::new();
        for first in 0..next.len() {
            let mut ring: Vec<Vec2> = Vec::new();
            let mut at = first;
            while next[at] != usize::MAX {
                let p = middle(at);
                // Points on a straight run are omitted.
                if let [.., a, b] = ring[..]
                    && (b - a).perp_dot(p - b).abs() < 1e-6
                {
                    ring.pop();
                }
                ring.push(p);
                at = std::mem::replace(&mut next[at], usize::MAX);
            }
            if ring.len() > 2 {
                rings.push(ring);
            }
        }
        rings
    }
}
