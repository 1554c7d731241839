//! The paths of a retreat, and the units that it displaces (`cb:8a2`, `cb:8a3`, `cb:8a5`, `cb:9a`). Units: hexes.

use crate::chart::{self, Entry};
use crate::options::{DisplaceAway, DisplaceWhom, FailedChain, LocStop, RetreatPassFriends, RetreatZoc};
use crate::refusal::{Code, Refusal};
use crate::roster::UnitId;
use crate::state::State;
use crate::zones::{adjacent, zone};
use hexes::{Chains, Footing, Hex, HexMap, HexSet, Listed, Misstep, Step as Link};
use scenario::{Side, UnitSet};

use super::event::Loss;
use super::phase::{CombatPhase, Retreating, Step};

/// Maximum number of displacement chains listed for a unit. Any other legal one may be ordered all the same.
pub const CHAINS: usize = 60;

/// A retreating unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walker {
    pub unit: UnitId,
    pub here: Hex,
    /// Its first hex, to which it does not return (`cb:8a5`).
    pub from: Hex,
    /// Hexes to go, including this step.
    pub left: u8,
    /// It routs, by the result or after being forced into an enemy zone.
    pub routs: bool,
    /// Another enemy zone eliminates it: it routs, or was routed before (`cb:8a2`, `cb:12a`).
    pub is_last_chance: bool,
    /// Its retreat may end with this step, or go on (`cb:10e`).
    pub may_end: bool,
    /// It must go on; if not, nothing forces it into an enemy zone or eliminates it.
    pub must: bool,
}

/// The choices for one hex of a retreat, in the order of preference (`cb:8a2`).
#[derive(Clone, Debug)]
pub struct Choices {
    /// Free of enemies and their zones, and of friends unless they may be passed: nearer ones, or if there are none, the others. If
    /// there are any, nothing else is open, except that units withdrawing past friends may end their retreat by a chain (`cb:10e`).
    pub open: Vec<Hex>,
    /// Chains of displacements, the hex of the first friend first (`cb:8a3`); `None` if none can be completed.
    pub chains: Option<Chains>,
    /// In enemy zones: nearer ones, or else the others.
    pub zone: Vec<Hex>,
    /// It may be lost, for this reason.
    pub lost: Option<Loss>,
}

impl Choices {
    /// Every listed step: its hex, followed by those of the displaced; and whether there are more.
    pub fn all(&self, most: usize) -> (Vec<Vec<Hex>>, bool) {
        let mut ways: Vec<Vec<Hex>> = self.open.iter().map(|hex| vec![*hex]).collect();
        let mut more = false;
        if let Some(found) = &self.chains {
            let Listed { mut chains, more: cut } = found.shortest(most);
            if cut {
                chains.extend(found.by_ends().chains);
                chains.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
                chains.dedup();
            }
            more = cut;
            ways.extend(chains);
        }
        ways.extend(self.zone.iter().map(|hex| vec![*hex]));
        if self.lost.is_some() {
            ways.push(Vec::new());
        }
        (ways, more)
    }

    /// The only possibility; `None` if there is a choice, or nothing at all.
    pub fn only(&self) -> Option<Option<Hex>> {
        match (self.open.as_slice(), &self.chains, self.zone.as_slice(), self.lost) {
            ([only], None, [], None) | ([], None, [only], None) => Some(Some(*only)),
            ([], None, [], Some(_)) => Some(None),
            _ => None,
        }
    }

    /// Does it have a hex to go to, other than in enemy zones?
    pub fn has_hex(&self) -> bool {
        !self.open.is_empty() || self.chains.is_some()
    }
}

/// May a unit of this arm step from one hex to the other, ignoring zones and units?
///
/// Clauses: `cb:8a2`, `cb:9a`. Ruling: no river is crossed, bridge or not; guns need a road in woods and marsh.
fn is_passable(state: &State, map: &HexMap, unit: UnitId, from: Hex, to: Hex) -> bool {
    adjacent(map, from, to)
        && map.between(from, to).is_some_and(|marks| {
            let entry = chart::entry(map.kind(to), marks, state.game.arm(unit), &state.game.options);
            matches!(entry, Entry::Costs(_))
        })
}

