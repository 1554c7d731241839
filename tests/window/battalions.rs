//! Battalions of several stands in the window: the ring of their orders, guns that are aimed, the tree of a charge, where somebody
//! would run, companies sent out, tables corrected.

use desk::{Desk, Library, Setup};
use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use epstein::formation::Formation;
use epstein::{Epstein, State};
use game::{Draft, Spot};
use games::Games;
use window::play::PlayAction;
use window::{Begin, Command, Habit, OpenedGame, Saved, SetUpAct, Window};

use super::harness::{alt, command, has, keys, press, wait_for, window_started};

/// A window on this battle.
pub fn battle(id: &str) -> Harness<'static, Window> {
    battle_of(id, [1600.0, 1000.0])
}

/// The same in a window of this size in points.
fn battle_of(id: &str, size: [f32; 2]) -> Harness<'static, Window> {
    let library = Library::embedded(&Games::default());
    let (scenario, _) = library.scenario(id).expect("it is in the program");
    let desk = Desk::<Epstein>::new(Setup::new(scenario, 7), None).expect("it begins");
    let saved = Saved { dice: Habit::Typed, ..Saved::default() };
    let start = OpenedGame { library, game: Box::new(desk), notices: Vec::new() };
    let mut window = window_started(start, saved, size);
    window.run_steps(3);
    window
}

fn is_button(window: &Harness<'_, Window>, label: &str) -> bool {
    window.query_by_role_and_label(egui::Role::Button, label).is_some()
}

fn depth(window: &Harness<'_, Window>) -> usize {
    window.state().play().game().depth()
}

/// A volley of the worked example, and the choice of its answer.
fn answered(answer: usize) -> Harness<'static, Window> {
    let mut window = battle("worked-example");
    for number in [1, answer] {
        command(&mut window, Command::Choose(number));
    }
    window
}

pub fn state<'w>(window: &'w Harness<'_, Window>) -> &'w State {
    let game: &Desk<Epstein> = (window.state().play().game() as &dyn std::any::Any)
        .downcast_ref()
        .expect("it is played with battalions");
    game.state()
}

fn formation(window: &Harness<'_, Window>, unit: &str) -> Formation {
    let state = state(window);
    state.group(state.find_group(unit).expect("there is such a unit")).formation
}

fn select(window: &mut Harness<'_, Window>, unit: &str) {
    command(window, Command::Play(PlayAction::Show(unit.to_owned())));
}

fn over(window: &mut Harness<'_, Window>, x: f64, y: f64) {
    command(window, Command::Play(PlayAction::Over(Some(Spot::Point { x, y }))));
    window.run_steps(2);
}

#[test]
fn the_points_say_what_they_are_before_anything_has_happened() {
    let window = battle("brigade-action");
    assert!(has(&window, "If it ended now: French 0, Prussian 4"));
}

#[test]
fn formations_lie_in_a_ring_round_their_unit_and_are_chosen_by_number() {
    let mut window = battle("brigade-action");
    command(&mut window, Command::ShowRing);
    assert!(has(&window, "Select a piece first"));
    select(&mut window, "F04");
    alt(&mut window, &[Key::O]);
    let barred = "Assault column: not allowed, it is in assault column (5.2)";
    let node = window.get_by_role_and_label(egui::Role::Button, barred);
    assert!(node.accesskit_node().is_disabled(), "what it is in already is no choice");
    // One that may not be chosen says why; the others are given.
    keys(&mut window, &[Key::Num2]);
    assert!(has(&window, "Assault column: it is in assault column (5.2)"));
    assert_eq!(formation(&window, "F04"), Formation::AssaultColumn);
    keys(&mut window, &[Key::Num3]);
    assert_eq!(formation(&window, "F04"), Formation::Line);
    assert!(!has(&window, ": not allowed, "), "the ring is closed");
    // Escape closes it and nothing else.
    select(&mut window, "F06");
    alt(&mut window, &[Key::O]);
    assert!(has(&window, ": not allowed, "));
    keys(&mut window, &[Key::Escape]);
    assert!(!has(&window, ": not allowed, "));
    assert_eq!(formation(&window, "F06"), Formation::AssaultColumn);
}

