//! What can be asked of a game of these rules beside what every game answers: a volley before it is fired, a rout before anybody
//! runs, where a unit may go.
//!
//! Units: inches, degrees clockwise from north, figures, pips.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::AskFault;
use crate::game::working::Modifier;
use crate::table::{Heading, Pose, Vec2};

use super::brief::hand::InHand;
use super::rout::{self, Fate};
use super::state::{GroupId, State};
use super::{answer, fire};

/// Places and headings in questions lie within this, in inches and degrees.
const FARTHEST: f64 = 10_000.0;

/// Musketry of a unit at a target (`epstein:8.a.1` to `epstein:8.c`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VolleyQuestion {
    pub unit: String,
    pub target: String,
}

/// A rout of a unit (`epstein:13.1` to `epstein:13.6`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoutQuestion {
    pub unit: String,
    /// The heading straight away from the attacker.
    pub away: f32,
}

/// Where a unit may go, or its way to a place (`epstein:5.1`, `epstein:5.25`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReachQuestion {
    pub unit: String,
    /// East, north, heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<(f64, f64, f64)>,
}

/// What can be asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// What a volley at a target comes to, face by face.
    Volley(VolleyQuestion),
    /// Whither a unit would run.
    Rout(RoutQuestion),
    /// Where a unit may go.
    Reach(ReachQuestion),
}

/// What is answered to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    Volley(WireVolley),
    Rout(WireRout),
    Reach(WireReach),
    Way(WireWay),
}

/// A volley before it is fired: a shot at each target that its stands are bound to, the one that was named first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireVolley {
    pub shots: Vec<WireShot>,
}

/// One die of a volley.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireShot {
    pub target: String,
    /// The stands that fire.
    pub stands: Vec<String>,
    pub figures: u16,
    pub range: f32,
    /// What the die is lowered by, with the clause of each.
    pub modifiers: Vec<(i32, String)>,
    /// Figures hit by each face, from 1 to 6, of those that are there.
    pub hits: [u16; 6],
    /// The target may answer (`epstein:11.1`).
    pub answered: bool,
}

/// Whither a unit would run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireRout {
    /// `runs`, `eliminated`, `off-table`.
    pub fate: String,
    /// Degrees to the right of straight away; to the left: negative.
    pub swerve: i32,
    /// Where the middle of its column would come to, and its heading.
    pub to: (f32, f32, f32),
    pub distance: f32,
    /// Friends that would be run through and disrupted.
    pub through: Vec<String>,
    /// The enemy that is in the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked_by: Option<String>,
}

/// Where a unit may go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireReach {
    pub unit: String,
    /// Inches that it may go on open ground.
    pub allowance: f32,
    /// How far it gets straight on in each of so many directions, clockwise from the way it faces; none: it may not move.
    pub ends: Vec<(f32, f32)>,
}

/// The way of a unit to a place, as it can be ordered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireWay {
    pub unit: String,
    /// It is legal.
    pub reached: bool,
    pub order: serde_json::Value,
    pub cost: f32,
    pub end: (f32, f32, f32),
    /// Why it is not legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
}

/// The answer to a question.
///
/// # Errors
///
/// Whom it names that is not there, or why there is no such shot.
pub fn answer(state: &State, ask: &Ask) -> Result<Answered, AskFault> {
    match ask {
        Ask::Volley(asked) => volley(state, asked).map(Answered::Volley),
        Ask::Rout(asked) => rout(state, asked).map(Answered::Rout),
        Ask::Reach(asked) => reach(state, asked),
    }
}

fn find(state: &State, name: &str) -> Result<GroupId, AskFault> {
    state.find_group(name).map_err(|fact| AskFault::new("bad-order", fact))
}

