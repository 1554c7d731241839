//! Generals: rallying, and what happens to them when they are contacted.
//!
//! Clauses: `easy:III.C.2`, `easy:IV.A.1`, `easy:IV.A.2`. Units: inches.

use dice::Throw;
use game::Offer;
use game::strength_points;
use game::working::Note;
use scenario::Side;
use scenario::army::{Arm, Grade};
use table::free::nearest_free_pose;
use table::measure::{gap, inches_apart};
use table::sweep::{first_within, min_gap};
use table::tolerance::{OVERLAP, TOUCH, touching, within};
use table::{Body, Heading, Leg, Path, Pose, Vec2};

use super::command::{check_side, distance_between};
use super::event::{Event, How};
use super::order::Order;
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{Place, Reason, State, Step};
use super::steps::{self, active_at};
use super::tables::GENERAL_LOST_ON;
use super::touching::reach_of;
use super::vicinity::{Room, Round, Vicinity};

/// Is there room for the stand there: on the table, on accessible ground, on no other stand, touching no enemy?
pub fn room_at(state: &State, stand: StandId, pose: Pose) -> Room {
    let unit = state.unit(stand);
    room_for(state, &unit.body, state.side(stand), Some(stand), pose)
}

/// [`room_at`] for a body of this side; `own`: its stand, if it already has one.
pub fn room_for(state: &State, body: &Body, side: Side, own: Option<StandId>, pose: Pose) -> Room {
    Vicinity::new(state, body, side, own, pose.at, 0.0).room(pose)
}

/// Generals of the side lost to the enemy or taken off (`easy:III.C.2`). A general with a successor does not count, nor one
/// still to arrive, nor one who left with the command that was founded for him (`easy:V.B`).
pub fn lost(state: &State, side: Side) -> usize {
    let of_side = |id: StandId| state.side(id) == side;
    let fell = |id: StandId| state.scores.iter().filter(|score| score.reason == Reason::General(id)).count();
    let gone = |id: StandId| {
        matches!(state.stand(id).place, Place::Off | Place::Eliminated { .. }) && !state.is_retired(id)
    };
    let generals = state.ids().filter(|id| of_side(*id) && state.arm(*id) == Arm::General);
    generals.map(|id| fell(id).max(usize::from(gone(id)))).sum()
}

/// The active general rallies a stand instead of commanding (`easy:IV.A.1`, `easy:IV.A.2`).
pub fn judge_rally(s: &mut Scratch<'_>, stand: StandId, pose: Pose) -> Judged {
    let general = check_rally(&s.state, stand)?;
    check_rally_pose(&s.state, general, stand, pose)?;
    let name = s.state.say(stand);
    let side = s.state.side(stand);
    let why = format!("{} rallies {name}: its strength points", s.state.say(general));
    let die = s.throw(Throw::sum(1, 6, Some(side.0), "easy:IV.A.1", why))?.value;
    let points = u8::try_from(die).unwrap_or(u8::MAX).min(s.state.unit(stand).strength);
    s.note(Note::new(
        "easy:IV.A.1",
        format!("rolled {die}: {name} returns with {}", strength_points(points)),
    ));
    s.emit(Event::Rallied { stand, pose, points, fiat: false });
    if s.state.options().rally_costs_general_only {
        // The general has used his activation; the stand acts from its next one.
        s.emit(Event::GeneralMoved);
        s.emit(Event::Acted { stand });
    } else {
        s.note(Note::new("easy:IV.A.2", "the general does nothing else in this activation"));
        steps::end(s);
    }
    Ok(())
}

