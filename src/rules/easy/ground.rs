//! The ground as the game has changed it: bridges built and destroyed, earthworks thrown up.
//!
//! All readers of the ground must use [`terrain`](super::state::State::terrain), which is the scenario's ground with these
//! changes; the scenario's own ground is wrong once engineers have worked.
//!
//! Clauses: `easy:V.D.1`, `easy:V.D.3.a`. Units: inches.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use table::ground::{Area, AreaKind, Crossing, CrossingKind, Ground, Line};
use table::measure::nearest_point_of_line;
use table::terrain::Terrain;
use table::{Body, Pose, Vec2};

use super::tables::Lengths;

/// One lasting change of the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GroundChange {
    /// A bridge over the line with this id, at this point of it.
    BridgeBuilt { over: String, at: Vec2 },
    /// The bridge with this id is destroyed.
    BridgeDestroyed { bridge: String },
    /// Earthworks: hard cover over their whole outline, a square of [`Lengths::earthwork_side`] (`easy:II.D.3`).
    Earthworks { at: Pose },
    /// The earthworks with this id, built in this battle, are levelled.
    Levelled { works: String },
}

/// What the game has changed about the scenario's ground, in order. Serialises as the list of changes.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    list: Vec<GroundChange>,
    /// The ground with the changes; `None` without changes.
    terrain: Option<Arc<Terrain>>,
}

impl Serialize for Changes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

/// The ground with them is made by [`State::change_ground`](super::state::State::change_ground).
impl<'de> Deserialize<'de> for Changes {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self { list: Vec::deserialize(from)?, terrain: None })
    }
}

impl PartialEq for Changes {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn list(&self) -> &[GroundChange] {
        &self.list
    }

    /// The ground with the changes; `None` without changes.
    pub fn terrain(&self) -> Option<&Arc<Terrain>> {
        self.terrain.as_ref()
    }

    /// Adds a change, with the ground after it.
    pub fn push(&mut self, change: GroundChange, terrain: Arc<Terrain>) {
        self.list.push(change);
        self.terrain = Some(terrain);
    }
}

impl GroundChange {
    /// Appends new features, so that indices into areas and lines stay valid; only levelled earthworks shift the areas after
    /// them.
    pub fn apply(&self, ground: &mut Ground, lengths: Lengths) {
        match self {
            Self::BridgeBuilt { over, at } => {
                let Some(line) = ground.lines.iter().find(|line| line.id == *over) else { return };
                let name = if line.name.is_empty() { String::new() } else { format!("{} bridge", line.name) };
                let at = nearest_point_of_line(&line.points, *at);
                let id = free_id(ground, "bridge");
                let kind = CrossingKind::Bridge;
                ground.crossings.push(Crossing { id, name, kind, at, over: over.clone() });
            }
            Self::BridgeDestroyed { bridge } => ground.crossings.retain(|crossing| crossing.id != *bridge),
            Self::Earthworks { at } => {
                let outline = earthwork_body(lengths).placed(*at).corners().collect();
                let id = free_id(ground, "earthworks");
                let works = Area::plain(&id, AreaKind::Earthwork, outline);
                ground.areas.push(Area { name: "earthworks".into(), hard_cover: true, ..works });
            }
            Self::Levelled { works } => ground.areas.retain(|area| area.id != *works),
        }
    }

    /// The change in words: `a bridge over the Lasne is built`.
    pub fn say(&self, ground: &Ground) -> String {
        match self {
            Self::BridgeBuilt { over, .. } => {
                format!("A bridge is built over {}", say_line(ground, over))
            }
            Self::BridgeDestroyed { bridge } => {
                let name = say_bridge(ground, bridge);
                // It begins a line of the log.
                match name.strip_prefix("the ") {
                    Some(rest) => format!("The {rest} is destroyed"),
                    None => format!("{name} is destroyed"),
                }
            }
            Self::Earthworks { .. } => "Earthworks are finished".to_owned(),
            Self::Levelled { works } => match ground.areas.iter().find(|area| area.id == *works) {
                Some(area) => {
                    let at = area.polygon.iter().sum::<Vec2>() / area.polygon.len().max(1) as f32;
                    format!("The earthworks at {:.0}, {:.0} are levelled", at.x, at.y)
                }
                None => "Earthworks are levelled".to_owned(),
            },
        }
    }
}

/// The footprint of earthworks.
pub fn earthwork_body(lengths: Lengths) -> Body {
    Body::single(lengths.earthwork_side(), lengths.earthwork_side())
}

