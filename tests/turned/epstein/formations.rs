//! Formations as players put them down: lines before lines, squares and horse, guns, houses, all arms pell-mell, on all sorts of
//! ground.
//!
//! Inches and degrees about the formation's own origin; the line of blue looks north. Red acts first.

use epstein::formation::{self, Formation};
use epstein::kind::{Arm, Kind};
use epstein::position::{Position, RawArea, RawAreaKind, RawLine, RawLineKind, RawUnit};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use table::measure::{gap_to_polygon, overlap_depth};
use table::{Body, Pose, Vec2};

use super::super::Hand;

/// A formation under construction.
struct Table {
    position: Position,
    hand: Hand,
    dice: ChaCha8Rng,
    lies: Vec<(Body, Pose)>,
}

const INFANTRY: [&str; 4] = ["inf_line", "inf_line", "inf_guard", "inf_landwehr"];
const HORSE: [&str; 4] = ["cav_light_line", "cav_medium_line", "cav_heavy_guard", "cav_landwehr"];
const GUNS: [&str; 3] = ["art_foot_line", "art_horse_line", "art_foot_guard"];

impl Table {
    fn within(&mut self, most: f32) -> f32 {
        if most > 0.0 { self.dice.random_range(-most..=most) } else { 0.0 }
    }

