//! Directions in words on hex maps: a point of the compass, and a named place that lies in that direction.
//!
//! They follow the compass of the map, whichever way the map is turned on the screen. Units: hexes.

use hexes::{Grid, Hex, HexMap, Orientation, Top};
use table::{Heading, Vec2};

/// Largest angle, in degrees, to a named place by which a direction is named: half of what a hexside spans.
const ASIDE: f32 = 30.0;

/// Shortest distance, in hexes, of a place that names a direction: one is already at a nearer place, and a far one says little.
const NEAREST: u32 = 2;
const FARTHEST: u32 = 15;

/// The position of the middle of a hex, in hexes east and north of an origin of the map.
fn middle(grid: Grid, hex: Hex) -> Vec2 {
    let axial = grid.axial(hex);
    let (x, y) = (axial.x as f32, axial.y as f32);
    let half_root = 3.0_f32.sqrt() / 2.0;
    let [right, down] = match grid.orientation {
        Orientation::Flat => [half_root * x, y + x / 2.0],
        Orientation::Pointy => [x + y / 2.0, half_root * y],
    };
    match grid.top {
        Top::North => Vec2::new(right, -down),
        Top::East => Vec2::new(-down, -right),
        Top::South => Vec2::new(-right, down),
        Top::West => Vec2::new(down, right),
    }
}

/// The compass heading from one hex to another, different one.
fn heading(grid: Grid, from: Hex, to: Hex) -> Heading {
    Heading::of(middle(grid, to) - middle(grid, from))
}

/// The nearest of eight points of the compass: each of the six ways out of a hex has a different one, whichever edge is north.
fn point(there: Heading) -> &'static str {
    Heading::from_degrees((there.degrees() / 45.0).round() * 45.0).point()
}

/// The direction from one hex to another: `north-west`, or `north-west, toward Marengo` if a named place lies about there.
/// Empty if both are the same hex.
pub fn way(map: &HexMap, from: Hex, to: Hex) -> String {
    if from == to {
        return String::new();
    }
    let grid = map.grid;
    let there = heading(grid, from, to);
    let ahead = map.names().into_iter().filter_map(|(hex, name)| {
        let far = grid.distance(from, hex);
        let aside = (far > 0).then(|| there.angle_to(heading(grid, from, hex)).to_degrees())?;
        // Of two places the nearer one, unless it lies much farther to the side.
        ((NEAREST..=FARTHEST).contains(&far) && aside <= ASIDE)
            .then_some((far as f32 * (1.0 + aside / ASIDE), name))
    });
    match ahead.min_by(|one, other| one.0.total_cmp(&other.0)) {
        Some((_, name)) => format!("{}, toward {name}", point(there)),
        None => point(there).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use scenario::Embedded;
    use scenario::hex::read_map;

    use super::*;

    /// Whichever edge of the sheet is north: what lies beside what is that of the land.
    #[test]
    fn ways_go_by_the_compass_of_the_map_and_toward_its_places() {
        let (mut map, _) = read_map("marengo-spi", &Embedded).expect("the map is sound");
        let names = map.names();
        let marengo = names.iter().find(|(_, name)| **name == "Marengo").map(|(hex, _)| *hex);
        let marengo = marengo.expect("it is on the map");
        let mut before: Option<Vec<Heading>> = None;
        for top in [Top::North, Top::East, Top::South, Top::West] {
            map.grid.top = top;
            let beside: Vec<Hex> = map.neighbours(marengo).map(|(_, next)| next).collect();
            let said: Vec<String> = beside.iter().map(|next| way(&map, marengo, *next)).collect();
            let points: BTreeSet<&str> = said.iter().filter_map(|way| way.split(',').next()).collect();
            assert_eq!(points.len(), 6, "each way has a word of its own: {said:?}");
            let there: Vec<Heading> = beside.iter().map(|next| heading(map.grid, marengo, *next)).collect();
            for (next, there) in beside.iter().zip(&there) {
                let back = heading(map.grid, *next, marengo);
                assert!((there.angle_to(back).to_degrees() - 180.0).abs() < 0.1, "back is the other way");
            }
            // The sheet turned by a quarter, all ways have turned by one.
            for (was, is) in before.iter().flatten().zip(&there) {
                assert!((was.turn_to(*is).to_degrees() - 90.0).abs() < 0.1, "{top:?}");
            }
            before = Some(there);
            assert!(said.iter().any(|way| way.contains("toward ")), "a place lies about: {said:?}");
            assert!(!said.iter().any(|way| way.ends_with("toward Marengo")), "one is there already");
            assert_eq!(way(&map, marengo, marengo), "");
        }
    }

    #[test]
    fn north_is_up_where_the_sheet_says_so_and_elsewhere_it_is_turned() {
        let on = |top: Top| {
            let grid = Grid { top, ..Grid::LAB };
            // On a flat map the next row is the next hex down the sheet.
            point(heading(grid, Hex(1010), Hex(1011)))
        };
        let said = [Top::North, Top::East, Top::South, Top::West].map(on);
        assert_eq!(said, ["south", "west", "north", "east"]);
        let aside = point(heading(Grid { top: Top::North, ..Grid::LAB }, Hex(1010), Hex(1210)));
        assert_eq!(aside, "east");
    }
}
