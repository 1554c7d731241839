//! A stand in the form in which it is drawn: plain data. Units: inches.

use glam::Vec2;

use table::Pose;

use super::flown::Flown;
use super::mark::ArmyColour;

/// The mark of the arm on a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emblem {
    /// Crossed belts.
    Infantry,
    /// One belt; filled below the belt if heavy.
    Cavalry {
        heavy: bool,
    },
    /// A ball; horse artillery also has the belt.
    Guns {
        horse: bool,
    },
    /// A star, with a number of points beside it for the grade.
    General {
        grade: u8,
        star: Star,
    },
    Wagon,
    /// A spade.
    Engineers,
}

/// The star of a general, by ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Star {
    /// An outline: poor.
    Hollow,
    Filled,
    /// Filled, in a ring: great.
    Ringed,
}

/// The amount of detail on a block, by its size on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Its number, and the mark of its arm if there is room.
    Far,
    /// Arm, badge and strength, strength points one by one, and the name if there is room.
    Middle,
    /// Everything, in letters that can be read from two metres.
    Near,
}

impl Detail {
    /// The detail at this many points an inch.
    pub fn at(scale: f32) -> Self {
        if scale < 23.0 {
            Self::Far
        } else if scale < 42.0 {
            Self::Middle
        } else {
            Self::Near
        }
    }
}

/// A stand in the form in which it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub stand: u16,
    pub badge: u16,
    pub name: String,
    pub side: u8,
    pub colour: ArmyColour,
    pub emblem: Emblem,
    /// Text under the name in the near view: a general's grade, the command of troops.
    pub grade: String,
    pub pose: Pose,
    pub width: f32,
    pub depth: f32,
    /// Strength points left and at the start; 0 at the start for stands without strength points.
    pub strength: u8,
    pub start: u8,
    /// Are its losses hidden from this viewer?
    pub hidden: bool,
    /// Is it marked as hit?
    pub marked: bool,
    pub may_act: bool,
    /// Is its number to be read from a metre and a half, however small it is drawn?
    pub large: bool,
    pub acted: bool,
    /// Is its command active, but its general too far away?
    pub out_of_command: bool,
    pub routed: bool,
    pub evading: bool,
    /// Infantry in squares.
    pub square: bool,
    /// The colour of the army that it was captured from, if any.
    pub taken_from: Option<ArmyColour>,
    /// The bridge that it is building: its own bank, the end of the finished part, the other bank.
    pub work: Option<[Vec2; 3]>,
    /// Has it built its bridge, so that it stays for good?
    pub spent: bool,
    /// In contact with the enemy.
    pub locked: bool,
    /// The place of its flag, if it is routed.
    pub flown: Flown,
}

impl Block {
    /// A stand without any lettering or condition, of this width and depth.
    pub fn plain(
        side: u8,
        colour: ArmyColour,
        emblem: Emblem,
        pose: Pose,
        (width, depth): (f32, f32),
    ) -> Self {
        Self {
            stand: 0,
            badge: 0,
            name: String::new(),
            side,
            colour,
            emblem,
            grade: String::new(),
            pose,
            width,
            depth,
            strength: 0,
            start: 0,
            hidden: false,
            marked: false,
            may_act: false,
            large: false,
            acted: false,
            out_of_command: false,
            routed: false,
            evading: false,
            square: false,
            taken_from: None,
            work: None,
            spent: false,
            locked: false,
            flown: Flown::default(),
        }
    }

    /// The size of troops on stands of another size, as a multiple of the printed size; 1 for all others.
    pub(super) fn factor(&self) -> f32 {
        let factor = self.width.max(self.depth) / 2.0;
        let troops = matches!(self.emblem, Emblem::Infantry | Emblem::Cavalry { .. } | Emblem::Guns { .. });
        if !troops || (factor - 1.0).abs() < 0.02 || factor <= 0.0 { 1.0 } else { factor }
    }

    /// The block on a stand of the printed size.
    pub(super) fn of_printed_size(&self) -> Self {
        let factor = self.factor();
        Self { width: self.width / factor, depth: self.depth / factor, ..self.clone() }
    }

    /// Front left, front right, rear right, rear left.
    pub fn corners(&self) -> [Vec2; 4] {
        let (u, v) = (self.width / 2.0, self.depth / 2.0);
        [(-u, v), (u, v), (u, -v), (-u, -v)].map(|(u, v)| self.pose.to_table(Vec2::new(u, v)))
    }

    /// Points on the table for points given to the right of the middle and ahead of it.
    pub(super) fn local(&self, points: &[(f32, f32)]) -> Vec<Vec2> {
        points.iter().map(|&(u, v)| self.pose.to_table(Vec2::new(u, v))).collect()
    }

    pub(super) fn is_general(&self) -> bool {
        matches!(self.emblem, Emblem::General { .. })
    }
}