    fn chance(&mut self, of: f64) -> bool {
        self.dice.random_bool(of)
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.dice.random_range(0..all.len())]
    }

    fn kind(&mut self) -> &'static str {
        match self.dice.random_range(0..10) {
            0..6 => self.pick(&INFANTRY),
            6..8 => self.pick(&HORSE),
            8 => self.pick(&GUNS),
            _ => "command",
        }
    }

    /// A unit in any formation of its arm.
    fn unit(&mut self, side: &str, kind: &str, at: (f32, f32, f32)) {
        let arm = Kind::named(kind).expect("a kind").arm();
        let formation = self.pick(Formation::of_arm(arm));
        self.put(side, kind, formation, at);
    }

    /// Puts a unit down as truly as the hand does it, where it lies on nobody and in no house; else it is left out.
    fn put(&mut self, side: &str, word: &str, formation: Formation, (x, y, degrees): (f32, f32, f32)) {
        let kind = Kind::named(word).expect("a kind");
        let runs = kind.arm().has_formations() && !self.lies.is_empty() && self.chance(0.04);
        let formation = if runs { Formation::Rout } else { formation };
        // A square of seven has two stands on its right and one on its left: it has no mirror image.
        let stands = if kind.arm().has_formations() { self.pick(&[2, 3, 4, 4, 6, 8]) } else { 1 };
        let body = formation::body(formation, kind, stands, kind.stand_size().0);
        for _ in 0..6 {
            let (inches, turn) = (self.hand.inches(), self.hand.degrees());
            let at = (x + self.within(inches), y + self.within(inches), degrees + self.within(turn));
            let pose = Pose::at(at.0, at.1, at.2);
            let lies_on =
                |(other, there): &(Body, Pose)| overlap_depth(body.placed(pose), other.placed(*there)) > 1e-4;
            let is_built = |area: &RawArea| {
                let polygon: Vec<Vec2> = area.polygon.iter().map(|(x, y)| Vec2::new(*x, *y)).collect();
                let closed = matches!(area.kind, RawAreaKind::Building | RawAreaKind::Closed);
                closed && gap_to_polygon(body.placed(pose), &polygon).distance <= 1e-4
            };
            if self.lies.iter().any(lies_on) || self.position.areas.iter().any(is_built) {
                continue;
            }
            self.lies.push((body, pose));
            let plain = self.raw(side, word, stands, formation);
            self.position.units.push(RawUnit { at: Some(at), ..plain });
            return;
        }
    }

    /// A unit with nothing unusual about it, or with what play leaves on units.
    fn raw(&mut self, side: &str, word: &str, stands: usize, formation: Formation) -> RawUnit {
        let letter = if side == "red" { 'A' } else { 'D' };
        let mut raw = RawUnit {
            id: format!("{letter}{}", self.position.units.len()),
            side: Some(side.into()),
            kind: Some(word.into()),
            stands: Some(stands as u8),
            formation: Some(formation.word().into()),
            routed: (formation == Formation::Rout).then(|| "running".into()),
            ..RawUnit::default()
        };
        let kind = Kind::named(word).expect("a kind");
        if kind.arm() != Arm::Command && self.chance(0.25) {
            raw.left = (0..stands).map(|_| self.dice.random_range(1..=kind.usual_figures())).collect();
        }
        if kind.arm().has_formations() {
            raw.disrupted = if self.chance(0.1) { 1 } else { 0 };
        }
        for did in ["moved", "fired"] {
            if self.chance(0.06) {
                raw.did.insert(did.into());
            }
        }
        raw
    }

    /// A line of blue, one or two deep, and reds before it, behind it and at its flanks.
    fn line(&mut self) {
        let count = self.dice.random_range(1..=3);
        let mut x = 0.0;
        for _ in 0..count {
            let kind = self.kind();
            let arm = Kind::named(kind).expect("a kind").arm();
            let formation =
                if self.chance(0.5) { Formation::usual(arm) } else { self.pick(Formation::of_arm(arm)) };
            self.put("blue", kind, formation, (x, 0.0, 0.0));
            for (side, sign) in [("red", 1.0), ("blue", -1.0)] {
                if self.chance(if side == "red" { 0.85 } else { 0.35 }) {
                    let (kind, off) = (self.kind(), if self.chance(0.4) { self.within(2.5) } else { 0.0 });
                    let near = if self.chance(0.3) { 1.5 } else { self.dice.random_range(1.0..11.0_f32) };
                    let degrees = if side == "blue" { 0.0 } else { 180.0 };
                    self.unit(side, kind, (x + off, sign * near, degrees));
                }
            }
            x += if self.chance(0.4) { 5.0 } else { self.dice.random_range(3.0..9.0_f32) };
        }
        for (from, sign, degrees) in [(-4.0, -1.0, 90.0), (x - 1.0, 1.0, 270.0)] {
            if self.chance(0.4) {
                let (kind, away, y) = (self.kind(), self.dice.random_range(0.0..7.0_f32), self.within(3.0));
                self.unit("red", kind, (from + sign * away, y, degrees));
            }
        }
        if self.chance(0.5) {
            let side = self.pick(&["red", "blue"]);
            let at = (self.dice.random_range(0.0..x), if side == "red" { 6.0 } else { -2.2 }, 0.0);
            self.unit(side, "command", at);
        }
    }

    /// Battalions behind one another that touch, and whom they are about to charge.
    fn columns(&mut self) {
        for (side, front, sign, degrees) in [("red", 3.0, 1.0, 180.0), ("blue", 0.0, -1.0, 0.0)] {
            let horse = self.chance(0.3);
            let (kind, depth) = if horse { (self.pick(&HORSE), 1.25) } else { (self.pick(&INFANTRY), 0.75) };
            let front = if side == "red" { self.dice.random_range(1.0..6.0_f32) } else { front };
            for rank in 0..self.dice.random_range(1..=3) {
                self.put(side, kind, Formation::Line, (0.0, front + sign * depth * rank as f32, degrees));
            }
        }
        for _ in 0..self.dice.random_range(0..4) {
            let (side, kind) = (self.pick(&["red", "blue"]), self.kind());
            let at = (self.within(8.0), self.within(8.0), self.pick(&[0.0, 90.0, 180.0, 270.0]));
            self.unit(side, kind, at);
        }
    }

    /// Units of both sides pell-mell.
    fn melee(&mut self) {
        for index in 0..self.dice.random_range(4..10) {
            let side = if index % 2 == 0 { "blue" } else { "red" };
            let (kind, x, y) = (self.kind(), self.within(8.0), self.within(8.0));
            let at = match self.hand {
                Hand::Free => (x, y, self.dice.random_range(0.0..360.0_f32)),
                Hand::Flush => {
                    ((4.0 * x).round() / 4.0, (4.0 * y).round() / 4.0, self.pick(&[0.0, 45.0, 90.0, 180.0]))
                }
            };
            self.unit(side, kind, at);
        }
    }

    /// A house that blue holds, and reds at its sides.
    fn house(&mut self) {
        let (half, deep) = (self.dice.random_range(1.0..3.0_f32), self.dice.random_range(0.8..2.0_f32));
        let house = format!("g{}", self.position.areas.len());
        self.area(RawAreaKind::Building, Pose::at(0.0, 0.0, 0.0), (half, deep));
        for _ in 0..self.dice.random_range(0..3) {
            let stands = self.dice.random_range(1..=2);
            let plain = self.raw("blue", "inf_line", stands, Formation::Line);
            let inside = Some(house.clone());
            self.position.units.push(RawUnit { inside, at: Some((0.0, 0.0, 0.0)), ..plain });
        }
        for degrees in [0.0, 90.0, 180.0, 270.0] {
            let wall = if degrees % 180.0 == 0.0 { deep } else { half };
            for side in ["red", "blue"] {
                if self.chance(if side == "red" { 0.7 } else { 0.15 }) {
                    let touches = self.chance(0.5);
                    let kind = if self.chance(0.7) { self.pick(&INFANTRY) } else { self.kind() };
                    let away = if touches { 0.375 } else { self.dice.random_range(0.8..6.0_f32) };
                    let place = Pose::at(0.0, 0.0, degrees).to_table(Vec2::new(0.0, wall + away));
                    let formation = if touches { Formation::Line } else { Formation::MarchColumn };
                    let arm = Kind::named(kind).expect("a kind").arm();
                    let fits = Formation::of_arm(arm).contains(&formation);
                    let formation = if fits { formation } else { Formation::usual(arm) };
                    self.put(side, kind, formation, (place.x, place.y, degrees + 180.0));
                }
            }
        }
    }

    /// A four-sided area, its corners clockwise.
    fn area(&mut self, kind: RawAreaKind, frame: Pose, (half, deep): (f32, f32)) {
        let corner = |u: f32, v: f32| frame.to_table(Vec2::new(u, v)).into();
        let hill = kind == RawAreaKind::Hill;
        let area = RawArea {
            id: format!("g{}", self.position.areas.len()),
            kind,
            polygon: vec![corner(-half, -deep), corner(-half, deep), corner(half, deep), corner(half, -deep)],
            height: if hill { 1.0 } else { 0.0 },
            slope: if hill { deep / 2.0 } else { 0.0 },
            capacity: 3,
            hits: if self.chance(0.3) { 3 } else { 0 },
            ..RawArea::default()
        };
        self.position.areas.push(area);
    }

    /// A piece of ground near the formation.
    fn ground(&mut self) {
        let frame = Pose::at(
            self.within(9.0),
            self.within(9.0),
            match self.hand {
                Hand::Free => self.dice.random_range(0.0..360.0_f32),
                Hand::Flush => self.pick(&[0.0, 90.0, 180.0, 270.0]),
            },
        );
        let (half, deep) = (self.dice.random_range(0.7..5.0_f32), self.dice.random_range(0.4..3.0_f32));
        let areas = [
            RawAreaKind::Wood,
            RawAreaKind::Wood,
            RawAreaKind::ThickWood,
            RawAreaKind::Marsh,
            RawAreaKind::Hill,
            RawAreaKind::Building,
            RawAreaKind::Rough,
            RawAreaKind::SkirmishOnly,
        ];
        if self.chance(0.5) {
            let kind = self.pick(&areas);
            self.area(kind, frame, (half, deep));
            return;
        }
        let kind = self.pick(&[
            RawLineKind::Stream,
            RawLineKind::River,
            RawLineKind::Wall,
            RawLineKind::Hedge,
            RawLineKind::Hedge,
            RawLineKind::Pit,
            RawLineKind::Road,
            RawLineKind::Crest,
        ]);
        let long = if matches!(kind, RawLineKind::Road | RawLineKind::River) { 12.0 } else { 1.5 * half };
        let end = |u: f32| frame.to_table(Vec2::new(u, 0.0)).into();
        self.position.lines.push(RawLine {
            id: format!("l{}", self.position.lines.len()),
            kind,
            points: vec![end(-long), end(long)],
            width: Some(if kind == RawLineKind::Road { 1.0 } else { 0.5 }),
            unfordable: false,
        });
    }
}

/// The formation of this number. Red acts.
pub fn formation(seed: u64, hand: Hand) -> Position {
    let dice = ChaCha8Rng::seed_from_u64(seed);
    let position = Position { active: Some("red".into()), ..Position::default() };
    let mut table = Table { position, hand, dice, lies: Vec::new() };
    let kind = table.dice.random_range(0..8);
    while table.chance(0.4) {
        table.ground();
    }
    match kind {
        0 => table.house(),
        1 | 2 => table.columns(),
        3 | 4 => table.melee(),
        _ => table.line(),
    }
    table.position
}
