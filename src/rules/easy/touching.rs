//! Which stands are in contact. Every rule that asks for contact asks here.
//!
//! Two enemies within touch are in contact. If they touch only corner on corner, they are in contact only if neither
//! properly touches another enemy: a stand squarely before one enemy of a line is not in contact with its neighbours.
//!
//! Clause: `easy:0.4`. Units: inches.

use scenario::army::Arm;
use table::contact::{contact, contacted_edge, sector_edge};
use table::tolerance::TOUCH;
use table::{Contact, Edge, Pieces, Placed, Pose, Vec2};

use super::roster::StandId;
use super::state::{Pair, State};

/// The stands on the table, of which one may be assumed to be elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Touching<'a> {
    state: &'a State,
    /// A spatial index of the stands. It affects speed only; `None` if the caller has none.
    pieces: Option<&'a Pieces>,
    elsewhere: Option<(StandId, Pose)>,
}

/// Whether two stands could be within `margin` of each other, judged by the circles around them. Spares the exact
/// query.
pub fn near(a: Placed<'_>, b: Placed<'_>, margin: f32) -> bool {
    let reach = reach_of(a) + reach_of(b) + margin;
    a.pose.at.distance_squared(b.pose.at) <= reach * reach
}

/// The distance from the stand's centre to its farthest point.
pub fn reach_of(placed: Placed<'_>) -> f32 {
    placed.body.reach()
}

/// Whether `other` is an enemy of `id` that fights. Generals do not, because they make way, nor do trains, which are
/// taken (`easy:VI.A.b`). Attached engineers have no such enemies, because they fight as part of their infantry
/// (`easy:V.D.2`).
pub fn is_foe(state: &State, id: StandId, other: StandId) -> bool {
    state.are_enemies(id, other)
        && !state.makes_way(other)
        && !is_train(state.arm(other))
        && state.host_of(id).is_none()
}

/// The fighting enemies in contact with the stand, by id, including evading batteries.
pub fn touched_enemies(state: &State, id: StandId) -> Vec<StandId> {
    Touching::of(state).contacts(id).into_iter().map(|(other, _)| other).collect()
}

/// The contact of two fighting enemies, if there is one; the normal points from `b` to `a`.
pub fn contact_of(state: &State, a: StandId, b: StandId) -> Option<Contact> {
    Touching::of(state).contact_of(a, b)
}

/// The edge of the defender on which the attacker touches it (`easy:0.4`, option `flank-by`).
pub fn edge_of(state: &State, attacker: StandId, defender: StandId) -> Option<Edge> {
    Touching::of(state).edge_of(attacker, defender)
}

impl<'a> Touching<'a> {
    /// Every stand where it is.
    pub fn of(state: &'a State) -> Self {
        Self { state, pieces: None, elsewhere: None }
    }

    /// As [`Self::of`], with a spatial index of the stands, for many queries.
    pub fn among(state: &'a State, pieces: &'a Pieces) -> Self {
        Self { state, pieces: Some(pieces), elsewhere: None }
    }

    /// As if this stand were at `pose`.
    #[must_use]
    pub fn with(self, id: StandId, pose: Pose) -> Self {
        Self { elsewhere: Some((id, pose)), ..self }
    }

