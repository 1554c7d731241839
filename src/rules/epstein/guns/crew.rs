//! Crews: how many gunners a gun needs, and what happens to a gun that has none (`epstein:8.d.3` to `epstein:8.d.5`).
//!
//! Units: figures.

use game::working::Note;
use table::sweep::first_within;
use table::{Body, Leg, Pose};

use crate::kind::Arm;
use crate::measure::{SLACK, gap, touching};
use crate::refusal::{Code, Refusal};
use crate::scratch::{Scratch, remove};
use crate::standing::CREW;
use crate::state::{GroupId, State};

/// Checks that there is a gun, with the crew needed to move or fire it (`epstein:8.d.4`).
pub fn check_crew(state: &State, id: GroupId) -> Result<(), Refusal> {
    let name = state.say(id);
    if state.arm(id) != Arm::Artillery {
        let fact = format!("{name} is no artillery");
        return Err(Refusal::new(Code::WrongKind, "epstein:3t.c", fact, "Name a gun"));
    }
    if state.group(id).on_foot {
        let fact = format!("{name} has no gun");
        return Err(Refusal::new(Code::WrongKind, "epstein:8.d.6", fact, "Send its gunners to another gun"));
    }
    let crew = state.figures(id);
    if crew < CREW {
        let fact = format!("{name} has a crew of {crew}");
        let remedy = "It takes 3 to fire a gun: let gunners join it";
        Refusal::new(Code::NoCrew, "epstein:8.d.4", fact, remedy).unless(&state.overruled)?;
    }
    Ok(())
}

/// The abandoned guns of a group's enemies.
fn abandoned(state: &State, by: GroupId) -> Vec<GroupId> {
    let side = state.side(by);
    state.on_table().filter(|id| state.side(*id) != side && state.is_abandoned(*id)).collect()
}

/// A group has moved along these legs: guns without a crew that it touched on the way are lost (`epstein:8.d.4`).
pub fn ride_over(s: &mut Scratch<'_>, by: GroupId, start: Pose, legs: &[Leg]) {
    if s.state.arm(by) == Arm::Command {
        return;
    }
    for gun in abandoned(&s.state, by) {
        let body = s.state.body(by);
        let mut at = start;
        let touched = legs.iter().any(|leg| {
            let meets = s.state.quads(gun).any(|(_, quad)| {
                let other = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
                first_within(&body, at, *leg, other.placed(quad.pose), SLACK).is_some()
            });
            at = leg.end(at);
            meets
        });
        if touched {
            lose(s, gun);
        }
    }
}

/// After every order: guns without a crew that an enemy stands touching are lost (`epstein:8.d.4`).
pub fn lose_touched(s: &mut Scratch<'_>) {
    let guns: Vec<GroupId> = s.state.on_table().filter(|id| s.state.is_abandoned(*id)).collect();
    for gun in guns {
        let state = &s.state;
        let touched = state.enemies_of(state.side(gun)).any(|enemy| {
            state.quads(enemy).any(|(_, one)| state.quads(gun).any(|(_, other)| touching(gap(&one, &other))))
        });
        if touched {
            lose(s, gun);
        }
    }
}

fn lose(s: &mut Scratch<'_>, gun: GroupId) {
    let text = format!("{} has no crew, and is lost", s.state.say(gun));
    s.note(Note::new("epstein:8.d.4", text));
    remove(s, gun);
}
