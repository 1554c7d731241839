//! Orders: the meaning of clicks on pieces and places, orders being made up, and dice typed for them.

use crate::canvas::{corners_of, middle_of, spot_at};
use crate::command::Command;
use crate::filled::{placed, spot_of};
use crate::texts::{play as texts, shared};
use std::sync::mpsc::TryRecvError;

use glam::Vec2;

use crate::background::Background;
use crate::state::{Habit, Tray};
use desk::{DiceFrom, Game, Halt, Thrower};
use dice::TypedEntry;
use game::{
    Absent, Answer, AnswerKind, ChosenBy, Draft, Goal, PieceInHand, RulerEnd, Spot, Trip, Verb, VerbField,
    Viewer,
};

use super::hand::{Hand, InHand, Made, card_with_faces};
use super::summary::{first_place, goes_somewhere, names_piece, verb_of};
use super::{Play, PlayAction};

/// Holding Alt turns off snapping.
pub(super) fn free(ctx: &egui::Context) -> bool {
    ctx.input(|input| input.modifiers.alt)
}

/// The program's roll for the requested throw, if that throw decides nothing.
fn idle(game: &dyn Game, tray: &Tray<Draft>, viewer: Viewer) -> Option<TypedEntry> {
    // Dice rolled against each other are rolled and typed together: all of them are requested.
    let is_sole = tray
        .before
        .last()
        .is_none_or(|(before, _)| (&before.clause, before.by) == (&tray.throw.clause, tray.throw.by));
    let decides_nothing = is_sole && game.decides_nothing(&tray.order, &tray.answers(), viewer);
    decides_nothing.then(|| tray.rolled(game.seed(), game.next_entry())).flatten()
}

impl Play {
    /// Number of dice, and of their sides, to be typed next.
    pub fn dice_wanted(&self) -> Option<(u8, u16)> {
        let throw = &self.tray.as_ref()?.throw;
        throw.names.is_empty().then_some((throw.dice, throw.sides))
    }

    /// What is in hand.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The order of putting down the piece in hand where it is held; `None` if there is none.
    pub(super) fn carried_over(&self) -> Option<&Draft> {
        match &self.hand {
            Hand::Piece(in_hand) => in_hand.trip.order.as_ref(),
            Hand::Empty | Hand::Made(_) | Hand::Card(_) => None,
        }
    }

    /// The piece in hand, by its key.
    pub fn carried(&self) -> Option<&str> {
        match &self.hand {
            Hand::Piece(in_hand) => Some(&in_hand.held.summary().piece),
            Hand::Empty | Hand::Made(_) | Hand::Card(_) => None,
        }
    }

    /// The selected piece, by its key.
    pub fn selected(&self) -> Option<&str> {
        self.selected.as_deref()
    }

    /// Where the piece in hand was lifted; `None` if nothing is in hand, or the piece arrives.
    pub fn carried_from(&self) -> Option<Spot> {
        match &self.hand {
            Hand::Piece(in_hand) => in_hand.held.summary().from,
            Hand::Empty | Hand::Made(_) | Hand::Card(_) => None,
        }
    }

    /// Sets an end of the ruler being laid.
    fn measure(&mut self, end: RulerEnd) {
        self.measuring = match self.measuring.take().flatten() {
            None => Some(Some(end)),
            Some(from) => {
                self.rulers.push([from, end]);
                self.common.saved.shown.rulers = true;
                None
            }
        };
    }

