//! How fast 1800 answers in mid-battle: over whole games of `marengo-cb`, as two solo players fight them from fixed seeds. Every bench
//! asserts its result. It needs no window.
//!
//! `cargo bench --no-default-features --bench corps` runs everything; words after `--` (`games`, `masses`) leave out the rest. Each
//! line has the median and the worst of its positions, and where the worst was; a position counts with the least of five runs
//! wherever these could change the worst. Figures are also told as they would be on the machine for which the budgets are meant:
//! [`scale`].
//!
//! Budgets there: reach of a piece 60 µs; command of an army as it is found 1 ms; all that is owed and a plan, at the densest combat
//! phase of all games and at any other, 2 ms; what is due 6 ms, which is a frame; a whole game of twelve turns 300 ms; any answer about retreats out of a packed mass
//! 5 ms.

#![expect(clippy::print_stdout, reason = "a bench prints what it has measured")]

mod battle {
    pub mod scale;
    pub mod tally;
}

use std::collections::BTreeSet;
use std::time::Instant;

use battle::scale;
use battle::tally::{Print, Tally, peak};
use casus_belli::combat::owed;
use casus_belli::combat::plans::any_plan;
use casus_belli::movement::MarchField;
use casus_belli::order::Withdrawal;
use casus_belli::state::{Phase, Place};
use casus_belli::{Assault, CasusBelli, Order, PieceId, Position, RawPhase, State, command};
use desk::{Desk, Setup};
use dice::{Dry, Typed};
use game::{Odds, RuleSet, Stop};
use hexes::{Grid, Hex, HexMap};
use scenario::{self, AnyRules, Embedded, HexScenario};
use solo::Battle;

/// The games that are played.
const SEEDS: std::ops::Range<u64> = 0..8;

/// Everything is asked after so many orders of a movement phase.
const EVERY: usize = 11;

/// What is due is asked after so many orders of any phase.
const OFTEN: usize = 3;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let asked = |part: &str| words.is_empty() || words.iter().any(|word| word == part);
    scale::print_scale();
    if asked("games") {
        games();
    }
    if asked("masses") {
        masses();
    }
    println!("peak of memory {} MiB", peak() / 1024);
}

fn marengo() -> HexScenario {
    scenario::hex::read("marengo-cb", &Embedded, &AnyRules).expect("the scenario is sound").0
}

fn pieces(state: &State) -> impl Iterator<Item = PieceId> + '_ {
    let units = state.game.of_side(state.phasing).map(|unit| state.game.piece_of_unit(unit));
    units.chain(state.game.leaders_of(state.phasing).map(|leader| state.game.piece_of_leader(leader)))
}

/// What is asked in whole games.
struct Asked {
    reach: Tally,
    field: Tally,
    command: Tally,
    plan: Tally,
    due: Tally,
    /// The combat phase with most who owe and are owed, how many they are, and where it was.
    densest: Option<(usize, State, String)>,
}

impl Asked {
    fn new() -> Self {
        Self {
            reach: Tally::new("reach of a piece", Some(0.06)),
            field: Tally::new("what a side's movement meets", None),
            command: Tally::new("command as it is found", Some(1.0)),
            plan: Tally::new("owed combats and a plan", Some(2.0)),
            due: Tally::new("what is due", Some(6.0)),
            densest: None,
        }
    }

    fn see(&mut self, state: &State, number: usize, at: &str) {
        if number.is_multiple_of(OFTEN) {
            self.due.ask(
                || at.to_owned(),
                || CasusBelli::due(state),
                |due| {
                    assert!(!due.offers.is_empty(), "{at}: {due:?}");
                    Print::of(due)
                },
            );
        }
        match &state.phase {
            Phase::Command => self.command_at(state, at),
            Phase::Movement(_) if number.is_multiple_of(EVERY) => self.reaches_at(state, at),
            Phase::Combat(phase) if phase.fight.is_none() && phase.fought.is_empty() => {
                let duties = phase.owing.len() + phase.owed.len();
                if duties > 0 {
                    self.plan_at(state, at);
                }
                if self.densest.as_ref().is_none_or(|(most, ..)| duties > *most) {
                    self.densest = Some((duties, state.clone(), at.to_owned()));
                }
            }
            Phase::SetUp
            | Phase::Movement(_)
            | Phase::Combat(_)
            | Phase::Reorganisation(_)
            | Phase::Over(_) => {}
        }
    }

    fn command_at(&mut self, state: &State, at: &str) {
        let found = |state: &State| command::found(state).found;
        let units = state.game.of_side(state.phasing);
        let there = units.filter(|unit| state.unit(*unit).place != Place::Eliminated);
        assert_eq!(found(state).len(), there.count(), "{at}: every unit is found, in command or out of it");
        self.command.ask(|| at.to_owned(), || found(state), Print::of);
    }

