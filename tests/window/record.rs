//! The record and the rules through their labels: the log, looking back, the rulebook, a new game's sheet.

use super::harness::desk as the_desk;
use desk::{Desk, DiceFrom, Library, Setup};
use easy::{Easy, Order};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::Viewer;
use games::Games;
use scenario::Side;
use window::{Command, Habit, OpenedGame, Saved, Window};

use super::harness::{command, game, press, settle, wait_for, wait_until, window, window_started};

/// A game in its own folder, so many orders old, each the first that was due.
fn played(orders: usize) -> (Harness<'static, Window>, tempfile::TempDir) {
    played_in(orders, [2000.0, 1200.0])
}

/// The same in a window of this size in points.
fn played_in(orders: usize, size: [f32; 2]) -> (Harness<'static, Window>, tempfile::TempDir) {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let (scenario, _) = library.scenario("first-steps").expect("first-steps is in the program");
    let path = library.new_journal("first-steps").expect("a folder can be made").expect("there is a home");
    let mut desk = Desk::<Easy>::new(Setup::new(scenario, 7), Some(&path)).expect("a game begins");
    for _ in 0..orders {
        let order = desk.due().offers[0].order.clone();
        desk.order(order, DiceFrom::Rolled).expect("an offer is legal");
    }
    let saved = Saved { log: true, ..Saved::default() };
    let mut window =
        window_started(OpenedGame { library, game: Box::new(desk), notices: Vec::new() }, saved, size);
    window.run_steps(4);
    (window, home)
}

fn click(window: &mut Harness<'_, Window>, role: egui::Role, label: &str) {
    window.get_by_role_and_label(role, label).click();
    window.run_steps(4);
    settle(window);
}

fn type_into(window: &mut Harness<'_, Window>, field: &str, text: &str) {
    window.get_by_role_and_label(egui::Role::TextInput, field).focus();
    window.run_steps(2);
    window.get_by_role_and_label(egui::Role::TextInput, field).type_text(text);
    window.run_steps(4);
    settle(window);
}

/// The lines of the log that are to be seen.
fn lines(window: &Harness<'_, Window>) -> Vec<String> {
    window
        .query_all_by_role(egui::Role::Button)
        .filter_map(|node| node.accesskit_node().label())
        .filter(|label| label.starts_with("Order ") && label.contains(": "))
        .collect()
}

#[test]
fn the_log_is_filtered_and_its_lines_open_their_working() {
    let (mut window, _home) = played(30);
    let all = lines(&window);
    assert!(all.len() > 1);
    let (order, head) = the_desk(&window)
        .line()
        .iter()
        .rfind(|entry| matches!(entry.order, Order::Draw))
        .map(|entry| (entry.number, entry.words[0].clone()))
        .expect("chits were drawn");
    press(&mut window, "Only Chits");
    press(&mut window, "Only Fiats");
    press(&mut window, "Only Chits");
    assert!(lines(&window).is_empty(), "no fiat was spoken");
    press(&mut window, "Clear");
    type_into(&mut window, "Find in the log", &format!("{head} order {order}:"));
    assert_eq!(lines(&window), [format!("Order {order}: {head}")]);
    assert!(window.query_by_label(&format!("Play on from order {order}")).is_none());
    let fold = format!("Working of order {order}");
    window.get_by_role_and_label(egui::Role::DisclosureTriangle, &fold).click_accesskit();
    window.run_steps(4);
    assert!(window.query_by_label(&format!("Play on from order {order}")).is_some());
}

#[test]
fn an_earlier_table_is_seen_and_played_on_from() {
    let (mut window, _home) = played(10);
    let now = the_desk(&window).at();
    let number_of =
        |line: &str| line["Order ".len()..].split(':').next().and_then(|n| n.parse::<usize>().ok());
    let line = lines(&window).into_iter().find(|line| number_of(line) > Some(1)).expect("a line in sight");
    let number = number_of(&line).expect("a number");
    assert!(number > 1 && number < now, "{line}");
    let seen = |number: usize| format!("Seen: after order {number}, turn 1");
    // The line may be half hidden at the edge of the list.
    let look = |window: &mut Harness<'_, Window>| {
        window.get_by_role_and_label(egui::Role::Button, &line).click_accesskit();
        window.run_steps(4);
    };
    look(&mut window);
    assert!(window.query_by_label(&seen(number)).is_some());
    press(&mut window, "One order back");
    assert!(window.query_by_label(&seen(number - 1)).is_some());
    // A keyboard sends the key and its text together: neither begins the order line.
    for (key, text, now) in [(egui::Key::Period, ".", number), (egui::Key::Comma, ",", number - 1)] {
        window.key_press(key);
        window.input_mut().events.push(egui::Event::Text(text.to_owned()));
        window.run_steps(3);
        assert!(window.query_by_label(&seen(now)).is_some(), "{text}");
    }
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::OpenLine);
    window.run_steps(2);
    window.input_mut().events.push(egui::Event::Text("1".into()));
    window.run_steps(2);
    assert!(window.query_by_label("Enter gives it").is_none(), "the order line waits for the present");
    window.state_mut().run_command(&ctx, Command::Undo);
    window.run_steps(2);
    assert_eq!(the_desk(&window).at(), now, "nothing is ordered or taken back while looking back");
    press(&mut window, "Back to now");
    assert!(window.query_by_label(&seen(number - 1)).is_none());
    assert_eq!(the_desk(&window).at(), now);
    look(&mut window);
    press(&mut window, "Play on from here");
    assert_eq!(the_desk(&window).at(), number);
    // What was left is found among the branches, and gone back to.
    press(&mut window, "Branches (1)");
    window.get_by_label_contains(&format!("To order {now}, turn")).click();
    window.run_steps(4);
    assert!(window.query_by_label_contains(", on a branch that was left").is_some());
    press(&mut window, "Play on from here");
    assert_eq!(the_desk(&window).at(), now);
}

