//! Texts about the end of a battle, or its present standing.

pub const OVER: &str = "The battle is over";
pub const SO_FAR: &str = "The battle so far";
pub const WHAT_DECIDES: &str = "What decides";
pub const CHART: &str = "Strength at the end of each turn";
pub const NO_CHART: &str = "The chart begins when the first turn has ended";
/// Below the chart.
pub const TURN: &str = "turn";
pub const NO_POINTS: &str = "No points yet";
pub const LOSSES: &str = "Losses by command";
pub const LUCK: &str = "Luck";
pub const NO_DICE: &str = "No dice yet";

pub const fn condition(holds: bool) -> &'static str {
    if holds { "holds" } else { "fails" }
}

pub fn lost(lost: u32, start: u32) -> String {
    format!("{lost} of {start}")
}

pub fn lost_hint(counted_in: &str) -> String {
    format!("{counted_in} lost, of those it began with")
}

pub fn dice(count: u32) -> String {
    format!("{count} dice")
}

/// The actual and the expected luck with dice.
pub fn luck(actual: f64, expected: f64) -> String {
    format!("{actual:.0}, due {expected:.1}")
}
