//! What is waited for is to be seen, and whole: panels that open by themselves, and widths and heights in small windows.
//! Units: points on the screen.

use super::harness::desk as the_desk;
use desk::Library;
use easy::Order;
use egui_kittest::kittest::{AccessKitNode, NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};
use games::Games;
use window::{Command, Habit, Pane, Window};

use super::harness::{
    click_at, command, game, has, keys, pose, press, stand, wait_for, window, window_of, window_on,
    window_on_of, window_with,
};

/// A battery that may fire at a brigade.
const GUNS: &str = r#"(
    origin: (20, 20),
    stands: [
        (id: "G", side: "red", arm: FootArtillery, at: (0, 0, 0), sp: 2),
        (id: "E", side: "blue", arm: Infantry, at: (0, 6, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

/// Two strong brigades in contact: ten dice are thrown.
const TEN_DICE: &str = r#"(
    origin: (20, 20),
    stands: [
        (id: "A", side: "red", arm: Infantry, at: (0, -1, 0), sp: 10),
        (id: "D", side: "blue", arm: Infantry, at: (0, 0, 180), sp: 10),
    ],
    active: (command: "red"),
)"#;

fn is_button(window: &Harness<'_, Window>, label: &str) -> bool {
    window.query_by_role_and_label(egui::Role::Button, label).is_some()
}

/// What is to be seen, and where.
fn seen(window: &Harness<'_, Window>) -> Vec<(String, [i32; 4])> {
    let whole = |node: Node<'_>| {
        let rect = node.rect();
        let label = node.accesskit_node().label()?;
        Some((label, [rect.left(), rect.top(), rect.right(), rect.bottom()].map(|side| side.round() as i32)))
    };
    window.query_all_by_label_contains("").filter_map(whole).collect()
}

#[test]
fn a_dialog_is_whole_before_another_input_comes() {
    for size in [[1280.0, 800.0], [1000.0, 540.0]] {
        for opens in [
            Command::ChooseScenario,
            Command::ShowStart,
            Command::ShowKeys,
            Command::ShowHandbook,
            Command::ShowAbout,
            Command::ShowRules,
            Command::ShowResult,
            Command::Print,
            Command::AskForPosition,
            Command::AskToRejudge,
        ] {
            let mut window = window_of(Habit::Rolled, size);
            let ctx = window.ctx.clone();
            window.state_mut().run_command(&ctx, opens.clone());
            // As many frames as are asked for, and no more.
            loop {
                window.run_ok();
                if !window::is_busy(&window.ctx) {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            window.run_ok();
            let before = seen(&window);
            window.hover_at(egui::pos2(1.0, 1.0));
            window.run_steps(8);
            assert_eq!(before, seen(&window), "{opens:?} at {size:?}");
        }
    }
}

#[test]
fn closed_orders_open_when_dice_or_an_answer_are_waited_for() {
    let mut window = window_on(GUNS, Habit::Typed);
    window.run_steps(3);
    command(&mut window, Command::TogglePane(Pane::Orders));
    assert!(!has(&window, "May move"), "they are closed");
    let (guns, target) = (stand(&window, "G"), stand(&window, "E"));
    super::harness::take(&mut window, &Order::Fire { battery: guns, target });
    assert!(is_button(&window, "Confirm (Enter)") && is_button(&window, "Cancel"));
    assert!(!is_button(&window, "These dice (Enter)"), "no dice are due yet");
    command(&mut window, Command::TogglePane(Pane::Orders));
    keys(&mut window, &[egui::Key::F11]);
    press(&mut window, "Confirm (Enter)");
    assert!(is_button(&window, "These dice (Enter)"));
    // While they are due there is no game without them.
    window.run_steps(2);
    assert!(is_button(&window, "These dice (Enter)"));
    keys(&mut window, &[egui::Key::Num1, egui::Key::Num1, egui::Key::Enter]);
    assert!(the_desk(&window).current().is_some_and(|entry| entry.is_typed()));
}

#[test]
fn the_chit_that_was_drawn_is_asked_for_where_the_orders_were_closed() {
    let mut window = window(Habit::Typed);
    window.run_steps(3);
    command(&mut window, Command::TogglePane(Pane::Orders));
    super::harness::give(&mut window, &Order::Draw);
    press(&mut window, "Delacourt's cavalry");
    assert_eq!(the_desk(&window).depth(), 1);
}

/// Whether it has a place and words.
fn is_told(node: &AccessKitNode<'_>) -> bool {
    node.bounding_box().is_some() && (node.label().is_some() || node.value().is_some())
}

/// Asserts that all that is to be seen right of the table ends before the window does.
fn assert_orders_fit(window: &Harness<'_, Window>, wide: f32) {
    let table = window.get_by_role(egui::Role::Canvas).rect();
    let mut seen = 0;
    for node in window.query_all_by(is_told).filter(|node| {
        // Below the head of the window.
        node.rect().left() >= table.right() && node.rect().top() >= table.top()
    }) {
        let (rect, inner) = (node.rect(), node.accesskit_node());
        let label = inner.label().or_else(|| inner.value());
        assert!(rect.right() <= wide - 4.0, "{label:?} at {rect} is wider than the panel");
        seen += 1;
    }
    assert!(seen > 10, "only {seen} widgets are beside the table");
}

#[test]
fn the_card_of_a_stand_in_hand_is_no_wider_than_its_panel() {
    let desk = game(&Library::embedded(&Games::default()), "waterloo");
    let wide = 1280.0;
    let mut window = window_with(desk, Habit::Typed, [wide, 800.0]);
    window.run_steps(3);
    let badge = stand(&window, "20");
    let corps = the_desk(&window).state().unit(badge).command;
    let chit = easy::chits::chit_name(the_desk(&window).state(), corps);
    press(&mut window, "The players drew…");
    press(&mut window, &chit);
    command(&mut window, Command::Play(window::play::PlayAction::Confirm));
    super::harness::pick_up(&mut window, badge);
    let from = pose(&window, badge);
    let on = |by: f32| from.moved(from.heading.forward() * by);
    command(&mut window, Command::TurnGhost(1.0));
    command(&mut window, super::harness::drag_to(on(1.0)));
    command(&mut window, Command::WayPoint);
    command(&mut window, super::harness::drag_to(on(1.8)));
    wait_for(&mut window, "Standing there");
    assert!(has(&window, "Turning") && has(&window, "By 1 way-point"), "the cost is told ground by ground");
    assert_orders_fit(&window, wide);
}

#[test]
fn menus_scroll_below_their_button_in_the_smallest_window() {
    // As 1280 by 800 with text of double size.
    let mut window = window_of(Habit::Typed, [640.0, 400.0]);
    window.run_steps(3);
    let head = window.get_by_role_and_label(egui::Role::Button, "View").rect();
    press(&mut window, "View");
    let top = window.get_by_label_contains("Whole table").rect();
    assert!(top.top() >= head.bottom(), "{top} lies on the button at {head}");
    for (menu, item) in [("Overlays", "Place names"), ("Panels", "Order of battle  Alt+B")] {
        let named =
            |node: &Node<'_>| node.accesskit_node().label().is_some_and(|label| label.starts_with(menu));
        let found = window.query_all_by_role(egui::Role::Button).find(named).map(|node| node.rect().center());
        let at = found.unwrap_or_else(|| panic!("{menu} is not in the menu"));
        click_at(&mut window, at);
        window.run_steps(4);
        let tick = window
            .query_all_by_role(egui::Role::CheckBox)
            .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(item)))
            .map(|node| node.rect());
        let tick = tick.unwrap_or_else(|| panic!("{item} is not in {menu}"));
        assert!(tick.top() >= 0.0 && tick.bottom() <= 400.0 && tick.right() <= 640.0, "{item} at {tick}");
    }
}

#[test]
fn ten_dice_and_their_buttons_are_seen_whole_in_a_small_window() {
    let mut window = window_on_of(TEN_DICE, Habit::Typed, [1280.0, 800.0]);
    window.run_steps(3);
    if !is_button(&window, "Declare 1 attack (Enter)") {
        super::harness::give(&mut window, &Order::EndMoves);
    }
    press(&mut window, "Declare 1 attack (Enter)");
    super::harness::give(&mut window, &Order::Resolve { combat: 0 });
    // A fault takes no room from the dice.
    keys(&mut window, &[egui::Key::Num6, egui::Key::Num9]);
    assert!(has(&window, "faces from 1 to 6"));
    let foot = window.get_by_role_and_label(egui::Role::Button, "These dice (Enter)").rect();
    let faces: Vec<egui::Rect> = ["1", "2", "3", "4", "5", "6"]
        .map(|face| window.get_by_role_and_label(egui::Role::Button, face).rect())
        .to_vec();
    for rect in &faces {
        assert_eq!(rect.top(), faces[0].top(), "one row");
        assert!(rect.bottom() <= foot.top(), "{rect} lies below the foot at {foot}");
    }
    let dice: Vec<egui::Rect> =
        window.query_all_by_label_contains("Die to be typed").map(|node| node.rect()).collect();
    assert_eq!(dice.len(), 9);
    for rect in &dice {
        assert_eq!(rect.top(), dice[0].top(), "one row");
        assert!(rect.bottom() <= faces[0].top());
    }
    press(&mut window, "Type the count");
    assert!(has(&window, "Hits:"));
}

#[test]
fn the_sheet_of_the_order_line_covers_no_button_of_the_orders() {
    let mut window = window_of(Habit::Typed, [1280.0, 800.0]);
    window.run_steps(3);
    press(&mut window, "The players drew…");
    press(&mut window, "Delacourt's cavalry");
    press(&mut window, "Activate 3 stands (Enter)");
    command(&mut window, Command::OpenLine);
    window.input_mut().events.push(egui::Event::Text("9x18".into()));
    window.run_steps(4);
    let said = window.get_by_label_contains("goes into contact").rect();
    let end = window.get_by_role_and_label(egui::Role::Button, "End moves and fire").rect();
    let table = window.get_by_role(egui::Role::Canvas).rect();
    assert!(said.left() >= table.left() && said.right() <= table.right(), "{said} leaves {table}");
    assert!(table.right() <= end.left());
}

#[test]
fn an_undo_in_the_log_begins_where_the_orders_begin() {
    let mut window = window_of(Habit::Rolled, [1280.0, 800.0]);
    window.run_steps(3);
    press(&mut window, "Draw a chit");
    command(&mut window, Command::Play(window::play::PlayAction::Confirm));
    press(&mut window, "Undo");
    // The confirmation is at the foot of the table: guide and banner are at its head.
    let (said, table) =
        (window.get_by_role(egui::Role::Status).rect(), window.get_by_role(egui::Role::Canvas).rect());
    let beneath = said.left() >= table.left() && said.right() <= table.right();
    assert!(beneath && said.top() > table.center().y, "{said} on {table}");
    command(&mut window, Command::ToggleLog);
    let undo = window.get_by_label_contains("(Taken back").rect();
    let order = window.get_by_label_contains("Order 1: ").rect();
    assert!((undo.left() - order.left()).abs() < 1.0, "{undo} under {order}");
}

#[test]
fn a_click_counts_that_comes_in_one_frame_with_the_pointer_from_the_table() {
    let mut window = window(Habit::Typed);
    window.run_steps(3);
    let table = window.get_by_role(egui::Role::Canvas).rect().center();
    let chit = window.get_by_label("Chit of Delacourt's cavalry, in the cup").rect().center();
    window.input_mut().events.push(egui::Event::PointerMoved(table));
    window.run_steps(3);
    let button = |pressed| egui::Event::PointerButton {
        pos: chit,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    window.input_mut().events.extend([egui::Event::PointerMoved(chit), button(true), button(false)]);
    window.run_steps(3);
    assert_eq!(the_desk(&window).depth(), 1);
}
