//! Pictures of the window, compared with those in `tests/snapshots` wherever the rasteriser is that with which they were taken.
//!
//! `tests/snapshots/RASTERISER` names it. Another one, or another version, draws edges and letters otherwise by more than what a
//! mark that went astray would show; there nothing is compared, and that is said aloud. `UPDATE_SNAPSHOTS=1` takes the pictures
//! anew, all of them, and names the rasteriser; with `DRUMHEAD_SNAPSHOTS=1`, as in `.ci/run`, each says that it was compared.

use std::future::Future as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};

use eframe::wgpu::{Backends, DeviceType, Instance, InstanceDescriptor};
use egui_kittest::{Harness, SnapshotOptions};

/// How far two colours of a pixel may lie apart: less than the eye tells.
const COLOURS: f32 = 0.6;
/// So many pixels may lie farther apart: the hair of an edge.
const PIXELS: usize = 40;

/// Who draws here: its name and the version of its driver. It is named anew where pictures are taken anew.
static RASTERISER: LazyLock<Option<String>> = LazyLock::new(|| {
    let here = rasteriser()?;
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(file(), format!("{here}\n")).expect("the name of the rasteriser is written");
    }
    Some(here)
});

/// Where the pictures are, seen from wherever a test runs.
fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "tests", "snapshots"].iter().collect()
}

fn file() -> PathBuf {
    folder().join("RASTERISER")
}

/// A rasteriser in software that needs no screen, if this machine has one: the same for every processor of its sort.
fn rasteriser() -> Option<String> {
    let instance = Instance::new(InstanceDescriptor::new_without_display_handle());
    let adapters = pin!(instance.enumerate_adapters(Backends::VULKAN));
    let Poll::Ready(adapters) = adapters.poll(&mut Context::from_waker(Waker::noop())) else { return None };
    let software = adapters.iter().map(|adapter| adapter.get_info());
    let info = software.into_iter().find(|info| info.device_type == DeviceType::Cpu)?;
    let name = info.name.split_whitespace().next().unwrap_or_default();
    Some(format!("{name}, {}", info.driver_info))
}

/// Whether this machine draws in software: what is drawn can be looked at then. Where not, that is said.
pub fn has_rasteriser() -> bool {
    if RASTERISER.is_none() {
        say("nothing is drawn: this machine has no rasteriser in software");
    }
    RASTERISER.is_some()
}

/// Compares the window as it is drawn with its picture.
pub fn compare<S>(window: &mut Harness<'_, S>, name: &str) {
    if let Some(options) = compared(name) {
        window.snapshot_options(name, &options);
        say_compared(name);
    }
}

/// The same in fewer shades: twelve of green, which eyes see best, eight of red and of blue. A picture has some 130 of these colours, so
/// that `pngquant --speed 1 --nofs --force --ext .png 256` gives each its number and loses nothing; it is an eighth as large so, and a
/// tenth larger than with three shades of blue. What changes by less than half a shade does not show: an eleventh of the way from
/// black to white in green, a seventh in red and blue.
pub fn compare_shaded<S>(window: &mut Harness<'_, S>, name: &str) {
    let Some(options) = compared(name) else { return };
    let mut drawn = window.render().expect("the window is drawn");
    for pixel in drawn.pixels_mut() {
        let [red, green, blue, _] = pixel.0;
        pixel.0 = [shaded(red, 8), shaded(green, 12), shaded(blue, 8), 255];
    }
    let colours: std::collections::BTreeSet<[u8; 4]> = drawn.pixels().map(|pixel| pixel.0).collect();
    assert!(colours.len() <= 256, "{name}: {} colours are too many for a picture of 256", colours.len());
    egui_kittest::image_snapshot_options(&drawn, name, &options);
    say_compared(name);
}

/// The nearest of so many shades, from none to all.
fn shaded(part: u8, shades: u16) -> u8 {
    let steps = shades - 1;
    let step = (u16::from(part) * steps + 127) / 255;
    u8::try_from(step * 255 / steps).expect("no shade is lighter than white")
}

/// How a picture is compared; none: it is not, which is said.
fn compared(name: &str) -> Option<SnapshotOptions> {
    let Some(here) = RASTERISER.as_deref() else {
        say(&format!("picture {name} is not compared: this machine has no rasteriser in software"));
        return None;
    };
    let taken = std::fs::read_to_string(file()).unwrap_or_default();
    if taken.trim() != here {
        say(&format!("picture {name} is not compared: it was taken with {}, this is {here}", taken.trim()));
        return None;
    }
    Some(SnapshotOptions::new().output_path(folder()).threshold(COLOURS).max_failed_pixels(PIXELS))
}

fn say_compared(name: &str) {
    if let Some(here) = RASTERISER.as_deref().filter(|_| std::env::var_os("DRUMHEAD_SNAPSHOTS").is_some()) {
        say(&format!("picture {name} is as it was, drawn with {here}"));
    }
}

/// Past what the test harness keeps back of a test that passes.
fn say(words: &str) {
    let _ = writeln!(std::io::stderr(), "{words}");
}
