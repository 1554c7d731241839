//! The space of the centres: where the centre of a body may be when its heading is fixed.
