//! The roster of a battle on hexes: its rows are edited like those of a table, and put on the map one after the other.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Context, Ui};

use super::{Act, Carried, MapEditor, Tool};
use crate::common::Common;
use crate::setup::roster::{RosterAct, roster_id};
use crate::texts::roster as texts;
use crate::views::setup_roster::{RosterView, roster_panel_ui};
use desk::RuleList;
use scenario::roster::rostered::Rostered as _;
use scenario::{HexEdit, HexSide};

impl MapEditor {
    /// Refreshes the rows.
    pub(super) fn refresh_roster(&mut self, rules: &RuleList) {
        if self.rostered != Some(self.draft.version()) {
            self.rostered = Some(self.draft.version());
            let sheet = self.draft.now().sheet(rules);
            self.roster.refresh(sheet);
            // Pieces that no longer exist, or no longer wait, are not put down.
            let draft = &self.work.draft;
            self.waiting.retain(|id| draft.waits(id).is_some());
            let is_gone = matches!(&self.carried, Some(Carried::Unit(id))
                if draft.piece(id).is_none() && draft.waits(id).is_none());
            if is_gone {
                self.carried = self.next_waiting();
            }
        }
    }

    /// Carries out an act in the roster.
    pub(super) fn roster_act(&mut self, ctx: &Context, common: &mut Common, act: RosterAct) {
        if let Some(pieces) = self.work.roster_act(ctx, common, act) {
            self.put_down(ctx, pieces);
        }
    }

    /// Puts down those of these that have no hex, one after the other.
    fn put_down(&mut self, ctx: &Context, pieces: Vec<String>) {
        self.waiting = pieces.into_iter().filter(|id| self.draft.waits(id).is_some()).collect();
        self.waiting.reverse();
        self.naming = None;
        self.note = None;
        match self.waiting.pop() {
            Some(first) => {
                self.tool = Tool::Units;
                self.carried = Some(Carried::Unit(first));
                // The focus goes to the map.
                ctx.memory_mut(|memory| memory.surrender_focus(roster_id()));
            }
            None => self.note = Some(texts::NOBODY_WAITS.to_owned()),
        }
    }

    /// The next piece to put down; after the last the focus returns to the roster.
    pub(super) fn next_waiting(&mut self) -> Option<Carried> {
        if self.waiting.is_empty() && self.roster.deploying {
            self.roster.deploying = false;
            self.roster.wants_focus = true;
        }
        self.waiting.pop().map(Carried::Unit)
    }

    /// Takes the piece in hand off the map, to wait for a hex.
    pub(super) fn take_off(&mut self) {
        let Some(Carried::Unit(id)) = self.carried.take() else { return };
        self.edit_alone(HexEdit::wait(id));
        self.carried = self.next_waiting();
    }

    /// The roster below the map.
    pub(super) fn roster_ui(&self, ui: &mut Ui) -> Vec<Act> {
        let errors = self.check.findings.iter().filter(|fault| fault.is_error());
        let concerned: BTreeSet<&String> = errors.flat_map(|fault| &fault.about.others).collect();
        let lines = &self.roster.sheet.lines;
        let faulty: Vec<String> =
            lines.iter().map(|line| line.id.clone()).filter(|id| concerned.contains(id)).collect();
        let badges: BTreeMap<String, u16> = lines.iter().map(|line| line.id.clone()).zip(1..).collect();
        let view = RosterView {
            roster: &self.roster,
            note: self.note.as_deref(),
            faulty: &faulty,
            badges: &badges,
            colours: self.draft.sides().iter().map(HexSide::ink).collect(),
            deploys: texts::PUT_ON_MAP,
            waits: texts::NOT_ON_MAP,
        };
        roster_panel_ui(ui, &view).into_iter().map(Act::Roster).collect()
    }
}
