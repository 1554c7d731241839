//! Turned and mirrored: a formation gets the same verdicts wherever on the table, and whichever way round, it is put down.
//!
//! Random formations are played through the judge as they are: moves, contacts, combats, retreats and routs, then the other
//! side's turn with opening fire and withdrawals. The same orders with the same dice then go to the same formation turned
//! to any heading, mirrored, and with every stand nudged by less than EPS. Where a verdict differs, the formation is played
//! again as it lies, every stand put down up to 0.002 in and 0.02° beside its place: if the verdict differs then too, the
//! position is on a limit, and set aside; else it is a fault of the rules.
//!
//! `DRUMHEAD_FORMATIONS=5000` for the long run.

mod formations;
mod headings;
mod lines;
mod placing;

use std::collections::BTreeMap;
use std::fmt::Write;

use dice::{Rolled, Tray};
use easy::combat::planned::planned;
use easy::combat::status::{Combat, Status};
use easy::position::Position;
use easy::retreat;
use easy::retreat::candidate::Candidate;
use easy::state::{Phase, Place, State, Step};
use easy::{Easy, Order, PositionFault, StandId};
use game::{RuleSet, Stop};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use table::measure::gap;
use table::sweep::first_contact;
use table::tolerance::{ANG, EPS};
use table::{Edge, Heading, Leg, Path, Pose, Vec2};

use formations::{Hand, formation};
use placing::{CENTRE, Nudge, Placing};

/// So many orders are given to a formation.
const ORDERS: usize = 32;

/// A position is on a limit that a verdict depends on if a nudge of so many inches, or degrees, changes it (`easy:0.2`).
const LIMIT: (f64, f64) = (0.002, 0.02);

/// So many nudges look for a limit where the formation was turned or mirrored only, and so many where its stands were nudged:
/// what hangs on the direction from one corner to another that all but touches it takes long to be found.
const NUDGES: (u64, u64) = (100, 2000);

/// Inches and degrees by which what is the same verdict may end elsewhere: a nudge grows on a long way.
const SAME: (f64, f64) = (0.03, 1.0);

/// What an order came to, in the terms of the formation as it is.
#[derive(Clone, Debug)]
struct Told {
    verdict: String,
    /// Place and heading in degrees of every stand.
    poses: Vec<Option<(f64, f64, f64)>>,
}

/// How two verdicts differ; none where they are the same.
fn difference(one: &Told, other: &Told) -> Option<String> {
    if one.verdict != other.verdict {
        return Some(format!("{}\n     but: {}", one.verdict, other.verdict));
    }
    for (index, poses) in one.poses.iter().zip(&other.poses).enumerate() {
        let (Some(a), Some(b)) = poses else { continue };
        let turn = (a.2 - b.2).rem_euclid(360.0);
        if (a.0 - b.0).hypot(a.1 - b.1) > SAME.0 || turn.min(360.0 - turn) > SAME.1 {
            return Some(format!("{}\n     stand {index} at {a:.3?} but {b:.3?}", one.verdict));
        }
    }
    None
}

