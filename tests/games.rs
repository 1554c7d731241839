//! Whole games: random players take offered orders, solo players fight; nothing breaks and replays are identical.

mod battalions;
mod briefs;
mod corps;
mod golden;
mod journals;
mod lines;
mod planned;
mod resumed;
mod rolled;
mod solo_games;
mod stand;
mod turned;

use std::collections::{BTreeMap, BTreeSet};

use ::hexes::Hex;
use desk::{Desk, Game, Setup};
use dice::{Dry, Rolled, Tray, Typed};
use easy::invariants::broken;
use easy::position::Position;
use easy::state::{Phase, State};
use easy::{Easy, Order};
use game::Spelt;
use game::minds::SoloPlayer;
use game::options::{Accepts, OptionSpec, Options};
use game::{Codec, RuleSet, Stop, Viewer};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use resumed::{comes_back, spoilt_is_refused_or_played};
use scenario::{self, AnyRules, Embedded};
use serde_json::Value;
use solo::Battle;
use table::Pose;
use trial::is_long;

/// The seed of a property that is tried with another one each time: `DRUMHEAD_SEED`, or what the clock makes of it. Whoever asks
/// prints it, so that what it finds can be found again.
fn drawn_seed() -> u64 {
    if let Ok(given) = std::env::var("DRUMHEAD_SEED") {
        return given.parse().expect("DRUMHEAD_SEED is a number");
    }
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs() % 1_000_000_000)
}

fn start(id: &str, options: &Options) -> State {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyRules).expect("shipped scenarios are sound");
    Easy::start(scenario, options).expect("the options are sound")
}

/// Of every option in force one of the values it takes; these keep their default.
fn drawn(specs: &'static [OptionSpec], but: &[&str], seed: u64) -> Options {
    let mut choose = ChaCha8Rng::seed_from_u64(seed);
    let mut options = Options::default();
    for spec in specs.iter().filter(|spec| !but.contains(&spec.id)) {
        let value = match spec.accepts {
            Accepts::OneOf(values) => values[choose.random_range(0..values.len())].to_owned(),
            Accepts::Number(least, most) => {
                let number = choose.random_range(least..=most);
                let whole = least.fract() == 0.0 && most - least > 4.0;
                if whole { format!("{number:.0}") } else { format!("{number:.2}") }
            }
        };
        options.set(specs, spec.id, &value).expect("the value is one the option takes");
    }
    options
}

/// Options of Easy Napoleonic. Stands are no larger than printed: those of the shipped scenarios are deployed for that size, and
/// larger ones would overlap (`easy:I.A.1-scale`).
fn drawn_options(seed: u64) -> Options {
    let specs = Easy::option_specs();
    let mut options = drawn(specs, &["scale"], seed);
    let scale = [0.5, 0.75, 1.0][usize::from(seed as u8 % 3)];
    options.set(specs, "scale", &scale.to_string()).expect("the scale is one the option takes");
    if options.value(specs, "opt-failed-squares") == "on" {
        options.set(specs, "opt-squares", "on").expect("squares that fail need squares");
    }
    options
}

/// What of the options is not as it usually is, for the report of a failure.
fn unusual(specs: &[OptionSpec], options: &Options) -> String {
    let usual = |id: &str, value: &str| specs.iter().any(|spec| spec.id == id && spec.default == value);
    let changed = options.0.iter().filter(|(id, value)| !usual(id, value));
    changed.map(|(id, value)| format!("{id}={value}")).collect::<Vec<_>>().join(" ")
}

/// An order is spelled, and what is spelled is the same order: to 1e-3 in and degrees, which the change of units may cost.
fn is_spelled<R: Codec>(state: &R::State, order: &R::Order, place: &str) {
    let spelled = Spelt::<R>::new(R::spell(state, order));
    let line = serde_json::to_value(&spelled).unwrap_or_else(|fault| panic!("{place}: {order:?}: {fault}"));
    let read: Spelt<R> =
        serde_json::from_value(line.clone()).unwrap_or_else(|fault| panic!("{place}: {line}: {fault}"));
    let again = R::order_of(state, &read.0).unwrap_or_else(|fault| panic!("{place}: {line}: {fault}"));
    let again =
        serde_json::to_value(Spelt::<R>::new(R::spell(state, &again))).expect("it was written before");
    assert!(is_near(&line, &again), "{place}: {line} is read as {again}");
}

fn is_near(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            a.as_f64().zip(b.as_f64()).is_some_and(|(a, b)| (a - b).abs() < 1e-3)
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_near(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_near(a, b)))
        }
        _ => a == b,
    }
}

/// Is every order that is due accepted, dice aside, and spelled?
fn offers_are_legal(state: &State, place: &str) {
    for offer in Easy::due(state).offers {
        is_spelled::<Easy>(state, &offer.order, place);
        if let Err(Stop::Refused(refusal)) = Easy::judge(state, &offer.order, &mut Dry) {
            panic!("{place}: offered {}, but {refusal}: {:?}", offer.words, offer.order);
        }
    }
}

