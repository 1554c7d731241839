//! One combat as a pure process: reactions, defenders' dice, placing hits, dividing dice, attackers' dice, result roll.
//!
//! A [`Fight`] knows no table. Play runs it with the dice of the tray, odds weigh the very same one, so the two cannot differ.
//! It stops where somebody has to decide ([`Fight::choice`]) and goes on when told.
//!
//! Clauses: `easy:III.B.2` to `easy:III.B-cover`, `easy:III.D-check` to `easy:III.D.3`, `easy:III.E.3`, `easy:III.F` to
//! `easy:III.F.4` (two batteries: both act before the attacker).
//! Units: strength points.

use std::cmp::Ordering;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::dice::{Answer, Process, Throw};
use crate::rules::Clause;
use crate::rules::easy::order::Reaction;
use crate::rules::easy::roster::StandId;
use crate::rules::easy::tables::COMBAT_HITS_ON;
use crate::rules::working::Modifier;
use crate::scenario::Side;
use crate::table::Edge;

use super::guns::{Canister, natural};

/// What counts of an arm in close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
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
    pub kind: Kind,
    pub side: Side,
    /// Strength points when the combat begins.
    pub strength: u8,
    /// A defender in buildings: neither flank nor rear.
    pub buildings: bool,
    /// A defender that has fired at activated stands already in contact (`easy:III.E.1`).
    pub rolled: bool,
    /// What a defending battery may do before any dice; empty where it is not asked (`easy:III.F`).
    pub reactions: Vec<Reaction>,
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
    /// The attacker has been fired at in opening fire: this defender has no dice against it (`easy:III.E.3`).
    pub continuing: bool,
    /// How long they touch, in thousandths of an inch: settles which of two on a battery's front it fires at.
    pub stretch: u32,
    /// The attacker is a battery: its canister at the defender.
    pub attacker_fire: Option<Canister>,
    /// The defender is a battery: its canister at the attacker.
    pub defender_fire: Option<Canister>,
}

/// The options that bear on a combat.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Switches {
    pub overflow_hits: bool,
    pub shooter_places: bool,
    pub owner_allocates: bool,
    pub flank_own_dice: bool,
    pub one_roll: bool,
    pub one_misses: bool,
    pub top_hits: bool,
}

/// What does not change while the combat is fought.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Setup {
    pub fighters: Vec<Fighter>,
    /// How many of the fighters attack.
    pub attackers: u8,
    pub attacks: Vec<Attack>,
    /// Attackers and defenders that touch, whether one attacks the other or not.
    pub touching: Vec<(u8, u8)>,
    /// Unactivated friends of the attackers: strength, and the defenders they touch (`bystanders=count-in-result`).
    pub bystanders: Vec<(u8, Vec<u8>)>,
    pub switches: Switches,
}

/// How far the combat is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Stage {
    /// Batteries choose (`easy:III.F`).
    React,
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

/// How a combat ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verdict {
    /// No stands of both sides are left in contact: no result roll.
    Parted,
    /// In contact until a later activation (`easy:III.D.1`).
    Locked,
    /// One side goes back.
    Beaten {
        attackers_lose: bool,
        /// A rout, not a retreat (`easy:III.D.3`).
        rout: bool,
    },
}

/// A combat as far as it has been fought.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fight {
    #[serde(serialize_with = "share", deserialize_with = "unshare")]
    setup: Arc<Setup>,
    /// Strength left, by fighter.
    strength: Vec<u8>,
    /// By fighter; none for those not asked or not yet decided.
    reactions: Vec<Option<Reaction>>,
    /// Dice by attack, once divided.
    dice: Vec<u8>,
    stage: Stage,
}

fn share<S: Serializer>(setup: &Arc<Setup>, serializer: S) -> Result<S::Ok, S::Error> {
    setup.serialize(serializer)
}

fn unshare<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Setup>, D::Error> {
    Setup::deserialize(deserializer).map(Arc::new)
}

/// A decision that the combat waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// What a battery does (`easy:III.F`).
    React { battery: StandId, open: Vec<Reaction>, by: Side },
    /// Where hits fall: the stands with the most each can take (`easy:III.B.4`).
    Place { shooter: StandId, hits: u8, among: Vec<(StandId, u8)>, by: Side },
    /// How dice are divided (`easy:III.B.5`).
    Split { attacker: StandId, dice: u8, among: Vec<StandId>, by: Side },
}

/// Why a decision cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// This is not what the combat waits for.
    NotAsked,
    /// The reaction is not open.
    NotOpen,
    /// Somebody that cannot be chosen, or named twice.
    Stranger,
    /// So many have to be shared out.
    Sum { wanted: u8 },
    /// More than this stand has strength for.
    TooMany { stand: StandId, most: u8 },
    /// This target gets no die though dice last.
    NoDie { stand: StandId },
}

/// The modifiers of some attacking dice (`easy:III.B-flank` to `easy:III.B-cover`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mods {
    pub flanks: u8,
    pub combined: bool,
    pub cavalry_alone: bool,
    pub cover: bool,
}

/// One throw of the attackers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    /// The attacks whose dice it holds; of one defender, or of one attacker that has several (`owner-allocates`).
    pub attacks: Vec<u8>,
    pub dice: u8,
    pub mods: Mods,
    pub worth: Vec<u8>,
    pool: bool,
}

/// The sums of a result roll before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub attackers: u8,
    pub defenders: u8,
}

impl Mods {
    pub fn net(self) -> i32 {
        i32::from(self.flanks) + i32::from(self.combined)
            - i32::from(self.cavalry_alone)
            - i32::from(self.cover)
    }

    /// In words, for the working.
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
        modifiers
    }
}

impl Setup {
    fn attackers_of(&self, defender: u8) -> impl Iterator<Item = (u8, &Attack)> {
        (0_u8..).zip(&self.attacks).filter(move |(_, attack)| attack.defender == defender)
    }

    fn defenders(&self) -> impl Iterator<Item = u8> + use<> {
        self.attackers..self.fighters.len() as u8
    }

    fn fighter(&self, index: u8) -> &Fighter {
        &self.fighters[usize::from(index)]
    }

    fn index_of(&self, id: StandId) -> Option<u8> {
        self.fighters.iter().position(|fighter| fighter.id == id).map(|index| index as u8)
    }

    fn worth(&self, modifier: i32) -> Vec<u8> {
        let worth = Throw::worth_at_least(6, COMBAT_HITS_ON, modifier);
        natural(worth, self.switches.one_misses, self.switches.top_hits)
    }
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
        let mut fight =
            Self { setup: Arc::new(setup), strength, reactions, dice: Vec::new(), stage: Stage::React };
        fight.advance();
        fight
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Strength left of every fighter, in the order of the setup.
    pub fn strength(&self) -> &[u8] {
        &self.strength
    }