/// A combat: who attacks whom on which edge, and how far it is.
fn say_combat(state: &State, combat: &Combat, placing: &Placing) -> String {
    let mut said = String::new();
    if combat.status == Status::Waiting {
        for attack in planned(state, &combat.attacks) {
            let edge = placing.edge(attack.edge).name();
            let _ = write!(said, " {}>{} {edge}", attack.attacker.0, attack.defender.0);
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
    for (pair, edge) in &state.closed {
        let _ = write!(said, "{} closed on {} {}; ", pair.0.0, pair.1.0, placing.edge(*edge).name());
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

/// Gives the order; the state goes on as it comes to, and what it came to is told.
fn give(state: &mut State, order: &Order, placing: &Placing, seed: u64, entry: usize) -> Told {
    let mut tray = Rolled::new(seed, entry as u64);
    let verdict = match Easy::judge(state, &placing.order(order), &mut tray as &mut dyn Tray) {
        Ok(ruling) => {
            ruling.events.iter().for_each(|event| Easy::apply(state, event));
            let mut said = String::new();
            for cast in &ruling.casts {
                let throw = &cast.throw;
                let _ = write!(
                    said,
                    "{} throws {}d{} {:?}; ",
                    throw.clause, throw.dice, throw.sides, throw.reading
                );
            }
            for note in ruling.working.iter().filter(|note| !note.modifiers.is_empty()) {
                let modifiers = note.modifiers.iter().map(|modifier| (modifier.clause, modifier.value));
                let _ = write!(said, "{} {:?}; ", note.clause, modifiers.collect::<Vec<_>>());
            }
            said + &say_state(state, placing)
        }
        Err(Stop::Refused(refusal)) => format!("refused: {} {}", refusal.code.name(), refusal.clause),
        Err(stop) => format!("stopped: {stop}"),
    };
    let poses = state.stands.iter().map(|stand| match stand.place {
        Place::Table(pose) => Some(placing.home(pose)),
        Place::Eliminated { .. } | Place::Reserve | Place::Off => None,
    });
    Told { verdict, poses: poses.collect() }
}

fn set_up(formation: &Position, placing: &Placing) -> State {
    placing.of(formation).set_up().unwrap_or_else(|fault| panic!("a formation that cannot be: {fault}"))
}

/// Players who try whatever comes to their mind.
struct Players {
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

/// A formation played as it is: its orders, and what each came to.
struct Game {
    formation: Position,
    seed: u64,
    orders: Vec<Order>,
    told: Vec<Told>,
}

impl Game {
    fn play(formation: Position, seed: u64) -> Self {
        let mut state = set_up(&formation, &Placing::AS_IT_IS);
        let mut players = Players { dice: ChaCha8Rng::seed_from_u64(seed ^ 0x5EED), tries: BTreeMap::new() };
        let (mut orders, mut told) = (Vec::new(), Vec::new());
        while orders.len() < ORDERS
            && let Some(order) = players.order(&state)
        {
            told.push(give(&mut state, &order, &Placing::AS_IT_IS, seed, orders.len()));
            orders.push(order);
        }
        Self { formation, seed, orders, told }
    }

    /// The first so many orders given to the formation laid down so: how it stands then, and what they came to. Or why it cannot be:
    /// who was said to fight touches nobody by a hair.
    fn replay(&self, placing: &Placing, orders: usize) -> Result<(State, Vec<Told>), PositionFault> {
        let mut state = placing.of(&self.formation).set_up()?;
        let orders = self.orders.iter().take(orders).enumerate();
        let told = orders.map(|(entry, order)| give(&mut state, order, placing, self.seed, entry)).collect();
        Ok((state, told))
    }

    /// The first order that comes to something else in the formation laid down so, and how it differs.
    fn first_difference(&self, placing: &Placing, orders: usize) -> Option<(usize, String, Told)> {
        let told = match self.replay(placing, orders) {
            Ok((_, told)) => told,
            Err(fault) => {
                let told = Told { verdict: format!("cannot be: {fault}"), poses: Vec::new() };
                return Some((0, told.verdict.clone(), told));
            }
        };
        self.told.iter().zip(told).enumerate().find_map(|(at, (a, b))| Some((at, difference(a, &b)?, b)))
    }

    /// Is the position on a limit at this order, or before: does one of so many nudges change a verdict as it lies?
    fn is_on_limit(&self, at: usize, nudges: u64) -> bool {
        (0..nudges).any(|nudge| {
            let seed = self.seed.wrapping_mul(31) + nudge;
            let nudge = Nudge { seed, inches: LIMIT.0, degrees: LIMIT.1 };
            let nudged = Placing { nudge: Some(nudge), ..Placing::AS_IT_IS };
            self.first_difference(&nudged, at + 1).is_some()
        })
    }
    /// Did the mirrored stand go to the other hand, since both are as good and the ledger says to which (`easy:III.D-dir`: to
    /// its own right; `easy:III.D.3`: from a friend straight ahead clockwise)?
    fn is_other_hand(&self, at: usize, mirrored: &Told) -> bool {
        let Order::Retreat { stand, .. } = self.orders[at] else { return false };
        let Ok((state, _)) = self.replay(&Placing::AS_IT_IS, at) else { return false };
        let Some(plan) = retreat::plan(&state, stand) else { return false };
        let Some(taken) = plan.taken().map(|index| plan.tried[index]) else { return false };
        let Some(Some((x, y, _))) = mirrored.poses.get(stand.index()).copied() else { return false };
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

    fn say_fault(&self, hand: Hand, at: usize, placing: &Placing, how: &str) -> String {
        let stands =
            self.formation.stands.iter().map(|stand| format!("{} {:?} {:?}", stand.id, stand.arm, stand.at));
        format!(
            "formation {} {hand:?}, order {at}: {:?}\n{placing:?}\n     {how}\nstood before: {:.3?}\n{}\n{:?} {:?}",
            self.seed,
            self.orders[at],
            self.told[at.saturating_sub(1)].poses,
            stands.collect::<Vec<_>>().join("\n"),
            self.formation.areas,
            self.formation.lines
        )
    }
}

/// What came of many formations.
#[derive(Default)]
struct Tally {
    orders: usize,
    ties: usize,
    /// By what the order was and came to: verdicts compared, and those of them on a limit.
    kinds: BTreeMap<&'static str, (usize, usize)>,
    faults: Vec<String>,
}

impl Tally {
    fn check(&mut self, seed: u64, hand: Hand) {
        let game = Game::play(formation(seed, hand), seed);
        let orders = game.orders.len();
        self.orders += orders;
        let mut dice = ChaCha8Rng::seed_from_u64(seed ^ 0x7EA);
        let mut placing = |mirrored: bool, nudge: Option<Nudge>| Placing {
            mirrored,
            degrees: dice.random_range(0.0..360.0),
            shift: (dice.random_range(-0.5..0.5), dice.random_range(-0.5..0.5)),
            nudge,
        };
        let nudge = Nudge { seed, inches: 0.0009, degrees: 0.0 };
        let placings = [
            placing(false, None),
            placing(true, None),
            placing(false, None),
            placing(seed.is_multiple_of(2), Some(nudge)),
        ];
        for placing in placings {
            let found = game.first_difference(&placing, orders);
            let compared = found.as_ref().map_or(orders, |(at, _, _)| at + 1);
            for (order, told) in game.orders.iter().zip(&game.told).take(compared) {
                self.kinds.entry(kind(order, told)).or_default().0 += 1;
            }
            let Some((at, how, told)) = found else { continue };
            let nudges = if placing.nudge.is_some() { NUDGES.1 } else { NUDGES.0 };
            if placing.mirrored && game.is_other_hand(at, &told) {
                self.ties += 1;
            } else if game.is_on_limit(at, nudges) {
                self.kinds.entry(kind(&game.orders[at], &game.told[at])).or_default().1 += 1;
            } else {
                self.faults.push(game.say_fault(hand, at, &placing, &how));
            }
        }
    }
}

/// What an order was and came to, for the count of what the formations went through.
fn kind(order: &Order, told: &Told) -> &'static str {
    let refused = told.verdict.starts_with("refused");
    match order {
        Order::Move { .. } if refused => "move refused",
        Order::Move { .. } => "move",
        Order::Withdraw { .. } if refused => "withdrawal refused",
        Order::Withdraw { .. } => "withdrawal",
        Order::Declare { .. } if refused => "declaration refused",
        Order::Declare { .. } => "declaration",
        Order::Resolve { .. } => "combat",
        Order::Retreat { .. } if told.verdict.contains("routed") => "rout",
        Order::Retreat { .. } => "retreat",
        Order::OpeningFire { .. } => "opening fire",
        _ => "other",
    }
}

/// How many formations of either hand: `DRUMHEAD_FORMATIONS`.
fn number_of_formations() -> u64 {
    match std::env::var("DRUMHEAD_FORMATIONS") {
        Ok(number) => number.trim().parse().expect("DRUMHEAD_FORMATIONS is a number: 5000"),
        Err(_) => 80,
    }
}

/// Plays so many formations of a hand; no verdict may differ but on a limit, and few positions lie on one.
#[expect(clippy::print_stdout, reason = "how many were compared is told with --nocapture")]
fn check_formations(hand: Hand) {
    let mut tally = Tally::default();
    let first: u64 =
        std::env::var("DRUMHEAD_FIRST_FORMATION").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    for seed in first..first + number_of_formations() {
        tally.check(seed, hand);
    }
    let Tally { orders, ties, kinds, faults } = tally;
    println!("{hand:?}: {orders} orders, {ties} ties to a hand; compared and on a limit: {kinds:?}");
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.iter().take(12).cloned().collect::<Vec<_>>().join("\n\n")
    );
    for (kind, (compared, limits)) in kinds {
        // A few of a kind say nothing of how many there are.
        assert!(limits * 20 < compared.max(60), "{kind}: {limits} of {compared} positions are on a limit");
    }
}

#[test]
fn formations_as_hands_leave_them_get_the_same_verdicts_turned_nudged_and_mirrored() {
    check_formations(Hand::Free);
}

#[test]
fn flush_formations_get_the_same_verdicts_turned_nudged_and_mirrored() {
    check_formations(Hand::Flush);
}
