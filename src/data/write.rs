//! Files of RON as they are written: single values, records in a line, and sheets of lines.
//!
//! One thing a line, so that a fault's line names what it is about.

use std::fmt;

/// A text in its quotes.
pub fn quoted(text: &str) -> String {
    ron::to_string(text).unwrap_or_else(|_| format!("{text:?}"))
}

/// `[a, b]`.
pub fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", joined(items))
}

/// `{"a": 1, "b": 2}`.
pub fn map<K: AsRef<str>, V: fmt::Display>(entries: impl IntoIterator<Item = (K, V)>) -> String {
    let entries = entries.into_iter().map(|(key, value)| format!("{}: {value}", quoted(key.as_ref())));
    format!("{{{}}}", joined(entries))
}

fn joined(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(", ")
}

/// A record in one line: `(id: "A", men: 200)`.
#[derive(Clone, Debug, Default)]
pub struct Record(Vec<(String, String)>);

impl Record {
    /// A field with a value that is written as it is shown.
    pub fn field(&mut self, name: &str, value: impl fmt::Display) -> &mut Self {
        self.0.push((name.to_owned(), value.to_string()));
        self
    }

    /// What a field is written as; none: it is left out.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// Writes a field otherwise, or leaves it out.
    pub fn put(&mut self, name: &str, value: Option<&str>) {
        self.0.retain(|(field, _)| field != name);
        self.some(name, value);
    }

    /// Its fields as they stand beside each other.
    fn joined(&self) -> String {
        joined(self.0.iter().map(|(name, value)| format!("{name}: {value}")))
    }

    /// A field with a name that the program knows: `arm: Infantry`.
    pub fn variant(&mut self, name: &str, value: impl fmt::Debug) -> &mut Self {
        self.field(name, format_args!("{value:?}"))
    }

    pub fn text(&mut self, name: &str, text: &str) -> &mut Self {
        self.field(name, quoted(text))
    }

    /// A text, unless it is empty.
    pub fn filled(&mut self, name: &str, text: &str) -> &mut Self {
        if text.is_empty() { self } else { self.text(name, text) }
    }

    /// A field that may be left out.
    pub fn some(&mut self, name: &str, value: Option<impl fmt::Display>) -> &mut Self {
        match value {
            Some(value) => self.field(name, value),
            None => self,
        }
    }

    /// A field that is left out where it has its usual value.
    pub fn unless<T: fmt::Display + PartialEq>(&mut self, usual: T, name: &str, value: T) -> &mut Self {
        if value == usual { self } else { self.field(name, value) }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.joined())
    }
}

/// The lines of a file that is one record, and what each of them is about.
#[derive(Debug)]
pub struct RecordSheet<S = ()> {
    lines: Vec<String>,
    subjects: Vec<S>,
}

impl<S: Default> Default for RecordSheet<S> {
    fn default() -> Self {
        Self { lines: vec!["(".into()], subjects: vec![S::default()] }
    }
}

impl<S: Default> RecordSheet<S> {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn line(&mut self, subject: S, line: impl Into<String>) {
        self.lines.push(line.into());
        self.subjects.push(subject);
    }

    /// A line about nothing in particular.
    pub fn plain(&mut self, line: impl Into<String>) {
        self.line(S::default(), line);
    }

    /// A field of the file in a line of its own.
    pub fn field(&mut self, name: &str, value: impl fmt::Display) {
        self.plain(format!("    {name}: {value},"));
    }

    /// Fields of the file, in one line.
    pub fn fields(&mut self, fields: &Record) {
        self.plain(format!("    {},", fields.joined()));
    }

    /// A list of one line an item; nothing at all for an empty one.
    pub fn list<T: fmt::Display>(&mut self, name: &str, items: impl IntoIterator<Item = (S, T)>) {
        let mut items = items.into_iter().peekable();
        if items.peek().is_none() {
            return;
        }
        self.plain(format!("    {name}: ["));
        for (subject, item) in items {
            self.line(subject, format!("        {item},"));
        }
        self.plain("    ],");
    }

    /// The same, of items that are about nothing in particular.
    pub fn plain_list<T: fmt::Display>(&mut self, name: &str, items: impl IntoIterator<Item = T>) {
        self.list(name, items.into_iter().map(|item| (S::default(), item)));
    }

    /// A map in one line; nothing at all for an empty one.
    pub fn map<K: AsRef<str>, V: fmt::Display>(
        &mut self,
        name: &str,
        entries: impl IntoIterator<Item = (K, V)>,
    ) {
        let mut entries = entries.into_iter().peekable();
        if entries.peek().is_some() {
            self.field(name, map(entries));
        }
    }

    /// The same lines, about something else each.
    pub fn about<T>(self, other: impl FnMut(S) -> T) -> RecordSheet<T> {
        RecordSheet { lines: self.lines, subjects: self.subjects.into_iter().map(other).collect() }
    }

    /// The file, and what each of its lines is about.
    pub fn finish(mut self) -> (String, Vec<S>) {
        self.plain(")");
        let mut text = self.lines.join("\n");
        text.push('\n');
        (text, self.subjects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_leaves_out_what_is_usual_or_empty() {
        let mut sheet: RecordSheet<Option<char>> = RecordSheet::new();
        let mut record = Record::default();
        record.text("id", "a \"b\"").filled("note", "").some("men", None::<u8>).unless(true, "slow", false);
        sheet.fields(&record);
        sheet.list("stands", [(Some('A'), &record)]);
        sheet.plain_list("labels", [] as [&str; 0]);
        sheet.map("options", [("b", 1)]);
        sheet.map("variants", [] as [(&str, u8); 0]);
        let (text, subjects) = sheet.finish();
        let wanted = "(\n    id: \"a \\\"b\\\"\", slow: false,\n    stands: [\n        (id: \"a \\\"b\\\"\", slow: false),\n    ],\n    options: {\"b\": 1},\n)\n";
        assert_eq!(text, wanted);
        assert_eq!(subjects.len(), text.lines().count());
        assert_eq!(subjects[3], Some('A'));
    }
}
