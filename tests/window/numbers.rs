//! What is due by its number and what is drawn by its name, in a game of stands: how it is numbered, and what a line makes of it.

use desk::{Desk, DiceFrom, Library, Setup};
use dice::TypedEntry;
use easy::position::Position;
use easy::{Easy, Order, StandId, fire};
use game::line::{Beside, Choosing, Does, END, Fault, LineChoice, Reading};
use game::options::Options;
use game::{Codec as _, Draft, Viewer};
use games::Games;
use window::play::hand::Hand;
use window::play::line::{Context, read};
use window::play::summary::PlaySummary;

/// A moment of a game, as a line is read in it.
struct Moment<'a> {
    desk: &'a Desk<Easy>,
    summary: PlaySummary,
    choices: Vec<LineChoice<Draft>>,
    numbers_alone: bool,
}

impl<'a> Moment<'a> {
    fn of(desk: &'a Desk<Easy>) -> Self {
        Self::drawing(desk, &[])
    }

    /// One of these is drawn, and asked for.
    fn drawing(desk: &'a Desk<Easy>, names: &[String]) -> Self {
        let mut summary = PlaySummary::of(desk, None, Viewer::Referee);
        let choices = summary.number(names);
        let numbers_alone = !names.is_empty() || summary.numbers_alone();
        Self { desk, summary, choices, numbers_alone }
    }

    fn read(&self, text: &str) -> Reading<Draft> {
        let context = Context {
            game: self.desk,
            viewer: Viewer::Referee,
            summary: &self.summary,
            hand: &Hand::Empty,
            selected: None,
            choices: &self.choices,
            numbers_alone: self.numbers_alone,
        };
        read(text, text.chars().count(), &context)
    }

    fn does(&self, text: &str) -> Does<Order> {
        let reading = self.read(text);
        let fault = reading.fault.map(|fault| fault.to_string()).unwrap_or_default();
        let meaning = reading.meaning.unwrap_or_else(|| panic!("{text}: {fault}"));
        assert_eq!(meaning.refusal, None, "{text}");
        meaning.does.map(|order| self.order(&order))
    }

    fn order(&self, order: &Draft) -> Order {
        Easy::order_of(self.desk.state(), order).expect("it is an order")
    }

    /// What is chosen, where that is an order.
    fn chosen(&self, choice: &LineChoice<Draft>) -> Option<Order> {
        match &choice.what {
            Choosing::Order(order) => Some(self.order(order)),
            Choosing::Drawn(_) => None,
        }
    }

    fn order_of(&self, text: &str) -> Order {
        let Does::Order { order, .. } = self.does(text) else { panic!("{text} is no order") };
        order
    }

    fn fault(&self, text: &str) -> Fault {
        self.read(text).fault.unwrap_or_else(|| panic!("{text} has a meaning"))
    }
}

fn game(scenario: &str) -> Desk<Easy> {
    super::harness::game(&Library::embedded(&Games::default()), scenario)
}

/// Gives the order of a line, rolled.
fn give(desk: &mut Desk<Easy>, text: &str) {
    let Does::Order { order, drawn } = Moment::of(desk).does(text) else { panic!("{text} is no order") };
    let dice = if drawn.is_empty() { DiceFrom::Rolled } else { DiceFrom::Typed(drawn) };
    desk.order(order, dice).unwrap_or_else(|error| panic!("{text}: {error}"));
}

/// Delacourt's cavalry at its moves.
fn at_moves() -> Desk<Easy> {
    let mut desk = game("first-steps");
    give(&mut desk, "dela");
    give(&mut desk, "all");
    desk
}

/// A combat that is to be fought, and infantry that may form squares in it.
fn before_a_fight() -> Desk<Easy> {
    let position = r#"(
        origin: (20, 20),
        stands: [
            (id: "A", side: "red", arm: HeavyCavalry, at: (0, 2, 180), sp: 3),
            (id: "D", side: "blue", arm: Infantry, at: (0, 0, 0), sp: 5),
        ],
        active: (command: "red", step: Combats),
    )"#;
    let position: Position = data::ron_options().from_str(position).expect("the position reads");
    let state = position.set_up().expect("the position is sound");
    let setup = Setup::new(state.game.scenario.clone(), 7);
    Desk::<Easy>::from_state(setup, state)
}

