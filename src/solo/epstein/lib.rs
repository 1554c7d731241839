//! Solo players of Epstein's rules.
//!
//! A period is played in stages, group by group: routers halt, guns and muskets fire, charges are made while they promise
//! anything, the rest moves, and groups that have come into range fire. Values come from exact dice. Nothing is random and no
//! clock is used: the same seed always gives the same game.
//!
//! | file | what it is for |
//! |---|---|
//! | `board` | who stands where, and what a side is after |
//! | `odds` | what charges and volleys are worth |
//! | `assault` | the ways of charges, and the best of them |
//! | `guns` | what a gun strikes |
//! | `houses` | fire and assaults at houses, and who is sent there |
//! | `leaders` | where leaders go |
//! | `march` | the moves of a period, and the companies that screen battalions |
//! | `answer` | fire that is held, squares, losses |

mod answer;
mod assault;
mod board;
mod guns;
mod houses;
mod leaders;
mod march;
mod odds;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use epstein::kind::Arm;
use epstein::order::{Family, Order};
use epstein::state::{GroupId, Phase, State};
use epstein::{Epstein, fire, rally};
use game::minds::{Deed, SoloPlayer};
use game::plan::Task;
use game::{InProgress, Minds, Odds, Offer, RuleSet as _};
use scenario::Side;

use board::Board;

/// Maximum number of orders in one period: after that it is only brought to an end.
const PATIENCE: usize = 600;

/// So many charges are proposed at a time, at most.
const CHARGES: usize = 40;

/// The stages of a period, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Rally,
    Guns,
    Volleys,
    Houses,
    Charges,
    Moves,
    /// Volleys of groups that have come into range.
    LateVolleys,
    LateCharges,
    /// Groups that have come up to a house.
    LateHouses,
    Leaders,
    End,
}

impl Stage {
    fn next(self) -> Self {
        match self {
            Self::Rally => Self::Guns,
            Self::Guns => Self::Volleys,
            Self::Volleys => Self::Houses,
            Self::Houses => Self::Charges,
            Self::Charges => Self::Moves,
            Self::Moves => Self::LateVolleys,
            Self::LateVolleys => Self::LateCharges,
            Self::LateCharges => Self::LateHouses,
            Self::LateHouses => Self::Leaders,
            Self::Leaders | Self::End => Self::End,
        }
    }
}

/// Two players of a battle.
#[derive(Debug)]
pub struct Staff {
    players: [SoloPlayer; 2],
    /// Turn and side of the period being played.
    moment: Option<(u8, Side)>,
    stage: Stage,
    /// What the battalions of the active side have to do in this period; `None` where its player makes no plan.
    plan: Option<BTreeMap<GroupId, Task>>,
    /// Have all charges been proposed that promise anything as things stand?
    charging: bool,
    /// Groups still to be considered in this stage, the next one last.
    left: Vec<GroupId>,
    /// The next orders, best first.
    proposals: VecDeque<Order>,
    /// Number of orders given in this period.
    orders: usize,
    /// Has the order been proposed that ends the period whatever else is refused?
    ended: bool,
    /// Why the last order was proposed.
    reason: Option<String>,
    /// The groups that orders of this period have named.
    named: BTreeSet<GroupId>,
    /// By side, groups that did nothing in a period, and all.
    idle: [(u32, u32); 2],
}

impl Minds for Staff {
    type Rules = Epstein;

    fn new(state: &State) -> Self {
        Self::playing(state, [SoloPlayer::Classic; 2])
    }

    fn playing(_: &State, players: [SoloPlayer; 2]) -> Self {
        Self {
            players,
            moment: None,
            stage: Stage::Rally,
            plan: None,
            charging: false,
            left: Vec::new(),
            proposals: VecDeque::new(),
            orders: 0,
            ended: false,
            reason: None,
            named: BTreeSet::new(),
            idle: [(0, 0); 2],
        }
    }

