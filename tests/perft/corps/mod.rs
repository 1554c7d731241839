//! Counts of legal orders of movement in 1800, kept as text and reckoned twice: by the engine and by plain code.
//!
//! Files: `tests/perft/corps/*.perft`. Source of the rules: the ledger's clauses cb:3b to cb:6d, cb:9a, cb:10e, cb:11a.
//! Units: movement points, hexes, orders.

mod plain;

use std::collections::BTreeMap;
use std::fmt::Write;

use casus_belli::roster::Counter;
use casus_belli::state::{Group, Place};
use casus_belli::{CasusBelli, Order, PieceId, Position, RawPhase, State, movement};
use dice::Dry;
use game::RuleSet;
use plain::{Arm, Piece, Plain};
use scenario::{self, AnyRules, Embedded, HexArm};

use super::{Stored, files, written};

/// The position as the engine has it, in the movement phase, command being found by the rules.
fn state(stored: &Stored) -> State {
    let mut position = Position {
        scenario: Some("marengo-cb".to_owned()),
        turn: stored.turn,
        phasing: Some(stored.side.clone()),
        phase: RawPhase::Movement,
        ..Position::default()
    };
    let battle = |id: &str| {
        scenario::hex::read(id, &Embedded, &AnyRules).map(|(battle, _)| battle).map_err(|_| id.to_owned())
    };
    if !stored.places.is_empty() {
        let whole = battle("marengo-cb").expect("the scenario is sound");
        // Whoever comes with an option is not in the game.
        let units = whole.units.iter().filter(|unit| unit.only_with.is_none()).map(|unit| &unit.id);
        let leaders =
            whole.leaders.iter().filter(|leader| leader.only_with.is_none()).map(|leader| &leader.id);
        for key in units.chain(leaders) {
            match stored.places.get(key).map(String::as_str) {
                None => position.eliminated.push(key.clone()),
                Some("waits") => position.waiting.push(key.clone()),
                Some(hex) => {
                    position.at.insert(key.clone(), hex.parse().expect("a hex"));
                }
            }
        }
    }
    position.set_up(&battle).unwrap_or_else(|fault| panic!("{}: {fault}", stored.name))
}

fn given(state: &State, order: &Order) -> State {
    let ruling = CasusBelli::judge(state, order, &mut Dry).unwrap_or_else(|stop| panic!("{order:?}: {stop}"));
    let mut after = state.clone();
    ruling.events.iter().for_each(|event| CasusBelli::apply(&mut after, event));
    after
}

fn pieces(state: &State) -> Vec<PieceId> {
    let units = state.game.units().map(|unit| state.game.piece_of_unit(unit));
    units.chain(state.game.leaders().map(|leader| state.game.piece_of_leader(leader))).collect()
}

/// The position in plain terms.
fn plainly(state: &State) -> Plain<'_> {
    let french = |side| state.game.scenario.sides[usize::from(side)].nation == "french";
    let mut groups: Vec<Group> = Vec::new();
    let mut number = |group| {
        groups.iter().position(|known| *known == group).unwrap_or_else(|| {
            groups.push(group);
            groups.len() - 1
        })
    };
    let plain = |id: PieceId| {
        let place = state.place(id);
        let waits = state.arrival(id).filter(|_| place == Place::Waiting);
        let (arm, movement, in_command) = match state.game.counter(id) {
            Counter::Unit(unit) => {
                let idle = place == Place::Eliminated;
                assert!(
                    idle || !state.is_unit_demoralised(unit),
                    "{}: plain code knows no such corps",
                    state.say(unit)
                );
                let arm = match state.game.arm(unit) {
                    HexArm::Infantry => Arm::Foot,
                    HexArm::Cavalry => Arm::Horse,
                    HexArm::Artillery => Arm::Guns,
                };
                (arm, state.game.unit(unit).movement, state.is_in_command(unit))
            }
            Counter::Leader(leader) => (Arm::Leader, state.game.leader(leader).movement, true),
        };
        Piece {
            french: french(state.game.side_of(id).0),
            arm,
            hex: place.hex().map(|hex| hex.0),
            movement: u16::from(movement),
            waits: waits.map(|(turn, hex)| (turn, hex.0)),
            in_command,
            group: number(movement::group_of(state, id)),
            moved: false,
        }
    };
    let all = pieces(state).into_iter().map(plain).collect();
    Plain::new(state.game.map(), all, state.turn, french(state.phasing.0))
}

