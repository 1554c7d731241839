//! `drumhead [SCENARIO]`: opens the window.

use super::{Done, Failure};
use crate::desk::Library;

/// Says that this program has no window, and what it has.
#[cfg(not(feature = "window"))]
pub fn run(
    _library: Library,
    game: Option<&str>,
    _seed: Option<u64>,
    _weather: Option<String>,
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

/// Opens the window on a scenario, a journal, or the last game.
#[cfg(feature = "window")]
pub fn run(
    library: Library,
    game: Option<&str>,
    seed: Option<u64>,
    weather: Option<String>,
    first_frame_only: bool,
) -> Done {
    use crate::app::{self, RunOptions};
    use crate::rules::RuleSet as _;
    use crate::rules::napoleon_at_war::NapoleonAtWar;
    use crate::scenario::HexScenario;
    use std::path::Path;

    let began = std::time::Instant::now();
    let mut options = RunOptions { seed, weather, first_frame_only, ..RunOptions::default() };
    match game {
        Some(path) if Path::new(path).is_file() => options.journal = Some(path.into()),
        Some(id) => {
            match super::rules_of(&library, id)?.as_str() {
                NapoleonAtWar::ID => drop(super::battle::<HexScenario>(&library, id)?),
                _ => drop(super::scenario(&library, id)?),
            }
            options.scenario = Some(id.to_owned());
        }
        None => {}
    }
    let new = options.scenario.is_some();
    if !new && (options.seed.is_some() || options.weather.is_some()) {
        return Err(Failure::new(
            "--seed and --weather belong to a new game: name its scenario, such as drumhead waterloo --seed 7",
        ));
    }
    if !has_display() {
        let id = options.scenario.as_deref().unwrap_or("waterloo");
        return Err(Failure::new(format!("there is no display to open a window on. {}", without_window(id))));
    }
    options.library = Some(library);
    let shown = app::run(options)?;
    if first_frame_only {
        let shown =
            shown.ok_or_else(|| Failure::new("the window closed before its first frame was shown"))?;
        say!("first frame after {:.0} ms", (shown - began).as_secs_f64() * 1000.0)?;
    }
    Ok(())
}

/// Is there anything to open a window on?
#[cfg(feature = "window")]
fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || set("WAYLAND_DISPLAY") || set("DISPLAY")
}
