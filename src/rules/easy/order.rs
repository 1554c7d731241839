//! Every order that can be given in Easy Napoleonic: the steps of an activation (`easy:0.5`), and what modules add.

use serde::{Deserialize, Serialize};

use game::OfferKind;
use game::keyed::numbers_in;
use scenario::Side;
use table::{Heading, Path, Pose};

use super::engineers::task::Task;
use super::ground::GroundChange;
use super::roster::{CommandId, StandId};

/// What an owner chooses for a contacted battery (`easy:III.F`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reaction {
    /// The crew shelters with the infantry beside it (`easy:III.F.1`).
    Evade,
    /// Canister at the stand on its front (`easy:III.F.2`).
    Fire,
    /// Neither (`easy:III.F.3`).
    Stand,
}

/// What a pontoon train does about its bridge (`easy:V.D.3.a`, `easy:V.D.3.b`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Bridging {
    Build,
    /// What is built is taken up again.
    Stop,
}

/// What a stand does to an enemy wagon that it touches (`easy:VI.A.b`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Taking {
    /// The wagon changes sides; both may go on.
    Capture,
    /// The wagon is gone, and the move is over.
    Destroy,
}

/// The acts that a fiat can be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FiatAct {
    /// Put the stand there, by stand id.
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
    /// From now on the option has this value.
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
    /// So many ammunition chits are left to an army: its id, or its side's where that has one army.
    Ammunition {
        army: String,
        chits: u16,
    },
    /// Engineers have this many turns left of this work, none when it is done; without a work they have left theirs.
    Work {
        engineer: String,
        task: Option<Task>,
        left: u8,
    },
    /// Something is built or destroyed on the ground.
    Ground(GroundChange),
    /// The stand is that side's now.
    Side {
        stand: String,
        side: Side,
    },
    /// The chit of a command that is yet to come goes into the cup.
    Chit {
        command: String,
    },
}

/// Why a stand moves: which of the rules bind it.
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

/// What the referee overrides.
pub type Fiat = game::Fiat<FiatAct>;

/// An order. What serde makes of it is how journals of version 1 have it, and stays so ([`super::journal_v1`]).
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
    /// The general of a detached unit is placed (`easy:V.A`).
    Post { command: CommandId, pose: Pose },
    /// Roll how many stands a poor general may activate (`easy:VI.B`).
    RollStands,
    /// The stands that act now; those left out do nothing (`easy:II.A.2.2`).
    Activate { stands: Vec<StandId> },
    /// A reinforcement comes on: first its place along the edge (inches from the entry, right positive), then its move.
    Enter { stand: StandId, along: f32, path: Path },
    /// What a contacted battery does (`easy:III.F`).
    React { battery: StandId, reaction: Reaction },
    /// Infantry forms squares, or does not: when its combat comes up (`easy:VI.G`), or on its own activation, where it
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
    /// Moves and fire are over; with contacts to fight out, combats are declared next.
    EndMoves,
    /// Which of the active stands attack which defenders: attacker, defender (`easy:III.A.1`).
    Declare { attacks: Vec<(StandId, StandId)> },
    /// The next combat to fight, by index (`easy:III.B.1`).
    Resolve { combat: usize },
    /// Where the hits of `shooter` fall: stand, hits (`easy:III.B.4`).
    PlaceHits { shooter: StandId, hits: Vec<(StandId, u8)> },
    /// How an attacker of several divides its dice: defender, dice (`easy:III.B.5`).
    Split { attacker: StandId, dice: Vec<(StandId, u8)> },
    /// A beaten stand retreats or routs the computed way, or in a direction its owner chose (`easy:III.D-dir`).
    Retreat { stand: StandId, direction: Option<Heading> },
    /// Engineers do a step of work instead of moving (`easy:V.D.1`).
    Work { engineer: StandId, task: Task },
    /// Engineers are attached to infantry that they touch (`easy:V.D.2`).
    Join { engineer: StandId, host: StandId },
    /// So many of the hits on this infantry its engineers take (`easy:V.D.2.c`).
    Spare { host: StandId, hits: u8 },
    /// The activation is over; also: the commander does nothing more (`easy:II.A.3`).
    Finish,
    /// The referee overrides.
    Fiat(Fiat),
}

/// What an order is about, as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Chits, activations, turns and weather.
    Chits,
    Rally,
    /// Moves, and what is done instead of them.
    Moves,
    Fire,
    Combats,
    Fiats,
}

/// Numbers on which an order hangs, and which a side may not know (`easy:III.C.1`, `easy:VI.E`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hinge<'a> {
    /// What this stand has left.
    Strength(StandId),
    /// What those have left on whom the hits of `shooter` may fall.
    Hits { shooter: StandId, placed: &'a [(StandId, u8)] },
    /// The ammunition of the battery's army.
    Ammunition { battery: StandId, target: StandId },
}

