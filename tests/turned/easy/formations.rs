//! Formations as players put them down: lines before lines, files between friends, flanks and melees, on all sorts of ground.
//!
//! Inches and degrees about the formation's own origin; the line of blue looks north. Red acts first.

use easy::position::{Position, RawActive, RawArea, RawLine, RawStand};
use easy::state::Step;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::army::{Arm, Rating};
use table::measure::{gap, gap_to_polygon, overlap_depth};
use table::{Body, Placed, Pose, Vec2};

use super::Hand;

/// A formation under construction.
struct Table {
    position: Position,
    hand: Hand,
    dice: ChaCha8Rng,
}

/// The footprint of a stand of this arm.
pub fn body(arm: Arm) -> Body {
    match arm {
        Arm::FootArtillery | Arm::HorseArtillery => Body::single(1.0, 2.0),
        Arm::General => Body::single(1.5, 1.5),
        _ => Body::single(2.0, 2.0),
    }
}

/// A stand of this strength, with nothing unusual about it.
pub fn stand(id: &str, side: &str, command: &str, arm: Arm, at: (f32, f32, f32), sp: u8) -> RawStand {
    RawStand {
        id: id.into(),
        side: side.into(),
        command: Some(command.into()),
        arm,
        formation: String::new(),
        detached: None,
        at: Some(at),
        sp: Some(sp),
        start: Some(8),
        men: 0,
        quality: None,
        battery: None,
        grade: None,
        rating: Rating::Average,
        width: None,
        depth: None,
        slow: false,
        no_zone: false,
        attached: None,
        routed: false,
        square: false,
        evading: false,
        serves: None,
        taken_by: None,
        bridge: None,
        lost: None,
        arrives: None,
    }
}

impl Table {
    fn within(&mut self, most: f32) -> f32 {
        if most > 0.0 { self.dice.random_range(-most..=most) } else { 0.0 }
    }

    fn chance(&mut self, of: f64) -> bool {
        self.dice.random_bool(of)
    }

    /// Puts a stand down as truly as the hand does it, where it lies on nobody; else it is left out.
    fn put(&mut self, side: &str, command: &str, arm: Arm, (x, y, degrees): (f32, f32, f32)) {
        let body_here = body(arm);
        for _ in 0..12 {
            let (inches, turn) = (self.hand.inches(), self.hand.degrees());
            let at = (x + self.within(inches), y + self.within(inches), degrees + self.within(turn));
            let here = body_here.placed(Pose::at(at.0, at.1, at.2));
            let lies_on = |other: &RawStand| {
                let (x, y, degrees) = other.at.expect("every stand is on the table");
                let there = body(other.arm);
                overlap_depth(here, Placed { body: &there, pose: Pose::at(x, y, degrees) }) > 1e-4
            };
            if self.position.stands.iter().any(lies_on) {
                continue;
            }
            let letter = if side == "red" { 'A' } else { 'D' };
            let id = format!("{letter}{}", self.position.stands.len());
            // Blue is beaten as a rule: it is retreats that want trying most.
            let most = if side == "red" { 8 } else { 4 };
            let sp = self.dice.random_range(1..=most);
            let guns = arm == Arm::FootArtillery;
            let (sp, start) = if guns { (sp.min(2), 2) } else { (sp, 8) };
            let battery = guns.then(|| "8x6-pdrs".into());
            let plain = stand(&id, side, command, arm, at, sp);
            self.position.stands.push(RawStand { start: Some(start), battery, ..plain });
            return;
        }
    }

    fn troops(&mut self) -> Arm {
        match self.dice.random_range(0..8) {
            0 => Arm::LightCavalry,
            1 => Arm::HeavyCavalry,
            _ => Arm::Infantry,
        }
    }

    /// The gap at which a stand is put so that it touches, most often.
    fn touching(&self) -> f32 {
        if self.hand == Hand::Free { 0.04 } else { 0.0 }
    }

