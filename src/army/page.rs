//! A hand-written RON file that remembers where everything stands.
//!
//! `ron` checks the syntax and reads the single values; the tree kept here adds what `ron` does not give: the place
//! of every value, and reading on after a fault so that a referee sees all of them in one go. A value that cannot
//! be read is told and hidden, then the file is read again without it, until it reads or nothing is left to hide.
//!
//! Nothing is hidden untold. A record that lacks a field is read on with a blank in its place, so that every other field
//! it lacks is found as well, and then hidden as a whole; its lack is passed over only where the record has the field
//! itself, unreadable, or a field that is not known at all and is most like this one: that has been told then.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IgnoredAny, IntoDeserializer, Visitor};

use super::blank::Blank;
use super::fault::{Fault, Severity, meant, nearest, suggest};
use super::plain;

/// Faults told about one file before reading gives up; of a long file fewer, for each means to read it again.
const MOST_FAULTS: usize = 200;
/// Faults told about the longest file.
const LEAST_FAULTS: usize = 20;
/// Bytes that are read again and again until reading gives up.
const MOST_READ: usize = 32 << 20;
/// Letters that a fault marks at most.
const MOST_MARKED: usize = 200;
/// Fields whose text may have more than one line.
const OF_LINES: [&str; 2] = ["description", "note"];

