//! Deeds of moving as ways on the table. The planner proposes ways into contact, the rules judge every way.

use crate::brief::snap::Snap;
use crate::brief::trip::{self, Trip};
use crate::movement;
use crate::movement::walk::survey::Survey;
use crate::order::MoveKind;
use crate::state::{Place, Step};
use crate::touching::Touching;
use crate::{Order, StandId, State, reach};
use game::line::Fault;
use table::contact::nearest_edge;
use table::plan::contact_goals;
use table::tolerance::{EPS, TOUCH};
use table::{Edge, Heading, Leg, Path, Pose, Vec2};

use super::context::Context;
use super::grammar::{Verb, toward};
use super::parse::Deed;

/// A move that a line means.
#[derive(Clone, Debug)]
pub struct Way {
    pub trip: Trip,
    pub along: f32,
    /// `6.00 in forward, then turns 30° right`.
    pub words: String,
}

/// Why the stand would move now, as it is offered; where it is not, as it would have to be asked.
pub fn kind_of(context: &Context<'_>, stand: StandId) -> MoveKind {
    let state = context.state;
    let general = state.active_general();
    if state.stand(stand).place == Place::Reserve {
        MoveKind::Enter
    } else if general == Some(stand) {
        MoveKind::General
    } else if state.active().is_some_and(|now| now.step == Step::Engaged) {
        MoveKind::Withdraw
    } else {
        MoveKind::Move
    }
}

/// Where the stand begins, and how far along its entry.
fn start_of(context: &Context<'_>, stand: StandId, kind: MoveKind, deeds: &[Deed]) -> Option<(Pose, f32)> {
    if kind != MoveKind::Enter {
        return context.state.pose(stand).map(|pose| (pose, 0.0));
    }
    let said = deeds.iter().find(|deed| deed.verb == Verb::Along).and_then(|deed| deed.number);
    let offered = || {
        let of_stand = |order: &&Order| order.actor() == Some(stand);
        context.due.offers.iter().map(|offer| &offer.order).filter(of_stand).find_map(Order::along)
    };
    let along = said.or_else(offered).unwrap_or(0.0);
    movement::entry_pose(context.state, stand, along).map(|pose| (pose, along))
}

/// The way that the deeds are; none where the stand has no place to go from.
pub fn way(
    context: &Context<'_>,
    stand: StandId,
    deeds: &[Deed],
    target: impl Fn(&Deed) -> Result<Option<StandId>, Fault>,
) -> Result<Option<Way>, Fault> {
    let state = context.state;
    let kind = kind_of(context, stand);
    let Some((start, along)) = start_of(context, stand, kind, deeds) else { return Ok(None) };
    let deeds: Vec<&Deed> = deeds.iter().filter(|deed| deed.verb != Verb::Along).collect();
    let mut path = Path::stay();
    let mut said: Vec<String> = Vec::new();
    for (index, deed) in deeds.iter().enumerate() {
        let last = index + 1 == deeds.len();
        let at = path.end(start);
        if deed.verb == Verb::Contact || deed.verb == Verb::Attack {
            if !last {
                return Err(Fault::at(deed.at, "nothing is done after contact", "Put the contact last"));
            }
            if let Some(enemy) = target(deed)? {
                if !path.legs.is_empty() {
                    let remedy = "The way into contact with a stand is planned whole; name it alone";
                    return Err(Fault::at(deed.at, "a way is given already", remedy));
                }
                let trip = into_contact(state, stand, kind, start, enemy, deed.edge);
                let words = contact_words(state, &trip, enemy);
                return Ok(Some(Way { trip, along, words }));
            }
            let ahead =
                Leg::Slide(at.heading.forward() * (movement::kind::allowance(state, stand, kind) + 1.0));
            let (trip, touched) = furthest(state, stand, kind, start, &path, ahead);
            let Some(enemy) = touched else {
                let what = format!("no enemy straight ahead of {} that it can reach", state.say(stand));
                return Err(Fault::at(deed.at, what, "x22 goes into contact with 22"));
            };
            said.push(format!("straight ahead into contact with {}", state.say(enemy)));
            return Ok(Some(Way { trip, along, words: said.join(", ") }));
        }
        let limit = movement::kind::allowance(state, stand, kind) + 1.0;
        let (leg, words) = leg(state, stand, at, deed, limit);
        if open_ended(deed) {
            if !last {
                let remedy = "Give inches or degrees to all but the last";
                return Err(Fault::at(deed.at, "only the last may go as far as it may", remedy));
            }
            let before = path.legs.len();
            let (trip, _) = furthest(state, stand, kind, start, &path, leg);
            said.push(measured_words(state, stand, trip.path.legs.get(before), &words));
            return Ok(Some(Way { trip, along, words: said.join(", then ") }));
        }
        said.push(words);
        if !matches!(leg, Leg::Turn { angle, .. } if angle == 0.0) {
            path.legs.push(leg);
        }
    }
    if said.is_empty() {
        said.push("no farther than its entry".to_owned());
    }
    let trip = trip::along(state, stand, kind, start, path);
    Ok(Some(Way { trip, along, words: said.join(", then ") }))
}

