//! Reinforcements come on: where, and who stands in their way.
//!
//! Ruling: the book is silent (`easy:II.A.1`). Units: inches.

use crate::army::Arm;
use crate::game::Offer;
use crate::rules::easy::command::is_due;
use crate::rules::easy::order::{MoveKind, Order};
use crate::rules::easy::roster::StandId;
use crate::rules::easy::state::{State, Step};
use crate::table::sweep::first_overlap;
use crate::table::{Leg, Path, Pose};

use super::kind::allowance;
use super::offers::{BEYOND, LEAST, Limit, furthest, way};
use super::walk::survey::Survey;
use super::{check_may_enter, entry_start};

/// The places along an entry are tried so far apart, and so many of them to either side.
const APART: f32 = 0.5;
const PLACES: i32 = 24;

/// The places along an entry in the order in which they are tried: its middle first.
fn places() -> impl Iterator<Item = f32> {
    let beside = (1..=PLACES).flat_map(|step| [step as f32 * APART, step as f32 * -APART]);
    std::iter::once(0.0).chain(beside)
}

/// Straight on from there, as far as it goes.
fn straight_on(state: &State, survey: &Survey<'_>, stand: StandId, start: Pose) -> Option<Limit> {
    let far = allowance(state, stand, MoveKind::Enter) + BEYOND;
    let path = Path::new(vec![Leg::Slide(start.heading.forward() * far)]);
    furthest(state, survey, stand, start, &path, MoveKind::Enter).filter(|limit| limit.walk.cost >= LEAST)
}

/// A reinforcement comes on, straight on, at the first free place along the edge.
pub(super) fn entry(state: &State, survey: &Survey<'_>, stand: StandId) -> Option<Offer<Order>> {
    for along in places() {
        // What stops it here, the end of the stretch where it may come on or its turn, stops it farther along too.
        let start = check_may_enter(state, stand, along).ok()?;
        if let Some(Limit { path, walk }) = straight_on(state, survey, stand, start) {
            let general = state.arm(stand) == Arm::General;
            return Some(Offer {
                words: format!("{} comes on, {:.2} in", state.say(stand), way(&walk)),
                order: Order::Enter { stand, along, path },
                kind: if general { "enter-general" } else { "enter" },
                family: true,
            });
        }
    }
    None
}

/// Why a reinforcement finds no place to come on now, as words behind its name: who stands where it would; none: it finds one.
pub fn shut_out(state: &State, stand: StandId) -> Option<String> {
    let survey = Survey::new(state);
    let mut barring: Vec<StandId> = Vec::new();
    for start in places().map_while(|along| entry_start(state, stand, along).ok()) {
        if straight_on(state, &survey, stand, start).is_some() {
            return None;
        }
        barring.extend(in_the_way(state, stand, start));
    }
    barring.sort_unstable();
    barring.dedup();
    let names: Vec<String> = barring.iter().map(|id| state.say(*id)).collect();
    Some(match &names[..] {
        [] => "no place at its entry is free".to_owned(),
        [one] => format!("{one} bars its entry"),
        several => format!("{} bar its entry", several.join(", ")),
    })
}

/// Those on the active list who are due and find no place to come on now, each with the reason, as sentences.
pub fn waiting_outside(state: &State) -> Vec<(StandId, String)> {
    let Some(now) = state.active().filter(|now| now.step == Step::Act) else { return Vec::new() };
    let listed = now.list.iter().copied().filter(|stand| !now.acted.contains(stand) && is_due(state, *stand));
    let shut_out = listed.filter_map(|stand| Some((stand, shut_out(state, stand)?)));
    shut_out.map(|(stand, why)| (stand, format!("{} cannot come on: {why}", state.say(stand)))).collect()
}

/// Who stands where the stand would be as soon as it is wholly on the table.
fn in_the_way(state: &State, stand: StandId, start: Pose) -> Vec<StandId> {
    let body = &state.unit(stand).body;
    let depth = body.parts().first().map_or(0.0, |part| part.depth);
    let leg = Leg::Slide(start.heading.forward() * depth.max(LEAST));
    let bars = |id: StandId, there| {
        id != stand && !state.makes_way(id) && first_overlap(body, start, leg, there).is_some()
    };
    state.on_table().filter(|(id, there)| bars(*id, *there)).map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A brigade that is due on a lane, with a friend on it or beside it.
    fn lane(friend: &str, spread: f32) -> State {
        let text = format!(
            r#"(
                entries: [(id: "lane", at: (12, 0, 0), spread: {spread})],
                stands: [
                    (id: "A", side: "red", arm: Infantry, arrives: Some((1, "lane")), sp: 5),
                    (id: "B", side: "red", arm: Infantry, at: {friend}, sp: 5),
                    (id: "E", side: "blue", arm: Infantry, at: (40, 40, 180), sp: 5),
                ],
                active: (command: "red", step: Command),
            )"#
        );
        let position: crate::rules::easy::Position =
            crate::data::ron_options().from_str(&text).expect("the position reads");
        position.set_up().expect("the position is sound")
    }

    #[test]
    fn who_stands_on_the_entry_is_named_and_who_leaves_room_is_not() {
        let why = |friend, spread| {
            let state = lane(friend, spread);
            let late = state.ids().find(|id| state.key(*id) == "A").expect("it is there");
            shut_out(&state, late)
        };
        let barred = why("(12, 0.6, 0)", 0.5).expect("it stands on the entry");
        assert!(barred.contains('B') && barred.ends_with("bars its entry"), "{barred}");
        assert_eq!(why("(12, 0.6, 0)", 6.0), None, "there is room beside it");
        assert_eq!(why("(30, 0.6, 0)", 0.5), None);
    }
}