#[test]
fn a_clause_is_a_link_that_opens_the_rulebook() {
    let mut window = window(Habit::Rolled);
    window.run_steps(4);
    assert!(window.query_by_label("Find in the rules").is_none(), "the book is closed at first");
    click(&mut window, egui::Role::Link, "Clause II.A.2.1");
    window.run_steps(3);
    let title = rulebook::book("easy")
        .expect("it is in the program")
        .clause("II.A.2.1")
        .expect("it is there")
        .title
        .clone();
    let page = format!("II.A.2.1 {title}");
    assert!(window.query_by_role_and_label(egui::Role::Heading, &page).is_some());
    // A case shows its text.
    let case = window.query_all_by_role(egui::Role::DisclosureTriangle);
    let case: Vec<String> = case
        .filter_map(|node| node.accesskit_node().label())
        .filter(|label| label.starts_with("Case: "))
        .collect();
    let first = case.first().expect("a case shows it");
    window.get_by_label(first).click_accesskit();
    window.run_steps(4);
    let name = first.trim_start_matches("Case: ").to_owned();
    assert!(window.query_by_label_contains(&format!("name: \"{name}")).is_some());
    // Words are sought; the best clause comes first, and its line opens it.
    type_into(&mut window, "Find in the rules", "canister");
    let found: Vec<String> = window
        .query_all_by_role(egui::Role::Link)
        .filter_map(|node| node.accesskit_node().label())
        .filter(|label| !label.starts_with("Clause "))
        .collect();
    assert!(!found.is_empty());
    click(&mut window, egui::Role::Link, &found[0]);
    assert!(window.query_by_role_and_label(egui::Role::Heading, &found[0]).is_some());
    press(&mut window, "Back in the rulebook");
    assert!(window.query_by_role_and_label(egui::Role::Heading, &page).is_some());
}

#[test]
fn a_game_is_begun_with_options_and_its_rules_are_shown() {
    let (mut window, _home) = played(2);
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::ChooseScenario);
    wait_for(&mut window, "Begin First steps");
    assert!(window.query_by_label("As it was: clear").is_some(), "it says what the weather was");
    type_into(&mut window, "Find an option", "measure");
    window.get_by_role_and_label(egui::Role::RadioButton, "How distance is measured: centres").click();
    window.run_steps(4);
    assert!(window.query_by_label("1 changed").is_some());
    type_into(&mut window, "Seed", "many");
    assert!(window.query_by_label_contains("The seed many is no whole number").is_some());
    let begin = "Begin First steps: the bridge at Lesnes";
    assert!(window.get_by_label(begin).accesskit_node().is_disabled());
    for _ in 0..4 {
        window.key_press(egui::Key::Backspace);
        window.run_steps(1);
    }
    type_into(&mut window, "Seed", "11");
    type_into(&mut window, "Journal", "evening");
    press(&mut window, begin);
    let desk = the_desk(&window);
    assert_eq!((desk.setup().seed, desk.depth()), (11, 0));
    assert_eq!(desk.setup().options.0.get("measure").map(String::as_str), Some("centres"));
    assert!(desk.journal_path().is_some_and(|path| path.ends_with("evening.drumhead")));
    assert!(!window.state().saved().last_options.is_empty());
    // The page of rules tells what differs first.
    window.state_mut().run_command(&ctx, Command::ShowRules);
    window.run_steps(4);
    assert!(window.query_by_label("Options that differ from the book").is_some());
    assert!(window.query_by_label("How distance is measured: centres.").is_some());
    press(&mut window, "Copy");
    window.key_press(egui::Key::Escape);
    window.run_steps(4);
    assert!(window.query_by_label("Options that differ from the book").is_none());
}

