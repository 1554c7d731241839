//! Turned and mirrored: a formation gets the same verdicts wherever on the table, and whichever way round, it is put down.
//!
//! Random formations are played through the judge as they are. The same orders with the same dice then go to the same formation
//! turned to any heading, shifted, mirrored, and with every stand nudged by less than EPS. Where a verdict differs, it is asked for
//! again of the formation as it lies, put down up to 0.002 in and 0.02° beside its place: if the verdict differs then too, the
//! position is on a limit, and set aside; else it is a fault of the rules.
//!
//! 500 formations of each table, 20,000 in the long run; `DRUMHEAD_FORMATION=17` plays one of them alone, `=17..40` some.

mod easy;
mod epstein;
mod placing;

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::ops::Range;

use dice::{Rolled, Tray};
use game::{RuleSet, Stop};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use trial::is_long;

use placing::{Nudge, Placing};

/// A position is on a limit that a verdict depends on if a nudge of so many inches, or degrees, changes it (`easy:0.2`).
const LIMIT: (f64, f64) = (0.002, 0.02);

/// So many nudges look for a limit: what hangs on the direction from one corner to another that all but touches it takes long to be
/// found.
const NUDGES: u64 = 2000;

/// Inches and degrees by which what is the same verdict may end elsewhere: a nudge grows on a long way.
const SAME: (f64, f64) = (0.03, 1.0);

/// How truly the stands are put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hand {
    /// As hands leave them: within a sixteenth of an inch and a degree and a half of the place.
    Free,
    /// Flush with each other, to the last digit.
    Flush,
}

impl Hand {
    fn inches(self) -> f32 {
        match self {
            Self::Free => 1.0 / 16.0,
            Self::Flush => 0.0,
        }
    }

    fn degrees(self) -> f32 {
        match self {
            Self::Free => 1.5,
            Self::Flush => 0.0,
        }
    }
}

/// What stands on the table of the formation as it is, laid down so on the other one.
type LayAnew<S> = fn(&S, &S, &Placing) -> S;

/// A table game whose formations are turned.
trait Turned: RuleSet {
    /// A formation as it is written down.
    type Formation: Debug;
    /// Those who give the orders.
    type Players;
    /// So many orders are given to a formation.
    const ORDERS: usize;
    /// Lays what stands on the table of the formation as it is down on the other one, before each order; none: the formation laid down
    /// once is played through.
    const LAID_ANEW: Option<LayAnew<Self::State>>;

    fn formation(seed: u64, hand: Hand) -> Self::Formation;
    fn players(dice: ChaCha8Rng) -> Self::Players;
    /// The next order; none where the game is over.
    fn order(players: &mut Self::Players, state: &Self::State) -> Option<Self::Order>;

    /// The formation laid down so. Or why it cannot be: who was said to fight touches nobody by a hair.
    fn set_up(formation: &Self::Formation, placing: &Placing) -> Result<Self::State, String>;
    /// The order as it is given to the formation laid down so.
    fn laid_order(order: &Self::Order, placing: &Placing) -> Self::Order;

    /// How what stands as it is differs from what stands laid down so; none where they are the same.
    fn difference(was: &Self::State, laid: &Self::State, placing: &Placing) -> Option<String>;
    /// Who stands where, for the report of a fault.
    fn say_stands(state: &Self::State) -> String;
    /// Is the mirrored answer the other hand's, both being as good?
    fn is_other_hand(game: &Game<Self>, found: &Difference<Self>, placing: &Placing) -> bool;
    /// What an order was and came to, for the count of what the formations went through.
    fn kind(order: &Self::Order, after: &Self::State) -> &'static str;
}

/// Are two places, with headings in degrees, the same for a verdict?
fn is_same(a: (f64, f64, f64), b: (f64, f64, f64)) -> bool {
    let turn = (a.2 - b.2).rem_euclid(360.0);
    (a.0 - b.0).hypot(a.1 - b.1) <= SAME.0 && turn.min(360.0 - turn) <= SAME.1
}

