//! The Easy rules over the wire: stands, places in inches, paths of legs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spelling::{Acts, Reader, legs};
use crate::state::{Phase, Place, State};
use crate::{CommandId, Event, Position, StandId, reach, words};
use game::options::Options;
use game::{AskFault, Battles, RuleSet, SpeltWay, Summary, Tells, Viewer};
use scenario::{Scenario, Side};
use table::measure::{outside_by, overlap_depth};
use table::tolerance::OVERLAP;
use table::{Heading, Pose};

use super::engineers::change::Change;
use super::rule_set::Easy;

/// More stands than this are not taken in a position.
const MOST_STANDS: usize = 1000;

/// Inches or degrees beyond this are a slip.
const FARTHEST: f32 = 1e4;

/// A stand that is picked up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReachQuestion {
    /// Its id or badge.
    pub stand: String,
    /// The heading it is to end with, in degrees; left out: the one it has.
    #[serde(default)]
    pub heading: Option<f32>,
    /// A place (x, y, heading) to which the cheapest way is wanted, in place of the whole reach.
    #[serde(default)]
    pub to: Option<(f32, f32, f32)>,
}

/// What can be asked beside what all rules have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Where a stand can go.
    Reach(ReachQuestion),
}

/// What is answered to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    Reach(WireReach),
    Way(WireWay),
}

/// A place: x, y, and the heading in degrees.
pub type At = (f32, f32, f32);

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
    pub path: SpeltWay<Easy>,
    pub end: At,
    /// Inches of allowance.
    pub cost: f32,
    /// Enemies that are touched at the end.
    pub touches: Vec<String>,
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
    /// Ammunition by army, where it is counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ammunition: Vec<WireStock>,
    pub objectives: Vec<WireObjective>,
    pub stands: Vec<WireStand>,
    /// Commands founded since the battle began: detached units and new commands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub founded: Vec<WireCommand>,
    /// Commands that others have absorbed, by id: their chits leave play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absorbed: Vec<String>,
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

/// A command that was founded in the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireCommand {
    pub id: String,
    pub name: String,
    pub side: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<String>,
    /// The stand of its general.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireSide {
    pub id: String,
    pub name: String,
    /// Points so far, without objectives.
    pub points: i32,
}

/// The ammunition chits of one army.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireStock {
    pub side: String,
    pub army: String,
    /// Null before it has been rolled, and where the viewer may not know.
    pub left: Option<u16>,
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
    /// Infantry in squares; left out where it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub square: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireResult {
    pub level: String,
    pub winner: Option<String>,
    pub points: [i32; 2],
}

pub fn at(pose: Pose) -> At {
    (pose.at.x, pose.at.y, pose.heading.degrees())
}

impl Tells for Easy {
    type Acts = Acts;
    type Happened = WireEvent;
    type Whole = WireState;
    type Position = Position;
    const POSITION: &'static str = "position";
    type Ask = Ask;
    const ASKS: &'static [&'static str] = &["reach"];
    type Answered = Answered;

    fn side_id(state: &State, side: Side) -> String {
        state.side_id(side)
    }

    fn side(state: &State, name: &str) -> Result<Side, String> {
        Reader::new(state).side(name).map_err(|fault| fault.to_string())
    }

    fn happened(state: &State, event: &Event, viewer: Viewer) -> WireEvent {
        Teller(state).event(event, viewer)
    }

    fn whole(state: &State) -> WireState {
        Teller(state).state()
    }

    fn summary(state: &State) -> Summary {
        super::summary::summary(state)
    }

    fn ask(state: &State, Ask::Reach(asked): &Ask) -> Result<Answered, AskFault> {
        let id = Reader::new(state).stand(&asked.stand).map_err(|fault| AskFault::new("bad-order", fault))?;
        let numbers = asked.to.into_iter().flat_map(|(x, y, h)| [x, y, h]).chain(asked.heading);
        if let Some(wrong) = numbers.into_iter().find(|number| !number.is_finite() || number.abs() > FARTHEST)
        {
            return Err(AskFault::new("bad-order", format!("{wrong} is no place or heading on a table")));
        }
        let off = || AskFault::new("bad-order", format!("stand {} is not on the table", asked.stand));
        let wire = Teller(state);
        if let Some(to) = asked.to {
            let goal = Reader::new(state).pose(to);
            let planned = reach::plan(state, id, goal).ok_or_else(off)?;
            let (reached, path) = match planned {
                Ok(plan) => {
                    let beside = reach::beside_engineers(state, id, goal, &plan.path);
                    (true, beside.unwrap_or(plan.path))
                }
                Err(failure) => (false, failure.path),
            };
            // What is told is what an order of this path would bring.
            let (walk, refusal) = reach::walk(state, id, &path).ok_or_else(off)?;
            return Ok(Answered::Way(WireWay {
                stand: wire.key(id),
                reached: reached && refusal.is_none(),
                path: SpeltWay::new(legs(&walk.path)),
                end: at(walk.end),
                cost: walk.cost,
                touches: walk.contacts.iter().map(|touch| wire.key(touch.enemy)).collect(),
            }));
        }
        let pose = state.pose(id).ok_or_else(off)?;
        let heading = asked.heading.map_or(pose.heading, Heading::from_degrees);
        let found = reach::reach(state, id, heading).ok_or_else(off)?;
        let outline = found.outline().into_iter();
        Ok(Answered::Reach(WireReach {
            stand: wire.key(id),
            heading: heading.degrees(),
            allowance: reach::allowance(state, id),
            cell: found.cell,
            count: found.count(),
            outline: outline.map(|line| line.into_iter().map(|point| (point.x, point.y)).collect()).collect(),
        }))
    }

    fn set_up(position: &Position, _battles: Battles<'_, Scenario>) -> Result<State, String> {
        set_up(position)
    }

    fn beginning(state: &State) -> (Scenario, Options) {
        (state.game.scenario.clone(), state.game.chosen.clone())
    }
}

