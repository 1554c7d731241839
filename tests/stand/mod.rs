//! What the rules refuse, and the referee lets stand: every kind of refusal that drawn orders meet in whole solo games stands
//! once; the game goes on from there, and its journal opens again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use desk::{Desk, DiceFrom, Library, Of, OrderError, Setup, Sync};
use game::options::Options;
use game::{CaseRules, LetStand, Minds, Presentation, Refusal, RuleSet, Stop};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::{self, AnyRules, Embedded};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
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
const DRAWN: usize = 40;

/// A kind of refusal: code and clause.
type Kind = (&'static str, &'static str);

/// Chance that picks.
struct Chance(ChaCha8Rng);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0.random_range(0..most.max(1))
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        (!all.is_empty()).then(|| &all[self.below(all.len())])
    }
}

/// Orders that were due at some time in a game, as values. What is drawn is one of them with something else in it, and mostly out of
/// its time.
#[derive(Default)]
struct Pool {
    orders: Vec<Value>,
    /// What stood in a field of this name.
    fields: BTreeMap<String, Vec<Value>>,
}

impl Pool {
    fn add<O: Serialize>(&mut self, order: &O, chance: &mut Chance) {
        let value = serde_json::to_value(order).expect("an order is a value");
        let mut paths = Vec::new();
        walk(&value, "", &mut Vec::new(), &mut |name, _, found| paths.push((name.to_owned(), found.clone())));
        for (name, found) in paths {
            put(self.fields.entry(name).or_default(), found, chance);
        }
        put(&mut self.orders, value, chance);
    }

    /// One of those that are due now, or of all, with something else in it.
    fn draw<O: DeserializeOwned>(&self, due: &[Value], chance: &mut Chance) -> Option<O> {
        let now = if chance.below(3) > 0 { chance.pick(due) } else { None };
        let mut order = now.or_else(|| chance.pick(&self.orders))?.clone();
        for _ in 0..=chance.below(3) {
            self.change(&mut order, chance);
        }
        serde_json::from_value(order).ok()
    }

    /// Puts something else into one of its fields: what stood there in another order, another number, one more or one less of a list.
    fn change(&self, order: &mut Value, chance: &mut Chance) {
        let mut places = Vec::new();
        walk(order, "", &mut Vec::new(), &mut |name, path, _| places.push((name.to_owned(), path.to_vec())));
        let Some((name, path)) = chance.pick(&places).cloned() else { return };
        let Some(here) = path.iter().try_fold(order, |value, step| match step {
            Step::Key(key) => value.get_mut(key.as_str()),
            Step::Place(place) => value.get_mut(*place),
        }) else {
            return;
        };
        let other = self.fields.get(&name).and_then(|all| chance.pick(all)).cloned();
        match here {
            Value::Number(number) if number.is_f64() && chance.below(2) == 0 => {
                let factor = [-1.0, 0.0, 0.3, 1.1, 2.0, 4.0][chance.below(6)];
                *here = (number.as_f64().unwrap_or_default() * factor).into();
            }
            Value::Array(list) if chance.below(2) == 0 => match chance.below(3) {
                0 => drop(list.pop()),
                _ => list.extend(
                    other.and_then(|other| other.as_array().and_then(|all| chance.pick(all)).cloned()),
                ),
            },
            _ => *here = other.unwrap_or(Value::Null),
        }
    }
}

/// One more of these, in place of one of them if there are many.
fn put(all: &mut Vec<Value>, value: Value, chance: &mut Chance) {
    const MOST: usize = 600;
    if all.len() < MOST {
        all.push(value);
    } else {
        let place = chance.below(MOST);
        all[place] = value;
    }
}

/// The way to a part of a value.
#[derive(Clone)]
enum Step {
    Key(String),
    Place(usize),
}

/// Every part of a value, with the name of the field that it is in, and the way to it.
fn walk(value: &Value, name: &str, path: &mut Vec<Step>, found: &mut impl FnMut(&str, &[Step], &Value)) {
    if !path.is_empty() {
        found(name, path, value);
    }
    match value {
        Value::Object(fields) => {
            for (key, field) in fields {
                path.push(Step::Key(key.clone()));
                walk(field, key, path, found);
                path.pop();
            }
        }
        Value::Array(list) => {
            for (place, one) in list.iter().enumerate() {
                path.push(Step::Place(place));
                walk(one, &format!("{name}[]"), path, found);
                path.pop();
            }
        }
        _ => {}
    }
}

/// The rules that are tried.
trait Tried: Minds<Rules: Presentation + CaseRules> {
    /// So many whole games have some of their orders let stand, in the long list.
    const EVENINGS: u64 = 60;
    /// So many games try every kind of refusal, in the long list.
    const GAMES: u64 = 20;
    /// So many do by default, at one order in so many.
    const FEW: (u64, usize);
    /// So many kinds at least are let stand in those.
    const KINDS: usize;

