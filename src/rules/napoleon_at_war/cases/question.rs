//! Questions of a case that need no order, and their answers.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::combat::fight::attack;
use crate::combat::owed::{self, Owed};
use crate::combat::table::{self, CombatResult};
use crate::movement::judge_move;
use crate::scratch::{Judged, Scratch};
use crate::spelling::{Reader, column};
use crate::state::Phase;
use crate::{Assault, Event, NapoleonAtWar, State, UnitId, combat, movement, zones};
use dice::{Dry, Tray, Typed, TypedEntry};
use game::cased::{check_due, check_same as same, check_tried, check_units};
use game::hex_wire::wire_points;
use game::{Ruling, Spelt};
use hexes::Hex;
use hexes::sight::{self, AlongHexside};

/// A question that needs no order.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Question {
    /// Is the order legal? `yes`, or the code of the refusal; with the hexes named in the refusal.
    Try {
        order: Spelt<NapoleonAtWar>,
        is: String,
        #[serde(default)]
        about: Vec<u16>,
    },
    /// The cost of a move, in movement points.
    Cost {
        of: String,
        path: Vec<u16>,
        is: f32,
    },
    /// The movement points the unit needs to reach hexes, and hexes it cannot reach.
    Reach {
        of: String,
        is: BTreeMap<u16, f32>,
        #[serde(default)]
        not: Vec<u16>,
    },
    /// Does the side's zone of control cover the hex?
    Zone {
        of: String,
        hex: u16,
        is: bool,
    },
    /// The enemies in contact with a unit.
    Contact {
        of: String,
        is: Vec<String>,
    },
    /// Is adjacency the same seen from either of every two neighbouring hexes (`naw:6.4`)?
    Mutual,
    Distance {
        from: u16,
        to: u16,
        is: u32,
    },
    /// The distance between the nearest units of the two sides.
    Nearest {
        is: u32,
    },
    /// Can one hex be seen from the other?
    Sight {
        from: u16,
        to: u16,
        is: bool,
    },
    /// The strengths in a combat, and its column.
    Odds {
        by: Vec<String>,
        on: Vec<String>,
        is: (u32, u32),
        column: String,
    },
    /// The column for two strengths.
    Column {
        attack: u32,
        defence: u32,
        is: String,
    },
    /// What the combat results table gives.
    Table {
        column: String,
        die: u8,
        is: String,
    },
    /// How often each result appears in a column: De, Dr, Ex, Ar, Ae.
    Results {
        column: String,
        are: (u8, u8, u8, u8, u8),
    },
    /// The units that still have to attack, the enemies that still have to be attacked, and text that the list of duties contains.
    Owed {
        by: Vec<String>,
        on: Vec<String>,
        #[serde(default)]
        says: Vec<String>,
    },
    /// The legal sets of combats: each a list of combats, each with its attackers and its defenders.
    Plans {
        are: Vec<Vec<(Vec<String>, Vec<String>)>>,
    },
    /// The values on a counter.
    Counter {
        of: String,
        arm: String,
        strength: u8,
        movement: u8,
    },
    /// Number of units and points a side has on the map, or one arm of it.
    Force {
        of: String,
        #[serde(default)]
        arm: Option<String>,
        units: usize,
        points: u32,
    },
    /// The number of turns in the battle, and which are night.
    Turns {
        is: u8,
        nights: Vec<u8>,
    },
    /// Whether all these kinds of order are available.
    Due {
        kinds: Vec<String>,
        not: Vec<String>,
    },
}

