//! The order line against games of the program's own scenarios, and against nonsense.

use std::sync::OnceLock;

use proptest::prelude::*;

use desk::{Desk, DiceFrom, Library, Setup};
use dice::TypedEntry;
use easy::brief::line::{Context, read};
use easy::state::{Phase, Step};
use easy::{Easy, Order, Reaction, StandId};
use game::RuleSet;
use game::line::{Beside, Does, Fault};
use games::Games;
use table::Leg;

fn game(scenario: &str) -> Desk<Easy> {
    let (scenario, _) =
        Library::embedded(&Games::default()).scenario(scenario).expect("it is in the program");
    Desk::new(Setup::new(scenario, 7), None).expect("a game without a journal begins")
}

fn context(desk: &Desk<Easy>) -> Context<'_> {
    Context { state: desk.state(), due: desk.due(), selected: None }
}

type Meaning = game::line::Meaning<Order>;

fn meant(desk: &Desk<Easy>, text: &str) -> Meaning {
    let reading = read(text, text.chars().count(), &context(desk));
    match (reading.meaning, reading.fault) {
        (Some(meaning), None) => meaning,
        (_, fault) => panic!("{text}: {}", fault.map(|fault| fault.to_string()).unwrap_or_default()),
    }
}

fn fault(desk: &Desk<Easy>, text: &str) -> Fault {
    read(text, 0, &context(desk)).fault.unwrap_or_else(|| panic!("{text} has a meaning"))
}

fn order_of(desk: &Desk<Easy>, text: &str) -> Order {
    let meaning = meant(desk, text);
    assert_eq!(meaning.refusal, None, "{text}");
    match meaning.does {
        Does::Order { order, .. } => order,
        Does::Beside(beside) => panic!("{text} is {beside:?}"),
    }
}

/// Gives the order of a line, rolled.
fn give(desk: &mut Desk<Easy>, text: &str) {
    let meaning = meant(desk, text);
    let Does::Order { order, .. } = meaning.does else { panic!("{text} is no order") };
    desk.order(order, DiceFrom::Rolled).unwrap_or_else(|error| panic!("{text}: {error}"));
}

/// The chit with this name is drawn.
fn draw(desk: &mut Desk<Easy>, name: &str) {
    let dice = DiceFrom::Typed(vec![TypedEntry::Name(name.to_owned())]);
    desk.order(Order::Draw, dice).unwrap_or_else(|error| panic!("{name}: {error}"));
}

/// Delacourt's cavalry at its moves.
fn at_moves() -> Desk<Easy> {
    let mut desk = game("first-steps");
    draw(&mut desk, "Delacourt's cavalry");
    give(&mut desk, "all");
    desk
}

fn stand(desk: &Desk<Easy>, badge: &str) -> StandId {
    desk.state().roster().find_stand(badge).expect("the badge")
}

fn key(desk: &Desk<Easy>, badge: &str) -> String {
    desk.state().key(stand(desk, badge))
}

fn slide(order: &Order) -> Vec2Of {
    let (Order::Move { path, .. } | Order::MoveGeneral { path }) = order else {
        panic!("{order:?} is no move")
    };
    let [Leg::Slide(way)] = path.legs[..] else { panic!("{path:?} is no single slide") };
    (way.length(), table::Heading::of(way).degrees())
}

/// Inches and degrees of a slide.
type Vec2Of = (f32, f32);

fn near((inches, degrees): Vec2Of, wanted: Vec2Of) {
    let off = (degrees - wanted.1).rem_euclid(360.0);
    assert!(
        (inches - wanted.0).abs() < 1e-3 && off.min(360.0 - off) < 0.1,
        "{inches} in to {degrees}°, not {wanted:?}"
    );
}

