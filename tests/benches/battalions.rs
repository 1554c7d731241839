//! How fast Epstein's rules answer in mid-battle: at every few orders of whole games of `waterloo-epstein` (with the Prussians) and
//! `brigade-action`, as two solo players fight them from a fixed seed. Every bench asserts its result. It needs no window.
//!
//! `cargo bench --no-default-features --bench battalions` runs everything; words after `--` leave out the battles that are called
//! otherwise (`waterloo`, `brigade`), and `games` plays whole games alone. Each line has the median and the worst of its positions,
//! and where the worst was; a position counts with the least of five runs wherever these could change the worst. Figures are also
//! told as they would be on the machine for which the budgets are meant: [`scale`].
//!
//! Budgets there: where a unit in hand may end 10 ms; what a gun strikes, either load, 2 ms; where somebody would run 2 ms; exact
//! odds of a charge from its declaration to its routs 20 ms; what is due 5 ms; a game of Waterloo 15 s without the Prussians, 30 s
//! with them. With `DRUMHEAD_ANSWERS=file` the fingerprint of every answer is written there: two builds answer alike where their
//! files are equal.

#![expect(clippy::print_stdout, reason = "a bench prints what it has measured")]

mod battle {
    pub mod scale;
    pub mod tally;
}

use std::time::{Duration, Instant};

use battle::scale;
use battle::tally::{Print, Tally, peak};
use desk::{Desk, Setup};
use dice::Dry;
use epstein::brief::hand::InHand;
use epstein::formation::Formation;
use epstein::guns::aim::{LOADS, Layer};
use epstein::guns::{Pattern, Terms};
use epstein::kind::Arm;
use epstein::odds::{End, Reply, charge_laws};
use epstein::order::{Load, Step};
use epstein::rout::flight;
use epstein::standing::skirmishes;
use epstein::state::Phase;
use epstein::{Epstein, GroupId, Order, Position, State, options};
use game::options::Options;
use game::{Goal, Presentation, RuleSet, Spot, Stop};
use scenario::{self, AnyRules, Embedded};
use solo::Battle;
use table::{Edge, Pose};

/// The games that are played.
const SEED: u64 = 7;

/// Whatever is asked of every group is asked after so many orders, in the great battle and in the small one.
const EVERY: [usize; 2] = [29, 7];

/// A law sums to 1 within this.
const WHOLE: f64 = 1e-12;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let asked = |part: &str| words.is_empty() || words.iter().any(|word| word == part);
    scale::print_scale();
    the_worked_example_routs_21_times_of_36();
    for (name, id, every) in
        [("waterloo", "waterloo-epstein", EVERY[0]), ("brigade", "brigade-action", EVERY[1])]
    {
        if asked(name) {
            Asked::of(id, every);
        }
    }
    if asked("games") {
        games();
    }
    println!("peak of memory {} MiB", peak() / 1024);
}

/// A battle from a fixed seed, with the Prussians or without them.
fn desk(id: &str, prussians: bool) -> Desk<Epstein> {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyRules).expect("the battle is sound");
    let mut chosen = Options::default();
    if prussians {
        chosen.set(options::SPECS, "prussians", "on").expect("there is such an option");
    }
    Desk::new(Setup::new(scenario, SEED).options(chosen), None).expect("a game without a journal begins")
}

/// Plays a game to its end, and shows every state before an order.
fn play(mut desk: Desk<Epstein>, mut see: impl FnMut(usize, &State)) -> Desk<Epstein> {
    let mut battle = Battle::<solo_epstein::Staff>::new(&desk);
    let mut number = 0;
    while !Epstein::is_over(desk.state()) {
        see(number, desk.state());
        battle.step(&mut desk).expect("the players go on");
        number += 1;
    }
    desk
}

/// Whole games, each the least of so many.
const GAMES: usize = 3;

