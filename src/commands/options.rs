//! `drumhead options`: the options of a battle's rules, with the values that they take and the clauses that they change.

use super::{Done, say_json};
use desk::{Game, Library};
use game::options::{Accepts, OptionSpec};
use games::Games;
use rulebook::OptionEntry;
use serde_json::{Value, json};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A scenario, or a game file.
    #[arg(add = super::complete::a_battle_or_game())]
    from: String,
    /// Print one JSON array.
    #[arg(long)]
    json: bool,
}

/// An option with its value in a battle.
struct Shown {
    spec: &'static OptionSpec,
    /// What the rulebook says of it.
    entry: Option<&'static OptionEntry>,
    value: String,
}

impl Shown {
    fn of(game: &dyn Game) -> Vec<Self> {
        let (chosen, book) = (game.terms().options, rulebook::book(game.rules()));
        let shown = |spec: &'static OptionSpec| Self {
            spec,
            entry: book.and_then(|book| book.option(spec.id)),
            value: chosen.0.get(spec.id).map_or(spec.default, String::as_str).to_owned(),
        };
        game.specs().iter().map(shown).collect()
    }

    /// `edges, centres`; `0 to 90`.
    fn accepts(&self) -> String {
        match self.spec.accepts {
            Accepts::OneOf(values) => values.join(", "),
            Accepts::Number(least, most) => format!("{least} to {most}"),
        }
    }

    fn print(&self) -> Done {
        let OptionSpec { id, default, clause, .. } = self.spec;
        let usually = if self.value == *default { String::new() } else { format!(" (usually {default})") };
        say!("{id}={}{usually}", self.value)?;
        say!("    {} ({clause})", self.entry.map_or("", |entry| entry.title.as_str()))?;
        say!("    takes {}", self.accepts())
    }

    fn json(&self) -> Value {
        let OptionSpec { id, default, clause, .. } = self.spec;
        let mut told = json!({"id": id, "value": self.value, "default": default, "clause": clause});
        match self.spec.accepts {
            Accepts::OneOf(values) => told["values"] = json!(values),
            Accepts::Number(least, most) => (told["least"], told["most"]) = (json!(least), json!(most)),
        }
        if let Some(entry) = self.entry {
            (told["title"], told["meaning"]) = (json!(entry.title), json!(entry.meaning));
        }
        told
    }
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    let game = super::game_of(games, library, &args.from)?;
    let options = Shown::of(game.as_ref());
    if args.json {
        return say_json(&options.iter().map(Shown::json).collect());
    }
    options.iter().try_for_each(Shown::print)
}
