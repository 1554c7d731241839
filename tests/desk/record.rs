//! Games of the desk: records, damaged journals, undo and redo.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use desk::*;

use super::in_version_1;
use dice::{Dry, Filled, Rolled, Throw, TypedEntry};
use game::{RuleSet, Standing, Stop, Viewer};
use games::Games;
use scenario::Side;
use serde_json::Value;
use trial::{Trial, TrialGame as Game, TrialOrder, award, fresh, setup};

/// Takes the first offer that ends something, or else the last: activations begin and end, nobody moves.
fn step(game: &mut Game, choice: usize) {
    let offers: Vec<TrialOrder> = game.due().offers.iter().map(|offer| offer.order.clone()).collect();
    if offers.is_empty() {
        return;
    }
    // Offers of moves may ask for dice; the desk rolls them.
    let first = choice % offers.len();
    for index in 0..offers.len() {
        let order = offers[(first + index) % offers.len()].clone();
        if game.order(order, DiceFrom::Rolled).is_ok() {
            return;
        }
    }
    panic!("no offer was accepted: {:?}", game.due());
}

fn play(game: &mut Game, orders: usize) {
    for index in 0..orders {
        step(game, index * 7 + 1);
    }
}

#[test]
fn an_order_is_on_disk_before_the_desk_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.journal");
    let mut game: Game = Desk::new(setup(7), Some(&path)).unwrap();
    for count in 1..12 {
        step(&mut game, count);
        let (read, notices) = Game::read(&path, &Library::embedded(&Games::default())).unwrap();
        assert_eq!(notices, []);
        assert_eq!(read.state(), game.state());
        assert_eq!(read.at(), count);
    }
}

#[test]
fn the_same_seed_gives_the_same_journal() {
    let folder = tempfile::tempdir().unwrap();
    let journal = |name: &str, seed| {
        let path = folder.path().join(name);
        let mut game: Game = Desk::with_sync(setup(seed), Some(&path), Sync::System).unwrap();
        play(&mut game, 20);
        fs::read(path).unwrap()
    };
    assert_eq!(journal("a", 7), journal("b", 7));
    assert_ne!(journal("c", 8), journal("d", 7));
}

#[test]
fn typed_dice_are_asked_for_taken_and_never_left_over() {
    let mut game = fresh(7);
    let none = game.order(trial::throw(), DiceFrom::Typed(Vec::new()));
    assert!(matches!(none, Err(OrderError::Stopped(Stop::NeedsDice(throw))) if throw.names.len() == 4));
    let chit = || TypedEntry::Faces(vec![2]);
    let many = game.order(trial::throw(), DiceFrom::Typed(vec![chit(), chit()]));
    assert!(matches!(many, Err(OrderError::Stopped(Stop::BadDice(_)))));
    assert!(game.order(trial::throw(), DiceFrom::Typed(vec![TypedEntry::Faces(vec![5])])).is_err());
    assert_eq!((game.at(), game.records().len()), (0, 0));
    assert_eq!(game.state(), game.start());
    assert_eq!(game.next_throw(&trial::throw(), &[]).unwrap().unwrap().sides, 4);
    assert_eq!(game.next_throw(&trial::throw(), &[chit()]).unwrap(), None);
    let entry = game.order(trial::throw(), DiceFrom::Typed(vec![chit()])).unwrap();
    assert_eq!((entry.number, entry.is_typed(), entry.casts[0].answer.value), (1, true, 2));
}

