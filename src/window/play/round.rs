//! Round a piece and under the pointer: the ring of orders chosen on a piece, an order aimed by the pointer, and the marks for
//! the piece under the pointer.

use egui::Context;

use crate::canvas::middle_of;
use crate::filled::answer_of;
use crate::panels::ring::RingItem;
use crate::texts::play as texts;
use drawing::Mark;
use game::{Answer, Ask, ChosenBy, Draft, RulerEnd, Spot, Verb, WireRefusal, sentence};

use super::Play;
use super::hand::Hand;
use super::summary::{Row, names_piece, verb_of};

/// The ring round a piece: it stays open as long as nothing else changes.
#[derive(Debug)]
pub struct Ring {
    pub piece: String,
    version: u64,
    /// Its items, in the order of their numbers.
    pub items: Vec<RingItem>,
    /// The item under the pointer, with its sketch.
    shown: Option<(usize, Vec<Mark>)>,
}

/// An order aimed by the pointer.
#[derive(Debug)]
pub struct Aim {
    /// The order whose card is shown.
    of: Draft,
    pub marks: Vec<Mark>,
    /// Its words there, with the odds.
    pub words: String,
    pub refusal: Option<Box<WireRefusal>>,
}

/// The marks for the piece under the pointer, valid for the same version, piece, and acting piece.
#[derive(Debug, Default)]
pub struct Under {
    of: (u64, Option<String>, Option<String>),
    pub marks: Vec<Mark>,
}

impl Aim {
    /// Is it of this order?
    pub fn is_of(&self, order: Option<&Draft>) -> bool {
        order == Some(&self.of)
    }
}

impl Play {
    /// The orders chosen on this piece, each once: available ones, and the others with the reason.
    pub(super) fn ring_items(&self, piece: &str) -> Vec<RingItem> {
        let side =
            self.summary.groups.iter().find(|group| group.members.iter().any(|one| one.piece == piece));
        if side.is_none_or(|group| Some(&group.side) != self.summary.deciding.as_ref()) {
            return Vec::new();
        }
        let mut items: Vec<RingItem> = Vec::new();
        for verb in self.game.verbs().iter().filter(|verb| verb.chosen_by == ChosenBy::OnPiece) {
            for item in self.ring_of_verb(verb, piece) {
                match items.iter_mut().find(|known| known.words == item.words) {
                    // The same by two verbs: the available one.
                    Some(known) if known.order.is_none() => *known = item,
                    Some(_) => {}
                    None => items.push(item),
                }
            }
        }
        items
    }

    /// The listed orders of this piece, such as its shots: those without effect come last, marked as such.
    fn listed_of(&self, piece: &str) -> Vec<RingItem> {
        let verbs = self.game.verbs();
        let carries_out = |order: &Draft| {
            let first = verb_of(verbs, order).and_then(|verb| verb.fields.first());
            let answer = first.and_then(|field| order.answers.get(field.name));
            matches!(answer, Some(Answer::One(key)) if key == piece)
        };
        let rows = self.summary.listed.groups.iter().flat_map(|(_, rows)| rows);
        let mut own: Vec<&Row> = rows.filter(|row| carries_out(&row.order)).collect();
        own.sort_by_key(|row| row.is_in_vain());
        let words = |row: &Row| match &row.listing {
            Some(listing) if listing.in_vain => format!("{}: {}", listing.words, listing.note),
            Some(listing) => listing.words.clone(),
            None => row.words.clone(),
        };
        own.iter()
            .map(|row| RingItem { words: words(row), order: Some(row.order.clone()), why: None })
            .collect()
    }

