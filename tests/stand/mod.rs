//! What the rules refuse, and the referee lets stand: every kind of refusal that drawn orders meet in whole solo games on hexes stands
//! once; the game goes on from there, and its journal opens again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use desk::{Desk, DiceFrom, Library, Of, OrderError, Setup, Sync};
use game::options::Options;
use game::{CaseRules, LetStand, Minds, Presentation, Refusal, RuleSet, Stop};
use hexes::{Direction, Grid, Hex};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::{self, AnyRules, Embedded, HexScenario, Side};
use solo::Battle;
use trial::is_long;

use super::drawn;

/// So many clauses may refuse an order that stands.
const CLAUSES: usize = 6;
/// So many orders follow it.
const FOLLOW: usize = 10;
/// A kind of refusal that does not stand is tried with so many orders.
const TRIES: usize = 12;
/// So many orders are drawn in every position.
const DRAWN: usize = 12;

/// A kind of refusal: code and clause.
type Kind = (&'static str, &'static str);

/// Chance that picks.
struct Chance(ChaCha8Rng);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0.random_range(0..most.max(1))
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        (!all.is_empty()).then(|| all[self.below(all.len())].clone())
    }

    /// Some of these, one to three.
    fn some<T: Clone + Ord>(&mut self, all: &[T]) -> Vec<T> {
        let count = 1 + self.below(3);
        let mut some: Vec<T> = (0..count).filter_map(|_| self.pick(all)).collect();
        some.sort_unstable();
        some.dedup();
        some
    }

    /// A way of some hexes from here, bent or leaping now and then.
    fn way(&mut self, grid: Grid, from: Hex) -> Vec<Hex> {
        let mut here = from;
        let mut way = Vec::new();
        for _ in 0..[1, 1, 2, 3, 5, 9][self.below(6)] {
            let leaps = self.below(12) == 0;
            for _ in 0..if leaps { 2 } else { 1 } {
                here = grid.neighbour(here, Direction(self.below(6) as u8)).unwrap_or(here);
            }
            way.push(here);
        }
        way
    }

    /// A hex near this one.
    fn near(&mut self, grid: Grid, from: Hex) -> Hex {
        self.way(grid, from).last().copied().unwrap_or(from)
    }
}

/// The rules that are tried.
trait Tried: Minds<Rules: Presentation + CaseRules<Scenario = HexScenario>> {
    const BATTLE: &'static str;

    /// An order, lawful or not, from one that is due or out of thin air.
    fn draw(state: &StateOf<Self>, due: Option<&OrderOf<Self>>, chance: &mut Chance)
    -> Option<OrderOf<Self>>;

    fn impossible(state: &StateOf<Self>) -> Vec<String>;
}

type StateOf<T> = <<T as Minds>::Rules as RuleSet>::State;
type OrderOf<T> = <<T as Minds>::Rules as RuleSet>::Order;

/// What has come of the refusals that were met.
#[derive(Default)]
struct Tally {
    met: BTreeSet<Kind>,
    stood: BTreeSet<Kind>,
    /// Let stand in this game.
    now: BTreeSet<Kind>,
    /// How often orders refused so were not let stand, and why for the last.
    barred: BTreeMap<Kind, (usize, String)>,
}

impl Tally {
    fn is_settled(&self, kind: Kind) -> bool {
        self.now.contains(&kind) || self.barred.get(&kind).is_some_and(|(tries, _)| *tries >= TRIES)
    }

    fn tell(&self, title: &str) -> String {
        let never: Vec<&Kind> = self.met.difference(&self.stood).collect();
        let mut told = format!(
            "{title}: {} kinds of refusal met, {} let stand, {} not",
            self.met.len(),
            self.stood.len(),
            never.len()
        );
        for kind in never {
            let why = self.barred.get(kind).map_or("not tried", |(_, why)| why.as_str());
            write!(told, "\n  {} ({}): {why}", kind.0, kind.1).expect("a string takes words");
        }
        told
    }
}

