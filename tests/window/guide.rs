//! The guided first turn: whoever does what it says, by clicking what it lights, plays a whole turn.

use drumhead::app::window::Deed;
use drumhead::app::{Command, Habit};
use drumhead::game::Spot;
use drumhead::game::lesson::When;
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::harness::{desk, window};

#[test]
fn who_does_what_the_guide_says_plays_a_whole_turn() {
    let mut window = window(Habit::Typed);
    let ctx = window.ctx.clone();
    window.run_steps(2);
    window.state_mut().run_command(&ctx, Command::StartGuide);
    let mut given = Vec::new();
    let mut farewell = false;
    for _ in 0..120 {
        window.run_steps(3);
        let advice = window.state_mut().play_mut().advise().expect("the guide always has a word");
        if given.last() != Some(&advice.lesson.title) {
            given.push(advice.lesson.title);
        }
        if advice.lesson.when == When::Over {
            farewell = true;
            break;
        }
        let lit = advice.lit.expect("there is something to click");
        if advice.lesson.when == When::InHand {
            let state = desk(&window).state();
            let key = window.state().play().carried().expect("a stand is in hand");
            let stand = state.roster().find_stand(key).expect("it is one");
            let pose = state.pose(stand).expect("it is on the table");
            let ahead = Spot::pose(pose.moved(pose.heading.forward() * 1.0));
            window.state_mut().run_command(&ctx, Command::Play(Deed::Over(Some(ahead))));
            window.run_steps(2);
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
    assert!(farewell, "{given:?}");
    let said = window.get_by_label_contains(" of 16 learnt").rect();
    let table = window.get_by_role(egui::Role::Canvas).rect();
    assert!(!said.intersects(table), "the guide covers nothing of the table");
    for lesson in [
        "A chit decides",
        "Who hears the order",
        "Pick up a stand",
        "Put it down",
        "Nothing is ever lost",
        "And back again",
    ] {
        assert!(given.contains(&lesson), "{lesson:?} was not given: {given:?}");
    }
    assert!(desk(&window).state().turn >= 2);
}
