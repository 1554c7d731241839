//! Threats to a unit where it stands, or would stand: enemy fire, and charges in the enemy's next period. Units: inches.

use crate::charge::check_may_charge;
use crate::clash::Check;
use crate::fire::{self, aims};
use crate::kind::Arm;
use crate::measure::{DEGREE, bearing, within, within_angle};
use crate::moving::allowance;
use crate::state::{GroupId, Marks, Phase, Place, State};
use crate::tables::Weapon;
use crate::volley::{Occasion, volleys};
use drawing::overlay::{How, ThreatFrom};
use game::{Spot, Threat, written};
use table::measure::gap_between_quads;
use table::{Pose, Vec2};

use super::charging::Arrival;
use super::hand::judged;
use super::sketch::lane;
use super::thrust::charges;
use scenario::Side;

/// How far a gun may turn to fire (`epstein:5.10`).
const PIVOT: f32 = 30.0 * DEGREE;

/// A charge may begin with a wheel that costs something: enemies this much farther off are tried too, in inches.
const NEAR: f32 = 1.0;

/// A threat from one enemy.
#[derive(Clone, Debug)]
pub struct EnemyThreat {
    pub by: GroupId,
    pub apart: f32,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    /// Musketry: figures that fire, range, average hits.
    Fire { figures: u16, range: f32, hits: f64 },
    /// A gun that reaches it within its turn and range.
    Guns { canister: bool, range: f32 },
    /// A charge, with the unit's morale roll.
    Charge { flank: bool, inches: f32, check: Check, contact: Pose },
}

/// The state in which the enemy of a group has the period, and the group stands at this place.
pub fn at_their_turn(state: &State, id: GroupId, at: Option<Pose>) -> State {
    let mut then = state.clone();
    if let Some(at) = at {
        for (stand, pose) in state.moved_to(id, at) {
            if let Some(now) = then.stands.get_mut(stand.index()) {
                now.place = Place::Table(pose);
            }
        }
        if let Some(group) = then.groups.get_mut(id.index()) {
            group.heading = at.heading;
        }
    }
    begin_period(&mut then, state.side(id).enemy());
    then
}

/// The period of this side begins, and nobody has done anything in it yet.
pub fn begin_period(then: &mut State, side: Side) {
    (then.active, then.phase) = (side, Phase::Period);
    then.pending.clear();
    for group in &mut then.groups {
        group.marks = Marks::default();
    }
}

/// Finds every threat to a group, nearest enemy first, in a state in which its enemy has the period; `tell` returns whether to
/// go on.
pub fn seek(then: &State, id: GroupId, tell: &mut dyn FnMut(EnemyThreat) -> bool) {
    let apart = |enemy: GroupId| then.gap_between(enemy, id).map_or(f32::INFINITY, |gap| gap.distance);
    let mut enemies: Vec<(GroupId, f32)> =
        then.enemies_of(then.side(id)).map(|enemy| (enemy, apart(enemy))).collect();
    enemies.sort_by(|a, b| a.1.total_cmp(&b.1));
    for (by, apart) in enemies {
        let found = [fires(then, by, id), guns(then, by, id), strikes(then, by, id, apart)];
        for kind in found.into_iter().flatten() {
            if !tell(EnemyThreat { by, apart, kind }) {
                return;
            }
        }
    }
}

/// Every threat to a group.
pub fn all(then: &State, id: GroupId) -> Vec<EnemyThreat> {
    let mut found = Vec::new();
    seek(then, id, &mut |one| {
        found.push(one);
        true
    });
    found
}

/// Its musketry from where it stands.
fn fires(then: &State, by: GroupId, on: GroupId) -> Option<Kind> {
    fire::check_may_fire(then, by).ok()?;
    let bears = |aims: &fire::Aims| aims.all().any(|aim| aim.on == on);
    let stands: Vec<_> = aims(then, by).into_iter().filter(bears).map(|aims| aims.stand).collect();
    let volleys = volleys(then, &[(by, &stands)], on, Occasion::Opens);
    let (figures, range) = (super::card::figures(&volleys), super::card::range(&volleys));
    (figures > 0).then(|| Kind::Fire { figures, range, hits: super::card::expected(then, on, &volleys) })
}