#[test]
fn each_throw_knows_who_made_it_and_the_journal_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mixed.journal");
    let mut game: Game = Desk::with_sync(setup(7), Some(&path), Sync::System).unwrap();
    // The first order that asks for more than one throw, with the first typed and the rest rolled.
    let mixed = (0..60).find_map(|choice| {
        let orders: Vec<TrialOrder> = game.due().offers.iter().map(|offer| offer.order.clone()).collect();
        for order in orders {
            let Ok(ruling) = game.judge(&order, DiceFrom::Rolled) else { continue };
            let thrown = ruling.casts.iter().filter(|cast| cast.throw.dice > 0);
            let answers: Vec<TypedEntry> =
                thrown.map(|cast| TypedEntry::Faces(cast.answer.faces.clone())).collect();
            if answers.len() > 1 {
                let by = |place| if place == 0 { Thrower::Players } else { Thrower::Program };
                let dice = answers.into_iter().enumerate().map(|(place, entry)| (entry, by(place)));
                return Some((order, dice.collect::<Vec<_>>(), ruling));
            }
        }
        step(&mut game, choice);
        None
    });
    let (order, dice, ruling) = mixed.expect("within sixty orders something is thrown twice");
    let count = dice.len();
    let before = game.records().len();
    game.order(order.clone(), DiceFrom::Mixed(dice.clone())).unwrap();
    let thrown = |game: &Game| -> Vec<Thrower> {
        let Some(Record::Order(entry)) = game.records().get(before) else { panic!("an order was given") };
        let casts = entry.casts.iter().zip(&entry.throwers).filter(|(cast, _)| cast.throw.dice > 0);
        casts.map(|(_, by)| *by).collect()
    };
    let mut wanted = vec![Thrower::Program; count];
    wanted[0] = Thrower::Players;
    assert_eq!(thrown(&game), wanted);
    assert_eq!(
        game.current().map(|entry| entry.events.clone()),
        Some(ruling.events),
        "the dice are the same"
    );
    let (read, notices) = Game::read(&path, &Library::embedded(&Games::default())).unwrap();
    assert!(notices.is_empty());
    assert_eq!((thrown(&read), read.state()), (wanted, game.state()));
    // An order whose throws were all rolled or all typed is written as ever: older journals read on.
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("\"rolled\"").count(), 1);
    let copy = folder.path().join("copy.journal");
    game.save_as(&copy).unwrap();
    assert_eq!(fs::read_to_string(&copy).unwrap(), text);
    // Those that the program made are held to the seed, and no others.
    let forged = |throw: usize| {
        let lines = text.lines().map(|line| {
            let (_, json) = line.split_once(' ').unwrap();
            let mut value: Value = serde_json::from_str(json).unwrap();
            let order = &mut value["did"]["order"];
            if order.get("rolled").is_some() {
                let face = &mut order["dice"][throw]["Faces"][0];
                *face = if *face == 1 { 2 } else { 1 }.into();
            }
            value.to_string()
        });
        fs::write(&path, super::journal_of(&lines.collect::<Vec<_>>())).unwrap();
        let (_, notices) = Game::read(&path, &Library::embedded(&Games::default())).unwrap();
        notices.iter().any(|notice| matches!(notice, Notice::OtherDice { .. }))
    };
    assert!(forged(count - 1) && !forged(0));
    // Rolled as if the first had not been typed, as the desk does for a side, they are the seed's too.
    game.undo().unwrap();
    let known = |_: &Throw| true;
    let rolled = Rolled::new(7, game.records().len() as u64 + 1);
    let mut tray = Filled::new([dice[0].0.clone()], rolled, &known);
    let casts = Trial::judge(game.state(), &order, &mut tray).unwrap().casts;
    let thrown = casts.iter().filter(|cast| cast.throw.dice > 0).enumerate();
    let alone = thrown.map(|(place, cast)| {
        let by = if place == 0 { Thrower::Players } else { Thrower::Program };
        (TypedEntry::Faces(cast.answer.faces.clone()), by)
    });
    game.order(order, DiceFrom::Mixed(alone.collect())).unwrap();
    assert_eq!(Game::read(&copy, &Library::embedded(&Games::default())).unwrap().1, []);
}

