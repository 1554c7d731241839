//! Odds and dice agree: orders of whole solo games are rolled over and over, and come out as often as their odds say.
//!
//! A kind of decision is the verb of an order and a clause for which dice are thrown when it is judged: an order that throws for two
//! clauses is of two kinds. Of each kind the first few are rolled whose results are listed. What odds tell beyond the order itself (how a
//! charge ends, who goes back after a combat) is played on as they say it would be.

mod charges;
mod combats;
mod fire;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use casus_belli::words::say_attack;
use desk::{Desk, Preset, Setup};
use dice::{Answer, Rolled, Throw, Tray, TrayStop};
use epstein::Epstein;
use game::faces::say_events;
use game::minds::{OrderOf, StateOf};
use game::options::Options;
use game::{Codec, Minds, Odds, RuleSet};
use napoleon_at_war::combat::event::CombatEvent;
use scenario::{self, AnyRules, Embedded};
use solo::Battle;
use trial::is_long;

/// Rolls an order, and says in the words of its odds what came of it.
type Roller<'s> = Box<dyn Fn(&mut dyn Tray) -> String + 's>;

/// Rules whose odds are held to their dice, by those who play them solo.
trait Diced: Minds<Rules: Codec> {
    fn roller<'s>(state: &'s StateOf<Self>, order: &'s OrderOf<Self>) -> Roller<'s> {
        Box::new(move |tray| say_events::<Self::Rules>(state, &judged::<Self::Rules>(state, order, tray)))
    }

    /// As much of a result as the order's own dice decide; none: the odds take for granted what somebody decides on the way.
    fn decided(result: &str) -> Option<String> {
        Some(result.to_owned())
    }
}

fn judged<R: RuleSet>(state: &R::State, order: &R::Order, tray: &mut dyn Tray) -> Vec<R::Event> {
    let ruling = R::judge(state, order, tray).unwrap_or_else(|stop| panic!("{order:?}: {stop}"));
    ruling.events
}

fn after<R: RuleSet>(state: &R::State, events: &[R::Event]) -> R::State {
    let mut state = state.clone();
    events.iter().for_each(|event| R::apply(&mut state, event));
    state
}

impl Diced for solo_easy::Staff {
    fn roller<'s>(state: &'s StateOf<Self>, order: &'s OrderOf<Self>) -> Roller<'s> {
        combats::roller(state, order)
    }

    fn decided(result: &str) -> Option<String> {
        (!result.contains("(assuming")).then(|| result.to_owned())
    }
}

impl Diced for solo_napoleon_at_war::Staff {
    /// The die says a result; how the beaten go back is for their owner to say.
    fn roller<'s>(state: &'s StateOf<Self>, order: &'s OrderOf<Self>) -> Roller<'s> {
        Box::new(move |tray| {
            let events = judged::<Self::Rules>(state, order, tray);
            let result = events.iter().find_map(|event| match event {
                napoleon_at_war::Event::Combat(CombatEvent::Fought { result, .. }) => Some(result),
                _ => None,
            });
            result.map_or("no dice are needed".to_owned(), ToString::to_string)
        })
    }

    fn decided(result: &str) -> Option<String> {
        Some(result.split(": ").next().unwrap_or_default().to_owned())
    }
}

impl Diced for solo_casus_belli::Staff {
    fn roller<'s>(state: &'s StateOf<Self>, order: &'s OrderOf<Self>) -> Roller<'s> {
        Box::new(move |tray| {
            let events = judged::<Self::Rules>(state, order, tray);
            match order.attack() {
                Some(_) => say_attack(state, &events),
                None => say_events::<Self::Rules>(state, &events),
            }
        })
    }

    /// The risk of leaders is thrown with a later order.
    fn decided(result: &str) -> Option<String> {
        let now: Vec<&str> = result.split(", ").filter(|part| !part.ends_with("when it is over")).collect();
        Some(now.join(", "))
    }
}

