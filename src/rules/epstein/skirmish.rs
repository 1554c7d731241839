//! Skirmishers: breaking into skirmish order, the path of each stand, closing up (`epstein:5.3`, `epstein:5.4`, `epstein:5.7`,
//! `epstein:5.13`, `epstein:5.25`).
//!
//! Units: inches.

use game::working::Note;
use table::{Body, Heading, Leg, Pose, Vec2};

use super::advance;
use super::event::{Event, Mark};
use super::form::check_fills;
use super::formation::{Formation, MOST_STANDS};
use super::groups::{newest, regroup};
use super::kind::Arm;
use super::measure::{self, at_most, is_less, within};
use super::mover::{goes_back, ground_cost};
use super::moving::has_moved;
use super::moving::{changing, check_may_move};
use super::obstacles::{breach, check_free, enemies, ground};
use super::options::SkirmishMarch;
use super::order::{Order, StandWay};
use super::refusal::{Code, Refusal};
use super::river;
use super::room::stand_body;
use super::room::{misplaced, overlapped};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::standing::skirmishes;
use super::state::{GroupId, State};
use super::tables::Pace;

/// Skirmishers with no enemy within this distance are only marching, in inches (`epstein:5.7`).
const MARCHING: f32 = 18.0;

type Poses = Vec<(StandId, Pose)>;

/// A group breaks into skirmish order, or skirmishers move; each stand goes its own straight path (`epstein:5.3`,
/// `epstein:5.25`). Of a formed group only the named stands go; the others keep their formation (`epstein:6.1`).
pub fn judge_skirmish(s: &mut Scratch<'_>, id: GroupId, ways: &[StandWay]) -> Judged {
    check_may_move(&s.state, id)?;
    check_may_skirmish(&s.state, id)?;
    let to = places(&s.state, id, ways)?;
    check_skirmish_ways(&s.state, id, &to, allowance(&s.state, id, Formation::Skirmish))?;
    check_marching(s, id, &to)?;
    let named: Vec<StandId> = to.iter().map(|(stand, _)| *stand).collect();
    let id = if named.len() < s.state.group(id).stands.len() { send_out(s, id, named) } else { id };
    let heading = to.first().map_or(s.state.group(id).heading, |(_, pose)| pose.heading);
    let ways = straight_ways(&s.state, &to);
    let changes = s.state.arm(id) == Arm::Cavalry && changes_into(&s.state, id, Formation::Skirmish);
    s.emit(Event::Formed { group: id, formation: Formation::Skirmish, heading, to });
    if changes {
        s.emit(Event::Marked { group: id, mark: Mark::Reformed });
    }
    has_moved(s, id);
    regroup(s, id);
    super::leaders::ridden_over_by(s, id, &ways)
}

/// The straight paths of stands from their present places, each with its footprint, with any heading.
fn straight_ways(state: &State, to: &Poses) -> Vec<(Body, Pose, Vec<Leg>)> {
    let way = |(stand, there): &(StandId, Pose)| {
        let here = state.pose(*stand)?;
        let leg = Leg::Slide(there.at - here.at);
        Some((stand_body(state, *stand), Pose::new(here.at, there.heading), vec![leg]))
    };
    to.iter().filter_map(way).collect()
}

/// Some stands leave their group to skirmish, and the rest may split; returns the group that they form.
fn send_out(s: &mut Scratch<'_>, id: GroupId, stands: Vec<StandId>) -> GroupId {
    let name = s.state.say(id);
    let count = stands.len();
    let words = if count == 1 { "a stand".to_owned() } else { format!("{count} stands") };
    s.note(Note::new("epstein:5.13", format!("{name} sends out {words}: units are meant to keep together")));
    s.emit(Event::Split { group: id, stands, formation: Formation::Skirmish });
    let sent = newest(&s.state);
    regroup(s, id);
    sent
}

