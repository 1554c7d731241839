//! What is laid over the table when its switch is on: the rules are asked here, and the painter draws the answers.
//!
//! Units: inches.

use crate::drawing::Mark;
use crate::drawing::overlay::{self, Ruler, Shown};
pub use crate::rules::easy::brief::overlays::zone_marks;
use crate::rules::easy::brief::overlays::{bands, command_range, lanes, threats_from};
pub use crate::rules::easy::brief::ruler::End as RulerEnd;
use crate::rules::easy::brief::ruler::ruler;
use crate::rules::easy::state::Place;
use crate::rules::easy::{CommandId, StandId, State};
use std::borrow::Cow;

use crate::table::Pose;

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
