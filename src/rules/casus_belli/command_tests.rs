//! Checks of command on the lab board and on the map of Marengo: lines, assignments, successors.

use hexes::Hex;

use super::command::{self, Chain, Want};
use super::fixture::{ENEMY, Lab, PHASING, code, give, refusal};
use super::order::Order;
use super::refusal::Code;
use super::roster::PieceId;
use super::state::{Group, Place, State};

fn attach(lab: &Lab, unit: &str, to: &str) -> Order {
    Order::Attach { unit: lab.id(unit), to: lab.piece(to) }
}

/// Is the unit in command once movement begins, nobody having assigned anybody?
fn commanded(lab: &Lab, unit: &str) -> bool {
    lab.clone().commanded_by_rule().state().is_in_command(lab.id(unit))
}

#[test]
fn the_french_reach_five_hexes_and_the_austrians_three() {
    // cb:10c, cb:10d: Victor at 1006, the 44e at 1102 is 5 from him and at 1101 6
    let at = |hex: &str| Lab::marengo().units(&format!("LF2@0825 LF1.v@1006 F4.v@{hex} E2@0119"));
    assert!(commanded(&at("1102"), "F4.v@1102"));
    assert!(!commanded(&at("1101"), "F4.v@1101"));
    let austrian = |hex: &str| {
        let lab = Lab::new().units(&format!("LE2@2020 LE1.k@2010 E4.k@{hex} F2@0101")).phasing(ENEMY);
        commanded(&lab, &format!("E4.k@{hex}"))
    };
    assert!(austrian("2007") && !austrian("2006"));
}

#[test]
fn a_corps_leader_commands_within_the_range_of_the_army() {
    // cb:10d: Bonaparte 0825, Victor 1006 is 20 from him, 1005 is 21
    let at = |hex: &str| Lab::marengo().units(&format!("LF2@0825 LF1.v@{hex} F4.v@1007 E2@0119"));
    assert!(commanded(&at("1006"), "F4.v@1007"));
    assert!(!commanded(&at("1005"), "F4.v@1007"));
    let lab = at("1005");
    let state = lab.command();
    let chain = Chain::new(&state, PHASING);
    let corps = Group::Corps(state.game.corps_of(lab.id("F4.v@1007")).unwrap());
    assert_eq!(chain.wants(corps, lab.id("F4.v@1007")), Some(Want::Invalid));
    // Unless the army commander takes them: in his own range.
    let near = Lab::marengo().units("LF2@0825 LF1.v@1005 F4.v@0822 E2@0119");
    let mut state = near.command();
    give(&mut state, &attach(&near, "F4.v@0822", "LF2@0825"), &[]);
    give(&mut state, &Order::EndCommand, &[]);
    assert!(state.is_in_command(near.id("F4.v@0822")));
    assert_eq!(state.group(near.id("F4.v@0822")), Group::Army);
    let austrian = |hex: u16| {
        let lab = Lab::new().units(&format!("LE2@2020 LE1.k@{hex} E4.k@{} F2@3901", hex + 1)).phasing(ENEMY);
        commanded(&lab, &format!("E4.k@{}", hex + 1))
    };
    assert!(austrian(2005) && !austrian(2004));
}

#[test]
fn enemies_and_their_zones_cut_a_line_where_no_friend_stands() {
    // cb:10c: a wall of enemies across the board but for one gap
    let wall = |more: &str| {
        let columns = (1..=39).filter(|column| column % 3 == 2 && *column != 20);
        let units: Vec<String> = columns.map(|column| format!("E2@{column:02}10")).collect();
        Lab::new().units(&format!("LF2@2013 LF1.v@2012 F4.v@2008 {} {more}", units.join(" ")))
    };
    // Column 20 lies between the zones of 17 and 23: open.
    assert!(commanded(&wall(""), "F4.v@2008"));
    assert!(!commanded(&wall("E3@2010"), "F4.v@2008"));
    // In the gap a friend, routed too, clears the zone that he stands in; the hexes of the enemy stay shut.
    let shut = wall("E3@2009");
    assert!(!commanded(&shut, "F4.v@2008"));
    let gap = Lab::new().units("LF2@2013 LF1.v@2012 F4.v@2010 E3@1809 E2@2209 E4@1812 E4@2212 E5@2008");
    assert!(commanded(&gap, "F4.v@2010"));
}

#[test]
fn the_ends_of_a_line_are_not_tested_unless_chosen() {
    // cb:10c: the leader left alone in an enemy zone, a unit two hexes off by a free way
    let lab = Lab::new().units("LF2@2016 LF1.v@2012 F4.v@2014 E3@2011");
    assert!(commanded(&lab, "F4.v@2014"));
    assert!(!commanded(&lab.option("line-ends", "count"), "F4.v@2014"));
    // With a friendly unit there it counts no more.
    let held =
        Lab::new().units("LF2@2016 LF1.v@2012 F4.v@2014 F2.v@2012 E3@2011").option("line-ends", "count");
    assert!(commanded(&held, "F4.v@2014"));
}

