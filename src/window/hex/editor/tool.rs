//! The tools of the map editor, each with its words and its key.

use egui::Key;

use crate::facts::Facts;
use crate::texts::map_tools as texts;
use hexes::{HexKind, Mark};

/// The effect of a click on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Chooses a hex; dragging moves the sheet.
    #[default]
    Look,
    /// Hexes become of this kind.
    Kind(HexKind),
    Name,
    /// Starts of units, and the named places of the rules.
    Units,
    /// A river, stream, bridge or slope on a hexside.
    Side(Mark),
    /// A road or trail from hex to hex.
    Way(Mark),
    Eraser,
}

impl Tool {
    /// In the order of the palette.
    pub const ALL: [Self; 15] = [
        Self::Look,
        Self::Kind(HexKind::Clear),
        Self::Kind(HexKind::Forest),
        Self::Kind(HexKind::Rough),
        Self::Kind(HexKind::Town),
        Self::Kind(HexKind::Marsh),
        Self::Name,
        Self::Units,
        Self::Side(Mark::River),
        Self::Side(Mark::Stream),
        Self::Side(Mark::Bridge),
        Self::Side(Mark::Slope),
        Self::Way(Mark::Road),
        Self::Way(Mark::Trail),
        Self::Eraser,
    ];

    /// Its name, its effect, and its key.
    pub const fn facts(self) -> Facts {
        const fn of([text, tooltip]: [&'static str; 2], key: Key) -> Facts {
            Facts { text, tooltip, shortcut: None }.key(key)
        }
        match self {
            Self::Look => of(texts::LOOK, Key::V),
            Self::Kind(HexKind::Clear) => of(texts::CLEAR, Key::Num1),
            Self::Kind(HexKind::Forest) => of(texts::FOREST, Key::Num2),
            Self::Kind(HexKind::Rough) => of(texts::ROUGH, Key::Num3),
            Self::Kind(HexKind::Town) => of(texts::TOWN, Key::Num4),
            Self::Kind(HexKind::Marsh) => of(texts::MARSH, Key::Num5),
            Self::Name => of(texts::NAME, Key::Num6),
            Self::Units => of(texts::UNITS, Key::U),
            Self::Side(Mark::Stream) => of(texts::STREAM, Key::Num8),
            Self::Side(Mark::Bridge) => of(texts::BRIDGE, Key::Num9),
            Self::Side(Mark::Slope) => of(texts::SLOPE, Key::Num0),
            Self::Side(_) => of(texts::RIVER, Key::Num7),
            Self::Way(Mark::Trail) => of(texts::TRAIL, Key::T),
            Self::Way(_) => of(texts::ROAD, Key::R),
            Self::Eraser => of(texts::ERASER, Key::X),
        }
    }

    /// Does it apply to hexsides?
    pub const fn is_of_sides(self) -> bool {
        matches!(self, Self::Side(_) | Self::Way(_) | Self::Eraser)
    }
}
