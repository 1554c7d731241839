//! The window under test: how it is opened, and what a referee does to it. Units: points on the screen.

use desk::{Desk, Library, Setup};
use easy::Position;
use easy::{Easy, Order, StandId};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::{Codec as _, Spot};
use games::Games;
use scenario::{Draft, Scenario};
use table::Pose;
use window::play::PlayAction;
use window::{Command, Habit, OpenedGame, Saved, Window, is_busy, theme};

/// A game on this scenario of the library, without a journal.
pub fn game(library: &Library, scenario: &str) -> Desk<Easy> {
    let (scenario, _) = library.scenario(scenario).expect("it is in the program");
    Desk::<Easy>::new(Setup::new(scenario, 7), None).expect("a game without a journal begins")
}

/// A window on the first order of First Steps.
pub fn window(dice: Habit) -> Harness<'static, Window> {
    window_of(dice, [1600.0, 1000.0])
}

/// A window of this size in points on the first order of First Steps.
pub fn window_of(dice: Habit, size: [f32; 2]) -> Harness<'static, Window> {
    window_with(game(&Library::embedded(&Games::default()), "first-steps"), dice, size)
}

/// A window on a position written as in a case, without its journal.
pub fn window_on(position: &str, dice: Habit) -> Harness<'static, Window> {
    window_on_of(position, dice, [1600.0, 1000.0])
}

/// The same in a window of this size in points.
pub fn window_on_of(position: &str, dice: Habit, size: [f32; 2]) -> Harness<'static, Window> {
    let options = data::ron_options();
    let position: Position = options.from_str(position).expect("the position reads");
    let state = position.set_up().expect("the position is sound");
    let setup = Setup::new(state.game.scenario.clone(), 7);
    window_with(Desk::<Easy>::from_state(setup, state), dice, size)
}

/// A window on this game.
pub fn window_with(desk: Desk<Easy>, dice: Habit, size: [f32; 2]) -> Harness<'static, Window> {
    let library = Library::embedded(&Games::default());
    let saved = Saved { dice, ..Saved::default() };
    window_started(OpenedGame { library, game: Box::new(desk), notices: Vec::new() }, saved, size)
}

/// A window on First Steps with a folder of the user's own.
pub fn window_in(home: &std::path::Path) -> Harness<'static, Window> {
    window_over(Library::at(home, &Games::default()), [1280.0, 800.0])
}

/// A window of this size on First Steps with this library.
pub fn window_over(library: Library, size: [f32; 2]) -> Harness<'static, Window> {
    let desk = game(&library, "first-steps");
    let start = OpenedGame { library, game: Box::new(desk), notices: Vec::new() };
    let mut window = window_started(start, Saved::default(), size);
    window.run_steps(3);
    window
}

/// What is drawn by `show`, in the program's fonts and colours, once it has come to rest.
pub fn dressed<S>(
    state: S,
    size: [f32; 2],
    show: impl Fn(&mut S, &mut egui::Ui) + 'static,
) -> Harness<'static, S> {
    let mut dressed = false;
    let mut window = Harness::builder().with_size(size).build_ui_state(
        move |ui, state: &mut S| {
            if !dressed {
                theme::install(ui.ctx());
                dressed = true;
                ui.ctx().request_repaint();
                return;
            }
            show(state, ui);
        },
        state,
    );
    settle(&mut window);
    window
}

/// A window as it starts, with what was saved.
pub fn window_started(start: OpenedGame, saved: Saved, size: [f32; 2]) -> Harness<'static, Window> {
    dressed(Window::with(start, saved), size, Window::show)
}

/// Clicks the button with this label.
pub fn press<W>(window: &mut Harness<'_, W>, label: &str) {
    settle(window);
    window.get_by_role_and_label(egui::Role::Button, label).click();
    window.run_steps(4);
    settle(window);
}

/// Waits for what threads find out, and until it has its place: an answer that comes between aiming and clicking moves
/// what is aimed at.
pub fn settle<W>(window: &mut Harness<'_, W>) {
    loop {
        window.run_steps(2);
        if !is_busy(&window.ctx) {
            return;
        }
        wait_until(window, "the end of what threads find out", |window| !is_busy(&window.ctx));
    }
}

/// Whether these words are to be seen.
pub fn has<W>(window: &Harness<'_, W>, part: &str) -> bool {
    window.query_all_by_label_contains(part).next().is_some()
}

/// The window is told this.
pub fn command(window: &mut Harness<'_, Window>, command: Command) {
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, command);
    window.run_steps(2);
    settle(window);
}

/// Types a number into the field of this label.
pub fn spin<W>(window: &mut Harness<'_, W>, label: &str, number: &str) {
    window.get_by_role_and_label(egui::Role::SpinButton, label).click();
    window.run_steps(2);
    window.get_by_role_and_label(egui::Role::SpinButton, label).type_text(number);
    window.run_steps(1);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
}

