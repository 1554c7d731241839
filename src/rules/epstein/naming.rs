//! Names of groups: the unit's, or those of the stands if a unit is several groups (`epstein:g.9`).

use data::printable;
use scenario::army::{AND, OF_UNIT};

use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::state::{GroupId, State};

/// The group with this name in an order.
pub fn find(state: &State, name: &str) -> Result<GroupId, Refusal> {
    state.find_group(name).map_err(|fact| {
        let remedy = "Give the key of a unit in play, or of its stands";
        Refusal::new(Code::NoSuchUnit, "epstein:g.9", fact, remedy)
    })
}

impl State {
    /// The key of a group: its unit's key if it is the main body, else the keys of its stands.
    pub fn key(&self, id: GroupId) -> String {
        let unit = self.unit(id);
        if self.main_body(unit) == Some(id) {
            return self.game.unit(unit).id.clone();
        }
        let mut stands: Vec<StandId> = self.group(id).stands.clone();
        stands.sort_unstable();
        let keys: Vec<&str> = stands.iter().map(|stand| self.game.stand(*stand).key.as_str()).collect();
        keys.join(&AND.to_string())
    }

    /// The group with this name: a unit's main body, or the group of a stand.
    ///
    /// # Errors
    ///
    /// If there is no such group, with a sentence that lists what exists.
    pub fn find_group(&self, name: &str) -> Result<GroupId, String> {
        let first = name.split(AND).next().unwrap_or(name);
        let unit = first.split(OF_UNIT).next().unwrap_or(first);
        let Some(unit) = self.game.find_unit(unit) else {
            return Err(format!("there is no unit {}", printable::name(name)));
        };
        let found = if first.contains(OF_UNIT) {
            self.game.find_stand(first).and_then(|stand| self.group_of(stand))
        } else {
            self.main_body(unit)
        };
        found.ok_or_else(|| format!("{} is not in play", printable::name(name)))
    }

    /// A group with its verb, in the singular or plural: `1/13th Line runs`, `stands 2 and 3 of 1/13th Line run`.
    pub fn does(&self, id: GroupId, one: &str, several: &str) -> String {
        let group = self.group(id);
        let parted = self.main_body(self.unit(id)) != Some(id);
        let many = parted && (group.on_foot || group.stands.len() != 1);
        format!("{} {}", self.say(id), if many { several } else { one })
    }

    /// The spoken name of a group: `1/13th Line`, `stands 2 and 3 of 1/13th Line`.
    pub fn say(&self, id: GroupId) -> String {
        let unit = self.unit(id);
        let name = &self.game.unit(unit).short;
        if self.main_body(unit) == Some(id) {
            return name.clone();
        }
        if self.group(id).on_foot {
            return format!("gunners of {name}");
        }
        let mut stands: Vec<StandId> = self.group(id).stands.clone();
        stands.sort_unstable();
        // Stands that belonged to another unit keep their names.
        if stands.iter().any(|stand| self.game.stand(*stand).unit != unit) {
            return stands.iter().map(|stand| self.say_stand(*stand)).collect::<Vec<_>>().join(" and ");
        }
        let numbers: Vec<&str> = stands.iter().map(|stand| self.number(*stand)).collect();
        match numbers.as_slice() {
            [] => format!("stands of {name}"),
            [only] => format!("stand {only} of {name}"),
            [first @ .., last] => format!("stands {} and {last} of {name}", first.join(", ")),
        }
    }

    /// The number of a stand in its unit: `2`.
    fn number(&self, id: StandId) -> &str {
        self.game.stand(id).key.rsplit(OF_UNIT).next().unwrap_or("1")
    }

    /// The spoken name of a stand: `stand 2 of 1/13th Line`.
    pub fn say_stand(&self, id: StandId) -> String {
        let info = self.game.stand(id);
        let name = &self.game.unit(info.unit).short;
        if self.game.unit(info.unit).stands.len() == 1 {
            name.clone()
        } else {
            format!("stand {} of {name}", self.number(id))
        }
    }
}
