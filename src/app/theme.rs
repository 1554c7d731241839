//! The only place with colours, type and spacing: light and dark.

use egui::epaint::Shadow;
use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, TextStyle, Theme, Visuals,
};

use super::painter::{ArmyColour, Face, Ink};

/// The lettering of the map and of headings.
pub const SERIF: &str = "serif";
const SERIF_ITALIC: &str = "serif-italic";
const SERIF_BOLD: &str = "serif-bold";

/// A colour for every ink, in one light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub dark: bool,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

fn wash(hex: u32, alpha: u8) -> Color32 {
    let solid = rgb(hex);
    Color32::from_rgba_unmultiplied(solid.r(), solid.g(), solid.b(), alpha)
}

impl Palette {
    pub fn of(visuals: &Visuals) -> Self {
        Self { dark: visuals.dark_mode }
    }

    /// The colour of an ink.
    pub fn ink(self, ink: Ink) -> Color32 {
        if self.dark { night(ink) } else { day(ink) }
    }

    /// Words that matter less.
    pub fn weak(self) -> Color32 {
        if self.dark { rgb(0x00a3_9883) } else { rgb(0x006f_6450) }
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

/// Daylight: an engraving on cream paper, coloured by hand.
fn day(ink: Ink) -> Color32 {
    match ink {
        Ink::Desk => rgb(0x00d8_cbb0),
        Ink::Paper => rgb(0x00f6_efdc),
        Ink::Line | Ink::OnPlate => rgb(0x002b_2418),
        Ink::FaintLine => wash(0x0052_4630, 120),
        Ink::Name => rgb(0x003a_2f1e),
        Ink::Halo => wash(0x00f6_efdc, 225),
        Ink::Height => wash(0x00c0_9a58, 38),
        Ink::Hachure => wash(0x0052_3c20, 190),
        Ink::Woods => wash(0x0084_9a5e, 105),
        Ink::WoodsLine => wash(0x0046_5a30, 190),
        Ink::Water => rgb(0x00a9_c4cc),
        Ink::WaterLine => rgb(0x004f_7f92),
        Ink::Road => rgb(0x00fb_f7ea),
        Ink::RoadCase => rgb(0x0073_5f42),
        Ink::Lane => rgb(0x0094_7c58),
        Ink::Wall => rgb(0x0046_3a2a),
        Ink::Hedge => rgb(0x0056_6c3a),
        Ink::Building => rgb(0x00a2_503c),
        Ink::BuildingLine => rgb(0x0058_2418),
        Ink::Village => wash(0x00c4_8a6a, 95),
        Ink::Garden => wash(0x00a3_b27a, 110),
        Ink::Plough => wash(0x008a_6c3c, 130),
        Ink::Marsh => wash(0x004f_7f8a, 170),
        Ink::Rocks => wash(0x006a_6460, 150),
        Ink::Grid => wash(0x0052_4630, 44),
        Ink::Objective => rgb(0x008e_1f4c),
        Ink::Block(colour) => block(colour),
        Ink::OnBlock(colour) => on_block(colour),
        Ink::NameOnBlock(colour) => name_on_block(colour),
        Ink::BlockLine => rgb(0x0018_140e),
        Ink::Plate => rgb(0x00fd_f9ee),
        Ink::Pip => rgb(0x00ff_fbf0),
        Ink::PipLost => wash(0x0014_100a, 110),
        Ink::Shadow => wash(0x0020_180c, 70),
        Ink::Spent => wash(0x00f6_efdc, 120),
        Ink::Active => rgb(0x00e8_a200),
        Ink::Selected => rgb(0x0006_6b5c),
        Ink::Good => rgb(0x0019_6f4f),
        Ink::Bad => rgb(0x00b0_3018),
        Ink::Close => rgb(0x009a_6200),
        Ink::GoodWash => wash(0x0019_8f5f, 60),
        Ink::BadWash => wash(0x00c8_3a1c, 60),
        Ink::Reach => wash(0x002c_8a72, 52),
        Ink::ReachLine => rgb(0x0015_6a56),
        Ink::Zone => wash(0x0090_3038, 26),
        Ink::ZoneLine => wash(0x0090_3038, 120),
        Ink::Way => rgb(0x0014_3e66),
        Ink::Stain => wash(0x009a_7440, 20),
        Ink::PaperEdge => wash(0x008a_5f28, 46),
        Ink::WaterName => rgb(0x0024_5a70),
        Ink::HillName => rgb(0x006b_4c22),
        Ink::HeightShade => wash(0x008a_6430, 74),
        Ink::HachureLit => wash(0x0068_5234, 120),
        Ink::Tree => rgb(0x0095_ab6c),
        Ink::TreeShade => wash(0x0030_3a1c, 70),
        Ink::ZoneOf(colour) => zone_of(colour, false),
        Ink::Command => rgb(0x0068_2c8a),
        Ink::CommandWash => wash(0x0068_2c8a, 22),
        Ink::Threat => rgb(0x00a0_2060),
        Ink::ThreatWash => wash(0x00a0_2060, 44),
        Ink::Ruler => rgb(0x001a_3050),
    }
}

/// By candle: the same sheet, dimmed, with light lines.
fn night(ink: Ink) -> Color32 {
    match ink {
        Ink::Desk => rgb(0x001b_1814),
        Ink::Paper => rgb(0x0039_342a),
        Ink::Line => rgb(0x00d9_cba9),
        Ink::FaintLine => wash(0x00d9_cba9, 90),
        Ink::Name => rgb(0x00e8_dcbc),
        Ink::Halo => wash(0x002a_261e, 215),
        Ink::Height => wash(0x00c8_a668, 26),
        Ink::Hachure => wash(0x000c_0804, 150),
        Ink::Woods => wash(0x0060_7c48, 105),
        Ink::WoodsLine => wash(0x009c_b882, 150),
        Ink::Water => rgb(0x003c_5a66),
        Ink::WaterLine => rgb(0x0078_a6b6),
        Ink::Road => rgb(0x008c_7f66),
        Ink::RoadCase => rgb(0x001f_1b14),
        Ink::Lane => rgb(0x0096_8562),
        Ink::Wall => rgb(0x00d0_bf9c),
        Ink::Hedge => rgb(0x0093_b074),
        Ink::Building => rgb(0x00b8_654e),
        Ink::BuildingLine => rgb(0x00f0_c0a8),
        Ink::Village => wash(0x00c0_7a5c, 70),
        Ink::Garden => wash(0x0080_9a5c, 80),
        Ink::Plough => wash(0x00b0_9460, 110),
        Ink::Marsh => wash(0x007c_acb8, 150),
        Ink::Rocks => wash(0x00a8_a298, 130),
        Ink::Grid => wash(0x00d9_cba9, 34),
        Ink::Objective => rgb(0x00f0_8ab4),
        Ink::Block(colour) => block(colour),
        Ink::OnBlock(colour) => on_block(colour),
        Ink::NameOnBlock(colour) => name_on_block(colour),
        Ink::BlockLine => rgb(0x000c_0a07),
        Ink::Plate => rgb(0x00f2_ead6),
        Ink::OnPlate => rgb(0x001c_170e),
        Ink::Pip => rgb(0x00ff_fbf0),
        Ink::PipLost => wash(0x0008_0604, 130),
        Ink::Shadow => wash(0x0000_0000, 110),
        Ink::Spent => wash(0x0039_342a, 120),
        Ink::Active => rgb(0x00ff_c83c),
        Ink::Selected => rgb(0x0064_e0c8),
        Ink::Good => rgb(0x006a_d6a4),
        Ink::Bad => rgb(0x00ff_7a5c),
        Ink::Close => rgb(0x00f0_b848),
        Ink::GoodWash => wash(0x004a_c890, 60),
        Ink::BadWash => wash(0x00ff_6a4a, 60),
        Ink::Reach => wash(0x0056_c8aa, 46),
        Ink::ReachLine => rgb(0x0070_d8bc),
        Ink::Zone => wash(0x00f0_7a80, 24),
        Ink::ZoneLine => wash(0x00f0_8a90, 120),
        Ink::Way => rgb(0x009c_c8f4),
        Ink::Stain => wash(0x0000_0000, 30),
        Ink::PaperEdge => wash(0x0010_0a04, 90),
        Ink::WaterName => rgb(0x009c_cfe0),
        Ink::HillName => rgb(0x00d8_b880),
        Ink::HeightShade => wash(0x0010_0c06, 70),
        Ink::HachureLit => wash(0x00c9_ae7e, 110),
        Ink::Tree => rgb(0x005c_7644),
        Ink::TreeShade => wash(0x0000_0000, 90),
        Ink::ZoneOf(colour) => zone_of(colour, true),
        Ink::Command => rgb(0x00d0_a0f0),
        Ink::CommandWash => wash(0x00d0_a0f0, 22),
        Ink::Threat => rgb(0x00ff_8ac0),
        Ink::ThreatWash => wash(0x00ff_8ac0, 44),
        Ink::Ruler => rgb(0x00f4_ecd4),
    }
}

/// The line round an army's zones: its colour, darkened or lightened until it shows on the paper.
fn zone_of(colour: ArmyColour, dark: bool) -> Color32 {
    let toward = if dark { Color32::WHITE } else { Color32::BLACK };
    block(colour).lerp_to_gamma(toward, if dark { 0.5 } else { 0.15 })
}

/// Colours of the armies: told apart by eyes that see few colours, and in greyscale by their lightness.
fn block(colour: ArmyColour) -> Color32 {
    match colour {
        ArmyColour::Blue => rgb(0x0033_62a8),
        ArmyColour::Red => rgb(0x00d8_705c),
        ArmyColour::Grey => rgb(0x0030_3236),
        ArmyColour::Green => rgb(0x003f_7a4c),
        ArmyColour::White => rgb(0x00ee_e8da),
        ArmyColour::Yellow => rgb(0x00e4_b84c),
    }
}

fn name_on_block(colour: ArmyColour) -> Color32 {
    match colour {
        ArmyColour::Blue | ArmyColour::Green | ArmyColour::Grey => rgb(0x00ff_fbf0),
        ArmyColour::Red | ArmyColour::White | ArmyColour::Yellow => rgb(0x0028_0c06),
    }
}

fn on_block(colour: ArmyColour) -> Color32 {
    match colour {
        ArmyColour::Blue | ArmyColour::Green => wash(0x00ff_ffff, 150),
        ArmyColour::Grey => wash(0x00ff_ffff, 130),
        ArmyColour::Red | ArmyColour::White | ArmyColour::Yellow => wash(0x0028_0c06, 130),
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
    visuals.warn_fg_color = day_or_night(dark, 0x009a_6200, 0x00f0_b848);
    visuals.error_fg_color = Palette { dark }.refused();
    visuals.hyperlink_color = day_or_night(dark, 0x001f_5a86, 0x009c_c8f4);
    visuals.selection.bg_fill = day_or_night(dark, 0x00e6_c98a, 0x006a_5224);
    visuals.selection.stroke = Stroke::new(2.0, Palette { dark }.ink(Ink::Selected));
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
    visuals
}

fn day_or_night(dark: bool, day: u32, night: u32) -> Color32 {
    rgb(if dark { night } else { day })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CIE lightness, 0 to 100.
    fn lightness(colour: Color32) -> f32 {
        let linear = |byte: u8| egui::ecolor::linear_f32_from_gamma_u8(byte);
        let y = 0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b());
        if y > 0.008_856 { 116.0 * y.cbrt() - 16.0 } else { 903.3 * y }
    }

    #[test]
    fn armies_that_meet_differ_in_greyscale() {
        use ArmyColour::{Blue, Green, Grey, Red, White, Yellow};
        for (a, b) in [(Blue, Red), (Blue, Grey), (Red, Grey), (Blue, White), (Red, Green), (Blue, Yellow)] {
            let apart = (lightness(block(a)) - lightness(block(b))).abs();
            assert!(apart > 12.0, "{a:?} and {b:?} are {apart} apart in lightness");
        }
    }

    #[test]
    fn lettering_stands_out_in_both_lights() {
        for palette in [Palette { dark: false }, Palette { dark: true }] {
            for (over, under) in [
                (Ink::Name, Ink::Paper),
                (Ink::OnPlate, Ink::Plate),
                (Ink::Good, Ink::Paper),
                (Ink::Bad, Ink::Paper),
            ] {
                let apart = (lightness(palette.ink(over)) - lightness(palette.ink(under))).abs();
                assert!(apart > 35.0, "{over:?} on {under:?}: {apart}");
            }
        }
    }
}