    fn ring_of_verb(&self, verb: &'static Verb, piece: &str) -> Vec<RingItem> {
        let offered: Vec<&Draft> = self
            .summary
            .offers
            .iter()
            .map(|offer| &offer.order)
            .filter(|order| order.verb == verb.name && names_piece(order, piece))
            .collect();
        let Some(first) = verb.fields.first() else { return Vec::new() };
        let blank = Draft::new(verb.name).with(first.name, Answer::One(piece.to_owned()));
        // Fields of a list's entries are no choices by themselves.
        let own = |field: &str| field != first.name && verb.fields.iter().any(|known| known.name == field);
        let asked =
            self.game.questions(&blank, self.viewer).into_iter().find_map(|question| match question.ask {
                Ask::One(of) if own(&question.field) && !of.is_empty() => Some((question.field, of)),
                _ => None,
            });
        let Some((field, of)) = asked else {
            let words = |order: &Draft| match self.game.listing(order, self.viewer) {
                Some(listing) => listing.words,
                None if offered.len() == 1 => verb.title.to_owned(),
                None => sentence(&self.said_of(order)),
            };
            return offered
                .iter()
                .map(|order| RingItem { words: words(order), order: Some((*order).clone()), why: None })
                .collect();
        };
        let item = |choice: &game::Choosable| {
            let words = sentence(&choice.words);
            if let Some(why) = &choice.barred {
                return Some(RingItem { words, order: None, why: Some(why.clone()) });
            }
            let answer = answer_of(verb, &field, choice);
            let same = |order: &&&Draft| order.answers.get(&field) == Some(&answer);
            if let Some(order) = offered.iter().find(same) {
                return Some(RingItem { words, order: Some((*order).clone()), why: None });
            }
            // An order that stands for others is questioned for them.
            let order = (*offered.first()?).clone().with(&field, answer);
            let refusal = self.game.plain_card(&order, &[], self.viewer).ok()?.refusal;
            let short = |clause: &str| clause.split_once(':').map_or(clause, |(_, id)| id).to_owned();
            let why = refusal.map(|refusal| format!("{} ({})", refusal.fact(), short(&refusal.clause)));
            Some(RingItem { words, order: Some(order).filter(|_| why.is_none()), why })
        };
        of.iter().filter_map(item).collect()
    }

    /// Does an order chosen on a piece stand for others with several pieces, which are chosen before it is given?
    pub(super) fn is_made_up(&self, order: &Draft) -> bool {
        let on_piece =
            verb_of(self.game.verbs(), order).is_some_and(|verb| verb.chosen_by == ChosenBy::OnPiece);
        let family = || self.summary.offers.iter().any(|offer| offer.family && offer.order == *order);
        let some = || self.game.questions(order, self.viewer);
        on_piece
            && family()
            && some().iter().any(|question| {
                !question.may_be_left && matches!(&question.ask, Ask::Some { of, .. } if of.len() > 1)
            })
    }

    /// An offered order in words.
    fn said_of(&self, order: &Draft) -> String {
        let offers = &self.summary.offers;
        offers.iter().find(|offer| offer.order == *order).map_or(String::new(), |offer| offer.words.clone())
    }

    /// The orders chosen on the selected piece, updated after any change.
    pub(super) fn seek_ring(&mut self) {
        if (self.on_piece.0, &self.on_piece.1) == (self.version, &self.selected) {
            return;
        }
        let free = self.looking.is_none();
        let items = self.selected.as_deref().filter(|_| free).map(|piece| self.ring_items(piece));
        self.on_piece = (self.version, self.selected.clone(), items.unwrap_or_default());
    }

    /// Opens the ring round the selected piece, or closes it.
    pub(super) fn toggle_ring(&mut self, ctx: &Context) {
        if self.open_ring().is_some() {
            self.ring = None;
            return;
        }
        let Some(piece) = self.carried().map(str::to_owned).or_else(|| self.selected.clone()) else {
            return self.say(ctx, texts::RING_OF_NOBODY);
        };
        self.select(Some(piece.clone()));
        self.seek_ring();
        let items: Vec<RingItem> = self.on_piece.2.iter().cloned().chain(self.listed_of(&piece)).collect();
        if items.is_empty() {
            return self.say(ctx, texts::RING_EMPTY);
        }
        self.ring = Some(Ring { piece, version: self.version, items, shown: None });
    }

    /// The ring, as long as nothing has changed since it was opened.
    pub(super) fn open_ring(&self) -> Option<&Ring> {
        self.ring.as_ref().filter(|ring| ring.version == self.version && self.looking.is_none())
    }

    /// Sketches the item under the pointer on the table.
    pub(super) fn show_in_ring(&mut self, over: Option<usize>) {
        let scale = self.canvas.scale().unwrap_or(drawing::USUAL_SCALE);
        let Some(ring) = &mut self.ring else { return };
        if ring.shown.as_ref().map(|(known, _)| *known) == over {
            return;
        }
        let order = over.and_then(|place| Some((place, ring.items.get(place)?.order.as_ref()?)));
        ring.shown = order.map(|(place, order)| (place, self.game.sketch(order, scale, self.viewer)));
    }

    /// The sketch of the ring's item.
    pub(super) fn ring_marks(&self) -> &[Mark] {
        let shown = self.open_ring().and_then(|ring| ring.shown.as_ref());
        shown.map_or(&[], |(_, marks)| marks)
    }

    /// Chooses an item of the ring by its index; an unavailable one shows the reason.
    pub(super) fn choose_in_ring(&mut self, ctx: &Context, place: usize) {
        let Some(item) = self.ring.as_ref().and_then(|ring| ring.items.get(place).cloned()) else { return };
        match (item.order, item.why) {
            (Some(order), _) => {
                self.ring = None;
                self.deed(ctx, super::PlayAction::Take(order));
            }
            (None, Some(why)) => self.say(ctx, format!("{}: {why}", item.words)),
            (None, None) => {}
        }
    }