#[test]
fn what_was_taken_back_and_brought_back_is_named() {
    let mut game = fresh(7);
    game.order(award(1), DiceFrom::Rolled).unwrap();
    game.order(trial::throw(), DiceFrom::Rolled).unwrap();
    game.order(award(2), DiceFrom::Rolled).unwrap();
    let said: Vec<String> = game.line().iter().map(|entry| entry.words[0].clone()).collect();
    game.undo().unwrap();
    game.redo().unwrap();
    game.undo_to(1).unwrap();
    game.redo().unwrap();
    game.branch(0).unwrap();
    let words: Vec<String> = (3..8).map(|index| game.step_words(index, Viewer::Referee)).collect();
    assert_eq!(
        words,
        [
            format!("Taken back: order 3, {}; nothing had been seen", said[2]),
            format!("Brought back: order 3, {}; nothing had been seen", said[2]),
            format!(
                "2 orders taken back, from order 2, {}, to order 3, {}; dice had been seen",
                said[1], said[2]
            ),
            format!("Brought back: order 2, {}; dice had been seen", said[1]),
            "Played on from the start".to_owned(),
        ]
    );
    assert_eq!(game.step_words(0, Viewer::Referee), "", "an order is no step");
}

#[test]
fn undo_says_how_many_orders_it_took_back_and_that_dice_had_been_seen() {
    let mut game = fresh(7);
    assert!(matches!(game.undo(), Err(StepError::NothingToUndo)));
    game.order(award(1), DiceFrom::Rolled).unwrap();
    let awarded = game.state().clone();
    game.order(trial::throw(), DiceFrom::Rolled).unwrap();
    game.order(award(2), DiceFrom::Rolled).unwrap();
    let last = game.state().clone();
    assert_eq!(game.undo().unwrap(), TakenBack { orders: 1, dice: false, hidden: false });
    assert_eq!(game.undo().unwrap(), TakenBack { orders: 1, dice: true, hidden: false });
    assert_eq!((game.state(), game.at()), (&awarded, 1));
    game.redo().unwrap();
    game.redo().unwrap();
    assert_eq!((game.state(), game.at()), (&last, 3));
    assert!(matches!(game.redo(), Err(StepError::NothingToRedo)));
    assert_eq!(game.undo_to(0).unwrap(), TakenBack { orders: 3, dice: true, hidden: false });
    assert_eq!(game.state(), game.start());
    assert!(matches!(game.undo_to(3), Err(StepError::NoSuchEntry { .. })));
    game.branch(2).unwrap();
    assert_eq!(game.line().iter().map(|entry| entry.number).collect::<Vec<_>>(), [1, 2]);
    assert!(!game.can_redo());
    assert!(game.branch(4).is_err(), "entry 4 is an undo");
}

#[test]
fn an_order_after_an_undo_rolls_dice_of_its_own() {
    // Entries 1 and 3 draw from different streams of the seed, so undoing is no way to look ahead.
    let drawn = |seed| {
        let mut game = fresh(seed);
        let first = game.order(trial::throw(), DiceFrom::Rolled).unwrap().casts.clone();
        game.undo().unwrap();
        (first, game.order(trial::throw(), DiceFrom::Rolled).unwrap().casts.clone())
    };
    assert!((0..20).any(|seed| drawn(seed).0 != drawn(seed).1));
}

#[test]
fn states_of_the_past_are_found_from_snapshots() {
    let mut game = fresh(3);
    let mut states = vec![game.state().clone()];
    for points in 0..100 {
        game.order(award(points), DiceFrom::Rolled).unwrap();
        states.push(game.state().clone());
    }
    for (number, state) in states.iter().enumerate() {
        assert_eq!(&game.state_at(number).unwrap(), state);
    }
    assert!(game.state_at(101).is_err());
}

/// A journal with orders, an undo, a redo and a branch in it, and its game.
fn short_journal(folder: &Path) -> (PathBuf, Game) {
    let path = folder.join("short.journal");
    (path.clone(), short_game(Desk::new(setup(11), Some(&path)).unwrap()))
}

fn short_game(mut game: Game) -> Game {
    play(&mut game, 4);
    game.undo().unwrap();
    game.redo().unwrap();
    game.undo_to(1).unwrap();
    game.order(award(3), DiceFrom::Rolled).unwrap();
    game.branch(2).unwrap();
    game.order(award(-1), DiceFrom::Rolled).unwrap();
    game
}

