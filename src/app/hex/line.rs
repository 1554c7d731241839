//! The order line of a hex game: hex numbers and two-key orders, and what they mean at this moment.
//!
//! | text | what it is |
//! |---|---|
//! | `2010 2211` | the unit in 2010 goes to 2211, the cheapest way; a unit off the map by what its counter bears: `Des 0123` |
//! | `2010` | takes the unit in hand; `2010?` selects it |
//! | `2010,2011 x 2009` | these attack 2009; several defenders with commas; `@2-1` lowers the odds |
//! | `x 2009` | all who may attack 2009; `x` alone fights the combat in hand |
//! | `r 2111`, `2009 r 2111` | retreats; displaced units go on: `r 2111 2212` |
//! | `a 2009`, `2010 a 2009` | advances |
//! | `l 2010` | lost in an exchange; several with commas |
//! | `t 2010` | takes back the move of the unit in 2010 |
//! | `e` `n` `b` `c` `o` `p` | ends the phase; declines; begins; counterattack; movement goes on; proposes a plan |
//! | `#3` or `3` | the third thing that is due |
//! | `u` `redo` `?` | undo, redo, all keys |
//!
//! No blank is needed before and after a letter: `2010x2009`.

use std::collections::BTreeSet;

use crate::app::command::Command;
use crate::app::line::{Choice, Choosing, Completion, Does, Fault, Meaning, Reading};
use crate::app::models::sentence;
use crate::hexes::Hex;
use crate::rules::napoleon_at_war::chart::points;
use crate::rules::napoleon_at_war::combat::{self, Column};
use crate::rules::napoleon_at_war::movement;
use crate::rules::napoleon_at_war::state::Phase;
use crate::rules::napoleon_at_war::words::{describe, say_order};
use crate::rules::napoleon_at_war::{Assault, Order, State, UnitId};

use super::combats::{Builder, all_who_may};
use super::command::HexCommand;
use super::models::DueModel;
use super::mover::{Going, Lifted, refusal};

/// The two-key orders, for the list of keys: example, what it does.
pub const VERBS: [(&str, &str); 16] = [
    ("2010 2211", "The unit in 2010 goes to 2211, the cheapest way"),
    ("Des 0123", "A unit by what its counter bears"),
    ("2010", "Take the unit in hand"),
    ("2010?", "Select it"),
    ("2010,2011 x 2009", "These attack 2009"),
    ("x 2009", "All who may attack 2009"),
    ("x 2009 @2-1", "With the odds lowered"),
    ("r 2111", "Retreat; displaced units further: r 2111 2212"),
    ("a 2009", "Advance"),
    ("l 2010", "Lost in an exchange"),
    ("t 2010", "Take back its move"),
    ("e", "End the phase"),
    ("n", "Nobody advances, or no gun goes back"),
    ("b", "Begin the battle"),
    ("c", "Announce the counterattack"),
    ("o   p", "Movement goes on; propose a plan"),
];

/// What a line is read against.
#[derive(Debug)]
pub struct Context<'a> {
    pub state: &'a State,
    pub due: &'a DueModel,
    pub choices: &'a [Choice],
    pub builder: &'a Builder,
}

/// What is due, numbered.
pub fn choices(due: &DueModel) -> Vec<Choice> {
    let choice = |(index, (order, words, _)): (usize, &(Order, String, &'static str))| Choice {
        number: index + 1,
        words: words.clone(),
        what: Choosing::Do(Command::Hex(HexCommand::Give(order.clone()))),
        in_vain: false,
    };
    due.exact.iter().enumerate().map(choice).collect()
}

/// A piece of the line: where it begins, in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    from: usize,
    to: usize,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// A unit or a hex by number, or a unit by name.
    Name(String),
    Verb(char),
    Mark(char),
    Column(String),
    Number(usize),
}

fn tokens(text: &str) -> Vec<Token> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let from = at;
        let c = letters[at];
        let run = |from: usize, is: fn(char) -> bool| {
            from + letters[from..].iter().take_while(|letter| is(**letter)).count()
        };
        at += 1;
        let what = match c {
            ' ' => continue,
            '#' => {
                at = run(at, |c| c.is_ascii_digit());
                let digits: String = letters[from + 1..at].iter().collect();
                What::Number(digits.parse().unwrap_or(0))
            }
            '@' => {
                at = run(at, |c| c.is_ascii_digit() || c == '-');
                What::Column(letters[from + 1..at].iter().collect())
            }
            c if c.is_ascii_digit() => {
                at = run(from, |c| c.is_ascii_digit());
                What::Name(letters[from..at].iter().collect())
            }
            c if c.is_alphabetic() => {
                at = run(from, char::is_alphanumeric);
                let word: String = letters[from..at].iter().collect();
                // `x2009` is a verb and a hex.
                let rest = &word[c.len_utf8()..];
                let attached = rest.len() == 4 && rest.chars().all(|c| c.is_ascii_digit());
                match (word.chars().count(), attached) {
                    (1, _) => What::Verb(c.to_ascii_lowercase()),
                    (_, true) if "xralt".contains(c.to_ascii_lowercase()) => {
                        at = from + 1;
                        What::Verb(c.to_ascii_lowercase())
                    }
                    _ => What::Name(word),
                }
            }
            other => What::Mark(other),
        };
        found.push(Token { from, to: at, what });
    }
    found
}