/// Checks that it may skirmish: infantry and cavalry; cavalry that changes its formation by it only once a period.
fn check_may_skirmish(state: &State, id: GroupId) -> Result<(), Refusal> {
    let name = state.say(id);
    if !state.arm(id).has_formations() || state.group(id).on_foot {
        let fact = format!("{name} is {} and does not skirmish", state.kind(id).words());
        return Err(Refusal::new(Code::WrongKind, "epstein:3t.a", fact, "Infantry and cavalry skirmish"));
    }
    if state.group(id).formation == Formation::Garrison {
        let fact = format!("{name} holds a house");
        return Err(Refusal::new(Code::House, "epstein:15.1", fact, "Let it leave the house first"));
    }
    if state.group(id).marks.reformed && changes_into(state, id, Formation::Skirmish) {
        let fact = format!("{name} has changed its formation in this period");
        Refusal::new(Code::AlreadyMoved, "epstein:5.8", fact, "Move it as it is formed")
            .unless(&state.overruled)?;
    }
    river::check_dry(state, id)
}

/// Where the stands end that skirmish by these paths. Unnamed stands of a group in skirmish order stay.
fn places(state: &State, id: GroupId, ways: &[StandWay]) -> Result<Poses, Refusal> {
    let name = state.say(id);
    let group = state.group(id);
    let key = |stand: &StandId| &state.game.stand(*stand).key;
    if let Some(way) = ways.iter().find(|way| !group.stands.iter().any(|stand| *key(stand) == way.stand)) {
        let fact = format!("{} is no stand of {name}", data::printable::name(&way.stand));
        return Err(Refusal::new(Code::NoSuchUnit, "epstein:g.9", fact, "Name its own stands"));
    }
    let loose = skirmishes(state, id);
    let mut to = Poses::new();
    for stand in &group.stands {
        let named = ways.iter().find(|way| way.stand == *key(stand));
        let here = state.pose(*stand).filter(|_| loose);
        let there = named.map(|way| {
            let (x, y, heading) = way.to;
            Pose::new(Vec2::new(x as f32, y as f32), Heading::from_exact_degrees(heading))
        });
        to.extend(there.or(here).map(|pose| (*stand, pose)));
    }
    if ways.is_empty() || !to.iter().all(|(_, pose)| pose.is_finite()) {
        let fact = format!("{name} has no way that anybody could walk");
        return Err(Refusal::new(
            Code::BadOrder,
            "epstein:5.25",
            fact,
            "Give stands their places on the table",
        ));
    }
    if group.formation == Formation::Square && to.len() < group.stands.len() {
        let fact = format!("{name} is in square and keeps together");
        let remedy = "Break it up whole, or form another way first";
        Refusal::new(Code::WrongFormation, "epstein:12.2", fact, remedy).unless(&state.overruled)?;
    }
    Ok(to)
}

/// Checks that each stand goes straight, within its allowance, over no enemy or closed ground, and ends clear (`epstein:5.25`).
fn check_skirmish_ways(state: &State, id: GroupId, to: &Poses, most: f32) -> Result<(), Refusal> {
    for (stand, there) in to {
        check_way(state, id, *stand, *there, most)?;
    }
    advance::check(state, id, to)?;
    let name = state.say(id);
    let left: Vec<StandId> = state.group(id).stands.clone();
    let staying: Poses = left
        .into_iter()
        .filter(|stand| !to.iter().any(|(one, _)| one == stand))
        .filter_map(|stand| Some((stand, state.pose(stand)?)))
        .collect();
    if let Some(other) = overlapped(state, to, Some(id)) {
        let fact = format!("{name} would stand in {}", state.say(other));
        return Err(Refusal::new(Code::Overlap, "epstein:5.11", fact, "Put its stands where nobody is"));
    }
    if let Some(where_it_is) = misplaced(state, to) {
        let fact = format!("{name} would stand {where_it_is}");
        return Err(Refusal::new(Code::OffTable, "epstein:5.25", fact, "Stay on open ground of the table"));
    }
    let all: Poses = to.iter().copied().chain(staying).collect();
    let among = to.iter().find_map(|(stand, pose)| {
        let one = stand_body(state, *stand);
        let other = all.iter().find(|(other, lies)| {
            other != stand && measure::overlap(one.placed(*pose), stand_body(state, *other).placed(*lies))
        });
        other.map(|(other, _)| (*stand, *other))
    });
    match among {
        Some((one, other)) => {
            let fact = format!("{} would stand in {}", state.say_stand(one), state.say_stand(other));
            Err(Refusal::new(Code::Overlap, "epstein:5.11", fact, "Put them apart"))
        }
        None => Ok(()),
    }
}

