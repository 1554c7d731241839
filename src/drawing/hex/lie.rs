//! The layout of the hexes of a map on its sheet.
//!
//! Units: inches of the drawn sheet, a hex being two inches from flat to flat; the origin is the lower left corner of the
//! box round all hexes, y up, so that the table's view, pens and layers serve maps as well.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use hexes::{Direction, Grid, Hex, Orientation, Stagger, Top};
use table::pose::sin_cos;

/// From flat to flat of a hex.
pub const FLAT: f32 = 2.0;

/// From the centre of a hex to its corners.
pub const CORNER: f32 = FLAT * 0.577_350_26;

/// Half the square root of three.
const HALF_ROOT: f32 = 0.866_025_4;

/// The turn of a map from its printed orientation: in steps of 30 degrees clockwise, 0 to 11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub struct MapTurn(u8);

impl MapTurn {
    /// Number of steps in a full turn.
    pub const ROUND: u8 = 12;

    /// The turn increased by this many steps clockwise; counter-clockwise if negative.
    #[must_use]
    pub const fn by(self, steps: i8) -> Self {
        Self((self.0 as i16 + steps as i16).rem_euclid(Self::ROUND as i16) as u8)
    }

    /// The turn that brings north to the top.
    pub const fn north_up(top: Top) -> Self {
        Self(match top {
            Top::North => 0,
            Top::East => 3,
            Top::South => 6,
            Top::West => 9,
        })
    }

    pub const fn steps(self) -> u8 {
        self.0
    }

    /// The inverse turn.
    #[must_use]
    pub const fn back(self) -> Self {
        Self((Self::ROUND - self.0) % Self::ROUND)
    }

    /// A place, or a direction, turned about the origin; y up.
    pub fn turned(self, place: Vec2) -> Vec2 {
        let (sin, cos) = self.sin_cos();
        Vec2::new(place.x * cos + place.y * sin, place.y * cos - place.x * sin)
    }

    /// Sine and cosine, exact for quarter turns.
    fn sin_cos(self) -> (f32, f32) {
        match self.0 {
            0 => (0.0, 1.0),
            3 => (1.0, 0.0),
            6 => (0.0, -1.0),
            9 => (-1.0, 0.0),
            steps => sin_cos(f32::from(steps) * std::f32::consts::FRAC_PI_6),
        }
    }
}

/// A place turned about the origin; y down.
fn turned_down(turn: MapTurn, place: Vec2) -> Vec2 {
    let up = turn.turned(Vec2::new(place.x, -place.y));
    Vec2::new(up.x, -up.y)
}

impl From<u8> for MapTurn {
    fn from(steps: u8) -> Self {
        Self(steps % Self::ROUND)
    }
}

impl From<MapTurn> for u8 {
    fn from(turn: MapTurn) -> Self {
        turn.0
    }
}

/// The layout of a map's hexes. Which compass point is up does not change it: the sheet is shown as printed, unless it is
/// turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lie {
    pub grid: Grid,
    pub turn: MapTurn,
    /// Size of the box round all hexes.
    pub size: Vec2,
    /// Upper left corner of the box, in inches with y down from the hex with axial coordinates 0, 0, when turned.
    upper_left: Vec2,
}

impl Lie {
    pub fn new(grid: Grid) -> Self {
        Self::turned(grid, MapTurn::default())
    }

    pub fn turned(grid: Grid, turn: MapTurn) -> Self {
        let mut lie = Self { grid, turn, size: Vec2::ZERO, upper_left: Vec2::ZERO };
        if grid.is_empty() {
            lie.size = Vec2::splat(FLAT);
            return lie;
        }
        let (mut low, mut high) = (Vec2::splat(f32::MAX), Vec2::splat(f32::MIN));
        for hex in grid.hexes() {
            for corner in lie.corners(hex) {
                (low, high) = (low.min(corner), high.max(corner));
            }
        }
        // Up to here y was counted up from the first hex, with nothing above it.
        lie.upper_left = Vec2::new(low.x, -high.y);
        lie.size = high - low;
        lie
    }

    /// The centre of the hex with these axial coordinates, on the map or not.
    fn centre_of(&self, axial: hexx::Hex) -> Vec2 {
        let (x, y) = (axial.x as f32, axial.y as f32);
        let printed = match self.grid.orientation {
            Orientation::Flat => Vec2::new(HALF_ROOT * x, y + x / 2.0),
            Orientation::Pointy => Vec2::new(x + y / 2.0, HALF_ROOT * y),
        } * FLAT;
        let down = turned_down(self.turn, printed) - self.upper_left;
        Vec2::new(down.x, self.size.y - down.y)
    }