fn refused<R: RuleSet>(
    given: Result<&desk::Entry<R>, OrderError<Refusal<R::Code>>>,
) -> Result<(), Option<Refusal<R::Code>>> {
    match given {
        Ok(_) => Ok(()),
        Err(OrderError::Stopped(Stop::Refused(refusal))) => Err(Some(refusal)),
        Err(_) => Err(None),
    }
}

/// Whole games of these seeds, in which orders are let stand and taken back again.
fn play<T: Tried>(seeds: std::ops::Range<u64>, every: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let options = if seed == 0 {
            Options::default()
        } else {
            drawn(<T::Rules as RuleSet>::option_specs(), &[], seed)
        };
        let (battle, _) =
            scenario::hex::read(T::BATTLE, &Embedded, &AnyRules).expect("the scenario is sound");
        let folder = tempfile::tempdir().expect("there is room for a journal");
        let path = folder.path().join("game");
        let setup = Setup::new(battle, seed).options(options);
        let mut desk = Desk::<T::Rules>::with_sync(setup, Some(&path), Sync::System).expect("a game begins");
        let mut chance = Chance(ChaCha8Rng::seed_from_u64(seed));
        let mut minds = Battle::<T>::new(&desk);
        let mut noted = Vec::new();
        if is_long() {
            // Every kind stands once in every game.
            tally.now.clear();
            tally.barred.values_mut().for_each(|(tries, _)| *tries = 0);
        }
        for step in 0.. {
            if T::Rules::is_over(desk.state()) {
                break;
            }
            if step % every == 0 {
                try_some::<T>(&mut desk, &mut chance, &mut tally, &mut noted, &format!("seed {seed}"));
            }
            minds.step(&mut desk).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
        opens_again::<T>(desk, &path, &noted);
    }
    tally
}

/// Draws orders where the game stands, lets those stand that are refused in a new way, goes on from there, and takes all that back.
fn try_some<T: Tried>(
    desk: &mut Desk<T::Rules>,
    chance: &mut Chance,
    tally: &mut Tally,
    noted: &mut Vec<usize>,
    place: &str,
) {
    let here = desk.at();
    let due: Vec<OrderOf<T>> = match chance.below(4) {
        0 => desk.due().offers.iter().map(|offer| offer.order.clone()).collect(),
        _ => Vec::new(),
    };
    for _ in 0..DRAWN {
        let offer = chance.pick(&due);
        let Some(order) = T::draw(desk.state(), offer.as_ref(), chance) else { continue };
        let Err(Stop::Refused(refusal)) = desk.check(&order) else { continue };
        let mut kinds = vec![(refusal.code(), refusal.clause)];
        tally.met.insert(kinds[0]);
        if tally.is_settled(kinds[0]) {
            continue;
        }
        let place = format!("{place}, after order {here}: {order:?}");
        loop {
            let clauses: BTreeSet<&str> = kinds.iter().map(|(_, clause)| *clause).collect();
            let clauses = clauses.into_iter().map(str::to_owned).collect();
            let reason = "a test".to_owned();
            let given = desk.order_let_stand(order.clone(), DiceFrom::Rolled, LetStand { clauses, reason });
            match refused(given) {
                Ok(()) => {
                    tally.stood.extend(&kinds);
                    tally.now.extend(&kinds);
                    noted.push(desk.at());
                    go_on::<T>(desk, chance, &place);
                    desk.undo_to(here).expect("it can be taken back");
                    break;
                }
                Err(Some(refusal))
                    if kinds.len() < CLAUSES && kinds.iter().all(|(_, clause)| *clause != refusal.clause) =>
                {
                    let kind = (refusal.code(), refusal.clause);
                    tally.met.insert(kind);
                    kinds.push(kind);
                }
                Err(why) => {
                    let why = why.map_or("it cannot be written".to_owned(), |refusal| refusal.to_string());
                    for kind in kinds {
                        let (tries, last) = tally.barred.entry(kind).or_default();
                        *tries += 1;
                        last.clone_from(&why);
                    }
                    break;
                }
            }
        }
    }
}

