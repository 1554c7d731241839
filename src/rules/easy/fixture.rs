//! Small battles for the tests of the rules: a bare field, two sides, one command each.

use std::collections::BTreeMap;

use game::RuleSet;
use game::options::Options as Chosen;
use scenario::army::{Arm, Command, Stand};
use scenario::{Entry, Home, Scenario, Side, SideInfo, Start};
use table::Pose;
use table::ground::Ground;

use easy::rule_set::Easy;
use easy::state::{Activation, Phase, Step};
use easy::{CommandId, StandId, State};

/// What is put on the table: first side 0, whose command is active, then side 1.
#[derive(Clone, Debug)]
pub struct Fixture {
    pub ground: Ground,
    pub stands: Vec<(Side, Arm, Start)>,
    pub entries: Vec<Entry>,
    pub options: BTreeMap<String, String>,
}

/// South-west of everything in the ledger's checks, which are centred on the origin.
pub const ORIGIN: f32 = 30.0;

/// A pose in the ledger's coordinates.
pub fn at(x: f32, y: f32, degrees: f32) -> Pose {
    Pose::at(ORIGIN + x, ORIGIN + y, degrees)
}

pub const OURS: Side = Side(0);
pub const THEIRS: Side = Side(1);

impl Fixture {
    pub fn new() -> Self {
        Self {
            ground: Ground::bare(60.0, 60.0),
            stands: Vec::new(),
            entries: Vec::new(),
            options: BTreeMap::new(),
        }
    }

    pub fn stand(mut self, side: Side, arm: Arm, pose: Pose) -> Self {
        self.stands.push((side, arm, Start::Deployed(pose)));
        self
    }

    pub fn ours(self, arm: Arm, pose: Pose) -> Self {
        self.stand(OURS, arm, pose)
    }

    pub fn theirs(self, arm: Arm, pose: Pose) -> Self {
        self.stand(THEIRS, arm, pose)
    }

    pub fn option(mut self, id: &str, value: &str) -> Self {
        self.options.insert(id.into(), value.into());
        self
    }

    /// The state with side 0 active at the step of moves and fire, all its stands on the list; and the ids of the
    /// stands in the order they were given.
    pub fn state(self) -> (State, Vec<StandId>) {
        let mut starts = BTreeMap::new();
        let mut commands: [Vec<Stand>; 2] = [Vec::new(), Vec::new()];
        for (index, (side, arm, start)) in self.stands.iter().enumerate() {
            let id = format!("S{index:02}");
            starts.insert(id.clone(), start.clone());
            let no_zone = self.options.get("opt-no-zones").is_some_and(|value| value == "on");
            commands[side.index()].push(Stand { no_zone, ..Stand::usual(&id, *arm) });
        }
        let order: Vec<String> = commands.iter().flatten().map(|stand| stand.id.clone()).collect();
        let sides = commands.into_iter().enumerate().map(|(index, stands)| {
            let (id, name) = [("ours", "Ours"), ("theirs", "Theirs")][index];
            let corps = Command { name: "Corps".into(), stands, ..Command::named(&format!("corps-{index}")) };
            SideInfo::of_one_army(id, name, [Home::South, Home::North][index], "blue", vec![corps])
        });
        let scenario = Scenario {
            starts,
            entries: self.entries,
            turns: 10,
            options: self.options,
            ..Scenario::bare("fixture", "Fixture", Easy::ID, self.ground, sides.collect())
        };
        let mut state = Easy::start(scenario, &Chosen::default()).expect("the fixture's options are known");
        let ids = (0..self.stands.len())
            .map(|index| {
                let place = order
                    .iter()
                    .position(|id| *id == format!("S{index:02}"))
                    .expect("every stand is in an army");
                StandId(place as u16)
            })
            .collect();
        let mut now = Activation::new(CommandId(0), None);
        now.step = Step::Act;
        now.list = state.roster().command(CommandId(0)).stands.clone();
        state.stack.push(now);
        state.phase = Phase::Active;
        (state, ids)
    }
}
