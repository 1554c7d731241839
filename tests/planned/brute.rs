//! What reach and plan leave out, by brute force: ways of up to three slides with a turn anywhere among them, walked by the judge.
//!
//! Ways bend at the corners of what lies about, beside the start, and anywhere at random. Of games between solo players, drawn stands
//! that may move, drawn headings, drawn places. With `DRUMHEAD_LONG` it draws ten times as many stands.
//!
//! Clauses: `easy:0.7`, `easy:II.B-path` to `easy:II.C.4.5`. Units: inches.

use std::f32::consts::{FRAC_PI_2, TAU};
use std::fmt;

use desk::{Desk, Preset, Setup};
use easy::movement::walk::survey::Survey;
use easy::order::MoveKind;
use easy::state::State;
use easy::{Easy, Position, StandId, reach};
use game::RuleSet;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::army::Arm;
use scenario::{AnyRules, Embedded};
use solo::Battle;
use table::cspace::{Convex, footprint};
use table::field::Field;
use table::reach::Reach;
use table::tolerance::TOUCH;
use table::{Body, Heading, Leg, Path, Pose, Vec2};
use trial::is_long;

use super::{look_at_all, movers};

/// Places asked about around a stand.
const PLACES: usize = 60;
/// A plan may be dearer by this much.
const DEAR: f32 = 0.03;

/// The corners of what lies about, for the centre of the body with this heading.
fn corners(field: &Field, body: &Body, heading: Heading) -> Vec<Vec2> {
    let parts = footprint(body, heading);
    let solids = field.solids.iter().map(|solid| solid.quad.corners().to_vec());
    let ground = field.ground.iter().map(|piece| piece.polygon.clone());
    let zones = field.zones.iter().map(|zone| zone.polygon(0.003, 4));
    let lines = field.lines.iter().map(|line| {
        let side = (line.b - line.a).normalize_or(Vec2::X).perp() * 0.005;
        vec![line.a - side, line.b - side, line.b + side, line.a + side]
    });
    let shapes = solids.chain(ground).chain(zones).chain(lines).flat_map(|points| {
        let sum = |part: &[Vec2; 4]| Convex::sum(&points, part)?.grown(0.004);
        parts.iter().filter_map(sum).collect::<Vec<_>>()
    });
    shapes.flat_map(|shape| shape.points).collect()
}

/// A stand that is to end with its heading turned by an angle, and where its ways may bend.
struct Brute<'a> {
    survey: Survey<'a>,
    stand: StandId,
    start: Pose,
    angle: f32,
    /// Inches that the stand may spend.
    rate: f32,
    kind: MoveKind,
    bends: Vec<Vec2>,
}

impl<'a> Brute<'a> {
    fn new(state: &'a State, stand: StandId, angle: f32, dice: &mut ChaCha8Rng) -> Self {
        let start = state.pose(stand).expect("it is on the table");
        let body = &state.unit(stand).body;
        let field = reach::field(state, stand, start);
        let rate = reach::allowance(state, stand);
        let mut bends = corners(&field, body, start.heading);
        if angle != 0.0 {
            bends.extend(corners(&field, body, start.heading.turned(angle)));
        }
        bends.retain(|bend| bend.distance(start.at) < rate);
        for step in 0..24 {
            let way = Heading::from_radians(TAU * step as f32 / 8.0).forward();
            bends.push(start.at + way * [0.05, 0.4, 1.2][step / 8]);
        }
        for _ in 0..60 {
            let way = Heading::from_radians(dice.random_range(0.0..TAU)).forward();
            bends.push(start.at + way * rate * dice.random_range(0.0_f32..1.0).sqrt());
        }
        let kind = match state.arm(stand) {
            Arm::General => MoveKind::General,
            _ if reach::is_engaged(state, stand) => MoveKind::Withdraw,
            _ => MoveKind::Move,
        };
        Self { survey: Survey::new(state), stand, start, angle, rate, kind, bends }
    }

