//! What the sources of the house say in code: lines, names of rule sets, texts for people, orders that are named.
//!
//! Comments are no part of it, nor is test code: what stands under `cfg(test)`, a module that is declared under it, and a file whose
//! stem ends in `tests`.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// A rule set as its folder in `rules` and `solo` is called, with its orders: the variants of `Order` and the verbs of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orders {
    pub folder: String,
    pub names: BTreeSet<String>,
}

/// One file of production code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// From `src`: `rules/easy/order.rs`.
    pub path: String,
    /// All lines of the file, with comments, blank lines and tests.
    pub length: usize,
    /// Lines with code.
    pub lines: usize,
    /// Each name of a rule set, as the line it stands in and the word or text that has it.
    pub names: Vec<(usize, String)>,
    /// Texts for people, with their lines: see [`is_for_people`] and [`UNREAD`].
    pub texts: Vec<(usize, String)>,
    /// The orders of its rule set that are named, by `Order::` or as verbs.
    pub orders: BTreeSet<String>,
}

/// All code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// Production code.
    pub sources: Vec<Source>,
    pub orders: Vec<Orders>,
}

/// The words by which a rule set is known in code, in lower case.
const RULE_SETS: [&[&str]; 6] =
    [&["easy"], &["naw"], &["napoleon", "at", "war"], &["epstein"], &["casus", "belli"], &["cb"]];

/// Where the module of a file lies: `rules/easy/lib.rs` is `rules`, `easy`.
fn module(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs");
    let mut module: Vec<String> = path.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
        module.pop();
    }
    module
}

/// The words of a name or a text in lower case, split at whatever is no letter or digit, and where a capital begins a word.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let letters: Vec<char> = text.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        let follows = |is: fn(char) -> bool| at > 0 && is(letters[at - 1]);
        let ends_capitals =
            follows(char::is_uppercase) && letters.get(at + 1).is_some_and(|c| c.is_lowercase());
        let begins = letter.is_uppercase() && (follows(char::is_lowercase) || ends_capitals);
        if begins || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if letter.is_alphanumeric() {
            words.last_mut().expect("there is a first word").extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// How often a name or a text names a rule set.
fn rule_sets(text: &str) -> usize {
    let words = words(text);
    let hits = |name: &[&str]| words.windows(name.len()).filter(|window| *window == name).count();
    RULE_SETS.iter().map(|name| hits(name)).sum()
}

/// Is the text the id of a clause and nothing else (`easy:II.B`, `epstein:g.1`)? Within a sentence an id names its rule set.
fn is_clause(text: &str) -> bool {
    let Some((book, id)) = text.split_once(':') else { return false };
    let is_id = id.starts_with(|c: char| c.is_ascii_digit() || "IV".contains(c))
        || id.as_bytes().get(1) == Some(&b'.');
    is_id
        && id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
        && RULE_SETS.iter().any(|name| *name == [book])
}

/// Is the text made for people: a word that begins with a capital, or several words? What is filled in (`{name}`) is none of it.
pub fn is_for_people(text: &str) -> bool {
    let mut filled = 0_usize;
    let mut said = String::new();
    for letter in text.chars() {
        match letter {
            '{' => filled += 1,
            '}' => filled = filled.saturating_sub(1),
            letter if filled == 0 => said.push(letter),
            _ => {}
        }
    }
    let words: Vec<&str> =
        said.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).collect();
    let is_capital = |word: &&str| {
        word.starts_with(char::is_uppercase) && word.chars().nth(1).is_some_and(char::is_lowercase)
    };
    words.len() > 1 || words.first().is_some_and(is_capital)
}

/// Is the whole file tests?
fn is_test(path: &str) -> bool {
    path.trim_end_matches(".rs").ends_with("tests")
}

/// Tokens without comments for documentation and without test code.
struct Stripped {
    tokens: TokenStream,
    /// Modules that are declared for tests only and have their own file.
    tested: Vec<String>,
}

