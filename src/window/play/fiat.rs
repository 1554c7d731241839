//! Acts of the referee: the form of an act, whatever the rules, and the order it makes.

use std::collections::BTreeSet;

use egui::Ui;

use crate::book::{clause_named, is_offered, options_of};
use crate::command::Command;
use crate::filled::{Filled, answer_of, placed, said_with, spot_of, turned};
use crate::floating::floating_ui;
use crate::layout::{self, Pane};
use crate::order_line::begins_line;
use crate::panels::fiat::{FormModel, fiat_ui};
use crate::texts::{menus, play as texts};
use crate::views::ViewContext;
use desk::{DiceFrom, EarlierAct};
use game::{Answer, Ask, Card, Draft, Extent, Fiat, Leg, Question, Spot, Verb, Viewer, sentence};
use rulebook::{Clause, OptionEntry, Rulebook};

use super::Play;
use super::hand::Hand;
use super::summary::first_piece;

/// An act of the referee being filled in.
#[derive(Clone, Debug)]
pub struct Form {
    /// With defaults in place of answers not given.
    pub act: Draft,
    pub questions: Vec<Question>,
    /// The fields without an answer.
    unsaid: BTreeSet<String>,
    /// The clause overruled, as typed; may be empty.
    pub clause: String,
    pub reason: String,
    pub fault: Option<String>,
    /// The refused order that may stand instead of any act; `None`: only an act will do.
    pub stands: Option<Draft>,
    /// Why the refused order can never stand, if it was opened for one that cannot.
    pub barred: Option<String>,
    /// The options that would make it a rule.
    pub rules: Vec<&'static OptionEntry>,
    /// Just opened: typing goes to the reason.
    pub fresh: bool,
    /// Are other kinds of act shown, to choose from?
    pub unfolded: bool,
    /// The card of its result.
    pub card: Card,
    /// Similar acts given before, the last one first.
    pub earlier: Vec<EarlierAct>,
}

impl Form {
    /// The typed clause, if the book has it.
    pub fn known_clause(&self, book: &'static Rulebook) -> Option<&'static Clause> {
        clause_named(book, self.clause.trim()).filter(|_| !self.clause.trim().is_empty())
    }

    /// The pieces in the act.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        self.act.answers.values().filter_map(|answer| match answer {
            Answer::One(key) => Some(key.as_str()),
            _ => None,
        })
    }

    /// The place in the act.
    pub fn spot(&self) -> Option<Spot> {
        spot_of(&self.act)
    }

    /// Do Q and E turn the piece that it places?
    pub fn turns(&self) -> bool {
        turned(&self.act, 0.0).is_some()
    }

    /// What is missing before it can be decided.
    pub fn wanting(&self, book: &'static Rulebook) -> Option<String> {
        if let Some(words) = wanting(&self.questions, &self.act).filter(|_| self.stands.is_none()) {
            return Some(words);
        }
        if !self.clause.trim().is_empty() && self.known_clause(book).is_none() {
            return Some(texts::no_clause(self.clause.trim()));
        }
        self.reason.trim().is_empty().then(|| texts::SAY_WHY.to_owned())
    }

    /// The answers given, without defaults.
    fn said(&self) -> Draft {
        let mut said = self.act.clone();
        said.answers.retain(|field, _| !self.unsaid.contains(field));
        said
    }

    /// The fiat, as far as it is filled in.
    fn fiat(&self, book: &'static Rulebook) -> Draft {
        let clause = self.known_clause(book).map(|clause| clause.cite(book));
        let (act, reason) = (self.act.clone(), self.reason.trim().to_owned());
        Fiat { act, reason, clause }.draft()
    }
}

/// What a draft still lacks.
pub fn wanting(questions: &[Question], draft: &Draft) -> Option<String> {
    let is_open = |question: &&Question| {
        let answer = draft.answers.get(&question.field);
        answer.map_or(!question.may_be_left, |answer| !fits(question, answer))
    };
    let open = || questions.iter().filter(is_open);
    // A place depends on the piece; an empty list may be filled by an earlier answer.
    let is_asked = |question: &&Question| question.ask != Ask::Spot && !is_empty(&question.ask);
    let open = open()
        .find(is_asked)
        .or_else(|| open().find(|question| question.ask != Ask::Spot))
        .or_else(|| open().next())?;
    Some(match &open.ask {
        ask if is_empty(ask) => texts::none_to_choose(&open.prompt),
        Ask::One(_) | Ask::Some { .. } | Ask::Either(_) => texts::choose_the(&open.prompt),
        Ask::Spot => texts::CLICK_PLACE.to_owned(),
        _ => texts::say_the(&open.prompt),
    })
}

