//! Divisions, founded generals, suggestions and names. Units: inches.

use super::detach::{check_posted, due};
use super::names::{suggested_name, unused_name};
use super::offers::{is_out_of_command, worth_attaching, worth_forming};
use super::orders::{check_attach, check_form};
use super::places::form_pose;
use super::regrouped::Founded;
use super::roster::division;
use crate::event::Event;
use crate::fixture::{Fixture, at};
use crate::order::Order;
use crate::refusal::Code;
use crate::roster::{CommandId, StandId, Unit};
use crate::rule_set::Easy;
use crate::state::{Activation, Phase, Place, State};
use crate::{generals, invariants};
use dice::Dry;
use game::RuleSet;
use game::options::Options as Chosen;
use scenario::Side;
use scenario::army::{Arm, Command, Grade, Stand};
use table::Pose;

use std::sync::Arc;

/// An active army commander (S00), a corps with a general (S01), two brigades and a battery (S02 to S04), a lone
/// brigade (S05), and an enemy far away.
fn field() -> State {
    let field = Fixture::new()
        .ours(Arm::General, at(0.0, 0.0, 0.0))
        .ours(Arm::General, at(-4.0, 0.0, 0.0))
        .ours(Arm::Infantry, at(-4.0, 4.0, 0.0))
        .ours(Arm::Infantry, at(-1.0, 4.0, 0.0))
        .ours(Arm::FootArtillery, at(4.0, 0.0, 0.0))
        .ours(Arm::LightCavalry, at(8.0, 4.0, 0.0))
        .theirs(Arm::Infantry, at(0.0, 20.0, 180.0));
    let mut scenario = field.state().0.game.scenario.clone();
    let corps = &mut scenario.sides[0].armies[0].commands;
    let stands: [Stand; 6] = std::mem::take(&mut corps[0].stands).try_into().expect("there are six of ours");
    let [chief, general, a, b, guns, lone] = stands;
    let chief = Stand { grade: Some(Grade::Army), ..chief };
    let of = |stand: Stand, formation: &str| Stand { formation: formation.into(), ..stand };
    let command = |id: &str, under: Option<&str>, stands: Vec<Stand>| Command {
        id: id.into(),
        name: id.into(),
        under: under.map(str::to_owned),
        stands,
        units: Vec::new(),
    };
    *corps = vec![
        command("nap", None, vec![chief]),
        command("i", Some("nap"), vec![general, of(a, "I/1/1"), of(b, "I/1/2"), of(guns, "I")]),
        command("c3", Some("nap"), vec![lone]),
    ];
    let mut chosen = Chosen::default();
    for module in ["adv-attached", "adv-new-commands", "adv-detached"] {
        chosen.set(Easy::option_specs(), module, "on").expect("a module");
    }
    let mut state = Easy::start(scenario, &chosen).expect("the options are known");
    let chief = command_named(&state, "nap");
    state.cup.retain(|chit| *chit != chief);
    state.served.insert(chief);
    state.stack.push(Activation::new(chief, None));
    state.phase = Phase::Active;
    state
}

fn named(state: &State, name: &str) -> StandId {
    state.roster().find_stand(name).expect("it is in the game")
}

fn command_named(state: &State, name: &str) -> CommandId {
    state.roster().find_command(name).expect("it is in the game")
}

fn give(state: &mut State, order: &Order) {
    let ruling = Easy::judge(state, order, &mut Dry).unwrap_or_else(|stop| panic!("{order:?}: {stop}"));
    ruling.events.iter().for_each(|event| Easy::apply(state, event));
    assert_eq!(invariants::broken(state), Vec::<String>::new(), "{order:?}");
}

#[test]
fn a_stand_is_of_the_division_that_its_place_in_the_order_of_battle_names() {
    let state = field();
    let of = |formation: &str| {
        let unit = Unit { formation: formation.into(), ..state.unit(StandId(0)).clone() };
        division(&unit).to_owned()
    };
    for (formation, expected) in [
        ("I/3/2", "I/3"),
        ("I/3", "I/3"),
        ("I", "I"),
        ("", ""),
        ("Watrin's division", "Watrin's division"),
        ("IIIC/11/a/b", "IIIC/11"),
    ] {
        assert_eq!(of(formation), expected);
    }
}

#[test]
fn a_game_without_regrouping_keeps_nothing_of_it() {
    let state = field();
    let json = serde_json::to_value(&state).expect("a state is data");
    assert_eq!(json.get("regrouped"), None);
    assert!(Arc::ptr_eq(&state.roster, &state.game.roster));
}

