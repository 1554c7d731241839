//! A formation put down elsewhere: turned, shifted, mirrored, every stand nudged a little; and orders given to it there.

use easy::Order;
use easy::position::Position;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use table::{Edge, Heading, Leg, Path, Pose, Vec2};

/// The formation's own origin on the table, far from its edges.
pub const CENTRE: f32 = 60.0;

/// How a formation lies on the table.
#[derive(Clone, Copy, Debug)]
pub struct Placing {
    pub mirrored: bool,
    /// Clockwise, after it has been mirrored.
    pub degrees: f64,
    pub shift: (f64, f64),
    pub nudge: Option<Nudge>,
}

/// Every stand is put down beside its place, by no more than this in any direction.
#[derive(Clone, Copy, Debug)]
pub struct Nudge {
    pub seed: u64,
    pub inches: f64,
    pub degrees: f64,
}

impl Placing {
    pub const AS_IT_IS: Self = Self { mirrored: false, degrees: 0.0, shift: (0.0, 0.0), nudge: None };

    fn turn(&self, (x, y): (f64, f64), radians: f64) -> (f64, f64) {
        let (sin, cos) = radians.sin_cos();
        (x * cos + y * sin, y * cos - x * sin)
    }

    fn hand(&self) -> f64 {
        if self.mirrored { -1.0 } else { 1.0 }
    }

    /// A direction of the formation on the table.
    fn way(&self, (x, y): (f64, f64)) -> (f64, f64) {
        self.turn((x * self.hand(), y), self.degrees.to_radians())
    }

    fn point(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let (x, y) = self.way((f64::from(x), f64::from(y)));
        ((x + self.shift.0) as f32, (y + self.shift.1) as f32)
    }

    fn heading(&self, degrees: f32) -> f32 {
        (f64::from(degrees) * self.hand() + self.degrees).rem_euclid(360.0) as f32
    }

    /// The formation laid down so.
    pub fn of(&self, formation: &Position) -> Position {
        let mut laid = formation.clone();
        laid.origin = (CENTRE, CENTRE);
        laid.table = (2.0 * CENTRE, 2.0 * CENTRE);
        let mut hand = self.nudge.map(|nudge| (nudge, ChaCha8Rng::seed_from_u64(nudge.seed)));
        for stand in &mut laid.stands {
            let Some((x, y, degrees)) = &mut stand.at else { continue };
            (*x, *y) = self.point((*x, *y));
            *degrees = self.heading(*degrees);
            if let Some((nudge, dice)) = &mut hand {
                let way = dice.random_range(0.0..std::f64::consts::TAU);
                let (dx, dy) = self.turn((0.0, dice.random_range(0.0..=nudge.inches)), way);
                (*x, *y) = ((f64::from(*x) + dx) as f32, (f64::from(*y) + dy) as f32);
                *degrees += dice.random_range(-nudge.degrees..=nudge.degrees) as f32;
            }
        }
        for area in &mut laid.areas {
            area.polygon.iter_mut().for_each(|point| *point = self.point(*point));
            area.uphill = area.uphill.map(|degrees| self.heading(degrees));
        }
        for line in &mut laid.lines {
            line.points.iter_mut().for_each(|point| *point = self.point(*point));
        }
        laid
    }

    fn leg(&self, leg: Leg) -> Leg {
        match leg {
            Leg::Slide(delta) => {
                let (x, y) = self.way((f64::from(delta.x), f64::from(delta.y)));
                Leg::Slide(Vec2::new(x as f32, y as f32))
            }
            Leg::Turn { pivot, angle } => {
                let hand = self.hand() as f32;
                Leg::Turn { pivot: Vec2::new(pivot.x * hand, pivot.y), angle: angle * hand }
            }
        }
    }

    fn path(&self, path: &Path) -> Path {
        Path::new(path.legs.iter().map(|leg| self.leg(*leg)).collect())
    }

    /// The order as it is given to the formation laid down so.
    pub fn order(&self, order: &Order) -> Order {
        match order {
            Order::Move { stand, path } => Order::Move { stand: *stand, path: self.path(path) },
            Order::Withdraw { stand, path } => Order::Withdraw { stand: *stand, path: self.path(path) },
            Order::Retreat { stand, direction } => {
                let turned = |heading: Heading| Heading::from_degrees(self.heading(heading.degrees()));
                Order::Retreat { stand: *stand, direction: direction.map(turned) }
            }
            other => other.clone(),
        }
    }

    /// The edge that is this one in the formation as it is.
    pub fn edge(&self, edge: Edge) -> Edge {
        match edge {
            Edge::Right if self.mirrored => Edge::Left,
            Edge::Left if self.mirrored => Edge::Right,
            edge => edge,
        }
    }

    /// Where a stand is in the formation as it is: place and heading in degrees.
    pub fn home(&self, pose: Pose) -> (f64, f64, f64) {
        let at = (f64::from(pose.at.x - CENTRE) - self.shift.0, f64::from(pose.at.y - CENTRE) - self.shift.1);
        let (x, y) = self.turn(at, -self.degrees.to_radians());
        let degrees = (f64::from(pose.heading.degrees()) - self.degrees) * self.hand();
        (x * self.hand(), y, degrees.rem_euclid(360.0))
    }
}
