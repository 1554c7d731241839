//! The scratch copy on which an order is judged, and the result of a judgement.

use game::Stop;

use super::event::Event;
use super::refusal::Refusal;
use super::roster::StandId;
use super::rule_set::Epstein;
use super::state::GroupId;

/// The result of a judgement.
pub type Judged<T = ()> = Result<T, Stop<Refusal>>;

/// The state as it changes while an order is judged.
pub type Scratch<'t> = game::scratch::Scratch<'t, Epstein>;

/// A group leaves play.
pub fn remove(s: &mut Scratch<'_>, id: GroupId) {
    let stands: Vec<StandId> = s.state.group(id).stands.clone();
    for stand in stands {
        s.emit(Event::Gone { stand });
    }
}
