//! The strengths of a combat, step by step, and its column (`cb:7B`, `cb:7c2`, `cb:7E`, `cb:9b`, `cb:9f`,
//! `cb:15a4`). Units: strength points.

use serde::Serialize;

use crate::charge;
use crate::chart::{self, Effect};
use crate::options::{Combined, Cumulate, DeadFirst, StreamDefence};
use crate::roster::{LeaderId, UnitId};
use crate::state::State;
use crate::zones::{self, Aspect};
use game::Clause;
use game::working::Modifier;
use hexes::{Hex, Mark};
use scenario::{HexArm, UnitSet};

use super::reach::{is_in_fire, reach, touches};
use super::table::{Column, Ratio, ratio};
use game::hex_combats::Formed;

/// A step from the printed strength to the final one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Factor {
    pub clause: Clause,
    /// Why: `in a village`.
    pub words: String,
    /// Doubled, or halved and rounded up.
    pub doubles: bool,
    /// The points after this step.
    pub points: u32,
}

/// The strength of a unit in a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    pub unit: UnitId,
    pub printed: u32,
    pub factors: Vec<Factor>,
    pub counted: u32,
}

/// The prospect of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Prospect {
    /// A die in this column, or a lower one.
    Die(Column),
    /// All defenders are eliminated before the ratio is computed: no die (`cb:9f`).
    NobodyLeft,
    /// Below the table: `AR` without a die (`cb:7c2`, option `below-1-3`).
    Hopeless,
}

/// Both sides of a combat added up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reckoning {
    /// Attackers in the sum; those that attack only eliminated units may be left out (option `dead-first`).
    pub attackers: Vec<Counted>,
    pub defenders: Vec<Counted>,
    /// Defenders eliminated first (`cb:9f`).
    pub dead: Vec<UnitId>,
    pub attack: u32,
    pub defence: u32,
    /// The three arms are combined: the column is one to the right of the ratio (`cb:7E`).
    pub combined: bool,
    pub prospect: Prospect,
}

impl Reckoning {
    /// The computed column; `None` without a die.
    pub const fn column(&self) -> Option<Column> {
        match self.prospect {
            Prospect::Die(column) => Some(column),
            Prospect::NobodyLeft | Prospect::Hopeless => None,
        }
    }

    /// The column of the die: the computed one, or the lower one named by the attacker (`cb:7c3`).
    pub fn column_used(&self, lowered: Option<Column>) -> Option<Column> {
        self.column().map(|column| lowered.unwrap_or(column))
    }

    /// The change by each step: positive if it helps the attackers, negative if it helps the defenders.
    pub fn modifiers(&self, state: &State) -> Vec<Modifier> {
        let of = |one: &Counted, sign: i32| {
            let mut before = one.printed;
            let mut modifiers = Vec::new();
            for factor in &one.factors {
                let change = i64::from(factor.points) - i64::from(before);
                let value = sign * i32::try_from(change).unwrap_or_default();
                let why = format!("{} {}", state.say(one.unit), factor.words);
                modifiers.push(Modifier::new(value, factor.clause, why));
                before = factor.points;
            }
            modifiers
        };
        let attackers = self.attackers.iter().flat_map(|one| of(one, 1));
        attackers.chain(self.defenders.iter().flat_map(|one| of(one, -1))).collect()
    }
}

/// A strength on its way through the steps of the rules.
///
/// Clause: `cb:7B`. Ruling: halving rounds up at once; doublings multiply, or each adds the strength without doublings (option
/// `cumulate`).
struct Count {
    adds: bool,
    /// Its strength without doublings.
    single: u32,
    counted: Counted,
}

impl Count {
    fn new(state: &State, unit: UnitId) -> Self {
        let printed = u32::from(state.unit(unit).strength);
        let adds = state.game.options.cumulate == Cumulate::Add;
        Self {
            adds,
            single: printed,
            counted: Counted { unit, printed, factors: Vec::new(), counted: printed },
        }
    }