/// Gives the order to the formation laid down so; the state goes on as it comes to. What was thrown is told, or why it was refused.
fn give<R: Turned>(
    state: &mut R::State,
    order: &R::Order,
    placing: &Placing,
    seed: u64,
    entry: usize,
) -> String {
    let mut tray = Rolled::new(seed, entry as u64);
    let ruling = match R::judge(state, &R::laid_order(order, placing), &mut tray as &mut dyn Tray) {
        Ok(ruling) => ruling,
        Err(Stop::Refused(refusal)) => return format!("refused: {} {}", refusal.code(), refusal.clause),
        Err(stop) => return format!("stopped: {stop}"),
    };
    ruling.events.iter().for_each(|event| R::apply(state, event));
    let mut said = String::new();
    for cast in &ruling.casts {
        let throw = &cast.throw;
        let _ = write!(said, "{} throws {}d{} {:?}; ", throw.clause, throw.dice, throw.sides, throw.reading);
    }
    for note in ruling.working.iter().filter(|note| !note.modifiers.is_empty()) {
        let modifiers = note.modifiers.iter().map(|modifier| (modifier.clause, modifier.value));
        let _ = write!(said, "{} {:?}; ", note.clause, modifiers.collect::<Vec<_>>());
    }
    said
}

/// A formation played as it is.
struct Game<R: Turned> {
    formation: R::Formation,
    seed: u64,
    orders: Vec<R::Order>,
    verdicts: Vec<String>,
    /// How it stood before each order, and after the last.
    states: Vec<R::State>,
}

/// An order that comes to something else in the formation laid down otherwise.
struct Difference<R: Turned> {
    at: usize,
    how: String,
    verdict: String,
    /// How it stands there; none: the formation cannot be laid down so.
    after: Option<R::State>,
}

impl<R: Turned> Game<R> {
    fn play(seed: u64, hand: Hand) -> Self {
        let formation = R::formation(seed, hand);
        let mut state = R::set_up(&formation, &Placing::AS_IT_IS)
            .unwrap_or_else(|fault| panic!("formation {seed} {hand:?} cannot be: {fault}\n{formation:?}"));
        let mut players = R::players(ChaCha8Rng::seed_from_u64(seed ^ 0x5EED));
        let (mut orders, mut verdicts, mut states) = (Vec::new(), Vec::new(), vec![state.clone()]);
        while orders.len() < R::ORDERS
            && let Some(order) = R::order(&mut players, &state)
        {
            verdicts.push(give::<R>(&mut state, &order, &Placing::AS_IT_IS, seed, orders.len()));
            orders.push(order);
            states.push(state.clone());
        }
        Self { formation, seed, orders, verdicts, states }
    }

    /// The first of these orders that comes to something else in the formation laid down so.
    fn first_difference(&self, placing: &Placing, orders: Range<usize>) -> Option<Difference<R>> {
        let start = orders.start;
        let table = match R::set_up(&self.formation, placing) {
            Ok(table) => table,
            Err(fault) => {
                let how = format!("cannot be: {fault}");
                return Some(Difference { at: start, verdict: how.clone(), how, after: None });
            }
        };
        let mut state = table.clone();
        for at in orders {
            if let Some(lay) = R::LAID_ANEW {
                state = lay(&self.states[at], &table, placing);
            }
            let verdict = give::<R>(&mut state, &self.orders[at], placing, self.seed, at);
            let was = &self.verdicts[at];
            let how = if verdict == *was {
                R::difference(&self.states[at + 1], &state, placing).map(|how| format!("{was}\n     {how}"))
            } else {
                Some(format!("{was}\n     but: {verdict}"))
            };
            if let Some(how) = how {
                return Some(Difference { at, how, verdict, after: Some(state) });
            }
        }
        None
    }

    /// Is the position on a limit at this order, or before: does one of so many nudges change a verdict as it lies?
    fn is_on_limit(&self, at: usize) -> bool {
        let first = if R::LAID_ANEW.is_some() { at } else { 0 };
        (0..NUDGES).any(|nudge| {
            let seed = self.seed.wrapping_mul(31) + nudge;
            let nudge = Nudge { seed, inches: LIMIT.0, degrees: LIMIT.1 };
            let nudged = Placing { nudge: Some(nudge), ..Placing::AS_IT_IS };
            self.first_difference(&nudged, first..at + 1).is_some()
        })
    }

