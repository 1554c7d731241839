//! What a click on the map does: the tools of the editor, each with its words and its key.

use egui::Key;

use crate::app::facts::Facts;
use crate::hexes::{HexKind, Mark};

/// What a click on the map does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Chooses a hex; dragging moves the sheet.
    #[default]
    Look,
    /// Hexes become of this kind.
    Kind(HexKind),
    Name,
    /// Where units begin, and the places of the rules.
    Units,
    /// A river, stream, bridge or slope on a hexside.
    Side(Mark),
    /// A road or trail from hex to hex.
    Way(Mark),
    Eraser,
}

impl Tool {
    /// In the order in which they are shown.
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

    /// What it is called, what it does, and its key.
    pub const fn facts(self) -> Facts {
        const fn of(text: &'static str, tooltip: &'static str, key: Key) -> Facts {
            Facts { text, tooltip, shortcut: None }.key(key)
        }
        let kinds = "Click hexes, or draw over them";
        match self {
            Self::Look => of("Look", "Click a hex to read it; drag to move the sheet", Key::V),
            Self::Kind(HexKind::Clear) => of("Clear", kinds, Key::Num1),
            Self::Kind(HexKind::Forest) => of("Forest", kinds, Key::Num2),
            Self::Kind(HexKind::Rough) => of("Rough", kinds, Key::Num3),
            Self::Kind(HexKind::Town) => of("Town", kinds, Key::Num4),
            Self::Kind(HexKind::Marsh) => of("Marsh", kinds, Key::Num5),
            Self::Name => of("Name", "Click a hex and write what it is called", Key::Num6),
            Self::Units => of(
                "Units",
                "Drag a counter to where it begins, or click it, or its line below, and then a hex",
                Key::U,
            ),
            Self::Side(Mark::Stream) => {
                of("Stream", "Click the hexside, or draw along it; again takes it off", Key::Num8)
            }
            Self::Side(Mark::Bridge) => of("Bridge", "Click the hexside; again takes it off", Key::Num9),
            Self::Side(Mark::Slope) => {
                of("Slope", "Click the hexside from its upper hex; again takes it off", Key::Num0)
            }
            Self::Side(_) => {
                of("River", "Click the hexside, or draw along it; again takes it off", Key::Num7)
            }
            Self::Way(Mark::Trail) => of("Trail", "Draw from hex to hex; with Shift takes it up", Key::T),
            Self::Way(_) => of("Road", "Draw from hex to hex; with Shift takes it up", Key::R),
            Self::Eraser => {
                of("Eraser", "On a hexside: bare it. In a hex: clear ground, without a name", Key::X)
            }
        }
    }

    /// Whether it is about hexsides.
    pub const fn is_of_sides(self) -> bool {
        matches!(self, Self::Side(_) | Self::Way(_) | Self::Eraser)
    }
}