#[test]
fn stands_are_activated_by_badge_by_name_and_all_but_some() {
    let mut desk = game("first-steps");
    draw(&mut desk, "Delacourt's cavalry");
    let stands = |badges: &[&str]| badges.iter().map(|badge| stand(&desk, badge)).collect::<Vec<_>>();
    let listed = |text: &str| match order_of(&desk, text) {
        Order::Activate { stands } => stands,
        other => panic!("{text} is {other:?}"),
    };
    assert_eq!(listed("8,9"), stands(&["8", "9"]));
    assert_eq!(listed("cui chas"), stands(&["8", "9"]));
    assert_eq!(listed("9"), stands(&["9"]));
    assert_eq!(listed("all"), stands(&["8", "9", "10"]));
    assert_eq!(listed("all-9"), stands(&["8", "10"]));
    assert_eq!(listed("none"), []);
    assert_eq!(order_of(&desk, "."), Order::Finish);
}

#[test]
fn a_general_rides_before_his_stands() {
    let mut desk = game("first-steps");
    draw(&mut desk, "Delacourt's cavalry");
    let order = order_of(&desk, "7f3");
    assert!(matches!(order, Order::MoveGeneral { .. }));
    let ahead = desk.state().pose(stand(&desk, "7")).expect("on the table").heading.degrees();
    near(slide(&order), (3.0, ahead));
    assert_eq!(meant(&desk, "7").does, Does::Beside(Beside::PickUp(key(&desk, "7"))));
}

#[test]
fn moves_by_distance_and_direction() {
    let desk = at_moves();
    let ahead = desk.state().pose(stand(&desk, "8")).expect("on the table").heading.degrees();
    for (text, inches, degrees) in [
        ("8f4", 4.0, ahead),
        ("8 f 4", 4.0, ahead),
        ("8b2.", 2.5, ahead + 180.0),
        ("8l1.5", 1.5, ahead - 90.0),
        ("8r.25", 0.25, ahead + 90.0),
        ("8@273", 3.0, 270.0),
        ("8@274:1.25", 1.25, 274.0),
        ("8nw2", 2.0, 315.0),
        ("cui f4", 4.0, ahead),
    ] {
        near(slide(&order_of(&desk, text)), (inches, degrees));
    }
    assert_eq!(meant(&desk, "8f4").words, "8 Cuirassiers goes 4.00 in forward");
    assert!(meant(&desk, "8f4").notes[0].starts_with("4.00 in of "));
}

#[test]
fn moves_are_turns_wheels_and_several_legs() {
    let desk = at_moves();
    let legs = |text: &str| match order_of(&desk, text) {
        Order::Move { path, .. } => path.legs,
        other => panic!("{other:?}"),
    };
    let turned = |leg: Leg| match leg {
        Leg::Turn { angle, pivot } => {
            (angle.to_degrees().round() as i32, pivot.x.signum() as i32, pivot.length() > 0.1)
        }
        Leg::Slide(_) => panic!("a slide"),
    };
    assert_eq!(turned(legs("8tr45")[0]).0, 45);
    assert_eq!(turned(legs("8tl30")[0]).0, -30);
    assert_eq!(turned(legs("8wr20")[0]), (20, 1, true));
    assert_eq!(turned(legs("8wl20")[0]), (-20, -1, true));
    let path = legs("8f2tr30f1");
    assert_eq!(path.len(), 3);
    let (Leg::Slide(first), Leg::Slide(last)) = (path[0], path[2]) else { panic!("{path:?}") };
    assert!((first.angle_to(last).to_degrees().abs() - 30.0).abs() < 0.1, "the last leg goes the new way");
    assert_eq!(meant(&desk, "8f2tr30").words, "8 Cuirassiers goes 2.00 in forward, then turns 30° right");
}

#[test]
fn without_inches_it_goes_as_far_as_the_rules_offer() {
    let desk = at_moves();
    for (text, words) in [
        ("8f", "advances"),
        ("8m", "advances"),
        ("8b", "falls back"),
        ("8wr", "wheels right"),
        ("8wl", "wheels left"),
    ] {
        let Order::Move { path, stand } = order_of(&desk, text) else { panic!("{text}") };
        let body = &desk.state().unit(stand).body;
        let offered = desk.due().offers.iter().find_map(|offer| match &offer.order {
            Order::Move { stand: id, path } if *id == stand && offer.words.contains(words) => {
                Some(path.clone())
            }
            _ => None,
        });
        let offered = offered.unwrap_or_else(|| panic!("{words} is offered"));
        let far = |path: &table::Path| path.legs.iter().map(|leg| leg.length(body)).sum::<f32>();
        assert!((far(&path) - far(&offered)).abs() < 0.02, "{text}: {path:?}, offered {offered:?}");
    }
}

