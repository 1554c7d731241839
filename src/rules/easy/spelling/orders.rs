//! Every order of Easy Napoleonic: its verb and fields, and how it is read, written, and said at the table.

use crate::combat::progress;
use crate::engineers::task::Task;
use crate::ground::GroundChange;
use crate::movement::entry_pose;
use crate::terms;
use crate::words::{names, path, say_fiat, taking as say_taking};
use crate::{Bridging, CommandId, Fiat, FiatAct, Order, Reaction, StandId, State, Taking};
use game::{
    Absent, Answer, AnswerKind, ChosenBy, Draft, LegForm, SpellingFault, SpotForm, Usual, Verb, VerbField,
    written,
};
use table::{Heading, Path, Pose};

use super::read::{Read, Reader, not_there};
use super::write::{Writer, at, chosen, counted, spot, way};

/// The legs of a move. Local directions are the stand's own.
pub(super) const LEGS: &[LegForm] = &[
    LegForm::Step("Slide", 2),
    LegForm::Step("To", 2),
    LegForm::Step("Ahead", 1),
    LegForm::Step("Back", 1),
    LegForm::Step("Left", 1),
    LegForm::Step("Right", 1),
    LegForm::Step("Turn", 1),
    LegForm::Step("Face", 1),
    LegForm::Step("WheelLeft", 1),
    LegForm::Step("WheelRight", 1),
    LegForm::Step("TurnAbout", 3),
];

const fn one(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::One)
}

const fn some(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Some)
}

const fn count(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Count)
}

const fn measure(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Measure)
}

const fn point(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Spot(SpotForm::Point))
}

/// A centre and a heading.
const fn pose(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Spot(SpotForm::Pose))
}

const fn either(name: &'static str, verbs: &'static [Verb]) -> VerbField {
    VerbField::new(name, AnswerKind::Either(verbs))
}

const fn yes(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Whether).absent(Absent::Usual(Usual::Whether(true)))
}

const PATH: VerbField = VerbField::new("path", AnswerKind::Way(LEGS));
const STAND: VerbField = one("stand");

/// What engineers work at (`easy:V.D.1`).
const TASKS: &[Verb] = &[
    Verb::listed("Bridge", &[one("line"), point("bank")]),
    Verb::bare("Destroy", &[one("bridge")]),
    Verb::bare("Earthworks", &[pose("outline")]),
];

/// What a contacted battery does (`easy:III.F`).
const REACTIONS: &[Verb] = &[Verb::alone("Evade"), Verb::alone("Fire"), Verb::alone("Stand")];

/// What is done to a wagon (`easy:VI.A.b`).
const TAKINGS: &[Verb] = &[Verb::alone("Capture"), Verb::alone("Destroy")];

/// What is built or destroyed on the ground by fiat.
const GROUND: &[Verb] = &[
    Verb::listed("Bridge", &[one("line"), point("at")]),
    Verb::bare("Destroy", &[one("bridge")]),
    Verb::bare("Earthworks", &[pose("outline")]),
    Verb::bare("Level", &[one("earthworks")]).about("These earthworks are gone."),
];

/// What the referee may decide.
pub(super) const ACTS: &[Verb] = &[
    Verb::named("Place", &[STAND, pose("at").called("place")]).titled("Put elsewhere"),
    Verb::named("Strength", &[STAND, count("points").called("strength points")]).titled("Set strength"),
    Verb::named("Remove", &[STAND]).titled("Take off"),
    Verb::named("BringBack", &[STAND, pose("at").called("place"), count("points").called("strength points")])
        .titled("Bring back"),
    Verb::named("Award", &[one("side"), count("points").called("victory points")]).titled("Award points"),
    Verb::bare("Turn", &[count("turn")]).titled("Set the clock"),
    Verb::named("Option", &[one("id").called("option"), VerbField::new("value", AnswerKind::Text)])
        .titled("Change an option"),
    Verb::named("Square", &[STAND, yes("on").called("in squares")])
        .about("In squares, or out of them.")
        .titled("Squares"),
    Verb::named("Routed", &[STAND, yes("on").called("with a routed marker")])
        .about("With a routed marker, or without.")
        .titled("Routed marker"),
    Verb::named("Ammunition", &[one("army"), count("chits").called("chits left")])
        .about("An army, or a side that has one army; chits left.")
        .titled("Set ammunition"),
    Verb::named(
        "Work",
        &[
            one("engineer"),
            either("task", TASKS).absent(Absent::Null).called("work"),
            count("left").absent(Absent::Usual(Usual::Count(0))).called("turns left"),
        ],
    )
    .about("Turns left of the work; none: it is done. Without a work the engineers leave theirs.")
    .titled("Work of engineers"),
    Verb::bare("Ground", &[either("change", GROUND).called("change")]).titled("Change the ground"),
    Verb::named("Side", &[STAND, one("side")]).titled("Hand over"),
    Verb::bare("Chit", &[one("command")])
        .about("Of a command that is yet to come: it may act from now on.")
        .titled("Put a chit in"),
];

