//! Combats and retreats on the table: the ledger's checks of III.A, III.D, III.E and III.F that need geometry.

use std::collections::BTreeMap;

use crate::fixture::{Fixture, ORIGIN, at};
use crate::odds::{self, preview_contacts};
use crate::refusal::Code;
use crate::retreat::candidate::WhyNot;
use crate::retreat::{self, RetreatPlan};
use crate::rule_set::Easy;
use crate::state::{Place, State, Step};
use crate::{Event, Order, Reaction, Refusal, StandId};
use dice::{Dry, Rolled, Typed};
use game::{RuleSet, Ruling, Stop};
use scenario::army::Arm;
use table::{Heading, Vec2};

use super::fight::result::Verdict;
use super::status::{Beaten, Combat, Status};

/// Gives an order with these dice; the state after it.
fn order(state: &State, order: &Order, dice: &[&[u16]]) -> Result<State, Stop<Refusal>> {
    let mut tray = Typed::faces(dice.iter().map(|faces| faces.to_vec()));
    let ruling = Easy::judge(state, order, &mut tray)?;
    tray.finish().map_err(Stop::BadDice)?;
    Ok(after(state, &ruling))
}

fn after(state: &State, ruling: &Ruling<Event>) -> State {
    let mut state = state.clone();
    for event in &ruling.events {
        Easy::apply(&mut state, event);
    }
    state
}

fn code(result: Result<State, Stop<Refusal>>) -> Option<Code> {
    match result {
        Err(Stop::Refused(refusal)) => Some(refusal.code),
        _ => None,
    }
}

/// Every offer is legal as it stands, or needs dice.
fn check_offers(state: &State) {
    let due = Easy::due(state);
    assert!(!due.offers.is_empty(), "{}", due.prompt);
    for offer in due.offers {
        let judged = Easy::judge(state, &offer.order, &mut Dry);
        assert!(matches!(judged, Ok(_) | Err(Stop::NeedsDice(_))), "{}: {judged:?}", offer.words);
    }
}

/// The stand of the tests that lost against those around it.
fn beaten_by(field: Fixture, rout: bool) -> (State, Vec<StandId>) {
    let (mut state, ids) = field.state();
    let winners = state.on_table().map(|(id, _)| id).filter(|id| state.are_enemies(ids[0], *id)).collect();
    let now = state.stack.last_mut().expect("the fixture is active");
    now.step = Step::Combats;
    now.declared = true;
    let beaten = Beaten { losers: vec![ids[0]], winners, fighters: ids.clone(), rout };
    now.combats = vec![Combat { attacks: Vec::new(), status: Status::Beaten(beaten) }];
    (state, ids)
}

fn defender() -> Fixture {
    Fixture::new().theirs(Arm::Infantry, at(0.0, 0.0, 0.0))
}

fn front(field: Fixture) -> Fixture {
    field.ours(Arm::Infantry, at(0.0, 2.0, 180.0))
}

fn right(field: Fixture) -> Fixture {
    field.ours(Arm::Infantry, at(2.0, 0.0, 270.0))
}

fn left(field: Fixture) -> Fixture {
    field.ours(Arm::Infantry, at(-2.0, 0.0, 90.0))
}

fn plan(field: Fixture, rout: bool) -> RetreatPlan {
    let (state, ids) = beaten_by(field, rout);
    retreat::plan(&state, ids[0]).expect("it has been beaten")
}

fn ends_at(plan: &RetreatPlan, x: f32, y: f32, degrees: f32) {
    assert!(!plan.destroyed, "{plan:?}");
    let wanted = Vec2::new(ORIGIN + x, ORIGIN + y);
    assert!(plan.end.at.distance(wanted) < 0.01, "{} not {wanted}", plan.end.at);
    assert!(plan.end.heading.angle_to(Heading::from_degrees(degrees)) < 0.02, "{}", plan.end.heading);
}

