//! Whole games of corps on hexes: solo players and players who take whatever is offered, by the printed rules and under options drawn by
//! lot. Who wins by how much is told.

use std::collections::BTreeMap;

use casus_belli::invariants::broken;
use casus_belli::state::{Phase, Place};
use casus_belli::victory::{BattleOutcome, Level};
use casus_belli::{CasusBelli, State};
use desk::{Desk, DiceFrom, Setup};
use dice::{Dry, Typed};
use game::minds::SoloPlayer;
use game::options::Options;
use game::{RuleSet, Stop};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::{self, AnyRules, Embedded, Side};
use solo::Battle;
use trial::is_long;

use super::{
    Whereabouts, comes_back, drawn, drawn_seed, is_spelled, offers_answer_questions, offers_are_possible,
    spoilt_is_refused_or_played, untold, unusual,
};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    Solo,
    /// Takes anything that is offered.
    Random,
}
use Player::{Random, Solo};

/// No game has more orders.
const MOST: usize = 12_000;

/// So often, in orders, the state is spelled and read again, and spoilt; and all that is due, thousands of moves, is put before the judge.
const EVERY: usize = 64;
const SELDOM: usize = 320;

fn desk(seed: u64, options: Options) -> Desk<CasusBelli> {
    let (scenario, _) =
        scenario::hex::read("marengo-cb", &Embedded, &AnyRules).expect("the scenario is sound");
    Desk::new(Setup::new(scenario, seed).options(options), None).expect("a game begins")
}

