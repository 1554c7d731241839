//! The presentation of a game of 1800: head, order of battle, scene, tooltips, threats, cards of orders.

mod acts;
mod assault;
mod card;
mod ending;
mod facing;
pub mod facts;
mod fires;
mod groups;
mod hand;
mod head;
mod lessons;
mod listing;
mod overlays;
mod owed;
mod printed;
mod reckoned;
mod ruler;
pub mod scene;
mod sketch;
mod target;
#[cfg(test)]
mod tests;
mod threat;
mod tooltip;
mod traces;
mod under;
#[cfg(test)]
mod under_tests;
mod units;

use std::collections::BTreeMap;

use dice::TypedEntry;
use drawing::hex::Folded;
use drawing::overlay::Ruler;
use drawing::{Mark, Stage};
use game::faces::{faces, together};
use game::lesson::FirstTurn;
use game::{
    Agenda, AskFault, Card, CardFace, Codec as _, Draft, Due, Ending, Group, Head, Listing, LogKind, Offer,
    Overlay, PieceInHand, Presentation, Printed, Question, RulerEnd, Spot, Standing, Threat, Tooltip,
    Vocabulary as _, asking,
};

use game::Arrival;

use super::order::Order;
use super::roster::Counter;
use super::rule_set::CasusBelli;
use super::state::State;
use super::{Event, combat, turn, words};

impl Presentation for CasusBelli {
    const LOG_KINDS: &'static [LogKind] = facts::LOG_KINDS;

    fn head(state: &State) -> Head {
        head::head(state)
    }

    fn arrivals(state: &State) -> Vec<Arrival> {
        groups::all_arrivals(state)
    }

    fn groups(state: &State) -> Vec<Group> {
        groups::groups(state)
    }

    fn agenda(state: &State, hand: Option<&Draft>) -> Agenda {
        let ending = turn::ending(state).map(|(order, words)| (Self::spell(state, &order), words.to_owned()));
        Agenda {
            step: words::phase_words(state),
            owed: owed::remarks(state, hand),
            barred: owed::barred(state),
            ending,
        }
    }

    const PROPOSES: bool = true;

    fn proposals(state: &State) -> Vec<(Draft, String)> {
        reckoned::proposals(state)
    }

    fn folded(state: &State) -> Option<&Folded> {
        Some(state.game.folded())
    }

    fn printed(state: &State, scale: f32) -> Vec<Printed> {
        printed::printed(state, scale)
    }

    fn stage(state: &State, due: &Due<Order>) -> Stage {
        scene::stage(state, due)
    }

    fn layer(state: &State, due: &Due<Order>, name: &str, scale: f32) -> Vec<Mark> {
        scene::layer(state, due, name, scale)
    }

    fn listing(state: &State, order: &Order) -> Option<Listing> {
        listing::listing(state, order)
    }

    fn piece(state: &State, name: &str) -> Result<String, AskFault> {
        Ok(units::key(state, units::piece(state, name)?))
    }

    fn pick_up(state: &State, piece: &str) -> Result<Box<dyn PieceInHand>, AskFault> {
        Ok(Box::new(hand::Lifted::new(state, units::piece(state, piece)?)))
    }

    fn supposed(state: &State, piece: &str) -> Option<State> {
        let piece = units::piece(state, piece).ok()?;
        units::hex(state, piece)?;
        let mut then = state.clone();
        then.phasing = state.game.side_of(piece);
        threat::begin_moves(&mut then);
        Some(then)
    }

    fn questions(
        state: &State,
        draft: &Draft,
        offers: &[Offer<Draft>],
        names: &BTreeMap<String, String>,
    ) -> Vec<Question> {
        match assault::is_made_up(draft) {
            true => assault::questions(state, draft, offers),
            false => asking::questions(Self::VERBS, draft, offers, names),
        }
    }

    fn act_questions(state: &State, act: &Draft, any: Vec<Question>) -> Vec<Question> {
        any.into_iter().map(|question| acts::question(state, act, question)).collect()
    }

    fn draft_card(state: &State, draft: &Draft) -> Card {
        match assault::is_made_up(draft) {
            true => assault::card(state, draft),
            false => {
                Self::order_of(state, draft).map(|order| Self::card(state, &order, &[])).unwrap_or_default()
            }
        }
    }

    fn sketch(state: &State, draft: &Draft, scale: f32) -> Vec<Mark> {
        sketch::sketch(state, draft, scale)
    }

    fn ruler(state: &State, ends: [&RulerEnd; 2]) -> Option<Ruler> {
        ruler::ruler(state, ends)
    }

    const FIRST_TURN: FirstTurn = lessons::FIRST_TURN;

    const OVERLAYS: &'static [Overlay] = overlays::OVERLAYS;

    fn overlay(state: &State, name: &str, piece: Option<&str>, at: Option<Spot>) -> Vec<Mark> {
        let piece = piece.and_then(|piece| units::piece(state, piece).ok());
        overlays::overlay(state, name, piece, at)
    }

    fn under_pointer(state: &State, piece: &str, _by: Option<&str>) -> Vec<Mark> {
        units::piece(state, piece).map(|piece| overlays::under_pointer(state, piece)).unwrap_or_default()
    }

    fn ending(state: &State, _turns: &[Standing]) -> Ending {
        ending::ending(state)
    }

    fn traces(before: &State, order: &Order, events: &[Event]) -> Vec<Mark> {
        traces::traces(before, order, events)
    }

    fn tooltip(state: &State, piece: &str) -> Result<Tooltip, AskFault> {
        Ok(tooltip::tooltip(state, units::piece(state, piece)?))
    }

    fn threats(state: &State, piece: &str, at: Option<Spot>) -> Result<Vec<Threat>, AskFault> {
        // Leaders are not attacked: enemies come upon them (`cb:11e`).
        match state.game.counter(units::piece(state, piece)?) {
            Counter::Leader(_) => Ok(Vec::new()),
            Counter::Unit(_) => threat::threats(state, piece, at),
        }
    }

    fn pointed(state: &State, order: &Order, at: Spot) -> Option<Order> {
        target::pointed(state, order, at)
    }

    fn faces(state: &State, order: &Order, thrown: &[TypedEntry]) -> Vec<CardFace> {
        let odds =
            order.attack().filter(|_| thrown.is_empty()).map(|assault| combat::odds::outlook(state, assault));
        match odds {
            Some(Ok(odds)) => together(odds.faces.iter().map(|one| {
                (u32::from(one.face), format!("{}: {}", one.result, one.result.words(odds.from_afar)))
            })),
            Some(Err(_)) | None => faces::<Self>(state, order, thrown),
        }
    }

    fn plain_card(state: &State, order: &Order, thrown: &[TypedEntry]) -> Card {
        card::card(state, order, thrown)
    }
}