    /// The orientation of the hexes after turning.
    pub const fn orientation(&self) -> Orientation {
        match (self.grid.orientation, self.turn.steps() % 2) {
            (Orientation::Flat, 0) | (Orientation::Pointy, 1) => Orientation::Flat,
            _ => Orientation::Pointy,
        }
    }

    /// The direction of north, in degrees clockwise from the top of the sheet.
    pub fn north(&self) -> f32 {
        let printed = MapTurn::north_up(self.grid.top).back();
        f32::from(printed.by(self.turn.steps() as i8).steps()) * 30.0
    }

    pub fn centre(&self, hex: Hex) -> Vec2 {
        self.centre_of(self.grid.axial(hex))
    }

    /// The six corners, clockwise as seen; the side in direction `d` lies between corners `d` and `d + 1`.
    pub fn corners(&self, hex: Hex) -> [Vec2; 6] {
        let centre = self.centre(hex);
        std::array::from_fn(|k| centre + self.arm(k))
    }

    /// The corners moved inward by this many inches.
    pub fn inner_corners(&self, hex: Hex, by: f32) -> [Vec2; 6] {
        let centre = self.centre(hex);
        std::array::from_fn(|k| centre + self.arm(k) * (1.0 - by / (FLAT / 2.0)))
    }

    /// From the centre to corner `k`.
    fn arm(&self, k: usize) -> Vec2 {
        let turn = match self.grid.orientation {
            Orientation::Flat => 0.0,
            Orientation::Pointy => -0.5,
        };
        let (sin, cos) = sin_cos((k as f32 + turn) * std::f32::consts::FRAC_PI_3);
        self.turn.turned(Vec2::new(cos, -sin) * CORNER)
    }

    /// The hexside in that direction, running with the hex to its right.
    pub fn side(&self, hex: Hex, way: Direction) -> [Vec2; 2] {
        let corners = self.corners(hex);
        [corners[way.index()], corners[(way.index() + 1) % 6]]
    }

    /// The vector from the centre of a hex to that of its neighbour, on the map or off it.
    pub fn step(&self, way: Direction) -> Vec2 {
        let (a, b) = (self.arm(way.index()), self.arm((way.index() + 1) % 6));
        a + b
    }

    /// The neighbour on the map that lies in this direction of the sheet.
    ///
    /// If two lie equally near to it, repeated steps alternate between two lines of hexes side by side, and lead back the same
    /// way: altogether they go straight, along a printed row or column if possible. If one of the two is off the map, the other
    /// is taken.
    pub fn toward(&self, hex: Hex, way: Vec2) -> Option<Hex> {
        let along = |direction: Direction| self.step(direction).dot(way);
        let mut nearest = Direction::ALL;
        nearest.sort_by(|a, b| along(*b).total_cmp(&along(*a)));
        let [first, second, ..] = nearest;
        let next = |direction| self.grid.neighbour(hex, direction);
        if along(first) - along(second) > 1e-3 * way.length() {
            return next(first);
        }
        let (one, other) = if (first.0 + 1) % 6 == second.0 { (first, second) } else { (second, first) };
        // Either leads from one line to the other, and the line of a hex does not depend on the path.
        let axial = self.grid.axial(hex);
        let line = match one.0 % 3 {
            0 => axial.x + axial.y,
            1 => axial.y,
            _ => axial.x,
        };
        let shoved = (line.rem_euclid(2) == 0) == (self.grid.stagger == Stagger::EvenDown);
        let (chosen, rest) = if shoved == (one.0 < 3) { (other, one) } else { (one, other) };
        next(chosen).or_else(|| next(rest))
    }

    /// The middle of the hexside between two neighbours.
    pub fn between(&self, a: Hex, b: Hex) -> Vec2 {
        (self.centre(a) + self.centre(b)) / 2.0
    }

    /// The hex at this place of the sheet; `None` off the map.
    pub fn hex_at(&self, place: Vec2) -> Option<Hex> {
        let spare = Vec2::splat(FLAT);
        if !(place.cmpge(-spare).all() && place.cmple(self.size + spare).all()) {
            return None;
        }
        let down = (Vec2::new(place.x, self.size.y - place.y) + self.upper_left) / FLAT;
        let down = turned_down(self.turn.back(), down);
        let (q, r) = match self.grid.orientation {
            Orientation::Flat => {
                let q = down.x / HALF_ROOT;
                (q, down.y - q / 2.0)
            }
            Orientation::Pointy => {
                let r = down.y / HALF_ROOT;
                (down.x - r / 2.0, r)
            }
        };
        // The nearest centre: of the three coordinates, whose sum is 0, the one with the largest rounding error is adjusted.
        let s = -q - r;
        let (mut x, mut y, z) = (q.round(), r.round(), s.round());
        let (dx, dy, dz) = ((x - q).abs(), (y - r).abs(), (z - s).abs());
        if dx > dy && dx > dz {
            x = -y - z;
        } else if dy > dz {
            y = -x - z;
        }
        self.grid.at(hexx::Hex::new(x as i32, y as i32))
    }