/// Every byte of the lines after the first, and some of the first, which holds a whole battle.
fn places(bytes: &[u8]) -> impl Iterator<Item = usize> + use<> {
    let header = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    (0..50).chain((50..header).step_by(211)).chain(header.saturating_sub(20)..bytes.len())
}

#[test]
fn a_journal_cut_at_any_byte_opens_up_to_the_last_whole_line() {
    let folder = tempfile::tempdir().unwrap();
    let (path, game) = short_journal(folder.path());
    let bytes = fs::read(&path).unwrap();
    drop(game);
    let cut = folder.path().join("cut.journal");
    let header = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    for length in places(&bytes).chain([bytes.len()]) {
        fs::write(&cut, &bytes[..length]).unwrap();
        let opened = Game::open(&cut, &Library::embedded(&Games::default()));
        if length < header {
            assert!(matches!(opened, Err(JournalError::NotAJournal { .. })), "{length}");
            continue;
        }
        let (mut game, notices) = opened.unwrap();
        let feeds = bytes[..length].iter().filter(|byte| **byte == b'\n').count();
        // A line that only lacks its line feed is whole.
        let whole =
            feeds.saturating_sub(1) + usize::from(length > header && bytes.get(length) == Some(&b'\n'));
        assert_eq!(game.records().len(), whole, "{length}");
        let torn = length > header && bytes[length - 1] != b'\n' && bytes.get(length) != Some(&b'\n');
        assert_eq!(notices.len(), if torn { 2 } else { 0 }, "{length}: {notices:?}");
        if torn {
            let [Notice::Torn { line, .. }, Notice::Kept { copy }] = notices.as_slice() else {
                panic!("{notices:?}")
            };
            assert_eq!(*line, feeds + 1);
            assert_eq!(fs::read(copy).unwrap(), &bytes[..length]);
            fs::remove_file(copy).unwrap();
        }
        game.order(award(9), DiceFrom::Rolled).unwrap();
        let after = game.state().clone();
        drop(game);
        let (again, notices) = Game::open(&cut, &Library::embedded(&Games::default())).unwrap();
        assert_eq!((again.state(), notices), (&after, Vec::new()), "{length}");
    }
}

#[test]
fn any_flipped_byte_is_noticed_and_what_precedes_it_opens() {
    let folder = tempfile::tempdir().unwrap();
    let (path, game) = short_journal(folder.path());
    let bytes = fs::read(&path).unwrap();
    let records = game.records().len();
    drop(game);
    let flipped = folder.path().join("flipped.journal");
    for index in places(&bytes) {
        let line = bytes[..index].iter().filter(|byte| **byte == b'\n').count();
        let mut damaged = bytes.clone();
        damaged[index] ^= 1 << (index % 8);
        fs::write(&flipped, &damaged).unwrap();
        match Game::read(&flipped, &Library::embedded(&Games::default())) {
            Err(JournalError::NotAJournal { .. }) => assert_eq!(line, 0, "byte {index}"),
            Err(other) => panic!("byte {index}: {other}"),
            Ok((game, notices)) => {
                let Some(notice) = notices.first() else { panic!("byte {index} was not noticed") };
                let named = match notice {
                    Notice::Damaged { line, .. } | Notice::Torn { line, .. } => *line,
                    other => panic!("{other}"),
                };
                assert_eq!(named, line + 1, "byte {index}");
                assert!(game.records().len() < records);
                assert_eq!(game.records().len() + 1, line, "byte {index}");
            }
        }
    }
}

#[test]
fn a_damaged_journal_is_kept_beside_before_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (path, game) = short_journal(folder.path());
    drop(game);
    let mut bytes = fs::read(&path).unwrap();
    let third = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(2).unwrap().0;
    bytes[third + 20] ^= 4;
    fs::write(&path, &bytes).unwrap();
    let (mut game, notices) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
    let [Notice::Damaged { line: 4, .. }, Notice::Kept { copy }] = notices.as_slice() else {
        panic!("{notices:?}")
    };
    assert_eq!(fs::read(copy).unwrap(), bytes);
    assert_eq!(game.at(), 2);
    game.order(award(1), DiceFrom::Rolled).unwrap();
    drop(game);
    assert_eq!(Game::open(&path, &Library::embedded(&Games::default())).unwrap().1, []);
}

