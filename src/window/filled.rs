//! A draft with defaults in place of answers not given, and places that are pointed at and turned.

use std::collections::BTreeSet;

use game::{Answer, AnswerKind, Ask, Choosable, Draft, Question, Spot, SpotForm, Verb};

/// A draft with all defaults.
#[derive(Clone, Debug)]
pub struct Filled {
    pub draft: Draft,
    /// The questions of the draft, answered or not.
    pub questions: Vec<Question>,
    /// The fields without an answer.
    pub unsaid: BTreeSet<String>,
}

impl Filled {
    /// `said`: the answers given so far; `ask`: the questions of a draft.
    pub fn of(verb: Option<&Verb>, said: Draft, ask: impl Fn(&Draft) -> Vec<Question>) -> Self {
        let (mut draft, mut unsaid) = (said, BTreeSet::new());
        loop {
            // The default of one field may depend on another.
            let questions = ask(&draft);
            let open = questions.iter().filter(|question| !draft.answers.contains_key(&question.field));
            let found = open.filter_map(|question| Some((question.field.clone(), usual(verb, question)?)));
            let Some((field, answer)) = found.into_iter().next() else {
                return Self { draft, questions, unsaid };
            };
            draft.answers.insert(field.clone(), answer);
            unsaid.insert(field);
        }
    }
}

/// The answers given, with those of `pointed` that differ from `before`.
pub fn said_with(mut said: Draft, before: &Draft, pointed: &Draft) -> Draft {
    let other = pointed.answers.iter().filter(|(field, answer)| before.answers.get(*field) != Some(answer));
    said.answers.extend(other.map(|(field, answer)| (field.clone(), answer.clone())));
    said
}

/// The default answer: the usual one, or the only one that fits.
fn usual(verb: Option<&Verb>, question: &Question) -> Option<Answer> {
    let only = || match &question.ask {
        Ask::One(of) if !question.may_be_left => match &of[..] {
            [only] if only.barred.is_none() => Some(answer_of(verb?, &question.field, only)),
            _ => None,
        },
        _ => None,
    };
    question.usual.clone().or_else(only)
}

/// The answer given by this choice.
pub fn answer_of(verb: &Verb, field: &str, choice: &Choosable) -> Answer {
    // A text on the wire may still be one of a list.
    let text = verb.field(field).is_some_and(|known| known.kind == AnswerKind::Text);
    match &choice.answer {
        Some(answer) => answer.clone(),
        None if text => Answer::Text(choice.key.clone()),
        None => Answer::One(choice.key.clone()),
    }
}

/// The draft with this place, turned like the one before; `None` if it asks for no place.
pub fn placed(verb: &Verb, questions: &[Question], draft: &Draft, to: Spot) -> Option<Draft> {
    let form = |field: &str| {
        if let AnswerKind::Spot(form) = verb.field(field)?.kind { Some(form) } else { None }
    };
    questions.iter().find_map(|question| {
        let before = draft.answers.get(&question.field);
        let answer = match (&question.ask, before) {
            (Ask::Spot, before) => {
                let before = before.and_then(spot_in);
                Answer::Spot(spot_as(form(&question.field)?, before, to))
            }
            (Ask::Either(_), Some(answer)) => {
                let before = spot_in(answer)?;
                with_spot(answer, spot_as(form_of(before), Some(before), to))
            }
            _ => return None,
        };
        Some(draft.clone().with(&question.field, answer))
    })
}

/// The draft with its place turned by this many degrees; `None` if nothing in it can be turned.
pub fn turned(draft: &Draft, by: f64) -> Option<Draft> {
    draft.answers.iter().find_map(|(field, answer)| match spot_in(answer)? {
        Spot::Pose { x, y, heading } => {
            let spot = Spot::Pose { x, y, heading: (heading + by).rem_euclid(360.0) };
            Some(draft.clone().with(field, with_spot(answer, spot)))
        }
        Spot::Point { .. } | Spot::Hex(_) | Spot::Faced { .. } => None,
    })
}

/// The place in a draft.
pub fn spot_of(draft: &Draft) -> Option<Spot> {
    draft.answers.values().find_map(spot_in)
}

/// The place in an answer, or in the choice that it makes.
pub fn spot_in(answer: &Answer) -> Option<Spot> {
    match answer {
        Answer::Spot(spot) => Some(*spot),
        Answer::Either(inner) => spot_of(inner),
        _ => None,
    }
}

/// The answer with another place in it.
pub fn with_spot(answer: &Answer, spot: Spot) -> Answer {
    match answer {
        Answer::Either(inner) => {
            let mut inner = (**inner).clone();
            if let Some(held) = inner.answers.values_mut().find(|answer| spot_in(answer).is_some()) {
                *held = with_spot(held, spot);
            }
            Answer::Either(Box::new(inner))
        }
        _ => Answer::Spot(spot),
    }
}

fn form_of(spot: Spot) -> SpotForm {
    match spot {
        Spot::Point { .. } => SpotForm::Point,
        Spot::Pose { .. } => SpotForm::Pose,
        Spot::Hex(_) => SpotForm::Hex,
        Spot::Faced { .. } => SpotForm::Faced,
    }
}

/// A place that was pointed at, in the form that the wire has here.
fn spot_as(form: SpotForm, before: Option<Spot>, to: Spot) -> Spot {
    match (form, to, before) {
        (SpotForm::Pose, Spot::Point { x, y }, Some(Spot::Pose { heading, .. })) => {
            Spot::Pose { x, y, heading }
        }
        (SpotForm::Pose, Spot::Point { x, y }, _) => Spot::Pose { x, y, heading: 0.0 },
        (SpotForm::Faced, Spot::Hex(hex), Some(Spot::Faced { facing, .. })) => Spot::Faced { hex, facing },
        (SpotForm::Faced, Spot::Hex(hex), _) => Spot::Faced { hex, facing: 0 },
        (_, to, _) => to,
    }
}
