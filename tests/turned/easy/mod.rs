//! Easy's tables: moves, contacts, combats, retreats and routs, then the other side's turn with opening fire and withdrawals.

mod formations;
mod headings;
mod lines;

use std::collections::BTreeMap;
use std::fmt::Write;

use easy::combat::planned::planned;
use easy::combat::status::{Combat, Status};
use easy::position::Position;
use easy::retreat;
use easy::retreat::candidate::Candidate;
use easy::state::{Phase, Place, State, Step};
use easy::{Easy, Order, StandId};
use game::RuleSet;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use table::measure::gap;
use table::sweep::first_contact;
use table::tolerance::{ANG, EPS};
use table::{Edge, Heading, Leg, Path, Pose, Vec2};

use super::placing::{CENTRE, Nudge, Placing};
use super::{Difference, Game, Hand, LayAnew, SAME, Turned, check_formations, give, is_same};

use formations::formation;

/// The edge that is this one in the formation as it is.
fn edge(placing: &Placing, edge: Edge) -> Edge {
    match edge {
        Edge::Right if placing.mirrored => Edge::Left,
        Edge::Left if placing.mirrored => Edge::Right,
        edge => edge,
    }
}

/// A combat: who attacks whom on which edge, and how far it is.
fn say_combat(state: &State, combat: &Combat, placing: &Placing) -> String {
    let mut said = String::new();
    if combat.status == Status::Waiting {
        for attack in planned(state, &combat.attacks) {
            let on = edge(placing, attack.edge).name();
            let _ = write!(said, " {}>{} {on}", attack.attacker.0, attack.defender.0);
        }
    }
    match &combat.status {
        Status::Waiting => {}
        Status::Paused(_) => said += " waits for a choice",
        Status::Beaten(beaten) => {
            let _ = write!(said, " beaten {:?} by {:?} rout {}", beaten.losers, beaten.winners, beaten.rout);
        }
        Status::Over => said += " over",
        Status::Skipped => said += " skipped",
    }
    said
}

/// All of the state that a verdict decides, but for the places of stands.
fn say_state(state: &State, placing: &Placing) -> String {
    let mut said = String::new();
    for (id, stand) in state.ids().zip(&state.stands) {
        let place = match stand.place {
            Place::Table(_) => "",
            Place::Eliminated { rallyable: true } => " broken",
            Place::Eliminated { rallyable: false } => " lost",
            Place::Reserve | Place::Off => " off",
        };
        let marks = [(stand.routed, " routed"), (stand.evading, " evading")];
        let marks: String = marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark).collect();
        let _ = write!(said, "{} {}{place}{marks}; ", id.0, stand.strength);
    }
    for (pair, closed) in &state.closed {
        let _ = write!(said, "{} closed on {} {}; ", pair.0.0, pair.1.0, edge(placing, *closed).name());
    }
    if let Some(now) = state.active() {
        let _ = write!(said, "{} acted {:?} continuing {:?}", now.step.name(), now.acted, now.continuing);
        for volley in &now.volleys {
            let _ = write!(said, ", volley {} {} {}", volley.enemy.0, volley.fired, volley.hits);
        }
        for combat in &now.combats {
            let _ = write!(said, ", combat{}", say_combat(state, combat, placing));
        }
    }
    said
}

/// Place and heading in degrees of every stand in the formation as it is.
fn homes(state: &State, placing: &Placing) -> Vec<Option<(f64, f64, f64)>> {
    let home = |place: Place| match place {
        Place::Table(pose) => Some(placing.home(pose)),
        Place::Eliminated { .. } | Place::Reserve | Place::Off => None,
    };
    state.stands.iter().map(|stand| home(stand.place)).collect()
}

fn set_up(formation: &Position, placing: &Placing) -> State {
    Easy::set_up(formation, placing).unwrap_or_else(|fault| panic!("a formation that cannot be: {fault}"))
}

