//! The movement of a whole phase: destinations of all units with the highest total value of places, threats there and the
//! combats that follow.
//!
//! First attacks are planned, also from opposite hexes, so that no retreat is left; then every unit in turn takes the best
//! place with the others as they stand. Values are in strength points.

use super::board::Board;
use super::fights::{Chances, Duties, Plan, Taste, plan, price};
use super::ground::{Ground, NOWHERE};
use game::minds::{Boldness, SoloPlayer};
use hexes::{Gate, Hex};
use napoleon_at_war::combat::strength::Obstacles;
use napoleon_at_war::combat::table::Column;
use napoleon_at_war::movement::{MarchField, full_allowance, gate, reach_from};
use napoleon_at_war::state::Place;
use napoleon_at_war::turn::may_counterattack;
use napoleon_at_war::{State, UnitId};
use scenario::Side;

/// Number of places out of contact considered for each unit.
const CALM: usize = 8;
/// Number of places in contact considered for each unit.
const HOT: usize = 20;
/// Maximum number of units in an attack.
const TOGETHER: usize = 5;
/// Maximum number of attackers considered at a time.
const STRONGEST: usize = 4;
/// Number of rounds in which every unit is reconsidered.
const ROUNDS: usize = 4;
/// Value of a unit kept off the map, compared with one on it.
const AWAY: f32 = -40.0;

/// The present value of places to a side, for any unit.
#[derive(Clone, Debug)]
pub(super) struct PlaceValues {
    /// By place, for each strength point.
    pub each: Vec<f32>,
    /// By place, for any unit.
    pub any: Vec<f32>,
}

/// What the enemy can do next turn, with the units of this side as they stand.
#[derive(Clone, Debug)]
pub(super) struct Threat {
    /// By place: the strengths of the strongest enemies that could touch it, strongest first.
    strong: Vec<[u32; STRONGEST]>,
    /// By place: could some enemy stand there?
    reached: Vec<bool>,
}

impl Threat {
    pub fn new(board: &Board<'_>, state: &State) -> Self {
        let ground = board.ground;
        let mut threat =
            Self { strong: vec![[0; STRONGEST]; ground.len()], reached: vec![false; ground.len()] };
        let mut marked = vec![u8::MAX; ground.len()];
        // The units of this side and their zones as the enemy meets them, by day.
        let meets = |place: u16| {
            gate(
                board.held(place).is_some_and(|unit| board.is_own(unit)),
                board.in_zone(place, board.side),
                false,
            )
        };
        let gates: Vec<Gate> = (0_u16..).take(ground.len()).map(meets).collect();
        let strikes = may_be_struck(state, board.side);
        for (unit, _) in state.on_map().filter(|(unit, _)| !board.is_own(*unit)) {
            let (place, budget) = (board.place(unit), full_allowance(state, unit));
            let held = board.in_zone(place, board.side);
            let reach = reach_from(state.game.links(), ground.hex(place), budget, |index| gates[index], held);
            let strength = board.strength[unit.index()] * if strikes { 2 } else { 1 };
            for place in reach.hexes().iter().map(|hex| ground.at(*hex)) {
                threat.reached[usize::from(place)] = true;
                for next in ground.touching(place) {
                    let mark = &mut marked[usize::from(next)];
                    if std::mem::replace(mark, unit.0) != unit.0 {
                        let strong = &mut threat.strong[usize::from(next)];
                        if strength > strong[STRONGEST - 1] {
                            strong[STRONGEST - 1] = strength;
                            strong.sort_unstable_by(|a, b| b.cmp(a));
                        }
                    }
                }
            }
        }
        threat
    }

