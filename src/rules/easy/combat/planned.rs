//! A combat before its dice: the opponents, strengths and modifiers.

use crate::options::Options;
use crate::order::Reaction;
use crate::roster::StandId;
use crate::state::State;
use crate::touching::{contact_of, edge_of};
use table::Edge;

use super::contacts::{can_evade, cover, fights, in_buildings, is_foot, reactions, stretch};
use super::fight::Fight;
use super::fight::canister::Canister;
use super::fight::setup::{Attack, FightKind, Fighter, Setup, Switches};

/// An attack on an edge, as it stands on the table or as a player is considering it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Planned {
    pub attacker: StandId,
    pub defender: StandId,
    pub edge: Edge,
}

/// The attacks of a declared combat in which attacker and defender still touch.
pub fn planned(state: &State, attacks: &[(StandId, StandId)]) -> Vec<Planned> {
    let plan = |&(attacker, defender): &(StandId, StandId)| {
        let edge = edge_of(state, attacker, defender)?;
        Some(Planned { attacker, defender, edge })
    };
    attacks.iter().filter_map(plan).collect()
}

/// What a combat with these attacks needs to know about the table. `None` if there is no attack.
///
/// Attackers need not touch yet: a combat can be weighed before the move that leads to it.
pub fn setup(state: &State, planned: &[Planned]) -> Option<Setup> {
    planned.first()?;
    let ids = |of: fn(&Planned) -> StandId| {
        let mut ids: Vec<StandId> = planned.iter().map(of).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let attackers = ids(|p| p.attacker);
    let defenders = ids(|p| p.defender);
    let options = state.options();
    let continuing = |id: StandId| state.active().is_some_and(|now| now.continuing.contains(&id));
    let rolled =
        |id: StandId| state.active().is_some_and(|now| now.volleys.iter().any(|v| v.fired && v.enemy == id));
    let mut fighters = Vec::new();
    for &id in &attackers {
        fighters.push(fighter(state, id));
    }
    for &id in &defenders {
        let mut defender = fighter(state, id);
        defender.buildings = in_buildings(state, id);
        defender.rolled = rolled(id);
        if defender.kind == FightKind::Guns {
            let fresh = planned.iter().filter(|p| p.defender == id && !continuing(p.attacker));
            let asked = fresh.clone().next().is_some() && !(options.mixed_combat_one_roll && defender.rolled);
            let front = fresh.clone().any(|p| p.edge == Edge::Front);
            if asked {
                defender.reactions = reactions(state, id, front);
            } else if state.stand(id).evading && can_evade(state, id) {
                defender.reactions = vec![Reaction::Evade];
            }
        }
        let by_horse = || planned.iter().any(|p| p.defender == id && state.arm(p.attacker).is_cavalry());
        defender.may_square =
            options.squares && state.arm(id).is_infantry() && !defender.square && by_horse();
        fighters.push(defender);
    }
    let place = |list: &[StandId], id: StandId| list.iter().position(|known| *known == id).unwrap_or(0);
    let attacker_index = |id| place(&attackers, id) as u8;
    let defender_index = |id| (attackers.len() + place(&defenders, id)) as u8;
    // Engineers with the attacking infantry cancel the cover of infantry (`easy:V.D.2.a`).
    let stormed = |p: &Planned| {
        state.arm(p.attacker).is_infantry()
            && state.added_strength(p.attacker) > 0
            && cover(state, p.defender, Some(p.edge)).is_some()
    };
    let attacks = planned
        .iter()
        .map(|p| Attack {
            attacker: attacker_index(p.attacker),
            defender: defender_index(p.defender),
            edge: p.edge,
            cover: cover(state, p.defender, Some(p.edge)).is_some() && !stormed(p),
            stormed: stormed(p),
            continuing: continuing(p.attacker),
            stretch: (stretch(state, p.attacker, p.defender) * 1000.0) as u32,
            attacker_fire: Canister::new(state, p.attacker, p.defender, Some(p.edge)),
            defender_fire: Canister::new(
                state,
                p.defender,
                p.attacker,
                edge_of(state, p.defender, p.attacker),
            ),
            fire_at_squares: Canister::at(state, p.attacker, p.defender, Some(p.edge), true)
                .filter(|_| fighters[usize::from(defender_index(p.defender))].may_square),
        })
        .collect();
    let mut touching = Vec::new();
    for &attacker in &attackers {
        for &defender in &defenders {
            let attacks = planned.iter().any(|p| p.attacker == attacker && p.defender == defender);
            if attacks || contact_of(state, attacker, defender).is_some() {
                touching.push((attacker_index(attacker), defender_index(defender)));
            }
        }
    }
    let bystanders =
        if options.bystanders_count { bystanders(state, &attackers, &defenders) } else { Vec::new() };
    let (attackers, switches) = (attackers.len() as u8, switches(options));
    Some(Setup { fighters, attackers, attacks, touching, bystanders, switches })
}

/// The strength of each friend of the attackers who touches defenders and does not attack, with the places of those among the fighters.
fn bystanders(state: &State, attackers: &[StandId], defenders: &[StandId]) -> Vec<(u8, Vec<u8>)> {
    let list = state.active().map(|now| now.list.as_slice()).unwrap_or_default();
    let friends = state.ids().filter(|id| {
        attackers.first().is_some_and(|first| !state.are_enemies(*id, *first))
            && fights(state.arm(*id))
            && state.pose(*id).is_some()
            && !state.stand(*id).evading
            && !list.contains(id)
            && !attackers.contains(id)
    });
    let touching = |friend: StandId| {
        let places = (attackers.len()..).zip(defenders);
        let touched = places.filter(|(_, defender)| contact_of(state, friend, **defender).is_some());
        let touched: Vec<u8> = touched.map(|(place, _)| place as u8).collect();
        let strength = state.stand(friend).strength.saturating_add(state.added_strength(friend));
        (!touched.is_empty()).then_some((strength, touched))
    };
    friends.filter_map(touching).collect()
}

fn switches(options: &Options) -> Switches {
    Switches {
        overflow_hits: options.overflow_hits,
        shooter_places: options.hits_placed_by_shooter,
        owner_allocates: options.defenders_owner_allocates,
        flank_own_dice: options.flank_bonus_own_dice,
        one_roll: options.mixed_combat_one_roll,
        one_misses: options.natural_one_misses,
        top_hits: options.natural_top_hits,
        squares: options.squares,
        failed_squares: options.failed_squares,
        squares_no_flanks: options.squares_no_flanks,
    }
}

fn fighter(state: &State, id: StandId) -> Fighter {
    let arm = state.arm(id);
    Fighter {
        id,
        name: state.say(id),
        kind: if is_foot(arm) {
            FightKind::Foot
        } else if arm.is_cavalry() {
            FightKind::Horse
        } else {
            FightKind::Guns
        },
        side: state.side(id),
        strength: state.stand(id).strength,
        engineers: state.added_strength(id),
        buildings: false,
        rolled: false,
        reactions: Vec::new(),
        square: state.stand(id).square,
        may_square: false,
    }
}

/// The fighters on the losing and the winning side that have strength left, where the losers still touch a winner.
pub fn sides_after(fight: &Fight, attackers_lose: bool) -> (Vec<StandId>, Vec<StandId>) {
    let setup = fight.setup();
    let side = |attackers: bool| {
        let range = if attackers { 0..setup.attackers } else { setup.attackers..setup.fighters.len() as u8 };
        range.filter(|index| fight.still_touches(*index)).map(|i| setup.fighters[usize::from(i)].id).collect()
    };
    (side(attackers_lose), side(!attackers_lose))
}