type Meant<T> = Result<T, Fault>;

fn fault(at: usize, what: impl Into<String>, remedy: impl Into<String>) -> Fault {
    Fault { column: at + 1, what: what.into(), remedy: remedy.into() }
}

/// Reads a line; `cursor` counts characters and is where completions are wanted.
pub fn read(text: &str, cursor: usize, context: &Context<'_>) -> Reading {
    let completions = completions(text, cursor, context);
    if text.trim().is_empty() {
        return Reading { completions, ..Reading::default() };
    }
    match mean(text, context) {
        Ok(meaning) => Reading { meaning: Some(meaning), fault: None, completions },
        Err(fault) => Reading { meaning: None, fault: Some(fault), completions },
    }
}

/// The hex with this number on the map.
fn hex_named(name: &str, at: usize, state: &State) -> Meant<Hex> {
    let number: u16 = name
        .parse()
        .map_err(|_| fault(at, format!("{name} is no hex"), "Hexes have four digits, as 2010"))?;
    let hex = Hex(number);
    if name.len() == 4 && state.game.map().contains(hex) {
        return Ok(hex);
    }
    Err(fault(at, format!("there is no hex {name} on this map"), "Hexes have four digits, as 2010"))
}

/// The units meant by a name: those in a hex, or the one whose counter bears it. `own`: the phasing side's come first.
fn unit_named(name: &str, at: usize, state: &State, side: Option<crate::scenario::Side>) -> Meant<UnitId> {
    let fits = |id: &UnitId| side.is_none_or(|side| state.side(*id) == side);
    let is_hex = name.len() == 4 && name.chars().all(|c| c.is_ascii_digit());
    if is_hex {
        let hex = hex_named(name, at, state)?;
        let here: Vec<UnitId> = state.at(hex).collect();
        // Where several of the side share it, the one that has not moved is meant.
        let ready = |id: &&UnitId| fits(id) && state.unit(**id).moved.is_none();
        let one = here.iter().rev().find(ready).or_else(|| here.iter().rev().find(|id| fits(id)));
        let one = one.or(here.first());
        return one
            .copied()
            .ok_or_else(|| fault(at, format!("nobody is in {hex}"), "Name a hex with a unit in it"));
    }
    let small = name.to_lowercase();
    let bears = |id: &UnitId| {
        let unit = state.game.unit(*id);
        unit.id.to_lowercase() == small || unit.counter.to_lowercase() == small
    };
    let begins = |id: &UnitId| state.game.unit(*id).name.to_lowercase().starts_with(&small);
    let mut units: Vec<UnitId> = state.game.units().filter(bears).collect();
    if units.is_empty() && small.chars().count() > 1 {
        units = state.game.units().filter(begins).collect();
    }
    // Those on the map, and of the side that is meant, come first.
    units.sort_by_key(|id| (!fits(id), state.hex(*id).is_none(), *id));
    let unknown =
        || fault(at, format!("no unit is called {name}"), "Name its hex, or what its counter bears");
    units.first().copied().ok_or_else(unknown)
}

/// The leading names of these tokens as units; the rest.
fn units_of<'t>(
    tokens: &'t [Token],
    state: &State,
    side: Option<crate::scenario::Side>,
) -> Meant<(Vec<UnitId>, &'t [Token])> {
    let mut units = Vec::new();
    let mut rest = tokens;
    while let [token, after @ ..] = rest {
        match &token.what {
            What::Name(name) => units.push(unit_named(name, token.from, state, side)?),
            What::Mark(',') => {}
            _ => break,
        }
        rest = after;
    }
    units.sort_unstable();
    units.dedup();
    Ok((units, rest))
}

