//! Play as plain data by key: written from a state, and read back into one.
//!
//! The battle itself is not part of it, nor values derived from the battle and the options. Units: inches, degrees clockwise
//! from north, strength points. The stands of one combat are numbered in their order, attackers first; everything else has its
//! key.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::combat::status::Status;
use crate::regroup::regrouped::Regrouped;
use crate::regroup::roster::refresh;
use crate::roster::{Game, Roster, StandId};
use crate::state::{Activation, Phase, Place, Play, State};
use crate::turn;
use game::Contradiction;
use game::keyed::{self, Keys, SpellFault};
use game::options::with_changed;
use scenario::Side;

/// The ammunition chits of one army (`easy:VI.E`).
#[derive(Serialize, Deserialize)]
struct Supply {
    rolled: bool,
    left: Option<u16>,
}

/// Everything with a key: pieces of the battle, and the present stands and commands.
pub fn keys<'a>(
    game: &'a Game,
    stands: impl IntoIterator<Item = &'a str>,
    commands: impl IntoIterator<Item = &'a str>,
) -> Keys<'a> {
    Keys::default()
        .with("StandId", "stand", stands)
        .with("CommandId", "command", commands)
        .with("Side", "side", game.scenario.sides.iter().map(|side| side.id.as_str()))
        .with("ObjectiveId", "objective", game.scenario.objectives.iter().map(|place| place.id.as_str()))
}

pub fn stand_keys(roster: &Roster) -> impl Iterator<Item = &str> {
    roster.stands.iter().map(|unit| unit.key.as_str())
}

pub fn command_keys(roster: &Roster) -> impl Iterator<Item = &str> {
    roster.commands.iter().map(|info| info.key.as_str())
}

/// What makes the state without its battle, named by key, of what it was before.
///
/// # Errors
///
/// What of it has no key.
pub fn change(state: &State, before: &Value) -> Result<Value, SpellFault> {
    let game = &state.game;
    let mut supplies: BTreeMap<Side, BTreeMap<String, Supply>> = BTreeMap::new();
    for stock in &state.ammunition {
        let army = game.scenario.sides[stock.side.index()].armies[stock.army].id.clone();
        let supply = Supply { rolled: stock.rolled, left: stock.left };
        supplies.entry(stock.side).or_default().insert(army, supply);
    }
    let keys = keys(game, stand_keys(&state.roster), command_keys(&state.roster));
    let was = |field: &str| before.get(field);
    let otherwise = [
        ("ammunition", keyed::changed(&supplies, &keys, was("ammunition"))?),
        // These are there even where they are empty, so that what changes of them is told entry by entry.
        ("regrouped", keyed::changed(&state.regrouped, &keys, was("regrouped"))?),
        ("engineers", keyed::changed(&state.engineers, &keys, was("engineers"))?),
        ("taken", keyed::changed(&state.taken, &keys, was("taken"))?),
        ("pontoons", keyed::changed(&state.pontoons, &keys, was("pontoons"))?),
    ];
    let mut change = keyed::change(&state.play, &keys, before)?;
    if let Value::Object(change) = &mut change {
        for (field, otherwise) in otherwise {
            change.remove(field);
            change.extend(otherwise.map(|value| (field.to_owned(), value)));
        }
    }
    Ok(change)
}

/// The state of this game's battle after this play.
///
/// States that today's rules cannot reach are accepted; only impossible ones are refused.
///
/// # Errors
///
/// If part of it cannot be read or is impossible.
pub fn resumed(start: &State, spelled: &Value) -> Result<State, Contradiction> {
    let first = &start.game.roster;
    let founded = Founded::of(spelled);
    let stands = stand_keys(first).chain(founded.generals.iter().copied());
    let commands = command_keys(first).chain(founded.commands.iter().copied());
    let keys = keys(&start.game, stands, commands);
    let said = "say of every stand where it is, and its strength";
    let mut spelled = spelled.clone();
    let ammunition = spelled.as_object_mut().and_then(|fields| fields.remove("ammunition"));
    let supplies: BTreeMap<Side, BTreeMap<String, Supply>> = match ammunition {
        Some(supplies) => keyed::read(&supplies, &keys, "play.ammunition")?,
        None => BTreeMap::new(),
    };
    let play: Play = keys.read_play(&spelled, &[("stands", "StandId", said)])?;
    check_founded(first, &play.regrouped)?;
    let mut state = turn::start(with_changed(&start.game, &play.options_changed, Game::with_option)?);
    let Play { ammunition, holders, .. } = std::mem::replace(&mut state.play, play);
    state.ammunition = ammunition;
    state.holders.resize(holders.len(), None);
    refresh(&mut state);
    check_names(&state.roster, &founded)?;
    for change in std::mem::take(&mut state.changes).list() {
        state.change_ground(change);
    }
    for stock in &mut state.play.ammunition {
        let army = &state.game.scenario.sides[stock.side.index()].armies[stock.army].id;
        let supply = supplies.get(&stock.side).and_then(|armies| armies.get(army));
        (stock.rolled, stock.left) = supply.map_or((false, None), |supply| (supply.rolled, supply.left));
    }
    check(&state)?;
    Ok(state)
}

