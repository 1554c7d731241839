//! The reach of a stand: every legal end position for one final heading.
//!
//! The paths come from the planner's search. Here each of its stops lights up the cells it sees, cheapest stop first,
//! and a cell keeps the cheapest. Cells in zones and at enemies are reached through their doors.
//!
//! Clauses: `easy:II.B` to `easy:II.C.4.5`, `easy:III-contact`. Units: inches and radians.

use std::collections::BTreeMap;

use glam::Vec2;

use super::body::Body;
use super::cells::Cells;
use super::companion::{Companion, Follows};
use super::cspace::{BRUSH, Convex, RowClip, Shadow, rows_inside};
use super::field::{Field, ZoneShape};
use super::layer::{ACROSS, Block, Dear, Gate, Layer, Pivot};
use super::path::Path;
use super::plan::{Grounds, How, ROUNDING, Search, Tree, route_path};
use super::pose::{Heading, Pose};
use super::threads;
use super::tolerance::EPS;

/// All legal end positions of the centre for one heading, on a grid of points.
///
/// A cell is reachable if its centre is. The start is the centre of a cell.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The centre of the cell in the south-west corner.
    pub origin: Vec2,
    /// The side of a cell, in inches.
    pub cell: f32,
    pub width: usize,
    pub height: usize,
    /// The cheapest cost of each cell, by rows from the south; infinite where the stand cannot end.
    pub cost: Vec<f32>,
    /// The last step to each cell: a kind in the two highest bits, then a number.
    from: Vec<u32>,
    /// Paths that the rules substitute for those found, by cell.
    own: BTreeMap<usize, Path>,
    doors: Vec<(u32, Vec2)>,
    late: Tree,
    early: Option<(Tree, f32)>,
    start: Pose,
    heading: Heading,
}

const NUMBER: u32 = (1 << 30) - 1;
const LATE: u32 = 0;
const EARLY: u32 = 1 << 30;
const DOOR: u32 = 2 << 30;
const NOT: u32 = u32::MAX;
/// Distance of a door outside the bound of a round zone: clear of the zone's polygon.
const DOOR_STEP: f32 = 0.012;
/// A later path replaces an earlier one only if it is cheaper by more than rounding.
const GAIN: f32 = 2e-3;

/// The shapes about a stop.
struct Shadows {
    /// Shapes that hide cells from the stop.
    hiding: Vec<Shadow>,
    /// Shapes that make cells dear, with their numbers.
    weighing: Vec<(Shadow, RowClip, usize)>,
    /// Pieces of lines that are crossed only over a passage, by their numbers.
    passages: Vec<usize>,
}

/// A run of cells to which slides may cross a piece of dear ground.
struct Run {
    columns: std::ops::Range<usize>,
    /// The number of the piece.
    piece: usize,
    /// The index of its first cell among those of all runs.
    place: usize,
}

/// The stretches, in pieces of dear ground, of the slides to the cells of runs.
#[derive(Default)]
struct DearStretches {
    runs: Vec<Run>,
    /// How far east of the stop the cells of a row lie, in inches.
    east: Vec<f32>,
    enter: Vec<f32>,
    leave: Vec<f32>,
    /// The longest stretch in rough ground of the slide to each cell of the row, as a fraction of it.
    longest: Vec<f32>,
}

impl DearStretches {
    fn clear(&mut self) {
        self.runs.clear();
        self.enter.clear();
        self.leave.clear();
        self.longest.clear();
    }

    /// Starts a row of cells that lie this far east of the stop, without any run.
    fn begin(&mut self, east: impl Iterator<Item = f32>) {
        self.east.clear();
        self.east.extend(east);
        self.longest.clear();
        self.longest.resize(self.east.len(), 0.0);
    }

    /// Adds a run of cells; the row's first cell lies in column `first`.
    fn add(&mut self, run: Run, clip: &RowClip, north: f32, first: usize, is_rough: bool) {
        let end = run.place + run.columns.len();
        self.enter.resize(end, 0.0);
        self.leave.resize(end, 0.0);
        let (enter, leave) = (&mut self.enter[run.place..], &mut self.leave[run.place..]);
        let cells = run.columns.start - first..run.columns.end - first;
        clip.cross(north, &self.east[cells.clone()], enter, leave);
        if is_rough {
            let lengths = enter.iter().zip(leave.iter()).map(|(enter, leave)| leave - enter);
            for (longest, stretch) in self.longest[cells].iter_mut().zip(lengths) {
                *longest = longest.max(stretch);
            }
        }
        self.runs.push(run);
    }

    /// The pieces that a slide to this column crosses, each with the stretch of the slide.
    fn at(&self, column: usize) -> impl Iterator<Item = (usize, (f32, f32))> {
        let over = self.runs.iter().filter(move |run| run.columns.contains(&column));
        let stretch = move |run: &Run| {
            let cell = run.place + column - run.columns.start;
            (run.piece, (self.enter[cell], self.leave[cell]))
        };
        over.map(stretch).filter(|(_, (enter, leave))| enter < leave)
    }
}

/// The grid while it is being filled.
struct Grid {
    origin: Vec2,
    cell: f32,
    width: usize,
    height: usize,
    limit: f32,
    cost: Vec<f32>,
    from: Vec<u32>,
}

impl Grid {
    fn x(&self, column: usize) -> f32 {
        self.origin.x + column as f32 * self.cell
    }

