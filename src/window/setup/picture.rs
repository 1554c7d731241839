//! A picture of the real table on its paper, under all that is drawn: loaded on a thread, fitted by its corners or by two points.
//!
//! Units: on the picture, shares of its width and height from the upper left corner; on the table, inches.

use std::fs::OpenOptions;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use serde::{Deserialize, Serialize};

use crate::texts::setup_notes as texts;
use desk::{MOST_PICTURE, open_file};
use table::Vec2;

/// How the picture lies on the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Fit {
    /// From edge to edge.
    #[default]
    Stretched,
    /// Two points of the picture, each with its place on the table. Those not yet clicked are none.
    Points([(Option<Vec2>, Vec2); 2]),
}

/// What is kept of a picture between runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    pub path: PathBuf,
    pub fit: Fit,
    /// 0: not to be seen, 1: hides the ground.
    pub opacity: f32,
}

impl Default for Kept {
    fn default() -> Self {
        Self { path: PathBuf::new(), fit: Fit::Stretched, opacity: 0.6 }
    }
}

impl Fit {
    /// Where the corners of a picture so many pixels wide and high lie: upper left, upper right, lower right, lower
    /// left. Two points fit it by moving, turning and one scale; fewer, or two that are one, leave it stretched.
    pub fn corners(&self, pixels: Vec2, table: Vec2) -> [Vec2; 4] {
        let stretched = |share: Vec2| Vec2::new(share.x * table.x, (1.0 - share.y) * table.y);
        let shares = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(Vec2::from);
        let Self::Points([(Some(a), on_a), (Some(b), on_b)]) = self else { return shares.map(stretched) };
        // On the picture in pixels, with y upward as on the table.
        let flat = |share: Vec2| Vec2::new(share.x, -share.y) * pixels;
        let (way, wanted) = (flat(*b) - flat(*a), *on_b - *on_a);
        if way.length() < 1.0 || wanted.length() < 0.1 {
            return shares.map(stretched);
        }
        // The quotient of both as complex numbers turns and scales.
        let turn = Vec2::new(way.dot(wanted), way.perp_dot(wanted)) / way.length_squared();
        shares.map(|share| *on_a + turn.rotate(flat(share) - flat(*a)))
    }

    /// The point of the picture that lies at this place of the table.
    pub fn share_at(&self, pixels: Vec2, table: Vec2, at: Vec2) -> Vec2 {
        let [origin, right, _, down] = self.corners(pixels, table);
        let (u, v) = (right - origin, down - origin);
        let from = at - origin;
        Vec2::new(from.dot(u) / u.length_squared().max(1e-9), from.dot(v) / v.length_squared().max(1e-9))
    }
}

/// The picture in this run.
#[derive(Default)]
pub struct Picture {
    pub texture: Option<TextureHandle>,
    /// Width and height in pixels.
    pub pixels: Vec2,
    loading: Option<Receiver<Result<ColorImage, String>>>,
    pub fault: Option<String>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Picture")
            .field("pixels", &self.pixels)
            .field("fault", &self.fault)
            .finish_non_exhaustive()
    }
}

impl Picture {
    pub fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Begins to load; the window goes on meanwhile.
    pub fn load(&mut self, ctx: &Context, path: PathBuf) {
        let most = u32::try_from(ctx.input(|input| input.max_texture_side)).unwrap_or(2048).clamp(512, 4096);
        let (sender, answer) = channel();
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            // Nobody listens when another picture was chosen meanwhile.
            let _ = sender.send(read(&path, most));
            ctx.request_repaint();
        });
        *self = Self { loading: Some(answer), ..Self::default() };
    }

    /// Takes what the thread has read.
    pub fn poll(&mut self, ctx: &Context) {
        let Some(loading) = &self.loading else { return };
        let read = match loading.try_recv() {
            Ok(read) => read,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Err(texts::PICTURE_DAMAGED.to_owned()),
        };
        self.loading = None;
        match read {
            Ok(image) => {
                let [wide, high] = image.size;
                self.pixels = Vec2::new(wide as f32, high as f32);
                self.texture = Some(ctx.load_texture("table-picture", image, TextureOptions::LINEAR));
            }
            Err(fault) => self.fault = Some(fault),
        }
    }
}