    /// The reds who act and touch a blue stand: they have said that they go on attacking.
    fn continuing(&self) -> Vec<String> {
        let placed = |stand: &RawStand| {
            let (x, y, degrees) = stand.at.expect("every stand is on the table");
            (body(stand.arm), Pose::at(x, y, degrees))
        };
        let stands = &self.position.stands;
        let touches = |red: &RawStand| {
            stands.iter().filter(|other| other.side != red.side).any(|other| {
                let ((one, here), (two, there)) = (placed(red), placed(other));
                gap(one.placed(here), two.placed(there)).distance <= 0.05
            })
        };
        let acts = stands.iter().filter(|stand| stand.command.as_deref() == Some("red"));
        acts.filter(|red| touches(red)).map(|red| red.id.clone()).collect()
    }

    /// A line of blue and the reds before it; perhaps flankers, friends behind, and reds of another corps.
    fn line(&mut self) {
        let count = self.dice.random_range(1..=4);
        let guns = self.chance(0.2);
        let mut x = 0.0;
        let mut places = Vec::new();
        for index in 0..count {
            let arm = if guns && index == 0 { Arm::FootArtillery } else { self.troops() };
            let width = body(arm).parts()[0].width;
            self.put("blue", "blue", arm, (x + width / 2.0, 0.0, 0.0));
            places.push(x + width / 2.0);
            // Between stands that are put side by side there is what two hands leave.
            x += width + if self.hand == Hand::Free { 1.0 / 16.0 } else { 0.0 };
        }
        let (left, right) = (-1.0, x + 1.0);
        for place in places {
            if self.chance(0.75) {
                let off = if self.chance(0.2) { 1.0 } else { 0.0 };
                let (arm, ahead) = (self.troops(), self.dice.random_range(0.2..3.5_f32));
                let corps = if self.chance(0.15) { "red2" } else { "red" };
                let gap = if corps == "red2" || self.chance(0.4) { self.touching() } else { ahead };
                self.put("red", corps, arm, (place + off, 2.0 + gap, 180.0));
            }
            if self.chance(0.35) {
                let gap = if self.chance(0.4) { 0.0 } else { self.dice.random_range(0.0..5.0_f32) };
                let (arm, off) = (self.troops(), if self.chance(0.3) { 1.0 } else { 0.0 });
                self.put("blue", "blue2", arm, (place + off, -2.0 - gap - self.hand.inches(), 0.0));
            }
        }
        for (place, side, heading) in [(left, -1.0, 90.0), (right, 1.0, 270.0)] {
            if self.chance(0.5) {
                let corps = if self.chance(0.3) { "red2" } else { "red" };
                let near = corps == "red2" || self.chance(0.4);
                let away = if near { self.touching() } else { self.dice.random_range(0.2..4.0_f32) };
                let (arm, y) = (
                    self.troops(),
                    if self.chance(0.4) { self.dice.random_range(-1.5..1.5_f32) } else { 0.0 },
                );
                self.put("red", corps, arm, (place + side * away, y, heading));
            }
        }
        if self.chance(0.25) {
            let (arm, x, y) =
                (self.troops(), self.dice.random_range(left..right), self.dice.random_range(-8.0..-2.5_f32));
            let corps = if self.chance(0.5) { "red" } else { "red2" };
            let heading = if self.chance(0.5) { 0.0 } else { self.dice.random_range(0.0..360.0_f32) };
            self.put("red", corps, arm, (x, y, heading));
        }
    }

    /// One stand of blue between files of friends, beaten from the front and perhaps from elsewhere.
    fn file(&mut self) {
        self.put("blue", "blue", Arm::Infantry, (0.0, 0.0, 0.0));
        let aside = 2.0 + self.hand.inches();
        for side in [-1.0, 1.0] {
            for row in 0..self.dice.random_range(0..4) {
                let arm = self.troops();
                let y = -(row as f32) * (2.0 + self.hand.inches()) - if self.chance(0.5) { 2.0 } else { 0.0 };
                self.put("blue", "blue2", arm, (side * aside, y, 0.0));
            }
        }
        let gap = if self.chance(0.6) { self.touching() } else { 0.5 };
        self.put("red", "red", Arm::Infantry, (0.0, 2.0 + gap, 180.0));
        if self.chance(0.4) {
            let y = self.dice.random_range(-9.0..-3.0_f32);
            self.put("blue", "blue2", Arm::Infantry, (0.0, y, 0.0));
        }
        if self.chance(0.3) {
            self.put("red", "red", Arm::Infantry, (2.0 + gap, 0.0, 270.0));
        }
    }

