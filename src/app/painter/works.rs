//! Engineers on the table: work under way with the turns left, and the tie to the infantry they are attached to. Units: inches.

use glam::Vec2;

use super::mark::{Face, Ink, Length, Lettering, Mark, Pen};

/// What engineers are about, as plain data.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// Work under way over this outline, or from bank to bank where it has two points; turns left.
    Site { outline: Vec<Vec2>, at: Vec2, left: String },
    /// Engineers attached to infantry: the middle of the one and of the other.
    Tie { from: Vec2, to: Vec2 },
}

/// The marks of it, over the ground and under the stands' own.
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
                let size = Length::inches(0.4).between(9.0, 22.0);
                let plate = Length::inches(0.34).between(7.5, 19.0);
                let edge = Some(Pen::new(Ink::Objective, Length::inches(0.05).between(1.2, 2.4)));
                marks.push(Mark::Disc { at: *at, radius: plate, fill: Some(Ink::Plate), pen: edge });
                marks.push(Lettering::new(*at, left.as_str(), size, Face::Bold, Ink::OnPlate).into());
            }
            Work::Tie { from, to } => {
                let wide = Length::inches(0.22).between(4.0, 9.0);
                marks.push(Mark::line([*from, *to], Pen::new(Ink::BlockLine, wide)));
                let pen = Pen::new(Ink::Active, Length::inches(0.12).between(2.2, 5.5));
                marks.push(Mark::line([*from, *to], pen));
                for end in [from, to] {
                    marks.push(Mark::dot(*end, Length::inches(0.16).between(3.0, 7.0), Ink::Active));
                }
            }
        }
    }
    marks
}
