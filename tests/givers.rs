//! Whatever the window can be told, something in it can tell: a menu, a key, the palette, a button, the order line.
//!
//! The sources are read as code is: what stands in a pattern (an arm, `if let`, `matches!`), in a comparison or in a test gives
//! nothing; every other place that makes a command does.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The lists of what can be told: the file, the name of the list there, and the names that it goes by elsewhere.
const LISTS: [(&str, &str, &[&str]); 7] = [
    ("src/window/command.rs", "Command", &["Command"]),
    ("src/window/command.rs", "LineDeed", &["LineDeed"]),
    ("src/window/play/deed.rs", "PlayAction", &["PlayAction"]),
    ("src/window/panels/questions.rs", "Said", &["Said"]),
    ("src/window/setup/act.rs", "Act", &["Act", "SetUpAct"]),
    ("src/window/hex/editor/mod.rs", "Act", &["Act"]),
    ("src/window/layout.rs", "Pane", &["Pane"]),
];

/// What makes commands but is no hand of a referee.
const NOT_A_HAND: [&str; 1] = ["src/window/bench.rs"];

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a source folder can be listed") {
            let path = entry.expect("a source folder can be listed").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A word, a sign of one or two letters, or what stands between brackets.
#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Leaf(String),
    Group(char, Vec<Tree>),
}

impl Tree {
    fn is(&self, word: &str) -> bool {
        matches!(self, Self::Leaf(leaf) if leaf == word)
    }

    fn is_name(&self) -> bool {
        matches!(self, Self::Leaf(leaf) if leaf.starts_with(|letter: char| letter.is_alphabetic() || letter == '_'))
    }
}

/// The code of a file up to its tests, without comments and strings, as trees of brackets.
fn trees(text: &str) -> Vec<Tree> {
    let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut letters = code.chars().peekable();
    let mut open: Vec<(char, Vec<Tree>)> = vec![(' ', Vec::new())];
    while let Some(letter) = letters.next() {
        let mut leaf = String::from(letter);
        match letter {
            _ if letter.is_whitespace() => continue,
            '/' if letters.peek() == Some(&'/') => {
                while letters.next().is_some_and(|letter| letter != '\n') {}
                continue;
            }
            '"' => {
                while let Some(inner) = letters.next() {
                    match inner {
                        '\\' => drop(letters.next()),
                        '"' => break,
                        _ => {}
                    }
                }
                leaf = "\"".to_owned();
            }
            '\'' => {
                // A letter in quotes, or the name of a lifetime.
                let first = letters.next();
                match first {
                    Some('\\') => {
                        letters.next();
                        while letters.next_if(|letter| *letter != '\'').is_some() {}
                        letters.next();
                    }
                    _ if letters.peek() == Some(&'\'') => drop(letters.next()),
                    _ => {}
                }
                continue;
            }
            '(' | '[' | '{' => {
                open.push((letter, Vec::new()));
                continue;
            }
            ')' | ']' | '}' => {
                let (bracket, inner) = open.pop().expect("brackets close what they open");
                open.last_mut().expect("brackets are in pairs").1.push(Tree::Group(bracket, inner));
                continue;
            }
            _ if letter.is_alphanumeric() || letter == '_' => {
                while let Some(more) = letters.next_if(|more| more.is_alphanumeric() || *more == '_') {
                    leaf.push(more);
                }
            }
            ':' | '=' | '!' | '<' | '>' | '|' | '&' | '-' | '.' => {
                let twos = ["::", "=>", "==", "!=", "<=", ">=", "||", "&&", "->", ".."];
                if let Some(next) = letters.peek()
                    && twos.contains(&format!("{letter}{next}").as_str())
                {
                    leaf.extend(letters.next());
                }
            }
            _ => {}
        }
        open.last_mut().expect("brackets are in pairs").1.push(Tree::Leaf(leaf));
    }
    assert_eq!(open.len(), 1, "every bracket closes");
    open.swap_remove(0).1
}

/// Where in `code` the first of these words stands outside brackets.
fn place(code: &[Tree], words: &[&str]) -> Option<usize> {
    code.iter().position(|tree| words.iter().any(|word| tree.is(word)))
}

/// Everything that the code makes, as `List::Variant`.
struct Makers {
    made: BTreeSet<(String, String)>,
}

