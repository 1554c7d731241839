//! Solo players of 1800: La Bataille de Marengo.
//!
//! Each movement phase is planned as a whole, attacks first; then corps after corps marches, its leader last, to where all of
//! it is in range and the leader is safe. Nothing is random and no clock is used: the same seed always gives the same game.
//!
//! | file | what it is for |
//! |---|---|
//! | `aims` | what places are worth, and what threatens them |
//! | `fights` | what the combats come to that are owed |
//! | `march` | the moves of a phase, group by group |
//! | `choice` | combats, retreats, advances, reorganisation |

mod aims;
mod choice;
mod fights;
#[cfg(test)]
#[path = "../../rules/casus_belli/fixture.rs"]
pub mod fixture;
#[cfg(test)]
#[path = "../../../tests/shared/hex_lab.rs"]
pub mod hex_lab;
mod march;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use aims::Aims;
use casus_belli::combat::odds::outlook;
use casus_belli::combat::table::Column;
use casus_belli::order::Assault;
use casus_belli::state::{Pending, Phase, State};
use casus_belli::{CasusBelli, Order, charge, turn};
use game::minds::{Boldness, Deed, SoloPlayer};
use game::{InProgress, Minds, Offer};
use march::March;
use scenario::Side;

/// Maximum number of orders in one phase: after that it is only brought to an end.
const PATIENCE: usize = 600;

/// The present phase of the game: plans are made anew when it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    turn: u8,
    phasing: Side,
    step: u8,
}

/// Two players of this game.
#[derive(Debug, Default)]
pub struct Staff {
    /// By side, how boldly it attacks in sets; `None` for the classic player.
    boldness: [Option<Boldness>; 2],
    moment: Option<Moment>,
    /// Number of orders given in this phase.
    orders: usize,
    /// By side.
    aims: Option<[Aims; 2]>,
    march: March,
    /// The next orders, best first.
    proposals: VecDeque<Order>,
    /// What the last attack may come to, or what the last move is for.
    reason: Option<String>,
    /// Is that an attack of one unit at 1:2 or worse?
    is_poor: bool,
    /// By side, such attacks, and all.
    poor: [(u32, u32); 2],
}

impl Minds for Staff {
    type Rules = CasusBelli;

    fn new(_state: &State) -> Self {
        Self::default()
    }

    fn playing(_: &State, players: [SoloPlayer; 2]) -> Self {
        let boldness = players.map(|player| match player {
            SoloPlayer::Classic => None,
            SoloPlayer::Normal(boldness) => Some(boldness),
        });
        Self { boldness, ..Self::default() }
    }

    fn look(&mut self, game: &dyn InProgress<CasusBelli>) {
        self.proposals = self.orders(game.state()).into();
    }

    fn propose(&mut self, game: &dyn InProgress<CasusBelli>) -> Option<Order> {
        let order = self.proposals.pop_front();
        let state = game.state();
        let aims = self.aims.as_ref().map(|aims| &aims[state.phasing.index()]);
        let moves = |order| aims.and_then(|aims| self.march.told(state, aims, order));
        self.reason = order.as_ref().and_then(|order| told(state, order).or_else(|| moves(order)));
        let assault = order.as_ref().and_then(Order::attack);
        self.is_poor = assault.is_some_and(|assault| is_poor(game.state(), assault));
        order
    }

    fn reason(&self) -> Option<String> {
        self.reason.clone()
    }

    fn saw(&mut self, game: &dyn InProgress<CasusBelli>, order: &Order) {
        if order.attack().is_some() {
            let (poor, all) = &mut self.poor[game.state().phasing.index()];
            *poor += u32::from(self.is_poor);
            *all += 1;
        }
    }

    fn deeds(&self, _: &State) -> Vec<Deed> {
        let told = Side::BOTH.into_iter().zip(self.poor).filter(|(_, (_, of))| *of > 0);
        let name = || "attacks of one unit at 1:2 or worse".to_owned();
        told.map(|(side, (count, of))| Deed { side: side.0, name: name(), count, of }).collect()
    }

    fn prefer(&mut self, state: &State, _side: Option<Side>, offers: &mut Vec<&Offer<Order>>) {
        self.reason = None;
        let ending = turn::ending(state).map(|(end, _)| end);
        offers.sort_by_key(|offer| dislike(offer.kind, Some(&offer.order) == ending.as_ref()));
    }
}

