//! The colour of every ink, by day and by candle. Tests in `eyes` check that they are distinguishable and legible.

use super::Colour;
use crate::mark::{ArmyColour, Ink};

const fn rgb(hex: u32) -> Colour {
    Colour::rgb(hex)
}

const fn wash(hex: u32, alpha: u8) -> Colour {
    Colour::wash(hex, alpha)
}

/// Daylight: an engraving on cream paper, coloured by hand with the pigments of the time: gamboge and ochre for heights, sap
/// green for woods, Prussian blue for waters, brick and carmine for houses; verdigris, red lead, and purple mixed of carmine
/// and blue for overlays.
pub(super) fn day(ink: Ink) -> Colour {
    match ink {
        Ink::Desk => rgb(0x00d8_cbb0),
        Ink::Paper => rgb(0x00f8_f2e1),
        Ink::Line | Ink::OnPlate => rgb(0x002b_2418),
        Ink::FaintLine => wash(0x0052_4630, 120),
        Ink::Name => rgb(0x003a_2f1e),
        Ink::Halo => wash(0x00f6_efdc, 225),
        Ink::Height => wash(0x00c0_9a58, 38),
        Ink::Hachure => wash(0x0052_3c20, 190),
        Ink::Woods => wash(0x0084_9a5e, 105),
        Ink::WoodsLine => rgb(0x0053_6436),
        Ink::Water => rgb(0x00a9_c4cc),
        Ink::WaterLine => rgb(0x004f_7f92),
        Ink::Road => rgb(0x00fb_f7ea),
        Ink::RoadCase => rgb(0x005e_4a30),
        Ink::Lane => rgb(0x0094_7c58),
        Ink::Wall => rgb(0x0046_3a2a),
        Ink::Hedge => rgb(0x0056_6c3a),
        Ink::Building => rgb(0x00b2_5c46),
        Ink::BuildingLine => rgb(0x0058_2418),
        Ink::Village => wash(0x00c4_8a6a, 95),
        Ink::Garden => wash(0x00a3_b27a, 110),
        Ink::Plough => wash(0x008a_6c3c, 130),
        Ink::Marsh => wash(0x004f_7f8a, 170),
        Ink::Rocks => wash(0x006a_6460, 150),
        Ink::Grid => wash(0x0052_4630, 44),
        Ink::Objective => rgb(0x007a_2216),
        Ink::Block(colour) => block(colour),
        Ink::OnBlock(colour) => on_block(colour),
        Ink::NameOnBlock(colour) => name_on_block(colour),
        Ink::BlockLine => rgb(0x0018_140e),
        Ink::Frame(_) => day(Ink::BlockLine),
        Ink::Plate => rgb(0x00fd_f9ee),
        Ink::Pip => rgb(0x00ff_fbf0),
        Ink::PipLost => wash(0x0014_100a, 110),
        Ink::Shadow => wash(0x0020_180c, 70),
        Ink::Spent => wash(0x00f6_efdc, 120),
        Ink::Faded => wash(0x00f6_efdc, 78),
        Ink::Active => rgb(0x00ec_a400),
        Ink::Selected => rgb(0x0006_6b5c),
        Ink::Good => rgb(0x0000_665a),
        Ink::Bad => rgb(0x008c_1a10),
        Ink::Close => rgb(0x008e_5f00),
        Ink::GoodWash => wash(0x0000_8a7a, 58),
        Ink::BadWash => wash(0x00b0_2a18, 52),
        Ink::Reach => wash(0x001f_9a86, 76),
        Ink::ReachLine => rgb(0x0015_6a56),
        Ink::Zone => wash(0x0090_3038, 26),
        Ink::ZoneLine => wash(0x0090_3038, 120),
        Ink::Way => rgb(0x0014_305e),
        Ink::Stain => wash(0x009a_7440, 13),
        Ink::PaperEdge => wash(0x008a_5f28, 36),
        Ink::WaterName => rgb(0x0024_566c),
        Ink::HillName => rgb(0x0066_471f),
        Ink::HeightShade => wash(0x008a_6430, 74),
        Ink::HachureLit => wash(0x0068_5234, 120),
        Ink::Tree => rgb(0x0095_ab6c),
        Ink::ZoneOf(colour) => zone_of(colour, false),
        Ink::ZoneWash(colour) => Colour { alpha: ZONE_WASH, ..zone_of(colour, false) },
        Ink::Command => rgb(0x004f_2c58),
        Ink::CommandWash => wash(0x004f_2c58, 22),
        Ink::Threat => rgb(0x00b4_4618),
        Ink::ThreatWash => wash(0x00b8_4a1c, 46),
        Ink::Ruler => rgb(0x001a_2c4a),
        Ink::WaterRipple => wash(0x004f_7f92, 120),
        Ink::HexLine => wash(0x0052_4024, 92),
        Ink::HexNumber => wash(0x0042_341e, 225),
        Ink::Rough => wash(0x00a8_8a58, 70),
        Ink::RoughMark => wash(0x005c_4624, 200),
        Ink::Lit => wash(0x00f0_bc00, 72),
        Ink::Owed => rgb(0x00ff_d24a),
        Ink::OnOwed => rgb(0x0018_140e),
        Ink::Attack => rgb(0x008c_1a10),
    }
}

