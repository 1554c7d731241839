//! The order line of a game of corps on hexes, as somebody types in it who has the map before them: leaders among attackers, badges,
//! columns, words of names, facing; what is seen of it before Enter, and the list of keys.

use casus_belli::{CasusBelli, Position, RawPhase};
use desk::{Desk, Setup};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use epstein::Epstein;
use game::{ChosenBy, Verb, Vocabulary as _};
use napoleon_at_war::NapoleonAtWar;
use scenario::{AnyRules, Embedded};
use window::Habit;

use super::corps::{desk, hex_of, line, state, strings, throw, window_of};
use super::harness::{has, press, settle};
use super::play::Map;

/// A window on a position of Marengo, or of the lab board.
fn window_on(position: Position) -> Map {
    let scenario = |id: &str| {
        let read = scenario::hex::read(id, &Embedded, &AnyRules);
        read.map(|(scenario, _)| scenario).map_err(|fault| format!("{fault:?}"))
    };
    let state = position.set_up(&scenario).expect("the position is sound");
    let setup = Setup { options: state.game.chosen.clone(), ..Setup::new(state.game.scenario.clone(), 7) };
    window_of(Desk::<CasusBelli>::from_state(setup, state), Habit::Typed)
}

fn marengo(phasing: &str, phase: RawPhase, at: &[(&str, u16)]) -> Map {
    window_on(Position {
        scenario: Some("marengo-cb".into()),
        at: at.iter().map(|(piece, hex)| ((*piece).to_owned(), *hex)).collect(),
        turn: 1,
        phasing: Some(phasing.into()),
        phase,
        ..Position::default()
    })
}

fn labels(window: &Map) -> Vec<String> {
    let all = window.query_all_by_label_contains("");
    let said = |node: &egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        node.label().or_else(|| node.value())
    };
    all.filter_map(|node| said(&node)).collect()
}

/// What is seen above the line when this is typed, and was not before; the line is left again.
fn preview(window: &mut Map, text: &str) -> String {
    let before = labels(window);
    for text in ["/", text] {
        let letters = text.chars().map(|letter| egui::Event::Text(letter.to_string()));
        window.input_mut().events.extend(letters);
        window.run_steps(3);
    }
    settle(window);
    let new: Vec<String> = labels(window).into_iter().filter(|label| !before.contains(label)).collect();
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    new.join(" | ")
}

#[track_caller]
fn shows(window: &mut Map, text: &str, wanted: &[&str]) {
    let seen = preview(window, text);
    assert!(wanted.iter().all(|words| seen.contains(words)), "{text}: {wanted:?} is to be seen in: {seen}");
}

/// Bellegarde and St-Julien before the 44th Line, Haddick with the one.
fn attack() -> Map {
    let at = [("a-bel", 1201), ("a-stj", 1202), ("haddick", 1201), ("f-101", 804)];
    marengo("A", RawPhase::Combat, &at)
}

#[test]
fn a_leader_named_among_attackers_adds_his_bonus() {
    let mut window = attack();
    let without = preview(&mut window, "1201,1202 x 1102");
    assert!(without.contains("10 to 8") && !without.contains("Haddick"), "{without}");
    for text in [
        "1201,1202,Hadd x 1102",
        "1201,1202 x 1102 hadd",
        "hadd,1201,1202 x 1102",
        "1201,1202 x 1102,hadd",
        "1201,1202 x 1102 @haddick",
        "1201,1202 x 1102 with haddick",
        "Haddick x 1102",
    ] {
        shows(&mut window, text, &["Haddick", "10 to 8", "% "]);
    }
    // Who stands elsewhere cannot lead: the rules say so, and no list of keys.
    let melas = preview(&mut window, "1201,mela x 1102");
    assert!(melas.contains("Not allowed: Melas") && !melas.contains("a-bel"), "{melas}");
    line(&mut window, "1201,1202,Hadd x 1102");
    // His bonus, and then his risk.
    throw(&mut window, "3");
    throw(&mut window, "2");
    let words = desk(&window).current().expect("an order was given").words.join(", ");
    assert!(words.contains("led by Haddick"), "{words}");
}

#[test]
fn every_chance_of_a_combat_is_told_before_it_is_given() {
    let mut window = attack();
    let seen = preview(&mut window, "1201,1202 x 1102");
    let chance = |part: &str| -> f64 {
        let number = part.split(" %").next().and_then(|number| number.parse().ok());
        number.filter(|_| part.contains(" % ")).unwrap_or(0.0)
    };
    let all: f64 = seen.split(" | ").map(chance).sum();
    assert!(seen.contains("33 % A1: the attackers retreat one hex |"), "{seen}");
    assert!((all - 100.0).abs() < 3.0, "{all} % in: {seen}");
}

