//! Overlays on the table: zones, command range, fire lanes, threats. Units: inches.

use std::borrow::Cow;

use crate::movement;
use crate::state::Place;
use crate::tables::Band;
use crate::terms::plain;
use crate::{Code, CommandId, StandId, State, command, fire, reach as ways};
use drawing::Mark;
use drawing::overlay::{self, CommandRange, How, LaneTo, ThreatFrom, ZoneOf};
use game::Overlay;
use scenario::Weather;
use table::{Edge, Pose};

use super::colours;

/// The overlays.
pub const OVERLAYS: &[Overlay] = &[
    Overlay {
        name: "command",
        title: "Command range",
        tooltip: "How far the general of the selected stand reaches",
    },
    Overlay {
        name: "lanes",
        title: "Fire lanes",
        tooltip: "What the selected battery may fire at, and who is in the way",
    },
    Overlay { name: "threat", title: "Threats", tooltip: "What the enemy could do to the selected stand" },
    Overlay { name: "zones", title: "Zones of control", tooltip: "What the stands control" },
];

/// The marks of an overlay, for this stand if the overlay needs one; `at`: as if it stood there.
pub fn overlay(state: &State, name: &str, stand: Option<StandId>, at: Option<Pose>) -> Vec<Mark> {
    match (name, stand) {
        ("zones", _) => zone_marks(state),
        ("command", stand) => {
            let active = || state.active().map(|now| now.command);
            let command = stand.map(|stand| state.unit(stand).command).or_else(active);
            let range = command.and_then(|command| command_range(state, command));
            range.map(|range| overlay::command_marks(&range)).unwrap_or_default()
        }
        ("lanes", Some(stand)) if state.unit(stand).battery.is_some() => {
            let mut there = Cow::Borrowed(state);
            if let Some(pose) = at {
                there.to_mut().stands[stand.index()].place = Place::Table(pose);
            }
            let mut marks = Vec::new();
            if let Some((muzzle, bands)) = bands(&there, stand) {
                marks.extend(overlay::band_marks(muzzle, state.options().fire_arc.to_radians(), &bands));
            }
            marks.extend(overlay::lane_marks(&lanes(&there, stand)));
            marks
        }
        // Threats to a stand in hand are shown beside it.
        ("threat", Some(stand)) if at.is_none() => match state.pose(stand) {
            Some(pose) => overlay::threat_marks(&threats_from(state, stand, pose)),
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The middle of a battery's front edge, and the limit of every band in which it may fire now.
pub fn bands(state: &State, stand: StandId) -> Option<(Pose, Vec<(f32, String)>)> {
    let table = state.lengths().to_hit(state.unit(stand).battery?);
    let placed = state.placed(stand)?;
    let [left, right] = placed.quad().edge(Edge::Front);
    let far = |band: &Band| *band != Band::Long || state.weather != Weather::Poor;
    let bands = [Band::Canister, Band::Effective, Band::Long].into_iter().filter(far);
    let said = bands.map(|band| {
        let last = table.row(band).1;
        (last, format!("{}, {} in", band.name(), plain(last)))
    });
    Some((Pose::new((left + right) / 2.0, placed.pose.heading), said.collect()))
}

/// The zones of control, as marks.
pub fn zone_marks(state: &State) -> Vec<Mark> {
    let zones: Vec<ZoneOf> = state
        .ids()
        .filter_map(|id| {
            let outline = movement::walk::zones::zone_of(state, id)?.outline();
            Some(ZoneOf { side: state.side(id).0, colour: colours::colour_of(state, id), outline })
        })
        .collect();
    overlay::zone_marks(&zones)
}

/// The range of this command's general, and its stands; `None` without a general on the table.
pub fn command_range(state: &State, command: CommandId) -> Option<CommandRange> {
    let info = state.command(command);
    let general = info.general.filter(|general| state.pose(*general).is_some())?;
    let stands = state
        .members(command)
        .into_iter()
        .filter_map(|id| command::command_range(state, command, id))
        .map(|to| (to.from, to.to, to.passes(), format!("{:.2} in", to.value)))
        .collect();
    let within = state.lengths().command_range();
    Some(CommandRange {
        body: state.placed(general)?.quad().corners(),
        range: within,
        words: format!("{}, {} in", state.say(general), plain(within)),
        stands,
    })
}

/// The lanes of a battery to every target in range: clear, or blocked and by whom.
pub fn lanes(state: &State, battery: StandId) -> Vec<LaneTo> {
    let Some(firer) = state.placed(battery) else { return Vec::new() };
    let mut found = Vec::new();
    for (target, placed) in state.on_table().filter(|(id, _)| state.are_enemies(battery, *id)) {
        let at = placed.pose.at;
        match fire::shot(state, battery, target) {
            Ok(shot) => found.push(LaneTo {
                strip: Some(shot.lane.strip),
                target: at,
                words: format!("{:.1} in", shot.range.value),
                blocked: None,
            }),
            Err(refusal) if refusal.code == Code::LaneBlocked => {
                let Some(measured) = &refusal.measured else { continue };
                let [left, right] = firer.quad().edge(Edge::Front);
                let half = (right - left) / 2.0;
                let (from, to) = (measured.from, measured.to);
                let name = refusal.culprit.as_deref().unwrap_or_default();
                found.push(LaneTo {
                    strip: Some([from - half, to - half, to + half, from + half]),
                    target: at,
                    words: state.say_short(target),
                    blocked: Some((to, short(name))),
                });
            }
            Err(_) => {}
        }
    }
    found
}

/// `72 1st Netherlands Brigade (Bijlandt)` is 72 Bijlandt on the table; a name without a badge stays.
fn short(name: &str) -> String {
    match name.split_once(' ') {
        Some((badge, rest)) if badge.parse::<u16>().is_ok() => {
            format!("{badge} {}", scenario::army::short_name(rest))
        }
        _ => name.to_owned(),
    }
}

/// Threats to the stand if it stood there, for drawing, nearest first.
pub fn threats_from(state: &State, stand: StandId, pose: Pose) -> Vec<ThreatFrom> {
    use crate::reach::ThreatKind;
    let drawn = |threat: &ways::Threat| {
        let from = state.pose(threat.by)?.at;
        let badge = state.unit(threat.by).badge;
        let (how, what) = match &threat.kind {
            ThreatKind::Fire { band, lane } => (How::Fire(lane.strip), band.name().to_owned()),
            ThreatKind::Masked { lane, .. } => (How::Masked(lane.strip), "masked".to_owned()),
            ThreatKind::Charge { end, cost, .. } => (How::Charge(*end), format!("{cost:.1} in")),
            ThreatKind::Near => (How::Near, "near".to_owned()),
        };
        Some(ThreatFrom { from, to: pose.at, how, words: format!("{badge}: {what}") })
    };
    ways::threat(state, stand, pose).iter().filter_map(drawn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Easy;
    use game::RuleSet;
    use game::options::Options;
    use scenario::{self, AnyRules, Embedded};

    fn first_steps() -> State {
        let (scenario, _) = scenario::read("first-steps", &Embedded, &AnyRules).expect("it is sound");
        Easy::start(scenario, &Options::default()).expect("its options are sound")
    }

    #[test]
    fn command_range_lists_the_stands_of_its_general() {
        let state = first_steps();
        let command = state.roster().commands.iter().find(|info| info.general.is_some()).expect("one has");
        let range = command_range(&state, command.id).expect("he is on the table");
        let others = command.stands.iter().filter(|id| Some(**id) != command.general);
        assert_eq!(range.stands.len(), others.filter(|id| state.pose(**id).is_some()).count());
        for (from, to, within, _) in &range.stands {
            assert_eq!(from.distance(*to) <= state.lengths().command_range() + 0.01, *within);
        }
    }

    #[test]
    fn a_battery_has_a_lane_or_a_named_blocker_to_every_target_it_is_shown() {
        let state = first_steps();
        let batteries: Vec<StandId> = state.ids().filter(|id| state.unit(*id).battery.is_some()).collect();
        let shown: Vec<LaneTo> = batteries.iter().flat_map(|id| lanes(&state, *id)).collect();
        assert!(!shown.is_empty());
        for lane in shown {
            match lane.blocked {
                Some((_, name)) => assert!(!name.is_empty()),
                None => assert!(lane.strip.is_some() && !lane.words.is_empty()),
            }
        }
    }
}