/// Is this the inside of an attribute `cfg` that holds in tests only?
fn is_for_tests(attribute: &Group) -> bool {
    let mut trees = attribute.stream().into_iter();
    if !trees.next().is_some_and(|first| is_ident(&first, "cfg")) {
        return false;
    }
    let Some(TokenTree::Group(condition)) = trees.next() else { return false };
    let inside: Vec<TokenTree> = condition.stream().into_iter().collect();
    match inside.first() {
        Some(first) if is_ident(first, "test") => true,
        Some(first) if is_ident(first, "all") => {
            let Some(TokenTree::Group(all)) = inside.get(1) else { return false };
            all.stream().into_iter().any(|tree| is_ident(&tree, "test"))
        }
        _ => false,
    }
}

fn is_documentation(attribute: &Group) -> bool {
    let trees: Vec<TokenTree> = attribute.stream().into_iter().collect();
    matches!(&trees[..], [doc, _, TokenTree::Literal(_)] if is_ident(doc, "doc"))
}

fn is_ident(tree: &TokenTree, name: &str) -> bool {
    matches!(tree, TokenTree::Ident(ident) if ident == name)
}

fn is_punct(tree: &TokenTree, sign: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// An attribute that begins here: how many trees it takes, is it an inner one, and what stands in its brackets.
fn attribute(trees: &[TokenTree]) -> Option<(usize, bool, &Group)> {
    if !is_punct(trees.first()?, '#') {
        return None;
    }
    let inner = usize::from(is_punct(trees.get(1)?, '!'));
    match trees.get(1 + inner)? {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            Some((2 + inner, inner == 1, group))
        }
        TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    }
}

/// How many trees an item, a field, an arm or a statement takes that begins here.
fn item(trees: &[TokenTree]) -> usize {
    const ITEMS: [&str; 12] = [
        "fn",
        "struct",
        "enum",
        "impl",
        "mod",
        "use",
        "const",
        "static",
        "type",
        "trait",
        "macro_rules",
        "let",
    ];
    let mut is_item = false;
    for (at, tree) in trees.iter().enumerate() {
        is_item |= ITEMS.iter().any(|name| is_ident(tree, name));
        let ends_block = matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        if ends_block {
            return at + 1 + usize::from(trees.get(at + 1).is_some_and(|next| is_punct(next, ';')));
        }
        if is_punct(tree, ';') || !is_item && is_punct(tree, ',') {
            return at + 1;
        }
    }
    trees.len()
}

/// Takes out documentation and tests.
fn strip(tokens: TokenStream) -> Stripped {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut stripped = Stripped { tokens: TokenStream::new(), tested: Vec::new() };
    let mut at = 0;
    while at < trees.len() {
        if let Some((length, inner, group)) = attribute(&trees[at..]) {
            if is_for_tests(group) {
                if inner {
                    return Stripped { tokens: TokenStream::new(), tested: Vec::new() };
                }
                at += length;
                while let Some((more, ..)) = attribute(&trees[at..]) {
                    at += more;
                }
                let end = at + item(&trees[at..]);
                let declared = trees[at..end].windows(3).find_map(|window| match window {
                    [word, TokenTree::Ident(name), end] if is_ident(word, "mod") && is_punct(end, ';') => {
                        Some(name.to_string())
                    }
                    _ => None,
                });
                stripped.tested.extend(declared);
                at = end;
                continue;
            }
            if is_documentation(group) {
                at += length;
                continue;
            }
        }
        match &trees[at] {
            TokenTree::Group(group) => {
                let inside = strip(group.stream());
                let mut kept = Group::new(group.delimiter(), inside.tokens);
                kept.set_span(group.span());
                stripped.tokens.extend([TokenTree::Group(kept)]);
                stripped.tested.extend(inside.tested);
            }
            other => stripped.tokens.extend([other.clone()]),
        }
        at += 1;
    }
    stripped
}

/// The lines on which tokens stand, a text of several lines with all of them.
fn lines(tokens: &TokenStream, found: &mut BTreeSet<usize>) {
    for tree in tokens.clone() {
        if let TokenTree::Group(group) = &tree {
            if group.delimiter() != Delimiter::None {
                found.insert(group.span_open().start().line);
                found.insert(group.span_close().end().line);
            }
            lines(&group.stream(), found);
        } else {
            found.extend(tree.span().start().line..=tree.span().end().line);
        }
    }
}