impl Makers {
    /// Reads expressions. `own`: whose `Self` this is.
    fn expressions(&mut self, code: &[Tree], own: &str) {
        let mut at = 0;
        while at < code.len() {
            let rest = &code[at + 1..];
            match &code[at] {
                Tree::Group(_, inner) => self.expressions(inner, own),
                word if word.is("impl") => {
                    // `impl List {`: in there it is itself.
                    if let [name, Tree::Group('{', inner), ..] = rest
                        && let Tree::Leaf(name) = name
                    {
                        self.expressions(inner, name);
                        at += 2;
                    }
                }
                word if word.is("match") => {
                    let body = rest.iter().position(|tree| matches!(tree, Tree::Group('{', _)));
                    let body = body.expect("a match has arms");
                    self.expressions(&rest[..body], own);
                    if let Tree::Group(_, arms) = &rest[body] {
                        self.arms(arms, own);
                    }
                    at += 1 + body;
                }
                word if word.is("let") => at += place(rest, &["=", ";"]).expect("a binding is given a value"),
                word if word.is("for") => at += place(rest, &["in"]).unwrap_or(0),
                word if word.is("matches") => {
                    if let [bang, Tree::Group(_, inner), ..] = rest
                        && bang.is("!")
                    {
                        let comma = place(inner, &[","]).expect("something is matched");
                        self.expressions(&inner[..comma], own);
                        at += 2;
                    }
                }
                word if word.is("==") || word.is("!=") => {
                    // What is compared with is not made.
                    at += rest
                        .iter()
                        .take_while(|tree| tree.is_name() || tree.is("::") || tree.is("*"))
                        .count();
                }
                Tree::Leaf(list) => {
                    if let [colons, Tree::Leaf(variant), ..] = rest
                        && colons.is("::")
                    {
                        let list = if list == "Self" { own } else { list };
                        self.made.insert((list.to_owned(), variant.clone()));
                    }
                }
            }
            at += 1;
        }
    }

    /// Reads the arms of a match: what stands before `=>` makes nothing, unless it is a condition.
    fn arms(&mut self, mut arms: &[Tree], own: &str) {
        while let Some(arrow) = place(arms, &["=>"]) {
            if let Some(guard) = place(&arms[..arrow], &["if"]) {
                self.expressions(&arms[guard + 1..arrow], own);
            }
            let rest = &arms[arrow + 1..];
            let end = match rest.first() {
                Some(Tree::Group('{', _)) => 1,
                _ => place(rest, &[","]).unwrap_or(rest.len()),
            };
            self.expressions(&rest[..end], own);
            arms = &rest[end..];
        }
    }
}

fn made_in(text: &str) -> BTreeSet<(String, String)> {
    let mut makers = Makers { made: BTreeSet::new() };
    makers.expressions(&trees(text), "");
    makers.made
}

/// The variants of a list, as its file has them.
fn variants(text: &str, list: &str) -> Vec<String> {
    let code = trees(text);
    let named = |at: usize| code[at].is("enum") && code.get(at + 1).is_some_and(|name| name.is(list));
    let at = (0..code.len()).find(|at| named(*at)).unwrap_or_else(|| panic!("there is no enum {list}"));
    let Some(Tree::Group('{', inner)) = code.get(at + 2) else { panic!("{list} has variants") };
    let mut found = Vec::new();
    for one in inner.split(|tree| tree.is(",")) {
        // Attributes come first, what it carries last.
        let name = one.iter().find(|tree| tree.is_name());
        found.extend(name.map(|name| match name {
            Tree::Leaf(name) => name.clone(),
            Tree::Group(..) => unreachable!("a name is no bracket"),
        }));
    }
    found
}

#[test]
fn whatever_the_window_can_be_told_something_can_tell() {
    let mut made = BTreeSet::new();
    for path in sources(&root().join("src/window")) {
        if NOT_A_HAND.iter().any(|not| path.ends_with(not)) {
            continue;
        }
        made.extend(made_in(&fs::read_to_string(&path).expect("a source file can be read")));
    }
    let mut mute = Vec::new();
    let mut count = 0;
    for (file, list, names) in LISTS {
        let text = fs::read_to_string(root().join(file)).expect("a list can be read");
        for variant in variants(&text, list) {
            count += 1;
            if !names.iter().any(|name| made.contains(&((*name).to_owned(), variant.clone()))) {
                mute.push(format!("{list}::{variant} ({file})"));
            }
        }
    }
    assert!(mute.is_empty(), "nothing in the window gives these commands: {}", mute.join(", "));
    assert!(count > 140, "only {count} commands were found");
}

#[test]
fn a_pattern_a_comparison_and_a_test_give_nothing() {
    let text = r##"
        /// One: Command::InComment.
        fn run(command: Command) -> Vec<Command> {
            if let Command::InLet(Command::Deep) = command && command != Command::Compared {}
            for Command::InFor in [Command::Listed] {}
            let said = "Command::InString" == 'x';
            if matches!(command, Command::Matched | Command::Also(_)) {}
            match command {
                Command::Arm | Command::Other if asks(Command::InGuard) => vec![Command::InBody],
                Command::Last(Some(_)) => { give(Command::InBlock(1)) }
                Command::Very => menu(Self::NotOne),
            }
        }
        impl Command {
            fn listed() -> [Self; 1] { [Self::Own] }
        }
#[cfg(test)]
mod tests {
    fn one() { give(Command::InTest) }
}
"##;
    let made = made_in(text);
    let made: Vec<&str> =
        made.iter().filter(|(list, _)| list == "Command").map(|(_, variant)| variant.as_str()).collect();
    assert_eq!(made, ["InBlock", "InBody", "InGuard", "Listed", "Own"]);
    let lists = "pub enum Command { /// One. \n A, #[default] B(Vec<Self>, u8), C { d: E }, }";
    assert_eq!(variants(lists, "Command"), ["A", "B", "C"]);
}