/// By candle: the same sheet, dimmed, with light lines.
pub(super) fn night(ink: Ink) -> Colour {
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
        Ink::WoodsLine => rgb(0x0024_301c),
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
        Ink::Objective => rgb(0x00e8_a58c),
        Ink::Block(colour) => block(colour),
        Ink::OnBlock(colour) => on_block(colour),
        Ink::NameOnBlock(colour) => name_on_block(colour),
        Ink::BlockLine => rgb(0x000c_0a07),
        Ink::Frame(_) => night(Ink::BlockLine),
        Ink::Plate => rgb(0x00f2_ead6),
        Ink::OnPlate => rgb(0x001c_170e),
        Ink::Pip => rgb(0x00ff_fbf0),
        Ink::PipLost => wash(0x0008_0604, 130),
        Ink::Shadow => wash(0x0000_0000, 110),
        Ink::Spent => wash(0x0039_342a, 120),
        Ink::Faded => wash(0x0039_342a, 110),
        Ink::Active => rgb(0x00ff_cc44),
        Ink::Selected => rgb(0x0046_c4d8),
        Ink::Good => rgb(0x0064_d0a4),
        Ink::Bad => rgb(0x00ff_7f64),
        Ink::Close => rgb(0x00ff_e08c),
        Ink::GoodWash => wash(0x004a_c890, 60),
        Ink::BadWash => wash(0x00ff_6a4a, 60),
        Ink::Reach => wash(0x0056_c8aa, 60),
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
        Ink::ZoneOf(colour) => zone_of(colour, true),
        Ink::ZoneWash(colour) => Colour { alpha: ZONE_WASH, ..zone_of(colour, true) },
        Ink::Command => rgb(0x00b8_98d8),
        Ink::CommandWash => wash(0x00c4_a8dc, 22),
        Ink::Threat => rgb(0x00ff_d8c0),
        Ink::ThreatWash => wash(0x00ff_a070, 44),
        Ink::Ruler => rgb(0x00f4_ecd4),
        Ink::WaterRipple => wash(0x0078_a6b6, 110),
        Ink::HexLine => wash(0x00e0_d0ac, 62),
        Ink::HexNumber => wash(0x00f0_e4c6, 195),
        Ink::Rough => wash(0x009a_6a48, 54),
        Ink::RoughMark => wash(0x00d0_b880, 150),
        Ink::Lit => wash(0x00ff_dc50, 62),
        Ink::Owed => rgb(0x00ff_d24a),
        Ink::OnOwed => rgb(0x0018_140e),
        Ink::Attack => rgb(0x00ff_7f64),
    }
}

/// For the printer: black on white, washes that only tint the paper, and no inks for paper, stains or light. Other inks
/// are as by day.
pub(super) fn print(ink: Ink) -> Colour {
    match ink {
        Ink::Desk | Ink::Paper | Ink::Plate | Ink::Pip | Ink::Road => rgb(0x00ff_ffff),
        Ink::Line | Ink::Name | Ink::BlockLine | Ink::Frame(_) | Ink::OnPlate | Ink::NameOnBlock(_) => rgb(0),
        Ink::Stain | Ink::PaperEdge | Ink::Shadow => wash(0x00ff_ffff, 0),
        Ink::Halo => wash(0x00ff_ffff, 235),
        Ink::FaintLine => wash(0, 110),
        Ink::PipLost => wash(0, 150),
        Ink::Spent => wash(0x00ff_ffff, 120),
        Ink::Faded => wash(0x00ff_ffff, 78),
        Ink::Block(colour) => printed_block(colour),
        Ink::OnBlock(_) => wash(0, 130),
        Ink::Height => wash(0x00b0_8a4c, 26),
        Ink::HeightShade => wash(0x008a_6430, 40),
        Ink::Woods => wash(0x0084_9a5e, 70),
        Ink::Water => rgb(0x00cf_e0e6),
        Ink::Rough => wash(0x00a8_8a58, 44),
        other => day(other),
    }
}

/// Colours of the armies on paper: tints, also distinguished by their lightness.
fn printed_block(colour: ArmyColour) -> Colour {
    match colour {
        ArmyColour::Blue => rgb(0x008f_b0e6),
        ArmyColour::Red => rgb(0x00f4_b8a6),
        ArmyColour::Grey => rgb(0x0096_999e),
        ArmyColour::Green => rgb(0x00a9_c07c),
        ArmyColour::White => rgb(0x00ff_ffff),
        ArmyColour::Yellow => rgb(0x00fa_e9ac),
    }
}

/// Opacity of the wash of a zone: the ground shows through.
pub(super) const ZONE_WASH: u8 = 40;

/// The line round an army's zones: the army's colour, darkened or lightened until it is visible on the paper.
fn zone_of(colour: ArmyColour, dark: bool) -> Colour {
    let toward = rgb(if dark { 0x00ff_ffff } else { 0 });
    block(colour).mixed(toward, if dark { 0.5 } else { 0.15 })
}

/// Colours of the armies: distinguishable with reduced colour vision, and in greyscale by their lightness.
pub(super) fn block(colour: ArmyColour) -> Colour {
    match colour {
        ArmyColour::Blue => rgb(0x0024_509c),
        ArmyColour::Red => rgb(0x00e4_8068),
        ArmyColour::Grey => rgb(0x002a_2c31),
        ArmyColour::Green => rgb(0x005e_7828),
        ArmyColour::White => rgb(0x00f0_eadc),
        ArmyColour::Yellow => rgb(0x00ea_c458),
    }
}

fn name_on_block(colour: ArmyColour) -> Colour {
    match colour {
        ArmyColour::Blue | ArmyColour::Green | ArmyColour::Grey => rgb(0x00ff_fbf0),
        ArmyColour::Red | ArmyColour::White | ArmyColour::Yellow => rgb(0x0028_0c06),
    }
}

fn on_block(colour: ArmyColour) -> Colour {
    match colour {
        ArmyColour::Blue | ArmyColour::Green => wash(0x00ff_ffff, 150),
        ArmyColour::Grey => wash(0x00ff_ffff, 130),
        ArmyColour::Red | ArmyColour::White | ArmyColour::Yellow => wash(0x0028_0c06, 130),
    }
}
