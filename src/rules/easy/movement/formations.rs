//! Formations as hands leave them, at every heading, mirrored, and shifted by less than a thousandth of an inch: contacts, free
//! edges, and due orders. Units: inches, degrees.

use crate::combat::declare::default_attacks;
use crate::fixture::{Fixture, ORIGIN, OURS, THEIRS};
use crate::order::Order;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::rule_set::Easy;
use crate::state::{State, Step};
use crate::touching::{contact_of, edge_of, touched_enemies};
use crate::{Event, event};
use dice::{Dry, Typed};
use game::{RuleSet, Ruling, Stop};
use scenario::army::Arm;
use table::{Edge, Heading, Leg, Path, Pose, Vec2};

/// A frame for a formation: rotated, perhaps mirrored, about the middle of the table.
#[derive(Clone, Copy, Debug)]
struct Frame {
    turn: f32,
    mirrored: bool,
}

/// Sixty headings, as drawn and mirrored.
fn frames() -> impl Iterator<Item = Frame> {
    (0..120)
        .map(|n| Frame { turn: (n / 2) as f32 * 6.0 + if n < 4 { 0.0 } else { 0.29 }, mirrored: n % 2 == 1 })
}

impl Frame {
    fn way(self, x: f32, y: f32) -> Vec2 {
        let x = if self.mirrored { -x } else { x };
        let heading = Heading::from_degrees(self.turn);
        heading.right() * x + heading.forward() * y
    }

    /// The pose of the stand with this number, with an offset below EPS that depends on the number.
    fn pose(self, number: usize, x: f32, y: f32, degrees: f32) -> Pose {
        let off = Heading::from_degrees(self.turn + 77.0 * number as f32).forward() * 0.0004;
        let at = Vec2::splat(ORIGIN) + self.way(x, y) + off;
        let degrees = if self.mirrored { -degrees } else { degrees };
        Pose::at(at.x, at.y, self.turn + degrees)
    }

    fn slide(self, x: f32, y: f32) -> Path {
        Path::new(vec![Leg::Slide(self.way(x, y))])
    }

    fn field(self, ours: &[(f32, f32, f32)], theirs: &[(f32, f32, f32)]) -> Fixture {
        let mut field = Fixture::new();
        for (number, (x, y, degrees)) in ours.iter().enumerate() {
            field = field.stand(OURS, Arm::Infantry, self.pose(number, *x, *y, *degrees));
        }
        for (number, (x, y, degrees)) in theirs.iter().enumerate() {
            field = field.stand(THEIRS, Arm::Infantry, self.pose(ours.len() + number, *x, *y, *degrees));
        }
        field
    }

    fn edge(self, edge: Edge) -> Edge {
        match edge {
            Edge::Left if self.mirrored => Edge::Right,
            Edge::Right if self.mirrored => Edge::Left,
            edge => edge,
        }
    }
}

fn judge(state: &State, order: &Order, dice: &[&[u16]]) -> Result<Ruling<Event>, Stop<Refusal>> {
    let mut tray = Typed::faces(dice.iter().map(|faces| faces.to_vec()));
    Easy::judge(state, order, &mut tray)
}

fn play(state: &State, order: &Order, dice: &[&[u16]]) -> Result<State, Refusal> {
    match judge(state, order, dice) {
        Ok(ruling) => {
            let mut next = state.clone();
            ruling.events.iter().for_each(|happened| event::apply(&mut next, happened));
            Ok(next)
        }
        Err(Stop::Refused(refusal)) => Err(refusal),
        Err(stop) => panic!("it asks for dice: {stop:?}"),
    }
}

fn advance(state: &State, stand: StandId, path: Path) -> Result<State, Refusal> {
    play(state, &Order::Move { stand, path }, &[])
}

