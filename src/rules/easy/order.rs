//! Every order of Easy Napoleonic: the steps of an activation (`easy:0.5`), and the additions of modules.

use serde::{Deserialize, Serialize};

use game::OfferKind;
use game::keyed::numbers_in;
use scenario::Side;
use table::{Heading, Path, Pose};

use super::engineers::task::Task;
use super::ground::GroundChange;
use super::roster::{CommandId, StandId};

/// The owner's choice for a contacted battery (`easy:III.F`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reaction {
    /// The crew shelters with the infantry beside it (`easy:III.F.1`).
    Evade,
    /// Canister at the stand on its front (`easy:III.F.2`).
    Fire,
    /// Neither (`easy:III.F.3`).
    Stand,
}

/// The work of a pontoon train on its bridge (`easy:V.D.3.a`, `easy:V.D.3.b`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Bridging {
    Build,
    /// The built part is taken up again.
    Stop,
}

/// The treatment of an enemy wagon that a stand touches (`easy:VI.A.b`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Taking {
    /// The wagon changes sides; both may go on.
    Capture,
    /// The wagon is destroyed, and the move is over.
    Destroy,
}

/// The acts of a fiat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FiatAct {
    /// Puts the stand there, by stand id.
    Place {
        stand: String,
        pose: Pose,
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
        pose: Pose,
        points: u16,
    },
    Award {
        side: Side,
        points: i32,
    },
    Turn {
        turn: u8,
    },
    /// Sets this option to this value.
    Option {
        id: String,
        value: String,
    },
    /// Infantry is in squares, or out of them.
    Square {
        stand: String,
        on: bool,
    },
    /// A stand carries a routed marker, or none.
    Routed {
        stand: String,
        on: bool,
    },
    /// Sets the ammunition chits of an army: by its id, or its side's if that has one army.
    Ammunition {
        army: String,
        chits: u16,
    },
    /// Sets the turns left of this work, none when it is done; without a work the engineers have left theirs.
    Work {
        engineer: String,
        task: Option<Task>,
        left: u8,
    },
    /// Something is built or destroyed on the ground.
    Ground(GroundChange),
    /// Gives the stand to that side.
    Side {
        stand: String,
        side: Side,
    },
    /// Puts the chit of a later command into the cup.
    Chit {
        command: String,
    },
}

/// The kind of a move, which decides the rules for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// Its own action (`easy:II.A.2.3`).
    Move,
    /// The commander's move (`easy:II.A.2.4`).
    General,
    /// Out of contact, with half the allowance (`easy:III.E.2`).
    Withdraw,
    /// Coming on to the table.
    Enter,
}

/// An act of the referee.
pub type Fiat = game::Fiat<FiatAct>;

/// An order. Its serde form is that of journals of version 1, and must stay so ([`super::journal_v1`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Roll this turn's weather (`easy:IV.D`).
    RollWeather,
    /// Roll how much ammunition the next army has (`easy:VI.E`).
    RollAmmunition,
    /// Draw a chit from the cup (`easy:II.A.2.1`).
    Draw,
    /// The active general brings a stand back instead of commanding (`easy:IV.A.1`).
    Rally { stand: StandId, pose: Pose },
    /// The active general's stand moves, before or after his stands act (`easy:II.A.2.4`).
    MoveGeneral { path: Path },
    /// The active army or wing commander activates a command (`easy:II.A.4.1`).
    Pick { command: CommandId },
    /// The active army commander puts units under another general (`easy:V.B`).
    Attach { stands: Vec<StandId>, to: CommandId },
    /// The active army commander forms a new command, as one of his picks; its general is placed at `pose`
    /// (`easy:V.C`).
    Form { name: String, stands: Vec<StandId>, pose: Pose },
    /// Places the general of a detached unit (`easy:V.A`).
    Post { command: CommandId, pose: Pose },
    /// Roll how many stands a poor general may activate (`easy:VI.B`).
    RollStands,
    /// Activates these stands; others do nothing (`easy:II.A.2.2`).
    Activate { stands: Vec<StandId> },
    /// A reinforcement enters: first its place along the edge (inches from the entry, right positive), then its move.
    Enter { stand: StandId, along: f32, path: Path },
    /// What a contacted battery does (`easy:III.F`).
    React { battery: StandId, reaction: Reaction },
    /// Infantry forms squares, or not: in its combat (`easy:VI.G`), or on its own activation, where it
    /// may leave them too (`easy:VI.G.2`, `easy:VI.G.3-early`).
    Square { stand: StandId, form: bool },
    /// An enemy in contact fires at the activated stands that touch it (`easy:III.E.1`).
    OpeningFire { enemy: StandId },
    /// A stand in contact goes on attacking (`easy:III.E.2`).
    Continue { stand: StandId },
    /// A stand in contact withdraws (`easy:III.E.2`).
    Withdraw { stand: StandId, path: Path },
    /// A stand moves (`easy:II.B`).
    Move { stand: StandId, path: Path },
    /// A pontoon train at the water's edge builds, or stops building (`easy:V.D.3.a`, `easy:V.D.3.b`).
    Bridge { train: StandId, how: Bridging },
    /// A stand captures or destroys an enemy wagon that it touches (`easy:VI.A.b`).
    Take { stand: StandId, wagon: StandId, how: Taking },
    /// A battery fires instead of moving (`easy:II.D-when`).
    Fire { battery: StandId, target: StandId },
    /// Ends moves and fire; contacts to fight lead to declaring combats.
    EndMoves,
    /// Declares the attacks of active stands: attacker, defender (`easy:III.A.1`).
    Declare { attacks: Vec<(StandId, StandId)> },
    /// Fights the next combat, by index (`easy:III.B.1`).
    Resolve { combat: usize },
    /// Places the hits of `shooter`: stand, hits (`easy:III.B.4`).
    PlaceHits { shooter: StandId, hits: Vec<(StandId, u8)> },
    /// Divides the dice of an attacker of several: defender, dice (`easy:III.B.5`).
    Split { attacker: StandId, dice: Vec<(StandId, u8)> },
    /// A beaten stand retreats or routs in the computed direction, or in one chosen by its owner (`easy:III.D-dir`).
    Retreat { stand: StandId, direction: Option<Heading> },
    /// Engineers do a step of work instead of moving (`easy:V.D.1`).
    Work { engineer: StandId, task: Task },
    /// Engineers are attached to infantry that they touch (`easy:V.D.2`).
    Join { engineer: StandId, host: StandId },
    /// The engineers of this infantry take this many of its hits (`easy:V.D.2.c`).
    Spare { host: StandId, hits: u8 },
    /// Ends the activation, or the commander's part in it (`easy:II.A.3`).
    Finish,
    /// An act of the referee.
    Fiat(Fiat),
}

