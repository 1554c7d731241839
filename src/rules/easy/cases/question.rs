//! Questions of a case that need no order, and their answers.

use serde::Deserialize;

use crate::order::MoveKind;
use crate::rule_set::Easy;
use crate::scratch::{Judged, Scratch};
use crate::spelling::Reader;
use crate::state::{Activation, Phase, State, Step};
use crate::touching::{contact_of, edge_of};
use crate::{Event, Position, StandId, command, fire, movement, tables, turn};
use dice::Typed;
use game::{RuleSet, Ruling, SpeltWay, Stop, Viewer};
use scenario::Weather;
use scenario::army::{Arm, Battery, Quality};
use table::tolerance::within;
use table::{Corner, Edge, Placed, Zone, ZoneShape, lane};

/// A question that needs no order. Inches, degrees, strength points.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Question {
    /// Edge to edge.
    Distance {
        from: String,
        to: String,
        is: f32,
    },
    /// Do the two touch?
    Contact {
        of: String,
        with: String,
        is: bool,
    },
    /// The edge of the defender with the attacker's contact: `front`, `right`, `rear`, `left`.
    Edge {
        attacker: String,
        defender: String,
        is: String,
    },
    /// A corner of a stand: `FL`, `FR`, `RR`, `RL`.
    Corner {
        of: String,
        corner: String,
        is: (f32, f32),
    },
    InZone {
        of: String,
        point: (f32, f32),
        is: bool,
    },
    Allowance {
        of: String,
        is: f32,
    },
    Cost {
        of: String,
        path: SpeltWay<Easy>,
        is: f32,
    },
    StartStrength {
        arm: Arm,
        quality: Quality,
        men: u32,
        is: u8,
    },
    /// The band of a range: `canister`, `effective`, `long`, `none`.
    Band {
        battery: String,
        range: f32,
        is: String,
    },
    /// Range to a target, measured from the front edge.
    Range {
        battery: String,
        target: String,
        is: f32,
    },
    /// Is a shot legal? `yes`, or the code of the refusal.
    Shot {
        battery: String,
        target: String,
        is: String,
    },
    /// Level of victory for points of both sides, and whether 0 counts as 1.
    Level {
        points: (i32, i32),
        #[serde(default)]
        count_as_one: bool,
        is: String,
    },
    Weather {
        die: u32,
        #[serde(default)]
        winter_or_spring: bool,
        is: Weather,
    },
    InCommand {
        of: String,
        is: bool,
    },
    /// The strength of a stand as a side sees it: the number, or `marked`.
    Sees {
        side: String,
        stand: String,
        is: String,
    },
    Turns {
        is: u8,
    },
    /// Chits in the cup and out of it, of both sides.
    Chits {
        is: (usize, usize),
    },
    /// Do the warnings about the scenario contain this text?
    Clock {
        turn: u8,
        is: String,
    },
    Label {
        stand: String,
        is: String,
    },
}

/// Compares the answer with the expected one; the error has the answer found.
pub fn check(state: &State, position: &Position, question: &Question) -> Result<(), String> {
    let reader = Reader { state, origin: position.point((0.0, 0.0)) };
    let stand = |name: &str| reader.stand(name).map_err(|fault| fault.to_string());
    match question {
        Question::Distance { from, to, is } => {
            let gap = command::command_gap(state, stand(from)?, stand(to)?);
            number(gap.map_or(f32::NAN, |gap| gap.distance), *is, "the distance")
        }
        Question::Corner { of, corner, is } => {
            let placed = placed(state, stand(of)?)?;
            let corner = match corner.as_str() {
                "FL" => Corner::FrontLeft,
                "FR" => Corner::FrontRight,
                "RR" => Corner::RearRight,
                "RL" => Corner::RearLeft,
                other => return Err(format!("{other} is no corner: FL, FR, RR or RL")),
            };
            let found = placed.quad().corner(corner) - position.point((0.0, 0.0));
            number(found.x, is.0, "x of the corner")?;
            number(found.y, is.1, "y of the corner")
        }
        Question::Allowance { of, is } => {
            number(movement::kind::allowance(state, stand(of)?, MoveKind::Move), *is, "the allowance")
        }
        Question::StartStrength { arm, quality, men, is } => {
            let found = scenario::army::start_strength(*arm, *quality, *men);
            same(found, Some(*is), "the starting strength")
        }
        Question::Level { points, count_as_one, is } => {
            let found = turn::outcome([points.0, points.1], *count_as_one).level.name();
            same(found, is.as_str(), "the level")
        }
        Question::Weather { die, winter_or_spring, is } => {
            same(tables::weather_of(*die, *winter_or_spring), *is, "the weather")
        }
        Question::InCommand { of, is } => {
            let id = stand(of)?;
            let measured = command::command_range(state, state.unit(id).command, id);
            let found =
                measured.is_none_or(|measured| within(measured.value, state.lengths().command_range()));
            same(found, *is, "being in command")
        }
        Question::Sees { side, stand: name, is } => {
            let side = reader.side(side).map_err(|fault| fault.to_string())?;
            let view = Easy::view(state, Viewer::Side(side));
            let seen = view.stand(stand(name)?);
            let found = if seen.hidden { "marked".to_owned() } else { seen.strength.to_string() };
            same(found.as_str(), is.as_str(), "what is seen")
        }
        Question::Turns { is } => same(state.game.scenario.turns, *is, "the number of turns"),
        Question::Chits { is } => {
            let mut count = (0, 0);
            for chit in state.cup.iter().chain(&state.discards) {
                match state.command_side(*chit).index() {
                    0 => count.0 += 1,
                    _ => count.1 += 1,
                }
            }
            same(count, *is, "the number of chits")
        }
        Question::Clock { turn, is } => {
            same(state.game.scenario.clock(*turn).as_str(), is.as_str(), "the clock")
        }
        Question::Label { stand: name, is } => {
            same(state.unit(stand(name)?).label.as_str(), is.as_str(), "the label")
        }
        Question::Contact { .. }
        | Question::Edge { .. }
        | Question::InZone { .. }
        | Question::Cost { .. }
        | Question::Band { .. }
        | Question::Range { .. }
        | Question::Shot { .. } => geometry(state, position, question),
    }
}