/// A file whose syntax is sound.
#[derive(Debug)]
pub struct Page {
    file: String,
    text: String,
    root: Node,
    /// Where the lines begin, in bytes.
    lines: Vec<usize>,
    /// The column that was asked for last: where its line begins, where it lies, both in bytes, and its number from 0.
    last: Cell<(usize, usize, usize)>,
    /// Where the hidden values begin, in bytes.
    hidden: BTreeSet<usize>,
    /// Fields that a record lacks, by where the record begins: they have been told, and are blanks until it is hidden.
    lacking: RefCell<BTreeSet<(usize, &'static str)>>,
    /// Fields that a record has under a name that is not known: told as such.
    misspelt: RefCell<BTreeSet<(usize, &'static str)>>,
    /// Where faults of this page have been told.
    told_at: RefCell<BTreeSet<usize>>,
}

/// A value of the file, from byte `start` up to `end`.
#[derive(Debug)]
struct Node {
    start: usize,
    end: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A number, a string, a character: read by `ron`.
    Scalar,
    /// `Woods`, `true`, `None`.
    Name,
    /// `(a: 1)` or `Name(a: 1)`.
    Record {
        name: Option<String>,
        fields: Vec<Field>,
    },
    /// `(1, 2)` or `Name(1, 2)`.
    Tuple {
        name: Option<String>,
        items: Vec<Node>,
    },
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

#[derive(Debug)]
struct Field {
    name: String,
    start: usize,
    value: Node,
}

impl Page {
    /// Checks the syntax; a fault is told with its place.
    pub fn open(file: &str, text: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let mut page = Self {
            file: file.into(),
            text: text.into(),
            root: Node { start: 0, end: 0, kind: Kind::Name },
            lines: std::iter::once(0).chain(ends).collect(),
            last: Cell::new((0, 0, 0)),
            hidden: BTreeSet::new(),
            lacking: RefCell::default(),
            misspelt: RefCell::default(),
            told_at: RefCell::default(),
        };
        if let Err(error) = options().from_str::<IgnoredAny>(text) {
            let start = byte_at(text, error.span.end.line, error.span.end.col);
            let message = format!("the file cannot be read: {}", lower_first(&error.code.to_string()));
            faults.push(page.fault(start, start + 1, message, syntax_help(&error.code).into()));
            return None;
        }
        let mut scan = Scan { text, at: 0 };
        match scan.file() {
            Some(root) => {
                page.root = root;
                page.check_texts(faults);
                Some(page)
            }
            None => {
                let message = "the file cannot be read from here on";
                faults.push(page.fault(scan.at, scan.at + 1, message.into(), syntax_help_plain().into()));
                None
            }
        }
    }

    /// Tells every text that has signs which a terminal obeys, or which change the order in which text is read: names are
    /// shown in lists, logs and errors, where such a sign would do what its writer wants.
    fn check_texts(&self, faults: &mut Vec<Fault>) {
        let before = faults.len();
        self.root.walk_named("", &mut |field, node| {
            if !matches!(node.kind, Kind::Scalar) || faults.len() - before >= MOST_FAULTS {
                return;
            }
            let source = self.text.get(node.start..node.end).unwrap_or_default();
            // Most texts have nothing that needs to be looked at twice.
            if !source.contains('\\') && source.chars().all(plain::is_plain) {
                return;
            }
            let Ok(text) = options().from_str::<String>(source) else { return };
            let may_break = OF_LINES.contains(&field);
            let is_fit =
                |letter: &char| plain::is_plain(*letter) || may_break && matches!(letter, '\n' | '\r' | '\t');
            if let Some(letter) = text.chars().find(|letter| !is_fit(letter)) {
                let message =
                    format!("this text holds the control character {}", plain::line(&letter.to_string()));
                faults.push(self.fault(
                    node.start,
                    node.end,
                    message,
                    "take it out: a text is shown as it is, in one line".into(),
                ));
            }
        });
    }

    /// Reads the file, telling every fault of its shape; `None` when nothing usable is left.
    pub fn read<T: DeserializeOwned>(&mut self, faults: &mut Vec<Fault>) -> Option<T> {
        let most = (MOST_READ / self.text.len().max(1)).clamp(LEAST_FAULTS, MOST_FAULTS);
        let mut told_here = 0;
        loop {
            let told = RefCell::new(Vec::new());
            let result = T::deserialize(Reader { page: self, node: &self.root, told: &told });
            for fault in told.into_inner() {
                if !faults.contains(&fault) {
                    faults.push(fault);
                    told_here += 1;
                }
            }
            let (hide, again) = match result {
                Ok(value) => return Some(value),
                Err(slip) => (slip.hide, slip.again),
            };
            if told_here >= most {
                let at = hide.map_or(self.root.start, |(start, _)| start);
                let message = "reading ends here: the file has more faults than are told";
                faults.push(self.fault(at, at + 1, message.into(), "mend those first".into()));
                return None;
            }
            if again {
                continue;
            }
            let Some((start, end)) = hide else {
                self.told_within(self.root.start, self.root.end, faults);
                return None;
            };
            self.told_within(start, end, faults);
            if !self.hidden.insert(start) {
                return None;
            }
        }
    }

    /// What is hidden has been told: should nothing in it have been, it is told here.
    fn told_within(&self, start: usize, end: usize, faults: &mut Vec<Fault>) {
        if self.told_at.borrow_mut().range(start..=end).next().is_none() {
            let message = "this cannot be read";
            faults.push(self.fault(start, end, message.into(), syntax_help_plain().into()));
        }
    }

    pub fn file(&self) -> &str {
        &self.file
    }

    /// Has the file a field of this name at the top?
    pub fn has(&self, name: &str) -> bool {
        self.top(name).is_some()
    }

    /// The text that a field at the top holds, where it holds one.
    pub fn text_of(&self, name: &str) -> Option<String> {
        let value = &self.top(name)?.value;
        options().from_str(self.text.get(value.start..value.end)?).ok()
    }

    fn top(&self, name: &str) -> Option<&Field> {
        let Kind::Record { fields, .. } = &self.root.kind else { return None };
        fields.iter().find(|field| field.name == name)
    }

    /// The whole file.
    pub fn root(&self) -> Spot<'_> {
        Spot { page: self, node: &self.root }
    }

    /// Was `name` written in a part of the file that could not be read? What is missing with it is no further fault.
    pub fn lost(&self, name: &str) -> bool {
        let quoted = format!("\"{name}\"");
        let mut lost = false;
        self.root.walk(&mut |node| {
            if self.hidden.contains(&node.start) {
                lost |= self.text.get(node.start..node.end).is_some_and(|text| text.contains(&quoted));
            }
        });
        lost
    }

    /// Could part of the file not be read?
    pub fn is_torn(&self) -> bool {
        !self.hidden.is_empty()
    }

    /// Is the field written in this record, unreadable or under a name that is not known? Either has been told.
    fn has_told(&self, record: &Node, name: &'static str) -> bool {
        let Kind::Record { fields, .. } = &record.kind else { return false };
        let is_hidden = |field: &Field| field.name == name && self.hidden.contains(&field.value.start);
        fields.iter().any(is_hidden) || self.misspelt.borrow().contains(&(record.start, name))
    }

    fn fault(&self, start: usize, end: usize, message: String, help: String) -> Fault {
        let start = start.min(self.text.len());
        let line = self.lines.partition_point(|begin| *begin <= start).max(1);
        let begin = self.lines.get(line - 1).copied().unwrap_or(0);
        let marked: String = self
            .text
            .get(start..end.min(self.text.len()))
            .unwrap_or_default()
            .chars()
            .take(MOST_MARKED)
            .take_while(|letter| *letter != '\n')
            .collect();
        Fault {
            file: self.file.clone(),
            line,
            column: self.column(begin, start) + 1,
            length: marked.trim_end().chars().count().max(1),
            message,
            help,
            severity: Severity::Error,
            hexes: Box::default(),
        }
    }

    /// How many letters lie between the beginning of a line and a place in it. Faults come mostly in the order of the text,
    /// and a file may be one line: so it is counted on from the last.
    fn column(&self, begin: usize, at: usize) -> usize {
        let letters = |from: usize, to: usize| self.text.get(from..to).unwrap_or_default().chars().count();
        let (last_begin, last_at, last) = self.last.get();
        let column = match last_begin == begin {
            true if at >= last_at => last + letters(last_at, at),
            true if last_at - at < at - begin => last - letters(at, last_at).min(last),
            _ => letters(begin, at),
        };
        self.last.set((begin, at, column));
        column
    }
}

/// How `ron` is asked to read: a plain value where an optional one is meant.
fn options() -> ron::Options {
    use ron::extensions::Extensions;
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

fn byte_at(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 1..line {
        match text[start..].find('\n') {
            Some(newline) => start += newline + 1,
            None => return text.len(),
        }
    }
    text[start..].char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| start + at)
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

fn syntax_help_plain() -> &'static str {
    "look at this line and the one before it for a missing comma, quote or bracket"
}

fn syntax_help(code: &ron::Error) -> &'static str {
    use ron::Error as E;
    match code {
        E::ExpectedComma => "put a comma between the two items",
        E::ExpectedMapColon => "write field: value",
        E::ExpectedStringEnd => "close the text with a quote",
        E::ExpectedArrayEnd => "close the list with ]",
        E::ExpectedStructLikeEnd => "close the item with ), or put a comma before the next field",
        E::ExpectedMapEnd => "close the map with }",
        E::Eof => "the file ends too early: a bracket or a quote is not closed",
        E::TrailingCharacters => "a file holds one value; what follows it belongs inside the brackets",
        _ => syntax_help_plain(),
    }
}

/// A place in a page, for faults of meaning.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'a> {
    page: &'a Page,
    node: &'a Node,
}