#[test]
fn who_may_form_nothing_says_why() {
    let mut window = battle("brigade-action");
    select(&mut window, "F04");
    alt(&mut window, &[Key::O]);
    keys(&mut window, &[Key::Num3]);
    select(&mut window, "F04");
    // It has formed: every formation that is left is barred, and the reason stands beside it.
    assert!(has(&window, "has moved") || has(&window, "has changed its formation"));
    select(&mut window, "P03");
    assert!(!has(&window, "Where it stands"), "nobody orders the enemy about");
}

#[test]
fn a_gun_is_aimed_by_the_pointer_and_a_click_takes_the_aim() {
    let mut window = battle("brigade-action");
    select(&mut window, "F14");
    command(&mut window, Command::Play(PlayAction::Piece("P05".to_owned())));
    assert!(has(&window, "turns") && has(&window, "fires round shot"), "its card is shown");
    // Far to the left there is nobody: it is told before anything is clicked.
    over(&mut window, 14.0, 17.0);
    let hint = |window: &Harness<'_, Window>| window.state().play().aimed_words();
    assert!(hint(&window).contains("the shot would not strike it"), "{}", hint(&window));
    over(&mut window, 24.0, 19.5);
    assert!(hint(&window).contains("figures on average"), "{}", hint(&window));
    command(&mut window, Command::Play(PlayAction::At(Spot::Point { x: 23.4, y: 19.6 })));
    let said = window.query_all_by_label_contains("fires round shot").count();
    assert!(said > 0, "the card is that of the new aim");
    keys(&mut window, &[Key::Enter, Key::Num1, Key::Num6, Key::Enter]);
    assert!(has(&window, "1, a hit") && has(&window, "1 hit"), "low faces hit");
    assert!(!has(&window, "6, a hit"), "high ones do not");
    let state = state(&window);
    assert!(state.group(state.find_group("F14").expect("it is there")).marks.fired, "it has fired");
}

#[test]
fn the_line_names_units_and_places_of_the_table() {
    let mut window = battle("brigade-action");
    let line = |window: &mut Harness<'_, Window>, text: &str| {
        let letters = ["/"].into_iter().map(str::to_owned).chain(text.chars().map(String::from));
        for letter in letters {
            window.event(egui::Event::Text(letter));
            window.run_steps(2);
        }
    };
    let from = state(&window).place(state(&window).find_group("F04").expect("it is there")).at;
    line(&mut window, "2/13th,2/9th");
    assert!(has(&window, "What they do is missing") && has(&window, "inches east and north, as 24:18.5"));
    keys(&mut window, &[Key::Escape, Key::Escape]);
    line(&mut window, "2/13th 99");
    assert!(has(&window, "99 is no place"));
    keys(&mut window, &[Key::Escape, Key::Escape]);
    line(&mut window, &format!("2/13th {:.2}:{:.2}", from.x, from.y + 5.0));
    keys(&mut window, &[Key::Enter]);
    window.run_steps(4);
    let to = state(&window).place(state(&window).find_group("F04").expect("it is there")).at;
    assert!((to.y - from.y - 5.0).abs() < 0.02 && (to.x - from.x).abs() < 0.02, "{from} to {to}");
}

#[test]
fn a_line_blames_for_a_charge_what_the_pointer_blames() {
    use game::{Goal, Viewer};
    let mut window = battle("brigade-action");
    let groups = window.state().play().game().groups(Viewer::Referee);
    let tag = |key: &str| {
        let mut members = groups.iter().flat_map(|group| &group.members);
        members.find(|member| member.piece == key).expect("it is in the order of battle").tag.clone()
    };
    let mut refused = 0;
    for (by, on) in [("F08", "P05"), ("F08", "P08"), ("F04", "P04"), ("F06", "P14"), ("F12", "P12")] {
        let at = state(&window).place(state(&window).find_group(on).expect("it is there")).at;
        let mut held = window.state().play().game().pick_up(by, Viewer::Referee).expect("it is a piece");
        let trip = held.trip(Goal::at(Spot::Point { x: at.x.into(), y: at.y.into() }));
        let charges = trip.order.as_ref().is_some_and(|order| order.verb == "Charge");
        let barred = trip.refusal.or_else(|| held.summary().refusal.clone());
        // With the letter, and without it: as somebody who is held there.
        let lines = [format!("/{} {}", tag(by), tag(on)), format!("/{}c{}", tag(by), tag(on))];
        for line in &lines[..1 + usize::from(charges)] {
            for letter in line.chars() {
                window.event(egui::Event::Text(letter.to_string()));
                window.run_steps(2);
            }
            assert!(!has(&window, "is no place"), "{line}");
            if let Some(barred) = &barred {
                assert!(has(&window, barred.fact()), "{line}: {}", barred.text);
                refused += 1;
            }
            keys(&mut window, &[Key::Escape, Key::Escape]);
        }
    }
    assert!(refused >= 6, "{refused} were refused");
}