/// Takes the offers, of which there must be some.
fn check_due(state: &State) {
    let due = Easy::due(state);
    assert!(!due.offers.is_empty(), "nothing is due");
    for offer in &due.offers {
        let answer = Easy::judge(state, &offer.order, &mut Dry);
        assert!(!matches!(answer, Err(Stop::Refused(_))), "{} is refused: {answer:?}", offer.words);
    }
}

#[test]
fn a_line_charges_a_line() {
    let orders = [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0]];
    for frame in frames() {
        for (gap, order) in [0.0, 0.01, 0.03, 0.05].into_iter().zip(orders) {
            let step = 2.0 + gap;
            let places = [-step, 0.0, step];
            let ours = places.map(|x| (x, 3.0, 180.0));
            let theirs = places.map(|x| (x, 0.0, 0.0));
            let (mut state, ids) = frame.field(&ours, &theirs).state();
            for nth in order {
                state = advance(&state, ids[nth], frame.slide(0.0, -1.0))
                    .unwrap_or_else(|refusal| panic!("{frame:?}, gap {gap}, {nth}: {refusal}"));
                assert_eq!(touched_enemies(&state, ids[nth]), [ids[nth + 3]], "{frame:?}, gap {gap}");
                assert_eq!(edge_of(&state, ids[nth], ids[nth + 3]), Some(Edge::Front));
            }
            let state = play(&state, &Order::EndMoves, &[]).unwrap();
            let all: Vec<_> = (0..3).map(|nth| (ids[nth], ids[nth + 3])).collect();
            assert_eq!(default_attacks(&state), all);
            let beside = Order::Declare { attacks: vec![(ids[0], ids[4])] };
            assert_eq!(play(&state, &beside, &[]).unwrap_err().code, Code::UnassignedContact);
            let state = play(&state, &Order::Declare { attacks: all }, &[]).unwrap();
            assert_eq!(state.active().unwrap().combats.len(), 3, "{frame:?}");
        }
    }
}

#[test]
fn one_alone_before_a_line_fights_the_one_before_it() {
    for frame in frames() {
        let theirs = [(-2.0, 0.0, 0.0), (0.0, 0.0, 0.0), (2.0, 0.0, 0.0)];
        let (state, ids) = frame.field(&[(0.08, 3.0, 180.0)], &theirs).state();
        let state = advance(&state, ids[0], frame.slide(0.0, -1.0)).unwrap();
        assert_eq!(touched_enemies(&state, ids[0]), [ids[2]], "{frame:?}");
        let (state, ids) = frame.field(&[(0.2, 3.0, 180.0)], &theirs).state();
        let state = advance(&state, ids[0], frame.slide(0.0, -1.0)).unwrap();
        let mut both = [ids[2], ids[3]];
        both.sort_unstable();
        assert_eq!(touched_enemies(&state, ids[0]), both, "{frame:?}");
    }
}

#[test]
fn lines_of_which_the_stands_are_set_back_and_turned_a_little_charge_too() {
    // As placed by hand: a sixteenth of an inch in front or behind, a sixteenth aside, a degree and a half.
    let rough = [(0.0, 0.0, 0.0), (2.06, -0.06, 1.2), (4.08, 0.02, -1.5)];
    for frame in frames() {
        let ours = rough.map(|(x, _, _)| (x, 3.2, 180.0));
        // Without zones, which would make them slide square on to edges that are tilted (`easy:II.C.4.1`).
        let (mut state, ids) = frame.field(&ours, &rough).option("opt-no-zones", "on").state();
        for nth in 0..3 {
            state = advance(&state, ids[nth], frame.slide(0.0, -1.3 - 0.05))
                .or_else(|_| advance(&state, ids[nth], frame.slide(0.0, -1.2)))
                .or_else(|_| advance(&state, ids[nth], frame.slide(0.0, -1.17)))
                .or_else(|_| advance(&state, ids[nth], frame.slide(0.0, -1.25)))
                .unwrap_or_else(|refusal| panic!("{frame:?}, {nth}: {refusal}"));
            assert_eq!(touched_enemies(&state, ids[nth]), [ids[nth + 3]], "{frame:?}, {nth}");
        }
    }
}

