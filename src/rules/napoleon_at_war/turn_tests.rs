//! The ledger's checks of set-up, the sequence of play, night, the counterattack, victory, fiats and the words of it all.

use super::fixture::{ENEMY, Lab, PHASING, code, give, refusal};
use super::options::VictoryGap;
use super::rule_set::NapoleonAtWar;
use super::state::{Phase, Place, State};
use super::victory::{self, Conditions, Verdict};
use super::{Code, Event, HexAct, Order, UnitId, invariants, spelling, turn, words};
use game::{Fiat, RuleSet};
use hexes::Hex;
use scenario::Side;

fn fiat(act: HexAct) -> Order {
    Order::Fiat(Fiat { act, reason: "A cup fell over".into(), clause: None })
}

/// The kinds of what is offered.
fn kinds(state: &State) -> Vec<&'static str> {
    let mut kinds: Vec<&'static str> = turn::due(state).offers.iter().map(|offer| offer.kind).collect();
    kinds.dedup();
    kinds
}

#[test]
fn units_of_one_kind_change_places_before_turn_one() {
    // naw:3.0: French 96 and 44 match; 43 (5-4) and 24 (5-5) do not.
    let lab = Lab::marengo().units("F4@1411 F4@1111 F5@1412 F5-5@1312 gF4@1513 E4@0708");
    let swap = |lab: &Lab, one, other| Order::Interchange { one: lab.id(one), other: lab.id(other) };
    let mut state = lab.set_up();
    for (one, other) in
        [("F5@1412", "F5-5@1312"), ("F4@1411", "gF4@1513"), ("F4@1411", "E4@0708"), ("F4@1411", "F4@1411")]
    {
        assert_eq!(code(&state, &swap(&lab, one, other)), Some(Code::WrongUnit), "{one} {other}");
    }
    assert_eq!(kinds(&state), ["begin", "interchange"]);
    give(&mut state, &swap(&lab, "F4@1411", "F4@1111"), &[]);
    assert_eq!(state.hex(lab.id("F4@1411")), Some(Hex(1111)));
    assert_eq!(state.hex(lab.id("F4@1111")), Some(Hex(1411)));
    give(&mut state, &Order::Begin, &[]);
    assert_eq!(code(&state, &swap(&lab, "F4@1411", "F4@1111")), Some(Code::WrongPhase));
    assert_eq!(code(&state, &Order::Begin), Some(Code::WrongPhase));
    let other = lab.option("edition", "decision-games");
    assert_eq!(code(&other.set_up(), &swap(&other, "F4@1411", "F4@1111")), Some(Code::WrongUnit));
    assert_eq!(kinds(&other.set_up()), ["begin"]);
}

#[test]
fn fourteen_turns_of_two_player_turns_austrian_first() {
    // naw:4.0, naw:4.1.2, naw:4.1.3, naw:13.31, naw:13.32
    let lab = Lab::marengo().units("F5@2020 E5@0205");
    let mut state = lab.set_up();
    give(&mut state, &Order::Begin, &[]);
    let (mut player_turns, mut turns_begun) = (0, 1);
    while !matches!(state.phase, Phase::Over(_)) {
        let (turn, phasing) = (state.turn, state.phasing);
        assert_eq!(phasing, if player_turns % 2 == 0 { ENEMY } else { PHASING });
        assert_eq!((u32::from(turn), state.is_night()), (player_turns / 2 + 1, false));
        assert_eq!(
            (state.phase.clone(), code(&state, &Order::EndCombat)),
            (Phase::Movement, Some(Code::WrongPhase))
        );
        give(&mut state, &Order::EndMovement, &[]);
        assert!(matches!(state.phase, Phase::Combat(_)) && state.phasing == phasing && state.turn == turn);
        assert_eq!(code(&state, &Order::EndMovement), Some(Code::WrongPhase));
        let events = give(&mut state, &Order::EndCombat, &[]);
        turns_begun += events.iter().filter(|event| matches!(event, Event::TurnBegan { .. })).count();
        player_turns += 1;
    }
    assert_eq!((player_turns, turns_begun, state.turn), (28, 14, 14));
    for order in [Order::EndMovement, Order::EndCombat, Order::Begin, Order::Counterattack] {
        assert_eq!(code(&state, &order), Some(Code::GameOver));
    }
    assert!(turn::due(&state).offers.is_empty());
}