fn give(order: Order, notes: Vec<String>, state: &State) -> Meaning {
    let barred = refusal(state, &order).map(Into::into);
    Meaning {
        words: sentence(&say_order(state, &order)),
        notes,
        does: Does::Window(Command::Hex(HexCommand::Give(order))),
        refusal: barred,
        ghosts: Vec::new(),
        rest: None,
    }
}

fn window(words: impl Into<String>, command: Command) -> Meaning {
    Meaning {
        words: words.into(),
        notes: Vec::new(),
        does: Does::Window(command),
        refusal: None,
        ghosts: Vec::new(),
        rest: None,
    }
}

fn mean(text: &str, context: &Context<'_>) -> Meant<Meaning> {
    // Several orders stand behind each other with semicolons.
    let (first, rest) = match text.split_once(';') {
        Some((first, rest)) => (first, Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty())),
        None => (text, None),
    };
    let mut meaning = mean_one(first.trim_end(), context)?;
    meaning.rest = rest;
    Ok(meaning)
}

fn mean_one(text: &str, context: &Context<'_>) -> Meant<Meaning> {
    let state = context.state;
    match text.trim() {
        "u" => return Ok(window("Undo", Command::Undo)),
        "redo" => return Ok(window("Redo", Command::Redo)),
        "?" => return Ok(window("All keys", Command::ShowKeys)),
        "." => return phase_end(context),
        _ => {}
    }
    let tokens = tokens(text);
    let own = Some(state.phasing);
    match &tokens[..] {
        [Token { what: What::Number(number), from, .. }] => choice(*number, *from, context),
        [Token { what: What::Name(name), from, .. }] if name.len() < 3 && name.parse::<usize>().is_ok() => {
            choice(name.parse().unwrap_or(0), *from, context)
        }
        [Token { what: What::Name(name), from, .. }, Token { what: What::Mark('?'), .. }] => {
            let unit = unit_named(name, *from, state, None)?;
            Ok(window(describe(state, unit), Command::Hex(HexCommand::Select(Some(unit)))))
        }
        [Token { what: What::Name(name), from, .. }] => {
            let unit = unit_named(name, *from, state, own)?;
            Ok(window(format!("Take {} in hand", state.say(unit)), Command::Hex(HexCommand::PickUp(unit))))
        }
        [Token { what: What::Name(name), from, .. }, to] if matches!(to.what, What::Name(_)) => {
            let unit = unit_named(name, *from, state, own)?;
            goes(unit, to, context)
        }
        [Token { what: What::Verb(verb), from, .. }, rest @ ..] => verb_alone(*verb, *from, rest, context),
        _ => {
            let (units, rest) = units_of(&tokens, state, own)?;
            match rest {
                [Token { what: What::Verb('x'), from, .. }, rest @ ..] => {
                    attack(Some(units), *from, rest, context)
                }
                [Token { what: What::Verb(verb @ ('r' | 'a')), from, .. }, rest @ ..] => {
                    back_or_on(*verb, units.first().copied(), *from, rest, context)
                }
                [token, ..] => Err(fault(
                    token.from,
                    "this is no order",
                    "After units: a hex to go to, x and whom they attack, r or a and a hex",
                )),
                [] => Err(fault(text.chars().count(), "what they do is missing", "A hex, x, r or a")),
            }
        }
    }
}

fn choice(number: usize, at: usize, context: &Context<'_>) -> Meant<Meaning> {
    let found = context.choices.iter().find(|choice| choice.number == number);
    let Some(Choice { words, what: Choosing::Do(command), .. }) = found else {
        let last = context.choices.len();
        return Err(fault(
            at,
            format!("nothing that is due has the number {number}"),
            format!("1 to {last}"),
        ));
    };
    if let Command::Hex(HexCommand::Give(order)) = command {
        return Ok(Meaning { words: words.clone(), ..give(order.clone(), Vec::new(), context.state) });
    }
    Ok(window(words.clone(), command.clone()))
}

/// The unit goes to a hex, the cheapest way.
fn goes(unit: UnitId, to: &Token, context: &Context<'_>) -> Meant<Meaning> {
    let state = context.state;
    let What::Name(name) = &to.what else { return Err(fault(to.from, "a hex is missing", "Four digits")) };
    let hex = hex_named(name, to.from, state)?;
    let barred = |refused| Meaning {
        refusal: Some(refused),
        ..window(format!("{} to {hex}", state.say(unit)), Command::Hex(HexCommand::PickUp(unit)))
    };
    match Lifted::new(state, unit) {
        Err(refused) => Ok(barred(refused.into())),
        Ok(lifted) => Ok(match lifted.going(state, hex) {
            Going::Way { cost, order, .. } => {
                give(order, cost.map(|cost| format!("{} points", points(cost))).into_iter().collect(), state)
            }
            Going::Refused(refused) => barred(refused),
        }),
    }
}

