//! A guided first turn: one lesson after another, with the thing to click highlighted. Lessons follow the game, not a script:
//! the first one that fits the state is shown.

use std::collections::{BTreeMap, BTreeSet};

use crate::state::Habit;
use crate::texts::{commands, due, log};
use crate::views::guide::Saying;
use desk::DiceFrom;
use dice::TypedEntry;
use game::lesson::{Lesson, When};
use game::{Card, ChosenBy, Draft};

use super::hand::Hand;
use super::summary::{names_piece, verb_of};
use super::{Play, PlayAction};

/// Progress of the guided turn; lessons by index.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    /// Lessons done, each with the order that was given meanwhile; 0 for one about the program.
    learnt: BTreeMap<usize, usize>,
    /// The lessons shown since this order.
    shown: (usize, BTreeSet<usize>),
    /// The present lesson.
    now: Option<usize>,
    /// Lessons skipped: they are not shown again.
    skipped: BTreeSet<usize>,
    /// Number of its dice used so far, by the order after which the game stood.
    fallen: BTreeMap<usize, usize>,
}

/// How closely a lesson has to fit the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    Exact,
    /// As if nothing were in hand.
    HandAside,
    /// The same, and it may have been learnt: what is due is told again where there is nothing new to say.
    Repeated,
}

/// The present advice.
#[derive(Clone, Debug)]
pub struct Advice {
    pub lesson: &'static Lesson,
    /// The thing to click: the text of its button, or the name of the piece.
    pub lit: Option<String>,
    /// Number of lessons done, and in all.
    pub done: usize,
    pub all: usize,
}

impl Advice {
    /// As it is shown.
    pub(super) fn saying(&self) -> Saying {
        let Lesson { title, what, why, clause, when, .. } = *self.lesson;
        Saying { title, what, why, clause, done: self.done, all: self.all, last: when == When::Over }
    }
}

impl Play {
    /// Starts the guided turn in the present position.
    pub fn guide_on(&mut self) {
        self.common.saved.dice = Habit::Rolled;
        self.guide = Some(Guide::default());
    }

