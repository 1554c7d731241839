//! Garrisons: going into a house, coming out of it, posting stands at its sides (`epstein:15.1`, `epstein:15.9`).
//!
//! Inside, each stand is a group by itself: it has no formation, and fires once alone (`epstein:15.3`). Units: inches.

use game::working::Note;
use table::{Heading, Pose, Quad, Vec2};

use super::event::{Event, Mark};
use super::formation::Formation;
use super::groups::regroup;
use super::house_event::HouseEvent;
use super::houses::{self, say_side};
use super::kind::Arm;
use super::measure::{at_most, touching, within};
use super::movement::{Walked, go};
use super::moving::has_moved;
use super::moving::{allowance, check_may_move};
use super::naming::find;
use super::order::Step;
use super::pending::Opening;
use super::refusal::{Code, Refusal};
use super::river;
use super::room::{misplaced, overlapped};
use super::roster::{HouseId, StandId};
use super::scratch::{Judged, Scratch};
use super::standing::check_may_act;
use super::state::{GroupId, State};

/// Going in takes the last inch of a move (`epstein:15.1`).
const LAST_INCH: f32 = 1.0;

/// A group moves to a house, and some of its stands enter it (`epstein:15.1`).
pub fn judge_enter(
    s: &mut Scratch<'_>,
    unit: &str,
    house: &str,
    way: Option<&[Step]>,
    keys: Option<&[String]>,
) -> Judged {
    let (id, house) = (find(&s.state, unit)?, houses::find(&s.state, house)?);
    check_may_move(&s.state, id)?;
    river::check_dry(&s.state, id)?;
    check_admits(&s.state, id, house)?;
    let stands = named(&s.state, id, keys)?;
    let from = s.state.place(id);
    let walked = way.map(|way| go(s, id, way)).transpose()?;
    check_last_inch(&s.state, id, from, walked.as_ref())?;
    go_in(s, id, house, &stands)
}

/// An attacking stand enters at once the house that its assault has emptied (`epstein:15.8`).
pub fn judge_occupy(s: &mut Scratch<'_>, opening: &Opening, id: GroupId, keys: Option<&[String]>) -> Judged {
    let may = |stand: &&StandId| s.state.group(id).stands.contains(*stand);
    let stands = match keys {
        Some(_) => named(&s.state, id, keys)?,
        None => opening.stands.iter().filter(may).take(1).copied().collect(),
    };
    match stands.as_slice() {
        [only] if opening.stands.contains(only) => {}
        _ => {
            let fact =
                format!("{} has not emptied {}", s.state.say(id), s.state.game.house_name(opening.house));
            let names: Vec<String> = opening.stands.iter().map(|stand| s.state.say_stand(*stand)).collect();
            let remedy = format!("Send one of those who assaulted it: {}", names.join(", "));
            return Err(Refusal::new(Code::House, "epstein:15.8", fact, remedy).into());
        }
    }
    check_admits(&s.state, id, opening.house)?;
    s.emit(Event::Settled);
    go_in(s, id, opening.house, &stands)
}

/// The stands of a group that an order names; all of them if it names none.
fn named(state: &State, id: GroupId, keys: Option<&[String]>) -> Result<Vec<StandId>, Refusal> {
    let own = &state.group(id).stands;
    let Some(keys) = keys else { return Ok(own.clone()) };
    let mut stands: Vec<StandId> = keys.iter().filter_map(|key| state.game.find_stand(key)).collect();
    stands.retain(|stand| own.contains(stand));
    stands.sort_unstable();
    stands.dedup();
    if stands.is_empty() || stands.len() != keys.len() {
        let fact = format!("these are not some of the stands of {}", state.say(id));
        let known: Vec<&str> = own.iter().map(|stand| state.game.stand(*stand).key.as_str()).collect();
        let remedy = format!("Name some of {}, each once", known.join(", "));
        return Err(Refusal::new(Code::BadOrder, "epstein:g.9", fact, remedy));
    }
    Ok(stands)
}

