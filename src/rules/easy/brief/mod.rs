//! The presentation of a game: head, order of battle, tooltips, threats, cards of orders.

pub mod acts;
mod asked;
pub mod card;
pub mod colours;
mod dark;
mod ending;
mod faces;
pub mod facts;
pub mod groups;
mod hand;
mod lessons;
pub mod line;
pub mod overlays;
mod printed;
mod regroup;
pub mod ruler;
pub mod scene;
mod sketch;
pub mod snap;
pub mod threat;
pub mod tooltip;
mod traces;
pub mod trip;

use std::collections::BTreeMap;

use dice::TypedEntry;
use drawing::overlay::Ruler;
use drawing::{Mark, Stage, clipped};
use game::lesson::FirstTurn;
use game::line::{LineKeys, Meaning, Reading};
use game::{
    Agenda, Answer, AskFault, Card, CardFace, Chances, Codec as _, Draft, Due, Ending, Group, Head, HeadSide,
    Listing, LogKind, Offer, PieceInHand, Presentation, Question, Remark, RuleSet, RulerEnd, Spot, Standing,
    Threat, Tooltip, Vocabulary as _, Wire as _, asking,
};
use game::{Arrival, NotNow, Overlay, Printed, RuleLength, sentence};
use scenario::{Side, Start};
use table::measure::{outside_by, overlap_depth};
use table::tolerance::{OVERLAP, within};

use super::combat::contacts::engaged;
use super::command::out_of_command;
use super::engineers::attach::shift_of;
use super::movement::entry::waiting_outside;
use super::order::Family;
use super::rule_set::Easy;
use super::spelling::Reader;
use super::state::Place;
use super::{Event, Order, StandId, State, fire, reach};
use colours::side_colour;
use table::{Heading, Pose, Vec2};
use tooltip::{Flags, StandTooltip};

/// The stand of this key or badge.
fn stand(state: &State, piece: &str) -> Result<StandId, AskFault> {
    Reader::new(state).stand(piece).map_err(|fault| AskFault::new("bad-order", fault))
}

impl Presentation for Easy {
    const LOG_KINDS: &'static [LogKind] = facts::LOG_KINDS;

    fn head(state: &State) -> Head {
        let scenario = &state.game.scenario;
        let points = state.points_with_objectives();
        Head {
            battle: scenario.name.clone(),
            turn: format!("turn {} of {}", state.turn, scenario.turns),
            clock: scenario.clock(state.turn),
            phase: state.weather.words().into(),
            sides: Side::BOTH
                .map(|side| HeadSide {
                    id: Self::side_id(state, side),
                    name: state.say_side(side).to_owned(),
                    colour: side_colour(state, side),
                    points: points[side.index()],
                })
                .into(),
            points_for: ending::points_for(state),
            ..Head::default()
        }
    }

    fn groups(state: &State) -> Vec<Group> {
        // Tooltips are queried separately.
        groups::groups(state)
    }

    fn read_line(
        state: &State,
        due: &Due<Order>,
        text: &str,
        cursor: usize,
        selected: Option<&str>,
    ) -> Option<Reading<Order>> {
        let selected = selected.and_then(|key| state.roster().find_stand(key));
        Some(line::read(text, cursor, &line::Context { state, due, selected }))
    }

    fn meant(state: &State, due: &Due<Order>, order: Order) -> Option<Meaning<Order>> {
        Some(line::order(&line::Context { state, due, selected: None }, order))
    }

    fn arrivals(state: &State) -> Vec<Arrival> {
        let entries = &state.game.scenario.entries;
        let coming = state.ids().filter(|id| state.stand(*id).place == Place::Reserve);
        let arrival = |id: StandId| match &state.unit(id).start {
            Start::Arrives { turn, entry } => Some(Arrival {
                turn: *turn,
                side: Self::side_id(state, state.side(id)),
                name: state.say_short(id),
                at: entries
                    .iter()
                    .find(|one| one.id == *entry)
                    .map(|one| one.name.clone())
                    .unwrap_or_default(),
                price: String::new(),
            }),
            Start::Deployed(_) => None,
        };
        let mut arrivals: Vec<Arrival> = coming.filter_map(arrival).collect();
        arrivals.sort_by_key(|arrival| arrival.turn);
        arrivals
    }