    fn look(&mut self, game: &dyn InProgress<Epstein>) {
        let state = game.state();
        self.proposals.clear();
        self.charging = false;
        self.ended = false;
        if state.phase != Phase::Period {
            return;
        }
        if let Some(pending) = state.waits() {
            self.proposals = answer::orders(state, &pending).into();
            return;
        }
        let moment = Some((state.turn, state.active));
        if self.moment != moment {
            self.moment = moment;
            self.orders = 0;
            let plans = self.player(state) != SoloPlayer::Classic;
            self.plan = plans.then(|| board::plan(state, state.active));
            self.begin(state, Stage::Rally);
        }
        self.orders += 1;
        if self.orders > PATIENCE {
            self.begin(state, Stage::End);
        }
    }

    fn propose(&mut self, game: &dyn InProgress<Epstein>) -> Option<Order> {
        let state = game.state();
        loop {
            if let Some(order) = self.proposals.pop_front() {
                self.reason = told(state, &order, self.plan.as_ref());
                return Some(order);
            }
            self.reason = None;
            if self.ended || state.phase != Phase::Period || state.waits().is_some() {
                return None;
            }
            self.think(game);
        }
    }

    fn reason(&self) -> Option<String> {
        self.reason.clone()
    }

    fn saw(&mut self, game: &dyn InProgress<Epstein>, order: &Order) {
        let state = game.state();
        self.named.extend(order.named().into_iter().filter_map(|key| state.find_group(key).ok()));
        if let Some((_, side)) = self.moment.filter(|_| *order == Order::EndPeriod) {
            let (idle, all) = &mut self.idle[side.index()];
            for id in state.friends_of(side) {
                *idle += u32::from(!self.named.contains(&id));
                *all += 1;
            }
            self.named.clear();
        }
    }

    fn deeds(&self, _: &State) -> Vec<Deed> {
        let told = Side::BOTH.into_iter().zip(self.idle).filter(|(_, (_, of))| *of > 0);
        let name = || "groups that do nothing in a period".to_owned();
        told.map(|(side, (count, of))| Deed { side: side.0, name: name(), count, of }).collect()
    }

    /// The order that ends the period comes last, and groups that may halt do not run on.
    fn prefer(&mut self, _: &State, _: Option<Side>, offers: &mut Vec<&Offer<Order>>) {
        offers.sort_by_key(|offer| match offer.kind {
            "end-period" => 2,
            "run-on" => 1,
            _ => 0,
        });
    }
}

impl Staff {
    fn player(&self, state: &State) -> SoloPlayer {
        self.players[state.active.index()]
    }

    /// Begins a stage, in which every group of the side is considered.
    fn begin(&mut self, state: &State, stage: Stage) {
        self.stage = stage;
        self.charging = false;
        self.left = match stage {
            Stage::Rally => rally::waiting(state),
            Stage::Moves => march::order_of_march(state),
            Stage::Guns | Stage::Volleys | Stage::Charges | Stage::LateVolleys | Stage::LateCharges => {
                state.friends_of(state.active).collect()
            }
            Stage::Houses | Stage::LateHouses => state.friends_of(state.active).collect(),
            Stage::Leaders => leaders::of(state),
            Stage::End => Vec::new(),
        };
        self.left.reverse();
    }