/// Changes the first line of a journal of version 1, with its checksum.
fn with_header(path: &Path, change: impl Fn(&str) -> String) {
    let text = fs::read_to_string(path).unwrap();
    let (header, rest) = text.split_once('\n').unwrap();
    let json = change(&header[9..]);
    fs::write(path, format!("{:08x} {json}\n{rest}", crc32fast::hash(json.as_bytes()))).unwrap();
}

#[test]
fn journals_that_are_not_of_this_game_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::embedded(&Games::default());
    let open = |change: &dyn Fn(&str) -> String| {
        let path = folder.path().join("short.journal");
        drop(short_game(in_version_1(setup(11), &path)));
        with_header(&path, change);
        let error = Game::open(&path, &library).map(|_| ()).unwrap_err();
        fs::remove_file(path).unwrap();
        error
    };
    let games = Games::default();
    let ids: Vec<&str> = games.all().map(Rules::id).collect();
    let (own, other) = (ids[0], ids[1]);
    let newer = open(&|json| json.replace("\"drumhead_journal\":1", "\"drumhead_journal\":4"));
    assert!(matches!(newer, JournalError::Newer { found: 4, .. }), "{newer}");
    let missing = open(&|json| json.replace("first-steps", "first-stepz"));
    assert!(missing.to_string().contains("first-steps"), "{missing}");
    let battle = open(&|json| json.replace("first-steps", "waterloo"));
    assert!(matches!(battle, JournalError::OtherScenario { .. }), "{battle}");
    let rules = open(&|json| json.replace(&format!("\"{own}\""), &format!("\"{other}\"")));
    assert!(matches!(rules, JournalError::OtherRules { .. }), "{rules}");
    let option = open(&|json| json.replace("\"options\":{}", "\"options\":{\"fire-ark\":\"45\"}"));
    assert!(option.to_string().contains("fire-arc"), "{option}");
    let weather = open(&|json| json.replace("\"weather\":null", "\"weather\":\"fog\""));
    assert!(weather.to_string().contains("muddy"), "{weather}");
    let nothing = folder.path().join("nothing");
    assert!(matches!(Game::open(&nothing, &library), Err(JournalError::Io { .. })));
    fs::write(&nothing, "Dear diary,\n").unwrap();
    assert!(matches!(Game::open(&nothing, &library), Err(JournalError::NotAJournal { .. })));
}

#[test]
fn a_game_is_open_in_one_program_and_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let (path, game) = short_journal(folder.path());
    assert!(matches!(
        Game::open(&path, &Library::embedded(&Games::default())),
        Err(JournalError::InUse { .. })
    ));
    assert!(matches!(Game::new(setup(1), Some(&path)), Err(JournalError::Exists { .. })));
    drop(game);
    assert!(Game::open(&path, &Library::embedded(&Games::default())).is_ok());
}

#[test]
fn a_game_saved_elsewhere_goes_on_there() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut game) = short_journal(folder.path());
    let other = folder.path().join("other.journal");
    game.save_as(&other).unwrap();
    assert_eq!(fs::read(&path).unwrap(), fs::read(&other).unwrap());
    game.order(award(4), DiceFrom::Rolled).unwrap();
    let state = game.state().clone();
    drop(game);
    assert_eq!(Game::open(&other, &Library::embedded(&Games::default())).unwrap().0.state(), &state);
}

#[test]
fn rejudging_under_the_same_options_finds_no_difference() {
    let mut game = fresh(5);
    play(&mut game, 30);
    assert_eq!(game.rejudge(&game::options::Options::default()).unwrap(), []);
}

