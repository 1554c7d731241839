//! From a key to the changed picture: every battle of the program in a window of 1280 by 800 points that a rasteriser in software
//! draws (lavapipe), at its start and at moments of a whole game between solo players, of which the worst counts.
//!
//! `cargo bench --bench picture` runs all; a word after `--` leaves out the battles that are not called so, a number plays no more
//! than so many orders. A key is told the window as a keyboard tells it, and frames are drawn to their last pixel until the picture
//! is another; what threads find out meanwhile comes later. Each key counts with the least of three. Drawing ends here with the
//! picture in memory, which a screen does not ask for. Budget: 150 ms, for each key of each moment, which this bench asserts; of a
//! build without optimisation four times as much.

#![expect(clippy::print_stdout, reason = "a bench prints what it has measured")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use desk::{Game, Library};
use drawing::overlay::OverlaysShown;
use eframe::egui_wgpu::RendererOptions;
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::wgpu::{WgpuTestRenderer, create_render_state, default_wgpu_setup};
use games::Games;
use window::play::PlayAction;
use window::{Command, OpenedGame, RunOptions, Saved, Window, is_busy, theme};

const SIZE: [f32; 2] = [1280.0, 800.0];
const BUDGET: Duration = Duration::from_millis(if cfg!(debug_assertions) { 600 } else { 150 });
const RUNS: usize = 3;
/// No more moments of a game are looked at.
const MOMENTS: usize = 8;
/// A key that has changed nothing after so many frames changes nothing.
const FRAMES: usize = 4;

type Bench = Harness<'static, Window>;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let most = words.iter().find_map(|word| word.parse().ok()).unwrap_or(usize::MAX);
    let name = words.iter().find(|word| word.parse::<usize>().is_err());
    let mut worst = Worst::default();
    for (id, ..) in Library::embedded(&Games::default()).scenarios() {
        if name.is_some_and(|name| !id.contains(name.as_str())) {
            continue;
        }
        let mut of_battle = Worst::default();
        for (number, game) in moments(&id, most) {
            let mut of_moment = Worst::default();
            keys_of(game, number == 0, &mut of_moment);
            if number == 0 {
                println!("{id}, at its start: {of_moment}");
            }
            of_battle.take(of_moment.time, || format!("{} after {number} orders", of_moment.key));
        }
        println!("{id}, at worst: {of_battle}");
        worst.take(of_battle.time, || format!("{id}, {}", of_battle.key));
    }
    println!("the worst of all: {worst}");
    assert!(worst.time > Duration::ZERO, "no battle is called so");
    assert!(worst.time <= BUDGET, "from a key to the changed picture in {worst}");
}

/// The longest time, and by which key.
#[derive(Default)]
struct Worst {
    time: Duration,
    key: String,
}

impl Worst {
    fn take(&mut self, time: Duration, key: impl FnOnce() -> String) {
        if time > self.time {
            *self = Self { time, key: key() };
        }
    }
}

impl std::fmt::Display for Worst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0} ms ({})", self.time.as_secs_f64() * 1e3, self.key)
    }
}

/// A game of this battle at its start and at moments spread over the whole of it, each with the orders given by then.
fn moments(id: &str, most: usize) -> Vec<(usize, Box<dyn Game>)> {
    let games = Games::of_the_program();
    let options = RunOptions {
        scenario: Some(id.into()),
        seed: Some(7),
        library: Some(Library::embedded(&games)),
        ..RunOptions::default()
    };
    let mut game = OpenedGame::new(options).expect("it begins").game.twin();
    let mut players = games.players(&mut *game).expect("it has players");
    let (mut kept, mut step, mut number) = (vec![(0, game.twin())], 4, 0);
    while !game.is_over() && number < most {
        players.step(&mut *game).expect("they go on");
        number += 1;
        if number % step == 0 && !game.is_over() {
            kept.push((number, game.twin()));
        }
        // Every other moment goes as the game grows.
        if kept.len() > MOMENTS {
            step *= 2;
            kept.retain(|(number, _)| number % step == 0);
        }
    }
    kept
}

fn window(game: Box<dyn Game>, all_on: bool) -> Bench {
    let begun = OpenedGame { library: Library::embedded(&Games::default()), game, notices: Vec::new() };
    let shown = OverlaysShown {
        zones: all_on,
        command: all_on,
        lanes: all_on,
        reach: true,
        threat: all_on,
        rulers: all_on,
    };
    let saved = Saved { shown, ..Saved::default() };
    // The card as the program asks for it: tests ask for one that draws the same everywhere, at several times the cost.
    let card = create_render_state(default_wgpu_setup(), RendererOptions::default());
    let renderer = WgpuTestRenderer::from_render_state(card);
    let mut window = Harness::builder().with_size(SIZE).renderer(renderer).build_eframe(|context| {
        theme::install(&context.egui_ctx);
        let window = Window::with(begun, saved);
        match context.wgpu_render_state.clone() {
            Some(card) => window.drawn_by(card),
            None => window,
        }
    });
    settle(&mut window);
    window.render().expect("it is drawn");
    window
}