/// The general who may rally this stand now.
fn check_rally(state: &State, stand: StandId) -> Result<StandId, Refusal> {
    let now = active_at(state, Step::Command)?;
    let info = state.command(now.command);
    let Some(general) = info.general.filter(|general| state.pose(*general).is_some()) else {
        return Err(Refusal::new(
            Code::NotRallyable,
            "easy:IV.A.1",
            format!("{} has no general on the table", info.name),
            "Only an activated general rallies",
        ));
    };
    if now.general_moved || !now.picks.is_empty() {
        Refusal::new(
            Code::Acted,
            "easy:IV.A.2",
            format!("{} has moved or commanded in this activation", state.say(general)),
            "A general who rallies does nothing else",
        )
        .unless(&state.overruled)?;
    }
    if !is_his(state, general, stand) {
        Refusal::new(
            Code::NotRallyable,
            "easy:IV.A.1",
            format!("{} is not of the command of {}", state.say(stand), state.say(general)),
            "A general rallies stands of his command; an army commander, of his army",
        )
        .unless(&state.overruled)?;
        check_side(state, state.side(stand))?;
    }
    match state.stand(stand).place {
        Place::Eliminated { rallyable: true } if state.arm(stand) != Arm::General => Ok(general),
        Place::Eliminated { .. } => {
            Refusal::new(
                Code::NotRallyable,
                "easy:IV.A.1",
                format!("{} is lost for good", state.say(stand)),
                "Guns lost in close combat, stands whose rout was blocked, wagons and pontoons do not return",
            )
            .unless(&state.overruled)?;
            Ok(general)
        }
        Place::Table(_) | Place::Reserve | Place::Off => Err(Refusal::new(
            Code::NotRallyable,
            "easy:IV.A.1",
            format!("{} has not been eliminated", state.say(stand)),
            "Choose an eliminated stand",
        )),
    }
}

/// Does the stand belong to the general's command? An army commander has his whole army, a wing commander all below him.
///
/// Ruling: the clause (`easy:IV.A.1`) names the army commander only; a wing commander's command is what he commands.
fn is_his(state: &State, general: StandId, stand: StandId) -> bool {
    let (chief, unit) = (state.unit(general), state.unit(stand));
    let army = chief.side == unit.side && chief.army == unit.army;
    match chief.grade {
        Some(Grade::Army) => army,
        Some(Grade::Wing) => {
            unit.command == chief.command || state.roster().is_under(unit.command, chief.command)
        }
        // Engineers with a chit of their own still belong to the corps (`easy:V.D`).
        Some(Grade::Division | Grade::Corps) | None => {
            let above = state.command(unit.command).under;
            unit.command == chief.command || unit.arm == Arm::Engineer && above == Some(chief.command)
        }
    }
}

/// Checks that the pose touches the general's stand, is free, and touches no enemy (`easy:IV.A.2`).
fn check_rally_pose(state: &State, general: StandId, stand: StandId, pose: Pose) -> Result<(), Refusal> {
    let (name, chief) = (state.say(stand), state.say(general));
    let no_room = |fact: String| {
        Refusal::new(
            Code::NoRoom,
            "easy:IV.A.2",
            fact,
            format!("Place it touching {chief}, on free ground, touching no enemy"),
        )
    };
    let by = |id: StandId, fact: String| no_room(fact).culprit(state.say(id));
    match room_at(state, stand, pose) {
        Room::Free => {}
        Room::OffTable => return Err(no_room(format!("{name} would stand off the table"))),
        Room::Impassable => {
            no_room(format!("{name} would stand on ground that may not be entered"))
                .unless(&state.overruled)?;
        }
        Room::Taken(id) => return Err(by(id, format!("{name} would stand on {}", state.say(id)))),
        Room::Touches(id) => {
            by(id, format!("{name} would touch {}", state.say(id))).unless(&state.overruled)?;
        }
    }
    let Some(there) = state.placed(general) else {
        return Err(no_room(format!("{chief} is not on the table")));
    };
    let line = gap(state.unit(stand).body.placed(pose), there);
    if !touching(line.distance) {
        let what = format!("{name} to {chief}");
        no_room(format!("{name} would not touch {chief}"))
            .with(game::working::Measured::at_most(what, line.from, line.to, line.distance, TOUCH))
            .unless(&state.overruled)?;
    }
    Ok(())
}

/// A place for a rallied stand: beside the general's stand with his heading, behind it first (`easy:IV.A.2`).
pub fn rally_pose(state: &State, general: StandId, stand: StandId) -> Option<Pose> {
    pose_beside(state, general, &state.unit(stand).body, state.side(stand), Some(stand), |_| true)
}