#[test]
fn an_edge_has_one_attacker_and_the_refusal_says_which_are_free() {
    for frame in frames() {
        let ours = [(-1.0, 3.0, 180.0), (1.0, 3.0, 180.0)];
        let (state, ids) = frame.field(&ours, &[(0.0, 0.0, 0.0)]).state();
        let state = advance(&state, ids[0], frame.slide(0.0, -1.0)).unwrap();
        let refusal = advance(&state, ids[1], frame.slide(0.0, -1.0)).unwrap_err();
        assert_eq!(refusal.code, Code::EdgeTaken, "{frame:?}: {refusal}");
        assert!(refusal.fact.contains("holds the front of"), "{refusal}");
        assert!(refusal.remedy.contains("in away") || refusal.remedy.contains("No other edge"), "{refusal}");
    }
}

#[test]
fn four_attack_four_edges_and_a_tilted_flank_is_one() {
    for frame in frames() {
        let ours = [(0.0, 3.0, 180.0), (3.0, 0.0, 270.0), (0.0, -3.0, 0.0), (-3.03, 0.0, 91.4)];
        let (mut state, ids) = frame.field(&ours, &[(0.0, 0.0, 0.0)]).state();
        let ways = [(0.0, -1.0), (-1.0, 0.0), (0.0, 1.0), (1.02, 0.0)];
        for (nth, (x, y)) in ways.into_iter().enumerate() {
            state = advance(&state, ids[nth], frame.slide(x, y))
                .unwrap_or_else(|refusal| panic!("{frame:?}, {nth}: {refusal}"));
        }
        let edges = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];
        for (nth, edge) in edges.into_iter().enumerate() {
            assert_eq!(edge_of(&state, ids[nth], ids[4]), Some(frame.edge(edge)), "{frame:?}, {nth}");
        }
    }
}

#[test]
fn who_touches_two_gives_up_the_edge_that_a_newcomer_needs() {
    for frame in frames() {
        let theirs = [(-1.0, 0.0, 0.0), (1.0, 0.0, 0.0)];
        let ours = [(0.0, 3.0, 180.0), (2.0, 3.0, 180.0), (-2.0, 3.0, 180.0)];
        let (state, ids) = frame.field(&ours, &theirs).state();
        let state = advance(&state, ids[0], frame.slide(0.0, -1.0)).unwrap();
        let state = advance(&state, ids[1], frame.slide(0.0, -1.0))
            .unwrap_or_else(|refusal| panic!("{frame:?}: {refusal}"));
        // The third would leave one of the first two with none.
        let third = advance(&state, ids[2], frame.slide(0.0, -1.0)).unwrap_err();
        assert_eq!(third.code, Code::EdgeTaken, "{frame:?}: {third}");
        let state = play(&state, &Order::EndMoves, &[]).unwrap();
        assert_eq!(default_attacks(&state), [(ids[0], ids[3]), (ids[1], ids[4])], "{frame:?}");
        check_due(&state);
    }
}

/// The state with these stands, of those of side 0, activated now.
fn only(mut state: State, stands: &[StandId]) -> State {
    state.stack[0].list = stands.to_vec();
    state
}