#[test]
fn a_preset_is_taken_kept_under_a_name_and_deleted() {
    let (mut window, home) = played(1);
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::ChooseScenario);
    wait_for(&mut window, "Begin First steps");
    press(&mut window, "Everything");
    assert!(window.query_by_label("all as the battle has them").is_none());
    press(&mut window, "Basic");
    assert!(window.query_by_label("all as the battle has them").is_some());
    type_into(&mut window, "Find an option", "measure");
    window.get_by_role_and_label(egui::Role::RadioButton, "How distance is measured: centres").click();
    window.run_steps(4);
    press(&mut window, "Your presets");
    assert!(window.query_by_label("None is kept yet").is_some());
    type_into(&mut window, "Name of the preset", "Saturday");
    press(&mut window, "Keep as a preset");
    let file = home.path().join("presets/saturday.ron");
    assert!(std::fs::read_to_string(&file).expect("it is a file").contains("centres"));
    press(&mut window, "As the battle has it");
    assert!(window.query_by_label("all as the battle has them").is_some());
    press(&mut window, "Saturday");
    assert!(window.query_by_label("1 changed").is_some());
    type_into(&mut window, "Name of the preset", "saturday");
    press(&mut window, "Keep as a preset");
    assert!(window.query_by_label_contains("There is already a preset").is_some());
    press(&mut window, "Delete the preset Saturday");
    assert!(!file.exists() && window.query_by_label("None is kept yet").is_some());
}

#[test]
fn a_recent_game_is_opened_by_one_click_and_a_bad_one_leaves_the_present() {
    let (mut window, home) = played(3);
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::NewGame { scenario: "first-steps".into(), weather: None });
    window.run_steps(4);
    let bad = home.path().join("bad.journal");
    std::fs::write(&bad, "nothing of ours\n").expect("a file is written");
    window.state_mut().run_command(&ctx, Command::OpenFile(bad));
    wait_for(&mut window, "this is not a journal");
    assert!(the_desk(&window).journal_path().is_some_and(|path| path.ends_with("first-steps-002.drumhead")));
    press(&mut window, "Go on");
    press(&mut window, "Game");
    wait_for(&mut window, "order 3, so far");
    window.get_by_label_contains("Go on with first-steps-001").click();
    wait_until(&mut window, "the game of three orders", |window| the_desk(window).depth() == 3);
    assert!(the_desk(&window).journal_path().is_some_and(|path| path.ends_with("first-steps-001.drumhead")));
    assert!(!home.path().join("journals/first-steps-002.drumhead").exists(), "nothing was done in it");
    press(&mut window, "Game");
    window
        .state_mut()
        .run_command(&ctx, Command::PlayAgain(home.path().join("journals/first-steps-001.drumhead")));
    window.run_steps(4);
    assert!(the_desk(&window).journal_path().is_some_and(|path| path.ends_with("first-steps-002.drumhead")));
    assert_eq!(the_desk(&window).depth(), 0);
}

#[test]
fn the_rulebook_opened_by_its_keys_is_ready_for_words_and_opens_again_where_it_was() {
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::R);
    window.run_steps(3);
    window.input_mut().events.push(egui::Event::Text("II.C.4.1".into()));
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    let heading = "II.C.4.1 Entering a zone: stop or close";
    assert!(window.query_by_role_and_label(egui::Role::Heading, heading).is_some());
    // The next run begins with what was saved of this one, as it is written to disk.
    command(&mut window, Command::PlayersScreen(Side(1)));
    window.run_steps(2);
    let text = ron::to_string(window.state().saved()).expect("it can be written");
    let saved: Saved = ron::from_str(&text).expect("and read");
    assert_eq!(saved.screen, Some(Viewer::Side(Side(1))));
    let library = Library::embedded(&Games::default());
    let desk = game(&library, "first-steps");
    let mut again = window_started(
        OpenedGame { library, game: Box::new(desk), notices: Vec::new() },
        saved,
        [1600.0, 1000.0],
    );
    again.run_steps(4);
    assert!(again.query_by_role_and_label(egui::Role::Heading, heading).is_some());
    // Both windows show the table: each stand is there twice.
    let stands = again.query_all_by_label_contains("2 Lannoy").count();
    command(&mut again, Command::ClosePlayersScreen);
    again.run_steps(2);
    assert!(again.query_all_by_label_contains("2 Lannoy").count() < stands);
    assert_eq!(again.state().saved().screen, None);
}