/// A place with room for a body of this side touching this stand, with its heading: behind it first, then beside and in front
/// of it. `own`: its stand, if it already has one; `open`: a further condition.
pub fn pose_beside(
    state: &State,
    stand: StandId,
    body: &Body,
    side: Side,
    own: Option<StandId>,
    open: impl Fn(Pose) -> bool,
) -> Option<Pose> {
    let placed = state.placed(stand)?;
    let there = placed.pose;
    let half = state.unit(stand).body.parts().first()?.half();
    let extent = body.parts().first()?.half();
    let radius = reach_of(placed) + reach_of(body.placed(there)) + 2.0 * TOUCH;
    let vicinity = Vicinity::new(state, body, side, own, there.at, radius);
    let open = |pose: &Pose| vicinity.room(*pose) == Room::Free && open(*pose);
    flush_poses(there, half, extent).find(|pose| open(pose)).or_else(|| {
        // At an angle, if it is nearly hemmed in.
        let askew = [15.0, 30.0, 45.0, 60.0, 75.0_f32].map(|askew| {
            let heading = there.heading.turned(askew.to_radians());
            (heading, Round::new(body, placed, heading))
        });
        let rays = (0..72_u8).map(|ray| Heading::from_degrees(f32::from(ray) * 5.0).forward());
        let tries =
            rays.flat_map(|direction| askew.iter().map(move |(heading, round)| (direction, *heading, round)));
        tries
            .filter(|(direction, _, round)| !round.is_taken(*direction, &vicinity))
            .filter_map(|(direction, heading, _)| flush_on_ray(state, stand, body, direction, heading))
            .find(|pose| open(pose))
    })
}

/// The poses in which a body with half extents `extent` is flush with a stand with half extents `half`, at multiples of a
/// quarter turn: behind it first, then beside and before it, nearer its middle first.
fn flush_poses(there: Pose, half: Vec2, extent: Vec2) -> impl Iterator<Item = Pose> {
    let steps = (0..4_u8).flat_map(|quarter| (0..=8_u8).map(move |step| (quarter, step)));
    steps.flat_map(move |(quarter, step)| {
        // The body's own half extents as they lie in the stand's frame.
        let turned = f32::from(quarter) * std::f32::consts::FRAC_PI_2;
        let ext = if quarter % 2 == 0 { extent } else { Vec2::new(extent.y, extent.x) };
        let (beside, ahead) = (half.x + ext.x, half.y + ext.y);
        let share = f32::from(step.div_ceil(2)) / 4.0 * if step % 2 == 0 { 1.0 } else { -1.0 };
        let spots = [
            Vec2::new(share * beside, -ahead),
            Vec2::new(-beside, share * ahead),
            Vec2::new(beside, share * ahead),
            Vec2::new(share * beside, ahead),
        ];
        spots.map(|local| Pose::new(there.to_table(local), there.heading.turned(turned)))
    })
}

/// Where a stand may be put when it is rallied (`easy:IV.A.2`), for drawing: poses flush with the general's stand.
#[derive(Clone, Debug, PartialEq)]
pub struct RallyPlaces {
    pub general: StandId,
    pub stand: StandId,
    /// All of one heading, going round the general's stand clockwise from north.
    pub places: Vec<RallyPlace>,
}

/// A place, and the obstacle to it; `None` if it is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RallyPlace {
    pub pose: Pose,
    pub room: Room,
}

impl RallyPlaces {
    /// The places where the stand may be put, in order.
    pub fn open(&self) -> impl Iterator<Item = Pose> + '_ {
        self.places.iter().filter(|place| place.room == Room::Free).map(|place| place.pose)
    }

    /// The open place nearest to a point, to which a stand being placed snaps.
    pub fn nearest(&self, point: Vec2) -> Option<Pose> {
        self.open().min_by(|a, b| a.at.distance_squared(point).total_cmp(&b.at.distance_squared(point)))
    }
}

/// Every place round the active general where this stand could be put with this heading, at steps of 2° as seen from him, or
/// why it may not be rallied now at all.
pub fn rally_places(state: &State, stand: StandId, heading: Heading) -> Result<RallyPlaces, Refusal> {
    let general = check_rally(state, stand)?;
    let body = &state.unit(stand).body;
    let poses = poses_round(state, general, body, heading);
    let place = |pose| RallyPlace { pose, room: room_at(state, stand, pose) };
    let places = poses.into_iter().map(place).collect();
    Ok(RallyPlaces { general, stand, places })
}