/// Every order, in the order of a turn.
pub const VERBS: &[Verb] = &[
    Verb::alone("RollWeather").at_once(),
    Verb::alone("Draw").typed("d").at_once(),
    Verb::alone("RollStands").at_once(),
    Verb::alone("RollAmmunition").about("How much ammunition the next army has.").at_once(),
    Verb::named("Rally", &[STAND, pose("at")])
        .about("A stand, and where it comes back: centre and heading.")
        .titled("Rally"),
    Verb::bare("MoveGeneral", &[PATH]).titled("May move").chosen_by(ChosenBy::ByHand),
    Verb::bare("Pick", &[one("command")]).titled("Picks").typed("p"),
    Verb::named("Attach", &[some("stands"), one("to")])
        .about("The stands that are put under the general of `to`.")
        .titled("Put units under another general")
        .chosen_by(ChosenBy::MadeUp),
    Verb::named("Form", &[VerbField::new("name", AnswerKind::Text), some("stands"), pose("at")])
        .about("The new command's name and stands, and where its general is placed: centre and heading.")
        .titled("Form a new command")
        .chosen_by(ChosenBy::MadeUp),
    Verb::named("Post", &[one("command"), pose("at")])
        .about("Where the general of a detached unit is placed: centre and heading.")
        .titled("Place its general")
        .chosen_by(ChosenBy::MadeUp),
    Verb::bare("Activate", &[some("stands")]).titled("Stands to activate").chosen_by(ChosenBy::Asked),
    Verb::named("Enter", &[STAND, measure("along").absent(Absent::Usual(Usual::Measure(0.0))), PATH])
        .titled("May come on")
        .chosen_by(ChosenBy::ByHand),
    Verb::named("React", &[one("battery"), either("reaction", REACTIONS)]).titled("Decide"),
    Verb::bare("OpeningFire", &[one("enemy")]).titled("Combats"),
    Verb::bare("Continue", &[STAND]).titled("Decide").typed("c"),
    Verb::named("Withdraw", &[STAND, PATH]).titled("May move").chosen_by(ChosenBy::ByHand),
    Verb::named("Move", &[STAND, PATH]).titled("May move").chosen_by(ChosenBy::ByHand),
    Verb::named(
        "Bridge",
        &[
            one("train"),
            VerbField::new("stop", AnswerKind::Whether).absent(Absent::Usual(Usual::Whether(false))),
        ],
    )
    .about("A pontoon train at the water's edge builds, or stops building.")
    .titled("Decide"),
    Verb::named("Take", &[STAND, one("wagon"), either("how", TAKINGS)])
        .about("A stand, and an enemy wagon that it touches.")
        .titled("Decide"),
    Verb::named("Fire", &[one("battery"), one("target")]).titled("Fire").typed("g"),
    Verb::named("Square", &[STAND, yes("form")])
        .about("Infantry forms squares; with `form: false` it does not, or leaves them.")
        .titled("Squares"),
    Verb::alone("EndMoves").chosen_by(ChosenBy::Ending),
    Verb::bare("Declare", &[VerbField::new("attacks", AnswerKind::Pairs)])
        .about("Attacker and defender, pair by pair.")
        .titled("Attacks")
        .chosen_by(ChosenBy::Asked),
    Verb::bare("Resolve", &[count("combat")]).titled("Combats"),
    Verb::named("PlaceHits", &[one("shooter"), VerbField::new("hits", AnswerKind::Shares)])
        .titled("Place hits")
        .chosen_by(ChosenBy::Asked),
    Verb::named("Split", &[one("attacker"), VerbField::new("dice", AnswerKind::Shares)])
        .titled("Divide dice")
        .chosen_by(ChosenBy::Asked),
    Verb::named("Retreat", &[STAND, measure("direction").absent(Absent::Null)]).titled("Retreats").typed("r"),
    Verb::named("Work", &[one("engineer"), either("task", TASKS)])
        .about("Engineers do a step of work instead of moving.")
        .titled("Engineers"),
    Verb::named("Join", &[one("engineer"), one("host")])
        .about("Engineers are attached to infantry that they touch.")
        .titled("Engineers"),
    Verb::named("Spare", &[one("host"), count("hits")])
        .about("So many of the hits on this infantry its engineers take.")
        .titled("Decide"),
    Verb::alone("Finish").chosen_by(ChosenBy::Ending),
    Verb::named(
        "Fiat",
        &[
            either("act", ACTS),
            VerbField::new("reason", AnswerKind::Text).absent(Absent::Usual(Usual::Text(""))),
            VerbField::new("clause", AnswerKind::Text).absent(Absent::Null),
        ],
    ),
];