/// Does every answer of an order that is due fit the question it answers? At most so many of each verb are looked at.
fn offers_answer_questions(game: &dyn Game, place: &str) {
    const MOST: usize = 4;
    let due = game.open_to(Viewer::Referee).offers;
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for offer in &due {
        let count = seen.entry(&offer.order.verb).or_default();
        *count += 1;
        if *count <= MOST {
            let asked = game.question(Some(&offer.order), Viewer::Referee);
            let open = asked.unwrap_or_else(|fault| panic!("{place}: {:?}: {}", offer.order, fault.text));
            assert_eq!(open, None, "{place}: {:?} is whole", offer.order);
        }
    }
}

/// Nothing that is offered is told as impossible, and what is told so is refused.
fn offers_are_possible(game: &dyn Game, place: &str) {
    let agenda = game.agenda(None, Viewer::Referee);
    if agenda.barred.is_empty() {
        return;
    }
    let offers = game.open_to(Viewer::Referee).offers;
    for not_now in &agenda.barred {
        let Some(order) = &not_now.order else { continue };
        let piece = game.moving_piece(order);
        let offered = offers
            .iter()
            .find(|offer| offer.order.verb == order.verb && game.moving_piece(&offer.order) == piece);
        let words = &not_now.why.words;
        assert!(offered.is_none(), "{place}: {words}, but {:?}", offered.map(|offer| &offer.words));
        let card = game.card(order, &[], Viewer::Referee);
        assert!(card.is_ok_and(|card| card.refusal.is_some()), "{place}: {words}, but nothing forbids it");
    }
}

/// Whoever is told of by name is told apart, in the order of battle as in the log, whatever their files say.
#[test]
fn pieces_of_one_name_are_told_apart() {
    fn check(game: &dyn Game) {
        let mut told = BTreeSet::new();
        for group in game.groups(Viewer::Referee) {
            for member in group.members {
                let name = member.name.to_lowercase();
                assert!(name.contains("guard"), "{name}");
                assert!(told.insert((group.side.clone(), name)), "{} of {}", member.name, group.side);
            }
        }
        assert!(told.len() > 10);
    }
    fn begun<R: Codec>(scenario: R::Scenario) -> Desk<R> {
        Desk::new(Setup::new(scenario, 7), None).expect("a game begins")
    }
    for id in ["marengo-naw", "marengo-cb"] {
        let (mut scenario, _) = scenario::hex::read(id, &Embedded, &AnyRules).expect("it is sound");
        scenario.units.iter_mut().for_each(|unit| unit.name = "Guard".into());
        scenario.leaders.iter_mut().for_each(|leader| leader.name = "Guard".into());
        match id {
            "marengo-naw" => check(&begun::<napoleon_at_war::NapoleonAtWar>(scenario)),
            _ => check(&begun::<casus_belli::CasusBelli>(scenario)),
        }
    }
    for id in ["first-steps", "waterloo-epstein"] {
        let (mut scenario, _) = scenario::read(id, &Embedded, &AnyRules).expect("it is sound");
        for command in
            scenario.sides.iter_mut().flat_map(|side| &mut side.armies).flat_map(|army| &mut army.commands)
        {
            command.stands.iter_mut().for_each(|stand| stand.short = Some("Guard".into()));
            command.units.iter_mut().for_each(|unit| unit.short = Some("Guard".into()));
        }
        match id {
            "first-steps" => check(&begun::<Easy>(scenario)),
            _ => check(&begun::<epstein::Epstein>(scenario)),
        }
    }
}

/// Where a piece is, and how it is told of.
struct Whereabouts {
    /// By one of these names.
    names: Vec<String>,
    /// The number of its hex, or place and heading on the table; none: it is not there.
    at: Option<[f32; 3]>,
    /// Its place as it is said; empty where none is.
    place: String,
}

impl Whereabouts {
    fn in_hex(name: String, hex: Option<Hex>) -> Self {
        let place = hex.map_or_else(String::new, |hex| hex.to_string());
        Self { names: vec![name], at: hex.map(|hex| [f32::from(hex.0), 0.0, 0.0]), place }
    }

    fn on_table(names: Vec<String>, pose: Option<Pose>) -> Self {
        let at = pose.map(|pose| [pose.at.x, pose.at.y, pose.heading.degrees()]);
        Self { names, at, place: String::new() }
    }

    /// Is it elsewhere than there? On a table by more than a hair.
    fn has_left(&self, before: &Self) -> bool {
        match (self.at, before.at) {
            (Some([x, y, heading]), Some([was_x, was_y, was])) => {
                let turned = (heading - was + 180.0).rem_euclid(360.0) - 180.0;
                [x - was_x, y - was_y, turned].iter().any(|by| by.abs() > 0.05)
            }
            (now, was) => now.is_some() != was.is_some(),
        }
    }

    /// Do these words tell of it, and where it is?
    fn is_told(&self, words: &str) -> bool {
        let begins = |at: usize| !words[..at].ends_with(char::is_alphanumeric);
        let is_named = |name: &String| words.match_indices(name).any(|(at, _)| begins(at));
        self.names.iter().any(is_named) && words.contains(&self.place)
    }
}

/// Who has moved, and is not named in what is said of it with the place where they are.
fn untold(before: &[Whereabouts], now: &[Whereabouts], words: &[String]) -> Vec<String> {
    let moved = before.iter().zip(now).filter(|(before, now)| now.has_left(before));
    let untold = moved.map(|(_, now)| now).filter(|now| !words.iter().any(|words| now.is_told(words)));
    untold.map(|now| format!("nothing says that {} is at {:?}", now.names.join(" or "), now.at)).collect()
}

