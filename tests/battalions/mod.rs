//! Whole games of battalions and their stands: solo players and players who order anything, in the small battle and the great one.

use desk::{Desk, DiceFrom, Setup};
use dice::{Dry, Typed};
use epstein::formation::Formation;
use epstein::invariants::{broken, left_over};
use epstein::order::{Order, StandWay, Step};
use epstein::roster::StandId;
use epstein::state::{Phase, State};
use epstein::{Epstein, Event};
use game::minds::SoloPlayer;
use game::options::Options;
use game::{Goal, Presentation as _, RuleSet, Spot, Stop};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::{self, AnyRules, Embedded, Side};
use solo::Battle;
use table::Pose;
use trial::is_long;

use super::{Whereabouts, comes_back, drawn, drawn_seed, is_spelled, offers_are_possible, untold, unusual};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    Solo,
    /// Takes anything that is offered.
    Random,
    /// Orders anything that comes to mind, and takes what is offered where it is refused.
    Wild,
}
use Player::{Random, Solo, Wild};

/// No game has more orders.
const MOST: usize = 8_000;

/// So often, in orders, all that is due is put before the judge, and the state is spelled.
const EVERY: usize = 16;

fn pick<T: Clone>(all: &[T], choose: &mut ChaCha8Rng) -> T {
    all[choose.random_range(0..all.len())].clone()
}

/// An order that nobody has offered: turns, slides, stands that go their own ways, are parted and joined.
fn wild(state: &State, choose: &mut ChaCha8Rng) -> Option<Order> {
    let own: Vec<_> = state.friends_of(state.active).collect();
    if own.is_empty() || !state.pending.is_empty() || state.phase != Phase::Period {
        return None;
    }
    let id = pick(&own, choose);
    let (unit, place) = (state.key(id), state.place(id));
    let stands = &state.group(id).stands;
    let key = |index: usize| state.game.stand(stands[index]).key.clone();
    let at = [f64::from(place.at.x), f64::from(place.at.y)];
    let mut about = |most: f64| choose.random_range(-most..most);
    let (x, y, turn, ahead) = (about(4.0), about(4.0), about(180.0), about(4.5) + 4.6);
    let apart: Vec<f64> = stands.iter().map(|_| about(0.8)).collect();
    let formation = pick(Formation::of_arm(state.arm(id)), choose);
    Some(match choose.random_range(0..9) {
        0 => Order::Move { unit, way: vec![Step::WheelLeft(turn.abs().min(40.0) + 1.0), Step::Ahead(ahead)] },
        1 => Order::Move { unit, way: vec![Step::Face(turn), Step::Ahead(ahead)] },
        2 => Order::Move { unit, way: vec![Step::Slide(x / 2.0)] },
        3 => Order::Move { unit, way: vec![Step::Back(ahead / 2.0)] },
        4 => Order::Detach { unit, stands: vec![key(choose.random_range(0..stands.len()))] },
        5 => Order::Join { unit, to: state.key(pick(&own, choose)) },
        6 => {
            let way = |index: usize| {
                let pose = state.pose(stands[index])?;
                let east = f64::from(pose.at.x) + x + index as f64 * apart[index];
                Some(StandWay { stand: key(index), to: (east, f64::from(pose.at.y) + y, turn) })
            };
            Order::Skirmish { unit, ways: (0..stands.len()).filter_map(way).collect() }
        }
        7 => Order::CloseUp { unit, formation, at: (at[0] + x, at[1] + y, turn) },
        _ => Order::Form { unit, formation, heading: Some(turn), places: None },
    })
}

/// Figures of both sides.
fn figures(state: &State) -> [u32; 2] {
    let mut sum = [0, 0];
    for id in state.game.stand_ids() {
        sum[state.game.unit(state.game.stand(id).unit).side.index()] += u32::from(state.stand(id).figures);
    }
    sum
}

/// Where every stand is: it is told of by its unit, or by that of the group that it is with.
fn whereabouts(state: &State) -> Vec<Whereabouts> {
    let of = |stand: StandId| {
        let with = state.group_of(stand).map(|group| state.unit(group));
        let units = with.into_iter().chain([state.game.stand(stand).unit]);
        let names = units.map(|unit| state.game.unit(unit).short.clone()).collect();
        Whereabouts::on_table(names, state.pose(stand))
    };
    state.game.stand_ids().map(of).collect()
}

