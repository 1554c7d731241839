//! The stick of round shot: what it touches, in order, and what is diced for (`epstein:8.d.1`, `epstein:8.d.2`,
//! `epstein:8.d.10` to `epstein:8.d.13`).
//!
//! ```text
//!      muzzle                near     far          near    far
//! [gun]>======================[ stand ]============[ stand ]=======  to the maximum range, 0.25 in wide
//!        wholly nearer than 6 in: a rank, no die;  four ranks in all
//! ```
//!
//! Units: inches.

use table::clip::{HalfPlane, least_width, nearest_of_convex, part_of_quad, strip};
use table::{Quad, Vec2};

use crate::ground::crosses;
use crate::measure::{SLACK, at_least, at_most, deep, sort_by_inches, within};
use crate::options::{RoundShotNear, ShotTarget};
use crate::order::Load;
use crate::refusal::{Code, Refusal};
use crate::roster::{StandId, UnitId};
use crate::sight::Sight;
use crate::state::{GroupId, State};
use crate::tables::{Band, Cover, Weapon};

use super::field::{Field, Laid};
pub use super::lot::Lot;
use super::lot::Whom;
use super::pattern::{Die, Terms, cover_of, number, sight, weaknesses};
use super::walls::{self, HouseDie, TouchedHouse};

/// Ranks that a stick goes through (`epstein:8.d.2`).
const RANKS: usize = 4;

/// How far beyond its crest fire at a ridge reaches, in inches (`epstein:8.d.12`).
const BEYOND_CREST: f32 = 4.0;

/// Least distance of friends that are shot over, in inches (`epstein:8.d.11`).
const OVERSHOT: f32 = 6.0;

/// More than the width of any table, in inches.
pub(super) const FAR: f32 = 1000.0;

/// A stand that the stick touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touched {
    pub group: GroupId,
    pub stand: StandId,
    /// Distances from the muzzle to its nearest and farthest point inside the stick.
    pub near: f32,
    pub far: f32,
    /// The nearest point.
    pub at: Vec2,
    pub band: Band,
    pub cover: Cover,
    pub lot: Lot,
}

impl Touched {
    /// Does it count among the four ranks?
    pub fn takes_rank(&self) -> bool {
        self.lot.takes_rank()
    }
}

/// A stick that is laid.
#[derive(Clone, Debug, PartialEq)]
pub struct Stick {
    /// Its corners: at the muzzle left and right, at the maximum range right and left.
    pub outline: [Vec2; 4],
    /// Enemies that it touches within its range, the nearest first.
    pub touched: Vec<Touched>,
    /// Houses that it touches, except those held by its own side; the nearest first.
    pub houses: Vec<TouchedHouse>,
    /// Friends that it touches: group, stand, inches from the muzzle; the nearest first.
    pub friends: Vec<(GroupId, StandId, f32)>,
}

impl Stick {
    /// Its dice, the nearest first.
    pub fn dice(&self) -> impl Iterator<Item = Die> + '_ {
        self.touched.iter().filter_map(|one| {
            Some(Die {
                group: one.group,
                stand: one.stand,
                range: one.near,
                at: one.at,
                band: one.band,
                cover: one.cover,
                hits_on: one.lot.hits_on()?,
            })
        })
    }

    /// Its dice at houses, the nearest first.
    pub fn house_dice(&self) -> impl Iterator<Item = HouseDie> + '_ {
        self.houses.iter().filter_map(TouchedHouse::die)
    }
}

/// The strip of a gun's stick.
fn bounds(state: &State, gun: &Laid) -> [HalfPlane; 3] {
    strip(gun.muzzle, gun.direction(), state.game.options.stick_width)
}

/// The part of a stand in the stick: its nearest and farthest distance from the muzzle, and its nearest point.
fn crossed(gun: &Laid, bounds: &[HalfPlane], quad: &Quad) -> Option<(f32, f32, Vec2)> {
    // Most stands are well outside of it.
    let middle = quad.pose.at;
    let half = quad.half.length();
    if bounds.iter().any(|side| side.normal.dot(middle) - side.limit > half) {
        return None;
    }
    let part = part_of_quad(quad, bounds);
    if !deep(least_width(&part)) {
        return None;
    }
    let at = nearest_of_convex(&part, gun.muzzle)?;
    let far = part.iter().map(|corner| corner.distance(gun.muzzle)).fold(0.0, f32::max);
    Some((at.distance(gun.muzzle), far, at))
}

