//! What is in the way of those who move: the table's edge, closed ground, thick woods, rivers, enemies, holes in their lines
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

/// A unit on a road through a thick wood is looked at every so many inches.
const LOOK: f32 = 0.25;

/// What a way is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Move,
    /// Enemies are met, and not in the way; how far water lets it go is seen with them (`epstein:g.6`, `epstein:5.24`).
    Charge,
}

/// The last place of a leg before a fraction of it.
fn before(at: Pose, leg: Leg, t: f32) -> Pose {
    leg.part(at, (t - 1e-3).max(0.0))
}

impl Mover<'_> {
    /// Is the leg clear of all that nobody goes through?
    ///
    /// # Errors
    ///
    /// The first thing that is in the way.
    pub fn check_clear(&self, at: Pose, leg: Leg, purpose: Purpose) -> Result<(), Refusal> {
        let name = self.state.say(self.id);
        check_ground(self.state, &name, &self.body, at, leg)?;
        self.check_thick(at, leg)?;
        if purpose == Purpose::Move {
            river::check(self.state, &name, &self.body, at, leg)?;
            check_enemies(self.state, self.id, &name, &self.body, at, leg)?;
            check_breach(self.state, self.id, &name, &self.body, at, leg)?;
        }
        Ok(())
    }

    /// Is the place clear that a change of facing comes to (`epstein:5.5`)?
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
    fn check_thick(&self, at: Pose, leg: Leg) -> Result<(), Refusal> {
        let state = self.state;
        if skirmishes(state, self.id) {
            return Ok(());
        }
        let areas = &state.game.terrain.ground().areas;
        let (middle, reach) = swept(&self.body, at, leg);
        for index in state.game.lie.thick_near(middle, reach) {
            let Some(t) = state.game.terrain.region(index).first_entry(&self.body, at, leg, SLACK) else {
                continue;
            };
            let Some(t) = self.leaves_road(at, leg, t, index) else { continue };
            let fact = format!("{} would enter {}, a thick wood", state.say(self.id), areas[index].name);
            let remedy = "Only skirmishers go through it: go round it, or break into skirmish order";
            let refusal = Refusal::new(Code::ThickWood, "epstein:5.12", fact, remedy);
            return Err(refusal.last_legal(before(at, leg, t)));
        }
        Ok(())
    }

    /// Where on a leg, from a fraction of it on, some stand is in this wood and its front edge not on a road; none: the road admits
    /// the column all along.
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
                inside && !state.game.lie.meets_road(quad.edge(table::Edge::Front))
            })
        };
        let steps = (leg.length(&self.body) / LOOK).ceil().max(1.0) as u16;
        let parts = (0..=steps).map(|step| from + (1.0 - from) * f32::from(step) / f32::from(steps));
        parts.into_iter().find(|t| strays(*t))
    }
}

/// Does a body stay on the table and out of closed ground (`epstein:15.1`)?
pub fn check_ground(state: &State, name: &str, body: &Body, at: Pose, leg: Leg) -> Result<(), Refusal> {
    if let Some(t) = off_table(body, at, leg, state.game.scenario.ground.size) {
        let fact = format!("{name} would leave the table");
        let refusal = Refusal::new(Code::OffTable, "epstein:5.25", fact, "Stay on the table");
        return Err(refusal.last_legal(before(at, leg, t)));
    }
    let terrain = &state.game.terrain;
    let (middle, reach) = swept(body, at, leg);
    for (_, area) in state.game.lie.closed_near(middle, reach) {
        if let Some(t) = terrain.region(area).first_entry(body, at, leg, SLACK) {
            let ground = &terrain.ground().areas[area];
            let what = if ground.name.is_empty() { &ground.id } else { &ground.name };
            let fact = format!("{name} would go into {what}");
            let refusal = Refusal::new(Code::Impassable, "epstein:15.1", fact, "Go round it");
            return Err(refusal.last_legal(before(at, leg, t)));
        }
    }
    Ok(())
}

/// Nobody is touched on a move (`epstein:5.25`); who stands touching somebody may leave, not over them (`epstein:9.16`).
pub fn check_enemies(
    state: &State,
    id: GroupId,
    name: &str,
    body: &Body,
    at: Pose,
    leg: Leg,
) -> Result<(), Refusal> {
    let (middle, reach) = swept(body, at, leg);
    for enemy in state.enemies_near(state.side(id), middle, reach + SLACK) {
        for (_, quad) in state.quads(enemy) {
            let stand = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
            let other = stand.placed(quad.pose);
            if !may_come_within(body, at, leg, other, SLACK) {
                continue;
            }
            let met = if measure::touching(gap(body.placed(at), other).distance) {
                first_deeper(body, at, leg, other, SLACK)
            } else {
                first_within(body, at, leg, other, SLACK)
            };
            if let Some(t) = met {
                let fact = format!("{name} would touch {}", state.say(enemy));
                let refusal =
                    Refusal::new(Code::Contact, "epstein:5.25", fact, "Stop short of the enemy, or charge");
                return Err(refusal.last_legal(before(at, leg, t)));
            }
        }
    }
    Ok(())
}

/// Where every move counts, nobody goes through a hole in a line that is not wide enough (`breach_scope`).
pub fn check_breach(
    state: &State,
    id: GroupId,
    name: &str,
    body: &Body,
    at: Pose,
    leg: Leg,
) -> Result<(), Refusal> {
    if state.game.options.breach_scope == BreachScope::Charges || state.arm(id) == Arm::Command {
        return Ok(());
    }
    holes::check(state, id, name, body, at, leg)
}
