//! A picture of the real table on its paper, under everything drawn: loaded on a thread, fitted by its corners or by two points.
//!
//! Units: on the picture, shares of its width and height from the upper left corner; on the table, inches.

use std::fmt::Display;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder as _, ImageFormat, ImageReader};
use serde::{Deserialize, Serialize};

use crate::texts::pictures as texts;
use desk::{MOST_PICTURE, read_file};
use scenario::geojson::Similarity;
use table::Vec2;

/// How the picture lies on the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Fit {
    /// From edge to edge.
    #[default]
    Stretched,
    /// Two points of the picture, each with its place on the table; `None` for points not yet clicked.
    Points([(Option<Vec2>, Vec2); 2]),
}

/// The part of a picture saved between runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedPicture {
    pub path: PathBuf,
    pub fit: Fit,
    /// 0: invisible, 1: hides the ground.
    pub opacity: f32,
}

impl Default for SavedPicture {
    fn default() -> Self {
        Self { path: PathBuf::new(), fit: Fit::Stretched, opacity: 0.6 }
    }
}

impl Fit {
    /// Where the corners of a picture this many pixels wide and high lie: upper left, upper right, lower right, lower
    /// left. Two points fit it by moving, turning and one scale; fewer, or two that are one, leave it stretched.
    pub fn corners(&self, pixels: Vec2, table: Vec2) -> [Vec2; 4] {
        let stretched = |share: Vec2| Vec2::new(share.x * table.x, (1.0 - share.y) * table.y);
        let shares = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(Vec2::from);
        let Self::Points([(Some(a), on_a), (Some(b), on_b)]) = self else { return shares.map(stretched) };
        // On the picture in pixels, with y upward as on the table.
        let flat = |share: Vec2| (Vec2::new(share.x, -share.y) * pixels).as_dvec2();
        match Similarity::between([*a, *b].map(flat), [*on_a, *on_b].map(|on| on.as_dvec2())) {
            Some(found) => shares.map(|share| found.at(flat(share)).as_vec2()),
            None => shares.map(stretched),
        }
    }

    /// The point of the picture at this place of the table.
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
    loading: Option<Receiver<Result<Shown, String>>>,
    /// How it was changed for display.
    pub told: Vec<String>,
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

    /// Starts to load it; the window goes on meanwhile.
    pub fn load(&mut self, ctx: &Context, path: PathBuf) {
        let most = u32::try_from(ctx.input(|input| input.max_texture_side)).unwrap_or(2048).clamp(512, 4096);
        let (sender, answer) = channel();
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            // The receiver is gone if another picture was chosen meanwhile.
            let _ = sender.send(read(&path, most));
            ctx.request_repaint();
        });
        *self = Self { loading: Some(answer), ..Self::default() };
    }

    /// Takes the thread's result.
    pub fn poll(&mut self, ctx: &Context) {
        let Some(loading) = &self.loading else { return };
        let read = match loading.try_recv() {
            Ok(read) => read,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Err(texts::PICTURE_DAMAGED.to_owned()),
        };
        self.loading = None;
        match read {
            Ok(Shown { image, told }) => {
                self.told = told;
                let [wide, high] = image.size;
                self.pixels = Vec2::new(wide as f32, high as f32);
                self.texture = Some(ctx.load_texture("table-picture", image, TextureOptions::LINEAR));
            }
            Err(fault) => self.fault = Some(fault),
        }
    }
}

/// A picture for display, and how it was changed.
struct Shown {
    image: ColorImage,
    told: Vec<String>,
}

/// Maximum memory for reading a picture, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// Reads a PNG or JPEG file, turned as it was taken and reduced so that no side is longer than `most` pixels.
fn read(path: &Path, most: u32) -> Result<Shown, String> {
    let fault = |error: &dyn Display| texts::picture_refused(&path.display().to_string(), &error.to_string());
    let bytes = read_file(path, MOST_PICTURE, texts::A_PICTURE)
        .map_err(|refused| fault(&format!("{}. {}", refused.reason, refused.reason.remedy())))?;
    if let Some(other) = OtherPicture::of(&bytes, path) {
        return Err(fault(&texts::other_picture(other)));
    }
    let mut reader =
        ImageReader::new(Cursor::new(&bytes)).with_guessed_format().map_err(|error| fault(&error))?;
    if !matches!(reader.format(), Some(ImageFormat::Png | ImageFormat::Jpeg)) {
        return Err(fault(&texts::NO_PICTURE));
    }
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(MOST_BYTES);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(|error| fault(&error))?;
    limits.reserve(decoder.total_bytes()).map_err(|error| fault(&error))?;
    // Unreadable camera data does not make the picture unreadable.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let colours = decoder.original_color_type();
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| fault(&error))?;
    let whole = [picture.width(), picture.height()];
    if picture.width().max(picture.height()) > most {
        picture = picture.thumbnail(most, most);
    }
    let small = [picture.width(), picture.height()];
    picture.apply_orientation(orientation);
    let mut told = Vec::new();
    if small != whole {
        told.push(texts::made_smaller(whole, small));
    }
    use ExtendedColorType::{L16, La16, Rgb16, Rgba16};
    if matches!(colours, L16 | La16 | Rgb16 | Rgba16) {
        told.push(texts::SIXTEEN_BITS.to_owned());
    }
    if jpeg_colours(&bytes) == Some(4) {
        told.push(texts::INKS.to_owned());
    }
    if is_animated(&bytes) {
        told.push(texts::FIRST_FRAME.to_owned());
    }
    let pixels = picture.to_rgba8();
    let size = [pixels.width() as usize, pixels.height() as usize];
    Ok(Shown { image: ColorImage::from_rgba_unmultiplied(size, pixels.as_raw()), told })
}