    /// Stands of both sides pell-mell.
    fn melee(&mut self) {
        for index in 0..self.dice.random_range(3..9) {
            let side = if index % 2 == 0 { "blue" } else { "red" };
            let (x, y) = (self.dice.random_range(-4.0..4.0_f32), self.dice.random_range(-4.0..4.0_f32));
            let heading = match self.hand {
                Hand::Free => self.dice.random_range(0.0..360.0_f32),
                Hand::Flush => 45.0 * self.dice.random_range(0..8) as f32,
            };
            let (x, y) = if self.hand == Hand::Flush {
                ((2.0 * x).round() / 2.0, (2.0 * y).round() / 2.0)
            } else {
                (x, y)
            };
            let arm = self.troops();
            let command = if self.chance(0.8) { side.to_owned() } else { format!("{side}2") };
            self.put(side, &command, arm, (x, y, heading));
        }
    }

    /// A piece of ground near the formation: rough, a slope, a pond, a village, a fence or a wall.
    fn ground(&mut self) {
        let id = format!("g{}", self.position.areas.len() + self.position.lines.len());
        let (x, y) = (self.dice.random_range(-6.0..8.0_f32), self.dice.random_range(-8.0..6.0_f32));
        let turn = match self.hand {
            Hand::Free => self.dice.random_range(0.0..360.0_f32),
            Hand::Flush => 90.0 * self.dice.random_range(0..4) as f32,
        };
        let frame = Pose::at(x, y, turn);
        let (half, deep) = (self.dice.random_range(0.5..4.0_f32), self.dice.random_range(0.3..2.5_f32));
        let corner = |u: f32, v: f32| {
            let point = frame.to_table(Vec2::new(u, v));
            (point.x, point.y)
        };
        let kind = self.dice.random_range(0..6);
        if kind >= 4 {
            let line = RawLine {
                id,
                points: vec![corner(-half, 0.0), corner(half, 0.0)],
                obstacle: true,
                hard_cover: kind == 5,
                ..RawLine::default()
            };
            self.position.lines.push(line);
            return;
        }
        let mut area = RawArea {
            id,
            polygon: vec![corner(-half, -deep), corner(-half, deep), corner(half, deep), corner(half, -deep)],
            ..RawArea::default()
        };
        match kind {
            0 => area.rough = true,
            1 => area.uphill = Some(turn),
            2 => area.impassable = true,
            _ => (area.hard_cover, area.buildings) = (true, self.chance(0.5)),
        }
        if area.impassable && self.lies_in(&area) {
            return;
        }
        self.position.areas.push(area);
    }

    /// Does any stand lie in, or within an inch of, this area?
    fn lies_in(&self, area: &RawArea) -> bool {
        let polygon: Vec<Vec2> = area.polygon.iter().map(|(x, y)| Vec2::new(*x, *y)).collect();
        self.position.stands.iter().any(|stand| {
            let (x, y, degrees) = stand.at.expect("every stand is on the table");
            let there = body(stand.arm);
            gap_to_polygon(there.placed(Pose::at(x, y, degrees)), &polygon).distance < 0.05
        })
    }
}

/// The formation of this number. Red acts.
pub fn formation(seed: u64, hand: Hand) -> Position {
    let dice = ChaCha8Rng::seed_from_u64(seed);
    let mut table = Table { position: Position { turns: 9, ..Position::default() }, hand, dice };
    match table.dice.random_range(0..6) {
        0 => table.file(),
        1 => table.melee(),
        _ => table.line(),
    }
    while table.chance(0.4) {
        table.ground();
    }
    let continuing = table.continuing();
    let mut position = table.position;
    let acts = |stand: &&RawStand| stand.side == "red" && stand.command.as_deref() == Some("red");
    if position.stands.iter().find(acts).is_some() {
        position.active = Some(RawActive {
            command: "red".into(),
            step: Step::Act,
            stands: None,
            acted: Vec::new(),
            continuing,
            general_moved: false,
        });
    }
    position
}