    fn chits(state: &State) -> Vec<String> {
        let with_chits = groups::in_order(state).into_iter().filter(|id| state.chits_of(*id) > 0);
        with_chits.map(|id| crate::chits::chit_name(state, id)).collect()
    }

    fn line_keys() -> Vec<LineKeys> {
        line::keys()
    }

    fn agenda(state: &State, _hand: Option<&Draft>) -> Agenda {
        let step = state.active().map(|now| now.step.name().to_owned()).unwrap_or_default();
        let waiting = waiting_outside(state).into_iter();
        let barred = waiting.map(|out| NotNow {
            why: Remark { words: sentence(&out.say(state)), clause: Some(out.refusal.clause) },
            order: Some(Self::spell(state, &out.order)),
        });
        let barred = barred.collect();
        Agenda { step, barred, ..Agenda::default() }
    }

    fn printed(state: &State, _scale: f32) -> Vec<Printed> {
        printed::printed(state)
    }

    fn lengths(state: &State) -> Vec<RuleLength> {
        printed::lengths(state)
    }

    fn stage(state: &State, due: &Due<Order>) -> Stage {
        let movable = movable(state, &due.offers);
        let tooltips = tooltips(state, &movable);
        scene::stage(state, &scene::table(state, &movable, tooltips))
    }

    fn layer(state: &State, due: &Due<Order>, name: &str, scale: f32) -> Vec<Mark> {
        scene::layer(state, &movable(state, &due.offers), name, scale)
    }

    const FIRST_TURN: FirstTurn = lessons::FIRST_TURN;

    const OVERLAYS: &'static [Overlay] = overlays::OVERLAYS;

    fn overlay(state: &State, name: &str, piece: Option<&str>, at: Option<Spot>) -> Vec<Mark> {
        let stand = piece.and_then(|piece| stand(state, piece).ok());
        let pose = at.and_then(|at| hand::pose_of(state, at, Heading::NORTH));
        clipped(overlays::overlay(state, name, stand, pose), (Vec2::ZERO, state.ground().size))
    }

    fn ruler(state: &State, ends: [&RulerEnd; 2]) -> Option<Ruler> {
        let reader = Reader::new(state);
        let end = |end: &RulerEnd| match end {
            RulerEnd::Piece(piece) => stand(state, piece).ok().map(ruler::End::Stand),
            RulerEnd::Place(Spot::Point { x, y } | Spot::Pose { x, y, .. }) => {
                Some(ruler::End::Point(reader.pose((*x as f32, *y as f32, 0.0)).at))
            }
            RulerEnd::Place(Spot::Hex(_) | Spot::Faced { .. }) => None,
        };
        let [from, to] = ends.map(end);
        ruler::ruler(state, from?, to?)
    }

    fn knows_act(state: &State, act: &str) -> bool {
        acts::is_known(state, act)
    }

    fn act_questions(state: &State, act: &Draft, any: Vec<Question>) -> Vec<Question> {
        acts::questions(state, act, any)
    }

    fn nearest_legal(state: &State, order: Draft) -> Draft {
        match order.answers.get("act") {
            Some(Answer::Either(act)) => {
                let act = acts::nearest_legal(state, (**act).clone());
                order.with("act", Answer::Either(Box::new(act)))
            }
            _ => regroup::nearest_legal(state, order),
        }
    }

    fn draft_card(state: &State, draft: &Draft) -> Card {
        let card = Self::order_of(state, draft).map(|order| Self::plain_card(state, &order, &[]));
        regroup::titled(draft, card.unwrap_or_default())
    }

    fn moving_piece(state: &State, order: &Draft) -> Option<String> {
        let said = order.said();
        // A path without a stand is the general's.
        let general =
            || state.active_general().filter(|_| said.says("path")).map(|general| state.key(general));
        said.one("stand").ok().map(str::to_owned).or_else(general)
    }

