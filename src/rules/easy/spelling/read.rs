//! What names, places and legs mean in a state.

use glam::Vec2;
use thiserror::Error;

use crate::{CommandId, StandId, State};
use data::printable;
use game::{Leg as Spoken, Said, SpellingFault, Spot};
use scenario::Side;
use table::{Heading, Leg, Path, Pose};

/// Why a name means nothing here.
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

pub(super) type Read<T> = Result<T, SpellingFault>;

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

    pub(super) fn half(&self, id: StandId) -> Vec2 {
        self.state.unit(id).body.parts()[0].half()
    }

    pub(super) fn said_path(&self, said: Said<'_>) -> Read<(StandId, Path)> {
        let id = self.stand(said.one("stand")?)?;
        let start = self.state.pose(id).ok_or_else(|| not_there(said))?;
        Ok((id, self.path(start, self.half(id), said.way("path")?)?))
    }

    pub(super) fn said_pose(&self, said: Said<'_>, field: &str) -> Read<Pose> {
        match said.spot(field)? {
            Spot::Pose { x, y, heading } => Ok(self.pose((x as f32, y as f32, heading as f32))),
            _ => Err(SpellingFault::new(format_args!("{}, {field}: give a place and a heading", said.place))),
        }
    }

    pub(super) fn said_point(&self, said: Said<'_>, field: &str) -> Read<Vec2> {
        match said.spot(field)? {
            Spot::Point { x, y } => Ok(self.point(x as f32, y as f32)),
            _ => Err(SpellingFault::new(format_args!("{}, {field}: give a point", said.place))),
        }
    }
}

/// The stand has no path, for it is not on the table.
pub(super) fn not_there(said: Said<'_>) -> SpellingFault {
    NameFault::NotOnTable { name: said.one("stand").unwrap_or_default().to_owned() }.into()
}
