//! `drumhead [SCENARIO]`: opens the window.

use super::{Done, Failure};
use crate::desk::Library;

/// Opens the window on a scenario, a journal, or the last game.
pub fn run(library: &Library, game: Option<&str>) -> Done {
    if let Some(id) = game.filter(|game| !std::path::Path::new(game).is_file()) {
        super::scenario(library, id)?;
    }
    if !has_display() {
        let id = game.unwrap_or("waterloo");
        return Err(Failure::new(format!(
            "there is no display to open a window on. To see a battle here: drumhead play {id} --seed 7; \
             to referee one from another program: drumhead serve"
        )));
    }
    let mut options = crate::app::RunOptions { library: Some(library.clone()), ..Default::default() };
    match game {
        Some(game) if std::path::Path::new(game).is_file() => options.journal = Some(game.into()),
        game => options.scenario = game.map(str::to_owned),
    }
    crate::app::run(options)?;
    Ok(())
}

/// Is there anything to open a window on?
fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || set("WAYLAND_DISPLAY") || set("DISPLAY")
}
