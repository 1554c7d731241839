//! The events of a game of 1800, and how they change the state.
//!
//! An event carries its results (faces, hexes, costs); [`apply`] rolls nothing and decides nothing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use hexes::{Direction, Hex};
use scenario::Side;

use super::combat;
use super::combat::event::{CombatEvent, Loss};
use super::combat::phase::CombatPhase;
use super::combat::table::{Column, CombatResult};
use super::roster::{CorpsId, Counter, Game, LeaderId, PieceId, UnitId};
use super::state::{
    Charge, Command, CommandFinding, Commander, FoundLine, Group, Moved, MovementPhase, Pending, Phase,
    Place, Reorganisation, State,
};
use super::victory::BattleOutcome;

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A counter is set up elsewhere (`cb:2A`).
    Deployed {
        piece: PieceId,
        hex: Hex,
    },
    /// A unit has turned where it stands (`cb:15a3`).
    Faced {
        unit: UnitId,
        faces: Direction,
    },
    /// The turn marker moves to this turn (`cb:2C`).
    TurnBegan {
        turn: u8,
    },
    /// A die sets the turn of arrivals printed for another turn (`cb:15b1`).
    ArrivalRolled {
        printed: u8,
        face: u8,
        turn: u8,
    },
    /// A player turn begins with its command step (`cb:2D`).
    PlayerTurnBegan {
        phasing: Side,
    },
    /// A unit becomes acting commander of its corps (`cb:11f`).
    Named {
        corps: CorpsId,
        unit: UnitId,
    },
    /// A fresh counter without a bonus takes command of the corps (`cb:11f`, option `successor`).
    Succeeded {
        corps: CorpsId,
        leader: LeaderId,
        hex: Hex,
    },
    /// The leader of a corps takes command of the army as well (`cb:11f`).
    Promoted {
        leader: LeaderId,
    },
    /// A unit comes under this group's commander; `None` for its own corps alone (`cb:10b`).
    Attached {
        unit: UnitId,
        group: Option<Group>,
    },
    ChargeDeclared {
        unit: UnitId,
        charge: Charge,
    },
    ChargeCalledOff {
        unit: UnitId,
    },
    /// It stopped elsewhere (`cb:7f1`).
    ChargeBroken {
        unit: UnitId,
    },
    /// Command is checked, and movement begins (`cb:10c`).
    MovementBegan {
        found: BTreeMap<UnitId, CommandFinding>,
        /// The lines of the corps to the commander of the army (`cb:10d`).
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        corps: BTreeMap<CorpsId, FoundLine>,
    },
    /// This group moves now; the one before it is done (`cb:3b`).
    GroupBegan {
        group: Group,
    },
    /// A piece has moved. `cost` in half movement points. For a reinforcement `from` is [`Place::Waiting`].
    Moved {
        piece: PieceId,
        from: Place,
        path: Vec<Hex>,
        cost: u16,
        faces: Option<Direction>,
    },
    /// A piece has left the map voluntarily (`cb:3h`).
    Left {
        piece: PieceId,
        path: Vec<Hex>,
        cost: u16,
    },
    /// Only these reinforcements of that side found no hex to enter (`cb:4c`).
    ShutOut {
        side: Side,
        pieces: Vec<PieceId>,
    },
    CombatBegan,
    /// An event of a combat.
    Combat(CombatEvent),
    ReorganisationBegan,
    /// A routed unit is reorganised (`cb:12b`).
    Rallied {
        unit: UnitId,
        by: Commander,
        face: Option<u8>,
    },
    /// The attempt fails, and it runs on (`cb:12c`).
    RallyFailed {
        unit: UnitId,
        by: Commander,
        face: u8,
    },
    /// A decision becomes pending.
    Asked(Pending),
    /// The pending decision is made, or has become impossible.
    Settled,
    /// A lone leader escapes from an enemy that enters his hex (`cb:11e`).
    Escaped {
        leader: LeaderId,
        face: u8,
    },
    /// A leader goes to a friendly unit, or to his line of communications (`cb:11e`).
    Relocated {
        leader: LeaderId,
        hex: Hex,
    },
    /// A leader is lost: killed or captured (`cb:11d`, `cb:11e`).
    LeaderLost {
        leader: LeaderId,
        cause: LeaderLoss,
        face: Option<u8>,
    },
    /// A corps or an army has no commander (`cb:11f`).
    Vacated {
        post: Group,
        side: Side,
    },
    /// A corps becomes demoralised, or recovers (`cb:13a`, `cb:13b`). It follows from the losses and is logged only.
    Demoralised {
        corps: CorpsId,
        is: bool,
    },
    /// A side takes possession of a hex of a place (`cb:14a`).
    Possessed {
        hex: Hex,
        side: Side,
    },
    /// The referee places a piece.
    Placed {
        piece: PieceId,
        hex: Hex,
    },
    /// The referee changes a unit's strength points.
    StrengthSet {
        unit: UnitId,
        points: u8,
    },
    /// The referee routs a unit, or reorganises it.
    RoutSet {
        unit: UnitId,
        routed: bool,
        faces: Option<Direction>,
    },
    /// The referee removes a piece, which counts as eliminated.
    Removed {
        piece: PieceId,
    },
    /// The referee gives points, or takes them.
    Awarded {
        side: Side,
        points: i16,
    },
    /// The referee sets the turn marker.
    ClockSet {
        turn: u8,
    },
    /// The referee changes the value of an option.
    OptionSet {
        id: String,
        value: String,
    },
    /// The battle is over.
    Ended(BattleOutcome),
}