    fn y(&self, row: usize) -> f32 {
        self.origin.y + row as f32 * self.cell
    }

    /// The columns whose centres lie in an interval of x.
    fn columns(&self, lo: f32, hi: f32) -> std::ops::Range<usize> {
        span(self.origin.x, self.cell, self.width, lo, hi)
    }

    /// The centres of the westernmost and the easternmost of these columns.
    fn ends(&self, columns: &std::ops::Range<usize>) -> (f32, f32) {
        (self.x(columns.start), self.x(columns.end.max(1) - 1))
    }

    fn rows(&self, lo: f32, hi: f32) -> std::ops::Range<usize> {
        span(self.origin.y, self.cell, self.height, lo, hi)
    }

    /// Calls `each` with every row's run of cells inside a shape.
    fn inside(&self, shape: &Convex, skin: f32, mut each: impl FnMut(usize, std::ops::Range<usize>)) {
        let rows = self.rows(shape.lo.y, shape.hi.y);
        let ys: Vec<f32> = rows.clone().map(|row| self.y(row)).collect();
        let (begins, ends) = rows_inside(shape, &ys, skin);
        for ((row, begin), end) in rows.zip(begins).zip(ends) {
            let columns = if begin < end { self.columns(begin, end) } else { 0..0 };
            if !columns.is_empty() {
                each(row, columns);
            }
        }
    }

    /// Lights up the cells that the stops of a tree see. `accept` may add to the cost or refuse the cell.
    ///
    /// Skips cells whose `ceiling` is 0, and lights the others if they come out cheaper than it. Lights only the rows of
    /// `share`; their cells are numbered within the share, and the rows are independent of each other.
    fn light(
        &self,
        layer: &Layer<'_>,
        tree: &Tree,
        add: f32,
        share: &Share,
        ceiling: &mut [f32],
        mut accept: impl FnMut(usize, Vec2, f32, u32) -> Option<f32>,
    ) {
        let mut peaks = Peaks::new(ceiling, self.width);
        let mut dark = vec![false; self.width];
        let (mut stretches, mut dear) = (DearStretches::default(), Dear::default());
        for &number in &tree.order {
            let lamp = Lamp::new(layer, tree, number, add, self.limit);
            let (at, radius) = (lamp.at, lamp.radius);
            if radius < 0.0 {
                break;
            }
            let mut shadows: Option<Shadows> = None;
            let around = self.columns(at.x - radius, at.x + radius);
            for (band, first) in share.bands(&self.rows(at.y - radius, at.y + radius)) {
                let y_of = |row: usize| self.y(first + row - band.start);
                let (south, north) = (y_of(band.start) - at.y, y_of(band.end - 1) - at.y);
                if !peaks.gain_in(&band, &around, &self.sight(&lamp, south.max(-north).max(0.0))) {
                    continue;
                }
                for row in band.clone() {
                    let y = y_of(row);
                    let (left, right) = lamp.row(y);
                    let columns = self.columns(left, right);
                    if columns.is_empty() {
                        continue;
                    }
                    let sight = self.sight(&lamp, y - at.y);
                    let Some(columns) = peaks.narrowed(row, columns, &sight) else { continue };
                    let line = &ceiling[row * self.width..][..self.width];
                    // The cell of the stop itself has no length to gain by.
                    if !columns.clone().fold(false, |any, column| any | sight.hits(column, line[column])) {
                        continue;
                    }
                    let Shadows { hiding, weighing, passages } =
                        shadows.get_or_insert_with(|| lamp.shadows(layer));
                    let columns = self.unhidden(hiding, y, columns, &mut dark);
                    let lit = |column: &usize| !dark[*column] && sight.hits(*column, line[*column]);
                    let Some(first) = columns.clone().find(lit) else { continue };
                    let columns = first..columns.rev().find(lit).unwrap_or(first) + 1;
                    self.weigh(weighing, &lamp, layer, y, &columns, &mut stretches);
                    for column in columns.clone() {
                        let index = row * self.width + column;
                        if dark[column] || !sight.hits(column, ceiling[index]) {
                            continue;
                        }
                        let to = Vec2::new(self.x(column), y);
                        let most = ceiling[index].min(self.limit);
                        let Some(way) =
                            lamp.way(layer, to, &stretches, column, columns.start, most, &mut dear)
                        else {
                            continue;
                        };
                        let total = lamp.cost + way;
                        if total + GAIN >= ceiling[index]
                            || total > self.limit
                            || lamp.is_barred(layer, passages, to)
                        {
                            continue;
                        }
                        if let Some(total) = accept(index, to, total, number)
                            && total <= self.limit
                        {
                            ceiling[index] = total;
                        }
                    }
                    peaks.refresh(row, columns, ceiling);
                }
                peaks.refresh_band(&band);
            }
        }
    }

    /// A row this far north of a stop, as seen from the stop.
    fn sight(&self, lamp: &Lamp, north: f32) -> Sight {
        Sight {
            west: self.origin.x - lamp.at.x,
            cell: self.cell,
            floor: lamp.cost + GAIN,
            north2: north * north,
        }
    }

