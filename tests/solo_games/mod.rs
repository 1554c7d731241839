//! Solo games: they end, break nothing, and come out alike from the same seed.

use std::collections::BTreeMap;
use std::fs;

use casus_belli::CasusBelli;
use desk::{Desk, Library, Of, Preset, Setup, Sync};
use easy::Easy;
use easy::ground::GroundChange;
use easy::invariants::broken;
use easy::state::{Phase, State, Step};
use epstein::Epstein;
use epstein::kind::Arm;
use game::minds::SoloPlayer;
use game::{Due, InProgress, Minds, Odds, RuleSet, Viewer};
use napoleon_at_war::{NapoleonAtWar, Order};
use solo::Battle;
use solo_easy::Staff;
use trial::is_long;

fn setup(id: &str, seed: u64) -> Setup {
    Setup::new(Library::embedded(Of::<Easy>::new()).scenario(id).expect("it is in the program").0, seed)
}

/// What kinds of order were given, and how often.
fn kinds(desk: &Desk<Easy>) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for entry in desk.line() {
        let text = format!("{:?}", entry.order);
        let kind = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
        *kinds.entry(kind).or_default() += 1;
    }
    kinds
}

/// So many turns of a solo game; it is sound after every order.
fn fought(id: &str, seed: u64, turns: u8) -> Desk<Easy> {
    let mut desk = Desk::<Easy>::new(setup(id, seed), None).expect("it begins");
    let mut battle = Battle::<Staff>::new(&desk);
    while !Easy::is_over(desk.state()) && desk.state().turn <= turns {
        battle.step(&mut desk).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let wrong = broken(desk.state());
        assert!(
            wrong.is_empty(),
            "seed {seed}, {:?}: {}",
            desk.current().map(|entry| &entry.words),
            wrong.join("; ")
        );
    }
    desk
}

fn is_over(state: &State) -> bool {
    matches!(state.phase, Phase::Over(_))
}

#[test]
fn solo_games_of_first_steps_end_and_are_fought() {
    let mut given: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..12 {
        let desk = fought("first-steps", seed, u8::MAX);
        assert!(is_over(desk.state()));
        for (kind, count) in kinds(&desk) {
            *given.entry(kind).or_default() += count;
        }
    }
    for wanted in ["Move", "MoveGeneral", "Fire", "Declare", "Resolve", "Activate"] {
        assert!(given.get(wanted).is_some_and(|count| *count >= 12), "{wanted}: {given:?}");
    }
}

/// Whatever a side decides in its step of moves and fire has a reason, and the figures of a shot are those of its card.
#[test]
fn orders_have_reasons_with_the_figures_of_the_rules() {
    let (mut desk, mut shots, mut attacks) =
        (Desk::<Easy>::new(setup("waterloo", 5), None).expect("it begins"), 0, 0);
    let mut players = games::Games::of_the_program()
        .players_as(&mut desk, [SoloPlayer::default(); 2])
        .expect("it has some");
    while desk.state().turn <= 9 {
        let before = desk.state().clone();
        players.step(&mut desk).expect("they go on");
        if before.active().is_none_or(|now| now.step != Step::Act) {
            continue;
        }
        let entry = desk.current().expect("an order was given");
        let reason = players.reason().unwrap_or_else(|| panic!("no reason: {:?}", entry.words));
        if let Some((battery, target)) = entry.order.shot() {
            let shot = easy::fire::shot(&before, battery, target).expect("it may fire");
            assert!(!shot.roll.is_hopeless(), "{:?}", entry.words);
            assert!(reason.contains(&format!(": {:.2} hits on average", shot.roll.expected())), "{reason}");
            shots += 1;
        }
        attacks += usize::from(reason.contains(": beats "));
    }
    assert!(shots > 60 && attacks > 2, "{shots} shots, {attacks} attacks");
}

