//! What play has made of a battle, as plain data by key: every state that orders can lead to, and the way back to it.
//!
//! The battle itself is not in it. Units: strength points, half movement points; hexes by their printed numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::UnitId;
use crate::roster::Game;
use crate::spelling::keys;
use crate::state::{Phase, Place, State, UnitState};
use game::Contradiction;
use game::keyed::{self, SpellFault};
use game::options::with_changed;
use hexes::Hex;
use scenario::Side;

/// What the whole of it is called where something of it cannot be.
const PLACE: &str = "play";

/// A state without its battle.
#[derive(Serialize, Deserialize)]
struct Play {
    turn: u8,
    phasing: Side,
    phase: Phase,
    units: BTreeMap<UnitId, UnitState>,
    counterattack: Option<u8>,
    #[serde(default)]
    options_changed: BTreeMap<String, String>,
}

/// The state without its battle, named by key.
///
/// # Errors
///
/// What of it has no key.
pub fn play(state: &State) -> Result<Value, SpellFault> {
    let State { game, turn, phasing, phase, units, counterattack, options_changed } = state;
    let play = Play {
        turn: *turn,
        phasing: *phasing,
        phase: phase.clone(),
        units: game.units().zip(units.iter().cloned()).collect(),
        counterattack: *counterattack,
        options_changed: options_changed.clone(),
    };
    keyed::spell(&play, &keys(game))
}

/// The state in which the battle of this game stands when so much has been played of it.
///
/// # Errors
///
/// What of it cannot be read or cannot be.
pub fn resumed(start: &State, spelled: &Value) -> Result<State, Contradiction> {
    let Play { turn, phasing, phase, units, counterattack, options_changed } =
        keyed::read(spelled, &keys(&start.game), PLACE)?;
    let game = with_changed(&start.game, &options_changed, Game::with_option)?;
    let turns = game.scenario.turns;
    if !(1..=turns).contains(&turn) {
        return contradiction("turn", format!("it is turn {turn}"), format!("give 1 to {turns}"));
    }
    if let Some(missing) = game.units().find(|id| !units.contains_key(id)) {
        let reason = format!("nothing is said of {}", game.unit(missing).id);
        return contradiction("units", reason, "say of every unit where it is, and its strength");
    }
    let hexes = units.values().flat_map(|unit| {
        let way = unit.moved.iter().flat_map(|moved| moved.path.iter().copied().chain(on_map(moved.from)));
        way.chain(on_map(unit.place))
    });
    if let Some(off) = hexes.into_iter().find(|hex| !game.map().contains(*hex)) {
        return contradiction(
            "units",
            format!("there is no hex {off}"),
            "give a hex of the map by its number",
        );
    }
    check_fight(&game, &phase)?;
    Ok(State {
        game,
        turn,
        phasing,
        phase,
        units: units.into_values().collect(),
        counterattack,
        options_changed,
    })
}

fn on_map(place: Place) -> Option<Hex> {
    match place {
        Place::Map(hex) => Some(hex),
        Place::Waiting | Place::Eliminated => None,
    }
}

/// A combat under way is between units, in hexes of the map.
fn check_fight(game: &Game, phase: &Phase) -> Result<(), Contradiction> {
    let Phase::Combat(now) = phase else { return Ok(()) };
    let Some(fight) = &now.fight else { return Ok(()) };
    let place = "phase.Combat.fight";
    if fight.attackers.is_empty() || fight.defenders.is_empty() {
        return contradiction(place, "a combat has two sides", "name attackers and defenders");
    }
    match fight.vacated.iter().find(|hex| !game.map().contains(**hex)) {
        None => Ok(()),
        Some(off) => {
            contradiction(place, format!("there is no hex {off}"), "give a hex of the map by its number")
        }
    }
}

fn contradiction<T>(
    place: &str,
    reason: impl Into<String>,
    remedy: impl Into<String>,
) -> Result<T, Contradiction> {
    Err(Contradiction::new(format!("{PLACE}.{place}"), reason, remedy))
}