fn games() {
    for (id, prussians, turns, budget) in [
        ("waterloo-epstein", false, 9, 15_000.0),
        ("waterloo-epstein", true, 20, 30_000.0),
        ("brigade-action", false, 0, 1_000.0),
    ] {
        let with = if prussians { ", Prussians" } else { "" };
        let mut game = Tally::new(format!("a game of {id}{with}"), Some(budget));
        let mut least = Duration::MAX;
        let mut end = String::new();
        for _ in 0..GAMES {
            let desk = desk(id, prussians);
            let begun = Instant::now();
            let desk = play(desk, |_, _| {});
            least = least.min(begun.elapsed());
            let state = desk.state();
            assert!(matches!(state.phase, Phase::Over(_)) && state.turn >= turns, "turn {}", state.turn);
            end = format!("{} orders, {} turns", desk.depth(), state.turn);
        }
        game.take(least, || end.clone());
        game.tell();
    }
}

/// All that is asked of one battle.
struct Asked {
    due: Tally,
    line: Tally,
    skirmishers: Tally,
    road: Tally,
    other: Tally,
    frame: Tally,
    stick: Tally,
    canister: Tally,
    rout: Tally,
    odds: Tally,
}

impl Asked {
    fn of(id: &str, every: usize) {
        let tally = |what: &str, budget: f64| Tally::new(format!("{what}, {id}"), Some(budget));
        let mut all = Self {
            due: tally("due", 5.0),
            line: tally("reach, line", 10.0),
            skirmishers: tally("reach, skirmishers", 10.0),
            road: tally("reach, column on a road", 10.0),
            other: tally("reach, others", 10.0),
            frame: Tally::new(format!("a frame in hand, {id}"), None),
            stick: tally("stick", 2.0),
            canister: tally("canister", 2.0),
            rout: tally("rout", 2.0),
            odds: tally("odds of a charge", 20.0),
        };
        let great = id == "waterloo-epstein";
        let desk = play(desk(id, great), |number, state| {
            let at = || format!("order {number}, turn {}", state.turn);
            all.due.ask(at, || Epstein::due(state), Print::of);
            charges(&mut all.odds, state, &at);
            if number % every == 0 {
                offers_are_legal(state);
                all.groups(state, &at);
            }
        });
        assert!(all.due.count() == desk.depth() && all.line.count() > 10, "{} orders", desk.depth());
        assert!(all.rout.count() > 100 && all.odds.count() > 10, "{} charges", all.odds.count());
        let ways = [&mut all.line, &mut all.skirmishers, &mut all.road, &mut all.other, &mut all.frame];
        let dice = [&mut all.stick, &mut all.canister, &mut all.rout, &mut all.odds];
        all.due.tell();
        ways.into_iter().chain(dice).for_each(Tally::tell);
    }

    /// Where each group may end, what guns strike, where everybody would run.
    fn groups(&mut self, state: &State, at: &dyn Fn() -> String) {
        if state.waits().is_some() || state.phase != Phase::Period {
            return;
        }
        for id in state.on_table() {
            let at = || format!("{}: {}", at(), state.say(id));
            if state.is_active(id) {
                self.reach(state, id, &at);
            }
            if state.arm(id) == Arm::Artillery {
                self.gun(state, id, &at);
            }
            if state.arm(id) != Arm::Command {
                let place = state.place(id);
                let away = place.heading.reversed();
                let run = || flight(state, id, away, place.at);
                self.rout.ask(at, run, |found| {
                    assert!(found.distance.is_finite() && found.swerve.abs() <= 45);
                    Print::of(found)
                });
            }
        }
    }

