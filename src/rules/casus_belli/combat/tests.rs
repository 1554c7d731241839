//! Duties, well-formed attacks, results and advances of the combat phase, by the checks of the ledger.

use crate::event::Event;
use crate::fixture::{ENEMY, Lab, code, give, refusal};
use crate::order::{Assault, Order, Withdrawal};
use crate::roster::UnitId;
use crate::state::{Phase, Place, State};
use crate::{Code, turn};
use hexes::{Hex, HexKind, Mark};

use super::event::{CombatEvent, Loss};
use super::graph::duties;
use super::owed;
use super::phase::{CombatPhase, Step};
use super::plans::any_plan;
use super::table::{Column, CombatResult};

pub(super) fn units(lab: &Lab, written: &str) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = written.split_whitespace().map(|unit| lab.id(unit)).collect();
    units.sort_unstable();
    units
}

pub(super) fn assault(lab: &Lab, by: &str, on: &str) -> Assault {
    Assault { by: units(lab, by), on: units(lab, on), ..Assault::default() }
}

pub(super) fn attack(lab: &Lab, by: &str, on: &str) -> Order {
    Order::Attack(assault(lab, by, on))
}

pub(super) fn back(lab: &Lab, unit: &str, way: &[u16]) -> Order {
    Order::Retreat(Withdrawal {
        unit: lab.id(unit),
        way: way.iter().copied().map(Hex).collect(),
        chain: Vec::new(),
        with: Vec::new(),
        faces: None,
    })
}

pub(super) fn phase(state: &State) -> &CombatPhase {
    state.combat().expect("a combat phase")
}

pub(super) fn hex(lab: &Lab, state: &State, unit: &str) -> u16 {
    state.hex(lab.id(unit)).map_or(0, |hex| hex.0)
}

/// The combat phase with these units out of command; they began movement in an enemy zone.
pub(super) fn without_command(lab: &Lab, written: &str) -> State {
    let mut state = lab.state();
    for unit in units(lab, written) {
        let found = state.command.found.get_mut(&unit).expect("of the phasing side");
        (found.in_command, found.in_ezoc) = (false, true);
    }
    give(&mut state, &Order::EndMovement, &[]);
    state
}

fn names(lab: &Lab, units: impl IntoIterator<Item = UnitId>) -> Vec<String> {
    units.into_iter().map(|unit| lab.scenario.units[unit.index()].id.clone()).collect()
}

#[test]
fn a_unit_in_a_zone_attacks_and_whoever_controls_it_is_attacked() {
    // cb:6c, cb:6d, cb:7a1: a garrison in a village is not controlled, and need not attack; in the enemy's turn it is attacked.
    let lab = || Lab::new().units("F4@2010 E5@2009").kind(2010, HexKind::Town);
    let of = |lab: &Lab| {
        let state = lab.combat();
        let duties = duties(&state);
        (names(lab, duties.owing), names(lab, duties.owed))
    };
    let none: Vec<String> = Vec::new();
    assert_eq!(of(&lab()), (none.clone(), none.clone()));
    assert_eq!(code(&lab().combat(), &attack(&lab(), "F4@2010", "E5@2009")), None, "it may");
    let strict = lab().option("mandatory", "strict");
    assert_eq!(of(&strict), (none.clone(), vec!["E5@2009".to_owned()]));
    assert_eq!(code(&strict.combat(), &Order::EndCombat), Some(Code::CombatOwed));
    let theirs = lab().phasing(ENEMY);
    assert_eq!(of(&theirs), (vec!["E5@2009".to_owned()], vec!["F4@2010".to_owned()]));
}

#[test]
fn those_out_of_command_owe_nothing_and_nobody_is_owed_for_them() {
    // cb:6c, third check: one out of command, one in a village next to the same enemy.
    let lab = Lab::new().units("F5@2008 F4@2010 E5@2009").kind(2010, HexKind::Town);
    let state = without_command(&lab, "F5@2008");
    assert!(phase(&state).owing.is_empty() && phase(&state).owed.is_empty());
    assert_eq!(code(&state, &attack(&lab, "F5@2008", "E5@2009")), Some(Code::OutOfCommand), "cb:10e");
    assert_eq!(code(&state, &attack(&lab, "F4@2010", "E5@2009")), None);
}