/// Attack and defence, the column, and what the table says: none where no die was thrown.
pub type Fought = ((u32, u32), Option<Column>, Option<CombatResult>);

impl Event {
    /// It begins a turn, or sets the clock to one.
    pub const fn begins_turn(&self) -> bool {
        matches!(self, Self::TurnBegan { .. } | Self::ClockSet { .. })
    }

    pub const fn ends_turn(&self) -> bool {
        matches!(self, Self::TurnBegan { .. } | Self::Ended(_))
    }

    /// Who goes where.
    pub fn ways(&self, game: &Game) -> Vec<(PieceId, Vec<Hex>)> {
        if let Self::Moved { piece, path, .. } | Self::Left { piece, path, .. } = self {
            vec![(*piece, path.clone())]
        } else if let Self::Relocated { leader, hex } = self {
            vec![(game.piece_of_leader(*leader), vec![*hex])]
        } else if let Self::Combat(event) = self {
            event.ways(game)
        } else {
            Vec::new()
        }
    }

    /// What a move costs: half movement points.
    pub const fn cost(&self) -> Option<u16> {
        if let Self::Moved { cost, .. } | Self::Left { cost, .. } = self { Some(*cost) } else { None }
    }

    /// With what a combat is fought.
    pub const fn fought(&self) -> Option<Fought> {
        let Self::Combat(CombatEvent::Fought { attack, defence, column, result, .. }) = self else {
            return None;
        };
        Some(((*attack, *defence), *column, *result))
    }

    /// The unit that a combat costs, and why.
    pub const fn lost(&self) -> Option<(UnitId, Loss)> {
        if let Self::Combat(CombatEvent::Lost { unit, cause }) = self { Some((*unit, *cause)) } else { None }
    }
}

/// How a leader was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LeaderLoss {
    /// He had given his bonus (`cb:11d`).
    Killed,
    /// An enemy caught him alone (`cb:11e`).
    Captured,
}

