//! The guided first turn: whoever does what it says, by clicking what it lights, plays a whole turn.

use std::collections::BTreeSet;

use desk::{Desk, Game, Library, Setup};
use easy::Order;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};
use game::lesson::When;
use game::{Codec as _, Draft, Spot};
use games::Games;
use napoleon_at_war::NapoleonAtWar;
use scenario::HexScenario;
use window::play::{Advice, PlayAction};
use window::{Command, Habit, OpenedGame, Saved, Window};

use super::harness::{
    command, desk, give, has, keys, press, settle, stand, window, window_on, window_on_of, window_started,
};

/// Where the piece in hand is carried.
type Ahead = fn(&Harness<'_, Window>, piece: &str) -> Vec<Spot>;

/// The title of what the guide says now.
fn said(window: &mut Harness<'_, Window>) -> &'static str {
    window.run_steps(3);
    window.state_mut().play_mut().advise().expect("the guide has a word").lesson.title
}

/// A brigade that has beaten one three times over, or twice; and a stand that was eliminated.
const AFTER: &str = r#"(
    table: (48, 48),
    origin: (24, 24),
    stands: [
        (id: "D", side: "blue", arm: Infantry, at: (0, 0, 0), sp: 2),
        (id: "A", side: "red", arm: Infantry, at: (0, 2, 180), sp: 5),
        (id: "F", side: "blue", arm: Infantry, at: (15, 0, 0)),
        (id: "G", side: "red", arm: General, at: (-3, 4, 180)),
        (id: "T", side: "red", arm: Infantry, lost: Rallyable, start: 5),
    ],
    active: (command: "red", step: Command),
)"#;

#[test]
fn the_guide_goes_through_rally_retreat_and_rout_in_whatever_position_they_come() {
    let mut window = window_on(AFTER, Habit::Rolled);
    window.state_mut().play_mut().guide_on();
    assert_eq!(said(&mut window), "Bring a stand back");
    let guided = |last| {
        let mut window = beaten(last);
        window.state_mut().play_mut().guide_on();
        let lesson = said(&mut window);
        (window, lesson)
    };
    let (mut window, _) = guided(1);
    learn(&mut window, "A rout");
    let retreat = (2..=6).map(guided).find(|(_, lesson)| *lesson == "The beaten fall back");
    let (mut window, _) = retreat.expect("beaten less badly it retreats");
    learn(&mut window, "The beaten fall back");
}

/// A window on a combat that is decided: the loser's last die is this.
pub fn beaten(last: u16) -> Harness<'static, Window> {
    let position = AFTER.replace(", step: Command", "");
    let mut window = window_on(&position, Habit::Typed);
    let [attacker, defender] = ["A", "D"].map(|badge| stand(&window, badge));
    give(&mut window, &Order::EndMoves);
    give(&mut window, &Order::Declare { attacks: vec![(attacker, defender)] });
    give(&mut window, &Order::Resolve { combat: 0 });
    let face = egui::Key::from_name(&last.to_string()).expect("a digit");
    use egui::Key::{Enter, Num1, Num4};
    // Nobody hits; then the die of either side for the result.
    keys(&mut window, &[Num1, Num1, Enter, Num1, Num1, Num1, Num1, Num1, Enter, Num4, Enter, face, Enter]);
    window
}

