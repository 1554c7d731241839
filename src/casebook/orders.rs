//! Orders as people write them in cases and on the wire: stands by id, paths as legs, degrees.

use glam::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::dice::TypedEntry;
use crate::rules::easy::engineers::Task;
use crate::rules::easy::ground::GroundChange;
use crate::rules::easy::{Bridging, CommandId, Order, Reaction, StandId, State, Taking};
use crate::rules::{Fiat, FiatAct};
use crate::scenario::Side;
use crate::table::{Heading, Leg, Path, Pose, Vec2 as Point};

/// One leg of a move. Inches and degrees; local directions are the stand's own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum RawLeg {
    /// So many inches east and north.
    Slide(f32, f32),
    /// Straight to this place of the centre.
    To(f32, f32),
    Ahead(f32),
    Back(f32),
    Left(f32),
    Right(f32),
    /// A turn about the centre, clockwise degrees.
    Turn(f32),
    /// A turn about the centre to this heading, the short way.
    Face(f32),
    /// A wheel about a front corner, clockwise degrees.
    WheelLeft(f32),
    WheelRight(f32),
    /// A turn about a local point (right, forward), clockwise degrees.
    TurnAbout(f32, f32, f32),
}

/// An order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum RawOrder {
    RollWeather,
    Draw,
    RollStands,
    /// How much ammunition the next army has.
    RollAmmunition,
    /// Stand, and where it comes back: centre and heading.
    Rally {
        stand: String,
        at: (f32, f32, f32),
    },
    MoveGeneral(Vec<RawLeg>),
    Pick(String),
    /// The stands that are put under the general of `to`.
    Attach {
        stands: Vec<String>,
        to: String,
    },
    /// The new command's name and stands, and where its general is placed: centre and heading.
    Form {
        name: String,
        stands: Vec<String>,
        at: (f32, f32, f32),
    },
    /// Where the general of a detached unit is placed: centre and heading.
    Post {
        command: String,
        at: (f32, f32, f32),
    },
    Activate(Vec<String>),
    Enter {
        stand: String,
        #[serde(default)]
        along: f32,
        path: Vec<RawLeg>,
    },
    React {
        battery: String,
        reaction: RawReaction,
    },
    OpeningFire(String),
    Continue(String),
    /// Infantry forms squares; with `form: false` it does not, or leaves them.
    Square {
        stand: String,
        #[serde(default = "yes")]
        form: bool,
    },
    Withdraw {
        stand: String,
        path: Vec<RawLeg>,
    },
    Move {
        stand: String,
        path: Vec<RawLeg>,
    },
    /// A pontoon train at the water's edge builds, or stops building.
    Bridge {
        train: String,
        #[serde(default)]
        stop: bool,
    },
    /// A stand and an enemy wagon that it touches.
    Take {
        stand: String,
        wagon: String,
        how: RawTaking,
    },
    Fire {
        battery: String,
        target: String,
    },
    EndMoves,
    /// Attacker and defender, pair by pair.
    Declare(Vec<(String, String)>),
    Resolve(usize),
    PlaceHits {
        shooter: String,
        hits: Vec<(String, u8)>,
    },
    Split {
        attacker: String,
        dice: Vec<(String, u8)>,
    },
    Retreat {
        stand: String,
        #[serde(default)]
        direction: Option<f32>,
    },
    /// Engineers do a step of work instead of moving.
    Work {
        engineer: String,
        task: RawTask,
    },
    /// Engineers are attached to infantry that they touch.
    Join {
        engineer: String,
        host: String,
    },
    /// So many of the hits on this infantry its engineers take.
    Spare {
        host: String,
        hits: u8,
    },
    Finish,
    Fiat {
        act: RawFiat,
        #[serde(default)]
        reason: String,
        /// The clause that is overridden.
        #[serde(default)]
        clause: Option<String>,
    },
}

fn yes() -> bool {
    true
}
/// What engineers work at. Inches and degrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum RawTask {
    /// The line to be bridged, and a point of its bank.
    Bridge(String, (f32, f32)),
    /// The bridge to be destroyed, by its id.
    Destroy(String),
    /// The outline's centre and heading.
    Earthworks(f32, f32, f32),
}