impl Turned for Easy {
    type Formation = Position;
    type Players = Players;
    const ORDERS: usize = 32;
    const LAID_ANEW: Option<LayAnew<State>> = None;

    fn formation(seed: u64, hand: Hand) -> Position {
        formation(seed, hand)
    }

    fn players(dice: ChaCha8Rng) -> Players {
        Players { dice, tries: BTreeMap::new() }
    }

    fn order(players: &mut Players, state: &State) -> Option<Order> {
        players.order(state)
    }

    fn set_up(formation: &Position, placing: &Placing) -> Result<State, String> {
        let mut laid = formation.clone();
        laid.origin = (CENTRE, CENTRE);
        laid.table = (2.0 * CENTRE, 2.0 * CENTRE);
        let mut hands = placing.nudge.map(Nudge::hands);
        for at in laid.stands.iter_mut().filter_map(|stand| stand.at.as_mut()) {
            *at = placing.spot(*at);
            if let Some(nudge) = &mut hands {
                nudge(at);
            }
        }
        for area in &mut laid.areas {
            area.polygon.iter_mut().for_each(|point| *point = placing.point(*point));
            area.uphill = area.uphill.map(|degrees| placing.heading(f64::from(degrees)) as f32);
        }
        for line in &mut laid.lines {
            line.points.iter_mut().for_each(|point| *point = placing.point(*point));
        }
        laid.set_up().map_err(|fault| fault.to_string())
    }

    fn laid_order(order: &Order, placing: &Placing) -> Order {
        match order {
            Order::Move { stand, path } => Order::Move { stand: *stand, path: placing.path(path) },
            Order::Withdraw { stand, path } => Order::Withdraw { stand: *stand, path: placing.path(path) },
            Order::Retreat { stand, direction } => {
                Order::Retreat { stand: *stand, direction: direction.map(|way| placing.faces(way)) }
            }
            other => other.clone(),
        }
    }

    fn difference(was: &State, laid: &State, placing: &Placing) -> Option<String> {
        let said = [say_state(was, &Placing::AS_IT_IS), say_state(laid, placing)];
        if said[0] != said[1] {
            return Some(said.join("\n     but: "));
        }
        let places = homes(was, &Placing::AS_IT_IS).into_iter().zip(homes(laid, placing));
        places.enumerate().find_map(|(index, (a, b))| {
            let (a, b) = a.zip(b).filter(|(a, b)| !is_same(*a, *b))?;
            Some(format!("stand {index} at {a:.3?} but {b:.3?}"))
        })
    }

    fn say_stands(state: &State) -> String {
        format!("{:.3?}", homes(state, &Placing::AS_IT_IS))
    }

    /// Did the mirrored stand go to the other hand, since both are as good and the ledger says to which (`easy:III.D-dir`: to
    /// its own right; `easy:III.D.3`: from a friend straight ahead clockwise)?
    fn is_other_hand(game: &Game<Self>, found: &Difference<Self>, placing: &Placing) -> bool {
        let Order::Retreat { stand, .. } = game.orders[found.at] else { return false };
        let (state, Some(mirrored)) = (&game.states[found.at], &found.after) else { return false };
        let Some(plan) = retreat::plan(state, stand) else { return false };
        let Some(taken) = plan.taken().map(|index| plan.tried[index]) else { return false };
        let Some((x, y, _)) = mirrored.pose(stand).map(|pose| placing.home(pose)) else { return false };
        let Some(start) = state.pose(stand) else {
            return false;
        };
        let end = Vec2::new(x as f32 + CENTRE, y as f32 + CENTRE);
        let enemies: Vec<StandId> = state.ids().filter(|id| state.are_enemies(*id, stand)).collect();
        let nearest = |pose: Pose| {
            let here = state.unit(stand).body.placed(pose);
            let enemies = enemies.iter().filter_map(|enemy| state.placed(*enemy));
            enemies.map(|enemy| gap(here, enemy).distance).fold(f32::INFINITY, f32::min)
        };
        let is_as_good = |other: &Candidate| {
            other.why_not.is_none()
                && other.deviation.abs() == taken.deviation.abs()
                && other.at.at.distance(end) < SAME.0 as f32
                && (nearest(taken.at) - nearest(other.at)).abs() < 2.0 * EPS
        };
        // Bent by 45° from the unbent way, with its friend straight the other way.
        let unbent = taken.direction.turned(-(taken.deviation + 45.0).to_radians());
        let bent_back = unbent.turned(-(taken.deviation + 45.0).to_radians());
        let friend_ahead = || {
            let friends = state.ids().filter(|id| *id != stand && !state.are_enemies(*id, stand));
            let friends = friends.filter_map(|id| state.pose(id));
            friends.into_iter().any(|friend| Heading::of(start.at - friend.at).angle_to(unbent) < ANG)
        };
        let other_way = || Heading::of(end - start.at).angle_to(bent_back) < SAME.1.to_radians() as f32;
        plan.tried.iter().any(is_as_good) || plan.rout && friend_ahead() && other_way()
    }