#[test]
fn a_stand_retreats_directly_away_from_those_that_beat_it() {
    ends_at(&plan(front(defender()), false), 0.0, -3.0, 0.0);
    let corner = plan(right(front(defender())), false);
    assert!(corner.end.at.distance(Vec2::new(ORIGIN - 2.121, ORIGIN - 2.121)) < 0.01, "{corner:?}");
    let between = plan(left(right(defender())), false);
    assert!(between.end.at.distance(Vec2::new(ORIGIN, ORIGIN - 3.0)) < 0.01, "{between:?}");
    let cavalry = Fixture::new().theirs(Arm::LightCavalry, at(0.0, 0.0, 0.0));
    ends_at(&plan(front(cavalry), false), 0.0, -4.5, 0.0);
}

#[test]
fn every_direction_that_was_tried_says_what_came_of_it() {
    use crate::retreat::Fate;
    // An enemy straight behind: the fan goes on until a direction passes him.
    let field = front(defender()).ours(Arm::Infantry, at(0.0, -4.0, 0.0));
    let (state, ids) = beaten_by(field, false);
    let plans = retreat::pending(&state);
    assert_eq!(plans.iter().map(|plan| plan.loser).collect::<Vec<_>>(), [ids[0]]);
    let trials = plans[0].trials(&state);
    let first = &trials[0];
    assert_eq!((first.fate, first.clause), (Fate::Barred(WhyNot::Touches(ids[2])), "easy:III.D.4"));
    assert!(first.words.starts_with("straight away: it would touch "), "{}", first.words);
    let taken: Vec<_> = trials.iter().filter(|trial| trial.fate == Fate::Taken).collect();
    let [taken] = taken[..] else { panic!("{trials:?}") };
    assert!(taken.candidate.at.at.distance(plans[0].end.at) < 1e-4 && taken.clause == "easy:III.D.2");
    assert!(taken.words.contains("of straight away: it goes this way, 3.00 in"), "{}", taken.words);
    // All before it were barred, but for its mirror image at the same deviation.
    let others = trials.iter().filter(|trial| trial.fate != Fate::Taken);
    for trial in others {
        let mirror = trial.candidate.deviation == -taken.candidate.deviation;
        assert!(matches!(trial.fate, Fate::Barred(_)) || mirror && trial.fate == Fate::Open, "{trial:?}");
    }
    let all = left(right(front(defender()))).ours(Arm::Infantry, at(0.0, -2.0, 0.0));
    let (state, _) = beaten_by(all, true);
    let hemmed = retreat::pending(&state).remove(0);
    assert_eq!(hemmed.taken(), None);
    assert!(hemmed.trials(&state).iter().all(|trial| matches!(trial.fate, Fate::Barred(_))));
}

#[test]
fn hemmed_in_on_all_four_edges_it_is_removed() {
    let all = left(right(front(defender()))).ours(Arm::Infantry, at(0.0, -2.0, 0.0));
    let retreat = plan(all.clone(), false);
    assert!(retreat.destroyed && retreat.rallyable, "{retreat:?}");
    assert!(retreat.tried.iter().all(|candidate| candidate.why_not.is_some()));
    let rout = plan(all.clone(), true);
    assert!(rout.destroyed && !rout.rallyable);
    let (state, ids) = beaten_by(all, true);
    let gone = order(&state, &Order::Retreat { stand: ids[0], direction: None }, &[]).unwrap();
    assert_eq!(gone.stand(ids[0]).place, Place::Eliminated { rallyable: false });
    assert_eq!(gone.points(), [1, 0]);
    assert_eq!(gone.active().unwrap().step, Step::Close);
}

#[test]
fn friends_and_the_tables_edge_stop_a_retreat() {
    let friend = defender().theirs(Arm::Infantry, at(0.0, -3.0, 0.0));
    ends_at(&plan(front(friend), false), 0.0, -1.0, 0.0);
    let touching = defender().theirs(Arm::Infantry, at(0.0, -2.0, 0.0));
    let hemmed = plan(left(right(front(touching))), false);
    assert!(hemmed.destroyed && hemmed.rallyable, "{:?}", hemmed.end);
    let low = |field: Fixture| {
        field
            .theirs(Arm::Infantry, at(0.0, 2.0 - ORIGIN, 0.0))
            .ours(Arm::Infantry, at(0.0, 4.0 - ORIGIN, 180.0))
    };
    ends_at(&plan(low(Fixture::new()), false), 0.0, 1.0 - ORIGIN, 0.0);
    assert!(plan(low(Fixture::new()).option("table-edge", "lost"), false).destroyed);
}

