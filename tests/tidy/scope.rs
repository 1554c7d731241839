//! What a path in the sources leads to: modules with their items, what they import and re-export, by name and by glob.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::UseTree;

use crate::count::{is_ident, is_punct, paths};

/// What one module has.
#[derive(Clone, Debug, Default)]
struct Scope {
    file: String,
    items: BTreeSet<String>,
    /// Names from elsewhere, with the path that they stand for.
    uses: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    /// All paths in its code.
    paths: BTreeSet<Vec<String>>,
}

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Module(Vec<String>),
    /// Something that a module of the house imports from another crate.
    Foreign,
    /// An item of a file, and what follows it in the path: a variant, a function of a type.
    Item {
        file: String,
        name: String,
        tail: Vec<String>,
    },
}

/// The modules of the house by their paths; the root's is empty.
#[derive(Clone, Debug, Default)]
pub struct Scopes(BTreeMap<Vec<String>, Scope>);

impl Scopes {
    /// Takes in the module of a file, and those that are written out within it.
    pub fn read(&mut self, file: &str, module: &[String], tokens: &TokenStream) {
        let mut scope = Scope { file: file.to_owned(), ..Scope::default() };
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut own = Vec::new();
        let mut at = 0;
        while at < trees.len() {
            match &trees[at..] {
                [word, TokenTree::Ident(name), TokenTree::Group(group), ..]
                    if is_ident(word, "mod") && group.delimiter() == Delimiter::Brace =>
                {
                    let inner = [module, &[name.to_string()]].concat();
                    self.read(file, &inner, &group.stream());
                    // Its visibility stays behind and wants something to belong to.
                    own.extend(trees[at..at + 2].iter().cloned());
                    own.extend(";".parse::<TokenStream>().expect("a semicolon is a token"));
                    at += 3;
                }
                _ => {
                    own.push(trees[at].clone());
                    at += 1;
                }
            }
        }
        // What items are called does not hang on their bodies, and those are what takes time.
        let heads: TokenStream = own.iter().map(without_body).collect();
        let parsed = syn::parse2::<syn::File>(heads).unwrap_or_else(|fault| panic!("src/{file}: {fault}"));
        scope.items = parsed.items.iter().filter_map(name).collect();
        scope.items.extend(made(&own));
        let without_uses = scope.take_uses(own.into_iter().collect());
        paths(&without_uses, &mut scope.paths);
        self.0.insert(module.to_vec(), scope);
    }

    /// Everything that the paths and imports of a file lead to.
    pub fn named_in<'a>(&'a self, file: &'a str) -> impl Iterator<Item = Found> + 'a {
        let scopes = self.0.iter().filter(move |(_, scope)| scope.file == file);
        scopes.flat_map(move |(module, scope)| {
            let all = scope.paths.iter().chain(scope.uses.values());
            all.filter_map(move |path| self.resolve(module, path, &mut BTreeSet::new()))
        })
    }

    /// Paths of a file that begin in the house and lead nowhere.
    pub fn lost_in<'a>(&'a self, file: &'a str) -> impl Iterator<Item = String> + 'a {
        let begins_here = |path: &&Vec<String>| {
            path.len() > 1 && ["crate", "self", "super", "drumhead"].contains(&path[0].as_str())
        };
        let scopes = self.0.iter().filter(move |(_, scope)| scope.file == file);
        scopes.flat_map(move |(module, scope)| {
            let all = scope.paths.iter().chain(scope.uses.values()).filter(begins_here);
            let lost = all.filter(move |path| self.resolve(module, path, &mut BTreeSet::new()).is_none());
            lost.map(|path| path.join("::"))
        })
    }

    fn resolve(
        &self,
        from: &[String],
        path: &[String],
        seen: &mut BTreeSet<(Vec<String>, String)>,
    ) -> Option<Found> {
        let mut module = from.to_vec();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" | "drumhead" => {
                module.clear();
                rest = &path[1..];
            }
            "self" => rest = &path[1..],
            _ => {}
        }
        while rest.first().is_some_and(|next| next == "super") {
            module.pop()?;
            rest = &rest[1..];
        }
        while let [next, after @ ..] = rest {
            match self.look(&module, next, after.is_empty(), seen)? {
                Found::Module(inner) => {
                    module = inner;
                    rest = after;
                }
                Found::Foreign => return Some(Found::Foreign),
                Found::Item { file, name, mut tail } => {
                    tail.extend_from_slice(after);
                    return Some(Found::Item { file, name, tail });
                }
            }
        }
        Some(Found::Module(module))
    }

    /// What a name means in a module; where it ends a path, an item comes before a module of the same name.
    fn look(
        &self,
        module: &[String],
        name: &str,
        ends: bool,
        seen: &mut BTreeSet<(Vec<String>, String)>,
    ) -> Option<Found> {
        if !seen.insert((module.to_vec(), name.to_owned())) {
            return None;
        }
        let scope = self.0.get(module)?;
        let item = || Found::Item { file: scope.file.clone(), name: name.to_owned(), tail: Vec::new() };
        if ends && scope.items.contains(name) {
            return Some(item());
        }
        let child = [module, &[name.to_owned()]].concat();
        if self.0.contains_key(&child) {
            return Some(Found::Module(child));
        }
        if scope.items.contains(name) {
            return Some(item());
        }
        if let Some(path) = scope.uses.get(name) {
            return self.resolve(module, path, seen).or(Some(Found::Foreign));
        }
        scope.globs.iter().find_map(|glob| match self.resolve(module, glob, &mut seen.clone())? {
            Found::Module(other) => self.look(&other, name, ends, seen),
            Found::Foreign => None,
            Found::Item { file, name: of, tail } => {
                // The variants of an enum are known by their capitals only.
                let is_variant = name.starts_with(char::is_uppercase) && tail.is_empty();
                is_variant.then(|| Found::Item { file, name: of, tail: vec![name.to_owned()] })
            }
        })
    }
}

