//! The V of canister: which figures lie in it, and how far off (`epstein:8.d.7` to `epstein:8.d.10`).
//!
//! ```text
//!        \  .  .  .  /     radius 6 in, 30 degrees to either side of the heading;
//!         \ .  .  . /      a figure is in it when its point is (epstein:g.4)
//!          \       /
//!           \_____/
//!            muzzle
//! ```
//!
//! Units: inches.

use table::{Heading, Quad, Vec2};

use crate::measure::{DEGREE, at_most, sort_by_inches, within, within_angle};
use crate::options::{CanisterFriends, CanisterShape, ChargeCanister};
use crate::order::Load;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::sight::Sight;
use crate::standing::skirmishes;
use crate::state::{GroupId, State};
use crate::tables::{Band, Cover, Weapon};

use super::field::{Field, Laid, Near};
use super::pattern::{Die, Terms, cover_of, number, sight, weaknesses};
use super::stick::{FAR, say_other_load};

/// How far the V opens to either side of the heading.
pub const HALF_OPENING: f32 = 30.0 * DEGREE;

/// The result for a figure in the V.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FigureLot {
    /// It is diced for; faces up to this one hit.
    Struck { hits_on: u8 },
    /// Its cover, or the crew's weakness, leaves no face that hits.
    Covered,
    /// Wood, a house or the ground hides it (`epstein:g.7`).
    Hidden(Sight),
    /// A friend, which is not diced for.
    Friend,
}

/// A figure in the V.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    pub group: GroupId,
    pub stand: StandId,
    pub at: Vec2,
    /// Distance from the muzzle.
    pub range: f32,
    pub band: Band,
    pub cover: Cover,
    pub is_friend: bool,
    pub lot: FigureLot,
}

/// A V that is laid.
#[derive(Clone, Debug, PartialEq)]
pub struct Canister {
    /// Its outline: the muzzle, then its far edge from left to right.
    pub outline: Vec<Vec2>,
    /// Figures in it, the nearest first.
    pub figures: Vec<Figure>,
}

impl Canister {
    /// Its dice, the nearest first.
    pub fn dice(&self) -> impl Iterator<Item = Die> + '_ {
        self.figures.iter().filter_map(|one| match one.lot {
            FigureLot::Struck { hits_on } => Some(Die {
                group: one.group,
                stand: one.stand,
                range: one.range,
                at: one.at,
                band: one.band,
                cover: one.cover,
                hits_on,
            }),
            FigureLot::Covered | FigureLot::Hidden(_) | FigureLot::Friend => None,
        })
    }
}

/// The points of a stand's figures: the k-th of n at half depth, at (k - 0.5) / n of the width (`epstein:g.4`).
pub fn figures_of(quad: &Quad, count: u16) -> impl Iterator<Item = Vec2> + '_ {
    (0..count).map(move |index| {
        let across = (f32::from(index) + 0.5) / f32::from(count) - 0.5;
        quad.pose.to_table(Vec2::new(across * quad.half.x * 2.0, 0.0))
    })
}

/// Is a point in the V of a gun (`epstein:8.d.8`, option `canister_shape`)?
pub fn holds(state: &State, gun: &Laid, point: Vec2) -> bool {
    opens_on(gun, point)
        && within(depth_of(state, gun, point), state.game.tables.range(Weapon::Canister).most)
}

/// Does canister reach a leader's stand: is its middle in the V, and in sight?
pub(super) fn reaches(state: &State, gun: &Laid, quad: &Quad) -> bool {
    holds(state, gun, quad.pose.at) && sight(state, gun, [quad.pose.at; 2]) == Sight::Clear
}

/// Is the point within 30 degrees of the gun's heading?
fn opens_on(gun: &Laid, point: Vec2) -> bool {
    let line = point - gun.muzzle;
    line.length() < 1e-4 || within_angle(gun.quad.pose.heading.angle_to(Heading::of(line)), HALF_OPENING)
}

/// The distance that counts against the depth of the V: the range in a sector, the distance along the axis in a triangle.
fn depth_of(state: &State, gun: &Laid, point: Vec2) -> f32 {
    match state.game.options.canister_shape {
        CanisterShape::Sector => point.distance(gun.muzzle),
        CanisterShape::Triangle => (point - gun.muzzle).dot(gun.direction()),
    }
}

/// The outline of the V, for drawing.
fn outline(state: &State, gun: &Laid) -> Vec<Vec2> {
    const PIECES: i16 = 12;
    let most = state.game.tables.range(Weapon::Canister).most;
    let far = |piece: i16| {
        let angle = HALF_OPENING * f32::from(piece) / f32::from(PIECES);
        let way = gun.quad.pose.heading.turned(angle).forward();
        let length = match state.game.options.canister_shape {
            CanisterShape::Sector => most,
            CanisterShape::Triangle => most / way.dot(gun.direction()),
        };
        gun.muzzle + way * length
    };
    std::iter::once(gun.muzzle).chain((-PIECES..=PIECES).map(far)).collect()
}

/// The canister pattern of a gun.
pub fn spread(state: &State, gun: &Laid, field: &Field, terms: &Terms) -> Canister {
    let mut found = Canister { outline: outline(state, gun), figures: Vec::new() };
    let weakness: i32 = weaknesses(state, gun.id, terms).iter().map(|one| one.value).sum();
    for one in field.enemies.iter().filter(|one| !terms.spared.contains(&one.group)) {
        take(state, gun, terms, weakness, one, false, &mut found);
    }
    for one in &field.friends {
        take(state, gun, terms, weakness, one, true, &mut found);
    }
    sort_by_inches(&mut found.figures, |one| one.range, |one| one.stand);
    found
}

