//! What the ring round a piece says.

pub fn not_allowed(order: &str, why: &str) -> String {
    format!("{order}: not allowed, {why}")
}
