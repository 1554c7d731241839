//! Lines up pieces of one side along a line: in one row or two, with leaders and trains behind.
//!
//! The row ends at the ends of the line, with equal gaps between neighbours, none wider than the widest base. On a longer
//! line the row stands in the middle; on a line that leaves hardly any gap, shoulder to shoulder.
//!
//! Units: inches.

use glam::Vec2;

use super::edit::{fine, fine_heading};
use table::{Body, Heading, Pose};

/// A piece to be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct InLine {
    pub id: String,
    pub body: Body,
    /// Does it fight? Pieces that do not fight stand behind the others.
    pub fights: bool,
}

/// How the pieces are to stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// From the first of them to the last: their fronts lie on this line, in its middle if it is longer than they can fill.
    pub from: Vec2,
    pub to: Vec2,
    /// 1 or 2.
    pub rows: u8,
    /// Do they face to the right of the direction in which the line was drawn, rather than to the left?
    pub to_right: bool,
}

/// The resulting places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineUp {
    pub placed: Vec<(String, Pose)>,
    /// The pieces for which the line is too short.
    pub left: Vec<String>,
    /// How much too short it is, measured for the longest row.
    pub lacking: f32,
}

/// Gap between neighbours: places are rounded to a hundredth of an inch, so that touching pieces could overlap by as much.
const GAP: f32 = 0.03;

/// Smaller gaps are ignored: a line about as long as the row means shoulder to shoulder.
const SLIGHT: f32 = 0.25;

/// A shorter line has no direction.
const SHORTEST: f32 = 0.5;

/// Extent of a body from its place: to the left and right, to the rear and to the front.
#[derive(Clone, Copy)]
struct Extent {
    left: f32,
    right: f32,
    rear: f32,
    front: f32,
}

impl Extent {
    fn of(body: &Body) -> Self {
        let none = Self { left: 0.0, right: 0.0, rear: 0.0, front: 0.0 };
        let origin = Pose::new(Vec2::ZERO, Heading::NORTH);
        body.placed(origin).corners().fold(none, |extent, at| Self {
            left: extent.left.min(at.x),
            right: extent.right.max(at.x),
            rear: extent.rear.min(at.y),
            front: extent.front.max(at.y),
        })
    }

    fn width(self) -> f32 {
        self.right - self.left
    }

    fn depth(self) -> f32 {
        self.front - self.rear
    }
}

/// Places these pieces along the line; `None` if it is too short to have a direction.
pub fn line_up(pieces: &[InLine], drawn: &Drawn) -> Option<LineUp> {
    let along = drawn.to - drawn.from;
    let length = along.length();
    if !length.is_finite() || length < SHORTEST {
        return None;
    }
    let way = along / length;
    let ahead = if drawn.to_right { Vec2::new(way.y, -way.x) } else { Vec2::new(-way.y, way.x) };
    let heading = fine_heading(Heading::of(ahead));
    let bodies: Vec<(&InLine, Extent)> =
        pieces.iter().map(|piece| (piece, Extent::of(&piece.body))).collect();
    let (troops, others): (Vec<_>, Vec<_>) = bodies.into_iter().partition(|(piece, _)| piece.fights);
    let mut found = LineUp::default();
    let mut put = Putting { drawn, heading, length, gap: GAP, behind: 0.0, found: &mut found };
    let half = match drawn.rows {
        2 => troops.iter().map(|(_, extent)| extent.width() + GAP).sum::<f32>() / 2.0,
        _ => f32::INFINITY,
    };
    // The front row takes half of the width, including the piece in which the half lies.
    let mut wide = 0.0;
    let front = troops.iter().take_while(|(_, extent)| {
        let is_front = wide < half - GAP;
        wide += extent.width() + GAP;
        is_front
    });
    let front = front.count();
    // Both rows have the gaps of the front row: pieces behind cover those before.
    put.gap = gap(&troops[..front], length);
    put.row(&troops[..front]);
    put.row(&troops[front..]);
    put.gap = GAP;
    put.row(&others);
    Some(found)
}

