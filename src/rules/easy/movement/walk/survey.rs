//! The questions of moves that others ask: how far a path is legal, what it costs, what stands on its way.
//!
//! Clauses: `easy:II.A.2.3`, `easy:II.A.2.4`, `easy:II.B`, `easy:III.E.2`, `easy:V.D.1.b`.
//! Units: inches; fractions of a leg run from 0 to 1.

use std::cell::OnceCell;

use crate::army::Arm;
use crate::game::working::{Measured, Note};
use crate::rules::easy::engineers;
use crate::rules::easy::refusal::{Code, Refusal};
use crate::rules::easy::roster::StandId;
use crate::rules::easy::state::State;
use crate::rules::easy::touching::Touching;
use crate::table::ground::Tread;
use crate::table::tolerance::EPS;
use crate::table::{Edge, Leg, Path, Pieces, Placed, Pose, Span, Vec2, Zone};

use super::{Role, Walker, role, zone_of};

/// Why a stand moves: which of the rules bind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// Its own action (`easy:II.A.2.3`).
    Move,
    /// The commander's move (`easy:II.A.2.4`).
    General,
    /// Out of contact, with half the allowance (`easy:III.E.2`).
    Withdraw,
    /// Coming on to the table.
    Enter,
}

/// A stretch of a leg over one sort of ground.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Stretch {
    /// Index into the legs kept.
    pub leg: usize,
    /// Fractions of that leg, and the ground.
    pub span: Span,
    /// Inches of way.
    pub length: f32,
    /// Inches of allowance.
    pub cost: f32,
}

/// An enemy touched at the end of a move, and the edge of his that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Touch {
    pub enemy: StandId,
    pub edge: Edge,
}

/// A path as far as it may be followed.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    pub start: Pose,
    /// The legs kept.
    pub path: Path,
    pub end: Pose,
    /// Inches of allowance spent.
    pub cost: f32,
    /// Inches of allowance this move has, before obstacles are rolled for.
    pub allowance: f32,
    /// What each stretch costs, in order.
    pub stretches: Vec<Stretch>,
    /// Lines of the ground whose crossing costs a roll, in order (`easy:II.C.3`).
    pub obstacles: Vec<usize>,
    /// Enemies whose zones were entered, in order (`easy:II.C.4.1`).
    pub zones: Vec<StandId>,
    /// Enemies touched at the end (`easy:III-contact`).
    pub contacts: Vec<Touch>,
    /// Enemy generals touched on the way, in order (`easy:III.C.2`).
    pub generals: Vec<StandId>,
    pub notes: Vec<Note>,
}

impl Walk {
    /// Inches of allowance not spent.
    pub fn left(&self) -> f32 {
        (self.allowance - self.cost).max(0.0)
    }
}

/// The table as movers see it: build one for many questions about the same state.
#[derive(Debug)]
pub struct Survey<'a> {
    pub(super) state: &'a State,
    pub(super) pieces: Pieces,
    pub(super) generals: Vec<StandId>,
    /// The zone of each stand, by id, once it has been asked for.
    zones: Vec<OnceCell<Option<Zone>>>,
}

impl<'a> Survey<'a> {
    pub fn new(state: &'a State) -> Self {
        let pieces = Pieces::new(state.on_table().map(|(id, placed)| (u32::from(id.0), placed)));
        let generals = state.on_table().map(|(id, _)| id).filter(|id| state.makes_way(*id));
        let zones = state.ids().map(|_| OnceCell::new()).collect();
        Self { state, pieces, generals: generals.collect(), zones }
    }