    /// The columns without those at either end that are hidden; hidden ones in between are marked in `dark`.
    fn unhidden(
        &self,
        hiding: &[Shadow],
        y: f32,
        columns: std::ops::Range<usize>,
        dark: &mut [bool],
    ) -> std::ops::Range<usize> {
        let (mut first, mut end) = (columns.start, columns.end);
        dark[first..end].fill(false);
        let ends = self.ends(&columns);
        for shadow in hiding {
            let Some((lo, hi)) = shadow.row_within(y, ends) else { continue };
            let run = self.columns(lo, hi);
            let (a, b) = (run.start.max(first), run.end.min(end));
            match (a == first, b == end) {
                _ if a >= b => {}
                (true, _) => first = b,
                (false, true) => end = a,
                (false, false) => dark[a..b].fill(true),
            }
            if first >= end {
                break;
            }
        }
        first..end
    }

    /// Where the slides from a stop to the cells of a row cross dear ground.
    fn weigh(
        &self,
        weighing: &[(Shadow, RowClip, usize)],
        lamp: &Lamp,
        layer: &Layer<'_>,
        y: f32,
        columns: &std::ops::Range<usize>,
        stretches: &mut DearStretches,
    ) {
        stretches.clear();
        let ends = self.ends(columns);
        for (shadow, clip, piece) in weighing {
            let Some((lo, hi)) = shadow.row_within(y, ends) else { continue };
            let run = self.columns(lo, hi);
            let run = run.start.max(columns.start)..run.end.min(columns.end);
            if run.is_empty() {
                continue;
            }
            if stretches.runs.is_empty() {
                stretches.begin(columns.clone().map(|column| self.x(column) - lamp.at.x));
            }
            let run = Run { columns: run, piece: *piece, place: stretches.enter.len() };
            stretches.add(run, clip, y - lamp.at.y, columns.start, *piece < layer.rough.len());
        }
    }
}

/// A stop that lights up cells.
struct Lamp {
    at: Vec2,
    cost: f32,
    /// Largest length of a path that leads on from it.
    radius: f32,
    /// The lines between which paths lead on: see [`Tree::wedge`].
    wedge: Option<[(Vec2, f32); 2]>,
    /// Is a slide from it barred by more than the shapes in front of it?
    odd: bool,
}

impl Lamp {
    fn new(layer: &Layer<'_>, tree: &Tree, number: u32, add: f32, limit: f32) -> Self {
        let stop = &tree.stops[number as usize];
        let cost = stop.cost + add;
        let odd = number == 0 && layer.odd_start();
        Self { at: stop.at, cost, radius: limit - cost, wedge: tree.wedge(number), odd }
    }

    /// The interval of x that it may light up in the row at `y`.
    fn row(&self, y: f32) -> (f32, f32) {
        let (at, radius) = (self.at, self.radius);
        let half = (radius * radius - (y - at.y) * (y - at.y)).max(0.0).sqrt();
        let (mut left, mut right) = (at.x - half, at.x + half);
        for (n, d) in self.wedge.iter().flatten() {
            let room = d - n.y * y;
            if n.x > 1e-6 {
                right = right.min(room / n.x);
            } else if n.x < -1e-6 {
                left = left.max(room / n.x);
            } else if room < 0.0 {
                right = f32::NEG_INFINITY;
            }
        }
        (left, right)
    }

    /// The shapes that hide cells from it, and those that make them dear.
    fn shadows(&self, layer: &Layer<'_>) -> Shadows {
        let (at, radius) = (self.at, self.radius);
        let off = |s: &Convex| (s.lo - at).max(at - s.hi).max(Vec2::ZERO).length_squared();
        let near = |s: &Convex| off(s) < radius * radius;
        let cast = |s: &Convex| Shadow::cast(at, s);
        let mut hiding: Vec<&Block> = match self.odd {
            true => Vec::new(),
            false => {
                let bars = |block: &&Block| near(&block.shape) && !layer.is_free_of(at, block);
                layer.blocks.iter().filter(bars).collect()
            }
        };
        // Near shapes hide most. Distances are never negative, so they sort by their bits.
        hiding.sort_by_cached_key(|block| off(&block.shape).to_bits());
        // A centre in the shape of a line but not across the line yet counts as at the border.
        let border = |block: &Block| if block.crossable { ACROSS } else { 2.0 * BRUSH };
        let shadow = |block: &Block| Shadow::cast_from_border(at, &block.shape, border(block));
        let hiding = hiding.into_iter().filter_map(shadow).collect();
        // Rough pieces are numbered before slopes.
        let dear_shapes = layer.rough.iter().chain(layer.slopes.iter().map(|(s, _)| s));
        // From inside dear ground every cell is dear.
        let weighing = dear_shapes
            .enumerate()
            .filter(|(_, s)| near(s))
            .map(|(k, s)| (cast(s).unwrap_or_else(Shadow::everywhere), RowClip::new(at, s), k))
            .collect();
        let passages = layer.passages_to_head_for(at, radius);
        Shadows { hiding, weighing, passages }
    }

    /// Cost of the slide to a cell; `None` if it is surely no less than `most` in all. `first` is the column of the row's
    /// first cell that has stretches.
    fn way(
        &self,
        layer: &Layer<'_>,
        to: Vec2,
        stretches: &DearStretches,
        column: usize,
        first: usize,
        most: f32,
        dear: &mut Dear,
    ) -> Option<f32> {
        let length = self.at.distance(to);
        if stretches.runs.is_empty() && layer.field.backward_factor <= 1.0 {
            return Some(length);
        }
        // Most cells are too dear by their rough ground alone.
        let longest = stretches.longest.get(column - first).copied().unwrap_or(0.0);
        let least = length * (1.0 + (layer.field.rough_factor - 1.0) * longest);
        if self.cost + least - ROUNDING >= most {
            return None;
        }
        let (way, roughs) = (to - self.at, layer.rough.len());
        dear.clear();
        for (piece, stretch) in stretches.at(column) {
            if piece < roughs {
                dear.rough.add(stretch);
            } else if layer.leads_up(piece - roughs, way) {
                dear.uphill.add(stretch);
            }
        }
        Some(layer.cost_over(way, dear))
    }

