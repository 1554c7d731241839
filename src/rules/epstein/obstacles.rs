//! Obstacles to moves: the table's edge, closed ground, thick woods, rivers, enemies, holes in their lines
//! (`epstein:5.12`, `epstein:5.16`, `epstein:5.24`, `epstein:5.25`).
//!
//! Units: inches.

use table::sweep::{first_deeper, first_within, may_come_within, off_table};
use table::{Body, Leg, Pose, gap};

use super::formation::Formation;
use super::kind::Arm;
use super::measure::{self, SLACK};
use super::mover::{Mover, swept};
use super::options::BreachScope;
use super::refusal::{Code, Refusal};
use super::room::{misplaced, overlapped};
use super::standing::skirmishes;
use super::state::{GroupId, State};
use super::{holes, river};

/// Distance between the places tested for a road through a thick wood, in inches.
const LOOK: f32 = 0.25;

/// The purpose of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Move,
    /// Enemies do not block but are met; how far water lets it go is settled then (`epstein:g.6`, `epstein:5.24`).
    Charge,
}

/// The obstacle on a leg: at which fraction of it, and the refusal.
pub type Met = (f32, Refusal);

/// Checks that the leg is free of these obstacles.
///
/// # Errors
///
/// If it is not, with the first obstacle and the last place before it.
pub fn check_free(
    state: &State,
    at: Pose,
    leg: Leg,
    met: impl IntoIterator<Item = Option<Met>>,
) -> Result<(), Refusal> {
    let stops = |(_, refusal): &Met| refusal.code == Code::OffTable || !state.overruled.has(refusal.clause);
    let first = met.into_iter().flatten().filter(stops).min_by(|one, other| one.0.total_cmp(&other.0));
    first.map_or(Ok(()), |(t, refusal)| Err(refusal.last_legal(leg.part(at, (t - 1e-3).max(0.0)))))
}

impl Mover<'_> {
    /// Checks that the leg is clear of everything that nobody goes through.
    ///
    /// # Errors
    ///
    /// If it is not, with the first obstacle.
    pub fn check_clear(&self, at: Pose, leg: Leg, purpose: Purpose) -> Result<(), Refusal> {
        let (state, id, body) = (self.state, self.id, &self.body);
        let name = state.say(id);
        let [edge, closed] = ground(state, &name, body, at, leg);
        let ground = [edge, closed, self.thick_wood(at, leg)];
        let others = (purpose == Purpose::Move).then(|| {
            let enemies = enemies(state, id, &name, body, at, leg);
            [river::met(state, &name, body, at, leg), enemies, breach(state, id, &name, body, at, leg)]
        });
        check_free(state, at, leg, ground.into_iter().chain(others.into_iter().flatten()))
    }

    /// Checks that the place reached by a change of facing is clear (`epstein:5.5`).
    pub fn check_faced(&self, start: Pose, to: Pose) -> Result<(), Refusal> {
        let poses = self.state.moved_to(self.id, to);
        let other = overlapped(self.state, &poses, Some(self.id)).map(|id| self.state.say(id));
        let wet = river::is_wet(self.state, &poses).then(|| "in the river".to_owned());
        let wrong =
            other.map(|other| format!("in {other}")).or_else(|| misplaced(self.state, &poses)).or(wet);
        let Some(where_it_is) = wrong else { return Ok(()) };
        let fact = format!("{} would turn and stand {where_it_is}", self.state.say(self.id));
        let remedy = "Turn it where it has room, or wheel it";
        Err(Refusal::new(Code::Overlap, "epstein:5.5", fact, remedy).last_legal(start))
    }

    /// Only skirmishers go through thick woods, and columns by a road (`epstein:5.12`).
    fn thick_wood(&self, at: Pose, leg: Leg) -> Option<Met> {
        let state = self.state;
        if skirmishes(state, self.id) {
            return None;
        }
        let (middle, reach) = swept(&self.body, at, leg);
        let entered = state.game.ground.thick_near(middle, reach).filter_map(|index| {
            let t = state.game.terrain.region(index).first_entry(&self.body, at, leg, SLACK)?;
            Some((self.leaves_road(at, leg, t, index)?, index))
        });
        let (t, index) = entered.min_by(|one, other| one.0.total_cmp(&other.0))?;
        let wood = &state.game.terrain.ground().areas[index].name;
        let fact = format!("{} would enter {wood}, a thick wood", state.say(self.id));
        let remedy = "Only skirmishers go through it: go round it, or break into skirmish order";
        Some((t, Refusal::new(Code::ThickWood, "epstein:5.12", fact, remedy)))
    }

    /// Where on a leg, from this fraction on, some stand is in this wood while its front edge is off the road; `None` if the
    /// road carries the column all along.
    fn leaves_road(&self, at: Pose, leg: Leg, from: f32, wood: usize) -> Option<f32> {
        let state = self.state;
        let formation = state.group(self.id).formation;
        if !formation.is_column() && formation != Formation::Single {
            return Some(from);
        }
        let region = state.game.terrain.region(wood);
        let strays = |t: f32| {
            self.body.placed(leg.part(at, t)).quads().any(|quad| {
                let stand = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
                let inside = region.depth(stand.placed(quad.pose)) > SLACK;
                inside && !state.game.ground.meets_road(quad.edge(table::Edge::Front))
            })
        };
        let steps = (leg.length(&self.body) / LOOK).ceil().max(1.0) as u16;
        let parts = (0..=steps).map(|step| from + (1.0 - from) * f32::from(step) / f32::from(steps));
        parts.into_iter().find(|t| strays(*t))
    }
}