/// Is the state after so many orders spelled and read again? Every one, where the long lists are played.
fn is_held(order: usize) -> bool {
    is_long() || order.is_multiple_of(5)
}

/// So often, in orders, all that is due is put before the judge, not only what is chosen.
const EVERY: usize = 8;

/// A player who takes any offered order, and the record of their game.
struct Played {
    orders: Vec<(Order, Vec<dice::Cast>)>,
    end: State,
    /// What of the modules has happened in it.
    kinds: BTreeSet<&'static str>,
}

/// What of the modules a state shows to be going on.
fn going_on(state: &State) -> impl Iterator<Item = &'static str> {
    let kinds = [
        ("ridden", state.stack.iter().any(|now| !now.ridden.is_empty())),
        ("owed", !state.engineers.owed.is_empty()),
        ("captured", !state.taken.is_empty()),
        ("bridged", !state.pontoons.is_empty()),
        ("worked", !state.engineers.jobs.is_empty()),
        ("detached", !state.regrouped.founded.is_empty()),
        ("attached", !state.regrouped.answers.is_empty()),
        ("squares", state.stands.iter().any(|stand| stand.square)),
    ];
    kinds.into_iter().filter(|(_, is)| *is).map(|(kind, _)| kind)
}

/// Plays to the end with orders drawn from what is due; panics with the seed and the order when anything breaks.
fn play_at_random(start: &State, seed: u64, limit: usize, spoil: bool) -> Played {
    let mut choose = ChaCha8Rng::seed_from_u64(seed);
    let mut state = start.clone();
    let mut orders = Vec::new();
    let mut kinds = BTreeSet::new();
    while !matches!(state.phase, Phase::Over(_)) {
        assert!(orders.len() < limit, "seed {seed}: {limit} orders and no end, at turn {}", state.turn);
        let due = Easy::due(&state);
        assert!(!due.offers.is_empty(), "seed {seed}: nothing is due in {:?}, {}", state.phase, due.prompt);
        if orders.len() % EVERY == 0 {
            offers_are_legal(&state, &format!("seed {seed}, order {}", orders.len()));
        }
        let offer = &due.offers[choose.random_range(0..due.offers.len())];
        let mut tray = Rolled::new(seed, orders.len() as u64);
        let ruling = match Easy::judge(&state, &offer.order, &mut tray as &mut dyn Tray) {
            Ok(ruling) => ruling,
            Err(stop) => panic!("seed {seed}, order {}: offered {}, but {stop}", orders.len(), offer.words),
        };
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
        let wrong = broken(&state);
        assert!(
            wrong.is_empty(),
            "seed {seed}, order {} ({}): {}",
            orders.len(),
            offer.words,
            wrong.join("; ")
        );
        if is_held(orders.len()) {
            comes_back::<Easy>(start, &state, &format!("seed {seed}, order {}", orders.len()));
        }
        if spoil && (orders.len() % EVERY == 0 || !state.stack.is_empty()) {
            spoilt_is_refused_or_played::<Easy>(start, &state, 4, seed * 10_000 + orders.len() as u64);
        }
        kinds.extend(going_on(&state));
        orders.push((offer.order.clone(), ruling.casts));
    }
    Played { orders, end: state, kinds }
}

/// Plays the recorded orders with the recorded dice again.
fn replay(start: &State, game: &Played) -> State {
    let mut state = start.clone();
    for (order, casts) in &game.orders {
        let mut tray = Typed::replay(casts);
        let ruling = match Easy::judge(&state, order, &mut tray) {
            Ok(ruling) => ruling,
            Err(Stop::Refused(refusal)) => panic!("refused on replay: {refusal}"),
            Err(stop) => panic!("stopped on replay: {stop}"),
        };
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
    }
    state
}

#[test]
fn random_games_of_first_steps_end_soundly_and_replay_alike() {
    let start = start("first-steps", &Options::default());
    for seed in 0..if is_long() { 60 } else { 8 } {
        let game = play_at_random(&start, seed, 6_000, seed < 2);
        assert!(replay(&start, &game) == game.end, "seed {seed}: the replay ends otherwise");
    }
}

#[test]
fn a_random_game_of_waterloo_ends_soundly_and_replays_alike() {
    let start = start("waterloo", &Options::default());
    for seed in 0..1 {
        let game = play_at_random(&start, seed, 60_000, false);
        assert!(replay(&start, &game) == game.end, "seed {seed}: the replay ends otherwise");
    }
}