/// The table that is set up, if one is.
pub fn set_up<'w>(window: &'w Harness<'_, Window>) -> Option<&'w Draft<Scenario>> {
    window.state().maker().and_then(|maker| maker.draft())
}

/// The table that is set up.
pub fn draft<'w>(window: &'w Harness<'_, Window>) -> &'w Draft<Scenario> {
    set_up(window).expect("a table is set up")
}

/// The stand with this badge or id.
pub fn stand(window: &Harness<'_, Window>, badge: &str) -> StandId {
    desk(window).state().roster().find_stand(badge).expect("there is such a badge")
}

/// Where a stand is.
pub fn pose(window: &Harness<'_, Window>, stand: StandId) -> Pose {
    desk(window).state().pose(stand).expect("it is on the table")
}

/// Keys pressed one after the other.
pub fn keys(window: &mut Harness<'_, Window>, keys: &[egui::Key]) {
    for key in keys {
        // A keyboard tells digits as text as well; dice are read from that.
        let text = key.symbol_or_name();
        if text.chars().all(|letter| letter.is_ascii_digit()) {
            window.input_mut().events.push(egui::Event::Text(text.to_owned()));
        } else {
            window.key_press(*key);
        }
        window.run_steps(2);
    }
    settle(window);
}

/// Letters pressed with Alt one after the other: alone they would begin the order line.
pub fn alt(window: &mut Harness<'_, Window>, keys: &[egui::Key]) {
    for key in keys {
        // As Linux sends it, with its text.
        let pressed = egui::Event::Key {
            key: *key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: egui::Modifiers::ALT,
        };
        let held = egui::Event::ModifiersChanged(egui::Modifiers::ALT);
        let text = egui::Event::Text(key.name().to_lowercase());
        window.input_mut().events.extend([held, pressed, text]);
        window.run_steps(1);
        window.input_mut().events.push(egui::Event::ModifiersChanged(egui::Modifiers::NONE));
        window.run_steps(2);
    }
    settle(window);
}

/// Waits until these words are to be seen: another thread has to find them first.
pub fn wait_for(window: &mut Harness<'_, Window>, part: &str) {
    wait_until(window, part, |window| has(window, part));
    settle(window);
}

/// Steps the window until this is so: another thread has to answer first.
pub fn wait_until<W>(window: &mut Harness<'_, W>, what: &str, is_so: impl Fn(&Harness<'_, W>) -> bool) {
    for _ in 0..1000 {
        if is_so(window) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        window.run_steps(1);
    }
    panic!("it did not come: {what}");
}

/// The pointer presses here, goes there in four steps, and lets go.
pub fn drag<W>(window: &mut Harness<'_, W>, from: egui::Pos2, to: egui::Pos2) {
    window.hover_at(from);
    window.run_steps(1);
    window.drag_at(from);
    window.run_steps(1);
    for step in 1..=4 {
        window.hover_at(from.lerp(to, step as f32 / 4.0));
        window.run_steps(1);
    }
    window.drop_at(to);
    window.run_steps(4);
    settle(window);
}

/// A press and a release of the pointer.
pub fn click_at<W>(window: &mut Harness<'_, W>, at: egui::Pos2) {
    window.hover_at(at);
    window.run_steps(1);
    window.drag_at(at);
    window.run_steps(1);
    window.drop_at(at);
    window.run_steps(2);
    settle(window);
}

/// The game in the window.
pub fn desk<'w>(window: &'w Harness<'_, Window>) -> &'w Desk<Easy> {
    (window.state().play().game() as &dyn std::any::Any).downcast_ref().expect("Easy")
}

/// The key of a stand.
pub fn key_of(window: &Harness<'_, Window>, stand: StandId) -> String {
    desk(window).state().roster().stands[stand.index()].key.clone()
}

/// The order is taken, as by a click on it.
pub fn take(window: &mut Harness<'_, Window>, order: &Order) {
    let draft = Easy::spell(desk(window).state(), order);
    command(window, Command::Play(PlayAction::Take(draft)));
}

/// The order is given.
pub fn give(window: &mut Harness<'_, Window>, order: &Order) {
    let draft = Easy::spell(desk(window).state(), order);
    let habit = window.state().saved().dice;
    command(window, Command::Play(PlayAction::GiveWith(draft, habit)));
}

/// The stand is taken in hand, as from the list.
pub fn pick_up(window: &mut Harness<'_, Window>, stand: StandId) {
    let key = key_of(window, stand);
    command(window, Command::Play(PlayAction::PickUp(key)));
}

/// The stand is clicked on the table.
pub fn click_stand(window: &mut Harness<'_, Window>, stand: StandId) {
    let key = key_of(window, stand);
    command(window, Command::Play(PlayAction::Piece(key)));
}

/// The hand goes there.
pub fn drag_to(pose: Pose) -> Command {
    Command::Play(PlayAction::Over(Some(Spot::pose(pose))))
}
/// The table is clicked there.
pub fn at(at: table::Vec2) -> Command {
    Command::Play(PlayAction::At(Spot::Point { x: at.x.into(), y: at.y.into() }))
}