impl Reader<'_> {
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
                let general = self.state.active_general();
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
                Order::React { battery: stand("battery")?, reaction: reaction_of(said.either("reaction")?)? }
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
                how: taking_of(said.either("how")?)?,
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
    ///
    /// # Errors
    ///
    /// What is wanting, or means nothing here.
    pub fn act(&self, draft: &Draft) -> Read<FiatAct> {
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
            "Chit" => FiatAct::Chit { command: key("command")? },
            other => return Err(SpellingFault::new(format_args!("there is no act {other}"))),
        })
    }
}

fn reaction_of(draft: &Draft) -> Read<Reaction> {
    match draft.verb.as_str() {
        "Evade" => Ok(Reaction::Evade),
        "Fire" => Ok(Reaction::Fire),
        "Stand" => Ok(Reaction::Stand),
        other => Err(SpellingFault::new(format_args!("there is no reaction {other}"))),
    }
}

fn taking_of(draft: &Draft) -> Read<Taking> {
    match draft.verb.as_str() {
        "Capture" => Ok(Taking::Capture),
        "Destroy" => Ok(Taking::Destroy),
        other => Err(SpellingFault::new(format_args!("a wagon is captured or destroyed, not {other}"))),
    }
}

impl Writer<'_> {
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
                of("React", "battery", *battery).with("reaction", chosen(self::reaction(*reaction)))
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
                of("Take", "stand", *id).with("wagon", self.one(*wagon)).with("how", chosen(taking(*how)))
            }
            Order::Fire { battery, target } => {
                of("Fire", "battery", *battery).with("target", self.one(*target))
            }
            Order::Declare { attacks } => {
                let pair = |(one, other): &(StandId, StandId)| (self.state.key(*one), self.state.key(*other));
                Draft::new("Declare").with("attacks", Answer::Pairs(attacks.iter().map(pair).collect()))
            }
            Order::Resolve { combat } => Draft::new("Resolve").with("combat", counted(*combat)),
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
                of("Work", "engineer", *engineer).with("task", chosen(task(work)))
            }
            Order::Join { engineer, host } => of("Join", "engineer", *engineer).with("host", self.one(*host)),
            Order::Spare { host, hits } => of("Spare", "host", *host).with("hits", counted(*hits)),
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
                Draft::new("Strength").with("stand", key(stand)).with("points", counted(*points))
            }
            FiatAct::Remove { stand } => Draft::new("Remove").with("stand", key(stand)),
            FiatAct::BringBack { stand, pose, points } => Draft::new("BringBack")
                .with("stand", key(stand))
                .with("at", at(*pose))
                .with("points", counted(*points)),
            FiatAct::Award { side, points } => {
                Draft::new("Award").with("side", self.side(*side)).with("points", counted(*points))
            }
            FiatAct::Turn { turn } => Draft::new("Turn").with("turn", counted(*turn)),
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
                Draft::new("Ammunition").with("army", key(army)).with("chits", counted(*chits))
            }
            FiatAct::Work { engineer, task: work, left } => {
                let draft = Draft::new("Work").with("engineer", key(engineer)).with("left", counted(*left));
                match work {
                    Some(work) => draft.with("task", chosen(task(work))),
                    None => draft,
                }
            }
            FiatAct::Ground(change) => Draft::new("Ground").with("change", chosen(ground(change))),
            FiatAct::Side { stand, side } => {
                Draft::new("Side").with("stand", key(stand)).with("side", self.side(*side))
            }
            FiatAct::Chit { command } => Draft::new("Chit").with("command", key(command)),
        }
    }
}

