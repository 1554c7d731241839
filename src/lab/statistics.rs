//! Intervals: Wilson's of a share, and Student's of a mean.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF as _, Normal, StudentsT};

/// A figure with the interval in which it lies 95 times in a hundred.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    pub middle: f64,
    pub low: f64,
    pub high: f64,
}

/// Both tails of what lies outside of an interval.
const UPPER: f64 = 0.975;

/// The share of so many, by Wilson's score: `None` of nothing. A draw is half of one.
pub fn wilson(wins: f64, of: usize) -> Option<Interval> {
    if of == 0 {
        return None;
    }
    let z = Normal::standard().inverse_cdf(UPPER);
    let (n, share) = (of as f64, wins / of as f64);
    let down = 1.0 + z * z / n;
    let middle = (share + z * z / (2.0 * n)) / down;
    let half = z / down * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    Some(Interval { middle: share, low: middle - half, high: middle + half })
}

/// The mean of these, by Student's distribution: `None` of nothing. Of one alone nothing is known but itself.
pub fn mean(figures: &[f64]) -> Option<Interval> {
    if figures.is_empty() {
        return None;
    }
    let n = figures.len() as f64;
    let middle = figures.iter().sum::<f64>() / n;
    let spread = figures.iter().map(|figure| (figure - middle).powi(2)).sum::<f64>();
    let half = match StudentsT::new(0.0, 1.0, n - 1.0) {
        Ok(student) => student.inverse_cdf(UPPER) * (spread / (n - 1.0) / n).sqrt(),
        Err(_) => f64::INFINITY,
    };
    Some(Interval { middle, low: middle - half, high: middle + half })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Interval, wanted: [f64; 3]) {
        let found = [found.low, found.middle, found.high];
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 5e-4), "{found:?}, not {wanted:?}");
    }

    /// Figures of tables in print.
    #[test]
    fn intervals_are_those_of_the_books() {
        near(wilson(8.0, 10).expect("there are some"), [0.4902, 0.8, 0.9433]);
        near(wilson(0.0, 20).expect("there are some"), [0.0, 0.0, 0.1611]);
        near(mean(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("there are some"), [1.0368, 3.0, 4.9632]);
        assert!(mean(&[3.0]).is_some_and(|one| one.high.is_infinite()));
        assert_eq!((wilson(0.0, 0), mean(&[])), (None, None));
    }
}
