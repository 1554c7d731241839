//! Every order of Epstein's rules.
//!
//! Orders name things by key (`epstein:g.9`): a unit's key means its main body, a stand's key the group that the stand is in.
//! Units: inches, degrees clockwise from north or to the right, figures.

use serde::{Deserialize, Serialize};

use game::{Fiat, OfferKind};

use super::formation::Formation;
use super::tables::Weapon;

/// One step of a move (`epstein:5.25`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// Straight ahead.
    Ahead(f64),
    /// Backwards, still facing the enemy (`epstein:5.14`).
    Back(f64),
    /// About the left front corner, in degrees.
    WheelLeft(f64),
    WheelRight(f64),
    /// The one free change of facing, in degrees to the right (`epstein:5.5`).
    Face(f64),
    /// Sideways, to the right (`epstein:5.15`).
    Slide(f64),
    /// For skirmishers and squares: this far to the right and ahead.
    Shift(f64, f64),
    /// Closing on its own middle, free and before any other step (`epstein:g.10`).
    Dress,
}

impl Step {
    /// This share of the step.
    #[must_use]
    pub fn shortened(self, share: f64) -> Self {
        match self {
            Self::Ahead(inches) => Self::Ahead(inches * share),
            Self::Back(inches) => Self::Back(inches * share),
            Self::WheelLeft(degrees) => Self::WheelLeft(degrees * share),
            Self::WheelRight(degrees) => Self::WheelRight(degrees * share),
            Self::Face(degrees) => Self::Face(degrees * share),
            Self::Slide(inches) => Self::Slide(inches * share),
            Self::Shift(right, ahead) => Self::Shift(right * share, ahead * share),
            Self::Dress => Self::Dress,
        }
    }
}

/// The path of one stand of skirmishers: straight to a place, with any heading there (`epstein:5.25`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandWay {
    pub stand: String,
    /// East, north, heading.
    pub to: (f64, f64, f64),
}

/// The load of a gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    Round,
    Canister,
}

impl Load {
    /// Its row in the table of ranges.
    pub fn weapon(self) -> Weapon {
        match self {
            Self::Round => Weapon::RoundShot,
            Self::Canister => Weapon::Canister,
        }
    }

    /// `round shot`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Round => "round shot",
            Self::Canister => "canister",
        }
    }
}

/// The answer of a passive player to a shot or a charge (`epstein:9.7`, `epstein:9.9`, `epstein:11.2`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answering {
    Nothing,
    Fire,
    /// A gun turns this many degrees to its right and fires (`epstein:5.10`).
    Guns {
        load: Load,
        pivot: f64,
    },
    /// Forms square (`epstein:9.9`), with its first side facing this way.
    Square {
        heading: f64,
    },
}

