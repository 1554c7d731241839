//! The command palette of a game: everything that has a name.

use crate::command::Command;
use crate::line::palette::{DUE, Item};
use crate::order_line::Finder;
use crate::texts::{menus, play as texts};
use game::line::Choosing;
use game::sentence;

use super::{Play, PlayAction};

impl Play {
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
            if let Choosing::Order(order) = &choice.what {
                let command = Command::Play(PlayAction::Take(order.clone()));
                items.push(item(sentence(&choice.words), DUE, String::new(), command));
            }
        }
        let open = self.common.saved.screen.is_some();
        for command in self.commands() {
            let name = match command {
                Command::ShowPalette => continue,
                Command::ClosePlayersScreen if !open => continue,
                Command::PlayersScreen(side) => {
                    let name = self.summary.top.head.sides.get(side.index()).map_or("", |side| &side.name);
                    menus::screen_of(name)
                }
                Command::DrumheadPlays(side) => {
                    let name = self.summary.top.head.sides.get(side.index()).map_or("", |side| &side.name);
                    menus::drumhead_plays(name)
                }
                Command::DrumheadIs(_) => menus::drumhead_is(command.text()),
                _ => command.text().to_owned(),
            };
            let keys = command.keys(ctx);
            items.push(Item { keys, ..item(name, texts::COMMAND, command.tooltip().to_owned(), command) });
        }
        for act in self.game.open_acts() {
            let command = Command::Play(PlayAction::Fiat(act.name, None));
            items.push(item(act.title.to_owned(), texts::BY_REFEREE, act.about.to_owned(), command));
        }
        for group in &self.summary.groups {
            for member in &group.members {
                let name = format!("{} {}", member.name, member.state);
                let command = Command::Play(PlayAction::Show(member.piece.clone()));
                items.push(item(name.trim_end().to_owned(), texts::PIECE, member.spoken.clone(), command));
            }
        }
        for (id, name, rules) in self.common.library.scenarios() {
            if self.common.rules.of(&rules).is_some() {
                let about = texts::SCENARIO_HINT.to_owned();
                items.push(item(
                    name,
                    texts::SCENARIO,
                    about,
                    Command::NewGame { scenario: id, weather: None },
                ));
            }
        }
        for clause in &self.book.clauses {
            let name = format!("{} {}", clause.id, clause.title);
            items.push(item(
                name,
                texts::CLAUSE,
                clause.text.replace('→', "to"),
                Command::ShowClause(clause.id.clone()),
            ));
        }
        self.common.finder = Some(Finder { items, fresh: true, ..Finder::default() });
    }
}