/// Does the shot of a stick reach a leader's stand: is part of it in the stick where round shot strikes, in sight, and no
/// farther than the last of four ranks?
pub(super) fn reaches(state: &State, gun: &Laid, stick: &Stick, quad: &Quad) -> bool {
    let Some((near, far, at)) = crossed(gun, &bounds(state, gun), quad) else { return false };
    let stands = stick.touched.iter().filter(|one| one.takes_rank()).map(|one| one.near);
    let houses = stick.houses.iter().filter(|one| one.lot.takes_rank()).map(|one| one.near);
    let mut ranks: Vec<f32> = stands.chain(houses).collect();
    ranks.sort_by(f32::total_cmp);
    let spent = ranks.get(RANKS - 1).is_some_and(|last| near > *last);
    within(near, state.game.tables.range(Weapon::RoundShot).most)
        && is_far_enough(state, near, far)
        && !spent
        && hidden(state, gun, crest_before(state, gun), [at, quad.pose.at]).is_none()
}

/// Lays a gun's stick.
pub fn lay(state: &State, gun: &Laid, field: &Field, terms: &Terms) -> Stick {
    let bounds = bounds(state, gun);
    let most = state.game.tables.range(Weapon::RoundShot).most;
    let mut stick = Stick {
        outline: outline(state, gun, most),
        touched: Vec::new(),
        houses: walls::touched(state, gun, &field.houses, &bounds, most),
        friends: Vec::new(),
    };
    for one in &field.enemies {
        let Some((near, far, at)) = crossed(gun, &bounds, &one.quad) else { continue };
        if within(near, most) {
            let touched = Touched {
                group: one.group,
                stand: one.stand,
                near,
                far,
                at,
                band: Band::Optimum,
                cover: Cover::Open,
                lot: Lot::Behind,
            };
            stick.touched.push(touched);
        }
    }
    let friends = field.friends.iter().filter_map(|one| {
        let (near, ..) = crossed(gun, &bounds, &one.quad)?;
        within(near, most).then_some((one.group, one.stand, near))
    });
    stick.friends = friends.collect();
    sort_by_inches(&mut stick.friends, |(.., near)| *near, |(_, stand, _)| *stand);
    sort_by_inches(&mut stick.touched, |one| one.near, |one| one.stand);
    cast_lots(state, gun, terms, &mut stick);
    stick
}

/// Upper bound of a stick's value, if nothing hid, covered or blocked anybody: the sum of the numbers of its best ranks.
pub(super) fn at_best(state: &State, gun: &Laid, field: &Field) -> u32 {
    let bounds = bounds(state, gun);
    let range = state.game.tables.range(Weapon::RoundShot);
    let mut numbers: Vec<u8> = field
        .enemies
        .iter()
        .filter_map(|one| {
            let (near, far, _) = crossed(gun, &bounds, &one.quad)?;
            let strikes = within(near, range.most) && at_least(far, range.least);
            strikes.then(|| state.game.tables.round_shot_hits(band(state, near), Cover::Open))
        })
        .collect();
    let side = state.side(gun.id);
    numbers.extend(field.houses.iter().filter_map(|house| {
        let (near, far, _) = walls::crossed(state, gun, &bounds, *house)?;
        let strikes = within(near, range.most)
            && at_least(far, range.least)
            && walls::is_of_enemy(state, *house, side)
            && !state.house(*house).burns();
        strikes.then(|| state.game.tables.round_shot_hits(band(state, near), Cover::Open))
    }));
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers.iter().take(RANKS).map(|number| u32::from(*number)).sum()
}

fn outline(state: &State, gun: &Laid, most: f32) -> [Vec2; 4] {
    let (right, ahead) = gun.quad.pose.heading.axes();
    let (side, along) = (right * (state.game.options.stick_width / 2.0), ahead * most);
    [gun.muzzle - side, gun.muzzle + side, gun.muzzle + side + along, gun.muzzle - side + along]
}

/// Nearer than the least range counts as optimum (`epstein:8.d.2`).
fn band(state: &State, near: f32) -> Band {
    if within(near, state.game.tables.range(Weapon::RoundShot).optimum) { Band::Optimum } else { Band::Long }
}

