//! Saving an army or a ground separately, so that other battles can use it; and where it is saved.

use super::Asking;
use super::form::{Alone, SaveForm};
use super::maker::Maker;
use crate::common::Common;
use crate::texts::setup_notes as texts;
use desk::{Library, SaveFault};
use game::sentence;
use scenario::Scenario;
use scenario::army::Army;
use scenario::shipped::{ARMIES, TERRAIN};

/// Where the files of a battle go, in words; `None` if the window saves nothing.
pub(super) fn folder_words(library: &Library) -> Option<String> {
    library.home().map(|home| texts::goes_into(&home.display().to_string()))
}

fn army_at(scenario: &Scenario, index: usize) -> Option<&Army> {
    scenario.armies().nth(index).map(|(_, army)| army)
}

impl Maker {
    /// Asks for the name and the id of an army or a ground to be saved separately.
    pub(super) fn ask_to_save_alone(&mut self, common: &Common, what: Alone) {
        let Some(mode) = &self.mode else { return };
        let scenario = mode.draft.scenario();
        let (name, folder) = match what {
            Alone::Army(index) => match army_at(scenario, index) {
                Some(army) => (army.name.clone(), ARMIES),
                None => return,
            },
            Alone::Ground => (scenario.ground.name.clone(), TERRAIN),
        };
        let id = common.library.free_file_id(folder, &name);
        let goes = folder_words(&common.library).map(|words| format!("{words}, as {folder}"));
        self.asking =
            Some(Asking::Save(SaveForm { alone: Some(what), goes, ..SaveForm::new(id, name, None, false) }));
    }

    /// Saves by the form, and shows where.
    pub(super) fn save_alone(&mut self, common: &Common, what: Alone) {
        let Some(Asking::Save(form)) = &mut self.asking else { return };
        let Some(mode) = &mut self.mode else { return };
        let (id, name) = (form.id.trim().to_owned(), form.name.trim().to_owned());
        if name.is_empty() {
            form.fault = Some(texts::NO_NAME.into());
            return;
        }
        let scenario = mode.draft.scenario();
        let saved = match what {
            Alone::Army(index) => match army_at(scenario, index) {
                Some(army) => {
                    common.library.save_army(&Army { id, name: name.clone(), ..army.clone() }, form.replace)
                }
                None => return,
            },
            Alone::Ground => {
                let mut ground = scenario.ground.clone();
                (ground.id, ground.name) = (id, name.clone());
                common.library.save_ground(&ground, form.replace)
            }
        };
        match saved {
            Ok(path) => {
                mode.note = Some(texts::saved_in(&name, &path.display().to_string()));
                self.asking = None;
            }
            Err(SaveFault::Faulty(faults)) => {
                let words =
                    faults.0.iter().filter(|fault| fault.is_error()).map(|fault| sentence(&fault.said()));
                form.fault = Some(words.collect::<Vec<_>>().join("\n"));
            }
            Err(refused) => form.fault = Some(sentence(&refused.to_string())),
        }
    }
}
