//! Places in a document, for faults of meaning.

use super::document::Document;
use super::fault::Fault;
use super::tree::{Node, NodeKind};

/// A place in a document.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'a> {
    document: &'a Document,
    node: &'a Node,
    /// The field that was asked for last, of the innermost record.
    name: Option<&'static str>,
}

impl<'a> Spot<'a> {
    pub(super) fn new(document: &'a Document, node: &'a Node) -> Self {
        Self { document, node, name: None }
    }

    fn at(self, node: &'a Node) -> Self {
        Self { node, ..self }
    }

    /// The field's value; the record itself where the field was left out.
    #[must_use]
    pub fn field(self, name: &'static str) -> Self {
        let of_record = Self { name: Some(name), ..self };
        match &self.inner().kind {
            NodeKind::Record { fields, .. } => fields
                .iter()
                .find(|field| field.name == name && !self.document.is_hidden(&field.value))
                .map_or(of_record, |field| of_record.at(&field.value)),
            _ => of_record,
        }
    }

    /// The `index`th of the items that could be read.
    #[must_use]
    pub fn item(self, index: usize) -> Self {
        let inner = self.inner();
        let items: &[Node] = match &inner.kind {
            NodeKind::List(items) | NodeKind::Tuple { items, .. } => items,
            _ => &[],
        };
        // Few are hidden, and of many items each is asked for: so it is the hidden ones that are gone through.
        let mut at = index;
        for start in self.document.hidden_in(inner) {
            match items.binary_search_by_key(&start, |item| item.start) {
                Ok(place) if place <= at => at += 1,
                Ok(_) | Err(_) => {}
            }
        }
        // A record has fields of its own.
        let name = |node: &Node| self.name.filter(|_| !matches!(node.kind, NodeKind::Record { .. }));
        items.get(at).map_or(self, |node| Self { name: name(node), ..self.at(node) })
    }

    /// The value of a map at `key`, as it is written in the file without quotes.
    #[must_use]
    pub fn entry(self, key: &str) -> Self {
        self.pair(key).map_or(self, |(_, value)| self.at(value))
    }

    /// The key itself.
    #[must_use]
    pub fn key(self, key: &str) -> Self {
        self.pair(key).map_or(self, |(node, _)| self.at(node))
    }

    /// Was the field written, though it could not be read? Its fault is told already.
    pub fn spoilt(self, name: &'static str) -> bool {
        self.document.has_reported(self.inner(), name)
    }

    pub fn fault(self, message: impl Into<String>, help: impl Into<String>) -> Fault {
        let mut fault = self.document.fault(self.node, message.into(), help.into());
        fault.about.field = self.name;
        fault
    }

    pub fn warning(self, message: impl Into<String>, help: impl Into<String>) -> Fault {
        self.fault(message, help).as_warning()
    }

    fn pair(self, key: &str) -> Option<&'a (Node, Node)> {
        let pairs: &[(Node, Node)] = match &self.inner().kind {
            NodeKind::Map(pairs) => pairs,
            _ => &[],
        };
        pairs.iter().find(|(node, _)| self.document.source(node).trim_matches('"') == key)
    }

    fn inner(self) -> &'a Node {
        match &self.node.kind {
            NodeKind::Tuple { name: Some(name), items } if name == "Some" && items.len() == 1 => &items[0],
            _ => self.node,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The root is its own spot, so that a fault of the file as a whole has a place.
    #[test]
    fn a_field_that_is_absent_is_told_at_its_record() {
        let document = Document::open("x", "(\n  a: 1,\n)", &mut Vec::new()).unwrap();
        let root: Spot<'_> = document.root();
        let fault = root.field("b").fault("no b", "");
        assert_eq!((fault.line, fault.column, fault.about.field), (1, 1, Some("b")));
    }
}