    pub fn state(self) -> &'a State {
        self.state
    }

    /// The fighting enemies in contact with the stand, by id, each with the contact. The normals point to the stand.
    pub fn contacts(self, id: StandId) -> Vec<(StandId, Contact)> {
        let mut found = self.within_touch(id, &|other| is_foe(self.state, id, other));
        self.drop_grazes(id, &mut found);
        found
    }

    /// The contact of two fighting enemies, if there is one; the normal points from `b` to `a`.
    pub fn contact_of(self, a: StandId, b: StandId) -> Option<Contact> {
        let (here, there) = (self.placed(a)?, self.placed(b)?);
        if !is_foe(self.state, a, b) || !near(here, there, 2.0 * TOUCH) {
            return None;
        }
        let found = contact(here.quad(), there.quad())?;
        let counts = !found.graze || !self.touches_otherwise(a, b) && !self.touches_otherwise(b, a);
        counts.then_some(found)
    }

    /// The edge of the defender on which the attacker touches it (`easy:0.4`, option `flank-by`).
    pub fn edge_of(self, attacker: StandId, defender: StandId) -> Option<Edge> {
        self.contact_of(attacker, defender)?;
        let chosen = self.state.closed.get(&Pair(attacker, defender)).copied();
        self.edge_in_contact(attacker, defender, chosen)
    }

    /// The edge of the defender that counts, for two stands known to be in contact. `chosen` is the edge closed upon.
    pub fn edge_in_contact(self, attacker: StandId, defender: StandId, chosen: Option<Edge>) -> Option<Edge> {
        let (a, d) = (self.placed(attacker)?, self.placed(defender)?);
        if self.state.options().flank_by_start_position
            && let Some(start) = self.state.stand(attacker).activated_at
        {
            return Some(sector_edge(d.quad(), start.at));
        }
        contacted_edge(a.quad(), d.quad(), chosen)
    }

    /// The stands within touch of this one for which `wanted` holds, by id. Corner on corner counts.
    pub fn within_touch(self, id: StandId, wanted: &dyn Fn(StandId) -> bool) -> Vec<(StandId, Contact)> {
        let Some(here) = self.placed(id) else { return Vec::new() };
        let others = self.near(here).into_iter().filter(|other| *other != id && wanted(*other));
        let others = others.filter_map(|other| Some((other, self.placed(other)?)));
        let others = others.filter(|(_, there)| near(here, *there, 2.0 * TOUCH));
        others.filter_map(|(other, there)| Some((other, contact(here.quad(), there.quad())?))).collect()
    }

    /// Removes stands touched only corner on corner where that is no contact.
    pub fn drop_grazes(self, id: StandId, found: &mut Vec<(StandId, Contact)>) {
        let otherwise = found.iter().any(|(_, contact)| !contact.graze);
        found.retain(|(other, contact)| !contact.graze || !otherwise && !self.touches_otherwise(*other, id));
    }

    /// Whether the stand touches a fighting enemy other than `but`, and not only corner on corner.
    pub fn touches_otherwise(self, id: StandId, but: StandId) -> bool {
        let found = self.within_touch(id, &|other| other != but && is_foe(self.state, id, other));
        found.iter().any(|(_, contact)| !contact.graze)
    }

    /// The stand where it is, or is assumed to be.
    pub fn placed(self, id: StandId) -> Option<Placed<'a>> {
        match self.elsewhere {
            Some((moved, pose)) if moved == id => Some(self.state.unit(id).body.placed(pose)),
            _ => self.state.placed(id),
        }
    }

    /// The stands that may be within touch of the place, by id. Some may not be.
    fn near(self, place: Placed<'_>) -> Vec<StandId> {
        let mut found: Vec<StandId> = match self.pieces {
            Some(pieces) => {
                let (aabb, margin) = (place.aabb(), Vec2::splat(2.0 * TOUCH));
                let near = pieces.near(aabb.mins - margin, aabb.maxs + margin);
                near.into_iter().map(|id| StandId(id as u16)).collect()
            }
            None => {
                let around = |there: Placed<'_>| near(place, there, 2.0 * TOUCH);
                self.state.on_table().filter(|(_, there)| around(*there)).map(|(id, _)| id).collect()
            }
        };
        if let Some((moved, _)) = self.elsewhere
            && let Err(at) = found.binary_search(&moved)
        {
            found.insert(at, moved);
        }
        found
    }
}

/// Whether this is a wagon or a pontoon train. Trains have no strength, do not fight, hold nobody in contact, and can
/// change sides.
pub fn is_train(arm: Arm) -> bool {
    matches!(arm, Arm::Wagon | Arm::Pontoon)
}

/// Whether a stand of this arm may touch an enemy train and so take it.
///
/// Clauses: `easy:VI.A.b` for wagons; `easy:V.D.3` for pontoon trains, as ruled there.
pub fn takes(arm: Arm, train: Arm) -> bool {
    match train {
        Arm::Wagon => arm.is_infantry() || arm.is_cavalry() || arm == Arm::Engineer,
        Arm::Pontoon => arm.is_troops() || arm == Arm::Engineer,
        _ => false,
    }
}