impl<'a> Spot<'a> {
    /// The field's value; the record itself where the field was left out.
    #[must_use]
    pub fn field(self, name: &str) -> Self {
        match &self.inner().kind {
            Kind::Record { fields, .. } => fields
                .iter()
                .find(|field| field.name == name && !self.page.hidden.contains(&field.value.start))
                .map_or(self, |field| Self { page: self.page, node: &field.value }),
            _ => self,
        }
    }

    /// The `index`th of the items that could be read.
    #[must_use]
    pub fn item(self, index: usize) -> Self {
        let inner = self.inner();
        let items: &[Node] = match &inner.kind {
            Kind::List(items) | Kind::Tuple { items, .. } => items,
            _ => &[],
        };
        // Few are hidden, and of many items each is asked for: so it is the hidden ones that are gone through.
        let mut at = index;
        for start in self.page.hidden.range(inner.start..inner.end) {
            match items.binary_search_by_key(start, |item| item.start) {
                Ok(place) if place <= at => at += 1,
                Ok(_) | Err(_) => {}
            }
        }
        items.get(at).map_or(self, |node| Self { page: self.page, node })
    }

    /// The value of a map at `key`, as it is written in the file without quotes.
    #[must_use]
    pub fn entry(self, key: &str) -> Self {
        self.pair(key).map_or(self, |(_, value)| Self { page: self.page, node: value })
    }

    /// The key itself.
    #[must_use]
    pub fn key(self, key: &str) -> Self {
        self.pair(key).map_or(self, |(node, _)| Self { page: self.page, node })
    }

