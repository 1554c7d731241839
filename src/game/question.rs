//! A question of an order, with what may be answered now. Units: inches, degrees clockwise from north.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use super::answer::Answer;

/// A question: the field asked for, and what fits there at present.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its name on the wire.
    pub field: String,
    /// In words for the referee: `Where do the 3 hits of Ney fall?`
    pub prompt: String,
    pub ask: Ask,
    /// Is an answer optional?
    pub may_be_left: bool,
    /// The default answer.
    pub usual: Option<Answer>,
    /// Notes shown with it, line by line: `now 6 of 6`.
    pub notes: Vec<String>,
}

impl Question {
    /// A question that has to be answered.
    pub fn new(field: &str, prompt: impl Into<String>, ask: Ask) -> Self {
        Self {
            field: field.to_owned(),
            prompt: prompt.into(),
            ask,
            may_be_left: false,
            usual: None,
            notes: Vec::new(),
        }
    }

    /// The question with a default answer.
    #[must_use]
    pub fn usually(self, answer: Answer) -> Self {
        Self { usual: Some(answer), ..self }
    }

    /// The same as a whole number from the first to the second.
    #[must_use]
    pub fn number(self, least: impl Into<f64>, most: impl Into<f64>) -> Self {
        Self { ask: Ask::Number { least: least.into(), most: most.into(), step: 1.0, unit: "" }, ..self }
    }

    /// The same with what the number is now, of so many; it is usual, but none is not.
    #[must_use]
    pub fn now(self, now: u8, of: u8) -> Self {
        self.usually(Answer::Count(now.max(1).into())).note(format!("now {now} of {of}"))
    }

    /// The same with a line that is told with it.
    #[must_use]
    pub fn note(mut self, words: impl Into<String>) -> Self {
        self.notes.push(words.into());
        self
    }
}

/// One thing that may be chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Choosable {
    pub key: String,
    /// In words for the referee.
    pub words: String,
    /// Over those that go together: the command of a stand.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub group: String,
    /// Why it may not be chosen, with its clause; none where it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barred: Option<String>,
    /// What was measured of it; none where nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also: Option<Also>,
    /// What it means, in full; it is found by these words as well.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What choosing it answers, where that is more than its key.
    #[serde(skip)]
    pub answer: Option<Answer>,
}

/// What is told beside a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "WireAlso")]
pub struct Also {
    /// `4.31 in`, `arrives`.
    pub words: String,
    /// Close enough to the limit to be measured again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub close: bool,
    /// It is not as it should be, and may be chosen all the same.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub doubt: bool,
    /// The measurement, whole; empty: nothing is measured.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub measured: String,
}

impl Choosable {
    pub fn new(key: &str, words: &str) -> Self {
        Self { key: key.to_owned(), words: words.to_owned(), ..Self::default() }
    }

    /// The choice with its full answer.
    #[must_use]
    pub fn answering(self, answer: Answer) -> Self {
        Self { answer: Some(answer), ..self }
    }
}

/// The answers that fit.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// One of these.
    One(Vec<Choosable>),
    /// This many of these. If order counts, the first named comes first.
    Some {
        of: Vec<Choosable>,
        least: usize,
        most: usize,
        in_order: bool,
    },
    /// Pairs of one of the first and one of the second; each of the first has a partner.
    Pairs {
        from: Vec<Choosable>,
        to: Vec<Choosable>,
        /// The possible pairs, any of which may be left out; empty if all pairs are possible.
        may: Vec<(String, String)>,
    },
    /// A total, shared completely among these, each up to a maximum.
    Shares {
        total: u32,
        among: Vec<(Choosable, u32)>,
    },
    /// A way, leg by leg: each leg is asked for separately.
    Way,
    Spot,
    Number {
        least: f64,
        most: f64,
        step: f64,
        unit: &'static str,
    },
    Text {
        longest: usize,
    },
    Whether,
    /// One of several things to do.
    Either(Vec<Choosable>),
    /// Several of one kind, each with questions of its own; the entries so far are given in words.
    List {
        said: Vec<String>,
        least: usize,
        most: usize,
    },
}

/// Why an answer does not fit.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Unfit {
    #[error("this is an answer to another question")]
    Other,
    #[error("there is no {0} to choose")]
    Unknown(String),
    #[error("{key} may not be chosen: {why}")]
    Barred { key: String, why: String },
    #[error("{0} is named twice")]
    Twice(String),
    #[error("{count} are named: it is {least} to {most}")]
    Count { count: usize, least: usize, most: usize },
    #[error("{0} has no partner yet")]
    Alone(String),
    #[error("{key} takes {most} at most, and {share} are given")]
    Share { key: String, share: u32, most: u32 },
    #[error("{given} of {total} are given")]
    Total { given: u32, total: u32 },
    #[error("{value} is not from {least} to {most} {unit} in steps of {step}")]
    Number { value: f64, least: f64, most: f64, step: f64, unit: &'static str },
    #[error("a text of {longest} letters at most, and not an empty one")]
    Text { longest: usize },
}