/// Does what the guide says until it says farewell, with a detour before each thing that is said for the first time; gives
/// the titles of its lessons.
fn follow(window: &mut Harness<'_, Window>, ahead: Ahead) -> Vec<&'static str> {
    let ctx = window.ctx.clone();
    window.run_steps(2);
    window.state_mut().run_command(&ctx, Command::StartGuide);
    let (mut given, mut lit) = (Vec::new(), None);
    for _ in 0..240 {
        window.run_steps(3);
        let advice = window.state_mut().play_mut().advise().expect("the guide always has a word");
        let is_new = !given.contains(&advice.lesson.title);
        if given.last() != Some(&advice.lesson.title) {
            given.push(advice.lesson.title);
        }
        if advice.lesson.when == When::Over {
            return given;
        }
        lit.clone_from(&advice.lit);
        match is_new {
            true => detour(window, advice.lesson.title),
            false => obey(window, &advice, ahead),
        }
    }
    panic!("the guide does not come to its end: {given:?}, at last it points at {lit:?}");
}

/// Looks elsewhere: a click on a piece, the page of keys; both are left with Escape.
fn detour(window: &mut Harness<'_, Window>, title: &str) {
    let names = &window.state().play().game().groups(game::Viewer::Referee);
    let member = names.iter().flat_map(|group| &group.members).find(|member| member.placed);
    let piece = member.expect("somebody is on the table").piece.clone();
    command(window, Command::Play(PlayAction::Piece(piece)));
    assert!(window.state_mut().play_mut().advise().is_some(), "{title}: nothing is said of the detour");
    keys(window, &[egui::Key::Escape]);
    command(window, Command::ShowKeys);
    keys(window, &[egui::Key::Escape]);
}

/// Clicks what the guide lights.
fn obey(window: &mut Harness<'_, Window>, advice: &Advice, ahead: Ahead) {
    let ctx = window.ctx.clone();
    let title = advice.lesson.title;
    let lit = advice.lit.clone().expect("there is something to click");
    if advice.lesson.when == When::InHand {
        let piece = window.state().play().carried().expect("a piece is in hand").to_owned();
        for spot in ahead(window, &piece) {
            window.state_mut().run_command(&ctx, Command::Play(PlayAction::Over(Some(spot))));
            window.run_steps(3);
            if has(window, &lit) {
                break;
            }
        }
    }
    // What is out of sight is scrolled to.
    lit_node(window, &lit, title).scroll_to_me();
    window.run_steps(12);
    lit_node(window, &lit, title).click();
}

/// What the guide lights.
fn lit_node<'w>(window: &'w Harness<'_, Window>, lit: &'w str, title: &str) -> Node<'w> {
    let begins = |node: &Node<'_>| {
        let node = node.accesskit_node();
        let label = node.label().or_else(|| node.value()).unwrap_or_default();
        label.trim_start_matches(['+', '–', ' ']).starts_with(lit)
    };
    let mut found: Vec<_> = window.query_all_by_label_contains(lit).filter(begins).collect();
    // A button first, then a line of the log, before words that only say the same.
    found.sort_by_key(|node| {
        let node = node.accesskit_node();
        let opens = node.value().is_some_and(|line| line.starts_with(['+', '–']));
        (node.role() != egui::Role::Button, !opens)
    });
    let node = found.into_iter().next();
    node.unwrap_or_else(|| panic!("{lit:?} of {title:?} is not in the window"))
}

/// The lesson of this title is given now, and learnt by doing what it says, and what is said on the way.
fn learn(window: &mut Harness<'_, Window>, title: &str) {
    assert_eq!(said(window), title);
    let before = window.state().play().game().at();
    for _ in 0..6 {
        let advice = window.state_mut().play_mut().advise().expect("the guide has a word");
        obey(window, &advice, |_, _| Vec::new());
        window.run_steps(3);
        settle(window);
        let is_given = window.state().play().game().at() > before;
        let is_read = matches!(advice.lesson.when, When::Told(_)) && advice.lesson.title == title;
        if is_given || is_read {
            let next = window.state_mut().play_mut().advise().map(|advice| advice.lesson.title);
            assert!(!is_read || next != Some(title), "{title} is given again");
            return;
        }
    }
    panic!("what {title} says leads nowhere");
}

/// A window on a game of these rules, in which the guide will take over.
fn window_of_game(game: Box<dyn Game>) -> Harness<'static, Window> {
    let library = Library::embedded(&Games::default());
    let saved = Saved { dice: Habit::Typed, ..Saved::default() };
    let mut window =
        window_started(OpenedGame { library, game, notices: Vec::new() }, saved, [1600.0, 1000.0]);
    window.run_steps(3);
    window
}

/// The order is given with this face of its die.
fn give_with(window: &mut Harness<'_, Window>, order: Draft, face: u16) {
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::Play(PlayAction::GiveWith(order, Habit::Typed)));
    window.run_steps(3);
    let face = egui::Key::from_name(&face.to_string()).expect("a digit");
    keys(window, &[face, egui::Key::Enter]);
}

#[test]
fn the_guide_of_corps_goes_through_retreat_rout_and_rally() {
    use casus_belli::{Assault, CasusBelli, Order, Position, RawPhase};
    let on = |position: Position| {
        let state = position.set_up(&|id| Err(format!("no {id}"))).expect("the position is sound");
        let setup =
            Setup { options: state.game.chosen.clone(), ..Setup::new(state.game.scenario.clone(), 7) };
        Desk::<CasusBelli>::from_state(setup, state)
    };
    let units = |written: &[&str]| written.iter().map(|one| (*one).to_owned()).collect();
    // Between rivers, and whichever way it goes it comes into an enemy zone.
    let beaten = on(Position {
        units: units(&["foot:F4(5)@2010", "x:E4@2009", "y:E4@2211"]),
        river: vec![(2010, 2011), (2010, 1910), (2010, 1911)],
        phase: RawPhase::Combat,
        phasing: Some("F".into()),
        ..Position::default()
    });
    let id = |key: &str| beaten.state().game.find(key).expect("it is there");
    let attack = Order::Attack(Assault { by: vec![id("foot")], on: vec![id("x")], ..Assault::default() });
    let attack = CasusBelli::spell(beaten.state(), &attack);
    let mut window = window_of_game(Box::new(beaten));
    give_with(&mut window, attack, 1);
    window.state_mut().play_mut().guide_on();
    learn(&mut window, "The beaten go back");
    learn(&mut window, "It routs");
    let rally = on(Position {
        units: units(&["gone:F4.left@2012!", "x:E3@2005"]),
        leaders: units(&["v:F2.left@2010 Victor", "b:F1@2118 Bonaparte"]),
        phase: RawPhase::Reorganisation,
        phasing: Some("F".into()),
        ..Position::default()
    });
    let mut window = window_of_game(Box::new(rally));
    window.state_mut().play_mut().guide_on();
    learn(&mut window, "Turn them face up");
}

