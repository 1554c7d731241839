//! The content of a report, as plain data: the orders in effect turn by turn, strengths, losses, luck, and the rules in force.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::course::Course;
use desk::{EarlierAct, EntrySummary, Game, KindLuck, Since, StepError, Terms};
use dice::{Cast, Reading};
use game::{BannerKind, Clause, Ending, LogKind, SideEnding, Viewer};
use scenario::Side;

/// A game as a viewer may know it.
#[derive(Debug)]
pub struct Chronicle {
    pub battle: String,
    pub viewer: Viewer,
    /// The side that knew this; `None` for the referee.
    pub seen_by: Option<String>,
    pub counted_in: &'static str,
    /// Number of turns of the battle.
    pub length: u8,
    /// The turn in which it was resumed from a saved position; `None` if it starts at the beginning.
    pub goes_on: Option<u8>,
    /// As the viewer knew it: what was hidden from a side stays hidden to the end.
    pub ending: Ending,
    /// The orders that led to its figures.
    pub since: Since,
    /// By side and row of its luck: the orders with the throws of that row.
    pub throws: [Vec<Vec<usize>>; 2],
    /// The start first, then turn by turn.
    pub turns: Vec<Played>,
    /// The orders in effect, first to last.
    pub orders: Vec<EntrySummary>,
    /// Everything else in the record: orders that were taken back, and the steps through the record.
    pub elsewhere: Vec<EntrySummary>,
    pub terms: Terms,
    /// Options that differ from their defaults.
    pub options: Vec<InForce>,
    pub kinds: &'static [LogKind],
    /// The acts of the referee in effect and the orders that were let stand, first to last.
    pub acts: Vec<EarlierAct>,
}

/// A turn as played. One that was played again after the clock was set back occurs twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// 0 before the first turn.
    pub number: u8,
    pub clock: String,
    /// Its orders, by their indices in the list.
    pub orders: Range<usize>,
    /// The number of the last of them, or of the last before it; 0 for the start.
    pub last: usize,
    /// The number of the order that ended it, with the events at the end of a turn: the first order of the next turn. If it has
    /// not ended, the last of its own.
    pub ended: usize,
    /// By side.
    pub sides: Vec<Tally>,
}

/// Remaining strength of a side at the end of a turn, and its losses in it; `None` if no record is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub left: Option<u32>,
    pub lost: Option<u32>,
}

impl Played {
    /// The losses of all sides in the turn; `None` if no record is kept for one of them.
    pub fn cost(&self) -> Option<u32> {
        self.sides.iter().map(|side| side.lost).sum()
    }
}

/// An option whose value differs from the printed rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InForce {
    pub id: String,
    pub value: String,
    pub usual: &'static str,
    pub clause: Option<Clause>,
}

impl Chronicle {
    /// # Errors
    ///
    /// The record has changed meanwhile.
    pub fn of(game: &dyn Game, viewer: Viewer) -> Result<Self, StepError> {
        let orders = Course::of(game, viewer).orders;
        let ending = game.ending_as_known(viewer);
        let first = game.past(0)?.turn_number();
        let terms = game.terms();
        let option = |(id, value): (&String, &String)| {
            let spec = game.specs().iter().find(|spec| spec.id == id);
            let (usual, clause) = (spec.map_or("", |spec| spec.default), spec.map(|spec| spec.clause));
            InForce { id: id.clone(), value: value.clone(), usual, clause }
        };
        let options = terms.options.0.iter().map(option).filter(|one| one.value != one.usual).collect();
        let seen_by = match viewer {
            Viewer::Referee => None,
            Viewer::Side(side) => Some(
                ending.sides.get(side.index()).map_or_else(|| game.side_id(side), |side| side.name.clone()),
            ),
        };
        Ok(Self {
            battle: game.battle().1.to_owned(),
            viewer,
            seen_by,
            counted_in: game.counted_in(),
            length: game.turns(),
            turns: turns(game, first, &orders, &ending),
            goes_on: game.goes_on().then_some(first),
            since: game.since(viewer),
            throws: throws(game, &orders),
            elsewhere: elsewhere(game, viewer, &orders),
            options,
            kinds: game.log_kinds(),
            acts: acts(game, viewer),
            ending,
            orders,
            terms,
        })
    }

    /// The orders of a turn.
    pub fn orders_of(&self, turn: &Played) -> &[EntrySummary] {
        self.orders.get(turn.orders.clone()).unwrap_or_default()
    }

    /// The news of a turn for everybody at the table, with the number of the order.
    pub fn told(&self, turn: &Played, kind: BannerKind) -> Vec<(usize, &str)> {
        let banners = self.orders_of(turn).iter().flat_map(|order| {
            let banners = order.facts.iter().flat_map(|facts| &facts.banners);
            banners.map(move |banner| (order.number, banner))
        });
        banners
            .filter(|(_, banner)| banner.kind == kind)
            .map(|(number, banner)| (number, &*banner.words))
            .collect()
    }

    /// The first order of a turn with fighting.
    pub fn first_blow(&self, turn: &Played) -> Option<&EntrySummary> {
        self.orders_of(turn).iter().find(|order| is_fight(self.kinds, order) || has_victims(order))
    }

    /// The number of orders of a turn of each kind that its rules list, without kinds that do not occur.
    pub fn counts(&self, turn: &Played) -> Vec<(&'static LogKind, usize)> {
        let of = |kind: &LogKind| {
            let is = |order: &&EntrySummary| {
                order.facts.as_ref().is_some_and(|facts| facts.kinds.contains(kind.name))
            };
            self.orders_of(turn).iter().filter(is).count()
        };
        self.kinds.iter().map(|kind| (kind, of(kind))).filter(|(_, count)| *count > 0).collect()
    }