/// Does the deed go as far as it may?
fn open_ended(deed: &Deed) -> bool {
    deed.number.is_none()
        && matches!(deed.verb, Verb::Slide(_) | Verb::Compass(_) | Verb::Bearing | Verb::Wheel(_))
}

/// One deed as a leg from `at`, and its words; what has no limit goes `limit` inches.
fn leg(state: &State, stand: StandId, at: Pose, deed: &Deed, limit: f32) -> (Leg, String) {
    let inches = deed.number.unwrap_or(limit);
    let slide = |heading: Heading, way: &str| {
        (Leg::Slide(heading.forward() * inches), format!("{inches:.2} in {way}"))
    };
    let half = state.unit(stand).body.parts().first().map_or(Vec2::ZERO, |part| part.half());
    let turn = |angle: f32| (Leg::Turn { pivot: Vec2::ZERO, angle }, turn_words("turns", angle));
    match deed.verb {
        Verb::Slide(right) => {
            let way = match right as i32 {
                0 => "forward",
                90 => "to the right",
                180 => "back",
                _ => "to the left",
            };
            slide(at.heading.turned(right.to_radians()), way)
        }
        Verb::Compass(degrees) => slide(Heading::from_degrees(degrees), &toward(degrees)),
        Verb::Bearing => {
            let degrees = deed.bearing.unwrap_or_default();
            slide(Heading::from_degrees(degrees), &toward(degrees))
        }
        Verb::Turn(way) => turn(way * deed.number.unwrap_or_default().to_radians()),
        Verb::About => turn(std::f32::consts::PI),
        Verb::Face(degrees) => turn(at.heading.turn_to(Heading::from_degrees(degrees))),
        Verb::FaceBearing => {
            turn(at.heading.turn_to(Heading::from_degrees(deed.bearing.unwrap_or_default())))
        }
        Verb::Wheel(way) => {
            // Without degrees as wide as a corner can go in the inches left.
            let radius = state.unit(stand).body.radius_about(half).max(0.1);
            let angle = way * deed.number.map_or(limit / radius, f32::to_radians);
            let pivot = Vec2::new(half.x * way, half.y);
            (Leg::Turn { pivot, angle }, turn_words("wheels", angle))
        }
        _ => (Leg::Slide(Vec2::ZERO), String::new()),
    }
}

fn turn_words(verb: &str, angle: f32) -> String {
    let way = if angle < 0.0 { "left" } else { "right" };
    format!("{verb} {:.0}° {way}", angle.abs().to_degrees())
}

/// The words of an open-ended leg, with how far it goes.
fn measured_words(state: &State, stand: StandId, leg: Option<&Leg>, words: &str) -> String {
    match leg {
        Some(Leg::Slide(way)) => {
            let direction = words.split_once(" in ").map_or("", |(_, direction)| direction);
            format!("{:.2} in {direction}, as far as it may", way.length())
        }
        Some(Leg::Turn { angle, .. }) => format!("{}, as far as it may", turn_words("wheels", *angle)),
        None => format!("{} cannot go that way", state.say(stand)),
    }
}