/// What the referee overrides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum RawFiat {
    Place {
        stand: String,
        at: (f32, f32, f32),
    },
    Strength {
        stand: String,
        points: u16,
    },
    Remove {
        stand: String,
    },
    BringBack {
        stand: String,
        at: (f32, f32, f32),
        points: u16,
    },
    Award {
        side: String,
        points: i32,
    },
    Turn(u8),
    Option {
        id: String,
        value: String,
    },
    /// In squares, or out of them.
    Square {
        stand: String,
        #[serde(default = "yes")]
        on: bool,
    },
    /// With a routed marker, or without.
    Routed {
        stand: String,
        #[serde(default = "yes")]
        on: bool,
    },
    /// An army, or a side that has one army; chits left.
    Ammunition {
        army: String,
        chits: u16,
    },
    /// Turns left of the work; none: it is done. Without a work the engineers leave theirs.
    Work {
        engineer: String,
        #[serde(default)]
        task: Option<RawTask>,
        #[serde(default)]
        left: u8,
    },
    Ground(RawGround),
    Side {
        stand: String,
        side: String,
    },
}

/// What is built or destroyed on the ground. Inches and degrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum RawGround {
    /// A bridge over this line, at this point of it.
    Bridge(String, (f32, f32)),
    /// The bridge with this id is gone.
    Destroy(String),
    /// Earthworks: the outline's centre and heading.
    Earthworks(f32, f32, f32),
    /// The earthworks with this id are gone.
    Level(String),
}

/// Choices for a contacted battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum RawReaction {
    Evade,
    Fire,
    Stand,
}

/// What is done to a wagon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum RawTaking {
    Capture,
    Destroy,
}

/// One throw as it was rolled at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a throw is a list of faces such as [5, 2], the count that matters such as 3, or the name of a chit"
)]
pub enum RawDice {
    /// The faces in the order rolled.
    Faces(Vec<u16>),
    /// The hits, or the sum.
    Count(u32),
    /// The chit drawn, by name.
    Name(String),
}

impl From<RawDice> for TypedEntry {
    fn from(raw: RawDice) -> Self {
        match raw {
            RawDice::Faces(faces) => Self::Faces(faces),
            RawDice::Count(count) => Self::Count(count),
            RawDice::Name(name) => Self::Name(name),
        }
    }
}

/// Why an order cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OrderFault {
    #[error("there is no stand {name}: give a badge number from 1 to {count}, or an id such as {example}")]
    Stand { name: String, count: usize, example: String },
    #[error("there is no command {name}: it is one of {known}")]
    Command { name: String, known: String },
    #[error("there is no side {name}: it is {known}")]
    Side { name: String, known: String },
    #[error("stand {name} is not on the table, so it has no path")]
    NotOnTable { name: String },
}

/// How to read an order: the state it is given in, and what is added to its coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub state: &'a State,
    pub origin: Point,
}

impl<'a> Reader<'a> {
    pub fn new(state: &'a State) -> Self {
        Self { state, origin: Vec2::ZERO }
    }

    pub fn stand(&self, name: &str) -> Result<StandId, OrderFault> {
        let stands = &self.state.roster().stands;
        self.state.roster().find_stand(name).ok_or_else(|| OrderFault::Stand {
            name: name.to_owned(),
            count: stands.len(),
            example: stands.first().map(|unit| unit.key.clone()).unwrap_or_default(),
        })
    }

    fn stands(&self, names: &[String]) -> Result<Vec<StandId>, OrderFault> {
        names.iter().map(|name| self.stand(name)).collect()
    }

    pub fn command(&self, name: &str) -> Result<CommandId, OrderFault> {
        let roster = self.state.roster();
        roster.find_command(name).ok_or_else(|| OrderFault::Command {
            name: name.to_owned(),
            known: roster.commands.iter().map(|command| command.key.as_str()).collect::<Vec<_>>().join(", "),
        })
    }

    pub fn side(&self, name: &str) -> Result<Side, OrderFault> {
        let sides = &self.state.game.scenario.sides;
        let found = sides.iter().position(|side| side.id == name || side.name == name);
        found.map(|index| Side(index as u8)).ok_or_else(|| OrderFault::Side {
            name: name.to_owned(),
            known: sides.iter().map(|side| side.id.as_str()).collect::<Vec<_>>().join(" or "),
        })
    }

    pub fn pose(&self, (x, y, degrees): (f32, f32, f32)) -> Pose {
        Pose::new(Vec2::new(x, y) + self.origin, Heading::from_degrees(degrees))
    }

