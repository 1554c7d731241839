//! Deploying in line: a whole command, or chosen rows, along a line drawn on the table, one side at a time: each side has its
//! own line.

use std::collections::BTreeMap;

use crate::texts::setup_notes as texts;
use drawing::Emblem;
use scenario::army::Piece;
use scenario::line_up::{Drawn, InLine, LineUp, line_up};
use scenario::{Edit, Finding, KnownRules as _, Side, Start, Subject};
use table::pair::QuadPair;
use table::tolerance::OVERLAP;
use table::{Quad, Vec2};

use super::{Deployed, SetUp};

impl SetUp {
    /// The pieces to be deployed: those without a start and, if all are included, those on the table. Later arrivals keep turn
    /// and entry. Returns the side whose line is drawn, with its pieces; `None` if there are none.
    pub fn to_deploy(&self, deployed: &Deployed) -> Option<(Side, Vec<String>)> {
        let meant = self.meant(deployed);
        let side = meant.first()?.0;
        Some((side, meant.into_iter().filter(|(of, _)| *of == side).map(|(_, id)| id.clone()).collect()))
    }

    /// The side with the next line, and the number of its pieces; `None` if all chosen ones are of one side.
    pub fn next_to_deploy(&self, deployed: &Deployed) -> Option<(Side, usize)> {
        let meant = self.meant(deployed);
        let first = meant.first()?.0;
        let next = meant.iter().find(|(side, _)| *side != first)?.0;
        Some((next, meant.iter().filter(|(side, _)| *side == next).count()))
    }

