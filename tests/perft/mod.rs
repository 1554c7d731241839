//! Counts of legal orders in Napoleon at War, kept as text and reckoned twice: by the engine and by plain code.
//!
//! Files: `tests/perft/*.perft`. Source of the rules: the ledger's clauses naw:5.0 to naw:8.52, naw:14.0 to naw:15.2.
//! Units: movement points, hexes, orders.

mod corps;
mod fights;
mod plain;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use dice::{Dry, Typed};
use fights::{Act, Fights, Man};
use game::options::Options;
use game::{RuleSet, Stop};
use hexes::Hex;
use napoleon_at_war::combat::form;
use napoleon_at_war::combat::strength::reckon;
use napoleon_at_war::combat::table::Column;
use napoleon_at_war::state::{Phase, Place, running};
use napoleon_at_war::{Assault, Game, NapoleonAtWar, Order, State, UnitId, movement, turn};
use plain::{Piece, Plain};
use scenario::{self, AnyRules, Embedded, HexScenario, Side};

/// One position with its counts.
#[derive(Debug, Default)]
struct Stored {
    name: String,
    turn: u8,
    side: String,
    /// Movement has ended: the combat phase opens.
    combat: bool,
    /// The turn in which the French announced their counterattack.
    struck: Option<u8>,
    /// Where units stand that do not stand as the chart sets them up; empty: all as set up.
    places: BTreeMap<String, String>,
    /// By unit: hexes with 1, 2, 3 … movement points.
    reach: BTreeMap<String, Vec<usize>>,
    /// How many orders deep, and how many sequences there are; of movement or of combat.
    orders: Vec<(usize, usize)>,
}

/// The count files of a folder.
fn files(folder: &str) -> Vec<(PathBuf, Vec<Stored>)> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(folder);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        if path.extension().is_some_and(|extension| extension == "perft") {
            let text = fs::read_to_string(&path).expect("a count file can be read");
            assert!(text.starts_with("# Source: "), "{}: the first line names its source", path.display());
            found.push((path.clone(), read(&text, &path.display().to_string())));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

fn read(text: &str, file: &str) -> Vec<Stored> {
    let mut all: Vec<Stored> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number =
            |word: &str| word.parse().unwrap_or_else(|_| panic!("{file}: {word} is no number: {line}"));
        if let ["position", name @ ..] = words.as_slice() {
            all.push(Stored { name: name.join(" "), ..Stored::default() });
            continue;
        }
        let stored = all.last_mut().unwrap_or_else(|| panic!("{file}: a position comes first: {line}"));
        match words.as_slice() {
            ["turn", turn, side] => {
                stored.turn = u8::try_from(number(turn)).expect("turns are few");
                stored.side = (*side).to_owned();
            }
            ["combat"] => stored.combat = true,
            ["struck", turn] => stored.struck = Some(u8::try_from(number(turn)).expect("turns are few")),
            ["at", pairs @ ..] => {
                for pair in pairs {
                    let (unit, place) = pair.split_once('=').unwrap_or_else(|| panic!("{file}: {pair}"));
                    stored.places.insert(unit.to_owned(), place.to_owned());
                }
            }
            ["reach", unit, counts @ ..] => {
                stored.reach.insert((*unit).to_owned(), counts.iter().map(|word| number(word)).collect());
            }
            ["orders", depth, count] => stored.orders.push((number(depth), number(count))),
            _ => panic!("{file}: cannot be read: {line}"),
        }
    }
    all
}

fn marengo() -> HexScenario {
    let read = scenario::hex::read("marengo-naw", &Embedded, &AnyRules);
    read.expect("the scenario is sound").0
}

/// The position as the engine has it.
fn state(stored: &Stored) -> State {
    let game = Game::new(marengo(), &Options::default()).expect("the options are known");
    let mut state = turn::start(game);
    state.phase = Phase::Movement;
    state.turn = stored.turn;
    let side = state.game.scenario.sides.iter().position(|side| side.id == stored.side).expect("a side's id");
    state.phasing = Side(u8::try_from(side).expect("two sides"));
    state.counterattack = stored.struck;
    if stored.places.is_empty() {
        return state;
    }
    for unit in state.game.units().collect::<Vec<_>>() {
        let key = state.game.unit(unit).id.clone();
        state.units[unit.index()].place = match stored.places.get(&key).map(String::as_str) {
            None => Place::Eliminated,
            Some("waits") => Place::Waiting,
            Some(hex) => Place::Map(Hex(hex.parse().expect("a hex"))),
        };
    }
    if stored.combat { given(&state, &Order::EndMovement, None) } else { state }
}

