//! A position that is kept as a battle, and a game that is judged again under another rule.

use desk::{Beginning, Desk, Game, JournalPlace, Library};
use easy::Easy;
use egui::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::RuleSet as _;
use game::options::Options;
use games::Games;
use rulebook::book;
use window::{Command, Habit, OpenedGame, Saved, Window};

use super::harness::{
    command, game, has, press, wait_for, wait_until, window, window_in, window_started, window_with,
};

/// A game of this battle, in which solo players have given so many orders.
fn begun(library: &Library, battle: &str, orders: usize) -> Box<dyn Game> {
    let games = Games::default();
    let rules = library.scenarios().into_iter().find(|(id, ..)| id == battle).expect(battle).2;
    let beginning = Beginning {
        scenario: battle.to_owned(),
        seed: Some(7),
        journal: JournalPlace::Nowhere,
        ..Beginning::default()
    };
    let (mut game, _) =
        games.of(&rules).expect(&rules).begin(library, library, beginning).expect("it begins");
    let mut players = games.players(game.as_mut()).expect("there are players");
    for _ in 0..orders {
        players.step(game.as_mut()).expect("they know what to do");
    }
    game
}

fn window_on(library: &Library, game: Box<dyn Game>) -> Harness<'static, Window> {
    let start = OpenedGame { library: library.clone(), game, notices: Vec::new() };
    window_started(start, Saved::default(), [1280.0, 800.0])
}

/// What play has made of a battle.
fn play(game: &dyn Game) -> serde_json::Value {
    game.moment().expect("it has keys").play
}

#[test]
fn who_would_edit_the_map_of_a_position_hears_whose_map_it_is() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let game = begun(&library, "marengo-naw", 30);
    let battle = game.battle().1.to_owned();
    let id = game.save_position(&library, "Next Saturday").expect("it is saved");
    let mut window = window_on(&library, begun(&library, &id, 0));
    press(&mut window, "Game");
    press(&mut window, "Edit the map…");
    let words = format!("It goes on from where a game of {battle} stood, and has no map of its own");
    assert!(has(&window, &words), "{words}");
    assert!(window.state_mut().editor().is_none());
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(!has(&window, &words));
    press(&mut window, "Game");
    window.get_by_label_contains("New game").click();
    window.run_steps(4);
    let edit = |window: &Harness<'_, Window>| {
        !window.get_by_role_and_label(Role::Button, "Edit the map…").accesskit_node().is_disabled()
    };
    for (name, may) in [("Next Saturday", false), (battle.as_str(), true)] {
        // In the list a battle is told with its rules.
        let listed = format!("{name}, ");
        wait_for(&mut window, &listed);
        window.get_all_by_label_contains(&listed).next().expect(name).click();
        window.run_steps(4);
        assert_eq!(edit(&window), may, "{name}");
    }
}

#[test]
fn a_position_on_a_table_is_set_up_as_its_battle_began() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let fresh = begun(&library, "first-steps", 0);
    let game = begun(&library, "first-steps", 40);
    assert_ne!(play(game.as_ref()), play(fresh.as_ref()));
    let id = game.save_position(&library, "Next Saturday").expect("it is saved");
    let said = "This is its battle from the beginning";
    let draft = |window: &Harness<'_, Window>| {
        let maker = window.state().maker().expect("a table is set up");
        maker.draft().expect("a table is set up").scenario().clone()
    };
    // From the list, over another game, and as the battle of the game that goes on.
    for (open, button) in [("first-steps", "Set up Next Saturday"), (&id, "This game's battle, as it began")]
    {
        let mut window = window_on(&library, begun(&library, open, 0));
        press(&mut window, "Game");
        press(&mut window, "Set up…");
        wait_for(&mut window, "Set up Next Saturday");
        assert!(!has(&window, said));
        press(&mut window, button);
        assert!(has(&window, said), "{button}");
        assert_eq!(draft(&window), library.scenario("first-steps").expect("it is sound").0, "{button}");
        press(&mut window, "Play it");
        wait_until(&mut window, "the new game", |window| window.state().maker().is_none());
        assert_eq!(play(window.state().play().game()), play(fresh.as_ref()), "{button}");
    }
    let mut window = window_on(&library, begun(&library, "first-steps", 0));
    press(&mut window, "Game");
    press(&mut window, "Set up…");
    press(&mut window, "Deploy this game freely");
    assert!(!has(&window, said), "it is no position");
}

