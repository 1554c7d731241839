//! Questions of a case that need no order.

use super::case::Ask;
use super::orders::Reader;
use super::position::Position;
use crate::rules::RuleSet;
use crate::rules::Viewer;
use crate::rules::easy::state::State;
use crate::rules::easy::{Easy, StandId, activation, tables, turn};
use crate::scenario::Weather;
use crate::table::tolerance::within;
use crate::table::{Corner, Placed};

/// Is the answer as expected? The error says what it is instead.
pub fn check(state: &State, position: &Position, ask: &Ask) -> Result<(), String> {
    let reader = Reader { state, origin: position.point((0.0, 0.0)) };
    let stand = |name: &str| reader.stand(name).map_err(|fault| fault.to_string());
    let number = |found: f32, wanted: f32, what: &str| {
        if (found - wanted).abs() <= 0.001 {
            Ok(())
        } else {
            Err(format!("{what} is {found:.4}, expected {wanted}"))
        }
    };
    match ask {
        Ask::Distance { from, to, is } => {
            let gap = activation::command_gap(state, stand(from)?, stand(to)?);
            number(gap.map_or(f32::NAN, |gap| gap.distance), *is, "the distance")
        }
        Ask::Corner { of, corner, is } => {
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
        Ask::Allowance { of, is } => {
            number(tables::allowance(state.arm(stand(of)?), state.weather), *is, "the allowance")
        }
        Ask::StartStrength { arm, quality, men, is } => {
            let found = tables::start_strength((*arm).into(), (*quality).into(), *men);
            same(found, Some(*is), "the starting strength")
        }
        Ask::Level { points, count_as_one, is } => {
            let found = turn::outcome([points.0, points.1], *count_as_one).level.name();
            same(found, is.as_str(), "the level")
        }
        Ask::Weather { die, winter_or_spring, is } => {
            same(tables::weather_of(*die, *winter_or_spring), Weather::from(*is), "the weather")
        }
        Ask::InCommand { of, is } => {
            let id = stand(of)?;
            let measured = activation::command_range(state, state.unit(id).command, id);
            let found = measured.is_none_or(|measured| within(measured.value, tables::COMMAND_RANGE));
            same(found, *is, "being in command")
        }
        Ask::Sees { side, stand: name, is } => {
            let side = reader.side(side).map_err(|fault| fault.to_string())?;
            let view = Easy::view(state, Viewer::Side(side));
            let seen = view.stand(stand(name)?);
            let found = if seen.hidden { "marked".to_owned() } else { seen.strength.to_string() };
            same(found.as_str(), is.as_str(), "what is seen")
        }
        Ask::Turns { is } => same(state.game.scenario.turns, *is, "the number of turns"),
        Ask::Chits { is } => {
            let mut count = (0, 0);
            for chit in state.cup.iter().chain(&state.discards) {
                match state.command(*chit).side.index() {
                    0 => count.0 += 1,
                    _ => count.1 += 1,
                }
            }
            same(count, *is, "the number of chits")
        }
        Ask::Clock { turn, is } => same(state.game.scenario.clock(*turn).as_str(), is.as_str(), "the clock"),
        Ask::Label { stand: name, is } => {
            same(state.unit(stand(name)?).label.as_str(), is.as_str(), "the label")
        }
        Ask::Contact { .. }
        | Ask::Edge { .. }
        | Ask::InZone { .. }
        | Ask::Cost { .. }
        | Ask::Band { .. }
        | Ask::Range { .. }
        | Ask::Shot { .. } => geometry(state, position, ask),
    }
}

/// Questions about contact, zones, moves and shots.
fn geometry(_state: &State, _position: &Position, ask: &Ask) -> Result<(), String> {
    Err(format!("{ask:?} cannot be asked yet"))
}

fn placed(state: &State, id: StandId) -> Result<Placed<'_>, String> {
    state.placed(id).ok_or_else(|| format!("{} is not on the table", state.say(id)))
}

fn same<T: PartialEq + std::fmt::Debug>(found: T, wanted: T, what: &str) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{what} is {found:?}, expected {wanted:?}")) }
}