    /// Is the slide to a cell that it sees barred, or the cell itself?
    ///
    /// `passages` are the pieces of lines within its radius that are crossed only over a passage.
    fn is_barred(&self, layer: &Layer<'_>, passages: &[usize], to: Vec2) -> bool {
        !layer.on_table(to)
            || match self.odd {
                true => layer.slide_from_start(to).is_err(),
                false => passages.iter().any(|piece| layer.is_missed(*piece, self.at, to)),
            }
    }
}

/// A row of cells as seen from a stop.
struct Sight {
    /// How far east of the stop the row begins.
    west: f32,
    cell: f32,
    /// Cost of the path to the stop, plus the smallest gain that counts.
    floor: f32,
    /// The square of the distance from the stop north to the row.
    north2: f32,
}

impl Sight {
    /// Can a cell of this ceiling come out cheaper?
    fn hits(&self, column: usize, ceiling: f32) -> bool {
        self.is_within(self.west + column as f32 * self.cell, ceiling)
    }

    /// Can the nearest of these cells come out cheaper than the dearest of them?
    fn gains(&self, stretch: &std::ops::Range<usize>, peak: f32) -> bool {
        let west = self.west + stretch.start as f32 * self.cell;
        let east = self.west + (stretch.end - 1) as f32 * self.cell;
        self.is_within(west.max(-east).max(0.0), peak)
    }

    fn is_within(&self, east: f32, ceiling: f32) -> bool {
        let room = (ceiling - self.floor).max(0.0);
        east * east + self.north2 < room * room
    }
}

/// The highest ceilings of a grid, by stretch of its rows and by band of rows.
struct Peaks {
    /// Cells in a row.
    width: usize,
    /// Stretches in a row.
    count: usize,
    highest: Vec<f32>,
    /// For each stretch, an upper bound over all rows of a band.
    tops: Vec<f32>,
}

/// Number of cells in a stretch.
const STRETCH: usize = 16;
/// Number of rows in a band.
const BAND: usize = 8;

impl Peaks {
    fn new(ceiling: &[f32], width: usize) -> Self {
        let highest: Vec<f32> = ceiling
            .chunks(width)
            .flat_map(|row| row.chunks(STRETCH).map(|cells| cells.iter().copied().fold(0.0, f32::max)))
            .collect();
        let (rows, count) = (ceiling.len() / width, width.div_ceil(STRETCH));
        let bands = rows.div_ceil(BAND);
        let tops = vec![0.0; bands * count];
        let mut peaks = Self { width, count, highest, tops };
        (0..bands).for_each(|band| peaks.refresh_band(&(band * BAND..rows.min((band + 1) * BAND))));
        peaks
    }

    /// Could any cell of these columns gain, if all rows of the band looked like this one?
    fn gain_in(
        &self,
        band: &std::ops::Range<usize>,
        columns: &std::ops::Range<usize>,
        sight: &Sight,
    ) -> bool {
        let tops = &self.tops[band.start / BAND * self.count..][..self.count];
        !columns.is_empty()
            && (columns.start / STRETCH..(columns.end - 1) / STRETCH + 1)
                .any(|stretch| sight.gains(&(stretch * STRETCH..(stretch + 1) * STRETCH), tops[stretch]))
    }

    /// From the first to the last stretch of these columns that gains; `None` if none does.
    ///
    /// A stretch of the row is skipped if even its nearest cell could not come out cheaper than the dearest.
    fn narrowed(
        &self,
        row: usize,
        columns: std::ops::Range<usize>,
        sight: &Sight,
    ) -> Option<std::ops::Range<usize>> {
        let stretches = columns.start / STRETCH..(columns.end - 1) / STRETCH + 1;
        let cells =
            |stretch: usize| columns.start.max(stretch * STRETCH)..columns.end.min((stretch + 1) * STRETCH);
        let highest = &self.highest[row * self.count..][..self.count];
        let gains = |stretch: &usize| sight.gains(&cells(*stretch), highest[*stretch]);
        let first = stretches.clone().find(gains)?;
        let last = stretches.rev().find(gains)?;
        Some(cells(first).start..cells(last).end)
    }

    /// Updates the stretches after the ceilings of these columns have come down.
    fn refresh(&mut self, row: usize, columns: std::ops::Range<usize>, ceiling: &[f32]) {
        let line = &ceiling[row * self.width..][..self.width];
        for stretch in columns.start / STRETCH..(columns.end - 1) / STRETCH + 1 {
            let cells = &line[stretch * STRETCH..((stretch + 1) * STRETCH).min(self.width)];
            self.highest[row * self.count + stretch] = cells.iter().copied().fold(0.0, f32::max);
        }
    }

    /// Updates the bands of these rows after their ceilings have come down.
    fn refresh_band(&mut self, rows: &std::ops::Range<usize>) {
        let band = rows.start / BAND;
        let first = band * BAND * self.count;
        let last = (first + BAND * self.count).min(self.highest.len());
        let tops = &mut self.tops[band * self.count..][..self.count];
        tops.fill(0.0);
        for row in self.highest[first..last].chunks(self.count) {
            for (top, peak) in tops.iter_mut().zip(row) {
                *top = if *peak > *top { *peak } else { *top };
            }
        }
    }
}

