//! A guided first turn: one lesson after another, with the thing to click highlighted. Lessons follow the game, not a script:
//! the first one that fits the state is shown.

use std::collections::{BTreeMap, BTreeSet};

use crate::state::Habit;
use crate::texts::{commands, due, log};
use crate::views::guide::Saying;
use desk::DiceFrom;
use dice::TypedEntry;
use game::lesson::{Lesson, When};
use game::{Card, Draft};

use super::Play;
use super::hand::Hand;
use super::summary::names_piece;

/// Progress of the guided turn; lessons by index.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    /// Lessons done.
    learnt: BTreeSet<usize>,
    /// The present lesson.
    now: Option<usize>,
    /// Lessons skipped: they are not shown again.
    skipped: BTreeSet<usize>,
    /// Number of its dice used so far, by the order after which the game stood.
    fallen: BTreeMap<usize, usize>,
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

    /// The lesson for this state; the one before counts as done once its state has passed.
    pub fn advise(&mut self) -> Option<Advice> {
        let lessons = self.lessons();
        let before = self.guide.as_ref()?.now;
        if let Some(place) = before
            && !self.fits(place)
        {
            self.guide.as_mut()?.learnt.insert(place);
        }
        let fits = (0..lessons.len()).find(|place| self.fits(*place));
        let guide = self.guide.as_mut()?;
        guide.now = fits.or(before);
        let place = guide.now?;
        if guide.skipped.contains(&place) {
            return None;
        }
        let (done, lesson) = (guide.learnt.len(), lessons.get(place)?);
        Some(Advice { lesson, lit: self.lit_by(lesson), done: done.min(lessons.len()), all: lessons.len() })
    }

    fn fits(&self, place: usize) -> bool {
        let lessons = self.lessons();
        let (Some(lesson), Some(guide)) = (lessons.get(place), &self.guide) else { return false };
        let learnt = |title| {
            lessons.iter().position(|one| one.title == title).is_some_and(|at| guide.learnt.contains(&at))
        };
        let is_its_time = (!lesson.once || !guide.learnt.contains(&place))
            && (lesson.after.is_empty() || learnt(lesson.after));
        let free = (self.hand.is_empty() || self.holds_what_is_asked()) && self.tray.is_none();
        is_its_time
            && match lesson.when {
                When::Due(kinds) => {
                    let due = |verb: &str| self.is_of(verb, kinds);
                    // Orders of one verb may be offered as several kinds: a retreat, or a rout.
                    let other = |order: &Draft| {
                        let mut offers = self.summary.offers.iter();
                        offers.any(|offer| offer.order == *order && !kinds.contains(&offer.kind))
                    };
                    let meant = |order: &Draft| due(&order.verb) && !other(order);
                    let card =
                        matches!(&self.hand, Hand::Card(held) if meant(&held.0) && self.is_way_back(&held.1));
                    let drawing = self.tray.as_ref().is_some_and(|tray| due(&tray.order.verb));
                    let listed = self.summary.listed.rows().any(|row| meant(&row.order));
                    // Who comes back is in hand by itself.
                    let carried = self.carried().is_some_and(|piece| {
                        let mut rows = self.summary.listed.rows();
                        rows.any(|row| due(&row.order.verb) && names_piece(&row.order, piece))
                    });
                    drawing || listed && (free || card || carried)
                }
                When::Asked(kind) => {
                    let is_it = |verb: &str| self.is_of(verb, &[kind]);
                    self.tray.is_none() && matches!(&self.hand, Hand::Made(made) if is_it(&made.draft.verb))
                }
                When::Movable => free && !self.summary.listed.by_hand.is_empty(),
                When::InHand => matches!(self.hand, Hand::Piece(_)),
                When::Card => matches!(&self.hand, Hand::Card(held) if !self.is_way_back(&held.1)),
                When::Working => free && self.open_entries.is_empty() && self.game.at() > 0,
                When::Given(kind) => {
                    free && self.game.last_verb().is_some_and(|verb| self.is_of(&verb, &[kind]))
                }
                When::Again(kind) => {
                    let given = self.game.last_verb().is_some_and(|verb| self.is_of(&verb, &[kind]));
                    free && given && self.row_of(&[kind]).is_some()
                }
                When::Told(kind) => {
                    let at = self.game.at();
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

    /// The listed order of one of these kinds, in words.
    fn row_of(&self, kinds: &[&str]) -> Option<String> {
        let mut rows = self.summary.listed.rows();
        rows.find(|row| self.is_of(&row.order.verb, kinds)).map(|row| row.words.clone())
    }

    /// The text of the thing to click for this lesson.
    fn lit_by(&self, lesson: &Lesson) -> Option<String> {
        match lesson.when {
            // A drawn chit is answered by its name.
            When::Due(_) if self.tray.is_some() => None,
            When::Due(kinds) => {
                if let Hand::Card(held) = &self.hand {
                    return Some(button_of(&held.1));
                }
                let mut rows = self.summary.listed.rows();
                let row = rows.find(|row| self.is_of(&row.order.verb, kinds))?;
                match (row.named, self.common.saved.dice) {
                    (true, Habit::Typed) => Some(due::PLAYERS_DREW.to_owned()),
                    _ => Some(row.words.clone()),
                }
            }
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
            When::Again(kind) => self.row_of(&[kind]),
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