    fn piece(state: &State, name: &str) -> Result<String, AskFault> {
        Ok(state.key(stand(state, name)?))
    }

    fn pick_up(state: &State, piece: &str) -> Result<Box<dyn PieceInHand>, AskFault> {
        Ok(Box::new(hand::InHand::new(state, stand(state, piece)?)))
    }

    fn supposed(state: &State, piece: &str) -> Option<State> {
        hand::supposed(state, stand(state, piece).ok()?)
    }

    fn ending(state: &State, turns: &[Standing]) -> Ending {
        ending::ending(state, turns)
    }

    fn traces(before: &State, order: &Order, events: &[Event]) -> Vec<Mark> {
        traces::traces(before, order, events)
    }

    fn tooltip(state: &State, piece: &str) -> Result<Tooltip, AskFault> {
        let id = stand(state, piece)?;
        let movable = movable(state, &Self::due(state).offers);
        Ok(tooltip::stand(state, id, flags(state, &movable)(id)).plain())
    }

    fn threats(state: &State, piece: &str, at: Option<Spot>) -> Result<Vec<Threat>, AskFault> {
        let (id, there) = threatened(state, piece, at)?;
        let pose = there.pose(id).unwrap_or(Pose::at(0.0, 0.0, 0.0));
        if at.is_some() {
            check_spot(state, id, pose)?;
        }
        let threats = reach::threat(&there, id, pose);
        Ok(threats.iter().map(|threat| threat::threat_of(&there, id, threat)).collect())
    }

    fn watch(
        state: &State,
        piece: &str,
        at: Spot,
        tell: &mut dyn FnMut(Threat) -> bool,
    ) -> Result<(), AskFault> {
        let (id, there) = threatened(state, piece, Some(at))?;
        let pose = there.pose(id).unwrap_or(Pose::at(0.0, 0.0, 0.0));
        let told = |threat: &reach::Threat| threat::threat_of(&there, id, threat);
        reach::threat(&there, id, pose).iter().all(|threat| tell(told(threat)));
        Ok(())
    }

    fn pointed(state: &State, order: &Order, at: Spot) -> Option<Order> {
        let (stand, pose) = order.rally()?;
        let to = hand::pose_of(state, at, pose.heading)?;
        Some(order.clone().put(trip::rally_pose(state, stand, to.at, to.heading)?))
    }

    fn sketch(state: &State, draft: &Draft, _scale: f32) -> Vec<Mark> {
        match draft.said().either("act") {
            Ok(act) => acts::sketch(state, act),
            Err(_) => {
                let order = Self::order_of(state, draft).map(|order| sketch::sketch(state, &order));
                [regroup::sketch(state, draft), order.unwrap_or_default()].concat()
            }
        }
    }

    fn listing(state: &State, order: &Order) -> Option<Listing> {
        let (battery, target) = order.shot()?;
        let shot = fire::shot(state, battery, target).ok()?;
        let (expected, hopeless) = (shot.roll.expected(), shot.roll.is_hopeless());
        let note = if hopeless { "cannot hit".to_owned() } else { format!("{expected:.2} hits on average") };
        Some(Listing {
            under: state.say_short(battery),
            words: format!(
                "At {}, {}, {:.2} in",
                state.say_short(target),
                shot.band.name(),
                shot.range.value
            ),
            note,
            worth: expected,
            in_vain: hopeless,
        })
    }

    fn questions(
        state: &State,
        draft: &Draft,
        offers: &[Offer<Draft>],
        names: &BTreeMap<String, String>,
    ) -> Vec<Question> {
        let usual = || asking::questions(Self::VERBS, draft, offers, names);
        regroup::questions(state, draft).unwrap_or_else(|| asked::questions(state, usual()))
    }

    fn plain_card(state: &State, order: &Order, thrown: &[TypedEntry]) -> Card {
        let mut card = card::findings(state, order, thrown).card(state);
        if let Some(stands) = order.activated() {
            card.act = asked::activates(stands.len());
        } else if let Some(attacks) = order.attacks() {
            card.act = asked::declares(attacks.len());
            card.combats = card::combats(state, attacks);
        }
        card
    }