#[test]
fn routed_units_and_those_of_a_demoralised_corps_are_excused() {
    // cb:6a, cb:6c, cb:12a
    let lab = Lab::new().units("F4@2010! E5@2009");
    let state = lab.combat();
    assert!(phase(&state).owing.is_empty() && phase(&state).owed.is_empty());
    assert_eq!(
        code(&state, &attack(&lab, "F4@2010!".trim_end_matches('!'), "E5@2009")),
        Some(Code::CannotAttack)
    );
    let lab = Lab::new().units("F4@2010 E5.v@2009 E5.v@0120!").level("v", 5);
    assert!(duties(&lab.combat()).owing.is_empty(), "no zone, no duty");
}

#[test]
fn only_those_who_touch_take_part_and_nobody_over_a_river() {
    // cb:7a1, cb:tet-river
    let lab = Lab::new().units("F4@2010 cF3@2012 F4@2109 E5@2009").side(2109, 2009, Mark::River);
    let state = lab.combat();
    let refused = refusal(&state, &attack(&lab, "F4@2010 cF3@2012", "E5@2009"));
    assert_eq!((refused.code, refused.clause), (Code::NotAdjacent, "cb:7a1"));
    let refused = refusal(&state, &attack(&lab, "F4@2010 F4@2109", "E5@2009"));
    assert_eq!((refused.code, refused.clause), (Code::River, "cb:tet-river"));
    assert_eq!(code(&lab.state(), &attack(&lab, "F4@2010", "E5@2009")), Some(Code::WrongPhase), "cb:3g");
}

#[test]
fn several_enemies_are_attacked_together_unless_another_takes_one() {
    // cb:7a3
    let lab = Lab::new().units("F4@2010 E5@2009 E3@2011");
    let state = lab.combat();
    let refused = refusal(&state, &attack(&lab, "F4@2010", "E5@2009"));
    assert_eq!((refused.code, refused.clause), (Code::LeavesUnattacked, "cb:6c"));
    assert_eq!(code(&state, &attack(&lab, "F4@2010", "E5@2009 E3@2011")), None);
    let owed = owed::of(&state, phase(&state));
    assert_eq!(owed.attackers[0].alone.len(), 2);
    assert!(owed.words(&state, owed::GUNS)[0].contains("all together"));
    let lab = Lab::new().units("F4@2010 F4@2012 E5@2009 E3@2011");
    assert_eq!(code(&lab.combat(), &attack(&lab, "F4@2010", "E5@2009")), None);
    // The two who touch one enemy attack him together.
    let lab = Lab::new().units("F4@2010 F4@2008 E5@2009");
    let refused = refusal(&lab.combat(), &attack(&lab, "F4@2010", "E5@2009"));
    assert_eq!((refused.code, refused.clause), (Code::LeavesIdle, "cb:6c"));
    assert_eq!(code(&lab.combat(), &attack(&lab, "F4@2010 F4@2008", "E5@2009")), None);
}

#[test]
fn combats_are_merged_as_a_chain() {
    // cb:7a4: A–x–B–y is one attack, or two where all have to touch all.
    let lab = || Lab::new().units("F4@2008 E5@2009 F4@2010 E3@2011");
    let whole = |lab: &Lab| attack(lab, "F4@2008 F4@2010", "E5@2009 E3@2011");
    assert_eq!(code(&lab().combat(), &whole(&lab())), None);
    let strict = lab().option("merge", "all-adjacent");
    let refused = refusal(&strict.combat(), &whole(&strict));
    assert_eq!((refused.code, refused.clause), (Code::NotConnected, "cb:7a4"));
    assert_eq!(code(&strict.combat(), &attack(&strict, "F4@2008", "E5@2009")), None);
    // Nobody is next to both.
    let lab = Lab::new().units("F4@2008 E5@2009 F4@2018 E3@2019");
    let refused = refusal(&lab.combat(), &attack(&lab, "F4@2008 F4@2018", "E5@2009 E3@2019"));
    assert_eq!(refused.code, Code::NotConnected);
}

#[test]
fn an_order_that_names_nonsense_is_refused() {
    let lab = Lab::new().units("F4@2010 E5@2009 F4@3912/4");
    let state = lab.combat();
    let twice = Assault { by: vec![lab.id("F4@2010"); 2], on: vec![lab.id("E5@2009")], ..Assault::default() };
    assert_eq!(code(&state, &Order::Attack(twice)), Some(Code::BadOrder));
    assert_eq!(code(&state, &Order::Attack(Assault::default())), Some(Code::BadOrder));
    assert_eq!(code(&state, &attack(&lab, "E5@2009", "F4@2010")), Some(Code::NotPhasing));
    assert_eq!(code(&state, &attack(&lab, "F4@3912/4", "E5@2009")), Some(Code::WrongPiece));
    assert_eq!(code(&state, &attack(&lab, "F4@2010", "F4@2010")), Some(Code::BadOrder));
}

