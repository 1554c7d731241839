//! What a shell completes besides commands and their options: battles, games that are kept, the options of the rules and their values.

use std::ffi::OsStr;

use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _};
use desk::Library;
use game::options::{Accepts, OptionSpec};
use games::Games;

type Candidates = Vec<CompletionCandidate>;

fn begun_as(current: &OsStr, all: impl IntoIterator<Item = (String, String)>) -> Candidates {
    let current = current.to_string_lossy();
    let fits = all.into_iter().filter(|(name, _)| name.starts_with(&*current));
    fits.map(|(name, help)| CompletionCandidate::new(name).help((!help.is_empty()).then(|| help.into())))
        .collect()
}

fn scenarios(current: &OsStr) -> Candidates {
    let library = Library::open(&Games::of_the_program());
    begun_as(current, library.scenarios().into_iter().map(|(id, name, _)| (id, name)))
}

/// Games in the data folder, by name, and files.
fn games(current: &OsStr) -> Candidates {
    let kept = Library::open(&Games::of_the_program()).journals();
    let files = kept.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let stem = |file: std::fs::DirEntry| Some(file.path().file_stem()?.to_str()?.to_owned());
    let mut found = begun_as(current, files.filter_map(stem).map(|name| (name, String::new())));
    found.extend(PathCompleter::file().complete(current));
    found
}

fn battles_and_games(current: &OsStr) -> Candidates {
    let mut found = scenarios(current);
    found.extend(games(current));
    found
}

/// The options of every rule set, as `id=`; behind that the values of the one that is named.
fn options(current: &OsStr) -> Candidates {
    let games = Games::of_the_program();
    let mut specs: Vec<&'static OptionSpec> = games.all().flat_map(|rules| rules.specs()).collect();
    specs.sort_by_key(|spec| spec.id);
    let begun = current.to_string_lossy();
    let Some((id, _)) = begun.split_once('=') else {
        specs.dedup_by_key(|spec| spec.id);
        return begun_as(
            current,
            specs.into_iter().map(|spec| (format!("{}=", spec.id), spec.clause.to_owned())),
        );
    };
    let values = specs.into_iter().filter(|spec| spec.id == id).flat_map(|spec| match spec.accepts {
        Accepts::OneOf(values) => values.iter().map(|value| (*value).to_owned()).collect(),
        Accepts::Number(least, most) => vec![least.to_string(), most.to_string()],
    });
    let mut values: Vec<String> = values.map(|value| format!("{id}={value}")).collect();
    values.sort();
    values.dedup();
    begun_as(current, values.into_iter().map(|value| (value, String::new())))
}

/// A battle of the library.
pub fn a_scenario() -> ArgValueCompleter {
    ArgValueCompleter::new(scenarios)
}

/// A game by its name or its file.
pub fn a_game() -> ArgValueCompleter {
    ArgValueCompleter::new(games)
}

/// A battle, or a game by its name or its file.
pub fn a_battle_or_game() -> ArgValueCompleter {
    ArgValueCompleter::new(battles_and_games)
}

/// `id=value` of an option of the rules.
pub fn an_option() -> ArgValueCompleter {
    ArgValueCompleter::new(options)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::super::Cli;

    /// What a shell offers behind these words, the last of which has been begun.
    fn offered(words: &[&str]) -> Vec<String> {
        let words = ["drumhead"].iter().chain(words).map(Into::into).collect::<Vec<std::ffi::OsString>>();
        let at = words.len() - 1;
        let found = clap_complete::engine::complete(&mut Cli::command(), words, at, None);
        let found = found.expect("the line is read");
        found.iter().map(|one| one.get_value().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_shell_completes_battles_options_and_their_values() {
        assert_eq!(offered(&["play", "first-s"]), ["first-steps"]);
        assert!(offered(&["odds", "marengo"]).len() > 2, "every rule set has a Marengo");
        assert_eq!(offered(&["replay", "x", "--option", "fire-arc"]), ["fire-arc="]);
        let values = offered(&["play", "waterloo", "--option", "pass-through="]);
        assert_eq!(values, ["pass-through=all", "pass-through=generals", "pass-through=none"]);
        for command in Cli::command().get_subcommands().filter(|command| !command.is_hide_set()) {
            let name = command.get_name();
            assert!(offered(&[&name[..2]]).contains(&name.to_owned()), "{name}");
            let flags = offered(&[name, "--"]);
            let seen = command.get_arguments().filter(|argument| !argument.is_hide_set());
            for flag in seen.filter_map(clap::Arg::get_long) {
                assert!(flags.contains(&format!("--{flag}")), "{name} --{flag}: {flags:?}");
            }
        }
    }
}
