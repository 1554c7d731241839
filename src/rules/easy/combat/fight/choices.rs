//! Decisions in a combat: the choices, and their effects.
//!
//! Clauses: `easy:III.B.4`, `easy:III.B.5`, `easy:III.F`, `easy:V.D.2.c`, `easy:VI.G`. Units: strength points.

use crate::order::Reaction;
use crate::roster::StandId;
use scenario::Side;

use super::setup::FightKind;
use super::{Fight, Squares, Stage, sum};

/// A decision that the combat waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FightChoice {
    /// The reaction of a battery (`easy:III.F`).
    React { battery: StandId, open: Vec<Reaction>, by: Side },
    /// Does infantry form squares (`easy:VI.G`)?
    Square { stand: StandId, by: Side },
    /// Who takes hits: the stands with the most that each can take (`easy:III.B.4`).
    Place { shooter: StandId, hits: u8, among: Vec<(StandId, u8)>, by: Side },
    /// How many of the hits on a stand the engineers attached to it take, up to `most` (`easy:V.D.2.c`).
    Spare { host: StandId, hits: u8, most: u8, by: Side },
    /// The division of dice (`easy:III.B.5`).
    Split { attacker: StandId, dice: u8, among: Vec<StandId>, by: Side },
}

/// Why a decision is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The combat does not wait for this decision.
    NotAsked,
    /// The reaction is not available.
    NotOpen,
    /// A stand that cannot be chosen, or is named twice.
    Stranger,
    /// This many must be shared out.
    Sum { wanted: u8 },
    /// More than this stand has strength for.
    TooMany { stand: StandId, most: u8 },
    /// This target gets no die though there are enough.
    NoDie { stand: StandId },
}

impl Fight {
    /// The pending decision of the combat.
    pub fn choice(&self) -> Option<FightChoice> {
        let setup = &self.setup;
        if let Some(&(index, hits)) = self.spare.first() {
            let host = setup.fighter(index);
            let most = hits.min(self.engineers_left(index));
            return Some(FightChoice::Spare { host: host.id, hits, most, by: host.side });
        }
        match &self.stage {
            Stage::React => {
                let Some(index) = self.undecided() else {
                    let infantry = setup.fighter(self.may_form()?);
                    return Some(FightChoice::Square { stand: infantry.id, by: infantry.side });
                };
                let battery = setup.fighter(index);
                let open = battery.reactions.clone();
                Some(FightChoice::React { battery: battery.id, open, by: battery.side })
            }
            Stage::Place { defender, hits } => {
                let among = self.exposed(*defender);
                let attackers = setup.fighter(0).side;
                let by = if setup.switches.shooter_places { attackers.enemy() } else { attackers };
                Some(self.placing(setup.fighter(*defender).id, *hits, &among, by))
            }
            Stage::Split => {
                let (attacker, targets) = self.undivided()?;
                Some(FightChoice::Split {
                    attacker: setup.fighter(attacker).id,
                    dice: self.force(attacker),
                    among: targets
                        .iter()
                        .map(|attack| setup.fighter(setup.attack(*attack).defender).id)
                        .collect(),
                    by: setup.fighter(attacker).side,
                })
            }
            Stage::Allocate { throw, hits } => {
                let strike = self.strike(*throw)?;
                let attacker = setup.fighter(setup.attack(strike.attacks[0]).attacker);
                let among = self.strike_targets(&strike);
                Some(self.placing(attacker.id, *hits, &among, attacker.side))
            }
            Stage::Form(_)
            | Stage::Defend(_)
            | Stage::Strike(_)
            | Stage::CheckAttackers
            | Stage::CheckDefenders { .. }
            | Stage::Done(_) => None,
        }
    }

    /// The decision where the shooter's hits fall, with the strength of each stand as its maximum.
    fn placing(&self, shooter: StandId, hits: u8, among: &[u8], by: Side) -> FightChoice {
        let named = among.iter().map(|index| (self.setup.fighter(*index).id, self.left(*index))).collect();
        FightChoice::Place { shooter, hits: self.capped(hits, among), among: named, by }
    }

    /// The hits that these fighters can take at most.
    pub(super) fn capped(&self, hits: u8, among: &[u8]) -> u8 {
        hits.min(sum(among.iter().map(|index| self.left(*index))))
    }

    /// The first battery that has yet to choose.
    pub(super) fn undecided(&self) -> Option<u8> {
        self.setup.defenders().find(|&index| {
            self.alive(index)
                && self.setup.fighter(index).reactions.len() > 1
                && self.reactions[usize::from(index)].is_none()
        })
    }

    /// The first infantry attacked by cavalry that has yet to decide about squares (`easy:VI.G`).
    pub(super) fn may_form(&self) -> Option<u8> {
        self.setup.defenders().find(|&index| {
            let horse =
                |attacker: u8| self.setup.fighter(attacker).kind == FightKind::Horse && self.alive(attacker);
            self.alive(index)
                && self.setup.fighter(index).may_square
                && !self.squares.contains_key(&index)
                && self.setup.attackers_of(index).any(|(_, attack)| horse(attack.attacker))
        })
    }

