//! What play has made of a battle, as plain data by key: every state that orders can lead to, and the way back to it.
//!
//! The battle itself is not in it; groups go by their place in the list that is spelled with them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::pending::{Following, Pending};
use crate::roster::{Game, HouseId, StandId, UnitId};
use crate::state::{Group, HouseState, Phase, StandState, State};
use game::Contradiction;
use game::keyed::{self, Keys, SpellFault, by_place};
use game::options::with_changed;
use scenario::Side;

/// What the whole of it is called where something of it cannot be.
const PLACE: &str = "play";

/// A state without its battle.
#[derive(Serialize, Deserialize)]
struct Play {
    turn: u8,
    active: Side,
    first: Side,
    phase: Phase,
    stands: BTreeMap<StandId, StandState>,
    /// A list in games that are older.
    #[serde(with = "by_place")]
    groups: Vec<Group>,
    /// Houses where anything has happened.
    #[serde(default)]
    houses: BTreeMap<HouseId, HouseState>,
    #[serde(default)]
    pending: Vec<Pending>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    control: Option<Vec<UnitId>>,
    #[serde(default)]
    following: Vec<Following>,
    #[serde(default)]
    options_changed: BTreeMap<String, String>,
    #[serde(default)]
    cells_changed: BTreeMap<String, String>,
}

/// What can be named in play.
pub fn keys(game: &Game) -> Keys<'_> {
    Keys::default()
        .with("UnitId", "unit", game.units.iter().map(|unit| unit.id.as_str()))
        .with("StandId", "stand", game.stands.iter().map(|stand| stand.key.as_str()))
        .with("HouseId", "house", game.house_ids().map(|id| game.house_key(id)))
        .with("Side", "side", game.scenario.sides.iter().map(|side| side.id.as_str()))
}

/// The state without its battle, named by key.
///
/// # Errors
///
/// What of it has no key.
pub fn play(state: &State) -> Result<Value, SpellFault> {
    let State {
        game,
        turn,
        active,
        first,
        phase,
        stands,
        groups,
        houses,
        pending,
        control,
        following,
        options_changed,
        cells_changed,
        index: _,
    } = state;
    let touched = game.house_ids().zip(houses.iter().cloned());
    let play = Play {
        turn: *turn,
        active: *active,
        first: *first,
        phase: phase.clone(),
        stands: game.stand_ids().zip(stands.iter().copied()).collect(),
        groups: groups.to_vec(),
        houses: touched.filter(|(_, house)| *house != HouseState::default()).collect(),
        pending: pending.clone(),
        control: control.clone(),
        following: following.clone(),
        options_changed: options_changed.clone(),
        cells_changed: cells_changed.clone(),
    };
    keyed::spell(&play, &keys(game))
}

/// The state in which the battle of this game stands when so much has been played of it.
///
/// # Errors
///
/// What of it cannot be read or cannot be.
pub fn resumed(start: &State, spelled: &Value) -> Result<State, Contradiction> {
    let Play {
        turn,
        active,
        first,
        phase,
        stands,
        groups,
        houses,
        pending,
        control,
        following,
        options_changed,
        cells_changed,
    } = keyed::read(spelled, &keys(&start.game), PLACE)?;
    let game = with_changed(&start.game, &options_changed, Game::with_option)?;
    let game = if cells_changed.is_empty() {
        game
    } else {
        let remedy = "leave it out, or give a value that the cell takes";
        game.with_cells(cells_changed.clone())
            .or_else(|fault| contradiction("cells_changed", fault.to_string(), remedy))?
    };
    if !(1..=game.scenario.turns).contains(&turn) {
        let remedy = format!("give 1 to {}", game.scenario.turns);
        return contradiction("turn", format!("it is turn {turn}"), remedy);
    }
    if let Some(missing) = game.stand_ids().find(|id| !stands.contains_key(id)) {
        let reason = format!("nothing is said of {}", game.stand(missing).key);
        return contradiction("stands", reason, "say of every stand where it is, and its figures");
    }
    let houses = game.house_ids().map(|id| houses.get(&id).cloned().unwrap_or_default()).collect();
    let state = State {
        game,
        turn,
        active,
        first,
        phase,
        stands: stands.into_values().collect(),
        groups: groups.into(),
        houses,
        pending,
        control,
        following,
        options_changed,
        cells_changed,
        index: Default::default(),
    };
    super::sound::check(&state)?;
    Ok(state)
}

pub(super) fn contradiction<T>(
    place: &str,
    reason: impl Into<String>,
    remedy: impl Into<String>,
) -> Result<T, Contradiction> {
    Err(Contradiction::new(format!("{PLACE}.{place}"), reason, remedy))
}