/// Applies an event to the state.
pub fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Deployed { piece, hex } | Event::Placed { piece, hex } => put(state, *piece, Place::Map(*hex)),
        Event::Faced { unit, faces } => {
            state.units[unit.index()].faces = Some(*faces);
        }
        Event::TurnBegan { turn } | Event::ClockSet { turn } => state.turn = *turn,
        Event::ArrivalRolled { printed, turn, .. } => {
            state.arrivals.insert(*printed, *turn);
        }
        Event::PlayerTurnBegan { phasing } => begin_player_turn(state, *phasing),
        Event::Named { corps, unit } => {
            let corps = &mut state.corps[corps.index()];
            (corps.acting, corps.vacant_since) = (Some(*unit), None);
        }
        Event::Succeeded { corps, leader, hex } => {
            state.corps[corps.index()].vacant_since = None;
            let counter = &mut state.leaders[leader.index()];
            (counter.place, counter.acting) = (Place::Map(*hex), true);
        }
        Event::Promoted { leader } => {
            let army = &mut state.play.armies[state.game.leader(*leader).side.index()];
            (army.commander, army.vacant_since) = (Some(*leader), None);
        }
        Event::Attached { unit, group } => match group {
            Some(group) => {
                state.command.attached.insert(*unit, *group);
            }
            None => {
                state.command.attached.remove(unit);
            }
        },
        Event::ChargeDeclared { unit, charge } => {
            state.command.charges.insert(*unit, charge.clone());
        }
        Event::ChargeCalledOff { unit } | Event::ChargeBroken { unit } => {
            state.command.charges.remove(unit);
        }
        Event::MovementBegan { found, corps } => {
            state.command.found.clone_from(found);
            state.command.corps.clone_from(corps);
            state.phase = Phase::Movement(MovementPhase::default());
        }
        Event::GroupBegan { group } => {
            if let Phase::Movement(phase) = &mut state.phase {
                phase.closed.extend(phase.current.replace(*group));
            }
        }
        Event::Moved { piece, from, path, cost, faces } => moved(state, *piece, *from, path, *cost, *faces),
        Event::Left { piece, .. } => put(state, *piece, Place::Eliminated),
        Event::ShutOut { side, pieces } => {
            let game = std::sync::Arc::clone(&state.game);
            state.shut_out.retain(|piece| game.side_of(*piece) != *side);
            state.shut_out.extend(pieces);
        }
        Event::CombatBegan => state.phase = Phase::Combat(CombatPhase::default()),
        Event::Combat(event) => combat::event::apply(state, event),
        Event::ReorganisationBegan => state.phase = Phase::Reorganisation(Reorganisation::default()),
        Event::Rallied { unit, by, .. } => {
            state.units[unit.index()].routed = false;
            attempted(state, *unit, *by);
        }
        Event::RallyFailed { unit, by, .. } => attempted(state, *unit, *by),
        Event::Asked(pending) => state.pending.push(pending.clone()),
        Event::Settled => {
            state.pending.pop();
        }
        Event::Escaped { .. } => {}
        Event::Relocated { leader, hex } => state.leaders[leader.index()].place = Place::Map(*hex),
        Event::LeaderLost { leader, .. } => {
            let lost = &mut state.leaders[leader.index()];
            lost.place = Place::Eliminated;
            lost.losses = lost.losses.saturating_add(1);
        }
        Event::Vacated { post, side } => vacate(state, *post, *side),
        Event::Demoralised { corps, is } => state.corps[corps.index()].was_demoralised |= *is,
        Event::Possessed { hex, side } => {
            state.held.insert(*hex, *side);
        }
        Event::StrengthSet { unit, points } => state.units[unit.index()].strength = *points,
        Event::RoutSet { unit, routed, faces } => {
            let set = &mut state.units[unit.index()];
            (set.routed, set.faces) = (*routed, *faces);
        }
        Event::Removed { piece } => put(state, *piece, Place::Eliminated),
        Event::Awarded { side, points } => {
            let army = &mut state.armies[side.index()];
            army.award = army.award.saturating_add(*points);
        }
        Event::OptionSet { id, value } => set_option(state, id, value),
        Event::Ended(outcome) => state.phase = Phase::Over(outcome.clone()),
    }
}

