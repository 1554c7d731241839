//! Values as they are written into a file of RON.

/// A text in its quotes.
pub(crate) fn quoted(text: &str) -> String {
    ron::to_string(text).unwrap_or_else(|_| format!("{text:?}"))
}
