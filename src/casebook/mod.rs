//! casebook