    fn lessons(&self) -> &'static [Lesson] {
        self.common.library.rules().first_turn(self.game.rules()).lessons
    }

    /// The dice of an order in the guided turn, if its example has them; `None` if they are rolled.
    pub(super) fn guided_dice(&mut self, order: &Draft) -> Option<DiceFrom> {
        let dice = self.common.library.rules().first_turn(self.game.rules()).dice;
        let at = self.game.at();
        let guide = self.guide.as_ref()?;
        let fallen = &guide.fallen;
        // An order given again gets the same dice.
        let from = *fallen.get(&at).or_else(|| fallen.values().max()).unwrap_or(&0);
        let (mut thrown, mut now): (Vec<TypedEntry>, usize) = (Vec::new(), from);
        while let Ok(Some(throw)) = self.game.next_throw(order, &thrown) {
            let faces = dice.get(now..now + usize::from(throw.dice))?;
            thrown.push(TypedEntry::Faces(faces.to_vec()));
            now += faces.len();
        }
        if thrown.is_empty() {
            return None;
        }
        let guide = self.guide.as_mut()?;
        guide.fallen.insert(at, from);
        guide.fallen.insert(at + 1, now);
        Some(DiceFrom::Typed(thrown))
    }

    pub(super) fn skip_lesson(&mut self) {
        if let Some(guide) = &mut self.guide {
            guide.skipped.extend(guide.now);
        }
    }

    /// The lesson for this state.
    pub fn advise(&mut self) -> Option<Advice> {
        self.learn();
        let lessons = self.lessons();
        let found = [Fit::Exact, Fit::HandAside, Fit::Repeated]
            .into_iter()
            .find_map(|fit| (0..lessons.len()).find(|place| self.fits(*place, fit)));
        // While its dice are typed the lesson of an order stays.
        let is_thrown_for = self.tray.is_some();
        let guide = self.guide.as_mut()?;
        guide.now = found.or(guide.now.filter(|_| is_thrown_for));
        let place = guide.now?;
        guide.shown.1.insert(place);
        if guide.skipped.contains(&place) {
            return None;
        }
        let (done, lesson) = (guide.learnt.len(), lessons.get(place)?);
        Some(Advice { lesson, lit: self.lit_by(lesson), done: done.min(lessons.len()), all: lessons.len() })
    }

    /// Lessons count as done once an order is given; those about the program, once their state has passed.
    fn learn(&mut self) {
        let (lessons, at) = (self.lessons(), self.game.at());
        let Some(guide) = &self.guide else { return };
        let (since, shown) = &guide.shown;
        let learnt = |place: &usize| {
            let order = if lessons.get(*place)?.when.is_about_the_program() { 0 } else { at };
            let passed =
                if order == 0 { at != *since || !self.fits(*place, Fit::HandAside) } else { at > *since };
            passed.then_some((*place, order))
        };
        let learnt: Vec<_> = shown.iter().filter_map(learnt).collect();
        let moved_on = at != *since;
        let Some(guide) = &mut self.guide else { return };
        guide.learnt.extend(learnt);
        if moved_on {
            guide.shown = (at, BTreeSet::new());
        }
    }

    fn fits(&self, place: usize, fit: Fit) -> bool {
        let lessons = self.lessons();
        let (Some(lesson), Some(guide)) = (lessons.get(place), &self.guide) else { return false };
        let at = self.game.at();
        // What was learnt by an order that is taken back is new again.
        let is_learnt = |place: usize| guide.learnt.get(&place).is_some_and(|order| *order <= at);
        let learnt = |title| lessons.iter().position(|one| one.title == title).is_some_and(is_learnt);
        let repeated = fit == Fit::Repeated && matches!(lesson.when, When::Due(_) | When::Movable);
        let is_its_time = (!lesson.once || repeated || !is_learnt(place))
            && (lesson.after.is_empty() || learnt(lesson.after));
        let is_free = fit != Fit::Exact || self.hand.is_empty() || self.holds_what_is_asked();
        let free = is_free && self.tray.is_none();
        is_its_time
            && match lesson.when {
                When::Due(kinds) => self.due_of(kinds).any(|order| free || self.is_under_way(order)),
                When::Asked(kind) => {
                    let is_it = |verb: &str| self.is_of(verb, &[kind]);
                    self.tray.is_none() && matches!(&self.hand, Hand::Made(made) if is_it(&made.draft.verb))
                }
                When::Movable => free && !self.summary.listed.by_hand.is_empty(),
                When::InHand => matches!(self.hand, Hand::Piece(_)),
                When::Card => matches!(&self.hand, Hand::Card(held) if !self.is_way_back(&held.1)),
                When::Working => free && self.open_entries.is_empty() && at > 0,
                When::Given(kind) => {
                    free && self.game.last_verb().is_some_and(|verb| self.is_of(&verb, &[kind]))
                }
                When::Again(kind) => {
                    let given = self.game.last_verb().is_some_and(|verb| self.is_of(&verb, &[kind]));
                    free && given && self.due_of(&[kind]).next().is_some()
                }
                When::Told(kind) => {
                    let told = self
                        .log
                        .order(at)
                        .is_some_and(|row| row.facts.banners.iter().any(|banner| banner.kind == kind));
                    self.tray.is_none() && told && !self.open_entries.contains(&at)
                }
                When::Undone => self.game.can_redo(),
                When::Over => self.game.turn_number() > 1 || self.game.is_over(),
            }
    }

    /// The orders of these kinds that the panel shows.
    fn due_of<'p>(&'p self, kinds: &'p [&str]) -> impl Iterator<Item = &'p Draft> {
        let verbs = self.game.verbs();
        let is_shown = |order: &Draft| {
            verb_of(verbs, order)
                .is_some_and(|verb| !matches!(verb.chosen_by, ChosenBy::OnPiece | ChosenBy::Asked))
        };
        let of_kind = self.summary.offers.iter().filter(|offer| kinds.contains(&offer.kind));
        of_kind.map(|offer| &offer.order).filter(move |order| is_shown(order))
    }

    /// Is this order in hand, or does it wait for its dice?
    fn is_under_way(&self, order: &Draft) -> bool {
        match (&self.tray, &self.hand) {
            (Some(tray), _) => tray.order.verb == order.verb,
            (None, Hand::Card(held)) => held.0 == *order && self.is_way_back(&held.1),
            (None, Hand::Made(made)) => made.draft.verb == order.verb,
            // Who comes back is in hand by itself.
            (None, Hand::Piece(held)) => names_piece(order, &held.held.summary().piece),
            (None, Hand::Empty) => false,
        }
    }

    /// Is it the card of a way back, which is shown automatically if nothing else may be done?
    fn is_way_back(&self, card: &Card) -> bool {
        self.summary.listed.is_owed
            && card.throw.is_none()
            && !(card.tried.is_empty() && card.ways.is_empty())
    }

    /// Is this verb offered as one of these kinds?
    fn is_of(&self, verb: &str, kinds: &[&str]) -> bool {
        self.game.kinds().iter().any(|kind| kinds.contains(&kind.name) && kind.verbs.contains(&verb))
    }

    /// The text of the thing to click for an order of one of these kinds.
    fn lit_by_due(&self, kinds: &[&str]) -> Option<String> {
        match &self.hand {
            // A drawn chit is answered by its name.
            _ if self.tray.is_some() => return None,
            Hand::Card(held) => return Some(button_of(&held.1)),
            Hand::Made(made) if made.is_ready() && self.is_of(&made.draft.verb, kinds) => {
                return Some(button_of(&made.card));
            }
            Hand::Made(_) | Hand::Piece(_) | Hand::Empty => {}
        }
        let due: Vec<&Draft> = self.due_of(kinds).collect();
        let listed = &self.summary.listed;
        if let Some(row) = listed.rows().find(|row| due.contains(&&row.order)) {
            let typed = row.named && self.common.saved.dice == Habit::Typed;
            return Some(if typed { due::PLAYERS_DREW.to_owned() } else { row.words.clone() });
        }
        let is_due = |piece: &str| due.iter().any(|order| names_piece(order, piece));
        let moved = |(title, pieces): &(&str, Vec<(String, String)>)| {
            let (_, name) = pieces.iter().find(|(piece, _)| is_due(piece))?;
            Some(due::by_hand(name, title))
        };
        listed.by_hand.iter().find_map(moved).or_else(|| self.lit_to_make_up(&due))
    }

    /// The same for an order that is made up: as it is proposed, as it is offered, or the button that begins it.
    fn lit_to_make_up(&self, due: &[&Draft]) -> Option<String> {
        let (listed, proposals) = (&self.summary.listed, &self.proposals);
        let verb = listed.made_up.iter().find(|verb| due.iter().any(|order| order.verb == verb.name))?;
        let as_it_is = if proposals.is_empty() { &listed.ready } else { proposals };
        let begins = || match self.game.proposes() {
            true => PlayAction::Propose.facts().text.to_owned(),
            false => verb.title.to_owned(),
        };
        let found = as_it_is.iter().find(|(order, _)| order.verb == verb.name);
        Some(found.map_or_else(begins, |(_, words)| words.clone()))
    }

    /// The text of the thing to click for this lesson.
    fn lit_by(&self, lesson: &Lesson) -> Option<String> {
        match lesson.when {
            When::Due(kinds) => self.lit_by_due(kinds),
            When::Asked(_) => match &self.hand {
                Hand::Made(made) => Some(button_of(&made.card)),
                _ => None,
            },
            When::Movable => {
                let (title, pieces) = self.summary.listed.by_hand.first()?;
                Some(due::by_hand(&pieces.first()?.1, title))
            }
            When::InHand => Some(due::PUT_DOWN.to_owned()),
            When::Card => match &self.hand {
                Hand::Card(held) => Some(button_of(&held.1)),
                _ => None,
            },
            When::Given(_) => Some(commands::UNDO[0].to_owned()),
            When::Again(kind) => self.lit_by_due(&[kind]),
            When::Told(_) => Some(log::working_of(self.game.at())),
            When::Undone => Some(commands::REDO[0].to_owned()),
            When::Working => Some(log::working_of(self.game.at())),
            When::Over => None,
        }
    }
}

/// The text of the button that gives a card's order.
fn button_of(card: &Card) -> String {
    if card.act.is_empty() { due::by_enter(due::CONFIRM) } else { card.act.clone() }
}
