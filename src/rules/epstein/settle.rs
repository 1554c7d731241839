//! Carries on with whatever is pending until somebody has to decide (`epstein:g.6`, `epstein:g.11`).

use super::event::Event;
use super::losses::{self, figures};
use super::pending::{Cause, Fire, Losses, Opening, Pending};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::{answer, assault, clash, guns, house_fire, houses, leaders, rally};

/// Maximum number of rounds, which is never reached.
const MOST: usize = 500;

/// Carries on with whatever is pending, as long as nobody has anything to decide.
pub fn settle(s: &mut Scratch<'_>) -> Judged {
    for _ in 0..MOST {
        match s.state.waits() {
            None => {
                guns::crew::lose_touched(s);
                return Ok(());
            }
            Some(Pending::HouseShot(shot)) => {
                if house_fire::answer_to(&s.state, &shot).is_ok() {
                    return Ok(());
                }
                house_fire::resolve(s, &shot, None)?;
            }
            Some(Pending::Assault(now)) => {
                if !assault::advance(s, &now)? {
                    return Ok(());
                }
            }
            Some(Pending::Risk(risk)) => leaders::roll_risk(s, &risk)?,
            Some(Pending::Flames(house)) => {
                if !houses::burn(s, house) {
                    return Ok(());
                }
            }
            // The referee may have removed the group whose decision it is.
            Some(Pending::Follow(following)) => {
                if [following.leader, following.unit].iter().all(|id| s.state.is_on_table(*id)) {
                    return Ok(());
                }
                s.emit(Event::FollowSettled);
            }
            Some(Pending::Opening(opening)) => {
                let stands: Vec<StandId> =
                    opening.stands.iter().copied().filter(|stand| s.state.pose(*stand).is_some()).collect();
                if stands.len() == opening.stands.len() {
                    return Ok(());
                }
                if stands.is_empty() {
                    s.emit(Event::Settled);
                } else {
                    s.emit(Event::Changed(Pending::Opening(Opening { stands, ..opening })));
                }
            }
            Some(Pending::Shot(shot)) => {
                if answer::is_thrown_first(&s.state, &shot) {
                    answer::throw_first(s, &shot)?;
                    continue;
                }
                if answer::may_answer(&s.state, &shot) {
                    return Ok(());
                }
                match shot.fire {
                    Fire::Musketry => answer::resolve(s, &shot, None)?,
                    Fire::Guns(_) => {
                        let by = shot.by;
                        guns::shot::go_on(s, shot, by)?;
                    }
                }
            }
            Some(Pending::Losses(lost)) => {
                if !place_alone(s, &lost)? {
                    return Ok(());
                }
            }
            Some(Pending::Charge(now)) => {
                if !clash::advance(s, &now)? {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Places losses if there is only one way; routers that are hit lose by a rule of their own (`epstein:13.9`). `false` if their
/// owner decides.
pub fn place_alone(s: &mut Scratch<'_>, lost: &Losses) -> Judged<bool> {
    let id = lost.of;
    if s.state.group(id).is_gone() && lost.shared.is_none() {
        s.emit(Event::Settled);
        return Ok(true);
    }
    if s.state.group(id).rout.is_some() && lost.cause == Cause::Fire {
        s.emit(Event::Settled);
        let away = lost.away.unwrap_or(s.state.group(id).heading);
        rally::hit(s, id, figures(&s.state, lost), away)?;
        return Ok(true);
    }
    match losses::ways(&s.state, lost).as_slice() {
        [] => s.emit(Event::Settled),
        [only] => losses::settle(s, lost, only),
        _ => return Ok(false),
    }
    Ok(true)
}
