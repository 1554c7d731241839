//! What a case looks like: who stands where before its last order that is seen on the table, what that is, and what it comes to.
//!
//! Units: inches of the table.

use super::case::{Case, Cited as _};
use super::run::{beginning, give};
use drawing::shape::{Span, bounds};
use drawing::{Mark, SceneLayer, Stage, gauge_marks};
use game::working::Measured;
use game::{Battles, CaseOutcome, CaseRules, Presentation, RuleSet, say_on};
use table::tolerance::TOUCH;

/// A case with so many pieces or fewer is shown with all of them, others as far as its order reaches.
const FEW: usize = 16;

/// What a case looks like.
#[derive(Clone, Debug)]
pub struct CaseScene {
    /// A few words, and what it shows, as a sentence without its stop; empty where the name says it all.
    pub name: String,
    pub shows: String,
    /// The clauses that it checks: `naw:5.14`.
    pub clauses: Vec<String>,
    pub stage: Stage,
    /// The marks of its layers, from below to above.
    pub layers: Vec<SceneLayer>,
    /// What the order is on the table: ways, shots, what is measured for it.
    pub laid: Vec<Mark>,
    /// The order in words, and what came of it; empty: the case gives none.
    pub said: Vec<String>,
}

impl CaseScene {
    /// What of the table it is about: those who stand there, and where the order leads.
    pub fn about(&self) -> Span {
        let stands = self.stage.pieces.iter().map(|piece| bounds(&piece.outline));
        let marks = self.laid.iter().map(Mark::bounds);
        let all: Vec<Span> = match self.laid.is_empty() || self.stage.pieces.len() <= FEW {
            true => stands.chain(marks).collect(),
            false => marks.collect(),
        };
        let joined = all.into_iter().reduce(|(low, high), (from, to)| (low.min(from), high.max(to)));
        joined.unwrap_or((self.stage.low, self.stage.high))
    }
}

/// What this case looks like, laid out for so many points an inch.
///
/// # Errors
///
/// What is wrong with its position or with its orders.
pub fn scene<R: CaseRules + Presentation>(
    case: &Case<R>,
    battles: Battles<'_, R::Scenario>,
    scale: f32,
) -> Result<CaseScene, String> {
    let mut state = beginning(case, battles)?;
    let mut shown = Shown::<R> { before: state.clone(), laid: Vec::new(), said: Vec::new() };
    for step in &case.steps {
        let order = R::order_of_case(&state, &case.position, &step.order.0)?;
        let mut after = state.clone();
        let outcome = give::<R>(&mut after, &order, &step.dice, &step.let_stand)?;
        let next = Shown::of(state, &order, &outcome, scale);
        // A step that is nowhere on the table follows from one that is.
        if !next.laid.is_empty() || shown.laid.is_empty() {
            shown = next;
        }
        state = after;
    }
    let Shown { before, laid, said } = shown;
    let due = R::due(&before);
    let stage = R::stage(&before, &due);
    let drawn = |name| SceneLayer { name, marks: R::layer(&before, &due, name, scale) };
    let layers = stage.layers.iter().map(|layer| drawn(layer.name)).collect();
    let (name, shows) = case.name.split_once(": ").unwrap_or((&case.name, ""));
    Ok(CaseScene {
        name: name.to_owned(),
        shows: shows.to_owned(),
        clauses: case.clauses().to_vec(),
        stage,
        layers,
        laid,
        said,
    })
}

/// A step of a case: the position before it, what it is on the table, and what is said of it.
struct Shown<R: RuleSet> {
    before: R::State,
    laid: Vec<Mark>,
    said: Vec<String>,
}

impl<R: Presentation> Shown<R> {
    fn of(before: R::State, order: &R::Order, outcome: &CaseOutcome<R>, scale: f32) -> Self {
        let ordered = R::say_order(&before, order);
        let mut said = vec![ordered.clone()];
        let laid = match outcome {
            CaseOutcome::Ruled(ruling) => {
                let mut now = before.clone();
                for event in &ruling.events {
                    if let Some(told) = R::log_event(&now, event) {
                        say_on(&mut said, &ordered, told, R::retold(&now, order, event));
                    }
                    R::apply(&mut now, event);
                }
                let measured = ruling.working.iter().filter_map(|note| note.measured.as_ref());
                let traces = R::traces(&before, order, &ruling.events);
                traces.into_iter().chain(measured.flat_map(gauge)).collect()
            }
            CaseOutcome::Refused(refusal) => {
                said.push(format!("refused: {refusal}"));
                let sketch = R::sketch(&before, &R::spell(&before, order), scale);
                sketch.into_iter().chain(refusal.measured.as_deref().into_iter().flat_map(gauge)).collect()
            }
        };
        Self { before, laid, said }
    }
}

/// What was measured; contacts are seen without a line.
fn gauge(measured: &Measured) -> Vec<Mark> {
    if measured.limit <= 2.0 * TOUCH && measured.from.distance(measured.to) <= 2.0 * TOUCH {
        return Vec::new();
    }
    gauge_marks(&measured.gauge())
}