#[test]
fn the_tree_of_a_charge_unfolds() {
    let mut window = battle("worked-example");
    window.get_by_label_contains("charges 2/7th Infantry").click();
    window.run_steps(3);
    wait_for(&mut window, "2/7th Infantry fires, if it holds");
    assert!(!has(&window, "41.7 % 2/7th Infantry holds"));
    window.get_by_label("2/7th Infantry fires, if it holds").click();
    window.run_steps(20);
    assert!(has(&window, "41.7 % 2/7th Infantry holds"));
    assert!(has(&window, "58.3 % 2/7th Infantry routs at its check"), "what ends there is told at once");
    window.get_by_label("41.7 % 2/7th Infantry holds").click();
    window.run_steps(20);
    assert!(has(&window, "16.7 % 1/13th Line loses 4 to fire"));
}

#[test]
fn where_a_unit_would_run_lies_under_the_pointer() {
    let mut window = battle("worked-example");
    window.run_steps(2);
    assert!(window.state().play().under_pointer().is_empty());
    let at = window.query_all_by_label("B 2/7th Infantry, line infantry, 12 figures, line").next();
    let at = at.expect("it is on the table").rect().center();
    window.hover_at(at);
    window.run_steps(2);
    std::thread::sleep(std::time::Duration::from_millis(300));
    window.run_steps(3);
    assert!(!window.state().play().under_pointer().is_empty());
    window.hover_at(egui::pos2(300.0, 200.0));
    window.run_steps(3);
    assert!(window.state().play().under_pointer().is_empty());
}

#[test]
fn stands_are_chosen_that_leave_their_unit() {
    let mut window = battle("brigade-action");
    select(&mut window, "F04");
    let groups = state(&window).group_ids().count();
    press(&mut window, "Detach");
    assert!(has(&window, "Which stands leave 2/13th Line?"));
    press(&mut window, "Confirm (Enter)");
    assert_eq!(state(&window).group_ids().count(), groups + 1);
}

#[test]
fn a_company_is_sent_out_and_called_in() {
    let mut window = battle("brigade-action");
    select(&mut window, "F09");
    let groups = state(&window).group_ids().count();
    press(&mut window, "A company out");
    assert_eq!(state(&window).group_ids().count(), groups + 1);
    let company = {
        let state = state(&window);
        let out = state.group_ids().last().expect("it is out");
        assert!(!epstein::standing::group_is_ineffective(state, out));
        state.key(out)
    };
    assert_eq!(formation(&window, &company), Formation::Skirmish);
    // In its next period it goes back beside its battalion, and joins it.
    for _ in 0..2 {
        command(&mut window, Command::Play(PlayAction::GiveWith(Draft::new("EndPeriod"), Habit::Rolled)));
    }
    select(&mut window, &company);
    press(&mut window, "Call in");
    select(&mut window, &company);
    press(&mut window, "Join");
    assert_eq!(state(&window).figures(state(&window).find_group("F09").expect("it is there")), 12);
    assert_eq!(state(&window).group_ids().count(), groups);
}

