//! The form that saves an own battle, of tables and of maps: name, id, and whether it may replace another.

use desk::Library;
use scenario::shipped::{ARMIES, SCENARIOS, TERRAIN};

/// A part saved separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// The army at this place among those of both sides.
    Army(usize),
    Ground,
}

/// What to save, under which id.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveForm {
    pub id: String,
    pub name: String,
    /// The own battle as which the draft was last saved: it may be overwritten.
    pub old: Option<String>,
    pub replace: bool,
    /// The id follows the name: it has not been saved yet, and nobody has typed another.
    pub follows: bool,
    /// Play it as soon as it is saved.
    pub play: bool,
    /// An army or the ground alone; `None` means the whole battle.
    pub alone: Option<Alone>,
    /// Where its files go, in words.
    pub goes: Option<String>,
    /// Why it could not be saved.
    pub fault: Option<String>,
}

impl SaveForm {
    /// Proposes a free id: saved games need their battle as it was. `last`: the id it was last saved under.
    pub fn new(id: String, name: String, last: Option<&str>, play: bool) -> Self {
        let old = last.filter(|id| id.contains("-own")).map(str::to_owned);
        let follows = last.is_none();
        Self { id, name, old, replace: false, follows, play, alone: None, goes: None, fault: None }
    }

    /// The form as it is changed to, after `before`.
    pub fn changed(mut self, before: &Self, library: &Library) -> Self {
        self.follows &= self.id == before.id;
        if self.follows && self.name != before.name {
            let folder = match self.alone {
                Some(Alone::Army(_)) => ARMIES,
                Some(Alone::Ground) => TERRAIN,
                None => SCENARIOS,
            };
            self.id = library.free_file_id(folder, &self.name);
        }
        self
    }
}

/// The name of an own battle under this id: `Waterloo (own)`, `Waterloo (own 2)`.
pub fn own_name(name: &str, id: &str) -> String {
    let numbered = |rest: &str| rest == ")" || rest.starts_with(' ') && rest.ends_with(')');
    let plain = name.rsplit_once(" (own").filter(|(_, rest)| numbered(rest)).map_or(name, |(plain, _)| plain);
    match id.rsplit_once("-own-") {
        Some((_, number)) => format!("{plain} (own {number})"),
        None => format!("{plain} (own)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_follows_its_name_until_it_is_typed_or_saved() {
        let library = Library::embedded(&games::Games::default());
        let named = |form: &SaveForm, name: &str| SaveForm { name: name.to_owned(), ..form.clone() };
        let first = SaveForm::new("table-own".to_owned(), "Table".to_owned(), None, false);
        let ligny = named(&first, "Ligny, 16 June").changed(&first, &library);
        assert_eq!(ligny.id, "ligny-16-june");
        assert_eq!(named(&ligny, "Waterloo").changed(&ligny, &library).id, "waterloo-2", "that is taken");
        let typed = SaveForm { id: "mine".to_owned(), ..ligny.clone() }.changed(&ligny, &library);
        assert_eq!(named(&typed, "Wavre").changed(&typed, &library).id, "mine");
        let saved = SaveForm::new("ligny-own".to_owned(), "Ligny".to_owned(), Some("ligny-own"), false);
        assert_eq!(named(&saved, "Wavre").changed(&saved, &library).id, "ligny-own");
    }

    #[test]
    fn an_own_battle_has_its_number_in_its_name_once() {
        assert_eq!(own_name("Waterloo", "waterloo-own"), "Waterloo (own)");
        assert_eq!(own_name("Waterloo (own)", "waterloo-own-2"), "Waterloo (own 2)");
        assert_eq!(own_name("Waterloo (own 2)", "waterloo-own-3"), "Waterloo (own 3)");
        assert_eq!(own_name("Waterloo (owned)", "waterloo-own"), "Waterloo (owned) (own)");
    }
}
