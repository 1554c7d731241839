//! Messages about a picture of the table that is shown, or cannot be.

use crate::setup::picture::OtherPicture;

/// What a file should be, where it is refused.
pub const A_PICTURE: &str = "a picture";
pub const PICTURE_DAMAGED: &str = "the picture cannot be read: it is damaged";
pub const NO_PICTURE: &str = "it is neither PNG nor JPEG: save it as JPEG";
pub const SIXTEEN_BITS: &str = "Its colours have 16 bits and are shown with 8";
pub const INKS: &str = "Its colours are printer's inks (CMYK) and may look otherwise here: save it as JPEG in RGB if that matters";
pub const FIRST_FRAME: &str = "It moves, and its first frame is shown";

pub fn picture_refused(path: &str, why: &str) -> String {
    format!("{path} cannot be shown: {why}")
}

/// Width and height in pixels.
pub fn made_smaller([wide, high]: [u32; 2], [to_wide, to_high]: [u32; 2]) -> String {
    format!(
        "It has {wide} by {high} pixels and is shown with {to_wide} by {to_high}, the most that this machine draws"
    )
}

/// What it is, and what can be done.
pub fn other_picture(kind: OtherPicture) -> String {
    let what = match kind {
        OtherPicture::Heic => {
            return "it is HEIC, as phones take photographs, and only PNG and JPEG can be shown. Save it as JPEG; on an \
                    iPhone: Settings, Camera, Formats, Most Compatible"
                .to_owned();
        }
        OtherPicture::Film => return "it is a film. Take a photograph of the table, as JPEG".to_owned(),
        OtherPicture::Raw => "a photograph as the camera's sensor had it (RAW)",
        OtherPicture::Avif => "AVIF",
        OtherPicture::WebP => "WebP",
        OtherPicture::Tiff => "TIFF",
        OtherPicture::Gif => "GIF",
        OtherPicture::Bmp => "BMP",
        OtherPicture::JpegXl => "JPEG XL",
    };
    format!("it is {what}, and only PNG and JPEG can be shown. Save it as JPEG or PNG")
}
