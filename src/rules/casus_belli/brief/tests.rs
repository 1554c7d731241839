//! What is told.