/// An order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Throws dice for the first period of each turn (`epstein:4.1`, option `first_player`).
    RollFirst,
    /// Throws the dice of control at the start of a period (`epstein:16.2`).
    RollControl,
    /// Ends the active player's period (`epstein:4.1`).
    EndPeriod,
    /// A group changes its formation on the spot (`epstein:5.2`, `epstein:5.8`, `epstein:12.1`), or only its heading.
    Form {
        unit: String,
        formation: Formation,
        /// If omitted, its present heading.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heading: Option<f64>,
        /// Its stands in their new order; if omitted, in the present one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        places: Option<Vec<String>>,
    },
    /// A group moves as one body (`epstein:5.25`).
    Move { unit: String, way: Vec<Step> },
    /// A group breaks into skirmish order, or skirmishers move; each stand goes its own path (`epstein:5.3`).
    Skirmish { unit: String, ways: Vec<StandWay> },
    /// Skirmishers move and end in a formation (`epstein:5.4`).
    CloseUp { unit: String, formation: Formation, at: (f64, f64, f64) },
    /// Stands leave their group (`epstein:5.13`, `epstein:g.9`) and stay in place until they are moved.
    Detach { unit: String, stands: Vec<String> },
    /// A group joins another that it stands with (`epstein:7.6`, `epstein:g.9`).
    Join { unit: String, to: String },
    /// A group at the bank of a river moves into it, or from the river to the far bank (`epstein:5.24`).
    Ford { unit: String },
    /// A group fires (`epstein:8.a.1`): each stand at the target if it may, else at the enemy that it must fire at.
    Volley {
        unit: String,
        target: String,
        /// Battalions that add their figures to the same die (`epstein:8.a.6`, option `joint_volley`).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<Vec<String>>,
    },
    /// A gun turns this many degrees to its right and fires (`epstein:5.10`, `epstein:8.d.2`, `epstein:8.d.7`).
    Guns { gun: String, load: Load, pivot: f64 },
    /// Gunners leave a gun for another of their side, or walk on to it (`epstein:8.d.6`).
    SendGunners { gun: String, figures: u16, to: String },
    /// A charge (`epstein:g.6`), with units that join it from behind (`epstein:9.3`).
    Charge {
        unit: String,
        way: Vec<Step>,
        target: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        support: Option<Vec<String>>,
    },
    /// A passive unit answers the pending shot or charge.
    Answer {
        unit: String,
        how: Answering,
        /// If several fire at it together, the one that it answers (`epstein:8.a.6`).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<String>,
    },
    /// Units that join the defence from behind (`epstein:9.3`); if none, the attacked unit fights alone.
    Support { units: Vec<String> },
    /// The owner chooses the stands that lose figures (`epstein:g.4`).
    PlaceLosses { unit: String, losses: Vec<(String, u32)> },
    /// Routers halt under their black marker (`epstein:13.7`).
    Halt { unit: String },
    /// Routers run on (`epstein:13.7`).
    RunOn { unit: String },
    /// A reinforcement enters (`epstein:w.3`): at the nearest room to its road, or at a place of the edge.
    Enter {
        unit: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<(f64, f64, f64)>,
    },
    /// A leader moves (`epstein:14.c.4`).
    Lead { leader: String, to: (f64, f64) },
    /// A leader goes along with his unit, which has routed (`epstein:14.c.4`).
    Follow { leader: String },
    /// He stays where he is.
    Stay { leader: String },
    /// A group moves to a house, and these of its stands enter it, or all of them (`epstein:15.1`).
    EnterHouse {
        unit: String,
        house: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        way: Option<Vec<Step>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stands: Option<Vec<String>>,
    },
    /// A stand is set down outside its house (`epstein:15.1`), or outside its burning house (`epstein:15.9`).
    LeaveHouse { stand: String, at: (f64, f64, f64) },
    /// A stand is posted at a side of its house, numbered clockwise from 1, at the start of the period (`epstein:15.1`).
    Post { stand: String, side: u8 },
    /// These stands of a group fire at a house, one at each side; if omitted, the nearest at each side (`epstein:15.4`).
    FireAtHouse {
        unit: String,
        house: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stands: Option<Vec<String>>,
    },
    /// A garrison fires out of a side of its house; if omitted, of the side with the nearest target (`epstein:15.3`).
    HouseFire {
        stand: String,
        target: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<u8>,
    },
    /// Stands assault a house, one at each side (`epstein:15.5`).
    Assault { house: String, stands: Vec<String> },
    /// An act of the referee.
    Fiat(Fiat<Act>),
}

impl Order {
    /// The unit that acts; `None` if the players or the referee do.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Self::Form { unit, .. }
            | Self::Move { unit, .. }
            | Self::Skirmish { unit, .. }
            | Self::CloseUp { unit, .. }
            | Self::Detach { unit, .. }
            | Self::Join { unit, .. }
            | Self::Volley { unit, .. }
            | Self::Guns { gun: unit, .. }
            | Self::SendGunners { gun: unit, .. }
            | Self::Charge { unit, .. }
            | Self::Answer { unit, .. }
            | Self::PlaceLosses { unit, .. }
            | Self::Halt { unit }
            | Self::RunOn { unit }
            | Self::Ford { unit }
            | Self::Enter { unit, .. }
            | Self::Lead { leader: unit, .. }
            | Self::Follow { leader: unit }
            | Self::Stay { leader: unit }
            | Self::EnterHouse { unit, .. }
            | Self::FireAtHouse { unit, .. }
            | Self::LeaveHouse { stand: unit, .. }
            | Self::Post { stand: unit, .. }
            | Self::HouseFire { stand: unit, .. } => Some(unit),
            Self::RollFirst
            | Self::RollControl
            | Self::EndPeriod
            | Self::Support { .. }
            | Self::Assault { .. }
            | Self::Fiat(_) => None,
        }
    }
}

/// The parts of an order that follow the pointer.
impl Order {
    /// The gun that the order turns, by key, and the angle.
    pub fn pivot_mut(&mut self) -> Option<(&str, &mut f64)> {
        match self {
            Self::Guns { gun, pivot, .. } => Some((gun, pivot)),
            Self::Answer { unit, how: Answering::Guns { pivot, .. }, .. } => Some((unit, pivot)),
            _ => None,
        }
    }

    /// The place at which the unit ends.
    pub fn place_mut(&mut self) -> Option<&mut (f64, f64, f64)> {
        match self {
            Self::Enter { at, .. } => Some(at.get_or_insert((0.0, 0.0, 0.0))),
            Self::CloseUp { at, .. } | Self::LeaveHouse { at, .. } => Some(at),
            _ => None,
        }
    }
}

