//! Retreats and routs of one stand whose way the ledger tells, at sixty headings of the whole formation and mirrored.

use easy::combat::status::Status;
use easy::position::{Position, RawActive};
use easy::state::{Place, Step};
use easy::{Easy, Order, StandId, State};
use game::RuleSet;
use scenario::army::Arm;

use super::super::placing::Placing;
use super::formations::stand;
use super::{give, set_up};

/// Headings at which a formation is put down.
const HEADINGS: u16 = 60;

/// A formation round D, infantry at (0, 0) that looks north and is beaten; the reds all attack, bystanders none.
#[derive(Clone)]
struct Round(Position);

impl Round {
    fn d() -> Self {
        Self(Position::default()).put("blue", "blue", (0.0, 0.0, 0.0), 2)
    }

    fn put(mut self, side: &str, command: &str, at: (f32, f32, f32), sp: u8) -> Self {
        let letter = if side == "red" { 'A' } else { 'D' };
        let id = format!("{letter}{}", self.0.stands.len());
        self.0.stands.push(stand(&id, side, command, Arm::Infantry, at, sp));
        self
    }

    fn attacker(self, x: f32, y: f32, degrees: f32) -> Self {
        self.put("red", "red", (x, y, degrees), 5)
    }

    fn front(self) -> Self {
        self.attacker(0.0, 2.0, 180.0)
    }

    fn bystander(self, x: f32, y: f32, degrees: f32) -> Self {
        self.put("red", "red2", (x, y, degrees), 5)
    }

    fn friend(self, x: f32, y: f32) -> Self {
        self.put("blue", "blue2", (x, y, 0.0), 5)
    }

    fn position(mut self) -> Position {
        let attacks = self.0.stands.iter().filter(|stand| stand.command.as_deref() == Some("red"));
        let attackers: Vec<String> = attacks.map(|stand| stand.id.clone()).collect();
        // It has to be beaten and live.
        self.0.stands[0].sp = Some(if attackers.len() > 1 { 8 } else { 2 });
        self.0.active = Some(RawActive {
            command: "red".into(),
            step: Step::Act,
            stands: None,
            acted: Vec::new(),
            continuing: attackers,
            general_moved: false,
        });
        self.0
    }
}

/// Fights D's combat with the dice of this seed; the state in which D has to go, if it comes to that.
fn beaten(position: &Position, placing: &Placing, rout: bool, seed: u64) -> Option<(State, StandId)> {
    let mut state = set_up(position, placing);
    let d = state.roster().find_stand("D0")?;
    give::<Easy>(&mut state, &Order::EndMoves, placing, seed, 0);
    let attackers = state.active()?.list.clone();
    let attacks = attackers.into_iter().map(|attacker| (attacker, d)).collect();
    let told = give::<Easy>(&mut state, &Order::Declare { attacks }, placing, seed, 1);
    assert!(!told.starts_with("refused"), "{told}");
    give::<Easy>(&mut state, &Order::Resolve { combat: 0 }, placing, seed, 2);
    let Status::Beaten(beaten) = &state.active()?.combats.first()?.status else { return None };
    let goes = beaten.rout == rout && beaten.losers == [d];
    goes.then_some((state, d))
}

