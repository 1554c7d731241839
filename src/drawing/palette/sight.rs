//! Palettes for reduced or no colour vision: the differences from the usual palette in the same light.
//!
//! The armies, and the inks of verdicts, are at least 20 apart in CIEDE2000 as these eyes see them. For eyes that see no colour
//! there are at most four greys so far apart: there two armies that fight side by side may share one (Prussians and those
//! without a colour of their own; Austrians and Spaniards), the paper is white, or black, and the third verdict has a
//! contrast of 3.8 instead of 4.5.

use super::{Colour, Light, Part};
use crate::mark::{ArmyColour, Ink};

/// The kind of colour vision that a palette is for.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Sight {
    /// Full colour vision, or nearly so.
    #[default]
    Full,
    /// No red, no green, no blue; no colour at all.
    Protanopia,
    Deuteranopia,
    Tritanopia,
    Achromatopsia,
}

impl Sight {
    pub const ALL: [Self; 5] =
        [Self::Full, Self::Protanopia, Self::Deuteranopia, Self::Tritanopia, Self::Achromatopsia];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "All colours",
            Self::Protanopia => "Without red (protanopia)",
            Self::Deuteranopia => "Without green (deuteranopia)",
            Self::Tritanopia => "Without blue (tritanopia)",
            Self::Achromatopsia => "Without colour (achromatopsia)",
        }
    }
}

/// The inks of verdicts: good, bad, and close.
const fn verdicts(sight: Sight, light: Light) -> Option<[u32; 3]> {
    match (sight, light) {
        (Sight::Full, _) => None,
        (Sight::Protanopia, Light::Day | Light::Print) => Some([0x0000_685e, 0x006b_0000, 0x0088_5800]),
        (Sight::Protanopia, Light::Night) => Some([0x005d_d0bb, 0x00ff_785b, 0x00ff_e37f]),
        (Sight::Deuteranopia, Light::Day | Light::Print) => Some([0x0000_685d, 0x0054_0300, 0x0082_5700]),
        (Sight::Deuteranopia, Light::Night) => Some([0x0061_cca0, 0x00db_8bc8, 0x00ff_e183]),
        (Sight::Tritanopia, Light::Day | Light::Print) => Some([0x0000_675b, 0x008c_1910, 0x006a_6119]),
        (Sight::Tritanopia, Light::Night) => Some([0x0063_cea1, 0x00ff_8065, 0x00ff_e18e]),
        (Sight::Achromatopsia, Light::Day | Light::Print) => Some([0x0048_4848, 0x0000_0000, 0x007f_7f7f]),
        (Sight::Achromatopsia, Light::Night) => Some([0x00a9_a9a9, 0x00ff_ffff, 0x006f_6f6f]),
    }
}

/// The blocks of the armies; `None` for those of the usual palette.
pub(super) const fn block(sight: Sight, colour: ArmyColour) -> Option<u32> {
    let [blue, red, grey, green, white, yellow] = match sight {
        Sight::Full => return None,
        Sight::Protanopia => [0x0023_519b, 0x00e2_8876, 0x002d_343c, 0x0053_7110, 0x00f7_eedb, 0x00ef_c44b],
        Sight::Deuteranopia => [0x0026_5198, 0x00cc_8785, 0x0030_2f32, 0x0058_7627, 0x00ff_ffee, 0x00ec_c757],
        Sight::Tritanopia => [0x0012_33a1, 0x00df_755c, 0x0038_3233, 0x0060_7828, 0x00db_e0d3, 0x00e9_cc67],
        Sight::Achromatopsia => {
            [0x0000_1137, 0x00c3_7163, 0x004d_535c, 0x004c_5727, 0x00ff_ffff, 0x00f9_e093]
        }
    };
    Some(match colour {
        ArmyColour::Blue => blue,
        ArmyColour::Red => red,
        ArmyColour::Grey => grey,
        ArmyColour::Green => green,
        ArmyColour::White => white,
        ArmyColour::Yellow => yellow,
    })
}

/// The lettering on such a block: black or white, whichever has more contrast.
fn on_block(sight: Sight, colour: ArmyColour) -> Option<Colour> {
    let block = Colour::rgb(block(sight, colour)?);
    let [black, white] = [0, 0x00ff_ffff].map(Colour::rgb);
    Some(if block.contrast(black) > block.contrast(white) { black } else { white })
}

