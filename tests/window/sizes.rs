//! Text at 100, 150 and 200 parts in a hundred in a window of 1280 by 800: no word of the head and no button of what is due is lost.
//! Units: points of the text's size.

use desk::{Beginning, DiceFrom, Game, Halt, Library};
use dice::{Reading, Throw};
use egui::Rect;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::{Draft, Head, Viewer};
use games::Games;
use window::play::PlayAction;
use window::{Command, Habit, OpenedGame, Saved, Window};

use super::harness::{command, window_started};

const TEXT_SCALES: [f32; 3] = [1.0, 1.5, 2.0];

/// A battle of the program as it begins.
pub fn begun(id: &str) -> Box<dyn Game> {
    let (games, library) = (Games::default(), Library::embedded(&Games::default()));
    let known = library.scenarios().into_iter().find(|(battle, ..)| battle == id);
    let (scenario, _, rules) = known.expect("it is in the program");
    let beginning = Beginning { scenario, seed: Some(7), ..Beginning::default() };
    let rules = games.of(&rules).expect("its rules are in the program");
    rules.begin(&library, &library, beginning).expect("it begins").0
}

/// All battles of the program.
pub fn battles() -> Vec<String> {
    let battles = Library::embedded(&Games::default()).scenarios();
    assert!(battles.len() >= 8, "{battles:?}");
    battles.into_iter().map(|(id, ..)| id).collect()
}

/// The game after solo players have given so many orders, or has ended.
pub fn fought_on(mut game: Box<dyn Game>, orders: usize) -> Box<dyn Game> {
    let mut players = Games::default().players(&mut *game).expect("it has solo players");
    for _ in 0..orders {
        if game.is_over() {
            break;
        }
        players.step(&mut *game).expect("the players go on");
    }
    game
}

/// The game as it stands when an order with dice is to be given first, and the order with its first throw.
fn before_dice(id: &str) -> (Box<dyn Game>, Draft, Throw) {
    let mut game = begun(id);
    let mut players = Games::default().players(&mut *game).expect("it has solo players");
    for _ in 0..400 {
        let mut twin = game.twin();
        players.step(&mut *twin).expect("the players go on");
        let order = twin.last_order().expect("they gave an order");
        let asked = game.twin().order(&order, DiceFrom::Typed(Vec::new()), Viewer::Referee);
        match asked {
            Err(Halt::NeedsDice(throw)) if throw.names.is_empty() && can_hit(&throw) => {
                return (game, order, *throw);
            }
            Err(Halt::NeedsDice(_) | Halt::Refused(_) | Halt::Fault(_)) | Ok(_) => game = twin,
        }
    }
    panic!("{id}: no dice in 400 orders");
}

/// Dice none of whose faces hits are not asked for.
fn can_hit(throw: &Throw) -> bool {
    !matches!(&throw.reading, Reading::Hits(worth) if worth.iter().all(|hits| *hits == 0))
}

/// A window of 1280 by 800 pixels on this game, with text of this size.
fn opened(game: Box<dyn Game>, text_scale: f32) -> Harness<'static, Window> {
    let library = Library::embedded(&Games::default());
    let saved = Saved { text_scale, dice: Habit::Typed, ..Saved::default() };
    let size = [1280.0, 800.0].map(|side| side / text_scale);
    let mut window = window_started(OpenedGame { library, game, notices: Vec::new() }, saved, size);
    // The toolkit shrinks what it has when the text grows, and the window under test does not say anew how large it is.
    window.set_size(size.into());
    window.run_steps(6);
    assert_eq!(window.ctx.zoom_factor(), text_scale);
    assert!((window.ctx.content_rect().size() - egui::Vec2::from(size)).length() < 0.1);
    window
}

/// What is said in the head: the battle, the turn, its clock, the phase, the points.
fn said(head: &Head) -> Vec<String> {
    let points = match &head.sides[..] {
        [one, other] if head.points_said.is_empty() => {
            format!("{} {} : {} {}", one.name, one.points, other.points, other.name)
        }
        [one, other] => {
            format!("{}: {} {}, {} {}", head.points_said, one.name, one.points, other.name, other.points)
        }
        _ => String::new(),
    };
    let all = [head.battle.clone(), head.turn.clone(), head.clock.clone(), head.phase.clone(), points];
    all.into_iter().filter(|words| !words.is_empty()).collect()
}

/// Where these stand, each once and whole within the window, none over another.
fn stand_apart(window: &Harness<'_, Window>, at: &str, wanted: &[(&str, String)]) -> Vec<Rect> {
    let whole = window.ctx.content_rect();
    let mut found: Vec<(String, Rect)> = Vec::new();
    for (role, label) in wanted {
        let is_it = |node: &egui_kittest::Node<'_>| {
            let inner = node.accesskit_node();
            // A line of words may go on: what is thrown stands behind what it is for.
            let is_said = |known: String| match *role {
                "Label" => known.starts_with(label.as_str()),
                _ => known == *label,
            };
            let named = inner.label().is_some_and(is_said) || inner.value().is_some_and(is_said);
            named && (role.is_empty() || format!("{:?}", inner.role()) == *role)
        };
        let rects: Vec<Rect> = window
            .query_all_by(|node| node.bounding_box().is_some())
            .filter(is_it)
            .map(|node| node.rect())
            .collect();
        let rect = rects.iter().copied().find(|rect| whole.contains_rect(*rect));
        let rect = rect.unwrap_or_else(|| panic!("{at}: {label:?} is not whole in {whole}: {rects:?}"));
        for (other, there) in &found {
            let over = rect.shrink(0.5).intersect(there.shrink(0.5));
            assert!(!over.is_positive(), "{at}: {label:?} at {rect} lies over {other:?} at {there}");
        }
        found.push((label.clone(), rect));
    }
    found.into_iter().map(|(_, rect)| rect).collect()
}