/// The subject of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Chits, activations, turns and weather.
    Chits,
    Rally,
    /// Moves, and actions instead of them.
    Moves,
    Fire,
    Combats,
    Fiats,
}

/// Numbers on which an order depends, and which a side may not know (`easy:III.C.1`, `easy:VI.E`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HiddenDependency<'a> {
    /// The strength left to this stand.
    Strength(StandId),
    /// The strength left to the stands that may take the hits of `shooter`.
    Hits { shooter: StandId, placed: &'a [(StandId, u8)] },
    /// The ammunition of the battery's army.
    Ammunition { battery: StandId, target: StandId },
}

impl Order {
    /// The subject of the order.
    pub fn family(&self) -> Family {
        match self {
            Self::RollWeather
            | Self::RollAmmunition
            | Self::Draw
            | Self::Pick { .. }
            | Self::Attach { .. }
            | Self::Form { .. }
            | Self::Post { .. }
            | Self::RollStands
            | Self::Activate { .. }
            | Self::EndMoves
            | Self::Finish => Family::Chits,
            Self::Rally { .. } => Family::Rally,
            Self::MoveGeneral { .. }
            | Self::Enter { .. }
            | Self::Withdraw { .. }
            | Self::Move { .. }
            | Self::Bridge { .. }
            | Self::Take { .. }
            | Self::Work { .. }
            | Self::Join { .. } => Family::Moves,
            Self::Fire { .. } => Family::Fire,
            Self::React { .. }
            | Self::Square { .. }
            | Self::OpeningFire { .. }
            | Self::Continue { .. }
            | Self::Declare { .. }
            | Self::Resolve { .. }
            | Self::PlaceHits { .. }
            | Self::Split { .. }
            | Self::Retreat { .. }
            | Self::Spare { .. } => Family::Combats,
            Self::Fiat(_) => Family::Fiats,
        }
    }

    /// The stands that it names; an acting one comes first.
    pub fn stands(&self) -> Vec<StandId> {
        match self {
            Self::Fiat(_) => Vec::new(),
            _ => numbers_in(self, "StandId"),
        }
    }

    /// The stand that acts, if the order names one: the side that places hits is not the shooter's.
    pub fn actor(&self) -> Option<StandId> {
        match self {
            Self::PlaceHits { .. } => None,
            _ => self.stands().first().copied(),
        }
    }

    /// The stands ordered to act; `general`: that of the active command, who is not named in his own move. Regrouping units and
    /// sharing out hits and dice are no acts of the stands concerned.
    pub fn actors(&self, general: Option<StandId>) -> Vec<StandId> {
        match self {
            Self::MoveGeneral { .. } => general.into_iter().collect(),
            Self::Activate { stands } => stands.clone(),
            Self::Declare { attacks } => attacks.iter().map(|(attacker, _)| *attacker).collect(),
            Self::Attach { .. } | Self::Form { .. } | Self::Split { .. } | Self::Spare { .. } => Vec::new(),
            _ => self.actor().into_iter().collect(),
        }
    }

