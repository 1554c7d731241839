//! `drumhead odds`: the exact odds of an order, from the code that judges it.

use std::fs;
use std::path::Path;

use super::{Done, Failure, check};
use crate::casebook::orders::{RawOrder, Reader};
use crate::casebook::{Case, parse};
use crate::desk::{Desk, Library};
use crate::dice::Typed;
use crate::rules::RuleSet;
use crate::rules::easy::{Easy, Order, State};
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

fn read_order(text: &str) -> Result<RawOrder, Failure> {
    let options = ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .with_default_extension(ron::extensions::Extensions::UNWRAP_NEWTYPES);
    options.from_str(text).map_err(|error| {
        Failure::new(format!(
            "--order: {error}. Write it as in cases, such as Fire(battery: \"14\", target: \"22\")"
        ))
    })
}

/// The state before the last step of a case, and that step's order.
fn before_last(case: &Case, library: &Library, given: Option<&RawOrder>) -> Result<(State, Order), Failure> {
    let mut state = match &case.scenario {
        Some(id) => check::start(library, id).map_err(Failure::new)?,
        None => case.position.set_up()?,
    };
    let origin = Vec2::new(case.position.origin.0, case.position.origin.1);
    let read = |state: &State, raw: &RawOrder| Reader { state, origin }.order(raw).map_err(Failure::from);
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
    let given = args.order.as_deref().map(read_order).transpose()?;
    let path = Path::new(&args.from);
    let (state, order) = if path.extension().is_some_and(|ext| ext == "ron") {
        let text =
            fs::read_to_string(path).map_err(|error| Failure::new(format!("{}: {error}", args.from)))?;
        let file = parse(&args.from, &text)?;
        let wanted = args.case.as_deref().unwrap_or_default();
        let case = file.cases.iter().find(|case| case.name.contains(wanted));
        let case = case.ok_or_else(|| {
            let names: Vec<&str> = file.cases.iter().map(|case| case.name.as_str()).collect();
            Failure::new(format!(
                "{} has no case named like \"{wanted}\": it has {}",
                args.from,
                names.join("; ")
            ))
        })?;
        before_last(case, library, given.as_ref())?
    } else {
        let state = match path.is_file() {
            true => Desk::<Easy>::read(path, library)?.0.state().clone(),
            false => {
                let scenario = super::scenario(library, &args.from)?;
                Easy::start(scenario, &crate::rules::options::Options::default())?
            }
        };
        let raw = given.ok_or_else(|| Failure::new("give the order with --order, such as --order Draw"))?;
        let order = Reader::new(&state).order(&raw)?;
        (state, order)
    };
    say!("{}", Easy::say_order(&state, &order))?;
    let chances = Easy::odds(&state, &order)?;
    for chance in &chances {
        say!("{:8.4} %  {}", chance.probability * 100.0, chance.result)?;
    }
    if chances.is_empty() {
        say!("nothing is left to the dice")?;
    }
    Ok(())
}
