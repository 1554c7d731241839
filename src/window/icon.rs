//! The icon of the program, for its window and the dialog about it. Its source is `assets/desktop/icons/drumhead.svg`.

use egui::{Color32, ColorImage, Context, IconData, TextureHandle, TextureOptions};

/// The picture for the window, from which the system makes what it needs.
const OF_WINDOW: &[u8] = include_bytes!("../../assets/desktop/icons/drumhead-128.png");

/// The picture for the dialog, on a screen of two pixels a point too.
const LARGE: &[u8] = include_bytes!("../../assets/desktop/icons/drumhead-256.png");

/// The icon of the window; `None` if it cannot be decoded, which a test rules out.
pub(super) fn of_window() -> Option<IconData> {
    eframe::icon_data::from_png_bytes(OF_WINDOW).ok()
}

/// The icon as a texture; empty if it cannot be decoded.
pub(super) fn texture(ctx: &Context) -> TextureHandle {
    let image = eframe::icon_data::from_png_bytes(LARGE).map_or_else(
        |_| ColorImage::filled([1, 1], Color32::TRANSPARENT),
        |icon| ColorImage::from_rgba_unmultiplied([icon.width as usize, icon.height as usize], &icon.rgba),
    );
    ctx.load_texture("drumhead", image, TextureOptions::LINEAR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_of_the_window_can_be_read() {
        let icon = of_window().expect("it is a PNG");
        assert_eq!((icon.width, icon.height), (128, 128));
        // A drum fills much of it, and its corners are free.
        let opaque = icon.rgba.chunks(4).filter(|pixel| pixel[3] > 200).count();
        assert!((7_000..14_000).contains(&opaque), "{opaque} pixels");
        assert_eq!(icon.rgba[3], 0, "the corner");
    }
}