    /// A move of this kind.
    pub fn going(kind: MoveKind, stand: StandId, path: Path) -> Self {
        match kind {
            MoveKind::Move => Self::Move { stand, path },
            MoveKind::General => Self::MoveGeneral { path },
            MoveKind::Withdraw => Self::Withdraw { stand, path },
            MoveKind::Enter => Self::Enter { stand, along: 0.0, path },
        }
    }

    /// The same order; a reinforcement starts this far along its entry.
    #[must_use]
    pub fn coming(self, along: f32) -> Self {
        match self {
            Self::Enter { stand, path, .. } => Self::Enter { stand, along, path },
            other => other,
        }
    }

    /// The kind of its move; `None` without one.
    pub fn move_kind(&self) -> Option<MoveKind> {
        match self {
            Self::Move { .. } => Some(MoveKind::Move),
            Self::MoveGeneral { .. } => Some(MoveKind::General),
            Self::Withdraw { .. } => Some(MoveKind::Withdraw),
            Self::Enter { .. } => Some(MoveKind::Enter),
            _ => None,
        }
    }

    /// The place of a reinforcement along its entry.
    pub fn along(&self) -> Option<f32> {
        match self {
            Self::Enter { along, .. } => Some(*along),
            _ => None,
        }
    }

    /// The stands that it activates.
    pub fn activated(&self) -> Option<&[StandId]> {
        match self {
            Self::Activate { stands } => Some(stands),
            _ => None,
        }
    }

    /// The firing battery and its target.
    pub fn shot(&self) -> Option<(StandId, StandId)> {
        match self {
            Self::Fire { battery, target } => Some((*battery, *target)),
            _ => None,
        }
    }

    /// The attacks that it declares: attacker, defender.
    pub fn attacks(&self) -> Option<&[(StandId, StandId)]> {
        match self {
            Self::Declare { attacks } => Some(attacks),
            _ => None,
        }
    }

    /// The same order with these attacks, if it declares any.
    #[must_use]
    pub fn attacking(mut self, these: Vec<(StandId, StandId)>) -> Self {
        if let Self::Declare { attacks } = &mut self {
            *attacks = these;
        }
        self
    }

    /// The same order with these shares; `None` if it shares nothing out.
    pub fn sharing(mut self, so: Vec<(StandId, u8)>) -> Option<Self> {
        let (Self::PlaceHits { hits: shares, .. } | Self::Split { dice: shares, .. }) = &mut self else {
            return None;
        };
        *shares = so;
        Some(self)
    }

    /// The combat that it fights, by index.
    pub fn combat(&self) -> Option<usize> {
        match self {
            Self::Resolve { combat } => Some(*combat),
            _ => None,
        }
    }

    /// A battery's reaction to contact.
    pub fn reaction(&self) -> Option<Reaction> {
        match self {
            Self::React { reaction, .. } => Some(*reaction),
            _ => None,
        }
    }

    /// The infantry whose engineers take hits, and how many.
    pub fn spared(&self) -> Option<(StandId, u8)> {
        match self {
            Self::Spare { host, hits } => Some((*host, *hits)),
            _ => None,
        }
    }

    /// Infantry, and whether it forms squares, or does not or leaves them.
    pub fn squares(&self) -> Option<(StandId, bool)> {
        match self {
            Self::Square { stand, form } => Some((*stand, *form)),
            _ => None,
        }
    }

    /// The stand, the wagon, and its treatment.
    pub fn taking(&self) -> Option<(StandId, StandId, Taking)> {
        match self {
            Self::Take { stand, wagon, how } => Some((*stand, *wagon, *how)),
            _ => None,
        }
    }

    /// The task of engineers.
    pub fn task(&self) -> Option<&Task> {
        match self {
            Self::Work { task, .. } => Some(task),
            _ => None,
        }
    }

    /// The fiat.
    pub fn fiat(&self) -> Option<&Fiat> {
        match self {
            Self::Fiat(fiat) => Some(fiat),
            _ => None,
        }
    }

    /// The beaten stand, and the direction chosen for it.
    pub fn retreat(&self) -> Option<(StandId, Option<Heading>)> {
        match self {
            Self::Retreat { stand, direction } => Some((*stand, *direction)),
            _ => None,
        }
    }

    /// The rallying stand, and its pose.
    pub fn rally(&self) -> Option<(StandId, Pose)> {
        match self {
            Self::Rally { stand, pose } => Some((*stand, *pose)),
            _ => None,
        }
    }

    /// Is it one of the picks of a commander (`easy:II.A.4.1`, `easy:V.C`)?
    pub fn is_pick(&self) -> bool {
        matches!(self, Self::Pick { .. } | Self::Form { .. })
    }

