//! `drumhead man` and `drumhead completions`: the manual page and the shell completions, generated from the command line
//! definition so that they are always up to date.

use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::{Cli, Done, Failure, say_whole};

#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The command whose page to print; by default, the page for the program.
    command: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell to generate completions for.
    shell: Shell,
}

const STATUS: &[(&str, &str)] = &[
    ("0", "All is done."),
    ("1", "It failed; the reason and the remedy are on standard error."),
    ("2", "The arguments are wrong."),
    ("3", "replay: the record contradicts itself, so that the program cannot have written it."),
];

const FILES: &[(&str, &str)] = &[
    ("GAME.drumhead", "The record of a game, which the program writes order by order and opens again."),
    ("~/.local/share/drumhead", "The data folder: armies, terrain, scenarios and journals of your own."),
];

const ENVIRONMENT: &[(&str, &str)] =
    &[("DRUMHEAD_HOME", "Another data folder."), ("NO_COLOR", "If set, faults are drawn without colours.")];

/// The command line with everything that clap adds to it, such as each command's version.
fn built() -> clap::Command {
    let mut cli = Cli::command();
    cli.build();
    cli
}

/// The manual page for this command, or for the program, in troff.
fn page(command: Option<&str>) -> Result<String, Failure> {
    let cli = built();
    let whole = match command {
        None => cli,
        Some(name) => {
            let found = cli.get_subcommands().find(|command| command.get_name() == name).cloned();
            let known = || {
                let names = cli.get_subcommands().map(clap::Command::get_name);
                names.collect::<Vec<_>>().join(", ")
            };
            found.ok_or_else(|| Failure::new(format!("there is no command {name}: there are {}", known())))?
        }
    };
    let version = env!("CARGO_PKG_VERSION");
    let examples = whole.get_after_help().map(ToString::to_string).unwrap_or_default();
    let has_commands = whole.has_subcommands();
    let man = Man::new(whole).manual("Drumhead").source(format!("drumhead {version}")).date("");
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if has_commands {
        man.render_subcommands_section(&mut text)?;
    }
    let mut rest = Roff::new();
    for (head, lines) in [("EXIT STATUS", STATUS), ("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT)] {
        rest.control("SH", [head]);
        for (name, words) in lines {
            rest.control("TP", []).text([bold(*name)]).text([roman(*words)]);
        }
    }
    rest.control("SH", ["EXAMPLES"]).control("nf", []);
    for line in examples.lines().skip_while(|line| line.starts_with("Example")) {
        rest.text([roman(line.trim())]);
    }
    rest.control("fi", []).to_writer(&mut text)?;
    Ok(String::from_utf8(text)?)
}

/// Prints the manual page, in the format that `man -l` reads.
pub fn man(args: &ManArgs) -> Done {
    page(args.command.as_deref())?.lines().try_for_each(say_whole)
}

/// The completion script for this shell.
fn script(shell: Shell) -> Result<String, Failure> {
    let mut text = Vec::new();
    let shells = clap_complete::env::Shells::builtins();
    let own = shells.completer(&shell.to_string()).expect("a shell that has scripts has this one");
    own.write_registration("COMPLETE", "drumhead", "drumhead", "drumhead", &mut text)
        .map_err(|fault| Failure::new(fault.to_string()))?;
    Ok(String::from_utf8(text)?)
}

/// Prints the completion script.
pub fn completions(args: &CompletionsArgs) -> Done {
    script(args.shell)?.lines().try_for_each(say_whole)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;

    /// The commands that a person sees.
    fn commands() -> Vec<clap::Command> {
        let cli = built();
        cli.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect()
    }

    /// The long options of a command that a person sees.
    fn flags(command: &clap::Command) -> impl Iterator<Item = &str> {
        let seen = command.get_arguments().filter(|argument| !argument.is_hide_set());
        seen.filter_map(clap::Arg::get_long)
    }

    #[test]
    fn the_manual_names_every_command_with_its_options_and_examples() {
        let whole = page(None).unwrap();
        assert!(whole.contains(".TH drumhead 1") && !whole.contains("first\\-frame"), "{whole}");
        for command in commands() {
            let name = command.get_name();
            assert!(whole.contains(&format!("drumhead\\-{name}(1)")), "{name}: {whole}");
            let own = page(Some(name)).unwrap();
            assert!(own.contains(&format!(".TH drumhead-{name} 1")), "{own}");
            for flag in flags(&command) {
                let flag = format!("\\-\\-{}", flag.replace('-', "\\-"));
                assert!(own.contains(&flag), "{name} {flag}: {own}");
            }
            for head in ["EXIT STATUS", "FILES", "ENVIRONMENT", "EXAMPLES"] {
                assert!(
                    own.contains(&format!(".SH \"{head}\"")) || own.contains(&format!(".SH {head}")),
                    "{own}"
                );
            }
            assert!(name == "help" || own.contains(&format!("drumhead {name}")), "{own}");
        }
        let unknown = page(Some("dance")).unwrap_err();
        assert!(
            unknown.text.starts_with("there is no command dance: there are list, options, play, "),
            "{}",
            unknown.text
        );
    }

    #[test]
    fn every_shell_asks_the_program_what_comes_next() {
        for shell in Shell::value_variants() {
            let script = script(*shell).unwrap();
            assert!(script.contains("COMPLETE") && script.contains("drumhead"), "{shell}: {script}");
        }
    }
}