#[test]
fn an_enemy_behind_turns_the_retreat_aside() {
    let field = front(defender()).ours(Arm::Infantry, at(0.0, -5.0, 90.0));
    let plan = plan(field, false);
    assert!(!plan.destroyed);
    assert!(matches!(plan.tried[0].why_not, Some(WhyNot::Touches(_))), "{:?}", plan.tried[0]);
    // 15° either way clears the enemy's edge by more than touch; of the two it takes the one to its own right.
    let taken = plan.tried.iter().find(|candidate| candidate.why_not.is_none()).unwrap();
    assert!((taken.deviation.abs() - 15.0).abs() < 1e-3, "{taken:?}");
    assert!(plan.end.at.x > ORIGIN, "{}", plan.end);
}

#[test]
fn a_rout_goes_on_beyond_friends_and_faces_away() {
    let friend = defender().theirs(Arm::Infantry, at(0.0, -6.0, 0.0));
    ends_at(&plan(front(friend), true), 0.0, -8.0, 180.0);
    ends_at(&plan(front(defender()), true), 0.0, -6.0, 180.0);
    let (state, ids) = beaten_by(front(defender()), true);
    let routed = order(&state, &Order::Retreat { stand: ids[0], direction: None }, &[]).unwrap();
    assert!(routed.stand(ids[0]).routed);
}

#[test]
fn a_rout_bends_toward_the_nearest_friend_by_45_degrees_at_most() {
    let friend = defender().theirs(Arm::Infantry, at(12.0, -1.0, 0.0));
    // The friend is that one stand of the fixture that did not fight.
    let (mut state, ids) = beaten_by(front(friend), true);
    if let Status::Beaten(beaten) = &mut state.stack[0].combats[0].status {
        let bystander = ids[1];
        beaten.fighters.retain(|id| *id != bystander);
    }
    let plan = retreat::plan(&state, ids[0]).unwrap();
    let aslant = 6.0 * std::f32::consts::FRAC_1_SQRT_2;
    assert!(plan.end.at.distance(Vec2::new(ORIGIN + aslant, ORIGIN - aslant)) < 0.01, "{plan:?}");
}

#[test]
fn the_owner_picks_the_direction_only_under_the_option() {
    let aside = Order::Retreat { stand: StandId(1), direction: Some(Heading::from_degrees(150.0)) };
    let (state, _) = beaten_by(front(defender()), false);
    assert_eq!(code(order(&state, &aside, &[])), Some(Code::CannotWithdraw));
    let (state, ids) = beaten_by(front(defender()).option("retreat-direction", "owner"), false);
    check_offers(&state);
    let gone = order(&state, &aside, &[]).unwrap();
    let pose = gone.pose(ids[0]).unwrap();
    assert!(pose.at.distance(Vec2::new(ORIGIN + 1.5, ORIGIN - 3.0 * 0.866_025_4)) < 0.01, "{pose}");
    let into = Order::Retreat { stand: ids[0], direction: Some(Heading::NORTH) };
    assert_eq!(code(order(&state, &into, &[])), Some(Code::CannotWithdraw));
}

#[test]
fn every_contact_has_to_be_declared_and_what_does_not_touch_cannot_be() {
    // A1 touches D1 and D2, A2 touches D2's flank.
    let (state, ids) = Fixture::new()
        .ours(Arm::Infantry, at(0.0, 2.0, 180.0))
        .ours(Arm::Infantry, at(3.0, 0.0, 270.0))
        .theirs(Arm::Infantry, at(-1.0, 0.0, 0.0))
        .theirs(Arm::Infantry, at(1.0, 0.0, 0.0))
        .state();
    let state = order(&state, &Order::EndMoves, &[]).unwrap();
    check_offers(&state);
    let declare = |attacks: &[(usize, usize)]| {
        let attacks = attacks.iter().map(|(a, d)| (ids[*a], ids[*d])).collect();
        order(&state, &Order::Declare { attacks }, &[])
    };
    assert_eq!(code(declare(&[(1, 2)])), Some(Code::UnassignedContact));
    assert_eq!(code(declare(&[(0, 2)])), Some(Code::UnassignedContact), "nobody attacks the second");
    assert!(declare(&[(0, 2), (1, 3)]).is_ok());
    let joined = declare(&[(0, 2), (0, 3), (1, 3)]).unwrap();
    assert_eq!(joined.active().unwrap().combats.len(), 1);
    let apart = declare(&[(0, 2), (1, 3)]).unwrap();
    assert_eq!(apart.active().unwrap().combats.len(), 2);
}

