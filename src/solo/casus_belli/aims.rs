//! The aims of a side: places worth points, enemies, its line of communications; and where the enemy could strike.
//!
//! Worth is in strength points. Units: half movement points, hexes.

use casus_belli::combat::table::{Column, CombatResult, DIE, Ratio, ratio, result};
use casus_belli::state::State;
use casus_belli::{UnitId, chart, victory, zones};
use hexes::{Gate, Hex, HexReach, HexSet};
use scenario::{HexArm, Side};

/// Maximum number of attackers considered at a time.
const STRONGEST: usize = 3;
/// Cost of each half point of the way to a goal; for the eager.
const PACE: f32 = 0.11;
const EAGER: f32 = 0.08;
/// Maximum distance of a goal, in half movement points.
const FAR: u16 = 220;

/// A place worth going to.
#[derive(Clone, Debug)]
struct Goal {
    hex: Hex,
    worth: f32,
    costs: HexReach,
    /// Number of the side's units on their way there, or there already.
    sent: f32,
    /// What whoever goes there does.
    why: String,
}

/// The aims of a side, and the threats to it.
#[derive(Clone, Debug)]
pub(super) struct Aims {
    /// The cost of each half point of the way to a goal.
    pace: f32,
    goals: Vec<Goal>,
    /// By the grid's index: the value of standing there, for any unit.
    seat: Vec<f32>,
    /// By the grid's index: the strongest enemies that could come into contact there.
    threat: Vec<[u32; STRONGEST]>,
}

impl Aims {
    /// `eager`: places are worth going to from afar.
    pub fn new(state: &State, side: Side, eager: bool) -> Self {
        let game = &state.game;
        let map = game.map();
        let enemy = side.enemy();
        let links = game.links(HexArm::Infantry);
        let search = |hex: Hex| HexReach::search(links, &[(hex, 0)], FAR, |_| Gate::Go);
        let mut aims = Self {
            pace: if eager { EAGER } else { PACE },
            goals: Vec::new(),
            seat: vec![0.0; map.grid.len()],
            threat: vec![[0; STRONGEST]; map.grid.len()],
        };
        let mut add = |hex: Hex, worth: f32, why: String| {
            aims.goals.push(Goal { hex, worth, costs: search(hex), sent: 0.0, why });
        };
        let late = f32::from(state.turn) / f32::from(game.scenario.turns.max(1));
        for (_, place) in game.places() {
            let gain = f32::from(place.points[side.index()]);
            let spoil = f32::from(place.points[enemy.index()]);
            for hex in &place.hexes {
                let own = victory::possessor(state, *hex) == Some(side);
                let held = state.at(*hex).any(|unit| state.side(unit) == side && !state.unit(unit).routed);
                let share = (gain + spoil) / place.hexes.len() as f32;
                let worth = match (own, held) {
                    (true, true) => share * 0.1,
                    (true, false) => share * 0.35,
                    (false, _) if eager => share * (0.5 + 0.3 * late),
                    (false, _) => share * (0.35 + 0.25 * late),
                };
                let does = if own { "holds" } else { "goes for" };
                add(*hex, worth, format!("it {does} {}, {} points", place.name, gain + spoil));
                aims.seat[map.grid.index(*hex)] += share * (0.25 + 0.3 * late);
            }
        }
        // Enemies are goals: the weak and the routed more than the strong.
        let mut enemies: Vec<(UnitId, Hex)> =
            state.on_map().filter(|(unit, _)| state.side(*unit) == enemy).collect();
        enemies.sort_by_key(|(unit, hex)| (game.to_communications(side, *hex), *unit));
        for (unit, hex) in enemies.iter().take(6) {
            let worth = 1.0 + if state.unit(*unit).routed { 1.0 } else { 0.0 };
            add(*hex, worth, format!("it goes up to {}", state.say(*unit)));
        }
        // A line of communications near the enemy needs a guard.
        for hex in &game.communications[side.index()] {
            if enemies.iter().any(|(_, at)| map.grid.distance(*at, *hex) <= 5) {
                add(*hex, 2.5, format!("it guards the line of communications at {hex}"));
            }
        }
        aims.fear(state, side);
        aims
    }

