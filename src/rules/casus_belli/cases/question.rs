//! Questions of a case that need no order, and their answers.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::expected::{cost, fight};
use crate::asked;
use crate::combat::owed;
use crate::combat::table::{self, CombatResult, Ratio};
use crate::command::{Chain, Line};
use crate::messages::LineQuestion;
use crate::order::Order;
use crate::roster::UnitId;
use crate::rule_set::CasusBelli;
use crate::spelling::{NameFault, Reader, column};
use crate::state::{Phase, Place, State};
use crate::{victory, zones};
use dice::{Dry, Typed};
use game::cased::{check_due, check_same as same, check_tried, check_units};
use game::{RuleSet, Spelt, Stop};
use hexes::Hex;

/// A question that needs no order.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Question {
    /// Is the order legal? `yes`, or the code of the refusal; with the hexes that the refusal names.
    Try {
        order: Spelt<CasusBelli>,
        is: String,
        #[serde(default)]
        about: Vec<u16>,
    },
    /// Movement points that a move costs.
    Cost {
        of: String,
        path: Vec<u16>,
        is: f32,
    },
    /// The movement points at which the piece reaches hexes, and hexes that it does not reach.
    Reach {
        of: String,
        is: BTreeMap<u16, f32>,
        #[serde(default)]
        not: Vec<u16>,
    },
    /// Does the side control the hex?
    Zone {
        of: String,
        hex: u16,
        is: bool,
    },
    /// The hexes that a unit controls.
    Controls {
        of: String,
        is: Vec<u16>,
    },
    /// The enemies that touch a unit.
    Touching {
        of: String,
        is: Vec<String>,
    },
    Distance {
        from: u16,
        to: u16,
        is: u32,
    },
    /// Hexes to the nearest hex of the side's line of communications.
    Communications {
        of: String,
        from: u16,
        is: u8,
    },
    /// Would the unit be in command under that commander (if omitted, where it stands)? With the length of the line.
    Command {
        of: String,
        #[serde(default)]
        under: Option<String>,
        is: bool,
        #[serde(default)]
        line: Option<usize>,
        /// The clause by which it is out of command.
        #[serde(default)]
        clause: Option<String>,
    },
    /// Is there a line from the army's commander to that of the corps?
    Army {
        corps: String,
        is: bool,
    },
    /// Units that have still to attack, and enemies that have still to be attacked.
    Owed {
        by: Vec<String>,
        on: Vec<String>,
    },
    /// The strengths and the column of a combat.
    Odds {
        by: Vec<String>,
        on: Vec<String>,
        #[serde(default)]
        leaders: Vec<String>,
        is: (u32, u32),
        column: String,
    },
    /// The column of two strengths.
    Column {
        attack: u32,
        defence: u32,
        is: String,
    },
    /// The result of the combat table, with the bonus added to the die.
    Table {
        column: String,
        die: u8,
        #[serde(default)]
        bonus: u8,
        is: String,
    },
    /// The strength that counts towards the level of a corps, and the level.
    Tally {
        of: String,
        is: u32,
        #[serde(default)]
        level: Option<u8>,
    },
    /// What a side has points for; may be incomplete.
    Points {
        of: String,
        is: i32,
    },
    /// The values of a counter; for a leader, strength is his bonus.
    Counter {
        of: String,
        arm: String,
        strength: u8,
        movement: u8,
        #[serde(default)]
        corps: Option<String>,
    },
    /// Units and points of a side that are not gone, or those of one arm.
    Force {
        of: String,
        #[serde(default)]
        arm: Option<String>,
        units: usize,
        points: u32,
    },
    /// When and where a piece enters.
    Arrival {
        of: String,
        turn: u8,
        at: u16,
    },
    Clock {
        turn: u8,
        is: String,
    },
    /// Is every kind of order among the due ones?
    Due {
        kinds: Vec<String>,
        #[serde(default)]
        not: Vec<String>,
    },
}

fn known<T>(found: Result<T, NameFault>) -> Result<T, String> {
    found.map_err(|fault| fault.to_string())
}

