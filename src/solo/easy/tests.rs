//! What solo players make of small positions: works, wagons, guns, commands of their own.

use std::collections::BTreeMap;

use super::assault::{Odds, assaults, odds};
use super::fixture::{Fixture, OURS, at};
use super::front::front;
use super::player::rank;
use super::sight::Sight;
use super::*;
use dice::Rolled;
use easy::combat::planned::Planned;
use easy::engineers;
use easy::engineers::task::Task;
use easy::invariants::broken;
use easy::movement::walk::survey::Survey;
use easy::state::{Activation, Phase, Reason, Score, State};
use easy::{Bridging, Order, Taking, regroup};
use game::RuleSet;
use scenario::army::{Arm, Command, Grade};
use scenario::usual_line;
use table::ground::{Crossing, CrossingKind, Line, LineKind};
use table::measure::{are_touching, inches_apart};
use table::tolerance::touching;
use table::{Edge, Placed, Pose};

/// What our player orders at the step of moves, until it ends them.
fn at_moves(state: State) -> Vec<Order> {
    played(state).0
}

/// As [`at_moves`], with the table after it.
fn played(mut state: State) -> (Vec<Order>, State) {
    let mut player = Player::new(OURS, SoloPlayer::Classic);
    let mut given = Vec::new();
    // The fixture's chit is in the cup while it is resolved.
    let before = broken(&state);
    while let Some(order) = player.plan(&state, || Easy::due(&state).offers) {
        let mut tray = Rolled::new(7, given.len() as u64);
        let ruling =
            Easy::judge(&state, &order, &mut tray).unwrap_or_else(|stop| panic!("{order:?}: {stop}"));
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
        assert_eq!(broken(&state), before);
        let ends = order == Order::EndMoves;
        given.push(order);
        if ends {
            break;
        }
    }
    (given, state)
}

/// All our stands act, engineers and wagons too, which have chits of their own.
fn all_act(field: Fixture) -> State {
    let (mut state, _) = field.state();
    state.stack[0].list = state.ids().filter(|id| state.side(*id) == OURS).collect();
    state
}

/// Our side is ahead: it has nothing to win and holds its ground.
fn ahead(mut state: State) -> State {
    let reason = Reason::Fiat("staged".into());
    state.scores.push(Score { side: OURS, points: 3, turn: 1, reason });
    state
}

/// The works that were ordered.
fn works_in(given: &[Order]) -> Vec<&Task> {
    given
        .iter()
        .filter_map(|order| match order {
            Order::Work { task, .. } => Some(task),
            _ => None,
        })
        .collect()
}

/// Water from west to east through the middle, with these crossings.
fn across(mut field: Fixture, kind: LineKind, crossings: &[f32]) -> Fixture {
    let points = vec![at(-28.0, 0.0, 0.0).at, at(28.0, 0.0, 0.0).at];
    field.ground.lines = vec![Line { id: "S1".into(), points, ..usual_line(kind) }];
    field.ground.crossings = crossings
        .iter()
        .map(|x| Crossing {
            id: format!("B{x}"),
            name: String::new(),
            kind: CrossingKind::Bridge,
            at: at(*x, 0.0, 0.0).at,
            over: "S1".into(),
        })
        .collect();
    field
}

#[test]
fn engineers_throw_up_cover_for_infantry_that_holds_its_ground() {
    let field = |sappers: f32| {
        Fixture::new()
            .option("adv-engineers", "on")
            .ours(Arm::Infantry, at(0.0, 0.0, 0.0))
            .ours(Arm::Engineer, at(0.0, sappers, 0.0))
            .theirs(Arm::Infantry, at(0.0, 12.0, 180.0))
            .theirs(Arm::Infantry, at(3.0, 12.0, 180.0))
    };
    let (given, state) = played(ahead(all_act(field(-1.52))));
    assert!(
        matches!(works_in(&given)[..], [Task::Earthworks { at: there }] if *there == at(0.0, 0.0, 0.0)),
        "{given:?}"
    );
    assert!(!given.iter().any(|order| matches!(order, Order::Move { .. })), "it stays: {given:?}");
    assert_eq!(state.engineers.jobs.len(), 1);
    // From farther off they come up first.
    let (given, state) = played(ahead(all_act(field(-6.0))));
    assert!(works_in(&given).is_empty());
    let (sappers, brigade) = (state.placed(StandId(1)).unwrap(), state.placed(StandId(0)).unwrap());
    assert!(are_touching(sappers, brigade), "{given:?}");
    // Who has to win ground digs in nowhere.
    assert!(works_in(&at_moves(all_act(field(-1.52)))).is_empty());
}