#[test]
fn bystanders_hold_what_they_lie_along_and_nothing_at_a_corner() {
    for frame in frames() {
        let theirs = [(0.0, 0.0, 0.0), (2.0, 0.0, 0.0)];
        let ours = [(-1.0, 2.0, 180.0), (1.0, 3.0, 180.0)];
        let (state, ids) = frame.field(&ours, &theirs).state();
        let state = advance(&only(state, &ids[1..2]), ids[1], frame.slide(0.0, -1.0))
            .unwrap_or_else(|refusal| panic!("{frame:?}: {refusal}"));
        let state = play(&state, &Order::EndMoves, &[]).unwrap();
        assert_eq!(default_attacks(&state), [(ids[1], ids[3])], "{frame:?}");
        check_due(&state);
        let alone = frame.field(&ours, &theirs[..1]);
        let (state, ids) = alone.clone().state();
        let refusal = advance(&only(state, &ids[1..2]), ids[1], frame.slide(0.0, -1.0)).unwrap_err();
        assert_eq!(refusal.code, Code::EdgeTaken, "{frame:?}: {refusal}");
        let (state, ids) = alone.option("edge-taken-by", "active-only").state();
        assert!(advance(&only(state, &ids[1..2]), ids[1], frame.slide(0.0, -1.0)).is_ok(), "{frame:?}");
        let corner = [(-2.0, 2.0, 180.0), (0.0, 3.0, 180.0)];
        let (state, ids) = frame.field(&corner, &theirs[..1]).state();
        assert!(contact_of(&state, ids[0], ids[2]).is_some(), "{frame:?}: alone at the corner");
        let state = advance(&only(state, &ids[1..2]), ids[1], frame.slide(0.0, -1.0))
            .unwrap_or_else(|refusal| panic!("{frame:?}: {refusal}"));
        assert!(contact_of(&state, ids[0], ids[2]).is_none(), "{frame:?}: no longer");
    }
}

#[test]
fn a_front_that_draws_near_slowly_is_in_contact_where_it_ends() {
    for frame in frames() {
        let (state, ids) = frame.field(&[(-3.2, -2.16, 0.0)], &[(0.0, 0.0, 0.0)]).state();
        let state = advance(&state, ids[0], frame.slide(1.5, 0.14))
            .unwrap_or_else(|refusal| panic!("{frame:?}: {refusal}"));
        assert_eq!(edge_of(&state, ids[0], ids[1]), Some(Edge::Rear), "{frame:?}");
        // Past it and away is another matter.
        let (state, ids) = frame.field(&[(-3.2, -2.03, 0.0)], &[(0.0, 0.0, 0.0)]).state();
        let refusal = advance(&state, ids[0], frame.slide(6.0, 0.0)).unwrap_err();
        assert!(matches!(refusal.code, Code::InContact | Code::SideContact), "{frame:?}: {refusal}");
    }
}

#[test]
fn a_corner_on_the_way_is_passed_over_by_who_ends_squarely_before_another() {
    for frame in frames() {
        // The neighbour stands a sixteenth of an inch forward.
        let theirs = [(-2.03, 0.0625, 0.0), (0.0, 0.0, 0.0)];
        let field = |theirs| frame.field(&[(0.0, 3.0, 180.0)], theirs);
        let (state, ids) = field(&theirs).state();
        let state = advance(&state, ids[0], frame.slide(0.0, -1.0))
            .unwrap_or_else(|refusal| panic!("{frame:?}: {refusal}"));
        assert_eq!(touched_enemies(&state, ids[0]), [ids[2]], "{frame:?}");
        // Without another stand in front, the corner counts as contact, and it may not go on along it.
        let (state, ids) = field(&theirs[..1]).option("opt-no-zones", "on").state();
        let there = advance(&state, ids[0], frame.slide(0.0, -0.95))
            .unwrap_or_else(|refusal| panic!("{frame:?}: {refusal}"));
        assert_eq!(touched_enemies(&there, ids[0]), [ids[1]], "{frame:?}");
        let refusal = advance(&state, ids[0], frame.slide(0.0, -2.0)).unwrap_err();
        assert_eq!(refusal.code, Code::SideContact, "{frame:?}: {refusal}");
    }
}