fn verb_alone(verb: char, at: usize, rest: &[Token], context: &Context<'_>) -> Meant<Meaning> {
    let state = context.state;
    let plain = |order: Order| Ok(give(order, Vec::new(), state));
    match verb {
        'x' if rest.is_empty() => {
            let order = Order::Attack(context.builder.assault());
            Ok(attack_meaning(order, &context.builder.assault(), state))
        }
        'x' => attack(None, at, rest, context),
        'r' | 'a' => back_or_on(verb, None, at, rest, context),
        'l' => {
            let (mut lost, _) = units_of(rest, state, Some(state.phasing))?;
            lost.sort_unstable();
            plain(Order::Exchange { lost })
        }
        't' => {
            let (units, _) = units_of(rest, state, Some(state.phasing))?;
            let Some(&unit) = units.first() else {
                return Err(fault(at + 1, "whose move is missing", "Name its hex"));
            };
            plain(take_back(state, unit))
        }
        'e' => phase_end(context),
        'n' => plain(Order::Decline),
        'b' => plain(Order::Begin),
        'c' => plain(Order::Counterattack),
        'o' => plain(Order::Reopen),
        'p' => Ok(window("Propose a plan", Command::Hex(HexCommand::Propose))),
        'u' => Ok(window("Undo", Command::Undo)),
        other => Err(fault(at, format!("{other} is no order"), "x, r, a, l, t, e, n, b, c, o or p")),
    }
}

/// Takes back a move: alone where the rules let it, else with the other side's consent.
pub fn take_back(state: &State, unit: UnitId) -> Order {
    let consent = (movement::last_to_share(state) != Some(unit)).then(|| state.phasing.enemy());
    Order::TakeBack { unit, consent }
}

fn phase_end(context: &Context<'_>) -> Meant<Meaning> {
    let order = match context.state.phase {
        Phase::SetUp => Order::Begin,
        Phase::Movement => Order::EndMovement,
        Phase::Combat(_) | Phase::Over(_) => Order::EndCombat,
    };
    Ok(give(order, Vec::new(), context.state))
}

/// These attack, or all who may.
fn attack(units: Option<Vec<UnitId>>, at: usize, rest: &[Token], context: &Context<'_>) -> Meant<Meaning> {
    let state = context.state;
    let (defenders, rest) = units_of(rest, state, Some(state.phasing.enemy()))?;
    if defenders.is_empty() {
        return Err(fault(at + 1, "whom they attack is missing", "Name the hexes of the enemy"));
    }
    let lowered = match rest {
        [] => None,
        [Token { what: What::Column(name), from, .. }] => Some(
            Column::named(name)
                .ok_or_else(|| fault(*from, format!("there is no column {name}"), "From 1-5 to 6-1"))?,
        ),
        [token, ..] => {
            return Err(fault(token.from, "this is no part of an attack", "@ and a column lower it"));
        }
    };
    let defenders: BTreeSet<UnitId> = defenders.into_iter().collect();
    let builder = match units {
        Some(units) => Builder { attackers: units.into_iter().collect(), defenders, lowered },
        None => Builder { lowered, ..all_who_may(state, &defenders) },
    };
    let assault = builder.assault();
    Ok(attack_meaning(Order::Attack(assault.clone()), &assault, state))
}

fn attack_meaning(order: Order, assault: &Assault, state: &State) -> Meaning {
    let mut notes = Vec::new();
    if let Ok(odds) = combat::outlook(state, assault) {
        let reckoned = &odds.reckoning;
        notes.push(format!("{} to {}: {}", reckoned.attack, reckoned.defence, odds.column));
        let results: Vec<String> =
            odds.faces.iter().map(|face| format!("{} {}", face.face, face.outcome.result)).collect();
        notes.push(results.join("   "));
    }
    give(order, notes, state)
}

