//! What is laid over the table when its switch is on: the rules are asked here, and the painter draws the answers.
//!
//! Units: inches.

use std::borrow::Cow;

use crate::drawing::Mark;
use crate::drawing::overlay::{self, CommandRange, How, LaneTo, Ruler, Shown, ThreatFrom, ZoneOf};
use crate::rules::easy::brief::colours;
pub use crate::rules::easy::brief::ruler::End as RulerEnd;
use crate::rules::easy::brief::ruler::ruler;
use crate::rules::easy::movement;
use crate::rules::easy::state::Place;
use crate::rules::easy::tables::Band;
use crate::rules::easy::terms::plain;
use crate::rules::easy::{Code, CommandId, StandId, State, command, fire, reach as ways};
use crate::scenario::Weather;
use crate::table::{Edge, Pose};

/// What a ruler lies between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RulerEnds {
    pub from: RulerEnd,
    pub to: RulerEnd,
}

/// A ruler that is being laid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measuring {
    /// Where it begins; none: that is to be clicked first.
    pub from: Option<RulerEnd>,
    /// Where the pointer is.
    pub to: Option<RulerEnd>,
}

impl Measuring {
    /// The ruler as far as the pointer has drawn it.
    pub fn ends(self) -> Option<RulerEnds> {
        let (from, to) = (self.from?, self.to?);
        (from != to).then_some(RulerEnds { from, to })
    }
}

/// All that the overlays depend on besides the state of the game: while it stays the same, so do they.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    pub shown: Shown,
    /// The stand whose lanes and threats are drawn.
    pub stand: Option<StandId>,
    /// Where it would be, while it is in hand; what threatens it there is weighed apart.
    pub ghost: Option<Pose>,
    /// The command whose range is drawn.
    pub command: Option<CommandId>,
    pub rulers: Vec<RulerEnds>,
    /// One that is being laid: seen whether rulers are shown or not.
    pub laying: Option<RulerEnds>,
}

/// What was laid last, kept while game and wishes stay the same.
#[derive(Debug, Default)]
pub struct Laid {
    version: u64,
    wanted: Wanted,
    pub under: Vec<Mark>,
    pub over: Vec<Mark>,
    /// The rulers that lie on the table, each with its place in the list.
    pub rulers: Vec<(usize, Ruler)>,
    /// What is really to be seen: for the legend.
    pub seen: Shown,
}

impl Laid {
    /// Asks the rules anew if the game, known by its version, or the wishes have changed.
    pub fn refresh(&mut self, version: u64, state: &State, wanted: &Wanted) {
        if self.version != version || self.wanted != *wanted {
            let mut laid = laid(state, wanted);
            laid.version = version;
            laid.wanted.clone_from(wanted);
            *self = laid;
        }
    }
}

/// The marks under the stands and over them; zones are apart, as they are many and change with the game only.
fn laid(state: &State, wanted: &Wanted) -> Laid {
    let mut laid = Laid::default();
    let shown = wanted.shown;
    if shown.command
        && let Some(range) = wanted.command.and_then(|command| command_range(state, command))
    {
        laid.under.extend(overlay::command_marks(&range));
        laid.seen.command = true;
    }
    if let Some(stand) = wanted.stand {
        if shown.lanes && state.unit(stand).battery.is_some() {
            let mut there = Cow::Borrowed(state);
            if let Some(pose) = wanted.ghost {
                there.to_mut().stands[stand.index()].place = Place::Table(pose);
            }
            if let Some((muzzle, bands)) = bands(&there, stand) {
                laid.over.extend(overlay::band_marks(muzzle, state.options().fire_arc, &bands));
            }
            laid.over.extend(overlay::lane_marks(&lanes(&there, stand)));
            laid.seen.lanes = true;
        }
        if shown.threat
            && wanted.ghost.is_none()
            && let Some(pose) = state.pose(stand)
        {
            let threats = threats_from(state, stand, pose);
            laid.seen.threat = !threats.is_empty();
            laid.over.extend(overlay::threat_marks(&threats));
        }
    }
    if shown.rulers {
        let rulers = wanted.rulers.iter().enumerate();
        laid.rulers = rulers.filter_map(|(k, ends)| Some((k, ruler(state, ends.from, ends.to)?))).collect();
    }
    let laying = wanted.laying.and_then(|ends| ruler(state, ends.from, ends.to));
    let seen: Vec<Ruler> = laid.rulers.iter().map(|(_, ruler)| ruler.clone()).chain(laying).collect();
    laid.over.extend(overlay::ruler_marks(&seen));
    laid.seen.rulers = !seen.is_empty();
    laid
}

/// The middle of a battery's front edge, and the last inch of every band it may fire in now.
fn bands(state: &State, stand: StandId) -> Option<(Pose, Vec<(f32, String)>)> {
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

/// What stands control, as marks.
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

/// How far the general of this command reaches, and its stands; none without a general on the table.
fn command_range(state: &State, command: CommandId) -> Option<CommandRange> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::RuleSet;
    use crate::game::options::Options;
    use crate::rules::easy::Easy;
    use crate::scenario::{self, AnyRules, Embedded};

    fn first_steps() -> State {
        let (scenario, _) = scenario::read("first-steps", &Embedded, &AnyRules).expect("it is sound");
        Easy::start(scenario, &Options::default()).expect("its options are sound")
    }

    #[test]
    fn nothing_is_laid_over_the_table_while_all_switches_are_off() {
        let state = first_steps();
        let wanted = Wanted { stand: state.ids().next(), ..Wanted::default() };
        let laid = laid(&state, &wanted);
        assert_eq!((laid.under, laid.over, laid.seen), (Vec::new(), Vec::new(), Shown::default()));
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

    #[test]
    fn rulers_measure_stands_edge_to_edge() {
        let state = first_steps();
        let mut on_table = state.on_table().map(|(id, _)| id);
        let (a, b) = (on_table.next().expect("a stand"), on_table.next().expect("another"));
        let lay = |from, to| ruler(&state, from, to).expect("both are on the table");
        let ruler = lay(RulerEnd::Stand(a), RulerEnd::Stand(b));
        let to_point = lay(RulerEnd::Stand(a), RulerEnd::Point(ruler.to));
        assert!((to_point.from.distance(to_point.to) - ruler.from.distance(ruler.to)).abs() < 0.01);
        let middles =
            state.pose(a).expect("on the table").at.distance(state.pose(b).expect("on the table").at);
        assert!(ruler.from.distance(ruler.to) < middles - 0.5);
        assert!(ruler.words.ends_with("yards"), "{}", ruler.words);
    }
}
