//! Small positions for the tests of the rules, on the lab board of [`hex_lab`].
//!
//! Beyond what it says there: `F5@2010!` is routed, `LF2.v@2010` the leader of the corps `v` with a bonus of 2, `LF1@2010` the commander
//! of the army. What is written is the piece's id too (without the `!`). Side F is French, side E Austrian.

use std::collections::{BTreeMap, BTreeSet};

use game::RuleSet;
use game::hex_position::lab_battle;
use game::options::Options as Chosen;
use hexes::Hex;
use scenario::{HexCorps, HexLeader, HexObjective};

use super::hex_lab::{self, HexLab};
pub use super::hex_lab::{ENEMY, PHASING};
use casus_belli::event::Event;
use casus_belli::state::{CommandFinding, Group, Moved, Phase};
use casus_belli::{CasusBelli, Code, LeaderId, Order, PieceId, Refusal, State, UnitId};

/// A position on the lab board.
pub type Lab = HexLab<Extra>;

/// What else these rules want to know of it.
#[derive(Clone, Debug)]
pub struct Extra {
    routed: BTreeSet<String>,
    /// Every unit is in command.
    commanded: bool,
}

impl Lab {
    pub(crate) fn new() -> Self {
        let mut scenario = lab_battle("cb", ["French", "Austrian"]);
        scenario.objectives = vec![communications("f", &[3912]), communications("e", &[113])];
        Self::on(scenario, Extra { routed: BTreeSet::new(), commanded: true })
    }

    /// On a map of the library instead, with the lines of communications of the battle of Marengo.
    pub fn marengo() -> Self {
        let mut lab = Self::new();
        let (map, _) = scenario::hex::read_map("marengo-cb", &scenario::Embedded).expect("the map is sound");
        lab.scenario.map = map;
        lab.communications("f", &[826]).communications("e", &[1301, 1401, 1501])
    }

    /// Adds pieces, written as above with blanks between.
    pub fn units(mut self, written: &str) -> Self {
        for piece in written.split_whitespace() {
            let id = piece.trim_end_matches('!');
            if id != piece {
                self.extra.routed.insert(id.to_owned());
            }
            self.add(id);
        }
        self.scenario.units.sort_by(|a, b| a.id.cmp(&b.id));
        self.scenario.leaders.sort_by(|a, b| a.id.cmp(&b.id));
        self
    }

    /// The hexes of a side's line of communications: 3912 of F and 0113 of E without this.
    pub fn communications(mut self, side: &str, hexes: &[u16]) -> Self {
        let of = |objective: &HexObjective| objective.terms.get("side").map(String::as_str) == Some(side);
        self.scenario.objectives.retain(|objective| !of(objective));
        self.scenario.objectives.push(communications(side, hexes));
        self
    }

    /// A corps with a level; without this a corps is never demoralised.
    pub fn level(mut self, corps: &str, level: u8) -> Self {
        for corps in self.scenario.corps.iter_mut().filter(|one| one.id == corps) {
            corps.level = Some(level);
        }
        self
    }

    /// Command is found as the rules have it; without this every unit is in command.
    pub fn commanded_by_rule(mut self) -> Self {
        self.extra.commanded = false;
        self
    }

    pub fn leader(&self, written: &str) -> LeaderId {
        let index = self.scenario.leaders.iter().position(|leader| leader.id == written);
        LeaderId(u8::try_from(index.expect("the leader is in the lab")).expect("few leaders"))
    }

    pub fn piece(&self, written: &str) -> PieceId {
        let units = self.scenario.units.iter().map(|unit| &unit.id);
        let mut all = units.chain(self.scenario.leaders.iter().map(|leader| &leader.id));
        let index = all.position(|id| id == written);
        PieceId(u8::try_from(index.expect("the piece is in the lab")).expect("few pieces"))
    }

    /// The state before turn 1.
    pub fn set_up(&self) -> State {
        let mut state = CasusBelli::start(self.scenario.clone(), &Chosen::default()).expect("known options");
        for id in &self.extra.routed {
            let unit = &mut state.units[self.id(id).index()];
            (unit.routed, unit.faces) = (true, None);
        }
        state
    }

    /// The state in the command step of that side and turn.
    pub fn command(&self) -> State {
        let mut state = self.set_up();
        CasusBelli::apply(&mut state, &Event::TurnBegan { turn: self.turn });
        CasusBelli::apply(&mut state, &Event::PlayerTurnBegan { phasing: self.phasing });
        state
    }

    /// The state in the movement phase.
    pub fn state(&self) -> State {
        let mut state = self.command();
        give(&mut state, &Order::EndCommand, &[]);
        if self.extra.commanded {
            let found: BTreeMap<UnitId, CommandFinding> = std::mem::take(&mut state.command.found);
            let all = found.into_iter().map(|(unit, found)| (unit, found.said(true)));
            state.command.found = all.collect();
        }
        assert!(matches!(state.phase, Phase::Movement(_)));
        state
    }

    /// The state in the combat phase, movement having just ended: the routed have had their run, and stand where they are written.
    pub fn combat(&self) -> State {
        let mut state = self.state();
        end_movement(&mut state);
        state
    }

    fn add(&mut self, written: &str) {
        let leader = written.strip_prefix('L').map(hex_lab::short);
        let (side, corps) = match &leader {
            Some(leader) => (leader.side, leader.corps.clone()),
            None => {
                let unit = hex_lab::unit(written);
                (unit.side, unit.corps)
            }
        };
        if let Some(id) = corps.filter(|id| self.scenario.corps.iter().all(|corps| corps.id != *id)) {
            self.scenario.corps.push(HexCorps { name: id.clone(), id, side, level: None, only_with: None });
        }
        match leader {
            Some(leader) => {
                let (id, name) = (written.to_owned(), written.to_owned());
                let counter = format!("L{}", leader.counter);
                self.scenario.leaders.push(HexLeader { id, name, counter, ..leader.leader(6) });
            }
            None => self.scenario.units.push(hex_lab::unit(written)),
        }
    }
}

fn communications(side: &str, hexes: &[u16]) -> HexObjective {
    HexObjective {
        id: format!("communications-{side}"),
        name: "Line of communications".into(),
        kind: Some(casus_belli::roster::COMMUNICATIONS.into()),
        hexes: hexes.iter().copied().map(Hex).collect(),
        points: [0, 0],
        terms: [("side".to_owned(), side.to_owned())].into(),
    }
}

/// A unit that was found so, nobody knows why.
pub fn found(group: Group, in_command: bool) -> CommandFinding {
    CommandFinding { group, in_command, in_ezoc: false, commander: None, line: None, want: None }
}

/// Movement ends; the routed have had their run, and stand where they are.
pub fn end_movement(state: &mut State) {
    for unit in state.units.iter_mut().filter(|unit| unit.routed) {
        unit.moved = Some(Moved { from: unit.place, path: Vec::new(), cost: 0 });
    }
    give(state, &Order::EndMovement, &[]);
}

/// Gives an order with these dice, which has to be legal, and applies what it leads to.
pub fn give(state: &mut State, order: &Order, dice: &[u16]) -> Vec<Event> {
    hex_lab::give::<CasusBelli>(state, order, dice)
}

/// Why the order is refused; panics if it is not.
pub fn refusal(state: &State, order: &Order) -> Refusal {
    hex_lab::refusal::<CasusBelli>(state, order)
}

/// The code with which the order is refused; none where it is legal, so far as dice do not decide.
pub fn code(state: &State, order: &Order) -> Option<Code> {
    hex_lab::code::<CasusBelli>(state, order)
}