/// Questions about contact, zones, moves and shots.
fn geometry(state: &State, position: &Position, question: &Question) -> Result<(), String> {
    let reader = Reader { state, origin: position.point((0.0, 0.0)) };
    let stand = |name: &str| reader.stand(name).map_err(|fault| fault.to_string());
    match question {
        Question::Contact { of, with, is } => {
            let (a, b) = (stand(of)?, stand(with)?);
            placed(state, a)?;
            placed(state, b)?;
            same(contact_of(state, a, b).is_some(), *is, "contact")
        }
        Question::Edge { attacker, defender, is } => {
            let (a, d) = (stand(attacker)?, stand(defender)?);
            placed(state, a)?;
            placed(state, d)?;
            let found = edge_of(state, a, d);
            same(found.map_or("none", Edge::name), is.as_str(), "the edge touched")
        }
        Question::InZone { of, point, is } => {
            let id = stand(of)?;
            let reach = state.lengths().zone_reach();
            let shape = match state.arm(id).is_artillery() {
                true => ZoneShape::Front { reach },
                false => ZoneShape::FrontAndSides { reach },
            };
            let zone = Zone::new(placed(state, id)?.quad(), shape);
            same(state.has_zone(id) && zone.contains(position.point(*point)), *is, "being in the zone")
        }
        Question::Cost { of, path, is } => {
            let id = stand(of)?;
            let start = placed(state, id)?;
            let path = reader
                .path(start.pose, start.body.parts()[0].half(), &path.0)
                .map_err(|fault| fault.to_string())?;
            let judge = |s: &mut Scratch<'_>| movement::judge_move(s, id, &path);
            let ruling = try_out(state, id, judge).map_err(|stop| stop.to_string())?;
            let cost = ruling.events.iter().rev().find_map(|event| match event {
                Event::Placed { cost, .. } => Some(*cost),
                _ => None,
            });
            number(cost.unwrap_or(f32::NAN), *is, "the cost")
        }
        Question::Band { battery, range, is } => {
            let battery =
                Battery::named(battery).ok_or_else(|| format!("there is no battery type {battery}"))?;
            let found = match state.lengths().to_hit(battery).band(*range) {
                Some(tables::Band::Canister) => "canister",
                Some(tables::Band::Effective) => "effective",
                Some(tables::Band::Long) => "long",
                None => "none",
            };
            same(found, is.as_str(), "the band")
        }
        Question::Range { battery, target, is } => {
            let guns = placed(state, stand(battery)?)?.quad();
            number(lane::range(guns, placed(state, stand(target)?)?).distance, *is, "the range")
        }
        Question::Shot { battery, target, is } => {
            let (battery, target) = (stand(battery)?, stand(target)?);
            let found = match try_out(state, battery, |s| fire::judge(s, battery, target)) {
                Ok(_) | Err(Stop::NeedsDice(_)) => "yes",
                Err(Stop::Refused(refusal)) => refusal.code(),
                Err(Stop::BadDice(fault)) => return Err(fault.to_string()),
            };
            same(found, is.as_str(), "the shot")
        }
        other => Err(format!("{other:?} is no question about geometry")),
    }
}

/// Judges an order without dice as if its command were moving and firing with this stand alone.
fn try_out(
    state: &State,
    id: StandId,
    judge: impl FnOnce(&mut Scratch<'_>) -> Judged,
) -> Judged<Ruling<Event>> {
    let mut trial = state.clone();
    let mut now = Activation::new(state.unit(id).command, None);
    now.step = Step::Act;
    now.list = vec![id];
    trial.stack = vec![now];
    trial.phase = Phase::Active;
    let mut tray = Typed::new([]);
    let mut scratch = Scratch::new(&trial, &mut tray);
    judge(&mut scratch)?;
    Ok(scratch.finish())
}

/// Compares numbers to a thousandth.
fn number(found: f32, wanted: f32, what: &str) -> Result<(), String> {
    if (found - wanted).abs() <= 0.001 {
        Ok(())
    } else {
        Err(format!("{what} is {found:.4}, expected {wanted}"))
    }
}

fn placed(state: &State, id: StandId) -> Result<Placed<'_>, String> {
    state.placed(id).ok_or_else(|| format!("{} is not on the table", state.say(id)))
}

fn same<T: PartialEq + std::fmt::Debug>(found: T, wanted: T, what: &str) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{what} is {found:?}, expected {wanted:?}")) }
}
