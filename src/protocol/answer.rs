//! What is answered, and how the game's own things are put into it.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::casebook::orders::{RawFiat, RawLeg, RawOrder, RawReaction};
use crate::desk::{Desk, Entry, Record, Thrower};
use crate::dice::{Cast, Throw};
use crate::rules::easy::state::{Phase, Place, State};
use crate::rules::easy::{self, CommandId, Easy, Event, Order, Reaction, Refusal, StandId};
use crate::rules::working::{Measured, Note, Sense};
use crate::rules::{Due, FiatAct, Refused, RuleSet, Viewer};
use crate::scenario::Side;
use crate::table::{Leg, Path, Pose, Vec2};

/// An answer: an object with one of these keys, and the `id` of the request where it had one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Scenarios(Vec<WireScenario>),
    /// A game has begun or was opened.
    Opened(WireOpened),
    Due(WireDue),
    /// An order, a fiat, was accepted.
    Done(WireEntry),
    /// The rules refuse the order; nothing has changed.
    Refused(WireRefusal),
    /// The order is legal so far; roll this and send it again with all dice so far. Nothing has changed.
    NeedsDice(WireThrow),
    Odds(Vec<WireChance>),
    Reach(WireReach),
    Way(WireWay),
    /// Orders were taken back.
    Undone(WireUndone),
    /// The game stands after another entry now.
    Moved(WireMoved),
    /// The game as the referee, or a side, sees it.
    State(Box<WireState>),
    Journal(Vec<WireEntry>),
    /// The request cannot be done; nothing has changed.
    Error(WireError),
}

/// A place: x, y, and the heading in degrees.
pub type At = (f32, f32, f32);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireScenario {
    pub id: String,
    pub name: String,
    pub rules: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireOpened {
    pub scenario: String,
    pub name: String,
    pub seed: u64,
    /// Entries of the record so far.
    pub entries: usize,
    /// What was amiss with the journal.
    pub notices: Vec<String>,
    pub due: WireTurn,
}

/// Whose decision it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireTurn {
    /// The side's id; null: the referee.
    pub side: Option<String>,
    pub clause: String,
    pub prompt: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireDue {
    #[serde(flatten)]
    pub turn: WireTurn,
    pub offers: Vec<WireOffer>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireOffer {
    pub kind: String,
    pub words: String,
    /// The order stands for others like it, within its limits.
    pub family: bool,
    /// Legal as it stands.
    pub order: RawOrder,
}

/// One entry of the record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireEntry {
    pub number: usize,
    /// `order`, `undo`, `redo`, `branch`.
    pub kind: String,
    /// The order as it is said, and what happened, line by line.
    pub words: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<WireEvent>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub working: Vec<WireNote>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<WireCast>,
    /// What is due after an order that was just given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<WireTurn>,
}

/// One thing that happened. Only what applies to its kind is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireEvent {
    /// `placed`, `hit`, `eliminated` and so on.
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand: Option<String>,
    /// The other stand it concerns: the target, the defender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
    /// Strength points, victory points, hits, or inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// Inches of allowance spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// What more there is to say: the step, the weather, how a stand came there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// One step of the working.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireNote {
    pub clause: String,
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<WireModifier>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<WireMeasured>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireModifier {
    pub value: i32,
    pub why: String,
    pub clause: String,
}

/// A measured line with its limit, in inches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireMeasured {
    pub what: String,
    pub from: (f32, f32),
    pub to: (f32, f32),
    pub value: f32,
    pub limit: f32,
    /// `at-most`: passes up to the limit; `at-least`: from the limit on.
    pub sense: String,
    /// Inches on the good side of the limit; negative: beyond it.
    pub margin: f32,
    /// Too near the limit for stands placed by hand.
    pub close: bool,
}

/// A throw and what it said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireCast {
    #[serde(flatten)]
    pub throw: WireThrow,
    /// Empty where only the count is known.
    pub faces: Vec<u16>,
    pub value: u32,
    /// The players made it and it was typed; left out: the program made it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub typed: bool,
}