fn volley(state: &State, asked: &VolleyQuestion) -> Result<WireVolley, AskFault> {
    let (unit, target) = (find(state, &asked.unit)?, find(state, &asked.target)?);
    let refused = |refusal: super::refusal::Refusal| AskFault::new("bad-order", refusal);
    fire::check_may_fire(state, unit).map_err(refused)?;
    let shots = fire::shots(state, unit, target).map_err(refused)?;
    let wire = |shot: &super::pending::Shot| {
        let most = state.figures(shot.on);
        let modifier = |one: &Modifier| (one.value, one.clause.to_owned());
        let key = |stand: &super::roster::StandId| state.game.stand(*stand).key.clone();
        let dice = answer::own_volleys(state, shot).into_iter().map(|volley| WireShot {
            target: state.key(shot.on),
            stands: volley.parts.iter().flat_map(|part| &part.stands).map(key).collect(),
            figures: volley.figures(),
            range: volley.range,
            modifiers: volley.parts.iter().flat_map(|part| &part.modifiers).map(modifier).collect(),
            hits: [1, 2, 3, 4, 5, 6].map(|face| volley.hits(face).min(most)),
            answered: answer::may_answer(state, shot),
        });
        dice.collect::<Vec<WireShot>>()
    };
    Ok(WireVolley { shots: shots.iter().flat_map(wire).collect() })
}

fn rout(state: &State, asked: &RoutQuestion) -> Result<WireRout, AskFault> {
    let id = find(state, &asked.unit)?;
    if !asked.away.is_finite() || !state.is_on_table(id) {
        return Err(AskFault::new(
            "bad-order",
            "a unit on the table runs along a heading in degrees: give both",
        ));
    }
    let flight = rout::flight(state, id, Heading::from_degrees(asked.away), state.place(id).at);
    let (fate, blocked_by) = match flight.fate {
        Fate::Runs => ("runs", None),
        Fate::Blocked(enemy) => ("eliminated", Some(state.key(enemy))),
        Fate::OffTable => ("off-table", None),
        Fate::NoRoom => ("eliminated", None),
    };
    Ok(WireRout {
        fate: fate.to_owned(),
        swerve: flight.swerve,
        to: (flight.end.x, flight.end.y, flight.heading.degrees()),
        distance: flight.distance,
        through: flight.through.iter().map(|friend| state.key(*friend)).collect(),
        blocked_by,
    })
}

fn reach(state: &State, asked: &ReachQuestion) -> Result<Answered, AskFault> {
    let wrong = |fact: String| AskFault::new("bad-order", fact);
    let id = find(state, &asked.unit)?;
    if !state.is_on_table(id) {
        return Err(wrong(format!("{} is not on the table: ask of a unit that is", asked.unit)));
    }
    let unit = state.key(id);
    let held = InHand::new(state, id);
    let Some((east, north, heading)) = asked.to else {
        let ends = held.ends().into_iter().map(|end| (end.x, end.y)).collect();
        return Ok(Answered::Reach(WireReach { unit, allowance: held.most(), ends }));
    };
    let at = Vec2::new(east as f32, north as f32);
    let fits = |measure: f64| measure.is_finite() && measure.abs() <= FARTHEST;
    if ![east, north, heading].into_iter().all(fits) {
        return Err(wrong(
            "a place is inches east and north and a heading in degrees: give three".to_owned(),
        ));
    }
    let goal = Pose { at, heading: Heading::from_degrees(heading as f32) };
    let none = || wrong(format!("{unit} stands there already, or no way leads there: give another place"));
    let tried = held.way_to(goal).ok_or_else(none)?;
    let order = serde_json::to_value(&tried.order).map_err(|error| wrong(error.to_string()))?;
    Ok(Answered::Way(WireWay {
        unit: unit.clone(),
        reached: tried.refusal.is_none(),
        order,
        cost: tried.cost,
        end: (tried.to.at.x, tried.to.at.y, tried.to.heading.degrees()),
        refusal: tried.refusal.map(|refusal| refusal.to_string()),
    }))
}
