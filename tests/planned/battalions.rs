//! What the reach and the ways of Epstein's units leave out, by brute force: random ways of up to four steps, walked by the judge, from
//! positions of games between solo players.
//!
//! All ways of a unit end with the heading at which it is held: so they are held to one lit ground and to the way that a drag to
//! their end would take. Of lit ground, places drawn at random are held too: at most one in a thousand may be refused. With
//! `DRUMHEAD_LONG` it draws ten times as many units.
//!
//! Clauses: `epstein:5.1` to `epstein:5.25`, `epstein:12.2`, `epstein:14.c.4`. Units: inches.

use std::collections::BTreeMap;
use std::f32::consts::PI;
use std::fmt;
use std::time::{Duration, Instant};

use desk::{Desk, Setup};
use dice::Dry;
use drawing::{Ink, Mark};
use epstein::formation::Formation;
use epstein::kind::Arm;
use epstein::movement::{Purpose, bounds, walk};
use epstein::mover::Mover;
use epstein::order::{Order, StandWay, Step};
use epstein::standing::skirmishes;
use epstein::state::{Phase, State};
use epstein::{Epstein, GroupId};
use game::minds::SoloPlayer;
use game::options::Options;
use game::{Codec as _, Goal, PieceInHand, Presentation as _, RuleSet, Spot, Stop};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::{AnyRules, Embedded};
use solo::Battle;
use table::measure::point_in_polygon;
use table::{Heading, Pose, Vec2};
use trial::is_long;

use super::look_at_all;

/// Random ways of a unit, and places of its lit ground.
const WAYS: usize = 400;
const PLACES: usize = 40;
/// A plan may be dearer by this much.
const DEAR: f32 = 0.03;
/// A way within this much of the allowance is on a limit.
const LAST: f32 = 0.15;

/// What was found.
#[derive(Debug, Default)]
struct Count {
    units: usize,
    /// Legal ways.
    ways: usize,
    /// Those whose end is not lit, or not planned.
    dark: usize,
    unplanned: usize,
    dear: usize,
    /// Most inches by which a plan is dearer than need be.
    dearest: f32,
    /// Places of lit ground, and those without a plan.
    lit: usize,
    refused: usize,
    faults: Vec<String>,
    drags: Vec<Duration>,
    reaches: Vec<Duration>,
}

fn told(times: &[Duration]) -> String {
    let mut times = times.to_vec();
    times.sort_unstable();
    let [.., worst] = times[..] else { return "none".to_owned() };
    format!("{:.1?} median, {worst:.1?} worst", times[times.len() / 2])
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { units, ways, dark, unplanned, dear, dearest, lit, refused, drags, reaches, .. } = self;
        write!(f, "{units} units; {ways} ways, {dark} dark, {unplanned} unplanned, {dear} dear, ")?;
        write!(f, "by {dearest:.2} in; {lit} lit places, {refused} refused; ")?;
        write!(f, "a drag {}; a reach {}", told(drags), told(reaches))
    }
}

impl Count {
    fn add(&mut self, other: Self) {
        self.units += other.units;
        self.ways += other.ways;
        self.dark += other.dark;
        self.unplanned += other.unplanned;
        self.dear += other.dear;
        self.dearest = self.dearest.max(other.dearest);
        self.lit += other.lit;
        self.refused += other.refused;
        self.faults.extend(other.faults);
        self.drags.extend(other.drags);
        self.reaches.extend(other.reaches);
    }
}

/// The sort of unit by which is counted.
fn sort(state: &State, id: GroupId) -> &'static str {
    let group = state.group(id);
    match state.arm(id) {
        Arm::Command => "leader",
        _ if group.formation == Formation::Square => "square",
        Arm::Infantry | Arm::Cavalry if skirmishes(state, id) => "skirmishers",
        _ if group.marks.faced => "formed, has faced",
        Arm::Artillery => "guns",
        _ if group.formation.abreast(group.stands.len()) == 1 => "column one abreast",
        Arm::Cavalry => "cavalry",
        _ => "infantry",
    }
}