/// A small battle in which every module has something to do: two armies of two corps, engineers with infantry and by
/// themselves, pontoon trains at the water, wagons on one side only, and a stream with a bridge and a ford.
const YARD: &str = r#"(
    table: (44, 36),
    turns: 6,
    lines: [(id: "brook", points: [(0, 18), (20, 18)], stream: Major, width: 3)],
    crossings: [(id: "bridge", at: (5, 18), over: "brook"), (id: "ford", at: (15, 18), over: "brook", ford: true)],
    areas: [(id: "farm", polygon: [(30, 16), (33, 16), (33, 19), (30, 19)], hard_cover: true, buildings: true)],
    objectives: [(id: "farm", place: [(30, 16), (33, 16), (33, 19), (30, 19)], points: 2)],
    commands: [
        (id: "north", side: "red"), (id: "r1", side: "red", under: "north"), (id: "r2", side: "red", under: "north"),
        (id: "south", side: "blue"), (id: "b1", side: "blue", under: "south"), (id: "b2", side: "blue", under: "south"),
    ],
    stands: [
        (id: "N", side: "red", command: "north", arm: General, grade: Army, at: (24, 3, 0)),
        (id: "G", side: "red", command: "r1", arm: General, rating: Great, at: (28, 6, 0)),
        (id: "A", side: "red", command: "r1", arm: Infantry, at: (26, 11, 0), sp: 5, formation: "I/1/1"),
        (id: "B", side: "red", command: "r1", arm: Infantry, at: (30, 11, 0), sp: 4, formation: "I/1/2"),
        (id: "C", side: "red", command: "r1", arm: LightCavalry, at: (35, 11, 0), sp: 5),
        (id: "D", side: "red", command: "r1", arm: FootArtillery, battery: "8x6-pdrs", at: (28, 11, 0)),
        (id: "E", side: "red", command: "r1", arm: Engineer, sp: 2, at: (26, 9.5, 0), attached: "A"),
        (id: "H", side: "red", command: "r2", arm: General, rating: Poor, at: (8, 6, 0)),
        (id: "I", side: "red", command: "r2", arm: Infantry, at: (6, 10, 0), sp: 5, formation: "II/1/1"),
        (id: "J", side: "red", command: "r2", arm: Infantry, at: (10, 10, 0), sp: 3, formation: "II/2/1", slow: true),
        (id: "K", side: "red", command: "r2", arm: Engineer, at: (3, 16, 0)),
        (id: "P", side: "red", command: "bridges", arm: Pontoon, at: (10, 15.5, 0)),
        (id: "M", side: "blue", command: "south", arm: General, grade: Army, at: (24, 33, 180)),
        (id: "Q", side: "blue", command: "b1", arm: General, at: (28, 29, 180)),
        (id: "R", side: "blue", command: "b1", arm: Infantry, at: (26, 24, 180), sp: 5, formation: "A/1/1"),
        (id: "S", side: "blue", command: "b1", arm: Infantry, at: (30, 24, 180), sp: 5, formation: "A/2/1"),
        (id: "T", side: "blue", command: "b1", arm: HeavyCavalry, at: (35, 24, 180), sp: 7),
        (id: "U", side: "blue", command: "b1", arm: HorseArtillery, battery: "6x6-pdrs", at: (28, 24, 180)),
        (id: "V", side: "blue", command: "b2", arm: General, at: (8, 30, 180)),
        (id: "W", side: "blue", command: "b2", arm: Infantry, at: (6, 26, 180), sp: 4, no_zone: true),
        (id: "X", side: "blue", command: "b2", arm: Engineer, sp: 2, at: (6, 24.5, 180), attached: "W"),
        (id: "Y", side: "blue", command: "b2", arm: Engineer, at: (15.5, 20.2, 180)),
        (id: "Z", side: "blue", command: "bridges-b", arm: Pontoon, at: (12, 20.5, 180)),
        (id: "L", side: "blue", command: "trains", arm: Wagon, serves: "b1", at: (38, 20, 180)),
        (id: "O", side: "blue", command: "trains", arm: Wagon, serves: "b2", at: (18, 24, 180)),
        (id: "F", side: "blue", command: "trains", arm: Wagon, at: (33, 14.5, 180)),
    ],
)"#;

/// The yard under drawn options, with every module on; stands keep their size, for they stand close.
fn yard(seed: u64) -> State {
    let ron = data::ron_options();
    let mut yard: Position = ron.from_str(YARD).expect("the yard is written as positions are");
    let specs = Easy::option_specs();
    let mut options = drawn_options(seed);
    for spec in specs.iter().filter(|spec| spec.id.starts_with("adv-") || spec.id.starts_with("opt-")) {
        options.set(specs, spec.id, "on").expect("a module");
    }
    options.0.remove("scale");
    yard.options = options.0;
    yard.set_up().unwrap_or_else(|fault| panic!("seed {seed}: {fault}"))
}

#[test]
fn random_games_with_every_module_end_soundly_and_replay_alike() {
    let [_, _, games] = number_of_games();
    let mut happened = BTreeSet::new();
    for seed in 0..games {
        let start = yard(seed);
        assert_eq!(broken(&start), Vec::<String>::new());
        let game = play_at_random(&start, seed, 20_000, seed < 2);
        assert!(replay(&start, &game) == game.end, "seed {seed}: the replay ends otherwise");
        happened.extend(game.kinds);
    }
    // What the modules are there for did happen, in one game or another.
    assert!(happened.len() >= 6, "{happened:?}");
    for kind in ["ridden", "owed", "captured", "bridged", "worked", "detached", "attached", "squares"] {
        assert!(!is_long() || happened.contains(kind), "{kind} in no game: {happened:?}");
    }
}

