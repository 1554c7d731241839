//! Where a document has its fields, for tests that spoil them one by one.

use data::Document;
use data::tree::{Node, NodeKind};

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

/// Every field of a document, in the order of the text.
pub fn fields(document: &Document) -> Vec<Written> {
    let mut found = Vec::new();
    collect(document.tree(), "", &mut found);
    found.sort_by_key(|field: &Written| field.start);
    found
}

fn collect(node: &Node, path: &str, found: &mut Vec<Written>) {
    match &node.kind {
        NodeKind::Scalar | NodeKind::Name => {}
        NodeKind::Record { fields, .. } => {
            for field in fields {
                let path = format!("{path}.{}", field.name);
                found.push(Written {
                    name: field.name.clone(),
                    path: path.clone(),
                    record: node.start,
                    start: field.start,
                    value: (field.value.start, field.value.end),
                    is_map: matches!(field.value.kind, NodeKind::Map(_)),
                });
                collect(&field.value, &path, found);
            }
        }
        NodeKind::Tuple { items, .. } | NodeKind::List(items) => {
            items.iter().for_each(|item| collect(item, path, found));
        }
        NodeKind::Map(pairs) => pairs.iter().for_each(|(_, value)| collect(value, path, found)),
    }
}