    /// The point where a line from `from` towards `way` leaves the sheet; `None` if it does not within `far` inches.
    pub fn leaves(&self, from: Vec2, way: Vec2, far: f32) -> Option<Vec2> {
        let along = |at: f32, way: f32, size: f32| match way {
            w if w > 1e-3 => (size - at) / w,
            w if w < -1e-3 => -at / w,
            _ => f32::MAX,
        };
        let t = along(from.x, way.x, self.size.x).min(along(from.y, way.y, self.size.y));
        (t > 1e-3 && t <= far).then(|| from + way * t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lies() -> Vec<Lie> {
        let mut lies = Vec::new();
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for stagger in [Stagger::EvenDown, Stagger::OddDown] {
                lies.push(Lie::new(Grid { columns: 13, rows: 9, orientation, stagger, top: Top::West }));
            }
        }
        let marengo = Grid {
            columns: 39,
            rows: 25,
            orientation: Orientation::Flat,
            stagger: Stagger::EvenDown,
            top: Top::North,
        };
        lies.push(Lie::new(marengo));
        let turns = |lie: &Lie| (1..MapTurn::ROUND).map(|turn| Lie::turned(lie.grid, turn.into())).collect();
        let turned: Vec<Lie> = lies.iter().flat_map(|lie| -> Vec<Lie> { turns(lie) }).collect();
        lies.extend(turned);
        lies
    }

    #[test]
    fn every_hex_is_found_at_its_centre_and_near_its_corners() {
        for lie in lies() {
            for hex in lie.grid.hexes() {
                assert_eq!(lie.hex_at(lie.centre(hex)), Some(hex));
                for corner in lie.inner_corners(hex, 0.02) {
                    assert_eq!(lie.hex_at(corner), Some(hex), "{corner} of {hex}");
                }
            }
        }
    }

    #[test]
    fn all_hexes_lie_in_the_box_and_fill_it() {
        for lie in lies() {
            let corners: Vec<Vec2> = lie.grid.hexes().flat_map(|hex| lie.corners(hex)).collect();
            let (low, high) = crate::shape::bounds(&corners);
            assert!(low.length() < 1e-3, "{low}");
            assert!(high.distance(lie.size) < 1e-3, "{high} of {}", lie.size);
        }
    }

    #[test]
    fn neighbours_share_the_side_between_them() {
        for lie in lies() {
            for hex in lie.grid.hexes() {
                for way in Direction::ALL {
                    let Some(next) = lie.grid.neighbour(hex, way) else { continue };
                    assert!((lie.centre(hex) + lie.step(way)).distance(lie.centre(next)) < 1e-3);
                    let ([a, b], [c, d]) = (lie.side(hex, way), lie.side(next, way.opposite()));
                    assert!(a.distance(d) < 1e-3 && b.distance(c) < 1e-3, "{hex} and {next}");
                    assert!((a + b).distance(lie.between(hex, next) * 2.0) < 1e-3);
                    // The hex is to the right of its side.
                    assert!((b - a).perp_dot(lie.centre(hex) - a) < 0.0);
                }
            }
        }
    }

    #[test]
    fn a_turned_map_is_the_printed_one_seen_otherwise() {
        for lie in lies() {
            let printed = Lie::new(lie.grid);
            let turned = |a: Hex, b: Hex| lie.turn.turned(printed.centre(b) - printed.centre(a));
            let first = Hex(101);
            for hex in lie.grid.hexes() {
                let step = lie.centre(hex) - lie.centre(first);
                assert!(step.distance(turned(first, hex)) < 1e-3, "{hex} of {:?}", lie.turn);
            }
            // A flat hex has corners to its right and left, a pointed one above and below.
            let [a, ..] = lie.corners(first);
            let out = a - lie.centre(first);
            let steps = (out.y.atan2(out.x) / std::f32::consts::FRAC_PI_3 + 6.0).fract();
            let flat = !(0.1..0.9).contains(&steps);
            assert_eq!(flat, lie.orientation() == Orientation::Flat, "{:?}", lie.turn);
        }
    }

    /// Left, right, up and down the sheet.
    const ARROWS: [Vec2; 4] = [Vec2::NEG_X, Vec2::X, Vec2::Y, Vec2::NEG_Y];

    #[test]
    fn an_arrow_leads_where_it_points_and_straight_on_however_the_map_is_turned() {
        for lie in lies() {
            let inside = |hex: Hex| Direction::ALL.iter().all(|way| lie.grid.neighbour(hex, *way).is_some());
            for hex in lie.grid.hexes().filter(|hex| inside(*hex)).step_by(7) {
                for arrow in ARROWS {
                    let went = |from: Hex, to: Hex| lie.centre(to) - lie.centre(from);
                    let (mut at, mut steps) = (hex, 0);
                    while inside(at) {
                        let next = lie.toward(at, arrow).expect("there are hexes all round");
                        let nearest = Direction::ALL.map(|way| lie.step(way).dot(arrow));
                        let nearest = nearest.into_iter().fold(0.0, f32::max);
                        assert!((went(at, next).dot(arrow) - nearest).abs() < 1e-3, "{at} to {next}");
                        assert!(went(hex, next).perp_dot(arrow).abs() < 1.01, "{hex} to {next} {arrow}");
                        assert!(!inside(next) || lie.toward(next, -arrow) == Some(at), "{next} back to {at}");
                        (at, steps) = (next, steps + 1);
                    }
                    assert!(steps > 0);
                }
            }
        }
    }

    #[test]
    fn arrows_keep_to_printed_rows_and_columns_and_lead_to_the_last_hex_of_the_map() {
        for lie in lies() {
            for hex in lie.grid.hexes() {
                let shifts = [(-1, 0), (1, 0), (0, -1), (0, 1)];
                for (arrow, (right, down)) in ARROWS.into_iter().zip(shifts) {
                    let to = hex.column().checked_add_signed(right).zip(hex.row().checked_add_signed(down));
                    let to =
                        to.map(|(column, row)| Hex::new(column, row)).filter(|to| lie.grid.contains(*to));
                    // By quarters a map has its rows and columns along the arrows.
                    if lie.turn.steps().is_multiple_of(3) {
                        assert_eq!(
                            lie.toward(hex, lie.turn.turned(arrow)),
                            to,
                            "{hex} {arrow} {:?}",
                            lie.turn
                        );
                    }
                    // Where nothing lies that way, the hex is at the edge, and no hex near to the way is on the map.
                    if lie.toward(hex, arrow).is_none() {
                        let near = |way: &Direction| lie.step(*way).normalize().dot(arrow) > 0.8;
                        let mut ways = Direction::ALL.into_iter().filter(near);
                        assert!(ways.all(|way| lie.grid.neighbour(hex, way).is_none()), "{hex} {arrow}");
                    }
                }
            }
        }
    }

    #[test]
    fn north_comes_up_whatever_is_up_in_print() {
        for (top, north) in [(Top::North, 0.0), (Top::East, 270.0), (Top::South, 180.0), (Top::West, 90.0)] {
            let grid = Grid { top, ..Grid::LAB };
            assert_eq!(Lie::new(grid).north(), north);
            assert_eq!(Lie::turned(grid, MapTurn::north_up(top)).north(), 0.0);
            assert_eq!(Lie::turned(grid, MapTurn::from(1)).north(), (north + 30.0) % 360.0);
        }
        assert_eq!(MapTurn::from(2).by(-3), MapTurn::from(11));
        // However often round.
        assert_eq!(MapTurn::from(11).by(i8::MAX), MapTurn::from(6));
        assert_eq!(MapTurn::from(11).by(i8::MIN), MapTurn::from(3));
        assert_eq!(MapTurn::default().by(i8::MIN), MapTurn::from(4));
        assert!(MapTurn::from(3).turned(Vec2::Y).distance(Vec2::X) < 1e-6, "clockwise");
    }

    #[test]
    fn columns_run_right_rows_run_down_and_the_right_ones_are_shoved() {
        let lie = lies()[4];
        let (a, right, down) = (lie.centre(Hex(101)), lie.centre(Hex(301)), lie.centre(Hex(102)));
        assert!(right.x > a.x && (right.y - a.y).abs() < 1e-3, "{right}");
        assert!(down.y < a.y && (down.x - a.x).abs() < 1e-3, "{down}");
        assert!(lie.centre(Hex(201)).y < a.y, "even columns are shoved down");
        assert_eq!(lie.hex_at(Vec2::new(-1.0, 3.0)), None);
        assert_eq!(lie.hex_at(Vec2::splat(f32::NAN)), None);
    }
}