/// Reads a PNG or JPEG file, made smaller where a side is longer than `most` pixels.
fn read(path: &std::path::Path, most: u32) -> Result<ColorImage, String> {
    let fault = |error: &dyn std::fmt::Display| {
        texts::picture_refused(&path.display().to_string(), &error.to_string())
    };
    let file = open_file(path, OpenOptions::new().read(true), MOST_PICTURE, texts::A_PICTURE)
        .map_err(|refused| fault(&format!("{}. {}", refused.reason, refused.reason.remedy())))?;
    let mut reader =
        image::ImageReader::new(BufReader::new(file)).with_guessed_format().map_err(|error| fault(&error))?;
    if reader.format().is_none() {
        return Err(fault(&texts::NO_PICTURE));
    }
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(1 << 30);
    reader.limits(limits);
    let mut picture = reader.decode().map_err(|error| fault(&error))?;
    if picture.width().max(picture.height()) > most {
        picture = picture.thumbnail(most, most);
    }
    let pixels = picture.to_rgba8();
    let size = [pixels.width() as usize, pixels.height() as usize];
    Ok(ColorImage::from_rgba_unmultiplied(size, pixels.as_raw()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_points_move_turn_and_scale_the_picture() {
        let (pixels, table) = (Vec2::new(400.0, 200.0), Vec2::new(60.0, 40.0));
        assert_eq!(Fit::Stretched.corners(pixels, table)[0], Vec2::new(0.0, 40.0));
        // The left edge of the picture lies along the south of the table: a quarter turn, one inch for ten pixels.
        let fit = Fit::Points([
            (Some(Vec2::new(0.0, 0.0)), Vec2::new(10.0, 5.0)),
            (Some(Vec2::new(0.0, 1.0)), Vec2::new(30.0, 5.0)),
        ]);
        let [upper_left, upper_right, lower_right, lower_left] = fit.corners(pixels, table);
        for (found, wanted) in [
            (upper_left, (10.0, 5.0)),
            (upper_right, (10.0, 45.0)),
            (lower_right, (30.0, 45.0)),
            (lower_left, (30.0, 5.0)),
        ] {
            assert!(found.distance(Vec2::from(wanted)) < 1e-3, "{found}");
        }
        let share = fit.share_at(pixels, table, Vec2::new(20.0, 25.0));
        assert!(share.distance(Vec2::splat(0.5)) < 1e-4, "{share}");
    }

    #[test]
    fn half_a_fit_and_a_fit_without_length_leave_the_picture_stretched() {
        let (pixels, table) = (Vec2::new(400.0, 200.0), Vec2::new(60.0, 40.0));
        let stretched = Fit::Stretched.corners(pixels, table);
        let place = (Some(Vec2::splat(0.5)), Vec2::splat(3.0));
        assert_eq!(Fit::Points([place, (None, Vec2::ZERO)]).corners(pixels, table), stretched);
        assert_eq!(Fit::Points([place, place]).corners(pixels, table), stretched);
    }

    #[test]
    fn png_and_jpeg_are_read_and_made_small_and_others_refused() {
        let folder = tempfile::tempdir().unwrap();
        let picture = image::RgbImage::from_fn(600, 300, |x, _| image::Rgb([x as u8, 90, 10]));
        for name in ["a.png", "a.jpg"] {
            let path = folder.path().join(name);
            picture.save(&path).unwrap();
            assert_eq!(read(&path, 1000).unwrap().size, [600, 300]);
            assert_eq!(read(&path, 512).unwrap().size, [512, 256]);
        }
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "no picture").unwrap();
        assert!(read(&path, 512).unwrap_err().contains("neither PNG nor JPEG"));
        assert!(read(&folder.path().join("none.png"), 512).unwrap_err().contains("cannot be shown"));
    }
}
