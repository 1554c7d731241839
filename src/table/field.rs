//! What a moving stand must respect, as the rules spell it out before each move: solids, ground, lines, zones.
//!
//! The planner and the reach map read this and know no rule set. The rules build a new [`Field`] for each stand that is about
//! to move; every option of a rule is a plain value here.
//!
//! Clauses: `easy:0.7`, `easy:II.B-path` to `easy:II.C.4.5`, `easy:III-contact`. Units: inches and radians.

use glam::Vec2;

use super::body::{Edge, Quad};
use super::pose::sin_cos;
use super::tolerance::{ABREAST, EPS};
use super::zone::Zone;
pub use super::zone::ZoneShape;

/// How another stand's rectangle obstructs a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SolidKind {
    /// Solid, and may be touched flush: a friend.
    Friend,
    /// May be passed through, but no move ends on it: a friendly general.
    Passable,
    /// An enemy that may be touched with the mover's front edge only; that contact ends the move.
    EnemyByFront,
    /// An enemy that may not be touched at all.
    EnemyNever,
}

/// Another stand's rectangle.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// The rules' own number of its unit. All rectangles of one unit share it.
    pub id: u32,
    pub quad: Quad,
    pub kind: SolidKind,
    /// Edges that may not be attacked by one more attacker (`easy:III.A.2`), in the order of [`Edge::ALL`].
    pub taken: [bool; 4],
}

/// What ground under the stand does to its move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GroundKind {
    /// May not be entered.
    Impassable,
    /// Each inch counts more while any part of the stand (or its centre, see [`Field::terrain_by_centre`]) is in it.
    Rough,
    /// Each inch counts more while the centre is in it and the stand goes this way (unit vector, uphill).
    Slope(Vec2),
}

/// A convex piece of ground, its points in either order.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundPiece {
    /// The rules' own number: the pieces of one area share it.
    pub id: u32,
    pub kind: GroundKind,
    pub polygon: Vec<Vec2>,
}

/// What a line does to a stand that would cross it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRule {
    /// Crossing requires a roll: avoided unless [`Field::allow_obstacles`].
    Obstacle,
    /// May not be crossed.
    Barred,
}

/// A bridge or a ford, for slides whose centre crosses between these two points or heads for the stretch between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    pub a: Vec2,
    pub b: Vec2,
    /// Is it a ford, which requires a roll like an obstacle? A bridge requires none.
    pub ford: bool,
}

/// One straight piece of a line on the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldLine {
    /// The rules' own number: the pieces of one line share it.
    pub id: u32,
    pub a: Vec2,
    pub b: Vec2,
    pub rule: LineRule,
    /// The passage by which this piece may be crossed, if one is near.
    pub passage: Option<Passage>,
}

/// What an enemy's zone does to the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneRule {
    /// Stop at entry, or go straight on at the nearest edge of the zone's owner (`easy:II.C.4.1`, `easy:II.C.4.2`).
    Close,
    /// Stop at entry (`easy:II.C.4.5`).
    Halt,
    /// May not be entered at all (`easy:II.C.4.4`).
    Never,
}

/// A zone of control that binds the mover.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldZone {
    /// The [`Solid::id`] of its owner.
    pub owner: u32,
    pub quad: Quad,
    pub shape: ZoneShape,
    pub rule: ZoneRule,
}

/// How a turn is measured (`easy:II.B-turn`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TurnMeasure {
    /// The distance that the corner that travels farthest travels.
    #[default]
    Arc,
    /// The straight line from that corner's old place to its new one.
    Chord,
}

/// How rough ground and slopes add up (`easy:II.C.2`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stacking {
    #[default]
    Multiply,
    Max,
}

/// Everything a mover must respect.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Width (east) and height (north) of the table.
    pub table: Vec2,
    pub solids: Vec<Solid>,
    pub ground: Vec<GroundPiece>,
    pub lines: Vec<FieldLine>,
    pub zones: Vec<FieldZone>,
    /// May the plan cross obstacle lines? It then reports which.
    pub allow_obstacles: bool,
    /// Factor in rough ground.
    pub rough_factor: f32,
    /// Factor uphill.
    pub uphill_factor: f32,
    pub stacking: Stacking,
    /// Is rough ground counted by the centre, rather than by any part of the footprint?
    pub terrain_by_centre: bool,
    /// Factor of a slide that goes backward (1 or 2; `easy:II.B-path`).
    pub backward_factor: f32,
    pub turn_measure: TurnMeasure,
    /// Inches that each radian of a turn costs besides its distance (`easy:VI.D-slow`).
    pub turn_surcharge: f32,
    /// It is paid for the nearest multiple of so many degrees; 0 if for every degree (`easy:VI.D-slow`).
    pub turn_step: f32,
    /// How far behind a front corner another edge may also touch an enemy, in inches (`easy:III-contact`).
    pub front_corner_slack: f32,
    /// How much farther off an enemy may be than the first one whose zone is entered, in inches, for a mover squarely before it
    /// still to close on it; 0 means not at all (`easy:II.C.4.2`).
    pub abreast: f32,
    /// Does a second zone halt a mover that closes on the owner of the first (`zoc-many=stop`, `easy:II.C.4.2`)?
    pub several_halt: bool,
    /// Largest angle from directly away at which a stand may leave a zone it starts in, in radians (`easy:II.C.4.3`).
    pub leave_angle: f32,
    /// Enemies touched from which the stand withdraws (`easy:III.E.2`): it keeps its heading and slides straight, within
    /// the leave angle of directly away from each. Empty for an ordinary move.
    pub withdraw_from: Vec<Quad>,
}

