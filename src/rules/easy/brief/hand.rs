//! A stand in hand: why it may not be lifted, where it may end, its path there. Units: inches.

use crate::movement::entry::waits_outside;
use crate::order::MoveKind;
use crate::rule_set::Easy;
use crate::spelling::Reader;
use crate::state::{Activation, Phase, Step};
use crate::{Code, Order, StandId, State, movement};
use dice::Dry;
use drawing::{Ink, Length, Mark, words_at};
use game::{
    Codec as _, Goal, PieceInHand, PieceSummary, ReachSearch, RuleSet as _, Spent, Spot, Stop, Trip,
    WireRefusal,
};
use scenario::army::Arm;
use table::{Heading, Path, Pose, Vec2};

use super::trip::{self, Reachable, Routes};

/// A stand in hand.
#[derive(Debug)]
pub struct InHand {
    state: State,
    stand: StandId,
    lift: PieceSummary,
    /// `None` if it may not move now.
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
        let mut lift = PieceSummary {
            piece: state.key(stand),
            name: state.say(stand),
            from: state.pose(stand).map(Spot::pose),
            ..PieceSummary::default()
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

/// The game as it would be if this stand alone were activated and might move (`easy:II.A.2.3`).
pub fn supposed(state: &State, stand: StandId) -> Option<State> {
    state.pose(stand)?;
    let mut then = state.clone();
    let mut now = Activation::new(state.unit(stand).command, None);
    now.step = if state.arm(stand) == Arm::General { Step::Close } else { Step::Act };
    now.list.push(stand);
    then.phase = Phase::Active;
    then.stack.push(now);
    Some(then)
}

impl Ways {
    fn of(state: &State, stand: StandId) -> Option<Self> {
        let general = state.active_general();
        let offered = Easy::due(state).offers.iter().find_map(|offer| {
            let kind = offer.order.move_kind().filter(|_| offer.order.actors(general) == [stand])?;
            Some((kind, offer.order.along().unwrap_or(0.0)))
        });
        // What the referee lets move is offered to nobody.
        let let_go = || !state.overruled.is_empty() && movement::check_may_move(state, stand).is_ok();
        let (kind, along) = offered.or_else(|| let_go().then_some((MoveKind::Move, 0.0)))?;
        let start = match kind {
            MoveKind::Enter => movement::entry_pose(state, stand, along)?,
            MoveKind::Move | MoveKind::General | MoveKind::Withdraw => state.pose(stand)?,
        };
        let routes = Routes::new(state, stand, kind, start);
        Some(Self { kind, start, along, routes })
    }
}

impl PieceInHand for InHand {
    fn summary(&self) -> &PieceSummary {
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
            words: trip::cost_words(&trip),
            share: Some(if trip.allowance > 0.0 { trip.cost / trip.allowance } else { 1.0 }),
            spent: trip.spent.iter().map(spent).collect(),
            never: trip.luck.as_ref().is_some_and(|(_, luck)| luck.arrives <= 0.0),
            risk: trip.luck.as_ref().map(|(words, _)| words.clone()),
            drawn_to: snap.map(|snap| snap.words(state)),
            marks: points
                .chain(trip::trip_marks(state, stand, &trip, true))
                .chain(said(state, stand, &trip))
                .collect(),
            dark: trip.dark,
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

/// The mark beside the ghost: the cost of its path. Other reasons against a path are shown at the pointer.
fn said(state: &State, stand: StandId, trip: &trip::Trip) -> Option<Mark> {
    let [_, .., end] = trip.poses[..] else { return None };
    let part = state.unit(stand).body.parts()[0];
    let beside = Vec2::new(0.0, part.width.hypot(part.depth) / 2.0);
    let way = format!("{:.2} of {:.2} in", trip.cost, trip.allowance);
    let (words, ink) = match (&trip.refusal, &trip.luck) {
        (Some(refusal), _) if refusal.code == Code::OverAllowance => (way, Ink::Bad),
        (Some(_), _) => return None,
        (None, Some((_, luck))) => (format!("{way}, {:.0} %", luck.arrives * 100.0), Ink::Close),
        (None, None) => (way, Ink::Good),
    };
    Some(words_at(end.at - beside, words, ink, 10.0))
}

/// The pose of a spot; a bare point takes this heading.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Behind a line of friends, through whom nobody may pass.
    const BEHIND_FRIENDS: &str = r#"(
        origin: (30, 20),
        stands: [
            (id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5),
            (id: "B", side: "red", arm: Infantry, at: (-7, 2, 0), sp: 5),
            (id: "C", side: "red", arm: Infantry, at: (-4.9, 2, 0), sp: 5),
            (id: "D", side: "red", arm: Infantry, at: (-2.8, 2, 0), sp: 5),
            (id: "E", side: "red", arm: Infantry, at: (-0.7, 2, 0), sp: 5),
            (id: "F", side: "red", arm: Infantry, at: (1.4, 2, 0), sp: 5),
            (id: "G", side: "red", arm: Infantry, at: (3.5, 2, 0), sp: 5),
            (id: "H", side: "red", arm: Infantry, at: (5.6, 2, 0), sp: 5),
        ],
        active: (command: "red"),
    )"#;

    #[test]
    fn a_way_round_that_is_too_long_is_measured_once_and_says_why_it_goes_round() {
        let position: crate::Position =
            data::ron_options().from_str(BEHIND_FRIENDS).expect("the position reads");
        let state = position.set_up().expect("the position is sound");
        let stand = state.ids().find(|id| state.key(*id) == "A").expect("it is there");
        let mut hand = InHand::new(&state, stand);
        let to = Spot::pose(Pose::new(
            state.pose(stand).expect("on the table").at + Vec2::new(0.0, 4.2),
            Heading::NORTH,
        ));
        let trip = hand.trip(Goal { to, via: &[], free: true });
        let refusal = trip.refusal.as_ref().expect("it is too far");
        assert_eq!(refusal.code, "over-allowance");
        let cost = refusal.measured.as_ref().expect("it is measured").value;
        assert!(cost > 9.5, "it goes round them all: {cost}");
        let said = format!("{cost:.2}");
        // On the card, at the end of the way and in the refusal stands the same figure.
        assert!(
            trip.words.starts_with(&format!("{said} in of ")) && trip.words.ends_with("in too much"),
            "{}",
            trip.words
        );
        assert!(refusal.fact().ends_with(&format!("this costs {said}")), "{}", refusal.fact());
        let labels: Vec<&str> = trip
            .marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Text(word) => Some(word.text.as_str()),
                _ => None,
            })
            .collect();
        assert!(matches!(labels[..], [one] if one.starts_with(&said)), "{labels:?}");
        let paid: f32 = trip
            .spent
            .iter()
            .map(|spent| spent.cost.trim_end_matches(" in").parse::<f32>().expect("inches"))
            .sum();
        assert!((paid - cost).abs() < 0.02, "ground by ground it is {paid} of {cost}");
        let why = trip.notes.iter().find(|note| note.starts_with("Straight there, 4.20 in, is barred: "));
        assert!(why.is_some_and(|why| why.contains('E') || why.contains('F')), "{:?}", trip.notes);
        // As much of it as may be gone is still there to be taken.
        assert!(trip.short.is_some());
    }
}
