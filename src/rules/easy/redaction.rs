//! Orders by a side, which does not know everything: the answers give away no more than the side could work out at the table.
//!
//! Clauses: `easy:III.C.1`, `easy:VI.E`.

use dice::{Dry, Throw, TypedEntry, Veiled};
use game::{Clause, Due, RuleSet, Stop, Viewer};
use scenario::Side;

use super::order::{Family, HiddenDependency, Order};
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::rule_set::Easy;
use super::state::State;
use super::tables::Band;
use super::{combat, engineers, fire, words};

/// Whether this viewer may give the order with these dice. It is judged on the table as the viewer sees it, so that the answer
/// cannot reveal anything else.
///
/// Ruling: how many dice an enemy with a loss marker rolls is known once they are rolled, and not before (`easy:III.C.1`): a
/// side that names itself is not told how many are needed, and does not type them. The referee does, or the program rolls. Nor
/// does the side give orders that depend on numbers hidden from it.
pub fn admit(
    state: &State,
    order: &Order,
    dice: Option<&[TypedEntry]>,
    viewer: Viewer,
) -> Result<(), Stop<Refusal>> {
    let Viewer::Side(side) = viewer else { return Ok(()) };
    super::known::check_known(state, order)?;
    if order.family() == Family::Fiats {
        // The order is the referee's: hidden strengths do not matter.
        return Ok(());
    }
    let seen = words::view(state, viewer);
    let hidden = |throw: &Throw| !Easy::may_count(state, throw, viewer);
    check_decision(state, &seen, order, side)?;
    match dice {
        None => match Easy::judge(&seen, order, &mut Dry) {
            Ok(_) | Err(Stop::NeedsDice(_)) => Ok(()),
            Err(stop) => Err(stop),
        },
        Some(dice) => {
            let mut tray = Veiled::new(dice.iter().cloned(), &hidden);
            Easy::judge(&seen, order, &mut tray)?;
            Ok(tray.finish()?)
        }
    }
}

/// Removes what this viewer may not order because only others can (`easy:III.C.1`, `easy:VI.E`).
pub fn leave_out(state: &State, due: &mut Due<Order>, viewer: Viewer) {
    let Viewer::Side(side) = viewer else { return };
    let seen = words::view(state, viewer);
    due.offers.retain(|offer| check_decision(state, &seen, &offer.order, side).is_ok());
}

/// Refuses an order if it depends on numbers that the side does not know.
fn check_decision(state: &State, seen: &State, order: &Order, side: Side) -> Result<(), Refusal> {
    let viewer = Viewer::Side(side);
    let owed = || {
        let first = engineers::hits::awaited(seen).or_else(|| combat::decisions::awaited(seen));
        first.is_some_and(|(by, ..)| by != side)
    };
    let blind = |stand: &StandId| words::hides_force(state, *stand, viewer);
    match order.hinge() {
        None => Ok(()),
        Some(HiddenDependency::Strength(stand)) if blind(&stand) => {
            Err(not_theirs(seen, stand, "easy:III.C.1"))
        }
        Some(HiddenDependency::Strength(_)) => Ok(()),
        Some(HiddenDependency::Hits { shooter, placed }) if owed() => {
            let among =
                placed.iter().map(|(stand, _)| *stand).chain(combat::decisions::exposed_to(seen, shooter));
            let first = among.into_iter().find(blind);
            first.map_or(Ok(()), |stand| Err(not_theirs(seen, stand, "easy:III.C.1")))
        }
        Some(HiddenDependency::Hits { .. }) => Ok(()),
        Some(HiddenDependency::Ammunition { battery, target }) => {
            let unknown = |stock: &super::state::Stock| stock.side != side && stock.rolled;
            let counted = state.stock_of(battery).is_some_and(unknown);
            let spends = || fire::shot(seen, battery, target).is_ok_and(|shot| shot.band != Band::Canister);
            match counted && spends() {
                true => Err(not_theirs(seen, battery, "easy:VI.E")),
                false => Ok(()),
            }
        }
    }
}

fn not_theirs(state: &State, stand: StandId, clause: Clause) -> Refusal {
    let fact = format!("what {} has left is hidden from this side", state.say(stand));
    Refusal::new(Code::NotActive, clause, fact, "Its owner orders this, or the referee")
}