/// Commands founded since the battle began and the generals who came with them, in spelled form.
struct Founded<'a> {
    commands: Vec<&'a str>,
    generals: Vec<&'a str>,
}

impl<'a> Founded<'a> {
    fn of(spelled: &'a Value) -> Self {
        let list = spelled.pointer("/regrouped/founded").and_then(Value::as_array);
        let founded = || list.into_iter().flatten();
        Self {
            commands: founded().filter_map(|one| one.get("command")?.as_str()).collect(),
            generals: founded().filter_map(|one| one.pointer("/general/0")?.as_str()).collect(),
        }
    }
}

/// A command is founded of stands that the battle began with, and numbered after those that there were.
fn check_founded(first: &Roster, regrouped: &Regrouped) -> Result<(), Contradiction> {
    let (mut stands, mut commands) = (first.stands.len(), first.commands.len());
    for (nth, founded) in regrouped.founded.iter().enumerate() {
        let place = format!("regrouped.founded.{nth}");
        if founded.command.index() != commands {
            return Contradiction::in_play(
                place,
                "its command was there before it",
                "give it a name of its own",
            );
        }
        commands += 1;
        if let Some((general, _)) = founded.general {
            if general.index() != stands {
                return Contradiction::in_play(
                    place,
                    "its general was there before it",
                    "give him a name of his own",
                );
            }
            stands += 1;
        }
        let from_first = |stand: &StandId| stand.index() < first.stands.len();
        if founded.stands.is_empty() || !founded.stands.iter().all(from_first) {
            let reason = "it is not founded of stands that the battle began with";
            return Contradiction::in_play(place, reason, "name one of them or more");
        }
        if founded.under.is_some_and(|under| under.index() >= commands - 1) {
            return Contradiction::in_play(
                place,
                "its superior came after it",
                "name a command that was there before it",
            );
        }
    }
    match regrouped.answers.keys().find(|stand| stand.index() >= first.stands.len()) {
        None => Ok(()),
        Some(_) => Contradiction::in_play(
            "regrouped.answers",
            "a general who came later answers to another command",
            "leave him out: he has the one that he came with",
        ),
    }
}

/// Checks the names of founded commands and generals.
fn check_names(roster: &Roster, founded: &Founded<'_>) -> Result<(), Contradiction> {
    let commands = command_keys(roster).skip(roster.commands.len() - founded.commands.len());
    let generals = stand_keys(roster).skip(roster.stands.len() - founded.generals.len());
    let given = founded.commands.iter().chain(&founded.generals);
    match commands.chain(generals).zip(given).find(|(key, given)| key != *given) {
        None => Ok(()),
        Some((key, given)) => Contradiction::in_play(
            "regrouped.founded",
            format!("{given} would be called {key} in this battle"),
            format!("call it {key} everywhere"),
        ),
    }
}

/// Checks for impossible states.
fn check(state: &State) -> Result<(), Contradiction> {
    Contradiction::check_turn(state.turn, state.game.scenario.turns)?;
    for (unit, stand) in state.roster.stands.iter().zip(&state.stands) {
        let poses = match stand.place {
            Place::Table(pose) => [Some(pose), stand.activated_at],
            Place::Reserve | Place::Eliminated { .. } | Place::Off => [None, stand.activated_at],
        };
        if poses.into_iter().flatten().any(|pose| !pose.is_finite()) {
            let reason = "no table reaches so far";
            return Contradiction::in_play(
                format!("stands.{}", unit.key),
                reason,
                "give it a place on the table",
            );
        }
    }
    match (&state.phase, state.stack.is_empty()) {
        (Phase::Active, true) => {
            Contradiction::in_play("stack", "nobody is active", "give an activation, or another phase")
        }
        (Phase::Weather | Phase::Draw, false) => {
            Contradiction::in_play("stack", "somebody is active", "leave it out, or give the phase Active")
        }
        _ => state
            .stack
            .iter()
            .enumerate()
            .try_for_each(|(nth, now)| check_combats(now, &format!("stack.{nth}"))),
    }
}

fn check_combats(now: &Activation, place: &str) -> Result<(), Contradiction> {
    for (nth, combat) in now.combats.iter().enumerate() {
        let place = format!("{place}.combats.{nth}");
        if combat.attacks.is_empty() {
            return Contradiction::in_play(place, "nobody attacks", "name an attacker and a defender");
        }
        if let Status::Paused(fight) = &combat.status
            && !fight.is_sound()
        {
            let reason = "it speaks of stands or attacks that it does not have";
            return Contradiction::in_play(place, reason, "write it as a game that was played gives it");
        }
    }
    now.parked
        .iter()
        .enumerate()
        .try_for_each(|(nth, parked)| check_combats(parked, &format!("{place}.parked.{nth}")))
}
