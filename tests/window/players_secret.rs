//! The players' screen keeps what is hidden: of two games that its side may not tell apart it shows the same picture and says the
//! same, whatever the referee has in hand.

use easy::{Easy, Order, Position};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::{Codec as _, Draft, Spot, Viewer};
use games::Games;
use scenario::Side;
use window::play::PlayAction;
use window::{BoardPlace, Command, Habit, OpenedGame, Saved, Window};

use super::harness::dressed;
use desk::{Beginning, Desk, DiceFrom, Game, Library, Setup};
use game::options::Options;

/// The players' screen of a game alone, as large as a window of its own.
pub fn alone(game: Box<dyn Game>, viewer: Viewer) -> Harness<'static, Window> {
    let library = Library::embedded(&Games::default());
    let saved = Saved { dice: Habit::Typed, screen: Some(viewer), ..Saved::default() };
    let window = Window::with(OpenedGame { library, game, notices: Vec::new() }, saved);
    dressed(window, [1280.0, 800.0], Window::show_players)
}

/// Tells the window of a screen to do something.
pub fn tell(screen: &mut Harness<'_, Window>, command: Command) {
    let ctx = screen.ctx.clone();
    screen.state_mut().run_command(&ctx, command);
    screen.run_steps(3);
}

/// All that can be heard of a screen, with where it is.
pub fn heard(screen: &Harness<'_, Window>) -> Vec<String> {
    let nodes = screen.query_all_by(|_| true);
    let heard = nodes.map(|node| {
        let node = node.accesskit_node();
        format!("{:?} {:?} {:?} {:?}", node.role(), node.label(), node.value(), node.bounding_box())
    });
    heard.collect()
}

/// Two screens that have to be alike.
struct Twins {
    both: [Harness<'static, Window>; 2],
    compared: usize,
}

impl Twins {
    fn of(games: [Box<dyn Game>; 2], viewer: Viewer) -> Self {
        let mut twins = Self { both: games.map(|game| alone(game, viewer)), compared: 0 };
        twins.check("as it begins");
        twins
    }

    fn check(&mut self, when: &str) {
        let [one, other] = &self.both;
        let [a, b] = [one, other].map(|screen| heard(screen));
        for (a, b) in a.iter().zip(&b) {
            assert_eq!(a, b, "{when}: something hidden is heard");
        }
        assert_eq!(a.len(), b.len(), "{when}: something hidden is heard");
        let [a, b] = [one, other].map(|screen| &screen.output().shapes);
        assert_eq!(a.len(), b.len(), "{when}: something hidden is seen");
        assert!(a == b, "{when}: something hidden is seen");
        self.compared += 1;
    }

    fn tell(&mut self, command: &Command) {
        for screen in &mut self.both {
            tell(screen, command.clone());
        }
        self.check(&format!("{command:?}"));
    }

    fn says(&self, words: &str) -> bool {
        heard(&self.both[0]).iter().any(|said| said.contains(words))
    }
}

/// Does the other side see a difference?
fn differ(games: [Box<dyn Game>; 2], viewer: Viewer) -> bool {
    let [one, other] = games.map(|game| alone(game, viewer));
    heard(&one) != heard(&other)
}

fn on(position: &str) -> Box<dyn Game> {
    let position: Position = data::ron_options().from_str(position).expect("the position reads");
    let state = position.set_up().expect("the position is sound");
    let setup = Setup::new(state.game.scenario.clone(), 7);
    Box::new(Desk::<Easy>::from_state(setup, state))
}

fn easy(game: &dyn Game) -> &Desk<Easy> {
    (game as &dyn std::any::Any).downcast_ref().expect("Easy")
}

/// Red attacks with a stand that has lost some of its strength, which is not for blue to know; another red stand shoots.
fn fight(points: u8) -> Box<dyn Game> {
    on(&format!(
        r#"(
            origin: (20, 20),
            stands: [
                (id: "A", side: "red", arm: Infantry, at: (0, -1, 0), sp: {points}, start: 7),
                (id: "B", side: "red", arm: FootArtillery, at: (6, -4, 0), sp: 2),
                (id: "D", side: "blue", arm: Infantry, at: (0, 0, 180), sp: 5),
                (id: "E", side: "blue", arm: Infantry, at: (6, 4, 180), sp: 5),
            ],
            active: (command: "red"),
        )"#
    ))
}