    fn reaches_at(&mut self, state: &State, at: &str) {
        self.field.ask(
            || at.to_owned(),
            || MarchField::new(state, state.phasing),
            |field| Print::of(&field.zone().iter().collect::<Vec<_>>()),
        );
        let field = MarchField::new(state, state.phasing);
        for piece in pieces(state) {
            let found = field.reach(piece);
            if let Some((hex, cost)) = found.iter().max_by_key(|(_, cost)| *cost) {
                let path = found.path(hex).expect("every hex has its way");
                let order = Order::Move { piece, path, faces: None };
                let legal = CasusBelli::judge(state, &order, &mut Dry);
                assert!(!matches!(legal, Err(Stop::Refused(_))), "{at}: to {hex} for {cost} half points");
            }
            let place = || format!("{at}, {}", state.say_piece(piece));
            self.reach.ask(
                place,
                || field.reach(piece),
                |found| Print::of(&found.iter().collect::<Vec<_>>()),
            );
        }
    }

    fn plan_at(&mut self, state: &State, at: &str) {
        let phase = state.combat().expect("a combat phase");
        let both = || (owed::of(state, phase), any_plan(state, phase));
        let (owed, plan) = both();
        assert!(owed::beside(state, phase, &plan).is_empty(), "{at}: the plan does all that is owed");
        assert_eq!(plan.is_empty(), owed.is_empty(), "{at}: {owed:?}");
        self.plan.ask(|| at.to_owned(), both, Print::of);
    }
}

fn games() {
    let mut asked = Asked::new();
    let mut whole = Tally::new("a whole game of twelve turns", Some(300.0));
    for seed in SEEDS {
        let begin = || {
            Desk::<CasusBelli>::new(Setup::new(marengo(), seed), None)
                .expect("a game without a journal begins")
        };
        let mut desk = begin();
        let begun = Instant::now();
        let mut battle = Battle::<solo_casus_belli::Staff>::new(&desk);
        battle.fight(&mut desk, u8::MAX).expect("the players go on");
        let time = begun.elapsed();
        let state = desk.state();
        assert!(CasusBelli::is_over(state) && state.turn <= 12, "turn {}", state.turn);
        let (turn, depth) = (state.turn, desk.depth());
        whole.take(time, || format!("seed {seed}, {depth} orders, over in turn {turn}"));

        // The same once more, looked at.
        let mut desk = begin();
        let mut battle = Battle::<solo_casus_belli::Staff>::new(&desk);
        let mut number = 0;
        while !CasusBelli::is_over(desk.state()) {
            asked.see(
                desk.state(),
                number,
                &format!("seed {seed}, turn {}, order {number}", desk.state().turn),
            );
            battle.step(&mut desk).expect("the players go on");
            number += 1;
        }
        assert_eq!(desk.depth(), depth, "the same game");
    }
    whole.tell();
    let Asked { mut reach, mut field, mut command, mut plan, mut due, densest } = asked;
    assert!(reach.count() > 500 && plan.count() > 20, "{} {}", reach.count(), plan.count());
    for tally in [&mut reach, &mut field, &mut command, &mut plan, &mut due] {
        tally.tell();
    }
    let (duties, state, at) = densest.expect("somebody fights");
    let mut tally = Tally::new(format!("the same at the densest, {duties} bound"), Some(2.0));
    let phase = state.combat().expect("a combat phase");
    tally.ask(|| at.clone(), || (owed::of(&state, phase), any_plan(&state, phase)), Print::of);
    tally.tell();
}

/// Packed masses: how many units, and how many ways out of it, which lie farthest off.
const MASSES: [(u16, usize); 6] = [(16, 0), (16, 1), (25, 0), (25, 1), (25, 3), (49, 1)];

/// A mass in a square with water all round but for the ways out; at a corner stands an enemy whom one unit touches, attacks, and from
/// whom it goes back a hex.
struct Mass {
    state: State,
    attack: Order,
}

/// On the column 1:3 this face is A1.
const FACE: u16 = 6;

