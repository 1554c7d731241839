//! Events of Easy Napoleonic, and how they change the state.
//!
//! An event carries its results (faces, losses, poses). [`apply`] rolls nothing and decides nothing.

use serde::{Deserialize, Serialize};

use scenario::army::Arm;
use scenario::{Side, Weather};
use table::{Edge, Path, Pose, Vec2};

use super::cause::Cause;
use super::ground::GroundChange;
use super::order::Taking;
use super::regroup::regrouped::Founded;
use super::roster::{CommandId, StandId};
use super::state::{
    Activation, BattleOutcome, Pair, Phase, Place, Play, Pontoon, Reason, Score, State, Step, Stock,
};
use super::{combat, engineers, regroup};

/// How a stand came to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum How {
    Moved,
    Entered,
    Withdrew,
    Retreated,
    Routed,
    /// A general moved out of the way or behind his troops, or attached engineers made way (`easy:III.C.2`,
    /// `easy:III.D-dir`).
    Displaced,
    Rallied,
    Fiat,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    TurnBegan {
        turn: u8,
    },
    /// This turn's weather has to be rolled (`easy:IV.D-variable`).
    WeatherDue,
    /// The weather is set. If it was being rolled, the phase becomes drawing.
    WeatherSet {
        weather: Weather,
    },
    /// The chit of a command joins the cup, because its first stands are due.
    ChitJoined {
        command: CommandId,
    },
    ChitDrawn {
        command: CommandId,
    },
    ChitDiscarded {
        command: CommandId,
    },
    /// All chits return to the cup (`easy:II.A.3`).
    ChitsReturned,
    /// A command begins to act: on its own chit, or picked by another.
    ActivationBegan {
        command: CommandId,
        picked_by: Option<CommandId>,
    },
    /// The topmost activation moves on to this step.
    StepBegan {
        step: Step,
    },
    /// The roll for a poor general: at most this many stands of the active command may act (`easy:VI.B`).
    StandsRolled {
        most: u8,
    },
    /// The activated stands (`easy:II.A.2.2`).
    Listed {
        stands: Vec<StandId>,
    },
    GeneralMoved,
    /// The topmost activation waits while its superior picks again (`joint-activation`).
    Parked,
    /// A parked activation goes on with its combats.
    Unparked,
    ActivationEnded,
    /// The stand has used its action (`easy:II.A.2.3`).
    Acted {
        stand: StandId,
    },
    /// The stand is at `pose`. `path` is `None` if it did not move along a path. `cost` is in inches of allowance.
    Placed {
        stand: StandId,
        pose: Pose,
        how: How,
        path: Option<Path>,
        cost: f32,
    },
    /// The die for an obstacle: printed inches taken off the move, before `scale` is applied (`easy:II.C.3`,
    /// `easy:I.A.1-scale`).
    ObstacleCost {
        stand: StandId,
        inches: u8,
    },
    /// A move closed with an enemy on this edge (`easy:0.4`).
    Closed {
        attacker: StandId,
        defender: StandId,
        edge: Edge,
    },
    /// A battery fired (`easy:II.D-roll`).
    Fired {
        battery: StandId,
        target: StandId,
        hits: u8,
    },
    /// The number of ammunition chits that an army rolled (`easy:VI.E`).
    AmmunitionRolled {
        side: Side,
        army: usize,
        chits: u16,
    },
    /// The referee set the number of ammunition chits that an army has left.
    AmmunitionSet {
        side: Side,
        army: usize,
        chits: u16,
    },
    /// A shot spent one of the army's ammunition chits.
    AmmunitionSpent {
        side: Side,
        army: usize,
    },
    /// The stand lost strength points.
    Hit {
        stand: StandId,
        points: u8,
        cause: Cause,
    },
    /// The stand was reduced to 0 strength points and removed (`easy:III.D-remove`).
    Eliminated {
        stand: StandId,
        rallyable: bool,
        cause: Cause,
    },
    /// A general left the table (`easy:III.C.2`).
    GeneralGone {
        general: StandId,
    },
    /// The stand is back on the table with this many strength points.
    Rallied {
        stand: StandId,
        pose: Pose,
        points: u8,
        /// Whether the referee brought it back. Then nobody saw a die (`easy:III.C.1`).
        fiat: bool,
    },
    Routed {
        stand: StandId,
        on: bool,
    },
    Evading {
        battery: StandId,
        on: bool,
    },
    /// Infantry formed squares or left them (`easy:VI.G`).
    Square {
        stand: StandId,
        on: bool,
    },
    Scored {
        side: Side,
        points: i32,
        reason: Reason,
    },
    /// An objective, given by index, changed hands (`easy:IV.C-terrain`).
    Held {
        objective: usize,
        by: Side,
    },
    /// A unit was detached or a new command formed. It has a chit from now on (`easy:V.A`, `easy:V.C`).
    Founded(Founded),
    /// The general of a founded command was placed.
    Posted {
        command: CommandId,
        pose: Pose,
    },
    /// There was no room for the general of a detached unit. The unit acts without one.
    PostDropped {
        command: CommandId,
    },
    /// The stands belong to command `to` from now on (`easy:V.B`).
    Attached {
        stands: Vec<StandId>,
        to: CommandId,
    },
    /// The stands were put under a general who is too far away. They have time to join him (`easy:V.A`).
    OnTheWay {
        stands: Vec<StandId>,
    },
    /// The command lost its last stand to another. Its chit leaves play (`easy:V.B`).
    Absorbed {
        command: CommandId,
    },
    /// A change in the combats of the topmost activation.
    Combat(combat::change::Change),
    /// A move reached enemy wagons. `left` is what remains of the move in inches, `zones` the enemies whose zones the
    /// stand is in (`easy:VI.A.b`).
    WagonsReached {
        stand: StandId,
        wagons: Vec<StandId>,
        left: f32,
        zones: Vec<StandId>,
    },
    /// Stand `by` captured or destroyed a wagon that it touches, for side `to` (`easy:VI.A.b`).
    WagonTaken {
        wagon: StandId,
        by: StandId,
        how: Taking,
        to: Side,
    },
    /// Fire by side `to` destroyed a wagon or a pontoon train (`easy:V.D.3`, `fire-at-wagons`).
    Wrecked {
        stand: StandId,
        to: Side,
    },
    /// A pontoon train has built this many inches of its bridge over line `over`, at point `at` (`easy:V.D.3.a`).
    BridgeWorked {
        train: StandId,
        over: String,
        at: Vec2,
        built: u8,
    },
    /// A pontoon train stopped building. What it had built is lost (`easy:V.D.3.b`).
    BridgeLeft {
        train: StandId,
    },
    /// A pontoon train finished its bridge (`easy:V.D.3.a`).
    TrainSpent {
        train: StandId,
    },
    /// The stand belongs to side `to` now (`easy:VI.A.b`, `easy:V.D.3`).
    SideChanged {
        stand: StandId,
        to: Side,
    },
    /// The referee set the strength of a stand.
    StrengthSet {
        stand: StandId,
        points: u8,
    },
    /// The referee took a stand off the table.
    Removed {
        stand: StandId,
    },
    /// The referee set the clock.
    ClockSet {
        turn: u8,
    },
    /// A change about engineers.
    Engineers(engineers::change::Change),
    /// The referee set an option.
    OptionSet {
        id: String,
        value: String,
    },
    /// Something on the ground was built or destroyed (`easy:V.D.1`).
    GroundChanged(GroundChange),
    Ended(BattleOutcome),
}