/// Ten orders of solo players, or whatever is due first.
fn go_on<T: Tried>(desk: &mut Desk<T::Rules>, chance: &mut Chance, place: &str) {
    let solo = chance.below(2) == 0;
    let mut minds = Battle::<T>::new(desk);
    for _ in 0..FOLLOW {
        let wrong = T::impossible(desk.state());
        assert!(wrong.is_empty(), "{place}: {}", wrong.join("; "));
        if T::Rules::is_over(desk.state()) {
            return;
        }
        if solo {
            minds.step(desk).unwrap_or_else(|error| panic!("{place}: {error}"));
            continue;
        }
        let first = desk.due().offers.first().map(|offer| offer.order.clone());
        let first = first.unwrap_or_else(|| panic!("{place}: nothing is due: {}", desk.due().prompt));
        if let Err(error) = desk.order(first.clone(), DiceFrom::Rolled) {
            panic!("{place}: {first:?} is due, but {error}");
        }
    }
    assert!(
        T::Rules::is_over(desk.state()) || !desk.due().offers.is_empty(),
        "{place}: nothing is due: {}",
        desk.due().prompt
    );
}

/// The journal opens, and every order that was let stand leads where it led.
fn opens_again<T: Tried>(desk: Desk<T::Rules>, path: &Path, noted: &[usize]) {
    let states: Vec<StateOf<T>> =
        noted.iter().map(|number| desk.state_at(*number).expect("it is in the record")).collect();
    let last = desk.state().clone();
    drop(desk);
    let library = Library::embedded(Of::<T::Rules>::new());
    let (again, notices) = Desk::<T::Rules>::open(path, &library).expect("the journal opens");
    assert!(notices.is_empty(), "{notices:?}");
    assert!(*again.state() == last);
    for (number, state) in noted.iter().zip(states) {
        assert!(again.state_at(*number).expect("it is in the record") == state, "order {number}");
        let entry = again.entry_of(*number).expect("it is in the record");
        assert!(entry.let_stand.is_some(), "order {number}");
        assert_eq!(entry.judged_otherwise(), None, "order {number}");
    }
}

mod napoleon_at_war_stands {
    use super::*;
    use napoleon_at_war::combat::table::Column;
    use napoleon_at_war::order::HexAct;
    use napoleon_at_war::{Assault, Order, State, UnitId, invariants};
    use solo_napoleon_at_war::Staff;

    impl Tried for Staff {
        const BATTLE: &'static str = "marengo-naw";

        fn impossible(state: &State) -> Vec<String> {
            invariants::impossible(state)
        }

        fn draw(state: &State, due: Option<&Order>, chance: &mut Chance) -> Option<Order> {
            let grid = state.game.map().grid;
            let units: Vec<UnitId> = state.game.units().collect();
            let own: Vec<UnitId> = state.game.of_side(state.phasing).collect();
            let enemies: Vec<UnitId> = state.game.of_side(state.phasing.enemy()).collect();
            let pool = if chance.below(5) == 0 { &units } else { &own };
            let unit = chance.pick(pool)?;
            let here = state.hex(unit).unwrap_or(grid.hex(chance.below(grid.len())));
            let way = chance.way(grid, here);
            let to = chance.near(grid, here);
            let lowered = chance.pick(&Column::ALL).filter(|_| chance.below(3) == 0);
            if let Some(due) = due {
                return Some(bent(state, due, (unit, to), lowered, chance));
            }
            Some(match chance.below(16) {
                0..3 => Order::Move { unit, path: way },
                3 => Order::TakeBack { unit, consent: chance.pick(&[None, Some(Side(0)), Some(Side(1))])? },
                4 => Order::EndMovement,
                5 => Order::Reopen,
                6 => Order::Counterattack,
                7..9 => {
                    let touched: Vec<UnitId> =
                        enemies.iter().copied().filter(|enemy| is_near(state, unit, *enemy)).collect();
                    let on = if touched.is_empty() { &enemies } else { &touched };
                    let mut attackers = if chance.below(2) == 0 { chance.some(&own) } else { Vec::new() };
                    attackers.push(unit);
                    let defenders = chance.some(on);
                    Order::Attack(Assault { attackers, defenders, lowered })
                }
                9 => Order::Exchange { lost: chance.some(pool) },
                10..12 => {
                    let unit = fighter(state, chance).unwrap_or(unit);
                    let here = state.hex(unit).unwrap_or(here);
                    Order::Retreat { unit, way: chance.way(grid, here) }
                }
                12 => {
                    let unit = fighter(state, chance).unwrap_or(unit);
                    let here = state.hex(unit).unwrap_or(here);
                    Order::Advance { unit, to: chance.near(grid, here) }
                }
                13 => match chance.below(4) {
                    0 => Order::Interchange { one: unit, other: chance.pick(&units)? },
                    1 => Order::Decline,
                    2 => Order::Begin,
                    _ => {
                        let one = Assault {
                            attackers: vec![unit],
                            defenders: chance.some(&enemies),
                            lowered: None,
                        };
                        Order::Declare { assaults: vec![one] }
                    }
                },
                14 => Order::EndCombat,
                _ => {
                    let hex = state.hex(chance.pick(&units)?).unwrap_or(to);
                    let act = HexAct::Place { unit: state.game.unit(unit).id.clone(), hex };
                    Order::Fiat(game::Fiat { act, reason: "a test".into(), clause: None })
                }
            })
        }
    }