/// Where D ends in the terms of the formation as it is, wherever that is put down; none where it is destroyed.
fn check_end(round: Round, rout: bool, wanted: Option<(f64, f64)>, what: &str) {
    let position = round.position();
    let seed = (0..4000).find(|seed| beaten(&position, &Placing::AS_IT_IS, rout, *seed).is_some());
    let seed = seed.unwrap_or_else(|| panic!("{what}: it is never beaten so"));
    let mut wrong = Vec::new();
    for turn in 0..2 * HEADINGS {
        let degrees = f64::from(turn % HEADINGS) * 360.0 / f64::from(HEADINGS) + 0.4;
        let placing = Placing { mirrored: turn >= HEADINGS, degrees, ..Placing::AS_IT_IS };
        let (mut state, d) = beaten(&position, &placing, rout, seed).expect("the combat comes out the same");
        let due = Easy::due(&state).offers;
        assert!(due.iter().any(|offer| matches!(offer.order, Order::Retreat { stand, .. } if stand == d)));
        give::<Easy>(&mut state, &Order::Retreat { stand: d, direction: None }, &placing, seed, 3);
        let end = match state.stand(d).place {
            Place::Table(pose) => Some(placing.home(pose)),
            Place::Eliminated { .. } | Place::Reserve | Place::Off => None,
        };
        // To its own right: the mirrored answer is the other hand's.
        let hand = if placing.mirrored && what.contains("own right") { -1.0 } else { 1.0 };
        let same = match (end, wanted) {
            (Some(end), Some((x, y))) => (end.0 - hand * x).hypot(end.1 - y) < 0.01,
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if !same {
            wrong.push(format!("at {degrees}°, mirrored {}: {end:.3?}", placing.mirrored));
        }
    }
    assert!(wrong.is_empty(), "{what}: {} of {} wrong: {}", wrong.len(), 2 * HEADINGS, wrong.join("; "));
}

#[test]
fn down_a_file_between_flush_friends_the_way_is_open() {
    let file = |first: f32, aside: f32| {
        let places = [0.0, 2.0, 4.0].map(|row| first - row);
        let row = |file: Round, y: f32| file.friend(-aside, y).friend(aside, y);
        places.into_iter().fold(Round::d().front(), row)
    };
    // Friends who begin half an inch behind, and are entered by no more than the thickness of paper.
    check_end(file(-2.5, 1.9999), false, Some((0.0, -3.0)), "down a file that is grazed");
    check_end(file(0.0, 2.0), false, Some((0.0, -3.0)), "down a file");
    check_end(file(0.0, 2.0).friend(0.0, -4.0), false, Some((0.0, -2.0)), "down a file to a friend");
}

#[test]
fn the_middle_one_of_three_goes_straight_back() {
    let line = Round::d().front().bystander(-2.0, 2.0, 180.0).bystander(2.0, 2.0, 180.0);
    let line = line.friend(-2.0, 0.0).friend(2.0, 0.0);
    check_end(line, false, Some((0.0, -3.0)), "the middle one of three");
}

#[test]
fn tilted_flankers_cancel_as_straight_ones_do() {
    for tilt in [0.0, 0.06, 0.1, 0.2, 0.3, 0.4, 0.45] {
        for (left, right) in [(-tilt, tilt), (tilt, -tilt), (tilt, tilt)] {
            let flankers = Round::d().attacker(-2.02, 0.0, 90.0 + left).attacker(2.02, 0.0, 270.0 + right);
            check_end(flankers, false, Some((0.0, -3.0)), &format!("flankers at {left} and {right}"));
        }
    }
    let flankers = Round::d().attacker(-2.0, 0.0, 90.0).attacker(2.0, 0.0, 270.0);
    check_end(flankers.clone().friend(0.0, -2.0), false, Some((0.0, 3.0)), "forward between them");
    check_end(flankers.friend(0.0, -2.0).bystander(0.0, 2.0, 180.0), false, None, "hemmed in");
}

#[test]
fn a_rout_is_unbent_before_anything_is_lost_and_passes_friends() {
    let three = Round::d().front().attacker(-2.0, 0.0, 90.0).attacker(2.0, 0.0, 270.0);
    check_end(three.friend(1.0, -9.0), true, Some((0.0, -6.0)), "unbent");
    check_end(Round::d().front().friend(2.0, 0.0), true, Some((0.0, -6.0)), "a friend along its side");
    check_end(Round::d().front().friend(0.0, -6.0), true, Some((0.0, -8.0)), "beyond a friend");
    let aslant = 6.0 * std::f64::consts::FRAC_1_SQRT_2;
    check_end(Round::d().front().friend(15.0, 0.0), true, Some((aslant, -aslant)), "toward a friend");
}

#[test]
fn where_both_ways_are_as_good_it_goes_to_its_own_right() {
    let (sin, cos) = 15.0_f64.to_radians().sin_cos();
    let behind = Round::d().front().bystander(0.0, -5.0, 90.0);
    check_end(behind, false, Some((3.0 * sin, -3.0 * cos)), "to its own right past an enemy behind");
}