    pub(super) fn deed(&mut self, ctx: &egui::Context, deed: PlayAction) {
        // One arm an action, long as that is: what each does is found in one place.
        // The card shows what the dice are for.
        if self.tray.is_some() && deed.changes_what_is_in_hand() {
            return self.say(ctx, texts::DICE_FIRST);
        }
        match deed {
            PlayAction::Piece(piece) if self.measuring.is_some() => self.measure(RulerEnd::Piece(piece)),
            PlayAction::At(spot) if self.measuring.is_some() => self.measure(RulerEnd::Place(spot)),
            PlayAction::Piece(piece) => self.piece(ctx, &piece),
            PlayAction::At(spot) => self.at(ctx, spot),
            PlayAction::Nowhere => {
                if !matches!(self.hand, Hand::Made(_)) {
                    self.put_back();
                }
                self.select(None);
            }
            PlayAction::Lift(piece) => self.lift(ctx, &piece),
            PlayAction::Drop(spot) => self.drop_at(ctx, spot),
            PlayAction::Over(spot) => self.over(ctx, spot),
            PlayAction::MeasureFrom(piece) => {
                self.measuring = Some(Some(RulerEnd::Piece(piece)));
                self.say(ctx, texts::MEASURE_TO);
            }
            PlayAction::TakeRuler(place) => {
                if place < self.rulers.len() {
                    self.rulers.remove(place);
                }
            }
            PlayAction::GoBy(Spot::Hex(_) | Spot::Faced { .. }) => self.say(ctx, texts::NO_WAY_POINTS),
            PlayAction::GoBy(spot) => {
                let free = free(ctx);
                if let (Hand::Piece(in_hand), None) = (&mut self.hand, &self.tray) {
                    in_hand.go_by_place(spot, free);
                }
            }
            PlayAction::Turn(degrees) => self.turn(ctx, degrees),
            PlayAction::PickUp(piece) | PlayAction::Show(piece) if self.fiat.is_some() => {
                self.fiat_about(&piece);
            }
            PlayAction::PickUp(piece) => {
                // Lifted from a list: the pointer holds its middle.
                self.grip = Vec2::ZERO;
                self.select(Some(piece.clone()));
                self.reveal(&piece);
                self.pick_up(&piece);
                // A piece arrives at an edge, which is often out of sight.
                if let Hand::Piece(in_hand) = &self.hand
                    && in_hand.held.summary().from.is_none()
                    && let Some((Spot::Hex(hex), _)) = in_hand.held.summary().places.first()
                    && let Some(place) = self.summary.stage.places.iter().find(|place| place.hex == *hex)
                {
                    self.canvas.reveal(place.centre);
                }
            }
            PlayAction::Show(piece) => {
                self.reveal(&piece);
                self.select(Some(piece));
            }
            PlayAction::Drawn(name) => self.drawn(ctx, &name),
            PlayAction::ZoomTo(piece) => {
                let corners = corners_of(&self.summary.stage, &[&piece]);
                self.selected = Some(piece);
                self.canvas.show(&corners);
            }
            PlayAction::Take(order) => self.take(ctx, order),
            PlayAction::GiveWith(order, habit) => self.give_with(ctx, order, habit),
            PlayAction::MakeUp(verb) => self.make_up(self.begun(verb)),
            PlayAction::Answer(field, answer) => {
                if let Hand::Made(made) = &self.hand {
                    // A typed place stays as typed.
                    let typed = !matches!(answer, Some(Answer::Some(_)));
                    let draft = made.answered(&field, answer);
                    if typed { self.make_up(draft) } else { self.make_otherwise(draft) }
                }
            }
            PlayAction::Toggle(field, key) => {
                if let Hand::Made(made) = &self.hand {
                    let draft = made.toggled(&field, &key);
                    self.make_otherwise(draft);
                }
            }
            PlayAction::Enlist(list) => {
                if let Hand::Made(made) = &self.hand {
                    let draft = made.enlisted(&list);
                    self.make_up(draft);
                }
            }
            PlayAction::Strike(list, place) => {
                if let Hand::Made(made) = &self.hand {
                    let draft = made.struck(&list, place);
                    self.make_up(draft);
                }
            }
            PlayAction::Use(order) => self.make_up(order),
            PlayAction::UseProposal(place) => {
                if let Some((draft, _)) = self.proposals.get(place) {
                    self.make_up(draft.clone());
                }
            }
            PlayAction::Propose => {
                if let Some(asked) = self.summary.listed.asked {
                    // The step's question starts with the proposal.
                    self.make_up(self.begun(asked.name));
                } else if !self.summary.listed.made_up.is_empty() {
                    self.propose();
                    if self.proposals.is_empty() {
                        self.say(ctx, texts::NOTHING_OWED);
                    }
                }
            }
            PlayAction::Confirm => self.confirm(ctx),
            PlayAction::Clear => {
                if matches!(self.hand, Hand::Made(_)) {
                    self.put_back();
                    self.version += 1;
                }
            }
            PlayAction::Fiat(act, piece) => self.open_fiat(act, piece),
            PlayAction::Overrule(None, clause) => self.overrule(&clause),
            PlayAction::Overrule(Some(order), clause) => {
                let meaning = self.order_line.reading.meaning.as_ref();
                let of_line = meaning.filter(|meaning| meaning.order() == Some(&order));
                let rests = of_line.and_then(|meaning| meaning.ghosts.first()?.rests);
                self.order_line.set(String::new());
                self.put_back();
                self.overrule_order(&clause, Some(order), rests);
            }
            PlayAction::DecideOtherwise => self.decide_otherwise(),
            PlayAction::Correct(cell) => self.correct(ctx, &cell),
            PlayAction::FiatAnswer(field, answer) => self.fiat_answer(&field, answer),
        }
    }

    /// A piece is dragged: takes it in hand, or explains why it cannot be.
    fn lift(&mut self, ctx: &egui::Context, piece: &str) {
        if self.looking.is_some() {
            return;
        }
        if self.tray.is_some() {
            return self.say(ctx, texts::DICE_FIRST);
        }
        let held = self.game.pick_up(piece, self.viewer).ok();
        if self.may_be_lifted(piece) {
            return held.map_or((), |held| self.drag(piece, held));
        }
        let refusal = held.and_then(|held| held.summary().refusal.clone());
        let supposed = self.game.suppose(piece, self.viewer);
        let words = match (refusal, self.moves_by_hand()) {
            (Some(refusal), true) => {
                if supposed.is_none() {
                    // Its card offers to overrule that.
                    self.pick_up(piece);
                }
                shared::not_allowed(refusal.fact())
            }
            // No piece moves in this step: its question comes first.
            (_, false) if !self.summary.prompt.is_empty() => texts::not_now(&self.summary.prompt),
            _ => return,
        };
        match supposed {
            Some(held) => {
                self.drag(piece, held);
                self.say(ctx, texts::how_far(&words));
            }
            None => self.say(ctx, words),
        }
    }