#[test]
fn a_unit_attacks_once_and_an_enemy_is_attacked_once() {
    // cb:7a2, cb:8a4: 2:1, a 3 is nothing.
    let lab = Lab::new().units("F8@2010 E4@2009 F3@2008").kind(2008, HexKind::Town);
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F8@2010", "E4@2009"), &[2]);
    assert_eq!(phase(&state).fight.as_ref().and_then(|fight| fight.result), Some(CombatResult::No));
    let again = refusal(&state, &attack(&lab, "F8@2010", "E4@2009"));
    assert_eq!((again.code, again.clause), (Code::AlreadyFought, "cb:7a2"));
    assert_eq!(code(&state, &attack(&lab, "F3@2008", "E4@2009")), Some(Code::AlreadyAttacked));
    give(&mut state, &Order::EndCombat, &[]);
    assert!(matches!(state.phase, Phase::Reorganisation(_)));
}

#[test]
fn who_comes_next_to_another_enemy_by_a_retreat_fights_no_more() {
    // cb:7a2, cb:8a4: the beaten attacker runs next to a fresh enemy, who is free of obligation.
    let lab = Lab::new().units("F2@2010 E4@2009 E4@2313").kind(2313, HexKind::Town);
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F2@2010", "E4@2009"), &[6]);
    // 1:2, a 6: D1 instead; the defender goes back and is spent.
    assert!(phase(&state).spent.contains(&lab.id("E4@2009")));
    assert!(owed::of(&state, phase(&state)).is_empty());
}

#[test]
fn guns_reach_three_hexes_in_a_clear_line() {
    // cb:9b, cb:9e
    let lab = |kind: HexKind, side: &str| {
        let lab = Lab::new().units("gF3@2010 E5@2012 E4@2014 E4@1811 F4@2216 E1@2217");
        lab.kind(2011, kind).option("hexside-fire", side)
    };
    let open = lab(HexKind::Clear, "both");
    assert_eq!(code(&open.combat(), &attack(&open, "gF3@2010", "E5@2012")), None);
    let far = refusal(&open.combat(), &attack(&open, "gF3@2010", "E4@2014"));
    assert_eq!((far.code, far.clause), (Code::OutOfRange, "cb:9b"));
    let woods = lab(HexKind::Forest, "both");
    let blocked = refusal(&woods.combat(), &attack(&woods, "gF3@2010", "E5@2012"));
    assert_eq!((blocked.code, blocked.clause, blocked.hexes), (Code::Blocked, "cb:9e", vec![Hex(2011)]));
    // To 2210 it runs along the hexside of 2110, woods, and 2111, clear.
    for (option, wanted) in [("both", None), ("either", Some(Code::Blocked)), ("never", None)] {
        let lab =
            Lab::new().units("gF3@2010 E5@2210").kind(2110, HexKind::Forest).option("hexside-fire", option);
        assert_eq!(code(&lab.combat(), &attack(&lab, "gF3@2010", "E5@2210")), wanted, "{option}");
    }
    for (option, wanted) in [("both", Some(Code::Blocked)), ("never", None)] {
        let lab =
            Lab::new().units("gF3@2010 E5@2210").kind(2110, HexKind::Forest).kind(2111, HexKind::Forest);
        let lab = lab.option("hexside-fire", option);
        assert_eq!(code(&lab.combat(), &attack(&lab, "gF3@2010", "E5@2210")), wanted, "{option}");
    }
}