/// What a battery does, as the wire has it.
pub fn reaction(reaction: Reaction) -> Draft {
    Draft::new(match reaction {
        Reaction::Evade => "Evade",
        Reaction::Fire => "Fire",
        Reaction::Stand => "Stand",
    })
}

/// What is done to a wagon, as the wire has it.
pub fn taking(how: Taking) -> Draft {
    Draft::new(match how {
        Taking::Capture => "Capture",
        Taking::Destroy => "Destroy",
    })
}

/// What engineers work at, as the wire has it.
pub fn task(task: &Task) -> Draft {
    match task {
        Task::Bridge { over, at } => {
            Draft::new("Bridge").with("line", Answer::One(over.clone())).with("bank", spot(*at))
        }
        Task::Destroy { bridge } => Draft::new("Destroy").with("bridge", Answer::One(bridge.clone())),
        Task::Earthworks { at: outline } => Draft::new("Earthworks").with("outline", at(*outline)),
    }
}

/// A change of the ground, as the wire has it.
pub fn ground(change: &GroundChange) -> Draft {
    let one = |key: &String| Answer::One(key.clone());
    match change {
        GroundChange::BridgeBuilt { over, at } => {
            Draft::new("Bridge").with("line", one(over)).with("at", spot(*at))
        }
        GroundChange::BridgeDestroyed { bridge } => Draft::new("Destroy").with("bridge", one(bridge)),
        GroundChange::Earthworks { at: outline } => Draft::new("Earthworks").with("outline", at(*outline)),
        GroundChange::Levelled { works } => Draft::new("Level").with("earthworks", one(works)),
    }
}

/// On which side of the active general's stand a place lies.
fn by_general(state: &State, pose: Pose) -> Option<&'static str> {
    let at = state.pose(state.active_general()?)?.to_local(pose.at);
    Some(match at.x.abs() > at.y.abs() {
        true if at.x > 0.0 => "on his right",
        true => "on his left",
        false if at.y > 0.0 => "before him",
        false => "behind him",
    })
}

