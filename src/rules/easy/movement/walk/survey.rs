//! The interface to moves for other modules: the legal part of a path, its cost, obstacles on it.
//!
//! Clauses: `easy:II.A.2.3`, `easy:II.A.2.4`, `easy:II.B`, `easy:III.E.2`, `easy:V.D.1.b`.
//! Units: inches; fractions of a leg run from 0 to 1.

use std::sync::OnceLock;

use crate::engineers;
use crate::movement::kind::{allowance, allowance_clause};
use crate::order::MoveKind;
use crate::refusal::Refusal;
use crate::roster::StandId;
use crate::state::State;
use crate::touching::Touching;
use table::tolerance::EPS;
use table::{Leg, Path, Pieces, Placed, Pose, Vec2, Zone};

use super::Walker;
use super::record::Walk;
use super::roles::{Role, role};
use super::zones::zone_of;

/// More than any path over a table, in inches.
const ENOUGH: f32 = 100_000.0;

/// The table for movers: build one for many questions about the same state.
#[derive(Debug)]
pub struct Survey<'a> {
    pub(super) state: &'a State,
    pub(super) pieces: Pieces,
    pub(super) generals: Vec<StandId>,
    /// The zone of each stand, by id, computed on demand.
    zones: Vec<OnceLock<Option<Zone>>>,
}

impl<'a> Survey<'a> {
    pub fn new(state: &'a State) -> Self {
        let pieces = Pieces::new(state.on_table().map(|(id, placed)| (u32::from(id.0), placed)));
        let generals = state.on_table().map(|(id, _)| id).filter(|id| state.makes_way(*id));
        let zones = state.ids().map(|_| OnceLock::new()).collect();
        Self { state, pieces, generals: generals.collect(), zones }
    }

    /// The state that it looks at.
    pub fn state(&self) -> &'a State {
        self.state
    }

    pub(super) fn zone_of(&self, id: StandId) -> Option<Zone> {
        *self.zones.get(id.index())?.get_or_init(|| zone_of(self.state, id))
    }

    /// Contacts among nearby stands.
    pub(crate) fn touching(&self) -> Touching<'_> {
        Touching::among(self.state, &self.pieces)
    }

    /// The enemy stands, generals and trains excepted, that the stand would touch there, by id.
    pub(crate) fn touched_at(&self, id: StandId, pose: Pose) -> Vec<StandId> {
        self.touching().with(id, pose).contacts(id).into_iter().map(|(other, _)| other).collect()
    }

    /// The friends near this leg that the stand may not pass through (`easy:0.7`).
    pub(crate) fn friends_near(
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

    /// Checks that the whole path is legal from `start`, without dice.
    pub fn check(&self, stand: StandId, start: Pose, path: &Path, kind: MoveKind) -> Result<Walk, Refusal> {
        match self.preview(stand, start, path, kind) {
            (walk, None) => Ok(walk),
            (_, Some(refusal)) => Err(refusal),
        }
    }

    /// The legal part of the path, and the refusal beyond it.
    pub fn preview(
        &self,
        stand: StandId,
        start: Pose,
        path: &Path,
        kind: MoveKind,
    ) -> (Walk, Option<Refusal>) {
        let overruled = self.state.overruled.has(allowance_clause(kind));
        let allowance = if overruled { ENOUGH } else { allowance(self.state, stand, kind) };
        let (walk, refusal) = Walker::new(self, stand, start, path, kind, allowance, false).run();
        let refusal = refusal.or_else(|| engineers::attach::check_ride(self.state, stand, &walk, kind).err());
        (walk, refusal)
    }

    /// The path without an allowance, as far as nothing else is in its way: the cost of a move that is too long, ground by
    /// ground.
    pub fn priced(
        &self,
        stand: StandId,
        start: Pose,
        path: &Path,
        kind: MoveKind,
    ) -> (Walk, Option<Refusal>) {
        Walker::new(self, stand, start, path, kind, ENOUGH, false).run()
    }

    /// The path until `allowance` inches are spent: the part left by a roll for an obstacle (`easy:II.C.3`).
    pub(crate) fn commit(
        &self,
        stand: StandId,
        start: Pose,
        path: &Path,
        kind: MoveKind,
        allowance: f32,
    ) -> Walk {
        Walker::new(self, stand, start, path, kind, allowance, true).run().0
    }

    /// The enemies whose zones contain this pose (`easy:II.C.4`).
    pub(crate) fn zones_at(&self, stand: StandId, pose: Pose) -> Vec<StandId> {
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

/// Checks that the whole path is legal from `start`, without dice.
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

/// The legal part of the path, and the refusal beyond it: shown in the window while a stand is dragged.
pub fn preview(
    state: &State,
    stand: StandId,
    start: Pose,
    path: &Path,
    kind: MoveKind,
) -> (Walk, Option<Refusal>) {
    Survey::new(state).preview(stand, start, path, kind)
}