/// Does the answer agree with the case?
pub fn check(state: &State, question: &Question) -> Result<(), String> {
    let reader = Reader { state };
    let unit = |name: &str| reader.unit(name).map_err(|fault| fault.to_string());
    match question {
        Question::Try { order, is, about } => check_tried(state, order, is, about),
        Question::Cost { of, path, is } => {
            let (unit, path) = (unit(of)?, path.iter().map(|hex| Hex(*hex)).collect::<Vec<_>>());
            let ruling = judged(state, &mut Dry, |s| judge_move(s, unit, &path))?;
            same(cost(&ruling), Some(*is), "the cost")
        }
        Question::Reach { of, is, not } => {
            let id = unit(of)?;
            for (hex, points) in is {
                same(reach(state, id, Hex(*hex)), Some(*points), &format!("the price of {hex}"))?;
            }
            not.iter()
                .try_for_each(|hex| same(reach(state, id, Hex(*hex)), None, &format!("the price of {hex}")))
        }
        Question::Zone { of, hex, is } => {
            let side = reader.side(of).map_err(|fault| fault.to_string())?;
            same(zones::in_zone(state, Hex(*hex), side), *is, "the control")
        }
        Question::Contact { of, is } => {
            let found = zones::in_contact(state, unit(of)?);
            check_units(state, &found, is, "in contact")
        }
        Question::Mutual => mutual(state),
        Question::Distance { from, to, is } => {
            same(state.game.map().grid.distance(Hex(*from), Hex(*to)), *is, "the distance")
        }
        Question::Nearest { is } => {
            let pairs = state.on_map().flat_map(|(a, at)| {
                state
                    .on_map()
                    .filter(move |(b, _)| state.side(a) != state.side(*b))
                    .map(move |(_, to)| (at, to))
            });
            same(
                pairs.map(|(a, b)| state.game.map().grid.distance(a, b)).min(),
                Some(*is),
                "the least distance",
            )
        }
        Question::Turns { is, nights } => {
            same(state.game.scenario.turns, *is, "the number of turns")?;
            let found: Vec<u8> = state.game.scenario.nights.iter().copied().collect();
            same(&found, nights, "the nights")
        }
        Question::Counter { of, arm, strength, movement } => {
            let found = state.game.unit(unit(of)?);
            same(found.arm.name(), arm.as_str(), "the arm")?;
            same((found.strength, found.movement), (*strength, *movement), "strength and movement")
        }
        Question::Force { of, arm, units, points } => {
            let side = reader.side(of).map_err(|fault| fault.to_string())?;
            let counts = |id: &UnitId| {
                let named = state.game.unit(*id).arm.name();
                state.side(*id) == side && arm.as_ref().is_none_or(|arm| arm == named)
            };
            let mine: Vec<UnitId> = state.on_map().map(|(id, _)| id).filter(counts).collect();
            let sum = mine.iter().map(|id| u32::from(state.unit(*id).strength)).sum();
            same((mine.len(), sum), (*units, *points), "units and points")
        }
        Question::Due { kinds, not } => check_due::<NapoleonAtWar>(state, kinds, not),
        other => fighting(state, reader, other),
    }
}