/// On hexes each attack that a player chooses says what it is likely to come to; in 1800 each move says what it is for.
#[test]
fn orders_on_hexes_have_reasons() {
    let games = games::Games::of_the_program();
    let library = Library::embedded(&games);
    for (id, rules) in [("marengo-naw", "naw"), ("marengo-cb", "cb")] {
        let beginning = desk::Beginning {
            scenario: id.to_owned(),
            seed: Some(3),
            options: game::options::Options::default(),
            weather: None,
            variant: None,
            journal: desk::JournalPlace::Nowhere,
            sync: Sync::System,
        };
        let rules = games.of(rules).expect("the program plays it");
        let (mut game, _) = rules.begin(&library, &library, beginning).expect("it begins");
        let mut players = games.players(game.as_mut()).expect("it has solo players");
        let (mut attacks, mut struck) = (0, 0);
        while attacks < 10 {
            players.step(game.as_mut()).expect("they go on");
            let is_attack = game.last_verb().is_some_and(|verb| verb == "Attack");
            assert_eq!(
                players.reason().is_some_and(|reason| reason.contains(" %")),
                is_attack,
                "{:?}",
                game.last_words()
            );
            attacks += usize::from(is_attack);
            let is_move = rules.id() == "cb" && game.last_verb().is_some_and(|verb| verb == "Move");
            let attacked = players.reason().is_some_and(|reason| reason.contains("it attacks "));
            assert!(!is_move || players.reason().is_some(), "{:?}", game.last_words());
            struck += usize::from(is_move && attacked);
        }
        assert!(rules.id() != "cb" || struck > 3, "{struck} moves to attack");
    }
}

/// With battalions fire and charges say what they are likely to come to by the rules' own odds, and moves who is near.
#[test]
fn orders_of_battalions_have_reasons_with_the_figures_of_the_rules() {
    use epstein::order::Family;
    let (scenario, _) =
        scenario::read("brigade-action", &scenario::Embedded, &scenario::AnyRules).expect("it is sound");
    let mut desk = Desk::<Epstein>::new(Setup::new(scenario, 3), None).expect("it begins");
    let mut players = games::Games::of_the_program().players(&mut desk).expect("it has some");
    let (mut moves, mut fights, mut shots) = (0, 0, 0);
    while !Epstein::is_over(desk.state()) {
        let before = desk.state().clone();
        players.step(&mut desk).expect("they go on");
        let entry = desk.current().expect("an order was given");
        let reason = players.reason();
        let by = |order: &epstein::Order| Some(before.arm(before.find_group(order.unit()?).ok()?));
        match entry.order.family() {
            Family::Fire if by(&entry.order) == Some(Arm::Artillery) => {
                let Ok(Odds::Listed(results)) = Epstein::odds(&before, &entry.order) else { continue };
                // With one group under fire that is not gone, the odds of its losses have the same mean.
                let lost =
                    |result: &str| result.rsplit_once(" loses ").and_then(|(_, lost)| lost.parse().ok());
                let lost: Option<Vec<f64>> = results.iter().map(|one| lost(&one.result)).collect();
                let Some(lost) = lost.filter(|_| !results[0].result.contains(',')) else { continue };
                let mean: f64 = lost.iter().zip(&results).map(|(lost, one)| lost * one.probability).sum();
                assert_eq!(reason, Some(format!("{mean:.2} hits on average")), "{:?}", entry.words);
                shots += 1;
            }
            Family::Fire | Family::Charges => {
                let Ok(Odds::Listed(results)) = Epstein::odds(&before, &entry.order) else { continue };
                let first =
                    format!("likeliest: {}: {:.0} %", results[0].result, results[0].probability * 100.0);
                assert!(
                    reason.as_ref().is_some_and(|reason| reason.starts_with(&first)),
                    "{reason:?} for {first}"
                );
                fights += 1;
            }
            Family::Moves if by(&entry.order) != Some(Arm::Command) => {
                assert!(reason.is_some_and(|reason| reason.ends_with(" in off")), "{:?}", entry.words);
                moves += 1;
            }
            _ => {}
        }
    }
    assert!(moves > 40 && fights > 20 && shots > 5, "{moves} moves, {fights} fights, {shots} shots of guns");
}