    fn step(&mut self, effect: Effect, clause: Clause, words: impl Into<String>) {
        let now = self.counted.counted;
        let points = match effect {
            Effect::None => return,
            Effect::Doubled if self.adds => now.saturating_add(self.single),
            Effect::Doubled => now.saturating_mul(2),
            Effect::Halved => {
                self.single = self.single.div_ceil(2);
                now.div_ceil(2)
            }
        };
        self.counted.counted = points;
        let doubles = effect == Effect::Doubled;
        self.counted.factors.push(Factor { clause, words: words.into(), doubles, points });
    }
}

/// The bonus of this leader: a fresh counter for a lost one has none (`cb:11f`, option `successor`).
pub fn bonus(state: &State, leader: LeaderId) -> u8 {
    if state.leader(leader).acting { 0 } else { state.game.leader(leader).bonus }
}

/// The defenders eliminated as soon as they are attacked (`cb:9f`).
pub fn dead_at_once(state: &State, defenders: &[UnitId]) -> Vec<UnitId> {
    let options = &state.game.options;
    let dies = |unit: &UnitId| {
        let kind = state.hex(*unit).map(|hex| state.game.map().kind(hex));
        kind.is_some_and(|kind| chart::dies_if_attacked(kind, state.game.arm(*unit), options))
    };
    defenders.iter().copied().filter(dies).collect()
}

/// Adds up both sides of a combat.
///
/// Clauses: `cb:7B`, `cb:7c2`, `cb:7E`, `cb:9f`.
pub fn reckon(state: &State, formed: &Formed) -> Reckoning {
    let dead = dead_at_once(state, &formed.defenders);
    let left: Vec<UnitId> = formed.defenders.iter().copied().filter(|unit| !dead.contains(unit)).collect();
    let recounts =
        state.game.options.dead_first == DeadFirst::Recount && !dead.is_empty() && !left.is_empty();
    let mut counting = formed.clone();
    if recounts {
        counting.defenders.clone_from(&left);
        counting.contact.retain(|unit| left.iter().any(|enemy| touches(state, *unit, *enemy)));
        counting.ranged.retain(|gun| left.iter().any(|enemy| is_in_fire(state, *gun, *enemy)));
    }
    let attackers: Vec<Counted> =
        counting.used().iter().map(|unit| attacker(state, &counting, unit)).collect();
    let defenders: Vec<Counted> = left.iter().map(|unit| defender(state, formed, *unit)).collect();
    let sum = |counted: &[Counted]| counted.iter().map(|one| one.counted).sum::<u32>();
    let (attack, defence) = (sum(&attackers), sum(&defenders));
    let combined = is_combined(state, &counting);
    let prospect = if left.is_empty() {
        Prospect::NobodyLeft
    } else {
        match ratio(attack, defence, &state.game.options) {
            Ratio::Column(column) if combined => Prospect::Die(column.right()),
            Ratio::Column(column) => Prospect::Die(column),
            Ratio::Hopeless => Prospect::Hopeless,
        }
    };
    Reckoning { attackers, defenders, dead, attack, defence, combined, prospect }
}

/// Do infantry, cavalry and artillery attack the same hex together (`cb:7E`)?
///
/// Ruling: one hex is all that is attacked (option `combined`); ranged guns count.
fn is_combined(state: &State, formed: &Formed) -> bool {
    let hexes = formed.defenders.len();
    let one = hexes == 1 || state.game.options.combined == Combined::AnyMerged;
    let has = |arm: HexArm| formed.attackers().any(|unit| state.game.arm(unit) == arm);
    one && has(HexArm::Infantry) && has(HexArm::Cavalry) && has(HexArm::Artillery)
}