/// The poses with this heading in which a body touches the stand, 2° apart as seen from it, clockwise from north.
pub fn poses_round(state: &State, stand: StandId, body: &Body, heading: Heading) -> Vec<Pose> {
    let pose = |ray: u16| {
        let direction = Heading::from_degrees(f32::from(ray) * 2.0).forward();
        flush_on_ray(state, stand, body, direction, heading)
    };
    (0..180).filter_map(pose).collect()
}

/// The body slid in along a ray from outside until it touches the stand.
fn flush_on_ray(
    state: &State,
    stand: StandId,
    body: &Body,
    direction: Vec2,
    heading: Heading,
) -> Option<Pose> {
    let there = state.placed(stand)?;
    // Outside both stands, whatever their size.
    let out = 2.0 * (reach_of(there) + reach_of(body.placed(there.pose)) + TOUCH);
    let far = Pose::new(there.pose.at + direction * out, heading);
    let leg = Leg::Slide(direction * -out);
    let t = first_within(body, far, leg, there, TOUCH / 2.0)?;
    Some(leg.part(far, t))
}

/// The stands that may be rallied now, each with a place.
pub fn rally_offers(state: &State) -> Vec<Offer<Order>> {
    let gone = state.ids().filter(|id| state.stand(*id).place == Place::Eliminated { rallyable: true });
    // Stands of one size and side have the same place, or none.
    let mut sought: Vec<(StandId, Option<Pose>)> = Vec::new();
    let mut place = |general: StandId, stand: StandId| {
        let alike = |other: StandId| {
            state.unit(other).body == state.unit(stand).body && state.side(other) == state.side(stand)
        };
        if let Some((_, pose)) = sought.iter().find(|(other, _)| alike(*other)) {
            return *pose;
        }
        let pose = rally_pose(state, general, stand);
        sought.push((stand, pose));
        pose
    };
    gone.filter_map(|stand| {
        let general = check_rally(state, stand).ok()?;
        let pose = place(general, stand)?;
        Some(Offer {
            words: format!("{} rallies {}", state.say(general), state.say(stand)),
            order: Order::Rally { stand, pose },
            kind: "rally",
            family: true,
        })
    })
    .collect()
}

/// Every enemy general that the mover's path touches makes way, in that order; each owner rolls for him.
///
/// Only infantry and cavalry drive generals off. Clause: `easy:III.C.2`.
pub fn displace_contacted(s: &mut Scratch<'_>, mover: StandId, start: Pose, path: &Path) -> Judged {
    if !(s.state.arm(mover).is_infantry() || s.state.arm(mover).is_cavalry()) {
        return Ok(());
    }
    let legs: Vec<(Pose, Leg)> = path.poses(start).into_iter().zip(path.legs.iter().copied()).collect();
    let mut met: Vec<StandId> = Vec::new();
    for (pose, leg) in &legs {
        let mut here: Vec<(f32, StandId)> = s
            .state
            .on_table()
            .filter(|(id, _)| s.state.arm(*id) == Arm::General && s.state.are_enemies(mover, *id))
            .filter_map(|(id, there)| {
                Some((first_within(&s.state.unit(mover).body, *pose, *leg, there, TOUCH)?, id))
            })
            .filter(|(_, id)| !met.contains(id))
            .collect();
        here.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        met.extend(here.into_iter().map(|(_, id)| id));
    }
    for general in met {
        displace(s, general, mover, &legs)?;
    }
    Ok(())
}