/// Might a figure of a stand lie in the V, however the gun is turned? A cheap test before dear ones.
pub(super) fn may_reach(state: &State, gun: &Laid, quad: &Quad) -> bool {
    // The farthest corners of a triangle are 6.93 in away.
    let most = state.game.tables.range(Weapon::Canister).most * 1.2;
    let reach = most + quad.half.length() + gun.quad.half.y;
    quad.pose.at.distance_squared(gun.quad.pose.at) <= reach * reach
}

/// Adds the figures of a stand that lie in the V.
fn take(
    state: &State,
    gun: &Laid,
    terms: &Terms,
    weakness: i32,
    one: &Near,
    is_friend: bool,
    found: &mut Canister,
) {
    if !may_reach(state, gun, &one.quad) {
        return;
    }
    let mut cover = None;
    for at in figures_of(&one.quad, one.figures) {
        if !holds(state, gun, at) {
            continue;
        }
        let range = at.distance(gun.muzzle);
        let cover = *cover.get_or_insert_with(|| cover_of(state, gun, one.stand, one.quad.pose.at));
        let band = band(state, terms, one.group, range);
        let hits_on = number(state.game.tables.canister_hits(band, cover), weakness);
        let diced = !is_friend
            || state.game.options.canister_friends == CanisterFriends::Roll && skirmishes(state, one.group);
        let lot = match sight(state, gun, [at, one.quad.pose.at]) {
            Sight::Clear if !diced => FigureLot::Friend,
            Sight::Clear if hits_on == 0 => FigureLot::Covered,
            Sight::Clear => FigureLot::Struck { hits_on },
            blocked => FigureLot::Hidden(blocked),
        };
        found.figures.push(Figure {
            group: one.group,
            stand: one.stand,
            at,
            range,
            band,
            cover,
            is_friend,
            lot,
        });
    }
}

/// The band of a figure; figures of the charger count as at optimum (`epstein:9.7`, option `charge_canister`).
fn band(state: &State, terms: &Terms, group: GroupId, range: f32) -> Band {
    let charges =
        terms.charger == Some(group) && state.game.options.charge_canister == ChargeCanister::Optimum;
    if charges || within(range, state.game.tables.range(Weapon::Canister).optimum) {
        Band::Optimum
    } else {
        Band::Long
    }
}

/// Checks that no friendly figure in the V is nearer than the farthest enemy one (`epstein:8.d.10`). Skirmishers may be diced
/// for instead (`canister_friends = roll`).
pub(super) fn check_friends(state: &State, gun: &Laid, canister: &Canister) -> Result<(), Refusal> {
    let seen = |one: &&Figure| !matches!(one.lot, FigureLot::Hidden(_));
    let enemies = canister.figures.iter().filter(|one| !one.is_friend).filter(seen);
    let farthest = enemies.map(|one| one.range).fold(0.0, f32::max);
    let barred = |one: &&Figure| one.is_friend && one.lot == FigureLot::Friend && one.range < farthest;
    let Some(friend) = canister.figures.iter().find(barred) else { return Ok(()) };
    let (name, other) = (state.say(gun.id), state.say(friend.group));
    let fact = format!(
        "a figure of {other} is in the V of {name}, {:.2} in off, and the enemy is beyond",
        friend.range
    );
    let remedy = "Turn the gun off them, or fire round shot past them";
    let measured = at_most("to the friend", [gun.muzzle, friend.at], friend.range, farthest);
    Refusal::new(Code::Friends, "epstein:8.d.10", fact, remedy).with(measured).unless(&state.overruled)
}

/// The nearest enemy figure in the opening of the V at any range: inches from the muzzle, and where.
fn beyond(state: &State, gun: &Laid) -> Option<(f32, Vec2)> {
    let field = Field::of(state, gun, FAR);
    let all = field.enemies.iter().flat_map(|one| figures_of(&one.quad, one.figures));
    let ahead = all.filter(|at| opens_on(gun, *at)).map(|at| (at.distance(gun.muzzle), at));
    ahead.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// The refusal of a V that throws no die.
pub(super) fn no_dice(state: &State, gun: &Laid, canister: &Canister) -> Refusal {
    let name = state.say(gun.id);
    let most = state.game.tables.range(Weapon::Canister).most;
    let Some(first) = canister.figures.iter().find(|one| !one.is_friend) else {
        let Some((far, at)) = beyond(state, gun) else {
            let fact = format!("no enemy figure is in the V of {name}");
            return Refusal::new(
                Code::OutOfArc,
                "epstein:8.d.8",
                fact,
                "Turn it on an enemy, up to 30 degrees",
            );
        };
        let fact = format!("the nearest figure before {name} is {far:.2} in off");
        let measured = at_most("range", [gun.muzzle, at], far, most);
        return Refusal::new(Code::OutOfRange, "epstein:3d.5", fact, say_other_load(Load::Round))
            .with(measured);
    };
    let enemy = state.say(first.group);
    match first.lot {
        FigureLot::Hidden(sight) => {
            let fact = format!("{name} does not see {enemy}: {}", sight.words(state));
            Refusal::new(Code::NoSight, "epstein:g.7", fact, "Fire at another")
        }
        FigureLot::Struck { .. } | FigureLot::Covered | FigureLot::Friend => {
            let fact =
                format!("no die of {name} could hit {enemy}, which is in cover {:.2} in off", first.range);
            Refusal::new(Code::NoEffect, "epstein:8.d.9", fact, "Fire at somebody in the open, or nearer")
        }
    }
}