impl Diced for solo_epstein::Staff {
    fn roller<'s>(state: &'s StateOf<Self>, order: &'s OrderOf<Self>) -> Roller<'s> {
        charges::roller(state, order).unwrap_or_else(|| fire::roller(state, order))
    }
}

/// The dice of the program, and the clauses for which they were thrown.
struct Noted {
    rolled: Rolled,
    clauses: Vec<String>,
}

impl Tray for Noted {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        if throw.dice > 0 {
            self.clauses.push(throw.clause.to_string());
        }
        self.rolled.answer(throw)
    }
}

const SEED: u64 = 1815;

/// The kinds of an order: those that come up in so many rolls of it.
fn kinds_of<M: Diced>(state: &StateOf<M>, order: &OrderOf<M>) -> Vec<String> {
    const ROLLS: u64 = 24;
    let roller = M::roller(state, order);
    let mut clauses = Vec::new();
    for entry in 0..ROLLS {
        let mut tray = Noted { rolled: Rolled::new(SEED, entry), clauses: Vec::new() };
        roller(&mut tray);
        if tray.clauses.is_empty() {
            // Whether there is a first throw hangs on no dice.
            return Vec::new();
        }
        clauses.extend(tray.clauses);
    }
    clauses.sort_unstable();
    clauses.dedup();
    let verb = M::Rules::spell(state, order).verb;
    clauses.iter().map(|clause| format!("{verb} {clause}")).collect()
}

/// What of so many rolls came otherwise than the odds say; none: they are not listed, or take decisions for granted.
///
/// By Bernstein's inequality a result of the chance p comes more than t oftener or more seldom than n p, of n rolls, with a chance of at
/// most 2 exp(-t² / (2 (n p (1 - p) + t / 3))). That is a millionth where t² = 2 L (n p (1 - p) + t / 3) with L = ln 2,000,000.
fn differences<M: Diced>(state: &StateOf<M>, order: &OrderOf<M>, rolls: u32) -> Option<Vec<String>> {
    let Ok(Odds::Listed(chances)) = M::Rules::odds(state, order) else { return None };
    let mut law: BTreeMap<String, (f64, u32)> = BTreeMap::new();
    for chance in chances {
        law.entry(M::decided(&chance.result)?).or_default().0 += chance.probability;
    }
    let roller = M::roller(state, order);
    for entry in 0..rolls {
        let came = roller(&mut Rolled::new(SEED, u64::from(entry)));
        law.entry(came).or_default().1 += 1;
    }
    let sum: f64 = law.values().map(|(chance, _)| chance).sum();
    let mut wrong = Vec::new();
    if (sum - 1.0).abs() > 1e-9 {
        wrong.push(format!("the chances sum to {sum}"));
    }
    for (result, (chance, came)) in law {
        let mean = chance * f64::from(rolls);
        let (variance, l) = (mean * (1.0 - chance), 2e6_f64.ln());
        let most = l / 3.0 + (l * l / 9.0 + 2.0 * l * variance).sqrt();
        if chance == 0.0 || (f64::from(came) - mean).abs() > most {
            wrong.push(format!("{came} of {rolls}, not {mean:.1}: {result}"));
        }
    }
    Some(wrong)
}

