//! The command palette in a hex game: everything that has a name.

use crate::app::command::Command;
use crate::app::line::Choosing;
use crate::app::line::palette::Item;
use crate::app::models::sentence;
use crate::app::typing::Finder;
use crate::desk::RuleOptions;
use crate::rules::rulebook::Rulebook;

use super::{Board, HexCommand};

impl Board {
    /// Opens the palette.
    pub(super) fn show_palette(&mut self, ctx: &egui::Context) {
        let item = |name: String, sort: &'static str, about: String, command: Command| Item {
            name,
            sort,
            about,
            keys: String::new(),
            command,
        };
        let mut items = Vec::new();
        for choice in self.choices.iter().filter(|_| self.looking.is_none()) {
            if let Choosing::Do(command) = &choice.what {
                items.push(item(sentence(&choice.words), "due", String::new(), command.clone()));
            }
        }
        let listed = Command::listed_on_hexes().into_iter();
        for command in listed.filter(|command| *command != Command::ShowPalette) {
            items.push(Item {
                keys: command.keys(ctx),
                ..item(command.text().to_owned(), "command", command.tooltip().to_owned(), command)
            });
        }
        for row in &self.models.formations {
            for unit in &row.units {
                let name = format!("{} {}", unit.name, unit.place);
                let command = Command::Hex(HexCommand::ShowUnit(unit.id));
                items.push(item(name, "unit", unit.label.clone(), command));
            }
        }
        for (id, name, rules) in self.shell.library.scenarios() {
            if RuleOptions::specs(&rules).is_some() {
                let about = "Begins it; the present game stays in its journal".to_owned();
                items.push(item(name, "scenario", about, Command::NewGame { scenario: id, weather: None }));
            }
        }
        for clause in &Rulebook::naw().clauses {
            let name = format!("{} {}", clause.id, clause.title);
            items.push(item(name, "clause", clause.text.clone(), Command::ShowClause(clause.id.clone())));
        }
        self.shell.finder = Some(Finder { items, fresh: true, ..Finder::default() });
    }
}
