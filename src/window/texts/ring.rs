//! Texts of the ring round a piece.

pub fn not_allowed(order: &str, why: &str) -> String {
    format!("{order}: not allowed, {why}")
}