#[test]
fn engineers_bridge_water_where_their_armys_guns_want_to_cross() {
    let field = |sappers: f32, bridges: &[f32]| {
        let field = Fixture::new()
            .option("adv-engineers", "on")
            .ours(Arm::FootArtillery, at(-1.5, -6.0, 0.0))
            .ours(Arm::FootArtillery, at(1.5, -6.0, 0.0))
            .ours(Arm::Engineer, at(0.0, sappers, 0.0))
            .theirs(Arm::Infantry, at(0.0, 16.0, 180.0));
        all_act(across(field, LineKind::Stream, bridges))
    };
    let given = at_moves(field(-0.62, &[]));
    assert!(matches!(works_in(&given)[..], [Task::Bridge { .. }]), "{given:?}");
    let (given, state) = played(field(-4.0, &[]));
    assert!(works_in(&given).is_empty());
    let here = state.placed(StandId(2)).unwrap();
    let task =
        Task::Bridge { over: "S1".into(), at: glam::Vec2::new(here.pose.at.x, at(0.0, 0.0, 0.0).at.y) };
    assert!(touching(engineers::work::site(&state, here, &task).unwrap().gap), "{}: {given:?}", here.pose);
    // There is a bridge near by.
    assert!(works_in(&at_moves(field(-0.62, &[3.0]))).is_empty());
}

#[test]
fn engineers_destroy_a_bridge_that_only_the_enemy_needs() {
    let field = |friend: f32| {
        let field = Fixture::new()
            .option("adv-engineers", "on")
            .ours(Arm::Infantry, at(0.0, -6.0, 0.0))
            .ours(Arm::Infantry, at(6.0, friend, 0.0))
            .ours(Arm::Engineer, at(0.0, -0.77, 0.0))
            .theirs(Arm::Infantry, at(-1.5, 9.0, 180.0))
            .theirs(Arm::Infantry, at(1.5, 9.0, 180.0));
        ahead(all_act(across(field, LineKind::River, &[0.0])))
    };
    let given = at_moves(field(-6.0));
    assert!(matches!(works_in(&given)[..], [Task::Destroy { bridge }] if bridge == "B0"), "{given:?}");
    // A friend beyond it would have no way back.
    assert!(works_in(&at_moves(field(4.0))).is_empty());
}

#[test]
fn a_wagon_follows_the_army_and_gets_away_from_the_enemy() {
    let moved = |wagon: f32, enemy: f32| {
        let field = Fixture::new()
            .option("opt-wagons", "on")
            .ours(Arm::Infantry, at(0.0, 0.0, 0.0))
            .ours(Arm::Wagon, at(0.0, wagon, 0.0))
            .theirs(Arm::LightCavalry, at(0.0, enemy, 180.0));
        let (mut state, ids) = field.state();
        let wagon = ids[1];
        state.stack[0].list = vec![wagon];
        let before = state.pose(wagon).unwrap().at;
        let after = played(state).1.pose(wagon).unwrap().at;
        after.y - before.y
    };
    assert!(moved(-25.0, 20.0) > 4.0);
    assert!(moved(-8.0, 20.0).abs() < 0.01, "near enough");
    assert!(moved(-4.0, 4.0) < -4.0, "out of the horsemen's reach");
}

