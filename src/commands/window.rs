//! `drumhead [SCENARIO]`: opens the window.

use super::{Done, Failure};
use desk::Library;
#[cfg(feature = "window")]
use std::sync::Arc;

use games::Games;

/// Explains that this build has no window, and what it offers instead.
#[cfg(not(feature = "window"))]
pub fn run(
    _games: Games,
    _library: Library,
    game: Option<&str>,
    _seed: Option<u64>,
    _weather: Option<String>,
    _solo: &[String],
    _first_frame_only: bool,
) -> Done {
    Err(Failure::new(format!(
        "this program was built without its window. {}; for the window: cargo build --features window",
        without_window(game.unwrap_or("waterloo"))
    )))
}

/// What can be done without a window.
fn without_window(scenario: &str) -> String {
    format!(
        "To see a battle here: drumhead play {scenario} --seed 7; to referee one from another program: drumhead serve"
    )
}

/// Opens the window on a scenario, a journal, or the last game. If that cannot be opened, this is reported both here and in the
/// window, which opens all the same.
#[cfg(feature = "window")]
pub fn run(
    games: Games,
    library: Library,
    game: Option<&str>,
    seed: Option<u64>,
    weather: Option<String>,
    solo: &[String],
    first_frame_only: bool,
) -> Done {
    use ::window::{Next, OpenedGame, RunOptions, Then};
    use game::Viewer;
    use game::minds::SoloPlayer;
    use std::path::Path;

    let began = std::time::Instant::now();
    let mut options = RunOptions { seed, weather, ..RunOptions::default() };
    let mut fault = None;
    match game {
        Some(name) if let Some(game) = super::game_named(&library, name) => options.journal = Some(game),
        Some(path) if is_path(path) => options.journal = Some(path.into()),
        Some(id) => {
            fault = super::rules_of(&library, id)
                .and_then(|rules| super::sound(super::rules(&games, &rules)?, &library, id))
                .err();
            options.scenario = Some(id.to_owned());
        }
        None => {}
    }
    let new = options.scenario.is_some();
    let is_first = game.is_none() && library.last_game().is_none();
    if !new && (options.seed.is_some() || options.weather.is_some()) {
        return Err(Failure::new(
            "--seed and --weather belong to a new game: name its scenario, such as drumhead waterloo --seed 7",
        ));
    }
    if !::window::has_display() {
        let id = options.scenario.as_deref().filter(|_| fault.is_none()).unwrap_or("waterloo");
        let told = fault.map(|fault| format!("{}\n", fault.text)).unwrap_or_default();
        let gone = options.journal.as_deref().filter(|path| !Path::exists(path));
        let gone = gone.map(|path| format!("there is no file {}\n", path.display())).unwrap_or_default();
        let way = without_window(id);
        return Err(Failure::said(format!("{told}{gone}there is no display to open a window on. {way}")));
    }
    let games = Arc::new(games);
    options.library = Some(library);
    options.games = Arc::clone(&games);
    let opening = OpenedGame::new(options)?;
    if let Some(fault) = fault {
        super::warn(&fault.text);
    } else {
        opening.notices.iter().for_each(|notice| super::warn(&notice.to_string()));
    }
    let mut players = [None; 2];
    for words in solo {
        let (name, player) = words.split_once(':').unwrap_or((words, ""));
        let player = match player {
            "" => SoloPlayer::default(),
            player => player.parse().map_err(|fault| Failure::new(format!("--solo {words}: {fault}")))?,
        };
        if let Viewer::Side(side) = opening.game.viewer(Some(name)).map_err(Failure::new)? {
            players[side.index()] = Some(player);
        }
    }
    let then = if solo.is_empty() { Then::Refereed } else { Then::Opposed(players) };
    let shown = ::window::run(Next { begun: opening, then }, games, first_frame_only, is_first)
        .map_err(|error| Failure::new(format!("{error}. {}", without_window(game_or(game)))))?;
    if first_frame_only {
        let shown =
            shown.ok_or_else(|| Failure::new("the window closed before its first frame was shown"))?;
        say!("first frame after {:.0} ms", (shown - began).as_secs_f64() * 1000.0)?;
    }
    Ok(())
}

/// Whether the argument means a file, existing or not, rather than a scenario.
#[cfg(feature = "window")]
fn is_path(game: &str) -> bool {
    use std::path::Path;
    let path = Path::new(game);
    path.is_file()
        || desk::is_named_as_game(path)
        || path.parent().is_some_and(|folder| !folder.as_os_str().is_empty())
}

/// The scenario that can be played without a window: the named one, unless it was a file.
#[cfg(feature = "window")]
fn game_or(game: Option<&str>) -> &str {
    game.filter(|game| !is_path(game)).unwrap_or("waterloo")
}
