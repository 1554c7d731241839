//! What is told of Marengo and of small positions: order of battle, command, tooltips, pieces in hand, cards, threats.

use std::collections::BTreeMap;

use crate::fixture::{Lab, give};
use crate::order::Assault;
use crate::state::{Group, State};
use crate::{CasusBelli, Order};
use drawing::{Ink, NAMES_OVER};
use game::hex_hand::refusal;
use game::options::Options;
use game::{
    Answer, Ask, Codec as _, Draft, Goal, Presentation as _, Question, RuleSet as _, RulerEnd, Spot, Trip,
};
use hexes::{HexKind, Mark};
use scenario::hex::read;
use scenario::{AnyRules, Embedded};

use super::{card, under};

fn marengo() -> State {
    let (scenario, _) = read("marengo-cb", &Embedded, &AnyRules).expect("it is in the program");
    CasusBelli::start(scenario, &Options::default()).expect("it is played by these rules")
}

/// Marengo in the first command step.
fn begun() -> State {
    let mut state = marengo();
    give(&mut state, &Order::Begin, &[]);
    state
}

fn said(state: &State, piece: &str) -> String {
    let tooltip = CasusBelli::tooltip(state, piece).expect("it is there");
    let line = |remark: game::Remark| format!("{} ({})", remark.words, remark.clause.unwrap_or("-"));
    tooltip.said.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn tells(state: &State, piece: &str, wanted: &[&str]) {
    let said = said(state, piece);
    for words in wanted {
        assert!(said.contains(words), "{piece} does not tell: {words}\n{said}");
    }
}

fn group(state: &State, key: &str) -> game::Group {
    CasusBelli::groups(state).into_iter().find(|group| group.key == key).expect("the group is there")
}

fn trip(state: &State, piece: &str, to: u16) -> Trip {
    let mut held = CasusBelli::pick_up(state, piece).expect("it is there");
    held.trip(Goal::at(Spot::Hex(to)))
}

fn order(state: &State, trip: &Trip) -> Order {
    let draft = trip.order.as_ref().expect("it is an order");
    CasusBelli::order_of(state, draft).expect("it is spelled")
}

#[test]
fn every_piece_of_the_battle_can_be_taken_in_hand_and_told_of() {
    for state in [marengo(), begun()] {
        let mut count = 0;
        for member in CasusBelli::groups(&state).into_iter().flat_map(|group| group.members) {
            let tooltip = CasusBelli::tooltip(&state, &member.piece).expect("it is told of");
            assert!(!tooltip.said.is_empty(), "{}", member.piece);
            assert!(CasusBelli::pick_up(&state, &member.piece).is_ok(), "{}", member.piece);
            assert!(CasusBelli::piece(&state, &member.tag).is_ok(), "{}", member.tag);
            count += 1;
        }
        assert_eq!(count, state.units.len() + state.leaders.len(), "everybody is listed once");
        let due = CasusBelli::due(&state);
        let stage = CasusBelli::stage(&state, &due);
        let on_map =
            state.on_map().count() + state.leaders.iter().filter(|one| one.place.hex().is_some()).count();
        assert_eq!(stage.pieces.len(), on_map);
        for layer in &stage.layers {
            let marks = CasusBelli::layer(&state, &due, layer.name, 40.0);
            // Where every name has found a clear place, none lies over the pieces.
            if layer.name != NAMES_OVER {
                assert_eq!(marks.is_empty(), layer.name == "fronts", "{}: facing is not played", layer.name);
            }
        }
        for overlay in CasusBelli::OVERLAYS {
            for piece in [None, Some("f-44"), Some("victor"), Some("f-va")] {
                CasusBelli::overlay(&state, overlay.name, piece, None);
            }
        }
    }
}

#[test]
fn the_head_tells_points_against_what_wins() {
    let state = begun();
    let head = CasusBelli::head(&state);
    assert_eq!((head.turn.as_str(), head.phase.as_str()), ("turn 1 of 12", "Austrian command"));
    assert_eq!(head.sides.iter().map(|side| side.points).collect::<Vec<_>>(), [30, 0], "cb:14a");
    assert_eq!(
        head.points_for,
        [
            "French: 30 of the 90 points that win at the end of a turn",
            "Austrian: 0 of the 85 points that win at the end of a turn",
            "As it stands: a marginal French victory",
            "Marengo: held by the French side (worth French 15, Austrian 5)",
            "Castel Ceriolo: held by the French side (worth French 10, Austrian 10)",
            "San Giuliano: held by the French side (worth French 5, Austrian 25)",
        ]
    );
}

#[test]
fn corps_tell_their_tally_and_their_commander() {
    let mut state = begun();
    let victor = group(&state, "victor");
    assert_eq!(victor.facts[..2], ["0 of 18", "under Victor, 1006"]);
    assert_eq!((victor.strength, victor.start, victor.members.len()), (24, 24, 7));
    let unit = |state: &State, key: &str| state.game.find(key).expect("it is there");
    for key in ["f-24l", "f-43", "f-101"] {
        let id = unit(&state, key);
        state.units[id.index()].routed = true;
    }
    assert_eq!(group(&state, "victor").facts[0], "15 of 18", "cb:13a");
    let last = unit(&state, "f-96");
    state.units[last.index()].routed = true;
    let told = group(&state, "victor");
    assert_eq!(told.facts[0], "19 of 18, demoralised");
    assert!(told.facts.contains(&"4 routed".to_owned()), "{:?}", told.facts);
    tells(
        &state,
        "f-44",
        &["has 19 of 18 points eliminated or routed, and is demoralised (cb:13a)", "(cb:13c)"],
    );
    tells(&state, "f-24l", &["Routed: it has no zone", "It has no zone of control: it is routed (cb:12a)"]);
    let victor = state.game.find_leader("victor").expect("he is there");
    give(&mut state, &Order::EndCommand, &[]);
    state.leaders[victor.index()].place = crate::state::Place::Eliminated;
    let corps = state.game.led_by(victor).expect("he leads one");
    state.corps[corps.index()].vacant_since = Some(1);
    let told = group(&state, "victor");
    assert_eq!(told.facts[1], "commander lost on turn 1; another may be named on turn 3", "cb:11f");
}

#[test]
fn the_queue_of_arrivals_tells_what_each_would_pay() {
    let state = begun();
    let facts = group(&state, "austrian-army").coming;
    let now = facts.iter().find(|fact| fact.starts_with("now at 1301: ")).expect("Haddick comes");
    assert!(now.contains("½") && now.contains("Haddick ½"), "{now}");
    let later = facts.iter().find(|fact| fact.starts_with("turn 3 at 1501: ")).expect("Ott comes");
    assert!(later.contains("3½"), "Ott's sixth unit pays 3½: {later}");
}

#[test]
fn the_snapshot_of_command_is_told_with_its_line() {
    let mut state = begun();
    // Melas takes the five set-up independents (cb:10f).
    tells(
        &state,
        "a-or1",
        &[
            "As things stand: in command, under Melas, in one hex with him (cb:10c)",
            "Independent, taken directly: Melas has 5 of 5 such units (cb:10f)",
            "(cb:10c)",
        ],
    );
    tells(&state, "melas", &["In command under him:", "of 5 units directly he has 5 (cb:10f)"]);
    assert!(group(&state, "austrian-army").facts.iter().any(|fact| fact.starts_with("5 of 5 directly: ")));
    // Of the French it is told as their turn would begin.
    tells(&state, "f-44", &["If its turn began now: in command, under Victor by a line of 5 hexes of 5:"]);
    give(&mut state, &Order::EndCommand, &[]);
    tells(&state, "a-or1", &["As movement began: in command"]);
}

#[test]
fn why_a_unit_is_out_of_command_is_told_with_hexes_and_clause() {
    let lab = Lab::new().units("LF1@2010 LF1.v@2011 F5.v@2018 F4.v@2013 F3@2030");
    let lab = lab.units("E3@3001").commanded_by_rule();
    let mut state = lab.command();
    tells(
        &state,
        "F5.v@2018",
        &[
            "As things stand: out of command, under LF1.v@2011: French F5.v@2018 in 2018 is 7 hexes from the commander of v's corps, whose range is 5 (cb:10c)",
            "Out of command it enters no enemy zone, attacks no adjacent enemy, and defends in full (cb:10e)",
        ],
    );
    tells(&state, "F4.v@2013", &["in command, under LF1.v@2011 by a line of 2 hexes of 5: 2011 2012 2013"]);
    tells(
        &state,
        "F3@2030",
        &["out of command, under nobody", "nobody has taken French F3@2030", "(cb:10b)"],
    );
    give(&mut state, &Order::EndCommand, &[]);
    // The snapshot holds, and is told as it was measured, wherever they have gone since (cb:2D).
    let piece = lab.piece("F5.v@2018");
    give(
        &mut state,
        &Order::Move { piece, path: [2017, 2016, 2015, 2014].map(hexes::Hex).into(), faces: None },
        &[],
    );
    tells(
        &state,
        "F5.v@2018",
        &["As movement began: out of command", "is 7 hexes from the commander of v's corps"],
    );
    let told = group(&state, "v");
    let member = told.members.iter().find(|member| member.piece == "F5.v@2018").expect("it is listed");
    assert_eq!(member.state, "2014, out of command");
    let due = CasusBelli::due(&state);
    let stage = CasusBelli::stage(&state, &due);
    let spoken =
        |key: &str| stage.pieces.iter().find(|piece| piece.key == key).expect("it is drawn").spoken.clone();
    assert!(spoken("F5.v@2018").ends_with("out of command"), "{}", spoken("F5.v@2018"));
    assert!(!spoken("F4.v@2013").contains("out of command"));
}

#[test]
fn a_line_that_is_cut_and_a_commander_too_far_off_are_told_apart() {
    let far = Lab::new().units("LF1@2001 LF1.v@2025 F5.v@2024 E3@3801").commanded_by_rule().command();
    tells(&far, "F5.v@2024", &["out of the army commander's range, or cut off from him (cb:10d)"]);
    tells(
        &far,
        "LF1.v@2025",
        &["LF1@2001 is 24 hexes from him, and 20 are the most: he commands nobody (cb:10d)"],
    );
    let group =
        under::standing(&far, far.game.find("F5.v@2024").expect("it is there")).expect("it is in play").group;
    assert!(matches!(group, Group::Corps(_)));
    assert!(!CasusBelli::overlay(&far, "command", Some("F5.v@2024"), None).is_empty());
    let lines = under::lines(&far, scenario::Side(0), None);
    assert!(lines.iter().any(|line| !line.holds), "the line to the corps is cut: {lines:?}");
}

#[test]
fn what_a_counter_rests_on_is_told() {
    let state = marengo();
    tells(&state, "f-44", &["1748 men", "its values rest on: history, assumed"]);
}

#[test]
fn a_piece_in_hand_has_its_reach_its_bill_and_why_not() {
    let lab = Lab::new().units("F5@2010 F3@2012 E4@2020 LF1@2010");
    let state = lab.state();
    let held = CasusBelli::pick_up(&state, "F5@2010").expect("it is there");
    assert!(held.summary().words.starts_with("4 movement points, "), "{}", held.summary().words);
    assert!(
        held.summary().places.contains(&(Spot::Hex(2014), "4".to_owned())),
        "{:?}",
        held.summary().places
    );
    assert!(!held.summary().marks.is_empty() && held.summary().refusal.is_none());
    let there = trip(&state, "F5@2010", 2014);
    assert_eq!((there.words.as_str(), there.refusal.is_none()), ("4 points", true));
    assert!(matches!(order(&state, &there), Order::Move { .. }) && !there.notes.is_empty());
    assert_eq!(there.share, Some(1.0));
    let onto = trip(&state, "F5@2010", 2012).refusal.expect("a friend stands there");
    assert_eq!((onto.clause.as_str(), onto.code.as_str()), ("cb:5", "stacked"));
    let is_red = |to: u16| trip(&state, "F5@2010", to).marks.iter().any(|mark| mark.ink() == Some(Ink::Bad));
    assert_eq!([2012, 2014, 2018].map(is_red), [true, false, true], "what is refused is marked on the map");
    let beyond = trip(&state, "F5@2010", 2015).refusal.expect("it is too far");
    assert_eq!(beyond.clause, "cb:3e");
    let far = trip(&state, "F5@2010", 2018).refusal.expect("it is much too far");
    assert!(far.text.starts_with("2018 is too far"), "{}", far.text);
    let leader = CasusBelli::pick_up(&state, "LF1@2010").expect("he is there");
    assert!(leader.summary().words.starts_with("6 movement points"), "{}", leader.summary().words);
    let enemy = CasusBelli::pick_up(&state, "E4@2020").expect("it is there");
    assert!(enemy.summary().refusal.is_some(), "it is not its turn");
}

#[test]
fn in_the_command_step_a_unit_is_put_on_a_commander_or_on_an_enemy() {
    let lab = Lab::new()
        .units("LF1@2010 LF1.v@2014 F5.v@2014 F3@2012 cF3@2011 E4@2007 F2@2030")
        .commanded_by_rule();
    let mut state = lab.command();
    let give_it = trip(&state, "F3@2012", 2010);
    assert_eq!(give_it.refusal, None);
    let attach = order(&state, &give_it);
    assert_eq!(attach, Order::Attach { unit: lab.id("F3@2012"), to: lab.piece("LF1@2010") });
    let card = CasusBelli::card(&state, &attach, &[]);
    assert!(card.notes.iter().any(|note| note.clause == "cb:10c" && note.text.contains("a line of 2 hexes")));
    assert!(card.tried.iter().any(|remark| remark.words.contains("LF1.v@2014")), "{:?}", card.tried);
    assert!(!CasusBelli::sketch(&state, &CasusBelli::spell(&state, &attach), 40.0).is_empty());
    let far = trip(&state, "F2@2030", 2010).refusal.expect("it is out of range");
    assert_eq!(far.clause, "cb:10c");
    // Cavalry is put on an enemy: it charges, or the rules say why not (cb:7f1).
    let cavalry = lab.id("cF3@2011");
    give(&mut state, &Order::Attach { unit: cavalry, to: lab.piece("LF1@2010") }, &[]);
    let charge = trip(&state, "cF3@2011", 2007);
    assert_eq!(charge.refusal, None);
    let charge = order(&state, &charge);
    assert_eq!(charge, Order::Charge { unit: cavalry, target: lab.piece("E4@2007") });
    let card = CasusBelli::card(&state, &charge, &[]);
    assert!(card.hints.iter().any(|hint| hint.contains("end its move in 2008")), "{:?}", card.hints);
    assert!(card.hints.iter().any(|hint| hint.contains("6 to 4, 1:1")), "{:?}", card.hints);
    let listing = CasusBelli::listing(&state, &charge).expect("it is listed");
    assert_eq!(listing.words, "Austrian E4@2007 in 2007, 3 hexes between");
    give(&mut state, &charge, &[]);
    tells(&state, "cF3@2011", &["It charges Austrian E4@2007 in 2007 over 2010 2009 2008", "(cb:7f1)"]);
    tells(&state, "E4@2007", &["It is charged by French cF3@2011"]);
    assert!(!CasusBelli::overlay(&state, "charges", None, None).is_empty());
    assert!(!CasusBelli::under_pointer(&state, "cF3@2011", None).is_empty());
}

#[test]
fn an_order_that_is_pointed_elsewhere_is_the_same_order_there() {
    let lab = Lab::new().units("LF1@2010 cF3@2011 E4@2007 E5@2507").commanded_by_rule();
    let state = lab.command();
    let charge = |target: &str| Order::Charge { unit: lab.id("cF3@2011"), target: lab.piece(target) };
    let at = |order: &Order, hex: u16| CasusBelli::pointed(&state, order, Spot::Hex(hex));
    assert_eq!(at(&charge("E4@2007"), 2507), Some(charge("E5@2507")));
    assert_eq!(at(&charge("E4@2007"), 2508), None, "nobody is there");
    assert!(refusal::<CasusBelli>(&state, &charge("E5@2507")).is_some(), "and the rules say why not");
    let place = state.game.sheet().lie.centre(hexes::Hex(2507));
    let point = Spot::Point { x: f64::from(place.x), y: f64::from(place.y) };
    assert_eq!(CasusBelli::pointed(&state, &charge("E4@2007"), point), Some(charge("E5@2507")));
}

#[test]
fn the_ruler_tells_range_and_line_of_fire() {
    let state = Lab::new().units("gF3@2010 E4@2013 LF1@2005").kind(2012, HexKind::Forest).state();
    let words = |from: &str, to: u16| {
        let ends = [RulerEnd::Piece(from.to_owned()), RulerEnd::Place(Spot::Hex(to))];
        CasusBelli::ruler(&state, [&ends[0], &ends[1]]).expect("both are on the map").words
    };
    assert!(words("gF3@2010", 2013).ends_with("line of fire blocked by 2012"), "{}", words("gF3@2010", 2013));
    assert!(words("gF3@2010", 2008).ends_with("line of fire open, guns count as printed"));
    assert!(words("gF3@2010", 2007).ends_with("guns count half"));
    assert!(words("gF3@2010", 2020).ends_with("out of range of guns"));
    assert!(
        words("LF1@2005", 2010).ends_with("5 hexes, 400 metres, commands go 5")
            || words("LF1@2005", 2010).contains("commands go 5")
    );
    assert!(!CasusBelli::overlay(&state, "fire", Some("gF3@2010"), None).is_empty());
}

#[test]
fn who_stands_before_the_enemy_is_threatened() {
    let state = Lab::new().units("F4@2010 F2@2022 E5@2012 gE2@2013 cE3-6@2017 LE1@2014 LF1@2010").state();
    let threats = CasusBelli::threats(&state, "F4@2010", None).expect("it is on the map");
    let words: Vec<&str> = threats.iter().map(|threat| threat.words.as_str()).collect();
    assert_eq!(words[0], "Austrian gE2@2013 could bombard from 2013, where it stands");
    assert_eq!(threats[0].odds, "alone 1 against 4, column 1:3 before terrain");
    assert!(words.iter().any(|one| one.starts_with("Austrian E5@2012 could attack from ")), "{words:?}");
    let away = CasusBelli::threats(&state, "F4@2010", Some(Spot::Hex(101))).expect("it could stand there");
    assert!(away.is_empty(), "{away:?}");
    let fault = CasusBelli::threats(&state, "F4@2010", Some(Spot::Hex(2012))).expect_err("an enemy is in it");
    assert!(fault.text.contains("name a hex that no enemy is in"), "{}", fault.text);
    assert!(!CasusBelli::overlay(&state, "threats", Some("F4@2010"), None).is_empty());
}

#[test]
fn facts_name_whom_an_order_was_about() {
    let lab = Lab::new().units("LF1@2010 LF1.v@2014 F5.v@2014 E4@2025");
    let mut state = lab.state();
    let before = state.clone();
    let order = Order::Move { piece: lab.piece("F5.v@2014"), path: vec![hexes::Hex(2015)], faces: None };
    let events = give(&mut state, &order, &[]);
    let facts = super::facts::facts(&before, &state, &order, &events);
    assert_eq!(facts.side.as_deref(), Some("f"));
    assert!(
        facts.kinds.contains("moves") && facts.groups.contains("v") && facts.pieces.contains("F5.v@2014")
    );
    assert!(!CasusBelli::traces(&before, &order, &events).is_empty());
    for kind in facts.kinds {
        assert!(CasusBelli::LOG_KINDS.iter().any(|known| known.name == kind));
    }
}

#[test]
fn the_ending_tells_what_the_points_are_for() {
    let state = begun();
    let ending = CasusBelli::ending(&state, &[]);
    assert_eq!(ending.verdict, "If it ended now: a marginal French victory");
    let french = &ending.sides[0];
    assert_eq!(french.sources.iter().map(|(_, points)| points).sum::<i32>(), 30);
    assert!(french.losses.iter().any(|loss| loss.group == "Victor" && loss.start == 24 && loss.left == 24));
    assert!(ending.conditions.iter().all(|condition| !condition.holds));
    assert_eq!(ending.conditions.len(), 3, "two thresholds and Bonaparte");
}

/// The question of this field.
fn asked<'q>(questions: &'q [Question], field: &str) -> &'q Question {
    questions.iter().find(|question| question.field == field).expect("it is asked")
}