/// Two solo players fight a scenario on a desk without a journal, in every third the first players that there were; every
/// state is sound.
fn play_solo(id: &str, seed: u64, options: Options) -> Desk<Easy> {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyRules).expect("shipped scenarios are sound");
    let turns = scenario.turns;
    let setup = Setup { options, ..Setup::new(scenario, seed) };
    let mut desk = Desk::<Easy>::new(setup, None).expect("a game begins");
    let player = if seed.is_multiple_of(3) { SoloPlayer::Classic } else { SoloPlayer::default() };
    let mut battle = Battle::<solo_easy::Staff>::playing(&desk, [player; 2]);
    let whereabouts = |state: &State| -> Vec<Whereabouts> {
        state.ids().map(|id| Whereabouts::on_table(vec![state.say_short(id)], state.pose(id))).collect()
    };
    while !Easy::is_over(desk.state()) {
        assert!(desk.state().turn <= turns, "seed {seed}: turn {} of {turns}", desk.state().turn);
        let stood = whereabouts(desk.state());
        battle.step(&mut desk).unwrap_or_else(|error| panic!("{id}, seed {seed}: {error}"));
        if desk.at().is_multiple_of(EVERY) {
            offers_are_possible(&desk, &format!("{id}, seed {seed}, entry {}", desk.at()));
        }
        if desk.at().is_multiple_of(EVERY * 8) {
            let place = format!("{id}, seed {seed}, entry {}", desk.at());
            offers_are_legal(desk.state(), &place);
            offers_answer_questions(&desk, &place);
        }
        let mut wrong = broken(desk.state());
        let words = &desk.current().expect("an order was given").words;
        wrong.extend(untold(&stood, &whereabouts(desk.state()), words));
        let place = format!("{id}, seed {seed}, entry {}", desk.at());
        assert!(wrong.is_empty(), "{place}: {}\n{}", wrong.join("; "), words.join("\n"));
    }
    desk
}

/// Points are what the log says was scored.
fn points_are_explained(desk: &Desk<Easy>) {
    let mut points = [0; 2];
    for event in desk.line().iter().flat_map(|entry| &entry.events) {
        if let easy::Event::Scored { side, points: scored, .. } = event {
            points[side.index()] += scored;
        }
    }
    assert_eq!(desk.state().points(), points, "the log explains other points than the state has");
}

/// The same orders with the recorded dice lead to the same state.
fn replays_alike(desk: &Desk<Easy>) {
    let mut state = desk.start().clone();
    for entry in desk.line() {
        let mut tray = Typed::replay(&entry.casts);
        let ruling =
            Easy::judge(&state, &entry.order, &mut tray).expect("what was accepted is accepted again");
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
    }
    assert!(state == *desk.state(), "the replay ends otherwise");
}

/// How many games are played: solo games of First Steps and of Waterloo, then games of First Steps and of the yard under
/// drawn options.
///
/// `DRUMHEAD_GAMES=300,10,300` for the long run; numbers left out stay as they are.
fn number_of_games() -> [u64; 3] {
    let wanted = std::env::var("DRUMHEAD_GAMES").unwrap_or_default();
    let mut games = if is_long() { [10, 1, 80] } else { [3, 1, 8] };
    for (number, word) in games.iter_mut().zip(wanted.split(',').filter(|word| !word.is_empty())) {
        *number = word.trim().parse().expect("DRUMHEAD_GAMES is numbers with commas between: 300,10,300");
    }
    games
}

#[test]
fn solo_games_end_soundly_and_are_explained_by_their_log() {
    let [small, large, _] = number_of_games();
    for (id, games) in [("first-steps", small), ("waterloo", large)] {
        for seed in 7..7 + games {
            let desk = play_solo(id, seed, Options::default());
            points_are_explained(&desk);
            replays_alike(&desk);
        }
    }
}

#[test]
fn games_under_drawn_options_end_soundly_and_replay_alike() {
    let [_, _, games] = number_of_games();
    // Two that nobody has tried: one player of each sort.
    let drawn = drawn_seed();
    for seed in (0..games).chain([drawn, drawn + 1]) {
        let options = drawn_options(seed);
        println!("DRUMHEAD_SEED={seed}: {}", unusual(Easy::option_specs(), &options));
        // By turns a player who takes anything offered, and the solo players.
        if seed % 2 == 0 {
            let start = start("first-steps", &options);
            let game = play_at_random(&start, seed, 6_000, false);
            assert!(replay(&start, &game) == game.end, "seed {seed}: the replay ends otherwise");
        } else {
            let desk = play_solo("first-steps", seed, options);
            points_are_explained(&desk);
            replays_alike(&desk);
        }
    }
}

#[test]
fn solo_games_of_both_battles_under_drawn_options_end_soundly() {
    let [_, large, _] = number_of_games();
    for seed in 0..2 * large {
        let options = drawn_options(1815 + seed);
        let battle = if seed % 2 == 0 { "waterloo" } else { "marengo" };
        println!("{battle}, seed {seed}: {}", unusual(Easy::option_specs(), &options));
        let desk = play_solo(battle, seed, options);
        points_are_explained(&desk);
        replays_alike(&desk);
    }
}

mod hexes {
    //! Marengo on hexes: solo against solo, solo against a player who moves and attacks at random.

    use std::time::Instant;