impl Order {
    /// What it is about.
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

    /// The stands that it names; one that acts comes first.
    pub fn stands(&self) -> Vec<StandId> {
        match self {
            Self::Fiat(_) => Vec::new(),
            _ => numbers_in(self, "StandId"),
        }
    }

    /// The stand whose order it is, where it names one: the side that places hits is not the shooter's.
    pub fn actor(&self) -> Option<StandId> {
        match self {
            Self::PlaceHits { .. } => None,
            _ => self.stands().first().copied(),
        }
    }

    /// Whom one tells to act by it; `general`: of the active command, whom his own move does not name. How units are put
    /// under others and how hits and dice are shared out is no act of those it is about.
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

    /// The same; a reinforcement begins so far along its entry.
    #[must_use]
    pub fn coming(self, along: f32) -> Self {
        match self {
            Self::Enter { stand, path, .. } => Self::Enter { stand, along, path },
            other => other,
        }
    }

    /// Why somebody moves by it; none where nobody does.
    pub fn move_kind(&self) -> Option<MoveKind> {
        match self {
            Self::Move { .. } => Some(MoveKind::Move),
            Self::MoveGeneral { .. } => Some(MoveKind::General),
            Self::Withdraw { .. } => Some(MoveKind::Withdraw),
            Self::Enter { .. } => Some(MoveKind::Enter),
            _ => None,
        }
    }

    /// Where on its entry a reinforcement begins.
    pub fn along(&self) -> Option<f32> {
        match self {
            Self::Enter { along, .. } => Some(*along),
            _ => None,
        }
    }

    /// The list of stands that act from now on.
    pub fn activated(&self) -> Option<&[StandId]> {
        match self {
            Self::Activate { stands } => Some(stands),
            _ => None,
        }
    }

    /// The battery that fires, and at whom.
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

    /// The same; where it declares attacks, these.
    #[must_use]
    pub fn attacking(mut self, these: Vec<(StandId, StandId)>) -> Self {
        if let Self::Declare { attacks } = &mut self {
            *attacks = these;
        }
        self
    }

    /// The same with what it shares out shared so. `None` means it shares nothing out.
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

    /// What a battery does when it is touched.
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

    /// Infantry that forms squares by it, or does not or leaves them.
    pub fn squares(&self) -> Option<(StandId, bool)> {
        match self {
            Self::Square { stand, form } => Some((*stand, *form)),
            _ => None,
        }
    }

    /// Who takes which wagon, and how.
    pub fn taking(&self) -> Option<(StandId, StandId, Taking)> {
        match self {
            Self::Take { stand, wagon, how } => Some((*stand, *wagon, *how)),
            _ => None,
        }
    }

    /// What engineers do by it.
    pub fn task(&self) -> Option<&Task> {
        match self {
            Self::Work { task, .. } => Some(task),
            _ => None,
        }
    }

    /// What the referee overrides by it.
    pub fn fiat(&self) -> Option<&Fiat> {
        match self {
            Self::Fiat(fiat) => Some(fiat),
            _ => None,
        }
    }

    /// The beaten stand that goes back, and the direction that was chosen for it.
    pub fn retreat(&self) -> Option<(StandId, Option<Heading>)> {
        match self {
            Self::Retreat { stand, direction } => Some((*stand, *direction)),
            _ => None,
        }
    }

    /// Who rallies, and where.
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

    /// The way that it gives.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::MoveGeneral { path }
            | Self::Withdraw { path, .. }
            | Self::Move { path, .. }
            | Self::Enter { path, .. } => Some(path),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn path_mut(&mut self) -> Option<&mut Path> {
        match self {
            Self::MoveGeneral { path }
            | Self::Withdraw { path, .. }
            | Self::Move { path, .. }
            | Self::Enter { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Where it puts somebody.
    pub fn pose(&self) -> Option<Pose> {
        match self {
            Self::Rally { pose, .. } | Self::Form { pose, .. } | Self::Post { pose, .. } => Some(*pose),
            _ => None,
        }
    }

    /// The same; whom it puts somebody, it puts there.
    #[must_use]
    pub fn put(mut self, there: Pose) -> Self {
        if let Self::Rally { pose, .. } | Self::Form { pose, .. } | Self::Post { pose, .. } = &mut self {
            *pose = there;
        }
        self
    }

    /// What it hangs on that a side may not know.
    pub fn hinge(&self) -> Option<Hinge<'_>> {
        match self {
            Self::Split { attacker: stand, .. } | Self::Spare { host: stand, .. } => {
                Some(Hinge::Strength(*stand))
            }
            Self::PlaceHits { shooter, hits } => Some(Hinge::Hits { shooter: *shooter, placed: hits }),
            Self::Fire { battery, target } => Some(Hinge::Ammunition { battery: *battery, target: *target }),
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

/// The kinds that offers of these orders have, in the order of a turn, each with its verb.
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