    /// Expected loss if the unit stands there, under attack by the enemies that can come.
    ///
    /// Friends beside it and closed hexsides leave fewer hexes for attackers; if only streams, bridges or slopes are left,
    /// they double the defence (`naw:9.0`).
    pub fn danger(
        &self,
        board: &Board<'_>,
        taste: &Taste,
        chances: &Chances,
        unit: UnitId,
        place: u16,
    ) -> f32 {
        let at = usize::from(place);
        let strong = self.strong[at];
        if strong[0] == 0 {
            return 0.0;
        }
        let ground = board.ground;
        let (mut open, mut crossed) = (0, [Obstacles::default(); 6]);
        for (way, side) in ground.round(place).iter().enumerate() {
            let free = |next: u16| board.held(next).is_none_or(|other| other == unit || !board.is_own(other));
            if side.touches && self.reached[usize::from(side.next)] && free(side.next) {
                crossed[open] = ground.round(side.next)[(way + 3) % 6].obstacles;
                open += 1;
            }
        }
        let strength = board.strength[unit.index()];
        let doubled = ground.is_doubled(place, &crossed[..open]);
        let defence = if doubled { strength * 2 } else { strength };
        let value = price(strength);
        let mut worst = 0.0_f32;
        let mut attack = 0;
        let caught = self.caught(board, unit, place);
        for (index, points) in strong.iter().take(open).enumerate() {
            if *points == 0 {
                break;
            }
            attack += points;
            let [de, dr, ex, ..] = *chances.of(Column::of(attack, defence));
            // A single attacker cuts off no retreat; two or three do if they get round.
            let trapped = if index == 0 { caught * 0.3 } else { caught };
            let lost = (de + 0.5 * ex + dr * trapped) / 6.0;
            let driven = dr * (1.0 - trapped) / 6.0;
            let points = taste.caution * (lost + driven * taste.hold[at]) * value;
            worst = worst.max(points + 0.5 * (lost + driven) * taste.seat[at]);
        }
        worst
    }

    /// Probability that a beaten unit finds no retreat from there: can the enemy stand on or beside every hex round it?
    fn caught(&self, board: &Board<'_>, unit: UnitId, place: u16) -> f32 {
        let ground = board.ground;
        // A friend who can make room counts as half a way (`naw:7.81`).
        let mut halves = 0_u8;
        for side in ground.round(place) {
            let friend = side.next != NOWHERE
                && board.held(side.next).is_some_and(|other| other != unit && board.is_own(other));
            if !side.passable {
                continue;
            }
            if friend {
                let shut = self.reached[usize::from(side.next)];
                halves += u8::from(!shut);
                continue;
            }
            let shut = self.reached[usize::from(side.next)]
                || ground.touching(side.next).any(|next| next != place && self.reached[usize::from(next)]);
            if !shut {
                halves += 2;
            }
        }
        match halves {
            0 => 0.7,
            1 => 0.25,
            2..=4 => 0.1,
            _ => 0.03,
        }
    }
}

/// Can the enemy of this side attack with double strength next turn (`naw:15.2`)?
fn may_be_struck(state: &State, side: Side) -> bool {
    let first = state.game.scenario.first;
    let turn = if state.phasing == first { state.turn } else { state.turn + 1 };
    state.game.french() == Some(side.enemy()) && may_counterattack(state, turn)
}

/// A place that a unit may go to.
#[derive(Clone, Copy, Debug)]
struct MarchChoice {
    place: u16,
    /// Value of standing there.
    score: f32,
    /// Is it in an enemy zone?
    hot: bool,
}

/// A unit with its choices.
struct Mover {
    unit: UnitId,
    /// Best first; including its present place.
    choices: Vec<MarchChoice>,
}

/// The destinations of all units, and the result.
#[derive(Clone, Debug, Default)]
pub(super) struct March {
    pub moves: Vec<(UnitId, Vec<Hex>)>,
    /// The value of the combats that follow.
    pub fights: f32,
}