/// One order of whoever decides.
fn step(
    desk: &mut Desk<Epstein>,
    solo: &mut Battle<solo_epstein::Staff>,
    players: [Player; 2],
    choose: &mut ChaCha8Rng,
    place: &str,
) {
    let player = players[desk.state().decides().index()];
    if player == Solo {
        return solo.step(desk).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    if player == Wild
        && choose.random_bool(0.8)
        && let Some(order) = wild(desk.state(), choose)
        && desk.order(order, DiceFrom::Rolled).is_ok()
    {
        return;
    }
    let offers = desk.due().offers.clone();
    assert!(!offers.is_empty(), "{place}: nothing is due: {}", desk.due().prompt);
    let offer = pick(&offers, choose);
    if let Err(stop) = desk.order(offer.order, DiceFrom::Rolled) {
        panic!("{place}: offered {}, but {stop}", offer.words);
    }
}

/// Is every order that is due taken, dice aside, and spelled?
fn offers_are_legal(desk: &Desk<Epstein>, place: &str) {
    for offer in &desk.due().offers {
        is_spelled::<Epstein>(desk.state(), &offer.order, place);
        if let Err(Stop::Refused(refusal)) = Epstein::judge(desk.state(), &offer.order, &mut Dry) {
            panic!("{place}: offered {}, but {refusal}: {:?}", offer.words, offer.order);
        }
    }
}

/// A whole game, watched at every order.
fn play(id: &str, seed: u64, players: [Player; 2], options: Options) -> Desk<Epstein> {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyRules).expect("shipped scenarios are sound");
    let setup = Setup::new(scenario, seed).options(options);
    let mut desk = Desk::<Epstein>::new(setup, None).expect("a game begins");
    let player = if seed.is_multiple_of(2) { SoloPlayer::Classic } else { SoloPlayer::default() };
    let mut solo = Battle::<solo_epstein::Staff>::playing(&desk, [player; 2]);
    let mut choose = ChaCha8Rng::seed_from_u64(seed);
    let mut orders = 0;
    while !Epstein::is_over(desk.state()) {
        orders += 1;
        let place = format!("{id}, seed {seed}, {players:?}, turn {}, order {orders}", desk.state().turn);
        assert!(orders < MOST, "{place}: and no end");
        let before = figures(desk.state());
        let stood = whereabouts(desk.state());
        step(&mut desk, &mut solo, players, &mut choose, &place);
        let mut wrong = broken(desk.state());
        if figures(desk.state()).iter().zip(before).any(|(now, before)| *now > before) {
            wrong.push("figures have come from nowhere".to_owned());
        }
        let entry = desk.current().expect("an order was given");
        if entry.events.iter().any(|event| matches!(event, Event::PeriodBegan { .. })) {
            wrong.extend(left_over(desk.state()));
        }
        wrong.extend(untold(&stood, &whereabouts(desk.state()), &entry.words));
        assert!(wrong.is_empty(), "{place}: {}\n{}", wrong.join("; "), entry.words.join("\n"));
        if orders % EVERY == 0 || !desk.state().pending.is_empty() {
            comes_back::<Epstein>(desk.start(), desk.state(), &place);
        }
        if orders % super::EVERY == 0 && !Epstein::is_over(desk.state()) {
            offers_are_possible(&desk, &place);
        }
        if orders % EVERY == 0 {
            offers_are_legal(&desk, &place);
        }
    }
    desk
}

/// Every charge of a solo player that goes straight, after a turn or without one, comes of a hand that holds the unit on the enemy
/// (`epstein:g.6`): whoever sees the way can give it.
#[test]
fn a_charge_that_begins_with_a_turn_is_given_by_hand() {
    let (scenario, _) =
        scenario::read("brigade-action", &Embedded, &AnyRules).expect("shipped scenarios are sound");
    let mut turned = 0;
    for seed in [4, 5] {
        let mut desk = Desk::<Epstein>::new(Setup::new(scenario.clone(), seed), None).expect("a game begins");
        let mut solo = Battle::<solo_epstein::Staff>::new(&desk);
        while !Epstein::is_over(desk.state()) {
            let before = desk.state().clone();
            solo.step(&mut desk).expect("solo players end every step");
            let order = &desk.current().expect("an order was given").order;
            let Order::Charge { unit, way, target, .. } = order else { continue };
            if !matches!(way[..], [Step::Ahead(_)] | [Step::Face(_), Step::Ahead(_)]) {
                continue;
            }
            turned += usize::from(way.len() > 1);
            let on = before.on_table().find(|id| before.key(*id) == *target).expect("it is on the table");
            let from = before.on_table().find(|id| before.key(*id) == *unit).expect("it is on the table");
            let mut held = Epstein::pick_up(&before, unit).expect("it is lifted");
            for (_, stand) in before.quads(on) {
                let at = Pose::new(stand.pose.at, before.place(from).heading);
                let trip = held.trip(Goal::at(Spot::pose(at)));
                let verb = trip.order.as_ref().map(|order| order.verb.as_str());
                let place = format!("seed {seed}, order {}: {order:?}", desk.depth());
                assert!(
                    trip.refusal.is_none() && verb == Some("Charge"),
                    "{place}: {verb:?}, {:?}",
                    trip.refusal
                );
            }
        }
    }
    assert!(turned >= 3, "{turned} charges began with a turn");
}

