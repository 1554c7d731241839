//! What happens in Easy Napoleonic, and how it changes the state.
//!
//! An event carries its results (faces, losses, poses); [`apply`] rolls nothing and decides nothing.

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

/// Why a stand came to where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum How {
    Moved,
    Entered,
    Withdrew,
    Retreated,
    Routed,
    /// A general moved out of the way, or behind his troops (`easy:III.C.2`, `easy:III.D-dir`).
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
    /// The weather of this turn has to be rolled (`easy:IV.D-variable`).
    WeatherDue,
    /// Now `weather`; the phase goes on to drawing.
    WeatherSet {
        weather: Weather,
    },
    /// A command whose first stands are due puts its chit into the cup.
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
    /// A command begins to act, on its own chit or picked.
    ActivationBegan {
        command: CommandId,
        picked_by: Option<CommandId>,
    },
    /// The topmost activation goes on to this step.
    StepBegan {
        step: Step,
    },
    /// So many stands of the active command may act, its general being poor (`easy:VI.B`).
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
    /// The stand is now there. `path` is how it went, where it went by a path; `cost` in inches of allowance.
    Placed {
        stand: StandId,
        pose: Pose,
        how: How,
        path: Option<Path>,
        cost: f32,
    },
    /// An obstacle took so many printed inches off a move: the die, before `scale` (`easy:II.C.3`, `easy:I.A.1-scale`).
    ObstacleCost {
        stand: StandId,
        inches: u8,
    },
    /// The edge on which a closing move came in (`easy:0.4`).
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
    /// An army has so many ammunition chits (`easy:VI.E`).
    AmmunitionRolled {
        side: Side,
        army: usize,
        chits: u16,
    },
    /// The referee says how many are left to it.
    AmmunitionSet {
        side: Side,
        army: usize,
        chits: u16,
    },
    /// A shot spent one of them.
    AmmunitionSpent {
        side: Side,
        army: usize,
    },
    /// Strength points lost at once.
    Hit {
        stand: StandId,
        points: u8,
        cause: Cause,
    },
    /// Reduced to 0 and removed (`easy:III.D-remove`).
    Eliminated {
        stand: StandId,
        rallyable: bool,
        cause: Cause,
    },
    /// A general off the table (`easy:III.C.2`).
    GeneralGone {
        general: StandId,
    },
    /// The stand is back on the table with this many strength points.
    Rallied {
        stand: StandId,
        pose: Pose,
        points: u8,
        /// The referee brought it back: nobody saw a die (`easy:III.C.1`).
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
    /// Infantry forms squares or leaves them (`easy:VI.G`).
    Square {
        stand: StandId,
        on: bool,
    },
    Scored {
        side: Side,
        points: i32,
        reason: Reason,
    },
    /// An objective changes hands, by index (`easy:IV.C-terrain`).
    Held {
        objective: usize,
        by: Side,
    },
    /// A unit is detached, or a new command formed: it has a chit from now on (`easy:V.A`, `easy:V.C`).
    Founded(Founded),
    /// The general of a founded command is placed.
    Posted {
        command: CommandId,
        pose: Pose,
    },
    /// There was no room for the general of a detached unit: it acts without one.
    PostDropped {
        command: CommandId,
    },
    /// The stands answer to that command from now on (`easy:V.B`).
    Attached {
        stands: Vec<StandId>,
        to: CommandId,
    },
    /// The stands were put under a general who is too far off: they are left time to join him (`easy:V.A`).
    OnTheWay {
        stands: Vec<StandId>,
    },
    /// The command has lost its last stand to another: its chit leaves play (`easy:V.B`).
    Absorbed {
        command: CommandId,
    },
    /// Something in the combats of the topmost activation.
    Combat(combat::change::Change),
    /// A stand has come upon enemy wagons in its move, with this many inches left of it, in these zones
    /// (`easy:VI.A.b`).
    WagonsReached {
        stand: StandId,
        wagons: Vec<StandId>,
        left: f32,
        zones: Vec<StandId>,
    },
    /// A wagon is captured or destroyed for this side by a stand that touches it (`easy:VI.A.b`).
    WagonTaken {
        wagon: StandId,
        by: StandId,
        how: Taking,
        to: Side,
    },
    /// A wagon or a pontoon train is destroyed by the fire of this side (`easy:V.D.3`, `fire-at-wagons`).
    Wrecked {
        stand: StandId,
        to: Side,
    },
    /// A pontoon train has this many inches of its bridge over this line, at this point of it (`easy:V.D.3.a`).
    BridgeWorked {
        train: StandId,
        over: String,
        at: Vec2,
        built: u8,
    },
    /// A pontoon train stops building: what was built is gone (`easy:V.D.3.b`).
    BridgeLeft {
        train: StandId,
    },
    /// A pontoon train has built its bridge (`easy:V.D.3.a`).
    TrainSpent {
        train: StandId,
    },
    /// The stand is now of this side (`easy:VI.A.b`, `easy:V.D.3`).
    SideChanged {
        stand: StandId,
        to: Side,
    },
    /// The referee set the strength of a stand.
    StrengthSet {
        stand: StandId,
        points: u8,
    },
    /// The referee took a stand off.
    Removed {
        stand: StandId,
    },
    /// The referee set the clock.
    ClockSet {
        turn: u8,
    },
    /// Something about engineers.
    Engineers(engineers::change::Change),
    /// The referee set an option.
    OptionSet {
        id: String,
        value: String,
    },
    /// Something was built or destroyed (`easy:V.D.1`).
    GroundChanged(GroundChange),
    Ended(BattleOutcome),
}