#[test]
fn too_far_is_refused_with_its_clause_and_still_drawn() {
    let desk = at_moves();
    let meaning = meant(&desk, "8f40");
    let refusal = meaning.refusal.expect("40 in is too far");
    assert!(refusal.clause.contains(":II."), "{refusal}");
    assert_eq!(meaning.ghosts.len(), 1);
    assert!(
        meaning.ghosts[0].marks.iter().any(|mark| format!("{mark:?}").contains("Close")),
        "where it would be stopped"
    );
}

#[test]
fn a_stand_that_is_not_activated_is_refused() {
    let desk = at_moves();
    let refusal = meant(&desk, "2f1").refusal.expect("2 is of another command");
    assert_eq!(refusal.clause, "easy:II.A.2.2");
}

#[test]
fn who_holds_the_edge_is_named_with_the_edges_that_are_free() {
    let mut desk = game("first-steps");
    draw(&mut desk, "Sternau's cavalry");
    give(&mut desk, "all");
    give(&mut desk, "19x9");
    let refusal = meant(&desk, "18x9").refusal.expect("19 stands along the whole front of 9");
    assert_eq!(refusal.clause, "easy:III.A.2", "{refusal:?}");
    assert!(refusal.fact.contains("19 Dragoons"), "{refusal:?}");
    assert!(refusal.remedy.contains("in away") || refusal.remedy.contains("No other edge"), "{refusal:?}");
    // Whoever may not move at all is told that.
    assert_eq!(meant(&desk, "12x9").refusal.expect("12 is of another command").clause, "easy:II.A.2.2");
}

#[test]
fn several_stands_go_one_after_another() {
    let mut desk = at_moves();
    let meaning = meant(&desk, "8,9f1tr10");
    assert_eq!(meaning.ghosts.len(), 2);
    assert_eq!(meaning.rest.as_deref(), Some("9 f1tr10"));
    give(&mut desk, "8,9f1tr10");
    assert!(matches!(order_of(&desk, "9 f1tr10"), Order::Move { .. }));
    assert_eq!(meant(&desk, "9f1;10b1").rest.as_deref(), Some("10b1"));
}

#[test]
fn the_selected_stand_needs_no_name() {
    let desk = at_moves();
    assert_eq!(fault(&desk, "f4").what, "which stand?");
    let selected = Some(stand(&desk, "8"));
    let reading = read("f4", 2, &Context { selected, ..context(&desk) });
    assert!(reading.meaning.expect("it is meant").words.starts_with("8 Cuirassiers goes 4.00"));
}

/// Plays by the line alone until an attack has been carried out, and gives the desk before each step.
fn into_a_fight() -> Vec<(Desk<Easy>, String)> {
    let mut desk = game("first-steps");
    let mut steps = Vec::new();
    for _ in 0..400 {
        let text = next_line(&desk);
        steps.push((Desk::from_state(desk.setup().clone(), desk.state().clone()), text.clone()));
        let fought = text == "!";
        desk.order(order_given(&desk, &text), DiceFrom::Rolled)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        if fought {
            break;
        }
    }
    steps
}

/// The order of a line; the first that is due, where nothing is said.
fn order_given(desk: &Desk<Easy>, text: &str) -> Order {
    let first = || desk.due().offers.first().map(|offer| offer.order.clone());
    if text.is_empty() { first().expect("something is due") } else { order_of(desk, text) }
}