/// An attacker: charge and facing, the terrain of its hex, its range (`cb:7B`).
fn attacker(state: &State, formed: &Formed, unit: UnitId) -> Counted {
    let mut count = Count::new(state, unit);
    let arm = state.game.arm(unit);
    let is_ranged = formed.ranged.contains(&unit);
    if charge::is_ridden(state, unit, &formed.defenders) {
        count.step(Effect::Doubled, "cb:7f1", "charges");
    }
    if !is_ranged && is_in_flank(state, unit, &formed.defenders) {
        count.step(Effect::Doubled, "cb:15a4", "comes from flank or rear");
    }
    if let Some(hex) = state.hex(unit) {
        let kind = state.game.map().kind(hex);
        let words = format!("attacks from {}", chart::kind_words(kind));
        let clause = if arm == HexArm::Artillery { "cb:9f" } else { chart::of(kind).clause };
        count.step(chart::attack_effect(kind, arm), clause, words);
    }
    if arm == HexArm::Artillery {
        let far = range(state, formed, unit);
        let words = match far {
            0 | 1 if is_ranged => "fires at the next hex over a river".to_owned(),
            0 | 1 => "fires at what is next to it".to_owned(),
            far => format!("fires at {far} hexes"),
        };
        count.step(chart::range_effect(far), "cb:9b", words);
    }
    count.counted
}

/// The range of a battery: to the nearest enemy that it can hit.
fn range(state: &State, formed: &Formed, gun: UnitId) -> u32 {
    if formed.contact.contains(&gun) {
        return 1;
    }
    let hit = formed.defenders.iter().filter(|enemy| is_in_fire(state, gun, **enemy));
    hit.filter_map(|enemy| reach(state, gun, *enemy).range()).min().unwrap_or(chart::RANGE)
}

/// Is the unit in the flank or the rear of every defender that it touches (`cb:15a4`)? Routed units have no front.
fn is_in_flank(state: &State, unit: UnitId, defenders: &[UnitId]) -> bool {
    let grid = state.game.map().grid;
    let mut touched = defenders.iter().filter(|enemy| touches(state, unit, **enemy)).peekable();
    touched.peek().is_some()
        && touched.all(|enemy| {
            let way = state.hex(*enemy).zip(state.hex(unit)).and_then(|(at, from)| grid.direction(at, from));
            match (state.unit(*enemy).faces, way) {
                (Some(faces), Some(way)) => zones::aspect(faces, way) != Aspect::Front,
                (None, _) | (_, None) => false,
            }
        })
}

/// A defender: the terrain of its hex, and a stream in front of it (`cb:7B`).
fn defender(state: &State, formed: &Formed, unit: UnitId) -> Counted {
    let mut count = Count::new(state, unit);
    let (arm, options) = (state.game.arm(unit), &state.game.options);
    let Some(hex) = state.hex(unit) else { return count.counted };
    let kind = state.game.map().kind(hex);
    let words = format!("is in {}", chart::kind_words(kind));
    count.step(chart::defence_effect(kind, arm, options), chart::of(kind).clause, words);
    if is_behind_stream(state, formed, unit, hex) {
        let words = match options.stream_defence {
            StreamDefence::AllAcross => "is attacked over a stream only",
            StreamDefence::AnyAcross => "is attacked over a stream",
        };
        count.step(chart::STREAM_DEFENCE[chart::column(arm)], "cb:tet-stream", words);
    }
    count.counted
}

/// Does a stream help the defender: do all adjacent attackers come over one, with or without a bridge (option
/// `stream-defence`)?
///
/// Clauses: `cb:7B`, `cb:tet-stream`. Ruling: guns that do not touch the defender make no difference.
fn is_behind_stream(state: &State, formed: &Formed, unit: UnitId, hex: Hex) -> bool {
    let map = state.game.map();
    let touching: UnitSet = formed.contact.iter().filter(|other| touches(state, **other, unit)).collect();
    let crosses = |other: UnitId| {
        let marks = state.hex(other).and_then(|from| map.between(from, hex));
        marks.is_some_and(|marks| marks.has(Mark::Stream))
    };
    !touching.is_empty()
        && match state.game.options.stream_defence {
            StreamDefence::AllAcross => touching.iter().all(crosses),
            StreamDefence::AnyAcross => touching.iter().any(crosses),
        }
}
