//! What the referee overrides: the form of an act, whatever its rules, and the order it comes to.

use crate::app::book::clause_named;
use crate::game::{Answer, Ask, Draft, Extent, Kind, Question, Spot};
use crate::rules::rulebook::{Clause, Rulebook};

use super::Play;
use super::hand::Hand;
use crate::desk::DiceFrom;

/// An act of the referee that is being filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    pub act: Draft,
    pub questions: Vec<Question>,
    /// The clause that is overruled, as it is typed; empty: none.
    pub clause: String,
    pub reason: String,
    pub fault: Option<String>,
    /// It has just been opened: the reason gets the keyboard.
    pub fresh: bool,
}

impl Form {
    /// The clause that was typed, where the book has it.
    pub fn known_clause(&self, book: &'static Rulebook) -> Option<&'static Clause> {
        clause_named(book, self.clause.trim()).filter(|_| !self.clause.trim().is_empty())
    }

    /// The pieces that it is about.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        self.act.answers.values().filter_map(|answer| match answer {
            Answer::One(key) => Some(key.as_str()),
            _ => None,
        })
    }

    /// The place that it is about.
    pub fn spot(&self) -> Option<Spot> {
        self.act.answers.values().find_map(|answer| match answer {
            Answer::Spot(spot) => Some(*spot),
            _ => None,
        })
    }

    /// What is still to be said before it can be decided.
    pub fn wanting(&self, book: &'static Rulebook) -> Option<String> {
        let open = self.questions.iter().find(|question| {
            let answer = self.act.answers.get(&question.field);
            answer.is_none_or(|answer| !fits(question, answer))
        });
        if let Some(question) = open {
            return Some(match &question.ask {
                Ask::One(_) => format!("Choose the {}", question.prompt.to_lowercase()),
                Ask::Spot => "Click where it shall be".to_owned(),
                _ => format!("Say the {}", question.prompt.to_lowercase()),
            });
        }
        if !self.clause.trim().is_empty() && self.known_clause(book).is_none() {
            return Some(format!("There is no clause {}", self.clause.trim()));
        }
        self.reason.trim().is_empty().then(|| "Say why".to_owned())
    }
}

/// A value that is chosen from a list is a text on the wire.
fn fits(question: &Question, answer: &Answer) -> bool {
    match (&question.ask, answer) {
        (Ask::One(of), Answer::Text(key)) => of.iter().any(|choice| choice.key == *key),
        (ask, answer) => ask.check(answer, Extent::Whole).is_ok(),
    }
}

impl Play {
    /// Opens the form for an act, about a piece or the one that is selected.
    pub(super) fn open_fiat(&mut self, act: &str, piece: Option<String>) {
        let about = piece.or_else(|| self.selected.clone());
        let before = self.fiat.take();
        let (clause, reason) = before.map(|form| (form.clause, form.reason)).unwrap_or_default();
        let act = Draft::new(act);
        let questions = self.game.act_questions(&act);
        self.fiat = Some(Form { act, questions, clause, reason, fault: None, fresh: true });
        if let Some(piece) = about {
            self.fiat_about(&piece);
        }
    }

    /// Opens the form that overrules a refusal: as far as an act does what was refused, it is filled in.
    pub(super) fn overrule(&mut self, clause: &str) {
        let refused = match &self.hand {
            Hand::Card(card) => Some(card.0.clone()),
            Hand::Piece(in_hand) => in_hand.trip.order.clone(),
            Hand::Made(_) | Hand::Empty => None,
        };
        let piece = refused.as_ref().and_then(super::told::first_piece).cloned();
        let to = refused.as_ref().and_then(|order| {
            order.answers.values().find_map(|answer| match answer {
                Answer::Spot(spot) => Some(*spot),
                Answer::Way(legs) => match legs.last()? {
                    crate::game::Leg::Hex(hex) => Some(Spot::Hex(*hex)),
                    crate::game::Leg::Step { .. } => None,
                },
                _ => None,
            })
        });
        let Some(act) = self.game.acts().first().map(|verb| verb.name) else { return };
        self.put_back();
        self.open_fiat(act, piece);
        if let Some(form) = &mut self.fiat {
            form.clause = clause.split_once(':').map_or(clause, |(_, bare)| bare).to_owned();
        }
        if let Some(to) = to {
            self.fiat_at(to);
        }
    }

    /// The form is about this piece, where it asks for one.
    pub(super) fn fiat_about(&mut self, piece: &str) {
        let Some(form) = &self.fiat else { return };
        let names = |question: &&Question| matches!(&question.ask, Ask::One(of) if of.iter().any(|choice| choice.key == piece));
        if let Some(field) = form.questions.iter().find(names).map(|question| question.field.clone()) {
            self.fiat_answer(&field, Some(Answer::One(piece.to_owned())));
        }
    }

    /// It is about this place, where it asks for one.
    pub(super) fn fiat_at(&mut self, spot: Spot) {
        let Some(form) = &self.fiat else { return };
        let field = form.questions.iter().find(|question| question.ask == Ask::Spot);
        if let Some(field) = field.map(|question| question.field.clone()) {
            self.fiat_answer(&field, Some(Answer::Spot(spot)));
            if let Some(form) = &mut self.fiat {
                form.fresh = true;
            }
        }
    }

    pub(super) fn fiat_answer(&mut self, field: &str, answer: Option<Answer>) {
        let Some(form) = &mut self.fiat else { return };
        match answer {
            Some(answer) => drop(form.act.answers.insert(field.to_owned(), answer)),
            None => drop(form.act.answers.remove(field)),
        }
        form.fault = None;
        // What fits one field may hang on another.
        form.questions = self.game.act_questions(&form.act);
        form.act.answers.retain(|field, answer| {
            form.questions.iter().any(|question| {
                question.field == *field && (fits(question, answer) || !matches!(question.ask, Ask::One(_)))
            })
        });
        self.version += 1;
        // Where only one thing fits, it is said.
        let Some(form) = &self.fiat else { return };
        let only = form.questions.iter().find_map(|question| match &question.ask {
            Ask::One(of) if of.len() == 1 && !form.act.answers.contains_key(&question.field) => {
                Some((question.field.clone(), of[0].key.clone()))
            }
            _ => None,
        });
        if let Some((field, key)) = only {
            let verb = self.game.acts().iter().find(|act| act.name == form.act.verb);
            let text = verb.is_some_and(|verb| {
                verb.fields.iter().any(|known| known.name == field && known.kind == Kind::Text)
            });
            let answer = if text { Answer::Text(key) } else { Answer::One(key) };
            self.fiat_answer(&field, Some(answer));
        }
    }

    /// Decides so.
    pub(super) fn give_fiat(&mut self) {
        let Some(form) = &mut self.fiat else { return };
        if form.wanting(self.book).is_some() {
            return;
        }
        let clause = form.known_clause(self.book).map(|clause| Answer::Text(clause.cite(self.book)));
        let mut order = Draft::new("Fiat")
            .with("act", Answer::Either(Box::new(form.act.clone())))
            .with("reason", Answer::Text(form.reason.trim().to_owned()));
        order.answers.extend(clause.map(|clause| ("clause".to_owned(), clause)));
        match self.game.order(&order, DiceFrom::Rolled, self.viewer) {
            Ok(_) => self.changed(),
            Err(halt) => form.fault = Some(crate::game::sentence(&halt.to_string())),
        }
    }
}