    /// The first attacker whose owner must divide its dice.
    pub(super) fn undivided(&self) -> Option<(u8, Vec<u8>)> {
        (0..self.setup.attackers).filter(|index| self.alive(*index)).find_map(|attacker| {
            let targets = self.targets(attacker);
            (targets.len() > 1 && !self.has_dice(&targets)).then_some((attacker, targets))
        })
    }

    fn has_dice(&self, attacks: &[u8]) -> bool {
        attacks.iter().any(|attack| self.dice[usize::from(*attack)] > 0)
    }

    /// Applies a battery's reaction (`easy:III.F`).
    pub fn react(&mut self, battery: StandId, reaction: Reaction) -> Result<(), Misfit> {
        let Some(FightChoice::React { .. }) = self.choice() else { return Err(Misfit::NotAsked) };
        // The batteries of a combat may choose in any order.
        let index = self.setup.index_of(battery).ok_or(Misfit::Stranger)?;
        let open = &self.setup.fighter(index).reactions;
        if self.reactions[usize::from(index)].is_some() || open.len() < 2 {
            return Err(Misfit::NotAsked);
        }
        if !open.contains(&reaction) {
            return Err(Misfit::NotOpen);
        }
        self.reactions[usize::from(index)] = Some(reaction);
        self.advance();
        Ok(())
    }

    /// Applies infantry's decision about squares (`easy:VI.G`). Those of a combat may decide in any order.
    pub fn square(&mut self, stand: StandId, form: bool) -> Result<(), Misfit> {
        if self.stage != Stage::React {
            return Err(Misfit::NotAsked);
        }
        let index = self.setup.index_of(stand).ok_or(Misfit::Stranger)?;
        if !self.setup.fighter(index).may_square || self.squares.contains_key(&index) {
            return Err(Misfit::NotAsked);
        }
        let squares = match form {
            false => Squares::Declined,
            true if self.setup.switches.failed_squares => Squares::Forming,
            true => Squares::Formed,
        };
        self.squares.insert(index, squares);
        self.advance();
        Ok(())
    }

    /// Should this infantry form squares? Yes, if more cavalry than infantry attacks it, in strength points.
    pub fn squares_help(&self, stand: StandId) -> bool {
        let Some(index) = self.setup.index_of(stand) else { return false };
        let of = |kind: FightKind| {
            let attackers = self.setup.attackers_of(index).map(|(_, attack)| attack.attacker);
            sum(attackers.filter(|id| self.setup.fighter(*id).kind == kind).map(|id| self.left(id)))
        };
        of(FightKind::Horse) > of(FightKind::Foot)
    }

    /// Applies the placement of the shooter's hits (`easy:III.B.4`).
    pub fn place(&mut self, shooter: StandId, placed: &[(StandId, u8)]) -> Result<(), Misfit> {
        let Some(FightChoice::Place { shooter: asked, hits, among, .. }) = self.choice() else {
            return Err(Misfit::NotAsked);
        };
        if asked != shooter {
            return Err(Misfit::NotAsked);
        }
        let mut sum: u32 = 0;
        for (nth, (stand, hits)) in placed.iter().enumerate() {
            let Some((_, most)) = among.iter().find(|(known, _)| known == stand) else {
                return Err(Misfit::Stranger);
            };
            if placed[..nth].iter().any(|(before, _)| before == stand) {
                return Err(Misfit::Stranger);
            }
            if hits > most {
                return Err(Misfit::TooMany { stand: *stand, most: *most });
            }
            sum += u32::from(*hits);
        }
        if sum != u32::from(hits) {
            return Err(Misfit::Sum { wanted: hits });
        }
        for (stand, hits) in placed {
            if let Some(index) = self.setup.index_of(*stand) {
                self.hurt(index, *hits);
            }
        }
        self.stage = match self.stage {
            Stage::Place { defender, .. } => Stage::Defend(defender + 1),
            Stage::Allocate { throw, .. } => Stage::Strike(throw + 1),
            ref other => other.clone(),
        };
        self.advance();
        Ok(())
    }

    /// Applies the number of hits that the engineers attached to this stand take (`easy:V.D.2.c`).
    pub fn take_for(&mut self, host: StandId, taken: u8) -> Result<(), Misfit> {
        let Some(FightChoice::Spare { host: asked, hits, most, .. }) = self.choice() else {
            return Err(Misfit::NotAsked);
        };
        if asked != host {
            return Err(Misfit::NotAsked);
        }
        if taken > most {
            return Err(Misfit::TooMany { stand: host, most });
        }
        let (index, _) = self.spare.remove(0);
        if let Some(left) = self.engineers.get_mut(usize::from(index)) {
            *left -= taken;
        }
        self.lose(index, hits - taken);
        self.advance();
        Ok(())
    }

