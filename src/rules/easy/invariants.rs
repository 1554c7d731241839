//! Invariants that hold in every state reachable by orders; games are checked for them.
//!
//! Clauses: `easy:0.7`, `easy:II.A.1`, `easy:III.D-remove`, `easy:IV.C`.

use std::collections::BTreeMap;

use scenario::army::Arm;
use table::measure::{inches_apart, outside_by, overlap_depth};
use table::tolerance::{EPS, OVERLAP, TOUCH, touching};
use table::{Pieces, Vec2};

use super::roster::CommandId;
use super::state::{Phase, Place, Pontoon, State};
use super::touching::is_train;

/// Depth from which stands overlap, even if placed by computation.
const SLACK: f32 = 0.002;

/// Every broken invariant, in words; empty if all hold.
pub fn broken(state: &State) -> Vec<String> {
    let mut wrong = Vec::new();
    overlaps(state, &mut wrong);
    on_table(state, &mut wrong);
    strengths(state, &mut wrong);
    chits(state, &mut wrong);
    squares(state, &mut wrong);
    ammunition(state, &mut wrong);
    engineers(state, &mut wrong);
    commands(state, &mut wrong);
    taken(state, &mut wrong);
    wrong
}

/// Engineers are attached to infantry that they touch, one stand each, and work only where they are; hits wait for owners of
/// infantry that was hit, and nobody goes along farther than allowed (`easy:V.D.1`, `easy:V.D.2`, `easy:V.D.2.c`).
fn engineers(state: &State, wrong: &mut Vec<String>) {
    let mut hosts = Vec::new();
    for (&engineer, &host) in &state.engineers.attached {
        let (here, there) = (state.placed(engineer), state.placed(host));
        let apart = here.zip(there).is_none_or(|(a, b)| inches_apart(a, b) > TOUCH + SLACK);
        if apart || !state.arm(host).is_infantry() || state.are_enemies(engineer, host) {
            wrong.push(format!("{} is not with {}", state.say(engineer), state.say(host)));
        }
        if hosts.contains(&host) {
            wrong.push(format!("{} has two engineer stands", state.say(host)));
        }
        hosts.push(host);
    }
    for owed in &state.engineers.owed {
        if owed.hits == 0 || !state.arm(owed.host).is_infantry() || !state.options().engineers {
            wrong.push(format!("{} hits are owed to {}", owed.hits, state.say(owed.host)));
        }
        if state.active().is_none() {
            wrong.push(format!("hits on {} wait though nobody acts", state.say(owed.host)));
        }
    }
    let whole = state.lengths().allowance(Arm::Engineer, state.weather);
    for (&engineer, &inches) in state.stack.iter().flat_map(|now| &now.ridden) {
        if state.arm(engineer) != Arm::Engineer || !(0.0..=whole + EPS).contains(&inches) {
            wrong.push(format!("{} has gone {inches:.3} of {whole:.3} in", state.say(engineer)));
        }
    }
    for (&engineer, job) in &state.engineers.jobs {
        let site =
            state.placed(engineer).and_then(|placed| super::engineers::work::site(state, placed, &job.task));
        if site.is_none_or(|site| site.gap > TOUCH + SLACK) {
            wrong.push(format!("{} is not at its work", state.say(engineer)));
        }
    }
}

/// No two stands overlap (`easy:0.7`).
fn overlaps(state: &State, wrong: &mut Vec<String>) {
    let pieces = Pieces::new(state.on_table().map(|(id, placed)| (u32::from(id.0), placed)));
    for (id, placed) in state.on_table() {
        let corners: Vec<Vec2> = placed.corners().collect();
        let min = corners.iter().copied().fold(Vec2::MAX, Vec2::min);
        let max = corners.iter().copied().fold(Vec2::MIN, Vec2::max);
        for other in pieces.near(min, max) {
            if other <= u32::from(id.0) {
                continue;
            }
            let other = super::StandId(other as u16);
            let Some(there) = state.placed(other) else { continue };
            let depth = overlap_depth(placed, there);
            if depth > OVERLAP + SLACK {
                wrong.push(format!("{} overlaps {} by {depth:.3} in", state.say(id), state.say(other)));
            }
        }
    }
}