/// One general makes way for the mover: behind his nearest troops, then the die (`easy:III.C.2`).
fn displace(s: &mut Scratch<'_>, general: StandId, mover: StandId, way: &[(Pose, Leg)]) -> Judged {
    let state = &s.state;
    let (name, side) = (state.say(general), state.side(general));
    let Some((behind, pose)) = refuge(state, general, mover, way) else {
        let words = format!("{name} has no troops to go behind: he leaves the table, 1 point to the enemy");
        s.note(Note::new("easy:III.C.2", words));
        s.emit(Event::GeneralGone { general });
        s.emit(Event::Scored { side: side.enemy(), points: 1, reason: Reason::General(general) });
        return Ok(());
    };
    let behind = state.say(behind);
    let why = format!("{name} is contacted by {}: lost on {GENERAL_LOST_ON}", state.say(mover));
    let die = s.throw(Throw::sum(1, 6, Some(side.0), "easy:III.C.2", why))?.value;
    s.emit(Event::Placed { stand: general, pose, how: How::Displaced, path: None, cost: 0.0 });
    if die >= GENERAL_LOST_ON {
        let words =
            format!("rolled {die}: {name} is lost, 1 point to the enemy; a successor goes behind {behind}");
        s.note(Note::new("easy:III.C.2", words));
        s.emit(Event::Scored { side: side.enemy(), points: 1, reason: Reason::General(general) });
    } else {
        s.note(Note::new("easy:III.C.2", format!("rolled {die}: {name} goes behind {behind}")));
    }
    Ok(())
}

/// The stand behind which the general goes, and his pose: the nearest infantry or cavalry of his command, else of his side.
fn refuge(state: &State, general: StandId, mover: StandId, way: &[(Pose, Leg)]) -> Option<(StandId, Pose)> {
    let from = state.placed(general)?;
    let mut troops: Vec<(bool, f32, StandId)> = state
        .on_table()
        .filter(|(id, _)| {
            let arm = state.arm(*id);
            (arm.is_infantry() || arm.is_cavalry()) && !state.are_enemies(general, *id)
        })
        .map(|(id, there)| (!is_his(state, general, id), distance_between(state, from, there).distance, id))
        .collect();
    troops.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    let unit = state.unit(general);
    let body = &state.unit(mover).body;
    // The mover leaves its place, so only its path counts.
    let clear_of_mover = |pose: Pose| {
        way.iter()
            .all(|(start, leg)| !touching(min_gap(body, *start, *leg, unit.body.placed(pose)).1.distance))
    };
    troops
        .into_iter()
        .find_map(|(_, _, id)| behind(state, general, id, &clear_of_mover).map(|pose| (id, pose)))
}