/// Plays these games, in the default run the first of them only, and rolls the first orders of each kind. Every kind of `kinds.txt` has to
/// come up, and no other.
fn check<M: Diced>(games: impl IntoIterator<Item = Desk<M::Rules>>) {
    const EACH: u32 = 2;
    let (rolls, most) = if is_long() { (20_000, usize::MAX) } else { (200, 1) };
    let mut weighed: BTreeMap<String, u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for mut desk in games.into_iter().take(most) {
        Battle::<M>::new(&desk).fight(&mut desk, u8::MAX).expect("solo players end every battle");
        let mut state = desk.start().clone();
        for entry in desk.line() {
            let kinds = kinds_of::<M>(&state, &entry.order);
            if kinds.iter().any(|kind| weighed.get(kind).is_none_or(|count| *count < EACH)) {
                match differences::<M>(&state, &entry.order, rolls) {
                    None => kinds.into_iter().for_each(|kind| {
                        weighed.entry(kind).or_default();
                    }),
                    Some(found) => {
                        kinds.into_iter().for_each(|kind| *weighed.entry(kind).or_default() += 1);
                        let place = |fault| format!("order {}, {:?}: {fault}", entry.depth, entry.order);
                        wrong.extend(found.into_iter().map(place));
                    }
                }
            }
            entry.events.iter().for_each(|event| M::Rules::apply(&mut state, event));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let stored = stored(M::Rules::ID);
    // Of those that are left out no odds were listed, or only such as take decisions for granted.
    weighed.retain(|_, count| *count > 0);
    let weighed: BTreeSet<String> = weighed.into_keys().collect();
    if is_long() {
        assert_eq!(weighed, stored);
    } else {
        assert!(!weighed.is_empty() && weighed.is_subset(&stored), "{weighed:?}");
    }
}

/// The kinds of these rules that come up in the games.
fn stored(rules: &str) -> BTreeSet<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/rolled/kinds.txt");
    let text = fs::read_to_string(path).expect("the kinds lie beside the test");
    let clause = format!(" {rules}:");
    text.lines().filter(|line| line.contains(&clause)).map(str::to_owned).collect()
}

fn desk<R: Codec>(scenario: R::Scenario, seed: u64, options: &Options) -> Desk<R> {
    Desk::new(Setup::new(scenario, seed).options(options.clone()), None).expect("a game begins")
}

/// These rules with every module.
fn everything(rules: &str) -> Options {
    Preset::of_the_program(rules).pop().expect("it has modules").options
}

#[test]
fn odds_of_easy_are_those_of_its_dice() {
    let read = |id| scenario::read(id, &Embedded, &AnyRules).expect("shipped scenarios are sound").0;
    let (plain, full) = (Options::default(), everything("easy"));
    let games = [("first-steps", 7, &plain), ("first-steps", 8, &plain), ("first-steps", 7, &full)];
    let great = [("marengo", 7, &full), ("waterloo", 7, &full)];
    let all = games.into_iter().chain(great);
    check::<solo_easy::Staff>(all.map(|(id, seed, options)| desk(read(id), seed, options)));
}

#[test]
fn odds_of_napoleon_at_war_are_those_of_its_dice() {
    let (battle, _) = scenario::hex::read("marengo-naw", &Embedded, &AnyRules).expect("it is sound");
    check::<solo_napoleon_at_war::Staff>([desk(battle, 7, &Options::default())]);
}

#[test]
fn odds_of_1800_are_those_of_its_dice() {
    let (battle, _) = scenario::hex::read("marengo-cb", &Embedded, &AnyRules).expect("it is sound");
    let (plain, full) = (Options::default(), everything("cb"));
    let games = [(7, &plain), (8, &plain), (9, &plain), (7, &full)].into_iter();
    check::<solo_casus_belli::Staff>(games.map(|(seed, options)| desk(battle.clone(), seed, options)));
}

#[test]
fn odds_of_battalions_are_those_of_their_dice() {
    let read = |id| scenario::read(id, &Embedded, &AnyRules).expect("shipped scenarios are sound").0;
    let mut high_die = Options::default();
    high_die.set(Epstein::option_specs(), "first_player", "high_die").expect("there is such an option");
    let (plain, full) = (Options::default(), everything("epstein"));
    let games =
        [("brigade-action", 7, &high_die), ("brigade-action", 8, &plain), ("brigade-action", 9, &plain)];
    let great = [("waterloo-epstein", 7, &plain), ("waterloo-epstein", 7, &full)];
    let all = games.into_iter().chain(great);
    check::<solo_epstein::Staff>(all.map(|(id, seed, options)| desk(read(id), seed, options)));
}