/// The order as it is said at the table.
pub fn say_order(state: &State, order: &Order) -> String {
    let active = || {
        let named = state.active().map(|now| state.command(now.command).name.clone());
        named.unwrap_or_else(|| "the active command".into())
    };
    match order {
        Order::RollWeather => "Roll the weather".into(),
        Order::RollAmmunition => match state.unsupplied() {
            Some(stock) => format!("Roll the ammunition of {}", state.say_army(stock.side, stock.army)),
            None => "Roll the ammunition".into(),
        },
        Order::Draw => "Draw a chit".into(),
        Order::Rally { stand, pose } => {
            let where_to = by_general(state, *pose).map(|place| format!(" {place}")).unwrap_or_default();
            format!("{} rallies {}{where_to}", active(), state.say_short(*stand))
        }
        Order::MoveGeneral { path: way } => {
            let general = state.active_general().map(|id| state.say_short(id));
            format!(
                "{} moves: {}",
                general.unwrap_or_else(|| format!("The general of {}", active())),
                path(way)
            )
        }
        Order::Pick { command } => format!("{} picks {}", active(), state.say_command(*command)),
        Order::Attach { stands, to } => {
            format!("{} puts {} under {}", active(), names(state, stands), state.say_command(*to))
        }
        Order::Form { name, stands, .. } => {
            format!("{} forms {}: {}", active(), name.trim(), names(state, stands))
        }
        Order::Post { command, pose } => {
            format!("The general of {} is placed at {pose}", state.say_command(*command))
        }
        Order::RollStands => format!("Roll how many stands {} may activate", active()),
        Order::Activate { stands } if stands.is_empty() => format!("{} activates no stand", active()),
        Order::Activate { stands } => format!("{} activates {}", active(), names(state, stands)),
        Order::Enter { stand, path: way, .. } => {
            format!("{} comes on: {}", state.say_short(*stand), path(way))
        }
        Order::React { battery, reaction } => {
            format!("{} {}", state.say_short(*battery), say_reaction(*reaction))
        }
        Order::Square { stand, form } => {
            let does = match (form, state.stands.get(stand.index()).is_some_and(|stand| stand.square)) {
                (true, _) => "forms squares",
                (false, true) => "leaves its squares",
                (false, false) => "does not form squares",
            };
            format!("{} {does}", state.say_short(*stand))
        }
        Order::OpeningFire { enemy } => format!("Opening fire of {}", state.say_short(*enemy)),
        Order::Work { engineer, task } => {
            format!("{} works at {}", state.say_short(*engineer), task.say(state.ground()))
        }
        Order::Join { engineer, host } => {
            format!("{} is attached to {}", state.say_short(*engineer), state.say_short(*host))
        }
        Order::Spare { host, hits: 0 } => format!("{} takes its hits itself", state.say_short(*host)),
        Order::Spare { host, hits } => {
            format!("Engineers take {} for {}", terms::hits(*hits), state.say_short(*host))
        }
        Order::Continue { stand } => format!("{} goes on attacking", state.say_short(*stand)),
        Order::Withdraw { stand, path: way } => {
            format!("{} withdraws: {}", state.say_short(*stand), path(way))
        }
        Order::Move { stand, path: way } => format!("{} moves: {}", state.say_short(*stand), path(way)),
        Order::Bridge { train, how: Bridging::Build } => {
            format!("{} builds its bridge", state.say_short(*train))
        }
        Order::Bridge { train, how: Bridging::Stop } => format!("{} stops building", state.say_short(*train)),
        Order::Take { stand, wagon, how } => {
            format!("{} {} {}", state.say_short(*stand), say_taking(*how), state.say_short(*wagon))
        }
        Order::Fire { battery, target } => {
            format!("{} fires at {}", state.say_short(*battery), state.say_short(*target))
        }
        Order::EndMoves => format!("{} ends moves and fire", active()),
        Order::Declare { attacks } => {
            let pairs: Vec<String> = attacks
                .iter()
                .map(|(a, d)| format!("{} on {}", state.say_short(*a), state.say_short(*d)))
                .collect();
            format!("Attacks declared: {}", pairs.join("; "))
        }
        Order::Resolve { combat } => format!("Combat {} is fought", combat.saturating_add(1)),
        Order::PlaceHits { shooter, hits } => {
            format!("Hits of {} fall: {}", state.say_short(*shooter), shares(state, hits))
        }
        Order::Split { attacker, dice } => {
            format!("{} divides its dice: {}", state.say_short(*attacker), shares(state, dice))
        }
        Order::Retreat { stand, direction } => {
            // As it is said of the same stand when it has gone.
            let routs = progress::beaten(state).is_some_and(|(_, beaten)| beaten.rout);
            let verb = if routs { "routs" } else { "retreats" };
            let toward = direction.map_or_else(String::new, |to| format!(" {}", to.point()));
            format!("{} {verb}{toward}", state.say_short(*stand))
        }
        Order::Finish => format!("{} is done", active()),
        Order::Fiat(fiat) => {
            let against = fiat.clause.as_deref().map_or(String::new(), |id| format!(" on {}", bare(id)));
            let reason = if fiat.reason.is_empty() { String::new() } else { format!(" ({})", fiat.reason) };
            format!("By the referee{against}: {}{reason}", say_fiat(state, &fiat.act))
        }
    }
}

/// `easy:II.B` is II.B where nothing else can be meant.
fn bare(clause: &str) -> &str {
    clause.split_once(':').map_or(clause, |(_, id)| id)
}

fn say_reaction(reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Evade => "evades",
        Reaction::Fire => "fires canister",
        Reaction::Stand => "stands",
    }
}

fn shares(state: &State, shares: &[(StandId, u8)]) -> String {
    shares.iter().map(|(id, n)| format!("{n} on {}", state.say_short(*id))).collect::<Vec<_>>().join(", ")
}