/// Sequences of so many orders, as the engine offers and accepts them: every order but the end of movement may be followed.
fn engine_orders(state: &State, depth: usize) -> usize {
    let offers = movement::offers(state).into_iter();
    if depth == 1 {
        return offers.count() + usize::from(CasusBelli::judge(state, &Order::EndMovement, &mut Dry).is_ok());
    }
    offers.map(|offer| engine_orders(&given(state, &offer.order), depth - 1)).sum()
}

/// The counts of a position in the form of the files, by the engine and by plain code.
fn reckoned(stored: &Stored) -> [String; 2] {
    let state = state(stored);
    let plain = plainly(&state);
    let mut reach = [BTreeMap::new(), BTreeMap::new()];
    for (index, id) in pieces(&state).into_iter().enumerate() {
        if state.game.side_of(id) != state.phasing {
            continue;
        }
        let (key, points) = match state.game.counter(id) {
            Counter::Unit(unit) => (&state.game.unit(unit).id, state.game.unit(unit).movement),
            Counter::Leader(leader) => (&state.game.leader(leader).id, state.game.leader(leader).movement),
        };
        let all = movement::reach(&state, id);
        if all.is_empty() && plain.destinations(index, u16::MAX).is_empty() {
            continue;
        }
        let points = 1..=u16::from(points);
        let engine: Vec<usize> =
            points.clone().map(|mp| all.iter().filter(|(_, cost)| *cost <= mp * 2).count()).collect();
        let other: Vec<usize> = points.map(|mp| plain.destinations(index, mp * 2).len()).collect();
        for (reach, counts) in reach.iter_mut().zip([engine, other]) {
            reach.insert(key.clone(), counts);
        }
    }
    let orders: [Vec<(usize, usize)>; 2] = [
        stored.orders.iter().map(|(depth, _)| (*depth, engine_orders(&state, *depth))).collect(),
        stored.orders.iter().map(|(depth, _)| (*depth, plain.orders(*depth))).collect(),
    ];
    let [engine, other] = reach;
    let [by_engine, by_plain] = orders;
    [(engine, by_engine), (other, by_plain)]
        .map(|(reach, orders)| written(&Stored { reach, orders, ..Stored::default() }))
}

/// Pieces that can go nowhere have no row.
#[test]
fn engine_and_plain_code_count_the_same_moves_of_corps_and_as_stored() {
    let mut told = String::new();
    let (mut positions, mut deep) = (0, 0);
    for (path, stored) in files("tests/perft/corps") {
        for position in &stored {
            let name = format!("{}: {}", path.display(), position.name);
            let [engine, plain] = reckoned(position);
            assert_eq!(engine, plain, "{name}: the engine (left) and plain code (right) disagree");
            if engine != written(position) {
                writeln!(told, "{name}: the counts are\n{engine}stored is\n{}", written(position))
                    .expect("text can be written");
            }
            positions += 1;
            deep += position.orders.iter().filter(|(depth, _)| *depth == 2).count();
        }
    }
    assert!(told.is_empty(), "{told}");
    assert!(positions >= 4 && deep >= 2, "{positions} positions, {deep} of them to depth two");
}

/// The two counts agree where an enemy holds a unit, and where he does not.
#[test]
fn the_count_of_corps_notices_a_zone() {
    let places = [("f-gf", "1103"), ("bonaparte", "1012"), ("a-stj", "1202"), ("melas", "1401")];
    let stored = Stored {
        turn: 3,
        side: "french".to_owned(),
        places: places.map(|(a, b)| (a.to_owned(), b.to_owned())).into(),
        ..Stored::default()
    };
    let far = Stored {
        places: stored
            .places
            .iter()
            .map(|(key, hex)| (key.clone(), if key == "a-stj" { "1901".to_owned() } else { hex.clone() }))
            .collect(),
        ..Stored { name: String::new(), side: stored.side.clone(), turn: 3, ..Stored::default() }
    };
    let count = |stored: &Stored| {
        let state = state(stored);
        let unit = state.game.find("f-gf").expect("it is there");
        let plain = plainly(&state).destinations(unit.index(), u16::MAX).len();
        assert_eq!(movement::reach(&state, state.game.piece_of_unit(unit)).len(), plain);
        plain
    };
    assert_eq!(count(&stored), 0, "held where it is (cb:6b)");
    assert!(count(&far) > 20);
}
