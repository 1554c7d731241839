//! The end of a walk: clear of every stand, wholly on the table, and summed up.
//!
//! Clauses: `easy:0.7`, `easy:II.C.3`, `easy:III.C.2`. Units: inches; fractions of a leg run from 0 to 1.

use crate::order::MoveKind;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::touching::reach_of;
use game::working::Note;
use table::measure::outside_by;
use table::sweep::{first_within, lies_in, on_line};
use table::terrain::{Crossed, How as Crossing, Terrain};
use table::tolerance::{EPS, OVERLAP, TOUCH};
use table::{Path, Placed, Pose};

use super::super::bill::{Bill, slow_degrees};
use super::legs::narrowed;
use super::record::{Stretch, Walk};
use super::roles::Role;
use super::{WalkedLeg, Walker};

impl Walker<'_, '_> {
    /// Checks the end of the path: nothing overlapped, wholly on the table, out of contact if required.
    pub(super) fn finish(&mut self) -> Result<(), Refusal> {
        if let Some(id) = self.overlapped(self.pose) {
            self.back_off();
            if !self.committed {
                return Err(self.overlap_refusal(id));
            }
            let words = format!("stops short of ending on {}", self.state.say(id));
            self.notes.push(Note::new("easy:0.7", words));
        }
        let size = self.state.terrain().ground().size;
        if self.kind == MoveKind::Enter && !self.committed && outside_by(self.placed(), size) > OVERLAP + EPS
        {
            return Err(Refusal::new(
                Code::OffTable,
                "easy:0.7",
                format!("{} does not come wholly on to the table", self.state.say(self.id)),
                "Go farther in: the whole stand must be on the table",
            ));
        }
        if self.kind == MoveKind::Withdraw {
            self.finish_withdrawal()?;
        }
        if !self.contacts.is_empty() {
            self.snap();
            if self.state.options().conform {
                self.conform();
            }
        }
        Ok(())
    }

    /// A stand that the mover would overlap there; enemy generals make way.
    pub(super) fn overlapped(&self, pose: Pose) -> Option<StandId> {
        let placed = self.unit.body.placed(pose);
        let aabb = placed.aabb();
        let near = self.survey.pieces.near(aabb.mins, aabb.maxs);
        near.into_iter().map(|id| StandId(id as u16)).find(|id| {
            *id != self.id
                && !matches!(self.role(*id), Role::EnemyGeneral | Role::Own)
                && self.state.placed(*id).is_some_and(|other| lies_in(placed, other))
        })
    }

    /// Goes back along the path until the stand overlaps nobody.
    pub(super) fn back_off(&mut self) {
        if self.overlapped(self.pose).is_none() {
            return;
        }
        self.contacts.clear();
        while let Some(last) = self.kept.pop() {
            let length = last.leg.length(&self.unit.body);
            let steps = (length / 0.1).ceil().max(1.0);
            let free = |t: f32| self.overlapped(last.leg.part(last.start, t)).is_none();
            let mut k = steps - 1.0;
            while k >= 0.0 {
                if free(k / steps) {
                    let low = narrowed(k / steps, (k + 1.0) / steps, free);
                    let bill = self.bill(last.start, last.leg);
                    self.pose = last.leg.part(last.start, low);
                    self.cost = last.cost_before + bill.cost_to(low);
                    if low > 0.0 {
                        self.kept.push(WalkedLeg { leg: last.leg.shortened(low), known: None, ..last });
                    }
                    return;
                }
                k -= 1.0;
            }
            self.pose = last.start;
            self.cost = last.cost_before;
        }
    }