/// The indices of grid lines within an interval.
fn span(origin: f32, cell: f32, count: usize, lo: f32, hi: f32) -> std::ops::Range<usize> {
    // Rounds by way of integers, which every machine has; rounding of floats is a function call on some.
    let first = ((lo - origin) / cell).clamp(0.0, count as f32);
    let first = first as usize + usize::from((first as usize as f32) < first);
    let end = ((hi - origin) / cell).clamp(-1.0, count as f32);
    let end = (end as isize - isize::from(end as isize as f32 > end) + 1).clamp(0, count as isize) as usize;
    first..end.max(first)
}

/// The reach map of a stand at `start` that ends with `heading`, in cells of `cell` inches.
pub fn reach(field: &Field, body: &Body, start: Pose, heading: Heading, allowance: f32, cell: f32) -> Reach {
    let allowance = if allowance.is_finite() { allowance.max(0.0) } else { 0.0 };
    reach_over(&Search::new(&mut Grounds::once(field, body), start, heading, allowance), cell)
}

/// The reach map from a search, in cells of `cell` inches.
pub(super) fn reach_over(search: &Search<'_>, cell: f32) -> Reach {
    reach_in_parts(search, cell, None)
}

/// As [`reach_over`], lit in this many parts if given.
fn reach_in_parts(search: &Search<'_>, cell: f32, said: Option<usize>) -> Reach {
    let (start, heading, allowance) = (search.start, search.heading, search.limit);
    let half = (allowance / cell).ceil() as usize;
    let side = 2 * half + 1;
    let mut grid = Grid {
        origin: start.at - Vec2::splat(half as f32 * cell),
        cell,
        width: side,
        height: side,
        limit: allowance + EPS,
        cost: vec![f32::INFINITY; side * side],
        from: vec![NOT; side * side],
    };
    let mut doors = Vec::new();
    fill(&mut grid, search, said.unwrap_or_else(|| parts(search, side)), &mut doors);
    Reach {
        origin: grid.origin,
        cell,
        width: side,
        height: side,
        cost: grid.cost,
        from: grid.from,
        own: BTreeMap::new(),
        doors,
        late: search.late_tree.clone(),
        early: search.early.as_ref().map(|(_, tree, pivot)| (tree.clone(), pivot.angle)),
        start,
        heading,
    }
}

/// The rows of the grid that one thread lights: bands of equal height in turn, since rows that are dear to light lie together.
#[derive(Clone, Copy)]
struct Share {
    number: usize,
    of: usize,
}

impl Share {
    /// The bands of these rows in the share: their rows within the share, and the first row of each within the grid.
    fn bands(self, rows: &std::ops::Range<usize>) -> impl Iterator<Item = (std::ops::Range<usize>, usize)> {
        let (first, end) = (rows.start, rows.end.max(rows.start));
        let bands = if first < end { first / BAND..end.div_ceil(BAND) } else { 0..0 };
        bands.filter(move |band| band % self.of == self.number).map(move |band| {
            let (from, to) = (first.max(band * BAND), end.min((band + 1) * BAND));
            let place = band / self.of * BAND + from - band * BAND;
            (place..place + to - from, from)
        })
    }

    /// The place of a grid row within the share, if it is part of the share.
    fn place(self, row: usize) -> Option<usize> {
        self.bands(&(row..row + 1)).next().map(|(rows, _)| rows.start)
    }
}

/// Some rows of the grid while they are being lit.
struct Part {
    share: Share,
    ceiling: Vec<f32>,
    cost: Vec<f32>,
    from: Vec<u32>,
    /// As `from`, by late paths alone: doors of zones are reached by these.
    late: Vec<u32>,
}

impl Part {
    /// A part with nothing lit yet.
    fn new(grid: &Grid, share: Share) -> Self {
        let cells = share.bands(&(0..grid.height)).map(|(rows, _)| rows.len()).sum::<usize>() * grid.width;
        Self {
            share,
            ceiling: vec![f32::INFINITY; cells],
            cost: vec![f32::INFINITY; cells],
            from: vec![NOT; cells],
            late: Vec::new(),
        }
    }

    /// Lights up its cells by late paths, then by early ones.
    fn light(&mut self, grid: &Grid, search: &Search<'_>) {
        self.bar(grid, &search.late);
        let Self { share, ceiling, cost, from, .. } = self;
        grid.light(&search.late, &search.late_tree, 0.0, share, ceiling, |index, _, total, i| {
            cost[index] = total;
            from[index] = LATE | i;
            Some(total)
        });
        self.late.clone_from(&self.from);
        if let Some((early, tree, pivot)) = &search.early {
            self.bar(grid, early);
            self.light_early(grid, early, tree, pivot);
        }
    }

    /// The ceilings of a layer: 0 where the stand may not stay with its heading.
    fn bar(&mut self, grid: &Grid, layer: &Layer<'_>) {
        let bars = layer.blocks.iter().filter(|block| !block.crossable).map(|block| &block.shape);
        for shape in bars {
            grid.inside(shape, 1e-4, |row, run| {
                if let Some(place) = self.share.place(row) {
                    self.ceiling[place * grid.width..][run].fill(0.0);
                }
            });
        }
    }

