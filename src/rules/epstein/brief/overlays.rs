//! Overlays on the table: fields of fire, the radius of leaders, skirmish screens with crests, threats, the path of a rout.
//! Units: inches.

use crate::fire::{aims, firing_stands};
use crate::kind::Arm;
use crate::measure::SLANT;
use crate::morale::{COMMAND, leads};
use crate::standing::skirmishes;
use crate::state::{GroupId, State};
use crate::tables::Weapon;
use drawing::overlay::{self, CommandRange};
use drawing::{Ink, Mark, Pen};
use game::Overlay;
use table::{Edge, Pose, Quad, Vec2};

use super::{aiming, flight, threat};

/// The overlays.
pub const OVERLAYS: &[Overlay] = &[
    Overlay {
        name: "command",
        title: "Command radius",
        tooltip: "Four inches round each leader, and whom they reach",
    },
    Overlay {
        name: "lanes",
        title: "Fields of fire",
        tooltip: "What the selected unit has straight ahead and within 30 degrees, by 4 and 6 inches; of a gun its ranges, and the dead ground behind crests",
    },
    Overlay {
        name: "threat",
        title: "Threats",
        tooltip: "What the enemy could do to the selected unit, and where it would run",
    },
    Overlay {
        name: "zones",
        title: "Screens and crests",
        tooltip: "What skirmishers screen from musketry, and the crests that hide what is behind them",
    },
];

/// The marks of an overlay, for this group if the overlay needs one; `at`: as if the group stood there.
pub fn overlay(state: &State, name: &str, id: Option<GroupId>, at: Option<Pose>) -> Vec<Mark> {
    match (name, id) {
        ("command", id) => leaders(state, id),
        ("zones", _) => screens_and_crests(state),
        ("lanes", Some(id)) => {
            let there = threat::at_their_turn(state, id, at);
            field_of_fire(&there, id)
        }
        // Threats to a unit in hand are shown beside it.
        ("threat", Some(id)) if at.is_none() && state.is_on_table(id) && state.arm(id) != Arm::Command => {
            let then = threat::at_their_turn(state, id, None);
            let found = threat::all(&then, id);
            let drawn: Vec<_> = found.iter().map(|one| threat::drawn(&then, id, one)).collect();
            [overlay::threat_marks(&drawn), flight::under_pointer(state, id, None)].concat()
        }
        _ => Vec::new(),
    }
}

/// The radius of leaders: of the selected one, of the selected unit's side, or of all.
fn leaders(state: &State, id: Option<GroupId>) -> Vec<Mark> {
    let all = state.on_table().filter(|one| state.arm(*one) == Arm::Command);
    let wanted = |leader: &GroupId| match id {
        Some(id) if state.arm(id) == Arm::Command => *leader == id,
        Some(id) => state.side(*leader) == state.side(id),
        None => true,
    };
    all.filter(wanted).flat_map(|leader| radius(state, leader)).collect()
}

fn radius(state: &State, leader: GroupId) -> Vec<Mark> {
    let Some((_, quad)) = state.quads(leader).next() else { return Vec::new() };
    let side = state.side(leader);
    let led = state.friends_of(side).filter(|id| leads(state, leader, *id));
    let stands = led.filter_map(|id| {
        let gap = state.gap_between(leader, id)?;
        Some((gap.from, gap.to, true, String::new()))
    });
    let words = format!("{}, {COMMAND} in", state.say(leader));
    overlay::command_marks(&CommandRange {
        body: quad.corners(),
        range: COMMAND,
        words,
        stands: stands.collect(),
    })
}

