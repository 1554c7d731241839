//! Names and effects of the tools of the map editor.

const KINDS: &str = "Click hexes, or draw over them";
const WATERS: &str = "Click the hexside, or draw along it; again takes it off";
const WAYS: &str = "Draw from hex to hex; with Shift takes it up";

pub const LOOK: [&str; 2] = ["Look", "Click a hex to read it; drag to move the sheet"];
pub const CLEAR: [&str; 2] = ["Clear", KINDS];
pub const FOREST: [&str; 2] = ["Forest", KINDS];
pub const ROUGH: [&str; 2] = ["Rough", KINDS];
pub const TOWN: [&str; 2] = ["Town", KINDS];
pub const MARSH: [&str; 2] = ["Marsh", KINDS];
pub const NAME: [&str; 2] = [super::shared::NAME, "Click a hex and write what it is called"];
pub const UNITS: [&str; 2] =
    ["Units", "Drag a counter to where it begins, or click it, or its line below, and then a hex"];
pub const STREAM: [&str; 2] = ["Stream", WATERS];
pub const BRIDGE: [&str; 2] = ["Bridge", "Click the hexside; again takes it off"];
pub const SLOPE: [&str; 2] = ["Slope", "Click the hexside from its upper hex; again takes it off"];
pub const RIVER: [&str; 2] = ["River", WATERS];
pub const TRAIL: [&str; 2] = ["Trail", WAYS];
pub const ROAD: [&str; 2] = ["Road", WAYS];
pub const ERASER: [&str; 2] = ["Eraser", "On a hexside: bare it. In a hex: clear ground, without a name"];