/// Side 1's stand is active and in contact with side 0's: the fixture with the list fixed anew.
fn engage(field: Fixture) -> (State, Vec<StandId>) {
    let (mut state, ids) = field.state();
    let command = state.stack[0].command;
    let stands = state.roster().command(command).stands.clone();
    state.stack[0].step = Step::Command;
    state.stack[0].list.clear();
    let state = order(&state, &Order::Activate { stands }, &[]).unwrap();
    (state, ids)
}

#[test]
fn a_stand_activated_in_contact_is_fired_at_first_then_attacks() {
    let (state, ids) = engage(
        Fixture::new().ours(Arm::Infantry, at(0.0, 2.0, 180.0)).theirs(Arm::LightCavalry, at(0.0, 0.0, 0.0)),
    );
    assert_eq!(state.active().unwrap().step, Step::Engaged);
    check_offers(&state);
    assert_eq!(code(order(&state, &Order::Continue { stand: ids[0] }, &[])), Some(Code::Phase));
    let state = order(&state, &Order::OpeningFire { enemy: ids[1] }, &[&[6, 5, 5, 6, 1]]).unwrap();
    assert_eq!(state.stand(ids[0]).strength, 3);
    assert_eq!(code(order(&state, &Order::OpeningFire { enemy: ids[1] }, &[&[6; 5]])), Some(Code::Acted));
    check_offers(&state);
    let state = order(&state, &Order::Continue { stand: ids[0] }, &[]).unwrap();
    let state = order(&state, &Order::EndMoves, &[]).unwrap();
    let state = order(&state, &Order::Declare { attacks: vec![(ids[0], ids[1])] }, &[]).unwrap();
    // The reply has been made: the attacker's dice come at once. 3 + 1 against 4 + 4: the attacker retreats.
    let state = order(&state, &Order::Resolve { combat: 0 }, &[&[5, 1, 1], &[1], &[4]]).unwrap();
    assert_eq!(state.stand(ids[1]).strength, 4);
    let due = Easy::due(&state);
    assert_eq!(due.side, Some(state.side(ids[0])));
    check_offers(&state);
    let state = order(&state, &Order::Retreat { stand: ids[0], direction: None }, &[]).unwrap();
    assert!(state.pose(ids[0]).unwrap().at.distance(Vec2::new(ORIGIN, ORIGIN + 5.0)) < 0.01);
    assert_eq!(state.active().unwrap().step, Step::Close);
}

#[test]
fn enemy_guns_choose_before_the_opening_fire() {
    let field = || {
        Fixture::new().ours(Arm::Infantry, at(0.0, 2.0, 180.0)).theirs(Arm::FootArtillery, at(0.0, 0.0, 0.0))
    };
    let (state, ids) = engage(field());
    let due = Easy::due(&state);
    assert_eq!((due.side, due.clause), (Some(state.side(ids[1])), "easy:III.F"));
    check_offers(&state);
    let react = |state: &State, reaction| order(state, &Order::React { battery: ids[1], reaction }, &[]);
    assert_eq!(code(react(&state, Reaction::Evade)), Some(Code::CannotEvade));
    let fires = react(&state, Reaction::Fire).unwrap();
    let fired = order(&fires, &Order::OpeningFire { enemy: ids[1] }, &[&[5, 4]]).unwrap();
    assert_eq!(fired.stand(ids[0]).strength, 4);
    let (state, _) = engage(field().theirs(Arm::Infantry, at(1.5, -1.0, 0.0)));
    let sheltered = react(&state, Reaction::Evade).unwrap();
    assert!(sheltered.stand(ids[1]).evading);
    assert_eq!(sheltered.active().unwrap().step, Step::Act, "it touches only guns in shelter");
    assert!(!super::declare::has_contacts(&sheltered));
}

