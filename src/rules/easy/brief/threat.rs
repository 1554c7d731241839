//! Threats to a stand: fire and attacks, with their odds.

use crate::combat::fight::result::Verdict;
use crate::combat::planned::Planned;
use crate::reach::{self, ThreatKind};
use crate::state::Place;
use crate::{StandId, State, fire, odds, touching, words};
use game::{Spot, Threat, written};
use table::{Pose, Vec2};

/// The threat of this enemy to the stand where it stands in this state, in words with exact odds.
pub fn threat_of(state: &State, stand: StandId, threat: &reach::Threat) -> Threat {
    let name = state.say_short(threat.by);
    let inches = threat.range;
    let (words, odds, open) = match &threat.kind {
        ThreatKind::Fire { band, .. } => (
            format!("{name} could fire, {}, {inches:.1} in", band.name()),
            fire_odds(state, stand, threat.by),
            true,
        ),
        ThreatKind::Masked { band, .. } => {
            (format!("{name} has no clear lane, {}, {inches:.1} in", band.name()), String::new(), false)
        }
        ThreatKind::Charge { cost, end, .. } => {
            let who = words::strength(state, threat.by);
            let words = format!("{name} ({who}) could attack for {cost:.1} in");
            (words, charge_odds(state, stand, threat.by, *end), true)
        }
        ThreatKind::Near => {
            let who = words::strength(state, threat.by);
            (format!("{name} ({who}) might come round, {inches:.1} in off"), String::new(), false)
        }
    };
    let spot = |id: StandId| {
        let at = state.pose(id).map_or(Vec2::ZERO, |pose| pose.at);
        Spot::Point { x: written(at.x), y: written(at.y) }
    };
    Threat { by: state.key(threat.by), words, odds, open, from: spot(threat.by), to: spot(stand) }
}

fn fire_odds(state: &State, stand: StandId, by: StandId) -> String {
    let shot = match fire::shot(state, by, stand) {
        Ok(shot) => shot,
        Err(refusal) => return refusal.fact,
    };
    if shot.roll.is_hopeless() {
        return "it cannot hit".to_owned();
    }
    let throw = shot.roll.throw(None, "");
    let strength = u32::from(state.stand(stand).strength);
    let outcomes = throw.outcomes();
    let chance = |of: &dyn Fn(u32) -> bool| -> f64 {
        outcomes.iter().filter(|(answer, _)| of(answer.value)).map(|(_, p)| p).sum()
    };
    let hit = chance(&|hits| hits > 0) * 100.0;
    let gone = chance(&|hits| hits >= strength) * 100.0;
    let gone = if gone > 0.05 { format!(", gone {gone:.1} %") } else { String::new() };
    format!("{:.2} hits on average, any {hit:.0} %{gone}", throw.expected())
}

fn charge_odds(state: &State, stand: StandId, by: StandId, end: Pose) -> String {
    let mut then = state.clone();
    then.stands[by.index()].place = Place::Table(end);
    let odds = touching::edge_of(&then, by, stand).and_then(|edge| {
        let planned = Planned { attacker: by, defender: stand, edge };
        Some((edge, odds::preview(&then, &[planned])?))
    });
    let Some((edge, odds)) = odds else { return String::new() };
    let beaten = |rout| Verdict::Beaten { attackers_lose: false, rout };
    let back = odds.chance_of_verdict(beaten(false)) * 100.0;
    let rout = odds.chance_of_verdict(beaten(true)) * 100.0;
    let gone = odds.chance_removed(stand) * 100.0;
    let gone = if gone > 0.05 { format!(", gone {gone:.1} %") } else { String::new() };
    format!(
        "on its {}: falls back {back:.0} %, routs {rout:.0} %, loses {:.2} on average{gone}",
        edge.name(),
        odds.expected_loss(stand)
    )
}
