//! Epstein's rules over the wire: units and stands by key, lengths in inches, angles in degrees.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use game::options::Options;
use game::{AskFault, Battles, Summary, Tells, Viewer};
use scenario::{Scenario, Side};

use super::asks::{Answered, Ask};
use super::event::Event;
use super::house_event::HouseEvent;
use super::houses;
use super::kind::Arm;
use super::position::Position;
use super::roster::{HouseId, StandId};
use super::rule_set::Epstein;
use super::spelling::Acts;
use super::standing::group_is_ineffective;
use super::state::{GroupId, Phase, Place, Rally, State};
use super::{asks, summary, victory, words};

/// One thing that happened. Only what applies to its kind is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireEvent {
    /// `moved`, `shot`, `routed` and so on.
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Whom it concerns beside: the target, the defender, the group that is joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// Where stands come to: east, north, heading.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stands: BTreeMap<String, (f32, f32, f32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<String>,
    /// Figures lost, or hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figures: Option<u16>,
    /// Totals that were thrown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub totals: Vec<i64>,
    /// In words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireState {
    pub turn: u8,
    /// Whose period it is.
    pub active: String,
    /// `period`, `high-die`, `over`.
    pub phase: String,
    pub points: (u16, u16),
    pub groups: Vec<WireGroup>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub houses: Vec<WireHouse>,
    /// Units of which nothing is in play: lost, or still to come.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<String>,
}

/// A group of stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireGroup {
    pub unit: String,
    pub side: String,
    pub formation: String,
    /// Its place and heading: east, north, degrees.
    pub at: (f32, f32, f32),
    pub stands: Vec<WireStand>,
    /// A crew without its gun, or gunners who have left theirs.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub on_foot: bool,
    /// The gun that these gunners go to, and the turn from which they serve it once they have come to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_gun: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serves_from: Option<u8>,
    /// What it has done in this period: `moved`, `fired`, `fought`, `attacked`, `silent`, `reformed`,
    /// `closed-up`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub did: Vec<String>,
    #[serde(skip_serializing_if = "is_none")]
    pub disrupted: u8,
    /// `running`, `halted`, `faced`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub routed: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ineffective: bool,
    /// It stands in a river that it fords.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_river: bool,
    /// Control halves its moves in this period.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub halved: bool,
}

fn is_none(count: &u8) -> bool {
    *count == 0
}

/// One stand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireStand {
    pub stand: String,
    pub figures: u16,
    /// Left out where it is in a house.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<(f32, f32, f32)>,
    /// The house that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<String>,
    /// The side of the house at which it is posted, numbered from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<u8>,
}

/// A house that can be held.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireHouse {
    pub house: String,
    /// Hits of round shot.
    #[serde(skip_serializing_if = "is_none")]
    pub hits: u8,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub burns: bool,
    /// Whoever has a stand in it, or had last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_by: Option<String>,
}

fn triple(pose: table::Pose) -> (f32, f32, f32) {
    (pose.at.x, pose.at.y, pose.heading.degrees())
}

fn house(state: &State, id: HouseId) -> WireHouse {
    let now = state.house(id);
    let held_by = houses::holder(state, id).or(now.last);
    WireHouse {
        house: state.game.house_key(id).to_owned(),
        hits: now.hits,
        burns: now.burns(),
        held_by: held_by.map(|side| state.game.side_id(side)),
    }
}

fn group(state: &State, id: GroupId) -> WireGroup {
    let now = state.group(id);
    let stand = |stand: &StandId| WireStand {
        stand: state.game.stand(*stand).key.clone(),
        figures: state.stand(*stand).figures,
        at: state.pose(*stand).map(triple),
        inside: match state.stand(*stand).place {
            Place::Inside { house, .. } => Some(state.game.house_key(house).to_owned()),
            Place::Table(_) | Place::Reserve | Place::Lost => None,
        },
        side: match state.stand(*stand).place {
            Place::Inside { side, .. } => Some(side + 1),
            Place::Table(_) | Place::Reserve | Place::Lost => None,
        },
    };
    let did = [
        (now.marks.moved, "moved"),
        (now.marks.fired, "fired"),
        (now.marks.fought, "fought"),
        (now.marks.attacked, "attacked"),
        (now.silent, "silent"),
        (now.marks.reformed, "reformed"),
        (now.marks.closed_up, "closed-up"),
    ];
    WireGroup {
        unit: state.key(id),
        side: state.game.side_id(state.side(id)),
        formation: now.formation.word().to_owned(),
        at: triple(state.place(id)),
        stands: now.stands.iter().map(stand).collect(),
        on_foot: now.on_foot,
        to_gun: now.gunners.map(|gunners| state.game.stand(gunners.to).key.clone()),
        serves_from: now.gunners.and_then(|gunners| gunners.serves_from),
        did: did.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned()).collect(),
        disrupted: u8::try_from(now.disruption.len()).unwrap_or(u8::MAX),
        routed: now.rout.map(|rout| rally(rout.rally).to_owned()),
        in_river: now.crossing.is_some(),
        halved: super::control::share(state, id) < 1.0,
        ineffective: state.arm(id) != Arm::Command && group_is_ineffective(state, id),
    }
}