/// Sets the lot of each touched stand: four ranks deep, where each stand, or each unit, is a rank.
fn cast_lots(state: &State, gun: &Laid, terms: &Terms, stick: &mut Stick) {
    let weakness: i32 = weaknesses(state, gun.id, terms).iter().map(|one| one.value).sum();
    let crest = crest_before(state, gun);
    let by_unit = state.game.options.shot_target == ShotTarget::Unit;
    let mut ranks: Vec<UnitId> = Vec::new();
    let mut struck: Vec<UnitId> = Vec::new();
    let mut houses = stick.houses.iter_mut().peekable();
    // Ranks taken by houses.
    let mut walls = 0;
    for one in &mut stick.touched {
        while let Some(house) = houses.next_if(|house| house.near <= one.near) {
            house_lot(state, gun, (crest, weakness), ranks.len() + walls, house);
            walls += usize::from(house.lot.takes_rank());
        }
        one.band = band(state, one.near);
        let middle = state.pose(one.stand).map_or(one.at, |pose| pose.at);
        if let Some(hidden) = hidden(state, gun, crest, [one.at, middle]) {
            one.lot = hidden;
            continue;
        }
        let unit = state.stand(one.stand).unit;
        if by_unit && struck.contains(&unit) {
            one.lot = Lot::WithItsUnit;
            continue;
        }
        let has_rank = by_unit && ranks.contains(&unit);
        if !has_rank && ranks.len() + walls >= RANKS {
            one.lot = Lot::Behind;
            continue;
        }
        if !has_rank {
            ranks.push(unit);
        }
        if !is_far_enough(state, one.near, one.far) {
            one.lot = Lot::TooNear;
            continue;
        }
        one.cover = cover_of(state, gun, one.stand, one.at);
        let hits_on = number(state.game.tables.round_shot_hits(one.band, one.cover), weakness);
        one.lot = if hits_on == 0 { Lot::Covered } else { Lot::Struck { hits_on } };
        struck.push(unit);
    }
    for house in houses {
        house_lot(state, gun, (crest, weakness), ranks.len() + walls, house);
        walls += usize::from(house.lot.takes_rank());
    }
}

/// The lot of a house behind this many ranks: one die without a deduction for cover (`epstein:15.9`).
fn house_lot(
    state: &State,
    gun: &Laid,
    (crest, weakness): (Option<(f32, Vec2)>, i32),
    ranks: usize,
    one: &mut TouchedHouse,
) {
    one.band = band(state, one.near);
    let hits_on = number(state.game.tables.round_shot_hits(one.band, Cover::Open), weakness);
    one.lot = match hidden(state, gun, crest, [one.at, one.at]) {
        Some(hidden) => hidden,
        None if ranks >= RANKS => Lot::Behind,
        None if !is_far_enough(state, one.near, one.far) => Lot::TooNear,
        None if state.house(one.house).burns() => Lot::Burns,
        None if hits_on == 0 => Lot::Covered,
        None => Lot::Struck { hits_on },
    };
}

/// Is it far enough for round shot: any part of it, or its nearest point (`round_shot_near`)?
fn is_far_enough(state: &State, near: f32, far: f32) -> bool {
    let measured = match state.game.options.round_shot_near {
        RoundShotNear::AnyPart => far,
        RoundShotNear::NearestPoint => near,
    };
    at_least(measured, state.game.tables.range(Weapon::RoundShot).least)
}

/// Inches from the muzzle to where dead ground begins along the stick; `None` if there is none (`epstein:8.d.12`).
pub fn dead_from(state: &State, gun: &Laid) -> Option<f32> {
    crest_before(state, gun).map(|(far, _)| far + BEYOND_CREST)
}