/// Where a drag to a place ends, and its cost; `None` if it is refused.
fn planned(
    state: &State,
    id: GroupId,
    held: &mut dyn PieceInHand,
    at: Pose,
    count: &mut Count,
) -> Option<f32> {
    let begun = Instant::now();
    let trip = held.trip(Goal::at(Spot::pose(at)));
    count.drags.push(begun.elapsed());
    let order = Epstein::order_of(state, trip.order.as_ref()?).ok()?;
    if trip.refusal.is_some() || matches!(order, Order::Charge { .. }) {
        return None;
    }
    let (x, y, heading) = trip.rests?.placed()?;
    let off = Heading::from_degrees(heading).angle_to(at.heading);
    if Vec2::new(x, y).distance(at.at) > 0.06 || off > 0.01 && sort(state, id) != "square" {
        return None;
    }
    let Order::Move { way, .. } = &order else { return Some(0.0) };
    Some(walk(state, id, way, Purpose::Move).ok()?.cost)
}

fn is_legal(state: &State, order: &Order) -> bool {
    !matches!(Epstein::judge(state, order, &mut Dry), Err(Stop::Refused(_)))
}

/// Random steps that end with this heading; `None` if the last turn cannot be made.
fn drawn_way(
    mover: &Mover<'_>,
    goal: Heading,
    most: f32,
    faced: bool,
    dice: &mut ChaCha8Rng,
) -> Option<Vec<Step>> {
    let (state, id) = (mover.state, mover.id);
    let (low, high) = bounds(&mover.body);
    let widest = (most / (high.x - low.x)).to_degrees().min(120.0);
    let group = state.group(id);
    let square = group.formation == Formation::Square;
    let loose = square || skirmishes(state, id);
    let count = dice.random_range(1..=if loose { 3 } else { 4 });
    let turn = (!square && !faced).then(|| dice.random_range(0..count));
    let mut way = Vec::new();
    for step in 0..count {
        if Some(step) == turn {
            way.push(Step::Face(dice.random_range(-180.0..180.0)));
        } else if loose {
            let far = most * dice.random_range(0.05_f32..0.8);
            let (x, y) = table::pose::sin_cos(dice.random_range(-PI..PI));
            way.push(Step::Shift(f64::from(x * far), f64::from(y * far)));
        } else {
            let ahead = f64::from(most * dice.random_range(0.02_f32..0.9));
            let wheel = f64::from(widest * dice.random_range(0.03_f32..0.8));
            way.push(match dice.random_range(0..10) {
                0..5 => Step::Ahead(ahead),
                5 => Step::Back(ahead / 2.0),
                6 | 7 => Step::WheelLeft(wheel),
                8 | 9 if count > 1 => Step::WheelRight(wheel),
                _ => Step::Slide(dice.random_range(-2.0..2.0)),
            });
        }
    }
    let end = way.iter().fold(state.place(id), |at, step| mover.leg(at, *step).end(at));
    let off = f64::from(end.heading.turn_to(goal).to_degrees());
    if square || off.abs() < 0.01 {
        return Some(way);
    }
    let turned = |step: &Step, by: f64| match step {
        Step::Face(degrees) => Some(Step::Face(degrees + by)),
        Step::WheelLeft(degrees) if by < *degrees => Some(Step::WheelLeft(degrees - by)),
        Step::WheelRight(degrees) if -by < *degrees => Some(Step::WheelRight(degrees + by)),
        _ => None,
    };
    let face = way.iter().position(|step| matches!(step, Step::Face(_)));
    let of = face.or_else(|| (0..way.len()).rev().find(|step| turned(&way[*step], off).is_some()))?;
    way[of] = turned(&way[of], off)?;
    if let Step::Face(degrees) = &mut way[of] {
        *degrees -= 360.0 * (*degrees / 360.0).round();
    }
    Some(way)
}