/// `running`.
pub fn rally(rally: Rally) -> &'static str {
    match rally {
        Rally::Running => "running",
        Rally::Halted => "halted",
        Rally::Faced => "faced",
    }
}

fn event(state: &State, event: &Event) -> WireEvent {
    let kind = |kind: &str| WireEvent {
        kind: kind.to_owned(),
        text: words::log_event(state, event),
        ..WireEvent::default()
    };
    let of = |name: &str, id: GroupId| WireEvent { unit: Some(state.key(id)), ..kind(name) };
    let places = |to: &[(StandId, table::Pose)]| {
        to.iter().map(|(stand, pose)| (state.game.stand(*stand).key.clone(), triple(*pose))).collect()
    };
    let stand =
        |name: &str, id: StandId| WireEvent { unit: Some(state.game.stand(id).key.clone()), ..kind(name) };
    match event {
        Event::FirstRolled { first } => WireEvent { side: Some(state.game.side_id(*first)), ..kind("first") },
        Event::PeriodBegan { turn, side } => {
            WireEvent { turn: Some(*turn), side: Some(state.game.side_id(*side)), ..kind("period") }
        }
        Event::Moved { group, to, .. } => WireEvent { stands: places(to), ..of("moved", *group) },
        Event::Formed { group, formation, to, .. } => WireEvent {
            stands: places(to),
            formation: Some(formation.word().to_owned()),
            ..of("formed", *group)
        },
        Event::Split { group, .. } => of("split", *group),
        Event::Joined { group, into, .. } => {
            WireEvent { other: Some(state.key(*into)), ..of("joined", *group) }
        }
        Event::Amalgamated { stand: id, .. } => stand("amalgamated", *id),
        Event::Entered { unit, to, formation, .. } => WireEvent {
            unit: Some(state.game.unit(*unit).id.clone()),
            stands: places(to),
            formation: Some(formation.word().to_owned()),
            ..kind("entered")
        },
        Event::Marked { group, .. } => of("marked", *group),
        Event::Spent { group, .. } => of("spent", *group),
        Event::Strayed { stand: id } => stand("strayed", *id),
        Event::Forded { group, to, .. } => WireEvent { stands: places(to), ..of("forded", *group) },
        Event::ControlRolled { .. } => kind("control"),
        Event::Pivoted { group, .. } => of("pivoted", *group),
        Event::Began(_) => kind("began"),
        Event::Changed(_) => kind("changed"),
        Event::Settled => kind("settled"),
        Event::Shot(shot) => WireEvent {
            other: Some(state.key(shot.on)),
            figures: Some(shot.hits),
            totals: vec![i64::from(shot.die)],
            ..of("shot", shot.by)
        },
        Event::MoraleRolled { group, total, .. } => {
            WireEvent { totals: vec![i64::from(*total)], ..of("morale", *group) }
        }
        Event::Melee { by, on, totals } => WireEvent {
            other: Some(state.key(*on)),
            totals: totals.iter().map(|total| i64::from(*total)).collect(),
            ..of("melee", *by)
        },
        Event::Lost { stand: id, figures } => WireEvent { figures: Some(*figures), ..stand("lost", *id) },
        Event::Gone { stand: id } => stand("gone", *id),
        Event::GunLost { group } => of("gun-lost", *group),
        Event::GunnersSent { gun, figures, to, .. } => WireEvent {
            other: Some(state.game.stand(*to).key.clone()),
            figures: Some(*figures),
            ..stand("gunners-sent", *gun)
        },
        Event::GunnersBound { group, gunners } => WireEvent {
            other: gunners.map(|gunners| state.game.stand(gunners.to).key.clone()),
            turn: gunners.and_then(|gunners| gunners.serves_from),
            ..of("gunners-bound", *group)
        },
        Event::GunManned { gun, .. } => stand("gun-manned", *gun),
        Event::Routed { group, to, .. } => WireEvent { stands: places(to), ..of("routed", *group) },
        Event::Rallied { group, to, .. } => WireEvent { stands: places(to), ..of("rallied", *group) },
        Event::Came { group, .. } => of("came", *group),
        Event::Disrupted { group, .. } => of("disrupted", *group),
        Event::Recovered { group } => of("recovered", *group),
        Event::House(event) => at_house(state, event, kind),
        Event::LeaderRolled { leader, total, .. } => {
            WireEvent { totals: vec![i64::from(*total)], ..of("leader-rolled", *leader) }
        }
        Event::MayFollow(following) => {
            WireEvent { other: Some(state.key(following.unit)), ..of("may-follow", following.leader) }
        }
        Event::FollowSettled => kind("follow-settled"),
        Event::Ended(outcome) => {
            WireEvent { side: outcome.winner.map(|side| state.game.side_id(side)), ..kind("ended") }
        }
        Event::FiguresSet { stand: id, figures } => {
            WireEvent { figures: Some(*figures), ..stand("figures-set", *id) }
        }
        Event::ClockSet { turn } => WireEvent { turn: Some(*turn), ..kind("clock-set") },
        Event::CellSet { cell, .. } => WireEvent { other: Some(cell.clone()), ..kind("cell-set") },
        Event::OptionSet { id, .. } => WireEvent { other: Some(id.clone()), ..kind("option-set") },
    }
}