    fn reach(&mut self, state: &State, id: GroupId, at: &dyn Fn() -> String) {
        let hand = InHand::new(state, id);
        if hand.ends().is_empty() {
            return;
        }
        let (place, most) = (state.place(id), hand.most());
        let group = state.group(id);
        let on_road = group.formation == Formation::MarchColumn
            && state.quads(id).any(|(_, quad)| state.game.ground.meets_road(quad.edge(Edge::Front)));
        let tally = match group.formation {
            _ if state.arm(id) != Arm::Infantry => &mut self.other,
            _ if skirmishes(state, id) => &mut self.skirmishers,
            Formation::Line => &mut self.line,
            _ if on_road => &mut self.road,
            _ => &mut self.other,
        };
        let key = state.key(id);
        let lit = || {
            let held = Epstein::pick_up(state, &key).expect("it is on the table");
            let search = held.reach(Spot::pose(place)).expect("it may move");
            search(&|| false).expect("it is wanted")
        };
        tally.ask(at, lit, Print::of);
        // A ring is found by ways that the judge takes: none is longer than there are inches, a road's apart.
        let far = hand.ends().iter().map(|end| end.distance(place.at)).fold(0.0, f32::max);
        assert!(far <= most + 3.0 + 0.1, "{}: {far} of {most}", state.say(id));
        let mut held = Epstein::pick_up(state, &key).expect("it is on the table");
        let goal = Pose::new(place.at + place.heading.turned(0.3).forward() * most * 0.7, place.heading);
        self.frame.ask(
            at,
            || held.trip(Goal::at(Spot::pose(goal))),
            |trip| Print::of(&(&trip.words, &trip.order)),
        );
    }

    fn gun(&mut self, state: &State, id: GroupId, at: &dyn Fn() -> String) {
        for load in LOADS {
            let strikes = || Layer::of(state, id, Terms::default())?.pattern(load, 0.0);
            let tally = if load == Load::Round { &mut self.stick } else { &mut self.canister };
            tally.ask(at, strikes, |found| {
                if let Some((gun, pattern)) = found {
                    match pattern {
                        Pattern::Stick(stick) => {
                            assert!(
                                load == Load::Round
                                    && stick.touched.iter().filter(|one| one.takes_rank()).count() <= 4
                            );
                        }
                        Pattern::Canister(canister) => {
                            assert!(load == Load::Canister && canister.outline[0] == gun.muzzle);
                        }
                    }
                }
                Print::of(found)
            });
        }
    }
}

/// The exact odds of all charges that are offered: the law of each answer sums to 1.
fn charges(tally: &mut Tally, state: &State, at: &dyn Fn() -> String) {
    if state.waits().is_some() {
        return;
    }
    for offer in Epstein::due(state).offers.iter().filter(|offer| offer.kind == "charge") {
        let laws = || charge_laws(state, &offer.order).expect("an offer is legal");
        tally.ask(
            || format!("{}: {}", at(), offer.words),
            laws,
            |laws| {
                for (reply, law) in laws {
                    let sum: f64 = law.values().sum();
                    assert!((sum - 1.0).abs() < WHOLE, "{}: {reply:?}: {sum}", offer.words);
                }
                Print::of(laws)
            },
        );
    }
}

/// What is offered is legal.
fn offers_are_legal(state: &State) {
    for offer in Epstein::due(state).offers {
        let judged = Epstein::judge(state, &offer.order, &mut Dry);
        assert!(!matches!(judged, Err(Stop::Refused(_))), "{}", offer.words);
    }
}

/// Two line battalions 4 in apart, the defender down to nine figures: it routs on 21 of 36 (`epstein:11.5`).
fn the_worked_example_routs_21_times_of_36() {
    let position: Position = ron::from_str(
        "(units: [(id: \"A\", at: Some((0.0, 0.0, 0.0))), (id: \"B\", side: Some(\"blue\"), \
         at: Some((0.0, 4.75, 180.0)), left: [0, 3, 3, 3])])",
    )
    .expect("it is spelled");
    let state = position.set_up(&|_| Err("no battle".to_owned())).expect("it can be");
    let way = vec![Step::Ahead(4.0)];
    let order = Order::Charge { unit: "A".to_owned(), way, target: "B".to_owned(), support: None };
    let laws = charge_laws(&state, &order).expect("it is legal");
    let (_, law) = laws.iter().find(|(reply, _)| *reply == Reply::Fire).expect("it may fire");
    let routs: f64 =
        law.iter().filter(|(outcome, _)| outcome.end == End::DefenderRouts).map(|(_, chance)| chance).sum();
    assert!((routs - 21.0 / 36.0).abs() < WHOLE && (law.values().sum::<f64>() - 1.0).abs() < WHOLE);
    let mut tally = Tally::new("odds of the worked example", Some(20.0));
    tally.ask(|| "4 in apart".to_owned(), || charge_laws(&state, &order).expect("it is legal"), Print::of);
    tally.tell();
}
