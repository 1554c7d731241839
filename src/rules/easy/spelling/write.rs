//! Writing the orders of Easy Napoleonic, with names for everything.

use glam::Vec2;

use crate::game::{Answer, Draft, Leg as Spoken, Spot, written};
use crate::rules::easy::engineers::task::Task;
use crate::rules::easy::ground::GroundChange;
use crate::rules::easy::{Bridging, CommandId, FiatAct, Order, Reaction, StandId, State, Taking};
use crate::scenario::Side;
use crate::table::{Leg, Path, Pose};

/// Names for what stands in orders, as it is in a state.
pub(super) struct Writer<'a> {
    pub state: &'a State,
}

impl Writer<'_> {
    fn one(&self, id: StandId) -> Answer {
        Answer::One(self.state.key(id))
    }

    fn some(&self, ids: &[StandId]) -> Answer {
        Answer::Some(ids.iter().map(|id| self.state.key(*id)).collect())
    }

    fn command(&self, id: CommandId) -> Answer {
        Answer::One(self.state.command_key(id))
    }

    fn side(&self, side: Side) -> Answer {
        Answer::One(self.state.side_id(side))
    }

    fn shares(&self, shares: &[(StandId, u8)]) -> Answer {
        Answer::Shares(shares.iter().map(|(id, count)| (self.state.key(*id), u32::from(*count))).collect())
    }

    pub fn order(&self, order: &Order) -> Draft {
        let of = |verb: &str, field: &str, id: StandId| Draft::new(verb).with(field, self.one(id));
        match order {
            Order::RollWeather => Draft::new("RollWeather"),
            Order::Draw => Draft::new("Draw"),
            Order::RollStands => Draft::new("RollStands"),
            Order::RollAmmunition => Draft::new("RollAmmunition"),
            Order::EndMoves => Draft::new("EndMoves"),
            Order::Finish => Draft::new("Finish"),
            Order::Rally { stand: id, pose } => of("Rally", "stand", *id).with("at", at(*pose)),
            Order::MoveGeneral { path } => Draft::new("MoveGeneral").with("path", way(path)),
            Order::Pick { command } => Draft::new("Pick").with("command", self.command(*command)),
            Order::Attach { stands, to } => {
                Draft::new("Attach").with("stands", self.some(stands)).with("to", self.command(*to))
            }
            Order::Form { name, stands, pose } => Draft::new("Form")
                .with("name", Answer::Text(name.clone()))
                .with("stands", self.some(stands))
                .with("at", at(*pose)),
            Order::Post { command, pose } => {
                Draft::new("Post").with("command", self.command(*command)).with("at", at(*pose))
            }
            Order::Activate { stands } => Draft::new("Activate").with("stands", self.some(stands)),
            Order::Enter { stand: id, along, path } => of("Enter", "stand", *id)
                .with("along", Answer::Measure(written(*along)))
                .with("path", way(path)),
            Order::React { battery, reaction } => {
                let reaction = match reaction {
                    Reaction::Evade => "Evade",
                    Reaction::Fire => "Fire",
                    Reaction::Stand => "Stand",
                };
                of("React", "battery", *battery).with("reaction", either(Draft::new(reaction)))
            }
            Order::OpeningFire { enemy } => of("OpeningFire", "enemy", *enemy),
            Order::Continue { stand: id } => of("Continue", "stand", *id),
            Order::Square { stand: id, form } => {
                of("Square", "stand", *id).with("form", Answer::Whether(*form))
            }
            Order::Withdraw { stand: id, path } => of("Withdraw", "stand", *id).with("path", way(path)),
            Order::Move { stand: id, path } => of("Move", "stand", *id).with("path", way(path)),
            Order::Bridge { train, how } => {
                of("Bridge", "train", *train).with("stop", Answer::Whether(*how == Bridging::Stop))
            }
            Order::Take { stand: id, wagon, how } => {
                let how = match how {
                    Taking::Capture => "Capture",
                    Taking::Destroy => "Destroy",
                };
                of("Take", "stand", *id).with("wagon", self.one(*wagon)).with("how", either(Draft::new(how)))
            }
            Order::Fire { battery, target } => {
                of("Fire", "battery", *battery).with("target", self.one(*target))
            }
            Order::Declare { attacks } => {
                let pair = |(one, other): &(StandId, StandId)| (self.state.key(*one), self.state.key(*other));
                Draft::new("Declare").with("attacks", Answer::Pairs(attacks.iter().map(pair).collect()))
            }
            Order::Resolve { combat } => Draft::new("Resolve").with("combat", count(*combat)),
            Order::PlaceHits { shooter, hits } => {
                of("PlaceHits", "shooter", *shooter).with("hits", self.shares(hits))
            }
            Order::Split { attacker, dice } => {
                of("Split", "attacker", *attacker).with("dice", self.shares(dice))
            }
            Order::Retreat { stand: id, direction } => {
                let draft = of("Retreat", "stand", *id);
                match direction {
                    Some(heading) => draft.with("direction", Answer::Measure(written(heading.degrees()))),
                    None => draft,
                }
            }
            Order::Work { engineer, task: work } => {
                of("Work", "engineer", *engineer).with("task", either(task(work)))
            }
            Order::Join { engineer, host } => of("Join", "engineer", *engineer).with("host", self.one(*host)),
            Order::Spare { host, hits } => of("Spare", "host", *host).with("hits", count(*hits)),
            Order::Fiat(fiat) => fiat.draft(|act| self.act(act)),
        }
    }

    fn act(&self, act: &FiatAct) -> Draft {
        let key = |key: &str| Answer::One(key.to_owned());
        match act {
            FiatAct::Place { stand, pose } => {
                Draft::new("Place").with("stand", key(stand)).with("at", at(*pose))
            }
            FiatAct::Strength { stand, points } => {
                Draft::new("Strength").with("stand", key(stand)).with("points", count(*points))
            }
            FiatAct::Remove { stand } => Draft::new("Remove").with("stand", key(stand)),
            FiatAct::BringBack { stand, pose, points } => Draft::new("BringBack")
                .with("stand", key(stand))
                .with("at", at(*pose))
                .with("points", count(*points)),
            FiatAct::Award { side, points } => {
                Draft::new("Award").with("side", self.side(*side)).with("points", count(*points))
            }
            FiatAct::Turn { turn } => Draft::new("Turn").with("turn", count(*turn)),
            FiatAct::Option { id, value } => {
                Draft::new("Option").with("id", key(id)).with("value", Answer::Text(value.clone()))
            }
            FiatAct::Square { stand, on } => {
                Draft::new("Square").with("stand", key(stand)).with("on", Answer::Whether(*on))
            }
            FiatAct::Routed { stand, on } => {
                Draft::new("Routed").with("stand", key(stand)).with("on", Answer::Whether(*on))
            }
            FiatAct::Ammunition { army, chits } => {
                Draft::new("Ammunition").with("army", key(army)).with("chits", count(*chits))
            }
            FiatAct::Work { engineer, task: work, left } => {
                let draft = Draft::new("Work").with("engineer", key(engineer)).with("left", count(*left));
                match work {
                    Some(work) => draft.with("task", either(task(work))),
                    None => draft,
                }
            }
            FiatAct::Ground(change) => Draft::new("Ground").with("change", either(ground(change))),
            FiatAct::Side { stand, side } => {
                Draft::new("Side").with("stand", key(stand)).with("side", self.side(*side))
            }
        }
    }
}

