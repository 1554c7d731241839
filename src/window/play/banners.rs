//! Announcements to everybody at the table, one after the other.

use std::collections::VecDeque;

use game::Banner;

/// Maximum number waiting: when a whole army runs, the last ones are shown.
const MOST: usize = 6;

/// The banners over the table.
#[derive(Debug, Default)]
pub(super) struct Banners {
    /// Each with the number of its order.
    pub wait: VecDeque<(Banner, usize)>,
    /// When the first of them was first shown, in seconds of the window.
    pub since: Option<f64>,
}

impl Banners {
    pub fn tell(&mut self, banners: &[Banner], order: usize) {
        self.wait.extend(banners.iter().map(|banner| (banner.clone(), order)));
        while self.wait.len() > MOST {
            // The visible one stays.
            self.wait.remove(1);
        }
    }

    /// Drops all banners: their orders have been taken back.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    pub fn next(&mut self) {
        self.wait.pop_front();
        self.since = None;
    }
}