/// The line with this id, in words.
pub fn say_line(ground: &Ground, id: &str) -> String {
    let line: Option<&Line> = ground.lines.iter().find(|line| line.id == id);
    match line.map(|line| line.name.as_str()) {
        None | Some("") => "the stream".to_owned(),
        Some(name) => format!("the {}", name.trim_start_matches("the ")),
    }
}

/// The bridge or ford with this id, in words.
pub fn say_bridge(ground: &Ground, id: &str) -> String {
    let Some(crossing) = ground.crossings.iter().find(|crossing| crossing.id == id) else {
        return "the bridge".to_owned();
    };
    if crossing.name.is_empty() {
        format!("the bridge over {}", say_line(ground, &crossing.over))
    } else {
        crossing.name.clone()
    }
}

/// An unused id: `bridge-1`.
fn free_id(ground: &Ground, stem: &str) -> String {
    let taken = |id: &str| {
        ground.areas.iter().any(|area| area.id == id)
            || ground.lines.iter().any(|line| line.id == id)
            || ground.crossings.iter().any(|crossing| crossing.id == id)
    };
    let mut number = 1_u32;
    loop {
        let id = format!("{stem}-{number}");
        if !taken(&id) {
            return id;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Event;
    use crate::fixture::{Fixture, at};
    use crate::movement::walk::survey::check_path;
    use crate::order::MoveKind;
    use crate::rule_set::Easy;
    use crate::state::State;
    use game::RuleSet;
    use scenario::army::Arm;
    use scenario::usual_line;
    use table::ground::LineKind;
    use table::{Leg, Path};

    /// A stream runs west to east two inches north of the middle; the stand of this arm stands south of it.
    fn before_a_stream(kind: LineKind, arm: Arm) -> (State, super::super::StandId) {
        let mut field = Fixture::new().ours(arm, at(0.0, 0.0, 0.0));
        let points = vec![at(-30.0, 2.0, 0.0).at, at(30.0, 2.0, 0.0).at];
        field.ground.lines = vec![Line { id: "S1".into(), points, ..usual_line(kind) }];
        let (state, ids) = field.state();
        (state, ids[0])
    }

    fn crosses(state: &State, stand: super::super::StandId) -> bool {
        let path = Path::new(vec![Leg::Slide(Vec2::new(0.0, 5.0))]);
        let start = state.pose(stand).expect("it is on the table");
        check_path(state, stand, start, &path, MoveKind::Move).is_ok()
    }

    #[test]
    fn a_bridge_built_lets_over_and_its_end_bars_again() {
        for (kind, arm) in [(LineKind::Stream, Arm::FootArtillery), (LineKind::River, Arm::Infantry)] {
            let (mut state, stand) = before_a_stream(kind, arm);
            assert!(!crosses(&state, stand) && state.changes.is_empty());
            let built = GroundChange::BridgeBuilt { over: "S1".into(), at: at(0.0, 2.3, 0.0).at };
            Easy::apply(&mut state, &Event::GroundChanged(built));
            assert!(crosses(&state, stand), "{kind:?}");
            let bridge = state.ground().crossings[0].clone();
            assert_eq!((bridge.id.as_str(), bridge.at), ("bridge-1", at(0.0, 2.0, 0.0).at), "on its line");
            assert!(state.game.scenario.ground.crossings.is_empty(), "the scenario stays what it was");
            let down = GroundChange::BridgeDestroyed { bridge: bridge.id };
            Easy::apply(&mut state, &Event::GroundChanged(down));
            assert!(!crosses(&state, stand) && state.changes.list().len() == 2);
        }
    }

    #[test]
    fn earthworks_are_hard_cover_where_they_are_and_a_state_without_changes_is_written_as_before() {
        let (mut state, stand) = before_a_stream(LineKind::Stream, Arm::Infantry);
        let covered =
            |state: &State| state.placed(stand).and_then(|placed| state.terrain().area_cover(placed));
        assert_eq!(covered(&state), None);
        let plain = serde_json::to_string(&state).expect("a state is plain data");
        assert!(!plain.contains("changes"), "{plain}");
        Easy::apply(&mut state, &Event::GroundChanged(GroundChange::Earthworks { at: at(0.0, 0.0, 0.0) }));
        assert!(covered(&state).is_some());
        assert!(serde_json::to_string(&state).expect("plain data").contains("Earthworks"));
    }
}