/// A random order with its end and its cost.
fn drawn_order(
    mover: &Mover<'_>,
    goal: Heading,
    most: f32,
    dice: &mut ChaCha8Rng,
) -> Option<(Order, Pose, f32)> {
    let (state, id) = (mover.state, mover.id);
    let here = state.place(id);
    let way = Heading::from_radians(dice.random_range(-PI..PI)).forward();
    let place = here.at + way * most * dice.random_range(0.0_f32..1.0).sqrt();
    let unit = state.key(id);
    let exact = |at: Pose| (f64::from(at.at.x), f64::from(at.at.y), at.heading.exact_degrees());
    let sort = sort(state, id);
    let order = match sort {
        "leader" => {
            let to = Pose::new(place, here.heading);
            let order = Order::Lead { leader: unit, to: (exact(to).0, exact(to).1) };
            return is_legal(state, &order).then_some((order, to, 0.0));
        }
        "skirmishers" if dice.random_bool(0.5) => {
            let to = Pose::new(place, goal);
            let way =
                |(stand, pose)| StandWay { stand: state.game.stand(stand).key.clone(), to: exact(pose) };
            let ways = state.moved_to(id, to).into_iter().map(way).collect();
            let order = Order::Skirmish { unit, ways };
            return is_legal(state, &order).then_some((order, to, 0.0));
        }
        _ => Order::Move { way: drawn_way(mover, goal, most, state.group(id).marks.faced, dice)?, unit },
    };
    let Order::Move { way, .. } = &order else { return None };
    let walked = walk(state, id, way, Purpose::Move).ok()?;
    let still = matches!(way[..], [Step::Face(_)]);
    // Who ends on the last hair of the allowance is told otherwise.
    (!still && walked.cost < walked.allowance - LAST && is_legal(state, &order)).then_some((
        order,
        walked.to,
        if sort == "skirmishers" { 0.0 } else { walked.cost },
    ))
}

/// The polygons of the ground that is lit.
fn lit(marks: &[Mark]) -> Vec<Vec<Vec2>> {
    let mut found = Vec::new();
    for mark in marks {
        match mark {
            Mark::Fill { polygon, ink: Ink::Reach } => found.push(polygon.clone()),
            Mark::Boxes { boxes, ink: Ink::Reach } => found.extend(
                boxes
                    .iter()
                    .map(|(low, high)| vec![*low, Vec2::new(high.x, low.y), *high, Vec2::new(low.x, high.y)]),
            ),
            _ => {}
        }
    }
    found
}

/// Asks about a unit held at this heading.
fn ask(state: &State, id: GroupId, goal: Heading, dice: &mut ChaCha8Rng, count: &mut Count) {
    let key = state.key(id);
    let mut held = Epstein::pick_up(state, &key).expect("it is on the table");
    if held.summary().refusal.is_some() {
        return;
    }
    let here = state.place(id);
    let begun = Instant::now();
    let search = held.reach(Spot::pose(Pose::new(here.at, goal))).expect("it may move");
    let marks = search(&|| false).expect("it is wanted");
    count.reaches.push(begun.elapsed());
    let ground = lit(&marks);
    let is_lit = |at: Vec2| ground.iter().any(|polygon| point_in_polygon(at, polygon));
    let mover = Mover::new(state, id);
    let most = if sort(state, id) == "skirmishers" {
        epstein::skirmish::allowance(state, id, Formation::Skirmish)
    } else {
        epstein::moving::allowance(state, id)
    };
    count.units += 1;
    for _ in 0..WAYS {
        let Some((order, to, cost)) = drawn_order(&mover, goal, most, dice) else { continue };
        if to.at.distance(here.at) < 0.3 {
            continue;
        }
        count.ways += 1;
        let plan = planned(state, id, &mut *held, to, count);
        let place = || format!("{key} ({}) from {here:?} to {to:?} by {order:?} for {cost}", sort(state, id));
        if !is_lit(to.at) {
            count.dark += 1;
            count.faults.push(format!("dark, planned {plan:?}: {}", place()));
        }
        match plan {
            None => {
                count.unplanned += 1;
                count.faults.push(format!("unplanned: {}", place()));
            }
            Some(plan) if plan > cost + DEAR && cost > 0.0 => {
                count.dear += 1;
                count.dearest = count.dearest.max(plan - cost);
                count.faults.push(format!("dear, {plan}: {}", place()));
            }
            Some(_) => {}
        }
    }
    for _ in 0..if ground.is_empty() { 0 } else { PLACES } {
        let polygon = &ground[dice.random_range(0..ground.len())];
        let low = polygon.iter().fold(Vec2::INFINITY, |low, at| low.min(*at));
        let high = polygon.iter().fold(Vec2::NEG_INFINITY, |high, at| high.max(*at));
        let part = Vec2::new(dice.random_range(0.0..1.0), dice.random_range(0.0..1.0));
        let at = low + (high - low) * part;
        if !point_in_polygon(at, polygon) || at.distance(here.at) < 0.3 {
            continue;
        }
        count.lit += 1;
        if planned(state, id, &mut *held, Pose::new(at, goal), count).is_none() {
            count.refused += 1;
            count
                .faults
                .push(format!("lit and refused: {key} ({}) {here:?} to {at} at {goal:?}", sort(state, id)));
        }
    }
}