/// The subject of an order, for searching the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Moves,
    Fire,
    Charges,
    Routs,
    Decisions,
    Periods,
    Fiats,
}

/// Orders without their optional fields.
impl Order {
    /// The answer of a passive unit.
    pub fn answer(unit: String, how: Answering) -> Self {
        Self::answer_at(unit, how, None)
    }

    /// Its answer to one of several groups that fire at it together.
    pub fn answer_at(unit: String, how: Answering, at: Option<String>) -> Self {
        Self::Answer { unit, how, at }
    }

    /// A charge without units that join it from behind.
    pub fn charge(unit: String, way: Vec<Step>, target: String) -> Self {
        Self::Charge { unit, way, target, support: None }
    }

    /// The same charge with units that join it from behind; other orders stay unchanged.
    #[must_use]
    pub fn joined_by(mut self, units: &[String]) -> Self {
        if let Self::Charge { support, .. } = &mut self {
            *support = (!units.is_empty()).then(|| units.to_vec());
        }
        self
    }

    /// A formation with the stands in their present order.
    pub fn form(unit: String, formation: Formation, heading: Option<f64>) -> Self {
        Self::Form { unit, formation, heading, places: None }
    }

    pub fn closing_up(unit: String, formation: Formation, at: (f64, f64, f64)) -> Self {
        Self::CloseUp { unit, formation, at }
    }

    pub fn march(unit: String, way: Vec<Step>) -> Self {
        Self::Move { unit, way }
    }

    pub fn losses(unit: String, losses: Vec<(String, u32)>) -> Self {
        Self::PlaceLosses { unit, losses }
    }

    pub fn joining(unit: String, to: String) -> Self {
        Self::Join { unit, to }
    }

    /// Paths of stands in skirmish order.
    pub fn ways(unit: String, ways: Vec<StandWay>) -> Self {
        Self::Skirmish { unit, ways }
    }

    pub fn lead(leader: String, to: table::Vec2) -> Self {
        Self::Lead { leader, to: (f64::from(to.x), f64::from(to.y)) }
    }

    /// A volley of one unit.
    pub fn volley(unit: String, target: String) -> Self {
        Self::Volley { unit, target, with: None }
    }
}

impl Order {
    /// The subject of the order.
    pub fn family(&self) -> Family {
        match self {
            Self::Form { .. }
            | Self::Move { .. }
            | Self::Skirmish { .. }
            | Self::CloseUp { .. }
            | Self::Detach { .. }
            | Self::Join { .. }
            | Self::Ford { .. }
            | Self::SendGunners { .. }
            | Self::Enter { .. }
            | Self::Lead { .. }
            | Self::Follow { .. }
            | Self::Stay { .. }
            | Self::EnterHouse { .. }
            | Self::LeaveHouse { .. }
            | Self::Post { .. } => Family::Moves,
            Self::Volley { .. } | Self::Guns { .. } | Self::FireAtHouse { .. } | Self::HouseFire { .. } => {
                Family::Fire
            }
            Self::Charge { .. } | Self::Assault { .. } => Family::Charges,
            Self::Halt { .. } | Self::RunOn { .. } => Family::Routs,
            Self::Answer { .. } | Self::Support { .. } | Self::PlaceLosses { .. } => Family::Decisions,
            Self::RollFirst | Self::RollControl | Self::EndPeriod => Family::Periods,
            Self::Fiat(_) => Family::Fiats,
        }
    }

    /// The leader who goes along with his routed unit, or stays; `None` for other orders.
    pub fn goes_along(&self) -> Option<(&str, bool)> {
        match self {
            Self::Follow { leader } => Some((leader, true)),
            Self::Stay { leader } => Some((leader, false)),
            _ => None,
        }
    }

    /// The steps of a move or a charge.
    pub fn way(&self) -> &[Step] {
        match self {
            Self::Move { way, .. } | Self::Charge { way, .. } | Self::EnterHouse { way: Some(way), .. } => {
                way
            }
            _ => &[],
        }
    }