/// Is one to be chosen from an empty list?
fn is_empty(ask: &Ask) -> bool {
    matches!(ask, Ask::One(of) | Ask::Either(of) if of.is_empty())
}

/// A value chosen from a list is a text on the wire.
fn fits(question: &Question, answer: &Answer) -> bool {
    match (&question.ask, answer) {
        (Ask::One(of), Answer::Text(key)) => of.iter().any(|choice| choice.key == *key),
        (ask, answer) => ask.check(answer, Extent::Whole).is_ok(),
    }
}

impl Play {
    /// Opens the form for an act, about the given piece, its last one, or the selected one.
    pub(super) fn open_fiat(&mut self, act: &str, piece: Option<String>) {
        // It may come from a dialog that lies over it.
        self.common.close_dialog();
        let before = self.fiat.take();
        let held = before.as_ref().and_then(|form| first_piece(&form.act).cloned());
        let about = piece.or(held).or_else(|| self.selected.clone());
        let (clause, reason) = before.map(|form| (form.clause, form.reason)).unwrap_or_default();
        self.fiat = Some(Form {
            act: Draft::new(act),
            questions: Vec::new(),
            unsaid: BTreeSet::new(),
            clause,
            reason,
            fault: None,
            stands: None,
            barred: None,
            rules: Vec::new(),
            fresh: true,
            unfolded: false,
            card: Card::default(),
            earlier: Vec::new(),
        });
        self.fill_in(Draft::new(act));
        if let Some(piece) = about {
            self.fiat_about(&piece);
        }
        // It is beside the table and covers nothing of it.
        if let Some(layout) = &mut self.common.saved.layout {
            layout::set_open(layout, Pane::Orders, true);
        }
    }

    /// Opens the form of the act for this cell of the tables, if the rules have one.
    pub(super) fn correct(&mut self, ctx: &egui::Context, cell: &str) {
        let found = self.game.open_acts().into_iter().find_map(|act| {
            let questions = self.game.act_questions(&Draft::new(act.name), self.viewer);
            questions.into_iter().find_map(|question| match &question.ask {
                Ask::One(of) => {
                    let choice = of.iter().find(|choice| choice.key == cell)?;
                    Some((act.name, question.field.clone(), answer_of(act, &question.field, choice)))
                }
                _ => None,
            })
        });
        let Some((act, field, answer)) = found else {
            return self.say(ctx, texts::NOT_TO_CORRECT);
        };
        self.put_back();
        self.open_fiat(act, None);
        self.fiat_answer(&field, Some(answer));
    }

    /// Opens the form that overrules a refusal, filled in as far as an act does what was refused.
    pub(super) fn overrule(&mut self, clause: &str) {
        // Who may not move at all is taken in hand all the same: the order that comes of it is refused, and let stand.
        if let Hand::Piece(in_hand) = &self.hand
            && in_hand.held.summary().refusal.is_some()
            && let Some(held) = self.game.pick_up_anyway(&in_hand.held.summary().piece, self.viewer)
        {
            return self.take_in_hand(held);
        }
        let refused = match &self.hand {
            Hand::Card(card) => Some(card.0.clone()),
            Hand::Piece(in_hand) => in_hand.trip.order.clone(),
            Hand::Made(made) => Some(made.draft.clone()),
            Hand::Empty => None,
        };
        let rests = match &self.hand {
            Hand::Piece(in_hand) => in_hand.trip.rests,
            Hand::Made(_) | Hand::Card(_) | Hand::Empty => None,
        };
        self.overrule_order(clause, refused, rests);
    }