/// Compares the answer with the expected one.
pub fn check(state: &State, question: &Question) -> Result<(), String> {
    let reader = Reader { state };
    match question {
        Question::Try { order, is, about } => check_tried(state, order, is, about),
        Question::Cost { of, path, is } => {
            let piece = known(reader.piece(of))?;
            let path = path.iter().map(|hex| Hex(*hex)).collect();
            let order = Order::Move { piece, path, faces: None };
            match CasusBelli::judge(state, &order, &mut Dry) {
                Ok(ruling) => same(cost(&ruling), Some(*is), "the cost"),
                Err(stop) => Err(stop.to_string()),
            }
        }
        Question::Reach { of, is, not } => {
            let found = asked::destinations(state, known(reader.piece(of))?);
            let price = |hex: &u16| found.get(&Hex(*hex)).map(|there| f32::from(there.cost) / 2.0);
            is.iter().try_for_each(|(hex, wanted)| {
                same(price(hex), Some(*wanted), &format!("the price of {hex:04}"))
            })?;
            not.iter().try_for_each(|hex| same(price(hex), None, &format!("the price of {hex:04}")))
        }
        Question::Zone { .. }
        | Question::Controls { .. }
        | Question::Touching { .. }
        | Question::Distance { .. }
        | Question::Communications { .. } => of_the_map(state, question),
        Question::Command { .. } | Question::Army { .. } => of_command(state, question),
        Question::Owed { .. } | Question::Odds { .. } | Question::Column { .. } | Question::Table { .. } => {
            of_combat(state, question)
        }
        Question::Tally { .. }
        | Question::Points { .. }
        | Question::Counter { .. }
        | Question::Force { .. }
        | Question::Arrival { .. }
        | Question::Clock { .. } => of_the_rolls(state, question),
        Question::Due { kinds, not } => check_due::<CasusBelli>(state, kinds, not),
    }
}

fn of_the_map(state: &State, question: &Question) -> Result<(), String> {
    let reader = Reader { state };
    let game = &state.game;
    match question {
        Question::Zone { of, hex, is } => {
            let side = known(reader.side(of))?;
            same(zones::in_zone(state, Hex(*hex), side), *is, "the control")
        }
        Question::Controls { of, is } => {
            let unit = known(reader.unit(of))?;
            let here = state.hex(unit).ok_or_else(|| format!("{of} is not on the map"))?;
            let near = game.map().neighbours(here).map(|(_, hex)| hex);
            let found: BTreeSet<u16> =
                near.filter(|hex| zones::controls(state, unit, *hex)).map(|hex| hex.0).collect();
            same(found, is.iter().copied().collect(), "the hexes it controls")
        }
        Question::Touching { of, is } => {
            let found = zones::touching(state, known(reader.unit(of))?);
            check_units(state, &found, is, "who touches it")
        }
        Question::Distance { from, to, is } => {
            same(game.map().grid.distance(Hex(*from), Hex(*to)), *is, "the distance")
        }
        Question::Communications { of, from, is } => {
            let side = known(reader.side(of))?;
            if !game.map().contains(Hex(*from)) {
                return Err(format!("there is no hex {from:04}"));
            }
            same(game.to_communications(side, Hex(*from)), *is, "hexes to the line of communications")
        }
        other => Err(format!("{other:?} is no question about the map")),
    }
}

fn of_command(state: &State, question: &Question) -> Result<(), String> {
    let reader = Reader { state };
    match question {
        Question::Command { of, under, is, line, clause } => {
            let asked = LineQuestion { unit: of.clone(), to: under.clone() };
            let found = asked::line(state, &asked).map_err(|fault| fault.to_string())?;
            same(found.open, *is, &format!("is {of} in command ({})", found.why.unwrap_or_default()))?;
            if clause.is_some() {
                same(&found.clause, clause, "the clause")?;
            }
            match line {
                Some(hexes) => same(found.way.len().saturating_sub(1), *hexes, "the length of the line"),
                None => Ok(()),
            }
        }
        Question::Army { corps, is } => {
            let id = known(reader.corps(corps))?;
            let chain = Chain::new(state, state.game.corps(id).side);
            same(chain.line_to_corps(id).as_ref().is_some_and(Line::is_open), *is, "the line to the corps")
        }
        other => Err(format!("{other:?} is no question about command")),
    }
}

