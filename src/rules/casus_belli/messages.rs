//! The wire format of 1800: pieces, corps and sides by key, hexes by number, costs in movement points.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked;
use super::assign;
use super::command::Chain;
use super::position::Position;
use super::roster::{LeaderId, PieceId};
use super::rule_set::CasusBelli;
use super::spelling::{Acts, Reader, piece_key};
use super::state::{Commander, Group, State};
use super::wire::{Derived, WireCommand, WireLine, WirePost, WireScores};
use game::hex_wire::{Nothing, ReachQuestion, WireOwed, WireReach, WireWay};
use game::options::Options;
use game::{AskFault, Battles, HexUnits as _, Summary, Wire};
use scenario::{HexScenario, Side};

/// The side whose command is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandQuestion {
    /// If omitted, the side whose turn it is.
    #[serde(default)]
    pub side: Option<String>,
}

/// The unit whose line of command is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineQuestion {
    pub unit: String,
    /// A commander; if omitted, its present one.
    #[serde(default)]
    pub to: Option<String>,
}

/// The questions that only these rules answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Where a piece can go.
    Reach(ReachQuestion),
    /// The commanders of all units, and the reasons of units out of command.
    Command(CommandQuestion),
    /// The line of command of a unit, hex by hex, or why there is none.
    Line(LineQuestion),
    /// The attacks still owed, by units and to enemies.
    Owed(Nothing),
    /// What each side has points for.
    Points(Nothing),
}

/// The answer to an [`Ask`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    Reach(WireReach),
    Way(WireWay),
    Command(WireCommand),
    Line(WireLine),
    Owed(WireOwed),
    Points(Vec<WireScores>),
}

impl Wire for CasusBelli {
    type Acts = Acts;
    type Derived = Derived;
    type Position = Position;
    const POSITION: &'static str = "cb_position";
    type Ask = Ask;
    const ASKS: &'static [&'static str] = &["reach", "command", "line", "owed", "points"];
    type Answered = Answered;

    fn side_id(state: &State, side: Side) -> String {
        state.game.side_id(side)
    }

    fn side(state: &State, name: &str) -> Result<Side, String> {
        Reader { state }.side(name).map_err(|fault| fault.to_string())
    }

    fn derived(state: &State) -> Derived {
        Derived::of(state)
    }

    fn summary(state: &State) -> Summary {
        super::summary::summary(state)
    }

    fn ask(state: &State, ask: &Ask) -> Result<Answered, AskFault> {
        asked::answer(state, ask)
    }

    fn set_up(position: &Position, battles: Battles<'_, HexScenario>) -> Result<State, String> {
        position.set_up(battles)
    }

    fn beginning(state: &State) -> (HexScenario, Options) {
        (state.game.scenario.clone(), state.game.chosen.clone())
    }
}

/// Converts the game's types to the wire's, for a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct StateToWire<'a>(pub &'a State);

impl StateToWire<'_> {
    pub fn side(&self, side: Side) -> String {
        self.0.game.side_id(side)
    }

    fn leader_key(&self, id: LeaderId) -> String {
        self.0.game.leader(id).id.clone()
    }

    pub fn piece(&self, id: PieceId) -> String {
        piece_key(&self.0.game, id)
    }

    pub fn commander(&self, by: Commander) -> String {
        match by {
            Commander::Leader(leader) => self.leader_key(leader),
            Commander::Unit(unit) => self.0.key_of(unit),
        }
    }

    pub fn group(&self, group: Group) -> String {
        Reader { state: self.0 }.group_key(group)
    }

    /// The present post of a group.
    pub fn post(&self, chain: &Chain<'_>, side: Side, group: Group) -> WirePost {
        let state = self.0;
        let (commander, vacant_since) = match group {
            Group::Army => {
                let army = &state.armies[side.index()];
                (army.commander.map(Commander::Leader), army.vacant_since)
            }
            Group::Corps(corps) => (state.commander(corps), state.corps[corps.index()].vacant_since),
            Group::Unassigned => (None, None),
        };
        let is_phasing = side == state.phasing;
        WirePost {
            group: self.group(group),
            commander: commander.map(|by| self.commander(by)),
            hex: commander.and_then(|by| state.commander_hex(by)).map(|hex| hex.0),
            taken: if is_phasing { assign::taken(state, group) } else { 0 },
            room: chain.room(group),
            vacant_since,
        }
    }
}