#[test]
fn a_night_turn_has_no_combat() {
    // naw:10.0, naw:10.1
    let lab = Lab::new().units("F5@2010 E3@2009").turn(2).night(2);
    let mut state = lab.state();
    let attack = |attacker, defender| {
        Order::Attack(super::Assault { attackers: vec![attacker], defenders: vec![defender], lowered: None })
    };
    assert_eq!(code(&state, &attack(lab.id("F5@2010"), lab.id("E3@2009"))), Some(Code::Night));
    give(&mut state, &Order::EndMovement, &[]);
    assert_eq!((&state.phase, state.phasing, state.turn), (&Phase::Movement, ENEMY, 2));
    give(&mut state, &Order::EndMovement, &[]);
    assert_eq!((&state.phase, state.phasing, state.turn), (&Phase::Movement, PHASING, 3));
    assert_eq!(code(&state, &attack(lab.id("F5@2010"), lab.id("E3@2009"))), Some(Code::WrongPhase));
}

#[test]
fn movement_is_reopened_until_combat_begins() {
    // naw:5.14
    let lab = Lab::marengo().units("F5@2010 E3@0205").turn(9);
    let mut state = lab.state();
    give(&mut state, &Order::Move { unit: lab.id("F5@2010"), path: vec![Hex(2011)] }, &[]);
    assert_eq!(code(&state, &Order::Reopen), Some(Code::WrongPhase));
    give(&mut state, &Order::EndMovement, &[]);
    assert_eq!(kinds(&state), ["counterattack", "reopen", "end-combat"]);
    let mut announced = state.clone();
    give(&mut state, &Order::Reopen, &[]);
    let again = Order::Move { unit: lab.id("F5@2010"), path: vec![Hex(2012)] };
    assert_eq!(code(&state, &again), Some(Code::AlreadyMoved), "units that moved have moved");
    give(&mut announced, &Order::Counterattack, &[]);
    assert_eq!(code(&announced, &Order::Reopen), Some(Code::CombatBegun));
    let never = lab.option("reopen-movement", "never").combat();
    assert_eq!(code(&never, &Order::Reopen), Some(Code::CombatBegun));
    assert_eq!(kinds(&never), ["counterattack", "end-combat"]);
}

#[test]
fn the_counterattack_is_announced_once_from_turn_nine() {
    // naw:15.2
    let lab = Lab::marengo().units("F5@2010 E3@0205");
    assert_eq!(code(&lab.clone().turn(8).combat(), &Order::Counterattack), Some(Code::TooEarly));
    assert_eq!(code(&lab.clone().turn(9).state(), &Order::Counterattack), Some(Code::WrongPhase));
    assert_eq!(
        code(&lab.clone().turn(9).phasing(ENEMY).combat(), &Order::Counterattack),
        Some(Code::NotPhasing)
    );
    assert_eq!(
        code(&Lab::new().units("F5@2010").turn(9).combat(), &Order::Counterattack),
        Some(Code::NotOwed)
    );
    let mut after = lab.clone().turn(9).combat();
    if let Phase::Combat(phase) = &mut after.phase {
        phase.begun = true;
    }
    assert_eq!(code(&after, &Order::Counterattack), Some(Code::TooLate));
    for (announced, doubled) in [(10, vec![10, 11, 12]), (13, vec![13, 14])] {
        let mut state = lab.clone().turn(announced).combat();
        give(&mut state, &Order::Counterattack, &[]);
        assert_eq!(code(&state, &Order::Counterattack), Some(Code::AlreadyUsed));
        let mut seen = Vec::new();
        while !matches!(state.phase, Phase::Over(_)) {
            if matches!(state.phase, Phase::Combat(_)) {
                if state.counterattacking() {
                    assert_eq!(state.phasing, PHASING, "in attack only");
                    seen.push(state.turn);
                }
                give(&mut state, &Order::EndCombat, &[]);
            } else {
                give(&mut state, &Order::EndMovement, &[]);
            }
        }
        assert_eq!(seen, doubled);
    }
}

fn holds(words: [bool; 4]) -> Conditions {
    let [french_kills, french_ground, austrian_kills, austrian_ground] = words;
    Conditions { french_kills, french_ground, austrian_kills, austrian_ground }
}

#[test]
fn victory_in_all_sixteen_cases() {
    // naw:16.1 to naw:16.4: FE, FG, AE, AG; the verdict, and that under the other reading of the gap.
    use Verdict::{Austrian as A, Draw as D, French as F};
    let table = [
        ([false, false, false, false], D, D),
        ([false, false, false, true], A, A),
        ([false, false, true, false], D, D),
        ([false, false, true, true], A, A),
        ([false, true, false, false], F, F),
        ([false, true, false, true], D, D),
        ([false, true, true, false], D, F),
        ([false, true, true, true], D, D),
        ([true, false, false, false], D, D),
        ([true, false, false, true], D, A),
        ([true, false, true, false], D, D),
        ([true, false, true, true], A, A),
        ([true, true, false, false], F, F),
        ([true, true, false, true], D, D),
        ([true, true, true, false], F, F),
        ([true, true, true, true], D, D),
    ];
    for (now, verdict, by_ground) in table {
        assert_eq!(victory::decide(holds(now), VictoryGap::Draw).0, verdict, "{now:?}");
        assert_eq!(victory::decide(holds(now), VictoryGap::GeographyWins).0, by_ground, "{now:?}");
    }
    assert_eq!(victory::decide(holds([false, true, false, false]), VictoryGap::Draw).1, "naw:16.3");
    assert_eq!(victory::decide(holds([true, true, false, false]), VictoryGap::Draw).1, "naw:16.1");
    assert_eq!(victory::decide(holds([true, true, true, true]), VictoryGap::Draw).1, "naw:16.4");
}

