//! The laboratory: many games of a scenario between solo players, and what they come to.
//!
//! An [`Experiment`] says which games are played: [`Experiment::plan`] lists them, [`Played::play`] plays one, [`run()`] plays
//! all of them on every core, and [`Sums::of`] adds them up; [`picture()`] draws them. A game is settled by its scenario, its terms, its players and its
//! seed, so that the results are the same on any number of cores, and those of several machines can be added up.

mod experiment;
mod picture;
mod played;
mod run;
mod statistics;
mod sums;

pub use experiment::{Arm, Experiment, Plan, Seeds, Terms};
pub use picture::picture;
pub use played::{Over, Played, Result, begun, fight};
pub use run::run;
pub use statistics::{Interval, mean, wilson};
pub use sums::{ArmSums, Sums};
