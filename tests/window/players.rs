//! The players' screen, opened and closed as a person does: from the menu *Seen by*, from the palette, and by its keys.

use super::harness::desk as the_desk;
use egui::{Event, Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::Viewer;
use scenario::Side;
use window::play::PlayAction;
use window::{BoardPlace, Command, Habit, LookAim, Window};

use super::harness::{has, settle, window};
use super::players_secret::{alone, heard, tell};

/// How often a stand of first-steps is on a screen: once on the table of each window.
fn tables(window: &Harness<'_, Window>) -> usize {
    window.query_all_by_role(Role::Canvas).count()
}

fn sides(window: &Harness<'_, Window>) -> [String; 2] {
    let state = the_desk(window).state();
    Side::BOTH.map(|side| state.say_side(side).to_owned())
}

/// Opens the menu *Seen by* and clicks what begins so in it.
fn choose(window: &mut Harness<'_, Window>, item: &str) {
    settle(window);
    let menu = window.get_by_label_contains("Seen by: ");
    match window.state().saved().screen {
        None => menu.click(),
        // Here the second window lies within the first, and may lie over its head.
        Some(_) => menu.click_accesskit(),
    }
    window.run_steps(4);
    window.get_by_label_contains(item).click();
    window.run_steps(4);
    settle(window);
}

fn find(window: &mut Harness<'_, Window>, query: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::P);
    window.run_steps(2);
    window.input_mut().events.push(Event::Text(query.to_owned()));
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.run_steps(4);
    settle(window);
}

#[test]
fn the_menu_opens_the_players_screen_for_each_side_and_closes_it() {
    let mut window = window(Habit::Rolled);
    let before = tables(&window);
    assert!(before > 0);
    for (side, name) in Side::BOTH.into_iter().zip(sides(&window)) {
        choose(&mut window, &format!("For {name}"));
        assert_eq!(window.state().saved().screen, Some(Viewer::Side(side)));
        assert_eq!(tables(&window), before + 1, "the second window has a table of its own");
    }
    choose(&mut window, "Close the players' screen");
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
    // What is ticked is closed by its own item as well.
    let name = &sides(&window)[0];
    choose(&mut window, &format!("For {name}"));
    choose(&mut window, &format!("For {name}"));
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
}

#[test]
fn the_palette_opens_the_players_screen_for_each_side_and_closes_it() {
    let mut window = window(Habit::Rolled);
    let before = tables(&window);
    for (side, name) in Side::BOTH.into_iter().zip(sides(&window)) {
        find(&mut window, &format!("players screen {name}"));
        assert_eq!(window.state().saved().screen, Some(Viewer::Side(side)));
        assert_eq!(tables(&window), before + 1);
    }
    find(&mut window, "close the players");
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
}

#[test]
fn a_key_for_each_side_opens_the_players_screen_and_closes_it() {
    let mut window = window(Habit::Rolled);
    let before = tables(&window);
    let both = Modifiers { shift: true, ..Modifiers::ALT };
    for (modifiers, side) in [(Modifiers::ALT, Side(0)), (both, Side(1)), (Modifiers::ALT, Side(0))] {
        window.key_press_modifiers(modifiers, Key::S);
        window.run_steps(4);
        assert_eq!(window.state().saved().screen, Some(Viewer::Side(side)));
        assert_eq!(tables(&window), before + 1);
    }
    window.key_press_modifiers(Modifiers::ALT, Key::S);
    window.run_steps(4);
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
}

/// A battery and its targets, with the players' screen of one side alone.
fn screen() -> Harness<'static, Window> {
    let position = r#"(
        origin: (20, 20),
        stands: [
            (id: "A", side: "red", arm: Infantry, at: (0, -1, 0), sp: 7),
            (id: "B", side: "red", arm: Infantry, at: (8, -4, 0), sp: 5, start: 7),
            (id: "D", side: "blue", arm: Infantry, at: (0, 0, 180), sp: 5),
        ],
        active: (command: "red"),
    )"#;
    let position: easy::Position = data::ron_options().from_str(position).expect("the position reads");
    let state = position.set_up().expect("the position is sound");
    let setup = desk::Setup::new(state.game.scenario.clone(), 7);
    alone(Box::new(desk::Desk::<easy::Easy>::from_state(setup, state)), Viewer::Side(Side(0)))
}

