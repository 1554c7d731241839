//! Edges of defenders: their assignment to attackers, and whether every attacker gets one.
//!
//! An edge takes one attacking stand. It is taken by the stand that will attack along it, not by one that grazes it; so a
//! newcomer is kept from an edge only if the edges cannot be reassigned so that every attacker that had one keeps one.
//!
//! Clauses: `easy:III-roles`, `easy:III.A.1` to `easy:III.A.3`. Units: inches.

use std::collections::BTreeMap;

use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::state::{Pair, State};
use crate::touching::Touching;
use table::Edge;

use super::contacts::{fights, in_combat};

/// A contact that an active stand may fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    pub attacker: StandId,
    pub defender: StandId,
    /// The edge of the defender.
    pub edge: Edge,
    /// The length touched, in inches.
    pub stretch: f32,
    /// The defender must be attacked; a sheltering battery may be left alone.
    pub must: bool,
    /// A friend in contact, not of this activation, that holds the edge against this attacker.
    pub held: Option<StandId>,
}

/// The edge of a defender.
pub type Place = (StandId, Edge);

/// Is the stand activated, on the table, and able to attack?
pub fn may_attack(state: &State, id: StandId) -> bool {
    let Some(now) = state.active() else { return false };
    let arm = state.arm(id);
    now.list.contains(&id)
        && state.pose(id).is_some()
        && (arm.is_infantry() || arm.is_cavalry() || arm.is_artillery() && now.continuing.contains(&id))
}

/// Every contact of the attackers of this activation, by attacker and defender.
pub fn attacks(table: Touching<'_>) -> Vec<Touch> {
    let state = table.state();
    let Some(now) = state.active() else { return Vec::new() };
    let attackers = now.list.iter().filter(|id| may_attack(state, **id));
    attackers.flat_map(|&attacker| attacks_of(table, attacker)).collect()
}

/// Every contact that this stand may fight; for a battery those on its front, where it fires (`easy:III.F`).
pub fn attacks_of(table: Touching<'_>, attacker: StandId) -> Vec<Touch> {
    let state = table.state();
    let guns = state.arm(attacker).is_artillery();
    let stayed = has_stayed(table, attacker);
    let mut touches = Vec::new();
    for (defender, contact) in table.contacts(attacker) {
        if guns && (state.stand(defender).evading || !on_front(table, attacker, defender)) {
            continue;
        }
        let chosen = state.closed.get(&Pair(attacker, defender)).copied();
        let Some(edge) = table.edge_in_contact(attacker, defender, chosen) else { continue };
        touches.push(Touch {
            attacker,
            defender,
            edge,
            stretch: contact.length,
            // A battery that may choose its target need not attack all of them.
            must: in_combat(state, defender) && !guns,
            held: if stayed { None } else { holder(table, attacker, defender, edge) },
        });
    }
    touches
}

/// The holder of the defender's edge that this attacker touches, against it.
pub fn held_by(table: Touching<'_>, attacker: StandId, defender: StandId) -> Option<(StandId, Edge)> {
    let touches = attacks_of(table, attacker);
    let touch = touches.into_iter().find(|touch| touch.defender == defender)?;
    Some((touch.held?, touch.edge))
}

/// The contact of a newcomer with this edge of an enemy.
pub fn claim(table: Touching<'_>, attacker: StandId, defender: StandId, edge: Edge) -> Touch {
    let held = holder(table, attacker, defender, edge);
    Touch { attacker, defender, edge, stretch: 0.0, must: false, held }
}

fn on_front(table: Touching<'_>, battery: StandId, other: StandId) -> bool {
    let chosen = table.state().closed.get(&Pair(other, battery)).copied();
    table.edge_in_contact(other, battery, chosen) == Some(Edge::Front)
}

/// The friend in contact, not of this activation, that holds this edge of the defender against a newcomer.
///
/// Contact at a corner holds nothing, and with `edge-taken-by=active-only` nothing is held. Nothing is held against a stand
/// that has not moved: it attacks along the edges that it touched when it was activated.
///
/// Clauses: `easy:III.A.2`, `easy:III.E.2`.
fn holder(table: Touching<'_>, attacker: StandId, defender: StandId, edge: Edge) -> Option<StandId> {
    let state = table.state();
    if state.options().edge_taken_by_active_only {
        return None;
    }
    let active = |id: StandId| state.active().is_some_and(|now| now.list.contains(&id));
    let touching = table.contacts(defender).into_iter();
    let mut friends = touching.filter(|(id, contact)| *id != attacker && !contact.graze && !active(*id));
    friends.find(|(id, _)| edge_along(table, *id, defender) == Some(edge)).map(|(id, _)| id)
}

/// The edge of the defender that counts for a friend of the attacker.
fn edge_along(table: Touching<'_>, friend: StandId, defender: StandId) -> Option<Edge> {
    let chosen = table.state().closed.get(&Pair(friend, defender)).copied();
    table.edge_in_contact(friend, defender, chosen).filter(|_| fights(table.state().arm(friend)))
}