/// Until nothing is sought any more.
fn settle(window: &mut Bench) {
    window.run_steps(3);
    for _ in 0..3000 {
        if !is_busy(&window.ctx) {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
        window.run_steps(1);
    }
    window.run_steps(2);
}

/// As a keyboard tells it, with the text of a digit or a letter.
fn key(key: Key, modifiers: Modifiers) -> Vec<Event> {
    let mut events = vec![Event::ModifiersChanged(modifiers)];
    events.push(Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers });
    let name = key.symbol_or_name();
    if modifiers.is_none() && name.chars().count() == 1 {
        events.push(Event::Text(name.to_lowercase()));
    }
    events
}

/// The time from these events to the changed picture; none: they change nothing.
fn until_changed(window: &mut Bench, events: Vec<Event>) -> Option<Duration> {
    let before = window.render().expect("it is drawn");
    let begun = Instant::now();
    window.input_mut().events.extend(events);
    for _ in 0..FRAMES {
        window.step();
        if window.render().expect("it is drawn") != before {
            let time = begun.elapsed();
            window.input_mut().events.push(Event::ModifiersChanged(Modifiers::NONE));
            settle(window);
            return Some(time);
        }
    }
    window.input_mut().events.push(Event::ModifiersChanged(Modifiers::NONE));
    settle(window);
    None
}

/// A key and the one that leads back, pressed in turn: each counts with the least of its times. So many of the pairs changed the
/// picture.
fn there_and_back(window: &mut Bench, pair: [(&str, Key, Modifiers); 2], worst: &mut Worst) -> usize {
    let mut least = [Duration::MAX; 2];
    for _ in 0..RUNS {
        for ((_, pressed, modifiers), least) in pair.into_iter().zip(&mut least) {
            match until_changed(window, key(pressed, modifiers)) {
                Some(time) => *least = (*least).min(time),
                None => return 0,
            }
        }
    }
    for ((said, ..), time) in pair.into_iter().zip(least) {
        worst.take(time, || said.to_owned());
    }
    1
}

/// The keys of a referee in a game at this moment with all overlays, and as they are usually where that is wanted too.
fn keys_of(game: Box<dyn Game>, as_usual: bool, worst: &mut Worst) {
    const NONE: Modifiers = Modifiers::NONE;
    const ALT: Modifiers = Modifiers::ALT;
    for all_on in if as_usual { &[false, true][..] } else { &[true] } {
        let mut window = window(game.twin(), *all_on);
        let mut changed = 0;
        for pair in [
            [("a letter that begins a line", Key::F, NONE), ("Escape from it", Key::Escape, NONE)],
            [("Alt+L, candlelight", Key::L, ALT), ("Alt+L, daylight", Key::L, ALT)],
            [("+, nearer", Key::Plus, NONE), ("Alt+F, the whole table", Key::F, ALT)],
            [("F11, the table alone", Key::F11, NONE), ("F11, the panels", Key::F11, NONE)],
            [("Alt+J, the log", Key::J, ALT), ("Alt+J, its last line", Key::J, ALT)],
        ] {
            changed += there_and_back(&mut window, pair, worst);
        }
        assert_eq!(changed, 5, "the picture follows the keys");
        carried(&mut window, worst);
        given(&mut window, worst);
    }
}

/// The least time of each key.
#[derive(Default)]
struct Least(BTreeMap<&'static str, Duration>);

impl Least {
    /// The key is pressed: it counts if the picture changes.
    fn press(&mut self, window: &mut Bench, said: &'static str, pressed: Key, modifiers: Modifiers) {
        if let Some(time) = until_changed(window, key(pressed, modifiers)) {
            let least = self.0.entry(said).or_insert(time);
            *least = (*least).min(time);
        }
    }

    fn into_worst(self, worst: &mut Worst) {
        for (said, time) in self.0 {
            worst.take(time, || said.to_owned());
        }
    }
}

/// A piece is taken in hand, turned (on hexes it cannot be), and put back.
fn carried(window: &mut Bench, worst: &mut Worst) {
    let Some(piece) = window.state().play().movers().first().cloned() else { return };
    let ctx = window.ctx.clone();
    let mut least = Least::default();
    for _ in 0..RUNS {
        window.state_mut().run_command(&ctx, Command::Play(PlayAction::PickUp(piece.clone())));
        settle(window);
        least.press(window, "E with a piece in hand", Key::E, Modifiers::NONE);
        least.press(window, "Escape with a piece in hand", Key::Escape, Modifiers::NONE);
        // Where E has begun a line, that was for it.
        window.state_mut().run_command(&ctx, Command::Cancel);
        settle(window);
    }
    least.into_worst(worst);
}

/// What is due first is given, whatever it asks on the way, and taken back.
fn given(window: &mut Bench, worst: &mut Worst) {
    let at = |window: &Bench| window.state().play().game().at();
    let mut least = Least::default();
    for _ in 0..RUNS {
        let before = at(window);
        least.press(window, "Alt+1 and what it gives", Key::Num1, Modifiers::ALT);
        if at(window) == before {
            least.press(window, "Enter", Key::Enter, Modifiers::NONE);
        }
        if at(window) == before {
            break;
        }
        least.press(window, "Ctrl+Z", Key::Z, Modifiers::CTRL);
    }
    least.into_worst(worst);
}