fn attack(by: &[&str], on: &[&str]) -> Draft {
    let keys = |keys: &[&str]| Answer::Some(keys.iter().map(|key| (*key).to_owned()).collect());
    Draft::new("Attack").with("by", keys(by)).with("on", keys(on))
}

#[test]
fn a_combat_that_is_made_up_tells_who_may_join_and_what_it_comes_to() {
    let lab = Lab::new()
        .units("LF1@2030 LF2.v@2010 F5.v@2010 cF3@2111 gF2@2012 F4@2025 E4@2011 E3@3001")
        .side(2010, 2011, Mark::Stream);
    let state = lab.combat();
    let draft = attack(&["F5.v@2010"], &["E4@2011"]);
    let offers: Vec<_> = CasusBelli::due(&state)
        .offers
        .into_iter()
        .map(|offer| game::Offer {
            order: CasusBelli::spell(&state, &offer.order),
            kind: offer.kind,
            words: offer.words,
            family: offer.family,
        })
        .collect();
    let questions = CasusBelli::questions(&state, &draft, &offers, &BTreeMap::new());
    let Ask::Some { of, .. } = &asked(&questions, "by").ask else { panic!("some are chosen") };
    let barred = |key: &str| of.iter().find(|one| one.key == key).expect("it is listed").barred.clone();
    assert_eq!(barred("cF3@2111"), None);
    assert!(barred("F4@2025").is_some_and(|why| why.contains("cb:7a1")), "{:?}", barred("F4@2025"));
    let Ask::Some { of, most, .. } = &asked(&questions, "leaders").ask else { panic!("some are chosen") };
    assert_eq!((of.len(), *most, of[0].key.as_str()), (1, 1, "LF2.v@2010"), "cb:7c3");
    let card = CasusBelli::draft_card(&state, &draft);
    assert_eq!(card.sides[1].pieces[0].1, "4, counted 8", "cb:7B");
    assert!(card.sides[1].throws[0].modifiers[0].why.contains("is attacked over a stream only"));
    assert!(card.hints.iter().any(|hint| hint.contains("could add 2")), "{:?}", card.hints);
    let all = Order::Attack(Assault {
        by: vec![lab.id("F5.v@2010"), lab.id("cF3@2111"), lab.id("gF2@2012")],
        on: vec![lab.id("E4@2011")],
        lowered: None,
        leaders: vec![lab.leader("LF2.v@2010")],
    });
    let card = CasusBelli::card(&state, &all, &[]);
    // 5 + 3 + 2 × 2 = 12 against 4: 3:1, and the three arms one to the right (cb:7E).
    assert_eq!(
        (card.act.as_str(), card.sides[0].total, card.sides[1].total),
        ("Fight at 4:1", Some(12), Some(4))
    );
    assert!(card.notes.iter().any(|note| note.clause == "cb:7E"), "{:?}", card.notes);
    assert!(card.notes.iter().any(|note| note.clause == "cb:11d"));
    let chances = card.chances.expect("a die is thrown");
    let sum: f64 = chances.results.iter().map(|chance| chance.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{:?}", chances.results);
    assert!(!CasusBelli::sketch(&state, &draft, 40.0).is_empty());
    let agenda = CasusBelli::agenda(&state, None);
    assert!(
        !agenda.owed.is_empty()
            && CasusBelli::agenda(&state, Some(&CasusBelli::spell(&state, &all))).owed.is_empty()
    );
    tells(&state, "F5.v@2010", &["It owes an attack (cb:6c)"]);
    tells(&state, "E4@2011", &["It must be attacked (cb:6c)"]);
}

#[test]
fn who_is_beaten_goes_back_by_hand() {
    let lab = Lab::new().units("F8@2010 E2@2009 E3@3001 LF1@2030");
    let mut state = lab.combat();
    let order = Order::Attack(Assault {
        by: vec![lab.id("F8@2010")],
        on: vec![lab.id("E2@2009")],
        lowered: None,
        leaders: Vec::new(),
    });
    give(&mut state, &order, &[3]);
    let held = CasusBelli::pick_up(&state, "E2@2009").expect("it is there");
    assert!(held.summary().words.starts_with("it goes back"), "{}", held.summary().words);
    let (Spot::Hex(hex), _) = held.summary().places[0] else { panic!("hexes are places") };
    let back = trip(&state, "E2@2009", hex);
    assert!(back.refusal.is_none() && matches!(super::tests::order(&state, &back), Order::Retreat(_)));
    let onto = trip(&state, "E2@2009", 2010);
    assert!(onto.order.is_none() || onto.refusal.is_some(), "an enemy holds it");
    assert!(
        CasusBelli::head(&state).phase.ends_with("Austrian to decide"),
        "{}",
        CasusBelli::head(&state).phase
    );
}

#[test]
fn routed_units_and_leaders_tell_who_brings_them_back() {
    let lab = Lab::new().units("LF1@2010 LF1.v@2012 F5.v@2013! E4@3001");
    let mut state = lab.state();
    state.units[lab.id("F5.v@2013").index()].moved = None;
    tells(&state, "F5.v@2013", &["by the commander of v's corps or of the army", "(cb:12d)"]);
    tells(
        &state,
        "LF1.v@2012",
        &["He is alone in 2012: an enemy unit that enters captures him on a 6 (cb:11e)", "(cb:11b)"],
    );
    let run = CasusBelli::pick_up(&state, "F5.v@2013").expect("it is there");
    assert!(!run.summary().places.is_empty(), "it runs towards 3912");
}

#[test]
fn the_card_of_a_charge_rides_as_the_rules_have_it() {
    // cb:7f1, option charge-line: along a hexside over the side that is open
    for (shut, way) in [(2110, 2111), (2111, 2110)] {
        let lab = Lab::new().units("LF1@2011 cF3-6@2010 E4@2410").option("charge-line", "any-centre-line");
        let lab = lab.kind(shut, HexKind::Forest);
        let mut state = lab.command();
        let (unit, target) = (lab.id("cF3-6@2010"), lab.id("E4@2410"));
        give(&mut state, &Order::Attach { unit, to: lab.piece("LF1@2011") }, &[]);
        let between = card::between(&state, unit, target);
        let charged = state.game.piece_of_unit(target);
        give(&mut state, &Order::Charge { unit, target: charged }, &[]);
        assert_eq!(between, state.command.charges[&unit].line);
        assert!(between.contains(&hexes::Hex(way)), "{between:?}");
    }
}

/// Who goes back onto a friend says where that one goes, one hex after the other.
#[test]
fn a_retreat_that_displaces_is_chosen_hex_by_hex() {
    let lab = Lab::new().units("F9@2010 F4@2109 E3@2009 E2@1909");
    let mut state = lab.combat();
    let mut by = vec![lab.id("F9@2010"), lab.id("F4@2109")];
    by.sort();
    let attack = Assault { by, on: vec![lab.id("E3@2009")], lowered: None, leaders: Vec::new() };
    give(&mut state, &Order::Attack(attack), &[1]);
    let mut held = CasusBelli::pick_up(&state, "E3@2009").expect("it goes back");
    let (first, far) = (Spot::Hex(1909), Spot::Hex(2001));
    let begun = held.trip(Goal::at(first));
    let next: Vec<Spot> = begun.next.iter().map(|(spot, _)| *spot).collect();
    assert!(begun.open && next.contains(&Spot::Hex(1808)) && next.contains(&Spot::Hex(1809)), "{begun:?}");
    for (to, words) in [
        (first, "goes, one of the hexes that are lit"),
        (far, "nobody can be displaced there: choose a lit hex"),
    ] {
        let rests = held.trip(Goal { to, via: &[first], free: false });
        assert!(rests.words.ends_with(words) && !rests.open && rests.order.is_none(), "{rests:?}");
        assert_eq!(rests.next, begun.next, "what may be chosen next stays lit");
    }
    let last = held.trip(Goal { to: Spot::Hex(1808), via: &[first], free: false });
    let Order::Retreat(back) = order(&state, &last) else { panic!("it is a retreat") };
    assert_eq!((back.way, back.chain), (vec![hexes::Hex(1909)], vec![hexes::Hex(1808)]));
}