    /// The piece follows the pointer from now on.
    fn drag(&mut self, piece: &str, held: Box<dyn PieceInHand>) {
        self.version += 1;
        self.select(Some(piece.to_owned()));
        self.grip = self.held_at(piece);
        self.take_in_hand(held);
        if let Hand::Piece(in_hand) = &mut self.hand {
            in_hand.dragged = true;
        }
    }

    /// Puts down the piece in hand. The card of the order is shown first if it asks something, and if it is more than a move
    /// and dice decide it.
    fn put_down(&mut self, ctx: &egui::Context, order: Draft, habit: Habit) {
        let verb = verb_of(self.game.verbs(), &order);
        let moves = verb.is_none_or(|verb| verb.chosen_by == ChosenBy::ByHand || verb.at_once);
        let card = self.game.plain_card(&order, &[], self.viewer).unwrap_or_default();
        if !card.asks.is_empty() || !moves && card.throw.is_some() {
            return self.show_card(order);
        }
        self.give_with(ctx, order, habit);
    }

    /// A chit is drawn, and the players name it.
    fn drawn(&mut self, ctx: &egui::Context, name: &str) {
        let named = self.summary.draw.as_ref().and_then(|draw| Some((draw.order.clone(), draw.face(name)?)));
        let others = self
            .tray
            .as_ref()
            .is_some_and(|tray| named.as_ref().is_none_or(|(order, _)| tray.order != *order));
        if others {
            return self.say(ctx, texts::DICE_FIRST);
        }
        if let Some((order, face)) = named {
            self.order(order, DiceFrom::Typed(vec![TypedEntry::Faces(vec![face])]));
        }
    }

    /// Asks the rules for proposals, and takes the first in hand if nothing is.
    pub(super) fn propose(&mut self) {
        self.proposals = self.game.proposals(self.viewer);
        let free = match &self.hand {
            Hand::Empty => true,
            Hand::Made(made) => made.is_blank(),
            Hand::Piece(_) | Hand::Card(_) => false,
        };
        if free && let Some((first, _)) = self.proposals.first() {
            self.make_up(first.clone());
        }
        self.version += 1;
    }

    /// The initial order of this verb: with defaults, or as offered if there is a single offer.
    pub(super) fn begun(&self, verb: &'static str) -> Draft {
        let blank = Draft::new(verb);
        if self.game.questions(&blank, self.viewer).iter().any(|question| question.usual.is_some()) {
            return blank;
        }
        let mut offered = self.summary.offers.iter().filter(|offer| offer.order.verb == verb);
        match (offered.next(), offered.next()) {
            (Some(only), None) => only.order.clone(),
            _ => blank,
        }
    }

    /// Makes up the order with other answers; its place follows, as near to it as the rules allow.
    fn make_otherwise(&mut self, said: Draft) {
        let made = Made::of(&*self.game, said, self.viewer);
        self.make_pointed(&made, made.draft.clone());
    }

    /// Makes up the order with this place, as near to it as the rules allow.
    fn make_pointed(&mut self, made: &Made, to: Draft) {
        let mended = self.game.nearest_legal(to, self.viewer);
        self.make_up(made.pointed(&mended));
    }

    /// Changes the place of the order, if it has one: pointed at, or turned.
    pub(super) fn move_made(&mut self, moved: impl Fn(&Verb, &Made) -> Option<Draft>) {
        let Hand::Made(made) = std::mem::take(&mut self.hand) else { return };
        let verb = verb_of(self.game.verbs(), &made.draft);
        match verb.and_then(|verb| moved(verb, &made)) {
            Some(to) => self.make_pointed(&made, to),
            None => self.hand = Hand::Made(made),
        }
    }

    fn point_made(&mut self, spot: Spot) {
        self.move_made(|verb, made| placed(verb, &made.questions, &made.draft, spot));
    }

    pub(super) fn make_up(&mut self, draft: Draft) {
        let made = Made::of(&*self.game, draft, self.viewer);
        self.summary.agenda = self.game.agenda(Some(&made.draft), self.viewer);
        self.hand = Hand::Made(Box::new(made));
        self.seek_chances();
        self.version += 1;
    }

    /// Shows the card of an order.
    pub(super) fn show_card(&mut self, order: Draft) {
        self.hand = Hand::card(&*self.game, order, &[], self.viewer);
        self.seek_chances();
        self.version += 1;
    }

    /// Starts computing the odds of what is in hand on a thread, after the throws made so far.
    pub(super) fn seek_chances(&mut self) {
        self.chances = None;
        let thrown = self.tray.as_ref().map(Tray::answers).unwrap_or_default();
        let order = match &self.hand {
            Hand::Card(held) if held.1.chances.is_none() && held.1.refusal.is_none() => &held.0,
            Hand::Made(made)
                if made.card.chances.is_none() && made.card.refusal.is_none() && made.is_whole() =>
            {
                &made.draft
            }
            Hand::Card(_) | Hand::Made(_) | Hand::Piece(_) | Hand::Empty => return,
        };
        let Some(weigher) = self.game.weigher(order, &thrown, self.viewer) else { return };
        self.chances = Some(Background::begin(self.common.ctx.clone(), move |reporter| {
            if let Some(chances) = weigher(&|| reporter.stopped()) {
                reporter.report(chances);
            }
        }));
    }