/// The board during a side's retreats. The enemy's zones stay the same, as only this side moves.
#[derive(Clone, Debug)]
pub struct RetreatField<'s> {
    state: &'s State,
    map: &'s HexMap,
    side: Side,
    ezoc: HexSet,
    /// The units in each hex, by the grid's index, without the retreating one.
    at: Vec<Option<UnitId>>,
    /// Units that must still retreat from this combat, or withdraw.
    waiting: UnitSet,
    /// Friends who may not be displaced (option `displace-whom`).
    fixed: UnitSet,
}

impl<'s> RetreatField<'s> {
    /// The field of this unit.
    pub fn new(state: &'s State, phase: &CombatPhase, unit: UnitId) -> Self {
        let map = state.game.map();
        let side = state.side(unit);
        let mut at = vec![None; map.grid.len()];
        for (other, hex) in state.on_map().filter(|(other, _)| *other != unit) {
            at[map.grid.index(hex)] = Some(other);
        }
        let mut waiting: UnitSet = phase.withdrawing.iter().flatten().collect();
        let mut fixed = UnitSet::EMPTY;
        if let Some(fight) = &phase.fight
            && let Step::Retreats { left, .. } = &fight.step
        {
            waiting = waiting.or(left.iter().collect());
            if state.game.options.displace_whom == DisplaceWhom::Uninvolved {
                fixed = fight.attackers.iter().chain(&fight.defenders).collect();
            }
        }
        waiting.remove(unit);
        Self { state, map, side, ezoc: zone(state, side.enemy()), at, waiting, fixed: fixed.or(waiting) }
    }

    /// A retreating unit as a walker.
    pub fn walker(&self, retreating: &Retreating) -> Option<Walker> {
        let unit = retreating.unit;
        let here = self.state.hex(unit)?;
        Some(Walker {
            unit,
            here,
            from: retreating.from,
            left: retreating.left,
            routs: retreating.routs,
            is_last_chance: retreating.routs || self.state.unit(unit).routed,
            may_end: retreating.may_stop && retreating.left > 1,
            must: !retreating.may_stop || retreating.made == 0 || self.holder(here).is_some(),
        })
    }

    fn holder(&self, hex: Hex) -> Option<UnitId> {
        if self.map.contains(hex) { self.at[self.map.grid.index(hex)] } else { None }
    }

    /// Is another unit here that the retreating one is passing?
    pub fn is_held(&self, hex: Hex) -> bool {
        self.holder(hex).is_some()
    }

    pub fn is_zone(&self, hex: Hex) -> bool {
        self.ezoc.contains(hex)
    }

    fn is_friend(&self, unit: UnitId) -> bool {
        self.state.side(unit) == self.side
    }

    fn is_nearer(&self, from: Hex, to: Hex) -> bool {
        let far = |hex| self.state.game.to_communications(self.side, hex);
        far(to) < far(from)
    }

    /// Does a retreat end in this hex of the line of communications (`cb:8a5`, option `loc-stop`)?
    pub fn stops(&self, hex: Hex, routs: bool) -> bool {
        stops(self.state, self.side, hex, routs)
    }

    /// The neighbours that this unit could enter, by number, without those of enemies.
    fn exits(&self, unit: UnitId, from: Hex) -> Vec<Hex> {
        let next = self.map.neighbours(from).map(|(_, hex)| hex);
        let mut next: Vec<Hex> = next
            .filter(|to| is_passable(self.state, self.map, unit, from, *to))
            .filter(|to| self.holder(*to).is_none_or(|holder| self.is_friend(holder)))
            .collect();
        next.sort_unstable();
        next
    }

    /// May a friend be passed here, so that it does not count (`cb:8a2`, option `retreat-pass-friends`)?
    fn passes(&self, walker: &Walker, to: Hex) -> bool {
        let ends = walker.left <= 1 || self.stops(to, walker.routs);
        !ends && self.state.game.options.retreat_pass_friends == RetreatPassFriends::Allowed
    }

