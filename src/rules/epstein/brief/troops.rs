//! How units are drawn: battalions and regiments as stands that share one number, guns and leaders as single blocks, garrisons
//! at the sides of their houses.

use std::collections::BTreeSet;

use crate::formation::Formation;
use crate::kind::Arm;
use crate::order::Order;
use crate::roster::StandId;
use crate::standing::is_ineffective;
use crate::state::{GroupId, Place, Rally, State};
use drawing::{ArmyColour, Block, Troop, TroopSign, TroopStand};
use game::Due;
use scenario::army::number_of;
use table::{Heading, Pose, Vec2};

use super::units::{colour, member};

/// A group as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    Troop(Troop),
    Block(Block),
}

impl Drawn {
    /// The same as it looks when nobody may act.
    pub fn idle(&self) -> Self {
        match self {
            Self::Troop(troop) => Self::Troop(Troop { may_act: false, spent: false, ..troop.clone() }),
            Self::Block(block) => Self::Block(Block { may_act: false, acted: false, ..block.clone() }),
        }
    }
}

/// A group with its stands, and how it is drawn.
#[derive(Clone, Debug)]
pub struct Piece {
    pub group: GroupId,
    /// Each stand with its corners.
    pub stands: Vec<(StandId, [Vec2; 4])>,
    pub spoken: String,
    pub drawn: Drawn,
}

/// The badge of a group: its unit's number; for a part of a unit also the numbers of its stands.
pub fn badge(state: &State, id: GroupId) -> String {
    let (unit, key) = (state.unit(id), state.key(id));
    let own = &state.game.unit(unit).id;
    let number = number_of(own).map_or_else(|| own.clone(), |number| number.to_string());
    if key == *own {
        return number;
    }
    let mut stands: Vec<StandId> = state.group(id).stands.clone();
    stands.sort_unstable();
    let nth = |stand: &StandId| state.game.unit(unit).stands.iter().position(|one| one == stand);
    let parts: Vec<String> = stands.iter().filter_map(nth).map(|nth| (nth + 1).to_string()).collect();
    format!("{number}.{}", parts.join(","))
}

/// The label of a group: its number and its name.
pub fn called(state: &State, id: GroupId) -> String {
    let (badge, name) = (badge(state, id), state.say(id));
    if badge == name { name } else { format!("{badge} {name}") }
}

/// The groups on the table and in houses, leaders last; `due`: marks those that may act.
pub fn pieces(state: &State, due: &Due<Order>) -> Vec<Piece> {
    let acts: BTreeSet<GroupId> =
        due.offers.iter().filter_map(|offer| state.find_group(offer.order.unit()?).ok()).collect();
    let mut found: Vec<Piece> =
        state.group_ids().filter_map(|id| piece(state, id, acts.contains(&id))).collect();
    found.sort_by_key(|piece| (state.arm(piece.group) == Arm::Command, piece.group));
    found
}

fn piece(state: &State, id: GroupId, may_act: bool) -> Option<Piece> {
    let stands: Vec<(StandId, Pose)> =
        state.group(id).stands.iter().filter_map(|stand| Some((*stand, seen_at(state, *stand)?))).collect();
    if stands.is_empty() {
        return None;
    }
    let single = matches!(state.arm(id), Arm::Artillery | Arm::Command) && !state.group(id).on_foot;
    let drawn = match stands.as_slice() {
        [(stand, pose)] if single => Drawn::Block(block(state, id, *stand, *pose, may_act)),
        _ => Drawn::Troop(troop(state, id, &stands, may_act)),
    };
    let corners = |(stand, pose): &(StandId, Pose)| {
        let (width, depth) = state.size_of(*stand);
        (*stand, drawing::footprint(*pose, width, depth))
    };
    let spoken = member(state, id).spoken;
    Some(Piece { group: id, stands: stands.iter().map(corners).collect(), spoken, drawn })
}

/// The pose at which a stand is drawn: on the table, or at the side of its house.
pub fn seen_at(state: &State, stand: StandId) -> Option<Pose> {
    match state.stand(stand).place {
        Place::Table(pose) => Some(pose),
        Place::Inside { house, side } => {
            let house = state.game.house(house);
            let middle = &state.game.terrain.ground().areas.get(house.area)?.polygon;
            let middle = middle.iter().sum::<Vec2>() / middle.len().max(1) as f32;
            let side = house.sides.get(usize::from(side) % house.sides.len().max(1))?;
            Some(at_side(middle, side, state.size_of(stand).1))
        }
        Place::Reserve | Place::Lost => None,
    }
}

