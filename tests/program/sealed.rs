//! What a side is handed, on paper and as a report: of states that differ only in what it may not know it is the same, byte for byte.

use std::collections::BTreeSet;
use std::thread;

use desk::{Beginning, DiceFrom, Game, Library};
use game::options::Options;
use game::{Draft, Viewer};
use games::Games;
use paper::pages::Paper;
use paper::print::{Document, PrintRequest, What, documents};
use paper::report::markdown::markdown;
use paper::report::page::page;
use paper::report::tables::tables;
use scenario::Side;
use trial::is_long;

/// Acts of the referee of which one is given: each sets the same hidden number to another value.
type Dial = Vec<String>;

/// A game of solo players, so many orders long.
fn played(scenario: &str, options: &[(&str, &str)], orders: usize) -> Box<dyn Game> {
    let games = Games::of_the_program();
    let library = Library::embedded(&games);
    let rules = library.scenarios().into_iter().find(|(id, ..)| id == scenario).expect("it is there").2;
    let given = options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
    let beginning = Beginning {
        scenario: scenario.to_owned(),
        seed: Some(3),
        options: Options(given),
        ..Beginning::default()
    };
    let rules = games.of(&rules).expect("its rules are there");
    let (mut game, _) = rules.begin(&library, &library, beginning).expect("it begins");
    let mut players = games.players(game.as_mut()).expect("solo players");
    while game.depth() < orders {
        players.step(game.as_mut()).expect("they play");
    }
    game
}