    /// The state that it looks at.
    pub fn state(&self) -> &'a State {
        self.state
    }

    pub(super) fn zone_of(&self, id: StandId) -> Option<Zone> {
        *self.zones.get(id.index())?.get_or_init(|| zone_of(self.state, id))
    }

    /// Who touches whom, asked of those who are near.
    pub(in crate::rules::easy::movement) fn touching(&self) -> Touching<'_> {
        Touching::among(self.state, &self.pieces)
    }

    /// The enemy stands, generals and trains excepted, that the stand would touch there, by id.
    pub(in crate::rules::easy::movement) fn touched_at(&self, id: StandId, pose: Pose) -> Vec<StandId> {
        self.touching().with(id, pose).contacts(id).into_iter().map(|(other, _)| other).collect()
    }

    /// The friends near this leg whom the stand may not pass through (`easy:0.7`).
    pub(in crate::rules::easy::movement) fn friends_near(
        &self,
        stand: StandId,
        start: Pose,
        leg: Leg,
    ) -> impl Iterator<Item = Placed<'a>> + use<'a> {
        let state = self.state;
        let near = self.pieces.near_leg(&state.unit(stand).body, start, leg, 0.0);
        let ids = near.into_iter().map(|id| StandId(id as u16));
        ids.filter(move |id| *id != stand && role(state, stand, *id) == Role::Friend)
            .filter_map(|id| state.placed(id))
    }

    pub(super) fn is_in_zone(&self, owner: StandId, placed: Placed<'_>) -> bool {
        self.zone_of(owner).is_some_and(|zone| zone.holds(placed))
    }

    /// Is the whole path legal from `start`, dice aside?
    pub fn check(&self, stand: StandId, start: Pose, path: &Path, kind: MoveKind) -> Result<Walk, Refusal> {
        match self.preview(stand, start, path, kind) {
            (walk, None) => Ok(walk),
            (_, Some(refusal)) => Err(refusal),
        }
    }

    /// The path as far as it is legal, and why it is not beyond.
    pub fn preview(
        &self,
        stand: StandId,
        start: Pose,
        path: &Path,
        kind: MoveKind,
    ) -> (Walk, Option<Refusal>) {
        let allowance = allowance(self.state, stand, kind);
        let (walk, refusal) = Walker::new(self, stand, start, path, kind, allowance, false).run();
        let refusal = refusal.or_else(|| engineers::check_ride(self.state, stand, &walk, kind).err());
        (walk, refusal)
    }

    /// The path followed until `allowance` inches are spent: what a roll for an obstacle leaves (`easy:II.C.3`).
    pub(in crate::rules::easy::movement) fn commit(
        &self,
        stand: StandId,
        start: Pose,
        path: &Path,
        kind: MoveKind,
        allowance: f32,
    ) -> Walk {
        Walker::new(self, stand, start, path, kind, allowance, true).run().0
    }

    /// The enemies with a zone that this pose lies in (`easy:II.C.4`).
    pub(in crate::rules::easy::movement) fn zones_at(&self, stand: StandId, pose: Pose) -> Vec<StandId> {
        let placed = self.state.unit(stand).body.placed(pose);
        let aabb = placed.aabb();
        let reach = Vec2::splat(self.state.lengths().zone_reach() + EPS);
        let near = self.pieces.near(aabb.mins - reach, aabb.maxs + reach);
        let ids = near.into_iter().map(|id| StandId(id as u16));
        ids.filter(|id| self.state.are_enemies(stand, *id))
            .filter(|id| self.is_in_zone(*id, placed))
            .collect()
    }
}

/// Is the whole path legal from `start`, dice aside?
///
/// For more than one question about the same state build a [`Survey`].
pub fn check_path(
    state: &State,
    stand: StandId,
    start: Pose,
    path: &Path,
    kind: MoveKind,
) -> Result<Walk, Refusal> {
    Survey::new(state).check(stand, start, path, kind)
}

/// The path as far as it is legal, and why it is not beyond: what the window shows while a stand is dragged.
pub fn preview(
    state: &State,
    stand: StandId,
    start: Pose,
    path: &Path,
    kind: MoveKind,
) -> (Walk, Option<Refusal>) {
    Survey::new(state).preview(stand, start, path, kind)
}

/// Inches that this move may cost, before obstacles: rate, weather, half of it in squares (`easy:VI.G.2`), half for a
/// withdrawal (`easy:II.B`); of a move that goes on after capturing a wagon what is left (`easy:VI.A.b`).
pub fn allowance(state: &State, stand: StandId, kind: MoveKind) -> f32 {
    let rate = state.lengths().allowance(state.arm(stand), state.weather);
    let whole = if state.stand(stand).square { rate / 2.0 } else { rate };
    // Attached engineers have gone some of their way beside their infantry (`easy:V.D.2`).
    let ridden = state.active().and_then(|now| now.ridden.get(&stand)).copied().unwrap_or(0.0);
    let whole = (whole - ridden).max(0.0);
    match kind {
        MoveKind::Move => {
            let overrun = state.active().and_then(|now| now.overruns.get(&stand));
            overrun.and_then(|overrun| overrun.left).unwrap_or(whole)
        }
        MoveKind::General | MoveKind::Enter => whole,
        MoveKind::Withdraw => whole / 2.0,
    }
}

/// The refusal of a move that would cost more than its allowance and can be gone as far as `last`.
pub fn over_allowance(
    state: &State,
    stand: StandId,
    kind: MoveKind,
    start: Pose,
    last: Pose,
    cost: f32,
) -> Refusal {
    let allowance = allowance(state, stand, kind);
    let clause = match kind {
        MoveKind::Withdraw => "easy:III.E.2",
        MoveKind::General => "easy:II.A.2.4",
        MoveKind::Move | MoveKind::Enter => "easy:II.B",
    };
    Refusal::new(
        Code::OverAllowance,
        clause,
        format!("{} has {allowance:.2} in this move", state.say(stand)),
        format!("Stop at {last}"),
    )
    .measured(Measured::at_most("cost of the move", start.at, last.at, cost, allowance))
    .last_legal(last)
}

/// How the arm goes over obstacles (`easy:V.D.1.b`).
pub fn tread(arm: Arm) -> Tread {
    match arm {
        Arm::Infantry | Arm::Engineer => Tread::Foot,
        Arm::LightCavalry | Arm::HeavyCavalry | Arm::General => Tread::Horse,
        Arm::FootArtillery | Arm::HorseArtillery | Arm::Pontoon | Arm::Wagon => Tread::Wheels,
    }
}