/// A stand behind a side of a house with this middle, looking out.
fn at_side(middle: Vec2, side: &[Vec2], depth: f32) -> Pose {
    let (Some(a), Some(b)) = (side.first(), side.last()) else { return Pose::new(middle, Heading::NORTH) };
    let edge = (*a + *b) / 2.0;
    let out = (*b - *a).perp().normalize_or(Vec2::Y);
    let out = if out.dot(edge - middle) >= 0.0 { out } else { -out };
    Pose::new(edge - out * (depth / 2.0), Heading::of(out))
}

/// Signs for what a group has done in this period, and its markers.
fn signs(state: &State, id: GroupId) -> Vec<TroopSign> {
    let group = state.group(id);
    let did = [
        (group.marks.moved && !group.marks.fought, TroopSign::Moved),
        (group.marks.fired, TroopSign::Fired),
        (group.marks.fought, TroopSign::Fought),
    ];
    let mut found: Vec<TroopSign> = did.into_iter().filter(|(is, _)| *is).map(|(_, sign)| sign).collect();
    found.extend(group.disruption.iter().map(|_| TroopSign::White));
    found.extend(group.rout.and_then(|rout| match rout.rally {
        Rally::Running => None,
        Rally::Halted => Some(TroopSign::Black { turned: false }),
        Rally::Faced => Some(TroopSign::Black { turned: true }),
    }));
    found
}

/// Has it done something, with nothing left that it may do in its own period?
fn is_spent(state: &State, id: GroupId, may_act: bool) -> bool {
    let marks = state.group(id).marks;
    let waits = state.pending.is_empty();
    waits && state.is_active(id) && !may_act && (marks.moved || marks.fired || marks.fought)
}

fn small(count: u16) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}

fn troop(state: &State, id: GroupId, stands: &[(StandId, Pose)], may_act: bool) -> Troop {
    let group = state.group(id);
    let unit = state.game.unit(state.unit(id));
    let place = if state.is_on_table(id) { state.place(id) } else { stands[0].1 };
    let stand = |(stand, pose): &(StandId, Pose)| {
        let (width, depth) = state.size_of(*stand);
        TroopStand {
            pose: *pose,
            width,
            depth,
            figures: small(state.stand(*stand).figures),
            start: small(state.game.stand(*stand).figures),
            stray: state.pose(*stand).is_some() && is_ineffective(state, *stand),
        }
    };
    Troop {
        badge: badge(state, id),
        name: unit.short.clone(),
        side: unit.side.0,
        colour: colour(state, id).unwrap_or(ArmyColour::Grey),
        emblem: unit.kind.emblem(),
        stands: stands.iter().map(stand).collect(),
        pose: place,
        open: group.formation == Formation::Skirmish,
        square: group.formation == Formation::Square,
        may_act,
        spent: is_spent(state, id, may_act),
        routed: group.rout.is_some_and(|rout| rout.rally == Rally::Running),
        signs: signs(state, id),
    }
}

/// A gun or a leader.
fn block(state: &State, id: GroupId, stand: StandId, pose: Pose, may_act: bool) -> Block {
    let unit = state.game.unit(state.unit(id));
    let group = state.group(id);
    let colour = colour(state, id).unwrap_or(ArmyColour::Grey);
    let (figures, start) = (state.stand(stand).figures, state.game.stand(stand).figures);
    Block {
        stand: stand.0,
        badge: number_of(&unit.id).unwrap_or(0),
        name: unit.short.clone(),
        strength: small(figures),
        start: small(start),
        marked: figures < start,
        may_act,
        acted: group.marks.moved || group.marks.fired,
        routed: group.rout.is_some(),
        ..Block::plain(unit.side.0, colour, unit.kind.emblem(), pose, state.size_of(stand))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_garrison_looks_out_of_its_side() {
        let middle = Vec2::new(1.0, 0.5);
        let south = at_side(middle, &[Vec2::new(2.0, 0.0), Vec2::new(0.0, 0.0)], 0.75);
        assert!((south.heading.degrees() - 180.0).abs() < 1e-3, "{south:?}");
        assert!(south.at.distance(Vec2::new(1.0, 0.375)) < 1e-4, "{south:?}");
        let east = at_side(middle, &[Vec2::new(2.0, 1.0), Vec2::new(2.0, 0.0)], 0.75);
        assert!((east.heading.degrees() - 90.0).abs() < 1e-3, "{east:?}");
    }
}