    fn say_fault(&self, hand: Hand, found: &Difference<R>, placing: &Placing) -> String {
        let Difference { at, how, .. } = found;
        let (order, stood) = (&self.orders[*at], R::say_stands(&self.states[*at]));
        format!(
            "formation {} {hand:?}, order {at}: {order:?}\n{placing:?}\n     {how}\nstood before: {stood}\n{:?}",
            self.seed, self.formation
        )
    }
}

/// What came of many formations.
#[derive(Default)]
struct Tally {
    orders: usize,
    ties: usize,
    /// By what the order was and came to: verdicts compared, and those of them on a limit.
    kinds: BTreeMap<String, (usize, usize)>,
    faults: Vec<String>,
}

impl Tally {
    fn count<R: Turned>(&mut self, game: &Game<R>, at: usize) -> &mut (usize, usize) {
        let kind = R::kind(&game.orders[at], &game.states[at + 1]);
        let refused = if game.verdicts[at].starts_with("refused") { " refused" } else { "" };
        self.kinds.entry(format!("{kind}{refused}")).or_default()
    }

    fn check<R: Turned>(&mut self, seed: u64, hand: Hand) {
        let game = Game::<R>::play(seed, hand);
        self.orders += game.orders.len();
        let mut dice = ChaCha8Rng::seed_from_u64(seed ^ 0x7EA);
        let mut placing = |mirrored: bool, nudge: Option<Nudge>| Placing {
            mirrored,
            degrees: dice.random_range(0.0..360.0),
            shift: (dice.random_range(-0.5..0.5), dice.random_range(-0.5..0.5)),
            nudge,
        };
        let nudge = Nudge { seed, inches: 0.0009, degrees: 0.0 };
        let placings = [
            placing(false, None),
            placing(true, None),
            placing(false, None),
            placing(seed.is_multiple_of(2), Some(nudge)),
        ];
        for placing in placings {
            self.compare(&game, hand, &placing);
        }
    }

    fn compare<R: Turned>(&mut self, game: &Game<R>, hand: Hand, placing: &Placing) {
        let mut from = 0;
        while from < game.orders.len() {
            let found = game.first_difference(placing, from..game.orders.len());
            let next = found.as_ref().map_or(game.orders.len(), |found| found.at + 1);
            (from..next).for_each(|at| self.count(game, at).0 += 1);
            from = if R::LAID_ANEW.is_some() { next } else { game.orders.len() };
            let Some(found) = found else { continue };
            if placing.mirrored && R::is_other_hand(game, &found, placing) {
                self.ties += 1;
            } else if game.is_on_limit(found.at) {
                self.count(game, found.at).1 += 1;
            } else {
                self.faults.push(game.say_fault(hand, &found, placing));
            }
        }
    }
}

/// The formations that are played, by number.
fn seeds() -> Range<u64> {
    let Ok(wanted) = std::env::var("DRUMHEAD_FORMATION") else {
        return 0..if is_long() { 20_000 } else { 500 };
    };
    let number =
        |word: &str| word.parse::<u64>().expect("DRUMHEAD_FORMATION is a number, or two: 17 or 500..4000");
    let (first, end) =
        wanted.split_once("..").map_or((wanted.as_str(), None), |(first, end)| (first, Some(end)));
    number(first)..end.map_or(number(first) + 1, number)
}

/// Plays half of the formations by a hand; no verdict may differ but on a limit, and few positions lie on one.
#[expect(clippy::print_stdout, reason = "how many were compared is told with --nocapture")]
fn check_formations<R: Turned>(hand: Hand) {
    let mut tally = Tally::default();
    let own = if hand == Hand::Free { 0 } else { 1 };
    seeds().filter(|seed| seed % 2 == own).for_each(|seed| tally.check::<R>(seed, hand));
    let Tally { orders, ties, kinds, faults } = tally;
    println!(
        "{}, {hand:?}: {orders} orders, {ties} ties to a hand; compared and on a limit: {kinds:?}",
        R::ID
    );
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.iter().take(12).cloned().collect::<Vec<_>>().join("\n\n")
    );
    for (kind, (compared, limits)) in kinds {
        // A few of a kind say nothing of how many there are.
        assert!(limits * 20 < compared.max(60), "{kind}: {limits} of {compared} positions are on a limit");
    }
}
