//! `drumhead [SCENARIO]`: opens the window.

use std::path::Path;
use std::time::Instant;

use super::{Done, Failure};
use crate::app::{self, RunOptions};
use crate::desk::Library;

/// Opens the window on a scenario, a journal, or the last game.
pub fn run(
    library: Library,
    game: Option<&str>,
    seed: Option<u64>,
    weather: Option<String>,
    first_frame_only: bool,
) -> Done {
    let began = Instant::now();
    let mut options = RunOptions { seed, weather, first_frame_only, ..RunOptions::default() };
    match game {
        Some(path) if Path::new(path).is_file() => options.journal = Some(path.into()),
        Some(id) => {
            super::scenario(&library, id)?;
            options.scenario = Some(id.to_owned());
        }
        None => {}
    }
    if !has_display() {
        let id = options.scenario.as_deref().unwrap_or("waterloo");
        return Err(Failure::new(format!(
            "there is no display to open a window on. To see a battle here: drumhead play {id} --seed 7; \
             to referee one from another program: drumhead serve"
        )));
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
fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || set("WAYLAND_DISPLAY") || set("DISPLAY")
}