/// Every stand lies wholly on the table (`easy:0.7`).
fn on_table(state: &State, wrong: &mut Vec<String>) {
    let size = state.terrain().ground().size;
    for (id, placed) in state.on_table() {
        let out = outside_by(placed, size);
        if out > OVERLAP + SLACK {
            wrong.push(format!("{} is {out:.3} in off the table", state.say(id)));
        }
    }
}

/// A stand that has lost strength has less than at the start, and only stands with strength fight on.
///
/// Only the referee can give more than at the start, and such a stand has no marker.
fn strengths(state: &State, wrong: &mut Vec<String>) {
    for id in state.ids() {
        let (stand, unit) = (state.stand(id), state.unit(id));
        if stand.marked && stand.strength > unit.strength {
            wrong.push(format!(
                "{} has {} sp and began with {}",
                state.say(id),
                stand.strength,
                unit.strength
            ));
        }
        let alive = matches!(stand.place, Place::Table(_) | Place::Reserve);
        if unit.arm != Arm::General && unit.strength > 0 && alive && stand.strength == 0 {
            wrong.push(format!("{} has no strength left and is still there", state.say(id)));
        }
        if matches!(stand.place, Place::Eliminated { .. }) && stand.strength > 0 {
            wrong.push(format!("{} is eliminated with {} sp", state.say(id), stand.strength));
        }
    }
}

/// Ammunition is known once it has been rolled, and not before (`easy:VI.E`).
fn ammunition(state: &State, wrong: &mut Vec<String>) {
    for stock in state.ammunition.iter().filter(|stock| stock.rolled != stock.left.is_some()) {
        wrong.push(format!("the ammunition of {} is {stock:?}", state.say_army(stock.side, stock.army)));
    }
}

/// Only infantry on the table is in squares, and only where they are in force (`easy:VI.G`).
fn squares(state: &State, wrong: &mut Vec<String>) {
    for id in state.ids().filter(|id| state.stand(*id).square) {
        if !state.arm(id).is_infantry() || state.pose(id).is_none() || !state.options().squares {
            wrong.push(format!("{} is in squares", state.say(id)));
        }
    }
}

/// Only wagons and pontoon trains change sides, and only a stand in touch decides about a wagon (`easy:VI.A.b`, `easy:V.D.3`).
fn taken(state: &State, wrong: &mut Vec<String>) {
    for (id, side) in &state.taken {
        if !is_train(state.arm(*id)) {
            wrong.push(format!("{} has changed sides", state.say(*id)));
        }
        if *side == state.unit(*id).side {
            wrong.push(format!("{} has changed to its own side", state.say(*id)));
        }
    }
    for (id, work) in &state.pontoons {
        let known = match work {
            Pontoon::Building { over, .. } => state.ground().lines.iter().any(|line| line.id == *over),
            Pontoon::Spent => true,
        };
        if state.arm(*id) != Arm::Pontoon || !known {
            wrong.push(format!("{} cannot build a bridge", state.say(*id)));
        }
    }
    for (stand, overrun) in state.stack.iter().flat_map(|now| &now.overruns) {
        for wagon in &overrun.undecided {
            let touches = state.placed(*stand).zip(state.placed(*wagon)).map(|(a, b)| inches_apart(a, b));
            if !touches.is_some_and(touching) || !state.are_enemies(*stand, *wagon) {
                wrong.push(format!("{} is to decide about {}", state.say(*stand), state.say(*wagon)));
            }
        }
    }
}