#[test]
fn the_refusal_names_the_zone_that_binds() {
    for frame in frames() {
        let theirs = [(0.0, 0.0, 0.0), (0.0, 7.0, 180.0)];
        let (state, ids) = frame.field(&[(0.0, 3.3, 180.0)], &theirs).state();
        for (y, owner) in [(2.0, ids[2]), (-0.6, ids[1])] {
            let x = if y < 0.0 { 0.5 } else { 0.0 };
            let refusal = advance(&state, ids[0], frame.slide(x, y)).unwrap_err();
            assert_eq!(refusal.code, Code::Zone, "{frame:?}: {refusal}");
            assert_eq!(refusal.culprit, Some(state.say(owner)), "{frame:?}: {refusal}");
        }
    }
}

#[test]
fn a_grazed_neighbour_does_not_keep_a_stand_from_withdrawing() {
    for frame in frames() {
        let ours = [(0.0, 2.0, 180.0), (2.0, 2.0, 180.0)];
        let theirs = [(0.0, 0.0, 0.0), (2.02, 0.03, 0.0)];
        let (mut state, ids) = frame.field(&ours, &theirs).state();
        state.stack[0].step = Step::Command;
        state.stack[0].list.clear();
        let state = play(&state, &Order::Activate { stands: vec![ids[0]] }, &[]).unwrap();
        // Only the one before it fires at it.
        let state = play(&state, &Order::OpeningFire { enemy: ids[2] }, &[&[1; 5]]).unwrap();
        check_due(&state);
        for (x, y) in [(0.0, 3.0), (2.0, 2.1), (-2.0, 2.1)] {
            let withdraw = Order::Withdraw { stand: ids[0], path: frame.slide(x, y) };
            let end = play(&state, &withdraw, &[]);
            let blocked = x > 0.0;
            assert_eq!(end.is_err(), blocked, "{frame:?}, {x} {y}: {:?}", end.err());
        }
    }
}

#[test]
fn guns_with_nobody_on_their_front_withdraw_or_stand() {
    for frame in frames() {
        let guns = |theirs: &[(f32, f32, f32)]| {
            let mut field = Fixture::new().stand(OURS, Arm::FootArtillery, frame.pose(0, 0.0, 0.0, 0.0));
            for (number, (x, y, degrees)) in theirs.iter().enumerate() {
                field = field.stand(THEIRS, Arm::Infantry, frame.pose(number + 1, *x, *y, *degrees));
            }
            let (mut state, ids) = field.state();
            state.stack[0].step = Step::Command;
            state.stack[0].list.clear();
            let mut state = play(&state, &Order::Activate { stands: vec![ids[0]] }, &[]).unwrap();
            for enemy in &ids[1..] {
                check_due(&state);
                state = play(&state, &Order::OpeningFire { enemy: *enemy }, &[&[1; 5]]).unwrap();
            }
            check_due(&state);
            (state, ids)
        };
        let (state, ids) = guns(&[(-1.5, 0.0, 90.0)]);
        let refusal = play(&state, &Order::Continue { stand: ids[0] }, &[]).unwrap_err();
        assert_eq!((refusal.code, refusal.clause), (Code::CannotFire, "easy:III.F"), "{frame:?}");
        let away = Order::Withdraw { stand: ids[0], path: frame.slide(2.0, 0.0) };
        assert!(play(&state, &away, &[]).is_ok(), "{frame:?}");
        // Held from both sides it can do neither, and no decision is due.
        let (state, _) = guns(&[(-1.5, 0.0, 90.0), (1.5, 0.0, 270.0)]);
        assert_eq!(state.active().unwrap().step, Step::Act, "{frame:?}");
        // On its rear it goes forward; on front and flank it fires.
        let (state, _) = guns(&[(0.0, -2.0, 0.0)]);
        assert_eq!(state.active().unwrap().step, Step::Engaged, "{frame:?}");
        let (state, ids) = guns(&[(0.0, 2.0, 180.0), (-1.5, 0.0, 90.0)]);
        assert!(play(&state, &Order::Continue { stand: ids[0] }, &[]).is_ok(), "{frame:?}");
    }
}