/// Checks the straight path of one stand.
fn check_way(state: &State, id: GroupId, stand: StandId, there: Pose, most: f32) -> Result<(), Refusal> {
    let Some(here) = state.pose(stand) else { return Ok(()) };
    let delta = there.at - here.at;
    if delta.length() < 1e-6 {
        return Ok(());
    }
    let name = state.say_stand(stand);
    let cost = cost(state, id, stand, here, there);
    if !within(cost, most) {
        let fact = format!("{name} would go {cost:.2} in of {most:.2} in");
        let measured = at_most("way", [here.at, there.at], cost, most);
        let last = Pose::new(here.at + delta * (most / cost).min(1.0), there.heading);
        let clause = match state.arm(id) {
            _ if goes_back(back(delta, there)) => "epstein:3d.3",
            Arm::Infantry => "epstein:3d.1",
            Arm::Cavalry | Arm::Artillery | Arm::Command => "epstein:3d.2",
        };
        let refusal = Refusal::new(Code::OverAllowance, clause, fact, "Send it less far");
        refusal.with(measured).last_legal(last).unless(&state.overruled)?;
    }
    let body = stand_body(state, stand);
    let (start, leg) = (Pose::new(here.at, there.heading), Leg::Slide(delta));
    let [edge, closed] = ground(state, &name, &body, start, leg);
    let met = [
        edge,
        closed,
        river::met(state, &name, &body, start, leg),
        enemies(state, id, &name, &body, start, leg),
        breach(state, id, &name, &body, start, leg),
    ];
    check_free(state, start, leg, met)
}

/// Inches that the stands of a group may go if it ends in this formation.
pub fn allowance(state: &State, id: GroupId, formation: Formation) -> f32 {
    let group = state.group(id);
    let whole = match state.arm(id) {
        Arm::Cavalry if group.marks.reformed || changes_into(state, id, formation) => changing(state),
        Arm::Cavalry => state.game.tables.inches(Pace::Cavalry),
        Arm::Infantry | Arm::Artillery | Arm::Command => state.game.tables.inches(Pace::SkirmishOrder),
    };
    whole * super::control::share(state, id)
}

/// Is ending in this formation a change of formation? A stand by itself already counts as skirmishers (`epstein:5.20`).
fn changes_into(state: &State, id: GroupId, formation: Formation) -> bool {
    match formation {
        Formation::Skirmish => !skirmishes(state, id),
        _ => formation != state.group(id).formation,
    }
}

/// A vector in the frame of a stand that ends with this heading: right and ahead.
fn back(delta: Vec2, there: Pose) -> Vec2 {
    let (right, forward) = there.heading.axes();
    Vec2::new(delta.dot(right), delta.dot(forward))
}

/// The cost of the straight path of a skirmishing stand: that of its dearest corner, and double for going back while it faces
/// the enemy (`epstein:5.14`, `epstein:5.23`).
fn cost(state: &State, id: GroupId, stand: StandId, here: Pose, there: Pose) -> f32 {
    let delta = there.at - here.at;
    let body = stand_body(state, stand);
    let corners: Vec<Vec2> = body.placed(Pose::new(here.at, there.heading)).corners().collect();
    let about = state.game.ground.about(here.at + delta / 2.0, delta.length() / 2.0 + body.reach());
    let ways = corners.into_iter().map(|corner| ground_cost(state, id, &about, [corner, corner + delta]));
    let weighted = ways.fold(0.0, f32::max);
    if goes_back(back(delta, there)) { weighted * 2.0 } else { weighted }
}

