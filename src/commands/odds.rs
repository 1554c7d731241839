//! `drumhead odds`: the exact odds of an order, from the code that judges it.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::{Done, Failure, check};
use crate::casebook::file::ron_options;
use crate::casebook::{AnyCaseFile, Case, CaseFile, Cited, hex, parse_any};
use crate::desk::{Desk, Library, MOST_DATA, MOST_JOURNAL, look_at, peek, read_text};
use crate::dice::Typed;
use crate::game::Spelt;
use crate::game::options::Options;
use crate::game::{RuleSet, Spelled};
use crate::rules::easy::spelling::Reader;
use crate::rules::easy::{Easy, Order, State};
use crate::rules::napoleon_at_war::NapoleonAtWar;
use crate::table::Vec2;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A case file, a journal, or a scenario.
    from: String,
    /// The case of the file, by its name or a part of it; left out: the first.
    #[arg(long)]
    case: Option<String>,
    /// The order, written as in cases; left out: the last step of the case.
    #[arg(long)]
    order: Option<String>,
}

/// An order as it is written in cases, such as the example.
fn read_order<T: DeserializeOwned>(text: &str, example: &str) -> Result<T, Failure> {
    let read = ron_options().from_str(text);
    read.map_err(|error| Failure::new(format!("--order: {error}. Write it as in cases, such as {example}")))
}

/// The case of a file that was asked for.
fn case_of<'f, C: Cited>(file: &'f CaseFile<C>, args: &Args) -> Result<&'f C, Failure> {
    let wanted = args.case.as_deref().unwrap_or_default();
    file.cases.iter().find(|case| case.name().contains(wanted)).ok_or_else(|| {
        let names: Vec<&str> = file.cases.iter().map(Cited::name).collect();
        let names = names.join("; ");
        Failure::new(format!("{} has no case named like \"{wanted}\": it has {names}", args.from))
    })
}

/// The odds of an order, most likely first, after the order itself.
fn say_odds<R: RuleSet>(state: &R::State, order: &R::Order) -> Done {
    say!("{}", R::say_order(state, order))?;
    let odds = R::odds(state, order).map_err(|stop| Failure::new(stop.to_string()))?;
    let lines = odds.lines();
    for line in &lines {
        say!("{line}")?;
    }
    if lines.is_empty() {
        say!("nothing is left to the dice")?;
    }
    Ok(())
}

/// The state of a game: where a journal stands, or a scenario as it begins.
fn state_of<R: RuleSet>(library: &Library, from: &str) -> Result<R::State, Failure> {
    let path = Path::new(from);
    if path.is_file() {
        return Ok(Desk::<R>::read(path, library)?.0.state().clone());
    }
    Ok(R::start(super::battle(library, from)?, &Options::default())?)
}

/// The rule set of a journal, or of a scenario.
fn rules_of(library: &Library, from: &str) -> Result<String, Failure> {
    let path = Path::new(from);
    if !path.is_file() {
        return super::rules_of(library, from);
    }
    look_at(path, MOST_JOURNAL, "a journal")?;
    Ok(peek(path)?.rules)
}

fn no_order(example: &str) -> Failure {
    Failure::new(format!("give the order with --order, such as --order {example}"))
}

const ON_HEXES: &str = "Attack(by: [\"F5\"], on: [\"E3\"])";

/// The odds of an order of a game of Napoleon at War.
fn on_hexes(library: &Library, args: &Args) -> Done {
    let raw: Option<Spelt<NapoleonAtWar>> =
        args.order.as_deref().map(|text| read_order(text, ON_HEXES)).transpose()?;
    let state = state_of::<NapoleonAtWar>(library, &args.from)?;
    let raw = raw.ok_or_else(|| no_order("EndMovement"))?;
    let order = NapoleonAtWar::order_of(&state, &raw.0)?;
    say_odds::<NapoleonAtWar>(&state, &order)
}