    /// Considers the next group, or begins the next stage.
    fn think(&mut self, game: &dyn InProgress<Epstein>) {
        let state = game.state();
        if self.stage == Stage::End {
            self.ended = true;
            self.proposals.push_back(Order::EndPeriod);
            return;
        }
        if matches!(self.stage, Stage::Charges | Stage::LateCharges) {
            // Each charge changes the value of the others: the best of all is made, until none is good enough.
            if std::mem::replace(&mut self.charging, true) {
                self.begin(state, self.stage.next());
                return;
            }
            // Players of the first versions think of the best alone.
            let player = self.player(state);
            let most = if player == SoloPlayer::Classic { 1 } else { CHARGES };
            let found = assault::charges(state, &Board::new(state), assault::enough(player));
            self.proposals.extend(found.into_iter().take(most));
            return;
        }
        if matches!(self.stage, Stage::Houses | Stage::LateHouses) {
            // Each action at a house changes the offers there.
            self.proposals = houses::orders(state).into();
            if self.proposals.is_empty() || self.left.pop().is_none() {
                self.proposals.clear();
                self.begin(state, self.stage.next());
            }
            return;
        }
        let Some(id) = self.left.pop() else {
            self.begin(state, self.stage.next());
            return;
        };
        if state.groups.get(id.index()).is_none_or(|group| group.is_gone()) || !state.is_on_table(id) {
            return;
        }
        match self.stage {
            Stage::Rally => self.proposals.push_back(Order::Halt { unit: state.key(id) }),
            Stage::Guns => self.proposals.extend(guns::orders(state, id)),
            Stage::Volleys | Stage::LateVolleys => self.proposals.extend(volley(state, id)),
            Stage::Moves => self.proposals.extend(march::orders(state, id, self.plan.as_ref())),
            Stage::Leaders => self.proposals.extend(leaders::order(state, id)),
            Stage::Houses | Stage::LateHouses | Stage::Charges | Stage::LateCharges | Stage::End => {}
        }
    }
}

/// Why an order is given: the hits of guns on average, the two likeliest results of other fire and of charges; what whoever moves
/// has to do, and who is near.
fn told(state: &State, order: &Order, plan: Option<&BTreeMap<GroupId, Task>>) -> Option<String> {
    match order.family() {
        Family::Fire if fires_guns(state, order) => {
            let hits = epstein::odds::mean_hits(state, order).ok()?;
            Some(format!("{hits:.2} hits on average"))
        }
        Family::Fire | Family::Charges => {
            let Ok(Odds::Listed(results)) = Epstein::odds(state, order) else { return None };
            let likeliest = results.into_iter().take(2);
            let said: Vec<String> = likeliest
                .map(|chance| format!("{}: {:.0} %", chance.result, chance.probability * 100.0))
                .collect();
            Some(format!("likeliest: {}", said.join("; ")))
        }
        Family::Moves => {
            let id = state.find_group(order.unit()?).ok()?;
            let task = plan.and_then(|plan| plan.get(&id)).map(|task| board::told(state, task));
            let said: Vec<String> = task.into_iter().chain(march::near_whom(state, id)).collect();
            (!said.is_empty()).then(|| said.join("; "))
        }
        Family::Routs | Family::Decisions | Family::Periods | Family::Fiats => None,
    }
}

fn fires_guns(state: &State, order: &Order) -> bool {
    let by = order.unit().and_then(|unit| state.find_group(unit).ok());
    by.is_some_and(|by| state.arm(by) == Arm::Artillery)
}

/// The best target of a group's muskets, if the volley gives more than it takes.
fn volley(state: &State, id: GroupId) -> Option<Order> {
    fire::check_may_fire(state, id).ok()?;
    let aims = fire::aims(state, id);
    let mut targets: Vec<GroupId> =
        aims.iter().flat_map(|aims| aims.bound.iter().chain(&aims.slant)).map(|aim| aim.on).collect();
    targets.sort_unstable();
    targets.dedup();
    let worth = |on: GroupId| {
        let back = if epstein::answer::answering_stands(state, on, id).is_ok() {
            odds::volley_hits(state, on, id, true)
        } else {
            0.0
        };
        odds::volley_hits(state, id, on, false) - BACK * back
    };
    let best = targets.into_iter().map(|on| (on, worth(on))).max_by(|a, b| a.1.total_cmp(&b.1));
    let (on, _) = best.filter(|(_, worth)| *worth > 0.0)?;
    Some(Order::volley(state.key(id), state.key(on)))
}

/// Weight of hits lost on a charge because the fire was used to answer: less than that of hits given.
const BACK: f32 = 0.7;
