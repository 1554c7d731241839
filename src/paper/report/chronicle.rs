//! What a report tells, as plain data: the orders that stand turn by turn, strengths, losses, luck, and the rules in force.

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
    /// The side that knew this; none: the referee.
    pub seen_by: Option<String>,
    pub counted_in: &'static str,
    /// Turns of the battle.
    pub length: u8,
    /// The turn in which it goes on from a position that was kept; none: it begins at its beginning.
    pub goes_on: Option<u8>,
    /// As the viewer knew it: what was hidden from a side stays so to the end.
    pub ending: Ending,
    /// Since which orders its figures are what they are.
    pub since: Since,
    /// By side and row of its luck: the orders whose throws the row adds up.
    pub throws: [Vec<Vec<usize>>; 2],
    /// The start first, then turn by turn.
    pub turns: Vec<Played>,
    /// Those that stand, first to last.
    pub orders: Vec<EntrySummary>,
    /// All else in the record: orders that were taken back, and the steps to and fro.
    pub elsewhere: Vec<EntrySummary>,
    pub terms: Terms,
    /// Options that differ from their defaults.
    pub options: Vec<InForce>,
    pub kinds: &'static [LogKind],
    /// The acts of the referee that stand, first to last.
    pub acts: Vec<EarlierAct>,
}

/// A turn as it was played. One that was played again after the clock was set back is told twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// 0: before the first.
    pub number: u8,
    pub clock: String,
    /// Its orders, by their place in the list.
    pub orders: Range<usize>,
    /// The number of the last of them, or of the last before it; 0: the start.
    pub last: usize,
    /// The number of the order that ended it, with what comes at the end of a turn: it is the first of the turn that it begins. The
    /// last of its own where it has not ended.
    pub ended: usize,
    /// By side.
    pub sides: Vec<Tally>,
}

/// What a side had at the end of a turn, and what it lost in it; none: nobody keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub left: Option<u32>,
    pub lost: Option<u32>,
}

impl Played {
    /// What all sides lost in it; none: of one of them nobody keeps it.
    pub fn cost(&self) -> Option<u32> {
        self.sides.iter().map(|side| side.lost).sum()
    }
}

/// An option with another value than the printed rules have.
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

    /// What of a turn everybody at the table was told at once, with the number of its order.
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

    /// The first order of a turn in which they came to blows.
    pub fn first_blow(&self, turn: &Played) -> Option<&EntrySummary> {
        self.orders_of(turn).iter().find(|order| is_fight(self.kinds, order) || has_victims(order))
    }

    /// How many orders of a turn are of each kind that its rules list, kinds without any left out.
    pub fn counts(&self, turn: &Played) -> Vec<(&'static LogKind, usize)> {
        let of = |kind: &LogKind| {
            let is = |order: &&EntrySummary| {
                order.facts.as_ref().is_some_and(|facts| facts.kinds.contains(kind.name))
            };
            self.orders_of(turn).iter().filter(is).count()
        };
        self.kinds.iter().map(|kind| (kind, of(kind))).filter(|(_, count)| *count > 0).collect()
    }

    /// A turn as it is headed.
    pub fn heading(&self, turn: &Played) -> String {
        match (turn.number, self.goes_on) {
            (0, Some(first)) => format!("Where the game goes on, in turn {first}, {}", turn.clock),
            (0, None) => format!("Before the first turn, {}", turn.clock),
            (number, _) => format!("Turn {number}, {}", turn.clock),
        }
    }

    /// The name of the battle, and who sees it so.
    pub fn title(&self) -> String {
        match &self.seen_by {
            Some(side) => format!("{}, as the {side} side knew it", self.battle),
            None => self.battle.clone(),
        }
    }
}

/// Is it an order by which they came to blows? `kinds`: those that its rules list.
pub fn is_fight(kinds: &[LogKind], order: &EntrySummary) -> bool {
    let fights = |kind: &LogKind| {
        kind.fights && order.facts.as_ref().is_some_and(|facts| facts.kinds.contains(kind.name))
    };
    kinds.iter().any(fights)
}

/// Was somebody lost or beaten by it? A place that changes hands is no blow.
fn has_victims(order: &EntrySummary) -> bool {
    let is_victim = |kind: BannerKind| match kind {
        BannerKind::Lost | BannerKind::Retreat | BannerKind::Rout | BannerKind::Leader => true,
        BannerKind::Objective | BannerKind::Placed => false,
    };
    order.facts.as_ref().is_some_and(|facts| facts.banners.iter().any(|banner| is_victim(banner.kind)))
}

/// The turns with their orders: those that follow each other in one turn are of it.
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

/// What a side has left as it stands, where its losses are counted as its strength is.
fn now(side: &SideEnding) -> Option<u32> {
    let (_, at_first) = side.strength.first()?;
    let start: u32 = side.losses.iter().map(|loss| loss.start).sum();
    (start == *at_first).then(|| side.losses.iter().map(|loss| loss.left).sum())
}

/// By side and row of its luck: the orders whose throws the row adds up.
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

/// What is in the record and not among the orders that stand.
fn elsewhere(game: &dyn Game, viewer: Viewer, orders: &[EntrySummary]) -> Vec<EntrySummary> {
    let standing: BTreeSet<usize> = orders.iter().map(|order| order.number).collect();
    let all = (0..game.entries()).filter(|place| !standing.contains(&(place + 1)));
    all.filter_map(|place| game.entry(place, viewer)).collect()
}

/// The acts of the referee; a side hears of their reasons what their words say.
fn acts(game: &dyn Game, viewer: Viewer) -> Vec<EarlierAct> {
    let each = game.acts().iter().flat_map(|act| game.earlier_acts(act.name, None, viewer));
    let mut acts: Vec<EarlierAct> = each.collect();
    acts.sort_by_key(|act| act.number);
    if viewer != Viewer::Referee {
        acts.retain(|act| !act.words.is_empty());
        acts.iter_mut().for_each(|act| act.reason.clear());
    }
    acts
}
