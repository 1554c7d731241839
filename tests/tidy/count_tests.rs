//! The counter itself, on small sources.

use crate::count::{House, Source, is_for_people};

/// A house of these files, with the verbs `Move` and `Fire` of a rule set in `rules/easy`.
fn house(files: &[(&str, &str)]) -> House {
    let files: Vec<(String, String)> =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    House::read(&files, &[("easy", vec!["Move", "Fire"])])
}

/// One file by itself.
fn alone(text: &str) -> Source {
    house(&[("desk/mod.rs", text)]).sources.remove(0)
}

/// How often a text names a rule set.
fn names(text: &str) -> usize {
    alone(text).names.len()
}

/// The files that a file names.
fn links(house: &House, path: &str) -> Vec<String> {
    let source = house.sources.iter().find(|source| source.path == path).expect("it is in the house");
    source.links.iter().cloned().collect()
}

#[test]
fn comments_and_clause_ids_name_no_rule_set() {
    assert_eq!(names("//! Of easy.\n/// Of `Easy`, naw.\nfn a() {} // easy\n/* naw */"), 0);
    assert_eq!(names(r#"const A: &[&str] = &["easy:II.B", "naw:5.1", "epstein:g.1", "easy:III.C-sp"];"#), 0);
    assert_eq!(names(r#"const A: &str = "Napoleonic miniatures are uneasy"; struct Queasy;"#), 0);
}

#[test]
fn strings_paths_types_and_matches_name_rule_sets() {
    assert_eq!(names(r#"const A: &str = "easy";"#), 1);
    assert_eq!(names(r#"const A: &[&str] = &["see naw:5.1, easy:0.5", "only infantry (easy:II.C.4)"];"#), 3);
    assert_eq!(names(r#"const A: &str = "Napoleon at War, easy:II.B";"#), 2);
    assert_eq!(
        names(r#"fn a(id: &str) -> String { format!("easy:{id}") }"#),
        1,
        "an id that is put together"
    );
    assert_eq!(names("use crate::rules::easy::State;"), 1);
    assert_eq!(names("use crate::rules::{easy, napoleon_at_war};"), 2);
    assert_eq!(names("struct EasyBoard; type A = NapoleonAtWar; const NAW_SIDES: u8 = 2;"), 3);
    assert_eq!(names("fn a() { assert!(matches!(b, Game::Cb(_) | Game::CasusBelli)); }"), 2);
    assert_eq!(alone("fn a() {\n    easy::b();\n}").names, [(2, "easy".to_owned())]);
}

#[test]
fn test_code_is_not_counted() {
    let text = "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    use easy::B;\n}\n";
    assert_eq!((names(text), alone(text).lines, alone(text).length), (0, 1, 6));
    assert_eq!(names("impl A {\n    #[cfg(test)]\n    #[must_use]\n    fn easy<A, B>(&self) {}\n}"), 0);
    assert_eq!(names("#[cfg(not(test))]\nfn easy() {}\n#[cfg(test)]\nuse b::{easy, naw};\nfn naw() {}"), 2);
    let files = [
        ("desk/mod.rs", "#[cfg(test)]\nmod fixture;\nmod game_tests;"),
        ("desk/fixture.rs", "fn easy() {}"),
        ("desk/game_tests.rs", "fn easy() {}"),
    ];
    let paths: Vec<String> = house(&files).sources.into_iter().map(|source| source.path).collect();
    assert_eq!(paths, ["desk/mod.rs"]);
}

#[test]
fn names_in_tests_are_counted_apart() {
    let text = "//! easy\nfn a() { naw() }\n#[cfg(test)]\nmod tests {\n    //! easy\n    use easy::B;\n    const A: &str = \"easy:I.A\";\n}\n";
    let files = [
        ("desk/mod.rs", text),
        ("desk/game_tests.rs", "fn a() { naw(\"marengo-naw\") }"),
        ("desk/plain.rs", "fn naw() {}"),
    ];
    let house = house(&files);
    let named: Vec<(&str, Vec<usize>)> = house
        .tests
        .iter()
        .map(|file| (file.path.as_str(), file.names.iter().map(|(line, _)| *line).collect()))
        .collect();
    assert_eq!(
        named,
        [("desk/game_tests.rs", vec![1, 1]), ("desk/mod.rs", vec![6]), ("desk/plain.rs", vec![])]
    );
}

#[test]
fn groups_and_supers_lead_to_other_rooms_from_tests_too() {
    let files = [
        ("lib.rs", "mod app;\nmod desk;"),
        ("app/mod.rs", "pub mod one;\npub struct Two;"),
        ("app/one.rs", "pub struct One;"),
        ("desk/mod.rs", "mod deep;\nuse crate::{app::{one::One}};\nfn a(_: One) {}"),
        (
            "desk/deep.rs",
            "#[cfg(test)]\nmod tests {\n    use super::super::super::app::Two;\n    fn a(_: Two) { super::super::super::app::one::One; }\n}",
        ),
    ];
    let house = house(&files);
    assert_eq!(links(&house, "desk/mod.rs"), ["app/one.rs"]);
    assert!(links(&house, "desk/deep.rs").is_empty(), "production code names none");
    let tests = house.tests.iter().find(|file| file.path == "desk/deep.rs").expect("it is in the house");
    assert_eq!(tests.links.iter().collect::<Vec<_>>(), ["app/mod.rs", "app/one.rs"]);
}

#[test]
fn blank_lines_and_comments_are_no_lines_of_code() {
    let text = "//! A.\n\n/// B.\nfn a() { // c\n\n    b(\"one\n\n two\");\n    /* d\n    e */\n}\n";
    assert_eq!(alone(text).lines, 4);
}

#[test]
fn files_name_each_other_in_a_ring_by_super() {
    let files = [
        ("app/mod.rs", "mod one;\nmod two;\npub use one::One;"),
        ("app/one.rs", "use super::two::Two;\npub struct One(Two);"),
        ("app/two.rs", "pub struct Two(Vec<super::One>);"),
    ];
    let house = house(&files);
    assert_eq!(links(&house, "app/one.rs"), ["app/two.rs"]);
    assert_eq!(links(&house, "app/two.rs"), ["app/one.rs"], "a re-export leads to what it names");
    assert_eq!(links(&house, "app/mod.rs"), ["app/one.rs"], "to declare a module is not to name it");
}

#[test]
fn globs_renames_and_modules_in_a_file_are_followed() {
    let files = [
        ("app/mod.rs", "mod one;\nmod two;\nmod three;\nuse three::*;\npub fn go() {}"),
        ("app/one.rs", "use super::*;\nfn a(x: Three) { go() }"),
        ("app/two.rs", "use super::three as other;\nfn a() { other::deep::b(); let go = x.go(); }"),
        ("app/three.rs", "pub struct Three;\npub mod deep { pub fn b() -> super::Three { todo() } }"),
    ];
    let house = house(&files);
    assert_eq!(links(&house, "app/one.rs"), ["app/mod.rs", "app/three.rs"]);
    assert_eq!(links(&house, "app/two.rs"), ["app/three.rs"]);
    assert!(links(&house, "app/three.rs").is_empty());
}

#[test]
fn a_path_that_leads_nowhere_is_told() {
    let files = [
        ("lib.rs", "mod table;"),
        (
            "table.rs",
            "pub use glam::Vec2;\nuse crate::gone::Gone;\nfn a() { super::table::Vec2::new(); self::b() }",
        ),
    ];
    assert_eq!(house(&files).sources[1].lost, ["self::b", "crate::gone::Gone"]);
}

#[test]
fn what_a_macro_of_the_file_makes_is_found() {
    let made = "macro_rules! codes { ($($code:ident),+) => { pub enum Code { $($code),+ } $(pub struct $code;)+ }; }\ncodes! { Late, Far }";
    let files = [
        ("lib.rs", "mod one;\nmod two;"),
        ("one.rs", made),
        ("two.rs", "use crate::one::{Code, Late};\nfn a() { crate::one::Near::b(Code::Far, Late) }"),
    ];
    let house = house(&files);
    assert_eq!(links(&house, "two.rs"), ["one.rs"]);
    assert_eq!(house.sources[2].lost, ["crate::one::Near::b"]);
}

#[test]
fn orders_are_named_by_variant_and_by_verb() {
    let files = [
        ("lib.rs", "pub mod rules;"),
        ("rules/mod.rs", "pub mod easy;"),
        ("rules/easy/mod.rs", "mod order;\npub mod spelling;\npub use order::Order;"),
        ("rules/easy/order.rs", "pub enum Order { Move { to: u8 }, Fire }"),
        ("rules/easy/spelling.rs", r#"const VERBS: [&str; 2] = ["Move", "Fire"];"#),
        ("desk/mod.rs", "use crate::rules::easy;\nfn a(o: easy::Order) { matches!(o, easy::Order::Fire); }"),
        ("desk/other.rs", "enum Order { Move }\nfn a() -> Order { Order::Move }"),
    ];
    let house = house(&files);
    let in_files = |order: &str| -> Vec<&str> {
        let named = ("easy".to_owned(), order.to_owned());
        house.sources.iter().filter(|file| file.orders.contains(&named)).map(|file| &*file.path).collect()
    };
    assert_eq!(in_files("Move"), ["rules/easy/order.rs", "rules/easy/spelling.rs"]);
    assert_eq!(in_files("Fire"), ["rules/easy/order.rs", "rules/easy/spelling.rs", "desk/mod.rs"]);
}

#[test]
fn texts_for_people_are_told_from_names_of_things() {
    for (text, is_so) in [
        ("Go on", true),
        ("Close", true),
        ("no others", true),
        ("{count} older games", true),
        ("For {name}", true),
        ("{a}: {b}", false),
        ("{} {}", false),
        ("palette", false),
        ("A", false),
        ("", false),
        (" · ", false),
    ] {
        assert_eq!(is_for_people(text), is_so, "{text:?}");
    }
    let source = alone(
        "/// Not this one.\nfn a(ui: &mut Ui) { ui.label(\"Go on\"); }\n#[cfg(test)]\nmod tests { const A: &str = \"Nor this\"; }",
    );
    assert_eq!(source.texts, [(2, "Go on".to_owned())]);
}

#[test]
fn names_of_widgets_for_egui_alone_and_promises_are_no_texts_for_people() {
    let source = alone(
        "fn a(ui: &mut Ui) {
            Panel::bottom(\"The foot\").show(ui, |ui| ui.label(\"At the foot\"));
            Grid::new((\"The grid\", 1)).id_salt(\"Salt of it\");
            Label::new(\"A label\").bottom(\"Not a panel\");
            #[allow(dead_code, reason = \"for whom reads the code\")]
            let first = rows.first().expect(\"there is a row\");
            first.expected(\"So it is\");
        }
        #[derive(Error)]
        #[error(\"It has failed: {0}\")]
        struct Failed(String);",
    );
    let said: Vec<&str> = source.texts.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(said, ["At the foot", "A label", "Not a panel", "So it is", "It has failed: {0}"]);
}
