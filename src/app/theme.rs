//! The only place with colours, type and spacing: light and dark.

#[cfg(test)]
mod eyes;
mod inks;

use egui::epaint::Shadow;
use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, TextStyle, Theme, Visuals,
};

use super::painter::{ArmyColour, Face, Ink};
use inks::{day, night, rgb};

/// The lettering of the map and of headings.
pub const SERIF: &str = "serif";
const SERIF_ITALIC: &str = "serif-italic";
const SERIF_BOLD: &str = "serif-bold";

/// A colour for every ink, in one light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub dark: bool,
}

impl Palette {
    pub fn of(visuals: &Visuals) -> Self {
        Self { dark: visuals.dark_mode }
    }

    /// The colour of an ink.
    pub fn ink(self, ink: Ink) -> Color32 {
        if self.dark { night(ink) } else { day(ink) }
    }

    /// The colour of an army on a card or a dialog: a pale block on pale paper, or a dark one by night, is brought so near to
    /// the lettering that its line is seen.
    pub fn chart(self, colour: ArmyColour) -> Color32 {
        let [ground, block, words] = [self.card(), self.ink(Ink::Block(colour)), self.ink(Ink::Line)];
        let mixed = |part: u8| block.lerp_to_gamma(words, f32::from(part) / 10.0);
        (0..10).map(mixed).find(|line| contrast(*line, ground) >= CHARTED).unwrap_or(words)
    }

    /// Words that matter less.
    pub fn weak(self) -> Color32 {
        if self.dark { rgb(0x00a3_9883) } else { rgb(0x006a_5f4b) }
    }

    /// A refusal.
    pub fn refused(self) -> Color32 {
        if self.dark { rgb(0x00f0_9a7e) } else { rgb(0x00a1_3016) }
    }

    /// The one button that goes on with the game.
    pub fn accent(self) -> Color32 {
        if self.dark { rgb(0x00d9_a441) } else { rgb(0x0080_4a12) }
    }

    pub fn on_accent(self) -> Color32 {
        if self.dark { rgb(0x0022_1a0c) } else { rgb(0x00ff_f8e8) }
    }

    /// Behind cards.
    pub fn card(self) -> Color32 {
        if self.dark { rgb(0x0033_2e26) } else { rgb(0x00fb_f6ea) }
    }

    pub fn card_line(self) -> Color32 {
        if self.dark { rgb(0x0051_4939) } else { rgb(0x00cf_c0a0) }
    }

    /// Bars of odds.
    pub fn bar(self) -> Color32 {
        if self.dark { rgb(0x0088_7446) } else { rgb(0x00cd_b27c) }
    }
}

/// Least contrast of a line in a chart.
const CHARTED: f32 = 3.2;

/// How much lighter the one is than the other, as lettering is judged: 1 to 21.
fn contrast(a: Color32, b: Color32) -> f32 {
    let light = |colour: Color32| {
        let [red, green, blue, _] = egui::Rgba::from(colour).to_array();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
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
    for theme in [Theme::Light, Theme::Dark] {
        ctx.set_visuals_of(theme, visuals(theme == Theme::Dark));
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
    let faces: [(&str, &'static [u8]); 3] = [
        (SERIF, include_bytes!("../../assets/fonts/LibertinusSerif-Regular.otf")),
        (SERIF_ITALIC, include_bytes!("../../assets/fonts/LibertinusSerif-Italic.otf")),
        (SERIF_BOLD, include_bytes!("../../assets/fonts/LibertinusSerif-Semibold.otf")),
    ];
    let plain = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for (name, bytes) in faces {
        fonts.font_data.insert(name.into(), FontData::from_static(bytes).into());
        let mut family = vec![name.to_owned()];
        family.extend(plain.iter().cloned());
        fonts.families.insert(FontFamily::Name(name.into()), family);
    }
    fonts
}

fn visuals(dark: bool) -> Visuals {
    let mut visuals = if dark { Visuals::dark() } else { Visuals::light() };
    let (panel, window, faint, extreme, text, line) = if dark {
        (0x0027_2420, 0x002e_2a24, 0x0030_2c26, 0x001c_1a16, 0x00e6_dcc6, 0x004c_4436)
    } else {
        (0x00f0_e8d6, 0x00f8_f2e4, 0x00ea_e0ca, 0x00ff_fbf2, 0x002b_2418, 0x00cb_bc9c)
    };
    visuals.panel_fill = rgb(panel);
    visuals.window_fill = rgb(window);
    visuals.faint_bg_color = rgb(faint);
    visuals.extreme_bg_color = rgb(extreme);
    visuals.text_edit_bg_color = Some(rgb(extreme));
    visuals.override_text_color = None;
    visuals.window_stroke = Stroke::new(1.0, rgb(line));
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(5);
    visuals.window_shadow =
        Shadow { offset: [0, 4], blur: 14, spread: 0, color: Color32::from_black_alpha(50) };
    visuals.popup_shadow =
        Shadow { offset: [0, 3], blur: 9, spread: 0, color: Color32::from_black_alpha(45) };
    visuals.warn_fg_color = day_or_night(dark, 0x0086_5400, 0x00f0_b848);
    visuals.error_fg_color = Palette { dark }.refused();
    visuals.hyperlink_color = day_or_night(dark, 0x001f_5a86, 0x009c_c8f4);
    visuals.selection.bg_fill = day_or_night(dark, 0x00e6_c98a, 0x006a_5224);
    // What is chosen is lettered in this, and what is typed in is framed by it: a shade of the accent, not of the map.
    visuals.selection.stroke = Stroke::new(2.0, day_or_night(dark, 0x005e_340a, 0x00f7_e2ae));
    let widgets = &mut visuals.widgets;
    let (rest, hover, press) =
        if dark { (0x003b_352b, 0x004a_4233, 0x0058_4e3a) } else { (0x00e4_d8be, 0x00dc_cba6, 0x00d0_bb8c) };
    for (widget, fill) in [
        (&mut widgets.noninteractive, panel),
        (&mut widgets.inactive, rest),
        (&mut widgets.hovered, hover),
        (&mut widgets.active, press),
        (&mut widgets.open, hover),
    ] {
        widget.bg_fill = rgb(fill);
        widget.weak_bg_fill = rgb(fill);
        widget.fg_stroke = Stroke::new(1.0, rgb(text));
        widget.bg_stroke = Stroke::new(1.0, rgb(line));
        widget.corner_radius = CornerRadius::same(4);
    }
    // What has the keyboard is framed, so that it is found without looking for a shade.
    widgets.active.bg_stroke = Stroke::new(2.0, Palette { dark }.accent());
    visuals
}

fn day_or_night(dark: bool, day: u32, night: u32) -> Color32 {
    rgb(if dark { night } else { day })
}