/// A throw that is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireThrow {
    pub dice: u8,
    pub sides: u16,
    pub why: String,
    pub clause: String,
    /// The lowest face that hits, where faces hit or miss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits_on: Option<u16>,
    /// The side that rolls; left out: the referee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What each face stands for, where it is no number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireRefusal {
    /// `over-allowance`.
    pub code: String,
    pub clause: String,
    /// The whole sentence.
    pub text: String,
    pub remedy: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<WireMeasured>,
    /// The last place on the way that was legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_legal: Option<At>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireChance {
    pub probability: f64,
    pub result: String,
}

/// Where a stand can go with one heading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireReach {
    pub stand: String,
    pub heading: f32,
    /// Inches of allowance.
    pub allowance: f32,
    /// Size of a cell in inches, and how many cells the centre can reach.
    pub cell: f32,
    pub count: usize,
    /// The edge of the reachable ground: closed lines of points for the centre.
    pub outline: Vec<Vec<(f32, f32)>>,
}

/// The cheapest way to a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireWay {
    pub stand: String,
    /// The place can be reached; otherwise the way goes as far toward it as it may.
    pub reached: bool,
    pub path: Vec<RawLeg>,
    pub end: At,
    /// Inches of allowance.
    pub cost: f32,
    /// Enemies that are touched at the end.
    pub touches: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireUndone {
    /// The entry after which the game stands; 0: the start.
    pub at: usize,
    pub orders: usize,
    /// Dice had been rolled.
    pub dice_seen: bool,
    /// A hidden strength had been seen.
    pub hidden_seen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireMoved {
    /// The entry after which the game stands; 0: the start.
    pub at: usize,
}

/// The game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireState {
    pub scenario: String,
    pub turn: u8,
    pub turns: u8,
    pub clock: String,
    pub weather: String,
    /// `weather`, `draw`, `active`, `over`.
    pub phase: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<WireActive>,
    /// Chits in the cup and in the discards, by command id.
    pub cup: Vec<String>,
    pub discards: Vec<String>,
    pub sides: Vec<WireSide>,
    pub objectives: Vec<WireObjective>,
    pub stands: Vec<WireStand>,
    /// How it ended: `decisive`, and for whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<WireResult>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireActive {
    pub command: String,
    pub step: String,
    pub stands: Vec<String>,
    pub acted: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireSide {
    pub id: String,
    pub name: String,
    /// Points so far, without objectives.
    pub points: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireObjective {
    pub id: String,
    pub name: String,
    pub points: u8,
    pub held_by: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireStand {
    pub id: String,
    pub badge: u16,
    pub name: String,
    pub side: String,
    pub command: String,
    pub arm: String,
    /// `table`, `reserve`, `eliminated`, `lost`, `off`.
    pub place: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
    /// Strength points left; null where the viewer may not know.
    pub strength: Option<u8>,
    pub began_with: u8,
    pub marked: bool,
    pub routed: bool,
    pub evading: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireResult {
    pub level: String,
    pub winner: Option<String>,
    pub points: [i32; 2],
}

/// What was wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireError {
    /// `not-json`, `too-long`, `unknown-message`, `bad-message`, `no-game`, `bad-order`, `bad-dice`, `bad-position`,
    /// `cannot-open`, `cannot-write`, `cannot-step`.
    pub code: String,
    /// What is wrong and what would be accepted.
    pub text: String,
}

impl WireError {
    pub fn new(code: &str, text: impl Display) -> Self {
        Self { code: code.to_owned(), text: format!("{text}") }
    }
}

pub fn at(pose: Pose) -> At {
    (pose.at.x, pose.at.y, pose.heading.degrees())
}

fn pair(point: Vec2) -> (f32, f32) {
    (point.x, point.y)
}

/// Turns the game's own things into the wire's, by the state they belong to.
#[derive(Clone, Copy, Debug)]
pub struct Wire<'a>(pub &'a State);

impl Wire<'_> {
    pub fn key(&self, id: StandId) -> String {
        self.0.unit(id).key.clone()
    }

    fn command(&self, id: CommandId) -> String {
        self.0.command(id).key.clone()
    }

    fn side(&self, side: Side) -> String {
        self.0.game.scenario.sides.get(side.index()).map(|side| side.id.clone()).unwrap_or_default()
    }

    pub fn turn(&self, due: &Due<Order>) -> WireTurn {
        WireTurn {
            side: due.side.map(|side| self.side(side)),
            clause: due.clause.to_owned(),
            prompt: due.prompt.clone(),
        }
    }

    pub fn due(&self, due: &Due<Order>, kind: Option<&str>) -> WireDue {
        let offers = due.offers.iter().filter(|offer| kind.is_none_or(|kind| offer.kind == kind));
        WireDue {
            turn: self.turn(due),
            offers: offers
                .map(|offer| WireOffer {
                    kind: offer.kind.to_owned(),
                    words: offer.words.clone(),
                    family: offer.family,
                    order: self.order(&offer.order),
                })
                .collect(),
        }
    }

    pub fn measured(&self, measured: &Measured) -> WireMeasured {
        WireMeasured {
            what: measured.what.clone(),
            from: pair(measured.from),
            to: pair(measured.to),
            value: measured.value,
            limit: measured.limit,
            sense: match measured.sense {
                Sense::AtMost => "at-most",
                Sense::AtLeast => "at-least",
            }
            .to_owned(),
            margin: measured.margin(),
            close: measured.is_close(),
        }
    }

    pub fn note(&self, note: &Note) -> WireNote {
        let modifiers = note.modifiers.iter().map(|modifier| WireModifier {
            value: modifier.value,
            why: modifier.why.clone(),
            clause: modifier.clause.to_owned(),
        });
        WireNote {
            clause: note.clause.to_owned(),
            text: note.text.clone(),
            modifiers: modifiers.collect(),
            measured: note.measured.as_ref().map(|measured| self.measured(measured)),
        }
    }

    pub fn throw(&self, throw: &Throw) -> WireThrow {
        WireThrow {
            dice: throw.dice,
            sides: throw.sides,
            why: throw.why.clone(),
            clause: throw.clause.to_string(),
            hits_on: throw.lowest_hit(),
            by: throw.by.map(|side| self.side(Side(side))),
            names: throw.names.clone(),
        }
    }

    fn cast(&self, cast: &Cast, by: Thrower) -> WireCast {
        WireCast {
            throw: self.throw(&cast.throw),
            faces: cast.answer.faces.clone(),
            value: cast.answer.value,
            typed: by == Thrower::Players,
        }
    }

    pub fn refusal(&self, refusal: &Refusal) -> WireRefusal {
        WireRefusal {
            code: refusal.code.name().to_owned(),
            clause: refusal.clause().to_owned(),
            text: refusal.to_string(),
            remedy: refusal.remedy.clone(),
            measured: refusal.measured.as_ref().map(|measured| self.measured(measured)),
            last_legal: refusal.last_legal.map(at),
        }
    }

    /// An order of the record, as this viewer may hear it.
    pub fn entry(&self, desk: &Desk<Easy>, entry: &Entry<Easy>, viewer: Viewer) -> WireEntry {
        WireEntry {
            number: entry.number,
            kind: "order".into(),
            words: desk.entry_words(entry, viewer),
            events: entry.events.iter().map(|event| self.event(event, viewer)).collect(),
            working: desk.entry_working(entry, viewer).into_iter().map(|note| self.note(note)).collect(),
            dice: entry.casts.iter().zip(&entry.throwers).map(|(cast, by)| self.cast(cast, *by)).collect(),
            due: None,
        }
    }

    /// Any entry of the record, as this viewer may hear it.
    pub fn record(&self, desk: &Desk<Easy>, index: usize, viewer: Viewer) -> Option<WireEntry> {
        let plain = |kind: &str, words: String| WireEntry {
            number: index + 1,
            kind: kind.into(),
            words: vec![words],
            ..WireEntry::default()
        };
        Some(match desk.records().get(index)? {
            Record::Order(entry) => self.entry(desk, entry, viewer),
            Record::Undo { .. } => plain("undo", desk.step_words(index, viewer)),
            Record::Redo { .. } => plain("redo", desk.step_words(index, viewer)),
            Record::Branch { .. } => plain("branch", desk.step_words(index, viewer)),
        })
    }

    /// The game as `self` has it: the whole state, or what a side may know of it.
    pub fn state(&self) -> WireState {
        let state = self.0;
        let scenario = &state.game.scenario;
        let keys = |ids: &[CommandId]| ids.iter().map(|id| self.command(*id)).collect();
        let (phase, result) = match &state.phase {
            Phase::Weather => ("weather", None),
            Phase::Draw => ("draw", None),
            Phase::Active => ("active", None),
            Phase::Over(outcome) => (
                "over",
                Some(WireResult {
                    level: outcome.level.name().into(),
                    winner: outcome.winner.map(|side| self.side(side)),
                    points: outcome.points,
                }),
            ),
        };
        let points = state.points();
        WireState {
            scenario: scenario.id.clone(),
            turn: state.turn,
            turns: scenario.turns,
            clock: scenario.clock(state.turn),
            weather: easy::words::weather(state.weather).into(),
            phase: phase.into(),
            active: state.active().map(|now| WireActive {
                command: self.command(now.command),
                step: now.step.name().into(),
                stands: now.list.iter().map(|id| self.key(*id)).collect(),
                acted: now.acted.iter().map(|id| self.key(*id)).collect(),
            }),
            cup: keys(&state.cup),
            discards: keys(&state.discards),
            sides: Side::BOTH
                .into_iter()
                .map(|side| WireSide {
                    id: self.side(side),
                    name: state.say_side(side).to_owned(),
                    points: points[side.index()],
                })
                .collect(),
            objectives: scenario
                .objectives
                .iter()
                .zip(&state.holders)
                .map(|(objective, holder)| WireObjective {
                    id: objective.id.clone(),
                    name: objective.name.clone(),
                    points: objective.points,
                    held_by: holder.map(|side| self.side(side)),
                })
                .collect(),
            stands: state.ids().map(|id| self.stand(id)).collect(),
            result,
        }
    }

    fn stand(&self, id: StandId) -> WireStand {
        let (unit, stand) = (self.0.unit(id), self.0.stand(id));
        WireStand {
            id: unit.key.clone(),
            badge: unit.badge,
            name: unit.name.clone(),
            side: self.side(unit.side),
            command: self.command(unit.command),
            arm: unit.arm.name().into(),
            place: match stand.place {
                Place::Table(_) => "table",
                Place::Reserve => "reserve",
                Place::Eliminated { rallyable: true } => "eliminated",
                Place::Eliminated { rallyable: false } => "lost",
                Place::Off => "off",
            }
            .into(),
            at: self.0.pose(id).map(at),
            strength: (!stand.hidden).then_some(stand.strength),
            began_with: unit.strength,
            marked: stand.marked,
            routed: stand.routed,
            evading: stand.evading,
        }
    }

    pub fn legs(&self, path: &Path) -> Vec<RawLeg> {
        let leg = |leg: &Leg| match *leg {
            Leg::Slide(by) => RawLeg::Slide(by.x, by.y),
            Leg::Turn { pivot, angle } if pivot == Vec2::ZERO => RawLeg::Turn(angle.to_degrees()),
            Leg::Turn { pivot, angle } => RawLeg::TurnAbout(pivot.x, pivot.y, angle.to_degrees()),
        };
        path.legs.iter().map(leg).collect()
    }

    /// An order as it is written on the wire.
    pub fn order(&self, order: &Order) -> RawOrder {
        let key = |id: &StandId| self.key(*id);
        let shares = |shares: &[(StandId, u8)]| shares.iter().map(|(id, n)| (key(id), *n)).collect();
        match order {
            Order::RollWeather => RawOrder::RollWeather,
            Order::Draw => RawOrder::Draw,
            Order::Rally { stand, pose } => RawOrder::Rally { stand: key(stand), at: at(*pose) },
            Order::MoveGeneral { path } => RawOrder::MoveGeneral(self.legs(path)),
            Order::Pick { command } => RawOrder::Pick(self.command(*command)),
            Order::Activate { stands } => RawOrder::Activate(stands.iter().map(key).collect()),
            Order::Enter { stand, along, path } => {
                RawOrder::Enter { stand: key(stand), along: *along, path: self.legs(path) }
            }
            Order::React { battery, reaction } => RawOrder::React {
                battery: key(battery),
                reaction: match reaction {
                    Reaction::Evade => RawReaction::Evade,
                    Reaction::Fire => RawReaction::Fire,
                    Reaction::Stand => RawReaction::Stand,
                },
            },
            Order::OpeningFire { enemy } => RawOrder::OpeningFire(key(enemy)),
            Order::Continue { stand } => RawOrder::Continue(key(stand)),
            Order::Withdraw { stand, path } => {
                RawOrder::Withdraw { stand: key(stand), path: self.legs(path) }
            }
            Order::Move { stand, path } => RawOrder::Move { stand: key(stand), path: self.legs(path) },
            Order::Fire { battery, target } => RawOrder::Fire { battery: key(battery), target: key(target) },
            Order::EndMoves => RawOrder::EndMoves,
            Order::Declare { attacks } => RawOrder::Declare(
                attacks.iter().map(|(attacker, defender)| (key(attacker), key(defender))).collect(),
            ),
            Order::Resolve { combat } => RawOrder::Resolve(*combat),
            Order::PlaceHits { shooter, hits } => {
                RawOrder::PlaceHits { shooter: key(shooter), hits: shares(hits) }
            }
            Order::Split { attacker, dice } => {
                RawOrder::Split { attacker: key(attacker), dice: shares(dice) }
            }
            Order::Retreat { stand, direction } => {
                RawOrder::Retreat { stand: key(stand), direction: direction.map(|heading| heading.degrees()) }
            }
            Order::Finish => RawOrder::Finish,
            Order::Fiat(fiat) => RawOrder::Fiat {
                act: self.fiat(&fiat.act),
                reason: fiat.reason.clone(),
                clause: fiat.clause.clone(),
            },
        }
    }

    fn fiat(&self, act: &FiatAct) -> RawFiat {
        match act {
            FiatAct::Place { stand, pose } => RawFiat::Place { stand: stand.clone(), at: at(*pose) },
            FiatAct::Strength { stand, points } => {
                RawFiat::Strength { stand: stand.clone(), points: *points }
            }
            FiatAct::Remove { stand } => RawFiat::Remove { stand: stand.clone() },
            FiatAct::BringBack { stand, pose, points } => {
                RawFiat::BringBack { stand: stand.clone(), at: at(*pose), points: *points }
            }
            FiatAct::Award { side, points } => RawFiat::Award { side: self.side(*side), points: *points },
            FiatAct::Turn { turn } => RawFiat::Turn(*turn),
        }
    }

    /// What happened, in the wire's fields, as far as this viewer may know.
    pub fn event(&self, event: &Event, viewer: Viewer) -> WireEvent {
        let kind = |kind: &str| WireEvent { kind: kind.into(), ..WireEvent::default() };
        let of_stand = |name: &str, id: &StandId| WireEvent { stand: Some(self.key(*id)), ..kind(name) };
        let of_command =
            |name: &str, id: &CommandId| WireEvent { command: Some(self.command(*id)), ..kind(name) };
        let plus = |points: u8| Some(i32::from(points));
        match event {
            Event::TurnBegan { turn } => WireEvent { turn: Some(*turn), ..kind("turn-began") },
            Event::WeatherDue => kind("weather-due"),
            Event::WeatherSet { weather } => {
                let detail = easy::words::weather(*weather).to_owned();
                WireEvent { detail: Some(detail), ..kind("weather-set") }
            }
            Event::ChitJoined { command } => of_command("chit-joined", command),
            Event::ChitDrawn { command } => of_command("chit-drawn", command),
            Event::ChitDiscarded { command } => of_command("chit-discarded", command),
            Event::ChitsReturned => kind("chits-returned"),
            Event::ActivationBegan { command, picked_by } => WireEvent {
                detail: picked_by.map(|by| format!("picked by {}", self.command(by))),
                ..of_command("activation-began", command)
            },
            Event::StepBegan { step } => WireEvent { detail: Some(step.name().into()), ..kind("step-began") },
            Event::Listed { stands } => {
                let keys: Vec<String> = stands.iter().map(|id| self.key(*id)).collect();
                WireEvent { detail: Some(keys.join(" ")), ..kind("listed") }
            }
            Event::GeneralMoved => kind("general-moved"),
            Event::Parked => kind("parked"),
            Event::Unparked => kind("unparked"),
            Event::ActivationEnded => kind("activation-ended"),
            Event::Acted { stand } => of_stand("acted", stand),
            Event::Placed { stand, pose, how, cost, .. } => WireEvent {
                at: Some(at(*pose)),
                cost: Some(*cost),
                detail: Some(format!("{how:?}").to_lowercase()),
                ..of_stand("placed", stand)
            },
            Event::ObstacleCost { stand, inches } => {
                WireEvent { points: plus(*inches), ..of_stand("obstacle-cost", stand) }
            }
            Event::Closed { attacker, defender, edge } => WireEvent {
                other: Some(self.key(*defender)),
                detail: Some(format!("{edge:?}").to_lowercase()),
                ..of_stand("closed", attacker)
            },
            Event::Fired { battery, target, hits } => WireEvent {
                other: Some(self.key(*target)),
                points: plus(*hits),
                ..of_stand("fired", battery)
            },
            Event::Hit { stand, points, cause } => WireEvent {
                points: plus(*points),
                detail: Some(format!("{cause:?}").to_lowercase()),
                ..of_stand("hit", stand)
            },
            Event::Eliminated { stand, rallyable, .. } => {
                WireEvent { on: Some(*rallyable), ..of_stand("eliminated", stand) }
            }
            Event::GeneralGone { general } => of_stand("general-gone", general),
            Event::Rallied { stand, pose, points, fiat } => {
                let known = !(*fiat && easy::hides_return(self.0, *stand, u16::from(*points), viewer));
                let points = plus(*points).filter(|_| known);
                WireEvent { at: Some(at(*pose)), points, ..of_stand("rallied", stand) }
            }
            Event::Routed { stand, on } => WireEvent { on: Some(*on), ..of_stand("routed", stand) },
            Event::Evading { battery, on } => WireEvent { on: Some(*on), ..of_stand("evading", battery) },
            Event::Scored { side, points, .. } => {
                WireEvent { side: Some(self.side(*side)), points: Some(*points), ..kind("scored") }
            }
            Event::Held { objective, by } => WireEvent {
                side: Some(self.side(*by)),
                detail: self.0.game.scenario.objectives.get(*objective).map(|objective| objective.id.clone()),
                ..kind("held")
            },
            Event::Combat(_) => WireEvent { detail: Easy::say_event(self.0, event), ..kind("combat") },
            Event::StrengthSet { stand, points } => {
                let known = !viewer.is_enemy_of(self.0.side(*stand));
                WireEvent { points: plus(*points).filter(|_| known), ..of_stand("strength-set", stand) }
            }
            Event::Removed { stand } => of_stand("removed", stand),
            Event::ClockSet { turn } => WireEvent { turn: Some(*turn), ..kind("clock-set") },
            Event::Ended(outcome) => WireEvent {
                side: outcome.winner.map(|side| self.side(side)),
                detail: Some(outcome.level.name().into()),
                ..kind("ended")
            },
        }
    }
}