/// The strength of who stands in a village has one step, and one clause that is told.
#[test]
fn the_card_of_a_combat_tells_each_clause_of_a_strength_once() {
    let mut window = attack();
    line(&mut window, "1201,1202 x 1102");
    let seen = labels(&window);
    let count = |words: &str| seen.iter().filter(|label| label.contains(words)).count();
    assert_eq!((count("is in a village: doubled"), count("Clause tet-village")), (1, 1), "{seen:?}");
}

#[test]
fn a_lower_column_is_chosen_as_it_is_offered() {
    let mut window = attack();
    for text in ["@1:1", "@1-1", "@11", "1:1"] {
        shows(&mut window, &format!("1201,1202 x 1102 {text}"), &["Column 1:1"]);
    }
    shows(&mut window, "1201,1202 x 1102 hadd @1:1", &["Column 1:1", "Haddick"]);
    shows(&mut window, "1201,1202 x 1102 @6:1", &["There is no 6:1 to choose", "1:1"]);
}

#[test]
fn a_badge_is_typed_as_it_is_printed() {
    let mut window = marengo("F", RawPhase::Movement, &[]);
    shows(&mut window, "24L 0908", &["24th Light"]);
    shows(&mut window, "24l 0908", &["24th Light"]);
    shows(&mut window, "6L 1209", &["6th Light"]);
    shows(&mut window, "44th 1203", &["44th Line"]);
    shows(&mut window, "44th line 1203", &["44th Line"]);
}

#[test]
fn the_piece_in_a_hex_is_the_unit_and_a_leader_goes_by_his_name() {
    let mut window = marengo("F", RawPhase::Movement, &[]);
    shows(&mut window, "1210 1309", &["40th Line"]);
    shows(&mut window, "lannes 1309", &["Lannes"]);
    // Both are offered as the number is typed.
    shows(&mut window, "1210", &["Take 40th Line in hand", "Lann: "]);
    line(&mut window, "1006 1106");
    assert_eq!(hex_of(&window, "f-96"), Some(1106));
    let victor = state(&window).game.find_leader("victor").expect("he is there");
    assert_eq!(state(&window).leader_hex(victor).map(|hex| hex.0), Some(1006));
    // When the unit has left he is alone there.
    shows(&mut window, "1006 1106", &["Victor"]);
}

/// Where the points end on the way that would be tried, the hex that was typed is told of all the same, and what gives it does
/// nothing.
#[test]
fn a_hex_out_of_reach_is_refused_by_its_own_number() {
    let mut window = marengo("F", RawPhase::Movement, &[]);
    let far = preview(&mut window, "1210 2220");
    assert!(far.contains("Not allowed: 2220 is too far"), "{far}");
    assert!(far.contains("points left"), "where they end is told behind it: {far}");
    line(&mut window, "1210 2220");
    assert_eq!((hex_of(&window, "f-40"), desk(&window).depth()), (Some(1210), 0));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    let near = preview(&mut window, "1210 1209");
    assert!(near.contains("40th Line") && !near.contains("Not allowed"), "{near}");
}

#[test]
fn a_move_out_of_reach_stands_by_the_line_and_by_its_card() {
    for by_line in [true, false] {
        let mut window = marengo("F", RawPhase::Movement, &[]);
        line(&mut window, if by_line { "1210 2220 !! they had marched at dawn" } else { "1210 2220" });
        if !by_line {
            press(&mut window, "Overrule…");
            window.get_by_label("Why").type_text("they had marched at dawn");
            window.run_steps(3);
            press(&mut window, "Let it stand (Ctrl+Enter)");
            assert!(
                has(&window, "2220 is not farther from the enemy"),
                "what is refused next is asked by its name"
            );
            press(&mut window, "Let it stand (Ctrl+Enter)");
        }
        assert_eq!(hex_of(&window, "f-40"), Some(2220));
        let stood =
            desk(&window).current().and_then(|entry| entry.let_stand.clone()).expect("it was let stand");
        assert_eq!(stood.reason, "they had marched at dawn");
    }
}

#[test]
fn what_cannot_be_read_is_told_in_words() {
    let mut window = marengo("F", RawPhase::Command, &[]);
    for (text, wanted) in [
        ("9999", "There is no hex 9999 on this map"),
        ("9999 1201", "There is no hex 9999 on this map"),
        ("0727", "There is no hex 0727 on this map"),
        ("victor c 1301", "Victor is a leader: name a unit"),
        ("nobody 1201", "Nobody is called nobody"),
    ] {
        let seen = preview(&mut window, text);
        assert!(seen.contains(wanted) && !seen.contains("Enter gives it"), "{text}: {seen}");
    }
    // Kellermann charges O'Reilly, whoever is in his hex besides.
    let mut window = marengo("F", RawPhase::Command, &[("melas", 1301)]);
    for text in ["0806 c 1301", "c 0806 1301", "kellermann c 1301", "0806 c o'reilly's horse"] {
        shows(&mut window, text, &["Kellermann", "O'Reilly's horse"]);
    }
}

