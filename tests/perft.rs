//! Counts of legal movement in Napoleon at War, kept as text and reckoned twice: by the engine and by plain code.
//!
//! Files: `tests/perft/*.perft`. Source of the rules: the ledger's clauses naw:5.0 to naw:6.6, naw:14.0 to naw:15.1.
//! Units: movement points, hexes, orders.

#[path = "perft/plain.rs"]
mod plain;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use drumhead::dice::Dry;
use drumhead::hexes::Hex;
use drumhead::rules::RuleSet;
use drumhead::rules::napoleon_at_war::state::{Phase, Place};
use drumhead::rules::napoleon_at_war::{Game, NapoleonAtWar, Order, State, UnitId, movement, turn};
use drumhead::rules::options::Options;
use drumhead::scenario::{self, AnyOption, Embedded, HexScenario, Side};
use plain::{Piece, Plain};

/// One position with its counts.
#[derive(Debug, Default)]
struct Stored {
    name: String,
    turn: u8,
    side: String,
    /// Where units stand that do not stand as the chart sets them up; empty: all as set up.
    places: BTreeMap<String, String>,
    /// By unit: hexes with 1, 2, 3 … movement points.
    reach: BTreeMap<String, Vec<usize>>,
    /// How many orders deep, and how many sequences there are.
    orders: Vec<(usize, usize)>,
}

fn files() -> Vec<(PathBuf, Vec<Stored>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("tests/perft can be listed") {
        let path = entry.expect("tests/perft can be listed").path();
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
    let read = scenario::hex::read("marengo-naw", &Embedded, &AnyOption);
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
    state
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
        let ruling = NapoleonAtWar::judge(state, &offer.order, &mut Dry)
            .unwrap_or_else(|stop| panic!("offered {}, but {stop}", offer.words));
        let mut after = state.clone();
        ruling.events.iter().for_each(|event| NapoleonAtWar::apply(&mut after, event));
        count += engine_orders(&after, depth - 1);
    }
    if depth == 1 && NapoleonAtWar::judge(state, &Order::EndMovement, &mut Dry).is_ok() {
        count += 1;
    }
    count
}

/// The counts of a position in the form of the files, by the engine and by plain code.
fn reckoned(stored: &Stored) -> [String; 2] {
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
    for (path, stored) in files() {
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
    assert!(positions >= 4 && deep >= 3, "{positions} positions, {deep} of them to depth two");
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
