//! What the sides do, counted for the laboratory.

use std::collections::{BTreeMap, BTreeSet};

use easy::state::Place;
use easy::touching::touched_enemies;
use easy::{CommandId, Order, StandId, State};
use game::minds::Deed;
use scenario::Side;

/// A count, and of how many.
type Share = (u32, u32);

/// What both sides have done so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Deeds {
    /// Strength by stand after the last order.
    strength: Vec<u8>,
    closed: BTreeSet<StandId>,
    fought: BTreeSet<CommandId>,
    /// By side: attacks on one enemy with less strength than it has, and those by two stands or more.
    weak: [Share; 2],
    joint: [Share; 2],
    /// Stands of the enemy that are gone by fire, of all that are gone.
    by_fire: [Share; 2],
    /// Hits by battery.
    hits: BTreeMap<StandId, u32>,
    /// The activation under way: its side, whether stands were listed, and whether any did something.
    activation: Option<(CommandId, Side, bool, bool)>,
    idle: [Share; 2],
}

impl Deeds {
    pub fn new(state: &State) -> Self {
        Self { strength: strengths(state), ..Self::default() }
    }

    /// Sees the table after an order.
    pub fn saw(&mut self, state: &State, order: &Order) {
        if let Some(attacks) = order.attacks() {
            self.declared(state, attacks);
        }
        let now = strengths(state);
        let lost = |id: StandId| self.strength[id.index()].saturating_sub(now[id.index()]);
        if let Some((battery, target)) = order.shot() {
            *self.hits.entry(battery).or_default() += u32::from(lost(target));
        }
        for id in state.ids().filter(|id| state.arm(*id).is_troops()) {
            if self.strength[id.index()] > 0 && now[id.index()] == 0 {
                let (by_fire, of) = &mut self.by_fire[state.side(id).enemy().index()];
                *of += 1;
                *by_fire += u32::from(order.shot().is_some());
            }
        }
        self.strength = now;
        self.activated(state, order);
    }

    fn declared(&mut self, state: &State, attacks: &[(StandId, StandId)]) {
        let mut on: BTreeMap<StandId, Vec<StandId>> = BTreeMap::new();
        for &(attacker, defender) in attacks {
            on.entry(defender).or_default().push(attacker);
        }
        let goes_on = |id: StandId| state.active().is_some_and(|now| now.continuing.contains(&id));
        for (defender, attackers) in on {
            for &id in attackers.iter().chain([&defender]) {
                self.closed.insert(id);
                self.fought.insert(state.unit(id).command);
            }
            if attackers.iter().all(|id| goes_on(*id)) {
                continue;
            }
            let side = state.side(defender).enemy().index();
            let points = |id: StandId| u32::from(state.stand(id).strength);
            let ours: u32 = attackers.iter().map(|id| points(*id)).sum();
            for (share, is) in
                [(&mut self.weak, ours < points(defender)), (&mut self.joint, attackers.len() > 1)]
            {
                share[side].0 += u32::from(is);
                share[side].1 += 1;
            }
        }
    }

    fn activated(&mut self, state: &State, order: &Order) {
        let now = state.active().map(|now| now.command);
        if let Some((command, side, listed, acted)) = self.activation
            && now != Some(command)
        {
            if listed {
                self.idle[side.index()].0 += u32::from(!acted);
                self.idle[side.index()].1 += 1;
            }
            self.activation = None;
        }
        let Some((now, side)) = state.active().zip(state.active_side()) else { return };
        let (_, _, listed, acted) = self.activation.get_or_insert((now.command, side, false, false));
        *listed |= !now.list.is_empty();
        *acted |= order.shot().is_some()
            || order.move_kind().is_some()
            || order.attacks().is_some()
            || order.rally().is_some();
    }

    /// What it comes to.
    pub fn told(&self, state: &State) -> Vec<Deed> {
        let mut told = Vec::new();
        for side in Side::BOTH {
            let mut tell = |name: String, (count, of): Share| {
                if of > 0 {
                    told.push(Deed { side: side.0, name, count, of });
                }
            };
            let at = side.index();
            tell("attacks with less strength than the enemy".into(), self.weak[at]);
            tell("attacks by two stands or more".into(), self.joint[at]);
            let own = |id: &StandId| state.side(*id) == side && state.arm(*id).is_troops();
            let fights = |id: &StandId| own(id) && !state.arm(*id).is_artillery();
            let came = |id: &StandId| fights(id) && state.stand(*id).place != Place::Reserve;
            let all = state.ids().filter(came).count() as u32;
            let never = |id: &StandId| {
                came(id) && !self.closed.contains(id) && touched_enemies(state, *id).is_empty()
            };
            tell("stands that never close".into(), (state.ids().filter(never).count() as u32, all));
            tell("activations in which nobody does anything".into(), self.idle[at]);
            tell("enemies gone by fire".into(), self.by_fire[at]);
            let hits = || self.hits.iter().filter(|(battery, _)| state.side(**battery) == side);
            let most = hits().map(|(_, hits)| *hits).max().unwrap_or_default();
            tell(
                "of its hits, those of the battery that hits most".into(),
                (most, hits().map(|(_, hits)| hits).sum()),
            );
            for command in state.roster().commands.iter().filter(|command| command.side == side) {
                if !command.stands.is_empty() {
                    let fights = u32::from(self.fought.contains(&command.id));
                    tell(format!("games in which {} fights", command.name), (fights, 1));
                }
            }
        }
        told
    }
}

fn strengths(state: &State) -> Vec<u8> {
    state.ids().map(|id| state.stand(id).strength).collect()
}