#[test]
fn a_chit_is_drawn_or_named() {
    let desk = game("first-steps");
    let now = Moment::of(&desk);
    for text in ["d", "1", "#1"] {
        assert_eq!(now.order_of(text), Order::Draw);
    }
    for text in ["delacourt's cavalry", "delac", "Dela"] {
        let Does::Order { order: Order::Draw, drawn } = now.does(text) else { panic!("{text}") };
        assert_eq!(drawn, [TypedEntry::Name("Delacourt's cavalry".into())], "{text}");
    }
    assert!(now.fault("cavalry").what.contains("Sternau's cavalry"));
    // A guess draws nothing: it is offered, and Tab puts it in place.
    for text in ["dc", "de"] {
        let guess = now.fault(text);
        assert!(guess.remedy.contains("Tab puts Delacourt's cavalry"), "{text}: {guess}");
        let offered = now.read(text).completions;
        assert!(offered.iter().any(|way| way.insert == "Delacourt's cavalry"), "{text}: {offered:?}");
    }
    assert!(now.fault("blücher").what.contains("no chit"));
    assert_eq!(now.fault("#").what, "a number is missing");
    assert!(now.read("all").meaning.is_some_and(|meaning| meaning.refusal.is_some()), "it is no chit");
}

#[test]
fn a_great_general_has_two_chits_and_one_name() {
    // easy:VI.B
    let (scenario, _) =
        Library::embedded(&Games::default()).scenario("waterloo").expect("it is in the program");
    let rated = Options([("opt-ratings".to_owned(), "on".to_owned())].into());
    let desk = Desk::<Easy>::new(Setup::new(scenario, 7).options(rated), None).expect("a game begins");
    let twice =
        |name: &str| desk.state().cup.iter().filter(|chit| desk.state().command(**chit).name == name).count();
    assert_eq!(twice("Napoleon"), 2);
    let Does::Order { order: Order::Draw, drawn } = Moment::of(&desk).does("napoleon") else {
        panic!("no chit")
    };
    assert_eq!(drawn, [TypedEntry::Name("Napoleon".into())]);
}

#[test]
fn the_chit_asked_for_in_the_tray_is_named() {
    let desk = game("first-steps");
    let names = ["Hohenfels's corps".to_owned(), "Sternau's cavalry".to_owned()];
    let now = Moment::drawing(&desk, &names);
    let number = now.choices[0].number.to_string();
    assert!(now.read("hc").meaning.is_none(), "a guess names none");
    for (text, name) in [("ster", &names[1]), (number.as_str(), &names[0]), ("hohenf", &names[0])] {
        let Does::Order { drawn, .. } = now.does(text) else { panic!("{text}") };
        assert_eq!(drawn, [TypedEntry::Name(name.clone())]);
    }
}

