//! A battle being edited, on a table or on hexes: the draft with its roster and its check, and its saved version in the
//! library.

use egui::Context;

use super::checking::{Checking, Polled};
use super::form::SaveForm;
use super::roster::{Roster, RosterAct};
use super::roster_acts::RosterWork;
use crate::common::Common;
use crate::state::FilePurpose;
use crate::texts::setup_notes as texts;
use desk::{Library, RuleList, SaveFault};
use game::sentence;
use scenario::roster::rostered::Rostered;
use scenario::{Change, Draft, Drafted};

/// An act common to the editors of tables and of maps.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkAct {
    /// Ask for id and name; then play, if wanted.
    AskToSave {
        play: bool,
    },
    /// The form for saving as filled in.
    Form(SaveForm),
    Save,
    /// Save it with its faults, to go on later.
    KeepUnfinished,
    Play,
    /// Back to the game.
    Leave,
    /// Back to the game without saving.
    LeaveAnyway,
    /// One step back: closes the question, typing, the tool, or the selection.
    Cancel,
}

/// A draft being edited.
#[derive(Debug)]
pub struct Work<D: Drafted> {
    pub draft: Draft<D>,
    /// The id of the draft in the library, and the version saved.
    saved: Option<(String, u64)>,
    /// The rows of all pieces, as an editable table.
    pub roster: Roster,
    /// The findings, as far as they are known: see [`Work::is_checking`].
    pub check: Checking<D>,
    /// Why the last act failed, or its result.
    pub note: Option<String>,
}

impl<D: Rostered + Send + Sync> Work<D> {
    /// `is_saved`: the library has exactly this draft.
    pub(crate) fn new(draft: Draft<D>, is_saved: bool) -> Self {
        let saved = is_saved.then(|| (draft.now().id().to_owned(), draft.version()));
        Self { draft, saved, roster: Roster::default(), check: Checking::default(), note: None }
    }

    /// The id under which the library has exactly this draft.
    pub fn saved_as(&self) -> Option<&str> {
        let (id, version) = self.saved.as_ref()?;
        (*version == self.draft.version()).then_some(id)
    }

    /// The last id under which the library got the draft.
    pub(crate) fn last_saved_as(&self) -> Option<&str> {
        self.saved.as_ref().map(|(id, _)| id.as_str())
    }

    /// Would leaving lose something?
    pub fn is_unsaved(&self) -> bool {
        self.draft.can_undo() && self.saved_as().is_none()
    }

    /// Are the findings still of an earlier version?
    pub fn is_checking(&self) -> bool {
        !self.check.is_of(self.draft.version())
    }

    /// Takes the findings of the check, and has the present version checked. Returns whether the findings have changed.
    pub(crate) fn poll_check(&mut self, ctx: &Context, rules: &RuleList) -> bool {
        let polled = self.check.poll(ctx, &self.draft, rules);
        if polled == Polled::Failed {
            self.note = Some(texts::UNCHECKED.into());
        }
        polled == Polled::Findings
    }

    /// Ends a step of joined changes once nothing is held and nothing is being typed.
    pub(crate) fn rest_between(&mut self, ctx: &Context) {
        if !ctx.input(|input| input.pointer.any_down()) && !ctx.text_edit_focused() {
            self.draft.rest();
        }
    }

    /// Makes a change; returns whether it succeeded, and notes the reason if not.
    pub(crate) fn edit(&mut self, change: Change<D>) -> bool {
        self.check.plays = false;
        self.note = self.draft.edit(change).err().map(|fault| fault.to_string());
        self.note.is_none()
    }

    /// The same as a separate step, which no other joins.
    pub(crate) fn edit_alone(&mut self, change: Change<D>) -> bool {
        self.draft.rest();
        let done = self.edit(change);
        self.draft.rest();
        done
    }

    pub(crate) fn undo(&mut self) {
        self.draft.undo();
        (self.check.plays, self.note) = (false, None);
    }

    pub(crate) fn redo(&mut self) {
        self.draft.redo();
        (self.check.plays, self.note) = (false, None);
    }

    /// Carries out an act in the roster. How columns were identified is remembered by their headings. Returns the pieces to be
    /// put down, if that was requested.
    pub(crate) fn roster_act(
        &mut self,
        ctx: &Context,
        common: &mut Common,
        act: RosterAct,
    ) -> Option<Vec<String>> {
        match &act {
            RosterAct::ChooseFile => {
                common.ask_for_file(ctx, FilePurpose::Table);
                return None;
            }
            RosterAct::TakePaste => common.remember_paste(&self.roster),
            _ => {}
        }
        let version = self.draft.version();
        let Self { roster, draft, note, .. } = self;
        RosterWork { roster, draft, library: &common.library, note }.act(act, &common.saved.roster_maps);
        if self.draft.version() != version {
            self.check.plays = false;
        }
        self.roster.to_put_down.take()
    }

    /// Saves the draft under the id and the title of the form; otherwise the form shows why not. `faults`: the words for its
    /// faults, since there are no files with lines and columns yet.
    pub(crate) fn save(
        &mut self,
        form: &mut SaveForm,
        title: Change<D>,
        put: impl FnOnce(&Draft<D>, bool) -> Result<(), SaveFault>,
        faults: impl FnOnce(&Draft<D>) -> Vec<String>,
    ) -> bool {
        let mut draft = self.draft.clone();
        draft.rest();
        draft.name_files(form.id.trim());
        let refused = match draft.edit(title).map(|()| put(&draft, form.replace)) {
            Err(refused) => sentence(&refused.to_string()),
            Ok(Err(SaveFault::Faulty(_))) => faults(&draft).join("\n"),
            Ok(Err(refused)) => sentence(&refused.to_string()),
            Ok(Ok(())) => {
                draft.rest();
                self.saved = Some((draft.now().id().to_owned(), draft.version()));
                self.draft = draft;
                return true;
            }
        };
        form.fault = Some(refused);
        false
    }

    /// Are its faults known, so that it can be played? If not, it is played once it has been checked.
    pub(crate) fn is_checked_to_play(&mut self) -> bool {
        let is_checking = self.is_checking();
        self.check.plays |= is_checking;
        self.note = match self.check.has_failed(self.draft.version()) {
            _ if is_checking => Some(texts::CHECKED_FIRST.into()),
            true => Some(texts::UNCHECKED.into()),
            false => None,
        };
        self.note.is_none()
    }

    /// A journal names its battle: if journals are kept, the battle is saved before it is played.
    pub(crate) fn has_to_be_saved(&self, library: &Library) -> bool {
        library.home().is_some() && self.saved_as().is_none()
    }
}