#[test]
fn a_founded_general_has_an_id_a_badge_a_size_and_leaves_with_his_command() {
    let mut state = field();
    let (c, d, i) = (named(&state, "S04"), named(&state, "S05"), command_named(&state, "i"));
    let stands = vec![c];
    let pose = form_pose(&state, &stands).expect("there is room");
    give(&mut state, &Order::Form { name: "Grand battery".into(), stands, pose });
    let general = named(&state, "new-1-general");
    let (unit, founded) = (state.unit(general).clone(), command_named(&state, "Grand battery"));
    assert_eq!((usize::from(unit.badge), unit.grade), (state.stands.len(), Some(Grade::Corps)));
    assert_eq!(unit.body.parts()[0].half().x, 0.75);
    assert_eq!(state.command(founded).stands, [c]);
    assert_eq!(state.command(founded).under, Some(command_named(&state, "nap")));
    assert!(!state.command(i).stands.contains(&c) && state.unit(c).command == founded);
    let json = serde_json::to_value(&state).expect("a state is data");
    assert!(json.get("regrouped").is_some());
    give(&mut state, &Order::Finish);
    // When the stand rejoins the corps, the general leaves and nobody scores for it.
    give(&mut state, &Order::Attach { stands: vec![c], to: i });
    assert_eq!((state.pose(general), state.is_retired(general)), (None, true));
    assert_eq!((generals::lost(&state, Side(0)), state.points()), (0, [0, 0]));
    // A command without a general on the table receives no stands.
    assert!(check_attach(&state, &[d], founded).is_err_and(|refusal| refusal.code == Code::NotActive));
    // Nor can the referee bring back a general without a command. His loss would count with the corps.
    let refused = |act| {
        let fiat = crate::Fiat { act, reason: "there he is".into(), clause: None };
        match Easy::judge(&state, &Order::Fiat(fiat), &mut Dry) {
            Err(game::Stop::Refused(refusal)) => refusal.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let (stand, pose) = (state.unit(general).key.clone(), at(20.0, 20.0, 0.0));
    for told in [
        refused(crate::FiatAct::BringBack { stand: stand.clone(), pose, points: 1 }),
        refused(crate::FiatAct::Place { stand, pose }),
    ] {
        for part in ["left the battle with his command", "easy:V.B", "Form a new command"] {
            assert!(told.contains(part), "{told}");
        }
    }
    assert_eq!(state.began_under(general), i);
    // A stand in its first command is no change.
    assert!(state.regrouped.answers.is_empty() && state.is_absorbed(founded));
}

#[test]
fn a_general_whom_the_referee_places_is_not_waited_for() {
    let mut state = field();
    let (a, b) = (named(&state, "S02"), named(&state, "S03"));
    let general = StandId(state.stands.len() as u16);
    let founded = Founded {
        command: CommandId(state.roster().commands.len() as u16),
        name: "Division I/1".into(),
        under: None,
        general: Some((general, Grade::Division)),
        stands: vec![a, b],
    };
    let command = founded.command;
    Easy::apply(&mut state, &Event::Founded(founded));
    assert!(due(&state).is_some_and(|due| due.side == Some(Side(0)) && due.offers.len() == 1));
    assert!(check_posted(&state, &Order::Finish).is_err_and(|refusal| refusal.code == Code::Phase));
    let act =
        crate::FiatAct::Place { stand: state.unit(general).key.clone(), pose: Pose::at(50.0, 5.0, 0.0) };
    let fiat = crate::Fiat { act, reason: "there he is".into(), clause: None };
    let ruling = Easy::judge(&state, &Order::Fiat(fiat), &mut Dry).expect("a fiat");
    ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
    assert!(state.regrouped.unposted.is_empty() && due(&state).is_none());
    assert_eq!(state.command(command).general, Some(general));
}

#[test]
fn a_general_without_room_is_not_told_to_be_on_his_way() {
    let mut state = field();
    let general = StandId(state.stands.len() as u16);
    let founded = Founded {
        command: CommandId(state.roster().commands.len() as u16),
        name: "Division I/1".into(),
        under: None,
        general: Some((general, Grade::Division)),
        stands: vec![named(&state, "S02"), named(&state, "S03")],
    };
    let command = founded.command;
    Easy::apply(&mut state, &Event::Founded(founded));
    let told = |state: &State| crate::words::describe(state, general);
    assert!(told(&state).ends_with("still to be placed"), "{}", told(&state));
    Easy::apply(&mut state, &Event::PostDropped { command });
    assert!(told(&state).ends_with("not on the table: there was no room for it"), "{}", told(&state));
    assert_eq!(generals::lost(&state, Side(0)), 0, "who was never there is not lost");
}

#[test]
fn suggestions_are_legal_and_help() {
    let mut state = field();
    // The corps commander has ridden away.
    let general = named(&state, "S01");
    state.stands[general.index()].place = Place::Table(at(-20.0, -20.0, 0.0));
    let (stands, pose) = worth_forming(&state).expect("three stands are out of command");
    assert!(stands.len() > 1 && stands.iter().all(|id| is_out_of_command(&state, *id)));
    let name = suggested_name(&state, &stands);
    check_form(&state, &name, &stands, pose).expect("what is suggested is legal");
    state.stands[general.index()].place = Place::Table(at(-4.0, 0.0, 0.0));
    assert_eq!(worth_attaching(&state), None, "nobody else has a general near");
}

#[test]
fn names_are_numbered_where_they_are_taken() {
    let state = field();
    assert_eq!(unused_name(&state, "c3"), "c3 2");
    assert_eq!(unused_name(&state, "Reserve"), "Reserve");
    let one = |name: &str| suggested_name(&state, &[named(&state, name)]);
    assert_eq!(
        (one("S04").as_str(), one("S02").as_str(), one("S05").as_str()),
        ("Grand battery", "S02", "New command")
    );
}