    /// Was the field written, though it could not be read? Its fault is told already.
    pub fn spoilt(self, name: &'static str) -> bool {
        self.page.has_told(self.inner(), name)
    }

    pub fn fault(self, message: impl Into<String>, help: impl Into<String>) -> Fault {
        self.page.fault(self.node.start, self.node.end, message.into(), help.into())
    }

    pub fn warning(self, message: impl Into<String>, help: impl Into<String>) -> Fault {
        Fault { severity: Severity::Warning, ..self.fault(message, help) }
    }

    fn pair(self, key: &str) -> Option<&'a (Node, Node)> {
        let pairs: &[(Node, Node)] = match &self.inner().kind {
            Kind::Map(pairs) => pairs,
            _ => &[],
        };
        let plain = |node: &Node| self.page.text.get(node.start..node.end).map(|text| text.trim_matches('"'));
        pairs.iter().find(|(node, _)| plain(node) == Some(key))
    }

    fn inner(self) -> &'a Node {
        match &self.node.kind {
            Kind::Tuple { name: Some(name), items } if name == "Some" && items.len() == 1 => &items[0],
            _ => self.node,
        }
    }
}

impl Node {
    fn walk(&self, visit: &mut impl FnMut(&Self)) {
        self.walk_named("", &mut |_, node| visit(node));
    }

    /// Visits every value with the name of the field that it is, or is part of.
    fn walk_named<'a>(&'a self, name: &'a str, visit: &mut impl FnMut(&str, &Self)) {
        visit(name, self);
        match &self.kind {
            Kind::Scalar | Kind::Name => {}
            Kind::Record { fields, .. } => {
                fields.iter().for_each(|field| field.value.walk_named(&field.name, visit));
            }
            Kind::Tuple { items, .. } | Kind::List(items) => {
                items.iter().for_each(|item| item.walk_named(name, visit));
            }
            Kind::Map(pairs) => {
                for (key, value) in pairs {
                    key.walk_named("", visit);
                    value.walk_named(name, visit);
                }
            }
        }
    }
}