/// Applies one event to the state. It decides nothing and never fails.
///
/// The event must come from `judge` for this game, so that its ids are known.
pub fn apply(state: &mut State, event: &Event) {
    // Long, but one arm per event shows in one place what each changes.
    match event {
        Event::TurnBegan { turn } => {
            state.turn = *turn;
            state.phase = Phase::Draw;
            state.engineers.worked.clear();
            state.regrouped.on_the_way.retain(|_, since| since.saturating_add(1) >= *turn);
        }
        Event::WeatherDue => state.phase = Phase::Weather,
        Event::WeatherSet { weather } => {
            state.weather = *weather;
            if state.phase == Phase::Weather {
                state.phase = Phase::Draw;
            }
        }
        Event::ChitJoined { command } => {
            state.cup.push(*command);
            state.cup.sort_unstable();
        }
        Event::ChitDrawn { command } => {
            take_one(&mut state.cup, *command);
            state.served.clear();
        }
        Event::ChitDiscarded { command } => {
            // If none of the command's chits is in hand, one is taken from the cup (`own-chit-spent`).
            let count = |chits: &[CommandId]| chits.iter().filter(|chit| *chit == command).count();
            let all = state.chits_of(*command);
            if count(&state.cup) + count(&state.discards) >= all {
                take_one(&mut state.cup, *command);
            }
            if count(&state.discards) < all {
                state.discards.push(*command);
            }
        }
        Event::ChitsReturned => {
            let Play { cup, discards, regrouped, .. } = &mut state.play;
            cup.append(discards);
            cup.retain(|chit| !regrouped.absorbed.contains(chit));
            state.cup.sort_unstable();
        }
        Event::ActivationBegan { command, picked_by } => {
            if picked_by.is_some()
                && let Some(superior) = state.stack.last_mut()
            {
                superior.picks.push(*command);
            }
            state.served.insert(*command);
            state.stack.push(Activation::new(*command, *picked_by));
            state.phase = Phase::Active;
        }
        Event::StepBegan { step } => with_active(state, |now| now.step = *step),
        Event::StandsRolled { most } => with_active(state, |now| now.most = Some(*most)),
        Event::Listed { stands } => {
            for &id in stands {
                let pose = state.pose(id);
                state.stands[id.index()].activated_at = pose;
            }
            with_active(state, |now| now.list.clone_from(stands));
        }
        Event::GeneralMoved => with_active(state, |now| now.general_moved = true),
        Event::Parked => {
            if let Some(parked) = state.stack.pop() {
                match state.stack.last_mut() {
                    Some(superior) => superior.parked.push(parked),
                    None => state.stack.push(parked),
                }
            }
        }
        Event::Unparked => {
            let next = state
                .stack
                .last_mut()
                .and_then(|superior| (!superior.parked.is_empty()).then(|| superior.parked.remove(0)));
            state.stack.extend(next);
        }
        Event::ActivationEnded => {
            if let Some(ended) = state.stack.pop() {
                for id in ended.list {
                    state.stands[id.index()].activated_at = None;
                }
            }
            state.phase = if state.stack.is_empty() { Phase::Draw } else { Phase::Active };
        }
        Event::Acted { stand } => with_active(state, |now| {
            now.acted.insert(*stand);
        }),
        Event::Placed { stand, pose, .. } => place(state, *stand, Place::Table(*pose)),
        Event::ObstacleCost { .. } | Event::Fired { .. } => {}
        Event::Closed { attacker, defender, edge } => {
            state.closed.insert(Pair(*attacker, *defender), *edge);
        }
        Event::AmmunitionRolled { side, army, chits } | Event::AmmunitionSet { side, army, chits } => {
            with_stock(state, *side, *army, |stock| {
                stock.rolled = true;
                stock.left = Some(*chits);
            });
        }
        Event::AmmunitionSpent { side, army } => with_stock(state, *side, *army, |stock| {
            stock.left = stock.left.map(|left| left.saturating_sub(1));
        }),
        Event::Hit { stand, points, .. } => {
            let hit = &mut state.stands[stand.index()];
            hit.strength = hit.strength.saturating_sub(*points);
            hit.marked = true;
        }
        Event::Eliminated { stand, rallyable, .. } => {
            place(state, *stand, Place::Eliminated { rallyable: *rallyable });
            let gone = &mut state.stands[stand.index()];
            gone.strength = 0;
            gone.marked = true;
            gone.routed = false;
            gone.evading = false;
            gone.square = false;
        }
        Event::GeneralGone { general } => place(state, *general, Place::Off),
        Event::Rallied { stand, pose, points, .. } => {
            place(state, *stand, Place::Table(*pose));
            let start = state.unit(*stand).strength;
            let back = &mut state.stands[stand.index()];
            back.strength = *points;
            back.marked = *points < start;
            back.routed = false;
            back.evading = false;
            back.square = false;
        }
        Event::Routed { stand, on } => state.stands[stand.index()].routed = *on,
        Event::Square { stand, on } => state.stands[stand.index()].square = *on,
        Event::Evading { battery, on } => state.stands[battery.index()].evading = *on,
        Event::Scored { side, points, reason } => {
            let turn = state.turn;
            state.scores.push(Score { side: *side, points: *points, turn, reason: reason.clone() });
        }
        Event::Held { objective, by } => {
            if let Some(holder) = state.holders.get_mut(*objective) {
                *holder = Some(*by);
            }
        }
        Event::Founded(founded) => regroup::roster::found(state, founded),
        Event::Posted { command, pose } => {
            if let Some(general) = state.command(*command).general {
                place(state, general, Place::Table(*pose));
            }
        }
        Event::PostDropped { command } => {
            state.regrouped.unposted.remove(command);
        }
        Event::Attached { stands, to } => regroup::roster::answer(state, stands, *to),
        Event::OnTheWay { stands } => {
            let turn = state.turn;
            let since = stands.iter().map(|stand| (*stand, turn));
            state.regrouped.on_the_way.extend(since);
        }
        Event::Absorbed { command } => {
            state.regrouped.absorbed.insert(*command);
            if let Some(general) =
                state.command(*command).general.filter(|general| state.is_retired(*general))
            {
                place(state, general, Place::Off);
            }
        }
        Event::Combat(change) => combat::change::apply(state, change),
        Event::WagonsReached { stand, wagons, left, zones } => with_active(state, |now| {
            let overrun = now.overruns.entry(*stand).or_default();
            overrun.undecided.clone_from(wagons);
            overrun.left = Some(*left);
            overrun.zones.clone_from(zones);
        }),
        Event::WagonTaken { wagon, by, how, to } => {
            set_side(state, *wagon, *to);
            if *how == Taking::Destroy {
                place(state, *wagon, Place::Eliminated { rallyable: false });
            }
            with_active(state, |now| {
                let overrun = now.overruns.entry(*by).or_default();
                overrun.undecided.retain(|id| id != wagon);
                match how {
                    Taking::Capture => {
                        overrun.captured.insert(*wagon);
                        now.list.push(*wagon);
                        now.list.sort_unstable();
                        now.list.dedup();
                    }
                    Taking::Destroy => overrun.destroyed = true,
                }
            });
        }
        Event::Wrecked { stand, to } => {
            // A wagon scores for the side that destroyed it (`wagon-vp=held`). A pontoon train keeps its side.
            if state.arm(*stand) == Arm::Wagon {
                set_side(state, *stand, *to);
            }
            place(state, *stand, Place::Eliminated { rallyable: false });
            state.pontoons.remove(stand);
        }
        Event::BridgeWorked { train, over, at, built } => {
            let work = Pontoon::Building { over: over.clone(), at: *at, built: *built };
            state.pontoons.insert(*train, work);
        }
        Event::BridgeLeft { train } => {
            state.pontoons.remove(train);
        }
        Event::TrainSpent { train } => {
            state.pontoons.insert(*train, Pontoon::Spent);
        }
        Event::SideChanged { stand, to } => {
            set_side(state, *stand, *to);
            leave_activations(state, *stand);
        }
        Event::StrengthSet { stand, points } => {
            let start = state.unit(*stand).strength;
            let set = &mut state.stands[stand.index()];
            set.strength = *points;
            set.marked = *points < start;
        }
        Event::Removed { stand } => {
            place(state, *stand, Place::Off);
            state.stands[stand.index()].square = false;
        }
        Event::ClockSet { turn } => {
            state.turn = *turn;
            state.engineers.worked.clear();
        }
        Event::Engineers(change) => engineers::change::apply(state, change),
        Event::OptionSet { id, value } => {
            if let Ok(game) = state.game.with_option(id, value) {
                state.game = game;
                state.options_changed.insert(id.clone(), value.clone());
                if !state.options().squares {
                    state.stands.iter_mut().for_each(|stand| stand.square = false);
                }
                regroup::roster::refresh(state);
            }
        }
        Event::GroundChanged(change) => state.change_ground(change),
        Event::Ended(outcome) => state.phase = Phase::Over(outcome.clone()),
    }
}