/// Every word and every text, with its line.
fn texts(tokens: &TokenStream, found: &mut Vec<(usize, String, bool)>) {
    for tree in tokens.clone() {
        let line = tree.span().start().line;
        match tree {
            TokenTree::Group(group) => texts(&group.stream(), found),
            TokenTree::Ident(ident) => found.push((line, ident.to_string(), false)),
            TokenTree::Literal(literal) => {
                if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                    found.push((line, text.value(), true));
                }
            }
            TokenTree::Punct(_) => {}
        }
    }
}

/// Calls whose texts nobody reads: they name a widget for egui alone, a type for who finds faults, or say why a promise holds.
const UNREAD: [&str; 7] =
    ["debug_struct", "expect", "from_id_salt", "id_salt", "make_persistent_id", "request_discard", "unique"];

/// The same as functions of a type.
const UNREAD_OF: [(&str, &str); 8] = [
    ("CentralPanel", "new"),
    ("Grid", "new"),
    ("Id", "new"),
    ("Panel", "bottom"),
    ("Panel", "left"),
    ("Panel", "right"),
    ("Panel", "top"),
    ("Plot", "new"),
];

/// Do these trees, which end before a bracket, call what takes a text that nobody reads?
fn is_unread(before: &[TokenTree]) -> bool {
    let name = |at: usize| match before.len().checked_sub(at).map(|at| &before[at]) {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    };
    let Some(called) = name(1) else { return false };
    let of =
        name(4).filter(|_| before[before.len() - 3..before.len() - 1].iter().all(|tree| is_punct(tree, ':')));
    UNREAD.contains(&called.as_str())
        || of.is_some_and(|of| UNREAD_OF.contains(&(of.as_str(), called.as_str())))
}

/// Every text that people read, with its line: in no attribute but that of an error's words, and not in a call of [`UNREAD`].
fn read_by_people(tokens: &TokenStream, found: &mut Vec<(usize, String)>) {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        if let Some((length, _, inside)) = attribute(&trees[at..]) {
            if inside.stream().into_iter().next().is_some_and(|first| is_ident(&first, "error")) {
                read_by_people(&inside.stream(), found);
            }
            at += length;
            continue;
        }
        match &trees[at] {
            TokenTree::Group(group) if !is_unread(&trees[..at]) => read_by_people(&group.stream(), found),
            TokenTree::Literal(literal) => {
                if let syn::Lit::Str(text) = syn::Lit::new(literal.clone()) {
                    found.push((literal.span().start().line, text.value()));
                }
            }
            TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
        at += 1;
    }
    found.retain(|(_, text)| is_for_people(text));
}

