//! `task` defines their work and state, `change` the events about them, `words` the wording. `work` judges tasks,
//! `attach` attaches engineers to infantry and moves them with it, `hits` divides hits between the two. Finished work
//! changes the ground ([`super::ground`]).
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

/// Settles the consequences of an order: work whose engineers have left is abandoned, and engineers who no longer
/// touch their infantry are detached.
pub fn settle(s: &mut super::Scratch<'_>) {
    if s.state.engineers.is_empty() {
        return;
    }
    settle_jobs(s);
    attach::settle(s);
}