    use desk::{Desk, DiceFrom, OrderError, Setup};
    use dice::{Dry, Typed};
    use game::options::Options;
    use game::{RuleSet, Stop};
    use hexes::Hex;
    use napoleon_at_war::combat::phase::Step;
    use napoleon_at_war::combat::plans;
    use napoleon_at_war::combat::{advance, fight};
    use napoleon_at_war::invariants::broken;
    use napoleon_at_war::options::{Declaration, VictoryGap};
    use napoleon_at_war::state::{Phase, Place};
    use napoleon_at_war::{NapoleonAtWar, Order, State, UnitId, movement, order::Assault, victory};
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use scenario::{self, AnyRules, Embedded, Side};
    use solo::Battle;
    use trial::is_long;

    fn drawn_options(seed: u64) -> Options {
        super::drawn(NapoleonAtWar::option_specs(), &[], seed)
    }

    fn desk(seed: u64, options: Options) -> Desk<NapoleonAtWar> {
        let (scenario, _) =
            scenario::hex::read("marengo-naw", &Embedded, &AnyRules).expect("the scenario is sound");
        Desk::new(Setup::new(scenario, seed).options(options), None).expect("a game begins")
    }

    /// A player who moves every unit anywhere it may go, and picks any lawful combat.
    struct Dice {
        choose: ChaCha8Rng,
        /// The phase, and the units that have still to be thought of in it.
        next: Option<((u8, Side), Vec<u8>)>,
    }

    impl Dice {
        fn new(seed: u64) -> Self {
            Self { choose: ChaCha8Rng::seed_from_u64(seed), next: None }
        }

        fn pick<T: Clone>(&mut self, all: &[T]) -> Option<T> {
            (!all.is_empty()).then(|| all[self.choose.random_range(0..all.len())].clone())
        }

        /// An order that is legal but for stacking; none where anything offered has to do.
        fn order(&mut self, desk: &Desk<NapoleonAtWar>) -> Option<Order> {
            let state = desk.state();
            match &state.phase {
                Phase::SetUp => Some(Order::Begin),
                Phase::Movement => {
                    let now = (state.turn, state.phasing);
                    if self.next.as_ref().is_none_or(|(moment, _)| *moment != now) {
                        let mut units: Vec<u8> =
                            state.game.of_side(state.phasing).map(|unit| unit.0).collect();
                        units.shuffle(&mut self.choose);
                        self.next = Some((now, units));
                    }
                    while let Some(unit) = self.next.as_mut().and_then(|(_, units)| units.pop()) {
                        let unit = UnitId(unit);
                        let destinations = movement::reach(state, unit);
                        let free = |hex: &Hex| state.at(*hex).next().is_none();
                        let hexes: Vec<_> =
                            destinations.iter().map(|(hex, _)| hex).filter(|hex| free(hex)).collect();
                        let path = self.pick(&hexes).and_then(|hex| destinations.path(hex));
                        if let Some(path) = path {
                            return Some(Order::Move { unit, path });
                        }
                    }
                    Some(Order::EndMovement)
                }
                Phase::Combat(phase) => match phase.under_way() {
                    Some(fight) => match &fight.step {
                        Step::Exchange => {
                            self.pick(&fight::exchanges(state, fight)).map(|lost| Order::Exchange { lost })
                        }
                        Step::Retreats { .. } => self
                            .pick(&fight::retreats(state, fight).ways)
                            .map(|(unit, way)| Order::Retreat { unit, way }),
                        Step::Advance => {
                            let advances = advance::advances(state, fight);
                            let (unit, to) = self.pick(&advances)?;
                            let goes = self.choose.random_range(0..2) == 0;
                            Some(if goes { Order::Advance { unit, to } } else { Order::Decline })
                        }
                        Step::Done { .. } => None,
                    },
                    None if state.game.options.declaration == Declaration::Sequential => {
                        let singles = plans::singles(state, phase, 200).combats;
                        let formed = self.pick(&singles);
                        Some(formed.map_or(Order::EndCombat, |formed| Order::Attack(Assault::of(&formed))))
                    }
                    None => None,
                },
                Phase::Over(_) => None,
            }
        }

        fn step(&mut self, desk: &mut Desk<NapoleonAtWar>, place: &str) {
            if let Some(order) = self.order(desk) {
                match desk.order(order, DiceFrom::Rolled) {
                    Ok(_) => return,
                    Err(OrderError::Stopped(_)) => {}
                    Err(error) => panic!("{place}: {error}"),
                }
            }
            let offers = desk.due().offers.clone();
            let offer = self.pick(&offers).unwrap_or_else(|| panic!("{place}: nothing is due"));
            desk.order(offer.order, DiceFrom::Rolled).unwrap_or_else(|stop| {
                panic!("{place}: offered {}, but {stop}", offer.words);
            });
        }
    }

    /// Is every order that is due accepted, dice aside, and spelled?
    fn offers_are_legal(desk: &Desk<NapoleonAtWar>, place: &str) {
        for offer in &desk.due().offers {
            super::is_spelled::<NapoleonAtWar>(desk.state(), &offer.order, place);
            if let Err(Stop::Refused(refusal)) = NapoleonAtWar::judge(desk.state(), &offer.order, &mut Dry) {
                panic!("{place}: offered {}, but {refusal}: {:?}", offer.words, offer.order);
            }
        }
    }

