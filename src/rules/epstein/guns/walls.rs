//! Round shot at houses: the houses that a stick touches, and the number that hits them (`epstein:15.9`).
//!
//! Ruling: a house held by the firer's side is no target, and one that burns throws no die; a house that nobody holds may be
//! set alight. It takes a rank as a stand does, and hides what is behind it (`epstein:g.7`). Only the house is hit, so nobody
//! in it answers. Units: inches.
//!
//! Units: inches.

use scenario::Side;
use table::Vec2;
use table::clip::{HalfPlane, least_width, part_of_polygon};
use table::measure::nearest_point_of_line;

use crate::houses;
use crate::measure::{SLACK, deep, sort_by_inches, within};
use crate::refusal::Refusal;
use crate::roster::HouseId;
use crate::state::State;
use crate::tables::Band;

use super::field::Laid;
use super::lot::{Lot, Whom};

/// One die at a house.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HouseDie {
    pub house: HouseId,
    /// Distance from the muzzle.
    pub range: f32,
    pub at: Vec2,
    /// The highest face that hits, 1 or more.
    pub hits_on: u8,
}

/// A house that a stick touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchedHouse {
    pub house: HouseId,
    /// Distances from the muzzle to its nearest and farthest point inside the stick.
    pub near: f32,
    pub far: f32,
    /// The nearest point.
    pub at: Vec2,
    pub band: Band,
    pub lot: Lot,
}

impl TouchedHouse {
    /// Its die.
    pub fn die(&self) -> Option<HouseDie> {
        let hits_on = self.lot.hits_on()?;
        Some(HouseDie { house: self.house, range: self.near, at: self.at, hits_on })
    }
}

/// Is it held by the enemy of this side? Fire is offered only at such houses.
pub(super) fn is_of_enemy(state: &State, house: HouseId, side: Side) -> bool {
    houses::holder(state, house).is_some_and(|holder| holder != side)
}

/// The part of a house in the strip of a stick: its nearest and farthest distance from the muzzle, and its nearest point.
pub(super) fn crossed(
    state: &State,
    gun: &Laid,
    bounds: &[HalfPlane],
    house: HouseId,
) -> Option<(f32, f32, Vec2)> {
    let outline = houses::outline(state, house);
    let beyond =
        |side: &HalfPlane| outline.iter().all(|corner| side.normal.dot(*corner) > side.limit + SLACK);
    if bounds.iter().any(beyond) {
        return None;
    }
    let mut part = part_of_polygon(outline, bounds);
    if !deep(least_width(&part)) {
        return None;
    }
    let far = part.iter().map(|corner| corner.distance(gun.muzzle)).fold(0.0, f32::max);
    part.extend(part.first().copied());
    let at = nearest_point_of_line(&part, gun.muzzle);
    Some((at.distance(gun.muzzle), far, at))
}

/// The houses among these that a stick touches within its range, the nearest first; their lots are set later.
pub(super) fn touched(
    state: &State,
    gun: &Laid,
    among: &[HouseId],
    bounds: &[HalfPlane],
    most: f32,
) -> Vec<TouchedHouse> {
    let one = |house: HouseId| {
        let (near, far, at) = crossed(state, gun, bounds, house)?;
        let (band, lot) = (Band::Optimum, Lot::Behind);
        within(near, most).then_some(TouchedHouse { house, near, far, at, band, lot })
    };
    let mut found: Vec<TouchedHouse> = among.iter().copied().filter_map(one).collect();
    sort_by_inches(&mut found, |one| one.near, |one| one.house);
    found
}

/// The refusal of a die at the house that is touched first.
pub(super) fn no_die(state: &State, gun: &Laid, one: &TouchedHouse) -> Refusal {
    let whom = Whom {
        name: state.game.house_name(one.house).to_owned(),
        near: one.near,
        far: one.far,
        no_number: "epstein:15.9",
        nearer: "Canister does nothing to a house: fire at another",
    };
    one.lot.refusal(state, &state.say(gun.id), &whom)
}