/// Does the stand go on attacking, or has it not moved since it was activated?
fn has_stayed(table: Touching<'_>, attacker: StandId) -> bool {
    let state = table.state();
    let Some(now) = state.active() else { return false };
    let here = table.placed(attacker).map(|placed| placed.pose);
    now.continuing.contains(&attacker)
        || now.list.contains(&attacker) && here.is_some() && state.stand(attacker).activated_at == here
}

/// Gives as many attackers as possible an edge each, in the order of the list.
pub fn share_out(touches: &[Touch]) -> BTreeMap<Place, StandId> {
    let mut taken = BTreeMap::new();
    let mut attackers: Vec<StandId> = touches.iter().map(|touch| touch.attacker).collect();
    attackers.dedup();
    for attacker in attackers {
        give(touches, attacker, &mut taken, &mut Vec::new());
    }
    taken
}

/// Gives the attacker an edge, moving others to other edges of theirs if necessary; nobody is left without.
pub fn give(
    touches: &[Touch],
    attacker: StandId,
    taken: &mut BTreeMap<Place, StandId>,
    tried: &mut Vec<Place>,
) -> bool {
    let open = |touch: &&Touch| touch.attacker == attacker && touch.held.is_none();
    for touch in touches.iter().filter(open) {
        let place = (touch.defender, touch.edge);
        if tried.contains(&place) {
            continue;
        }
        tried.push(place);
        let free = match taken.get(&place).copied() {
            None => true,
            Some(other) => give(touches, other, taken, tried),
        };
        if free {
            taken.insert(place, attacker);
            return true;
        }
    }
    false
}

/// Why the newcomer gets no edge: the holder of, or attacker along, the first edge that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub enemy: StandId,
    pub edge: Edge,
    pub by: StandId,
}

/// The assignment of edges to this activation's attackers without the newcomer, for each edge that the newcomer might attack
/// along.
struct Shares {
    touches: Vec<Touch>,
    taken: BTreeMap<Place, StandId>,
}

impl Shares {
    /// `attacks`: those of this activation.
    fn without(newcomer: StandId, attacks: impl IntoIterator<Item = Touch>) -> Self {
        let touches: Vec<Touch> = attacks.into_iter().filter(|touch| touch.attacker != newcomer).collect();
        let taken = share_out(&touches);
        Self { touches, taken }
    }

    /// The stand that keeps the newcomer from all its contacts: the holder of the first edge, or the attacker along it.
    ///
    /// Clause: `easy:III.A.2`.
    fn keeper(&mut self, own: &[Touch]) -> Option<Taken> {
        let newcomer = own.first()?.attacker;
        let known = self.touches.len();
        self.touches.extend_from_slice(own);
        let open = give(&self.touches, newcomer, &mut self.taken.clone(), &mut Vec::new());
        self.touches.truncate(known);
        let keeper = |touch: &Touch| {
            let by = touch.held.or_else(|| self.taken.get(&(touch.defender, touch.edge)).copied())?;
            Some(Taken { enemy: touch.defender, edge: touch.edge, by })
        };
        if open { None } else { own.iter().find_map(keeper) }
    }
}

/// Can the newcomer be given an edge, with all stands where the table has them?
///
/// `own`: its contacts there. Clause: `easy:III.A.2`.
pub fn finds_edge(table: Touching<'_>, newcomer: StandId, own: &[Touch]) -> Result<(), Taken> {
    if own.is_empty() {
        return Ok(());
    }
    Shares::without(newcomer, attacks(table)).keeper(own).map_or(Ok(()), Err)
}

impl Taken {
    /// The refusal of an attack on this edge.
    pub fn refusal(self, state: &State) -> Refusal {
        let Self { enemy, edge, by } = self;
        let holder = state.say(by);
        let mut refusal = Refusal::new(
            Code::EdgeTaken,
            "easy:III.A.2",
            format!("{holder} holds the {} of {}", edge.name(), state.say(enemy)),
            "Attack another edge, or another enemy",
        )
        .culprit(holder);
        refusal.held_edge = Some((enemy.0, edge));
        refusal
    }
}

/// The stand that keeps a newcomer from this edge of the enemy, whatever else it touches; `None` if the edge is open.
pub fn taken(state: &State, newcomer: StandId, enemy: StandId, edge: Edge) -> Option<Taken> {
    let table = Touching::of(state);
    let own = claim(table, newcomer, enemy, edge);
    Shares::without(newcomer, attacks(table)).keeper(&[own])
}

/// The edges of an enemy, in the order of [`Edge::ALL`], that are closed to a newcomer, whatever else it touches.
///
/// `attacks`: those of this activation. For the planner, before the newcomer's place is known.
///
/// Clause: `easy:III.A.2`.
pub fn taken_edges(table: Touching<'_>, newcomer: StandId, attacks: &[Touch], enemy: StandId) -> [bool; 4] {
    if table.contacts(enemy).iter().all(|(friend, _)| *friend == newcomer) {
        return [false; 4];
    }
    let mut shares = Shares::without(newcomer, attacks.iter().copied());
    Edge::ALL.map(|edge| shares.keeper(&[claim(table, newcomer, enemy, edge)]).is_some())
}