/// A gun that reaches the group within its turn and range, in sight.
fn guns(then: &State, by: GroupId, on: GroupId) -> Option<Kind> {
    let group = then.group(by);
    let crew = then.figures(by) >= crate::standing::CREW;
    if then.arm(by) != Arm::Artillery || group.on_foot || group.rout.is_some() || !crew {
        return None;
    }
    let (_, quad) = then.quads(by).next()?;
    let gaps = then.quads(on).map(|(_, other)| (other.pose.at, gap_between_quads(&quad, &other)));
    let (middle, gap) = gaps.min_by(|a, b| a.1.distance.total_cmp(&b.1.distance))?;
    let (from, to, range) = (gap.from, gap.to, gap.distance);
    let ranges = [(Weapon::Canister, true), (Weapon::RoundShot, false)];
    let (_, canister) =
        ranges.into_iter().find(|(weapon, _)| within(range, then.game.tables.range(*weapon).most))?;
    let ahead = within_angle(bearing(&quad, to), PIVOT);
    let clear = crate::sight::ground_sight_between(then, [from, to], [quad.pose.at, middle])
        == crate::sight::Sight::Clear;
    (ahead && clear).then_some(Kind::Guns { canister, range })
}

/// Its charge: straight, by facing it, or by a wheel.
fn strikes(then: &State, by: GroupId, on: GroupId, apart: f32) -> Option<Kind> {
    if apart > allowance(then, by) + NEAR || check_may_charge(then, by, on).is_err() {
        return None;
    }
    let held = then.place(on);
    let order = charges(then, by, on, held).into_iter().find(|order| judged(then, order).is_none())?;
    let arrival = Arrival::of(then, &order).filter(|arrival| arrival.met.group == on)?;
    let inches = then.place(by).at.distance(arrival.contact.at);
    Some(Kind::Charge { flank: arrival.met.flank, inches, check: arrival.check, contact: arrival.contact })
}

/// A threat in words.
pub fn threat(then: &State, id: GroupId, found: &EnemyThreat) -> Threat {
    let name = then.say(found.by);
    let (words, odds) = match &found.kind {
        Kind::Fire { figures, range, hits } => (
            format!("{name} could fire, {figures} figures at {range:.1} in"),
            format!("{hits:.2} figures on average"),
        ),
        Kind::Guns { canister, range } => {
            let load = if *canister { "canister" } else { "round shot" };
            (format!("{name} could fire {load}, {range:.1} in"), String::new())
        }
        Kind::Charge { flank, inches, check, .. } => {
            let how = if *flank { "in flank or rear" } else { "from the front" };
            let (needed, chance) = (check.needed(), check.chance() * 100.0);
            (
                format!("{name} could charge {how}, {inches:.1} in"),
                format!("holds on {needed} or more, {chance:.0} %"),
            )
        }
    };
    let spot = |group: GroupId| {
        let at = then.place(group).at;
        Spot::Point { x: written(at.x), y: written(at.y) }
    };
    Threat { by: then.key(found.by), words, odds, open: true, from: spot(found.by), to: spot(id) }
}

/// A threat as drawn: the lane of its front at the unit, or an arrow to the contact.
pub fn drawn(then: &State, id: GroupId, found: &EnemyThreat) -> ThreatFrom {
    let (from, to): (Vec2, Vec2) = (then.place(found.by).at, then.place(id).at);
    let strip = then.quads(found.by).next().map(|(_, quad)| lane(&quad, found.apart));
    let badge = super::troops::badge(then, found.by);
    let (how, words) = match &found.kind {
        Kind::Fire { range, .. } | Kind::Guns { range, .. } => {
            (strip.map_or(How::Near, |_| How::Fire(narrow(from, to))), format!("{badge}: {range:.1} in"))
        }
        Kind::Charge { inches, contact, .. } => {
            (How::Charge(*contact), format!("{badge}: charge, {inches:.1} in"))
        }
    };
    ThreatFrom { from, to, how, words }
}

/// A thin strip between two places.
fn narrow(from: Vec2, to: Vec2) -> [Vec2; 4] {
    let side = (to - from).normalize_or_zero().perp() * 0.12;
    [from + side, to + side, to - side, from - side]
}
