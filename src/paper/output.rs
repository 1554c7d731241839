//! Sheets as files: pixels by resvg, pages by krilla. Only the fonts of the program are used, reduced to the letters needed;
//! no time or place of creation is included. So the same sheets give the same bytes.

use std::sync::{Arc, LazyLock};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use krilla::SerializeSettings;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt as _, SvgSettings};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use drawing::Face;
use drawing::letters::{CONTROLS, font_file};

use super::svg::Svg;

/// Points per inch of a page.
pub const POINTS: f32 = 72.0;

/// Maximum number of pixels on a side of a picture.
pub const MOST_PIXELS: u32 = 16_384;

/// Why a sheet could not become a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OutputError {
    /// Width and height in pixels.
    #[error(
        "a picture of {0} × {1} pixels is too large: no side may have more than {MOST_PIXELS}. Draw fewer points an inch"
    )]
    TooLarge(u32, u32),
    #[error("a sheet was not drawn: {0}. Please report it")]
    Unsound(String),
}

/// The fonts of the program.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for file in Face::ALL.map(font_file).into_iter().chain([CONTROLS]) {
        fonts.load_font_data(file.to_vec());
    }
    Arc::new(fonts)
});

/// A sheet parsed again, with its words set.
pub(super) fn read(sheet: &Svg) -> Result<Tree, OutputError> {
    // A point of the sheet is a point of the file.
    let options = Options { dpi: POINTS, fontdb: Arc::clone(&FONTS), ..Options::default() };
    Tree::from_str(sheet.text(), &options).map_err(|fault| OutputError::Unsound(fault.to_string()))
}

/// A picture: row by row from the top, four bytes a pixel, with premultiplied alpha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    pub wide: u32,
    pub high: u32,
    pub rgba: Vec<u8>,
}

/// The sheet as a picture, with this many pixels a point.
///
/// # Errors
///
/// Returns an error if it would be too large.
pub fn pixels(sheet: &Svg, a_point: f32) -> Result<Pixels, OutputError> {
    let picture = drawn(sheet, a_point)?;
    Ok(Pixels { wide: picture.width(), high: picture.height(), rgba: picture.take() })
}

/// The sheet as a PNG, with this many pixels a point.
///
/// # Errors
///
/// Returns an error if it would be too large.
pub fn png(sheet: &Svg, a_point: f32) -> Result<Vec<u8>, OutputError> {
    drawn(sheet, a_point)?.encode_png().map_err(|fault| OutputError::Unsound(fault.to_string()))
}

fn drawn(sheet: &Svg, pixels: f32) -> Result<Pixmap, OutputError> {
    let tree = read(sheet)?;
    let side = |points: f32| (points * pixels).round().max(1.0) as u32;
    let (wide, high) = (side(tree.size().width()), side(tree.size().height()));
    let most = wide.max(high) <= MOST_PIXELS;
    let picture = most.then(|| Pixmap::new(wide, high)).flatten();
    let mut picture = picture.ok_or(OutputError::TooLarge(wide, high))?;
    resvg::render(&tree, Transform::from_scale(pixels, pixels), &mut picture.as_mut());
    Ok(picture)
}

/// The sheets as the pages of a PDF, one point of a sheet per point of the page; words can be selected.
///
/// # Errors
///
/// Returns an error if a sheet has no size.
pub fn pdf(title: &str, sheets: &[Svg]) -> Result<Vec<u8>, OutputError> {
    let mut document = krilla::Document::new_with(SerializeSettings::default());
    document.set_metadata(Metadata::new().title(title.to_owned()).creator("Drumhead".to_owned()));
    for sheet in sheets {
        let tree = read(sheet)?;
        let (wide, high) = (tree.size().width(), tree.size().height());
        let unsound = || OutputError::Unsound(format!("a page of {wide} × {high} points"));
        let settings = PageSettings::from_wh(wide, high).ok_or_else(unsound)?;
        let size = Size::from_wh(wide, high).ok_or_else(unsound)?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        surface.draw_svg(&tree, size, SvgSettings::default()).ok_or_else(unsound)?;
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|fault| OutputError::Unsound(format!("{fault:?}")))
}

/// A PNG as a data URL.
pub fn inline_png(png: &[u8]) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(png))
}
