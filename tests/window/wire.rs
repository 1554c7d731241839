//! The window against the wire: what a referee sees of a game and what a program is answered about the same state are one.

use desk::Library;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::{ChosenBy, Viewer};
use games::Games;
use protocol::Server;
use serde_json::{Value, json};
use window::{OpenedGame, Saved};

fn send(server: &mut Server, message: &Value) -> Value {
    serde_json::from_str(&server.answer_line(message.to_string().as_bytes())).expect("an answer is JSON")
}

#[test]
fn the_window_shows_what_the_wire_answers() {
    let (mut looked_at, mut called) = (0, 0);
    for (name, game) in super::commands::games_of_the_program() {
        // The same moment on the wire.
        let mut server = Server::new(Games::of_the_program(), Library::embedded(&Games::default()));
        let moment = serde_json::to_value(game.moment().expect("it is spelled")).expect("it is JSON");
        let opened = send(&mut server, &json!({"open": {"moment": moment}}));
        assert!(opened["opened"].is_object(), "{name}: {opened}");
        let mut ask = |what: &str, of: Value| send(&mut server, &json!({what: of}))[what].clone();
        let (head, due) = (ask("head", json!({})), ask("due", json!({})));
        let listed_verbs: Vec<String> = game
            .verbs()
            .iter()
            .filter(|verb| matches!(verb.chosen_by, ChosenBy::Listed | ChosenBy::Ending))
            .map(|verb| verb.name.to_owned())
            .collect();
        let listed: Vec<String> = game
            .open_to(Viewer::Referee)
            .offers
            .iter()
            .filter(|offer| listed_verbs.contains(&offer.order.verb))
            .map(|offer| offer.words.clone())
            .collect();
        // Those that are on the table: the others have no widget there.
        let pieces: Vec<String> =
            game.stage(Viewer::Referee).pieces.iter().map(|piece| piece.key.clone()).take(12).collect();
        let tooltips: Vec<Value> =
            pieces.iter().map(|piece| ask("tooltip", json!({"piece": piece}))).collect();

        let begun = OpenedGame { library: Library::embedded(&Games::default()), game, notices: Vec::new() };
        let window = super::play::of_begun(begun, Saved::default(), [1600.0, 1000.0]);
        let labels: Vec<String> = window
            .query_all_by(|_| true)
            .filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value()))
            .collect();
        let shows = |words: &str| {
            let lower = words.to_lowercase();
            labels.iter().any(|label| label.to_lowercase().contains(&lower))
        };
        for field in ["battle", "clock"] {
            let words = head[field].as_str().expect("the head has words");
            assert!(shows(words), "{name}: the window does not show {field} {words}");
        }
        assert!(shows(due["prompt"].as_str().expect("there is a prompt")), "{name}: {}", due["prompt"]);
        // Every order that is listed on the wire stands in the list of the window, in the same words.
        let offers = due["offers"].as_array().expect("they are listed");
        let words_of = |offer: &Value| offer["words"].as_str().unwrap_or_default().to_owned();
        let is_listed = |offer: &&Value| {
            let order = &offer["order"];
            let verb = order.as_str().or_else(|| order.as_object()?.keys().next().map(String::as_str));
            verb.is_some_and(|verb| listed_verbs.contains(&verb.to_owned()))
        };
        let on_the_wire: Vec<String> = offers.iter().filter(is_listed).map(words_of).collect();
        assert_eq!(on_the_wire, listed, "{name}: the wire lists otherwise");
        looked_at += listed.len();
        for words in &on_the_wire {
            assert!(shows(words), "{name}: the window does not list {words}");
        }
        // A piece is called on the wire what its widget is called.
        for tooltip in &tooltips {
            let title = tooltip["title"].as_str().expect("a tooltip has a title");
            let first = title.split(" in ").next().unwrap_or(title);
            assert!(shows(first), "{name}: no widget is called {first}");
            called += 1;
        }
    }
    assert!(looked_at > 3 && called > 20, "{looked_at} orders and {called} pieces");
}