    /// The command that it names.
    pub fn command(&self) -> Option<CommandId> {
        match self {
            Self::Fiat(_) => None,
            _ => numbers_in(self, "CommandId").first().copied(),
        }
    }

    /// Its path.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::MoveGeneral { path }
            | Self::Withdraw { path, .. }
            | Self::Move { path, .. }
            | Self::Enter { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Its path, mutable.
    pub fn path_mut(&mut self) -> Option<&mut Path> {
        match self {
            Self::MoveGeneral { path }
            | Self::Withdraw { path, .. }
            | Self::Move { path, .. }
            | Self::Enter { path, .. } => Some(path),
            _ => None,
        }
    }

    /// The pose in which it places a stand.
    pub fn pose(&self) -> Option<Pose> {
        match self {
            Self::Rally { pose, .. } | Self::Form { pose, .. } | Self::Post { pose, .. } => Some(*pose),
            _ => None,
        }
    }

    /// The same order with this pose, if it places a stand.
    #[must_use]
    pub fn put(mut self, there: Pose) -> Self {
        if let Self::Rally { pose, .. } | Self::Form { pose, .. } | Self::Post { pose, .. } = &mut self {
            *pose = there;
        }
        self
    }

    /// The hidden numbers on which it depends.
    pub fn hinge(&self) -> Option<HiddenDependency<'_>> {
        match self {
            Self::Split { attacker: stand, .. } | Self::Spare { host: stand, .. } => {
                Some(HiddenDependency::Strength(*stand))
            }
            Self::PlaceHits { shooter, hits } => {
                Some(HiddenDependency::Hits { shooter: *shooter, placed: hits })
            }
            Self::Fire { battery, target } => {
                Some(HiddenDependency::Ammunition { battery: *battery, target: *target })
            }
            Self::RollWeather
            | Self::RollAmmunition
            | Self::Draw
            | Self::Rally { .. }
            | Self::MoveGeneral { .. }
            | Self::Pick { .. }
            | Self::Attach { .. }
            | Self::Form { .. }
            | Self::Post { .. }
            | Self::RollStands
            | Self::Activate { .. }
            | Self::Enter { .. }
            | Self::React { .. }
            | Self::Square { .. }
            | Self::OpeningFire { .. }
            | Self::Continue { .. }
            | Self::Withdraw { .. }
            | Self::Move { .. }
            | Self::Bridge { .. }
            | Self::Take { .. }
            | Self::EndMoves
            | Self::Declare { .. }
            | Self::Resolve { .. }
            | Self::Retreat { .. }
            | Self::Work { .. }
            | Self::Join { .. }
            | Self::Finish
            | Self::Fiat(_) => None,
        }
    }
}

/// The kinds of offers for these orders, in the order of a turn, each with its verb.
pub const OFFER_KINDS: &[OfferKind] = &[
    OfferKind::new("post", &["Post"]),
    OfferKind::new("weather", &["RollWeather"]),
    OfferKind::new("ammunition", &["RollAmmunition"]),
    OfferKind::new("draw", &["Draw"]),
    OfferKind::new("rally", &["Rally"]),
    OfferKind::new("general", &["MoveGeneral"]),
    OfferKind::new("enter-general", &["Enter"]),
    OfferKind::new("pick", &["Pick"]),
    OfferKind::new("form", &["Form"]),
    OfferKind::new("attach", &["Attach"]),
    OfferKind::new("roll-stands", &["RollStands"]),
    OfferKind::new("activate", &["Activate"]),
    OfferKind::new("spare", &["Spare"]),
    OfferKind::new("react", &["React"]),
    OfferKind::new("square", &["Square"]),
    OfferKind::new("opening-fire", &["OpeningFire"]),
    OfferKind::new("place-hits", &["PlaceHits"]),
    OfferKind::new("continue", &["Continue"]),
    OfferKind::new("withdraw", &["Withdraw"]),
    OfferKind::new("fire", &["Fire"]),
    OfferKind::new("work", &["Work"]),
    OfferKind::new("join", &["Join"]),
    OfferKind::new("move", &["Move"]),
    OfferKind::new("take", &["Take"]),
    OfferKind::new("bridge", &["Bridge"]),
    OfferKind::new("stop-bridge", &["Bridge"]),
    OfferKind::new("enter", &["Enter"]),
    OfferKind::new("end-moves", &["EndMoves"]),
    OfferKind::new("declare", &["Declare"]),
    OfferKind::new("resolve", &["Resolve"]),
    OfferKind::new("split", &["Split"]),
    OfferKind::owed("retreat", &["Retreat"]),
    OfferKind::owed("rout", &["Retreat"]),
    OfferKind::new("finish", &["Finish"]),
];