    /// The legs as a path that starts at `start`; `half` is half the stand's width and depth.
    pub fn path(&self, start: Pose, half: Vec2, legs: &[RawLeg]) -> Path {
        let mut at = start;
        let mut path = Path::stay();
        for raw in legs {
            let turn = |pivot, degrees: f32| Leg::Turn { pivot, angle: degrees.to_radians() };
            let (forward, right) = (at.heading.forward(), at.heading.right());
            let leg = match *raw {
                RawLeg::Slide(x, y) => Leg::Slide(Vec2::new(x, y)),
                RawLeg::To(x, y) => Leg::Slide(Vec2::new(x, y) + self.origin - at.at),
                RawLeg::Ahead(inches) => Leg::Slide(forward * inches),
                RawLeg::Back(inches) => Leg::Slide(-forward * inches),
                RawLeg::Left(inches) => Leg::Slide(-right * inches),
                RawLeg::Right(inches) => Leg::Slide(right * inches),
                RawLeg::Turn(degrees) => turn(Vec2::ZERO, degrees),
                RawLeg::Face(degrees) => {
                    let angle = at.heading.turn_to(Heading::from_degrees(degrees));
                    Leg::Turn { pivot: Vec2::ZERO, angle }
                }
                RawLeg::WheelLeft(degrees) => turn(Vec2::new(-half.x, half.y), degrees),
                RawLeg::WheelRight(degrees) => turn(half, degrees),
                RawLeg::TurnAbout(u, v, degrees) => turn(Vec2::new(u, v), degrees),
            };
            at = leg.end(at);
            path.legs.push(leg);
        }
        path
    }

    fn path_of(&self, name: &str, legs: &[RawLeg]) -> Result<(StandId, Path), OrderFault> {
        let id = self.stand(name)?;
        let start = self.state.pose(id).ok_or_else(|| OrderFault::NotOnTable { name: name.to_owned() })?;
        Ok((id, self.path(start, self.half(id), legs)))
    }

    fn half(&self, id: StandId) -> Vec2 {
        self.state.unit(id).body.parts()[0].half()
    }

    fn pairs(&self, raw: &[(String, u8)]) -> Result<Vec<(StandId, u8)>, OrderFault> {
        raw.iter().map(|(name, count)| Ok((self.stand(name)?, *count))).collect()
    }

    pub fn order(&self, raw: &RawOrder) -> Result<Order, OrderFault> {
        Ok(match raw {
            RawOrder::RollWeather => Order::RollWeather,
            RawOrder::Draw => Order::Draw,
            RawOrder::RollStands => Order::RollStands,
            RawOrder::RollAmmunition => Order::RollAmmunition,
            RawOrder::Rally { stand, at } => Order::Rally { stand: self.stand(stand)?, pose: self.pose(*at) },
            RawOrder::MoveGeneral(legs) => {
                let general = self.state.active().and_then(|now| self.state.command(now.command).general);
                let path = match general.and_then(|id| self.state.pose(id).map(|pose| (id, pose))) {
                    Some((id, pose)) => self.path(pose, self.half(id), legs),
                    None => Path::stay(),
                };
                Order::MoveGeneral { path }
            }
            RawOrder::Pick(command) => Order::Pick { command: self.command(command)? },
            RawOrder::Attach { stands, to } => {
                Order::Attach { stands: self.stands(stands)?, to: self.command(to)? }
            }
            RawOrder::Form { name, stands, at } => {
                Order::Form { name: name.clone(), stands: self.stands(stands)?, pose: self.pose(*at) }
            }
            RawOrder::Post { command, at } => {
                Order::Post { command: self.command(command)?, pose: self.pose(*at) }
            }
            RawOrder::Activate(stands) => Order::Activate { stands: self.stands(stands)? },
            RawOrder::Enter { stand, along, path } => {
                let id = self.stand(stand)?;
                let start = crate::rules::easy::movement::entry_pose(self.state, id, *along);
                let start = start.ok_or_else(|| OrderFault::NotOnTable { name: stand.clone() })?;
                Order::Enter { stand: id, along: *along, path: self.path(start, self.half(id), path) }
            }
            RawOrder::React { battery, reaction } => Order::React {
                battery: self.stand(battery)?,
                reaction: match reaction {
                    RawReaction::Evade => Reaction::Evade,
                    RawReaction::Fire => Reaction::Fire,
                    RawReaction::Stand => Reaction::Stand,
                },
            },
            RawOrder::OpeningFire(enemy) => Order::OpeningFire { enemy: self.stand(enemy)? },
            RawOrder::Square { stand, form } => Order::Square { stand: self.stand(stand)?, form: *form },
            RawOrder::Continue(stand) => Order::Continue { stand: self.stand(stand)? },
            RawOrder::Withdraw { stand, path } => {
                let (stand, path) = self.path_of(stand, path)?;
                Order::Withdraw { stand, path }
            }
            RawOrder::Move { stand, path } => {
                let (stand, path) = self.path_of(stand, path)?;
                Order::Move { stand, path }
            }
            RawOrder::Bridge { train, stop } => Order::Bridge {
                train: self.stand(train)?,
                how: if *stop { Bridging::Stop } else { Bridging::Build },
            },
            RawOrder::Take { stand, wagon, how } => Order::Take {
                stand: self.stand(stand)?,
                wagon: self.stand(wagon)?,
                how: match how {
                    RawTaking::Capture => Taking::Capture,
                    RawTaking::Destroy => Taking::Destroy,
                },
            },
            RawOrder::Fire { battery, target } => {
                Order::Fire { battery: self.stand(battery)?, target: self.stand(target)? }
            }
            RawOrder::EndMoves => Order::EndMoves,
            RawOrder::Declare(pairs) => Order::Declare {
                attacks: pairs
                    .iter()
                    .map(|(attacker, defender)| Ok((self.stand(attacker)?, self.stand(defender)?)))
                    .collect::<Result<_, OrderFault>>()?,
            },
            RawOrder::Resolve(combat) => Order::Resolve { combat: *combat },
            RawOrder::PlaceHits { shooter, hits } => {
                Order::PlaceHits { shooter: self.stand(shooter)?, hits: self.pairs(hits)? }
            }
            RawOrder::Split { attacker, dice } => {
                Order::Split { attacker: self.stand(attacker)?, dice: self.pairs(dice)? }
            }
            RawOrder::Retreat { stand, direction } => {
                Order::Retreat { stand: self.stand(stand)?, direction: direction.map(Heading::from_degrees) }
            }
            RawOrder::Work { engineer, task } => {
                Order::Work { engineer: self.stand(engineer)?, task: self.task(task) }
            }
            RawOrder::Join { engineer, host } => {
                Order::Join { engineer: self.stand(engineer)?, host: self.stand(host)? }
            }
            RawOrder::Spare { host, hits } => Order::Spare { host: self.stand(host)?, hits: *hits },
            RawOrder::Finish => Order::Finish,
            RawOrder::Fiat { act, reason, clause } => {
                Order::Fiat(Fiat { act: self.fiat(act)?, reason: reason.clone(), clause: clause.clone() })
            }
        })
    }

