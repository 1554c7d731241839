//! Expected values of charges and volleys for solo players, in figures, with routs counted as some figures.
//!
//! Computed face by face. The stages of a charge are those of `epstein:g.6`; the defender is assumed to choose the best answer.
//! Units: figures.

use epstein::formation::Formation;
use epstein::kind::Arm;
use epstein::melee::{Fighter, SideOfMelee, Spread, loser_spreads, winner_spreads};
use epstein::morale::{self, Bearing, Stance};
use epstein::order::Answering;
use epstein::pending::{Charge, Met};
use epstein::roster::StandId;
use epstein::standing::skirmishes;
use epstein::state::{GroupId, State};
use epstein::volley::{self, Occasion};
use epstein::{fire, reply};
use game::working::Modifier;
use table::Vec2;

/// A unit that routs is away for three periods, and may not come back: each of its figures counts as this many lost, and the
/// rout itself as [`ROUT`] more.
const ROUTED_FIGURE: f32 = 0.45;
const ROUT: f32 = 1.0;

/// Fraction of a charged line's figures that have the charger in front of them.
const BEARS: f32 = 0.8;

/// Faces of a die.
const FACES: [u16; 6] = [1, 2, 3, 4, 5, 6];

/// Probability that two dice total at least this.
pub(super) fn two_dice(needed: i32) -> f32 {
    let ways = (2..=12_i32).filter(|sum| *sum >= needed).map(|sum| 6 - (sum - 7).abs()).sum::<i32>();
    ways as f32 / 36.0
}

/// Value of routing this many figures.
pub(super) fn rout_worth(figures: f32) -> f32 {
    if figures < 0.5 { 0.0 } else { ROUT + ROUTED_FIGURE * figures }
}

/// Probability that a group holds under this bearing (`epstein:9.5`).
fn holds(state: &State, id: GroupId, bearing: &Bearing) -> f32 {
    two_dice(i32::from(morale::hold(state, id)) - Modifier::net(&bearing.morale))
}

/// Probability that it holds after losing figures in its own charge (`epstein:9.10`).
pub(super) fn charger_holds(state: &State, id: GroupId) -> f32 {
    holds(state, id, &morale::of_charger(state, id, false))
}

/// A charge, planned or under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    pub by: GroupId,
    pub on: GroupId,
    pub stance: Stance,
}

impl Attack {
    /// A charge that starts from here in this direction.
    pub fn new(state: &State, by: GroupId, on: GroupId, met: (bool, StandId), from: Vec2) -> Self {
        let (flank, stand) = met;
        let to = state.quad(stand).map_or(from, |quad| quad.pose.at);
        let square = state.group(on).formation == Formation::Square;
        let stance = Stance { flank, square, stand, line: [from, to], start: from };
        Self { by, on, stance }
    }

    /// The charge under way.
    pub fn under_way(state: &State, charge: &Charge, met: &Met) -> Self {
        Self::new(state, charge.by, met.group, (met.flank, met.stand), charge.start.at)
    }

    /// Value to the charger from the start: the defender's check, then the best answer.
    pub fn worth(&self, state: &State) -> f32 {
        let (by, on) = (self.by, self.on);
        let figures = f32::from(state.figures(on));
        if let Some(rout) = state.group(on).rout {
            return if rout.hit { figures } else { figures / 2.0 + rout_worth(figures / 2.0) };
        }
        let hold = holds(state, on, &morale::of_defender(state, on, by, self.stance));
        let broken = (1.0 - hold) * rout_worth(figures);
        let shoots = !self.stance.flank
            && state.arm(on) == Arm::Infantry
            && !state.group(on).marks.fired
            && !state.group(on).on_foot;
        let squares = state.arm(by) == Arm::Cavalry
            && state.arm(on) == Arm::Infantry
            && state.group(on).formation.is_formed()
            && state.group(on).stands.len() > 1;
        let mut answer = self.melee(state, 0, false);
        if shoots {
            answer = answer.min(self.under_fire(state, self.figures_that_fire(state)));
        }
        if squares {
            answer = answer.min(self.melee(state, 0, true));
        }
        broken + hold * answer
    }

    /// Value to the charger after this answer.
    pub fn answered(&self, state: &State, charge: &Charge, met: &Met, how: Answering) -> f32 {
        match how {
            Answering::Nothing => self.melee(state, 0, false),
            Answering::Square { .. } => self.melee(state, 0, true),
            Answering::Fire => {
                let stands = reply::can_fire(state, charge, met).unwrap_or_default();
                let fired =
                    volley::volleys(state, &[(self.on, stands.as_slice())], self.by, Occasion::AtCharge);
                let hits = |face| fired.iter().map(|volley| volley.hits(face)).sum();
                self.under_hits(state, FACES.map(hits))
            }
            // Each figure in the pattern is hit on three faces of six.
            Answering::Guns { .. } => self.under_hits(state, [0, 1, 2, 3, 4, 5]),
        }
    }

