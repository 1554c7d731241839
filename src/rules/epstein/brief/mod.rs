//! How Epstein's rules present a game: head, order of battle, scene, tooltips.

mod acts;
mod aiming;
mod asked;
mod card;
mod charging;
mod ending;
mod facts;
mod flight;
pub mod hand;
mod lessons;
mod overlays;
mod printed;
mod reach;
mod ruler;
mod scene;
mod sketch;
mod threat;
mod thrust;
mod tooltip;
mod traces;
mod tree;
mod troops;
mod units;
mod ways;

pub use facts::facts;

use dice::TypedEntry;
use std::collections::BTreeMap;

use drawing::overlay::Ruler;
use drawing::{Mark, Stage, clipped};
use game::Arrival;
use game::faces::{faces_by, say_events};
use game::lesson::FirstTurn;
use game::{
    Agenda, AskFault, Card, CardFace, Chances, Codec as _, Draft, Due, Ending, Group, Head, HeadSide,
    Listing, LogKind, Offer, Overlay, PieceInHand, Presentation, Printed, Question, Remark, RuleLength,
    RuleSet as _, RulerEnd, Spot, Standing, Threat, Tooltip, Vocabulary as _, asking, chances_of,
};
use scenario::Side;
use scenario::army::OF_UNIT;
use table::Vec2;

use super::event::Event;
use super::order::Order;
use super::roster::StandId;
use super::rule_set::Epstein;
use super::state::{GroupId, Phase, State};
use super::{arrival, victory};

/// The group with this name.
fn group(state: &State, name: &str) -> Result<GroupId, AskFault> {
    state.find_group(name).map_err(|fault| AskFault::new("bad-order", fault))
}

/// A group, or one of its stands, by its key.
fn pointed_at(state: &State, piece: &str) -> Result<(GroupId, Option<StandId>), AskFault> {
    let stand = piece.contains(OF_UNIT).then(|| state.game.find_stand(piece)).flatten();
    Ok((group(state, piece)?, stand))
}

/// A threatened group, and the state in which its enemy has the period and the group stands at this spot.
fn threatened(state: &State, piece: &str, at: Option<Spot>) -> Result<(GroupId, State), AskFault> {
    let id = group(state, piece)?;
    let fault = |words: String| Err(AskFault::new("bad-order", words));
    if !state.is_on_table(id) {
        return fault(format!("{} is not on the table", state.say(id)));
    }
    let pose = match at {
        None => None,
        Some(spot) => match hand::pose_of(spot, state.place(id).heading).filter(|pose| pose.is_finite()) {
            Some(pose) => Some(pose),
            None => {
                return fault(
                    "a unit is put somewhere by east, north and heading: [20, 12.5, 90]".to_owned(),
                );
            }
        },
    };
    Ok((id, threat::at_their_turn(state, id, pose)))
}

impl Presentation for Epstein {
    const COUNTED_IN: &'static str = "figures";
    const LOG_KINDS: &'static [LogKind] = facts::LOG_KINDS;

    const FIRST_TURN: FirstTurn = lessons::FIRST_TURN;

    const OVERLAYS: &'static [Overlay] = overlays::OVERLAYS;

    fn overlay(state: &State, name: &str, piece: Option<&str>, at: Option<Spot>) -> Vec<Mark> {
        let id = piece.and_then(|piece| group(state, piece).ok()).filter(|id| state.is_on_table(*id));
        let pose = id.and_then(|id| hand::pose_of(at?, state.place(id).heading));
        clipped(overlays::overlay(state, name, id, pose), (Vec2::ZERO, state.game.scenario.ground.size))
    }

    fn ruler(state: &State, ends: [&RulerEnd; 2]) -> Option<Ruler> {
        ruler::ruler(state, ends)
    }

    fn ending(state: &State, _turns: &[Standing]) -> Ending {
        ending::ending(state)
    }

    fn traces(before: &State, order: &Order, events: &[Event]) -> Vec<Mark> {
        traces::traces(before, order, events)
    }

    fn tooltip(state: &State, piece: &str) -> Result<Tooltip, AskFault> {
        match pointed_at(state, piece) {
            Ok((id, stand)) => Ok(tooltip::tooltip(state, id, stand, tooltip::may_act(state, id))),
            Err(fault) => state.game.find_unit(piece).map(|unit| tooltip::absent(state, unit)).ok_or(fault),
        }
    }

    fn threats(state: &State, piece: &str, at: Option<Spot>) -> Result<Vec<Threat>, AskFault> {
        let (id, then) = threatened(state, piece, at)?;
        Ok(threat::all(&then, id).iter().map(|found| threat::threat(&then, id, found)).collect())
    }

    fn watch(
        state: &State,
        piece: &str,
        at: Spot,
        tell: &mut dyn FnMut(Threat) -> bool,
    ) -> Result<(), AskFault> {
        let (id, then) = threatened(state, piece, Some(at))?;
        threat::seek(&then, id, &mut |found| tell(threat::threat(&then, id, &found)));
        Ok(())
    }