    fn is_near(state: &State, one: UnitId, other: UnitId) -> bool {
        let hexes = state.hex(one).zip(state.hex(other));
        hexes.is_some_and(|(one, other)| state.game.map().grid.distance(one, other) <= 3)
    }

    /// One of those in the last combat.
    fn fighter(state: &State, chance: &mut Chance) -> Option<UnitId> {
        let napoleon_at_war::state::Phase::Combat(phase) = &state.phase else { return None };
        let fight = phase.fight.as_ref()?;
        let all: Vec<UnitId> = fight.attackers.iter().chain(&fight.defenders).copied().collect();
        chance.pick(&all)
    }

    /// An order that is due, with something else in it.
    fn bent(
        state: &State,
        due: &Order,
        (unit, to): (UnitId, Hex),
        lowered: Option<Column>,
        chance: &mut Chance,
    ) -> Order {
        let grid = state.game.map().grid;
        let mut bent = due.clone();
        let other = chance.below(2) == 0;
        match &mut bent {
            Order::Move { unit: who, path: way } | Order::Retreat { unit: who, way } => match other {
                true => *who = unit,
                false => {
                    let end = way.last().copied().unwrap_or(to);
                    way.extend(chance.way(grid, end));
                }
            },
            Order::Attack(assault) => match chance.below(4) {
                0 => assault.attackers.push(unit),
                1 => assault.attackers = vec![unit],
                2 => assault
                    .defenders
                    .extend(chance.pick(&state.game.of_side(state.phasing.enemy()).collect::<Vec<_>>())),
                _ => assault.lowered = lowered,
            },
            Order::Declare { assaults } => match other {
                true => drop(assaults.pop()),
                false => {
                    let again = assaults.first().cloned();
                    assaults.extend(again);
                }
            },
            Order::Exchange { lost } => match other {
                true => lost.push(unit),
                false => drop(lost.pop()),
            },
            Order::Advance { unit: who, to: hex } => match other {
                true => *who = unit,
                false => *hex = chance.near(grid, *hex),
            },
            Order::Interchange { other, .. } => *other = unit,
            Order::TakeBack { unit: who, .. } => *who = unit,
            Order::Begin
            | Order::EndMovement
            | Order::Reopen
            | Order::Counterattack
            | Order::Decline
            | Order::EndCombat
            | Order::Fiat(_) => {}
        }
        bent
    }

    #[test]
    fn whatever_can_mean_something_stands_and_the_game_goes_on() {
        let tally = play::<Staff>(0..if is_long() { 40 } else { 4 }, if is_long() { 1 } else { 4 });
        println!("{}", tally.tell("Napoleon at War"));
        assert!(tally.stood.len() > 35, "{}", tally.tell("too few"));
    }
}

mod casus_belli_stands {
    use super::*;
    use casus_belli::combat::table::Column;
    use casus_belli::order::{Act, Assault, Withdrawal};
    use casus_belli::roster::{LeaderId, PieceId, UnitId};
    use casus_belli::state::{Phase, Place};
    use casus_belli::{Order, State, invariants};
    use solo_casus_belli::Staff;

