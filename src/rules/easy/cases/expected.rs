//! What a case expects after a step.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::rule_set::Easy;
use crate::state::{Place, StandState, State};
use crate::{Event, Refusal};
use game::{CaseOutcome, Played, Ruling, Spot};
use scenario::Weather;
use table::Vec2;

/// Tolerance of measured numbers, in inches or degrees.
const TOLERANCE: f32 = 0.006;

/// Expectations after a step, beyond those that every rule set has. Omitted fields are not checked.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expected {
    /// The last legal place of the centre, in a refusal.
    pub last_legal: Option<(f32, f32)>,
    /// Centre and heading of stands.
    pub at: BTreeMap<String, (f32, f32, f32)>,
    pub strength: BTreeMap<String, u8>,
    /// Eliminated stands that may be rallied.
    pub rallyable: Vec<String>,
    /// Stands that were eliminated for good.
    pub gone: Vec<String>,
    pub on_table: Vec<String>,
    /// The owners of stands, by the side's id.
    pub side: BTreeMap<String, String>,
    pub routed: Vec<String>,
    pub evading: Vec<String>,
    /// Infantry in squares, and not in squares.
    pub square: Vec<String>,
    pub no_square: Vec<String>,
    /// Points of both sides so far.
    pub points: Option<(i32, i32)>,
    /// Inches of allowance that the last move cost.
    pub cost: Option<f32>,
    /// The throws requested: dice, sides, and the lowest face that hits (0: none hits, or no hits counted).
    pub throws: Option<Vec<(u8, u16, u16)>>,
    pub turn: Option<u8>,
    pub weather: Option<Weather>,
    /// Ammunition chits left of both sides.
    pub ammunition: Option<(u16, u16)>,
}

/// The expectations that the step did not meet.
pub fn compare(step: &Played<'_, Easy>, expected: &Expected) -> Vec<String> {
    let origin = step.position.point((0.0, 0.0));
    let mut wrong = Vec::new();
    match step.outcome {
        CaseOutcome::Refused(refusal) => check_last_legal(refusal, expected, origin, &mut wrong),
        CaseOutcome::Ruled(ruling) => check_ruling(ruling, expected, &mut wrong),
    }
    check_state(step.after, expected, origin, &mut wrong);
    wrong
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() <= TOLERANCE
}

fn check_last_legal(refusal: &Refusal, expected: &Expected, origin: Vec2, wrong: &mut Vec<String>) {
    let Some((x, y)) = expected.last_legal else { return };
    let wanted = Vec2::new(x, y) + origin;
    match refusal.last_legal.and_then(Spot::placed) {
        Some((x, y, _)) if near(x, wanted.x) && near(y, wanted.y) => {}
        Some((east, north, _)) => {
            let at = Vec2::new(east, north) - origin;
            wrong.push(format!("the last legal place is ({:.3}, {:.3}), expected ({x}, {y})", at.x, at.y));
        }
        None => wrong.push("the refusal names no last legal place".into()),
    }
}

fn check_ruling(ruling: &Ruling<Event>, expected: &Expected, wrong: &mut Vec<String>) {
    if let Some(cost) = expected.cost {
        let last = ruling.events.iter().rev().find_map(|event| match event {
            Event::Placed { cost, .. } => Some(*cost),
            _ => None,
        });
        match last {
            Some(found) if near(found, cost) => {}
            Some(found) => wrong.push(format!("the move cost {found:.4} in, expected {cost}")),
            None => wrong.push(format!("nothing moved, expected a cost of {cost}")),
        }
    }
    if let Some(throws) = &expected.throws {
        let found: Vec<(u8, u16, u16)> = ruling
            .casts
            .iter()
            .map(|cast| (cast.throw.dice, cast.throw.sides, cast.throw.lowest_hit().unwrap_or(0)))
            .collect();
        if found != *throws {
            wrong.push(format!("threw (dice, sides, hits from) {found:?}, expected {throws:?}"));
        }
    }
}

fn check_state(state: &State, expected: &Expected, origin: Vec2, wrong: &mut Vec<String>) {
    let find = |name: &str, wrong: &mut Vec<String>| {
        let id = state.roster().find_stand(name);
        if id.is_none() {
            wrong.push(format!("there is no stand {name}"));
        }
        id
    };
    for (name, (x, y, degrees)) in &expected.at {
        let Some(id) = find(name, wrong) else { continue };
        let wanted = Vec2::new(*x, *y) + origin;
        match state.pose(id) {
            Some(pose) => {
                let turn = (pose.heading.degrees() - degrees).rem_euclid(360.0);
                let turn = turn.min(360.0 - turn);
                if !near(pose.at.x, wanted.x) || !near(pose.at.y, wanted.y) || turn > 0.1 {
                    let at = pose.at - origin;
                    let heading = pose.heading.degrees();
                    wrong.push(format!(
                        "{name} is at ({:.3}, {:.3}, {heading:.2}), expected ({x}, {y}, {degrees})",
                        at.x, at.y
                    ));
                }
            }
            None => wrong.push(format!("{name} is not on the table, expected at ({x}, {y})")),
        }
    }
    for (name, points) in &expected.strength {
        let Some(id) = find(name, wrong) else { continue };
        let found = state.stand(id).strength;
        if found != *points {
            wrong.push(format!("{name} has {found} sp, expected {points}"));
        }
    }
    for (name, side) in &expected.side {
        let Some(id) = find(name, wrong) else { continue };
        let found = &state.game.scenario.sides[state.side(id).index()].id;
        if found != side {
            wrong.push(format!("{name} is of {found}, expected {side}"));
        }
    }
    let mut holds = |names: &[String], what: &str, test: &dyn Fn(&StandState) -> bool| {
        for name in names {
            let Some(id) = find(name, wrong) else { continue };
            if !test(state.stand(id)) {
                wrong.push(format!("{name} is not {what}: {:?}", state.stand(id)));
            }
        }
    };
    holds(&expected.rallyable, "lost and rallyable", &|s| s.place == Place::Eliminated { rallyable: true });
    holds(&expected.gone, "lost for good", &|s| {
        matches!(s.place, Place::Eliminated { rallyable: false } | Place::Off)
    });
    holds(&expected.on_table, "on the table", &|s| matches!(s.place, Place::Table(_)));
    holds(&expected.routed, "routed", &|s| s.routed);
    holds(&expected.evading, "evading", &|s| s.evading);
    holds(&expected.square, "in squares", &|s| s.square);
    holds(&expected.no_square, "out of squares", &|s| !s.square);
    if let Some((a, b)) = expected.points {
        let found = state.points();
        if found != [a, b] {
            wrong.push(format!("points are {found:?}, expected [{a}, {b}]"));
        }
    }
    if let Some((a, b)) = expected.ammunition {
        let found: Vec<Option<u16>> = state.ammunition.iter().map(|stock| stock.left).collect();
        if found != [Some(a), Some(b)] {
            wrong.push(format!("ammunition is {found:?}, expected [{a}, {b}]"));
        }
    }
    if let Some(turn) = expected.turn
        && state.turn != turn
    {
        wrong.push(format!("it is turn {}, expected {turn}", state.turn));
    }
    if let Some(weather) = expected.weather
        && state.weather != weather
    {
        wrong.push(format!("the weather is {:?}, expected {weather:?}", state.weather));
    }
}
