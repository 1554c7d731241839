//! The enemy that a gun must fire at, and the best way to lay a gun on an enemy (`epstein:5.10`, `epstein:8.e`).
//!
//! Units: degrees to the right in orders, inches.

use std::cell::OnceCell;

use table::{Heading, Pose, Vec2};

use crate::houses;
use crate::kind::Arm;
use crate::measure::{self, Before, DEGREE, deep, within};
use crate::order::Load;
use crate::refusal::{Code, Refusal};
use crate::room::misplaced;
use crate::roster::HouseId;
use crate::state::{GroupId, State};
use crate::tables::Weapon;
use table::Body;
use table::measure::overlap_depth;

use super::canister::{self, figures_of};
use super::field::{Field, Laid};
use super::pattern::{Pattern, Strike, Terms};
use super::stick;
use super::walls::{self, HouseDie};

/// How far a gun turns on its own axis in a period, in degrees (`epstein:5.10`).
pub const PIVOT: f64 = 30.0;

/// Tolerance for angles, in degrees (`epstein:g.1`).
const SLACK: f64 = 0.1;

/// Degrees between the turns that are tried for canister.
const STEP: i16 = 2;

/// Both loads, in the order in which they are offered.
pub const LOADS: [Load; 2] = [Load::Round, Load::Canister];

/// The enemy straight ahead of a gun, which it must fire at (`epstein:8.e`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    pub on: GroupId,
    /// It is within 6 in, and canister reaches a figure of it: the gun must fire canister.
    pub canister: bool,
    pub range: f32,
    pub line: [Vec2; 2],
}

/// The best way to lay a gun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    pub load: Load,
    /// Degrees to the right of its present heading.
    pub pivot: f64,
    /// The value of its dice: the sum of the faces that hit.
    pub worth: u32,
}

/// A gun to be laid: how far it may still turn, and who is near.
#[derive(Debug)]
pub struct Layer<'s> {
    state: &'s State,
    id: GroupId,
    gun: Laid,
    field: Field,
    terms: Terms,
    /// The least and the greatest turn allowed, in degrees.
    window: (f64, f64),
    /// The enemy that it must fire at, once worked out.
    bound: OnceCell<Option<Bound>>,
}

impl<'s> Layer<'s> {
    /// `None` for a group without a gun on the table.
    pub fn of(state: &'s State, id: GroupId, terms: Terms) -> Option<Self> {
        if state.arm(id) != Arm::Artillery || state.group(id).on_foot {
            return None;
        }
        let gun = Laid::of(state, id, 0.0)?;
        let reach = LOADS.map(|load| range_of(state, load)).into_iter().fold(0.0, f32::max);
        let field = Field::of(state, &gun, reach + 1.0);
        let turned = f64::from(state.group(id).marks.pivoted);
        Some(Self {
            state,
            id,
            gun,
            field,
            terms,
            window: (-PIVOT - turned, PIVOT - turned),
            bound: OnceCell::new(),
        })
    }

    /// Checks that the gun may be turned this far (`epstein:5.10`).
    pub fn check_pivot(&self, pivot: f64) -> Result<(), Refusal> {
        let name = self.state.say(self.id);
        let (least, most) = self.window;
        if !pivot.is_finite() || pivot < least - SLACK || pivot > most + SLACK {
            let fact = format!("{name} would turn {pivot:.1} degrees");
            let remedy = format!(
                "It turns {:.1} left to {:.1} right and fires; more than that is a move",
                -least, most
            );
            let limit = if pivot > 0.0 { most } else { least };
            let last = self.laid(limit).map_or(self.gun.quad.pose, |gun| gun.quad.pose);
            Refusal::new(Code::OutOfArc, "epstein:5.10", fact, remedy)
                .last_legal(last)
                .unless(&self.state.overruled)?;
        }
        if let Some(other) = self.blocked(pivot) {
            let fact = format!("{name}, turned {pivot:.1} degrees, would stand {other}");
            return Err(Refusal::new(
                Code::Overlap,
                "epstein:5.11",
                fact,
                "Turn it less, or leave it as it stands",
            ));
        }
        Ok(())
    }

    /// The gun laid after a turn.
    pub fn laid(&self, pivot: f64) -> Option<Laid> {
        Laid::of(self.state, self.id, radians(pivot))
    }

    /// What the gun strikes after a turn.
    pub fn pattern(&self, load: Load, pivot: f64) -> Option<(Laid, Pattern)> {
        let gun = self.laid(pivot)?;
        Some((gun, Pattern::of(self.state, &gun, &self.field, load, &self.terms)))
    }