#[test]
fn guns_save_their_last_chits_for_nearer_targets() {
    let field = Fixture::new()
        .option("opt-ammunition", "on")
        .ours(Arm::FootArtillery, at(0.0, 0.0, 0.0))
        .theirs(Arm::Infantry, at(0.0, 8.5, 180.0))
        .theirs(Arm::Infantry, at(4.0, 5.8, 180.0));
    let (mut state, ids) = field.state();
    let worth = |state: &State, target: StandId| Sight::new(state, OURS).worth_of_shot(ids[0], target) > 0.0;
    for (left, far) in [(40, true), (2, false)] {
        state.ammunition.iter_mut().for_each(|stock| (stock.rolled, stock.left) = (true, Some(left)));
        assert_eq!((worth(&state, ids[1]), worth(&state, ids[2])), (far, true), "{left} chits");
    }
}

#[test]
fn guns_of_several_commands_get_a_general_of_their_own() {
    let field = Fixture::new()
        .ours(Arm::General, at(0.0, 0.0, 0.0))
        .ours(Arm::General, at(-8.0, 0.0, 0.0))
        .ours(Arm::Infantry, at(-8.0, 4.0, 0.0))
        .ours(Arm::FootArtillery, at(-3.0, 3.0, 0.0))
        .ours(Arm::FootArtillery, at(0.0, 3.0, 0.0))
        .ours(Arm::General, at(8.0, 0.0, 0.0))
        .ours(Arm::Infantry, at(8.0, 4.0, 0.0))
        .ours(Arm::FootArtillery, at(3.0, 3.0, 0.0))
        .theirs(Arm::Infantry, at(0.0, 11.0, 180.0));
    let mut scenario = field.state().0.game.scenario.clone();
    let corps = &mut scenario.sides[0].armies[0].commands;
    let mut stands = std::mem::take(&mut corps[0].stands);
    let right = stands.split_off(5);
    let left = stands.split_off(1);
    stands[0].grade = Some(Grade::Army);
    let command = |id: &str, under: Option<&str>, stands| Command {
        id: id.into(),
        name: id.into(),
        under: under.map(str::to_owned),
        stands,
        units: Vec::new(),
    };
    *corps = vec![
        command("chief", None, stands),
        command("left", Some("chief"), left),
        command("right", Some("chief"), right),
    ];
    let chosen = game::options::Options(BTreeMap::from([("adv-new-commands".into(), "on".into())]));
    let mut state = Easy::start(scenario, &chosen).unwrap();
    let chief = state.roster().find_command("chief").unwrap();
    state.stack.push(Activation::new(chief, None));
    state.phase = Phase::Active;
    let (guns, pose) = works::grand_battery(&Sight::new(&state, OURS)).expect("three batteries are near");
    assert_eq!(guns.len(), 3);
    let name = regroup::names::suggested_name(&state, &guns);
    let order = Order::Form { name, stands: guns, pose };
    assert!(Easy::judge(&state, &order, &mut Rolled::new(1, 0)).is_ok());
    // With the enemy out of gunshot there is no call for it.
    let far = state.roster().find_stand("S08").unwrap();
    state.stands[far.index()].place = Place::Table(at(0.0, 16.0, 180.0));
    assert!(works::grand_battery(&Sight::new(&state, OURS)).is_none());
}

#[test]
fn wagons_within_reach_are_captured_and_destroyed_where_the_enemy_would_have_them_back() {
    let field = Fixture::new().option("opt-wagons", "on");
    let field = field.ours(Arm::LightCavalry, at(0.0, -8.0, 0.0)).theirs(Arm::Wagon, at(0.0, -2.0, 0.0));
    let taken = |field: Fixture| {
        let given = at_moves(field.state().0);
        assert!(matches!(given[0], Order::Move { .. }), "{given:?}");
        match given[1] {
            Order::Take { how, .. } => how,
            _ => panic!("{given:?}"),
        }
    };
    assert_eq!(taken(field.clone()), Taking::Capture);
    assert_eq!(taken(field.theirs(Arm::Infantry, at(0.0, 1.6, 0.0))), Taking::Destroy);
}

