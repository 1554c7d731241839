//! The window by keyboard alone: text and keys as they are typed, nothing else.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::harness::desk as the_desk;
use desk::{Desk, Library, Record};
use easy::state::{Phase, Step};
use easy::{Easy, Order, StandId};
use egui::{Event, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::line::Choosing;
use games::Games;
use table::{Leg, Path, gap};
use window::{Command, Habit, Window};

use super::harness::{command, game, window_with};

/// Enter is one of them.
const MOST_KEYSTROKES: usize = 5;

/// A window in which nothing is done but typing.
struct Typist {
    window: Harness<'static, Window>,
    /// What was typed, line by line.
    typed: Vec<String>,
}

impl Typist {
    fn new(scenario: &str, dice: Habit) -> Self {
        let desk = game(&Library::embedded(&Games::default()), scenario);
        let mut window = window_with(desk, dice, [1100.0, 700.0]);
        window.run_steps(3);
        Self { window, typed: Vec::new() }
    }

    fn desk(&self) -> &Desk<Easy> {
        the_desk(&self.window)
    }

    /// Types letters as a keyboard sends them, all before the next frame.
    fn text(&mut self, text: &str) {
        let letters = text.chars().map(|letter| Event::Text(letter.to_string()));
        self.window.input_mut().events.extend(letters);
        self.window.step();
    }

    fn key(&mut self, key: Key) {
        self.window.key_press(key);
        self.window.run_steps(2);
    }

    /// A line and Enter before the next frame: nothing of it may be lost.
    fn line(&mut self, text: &str) {
        self.typed.push(text.to_owned());
        let letters = text.chars().map(|letter| Event::Text(letter.to_string()));
        let enter = Event::Key {
            key: Key::Enter,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        self.window.input_mut().events.extend(letters.chain(std::iter::once(enter)));
        // A frame for each die, one for Enter, and one to come back from them.
        let dice = if self.window.state().play().dice_wanted().is_some() { text.len() } else { 0 };
        self.window.run_steps(2 + dice);
    }

    fn entries(&self) -> usize {
        self.desk().line().len()
    }

    /// Gives one order and says what it was.
    fn order(&mut self, text: &str) -> Order {
        let before = self.entries();
        self.line(text);
        assert_eq!(self.entries(), before + 1, "{text} is an order");
        self.desk().current().expect("an entry").order.clone()
    }
}

/// Keystrokes behind the stands that a line begins with, Enter among them.
fn keystrokes(line: &str) -> usize {
    let behind = line.find(|letter: char| !letter.is_ascii_digit() && letter != ',');
    // Several stands and nothing else: they are activated. A number alone is a choice, and counts.
    let stands = behind.unwrap_or(if line.contains(',') { line.len() } else { 0 });
    line[stands..].chars().count() + 1
}

#[test]
fn a_turn_is_begun_with_a_line() {
    let mut typist = Typist::new("first-steps", Habit::Rolled);
    // The first letter begins the line.
    assert_eq!(typist.order("dela"), Order::Draw);
    assert!(matches!(typist.order("all"), Order::Activate { stands } if stands.len() == 3));
    assert!(matches!(typist.order("8f4"), Order::Move { .. }));
    assert!(matches!(typist.order("9f2."), Order::Move { .. }));
    assert_eq!(typist.order("."), Order::EndMoves);
    for line in ["dela", "all", "8f4", "9f2.", "."] {
        assert!(keystrokes(line) <= MOST_KEYSTROKES, "{line}");
    }
}

#[test]
fn a_key_with_alt_is_a_command_also_when_alt_is_let_go_within_the_frame() {
    let mut typist = Typist::new("first-steps", Habit::Rolled);
    let key = |pressed| Event::Key {
        key: Key::L,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: egui::Modifiers::ALT,
    };
    let [held, let_go] = [egui::Modifiers::ALT, egui::Modifiers::NONE].map(Event::ModifiersChanged);
    let events = [held, key(true), Event::Text("l".into()), key(false), let_go];
    typist.window.input_mut().events.extend(events);
    typist.window.run_steps(3);
    assert!(typist.window.state().saved().dark, "Alt+L is candlelight");
    typist.text("dela");
    typist.key(Key::Enter);
    assert_eq!(
        typist.desk().current().map(|entry| &entry.order),
        Some(&Order::Draw),
        "no letter was left over"
    );
}

#[test]
fn text_that_comes_in_one_piece_loses_nothing() {
    let mut typist = Typist::new("first-steps", Habit::Rolled);
    typist.window.input_mut().events.push(Event::Text("/dela".into()));
    typist.window.run_steps(2);
    typist.key(Key::Enter);
    assert_eq!(typist.desk().current().map(|entry| &entry.order), Some(&Order::Draw));
}

#[test]
fn the_meaning_is_shown_while_it_is_typed_and_a_refusal_with_its_clause() {
    let mut typist = Typist::new("first-steps", Habit::Rolled);
    typist.line("/dela");
    assert_eq!(typist.entries(), 1);
    typist.line("all");
    typist.text("8f4");
    typist.window.run_steps(3);
    assert!(typist.window.query_by_label("8 Cuirassiers goes 4.00 in forward").is_some());
    typist.text("0");
    typist.window.run_steps(3);
    assert!(typist.window.query_by_label_contains("Not allowed").is_some());
    let before = typist.entries();
    typist.key(Key::Enter);
    assert_eq!(typist.entries(), before, "what is refused is not given");
    typist.key(Key::Escape);
    assert!(typist.window.query_by_label_contains("Not allowed").is_none());
}

#[test]
fn tab_completes_and_the_history_comes_back() {
    let mut typist = Typist::new("first-steps", Habit::Rolled);
    typist.line("/dela");
    typist.line("all");
    typist.text("cui");
    typist.window.run_steps(2);
    typist.key(Key::Tab);
    typist.text(" f");
    typist.window.run_steps(2);
    let words = typist.window.query_by_label_contains("8 Cuirassiers goes").is_some();
    assert!(words, "the completed name is read");
    typist.key(Key::Enter);
    assert!(matches!(typist.desk().current().map(|entry| &entry.order), Some(Order::Move { .. })));
    typist.key(Key::ArrowUp);
    typist.key(Key::ArrowUp);
    typist.key(Key::ArrowDown);
    typist.window.run_steps(2);
    // The line is there again, and is refused: it has acted.
    assert!(typist.window.query_all_by_label_contains("has acted").next().is_some());
    assert_eq!(
        typist.window.state().saved().history.lines().last().map(String::as_str),
        Some("Cuirassiers f")
    );
}

#[test]
fn what_is_due_is_chosen_by_number() {
    let mut typist = Typist::new("first-steps", Habit::Rolled);
    assert_eq!(typist.order("1"), Order::Draw);
    let stands = typist.order("#1");
    assert!(matches!(stands, Order::Activate { .. }), "{stands:?}");
}

#[test]
fn dice_are_typed_between_two_lines() {
    let mut typist = Typist::new("first-steps", Habit::Typed);
    typist.line("/d");
    assert_eq!(typist.entries(), 0, "the chit is asked for");
    typist.line("hohen");
    assert_eq!(typist.entries(), 1);
    typist.line("all");
    let fire = typist.desk().due().offers.iter().find_map(|offer| match offer.order {
        Order::Fire { battery, target } => Some((battery, target)),
        _ => None,
    });
    let (battery, target) = fire.expect("the position battery has a target");
    let badge = |id: StandId| typist.desk().state().unit(id).badge;
    let line = format!("{}g{}", badge(battery), badge(target));
    assert!(keystrokes(&line) <= MOST_KEYSTROKES);
    typist.line(&line);
    assert_eq!(typist.entries(), 2, "the dice are asked for");
    let dice = typist.desk().next_throw(&Order::Fire { battery, target }, &[]);
    let dice = usize::from(dice.expect("it is legal").expect("it is rolled for").dice);
    typist.line(&"6".repeat(dice));
    assert_eq!(typist.entries(), 3);
    // The line listens again.
    assert_eq!(typist.order("."), Order::EndMoves);
}

/// A slow frame hears many strokes at once: an order, its dice and what follows them.
#[test]
fn strokes_that_come_in_one_frame_are_taken_in_their_order() {
    let mut typist = Typist::new("first-steps", Habit::Typed);
    typist.line("/d");
    typist.line("hohen");
    typist.line("all");
    let enter = Event::Key {
        key: Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    for line in ["16g2", "66", "."] {
        let letters = line.chars().map(|letter| Event::Text(letter.to_string()));
        typist.window.input_mut().events.extend(letters.chain(std::iter::once(enter.clone())));
    }
    typist.window.run_steps(12);
    let orders: Vec<_> = typist.desk().line().into_iter().map(|entry| entry.order.clone()).collect();
    assert!(
        matches!(orders[..], [Order::Draw, Order::Activate { .. }, Order::Fire { .. }, Order::EndMoves]),
        "{orders:?}"
    );
}

#[test]
fn dice_that_come_in_one_piece_are_all_taken() {
    let mut typist = Typist::new("first-steps", Habit::Typed);
    typist.line("/d");
    typist.line("hohen");
    typist.line("all");
    typist.line("16g2");
    typist.window.input_mut().events.push(Event::Text("5 6".into()));
    typist.window.run_steps(4);
    typist.key(Key::Enter);
    let entry = typist.desk().current().expect("the shot is given");
    assert_eq!(entry.casts.first().map(|cast| &cast.answer.faces[..]), Some(&[5, 6][..]));
}

#[test]
fn while_a_form_is_open_nothing_typed_reaches_the_game() {
    let mut typist = Typist::new("first-steps", Habit::Rolled);
    let ctx = typist.window.ctx.clone();
    typist.window.state_mut().run_command(&ctx, Command::Play(window::play::PlayAction::Fiat("Award", None)));
    typist.window.run_steps(2);
    typist.key(Key::Space);
    typist.line("1");
    assert_eq!(typist.entries(), 0, "no chit is drawn behind the form");
    typist.key(Key::Escape);
    typist.key(Key::Space);
    assert_eq!(typist.entries(), 1, "without it the key draws one");
}

#[test]
fn the_palette_finds_commands_stands_and_clauses_by_name() {
    let mut typist = Typist::new("first-steps", Habit::Rolled);
    let open = |typist: &mut Typist, query: &str| {
        typist.window.key_press_modifiers(egui::Modifiers::COMMAND, Key::P);
        typist.window.run_steps(2);
        typist.text(query);
        typist.window.run_steps(2);
        typist.key(Key::Enter);
    };
    open(&mut typist, "dark");
    assert!(typist.window.state().saved().dark);
    open(&mut typist, "grid");
    assert!(typist.window.state().saved().grid);
    open(&mut typist, "II.C.4.1");
    assert!(typist.window.query_by_label("easy:II.C.4.1").is_some(), "the clause is shown");
    typist.key(Key::Escape);
    open(&mut typist, "draw a chit");
    assert_eq!(typist.desk().current().map(|entry| &entry.order), Some(&Order::Draw));
}

#[test]
fn a_question_mark_lists_every_key() {
    let mut typist = Typist::new("first-steps", Habit::Rolled);
    typist.text("?");
    typist.window.run_steps(3);
    for text in ["Order line", "After the stands", "x22", "Ctrl+Z"] {
        assert!(typist.window.query_all_by_label(text).next().is_some(), "{text} is listed");
    }
    // A full stop here is about nothing behind the page.
    typist.window.key_press(Key::Period);
    typist.text(".");
    typist.window.run_steps(2);
    assert!(typist.window.query_by_label_contains("Seen: ").is_none());
    typist.key(Key::Escape);
    assert!(typist.window.query_by_label("After the stands").is_none());
}

#[test]
fn after_an_undo_a_full_stop_begins_the_line_and_looks_at_nothing() {
    let mut typist = Typist::new("first-steps", Habit::Rolled);
    super::harness::give(&mut typist.window, &Order::Draw);
    assert_eq!(typist.desk().at(), 1);
    command(&mut typist.window, Command::Undo);
    assert_eq!(typist.desk().at(), 0);
    for _ in 0..2 {
        typist.window.key_press(Key::Period);
        typist.text(".");
        typist.window.run_steps(3);
        assert!(
            typist.window.query_by_label_contains("Seen: ").is_none(),
            "what was taken back is no future"
        );
    }
    let mut fields = typist.window.query_all_by_role(egui::Role::TextInput);
    assert!(fields.any(|field| field.accesskit_node().is_focused()), "the order line is open");
}

/// What is typed for a turn of Waterloo. `DRUMHEAD_WRITE_SCRIPT=1` writes it anew, as [`Player`] would play it.
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/scripts/waterloo-turn.txt");

#[test]
fn a_turn_of_waterloo_is_played_by_keyboard_alone_in_five_keystrokes_an_order() {
    if std::env::var_os("DRUMHEAD_WRITE_SCRIPT").is_some() {
        write_script();
    }
    let script = std::fs::read_to_string(SCRIPT).expect("the script is there");
    let mut typist = Typist::new("waterloo", Habit::Typed);
    typist.text("/");
    typist.window.run_steps(2);
    let mut kinds: BTreeMap<&'static str, usize> = BTreeMap::new();
    let lines = script.lines().map(|line| line.split("  ").next().unwrap_or_default());
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        let (before, waits) = (typist.entries(), typist.window.state().play().dice_wanted().is_some());
        typist.line(line);
        if !waits {
            assert!(keystrokes(line) <= MOST_KEYSTROKES, "{line} takes {} keystrokes", keystrokes(line));
        }
        let given = typist.entries() > before || typist.window.state().play().dice_wanted().is_some();
        assert!(given, "{line} did nothing, with {} due", typist.desk().due().prompt);
        if let Some(entry) = typist.desk().current().filter(|_| typist.entries() > before) {
            *kinds.entry(kind(&entry.order)).or_default() += 1;
        }
    }
    assert_eq!(typist.desk().state().turn, 2, "the turn is over");
    for wanted in ["draw", "activate", "pick", "move", "fire", "declare", "resolve", "end"] {
        assert!(kinds.contains_key(wanted), "{wanted} came up: {kinds:?}");
    }
    assert!(typist.desk().records().iter().all(|record| match record {
        Record::Order(entry) => entry.is_typed() || entry.casts.is_empty(),
        _ => false,
    }));
}

fn kind(order: &Order) -> &'static str {
    match order {
        Order::Draw => "draw",
        Order::Pick { .. } => "pick",
        Order::Activate { .. } => "activate",
        Order::Move { .. } | Order::MoveGeneral { .. } => "move",
        Order::Fire { .. } => "fire",
        Order::Declare { .. } => "declare",
        Order::Resolve { .. } => "resolve",
        Order::Retreat { .. } => "retreat",
        Order::EndMoves | Order::Finish => "end",
        _ => "other",
    }
}

/// Plays the first turn in the window and keeps what was typed.
fn write_script() {
    let mut typist = Typist::new("waterloo", Habit::Typed);
    typist.text("/");
    typist.window.run_steps(2);
    let mut player = Player { faces: 17 };
    let mut text = String::from(
        "# Turn 1 of Waterloo as it is typed: each line and Enter. Orders go into the order line, which is opened with /\n\
         # first; digits asked for are dice; what follows two blanks, or begins with # and a blank, is not typed.\n",
    );
    while typist.desk().state().turn == 1 {
        let line = player.line(&typist);
        let before = typist.entries();
        typist.line(&line);
        let said = match typist.desk().current().filter(|_| typist.entries() > before) {
            Some(entry) => entry.words.first().cloned().unwrap_or_default(),
            None => "dice are asked for".to_owned(),
        };
        let _ = writeln!(text, "{line:<8}  {said}");
        assert!(typist.typed.len() < 2000, "the turn does not end");
    }
    std::fs::write(SCRIPT, text).expect("the script is written");
}

/// A player who says everything in a few keys, with dice of a fixed sequence.
struct Player {
    faces: u32,
}

impl Player {
    fn face(&mut self, sides: u16) -> u16 {
        self.faces = self.faces.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        u16::try_from((self.faces >> 16) % u32::from(sides)).unwrap_or(0) + 1
    }

    fn line(&mut self, typist: &Typist) -> String {
        if let Some((dice, sides)) = typist.window.state().play().dice_wanted() {
            return (0..dice).map(|_| (self.face(sides) % 10).to_string()).collect();
        }
        let desk = typist.desk();
        let state = desk.state();
        let offers = &desk.due().offers;
        let badge = |id: StandId| state.unit(id).badge;
        let has = |wanted: fn(&Order) -> bool| offers.iter().any(|offer| wanted(&offer.order));
        match state.phase {
            Phase::Weather => return "1".into(),
            Phase::Draw => {
                // Whatever is drawn, each chit keeps its number behind the draw itself.
                let due = typist.window.state().play().choices();
                let chits: Vec<usize> = due
                    .iter()
                    .filter(|choice| matches!(choice.what, Choosing::Drawn(_)))
                    .map(|choice| choice.number)
                    .collect();
                let index = self.face(u16::try_from(chits.len()).unwrap_or(1));
                return chits[usize::from(index) - 1].to_string();
            }
            Phase::Active | Phase::Over(_) => {}
        }
        let Some(now) = state.active() else { return ".".into() };
        match now.step {
            Step::Command => {
                let pick = has(|order| matches!(order, Order::Pick { .. }));
                if pick && now.picks.is_empty() {
                    let first = if has(|order| matches!(order, Order::Activate { .. })) { 2 } else { 1 };
                    return format!("#{first}");
                }
                // Of each command a few stands act, those nearest the enemy.
                let open = offers.iter().find_map(|offer| match &offer.order {
                    Order::Activate { stands } => Some(stands.clone()),
                    _ => None,
                });
                let Some(mut stands) = open else { return ".".into() };
                let away = |id: &StandId| {
                    let mine = state.placed(*id);
                    let gaps = state.on_table().filter(|(enemy, _)| state.are_enemies(*id, *enemy));
                    gaps.filter_map(|(_, there)| Some(gap(mine?, there).distance)).fold(99.0_f32, f32::min)
                };
                stands.sort_by(|a, b| away(a).total_cmp(&away(b)));
                stands.truncate(3);
                let badges: Vec<String> = stands.into_iter().map(|id| badge(id).to_string()).collect();
                badges.join(",")
            }
            Step::Act => {
                for offer in offers {
                    match &offer.order {
                        Order::Fire { battery, target } => {
                            return format!("{}g{}", badge(*battery), badge(*target));
                        }
                        Order::Move { stand, .. } => return self.march(desk, *stand),
                        _ => {}
                    }
                }
                ".".into()
            }
            _ if has(|order| matches!(order, Order::Declare { .. })) => "a".into(),
            _ if has(|order| matches!(order, Order::Resolve { .. })) => "!".into(),
            _ if has(|order| matches!(order, Order::Finish)) => ".".into(),
            _ => "1".into(),
        }
    }

    /// Into contact where that can be reached, otherwise ahead.
    fn march(&self, desk: &Desk<Easy>, stand: StandId) -> String {
        let state = desk.state();
        let badge = |id: StandId| state.unit(id).badge;
        let arm = state.arm(stand);
        if arm.is_infantry() || arm.is_cavalry() {
            let near = |id: &StandId| match (state.placed(*id), state.placed(stand)) {
                (Some(there), Some(mine)) => state.are_enemies(*id, stand) && gap(mine, there).distance < 8.0,
                _ => false,
            };
            for enemy in state.ids().filter(near) {
                let plan = easy::reach::plan_attack(state, stand, enemy, None);
                if let Some(Ok(plan)) = plan
                    && desk.check(&Order::Move { stand, path: plan.path }).is_ok()
                {
                    return format!("{}x{}", badge(stand), badge(enemy));
                }
            }
        }
        let Some(pose) = state.pose(stand) else { return ".".into() };
        let ahead = Path::new(vec![Leg::Slide(pose.heading.forward() * 2.0)]);
        let offered = desk.due().offers.iter().find_map(|offer| match &offer.order {
            Order::Move { stand: id, path } if *id == stand => path.legs.first(),
            _ => None,
        });
        let deed = match offered {
            _ if desk.check(&Order::Move { stand, path: ahead }).is_ok() => "f2",
            Some(Leg::Slide(way)) if way.dot(pose.heading.forward()) > 0.0 => "f",
            Some(Leg::Slide(_)) | None => "b",
            Some(Leg::Turn { angle, .. }) if *angle > 0.0 => "wr",
            Some(Leg::Turn { .. }) => "wl",
        };
        format!("{}{deed}", badge(stand))
    }
}