    /// Everything that it names: units, stands and houses, by key, the acting one first.
    pub fn named(&self) -> Vec<&str> {
        let mut found: Vec<&str> = self.unit().into_iter().collect();
        match self {
            Self::Volley { target, with, .. } => {
                found.push(target);
                found.extend(with.iter().flatten().map(String::as_str));
            }
            Self::Charge { target, support, .. } => {
                found.push(target);
                found.extend(support.iter().flatten().map(String::as_str));
            }
            Self::Join { to, .. } | Self::SendGunners { to, .. } => found.push(to),
            Self::HouseFire { target, .. } => found.push(target),
            Self::Detach { stands, .. } | Self::Support { units: stands } => {
                found.extend(stands.iter().map(String::as_str));
            }
            Self::EnterHouse { house, stands, .. } | Self::FireAtHouse { house, stands, .. } => {
                found.push(house);
                found.extend(stands.iter().flatten().map(String::as_str));
            }
            Self::Assault { house, stands } => {
                found.push(house);
                found.extend(stands.iter().map(String::as_str));
            }
            Self::PlaceLosses { losses, .. } => found.extend(losses.iter().map(|(stand, _)| stand.as_str())),
            Self::Fiat(fiat) => match &fiat.act {
                Act::Place { unit, .. }
                | Act::Remove { unit }
                | Act::Rout { unit, .. }
                | Act::Disrupt { unit, .. } => found.push(unit),
                Act::Figures { stand, .. } | Act::BringBack { stand, .. } => found.push(stand),
                Act::Turn { .. } | Act::Option { .. } | Act::Cell { .. } => {}
            },
            _ => {}
        }
        found
    }

    /// Its places on the table, east and north, so that they can be shifted.
    pub fn places_mut(&mut self) -> Vec<(&mut f64, &mut f64)> {
        match self {
            Self::Skirmish { ways, .. } => {
                ways.iter_mut().map(|way| (&mut way.to.0, &mut way.to.1)).collect()
            }
            Self::Enter { at: Some(at), .. } | Self::CloseUp { at, .. } | Self::LeaveHouse { at, .. } => {
                vec![(&mut at.0, &mut at.1)]
            }
            Self::Lead { to, .. } => vec![(&mut to.0, &mut to.1)],
            Self::Fiat(Fiat { act: Act::Place { at, .. } | Act::BringBack { at, .. }, .. }) => {
                vec![(&mut at.0, &mut at.1)]
            }
            _ => Vec::new(),
        }
    }
}

/// An act of the referee. Units and stands are named by key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Act {
    /// Puts a group at a place in its formation.
    Place {
        unit: String,
        at: (f64, f64, f64),
    },
    /// Gives a stand this many figures.
    Figures {
        stand: String,
        figures: u16,
    },
    /// Takes a group off the table.
    Remove {
        unit: String,
    },
    /// A lost stand comes back by itself, at this place.
    BringBack {
        stand: String,
        at: (f64, f64, f64),
        figures: u16,
    },
    /// A group routs, or is in order again.
    Rout {
        unit: String,
        routed: bool,
    },
    /// A group is disrupted, or is so no more.
    Disrupt {
        unit: String,
        disrupted: bool,
    },
    Turn {
        turn: u8,
    },
    /// Sets an option that can change during a game.
    Option {
        id: String,
        value: String,
    },
    /// Sets a cell of the tables: `KINDS/infantry, guard/holds on`.
    Cell {
        cell: String,
        value: String,
    },
}

/// The kinds of offers for these orders, in the order of a period, each with its verbs.
pub const OFFER_KINDS: &[OfferKind] = &[
    OfferKind::new("roll-first", &["RollFirst"]),
    OfferKind::new("roll-control", &["RollControl"]),
    OfferKind::new("answer", &["Answer"]),
    OfferKind::new("support", &["Support"]),
    OfferKind::new("losses", &["PlaceLosses"]),
    OfferKind::new("halt", &["Halt"]),
    OfferKind::new("run-on", &["RunOn"]),
    OfferKind::new("enter", &["Enter"]),
    OfferKind::new("volley", &["Volley"]),
    OfferKind::new("guns", &["Guns"]),
    OfferKind::new("gunners", &["SendGunners"]),
    OfferKind::new("charge", &["Charge"]),
    OfferKind::new("move", &["Move"]),
    OfferKind::new("form", &["Form"]),
    OfferKind::new("skirmish", &["Skirmish"]),
    OfferKind::new("close-up", &["CloseUp"]),
    OfferKind::new("detach", &["Detach"]),
    OfferKind::new("join", &["Join"]),
    OfferKind::new("ford", &["Ford"]),
    OfferKind::new("follow", &["Follow", "Stay"]),
    OfferKind::new("lead", &["Lead"]),
    OfferKind::new("house-fire", &["HouseFire"]),
    OfferKind::new("fire-at-house", &["FireAtHouse"]),
    OfferKind::new("assault", &["Assault"]),
    OfferKind::new("enter-house", &["EnterHouse"]),
    OfferKind::new("leave-house", &["LeaveHouse"]),
    OfferKind::new("post", &["Post"]),
    OfferKind::new("end-period", &["EndPeriod"]),
];
