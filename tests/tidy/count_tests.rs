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
    house(&[("desk/lib.rs", text)]).sources.remove(0)
}

/// How often a text names a rule set.
fn names(text: &str) -> usize {
    alone(text).names.len()
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
    assert_eq!(names("use easy::State;"), 1);
    assert_eq!(names("use rules::{easy, napoleon_at_war};"), 2);
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
        ("desk/lib.rs", "#[cfg(test)]\nmod fixture;\nmod game_tests;"),
        ("desk/fixture.rs", "fn easy() {}"),
        ("desk/game_tests.rs", "fn easy() {}"),
    ];
    let paths: Vec<String> = house(&files).sources.into_iter().map(|source| source.path).collect();
    assert_eq!(paths, ["desk/lib.rs"]);
}

#[test]
fn blank_lines_and_comments_are_no_lines_of_code() {
    let text = "//! A.\n\n/// B.\nfn a() { // c\n\n    b(\"one\n\n two\");\n    /* d\n    e */\n}\n";
    assert_eq!(alone(text).lines, 4);
}

#[test]
fn orders_are_named_by_variant_and_by_verb() {
    let files = [
        ("rules/easy/order.rs", "pub enum Order { Move { to: u8 }, Fire }"),
        ("rules/easy/spelling.rs", r#"const VERBS: [&str; 2] = ["Move", "Fire"];"#),
        ("solo/easy/lib.rs", "fn a(o: easy::Order) { matches!(o, easy::Order::Fire); }"),
        ("desk/other.rs", "enum Order { Move }\nfn a() -> Order { Order::Move }"),
    ];
    let house = house(&files);
    let in_files = |order: &str| -> Vec<&str> {
        house.sources.iter().filter(|file| file.orders.contains(order)).map(|file| &*file.path).collect()
    };
    assert_eq!(in_files("Move"), ["rules/easy/order.rs", "rules/easy/spelling.rs"]);
    assert_eq!(in_files("Fire"), ["rules/easy/order.rs", "rules/easy/spelling.rs", "solo/easy/lib.rs"]);
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