    /// Are hits on this stand waiting for its owner (`easy:V.D.2.c`)?
    pub fn waits_for(&self, stand: StandId) -> bool {
        self.spare.iter().any(|(index, _)| self.setup.fighter(*index).id == stand)
    }

    /// Applies the division of an attacker's dice (`easy:III.B.5`).
    pub fn split(&mut self, attacker: StandId, division: &[(StandId, u8)]) -> Result<(), Misfit> {
        if self.stage != Stage::Split || !self.spare.is_empty() {
            return Err(Misfit::NotAsked);
        }
        let index = self.setup.index_of(attacker).ok_or(Misfit::Stranger)?;
        let targets = self.targets(index);
        let divided = self.has_dice(&targets);
        if index >= self.setup.attackers || !self.alive(index) || targets.len() < 2 || divided {
            return Err(Misfit::NotAsked);
        }
        let dice = self.force(index);
        let target_id = |attack: u8| self.setup.fighter(self.setup.attack(attack).defender).id;
        for (nth, (stand, _)) in division.iter().enumerate() {
            let known = targets.iter().any(|attack| target_id(*attack) == *stand);
            if !known || division[..nth].iter().any(|(before, _)| before == stand) {
                return Err(Misfit::Stranger);
            }
        }
        let given = |attack: u8| {
            let stand = target_id(attack);
            division.iter().find(|(known, _)| *known == stand).map_or(0, |(_, dice)| *dice)
        };
        let sum: u32 = targets.iter().map(|attack| u32::from(given(*attack))).sum();
        if sum != u32::from(dice) {
            return Err(Misfit::Sum { wanted: dice });
        }
        let with = targets.iter().filter(|attack| given(**attack) > 0).count();
        if with < targets.len().min(usize::from(dice))
            && let Some(without) = targets.iter().find(|attack| given(**attack) == 0)
        {
            return Err(Misfit::NoDie { stand: target_id(*without) });
        }
        let shares: Vec<u8> = targets.iter().map(|attack| given(*attack)).collect();
        for (attack, dice) in targets.into_iter().zip(shares) {
            self.dice[usize::from(attack)] = dice;
        }
        self.advance();
        Ok(())
    }

    /// Answers the pending choice as a cautious player would; returns the assumption. Used by odds and by offers.
    ///
    /// Batteries shelter if they can, else fire; infantry forms squares where more cavalry than infantry attacks it;
    /// hits fall one by one on the strongest; dice are divided evenly.
    pub fn decide_by_default(&mut self) -> Option<&'static str> {
        let choice = self.choice()?;
        let (done, assumed) = match choice {
            FightChoice::React { battery, open, .. } => {
                let reaction = open.first().copied().unwrap_or(Reaction::Stand);
                let words = match reaction {
                    Reaction::Evade => "guns taking shelter",
                    Reaction::Fire => "guns firing canister",
                    Reaction::Stand => "guns standing",
                };
                (self.react(battery, reaction), words)
            }
            FightChoice::Square { stand, .. } => {
                let form = self.squares_help(stand);
                (self.square(stand, form), if form { "squares formed" } else { "no squares formed" })
            }
            FightChoice::Place { shooter, hits, among, .. } => {
                (self.place(shooter, &place_on_strongest(hits, &among)), "hits on the strongest")
            }
            FightChoice::Spare { host, hits, most, .. } => {
                // The engineers take hits if the infantry would be lost without them.
                let left = self.setup.index_of(host).map_or(0, |index| self.left(index));
                let taken = if hits >= left && hits - most < left { most.min(hits + 1 - left) } else { 0 };
                (self.take_for(host, taken), "engineers spared unless they save their infantry")
            }
            FightChoice::Split { attacker, dice, among, .. } => {
                (self.split(attacker, &split_evenly(dice, &among)), "dice divided evenly")
            }
        };
        debug_assert_eq!(done, Ok(()), "the default is always a choice that is open");
        Some(assumed)
    }
}

/// Places each hit on the stand that is then the strongest; equal ones in the given order.
pub fn place_on_strongest(hits: u8, among: &[(StandId, u8)]) -> Vec<(StandId, u8)> {
    let mut placed: Vec<(StandId, u8)> = among.iter().map(|(stand, _)| (*stand, 0)).collect();
    for _ in 0..hits {
        let left = |index: usize| among[index].1.saturating_sub(placed[index].1);
        let strongest = (0..among.len()).max_by_key(|index| (left(*index), std::cmp::Reverse(*index)));
        if let Some(index) = strongest {
            placed[index].1 += 1;
        }
    }
    placed
}

/// Divides dice as evenly as possible, with the remainder for the first targets.
pub fn split_evenly(dice: u8, among: &[StandId]) -> Vec<(StandId, u8)> {
    let count = among.len().max(1) as u8;
    let (each, over) = (dice / count, dice % count);
    (0_u8..).zip(among).map(|(index, stand)| (*stand, each + u8::from(index < over))).collect()
}
