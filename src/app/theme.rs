//! egui's dress: fonts, spacing and the palettes of [`drawing`](crate::drawing), handed to the toolkit.

use egui::epaint::Shadow;
use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, TextStyle, Theme, Visuals,
};

use crate::drawing::letters::font_file;
use crate::drawing::{ArmyColour, Colour, Face, Ink, Palette, Part};

/// The lettering of the map and of headings.
pub const SERIF: &str = "serif";
const SERIF_ITALIC: &str = "serif-italic";
const SERIF_BOLD: &str = "serif-bold";

impl From<Colour> for Color32 {
    fn from(colour: Colour) -> Self {
        let Colour { red, green, blue, alpha } = colour;
        Self::from_rgba_unmultiplied(red, green, blue, alpha)
    }
}

/// A palette in the toolkit's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EguiPalette(pub Palette);

impl EguiPalette {
    /// The palette of the light that the window is in.
    pub fn of(visuals: &Visuals) -> Self {
        Self(if visuals.dark_mode { Palette::Night } else { Palette::Day })
    }

    /// The colour of an ink.
    pub fn ink(self, ink: Ink) -> Color32 {
        self.0.ink(ink).into()
    }

    /// The colour of an army on a card or a dialog.
    pub fn chart(self, colour: ArmyColour) -> Color32 {
        self.0.chart(colour).into()
    }

    fn part(self, part: Part) -> Color32 {
        self.0.part(part).into()
    }

    /// Words that matter less.
    pub fn weak(self) -> Color32 {
        self.part(Part::Weak)
    }

    /// A refusal.
    pub fn refused(self) -> Color32 {
        self.part(Part::Refused)
    }

    /// The one button that goes on with the game.
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
        Face::Plain => FontFamily::Proportional,
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
    for (theme, palette) in [(Theme::Light, Palette::Day), (Theme::Dark, Palette::Night)] {
        ctx.set_visuals_of(theme, visuals(palette));
        ctx.style_mut_of(theme, |style| {
            style.spacing.item_spacing = egui::vec2(8.0, 5.0);
            style.spacing.button_padding = egui::vec2(9.0, 4.0);
            style.spacing.interact_size.y = 24.0;
            style.spacing.scroll = egui::style::ScrollStyle::thin();
            style.interaction.tooltip_delay = 0.6;
            style.text_styles.insert(TextStyle::Body, FontId::proportional(14.0));
            style.text_styles.insert(TextStyle::Button, FontId::proportional(14.0));
            style.text_styles.insert(TextStyle::Small, FontId::proportional(12.0));
            style.text_styles.insert(TextStyle::Monospace, FontId::monospace(13.0));
            style.text_styles.insert(TextStyle::Heading, heading_font(19.0));
            style.animation_time = 0.08;
        });
    }
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let faces = [(SERIF, Face::Roman), (SERIF_ITALIC, Face::Italic), (SERIF_BOLD, Face::Bold)];
    let plain = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for (name, face) in faces {
        fonts.font_data.insert(name.into(), FontData::from_static(font_file(face)).into());
        let mut family = vec![name.to_owned()];
        family.extend(plain.iter().cloned());
        fonts.families.insert(FontFamily::Name(name.into()), family);
    }
    fonts
}

fn visuals(palette: Palette) -> Visuals {
    let mut visuals = match palette {
        Palette::Day => Visuals::light(),
        Palette::Night => Visuals::dark(),
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
    // What is chosen is lettered in this, and what is typed in is framed by it.
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
    // What has the keyboard is framed, so that it is found without looking for a shade.
    widgets.active.bg_stroke = Stroke::new(2.0, part(Part::Accent));
    visuals
}