    /// Takes the computed odds.
    pub(super) fn poll_chances(&mut self) {
        let Some(polled) = self.chances.as_ref().map(Background::poll) else { return };
        if let Err(TryRecvError::Empty) = polled {
            return;
        }
        self.chances = None;
        let card = match &mut self.hand {
            Hand::Card(held) => &mut held.1,
            Hand::Made(made) => &mut made.card,
            Hand::Piece(_) | Hand::Empty => return,
        };
        card.chances = polled.ok().or(card.chances.take());
    }

    /// A throw of the order in hand has been made, or taken back: updates its card.
    pub(super) fn seek_chances_again(&mut self) {
        let Some(tray) = &self.tray else { return };
        let (order, thrown) = (tray.order.clone(), tray.answers());
        self.faces = self.game.faces(&order, &thrown, self.viewer);
        let held = match &mut self.hand {
            Hand::Card(held) if held.0 == order => &mut held.1,
            Hand::Made(made) if made.draft == order => &mut made.card,
            Hand::Card(_) | Hand::Made(_) | Hand::Piece(_) | Hand::Empty => return,
        };
        *held = card_with_faces(&*self.game, &order, &thrown, self.viewer);
        self.seek_chances();
    }

    /// Could taking this piece in hand lead to an order?
    fn may_be_lifted(&self, piece: &str) -> bool {
        let verbs = self.game.verbs();
        let mut offers = self.summary.offers.iter().zip(&self.summary.goers);
        offers.any(|(offer, goer)| {
            let order = &offer.order;
            let Some(verb) = verb_of(verbs, order) else { return false };
            let goes = goer.as_deref() == Some(piece);
            match verb.chosen_by {
                // Of two pieces that are put together, either may be taken.
                _ if verb.in_hand => goes || names_piece(order, piece),
                ChosenBy::ByHand | ChosenBy::Listed => goes && goes_somewhere(order),
                ChosenBy::Ending | ChosenBy::MadeUp | ChosenBy::Asked | ChosenBy::OnPiece => false,
            }
        })
    }

    /// Are pieces moved by hand in this step?
    fn moves_by_hand(&self) -> bool {
        let verbs = self.game.verbs();
        let by_hand = |verb: &Verb| verb.chosen_by == ChosenBy::ByHand || verb.in_hand;
        self.summary.offers.iter().any(|offer| verb_of(verbs, &offer.order).is_some_and(by_hand))
    }

    /// Where the piece in hand would be put on that one, by an order that names both.
    fn is_put_on(&mut self, piece: &str) -> Option<Spot> {
        let Hand::Piece(in_hand) = &mut self.hand else { return None };
        let spot = spot_at(&self.summary.stage, middle_of(&self.summary.stage, piece)?)?;
        let trip = in_hand.held.trip(Goal::at(spot));
        (trip.refusal.is_none() && trip.order.is_some_and(|order| names_piece(&order, piece))).then_some(spot)
    }

    /// A piece was clicked.
    fn piece(&mut self, ctx: &egui::Context, piece: &str) {
        if self.looking.is_some() {
            return self.select(Some(piece.to_owned()));
        }
        if self.tray.is_some() {
            return;
        }
        if self.fiat.is_some() {
            return self.fiat_about(piece);
        }
        if self.aim_at_piece(piece) {
            return;
        }
        // An order is being made up: a possible participant is added or removed, any other piece means its place.
        if let Hand::Made(made) = &self.hand {
            if made.asks_for(piece).is_some() {
                self.select(Some(piece.to_owned()));
                self.toggle(piece);
                return;
            }
            if spot_of(&made.draft).is_some()
                && let Some(at) = middle_of(&self.summary.stage, piece)
                && let Some(spot) = spot_at(&self.summary.stage, at)
            {
                return self.point_made(spot);
            }
        }
        let lifted = self.may_be_lifted(piece);
        // A click on a possible target means fire, not a move there.
        if let Some(order) = self.ordered_on(piece).filter(|_| self.carried().is_some_and(|by| by != piece)) {
            return self.take_pointed(order);
        }
        if let Some(order) = self.barred_of_carried(piece) {
            return self.refused(order);
        }
        // A piece is on its way: a piece that does not move means its place.
        if let Hand::Piece(in_hand) = &self.hand
            && in_hand.held.summary().piece != piece
            && !lifted
            && let Some(at) = middle_of(&self.summary.stage, piece)
            && let Some(spot) = spot_at(&self.summary.stage, at)
        {
            return self.at(ctx, spot);
        }
        if self.carried().is_some_and(|carried| carried != piece)
            && let Some(spot) = self.is_put_on(piece)
        {
            return self.at(ctx, spot);
        }
        // A piece that was turned is put down where it stands.
        if let Hand::Piece(in_hand) = &self.hand
            && in_hand.held.summary().piece == piece
            && in_hand.is_turned()
            && let Some(from) = in_hand.held.summary().from
        {
            return self.at(ctx, from);
        }
        if let Some(order) = self.ordered_on(piece).or_else(|| self.aimed_on(piece)) {
            return self.take_pointed(order);
        }
        if let Some(order) = self.barred_on(piece) {
            return self.refused(order);
        }
        let chosen = self.selected.as_deref() == Some(piece);
        self.select(Some(piece.to_owned()));
        // On an open table the first click on a piece that cannot move only selects it.
        let may_lift = chosen || !self.summary.stage.places.is_empty();
        if lifted {
            self.grip = self.held_at(piece);
            return self.pick_up(piece);
        }
        if self.toggle(piece) {
            return;
        }
        if may_lift && self.moves_by_hand() && self.summary.listed.made_up.is_empty() {
            self.pick_up(piece);
        } else if !matches!(self.hand, Hand::Made(_)) {
            self.put_back();
        }
    }