/// The first crest on the stick that is higher than the gun (`epstein:8.d.12`): inches from the muzzle, and the point.
fn crest_before(state: &State, gun: &Laid) -> Option<(f32, Vec2)> {
    let most = state.game.tables.range(Weapon::RoundShot).most;
    let along = gun.direction();
    let line = [gun.muzzle, gun.muzzle + along * most];
    let ground = &state.game.ground;
    let own = ground.height(gun.quad.pose.at);
    let crossings = ground.crests().flat_map(|crest| crest.windows(2)).filter_map(|pair| {
        let side = pair[1] - pair[0];
        let across = along.perp_dot(side);
        if across.abs() < 1e-6 || !crosses(line, [pair[0], pair[1]]) {
            return None;
        }
        let far = (pair[0] - gun.muzzle).perp_dot(side) / across;
        let at = gun.muzzle + along * far;
        // A crest may be drawn exactly along the edge of its hill.
        let height =
            [-SLACK, 0.0, SLACK].map(|step| ground.height(at + along * step)).into_iter().fold(0.0, f32::max);
        (far >= 0.0 && height > own + SLACK).then_some((far, at))
    });
    crossings.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// Why a stand with this middle, touched at this point, is not reached: dead ground behind a crest, wood, a house or higher
/// ground before it.
///
/// Ruling: a ridge does not hide stands up to 4 in behind its crest from the stick, since fire reaches as far
/// (`epstein:8.d.12`); anything that hides the crest hides them too.
fn hidden(state: &State, gun: &Laid, crest: Option<(f32, Vec2)>, [point, middle]: [Vec2; 2]) -> Option<Lot> {
    let along = (point - gun.muzzle).dot(gun.direction());
    let behind = crest.filter(|(far, _)| along > *far);
    if behind.is_some_and(|(far, _)| !within(along, far + BEYOND_CREST)) {
        return Some(Lot::DeadGround);
    }
    match (sight(state, gun, [point, middle]), behind) {
        (Sight::Clear, _) => None,
        (Sight::Ground, Some((_, at)))
            if !state.game.ground.rises_between([gun.muzzle, at], [gun.quad.pose.at, at]) =>
        {
            None
        }
        (blocked, _) => Some(Lot::Hidden(blocked)),
    }
}

/// Checks that the stick touches no friend before the last rank that counts, unless it shoots over their heads
/// (`epstein:8.d.10`, `epstein:8.d.11`).
pub(super) fn check_friends(state: &State, gun: &Laid, stick: &Stick) -> Result<(), Refusal> {
    let ground = &state.game.ground;
    let height = |stand: StandId| state.pose(stand).map_or(0.0, |pose| ground.height(pose.at));
    let stands = stick
        .touched
        .iter()
        .filter(|one| one.takes_rank())
        .map(|one| (one.near, height(one.stand), state.say(one.group)));
    let houses = stick
        .houses
        .iter()
        .filter(|one| one.lot.takes_rank())
        .map(|one| (one.near, ground.height(one.at), state.game.house_name(one.house).to_owned()));
    let ranks: Vec<(f32, f32, String)> = stands.chain(houses).collect();
    for (friend, stand, near) in &stick.friends {
        let beyond = || ranks.iter().filter(|(there, ..)| there > near);
        if beyond().next().is_none() {
            continue;
        }
        let (name, other) = (state.say(gun.id), state.say(*friend));
        let flat = beyond().find(|(_, ground, _)| *ground <= height(*stand) + SLACK);
        if let Some((.., enemy)) = flat {
            let fact = format!("the shot of {name} at {enemy} would go through {other}");
            let remedy = "Turn the gun so that no friend stands before the last rank, or aim at higher ground over their heads";
            Refusal::new(Code::Friends, "epstein:8.d.10", fact, remedy).unless(&state.overruled)?;
        }
        if !at_least(*near, OVERSHOT) {
            let fact = format!("{other} stands {near:.2} in before the muzzle of {name}");
            let remedy = "Shoot over the heads of friends who are 6 in off or more";
            Refusal::new(Code::Friends, "epstein:8.d.11", fact, remedy).unless(&state.overruled)?;
        }
    }
    Ok(())
}

/// The nearest enemy that an endless stick would touch: inches from the muzzle, and where.
fn beyond(state: &State, gun: &Laid) -> Option<(f32, Vec2)> {
    let bounds = bounds(state, gun);
    let field = Field::of(state, gun, FAR);
    let touched = field.enemies.iter().filter_map(|one| crossed(gun, &bounds, &one.quad));
    touched.map(|(near, _, at)| (near, at)).min_by(|a, b| a.0.total_cmp(&b.0))
}

/// The refusal of a stick that throws no die.
pub(super) fn no_dice(state: &State, gun: &Laid, stick: &Stick) -> Refusal {
    let name = state.say(gun.id);
    let range = state.game.tables.range(Weapon::RoundShot);
    let first = stick.touched.first();
    let before = |house: &&TouchedHouse| first.is_none_or(|first| house.near <= first.near);
    if let Some(house) = stick.houses.first().filter(before) {
        return walls::no_die(state, gun, house);
    }
    let Some(first) = first else {
        let Some((far, at)) = beyond(state, gun) else {
            let fact = format!("the stick of {name} touches nobody");
            return Refusal::new(
                Code::NoTarget,
                "epstein:8.d.2",
                fact,
                "Turn it on an enemy, up to 30 degrees",
            );
        };
        let fact = format!("whom the stick of {name} would touch is {far:.2} in off");
        let measured = at_most("range", [gun.muzzle, at], far, range.most);
        return Refusal::new(Code::OutOfRange, "epstein:3d.4", fact, "Fire at somebody nearer")
            .with(measured);
    };
    let whom = Whom {
        name: state.say(first.group),
        near: first.near,
        far: first.far,
        no_number: "epstein:8.d.13",
        nearer: say_other_load(Load::Canister),
    };
    first.lot.refusal(state, &name, &whom)
}

/// The remedy for the wrong load.
pub(super) fn say_other_load(load: Load) -> &'static str {
    match load {
        Load::Round => "Fire round shot",
        Load::Canister => "Fire canister",
    }
}