#[test]
fn independents_may_serve_anybody_and_another_next_turn() {
    // cb:10a, cb:10b, cb:10c
    let lab = Lab::new().units("LF2@2016 LF1.v@2012 LF1.l@2212 F4@2011 F3@2013 F2@2111 F5.v@2110 E2@0101");
    let mut state = lab.command();
    give(&mut state, &attach(&lab, "F4@2011", "LF1.v@2012"), &[]);
    give(&mut state, &attach(&lab, "F3@2013", "LF1.v@2012"), &[]);
    let refused = refusal(&state, &attach(&lab, "F2@2111", "LF1.v@2012"));
    assert_eq!((refused.code, refused.clause), (Code::TooMany, "cb:10c"));
    give(&mut state, &attach(&lab, "F4@2011", "LF1.l@2212"), &[]);
    give(&mut state, &attach(&lab, "F2@2111", "LF1.v@2012"), &[]);
    let refused = refusal(&state, &attach(&lab, "F5.v@2110", "LF1.l@2212"));
    assert_eq!((refused.code, refused.clause), (Code::WrongLeader, "cb:10a"));
    assert_eq!(code(&state, &attach(&lab, "F2@2111", "F5.v@2110")), Some(Code::WrongLeader));
    give(&mut state, &Order::Release { unit: lab.id("F2@2111") }, &[]);
    assert_eq!(code(&state, &Order::Release { unit: lab.id("F2@2111") }), Some(Code::NotOwed));
    give(&mut state, &Order::EndCommand, &[]);
    assert!(state.is_in_command(lab.id("F4@2011")) && !state.is_in_command(lab.id("F2@2111")));
    assert_eq!(state.group(lab.id("F2@2111")), Group::Unassigned);
    assert_eq!(code(&state, &attach(&lab, "F2@2111", "LF1.v@2012")), Some(Code::WrongPhase));
    let enemy = Order::Attach { unit: lab.id("E2@0101"), to: lab.piece("LF1.v@2012") };
    assert_eq!(code(&lab.command(), &enemy), Some(Code::NotPhasing));
}

#[test]
fn the_army_commander_takes_five() {
    // cb:10f: Melas at 1401 takes the five set-up independents
    let five = ["E3-5@1401", "E2-5@1501", "cE2-6@1301", "E2-5@1402", "cE1-6@1502"];
    let lab = Lab::marengo().units(&five.join(" ")).units("LE1@1401 gE2@1302 F4@2226").phasing(ENEMY);
    let mut state = lab.command();
    for unit in five {
        give(&mut state, &attach(&lab, unit, "LE1@1401"), &[]);
    }
    let refused = refusal(&state, &attach(&lab, "gE2@1302", "LE1@1401"));
    assert_eq!((refused.code, refused.clause), (Code::TooMany, "cb:10f"));
    give(&mut state, &Order::EndCommand, &[]);
    assert!(five.iter().all(|unit| state.is_in_command(lab.id(unit))));
    assert!(five.iter().all(|unit| state.group(lab.id(unit)) == Group::Army));
    // Out of his range nobody is taken.
    let far = Lab::new().units("LE1@2010 E3@2014 F4@0101").phasing(ENEMY);
    assert_eq!(code(&far.command(), &attach(&far, "E3@2014", "LE1@2010")), Some(Code::OutOfRange));
}

#[test]
fn what_is_offered_may_be_ordered_and_the_proposal_leaves_nobody_out() {
    // cb:10b, cb:10c, cb:10f
    let lab = Lab::new()
        .units("LF2@2016 LF1.v@2012 LF1.l@2212 F1@2011 F2@2013 F3@2111 F4@2014 F5@2211 F6@2213 F7@2017 F8@2018 F9@2015")
        .units("F5.v@2020 E2@0101");
    let state = lab.command();
    let offers = super::assign::offers(&state);
    assert!(offers.len() > 20, "{}", offers.len());
    for (order, ..) in &offers {
        assert_eq!(code(&state, order), None, "{order:?}");
    }
    let proposal = Chain::new(&state, PHASING).proposal();
    // Nine independents and one of a corps too far from its leader: 2 and 2 under the leaders of corps, 5 under the army's.
    assert_eq!(proposal.len(), 9, "{proposal:?}");
    let under = |group: Group| proposal.values().filter(|under| **under == group).count();
    assert_eq!(under(Group::Army), 5);
    let mut set = lab.set_up();
    give(&mut set, &Order::Begin, &[]);
    assert_eq!(set.command.attached, proposal);
}