    /// The cost of the way through these places with the turn before the slide of this number, if it is legal without a roll, touches
    /// nobody and ends at the last of them.
    fn walked(&self, places: &[Vec2], turn: usize) -> Option<(f32, Path)> {
        let mut legs = Vec::new();
        let mut from = self.start.at;
        let turned = (self.angle != 0.0).then_some(Leg::Turn { pivot: Vec2::ZERO, angle: self.angle });
        for (number, &place) in places.iter().enumerate() {
            legs.extend(turned.filter(|_| number == turn));
            if place.distance(from) > 1e-4 {
                legs.push(Leg::Slide(place - from));
            }
            from = place;
        }
        legs.extend(turned.filter(|_| turn == places.len()));
        let path = Path::new(legs);
        let walk = self.survey.check(self.stand, self.start, &path, self.kind).ok()?;
        let there = walk.end.at.distance(from) < 2e-3;
        (there && walk.contacts.is_empty() && walk.obstacles.is_empty()).then_some((walk.cost, path))
    }

    /// The cheapest legal way to a place, if one is found that is cheaper than `known` and the allowance.
    fn cheapest(&self, at: Vec2, known: f32, dice: &mut ChaCha8Rng) -> Option<(f32, Path)> {
        let mut best: Option<(f32, Path)> = None;
        let mut worth = known.min(self.rate);
        let start = self.start.at;
        let mut ways: Vec<Vec<Vec2>> = vec![vec![at]];
        ways.extend(self.bends.iter().map(|bend| vec![*bend, at]));
        for _ in 0..if worth < self.rate { 30 } else { 500 } {
            let bend = [(); 2].map(|()| self.bends[dice.random_range(0..self.bends.len())]);
            ways.push(vec![bend[0], bend[1], at]);
        }
        let length = |way: &[Vec2]| {
            let steps = way.windows(2).map(|pair| pair[0].distance(pair[1]));
            start.distance(way[0]) + steps.sum::<f32>()
        };
        let mut ways: Vec<(f32, Vec<Vec2>)> = ways.into_iter().map(|way| (length(&way), way)).collect();
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
        let turn =
            self.angle.abs() * self.survey.state().unit(self.stand).body.radius_about(Vec2::ZERO) * 0.9;
        for (length, way) in ways {
            if length + turn >= worth - 0.02 {
                break;
            }
            let last = if self.angle == 0.0 { 0 } else { way.len() };
            for turn in 0..=last {
                if let Some((cost, path)) = self.walked(&way, turn).filter(|(cost, _)| *cost < worth) {
                    worth = cost;
                    best = Some((cost, path));
                }
            }
        }
        best
    }
}

/// What was found at all places.
#[derive(Debug, Default)]
struct Count {
    stands: usize,
    /// Stands with anything wrong.
    odd: usize,
    places: usize,
    planned: usize,
    /// Legal, neither lit nor planned; or planned and not lit.
    dark: usize,
    /// Most inches of the allowance left at one of these.
    left: f32,
    dear: usize,
    /// Most inches by which a plan is dearer than need be.
    dearest: f32,
    /// Plans that the judge refuses, or for which it asks more.
    wrong: usize,
    /// Lit, and not planned.
    unplanned: usize,
    faults: Vec<String>,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stands, odd, places, planned, dark, left, dear, dearest, wrong, unplanned, faults } = self;
        write!(f, "{odd} of {stands} stands; {places} places, {dark} dark, {left:.2} in left; ")?;
        write!(f, "{wrong} wrong, {unplanned} lit and not planned; ")?;
        write!(f, "{planned} plans, {dear} dear, by {dearest:.2} in\n{}", faults.join("\n"))
    }
}

impl Count {
    fn add(&mut self, other: Self) {
        self.stands += other.stands;
        self.odd += other.odd;
        self.places += other.places;
        self.planned += other.planned;
        self.dark += other.dark;
        self.left = self.left.max(other.left);
        self.dear += other.dear;
        self.dearest = self.dearest.max(other.dearest);
        self.wrong += other.wrong;
        self.unplanned += other.unplanned;
        self.faults.extend(other.faults);
    }
}

fn lit_cost(map: &Reach, column: usize, row: usize) -> Option<f32> {
    Some(map.cost[row * map.width + column]).filter(|cost| cost.is_finite())
}