#[test]
fn a_cell_of_a_table_is_corrected_where_it_stands_and_marked() {
    let mut window = battle("brigade-action");
    command(&mut window, Command::ShowClause("3d.1".to_owned()));
    let cell = "MOVE/infantry in line/move: 4";
    window.get_by_label(cell).click();
    window.run_steps(4);
    assert!(has(&window, "Correct a table"));
    command(
        &mut window,
        Command::Play(PlayAction::FiatAnswer("value".into(), Some(game::Answer::Text("5".into())))),
    );
    window.input_mut().events.push(egui::Event::Text("our table".to_owned()));
    window.run_steps(3);
    command(&mut window, Command::GiveFiat);
    command(&mut window, Command::ShowClause("3d.1".to_owned()));
    assert!(has(&window, "MOVE/infantry in line/move: 5, corrected for this game: the book has 4"));
    command(&mut window, Command::ShowRules);
    assert!(has(&window, "MOVE, infantry in line, move: 5, in the book 4"));
}

#[test]
fn escape_closes_an_open_menu_of_the_set_up_first() {
    let mut window = battle("brigade-action");
    command(&mut window, Command::Make(SetUpAct::Begin(Begin::Scenario("brigade-action".to_owned()))));
    window.run_steps(3);
    window.get_by_role_and_label(egui::Role::Button, "View").click();
    window.run_steps(4);
    assert!(has(&window, "Whole table"));
    keys(&mut window, &[Key::Escape]);
    window.run_steps(4);
    assert!(!has(&window, "Whole table"));
    assert!(window.state().maker().is_some_and(|maker| maker.draft().is_some()), "the draft is still there");
}

#[test]
fn what_is_thrown_is_told_in_as_many_rows_as_it_needs() {
    let mut window = battle_of("brigade-action", [1280.0, 800.0]);
    command(&mut window, Command::Choose(1));
    keys(&mut window, &[Key::Enter]);
    let told = window.get_by_label_contains("fires round shot, hits on 1 to 3 on Fusiliers 7th").rect();
    assert!(told.height() > 25.0, "it has a second row: {told}");
    // Its foot stays where it is, and the order's own card is over it.
    let foot = window.get_by_role_and_label(egui::Role::Button, "These dice (Enter)").rect();
    assert!(told.bottom() < foot.top() && foot.bottom() < 800.0);
}

#[test]
fn dice_that_are_missing_or_to_spare_are_told_beside_the_dice() {
    let mut window = battle("brigade-action");
    command(&mut window, Command::Choose(1));
    keys(&mut window, &[Key::Enter, Key::Num1, Key::Num2, Key::Enter]);
    assert!(has(&window, "3 dice are wanted, 2 are typed"));
    keys(&mut window, &[Key::Num6, Key::Num6]);
    assert!(has(&window, "3 dice are wanted, 4 are typed"));
    keys(&mut window, &[Key::Enter]);
    assert_eq!(depth(&window), 0, "what is to spare is not passed over");
    keys(&mut window, &[Key::Backspace]);
    assert!(!has(&window, "dice are wanted"));
    keys(&mut window, &[Key::Enter]);
    assert_eq!(depth(&window), 1);
}

#[test]
fn escape_goes_back_one_throw_and_then_leaves_the_order() {
    let mut window = answered(1);
    keys(&mut window, &[Key::Enter, Key::Num6, Key::Enter]);
    assert!(has(&window, "2/7th Infantry answers 1/13th Line") && is_button(&window, "Back one throw"));
    keys(&mut window, &[Key::Num3, Key::Escape]);
    assert!(is_button(&window, "These dice (Enter)") && !is_button(&window, "Back one throw"));
    keys(&mut window, &[Key::Enter]);
    assert!(has(&window, "2/7th Infantry answers 1/13th Line"), "the first throw was as it was typed");
    keys(&mut window, &[Key::Escape, Key::Escape]);
    assert!(!is_button(&window, "These dice (Enter)"));
    assert_eq!(depth(&window), 1, "only the volley was ordered");
}

/// All that is said, but for what passes.
fn told(window: &Harness<'_, Window>) -> std::collections::BTreeSet<String> {
    let labels = window.query_all_by_label_contains("").filter_map(|node| node.accesskit_node().label());
    labels.filter(|label| !label.contains("The dice are put away")).collect()
}