    /// The nearer ones of these, or all if none is nearer (`cb:8a5`).
    fn nearest(&self, from: Hex, hexes: Vec<Hex>) -> Vec<Hex> {
        let nearer: Vec<Hex> = hexes.iter().copied().filter(|to| self.is_nearer(from, *to)).collect();
        if nearer.is_empty() { hexes } else { nearer }
    }

    /// The hexes for this step without any complication, nearer or not.
    fn clear(&self, walker: &Walker) -> Vec<Hex> {
        let exits = self.exits(walker.unit, walker.here).into_iter();
        let free = |to: &Hex| self.holder(*to).is_none() || self.passes(walker, *to);
        exits.filter(|to| *to != walker.from && !self.is_zone(*to) && free(to)).collect()
    }

    /// May the friend in this hex be displaced at all?
    fn gives_way(&self, hex: Hex) -> bool {
        let friend = self.holder(hex).filter(|friend| self.is_friend(*friend));
        !self.is_zone(hex) && friend.is_some_and(|friend| !self.fixed.contains(friend))
    }

    /// All chains of displacements that this step can begin, including those that cannot be completed.
    ///
    /// Clause: `cb:8a3`. Ruling: the displaced go by the same order of preference, never into a zone, and into no hex that the chain
    /// leaves; friends farther from the line of communications are displaced only if no other chain works (option
    /// `displace-away`).
    fn chains(&self, walker: &Walker) -> Chains {
        let away = self.state.game.options.displace_away == DisplaceAway::NearerFirst;
        Chains::of(walker.here, |from| {
            let is_start = from == walker.here;
            let mover = if is_start { Some(walker.unit) } else { self.holder(from) };
            let exits = mover.map(|unit| self.exits(unit, from)).unwrap_or_default();
            let step = |to: Hex| {
                if to == walker.here || self.is_zone(to) || is_start && to == walker.from {
                    return None;
                }
                let nearer = self.is_nearer(from, to);
                if self.holder(to).is_none() {
                    let free = Link { to, footing: Footing::Free, rank: u8::from(!nearer) };
                    return Some(free).filter(|_| !is_start);
                }
                let held = Link { to, footing: Footing::Held, rank: if nearer { 2 } else { 3 } };
                Some(held).filter(|_| self.gives_way(to) && (nearer || away))
            };
            exits.into_iter().filter_map(step).collect::<Vec<_>>()
        })
    }

    /// The choices for this step.
    pub fn choices(&self, walker: &Walker) -> Choices {
        let none = Choices { open: Vec::new(), chains: None, zone: Vec::new(), lost: None };
        let clear = self.clear(walker);
        if !clear.is_empty() {
            let mut open = self.nearest(walker.here, clear);
            let mut chains = None;
            if walker.may_end {
                // A unit that may end its retreat here has the choices of one that must: a friend that could be passed is no
                // hex to end on, and makes room if all hexes are occupied (`cb:10e`).
                let last = self.clear(&Walker { left: 1, ..*walker });
                if last.is_empty() {
                    chains = Some(self.chains(walker)).filter(Chains::any);
                }
                open.extend(self.nearest(walker.here, last));
                open.sort_unstable();
                open.dedup();
            }
            return Choices { open, chains, ..none };
        }
        let options = &self.state.game.options;
        let chains = Some(self.chains(walker)).filter(Chains::any);
        if !walker.must {
            return Choices { chains, ..none };
        }
        let exits = self.exits(walker.unit, walker.here).into_iter().filter(|to| *to != walker.from);
        let exits: Vec<Hex> = exits.collect();
        let zone: Vec<Hex> =
            exits.iter().copied().filter(|to| self.is_zone(*to) && self.holder(*to).is_none()).collect();
        let away = options.displace_away == DisplaceAway::NearerFirst;
        let tried = exits.iter().any(|to| self.gives_way(*to) && (away || self.is_nearer(walker.here, *to)));
        if chains.is_none() && tried && options.failed_chain == FailedChain::Eliminated {
            return Choices { lost: Some(Loss::Chain), ..none };
        }
        let kills = walker.is_last_chance || options.retreat_zoc == RetreatZoc::Eliminate;
        let lost = match (zone.is_empty(), kills) {
            (true, _) => Some(Loss::NoRetreat),
            (false, true) => Some(Loss::Zone),
            (false, false) => None,
        };
        let zone = if kills { Vec::new() } else { self.nearest(walker.here, zone) };
        Choices { chains, zone, lost, ..none }
    }

