//! One combat as a pure process: reactions, defenders' dice, placing hits, dividing dice, attackers' dice, result roll.
//!
//! A [`Fight`] is independent of the table. Play runs it with the dice of the tray, odds use the same one, so the two cannot
//! differ. It stops for decisions ([`Fight::choice`]) and goes on when they are made.
//!
//! This module has the sequence; `setup` the participants, `throws` the dice, `choices` the decisions, `result` the end.
//!
//! Clauses: `easy:III.B.2` to `easy:III.B-cover`, `easy:III.D-check` to `easy:III.D.3`, `easy:III.E.3`, `easy:III.F` to
//! `easy:III.F.4` (two batteries: both act before the attacker), `easy:V.D.2.a` to `easy:V.D.2.c`, `easy:VI.G` to
//! `easy:VI.G.3`. Units: strength points.

pub mod canister;
pub mod choices;
pub mod result;
pub mod setup;
pub mod throws;
pub mod weigh;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::order::Reaction;
use crate::roster::StandId;
use crate::tables::SQUARES_FAIL_ON;
use dice::{Answer, Process, Throw};
use scenario::Side;
use table::Edge;

use result::{RESULT_SIDES, Verdict};
use setup::{FightKind, Setup};
use throws::Strike;

/// The stage of the combat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Stage {
    /// Batteries choose (`easy:III.F`), and infantry whether it forms squares (`easy:VI.G`).
    React,
    /// The fighter with this index rolls whether its squares succeed (`easy:VI.G.3`).
    Form(u8),
    /// The defender with this index rolls.
    Defend(u8),
    /// Its hits have to be placed.
    Place {
        defender: u8,
        hits: u8,
    },
    /// Dice have to be divided (`easy:III.B.5`).
    Split,
    /// The attackers' throw with this number.
    Strike(u8),
    /// The hits of that throw have to be placed (`multi-defender=owner-allocates`).
    Allocate {
        throw: u8,
        hits: u8,
    },
    /// The attackers' result die (`easy:III.D-check`).
    CheckAttackers,
    /// The defenders' result die, against the attackers' total.
    CheckDefenders {
        total: u8,
    },
    Done(Verdict),
}

/// A combat as far as it has been fought.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fight {
    #[serde(serialize_with = "share", deserialize_with = "unshare")]
    setup: Arc<Setup>,
    /// Strength left, by fighter.
    strength: Vec<u8>,
    /// Strength left of attached engineers, by fighter; empty if nobody has any (`easy:V.D.2.b`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    engineers: Vec<u8>,
    /// Hits on fighters whose owner has yet to decide whether their engineers take some (`easy:V.D.2.c`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spare: Vec<(u8, u8)>,
    /// By fighter; `None` if not asked or not yet decided.
    reactions: Vec<Option<Reaction>>,
    /// Dice by attack, once divided.
    dice: Vec<u8>,
    stage: Stage,
    /// The squares of this combat, by fighter.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    squares: BTreeMap<u8, Squares>,
}

/// The squares of a defender that may form them (`easy:VI.G`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Squares {
    Declined,
    /// Its die is yet to be rolled (`easy:VI.G.3`).
    Forming,
    Formed,
    Failed,
}

fn share<S: Serializer>(setup: &Arc<Setup>, serializer: S) -> Result<S::Ok, S::Error> {
    setup.serialize(serializer)
}

fn unshare<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Setup>, D::Error> {
    Setup::deserialize(deserializer).map(Arc::new)
}

impl Fight {
    /// The combat before anything has been rolled.
    pub fn new(setup: Setup) -> Self {
        let strength = setup.fighters.iter().map(|fighter| fighter.strength).collect();
        let reactions = setup
            .fighters
            .iter()
            .map(|fighter| match fighter.reactions.as_slice() {
                [only] => Some(*only),
                _ => None,
            })
            .collect();
        let engineers: Vec<u8> = setup.fighters.iter().map(|fighter| fighter.engineers).collect();
        let engineers = if engineers.iter().any(|left| *left > 0) { engineers } else { Vec::new() };
        let mut fight = Self {
            setup: Arc::new(setup),
            strength,
            engineers,
            spare: Vec::new(),
            reactions,
            dice: Vec::new(),
            stage: Stage::React,
            squares: BTreeMap::new(),
        };
        fight.advance();
        fight
    }