    fn kind(order: &Order, after: &State) -> &'static str {
        match order {
            Order::Move { .. } => "move",
            Order::Withdraw { .. } => "withdrawal",
            Order::Declare { .. } => "declaration",
            Order::Resolve { .. } => "combat",
            Order::Retreat { stand, .. } if after.stand(*stand).routed => "rout",
            Order::Retreat { .. } => "retreat",
            Order::OpeningFire { .. } => "opening fire",
            _ => "other",
        }
    }
}

#[test]
fn formations_as_hands_leave_them_get_the_same_verdicts_turned_nudged_and_mirrored() {
    check_formations::<Easy>(Hand::Free);
}

#[test]
fn flush_formations_get_the_same_verdicts_turned_nudged_and_mirrored() {
    check_formations::<Easy>(Hand::Flush);
}

/// Players who try whatever comes to their mind.
pub struct Players {
    dice: ChaCha8Rng,
    /// How often each stand has been sent off in this activation.
    tries: BTreeMap<StandId, u8>,
}

impl Players {
    /// The next order; none where the game is over.
    fn order(&mut self, state: &State) -> Option<Order> {
        if matches!(state.phase, Phase::Over(_)) {
            return None;
        }
        match state.active().map(|now| now.step) {
            Some(Step::Act) => Some(self.act(state)),
            Some(Step::Engaged) => Some(self.engaged(state)),
            Some(Step::Command) => self.command(state),
            Some(Step::Combats | Step::Close) | None => self.any(state),
        }
    }

    fn any(&mut self, state: &State) -> Option<Order> {
        let mut offers = Easy::due(state).offers;
        // A defence that is left out now and then is refused: that is a verdict too.
        let index = self.dice.random_range(0..offers.len().max(1));
        let mut order = (index < offers.len()).then(|| offers.swap_remove(index).order)?;
        if let Order::Declare { attacks } = &mut order
            && attacks.len() > 1
            && self.dice.random_bool(0.2)
        {
            attacks.remove(self.dice.random_range(0..attacks.len()));
        }
        Some(order)
    }

    fn command(&mut self, state: &State) -> Option<Order> {
        self.tries.clear();
        let offers = Easy::due(state).offers;
        let activates = |order: &Order| matches!(order, Order::Activate { .. });
        let all = offers.iter().find(|offer| activates(&offer.order)).or(offers.first())?;
        Some(all.order.clone())
    }

