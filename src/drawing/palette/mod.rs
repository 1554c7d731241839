//! Palettes: a colour for every ink and for every part of the window, by day and by candle, for all kinds of colour vision.
//! Tests in `eyes` check that they are distinguishable and legible.

#[cfg(test)]
mod eyes;
mod inks;
mod parts;
mod sight;

pub use sight::Sight;

use super::mark::{ArmyColour, Ink};

/// A colour of the sRGB space, eight bits a channel; `alpha` is straight: 0 is transparent, 255 opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    pub alpha: u8,
}

impl Colour {
    /// An opaque colour, written `0x00rr_ggbb`.
    pub const fn rgb(hex: u32) -> Self {
        Self::wash(hex, 255)
    }

    /// The colour with this opacity.
    pub const fn wash(hex: u32, alpha: u8) -> Self {
        Self { red: (hex >> 16) as u8, green: (hex >> 8) as u8, blue: hex as u8, alpha }
    }

    /// A mixture with another colour: `share` of it, 0 to 1, for each stored channel separately.
    #[must_use]
    pub fn mixed(self, other: Self, share: f32) -> Self {
        let channel = |a: u8, b: u8| ((1.0 - share) * f32::from(a) + share * f32::from(b)).round() as u8;
        Self {
            red: channel(self.red, other.red),
            green: channel(self.green, other.green),
            blue: channel(self.blue, other.blue),
            alpha: channel(self.alpha, other.alpha),
        }
    }

    /// Red, green and blue as amounts of light, 0 to 1.
    pub fn linear(self) -> [f32; 3] {
        [self.red, self.green, self.blue].map(|stored| {
            let stored = f32::from(stored) / 255.0;
            if stored <= 0.04045 { stored / 12.92 } else { ((stored + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// The contrast of the two, as used for lettering: 1 to 21 (WCAG 2).
    pub fn contrast(self, other: Self) -> f32 {
        let light = |colour: Self| {
            let [red, green, blue] = colour.linear();
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (a, b) = (light(self), light(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// The light in which the map and the window are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// An engraving on cream paper, coloured by hand.
    Day,
    /// The same sheet by candle, with light lines.
    Night,
    /// Black ink on white paper, with pale washes: needs little toner when printed at home.
    Print,
}

/// The colours in a light, for a kind of colour vision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub light: Light,
    pub sight: Sight,
}

/// The parts of a window with a colour of their own, besides the inks of drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Behind panels; dialogs; every other row of a list; fields to type in and charts.
    Panel,
    Dialog,
    Faint,
    Field,
    /// Words; words that matter less.
    Words,
    Weak,
    /// The line round a panel or a button.
    Frame,
    /// Buttons: at rest, under the pointer, pressed.
    Rest,
    Hovered,
    Pressed,
    /// The one button that continues the game, and its lettering.
    Accent,
    OnAccent,
    /// Selected or marked text, and its lettering: a shade of the accent, not of the map.
    Chosen,
    OnChosen,
    /// A refusal; a warning; a link.
    Refused,
    Warning,
    Link,
    /// Behind cards, and the line round them.
    Card,
    CardLine,
    /// Bars of odds.
    Bar,
}

/// Least contrast by which a stand or its frame is distinguished from the ground.
const TOLD: f32 = 3.0;

/// Least contrast of a line in a chart.
const CHARTED: f32 = 3.2;

impl Palette {
    /// For eyes that see all colours.
    pub const DAY: Self = Self { light: Light::Day, sight: Sight::Full };
    pub const NIGHT: Self = Self { light: Light::Night, sight: Sight::Full };
    /// For the printer.
    pub const PRINT: Self = Self { light: Light::Print, sight: Sight::Full };

    /// For all eyes, in both lights of the window.
    pub fn all() -> impl Iterator<Item = Self> {
        let lights = [Light::Day, Light::Night].into_iter();
        lights.flat_map(|light| Sight::ALL.map(|sight| Self { light, sight }))
    }

    /// The colour of an ink.
    pub fn ink(self, ink: Ink) -> Colour {
        if let Ink::Frame(colour) = ink {
            return self.frame(colour);
        }
        sight::ink(self.sight, self.light, ink).unwrap_or_else(|| match self.light {
            Light::Day => inks::day(ink),
            Light::Night => inks::night(ink),
            Light::Print => inks::print(ink),
        })
    }

    /// The frame of a block of this army: dark, or light if block and frame would be as dark as the paper.
    fn frame(self, colour: ArmyColour) -> Colour {
        let paper = self.ink(Ink::Paper);
        let [dark, light] = [Ink::BlockLine, Ink::Plate].map(|ink| self.ink(ink));
        let stands_out = |one: Colour| one.contrast(paper) >= TOLD;
        if stands_out(dark) || stands_out(self.ink(Ink::Block(colour))) { dark } else { light }
    }

    /// The colour of a part of the window; all of them are opaque.
    pub fn part(self, part: Part) -> Colour {
        sight::part(self.sight, self.light, part).unwrap_or_else(|| match self.light {
            // A window is never printed.
            Light::Day | Light::Print => parts::day(part),
            Light::Night => parts::night(part),
        })
    }

    /// The colour of an army on a card or a dialog: a pale block on pale paper, or a dark one by night, is shifted towards
    /// the colour of the lettering until its line is visible.
    pub fn chart(self, colour: ArmyColour) -> Colour {
        let (ground, words) = (self.part(Part::Card), self.ink(Ink::Line));
        let block = self.ink(Ink::Block(colour));
        let mixed = |part: u8| block.mixed(words, f32::from(part) / 10.0);
        (0..10).map(mixed).find(|line| line.contrast(ground) >= CHARTED).unwrap_or(words)
    }
}