    /// Do all its indices of fighters and attacks exist? They may not, if it was written by hand.
    pub fn is_sound(&self) -> bool {
        let (fighters, attacks) = (self.setup.fighters.len(), self.setup.attacks.len());
        let is = |fighter: &u8| usize::from(*fighter) < fighters;
        let attack = |attack: &setup::Attack| attack.attacker < self.setup.attackers && is(&attack.defender);
        let of_stage = match &self.stage {
            Stage::Form(index) | Stage::Defend(index) => usize::from(*index) <= fighters,
            Stage::Place { defender, .. } => is(defender),
            Stage::Strike(throw) | Stage::Allocate { throw, .. } => usize::from(*throw) <= fighters + attacks,
            Stage::React
            | Stage::Split
            | Stage::CheckAttackers
            | Stage::CheckDefenders { .. }
            | Stage::Done(_) => true,
        };
        let dice = match self.stage {
            Stage::Split | Stage::Strike(_) | Stage::Allocate { .. } => self.dice.len() == attacks,
            _ => self.dice.is_empty() || self.dice.len() == attacks,
        };
        let full = [self.strength.len(), self.reactions.len()] == [fighters; 2]
            && (self.engineers.is_empty() || self.engineers.len() == fighters);
        let bystanders = self.setup.bystanders.iter().flat_map(|(_, touched)| touched);
        let named = bystanders.chain(self.spare.iter().map(|(index, _)| index)).chain(self.squares.keys());
        (1..=usize::from(u8::MAX / 2)).contains(&fighters)
            && (1..=usize::from(u8::MAX / 2)).contains(&attacks)
            && usize::from(self.setup.attackers) < fighters
            && self.setup.attacks.iter().all(attack)
            && self.setup.touching.iter().all(|(a, b)| is(a) && is(b))
            && named.into_iter().all(is)
            && full
            && dice
            && of_stage
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Strength left of every fighter, in the order of the setup.
    pub fn strength(&self) -> &[u8] {
        &self.strength
    }

    /// A battery's chosen or forced reaction.
    pub fn reaction(&self, index: usize) -> Option<Reaction> {
        self.reactions[index]
    }

    pub fn verdict(&self) -> Option<Verdict> {
        match self.stage {
            Stage::Done(verdict) => Some(verdict),
            _ => None,
        }
    }

    /// Takes over strengths that the referee changed while the combat waited.
    pub fn sync(&mut self, strength_of: impl Fn(StandId) -> u8, engineers_of: impl Fn(StandId) -> u8) {
        for (fighter, strength) in self.setup.fighters.iter().zip(&mut self.strength) {
            *strength = strength_of(fighter.id);
        }
        for (fighter, left) in self.setup.fighters.iter().zip(&mut self.engineers) {
            *left = engineers_of(fighter.id).min(*left);
        }
        if !matches!(self.stage, Stage::Place { .. } | Stage::Allocate { .. }) {
            self.advance();
        }
    }

    /// Hides the strength of stands: `shown` is their starting strength, `engineers` the starting strength of those attached to
    /// a stand.
    ///
    /// Clauses: `easy:III.C.1`, `easy:V.D.2.b`.
    pub fn conceal(
        &mut self,
        shown: impl Fn(StandId) -> Option<u8>,
        engineers: impl Fn(StandId) -> Option<u8>,
    ) {
        let mut setup = Setup::clone(&self.setup);
        for (fighter, left) in setup.fighters.iter_mut().zip(&mut self.strength) {
            if let Some(strength) = shown(fighter.id).filter(|_| *left > 0) {
                fighter.strength = strength;
                *left = strength;
            }
        }
        for (fighter, left) in setup.fighters.iter_mut().zip(&mut self.engineers) {
            if let Some(strength) = engineers(fighter.id).filter(|_| *left > 0) {
                fighter.engineers = strength;
                *left = strength;
            }
        }
        self.setup = Arc::new(setup);
        // Dice that nobody has divided openly are as many as are known.
        for attacker in 0..self.setup.attackers {
            let id = self.setup.fighter(attacker).id;
            let attacks = self.setup.attacks.iter().zip(&mut self.dice);
            let mut own: Vec<&mut u8> = attacks
                .filter(|(attack, dice)| attack.attacker == attacker && **dice > 0)
                .map(|(_, d)| d)
                .collect();
            if let [dice] = own.as_mut_slice()
                && (shown(id).is_some() || engineers(id).is_some())
            {
                let left = self.strength[usize::from(attacker)];
                let added = self.engineers.get(usize::from(attacker)).copied().unwrap_or(0);
                let storms = left == 0 || self.setup.storms(attacker);
                **dice = if storms { left } else { left.saturating_add(added) };
            }
        }
    }

    /// Shows bystanders with these strengths, in their order.
    pub fn conceal_bystanders(&mut self, shown: &[u8]) {
        let mut setup = Setup::clone(&self.setup);
        setup.bystanders.iter_mut().zip(shown).for_each(|((strength, _), shown)| *strength = *shown);
        self.setup = Arc::new(setup);
    }

    /// Is the fighter in squares, formed before or in this combat (`easy:VI.G`)?
    pub fn in_squares(&self, index: u8) -> bool {
        self.setup.fighter(index).square || self.squares.get(&index) == Some(&Squares::Formed)
    }

    /// The fighter whose die for squares is next (`easy:VI.G.3`).
    pub fn forming(&self) -> Option<StandId> {
        match self.stage {
            Stage::Form(index) => Some(self.setup.fighter(index).id),
            _ => None,
        }
    }

    /// Strength points the fighter has left.
    fn left(&self, index: u8) -> u8 {
        self.strength[usize::from(index)]
    }

    /// Do the engineers of this fighter storm cover (`easy:V.D.2.a`)?
    pub fn storms(&self, index: u8) -> bool {
        self.setup.storms(index)
    }

    /// Strength of engineers still with the fighter.
    pub(super) fn engineers_left(&self, index: u8) -> u8 {
        self.engineers.get(usize::from(index)).copied().unwrap_or(0)
    }

    /// Strength points for dice and totals: with those of attached engineers, unless these storm cover.
    ///
    /// Clause: `easy:V.D.2.b`.
    pub(super) fn force(&self, index: u8) -> u8 {
        if !self.alive(index) || self.setup.storms(index) {
            return self.left(index);
        }
        self.left(index).saturating_add(self.engineers_left(index))
    }

    fn alive(&self, index: u8) -> bool {
        self.left(index) > 0
    }

    fn evades(&self, index: u8) -> bool {
        self.reactions[usize::from(index)] == Some(Reaction::Evade)
    }

    /// Does it take part with its strength: on the table and not sheltering?
    fn counts(&self, index: u8) -> bool {
        self.alive(index) && !self.evades(index)
    }

    /// Applies hits to a fighter: at once, or after its owner has decided what its engineers take (`easy:V.D.2.c`).
    fn hurt(&mut self, index: u8, hits: u8) {
        if hits > 0 && self.alive(index) && self.engineers_left(index) > 0 {
            self.spare.push((index, hits));
        } else {
            self.lose(index, hits);
        }
    }

    fn lose(&mut self, index: u8, hits: u8) {
        let strength = &mut self.strength[usize::from(index)];
        *strength = strength.saturating_sub(hits);
    }

    /// Goes on to the next throw or choice.
    fn advance(&mut self) {
        loop {
            if !self.spare.is_empty() {
                return;
            }
            match self.stage {
                Stage::React => {
                    if self.undecided().is_some() || self.may_form().is_some() {
                        return;
                    }
                    self.stage = Stage::Form(self.setup.attackers);
                }
                Stage::Form(index) => {
                    if usize::from(index) >= self.setup.fighters.len() {
                        self.stage = Stage::Defend(self.setup.attackers);
                    } else if self.squares.get(&index) == Some(&Squares::Forming) && self.alive(index) {
                        return;
                    } else {
                        self.stage = Stage::Form(index + 1);
                    }
                }
                Stage::Defend(index) => {
                    if usize::from(index) >= self.setup.fighters.len() {
                        self.dice = vec![0; self.setup.attacks.len()];
                        self.stage = Stage::Split;
                    } else if self.replies(index) {
                        return;
                    } else {
                        self.stage = Stage::Defend(index + 1);
                    }
                }
                Stage::Split => {
                    self.give_forced_dice();
                    if self.undivided().is_some() {
                        return;
                    }
                    self.stage = Stage::Strike(0);
                }
                Stage::Strike(number) => match self.strikes().get(usize::from(number)) {
                    Some(strike) if self.strike_targets(strike).is_empty() => {
                        self.stage = Stage::Strike(number + 1);
                    }
                    Some(_) => return,
                    None => {
                        self.dice.clear();
                        self.stage = match self.standing() {
                            Some(_) => Stage::CheckAttackers,
                            None => Stage::Done(Verdict::Parted),
                        };
                    }
                },
                Stage::CheckAttackers | Stage::CheckDefenders { .. } if self.standing().is_none() => {
                    self.stage = Stage::Done(Verdict::Parted);
                }
                Stage::Place { .. }
                | Stage::Allocate { .. }
                | Stage::CheckAttackers
                | Stage::CheckDefenders { .. }
                | Stage::Done(_) => return,
            }
        }
    }

    /// Gives dice if there is no choice: one target, or exactly as many dice as targets.
    fn give_forced_dice(&mut self) {
        for attacker in 0..self.setup.attackers {
            let strength = self.force(attacker);
            if strength == 0 {
                continue;
            }
            let targets = self.targets(attacker);
            let each = if targets.len() == 1 || self.setup.switches.owner_allocates {
                // A pool counts with all its dice at each target; it is thrown once.
                strength
            } else if targets.len() == usize::from(strength) {
                1
            } else {
                continue;
            };
            for target in targets {
                self.dice[usize::from(target)] = each;
            }
        }
    }

    /// Applies the hits of a defender if there is no choice; otherwise they wait to be placed.
    fn land(&mut self, defender: u8, mut hits: u8) -> Stage {
        let next = Stage::Defend(defender + 1);
        let guns = self.setup.fighter(defender).kind == FightKind::Guns;
        let mut among = self.exposed(defender);
        let front = self
            .setup
            .attackers_of(defender)
            .any(|(_, a)| a.edge == Edge::Front && among.contains(&a.attacker));
        if front && self.setup.switches.overflow_hits && !guns && among.len() == 1 {
            let first = among[0];
            let taken = hits.min(self.left(first));
            if taken == hits {
                self.hurt(first, taken);
                return next;
            }
            // Its engineers cannot save it.
            self.lose(first, taken);
            hits -= taken;
            // The front stand is gone: those exposed now are the others.
            among = self.exposed(defender);
        }
        match among.as_slice() {
            [] => next,
            _ if hits == 0 => next,
            [only] => {
                self.hurt(*only, hits);
                next
            }
            _ if hits >= self.capped(u8::MAX, &among) => {
                among.iter().for_each(|index| self.hurt(*index, self.left(*index)));
                next
            }
            _ => Stage::Place { defender, hits },
        }
    }
}

impl Fight {
    /// Applies the hits of the attackers' throw with this number: on its target, or waiting to be shared out.
    fn struck(&mut self, strike: &Strike, throw: u8, hits: u8) {
        let targets = self.strike_targets(strike);
        let enough = self.capped(u8::MAX, &targets);
        self.stage = match targets.as_slice() {
            [only] => {
                self.hurt(*only, hits);
                Stage::Strike(throw + 1)
            }
            _ if strike.pool && hits > 0 && hits < enough => Stage::Allocate { throw, hits },
            _ => {
                if hits > 0 {
                    targets.iter().for_each(|target| self.hurt(*target, hits));
                }
                Stage::Strike(throw + 1)
            }
        };
    }
}

impl Process for Fight {
    fn wants(&self) -> Option<Throw> {
        if !self.spare.is_empty() {
            return None;
        }
        if let Some(pending) = self.pending() {
            let by = Some(pending.by.0);
            let on = match pending.worth.iter().position(|hits| *hits > 0) {
                Some(face) if face + 1 == pending.worth.len() => format!("hits on {}", face + 1),
                Some(face) => format!("hits on {} or more", face + 1),
                None => "cannot hit".to_owned(),
            };
            let why = format!("{}, {on}", pending.what);
            let throw = Throw::hits(pending.dice, pending.worth, by, pending.clause, why);
            return Some(throw.by_strength_of(pending.rollers.iter().map(|id| id.0)));
        }
        let side = self.setup.fighters.first()?.side;
        let result = |by: Side, who: &str| {
            let why = format!("result roll of the {who}");
            Throw::sum(1, RESULT_SIDES, Some(by.0), "easy:III.D-check", why)
        };
        match self.stage {
            Stage::Form(index) => {
                let fighter = self.setup.fighter(index);
                let why = format!("{} forms squares, fails on 1", fighter.name);
                Some(Throw::sum(1, 6, Some(fighter.side.0), "easy:VI.G.3", why))
            }
            Stage::CheckAttackers => Some(result(side, "attackers")),
            Stage::CheckDefenders { .. } => Some(result(side.enemy(), "defenders")),
            _ => None,
        }
    }