/// A retreat or an advance: of the unit named, or of the only one that may go there.
fn back_or_on(
    verb: char,
    unit: Option<UnitId>,
    at: usize,
    rest: &[Token],
    context: &Context<'_>,
) -> Meant<Meaning> {
    let state = context.state;
    let mut way = Vec::new();
    for token in rest {
        match &token.what {
            What::Name(name) => way.push(hex_named(name, token.from, state)?),
            What::Mark(',') => {}
            _ => return Err(fault(token.from, "this is no hex", "Four digits")),
        }
    }
    let Some(&to) = way.first() else {
        return Err(fault(at + 1, "where to is missing", "Name a hex"));
    };
    let fits = |(one, path, _): &&(UnitId, Vec<Hex>, Order)| {
        unit.is_none_or(|unit| unit == *one)
            && (if way.len() == 1 { path.first() == Some(&to) } else { *path == way })
    };
    let mut goers: Vec<UnitId> = context.due.goings.iter().filter(fits).map(|(one, ..)| *one).collect();
    goers.dedup();
    if let [one, other, ..] = goers[..] {
        let both = format!("{} and {} could go there", state.say(one), state.say(other));
        return Err(fault(at, both, "Name the hex of the one that does before the letter"));
    }
    if let Some((_, _, order)) = context.due.goings.iter().find(fits) {
        return Ok(give(order.clone(), Vec::new(), state));
    }
    let Some(unit) = unit.or_else(|| context.due.goings.first().map(|(unit, ..)| *unit)) else {
        return Err(fault(at, "nobody goes back or on now", "It is no such time"));
    };
    let order = if verb == 'r' { Order::Retreat { unit, way } } else { Order::Advance { unit, to } };
    Ok(give(order, Vec::new(), state))
}

/// What could stand at the cursor, with what each is.
fn completions(text: &str, cursor: usize, context: &Context<'_>) -> Vec<Completion> {
    let before: String = text.chars().take(cursor).collect();
    let cursor = before.chars().count();
    let begin = before.rfind(';').map_or(0, |byte| before[..=byte].chars().count());
    let said: String = before.chars().skip(begin).collect();
    let all = tokens(&said);
    let partial =
        all.last().filter(|token| token.to + begin == cursor && matches!(token.what, What::Name(_)));
    let whole = if partial.is_some() { &all[..all.len() - 1] } else { &all[..] };
    let typed: String =
        partial.map(|token| said.chars().skip(token.from).collect::<String>()).unwrap_or_default();
    let from = partial.map_or(cursor, |token| token.from + begin);
    let state = context.state;
    let mut found: Vec<(String, String)> = Vec::new();
    let name_of = |id: UnitId| match state.hex(id) {
        Some(hex) => hex.to_string(),
        None => state.game.unit(id).counter.clone(),
    };
    let behind_x = whole.iter().any(|token| token.what == What::Verb('x'));
    let verb = whole.iter().find_map(|token| match token.what {
        What::Verb(verb) => Some(verb),
        _ => None,
    });
    match (whole, verb) {
        _ if behind_x => {
            for (id, _) in state.on_map().filter(|(id, _)| state.side(*id) != state.phasing) {
                found.push((name_of(id), describe(state, id)));
            }
        }
        (_, Some('r' | 'a')) => {
            for (unit, way, _) in &context.due.goings {
                if let Some(hex) = way.first() {
                    found.push((hex.to_string(), format!("{} goes there", state.say(*unit))));
                }
            }
        }
        (_, Some('l')) => {
            found.extend(context.due.losable.iter().map(|id| (name_of(*id), describe(state, *id))));
        }
        ([], _) => {
            for choice in context.choices {
                found.push((format!("#{}", choice.number), choice.words.clone()));
            }
            let movers = context.due.movers.iter().chain(&context.due.arrivals).map(|(id, _)| *id);
            let acting: Vec<UnitId> = match state.phase {
                Phase::Combat(_) => {
                    state.on_map().map(|(id, _)| id).filter(|id| state.side(*id) == state.phasing).collect()
                }
                Phase::SetUp | Phase::Movement | Phase::Over(_) => movers.collect(),
            };
            found.extend(acting.into_iter().map(|id| (name_of(id), describe(state, id))));
        }
        ([Token { what: What::Name(name), from, .. }], _) if state.phase == Phase::Movement => {
            if let Ok(unit) = unit_named(name, *from, state, Some(state.phasing))
                && let Ok(lifted) = Lifted::new(state, unit)
            {
                for cost in &lifted.costs {
                    let place = &state.game.map().cell(cost.hex).name;
                    let about = format!("{} points {place}", points(cost.halves));
                    found.push((cost.hex.to_string(), about.trim_end().to_owned()));
                }
            }
        }
        _ => {}
    }
    let small = typed.to_lowercase();
    let fits = |(insert, about): &(String, String)| {
        let begins = insert.to_lowercase().starts_with(&small);
        begins && *insert != typed || small.len() > 1 && about.to_lowercase().contains(&small) && !begins
    };
    // An empty line lists nothing but what is due elsewhere.
    if text.trim().is_empty() {
        return Vec::new();
    }
    found.into_iter().filter(fits).map(|(insert, about)| Completion { from, insert, about }).collect()
}
