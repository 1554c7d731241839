//! How fast this machine is, beside that for which the budgets are meant.

use std::sync::LazyLock;
use std::time::Instant;

/// Seconds that [`yardstick`] takes on the machine for which the budgets are meant: one on which the reach of a stand in the
/// middle of Waterloo as it begins took 0.27 ms before this bench was made.
const YARDSTICK: f64 = 1.19e-3;

/// Fixed arithmetic of the kind that the planner does most, a segment against half-planes, in a chain that no compiler shortens.
fn yardstick() -> f64 {
    let mut seed = 1_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    };
    let planes: Vec<[f32; 3]> = (0..480).map(|_| [next() - 0.5, next() - 0.5, next()]).collect();
    let begun = Instant::now();
    let mut at = [0.3_f32, 0.7];
    for _ in 0..1500 {
        let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
        for [x, y, d] in &planes {
            let (slope, gap) = (x * 0.7 + y * at[0], d - x * at[0] - y * at[1]);
            let t = gap / (slope.abs() + 0.1);
            if slope > 0.0 { leave = leave.min(t) } else { enter = enter.max(t) }
        }
        at = [(at[0] + enter * 0.37).fract(), (at[1] + leave.abs() * 0.61).fract()];
    }
    std::hint::black_box(at);
    begun.elapsed().as_secs_f64()
}

/// How many times as long as on the machine of the budgets everything takes here.
pub static SCALE: LazyLock<f64> = LazyLock::new(|| (0..25).map(|_| now()).fold(f64::INFINITY, f64::min));

/// The same, of this very moment: a machine that is shared is now faster, now slower.
pub fn now() -> f64 {
    yardstick() / YARDSTICK
}

pub fn print_scale() {
    println!(
        "this machine takes {:.2} times as long as that of the budgets; in brackets: scaled to that, as fast as it was just then",
        *SCALE
    );
}
