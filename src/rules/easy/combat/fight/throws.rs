//! The throws of a combat: who is exposed to hits, the number of dice, their modifiers and words.
//!
//! Clauses: `easy:III.B.2` to `easy:III.B-cover`, `easy:III.E.3`, `easy:III.F` to `easy:III.F.4`, `easy:V.D.2.b`,
//! `easy:VI.G`, `easy:VI.G.1`. Units: strength points.

use std::cmp::Reverse;

use crate::order::Reaction;
use crate::roster::StandId;
use game::Clause;
use game::working::Modifier;
use scenario::Side;
use table::Edge;

use super::canister::Canister;
use super::setup::{Attack, FightKind};
use super::{Fight, Stage};

/// The modifiers of some attacking dice (`easy:III.B-flank` to `easy:III.B-cover`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mods {
    pub flanks: u8,
    pub combined: bool,
    pub cavalry_alone: bool,
    pub cover: bool,
    /// Against squares: −1 for cavalry, +1 for infantry (`easy:VI.G`).
    pub squares: i8,
}

/// One throw of the attackers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    /// The attacks with its dice; of one defender, or of one attacker with several targets (`owner-allocates`).
    pub attacks: Vec<u8>,
    pub dice: u8,
    pub mods: Mods,
    pub worth: Vec<u8>,
    pub(super) pool: bool,
    canister: bool,
}

/// Dice for hits that the combat waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    pub dice: u8,
    pub worth: Vec<u8>,
}

/// A throw for hits that the combat waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    pub dice: u8,
    pub worth: Vec<u8>,
    pub clause: Clause,
    pub by: Side,
    /// The stands whose strength makes up the dice.
    pub rollers: Vec<StandId>,
    /// `Ompteda defends`.
    pub what: String,
    pub modifiers: Vec<Modifier>,
}

impl Mods {
    pub fn net(self) -> i32 {
        i32::from(self.flanks) + i32::from(self.combined)
            - i32::from(self.cavalry_alone)
            - i32::from(self.cover)
            + i32::from(self.squares)
    }

    /// The modifiers in words, for the working.
    pub fn modifiers(self) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        if self.flanks > 0 {
            let why = match self.flanks {
                1 => "a stand on a flank or the rear".to_owned(),
                count => format!("{count} stands on flanks or the rear"),
            };
            modifiers.push(Modifier::new(i32::from(self.flanks), "easy:III.B-flank", why));
        }
        if self.combined {
            modifiers.push(Modifier::new(1, "easy:III.B-combined", "infantry and cavalry together"));
        }
        if self.cavalry_alone {
            modifiers.push(Modifier::new(-1, "easy:III.B-squares", "cavalry alone against infantry"));
        }
        if self.cover {
            modifiers.push(Modifier::new(-1, "easy:III.B-cover", "infantry in hard cover"));
        }
        if self.squares != 0 {
            let why = if self.squares > 0 { "infantry against squares" } else { "cavalry against squares" };
            modifiers.push(Modifier::new(i32::from(self.squares), "easy:VI.G", why));
        }
        modifiers
    }
}

impl Fight {
    /// The attackers that may take hits from this defender (`easy:III.B.4`, `easy:III.E.3`).
    pub(super) fn exposed(&self, defender: u8) -> Vec<u8> {
        let setup = &self.setup;
        if setup.switches.one_roll && setup.fighter(defender).rolled {
            return Vec::new();
        }
        let guns = setup.fighter(defender).kind == FightKind::Guns;
        let fresh = setup
            .attackers_of(defender)
            .filter(|(_, attack)| !attack.continuing && self.alive(attack.attacker))
            .map(|(_, attack)| attack);
        if guns {
            // RULING: of two on its front the battery fires at the one with the longer contact.
            let target = fresh
                .filter(|attack| attack.edge == Edge::Front && attack.defender_fire.is_some())
                .max_by_key(|attack| (attack.stretch, Reverse(attack.attacker)));
            return target.map(|attack| attack.attacker).into_iter().collect();
        }
        let all: Vec<&Attack> = fresh.collect();
        let front: Vec<u8> = all.iter().filter(|a| a.edge == Edge::Front).map(|a| a.attacker).collect();
        if front.is_empty() { all.iter().map(|a| a.attacker).collect() } else { front }
    }