#[test]
fn any_words_of_a_name_do_that_nobody_else_has() {
    let mut window = marengo("A", RawPhase::Movement, &[("a-orc", 1202)]);
    for text in ["haddick's guns", "Haddick's", "haddicks guns", "HArt", "haddick gu"] {
        shows(&mut window, &format!("{text} 1302"), &["Haddick's guns"]);
    }
    shows(&mut window, "julien 1302", &["St-Julien"]);
    shows(&mut window, "st-julien 1302", &["St-Julien"]);
    shows(&mut window, "batteries 1302", &["Elsnitz's horse batteries"]);
    // Several could be meant: they are named, and offered.
    shows(&mut window, "grenzers 1302", &["O'Reilly's Grenzers I (ORe1)", "O'Reilly's Grenzers II (ORe2)"]);
    shows(&mut window, "grenzers", &["1401: ", "1501: "]);
    // Who has no counter on the map yet is listed with what it bears.
    let bears = |badge: &str| labels(&window).iter().any(|label| label.ends_with(&format!("bears {badge}")));
    assert!(bears("HArt") && bears("EArt") && bears("StJu"));
}

#[test]
fn a_unit_turns_and_is_put_under_a_commander_by_a_letter() {
    let mut window = window_on(Position {
        units: strings(&["foot:F6.left@2013>2012 Foot", "free:F3@2113>2112 Free", "x:E4.k@0510 White"]),
        leaders: strings(&["v:F2.left@2014 Victor", "b:F1@2016", "m:E1.k@0501 Kaim", "z:E1@0401"]),
        phase: RawPhase::Command,
        phasing: Some("F".into()),
        options: [("facing".to_owned(), "on".to_owned())].into(),
        ..Position::default()
    });
    shows(&mut window, "2113 j 2014", &["Free", "Victor"]);
    line(&mut window, "2113 j victor");
    assert!(has(&window, "Victor"));
    let words = desk(&window).current().expect("an order was given").words.join(", ");
    assert!(words.contains("Free") && words.contains("Victor"), "{words}");
    line(&mut window, "2113 d");
    let words = desk(&window).current().expect("an order was given").words.join(", ");
    assert!(words.contains("Free") && desk(&window).depth() == 2, "{words}");
    press(&mut window, "Begin movement");
    shows(&mut window, "2013 f 2014", &["Foot"]);
    line(&mut window, "2013 f 2014");
    let foot = state(&window).game.find("foot").expect("it is there");
    let faces = state(&window)
        .unit(foot)
        .faces
        .and_then(|way| state(&window).game.map().grid.neighbour(hexes::Hex(2013), way));
    assert_eq!(faces.map(|hex| hex.0), Some(2014));
}

#[test]
fn lines_are_completed_for_whoever_is_named() {
    let mut window = window_on(Position {
        units: strings(&["horse:cF3.left(6)@2014 Horse", "foot:F3.left@2413 Foot", "x:E4.k@2010 White"]),
        leaders: strings(&[
            "v:F2.left@2014 Victor",
            "b:F1@2016 Bonaparte",
            "m:E1.k@2001 Kaim",
            "z:E1@0303 Melas",
        ]),
        phase: RawPhase::Command,
        phasing: Some("F".into()),
        ..Position::default()
    });
    shows(&mut window, "2014 c ", &["2010: Austrian White", "Enter gives it"]);
    // Who may charge nobody is offered nothing of what others may.
    let seen = preview(&mut window, "2413 c ");
    assert!(!seen.contains("2010: "), "{seen}");
    // A leader beside a unit is not called by their hex.
    shows(&mut window, "2413 j ", &[": French Bonaparte"]);
    shows(&mut window, "2014 c 2010", &["Horse", "White", "Enter gives it"]);
}

#[test]
fn keys_are_told_in_peoples_words() {
    let mut window = marengo("F", RawPhase::Movement, &[]);
    window.key_press(egui::Key::F1);
    window.run_steps(4);
    settle(&mut window);
    let all = labels(&window);
    let internal = ["EndCommand", "EndMovement", "EndCombat", "EndTurn", "`", "CloseBracket", "OpenBracket"];
    for label in &all {
        assert!(internal.iter().all(|word| !label.contains(word)) && label != "Comma", "{label}");
    }
    assert!(all.iter().any(|label| label == "A unit turns where it stands"));
    assert!(all.iter().any(|label| label == "]"));
}

#[test]
fn no_letter_means_two_things() {
    for verbs in [CasusBelli::VERBS, NapoleonAtWar::VERBS, Epstein::VERBS] {
        let own = |verb: &&Verb| !verb.letter.is_empty() && verb.chosen_by != ChosenBy::Ending;
        let mut seen = vec!["u", "p"];
        for verb in verbs.iter().filter(own) {
            assert!(!seen.contains(&verb.letter), "{}: {}", verb.name, verb.letter);
            seen.push(verb.letter);
        }
    }
}
