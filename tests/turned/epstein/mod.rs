//! Epstein's tables: moves, changes of formation, volleys, guns, charges with their answers and routs, houses, leaders.

mod formations;
mod players;

use dice::Rolled;
use epstein::formation::{Formation, layout, place_of};
use epstein::order::{Answering, StandWay, Step};
use epstein::pending::{Charge, Met, Pending};
use epstein::position::Position;
use epstein::roster::HouseId;
use epstein::state::{Group, Place, State};
use epstein::{Epstein, Event, Order, houses};
use game::RuleSet;
use game::working::Note;
use rand_chacha::ChaCha8Rng;
use table::{Heading, Leg, Pose, Vec2};

use super::placing::{CENTRE, Placing};
use super::{Difference, Game, Hand, LayAnew, SAME, Turned, check_formations, is_same};

use formations::formation;
use players::Players;

/// Something of a state that lies on the table, or has a right and a left.
enum Part<'s> {
    Pose(&'s mut Pose),
    Point(&'s mut Vec2),
    Heading(&'s mut Heading),
    Leg(&'s mut Leg),
    Inches(&'s mut f32),
    /// Degrees to the right.
    Right(&'s mut f32),
    /// A side of a house.
    Side(&'s mut u8),
    Answer(&'s mut Answering),
}

/// Looks at every part of a state.
fn each_part(state: &mut State, mut see: impl FnMut(Part<'_>)) {
    for stand in state.stands.iter_mut() {
        match &mut stand.place {
            Place::Table(pose) => see(Part::Pose(pose)),
            Place::Inside { side, .. } => see(Part::Side(side)),
            Place::Reserve | Place::Lost => {}
        }
    }
    for group in state.groups.iter_mut() {
        see(Part::Heading(&mut group.heading));
        see(Part::Inches(&mut group.marks.spent));
        see(Part::Right(&mut group.marks.pivoted));
        group.crossing.iter_mut().for_each(|crossing| see(Part::Heading(&mut crossing.towards)));
    }
    state
        .houses
        .iter_mut()
        .flat_map(|house| &mut house.used)
        .for_each(|used| see(Part::Side(&mut used.side)));
    for pending in &mut state.pending {
        match pending {
            Pending::Shot(shot) => shot.answers.iter_mut().for_each(|(_, how)| see(Part::Answer(how))),
            Pending::Losses(losses) => losses.away.iter_mut().for_each(|away| see(Part::Heading(away))),
            Pending::Charge(charge) => each_part_of_charge(charge, &mut see),
            Pending::HouseShot(shot) => see(Part::Side(&mut shot.side)),
            Pending::Assault(assault) => {
                assault.stands.iter_mut().for_each(|(_, side)| see(Part::Side(side)));
            }
            Pending::Opening(_) | Pending::Risk(_) | Pending::Follow(_) | Pending::Flames(_) => {}
        }
    }
}

fn each_part_of_charge(charge: &mut Charge, see: &mut impl FnMut(Part<'_>)) {
    see(Part::Pose(&mut charge.start));
    see(Part::Pose(&mut charge.place));
    charge.way.iter_mut().for_each(|leg| see(Part::Leg(leg)));
    if let Some((from, legs)) = &mut charge.came {
        see(Part::Pose(from));
        legs.iter_mut().for_each(|leg| see(Part::Leg(leg)));
    }
    for Met { closing, heading, from, place, .. } in
        charge.met.iter_mut().chain(&mut charge.waiting).chain(&mut charge.held)
    {
        closing.iter_mut().for_each(|leg| see(Part::Leg(leg)));
        see(Part::Heading(heading));
        see(Part::Point(from));
        see(Part::Pose(place));
    }
}

/// A side of a house of four: the mirrored corners are numbered the other way round.
fn side(side: u8, placing: &Placing) -> u8 {
    if placing.mirrored { (6 - side) % 4 } else { side }
}

fn answer(how: Answering, placing: &Placing) -> Answering {
    match how {
        Answering::Guns { load, pivot } => Answering::Guns { load, pivot: pivot * placing.hand() },
        Answering::Square { heading } => Answering::Square { heading: placing.heading(heading) },
        Answering::Nothing | Answering::Fire => how,
    }
}

/// What lies in a formation in this order, in the order in which it lies when the formation is mirrored.
fn mirrored<T: Clone>(formation: Formation, list: &[T], placing: &Placing) -> Vec<T> {
    if !placing.mirrored {
        return list.to_vec();
    }
    let spots = layout(formation, list.len(), (1.0, 0.5), 0.0);
    let twin = |spot: &Pose| {
        let image = Vec2::new(-spot.at.x, spot.at.y);
        spots.iter().position(|other| other.at.distance(image) < 1e-3)
    };
    spots.iter().enumerate().map(|(at, spot)| list[twin(spot).unwrap_or(at)].clone()).collect()
}

/// What stands on the table of the formation as it is, laid down so on this table.
fn laid(state: &State, table: &State, placing: &Placing) -> State {
    let mut laid = State { game: table.game.clone(), ..state.clone() };
    let pose = |pose: &Pose| Pose::new(placing.at(pose.at), placing.faces(pose.heading));
    each_part(&mut laid, |part| match part {
        Part::Pose(at) => *at = pose(at),
        Part::Point(at) => *at = placing.at(*at),
        Part::Heading(heading) => *heading = placing.faces(*heading),
        Part::Leg(leg) => *leg = placing.leg(*leg),
        Part::Inches(_) => {}
        Part::Right(degrees) => *degrees *= placing.hand() as f32,
        Part::Side(at) => *at = side(*at, placing),
        Part::Answer(how) => *how = answer(*how, placing),
    });
    for group in laid.groups.iter_mut() {
        group.stands = mirrored(group.formation, &group.stands, placing);
        if placing.mirrored {
            group.holes.iter_mut().for_each(|(left, right)| std::mem::swap(left, right));
        }
    }
    let Some(nudge) = placing.nudge else { return laid };
    let mut hands = nudge.hands();
    for id in laid.on_table().collect::<Vec<_>>() {
        let place = laid.place(id);
        let mut at = (place.at.x, place.at.y, 0.0);
        hands(&mut at);
        let nudged = Pose::new(Vec2::new(at.0, at.1), place.heading.turned(at.2.to_radians()));
        for (stand, pose) in laid.moved_to(id, nudged) {
            laid.stands[stand.index()].place = Place::Table(pose);
        }
        laid.groups[id.index()].heading = nudged.heading;
    }
    laid
}

/// What a part measures: inches, inches, degrees.
fn measured(part: &Part<'_>) -> (f64, f64, f64) {
    let degrees = |heading: Heading| f64::from(heading.degrees());
    let point = |at: Vec2| (f64::from(at.x), f64::from(at.y));
    match part {
        Part::Pose(pose) => (point(pose.at).0, point(pose.at).1, degrees(pose.heading)),
        Part::Point(at) => (point(**at).0, point(**at).1, 0.0),
        Part::Heading(heading) => (0.0, 0.0, degrees(**heading)),
        Part::Leg(Leg::Slide(way)) => (point(*way).0, point(*way).1, 0.0),
        Part::Leg(Leg::Turn { pivot, angle }) => {
            (point(*pivot).0, point(*pivot).1, f64::from(angle.to_degrees()))
        }
        Part::Inches(inches) => (f64::from(**inches), 0.0, 0.0),
        Part::Right(degrees) => (0.0, 0.0, f64::from(**degrees)),
        Part::Side(side) => (f64::from(**side), 0.0, 0.0),
        Part::Answer(Answering::Guns { pivot, .. }) => (0.0, 0.0, *pivot),
        Part::Answer(Answering::Square { heading }) => (0.0, 0.0, *heading),
        Part::Answer(Answering::Nothing | Answering::Fire) => (0.0, 0.0, 0.0),
    }
}

/// Takes everything that is measured out of a state, and lists without an order into one; and gives what was measured.
fn take_measured(state: &mut State) -> Vec<(f64, f64, f64)> {
    let mut all = Vec::new();
    each_part(state, |part| {
        all.push(measured(&part));
        match part {
            Part::Pose(pose) => *pose = Pose::new(Vec2::ZERO, Heading::NORTH),
            Part::Point(at) => *at = Vec2::ZERO,
            Part::Heading(heading) => *heading = Heading::NORTH,
            Part::Leg(leg) => *leg = Leg::Slide(Vec2::ZERO),
            Part::Inches(number) | Part::Right(number) => *number = 0.0,
            Part::Side(side) => *side = 0,
            Part::Answer(Answering::Guns { pivot, .. }) => *pivot = 0.0,
            Part::Answer(Answering::Square { heading }) => *heading = 0.0,
            Part::Answer(Answering::Nothing | Answering::Fire) => {}
        }
    });
    for group in state.groups.iter_mut() {
        group.stands.sort_unstable();
        group.holes.iter_mut().for_each(|hole| *hole = (hole.0.min(hole.1), hole.0.max(hole.1)));
        group.holes.sort_unstable();
    }
    for pending in &mut state.pending {
        match pending {
            Pending::Shot(shot) => {
                shot.stands.sort_unstable();
                shot.with.iter_mut().for_each(|joined| joined.stands.sort_unstable());
            }
            Pending::Losses(losses) => losses.first.sort_unstable(),
            Pending::Opening(opening) => opening.stands.sort_unstable(),
            Pending::Charge(_)
            | Pending::HouseShot(_)
            | Pending::Assault(_)
            | Pending::Risk(_)
            | Pending::Follow(_)
            | Pending::Flames(_) => {}
        }
    }
    all
}

/// The first thing of two states that is not the same, where nothing is measured.
fn unlike(was: &State, is: &State) -> Option<String> {
    let differ = |what: &str, a: &dyn std::fmt::Debug, b: &dyn std::fmt::Debug| {
        Some(format!("{what} {a:?}\n     but: {b:?}"))
    };
    if let Some((a, b)) = was.groups.iter().zip(&is.groups).find(|(a, b)| a != b) {
        return differ("group", a, b);
    }
    if let Some(at) = (0..was.stands.len()).find(|at| was.stands[*at] != is.stands[*at]) {
        return differ(&format!("stand {at}"), &was.stands[at], &is.stands[at]);
    }
    let rest = |state: &State| (state.groups.len(), state.turn, state.active, state.phase.clone());
    if rest(was) != rest(is) {
        return differ("", &rest(was), &rest(is));
    }
    let begun = |state: &State| (state.pending.clone(), state.following.clone(), state.houses.clone());
    if begun(was) != begun(is) {
        return differ("", &begun(was), &begun(is));
    }
    (was.control != is.control).then(|| "the dice of control".to_owned())
}

impl Turned for Epstein {
    type Formation = Position;
    type Players = Players;
    const ORDERS: usize = 24;
    const LAID_ANEW: Option<LayAnew<State>> = Some(laid);

    fn formation(seed: u64, hand: Hand) -> Position {
        formation(seed, hand)
    }

    fn players(dice: ChaCha8Rng) -> Players {
        Players { dice, orders: 0 }
    }

    fn order(players: &mut Players, state: &State) -> Option<Order> {
        players.order(state)
    }

    fn set_up(formation: &Position, placing: &Placing) -> Result<State, String> {
        let mut laid = formation.clone();
        laid.table = (2.0 * CENTRE, 2.0 * CENTRE);
        laid.units.iter_mut().filter_map(|unit| unit.at.as_mut()).for_each(|at| *at = placing.spot(*at));
        let areas = laid.areas.iter_mut().flat_map(|area| &mut area.polygon);
        let points = areas.chain(laid.lines.iter_mut().flat_map(|line| &mut line.points));
        points.for_each(|point| *point = placing.point(*point));
        laid.set_up(&|battle| Err(format!("no battle {battle}")))
    }

    fn laid_order(order: &Order, placing: &Placing) -> Order {
        let hand = placing.hand();
        let mut order = order.clone();
        let spot = |at: &mut (f64, f64, f64)| {
            let there = placing.at(Vec2::new(at.0 as f32, at.1 as f32));
            *at = (there.x.into(), there.y.into(), placing.heading(at.2));
        };
        match &mut order {
            Order::Form { formation, heading, places, .. } => {
                *heading = heading.map(|degrees| placing.heading(degrees));
                *places = places.as_ref().map(|places| mirrored(*formation, places, placing));
            }
            Order::Move { way, .. }
            | Order::Charge { way, .. }
            | Order::EnterHouse { way: Some(way), .. } => {
                for step in way {
                    *step = match *step {
                        Step::WheelLeft(degrees) if placing.mirrored => Step::WheelRight(degrees),
                        Step::WheelRight(degrees) if placing.mirrored => Step::WheelLeft(degrees),
                        Step::Face(degrees) => Step::Face(degrees * hand),
                        Step::Slide(inches) => Step::Slide(inches * hand),
                        Step::Shift(x, y) => Step::Shift(x * hand, y),
                        step => step,
                    };
                }
            }
            Order::Skirmish { ways, .. } => ways.iter_mut().for_each(|StandWay { to, .. }| spot(to)),
            Order::CloseUp { at, .. } | Order::LeaveHouse { at, .. } => spot(at),
            Order::Lead { to, .. } => {
                let mut at = (to.0, to.1, 0.0);
                spot(&mut at);
                *to = (at.0, at.1);
            }
            Order::Guns { pivot, .. } => *pivot *= hand,
            Order::Answer { how, .. } => *how = answer(*how, placing),
            Order::Post { side: at, .. } | Order::HouseFire { side: Some(at), .. } => {
                *at = side(*at - 1, placing) + 1;
            }
            Order::EnterHouse { way: None, .. }
            | Order::HouseFire { side: None, .. }
            | Order::RollFirst
            | Order::RollControl
            | Order::EndPeriod
            | Order::Detach { .. }
            | Order::Join { .. }
            | Order::Ford { .. }
            | Order::Volley { .. }
            | Order::SendGunners { .. }
            | Order::Support { .. }
            | Order::PlaceLosses { .. }
            | Order::Halt { .. }
            | Order::RunOn { .. }
            | Order::Follow { .. }
            | Order::Stay { .. }
            | Order::FireAtHouse { .. }
            | Order::Assault { .. }
            // Of no formation: nobody comes on, and no referee overrides.
            | Order::Enter { .. }
            | Order::Fiat(_) => {}
        }
        order
    }

    fn difference(was: &State, is: &State, placing: &Placing) -> Option<String> {
        let mut was = laid(was, is, &Placing { nudge: None, ..*placing });
        let mut is = is.clone();
        let measured = (take_measured(&mut was), take_measured(&mut is));
        if let Some(how) = unlike(&was, &is) {
            return Some(how);
        }
        let mut places = measured.0.into_iter().zip(measured.1).enumerate();
        places.find_map(|(at, (a, b))| (!is_same(a, b)).then(|| format!("{at} at {a:.3?} but {b:.3?}")))
    }

    fn say_stands(state: &State) -> String {
        let stand = |stand| {
            let info = state.game.stand(stand);
            let now = state.stand(stand);
            let place = match now.place {
                Place::Table(pose) => format!("{:.3?}", Placing::AS_IT_IS.home(pose)),
                other => format!("{other:?}"),
            };
            format!("{} {} {place}", info.key, now.figures)
        };
        let mut said: Vec<String> = state.game.stand_ids().map(stand).collect();
        said.extend(state.groups.iter().enumerate().map(|(at, group)| format!("group {at} {group:?}")));
        said.push(format!("{:?}", state.pending));
        said.join("\n")
    }

    fn is_other_hand(game: &Game<Self>, found: &Difference<Self>, placing: &Placing) -> bool {
        let (Some(is), order) = (&found.after, &game.orders[found.at]) else { return false };
        let before = &game.states[found.at];
        let verdicts = [&game.verdicts[found.at], &found.verdict];
        // Of stands that may not, the first of their list is told, which a row has from its left.
        if verdicts.iter().all(|verdict| verdict.starts_with("refused")) {
            return true;
        }
        // At a side without a stand the next one clockwise is struck (`epstein:15.1`).
        let empty = |house: HouseId| (1..4).contains(&houses::inside(before, house).len());
        let at_house = matches!(before.pending.last(), Some(Pending::Assault(_)))
            || matches!(order, Order::FireAtHouse { .. } | Order::Assault { .. });
        // Of stands that touch a wall the first fires, or is struck.
        let unnamed =
            matches!(order, Order::FireAtHouse { stands: None, .. } | Order::HouseFire { side: None, .. })
                || matches!(before.pending.last(), Some(Pending::HouseShot(_)));
        if unnamed || at_house && before.game.house_ids().any(empty) {
            return true;
        }
        let squares = || before.groups.iter().filter(|group| group.formation == Formation::Square);
        // A square of seven has two stands on its right and one on its left, and its right side throws before its left one.
        let several = found.verdict.matches("epstein:8.a.3 throws").count() > 1;
        if squares().any(|square| several || square.stands.len() == 7) {
            return true;
        }
        if verdicts[0] == verdicts[1] && is_by_hand(&game.states[found.at + 1], is, placing) {
            return true;
        }
        let table = laid(before, is, placing);
        let hands = By::hand(before, order, (game.seed, found.at));
        hands == By::hand(&table, &Self::laid_order(order, placing), (game.seed, found.at))
            && hands != By::default()
    }

    fn kind(order: &Order, _: &State) -> &'static str {
        match order {
            Order::Form { .. } => "form",
            Order::Move { .. } => "move",
            Order::Skirmish { .. } | Order::CloseUp { .. } => "skirmish",
            Order::Detach { .. } | Order::Join { .. } => "part and join",
            Order::Volley { .. } => "volley",
            Order::Guns { .. } => "guns",
            Order::Charge { .. } => "charge",
            Order::Answer { .. } | Order::Support { .. } => "answer",
            Order::PlaceLosses { .. } => "losses",
            Order::Halt { .. } | Order::RunOn { .. } => "rally",
            Order::Lead { .. } | Order::Follow { .. } | Order::Stay { .. } => "leader",
            Order::EnterHouse { .. } | Order::LeaveHouse { .. } | Order::Post { .. } => "garrison",
            Order::FireAtHouse { .. } | Order::HouseFire { .. } | Order::Assault { .. } => "house",
            Order::EndPeriod => "end of period",
            Order::RollFirst
            | Order::RollControl
            | Order::Ford { .. }
            | Order::SendGunners { .. }
            | Order::Enter { .. }
            | Order::Fiat(_) => "other",
        }
    }
}

/// What of a ruling goes by the hand.
#[derive(Default)]
struct By {
    /// Swerves to the right, where the left would do as well (`epstein:13.2`).
    swerves: Vec<String>,
    /// How far those are shifted who find room clockwise from straight ahead (`epstein:5.2`); none where they lie otherwise on one
    /// hand than on the other: squares of seven, and of three or two, who turn as little as they can (`epstein:12.7`).
    shifts: Vec<Option<f32>>,
}

impl By {
    fn hand(state: &State, order: &Order, (seed, entry): (u64, usize)) -> Self {
        let Ok(ruling) = Epstein::judge(state, order, &mut Rolled::new(seed, entry as u64)) else {
            return Self::default();
        };
        let right = |note: &Note| {
            note.text.split(", ").find(|words| words.contains("to its right of straight")).map(str::to_owned)
        };
        let shift = |event: &Event| {
            let (group, formation, heading, to) = match event {
                Event::Formed { group, formation, heading, to } => (*group, *formation, *heading, to),
                Event::Rallied { group, heading, to, .. } if !to.is_empty() => {
                    (*group, Formation::Rout, *heading, to)
                }
                _ => return None,
            };
            state.groups.get(group.index())?;
            let poses: Vec<Pose> = to.iter().map(|(_, pose)| *pose).collect();
            let middle = place_of(formation, &poses, state.stand_size(group), heading);
            let shift = state.place(group).at.distance(middle);
            let odd = formation == Formation::Square && matches!(to.len(), 2 | 3 | 7);
            if odd { Some(None) } else { (shift > 1.0 / 32.0).then_some(Some(shift)) }
        };
        Self {
            swerves: ruling.working.iter().filter_map(right).collect(),
            shifts: ruling.events.iter().filter_map(shift).collect(),
        }
    }
}

impl PartialEq for By {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Option<f32>, &Option<f32>)| match (a, b) {
            (Some(a), Some(b)) => f64::from((a - b).abs()) <= SAME.0,
            (a, b) => a.is_none() && b.is_none(),
        };
        self.swerves == other.swerves
            && self.shifts.len() == other.shifts.len()
            && self.shifts.iter().zip(&other.shifts).all(same)
    }
}

/// Are both the same but for which stand of a unit is where: of a rank from the left, of a square clockwise?
fn is_by_hand(was: &State, is: &State, placing: &Placing) -> bool {
    let mut was = laid(was, is, &Placing { nudge: None, ..*placing });
    let mut is = is.clone();
    let lie = |state: &State| -> Vec<_> {
        let units = state.game.unit_ids().map(|unit| {
            let stands: Vec<_> = state.stands_of(unit).collect();
            let mut figures: Vec<u16> = stands.iter().map(|stand| state.stand(*stand).figures).collect();
            figures.sort_unstable();
            let poses = stands.iter().filter_map(|stand| state.pose(*stand));
            let places = poses
                .map(|pose| (f64::from(pose.at.x), f64::from(pose.at.y), f64::from(pose.heading.degrees())));
            (figures, places.collect::<Vec<_>>())
        });
        units.collect()
    };
    let alike = lie(&was).into_iter().zip(lie(&is)).all(|((figures, places), (others, mut there))| {
        let takes = |place: &(f64, f64, f64)| {
            let found = there.iter().position(|other| is_same(*place, *other));
            found.map(|found| there.swap_remove(found)).is_some()
        };
        figures == others && places.iter().all(takes)
    });
    let forget = |state: &mut State| {
        take_measured(state);
        for group in state.groups.iter_mut() {
            group.stands.clear();
            group.holes.clear();
        }
        state.groups.to_vec()
    };
    let rest = |groups: Vec<Group>, state: &State| (groups, state.turn, state.active, state.pending.len());
    let (a, b) = (forget(&mut was), forget(&mut is));
    alike && rest(a, &was) == rest(b, &is)
}

#[test]
fn formations_as_hands_leave_them_get_the_same_verdicts_turned_nudged_and_mirrored() {
    check_formations::<Epstein>(Hand::Free);
}

#[test]
fn flush_formations_get_the_same_verdicts_turned_nudged_and_mirrored() {
    check_formations::<Epstein>(Hand::Flush);
}