#[test]
fn a_fight_with_a_stand_of_hidden_strength_looks_the_same_whatever_it_has_left() {
    let (blue, red) = (Viewer::Side(Side(1)), Viewer::Side(Side(0)));
    let games = || [fight(3), fight(5)];
    let desk = fight(3);
    let state = easy(desk.as_ref()).state();
    let (blue, red) = match state.side(state.roster().find_stand("D").expect("D")) {
        Side(1) => (blue, red),
        _ => (red, blue),
    };
    assert!(differ(games(), red), "its owner knows");
    let mut twins = Twins::of(games(), blue);
    let order = |order: &Order| Easy::spell(state, order);
    let key =
        |name: &str| state.roster().stands[state.roster().find_stand(name).expect(name).index()].key.clone();
    for piece in ["A", "B"] {
        twins.tell(&Command::Play(PlayAction::PickUp(key(piece))));
        for (x, y) in [(24.0, 14.0), (20.0, 17.0), (27.0, 18.0)] {
            twins.tell(&Command::Play(PlayAction::Over(Some(Spot::Point { x, y }))));
        }
        twins.tell(&Command::Cancel);
    }
    for offer in desk.open_to(Viewer::Referee).offers {
        twins.tell(&Command::Play(PlayAction::Take(offer.order.clone())));
        twins.tell(&Command::Cancel);
        twins.tell(&Command::Cancel);
    }
    twins.tell(&Command::Play(PlayAction::GiveWith(order(&Order::EndMoves), Habit::Rolled)));
    twins.tell(&Command::Confirm);
    twins.tell(&Command::Play(PlayAction::Take(order(&Order::Resolve { combat: 0 }))));
    twins.tell(&Command::Confirm);
    for face in [1, 2, 6] {
        twins.tell(&Command::Digit(face));
    }
    twins.tell(&Command::Cancel);
    assert!(twins.compared > 20, "{}", twins.compared);
}

/// A game of solo players, so many orders long.
fn played(orders: usize) -> Box<dyn Game> {
    let games = Games::of_the_program();
    let library = Library::embedded(&games);
    let beginning = Beginning {
        scenario: "first-steps".to_owned(),
        seed: Some(3),
        options: Options::default(),
        ..Beginning::default()
    };
    let rules = games.of("easy").expect("its rules are there");
    let (mut game, _) = rules.begin(&library, &library, beginning).expect("it begins");
    let mut players = games.players(game.as_mut()).expect("solo players");
    while game.depth() < orders {
        players.step(game.as_mut()).expect("they play");
    }
    game
}

/// The game with these strengths of stands of a side.
fn with_strengths(game: &dyn Game, stands: &[String], points: &[u32]) -> Box<dyn Game> {
    let mut twin = game.twin();
    for (stand, points) in stands.iter().zip(points) {
        let act = format!(r#"Fiat(act: Strength(stand: "{stand}", points: {points}), reason: "so it is")"#);
        let order = twin.read_order(&act).expect("it is read");
        twin.order(&order, DiceFrom::Rolled, Viewer::Referee).expect("the referee may");
    }
    twin
}

#[test]
fn what_the_referee_considers_in_a_game_tells_nothing_that_is_hidden() {
    let (mut compared, mut said) = (0, 0);
    for (orders, looks, other) in [(12, "red", "blue"), (40, "blue", "red"), (66, "red", "blue")] {
        let game = played(orders);
        let viewer = game.viewer(Some(looks)).expect("a side");
        let groups = game.groups(Viewer::Referee).into_iter().filter(|group| group.side == other);
        let own: Vec<String> = groups
            .flat_map(|group| group.members)
            .filter(|one| one.placed && !one.gone)
            .map(|one| one.piece)
            .collect();
        let printed = game.printed(72.0, Viewer::Referee).into_iter();
        let stands: Vec<String> = printed
            .filter(|one| own.contains(&one.piece) && one.start > 3 && one.left > 0)
            .map(|one| one.piece)
            .take(3)
            .collect();
        let games = || {
            [[1, 2, 3], [3, 1, 2]]
                .map(|points| with_strengths(game.as_ref(), &stands, &points[..stands.len()]))
        };
        let [one, two] = games();
        let offers = |game: &dyn Game| -> Vec<Draft> {
            game.open_to(Viewer::Referee).offers.into_iter().map(|offer| offer.order).collect()
        };
        let of_two = offers(two.as_ref());
        let shared: Vec<Draft> =
            offers(one.as_ref()).into_iter().filter(|order| of_two.contains(order)).collect();
        let mut twins = Twins::of(games(), viewer);
        for place in [BoardPlace::Instead, BoardPlace::Beside] {
            twins.tell(&Command::Board(place));
        }
        let every = (shared.len() / 8).max(1);
        for order in shared.iter().step_by(every) {
            twins.tell(&Command::Play(PlayAction::Take(order.clone())));
            let at = twins.both.iter().map(|screen| screen.state().play().game().at());
            if at.collect::<Vec<usize>>() != [one.at(); 2] {
                // It was given at once, with the same dice.
                twins.tell(&Command::Undo);
                continue;
            }
            twins.tell(&Command::Confirm);
            said += usize::from(twins.says("d10") || twins.says("d6"));
            twins.tell(&Command::Digit(2));
            for _ in 0..3 {
                twins.tell(&Command::Cancel);
            }
            let gone_on = twins.both.iter().any(|screen| screen.state().play().game().at() != one.at());
            if gone_on {
                twins.tell(&Command::Undo);
            }
        }
        let movers = twins.both[0].state().play().movers();
        for piece in movers.iter().take(3) {
            twins.tell(&Command::Play(PlayAction::PickUp(piece.clone())));
            for (x, y) in [(10.0, 10.0), (24.0, 24.0), (36.0, 12.0)] {
                twins.tell(&Command::Play(PlayAction::Over(Some(Spot::Point { x, y }))));
            }
            twins.tell(&Command::Cancel);
        }
        compared += twins.compared;
    }
    assert!(compared > 60 && said > 0, "{compared} pictures, {said} throws");
}