/// The state after this order, with this face of the die where it takes one.
fn given(state: &State, order: &Order, face: Option<u16>) -> State {
    let ruling = match face {
        Some(face) => NapoleonAtWar::judge(state, order, &mut Typed::faces([vec![face]])),
        None => NapoleonAtWar::judge(state, order, &mut Dry),
    };
    let ruling = ruling.unwrap_or_else(|stop| panic!("{order:?}: {stop}"));
    let mut after = state.clone();
    ruling.events.iter().for_each(|event| NapoleonAtWar::apply(&mut after, event));
    after
}

/// The position in plain terms.
fn plainly<'s>(state: &'s State) -> Plain<'s> {
    let french = state.game.french().expect("one side is French");
    let piece = |unit: UnitId| {
        let printed = state.game.unit(unit);
        let place = state.unit(unit).place;
        Piece {
            french: printed.side == french,
            hex: state.hex(unit).map(|hex| hex.0),
            movement: u16::from(printed.movement),
            waits: state
                .game
                .arrival(unit)
                .filter(|_| place == Place::Waiting)
                .map(|(turn, hex)| (turn, hex.0)),
            moved: false,
            came_by: None,
        }
    };
    let pieces = state.game.units().map(piece).collect();
    Plain::new(state.game.map(), pieces, state.turn, state.phasing == french)
}

/// Sequences of so many orders, as the engine offers and accepts them: every order but the end of movement may be followed.
fn engine_orders(state: &State, depth: usize) -> usize {
    let mut count = 0;
    for offer in movement::offers(state) {
        if depth == 1 {
            count += 1;
            continue;
        }
        count += engine_orders(&given(state, &offer.order, None), depth - 1);
    }
    if depth == 1 && NapoleonAtWar::judge(state, &Order::EndMovement, &mut Dry).is_ok() {
        count += 1;
    }
    count
}

/// The combat phase in plain terms.
fn plain_fights(state: &State) -> Fights<'_> {
    let french = state.game.french().expect("one side is French");
    let man = |unit: UnitId| Man {
        french: state.side(unit) == french,
        gun: state.game.is_artillery(unit),
        strength: u32::from(state.unit(unit).strength),
        hex: state.hex(unit).map(|hex| hex.0),
    };
    let men = state.game.units().map(man).collect();
    Fights::new(state.game.map(), men, state.turn, state.phasing == french, state.counterattack)
}

fn indices(units: &[UnitId]) -> Vec<usize> {
    units.iter().map(|unit| unit.index()).collect()
}

fn ids(men: &[usize]) -> Vec<UnitId> {
    men.iter().map(|man| UnitId(u8::try_from(*man).expect("few units"))).collect()
}

/// Is the order accepted, dice aside?
fn is_accepted(state: &State, order: &Order) -> bool {
    !matches!(NapoleonAtWar::judge(state, order, &mut Dry), Err(Stop::Refused(_)))
}

/// The orders of a combat phase that the engine offers, each of them accepted, in plain terms; of an attack one for every column
/// that may be named.
fn engine_acts(state: &State) -> Vec<Act> {
    let phase = running(state).expect("combat goes on");
    let mut acts = Vec::new();
    for offer in NapoleonAtWar::due(state).offers {
        assert!(is_accepted(state, &offer.order), "offered {}, but refused", offer.words);
        match offer.order {
            Order::Attack(assault) => {
                let formed = form::form(state, phase, &assault).expect("it was accepted");
                let column = reckon(state, &formed).column as usize;
                let (attackers, defenders) = (indices(&assault.attackers), indices(&assault.defenders));
                acts.extend((0..=column).map(|column| Act::Attack {
                    attackers: attackers.clone(),
                    defenders: defenders.clone(),
                    column,
                }));
            }
            Order::Exchange { lost } => acts.push(Act::Lose(indices(&lost))),
            Order::Retreat { unit, way } => {
                acts.push(Act::Back(unit.index(), way.iter().map(|hex| hex.0).collect()));
            }
            Order::Advance { unit, to } => acts.push(Act::Advance(unit.index(), to.0)),
            Order::Decline => acts.push(Act::Decline),
            Order::Counterattack => acts.push(Act::Counterattack),
            Order::Reopen => acts.push(Act::Reopen),
            Order::EndCombat => acts.push(Act::End),
            other => panic!("{other:?} is no order of a combat phase"),
        }
    }
    acts.sort();
    acts
}