/// So many solo games of each rule set under drawn options come to their end: nothing panics, and nobody is stuck.
#[test]
fn solo_games_under_drawn_options_come_to_their_end() {
    let battles = [
        ("first-steps", "easy", Easy::option_specs()),
        ("brigade-action", "epstein", Epstein::option_specs()),
        ("marengo-naw", "naw", NapoleonAtWar::option_specs()),
        ("marengo-cb", "cb", CasusBelli::option_specs()),
    ];
    let seeds: Vec<u64> = (0..if is_long() { 500 } else { 2 }).collect();
    let players =
        |seed: u64| [0, 3].map(|off| SoloPlayer::ALL[(seed as usize + off) % SoloPlayer::ALL.len()].1);
    for (id, rules, specs) in battles {
        let play = |seed: &u64| {
            let games = games::Games::of_the_program();
            let library = Library::embedded(&games);
            let options =
                if rules == "easy" { super::drawn_options(*seed) } else { super::drawn(specs, &[], *seed) };
            let told = format!("{id}, seed {seed}: {}", super::unusual(specs, &options));
            let beginning = desk::Beginning {
                scenario: id.to_owned(),
                seed: Some(*seed),
                options,
                weather: None,
                variant: None,
                journal: desk::JournalPlace::Nowhere,
                sync: Sync::System,
            };
            let rules = games.of(rules).expect("the program plays it");
            let (mut game, _) =
                rules.begin(&library, &library, beginning).unwrap_or_else(|fault| panic!("{told}: {fault}"));
            let mut players = games.players_as(game.as_mut(), players(*seed)).expect("it has solo players");
            while !game.is_over() {
                players
                    .step(game.as_mut())
                    .unwrap_or_else(|error| panic!("{told}: order {}: {error}", game.depth() + 1));
                assert!(game.depth() < 20_000, "{told}: it does not end");
            }
            game.depth()
        };
        let orders = table::threads::map(&seeds, 2, play);
        println!("{id}: {} games, {} orders", orders.len(), orders.iter().sum::<usize>());
    }
}

/// Does this come about before the battle is over, where two solo players fight with every module?
fn comes_about(id: &str, seed: u64, wanted: impl Fn(&State) -> bool) -> bool {
    let mut setup = setup(id, seed);
    setup.options = Preset::of_the_program("easy").pop().expect("it has presets").options;
    let mut desk = Desk::<Easy>::new(setup, None).expect("it begins");
    let mut battle = Battle::<Staff>::new(&desk);
    while !Easy::is_over(desk.state()) && !wanted(desk.state()) {
        battle.step(&mut desk).unwrap_or_else(|error| panic!("{id}, seed {seed}: {error}"));
    }
    wanted(desk.state())
}

#[test]
fn earthworks_and_bridges_are_finished_in_games_with_every_module() {
    let built = |state: &State, is: fn(&GroundChange) -> bool| state.changes.list().iter().any(is);
    assert!(comes_about("waterloo", 7, |state| {
        built(state, |change| matches!(change, GroundChange::Earthworks { .. }))
    }));
    // One of these: in which of them the players build one hangs on every move before it.
    assert!([16, 19, 11, 13].into_iter().any(|seed| {
        comes_about("marengo", seed, |state| {
            built(state, |change| matches!(change, GroundChange::BridgeBuilt { .. }))
        })
    }));
}

#[test]
fn two_turns_of_waterloo_are_played_without_a_dead_end() {
    let desk = fought("waterloo", 7, 2);
    assert_eq!(desk.state().turn, 3);
    assert!(kinds(&desk).get("Pick").is_some_and(|count| *count >= 4), "{:?}", kinds(&desk));
}

#[test]
fn the_same_seed_gives_the_same_journal_byte_for_byte_and_it_replays() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str, seed| {
        let path = folder.path().join(name);
        let mut desk =
            Desk::<Easy>::with_sync(setup("first-steps", seed), Some(&path), Sync::System).unwrap();
        Battle::<Staff>::new(&desk).fight(&mut desk, u8::MAX).unwrap();
        let state = desk.state().clone();
        drop(desk);
        let (again, notices) = Desk::<Easy>::read(&path, &Library::embedded(Of::<Easy>::new())).unwrap();
        assert_eq!((again.state(), notices), (&state, Vec::new()));
        fs::read(path).unwrap()
    };
    assert_eq!(play("a", 7), play("b", 7));
    assert_ne!(play("c", 8), play("d", 7));
}

/// A state by itself, as players find it.
struct BareState {
    state: State,
    due: Due<easy::Order>,
}

impl InProgress<Easy> for BareState {
    fn state(&self) -> &State {
        &self.state
    }