    /// The same for an order that need not be in hand; `rests`: where the acting piece would end, if that is known.
    pub(super) fn overrule_order(&mut self, clause: &str, refused: Option<Draft>, rests: Option<Spot>) {
        let lifted = match &self.hand {
            Hand::Piece(in_hand) => Some(in_hand.held.summary().piece.clone()),
            Hand::Made(_) | Hand::Card(_) | Hand::Empty => None,
        };
        // The acting piece, not its target.
        let acts = |order: &Draft| {
            let verb = self.game.verbs().iter().find(|verb| verb.name == order.verb)?;
            let fields = verb.fields.iter().filter_map(|field| order.answers.get(field.name));
            fields.into_iter().find_map(|answer| match answer {
                Answer::One(key) => Some(key.clone()),
                _ => None,
            })
        };
        let piece = lifted
            .or_else(|| refused.as_ref().and_then(acts))
            .or_else(|| refused.as_ref().and_then(first_piece).cloned());
        let to = rests.or_else(|| {
            refused.as_ref()?.answers.values().find_map(|answer| match answer {
                Answer::Spot(spot) => Some(*spot),
                Answer::Way(legs) => match legs.last()? {
                    Leg::Hex(hex) => Some(Spot::Hex(*hex)),
                    Leg::Step { .. } => None,
                },
                _ => None,
            })
        });
        let Some(act) = self.act_on(piece.as_deref()) else { return };
        // An order that is made up is still there if the referee does not decide.
        if !matches!(self.hand, Hand::Made(_)) {
            self.put_back();
        }
        self.open_fiat(act, piece);
        let barred = refused.as_ref().and_then(|order| self.barred_from_standing(order, clause));
        let stands = refused.filter(|_| barred.is_none());
        let rules = options_of(&*self.game, self.book, clause);
        if let Some(form) = &mut self.fiat {
            form.clause = clause.split_once(':').map_or(clause, |(_, bare)| bare).to_owned();
            form.reason = stands
                .as_ref()
                .and_then(|order| Some(order.let_stand.as_ref()?.reason.clone()))
                .unwrap_or_default();
            form.barred = barred;
            form.stands = stands;
            form.rules = rules;
        }
        match to {
            Some(to) => self.fiat_at(to),
            None => self.judge_form(),
        }
    }

    /// Shows what else the referee may do about a refused order than to let it stand.
    pub(super) fn decide_otherwise(&mut self) {
        if let Some(form) = &mut self.fiat {
            form.stands = None;
        }
        self.judge_form();
    }

    /// What the order means nothing against, though all that refuses it before were let stand; `None` if it can stand.
    fn barred_from_standing(&self, order: &Draft, clause: &str) -> Option<String> {
        if self.viewer != Viewer::Referee {
            return Some(String::new());
        }
        let mut order = order.clone().standing(clause, "");
        let mut met = vec![clause.to_owned()];
        loop {
            let Ok(card) = self.game.plain_card(&order, &[], self.viewer) else { return Some(String::new()) };
            let refusal = card.refusal?;
            if met.contains(&refusal.clause) {
                return Some(refusal.fact().to_owned());
            }
            order = order.standing(&refusal.clause, "");
            met.push(refusal.clause.clone());
        }
    }