    fn engaged(&mut self, state: &State) -> Order {
        let offers = Easy::due(state).offers;
        let offer = &offers[self.dice.random_range(0..offers.len())];
        let stand = match &offer.order {
            Order::Withdraw { stand, .. } | Order::Continue { stand } => *stand,
            other => return other.clone(),
        };
        if self.tries.get(&stand).is_some_and(|tries| *tries > 1) || self.dice.random_bool(0.4) {
            return Order::Continue { stand };
        }
        *self.tries.entry(stand).or_default() += 1;
        let Some(pose) = state.pose(stand) else { return Order::Continue { stand } };
        let rear = -pose.heading.forward();
        let aside = pose.heading.right() * self.dice.random_range(-1.2..1.2_f32);
        let aside = if self.dice.random_bool(0.5) { Vec2::ZERO } else { aside };
        let way = (rear + aside).normalize() * self.dice.random_range(0.3..4.6_f32);
        Order::Withdraw { stand, path: Path::new(vec![Leg::Slide(way)]) }
    }

    /// A stand that has not acted is sent somewhere; in the end the moves are.
    fn act(&mut self, state: &State) -> Order {
        let open = |stand: &StandId| self.tries.get(stand).is_none_or(|tries| *tries < 2);
        let now = state.active().expect("it is the step of moves");
        let ready = now
            .list
            .iter()
            .copied()
            .filter(|stand| !now.acted.contains(stand) && state.pose(*stand).is_some());
        let ready: Vec<StandId> = ready.filter(open).collect();
        if ready.is_empty() {
            return Order::EndMoves;
        }
        let stand = ready[self.dice.random_range(0..ready.len())];
        *self.tries.entry(stand).or_default() += 1;
        Order::Move { stand, path: self.path(state, stand) }
    }

    fn path(&mut self, state: &State, stand: StandId) -> Path {
        let pose = state.pose(stand).expect("it is on the table");
        let enemies: Vec<StandId> =
            state.ids().filter(|id| state.are_enemies(*id, stand) && state.pose(*id).is_some()).collect();
        let ahead = pose.heading.forward();
        let half = state.unit(stand).body.parts()[0].half();
        let kind = self.dice.random_range(0..9);
        let Some(&enemy) = enemies.get(self.dice.random_range(0..enemies.len().max(1))).filter(|_| kind < 6)
        else {
            let angle = self.dice.random_range(-1.2..1.2_f32);
            let pivot = Vec2::new(if angle > 0.0 { half.x } else { -half.x }, half.y);
            let inches = self.dice.random_range(0.2..6.0_f32);
            let way = Heading::from_radians(pose.heading.radians() + 3.0 * angle).forward();
            return Path::new(match kind {
                0..=6 => vec![Leg::Slide(ahead * inches)],
                7 => vec![
                    Leg::Turn { pivot, angle },
                    Leg::Slide(Heading::from_radians(pose.heading.radians() + angle).forward() * inches),
                ],
                _ => vec![Leg::Slide(way * inches)],
            });
        };
        let there = state.placed(enemy).expect("it is on the table").quad();
        // Straight at it; or squarely before one of its edges, as near as the hand puts it.
        if kind < 4 {
            let leg = Leg::Slide(ahead * 6.0);
            let body = &state.unit(stand).body;
            let met = state.placed(enemy).and_then(|there| first_contact(body, pose, leg, there));
            let inches = met.map_or(0.5, |t| 6.0 * t + self.dice.random_range(-0.02..0.03_f32));
            return Path::new(vec![Leg::Slide(ahead * inches.max(0.1))]);
        }
        let edge = if kind < 5 { Edge::Front } else { Edge::ALL[self.dice.random_range(0..4)] };
        let [from, to] = there.edge(edge);
        let normal = there.normal(edge);
        let facing = Heading::of(-normal);
        let angle = pose.heading.turn_to(facing);
        let turn = if angle.abs() < 0.06 { 0.0 } else { angle };
        let along = (to - from).normalize() * self.dice.random_range(-0.0625..0.0625_f32);
        let goal = (from + to) / 2.0 + normal * (half.y + 0.02) + along;
        let mut legs = vec![Leg::Slide(goal - pose.at)];
        if turn != 0.0 {
            legs.insert(
                usize::from(self.dice.random_bool(0.5)),
                Leg::Turn { pivot: Vec2::ZERO, angle: turn },
            );
        }
        Path::new(legs)
    }
}