#[test]
fn undo_with_dice_half_typed_leaves_the_card_as_it_was_before_them() {
    let mut window = answered(1);
    assert!(!is_button(&window, "These dice (Enter)"), "its card is in hand");
    let before = told(&window);
    keys(&mut window, &[Key::Enter, Key::Num6, Key::Enter]);
    assert!(is_button(&window, "Back one throw"), "there is a second throw");
    assert!(!before.is_subset(&told(&window)));
    command(&mut window, Command::Undo);
    assert!(!is_button(&window, "These dice (Enter)") && has(&window, "The dice are put away"));
    let after = told(&window);
    let missing: Vec<&String> = before.difference(&after).collect();
    assert!(missing.is_empty(), "nothing was given: the card says what it said before: {missing:?}");
    assert_eq!(depth(&window), 1);
}

#[test]
fn what_a_step_asks_for_is_confirmed_by_enter_and_proposed_again() {
    let mut window = answered(1);
    keys(&mut window, &[Key::Enter, Key::Num5, Key::Enter, Key::Num5, Key::Enter]);
    let stand = |number: u8, lost: u8| format!("Stand {number} of 1/13th Line, 3 of 3: {lost} of 3");
    let before = window.get_by_role_and_label(egui::Role::Button, &stand(3, 0)).rect();
    press(&mut window, &stand(4, 0));
    assert!(has(&window, "Not allowed: two stands of 1/13th Line are damaged"));
    let confirm = window.get_by_role_and_label(egui::Role::Button, "Confirm (Enter)");
    assert!(confirm.accesskit_node().is_disabled());
    let after = window.get_by_role_and_label(egui::Role::Button, &stand(3, 0)).rect();
    assert_eq!(before, after, "what is told of it moves no button");
    press(&mut window, "Propose");
    assert!(is_button(&window, &stand(1, 3)) && !has(&window, "Not allowed"));
    press(&mut window, &stand(4, 0));
    alt(&mut window, &[Key::P]);
    assert!(is_button(&window, &stand(1, 3)));
    let given = depth(&window);
    keys(&mut window, &[Key::Enter]);
    assert_eq!(depth(&window), given + 1);
    assert!(has(&window, "2/7th Infantry loses 6 figures: from which stands?"));
}

#[test]
fn an_enemy_that_cannot_be_a_target_says_why() {
    let mut window = battle("brigade-action");
    select(&mut window, "F04");
    command(&mut window, Command::Play(PlayAction::Piece("P04".to_owned())));
    assert!(has(&window, "fires at 2/7th Infantry") && has(&window, "Not allowed: "));
    // Once more, and it is looked at.
    command(&mut window, Command::Play(PlayAction::Piece("P04".to_owned())));
    assert!(!has(&window, "Not allowed: "));
}

#[test]
fn a_piece_that_is_dragged_while_an_answer_is_due_says_so() {
    let mut window = battle("worked-example");
    command(&mut window, Command::Choose(1));
    command(&mut window, Command::Play(PlayAction::Lift("A".to_owned())));
    assert!(has(&window, "Not now. Due: 2/7th Infantry is fired at by 1/13th Line"));
    assert!(has(&window, "This is how far it could get"));
}

#[test]
fn the_card_of_an_order_that_was_typed_stands_over_its_dice() {
    let mut window = battle("brigade-action");
    for letter in ["/", "#", "1"] {
        window.event(egui::Event::Text(letter.to_owned()));
        window.run_steps(2);
    }
    keys(&mut window, &[Key::Enter]);
    assert!(is_button(&window, "These dice (Enter)"));
    assert!(has(&window, "To roll: 3 d6, hits on 1 to 3"));
    wait_for(&mut window, "Exact odds");
    keys(&mut window, &[Key::Escape]);
    assert!(!is_button(&window, "These dice (Enter)") && !has(&window, "To roll: "), "it goes with them");
}

#[test]
fn an_order_that_is_meant_by_a_click_on_an_enemy_shows_its_card_first() {
    let mut window = battle("worked-example");
    select(&mut window, "A");
    press(&mut window, "Skirmish");
    select(&mut window, "A");
    let given = depth(&window);
    command(&mut window, Command::Play(PlayAction::Piece("B".to_owned())));
    assert_eq!(depth(&window), given, "nothing is given by the click");
    assert!(has(&window, "Die 1 to 6 hits 0, 0, 1, 2, 3, 4"), "what modifies it is told");
    keys(&mut window, &[Key::Enter]);
    assert_eq!(depth(&window), given + 1);
}