    fn task(&self, raw: &RawTask) -> Task {
        match raw {
            RawTask::Bridge(over, (x, y)) => {
                Task::Bridge { over: over.clone(), at: Vec2::new(*x, *y) + self.origin }
            }
            RawTask::Destroy(bridge) => Task::Destroy { bridge: bridge.clone() },
            RawTask::Earthworks(x, y, heading) => Task::Earthworks { at: self.pose((*x, *y, *heading)) },
        }
    }

    pub fn fiat(&self, raw: &RawFiat) -> Result<FiatAct, OrderFault> {
        Ok(match raw {
            RawFiat::Place { stand, at } => FiatAct::Place { stand: stand.clone(), pose: self.pose(*at) },
            RawFiat::Strength { stand, points } => {
                FiatAct::Strength { stand: stand.clone(), points: *points }
            }
            RawFiat::Remove { stand } => FiatAct::Remove { stand: stand.clone() },
            RawFiat::BringBack { stand, at, points } => {
                FiatAct::BringBack { stand: stand.clone(), pose: self.pose(*at), points: *points }
            }
            RawFiat::Award { side, points } => FiatAct::Award { side: self.side(side)?, points: *points },
            RawFiat::Turn(turn) => FiatAct::Turn { turn: *turn },
            RawFiat::Option { id, value } => FiatAct::Option { id: id.clone(), value: value.clone() },
            RawFiat::Square { stand, on } => FiatAct::Square { stand: stand.clone(), on: *on },
            RawFiat::Routed { stand, on } => FiatAct::Routed { stand: stand.clone(), on: *on },
            RawFiat::Ammunition { army, chits } => FiatAct::Ammunition { army: army.clone(), chits: *chits },
            RawFiat::Work { engineer, task, left } => FiatAct::Work {
                engineer: engineer.clone(),
                task: task.as_ref().map(|task| self.task(task)),
                left: *left,
            },
            RawFiat::Ground(change) => FiatAct::Ground(match change {
                RawGround::Bridge(over, (x, y)) => {
                    GroundChange::BridgeBuilt { over: over.clone(), at: Vec2::new(*x, *y) + self.origin }
                }
                RawGround::Destroy(bridge) => GroundChange::BridgeDestroyed { bridge: bridge.clone() },
                RawGround::Earthworks(x, y, heading) => {
                    GroundChange::Earthworks { at: self.pose((*x, *y, *heading)) }
                }
                RawGround::Level(works) => GroundChange::Levelled { works: works.clone() },
            }),
            RawFiat::Side { stand, side } => FiatAct::Side { stand: stand.clone(), side: self.side(side)? },
        })
    }
}
