//! The files that come with the program: they load without a fault, and say what their sources say.

use super::*;
use crate::army::Arm;

fn load(id: &str) -> (Scenario, Vec<Fault>) {
    match read(id, &Embedded, &AnyOption) {
        Ok(read) => read,
        Err(faults) => panic!("{}", report(&faults, &Embedded, false)),
    }
}

#[test]
fn every_shipped_scenario_loads_without_a_fault() {
    let listed = list(&Embedded);
    assert!(listed.iter().any(|(id, _, rules)| id == "first-steps" && rules == "easy"), "{listed:?}");
    for (id, name, rules) in listed {
        let (scenario, warnings) = load(&id);
        assert_eq!((&scenario.name, &scenario.rules), (&name, &rules));
        assert!(warnings.iter().all(|fault| fault.message.contains("men is unusual")), "{warnings:?}");
    }
}

#[test]
fn first_steps_is_small_and_close() {
    let (scenario, warnings) = load("first-steps");
    assert_eq!(warnings, []);
    assert_eq!((scenario.turns, scenario.objectives.len()), (6, 2));
    for side in &scenario.sides {
        let troops = side.armies.iter().flat_map(Army::stands).filter(|stand| stand.arm.is_troops()).count();
        assert!((6..=8).contains(&troops), "{troops}");
        assert_eq!(side.armies.iter().map(|army| army.commands.len()).sum::<usize>(), 2);
    }
    let guns = scenario.sides[0].armies[0].stands().filter(|stand| stand.arm.is_artillery()).count();
    assert_eq!(guns, 2);
    assert_eq!(scenario.clock(1), "14:00");
    assert!(scenario.sides[0].armies[0].stands().any(|stand| stand.arm == Arm::HeavyCavalry));
}