    /// Lights up cells by early paths and the turn at their end.
    fn light_early(&mut self, grid: &Grid, early: &Layer<'_>, tree: &Tree, pivot: &Pivot<'_>) {
        let Self { share, ceiling, cost, from, .. } = self;
        // NaN marks a turn that has not been computed yet.
        let mut turns = vec![f32::NAN; cost.len()];
        grid.light(early, tree, pivot.price, share, ceiling, |index, at, total, i| {
            if turns[index].is_nan() {
                turns[index] = pivot.cost(at).unwrap_or(f32::INFINITY);
            }
            let total = total - pivot.price + turns[index];
            if total + GAIN >= cost[index] || total > grid.limit {
                return None;
            }
            cost[index] = total;
            from[index] = EARLY | i;
            Some(total)
        });
    }
}

/// A search with fewer stops than this, times the rows of its grid, is lit by one thread: others would start too late to help.
const MUCH: usize = 8_000;
/// Number of zones and enemies whose cells justify a second thread.
const MANY_GATES: usize = 6;
/// Number of parts in which a grid is lit. The result does not depend on it.
fn parts(search: &Search<'_>, side: usize) -> usize {
    let early = search.early.as_ref().map_or(0, |(_, tree, _)| tree.order.len());
    if (search.late_tree.order.len() + early) * side < MUCH { 1 } else { *threads::THREADS }
}

/// Lights up the grid in this many parts, each in a thread of its own. Returns the last steps of late paths alone, by cell.
fn light(grid: &Grid, search: &Search<'_>, parts: usize, cost: &mut [f32], from: &mut [u32]) -> Vec<u32> {
    let mut late = vec![NOT; from.len()];
    let shares: Vec<Share> = (0..parts.max(1)).map(|number| Share { number, of: parts.max(1) }).collect();
    let lit = threads::map(&shares, 2, |share| {
        let mut part = Part::new(grid, *share);
        part.light(grid, search);
        part
    });
    for Part { share, cost: lit_cost, from: lit_from, late: lit_late, .. } in lit {
        for (rows, first) in share.bands(&(0..grid.height)) {
            let (own, cells) = (rows.start * grid.width, first * grid.width);
            let length = rows.len() * grid.width;
            cost[cells..cells + length].copy_from_slice(&lit_cost[own..own + length]);
            from[cells..cells + length].copy_from_slice(&lit_from[own..own + length]);
            late[cells..cells + length].copy_from_slice(&lit_late[own..own + length]);
        }
    }
    late
}

fn fill(grid: &mut Grid, search: &Search<'_>, parts: usize, doors: &mut Vec<(u32, Vec2)>) {
    let late = &search.late;
    let mut cost = std::mem::take(&mut grid.cost);
    let mut from = std::mem::take(&mut grid.from);
    let late_from = light(grid, search, parts, &mut cost, &mut from);
    // A path may lead over a passable stand, also to a door, but not end there.
    for (_, shape) in &late.ends {
        grid.inside(shape, 1e-4, |row, run| {
            let cells = row * grid.width + run.start..row * grid.width + run.end;
            cost[cells.clone()].fill(f32::INFINITY);
            from[cells].fill(NOT);
        });
    }
    let mut no_closing = vec![false; cost.len()];
    for shape in late.ends_no_closing() {
        // Deeper than what only brushes a shape: a stand that ends there enters it.
        grid.inside(shape, 2e-3, |row, run| no_closing[row * grid.width..][run].fill(true));
    }
    // Zones are entered only by closing, enemies touched only by the front. The cells hold the outside ways only
    // while this goes on, so that a door never opens from within.
    let gates = late.gates.iter().map(|gate| (&gate.shape, &gate.owner, Some(gate)));
    let fronts = late.fronts.iter().map(|front| (&front.touch, &front.exact, None));
    let inside: Vec<(&Convex, &Convex, Option<&Gate>)> = gates.chain(fronts).collect();
    let closed = threads::map(&inside, MANY_GATES, |&(shape, owner, gate)| {
        let mut closed = Vec::new();
        grid.inside(shape, 1e-4, |row, run| {
            for column in run {
                let cell = row * grid.width + column;
                let at = Vec2::new(grid.x(column), grid.y(row));
                if no_closing[cell] || at.distance(search.start.at) > grid.limit {
                    continue;
                }
                let found = through_door(grid, search, &late_from, shape, owner, gate, at);
                closed.extend(found.map(|found| (cell, found)));
            }
        });
        closed
    });
    let mut inner: Vec<(usize, f32, u32)> = Vec::new();
    for (cell, (total, i, door)) in closed.into_iter().flatten() {
        inner.push((cell, total, DOOR | doors.len() as u32));
        doors.push((i, door));
    }
    from_start(grid, search, &mut inner);
    for (index, total, how) in inner {
        if total + GAIN < cost[index] {
            cost[index] = total;
            from[index] = how;
        }
    }
    grid.cost = cost;
    grid.from = from;
}

