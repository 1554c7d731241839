//! Events at houses: what they change, and their words (`epstein:15.1` to `epstein:15.9`).

use serde::{Deserialize, Serialize};

use table::Pose;

use super::coming::spot;
use super::event::{put, with};
use super::formation::Formation;
use super::roster::{HouseId, StandId};
use super::state::{GroupId, Place, SideUse, State};
use super::tables::AssaultResult;

/// One event at a house.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum HouseEvent {
    /// A group of one stand goes in (`epstein:15.1`).
    WentIn { group: GroupId, stand: StandId, house: HouseId, side: u8 },
    /// A stand is set down outside.
    CameOut { group: GroupId, stand: StandId, pose: Pose },
    /// A stand inside is posted at another side.
    Posted { stand: StandId, house: HouseId, side: u8 },
    /// An enemy stand fires at a side, or assaults it (`epstein:15.2`).
    SideUsed { house: HouseId, by: SideUse },
    /// Two dice of fire out of a house or at it (`epstein:15.3`, `epstein:15.4`).
    Shot { house: HouseId, by: GroupId, on: GroupId, total: i32, hit: bool },
    /// Two dice of an assault (`epstein:15.5`).
    Assaulted { house: HouseId, side: u8, by: StandId, total: i32, result: AssaultResult },
    /// Round shot has hit the house (`epstein:15.9`).
    Struck { house: HouseId },
    /// Round shot of this gun has missed it.
    Missed { house: HouseId, by: GroupId },
}

/// Applies an event to the state. Cannot fail.
pub fn apply(state: &mut State, event: &HouseEvent) {
    match event {
        HouseEvent::WentIn { group, stand, house, side } => {
            inside(state, *stand, *house, *side);
            with(state, *group, |group| group.formation = Formation::Garrison);
            let owner = state.side(*group);
            if let Some(now) = state.houses.get_mut(house.index()) {
                now.last = Some(owner);
            }
        }
        HouseEvent::CameOut { group, stand, pose } => {
            put(state, &[(*stand, *pose)]);
            with(state, *group, |group| {
                group.formation = Formation::Skirmish;
                group.heading = pose.heading;
            });
        }
        HouseEvent::Posted { stand, house, side } => inside(state, *stand, *house, *side),
        HouseEvent::SideUsed { house, by } => {
            let Some(now) = state.houses.get_mut(house.index()) else { return };
            match now.used.iter_mut().find(|used| used.side == by.side && used.stand == by.stand) {
                Some(known) => known.assaulted |= by.assaulted,
                None => now.used.push(*by),
            }
        }
        HouseEvent::Struck { house } => {
            if let Some(now) = state.houses.get_mut(house.index()) {
                now.hits = now.hits.saturating_add(1);
            }
        }
        HouseEvent::Shot { .. } | HouseEvent::Assaulted { .. } | HouseEvent::Missed { .. } => {}
    }
}

fn inside(state: &mut State, stand: StandId, house: HouseId, side: u8) {
    if let Some(now) = state.stands.get_mut(stand.index()) {
        now.place = Place::Inside { house, side };
    }
}

/// The event in words, for the log; `None` for bookkeeping.
pub fn say(state: &State, event: &HouseEvent) -> Option<String> {
    let house = |id: HouseId| state.game.house_name(id);
    Some(match event {
        HouseEvent::WentIn { stand, house: at, .. } => {
            format!("{} goes into {}", state.say_stand(*stand), house(*at))
        }
        HouseEvent::CameOut { stand, pose, .. } => {
            let facing = pose.heading.exactly();
            format!("{} comes out to {}, facing {facing}", state.say_stand(*stand), spot(pose.at))
        }
        HouseEvent::Posted { .. } | HouseEvent::SideUsed { .. } => return None,
        HouseEvent::Shot { by, on, hit, .. } => {
            let comes = if *hit { "hits" } else { "misses" };
            format!("{} {comes} {}", state.say(*by), state.say(*on))
        }
        HouseEvent::Assaulted { house: at, by, result, .. } => {
            let comes = match result {
                AssaultResult::DefenderEliminated => "eliminates the defender",
                AssaultResult::DefenderLosesOne => "costs the defender a figure",
                AssaultResult::Repulsed => "is repulsed",
                AssaultResult::AttackerLosesOne => "loses a figure and is repulsed",
                AssaultResult::AttackerEliminated => "is eliminated",
            };
            format!("{} at {} {comes}", state.say_stand(*by), house(*at))
        }
        HouseEvent::Missed { house: at, by } => format!("{} misses {}", state.say(*by), house(*at)),
        HouseEvent::Struck { house: at } => {
            if state.house(*at).hits + 1 == super::state::ALIGHT {
                format!("{} is set alight", house(*at))
            } else {
                format!("{} is hit by round shot", house(*at))
            }
        }
    })
}