#[test]
fn guns_in_a_zone_attack_who_holds_them() {
    // cb:9c
    let lab = Lab::new().units("gF3@2010 E5@2009 E4@2012 F9@2008");
    let state = lab.combat();
    let refused = refusal(&state, &attack(&lab, "gF3@2010", "E4@2012"));
    assert_eq!((refused.code, refused.clause), (Code::CannotAttack, "cb:9c"));
    assert_eq!(code(&state, &attack(&lab, "gF3@2010 F9@2008", "E5@2009")), None);
    // With the other gone first, nobody is left to the guns.
    assert_eq!(code(&state, &attack(&lab, "F9@2008", "E5@2009")), Some(Code::LeavesIdle));
    // In several zones they attack all together.
    let lab = Lab::new().units("gF3@2010 E5@2009 E4@2011");
    assert_eq!(code(&lab.combat(), &attack(&lab, "gF3@2010", "E5@2009")), Some(Code::LeavesUnattacked));
    assert_eq!(code(&lab.combat(), &attack(&lab, "gF3@2010", "E5@2009 E4@2011")), None);
    // In a village nobody holds them: they fire there, elsewhere, or rest.
    let lab = Lab::new().units("gF3@2010 E5@2009 E4@2012 E4@2013").kind(2010, HexKind::Town);
    let state = lab.combat();
    for on in ["E5@2009", "E4@2012"] {
        assert_eq!(code(&state, &attack(&lab, "gF3@2010", on)), None, "{on}");
    }
    assert_eq!(code(&state, &Order::EndCombat), None);
    let both = refusal(&state, &attack(&lab, "gF3@2010", "E4@2012 E4@2013"));
    assert_eq!((both.code, both.clause), (Code::SingleTarget, "cb:9c"));
}

#[test]
fn guns_in_woods_never_attack_unless_the_table_rules() {
    // cb:9f
    for (option, wanted) in
        [("text", Some(Code::CannotAttack)), ("table", None), ("both", Some(Code::CannotAttack))]
    {
        let lab = Lab::new().units("gF3@2010 E5@2012").kind(2010, HexKind::Forest);
        let lab = lab.option("woods-village", option);
        assert_eq!(code(&lab.combat(), &attack(&lab, "gF3@2010", "E5@2012")), wanted, "{option}");
    }
}

#[test]
fn guns_out_of_command_bombard_from_afar() {
    // cb:10e, option ooc-bombardment
    let lab = || Lab::new().units("gF3@2010 E5@2012 F4@2013 gF1@1814");
    let held = lab().units("E3@2009");
    let state = without_command(&held, "gF3@2010");
    let near = refusal(&state, &attack(&held, "gF3@2010", "E3@2009"));
    assert_eq!((near.code, near.clause), (Code::OutOfCommand, "cb:10e"));
    let far = refusal(&state, &attack(&held, "gF3@2010", "E5@2012"));
    assert_eq!((far.code, far.clause), (Code::CannotAttack, "cb:9c"));
    let state = without_command(&lab(), "gF3@2010");
    // It counts as the one attack of its target, which leaves the foot idle.
    assert_eq!(code(&state, &attack(&lab(), "gF3@2010", "E5@2012")), Some(Code::LeavesIdle));
    assert_eq!(code(&state, &attack(&lab(), "gF3@2010 F4@2013", "E5@2012")), None);
    let only = lab().option("ooc-bombardment", "only-unowed");
    let state = without_command(&only, "gF3@2010");
    let alone = refusal(&state, &attack(&only, "gF3@2010", "E5@2012"));
    assert_eq!((alone.code, alone.clause), (Code::OutOfCommand, "cb:10e"));
    assert_eq!(code(&state, &attack(&only, "gF3@2010 F4@2013", "E5@2012")), None);
}

#[test]
fn a_lower_column_may_be_taken_and_a_bonus_added_before_the_die() {
    // cb:7c3, cb:11b
    let lab = Lab::new().units("F8@2010 E4@2009 LF2.v@2010 LF1@2010 LE2.w@2009");
    let state = lab.combat();
    let with = |lowered: Option<Column>, leaders: &[&str]| {
        let leaders = leaders.iter().map(|leader| lab.leader(leader)).collect();
        Order::Attack(Assault { lowered, leaders, ..assault(&lab, "F8@2010", "E4@2009") })
    };
    let up = refusal(&state, &with(Some(Column::ThreeToOne), &[]));
    assert_eq!((up.code, up.clause), (Code::NotLower, "cb:7c3"));
    let two = refusal(&state, &with(None, &["LF2.v@2010", "LF1@2010"]));
    assert_eq!((two.code, two.clause), (Code::NoBonus, "cb:7c3"));
    let theirs = refusal(&state, &with(None, &["LE2.w@2009"]));
    assert_eq!((theirs.code, theirs.clause), (Code::NoBonus, "cb:11b"));
    // 2:1, die 5, bonus 2: row 6, D2.
    let mut helped = state.clone();
    let events = give(&mut helped, &with(None, &["LF2.v@2010"]), &[5]);
    let fought = events.iter().find_map(|event| match event {
        Event::Combat(CombatEvent::Fought { result, column, .. }) => Some((*result, *column)),
        _ => None,
    });
    assert_eq!(fought, Some((Some(CombatResult::D2), Some(Column::TwoToOne))));
    // 2:1 taken as 1:1, die 1: A1.
    let mut lowered = state.clone();
    give(&mut lowered, &with(Some(Column::OneToOne), &[]), &[1]);
    assert_eq!(phase(&lowered).fight.as_ref().unwrap().result, Some(CombatResult::A1));
    // The sum of all, where that is played.
    let sum = lab.clone().option("bonus-per-combat", "sum");
    let mut state = sum.combat();
    give(&mut state, &with(None, &["LF2.v@2010", "LF1@2010"]), &[3]);
    assert_eq!(phase(&state).fight.as_ref().unwrap().result, Some(CombatResult::D2));
}