#[test]
fn rejudging_keeps_the_weather_that_was_chosen() {
    for variant in ["muddy", "rolled"] {
        let mut game: Game = Desk::new(setup(5).weather(Some(variant.into())), None).unwrap();
        play(&mut game, 30);
        assert_ne!(game.start(), fresh(5).start(), "{variant} is another start");
        assert_eq!(game.rejudge(&game::options::Options::default()).unwrap(), [], "{variant}");
    }
}

#[test]
fn a_side_hears_no_more_than_the_referee() {
    let mut game = fresh(5);
    play(&mut game, 30);
    for entry in game.line() {
        let told = game.entry_words(entry, Viewer::Side(Side(0)));
        assert!(told.len() <= game.entry_words(entry, Viewer::Referee).len());
        assert!(game.entry_working(entry, Viewer::Side(Side(1))).len() <= entry.working.len());
    }
}

#[test]
fn every_offer_of_a_game_is_accepted_as_it_stands() {
    let mut game = fresh(2);
    for index in 0..60 {
        for offer in &game.due().offers {
            let judged = Trial::judge(game.state(), &offer.order, &mut Dry);
            assert!(matches!(judged, Ok(_) | Err(Stop::NeedsDice(_))), "{offer:?}: {judged:?}");
        }
        step(&mut game, index);
    }
}

#[derive(Clone, Copy, Debug)]
enum Act {
    Order(usize),
    Undo,
    Redo,
    Branch(usize),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => (0usize..100).prop_map(Act::Order),
        2 => Just(Act::Undo),
        2 => Just(Act::Redo),
        1 => (0usize..100).prop_map(Act::Branch),
    ];
    prop::collection::vec(act, 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn whatever_is_undone_redone_or_branched_replays_to_the_same_states(acts in acts()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.journal");
        let mut game: Game = Desk::with_sync(setup(4), Some(&path), Sync::System).unwrap();
        for act in acts {
            match act {
                Act::Order(choice) => step(&mut game, choice),
                Act::Undo => { let before = (game.at(), game.state().clone());
                    if game.undo().is_ok() {
                        game.redo().unwrap();
                        prop_assert_eq!(&before, &(game.at(), game.state().clone()));
                        game.undo().unwrap();
                    } }
                Act::Redo => { prop_assert_eq!(game.can_redo(), game.redo().is_ok()); }
                Act::Branch(to) => { let _refused = game.branch(to % (game.records().len() + 1)); }
            }
            prop_assert_eq!(&game.state_at(game.at()).unwrap(), game.state());
        }
        let state = game.state().clone();
        let (at, ahead) = (game.at(), game.can_redo());
        drop(game);
        let (again, notices) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
        prop_assert_eq!(notices, Vec::new());
        prop_assert_eq!((again.state(), again.at(), again.can_redo()), (&state, at, ahead));
    }
}

#[test]
fn strength_is_known_for_the_end_of_every_turn() {
    let mut game = fresh(5);
    let began = game.standing(Viewer::Referee);
    assert_eq!(game.turns(Viewer::Referee), [Standing { turn: 0, ..began.clone() }]);
    let turn = |game: &Game| game.turns(Viewer::Referee).len() as u8;
    // A stand of each side has lost something before the first turn ends, and more before the second.
    let victims = ["R03", "B03"].map(|key| game.state().roster().find_stand(key).unwrap());
    for points in [3, 1] {
        for victim in victims {
            let stand = game.state().unit(victim).key.clone();
            game.order(trial::strength(&stand, points, "test"), DiceFrom::Rolled).unwrap();
        }
        let before = turn(&game);
        for choice in 0..200 {
            if turn(&game) > before {
                break;
            }
            step(&mut game, choice * 7 + 1);
        }
        assert_eq!(turn(&game), before + 1, "the turn ends");
    }
    let turns = game.turns(Viewer::Referee).to_vec();
    assert_eq!(turns.iter().map(|standing| standing.turn).collect::<Vec<_>>(), [0, 1, 2]);
    for (index, standing) in turns.iter().enumerate() {
        assert_eq!(standing.commands.iter().sum::<u32>(), standing.strength.iter().sum::<u32>(), "{index}");
    }
    let left = |standing: &Standing, side: usize| standing.strength[side];
    for side in [0, 1] {
        assert!(
            left(&turns[1], side) < left(&turns[0], side) && left(&turns[2], side) < left(&turns[1], side)
        );
        // Each side knows its own losses; of the enemy's it sees markers.
        let seen = game.turns(Viewer::Side(Side(side as u8))).to_vec();
        assert_eq!(left(&seen[2], side), left(&turns[2], side));
        assert!(left(&seen[2], 1 - side) > left(&turns[2], 1 - side));
    }
    // What is taken back is no turn of this game any more; brought back, it is the same again.
    game.undo().unwrap();
    assert_eq!(game.turns(Viewer::Referee), &turns[..2]);
    game.redo().unwrap();
    assert_eq!(game.turns(Viewer::Referee), turns);
}

