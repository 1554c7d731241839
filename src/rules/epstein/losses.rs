//! Losses: the stands from which a unit's lost figures are taken (`epstein:g.4`).
//!
//! Units: figures.

use table::Vec2;

use super::event::Event;
use super::form::close_ranks;
use super::groups::regroup;
use super::pending::Losses;
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{GroupId, State};

/// Maximum number of ways to place losses that are listed.
const MOST_WAYS: usize = 60;

/// Figures for each of some stands.
pub type Shares = Vec<(StandId, u16)>;

/// The stands of a group in the order in which they lose: those before the firer first, and among them the damaged ones.
fn tiers(state: &State, of: GroupId, first: &[StandId]) -> [Vec<StandId>; 4] {
    let mut tiers: [Vec<StandId>; 4] = Default::default();
    for stand in &state.group(of).stands {
        let now = state.stand(*stand);
        let damaged = now.figures < state.game.stand(*stand).figures;
        let behind = !first.is_empty() && !first.contains(stand);
        tiers[usize::from(behind) * 2 + usize::from(!damaged)].push(*stand);
    }
    tiers
}

/// Figures that can be lost, at most those that exist (`epstein:g.5`).
pub fn figures(state: &State, losses: &Losses) -> u16 {
    match losses.shared.as_ref().and_then(|shared| shared.spreads.first()) {
        Some(spread) => spread.iter().sum(),
        None => losses.figures.min(state.figures(losses.of)),
    }
}

/// Every different way to place losses, at most `MOST_WAYS` of them.
pub fn ways(state: &State, losses: &Losses) -> Vec<Shares> {
    let Some(shared) = &losses.shared else {
        return ways_of(state, losses.of, &losses.first, figures(state, losses));
    };
    let mut found: Vec<Shares> = Vec::new();
    for spread in &shared.spreads {
        let mut ways: Vec<Shares> = vec![Vec::new()];
        for (unit, figures) in shared.units.iter().zip(spread) {
            let own = ways_of(state, *unit, &[], *figures);
            ways = ways
                .iter()
                .flat_map(|begun| own.iter().map(|more| begun.iter().chain(more).copied().collect()))
                .take(MOST_WAYS)
                .collect();
        }
        found.extend(ways);
    }
    found.truncate(MOST_WAYS);
    found
}

/// Every different way for one group to lose this many figures.
fn ways_of(state: &State, of: GroupId, first: &[StandId], figures: u16) -> Vec<Shares> {
    let mut found = Vec::new();
    place(state, &tiers(state, of, first), figures, Vec::new(), &mut found);
    let mut seen: Vec<Shares> = Vec::new();
    for mut way in found {
        way.sort_unstable();
        if !seen.contains(&way) {
            seen.push(way);
        }
    }
    seen
}

/// Takes the remaining figures from the first tier that has any: a stand is finished before the next is begun.
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

fn bad<T>(fact: String, remedy: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(Code::BadShare, "epstein:g.4", fact, remedy))
}

/// Checks that losses are shared out as the clauses demand (`epstein:g.4`, `epstein:9.12`).
pub fn check(state: &State, losses: &Losses, shares: &[(StandId, u16)]) -> Result<(), Refusal> {
    let units = match &losses.shared {
        Some(shared) => shared.units.as_slice(),
        None => std::slice::from_ref(&losses.of),
    };
    let of = |unit: GroupId| -> Shares {
        let own = &state.group(unit).stands;
        shares.iter().filter(|(stand, _)| own.contains(stand)).copied().collect()
    };
    let name = state.say(losses.of);
    let known = |stand: StandId| units.iter().any(|unit| state.group(*unit).stands.contains(&stand));
    if let Some((stand, _)) = shares.iter().find(|(stand, _)| !known(*stand)) {
        let fact = format!("{} is not in {name}", state.say_stand(*stand));
        return bad(fact, "Take the figures from stands of the unit that lost them");
    }
    let mut named: Vec<StandId> = shares.iter().map(|(stand, _)| *stand).collect();
    named.sort_unstable();
    if let Some(twice) = named.windows(2).find(|pair| pair[0] == pair[1]) {
        let fact = format!("{} is named twice", state.say_stand(twice[0]));
        return bad(fact, "Name each stand once, with all that it loses");
    }
    // No stand loses more than it has, so the sum cannot overflow.
    for (stand, share) in shares {
        check_share(state, *stand, *share)?;
    }
    let given: Vec<u16> =
        units.iter().map(|unit| of(*unit).iter().map(|(_, figures)| *figures).sum()).collect();
    let total: u16 = given.iter().sum();
    match &losses.shared {
        None if total != figures(state, losses) => {
            let wanted = figures(state, losses);
            let fact = format!("{name} loses {wanted} figures, and {total} are placed");
            return bad(fact, format!("Place {wanted}"));
        }
        Some(shared) if !shared.spreads.contains(&given) => {
            let fact = format!("{given:?} figures of the units that fought as one side are no way to share");
            return bad(fact, format!("Share them by unit as one of {:?}", shared.spreads));
        }
        None | Some(_) => {}
    }
    for unit in units {
        check_group(state, *unit, &losses.first, &of(*unit))?;
    }
    Ok(())
}