/// A game between solo players, asked about so many units of it, by their sorts.
fn asked(id: &str, seed: u64, unusual: &[(&str, &str)], units: usize) -> BTreeMap<&'static str, Count> {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyRules).expect("shipped scenarios are sound");
    let mut options = Options::default();
    for (option, value) in unusual {
        options.set(Epstein::option_specs(), option, value).expect("there is such an option");
    }
    let mut desk =
        Desk::<Epstein>::new(Setup::new(scenario, seed).options(options), None).expect("it begins");
    let mut battle = Battle::<solo_epstein::Staff>::playing(&desk, [SoloPlayer::default(); 2]);
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut counts: BTreeMap<&'static str, Count> = BTreeMap::new();
    let (mut number, mut looked) = (0, 0);
    while looked < units && !Epstein::is_over(desk.state()) {
        let mut state = desk.state().clone();
        if number % 13 == 12 && state.waits().is_none() && state.phase == Phase::Period {
            let mut known = Vec::new();
            for id in state.on_table().filter(|id| state.is_active(*id)) {
                if Epstein::pick_up(&state, &state.key(id)).is_ok_and(|held| held.summary().refusal.is_none())
                {
                    known.push(id);
                }
            }
            // One of each sort, as far as they go round: most are infantry.
            known.sort_by_key(|id| counts.get(sort(&state, *id)).map_or(0, |count| count.units));
            if !known.is_empty() {
                let id = known[dice.random_range(0..known.len().div_ceil(4))];
                state.groups[id.index()].marks.faced |= looked % 6 == 5;
                let turned = [0.0, 0.0, 0.0, 0.5, -0.9, PI / 2.0, 3.0][dice.random_range(0..7_usize)];
                let moves = sort(&state, id);
                let turned = if matches!(moves, "square" | "leader") { 0.0 } else { turned };
                let turned = if moves == "formed, has faced" { turned / 5.0 } else { turned };
                let goal = state.place(id).heading.turned(turned);
                let count = counts.entry(moves).or_default();
                let before = count.faults.len();
                ask(&state, id, goal, &mut dice, count);
                for fault in &mut count.faults[before..] {
                    *fault = format!("seed {seed}, after order {number}: {fault}");
                }
                looked += 1;
            }
        }
        battle.step(&mut desk).expect("the players go on");
        number += 1;
    }
    counts
}

#[test]
fn hardly_anything_legal_is_dark_and_hardly_anything_lit_is_refused() {
    type Played<'a> = (&'a str, u64, &'a [(&'a str, &'a str)]);
    let games: [Played<'_>; 6] = [
        ("waterloo-epstein", 3, &[]),
        ("brigade-action", 4, &[]),
        ("waterloo-epstein", 8, &[("slide", "then_advance"), ("road_bonus", "pro_rata")]),
        ("brigade-action", 11, &[]),
        ("waterloo-epstein", 5, &[("prussians", "on")]),
        ("brigade-action", 6, &[("interpenetration", "once"), ("breach_scope", "all_moves")]),
    ];
    let units = if is_long() { 80 } else { 8 };
    let found = look_at_all(&games, |(id, seed, options)| asked(id, *seed, options, units));
    let mut sorts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut all = Count::default();
    for (sort, count) in found.into_iter().flatten() {
        sorts.entry(sort).or_default().add(count);
    }
    for (sort, count) in sorts {
        println!("{sort}: {count}");
        all.add(count);
    }
    println!("all: {all}");
    let faults = || format!("{}\n{all}", all.faults.join("\n"));
    assert!(all.ways > 50 * units && all.lit > 25 * units, "{}", faults());
    assert!(all.unplanned * 1000 <= all.ways + 1000, "{}", faults());
    assert!(all.refused * 1000 <= all.lit + 1000, "{}", faults());
    assert!(all.dear * 300 <= all.ways + 500, "{}", faults());
    assert!(all.dark * 18 <= all.ways, "{}", faults());
}