#[test]
fn a_bonus_is_used_once_in_a_phase_and_risked_when_the_combat_is_over() {
    // cb:11b, cb:11d
    let lab = Lab::new().units("F8@2010 E4@2009 LF2.v@2010 F4@2011 E1@2012");
    let mut state = lab.combat();
    let order = |by: &str, on: &str| {
        Order::Attack(Assault { leaders: vec![lab.leader("LF2.v@2010")], ..assault(&lab, by, on) })
    };
    // Nothing but the die of the combat and that of the risk: 2:1, 1 + 2 is row 3: D1, the defender is driven back.
    let events = give(&mut state, &order("F8@2010", "E4@2009"), &[1]);
    assert!(!events.iter().any(|event| matches!(event, Event::Combat(CombatEvent::Unhurt { .. }))));
    // He advances with his unit, and then takes his risk.
    assert_eq!(hex(&lab, &state, "E4@2009"), 1909, "the only hex");
    let events = give(&mut state, &Order::Advance { unit: lab.id("F8@2010"), to: Hex(2009) }, &[5]);
    assert!(events.iter().any(|event| matches!(event, Event::Combat(CombatEvent::Unhurt { face: 5, .. }))));
    assert_eq!(state.leader_hex(lab.leader("LF2.v@2010")), Some(Hex(2009)), "cb:11c");
    let again = refusal(&state, &order("F4@2011", "E1@2012"));
    assert_eq!((again.code, again.clause), (Code::NoBonus, "cb:11b"));
}

#[test]
fn the_risk_is_taken_inside_the_order_that_ends_the_combat() {
    // cb:11d: an advance that is let go with the next attack.
    let lab = Lab::new().units("F8@2010 E4@2009 LF2.v@2010 F4@2015 E1@2016");
    let mut state = lab.combat();
    let leaders = vec![lab.leader("LF2.v@2010")];
    give(&mut state, &Order::Attack(Assault { leaders, ..assault(&lab, "F8@2010", "E4@2009") }), &[1]);
    assert!(matches!(phase(&state).fight.as_ref().unwrap().step, Step::Advances { .. }));
    let events = give(&mut state, &attack(&lab, "F4@2015", "E1@2016"), &[6, 4]);
    assert!(events.iter().any(|event| matches!(event, Event::LeaderLost { face: Some(6), .. })));
    assert_eq!(state.leader(lab.leader("LF2.v@2010")).place, Place::Eliminated);
    // No bonus, no roll.
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F8@2010", "E4@2009"), &[2]);
}

#[test]
fn ranged_guns_are_spared_and_may_go_back() {
    // cb:9d: the foot is beaten, the guns stay or go back a hex.
    let lab = Lab::new().units("F2@2010 gF2@2111 E9@2009");
    let mut state = lab.combat();
    // 4 to 9 is 1:3, a 1: AR.
    give(&mut state, &attack(&lab, "F2@2010 gF2@2111", "E9@2009"), &[1]);
    let step = phase(&state).fight.as_ref().unwrap().step.clone();
    assert_eq!(step, Step::Retreats { left: units(&lab, "F2@2010"), may: units(&lab, "gF2@2111") });
    assert!(code(&state, &Order::EndCombat).is_some());
    let mut stays = state.clone();
    give(&mut stays, &Order::Decline, &[]);
    assert_eq!(hex(&lab, &stays, "gF2@2111"), 2111);
    give(&mut state, &back(&lab, "gF2@2111", &[2211]), &[]);
    assert_eq!(hex(&lab, &state, "gF2@2111"), 2211);
    assert!(!state.unit(lab.id("gF2@2111")).routed, "A1 in place of AR");
    // Adjacent guns suffer all.
    let lab = Lab::new().units("gF2@2010 E9@2009");
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "gF2@2010", "E9@2009"), &[1]);
    assert!(
        matches!(&phase(&state).fight.as_ref().unwrap().step, Step::Retreats { may, .. } if may.is_empty())
    );
}