    impl Tried for Staff {
        const BATTLE: &'static str = "marengo-cb";

        fn impossible(state: &State) -> Vec<String> {
            invariants::impossible(state)
        }

        fn draw(state: &State, due: Option<&Order>, chance: &mut Chance) -> Option<Order> {
            let game = &state.game;
            let grid = game.map().grid;
            let units: Vec<UnitId> = game.units().collect();
            let own: Vec<UnitId> = game.of_side(state.phasing).collect();
            let enemies: Vec<UnitId> = game.of_side(state.phasing.enemy()).collect();
            let leaders: Vec<LeaderId> = game.leaders().collect();
            let pool = if chance.below(5) == 0 { &units } else { &own };
            let unit = chance.pick(pool)?;
            let leader = chance.pick(&leaders)?;
            let is_leader = chance.below(5) == 0;
            let piece = if is_leader { game.piece_of_leader(leader) } else { game.piece_of_unit(unit) };
            let place = |piece: PieceId| match state.place(piece) {
                Place::Map(hex) => Some(hex),
                Place::Waiting | Place::Eliminated => None,
            };
            let here = place(piece).unwrap_or(grid.hex(chance.below(grid.len())));
            let to = chance.near(grid, here);
            let faces = chance.pick(&[to, here]).filter(|_| chance.below(4) == 0);
            let by = game.piece_of_leader(leader);
            if let Some(due) = due {
                return Some(bent(state, due, (unit, leader, to), chance));
            }
            Some(match chance.below(22) {
                0..4 => Order::Move { piece, path: chance.way(grid, here), faces },
                4 => Order::Exit {
                    piece,
                    path: if chance.below(2) == 0 { Vec::new() } else { chance.way(grid, here) },
                },
                5 => Order::EndMovement,
                6 => Order::EndCommand,
                7 => Order::Attach { unit, to: by },
                8 => Order::Charge { unit, target: game.piece_of_unit(chance.pick(&enemies)?) },
                9..12 => {
                    let touched: Vec<UnitId> =
                        enemies.iter().copied().filter(|enemy| is_near(state, unit, *enemy)).collect();
                    let on = if touched.is_empty() { &enemies } else { &touched };
                    let mut by = if chance.below(2) == 0 { chance.some(&own) } else { Vec::new() };
                    by.push(unit);
                    let lowered = chance.pick(&Column::ALL).filter(|_| chance.below(4) == 0);
                    let leaders = if chance.below(4) == 0 { chance.some(&leaders) } else { Vec::new() };
                    Order::Attack(Assault { by, on: chance.some(on), lowered, leaders })
                }
                12..14 => {
                    let unit = fighter(state, chance).unwrap_or(unit);
                    let here = state.hex(unit).unwrap_or(here);
                    let chain = if chance.below(3) == 0 { chance.way(grid, here) } else { Vec::new() };
                    Order::Retreat(Withdrawal {
                        unit,
                        way: chance.way(grid, here),
                        chain,
                        with: Vec::new(),
                        faces,
                    })
                }
                14 => {
                    let unit = fighter(state, chance).unwrap_or(unit);
                    let here = state.hex(unit).unwrap_or(here);
                    Order::Advance { unit, to: chance.near(grid, here) }
                }
                15 => Order::EndCombat,
                16 => Order::Decline,
                17 => Order::Rally { unit: routed(state, chance).unwrap_or(unit), by },
                18 => Order::Face { unit, towards: to },
                19 => match chance.below(4) {
                    0 => Order::Name { unit },
                    1 => Order::Promote { leader },
                    2 => Order::Relocate { leader, hex: to },
                    _ => Order::Release { unit },
                },
                20 => match chance.below(3) {
                    0 => Order::Deploy { piece, hex: to },
                    1 => Order::EndTurn,
                    _ => Order::CallOff { unit },
                },
                _ => {
                    let hex = state.hex(chance.pick(&units)?).unwrap_or(to);
                    let act = Act::Place { piece: game.unit(unit).id.clone(), hex };
                    Order::Fiat(game::Fiat { act, reason: "a test".into(), clause: None })
                }
            })
        }
    }

