//! Engineers on the table: work under way with the turns left, bridges destroyed, and the staples that connect them with the
//! infantry they are attached to. Units: inches.

use glam::Vec2;

use super::mark::{Face, Ink, Length, Lettering, Mark, Pen};

/// The works of engineers, as plain data.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// Work under way over this outline, or from bank to bank if it has two points; turns left.
    Site { outline: Vec<Vec2>, at: Vec2, left: String },
    /// Engineers attached to infantry: the connection, from the edge of the one to that of the other.
    Tie { from: Vec2, to: Vec2 },
    /// A bridge that was destroyed, from bank to bank.
    Ruin { banks: [Vec2; 2] },
}

/// The marks of the works, over the ground and under the stands' own.
pub fn work_marks(works: &[Work]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for work in works {
        match work {
            Work::Site { outline, at, left } => {
                let pen = Pen::new(Ink::Objective, Length::inches(0.1).between(1.8, 4.0)).dashed(5.0, 4.0);
                if let [from, to] = outline[..] {
                    marks.push(Mark::line([from, to], pen));
                } else {
                    marks.push(Mark::ring(outline.clone(), pen));
                }
                let size = Length::inches(0.4).between(10.0, 22.0);
                let plate = Length::inches(0.34).between(8.5, 19.0);
                let edge = Some(Pen::new(Ink::Objective, Length::inches(0.05).between(1.2, 2.4)));
                marks.push(Mark::Disc { at: *at, radius: plate, fill: Some(Ink::Plate), pen: edge });
                marks.push(Lettering::new(*at, left.as_str(), size, Face::Bold, Ink::OnPlate).into());
            }
            Work::Tie { from, to } => {
                // Two staples across the edges, aside of the lettering.
                let (middle, way) = ((*from + *to) / 2.0, (*to - *from).normalize_or(Vec2::Y));
                for aside in [-STAPLE.x, STAPLE.x] {
                    let at = middle + way.perp() * aside;
                    let ends = [at - way * STAPLE.y, at + way * STAPLE.y];
                    let wide = Length::inches(0.2).between(4.0, 8.0);
                    marks.push(Mark::line(ends, Pen::new(Ink::BlockLine, wide)));
                    let pen = Pen::new(Ink::Active, Length::inches(0.11).between(2.2, 5.0));
                    let inner = [at - way * (STAPLE.y - 0.04), at + way * (STAPLE.y - 0.04)];
                    marks.push(Mark::line(inner, pen));
                }
            }
            Work::Ruin { banks: [one, other] } => {
                let across = (*other - *one).normalize_or(Vec2::Y);
                let (side, third) = (across.perp() * 0.3, one.distance(*other) * 0.3);
                let beam = Pen::new(Ink::Line, Length::inches(0.08).between(1.6, 4.0));
                for (bank, way) in [(*one, across), (*other, -across)] {
                    // Two stumps on each bank, broken off unevenly.
                    marks.push(Mark::line([bank - way * 0.35 + side, bank + way * third + side], beam));
                    marks.push(Mark::line([bank - way * 0.35 - side, bank + way * third * 0.5 - side], beam));
                }
                let (middle, arm) = ((*one + *other) / 2.0, 0.24);
                for sign in [1.0, -1.0] {
                    let slant = Vec2::new(arm, arm * sign);
                    let pen = Pen::new(Ink::Bad, Length::inches(0.1).between(2.0, 4.5));
                    marks.push(Mark::line([middle - slant, middle + slant], pen));
                }
            }
        }
    }
    marks
}

/// Distance of a staple from the middle of the edge, and half its length.
const STAPLE: Vec2 = Vec2::new(0.36, 0.2);