/// Asks about places around a stand that is to end turned by this angle.
fn ask(state: &State, stand: StandId, angle: f32, dice: &mut ChaCha8Rng) -> Count {
    let start = state.pose(stand).expect("it is on the table");
    let heading = start.heading.turned(angle);
    let map = reach::reach(state, stand, heading).expect("it is on the table");
    let brute = Brute::new(state, stand, angle, dice);
    let mut count = Count { stands: 1, ..Count::default() };
    while count.places < PLACES {
        let (column, row) = (dice.random_range(0..map.width), dice.random_range(0..map.height));
        let at = map.centre(column, row);
        if at.distance(start.at) > brute.rate {
            continue;
        }
        count.places += 1;
        let lit = lit_cost(&map, column, row);
        let plan = reach::plan(state, stand, Pose::new(at, heading)).expect("it is on the table");
        let walked = plan.ok().map(|plan| {
            let (walk, refusal) = reach::walk(state, stand, &plan.path).expect("it is on the table");
            // The walk continues a contact to gap 0.
            let carried = if walk.contacts.is_empty() { 0.0 } else { 2.0 * TOUCH };
            let without_roll = walk.obstacles.is_empty();
            let is_wrong = without_roll && (refusal.is_some() || walk.cost > plan.cost + carried + 5e-3);
            (plan.cost, without_roll, is_wrong)
        });
        let is_wrong = walked.is_some_and(|(.., is_wrong)| is_wrong);
        // A plan may cross what costs a roll; the map does not.
        let planned = walked.filter(|(_, without_roll, _)| *without_roll && !is_wrong).map(|(cost, ..)| cost);
        count.planned += usize::from(planned.is_some());
        let known = lit.unwrap_or(f32::INFINITY).min(planned.unwrap_or(f32::INFINITY));
        let found = brute.cheapest(at, known, dice);
        let legal = planned.or(found.as_ref().map(|(cost, _)| *cost));
        let mut told = |what: &str| {
            let words = format!("{} from {start} by {angle} to {at}", state.say(stand));
            count.faults.push(format!("{what}: {words}: lit {lit:?}, planned {planned:?}, found {found:?}"));
        };
        if is_wrong {
            told("wrong");
            count.wrong += 1;
        }
        if lit.is_some() && walked.is_none() {
            told("not planned");
            count.unplanned += 1;
        }
        if let (None, Some(cost)) = (lit, legal) {
            told("dark");
            count.dark += 1;
            count.left = count.left.max(brute.rate - cost);
        }
        if let (Some(planned), Some((cost, _))) = (planned, &found)
            && planned - cost > DEAR
        {
            told("dear");
            count.dear += 1;
            count.dearest = count.dearest.max(planned - cost);
        }
    }
    count.odd = usize::from(!count.faults.is_empty());
    count
}

/// A game between solo players, asked about so many stands of it.
fn asked(scenario: &str, preset: &str, seed: u64, stands: usize) -> Count {
    let (scenario, _) = scenario::read(scenario, &Embedded, &AnyRules).expect("shipped scenarios are sound");
    let presets = Preset::of_the_program("easy");
    let options = presets.into_iter().find(|known| known.name == preset).expect("it is a preset").options;
    let mut desk =
        Desk::<Easy>::new(Setup { options, ..Setup::new(scenario, seed) }, None).expect("it begins");
    let mut battle = Battle::<solo_easy::Staff>::new(&desk);
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let (mut count, mut number) = (Count::default(), 0);
    while count.stands < stands && !Easy::is_over(desk.state()) {
        let state = desk.state();
        let movers = movers(state);
        if number % 40 == 39 && !movers.is_empty() {
            let stand = movers[dice.random_range(0..movers.len())];
            let angle = [0.0, 0.0, 0.4, -0.7, FRAC_PI_2, -2.4][dice.random_range(0..6_usize)];
            let angle = if reach::is_engaged(state, stand) { 0.0 } else { angle };
            // Engineers who go along bar ways that the stand itself could go: another test has them.
            if state.engineer_with(stand).is_none() {
                let mut one = ask(state, stand, angle, &mut dice);
                one.faults
                    .iter_mut()
                    .for_each(|fault| *fault = format!("seed {seed}, after order {number}: {fault}"));
                count.add(one);
            }
        }
        battle.step(&mut desk).expect("the players go on");
        number += 1;
    }
    count
}

