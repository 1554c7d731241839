//! What is laid over the table when its switch is on: the rules are asked here, and the painter draws the answers.
//!
//! Units: inches.

use crate::rules::easy::movement;
use crate::rules::easy::tables::{COMMAND_RANGE, YARDS_PER_INCH};
use crate::rules::easy::{Code, CommandId, StandId, State, activation, fire, reach as ways};
use crate::table::{Edge, Pose, Vec2, gap};

use super::models;
use super::painter::Mark;
use super::painter::overlay::{self, CommandRange, How, LaneTo, Ruler, Shown, ThreatFrom, ZoneOf};

/// What a ruler lies between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RulerEnds {
    /// Two stands, edge to edge.
    Stands(StandId, StandId),
    Points(Vec2, Vec2),
}

/// All that the overlays depend on besides the state of the game: while it stays the same, so do they.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    pub shown: Shown,
    /// The stand whose lanes and threats are drawn, and where it is or would be; none for its own place.
    pub stand: Option<StandId>,
    pub ghost: Option<Pose>,
    /// The command whose range is drawn.
    pub command: Option<CommandId>,
    pub rulers: Vec<RulerEnds>,
}

/// What was laid last, kept while game and wishes stay the same.
#[derive(Debug, Default)]
pub struct Laid {
    version: u64,
    wanted: Wanted,
    pub under: Vec<Mark>,
    pub over: Vec<Mark>,
}

impl Laid {
    /// Asks the rules anew if the game, known by its version, or the wishes have changed.
    pub fn refresh(&mut self, version: u64, state: &State, wanted: &Wanted) {
        if self.version != version || self.wanted != *wanted {
            let (under, over) = laid(state, wanted);
            *self = Self { version, wanted: wanted.clone(), under, over };
        }
    }
}

/// The marks under the stands and over them; zones are apart, as they are many and change with the game only.
fn laid(state: &State, wanted: &Wanted) -> (Vec<Mark>, Vec<Mark>) {
    let (mut under, mut over) = (Vec::new(), Vec::new());
    let shown = wanted.shown;
    if shown.command
        && let Some(range) = wanted.command.and_then(|command| command_range(state, command))
    {
        under.extend(overlay::command_marks(&range));
    }
    if let Some(stand) = wanted.stand {
        if shown.lanes {
            over.extend(overlay::lane_marks(&lanes(state, stand)));
        }
        if shown.threat
            && let Some(pose) = wanted.ghost.or(state.pose(stand))
        {
            over.extend(overlay::threat_marks(&threats_from(state, stand, pose)));
        }
    }
    if shown.rulers {
        let rulers: Vec<Ruler> = wanted.rulers.iter().filter_map(|ends| ruler(state, *ends)).collect();
        over.extend(overlay::ruler_marks(&rulers));
    }
    (under, over)
}

/// What stands control, as marks.
pub fn zone_marks(state: &State) -> Vec<Mark> {
    let zones: Vec<ZoneOf> = state
        .ids()
        .filter_map(|id| {
            let outline = movement::zone_of(state, id)?.outline();
            Some(ZoneOf { side: state.side(id).0, colour: models::colour_of(state, id), outline })
        })
        .collect();
    overlay::zone_marks(&zones)
}

/// How far the general of this command reaches, and its stands; none without a general on the table.
fn command_range(state: &State, command: CommandId) -> Option<CommandRange> {
    let info = state.command(command);
    let general = info.general.filter(|general| state.pose(*general).is_some())?;
    let stands = info
        .stands
        .iter()
        .filter(|id| **id != general)
        .filter_map(|&id| activation::command_range(state, command, id))
        .map(|to| (to.from, to.to, to.passes(), format!("{:.2} in", to.value)))
        .collect();
    Some(CommandRange {
        body: state.placed(general)?.quad().corners(),
        range: COMMAND_RANGE,
        words: format!("{}, {COMMAND_RANGE} in", state.say(general)),
        stands,
    })
}

/// The lanes of a battery to every target it can reach by range: clear, or blocked and by whom.
fn lanes(state: &State, battery: StandId) -> Vec<LaneTo> {
    let Some(firer) = state.placed(battery) else { return Vec::new() };
    let mut found = Vec::new();
    for (target, placed) in state.on_table().filter(|(id, _)| state.are_enemies(battery, *id)) {
        let at = placed.pose.at;
        match fire::shot(state, battery, target) {
            Ok(shot) => found.push(LaneTo {
                strip: Some(shot.lane.strip),
                target: at,
                words: format!("{}, {:.1} in", shot.band.name(), shot.range.value),
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
                    words: String::new(),
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
            format!("{badge} {}", crate::army::short_name(rest))
        }
        _ => name.to_owned(),
    }
}

/// What could come at the stand if it stood there, for drawing, nearest first.
fn threats_from(state: &State, stand: StandId, pose: Pose) -> Vec<ThreatFrom> {
    use crate::rules::easy::reach::ThreatKind;
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

/// A ruler with its length; none while a stand at its end is off the table.
fn ruler(state: &State, ends: RulerEnds) -> Option<Ruler> {
    let (from, to, inches) = match ends {
        RulerEnds::Stands(a, b) => {
            let line = gap(state.placed(a)?, state.placed(b)?);
            (line.from, line.to, line.distance)
        }
        RulerEnds::Points(a, b) => (a, b, a.distance(b)),
    };
    Some(Ruler { from, to, words: format!("{inches:.2} in, {:.0} yards", inches * YARDS_PER_INCH) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;
    use crate::rules::easy::Easy;
    use crate::rules::options::Options;
    use crate::scenario::{self, AnyOption, Embedded};

    fn first_steps() -> State {
        let (scenario, _) = scenario::read("first-steps", &Embedded, &AnyOption).expect("it is sound");
        Easy::start(scenario, &Options::default()).expect("its options are sound")
    }

    #[test]
    fn nothing_is_laid_over_the_table_while_all_switches_are_off() {
        let state = first_steps();
        let wanted = Wanted { stand: state.ids().next(), ..Wanted::default() };
        assert_eq!(laid(&state, &wanted), (Vec::new(), Vec::new()));
    }

    #[test]
    fn command_range_lists_the_stands_of_its_general() {
        let state = first_steps();
        let command = state.roster().commands.iter().find(|info| info.general.is_some()).expect("one has");
        let range = command_range(&state, command.id).expect("he is on the table");
        let others = command.stands.iter().filter(|id| Some(**id) != command.general);
        assert_eq!(range.stands.len(), others.filter(|id| state.pose(**id).is_some()).count());
        for (from, to, within, _) in &range.stands {
            assert_eq!(from.distance(*to) <= COMMAND_RANGE + 0.01, *within);
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

    #[test]
    fn rulers_measure_stands_edge_to_edge() {
        let state = first_steps();
        let mut on_table = state.on_table().map(|(id, _)| id);
        let (a, b) = (on_table.next().expect("a stand"), on_table.next().expect("another"));
        let ruler = ruler(&state, RulerEnds::Stands(a, b)).expect("both are on the table");
        let middles =
            state.pose(a).expect("on the table").at.distance(state.pose(b).expect("on the table").at);
        assert!(ruler.from.distance(ruler.to) < middles - 0.5);
        assert!(ruler.words.ends_with("yards"), "{}", ruler.words);
    }
}