    /// The friends that this unit must wait for before it sets out: its only hexes are held by units that must still retreat,
    /// and nobody else can make room (`cb:8a3`).
    pub fn waits_for(&self, walker: &Walker) -> UnitSet {
        if !self.clear(walker).is_empty() || self.chains(walker).any() {
            return UnitSet::EMPTY;
        }
        let exits = self.exits(walker.unit, walker.here).into_iter().filter(|to| !self.is_zone(*to));
        let holders = exits.filter_map(|to| self.holder(to));
        holders.filter(|holder| self.waiting.contains(*holder)).collect()
    }

    /// Is this step legal: to this hex, with the displaced going to these?
    pub fn allows(&self, choices: &Choices, to: Hex, chain: &[Hex]) -> bool {
        if chain.is_empty() && (choices.open.contains(&to) || choices.zone.contains(&to)) {
            return true;
        }
        let way: Vec<Hex> = std::iter::once(to).chain(chain.iter().copied()).collect();
        choices.chains.as_ref().is_some_and(|chains| chains.judge(&way).is_ok())
    }

    /// Is the step possible only for a retreat that ends with it (`cb:10e`)?
    pub fn ends_with(&self, walker: &Walker, to: Hex, chain: &[Hex]) -> bool {
        let goes_on = || self.nearest(walker.here, self.clear(walker)).contains(&to);
        walker.may_end && (!chain.is_empty() || !goes_on())
    }

    /// The units displaced by such a step, each with its new hex.
    pub fn displaced(&self, to: Hex, chain: &[Hex]) -> Vec<(UnitId, Hex)> {
        let from = std::iter::once(to).chain(chain.iter().copied());
        from.zip(chain).filter_map(|(from, to)| self.holder(from).map(|unit| (unit, *to))).collect()
    }

    /// The alternatives to this step, in words.
    fn remedy(&self, choices: &Choices) -> String {
        let say = |hexes: &[Hex]| hexes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let mut parts = Vec::new();
        if !choices.open.is_empty() {
            parts.push(format!("It may go to {}", say(&choices.open)));
        }
        if let Some(chains) = &choices.chains {
            parts.push(format!("It may displace a friend from {}", say(&chains.firsts())));
        }
        if !choices.zone.is_empty() {
            parts.push(format!("It may rout into {}", say(&choices.zone)));
        }
        if choices.lost.is_some() {
            parts.push("With no way it is eliminated".to_owned());
        }
        if parts.is_empty() { "It stops where it is".to_owned() } else { parts.join(". ") }
    }