/// Skirmishers far from any enemy are only marching, which skirmish order is not for (`epstein:5.7`): a notice, or a refusal
/// (`skirmish_march`).
pub fn check_marching(s: &mut Scratch<'_>, id: GroupId, to: &[(StandId, Pose)]) -> Judged {
    if !only_marching(&s.state, id, to) {
        return Ok(());
    }
    let state = &s.state;
    let fact = format!("{} skirmishes with no enemy within 18 in", state.say(id));
    if state.game.options.skirmish_march == SkirmishMarch::Refuse {
        let remedy = "Cross the field in line, column or square";
        Refusal::new(Code::WrongFormation, "epstein:5.7", &*fact, remedy).unless(&state.overruled)?;
    }
    s.note(Note::new("epstein:5.7", format!("{fact}: it marches in skirmish order")));
    Ok(())
}

/// Is it infantry with no enemy within 18 in of its destination (`epstein:5.7`)?
fn only_marching(state: &State, id: GroupId, to: &[(StandId, Pose)]) -> bool {
    let mut enemies = state.enemies_of(state.side(id)).flat_map(|enemy| state.quads(enemy));
    let near = enemies.any(|(_, quad)| {
        to.iter().any(|(stand, pose)| {
            let one = stand_body(state, *stand);
            measure::are_within(&one.placed(*pose).quad(), &quad, MARCHING)
        })
    });
    let mut held = state
        .game
        .house_ids()
        .filter(|house| super::houses::holder(state, *house).is_some_and(|holder| holder != state.side(id)));
    let garrison = held.any(|house| {
        to.iter().any(|(stand, pose)| {
            let quad = stand_body(state, *stand).placed(*pose).quad();
            within(super::houses::gap_to_house(state, house, &quad), MARCHING)
        })
    });
    !near && !garrison && state.arm(id) == Arm::Infantry
}

/// Is this move of skirmishers refused as a march (`skirmish_march`)?
pub fn refuses_march(state: &State, id: GroupId, to: &[(StandId, Pose)]) -> bool {
    state.game.options.skirmish_march == SkirmishMarch::Refuse && only_marching(state, id, to)
}

/// Skirmishers move and end in a formation (`epstein:5.4`), each stand within the allowance of skirmishers.
pub fn judge_close_up(s: &mut Scratch<'_>, id: GroupId, formation: Formation, at: (f64, f64, f64)) -> Judged {
    check_may_move(&s.state, id)?;
    let state = &s.state;
    river::check_dry(state, id)?;
    let name = state.say(id);
    if state.group(id).formation != Formation::Skirmish {
        let fact = format!("{name} does not skirmish");
        let remedy = "Change its formation on the spot with Form";
        return Err(Refusal::new(Code::WrongFormation, "epstein:5.4", fact, remedy).into());
    }
    if formation == Formation::Skirmish || !Formation::of_arm(state.arm(id)).contains(&formation) {
        let fact = format!("{name} does not close up into {}", formation.words());
        let remedy = "Choose line, column or square";
        return Err(Refusal::new(Code::WrongFormation, "epstein:5.4", fact, remedy).into());
    }
    check_fills(state, id, formation)?;
    let place = Pose::new(Vec2::new(at.0 as f32, at.1 as f32), Heading::from_exact_degrees(at.2));
    if !place.is_finite() {
        let fact = format!("{name} has no place to close up at");
        return Err(Refusal::new(Code::BadOrder, "epstein:5.4", fact, "Give a place on the table").into());
    }
    let to = matched(state, id, formation, place);
    check_skirmish_ways(state, id, &to, allowance(state, id, formation))?;
    let ways = straight_ways(state, &to);
    s.emit(Event::Formed { group: id, formation, heading: place.heading, to });
    has_moved(s, id);
    s.emit(Event::Marked { group: id, mark: Mark::ClosedUp });
    super::leaders::ridden_over_by(s, id, &ways)
}