impl Staff {
    /// The orders that the players would give in this state, best first. The first legal one is to be given; if none is, any
    /// offer. A state in the middle of a phase is treated as if the phase began with it.
    pub fn orders(&mut self, state: &State) -> Vec<Order> {
        let step = match &state.phase {
            Phase::SetUp => 0,
            Phase::Command => 1,
            Phase::Movement(_) => 2,
            Phase::Combat(_) => 3,
            Phase::Reorganisation(_) => 4,
            Phase::Over(_) => 5,
        };
        let moment = Moment { turn: state.turn, phasing: state.phasing, step };
        if self.moment != Some(moment) || self.aims.is_none() {
            self.moment = Some(moment);
            self.orders = 0;
            self.march = March::default();
            let aims =
                [Side(0), Side(1)].map(|side| Aims::new(state, side, self.boldness[side.index()].is_some()));
            if step == 2 {
                let side = state.phasing.index();
                self.march = March::plan(state, &aims[side], self.boldness[side]);
            }
            self.aims = Some(aims);
        }
        self.orders += 1;
        let Some(aims) = self.aims.as_mut().filter(|_| self.orders <= PATIENCE) else { return Vec::new() };
        if let Some(pending) = state.pending.last() {
            return decide(state, pending);
        }
        match &state.phase {
            // The battle begins with the first offer.
            Phase::SetUp | Phase::Over(_) => Vec::new(),
            Phase::Command => commands(state),
            Phase::Movement(_) => {
                let next = self.march.next(state, &mut aims[state.phasing.index()]);
                next.into_iter().chain(turn::ending(state).map(|(end, _)| end)).collect()
            }
            Phase::Combat(phase) => {
                choice::orders(state, phase, aims, self.boldness[state.phasing.index()].is_some())
            }
            Phase::Reorganisation(_) => choice::rallies(state),
        }
    }
}

/// Does one unit alone attack at 1:2 or worse?
fn is_poor(state: &State, assault: &Assault) -> bool {
    let column = outlook(state, assault).ok().and_then(|outlook| outlook.column);
    assault.by.len() == 1 && column.is_none_or(|column| column <= Column::OneToTwo)
}

/// The column of an attack with its two likeliest results: `at 2:1, likeliest: Dr 33 %; D1 17 %`.
fn told(state: &State, order: &Order) -> Option<String> {
    let outlook = outlook(state, order.attack()?).ok()?;
    let mut faces: Vec<(String, usize)> = Vec::new();
    for face in &outlook.faces {
        let result = face.result.to_string();
        match faces.iter_mut().find(|(known, _)| *known == result) {
            Some((_, count)) => *count += 1,
            None => faces.push((result, 1)),
        }
    }
    faces.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let all = outlook.faces.len().max(1) as f64;
    let said: Vec<String> = faces
        .iter()
        .take(2)
        .map(|(result, count)| format!("{result} {:.0} %", *count as f64 / all * 100.0))
        .collect();
    let column = outlook.column?;
    Some(format!("at {column}, likeliest: {}", said.join("; ")))
}

/// Decisions that must be made before anything else.
fn decide(state: &State, pending: &Pending) -> Vec<Order> {
    let mut offers = turn::due(state).offers;
    match pending {
        Pending::Relocate { leader, .. } => {
            let far =
                |order: &Order| order.relocate().map_or(0.0, |(_, hex)| choice::refuge(state, *leader, hex));
            offers.sort_by(|a, b| far(&b.order).total_cmp(&far(&a.order)));
        }
        Pending::Run { .. } | Pending::Face { .. } => {}
    }
    offers.into_iter().map(|offer| offer.order).collect()
}

/// The orders of the command step: successors as offered, charges that pay, and the end of the step.
fn commands(state: &State) -> Vec<Order> {
    let due = turn::due(state);
    let named = due.offers.iter().filter(|offer| matches!(offer.kind, "promote" | "name"));
    let mut orders: Vec<Order> = named.map(|offer| offer.order.clone()).collect();
    for offer in charge::offers(state) {
        let Some((unit, target)) = offer.order.charge() else { continue };
        let Some(target) = state.game.as_unit(target) else { continue };
        let declared = state.command.charges.contains_key(&unit);
        let taken = state.command.charges.values().any(|charge| charge.target == target);
        let (attack, defence) =
            (2 * u32::from(state.unit(unit).strength), u32::from(state.unit(target).strength));
        if !declared
            && !taken
            && aims::worth_of(state, attack, defence) >= aims::worth_of_column(Column::TwoToOne, 0)
        {
            orders.push(offer.order);
        }
    }
    orders.extend(turn::ending(state).map(|(end, _)| end));
    orders
}

/// Rank of an offer: a lower one advances the game more.
fn dislike(kind: &str, ends: bool) -> u8 {
    match kind {
        _ if ends => 0,
        "attack" | "run" | "relocate" => 1,
        "retreat" | "face" => 2,
        "decline" => 3,
        "enter" | "name" | "promote" => 4,
        "move" | "advance" | "rally" => 6,
        _ => 9,
    }
}