    fn open_verbs(state: &State) -> Vec<&'static str> {
        super::spelling::open_verbs(state)
    }

    fn questions(
        state: &State,
        draft: &Draft,
        offers: &[Offer<Draft>],
        names: &BTreeMap<String, String>,
    ) -> Vec<Question> {
        asked::questions(state, draft, asking::questions(Self::VERBS, draft, offers, names))
    }

    fn head(state: &State) -> Head {
        let points = victory::points(state);
        let scenario = &state.game.scenario;
        let side = |side: Side| HeadSide {
            id: state.game.side_id(side),
            name: state.game.side_name(side).to_owned(),
            colour: units::side_colour(state, side),
            points: i32::from(points[side.index()]),
        };
        let phase = match &state.phase {
            Phase::Over(_) => "over".to_owned(),
            Phase::HighDie => "who is first".to_owned(),
            Phase::Period => format!("{} period", state.game.side_name(state.active)),
        };
        Head {
            battle: scenario.name.clone(),
            turn: format!("turn {} of {}", state.turn, victory::last_turn(state)),
            clock: scenario.clock(state.turn),
            phase,
            sides: Side::BOTH.map(side).into(),
            points_are: "Victory points if the battle ended now",
            points_said: if matches!(state.phase, Phase::Over(_)) { "At the end" } else { "If it ended now" },
            points_for: ending::fought_for(state),
        }
    }

    fn arrivals(state: &State) -> Vec<Arrival> {
        let coming = |unit| {
            let (turn, entry) = arrival::arrival(state, unit)?;
            let info = state.game.unit(unit);
            let (side, name) = (state.game.side_id(info.side), info.short.clone());
            Some(Arrival { turn, side, name, at: entry.name.clone(), price: String::new() })
        };
        let mut arrivals: Vec<Arrival> = state.game.unit_ids().filter_map(coming).collect();
        arrivals.sort_by_key(|arrival| arrival.turn);
        arrivals
    }

    fn groups(state: &State) -> Vec<Group> {
        units::groups(state)
    }

    fn pointed(state: &State, order: &Order, at: Spot) -> Option<Order> {
        aiming::pointed(state, order, at)
    }

    fn under_pointer(state: &State, piece: &str, by: Option<&str>) -> Vec<Mark> {
        let found = group(state, piece).ok().filter(|id| state.is_on_table(*id));
        let by = by.and_then(|by| group(state, by).ok()).filter(|id| state.is_on_table(*id));
        found.map(|id| flight::under_pointer(state, id, by)).unwrap_or_default()
    }

    fn chances(
        state: &State,
        order: &Order,
        thrown: &[TypedEntry],
        _stopped: &dyn Fn() -> bool,
    ) -> Option<Chances> {
        let chances = chances_of::<Self>(state, order, thrown)?;
        Some(Chances { tree: tree::tree(state, order), ..chances })
    }

    fn agenda(state: &State, _hand: Option<&Draft>) -> Agenda {
        let due = super::offers::due(state);
        let owed = super::rally::waiting(state).into_iter().map(|id| Remark {
            words: format!("{} runs: halt it, or let it run on", state.say(id)),
            clause: Some("epstein:13.7"),
        });
        let ending = due
            .offers
            .iter()
            .find(|offer| offer.order == Order::EndPeriod)
            .map(|offer| (Self::spell(state, &offer.order), offer.words.clone()));
        let step = match &state.phase {
            Phase::Period => format!("{} period", state.game.side_name(state.active)),
            Phase::HighDie | Phase::Over(_) => String::new(),
        };
        Agenda { step, owed: owed.collect(), ending, ..Agenda::default() }
    }

    fn piece(state: &State, name: &str) -> Result<String, AskFault> {
        let own = |id: &GroupId| state.side(*id) == state.decides();
        let bears = state.group_ids().filter(|id| !name.is_empty() && troops::badge(state, *id) == name);
        let (ours, theirs): (Vec<GroupId>, Vec<GroupId>) = bears.partition(own);
        // A unit is badged with its number; if two share it, the one on the deciding side is meant.
        match ours.into_iter().chain(theirs).next() {
            Some(id) => Ok(state.key(id)),
            None => group(state, name).map(|id| state.key(id)),
        }
    }

    fn pick_up(state: &State, piece: &str) -> Result<Box<dyn PieceInHand>, AskFault> {
        Ok(Box::new(hand::InHand::new(state, group(state, piece)?)))
    }

    fn supposed(state: &State, piece: &str) -> Option<State> {
        let mut then = state.clone();
        threat::begin_period(&mut then, state.side(group(state, piece).ok()?));
        Some(then)
    }

    fn listing(state: &State, order: &Order) -> Option<Listing> {
        card::listing(state, order)
    }

    fn plain_card(state: &State, order: &Order, thrown: &[TypedEntry]) -> Card {
        card::card(state, order, thrown)
    }

    fn faces(state: &State, order: &Order, thrown: &[TypedEntry]) -> Vec<CardFace> {
        // Of a melee only the winner is listed: the losses depend on both totals, which would take a line for each pair of
        // faces.
        faces_by::<Self>(state, order, thrown, |events| {
            let melee = events.iter().find(|event| matches!(event, Event::Melee { .. }));
            let won = melee.and_then(|melee| Self::say_event(state, melee));
            won.unwrap_or_else(|| say_events::<Self>(state, events))
        })
    }

    fn sketch(state: &State, draft: &Draft, _scale: f32) -> Vec<Mark> {
        Self::order_of(state, draft).map(|order| sketch::sketch(state, &order)).unwrap_or_default()
    }

    fn act_questions(state: &State, act: &Draft, any: Vec<Question>) -> Vec<Question> {
        any.into_iter().map(|question| acts::question(state, act, question)).collect()
    }

    fn printed(state: &State, _scale: f32) -> Vec<Printed> {
        printed::printed(state)
    }

    fn lengths(state: &State) -> Vec<RuleLength> {
        printed::lengths(state)
    }

    fn stage(state: &State, due: &Due<Order>) -> Stage {
        scene::stage(state, due)
    }

    fn layer(state: &State, due: &Due<Order>, name: &str, scale: f32) -> Vec<Mark> {
        scene::layer(state, due, name, scale)
    }
}

#[cfg(test)]
mod tests;