#[test]
fn strengths_by_turn_begin_with_the_whole_army_and_commands_add_up() {
    let mut game = fresh(3);
    while game.state().turn < 3 {
        let offers = &game.due().offers;
        let calm = offers.iter().rev().find(|offer| !trial::is_move(&offer.order));
        let order = calm.or(offers.first()).unwrap().order.clone();
        game.order(order, DiceFrom::Rolled).unwrap();
    }
    let ending = desk::Game::ending(&game, Viewer::Referee);
    assert!(!ending.over);
    for side in &ending.sides {
        let turns: Vec<u8> = side.strength.iter().map(|(turn, _)| *turn).collect();
        assert_eq!(turns, [0, 1, 2]);
        for (at, (_, whole)) in side.strength.iter().enumerate() {
            let parts: u32 = side.losses.iter().map(|loss| loss.strength[at].1).sum();
            assert_eq!(parts, *whole);
        }
        let start: u32 = side.losses.iter().map(|loss| loss.start).sum();
        assert_eq!(side.strength[0].1, start);
    }
}

#[test]
fn an_order_is_about_those_whom_it_touched_and_leaves_their_traces() {
    let mut game = fresh(3);
    play(&mut game, 40);
    let mut kinds = std::collections::BTreeSet::<&str>::new();
    for entry in game.line() {
        let facts = &entry.facts;
        kinds.extend(&facts.kinds);
        assert_eq!(*facts, game.entry_facts(entry, Viewer::Side(Side(1))), "numbers alone are hidden");
        let marks = desk::Game::traces(&game, entry.number, Viewer::Referee);
        assert!(!marks.is_empty() || facts.pieces.is_empty(), "{:?}", entry.words);
    }
    assert!(kinds.len() > 2, "{kinds:?}");
    assert!(desk::Game::traces(&game, 0, Viewer::Referee).is_empty());
}

#[test]
fn what_the_clocks_said_is_kept_in_the_journal_and_no_undo_takes_it_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.journal");
    let (one, other) = (Side(0), Side(1));
    {
        let mut game = Game::new(setup(7), Some(&path)).unwrap();
        play(&mut game, 2);
        let game: &mut dyn desk::Game = &mut game;
        game.clocked(one, 61).unwrap();
        game.clocked(other, 5).unwrap();
        game.clocked(one, 4).unwrap();
        game.undo(None).unwrap();
        assert_eq!(game.clocks(), [65, 5]);
        let note = game.entry(2, Viewer::Referee).unwrap();
        assert_eq!((note.kind, note.words.len()), ("note", 0), "it says nothing in the log");
    }
    let (game, notices) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
    assert!(notices.is_empty(), "{notices:?}");
    let game: &dyn desk::Game = &game;
    assert_eq!((game.clocks(), game.depth()), ([65, 5], 1));
    let told = game.terms().facts.into_iter().find(|(name, _)| *name == "Clocks").unwrap().1;
    assert!(told.contains("1:05") && told.contains("0:05"), "{told}");
}