/// The line of a simple player, who leaves to others what he has no word for: shoots and charges what they can, otherwise goes ahead.
fn next_line(desk: &Desk<Easy>) -> String {
    let state = desk.state();
    let offers = &desk.due().offers;
    let badge = |id: StandId| state.unit(id).badge;
    let has = |wanted: fn(&Order) -> bool| offers.iter().any(|offer| wanted(&offer.order));
    match state.phase {
        Phase::Weather => return "weather".into(),
        Phase::Draw => return "d".into(),
        Phase::Active | Phase::Over(_) => {}
    }
    if has(|order| matches!(order, Order::Activate { .. })) {
        return "all".into();
    }
    if has(|order| matches!(order, Order::Declare { .. })) {
        return "a".into();
    }
    if has(|order| matches!(order, Order::Resolve { .. })) {
        return "!".into();
    }
    for offer in offers {
        match &offer.order {
            Order::Fire { battery, target } => return format!("{}g{}", badge(*battery), badge(*target)),
            Order::Move { stand, .. } => {
                let enemies = state.on_table().map(|(id, _)| id).filter(|id| state.are_enemies(*id, *stand));
                for enemy in enemies {
                    let text = format!("{}x{}", badge(*stand), badge(enemy));
                    let near = table::gap(
                        state.placed(*stand).expect("on the table"),
                        state.placed(enemy).expect("on the table"),
                    );
                    let troops = state.arm(*stand).is_infantry() || state.arm(*stand).is_cavalry();
                    if troops && near.distance < 8.0 && meant(desk, &text).refusal.is_none() {
                        return text;
                    }
                }
                let text = format!("{}f", badge(*stand));
                if meant(desk, &text).refusal.is_none() {
                    return text;
                }
            }
            _ => {}
        }
    }
    if has(|order| matches!(order, Order::EndMoves | Order::Finish)) {
        return ".".into();
    }
    String::new()
}

#[test]
fn a_game_is_played_to_its_first_combat_by_the_line_in_five_keystrokes_an_order() {
    let steps = into_a_fight();
    let mut kinds = std::collections::BTreeSet::new();
    for (desk, text) in &steps {
        let after = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let after = if after.is_empty() { text.as_str() } else { after };
        // Enter is the last of them.
        assert!(after.chars().count() < 5, "{text} takes too many keystrokes");
        let order = order_given(desk, text);
        kinds.insert(
            Easy::due(desk.state())
                .offers
                .iter()
                .find(|o| std::mem::discriminant(&o.order) == std::mem::discriminant(&order))
                .map(|o| o.kind),
        );
    }
    for kind in ["draw", "activate", "move", "fire", "declare", "resolve"] {
        assert!(kinds.contains(&Some(kind)), "{kind} came up: {kinds:?}");
    }
}

#[test]
fn a_charge_ends_square_against_the_enemy() {
    let steps = into_a_fight();
    let charges: Vec<_> = steps.iter().filter(|(_, text)| text.contains('x')).collect();
    assert!(!charges.is_empty(), "somebody charged");
    for (desk, text) in charges {
        let meaning = meant(desk, text);
        assert!(meaning.words.contains("into contact with"), "{}", meaning.words);
        let comes = meaning.notes.iter().any(|note| note.starts_with("Comes against"));
        assert!(comes, "{:?}", meaning.notes);
        // Attack is another word for it while stands move.
        let Does::Order { order, .. } = meant(desk, &text.replace('x', "a")).does else { panic!("{text}") };
        let Does::Order { order: charged, .. } = meaning.does else { panic!("{text}") };
        assert_eq!(order, charged);
    }
}

/// What a line, the card of its order and the pointer say against every charge at the moves of a command.
fn check_reasons(desk: &Desk<Easy>) -> usize {
    use dice::Dry;
    use easy::Code;
    use game::{Goal, Spot, Stop, Viewer};
    let state = desk.state();
    let mut refused = 0;
    let movers: Vec<StandId> = state.active().expect("a command is active").list.clone();
    for stand in movers {
        for (enemy, there) in state.on_table().filter(|(id, _)| state.are_enemies(stand, *id)) {
            let Some(here) = state.placed(stand) else { continue };
            if table::gap(here, there).distance > 14.0 {
                continue;
            }
            let text = format!("{}x{}", state.unit(stand).badge, state.unit(enemy).badge);
            let meaning = meant(desk, &text);
            let (Does::Order { order, .. }, Some(barred)) = (meaning.does, meaning.refusal) else { continue };
            let card = match Easy::judge(state, &order, &mut Dry) {
                Err(Stop::Refused(refusal)) => refusal,
                _ => panic!("{text}: the line refuses what may be ordered: {}", barred.fact),
            };
            // Who holds the edge the line knows before the leg that fails.
            if card.code == Code::EdgeTaken {
                continue;
            }
            assert_eq!((barred.fact.as_str(), &*barred.clause), (card.fact.as_str(), card.clause), "{text}");
            let Some(end) = order.path().map(|path| path.end(state.pose(stand).expect("it is there"))) else {
                continue;
            };
            let key = state.key(stand);
            let mut held = (desk as &dyn desk::Game).pick_up(&key, Viewer::Referee).expect("it is a stand");
            let trip = held.trip(Goal { to: Spot::pose(end), via: &[], free: true });
            let pointer = trip.refusal.map(|refusal| refusal.clause).unwrap_or_default();
            assert_eq!(pointer, card.clause, "{text}: the pointer blames another clause than {}", card.fact);
            refused += 1;
        }
    }
    refused
}