fn with_stock(state: &mut State, side: Side, army: usize, change: impl FnOnce(&mut Stock)) {
    if let Some(stock) = state.ammunition.iter_mut().find(|stock| (stock.side, stock.army) == (side, army)) {
        change(stock);
    }
}

/// Gives the stand to a side. The side it started on needs no entry.
fn set_side(state: &mut State, stand: StandId, to: Side) {
    if state.unit(stand).side == to {
        state.taken.remove(&stand);
    } else {
        state.taken.insert(stand, to);
    }
}

/// Removes a stand that has changed sides from every activation under way, and from the overruns that it is part of.
fn leave_activations(state: &mut State, stand: StandId) {
    for activation in &mut state.stack {
        activation.list.retain(|id| *id != stand);
        for overrun in activation.overruns.values_mut() {
            overrun.undecided.retain(|wagon| *wagon != stand);
            overrun.captured.remove(&stand);
        }
    }
}

/// Removes one chit of this command, if there is one.
pub(super) fn take_one(chits: &mut Vec<CommandId>, command: CommandId) {
    if let Some(index) = chits.iter().position(|chit| *chit == command) {
        chits.remove(index);
    }
}

fn with_active(state: &mut State, change: impl FnOnce(&mut Activation)) {
    if let Some(now) = state.stack.last_mut() {
        change(now);
    }
}

/// Moves the stand to a place and forgets the edges on which it had closed.
fn place(state: &mut State, stand: StandId, place: Place) {
    if let Some(command) = state.regrouped.founded_by(stand) {
        // Placed by whatever means, the general need not be waited for.
        state.regrouped.unposted.remove(&command);
    }
    state.stands[stand.index()].place = place;
    state.closed.retain(|Pair(attacker, defender), _| *attacker != stand && *defender != stand);
    // Away from here, the stand has no wagon to decide about, and nobody has to decide about it.
    with_active(state, |now| {
        for (by, overrun) in &mut now.overruns {
            overrun.undecided.retain(|wagon| *by != stand && *wagon != stand);
        }
    });
}