/// The path, then as far along the leg as is legal; and the enemy that its end touches.
fn furthest(
    state: &State,
    stand: StandId,
    kind: MoveKind,
    start: Pose,
    path: &Path,
    leg: Leg,
) -> (Trip, Option<StandId>) {
    let survey = Survey::new(state);
    let mut whole = path.clone();
    whole.legs.push(leg);
    let (walk, refusal) = survey.preview(stand, start, &whole, kind);
    let mut legal = walk.path;
    if refusal.is_some() && survey.check(stand, start, &legal, kind).is_err() {
        // It stops against what may not be touched: just short of it.
        let body = &state.unit(stand).body;
        if let Some(last) = legal.legs.last_mut() {
            let length = last.length(body);
            *last = last.shortened(((length - TOUCH - EPS) / length.max(EPS)).max(0.0));
        }
    }
    let body = &state.unit(stand).body;
    legal.legs.retain(|leg| leg.length(body) > EPS);
    if legal.legs.len() <= path.legs.len() {
        // Not a step: the whole way says why.
        let short = if path.legs.is_empty() { Path::new(vec![leg]) } else { whole };
        return (trip::along(state, stand, kind, start, short), None);
    }
    let touched = survey
        .check(stand, start, &legal, kind)
        .ok()
        .and_then(|walk| walk.contacts.first().map(|touch| touch.enemy));
    (trip::along(state, stand, kind, start, legal), touched)
}

/// The way of the front edge against an enemy, on the wanted edge or on any: round obstacles where that is legal, at the least
/// cost; else of the ways across them, and of those that a hand would find, the one with the best chance.
fn into_contact(
    state: &State,
    stand: StandId,
    kind: MoveKind,
    start: Pose,
    enemy: StandId,
    edge: Option<Edge>,
) -> Trip {
    let round = match reach::plan_attack(state, stand, enemy, edge) {
        Some(Ok(plan)) => Some(trip::along(state, stand, kind, start, plan.path)),
        Some(Err(_)) | None => None,
    };
    let best = match round {
        Some(sure) if sure.refusal.is_none() && sure.luck.is_none() => return sure,
        round => {
            let mut goals = state.placed(enemy).map_or(Vec::new(), |placed| {
                contact_goals(&state.unit(stand).body, start, &placed.quad(), edge)
            });
            // What lies beyond the allowance nobody looks for ways to; a hand that holds the stand there is drawn so far at most.
            let far = movement::kind::allowance(state, stand, kind) + DRAWN;
            goals.retain(|goal| start.at.distance(goal.at) <= far);
            if goals.is_empty() {
                return why_not(state, stand, kind, start, enemy, edge);
            }
            let mut routes = trip::Routes::new(state, stand, kind, start);
            let across = routes.likeliest(state, &goals);
            let best = trip::likelier(round.filter(|trip| trip.refusal.is_none()), across);
            if best.as_ref().is_some_and(|trip| trip.chance() >= 1.0) {
                best
            } else {
                trip::likelier(best, by_hand(state, stand, &mut routes, enemy, edge, &goals))
            }
        }
    };
    if let Some(best) = best {
        return best;
    }
    why_not(state, stand, kind, start, enemy, edge)
}

/// A hand holds a stand no farther from where it is drawn to than this, in inches.
const DRAWN: f32 = 1.5;

/// The way to the wanted or nearest edge shows why not.
fn why_not(
    state: &State,
    stand: StandId,
    kind: MoveKind,
    start: Pose,
    enemy: StandId,
    edge: Option<Edge>,
) -> Trip {
    let goal = state.placed(enemy).map(|placed| {
        let quad = placed.quad();
        let mine = state.unit(stand).body.placed(start).quad();
        let edge = edge.unwrap_or_else(|| nearest_edge(mine, quad));
        let [a, b] = quad.edge(edge);
        let normal = quad.normal(edge);
        Pose::new(a.midpoint(b) + normal * mine.half.y, Heading::of(-normal))
    });
    let mut trip = trip::trip(state, stand, kind, start, &[], goal.unwrap_or(start));
    trip.refusal = trip.refusal.map(|refusal| reach::with_free_edges(state, stand, refusal));
    trip
}

/// The best of the ways that a hand would find which holds the stand at these places against this enemy: it is drawn as straight on
/// him as the rules want it (`easy:II.C.4.1`).
fn by_hand(
    state: &State,
    stand: StandId,
    routes: &mut trip::Routes,
    enemy: StandId,
    edge: Option<Edge>,
    goals: &[Pose],
) -> Option<Trip> {
    let mut best = None;
    for &goal in goals {
        let (found, snap) = routes.carried(state, &[], goal, false);
        let holds = match snap {
            Some(Snap::Contact(of, at) | Snap::Closing(of, at)) => {
                of == enemy && edge.is_none_or(|wish| wish == at)
            }
            Some(_) | None => false,
        };
        // Corner on corner it may be no contact with him, for whoever else is touched (`easy:0.4`).
        let comes_to_him = |trip: &Trip| {
            let end = trip.poses.last().copied().unwrap_or(goal);
            Touching::of(state).with(stand, end).contacts(stand).iter().any(|(other, _)| *other == enemy)
        };
        let found = Some(found).filter(|trip| holds && trip.refusal.is_none() && comes_to_him(trip));
        best = trip::likelier(best, found);
        if best.as_ref().is_some_and(|trip| trip.chance() >= 1.0) {
            break;
        }
    }
    best
}

