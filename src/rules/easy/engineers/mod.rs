//! Engineers: what they build and destroy, and what they do for the infantry they are attached to.
//!
//! `task` has what they are about, `change` what changes about it, `words` how it is said. `work` judges the tasks, `attach`
//! joins engineers to infantry and moves them with it, `hits` lets them take its hits. What is finished changes the ground
//! ([`super::ground`]).
//!
//! Clauses: `easy:V.D` to `easy:V.D.2.c`. Units: inches, strength points, half turns of work.

pub mod attach;
pub mod change;
pub mod hits;
pub mod task;
pub mod words;
pub mod work;

#[cfg(test)]
mod tests;

use work::settle_jobs;

/// What follows of itself after an order: work that was left is abandoned, and who no longer touches his infantry is no
/// longer attached.
pub fn settle(s: &mut super::Scratch<'_>) {
    if s.state.engineers.is_empty() {
        return;
    }
    settle_jobs(s);
    attach::settle(s);
}
