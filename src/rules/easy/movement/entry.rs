//! Entry of reinforcements: places, and stands in their way.
//!
//! Ruling: the book is silent (`easy:II.A.1`). Units: inches.

use crate::order::{MoveKind, Order};
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::state::State;
use game::Offer;
use scenario::army::Arm;
use table::{Leg, Path, Pose};

use super::kind::allowance;
use super::offers::{BEYOND, LEAST, Limit, furthest, way};
use super::walk::survey::Survey;
use super::{check_may_enter, entry_start, waits};

/// Distance between the places tried along an entry, and their number to either side.
const APART: f32 = 0.5;
const PLACES: i32 = 24;

/// The places along an entry in the order in which they are tried: its middle first.
fn places() -> impl Iterator<Item = f32> {
    let beside = (1..=PLACES).flat_map(|step| [step as f32 * APART, step as f32 * -APART]);
    std::iter::once(0.0).chain(beside)
}

/// Straight ahead from there, as far as possible.
fn straight_on(state: &State, survey: &Survey<'_>, stand: StandId, start: Pose) -> Option<Limit> {
    let far = allowance(state, stand, MoveKind::Enter) + BEYOND;
    let path = Path::new(vec![Leg::Slide(start.heading.forward() * far)]);
    furthest(state, survey, stand, start, &path, MoveKind::Enter).filter(|limit| limit.walk.cost >= LEAST)
}