    fn due(&self) -> &Due<easy::Order> {
        &self.due
    }

    fn hash(&self) -> Option<u64> {
        None
    }
}

/// What new players of this state would order, and why.
fn ordered(state: State, manner: SoloPlayer) -> (Option<easy::Order>, Option<String>) {
    let due = Easy::due(&state);
    let found = BareState { state, due };
    let mut staff = Staff::playing(&found.state, [manner; 2]);
    staff.look(&found);
    (staff.propose(&found), staff.reason())
}

/// With other numbers behind the enemy's markers they order the same, for the same reason; in so many pairs in which they order
/// something.
fn twins(pairs: usize) {
    let mut compared = 0;
    for seed in 1.. {
        let battle = if seed % 2 == 1 { "waterloo" } else { "marengo" };
        let mut desk = Desk::<Easy>::new(setup(battle, seed), None).expect("it begins");
        let mut minds = Battle::<Staff>::playing(&desk, [SoloPlayer::default(); 2]);
        while !is_over(desk.state()) {
            minds.step(&mut desk).expect("they go on");
            let state = desk.state();
            let Some(side) = state.active_side() else { continue };
            let mut twin = state.clone();
            for id in state.ids().filter(|id| state.side(*id) != side && state.stand(*id).marked) {
                let start = state.unit(id).strength;
                let stand = &mut twin.stands[id.index()];
                stand.strength = if stand.strength > 1 { stand.strength - 1 } else { start.max(2) - 1 };
            }
            let seen = |state: &State| Easy::view(state, Viewer::Side(side));
            if twin == *state || seen(&twin) != seen(state) {
                continue;
            }
            let manner = if compared % 4 == 0 { SoloPlayer::Classic } else { SoloPlayer::default() };
            let one = ordered(state.clone(), manner);
            if one.0.is_none() {
                continue;
            }
            assert_eq!(ordered(twin, manner), one, "{battle}, seed {seed}, order {}", desk.at());
            compared += 1;
            if compared == pairs {
                return;
            }
        }
    }
}

#[test]
fn players_are_deaf_to_the_enemys_losses() {
    twins(if is_long() { 10_000 } else { 150 });
}

#[test]
fn a_state_in_the_middle_of_a_phase_on_hexes_can_be_played_on() {
    // Other players may take over at any order: what they propose first is legal.
    let setup =
        Setup::new(Library::embedded(Of::<NapoleonAtWar>::new()).battle("marengo-naw").unwrap().0, 11);
    let mut desk = Desk::<NapoleonAtWar>::new(setup, None).unwrap();
    let mut battle = Battle::<solo_napoleon_at_war::Staff>::new(&desk);
    let mut checked = 0;
    while desk.state().turn <= 4 && !NapoleonAtWar::is_over(desk.state()) {
        battle.step(&mut desk).unwrap();
        if desk.depth().is_multiple_of(9) {
            let mut fresh = solo_napoleon_at_war::Staff::new(desk.state());
            fresh.look(&desk);
            let first = fresh.propose(&desk);
            assert!(first.iter().all(|order| desk.check(order).is_ok()), "{first:?}");
            checked += usize::from(first.is_some());
        }
    }
    assert!(checked > 3);
}

#[test]
fn each_side_moves_in_its_first_turn_on_hexes() {
    // The plan of a phase is made as it begins, the first one too, which is of the same turn and side as the set-up before it.
    for seed in 0..20 {
        let setup =
            Setup::new(Library::embedded(Of::<NapoleonAtWar>::new()).battle("marengo-naw").unwrap().0, seed);
        let mut desk = Desk::<NapoleonAtWar>::new(setup, None).unwrap();
        let mut battle = Battle::<solo_napoleon_at_war::Staff>::new(&desk);
        let mut moved = [0_usize; 2];
        while desk.state().turn == 1 && !NapoleonAtWar::is_over(desk.state()) {
            let side = desk.state().phasing;
            battle.step(&mut desk).unwrap();
            let line = desk.line();
            let last = &line.last().expect("an order was given").order;
            moved[side.index()] += usize::from(matches!(last, Order::Move { .. }));
        }
        assert!(moved.iter().all(|count| *count > 3), "seed {seed}: {moved:?}");
    }
}