/// Checks whether the house can take in this group at all (`epstein:15.1`, `epstein:15.5`, `epstein:15.9`).
fn check_admits(state: &State, id: GroupId, house: HouseId) -> Result<(), Refusal> {
    let (name, place) = (state.say(id), state.game.house_name(house));
    if state.arm(id) != Arm::Infantry {
        let fact = format!("{name} is {}", state.kind(id).words());
        return Err(Refusal::new(Code::WrongKind, "epstein:15.1", fact, "Only infantry goes into houses"));
    }
    if state.group(id).formation == Formation::Square {
        let fact = format!("{name} is in square and keeps together");
        Refusal::new(Code::WrongFormation, "epstein:12.2", fact, "Form another way first")
            .unless(&state.overruled)?;
    }
    if state.house(house).burns() {
        let fact = format!("{place} burns and admits no one");
        Refusal::new(Code::House, "epstein:15.9", fact, "Stay outside").unless(&state.overruled)?;
    }
    if houses::holder(state, house).is_some_and(|holder| holder != state.side(id)) {
        let fact = format!("{place} is held by the enemy");
        return Err(Refusal::new(Code::House, "epstein:15.5", fact, "Assault it"));
    }
    Ok(())
}

/// Checks that an inch is left for going in.
fn check_last_inch(state: &State, id: GroupId, from: Pose, walked: Option<&Walked>) -> Result<(), Refusal> {
    let (cost, most) = walked.map_or((0.0, allowance(state, id)), |walked| (walked.cost, walked.allowance));
    let all = cost + LAST_INCH;
    if within(all, most) {
        return Ok(());
    }
    let to = walked.map_or(from, |walked| walked.to);
    let fact =
        format!("{} may go {most:.2} in, and going in takes an inch after {cost:.2} in", state.say(id));
    Refusal::new(Code::OverAllowance, "epstein:15.1", fact, "Go in next period")
        .with(at_most("way", [from.at, to.at], all, most))
        .unless(&state.overruled)
}

/// Puts stands that touch a house into it, each as a group by itself.
fn go_in(s: &mut Scratch<'_>, id: GroupId, house: HouseId, stands: &[StandId]) -> Judged {
    check_room(&s.state, house, stands.len())?;
    for stand in stands {
        let Some(quad) = s.state.quad(*stand) else { continue };
        let apart = houses::gap_to_house(&s.state, house, &quad);
        if !touching(apart) {
            let (name, place) = (s.state.say_stand(*stand), s.state.game.house_name(house));
            let fact = format!("{name} ends {apart:.2} in from {place}");
            let remedy = "A stand that touches a side goes in: go on until it does, or name those that do";
            Refusal::new(Code::NoContact, "epstein:15.1", fact, remedy).unless(&s.state.overruled)?;
        }
    }
    for stand in stands {
        let Some(quad) = s.state.quad(*stand) else { continue };
        let side = houses::side_of(&s.state, house, &quad);
        let mut group = id;
        if s.state.group(id).stands.len() > 1 {
            s.emit(Event::Split { group: id, stands: vec![*stand], formation: Formation::Garrison });
            group = s.state.group_of(*stand).unwrap_or(id);
        }
        let text = format!("{} goes in by {}", s.state.say_stand(*stand), say_side(&s.state, house, side));
        s.note(Note::new("epstein:15.1", text));
        s.emit(Event::House(HouseEvent::WentIn { group, stand: *stand, house, side }));
        if !s.state.group(group).marks.moved {
            has_moved(s, group);
        }
    }
    // The stands outside may no longer stand together.
    if s.state.group(id).formation != Formation::Garrison {
        regroup(s, id);
    }
    Ok(())
}

