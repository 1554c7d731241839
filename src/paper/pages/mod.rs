//! Printed pages: marks in points on a sheet of paper, content that flows over several of them, and pieces to cut out.

pub mod block;
pub mod flow;
pub mod page;
mod rows;
pub(super) mod set;
#[cfg(test)]
mod tests;

pub use block::{Block, Cell, Column, Picture, Row, Span, Table, Text, To, Wide};
pub use flow::{Layout, Set, together};
pub use page::{Page, Paper, Part, document};
pub use rows::{box_to_tick, boxes_wide};
