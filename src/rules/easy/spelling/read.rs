//! Reading the orders of Easy Napoleonic: what names and legs mean in a state.

use glam::Vec2;
use thiserror::Error;

use crate::game::{Draft, Leg as Spoken, Said, SpellingFault, Spot};
use crate::rules::easy::engineers::task::Task;
use crate::rules::easy::ground::GroundChange;
use crate::rules::easy::movement::entry_pose;
use crate::rules::easy::{Bridging, CommandId, Fiat, FiatAct, Order, Reaction, StandId, State, Taking};
use crate::scenario::Side;
use crate::table::{Heading, Leg, Path, Pose};

/// Why a name means nothing here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameFault {
    #[error("there is no stand {name}: give a badge number from 1 to {count}, or an id such as {example}")]
    Stand { name: String, count: usize, example: String },
    #[error("there is no command {name}: it is one of {known}")]
    Command { name: String, known: String },
    #[error("there is no side {name}: it is {known}")]
    Side { name: String, known: String },
    #[error("stand {name} is not on the table, so it has no path")]
    NotOnTable { name: String },
}

impl From<NameFault> for SpellingFault {
    fn from(fault: NameFault) -> Self {
        Self::new(fault)
    }
}

type Read<T> = Result<T, SpellingFault>;

/// What names mean, and how orders are read: the state they are given in, and what is added to their coordinates, in inches.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub state: &'a State,
    pub origin: Vec2,
}

impl<'a> Reader<'a> {
    pub fn new(state: &'a State) -> Self {
        Self { state, origin: Vec2::ZERO }
    }

    pub fn stand(&self, name: &str) -> Result<StandId, NameFault> {
        let stands = &self.state.roster().stands;
        self.state.roster().find_stand(name).ok_or_else(|| NameFault::Stand {
            name: name.to_owned(),
            count: stands.len(),
            example: stands.first().map(|unit| unit.key.clone()).unwrap_or_default(),
        })
    }

    pub fn command(&self, name: &str) -> Result<CommandId, NameFault> {
        let roster = self.state.roster();
        roster.find_command(name).ok_or_else(|| NameFault::Command {
            name: name.to_owned(),
            known: roster.commands.iter().map(|command| command.key.as_str()).collect::<Vec<_>>().join(", "),
        })
    }

    pub fn side(&self, name: &str) -> Result<Side, NameFault> {
        let sides = &self.state.game.scenario.sides;
        let found = sides.iter().position(|side| side.id == name || side.name == name);
        found.map(|index| Side(index as u8)).ok_or_else(|| NameFault::Side {
            name: name.to_owned(),
            known: sides.iter().map(|side| side.id.as_str()).collect::<Vec<_>>().join(" or "),
        })
    }

    /// A centre and a heading in degrees.
    pub fn pose(&self, (x, y, degrees): (f32, f32, f32)) -> Pose {
        Pose::new(self.point(x, y), Heading::from_degrees(degrees))
    }