/// Checks that the house holds this many more.
fn check_room(state: &State, house: HouseId, more: usize) -> Result<(), Refusal> {
    let (capacity, held) =
        (usize::from(state.game.house(house).capacity), houses::inside(state, house).len());
    if held + more <= capacity {
        return Ok(());
    }
    let stands = |count: usize| if count == 1 { "1 stand".to_owned() } else { format!("{count} stands") };
    let fact = format!("{} holds {}, and has {held} inside", state.game.house_name(house), stands(capacity));
    let remedy = match capacity - held.min(capacity) {
        0 => "Stay outside".to_owned(),
        room => format!("Send in {}: name them", stands(room)),
    };
    Refusal::new(Code::House, "epstein:15.1", fact, remedy).unless(&state.overruled)
}

/// The stand and the house of a garrison.
fn garrison(state: &State, id: GroupId) -> Result<(StandId, HouseId), Refusal> {
    let found = state.group(id).stands.first().copied().zip(houses::house_of(state, id));
    found.ok_or_else(|| {
        let fact = format!("{} is in no house", state.say(id));
        Refusal::new(Code::House, "epstein:15.1", fact, "Name a stand that is in one")
    })
}

/// Checks whether a garrison may leave its house now (`epstein:4.3`, `epstein:11.2`).
pub fn check_may_leave(state: &State, id: GroupId) -> Result<(), Refusal> {
    check_may_act(state, id)?;
    let Some(stand) = state.group(id).stands.first() else { return Ok(()) };
    if state.group(id).marks.moved {
        let fact = format!("{} has moved in this period", state.say_stand(*stand));
        let remedy = "It leaves in the next one";
        Refusal::new(Code::AlreadyMoved, "epstein:4.3", fact, remedy).unless(&state.overruled)?;
    }
    if state.group(id).pinned {
        let fact = format!("{} has answered fire, and does not move in its next period", state.say(id));
        let remedy = "It leaves in the period after";
        Refusal::new(Code::AlreadyMoved, "epstein:11.2", fact, remedy).unless(&state.overruled)?;
    }
    Ok(())
}

/// A stand is set down outside its house, and may move from there (`epstein:15.1`).
pub fn judge_leave(s: &mut Scratch<'_>, name: &str, at: (f64, f64, f64)) -> Judged {
    let id = find(&s.state, name)?;
    check_may_leave(&s.state, id)?;
    let (stand, house) = garrison(&s.state, id)?;
    let pose = outside(&s.state, stand, house, at)?;
    s.emit(Event::House(HouseEvent::CameOut { group: id, stand, pose }));
    Ok(())
}

/// A garrison leaves its burning house, which counts as its next move (`epstein:15.9`).
pub fn judge_flee(s: &mut Scratch<'_>, house: HouseId, id: GroupId, at: (f64, f64, f64)) -> Judged {
    let (stand, own) = garrison(&s.state, id)?;
    if own != house {
        let fact = format!("{} is not in {}", s.state.say_stand(stand), s.state.game.house_name(house));
        return Err(Refusal::new(Code::DecideFirst, "epstein:15.9", fact, "Its garrison leaves first").into());
    }
    let pose = outside(&s.state, stand, house, at)?;
    s.emit(Event::House(HouseEvent::CameOut { group: id, stand, pose }));
    let now = s.state.is_active(id) && !s.state.group(id).marks.moved;
    s.emit(Event::Marked { group: id, mark: if now { Mark::Moved } else { Mark::Uprooted } });
    Ok(())
}

