//! Lines as hands put them down: who stands squarely before one of a line may charge him, whoever of it is nearer by a hair.
//!
//! Clauses: `easy:II.C.4.2`, `easy:0.4`. Inches and degrees about the formation's own origin; blue looks north, red acts.

use easy::position::{Position, RawActive};
use easy::reach::plan_attack;
use easy::state::Step;
use easy::touching::{edge_of, touched_enemies};
use easy::{Easy, Order, StandId};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::army::Arm;
use table::measure::overlap_depth;
use table::{Edge, Leg, Path, Placed, Pose, Vec2};

use super::super::placing::Placing;
use super::super::seeds;
use super::formations::{body, stand};
use super::{give, set_up};

/// For so many lines a way is found to every stand; for stand 1 of line 18,938 none is.
const PLANNED: usize = 10_000;

/// How far before or behind its place, and aside, a stand is put down.
const STAGGER: f32 = 1.0 / 16.0;

/// A line of blue, each stand with a red one squarely before it at a distance of its own.
struct Line {
    position: Position,
    /// By how much each red stand comes short of the one before it.
    gaps: Vec<f32>,
}

fn place(at: (f32, f32, f32)) -> Pose {
    Pose::at(at.0, at.1, at.2)
}

fn lies_on(arm: Arm, at: (f32, f32, f32), others: &[(Arm, (f32, f32, f32))]) -> bool {
    let here = body(arm);
    others.iter().any(|(other, there)| {
        overlap_depth(here.placed(place(at)), Placed { body: &body(*other), pose: place(*there) }) > 1e-4
    })
}

/// The line of this number: of two to five stands, none tilted by more than so many degrees, guns among them or not.
///
/// Before guns there is not room for a red stand and one beside it.
fn line(seed: u64, tilt: f32, guns: bool) -> Line {
    let mut dice = ChaCha8Rng::seed_from_u64(seed ^ 0x117e);
    let mut within = |most: f32| if most > 0.0 { dice.random_range(-most..=most) } else { 0.0 };
    let mut blue: Vec<(Arm, (f32, f32, f32))> = Vec::new();
    let count = 2 + (seed % 4) as usize;
    let mut x = 0.0;
    while blue.len() < count {
        let arm = match (within(1.0) * 4.0) as i32 {
            -3 if guns => Arm::FootArtillery,
            3 => Arm::HeavyCavalry,
            _ => Arm::Infantry,
        };
        let width = body(arm).parts()[0].width;
        let at = (x + width / 2.0 + within(STAGGER), within(STAGGER), within(tilt));
        // Who would lie on the one beside it is put down again, a hair farther off.
        if lies_on(arm, at, &blue) {
            x += 0.01;
            continue;
        }
        blue.push((arm, at));
        x += width;
    }
    let mut position = Position { turns: 9, ..Position::default() };
    let mut gaps = Vec::new();
    for (nth, (arm, at)) in blue.iter().enumerate() {
        let is_battery = *arm == Arm::FootArtillery;
        let (sp, battery) = if is_battery { (2, Some("8x6-pdrs".into())) } else { (5, None) };
        let mut blue = stand(&format!("D{nth}"), "blue", "blue", *arm, *at, sp);
        (blue.battery, blue.start) = (battery, Some(if is_battery { 2 } else { 8 }));
        position.stands.push(blue);
        // From within its zone or from without.
        let gap = 2.6 + within(2.4);
        let before = place(*at).to_table(Vec2::new(0.0, 2.0 + gap));
        let at = (before.x, before.y, at.2 + 180.0);
        position.stands.push(stand(&format!("A{nth}"), "red", "red", Arm::Infantry, at, 5));
        gaps.push(gap);
    }
    position.active = Some(RawActive {
        command: "red".into(),
        step: Step::Act,
        stands: None,
        acted: Vec::new(),
        continuing: Vec::new(),
        general_moved: false,
    });
    Line { position, gaps }
}

impl Line {
    /// With only this one of the red stands.
    fn charged_by(&self, nth: usize) -> Self {
        let mut position = self.position.clone();
        position.stands.retain(|stand| stand.side == "blue" || stand.id == format!("A{nth}"));
        Self { position, gaps: self.gaps.clone() }
    }

