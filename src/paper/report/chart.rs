//! Strength by turn as a small chart: a line for each side, distinguished by its stroke and its marks as well as its colour.

use maud::{Markup, html};

use super::chronicle::Chronicle;

/// In the chart's own units: its size, and the margins for numbers at its left and its foot.
const SIZE: (f32, f32) = (720.0, 240.0);
const LEFT: f32 = 44.0;
const FOOT: f32 = 24.0;
const TOP: f32 = 12.0;

/// Maximum number of labels on an axis.
const MOST_TURNS: u32 = 20;
const MOST_STRENGTHS: u32 = 5;

/// The chart; `None` if fewer than two turns are known.
pub fn chart(chronicle: &Chronicle) -> Option<Markup> {
    let most = points(chronicle, None).map(|(_, left)| left).max()?.max(1);
    let last = u32::try_from(chronicle.turns.len()).ok()?.checked_sub(1).filter(|last| *last > 0)?;
    let x = |place: usize| LEFT + (SIZE.0 - LEFT - 12.0) * place as f32 / last as f32;
    let y = |left: u32| SIZE.1 - FOOT - (SIZE.1 - FOOT - TOP) * left as f32 / most as f32;
    let label = format!("{} left at the end of each turn", chronicle.counted_in);
    Some(html! {
        svg.chart viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } role="img" aria-label=(label) {
            @for left in steps(most, MOST_STRENGTHS) {
                path.grid d={ "M" (LEFT) " " (y(left)) "H" (SIZE.0 - 12.0) } {}
                text.figure x=(LEFT - 6.0) y=(y(left) + 4.0) text-anchor="end" { (left) }
            }
            @for place in steps(last, MOST_TURNS) {
                @if let Some(turn) = chronicle.turns.get(place as usize) {
                    text.figure x=(x(place as usize)) y=(SIZE.1 - 6.0) text-anchor="middle" { (turn.number) }
                }
            }
            @for side in 0..chronicle.ending.sides.len() {
                path class={ "line s" (side) } d=(line(points(chronicle, Some(side)).map(|(place, left)| (x(place), y(left))))) {}
                @for (place, left) in points(chronicle, Some(side)) {
                    a href={ "#t" (place) } {
                        title { (chronicle.ending.sides[side].name) ", turn " (chronicle.turns[place].number) ": " (left) }
                        @if side == 0 {
                            circle class="dot s0" cx=(x(place)) cy=(y(left)) r="4" {}
                        } @else {
                            rect class="dot s1" x=(x(place) - 3.5) y=(y(left) - 3.5) width="7" height="7" {}
                        }
                    }
                }
            }
        }
    })
}

/// The index of each turn and what a side, or any side, had left at its end.
fn points(chronicle: &Chronicle, side: Option<usize>) -> impl Iterator<Item = (usize, u32)> {
    let of = move |(place, tallies): (usize, &super::chronicle::Played)| {
        let own =
            tallies.sides.iter().enumerate().filter(|(index, _)| side.is_none_or(|side| side == *index));
        let left: Vec<(usize, u32)> = own.filter_map(|(_, tally)| Some((place, tally.left?))).collect();
        left
    };
    chronicle.turns.iter().enumerate().flat_map(of)
}

fn line(points: impl Iterator<Item = (f32, f32)>) -> String {
    let corner =
        |(place, (x, y)): (usize, (f32, f32))| format!("{}{x:.1} {y:.1}", if place == 0 { "M" } else { "L" });
    points.enumerate().map(corner).collect()
}

/// Whole numbers from 0 up to `most`, in steps of 1, 2 or 5 times a power of ten, at most `many` besides the first.
fn steps(most: u32, many: u32) -> Vec<u32> {
    let apart = (0..9).flat_map(|tens| [1, 2, 5].map(|step| step * 10_u32.pow(tens)));
    let apart = apart.into_iter().find(|step| most / step <= many).unwrap_or(most.max(1));
    (0..=most / apart).map(|step| step * apart).collect()
}

#[cfg(test)]
mod tests {
    use super::steps;

    #[test]
    fn axes_have_whole_numbers_and_few() {
        assert_eq!(steps(3, 20), [0, 1, 2, 3]);
        assert_eq!(steps(345, 5), [0, 100, 200, 300]);
        assert_eq!(steps(60, 5), [0, 20, 40, 60]);
        assert_eq!(steps(1, 5), [0, 1]);
    }
}