#[test]
fn who_enters_is_in_command_with_its_leader_or_near_him() {
    // cb:4b, option entry-command
    let with = Lab::marengo().units("LE2@1401 LE1.k@1301/1 E4.k@1301/1 F4@2226").phasing(ENEMY);
    assert!(commanded(&with, "E4.k@1301/1"));
    assert!(!commanded(&with.option("entry-command", "none"), "E4.k@1301/1"));
    let near = Lab::marengo().units("LE2@1401 LE1.k@1304 E4.k@1301/1 F4@2226").phasing(ENEMY);
    assert!(commanded(&near, "E4.k@1301/1"));
    let far = Lab::marengo().units("LE2@1401 LE1.k@1305 E4.k@1301/1 F4@2226").phasing(ENEMY);
    assert!(!commanded(&far, "E4.k@1301/1"));
    let later = Lab::marengo().units("LE2@1401 LE1.k@1301/2 E4.k@1301/1 F4@2226").phasing(ENEMY);
    assert!(!commanded(&later, "E4.k@1301/1"));
}

/// The leader of the corps is lost in this turn, and it is this turn now.
fn bereft(lab: &Lab, lost: u8, turn: u8) -> State {
    let mut state = lab.clone().turn(turn).command();
    let leader = lab.leader("LF1.v@2012");
    state.leaders[leader.index()].place = Place::Eliminated;
    let corps = state.game.led_by(leader).unwrap();
    state.corps[corps.index()].vacant_since = Some(lost);
    state
}

#[test]
fn a_lost_leader_is_succeeded_two_turns_later_by_a_unit_in_good_order() {
    // cb:11f: lost turn 4, leaderless turn 5, named turn 6
    let lab = Lab::new().units("LF2@2018 LF1.v@2012 F4.v@2013 F3.v@2010! F2.l@2020 E2@0101");
    let name = |unit: &str| Order::Name { unit: lab.id(unit) };
    let vacant = bereft(&lab, 4, 5);
    assert_eq!(code(&vacant, &name("F4.v@2013")), Some(Code::NotDue));
    let found = command::found(&vacant).found;
    assert!(!found[&lab.id("F4.v@2013")].in_command, "out of command without a leader");
    // The army commander may take them directly if in range.
    assert_eq!(code(&vacant, &attach(&lab, "F4.v@2013", "LF2@2018")), None);
    assert_eq!(code(&vacant, &Order::EndCommand), None);
    let mut due = bereft(&lab, 4, 6);
    assert_eq!(code(&due, &Order::EndCommand), Some(Code::NotOwed), "somebody has to be named");
    assert_eq!(code(&due, &name("F3.v@2010")), Some(Code::WrongPiece), "routed");
    assert_eq!(code(&due, &name("F2.l@2020")), Some(Code::NotOwed), "its corps has lost nobody");
    give(&mut due, &name("F4.v@2013"), &[]);
    give(&mut due, &Order::EndCommand, &[]);
    assert!(due.is_in_command(lab.id("F4.v@2013")) && due.is_in_command(lab.id("F3.v@2010")));
    let piece: PieceId = lab.piece("F4.v@2013");
    let corps = due.game.corps_of(lab.id("F4.v@2013")).unwrap();
    assert_eq!(command::group_of_commander(&due, PHASING, piece), Some(Group::Corps(corps)));
}

#[test]
fn a_fresh_leader_without_a_bonus_is_an_option() {
    // cb:11f, option successor
    let lab = Lab::new().units("LF2@2018 LF1.v@2012 F4.v@2013 E2@0101").option("successor", "leader-bonus-0");
    let mut due = bereft(&lab, 4, 6);
    give(&mut due, &Order::Name { unit: lab.id("F4.v@2013") }, &[]);
    let leader = lab.leader("LF1.v@2012");
    assert_eq!(due.leader_hex(leader), Some(Hex(2013)));
    assert!(due.leader(leader).acting);
    give(&mut due, &Order::EndCommand, &[]);
    assert!(due.is_in_command(lab.id("F4.v@2013")));
}

#[test]
fn without_an_army_commander_all_are_out_of_command_until_one_holds_both_posts() {
    // cb:11f
    let lab = Lab::new().units("LF2@2018 LF1.v@2012 F4.v@2013 E2@0101");
    let lost = |turn: u8| {
        let mut state = lab.clone().turn(turn).command();
        state.leaders[lab.leader("LF2@2018").index()].place = Place::Eliminated;
        let army = &mut state.armies[PHASING.index()];
        (army.commander, army.vacant_since) = (None, Some(4));
        state
    };
    let promote = Order::Promote { leader: lab.leader("LF1.v@2012") };
    let vacant = lost(5);
    assert!(!command::found(&vacant).found[&lab.id("F4.v@2013")].in_command);
    assert_eq!(code(&vacant, &promote), Some(Code::NotDue));
    let mut due = lost(6);
    assert_eq!(code(&due, &Order::EndCommand), Some(Code::NotOwed));
    give(&mut due, &promote, &[]);
    give(&mut due, &Order::EndCommand, &[]);
    assert!(due.is_in_command(lab.id("F4.v@2013")));
    assert_eq!(due.leader_group(lab.leader("LF1.v@2012")), Group::Army);
}