#[test]
fn after_the_marching_the_guide_of_corps_tells_of_the_combats_that_are_owed() {
    use casus_belli::{CasusBelli, Position, RawPhase};
    let position = Position {
        units: ["foot:F6@2010", "more:F4@2110", "x:E3@2009", "y:E3@0404"].map(ToOwned::to_owned).to_vec(),
        phase: RawPhase::Movement,
        phasing: Some("F".into()),
        ..Position::default()
    };
    let state = position.set_up(&|id| Err(format!("no {id}"))).expect("the position is sound");
    let setup = Setup { options: state.game.chosen.clone(), ..Setup::new(state.game.scenario.clone(), 7) };
    let mut window = window_of_game(Box::new(Desk::<CasusBelli>::from_state(setup, state)));
    window.state_mut().play_mut().guide_on();
    press(&mut window, "End movement");
    assert_eq!(said(&mut window), "Whoever is in a zone must fight");
    // Put back, it is still to be made up.
    detour(&mut window, "Whoever is in a zone must fight");
    assert_eq!(said(&mut window), "Whoever is in a zone must fight");
    let mut given = BTreeSet::new();
    while given.len() < 3 && said(&mut window) != "No more battles" {
        let title = said(&mut window);
        given.insert(title);
        let advice = window.state_mut().play_mut().advise().expect("the guide has a word");
        obey(&mut window, &advice, |_, _| Vec::new());
        settle(&mut window);
        if window.state().play().dice_wanted().is_some() {
            keys(&mut window, &[egui::Key::Num6, egui::Key::Enter]);
        }
    }
    assert!(!has(&window, "Enough marching"), "{given:?}");
    assert!(window.state().play().game().at() > 1, "a combat was fought: {given:?}");
}

#[test]
fn the_guide_of_napoleon_at_war_goes_through_retreat_and_loss() {
    use napoleon_at_war::{Assault, Order, Position, RawPhase};
    let mut given = BTreeSet::new();
    for face in 1..=6 {
        let position = Position {
            units: ["f:F5@2010", "e:E5@2009"].map(ToOwned::to_owned).to_vec(),
            phase: RawPhase::Combat,
            ..Position::default()
        };
        let state = position.set_up(&|id| Err(format!("no {id}"))).expect("the position is sound");
        let setup = Setup::new(state.game.scenario.clone(), 7);
        let id = |key: &str| state.game.find(key).expect("it is there");
        let assault = Assault { attackers: vec![id("f")], defenders: vec![id("e")], lowered: None };
        let attack = NapoleonAtWar::spell(&state, &Order::Attack(assault));
        let mut window = window_of_game(Box::new(Desk::<NapoleonAtWar>::from_state(setup, state)));
        give_with(&mut window, attack, face);
        window.state_mut().play_mut().guide_on();
        for title in ["The beaten retreat", "Driven back", "Lost for good"] {
            if said(&mut window) == title {
                learn(&mut window, title);
                given.insert(title);
            }
        }
    }
    assert!(given.contains("The beaten retreat") && given.contains("Driven back"), "{given:?}");
}

fn assert_given(given: &[&str], lessons: &[&str]) {
    for lesson in lessons {
        assert!(given.contains(lesson), "{lesson:?} was not given: {given:?}");
    }
}

#[test]
fn who_does_what_the_guide_says_plays_a_whole_turn() {
    let mut window = window(Habit::Typed);
    let given = follow(&mut window, |window, piece| {
        let state = desk(window).state();
        let stand = state.roster().find_stand(piece).expect("it is one");
        let pose = state.pose(stand).expect("it is on the table");
        vec![Spot::pose(pose.moved(pose.heading.forward() * 1.0))]
    });
    let said = window.get_by_label_contains(" of 18 learnt").rect();
    let table = window.get_by_role(egui::Role::Canvas).rect();
    assert!(!said.intersects(table), "the guide covers nothing of the table");
    assert_given(
        &given,
        &[
            "A chit decides",
            "Who hears the order",
            "Pick up a stand",
            "Put it down",
            "Nothing is ever lost",
            "And back again",
        ],
    );
    assert!(desk(&window).state().turn >= 2);
}