/// The lanes and slants of units that fire, at the optimum and maximum range of their weapon; the bands of a gun.
fn field_of_fire(state: &State, id: GroupId) -> Vec<Mark> {
    let tables = &state.game.tables;
    match state.arm(id) {
        Arm::Artillery => {
            let Some((_, quad)) = state.quads(id).next() else { return Vec::new() };
            let (canister, shot) = (tables.range(Weapon::Canister), tables.range(Weapon::RoundShot));
            let bands = [
                (canister.optimum, "canister"),
                (canister.most, "canister, far"),
                (shot.optimum, "round shot"),
                (shot.most, "round shot, far"),
            ];
            let said = bands.map(|(inches, name)| (inches, format!("{name}, {inches} in")));
            let muzzle = Pose::new(crate::measure::front_middle(&quad), quad.pose.heading);
            [overlay::band_marks(muzzle, SLANT, &said), aiming::dead_ground(state, id)].concat()
        }
        Arm::Infantry => {
            let mut marks = Vec::new();
            let quads: Vec<Quad> =
                firing_stands(state, id).iter().filter_map(|stand| state.quad(*stand)).collect();
            let range = tables.range(Weapon::Musket);
            for (inches, ink) in [(range.most, Ink::CommandWash), (range.optimum, Ink::GoodWash)] {
                marks.extend(quads.iter().map(|quad| Mark::fill(super::sketch::lane(quad, inches), ink)));
            }
            for quad in &quads {
                for inches in [range.optimum, range.most] {
                    let pen = Pen::fine(Ink::Good, 1.3);
                    let pen = if inches < range.most { pen } else { pen.dashed(5.0, 4.0) };
                    marks.extend(
                        rims(quad, &outer(quad, &quads), inches).into_iter().map(|rim| Mark::line(rim, pen)),
                    );
                }
                for (corner, turn) in outer(quad, &quads) {
                    let far = corner + quad.pose.heading.turned(turn).forward() * range.most;
                    marks.push(Mark::line([corner, far], Pen::fine(Ink::Good, 1.0).dashed(2.0, 4.0)));
                }
            }
            let mut seen: Vec<GroupId> = aims(state, id)
                .iter()
                .flat_map(|aims| aims.all().map(|aim| aim.on).collect::<Vec<_>>())
                .collect();
            seen.sort_unstable();
            seen.dedup();
            marks.extend(seen.into_iter().flat_map(|on| super::sketch::ring(state, on, Ink::Good)));
            marks
        }
        Arm::Cavalry | Arm::Command => Vec::new(),
    }
}

/// The front corners that no other stand touches, each with the turn of its slant.
fn outer(quad: &Quad, all: &[Quad]) -> Vec<(Vec2, f32)> {
    let near =
        |corner: Vec2, other: &Quad| other.edge(Edge::Front).iter().any(|one| one.distance(corner) < 0.1);
    let free = |corner: Vec2| !all.iter().any(|other| other != quad && near(corner, other));
    quad.edge(Edge::Front).into_iter().zip([-SLANT, SLANT]).filter(|(corner, _)| free(*corner)).collect()
}

/// The lines where a range ends before a stand: across its lane, and round its outer corners to 30 degrees.
fn rims(quad: &Quad, outer: &[(Vec2, f32)], inches: f32) -> Vec<Vec<Vec2>> {
    let ahead = quad.pose.heading.forward() * inches;
    let lane = quad.edge(Edge::Front).map(|corner| corner + ahead).to_vec();
    let arc = |(corner, slant): &(Vec2, f32)| -> Vec<Vec2> {
        let at = |k: u8| *corner + quad.pose.heading.turned(slant * f32::from(k) / 6.0).forward() * inches;
        (0..=6).map(at).collect()
    };
    std::iter::once(lane).chain(outer.iter().map(arc)).collect()
}

/// The strips that skirmishers screen, and the crests.
fn screens_and_crests(state: &State) -> Vec<Mark> {
    let mut marks = Vec::new();
    for id in state.on_table().filter(|id| state.arm(*id) != Arm::Command && skirmishes(state, *id)) {
        for (_, quad) in state.quads(id).filter(|_| state.group(id).rout.is_none()) {
            let strip = Quad { half: Vec2::new(quad.half.x * 2.0, quad.half.y), ..quad }.corners();
            marks.push(Mark::fill(strip, Ink::Zone));
            marks.push(Mark::ring(strip, Pen::fine(Ink::ZoneLine, 1.2).dashed(4.0, 3.0)));
        }
    }
    for crest in state.game.ground.crests() {
        marks.push(Mark::line(crest, Pen::fine(Ink::ZoneLine, 2.4).dashed(9.0, 4.0)));
    }
    marks
}