    /// Does this defender roll before the attackers?
    pub(super) fn replies(&self, defender: u8) -> bool {
        self.alive(defender)
            && match self.setup.fighter(defender).kind {
                FightKind::Guns => self.reactions[usize::from(defender)] == Some(Reaction::Fire),
                FightKind::Foot | FightKind::Horse => true,
            }
            && !self.exposed(defender).is_empty()
    }

    /// The living targets of an attacker that are not sheltering: its attacks by index.
    pub(super) fn targets(&self, attacker: u8) -> Vec<u8> {
        (0_u8..)
            .zip(&self.setup.attacks)
            .filter(|(_, attack)| attack.attacker == attacker && self.counts(attack.defender))
            .map(|(index, _)| index)
            .collect()
    }

    /// The modifiers of the dice of one attack, for the present attackers.
    pub fn mods(&self, attack: u8) -> Mods {
        let setup = &self.setup;
        let attack = setup.attack(attack);
        let defender = setup.fighter(attack.defender);
        let living = setup.attackers_of(attack.defender).map(|(_, a)| a).filter(|a| self.alive(a.attacker));
        let square = self.in_squares(attack.defender);
        let flanks = living
            .clone()
            .filter(|a| !setup.switches.flank_own_dice || a.attacker == attack.attacker)
            .filter(|a| a.edge != Edge::Front && !defender.buildings)
            .filter(|_| !(square && setup.switches.squares_no_flanks))
            .count();
        let any = |kind| living.clone().any(|a| setup.fighter(a.attacker).kind == kind);
        Mods {
            flanks: flanks as u8,
            combined: any(FightKind::Foot) && any(FightKind::Horse),
            cavalry_alone: !setup.switches.squares
                && defender.kind == FightKind::Foot
                && !any(FightKind::Foot)
                && !any(FightKind::Guns),
            cover: attack.cover,
            squares: match setup.fighter(attack.attacker).kind {
                FightKind::Horse if square => -1,
                FightKind::Foot if square => 1,
                FightKind::Foot | FightKind::Horse | FightKind::Guns => 0,
            },
        }
    }