    /// The order whose card is shown, if the pointer aims it.
    pub(super) fn aimed_order(&self) -> Option<&Draft> {
        let Hand::Card(held) = &self.hand else { return None };
        let free = self.looking.is_none() && self.tray.is_none();
        let aimed = verb_of(self.game.verbs(), &held.0).is_some_and(|verb| verb.aimed);
        (free && aimed).then_some(&held.0)
    }

    /// The pointer is over a place: shows the order in hand as aimed there.
    pub(super) fn aim(&mut self, spot: Option<Spot>) {
        self.aim = None;
        let (Some(of), Some(spot)) = (self.aimed_order().cloned(), spot) else { return };
        let Some(order) = self.game.pointed(&of, spot, self.viewer) else { return };
        let scale = self.canvas.scale().unwrap_or(drawing::USUAL_SCALE);
        let listing = self.game.listing(&order, self.viewer);
        let words = listing.map(|listing| format!("{}: {}", listing.words, listing.note)).unwrap_or_default();
        let refusal = self.game.plain_card(&order, &[], self.viewer).ok().and_then(|card| card.refusal);
        self.aim = Some(Aim { of, marks: self.game.sketch(&order, scale, self.viewer), words, refusal });
    }

    /// A place was clicked while an order is aimed: aims it there. `false` if none is, or it cannot be.
    pub(super) fn aim_at(&mut self, spot: Spot) -> bool {
        let Some(of) = self.aimed_order() else { return false };
        let Some(order) = self.game.pointed(of, spot, self.viewer) else { return false };
        self.show_card(order);
        true
    }

    /// A piece was clicked while an order is aimed: aims it where the pointer is on the piece.
    pub(super) fn aim_at_piece(&mut self, piece: &str) -> bool {
        let at = match &self.pointed {
            Some(RulerEnd::Place(spot)) => Some(*spot),
            _ => middle_of(&self.summary.stage, piece)
                .map(|at| Spot::Point { x: f64::from(at.x), y: f64::from(at.y) }),
        };
        at.is_some_and(|at| self.aim_at(at))
    }

    /// The best legal order of the selected piece aimed at a piece that has nothing to do itself.
    pub(super) fn aimed_on(&self, piece: &str) -> Option<Draft> {
        let may = |order: &Draft| {
            let card = self.game.plain_card(order, &[], self.viewer);
            card.is_ok_and(|card| card.refusal.is_none())
        };
        let worth =
            |order: &Draft| self.game.listing(order, self.viewer).map_or(0.0, |listing| listing.worth);
        let found = self.aimed_orders(piece).into_iter().filter(may);
        found.max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }

    /// The orders of the selected piece aimed at a piece that has nothing to do itself, legal or not.
    pub(super) fn aimed_orders(&self, piece: &str) -> Vec<Draft> {
        let Some(by) = self.selected_to_act().filter(|by| *by != piece) else { return Vec::new() };
        let Some(at) = middle_of(&self.summary.stage, piece) else { return Vec::new() };
        if self.summary.about(piece).next().is_some() {
            return Vec::new();
        }
        let spot = Spot::Point { x: f64::from(at.x), y: f64::from(at.y) };
        let aimed = |order: &&Draft| {
            verb_of(self.game.verbs(), order)
                .is_some_and(|verb| verb.aimed && verb.chosen_by == ChosenBy::Listed)
        };
        let orders = self.summary.about(by).map(|offer| &offer.order).filter(aimed);
        orders.filter_map(|order| self.game.pointed(order, spot, self.viewer)).collect()
    }

    /// Updates the marks for the piece under the pointer: while it rests there, or something is in hand.
    pub(super) fn seek_under_pointer(&mut self) {
        let tells = self.canvas.tells || matches!(self.hand, Hand::Piece(_));
        let tells = tells && self.aimed_order().is_none();
        let hovered = self.canvas.hovered.as_deref().filter(|_| tells && self.tray.is_none());
        let piece = hovered.map(|stand| self.summary.stage.piece_of(stand).to_owned());
        let by = self.carried().or(self.selected.as_deref()).map(str::to_owned);
        let of = (self.version, piece, by);
        if self.under.of == of {
            return;
        }
        let marks =
            of.1.as_deref()
                .filter(|piece| of.2.as_deref() != Some(*piece))
                .map(|piece| self.seen().under_pointer(piece, of.2.as_deref(), self.viewer));
        self.under = Under { marks: marks.unwrap_or_default(), of };
    }
}
