//! A text of RON as a tree in which every value knows its place.
//!
//! `ron` has read the text before: here sound RON is taken for granted. Units: bytes of the text.

/// A value of the file, from byte `start` up to `end`.
#[derive(Debug)]
pub struct Node {
    pub start: usize,
    pub end: usize,
    pub kind: NodeKind,
}

/// What a value is, by its brackets.
#[derive(Debug)]
pub enum NodeKind {
    /// A number, a string, a character: read by `ron`.
    Scalar,
    /// `Woods`, `true`, `None`.
    Name,
    /// `(a: 1)` or `Name(a: 1)`.
    Record {
        name: Option<String>,
        fields: Vec<RecordField>,
    },
    /// `(1, 2)` or `Name(1, 2)`.
    Tuple {
        name: Option<String>,
        items: Vec<Node>,
    },
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

/// A field of a record; it is written from byte `start` on.
#[derive(Debug)]
pub struct RecordField {
    pub name: String,
    pub start: usize,
    pub value: Node,
}

/// The tree of sound RON; else from which byte on it cannot be read.
pub fn parse(text: &str) -> Result<Node, usize> {
    let mut parser = Parser { text, at: 0 };
    parser.file().ok_or(parser.at)
}

impl Node {
    pub fn walk(&self, visit: &mut impl FnMut(&Self)) {
        self.walk_named("", &mut |_, node| visit(node));
    }

    /// Visits every value with the name of the field that it is, or is part of.
    pub(super) fn walk_named<'a>(&'a self, name: &'a str, visit: &mut impl FnMut(&str, &Self)) {
        visit(name, self);
        match &self.kind {
            NodeKind::Scalar | NodeKind::Name => {}
            NodeKind::Record { fields, .. } => {
                fields.iter().for_each(|field| field.value.walk_named(&field.name, visit));
            }
            NodeKind::Tuple { items, .. } | NodeKind::List(items) => {
                items.iter().for_each(|item| item.walk_named(name, visit));
            }
            NodeKind::Map(pairs) => {
                for (key, value) in pairs {
                    key.walk_named("", visit);
                    value.walk_named(name, visit);
                }
            }
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
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
                NodeKind::List(self.items(']')?)
            }
            '{' => {
                self.at += 1;
                let mut pairs = Vec::new();
                loop {
                    self.space();
                    if self.take('}') {
                        break NodeKind::Map(pairs);
                    }
                    let key = self.value()?;
                    self.space();
                    self.take(':').then_some(())?;
                    self.space();
                    pairs.push((key, self.value()?));
                    self.space();
                    if !self.take(',') {
                        self.take('}').then_some(())?;
                        break NodeKind::Map(pairs);
                    }
                }
            }
            '(' => self.brackets(None)?,
            letter if letter.is_alphabetic() || letter == '_' => self.word()?,
            _ => {
                let token = self.take_while(|c| c.is_alphanumeric() || "+-._".contains(c));
                (!token.is_empty()).then_some(NodeKind::Scalar)?
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
    fn word(&mut self) -> Option<NodeKind> {
        let rest = &self.text[self.at..];
        if rest.starts_with("r\"")
            || rest.starts_with("r#") && rest[1..].trim_start_matches('#').starts_with('"')
        {
            self.at += 1;
            let hashes = self.take_while(|c| c == '#').to_owned();
            self.at += 1;
            let close = format!("\"{hashes}");
            self.at += self.text[self.at..].find(&close)? + close.len();
            return Some(NodeKind::Scalar);
        }
        let name = self.identifier();
        let end = self.at;
        self.space();
        if self.peek() == Some('(') {
            return self.brackets(Some(name));
        }
        self.at = end;
        Some(NodeKind::Name)
    }

    fn identifier(&mut self) -> String {
        if self.text[self.at..].starts_with("r#") {
            self.at += 2;
        }
        self.take_while(|c| c.is_alphanumeric() || c == '_').to_owned()
    }

    /// `( ... )` with fields or with items.
    fn brackets(&mut self, name: Option<String>) -> Option<NodeKind> {
        self.at += 1;
        self.space();
        let mark = self.at;
        let is_record = !self.identifier().is_empty() && {
            self.space();
            self.peek() == Some(':')
        };
        self.at = mark;
        if !is_record {
            return Some(NodeKind::Tuple { name, items: self.items(')')? });
        }
        let mut fields = Vec::new();
        loop {
            self.space();
            if self.take(')') {
                return Some(NodeKind::Record { name, fields });
            }
            let start = self.at;
            let key = self.identifier();
            self.space();
            (!key.is_empty() && self.take(':')).then_some(())?;
            self.space();
            fields.push(RecordField { name: key, start, value: self.value()? });
            self.space();
            if !self.take(',') {
                return self.take(')').then_some(NodeKind::Record { name, fields });
            }
        }
    }

    fn string(&mut self) -> Option<NodeKind> {
        self.at += 1;
        loop {
            match self.peek()? {
                '"' => {
                    self.at += 1;
                    return Some(NodeKind::Scalar);
                }
                '\\' => {
                    self.at += 1;
                    self.at += self.peek()?.len_utf8();
                }
                letter => self.at += letter.len_utf8(),
            }
        }
    }

    fn character(&mut self) -> Option<NodeKind> {
        self.at += 1;
        if self.take('\\') {
            self.at += self.peek()?.len_utf8();
        }
        self.at += self.text[self.at..].find('\'')? + 1;
        Some(NodeKind::Scalar)
    }
}