/// Plans the movement phase of the phasing side.
pub(super) fn march(
    ground: &Ground,
    state: &State,
    taste: &Taste,
    chances: &Chances,
    values: &PlaceValues,
) -> March {
    let side = state.phasing;
    let mut board = Board::new(ground, state, side);
    let field = MarchField::new(state, side);
    let mut reaches = Vec::new();
    for unit in state.game.of_side(side) {
        let destinations = field.reach(unit);
        if !destinations.is_empty() {
            reaches.push((unit, destinations));
        }
    }
    let guns: Vec<UnitId> = state.game.of_side(side).filter(|unit| board.is_gun(*unit)).collect();
    let mut movers: Vec<Mover> =
        reaches.iter().map(|(unit, _)| Mover { unit: *unit, choices: Vec::new() }).collect();
    for round in 0..ROUNDS {
        let threat = Threat::new(&board, state);
        for mover in &mut movers {
            let Some((unit, destinations)) = reaches.iter().find(|(unit, _)| *unit == mover.unit) else {
                continue;
            };
            let (unit, here) = (*unit, board.place(*unit));
            let start = match state.unit(unit).place {
                Place::Map(hex) => ground.at(hex),
                Place::Waiting | Place::Eliminated => NOWHERE,
            };
            let places = destinations.iter().map(|(hex, _)| ground.at(hex)).chain([start]);
            let choice = |place: u16| {
                if place == NOWHERE {
                    return MarchChoice { place, score: AWAY, hot: false };
                }
                let at = usize::from(place);
                let strength = board.strength[unit.index()] as f32;
                let gun = if board.is_gun(unit) { 0.3 } else { 0.0 };
                let hot = board.in_zone(place, side.enemy());
                let score = values.each[at] * (1.0 + strength) + values.any[at]
                    - threat.danger(&board, taste, chances, unit, place)
                    - if hot { gun } else { 0.0 };
                MarchChoice { place, score, hot }
            };
            let mut choices: Vec<MarchChoice> = places.map(choice).collect();
            choices.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.place.cmp(&b.place)));
            let (mut calm, mut hot) = (0, 0);
            choices.retain(|choice| {
                let (count, most) = if choice.hot { (&mut hot, HOT) } else { (&mut calm, CALM) };
                *count += 1;
                *count <= most || choice.place == here || choice.place == start
            });
            mover.choices = choices;
        }
        let mut table = Table { board: &mut board, taste, chances, guns: &guns };
        if round == 0 {
            table.attacks(&movers, state);
        }
        table.settle(&movers);
    }
    let fights = whole(&board, taste, chances, &guns).value();
    let mut moves = Vec::new();
    for (unit, destinations) in &reaches {
        let Some(hex) = board.hex(*unit) else { continue };
        if let Some(path) = destinations.path(hex).filter(|_| state.hex(*unit) != Some(hex)) {
            moves.push((*unit, path));
        }
    }
    March { moves, fights }
}

/// The plan of all combats on this board.
pub(super) fn whole(board: &Board<'_>, taste: &Taste, chances: &Chances, guns: &[UnitId]) -> Plan {
    let seeds: Vec<UnitId> = (0..board.strength.len())
        .filter_map(|index| u8::try_from(index).ok())
        .map(UnitId)
        .filter(|unit| !board.is_own(*unit) && board.place(*unit) != NOWHERE)
        .collect();
    plan(board, taste, chances, &Duties::round(board, &seeds, guns), false)
}

/// The board with everything needed to evaluate it.
struct Table<'t, 'g> {
    board: &'t mut Board<'g>,
    taste: &'t Taste,
    chances: &'t Chances,
    guns: &'t [UnitId],
}

impl Table<'_, '_> {
    /// The value of the combats of these enemies and all linked with them.
    fn local(&self, seeds: &[UnitId]) -> f32 {
        if seeds.is_empty() {
            return 0.0;
        }
        let duties = Duties::round(self.board, seeds, self.guns);
        if duties.is_empty() {
            return 0.0;
        }
        plan(self.board, self.taste, self.chances, &duties, false).value()
    }