fn begin_player_turn(state: &mut State, phasing: Side) {
    state.phasing = phasing;
    state.phase = Phase::Command;
    state.command = Command::default();
    state.entered.clear();
    state.units.iter_mut().for_each(|unit| unit.moved = None);
    state.leaders.iter_mut().for_each(|leader| leader.moved = None);
}

/// Options that bring counters hold for the whole battle: none is dropped or added under way.
fn set_option(state: &mut State, id: &str, value: &str) {
    let fits = |game: &std::sync::Arc<Game>| game.counts() == (state.units.len(), state.leaders.len());
    if let Some(game) = state.game.with_option(id, value).ok().filter(fits) {
        state.game = game;
        state.options_changed.insert(id.to_owned(), value.to_owned());
    }
}

/// Puts a piece there; who is gone is no longer routed and faces nowhere, and a leader who is gone has been lost once more. One who was
/// gone and is put back by the referee was never lost, and has his post again (`cb:11f`, `cb:14a`).
fn put(state: &mut State, piece: PieceId, place: Place) {
    match state.game.counter(piece) {
        Counter::Unit(unit) => {
            let unit = &mut state.units[unit.index()];
            unit.place = place;
            if place == Place::Eliminated {
                (unit.routed, unit.faces) = (false, None);
            }
        }
        Counter::Leader(id) => {
            let leader = &mut state.leaders[id.index()];
            let (was, is) = (leader.place == Place::Eliminated, place == Place::Eliminated);
            leader.place = place;
            match (was, is) {
                (false, true) => leader.losses = leader.losses.saturating_add(1),
                (true, false) => {
                    leader.losses = leader.losses.saturating_sub(1);
                    give_post_back(state, id);
                }
                (true, true) | (false, false) => {}
            }
        }
    }
}

/// Gives this leader his corps back, and the army if he commanded it at the start, in place of any successor.
fn give_post_back(state: &mut State, leader: LeaderId) {
    if let Some(corps) = state.game.led_by(leader) {
        let corps = &mut state.corps[corps.index()];
        (corps.acting, corps.vacant_since) = (None, None);
    }
    let side = state.game.leader(leader).side;
    if state.game.army_leader[side.index()] == Some(leader) {
        let army = &mut state.armies[side.index()];
        (army.commander, army.vacant_since) = (Some(leader), None);
    }
}

fn moved(state: &mut State, piece: PieceId, from: Place, path: &[Hex], cost: u16, faces: Option<Direction>) {
    let place = path.last().map(|hex| Place::Map(*hex));
    let note = Some(Moved { from, path: path.to_vec(), cost });
    match state.game.counter(piece) {
        Counter::Unit(unit) => {
            let mover = &mut state.units[unit.index()];
            mover.place = place.unwrap_or(mover.place);
            (mover.moved, mover.faces) = (note, faces);
        }
        Counter::Leader(leader) => {
            let mover = &mut state.leaders[leader.index()];
            mover.place = place.unwrap_or(mover.place);
            mover.moved = note;
        }
    }
    if let (Place::Waiting, Some(first), true) = (from, path.first(), state.game.queues(piece)) {
        let entered = state.entered.entry(*first).or_default();
        *entered = entered.saturating_add(1);
    }
}

fn attempted(state: &mut State, unit: UnitId, by: Commander) {
    if let Phase::Reorganisation(phase) = &mut state.phase {
        phase.attempts.push((unit, by));
    }
}

fn vacate(state: &mut State, post: Group, side: Side) {
    let since = Some(state.turn);
    match post {
        Group::Corps(corps) => {
            let corps = &mut state.corps[corps.index()];
            (corps.acting, corps.vacant_since) = (None, since);
        }
        Group::Army => {
            let army = &mut state.armies[side.index()];
            (army.commander, army.vacant_since) = (None, since);
        }
        Group::Unassigned => {}
    }
}