/// How much of an answer is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// Its first part, all correct: more may follow.
    Part,
}

impl Ask {
    /// Checks that the answer, or the part given, fits.
    ///
    /// Any place or way fits: the rule set judges those.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not.
    pub fn check(&self, answer: &Answer, extent: Extent) -> Result<(), Unfit> {
        match (self, answer) {
            (Self::One(of), Answer::One(key)) => chosen(of, key),
            (Self::Some { of, least, most, .. }, Answer::Some(keys)) => {
                keys.iter().try_for_each(|key| chosen(of, key))?;
                each_once(keys)?;
                count(keys.len(), *least, *most, extent)
            }
            (Self::Pairs { from, to, may }, Answer::Pairs(pairs)) => {
                pairs.iter().try_for_each(|(one, other)| chosen(from, one).and(chosen(to, other)))?;
                let told: Vec<String> =
                    pairs.iter().map(|(one, other)| format!("{one} with {other}")).collect();
                each_once(&told)?;
                let alone = |choice: &&Choosable| {
                    choice.barred.is_none() && pairs.iter().all(|(one, _)| *one != choice.key)
                };
                match from.iter().find(alone) {
                    Some(choice) if extent == Extent::Whole && may.is_empty() => {
                        Err(Unfit::Alone(choice.key.clone()))
                    }
                    _ => Ok(()),
                }
            }
            (Self::Shares { total, among }, Answer::Shares(shares)) => {
                check_shares(*total, among, shares, extent)
            }
            (Self::Way, Answer::Way(_))
            | (Self::Spot, Answer::Spot(_))
            | (Self::Whether, Answer::Whether(_)) => Ok(()),
            (Self::Number { .. }, Answer::Count(value)) => self.check_number(*value as f64),
            (Self::Number { .. }, Answer::Measure(value)) => self.check_number(*value),
            (Self::Text { longest }, Answer::Text(text)) => {
                let fits =
                    text.chars().count() <= *longest && (extent == Extent::Part || !text.trim().is_empty());
                if fits { Ok(()) } else { Err(Unfit::Text { longest: *longest }) }
            }
            (Self::Either(of), Answer::Either(draft)) => chosen(of, &draft.verb),
            (Self::List { least, most, .. }, Answer::List(list)) => count(list.len(), *least, *most, extent),
            _ => Err(Unfit::Other),
        }
    }

    fn check_number(&self, value: f64) -> Result<(), Unfit> {
        let Self::Number { least, most, step, unit } = *self else { return Err(Unfit::Other) };
        let steps = (value - least) / step;
        let fits = (least..=most).contains(&value) && (steps - steps.round()).abs() < 1e-6;
        if fits { Ok(()) } else { Err(Unfit::Number { value, least, most, step, unit }) }
    }
}

fn chosen(of: &[Choosable], key: &str) -> Result<(), Unfit> {
    match of.iter().find(|choice| choice.key == key) {
        None => Err(Unfit::Unknown(key.to_owned())),
        Some(Choosable { barred: Some(why), .. }) => {
            Err(Unfit::Barred { key: key.to_owned(), why: why.clone() })
        }
        Some(_) => Ok(()),
    }
}

fn each_once(keys: &[String]) -> Result<(), Unfit> {
    let mut seen = BTreeSet::new();
    match keys.iter().find(|key| !seen.insert(*key)) {
        Some(key) => Err(Unfit::Twice(key.clone())),
        None => Ok(()),
    }
}

fn count(count: usize, least: usize, most: usize, extent: Extent) -> Result<(), Unfit> {
    let enough = extent == Extent::Part || count >= least;
    if enough && count <= most { Ok(()) } else { Err(Unfit::Count { count, least, most }) }
}

fn check_shares(
    total: u32,
    among: &[(Choosable, u32)],
    shares: &[(String, u32)],
    extent: Extent,
) -> Result<(), Unfit> {
    let keys: Vec<String> = shares.iter().map(|(key, _)| key.clone()).collect();
    each_once(&keys)?;
    for (key, share) in shares {
        let Some((choice, most)) = among.iter().find(|(choice, _)| choice.key == *key) else {
            return Err(Unfit::Unknown(key.clone()));
        };
        chosen(std::slice::from_ref(choice), key)?;
        if share > most {
            return Err(Unfit::Share { key: key.clone(), share: *share, most: *most });
        }
    }
    let given = shares.iter().map(|(_, share)| share).sum();
    let fits = if extent == Extent::Whole { given == total } else { given <= total };
    if fits { Ok(()) } else { Err(Unfit::Total { given, total }) }
}