#[test]
fn the_players_see_what_is_due_who_rolls_what_each_die_and_what_comes_of_it() {
    let mut screen = screen();
    let said = |screen: &Harness<'_, Window>| heard(screen).join("\n");
    let prompt = screen.state().play().game().turn(Viewer::Side(Side(0))).prompt;
    assert!(said(&screen).contains(&game::sentence(&prompt)), "{}", said(&screen));
    let given = |screen: &mut Harness<'_, Window>, order: &easy::Order| {
        let game = screen.state().play().game() as &dyn std::any::Any;
        let state = game.downcast_ref::<desk::Desk<easy::Easy>>().expect("Easy").state();
        let draft = <easy::Easy as game::Codec>::spell(state, order);
        tell(screen, Command::Play(PlayAction::GiveWith(draft, Habit::Typed)));
    };
    let game = screen.state().play().game();
    let member = |name: &str| {
        let members = game.groups(Viewer::Referee).into_iter().flat_map(|group| group.members);
        members.into_iter().find(|member| member.name.ends_with(name)).expect("it is there")
    };
    let moves = member("B");
    tell(&mut screen, Command::Play(PlayAction::PickUp(moves.piece.clone())));
    let place = game::Spot::Point { x: 28.0, y: 18.0 };
    tell(&mut screen, Command::Play(PlayAction::Over(Some(place))));
    let measured = said(&screen);
    assert!(measured.contains(&moves.figures) && !moves.figures.is_empty(), "{measured}");
    assert!(measured.contains("2.00 in"), "{measured}");
    tell(&mut screen, Command::Cancel);
    assert!(!said(&screen).contains("2.00 in"));
    given(&mut screen, &easy::Order::EndMoves);
    tell(&mut screen, Command::Confirm);
    given(&mut screen, &easy::Order::Resolve { combat: 0 });
    let (dice, sides) = screen.state().play().dice_wanted().expect("dice are asked for");
    assert!(said(&screen).contains(&format!("{dice} d{sides}, hits on")), "{}", said(&screen));
    assert_eq!(said(&screen).matches("Die to be typed").count(), usize::from(dice));
    for typed in 1..=dice {
        tell(&mut screen, Command::Digit(1));
        assert_eq!(said(&screen).matches("Die to be typed").count(), usize::from(dice - typed));
    }
    tell(&mut screen, Command::RollInstead);
    let game = screen.state().play().game();
    let last = game.entry(game.at() - 1, Viewer::Side(Side(0))).expect("it was fought");
    for line in &last.words {
        assert!(said(&screen).contains(&game::sentence(line)), "{line}: {}", said(&screen));
    }
    assert!(!last.dice.is_empty());
}

/// What is seen of the table on the screen: the boxes of its pieces.
fn boxes(screen: &Harness<'_, Window>) -> Vec<egui::Rect> {
    screen.query_all_by_role(Role::Button).map(|node| node.rect()).collect()
}

#[test]
fn the_referee_brings_the_players_screen_to_a_piece_a_place_and_back() {
    let mut screen = screen();
    let whole = boxes(&screen);
    let key = {
        let game = screen.state().play().game();
        let groups = game.groups(Viewer::Referee);
        groups.into_iter().flat_map(|group| group.members).next().expect("a piece").piece
    };
    tell(&mut screen, Command::LookHere(Some(LookAim::Piece(key.clone()))));
    let near = boxes(&screen);
    assert!(near[0].width() > 1.5 * whole[0].width(), "{near:?}");
    tell(&mut screen, Command::LookAtAll);
    assert_eq!(boxes(&screen), whole);
    tell(&mut screen, Command::LookHere(Some(LookAim::Place(game::Spot::Point { x: 28.0, y: 16.0 }))));
    assert_ne!(boxes(&screen), whole);
    tell(&mut screen, Command::LookAtAll);
    tell(&mut screen, Command::Play(PlayAction::Show(key)));
    tell(&mut screen, Command::LookHere(None));
    assert_eq!(boxes(&screen), near, "the selected piece is meant");
}