    /// What a battery chose, or was left with.
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
    pub fn sync(&mut self, strength_of: impl Fn(StandId) -> u8) {
        for (fighter, strength) in self.setup.fighters.iter().zip(&mut self.strength) {
            *strength = strength_of(fighter.id);
        }
        if !matches!(self.stage, Stage::Place { .. } | Stage::Allocate { .. }) {
            self.advance();
        }
    }

    /// Shows only what is known of stands whose strength is hidden: `shown` is what they began with.
    ///
    /// Clause: `easy:III.C.1`.
    pub fn conceal(&mut self, shown: impl Fn(StandId) -> Option<u8>) {
        let mut setup = Setup::clone(&self.setup);
        for (fighter, left) in setup.fighters.iter_mut().zip(&mut self.strength) {
            if let Some(strength) = shown(fighter.id).filter(|_| *left > 0) {
                fighter.strength = strength;
                *left = strength;
            }
        }
        self.setup = Arc::new(setup);
    }

    fn alive(&self, index: u8) -> bool {
        self.strength[usize::from(index)] > 0
    }

    fn evades(&self, index: u8) -> bool {
        self.reactions[usize::from(index)] == Some(Reaction::Evade)
    }

    /// Takes part with its strength: on the table and not in shelter.
    fn counts(&self, index: u8) -> bool {
        self.alive(index) && !self.evades(index)
    }

    /// The attackers that the hits of this defender may fall on (`easy:III.B.4`, `easy:III.E.3`).
    fn exposed(&self, defender: u8) -> Vec<u8> {
        let setup = &self.setup;
        if setup.switches.one_roll && setup.fighter(defender).rolled {
            return Vec::new();
        }
        let guns = setup.fighter(defender).kind == Kind::Guns;
        let fresh = setup
            .attackers_of(defender)
            .filter(|(_, attack)| !attack.continuing && self.alive(attack.attacker))
            .map(|(_, attack)| attack);
        if guns {
            // RULING: of two on its front the battery fires at the one that touches it along the longer stretch.
            let target = fresh
                .filter(|attack| attack.edge == Edge::Front && attack.defender_fire.is_some())
                .max_by_key(|attack| (attack.stretch, std::cmp::Reverse(attack.attacker)));
            return target.map(|attack| attack.attacker).into_iter().collect();
        }
        let all: Vec<&Attack> = fresh.collect();
        let front: Vec<u8> = all.iter().filter(|a| a.edge == Edge::Front).map(|a| a.attacker).collect();
        if front.is_empty() { all.iter().map(|a| a.attacker).collect() } else { front }
    }

    /// Does this defender roll before the attackers?
    fn replies(&self, defender: u8) -> bool {
        self.alive(defender)
            && match self.setup.fighter(defender).kind {
                Kind::Guns => self.reactions[usize::from(defender)] == Some(Reaction::Fire),
                Kind::Foot | Kind::Horse => true,
            }
            && !self.exposed(defender).is_empty()
    }

    /// The living targets of an attacker that are not in shelter: its attacks by index.
    fn targets(&self, attacker: u8) -> Vec<u8> {
        (0_u8..)
            .zip(&self.setup.attacks)
            .filter(|(_, attack)| attack.attacker == attacker && self.counts(attack.defender))
            .map(|(index, _)| index)
            .collect()
    }

    /// The modifiers of the dice of one attack, as the attackers now stand.
    pub fn mods(&self, attack: u8) -> Mods {
        let setup = &self.setup;
        let attack = &setup.attacks[usize::from(attack)];
        let defender = setup.fighter(attack.defender);
        let living: Vec<&Attack> =
            setup.attackers_of(attack.defender).map(|(_, a)| a).filter(|a| self.alive(a.attacker)).collect();
        let flanks = living
            .iter()
            .filter(|a| !setup.switches.flank_own_dice || a.attacker == attack.attacker)
            .filter(|a| a.edge != Edge::Front && !defender.buildings)
            .count();
        let any = |kind| living.iter().any(|a| setup.fighter(a.attacker).kind == kind);
        Mods {
            flanks: flanks as u8,
            combined: any(Kind::Foot) && any(Kind::Horse),
            cavalry_alone: defender.kind == Kind::Foot && !any(Kind::Foot) && !any(Kind::Guns),
            cover: attack.cover,
        }
    }

