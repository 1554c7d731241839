//! The result roll: who counts in it, and the meaning of the totals.
//!
//! Clauses: `easy:III.D-check` to `easy:III.D.3`, `easy:V.D.2.b`. Units: strength points.

use serde::{Deserialize, Serialize};

use super::{Fight, Stage, sum};

/// Sides of the result die (`easy:III.D-check`).
pub(super) const RESULT_SIDES: u16 = 6;

/// How a combat ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// No opposing stands are left in contact: no result roll.
    Parted,
    /// They stay in contact until a later activation (`easy:III.D.1`).
    Locked,
    /// One side must retreat.
    Beaten {
        attackers_lose: bool,
        /// A rout, not a retreat (`easy:III.D.3`).
        rout: bool,
    },
}

impl Verdict {
    /// `the defenders rout`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Parted => "no stands of both sides are left in contact",
            Self::Locked => "locked",
            Self::Beaten { attackers_lose: true, rout: true } => "the attackers rout",
            Self::Beaten { attackers_lose: true, rout: false } => "the attackers retreat",
            Self::Beaten { attackers_lose: false, rout: true } => "the defenders rout",
            Self::Beaten { attackers_lose: false, rout: false } => "the defenders retreat",
        }
    }
}

/// The sums of a result roll before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub attackers: u8,
    pub defenders: u8,
}

impl Standing {
    /// The attackers' total with their die.
    pub(super) fn total(self, die: u8) -> u8 {
        self.attackers.saturating_add(die)
    }

    /// The verdict by the defenders' die, against that total.
    pub(super) fn verdict(self, total: u8, die: u8) -> Verdict {
        compare(total, self.defenders.saturating_add(die))
    }
}

impl Fight {
    /// The sums that the result dice are added to; `None` if no opposing stands are left in contact.
    ///
    /// Clause: `easy:III.D-check`.
    pub fn standing(&self) -> Option<Standing> {
        let setup = &self.setup;
        if !setup.touching.iter().any(|(a, d)| self.counts(*a) && self.counts(*d)) {
            return None;
        }
        let total = |from: u8, to: u8| {
            sum((from..to).filter(|index| self.still_touches(*index)).map(|i| self.force(i)))
        };
        let all = setup.fighters.len() as u8;
        let counted = |touched: &[u8]| touched.iter().any(|defender| self.still_touches(*defender));
        let friends = setup.bystanders.iter().filter(|(_, touched)| counted(touched));
        let bystanders = sum(friends.map(|(strength, _)| *strength));
        let attackers = total(0, setup.attackers);
        Some(Standing {
            attackers: attackers.saturating_add(bystanders),
            defenders: total(setup.attackers, all),
        })
    }

    /// Does the fighter have strength left and touch an enemy of this combat that has (`easy:III.D-check`)?
    pub fn still_touches(&self, index: u8) -> bool {
        let pairs = self.setup.touching.iter();
        self.counts(index)
            && pairs
                .filter(|(a, d)| *a == index || *d == index)
                .any(|(a, d)| self.counts(*a) && self.counts(*d))
    }

    /// The attackers' total once their result die is down.
    pub fn attackers_total(&self) -> Option<u8> {
        match self.stage {
            Stage::CheckDefenders { total } => Some(total),
            _ => None,
        }
    }
}

/// Compares the totals of a result roll (`easy:III.D.1` to `easy:III.D.3`).
pub fn compare(attackers: u8, defenders: u8) -> Verdict {
    let (a, d) = (u16::from(attackers), u16::from(defenders));
    let (high, low) = (a.max(d), a.min(d));
    if high < 2 * low {
        return Verdict::Locked;
    }
    Verdict::Beaten { attackers_lose: a < d, rout: high >= 3 * low }
}