/// One order of whoever decides.
fn step(
    desk: &mut Desk<CasusBelli>,
    solo: &mut Battle<solo_casus_belli::Staff>,
    players: [Player; 2],
    choose: &mut ChaCha8Rng,
    place: &str,
) {
    // What is due is dear to work out, and two solo players do not ask.
    if players == [Solo; 2] || players[desk.due().side.unwrap_or(FRENCH).index()] == Solo {
        return solo.step(desk).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    let offers = desk.due().offers.clone();
    assert!(!offers.is_empty(), "{place}: nothing is due: {}", desk.due().prompt);
    let offer = offers[choose.random_range(0..offers.len())].clone();
    if let Err(stop) = desk.order(offer.order, DiceFrom::Rolled) {
        panic!("{place}: offered {}, but {stop}", offer.words);
    }
}

/// Is every order that is due taken, dice aside, and spelled?
fn offers_are_legal(desk: &Desk<CasusBelli>, place: &str) {
    for offer in &desk.due().offers {
        is_spelled::<CasusBelli>(desk.state(), &offer.order, place);
        if let Err(Stop::Refused(refusal)) = CasusBelli::judge(desk.state(), &offer.order, &mut Dry) {
            panic!("{place}: offered {}, but {refusal}: {:?}", offer.words, offer.order);
        }
    }
}

/// Printed strength points that are gone, by side: they never come back.
fn lost(state: &State) -> [u32; 2] {
    let mut sum = [0, 0];
    for id in state.game.units() {
        if state.unit(id).place == Place::Eliminated {
            sum[state.side(id).index()] += u32::from(state.game.unit(id).strength);
        }
    }
    sum
}

/// Where every unit and leader is.
fn whereabouts(state: &State) -> Vec<Whereabouts> {
    let units = state.game.units().map(|unit| state.game.piece_of_unit(unit));
    let leaders = state.game.leaders().map(|leader| state.game.piece_of_leader(leader));
    let of = |piece| Whereabouts::in_hex(state.game.say_piece(piece), state.place(piece).hex());
    units.chain(leaders).map(of).collect()
}

/// A whole game, watched at every order: it is sound, and the place of everybody who has moved is told.
fn play(seed: u64, players: [Player; 2], options: Options) -> Desk<CasusBelli> {
    let mut desk = desk(seed, options);
    let player = if seed.is_multiple_of(2) { SoloPlayer::Classic } else { SoloPlayer::default() };
    let mut solo = Battle::<solo_casus_belli::Staff>::playing(&desk, [player; 2]);
    let mut choose = ChaCha8Rng::seed_from_u64(seed);
    let mut orders = 0;
    while !CasusBelli::is_over(desk.state()) {
        orders += 1;
        let place = format!("seed {seed}, {players:?}, turn {}, order {orders}", desk.state().turn);
        assert!(orders < MOST, "{place}: and no end");
        let before = lost(desk.state());
        let stood = whereabouts(desk.state());
        step(&mut desk, &mut solo, players, &mut choose, &place);
        let mut wrong = broken(desk.state());
        if lost(desk.state()).iter().zip(before).any(|(now, before)| *now < before) {
            wrong.push("somebody has come back".to_owned());
        }
        let entry = desk.current().expect("an order was given");
        wrong.extend(untold(&stood, &whereabouts(desk.state()), &entry.words));
        assert!(wrong.is_empty(), "{place}: {}\n{}", wrong.join("; "), entry.words.join("\n"));
        let waits = !desk.state().pending.is_empty();
        if orders % EVERY == 0 || waits {
            comes_back::<CasusBelli>(desk.start(), desk.state(), &place);
        }
        if orders % super::EVERY == 0 && !CasusBelli::is_over(desk.state()) {
            offers_are_possible(&desk, &place);
        }
        if orders % SELDOM == 0 && !CasusBelli::is_over(desk.state()) {
            offers_are_legal(&desk, &place);
            offers_answer_questions(&desk, &place);
        }
        if orders % EVERY == 0 && !CasusBelli::is_over(desk.state()) {
            spoilt_is_refused_or_played::<CasusBelli>(desk.start(), desk.state(), 1, orders as u64);
        }
    }
    desk
}

/// The same orders with the recorded dice lead to the same state.
fn replays_alike(desk: &Desk<CasusBelli>) {
    let mut state = desk.start().clone();
    for entry in desk.line() {
        let mut tray = Typed::replay(&entry.casts);
        let ruling = CasusBelli::judge(&state, &entry.order, &mut tray).expect("it was accepted before");
        ruling.events.iter().for_each(|event| CasusBelli::apply(&mut state, event));
    }
    assert!(state == *desk.state(), "the replay ends otherwise");
}

fn outcome(desk: &Desk<CasusBelli>) -> &BattleOutcome {
    match &desk.state().phase {
        Phase::Over(outcome) => outcome,
        _ => panic!("the battle is not over"),
    }
}

/// How many games between solo players, against random players, and under drawn options: the eighth to the tenth number of
/// `DRUMHEAD_GAMES`.
fn number_of_games() -> [u64; 3] {
    let wanted = std::env::var("DRUMHEAD_GAMES").unwrap_or_default();
    let mut games = if is_long() { [50, 6, 8] } else { [2, 3, 8] };
    for (number, word) in games.iter_mut().zip(wanted.split(',').skip(7)) {
        *number = word.trim().parse().expect("DRUMHEAD_GAMES is numbers with commas between");
    }
    games
}

/// Which side is French.
const FRENCH: Side = Side(0);

#[test]
fn games_of_corps_end_soundly_and_replay_alike() {
    let [games, ..] = number_of_games();
    let mut ends: BTreeMap<(Level, Option<Side>), u64> = BTreeMap::new();
    for seed in 0..games {
        let desk = play(seed, [Solo, Solo], Options::default());
        replays_alike(&desk);
        let end = outcome(&desk);
        *ends.entry((end.level, end.winner)).or_default() += 1;
    }
    for ((level, winner), count) in &ends {
        let who = winner.map_or("nobody", |side| if side == FRENCH { "the French" } else { "the Austrians" });
        let (low, high) = interval(*count, games);
        println!("{count} of {games}: {} for {who}; 95 % between {low:.1} % and {high:.1} %", level.words());
    }
}

/// Wilson's interval of a share at 95 %, in percent.
fn interval(count: u64, of: u64) -> (f64, f64) {
    let (n, z) = (of as f64, 1.96_f64);
    let p = count as f64 / n;
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (100.0 * (middle - half).max(0.0), 100.0 * (middle + half).min(1.0))
}

/// A solo player wins against a random one: of a hundred such games it lost none, so of a few it may lose one at most.
#[test]
fn random_players_of_corps_break_nothing_and_win_nothing() {
    let [_, games, _] = number_of_games();
    let (mut fought, mut won) = (0, 0);
    for seed in 0..games {
        let players = [[Random, Random], [Solo, Random], [Random, Solo]][(seed % 3) as usize];
        let desk = play(seed, players, Options::default());
        replays_alike(&desk);
        if let [Solo, Random] | [Random, Solo] = players {
            fought += 1;
            won += u64::from(outcome(&desk).winner.is_some_and(|side| players[side.index()] == Solo));
        }
    }
    assert!(won + 1 >= fought, "{won} of {fought} won");
}

/// Some whose options nobody has tried are among them.
#[test]
fn games_of_corps_under_drawn_options_end_soundly_and_replay_alike() {
    let [.., games] = number_of_games();
    let drawn_now = drawn_seed();
    for seed in (0..games).chain([drawn_now]) {
        let options = drawn(CasusBelli::option_specs(), &[], seed);
        println!("DRUMHEAD_SEED={seed}: {}", unusual(CasusBelli::option_specs(), &options));
        let players = if seed % 2 == 0 { [Solo, Solo] } else { [Random, Random] };
        replays_alike(&play(seed, players, options));
    }
}

#[test]
fn the_same_seed_gives_the_same_game_of_corps() {
    let orders = |seed| {
        let desk = play(seed, [Solo, Solo], Options::default());
        desk.line().iter().map(|entry| format!("{:?}", entry.order)).collect::<Vec<_>>()
    };
    assert_eq!(orders(7), orders(7));
    assert_ne!(orders(7), orders(8));
}

/// `cargo test --release --no-default-features --test games -- --ignored corps --nocapture` says how many of 100 they win.
#[test]
#[ignore = "a hundred games: the figure is measured in release"]
fn solo_players_of_corps_beat_random_players() {
    let mut won = [0; 2];
    for seed in 0..50 {
        for side in Side::BOTH {
            let mut players = [Random; 2];
            players[side.index()] = Solo;
            let desk = play(1_000 + seed, players, Options::default());
            won[side.index()] += u32::from(outcome(&desk).winner == Some(side));
        }
    }
    println!("solo against random: {} of 50 as the French, {} of 50 as the Austrians", won[0], won[1]);
    assert!(won[0] + won[1] >= 95, "{won:?} of 50 each");
}
