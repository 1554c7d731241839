//! The window against the wire: what a referee sees of a game and what a program is answered about the same state are one.

use drumhead::app::{Begun, Saved};
use drumhead::desk::Library;
use drumhead::game::{ChosenBy, Viewer};
use drumhead::games::Games;
use drumhead::protocol::Server;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use serde_json::{Value, json};

fn send(server: &mut Server, message: &Value) -> Value {
    serde_json::from_str(&server.answer_line(message.to_string().as_bytes())).expect("an answer is JSON")
}

#[test]
fn the_window_shows_what_the_wire_answers() {
    for (name, game) in super::commands::games_of_the_program() {
        // The same moment on the wire.
        let mut server = Server::new(Games::of_the_program(), Library::embedded(&Games::default()));
        let moment = serde_json::to_value(game.moment().expect("it is spelled")).expect("it is JSON");
        let opened = send(&mut server, &json!({"open": {"moment": moment}}));
        assert!(opened["opened"].is_object(), "{name}: {opened}");
        let mut ask = |what: &str, of: Value| send(&mut server, &json!({what: of}))[what].clone();
        let (head, due) = (ask("head", json!({})), ask("due", json!({})));
        let listed: Vec<String> = game
            .open_to(Viewer::Referee)
            .offers
            .iter()
            .filter(|offer| {
                let verb = game.verbs().iter().find(|verb| verb.name == offer.order.verb);
                verb.is_some_and(|verb| matches!(verb.shown, ChosenBy::Listed | ChosenBy::Ending))
            })
            .map(|offer| offer.words.clone())
            .collect();
        // Those that are on the table: the others have no widget there.
        let pieces: Vec<String> =
            game.stage(Viewer::Referee).pieces.iter().map(|piece| piece.key.clone()).take(12).collect();
        let tooltips: Vec<Value> =
            pieces.iter().map(|piece| ask("tooltip", json!({"piece": piece}))).collect();

        let begun = Begun { library: Library::embedded(&Games::default()), game, notices: Vec::new() };
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
        assert!(!listed.is_empty() || offers.iter().all(|offer| offer["order"].is_object()), "{name}");
        for words in &listed {
            assert!(offers.iter().any(|offer| offer["words"] == **words), "{name}: the wire lacks {words}");
            assert!(shows(words), "{name}: the window does not list {words}");
        }
        // A piece is called on the wire what its widget is called.
        for tooltip in &tooltips {
            let title = tooltip["title"].as_str().expect("a tooltip has a title");
            let first = title.split(" in ").next().unwrap_or(title);
            assert!(shows(first), "{name}: no widget is called {first}");
        }
    }
}