/// The head with its buttons.
fn head_is_whole(window: &Harness<'_, Window>, at: &str) {
    let play = window.state().play();
    let mut wanted: Vec<(&str, String)> = ["Game", "View", "Help", "Undo", "Redo", "Dice: typed"]
        .map(|name| ("Button", name.to_owned()))
        .to_vec();
    if play.game().has_secrets() {
        wanted.push(("Button", "Seen by: Referee".to_owned()));
    }
    wanted.extend(said(&play.game().head(Viewer::Referee)).into_iter().map(|words| ("Label", words)));
    let rects = stand_apart(window, at, &wanted);
    let table = window.get_by_role(egui::Role::Canvas).rect();
    for (rect, (_, label)) in rects.iter().zip(&wanted) {
        assert!(rect.bottom() <= table.top() + 1.0, "{at}: {label:?} at {rect} lies on the table at {table}");
    }
}

#[test]
fn the_head_says_all_of_it_at_every_size_of_text() {
    for id in battles() {
        for scale in TEXT_SCALES {
            let mut window = opened(begun(&id), scale);
            head_is_whole(&window, &format!("{id} at {scale}"));
            let due = window.state().play().game().turn(Viewer::Referee).prompt;
            stand_apart(&window, &format!("{id} at {scale}"), &[("Label", due)]);
            drop(window);
            // The phase is longest in mid-turn.
            window = opened(fought_on(begun(&id), 25), scale);
            head_is_whole(&window, &format!("{id} after 25 orders at {scale}"));
        }
    }
}

#[test]
fn the_dice_that_are_asked_for_are_told_whole_at_every_size_of_text() {
    for id in battles() {
        let (game, order, throw) = before_dice(&id);
        for scale in TEXT_SCALES {
            let at = format!("{id}, {} at {scale}", order.verb);
            let mut window = opened(game.twin(), scale);
            command(&mut window, Command::Play(PlayAction::GiveWith(order.clone(), Habit::Typed)));
            window.run_steps(4);
            assert!(window.state().play().dice_wanted().is_some(), "{at}: no dice are asked for");
            head_is_whole(&window, &at);
            let why = game::sentence(&throw.why);
            let mut wanted: Vec<(&str, String)> = vec![("Label", why), ("Label", throw.say())];
            wanted.extend((1..=throw.sides.min(20)).map(|face| ("Button", face.to_string())));
            wanted.extend(["These dice (Enter)", "Cancel"].map(|name| ("Button", name.to_owned())));
            let rects = stand_apart(&window, &at, &wanted);
            let table = window.get_by_role(egui::Role::Canvas).rect();
            for rect in &rects {
                assert!(rect.left() >= table.right() - 1.0, "{at}: {rect} lies on the table at {table}");
            }
            // What the faces do: the first of them in sight over the dice, or under their title.
            let faces = window.query_all_by_label_contains("1: ").map(|node| node.rect());
            let faces: Vec<Rect> = faces.filter(|rect| rect.left() >= table.right() - 1.0).collect();
            let whole = window.ctx.content_rect();
            assert!(
                game.faces(&order, &[], Viewer::Referee).is_empty()
                    || throw.reading != Reading::Each
                    || faces.iter().any(|rect| whole.contains_rect(*rect)),
                "{at}: what the faces do is out of sight: {faces:?}"
            );
        }
    }
}

/// In a window of 1280 by 800, in all battles, with text of the usual size.
#[test]
fn the_page_of_keys_is_whole_without_scrolling() {
    for id in battles() {
        let mut window = opened(begun(&id), 1.0);
        command(&mut window, Command::ShowKeys);
        window.run_steps(4);
        let close = window.get_by_role_and_label(egui::Role::Button, "Close").rect();
        let texts: Vec<&str> =
            window.state().play().commands().iter().map(|command| command.text()).collect();
        let listed: Vec<(String, Rect)> = window
            .query_all_by(|node| node.bounding_box().is_some())
            .filter(|node| format!("{:?}", node.accesskit_node().role()) == "Label")
            .map(|node| (node.accesskit_node().value().unwrap_or_default(), node.rect()))
            .filter(|(words, _)| texts.contains(&words.as_str()))
            .collect();
        assert!(listed.len() > 30, "{id}: {listed:?}");
        let low: Vec<_> = listed.iter().filter(|(_, rect)| rect.bottom() > close.top()).collect();
        assert!(low.is_empty(), "{id}: under the foot at {close}: {low:?}");
    }
}