    fn point(&self, x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y) + self.origin
    }

    /// The legs as a path that starts at `start`; `half` is half the stand's width and depth.
    ///
    /// # Errors
    ///
    /// A leg that no stand goes.
    pub fn path(&self, start: Pose, half: Vec2, legs: &[Spoken]) -> Read<Path> {
        let mut at = start;
        let mut path = Path::stay();
        for spoken in legs {
            let leg = self.leg(at, half, spoken)?;
            at = leg.end(at);
            path.legs.push(leg);
        }
        Ok(path)
    }

    fn leg(&self, at: Pose, half: Vec2, spoken: &Spoken) -> Read<Leg> {
        let unknown = || SpellingFault::new(format_args!("{spoken:?} is no leg of a stand"));
        let Spoken::Step { name, numbers } = spoken else { return Err(unknown()) };
        let numbers: Vec<f32> = numbers.iter().map(|number| *number as f32).collect();
        let turn = |pivot, degrees: f32| Leg::Turn { pivot, angle: degrees.to_radians() };
        let (forward, right) = (at.heading.forward(), at.heading.right());
        Ok(match (name.as_str(), &numbers[..]) {
            ("Slide", &[x, y]) => Leg::Slide(Vec2::new(x, y)),
            ("To", &[x, y]) => Leg::Slide(self.point(x, y) - at.at),
            ("Ahead", &[inches]) => Leg::Slide(forward * inches),
            ("Back", &[inches]) => Leg::Slide(-forward * inches),
            ("Left", &[inches]) => Leg::Slide(-right * inches),
            ("Right", &[inches]) => Leg::Slide(right * inches),
            ("Turn", &[degrees]) => turn(Vec2::ZERO, degrees),
            ("Face", &[degrees]) => {
                let angle = at.heading.turn_to(Heading::from_degrees(degrees));
                Leg::Turn { pivot: Vec2::ZERO, angle }
            }
            ("WheelLeft", &[degrees]) => turn(Vec2::new(-half.x, half.y), degrees),
            ("WheelRight", &[degrees]) => turn(half, degrees),
            ("TurnAbout", &[u, v, degrees]) => turn(Vec2::new(u, v), degrees),
            _ => return Err(unknown()),
        })
    }

    fn half(&self, id: StandId) -> Vec2 {
        self.state.unit(id).body.parts()[0].half()
    }

    /// The order that a draft says.
    ///
    /// # Errors
    ///
    /// What is named and is not there.
    pub fn order(&self, draft: &Draft) -> Read<Order> {
        let said = draft.said();
        let stand = |field: &str| -> Read<StandId> { Ok(self.stand(said.one(field)?)?) };
        let command = |field: &str| -> Read<CommandId> { Ok(self.command(said.one(field)?)?) };
        let stands = |field: &str| -> Read<Vec<StandId>> {
            said.some(field)?.iter().map(|name| Ok(self.stand(name)?)).collect()
        };
        let shares = |field: &str| -> Read<Vec<(StandId, u8)>> {
            let share = |(name, count): &(String, u32)| {
                let most =
                    |_| SpellingFault::new(format_args!("{}, {field}: {count} is out of range", said.place));
                Ok((self.stand(name)?, u8::try_from(*count).map_err(most)?))
            };
            said.shares(field)?.iter().map(share).collect()
        };
        Ok(match draft.verb.as_str() {
            "RollWeather" => Order::RollWeather,
            "Draw" => Order::Draw,
            "RollStands" => Order::RollStands,
            "RollAmmunition" => Order::RollAmmunition,
            "Rally" => Order::Rally { stand: stand("stand")?, pose: self.said_pose(said, "at")? },
            "MoveGeneral" => {
                let legs = said.way("path")?;
                let general = self.state.active().and_then(|now| self.state.command(now.command).general);
                let path = match general.and_then(|id| self.state.pose(id).map(|pose| (id, pose))) {
                    Some((id, pose)) => self.path(pose, self.half(id), legs)?,
                    None => Path::stay(),
                };
                Order::MoveGeneral { path }
            }
            "Pick" => Order::Pick { command: command("command")? },
            "Attach" => Order::Attach { stands: stands("stands")?, to: command("to")? },
            "Form" => Order::Form {
                name: said.text("name")?.to_owned(),
                stands: stands("stands")?,
                pose: self.said_pose(said, "at")?,
            },
            "Post" => Order::Post { command: command("command")?, pose: self.said_pose(said, "at")? },
            "Activate" => Order::Activate { stands: stands("stands")? },
            "Enter" => {
                let (id, along) = (stand("stand")?, said.measure("along")? as f32);
                let start = entry_pose(self.state, id, along).ok_or_else(|| not_there(said))?;
                Order::Enter { stand: id, along, path: self.path(start, self.half(id), said.way("path")?)? }
            }
            "React" => {
                Order::React { battery: stand("battery")?, reaction: reaction(said.either("reaction")?)? }
            }
            "OpeningFire" => Order::OpeningFire { enemy: stand("enemy")? },
            "Square" => Order::Square { stand: stand("stand")?, form: said.whether("form")? },
            "Continue" => Order::Continue { stand: stand("stand")? },
            "Withdraw" => {
                let (stand, path) = self.said_path(said)?;
                Order::Withdraw { stand, path }
            }
            "Move" => {
                let (stand, path) = self.said_path(said)?;
                Order::Move { stand, path }
            }
            "Bridge" => Order::Bridge {
                train: stand("train")?,
                how: if said.whether("stop")? { Bridging::Stop } else { Bridging::Build },
            },
            "Take" => Order::Take {
                stand: stand("stand")?,
                wagon: stand("wagon")?,
                how: taking(said.either("how")?)?,
            },
            "Fire" => Order::Fire { battery: stand("battery")?, target: stand("target")? },
            "EndMoves" => Order::EndMoves,
            "Declare" => {
                let pair = |(one, other): &(String, String)| Ok((self.stand(one)?, self.stand(other)?));
                Order::Declare { attacks: said.pairs("attacks")?.iter().map(pair).collect::<Read<_>>()? }
            }
            "Resolve" => Order::Resolve { combat: said.count("combat")? },
            "PlaceHits" => Order::PlaceHits { shooter: stand("shooter")?, hits: shares("hits")? },
            "Split" => Order::Split { attacker: stand("attacker")?, dice: shares("dice")? },
            "Retreat" => {
                let direction = said.says("direction").then(|| said.measure("direction")).transpose()?;
                let direction = direction.map(|degrees| Heading::from_degrees(degrees as f32));
                Order::Retreat { stand: stand("stand")?, direction }
            }
            "Work" => Order::Work { engineer: stand("engineer")?, task: self.task(said.either("task")?)? },
            "Join" => Order::Join { engineer: stand("engineer")?, host: stand("host")? },
            "Spare" => Order::Spare { host: stand("host")?, hits: said.count("hits")? },
            "Finish" => Order::Finish,
            "Fiat" => Order::Fiat(Fiat {
                act: self.act(said.either("act")?)?,
                reason: said.text("reason")?.to_owned(),
                clause: said.says("clause").then(|| said.text("clause").map(str::to_owned)).transpose()?,
            }),
            other => return Err(SpellingFault::new(format_args!("there is no order {other}"))),
        })
    }

    fn said_path(&self, said: Said<'_>) -> Read<(StandId, Path)> {
        let id = self.stand(said.one("stand")?)?;
        let start = self.state.pose(id).ok_or_else(|| not_there(said))?;
        Ok((id, self.path(start, self.half(id), said.way("path")?)?))
    }

    fn said_pose(&self, said: Said<'_>, field: &str) -> Read<Pose> {
        match said.spot(field)? {
            Spot::Pose { x, y, heading } => Ok(self.pose((x as f32, y as f32, heading as f32))),
            _ => Err(SpellingFault::new(format_args!("{}, {field}: give a place and a heading", said.place))),
        }
    }

    fn said_point(&self, said: Said<'_>, field: &str) -> Read<Vec2> {
        match said.spot(field)? {
            Spot::Point { x, y } => Ok(self.point(x as f32, y as f32)),
            _ => Err(SpellingFault::new(format_args!("{}, {field}: give a point", said.place))),
        }
    }

    fn task(&self, draft: &Draft) -> Read<Task> {
        let said = draft.said();
        Ok(match draft.verb.as_str() {
            "Bridge" => {
                Task::Bridge { over: said.one("line")?.to_owned(), at: self.said_point(said, "bank")? }
            }
            "Destroy" => Task::Destroy { bridge: said.one("bridge")?.to_owned() },
            "Earthworks" => Task::Earthworks { at: self.said_pose(said, "outline")? },
            other => return Err(SpellingFault::new(format_args!("there is no work {other}"))),
        })
    }

    fn ground(&self, draft: &Draft) -> Read<GroundChange> {
        let said = draft.said();
        Ok(match draft.verb.as_str() {
            "Bridge" => GroundChange::BridgeBuilt {
                over: said.one("line")?.to_owned(),
                at: self.said_point(said, "at")?,
            },
            "Destroy" => GroundChange::BridgeDestroyed { bridge: said.one("bridge")?.to_owned() },
            "Earthworks" => GroundChange::Earthworks { at: self.said_pose(said, "outline")? },
            "Level" => GroundChange::Levelled { works: said.one("earthworks")?.to_owned() },
            other => {
                return Err(SpellingFault::new(format_args!("there is no change {other} of the ground")));
            }
        })
    }

    /// An act of the referee. The rules say when a stand that it names is not there.
    fn act(&self, draft: &Draft) -> Read<FiatAct> {
        let said = draft.said();
        let key = |field: &str| -> Read<String> { Ok(said.one(field)?.to_owned()) };
        Ok(match draft.verb.as_str() {
            "Place" => FiatAct::Place { stand: key("stand")?, pose: self.said_pose(said, "at")? },
            "Strength" => FiatAct::Strength { stand: key("stand")?, points: said.count("points")? },
            "Remove" => FiatAct::Remove { stand: key("stand")? },
            "BringBack" => FiatAct::BringBack {
                stand: key("stand")?,
                pose: self.said_pose(said, "at")?,
                points: said.count("points")?,
            },
            "Award" => FiatAct::Award { side: self.side(said.one("side")?)?, points: said.count("points")? },
            "Turn" => FiatAct::Turn { turn: said.count("turn")? },
            "Option" => FiatAct::Option { id: key("id")?, value: said.text("value")?.to_owned() },
            "Square" => FiatAct::Square { stand: key("stand")?, on: said.whether("on")? },
            "Routed" => FiatAct::Routed { stand: key("stand")?, on: said.whether("on")? },
            "Ammunition" => FiatAct::Ammunition { army: key("army")?, chits: said.count("chits")? },
            "Work" => FiatAct::Work {
                engineer: key("engineer")?,
                task: said.says("task").then(|| self.task(said.either("task")?)).transpose()?,
                left: said.count("left")?,
            },
            "Ground" => FiatAct::Ground(self.ground(said.either("change")?)?),
            "Side" => FiatAct::Side { stand: key("stand")?, side: self.side(said.one("side")?)? },
            other => return Err(SpellingFault::new(format_args!("there is no act {other}"))),
        })
    }
}

fn not_there(said: Said<'_>) -> SpellingFault {
    NameFault::NotOnTable { name: said.one("stand").unwrap_or_default().to_owned() }.into()
}

fn reaction(draft: &Draft) -> Read<Reaction> {
    match draft.verb.as_str() {
        "Evade" => Ok(Reaction::Evade),
        "Fire" => Ok(Reaction::Fire),
        "Stand" => Ok(Reaction::Stand),
        other => Err(SpellingFault::new(format_args!("there is no reaction {other}"))),
    }
}

fn taking(draft: &Draft) -> Read<Taking> {
    match draft.verb.as_str() {
        "Capture" => Ok(Taking::Capture),
        "Destroy" => Ok(Taking::Destroy),
        other => Err(SpellingFault::new(format_args!("a wagon is captured or destroyed, not {other}"))),
    }
}