impl Mass {
    fn of(units: u16, ways_out: usize) -> Self {
        let map = HexMap::clear("lab", "Lab board", Grid::LAB);
        let wide = (1..).find(|side| side * side >= units).expect("a square that is large enough");
        let held: Vec<Hex> = (0..units).map(|n| Hex::new(16 + n % wide, 8 + n / wide)).collect();
        let around = |hex: Hex| map.neighbours(hex).map(|(_, next)| next).collect::<Vec<Hex>>();
        let mass: BTreeSet<Hex> = held.iter().copied().collect();
        let outside =
            |hex: Hex| around(hex).into_iter().filter(|next| !mass.contains(next)).collect::<Vec<_>>();
        let corner = held[0];
        let touched = |hex: &Hex| around(*hex).iter().filter(|next| mass.contains(next)).count();
        let enemy = outside(corner).into_iter().min_by_key(|hex| (touched(hex), *hex)).expect("it lies open");
        let mut shore: Vec<(Hex, Hex)> =
            held.iter().flat_map(|hex| outside(*hex).into_iter().map(|next| (*hex, next))).collect();
        shore.retain(|side| *side != (corner, enemy));
        shore.sort_by_key(|(hex, next)| (std::cmp::Reverse(map.grid.distance(*next, corner)), *next, *hex));
        // A way out is a hex by all its sides.
        let mut open: Vec<Hex> = shore.iter().map(|(_, next)| *next).filter(|next| *next != enemy).collect();
        open.dedup();
        open.truncate(ways_out);
        let river = shore.iter().filter(|(_, next)| !open.contains(next)).map(|(hex, next)| (hex.0, next.0));
        let mut written: Vec<String> =
            held.iter().enumerate().map(|(n, hex)| format!("m{n:02}:F1@{}", hex.0)).collect();
        written.push(format!("x:E9@{}", enemy.0));
        let position = Position {
            units: written,
            river: river.collect(),
            phase: RawPhase::Combat,
            ..Position::default()
        };
        let state = position.set_up(&|_| Err("no scenario is named".into())).expect("a sound position");
        let id = |key: &str| state.game.find(key).expect("it is there");
        let attack = Order::Attack(Assault { by: vec![id("m00")], on: vec![id("x")], ..Assault::default() });
        Self { state, attack }
    }

    /// The state once the corner is driven back.
    fn driven(&self) -> State {
        let mut state = self.state.clone();
        let mut tray = Typed::faces([vec![FACE]]);
        let ruling = CasusBelli::judge(&state, &self.attack, &mut tray).expect("the attack is lawful");
        ruling.events.iter().for_each(|event| CasusBelli::apply(&mut state, event));
        state
    }
}

fn masses() {
    let budget = Some(5.0);
    let mut tallies = [
        Tally::new("odds of an attack out of a mass", budget),
        Tally::new("the attack itself", budget),
        Tally::new("what is due once driven back", budget),
        Tally::new("a way back", budget),
        Tally::new("a way back that is refused", budget),
    ];
    for (units, ways_out) in MASSES {
        let at = || format!("{units} units, {ways_out} ways out");
        let mass = Mass::of(units, ways_out);
        let [odds, attack, due, back, refused] = &mut tallies;
        odds.ask(
            at,
            || CasusBelli::odds(&mass.state, &mass.attack).expect("the attack is lawful"),
            |odds| {
                assert!(is_whole(odds));
                Print::of(odds)
            },
        );
        attack.ask(at, || mass.driven(), Print::of);
        let state = mass.driven();
        due.ask(at, || CasusBelli::due(&state), |due| Print::of(&due.offers));
        let offers = CasusBelli::due(&state).offers;
        let backs: Vec<&Order> =
            offers.iter().map(|offer| &offer.order).filter(|order| is_way(order)).collect();
        let corner = mass.state.game.find("m00").expect("it is there");
        if ways_out == 0 {
            assert!(backs.is_empty() && state.hex(corner).is_none(), "{}: it has nowhere to go", at());
            continue;
        }
        assert!(!backs.is_empty(), "{}: {offers:?}", at());
        for order in [backs[0], backs[backs.len() / 2], backs[backs.len() - 1]] {
            let judge = || CasusBelli::judge(&state, order, &mut Dry).map(|ruling| ruling.events.len());
            back.ask(at, judge, |events| {
                assert!(events.is_ok(), "{order:?}");
                Print::of(events)
            });
        }
        let Order::Retreat(last) = backs[backs.len() - 1] else { panic!("a retreat") };
        let chain = last.chain.iter().copied().chain([Hex(3925)]).collect();
        let wrong = Order::Retreat(Withdrawal { chain, ..last.clone() });
        refused.ask(
            at,
            || matches!(CasusBelli::judge(&state, &wrong, &mut Dry), Err(Stop::Refused(_))),
            |is| {
                assert!(is);
                Print::of(is)
            },
        );
    }
    tallies.iter_mut().for_each(Tally::tell);
}

fn is_way(order: &Order) -> bool {
    matches!(order, Order::Retreat(back) if !back.way.is_empty())
}

/// Are the chances listed, and do they sum to 1?
fn is_whole(odds: &Odds) -> bool {
    let Odds::Listed(chances) = odds else { return false };
    (chances.iter().map(|chance| chance.probability).sum::<f64>() - 1.0).abs() < 1e-9
}