/// Every chit is in the cup, in the discards or being resolved, and as often as its command has chits (`easy:II.A.2.1`,
/// `easy:VI.B`).
fn chits(state: &State, wrong: &mut Vec<String>) {
    let resolving = match state.phase {
        Phase::Active => state.stack.first().map(|activation| activation.command),
        Phase::Weather | Phase::Draw | Phase::Over(_) => None,
    };
    let mut seen: BTreeMap<CommandId, usize> = BTreeMap::new();
    for chit in state.cup.iter().chain(&state.discards).copied().chain(resolving) {
        *seen.entry(chit).or_default() += 1;
    }
    for (&chit, &times) in &seen {
        let all = state.chits_of(chit);
        // Chits of a command absorbed in the meantime may have left play.
        let left = if state.regrouped.is_empty() { all } else { 1 };
        if times > all || times < left {
            wrong.push(format!("{} has {times} chits, not {all}", state.command(chit).name));
        }
    }
    // An absorbed command that has stands again gets its chit back at the next turn (`easy:V.B`).
    let begins = state.stack.is_empty() && state.discards.is_empty();
    let settled = begins || state.regrouped.is_empty();
    for command in state.roster().commands.iter().filter(|_| settled) {
        let deployed = state
            .roster()
            .stands_of(command.id)
            .any(|id| matches!(state.unit(id).start, scenario::Start::Deployed(_)));
        let has_chit = state.chits_of(command.id) > 0 && !state.is_absorbed(command.id);
        if deployed && has_chit && !seen.contains_key(&command.id) {
            wrong.push(format!("the chit of {} is missing", command.name));
        }
    }
}

/// Every stand answers to one command of its own side, and placed generals lead commands that have stands.
///
/// Clauses: `easy:V.A` to `easy:V.C`.
fn commands(state: &State, wrong: &mut Vec<String>) {
    let roster = state.roster();
    for id in state.ids() {
        let unit = state.unit(id);
        let of: Vec<CommandId> = roster
            .commands
            .iter()
            .filter(|info| info.general == Some(id) || info.stands.contains(&id))
            .map(|info| info.id)
            .collect();
        if of != [unit.command] || state.command(unit.command).side != unit.side {
            wrong.push(format!("{} answers to {of:?}, not to {:?} alone", state.say(id), unit.command));
        }
    }
    for &command in &state.regrouped.absorbed {
        let info = state.command(command);
        if !info.stands.is_empty() {
            wrong.push(format!("{} is absorbed and has stands", info.name));
        }
        if info.general.is_some_and(|general| state.is_retired(general) && state.pose(general).is_some()) {
            wrong.push(format!("the general of {} should have left with it", info.name));
        }
    }
    for &command in &state.regrouped.unposted {
        if state.command(command).general.is_none_or(|general| state.pose(general).is_some()) {
            wrong.push(format!("nobody has to be placed for {}", state.command(command).name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cause::Cause;
    use crate::engineers;
    use crate::engineers::change::Change;
    use crate::engineers::task::Owed;
    use crate::fixture::{Fixture, at};

    #[test]
    fn hits_that_wait_and_inches_ridden_are_watched() {
        let field = Fixture::new()
            .option("adv-engineers", "on")
            .ours(Arm::Infantry, at(0.0, 0.0, 0.0))
            .ours(Arm::Engineer, at(0.0, -1.5, 0.0))
            .theirs(Arm::LightCavalry, at(0.0, 9.0, 180.0));
        let (mut sound, ids) = field.state();
        let active = sound.stack[0].command;
        sound.cup.retain(|chit| *chit != active);
        let [host, engineer, horse] = ids[..] else { panic!("three stands") };
        let went = |inches| Change::Went { engineer, inches };
        let owed = |host, hits| Change::HitsOwed(Owed { host, hits, cause: Cause::Fire });
        let faults = |changes: &[Change]| {
            let mut state = sound.clone();
            changes.iter().for_each(|change| engineers::change::apply(&mut state, change));
            broken(&state)
        };
        assert_eq!(faults(&[went(6.0), owed(host, 2)]), Vec::<String>::new());
        assert!(faults(&[went(4.0), went(2.1)])[0].contains("has gone 6.100 of 6.000 in"));
        assert!(faults(&[Change::Went { engineer: host, inches: 1.0 }])[0].contains("has gone"));
        assert!(faults(&[owed(host, 0)])[0].starts_with("0 hits are owed"));
        assert!(faults(&[owed(horse, 1)])[0].starts_with("1 hits are owed"));
        let mut idle = sound.clone();
        engineers::change::apply(&mut idle, &owed(host, 1));
        idle.phase = Phase::Draw;
        assert!(broken(&idle).iter().any(|fault| fault.contains("though nobody acts")));
    }
}
