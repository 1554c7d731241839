//! The wire format of the Easy rules: stands, places in inches, paths of legs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::known::FARTHEST;
use crate::spelling::{Acts, Reader, legs};
use crate::state::{Phase, State};
use crate::{Event, Position, reach};
use game::options::Options;
use game::{AskFault, Battles, Contradiction, SpeltWay, Summary, Viewer, Wire, unless};
use scenario::{Scenario, Side};
use table::measure::{outside_by, overlap_depth};
use table::tolerance::OVERLAP;
use table::{Heading, Pose};

use super::combat::change::Change;
use super::rule_set::Easy;

/// Maximum number of stands on the table in a position.
const MOST_PLACED: usize = 1000;

/// A stand that is picked up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReachQuestion {
    /// Its id or badge.
    pub stand: String,
    /// The final heading, in degrees; if omitted, the present one.
    #[serde(default)]
    pub heading: Option<f32>,
    /// A place (x, y, heading); asks for the cheapest path to it, instead of the whole reach.
    #[serde(default)]
    pub to: Option<(f32, f32, f32)>,
}

/// The questions that only these rules answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Where a stand can go.
    Reach(ReachQuestion),
}

/// The answer to an [`Ask`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    Reach(WireReach),
    Way(WireWay),
}

/// A place: x, y, and the heading in degrees.
pub type At = (f32, f32, f32);

/// Where a stand can go with one heading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireReach {
    pub stand: String,
    pub heading: f32,
    /// Inches of allowance.
    pub allowance: f32,
    /// Size of a cell in inches, and how many cells the centre can reach.
    pub cell: f32,
    pub count: usize,
    /// The edge of the reachable ground: closed lines of points for the centre.
    pub outline: Vec<Vec<(f32, f32)>>,
}

/// The cheapest path to a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireWay {
    pub stand: String,
    /// Can the place be reached? If not, the path goes as far towards it as possible.
    pub reached: bool,
    pub path: SpeltWay<Easy>,
    pub end: At,
    /// Inches of allowance.
    pub cost: f32,
    /// Enemies touched at the end.
    pub touches: Vec<String>,
}

/// What follows from play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Derived {
    /// The time of day.
    pub clock: String,
    /// Victory points by side so far, without objectives.
    pub points: BTreeMap<String, i32>,
}

pub fn at(pose: Pose) -> At {
    (pose.at.x, pose.at.y, pose.heading.degrees())
}

