//! One activation as it is played at the table, by keyboard and by mouse, and how much that takes: twelve stands moved, three shots,
//! two combats of two on one, one retreat, typed dice.

use super::harness::desk as the_desk;
use desk::Entry;
use easy::{Easy, Order, StandId};
use egui::{Event, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use window::{Habit, Window};

use super::harness::{drag, pose, settle, stand, window_on};

/// Besides dice faces and Enter.
const KEYSTROKES: usize = 110;
/// Of one decision.
const MOST: usize = 5;
/// Clicks and drags, besides dice faces.
const ACTIONS: usize = 60;

/// Two pairs that can close on an enemy each, three batteries with targets, eight stands behind them.
const FIELD: &str = r#"(
    origin: (30, 20),
    stands: [
        (id: "A1", side: "red", arm: Infantry, at: (-6, 2, 0), sp: 5),
        (id: "A2", side: "red", arm: Infantry, at: (-10, 6, 90), sp: 5),
        (id: "B1", side: "red", arm: Infantry, at: (6, 2, 0), sp: 3),
        (id: "B2", side: "red", arm: Infantry, at: (10, 6, 270), sp: 3),
        (id: "G1", side: "red", arm: FootArtillery, at: (-2.4, 0, 0), battery: "6x8/9-pdrs", sp: 2),
        (id: "G2", side: "red", arm: FootArtillery, at: (0, 0, 0), battery: "6x8/9-pdrs", sp: 2),
        (id: "G3", side: "red", arm: FootArtillery, at: (2.4, 0, 0), battery: "6x8/9-pdrs", sp: 2),
        (id: "R1", side: "red", arm: Infantry, at: (-8.75, -7, 0), sp: 5),
        (id: "R2", side: "red", arm: Infantry, at: (-6.25, -7, 0), sp: 5),
        (id: "R3", side: "red", arm: Infantry, at: (-3.75, -7, 0), sp: 5),
        (id: "R4", side: "red", arm: Infantry, at: (-1.25, -7, 0), sp: 5),
        (id: "R5", side: "red", arm: Infantry, at: (1.25, -7, 0), sp: 5),
        (id: "R6", side: "red", arm: Infantry, at: (3.75, -7, 0), sp: 5),
        (id: "R7", side: "red", arm: Infantry, at: (6.25, -7, 0), sp: 5),
        (id: "R8", side: "red", arm: Infantry, at: (8.75, -7, 0), sp: 5),
        (id: "D1", side: "blue", arm: Infantry, at: (-6, 6, 180), sp: 5),
        (id: "D2", side: "blue", arm: Infantry, at: (6, 6, 180), sp: 6),
        (id: "E1", side: "blue", arm: Infantry, at: (-2.4, 8, 180), sp: 5),
        (id: "E2", side: "blue", arm: Infantry, at: (0, 8, 180), sp: 5),
        (id: "E3", side: "blue", arm: Infantry, at: (2.4, 8, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

/// Who attacks whom, in pairs.
const ATTACKS: [(&str, &str); 4] = [("A1", "D1"), ("A2", "D1"), ("B1", "D2"), ("B2", "D2")];
const SHOTS: [(&str, &str); 3] = [("G1", "E1"), ("G2", "E2"), ("G3", "E3")];
const MARCHES: [&str; 8] = ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"];

/// A referee who counts what they do.
struct Referee {
    window: Harness<'static, Window>,
    /// What each decision took.
    taken: Vec<(String, usize)>,
}

impl Referee {
    fn new(field: &str) -> Self {
        let mut window = window_on(field, Habit::Typed);
        window.run_steps(3);
        settle(&mut window);
        Self { window, taken: Vec::new() }
    }

    fn id(&self, key: &str) -> StandId {
        stand(&self.window, key)
    }

    fn badge(&self, key: &str) -> u16 {
        the_desk(&self.window).state().unit(self.id(key)).badge
    }

    fn total(&self) -> usize {
        self.taken.iter().map(|(_, count)| count).sum()
    }

    fn orders(&self) -> Vec<Order> {
        the_desk(&self.window).line().into_iter().map(|entry: &Entry<Easy>| entry.order.clone()).collect()
    }

    fn enter(&mut self) {
        self.window.key_press(Key::Enter);
        self.window.run_steps(3);
        settle(&mut self.window);
    }

    fn text(&mut self, text: &str) {
        let letters = text.chars().map(|letter| Event::Text(letter.to_string()));
        self.window.input_mut().events.extend(letters);
        self.window.run_steps(2 + text.len());
    }

    /// A decision that is typed, and Enter.
    fn line(&mut self, line: &str) {
        let before = self.progress();
        self.text(line);
        self.enter();
        self.taken.push((line.to_owned(), line.chars().count()));
        assert_ne!(
            self.progress(),
            before,
            "{line} does something: due is {}",
            the_desk(&self.window).due().prompt
        );
    }

    /// Orders given, and whether dice are asked for.
    fn progress(&self) -> (usize, bool) {
        (the_desk(&self.window).depth(), self.wanted().is_some())
    }

    fn wanted(&self) -> Option<(u8, u16)> {
        self.window.state().play().dice_wanted()
    }

    /// Types the dice that are asked for, throw by throw: the last throws as said, ones before them.
    fn dice(&mut self, last: &[&str]) {
        let mut last = last.iter();
        while let Some((dice, _)) = self.wanted() {
            let faces = match dice {
                1 => last.next().map_or("1".to_owned(), |face| (*face).to_owned()),
                dice => "1".repeat(usize::from(dice)),
            };
            self.text(&faces);
            self.enter();
        }
    }

    /// The middle of the button that has these words and is not grey.
    fn button(&mut self, words: &str) -> Option<egui::Pos2> {
        settle(&mut self.window);
        let said = |node: &egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            !node.is_disabled() && node.label().is_some_and(|label| label.contains(words))
        };
        self.window.query_all_by_role(egui::Role::Button).find(said).map(|node| node.rect().center())
    }

    fn click(&mut self, words: &str) {
        let at = self.button(words).unwrap_or_else(|| panic!("there is no button {words}"));
        super::harness::click_at(&mut self.window, at);
        self.window.run_steps(3);
        settle(&mut self.window);
        self.taken.push((words.to_owned(), 1));
    }

    /// The middle of a stand on the screen.
    fn on_screen(&self, key: &str) -> egui::Pos2 {
        let state = the_desk(&self.window).state();
        let name = easy::words::describe(state, self.id(key));
        let mut nodes = self.window.query_all_by_label_contains(&name);
        nodes.next().unwrap_or_else(|| panic!("{name} is on the table")).rect().center()
    }

    /// Dragged so many inches of the table ahead.
    fn drag(&mut self, key: &str, inches: f32) {
        let (from, before) = (self.on_screen(key), pose(&self.window, self.id(key)));
        // Two stands of the same row tell how many points an inch has.
        let scale = (self.on_screen("R8").x - self.on_screen("R7").x) / 2.5;
        let way = before.heading.forward() * inches * scale;
        drag(&mut self.window, from, from + egui::vec2(way.x, -way.y));
        self.window.run_steps(3);
        settle(&mut self.window);
        self.taken.push((format!("drag {key}"), 1));
        let after = pose(&self.window, self.id(key));
        assert!(after.at.distance(before.at) > 0.5, "{key} has moved: {before} {after}");
    }

    /// The dice that are asked for by clicks on faces, which are not counted, and on what gives them; returns how many faces.
    fn click_dice(&mut self, last: &[&str]) -> usize {
        let (mut last, mut faces) = (last.iter(), 0);
        while let Some((dice, _)) = self.wanted() {
            let face = match dice {
                1 => last.next().map_or("1", |face| *face),
                _ => "1",
            };
            // Not so quickly that it is a double click.
            self.window.run_steps(24);
            for _ in 0..dice {
                let at = self.window.get_by_role_and_label(egui::Role::Button, face).rect().center();
                super::harness::click_at(&mut self.window, at);
            }
            faces += usize::from(dice);
            // The last throw of an order waits.
            if self.button("These dice").is_some() {
                self.click("These dice");
            }
        }
        faces
    }

    /// A click on a stand.
    fn point(&mut self, key: &str) {
        let at = self.on_screen(key);
        super::harness::click_at(&mut self.window, at);
        self.window.run_steps(3);
        self.taken.push((format!("click {key}"), 1));
    }

    /// What the activation came to.
    fn check(&self) {
        let orders = self.orders();
        let count = |is: fn(&Order) -> bool| orders.iter().filter(|order| is(order)).count();
        assert_eq!(count(|order| matches!(order, Order::Move { .. })), 12, "{orders:?}");
        assert_eq!(count(|order| matches!(order, Order::Fire { .. })), 3);
        assert_eq!(count(|order| matches!(order, Order::Resolve { .. })), 2);
        assert_eq!(count(|order| matches!(order, Order::Retreat { .. })), 1);
        let attacks = orders.iter().find_map(|order| match order {
            Order::Declare { attacks } => Some(attacks.len()),
            _ => None,
        });
        assert_eq!(attacks, Some(4), "two on one, twice");
        assert!(the_desk(&self.window).state().active().is_none(), "the activation is over");
        assert!(the_desk(&self.window).line().iter().all(|entry| entry.is_typed() || entry.casts.is_empty()));
    }
}

#[test]
fn an_activation_by_keyboard_takes_few_strokes() {
    let mut referee = Referee::new(FIELD);
    for (battery, target) in SHOTS {
        let line = format!("{}g{}", referee.badge(battery), referee.badge(target));
        referee.line(&line);
        referee.dice(&[]);
    }
    for who in MARCHES {
        let line = format!("{}f2", referee.badge(who));
        referee.line(&line);
    }
    for (who, whom) in ATTACKS {
        let line = format!("{}x{}", referee.badge(who), referee.badge(whom));
        referee.line(&line);
    }
    referee.line(".");
    referee.line("a");
    referee.line("!");
    referee.dice(&["3", "1"]);
    // Who was beaten falls back.
    if the_desk(&referee.window).due().offers.iter().any(|offer| matches!(offer.order, Order::Retreat { .. }))
    {
        referee.line("1");
    }
    referee.line("!");
    referee.dice(&["1", "1"]);
    referee.line(".");
    referee.check();
    let most = referee.taken.iter().max_by_key(|(_, count)| *count).expect("something was typed");
    println!("{} keystrokes, at most {} for one decision ({})", referee.total(), most.1, most.0);
    assert!(referee.total() <= KEYSTROKES, "{:?}", referee.taken);
    assert!(most.1 <= MOST, "{most:?}");
}

#[test]
fn an_activation_by_mouse_takes_few_actions() {
    let mut referee = Referee::new(FIELD);
    for (battery, target) in SHOTS {
        referee.point(battery);
        referee.point(target);
        referee.click("(Enter)");
        referee.click_dice(&[]);
    }
    for who in MARCHES {
        referee.drag(who, 2.0);
    }
    for (who, _) in ATTACKS {
        referee.drag(who, 3.0);
    }
    referee.click("End moves");
    referee.click("Declare 4 attacks");
    referee.click("ight combat 1");
    referee.click("(Enter)");
    referee.click_dice(&["3", "1"]);
    referee.click("retreats (Enter)");
    referee.click("ight combat 2");
    referee.click("(Enter)");
    referee.click_dice(&["1", "1"]);
    referee.click("End the activation");
    referee.check();
    println!("{} actions by mouse besides dice faces", referee.total());
    assert!(referee.total() <= ACTIONS, "{:?}", referee.taken);
}

/// One stand that can close, one battery, and their enemies.
const SMALL: &str = r#"(
    origin: (30, 20),
    stands: [
        (id: "A1", side: "red", arm: Infantry, at: (-6, 2, 0), sp: 5),
        (id: "G1", side: "red", arm: FootArtillery, at: (0, 0, 0), battery: "6x8/9-pdrs", sp: 2),
        (id: "R7", side: "red", arm: Infantry, at: (6.25, -7, 0), sp: 5),
        (id: "R8", side: "red", arm: Infantry, at: (8.75, -7, 0), sp: 5),
        (id: "D1", side: "blue", arm: Infantry, at: (-6, 6, 180), sp: 5),
        (id: "E1", side: "blue", arm: Infantry, at: (0, 8, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

#[test]
fn a_shot_a_move_and_a_combat_take_few_actions_with_the_faces_of_their_dice() {
    let mut referee = Referee::new(SMALL);
    referee.point("G1");
    referee.point("E1");
    referee.click("(Enter)");
    let mut faces = referee.click_dice(&[]);
    referee.drag("A1", 3.0);
    referee.click("End moves");
    // Its combat is the only thing owed, so that its card is there.
    referee.click("Declare 1 attack");
    referee.click("(Enter)");
    faces += referee.click_dice(&["3", "1"]);
    referee.click("End the activation");
    assert!(the_desk(&referee.window).state().active().is_none(), "the activation is over");
    println!("{} actions besides {faces} faces: {:?}", referee.total(), referee.taken);
    assert!(referee.total() + faces <= 24, "{:?}", referee.taken);
}

#[test]
fn what_is_typed_is_not_rolled_over_and_a_second_click_orders_nothing() {
    let mut referee = Referee::new(SMALL);
    referee.point("G1");
    referee.point("E1");
    let confirm = referee.button("(Enter)").expect("the order is whole");
    // A double click: its second click falls on a face of the dice.
    let button = |pressed| Event::PointerButton {
        pos: confirm,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    let begins = referee.window.ctx.input(|input| input.time) + 1.0;
    for click in 0..2 {
        let input = referee.window.input_mut();
        input.time = Some(begins + 0.15 * f64::from(click));
        input.events.extend([Event::PointerMoved(confirm), button(true), button(false)]);
        referee.window.run_steps(1);
    }
    settle(&mut referee.window);
    let (dice, _) = referee.wanted().expect("dice are asked for");
    assert!(dice > 1 && referee.orders().is_empty());
    referee.window.run_steps(24);
    let face = referee.window.get_by_role_and_label(egui::Role::Button, "10").rect().center();
    super::harness::click_at(&mut referee.window, face);
    referee.click("Roll the rest");
    assert!(referee.orders().is_empty(), "the die that is typed is not thrown again");
    assert!(super::harness::has(&referee.window, "Dice are typed already"));
}
