//! The initial setup of a combat: fighters, attacks with their edges, and relevant options.
//!
//! Clauses: `easy:0.4`, `easy:III.B-cover`, `easy:III.E.1`, `easy:III.E.3`, `easy:III.F`, `easy:V.D.2.a`,
//! `easy:V.D.2.b`, `easy:VI.G`, `easy:VI.G.1`, `easy:VI.G.3`. Units: strength points.

use serde::{Deserialize, Serialize};

use crate::order::Reaction;
use crate::roster::StandId;
use crate::tables::COMBAT_HITS_ON;
use dice::Throw;
use scenario::Side;
use table::Edge;

use super::canister::Canister;

/// The arm of a fighter for close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FightKind {
    /// Infantry, and engineers as such.
    Foot,
    Horse,
    Guns,
}

/// A stand in the combat. Attackers come first, each side by id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fighter {
    pub id: StandId,
    pub name: String,
    pub kind: FightKind,
    pub side: Side,
    /// Strength points when the combat begins.
    pub strength: u8,
    /// Strength of the engineers attached to it when the combat begins (`easy:V.D.2.b`).
    #[serde(default, skip_serializing_if = "is_none_added")]
    pub engineers: u8,
    /// A defender in buildings: neither flank nor rear.
    pub buildings: bool,
    /// Is it a defender that has fired at activated stands already in contact (`easy:III.E.1`)?
    pub rolled: bool,
    /// The choices of a defending battery before any dice; empty if it is not asked (`easy:III.F`).
    pub reactions: Vec<Reaction>,
    /// Is it in squares when the combat begins (`easy:VI.G`)?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub square: bool,
    /// May it, as infantry attacked by cavalry, form squares before any dice (`easy:VI.G`)?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_square: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none_added(engineers: &u8) -> bool {
    *engineers == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_unset(set: &bool) -> bool {
    !*set
}

/// An attack of one stand on another; indices into the fighters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Attack {
    pub attacker: u8,
    pub defender: u8,
    /// The edge of the defender (`easy:0.4`).
    pub edge: Edge,
    /// The defender is infantry in hard cover on that edge.
    pub cover: bool,
    /// The defender is infantry in hard cover, which is cancelled by engineers attached to the attacker (`easy:V.D.2.a`).
    #[serde(default, skip_serializing_if = "is_unset")]
    pub stormed: bool,
    /// The attacker has been fired at in opening fire: this defender has no dice against it (`easy:III.E.3`).
    pub continuing: bool,
    /// Length of contact, in thousandths of an inch: decides which of two on a battery's front it fires at.
    pub stretch: u32,
    /// The attacker is a battery: its canister at the defender.
    pub attacker_fire: Option<Canister>,
    /// The defender is a battery: its canister at the attacker.
    pub defender_fire: Option<Canister>,
    /// The attacker is a battery, and the defender may form squares: its canister at them (`easy:VI.G.1`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fire_at_squares: Option<Canister>,
}

/// The options relevant to a combat.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Switches {
    pub overflow_hits: bool,
    pub shooter_places: bool,
    pub owner_allocates: bool,
    pub flank_own_dice: bool,
    pub one_roll: bool,
    pub one_misses: bool,
    pub top_hits: bool,
    /// Squares must be formed, and are not taken for granted (`easy:VI.G`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub squares: bool,
    /// A die says whether they succeed (`easy:VI.G.3`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed_squares: bool,
    /// They have neither flank nor rear (`squares-no-flanks`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub squares_no_flanks: bool,
}

/// The constants of a combat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Setup {
    pub fighters: Vec<Fighter>,
    /// Number of attackers among the fighters.
    pub attackers: u8,
    pub attacks: Vec<Attack>,
    /// Attackers and defenders in contact, even without an attack.
    pub touching: Vec<(u8, u8)>,
    /// Unactivated friends of the attackers: strength, and the defenders they touch (`bystanders=count-in-result`).
    pub bystanders: Vec<(u8, Vec<u8>)>,
    pub switches: Switches,
}

impl Setup {
    pub(super) fn attackers_of(&self, defender: u8) -> impl Iterator<Item = (u8, &Attack)> + Clone {
        (0_u8..).zip(&self.attacks).filter(move |(_, attack)| attack.defender == defender)
    }

    pub(super) fn defenders(&self) -> impl Iterator<Item = u8> + use<> {
        self.attackers..self.fighters.len() as u8
    }

    pub(super) fn fighter(&self, index: u8) -> &Fighter {
        &self.fighters[usize::from(index)]
    }

    pub(super) fn attack(&self, index: u8) -> &Attack {
        &self.attacks[usize::from(index)]
    }

    /// Does this attacker's engineer stand storm cover? Then it adds no strength (`easy:V.D.2.b`).
    ///
    /// Ruling: of several targets one in cover is enough.
    pub(super) fn storms(&self, attacker: u8) -> bool {
        self.attacks.iter().any(|attack| attack.attacker == attacker && attack.stormed)
    }

    pub(super) fn index_of(&self, id: StandId) -> Option<u8> {
        self.fighters.iter().position(|fighter| fighter.id == id).map(|index| index as u8)
    }

    pub(super) fn worth(&self, modifier: i32) -> Vec<u8> {
        let worth = Throw::worth_at_least(6, COMBAT_HITS_ON, modifier);
        natural(worth, self.switches.one_misses, self.switches.top_hits)
    }
}

/// The options on natural faces: a 1 always misses, the top face always hits.
pub fn natural(mut worth: Vec<u8>, one_misses: bool, top_hits: bool) -> Vec<u8> {
    if let Some(one) = worth.first_mut().filter(|_| one_misses) {
        *one = 0;
    }
    if let Some(top) = worth.last_mut().filter(|_| top_hits) {
        *top = 1;
    }
    worth
}
