//! A battle in the making at work, whatever it is fought on: the draft with its roster and its check, and which battle of the library
//! it is.

use egui::Context;

use super::checking::{Checking, Polled};
use super::form::SaveForm;
use super::roster::{Roster, RosterAct};
use super::roster_acts::RosterWork;
use crate::common::Common;
use crate::state::Wanted;
use crate::texts::setup_notes as texts;
use desk::{Library, RuleList, SaveFault};
use game::sentence;
use scenario::roster::rostered::Rostered;
use scenario::{Change, Draft, Drafted};

/// What is done with a battle in the making, whatever it is fought on.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkAct {
    /// Ask for id and name; then play, if wanted.
    AskToSave {
        play: bool,
    },
    /// The form for saving as it is filled in.
    Form(SaveForm),
    Save,
    /// Put it by with its faults, to go on another day.
    KeepUnfinished,
    Play,
    /// Back to the game.
    Leave,
    /// Back to the game, whatever is not saved.
    LeaveAnyway,
    /// One step back: the question, what is typed, the tool, what is chosen.
    Cancel,
}

/// A draft at work.
#[derive(Debug)]
pub struct Work<D: Drafted> {
    pub draft: Draft<D>,
    /// The battle of the library that the draft is, as long as it has this version.
    saved: Option<(String, u64)>,
    /// The rows of all, as a table that is worked at.
    pub roster: Roster,
    /// What is amiss, as far as it is known: see [`Work::is_checking`].
    pub check: Checking<D>,
    /// Why the last thing could not be done, or what was done.
    pub note: Option<String>,
}

impl<D: Rostered + Send + Sync> Work<D> {
    /// `is_saved`: the library has it just as it is.
    pub(crate) fn new(draft: Draft<D>, is_saved: bool) -> Self {
        let saved = is_saved.then(|| (draft.now().id().to_owned(), draft.version()));
        Self { draft, saved, roster: Roster::default(), check: Checking::default(), note: None }
    }

    /// The id under which the library has the draft just as it is.
    pub fn saved_as(&self) -> Option<&str> {
        let (id, version) = self.saved.as_ref()?;
        (*version == self.draft.version()).then_some(id)
    }

    /// The id under which the library has had the draft at some time.
    pub(crate) fn last_saved_as(&self) -> Option<&str> {
        self.saved.as_ref().map(|(id, _)| id.as_str())
    }

    /// Leaving it would lose something.
    pub fn is_unsaved(&self) -> bool {
        self.draft.can_undo() && self.saved_as().is_none()
    }

    /// The findings are still of an earlier version.
    pub fn is_checking(&self) -> bool {
        !self.check.is_of(self.draft.version())
    }

    /// Takes what the check has found, and has the present version checked. `true` if there are other findings.
    pub(crate) fn poll_check(&mut self, ctx: &Context, rules: &RuleList) -> bool {
        let polled = self.check.poll(ctx, &self.draft, rules);
        if polled == Polled::Failed {
            self.note = Some(texts::UNCHECKED.into());
        }
        polled == Polled::Findings
    }

    /// What joins a change that follows is over once nothing is held and nothing is typed.
    pub(crate) fn rest_between(&mut self, ctx: &Context) {
        if !ctx.input(|input| input.pointer.any_down()) && !ctx.text_edit_focused() {
            self.draft.rest();
        }
    }

    /// `false` if it is refused, and noted why.
    pub(crate) fn edit(&mut self, change: Change<D>) -> bool {
        self.check.plays = false;
        self.note = self.draft.edit(change).err().map(|fault| fault.to_string());
        self.note.is_none()
    }

    /// The same as a step of its own, which nothing joins.
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

    /// What is done at the roster. How columns were told apart is remembered by their headings. Those that are to be put down, if that
    /// was asked for.
    pub(crate) fn roster_act(
        &mut self,
        ctx: &Context,
        common: &mut Common,
        act: RosterAct,
    ) -> Option<Vec<String>> {
        match &act {
            RosterAct::ChooseFile => {
                common.ask_for_file(ctx, Wanted::Table);
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

    /// Saves the draft under the id and the title of the form; or the form says why that cannot be. `faults`: what is to be said where
    /// it has any, since files with lines and columns there are none yet.
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

    /// Whether it is known what is amiss with it, so that it can be played. If not, it is played once it has been checked.
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

    /// A journal names its battle: where one is kept, it is saved before it is played.
    pub(crate) fn has_to_be_saved(&self, library: &Library) -> bool {
        library.home().is_some() && self.saved_as().is_none()
    }
}
