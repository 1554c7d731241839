//! Orders as journals of version 1 have them: a frozen reader, which turns their numbers into keys.
//!
//! Version 1 wrote the program's own [`Order`] as it was: stands and commands as numbers of the roster, sides as 0 and 1, ways in
//! inches and radians, headings in degrees. The types here are that shape for ever, whatever becomes of an order. A number is
//! looked up in the roster of the moment, for units are founded in a game (`easy:V.A`, `easy:V.C`), and what it names is then
//! found again by its key.

use glam::Vec2;
use serde::Deserialize;

use super::engineers::task::Task;
use super::ground::GroundChange;
use super::order::{Bridging, Order, Reaction, Taking};
use super::roster::{CommandId, StandId};
use super::state::State;
use crate::rules::easy::{Fiat, FiatAct};
use crate::scenario::Side;
use crate::table::{Heading, Leg, Path, Pose};

/// The number of a stand.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Stand(u16);

/// The number of a command.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Command(u16);

#[derive(Clone, Copy, Debug, Deserialize)]
struct Place {
    at: [f32; 2],
    /// Degrees clockwise from north.
    heading: f32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
enum Step {
    Slide([f32; 2]),
    Turn { pivot: [f32; 2], angle: f32 },
}

#[derive(Clone, Debug, Deserialize)]
struct Way {
    legs: Vec<Step>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
enum Answer {
    Evade,
    Fire,
    Stand,
}

#[derive(Clone, Copy, Debug, Deserialize)]
enum Building {
    Build,
    Stop,
}

#[derive(Clone, Copy, Debug, Deserialize)]
enum Seizing {
    Capture,
    Destroy,
}

#[derive(Clone, Debug, Deserialize)]
enum Job {
    Bridge { over: String, at: [f32; 2] },
    Destroy { bridge: String },
    Earthworks { at: Place },
}

#[derive(Clone, Debug, Deserialize)]
enum Change {
    BridgeBuilt { over: String, at: [f32; 2] },
    BridgeDestroyed { bridge: String },
    Earthworks { at: Place },
    Levelled { works: String },
}

#[derive(Clone, Debug, Deserialize)]
enum Act {
    Place { stand: String, pose: Place },
    Strength { stand: String, points: u16 },
    Remove { stand: String },
    BringBack { stand: String, pose: Place, points: u16 },
    Award { side: u8, points: i32 },
    Turn { turn: u8 },
    Option { id: String, value: String },
    Square { stand: String, on: bool },
    Routed { stand: String, on: bool },
    Ammunition { army: String, chits: u16 },
    Work { engineer: String, task: Option<Job>, left: u8 },
    Ground(Change),
    Side { stand: String, side: u8 },
}

#[derive(Clone, Debug, Deserialize)]
struct Overruling {
    act: Act,
    reason: String,
    #[serde(default)]
    clause: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
enum Written {
    RollWeather,
    RollAmmunition,
    Draw,
    Rally { stand: Stand, pose: Place },
    MoveGeneral { path: Way },
    Pick { command: Command },
    Attach { stands: Vec<Stand>, to: Command },
    Form { name: String, stands: Vec<Stand>, pose: Place },
    Post { command: Command, pose: Place },
    RollStands,
    Activate { stands: Vec<Stand> },
    Enter { stand: Stand, along: f32, path: Way },
    React { battery: Stand, reaction: Answer },
    Square { stand: Stand, form: bool },
    OpeningFire { enemy: Stand },
    Continue { stand: Stand },
    Withdraw { stand: Stand, path: Way },
    Move { stand: Stand, path: Way },
    Bridge { train: Stand, how: Building },
    Take { stand: Stand, wagon: Stand, how: Seizing },
    Fire { battery: Stand, target: Stand },
    EndMoves,
    Declare { attacks: Vec<(Stand, Stand)> },
    Resolve { combat: usize },
    PlaceHits { shooter: Stand, hits: Vec<(Stand, u8)> },
    Split { attacker: Stand, dice: Vec<(Stand, u8)> },
    Retreat { stand: Stand, direction: Option<f32> },
    Work { engineer: Stand, task: Job },
    Join { engineer: Stand, host: Stand },
    Spare { host: Stand, hits: u8 },
    Finish,
    Fiat(Overruling),
}

/// The order that version 1 wrote as `json`, given in this state.
///
/// # Errors
///
/// Says what of it cannot be read, or which number names nothing in this game.
pub fn order(state: &State, json: &str) -> Result<Order, String> {
    let written: Written = serde_json::from_str(json).map_err(|error| error.to_string())?;
    Numbers { state }.order(written)
}

/// What the numbers of an order mean.
struct Numbers<'a> {
    state: &'a State,
}

impl Numbers<'_> {
    /// The key of a stand, as version 1 numbered them: the roster in its order, those founded in the game last.
    fn key_of_stand(&self, Stand(number): Stand) -> Result<&str, String> {
        let unit = self.state.roster().stands.get(usize::from(number));
        unit.map(|unit| unit.key.as_str())
            .ok_or_else(|| format!("there is no stand with the number {number}"))
    }