    /// The attackers' throws once the dice are divided: defender by defender, equal dice together; then pools.
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
                let canister = attack.attacker_fire.as_ref();
                let mods = if canister.is_some() { Mods::default() } else { self.mods(index) };
                let worth = canister.map_or_else(|| setup.worth(mods.net()), |c| c.worth.clone());
                let pool = setup.switches.owner_allocates && self.dice_shared(attack.attacker);
                if pool {
                    let attacker = |strike: &Strike| setup.attacks[usize::from(strike.attacks[0])].attacker;
                    match pools.iter_mut().find(|strike| attacker(strike) == attack.attacker) {
                        // RULING: one pool on several targets takes the modifiers of the hardest of them.
                        Some(pooled) => {
                            if mods.net() < pooled.mods.net() {
                                pooled.mods = mods;
                                pooled.worth = worth;
                            }
                            pooled.attacks.push(index);
                        }
                        None => pools.push(Strike { attacks: vec![index], dice, mods, worth, pool }),
                    }
                    continue;
                }
                let alike =
                    |strike: &&mut Strike| strike.mods == mods && strike.worth == worth && canister.is_none();
                match strikes[first..].iter_mut().find(alike) {
                    Some(strike) => {
                        strike.attacks.push(index);
                        strike.dice = strike.dice.saturating_add(dice);
                    }
                    None => strikes.push(Strike { attacks: vec![index], dice, mods, worth, pool }),
                }
            }
        }
        strikes.append(&mut pools);
        strikes
    }

    /// Does this attacker throw one pool at several targets (`owner-allocates`)?
    fn dice_shared(&self, attacker: u8) -> bool {
        let attacks = self.setup.attacks.iter().zip(&self.dice);
        attacks.filter(|(attack, dice)| attack.attacker == attacker && **dice > 0).count() > 1
    }

    /// The targets of a strike that still stand, with their strength.
    fn strike_targets(&self, strike: &Strike) -> Vec<u8> {
        let mut targets: Vec<u8> = strike
            .attacks
            .iter()
            .map(|attack| self.setup.attacks[usize::from(*attack)].defender)
            .filter(|defender| self.alive(*defender))
            .collect();
        targets.dedup();
        targets
    }

    /// The sums that the result dice are added to; none where no stands of both sides are left in contact.
    ///
    /// Clause: `easy:III.D-check`.
    pub fn standing(&self) -> Option<Standing> {
        let setup = &self.setup;
        let touching: Vec<(u8, u8)> =
            setup.touching.iter().copied().filter(|(a, d)| self.counts(*a) && self.counts(*d)).collect();
        if touching.is_empty() {
            return None;
        }
        let total = |from: u8, to: u8| {
            sum((from..to).filter(|index| self.still_touches(*index)).map(|i| self.strength[usize::from(i)]))
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

    /// The decision that the combat waits for.
    pub fn choice(&self) -> Option<Choice> {
        let setup = &self.setup;
        match &self.stage {
            Stage::React => {
                let index = self.undecided()?;
                let battery = setup.fighter(index);
                let open = battery.reactions.clone();
                Some(Choice::React { battery: battery.id, open, by: battery.side })
            }
            Stage::Place { defender, hits } => {
                let among = self.exposed(*defender);
                let attackers = setup.fighter(0).side;
                let by = if setup.switches.shooter_places { attackers.enemy() } else { attackers };
                let hits = self.capped(*hits, &among);
                Some(Choice::Place {
                    shooter: setup.fighter(*defender).id,
                    hits,
                    among: self.named(&among),
                    by,
                })
            }
            Stage::Split => {
                let (attacker, targets) = self.undivided()?;
                Some(Choice::Split {
                    attacker: setup.fighter(attacker).id,
                    dice: self.strength[usize::from(attacker)],
                    among: targets
                        .iter()
                        .map(|attack| setup.fighter(setup.attacks[usize::from(*attack)].defender).id)
                        .collect(),
                    by: setup.fighter(attacker).side,
                })
            }
            Stage::Allocate { throw, hits } => {
                let strike = self.strikes().into_iter().nth(usize::from(*throw))?;
                let attacker = setup.fighter(setup.attacks[usize::from(strike.attacks[0])].attacker);
                let among = self.strike_targets(&strike);
                let hits = self.capped(*hits, &among);
                Some(Choice::Place {
                    shooter: attacker.id,
                    hits,
                    among: self.named(&among),
                    by: attacker.side,
                })
            }
            Stage::Defend(_)
            | Stage::Strike(_)
            | Stage::CheckAttackers
            | Stage::CheckDefenders { .. }
            | Stage::Done(_) => None,
        }
    }

    fn named(&self, among: &[u8]) -> Vec<(StandId, u8)> {
        among.iter().map(|i| (self.setup.fighter(*i).id, self.strength[usize::from(*i)])).collect()
    }

    fn capped(&self, hits: u8, among: &[u8]) -> u8 {
        hits.min(sum(among.iter().map(|index| self.strength[usize::from(*index)])))
    }

    fn undecided(&self) -> Option<u8> {
        self.setup.defenders().find(|&index| {
            self.alive(index)
                && self.setup.fighter(index).reactions.len() > 1
                && self.reactions[usize::from(index)].is_none()
        })
    }

    /// The first attacker whose dice have to be divided by its owner.
    fn undivided(&self) -> Option<(u8, Vec<u8>)> {
        (0..self.setup.attackers).filter(|index| self.alive(*index)).find_map(|attacker| {
            let targets = self.targets(attacker);
            let given = targets.iter().any(|attack| self.dice[usize::from(*attack)] > 0);
            (targets.len() > 1 && !given).then_some((attacker, targets))
        })
    }

    /// A battery does this (`easy:III.F`).
    pub fn react(&mut self, battery: StandId, reaction: Reaction) -> Result<(), Misfit> {
        let Some(Choice::React { open, .. }) = self.choice() else { return Err(Misfit::NotAsked) };
        // The batteries of one combat may choose in any order.
        let index = self.setup.index_of(battery).ok_or(Misfit::Stranger)?;
        if self.reactions[usize::from(index)].is_some() || self.setup.fighter(index).reactions.len() < 2 {
            return Err(Misfit::NotAsked);
        }
        let open =
            if self.undecided() == Some(index) { open } else { self.setup.fighter(index).reactions.clone() };
        if !open.contains(&reaction) {
            return Err(Misfit::NotOpen);
        }
        self.reactions[usize::from(index)] = Some(reaction);
        self.advance();
        Ok(())
    }

    /// The hits of the shooter fall so (`easy:III.B.4`).
    pub fn place(&mut self, shooter: StandId, placed: &[(StandId, u8)]) -> Result<(), Misfit> {
        let Some(Choice::Place { shooter: asked, hits, among, .. }) = self.choice() else {
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

    /// An attacker's dice are divided so (`easy:III.B.5`).
    pub fn split(&mut self, attacker: StandId, division: &[(StandId, u8)]) -> Result<(), Misfit> {
        if self.stage != Stage::Split {
            return Err(Misfit::NotAsked);
        }
        let index = self.setup.index_of(attacker).ok_or(Misfit::Stranger)?;
        let targets = self.targets(index);
        let divided = targets.iter().any(|attack| self.dice[usize::from(*attack)] > 0);
        if index >= self.setup.attackers || !self.alive(index) || targets.len() < 2 || divided {
            return Err(Misfit::NotAsked);
        }
        let dice = self.strength[usize::from(index)];
        let target_id = |attack: u8| self.setup.fighter(self.setup.attacks[usize::from(attack)].defender).id;
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
        let shares: Vec<(u8, u8)> = targets.iter().map(|attack| (*attack, given(*attack))).collect();
        for (attack, dice) in shares {
            self.dice[usize::from(attack)] = dice;
        }
        self.advance();
        Ok(())
    }

    /// Answers the pending choice as a cautious player would; says what was assumed. Used by odds and by offers.
    ///
    /// Batteries shelter where they can, else fire; hits fall one by one on the strongest; dice are divided evenly.
    pub fn decide_by_default(&mut self) -> Option<&'static str> {
        let choice = self.choice()?;
        let (done, assumed) = match choice {
            Choice::React { battery, open, .. } => {
                let reaction = open.first().copied().unwrap_or(Reaction::Stand);
                let words = match reaction {
                    Reaction::Evade => "guns taking shelter",
                    Reaction::Fire => "guns firing canister",
                    Reaction::Stand => "guns standing",
                };
                (self.react(battery, reaction), words)
            }
            Choice::Place { shooter, hits, among, .. } => {
                (self.place(shooter, &place_on_strongest(hits, &among)), "hits on the strongest")
            }
            Choice::Split { attacker, dice, among, .. } => {
                (self.split(attacker, &split_evenly(dice, &among)), "dice divided evenly")
            }
        };
        debug_assert_eq!(done, Ok(()), "the default is always a choice that is open");
        Some(assumed)
    }

    fn hurt(&mut self, index: u8, hits: u8) {
        let strength = &mut self.strength[usize::from(index)];
        *strength = strength.saturating_sub(hits);
    }

    /// Goes on to the next throw or choice.
    fn advance(&mut self) {
        loop {
            match self.stage {
                Stage::React => {
                    if self.undecided().is_some() {
                        return;
                    }
                    self.stage = Stage::Defend(self.setup.attackers);
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

    /// Gives dice where there is nothing to choose: one target, or no more and no fewer dice than targets.
    fn give_forced_dice(&mut self) {
        for attacker in (0..self.setup.attackers).filter(|index| self.alive(*index)).collect::<Vec<_>>() {
            let targets = self.targets(attacker);
            let strength = self.strength[usize::from(attacker)];
            let shared = self.setup.switches.owner_allocates;
            if targets.len() == 1 || shared {
                // A pool stands with all its dice at each target; it is thrown once.
                for target in targets {
                    self.dice[usize::from(target)] = strength;
                }
            } else if targets.len() == usize::from(strength) {
                for target in targets {
                    self.dice[usize::from(target)] = 1;
                }
            }
        }
    }

    /// What the pending throw is, in words and numbers; none where nothing is to be thrown.
    pub fn pending(&self) -> Option<Pending> {
        let setup = &self.setup;
        match &self.stage {
            Stage::Defend(index) => {
                let fighter = setup.fighter(*index);
                let exposed = self.exposed(*index);
                let guns = fighter.kind == Kind::Guns;
                let canister = exposed.first().filter(|_| guns).and_then(|target| {
                    let mut attacks = setup.attackers_of(*index).map(|(_, attack)| attack);
                    attacks.find(|attack| attack.attacker == *target)?.defender_fire.as_ref()
                });
                let (worth, clause, modifiers) = match canister {
                    Some(canister) => (canister.worth.clone(), "easy:III.F.2", canister.modifiers()),
                    None => (setup.worth(0), "easy:III.B.3", Vec::new()),
                };
                Some(Pending {
                    dice: self.strength[usize::from(*index)],
                    worth,
                    clause,
                    by: fighter.side,
                    what: if guns {
                        format!("{} fires canister", fighter.name)
                    } else {
                        format!("{} defends", fighter.name)
                    },
                    modifiers,
                })
            }
            Stage::Strike(number) => {
                let strike = self.strikes().into_iter().nth(usize::from(*number))?;
                let attack = &setup.attacks[usize::from(strike.attacks[0])];
                let attacker = setup.fighter(attack.attacker);
                let names = |ids: &mut dyn Iterator<Item = u8>| {
                    let mut names: Vec<&str> = ids.map(|i| setup.fighter(i).name.as_str()).collect();
                    names.dedup();
                    names.join(" and ")
                };
                let of = |index: &u8| &setup.attacks[usize::from(*index)];
                let who = names(&mut strike.attacks.iter().map(|index| of(index).attacker));
                let whom = names(&mut strike.attacks.iter().map(|index| of(index).defender));
                let (clause, verb, modifiers) = match &attack.attacker_fire {
                    Some(canister) => ("easy:III.F", "canister of", canister.modifiers()),
                    None => ("easy:III.B.2", "attack of", strike.mods.modifiers()),
                };
                Some(Pending {
                    dice: strike.dice,
                    worth: strike.worth,
                    clause,
                    by: attacker.side,
                    what: format!("{verb} {who} on {whom}"),
                    modifiers,
                })
            }
            Stage::React
            | Stage::Place { .. }
            | Stage::Split
            | Stage::Allocate { .. }
            | Stage::CheckAttackers
            | Stage::CheckDefenders { .. }
            | Stage::Done(_) => None,
        }
    }

    /// The attackers' total once their result die is down.
    pub fn attackers_total(&self) -> Option<u8> {
        match self.stage {
            Stage::CheckDefenders { total } => Some(total),
            _ => None,
        }
    }
}

/// A throw for hits that the combat waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    pub dice: u8,
    pub worth: Vec<u8>,
    pub clause: Clause,
    pub by: Side,
    /// `Ompteda defends`.
    pub what: String,
    pub modifiers: Vec<Modifier>,
}

impl Process for Fight {
    fn wants(&self) -> Option<Throw> {
        if let Some(pending) = self.pending() {
            let by = Some(pending.by.0);
            let on = match pending.worth.iter().position(|hits| *hits > 0) {
                Some(face) if face + 1 == pending.worth.len() => format!("hits on {}", face + 1),
                Some(face) => format!("hits on {} or more", face + 1),
                None => "cannot hit".to_owned(),
            };
            let why = format!("{}, {on}", pending.what);
            return Some(Throw::hits(pending.dice, pending.worth, by, pending.clause, why));
        }
        let side = self.setup.fighters.first()?.side;
        let result = |by: Side, who: &str| {
            Throw::sum(1, 6, Some(by.0), "easy:III.D-check", format!("result roll of the {who}"))
        };
        match self.stage {
            Stage::CheckAttackers => Some(result(side, "attackers")),
            Stage::CheckDefenders { .. } => Some(result(side.enemy(), "defenders")),
            _ => None,
        }
    }

    fn take(&mut self, answer: &Answer) {
        let value = u8::try_from(answer.value).unwrap_or(u8::MAX);
        match self.stage {
            Stage::Defend(defender) => self.stage = self.land(defender, value),
            Stage::Strike(throw) => {
                let strike = self.strikes().into_iter().nth(usize::from(throw));
                let targets = strike.as_ref().map(|s| self.strike_targets(s)).unwrap_or_default();
                let pool = strike.is_some_and(|strike| strike.pool);
                let enough = self.capped(u8::MAX, &targets);
                self.stage = match targets.as_slice() {
                    [only] => {
                        self.hurt(*only, value);
                        Stage::Strike(throw + 1)
                    }
                    _ if pool && value > 0 && value < enough => Stage::Allocate { throw, hits: value },
                    _ => {
                        if value > 0 {
                            targets.iter().for_each(|target| self.hurt(*target, value));
                        }
                        Stage::Strike(throw + 1)
                    }
                };
            }
            Stage::CheckAttackers => {
                if let Some(standing) = self.standing() {
                    self.stage = Stage::CheckDefenders { total: standing.attackers.saturating_add(value) };
                }
            }
            Stage::CheckDefenders { total } => {
                if let Some(standing) = self.standing() {
                    let verdict = compare(total, standing.defenders.saturating_add(value));
                    self.stage = Stage::Done(verdict);
                }
            }
            _ => {}
        }
        self.advance();
    }
}

impl Fight {
    /// The hits of a defender fall where there is nothing to choose; otherwise they wait to be placed.
    fn land(&mut self, defender: u8, hits: u8) -> Stage {
        let next = Stage::Defend(defender + 1);
        let guns = self.setup.fighter(defender).kind == Kind::Guns;
        let mut hits = hits;
        let mut among = self.exposed(defender);
        let front = self
            .setup
            .attackers_of(defender)
            .any(|(_, a)| a.edge == Edge::Front && among.contains(&a.attacker));
        if front && self.setup.switches.overflow_hits && !guns && among.len() == 1 {
            let first = among[0];
            let taken = hits.min(self.strength[usize::from(first)]);
            self.hurt(first, taken);
            hits -= taken;
            if hits == 0 {
                return next;
            }
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
                among.iter().for_each(|index| self.hurt(*index, u8::MAX));
                next
            }
            _ => Stage::Place { defender, hits },
        }
    }
}

/// Strength points added up; more than a byte holds is as good as a byte full.
fn sum(points: impl Iterator<Item = u8>) -> u8 {
    points.fold(0, u8::saturating_add)
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

/// Each hit on the stand that is then the strongest; equal ones in the order given.
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

/// Dice divided as evenly as can be, the first targets getting what is over.
pub fn split_evenly(dice: u8, among: &[StandId]) -> Vec<(StandId, u8)> {
    let count = among.len().max(1) as u8;
    let (each, over) = (dice / count, dice % count);
    (0_u8..).zip(among).map(|(index, stand)| (*stand, each + u8::from(index < over))).collect()
}

impl Fight {
    fn key(&self) -> (&[u8], &Stage, &[Option<Reaction>], &[u8]) {
        (&self.strength, &self.stage, &self.reactions, &self.dice)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::easy::combat::{placements, splits};

    const A: Side = Side(0);
    const D: Side = Side(1);

    /// An attacker of the tests: kind, strength, edge of the defender, cover on that edge.
    type Line = (Kind, u8, Edge, bool);

    fn fighter(id: u16, kind: Kind, side: Side, strength: u8) -> Fighter {
        Fighter {
            id: StandId(id),
            name: format!("stand {id}"),
            kind,
            side,
            strength,
            buildings: false,
            rolled: false,
            reactions: Vec::new(),
        }
    }

    fn attack(attacker: u8, defender: u8, edge: Edge) -> Attack {
        Attack {
            attacker,
            defender,
            edge,
            cover: false,
            continuing: false,
            stretch: 2000,
            attacker_fire: None,
            defender_fire: None,
        }
    }

    /// Several attackers (stands 0, 1, ...) on one defender (stand 9).
    fn on_one(attackers: &[Line], defender: (Kind, u8)) -> Setup {
        let mut fighters: Vec<Fighter> =
            (0_u16..).zip(attackers).map(|(id, (kind, sp, ..))| fighter(id, *kind, A, *sp)).collect();
        fighters.push(fighter(9, defender.0, D, defender.1));
        let count = attackers.len() as u8;
        let attacks: Vec<Attack> = (0_u8..)
            .zip(attackers)
            .map(|(index, (.., edge, cover))| Attack { cover: *cover, ..attack(index, count, *edge) })
            .collect();
        let touching = attacks.iter().map(|a| (a.attacker, a.defender)).collect();
        Setup {
            fighters,
            attackers: count,
            attacks,
            touching,
            bystanders: Vec::new(),
            switches: Switches::default(),
        }
    }

    fn foot(strength: u8, edge: Edge) -> Line {
        (Kind::Foot, strength, edge, false)
    }

    fn horse(strength: u8, edge: Edge) -> Line {
        (Kind::Horse, strength, edge, false)
    }

    /// Answers the pending throw with these faces.
    fn roll(fight: &mut Fight, faces: &[u16]) {
        let throw = fight.wants().expect("something is to be rolled");
        let answer = throw.read(faces).expect("the faces fit the throw");
        fight.take(&answer);
    }

    /// The lowest face that hits in the pending throw; 7 where none does.
    fn needs(fight: &Fight) -> u16 {
        fight.wants().and_then(|throw| throw.lowest_hit()).unwrap_or(7)
    }

    fn strengths(fight: &Fight) -> Vec<u8> {
        fight.strength().to_vec()
    }

    #[test]
    fn defender_rolls_first_and_the_front_stand_takes_all_hits() {
        let mut fight = Fight::new(on_one(&[foot(5, Edge::Front), foot(4, Edge::Right)], (Kind::Foot, 5)));
        roll(&mut fight, &[6, 5, 1, 2, 3]);
        assert_eq!(strengths(&fight), [3, 4, 5]);
        let throw = fight.wants().unwrap();
        assert_eq!((throw.dice, needs(&fight)), (7, 4));
    }

    #[test]
    fn five_strength_points_hit_with_fives_and_sixes_and_modifiers_count() {
        let hits = |attackers: &[Line]| {
            let mut fight = Fight::new(on_one(attackers, (Kind::Guns, 2)));
            let before = fight.strength()[attackers.len()];
            let dice = usize::from(fight.wants().unwrap().dice);
            roll(&mut fight, &[6, 5, 4, 1, 2][..dice]);
            (before, fight.strength()[attackers.len()], dice)
        };
        // Guns that are asked nothing have no dice: the attackers begin.
        assert_eq!(hits(&[foot(5, Edge::Front)]), (2, 0, 5));
        let mut fight = Fight::new(on_one(&[foot(5, Edge::Front)], (Kind::Foot, 9)));
        roll(&mut fight, &[1; 9]);
        roll(&mut fight, &[6, 5, 4, 1, 2]);
        assert_eq!(fight.strength()[1], 7);
        let mut fight = Fight::new(on_one(&[foot(5, Edge::Left)], (Kind::Foot, 9)));
        roll(&mut fight, &[4; 9]);
        assert_eq!(fight.strength()[0], 5, "no modifier helps the defender");
        roll(&mut fight, &[6, 5, 4, 1, 2]);
        assert_eq!(fight.strength()[1], 6);
    }

    #[test]
    fn a_lone_attacker_removed_by_the_defender_never_rolls() {
        let mut fight = Fight::new(on_one(&[foot(2, Edge::Front)], (Kind::Foot, 4)));
        roll(&mut fight, &[5, 6, 1, 1]);
        assert_eq!(strengths(&fight), [0, 4]);
        assert_eq!((fight.wants(), fight.verdict()), (None, Some(Verdict::Parted)));
    }

    #[test]
    fn hits_beyond_the_front_stand_are_lost_unless_they_overflow() {
        let mut setup = on_one(&[foot(3, Edge::Front), foot(4, Edge::Right)], (Kind::Foot, 5));
        let mut fight = Fight::new(setup.clone());
        roll(&mut fight, &[5; 5]);
        assert_eq!(strengths(&fight), [0, 4, 5]);
        setup.switches.overflow_hits = true;
        let mut fight = Fight::new(setup);
        roll(&mut fight, &[5; 5]);
        assert_eq!(strengths(&fight), [0, 2, 5]);
    }

    #[test]
    fn without_a_front_attacker_the_owner_places_the_hits() {
        let mut setup = on_one(&[foot(2, Edge::Left), foot(4, Edge::Right)], (Kind::Foot, 3));
        let mut fight = Fight::new(setup.clone());
        roll(&mut fight, &[5, 5, 6]);
        let Some(Choice::Place { shooter, hits, among, by }) = fight.choice() else { panic!() };
        assert_eq!((shooter, hits, by), (StandId(9), 3, A));
        let ways: BTreeSetOf = placements(hits, &among).into_iter().collect();
        let two = |a, b| [(StandId(0), a), (StandId(1), b)].into_iter().filter(|(_, n)| *n > 0).collect();
        assert_eq!(ways, [two(2, 1), two(1, 2), two(0, 3)].into_iter().collect());
        assert_eq!(
            fight.place(StandId(9), &[(StandId(0), 3)]),
            Err(Misfit::TooMany { stand: StandId(0), most: 2 })
        );
        assert_eq!(fight.place(StandId(9), &[(StandId(1), 2)]), Err(Misfit::Sum { wanted: 3 }));
        fight.place(StandId(9), &[(StandId(0), 1), (StandId(1), 2)]).unwrap();
        assert_eq!(strengths(&fight), [1, 2, 3]);
        setup.switches.shooter_places = true;
        let mut fight = Fight::new(setup);
        roll(&mut fight, &[5, 5, 6]);
        assert!(matches!(fight.choice(), Some(Choice::Place { by: D, .. })));
    }

    type BTreeSetOf = std::collections::BTreeSet<Vec<(StandId, u8)>>;

    /// One attacker of that strength (stand 0) on two infantry defenders (stands 8 in cover, 9) of 3 each.
    fn on_two(strength: u8) -> Setup {
        let mut setup = on_one(&[foot(strength, Edge::Front)], (Kind::Foot, 3));
        setup.fighters.insert(1, fighter(8, Kind::Foot, D, 3));
        setup.attacks = vec![Attack { cover: true, ..attack(0, 1, Edge::Front) }, attack(0, 2, Edge::Front)];
        setup.touching = vec![(0, 1), (0, 2)];
        setup
    }

    #[test]
    fn an_attacker_of_two_divides_its_dice_before_rolling() {
        let mut fight = Fight::new(on_two(5));
        roll(&mut fight, &[1, 1, 1]);
        roll(&mut fight, &[1, 1, 1]);
        let Some(Choice::Split { dice, among, .. }) = fight.choice() else { panic!() };
        assert_eq!((dice, splits(dice, &among).len()), (5, 4));
        assert_eq!(
            fight.split(StandId(0), &[(StandId(8), 5), (StandId(9), 0)]),
            Err(Misfit::NoDie { stand: StandId(9) })
        );
        fight.split(StandId(0), &[(StandId(8), 3), (StandId(9), 2)]).unwrap();
        assert_eq!((fight.wants().unwrap().dice, needs(&fight)), (3, 6));
        roll(&mut fight, &[5, 5, 6]);
        assert_eq!((fight.wants().unwrap().dice, needs(&fight)), (2, 5));
        roll(&mut fight, &[5, 6]);
        assert_eq!(strengths(&fight), [5, 2, 1]);
    }

    #[test]
    fn one_strength_point_puts_its_die_on_either_of_two() {
        let mut fight = Fight::new(on_two(1));
        roll(&mut fight, &[1, 1, 1]);
        roll(&mut fight, &[1, 1, 1]);
        fight.split(StandId(0), &[(StandId(9), 1)]).unwrap();
        roll(&mut fight, &[6]);
        assert_eq!(strengths(&fight), [1, 3, 2]);
    }

    #[test]
    fn under_owner_allocates_one_pool_is_rolled_and_its_hits_shared() {
        let mut setup = on_two(5);
        setup.switches.owner_allocates = true;
        let mut fight = Fight::new(setup);
        roll(&mut fight, &[1, 1, 1]);
        roll(&mut fight, &[1, 1, 1]);
        // The harder target's modifiers hold for the pool.
        assert_eq!((fight.wants().unwrap().dice, needs(&fight)), (5, 6));
        roll(&mut fight, &[6, 6, 1, 1, 1]);
        fight.place(StandId(0), &[(StandId(8), 2)]).unwrap();
        assert_eq!(strengths(&fight), [5, 1, 3]);
        assert!(fight.wants().unwrap().why.contains("result roll"));
    }

    /// The lowest hitting face of the attackers' first throw when the defender has rolled these faces.
    fn attackers_need(setup: Setup, defence: &[u16]) -> u16 {
        let mut fight = Fight::new(setup);
        roll(&mut fight, defence);
        needs(&fight)
    }

    #[test]
    fn every_stand_on_a_flank_or_the_rear_adds_one_for_all_dice() {
        let front = foot(4, Edge::Front);
        let need = |lines: &[Line]| attackers_need(on_one(lines, (Kind::Foot, 1)), &[1]);
        assert_eq!(need(&[front, foot(4, Edge::Right)]), 4);
        assert_eq!(need(&[front, foot(4, Edge::Right), foot(4, Edge::Left), foot(4, Edge::Rear)]), 2);
        let mut setup = on_one(&[foot(4, Edge::Right)], (Kind::Foot, 1));
        setup.fighters[1].buildings = true;
        assert_eq!(attackers_need(setup, &[1]), 5);
        let mut own = on_one(&[front, foot(4, Edge::Right)], (Kind::Foot, 1));
        own.switches.flank_own_dice = true;
        assert_eq!(attackers_need(own, &[1]), 5);
    }

    #[test]
    fn combined_arms_count_only_while_both_have_strength() {
        let lines = [foot(4, Edge::Front), horse(4, Edge::Right)];
        assert_eq!(attackers_need(on_one(&lines, (Kind::Foot, 2)), &[1, 1]), 3);
        let lines = [horse(1, Edge::Front), foot(4, Edge::Right)];
        assert_eq!(attackers_need(on_one(&lines, (Kind::Foot, 2)), &[6, 1]), 4);
    }

    #[test]
    fn cavalry_alone_against_infantry_needs_one_more() {
        assert_eq!(attackers_need(on_one(&[horse(4, Edge::Front)], (Kind::Foot, 2)), &[1, 1]), 6);
        assert_eq!(attackers_need(on_one(&[horse(4, Edge::Front)], (Kind::Horse, 2)), &[1, 1]), 5);
        let lines = [foot(1, Edge::Front), horse(4, Edge::Right)];
        assert_eq!(attackers_need(on_one(&lines, (Kind::Foot, 2)), &[6, 1]), 5);
    }

    #[test]
    fn a_wall_in_front_does_not_help_against_the_flank() {
        let walled = (Kind::Foot, 4, Edge::Front, true);
        assert_eq!(attackers_need(on_one(&[walled], (Kind::Foot, 1)), &[1]), 6);
        let mut fight = Fight::new(on_one(&[walled, foot(3, Edge::Right)], (Kind::Foot, 9)));
        roll(&mut fight, &[1; 9]);
        assert_eq!((fight.wants().unwrap().dice, needs(&fight)), (4, 5));
        roll(&mut fight, &[1; 4]);
        assert_eq!((fight.wants().unwrap().dice, needs(&fight)), (3, 4));
        let mut houses = on_one(&[(Kind::Horse, 4, Edge::Right, true)], (Kind::Foot, 1));
        houses.fighters[1].buildings = true;
        assert_eq!(attackers_need(houses, &[1]), 7, "cavalry on infantry in buildings cannot hit");
    }

    #[test]
    fn natural_faces_follow_their_options() {
        let mut setup = on_one(&[foot(4, Edge::Rear); 1], (Kind::Foot, 1));
        for _ in 0..4 {
            let attack = setup.attacks[0].clone();
            setup
                .fighters
                .insert(setup.attackers.into(), fighter(u16::from(setup.attackers), Kind::Foot, A, 1));
            setup.attackers += 1;
            setup.attacks.push(Attack { attacker: setup.attackers - 1, ..attack });
        }
        let last = setup.attackers;
        setup.attacks.iter_mut().for_each(|attack| attack.defender = last);
        setup.touching = setup.attacks.iter().map(|a| (a.attacker, a.defender)).collect();
        setup.fighters[usize::from(last)].rolled = true;
        setup.switches.one_roll = true;
        assert_eq!(needs(&Fight::new(setup.clone())), 1, "net +5: every die hits");
        setup.switches.one_misses = true;
        assert_eq!(needs(&Fight::new(setup)), 2);
        let mut hopeless = on_one(&[(Kind::Horse, 4, Edge::Front, true)], (Kind::Foot, 1));
        assert_eq!(attackers_need(hopeless.clone(), &[1]), 7);
        hopeless.switches.top_hits = true;
        assert_eq!(attackers_need(hopeless, &[1]), 6);
    }

    #[test]
    fn totals_decide_between_locked_retreat_and_rout() {
        let attackers_win = |rout| Verdict::Beaten { attackers_lose: false, rout };
        assert_eq!(compare(7, 7), Verdict::Locked);
        assert_eq!(compare(7, 4), Verdict::Locked);
        assert_eq!(compare(6, 3), attackers_win(false));
        assert_eq!(compare(8, 3), attackers_win(false));
        assert_eq!(compare(9, 3), attackers_win(true));
        assert_eq!(compare(12, 4), attackers_win(true));
        assert_eq!(compare(3, 9), Verdict::Beaten { attackers_lose: true, rout: true });
    }

    #[test]
    fn result_roll_adds_a_die_to_the_strength_left() {
        let setup = on_one(&[foot(3, Edge::Front), foot(4, Edge::Right)], (Kind::Foot, 3));
        let mut fight = Fight::new(setup.clone());
        roll(&mut fight, &[1, 1, 1]);
        roll(&mut fight, &[1; 7]);
        roll(&mut fight, &[2]);
        assert_eq!(fight.attackers_total(), Some(9));
        roll(&mut fight, &[1]);
        assert_eq!(fight.verdict(), Some(Verdict::Beaten { attackers_lose: false, rout: false }));
        let mut gone = Fight::new(setup);
        roll(&mut gone, &[1, 1, 1]);
        roll(&mut gone, &[6; 7]);
        assert_eq!((gone.wants(), gone.verdict()), (None, Some(Verdict::Parted)));
    }

    #[test]
    fn bystanders_count_in_the_total_where_the_option_says_so() {
        let mut setup = on_one(&[foot(3, Edge::Front)], (Kind::Foot, 3));
        setup.bystanders = vec![(4, vec![1])];
        let mut fight = Fight::new(setup);
        roll(&mut fight, &[1, 1, 1]);
        roll(&mut fight, &[1, 1, 1]);
        roll(&mut fight, &[2]);
        assert_eq!(fight.attackers_total(), Some(9));
    }

    #[test]
    fn in_a_mixed_combat_the_second_roll_falls_on_the_newcomer_only() {
        let mut setup = on_one(&[foot(4, Edge::Front), foot(5, Edge::Right)], (Kind::Foot, 4));
        setup.attacks[0].continuing = true;
        setup.fighters[2].rolled = true;
        let mut fight = Fight::new(setup.clone());
        assert_eq!((fight.wants().unwrap().dice, needs(&fight)), (4, 5));
        roll(&mut fight, &[5, 6, 1, 1]);
        assert_eq!(strengths(&fight), [4, 3, 4]);
        assert_eq!((fight.wants().unwrap().dice, needs(&fight)), (7, 4));
        setup.switches.one_roll = true;
        assert_eq!(Fight::new(setup.clone()).wants().unwrap().dice, 9, "the defender rolls no second time");
        setup.switches.one_roll = false;
        setup.attacks[1].continuing = true;
        assert_eq!(Fight::new(setup).wants().unwrap().dice, 9, "all of them go on attacking");
    }

    /// Canister worth these hits by face.
    fn canister(lowest: u16) -> Option<Canister> {
        let worth: Vec<u8> = (1..=10).map(|face| u8::from(face >= lowest)).collect();
        let text = serde_json::json!({ "worth": worth, "poor": false, "counter": false, "cover": false });
        serde_json::from_value(text).ok()
    }

    fn guns(lowest: u16, edge: Edge, reactions: &[Reaction]) -> Setup {
        let mut setup = on_one(&[foot(5, edge)], (Kind::Guns, 2));
        setup.fighters[1].reactions = reactions.to_vec();
        setup.attacks[0].defender_fire = canister(lowest);
        setup
    }

    #[test]
    fn a_battery_fires_canister_and_the_survivors_reply() {
        let mut fight = Fight::new(guns(2, Edge::Front, &[Reaction::Evade, Reaction::Fire, Reaction::Stand]));
        assert!(matches!(fight.choice(), Some(Choice::React { by: D, .. })));
        fight.react(StandId(9), Reaction::Fire).unwrap();
        let throw = fight.wants().unwrap();
        assert_eq!((throw.dice, throw.sides, needs(&fight)), (2, 10, 2));
        roll(&mut fight, &[3, 1]);
        assert_eq!(fight.wants().unwrap().dice, 4);
        roll(&mut fight, &[4, 4, 4, 4]);
        roll(&mut fight, &[5]);
        roll(&mut fight, &[4]);
        assert_eq!(fight.verdict(), Some(Verdict::Locked), "9 against 6");
    }

    #[test]
    fn a_battery_that_cannot_or_will_not_has_no_dice() {
        let mut fight = Fight::new(guns(2, Edge::Right, &[Reaction::Stand]));
        assert_eq!((fight.wants().unwrap().dice, needs(&fight)), (5, 4));
        roll(&mut fight, &[4, 5, 1, 1, 1]);
        assert_eq!((strengths(&fight), fight.verdict()), (vec![5, 0], Some(Verdict::Parted)));
    }

    #[test]
    fn guns_in_shelter_take_and_give_nothing() {
        let mut fight = Fight::new(guns(2, Edge::Front, &[Reaction::Evade, Reaction::Fire, Reaction::Stand]));
        assert_eq!(fight.react(StandId(3), Reaction::Evade), Err(Misfit::Stranger));
        fight.react(StandId(9), Reaction::Evade).unwrap();
        assert_eq!((fight.wants(), fight.verdict()), (None, Some(Verdict::Parted)));
        assert_eq!(strengths(&fight), [5, 2]);
    }

    #[test]
    fn of_two_batteries_each_takes_its_own_option() {
        let mut setup = guns(5, Edge::Front, &[Reaction::Fire, Reaction::Stand]);
        setup.fighters.push(Fighter {
            reactions: vec![Reaction::Evade, Reaction::Stand],
            ..fighter(10, Kind::Guns, D, 2)
        });
        setup.attacks.push(Attack { defender_fire: canister(5), ..attack(0, 2, Edge::Front) });
        setup.touching.push((0, 2));
        let mut fight = Fight::new(setup);
        fight.react(StandId(9), Reaction::Fire).unwrap();
        fight.react(StandId(10), Reaction::Evade).unwrap();
        roll(&mut fight, &[5, 4]);
        assert_eq!(fight.choice(), None, "dice go to the one target that is left");
        assert_eq!(fight.wants().unwrap().dice, 4);
    }

    #[test]
    fn an_attacking_battery_rolls_canister_apart_from_the_others() {
        let mut setup = on_one(&[(Kind::Guns, 2, Edge::Front, false), foot(3, Edge::Right)], (Kind::Foot, 4));
        setup.attacks[0].continuing = true;
        setup.attacks[0].attacker_fire = canister(3);
        setup.fighters[2].rolled = true;
        let mut fight = Fight::new(setup);
        roll(&mut fight, &[5, 1, 1, 1]);
        assert_eq!(strengths(&fight), [2, 2, 4], "only the newcomer is exposed");
        assert_eq!((fight.wants().unwrap().sides, needs(&fight)), (10, 3));
        roll(&mut fight, &[3, 2]);
        assert_eq!((fight.wants().unwrap().sides, needs(&fight)), (6, 4));
    }

    #[test]
    fn a_fight_survives_its_own_text() {
        let mut fight = Fight::new(on_two(5));
        roll(&mut fight, &[1, 5, 1]);
        let text = serde_json::to_string(&fight).unwrap();
        let back: Fight = serde_json::from_str(&text).unwrap();
        assert_eq!(back, fight);
    }

    /// An independent computation for one attacker on one defender, both infantry, no modifiers:
    /// binomials convolved by hand, then the 36 pairs of result dice.
    fn convolved(attacker: u8, defender: u8) -> std::collections::BTreeMap<(u8, u8, Verdict), f64> {
        let binomial = |n: u8, k: u8| {
            let choose = (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
            choose * (1.0_f64 / 3.0).powi(i32::from(k)) * (2.0_f64 / 3.0).powi(i32::from(n - k))
        };
        let mut ends = std::collections::BTreeMap::new();
        for against in 0..=defender {
            let left = attacker.saturating_sub(against);
            for hits in 0..=left {
                let chance = binomial(defender, against) * binomial(left, hits);
                let other = defender.saturating_sub(hits);
                if left == 0 || other == 0 {
                    *ends.entry((left, other, Verdict::Parted)).or_insert(0.0) += chance;
                    continue;
                }
                for (a, d) in (1..=6).flat_map(|a| (1..=6).map(move |d| (a, d))) {
                    let verdict = compare(left + a, other + d);
                    *ends.entry((left, other, verdict)).or_insert(0.0) += chance / 36.0;
                }
            }
        }
        ends
    }

    #[test]
    fn odds_agree_with_an_independent_convolution() {
        for (attacker, defender) in [(1, 1), (5, 4), (3, 8), (7, 2)] {
            let expected = convolved(attacker, defender);
            let fight = Fight::new(on_one(&[foot(attacker, Edge::Front)], (Kind::Foot, defender)));
            let weighed = crate::dice::weigh_process(fight);
            let total: f64 = weighed.values().sum();
            assert!((total - 1.0).abs() < 1e-12, "{total}");
            assert_eq!(weighed.len(), expected.len());
            for (end, chance) in weighed {
                let key = (end.strength()[0], end.strength()[1], end.verdict().unwrap());
                assert!((expected[&key] - chance).abs() < 1e-12, "{key:?}");
            }
        }
    }

    #[test]
    fn odds_agree_with_twenty_thousand_seeded_combats() {
        use crate::dice::{Rolled, Tray};
        const GAMES: u32 = 20_000;
        let lines = [foot(4, Edge::Front), horse(3, Edge::Right)];
        let start = Fight::new(on_one(&lines, (Kind::Foot, 5)));
        let exact = crate::dice::weigh_process(start.clone());
        let mut seen = std::collections::BTreeMap::new();
        for game in 0..GAMES {
            let mut tray = Rolled::new(1815, u64::from(game));
            let mut fight = start.clone();
            while let Some(throw) = fight.wants() {
                fight.take(&tray.answer(&throw).unwrap());
            }
            *seen.entry(fight).or_insert(0_u32) += 1;
        }
        // Chi-squared over the ends expected five times or more: for k terms its mean is about k and its standard deviation
        // the root of 2k, so a right distribution stays below k + 4 of those but for one seed in ten thousand.
        let (mut chi, mut terms) = (0.0, 0.0);
        for (end, chance) in exact {
            let expected = chance * f64::from(GAMES);
            if expected >= 5.0 {
                let observed = f64::from(seen.get(&end).copied().unwrap_or(0));
                chi += (observed - expected).powi(2) / expected;
                terms += 1.0;
            }
        }
        assert!(terms > 20.0);
        assert!(chi < terms + 4.0 * f64::sqrt(2.0 * terms), "chi {chi} of {terms}");
    }
}