    fn whereabouts(state: &State) -> Vec<super::Whereabouts> {
        let of = |unit: UnitId| super::Whereabouts::in_hex(state.game.say(unit), state.hex(unit));
        state.game.units().map(of).collect()
    }

    /// A whole game. `random`: whose orders are drawn by lot. Every state is sound, nobody comes to a dead end, the phases end.
    fn play(seed: u64, options: Options, random: [bool; 2]) -> Desk<NapoleonAtWar> {
        let mut desk = desk(seed, options);
        let mut solo = Battle::<solo_napoleon_at_war::Staff>::new(&desk);
        let mut dice = Dice::new(seed);
        let mut orders = 0;
        while !NapoleonAtWar::is_over(desk.state()) {
            orders += 1;
            let place = format!("seed {seed}, turn {}, order {orders}", desk.state().turn);
            assert!(orders < 6_000, "{place}: and no end");
            if orders % 97 == 0 {
                offers_are_legal(&desk, &place);
                super::offers_answer_questions(&desk, &place);
            }
            if orders % super::EVERY == 0 {
                super::offers_are_possible(&desk, &place);
            }
            let stood = whereabouts(desk.state());
            let side = whose(&desk);
            if random[side.index()] {
                dice.step(&mut desk, &place);
            } else {
                solo.step(&mut desk).unwrap_or_else(|error| panic!("{place}: {error}"));
            }
            let mut wrong = broken(desk.state());
            let words = &desk.current().expect("an order was given").words;
            wrong.extend(super::untold(&stood, &whereabouts(desk.state()), words));
            assert!(wrong.is_empty(), "{place}: {}\n{}", wrong.join("; "), words.join("\n"));
            if super::is_held(orders) {
                super::comes_back::<NapoleonAtWar>(desk.start(), desk.state(), &place);
            }
            if orders % 7 == 0 {
                super::spoilt_is_refused_or_played::<NapoleonAtWar>(
                    desk.start(),
                    desk.state(),
                    2,
                    orders as u64,
                );
            }
        }
        desk
    }

    /// Whose decision it is: of the phasing side, but for retreats and advances of the other.
    fn whose(desk: &Desk<NapoleonAtWar>) -> Side {
        let state = desk.state();
        let Phase::Combat(phase) = &state.phase else { return state.phasing };
        match phase.under_way() {
            Some(fight) => match fight.step {
                Step::Retreats { .. } => fight::beaten_side(state, fight),
                Step::Advance => fight::beaten_side(state, fight).enemy(),
                Step::Exchange | Step::Done { .. } => state.phasing,
            },
            None => state.phasing,
        }
    }

    /// The same orders with the recorded dice lead to the same state.
    fn replays_alike(desk: &Desk<NapoleonAtWar>) {
        let mut state = desk.start().clone();
        for entry in desk.line() {
            let mut tray = Typed::replay(&entry.casts);
            let ruling = NapoleonAtWar::judge(&state, &entry.order, &mut tray)
                .expect("what was accepted is accepted again");
            ruling.events.iter().for_each(|event| NapoleonAtWar::apply(&mut state, event));
        }
        assert!(state == *desk.state(), "the replay ends otherwise");
    }

    fn winner(desk: &Desk<NapoleonAtWar>) -> Option<Side> {
        match &desk.state().phase {
            Phase::Over(outcome) => outcome.winner,
            _ => panic!("the battle is not over"),
        }
    }

    /// How many games of solo against solo: the fourth number of `DRUMHEAD_GAMES`, or the only one where there is one alone.
    fn number_of_games() -> u64 {
        let wanted = std::env::var("DRUMHEAD_GAMES").unwrap_or_default();
        let words: Vec<&str> = wanted.split(',').map(str::trim).collect();
        let word = if words.len() == 1 { words.first() } else { words.get(3) };
        match word.filter(|word| !word.is_empty()) {
            Some(word) => {
                word.parse().expect("DRUMHEAD_GAMES is numbers with commas between: 300,10,300,1000")
            }
            None if is_long() => 4,
            None => 1,
        }
    }