#[test]
fn the_guide_of_battalions_is_the_printed_example_with_its_dice() {
    let mut window = super::battalions::battle("worked-example");
    let given = follow(&mut window, |_, _| Vec::new());
    assert_given(
        &given,
        &[
            "A volley first",
            "Answer, or wait?",
            "Whose figures",
            "The charge",
            "Fire at the charge",
            "Who runs, who stays",
            "Three periods to rally",
            "That was a turn",
        ],
    );
    // As the book has it (11.5): the French run with 6, the Prussians stand with 8.
    let state = super::battalions::state(&window);
    let group = |unit: &str| state.find_group(unit).expect("it is on the table");
    assert_eq!([state.figures(group("A")), state.figures(group("B"))], [6, 8]);
    assert!(state.group(group("A")).rout.is_some() && state.group(group("B")).rout.is_none());
}

#[test]
fn the_guide_of_corps_is_followed_through_a_whole_turn() {
    use casus_belli::CasusBelli;
    let library = Library::embedded(&Games::default());
    let (scenario, _) = library.battle::<HexScenario>("marengo-cb").expect("it is in the program");
    let game = Desk::<CasusBelli>::new(Setup::new(scenario, 7), None).expect("it begins");
    let mut window = window_of_game(Box::new(game));
    let given = follow(&mut window, |window, piece| {
        let held = window.state().play().game().pick_up(piece, game::Viewer::Referee).expect("it is a piece");
        held.summary().places.iter().map(|(spot, _)| *spot).collect()
    });
    assert_given(
        &given,
        &[
            "Before the first turn",
            "Who commands whom",
            "Bring the column on",
            "Put it down",
            "Nothing is ever lost",
            "And back again",
            "Every result can be opened",
            "Enough marching",
            "The other side's turn",
        ],
    );
    assert_eq!(window.state().play().game().turn_number(), 2);
}

#[test]
fn the_guide_of_a_game_on_hexes_is_that_of_its_own_rules() {
    let library = Library::embedded(&Games::default());
    let (scenario, _) = library.battle::<HexScenario>("marengo-naw").expect("it is in the program");
    let game: Box<dyn Game> =
        Box::new(Desk::<NapoleonAtWar>::new(Setup::new(scenario, 7), None).expect("it begins"));
    let saved = Saved { dice: Habit::Typed, ..Saved::default() };
    let mut window =
        window_started(OpenedGame { library, game, notices: Vec::new() }, saved, [1600.0, 1000.0]);
    let given = follow(&mut window, |window, piece| {
        let game = window.state().play().game();
        let game: &Desk<NapoleonAtWar> =
            (game as &dyn std::any::Any).downcast_ref().expect("it is played on hexes");
        let state = game.state();
        let at = state.game.find(piece).and_then(|unit| state.hex(unit)).expect("it is on the map");
        state.game.map().neighbours(at).map(|(_, next)| Spot::Hex(next.0)).collect()
    });
    assert_given(
        &given,
        &[
            "Before the first turn",
            "Pick up a unit",
            "Put it down",
            "Nothing is ever lost",
            "And back again",
            "Every result can be opened",
            "Enough marching",
            "The other side's turn",
        ],
    );
    assert_eq!(window.state().play().game().turn_number(), 2);
}

#[test]
fn in_a_small_window_the_guide_leaves_the_card_of_a_combat_whole() {
    let position = AFTER.replace(", step: Command", "");
    let mut window = window_on_of(&position, Habit::Rolled, [1280.0, 800.0]);
    window.state_mut().play_mut().guide_on();
    let [attacker, defender] = ["A", "D"].map(|badge| stand(&window, badge));
    give(&mut window, &Order::EndMoves);
    give(&mut window, &Order::Declare { attacks: vec![(attacker, defender)] });
    assert_eq!(said(&mut window), "The card of an order");
    let rect = |label: &str| window.get_by_label_contains(label).rect();
    let [first, last, confirm] = ["Combat 1 is fought", "gap of 1 A and 4 D", "Confirm (Enter)"].map(rect);
    let prompt = window.get_by_label("Due").rect();
    assert!(
        prompt.bottom() <= first.top() && last.bottom() <= confirm.top(),
        "{first} to {last} over {confirm}"
    );
    let table = window.get_by_role(egui::Role::Canvas).rect();
    let leave = window.get_by_role_and_label(egui::Role::Button, "Leave").rect();
    assert!(
        table.bottom() <= leave.top() && leave.right() <= table.right(),
        "{leave} at the foot of {table}"
    );
}
