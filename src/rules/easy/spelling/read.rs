//! Resolves names, places and legs in a state.

use glam::Vec2;
use thiserror::Error;

use crate::movement::entry_pose;
use crate::{CommandId, Easy, Order, StandId, State};
use data::printable;
use game::{Answer, Codec as _, Draft, Leg as Spoken, SpellingFault, Spot, written};
use scenario::Side;
use table::{Heading, Leg, Path, Pose};

use super::VERBS;

/// Why a name could not be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameFault {
    #[error(
        "there is no stand {}: give a badge number from 1 to {count}, or an id such as {example}",
        printable::name(name)
    )]
    Stand { name: String, count: usize, example: String },
    #[error("there is no command {}: it is one of {known}", printable::name(name))]
    Command { name: String, known: String },
    #[error("there is no side {}: it is {known}", printable::name(name))]
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

/// Resolves names and reads orders: the state in which they are given, and the offset added to their coordinates, in
/// inches.
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

    /// The pose with this centre, in inches, and this heading, in degrees.
    pub fn pose(&self, (x, y, degrees): (f32, f32, f32)) -> Pose {
        Pose::new(self.point(x, y), Heading::from_degrees(degrees))
    }

    fn point(&self, x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y) + self.origin
    }

    /// The legs as a path that begins at `start`. `half` is half the stand's width and depth, in inches.
    ///
    /// # Errors
    ///
    /// A leg that stands cannot make.
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

    /// The order that a draft spells. Its path is read last, because it begins where the stand is.
    ///
    /// # Errors
    ///
    /// A name that nothing in the game has, or a path of a stand that is not on the table.
    pub fn order(&self, draft: &Draft) -> Read<Order> {
        let mut draft = draft.clone();
        draft.answers.values_mut().for_each(|answer| self.shift(answer));
        let legs = match draft.answers.get_mut("path") {
            Some(Answer::Way(legs)) => std::mem::take(legs),
            _ => Vec::new(),
        };
        let mut order: Order = draft.meaning(VERBS, &Easy::keys(self.state))?;
        let (goer, start) = match &order {
            Order::MoveGeneral { .. } => {
                let general = self.state.active_general();
                (general, general.and_then(|id| self.state.pose(id)))
            }
            Order::Enter { stand, along, .. } => (Some(*stand), entry_pose(self.state, *stand, *along)),
            other => (other.actor(), other.actor().and_then(|id| self.state.pose(id))),
        };
        if let Some(path) = order.path_mut() {
            *path = match (goer, start, draft.said().one("stand")) {
                (Some(id), Some(start), _) => self.path(start, self.half(id), &legs)?,
                (_, _, Ok(name)) => return Err(NameFault::NotOnTable { name: name.to_owned() }.into()),
                (_, _, Err(_)) => Path::stay(),
            };
        }
        Ok(order)
    }

    /// Moves every place of the answer by the offset, so that it counts from the south-west corner of the table.
    fn shift(&self, answer: &mut Answer) {
        match answer {
            Answer::Spot(Spot::Point { x, y } | Spot::Pose { x, y, .. }) => {
                let at = self.point(*x as f32, *y as f32);
                (*x, *y) = (at.x.into(), at.y.into());
            }
            Answer::Either(draft) => draft.answers.values_mut().for_each(|answer| self.shift(answer)),
            _ => {}
        }
    }
}

/// The spelling of a path's legs: slides in inches east and north, turns in degrees.
pub fn legs(path: &Path) -> Vec<Spoken> {
    let step = |name: &str, numbers: &[f32]| Spoken::Step {
        name: name.to_owned(),
        numbers: numbers.iter().map(|number| written(*number)).collect(),
    };
    let leg = |leg: &Leg| match *leg {
        Leg::Slide(by) => step("Slide", &[by.x, by.y]),
        Leg::Turn { pivot, angle } if pivot == Vec2::ZERO => step("Turn", &[angle.to_degrees()]),
        Leg::Turn { pivot, angle } => step("TurnAbout", &[pivot.x, pivot.y, angle.to_degrees()]),
    };
    path.legs.iter().map(leg).collect()
}