impl Scope {
    /// Takes the imports out of tokens, wherever they stand.
    fn take_uses(&mut self, tokens: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut kept = TokenStream::new();
        let mut at = 0;
        while at < trees.len() {
            let is_import =
                is_ident(&trees[at], "use") && trees.get(at + 1).is_some_and(|next| !is_punct(next, '<'));
            let end = trees[at..].iter().position(|tree| is_punct(tree, ';'));
            if let Some(length) = end.filter(|_| is_import) {
                let import = trees[at..=at + length].iter().cloned().collect();
                if let Ok(import) = syn::parse2::<syn::ItemUse>(import) {
                    self.import(&import.tree, &mut Vec::new());
                }
                at += length + 1;
                continue;
            }
            match &trees[at] {
                TokenTree::Group(group) => {
                    let inside = self.take_uses(group.stream());
                    kept.extend([TokenTree::Group(Group::new(group.delimiter(), inside))]);
                }
                other => kept.extend([other.clone()]),
            }
            at += 1;
        }
        kept
    }

    fn import(&mut self, tree: &UseTree, path: &mut Vec<String>) {
        let whole = |last: &syn::Ident| {
            let last = last.to_string();
            if last == "self" { path.clone() } else { [&path[..], &[last]].concat() }
        };
        match tree {
            UseTree::Path(inner) => {
                path.push(inner.ident.to_string());
                self.import(&inner.tree, path);
                path.pop();
            }
            UseTree::Name(name) => {
                let whole = whole(&name.ident);
                self.uses.extend(whole.last().cloned().map(|last| (last, whole)));
            }
            UseTree::Rename(rename) if rename.rename == "_" => {
                let whole = whole(&rename.ident);
                self.paths.insert(whole);
            }
            UseTree::Rename(rename) => {
                let whole = whole(&rename.ident);
                self.uses.insert(rename.rename.to_string(), whole);
            }
            UseTree::Glob(_) => self.globs.push(path.clone()),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, path)),
        }
    }
}

/// A tree, with nothing in it where it is a block.
fn without_body(tree: &TokenTree) -> TokenTree {
    match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            Group::new(Delimiter::Brace, TokenStream::new()).into()
        }
        other => other.clone(),
    }
}

/// What the macros of a file may make in it: what they call an item themselves, and the names of types that they are given, be these
/// types or variants of one.
fn made(trees: &[TokenTree]) -> BTreeSet<String> {
    const ITEMS: [&str; 6] = ["enum", "struct", "const", "static", "type", "fn"];
    let mut made = BTreeSet::new();
    let mut own: BTreeSet<String> = BTreeSet::new();
    for window in trees.windows(4) {
        let [word, bang, name, TokenTree::Group(group)] = window else { continue };
        if is_ident(word, "macro_rules") && is_punct(bang, '!') {
            own.insert(name.to_string());
            called(&group.stream(), &ITEMS, &mut made);
        }
    }
    for window in trees.windows(3) {
        let [TokenTree::Ident(name), bang, TokenTree::Group(group)] = window else { continue };
        if own.contains(&name.to_string()) && is_punct(bang, '!') {
            let names = group.stream().into_iter().filter_map(|tree| match tree {
                TokenTree::Ident(ident) => Some(ident.to_string()),
                TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
            });
            made.extend(names.filter(|name| name.starts_with(char::is_uppercase)));
        }
    }
    made
}

/// Every name that follows one of these words, however deep.
fn called(tokens: &TokenStream, words: &[&str], found: &mut BTreeSet<String>) {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        if let TokenTree::Group(group) = tree {
            called(&group.stream(), words, found);
        }
        if let (true, Some(TokenTree::Ident(name))) =
            (words.iter().any(|word| is_ident(tree, word)), trees.get(at + 1))
        {
            found.insert(name.to_string());
        }
    }
}

/// What an item is called, where it has a name that a path can lead to.
fn name(item: &syn::Item) -> Option<String> {
    let ident = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::TraitAlias(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        syn::Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string())
}