#[test]
fn guns_next_to_an_enemy_over_a_river_are_ranged() {
    // cb:tet-river
    let lab = Lab::new().units("gF2@2010 E4@2009").side(2010, 2009, Mark::River);
    let mut state = lab.combat();
    assert!(phase(&state).owing.is_empty());
    // 4 to 4 is 1:1, a 1: A1, which they may ignore.
    give(&mut state, &attack(&lab, "gF2@2010", "E4@2009"), &[1]);
    let fight = phase(&state).fight.as_ref().unwrap();
    assert_eq!((fight.attack, fight.result), (4, Some(CombatResult::A1)));
    assert_eq!(fight.step, Step::Retreats { left: vec![], may: units(&lab, "gF2@2010") });
    give(&mut state, &Order::EndCombat, &[]);
}

#[test]
fn guns_in_woods_die_as_soon_as_they_are_attacked() {
    // cb:9f: nobody is left: no die, no risk, and an attacker may advance; with the table cavalry dies instead.
    let lab = |option: &str| {
        let lab = Lab::new().units("F4@2010 LF2.v@2010 gE3@2009 cE3@2208 F4@2209");
        lab.kind(2009, HexKind::Forest).kind(2208, HexKind::Forest).option("woods-village", option)
    };
    let text = lab("text");
    let mut state = text.combat();
    let leaders = vec![text.leader("LF2.v@2010")];
    let order = Order::Attack(Assault { leaders, ..assault(&text, "F4@2010", "gE3@2009") });
    let events = give(&mut state, &order, &[]);
    let lost = Event::Combat(CombatEvent::Lost { unit: text.id("gE3@2009"), cause: Loss::Woods });
    assert!(events.contains(&lost));
    assert!(phase(&state).inspired.is_empty(), "no die, no bonus");
    give(&mut state, &Order::Advance { unit: text.id("F4@2010"), to: Hex(2009) }, &[]);
    assert_eq!(hex(&text, &state, "F4@2010"), 2009);
    let table = lab("table");
    let mut state = table.combat();
    let events = give(&mut state, &attack(&table, "F4@2209", "cE3@2208"), &[]);
    assert!(events.iter().any(|event| matches!(event, Event::Combat(CombatEvent::Lost { .. }))));
}

#[test]
fn the_dead_in_woods_are_followed_by_a_fight_with_the_others() {
    // cb:9f, option dead-first
    let lab = |option: &str| {
        let lab = Lab::new().units("F4@2010 F4@2008 gE3@2009 E4@2011").kind(2009, HexKind::Forest);
        lab.option("dead-first", option)
    };
    for (option, attack_points) in [("as-declared", 8), ("recount", 4)] {
        let lab = lab(option);
        let mut state = lab.combat();
        let events = give(&mut state, &attack(&lab, "F4@2010 F4@2008", "gE3@2009 E4@2011"), &[3]);
        let fought = events.iter().find_map(|event| match event {
            Event::Combat(CombatEvent::Fought { attack, defence, .. }) => Some((*attack, *defence)),
            _ => None,
        });
        assert_eq!(fought, Some((attack_points, 4)), "{option}");
    }
}

#[test]
fn far_below_the_table_is_a_rout_where_that_is_played() {
    // cb:7c2, option below-1-3
    let lab = Lab::new().units("F1@2010 E9@2009").option("below-1-3", "ar");
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F1@2010", "E9@2009"), &[]);
    assert!(state.unit(lab.id("F1@2010")).routed);
}