/// What happens when this order is judged.
fn judged(
    state: &State,
    tray: &mut dyn Tray,
    judge: impl FnOnce(&mut Scratch<'_>) -> Judged,
) -> Result<Ruling<Event>, String> {
    let mut scratch = Scratch::new(state, tray);
    judge(&mut scratch).map_err(|stop| stop.to_string())?;
    Ok(scratch.finish())
}

/// The questions on combat.
fn fighting(state: &State, reader: Reader<'_>, question: &Question) -> Result<(), String> {
    match question {
        Question::Sight { from, to, is } => {
            same(sight(state, Hex(*from), Hex(*to)), *is, "the line of sight")
        }
        Question::Odds { by, on, is, column } => {
            let assault = reader.assault(by, on).map_err(|fault| fault.to_string())?;
            // Any face will do: the odds are the same for all of them.
            let mut tray = Typed::new([TypedEntry::Faces(vec![1])]);
            let ruling = judged(state, &mut tray, |s| attack(s, &assault))?;
            let fought = ruling.events.iter().find_map(Event::fought);
            let (odds, found, _) = fought.ok_or("no die was thrown for a combat")?;
            same(odds, *is, "attack and defence")?;
            same(found.name(), column.as_str(), "the column")
        }
        Question::Column { attack, defence, is } => {
            same(table::Column::of(*attack, *defence).name(), is.as_str(), "the column")
        }
        Question::Table { column: name, die, is } => {
            let column = column(name).map_err(|fault| fault.to_string())?;
            let found = table::result(column, *die).map(CombatResult::name);
            same(found, Some(is.as_str()), "the result")
        }
        Question::Results { column: name, are } => {
            let column = column(name).map_err(|fault| fault.to_string())?;
            let mut found = [0; 5];
            let order = ["De", "Dr", "Ex", "Ar", "Ae"];
            for result in (1..=6).filter_map(|die| table::result(column, die)) {
                if let Some(place) = order.iter().position(|name| *name == result.name()) {
                    found[place] += 1;
                }
            }
            let (de, dr, ex, ar, ae) = *are;
            same(found, [de, dr, ex, ar, ae], "the number of results")
        }
        Question::Owed { by, on, says } => {
            let owed = owed(state);
            let attackers: Vec<UnitId> = owed.attackers.iter().map(|owes| owes.unit).collect();
            let defenders: Vec<UnitId> = owed.defenders.iter().map(|awaits| awaits.unit).collect();
            check_units(state, &attackers, by, "still to attack")?;
            check_units(state, &defenders, on, "still to be attacked")?;
            let words = owed.words(state, owed::GUNS);
            match says.iter().find(|text| !words.iter().any(|line| line.contains(text.as_str()))) {
                Some(text) => Err(format!("nothing owed is said as \"{text}\": {}", words.join(" | "))),
                None => Ok(()),
            }
        }
        Question::Plans { are } => {
            let written =
                |units: &[UnitId]| -> Vec<String> { units.iter().map(|id| reader.name(*id)).collect() };
            let found: BTreeSet<BTreeSet<(Vec<String>, Vec<String>)>> = plans(state)
                .iter()
                .map(|plan| plan.iter().map(|(by, on)| (written(by), written(on))).collect())
                .collect();
            let sorted = |names: &[String]| -> Result<Vec<String>, String> {
                reader.units(names).map(|ids| written(&ids)).map_err(|fault| fault.to_string())
            };
            let mut wanted = BTreeSet::new();
            for plan in are {
                let combats = plan.iter().map(|(by, on)| Ok((sorted(by)?, sorted(on)?)));
                wanted.insert(combats.collect::<Result<BTreeSet<_>, String>>()?);
            }
            same(found, wanted, "the list of legal plans")
        }
        other => Err(format!("{other:?} is no question about combat")),
    }
}

/// Who has still to attack, and who has still to be attacked; nobody outside a combat phase.
fn owed(state: &State) -> Owed {
    match &state.phase {
        Phase::Combat(phase) => owed::of(state, phase),
        Phase::SetUp | Phase::Movement | Phase::Over(_) => Owed::default(),
    }
}

/// No case has a position with more plans than this.
const MOST_PLANS: usize = 1_000;

/// The legal sets of combats for the phase: attackers and defenders, combat by combat.
fn plans(state: &State) -> Vec<Vec<(Vec<UnitId>, Vec<UnitId>)>> {
    let Phase::Combat(phase) = &state.phase else { return Vec::new() };
    let parts = |assault: Assault| (assault.attackers, assault.defenders);
    let found = combat::plans::plans(state, phase, MOST_PLANS);
    found.into_iter().map(|plan| plan.into_iter().map(parts).collect()).collect()
}

/// Whether one hex can be seen from the other (`naw:8.31`).
fn sight(state: &State, from: Hex, to: Hex) -> bool {
    let map = state.game.map();
    let blocks = |hex| combat::reach::blocks_sight(map, hex);
    sight::sight(map.grid, from, to, AlongHexside::Both, blocks).is_clear()
}

/// The cost of the last move in a ruling, in movement points.
pub(super) fn cost(ruling: &Ruling<Event>) -> Option<f32> {
    let moved = ruling.events.iter().rev().find_map(Event::moves);
    moved.map(|(.., cost)| wire_points(cost))
}

/// The movement points a unit needs to reach a hex where it may stop.
fn reach(state: &State, unit: UnitId, hex: Hex) -> Option<f32> {
    movement::reach(state, unit).cost(hex).map(|half| f32::from(half) / 2.0)
}

/// Whether every two neighbouring hexes are adjacent seen from both, or from neither (`naw:6.4`).
fn mutual(state: &State) -> Result<(), String> {
    let map = state.game.map();
    for hex in map.grid.hexes() {
        for (_, next) in map.neighbours(hex) {
            if zones::adjacent(map, hex, next) != zones::adjacent(map, next, hex) {
                return Err(format!("{hex} and {next} are adjacent from one side only"));
            }
        }
    }
    Ok(())
}