    /// Why the gun may not be turned this far: it would stand in somebody, or off its ground. Gunners of its own make way.
    fn blocked(&self, pivot: f64) -> Option<String> {
        let pose = self.laid(pivot)?.quad.pose;
        if pose.heading.angle_to(self.gun.quad.pose.heading) < 1e-5 {
            return None;
        }
        let state = self.state;
        let body = Body::single(self.gun.quad.half.x * 2.0, self.gun.quad.half.y * 2.0);
        let unit = state.unit(self.id);
        let comes = |id: GroupId| {
            let gunners = state.group(id).gunners;
            gunners.is_some_and(|gunners| gunners.to == self.gun.stand || state.unit(id) == unit)
        };
        let all = self.field.enemies.iter().chain(&self.field.friends);
        let taken = all.filter(|one| !comes(one.group)).find(|one| {
            if one.quad.pose.at.distance(pose.at) > one.quad.half.length() + self.gun.quad.half.length() {
                return false;
            }
            let other = Body::single(one.quad.half.x * 2.0, one.quad.half.y * 2.0);
            deep(overlap_depth(body.placed(pose), other.placed(one.quad.pose)))
        });
        match taken {
            Some(one) => Some(format!("in {}", state.say(one.group))),
            None => misplaced(state, &[(self.gun.stand, pose)]),
        }
    }

    /// The enemy that it must fire at: the nearest straight ahead at which a shot may be aimed (`epstein:8.e`). Hidden enemies
    /// do not count, nor those at which neither load could be fired.
    pub fn bound(&self) -> Option<Bound> {
        *self.bound.get_or_init(|| self.nearest_ahead())
    }

    fn nearest_ahead(&self) -> Option<Bound> {
        let far = LOADS.map(|load| range_of(self.state, load)).into_iter().fold(0.0, f32::max);
        let near = self.state.game.tables.range(Weapon::Canister).most;
        let mut ahead: Vec<Bound> = Vec::new();
        for one in &self.field.enemies {
            let Some(seen) = measure::before(&self.gun.quad, &one.quad, far) else { continue };
            if seen.before == Before::Lane {
                let line = [seen.from, seen.to];
                ahead.push(Bound { on: one.group, canister: false, range: seen.range, line });
            }
        }
        ahead.sort_by(|a, b| a.range.total_cmp(&b.range));
        let mut asked: Vec<GroupId> = Vec::new();
        ahead.into_iter().find_map(|bound| {
            if asked.contains(&bound.on) {
                return None;
            }
            asked.push(bound.on);
            if within(bound.range, near) && self.can_strike(Load::Canister, bound.on) {
                return Some(Bound { canister: true, ..bound });
            }
            self.can_strike(Load::Round, bound.on).then_some(bound)
        })
    }

    /// Is the point where a die at a house strikes straight ahead of the gun as it stands (`epstein:8.e`)?
    pub fn is_ahead(&self, die: &HouseDie) -> bool {
        let (across, ahead) = self.gun.quad.pose.heading.axes();
        let way = die.at - self.gun.quad.pose.at;
        way.dot(ahead) > 0.0 && way.dot(across).abs() < self.gun.quad.half.x
    }

    /// The best way to lay it on a house held by the enemy (`epstein:15.9`); `None` if no shot may be fired at it.
    pub fn best_at_house(&self, house: HouseId) -> Option<Aim> {
        if !walls::is_of_enemy(self.state, house, self.state.side(self.id)) {
            return None;
        }
        let bound = self.bound();
        if bound.is_some_and(|bound| bound.canister) {
            return None;
        }
        let turns = self.tidied(self.ways_to_house(house).collect());
        let aims = turns.into_iter().filter_map(|pivot| {
            let (gun, pattern) = self.pattern(Load::Round, pivot)?;
            let strike = pattern.strike(self.state, &gun);
            let die = strike.houses.iter().find(|die| die.house == house)?;
            let free = bound
                .is_none_or(|bound| strike.hits(bound.on) || die.range < bound.range && self.is_ahead(die));
            let legal =
                free && pattern.check_friends(self.state, &gun).is_ok() && self.blocked(pivot).is_none();
            legal.then_some(Aim { load: Load::Round, pivot, worth: self.worth_of(&strike) })
        });
        aims.min_by(|a, b| b.worth.cmp(&a.worth).then(a.pivot.abs().total_cmp(&b.pivot.abs())))
    }