    fn meant<'a>(&self, deployed: &'a Deployed) -> Vec<(Side, &'a String)> {
        let starts = &self.draft.scenario().starts;
        let is_meant = |id: &&String| match starts.get(id.as_str()) {
            None => true,
            Some(Start::Deployed(_)) => deployed.all,
            Some(Start::Arrives { .. }) => false,
        };
        let sides: BTreeMap<&str, Side> =
            self.draft.pieces().map(|(side, _, piece)| (piece.id(), side)).collect();
        let of_side = |id: &'a String| Some((*sides.get(id.as_str())?, id));
        deployed.pieces.iter().filter(is_meant).filter_map(of_side).collect()
    }

    /// The name of a side of the draft.
    pub fn side_name(&self, side: Side) -> &str {
        self.draft.scenario().sides.get(side.index()).map_or("", |side| side.name.as_str())
    }

    /// Where they would stand along this line; `None` if it is too short to have a direction, or there is nobody.
    pub fn lined_up(&self, deployed: &Deployed, drawn: &Drawn) -> Option<LineUp> {
        let piece = |id: &String| {
            let piece = self.draft.piece(id)?;
            let fights = match piece {
                Piece::Stand(stand) => stand.arm.is_troops(),
                Piece::Unit(unit) => {
                    let profile = self.rules.profile(&self.draft.scenario().rules, unit);
                    unit.figures > 0
                        && !profile.is_some_and(|one| matches!(one.emblem, Emblem::General { .. }))
                }
            };
            Some(InLine { id: id.clone(), body: self.body(piece)?, fights })
        };
        let pieces: Vec<InLine> = self.to_deploy(deployed)?.1.iter().filter_map(piece).collect();
        line_up(&pieces, drawn)
    }

    /// The stands of those to be deployed, and whether each may stand so: on the table, and on nobody else.
    pub fn ghosts(&self, found: &LineUp) -> Vec<(Quad, bool)> {
        let size = self.draft.scenario().ground.size;
        let is_placed = |id: &str| found.placed.iter().any(|(placed, _)| placed == id);
        let others: Vec<Quad> = self
            .draft
            .pieces()
            .filter(|(.., piece)| !is_placed(piece.id()))
            .filter_map(|(.., piece)| {
                let (body, pose) = (self.body(piece)?, self.draft.pose(piece.id())?);
                Some(body.placed(pose).quads().collect::<Vec<_>>())
            })
            .flatten()
            .collect();
        let mut ghosts = Vec::new();
        for (id, pose) in &found.placed {
            let Some(body) = self.draft.piece(id).and_then(|piece| self.body(piece)) else { continue };
            for quad in body.placed(*pose).quads() {
                let on = quad.corners().iter().all(|at| at.cmpge(Vec2::ZERO).all() && at.cmple(size).all());
                let near = |other: &&Quad| {
                    other.pose.at.distance(quad.pose.at) < other.half.length() + quad.half.length()
                };
                let free =
                    others.iter().filter(near).all(|other| QuadPair::of(&quad, other).depth() <= OVERLAP);
                ghosts.push((quad, on && free));
            }
        }
        ghosts
    }

    /// Deploys them along this line, or shows who has no room there and why.
    pub(super) fn deploy(&mut self, drawn: &Drawn) {
        let super::Tool::Deploy(deployed) = &self.tool else { return };
        let deployed = deployed.clone();
        if self.to_deploy(&deployed).is_none() {
            self.note = Some(texts::NOBODY_TO_DEPLOY.into());
            return;
        }
        let Some(found) = self.lined_up(&deployed, drawn) else {
            self.note = Some(texts::DRAW_LINE.into());
            return;
        };
        if let Some(note) = self.left_over(&found) {
            self.note = Some(note);
            return;
        }
        let placed = found.placed.iter();
        let edit = Edit::several(placed.map(|(piece, pose)| Edit::place(piece, *pose)));
        if let Some(fault) = self.new_fault(&edit, &found) {
            self.note = Some(texts::cannot_stand(&fault));
            return;
        }
        if self.edit_alone(edit) {
            let pieces: Vec<String> = found.placed.into_iter().map(|(id, _)| id).collect();
            let left = deployed.pieces.into_iter().filter(|id| !pieces.contains(id)).collect();
            let left = Deployed { pieces: left, all: deployed.all };
            if let Some((side, _)) = self.to_deploy(&left) {
                // The other side has the next line: the tool stays in hand for it.
                self.note = Some(texts::in_line_and_next(pieces.len(), self.side_name(side)));
                self.tool = super::Tool::Deploy(left);
                return;
            }
            self.tool = super::Tool::Hand;
            self.note = Some(texts::in_line(pieces.len()));
            self.also.clear();
            self.selected = None;
            self.choose_also(pieces);
            self.roster.wants_focus = std::mem::take(&mut self.roster.deploying) && self.roster.open;
        }
    }

    /// The pieces that the line is too short for, in words.
    pub fn left_over(&self, found: &LineUp) -> Option<String> {
        let names: Vec<&str> =
            found.left.iter().filter_map(|id| self.draft.piece(id)).map(Piece::short).collect();
        let (first, more) = names.split_first()?;
        Some(texts::no_room(first, more.len(), found.lacking))
    }

    /// A fault that the rules would find in the new places, but not in the old ones.
    fn new_fault(&self, edit: &Edit, found: &LineUp) -> Option<String> {
        let mut trial = self.draft.clone();
        if let Err(fault) = trial.edit(edit.clone()) {
            return Some(fault.to_string());
        }
        let is_theirs = |finding: &&Finding| {
            let is_of = |id: &String| {
                finding.subject == Subject::Piece(id.clone()) || finding.fault.about.others.contains(id)
            };
            finding.fault.is_error() && found.placed.iter().any(|(id, _)| is_of(id))
        };
        let before = self.draft.check(&self.rules);
        let after = trial.check(&self.rules);
        // Its line number may have changed: it is the same if its words and subject are.
        let is_same = |old: &Finding, new: &Finding| {
            let said = |finding: &Finding| (finding.fault.about.clone(), finding.fault.message.clone());
            old.subject == new.subject && said(old) == said(new)
        };
        let is_new = |finding: &&Finding| !before.iter().any(|old| is_same(old, finding));
        let fault = after.iter().filter(is_theirs).find(is_new)?;
        let facts = super::model::TableFacts::of(&trial, std::slice::from_ref(fault), &self.rules);
        facts.faults.first().map(super::model::FaultRow::whole)
    }
}