// The scan: sound RON to a tree.

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl Scan<'_> {
    fn file(&mut self) -> Option<Node> {
        self.space();
        while self.text[self.at..].starts_with("#!") {
            self.at += self.text[self.at..].find(']')? + 1;
            self.space();
        }
        let root = self.value()?;
        self.space();
        (self.at == self.text.len()).then_some(root)
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &str {
        let rest = &self.text[self.at..];
        let length = rest.find(|letter| !wanted(letter)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Past white space and comments, which nest.
    fn space(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            let rest = &self.text[self.at..];
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                let mut depth = 0usize;
                loop {
                    let rest = &self.text[self.at..];
                    if rest.starts_with("/*") {
                        depth += 1;
                        self.at += 2;
                    } else if rest.starts_with("*/") {
                        depth -= 1;
                        self.at += 2;
                        if depth == 0 {
                            break;
                        }
                    } else if let Some(letter) = self.peek() {
                        self.at += letter.len_utf8();
                    } else {
                        return;
                    }
                }
            } else {
                return;
            }
        }
    }

    fn value(&mut self) -> Option<Node> {
        let start = self.at;
        let kind = match self.peek()? {
            '"' => self.string()?,
            '\'' => self.character()?,
            '[' => {
                self.at += 1;
                Kind::List(self.items(']')?)
            }
            '{' => {
                self.at += 1;
                let mut pairs = Vec::new();
                loop {
                    self.space();
                    if self.take('}') {
                        break Kind::Map(pairs);
                    }
                    let key = self.value()?;
                    self.space();
                    self.take(':').then_some(())?;
                    self.space();
                    pairs.push((key, self.value()?));
                    self.space();
                    if !self.take(',') {
                        self.take('}').then_some(())?;
                        break Kind::Map(pairs);
                    }
                }
            }
            '(' => self.brackets(None)?,
            letter if letter.is_alphabetic() || letter == '_' => self.word()?,
            _ => {
                let token = self.take_while(|c| c.is_alphanumeric() || "+-._".contains(c));
                (!token.is_empty()).then_some(Kind::Scalar)?
            }
        };
        Some(Node { start, end: self.at, kind })
    }

    fn items(&mut self, close: char) -> Option<Vec<Node>> {
        let mut items = Vec::new();
        loop {
            self.space();
            if self.take(close) {
                return Some(items);
            }
            items.push(self.value()?);
            self.space();
            if !self.take(',') {
                return self.take(close).then_some(items);
            }
        }
    }

    /// A name, a named record or tuple, or a raw string.
    fn word(&mut self) -> Option<Kind> {
        let rest = &self.text[self.at..];
        if rest.starts_with("r\"")
            || rest.starts_with("r#") && rest[1..].trim_start_matches('#').starts_with('"')
        {
            self.at += 1;
            let hashes = self.take_while(|c| c == '#').to_owned();
            self.at += 1;
            let close = format!("\"{hashes}");
            self.at += self.text[self.at..].find(&close)? + close.len();
            return Some(Kind::Scalar);
        }
        let name = self.identifier();
        let end = self.at;
        self.space();
        if self.peek() == Some('(') {
            return self.brackets(Some(name));
        }
        self.at = end;
        Some(Kind::Name)
    }

    fn identifier(&mut self) -> String {
        if self.text[self.at..].starts_with("r#") {
            self.at += 2;
        }
        self.take_while(|c| c.is_alphanumeric() || c == '_').to_owned()
    }

    /// `( ... )` with fields or with items.
    fn brackets(&mut self, name: Option<String>) -> Option<Kind> {
        self.at += 1;
        self.space();
        let mark = self.at;
        let is_record = !self.identifier().is_empty() && {
            self.space();
            self.peek() == Some(':')
        };
        self.at = mark;
        if !is_record {
            return Some(Kind::Tuple { name, items: self.items(')')? });
        }
        let mut fields = Vec::new();
        loop {
            self.space();
            if self.take(')') {
                return Some(Kind::Record { name, fields });
            }
            let start = self.at;
            let key = self.identifier();
            self.space();
            (!key.is_empty() && self.take(':')).then_some(())?;
            self.space();
            fields.push(Field { name: key, start, value: self.value()? });
            self.space();
            if !self.take(',') {
                return self.take(')').then_some(Kind::Record { name, fields });
            }
        }
    }

    fn string(&mut self) -> Option<Kind> {
        self.at += 1;
        loop {
            match self.peek()? {
                '"' => {
                    self.at += 1;
                    return Some(Kind::Scalar);
                }
                '\\' => {
                    self.at += 1;
                    self.at += self.peek()?.len_utf8();
                }
                letter => self.at += letter.len_utf8(),
            }
        }
    }

    fn character(&mut self) -> Option<Kind> {
        self.at += 1;
        if self.take('\\') {
            self.at += self.peek()?.len_utf8();
        }
        self.at += self.text[self.at..].find('\'')? + 1;
        Some(Kind::Scalar)
    }
}

// The reader: serde over the tree.

/// Why a value cannot be read.
#[derive(Debug)]
pub(super) struct Slip {
    message: String,
    help: String,
    /// The field that a record lacks.
    missing: Option<&'static str>,
    /// Already among the told faults.
    told: bool,
    /// From where to where the innermost value lies that may be left out.
    hide: Option<(usize, usize)>,
    /// Nothing need be left out before the file is read again: a blank stands in for what is lacking.
    again: bool,
}

impl Slip {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: help.into(),
            missing: None,
            told: false,
            hide: None,
            again: false,
        }
    }

    /// Of what has been told already.
    fn known() -> Self {
        Self { told: true, ..Self::new("", "") }
    }
}

impl fmt::Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Slip {}

impl de::Error for Slip {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string(), "")
    }

    fn missing_field(field: &'static str) -> Self {
        Self {
            missing: Some(field),
            ..Self::new(format!("the field \"{field}\" is missing"), format!("add {field}: ..."))
        }
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::new(format!("\"{variant}\" is not known here"), suggest(variant, expected.iter().copied()))
    }
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    page: &'a Page,
    node: &'a Node,
    told: &'a RefCell<Vec<Fault>>,
}