/// Checks that a stand has the figures that it is to lose.
fn check_share(state: &State, stand: StandId, share: u16) -> Result<(), Refusal> {
    let has = state.stand(stand).figures;
    if share <= has {
        return Ok(());
    }
    let fact = format!("{} has {has} figures", state.say_stand(stand));
    bad(fact, format!("Take {has} from it at most"))
}

/// Checks that a group finishes damaged stands before it begins others, and takes those before the firer first.
fn check_group(
    state: &State,
    of: GroupId,
    first: &[StandId],
    shares: &[(StandId, u16)],
) -> Result<(), Refusal> {
    let name = state.say(of);
    let share =
        |stand: StandId| shares.iter().filter(|(one, _)| *one == stand).map(|(_, count)| *count).sum::<u16>();
    let mut whole_before = true;
    for tier in tiers(state, of, first) {
        let touched: Vec<StandId> = tier.iter().copied().filter(|stand| share(*stand) > 0).collect();
        if let (false, Some(stand)) = (whole_before, touched.first()) {
            let fact = format!(
                "{} loses figures before others that have to lose theirs first",
                state.say_stand(*stand)
            );
            return bad(fact, "Finish damaged stands first, and those before the firer before others");
        }
        let unfinished = touched.iter().filter(|stand| share(**stand) < state.stand(**stand).figures).count();
        if unfinished > 1 {
            let fact = format!("two stands of {name} are damaged where one is finished first");
            return bad(fact, "Finish a stand before another is begun");
        }
        let full = tier.iter().all(|stand| share(*stand) == state.stand(*stand).figures);
        whole_before &= full;
    }
    Ok(())
}

/// The owner places losses.
pub fn judge(s: &mut Scratch<'_>, losses: &Losses, shares: &[(StandId, u16)]) -> Judged {
    check(&s.state, losses, shares)?;
    settle(s, losses, shares);
    Ok(())
}

/// Applies placed losses and settles the pending decision.
pub fn settle(s: &mut Scratch<'_>, losses: &Losses, shares: &[(StandId, u16)]) {
    s.emit(Event::Settled);
    let units = losses.shared.as_ref().map_or_else(|| vec![losses.of], |shared| shared.units.clone());
    for unit in units {
        let own = s.state.group(unit).stands.clone();
        let shares: Shares = shares.iter().filter(|(stand, _)| own.contains(stand)).copied().collect();
        take(s, unit, &shares);
    }
}

/// Takes figures off, and empty stands off the table; columns close up, squares contract (`epstein:g.10`).
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

/// Does the stand stay on the table without figures: a gun without a crew (`epstein:8.d.3`, `epstein:8.d.4`)?
fn keeps_empty(state: &State, stand: StandId) -> bool {
    let gun = state.game.unit(state.stand(stand).unit).kind.arm() == super::kind::Arm::Artillery;
    gun && state.group_of(stand).is_some_and(|group| !state.group(group).on_foot)
}

/// The front middle and the place of a group, the points on which it closes up.
fn anchors(state: &State, id: GroupId) -> (Vec2, Vec2) {
    let place = state.place(id);
    let (low, high) = super::movement::bounds(&state.body(id));
    (place.to_table(Vec2::new((low.x + high.x) / 2.0, high.y)), place.at)
}
