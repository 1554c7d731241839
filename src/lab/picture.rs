//! The margins of all games as a picture: a mark for each game, and the mean with its interval.

use maud::{Markup, PreEscaped, html};

use super::played::Played;
use super::sums::{ArmSums, Sums};

/// In points: the width of the picture, the margin around it, and the room for words over and under the marks.
const WIDE: f32 = 720.0;
const MARGIN: f32 = 20.0;
const HEAD: f32 = 52.0;
const FOOT: f32 = 56.0;
/// The most columns of marks, and the most height of one column.
const COLUMNS: i32 = 41;
const TALL: f32 = 200.0;

/// The picture as an SVG file, with a row for each way in which the seeds were played; `titles` says which.
///
/// Whoever is ahead is told by the place of a mark and by its shape: discs right of the middle for the first side, squares left of
/// it for the second.
pub fn picture(sums: &Sums, played: &[Played], sides: [&str; 2], titles: &[String]) -> String {
    let margins = |place: usize| {
        let of = played.iter().filter(move |one| one.plan.against == (place == 1));
        of.filter_map(|one| Some(one.over()?.margin))
    };
    let widest = (0..sums.arms.len()).flat_map(margins).map(i32::abs).max().unwrap_or_default();
    // Columns of so many points, one of them in the middle.
    let step = (2 * widest / (COLUMNS - 1)) + 1;
    let most = (widest + step / 2) / step;
    let column = (WIDE - 2.0 * MARGIN) / (2 * most + 1) as f32;
    let rows: Vec<Vec<(i32, i32)>> =
        (0..sums.arms.len()).map(|place| stacked(margins(place), step)).collect();
    let deepest = rows.iter().flatten().map(|(_, over)| over + 1).max().unwrap_or(1);
    let mark = column.min(TALL / deepest as f32).min(14.0);
    let tall = HEAD + mark * deepest as f32 + FOOT;
    let x = |points: f64| WIDE / 2.0 + column * (points / f64::from(step)) as f32;
    let row = |place: usize, arm: &ArmSums| -> Markup {
        let base = tall * place as f32 + tall - FOOT;
        html! {
            text x=(MARGIN) y=(base - tall + FOOT + 20.0) font-weight="bold" { (titles.get(place).map_or("", |title| title)) }
            text x=(MARGIN) y=(base - tall + FOOT + 40.0) { (sides[1]) " ahead" }
            text x=(WIDE - MARGIN) y=(base - tall + FOOT + 40.0) text-anchor="end" { (sides[0]) " ahead" }
            path d={ "M" (MARGIN) " " (base) "H" (WIDE - MARGIN) } stroke="black" {}
            @for column in (-most..=most).filter(|column| column % (most / 4).max(1) == 0) {
                @let at = x(f64::from(column * step));
                path d={ "M" (at) " " (base) "v4" } stroke="black" {}
                text x=(at) y=(base + 18.0) text-anchor="middle" { ((column * step).abs()) }
            }
            @for (column, over) in &rows[place] {
                @let (at, up) = (x(f64::from(column * step)), base - mark * (*over as f32 + 0.5));
                @if *column >= 0 {
                    circle cx=(at) cy=(up) r=(mark * 0.42) fill=(if *column == 0 { "gray" } else { "black" }) {}
                } @else {
                    rect x=(at - mark * 0.4) y=(up - mark * 0.4) width=(mark * 0.8) height=(mark * 0.8) fill="none" stroke="black" {}
                }
            }
            @if let Some(mean) = arm.margin {
                @let within = |points: f64| x(points).clamp(MARGIN, WIDE - MARGIN);
                path d={ "M" (within(mean.low)) " " (base + 30.0) "H" (within(mean.high)) } stroke="black" stroke-width="3" {}
                circle cx=(within(mean.middle)) cy=(base + 30.0) r="5" {}
            }
            text x=(WIDE / 2.0) y=(base + 50.0) text-anchor="middle" {
                "points ahead at the end, each mark a game; below, the mean, and where it lies 95 times in a hundred"
            }
        }
    };
    let high = tall * sums.arms.len() as f32;
    let drawn = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDE) " " (high) } width=(WIDE) height=(high)
            font-family="sans-serif" font-size="13" {
            rect width=(WIDE) height=(high) fill="white" {}
            @for (place, arm) in sums.arms.iter().enumerate() { (row(place, arm)) }
        }
    };
    html! { (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")) (drawn) }.into_string()
}

/// The column of each margin, and how many are in it before.
fn stacked(margins: impl Iterator<Item = i32>, step: i32) -> Vec<(i32, i32)> {
    let mut columns: Vec<i32> =
        margins.map(|margin| margin.signum() * ((margin.abs() + step / 2) / step)).collect();
    columns.sort_unstable();
    let before = |at: usize| columns[..at].iter().rev().take_while(|other| **other == columns[at]).count();
    (0..columns.len()).map(|at| (columns[at], before(at) as i32)).collect()
}

#[cfg(test)]
mod tests {
    use super::stacked;

    #[test]
    fn margins_are_stacked_in_columns_on_both_sides_of_the_middle_alike() {
        assert_eq!(stacked([3, -3, 0, 3, 1].into_iter(), 1), [(-3, 0), (0, 0), (1, 0), (3, 0), (3, 1)]);
        assert_eq!(stacked([7, -7, 8, -8].into_iter(), 5), [(-2, 0), (-1, 0), (1, 0), (2, 0)]);
    }
}
