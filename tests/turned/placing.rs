//! A formation put down elsewhere: turned, shifted, mirrored, every stand nudged a little; and ways and places as they are there.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use table::{Heading, Leg, Path, Pose, Vec2};

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

/// Every stand, or group of stands, is put down beside its place, by no more than this in any direction.
#[derive(Clone, Copy, Debug)]
pub struct Nudge {
    pub seed: u64,
    pub inches: f64,
    pub degrees: f64,
}

fn turn((x, y): (f64, f64), radians: f64) -> (f64, f64) {
    let (sin, cos) = radians.sin_cos();
    (x * cos + y * sin, y * cos - x * sin)
}

impl Nudge {
    /// Hands that put down one after the other, each as far off its place as this allows: degrees clockwise.
    pub fn hands(self) -> impl FnMut(&mut (f32, f32, f32)) {
        let mut dice = ChaCha8Rng::seed_from_u64(self.seed);
        move |(x, y, degrees)| {
            let way = dice.random_range(0.0..std::f64::consts::TAU);
            let (dx, dy) = turn((0.0, dice.random_range(0.0..=self.inches)), way);
            (*x, *y) = ((f64::from(*x) + dx) as f32, (f64::from(*y) + dy) as f32);
            *degrees += dice.random_range(-self.degrees..=self.degrees) as f32;
        }
    }
}

impl Placing {
    pub const AS_IT_IS: Self = Self { mirrored: false, degrees: 0.0, shift: (0.0, 0.0), nudge: None };

    /// The sign of what goes to the right.
    pub fn hand(&self) -> f64 {
        if self.mirrored { -1.0 } else { 1.0 }
    }

    /// A direction of the formation on the table.
    fn way(&self, (x, y): (f64, f64)) -> (f64, f64) {
        turn((x * self.hand(), y), self.degrees.to_radians())
    }

    /// A point of the formation as the formation laid down so has it.
    pub fn point(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let (x, y) = self.way((f64::from(x), f64::from(y)));
        ((x + self.shift.0) as f32, (y + self.shift.1) as f32)
    }

    /// A heading in degrees.
    pub fn heading(&self, degrees: f64) -> f64 {
        (degrees * self.hand() + self.degrees).rem_euclid(360.0)
    }

    /// A place in the formation: its middle and its heading in degrees.
    pub fn spot(&self, (x, y, degrees): (f32, f32, f32)) -> (f32, f32, f32) {
        let (x, y) = self.point((x, y));
        (x, y, self.heading(f64::from(degrees)) as f32)
    }

    /// A point of the table on which the formation lies as it is.
    pub fn at(&self, at: Vec2) -> Vec2 {
        Vec2::from(self.point((at.x - CENTRE, at.y - CENTRE))) + CENTRE
    }

    /// A direction of the table on which the formation lies as it is.
    pub fn faces(&self, heading: Heading) -> Heading {
        let turned = f64::from(heading.radians()) * self.hand() + self.degrees.to_radians();
        Heading::from_radians(turned.rem_euclid(std::f64::consts::TAU) as f32)
    }

    pub fn leg(&self, leg: Leg) -> Leg {
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

    pub fn path(&self, path: &Path) -> Path {
        Path::new(path.legs.iter().map(|leg| self.leg(*leg)).collect())
    }

    /// Where a stand is in the formation as it is: place and heading in degrees.
    pub fn home(&self, pose: Pose) -> (f64, f64, f64) {
        let at = (f64::from(pose.at.x - CENTRE) - self.shift.0, f64::from(pose.at.y - CENTRE) - self.shift.1);
        let (x, y) = turn(at, -self.degrees.to_radians());
        let degrees = (f64::from(pose.heading.degrees()) - self.degrees) * self.hand();
        (x * self.hand(), y, degrees.rem_euclid(360.0))
    }
}