#[test]
fn a_pontoon_train_goes_to_the_water_and_builds_there() {
    let field = |y: f32| {
        let mut field = Fixture::new().option("adv-pontoons", "on").ours(Arm::Pontoon, at(0.0, y, 0.0));
        let points = vec![at(-20.0, 0.0, 0.0).at, at(20.0, 0.0, 0.0).at];
        field.ground.lines = vec![Line { id: "river".into(), points, ..usual_line(LineKind::River) }];
        at_moves(field.state().0)
    };
    let build = |order: &Order| matches!(order, Order::Bridge { how: Bridging::Build, .. });
    let at_water = field(-1.25);
    assert!(build(&at_water[0]), "{at_water:?}");
    let far = field(-6.0);
    assert!(matches!(far[0], Order::Move { .. }) && !far.iter().any(build), "{far:?}");
}

#[test]
fn every_kind_of_offer_has_its_rank() {
    // These are looked at one by one.
    let looked_at = ["spare", "react", "square", "take"];
    let kinds = Easy::OFFER_KINDS.iter().map(|kind| kind.name);
    for kind in kinds.filter(|kind| !looked_at.contains(kind)) {
        assert_ne!(rank(kind), rank("something new"), "{kind} has no rank");
    }
}

#[test]
fn those_who_attack_have_places_of_their_own_square_before_the_enemy_and_out_of_zones() {
    let field = Fixture::new()
        .ours(Arm::Infantry, at(-1.0, -7.0, 10.0))
        .ours(Arm::Infantry, at(1.5, -7.0, 350.0))
        .ours(Arm::Infantry, at(1.5, -9.5, 0.0))
        .theirs(Arm::Infantry, at(-1.1, 0.0, 180.0))
        .theirs(Arm::Infantry, at(1.1, 0.0, 180.0));
    let (state, ids) = field.state();
    let sight = Sight::new(&state, OURS);
    let found = front(&sight, &ids[..3]);
    assert_eq!(found.len(), 3, "{found:?}");
    let poses: Vec<Pose> = found
        .values()
        .map(|place| Pose::new(place.at, place.heading.expect("before an enemy one is square to him")))
        .collect();
    let body = &state.unit(ids[0]).body;
    for (at, pose) in poses.iter().enumerate() {
        let apart = |other: Placed<'_>| inches_apart(body.placed(*pose), other);
        assert!(ids[3..].iter().all(|id| apart(state.placed(*id).expect("it is there")) > 2.0), "{found:?}");
        assert!(poses[at + 1..].iter().all(|other| other.at.distance(pose.at) > 1.79), "{found:?}");
    }
    let why = &found[&ids[0]].why;
    assert!(why.starts_with("its place in the line is before "), "{why}");
}

#[test]
fn a_set_attacks_front_and_flank_together_and_says_its_odds() {
    let field = Fixture::new()
        .ours(Arm::Infantry, at(0.0, -4.0, 0.0))
        .ours(Arm::Infantry, at(4.5, -1.5, 300.0))
        .theirs(Arm::Infantry, at(0.0, 0.0, 180.0));
    let (state, ids) = field.state();
    let sight = Sight::new(&state, OURS);
    let free = [ids[0], ids[1]];
    let found = assaults(&sight, &Survey::new(&state), &free, 0.05);
    let [assault] = &found[..] else { panic!("{found:?}") };
    assert_eq!((assault.enemy, assault.members.len()), (ids[2], 2), "{found:?}");
    assert!(assault.members.iter().any(|(_, edge)| *edge != Edge::Front), "one goes for a flank: {found:?}");
    // Its odds are those of the rules, and better than those of either alone.
    let planned: Vec<Planned> = assault
        .members
        .iter()
        .map(|(attacker, edge)| Planned { attacker: *attacker, defender: ids[2], edge: *edge })
        .collect();
    let both = odds(&state, &planned).expect("it can be weighed");
    assert_eq!((both.beats, both.beaten), (assault.beats, assault.beaten));
    for one in &planned {
        let Odds { beats, beaten, .. } = odds(&state, &[*one]).expect("it can be weighed");
        assert!(beats - beaten < assault.beats - assault.beaten);
    }
    let told = assault.told(&state);
    assert!(told.contains(" and ") && told.contains("beats ") && told.ends_with('%'), "{told}");
    // Who wants more than can be had does not attack.
    assert!(assaults(&sight, &Survey::new(&state), &free, 1.0).is_empty());
}