    fn battle() -> <Self::Rules as RuleSet>::Scenario;

    /// A battle that is over sooner.
    fn short_battle() -> <Self::Rules as RuleSet>::Scenario {
        Self::battle()
    }

    fn options(seed: u64) -> Options {
        drawn(<Self::Rules as RuleSet>::option_specs(), &[], seed)
    }

    /// What cannot be, of a position.
    fn impossible(_: &StateOf<Self>) -> Vec<String> {
        Vec::new()
    }
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
fn play<T: Tried>() -> String {
    let mut tally = Tally::default();
    let (games, every) = if is_long() { (T::GAMES, 1) } else { T::FEW };
    for seed in 0..games {
        let options = if seed == 0 { Options::default() } else { T::options(seed) };
        let folder = tempfile::tempdir().expect("there is room for a journal");
        let path = folder.path().join("game");
        let setup = Setup::new(T::battle(), seed).options(options);
        let mut desk = Desk::<T::Rules>::with_sync(setup, Some(&path), Sync::System).expect("a game begins");
        let mut chance = Chance(ChaCha8Rng::seed_from_u64(seed));
        let mut minds = Battle::<T>::new(&desk);
        let mut noted = Vec::new();
        let mut pool = Pool::default();
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
                desk.due().offers.iter().for_each(|offer| pool.add(&offer.order, &mut chance));
                try_some::<T>(&mut desk, &pool, &mut chance, &mut tally, &mut noted, &format!("seed {seed}"));
            }
            minds.step(&mut desk).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
        opens_again::<T>(desk, &path, &noted);
    }
    let told = tally.tell(std::any::type_name::<T>());
    assert!(tally.stood.len() >= T::KINDS, "too few: {told}");
    told
}

/// Draws orders where the game stands, lets those stand that are refused in a new way, goes on from there, and takes all that back.
fn try_some<T: Tried>(
    desk: &mut Desk<T::Rules>,
    pool: &Pool,
    chance: &mut Chance,
    tally: &mut Tally,
    noted: &mut Vec<usize>,
    place: &str,
) {
    let here = desk.at();
    let value = |order| serde_json::to_value(order).expect("an order is a value");
    let due: Vec<Value> = desk.due().offers.iter().map(|offer| value(&offer.order)).collect();
    for _ in 0..DRAWN {
        let Some(order) = pool.draw::<OrderOf<T>>(&due, chance) else { continue };
        let Err(Stop::Refused(refusal)) = desk.check(&order) else { continue };
        let kind = (refusal.code(), refusal.clause);
        tally.met.insert(kind);
        if tally.is_settled(kind) {
            continue;
        }
        let place = format!("{place}, after order {here}: {order:?}");
        let (kinds, stood) = let_stand(desk, &order, kind);
        tally.met.extend(&kinds);
        match stood {
            Ok(()) => {
                tally.stood.extend(&kinds);
                tally.now.extend(&kinds);
                noted.push(desk.at());
                go_on::<T>(desk, chance, &place);
                desk.undo_to(here).expect("it can be taken back");
            }
            Err(why) => {
                for kind in kinds {
                    let (tries, last) = tally.barred.entry(kind).or_default();
                    *tries += 1;
                    last.clone_from(&why);
                }
            }
        }
    }
}

/// Lets a refused order stand, and every refusal that is met behind the first; returns them, and why it does not stand.
fn let_stand<R: Presentation + CaseRules>(
    desk: &mut Desk<R>,
    order: &R::Order,
    first: Kind,
) -> (Vec<Kind>, Result<(), String>) {
    let mut kinds = vec![first];
    loop {
        let clauses: BTreeSet<&str> = kinds.iter().map(|(_, clause)| *clause).collect();
        let clauses = clauses.into_iter().map(str::to_owned).collect();
        let reason = "a test".to_owned();
        match refused(desk.order_let_stand(order.clone(), DiceFrom::Rolled, LetStand { clauses, reason })) {
            Ok(()) => return (kinds, Ok(())),
            Err(Some(refusal))
                if kinds.len() < CLAUSES && kinds.iter().all(|(_, clause)| *clause != refusal.clause) =>
            {
                kinds.push((refusal.code(), refusal.clause));
            }
            Err(Some(refusal)) => return (kinds, Err(refusal.to_string())),
            Err(None) => return (kinds, Err("it cannot be written".to_owned())),
        }
    }
}

/// So many whole games of players who take anything that is due, and of a referee who lets one order in five stand that is refused.
fn evenings<T: Tried>() {
    let games = if is_long() { T::EVENINGS } else { 1 };
    let stood: usize = (0..games).map(evening::<T>).sum();
    assert!(stood > 20 * games as usize, "{stood} orders were let stand in {games} games");
}

