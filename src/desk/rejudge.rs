//! The same game under other options: the verdicts that differ.

use super::desk::{Desk, answers, overruling, resumed_state};
use dice::{Answer, Throw};
use dice::{Rolled, Tray, TrayStop, Typed};
use game::options::{OptionFault, Options};
use game::{Codec, RuleSet, Stop};
use scenario::Battle as _;

/// An order with another result under the changed options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The order's number in the record.
    pub number: usize,
    /// The order in words.
    pub order: String,
    /// Its result in the game.
    pub was: String,
    /// Its result under the changed options.
    pub now: String,
}

/// The recorded dice first; further dice for the changed rule are rolled from the seed.
struct Recorded {
    typed: Typed,
    rolled: Rolled,
}

impl Tray for Recorded {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        match self.typed.answer(throw) {
            Err(TrayStop::Dry(_) | TrayStop::Bad(_)) => self.rolled.answer(throw),
            answered => answered,
        }
    }
}

/// The fault if a position is not possible with these options.
fn unplayable<R: RuleSet>(options: &Options, why: String) -> OptionFault {
    let spec = R::option_specs().iter().find(|spec| options.0.contains_key(spec.id));
    let (id, clause) = spec.map_or(("", ""), |spec| (spec.id, spec.clause));
    let value = options.0.get(id).cloned().unwrap_or_default();
    OptionFault::Battle { id, value, clause, why }
}

impl<R: Codec> Desk<R> {
    /// Replays the orders up to where the game stands under changed options, with the recorded dice, and returns each order
    /// with another result. An order that is now refused is left out, and the rest go on.
    pub fn rejudge(&self, options: &Options) -> Result<Vec<Difference>, OptionFault> {
        let mut all = self.setup().options.clone();
        all.0.extend(options.0.iter().map(|(id, value)| (id.clone(), value.clone())));
        let scenario = self.setup().resolved().expect("the weather was found when the game began");
        let play = scenario.play().map(str::to_owned);
        let mut state = R::start(scenario, &all)?;
        if let Some(play) = play {
            state = resumed_state::<R>(&state, &play).map_err(|why| unplayable::<R>(options, why))?;
        }
        let mut before = self.start().clone();
        let mut differences = Vec::new();
        for entry in self.line() {
            let mut tray = Recorded {
                typed: Typed::new(answers(&entry.casts)),
                rolled: Rolled::new(self.setup().seed, entry.number as u64),
            };
            let judged =
                R::judge(&overruling::<R>(&state, entry.let_stand.as_ref()), &entry.order, &mut tray);
            let was = match &entry.recorded {
                // If events were not recorded, only their words are known.
                Some(_) => entry.words.get(1..).unwrap_or_default().join("; "),
                None => said::<R>(&before, &entry.events),
            };
            let now = match &judged {
                Ok(ruling) if ruling.events == entry.events => None,
                Ok(ruling) => Some(said::<R>(&state, &ruling.events)),
                Err(Stop::Refused(refusal)) => Some(format!("refused: {refusal}")),
                Err(stop) => Some(stop.to_string()),
            };
            differences.extend(now.map(|now| Difference {
                number: entry.number,
                order: R::say_order(&before, &entry.order),
                was,
                now,
            }));
            match &entry.recorded {
                Some(recorded) => before = recorded.state.clone(),
                None => entry.events.iter().for_each(|event| R::apply(&mut before, event)),
            }
            for event in judged.iter().flat_map(|ruling| &ruling.events) {
                R::apply(&mut state, event);
            }
        }
        Ok(differences)
    }
}

/// These events in words, one after the other.
fn said<R: RuleSet>(state: &R::State, events: &[R::Event]) -> String {
    let mut now = state.clone();
    let mut words = Vec::new();
    for event in events {
        words.extend(R::log_event(&now, event));
        R::apply(&mut now, event);
    }
    words.join("; ")
}
