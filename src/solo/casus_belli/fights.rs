//! What the combats come to that a side owes as its units stand: a move is priced with the fights that it leads to
//! (`cb:6c`, `cb:7a1` to `cb:7a4`). Worth is in strength points.

use std::collections::BTreeMap;

use casus_belli::combat::graph::{Graph, duties};
use casus_belli::combat::phase::CombatPhase;
use casus_belli::combat::strength::{Prospect, reckon};
use casus_belli::combat::table::{Column, CombatResult, DIE, result};
use casus_belli::state::State;
use casus_belli::{UnitId, zones};
use game::hex_combats::{Formed, Pair};
use hexes::{Hex, HexSet};
use scenario::{Side, UnitSet};

use super::aims::Aims;

/// What is lost with a unit that has nowhere to go, as a share of its strength.
const CUT_OFF: f32 = 1.2;

/// The combats of one phase of the side that moves, as they would be if it began now.
pub(super) struct Fights<'s> {
    state: &'s State,
    graph: Graph,
    /// By side.
    zones: [HexSet; 2],
}

impl<'s> Fights<'s> {
    /// Those of a state in which the units stand where they would fight.
    pub fn to_come(state: &'s State) -> Self {
        let duties = duties(state);
        let phase = CombatPhase {
            owing: duties.owing,
            owed: duties.owed,
            pinned: duties.pinned,
            ..CombatPhase::default()
        };
        Self::of(state, &phase)
    }

    /// Those that are left in a phase.
    pub fn of(state: &'s State, phase: &CombatPhase) -> Self {
        let zones = [Side(0), Side(1)].map(|side| zones::zone(state, side));
        Self { state, graph: Graph::of(state, phase), zones }
    }

    /// What the best split that was found comes to: whole clusters at once, or each enemy by itself.
    pub fn worth(&self, aims: &Aims) -> f32 {
        self.after(aims, UnitSet::EMPTY, UnitSet::EMPTY)
    }

    /// The same once these have attacked and these were attacked.
    pub fn after(&self, aims: &Aims, used: UnitSet, attacked: UnitSet) -> f32 {
        let graph = &self.graph;
        let (hands, targets) = (graph.hands.minus(used), graph.targets.minus(attacked));
        let mut left: UnitSet =
            graph.owing.minus(used).iter().filter(|hand| graph.touched(*hand).meets(targets)).collect();
        let mut sum = 0.0;
        while let Some(first) = left.first() {
            let (mut own, mut others) = (UnitSet::of(first), UnitSet::EMPTY);
            loop {
                let on =
                    own.iter().fold(UnitSet::EMPTY, |all, hand| all.or(graph.touched(hand))).and(targets);
                let by = on.iter().fold(own, |all, enemy| all.or(graph.touched(enemy))).and(hands);
                if (on, by) == (others, own) {
                    break;
                }
                (others, own) = (on, by);
            }
            left = left.minus(own);
            sum += self.cluster(aims, own, others, graph.guns.minus(used));
        }
        sum
    }

    /// The best of two ways to fight a cluster: all at once, or each enemy by those who have the fewest others to fight.
    fn cluster(&self, aims: &Aims, own: UnitSet, others: UnitSet, guns: UnitSet) -> f32 {
        let whole = self.value(aims, &[Pair { contact: own, defenders: others }], guns);
        if others.len() < 2 {
            return whole;
        }
        whole.max(self.value(aims, &self.split(own, others), guns))
    }

    /// Each hand attacks the enemy for whom the fewest points are there yet, those who touch the fewest first; who is left over is
    /// attacked with another.
    fn split(&self, own: UnitSet, others: UnitSet) -> Vec<Pair> {
        let points = |unit: UnitId| u32::from(self.state.unit(unit).strength).max(1);
        let mut by: BTreeMap<UnitId, UnitSet> = others.iter().map(|enemy| (enemy, UnitSet::EMPTY)).collect();
        let mut hands: Vec<UnitId> = own.iter().collect();
        hands.sort_by_key(|hand| (self.graph.touched(*hand).and(others).len(), *hand));
        for hand in hands {
            let need = |enemy: &UnitId| {
                let there: u32 = by[enemy].iter().map(points).sum();
                (there * 100 / points(*enemy), *enemy)
            };
            if let Some(enemy) = self.graph.touched(hand).and(others).iter().min_by_key(need) {
                by.entry(enemy).or_default().insert(hand);
            }
        }
        let mut pairs: Vec<Pair> = Vec::new();
        let (bare, fought): (Vec<_>, Vec<_>) = by.into_iter().partition(|(_, hands)| hands.is_empty());
        for (enemy, contact) in fought {
            pairs.push(Pair { contact, defenders: UnitSet::of(enemy) });
        }
        for (enemy, _) in bare {
            let touching = self.graph.touched(enemy);
            if let Some(pair) = pairs.iter_mut().find(|pair| pair.contact.meets(touching)) {
                pair.defenders.insert(enemy);
            }
        }
        pairs
    }