    /// Finds where the enemy could come into contact, with all units as they stand.
    fn fear(&mut self, state: &State, side: Side) {
        let game = &state.game;
        let map = game.map();
        let zone = zones::zone(state, side);
        let mut own = HexSet::new(map);
        for (unit, hex) in state.on_map() {
            if state.side(unit) == side {
                own.insert(hex);
            }
        }
        let gate = |index: usize| match (own.has_index(index), zone.has_index(index)) {
            (true, _) => Gate::Barred,
            (false, true) => Gate::Stop,
            (false, false) => Gate::Go,
        };
        let mut marked = vec![u8::MAX; map.grid.len()];
        for (unit, hex) in state.on_map() {
            if state.side(unit) == side || state.unit(unit).routed {
                continue;
            }
            let arm = game.arm(unit);
            let budget = if zone.contains(hex) { 0 } else { 2 * u16::from(game.unit(unit).movement) };
            let reach = HexReach::search(game.links(arm), &[(hex, 0)], budget, gate);
            let strength = u32::from(state.unit(unit).strength);
            for at in reach.hexes() {
                for (_, next) in map.neighbours(*at) {
                    let index = map.grid.index(next);
                    if marked[index] != unit.0 && zones::adjacent(map, *at, next) {
                        marked[index] = unit.0;
                        let strong = &mut self.threat[index];
                        if strength > strong[STRONGEST - 1] {
                            strong[STRONGEST - 1] = strength;
                            strong.sort_unstable_by(|a, b| b.cmp(a));
                        }
                    }
                }
            }
        }
    }

    /// What attracts most to a place.
    pub fn why(&self, hex: Hex) -> Option<&str> {
        let draw = |goal: &&Goal| self.draw(goal, hex);
        let most = self.goals.iter().max_by(|a, b| draw(a).total_cmp(&draw(b)).then(b.hex.cmp(&a.hex)));
        most.map(|goal| &*goal.why)
    }

    /// The worth of a goal seen from a hex.
    fn draw(&self, goal: &Goal, hex: Hex) -> f32 {
        goal.worth - goal.sent - self.pace * f32::from(goal.costs.cost(hex).unwrap_or(FAR))
    }

    /// The attraction of a place: that of the best goal, less the cost of the way and the units sent already.
    pub fn pull(&self, hex: Hex) -> f32 {
        self.goals.iter().map(|goal| self.draw(goal, hex)).fold(-self.pace * f32::from(FAR), f32::max)
    }

    /// Records that a unit goes to this hex: the goal that attracted it attracts others less.
    pub fn send(&mut self, hex: Hex) {
        let all = 0..self.goals.len();
        let draw = |at: usize| self.draw(&self.goals[at], hex);
        let by_hex = |at: usize| self.goals[at].hex;
        let most = all.max_by(|a, b| draw(*a).total_cmp(&draw(*b)).then(by_hex(*b).cmp(&by_hex(*a))));
        if let Some(most) = most {
            self.goals[most].sent += 0.4;
        }
    }

    pub fn seat(&self, state: &State, hex: Hex) -> f32 {
        self.seat[state.game.map().grid.index(hex)]
    }

    /// Expected loss if this unit stands there, under attack by the enemies that can come.
    pub fn danger(&self, state: &State, unit: UnitId, hex: Hex) -> f32 {
        let strong = self.threat[state.game.map().grid.index(hex)];
        let attack: u32 = strong.iter().sum();
        if attack == 0 {
            return 0.0;
        }
        let strength = u32::from(state.unit(unit).strength);
        let defence = cover(state, unit, hex).max(1);
        let frail = if state.unit(unit).routed { 2.0 } else { 1.0 };
        worth_of(state, attack, defence).max(0.0) * (strength as f32 + 1.0) * frail
    }

    /// Could an enemy come next to this hex?
    pub fn is_threatened(&self, state: &State, hex: Hex) -> bool {
        self.threat[state.game.map().grid.index(hex)][0] > 0
    }
}

/// Defence strength of a unit there, without the effect of streams.
pub(super) fn cover(state: &State, unit: UnitId, hex: Hex) -> u32 {
    let printed = u32::from(state.unit(unit).strength);
    let kind = state.game.map().kind(hex);
    match chart::defence_effect(kind, state.game.arm(unit), &state.game.options) {
        chart::Effect::Doubled => printed * 2,
        chart::Effect::Halved => printed.div_ceil(2),
        chart::Effect::None => printed,
    }
}

/// Value of a result to the attacker, as a fraction of what is at stake.
pub(super) fn worth_of_result(result: CombatResult) -> f32 {
    match result {
        CombatResult::Dr => 1.0,
        CombatResult::D2 => 0.45,
        CombatResult::D1 => 0.3,
        CombatResult::No => 0.0,
        CombatResult::A1 => -0.25,
        CombatResult::A2 => -0.4,
        CombatResult::Ar => -1.0,
    }
}

/// Expected value of a column to the attacker, with this bonus on the die.
pub(super) fn worth_of_column(column: Column, bonus: u8) -> f32 {
    let results = (1..=DIE).filter_map(|face| result(column, face, bonus));
    results.map(worth_of_result).sum::<f32>() / f32::from(DIE)
}

/// Expected value of these odds to the attacker.
pub(super) fn worth_of(state: &State, attack: u32, defence: u32) -> f32 {
    match ratio(attack, defence, &state.game.options) {
        Ratio::Column(column) => worth_of_column(column, 0),
        Ratio::Hopeless => worth_of_result(CombatResult::Ar),
    }
}