/// Where a body would leave the table, and where it would enter closed ground (`epstein:15.1`).
pub fn ground(state: &State, name: &str, body: &Body, at: Pose, leg: Leg) -> [Option<Met>; 2] {
    let edge = off_table(body, at, leg, state.game.scenario.ground.size).map(|t| {
        let fact = format!("{name} would leave the table");
        (t, Refusal::new(Code::OffTable, "epstein:5.25", fact, "Stay on the table"))
    });
    let terrain = &state.game.terrain;
    let (middle, reach) = swept(body, at, leg);
    let closed = state.game.ground.closed_near(middle, reach).filter_map(|(_, area)| {
        let t = terrain.region(area).first_entry(body, at, leg, SLACK)?;
        let ground = &terrain.ground().areas[area];
        let what = if ground.name.is_empty() { &ground.id } else { &ground.name };
        let fact = format!("{name} would go into {what}");
        Some((t, Refusal::new(Code::Impassable, "epstein:15.1", fact, "Go round it")))
    });
    [edge, closed.min_by(|one, other| one.0.total_cmp(&other.0))]
}

/// A move touches no enemy (`epstein:5.25`); a group that starts in touch may leave, but not over the enemy (`epstein:9.16`).
pub fn enemies(state: &State, id: GroupId, name: &str, body: &Body, at: Pose, leg: Leg) -> Option<Met> {
    let (middle, reach) = swept(body, at, leg);
    let near = state.enemies_near(state.side(id), middle, reach + SLACK);
    let stands = near.flat_map(|enemy| state.quads(enemy).map(move |(_, quad)| (enemy, quad)));
    let met = stands.filter_map(|(enemy, quad)| {
        let stand = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
        let other = stand.placed(quad.pose);
        if !may_come_within(body, at, leg, other, SLACK) {
            return None;
        }
        let touches = measure::touching(gap(body.placed(at), other).distance);
        let first = if touches { first_deeper } else { first_within };
        Some((first(body, at, leg, other, SLACK)?, enemy))
    });
    let (t, enemy) = met.min_by(|one, other| one.0.total_cmp(&other.0))?;
    let fact = format!("{name} would touch {}", state.say(enemy));
    Some((t, Refusal::new(Code::Contact, "epstein:5.25", fact, "Stop short of the enemy, or charge")))
}

/// With the option for all moves, nobody goes through a hole in a line that is too narrow (`breach_scope`).
pub fn breach(state: &State, id: GroupId, name: &str, body: &Body, at: Pose, leg: Leg) -> Option<Met> {
    if state.game.options.breach_scope == BreachScope::Charges || state.arm(id) == Arm::Command {
        return None;
    }
    holes::met(state, id, name, body, at, leg)
}
