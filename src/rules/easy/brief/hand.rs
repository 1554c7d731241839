//! A stand taken in hand: why it may be lifted, where it may end, what its way there is. Units: inches.

use crate::dice::Dry;
use crate::drawing::{Ink, Length, Mark, words_at};
use crate::game::{
    Goal, Held, Lift, ReachSearch, RuleSet as _, Spelled as _, Spent, Spot, Stop, Trip, WireRefusal,
};
use crate::rules::easy::movement::entry::waits_outside;
use crate::rules::easy::order::MoveKind;
use crate::rules::easy::rule_set::Easy;
use crate::rules::easy::spelling::Reader;
use crate::rules::easy::{Order, StandId, State, movement};
use crate::table::{Heading, Path, Pose, Vec2};

use super::trip::{self, Reachable, Routes};

/// A stand in hand.
#[derive(Debug)]
pub struct InHand {
    state: State,
    stand: StandId,
    lift: Lift,
    /// None: it may not be moved now.
    ways: Option<Ways>,
}

#[derive(Debug)]
struct Ways {
    kind: MoveKind,
    start: Pose,
    /// The place along the entry, for a reinforcement.
    along: f32,
    routes: Routes,
}

impl InHand {
    pub fn new(state: &State, stand: StandId) -> Self {
        let mut ways = Ways::of(state, stand);
        let mut lift = Lift {
            piece: state.key(stand),
            name: state.say(stand),
            from: state.pose(stand).map(Spot::pose),
            ..Lift::default()
        };
        match &mut ways {
            Some(ways) => {
                let allowance = movement::kind::allowance(state, stand, ways.kind);
                lift.words = format!("{allowance:.2} in");
                let reach = ways.routes.reach();
                lift.marks = reach.marks(ways.start.heading);
                lift.more = reach.has_luck();
            }
            None => {
                let waits = waits_outside(state, stand);
                let order = Order::going(MoveKind::Move, stand, Path::stay());
                if let Some(out) = waits {
                    lift.refusal = Some(Box::new(WireRefusal::of(&out.refusal)));
                } else if let Err(Stop::Refused(refusal)) = Easy::judge(state, &order, &mut Dry) {
                    lift.refusal = Some(Box::new(WireRefusal::of(&refusal)));
                }
            }
        }
        Self { state: state.clone(), stand, lift, ways }
    }
}

impl Ways {
    fn of(state: &State, stand: StandId) -> Option<Self> {
        let general = state.active_general();
        let (kind, along) = Easy::due(state).offers.iter().find_map(|offer| {
            let kind = offer.order.move_kind().filter(|_| offer.order.actors(general) == [stand])?;
            Some((kind, offer.order.along().unwrap_or(0.0)))
        })?;
        let start = match kind {
            MoveKind::Enter => movement::entry_pose(state, stand, along)?,
            MoveKind::Move | MoveKind::General | MoveKind::Withdraw => state.pose(stand)?,
        };
        let routes = Routes::new(state, stand, kind, start);
        Some(Self { kind, start, along, routes })
    }
}

impl Held for InHand {
    fn lift(&self) -> &Lift {
        &self.lift
    }

    fn trip(&mut self, goal: Goal<'_>) -> Trip {
        let Some(Ways { kind, start, along, routes }) = &mut self.ways else { return Trip::default() };
        let (state, stand) = (&self.state, self.stand);
        let pose = |spot: &Spot| pose_of(state, *spot, start.heading);
        let (Some(held), Some(via)) =
            (pose(&goal.to), goal.via.iter().map(pose).collect::<Option<Vec<Pose>>>())
        else {
            return Trip::default();
        };
        let (trip, snap) = routes.carried(state, &via, held, goal.free);
        let left = (trip.allowance - trip.cost).max(0.0);
        let spell = |path: Path| Easy::spell(state, &Order::going(*kind, stand, path).coming(*along));
        let spent = |spent: &trip::Spent| Spent {
            ground: spent.ground.clone(),
            gone: format!("{:.2} in", spent.gone),
            cost: format!("{:.2} in", spent.cost),
        };
        let points = via.iter().flat_map(|point| {
            let dot = |size, ink| Mark::dot(point.at, Length::points(size), ink);
            [dot(5.0, Ink::Way), dot(2.0, Ink::Plate)]
        });
        let moves = !trip.path.legs.is_empty() || *kind == MoveKind::Enter;
        let short = trip.refusal.is_some() && !trip.legal.legs.is_empty();
        Trip {
            open: false,
            next: Vec::new(),
            rests: trip.poses.last().copied().map(Spot::pose),
            words: format!("{:.2} in of {:.2} in, {left:.2} in left", trip.cost, trip.allowance),
            share: Some(if trip.allowance > 0.0 { trip.cost / trip.allowance } else { 1.0 }),
            spent: trip.spent.iter().map(spent).collect(),
            never: trip.luck.as_ref().is_some_and(|(_, luck)| luck.arrives <= 0.0),
            risk: trip.luck.as_ref().map(|(words, _)| words.clone()),
            drawn_to: snap.map(|snap| snap.words(state)),
            marks: points
                .chain(trip::trip_marks(state, stand, &trip, true))
                .chain(said(state, stand, &trip))
                .collect(),
            notes: trip.notes,
            short: short.then(|| spell(trip.legal)),
            order: moves.then(|| spell(trip.path)),
            refusal: trip.refusal.map(|refusal| Box::new(WireRefusal::of(&refusal))),
        }
    }

    fn reach(&self, held: Spot) -> Option<ReachSearch> {
        let Ways { start, routes, .. } = self.ways.as_ref()?;
        let heading = pose_of(&self.state, held, start.heading)?.heading;
        let reach = Some(routes.reach()).filter(Reachable::is_sought)?;
        Some(Box::new(move |unwanted| reach.marks_unless(heading, unwanted)))
    }
}

/// What is written beside the ghost: what its way costs, and where it would be stopped why.
fn said(state: &State, stand: StandId, trip: &trip::Trip) -> Vec<Mark> {
    let mut marks = Vec::new();
    let part = state.unit(stand).body.parts()[0];
    let beside = Vec2::new(0.0, part.width.hypot(part.depth) / 2.0);
    if let (Some(stopped), Some(refusal)) = (trip.stopped, &trip.refusal) {
        marks.push(words_at(stopped.at + beside, refusal.fact.clone(), Ink::Bad, -12.0));
    }
    if let [_, .., end] = trip.poses[..] {
        let way = format!("{:.1} of {:.1} in", trip.cost, trip.allowance);
        let (words, ink) = match (&trip.refusal, &trip.luck) {
            (Some(_), _) => (way, Ink::Bad),
            (None, Some((_, luck))) => (format!("{way}, {:.0} %", luck.arrives * 100.0), Ink::Close),
            (None, None) => (way, Ink::Good),
        };
        marks.push(words_at(end.at - beside, words, ink, 10.0));
    }
    marks
}

/// A place of the table; a point has this heading.
pub(super) fn pose_of(state: &State, spot: Spot, heading: Heading) -> Option<Pose> {
    let reader = Reader::new(state);
    match spot {
        Spot::Pose { .. } => spot.placed().map(|placed| reader.pose(placed)),
        Spot::Point { x, y } => {
            let at = reader.pose((x as f32, y as f32, 0.0)).at;
            Some(Pose::new(at, heading))
        }
        Spot::Hex(_) | Spot::Faced { .. } => None,
    }
}