    /// Refuses this step, which is not allowed, by the first clause.
    pub fn check(&self, walker: &Walker, choices: &Choices, to: Hex, chain: &[Hex]) -> Result<(), Refusal> {
        let remedy = self.remedy(choices);
        let name = self.state.say(walker.unit);
        let refuse = |code, clause, fact: String| Refusal::new(code, clause, fact, remedy.clone()).at([to]);
        let overruled = &self.state.overruled;
        if !self.map.contains(to) {
            return Err(refuse(Code::OffMap, "cb:8a6", format!("{to} is not on the map")));
        }
        let marks = self.map.between(walker.here, to);
        if marks.is_none() {
            let fact = format!("{to} is not next to {}", walker.here);
            refuse(Code::NotAdjacent, "cb:8a1", fact).unless(overruled)?;
        }
        let holder = self.holder(to);
        if holder.is_some_and(|holder| !self.is_friend(holder)) {
            return Err(refuse(Code::EnemyOccupied, "cb:8a2", format!("the enemy holds {to}")));
        }
        let river = marks.is_some_and(chart::is_river);
        if river {
            refuse(Code::River, "cb:8a2", format!("a river bars the way to {to}")).unless(overruled)?;
        }
        if !choices.open.is_empty() && chain.is_empty() {
            if self.is_zone(to) {
                refuse(Code::Ezoc, "cb:8a2", format!("{to} is in an enemy zone")).unless(overruled)?;
            }
            if let Some(holder) = holder.filter(|_| !self.passes(walker, to)) {
                let fact = format!("{} is in {to}, and an empty hex is open", self.state.game.say(holder));
                refuse(Code::Occupied, "cb:8a2", fact).unless(overruled)?;
            }
        }
        if to == walker.from {
            let fact = format!("{name} does not come back to where its retreat began");
            refuse(Code::NotNearer, "cb:8a5", fact).unless(overruled)?;
        }
        if marks.is_some() && !river && !is_passable(self.state, self.map, walker.unit, walker.here, to) {
            let kind = chart::kind_words(self.map.kind(to));
            let fact = format!("{to} is {kind} without a road from {}", walker.here);
            refuse(Code::NoRoad, "cb:9a", fact).unless(overruled)?;
        }
        if !choices.open.is_empty() && choices.chains.is_none() {
            if !chain.is_empty() {
                let fact = "an empty hex is open: nobody is displaced".to_owned();
                refuse(Code::VacantFirst, "cb:8a3", fact).unless(overruled)?;
            } else if self.clear(walker).contains(&to) {
                let fact = format!("{to} is no nearer the line of communications");
                refuse(Code::NotNearer, "cb:8a5", fact).unless(overruled)?;
            }
            return self.check_chain(walker, choices, to, chain);
        }
        match holder {
            Some(holder) => self.check_friend(walker, choices, holder, (to, chain))?,
            None => self.check_zone(walker, choices, to, chain)?,
        }
        self.check_chain(walker, choices, to, chain)
    }

    /// Refuses what cannot be carried out at all: only friends make room, one for another.
    fn check_chain(&self, walker: &Walker, choices: &Choices, to: Hex, chain: &[Hex]) -> Result<(), Refusal> {
        let Some((&last, between)) = chain.split_last() else { return Ok(()) };
        let way: Vec<Hex> = std::iter::once(to).chain(chain.iter().copied()).collect();
        let twice = way.iter().enumerate().any(|(at, hex)| way[..at].contains(hex));
        let is_friend = |hex: &Hex| self.holder(*hex).is_some_and(|holder| self.is_friend(holder));
        let enemy = self.holder(last).is_some_and(|holder| !self.is_friend(holder));
        let held = is_friend(&to) && between.iter().all(is_friend);
        if held && !twice && !between.contains(&walker.here) && self.map.contains(last) && !enemy {
            return Ok(());
        }
        let fact = self.say_misstep(walker, to, chain);
        Err(Refusal::new(Code::BadOrder, "cb:8a3", fact, self.remedy(choices)).at(way))
    }

    /// Refuses where nobody can be displaced from there, or not so (`cb:8a3`).
    fn check_friend(
        &self,
        walker: &Walker,
        choices: &Choices,
        holder: UnitId,
        (to, chain): (Hex, &[Hex]),
    ) -> Result<(), Refusal> {
        let refuse =
            |code, clause, fact: String| Refusal::new(code, clause, fact, self.remedy(choices)).at([to]);
        if self.is_zone(to) {
            let fact =
                format!("{} holds {to} in an enemy zone: nobody goes there", self.state.game.say(holder));
            return refuse(Code::Ezoc, "cb:8a2", fact).unless(&self.state.overruled);
        }
        let fact = if self.waiting.contains(holder) {
            format!("{} has still to go back", self.state.say(holder))
        } else if self.fixed.contains(holder) {
            format!("{} takes part in this combat and is not displaced", self.state.say(holder))
        } else {
            self.say_misstep(walker, to, chain)
        };
        refuse(Code::Occupied, "cb:8a3", fact).at(chain.iter().copied()).unless(&self.state.overruled)
    }