/// The outcome of the last turn's end with these units, the eliminated among them.
fn ends(lab: &Lab, gone: &[&str]) -> victory::BattleOutcome {
    let mut state = lab.clone().turn(14).state();
    for unit in gone {
        state.units[lab.id(unit).index()].place = Place::Eliminated;
    }
    give(&mut state, &Order::EndMovement, &[]);
    give(&mut state, &Order::EndCombat, &[]);
    match state.play.phase {
        Phase::Over(outcome) => outcome,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_fiat_after_the_end_has_the_battle_judged_again() {
    // naw:16.0, naw:16.1
    let lab = Lab::marengo().units("F10@1012 E33@0205 F29@3902");
    let mut state = lab.turn(14).state();
    give(&mut state, &Order::EndMovement, &[]);
    give(&mut state, &Order::EndCombat, &[]);
    let level = |state: &State| match &state.phase {
        Phase::Over(outcome) => (outcome.winner, outcome.lost, outcome.because.contains("naw:16.1")),
        other => panic!("{other:?}"),
    };
    assert_eq!(level(&state), (Some(PHASING), [0, 0], false));
    give(&mut state, &fiat(HexAct::Remove { unit: "E33@0205".into() }), &[]);
    assert_eq!(level(&state), (Some(PHASING), [0, 33], true));
    // What changes nothing about it says nothing of it.
    let events = give(&mut state, &fiat(HexAct::Place { unit: "F29@3902".into(), hex: Hex(3904) }), &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::Ended(_))));
}

#[test]
fn the_battle_is_judged_by_ground_and_printed_losses() {
    // naw:16.0 to naw:16.4. 1012 is four hexes from Marengo, 0912 five.
    let lab = Lab::marengo().units("F10@1012 E33@0205 F29@3902 F30@3904 E32@0206 F9-5@3925/6");
    let french = ends(&lab, &["E33@0205"]);
    assert_eq!((french.winner, french.lost), (Some(PHASING), [0, 33]));
    assert!(
        french.because.contains("naw:16.1") && french.because.contains("33 Austrian points"),
        "{}",
        french.because
    );
    // 32 and 29 lost: the ground alone decides.
    let ground = ends(&lab, &["E32@0206", "F29@3902"]);
    assert_eq!((ground.winner, ground.lost), (Some(PHASING), [29, 32]));
    assert!(ground.because.contains("naw:16.3"), "{}", ground.because);
    let far = Lab::marengo().units("F10@0912 E33@0205");
    assert_eq!(ends(&far, &["E33@0205"]).winner, None, "five hexes off");
    let nine = Lab::marengo().units("F9@1012 E33@0205");
    assert_eq!(ends(&nine, &["E33@0205"]).winner, None);
    // Both places, and 30 French points.
    let austrian = Lab::marengo().units("F9@1015 F30@3904 E1@1412 E2@1111");
    assert_eq!(ends(&austrian, &["F30@3904"]).winner, Some(ENEMY));
    let one_place = Lab::marengo().units("F9@1015 F30@3904 E1@1412");
    assert_eq!(ends(&one_place, &["F30@3904"]).winner, None);
    let both = Lab::marengo().units("F10@1014 E40@0205 E1@1412 E2@1111");
    assert_eq!(ends(&both, &["E40@0205"]).winner, None, "both have their ground");
    let gap = Lab::marengo().units("F10@1014 F35@3904 E10@0205");
    assert_eq!(ends(&gap, &["F35@3904", "E10@0205"]).winner, None);
    assert_eq!(
        ends(&gap.option("victory-gap", "geography-wins"), &["F35@3904", "E10@0205"]).winner,
        Some(PHASING)
    );
    assert_eq!(
        ends(&Lab::new().units("F1@2010 E9@0205").phasing(ENEMY), &["E9@0205"]).winner,
        None,
        "no conditions"
    );
}

#[test]
fn nobody_wins_before_the_last_turn_ends() {
    // naw:16.0
    let lab = Lab::marengo().units("F10@1412 E33@0205").turn(13);
    let mut state = lab.state();
    state.units[lab.id("E33@0205").index()].place = Place::Eliminated;
    give(&mut state, &Order::EndMovement, &[]);
    give(&mut state, &Order::EndCombat, &[]);
    assert_eq!((state.turn, &state.phase), (14, &Phase::Movement));
}