#[test]
fn a_working_that_is_opened_near_the_end_comes_into_sight() {
    let (mut window, _home) = played_in(24, [1280.0, 800.0]);
    let numbers: Vec<usize> = lines(&window)
        .iter()
        .filter_map(|line| line["Order ".len()..].split(':').next().and_then(|number| number.parse().ok()))
        .collect();
    assert!(numbers.len() > 2, "{numbers:?}");
    for number in numbers.into_iter().rev().take(3) {
        let fold = format!("Working of order {number}");
        window.get_by_role_and_label(egui::Role::DisclosureTriangle, &fold).click_accesskit();
        window.run_steps(8);
        // The order line is the lowest field, and begins where the log ends.
        let fields = window.query_all_by_role(egui::Role::TextInput).map(|node| node.rect().top());
        let foot = fields.fold(0.0, f32::max);
        let end = window.get_by_label(&format!("Play on from order {number}")).rect();
        // Whole where there is room for it, else from its beginning: the line then begins under the tools of the log.
        let tools = window.get_by_label("Find in the log").rect().bottom();
        let line = window.get_by_label_contains(&format!("Order {number}: ")).rect();
        let whole = end.bottom() <= foot && line.top() >= tools - 1.0;
        let first = line.top() >= tools - 1.0 && line.top() < tools + 30.0;
        assert!(whole || first, "order {number}: from {line} to {end}, between {tools} and {foot}");
        window.get_by_role_and_label(egui::Role::DisclosureTriangle, &fold).click_accesskit();
        window.run_steps(4);
    }
}

#[test]
fn a_line_that_was_opened_out_of_sight_is_brought_into_it_at_once() {
    let (mut window, _home) = played_in(24, [1280.0, 800.0]);
    let seen = |window: &Harness<'_, Window>, number: usize| {
        let tools = window.get_by_label("Find in the log").rect().bottom();
        let label = format!("Order {number}: ");
        let line = window.query_by_label_contains(&label);
        line.is_some_and(|line| line.rect().top() >= tools - 1.0)
    };
    assert!(!seen(&window, 1), "the log stands at its end");
    command(&mut window, Command::OpenEntry(1));
    window.run_steps(8);
    assert!(seen(&window, 1), "it is brought into sight");
}

/// Whatever is open in it: the newest line comes into sight with every order, and what is open stays open.
#[test]
fn the_log_follows_while_an_entry_is_open_in_it() {
    let (mut window, _home) = played_in(40, [1600.0, 1000.0]);
    command(&mut window, Command::OpenEntry(5));
    assert!(window.query_by_label("Play on from order 5").is_some(), "it is open, and seen");
    let newest = |window: &Harness<'_, Window>| format!("Order {}: ", the_desk(window).at());
    let is_seen =
        |window: &Harness<'_, Window>| lines(window).iter().any(|line| line.starts_with(&newest(window)));
    assert!(!is_seen(&window), "the newest is far below");
    for _ in 0..3 {
        let order = the_desk(&window).due().offers[0].order.clone();
        super::harness::give(&mut window, &order);
        window.run_steps(6);
        assert!(is_seen(&window), "{:?} lacks {}", lines(&window), newest(&window));
    }
    // What is open close by stays open as the log goes on.
    let last = the_desk(&window).at();
    command(&mut window, Command::OpenEntry(last));
    let order = the_desk(&window).due().offers[0].order.clone();
    super::harness::give(&mut window, &order);
    window.run_steps(6);
    assert!(is_seen(&window));
    assert!(window.query_by_label(&format!("Play on from order {last}")).is_some(), "it is still open");
}

/// Of every game on hexes that its solo players fight: who does what stands once in a line, by whoever reads it.
#[test]
fn the_log_of_hexes_tells_a_move_once() {
    for id in ["marengo-naw", "marengo-cb"] {
        let mut game = super::sizes::begun(id);
        let mut players = Games::default().players(&mut *game).expect("it has solo players");
        let mut told = 0;
        for _ in 0..150 {
            if game.is_over() {
                break;
            }
            players.step(&mut *game).expect("the players go on");
        }
        let viewers = [Viewer::Referee, Viewer::Side(Side(0)), Viewer::Side(Side(1))];
        for (index, viewer) in (0..game.entries()).flat_map(|index| viewers.map(|viewer| (index, viewer))) {
            let entry = game.entry(index, viewer).expect("it is in the record");
            let mut seen: Vec<String> = Vec::new();
            for words in &entry.words {
                for verb in [" moves ", " comes on ", " advances ", " retreats ", " against "] {
                    let Some((who, _)) = words.split_once(verb) else { continue };
                    let who = who.split(" in ").next().unwrap_or(who).to_owned() + verb;
                    assert!(!seen.contains(&who), "{id}: {:?}", entry.words);
                    seen.push(who);
                    told += 1;
                }
            }
        }
        assert!(told > 100, "{id}: {told} are told");
    }
}
