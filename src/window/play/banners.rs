//! What everybody at the table is told as it happens, one thing after the other.

use std::collections::VecDeque;

use game::Banner;

/// No more wait than these: of a whole army that runs the last are told.
const MOST: usize = 6;

/// What is told over the table.
#[derive(Debug, Default)]
pub(super) struct Banners {
    /// Each with the number of its order.
    pub wait: VecDeque<(Banner, usize)>,
    /// When the first of them was shown first, in seconds of the window.
    pub since: Option<f64>,
}

impl Banners {
    pub fn tell(&mut self, banners: &[Banner], order: usize) {
        self.wait.extend(banners.iter().map(|banner| (banner.clone(), order)));
        while self.wait.len() > MOST {
            // The one that is seen stays.
            self.wait.remove(1);
        }
    }

    /// What they told has been taken back.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    pub fn next(&mut self) {
        self.wait.pop_front();
        self.since = None;
    }
}