fn of_combat(state: &State, question: &Question) -> Result<(), String> {
    match question {
        Question::Owed { by, on } => {
            let Phase::Combat(phase) = &state.phase else { return Err("it is no combat phase".into()) };
            let owed = owed::of(state, phase);
            let owing: Vec<UnitId> = owed.attackers.iter().map(|one| one.unit).collect();
            check_units(state, &owing, by, "still to attack")?;
            let awaiting: Vec<UnitId> = owed.defenders.iter().map(|one| one.unit).collect();
            check_units(state, &awaiting, on, "still to be attacked")
        }
        Question::Odds { by, on, leaders, is, column } => {
            let assault = known(Reader { state }.assault(by, on, leaders))?;
            // Any face will do, since the odds are the same; later throws fail, which does not matter.
            let order = Order::Attack(assault);
            let judged = (0..4).find_map(|dice| {
                let mut tray = Typed::faces((0..dice).map(|_| vec![1]));
                CasusBelli::judge(state, &order, &mut tray).map_or_else(
                    |stop| {
                        if matches!(stop, Stop::NeedsDice(_)) { None } else { Some(Err(stop.to_string())) }
                    },
                    |ruling| Some(Ok(ruling)),
                )
            });
            let ruling = judged.ok_or("too many dice are thrown")??;
            let (odds, found, _) = fight(&ruling).ok_or("no combat was fought")?;
            same(odds, *is, "attack and defence")?;
            same(found, column.as_str(), "the column")
        }
        Question::Column { attack, defence, is } => {
            let found = match table::ratio(*attack, *defence, &state.game.options) {
                Ratio::Column(column) => column.name(),
                Ratio::Hopeless => "hopeless",
            };
            same(found, is.as_str(), "the column")
        }
        Question::Table { column: name, die, bonus, is } => {
            let column = known(column(name))?;
            let found = table::result(column, *die, *bonus).map(CombatResult::name);
            let found = found.map(|name| if name == "–" { "-" } else { name });
            same(found, Some(is.as_str()), "the result")
        }
        other => Err(format!("{other:?} is no question about combat")),
    }
}

fn of_the_rolls(state: &State, question: &Question) -> Result<(), String> {
    let reader = Reader { state };
    let game = &state.game;
    match question {
        Question::Tally { of, is, level } => {
            let corps = known(reader.corps(of))?;
            same(state.tally(corps), *is, "the tally")?;
            if level.is_some() { same(game.corps(corps).level, *level, "the level") } else { Ok(()) }
        }
        Question::Points { of, is } => {
            same(victory::points(state, known(reader.side(of))?), *is, "the points")
        }
        Question::Counter { of, arm, strength, movement, corps } => {
            if let Ok(leader) = reader.leader(of) {
                let found = game.leader(leader);
                same("leader", arm.as_str(), "the arm")?;
                same((found.bonus, found.movement), (*strength, *movement), "bonus and movement")?;
                return same(&found.corps, corps, "the corps");
            }
            let found = game.unit(known(reader.unit(of))?);
            same(found.arm.name(), arm.as_str(), "the arm")?;
            same((found.strength, found.movement), (*strength, *movement), "strength and movement")?;
            same(&found.corps, corps, "the corps")
        }
        Question::Force { of, arm, units, points } => {
            let side = known(reader.side(of))?;
            let counts = |id: &UnitId| {
                let named = game.unit(*id).arm.name();
                let there = state.unit(*id).place != Place::Eliminated;
                there && arm.as_ref().is_none_or(|arm| arm == named)
            };
            let mine: Vec<UnitId> = game.of_side(side).filter(counts).collect();
            let sum = mine.iter().map(|id| u32::from(state.unit(*id).strength)).sum();
            same((mine.len(), sum), (*units, *points), "units and points")
        }
        Question::Arrival { of, turn, at } => {
            let found = state.arrival(known(reader.piece(of))?);
            same(found, Some((*turn, Hex(*at))), "the arrival")
        }
        Question::Clock { turn, is } => {
            use scenario::Battle as _;
            same(game.scenario.clock(*turn).as_str(), is.as_str(), "the clock")
        }
        other => Err(format!("{other:?} is no question about what is written down")),
    }
}