/// Closes to `at` inside a zone or at an enemy: the cost, the stop before the door, and the door.
///
/// `gate` is the zone's; `None` at an enemy outside all zones, approached only to within touch.
fn through_door(
    grid: &Grid,
    search: &Search<'_>,
    from: &[u32],
    shape: &Convex,
    owner: &Convex,
    gate: Option<&Gate>,
    at: Vec2,
) -> Option<(f32, u32, Vec2)> {
    let late = &search.late;
    let (away, gap) = owner.away(at);
    if gap < -0.01 || !late.on_table(at) {
        return None;
    }
    // The reach of a zone that is round except at its rear, and its owner's forward vector.
    let round = gate.map(|gate| &late.field.zones[gate.zone]).and_then(|zone| match zone.shape {
        ZoneShape::FrontAndSides { reach } => Some((reach, zone.quad.pose.heading.forward())),
        ZoneShape::Front { .. } => None,
    });
    let way = match round {
        // Unless the way out leads over the rear line, the zone ends at this distance from its owner.
        Some((reach, forward)) if away.dot(forward) >= 0.0 => reach + DOOR_STEP - gap,
        _ => {
            let far = gate.map_or(8.0, |gate| 4.0 * late.field.zones[gate.zone].shape.clear_of());
            far * shape.clip(at, at + away * far)?.1 + 0.003
        }
    };
    let mut door = at + away * way;
    if let Some(gate) = gate {
        if late.is_shut(gate, door, gap + way) {
            return None;
        }
        door = late.before_neighbours(gate, door);
    }
    if late.barred(door).is_some() || late.no_end(at).is_some() {
        return None;
    }
    // The stops that light the cells about the door.
    let corner = (door - grid.origin) / grid.cell;
    let (column, row) = (corner.x as i32, corner.y as i32);
    let mut best: Option<(f32, u32)> = None;
    let mut tried = [NOT; 9];
    let mut count = 0;
    for y in (row - 1).max(0)..(row + 3).min(grid.height as i32) {
        for x in (column - 1).max(0)..(column + 3).min(grid.width as i32) {
            let how = from[y as usize * grid.width + x as usize];
            if how > NUMBER || tried[..count].contains(&how) || count == tried.len() {
                continue;
            }
            tried[count] = how;
            count += 1;
            let stop = &search.late_tree.stops[how as usize];
            // No path costs less than its length.
            let least = stop.cost + stop.at.distance(door) - ROUNDING;
            if least > grid.limit || best.is_some_and(|(b, _)| least >= b) {
                continue;
            }
            let total = stop.cost + late.cost(stop.at, door);
            if best.is_none_or(|(b, _)| total < b)
                && total <= grid.limit
                && search.late_tree.slide(late, how, door).is_ok()
            {
                best = Some((total, how));
            }
        }
    }
    if count == 0 {
        // The door lies in a gap narrower than a cell, or nothing leads there.
        best = search.late_tree.nearest(late, door, grid.limit - late.cost(door, at));
    }
    let (total, i) = best?;
    let total = total + late.cost(door, at);
    if total > grid.limit {
        return None;
    }
    if gate.is_none() && late.enters_zone(door, at) {
        return None;
    }
    late.close(door, at, gate.map(|gate| gate.zone)).ok()?;
    Some((total, i, door))
}

/// What a stand in a zone, or flush with a friend, may do straight from its start: leave or close.
fn from_start(grid: &Grid, search: &Search<'_>, found: &mut Vec<(usize, f32, u32)>) {
    let late = &search.late;
    let root = &search.late_tree.stops[0];
    if !late.odd_start() || !root.cost.is_finite() {
        return;
    }
    let mut take = |column: usize, row: usize, legal: &dyn Fn(Vec2) -> bool| {
        let at = Vec2::new(grid.x(column), grid.y(row));
        let total = root.cost + late.cost(root.at, at);
        if total <= grid.limit && late.no_end(at).is_none() && legal(at) {
            found.push((row * grid.width + column, total, LATE));
        }
    };
    for block in late.blocks.iter().filter(|b| b.start_zone || b.holds_start) {
        grid.inside(&block.shape, 1e-4, |row, run| {
            for column in run {
                take(column, row, &|at| late.slide_from_start(at).is_ok() && late.may_linger(at));
            }
        });
    }
    for (_, away) in &late.start_closings {
        let steps = (grid.limit / grid.cell * 2.0) as usize;
        for step in 1..=steps {
            let at = root.at - *away * (step as f32 * grid.cell / 2.0);
            let (columns, rows) = (
                grid.columns(at.x - grid.cell * 0.6, at.x + grid.cell * 0.6),
                grid.rows(at.y - grid.cell * 0.6, at.y + grid.cell * 0.6),
            );
            for row in rows {
                for column in columns.clone() {
                    take(column, row, &|at| late.closes_from_start(at).is_some());
                }
            }
        }
    }
    // The stand may also stay in place, unless it withdraws.
    if !late.withdraws() {
        let middle = (grid.width / 2, grid.height / 2);
        take(middle.0, middle.1, &|_| true);
    }
}

impl Reach {
    /// The cell in which a point lies, as column and row.
    pub fn cell_of(&self, point: Vec2) -> Option<(usize, usize)> {
        let at = ((point - self.origin) / self.cell).round();
        let inside = at.x >= 0.0 && at.y >= 0.0 && at.x < self.width as f32 && at.y < self.height as f32;
        inside.then_some((at.x as usize, at.y as usize))
    }

    /// The centre of a cell.
    pub fn centre(&self, column: usize, row: usize) -> Vec2 {
        self.origin + Vec2::new(column as f32, row as f32) * self.cell
    }

    /// The cost to end in the cell that holds this point: infinite if that is not legal.
    pub(super) fn cost_at(&self, point: Vec2) -> f32 {
        self.cell_of(point).map_or(f32::INFINITY, |(x, y)| self.cost[y * self.width + x])
    }