/// One of them; how many orders were let stand.
fn evening<T: Tried>(seed: u64) -> usize {
    const MOST: usize = 20_000;
    let folder = tempfile::tempdir().expect("there is room for a journal");
    let path = folder.path().join("game");
    let battle = if is_long() { T::battle() } else { T::short_battle() };
    let setup = Setup::new(battle, seed).options(T::options(seed));
    let mut desk = Desk::<T::Rules>::with_sync(setup, Some(&path), Sync::System).expect("a game begins");
    let mut chance = Chance(ChaCha8Rng::seed_from_u64(seed));
    let (mut pool, mut noted) = (Pool::default(), Vec::new());
    while !T::Rules::is_over(desk.state()) {
        let place = format!("seed {seed}, after order {}", desk.at());
        assert!(desk.at() < MOST, "{place}: and no end");
        let wrong = T::impossible(desk.state());
        assert!(wrong.is_empty(), "{place}: {}", wrong.join("; "));
        let due: Vec<OrderOf<T>> = desk.due().offers.iter().map(|offer| offer.order.clone()).collect();
        for order in due.iter().filter(|_| chance.below(10) == 0).cloned().collect::<Vec<_>>() {
            pool.add(&order, &mut chance);
        }
        let stands = chance.below(5) == 0
            && (0..DRAWN).any(|_| {
                let Some(order) = pool.draw::<OrderOf<T>>(&[], &mut chance) else { return false };
                let Err(Stop::Refused(refusal)) = desk.check(&order) else { return false };
                let_stand(&mut desk, &order, (refusal.code(), refusal.clause)).1.is_ok()
            });
        if stands {
            noted.push(desk.at());
            continue;
        }
        let order =
            chance.pick(&due).unwrap_or_else(|| panic!("{place}: nothing is due: {}", desk.due().prompt));
        if let Err(error) = desk.order(order.clone(), DiceFrom::Rolled) {
            panic!("{place}: {order:?} is due, but {error}");
        }
    }
    // Not every one: a state is worked out from the last that is kept.
    let some: Vec<usize> = noted.iter().copied().step_by(1 + noted.len() / 20).collect();
    opens_again::<T>(desk, &path, &some);
    noted.len()
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

impl Tried for solo_napoleon_at_war::Staff {
    const FEW: (u64, usize) = (4, 4);
    const KINDS: usize = 29;

    fn battle() -> scenario::HexScenario {
        scenario::hex::read("marengo-naw", &Embedded, &AnyRules).expect("the scenario is sound").0
    }

    fn impossible(state: &StateOf<Self>) -> Vec<String> {
        napoleon_at_war::invariants::impossible(state)
    }
}

impl Tried for solo_casus_belli::Staff {
    const FEW: (u64, usize) = (2, 4);
    const KINDS: usize = 36;

    fn battle() -> scenario::HexScenario {
        scenario::hex::read("marengo-cb", &Embedded, &AnyRules).expect("the scenario is sound").0
    }

    fn impossible(state: &StateOf<Self>) -> Vec<String> {
        casus_belli::invariants::impossible(state)
    }
}

impl Tried for solo_easy::Staff {
    const EVENINGS: u64 = 20;
    const FEW: (u64, usize) = (1, 6);
    const KINDS: usize = 21;

    fn battle() -> scenario::Scenario {
        scenario::read("waterloo", &Embedded, &AnyRules).expect("the scenario is sound").0
    }

    fn short_battle() -> scenario::Scenario {
        scenario::read("first-steps", &Embedded, &AnyRules).expect("the scenario is sound").0
    }

    fn options(seed: u64) -> Options {
        super::drawn_options(seed)
    }
}

impl Tried for solo_epstein::Staff {
    const GAMES: u64 = 40;
    const FEW: (u64, usize) = (4, 3);
    const KINDS: usize = 31;

    fn battle() -> scenario::Scenario {
        scenario::read("brigade-action", &Embedded, &AnyRules).expect("the scenario is sound").0
    }
}

macro_rules! stands {
    ($($rules:ident: $staff:ty),* $(,)?) => {$(
        mod $rules {
            #[test]
            fn whole_games_are_played_to_the_end() {
                super::evenings::<$staff>();
            }

            #[test]
            fn whatever_can_mean_something_stands_and_the_game_goes_on() {
                println!("{}", super::play::<$staff>());
            }
        }
    )*};
}

stands! {
    napoleon_at_war_stands: solo_napoleon_at_war::Staff,
    casus_belli_stands: solo_casus_belli::Staff,
    easy_stands: solo_easy::Staff,
    epstein_stands: solo_epstein::Staff,
}
