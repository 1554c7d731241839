//! Threats to a unit in the enemy's next turn, each from the hex that the enemy reaches most cheaply. Units: half movement
//! points, strength points.

use crate::chart::{self, Effect};
use crate::combat::reach::reach_between;
use crate::combat::table::{Ratio, ratio};
use crate::command;
use crate::movement::MarchField;
use crate::roster::UnitId;
use crate::state::{MovementPhase, Phase, Place, State};
use crate::zones;
use game::{AskFault, HexUnits as _, Spot, Threat};
use hexes::{Hex, half_points};

use super::{under, units};

/// An enemy that could attack a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PossibleAttack {
    pub by: UnitId,
    /// The cost of its move.
    pub cost: u16,
    /// The hex from which it would attack.
    pub strikes: Hex,
}

/// The state in which the enemy of this unit moves next, and the unit stands in that hex.
fn at_their_turn(state: &State, id: UnitId, here: Hex) -> State {
    let enemy = state.side(id).enemy();
    let mut then = state.clone();
    then.phasing = state.side(id);
    then.units[id.index()].place = Place::Map(here);
    let mut then = under::seen_by(&then, enemy).into_owned();
    begin_moves(&mut then);
    then
}

/// The phasing side's movement begins, and nobody has moved yet.
pub(super) fn begin_moves(then: &mut State) {
    then.pending.clear();
    for unit in &mut then.units {
        unit.moved = None;
    }
    for leader in &mut then.leaders {
        leader.moved = None;
    }
    then.command.found = command::found(then).found;
    then.phase = Phase::Movement(MovementPhase::default());
}

/// Could it attack the unit from there: adjacent and not over a river, or as guns within range and line of fire (`cb:7a1`,
/// `cb:9b`)?
fn strikes(then: &State, by: UnitId, from: Hex, here: Hex) -> bool {
    let map = then.game.map();
    let in_command = then.is_in_command(by);
    let guns = then.game.is_artillery(by);
    // Out of command a unit attacks nobody adjacent, and guns bombard at 2 or 3 hexes (`cb:10e`).
    let least = if in_command { 1 } else { 2 };
    let fires = guns
        && chart::guns_may_attack_from(map.kind(from), &then.game.options)
        && reach_between(then, from, here).range().is_some_and(|far| far >= least);
    fires || !guns && in_command && zones::adjacent(map, from, here)
}

/// All of them, the cheapest first.
pub fn all(state: &State, on: UnitId, here: Hex) -> Vec<PossibleAttack> {
    let then = at_their_turn(state, on, here);
    let enemy = state.side(on).enemy();
    let field = MarchField::new(&then, enemy);
    let of = |by: UnitId| {
        if then.unit(by).routed {
            return None;
        }
        let stands = then.hex(by).filter(|hex| strikes(&then, by, *hex, here)).map(|hex| (0, hex));
        let (cost, strikes) = stands.or_else(|| {
            let reach = field.reach(then.game.piece_of_unit(by));
            reach
                .iter()
                .filter(|(hex, _)| strikes(&then, by, *hex, here))
                .map(|(hex, cost)| (cost, hex))
                .min()
        })?;
        Some(PossibleAttack { by, cost, strikes })
    };
    let mut found: Vec<PossibleAttack> = state.game.of_side(enemy).filter_map(of).collect();
    found.sort_by_key(|found| (found.cost, found.by));
    found
}

/// The threats to a unit, if it stood there.
pub fn threats(state: &State, piece: &str, at: Option<Spot>) -> Result<Vec<Threat>, AskFault> {
    let id = units::unit(state, piece)?;
    let here = state.imagined(id, at, ": it is not on the map, say where it would be")?;
    Ok(all(state, id, here).into_iter().map(|found| told(state, id, here, found)).collect())
}

fn told(state: &State, on: UnitId, here: Hex, found: PossibleAttack) -> Threat {
    let PossibleAttack { by, cost, strikes } = found;
    let game = &state.game;
    let far = game.map().grid.distance(strikes, here);
    let verb = if game.is_artillery(by) { "bombard" } else { "attack" };
    let name = game.say(by);
    let words = match cost {
        0 => format!("{name} could {verb} from {strikes}, where it stands"),
        cost => format!("{name} could {verb} from {strikes}, {} away", half_points(cost)),
    };
    let mut attack = u32::from(state.unit(by).strength);
    if game.is_artillery(by) {
        attack = match chart::range_effect(far) {
            Effect::Doubled => attack * 2,
            Effect::None => attack,
            Effect::Halved => attack.div_ceil(2),
        };
    }
    let defence = u32::from(state.unit(on).strength);
    let column = match ratio(attack, defence, &game.options) {
        Ratio::Column(column) => format!("column {}", column.name()),
        Ratio::Hopeless => "hopeless".to_owned(),
    };
    Threat {
        by: game.unit(by).id.clone(),
        words,
        odds: format!("alone {attack} against {defence}, {column} before terrain"),
        open: true,
        from: Spot::Hex(state.hex(by).unwrap_or(strikes).0),
        to: Spot::Hex(here.0),
    }
}