/// The gap between neighbours of a row that lets it fill the line as far as possible.
fn gap(pieces: &[(&InLine, Extent)], length: f32) -> f32 {
    let widths = || pieces.iter().map(|(_, extent)| extent.width());
    let Some(between) = pieces.len().checked_sub(1).filter(|between| *between > 0) else { return GAP };
    let even = (length - widths().sum::<f32>()) / between as f32;
    let widest = widths().fold(0.0, f32::max);
    if even < SLIGHT { GAP } else { even.min(widest).max(GAP) }
}

struct Putting<'a> {
    drawn: &'a Drawn,
    heading: Heading,
    length: f32,
    /// Gap between neighbours.
    gap: f32,
    /// Distance behind the line of the next row's front.
    behind: f32,
    found: &'a mut LineUp,
}

impl Putting<'_> {
    /// Adds a row in the middle of the line, or from its beginning if the line is too short.
    fn row(&mut self, pieces: &[(&InLine, Extent)]) {
        let (right, ahead) = self.heading.axes();
        // Pieces that face to the right of the line stand along it from right to left.
        let way = if self.drawn.to_right { -right } else { right };
        let whole: f32 = pieces.iter().map(|(_, extent)| extent.width() + self.gap).sum();
        let beyond = whole - self.gap - self.length;
        if beyond > GAP {
            self.found.lacking = self.found.lacking.max(beyond);
        }
        let mut at = (-beyond / 2.0).max(0.0);
        for (piece, extent) in pieces {
            let end = at + extent.width();
            if end > self.length + GAP {
                self.found.left.push(piece.id.clone());
                continue;
            }
            let side = if self.drawn.to_right { extent.right } else { -extent.left };
            let place = self.drawn.from + way * (at + side) - ahead * (self.behind + extent.front);
            self.found.placed.push((piece.id.clone(), Pose::new(fine(place), self.heading)));
            at = end + self.gap;
        }
        if let Some(deepest) = pieces.iter().map(|(_, extent)| extent.depth()).max_by(f32::total_cmp) {
            self.behind += deepest + GAP;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Quad;

    fn stand(id: &str, width: f32, fights: bool) -> InLine {
        InLine { id: id.into(), body: Body::single(width, 2.0), fights }
    }

    fn brigade() -> Vec<InLine> {
        let troops = (1..=5).map(|number| stand(&format!("A{number}"), 2.0, true));
        [stand("G1", 1.5, false)].into_iter().chain(troops).collect()
    }

    fn quads(pieces: &[InLine], found: &LineUp) -> Vec<Quad> {
        let body = |id: &String| &pieces.iter().find(|piece| piece.id == *id).expect("it is of them").body;
        found.placed.iter().map(|(id, pose)| body(id).placed(*pose).quad()).collect()
    }

    /// No corner of one lies within another: rectangles of one heading overlap no other way.
    fn none_overlap(quads: &[Quad]) -> bool {
        let within = |quad: &Quad, corner: Vec2| {
            let local = quad.pose.to_local(corner).abs();
            local.x < quad.half.x - 1e-3 && local.y < quad.half.y - 1e-3
        };
        quads.iter().enumerate().all(|(index, one)| {
            let others = quads.iter().enumerate().filter(|(other, _)| *other != index);
            others.flat_map(|(_, other)| other.corners()).all(|corner| !within(one, corner))
        })
    }

    #[test]
    fn a_command_stands_along_its_line_whichever_way_it_is_turned() {
        let pieces = brigade();
        for degrees in [0.0_f32, 17.3, 90.0, 133.7, 211.1, 300.0] {
            let way = Heading::from_degrees(degrees).forward();
            for (rows, to_right) in [(1, false), (1, true), (2, false), (2, true)] {
                let from = Vec2::new(40.0, 40.0);
                let drawn = Drawn { from, to: from + way * 12.0, rows, to_right };
                let found = line_up(&pieces, &drawn).expect("it has a direction");
                assert_eq!((found.placed.len(), &found.left), (6, &Vec::new()), "{drawn:?}");
                assert!(none_overlap(&quads(&pieces, &found)), "{drawn:?}: {found:?}");
                let faces = found.placed[0].1.heading.turn_to(Heading::of(way)).to_degrees();
                let wanted = if to_right { -90.0 } else { 90.0 };
                assert!((faces - wanted).abs() < 0.2, "{drawn:?}: {faces}");
                // The first stands where the line begins, its front on it; three of two rows, a base apart, leave an inch beside them.
                let beside = if rows == 1 { 1.0 } else { 2.0 };
                let (id, first) = &found.placed[0];
                let local = first.to_local(from);
                assert_eq!(id, "A1");
                assert!((local.y - 1.0).abs() < 0.05 && (local.x.abs() - beside).abs() < 0.05, "{local}");
                let (id, general) = found.placed.last().expect("six of them");
                assert_eq!(id, "G1");
                assert!(general.to_local(from).y > 3.0, "he is behind the line");
            }
        }
    }

    /// A line that is dragged across the whole table is not filled from one end: they stand in its middle, a base's width apart. One
    /// that is little longer than they are is filled from end to end, and one that is hardly so leaves no gaps.
    #[test]
    fn the_ends_of_the_line_are_the_ends_of_the_row_as_far_as_gaps_are_sensible() {
        let pieces = brigade();
        let places = |length: f32| -> Vec<f32> {
            let from = Vec2::new(10.0, 10.0);
            let drawn = Drawn { from, to: from + Vec2::new(length, 0.0), rows: 1, to_right: false };
            let found = line_up(&pieces, &drawn).expect("it has a direction");
            assert_eq!(found.left, [""; 0], "{length}");
            found.placed.iter().map(|(_, pose)| pose.at.x - from.x).collect()
        };
        let near = |found: &[f32], wanted: [f32; 6]| {
            let close = found.iter().zip(wanted).all(|(is, wanted)| (is - wanted).abs() < 0.02);
            assert!(close && found.len() == 6, "{found:?}, not {wanted:?}");
        };
        // The general, last, is behind their middle.
        near(&places(14.0), [1.0, 4.0, 7.0, 10.0, 13.0, 7.0]);
        near(&places(45.0), [14.5, 18.5, 22.5, 26.5, 30.5, 22.5]);
        near(&places(10.5), [1.19, 3.22, 5.25, 7.28, 9.31, 5.25]);
    }

    #[test]
    fn two_rows_take_half_the_line_and_what_does_not_fit_is_told() {
        let pieces = brigade();
        let drawn = |length: f32, rows| Drawn {
            from: Vec2::new(10.0, 10.0),
            to: Vec2::new(10.0 + length, 10.0),
            rows,
            to_right: false,
        };
        let two = line_up(&pieces, &drawn(6.2, 2)).expect("it has a direction");
        assert!(two.left.is_empty(), "{two:?}");
        let rows: Vec<f32> = two.placed.iter().map(|(_, pose)| pose.at.y).collect();
        assert_eq!(rows[..3], [9.0; 3]);
        assert!(rows[3..5].iter().all(|y| (y - 6.97).abs() < 0.011), "{rows:?}");
        let one = line_up(&pieces, &drawn(6.2, 1)).expect("it has a direction");
        assert_eq!(one.left, ["A4", "A5"]);
        // Five of two inches want 10.12.
        assert!((one.lacking - 3.92).abs() < 1e-3, "{}", one.lacking);
        let enough = line_up(&pieces, &drawn(6.2 + one.lacking, 1)).expect("it has a direction");
        assert_eq!((enough.left, enough.lacking), (Vec::new(), 0.0));
        // Of two rows the longer counts, not their sum.
        let short = line_up(&pieces, &drawn(4.0, 2)).expect("it has a direction");
        assert!((short.lacking - 2.06).abs() < 1e-3, "{short:?}");
        let enough = line_up(&pieces, &drawn(4.0 + short.lacking, 2)).expect("it has a direction");
        assert_eq!(enough.left, [""; 0]);
        assert_eq!(line_up(&pieces, &drawn(0.2, 1)), None);
    }
}