    /// What these combats come to together, each with the guns that are free and reach it, the worst first.
    fn value(&self, aims: &Aims, pairs: &[Pair], mut guns: UnitSet) -> f32 {
        let mut sum = 0.0;
        for pair in pairs {
            let helpers: UnitSet =
                guns.iter().filter(|gun| self.graph.reached(*gun).meets(pair.defenders)).collect();
            guns = guns.minus(helpers);
            let formed = Formed {
                contact: pair.contact.to_vec(),
                ranged: helpers.to_vec(),
                defenders: pair.defenders.to_vec(),
            };
            sum += self.mean(aims, &formed);
        }
        sum
    }

    /// What a combat comes to on average.
    fn mean(&self, aims: &Aims, formed: &Formed) -> f32 {
        match reckon(self.state, formed).prospect {
            Prospect::NobodyLeft => self.worth_of(aims, formed, CombatResult::Dr) * 1.5,
            Prospect::Hopeless => self.worth_of(aims, formed, CombatResult::Ar),
            Prospect::Die(column) => self.mean_of(aims, formed, column, 0),
        }
    }

    /// The mean of a column with this bonus on the die.
    pub fn mean_of(&self, aims: &Aims, formed: &Formed, column: Column, bonus: u8) -> f32 {
        let of = |face| self.worth_of(aims, formed, result(column, face, bonus).unwrap_or(CombatResult::No));
        (1..=DIE).map(of).sum::<f32>() / f32::from(DIE)
    }

    /// What a result comes to: the losers' ground, and what they lose.
    fn worth_of(&self, aims: &Aims, formed: &Formed, result: CombatResult) -> f32 {
        let lost = |units: &[UnitId]| -> f32 {
            let of = |unit: &UnitId| {
                let strength = f32::from(self.state.unit(*unit).strength);
                let ground = self.state.hex(*unit).map_or(0.0, |hex| aims.seat(self.state, hex));
                ground
                    + if self.is_cut_off(*unit) { strength * CUT_OFF } else { strength * share_lost(result) }
            };
            units.iter().map(of).sum()
        };
        match result {
            CombatResult::No => 0.0,
            CombatResult::D1 | CombatResult::D2 | CombatResult::Dr => lost(&formed.defenders),
            CombatResult::A1 | CombatResult::A2 | CombatResult::Ar => -lost(&formed.contact),
        }
    }

    /// Has a unit no hex beside it to which it could go back: empty, over no river, in no enemy zone (`cb:8a2`)?
    fn is_cut_off(&self, unit: UnitId) -> bool {
        let (map, zone) = (self.state.game.map(), &self.zones[self.state.side(unit).enemy().index()]);
        let Some(here) = self.state.hex(unit) else { return false };
        let is_open =
            |hex: Hex| zones::adjacent(map, here, hex) && !zone.contains(hex) && !self.enemies_at(unit, hex);
        !map.neighbours(here).any(|(_, hex)| is_open(hex))
    }

    fn enemies_at(&self, unit: UnitId, hex: Hex) -> bool {
        let side = self.state.side(unit);
        self.state.at(hex).any(|other| self.state.side(other) != side)
    }
}

/// What a result takes from a unit that retreats or routs, as a share of its strength.
fn share_lost(result: CombatResult) -> f32 {
    match result {
        CombatResult::No => 0.0,
        CombatResult::A1 | CombatResult::D1 => 0.12,
        CombatResult::A2 | CombatResult::D2 => 0.2,
        CombatResult::Ar | CombatResult::Dr => 0.6,
    }
}
