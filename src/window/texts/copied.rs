//! Messages about a copied picture.

pub const DRAWING: &str = "The picture is being drawn";

/// How large it is, in pixels.
pub fn copied(wide: u32, high: u32) -> String {
    format!("A picture of the table is on the clipboard, {wide} × {high} pixels")
}