    /// The charge of this red stand, in the terms of the formation as it is.
    fn charge(&self, nth: usize, red: StandId) -> Order {
        let (x, y, degrees) = self.find(&format!("A{nth}")).expect("it is on the table");
        let way = place((x, y, degrees)).heading.forward() * self.gaps[nth];
        Order::Move { stand: red, path: Path::new(vec![Leg::Slide(way)]) }
    }

    fn find(&self, id: &str) -> Option<(f32, f32, f32)> {
        self.position.stands.iter().find(|stand| stand.id == id)?.at
    }

    /// Does the red stand come to touch nobody but the one before it, where it charges: beside whom it is room enough?
    fn is_free_before(&self, nth: usize) -> bool {
        let front = place(self.find(&format!("D{nth}")).expect("it is on the table"));
        let there = front.to_table(Vec2::new(0.0, 2.0));
        let (red, there) = (body(Arm::Infantry), Pose::new(there, front.heading.reversed()));
        let others = self.position.stands.iter().filter(|stand| stand.side == "blue");
        others.filter(|stand| stand.id != format!("D{nth}")).all(|stand| {
            let at = place(stand.at.expect("every stand is on the table"));
            overlap_depth(red.placed(there), body(stand.arm).placed(at)) <= 1e-3
        })
    }
}

/// How the formation lies: at some heading, every second time mirrored.
fn placing(seed: u64) -> Placing {
    let degrees = (seed as f64 * 47.3).rem_euclid(360.0);
    Placing { mirrored: (seed / 4) % 2 == 1, degrees, ..Placing::AS_IT_IS }
}

fn refusal(told: &str) -> Option<&str> {
    told.strip_prefix("refused: ")
}

#[test]
fn a_staggered_line_is_charged_by_a_line() {
    for seed in seeds().take(PLANNED) {
        let (line, placing) = (line(seed, 0.0, false), placing(seed));
        let mut state = set_up(&line.position, &placing);
        let count = line.gaps.len();
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let mut order: Vec<usize> = (0..count).collect();
        (1..count).for_each(|last| order.swap(last, dice.random_range(0..=last)));
        for nth in order {
            let [red, blue] =
                ["A", "D"].map(|side| state.roster().find_stand(&format!("{side}{nth}")).expect("it exists"));
            let planned = plan_attack(&state, red, blue, Some(Edge::Front));
            assert!(matches!(planned, Some(Ok(_))), "line {seed}, {nth}: no way is found: {planned:?}");
            let told = give::<Easy>(&mut state, &line.charge(nth, red), &placing, seed, nth);
            assert_eq!(refusal(&told), None, "line {seed}, {nth}: {:?}", line.position.stands);
            assert_eq!(touched_enemies(&state, red), [blue], "line {seed}, {nth}");
            assert_eq!(edge_of(&state, red, blue), Some(Edge::Front), "line {seed}, {nth}");
        }
    }
}

#[test]
fn no_zone_keeps_a_stand_from_the_one_squarely_before_it() {
    let (mut charges, mut stopped) = (0, 0);
    for seed in seeds() {
        let line = line(seed, 1.5, true);
        for nth in 0..line.gaps.len() {
            let (line, placing) = (line.charged_by(nth), placing(seed));
            let mut state = set_up(&line.position, &placing);
            let [red, blue] =
                ["A", "D"].map(|side| state.roster().find_stand(&format!("{side}{nth}")).expect("it exists"));
            let told = give::<Easy>(&mut state, &line.charge(nth, red), &placing, seed, nth);
            charges += 1;
            match refusal(&told) {
                None => assert!(
                    touched_enemies(&state, red).contains(&blue) || !line.is_free_before(nth),
                    "line {seed}, {nth}: {told}"
                ),
                // The side of the one beside, who stands forward, or his corner is in the way: that is no matter of zones.
                Some(refused) => {
                    assert!(!refused.starts_with("zone"), "line {seed}, {nth}: {refused}");
                    stopped += 1;
                }
            }
        }
    }
    assert!(stopped * 4 < charges, "{stopped} of {charges} charges are stopped");
}