    /// The first act for this piece that has a place: a piece off the table is brought back, not moved.
    fn act_on(&self, piece: Option<&str>) -> Option<&'static str> {
        let acts = self.game.open_acts();
        let fits = |verb: &&&'static Verb| {
            let questions = self.game.act_questions(&Draft::new(verb.name), self.viewer);
            let is_about = |question: &Question| piece.is_some_and(|piece| is_offered(question, piece));
            questions.iter().any(is_about) && questions.iter().any(|question| question.ask == Ask::Spot)
        };
        acts.iter().find(fits).or(acts.first()).map(|verb| verb.name)
    }

    /// Answers the form with this piece, if it asks for one.
    pub(super) fn fiat_about(&mut self, piece: &str) {
        let Some(form) = &self.fiat else { return };
        let found = form.questions.iter().find(|question| is_offered(question, piece));
        if let Some(field) = found.map(|question| question.field.clone()) {
            self.fiat_answer(&field, Some(Answer::One(piece.to_owned())));
        }
    }

    /// Answers the form with this place, if it asks for one.
    pub(super) fn fiat_at(&mut self, spot: Spot) {
        let Some(form) = &self.fiat else { return };
        let Some(verb) = self.game.acts().iter().find(|act| act.name == form.act.verb) else { return };
        if let Some(act) = placed(verb, &form.questions, &form.act, spot) {
            self.point_form(act);
            if let Some(form) = &mut self.fiat {
                // Keys that turn the piece would count as letters of the reason: any other key begins it.
                form.fresh = !form.turns();
            }
        }
    }

    /// Turns the piece that the form places, in degrees clockwise.
    pub(super) fn turn_form(&mut self, by: f64) {
        if let Some(act) = self.fiat.as_ref().and_then(|form| turned(&form.act, by)) {
            self.point_form(act);
        }
    }

    /// The act with another place, as near to it as the rules allow.
    fn point_form(&mut self, act: Draft) {
        let fiat = Fiat { act, reason: String::new(), clause: None }.draft();
        let mended = self.game.nearest_legal(fiat, self.viewer);
        let (Some(form), Ok(act)) = (&self.fiat, mended.said().either("act")) else { return };
        let said = said_with(form.said(), &form.act, act);
        self.fill_in(said);
    }

    pub(super) fn fiat_answer(&mut self, field: &str, answer: Option<Answer>) {
        let Some(form) = &self.fiat else { return };
        let mut said = form.said();
        match answer {
            Some(answer) => drop(said.answers.insert(field.to_owned(), answer)),
            None => drop(said.answers.remove(field)),
        }
        self.fill_in(said);
    }

    /// Fills in the form from the answers given, with defaults for the rest.
    fn fill_in(&mut self, mut said: Draft) {
        let game = &*self.game;
        let verb = game.acts().iter().find(|act| act.name == said.verb);
        // The choices of a field may depend on another.
        let questions = game.act_questions(&said, self.viewer);
        said.answers.retain(|field, answer| {
            questions.iter().any(|question| {
                question.field == *field && (fits(question, answer) || !matches!(question.ask, Ask::One(_)))
            })
        });
        let filled = Filled::of(verb, said, |act| game.act_questions(act, self.viewer));
        let Some(form) = &mut self.fiat else { return };
        (form.act, form.questions, form.unsaid) = (filled.draft, filled.questions, filled.unsaid);
        form.fault = None;
        self.judge_form();
    }

    /// Judges the form, and finds earlier decisions.
    fn judge_form(&mut self) {
        self.version += 1;
        let Some(form) = &mut self.fiat else { return };
        if let Some(order) = &form.stands {
            form.card = self.game.plain_card(order, &[], self.viewer).unwrap_or_default();
            return;
        }
        let order = form.fiat(self.book);
        form.card = self.game.card(&order, &[], self.viewer).unwrap_or_default();
        let clause = form.known_clause(self.book).map(|clause| clause.cite(self.book));
        form.earlier = self.game.earlier_acts(&form.act.verb, clause.as_deref(), self.viewer);
    }

    /// The order of the form, as far as it is filled in.
    pub(super) fn fiat_draft(&self) -> Option<Draft> {
        self.fiat.as_ref().map(|form| form.fiat(self.book))
    }

    /// Does this input begin the reason? Then the reason gets the focus.
    pub(super) fn begins_reason(&mut self, ctx: &egui::Context) -> bool {
        let covered = self.common.dialog.is_some() || self.common.finder.is_some();
        let Some(form) = self.fiat.as_mut().filter(|_| !covered) else { return false };
        let begins = begins_line(ctx, form.turns());
        form.fresh |= begins;
        begins
    }

    /// Shows the form and returns its command.
    pub(super) fn fiat_ui(&mut self, ui: &mut Ui, view: &ViewContext) -> Option<Command> {
        let mut form = self.fiat.take()?;
        let before = (form.clause.clone(), form.reason.clone());
        let acts = self.game.open_acts();
        let found = fiat_ui(ui, &mut form, &FormModel { acts: &acts, view });
        let changed = (&form.clause, &form.reason) != (&before.0, &before.1);
        if changed {
            form.fault = None;
        }
        self.fiat = Some(form);
        if changed {
            self.judge_form();
            ui.ctx().request_repaint();
        }
        found
    }

    /// The form over the window, where the panel of orders has been closed under it.
    pub(super) fn floating_fiat_ui(&mut self, ctx: &egui::Context, view: &ViewContext) -> Option<Command> {
        let docked = std::mem::take(&mut self.docked);
        if self.fiat.is_none() || docked {
            return None;
        }
        floating_ui(ctx, "fiat", menus::BY_REFEREE, |ui| self.fiat_ui(ui, view)).flatten()
    }

    /// Gives the decision.
    pub(super) fn give_fiat(&mut self, ctx: &egui::Context) {
        let Some(form) = &mut self.fiat else { return };
        if form.wanting(self.book).is_some() {
            return;
        }
        if let (Some(order), Some(refusal)) = (&form.stands, &form.card.refusal) {
            let order = order.clone().standing(&refusal.clause, form.reason.trim());
            self.fiat = None;
            // What is refused next is asked in the same way, by its own clause.
            let next = self.game.draft_card(&order, self.viewer).refusal;
            return match next {
                Some(next) => self.overrule_order(&next.clause, Some(order), None),
                None => self.give_with(ctx, order, self.common.saved.dice),
            };
        }
        if form.card.refusal.is_some() {
            return;
        }
        let order = form.fiat(self.book);
        match self.game.order(&order, DiceFrom::Rolled, self.viewer) {
            Ok(_) => {
                self.happened();
                self.show_what_is_due();
            }
            Err(halt) => form.fault = Some(sentence(&halt.to_string())),
        }
    }
}