/// The same orders with the recorded dice lead to the same state.
fn replays_alike(desk: &Desk<Epstein>) {
    let mut state = desk.start().clone();
    for entry in desk.line() {
        let mut tray = Typed::replay(&entry.casts);
        let ruling = Epstein::judge(&state, &entry.order, &mut tray).expect("it was accepted before");
        ruling.events.iter().for_each(|event| Epstein::apply(&mut state, event));
    }
    assert!(state == *desk.state(), "the replay ends otherwise");
}

fn winner(desk: &Desk<Epstein>) -> Option<Side> {
    match &desk.state().phase {
        Phase::Over(outcome) => outcome.winner,
        Phase::HighDie | Phase::Period => panic!("the battle is not over"),
    }
}

/// How many games of the small battle, of the great one and under drawn options: the fifth to the seventh number of `DRUMHEAD_GAMES`.
fn number_of_games() -> [u64; 3] {
    let wanted = std::env::var("DRUMHEAD_GAMES").unwrap_or_default();
    let mut games = if is_long() { [20, 2, 8] } else { [5, 1, 8] };
    for (number, word) in games.iter_mut().zip(wanted.split(',').skip(4)) {
        *number = word.trim().parse().expect("DRUMHEAD_GAMES is numbers with commas between");
    }
    games
}

/// Who plays whom, by turns.
fn players(nth: u64) -> [Player; 2] {
    const PAIRS: [[Player; 2]; 5] =
        [[Solo, Solo], [Solo, Wild], [Wild, Solo], [Wild, Wild], [Random, Random]];
    PAIRS[(nth % 5) as usize]
}

#[test]
fn games_of_battalions_end_soundly_and_replay_alike() {
    let [games, ..] = number_of_games();
    for seed in 0..games {
        let desk = play("brigade-action", seed, players(seed), Options::default());
        replays_alike(&desk);
    }
}

/// Each pair of players without the Prussians, and then with them.
#[test]
fn great_battles_of_battalions_end_soundly_and_replay_alike() {
    let [_, games, _] = number_of_games();
    for seed in 0..games {
        let mut options = Options::default();
        let come = if seed % 2 == 1 { "on" } else { "off" };
        options.set(Epstein::option_specs(), "prussians", come).expect("there is such an option");
        let desk = play("waterloo-epstein", seed, players(seed / 2), options);
        replays_alike(&desk);
    }
}

/// Some whose options nobody has tried are among them.
#[test]
fn games_of_battalions_under_drawn_options_end_soundly_and_replay_alike() {
    let [.., games] = number_of_games();
    let drawn_now = drawn_seed();
    for seed in (0..games).chain([drawn_now, drawn_now + 1]) {
        let options = drawn(Epstein::option_specs(), &[], seed);
        println!("DRUMHEAD_SEED={seed}: {}", unusual(Epstein::option_specs(), &options));
        let desk = play("brigade-action", seed, players(seed), options);
        replays_alike(&desk);
    }
}

#[test]
fn the_same_seed_gives_the_same_game_of_battalions() {
    let orders = |seed| {
        let desk = play("brigade-action", seed, [Solo, Solo], Options::default());
        desk.line().iter().map(|entry| format!("{:?}", entry.order)).collect::<Vec<_>>()
    };
    assert_eq!(orders(7), orders(7));
    assert_ne!(orders(7), orders(8));
}

/// `cargo test --release --no-default-features --test games -- --ignored battalions --nocapture` says how many of 100 they win.
#[test]
#[ignore = "a hundred games: the figure is measured in release"]
fn solo_players_of_battalions_beat_random_players() {
    let mut won = [0; 2];
    for seed in 0..50 {
        for side in Side::BOTH {
            let mut players = [Random; 2];
            players[side.index()] = Solo;
            let desk = play("brigade-action", 1_000 + seed, players, Options::default());
            won[side.index()] += u32::from(winner(&desk) == Some(side));
        }
    }
    println!("solo against random: {} of 50 as the first side, {} of 50 as the other", won[0], won[1]);
    assert!(won[0] + won[1] >= 95, "{won:?} of 50 each");
}