fn contact_words(state: &State, trip: &Trip, enemy: StandId) -> String {
    let turned: f32 = trip
        .path
        .legs
        .iter()
        .map(|leg| match leg {
            Leg::Turn { angle, .. } => *angle,
            Leg::Slide(_) => 0.0,
        })
        .sum();
    let turn =
        if turned.abs() > 0.01 { format!(", {}", turn_words("turning", turned)) } else { String::new() };
    format!("into contact with {}{turn}", state.say(enemy))
}

#[cfg(test)]
mod tests {
    use crate::brief::line::read;
    use crate::brief::trip::Routes;
    use crate::chits::chit_name;
    use crate::{Easy, Order};
    use dice::{Rolled, Typed, TypedEntry};
    use game::RuleSet as _;
    use game::line::Does;
    use game::options::Options;
    use scenario::shipped::Embedded;
    use scenario::{AnyRules, Battle as _, Scenario};

    use super::*;

    /// The battle as each command of the first cup would have its stands at their moves.
    fn each_command_at_its_moves(battle: &str) -> Vec<State> {
        let (scenario, _) = Scenario::read(battle, &Embedded, &AnyRules).expect("it is in the program");
        let mut state = Easy::start(scenario, &Options::default()).expect("it is played by these rules");
        let give = |state: &mut State, order: &Order, tray: &mut dyn dice::Tray| {
            for event in Easy::judge(state, order, tray).expect("it is offered").events {
                Easy::apply(state, &event);
            }
        };
        while state.cup.is_empty() || !Easy::due(&state).offers.iter().any(|offer| offer.order == Order::Draw)
        {
            let first = Easy::due(&state).offers[0].order.clone();
            give(&mut state, &first, &mut Rolled::new(7, 1));
        }
        let mut found = Vec::new();
        for chit in state.cup.clone() {
            let mut next = state.clone();
            let name = TypedEntry::Name(chit_name(&state, chit));
            give(&mut next, &Order::Draw, &mut Typed::new([name]));
            let offers = Easy::due(&next).offers;
            let Some(all) = offers.iter().find(|offer| matches!(offer.order, Order::Activate { .. })) else {
                continue;
            };
            give(&mut next, &all.order, &mut Rolled::new(7, 2));
            found.push(next);
        }
        found
    }

    /// How likely the line, and the stand dragged against the enemy wherever it may touch him, get there.
    fn chances(state: &State, stand: StandId, enemy: StandId) -> Option<[f64; 2]> {
        let start = state.pose(stand)?;
        let text = format!("{}x{}", state.unit(stand).badge, state.unit(enemy).badge);
        let due = Easy::due(state);
        let context = Context { state, due: &due, selected: None };
        let meaning = read(&text, text.len(), &context).meaning.expect("it has a meaning");
        let Does::Order { order, .. } = meaning.does else { panic!("{text} is no order") };
        let path = order.path().cloned().expect("it goes somewhere");
        let line = trip::along(state, stand, MoveKind::Move, start, path);
        assert_eq!(meaning.refusal.is_some(), line.refusal.is_some(), "{text}: {:?}", meaning.refusal);
        let mut routes = Routes::new(state, stand, MoveKind::Move, start);
        let quad = state.placed(enemy)?.quad();
        let held = contact_goals(&state.unit(stand).body, start, &quad, None);
        let dragged = held.into_iter().filter_map(|held| {
            let (dragged, _) = routes.carried(state, &[], held, false);
            let there = dragged.path.end(start).at.distance(held.at) < 1.5;
            (there && dragged.refusal.is_none()).then(|| dragged.chance())
        });
        dragged.max_by(f64::total_cmp).map(|dragged| [line.chance(), dragged])
    }