    /// Turns that lay the stick on the middle of a house or of one of its walls.
    fn ways_to_house(&self, house: HouseId) -> impl Iterator<Item = f64> + '_ {
        let corners = houses::outline(self.state, house);
        let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
        let walls = corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| (*a + *b) / 2.0);
        std::iter::once(0.0).chain(walls.chain([middle]).filter_map(|point| self.turn_to(point)))
    }

    /// The value of a strike; dice at houses not held by the enemy count nothing.
    fn worth_of(&self, strike: &Strike) -> u32 {
        let side = self.state.side(self.id);
        let houses = strike.houses.iter().filter(|die| walls::is_of_enemy(self.state, die.house, side));
        let faces = strike.dice.iter().map(|die| die.hits_on).chain(houses.map(|die| die.hits_on));
        faces.map(u32::from).sum()
    }

    /// The best way to lay it with a load, striking this group if one is given: the highest value of dice, then the smallest
    /// turn. `None` if no shot may be fired.
    pub fn best(&self, load: Load, on: Option<GroupId>) -> Option<Aim> {
        let mut best: Option<Aim> = None;
        for (most, pivot) in self.tries(load, on) {
            if best.is_some_and(|best| best.worth >= most) {
                break;
            }
            let Some(worth) = self.worth(load, pivot, on) else { continue };
            if best.is_none_or(|best| worth > best.worth) && self.blocked(pivot).is_none() {
                best = Some(Aim { load, pivot, worth });
            }
        }
        best
    }

    /// Is there a way to lay it with a load on this group at all?
    fn can_strike(&self, load: Load, on: GroupId) -> bool {
        let legal = |pivot: f64| self.worth(load, pivot, Some(on)).is_some() && self.blocked(pivot).is_none();
        self.tries(load, Some(on)).into_iter().any(|(_, pivot)| legal(pivot))
    }

    /// Turns worth trying, each with an upper bound of its value, highest first.
    fn tries(&self, load: Load, on: Option<GroupId>) -> Vec<(u32, f64)> {
        let mut tries: Vec<(u32, f64)> = match load {
            Load::Round => {
                self.ways_of_stick(on).into_iter().map(|pivot| (self.at_best(pivot), pivot)).collect()
            }
            Load::Canister => self.ways_of_canister(on).into_iter().map(|pivot| (u32::MAX, pivot)).collect(),
        };
        tries.retain(|(most, _)| *most > 0);
        tries.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.abs().total_cmp(&b.1.abs())).then(a.1.total_cmp(&b.1)));
        tries
    }

    /// The value of a shot; `None` if it may not be fired, or misses the group that must be struck.
    fn worth(&self, load: Load, pivot: f64, on: Option<GroupId>) -> Option<u32> {
        let (gun, pattern) = self.pattern(load, pivot)?;
        let strike = Strike { dice: pattern.dice(), houses: pattern.house_dice(), leaders: Vec::new() };
        let side = self.state.side(self.id);
        let strikes = match on {
            Some(on) => strike.hits(on),
            None => strike.dice.iter().any(|die| self.state.side(die.group) != side),
        };
        if !strikes || pattern.check_friends(self.state, &gun).is_err() {
            return None;
        }
        Some(self.worth_of(&strike))
    }

    fn at_best(&self, pivot: f64) -> u32 {
        self.laid(pivot).map_or(0, |gun| stick::at_best(self.state, &gun, &self.field))
    }

    /// Turns that lay the stick over the middle or a corner of a stand.
    fn ways_of_stick(&self, on: Option<GroupId>) -> Vec<f64> {
        let mut found = vec![0.0, self.window.0, self.window.1];
        for one in self.field.enemies.iter().filter(|one| on.is_none_or(|on| on == one.group)) {
            let corners = one.quad.corners();
            found.extend(
                corners.into_iter().chain([one.quad.pose.at]).filter_map(|point| self.turn_to(point)),
            );
        }
        self.tidied(found)
    }

    /// Turns of the V at fixed steps, and those that bring a figure into its middle.
    fn ways_of_canister(&self, on: Option<GroupId>) -> Vec<f64> {
        let enemies = self.field.enemies.iter().filter(|one| on.is_none_or(|on| on == one.group));
        if !enemies.clone().any(|one| canister::may_reach(self.state, &self.gun, &one.quad)) {
            return Vec::new();
        }
        let most = PIVOT as i16 / STEP;
        let mut found: Vec<f64> = (-most..=most).map(|step| f64::from(step * STEP)).collect();
        found.extend([self.window.0, self.window.1]);
        for one in self.field.enemies.iter().filter(|one| on == Some(one.group)) {
            found.extend(figures_of(&one.quad, one.figures).filter_map(|point| self.turn_to(point)));
        }
        self.tidied(found)
    }

    /// The turn that points the gun at a point: it turns about its own centre, on the line through its muzzle.
    fn turn_to(&self, point: Vec2) -> Option<f64> {
        let Pose { at, heading } = self.gun.quad.pose;
        let turn = f64::from(heading.turn_to(Heading::of(point - at)) / DEGREE);
        let (least, most) = self.window;
        (turn >= least && turn <= most).then_some(turn)
    }

    /// The turn towards a point, in tenths of a degree, as far as it may turn.
    pub fn toward(&self, point: Vec2) -> f64 {
        let Pose { at, heading } = self.gun.quad.pose;
        let turn = f64::from(heading.turn_to(Heading::of(point - at)) / DEGREE);
        let (least, most) = self.window;
        (turn.clamp(least.min(0.0), most.max(0.0)) * 10.0).round() / 10.0 + 0.0
    }

    /// Turns rounded to tenths of a degree, within the window, without repetitions.
    fn tidied(&self, found: Vec<f64>) -> Vec<f64> {
        let (least, most) = self.window;
        let mut tidy: Vec<f64> = found
            .into_iter()
            .map(|turn| ((turn * 10.0).round() / 10.0).clamp(least.min(0.0), most.max(0.0)) + 0.0)
            .collect();
        tidy.sort_by(f64::total_cmp);
        tidy.dedup();
        tidy
    }
}

/// How far a load reaches, in inches (`epstein:3d.4`).
pub fn range_of(state: &State, load: Load) -> f32 {
    state.game.tables.range(load.weapon()).most
}

/// Converts degrees of an order to radians.
pub fn radians(degrees: f64) -> f32 {
    degrees as f32 * DEGREE
}
