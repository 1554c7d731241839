//! What the rules make of a group now: whether it skirmishes, is effective, may be ordered (`epstein:5.20`, `epstein:7.1`).
//!
//! Units: inches, figures.

use game::working::Modifier;
use table::Pose;

use super::formation::Formation;
use super::measure::{gap, within};
use super::options::DisruptedPenalty;
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::state::{GroupId, Place, State};
use super::tables::Modified;

/// Crew needed to move or fire a gun (`epstein:8.d.4`).
pub const CREW: u16 = 3;

/// The gap from a stand on the table to the nearest other stand of its unit, or to the house that it is in, in inches. `None`
/// if there is no other.
fn to_own(state: &State, stand: StandId) -> Option<f32> {
    let own = state.quad(stand)?;
    let unit = state.stand(stand).unit;
    let others = state.stands_of(unit).filter(|other| *other != stand);
    let gaps = others.filter_map(|other| match state.stand(other).place {
        Place::Table(_) => Some(gap(&own, &state.quad(other)?)),
        Place::Inside { house, .. } => Some(super::houses::gap_to_house(state, house, &own)),
        Place::Reserve | Place::Lost => None,
    });
    gaps.min_by(f32::total_cmp)
}

/// Is a stand farther than two widths from every other of its unit (`epstein:7.1`)? Never if it is the last.
pub fn is_far(state: &State, stand: StandId) -> bool {
    let has_formations = state.game.unit(state.stand(stand).unit).kind.arm().has_formations();
    let (width, _) = state.size_of(stand);
    // The gap is at most the distance of the middles.
    let beside = |here: Pose, other: StandId| {
        other != stand && state.pose(other).is_some_and(|there| here.at.distance(there.at) <= width * 2.0)
    };
    let unit = state.stand(stand).unit;
    if state.pose(stand).is_some_and(|here| state.stands_of(unit).any(|other| beside(here, other))) {
        return false;
    }
    has_formations && to_own(state, stand).is_some_and(|gap| !within(gap, width * 2.0))
}

/// Is a stand alone, with no stand of its unit within half a width (`epstein:5.20`)?
pub fn is_alone(state: &State, stand: StandId) -> bool {
    if state.pose(stand).is_none() {
        return false;
    }
    let (width, _) = state.size_of(stand);
    to_own(state, stand).is_none_or(|gap| !within(gap, width / 2.0))
}

/// Does the group count as skirmishers: in skirmish order, or a single stand by itself (`epstein:5.20`)?
pub fn skirmishes(state: &State, id: GroupId) -> bool {
    let group = state.group(id);
    let single = state.arm(id).has_formations() && group.rout.is_none();
    match group.formation {
        Formation::Skirmish => true,
        Formation::Garrison | Formation::Rout | Formation::Single => false,
        Formation::MarchColumn
        | Formation::AssaultColumn
        | Formation::Line
        | Formation::Square
        | Formation::Column
        | Formation::DoubleColumn => match group.stands.as_slice() {
            [only] => single && is_alone(state, *only),
            _ => false,
        },
    }
}

/// Does it fire and fight as skirmishers: by its order, or because it is wholly ineffective, in any formation (`epstein:7.3`)?
pub fn fights_as_skirmishers(state: &State, id: GroupId) -> bool {
    skirmishes(state, id) || group_is_ineffective(state, id)
}

/// Is a stand ineffective: the last of its unit, farther than two widths from the others or strayed before (`epstein:7.1`), or
/// amalgamated and not yet in its own period of the turn after (`epstein:7.6`)? Garrisons are not (`epstein:15.1`).
pub fn is_ineffective(state: &State, stand: StandId) -> bool {
    let now = state.stand(stand);
    let info = state.game.unit(now.unit);
    if !info.kind.arm().has_formations() {
        return false;
    }
    // With the second period of a turn, it is effective only from then on.
    let begun = |turn: u8| {
        state.turn > turn || state.turn == turn && (info.side == state.first || info.side == state.active)
    };
    if now.strayed || now.effective_from.is_some_and(|turn| !begun(turn)) {
        return true;
    }
    if !matches!(now.place, Place::Table(_)) {
        return false;
    }
    state.stands_of(now.unit).all(|other| other == stand) || is_far(state, stand)
}

/// Are all stands of the group ineffective?
pub fn group_is_ineffective(state: &State, id: GroupId) -> bool {
    state.group(id).stands.iter().all(|stand| is_ineffective(state, *stand))
}

/// What a group's condition deducts from its fire: disrupted (`epstein:13.4`), green (`epstein:16.4`). `answers`: it is
/// attacked and answers.
pub fn weaknesses_of_fire(state: &State, id: GroupId, answers: bool) -> Vec<Modifier> {
    let tables = &state.game.tables;
    let counts = answers || state.game.options.disrupted_penalty == DisruptedPenalty::Always;
    let disrupted = Modified::disrupted(state.group(id).disruption.len()).filter(|_| counts);
    let green = state.game.unit(state.unit(id)).green.then_some(Modified::Green);
    let said = [(disrupted, "epstein:13.4", "disrupted"), (green, "epstein:16.4", "green")];
    let modifier = |(row, clause, why): (Option<Modified>, _, _)| {
        let pips = tables.gains(row?).fire;
        (pips != 0).then(|| Modifier::new(pips, clause, why))
    };
    said.into_iter().filter_map(modifier).collect()
}

/// Checks whether the active player may order this group to do anything (`epstein:4.2`, `epstein:13.11`).
pub fn check_may_act(state: &State, id: GroupId) -> Result<(), Refusal> {
    let name = state.say(id);
    if !state.is_active(id) {
        let fact =
            format!("it is the {} period, and {name} is not theirs", state.game.side_name(state.active));
        let remedy = "The other side answers only what is done to it";
        return Err(Refusal::new(Code::NotActive, "epstein:4.2", fact, remedy));
    }
    if state.group(id).rout.is_some() {
        let fact = format!("{name} has routed and rallies");
        let remedy = "It halts, turns and comes back in three of its own periods";
        Refusal::new(Code::Routed, "epstein:13.7", fact, remedy).unless(&state.overruled)?;
    }
    Ok(())
}
