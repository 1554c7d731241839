//! A gun as it is laid, and the stands near enough to be affected by its shot.

use table::{Pose, Quad, Vec2};

use crate::houses;
use crate::measure::front_middle;
use crate::roster::{HouseId, StandId};
use crate::state::{GroupId, State};

/// A gun as it is laid: the place of its muzzle, and its direction (`epstein:8.d.1`, `epstein:8.d.2`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Laid {
    pub id: GroupId,
    pub stand: StandId,
    pub quad: Quad,
    /// The middle of its front edge.
    pub muzzle: Vec2,
}

impl Laid {
    /// The gun of a group, turned this many radians to its right about its own centre from its present heading
    /// (`epstein:5.10`); `None` if the group has no stand on the table.
    pub fn of(state: &State, id: GroupId, pivot: f32) -> Option<Self> {
        let stand = *state.group(id).stands.first()?;
        let quad = state.quad(stand)?;
        let pose = Pose::new(quad.pose.at, quad.pose.heading.turned(pivot));
        let quad = Quad { pose, ..quad };
        Some(Self { id, stand, quad, muzzle: front_middle(&quad) })
    }

    /// The direction of its shot.
    pub fn direction(&self) -> Vec2 {
        self.quad.pose.heading.forward()
    }
}

/// A stand that a shot can affect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    pub group: GroupId,
    pub stand: StandId,
    pub quad: Quad,
    pub figures: u16,
}

/// The stands near enough to a gun to be affected by a shot of it, however it is turned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    pub enemies: Vec<Near>,
    pub friends: Vec<Near>,
    /// Houses that a shot may set alight (`epstein:15.9`).
    pub houses: Vec<HouseId>,
}

impl Field {
    /// Those within this many inches of the gun.
    pub fn of(state: &State, gun: &Laid, reach: f32) -> Self {
        let side = state.side(gun.id);
        let (at, inches) = (gun.quad.pose.at, reach + gun.quad.half.length());
        let near = |group: GroupId| {
            state.quads(group).filter_map(move |(stand, quad)| {
                let far = reach + quad.half.length() + gun.quad.half.length();
                let is_near = quad.pose.at.distance_squared(gun.quad.pose.at) <= far * far;
                let figures = state.stand(stand).figures;
                is_near.then_some(Near { group, stand, quad, figures })
            })
        };
        Self {
            enemies: state.enemies_near(side, at, inches).flat_map(near).collect(),
            friends: state.friends_near(side, at, inches).filter(|id| *id != gun.id).flat_map(near).collect(),
            houses: targets(state, gun, reach),
        }
    }
}

/// Greatest extent of a house beyond its nearest corner, in inches.
const WIDE: f32 = 24.0;

/// The houses within reach that a gun may set alight: all but those held by its own side (`epstein:15.9`).
fn targets(state: &State, gun: &Laid, reach: f32) -> Vec<HouseId> {
    let side = state.side(gun.id);
    let near = |house: &HouseId| {
        let mut corners = houses::outline(state, *house).iter();
        houses::holder(state, *house) != Some(side)
            && corners.any(|corner| corner.distance(gun.muzzle) <= reach + WIDE)
    };
    state.game.house_ids().filter(near).collect()
}