/// A position as a game, with stands where stands can be.
fn set_up(position: &Position) -> Result<State, String> {
    let state = position.set_up().map_err(|fault| fault.to_string())?;
    if state.phase == Phase::Draw && state.cup.is_empty() {
        return Err("there is no chit to draw: give a stand, and leave a command out of discards".to_owned());
    }
    let size = state.game.scenario.ground.size;
    let placed: Vec<_> = state.on_table().collect();
    if placed.len() > MOST_STANDS {
        return Err(format!("{} stands are on the table: it takes {MOST_STANDS}", placed.len()));
    }
    for (index, (id, stand)) in placed.iter().enumerate() {
        let name = &state.unit(*id).key;
        if outside_by(*stand, size) > OVERLAP {
            return Err(format!("stand {name} lies off the table, which is {} by {} in", size.x, size.y));
        }
        for (other, under) in &placed[..index] {
            if overlap_depth(*stand, *under) > OVERLAP {
                return Err(format!(
                    "stand {name} lies on stand {}: move one of them",
                    state.unit(*other).key
                ));
            }
        }
    }
    Ok(state)
}

/// Turns the game's own things into the wire's, by the state they belong to.
#[derive(Clone, Copy, Debug)]
struct Teller<'a>(&'a State);

impl Teller<'_> {
    fn side(&self, side: Side) -> String {
        Easy::side_id(self.0, side)
    }

    fn key(&self, id: StandId) -> String {
        self.0.key(id)
    }

    fn command(&self, id: CommandId) -> String {
        self.0.command_key(id)
    }

    fn keys(&self, stands: &[StandId]) -> String {
        stands.iter().map(|id| self.key(*id)).collect::<Vec<_>>().join(" ")
    }

    /// The game as `self` has it: the whole state, or what a side may know of it.
    fn state(&self) -> WireState {
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
            weather: state.weather.words().into(),
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
            ammunition: state
                .ammunition
                .iter()
                .map(|stock| WireStock {
                    side: self.side(stock.side),
                    army: scenario.sides[stock.side.index()].armies[stock.army].id.clone(),
                    left: stock.left,
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
            founded: state.regrouped.founded.iter().map(|founded| self.founded(founded.command)).collect(),
            absorbed: state.regrouped.absorbed.iter().map(|id| self.command(*id)).collect(),
            result,
        }
    }

    fn founded(&self, id: CommandId) -> WireCommand {
        let info = self.0.command(id);
        WireCommand {
            id: info.key.clone(),
            name: info.name.clone(),
            side: self.side(info.side),
            under: info.under.map(|above| self.command(above)),
            general: info.general.map(|general| self.key(general)),
        }
    }

    fn stand(&self, id: StandId) -> WireStand {
        let (unit, stand) = (self.0.unit(id), self.0.stand(id));
        WireStand {
            id: unit.key.clone(),
            badge: unit.badge,
            name: unit.name.clone(),
            side: self.side(self.0.side(id)),
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
            square: stand.square,
        }
    }

    /// What happened, in the wire's fields, as far as this viewer may know.
    fn event(&self, event: &Event, viewer: Viewer) -> WireEvent {
        let kind = |kind: &str| WireEvent { kind: kind.into(), ..WireEvent::default() };
        let of_stand = |name: &str, id: &StandId| WireEvent { stand: Some(self.key(*id)), ..kind(name) };
        let of_command =
            |name: &str, id: &CommandId| WireEvent { command: Some(self.command(*id)), ..kind(name) };
        let plus = |points: u8| Some(i32::from(points));
        match event {
            Event::TurnBegan { turn } => WireEvent { turn: Some(*turn), ..kind("turn-began") },
            Event::WeatherDue => kind("weather-due"),
            Event::WeatherSet { weather } => {
                let detail = weather.words().to_owned();
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
            Event::StandsRolled { most } => WireEvent { points: plus(*most), ..kind("stands-rolled") },
            Event::Listed { stands } => WireEvent { detail: Some(self.keys(stands)), ..kind("listed") },
            Event::Founded(founded) => WireEvent {
                detail: Some(self.keys(&founded.stands)),
                ..of_command("founded", &founded.command)
            },
            Event::Posted { command, pose } => {
                WireEvent { at: Some(at(*pose)), ..of_command("posted", command) }
            }
            Event::PostDropped { command } => of_command("post-dropped", command),
            Event::Attached { stands, to } => {
                WireEvent { detail: Some(self.keys(stands)), ..of_command("attached", to) }
            }
            Event::OnTheWay { stands } => WireEvent { detail: Some(self.keys(stands)), ..kind("on-the-way") },
            Event::Absorbed { command } => of_command("absorbed", command),
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
            Event::AmmunitionRolled { side, chits, .. } => WireEvent {
                side: Some(self.side(*side)),
                points: (!viewer.is_enemy_of(*side)).then_some(i32::from(*chits)),
                ..kind("ammunition-rolled")
            },
            Event::AmmunitionSet { side, chits, .. } => WireEvent {
                side: Some(self.side(*side)),
                points: (!viewer.is_enemy_of(*side)).then_some(i32::from(*chits)),
                ..kind("ammunition-set")
            },
            Event::AmmunitionSpent { side, .. } => {
                WireEvent { side: Some(self.side(*side)), ..kind("ammunition-spent") }
            }
            Event::Hit { stand, points, cause } => WireEvent {
                // All that it had left: how much that was, this viewer may not know.
                points: plus(*points).filter(|points| *points > 0),
                detail: Some(format!("{cause:?}").to_lowercase()),
                ..of_stand("hit", stand)
            },
            Event::Eliminated { stand, rallyable, .. } => {
                WireEvent { on: Some(*rallyable), ..of_stand("eliminated", stand) }
            }
            Event::GeneralGone { general } => of_stand("general-gone", general),
            Event::Rallied { stand, pose, points, fiat } => {
                let known = !(*fiat && crate::hides_return(self.0, *stand, u16::from(*points), viewer));
                let points = plus(*points).filter(|_| known);
                WireEvent { at: Some(at(*pose)), points, ..of_stand("rallied", stand) }
            }
            Event::Routed { stand, on } => WireEvent { on: Some(*on), ..of_stand("routed", stand) },
            Event::Square { stand, on } => WireEvent { on: Some(*on), ..of_stand("square", stand) },
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
            Event::WagonsReached { stand, wagons, left, .. } => {
                let keys: Vec<String> = wagons.iter().map(|id| self.key(*id)).collect();
                WireEvent {
                    cost: Some(*left),
                    detail: Some(keys.join(" ")),
                    ..of_stand("wagons-reached", stand)
                }
            }
            Event::WagonTaken { wagon, by, how, to } => WireEvent {
                other: Some(self.key(*by)),
                side: Some(self.side(*to)),
                detail: Some(words::taking(*how).into()),
                ..of_stand("wagon-taken", wagon)
            },
            Event::BridgeWorked { train, over, built, .. } => WireEvent {
                points: plus(*built),
                detail: Some(over.clone()),
                ..of_stand("bridge-worked", train)
            },
            Event::BridgeLeft { train } => of_stand("bridge-left", train),
            Event::TrainSpent { train } => of_stand("train-spent", train),
            Event::Wrecked { stand, to } => {
                WireEvent { side: Some(self.side(*to)), ..of_stand("wrecked", stand) }
            }
            Event::SideChanged { stand, to } => {
                WireEvent { side: Some(self.side(*to)), ..of_stand("side-changed", stand) }
            }
            Event::StrengthSet { stand, points } => {
                let known = !viewer.is_enemy_of(self.0.side(*stand));
                WireEvent { points: plus(*points).filter(|_| known), ..of_stand("strength-set", stand) }
            }
            Event::Removed { stand } => of_stand("removed", stand),
            Event::ClockSet { turn } => WireEvent { turn: Some(*turn), ..kind("clock-set") },
            Event::Engineers(change) => {
                let (name, stand) = match change {
                    Change::Worked { engineer, .. } => ("worked", engineer),
                    Change::Set { engineer, .. } => ("work-set", engineer),
                    Change::Finished { engineer } => ("work-finished", engineer),
                    Change::Abandoned { engineer } => ("work-abandoned", engineer),
                    Change::Joined { engineer, .. } => ("engineers-attached", engineer),
                    Change::Left { engineer } => ("engineers-detached", engineer),
                    Change::Went { engineer, .. } => ("engineers-went", engineer),
                    Change::HitsOwed(owed) => ("hits-owed", &owed.host),
                    Change::HitsSettled => return kind("hits-settled"),
                };
                WireEvent { detail: Easy::say_event(self.0, event), ..of_stand(name, stand) }
            }
            Event::OptionSet { id, value } => {
                WireEvent { detail: Some(format!("{id}={value}")), ..kind("option-set") }
            }
            Event::GroundChanged(_) => {
                WireEvent { detail: Easy::say_event(self.0, event), ..kind("ground-changed") }
            }
            Event::Ended(outcome) => WireEvent {
                side: outcome.winner.map(|side| self.side(side)),
                detail: Some(outcome.level.name().into()),
                ..kind("ended")
            },
        }
    }
}
