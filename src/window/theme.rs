//! The theme: fonts, spacing and the palettes of [`drawing`], applied to egui.

use egui::epaint::Shadow;
use egui::style::ScrollStyle;
use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, TextStyle, Theme, Visuals,
};

use super::sizing_pass;
use drawing::letters::{CONTROLS, font_file};
use drawing::{ArmyColour, Colour, Face, Ink, Light, Palette, Part, Sight};

/// The lettering of the map and of headings.
pub const SERIF: &str = "serif";
const SERIF_ITALIC: &str = "serif-italic";
const SERIF_BOLD: &str = "serif-bold";
/// The lettering of controls, of the program's own texts, and of figures in panels.
const SANS: &str = "sans";

/// Converts a colour to the toolkit's type.
pub fn color32(colour: Colour) -> Color32 {
    let Colour { red, green, blue, alpha } = colour;
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

/// A palette in the toolkit's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EguiPalette(pub Palette);

impl EguiPalette {
    /// The palette for the window's light and colour vision, recognised by its colour for refusals.
    pub fn of(visuals: &Visuals) -> Self {
        let light = if visuals.dark_mode { Light::Night } else { Light::Day };
        let is_of = |palette: &Palette| {
            palette.light == light && color32(palette.part(Part::Refused)) == visuals.error_fg_color
        };
        Self(Palette::all().find(is_of).unwrap_or(Palette { light, sight: Sight::Full }))
    }

    /// The colour of an ink.
    pub fn ink(self, ink: Ink) -> Color32 {
        color32(self.0.ink(ink))
    }

    /// The colour of an army on a card or a dialog.
    pub fn chart(self, colour: ArmyColour) -> Color32 {
        color32(self.0.chart(colour))
    }

    fn part(self, part: Part) -> Color32 {
        color32(self.0.part(part))
    }

    /// Less important words.
    pub fn weak(self) -> Color32 {
        self.part(Part::Weak)
    }

    /// A refusal.
    pub fn refused(self) -> Color32 {
        self.part(Part::Refused)
    }

    /// The main button, which goes on with the game.
    pub fn accent(self) -> Color32 {
        self.part(Part::Accent)
    }

    pub fn on_accent(self) -> Color32 {
        self.part(Part::OnAccent)
    }

    /// Behind cards.
    pub fn card(self) -> Color32 {
        self.part(Part::Card)
    }

    pub fn card_line(self) -> Color32 {
        self.part(Part::CardLine)
    }

    /// Bars of odds.
    pub fn bar(self) -> Color32 {
        self.part(Part::Bar)
    }
}

/// The type of map lettering.
pub fn map_font(face: Face, size: f32) -> FontId {
    let family = match face {
        Face::Bold => FontFamily::Name(SERIF_BOLD.into()),
        Face::Italic => FontFamily::Name(SERIF_ITALIC.into()),
        Face::Roman => FontFamily::Name(SERIF.into()),
    };
    FontId::new(size, family)
}

/// The type of headings.
pub fn heading_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(SERIF_BOLD.into()))
}

/// The type of captions and prompts.
pub fn serif_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(SERIF.into()))
}

/// Sets fonts, spacing and the two lights.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    for theme in [Theme::Light, Theme::Dark] {
        ctx.style_mut_of(theme, |style| {
            style.spacing.item_spacing = egui::vec2(8.0, 5.0);
            style.spacing.button_padding = egui::vec2(9.0, 4.0);
            style.spacing.interact_size.y = 24.0;
            style.spacing.scroll = scroll_bars();
            style.interaction.tooltip_delay = 0.6;
            style.text_styles.insert(TextStyle::Body, FontId::proportional(14.5));
            style.text_styles.insert(TextStyle::Button, FontId::proportional(14.5));
            style.text_styles.insert(TextStyle::Small, FontId::proportional(12.5));
            style.text_styles.insert(TextStyle::Monospace, FontId::monospace(13.0));
            style.text_styles.insert(TextStyle::Heading, heading_font(19.0));
            style.animation_time = 0.08;
        });
    }
    see(ctx, Sight::Full);
    sizing_pass::install(ctx);
}

/// Applies the colours for this colour vision to both lights.
pub fn see(ctx: &egui::Context, sight: Sight) {
    for (theme, light) in [(Theme::Light, Light::Day), (Theme::Dark, Light::Night)] {
        ctx.set_visuals_of(theme, visuals(Palette { light, sight }));
    }
}

/// Scroll bars that are always visible, beside their contents.
fn scroll_bars() -> ScrollStyle {
    ScrollStyle {
        bar_width: 8.0,
        bar_inner_margin: 3.0,
        bar_outer_margin: 0.0,
        handle_min_length: 24.0,
        foreground_color: false,
        ..ScrollStyle::solid()
    }
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let faces = [(SERIF, Face::Roman), (SERIF_ITALIC, Face::Italic), (SERIF_BOLD, Face::Bold)];
    // Controls and figures use the sans serif of the same family; signs that it lacks come from the toolkit's own fonts.
    fonts.font_data.insert(SANS.into(), FontData::from_static(CONTROLS).into());
    let plain = fonts.families.entry(FontFamily::Proportional).or_default();
    plain.insert(0, SANS.to_owned());
    let plain = plain.clone();
    for (name, face) in faces {
        fonts.font_data.insert(name.into(), FontData::from_static(font_file(face)).into());
        let mut family = vec![name.to_owned()];
        family.extend(plain.iter().cloned());
        fonts.families.insert(FontFamily::Name(name.into()), family);
    }
    fonts
}