/// The places of a formation with their stands, chosen so that the dearest path is as cheap as possible, and then the sum of
/// all paths.
fn matched(state: &State, id: GroupId, formation: Formation, place: Pose) -> Poses {
    let stands = state.group(id).stands.clone();
    let spots: Vec<Pose> = state.poses(&stands, formation, place).into_iter().map(|(_, pose)| pose).collect();
    let count = stands.len();
    if count > usize::from(MOST_STANDS) {
        return stands.into_iter().zip(spots).collect();
    }
    let price =
        |stand: StandId, spot: Pose| state.pose(stand).map_or(0.0, |here| cost(state, id, stand, here, spot));
    let prices: Vec<Vec<f32>> =
        stands.iter().map(|stand| spots.iter().map(|spot| price(*stand, *spot)).collect()).collect();
    // The best way to fill the first spots with each set of stands: its dearest path, the sum of the paths, and the stands.
    let mut best: Vec<Option<(f32, f32, Vec<usize>)>> = vec![None; 1 << count];
    best[0] = Some((0.0, 0.0, Vec::new()));
    for set in 0..1_usize << count {
        let Some((dearest, sum, order)) = best[set].clone() else { continue };
        let spot = order.len();
        for stand in (0..count).filter(|stand| set & (1 << stand) == 0) {
            let price = prices[stand][spot];
            let (dear, all) = (dearest.max(price), sum + price);
            let known = &mut best[set | 1 << stand];
            let cheaper = |(a, b, _): &(f32, f32, Vec<usize>)| {
                is_less(dear, *a) || !is_less(*a, dear) && is_less(all, *b)
            };
            if known.as_ref().is_none_or(cheaper) {
                let mut more = order.clone();
                more.push(stand);
                *known = Some((dear, all, more));
            }
        }
    }
    let order = best.pop().flatten().map_or_else(Vec::new, |(.., order)| order);
    order.into_iter().map(|stand| stands[stand]).zip(spots).collect()
}

/// The usual change of a group on the spot: a formed one breaks into a row about its place, skirmishers form line. `None` if it
/// cannot.
pub fn usual(state: &State, id: GroupId) -> Option<Order> {
    let group = state.group(id);
    let place = state.place(id);
    if check_may_move(state, id).is_err() || check_may_skirmish(state, id).is_err() || group.stands.len() < 2
    {
        return None;
    }
    let closes = group.formation == Formation::Skirmish;
    let formation = if closes { Formation::Line } else { Formation::Skirmish };
    // Whoever of them goes to which place, all are taken: a cheap test before dear ones.
    let spots = state.poses(&group.stands, formation, place);
    if overlapped(state, &spots, Some(id)).is_some() || misplaced(state, &spots).is_some() {
        return None;
    }
    let to = matched(state, id, formation, place);
    if closes {
        check_skirmish_ways(state, id, &to, allowance(state, id, formation)).ok()?;
        return Some(Order::closing_up(state.key(id), formation, exact(place)));
    }
    sent(state, id, to)
}

/// The order that sends stands there; `None` if it is refused.
pub fn sent(state: &State, id: GroupId, to: Vec<(StandId, Pose)>) -> Option<Order> {
    if !may_be_sent(state, id, &to) {
        return None;
    }
    Some(ordered(state, id, to))
}

/// The order that sends stands there.
pub fn ordered(state: &State, id: GroupId, to: Vec<(StandId, Pose)>) -> Order {
    let way = |(stand, pose)| StandWay { stand: state.game.stand(stand).key.clone(), to: exact(pose) };
    Order::ways(state.key(id), to.into_iter().map(way).collect())
}

/// May stands be sent there?
pub fn may_be_sent(state: &State, id: GroupId, to: &Poses) -> bool {
    check_may_move(state, id).and_then(|()| check_may_skirmish(state, id)).is_ok()
        && check_skirmish_ways(state, id, to, allowance(state, id, Formation::Skirmish)).is_ok()
        && !refuses_march(state, id, to)
}

/// A pose in the form that orders use.
fn exact(pose: Pose) -> (f64, f64, f64) {
    (f64::from(pose.at.x), f64::from(pose.at.y), pose.heading.exact_degrees())
}