#[test]
fn shots_are_numbered_battery_by_battery_and_what_ends_the_step_has_its_own_key() {
    let (mut hit, mut in_vain, mut ended) = (0, 0, 0);
    let mut desk = game("waterloo");
    for turn in 0..40 {
        let now = Moment::of(&desk);
        let all = &now.choices;
        let shots: Vec<(StandId, f64)> = all
            .iter()
            .filter_map(|choice| {
                let (battery, target) = now.chosen(choice)?.shot()?;
                let shot = fire::shot(desk.state(), battery, target).ok()?;
                assert_eq!(choice.in_vain, shot.roll.is_hopeless(), "{}", choice.words);
                Some((battery, shot.roll.expected()))
            })
            .collect();
        let useful: Vec<(StandId, f64)> = shots.iter().copied().filter(|(_, hits)| *hits > 0.0).collect();
        let runs: Vec<_> = useful.chunk_by(|(one, _), (other, _)| one == other).collect();
        let mut batteries: Vec<StandId> = runs.iter().map(|run| run[0].0).collect();
        batteries.sort_unstable();
        batteries.dedup();
        assert_eq!(batteries.len(), runs.len(), "no battery is left and come back to: {useful:?}");
        assert!(runs.iter().all(|run| run.is_sorted_by(|(_, one), (_, other)| one >= other)), "{useful:?}");
        assert!(runs.is_sorted_by(|one, other| one[0].1 >= other[0].1), "the best battery first: {useful:?}");
        let likely: Vec<f64> = shots.iter().map(|(_, hits)| *hits).collect();
        let numbers: Vec<usize> =
            all.iter().map(|choice| choice.number).filter(|number| *number != END).collect();
        // Chits keep their numbers, drawn or not; all else is numbered without a gap.
        assert!(numbers.is_sorted_by(|one, other| one < other), "{numbers:?}");
        if !all.iter().any(|choice| matches!(choice.what, Choosing::Drawn(_))) {
            assert!(numbers.iter().copied().eq(1..=numbers.len()), "{numbers:?}");
        }
        hit += likely.iter().filter(|hits| **hits > 0.0).count();
        in_vain += likely.iter().filter(|hits| **hits <= 0.0).count();
        let ends = |order: &Order| matches!(order, Order::EndMoves | Order::Finish);
        let ending = all.iter().find(|choice| now.chosen(choice).as_ref().is_some_and(ends));
        if let Some(ending) = ending {
            assert_eq!((ending.number, &*ending.key(false)), (END, "0"));
            assert_eq!(Some(now.order_of(".")), now.chosen(ending));
            ended += 1;
        }
        if desk.due().offers.iter().any(|offer| matches!(offer.order, Order::Activate { .. })) {
            give(&mut desk, "all");
            continue;
        }
        let offers = &desk.due().offers;
        let ends = offers.iter().find(|offer| matches!(offer.order, Order::EndMoves | Order::Finish));
        let next = ends.or(offers.first()).map(|offer| offer.order.clone()).expect("something is due");
        desk.order(next, DiceFrom::Rolled).unwrap_or_else(|error| panic!("order {turn}: {error}"));
    }
    assert!(hit > 0 && in_vain > 0 && ended > 0, "{hit} shots may hit, {in_vain} cannot, {ended} endings");
}

#[test]
fn everything_due_has_a_number_that_gives_it() {
    for desk in [game("first-steps"), at_moves(), before_a_fight()] {
        let now = Moment::of(&desk);
        let all = &now.choices;
        for choice in all {
            let Does::Order { order, drawn } = now.does(&format!("#{}", choice.number)) else {
                panic!("{choice:?}")
            };
            match &choice.what {
                Choosing::Order(wanted) => assert_eq!(order, now.order(wanted)),
                Choosing::Drawn(name) => assert_eq!(drawn, [TypedEntry::Name(name.clone())]),
            }
        }
        let families = desk.due().offers.iter().filter(|offer| {
            matches!(
                offer.order,
                Order::Move { .. } | Order::MoveGeneral { .. } | Order::Withdraw { .. } | Order::Enter { .. }
            )
        });
        let drawn = all.iter().filter(|choice| matches!(choice.what, Choosing::Drawn(_))).count();
        assert_eq!(all.len() - drawn + families.count(), desk.due().offers.len());
        assert!(now.fault("#999").what.contains("999"));
    }
}

#[test]
fn decisions_are_made_by_a_number_alone_and_moves_are_not() {
    let desk = at_moves();
    let now = Moment::of(&desk);
    assert!(!now.numbers_alone);
    let stand = desk.state().roster().find_stand("8").expect("the badge");
    assert_eq!(now.does("8"), Does::Beside(Beside::PickUp(desk.state().key(stand))));
    let first = now.read("").completions;
    assert!(first.iter().any(|way| way.insert.starts_with('#')) && first.iter().any(|way| way.insert == "8"));
    let mut desk = before_a_fight();
    assert!(Moment::of(&desk).numbers_alone);
    give(&mut desk, "a");
    assert_eq!(Moment::of(&desk).order_of("1"), Order::Resolve { combat: 0 });
}

#[test]
fn what_is_due_stands_behind_an_order_and_before_one() {
    let desk = at_moves();
    let rest = |text: &str| Moment::of(&desk).read(text).meaning.and_then(|meaning| meaning.rest);
    assert_eq!(rest("8f1; #1").as_deref(), Some("#1"));
    assert_eq!(rest("8,9f1;#1; 10b1").as_deref(), Some("9 f1;#1; 10b1"));
    assert_eq!(rest("8f1;9f1").as_deref(), Some("9f1"));
    assert_eq!(rest("#1;8f1").as_deref(), Some("8f1"));
}