/// Changes the state by one event that `judge` gave for this game: its ids are known. Total, and decides nothing.
pub fn apply(state: &mut State, event: &Event) {
    // One arm an event, long as that is: what each changes is read in one place.
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
            // A chit is spent out of the cup where none is in hand (`own-chit-spent`).
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
            // Whoever destroyed a wagon last scores for it (`wagon-vp=held`); a train stays whose it was.
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

/// Gives the stand to a side; its own it is without further mark.
fn set_side(state: &mut State, stand: StandId, to: Side) {
    if state.unit(stand).side == to {
        state.taken.remove(&stand);
    } else {
        state.taken.insert(stand, to);
    }
}

/// Of another side now, the stand acts in no activation under way, and nobody there decides about it or has captured it.
fn leave_activations(state: &mut State, stand: StandId) {
    for activation in &mut state.stack {
        activation.list.retain(|id| *id != stand);
        for overrun in activation.overruns.values_mut() {
            overrun.undecided.retain(|wagon| *wagon != stand);
            overrun.captured.remove(&stand);
        }
    }
}

/// Takes one chit of this command out.
fn take_one(chits: &mut Vec<CommandId>, command: CommandId) {
    if let Some(index) = chits.iter().position(|chit| *chit == command) {
        chits.remove(index);
    }
}

fn with_active(state: &mut State, change: impl FnOnce(&mut Activation)) {
    if let Some(now) = state.stack.last_mut() {
        change(now);
    }
}

/// Puts the stand there and forgets the edges on which it had closed.
fn place(state: &mut State, stand: StandId, place: Place) {
    if let Some(command) = state.regrouped.founded_by(stand) {
        // However he came there, nobody waits for him any more.
        state.regrouped.unposted.remove(&command);
    }
    state.stands[stand.index()].place = place;
    state.closed.retain(|Pair(attacker, defender), _| *attacker != stand && *defender != stand);
    // Whoever is put elsewhere has nothing to decide there any more, nor has his captor.
    with_active(state, |now| {
        for (by, overrun) in &mut now.overruns {
            overrun.undecided.retain(|wagon| *by != stand && *wagon != stand);
        }
    });
}
