//! Cover: what a target or a charged unit gains from the ground (`epstein:14.1`, `epstein:14.2`).
//!
//! Units: inches; pips of a die, points of value.

use game::working::Modifier;
use table::{Body, Placed, Vec2};

use super::ground::Shelter;
use super::measure::{SLACK, at_least};
use super::roster::StandId;
use super::state::State;
use super::tables::{Cover, Modified};

/// Least height for strong cover against fire, in inches (`epstein:14.1`).
const STRONG_HEIGHT: f32 = 2.0;

/// The cover of a stand from fire along this line, which runs from the firer's front to it; heights count from the ground under
/// the firer's `middle` (`epstein:14.1`).
pub fn cover_from_line(state: &State, stand: StandId, line: [Vec2; 2], middle: Vec2) -> Cover {
    let Some(quad) = state.quad(stand) else { return Cover::Open };
    let body = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
    let placed = body.placed(quad.pose);
    if is_in_river(state, stand) {
        return Cover::Open;
    }
    let ground = &state.game.ground;
    let elevation = ground.height(quad.pose.at) - ground.height(middle);
    let behind = ground.shelters(placed, beyond(line, placed), state.game.options.behind_reach);
    if at_least(elevation, STRONG_HEIGHT) || behind.contains(&Shelter::Breastworks) {
        return Cover::Strong;
    }
    if elevation > SLACK || behind.contains(&Shelter::Hedge) || ground.in_wood(placed) {
        return Cover::Light;
    }
    Cover::Open
}

/// Is the stand fording a river, where it gets no cover (`epstein:5.24`)?
fn is_in_river(state: &State, stand: StandId) -> bool {
    state.group_of(stand).is_some_and(|group| state.group(group).crossing.is_some())
}

/// The line extended to the middle of the stand: a wall may lie right under its front.
fn beyond([from, _]: [Vec2; 2], stand: Placed<'_>) -> [Vec2; 2] {
    [from, stand.pose.at]
}

/// The deduction for cover from a die of musketry.
pub fn of_fire(state: &State, cover: Cover) -> Option<Modifier> {
    let (row, why) = match cover {
        Cover::Open => return None,
        Cover::Light => (Modified::LightCover, "target on a height, in a wood or behind a hedge"),
        Cover::Strong => (Modified::StrongCover, "target behind breastworks or 2 in higher"),
    };
    Some(Modifier::new(state.game.tables.gains(row).fire, "epstein:14.1", why))
}

/// Points for the position of a stand charged from the front along this line (`epstein:14.2`): 0, 1 or 2.
///
/// `start`: where the charger began; heights count from there.
pub fn of_position(state: &State, stand: StandId, line: [Vec2; 2], start: Vec2) -> u8 {
    let Some(quad) = state.quad(stand) else { return 0 };
    let body = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
    let placed = body.placed(quad.pose);
    if is_in_river(state, stand) {
        return 0;
    }
    let ground = &state.game.ground;
    let elevation = ground.height(quad.pose.at) - ground.height(start);
    let behind = ground.shelters(placed, beyond(line, placed), state.game.options.behind_reach);
    let strong = behind.contains(&Shelter::Breastworks) || behind.contains(&Shelter::WideStream);
    if elevation > 1.0 + SLACK || strong {
        return 2;
    }
    let light = behind.contains(&Shelter::Stream) || behind.contains(&Shelter::Hedge);
    u8::from(elevation > SLACK || light || ground.in_wood(placed))
}