    fn is_near(state: &State, one: UnitId, other: UnitId) -> bool {
        let hexes = state.hex(one).zip(state.hex(other));
        hexes.is_some_and(|(one, other)| state.game.map().grid.distance(one, other) <= 4)
    }

    fn routed(state: &State, chance: &mut Chance) -> Option<UnitId> {
        let all: Vec<UnitId> =
            state.game.of_side(state.phasing).filter(|unit| state.unit(*unit).routed).collect();
        chance.pick(&all)
    }

    /// One of those in the last combat, or who withdraw.
    fn fighter(state: &State, chance: &mut Chance) -> Option<UnitId> {
        let Phase::Combat(phase) = &state.phase else { return None };
        let mut all: Vec<UnitId> = phase.withdrawing.iter().flatten().copied().collect();
        all.extend(phase.retreating.iter().map(|retreating| retreating.unit));
        if let Some(fight) = &phase.fight {
            all.extend(fight.attackers.iter().chain(&fight.defenders));
        }
        chance.pick(&all)
    }

    /// An order that is due, with something else in it.
    fn bent(
        state: &State,
        due: &Order,
        (unit, leader, to): (UnitId, LeaderId, Hex),
        chance: &mut Chance,
    ) -> Order {
        let game = &state.game;
        let grid = game.map().grid;
        let mut bent = due.clone();
        let other = chance.below(2) == 0;
        match &mut bent {
            Order::Move { piece, path, faces } => match chance.below(3) {
                0 => *piece = game.piece_of_unit(unit),
                1 => *faces = Some(to),
                _ => {
                    let end = path.last().copied().unwrap_or(to);
                    path.extend(chance.way(grid, end));
                }
            },
            Order::Exit { piece, path } => match other {
                true => *piece = game.piece_of_unit(unit),
                false => path.push(to),
            },
            Order::Attack(assault) => match chance.below(4) {
                0 => assault.by.push(unit),
                1 => assault.by = vec![unit],
                2 => assault.on.extend(chance.pick(&game.of_side(state.phasing.enemy()).collect::<Vec<_>>())),
                _ => assault.leaders.push(leader),
            },
            Order::Retreat(back) => match chance.below(4) {
                0 => back.unit = unit,
                1 => {
                    let end = back.way.last().copied().unwrap_or(to);
                    back.way.extend(chance.way(grid, end));
                }
                2 => back.chain.push(to),
                _ => back.faces = Some(to),
            },
            Order::Advance { unit: who, to: hex } => match other {
                true => *who = unit,
                false => *hex = chance.near(grid, *hex),
            },
            Order::Attach { unit: who, to } => match other {
                true => *who = unit,
                false => *to = game.piece_of_leader(leader),
            },
            Order::Charge { unit: who, target } => match other {
                true => *who = unit,
                false => *target = game.piece_of_unit(unit),
            },
            Order::Rally { unit: who, by } => match other {
                true => *who = unit,
                false => *by = game.piece_of_leader(leader),
            },
            Order::Face { towards, .. } => *towards = to,
            Order::Deploy { hex, .. } | Order::Relocate { hex, .. } => *hex = chance.near(grid, *hex),
            Order::Name { unit: who } | Order::Release { unit: who } | Order::CallOff { unit: who } => {
                *who = unit;
            }
            Order::Promote { leader: who } => *who = leader,
            Order::Begin
            | Order::EndCommand
            | Order::EndMovement
            | Order::Decline
            | Order::EndCombat
            | Order::EndTurn
            | Order::Fiat(_) => {}
        }
        bent
    }

    #[test]
    fn whatever_can_mean_something_stands_and_the_game_goes_on() {
        let tally = play::<Staff>(0..if is_long() { 20 } else { 2 }, if is_long() { 1 } else { 4 });
        println!("{}", tally.tell("Casus Belli"));
        assert!(tally.stood.len() > 45, "{}", tally.tell("too few"));
    }
}