    fn take(&mut self, answer: &Answer) {
        let value = u8::try_from(answer.value).unwrap_or(u8::MAX);
        match self.stage {
            Stage::Form(index) => {
                let failed = value <= SQUARES_FAIL_ON;
                self.squares.insert(index, if failed { Squares::Failed } else { Squares::Formed });
                // Lost at once: engineers do not take this hit (`easy:VI.G.3`).
                self.lose(index, u8::from(failed));
                self.stage = Stage::Form(index + 1);
            }
            Stage::Defend(defender) => self.stage = self.land(defender, value),
            Stage::Strike(throw) => {
                if let Some(strike) = self.strike(throw) {
                    self.struck(&strike, throw, value);
                }
            }
            Stage::CheckAttackers => {
                if let Some(standing) = self.standing() {
                    self.stage = Stage::CheckDefenders { total: standing.total(value) };
                }
            }
            Stage::CheckDefenders { total } => {
                if let Some(standing) = self.standing() {
                    self.stage = Stage::Done(standing.verdict(total, value));
                }
            }
            _ => {}
        }
        self.advance();
    }
}

/// Reactions of batteries, dice of attacks, squares.
type Decided<'f> = (&'f [Option<Reaction>], &'f [u8], &'f BTreeMap<u8, Squares>);

/// The sum of strength points, capped at the maximum of a byte.
fn sum(points: impl Iterator<Item = u8>) -> u8 {
    points.fold(0, u8::saturating_add)
}

/// The distinguishing parts of two situations of one combat.
type Key<'a> = (&'a [u8], &'a Stage, Decided<'a>, &'a [u8], &'a [(u8, u8)]);

impl Fight {
    /// Strength, stage, and decisions made.
    fn key(&self) -> Key<'_> {
        let decided = (&*self.reactions, &*self.dice, &self.squares);
        (&self.strength, &self.stage, decided, &self.engineers, &self.spare)
    }
}

impl PartialEq for Fight {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fight {}

impl PartialOrd for Fight {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Two fights of the same combat at the same point have the same future.
impl Ord for Fight {
    fn cmp(&self, other: &Self) -> Ordering {
        let here = self.key().cmp(&other.key());
        if Arc::ptr_eq(&self.setup, &other.setup) {
            here
        } else {
            here.then_with(|| self.setup.cmp(&other.setup))
        }
    }
}