fn either(draft: Draft) -> Answer {
    Answer::Either(Box::new(draft))
}

fn count(count: impl TryInto<i64>) -> Answer {
    Answer::Count(count.try_into().unwrap_or(i64::MAX))
}

fn at(pose: Pose) -> Answer {
    Answer::Spot(Spot::pose(pose))
}

fn point(at: Vec2) -> Answer {
    Answer::Spot(Spot::Point { x: written(at.x), y: written(at.y) })
}

fn way(path: &Path) -> Answer {
    Answer::Way(legs(path))
}

/// The legs of a path as they are said: slides in inches east and north, turns in degrees.
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

fn task(task: &Task) -> Draft {
    match task {
        Task::Bridge { over, at } => {
            Draft::new("Bridge").with("line", Answer::One(over.clone())).with("bank", point(*at))
        }
        Task::Destroy { bridge } => Draft::new("Destroy").with("bridge", Answer::One(bridge.clone())),
        Task::Earthworks { at: outline } => Draft::new("Earthworks").with("outline", at(*outline)),
    }
}

fn ground(change: &GroundChange) -> Draft {
    let one = |key: &String| Answer::One(key.clone());
    match change {
        GroundChange::BridgeBuilt { over, at } => {
            Draft::new("Bridge").with("line", one(over)).with("at", point(*at))
        }
        GroundChange::BridgeDestroyed { bridge } => Draft::new("Destroy").with("bridge", one(bridge)),
        GroundChange::Earthworks { at: outline } => Draft::new("Earthworks").with("outline", at(*outline)),
        GroundChange::Levelled { works } => Draft::new("Level").with("earthworks", one(works)),
    }
}