impl<'a> Reader<'a> {
    fn source(self) -> &'a str {
        self.page.text.get(self.node.start..self.node.end).unwrap_or_default()
    }

    fn at(self, node: &'a Node) -> Self {
        Self { node, ..self }
    }

    fn tell(self, start: usize, end: usize, message: String, help: String) {
        self.page.told_at.borrow_mut().insert(start);
        self.told.borrow_mut().push(self.page.fault(start, end, message, help));
    }

    /// Tells a slip at this value, once.
    fn told<T>(self, result: Result<T, Slip>) -> Result<T, Slip> {
        result.map_err(|mut slip| {
            if !slip.told {
                slip.told = true;
                let (message, help) = (slip.message.clone(), slip.help.clone());
                match slip.missing {
                    // What is missing only because it was hidden or misspelt has been told already.
                    Some(field) if self.page.has_told(self.node, field) => {}
                    _ => self.tell(self.node.start, self.node.end, message, help),
                }
            }
            slip
        })
    }

    fn wanted<T>(self, what: &str) -> Result<T, Slip> {
        let found = match &self.node.kind {
            Kind::Scalar | Kind::Name => self.source().to_owned(),
            Kind::Record { .. } => "a record".into(),
            Kind::Tuple { .. } => "a tuple".into(),
            Kind::List(_) => "a list".into(),
            Kind::Map(_) => "a map".into(),
        };
        self.told(Err(Slip::new(format!("{found} is not {what}"), format!("write {what}"))))
    }

    /// A single value, as `ron` reads it.
    fn plain<T: DeserializeOwned>(self, what: &str) -> Result<T, Slip> {
        match self.node.kind {
            Kind::Scalar | Kind::Name => options().from_str(self.source()).or_else(|_| self.wanted(what)),
            _ => self.wanted(what),
        }
    }

    fn whole<T: DeserializeOwned>(self, least: i128, most: u128) -> Result<T, Slip> {
        self.plain(&format!("a whole number from {least} to {most}"))
    }

    fn float(self) -> Result<f64, Slip> {
        let number: f64 = self.plain("a number")?;
        if number.is_finite() && number.abs() < 1e9 {
            return Ok(number);
        }
        self.wanted("a finite number")
    }

    fn record<'de, V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Slip> {
        let written = match &self.node.kind {
            Kind::Record { fields, .. } => fields.as_slice(),
            Kind::Tuple { items, .. } if items.is_empty() => &[],
            _ => return self.wanted("a record: (field: value, ...)"),
        };
        let is_written = |name: &str| written.iter().any(|field| field.name == name);
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut kept = Vec::new();
        for field in written {
            let end = field.start + field.name.len();
            if !fields.contains(&field.name.as_str()) {
                let open: Vec<&'static str> =
                    fields.iter().copied().filter(|name| !is_written(name)).collect();
                let likely = nearest(&field.name, open);
                if let Some(name) = likely {
                    self.page.misspelt.borrow_mut().insert((self.node.start, name));
                }
                let message = format!("the field \"{}\" is not known here", field.name);
                self.tell(field.start, end, message, meant(likely, fields.iter().copied()));
            } else if !seen.insert(&field.name) {
                let message = format!("the field \"{}\" is given twice", field.name);
                self.tell(field.start, end, message, "keep one of the two".into());
            } else if !self.page.hidden.contains(&field.value.start) {
                kept.push((field.name.as_str(), Some(&field.value)));
            }
        }
        let start = self.node.start;
        let lacking: Vec<&'static str> = {
            let all = self.page.lacking.borrow();
            all.range((start, "")..).take_while(|(at, _)| *at == start).map(|(_, name)| *name).collect()
        };
        let fields = kept.into_iter().chain(lacking.iter().map(|name| (*name, None)));
        let fields = fields.collect::<Vec<_>>().into_iter();
        let read = self.told(visitor.visit_map(Fields { reader: self, rest: fields, value: None }));
        match read {
            // It has been read with blanks, to see whether it lacks something else.
            Ok(_) if !lacking.is_empty() => Err(Slip::known()),
            Err(slip) if slip.again || slip.hide.is_some() => Err(slip),
            Err(slip) => match slip.missing {
                Some(name) => {
                    let again = self.page.lacking.borrow_mut().insert((start, name));
                    Err(Slip { again, missing: None, ..slip })
                }
                None => Err(slip),
            },
            Ok(value) => Ok(value),
        }
    }

    fn sequence<'de, V: Visitor<'de>>(self, items: &'a [Node], visitor: V) -> Result<V::Value, Slip> {
        self.told(visitor.visit_seq(Items { reader: self, rest: items.iter() }))
    }
}