/// The odds of an order of a case on hexes.
fn case_on_hexes(library: &Library, file: &CaseFile<hex::Case>, args: &Args) -> Done {
    let given: Option<Spelt<NapoleonAtWar>> =
        args.order.as_deref().map(|text| read_order(text, ON_HEXES)).transpose()?;
    let case = case_of(file, args)?;
    let scenarios = |id: &str| check::hexes(library, id);
    let mut state = case.position.set_up(&scenarios)?;
    let (last, before) = match (&given, case.steps.split_last()) {
        (Some(order), _) => (order, case.steps.as_slice()),
        (None, Some((last, before))) => (&last.order, before),
        (None, None) => {
            return Err(Failure::new(format!("the case \"{}\" has no step: give --order", case.name)));
        }
    };
    for step in before {
        let order = NapoleonAtWar::order_of(&state, &step.order.0)?;
        let mut tray = Typed::new(step.dice.iter().cloned().map(Into::into));
        // A step that the case expects to be refused changes nothing.
        if let Ok(ruling) = NapoleonAtWar::judge(&state, &order, &mut tray) {
            ruling.events.iter().for_each(|event| NapoleonAtWar::apply(&mut state, event));
        }
    }
    let order = NapoleonAtWar::order_of(&state, &last.0)?;
    say_odds::<NapoleonAtWar>(&state, &order)
}

/// The state before the last step of a case, and that step's order.
fn before_last(
    case: &Case,
    library: &Library,
    given: Option<&Spelt<Easy>>,
) -> Result<(State, Order), Failure> {
    let mut state = match &case.scenario {
        Some(id) => check::start(library, id).map_err(Failure::new)?,
        None => case.position.set_up()?,
    };
    let origin = Vec2::new(case.position.origin.0, case.position.origin.1);
    let read =
        |state: &State, order: &Spelt<Easy>| Reader { state, origin }.order(&order.0).map_err(Failure::from);
    let steps = match (given, case.steps.split_last()) {
        (Some(_), _) => case.steps.as_slice(),
        (None, Some((_, before))) => before,
        (None, None) => {
            return Err(Failure::new(format!("the case \"{}\" has no step: give --order", case.name)));
        }
    };
    for step in steps {
        let order = read(&state, &step.order)?;
        let mut tray = Typed::new(step.dice.iter().cloned().map(Into::into));
        // A step that the case expects to be refused changes nothing.
        if let Ok(ruling) = Easy::judge(&state, &order, &mut tray) {
            ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
        }
    }
    let last = given.or(case.steps.last().map(|step| &step.order));
    let last = last.ok_or_else(|| Failure::new("there is no order to weigh"))?;
    let order = read(&state, last)?;
    Ok((state, order))
}

pub fn run(library: &Library, args: &Args) -> Done {
    let path = Path::new(&args.from);
    let file = if path.extension().is_some_and(|ext| ext == "ron") {
        let text = read_text(path, MOST_DATA, "a file of cases")?;
        match parse_any(&args.from, &text)? {
            AnyCaseFile::Easy(file) => Some(file),
            AnyCaseFile::NapoleonAtWar(file) => return case_on_hexes(library, &file, args),
        }
    } else {
        None
    };
    if file.is_none() && rules_of(library, &args.from)? == NapoleonAtWar::ID {
        return on_hexes(library, args);
    }
    let example = "Fire(battery: \"14\", target: \"22\")";
    let given = args.order.as_deref().map(|text| read_order(text, example)).transpose()?;
    let (state, order) = if let Some(file) = file {
        before_last(case_of(&file, args)?, library, given.as_ref())?
    } else {
        let state = state_of::<Easy>(library, &args.from)?;
        let raw = given.ok_or_else(|| no_order("Draw"))?;
        let raw: Spelt<Easy> = raw;
        let order = Easy::order_of(&state, &raw.0)?;
        (state, order)
    };
    say_odds::<Easy>(&state, &order)
}