#[test]
fn the_defender_follows_beaten_attackers_before_the_attacker_goes_on() {
    // cb:7c4
    let lab = Lab::new().units("F4@2010 E4@2009 F4@2015 E1@2016");
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F4@2010", "E4@2009"), &[1]);
    let due = super::offers::due(&state, phase(&state));
    assert_eq!(due.side, Some(ENEMY));
    let next = refusal(&state, &attack(&lab, "F4@2015", "E1@2016"));
    assert_eq!((next.code, next.clause), (Code::CombatOwed, "cb:7c4"));
    assert!(turn::ending(&state).is_none());
    let mut held = state.clone();
    give(&mut held, &Order::Decline, &[]);
    give(&mut held, &attack(&lab, "F4@2015", "E1@2016"), &[4]);
    give(&mut state, &Order::Advance { unit: lab.id("E4@2009"), to: Hex(2010) }, &[]);
    assert!(phase(&state).spent.contains(&lab.id("E4@2009")));
    assert!(phase(&state).under_way().is_none());
}

#[test]
fn one_unit_enters_each_emptied_hex() {
    // cb:8B, cb:7c4
    let lab = Lab::new().units("F9@2010 F9@2110 gF1@1911 E1@2009 E1@2109");
    let mut state = lab.combat();
    // 18 to 2, a 6: DR.
    give(&mut state, &attack(&lab, "F9@2010 F9@2110 gF1@1911", "E1@2009 E1@2109"), &[6]);
    for unit in ["E1@2009", "E1@2109"] {
        while phase(&state).fight.as_ref().is_some_and(|fight| fight.step.is_compulsory()) {
            let due = super::offers::due(&state, phase(&state));
            let order = due.offers.into_iter().find(|offer| offer.order.units().contains(&lab.id(unit)));
            let Some(order) = order else { break };
            give(&mut state, &order.order, &[]);
        }
    }
    let Step::Advances { open } = phase(&state).fight.as_ref().unwrap().step.clone() else {
        panic!("{:?}", phase(&state).fight)
    };
    assert_eq!(open, [Hex(2009), Hex(2109)]);
    let guns = refusal(&state, &Order::Advance { unit: lab.id("gF1@1911"), to: Hex(2009) });
    assert_eq!(guns.code, Code::NotAdjacent);
    give(&mut state, &Order::Advance { unit: lab.id("F9@2010"), to: Hex(2009) }, &[]);
    let second = refusal(&state, &Order::Advance { unit: lab.id("F9@2110"), to: Hex(2009) });
    assert_eq!(second.code, Code::OneAdvance);
    let twice = refusal(&state, &Order::Advance { unit: lab.id("F9@2010"), to: Hex(2109) });
    assert_eq!(twice.code, Code::OneAdvance);
    give(&mut state, &Order::Advance { unit: lab.id("F9@2110"), to: Hex(2109) }, &[]);
    assert!(phase(&state).under_way().is_none());
}

#[test]
fn adjacent_attacking_guns_do_not_advance() {
    // cb:9d, cb:8B
    let lab = Lab::new().units("gF9@2010 E1@2009");
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "gF9@2010", "E1@2009"), &[1]);
    assert!(phase(&state).under_way().is_none(), "nobody can advance");
    let refused = refusal(&state, &Order::Advance { unit: lab.id("gF9@2010"), to: Hex(2009) });
    assert_eq!(refused.code, Code::NotOwed);
}

#[test]
fn every_offer_is_legal_and_a_plan_serves_all() {
    let lab = Lab::new()
        .units("F4@2010 gF2@2111 F3@2008 E5@2009 E3@1909 gF3@1812 F4@1910 E2@1809 cE3@2308 cF2@2309");
    let mut state = lab.combat();
    let due = super::offers::due(&state, phase(&state));
    assert!(due.offers.len() > 5, "{}", due.prompt);
    for offer in &due.offers {
        assert_eq!(code(&state, &offer.order), None, "{}", offer.words);
    }
    let plan = any_plan(&state, phase(&state));
    assert!(owed::beside(&state, phase(&state), &plan).is_empty(), "{plan:?}");
    for one in plan {
        if phase(&state).under_way().is_none() && one.by.iter().all(|unit| phase(&state).may_attack(*unit)) {
            // A result without effect where there is one.
            let order = Order::Attack(one);
            assert_eq!(code(&state, &order), None, "{order:?}");
            give(&mut state, &order, &[3]);
            while let Some(due) = Some(super::offers::due(&state, phase(&state)))
                .filter(|_| phase(&state).under_way().is_some() || phase(&state).retreating.is_some())
            {
                let order = due.offers.first().expect("something is offered").order.clone();
                give(&mut state, &order, &[]);
            }
        }
    }
}