    /// The battle's end is told with the four conditions and the clause that decides, and the clause says what it says: worked
    /// out here once more, from where the units are (`naw:16.0` to `naw:16.4`).
    fn victory_is_explained(desk: &Desk<NapoleonAtWar>) {
        let state = desk.state();
        let Phase::Over(outcome) = &state.phase else { panic!("the battle is not over") };
        let french = state.game.french().expect("it is Marengo");
        let lost = |side: Side| -> u32 {
            let gone = |unit: &UnitId| state.unit(*unit).place == Place::Eliminated;
            let units = state.game.of_side(side).filter(gone);
            units.map(|unit| u32::from(state.game.unit(unit).strength)).sum()
        };
        assert_eq!(outcome.lost, [Side(0), Side(1)].map(lost), "points are those of units eliminated");
        let on = |hex: u16| state.on_map().any(|(unit, at)| at == Hex(hex) && state.side(unit) != french);
        let near = |hex: Hex| state.game.map().grid.distance(hex, Hex(1412)) <= 4;
        let standing = state.on_map().filter(|(unit, hex)| state.side(*unit) == french && near(*hex));
        let ground = [
            standing.map(|(unit, _)| u32::from(state.unit(unit).strength)).sum::<u32>() >= 10,
            on(1412) && on(1111),
        ];
        let kills = [lost(french.enemy()) >= 33, lost(french) >= 30];
        let gap = state.game.options.victory_gap == VictoryGap::Draw;
        let (winner, clause) = match (ground, kills) {
            ([true, true] | [false, false], _) => (None, "naw:16.4"),
            ([true, false], [false, true]) if gap => (None, "naw:16.4"),
            ([false, true], [true, false]) if gap => (None, "naw:16.4"),
            ([true, false], [false, true]) => (Some(french), "naw:16.4"),
            ([false, true], [true, false]) => (Some(french.enemy()), "naw:16.4"),
            ([true, false], [false, false]) => (Some(french), "naw:16.3"),
            ([false, true], [false, false]) => (Some(french.enemy()), "naw:16.3"),
            ([true, false], [true, _]) => (Some(french), "naw:16.1"),
            ([false, true], [_, true]) => (Some(french.enemy()), "naw:16.2"),
        };
        assert_eq!(outcome.winner, winner, "{}", outcome.because);
        assert!(outcome.because.contains(clause), "{clause}: {}", outcome.because);
        let told = desk.current().is_some_and(|entry| entry.words.iter().any(|line| line.contains(clause)));
        assert!(told, "the log ends without {clause}");
    }

    #[test]
    fn solo_games_of_marengo_end_soundly_and_replay_alike() {
        let games = number_of_games();
        for (edition, games) in [("spi-1975", games), ("decision-games", games.div_ceil(2))] {
            let mut options = Options::default();
            options.set(NapoleonAtWar::option_specs(), "edition", edition).expect("an edition");
            println!("{}", tell(edition, games, &options));
        }
    }

    /// Plays that many solo games with these options; how they went, in a sentence.
    fn tell(title: &str, games: u64, options: &Options) -> String {
        let (mut won, mut lost, mut struck, mut seconds) = ([0; 2], [0; 2], 0, 0.0);
        for seed in 0..games {
            let begun = Instant::now();
            let desk = play(seed, options.clone(), [false; 2]);
            seconds += begun.elapsed().as_secs_f64();
            replays_alike(&desk);
            victory_is_explained(&desk);
            if let Some(side) = winner(&desk) {
                won[side.index()] += 1;
            }
            struck += u64::from(desk.state().counterattack.is_some());
            for (sum, points) in lost.iter_mut().zip(victory::lost(desk.state())) {
                *sum += u64::from(points);
            }
            assert_eq!(desk.state().turn, 14);
        }
        let names = desk(0, Options::default()).state().game.scenario.sides.clone();
        assert!(lost[0] > games && lost[1] > games, "there is fighting: {lost:?}");
        format!(
            "{title}: {games} games of Marengo: {} {}, {} {}, draws {}; points lost in the mean {:.1} and {:.1}; \
             {struck} counterattacks; 14 turns each; {:.0} ms a game with its checks",
            names[0].name,
            won[0],
            names[1].name,
            won[1],
            games - won[0] - won[1],
            lost[0] as f64 / games as f64,
            lost[1] as f64 / games as f64,
            seconds * 1000.0 / games as f64,
        )
    }

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let orders = |seed| {
            let desk = play(seed, Options::default(), [false; 2]);
            desk.line().iter().map(|entry| format!("{:?}", entry.order)).collect::<Vec<_>>()
        };
        assert_eq!(orders(7), orders(7));
        assert_ne!(orders(7), orders(8));
    }

    #[test]
    fn solo_players_beat_players_who_move_and_attack_at_random() {
        let games = (number_of_games() / 2).max(4);
        let (mut points, mut killed) = (0.0, [0_i64; 2]);
        for seed in 0..games {
            for side in [Side(0), Side(1)] {
                let mut random = [false; 2];
                random[side.enemy().index()] = true;
                let desk = play(seed, Options::default(), random);
                points += match winner(&desk) {
                    Some(winner) if winner == side => 1.0,
                    Some(_) => 0.0,
                    None => 0.5,
                };
                let lost = victory::lost(desk.state());
                killed[0] += i64::from(lost[side.enemy().index()]);
                killed[1] += i64::from(lost[side.index()]);
            }
        }
        let all = 2.0 * games as f64;
        println!("solo against random: {points} of {all}; points taken {} and lost {}", killed[0], killed[1]);
        // Were they no better than chance, a game would bring half a point in the mean, both sides being played alike, with a
        // variance of a quarter at most: this much above the mean has a probability under one in a hundred.
        let needed = all / 2.0 + 2.33 * (all / 4.0).sqrt();
        assert!(points > needed, "{points} points of {all}, {needed:.1} needed");
        assert!(killed[0] > 2 * killed[1], "{killed:?}");
    }

    #[test]
    fn games_of_marengo_under_drawn_options_end_soundly_and_replay_alike() {
        for seed in 0..number_of_games().max(8) {
            let options = drawn_options(seed);
            println!("seed {seed}: {:?}", options.0);
            let random = [[false; 2], [true, false], [false, true], [true; 2]][(seed % 4) as usize];
            let desk = play(seed, options, random);
            replays_alike(&desk);
            victory_is_explained(&desk);
        }
    }
}