/// The order that the plain code means.
fn order_of(act: &Act) -> Order {
    match act {
        Act::Attack { attackers, defenders, column } => Order::Attack(Assault {
            attackers: ids(attackers),
            defenders: ids(defenders),
            lowered: Column::named(&fights::heading(*column)),
        }),
        Act::Lose(men) => Order::Exchange { lost: ids(men) },
        Act::Back(man, way) => {
            Order::Retreat { unit: ids(&[*man])[0], way: way.iter().map(|hex| Hex(*hex)).collect() }
        }
        Act::Advance(man, to) => Order::Advance { unit: ids(&[*man])[0], to: Hex(*to) },
        Act::Decline => Order::Decline,
        Act::Counterattack => Order::Counterattack,
        Act::Reopen => Order::Reopen,
        Act::End => Order::EndCombat,
    }
}

/// Sequences of so many orders of combat, with every face of every die thrown on the way, walked by the engine and by plain code side
/// by side: at every step both have the same orders. The last order of a sequence is not rolled; what ends the phase, or opens
/// movement again, is always the last.
///
/// What follows a combat depends on its result alone, so each result is followed once for all the columns and faces that have it.
fn walk(state: &State, plain: &Fights<'_>, depth: usize) -> usize {
    let acts = plain.acts();
    assert_eq!(engine_acts(state), acts, "the engine (left) and plain code (right) disagree on the orders");
    if depth == 1 {
        return acts.len();
    }
    let mut known: BTreeMap<(Vec<usize>, Vec<usize>, char), usize> = BTreeMap::new();
    let mut count = 0;
    for act in &acts {
        count += match act {
            Act::Attack { attackers, defenders, column } => (1..=6)
                .map(|face| {
                    let result = fights::result(*column, face);
                    let key = (attackers.clone(), defenders.clone(), result);
                    *known.entry(key).or_insert_with(|| {
                        let after = given(state, &order_of(act), u16::try_from(face).ok());
                        walk(&after, &plain.fought(attackers, defenders, result), depth - 1)
                    })
                })
                .sum(),
            Act::Reopen | Act::End => 1,
            _ => walk(&given(state, &order_of(act), None), &plain.after_act(act), depth - 1),
        };
    }
    count
}

/// The counts of a combat phase in the form of the files.
fn fights_reckoned(stored: &Stored) -> String {
    let state = state(stored);
    let plain = plain_fights(&state);
    let mut text = String::new();
    for (depth, _) in &stored.orders {
        writeln!(text, "orders {depth} {}", walk(&state, &plain, *depth)).expect("text can be written");
    }
    text
}

/// The counts of a position in the form of the files, by the engine and by plain code.
fn reckoned(stored: &Stored) -> [String; 2] {
    if stored.combat {
        let text = fights_reckoned(stored);
        return [text.clone(), text];
    }
    let state = state(stored);
    let plain = plainly(&state);
    let mut texts = [String::new(), String::new()];
    for unit in state.game.of_side(state.phasing) {
        let points = movement::allowance(&state, unit).div_ceil(2);
        let key = &state.game.unit(unit).id;
        let all = movement::reach(&state, unit);
        let engine: Vec<usize> =
            (1..=points).map(|mp| all.iter().filter(|(_, cost)| *cost <= mp * 2).count()).collect();
        let other: Vec<usize> =
            (1..=points).map(|mp| plain.destinations(unit.index(), mp * 2).len()).collect();
        for (text, counts) in texts.iter_mut().zip([engine, other]) {
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            writeln!(text, "reach {key} {}", counts.join(" ")).expect("text can be written");
        }
    }
    for (depth, _) in &stored.orders {
        for (text, count) in texts.iter_mut().zip([engine_orders(&state, *depth), plain.orders(*depth)]) {
            writeln!(text, "orders {depth} {count}").expect("text can be written");
        }
    }
    texts
}

