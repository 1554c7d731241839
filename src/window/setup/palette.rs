//! The tools that draw ground: the name, the key, and a sample of each.

use egui::{Key, Modifiers};

use super::Tool;
use crate::painter::Layer;
use crate::state::new_sheet;
use crate::texts::{ground, setup as texts};
use scenario::features::line_kind_name;
use scenario::geojson::{AREA_KINDS, LINE_KINDS};
use scenario::{Draft, Edit};
use table::Vec2;
use table::ground::{AreaKind, CrossingKind, Ground, LineKind};

/// A tool with a sample of its ground.
#[derive(Debug)]
pub struct Sample {
    pub tool: Tool,
    /// `None` if it draws no ground.
    pub ground: Option<Ground>,
    pub layer: Layer,
    pub number: u64,
}

/// Width and height of a sample, in inches.
pub const SAMPLE: Vec2 = Vec2::new(4.0, 2.6);

/// All tools, in the order in which they are shown.
fn tools() -> Vec<Tool> {
    let areas = AREA_KINDS.into_iter().map(Tool::Area);
    let lines = LINE_KINDS.into_iter().map(Tool::Line);
    let crossings = [CrossingKind::Bridge, CrossingKind::Ford].map(Tool::Crossing);
    areas.chain(lines).chain(crossings).chain([Tool::Label, Tool::Objective, Tool::Entry]).collect()
}

/// The palette: each tool with a sample.
pub fn samples(rules: &str) -> Vec<Sample> {
    let sample = |tool: Tool| {
        let ground = ground_of(rules, &tool);
        Sample { ground, tool, layer: Layer::new(1), number: new_sheet() }
    };
    tools().into_iter().map(sample).collect()
}

/// A small table on which a tool has been used.
fn ground_of(rules: &str, tool: &Tool) -> Option<Ground> {
    let size = SAMPLE + 4.0;
    let mut draft = Draft::empty("sample", "", rules, size);
    let middle = size / 2.0;
    let course = |bend: f32| {
        let at = |x: f32, y: f32| middle + Vec2::new(x, y);
        vec![at(-4.0, -bend), at(-1.0, bend), at(1.0, -bend), at(4.0, bend)]
    };
    let ring = |wide: f32, high: f32| -> Vec<Vec2> {
        let corner = |step: u8| Vec2::from_angle(f32::from(step) * std::f32::consts::TAU / 10.0);
        (0..10).map(|step| middle + corner(step) * Vec2::new(wide, high)).collect()
    };
    let square = |wide: f32, high: f32| -> Vec<Vec2> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| middle + Vec2::new(x * wide, y * high))
            .into()
    };
    let edits = match tool {
        Tool::Area(kind @ (AreaKind::Village | AreaKind::Buildings)) => {
            vec![Edit::add_area(*kind, square(1.5, 0.9))]
        }
        Tool::Area(kind @ (AreaKind::Plough | AreaKind::Garden | AreaKind::Earthwork)) => {
            vec![Edit::add_area(*kind, square(1.9, 1.2))]
        }
        Tool::Area(kind) => vec![Edit::add_area(*kind, ring(1.8, 1.2))],
        Tool::Line(kind) => vec![Edit::add_line(*kind, course(0.5))],
        Tool::Crossing(kind) => {
            vec![Edit::add_line(LineKind::River, course(0.2)), Edit::add_crossing(*kind, middle)]
        }
        Tool::Hand
        | Tool::Place(_)
        | Tool::Deploy(_)
        | Tool::Label
        | Tool::Objective
        | Tool::Entry
        | Tool::PicturePoint(_) => return None,
    };
    for edit in edits {
        draft.edit(edit).ok()?;
    }
    Some(draft.scenario().ground.clone())
}

/// The name of a tool.
pub fn name(tool: &Tool) -> String {
    match tool {
        Tool::Area(kind) => ground::area(*kind).to_owned(),
        Tool::Line(kind) => line_kind_name(*kind).to_owned(),
        Tool::Crossing(kind) => ground::crossing(*kind).to_owned(),
        Tool::Label => texts::MAP_NAME.to_owned(),
        Tool::Objective => texts::OBJECTIVE.to_owned(),
        Tool::Entry => texts::ENTRY.to_owned(),
        Tool::Hand | Tool::Place(_) | Tool::Deploy(_) | Tool::PicturePoint(_) => String::new(),
    }
}

