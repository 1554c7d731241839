//! Orders given by number or by line: the same as by the buttons, including what is ticked there.

use egui::Context;

use crate::order_line::MOST_ORDERS;
use crate::panels::cup::Drawable;
use crate::texts::play as texts;
use game::line::{Barred, Choosing, Does};
use game::{ChitPlace, ChosenBy, Draft, sentence};

use super::hand::{Hand, Made};
use super::summary::verb_of;
use super::{Play, PlayAction, line, wanting};

impl Play {
    /// The order in hand, if its button is what this numbered order means: the step's question, or, once something is answered
    /// in it, the only order of its kind.
    fn made_for(&self, order: &Draft) -> Option<&Made> {
        let Hand::Made(made) = &self.hand else { return None };
        let asked = verb_of(self.game.verbs(), order).is_some_and(|verb| verb.chosen_by == ChosenBy::Asked);
        let of_kind =
            |what: &Choosing<Draft>| matches!(what, Choosing::Order(known) if known.verb == order.verb);
        let only = || self.choices.iter().filter(|choice| of_kind(&choice.what)).count() == 1;
        (made.draft.verb == order.verb && (asked || !made.is_blank() && only())).then_some(&**made)
    }

    /// The number of the order in hand, if it has one.
    pub(super) fn number_of_made(&self) -> Option<usize> {
        self.choices.iter().find_map(|choice| match &choice.what {
            Choosing::Order(order) => self.made_for(order).map(|_| choice.number),
            Choosing::Drawn(_) => None,
        })
    }

    /// The number of the order in hand, and the text of its button.
    pub(super) fn made_as_called(&self) -> Option<(usize, String)> {
        let Hand::Made(made) = &self.hand else { return None };
        Some((self.number_of_made()?, made.card.act.clone())).filter(|(_, words)| !words.is_empty())
    }

    /// Does the due thing with this number, like the button beside it.
    pub(super) fn choose(&mut self, ctx: &Context, number: usize) {
        self.read_line();
        let choice = self.choices.iter().find(|choice| choice.number == number).cloned();
        match choice.map(|choice| choice.what) {
            Some(Choosing::Order(order)) if self.made_for(&order).is_some() => self.confirm(ctx),
            Some(Choosing::Order(order)) => self.deed(ctx, PlayAction::Take(order)),
            Some(Choosing::Drawn(name)) => {
                self.order_line.set(name);
                self.give_line(ctx);
            }
            None => self.say(ctx, texts::no_number(number)),
        }
    }

    /// The chits that may have been drawn, in a fixed order, including those already out.
    pub(super) fn drawables(&self) -> Vec<Drawable> {
        let names = self.tray.as_ref().map_or(&[][..], |tray| &tray.throw.names);
        let is_it =
            |what: &Choosing<Draft>, name: &str| matches!(what, Choosing::Drawn(known) if known == name);
        let drawable = |name: &String, under: &str| {
            let place = names.iter().position(|known| known == name);
            let number = self.choices.iter().find(|choice| is_it(&choice.what, name));
            Drawable {
                name: name.clone(),
                under: under.to_owned(),
                number: number.map(|choice| choice.number).or(place.map(|place| place + 1)),
                face: place.and_then(|place| u16::try_from(place + 1).ok()),
            }
        };
        let chits = self.summary.groups.iter().filter_map(|group| Some((group, group.chits.as_ref()?)));
        let seen = chits.filter(|(_, chits)| {
            let drawn = matches!(chits.place, ChitPlace::Drawn | ChitPlace::Spent);
            !names.is_empty() && (drawn || names.contains(&chits.name))
        });
        let mut found: Vec<Drawable> =
            seen.map(|(group, chits)| drawable(&chits.name, self.summary.side_name(&group.side))).collect();
        for name in names {
            if found.iter().all(|known| known.name != *name) {
                found.push(drawable(name, ""));
            }
        }
        found
    }

    /// Gives the order that the line means; the rest of the line follows as long as no dice must be typed. An empty line gives
    /// the order in hand, like Enter outside of it. Text that is not accepted stays in the line, selected.
    pub(super) fn give_line(&mut self, ctx: &Context) {
        let given = self.order_line.text.clone();
        if given.trim().is_empty() {
            if !self.hand.is_empty() && self.tray.is_none() {
                self.confirm(ctx);
            }
            return self.order_line.given(ctx, self.dice_wanted().is_some(), self.common.dialog.is_some());
        }
        for _ in 0..MOST_ORDERS {
            self.read_line();
            let meaning = self.order_line.reading.meaning.clone();
            let Some(meaning) = meaning.filter(|meaning| meaning.refusal.is_none()) else {
                return self.order_line.refuse();
            };
            let before = self.version;
            self.order_line.set(meaning.rest.clone().unwrap_or_default());
            match meaning.does {
                Does::Beside(beside) => self.beside(ctx, beside),
                Does::Order { order, .. } if meaning.by_number && self.made_for(&order).is_some() => {
                    self.confirm(ctx);
                }
                Does::Order { order, drawn } => self.give_drawn(ctx, order, drawn),
            }
            if self.order_line.text.is_empty() || self.version == before {
                break;
            }
        }
        self.common.saved.history.push(&given);
        self.order_line.given(ctx, self.dice_wanted().is_some(), self.common.dialog.is_some());
    }

    /// Reads the line again if it, the game or the selection has changed; and returns from the dice.
    pub(super) fn read_line(&mut self) {
        let dice = self.dice_wanted().is_some();
        self.order_line.settle(dice, self.tray.is_some(), self.common.dialog.is_some());
        let names = self.tray.as_ref().map_or(0, |tray| tray.throw.names.len());
        if !self.order_line.is_listed(self.built, names) {
            self.number_choices();
        }
        if !self.order_line.is_read(self.version, None, names) {
            let (text, cursor) = (&self.order_line.text, self.order_line.cursor);
            let context = line::Context {
                game: &*self.game,
                viewer: self.viewer,
                summary: &self.summary,
                hand: &self.hand,
                selected: self.selected.as_deref(),
                choices: &self.choices,
                numbers_alone: self.numbers_alone,
            };
            self.order_line.reading = line::read(text, cursor, &context);
            self.read_as_ticked();
        }
    }

    /// A number means the button beside it: with the ticks, not the defaults.
    fn read_as_ticked(&mut self) {
        let meaning = self.order_line.reading.meaning.as_ref().filter(|meaning| meaning.by_number);
        let Some(Does::Order { order, .. }) = meaning.map(|meaning| &meaning.does) else { return };
        let Some(made) = self.made_for(order) else { return };
        let words = self.game.say_order(&made.draft).map(|words| sentence(&words)).ok();
        let refusal = made.card.refusal.as_deref().map(Barred::from);
        let missing = || Barred {
            fact: wanting(&made.questions, &made.draft).unwrap_or_else(|| texts::NOT_ALL_SAID.to_owned()),
            clause: self.summary.clause.into(),
            remedy: String::new(),
            measured: None,
        };
        let refusal = refusal.or_else(|| (!made.is_whole()).then(missing));
        let marks = self.sketch.2.clone();
        if let Some(meaning) = &mut self.order_line.reading.meaning {
            meaning.words = words.unwrap_or_else(|| meaning.words.clone());
            (meaning.refusal, meaning.marks) = (refusal, marks);
        }
    }
}