/// A kind of picture that cannot be shown, recognised by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherPicture {
    Heic,
    Avif,
    WebP,
    Tiff,
    Gif,
    Bmp,
    JpegXl,
    /// Raw data from a camera's sensor.
    Raw,
    Film,
}

impl OtherPicture {
    fn of(bytes: &[u8], path: &Path) -> Option<Self> {
        if let Some(brands) = brands(bytes) {
            let has = |known: &[&[u8]]| brands.iter().any(|brand| known.contains(brand));
            return Some(match () {
                () if has(&[b"avif", b"avis"]) => Self::Avif,
                () if has(&[b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"]) => {
                    Self::Heic
                }
                () if has(&[b"crx "]) => Self::Raw,
                () => Self::Film,
            });
        }
        let raw = ["dng", "nef", "nrw", "cr2", "arw", "sr2", "pef", "srw", "3fr", "iiq"];
        let is_raw =
            path.extension().is_some_and(|end| raw.iter().any(|known| end.eq_ignore_ascii_case(known)));
        match bytes {
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            [b'F', b'U', b'J', b'I', b'F', b'I', b'L', b'M', ..] => Some(Self::Raw),
            [b'I', b'I', b'R', b'O' | b'S', ..] | [b'I', b'I', b'U', 0, ..] => Some(Self::Raw),
            [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => {
                Some(if is_raw { Self::Raw } else { Self::Tiff })
            }
            [b'G', b'I', b'F', b'8', ..] => Some(Self::Gif),
            [b'B', b'M', ..] => Some(Self::Bmp),
            [0xff, 0x0a, ..] | [0, 0, 0, 12, b'J', b'X', b'L', b' ', ..] => Some(Self::JpegXl),
            _ => None,
        }
    }
}

/// The brands in a file that begins with the box `ftyp`, as photographs and films of phones do.
fn brands(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let [a, b, c, d, b'f', b't', b'y', b'p', ..] = *bytes else { return None };
    let length = usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or(usize::MAX);
    let words = bytes.get(8..length.clamp(12, 256).min(bytes.len())).unwrap_or_default();
    Some(words.chunks_exact(4).collect())
}

/// Number of colour components of a JPEG: four for printer's ink.
fn jpeg_colours(bytes: &[u8]) -> Option<u8> {
    let mut rest = bytes.strip_prefix(&[0xff, 0xd8])?;
    loop {
        let [0xff, marker, high, low, ..] = *rest else { return None };
        match marker {
            0xff => rest = rest.get(1..)?,
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => return rest.get(9).copied(),
            // Only pixels follow.
            0xda => return None,
            _ => rest = rest.get(2 + usize::from(u16::from_be_bytes([high, low]))..)?,
        }
    }
}

/// Is it a PNG with several frames?
fn is_animated(bytes: &[u8]) -> bool {
    let mut rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap_or_default();
    while let [a, b, c, d, name @ ..] = rest {
        match name {
            [b'a', b'c', b'T', b'L', ..] => return true,
            [b'I', b'D', b'A', b'T', ..] => return false,
            _ => {}
        }
        let length = usize::try_from(u32::from_be_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX);
        rest = rest.get(length.saturating_add(12)..).unwrap_or_default();
    }
    false
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

    fn shown(path: &Path, most: u32) -> ([usize; 2], Vec<String>) {
        let shown = read(path, most).unwrap();
        (shown.image.size, shown.told)
    }

    #[test]
    fn png_and_jpeg_are_read_and_what_is_changed_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let picture = image::RgbImage::from_fn(600, 300, |x, _| image::Rgb([x as u8, 90, 10]));
        for name in ["a.png", "a.jpg"] {
            let path = folder.path().join(name);
            picture.save(&path).unwrap();
            assert_eq!(shown(&path, 1000), ([600, 300], Vec::new()));
            let told =
                "It has 600 by 300 pixels and is shown with 512 by 256, the most that this machine draws";
            assert_eq!(shown(&path, 512), ([512, 256], vec![told.to_owned()]));
        }
        let deep = folder.path().join("deep.png");
        image::ImageBuffer::<image::Rgb<u16>, _>::from_pixel(8, 8, image::Rgb([900_u16, 2, 3]))
            .save(&deep)
            .unwrap();
        assert_eq!(shown(&deep, 512).1, [texts::SIXTEEN_BITS]);
        let mut frames = std::fs::read(folder.path().join("a.png")).unwrap();
        // A chunk behind the first, whose check nobody makes before the pixels.
        let chunk = [&8_u32.to_be_bytes()[..], b"acTL", &[0; 12]].concat();
        frames.splice(33..33, chunk);
        assert!(is_animated(&frames) && !is_animated(&frames[..33]) && !is_animated(b"\x89PNG"));
        // Of a frame of printer's inks no more than its head is looked at.
        let inks =
            [&[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 20, 8, 0, 8, 0, 8][..], &[4; 9]].concat();
        assert_eq!(
            (jpeg_colours(&inks), jpeg_colours(&inks[..12]), jpeg_colours(b"")),
            (Some(4), None, None)
        );
        assert!(read(&folder.path().join("none.png"), 512).err().unwrap().contains("cannot be shown"));
    }

    /// The tag for the orientation alone, as a camera writes it.
    fn exif(orientation: u8) -> Vec<u8> {
        let mut words = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
        words.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
        words
    }

    #[test]
    fn photographs_lie_as_they_were_taken() {
        let folder = tempfile::tempdir().unwrap();
        // A corner of each colour: upper left, upper right, lower left, lower right.
        let corners = [[220, 20, 20], [20, 200, 20], [20, 20, 220], [230, 230, 230]];
        let picture = image::RgbImage::from_fn(64, 32, |x, y| {
            image::Rgb(corners[usize::from(x >= 32) + 2 * usize::from(y >= 16)])
        });
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            read(&path, 512).unwrap().image
        };
        // Which corner comes to lie upper left, and which upper right.
        let table = [(0, 1), (1, 0), (3, 2), (2, 3), (0, 2), (2, 0), (3, 1), (1, 3)];
        for ((upper_left, upper_right), orientation) in table.into_iter().zip(1..) {
            let mut jpeg = Cursor::new(Vec::new());
            picture.write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
            let mut jpeg = jpeg.into_inner();
            let words = [b"Exif\0\0", &exif(orientation)[..]].concat();
            let length = u16::try_from(words.len() + 2).unwrap().to_be_bytes();
            jpeg.splice(2..2, [&[0xff, 0xe1][..], &length, &words].concat());
            let mut png = Vec::new();
            let mut encoder = image::codecs::png::PngEncoder::new(&mut png);
            image::ImageEncoder::set_exif_metadata(&mut encoder, exif(orientation)).unwrap();
            picture.write_with_encoder(encoder).unwrap();
            for image in [file("a.jpg", &jpeg), file("a.png", &png)] {
                let [wide, high] = image.size;
                let is_turned = orientation > 4;
                assert_eq!([wide, high], if is_turned { [32, 64] } else { [64, 32] }, "{orientation}");
                for (at, corner) in [(3 * wide + 3, upper_left), (4 * wide - 4, upper_right)] {
                    let [r, g, b, _] = image.pixels[at].to_array();
                    let near = [r, g, b].iter().zip(corners[corner]).all(|(a, b)| a.abs_diff(b) < 12);
                    assert!(near, "{orientation}: {:?} is not corner {corner}", image.pixels[at]);
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_shown_is_named_with_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let ftyp = |brands: &str| {
            let length = u32::try_from(8 + brands.len()).unwrap().to_be_bytes();
            [&length[..], b"ftyp", brands.as_bytes(), b"\0\0\0\x08mdat"].concat()
        };
        let mut tiff = b"II*\0".to_vec();
        tiff.extend([0; 40]);
        for (name, bytes, told) in [
            ("photo.heic", ftyp("heic\0\0\0\0mif1heic"), "it is HEIC"),
            ("photo.jpg", ftyp("mif1\0\0\0\0heic"), "Settings, Camera, Formats, Most Compatible"),
            ("photo.avif", ftyp("mif1\0\0\0\0avifmiaf"), "it is AVIF"),
            ("film.mov", ftyp("qt  \0\0\0\0"), "it is a film"),
            ("photo.webp", b"RIFF\x08\0\0\0WEBPVP8 ".to_vec(), "it is WebP"),
            ("photo.tif", tiff.clone(), "it is TIFF"),
            ("photo.NEF", tiff, "as the camera's sensor had it (RAW)"),
            ("photo.gif", b"GIF89a".to_vec(), "it is GIF"),
            ("photo.bmp", b"BM\0\0".to_vec(), "it is BMP"),
            ("photo.jxl", vec![0xff, 0x0a, 0], "it is JPEG XL"),
            ("a.txt", b"no picture".to_vec(), "it is neither PNG nor JPEG: save it as JPEG"),
            ("empty.png", Vec::new(), "it is neither PNG nor JPEG"),
            ("torn.jpg", vec![0xff, 0xd8, 0xff], "cannot be shown"),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            let fault = read(&path, 512).err().unwrap();
            assert!(fault.contains(told) && fault.contains(name), "{told} is not in {fault}");
        }
    }
}