/// The effect of a tool.
pub fn hint(tool: &Tool) -> &'static str {
    match tool {
        Tool::Area(_) => texts::AREA_HINT,
        Tool::Line(_) => texts::LINE_HINT,
        Tool::Crossing(_) => texts::CROSSING_HINT,
        Tool::Label => texts::MAP_NAME_HINT,
        Tool::Objective => texts::OBJECTIVE_HINT,
        Tool::Entry => texts::ENTRY_HINT,
        Tool::Hand | Tool::Place(_) | Tool::Deploy(_) | Tool::PicturePoint(_) => "",
    }
}

/// The key that takes it in hand, with Shift if needed.
pub fn keys(tool: &Tool) -> Option<(Modifiers, Key)> {
    let plain = |key| Some((Modifiers::NONE, key));
    let shifted = |key| Some((Modifiers::SHIFT, key));
    match tool {
        Tool::Area(kind) => plain(match kind {
            AreaKind::Woods => Key::Num1,
            AreaKind::Hill => Key::Num2,
            AreaKind::Slope => Key::Num3,
            AreaKind::Village => Key::Num4,
            AreaKind::Buildings => Key::Num5,
            AreaKind::Garden => Key::Num6,
            AreaKind::Orchard => Key::Num7,
            AreaKind::Plough => Key::Num8,
            AreaKind::Marsh => Key::Num9,
            AreaKind::Mud => Key::Num0,
            AreaKind::Brush => Key::U,
            AreaKind::Rocks => Key::K,
            AreaKind::Water => Key::A,
            AreaKind::Cliff => Key::C,
            AreaKind::Earthwork => Key::M,
        }),
        Tool::Line(kind) => plain(match kind {
            LineKind::Stream => Key::S,
            LineKind::River => Key::I,
            LineKind::PavedRoad => Key::R,
            LineKind::Lane => Key::T,
            LineKind::SunkenRoad => Key::D,
            LineKind::Wall => Key::W,
            LineKind::Hedge => Key::G,
            LineKind::Fence => Key::V,
            LineKind::Abatis => Key::X,
            LineKind::Pit => Key::P,
            LineKind::Crest => Key::Y,
        }),
        Tool::Crossing(CrossingKind::Bridge) => shifted(Key::B),
        Tool::Crossing(_) => shifted(Key::F),
        Tool::Label => shifted(Key::N),
        Tool::Objective => shifted(Key::O),
        Tool::Entry => shifted(Key::I),
        Tool::Hand | Tool::Place(_) | Tool::Deploy(_) | Tool::PicturePoint(_) => None,
    }
}

/// The tool of the palette whose key was pressed.
pub fn pressed(press: impl Fn(Modifiers, Key) -> bool) -> Option<Tool> {
    let mut tools = tools();
    // Those with Shift first: a plain key also matches with Shift held.
    tools.sort_by_key(|tool| keys(tool).is_none_or(|(modifiers, _)| !modifiers.shift));
    tools.into_iter().find(|tool| keys(tool).is_some_and(|(modifiers, key)| press(modifiers, key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_its_name_and_a_key_of_its_own() {
        let mut taken = Vec::new();
        for tool in tools() {
            assert!(!name(&tool).is_empty() && !hint(&tool).is_empty(), "{tool:?}");
            let (modifiers, key) = keys(&tool).unwrap_or_else(|| panic!("{tool:?} has no key"));
            let keys = (modifiers.shift, key);
            assert!(!taken.contains(&keys), "{tool:?} has the key of another: {keys:?}");
            // Nor those that turn what is in hand, show what lies below, or see to the table with Alt: a slip would draw.
            let seeing = [Key::Q, Key::E, Key::F, Key::N, Key::H, Key::L, Key::B];
            assert!(modifiers.shift || !seeing.contains(&key), "{tool:?}");
            taken.push(keys);
        }
        let drawn = samples("").into_iter().filter(|sample| sample.ground.is_some()).count();
        assert_eq!(drawn, 28, "every area, line and crossing has its picture");
    }
}
