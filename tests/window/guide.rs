//! The guided first turn: whoever does what it says, by clicking what it lights, plays a whole turn.

use drumhead::app::play::Deed;
use drumhead::app::{Begun, Command, Habit, Saved, Window};
use drumhead::desk::{Desk, Game, Library, Setup};
use drumhead::game::Spot;
use drumhead::game::lesson::When;
use drumhead::games::Games;
use drumhead::rules::napoleon_at_war::NapoleonAtWar;
use drumhead::scenario::HexScenario;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};

use super::harness::{desk, has, stand, window, window_started};

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
    use super::harness::window_on;
    let mut window = window_on(AFTER, Habit::Rolled);
    window.state_mut().play_mut().guide_on();
    assert_eq!(said(&mut window), "Bring a stand back");
    let lesson = |last| {
        let mut window = beaten(last);
        window.state_mut().play_mut().guide_on();
        said(&mut window)
    };
    assert_eq!(lesson(1), "A rout");
    assert!((2..=6).any(|last| lesson(last) == "The beaten fall back"), "beaten less badly it retreats");
}

/// A window on a combat that is decided: the loser's last die is this.
pub fn beaten(last: u16) -> Harness<'static, Window> {
    use super::harness::{give, keys, window_on};
    use drumhead::rules::easy::Order;
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

/// Does what the guide says until it says farewell; gives the titles of its lessons.
fn follow(window: &mut Harness<'_, Window>, ahead: Ahead) -> Vec<&'static str> {
    let ctx = window.ctx.clone();
    window.run_steps(2);
    window.state_mut().run_command(&ctx, Command::StartGuide);
    let mut given = Vec::new();
    for _ in 0..160 {
        window.run_steps(3);
        let advice = window.state_mut().play_mut().advise().expect("the guide always has a word");
        if given.last() != Some(&advice.lesson.title) {
            given.push(advice.lesson.title);
        }
        if advice.lesson.when == When::Over {
            return given;
        }
        let lit = advice.lit.expect("there is something to click");
        if advice.lesson.when == When::InHand {
            let piece = window.state().play().carried().expect("a piece is in hand").to_owned();
            for spot in ahead(window, &piece) {
                window.state_mut().run_command(&ctx, Command::Play(Deed::Over(Some(spot))));
                window.run_steps(3);
                if has(window, &lit) {
                    break;
                }
            }
        }
        let begins = |node: &Node<'_>| {
            let node = node.accesskit_node();
            let label = node.label().or_else(|| node.value()).unwrap_or_default();
            label.trim_start_matches(['+', '–', ' ']).starts_with(&lit)
        };
        let mut found: Vec<_> = window.query_all_by_label_contains(&lit).filter(begins).collect();
        // A button first, then a line of the log, before words that only say the same.
        found.sort_by_key(|node| {
            let node = node.accesskit_node();
            let opens = node.value().is_some_and(|line| line.starts_with(['+', '–']));
            (node.role() != egui::Role::Button, !opens)
        });
        let node = found.into_iter().next();
        node.unwrap_or_else(|| panic!("{lit:?} of {:?} is not in the window", advice.lesson.title)).click();
    }
    panic!("the guide does not come to its end: {given:?}");
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
fn the_guide_of_a_game_on_hexes_is_that_of_its_own_rules() {
    let library = Library::embedded(&Games::default());
    let (scenario, _) = library.battle::<HexScenario>("marengo-naw").expect("it is in the program");
    let game: Box<dyn Game> =
        Box::new(Desk::<NapoleonAtWar>::new(Setup::new(scenario, 7), None).expect("it begins"));
    let saved = Saved { dice: Habit::Typed, ..Saved::default() };
    let mut window = window_started(Begun { library, game, notices: Vec::new() }, saved, [1600.0, 1000.0]);
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