    /// The heading of a turn.
    pub fn heading(&self, turn: &Played) -> String {
        match (turn.number, self.goes_on) {
            (0, Some(first)) => format!("Where the game goes on, in turn {first}, {}", turn.clock),
            (0, None) => format!("Before the first turn, {}", turn.clock),
            (number, _) => format!("Turn {number}, {}", turn.clock),
        }
    }

    /// The name of the battle, and the viewer.
    pub fn title(&self) -> String {
        match &self.seen_by {
            Some(side) => format!("{}, as the {side} side knew it", self.battle),
            None => self.battle.clone(),
        }
    }
}

/// Is it an order with fighting? `kinds` are those that its rules list.
pub fn is_fight(kinds: &[LogKind], order: &EntrySummary) -> bool {
    let fights = |kind: &LogKind| {
        kind.fights && order.facts.as_ref().is_some_and(|facts| facts.kinds.contains(kind.name))
    };
    kinds.iter().any(fights)
}

/// Did it lose or beat a piece? A place that changes hands does not count.
fn has_victims(order: &EntrySummary) -> bool {
    let is_victim = |kind: BannerKind| match kind {
        BannerKind::Lost | BannerKind::Retreat | BannerKind::Rout | BannerKind::Leader => true,
        BannerKind::Objective | BannerKind::Placed => false,
    };
    order.facts.as_ref().is_some_and(|facts| facts.banners.iter().any(|banner| is_victim(banner.kind)))
}

/// The turns with their orders: successive orders in one turn belong together.
fn turns(game: &dyn Game, first: u8, orders: &[EntrySummary], ending: &Ending) -> Vec<Played> {
    let mut turns: Vec<Played> = vec![Played { number: 0, ..played(game, first.max(1), 0) }];
    for (place, order) in orders.iter().enumerate() {
        let before = turns.last().map_or(0, |turn| turn.number);
        let number = order.facts.as_ref().map_or(before, |facts| facts.turn).max(1);
        if before != number {
            let begins = order.facts.as_ref().is_some_and(|facts| facts.begins);
            if let Some(turn) = turns.last_mut().filter(|turn| turn.number > 0 && begins) {
                turn.ended = order.number;
            }
            turns.push(played(game, number, place));
        }
        if let Some(turn) = turns.last_mut() {
            turn.orders.end = place + 1;
            (turn.last, turn.ended) = (order.number, order.number);
        }
    }
    for place in 0..turns.len() {
        let number = turns[place].number;
        let is_last = turns[place + 1..].iter().all(|turn| turn.number != number);
        let is_now = place + 1 == turns.len() && place > 0;
        turns[place].sides = ending
            .sides
            .iter()
            .enumerate()
            .map(|(side, told)| {
                let kept = told.strength.iter().find(|(turn, _)| *turn == number && is_last);
                let left = kept.map(|(_, left)| *left).or_else(|| if is_now { now(told) } else { None });
                let before = turns[..place].last().and_then(|turn| turn.sides.get(side)?.left);
                Tally { left, lost: before.zip(left).map(|(before, left)| before.saturating_sub(left)) }
            })
            .collect();
    }
    turns
}

fn played(game: &dyn Game, number: u8, place: usize) -> Played {
    Played { number, clock: game.clock(number), orders: place..place, last: 0, ended: 0, sides: Vec::new() }
}

/// The present strength of a side, if its losses are counted in strength.
fn now(side: &SideEnding) -> Option<u32> {
    let (_, at_first) = side.strength.first()?;
    let start: u32 = side.losses.iter().map(|loss| loss.start).sum();
    (start == *at_first).then(|| side.losses.iter().map(|loss| loss.left).sum())
}

/// By side and row of its luck: the orders with the throws of that row.
fn throws(game: &dyn Game, orders: &[EntrySummary]) -> [Vec<Vec<usize>>; 2] {
    Side::BOTH.map(|side| {
        let rows = game.luck()[side.index()].kinds.iter();
        let of_row = |kind: &KindLuck| {
            let adds = |cast: &Cast| {
                let reading = match cast.throw.reading {
                    Reading::Hits(_) => kind.hits,
                    Reading::Sum => !kind.hits,
                    Reading::Each => false,
                };
                let own = cast.throw.by.map(Side) == Some(side);
                reading && own && game.throw_kind(&cast.throw) == Some(kind.kind)
            };
            let with = orders.iter().filter(|order| order.dice.iter().any(|(cast, _)| adds(cast)));
            with.map(|order| order.number).collect()
        };
        rows.map(of_row).collect()
    })
}

/// Everything in the record that is not among the orders in effect.
fn elsewhere(game: &dyn Game, viewer: Viewer, orders: &[EntrySummary]) -> Vec<EntrySummary> {
    let standing: BTreeSet<usize> = orders.iter().map(|order| order.number).collect();
    let all = (0..game.entries()).filter(|place| !standing.contains(&(place + 1)));
    let entries = all.filter_map(|place| game.entry(place, viewer));
    entries.filter(|entry| !entry.words.is_empty()).collect()
}

/// The acts of the referee and the orders let stand; a side learns only as much of their reasons as their words contain.
fn acts(game: &dyn Game, viewer: Viewer) -> Vec<EarlierAct> {
    let each = game.acts().iter().flat_map(|act| game.earlier_acts(act.name, None, viewer));
    let mut acts: Vec<EarlierAct> = each.chain(game.let_stand(viewer)).collect();
    acts.sort_by_key(|act| act.number);
    if viewer != Viewer::Referee {
        acts.retain(|act| !act.words.is_empty());
        acts.iter_mut().for_each(|act| act.reason.clear());
    }
    acts
}