impl Wire for Easy {
    type Acts = Acts;
    type Derived = Derived;
    type Position = Position;
    const POSITION: &'static str = "position";
    type Ask = Ask;
    const ASKS: &'static [&'static str] = &["reach"];
    type Answered = Answered;

    fn side_id(state: &State, side: Side) -> String {
        state.side_id(side)
    }

    fn side(state: &State, name: &str) -> Result<Side, String> {
        Reader::new(state).side(name).map_err(|fault| fault.to_string())
    }

    fn derived(state: &State) -> Derived {
        let points = Side::BOTH.into_iter().zip(state.points());
        Derived {
            clock: state.game.scenario.clock(state.turn),
            points: points.map(|(side, points)| (state.side_id(side), points)).collect(),
        }
    }

    /// Fields of an event hidden from the viewer. Of a pending combat a side gets only the fact: its view shows the rest.
    fn withheld(before: &State, event: &Event, viewer: Viewer) -> &'static [&'static str] {
        match event {
            Event::AmmunitionRolled { side, .. } | Event::AmmunitionSet { side, .. }
                if viewer.is_enemy_of(*side) =>
            {
                &["chits"]
            }
            // All that it had left, which this viewer may not know.
            Event::Hit { points: 0, .. } => &["points"],
            Event::Rallied { stand, points, fiat: true, .. }
                if crate::hides_return(before, *stand, u16::from(*points), viewer) =>
            {
                &["points"]
            }
            Event::StrengthSet { stand, .. } if viewer.is_enemy_of(before.side(*stand)) => &["points"],
            Event::Combat(Change::Paused { .. }) if viewer != Viewer::Referee => &["fight"],
            _ => &[],
        }
    }

    fn summary(state: &State) -> Summary {
        super::summary::summary(state)
    }

    fn ask(state: &State, Ask::Reach(asked): &Ask) -> Result<Answered, AskFault> {
        let id = Reader::new(state).stand(&asked.stand).map_err(|fault| AskFault::new("bad-order", fault))?;
        let numbers = asked.to.into_iter().flat_map(|(x, y, h)| [x, y, h]).chain(asked.heading);
        if let Some(wrong) = numbers.into_iter().find(|number| !number.is_finite() || number.abs() > FARTHEST)
        {
            return Err(AskFault::new("bad-order", format!("{wrong} is no place or heading on a table")));
        }
        let off = || AskFault::new("bad-order", format!("stand {} is not on the table", asked.stand));
        if let Some(to) = asked.to {
            let goal = Reader::new(state).pose(to);
            let planned = reach::plan(state, id, goal).ok_or_else(off)?;
            let (reached, path) = match planned {
                Ok(plan) => {
                    let beside = reach::beside_engineers(state, id, goal, &plan.path);
                    (true, beside.unwrap_or(plan.path))
                }
                Err(failure) => (false, failure.path),
            };
            // The same answer as for an order with this path.
            let (walk, refusal) = reach::walk(state, id, &path).ok_or_else(off)?;
            return Ok(Answered::Way(WireWay {
                stand: state.key(id),
                reached: reached && refusal.is_none(),
                path: SpeltWay::new(legs(&walk.path)),
                end: at(walk.end),
                cost: walk.cost,
                touches: walk.contacts.iter().map(|touch| state.key(touch.enemy)).collect(),
            }));
        }
        let pose = state.pose(id).ok_or_else(off)?;
        let heading = asked.heading.map_or(pose.heading, Heading::from_degrees);
        let found = reach::reach(state, id, heading).ok_or_else(off)?;
        let outline = found.outline().into_iter();
        Ok(Answered::Reach(WireReach {
            stand: state.key(id),
            heading: heading.degrees(),
            allowance: reach::allowance(state, id),
            cell: found.cell,
            count: found.count(),
            outline: outline.map(|line| line.into_iter().map(|point| (point.x, point.y)).collect()).collect(),
        }))
    }

    fn set_up(position: &Position, _battles: Battles<'_, Scenario>) -> Result<State, String> {
        Ok(set_up(position)?)
    }

    fn beginning(state: &State) -> (Scenario, Options) {
        (state.game.scenario.clone(), state.game.chosen.clone())
    }
}

/// Sets up a position as a game, if its stands can exist.
fn set_up(position: &Position) -> Result<State, Contradiction> {
    let state = position.set_up()?;
    let drawn = state.phase != Phase::Draw || !state.cup.is_empty();
    let remedy = "give a stand, and leave a command out of discards";
    unless(drawn, "the position", "there is no chit to draw", remedy)?;
    let size = state.game.scenario.ground.size;
    let placed: Vec<_> = state.on_table().collect();
    let reason = format!("{} stands are on the table", placed.len());
    let remedy = format!("leave out all but {MOST_PLACED}");
    unless(placed.len() <= MOST_PLACED, "the position", reason, remedy)?;
    for (index, (id, stand)) in placed.iter().enumerate() {
        let place = format!("stand {}", state.unit(*id).key);
        let reason = format!("it lies off the table, which is {} by {} in", size.x, size.y);
        let on = outside_by(*stand, size) <= OVERLAP;
        unless(on, &place, reason, "put it within the table's edge")?;
        let mut others = placed[..index].iter();
        if let Some((other, _)) = others.find(|(_, under)| overlap_depth(*stand, *under) > OVERLAP) {
            let reason = format!("it lies on stand {}", state.unit(*other).key);
            return Err(Contradiction::new(place, reason, "move one of them"));
        }
    }
    Ok(state)
}
