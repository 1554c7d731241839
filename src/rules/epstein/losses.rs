//! Losses: which stands lose the figures that a unit loses (`epstein:g.4`).
//!
//! Units: figures.

use crate::table::Vec2;

use super::event::Event;
use super::form::close_ranks;
use super::groups::regroup;
use super::pending::Losses;
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{GroupId, State};

/// No more ways to place losses are listed.
const MOST_WAYS: usize = 60;

/// So many figures on each of some stands.
pub type Shares = Vec<(StandId, u16)>;

/// The stands of a group in the order in which they may lose: those before the firer first, the damaged ones of each first.
fn tiers(state: &State, losses: &Losses) -> [Vec<StandId>; 4] {
    let mut tiers: [Vec<StandId>; 4] = Default::default();
    for stand in &state.group(losses.of).stands {
        let now = state.stand(*stand);
        let damaged = now.figures < state.game.stand(*stand).figures;
        let behind = !losses.first.is_empty() && !losses.first.contains(stand);
        tiers[usize::from(behind) * 2 + usize::from(!damaged)].push(*stand);
    }
    tiers
}

/// Figures that can be lost: never more than there are (`epstein:g.5`).
pub fn figures(state: &State, losses: &Losses) -> u16 {
    losses.figures.min(state.figures(losses.of))
}

/// Every different way to place losses, at most [`MOST_WAYS`] of them.
pub fn ways(state: &State, losses: &Losses) -> Vec<Shares> {
    let mut found = Vec::new();
    place(state, &tiers(state, losses), figures(state, losses), Vec::new(), &mut found);
    let mut seen: Vec<Shares> = Vec::new();
    for mut way in found {
        way.sort_unstable();
        if !seen.contains(&way) {
            seen.push(way);
        }
    }
    seen
}

/// Takes what is left from the first tier that has figures: a stand is finished before another is begun.
fn place(state: &State, tiers: &[Vec<StandId>], left: u16, taken: Shares, found: &mut Vec<Shares>) {
    if left == 0 || found.len() >= MOST_WAYS {
        if left == 0 {
            found.push(taken);
        }
        return;
    }
    let open =
        |stand: &&StandId| !taken.iter().any(|(one, _)| one == *stand) && state.stand(**stand).figures > 0;
    let Some(tier) = tiers.iter().find(|tier| tier.iter().any(|stand| open(&stand))) else { return };
    for stand in tier.iter().filter(open) {
        let figures = state.stand(*stand).figures.min(left);
        let mut more = taken.clone();
        more.push((*stand, figures));
        place(state, tiers, left - figures, more, found);
    }
}

/// Are losses shared out as the clause asks (`epstein:g.4`)?
pub fn check(state: &State, losses: &Losses, shares: &[(StandId, u16)]) -> Result<(), Refusal> {
    let name = state.say(losses.of);
    let wanted = figures(state, losses);
    let bad = |fact: String, remedy: String| Err(Refusal::new(Code::BadShare, "epstein:g.4", fact, remedy));
    let own = &state.group(losses.of).stands;
    if let Some((stand, _)) = shares.iter().find(|(stand, _)| !own.contains(stand)) {
        let fact = format!("{} is not in {name}", state.say_stand(*stand));
        return bad(fact, "Take the figures from stands of the unit that lost them".to_owned());
    }
    let given: u16 = shares.iter().map(|(_, figures)| *figures).sum();
    if given != wanted {
        let fact = format!("{name} loses {wanted} figures, and {given} are placed");
        return bad(fact, format!("Place {wanted}"));
    }
    let share =
        |stand: StandId| shares.iter().filter(|(one, _)| *one == stand).map(|(_, count)| *count).sum::<u16>();
    if let Some(stand) = own.iter().find(|stand| share(**stand) > state.stand(**stand).figures) {
        let has = state.stand(*stand).figures;
        let fact = format!("{} has {has} figures", state.say_stand(*stand));
        return bad(fact, format!("Take {has} from it at most"));
    }
    let mut whole_before = true;
    for tier in tiers(state, losses) {
        let touched: Vec<StandId> = tier.iter().copied().filter(|stand| share(*stand) > 0).collect();
        if let (false, Some(stand)) = (whole_before, touched.first()) {
            let fact = format!(
                "{} loses figures before others that have to lose theirs first",
                state.say_stand(*stand)
            );
            return bad(
                fact,
                "Finish damaged stands first, and those before the firer before others".to_owned(),
            );
        }
        let unfinished = touched.iter().filter(|stand| share(**stand) < state.stand(**stand).figures).count();
        if unfinished > 1 {
            let fact = format!("two stands of {name} are damaged where one is finished first");
            return bad(fact, "Finish a stand before another is begun".to_owned());
        }
        let full = tier.iter().all(|stand| share(*stand) == state.stand(*stand).figures);
        whole_before &= full;
    }
    Ok(())
}

/// The owner places losses.
pub fn judge(s: &mut Scratch<'_>, losses: &Losses, shares: &[(StandId, u16)]) -> Judged {
    check(&s.state, losses, shares)?;
    s.emit(Event::Settled);
    take(s, losses.of, shares);
    Ok(())
}

/// Takes figures off, and stands that are empty off the table; columns close up, squares contract (`epstein:g.10`).
pub fn take(s: &mut Scratch<'_>, id: GroupId, shares: &[(StandId, u16)]) {
    let (front, middle) = anchors(&s.state, id);
    for (stand, figures) in shares.iter().filter(|(_, figures)| *figures > 0) {
        s.emit(Event::Lost { stand: *stand, figures: *figures });
        if s.state.stand(*stand).figures == 0 && !keeps_empty(&s.state, *stand) {
            s.emit(Event::Gone { stand: *stand });
        }
    }
    close_ranks(s, id, front, middle);
    regroup(s, id);
}

/// A gun without a crew stays on the table (`epstein:8.d.3`, `epstein:8.d.4`).
fn keeps_empty(state: &State, stand: StandId) -> bool {
    let gun = state.game.unit(state.stand(stand).unit).kind.arm() == super::kind::Arm::Artillery;
    gun && state.group_of(stand).is_some_and(|group| !state.group(group).on_foot)
}

/// The front middle and the place of a group, about which it closes up.
fn anchors(state: &State, id: GroupId) -> (Vec2, Vec2) {
    let place = state.place(id);
    let (low, high) = super::movement::bounds(&state.body(id));
    (place.to_table(Vec2::new((low.x + high.x) / 2.0, high.y)), place.at)
}