#[test]
fn the_referee_may_do_anything_that_leaves_a_position() {
    let lab = Lab::new().units("F5@2010 E3@2009 F4@3912/4");
    let mut state = lab.state();
    let place = |unit: &str, hex| fiat(HexAct::Place { unit: unit.into(), hex: Hex(hex) });
    assert_eq!(code(&state, &place("F5@2010", 2009)), Some(Code::Stacked));
    assert_eq!(code(&state, &place("F5@2010", 4001)), Some(Code::NoSuchHex));
    assert_eq!(code(&state, &place("f99", 2011)), Some(Code::NoSuchUnit));
    give(&mut state, &place("F5@2010", 2015), &[]);
    give(&mut state, &place("F4@3912/4", 2010), &[]);
    give(&mut state, &fiat(HexAct::Remove { unit: "E3@2009".into() }), &[]);
    give(&mut state, &fiat(HexAct::Strength { unit: "F5@2010".into(), points: 2 }), &[]);
    give(&mut state, &fiat(HexAct::Turn { turn: 6 }), &[]);
    assert_eq!((state.hex(lab.id("F5@2010")), state.turn), (Some(Hex(2015)), 6));
    assert_eq!(state.unit(lab.id("E3@2009")).place, Place::Eliminated);
    assert_eq!(NapoleonAtWar::standing(&state).strength, [6, 0]);
    assert_eq!(NapoleonAtWar::standing(&state).points, [3, 0]);
    for act in [HexAct::Turn { turn: 0 }, HexAct::Turn { turn: 15 }] {
        assert_eq!(code(&state, &fiat(act)), Some(Code::BadOrder));
    }
    let none = HexAct::Strength { unit: "F5@2010".into(), points: 0 };
    assert_eq!(code(&state, &fiat(none)), Some(Code::BadOrder));
    let in_place_of = |id: &str| {
        let (act, reason) = (HexAct::Turn { turn: 3 }, "A cup fell over".into());
        Order::Fiat(Fiat { act, reason, clause: Some(id.into()) })
    };
    assert_eq!(code(&state, &in_place_of("naw:5.13")), None);
    assert_eq!(code(&state, &in_place_of("7.99")), Some(Code::BadOrder), "no such clause");
    assert!(invariants::broken(&state).is_empty());
}

#[test]
fn orders_and_events_are_said_in_the_words_of_the_table() {
    let lab = Lab::marengo().units("F5@2010 E3@2008 F4@3912/4").turn(4);
    let mut state = lab.state();
    let order = Order::Move { unit: lab.id("F5@2010"), path: vec![Hex(2110), Hex(2009)] };
    assert_eq!(spelling::say_order(&state, &order), "French F5@2010 moves by 2110 to 2009");
    assert_eq!(
        words::describe(&state, lab.id("F4@3912/4")),
        "French F4@3912/4, counter F4, infantry, strength 4, movement 4, comes on from turn 4 at 3912"
    );
    let before = state.clone();
    let events = give(&mut state, &order, &[]);
    let said: Vec<String> = events.iter().filter_map(|event| words::say_event(&before, event)).collect();
    assert_eq!(said, ["French F5@2010 moves to 2009 for 2 points"]);
    assert_eq!(
        words::describe(&state, lab.id("F5@2010")),
        "French F5@2010, counter F5, infantry, strength 5, movement 4, in 2009, has moved for 2 points, in contact with Austrian E3@2008 in 2008"
    );
    assert_eq!(turn::due(&state).prompt, "French movement: bring reinforcements on or end movement");
    let strange = Order::TakeBack { unit: UnitId(99), consent: Some(Side(7)) };
    assert!(spelling::say_order(&state, &strange).contains("not in this game"));
    let refused = refusal(&state, &order);
    assert_eq!(refused.code, Code::EzocExit, "the first clause by number");
}

#[test]
fn what_is_wrong_with_a_state_is_said() {
    let lab = Lab::new().units("F5@2010 F4@2011 E3@2013");
    let mut state = lab.state();
    assert!(invariants::broken(&state).is_empty());
    state.units[lab.id("F4@2011").index()].place = Place::Map(Hex(2010));
    assert!(invariants::broken(&state).is_empty(), "shared in mid-phase");
    state.phase = Phase::SetUp;
    assert_eq!(invariants::broken(&state).len(), 1);
    state.units[lab.id("E3@2013").index()].place = Place::Map(Hex(2010));
    state.units[lab.id("F4@2011").index()].place = Place::Waiting;
    state.turn = 15;
    assert_eq!(invariants::broken(&state).len(), 4, "{:?}", invariants::broken(&state));
}