/// Names the value that may be left out.
fn hiding<T>(node: &Node, result: Result<T, Slip>) -> Result<T, Slip> {
    result.map_err(|slip| Slip { hide: slip.hide.or(Some((node.start, node.end))), ..slip })
}

macro_rules! whole_numbers {
    ($($method:ident $visit:ident $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
            let number = self.whole::<$type>(<$type>::MIN as i128, <$type>::MAX as u128)?;
            self.told(visitor.$visit(number))
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Reader<'_> {
    type Error = Slip;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        match &self.node.kind {
            Kind::Scalar if self.source().starts_with(['"', 'r']) => self.deserialize_string(visitor),
            Kind::Scalar => self.deserialize_f64(visitor),
            Kind::Name if matches!(self.source(), "true" | "false") => self.deserialize_bool(visitor),
            Kind::Name => self.told(visitor.visit_str(self.source())),
            Kind::List(items) | Kind::Tuple { items, .. } => self.sequence(items, visitor),
            Kind::Map(_) | Kind::Record { .. } => self.deserialize_map(visitor),
        }
    }

    whole_numbers! {
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        let number = self.float()?;
        self.told(visitor.visit_f32(number as f32))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        let number = self.float()?;
        self.told(visitor.visit_f64(number))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        let value = self.plain("true or false")?;
        self.told(visitor.visit_bool(value))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        let value = self.plain("a letter in single quotes")?;
        self.told(visitor.visit_char(value))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        self.deserialize_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        let value = self.plain("text in quotes")?;
        self.told(visitor.visit_string(value))
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Slip> {
        self.wanted("text in quotes")
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Slip> {
        self.wanted("text in quotes")
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        match &self.node.kind {
            Kind::Name if self.source() == "None" => visitor.visit_none(),
            Kind::Tuple { name: Some(name), items } if name == "Some" && items.len() == 1 => {
                visitor.visit_some(self.at(&items[0]))
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        match &self.node.kind {
            Kind::Tuple { items, .. } if items.is_empty() => visitor.visit_unit(),
            _ => self.wanted("()"),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Slip> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Slip> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        match &self.node.kind {
            Kind::List(items) => self.sequence(items, visitor),
            _ => self.wanted("a list: [ ... ]"),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Slip> {
        match &self.node.kind {
            // A place with a number hidden is hidden as a whole.
            Kind::Tuple { items, .. } if items.iter().any(|item| self.page.hidden.contains(&item.start)) => {
                Err(Slip::known())
            }
            Kind::Tuple { items, .. } if items.len() == length => self.sequence(items, visitor),
            _ if length == 2 => self.wanted("a pair: (x, y)"),
            _ => self.wanted(&format!("{length} values in brackets")),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Slip> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        let Kind::Map(pairs) = &self.node.kind else { return self.wanted("a map: { key: value }") };
        let mut seen = BTreeSet::new();
        let mut kept = Vec::new();
        for (key, value) in pairs {
            let text = self.at(key).source();
            if !seen.insert(text) {
                self.tell(key.start, key.end, format!("{text} is given twice"), "keep one of the two".into());
            } else if !self.page.hidden.contains(&key.start) && !self.page.hidden.contains(&value.start) {
                kept.push((key, value));
            }
        }
        self.told(visitor.visit_map(Pairs { reader: self, rest: kept.into_iter(), value: None }))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Slip> {
        self.record(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Slip> {
        let name = match &self.node.kind {
            Kind::Name => self.source(),
            Kind::Record { name: Some(name), .. } | Kind::Tuple { name: Some(name), .. } => name,
            Kind::Scalar => self.source().trim_matches('"'),
            _ => "this",
        };
        if !variants.contains(&name) {
            return self.told(Err(de::Error::unknown_variant(name, variants)));
        }
        if matches!(self.node.kind, Kind::Scalar) {
            let message = format!("\"{name}\" is written in quotes");
            return self.told(Err(Slip::new(message, format!("write {name} without quotes"))));
        }
        self.told(visitor.visit_enum(Choice { reader: self, name }))
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        visitor.visit_str(self.source())
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Slip> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { i128 u128 }
}

struct Fields<'a> {
    reader: Reader<'a>,
    /// None for a field that is lacking: a blank stands in for it.
    rest: std::vec::IntoIter<(&'a str, Option<&'a Node>)>,
    value: Option<&'a Node>,
}

impl<'de> de::MapAccess<'de> for Fields<'_> {
    type Error = Slip;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Slip> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = value;
        let name: StrDeserializer<'_, Slip> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Slip> {
        match self.value.take() {
            Some(node) => hiding(node, seed.deserialize(self.reader.at(node))),
            // Where no blank will do the record is hidden without looking further.
            None => seed.deserialize(Blank::default()).map_err(|_: Slip| Slip::known()),
        }
    }
}

struct Pairs<'a> {
    reader: Reader<'a>,
    rest: std::vec::IntoIter<(&'a Node, &'a Node)>,
    value: Option<&'a Node>,
}

impl<'de> de::MapAccess<'de> for Pairs<'_> {
    type Error = Slip;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Slip> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        hiding(key, seed.deserialize(self.reader.at(key))).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Slip> {
        let node = self.value.take().expect("a value is asked for after its key");
        hiding(node, seed.deserialize(self.reader.at(node)))
    }
}

struct Items<'a> {
    reader: Reader<'a>,
    rest: std::slice::Iter<'a, Node>,
}

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Slip;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Slip> {
        let hidden = &self.reader.page.hidden;
        match self.rest.find(|item| !hidden.contains(&item.start)) {
            Some(node) => hiding(node, seed.deserialize(self.reader.at(node))).map(Some),
            None => Ok(None),
        }
    }
}

struct Choice<'a> {
    reader: Reader<'a>,
    name: &'a str,
}

impl<'de, 'a> de::EnumAccess<'de> for Choice<'a> {
    type Error = Slip;
    type Variant = Reader<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant), Slip> {
        let name: StrDeserializer<'_, Slip> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.reader))
    }
}

impl<'de> de::VariantAccess<'de> for Reader<'_> {
    type Error = Slip;

    fn unit_variant(self) -> Result<(), Slip> {
        match self.node.kind {
            Kind::Name => Ok(()),
            _ => self.wanted("a plain name without brackets"),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Slip> {
        match &self.node.kind {
            Kind::Tuple { items, .. } if items.len() == 1 => {
                hiding(self.node, seed.deserialize(self.at(&items[0])))
            }
            _ => self.wanted("a name with one value in brackets"),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Slip> {
        de::Deserializer::deserialize_tuple(self, length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Slip> {
        self.record(fields, visitor)
    }
}

#[cfg(test)]
pub(crate) mod written {
    //! Where a page has its fields, for tests that spoil them one by one.

    use super::{Kind, Node, Page};

    /// A field as it is written.
    #[derive(Clone, Debug)]
    pub struct Written {
        pub name: String,
        /// The names from the top to it: `commands.stands.id`.
        pub path: String,
        /// Where its record begins, where it begins itself, and from where to where its value lies, in bytes.
        pub record: usize,
        pub start: usize,
        pub value: (usize, usize),
        pub is_map: bool,
    }

    /// Every field of a page, in the order of the text.
    pub fn fields(page: &Page) -> Vec<Written> {
        let mut found = Vec::new();
        collect(&page.root, "", &mut found);
        found.sort_by_key(|field: &Written| field.start);
        found
    }

    fn collect(node: &Node, path: &str, found: &mut Vec<Written>) {
        match &node.kind {
            Kind::Scalar | Kind::Name => {}
            Kind::Record { fields, .. } => {
                for field in fields {
                    let path = format!("{path}.{}", field.name);
                    found.push(Written {
                        name: field.name.clone(),
                        path: path.clone(),
                        record: node.start,
                        start: field.start,
                        value: (field.value.start, field.value.end),
                        is_map: matches!(field.value.kind, Kind::Map(_)),
                    });
                    collect(&field.value, &path, found);
                }
            }
            Kind::Tuple { items, .. } | Kind::List(items) => {
                items.iter().for_each(|item| collect(item, path, found));
            }
            Kind::Map(pairs) => pairs.iter().for_each(|(_, value)| collect(value, path, found)),
        }
    }
}