#[test]
fn two_on_the_flanks_share_opening_fire_as_their_owner_wishes() {
    let (state, ids) = engage(
        Fixture::new()
            .ours(Arm::Infantry, at(-2.0, 0.0, 90.0))
            .ours(Arm::Infantry, at(2.0, 0.0, 270.0))
            .theirs(Arm::Infantry, at(0.0, 0.0, 0.0)),
    );
    let state = order(&state, &Order::OpeningFire { enemy: ids[2] }, &[&[6, 6, 1, 1, 1]]).unwrap();
    assert_eq!(Easy::due(&state).clause, "easy:III.B.4");
    check_offers(&state);
    let one = Order::PlaceHits { shooter: ids[2], hits: vec![(ids[0], 1)] };
    assert_eq!(code(order(&state, &one, &[])), Some(Code::BadShare));
    let both = Order::PlaceHits { shooter: ids[2], hits: vec![(ids[0], 1), (ids[1], 1)] };
    let state = order(&state, &both, &[]).unwrap();
    assert_eq!((state.stand(ids[0]).strength, state.stand(ids[1]).strength), (4, 4));
}

/// Two stands with so much strength left attack on the flanks; the enemy's hits are placed by the shooter.
fn hidden_from_the_shooter(left: u8, right: u8) -> (State, Vec<StandId>) {
    let field = Fixture::new()
        .option("hit-placement", "shooter")
        .ours(Arm::Infantry, at(-2.0, 0.0, 90.0))
        .ours(Arm::Infantry, at(2.0, 0.0, 270.0))
        .theirs(Arm::Infantry, at(0.0, 0.0, 0.0));
    let (mut state, ids) = engage(field);
    for (id, strength) in [(ids[0], left), (ids[1], right)] {
        state.stands[id.index()].strength = strength;
        state.stands[id.index()].marked = true;
    }
    (state, ids)
}

#[test]
fn what_the_shooter_is_offered_tells_no_strength_he_does_not_know() {
    use game::Viewer;
    let said = |left, right, combat: bool| {
        let (mut state, ids) = hidden_from_the_shooter(left, right);
        if combat {
            let now = state.stack.last_mut().unwrap();
            (now.step, now.volleys) = (Step::Act, Vec::new());
            state = order(&state, &Order::EndMoves, &[]).unwrap();
            let attacks = vec![(ids[0], ids[2]), (ids[1], ids[2])];
            state = order(&state, &Order::Declare { attacks }, &[]).unwrap();
            state = order(&state, &Order::Resolve { combat: 0 }, &[&[6, 6, 6, 1, 1]]).unwrap();
        } else {
            let fire = Order::OpeningFire { enemy: ids[2] };
            state = order(&state, &fire, &[&[6, 6, 6, 1, 1]]).unwrap();
        }
        let due = Easy::due(&state);
        assert_eq!((due.side, due.clause), (Some(scenario::Side(1)), "easy:III.B.4"));
        check_offers(&state);
        let heard = Easy::redacted_due(&state, Viewer::Side(scenario::Side(1)));
        assert_eq!(heard, due, "the shooter's own view offers the same");
        let too_many = Order::PlaceHits { shooter: ids[2], hits: vec![(ids[0], 6)] };
        let Err(Stop::Refused(refusal)) = order(&state, &too_many, &[]) else { panic!("six of five") };
        assert!(refusal.fact.ends_with("has no more than 5 strength points"), "{refusal}");
        due
    };
    for combat in [false, true] {
        assert_eq!(said(1, 4, combat), said(4, 1, combat), "combat: {combat}");
    }
}

#[test]
fn hits_beyond_what_a_marked_stand_has_fall_on_the_other() {
    let (state, ids) = hidden_from_the_shooter(1, 4);
    let state = order(&state, &Order::OpeningFire { enemy: ids[2] }, &[&[6, 6, 6, 1, 1]]).unwrap();
    let all = Order::PlaceHits { shooter: ids[2], hits: vec![(ids[0], 3)] };
    let state = order(&state, &all, &[]).unwrap();
    assert_eq!(state.stand(ids[0]).place, Place::Eliminated { rallyable: true });
    assert_eq!(state.stand(ids[1]).strength, 2);
}