    /// Expected number of figures with which the defender fires at the charge.
    fn figures_that_fire(&self, state: &State) -> f32 {
        let stands: Vec<_> = match state.group(self.on).formation {
            Formation::Square => state.group(self.on).stands.iter().take(1).copied().collect(),
            _ => fire::firing_stands(state, self.on),
        };
        let figures: u16 = stands.iter().map(|stand| state.stand(*stand).figures).sum();
        f32::from(figures) * if stands.len() > 2 { BEARS } else { 1.0 }
    }

    fn under_fire(&self, state: &State, figures: f32) -> f32 {
        let pips = i32::from(skirmishes(state, self.on)) * 2
            + i32::from(state.game.unit(state.unit(self.on)).green)
            + i32::try_from(state.group(self.on).disruption.len()).unwrap_or(0);
        let hits = |face| volley::hits(face, -pips, figures as u16);
        self.under_hits(state, FACES.map(hits))
    }

    /// Value if the charger takes one of these numbers of hits, equally likely, checks, and fights the melee (`epstein:9.10`).
    fn under_hits(&self, state: &State, hits: [u16; 6]) -> f32 {
        let all = state.figures(self.by);
        let a_stand = state.group(self.by).stands.first().map_or(3, |stand| state.stand(*stand).figures);
        let hold = charger_holds(state, self.by);
        let worth = |hits: u16| {
            let hits = hits.min(all);
            if hits == 0 {
                return self.melee(state, 0, false);
            }
            let left = f32::from(all - hits);
            let on = if all - hits <= a_stand { 0.0 } else { self.melee(state, hits, false) };
            let fails = if all - hits <= a_stand { 0.0 } else { (1.0 - hold) * rout_worth(left) };
            -f32::from(hits) - fails + hold * on
        };
        hits.iter().map(|hits| worth(*hits)).sum::<f32>() / 6.0
    }

    /// Value of a melee after the charger has lost this many figures; `square` if the defender has formed one (`epstein:9.11`).
    fn melee(&self, state: &State, lost: u16, square: bool) -> f32 {
        let Self { by, on, stance } = *self;
        let stance = Stance { square: stance.square || square, ..stance };
        let attack = side(state, by, &morale::of_charger(state, by, stance.flank), lost);
        let defence = side(state, on, &morale::of_defender(state, on, by, stance), 0);
        melee_worth(state, &attack, &defence)
    }
}

fn side(state: &State, id: GroupId, bearing: &Bearing, lost: u16) -> SideOfMelee {
    let unit = Fighter {
        figures: morale::fighting(state, id).saturating_sub(lost),
        value: u8::try_from(morale::value(state, id, bearing)).unwrap_or(u8::MAX),
        base: u8::try_from(morale::base_value(state, id).max(1)).unwrap_or(u8::MAX),
    };
    SideOfMelee { units: vec![unit], die: Modifier::net(&bearing.die) }
}

/// Number of figures in the first way to take a loss.
fn first(spreads: &[Spread]) -> u16 {
    spreads.first().map_or(0, |spread| spread.iter().sum())
}

/// Value of a melee to the first of two sides: computed face by face, with ties thrown again.
pub(super) fn melee_worth(state: &State, one: &SideOfMelee, other: &SideOfMelee) -> f32 {
    let options = &state.game.options;
    let outcome = |winner: &SideOfMelee, loser: &SideOfMelee| {
        let all: u16 = loser.units.iter().map(|unit| unit.figures).sum();
        let lost: u16 = first(&loser_spreads(loser, options.casualty_values));
        let won: u16 = first(&winner_spreads(winner, loser, options.winner_loss, options.casualty_values));
        f32::from(lost) + rout_worth(f32::from(all.saturating_sub(lost))) - f32::from(won)
    };
    let (mut wins, mut loses) = (0.0, 0.0);
    for a in 1..=6 {
        for b in 1..=6 {
            match one.total(a).cmp(&other.total(b)) {
                std::cmp::Ordering::Greater => wins += 1.0,
                std::cmp::Ordering::Less => loses += 1.0,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    let all: f32 = wins + loses;
    if all == 0.0 {
        return 0.0;
    }
    (wins * outcome(one, other) - loses * outcome(other, one)) / all
}

/// Expected number of figures hit by a group with the stands that face an enemy.
pub(super) fn volley_hits(state: &State, by: GroupId, on: GroupId, answers: bool) -> f32 {
    let stands = fire::firing_stands(state, by);
    let when = if answers { Occasion::Answers } else { Occasion::Opens };
    let fired = volley::volleys(state, &[(by, stands.as_slice())], on, when);
    let most = state.figures(on);
    let hits =
        FACES.map(|face| f32::from(fired.iter().map(|volley| volley.hits(face)).sum::<u16>().min(most)));
    let mean = hits.iter().sum::<f32>() / 6.0;
    match state.group(on).rout {
        // One hit is enough to remove half of a routing unit (`epstein:13.9`).
        Some(rout) => {
            let any = hits.iter().filter(|hits| **hits > 0.0).count() as f32 / 6.0;
            any * f32::from(most) * if rout.hit { 1.0 } else { 0.6 }
        }
        None => mean,
    }
}