    /// The canister of an attacking battery against the defender, in squares or not (`easy:VI.G.1`).
    fn canister_of<'f>(&self, attack: &'f Attack) -> Option<&'f Canister> {
        let at_squares = attack.fire_at_squares.as_ref().filter(|_| self.in_squares(attack.defender));
        at_squares.or(attack.attacker_fire.as_ref())
    }

    /// The attackers' throws after dividing the dice: defender by defender, equal dice together; then pools.
    pub fn strikes(&self) -> Vec<Strike> {
        let setup = &self.setup;
        let mut strikes: Vec<Strike> = Vec::new();
        let mut pools: Vec<Strike> = Vec::new();
        for defender in setup.defenders() {
            let first = strikes.len();
            for (index, attack) in setup.attackers_of(defender) {
                let dice = self.dice.get(usize::from(index)).copied().unwrap_or(0);
                if dice == 0 {
                    continue;
                }
                let canister = self.canister_of(attack);
                let mods = if canister.is_some() { Mods::default() } else { self.mods(index) };
                let worth = || canister.map_or_else(|| setup.worth(mods.net()), |c| c.worth.clone());
                let strike = || Strike {
                    attacks: vec![index],
                    dice,
                    mods,
                    worth: worth(),
                    pool: false,
                    canister: canister.is_some(),
                };
                let pool = setup.switches.owner_allocates && self.dice_shared(attack.attacker);
                if pool {
                    let attacker = |strike: &Strike| setup.attack(strike.attacks[0]).attacker;
                    match pools.iter_mut().find(|strike| attacker(strike) == attack.attacker) {
                        // RULING: one pool on several targets takes the modifiers of the hardest of them.
                        Some(pooled) => {
                            if mods.net() < pooled.mods.net() {
                                pooled.mods = mods;
                                pooled.worth = worth();
                            }
                            pooled.attacks.push(index);
                        }
                        None => pools.push(Strike { pool, ..strike() }),
                    }
                    continue;
                }
                // The value of dice depends on the modifiers alone, except for canister, which is thrown separately.
                let alike =
                    |strike: &&mut Strike| strike.mods == mods && canister.is_none() && !strike.canister;
                match strikes[first..].iter_mut().find(alike) {
                    Some(strike) => {
                        strike.attacks.push(index);
                        strike.dice = strike.dice.saturating_add(dice);
                    }
                    None => strikes.push(strike()),
                }
            }
        }
        strikes.append(&mut pools);
        strikes
    }

    /// The attackers' throw with this number.
    pub(super) fn strike(&self, number: u8) -> Option<Strike> {
        self.strikes().into_iter().nth(usize::from(number))
    }

    /// Does this attacker throw one pool at several targets (`owner-allocates`)?
    fn dice_shared(&self, attacker: u8) -> bool {
        let attacks = self.setup.attacks.iter().zip(&self.dice);
        attacks.filter(|(attack, dice)| attack.attacker == attacker && **dice > 0).count() > 1
    }

    /// The targets of a strike that still stand, with their strength.
    pub(super) fn strike_targets(&self, strike: &Strike) -> Vec<u8> {
        let mut targets: Vec<u8> = strike
            .attacks
            .iter()
            .map(|attack| self.setup.attack(*attack).defender)
            .filter(|defender| self.alive(*defender))
            .collect();
        targets.dedup();
        targets
    }

    /// The dice for hits to be thrown now; `None` if there are none, or it is a die of another kind.
    pub fn roll(&self) -> Option<Roll> {
        match self.stage {
            Stage::Defend(index) => {
                let exposed = self.exposed(index);
                let guns = self.setup.fighter(index).kind == FightKind::Guns;
                let canister = self.canister_in_defence(index, &exposed);
                let worth = canister.map_or_else(|| self.setup.worth(0), |canister| canister.worth.clone());
                Some(Roll { dice: if guns { self.left(index) } else { self.force(index) }, worth })
            }
            Stage::Strike(number) => {
                let strike = self.strike(number)?;
                Some(Roll { dice: strike.dice, worth: strike.worth })
            }
            _ => None,
        }
    }

    /// The canister of a defending battery at the stand exposed to it (`easy:III.F.2`).
    fn canister_in_defence(&self, defender: u8, exposed: &[u8]) -> Option<&Canister> {
        let guns = self.setup.fighter(defender).kind == FightKind::Guns;
        let target = exposed.first().filter(|_| guns)?;
        let mut attacks = self.setup.attackers_of(defender).map(|(_, attack)| attack);
        attacks.find(|attack| attack.attacker == *target)?.defender_fire.as_ref()
    }

    /// `Ompteda and Kempt`.
    fn names(&self, fighters: impl Iterator<Item = u8>) -> String {
        let mut names: Vec<&str> = fighters.map(|index| self.setup.fighter(index).name.as_str()).collect();
        names.dedup();
        names.join(" and ")
    }

    /// The pending throw, in words and numbers; `None` if there is none.
    pub fn pending(&self) -> Option<Pending> {
        let setup = &self.setup;
        let Roll { dice, worth } = self.roll()?;
        match &self.stage {
            Stage::Defend(index) => {
                let fighter = setup.fighter(*index);
                let guns = fighter.kind == FightKind::Guns;
                let canister = self.canister_in_defence(*index, &self.exposed(*index));
                let (clause, modifiers) = match canister {
                    Some(canister) => ("easy:III.F.2", canister.modifiers()),
                    None => ("easy:III.B.3", Vec::new()),
                };
                Some(Pending {
                    dice,
                    worth,
                    clause,
                    by: fighter.side,
                    rollers: vec![fighter.id],
                    what: format!("{} {}", fighter.name, if guns { "fires canister" } else { "defends" }),
                    modifiers,
                })
            }
            Stage::Strike(number) => {
                let strike = self.strike(*number)?;
                let attack = setup.attack(strike.attacks[0]);
                let attacker = setup.fighter(attack.attacker);
                let of = |index: &u8| setup.attack(*index);
                let roller = |index: &u8| setup.fighter(of(index).attacker).id;
                let rollers = strike.attacks.iter().map(roller).collect();
                let who = self.names(strike.attacks.iter().map(|index| of(index).attacker));
                let whom = self.names(strike.attacks.iter().map(|index| of(index).defender));
                let (clause, verb, modifiers) = match self.canister_of(attack) {
                    Some(canister) => ("easy:III.F", "canister of", canister.modifiers()),
                    None => ("easy:III.B.2", "attack of", strike.mods.modifiers()),
                };
                Some(Pending {
                    dice,
                    worth,
                    clause,
                    by: attacker.side,
                    rollers,
                    what: format!("{verb} {who} on {whom}"),
                    modifiers,
                })
            }
            Stage::React
            | Stage::Form(_)
            | Stage::Place { .. }
            | Stage::Split
            | Stage::Allocate { .. }
            | Stage::CheckAttackers
            | Stage::CheckDefenders { .. }
            | Stage::Done(_) => None,
        }
    }
}