    /// The enemies whose combats change when the unit goes from one place to another.
    fn seeds(&self, unit: UnitId, from: u16, to: u16) -> Vec<UnitId> {
        let mut seeds = Vec::new();
        let own = self.board.side;
        for place in [from, to] {
            if place == NOWHERE {
                continue;
            }
            seeds.extend(self.board.others_round(place, own).iter());
            if self.board.is_gun(unit) {
                let shots = self.board.ground.shots[usize::from(place)].iter();
                let seen = shots.filter_map(|to| self.board.held(*to));
                seeds.extend(seen.filter(|other| !self.board.is_own(*other)));
            }
        }
        seeds.sort_unstable();
        seeds.dedup();
        seeds
    }

    /// The gain if the unit goes there, with the others as they stand. The board is left unchanged.
    fn gain(&mut self, mover: &Mover, to: MarchChoice) -> f32 {
        let from = self.board.place(mover.unit);
        let now = mover.choices.iter().find(|choice| choice.place == from).map_or(AWAY, |now| now.score);
        let seeds = self.seeds(mover.unit, from, to.place);
        if seeds.is_empty() {
            return to.score - now;
        }
        let before = self.local(&seeds);
        self.board.put(mover.unit, to.place);
        let after = self.local(&seeds);
        self.board.put(mover.unit, from);
        to.score - now + after - before
    }

    fn is_free(&self, place: u16) -> bool {
        place == NOWHERE || self.board.held(place).is_none()
    }

    /// Every unit in turn takes the best free place.
    fn settle(&mut self, movers: &[Mover]) {
        for mover in movers {
            let from = self.board.place(mover.unit);
            let now = mover.choices.iter().find(|choice| choice.place == from).map_or(AWAY, |now| now.score);
            let leaves_fight = !self.seeds(mover.unit, from, from).is_empty();
            let mut best: Option<(f32, u16)> = None;
            for choice in &mover.choices {
                if choice.place == from || !self.is_free(choice.place) {
                    continue;
                }
                // Calm places are sorted best first: the first free one is the best of them.
                if !choice.hot && !leaves_fight && choice.score <= now {
                    continue;
                }
                let gain = self.gain(mover, *choice);
                if gain > 0.02 && best.is_none_or(|(most, _)| gain > most) {
                    best = Some((gain, choice.place));
                }
            }
            if let Some((_, place)) = best {
                self.board.put(mover.unit, place);
            }
        }
    }

    /// Attacks by several units at once that none of them would begin alone.
    fn attacks(&mut self, movers: &[Mover], state: &State) {
        let ground = self.board.ground;
        let mut enemies: Vec<(UnitId, u16)> = state
            .on_map()
            .filter(|(unit, _)| !self.board.is_own(*unit))
            .map(|(unit, hex)| (unit, ground.at(hex)))
            .collect();
        // Enemies that most units can attack are considered first.
        let comers = |place: u16| {
            let beside =
                |choice: &MarchChoice| choice.hot && ground.touching(choice.place).any(|p| p == place);
            movers.iter().filter(|mover| mover.choices.iter().any(beside)).count()
        };
        enemies.retain(|(_, place)| comers(*place) >= 2);
        enemies.sort_by_key(|(unit, place)| {
            (ground.doubles[usize::from(*place)], std::cmp::Reverse(self.board.strength[unit.index()]))
        });
        let mut busy: Vec<UnitId> = Vec::new();
        for (_, target) in enemies {
            let mut best = Attack::default();
            for seed in seeds_round(ground, target) {
                let attack = self.attack_on(movers, target, &busy, &seed);
                if attack.worth > best.worth + 0.05 {
                    best = attack;
                }
            }
            for (unit, place) in best.units {
                self.board.put(unit, place);
                busy.push(unit);
            }
        }
    }

