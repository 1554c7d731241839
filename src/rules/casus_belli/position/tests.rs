//! Positions of 1800: what is read, what contradicts itself, and that what was played comes back.
