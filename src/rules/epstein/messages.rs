//! The wire format of Epstein's rules: units and stands by key, lengths in inches, angles in degrees.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use game::keyed::Keys;
use game::options::Options;
use game::{AskFault, Battles, Summary, Wire};
use scenario::{Scenario, Side};

use super::asks::{Answered, Ask};
use super::houses;
use super::kind::Arm;
use super::position::{Position, play};
use super::rule_set::Epstein;
use super::spelling::Acts;
use super::standing::group_is_ineffective;
use super::state::{GroupId, State};
use super::{asks, summary, victory};

/// Values derived from play.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Derived {
    /// Victory points by side.
    pub points: BTreeMap<String, u16>,
    /// Groups by their number in the list of groups.
    pub groups: BTreeMap<u16, DerivedGroup>,
    /// The side with a stand in each house, or the last one that had.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub held: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DerivedGroup {
    /// Its name in orders.
    pub unit: String,
    pub side: String,
    /// Its place and heading: east, north, degrees.
    pub at: (f32, f32, f32),
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ineffective: bool,
    /// Are its moves halved by control in this period?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub halved: bool,
}

fn group(state: &State, id: GroupId) -> DerivedGroup {
    let pose = state.place(id);
    DerivedGroup {
        unit: state.key(id),
        side: state.game.side_id(state.side(id)),
        at: (pose.at.x, pose.at.y, pose.heading.degrees()),
        ineffective: state.arm(id) != Arm::Command && group_is_ineffective(state, id),
        halved: super::control::share(state, id) < 1.0,
    }
}

impl Wire for Epstein {
    type Acts = Acts;
    type Derived = Derived;
    type Position = Position;
    const POSITION: &'static str = "epstein_position";
    type Ask = Ask;
    const ASKS: &'static [&'static str] = &["volley", "rout", "reach", "charge", "stick", "canister"];
    type Answered = Answered;

    fn side_id(state: &State, side: Side) -> String {
        state.game.side_id(side)
    }

    fn derived(state: &State) -> Derived {
        let game = &state.game;
        let points = Side::BOTH.into_iter().zip(victory::points(state));
        let held = |id| {
            Some((
                game.house_key(id).to_owned(),
                game.side_id(houses::holder(state, id).or(state.house(id).last)?),
            ))
        };
        Derived {
            points: points.map(|(side, points)| (game.side_id(side), points)).collect(),
            groups: state.group_ids().map(|id| (id.0, group(state, id))).collect(),
            held: game.house_ids().filter_map(held).collect(),
        }
    }

    fn event_keys(state: &State) -> Keys<'_> {
        let groups = (0..).map(GroupId).zip(&state.groups).map(|(id, _)| state.key(id));
        play::keys(&state.game).with("GroupId", "group", groups)
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