/// The entry of a reinforcement, straight ahead, at the first free place along the edge.
pub(super) fn entry(state: &State, survey: &Survey<'_>, stand: StandId) -> Option<Offer<Order>> {
    for along in places() {
        // A stop by the end of the entry's stretch, or by the turn, applies farther along too.
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

/// A reinforcement without a place to enter now.
#[derive(Debug)]
pub struct ShutOut {
    pub stand: StandId,
    /// Its entry at the middle, no farther than necessary.
    pub order: Order,
    /// The refusal of that order, and the other places tried.
    pub refusal: Refusal,
    /// The stand in the way, if any.
    pub by: Option<StandId>,
}

impl ShutOut {
    /// `1 A cannot come on: 2 B stands in its way`.
    pub fn say(&self, state: &State) -> String {
        format!("{} cannot come on: {}", state.say(self.stand), self.refusal.fact)
    }
}

/// Why a reinforcement has no place to enter now; `None` if it has one.
pub fn shut_out(state: &State, stand: StandId) -> Option<ShutOut> {
    let survey = Survey::new(state);
    let starts: Vec<Pose> = places().map_while(|along| entry_start(state, stand, along).ok()).collect();
    let (middle, beside) = starts.split_first()?;
    if starts.iter().any(|start| straight_on(state, &survey, stand, *start).is_some()) {
        return None;
    }
    let depth = state.unit(stand).body.parts().first().map_or(0.0, |part| part.depth);
    let path = Path::new(vec![Leg::Slide(middle.heading.forward() * depth.max(LEAST))]);
    let refusal = match survey.check(stand, *middle, &path, MoveKind::Enter) {
        Err(refusal) => in_words(state, refusal),
        Ok(_) => {
            Refusal::new(Code::NoRoom, "easy:0.7", "there is no room straight on", "Let others move first")
        }
    };
    let tried = match beside.len() {
        0 => String::new(),
        1 => ", nor can it come on at the place beside it that was tried".to_owned(),
        more => format!(", nor can it come on at the {more} places beside it that were tried"),
    };
    let fact = format!("{}{tried}", refusal.fact);
    Some(ShutOut {
        stand,
        order: Order::Enter { stand, along: 0.0, path },
        by: refusal.culprit.as_ref().and_then(|name| state.ids().find(|id| state.say(*id) == *name)),
        refusal: Refusal { fact, ..refusal },
    })
}

/// Why this reinforcement has no place to enter, if it could act now: it is activated and has not acted, or is the active general.
pub fn waits_outside(state: &State, stand: StandId) -> Option<ShutOut> {
    let now = state.active()?;
    let listed = now.list.contains(&stand) && !now.acted.contains(&stand);
    let due = listed || state.command(now.command).general == Some(stand);
    let may = due && waits(state, stand) && check_may_enter(state, stand, 0.0).is_ok();
    may.then(|| shut_out(state, stand)).flatten()
}

/// The refusal as the rest of a sentence about the stand: a friend in the way can be moved, an enemy cannot.
fn in_words(state: &State, refusal: Refusal) -> Refusal {
    let Some(culprit) = refusal.culprit.clone() else { return refusal };
    let is_friend =
        |id: StandId| state.active().is_some_and(|now| state.side(id) == state.command_side(now.command));
    let friend = state.on_table().any(|(id, _)| state.say(id) == culprit && is_friend(id));
    match refusal.code {
        Code::Blocked | Code::Overlap => {
            let remedy = if friend {
                "Move who stands there"
            } else {
                "Wait until it is gone, or bring it on elsewhere"
            };
            Refusal { fact: format!("{culprit} stands in its way"), remedy: remedy.to_owned(), ..refusal }
        }
        _ => refusal,
    }
}

/// All such reinforcements: activated ones, or the active general.
pub fn waiting_outside(state: &State) -> Vec<ShutOut> {
    let Some(now) = state.active() else { return Vec::new() };
    let general = state.command(now.command).general;
    now.list.iter().copied().chain(general).filter_map(|stand| waits_outside(state, stand)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A brigade that is due on a lane, with others there as a position writes them.
    fn lane(others: &str, spread: f32) -> State {
        let text = format!(
            r#"(
                entries: [(id: "lane", at: (12, 0, 0), spread: {spread})],
                stands: [
                    (id: "A", side: "red", arm: Infantry, arrives: Some((1, "lane")), sp: 5),
                    (id: "F", side: "red", arm: Infantry, at: (30, 20, 0), sp: 5),
                    (id: "E", side: "blue", arm: Infantry, at: (40, 40, 180), sp: 5),
                    {others}
                ],
                active: (command: "red", step: Command),
            )"#
        );
        let position: crate::Position = data::ron_options().from_str(&text).expect("the position reads");
        position.set_up().expect("the position is sound")
    }

    /// Why the brigade cannot come on, where these stand.
    fn why(others: &str, spread: f32) -> Option<Refusal> {
        let state = lane(others, spread);
        let late = state.ids().find(|id| state.key(*id) == "A").expect("it is there");
        shut_out(&state, late).map(|shut_out| shut_out.refusal)
    }

    fn infantry(id: &str, side: &str, at: &str) -> String {
        format!(r#"(id: "{id}", side: "{side}", arm: Infantry, at: {at}, sp: 5),"#)
    }

    #[test]
    fn a_friend_on_the_entry_is_named_and_can_be_moved() {
        let there = infantry("B", "red", "(12, 0.6, 0)");
        let barred = why(&there, 0.0).expect("it stands on the entry");
        assert_eq!((barred.fact.as_str(), barred.clause), ("3 B stands in its way", "easy:0.7"));
        assert_eq!(barred.remedy, "Move who stands there");
        let barred = why(&there, 0.5).expect("it is too wide to be passed");
        assert_eq!(
            barred.fact,
            "3 B stands in its way, nor can it come on at the 2 places beside it that were tried"
        );
        assert_eq!(why(&there, 6.0), None, "there is room beside it");
        assert_eq!(why(&infantry("B", "red", "(30, 0.6, 0)"), 0.5), None);
    }

    #[test]
    fn of_two_who_bar_it_one_is_named_and_can_be_moved() {
        let both = infantry("B", "red", "(13.4, 0.6, 0)") + &infantry("C", "red", "(10.6, 0.6, 0)");
        let barred = why(&both, 2.0).expect("both stand on the entry");
        assert!(barred.culprit.is_some_and(|who| who == "3 B" || who == "4 C"), "{}", barred.fact);
        assert_eq!(barred.fact.matches("stands in its way").count(), 1, "{}", barred.fact);
        assert_eq!(barred.remedy, "Move who stands there");
    }

    #[test]
    fn an_enemy_on_the_entry_is_not_moved_by_him_who_comes_on() {
        let barred = why(&infantry("X", "blue", "(12, 0.6, 90)"), 0.0).expect("he stands on the entry");
        assert!(barred.fact.contains("4 X"), "{}", barred.fact);
        assert_eq!(barred.remedy, "Touch enemies with the front edge only, and end the move there");
        let behind = infantry("X", "blue", "(12, 0.3, 180)") + &infantry("Y", "blue", "(12, 2.6, 180)");
        let barred = why(&behind, 0.0).expect("he stands on the entry");
        assert_ne!(barred.remedy, "Move who stands there");
        assert_ne!(barred.remedy, "Go round it, or move it first");
    }

    #[test]
    fn guns_are_told_whose_zone_lies_over_their_entry() {
        let state = lane("", 0.0);
        let text = r#"(
            entries: [(id: "lane", at: (12, 0, 0), spread: 0)],
            stands: [
                (id: "A", side: "red", arm: FootArtillery, arrives: Some((1, "lane")), sp: 2),
                (id: "F", side: "red", arm: Infantry, at: (30, 20, 0), sp: 5),
                (id: "X", side: "blue", arm: Infantry, at: (12, 1.8, 180), sp: 5),
            ],
            active: (command: "red", step: Command),
        )"#;
        let position: crate::Position = data::ron_options().from_str(text).expect("the position reads");
        let guns = position.set_up().expect("the position is sound");
        let late = guns.ids().find(|id| guns.key(*id) == "A").expect("it is there");
        let barred = shut_out(&guns, late).expect("the zone lies over its entry").refusal;
        assert!(barred.clause.starts_with("easy:II.C.4"), "{barred}");
        assert!(barred.fact.contains("3 X"), "{barred}");
        let late = state.ids().find(|id| state.key(*id) == "A").expect("it is there");
        assert!(shut_out(&state, late).is_none(), "nobody is near");
    }
}