    /// May the stand end here?
    pub fn contains(&self, point: Vec2) -> bool {
        self.cost_at(point).is_finite()
    }

    /// The heading with which the stand ends.
    pub fn heading(&self) -> Heading {
        self.heading
    }

    /// Where the stand starts.
    pub fn start(&self) -> Pose {
        self.start
    }

    /// The number of cells that can be reached.
    pub fn count(&self) -> usize {
        self.cost.iter().filter(|c| c.is_finite()).count()
    }

    /// The cheapest legal path found to the centre of a cell.
    pub fn path_to(&self, column: usize, row: usize) -> Option<Path> {
        if column >= self.width || row >= self.height {
            return None;
        }
        let cell = row * self.width + column;
        let from = self.from[cell];
        if from == NOT {
            return None;
        }
        if let Some(own) = self.own.get(&cell) {
            return Some(own.clone());
        }
        let number = from & NUMBER;
        let how = match from & !NUMBER {
            LATE => How::Late(number),
            EARLY => How::Early(number),
            _ => {
                let (i, door) = self.doors[number as usize];
                How::Door(i, door)
            }
        };
        let early = self.early.as_ref().map(|(tree, angle)| (tree, *angle));
        Some(route_path(&self.late, early, how, self.centre(column, row)))
    }

    /// The reach after a judge that knows more than the field has checked every path. The judge returns the path to take and
    /// its cost in inches, or `None` if the path is not legal, and its cell is then no longer lit.
    #[must_use]
    pub fn judged(self, judge: impl Fn(&Path) -> Option<(Path, f32)> + Sync) -> Self {
        let lit = (0..self.cost.len()).filter(|cell| self.cost[*cell].is_finite()).collect();
        self.judged_at(lit, judge)
    }

    /// The reach without the ends to which a companion cannot go along; and the cells that only the rules can judge.
    #[must_use]
    pub fn accompanied(mut self, companion: &Companion<'_>) -> (Self, Vec<usize>) {
        let early = self.early.as_ref().map(|(tree, _)| tree);
        let costs = companion.costs(&self.late, early);
        let follows = |cell: usize| {
            let (number, at) = (self.from[cell] & NUMBER, self.centre(cell % self.width, cell / self.width));
            let cost = match self.from[cell] & !NUMBER {
                LATE => companion.slid(&costs, &self.late, number, None, at),
                EARLY => early.and_then(|tree| companion.turned(&costs, tree, number, at)),
                _ => {
                    let (stop, door) = self.doors[number as usize];
                    companion.slid(&costs, &self.late, stop, Some(door), at)
                }
            };
            companion.ends(cost, at)
        };
        let rows: Vec<usize> = (0..self.height).collect();
        let of_row = |row: &usize| {
            let cells = row * self.width..(row + 1) * self.width;
            let lit = cells.filter(|cell| self.cost[*cell].is_finite());
            lit.map(|cell| (cell, follows(cell))).filter(|(_, follows)| *follows != Follows::Yes).collect()
        };
        let odd: Vec<Vec<(usize, Follows)>> = threads::map(&rows, 2, of_row);
        let (asked, dark): (Vec<_>, Vec<_>) =
            odd.into_iter().flatten().partition(|(_, follows)| *follows == Follows::Asks);
        for (cell, _) in dark {
            (self.cost[cell], self.from[cell]) = (f32::INFINITY, NOT);
        }
        (self, asked.into_iter().map(|(cell, _)| cell).collect())
    }

    /// The reach after a judge has checked the paths to these cells, as in [`Reach::judged`].
    #[must_use]
    pub fn judged_at(
        mut self,
        cells: Vec<usize>,
        judge: impl Fn(&Path) -> Option<(Path, f32)> + Sync,
    ) -> Self {
        let way = |cell: usize| Some((cell, self.path_to(cell % self.width, cell / self.width)?));
        let lit: Vec<(usize, Path)> = cells.into_iter().filter_map(way).collect();
        let judged = threads::map(&lit, 2, |(_, path)| judge(path));
        for ((cell, path), judged) in lit.into_iter().zip(judged) {
            match judged {
                Some((way, cost)) => {
                    self.cost[cell] = cost;
                    if way != path {
                        self.own.insert(cell, way);
                    }
                }
                None => (self.cost[cell], self.from[cell]) = (f32::INFINITY, NOT),
            }
        }
        self
    }

    /// What is lit.
    pub fn cells(&self) -> Cells {
        let lit = self.cost.iter().map(|cost| cost.is_finite()).collect();
        Cells { origin: self.origin, cell: self.cell, width: self.width, lit }
    }

    /// The borders of the reach as closed polygons for drawing ([`Cells::outline`]).
    pub fn outline(&self) -> Vec<Vec<Vec2>> {
        self.cells().outline()
    }
}

/// The reach map as [`reach`] gives it, lit in so many parts.
#[cfg(test)]
pub(super) fn reach_by(
    field: &Field,
    body: &Body,
    start: Pose,
    heading: Heading,
    allowance: f32,
    cell: f32,
    parts: usize,
) -> (Vec<u32>, Vec<u32>) {
    let search = Search::new(&mut Grounds::once(field, body), start, heading, allowance);
    let reach = reach_in_parts(&search, cell, Some(parts));
    (reach.cost.iter().map(|cost| cost.to_bits()).collect(), reach.from)
}