/// Every path of two names or more.
fn paths(tokens: &TokenStream, found: &mut BTreeSet<Vec<String>>) {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let joined = |at: usize| {
        matches!((trees.get(at), trees.get(at + 1)), (Some(TokenTree::Punct(one)), Some(two))
            if one.as_char() == ':' && one.spacing() == Spacing::Joint && is_punct(two, ':'))
    };
    let mut at = 0;
    while at < trees.len() {
        match &trees[at] {
            TokenTree::Group(group) => paths(&group.stream(), found),
            TokenTree::Ident(head) => {
                let mut path = vec![head.to_string()];
                while joined(at + 1) {
                    let Some(TokenTree::Ident(next)) = trees.get(at + 3) else { break };
                    path.push(next.to_string());
                    at += 3;
                }
                if path.len() > 1 {
                    found.insert(path);
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        at += 1;
    }
}

/// The names of the orders in a file that defines `Order`.
fn variants(tokens: &TokenStream) -> BTreeSet<String> {
    let items = syn::parse2::<syn::File>(tokens.clone()).map(|file| file.items).unwrap_or_default();
    items
        .into_iter()
        .filter_map(|item| match item {
            syn::Item::Enum(item) if item.ident == "Order" => Some(item.variants),
            _ => None,
        })
        .flatten()
        .map(|variant| variant.ident.to_string())
        .collect()
}

/// The rule set in whose folder a file lies.
fn owner<'a>(path: &str, orders: &'a [Orders]) -> Option<&'a Orders> {
    let mut parts = path.split('/');
    let room = parts.next();
    let folder = parts.next()?;
    let owner = orders.iter().find(|one| one.folder == folder.trim_end_matches(".rs"));
    owner.filter(|_| room == Some("rules") || room == Some("solo"))
}

impl House {
    /// The house of these files (paths from `src`, texts), with the verbs of each rule set by its folder.
    ///
    /// # Panics
    ///
    /// Where a file is not Rust.
    pub fn read(files: &[(String, String)], verbs: &[(&str, Vec<&str>)]) -> Self {
        let mut stripped: BTreeMap<&str, Stripped> = BTreeMap::new();
        for (path, text) in files {
            let tokens: TokenStream = text.parse().unwrap_or_else(|fault| panic!("src/{path}: {fault}"));
            stripped.insert(path, strip(tokens));
        }
        let tested: BTreeSet<Vec<String>> = stripped
            .iter()
            .flat_map(|(path, file)| {
                file.tested.iter().map(|name| [module(path), vec![name.clone()]].concat())
            })
            .collect();
        let is_tested = |path: &str| {
            let module = module(path);
            is_test(path) || (1..=module.len()).any(|length| tested.contains(&module[..length]))
        };
        stripped.retain(|path, _| !is_tested(path));

        let orders: Vec<Orders> = verbs
            .iter()
            .map(|(folder, verbs)| {
                let file = stripped.get(format!("rules/{folder}/order.rs").as_str());
                let mut names = file.map(|file| variants(&file.tokens)).unwrap_or_default();
                names.extend(verbs.iter().map(|verb| (*verb).to_owned()));
                Orders { folder: (*folder).to_owned(), names }
            })
            .collect();
        let sources = files
            .iter()
            .filter_map(|(path, text)| {
                let file = stripped.get(path.as_str())?;
                Some(source(path, text, &file.tokens, &orders))
            })
            .collect();
        Self { sources, orders }
    }

    /// The files of a room, or of a folder in one.
    pub fn room<'a>(&'a self, room: &'a str) -> impl Iterator<Item = &'a Source> {
        self.sources.iter().filter(move |source| {
            source.path.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }
}

/// The names of rule sets in words and texts.
fn names(said: &[(usize, String, bool)]) -> Vec<(usize, String)> {
    let mut names = Vec::new();
    for (line, text, is_text) in said {
        if !(*is_text && is_clause(text)) {
            names.extend(std::iter::repeat_n((*line, text.clone()), rule_sets(text)));
        }
    }
    names
}

fn source(path: &str, text: &str, tokens: &TokenStream, orders: &[Orders]) -> Source {
    let written: Vec<&str> = text.lines().collect();
    let mut code = BTreeSet::new();
    lines(tokens, &mut code);
    code.retain(|line| written.get(line - 1).is_some_and(|text| !text.trim().is_empty()));

    let mut said = Vec::new();
    texts(tokens, &mut said);
    let names = names(&said);
    let mut people = Vec::new();
    read_by_people(tokens, &mut people);

    let mut named = BTreeSet::new();
    if let Some(set) = owner(path, orders) {
        let mut found = BTreeSet::new();
        paths(tokens, &mut found);
        let of_order = |path: &Vec<String>| match &path[..] {
            [.., order, variant] if order == "Order" => Some(variant.clone()),
            _ => None,
        };
        named.extend(found.iter().filter_map(of_order).filter(|variant| set.names.contains(variant)));
        let verbs = said.iter().filter(|(_, text, is_text)| *is_text && set.names.contains(text));
        named.extend(verbs.map(|(_, verb, _)| verb.clone()));
        if path == format!("rules/{}/order.rs", set.folder) {
            named.extend(variants(tokens));
        }
    }
    Source {
        path: path.to_owned(),
        length: written.len(),
        lines: code.len(),
        names,
        texts: people,
        orders: named,
    }
}