fn visuals(palette: Palette) -> Visuals {
    let mut visuals = match palette.light {
        Light::Day | Light::Print => Visuals::light(),
        Light::Night => Visuals::dark(),
    };
    let part = |part| EguiPalette(palette).part(part);
    visuals.panel_fill = part(Part::Panel);
    visuals.window_fill = part(Part::Dialog);
    visuals.faint_bg_color = part(Part::Faint);
    visuals.extreme_bg_color = part(Part::Field);
    visuals.text_edit_bg_color = Some(part(Part::Field));
    visuals.override_text_color = None;
    visuals.window_stroke = Stroke::new(1.0, part(Part::Frame));
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(5);
    visuals.window_shadow =
        Shadow { offset: [0, 4], blur: 14, spread: 0, color: Color32::from_black_alpha(50) };
    visuals.popup_shadow =
        Shadow { offset: [0, 3], blur: 9, spread: 0, color: Color32::from_black_alpha(45) };
    visuals.warn_fg_color = part(Part::Warning);
    visuals.error_fg_color = part(Part::Refused);
    visuals.hyperlink_color = part(Part::Link);
    visuals.selection.bg_fill = part(Part::Chosen);
    // Used for selected text, and for the frame of a text field.
    visuals.selection.stroke = Stroke::new(2.0, part(Part::OnChosen));
    let widgets = &mut visuals.widgets;
    for (widget, fill) in [
        (&mut widgets.noninteractive, Part::Panel),
        (&mut widgets.inactive, Part::Rest),
        (&mut widgets.hovered, Part::Hovered),
        (&mut widgets.active, Part::Pressed),
        (&mut widgets.open, Part::Hovered),
    ] {
        widget.bg_fill = part(fill);
        widget.weak_bg_fill = part(fill);
        widget.fg_stroke = Stroke::new(1.0, part(Part::Words));
        widget.bg_stroke = Stroke::new(1.0, part(Part::Frame));
        widget.corner_radius = CornerRadius::same(4);
    }
    // The focus is framed, so that it is found without looking for a shade.
    widgets.active.bg_stroke = Stroke::new(2.0, part(Part::Accent));
    visuals
}

/// The key under which egui stores the size of text.
fn text_scale_id() -> egui::Id {
    egui::Id::unique("text scale")
}

/// Sets the size of text as a multiple of the usual size.
pub fn scale_text(ctx: &egui::Context, scale: f32) {
    ctx.set_zoom_factor(scale);
    ctx.data_mut(|data| data.insert_temp(text_scale_id(), scale));
}

/// The size of text as a multiple of the usual size.
pub fn text_scale(ctx: &egui::Context) -> f32 {
    ctx.data(|data| data.get_temp(text_scale_id())).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::about::FONTS;

    #[test]
    fn the_palette_is_told_by_the_dress_of_the_window() {
        for palette in Palette::all() {
            assert_eq!(EguiPalette::of(&visuals(palette)), EguiPalette(palette));
        }
    }

    #[test]
    fn every_face_is_named_where_the_program_tells_of_itself() {
        let plain = |name: &str| name.replace([' ', '-'], "").to_lowercase();
        let mut named = Vec::new();
        for name in fonts().font_data.keys() {
            let font = match name.as_str() {
                SERIF | SERIF_ITALIC | SERIF_BOLD => "Libertinus Serif",
                SANS => "Linux Biolinum",
                of_the_toolkit => of_the_toolkit,
            };
            let told = FONTS.iter().position(|told| plain(font).starts_with(&plain(told.name)));
            named.push(told.unwrap_or_else(|| panic!("{font} is not named")));
        }
        named.sort_unstable();
        named.dedup();
        assert_eq!(named.len(), FONTS.len(), "none is named that is not there");
    }

    #[test]
    fn the_sign_of_what_is_refused_is_in_the_fonts_of_the_program() {
        use skrifa::MetadataProvider as _;
        let words = crate::texts::shared::refused("too far");
        let sign = words.chars().next().expect("a sign comes first");
        assert!(!sign.is_ascii() && words.ends_with(" too far"), "{words}");
        for file in [CONTROLS, font_file(Face::Roman), font_file(Face::Bold), font_file(Face::Italic)] {
            let font = skrifa::FontRef::new(file).expect("it is sound");
            assert!(font.charmap().map(sign).is_some(), "{sign} is missing");
        }
    }

    #[test]
    fn scroll_bars_are_seen_when_nobody_points_at_them() {
        let bars = scroll_bars();
        assert!(!bars.floating && bars.bar_width >= 6.0);
        for palette in Palette::all() {
            let visuals = visuals(palette);
            let handle = visuals.widgets.inactive.bg_fill;
            assert!(handle != visuals.extreme_bg_color && handle != visuals.panel_fill, "{palette:?}");
        }
    }
}