    pub(super) fn into_walk(self) -> Walk {
        let mut stretches = Vec::new();
        let mut generals: Vec<StandId> = Vec::new();
        let mut at = self.start;
        let mut crossed: Vec<Crossed> = Vec::new();
        let mut turned = 0.0;
        for (index, kept) in self.kept.iter().enumerate() {
            let reckoned;
            let bill = match &kept.known {
                Some((bill, lines)) => {
                    crossed.extend_from_slice(lines);
                    bill
                }
                None => {
                    crossed.extend(self.crossings(kept.start, kept.leg));
                    reckoned = Bill::new(self.state, self.unit, kept.start, kept.leg, turned);
                    &reckoned
                }
            };
            for (span, _) in &bill.spans {
                let length = bill.length_to(span.to) - bill.length_to(span.from);
                let cost = bill.cost_to(span.to) - bill.cost_to(span.from);
                stretches.push(Stretch { leg: index, span: *span, length, cost });
            }
            for id in self.generals_met(kept) {
                if !generals.contains(&id) {
                    generals.push(id);
                }
            }
            turned += slow_degrees(self.state, self.unit, kept.start, kept.leg);
            at = kept.leg.end(at);
        }
        let obstacles = self.obstacles(&crossed);
        Walk {
            start: self.start,
            path: Path::new(self.kept.iter().map(|kept| kept.leg).collect()),
            end: at,
            cost: self.cost,
            allowance: self.allowance,
            stretches,
            obstacles,
            zones: self.zones,
            contacts: self.contacts,
            generals,
            notes: self.notes,
        }
    }

    /// The enemy generals that must make way on a leg, in order (`easy:III.C.2`).
    fn generals_met(&self, kept: &WalkedLeg) -> Vec<StandId> {
        let body = &self.unit.body;
        let enemies = self.survey.generals.iter().filter(|id| self.role(**id) == Role::EnemyGeneral);
        let mut met: Vec<(f32, StandId)> = enemies
            .filter_map(|&id| {
                let there = self.state.placed(id)?;
                let reach = kept.leg.length(body) + reach_of(there) + reach_of(body.placed(kept.start));
                if kept.start.at.distance(there.pose.at) > reach + 2.0 * TOUCH {
                    return None;
                }
                Some((first_within(body, kept.start, kept.leg, there, TOUCH)?, id))
            })
            .collect();
        met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        met.into_iter().map(|(_, id)| id).collect()
    }

    /// The lines crossed that cost a roll, in order (`easy:II.C.3`).
    fn obstacles(&self, crossed: &[Crossed]) -> Vec<usize> {
        let terrain = self.state.terrain();
        let mut lines = asking(terrain, self.unit.body.placed(self.start), crossed);
        // A wall along the attacked edge needs no roll when it is crossed into contact (`easy:II.C.3`).
        for touch in &self.contacts {
            let wall =
                self.state.placed(touch.enemy).and_then(|other| terrain.edge_cover(other.quad(), touch.edge));
            lines.retain(|line| Some(*line) != wall);
        }
        lines
    }

    pub(super) fn run_into(&self, id: StandId) -> Refusal {
        let there = self.unit.body.placed(self.goal);
        let ends_on = |other| lies_in(there, other);
        if self.state.placed(id).is_some_and(ends_on) {
            return self.overlap_refusal(id);
        }
        self.because_of(
            id,
            Code::Blocked,
            "easy:0.7",
            |mover, other| format!("{other} stands in the way of {mover}"),
            "Go round it, or move it first",
        )
    }

    fn overlap_refusal(&self, id: StandId) -> Refusal {
        self.because_of(
            id,
            Code::Overlap,
            "easy:0.7",
            |mover, other| format!("{mover} would end on {other}"),
            "End clear of every other stand",
        )
    }
}

/// The lines crossed that need a die, each once and in order, without regard to the attacked edge: obstacles and fords on which
/// it does not start (`easy:II.C.3`).
pub fn asking(terrain: &Terrain, first: Placed<'_>, crossed: &[Crossed]) -> Vec<usize> {
    let mut lines = Vec::new();
    for crossed in crossed {
        if matches!(crossed.how, Crossing::Obstacle | Crossing::Ford) && !lines.contains(&crossed.line) {
            lines.push(crossed.line);
        }
    }
    lines.retain(|line| !on_line(first, &terrain.ground().lines[*line].points));
    lines
}