#[test]
fn line_card_and_pointer_give_the_same_reason() {
    let mut refused = check_reasons(&at_moves());
    for name in ["I Corps (French)", "II Corps (French)"] {
        let mut desk = game("waterloo");
        if desk.state().phase == Phase::Weather {
            give(&mut desk, "weather");
        }
        draw(&mut desk, name);
        give(&mut desk, "all");
        refused += check_reasons(&desk);
    }
    assert!(refused > 20, "{refused} charges are refused");
}

#[test]
fn attacks_are_declared_pair_by_pair_or_all() {
    let steps = into_a_fight();
    let (desk, _) = steps.iter().find(|(_, text)| text == "a").expect("attacks were declared");
    let Order::Declare { attacks } = order_of(desk, "a") else { panic!("it declares") };
    let badge = |id: StandId| desk.state().unit(id).badge;
    let pairs: Vec<String> = attacks.iter().map(|(a, d)| format!("{}a{}", badge(*a), badge(*d))).collect();
    assert_eq!(order_of(desk, &pairs.join(";")), Order::Declare { attacks: attacks.clone() });
    let all: Vec<String> = attacks.iter().map(|(a, _)| format!("{}a", badge(*a))).collect();
    assert_eq!(order_of(desk, &all.join(";")), Order::Declare { attacks });
}

#[test]
fn batteries_choose_by_a_letter() {
    let desk = at_moves();
    let reaction = |text: &str| match meant(&desk, text).does {
        Does::Order { order: Order::React { reaction, .. }, .. } => reaction,
        other => panic!("{text} is {other:?}"),
    };
    assert_eq!(reaction("20v"), Reaction::Evade);
    assert_eq!(reaction("20k"), Reaction::Fire);
    assert_eq!(reaction("20h"), Reaction::Stand);
    assert_eq!(reaction("20 evade"), Reaction::Evade);
    assert!(meant(&desk, "20v").refusal.is_some(), "nobody asked it");
}

#[test]
fn commands_are_picked_by_name_at_waterloo() {
    let mut desk = game("waterloo");
    if desk.state().phase == Phase::Weather {
        give(&mut desk, "weather");
    }
    draw(&mut desk, "Wellington");
    let now = desk.state().active().expect("Wellington is active");
    assert_eq!(now.step, Step::Command);
    let offered: Vec<_> = desk
        .due()
        .offers
        .iter()
        .filter_map(|offer| match offer.order {
            Order::Pick { command } => Some(command),
            _ => None,
        })
        .collect();
    assert!(!offered.is_empty());
    for command in offered {
        let name = desk.state().command(command).name.clone();
        assert_eq!(order_of(&desk, &format!("p {name}")), Order::Pick { command });
        assert_eq!(order_of(&desk, &name), Order::Pick { command });
    }
}

#[test]
fn completions_tell_what_could_come() {
    let desk = at_moves();
    let shown = |text: &str| {
        read(text, text.chars().count(), &context(&desk))
            .completions
            .into_iter()
            .map(|completion| completion.insert)
            .collect::<Vec<_>>()
    };
    assert_eq!(shown("cui"), ["Cuirassiers"]);
    assert!(shown("8").contains(&"8".to_owned()));
    let verbs = shown("8 ");
    assert!(verbs.contains(&"f".to_owned()) && verbs.contains(&"x".to_owned()), "{verbs:?}");
    assert!(!verbs.contains(&"v".to_owned()), "it has nothing to evade from");
    assert!(!shown("10 ").contains(&"x".to_owned()), "guns attack nobody");
    assert!(shown("8x").len() > 3);
    assert!(shown("").contains(&"8".to_owned()));
}