#[test]
fn guns_lost_in_close_combat_never_come_back() {
    let (state, ids) = Fixture::new()
        .ours(Arm::Infantry, at(2.0 - 0.5, 0.0, 270.0))
        .theirs(Arm::FootArtillery, at(0.0, 0.0, 0.0))
        .state();
    let state = order(&state, &Order::EndMoves, &[]).unwrap();
    let state = order(&state, &Order::Declare { attacks: vec![(ids[0], ids[1])] }, &[]).unwrap();
    let state = order(&state, &Order::Resolve { combat: 0 }, &[&[4, 5, 1, 1, 1]]).unwrap();
    assert_eq!(state.stand(ids[1]).place, Place::Eliminated { rallyable: false });
    assert_eq!(state.points(), [1, 0]);
}

#[test]
fn odds_of_a_combat_are_those_of_playing_it() {
    // Two attackers (front and right) on a defender with an enemy behind: to be beaten badly is to be lost.
    let (state, ids) = left(right(front(Fixture::new().theirs(Arm::Infantry, at(0.0, 0.0, 0.0))))).state();
    let attacks: Vec<_> = ids[1..].iter().map(|attacker| (*attacker, ids[0])).collect();
    let before = preview_contacts(&state, &attacks).unwrap();
    let state = order(&state, &Order::EndMoves, &[]).unwrap();
    let state = order(&state, &Order::Declare { attacks }, &[]).unwrap();
    let exact = odds::combat_outcomes(&state, 0).unwrap();
    assert_eq!(before, exact);
    let sum: f64 = exact.outcomes.iter().map(|outcome| outcome.probability).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    let odds = Easy::odds(&state, &Order::Resolve { combat: 0 }).unwrap();
    let chances = odds.chances();
    assert!((chances.iter().map(|chance| chance.probability).sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(chances.is_sorted_by(|a, b| a.probability >= b.probability));
    // Played with the dice of the program.
    const GAMES: u32 = 1_000;
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for game in 0..GAMES {
        let mut tray = Rolled::new(7, u64::from(game));
        let ruling = Easy::judge(&state, &Order::Resolve { combat: 0 }, &mut tray).unwrap();
        let then = after(&state, &ruling);
        let fate = match then.active().map(|now| &now.combats[0].status) {
            Some(Status::Beaten(beaten)) if beaten.rout => "rout",
            Some(Status::Beaten(_)) => "retreat",
            _ if then.pose(ids[0]).is_none() => "gone",
            _ => "other",
        };
        *seen.entry(fate).or_insert(0) += 1;
    }
    let is_rout = |rout| move |o: &odds::CombatOutcome| matches!(o.verdict, Verdict::Beaten { rout: r, .. } if r == rout);
    let gone = exact.chance_of(|o| o.losses.iter().any(|loss| loss.stand == ids[0] && loss.left == 0));
    for (fate, chance) in [
        ("rout", exact.chance_of(is_rout(true))),
        ("retreat", exact.chance_of(is_rout(false))),
        ("gone", gone),
    ] {
        let observed = f64::from(seen.get(fate).copied().unwrap_or(0)) / f64::from(GAMES);
        // Four standard deviations of a share of so many games.
        let tolerance = 4.0 * (chance * (1.0 - chance) / f64::from(GAMES)).sqrt();
        assert!((observed - chance).abs() <= tolerance, "{fate}: {observed} not {chance}");
    }
}

#[test]
fn odds_say_when_the_beaten_have_no_way_back() {
    let hemmed = left(right(front(defender()))).ours(Arm::Infantry, at(0.0, -2.0, 0.0));
    let (state, ids) = hemmed.state();
    let attacks: Vec<_> = ids[1..].iter().map(|attacker| (*attacker, ids[0])).collect();
    let odds = preview_contacts(&state, &attacks).unwrap();
    let lost = odds.chance_of(|outcome| outcome.destroyed.contains(&ids[0]));
    // While all four stand, to be beaten is to be lost; where one of them is gone there is a way.
    let closed = |outcome: &odds::CombatOutcome| {
        let beaten = matches!(outcome.verdict, Verdict::Beaten { attackers_lose: false, .. });
        beaten && outcome.losses.iter().all(|loss| loss.left > 0)
    };
    assert!(lost > 0.0 && (lost - odds.chance_of(closed)).abs() < 1e-12);
    assert!(odds.outcomes.iter().any(|outcome| outcome.words(&state).contains("for want of a way back")));
}

#[test]
fn a_view_of_a_waiting_combat_hides_what_the_stands_hide() {
    use game::Viewer;
    let guns = || Fixture::new().theirs(Arm::FootArtillery, at(0.0, 0.0, 0.0));
    let (mut state, ids) = front(guns()).state();
    Easy::apply(&mut state, &Event::Hit { stand: ids[1], points: 2, cause: crate::cause::Cause::Fire });
    let state = order(&state, &Order::EndMoves, &[]).unwrap();
    let state = order(&state, &Order::Declare { attacks: vec![(ids[1], ids[0])] }, &[]).unwrap();
    let state = order(&state, &Order::Resolve { combat: 0 }, &[]).unwrap();
    let strength = |viewer| {
        let seen = Easy::view(&state, viewer);
        match &seen.active().unwrap().combats[0].status {
            Status::Paused(fight) => (fight.strength()[0], fight.setup().fighters[0].strength),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(strength(Viewer::Referee), (3, 3));
    assert_eq!(strength(Viewer::Side(state.side(ids[1]))), (3, 3));
    assert_eq!(strength(Viewer::Side(state.side(ids[0]))), (5, 5));
}

#[test]
fn a_view_of_a_waiting_combat_hides_what_attached_engineers_have_left() {
    use crate::engineers;
    use crate::engineers::change::Change;
    use game::Viewer;
    let field = Fixture::new()
        .option("adv-engineers", "on")
        .theirs(Arm::FootArtillery, at(0.0, 0.0, 0.0))
        .ours(Arm::Infantry, at(0.0, 2.0, 180.0))
        .ours(Arm::Engineer, at(0.0, 3.5, 180.0));
    let (mut state, ids) = field.state();
    let [guns, host, engineer] = ids[..] else { panic!("three stands") };
    let stands = &mut std::sync::Arc::make_mut(&mut state.roster).stands;
    stands[engineer.index()].strength = 3;
    state.stands[engineer.index()].strength = 3;
    engineers::change::apply(&mut state, &Change::Joined { engineer, host });
    Easy::apply(&mut state, &Event::Hit { stand: engineer, points: 1, cause: crate::cause::Cause::Fire });
    let state = order(&state, &Order::EndMoves, &[]).expect("moves can end");
    let declare = Order::Declare { attacks: vec![(host, guns)] };
    let state = order(&state, &declare, &[]).expect("the contact is attacked");
    let state = order(&state, &Order::Resolve { combat: 0 }, &[]).expect("the guns have to choose");
    let strength = |viewer| {
        let seen = Easy::view(&state, viewer);
        match &seen.active().expect("a combat is under way").combats[0].status {
            Status::Paused(fight) => (fight.engineers_left(0), fight.setup().fighters[0].engineers),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(strength(Viewer::Referee), (2, 2));
    assert_eq!(strength(Viewer::Side(state.side(host))), (2, 2));
    assert_eq!(strength(Viewer::Side(state.side(guns))), (3, 3));
}

#[test]
fn a_fought_combat_tells_its_totals_in_the_log() {
    let field = defender().ours(Arm::Infantry, at(0.0, 2.0, 180.0));
    let (state, ids) = field.state();
    let state = order(&state, &Order::EndMoves, &[]).expect("moves can end");
    let declare = Order::Declare { attacks: vec![(ids[1], ids[0])] };
    let state = order(&state, &declare, &[]).expect("the contact is attacked");
    for seed in 0..20 {
        let ruling = Easy::judge(&state, &Order::Resolve { combat: 0 }, &mut Rolled::new(seed, 1))
            .expect("the combat is fought");
        let told = ruling.events.iter().find_map(|event| match event {
            Event::Combat(super::change::Change::Totals { .. }) => Easy::say_event(&state, event),
            _ => None,
        });
        let rolls = ruling.casts.iter().filter(|cast| cast.throw.clause == "easy:III.D-check").count();
        assert_eq!(told.is_some(), rolls == 2, "seed {seed}: {told:?}");
        let Some(told) = told else { continue };
        // The log says what the working says.
        let noted = ruling.working.iter().any(|note| told.ends_with(&note.text));
        assert!(noted, "seed {seed}: {told}");
    }
}
