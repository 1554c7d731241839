//! Engineers: tasks turn by turn, chits, and going with infantry. Units: inches, half turns.

use super::attach::ride;
use super::change::{Change, apply};
use super::task::Task;
use super::words::{say_halves, say_state};
use super::work::offers as work_offers;
use crate::CommandId;
use crate::fixture::{Fixture, at};
use crate::movement::bill::path_cost;
use crate::order::Order;
use crate::refusal::Code;
use crate::roster::StandId;
use crate::rule_set::Easy;
use crate::state::{Activation, State, Step};
use dice::Dry;
use game::{RuleSet, Stop};
use scenario::army::Arm;
use scenario::{Weather, usual_line};
use table::ground::{Crossing, CrossingKind, Line, LineKind};
use table::{Leg, Path, Vec2};

/// Engineers at the bank of a stream, by its bridge, and active.
fn at_a_stream(kind: LineKind) -> (State, StandId) {
    let mut field = Fixture::new()
        .option("adv-engineers", "on")
        .ours(Arm::Engineer, at(0.0, 0.0, 0.0))
        .ours(Arm::Infantry, at(9.0, 0.0, 0.0));
    let line = Line { id: "S1".into(), ..usual_line(kind) };
    let bank = 0.5 + line.width / 2.0;
    let over = at(0.3, bank, 0.0).at;
    field.ground.lines = vec![Line { points: vec![at(-30.0, bank, 0.0).at, at(30.0, bank, 0.0).at], ..line }];
    field.ground.crossings = vec![Crossing {
        id: "B1".into(),
        name: String::new(),
        kind: CrossingKind::Bridge,
        at: over,
        over: "S1".into(),
    }];
    let (mut state, ids) = field.state();
    activate(&mut state, ids[0]);
    (state, ids[0])
}

/// The engineers begin an activation of a new turn.
fn activate(state: &mut State, engineer: StandId) {
    let mut now = Activation::new(state.unit(engineer).command, None);
    now.step = Step::Act;
    now.list = vec![engineer];
    state.stack = vec![now];
    state.engineers.worked.clear();
}

/// Turns until the task is done; 0 if it is not within 20.
fn turns(state: &mut State, engineer: StandId, task: &Task, muddy: impl Fn(u8) -> bool) -> u8 {
    for turn in 1..=20 {
        activate(state, engineer);
        state.weather = if muddy(turn) { Weather::Muddy } else { Weather::Clear };
        let order = Order::Work { engineer, task: task.clone() };
        let ruling = Easy::judge(state, &order, &mut Dry).expect("the engineers are at their work");
        ruling.events.iter().for_each(|event| Easy::apply(state, event));
        if state.engineers.jobs.is_empty() {
            return turn;
        }
    }
    0
}

#[test]
fn tasks_take_the_turns_of_the_table_and_twice_as_many_in_mud() {
    for (kind, build, destroy) in [(LineKind::River, 6, 2), (LineKind::Stream, 3, 1)] {
        for (muddy, factor) in [(false, 1), (true, 2)] {
            let (mut state, engineer) = at_a_stream(kind);
            let bridge = Task::Destroy { bridge: "B1".into() };
            assert_eq!(turns(&mut state, engineer, &bridge, |_| muddy), destroy * factor, "{kind:?}");
            let over = Task::Bridge { over: "S1".into(), at: at(0.0, 0.6, 0.0).at };
            assert_eq!(turns(&mut state, engineer, &over, |_| muddy), build * factor, "{kind:?}");
            assert_eq!(state.ground().crossings.len(), 1);
        }
    }
    let (mut state, engineer) = at_a_stream(LineKind::Stream);
    let works = Task::Earthworks { at: at(0.0, -1.5, 0.0) };
    assert_eq!(turns(&mut state, engineer, &works, |_| false), 2);
    assert_eq!(state.ground().areas.len(), 1);
}

#[test]
fn two_muddy_turns_count_as_one_when_the_weather_changes() {
    let (mut state, engineer) = at_a_stream(LineKind::Stream);
    let bridge = Task::Destroy { bridge: "B1".into() };
    turns(&mut state, engineer, &bridge, |_| false);
    let over = Task::Bridge { over: "S1".into(), at: at(0.0, 0.6, 0.0).at };
    assert_eq!(turns(&mut state, engineer, &over, |turn| turn <= 2), 4);
}

#[test]
fn what_is_offered_is_accepted_and_half_turns_are_told() {
    let (state, engineer) = at_a_stream(LineKind::Stream);
    let offers = work_offers(&state);
    let told: Vec<_> = offers.iter().map(|offer| offer.words.clone()).collect();
    assert!(
        told.iter().any(|words| words.contains("destroys the bridge over the stream: 1 turn left")),
        "{told:?}"
    );
    assert!(told.iter().any(|words| words.contains("earthworks in front of it: 2 turns left")), "{told:?}");
    for offer in offers {
        assert!(Easy::judge(&state, &offer.order, &mut Dry).is_ok(), "{}", offer.words);
        assert!(matches!(offer.order, Order::Work { engineer: id, .. } if id == engineer));
    }
    assert_eq!([0, 1, 2, 5].map(say_halves), ["0", "½", "1", "2½"]);
}

#[test]
fn engineers_without_the_module_have_no_command_of_their_own() {
    let field = Fixture::new().ours(Arm::Engineer, at(0.0, 0.0, 0.0)).ours(Arm::Infantry, at(0.0, 1.5, 0.0));
    let (state, ids) = field.clone().state();
    assert_eq!((state.unit(ids[0]).command, state.roster().commands.len()), (CommandId(0), 2));
    let join = Order::Join { engineer: ids[0], host: ids[1] };
    let refused = Easy::judge(&state, &join, &mut Dry);
    assert!(matches!(refused, Err(Stop::Refused(refusal)) if refusal.code == Code::BadTarget));
    let (state, ids) = field.option("adv-engineers", "on").state();
    assert_eq!((state.unit(ids[0]).command, state.roster().commands.len()), (CommandId(2), 3));
    assert_eq!(state.command(CommandId(0)).stands, [ids[1]]);
    assert_eq!(state.chits_of(CommandId(2)), 1, "there is no army commander who could pick them");
}

#[test]
fn attached_engineers_go_with_their_infantry_and_turn_about_the_same_point() {
    let field = Fixture::new()
        .option("adv-engineers", "on")
        .ours(Arm::Engineer, at(1.5, 0.0, 0.0))
        .ours(Arm::Infantry, at(0.0, 0.0, 0.0));
    let (mut state, ids) = field.state();
    let [engineer, host] = ids[..] else { panic!("two stands") };
    apply(&mut state, &Change::Joined { engineer, host });
    let wheel = Leg::Turn { pivot: Vec2::new(-1.0, 1.0), angle: std::f32::consts::FRAC_PI_2 };
    let path = Path::new(vec![wheel]);
    let start = state.pose(host).expect("it is on the table");
    let ride = ride(&state, host, start, &path).expect("they are attached");
    let end = path.end(start);
    assert!((ride.end.at.distance(end.at) - 1.5).abs() < 1e-3, "{}", ride.end);
    assert!(ride.end.heading.angle_to(end.heading) < 1e-3);
    let own = path_cost(&state, host, start, &path);
    assert!(ride.cost > own, "the outer corner of the engineers goes farther: {} against {own}", ride.cost);
    assert_eq!(say_state(&state, engineer).as_deref(), Some("attached to 2 S01"));
}