/// The stored counts in the form of the files, units in the order of their ids.
fn written(stored: &Stored) -> String {
    let mut text = String::new();
    for (key, counts) in &stored.reach {
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        writeln!(text, "reach {key} {}", counts.join(" ")).expect("text can be written");
    }
    for (depth, count) in &stored.orders {
        writeln!(text, "orders {depth} {count}").expect("text can be written");
    }
    text
}

#[test]
fn engine_and_plain_code_count_the_same_and_as_stored() {
    let mut positions = 0;
    let mut deep = 0;
    let mut wrong = Vec::new();
    for (path, stored) in files("tests/perft") {
        for position in &stored {
            let name = format!("{}: {}", path.display(), position.name);
            let [engine, plain] = reckoned(position);
            assert_eq!(engine, plain, "{name}: the engine (left) and plain code (right) disagree");
            if engine != written(position) {
                wrong.push(format!("{name}: the counts are\n{engine}stored is\n{}", written(position)));
            }
            positions += 1;
            deep += position.orders.iter().filter(|(depth, _)| *depth == 2).count();
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(positions >= 5 && deep >= 3, "{positions} positions, {deep} of them to depth two");
}

/// The three parts of the count agree on a position made to be awkward: a friend in the way, a river, a zone.
#[test]
fn the_count_notices_a_zone() {
    let stored = Stored {
        turn: 3,
        side: "french".to_owned(),
        places: [("f44", "2010"), ("arous", "2012")].map(|(a, b)| (a.to_owned(), b.to_owned())).into(),
        ..Stored::default()
    };
    let state = state(&stored);
    let unit = state.game.find("f44").expect("it is there");
    let open = movement::reach(&state, unit).len();
    let mut without = state.clone();
    let enemy = state.game.find("arous").expect("it is there");
    without.units[enemy.index()].place = Place::Eliminated;
    assert!(open < movement::reach(&without, unit).len());
    assert_eq!(open, plainly(&state).destinations(unit.index(), u16::MAX).len());
}

/// At the opening of each stored combat phase every set of those who could fight is tried with every set of those who could be
/// attacked, and what is found lawful in every column of the table: the engine accepts what plain code finds lawful and nothing else.
#[test]
fn what_is_not_offered_is_refused() {
    let stored =
        files("tests/perft").into_iter().flat_map(|(_, stored)| stored).filter(|stored| stored.combat);
    let (mut accepted, mut refused) = (0, 0);
    for stored in stored {
        let state = state(&stored);
        let plain = plain_fights(&state);
        let lawful: BTreeMap<(Vec<usize>, Vec<usize>), usize> = plain
            .attacks()
            .into_iter()
            .map(|(own, enemy)| ((own.clone(), enemy.clone()), plain.column(&own, &enemy)))
            .collect();
        let (own, enemies) = plain.at_hand();
        assert!(own.len() + enemies.len() <= 12, "{}: too many to try: {own:?} {enemies:?}", stored.name);
        for attackers in fights::sets(&own) {
            for defenders in fights::sets(&enemies) {
                let pair = (attackers.clone(), defenders.clone());
                let assault =
                    Assault { attackers: ids(&attackers), defenders: ids(&defenders), lowered: None };
                let is = is_accepted(&state, &Order::Attack(assault.clone()));
                assert_eq!(is, lawful.contains_key(&pair), "{}: {attackers:?} {defenders:?}", stored.name);
                if let Some(own) = lawful.get(&pair) {
                    for (place, column) in Column::ALL.into_iter().enumerate() {
                        let named = Order::Attack(Assault { lowered: Some(column), ..assault.clone() });
                        assert_eq!(is_accepted(&state, &named), place <= *own, "{}: {named:?}", stored.name);
                    }
                }
                if is { accepted += 1 } else { refused += 1 }
            }
        }
    }
    assert!(accepted >= 50 && refused >= 500, "{accepted} {refused}");
}