#[test]
fn a_completion_put_in_place_is_read() {
    for desk in [game("first-steps"), at_moves(), game("waterloo")] {
        for text in ["", "8 ", "8x", "d", "8f2 "] {
            for completion in read(text, text.chars().count(), &context(&desk)).completions {
                let kept: String = text.chars().take(completion.from).collect();
                let whole = format!("{kept}{}", completion.insert);
                let reading = read(&whole, whole.chars().count(), &context(&desk));
                let open = ["@", "tr", "tl", "t", ">"];
                let read = reading.meaning.is_some() || open.contains(&completion.insert.as_str());
                assert!(
                    read || reading.fault.is_some_and(
                        |fault| fault.what.contains("straight ahead") || fault.what.contains(" or ")
                    ),
                    "{whole}"
                );
            }
        }
    }
}

/// Games at a few different steps, for nonsense to be read against.
fn grounds() -> &'static [Desk<Easy>] {
    static GROUNDS: OnceLock<Vec<Desk<Easy>>> = OnceLock::new();
    GROUNDS.get_or_init(|| {
        let mut all = vec![game("first-steps"), at_moves()];
        let steps = into_a_fight();
        let last = steps.into_iter().rev().take(3).map(|(desk, _)| desk);
        all.extend(last);
        all
    })
}

const GOOD: [&str; 24] = [
    "8f4",
    "8 f4.tr30b1",
    "8@274",
    "8@273:4.25",
    "8x14",
    "8 x 14 l",
    "8wl30",
    "tne",
    "8,9 f",
    "all-9",
    "#1",
    "d",
    ".",
    "10g14",
    "a",
    "8a14;9a15",
    "14:2 15:1",
    "31>-2f6",
    "r14",
    "8r@27",
    "14!",
    "cui f4",
    "p dela",
    "8?",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nonsense_is_no_panic(text in "\\PC{0,30}", cursor in 0_usize..40, ground in 0_usize..5) {
        check(&text, cursor, ground);
    }

    #[test]
    fn nonsense_of_the_lines_own_letters_is_no_panic(text in "[0-9a-z@#.;:,*!?> -]{0,16}", ground in 0_usize..5) {
        check(&text, text.len(), ground);
    }

    #[test]
    fn a_good_line_with_a_slip_is_no_panic(
        which in 0..GOOD.len(),
        at in 0_usize..12,
        letter in proptest::char::any(),
        how in 0_u8..4,
        ground in 0_usize..5,
    ) {
        let mut letters: Vec<char> = GOOD[which].chars().collect();
        let at = at.min(letters.len().saturating_sub(1));
        match how {
            0 => letters.insert(at, letter),
            1 => { letters.remove(at); }
            2 => letters[at] = letter,
            _ => { let twice = letters[at]; letters.insert(at, twice); }
        }
        let text: String = letters.into_iter().collect();
        check(&text, at, ground);
    }
}

/// Every text either has a meaning or a fault within it, and its completions lie before the cursor.
fn check(text: &str, cursor: usize, ground: usize) {
    let desk = &grounds()[ground % grounds().len()];
    let reading = read(text, cursor, &context(desk));
    let length = text.chars().count();
    assert!(text.trim().is_empty() || reading.meaning.is_some() != reading.fault.is_some(), "{text:?}");
    if let Some(fault) = reading.fault {
        assert!((0..=length).contains(&fault.at), "{text:?}: {fault}");
        assert!(!fault.what.is_empty());
    }
    for completion in reading.completions {
        assert!(completion.from <= cursor.min(length), "{text:?}");
    }
    if let Some(Meaning { does: Does::Order { order, .. }, refusal: None, .. }) = reading.meaning {
        // What is not refused may be given, or asks for dice.
        assert!(desk.check(&order).is_ok(), "{text:?}: {order:?}");
    }
}