    /// The only listed order of the selected piece that names this one as well: a shot at it.
    fn ordered_on(&self, piece: &str) -> Option<Draft> {
        let by = self.selected_to_act().filter(|by| *by != piece)?;
        let verbs = self.game.verbs();
        let listed =
            |order: &Draft| verb_of(verbs, order).is_some_and(|verb| verb.chosen_by == ChosenBy::Listed);
        let mut orders = self.summary.about(by).map(|offer| &offer.order);
        let mut found = orders.by_ref().filter(|order| names_piece(order, piece) && listed(order));
        let only = found.next()?.clone();
        found.next().is_none().then_some(only)
    }

    /// An order that a click on another piece means: a click alone gives none, its card is shown.
    fn take_pointed(&mut self, order: Draft) {
        if self.is_made_up(&order) { self.make_up(order) } else { self.show_card(order) }
    }

    /// The selected piece, unless another side decides: a piece of the enemy acts by no click.
    pub(super) fn selected_to_act(&self) -> Option<&str> {
        let deciding = self.summary.deciding.as_deref();
        let selected = self.selected.as_deref();
        selected.filter(|piece| deciding.is_none() || self.summary.side_of(piece) == deciding)
    }

    /// The order that a click on an enemy would give if it were allowed: its card shows the reason. A second click on that
    /// enemy selects it.
    fn barred_on(&self, piece: &str) -> Option<Draft> {
        if matches!(self.hand, Hand::Made(_)) {
            return None;
        }
        let by = self.carried().or(self.selected.as_deref()).filter(|by| *by != piece)?;
        let ours = self.summary.side_of(by).filter(|ours| Some(*ours) == self.summary.deciding.as_deref())?;
        let is_listed = self.summary.about(by).any(|offer| names_piece(&offer.order, piece));
        if is_listed || self.summary.side_of(piece).is_none_or(|theirs| theirs == ours) {
            return None;
        }
        if let Hand::Card(held) = &self.hand
            && held.1.refusal.is_some()
            && names_piece(&held.0, piece)
        {
            return None;
        }
        let is_read = |order: &Draft| self.game.plain_card(order, &[], self.viewer).is_ok();
        self.aimed_orders(piece).into_iter().chain(self.would_be(by, piece)).find(is_read)
    }

    /// The same for the piece in hand, if it can give such orders: a battery that cannot fire at this target shows the reason.
    fn barred_of_carried(&self, piece: &str) -> Option<Draft> {
        let by = self.carried().filter(|by| *by != piece)?;
        let order = self.barred_on(piece)?;
        self.summary.about(by).any(|offer| offer.order.verb == order.verb).then_some(order)
    }