/// Centred against the stand's rear edge with its heading, else the nearest free pose within 2" (scaled) behind the
/// rear line; `clear`: a further condition.
fn behind(state: &State, general: StandId, stand: StandId, clear: &dyn Fn(Pose) -> bool) -> Option<Pose> {
    let there = state.placed(stand)?;
    let body = &state.unit(general).body;
    let own = body.parts().first()?.half();
    let half = there.quad().half;
    let wanted = Pose::new(there.pose.to_table(Vec2::new(0.0, -half.y - own.y)), there.pose.heading);
    let search = state.lengths().general_search();
    let range = search + half.length();
    // Hundreds of places may be tried, so the nearby stands are found once.
    let vicinity = Vicinity::new(state, body, state.side(general), Some(general), wanted.at, range);
    let free = |pose: Pose| vicinity.room(pose) == Room::Free && clear(pose);
    if free(wanted) {
        return Some(wanted);
    }
    let is_behind = |pose: Pose| {
        let placed = body.placed(pose);
        let rear = -half.y + OVERLAP;
        placed.corners().all(|corner| there.pose.to_local(corner).y <= rear)
            && within(inches_apart(placed, there), search)
    };
    nearest_free_pose(body, wanted, range, |pose| is_behind(pose) && free(pose))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event;
    use crate::fixture::{Fixture, at};
    use crate::rule_set::Easy;
    use crate::state::Phase;
    use dice::{Dry, Typed};
    use game::{RuleSet, Ruling, Stop};
    use table::measure::{are_touching, overlap_depth};
    use table::tolerance::overlapping;

    /// Our general at the origin, and an eliminated stand of his command.
    fn fallen(field: Fixture, arm: Arm) -> (State, StandId, StandId) {
        let (mut state, ids) =
            field.ours(Arm::General, at(0.0, 0.0, 0.0)).ours(arm, at(20.0, 0.0, 0.0)).state();
        let [.., general, stand] = ids[..] else { panic!("two stands at least") };
        state.stack[0].step = Step::Command;
        state.stack[0].list.clear();
        state.stands[stand.index()].place = Place::Eliminated { rallyable: true };
        state.stands[stand.index()].strength = 0;
        (state, general, stand)
    }

    fn rally(state: &State, stand: StandId, pose: Pose, die: u16) -> Result<Ruling<Event>, Stop<Refusal>> {
        Easy::judge(state, &Order::Rally { stand, pose }, &mut Typed::faces([vec![die]]))
    }

    #[track_caller]
    fn code(result: Result<Ruling<Event>, Stop<Refusal>>) -> Code {
        match result {
            Err(Stop::Refused(refusal)) => refusal.code,
            other => panic!("not refused: {other:?}"),
        }
    }

    #[test]
    fn a_stand_returns_with_the_die_but_no_more_than_it_had() {
        let points = |arm, die| {
            let (mut state, general, stand) = fallen(Fixture::new(), arm);
            let pose = rally_pose(&state, general, stand).unwrap();
            let ruling = rally(&state, stand, pose, die).unwrap();
            ruling.events.iter().for_each(|happened| event::apply(&mut state, happened));
            assert_eq!(state.phase, Phase::Draw, "the activation is over");
            state.stand(stand).strength
        };
        assert_eq!(points(Arm::Infantry, 6), 5);
        assert_eq!(points(Arm::Infantry, 2), 2);
        assert_eq!(points(Arm::FootArtillery, 4), 2);
    }

    #[test]
    fn rallying_may_cost_the_general_only() {
        let (mut state, general, stand) =
            fallen(Fixture::new().option("rally-cost", "general-only"), Arm::Infantry);
        let pose = rally_pose(&state, general, stand).unwrap();
        let ruling = rally(&state, stand, pose, 3).unwrap();
        ruling.events.iter().for_each(|happened| event::apply(&mut state, happened));
        let now = state.active().unwrap();
        assert!(now.general_moved && now.acted.contains(&stand));
    }

    #[test]
    fn what_may_not_be_rallied_is_refused() {
        let (mut state, general, stand) = fallen(Fixture::new(), Arm::Infantry);
        let pose = rally_pose(&state, general, stand).unwrap();
        assert_eq!(code(rally(&state, general, pose, 3)), Code::NotRallyable);
        assert_eq!(code(rally(&state, stand, pose.moved(Vec2::new(0.0, -0.2)), 3)), Code::NoRoom);
        state.stands[stand.index()].place = Place::Eliminated { rallyable: false };
        assert_eq!(code(rally(&state, stand, pose, 3)), Code::NotRallyable);
        state.stands[stand.index()].place = Place::Eliminated { rallyable: true };
        state.stack[0].general_moved = true;
        assert_eq!(code(rally(&state, stand, pose, 3)), Code::Acted);
    }

    #[test]
    fn every_open_place_round_the_general_is_legal_and_the_others_are_not() {
        let field =
            Fixture::new().theirs(Arm::Infantry, at(0.0, 3.8, 180.0)).ours(Arm::Infantry, at(-1.9, 0.0, 0.0));
        let (state, _, stand) = fallen(field, Arm::Infantry);
        for degrees in [0.0, 30.0, 90.0] {
            let found = rally_places(&state, stand, Heading::from_degrees(degrees)).unwrap();
            assert_eq!(found.places.len(), 180);
            for place in &found.places {
                let asked = Easy::judge(&state, &Order::Rally { stand, pose: place.pose }, &mut Dry);
                let legal = matches!(asked, Err(Stop::NeedsDice(_)));
                assert_eq!(legal, place.room == Room::Free, "{place:?}: {asked:?}");
            }
            let count = |is: fn(&RallyPlace) -> bool| found.places.iter().filter(|place| is(place)).count();
            assert!(count(|place| matches!(place.room, Room::Taken(_))) > 10);
            if degrees % 90.0 == 0.0 {
                assert!(count(|place| matches!(place.room, Room::Touches(_))) > 10);
            }
            let south = found.nearest(Vec2::new(30.0, 25.0)).unwrap();
            assert!((south.at.x - 30.0).abs() < 0.2 && south.at.y < 28.5, "{south}");
        }
        assert!(rally_places(&state, StandId(0), Heading::from_degrees(0.0)).is_err());
    }

    #[test]
    fn generals_still_to_come_are_not_lost() {
        let mut field = Fixture::new().ours(Arm::General, at(0.0, 0.0, 0.0));
        let late = scenario::Start::Arrives { turn: 3, entry: "road".into() };
        field.stands.push((Side(0), Arm::General, late));
        let (mut state, ids) = field.theirs(Arm::General, at(9.0, 0.0, 0.0)).state();
        assert_eq!(Side::BOTH.map(|side| lost(&state, side)), [0, 0]);
        // A successor goes on in the place of the one who fell; when he is driven off too there are two.
        for _ in 0..2 {
            let scored = Event::Scored { side: Side(1), points: 1, reason: Reason::General(ids[0]) };
            event::apply(&mut state, &scored);
        }
        event::apply(&mut state, &Event::GeneralGone { general: ids[0] });
        event::apply(&mut state, &Event::Removed { stand: ids[2] });
        assert_eq!(Side::BOTH.map(|side| lost(&state, side)), [2, 1]);
    }

    #[test]
    fn places_round_a_general_touch_him_at_any_scale() {
        for scale in ["0.5", "1", "4"] {
            let (state, general, stand) = fallen(Fixture::new().option("scale", scale), Arm::Infantry);
            let there = state.placed(general).unwrap();
            let found = rally_places(&state, stand, Heading::from_degrees(20.0)).unwrap();
            assert_eq!(found.places.len(), 180, "scale {scale}");
            for place in &found.places {
                let here = state.unit(stand).body.placed(place.pose);
                assert!(are_touching(here, there), "scale {scale}: {place:?}");
                assert!(!overlapping(overlap_depth(here, there)), "scale {scale}: {place:?}");
            }
        }
    }

    #[test]
    fn a_general_hemmed_in_rallies_nobody() {
        let mut field = Fixture::new();
        for (x, y) in [(0.0, 1.76), (0.0, -1.76), (1.76, 0.0), (-1.76, 0.0)] {
            field = field.ours(Arm::Infantry, at(x, y, 0.0));
        }
        for (x, y) in [(2.3, 2.3), (-2.3, 2.3), (2.3, -2.3), (-2.3, -2.3)] {
            field = field.ours(Arm::Infantry, at(x, y, 45.0));
        }
        let (state, general, stand) = fallen(field, Arm::Infantry);
        assert_eq!(rally_pose(&state, general, stand), None);
        assert!(rally_offers(&state).is_empty());
    }

    #[test]
    fn the_place_offered_is_legal_even_beside_enemies() {
        let field = Fixture::new()
            .theirs(Arm::Infantry, at(0.0, -2.5, 0.0))
            .theirs(Arm::Infantry, at(2.6, 0.5, 270.0))
            .ours(Arm::Infantry, at(-1.9, 0.0, 0.0));
        let (state, _, stand) = fallen(field, Arm::Infantry);
        let offered = rally_offers(&state);
        assert_eq!(offered.len(), 1);
        let asked = Easy::judge(&state, &offered[0].order, &mut Dry);
        assert!(matches!(asked, Err(Stop::NeedsDice(_))), "{asked:?} {stand:?}");
    }

    #[test]
    fn a_general_with_no_room_behind_the_nearest_goes_on_to_the_next() {
        // Behind the nearest stand lies the table's edge; its neighbour has room.
        let field = Fixture::new()
            .ours(Arm::LightCavalry, Pose::at(30.0, 45.0, 0.0))
            .theirs(Arm::General, Pose::at(30.0, 50.0, 180.0))
            .theirs(Arm::Infantry, Pose::at(30.0, 58.9, 180.0))
            .theirs(Arm::Infantry, Pose::at(50.0, 50.0, 180.0));
        let (mut state, ids) = field.state();
        let order = Order::Move { stand: ids[0], path: Path::slide(0.0, 6.0) };
        let ruling = Easy::judge(&state, &order, &mut Typed::faces([vec![1]])).unwrap();
        ruling.events.iter().for_each(|happened| event::apply(&mut state, happened));
        let pose = state.pose(ids[1]).unwrap();
        assert!(pose.at.distance(Vec2::new(50.0, 51.75)) < 1e-3, "{pose}");
    }
}