impl Field {
    /// A bare table with the options of the basic rules.
    pub fn bare(width: f32, height: f32) -> Self {
        Self {
            table: Vec2::new(width, height),
            solids: Vec::new(),
            ground: Vec::new(),
            lines: Vec::new(),
            zones: Vec::new(),
            allow_obstacles: false,
            rough_factor: 2.0,
            uphill_factor: 2.0,
            stacking: Stacking::Multiply,
            terrain_by_centre: false,
            backward_factor: 1.0,
            turn_measure: TurnMeasure::Arc,
            turn_surcharge: 0.0,
            turn_step: 0.0,
            front_corner_slack: 0.1,
            abreast: ABREAST,
            several_halt: false,
            leave_angle: std::f32::consts::FRAC_PI_4,
            withdraw_from: Vec::new(),
        }
    }

    /// Cost of a turn by `angle` radians on clear ground, if the farthest corner is `radius` inches from the pivot.
    pub(super) fn turn_cost(&self, angle: f32, radius: f32) -> f32 {
        let angle = angle.abs();
        let way = match self.turn_measure {
            TurnMeasure::Arc => angle * radius,
            TurnMeasure::Chord => 2.0 * radius * sin_cos(angle / 2.0).0,
        };
        way + self.surcharge(angle)
    }

    /// What a turn by `angle` radians costs besides its distance, in inches.
    pub(super) fn surcharge(&self, angle: f32) -> f32 {
        let degrees = angle.abs().to_degrees();
        let paid =
            if self.turn_step > 0.0 { (degrees / self.turn_step).round() * self.turn_step } else { degrees };
        paid.to_radians() * self.turn_surcharge
    }
}

impl Solid {
    /// Is this edge closed to one more attacker?
    pub fn is_taken(&self, edge: Edge) -> bool {
        Edge::ALL.iter().position(|&e| e == edge).is_some_and(|i| self.taken[i])
    }

    pub fn is_enemy(&self) -> bool {
        matches!(self.kind, SolidKind::EnemyByFront | SolidKind::EnemyNever)
    }
}

impl FieldZone {
    /// The zone itself, by which a move is judged.
    pub fn zone(&self) -> Zone {
        Zone::new(self.quad, self.shape)
    }

    /// The zone as a convex polygon with circumscribed arcs, grown by `margin` inches except at the rear line.
    ///
    /// It holds every point of the zone. With 12 `pieces` to a quarter of a circle it lies within 0.005" of a
    /// zone with a reach of 2" (and no margin), with 4 pieces within 0.04".
    pub fn polygon(&self, margin: f32, pieces: usize) -> Vec<Vec2> {
        let Vec2 { x: w, y: d } = self.quad.half;
        let local: Vec<Vec2> = match self.shape {
            ZoneShape::Front { reach } => {
                let (m, top) = (w + margin, d + reach + margin);
                vec![
                    Vec2::new(-m, d - margin),
                    Vec2::new(m, d - margin),
                    Vec2::new(m, top),
                    Vec2::new(-m, top),
                ]
            }
            ZoneShape::FrontAndSides { reach } => {
                let r = reach + margin;
                let rear = -d + EPS;
                let mut points = vec![Vec2::new(-w - r, rear), Vec2::new(w + r, rear)];
                // Tangent polygon of the quarter disc at the front right corner, then its mirror image.
                let step = std::f32::consts::FRAC_PI_2 / pieces as f32;
                let outer = r / sin_cos(step / 2.0).1;
                let arc: Vec<Vec2> = (0..pieces)
                    .map(|i| {
                        let (sin, cos) = sin_cos((i as f32 + 0.5) * step);
                        Vec2::new(w + outer * cos, d + outer * sin)
                    })
                    .collect();
                points.push(Vec2::new(w + r, d));
                points.extend(&arc);
                points.push(Vec2::new(w, d + r));
                points.push(Vec2::new(-w, d + r));
                points.extend(arc.iter().rev().map(|p| Vec2::new(-p.x, p.y)));
                points.push(Vec2::new(-w - r, d));
                points
            }
        };
        local.into_iter().map(|p| self.quad.pose.to_table(p)).collect()
    }
}