    fn key_of_command(&self, Command(number): Command) -> Result<&str, String> {
        let info = self.state.roster().commands.get(usize::from(number));
        info.map(|info| info.key.as_str())
            .ok_or_else(|| format!("there is no command with the number {number}"))
    }

    fn stand(&self, number: Stand) -> Result<StandId, String> {
        let key = self.key_of_stand(number)?;
        let found = self.state.roster().stands.iter().find(|unit| unit.key == key);
        found.map(|unit| unit.id).ok_or_else(|| format!("there is no stand {key}"))
    }

    fn command(&self, number: Command) -> Result<CommandId, String> {
        let key = self.key_of_command(number)?;
        let found = self.state.roster().commands.iter().find(|info| info.key == key);
        found.map(|info| info.id).ok_or_else(|| format!("there is no command {key}"))
    }

    fn stands(&self, numbers: Vec<Stand>) -> Result<Vec<StandId>, String> {
        numbers.into_iter().map(|number| self.stand(number)).collect()
    }

    fn shares(&self, shares: Vec<(Stand, u8)>) -> Result<Vec<(StandId, u8)>, String> {
        shares.into_iter().map(|(number, share)| Ok((self.stand(number)?, share))).collect()
    }

    fn order(&self, written: Written) -> Result<Order, String> {
        Ok(match written {
            Written::RollWeather => Order::RollWeather,
            Written::RollAmmunition => Order::RollAmmunition,
            Written::Draw => Order::Draw,
            Written::RollStands => Order::RollStands,
            Written::EndMoves => Order::EndMoves,
            Written::Finish => Order::Finish,
            Written::Resolve { combat } => Order::Resolve { combat },
            Written::Pick { command } => Order::Pick { command: self.command(command)? },
            Written::Attach { stands, to } => {
                Order::Attach { stands: self.stands(stands)?, to: self.command(to)? }
            }
            Written::Form { name, stands, pose } => {
                Order::Form { name, stands: self.stands(stands)?, pose: pose.pose() }
            }
            Written::Post { command, pose } => {
                Order::Post { command: self.command(command)?, pose: pose.pose() }
            }
            Written::Activate { stands } => Order::Activate { stands: self.stands(stands)? },
            Written::Declare { attacks } => {
                let pairs =
                    attacks.into_iter().map(|(one, other)| Ok((self.stand(one)?, self.stand(other)?)));
                Order::Declare { attacks: pairs.collect::<Result<_, String>>()? }
            }
            Written::Fiat(Overruling { act, reason, clause }) => {
                Order::Fiat(Fiat { act: act.today(), reason, clause })
            }
            Written::MoveGeneral { path } => Order::MoveGeneral { path: path.path() },
            Written::Rally { stand, pose } => Order::Rally { stand: self.stand(stand)?, pose: pose.pose() },
            Written::Enter { stand, along, path } => {
                Order::Enter { stand: self.stand(stand)?, along, path: path.path() }
            }
            Written::React { battery, reaction } => {
                Order::React { battery: self.stand(battery)?, reaction: reaction.today() }
            }
            Written::Square { stand, form } => Order::Square { stand: self.stand(stand)?, form },
            Written::OpeningFire { enemy } => Order::OpeningFire { enemy: self.stand(enemy)? },
            Written::Continue { stand } => Order::Continue { stand: self.stand(stand)? },
            Written::Withdraw { stand, path } => {
                Order::Withdraw { stand: self.stand(stand)?, path: path.path() }
            }
            Written::Move { stand, path } => Order::Move { stand: self.stand(stand)?, path: path.path() },
            Written::Bridge { train, how } => Order::Bridge { train: self.stand(train)?, how: how.today() },
            Written::Take { stand, wagon, how } => {
                Order::Take { stand: self.stand(stand)?, wagon: self.stand(wagon)?, how: how.today() }
            }
            Written::Fire { battery, target } => {
                Order::Fire { battery: self.stand(battery)?, target: self.stand(target)? }
            }
            Written::PlaceHits { shooter, hits } => {
                Order::PlaceHits { shooter: self.stand(shooter)?, hits: self.shares(hits)? }
            }
            Written::Split { attacker, dice } => {
                Order::Split { attacker: self.stand(attacker)?, dice: self.shares(dice)? }
            }
            Written::Retreat { stand, direction } => {
                Order::Retreat { stand: self.stand(stand)?, direction: direction.map(Heading::from_degrees) }
            }
            Written::Work { engineer, task } => {
                Order::Work { engineer: self.stand(engineer)?, task: task.today() }
            }
            Written::Join { engineer, host } => {
                Order::Join { engineer: self.stand(engineer)?, host: self.stand(host)? }
            }
            Written::Spare { host, hits } => Order::Spare { host: self.stand(host)?, hits },
        })
    }
}

impl Place {
    fn pose(self) -> Pose {
        Pose { at: Vec2::from(self.at), heading: Heading::from_degrees(self.heading) }
    }
}

impl Way {
    fn path(self) -> Path {
        let leg = |step| match step {
            Step::Slide(by) => Leg::Slide(Vec2::from(by)),
            Step::Turn { pivot, angle } => Leg::Turn { pivot: Vec2::from(pivot), angle },
        };
        Path { legs: self.legs.into_iter().map(leg).collect() }
    }
}

impl Answer {
    fn today(self) -> Reaction {
        match self {
            Self::Evade => Reaction::Evade,
            Self::Fire => Reaction::Fire,
            Self::Stand => Reaction::Stand,
        }
    }
}

impl Building {
    fn today(self) -> Bridging {
        match self {
            Self::Build => Bridging::Build,
            Self::Stop => Bridging::Stop,
        }
    }
}

impl Seizing {
    fn today(self) -> Taking {
        match self {
            Self::Capture => Taking::Capture,
            Self::Destroy => Taking::Destroy,
        }
    }
}

impl Job {
    fn today(self) -> Task {
        match self {
            Self::Bridge { over, at } => Task::Bridge { over, at: Vec2::from(at) },
            Self::Destroy { bridge } => Task::Destroy { bridge },
            Self::Earthworks { at } => Task::Earthworks { at: at.pose() },
        }
    }
}

impl Change {
    fn today(self) -> GroundChange {
        match self {
            Self::BridgeBuilt { over, at } => GroundChange::BridgeBuilt { over, at: Vec2::from(at) },
            Self::BridgeDestroyed { bridge } => GroundChange::BridgeDestroyed { bridge },
            Self::Earthworks { at } => GroundChange::Earthworks { at: at.pose() },
            Self::Levelled { works } => GroundChange::Levelled { works },
        }
    }
}

impl Act {
    fn today(self) -> FiatAct {
        match self {
            Self::Place { stand, pose } => FiatAct::Place { stand, pose: pose.pose() },
            Self::Strength { stand, points } => FiatAct::Strength { stand, points },
            Self::Remove { stand } => FiatAct::Remove { stand },
            Self::BringBack { stand, pose, points } => {
                FiatAct::BringBack { stand, pose: pose.pose(), points }
            }
            Self::Award { side, points } => FiatAct::Award { side: Side(side), points },
            Self::Turn { turn } => FiatAct::Turn { turn },
            Self::Option { id, value } => FiatAct::Option { id, value },
            Self::Square { stand, on } => FiatAct::Square { stand, on },
            Self::Routed { stand, on } => FiatAct::Routed { stand, on },
            Self::Ammunition { army, chits } => FiatAct::Ammunition { army, chits },
            Self::Work { engineer, task, left } => {
                FiatAct::Work { engineer, task: task.map(Job::today), left }
            }
            Self::Ground(change) => FiatAct::Ground(change.today()),
            Self::Side { stand, side } => FiatAct::Side { stand, side: Side(side) },
        }
    }
}