/// What happens at a house.
fn at_house(state: &State, event: &HouseEvent, kind: impl Fn(&str) -> WireEvent) -> WireEvent {
    let stand = |name: &str, id: StandId, house: HouseId| WireEvent {
        unit: Some(state.game.stand(id).key.clone()),
        other: Some(state.game.house_key(house).to_owned()),
        ..kind(name)
    };
    match event {
        HouseEvent::WentIn { stand: id, house, .. } => stand("went-in", *id, *house),
        HouseEvent::CameOut { stand: id, pose, .. } => {
            let key = state.game.stand(*id).key.clone();
            let stands = BTreeMap::from([(key.clone(), triple(*pose))]);
            WireEvent { unit: Some(key), stands, ..kind("came-out") }
        }
        HouseEvent::Posted { stand: id, house, .. } => stand("posted", *id, *house),
        HouseEvent::SideUsed { house, by } => stand("side-used", by.stand, *house),
        HouseEvent::Shot { by, on, total, hit, .. } => WireEvent {
            unit: Some(state.key(*by)),
            other: Some(state.key(*on)),
            figures: Some(u16::from(*hit)),
            totals: vec![i64::from(*total)],
            ..kind("house-shot")
        },
        HouseEvent::Assaulted { house, by, total, .. } => {
            WireEvent { totals: vec![i64::from(*total)], ..stand("assaulted", *by, *house) }
        }
        HouseEvent::Missed { house, by } => WireEvent {
            unit: Some(state.key(*by)),
            other: Some(state.game.house_key(*house).to_owned()),
            ..kind("house-missed")
        },
        HouseEvent::Struck { house } => {
            WireEvent { other: Some(state.game.house_key(*house).to_owned()), ..kind("house-struck") }
        }
    }
}

impl Tells for Epstein {
    type Acts = Acts;
    type Happened = WireEvent;
    type Whole = WireState;
    type Position = Position;
    const POSITION: &'static str = "epstein_position";
    type Ask = Ask;
    const ASKS: &'static [&'static str] = &["volley", "rout", "reach", "charge", "stick", "canister"];
    type Answered = Answered;

    fn side_id(state: &State, side: Side) -> String {
        state.game.side_id(side)
    }

    fn happened(state: &State, what: &Event, _viewer: Viewer) -> WireEvent {
        event(state, what)
    }

    fn whole(state: &State) -> WireState {
        let points = victory::points(state);
        let in_play = |unit| state.group_ids().any(|id| state.unit(id) == unit);
        let off = state.game.unit_ids().filter(|unit| !in_play(*unit));
        WireState {
            turn: state.turn,
            active: state.game.side_id(state.active),
            phase: match state.phase {
                Phase::HighDie => "high-die",
                Phase::Period => "period",
                Phase::Over(_) => "over",
            }
            .to_owned(),
            points: (points[0], points[1]),
            groups: state.group_ids().map(|id| group(state, id)).collect(),
            houses: state.game.house_ids().map(|id| house(state, id)).collect(),
            off: off.map(|unit| state.game.unit(unit).id.clone()).collect(),
        }
    }

    fn summary(state: &State) -> Summary {
        summary::summary(state)
    }

    fn ask(state: &State, ask: &Ask) -> Result<Answered, AskFault> {
        asks::answer(state, ask)
    }

    fn set_up(position: &Position, battles: Battles<'_, Scenario>) -> Result<State, String> {
        position.set_up(battles)
    }

    fn beginning(state: &State) -> (Scenario, Options) {
        (state.game.scenario.clone(), state.game.chosen.clone())
    }
}