    /// Refuses an empty hex in an enemy zone while other hexes are open (`cb:8a2`).
    fn check_zone(&self, walker: &Walker, choices: &Choices, to: Hex, chain: &[Hex]) -> Result<(), Refusal> {
        let name = self.state.say(walker.unit);
        let refuse =
            |code, clause, fact: String| Refusal::new(code, clause, fact, self.remedy(choices)).at([to]);
        if !chain.is_empty() {
            return Err(refuse(Code::BadOrder, "cb:8a3", format!("{to} is empty: nobody is displaced")));
        }
        if !self.is_zone(to) && !self.clear(walker).contains(&to) {
            return Ok(());
        }
        if walker.must && !choices.zone.is_empty() {
            let fact = format!("{to} is no nearer the line of communications");
            return refuse(Code::NotNearer, "cb:8a5", fact).unless(&self.state.overruled);
        }
        let fact = if walker.must {
            format!("{to} is in an enemy zone, and {name} would be eliminated there")
        } else {
            format!("{to} is in an enemy zone, and {name} need not go on")
        };
        refuse(Code::Ezoc, "cb:8a2", fact).unless(&self.state.overruled)
    }

    /// Why a friend cannot be displaced from one hex to the other (`cb:8a3`).
    fn say_shut(&self, from: Hex, to: Hex) -> String {
        let holder = self.holder(to);
        if self.map.between(from, to).is_none() {
            return format!("it is not next to {from}");
        }
        if self.is_zone(to) {
            return "it is in an enemy zone".to_owned();
        }
        match (holder, self.holder(from)) {
            (Some(holder), _) if !self.is_friend(holder) => "the enemy holds it".to_owned(),
            (_, Some(unit)) if !is_passable(self.state, self.map, unit, from, to) => {
                "no road or no bridge leads there".to_owned()
            }
            (Some(holder), _) => format!("{} does not make way", self.state.game.say(holder)),
            (None, _) => "the chain has left it, or comes from there".to_owned(),
        }
    }

    /// The fault of a chain, in words; it begins with a friend that could make room.
    fn say_misstep(&self, walker: &Walker, to: Hex, chain: &[Hex]) -> String {
        let way: Vec<Hex> = std::iter::once(to).chain(chain.iter().copied()).collect();
        let holder =
            |hex: Hex| self.holder(hex).map_or_else(|| "nobody".to_owned(), |unit| self.state.game.say(unit));
        let of = |at: usize| holder(way[at.saturating_sub(1)]);
        match self.chains(walker).judge(&way) {
            Err(Misstep::Shut { at: 0 }) => format!("{} cannot be displaced from {to}", holder(to)),
            Err(Misstep::Shut { at }) => {
                let (from, shut) = (way[at.saturating_sub(1)], way[at]);
                format!("{} cannot be displaced to {shut}: {}", of(at), self.say_shut(from, shut))
            }
            Err(Misstep::Again { at }) => format!("{} would be left or entered twice", way[at]),
            Err(Misstep::Later { at, first }) => {
                let first: Vec<String> = first.iter().map(ToString::to_string).collect();
                let who = if at == 0 { self.state.game.say(walker.unit) } else { of(at) };
                format!("{who} has to go by {} first", first.join(", "))
            }
            Err(Misstep::Beyond { at }) => format!("{} is empty: nobody is displaced from there", way[at]),
            Err(Misstep::Short) | Ok(()) => {
                let last = way[way.len() - 1];
                format!("{} is displaced from {last} and is given no hex to go to", holder(last))
            }
        }
    }
}

/// Does a retreat of this side end in this hex (`cb:8a5`, option `loc-stop`)?
pub fn stops(state: &State, side: Side, hex: Hex, routs: bool) -> bool {
    let counts = routs || state.game.options.loc_stop == LocStop::All;
    counts && state.game.to_communications(side, hex) == 0
}