/// So many stands of a side, each with every number of points that would show that it has lost some.
fn strengths(game: &dyn Game, side: &str, many: usize) -> Vec<Dial> {
    let groups = game.groups(Viewer::Referee).into_iter().filter(|group| group.side == side);
    let own: BTreeSet<String> =
        groups.flat_map(|group| group.members).filter(|one| !one.gone).map(|one| one.piece).collect();
    let printed = game.printed(72.0, Viewer::Referee).into_iter();
    let stands = printed.filter(|one| own.contains(&one.piece) && one.start > 3 && one.left > 0);
    let dial = |stand: String, start: u32| -> Dial {
        (1..start).map(|points| format!(r#"Strength(stand: "{stand}", points: {points})"#)).collect()
    };
    let dials: Vec<Dial> = stands.take(many).map(|one| dial(one.piece, one.start)).collect();
    assert_eq!(dials.len(), many, "stands of {side} with points");
    dials
}

fn chits(side: &str) -> Dial {
    (1..7).map(|chits| format!(r#"Ammunition(army: "{side}", chits: {chits})"#)).collect()
}

/// The game in each of so many states, no two of which are the same to the referee.
fn states(game: &dyn Game, dials: &[Dial], many: usize) -> Vec<Box<dyn Game>> {
    let all: usize = dials.iter().map(Vec::len).product();
    assert!(many <= all, "{many} of {all} states");
    let state = |number: usize| {
        // All dials are turned: a prime lies between two states.
        let mut left = number * 7919 % all;
        let mut state = game.twin();
        for dial in dials {
            let act = &dial[left % dial.len()];
            left /= dial.len();
            let act = format!(r#"Fiat(act: {act}, reason: "so it is in state {number}")"#);
            let order = state.read_order(&act).expect("it is read");
            state.order(&order, DiceFrom::Rolled, Viewer::Referee).expect("the referee may");
        }
        state
    };
    let states: Vec<Box<dyn Game>> = (0..many).map(state).collect();
    let told: BTreeSet<String> = states.iter().map(|state| whole(state.as_ref())).collect();
    assert_eq!(told.len(), many, "no two states are the same");
    states
}

fn whole(game: &dyn Game) -> String {
    game.whole(Viewer::Referee).expect("it can be told").to_string()
}

fn side(game: &dyn Game, id: &str) -> Side {
    match game.viewer(Some(id)).expect("it is a side") {
        Viewer::Side(side) => side,
        Viewer::Referee => panic!("{id} is no side"),
    }
}

/// A move that the rules refuse, and that the referee lets stand.
fn overruled(game: &dyn Game) -> Draft {
    let stands = game.printed(72.0, Viewer::Referee);
    let moves = stands.iter().filter(|one| one.left > 0).filter_map(|one| {
        let order = format!(r#"Move(stand: "{}", path: [Slide(0.5, 0)])"#, one.piece);
        let order = game.read_order(&order).ok()?;
        game.twin().order(&order, DiceFrom::Rolled, Viewer::Referee).err()?;
        let clauses = ["easy:0.5", "easy:II.A.2.2", "easy:II.A.2.3", "easy:II.C.4.3", "easy:III.E.2"];
        let order =
            clauses.into_iter().fold(order, |order, clause| order.standing(clause, "he may, this once"));
        game.twin().order(&order, DiceFrom::Rolled, Viewer::Referee).ok()?;
        Some(order)
    });
    moves.into_iter().next().expect("somebody can be let move")
}

/// What comes of each state, worked out on two threads.
fn each<T: Send>(states: Vec<Box<dyn Game>>, of: impl Fn(&dyn Game) -> T + Sync) -> Vec<T> {
    let mut first = states;
    let second = first.split_off(first.len() / 2);
    let made =
        |states: Vec<Box<dyn Game>>| -> Vec<T> { states.iter().map(|game| of(game.as_ref())).collect() };
    thread::scope(|scope| {
        let other = scope.spawn(|| made(second));
        let mut all = made(first);
        all.extend(other.join().expect("it is worked out"));
        all
    })
}

fn made(game: &dyn Game, what: What, side: Side) -> Vec<Document> {
    let request = PrintRequest { game, paper: Paper::A4, side: Some(side), order: None };
    documents(what, &request).expect("there is something to print")
}

/// Briefing and casualty return as files, and as pages whatever else has hidden numbers on it.
type Handed = (Vec<Vec<u8>>, Vec<Document>);

/// Holds what a side is handed in so many states to each other; how many pairs that are.
fn check_paper(game: &dyn Game, looks: &str, dials: &[Dial], many: usize) -> usize {
    let (looks, name) = (side(game, looks), format!("{looks} in {}", game.battle().0));
    let handed = |game: &dyn Game| -> (Handed, String) {
        let sealed = [What::Briefing, What::Return].into_iter().flat_map(|what| made(game, what, looks));
        let files = sealed.map(|document| document.pdf().expect("it is drawn")).collect();
        let others = [What::Rosters, What::Labels, What::Chits];
        let others = others.into_iter().flat_map(|what| made(game, what, looks)).collect();
        // What their own side is handed tells their losses.
        let own = made(game, What::Return, Side(1 - looks.0));
        ((files, others), format!("{own:?}"))
    };
    let all = each(states(game, dials, many), handed);
    for (number, (handed, _)) in all.iter().enumerate() {
        assert!(*handed == all[0].0, "{name}: state {number} tells something that is hidden");
    }
    let own: BTreeSet<&String> = all.iter().map(|(_, own)| own).collect();
    assert!(own.len() > 1, "{name}: its owner is told of it");
    many * (many - 1) / 2
}

const AMMUNITION: [(&str, &str); 1] = [("opt-ammunition", "on")];

#[test]
fn states_that_differ_in_what_is_hidden_give_each_side_the_same_files() {
    for (looks, other) in [("red", "blue"), ("blue", "red")] {
        let mut pairs = 0;
        // As it begins, and in mid-game.
        for (orders, many) in
            if is_long() { [(1, 24), (40, 36), (90, 20)] } else { [(1, 4), (40, 6), (90, 4)] }
        {
            let game = played("first-steps", &AMMUNITION, orders);
            let mut dials = strengths(game.as_ref(), other, 3);
            dials.push(chits(other));
            pairs += check_paper(game.as_ref(), looks, &dials, many);
        }
        assert!(pairs >= if is_long() { 1_000 } else { 20 }, "{looks}: {pairs} pairs");
    }
}

#[test]
fn games_that_differ_in_what_a_side_may_not_know_give_it_the_same_report() {
    // As it begins, and when there was fighting and the wagons may be empty.
    let [of_begun, of_fought] = if is_long() { [20, 10] } else { [4, 3] };
    let begun: (&[(&str, &str)], usize, usize) = (&[], 12, of_begun);
    let fought: (&[(&str, &str)], usize, usize) = (&AMMUNITION, 70, of_fought);
    let sides = [("red", "blue"), ("blue", "red")];
    for ((looks, other), (options, orders, many)) in
        sides.into_iter().flat_map(|sides| [(sides, begun), (sides, fought)])
    {
        let game = played("first-steps", options, orders);
        let mut dials = strengths(game.as_ref(), other, 3);
        if !options.is_empty() {
            dials.push(chits(other));
        }
        let viewer = game.viewer(Some(looks)).expect("a side");
        let told = |game: &dyn Game| {
            let whole = page(game, viewer, &mut |_, _| true).expect("a page");
            let text = markdown(game, viewer, "game", &mut |_, _| true).expect("text");
            (whole, text, tables(game, viewer, spreadsheet::CsvFor::default()).expect("tables"))
        };
        let mut states = states(game.as_ref(), &dials, many);
        let stands = overruled(game.as_ref());
        for state in &mut states {
            state.order(&stands, DiceFrom::Rolled, Viewer::Referee).expect("it stands in every state");
        }
        let known = page(states[0].as_ref(), Viewer::Referee, &mut |_, _| true).expect("a page");
        let all = each(states, told);
        for (number, told) in all.iter().enumerate() {
            assert!(*told == all[0], "{looks} is told something in state {number}");
        }
        assert!(known != all[0].0, "the referee knows more");
        assert!(all[0].0.contains("he may, this once"), "{looks} is told what was let stand");
        assert!(known.contains("so it is") && !all[0].0.contains("so it is"), "and hears the reasons");
    }
}