    #[test]
    fn a_line_into_contact_has_no_worse_a_chance_than_a_stand_dragged_straight_on() {
        let (mut pairs, mut uncertain) = (0, 0);
        for battle in ["waterloo", "marengo"] {
            for state in each_command_at_its_moves(battle) {
                let movers: Vec<StandId> = Easy::due(&state)
                    .offers
                    .iter()
                    .filter(|offer| offer.kind == "move")
                    .filter_map(|offer| offer.order.actor())
                    .collect();
                for enemy in state.ids().filter(|id| state.arm(*id).is_troops()) {
                    let near = |stand: &&StandId| {
                        let far = movement::kind::allowance(&state, **stand, MoveKind::Move) + 3.0;
                        let apart = state.pose(**stand).zip(state.pose(enemy));
                        state.are_enemies(**stand, enemy)
                            && !state.arm(**stand).is_artillery()
                            && apart.is_some_and(|(one, other)| one.at.distance(other.at) < far)
                    };
                    let mut once: Vec<StandId> = Vec::new();
                    for &stand in movers.iter().filter(near) {
                        if once.contains(&stand) {
                            continue;
                        }
                        once.push(stand);
                        let Some([line, dragged]) = chances(&state, stand, enemy) else { continue };
                        let said = format!("{battle}: {} on {}", state.say(stand), state.say(enemy));
                        println!("{said}: {line:.2}, dragged {dragged:.2}");
                        assert!(line >= dragged - 1e-9, "{said}: {line}, dragged straight on {dragged}");
                        pairs += 1;
                        uncertain += usize::from(line < 1.0);
                    }
                }
            }
        }
        assert!(pairs >= 8 && uncertain >= 1, "{pairs} pairs, {uncertain} over obstacles");
    }

    /// Corner on corner 18 is in contact with 68 only while 20 is not (`easy:0.4`): nobody loses that without a word.
    #[test]
    fn a_corner_is_told_and_who_loses_its_contact() {
        let mut all = each_command_at_its_moves("waterloo").into_iter();
        let badge = |state: &State, number: u16| {
            state.ids().find(|id| state.unit(*id).badge == number).expect("it is there")
        };
        let start = all
            .find(|state| state.active().is_some_and(|now| now.list.contains(&badge(state, 18))))
            .expect("II Corps is in the cup");
        let meaning = |state: &State, text: &str| {
            let due = Easy::due(state);
            let context = Context { state, due: &due, selected: None };
            read(text, text.len(), &context).meaning.expect("it has a meaning")
        };
        let moved = |state: &State, text: &str| {
            let mut next = state.clone();
            let Does::Order { order, .. } = meaning(state, text).does else { panic!("{text} is no order") };
            for event in Easy::judge(state, &order, &mut Rolled::new(7, 3)).expect("it may go").events {
                Easy::apply(&mut next, &event);
            }
            next
        };
        let says = |state: &State, text: &str, part: &str| {
            meaning(state, text).notes.iter().any(|note| note.contains(part))
        };
        assert!(says(&start, "18x68", "Corner on corner with 68"));
        assert!(says(
            &moved(&start, "18x68"),
            "20x68",
            "18 1st Brigade, 9th Division (Gauthier), corner on corner"
        ));
        assert!(meaning(&moved(&start, "20x68"), "18x68").refusal.is_some(), "it would be no contact");
        assert!(!says(&start, "20x68", "orner on corner"), "it comes squarely before him");
    }

    #[test]
    fn where_a_wall_bars_the_nearest_place_at_an_enemy_one_beside_it_is_taken() {
        let by = |state: &State, badge: u16| {
            state.ids().find(|id| state.unit(*id).badge == badge).expect("it is there")
        };
        let states = each_command_at_its_moves("first-steps");
        let state = states.iter().find(|state| state.may_act(by(state, 4))).expect("its command is drawn");
        let (stand, enemy) = (by(state, 4), by(state, 13));
        let [line, _] = chances(state, stand, enemy).expect("both are on the table");
        assert!(line >= 1.0, "a line gets there at a chance of {line}");
        let (start, quad) =
            (state.pose(stand).expect("it is there"), state.placed(enemy).expect("it is there").quad());
        let front = contact_goals(&state.unit(stand).body, start, &quad, Some(Edge::Front))[0];
        let mut routes = Routes::new(state, stand, MoveKind::Move, start);
        let (held, snap) = routes.carried(state, &[], front, false);
        assert_eq!(snap, Some(Snap::Contact(enemy, Edge::Front)));
        assert!(held.chance() >= 1.0, "held against it: {:?}", held.refusal);
    }
}