    /// The best attack on a place that begins with a unit in each of these hexes beside it. The board is left unchanged.
    fn attack_on(&mut self, movers: &[Mover], target: u16, busy: &[UnitId], seed: &[u16]) -> Attack {
        let ground = self.board.ground;
        let mut done: Vec<(UnitId, u16, u16)> = Vec::new();
        let (mut sum, mut best, mut length) = (0.0, 0.0, 0);
        let mut wanted =
            seed.iter().copied().filter(|place| self.is_free(*place)).collect::<Vec<u16>>().into_iter();
        while done.len() < TOGETHER {
            let only = wanted.next();
            let mut next: Option<(f32, UnitId, u16)> = None;
            for mover in movers {
                if busy.contains(&mover.unit) || done.iter().any(|(unit, ..)| *unit == mover.unit) {
                    continue;
                }
                for choice in mover.choices.iter().filter(|choice| choice.hot) {
                    if only.is_some_and(|place| place != choice.place)
                        || !ground.touching(choice.place).any(|place| place == target)
                        || !self.is_free(choice.place)
                    {
                        continue;
                    }
                    let gain = self.gain(mover, *choice);
                    if next.as_ref().is_none_or(|(most, ..)| gain > *most) {
                        next = Some((gain, mover.unit, choice.place));
                    }
                }
            }
            let Some((gain, unit, place)) = next else { break };
            done.push((unit, self.board.place(unit), place));
            self.board.put(unit, place);
            sum += gain;
            if sum > best + 0.05 {
                (best, length) = (sum, done.len());
            }
            // After two units without gain, a third will not help.
            if done.len() >= length + 2 && wanted.len() == 0 {
                break;
            }
        }
        for (unit, from, _) in done.iter().rev() {
            self.board.put(*unit, *from);
        }
        done.truncate(length);
        Attack { worth: best, units: done.into_iter().map(|(unit, _, to)| (unit, to)).collect() }
    }
}

/// An attack on one enemy, put together in the movement phase.
#[derive(Clone, Debug, Default)]
struct Attack {
    worth: f32,
    /// The destination of each unit.
    units: Vec<(UnitId, u16)>,
}

/// Where an attack may begin: anywhere, from two sides, or from three, so that no retreat is left (`naw:7.72`).
fn seeds_round(ground: &Ground, target: u16) -> Vec<Vec<u16>> {
    let round = ground.round(target);
    let hexes = |ways: &[usize]| -> Option<Vec<u16>> {
        ways.iter().map(|way| round.get(*way).filter(|side| side.touches).map(|side| side.next)).collect()
    };
    let mut seeds = vec![Vec::new()];
    let shut: [&[usize]; 5] = [&[0, 3], &[1, 4], &[2, 5], &[0, 2, 4], &[1, 3, 5]];
    seeds.extend(shut.into_iter().filter_map(hexes));
    seeds
}