#[test]
fn hardly_anything_legal_is_dark_and_hardly_a_plan_is_dear() {
    let games = [
        ("waterloo", "Basic", 31),
        ("waterloo", "Everything", 7),
        ("waterloo", "Basic", 12),
        ("waterloo", "Everything", 5),
        ("marengo", "Basic", 3),
        ("marengo", "Everything", 9),
    ];
    let stands = if is_long() { 60 } else { 6 };
    let counts = look_at_all(&games, |(scenario, preset, seed)| asked(scenario, preset, *seed, stands));
    let mut all = Count::default();
    counts.into_iter().for_each(|count| all.add(count));
    println!("{all}");
    assert!(all.places > 2 * stands * PLACES && all.planned * 20 > all.places, "{all}");
    assert_eq!(all.wrong, 0, "{all}");
    assert!(all.unplanned * 2000 <= all.places + 1000, "{all}");
    assert!(all.dark * 2000 <= all.places + 1000 && all.left <= 0.25, "{all}");
    assert!(all.dear * 300 <= all.planned + 300 && all.dearest <= 0.15, "{all}");
    assert!(all.odd * 12 <= all.stands + 12, "{all}");
}

/// A stand whose start is within a hair of a friend or a zone, or that has no room to turn, is answered as one beside it: the moves
/// that the judge lets it make are lit and planned.
#[test]
fn starts_on_a_limit_are_answered_as_those_beside_them() {
    let heavy = r#"{"id":"K29","side":"red","arm":"HeavyCavalry","sp":5,"start":6,"at":[19.18271,21.26645,88.99751]}"#;
    let guns = r#"{"id":"K24","side":"red","arm":"HorseArtillery","at":[17.15234,22.01491,84.55005]}"#;
    let zone =
        r#"{"id":"F06","side":"blue","arm":"Infantry","sp":5,"start":6,"at":[23.55451,26.23775,325.05362]}"#;
    let edge =
        r#"{"id":"K16","side":"red","arm":"Infantry","sp":5,"start":6,"at":[19.42783,28.51763,166.95598]}"#;
    let cramped =
        r#"{"id":"A06","side":"red","arm":"Infantry","sp":5,"start":6,"at":[18.33076,33.73165,255]}"#;
    let beside = r#"{"id":"A08","side":"red","arm":"Infantry","sp":5,"start":6,"at":[20.3305,34.94582,180]}"#;
    for (stands, turned, to, most) in [
        ([heavy, guns], 0.0, (18.7928, 18.0499), 3.26),
        ([edge, zone], 0.0, (21.6091, 30.4506), 2.97),
        ([cramped, beside], 90.0, (18.0104, 35.0081), 4.51),
    ] {
        let text = format!(
            r#"{{"table":[48,48],"stands":[{}],"active":{{"command":"red","step":"Act"}}}}"#,
            stands.join(",")
        );
        let position: Position = serde_json::from_str(&text).expect("it is a position");
        let state = position.set_up().expect("it can be");
        let stand = state.ids().next().expect("it has stands");
        let start = state.pose(stand).expect("it is on the table");
        let goal = Pose::new(to.into(), start.heading.turned(f32::to_radians(turned)));
        let map = reach::reach(&state, stand, goal.heading).expect("it is on the table");
        assert!(map.contains(goal.at), "{} to {goal}", state.say(stand));
        let plan = reach::plan(&state, stand, goal).expect("it is on the table").expect("there is a way");
        assert!(plan.cost <= most, "{} for {most}", plan.cost);
        let (walk, refusal) = reach::walk(&state, stand, &plan.path).expect("it is on the table");
        assert!(refusal.is_none() && walk.cost <= plan.cost + 0.01, "{refusal:?}");
    }
}