#[test]
fn a_position_is_kept_as_a_battle_from_the_menu() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = window_in(home.path());
    press(&mut window, "Game");
    window.get_by_label_contains("Save this position as a battle").click();
    window.run_steps(3);
    let field = window.get_by_label("Its name");
    assert!(field.value().is_some_and(|name| name.contains("from turn 1")), "it is called after the battle");
    window.get_by_label("Save it").click();
    window.run_steps(3);
    wait_until(&mut window, "word of it", |window| has(window, "is among the battles now"));
    press(&mut window, "Game");
    window.get_by_label_contains("New game").click();
    wait_until(&mut window, "the list of battles", |window| {
        window.query_all_by_label_contains("from turn 1").next().is_some()
    });
}

#[test]
fn a_game_is_judged_again_under_another_rule() {
    let mut window = window(Habit::Rolled);
    press(&mut window, "Game");
    window.get_by_label_contains("Judge the game again").click();
    window.run_steps(3);
    window.get_by_role_and_label(Role::ComboBox, "Under").click();
    window.run_steps(3);
    wait_until(&mut window, "the list", |window| has(window, "A natural 1 always misses"));
    window.get_by_label_contains("A natural 1 always misses").click();
    window.run_steps(3);
    window.get_all_by_role(Role::RadioButton).next().expect("what it can be else").click();
    window.run_steps(3);
    window.get_by_label("Judge again").click();
    wait_until(&mut window, "the answer", |window| has(window, "Nothing comes out otherwise"));
    press(&mut window, "Close");
    assert!(!has(&window, "Judge again"));
}

/// A game that solo players fight for a while.
fn fought() -> Desk<Easy> {
    let games = Games::default();
    let mut desk = game(&Library::embedded(&games), "first-steps");
    let mut players = games.players(&mut desk).expect("solo players");
    for _ in 0..60 {
        players.step(&mut desk).expect("they play");
    }
    desk
}

/// The first option and value under which some of its orders come out otherwise, and how many.
fn telling(desk: &Desk<Easy>) -> (&'static str, String, usize) {
    let options = book(Easy::ID).expect("its rules").options.iter();
    let values = options.flat_map(|option| option.values().into_iter().map(move |value| (option, value)));
    let mut judged = values.filter_map(|(option, value)| {
        let changed = Options([(option.id.clone(), value.to_owned())].into());
        let differ = desk.rejudge(&changed).ok()?;
        (value != option.default && option.range.is_none() && !differ.is_empty())
            .then(|| (option.title.as_str(), value.to_owned(), differ.len()))
    });
    judged.next().expect("some rule makes a difference")
}

/// What comes out otherwise is told, and is told no more once the orders are others.
#[test]
fn orders_that_come_out_otherwise_are_told_until_there_are_others() {
    let desk = fought();
    let (title, value, count) = telling(&desk);
    let mut window = window_with(desk, Habit::Rolled, [1600.0, 1000.0]);
    let ask = |window: &mut Harness<'_, Window>| {
        press(window, "Game");
        window.get_by_label_contains("Judge the game again").click();
        window.run_steps(3);
    };
    ask(&mut window);
    window.get_by_role_and_label(Role::ComboBox, "Under").click();
    window.run_steps(3);
    wait_until(&mut window, "the list", |window| has(window, title));
    window.get_by_label(title).click();
    window.run_steps(3);
    window
        .query_all_by_label_contains(&format!("{value}  "))
        .next()
        .expect("the value can be chosen")
        .click();
    window.run_steps(3);
    window.get_by_label("Judge again").click();
    let told = if count == 1 { "1 order comes".to_owned() } else { format!("{count} orders come") };
    wait_until(&mut window, "the answer", |window| has(window, &format!("{told} out otherwise")));
    // Closed and asked for again the answer is still there; with an order taken back it is not.
    press(&mut window, "Close");
    ask(&mut window);
    assert!(has(&window, "out otherwise"), "the same orders stand");
    press(&mut window, "Close");
    command(&mut window, Command::Undo);
    ask(&mut window);
    assert!(!has(&window, "out otherwise"), "it was of other orders");
}