    /// The listed orders that this piece might give by a click on that one, of verbs that name just two: first those that it
    /// can give to others, then those that others can give, then all.
    fn would_be<'o>(&'o self, by: &'o str, piece: &'o str) -> impl Iterator<Item = Draft> + 'o {
        let is_one = |field: &&VerbField| field.absent == Absent::Asked && field.kind == AnswerKind::One;
        let of_two = move |verb: &&'static Verb| {
            let asked = || verb.fields.iter().filter(|field| field.absent == Absent::Asked);
            verb.chosen_by == ChosenBy::Listed && asked().count() == 2 && asked().all(|field| is_one(&field))
        };
        let far_from = |verb: &&Verb| {
            let offers = || self.summary.offers.iter().filter(|offer| offer.order.verb == verb.name);
            match offers().any(|offer| names_piece(&offer.order, by)) {
                true => 0,
                false => 1 + u8::from(offers().next().is_none()),
            }
        };
        let mut verbs: Vec<&'static Verb> = self.game.verbs().iter().filter(of_two).collect();
        verbs.sort_by_key(far_from);
        verbs.into_iter().map(move |verb| {
            let keys = [by, piece].into_iter().map(|key| Answer::One(key.to_owned()));
            let fields = verb.fields.iter().filter(is_one).zip(keys);
            fields.fold(Draft::new(verb.name), |draft, (field, key)| draft.with(field.name, key))
        })
    }

    /// Adds a piece to the order being made up, or removes it; `false` if it fits none.
    fn toggle(&mut self, piece: &str) -> bool {
        let begun = match &self.hand {
            Hand::Made(made) => made.asks_for(piece).map(|question| made.toggled(&question.field, piece)),
            Hand::Empty | Hand::Piece(_) | Hand::Card(_) => None,
        };
        let fresh = || {
            self.summary.listed.made_up.iter().find_map(|verb| {
                let made = Made::of(&*self.game, Draft::new(verb.name), self.viewer);
                Some(made.toggled(&made.asks_for(piece)?.field, piece))
            })
        };
        // The step's question stays in hand until something else is chosen by name.
        let fresh = || fresh().filter(|_| self.summary.listed.asked.is_none());
        let Some(draft) = begun.or_else(fresh) else { return false };
        self.make_otherwise(draft);
        true
    }

    /// A place was clicked.
    fn at(&mut self, ctx: &egui::Context, spot: Spot) {
        if self.looking.is_some() || self.tray.is_some() {
            return;
        }
        if self.fiat.is_some() {
            return self.fiat_at(spot);
        }
        if self.aim_at(spot) {
            return;
        }
        let held = self.gripped(spot);
        match &mut self.hand {
            Hand::Piece(in_hand) => {
                in_hand.pinned = false;
                in_hand.hold(Some(held), free(ctx));
                let Trip { order, refusal, words, open, never, .. } = in_hand.trip.clone();
                if open {
                    in_hand.go_by_place(held, free(ctx));
                    self.version += 1;
                    return self.say(ctx, words);
                }
                match (order, refusal) {
                    (Some(order), None) if !never => self.put_down(ctx, order, self.common.saved.dice),
                    // A move that is refused or never gets there stays drawn: what can be done instead is on its card.
                    (Some(_), _) => {
                        in_hand.pinned = true;
                        self.version += 1;
                    }
                    (None, _) if !words.is_empty() => self.say(ctx, words),
                    (None, _) => {}
                }
            }
            Hand::Made(_) => self.point_made(spot),
            Hand::Card(held) if held.0.answers.values().any(|answer| matches!(answer, Answer::Spot(_))) => {
                let order = held.0.clone();
                self.point_to(&order, spot);
            }
            Hand::Empty | Hand::Card(_) => {
                let there: Vec<Draft> = self
                    .listed_ways()
                    .filter(|(first, _)| *first == spot)
                    .map(|(_, order)| order.clone())
                    .collect();
                match &there[..] {
                    [] => {
                        self.put_back();
                        self.select(None);
                    }
                    [order] => self.give_with(ctx, order.clone(), self.common.saved.dice),
                    _ => self.say(ctx, texts::SEVERAL_COULD_GO),
                }
            }
        }
    }

    /// Listed orders that place a piece, each with the start of its path.
    fn listed_ways(&self) -> impl Iterator<Item = (Spot, &Draft)> {
        let verbs = self.game.verbs();
        let listed =
            |order: &&Draft| verb_of(verbs, order).is_some_and(|verb| verb.chosen_by == ChosenBy::Listed);
        let orders = self.summary.offers.iter().map(|offer| &offer.order).filter(move |order| listed(order));
        orders.filter_map(|order| Some((first_place(order)?, order)))
    }

    /// The places where listed orders could put a piece, while nothing is in hand.
    pub(super) fn lit(&self) -> Vec<(Spot, String)> {
        let mut lit: Vec<(Spot, String)> = Vec::new();
        for (spot, _) in self.listed_ways() {
            if lit.iter().all(|(known, _)| *known != spot) {
                lit.push((spot, String::new()));
            }
        }
        lit
    }

    fn drop_at(&mut self, ctx: &egui::Context, spot: Option<Spot>) {
        let Hand::Piece(in_hand) = &mut self.hand else { return };
        // While dice are requested it stays where it is held.
        if !std::mem::take(&mut in_hand.dragged) || self.tray.is_some() {
            return;
        }
        match spot {
            // Released where it was: it stays in hand.
            Some(spot) if Some(spot) == in_hand.held.summary().from && !in_hand.is_turned() => {}
            Some(spot) => self.at(ctx, spot),
            None => self.put_back(),
        }
    }

    /// From the pointer to the middle of the pressed piece.
    fn held_at(&self, piece: &str) -> Vec2 {
        let middle = middle_of(&self.summary.stage, piece);
        self.canvas.pressed.zip(middle).map_or(Vec2::ZERO, |(pressed, middle)| middle - pressed)
    }

    /// The place of the middle of the piece in hand when the pointer is here.
    fn gripped(&self, spot: Spot) -> Spot {
        match spot {
            Spot::Point { x, y } => {
                Spot::Point { x: x + f64::from(self.grip.x), y: y + f64::from(self.grip.y) }
            }
            spot => spot,
        }
    }

    /// The pointer is over a place: shows the effect of a click.
    fn over(&mut self, ctx: &egui::Context, spot: Option<Spot>) {
        let piece = self.canvas.hovered.as_deref().filter(|_| self.measuring.is_some());
        let piece = piece.map(|stand| RulerEnd::Piece(self.summary.stage.piece_of(stand).to_owned()));
        self.pointed = piece.or_else(|| spot.map(RulerEnd::Place));
        self.aim(spot);
        let spot = spot.map(|spot| self.gripped(spot));
        if let Hand::Piece(in_hand) = &mut self.hand
            && self.looking.is_none()
            && self.tray.is_none()
            && !in_hand.pinned
        {
            in_hand.hold(spot, free(ctx));
        }
    }

    /// Takes a piece in hand; shows the reason if it may not move.
    pub(super) fn pick_up(&mut self, piece: &str) {
        if self.looking.is_some() || self.tray.is_some() {
            return;
        }
        self.version += 1;
        if let Ok(held) = self.game.pick_up(piece, self.viewer) {
            self.take_in_hand(held);
        }
    }

    pub(super) fn take_in_hand(&mut self, held: Box<dyn PieceInHand>) {
        let mut in_hand = InHand::new(held);
        in_hand.taken_up(self.common.ctx.as_ref());
        self.hand = Hand::Piece(Box::new(in_hand));
    }

    /// Takes a listed order: its card is shown if there is something to consider.
    fn take(&mut self, ctx: &egui::Context, order: Draft) {
        if self.is_made_up(&order) {
            return self.make_up(order);
        }
        let at_once = verb_of(self.game.verbs(), &order).is_some_and(|verb| verb.at_once);
        let card = self.game.plain_card(&order, &[], self.viewer).unwrap_or_default();
        let weighed = card.throw.is_some() || !card.ways.is_empty() || !card.tried.is_empty();
        if weighed && !at_once {
            self.bring_order(&order);
            return self.show_card(order);
        }
        self.give_with(ctx, order, self.common.saved.dice);
    }

    /// Gives what is in hand.
    pub(super) fn confirm(&mut self, ctx: &egui::Context) {
        self.confirm_with(ctx, self.common.saved.dice);
    }

    pub(super) fn confirm_with(&mut self, ctx: &egui::Context, habit: Habit) {
        // It is given already, and waits for its dice.
        if self.tray.is_some() {
            return self.say(ctx, texts::DICE_FIRST);
        }
        match &self.hand {
            Hand::Made(made) if made.is_whole() => {
                let draft = made.draft.clone();
                self.give_with(ctx, draft, habit);
            }
            Hand::Made(made) => {
                if let Some(list) = made.list().map(|list| list.field.clone())
                    && made.is_entry_whole()
                {
                    let draft = made.enlisted(&list);
                    self.make_up(draft);
                }
            }
            Hand::Card(card) if card.1.refusal.is_none() => {
                let order = card.0.clone();
                self.give_with(ctx, order, habit);
            }
            Hand::Piece(in_hand) => {
                let Trip { order, refusal, .. } = &in_hand.trip;
                if let (Some(order), None) = (order.clone(), refusal) {
                    self.put_down(ctx, order, habit);
                }
            }
            Hand::Card(_) | Hand::Empty => {}
        }
    }

    /// Gives an order with dice from this source; typed ones are requested first. Shows the reason if it is refused.
    pub(super) fn give_with(&mut self, ctx: &egui::Context, order: Draft, habit: Habit) {
        match habit {
            Habit::Rolled => {
                let dice = self.guided_dice(&order).unwrap_or(DiceFrom::Rolled);
                self.order(order, dice);
            }
            Habit::Typed => match self.game.next_throw(&order, &[]) {
                Ok(None) => self.order(order, DiceFrom::Typed(Vec::new())),
                Ok(Some(throw)) => self.ask_for_dice(Tray::new(order, throw)),
                Err(Halt::Refused(_)) => self.refused(order),
                Err(halt) => self.common.trouble(halt),
            },
        }
        ctx.request_repaint();
    }

    /// Requests the dice of an order, with its card above them.
    fn ask_for_dice(&mut self, mut tray: Tray<Draft>) {
        let game = &*self.game;
        let next = |order: &Draft, thrown: &[TypedEntry]| game.next_throw(order, thrown);
        if let Some(dice) = tray.pass_on(next, |tray| idle(game, tray, self.viewer)) {
            return self.order(tray.order, dice);
        }
        // An order begun by hand survives the dice of another.
        let stays = match &self.hand {
            Hand::Empty => false,
            Hand::Card(held) => held.0 == tray.order,
            Hand::Made(made) => made.draft.verb == tray.order.verb || !self.holds_what_is_asked(),
            Hand::Piece(_) => true,
        };
        let (order, thrown) = (tray.order.clone(), tray.answers());
        self.faces = self.game.faces(&order, &thrown, self.viewer);
        self.tray = Some(tray);
        if !stays {
            self.hand = Hand::card(&*self.game, order, &thrown, self.viewer);
            self.card_of_throw = true;
            self.seek_chances();
            self.version += 1;
        }
    }

    /// Stops requesting dice, and removes the card that came with them.
    pub(super) fn leave_throw(&mut self) {
        if std::mem::take(&mut self.card_of_throw) && matches!(self.hand, Hand::Card(_)) {
            self.put_back();
            self.version += 1;
        }
    }

    /// Gives an order whose line names what was drawn.
    pub(super) fn give_drawn(&mut self, ctx: &egui::Context, order: Draft, drawn: Vec<TypedEntry>) {
        if drawn.is_empty() {
            return self.give_with(ctx, order, self.common.saved.dice);
        }
        if self.tray.is_some() {
            return drawn.into_iter().for_each(|entry| self.type_dice(Command::EnterDice(entry)));
        }
        match self.game.next_throw(&order, &drawn) {
            Ok(None) => self.order(order, DiceFrom::Typed(drawn)),
            Ok(Some(throw)) => {
                let entered = drawn.into_iter().map(|entry| (entry, Thrower::Players)).collect();
                self.ask_for_dice(Tray { entered, ..Tray::new(order, throw) });
            }
            Err(Halt::Refused(_)) => self.refused(order),
            Err(halt) => self.common.trouble(halt),
        }
    }

    /// Shows the card of a refused order, with the reason.
    fn refused(&mut self, order: Draft) {
        self.tray = None;
        self.card_of_throw = false;
        let is_made = matches!(&self.hand, Hand::Made(made) if made.draft.verb == order.verb);
        if !is_made || order.let_stand.is_some() {
            self.show_card(order);
        }
        self.version += 1;
    }

    pub(super) fn order(&mut self, order: Draft, dice: DiceFrom) {
        if self.looking.is_some() {
            // While an earlier table is shown, nothing is ordered on the present one.
            return;
        }
        match self.game.order(&order, dice, self.viewer) {
            Ok(_) => {
                self.happened();
                self.show_what_is_due();
            }
            Err(Halt::Refused(_)) => self.refused(order),
            Err(halt) => self.common.trouble(halt),
        }
    }

    pub(super) fn type_dice(&mut self, command: Command) {
        let viewer = self.viewer;
        let Some(tray) = &mut self.tray else { return };
        let game = &*self.game;
        let next = |order: &Draft, thrown: &[TypedEntry]| game.next_throw(order, thrown);
        let roll = |tray: &mut Tray<Draft>| {
            let rolled = tray.rolled(game.seed(), game.next_entry())?;
            tray.enter(next, rolled, Thrower::Program)
        };
        let entered = match command {
            Command::Digit(digit) => {
                tray.digit(digit);
                None
            }
            Command::Face(face) => {
                tray.digit(face);
                let whole = tray.complete().filter(|_| tray.count.is_none());
                let leads_on = |entry: &TypedEntry| {
                    let thrown: Vec<TypedEntry> = tray.answers().into_iter().chain([entry.clone()]).collect();
                    next(&tray.order, &thrown).is_ok_and(|throw| throw.is_some())
                };
                whole.filter(leads_on).and_then(|entry| tray.enter(next, entry, Thrower::Players))
            }
            Command::Backspace => {
                tray.backspace();
                None
            }
            Command::ToggleCount => {
                tray.toggle_count();
                None
            }
            Command::EnterMiscounted => {
                tray.say_miscounted();
                None
            }
            Command::EnterDice(entry) => tray.enter(next, entry, Thrower::Players),
            // What the players have thrown is not thrown again.
            Command::RollThis | Command::RollInstead if tray.is_begun() && tray.complete().is_none() => {
                tray.fault = Some(texts::TYPED_ALREADY.to_owned());
                None
            }
            Command::RollThis | Command::RollInstead => {
                let typed = tray.complete().filter(|_| tray.is_begun());
                let mut dice = match typed {
                    Some(entry) => tray.enter(next, entry, Thrower::Players),
                    None => roll(tray),
                };
                let mut before = 0;
                while command == Command::RollInstead && dice.is_none() && tray.before.len() > before {
                    before = tray.before.len();
                    dice = roll(tray);
                }
                dice
            }
            _ => None,
        };
        match entered.or_else(|| tray.pass_on(next, |tray| idle(game, tray, viewer))) {
            Some(dice) => {
                let order = tray.order.clone();
                self.order(order, dice);
            }
            None => self.seek_chances_again(),
        }
    }

    /// Does the one thing that is due, if there is only one.
    pub(super) fn go_on(&mut self, ctx: &egui::Context) {
        let busy = self.common.dialog.is_some() || self.tray.is_some();
        if busy || !self.hand.is_empty() {
            return;
        }
        if let Some(order) = self.only_order() {
            self.give_with(ctx, order, self.common.saved.dice);
        }
    }

    /// The only order that is due, if nothing else can be done and nothing is owed.
    pub(super) fn only_order(&self) -> Option<Draft> {
        let listed = &self.summary.listed;
        let idle = listed.by_hand.is_empty() && listed.made_up.is_empty();
        let mut rows = listed.rows();
        let only = rows.next().filter(|row| rows.next().is_none() && row.refusal.is_none());
        let only = only.map(|row| row.order.clone());
        only.filter(|_| idle && self.summary.agenda.owed.is_empty())
    }
}