#[test]
fn an_inch_is_an_inch_by_a_ruler_held_to_the_players_screen() {
    let mut screen = screen();
    let whole = boxes(&screen);
    tell(&mut screen, Command::SetInch(64.0));
    tell(&mut screen, Command::TrueSize);
    screen.run_steps(3);
    // Stands are one inch wide and larger; the widest of the three is as wide as it is on the table.
    let table = screen.state().play().game().stage(Viewer::Referee);
    let stand = |one: &drawing::ScenePiece| {
        let across: Vec<f32> = one.outline.iter().map(|corner| corner.x).collect();
        let (low, high) =
            across.iter().fold((f32::MAX, f32::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
        high - low
    };
    let (inches, points) = (stand(&table.pieces[0]), boxes(&screen)[0].width());
    assert!((points - inches * 64.0).abs() < 0.5, "{inches} in are {points} points");
    assert!(!heard(&screen).join("\n").contains("A ruler of"));
    tell(&mut screen, Command::AskForInch);
    assert!(heard(&screen).join("\n").contains("A ruler of"), "it is drawn while the dialog is open");
    tell(&mut screen, Command::SetInch(f32::INFINITY));
    assert_eq!(screen.state().saved().inch, 600.0);
    tell(&mut screen, Command::CloseDialog);
    tell(&mut screen, Command::TrueSize);
    screen.run_steps(3);
    assert_eq!(boxes(&screen), whole, "it is as large as it fits again");
}

#[test]
fn look_here_is_in_the_menus_of_pieces_and_places_and_says_why_it_does_nothing() {
    let mut window = window(Habit::Rolled);
    window.key_press_modifiers(Modifiers::ALT, Key::Y);
    window.run_steps(3);
    assert!(has(&window, "The players' screen is not open"), "{}", heard(&window).join("\n"));
    let at = window.get_by_label_contains("The table: ").rect().center();
    window.hover_at(at);
    window.run_steps(1);
    for pressed in [true, false] {
        window.input_mut().events.push(Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.run_steps(2);
    }
    assert!(window.query_by_label("Look here").is_some());
    window.key_press(Key::Escape);
    window.run_steps(3);
    for name in ["Look here", "Look at the whole table", "True size", "True size by a ruler…"] {
        let mut items = window.state_mut().play_mut().commands().into_iter();
        assert!(items.any(|command| command.text() == name), "{name}");
    }
}

#[test]
fn the_board_has_turns_arrivals_chits_and_what_is_in_force() {
    let battles = super::commands::games_of_the_program();
    let (mut arriving, mut chits) = (0, 0);
    for (name, game) in battles {
        let (arrivals, groups) = (game.arrivals(Viewer::Side(Side(0))), game.groups(Viewer::Side(Side(0))));
        let (now, turns) = (game.turn_number(), game.turns());
        let clock = game.clock(now);
        let mut screen = alone(game, Viewer::Side(Side(0)));
        for place in [BoardPlace::Beside, BoardPlace::Instead] {
            tell(&mut screen, Command::Board(place));
            screen.run_steps(3);
            let said = heard(&screen).join("\n");
            assert!(said.contains(&format!("{now}  {clock}")), "{name}: {said}");
            assert_eq!(said.contains("Canvas"), place == BoardPlace::Beside, "{name}");
            if place == BoardPlace::Beside {
                continue;
            }
            if let Some(next) =
                arrivals.first().filter(|next| next.turn <= now.max(1) + 1 && next.turn <= turns)
            {
                assert!(said.contains(&next.name), "{name}: {next:?}\n{said}");
                arriving += 1;
            }
            let in_cup = groups.iter().filter_map(|group| group.chits.as_ref());
            for chit in in_cup.filter(|chit| chit.place == game::ChitPlace::Cup && chit.count > 0) {
                assert!(said.contains(&chit.name), "{name}: {} in\n{said}", chit.name);
                chits += 1;
            }
        }
    }
    assert!(arriving > 0 && chits > 0, "{arriving} arrivals, {chits} chits");
}

#[test]
fn the_clock_of_whoever_decides_runs_and_is_kept_in_record_and_report() {
    let mut window = window(Habit::Rolled);
    let runs = |window: &mut Harness<'_, Window>, steps: usize| window.run_steps(steps);
    find(&mut window, "chess clocks");
    // The referee draws first: nobody's clock runs.
    runs(&mut window, 20);
    let clocks = |window: &Harness<'_, Window>| window.state().play().game().clocks();
    assert_eq!(clocks(&window), [0, 0]);
    while window.state().play().game().turn(Viewer::Referee).side.is_none() {
        let offer = window.state().play().game().open_to(Viewer::Referee).offers.remove(0).order;
        tell(&mut window, Command::Play(PlayAction::GiveWith(offer, Habit::Rolled)));
    }
    let side = window.state().play().game().turn(Viewer::Referee).side.expect("a side decides");
    let steps = (5.0 / window_step(&mut window)).ceil() as usize;
    runs(&mut window, steps);
    let faces = window.state().play().clock_faces().expect("they ran");
    assert!(faces[side.index()].seconds >= 4 && faces[side.index()].runs, "{faces:?}");
    assert!(!faces[1 - side.index()].runs && faces[1 - side.index()].seconds == 0, "{faces:?}");
    assert_eq!(clocks(&window), [0, 0], "it is kept when the decision passes");
    let before = window.state().play().game().entries();
    tell(&mut window, Command::RunClocks);
    let kept = clocks(&window);
    assert!(kept[side.index()] >= 4 && kept[1 - side.index()] == 0, "{kept:?}");
    assert_eq!(window.state().play().game().entries(), before + 1, "one note");
    runs(&mut window, steps);
    assert_eq!(clocks(&window), kept, "they are paused");
    tell(&mut window, Command::Undo);
    assert_eq!(clocks(&window), kept, "no undo takes time back");
    let terms = window.state().play().game().terms();
    let told = terms.facts.iter().find(|(name, _)| *name == "Clocks").expect("the report tells it");
    assert!(told.1.contains(&format!("0:{:02}", kept[side.index()])), "{told:?}");
}

/// Seconds of a step of the window.
fn window_step(window: &mut Harness<'_, Window>) -> f64 {
    let before = window.ctx.input(|input| input.time);
    window.run_steps(1);
    window.ctx.input(|input| input.time) - before
}