    fn faces(state: &State, order: &Order, thrown: &[TypedEntry]) -> Vec<CardFace> {
        faces::faces(state, order, thrown)
    }

    fn chances(
        state: &State,
        order: &Order,
        thrown: &[TypedEntry],
        stopped: &dyn Fn() -> bool,
    ) -> Option<Chances> {
        if let Some(attacks) = order.attacks() {
            return card::forecasts(state, attacks, stopped);
        }
        let found = card::findings(state, order, thrown);
        let counted = if found.thrown == thrown.len() { thrown } else { &[] };
        let by_dice = !thrown.is_empty() || found.throw.is_some() || !found.sides.is_empty();
        let sound = found.refusal.is_none();
        let weighed = sound.then(|| card::weigh(state, order, counted, stopped)).flatten();
        // A single result without dice shows in the paths and notes.
        weighed.filter(|weighed| by_dice || weighed.results.len() != 1)
    }
}

/// A stand, and the state in which it stands there; `None` for its present place.
fn threatened(state: &State, piece: &str, at: Option<Spot>) -> Result<(StandId, State), AskFault> {
    let id = stand(state, piece)?;
    let pose = match at {
        Some(at) => at.placed().map(|at| Reader::new(state).pose(at)).ok_or_else(|| {
            AskFault::new("bad-order", "a stand is put somewhere by east, north and heading: [20, 12.5, 90]")
        })?,
        None => state.pose(id).ok_or_else(|| {
            AskFault::new(
                "bad-order",
                format!("{} is not on the table: say where it would be", state.say(id)),
            )
        })?,
    };
    let mut there = state.clone();
    there.stands[id.index()].place = Place::Table(pose);
    Ok((id, there))
}

/// Checks that the stand could be there with regard to the table and other stands.
fn check_spot(state: &State, id: StandId, pose: Pose) -> Result<(), AskFault> {
    let fault = |words: String| Err(AskFault::new("bad-order", words));
    let placed = state.unit(id).body.placed(pose);
    let size = state.terrain().ground().size;
    if !within(outside_by(placed, size), OVERLAP) {
        return fault(format!(
            "{} would not lie on the table, which is {:.0} by {:.0} in: name another place",
            state.say(id),
            size.x,
            size.y
        ));
    }
    let own = |other: StandId| other == id || state.host_of(other) == Some(id);
    let mut others = state.on_table().filter(|(other, _)| !own(*other));
    match others.find(|(_, there)| !within(overlap_depth(placed, *there), OVERLAP)) {
        Some((other, _)) => {
            fault(format!("{} would lie on {}: name a place that is free", state.say(id), state.say(other)))
        }
        None => Ok(()),
    }
}

/// The tooltips of all stands, on the table or not.
pub fn tooltips(state: &State, movable: &[StandId]) -> BTreeMap<StandId, StandTooltip> {
    let flags = flags(state, movable);
    state.ids().map(|id| (id, tooltip::stand(state, id, flags(id)))).collect()
}

/// The flags of stands that do not follow from their own state.
fn flags(state: &State, movable: &[StandId]) -> impl Fn(StandId) -> Flags {
    let (engaged, lost) = (engaged(state), out_of_command(state));
    move |id| Flags {
        may_act: movable.contains(&id),
        acted: state.active().is_some_and(|now| now.acted.contains(&id)),
        out_of_command: lost.binary_search(&id).is_ok(),
        touches: engaged.binary_search(&id).is_ok(),
    }
}

/// The stands about which these offers are, sorted.
pub fn movable(state: &State, offers: &[Offer<Order>]) -> Vec<StandId> {
    let general = state.active_general();
    let mut found: Vec<StandId> = offers
        .iter()
        .map(|offer| &offer.order)
        .filter(|order| matches!(order.family(), Family::Moves | Family::Fire))
        .flat_map(|order| order.actors(general))
        .filter(|id| state.pose(*id).is_some())
        .chain(state.ids().filter(|id| shift_of(state, *id).is_some()))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