/// The present values of a side at Marengo, and in any battle on hexes: ground, objectives, closeness to what matters.
pub(super) fn place_values(ground: &Ground, state: &State, side: Side) -> PlaceValues {
    let mut values = PlaceValues { each: vec![0.0; ground.len()], any: vec![0.0; ground.len()] };
    let enemies: Vec<(u32, u16)> = state
        .on_map()
        .filter(|(unit, _)| state.side(*unit) != side)
        .map(|(unit, hex)| (u32::from(state.unit(unit).strength), ground.at(hex)))
        .collect();
    let Some(marengo) = state.game.marengo() else {
        // Elsewhere the enemy is the goal.
        let goals: Vec<u16> = enemies.iter().map(|(_, place)| *place).collect();
        closer(&mut values, &ground.costs_to(&goals), 0.03);
        return values;
    };
    let turns = f32::from(state.game.scenario.turns.max(1));
    let late = f32::from(state.turn) / turns;
    let left = state.game.scenario.turns.saturating_sub(state.turn);
    let centre = ground.at(marengo.marengo);
    let places = [centre, ground.at(marengo.pietrabuona)];
    // Holding the villages counts at the end: the nearer the end, the more.
    let village = match left {
        0 => 25.0,
        1 => 8.0,
        2 | 3 => 5.0,
        _ => 2.0,
    };
    for place in places {
        values.any[usize::from(place)] += village;
    }
    // What is held already attracts no unit.
    let held = |place: &u16| state.at(ground.hex(*place)).any(|unit| state.side(unit) == side);
    let mut open: Vec<u16> = places.iter().copied().filter(|place| !held(place)).collect();
    if open.is_empty() {
        open.push(centre);
    }
    let near = ground.within(marengo.marengo, 4);
    let grid = ground.grid;
    if side == marengo.french {
        let per_point = if left == 0 { 1.2 } else { 0.15 + 0.25 * late };
        for place in &near {
            values.each[usize::from(*place)] += per_point;
        }
        let strikes = state.counterattack.is_some() || state.turn >= 10;
        let mut goals: Vec<u16> = if strikes { open.clone() } else { places.to_vec() };
        if strikes {
            let close = |place: &u16| grid.distance(ground.hex(*place), marengo.marengo) <= 5;
            goals.extend(enemies.iter().map(|(_, place)| *place).filter(close));
        }
        closer(&mut values, &ground.costs_to(&goals), if strikes { 0.035 } else { 0.02 });
    } else {
        // The villages first, and every French unit about Marengo.
        let close = |place: &u16| grid.distance(ground.hex(*place), marengo.marengo) <= 6;
        let mut goals: Vec<u16> = open.clone();
        goals.extend(enemies.iter().map(|(_, place)| *place).filter(close));
        let pace = if left <= 1 { 0.02 } else { 0.05 };
        closer(&mut values, &ground.costs_to(&goals), pace);
        closer(&mut values, &ground.costs_to(&[centre]), 0.01);
    }
    values
}

/// Adds value for nearness, for each strength point and half point of the way.
fn closer(values: &mut PlaceValues, costs: &[u16], pace: f32) {
    for (worth, cost) in values.each.iter_mut().zip(costs) {
        *worth -= pace * f32::from((*cost).min(120));
    }
}

/// Weights of a side's own points in its own combats, and where the enemy may attack.
///
/// The same for both sides: points alone win nothing at Marengo (`naw:16.3`), so they are spent for ground. In the laboratory who
/// weighs both by much more or much less than the normal player wins less.
pub(super) fn temper(player: SoloPlayer) -> (f32, f32) {
    match player {
        SoloPlayer::Classic => (0.8, 0.2),
        SoloPlayer::Normal(Boldness::Bold) => (0.6, 0.2),
        SoloPlayer::Normal(Boldness::Balanced) => (0.85, 0.3),
        SoloPlayer::Normal(Boldness::Cautious) => (1.0, 0.6),
    }
}

/// The value of driving an enemy out of a place, and the cost of being driven out of it, by place.
///
/// `push` and `hold` count for each point that stands there; `seat` for a unit there of any strength, like the villages
/// at the end (`naw:16.2`).
pub(super) struct Stakes {
    pub push: Vec<f32>,
    pub hold: Vec<f32>,
    pub seat: Vec<f32>,
}

pub(super) fn stakes(ground: &Ground, state: &State, side: Side) -> Stakes {
    let even = vec![0.12; ground.len()];
    let mut stakes = Stakes { push: even.clone(), hold: even, seat: vec![0.0; ground.len()] };
    let Some(marengo) = state.game.marengo() else { return stakes };
    let left = state.game.scenario.turns.saturating_sub(state.turn);
    let more = match left {
        0 => 1.0,
        1 => 0.5,
        _ => 0.12,
    };
    let french = if side == marengo.french { &mut stakes.hold } else { &mut stakes.push };
    for place in ground.within(marengo.marengo, 4) {
        french[usize::from(place)] += 0.05 + more * 0.5;
    }
    let seat = match left {
        0 => 25.0,
        1 => 12.0,
        2 | 3 => 2.5,
        _ => 0.8,
    };
    for hex in [marengo.marengo, marengo.pietrabuona] {
        stakes.seat[usize::from(ground.at(hex))] = seat;
    }
    stakes
}