/// An ink that differs for these eyes; `None` if it is that of the usual palette.
pub(super) fn ink(sight: Sight, light: Light, ink: Ink) -> Option<Colour> {
    let [good, bad, close] = verdicts(sight, light)?;
    let none = sight == Sight::Achromatopsia;
    let paper = if light != Light::Night { 0x00ff_ffff } else { 0x000a_0a0a };
    match ink {
        Ink::Reach | Ink::Lit | Ink::ReachLine => reach(sight, light, ink),
        Ink::Good => Some(Colour::rgb(good)),
        Ink::Bad | Ink::Attack => Some(Colour::rgb(bad)),
        Ink::Close => Some(Colour::rgb(close)),
        Ink::GoodWash => Some(Colour::wash(good, 58)),
        Ink::BadWash => Some(Colour::wash(bad, 56)),
        Ink::Block(colour) => block(sight, colour).map(Colour::rgb),
        Ink::NameOnBlock(colour) => on_block(sight, colour),
        Ink::OnBlock(colour) => on_block(sight, colour).map(|line| Colour { alpha: 150, ..line }),
        Ink::ZoneOf(colour) => zone_of(sight, light, colour),
        Ink::ZoneWash(colour) => {
            zone_of(sight, light, colour).map(|zone| Colour { alpha: super::inks::ZONE_WASH, ..zone })
        }
        // The usual ink has the grey of the good verdict.
        Ink::Command if none && light == Light::Night => Some(Colour::rgb(0x008c_8c8c)),
        Ink::Paper if none => Some(Colour::rgb(paper)),
        Ink::Halo if none => Some(Colour::wash(paper, 235)),
        _ => None,
    }
}

/// Where a stand may end, certainly and with luck. Eyes without red or green distinguish blue and yellow; those without blue
/// green and red; for those without colour, the part that needs luck is dotted.
fn reach(sight: Sight, light: Light, ink: Ink) -> Option<Colour> {
    let ((wash, opacity), (lit, glow), line) = match (sight, light) {
        (Sight::Full, _) => return None,
        (Sight::Protanopia | Sight::Deuteranopia, Light::Day | Light::Print) => {
            ((0x003a_66c8, 85), (0x00f0_d000, 80), 0x001c_3f88)
        }
        (Sight::Protanopia | Sight::Deuteranopia, Light::Night) => {
            ((0x004a_7cf0, 60), (0x00ff_e060, 66), 0x0094_b8ff)
        }
        (Sight::Tritanopia, Light::Day | Light::Print) => ((0x0038_b8c0, 70), (0x006a_4020, 95), 0x0015_6a56),
        (Sight::Tritanopia, Light::Night) => ((0x0060_dce0, 55), (0x00ff_ecb0, 80), 0x0070_d8bc),
        (Sight::Achromatopsia, Light::Day | Light::Print) => ((0, 84), (0, 20), 0x0030_3030),
        (Sight::Achromatopsia, Light::Night) => ((0x00ff_ffff, 80), (0x00ff_ffff, 24), 0x00e0_e0e0),
    };
    match ink {
        Ink::Reach => Some(Colour::wash(wash, opacity)),
        Ink::Lit => Some(Colour::wash(lit, glow)),
        _ => Some(Colour::rgb(line)),
    }
}

/// The line of a zone, darkened or lightened until it is visible on the paper.
fn zone_of(sight: Sight, light: Light, colour: ArmyColour) -> Option<Colour> {
    let (toward, share) = if light != Light::Night { (0, 0.15) } else { (0x00ff_ffff, 0.5) };
    block(sight, colour).map(|block| Colour::rgb(block).mixed(Colour::rgb(toward), share))
}

/// A part of the window that differs for these eyes: verdicts have the same inks there.
pub(super) fn part(sight: Sight, light: Light, part: Part) -> Option<Colour> {
    let [_, bad, _] = verdicts(sight, light)?;
    let none = sight == Sight::Achromatopsia;
    match part {
        // Eyes without red see it darker.
        Part::Refused if sight == Sight::Protanopia && light == Light::Night => {
            Some(Colour::rgb(bad).mixed(Colour::rgb(0x00ff_ffff), 0.25))
        }
        Part::Refused => Some(Colour::rgb(bad)),
        Part::Card if none => {
            Some(Colour::rgb(if light != Light::Night { 0x00ff_ffff } else { 0x000a_0a0a }))
        }
        _ => None,
    }
}
