//! Orders that the rules refuse and the referee lets stand: by the card, and by a sign behind the order in the line; in each game.

use casus_belli::CasusBelli;
use desk::{Desk, Library, Setup};
use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::{Goal, LetStand, PieceInHand, Presentation, Spot, Viewer};
use games::Games;
use napoleon_at_war::NapoleonAtWar;
use scenario::{AnyRules, Embedded, HexScenario};
use window::play::PlayAction;
use window::{Command, Habit, OpenedGame, Saved, Window};

use super::battalions::battle;
use super::harness::{click_stand, command, desk, has, press, settle, stand, window_on, window_started};

/// A battery, and somebody beyond its range.
const TOO_FAR: &str = r#"(
    table: (60, 60),
    stands: [
        (id: "B", side: "red", arm: FootArtillery, at: (30, 4, 0)),
        (id: "D", side: "blue", arm: Infantry, at: (30, 50, 180), sp: 5),
        (id: "N", side: "blue", arm: Infantry, at: (33, 14, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

/// Somebody who moves, and somebody who may still move then.
const TWO: &str = r#"(
    table: (60, 60),
    stands: [
        (id: "A", side: "red", arm: Infantry, at: (30, 4, 0), sp: 5),
        (id: "B", side: "red", arm: Infantry, at: (40, 4, 0), sp: 5),
        (id: "D", side: "blue", arm: Infantry, at: (30, 50, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

fn type_line<W>(window: &mut Harness<'_, W>, text: &str) {
    for text in ["/", text] {
        let letters = text.chars().map(|letter| egui::Event::Text(letter.to_string()));
        window.input_mut().events.extend(letters);
        window.run_steps(3);
    }
    window.key_press(Key::Enter);
    window.run_steps(4);
    settle(window);
}

/// The reason is typed into the form that the card opens, and the order stands.
fn overrule<W>(window: &mut Harness<'_, W>, reason: &str) {
    press(window, "Overrule…");
    window.get_by_label("Why").type_text(reason);
    window.run_steps(3);
    press(window, "Let it stand (Ctrl+Enter)");
    settle(window);
}

fn hex_game<R: Presentation<Scenario = HexScenario>>(id: &str) -> Box<dyn desk::Game> {
    let (scenario, _) = scenario::hex::read(id, &Embedded, &AnyRules).expect("it is in the program");
    Box::new(Desk::<R>::new(Setup::new(scenario, 7), None).expect("it begins"))
}

/// Where somebody stands who may move, and an empty hex to which.
fn one_move(game: &dyn desk::Game) -> Option<[u16; 2]> {
    let groups = game.groups(Viewer::Referee);
    let pieces = groups.iter().flat_map(|group| &group.members);
    let held = pieces.filter_map(|member| game.pick_up(&member.piece, Viewer::Referee).ok());
    let mut held: Vec<Box<dyn PieceInHand>> = held.collect();
    let taken: Vec<Option<Spot>> = held.iter().map(|one| one.summary().from).collect();
    held.iter_mut().find_map(|one| {
        let from @ Spot::Hex(number) = one.summary().from? else { return None };
        let alone = taken.iter().filter(|other| **other == Some(from)).count() == 1;
        let places = one.summary().places.clone();
        let (to, _) = places.into_iter().find(|(to, _)| alone && !taken.contains(&Some(*to)))?;
        let order = one.trip(Goal::at(to)).order?;
        let Spot::Hex(to) = to else { return None };
        (order.verb == "Move").then_some([number, to])
    })
}

/// The one die is typed.
fn throw(window: &mut Harness<'_, Window>) {
    window.input_mut().events.push(egui::Event::Text("4".to_owned()));
    window.run_steps(2);
    press(window, "These dice (Enter)");
    settle(window);
}

/// What was let stand last.
fn stood(window: &Harness<'_, Window>) -> LetStand {
    let game = window.state().play().game();
    let last = game.at();
    game.given(last).and_then(|order| order.let_stand).expect("it was let stand")
}

#[test]
fn a_shot_beyond_range_stands_by_its_card_and_by_the_line() {
    for by_line in [false, true] {
        let mut window = window_on(TOO_FAR, Habit::Rolled);
        if by_line {
            type_line(&mut window, "1g2 ! he could see him");
        } else {
            for key in ["B", "D"] {
                let stand = stand(&window, key);
                click_stand(&mut window, stand);
            }
            overrule(&mut window, "he could see him");
        }
        assert_eq!(
            stood(&window),
            LetStand { clauses: vec!["easy:II.D-range".to_owned()], reason: "he could see him".to_owned() }
        );
        assert!(desk(&window).current().is_some_and(|entry| !entry.casts.is_empty()), "the dice were rolled");
        command(&mut window, Command::ShowRules);
        assert!(has(&window, "One order was let stand against it"), "the rules in force tell it");
    }
}

#[test]
fn what_stands_against_an_option_s_clause_can_become_a_rule() {
    let mut window = window_on(&TOO_FAR.replace("(30, 50, 180)", "(39, 9, 180)"), Habit::Rolled);
    type_line(&mut window, "1g2 ! he had turned his guns");
    assert_eq!(stood(&window).clauses, ["easy:II.D-lane"]);
    command(&mut window, Command::ShowRules);
    press(&mut window, "Make it a rule of the evening: Arc of fire…");
    assert!(!has(&window, "Options at their defaults"), "the page is closed");
    assert!(
        has(&window, "Change an option") && has(&window, "0 to 90, now 45"),
        "the form asks for its value"
    );
}

#[test]
fn a_volley_beyond_range_stands_with_its_die() {
    let mut window = battle("brigade-action");
    type_line(&mut window, "F04 v P05 ! they saw each other");
    throw(&mut window);
    assert_eq!(stood(&window).reason, "they saw each other");
}

#[test]
fn a_gun_that_is_laid_past_whom_it_must_fire_at_stands_by_its_card() {
    let mut window = battle("brigade-action");
    for step in [PlayAction::Show("F14".to_owned()), PlayAction::Piece("P05".to_owned())] {
        command(&mut window, Command::Play(step));
    }
    let aside = Spot::Point { x: 14.0, y: 17.0 };
    command(&mut window, Command::Play(PlayAction::Over(Some(aside))));
    command(&mut window, Command::Play(PlayAction::At(aside)));
    window.run_steps(3);
    overrule(&mut window, "the gunners were deaf");
    throw(&mut window);
    assert_eq!(stood(&window).reason, "the gunners were deaf");
}

/// Somebody who has moved, and moves again.
#[test]
fn who_may_not_move_at_all_moves_by_the_line() {
    let mut window = battle("brigade-action");
    type_line(&mut window, "1/9th 18:16");
    type_line(&mut window, "1/9th 18:14 ! it was knocked");
    assert_eq!(stood(&window).clauses, ["epstein:4.3"]);
    for (game, clause) in [
        (hex_game::<NapoleonAtWar>("marengo-naw"), "naw:5.17"),
        (hex_game::<CasusBelli>("marengo-cb"), "cb:3b"),
    ] {
        let library = Library::embedded(&Games::default());
        let start = OpenedGame { library, game, notices: Vec::new() };
        let mut window = window_started(start, Saved::default(), [1600.0, 1000.0]);
        window.run_steps(3);
        let moves = (0..6).find_map(|_| {
            let moves = one_move(window.state().play().game());
            if moves.is_none() {
                type_line(&mut window, ".");
            }
            moves
        });
        let [from, to] = moves.expect("somebody may move");
        type_line(&mut window, &format!("{from:04} {to:04}"));
        type_line(&mut window, &format!("{to:04} {from:04} !!! it was knocked"));
        assert_eq!(stood(&window).clauses[0], clause);
    }
    let mut window = window_on(TWO, Habit::Rolled);
    type_line(&mut window, "1f1");
    type_line(&mut window, "1f1 ! it was knocked");
    assert_eq!(stood(&window).clauses, ["easy:II.A.2.3"]);
}

/// Players ask at any time how far somebody gets: whoever is dragged shows it, and nothing comes of it.
#[test]
fn who_is_not_due_is_dragged_to_see_how_far_it_gets() {
    let mut window = window_on(TWO, Habit::Rolled);
    let given = desk(&window).depth();
    command(&mut window, Command::Play(PlayAction::Lift("D".to_owned())));
    assert!(has(&window, "Not allowed: ") && has(&window, "This is how far it could get"));
    let near = Spot::Point { x: 30.0, y: 47.0 };
    command(&mut window, Command::Play(PlayAction::Over(Some(near))));
    assert!(has(&window, "3.00 in of 6.00 in"), "it is measured");
    command(&mut window, Command::Play(PlayAction::Drop(Some(near))));
    command(&mut window, Command::Confirm);
    assert_eq!(desk(&window).depth(), given);
}

/// The same in the hand of somebody who drags it: first whether it may move at all is overruled, then the order.
#[test]
fn who_may_not_move_at_all_moves_by_the_mouse() {
    let mut window = window_on(TWO, Habit::Rolled);
    type_line(&mut window, "1f1");
    command(&mut window, Command::Play(PlayAction::Lift("A".to_owned())));
    window.run_steps(3);
    press(&mut window, "Overrule…");
    let aside = Spot::Point { x: 30.0, y: 6.0 };
    command(&mut window, Command::Play(PlayAction::Over(Some(aside))));
    command(&mut window, Command::Play(PlayAction::At(aside)));
    window.run_steps(3);
    overrule(&mut window, "it was knocked");
    assert_eq!(stood(&window).clauses, ["easy:II.A.2.3"]);
}