/// The pose of a stand set down outside: touching a free side of its house, clear of everybody.
fn outside(state: &State, stand: StandId, house: HouseId, at: (f64, f64, f64)) -> Result<Pose, Refusal> {
    let (name, place) = (state.say_stand(stand), state.game.house_name(house));
    let pose = Pose::new(Vec2::new(at.0 as f32, at.1 as f32), Heading::from_exact_degrees(at.2));
    if !pose.is_finite() {
        let fact = format!("{name} has no place to be set down at");
        return Err(Refusal::new(Code::BadOrder, "epstein:15.1", fact, "Give a place on the table"));
    }
    let (width, depth) = state.size_of(stand);
    let quad = Quad { pose, half: Vec2::new(width, depth) / 2.0 };
    let apart = houses::gap_to_house(state, house, &quad);
    let of = state.game.unit(state.stand(stand).unit).side;
    let side = houses::side_of(state, house, &quad);
    let to = [(stand, pose)];
    let remedy = "Set it down touching a side that is free of enemies";
    if let Some(where_it_is) = misplaced(state, &to) {
        let fact = format!("{name} would stand {where_it_is}");
        return Err(Refusal::new(Code::Impassable, "epstein:15.1", fact, remedy));
    }
    if !touching(apart) {
        let fact = format!("{name} would stand {apart:.2} in from {place}");
        Refusal::new(Code::NoContact, "epstein:15.1", fact, remedy).unless(&state.overruled)?;
    }
    if !houses::is_free(state, house, side, of) {
        let fact = format!("enemies are at {}", say_side(state, house, side));
        Refusal::new(Code::Contact, "epstein:15.1", fact, remedy).unless(&state.overruled)?;
    }
    if houses::touches_enemy(state, of, &quad) {
        let fact = format!("{name} would touch an enemy");
        Refusal::new(Code::Contact, "epstein:5.25", fact, remedy).unless(&state.overruled)?;
    }
    if let Some(other) = overlapped(state, &to, None) {
        let fact = format!("{name} would stand in {}", state.say(other));
        return Err(Refusal::new(Code::Overlap, "epstein:5.11", fact, remedy));
    }
    Ok(pose)
}

/// Checks that stands may still be posted: nobody of the active side has done anything yet (`epstein:15.1`).
fn check_begins(state: &State) -> Result<(), Refusal> {
    let acted = |id: &GroupId| {
        let marks = state.group(*id).marks;
        state.is_active(*id) && (marks.moved || marks.fired || marks.fought)
    };
    match state.group_ids().find(acted) {
        None => Ok(()),
        Some(other) => {
            let fact = format!("the period has begun: {} has acted", state.say(other));
            let remedy = "Stands are posted before anything else is done in a period";
            Refusal::new(Code::NotDue, "epstein:15.1", fact, remedy).unless(&state.overruled)
        }
    }
}

/// Checks that this stand may be posted at another side now.
pub fn check_may_post(state: &State, id: GroupId) -> Result<(StandId, HouseId), Refusal> {
    check_may_act(state, id)?;
    let (stand, house) = garrison(state, id)?;
    check_begins(state)?;
    if state.group(id).marks.posted {
        let fact = format!("{} has been posted in this period", state.say_stand(stand));
        Refusal::new(Code::AlreadyMoved, "epstein:15.1", fact, "It is posted once a period")
            .unless(&state.overruled)?;
    }
    Ok((stand, house))
}

/// A stand is posted at a side by its owner, at the start of the period (`epstein:15.1`).
pub fn judge_post(s: &mut Scratch<'_>, name: &str, side: u8) -> Judged {
    let id = find(&s.state, name)?;
    let (stand, house) = check_may_post(&s.state, id)?;
    let count = houses::sides(&s.state, house);
    if side == 0 || usize::from(side) > count {
        let fact = format!("{} has no side {side}", s.state.game.house_name(house));
        let remedy = format!("Its sides are numbered 1 to {count}, clockwise");
        return Err(Refusal::new(Code::BadOrder, "epstein:15.2", fact, remedy).into());
    }
    let text = format!("{} is posted at {}", s.state.say_stand(stand), say_side(&s.state, house, side - 1));
    s.note(Note::new("epstein:15.1", text));
    s.emit(Event::House(HouseEvent::Posted { stand, house, side: side - 1 }));
    s.emit(Event::Marked { group: id, mark: Mark::Posted });
    Ok(())
}
