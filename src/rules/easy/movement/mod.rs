//! Moves: stands, generals, withdrawals and reinforcements (`easy:II.B`, `easy:II.C`, `easy:III.E.2`).
//!
//! `walk` follows a path without dice; here the dice are rolled and the events written.
//! Units: inches.

pub mod bill;
pub mod entry;
pub mod kind;
pub mod luck;
pub mod offers;
pub mod walk;

#[cfg(test)]
mod formations;
#[cfg(test)]
mod tests;

use dice::Throw;
use game::working::{Measured, Note};
use scenario::army::Arm;
use scenario::{Entry, Start};
use table::measure::outside_by;
use table::sweep::lies_in;
use table::tolerance::{EPS, OVERLAP, within};
use table::{Path, Placed, Pose, Vec2};

use super::command::{check_listed, is_due};
use super::event::{Event, How};
use super::order::MoveKind;
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{Place, State, Step};
use super::steps::{active, active_at};
use super::touching::{is_train, touched_enemies};
use super::{engineers, generals, pontoons};
use kind::allowance;
use walk::record::{Touch, Walk};
use walk::survey::Survey;

/// A stand moves (`easy:II.A.2.3`, `easy:II.B`).
pub fn judge_move(s: &mut Scratch<'_>, stand: StandId, path: &Path) -> Judged {
    let start = check_may_move(&s.state, stand)?;
    let with = engineers::attach::shift_of(&s.state, stand);
    let then = follow(s, stand, start, path, MoveKind::Move)?;
    if let (Some(host), Some(end)) = (with, s.state.pose(stand)) {
        engineers::attach::check_shift(&s.state, stand, host, end)?;
    }
    if then == Then::Over {
        s.emit(Event::Acted { stand });
    }
    Ok(())
}

/// The start of the stand's move, if it may move now by some path.
pub fn check_may_move(state: &State, stand: StandId) -> Result<Pose, Refusal> {
    may_move(state, stand, |_| touched_enemies(state, stand))
}

/// [`check_may_move`], given the enemies that the stand touches there.
fn may_move(
    state: &State,
    stand: StandId,
    touched: impl FnOnce(Pose) -> Vec<StandId>,
) -> Result<Pose, Refusal> {
    active_at(state, Step::Act)?;
    if engineers::attach::shift_of(state, stand).is_none() {
        check_listed(state, stand)?;
    }
    let Some(pose) = state.pose(stand) else { return Err(not_on_table(state, stand)) };
    pontoons::check_free(state, stand)?;
    let touched = touched(pose);
    if state.stand(stand).evading && !touched.is_empty() {
        sheltering(state, stand).unless(&state.overruled)?;
    }
    if let Some(&enemy) = touched.iter().find(|id| !state.stand(**id).evading) {
        in_contact(state, stand, enemy).unless(&state.overruled)?;
    }
    Ok(pose)
}

fn not_on_table(state: &State, stand: StandId) -> Refusal {
    Refusal::new(
        Code::NoSuchStand,
        "easy:0.8",
        format!("{} is not on the table", state.say(stand)),
        if is_due(state, stand) { "Let it come on first" } else { "Choose a stand on the table" },
    )
}

fn sheltering(state: &State, battery: StandId) -> Refusal {
    Refusal::new(
        Code::Evading,
        "easy:III.F.1",
        format!("the crew of {} shelters until no enemy touches it", state.say(battery)),
        "Leave it where it is",
    )
}

fn in_contact(state: &State, stand: StandId, enemy: StandId) -> Refusal {
    let name = state.say(enemy);
    Refusal::new(
        Code::InContact,
        "easy:III.E.2",
        format!("{} touches {name}", state.say(stand)),
        "A stand in contact attacks or withdraws",
    )
    .culprit(name)
}

/// A stand in contact withdraws up to half a move, facing the enemy (`easy:III.E.2`).
pub fn judge_withdraw(s: &mut Scratch<'_>, stand: StandId, path: &Path) -> Judged {
    let start = check_may_withdraw(&s.state, stand)?;
    follow(s, stand, start, path, MoveKind::Withdraw)?;
    s.emit(Event::Acted { stand });
    Ok(())
}

/// The start of the stand's withdrawal, if it may withdraw now by some path.
pub fn check_may_withdraw(state: &State, stand: StandId) -> Result<Pose, Refusal> {
    let now = active_at(state, Step::Engaged)?;
    check_listed(state, stand)?;
    let Some(pose) = state.pose(stand) else { return Err(not_on_table(state, stand)) };
    let touched = touched_enemies(state, stand);
    if now.continuing.contains(&stand) {
        Refusal::new(
            Code::Acted,
            "easy:III.E.2",
            format!("{} has declared that it goes on attacking", state.say(stand)),
            "A stand in contact attacks or withdraws, not both",
        )
        .unless(&state.overruled)?;
    }
    if state.stand(stand).evading {
        sheltering(state, stand).unless(&state.overruled)?;
    }
    if touched.is_empty() {
        Refusal::new(
            Code::CannotWithdraw,
            "easy:III.E.2",
            format!("{} touches no enemy", state.say(stand)),
            "Move it in the next step instead",
        )
        .unless(&state.overruled)?;
    }
    super::combat::decisions::check_fired(state)?;
    Ok(pose)
}

/// The active general's stand moves (`easy:II.A.2.4`, `easy:II.A.4.2`).
pub fn judge_general(s: &mut Scratch<'_>, path: &Path) -> Judged {
    let (general, start) = check_general(&s.state)?;
    follow(s, general, start, path, MoveKind::General)?;
    s.emit(Event::GeneralMoved);
    Ok(())
}

/// The active general and his start, if he may move now.
pub fn check_general(state: &State) -> Result<(StandId, Pose), Refusal> {
    let general = check_general_turn(state)?;
    let Some(pose) = state.pose(general) else { return Err(not_on_table(state, general)) };
    Ok((general, pose))
}

/// The active general, if he may move in this step.
fn check_general_turn(state: &State) -> Result<StandId, Refusal> {
    let now = active(state)?;
    let name = &state.command(now.command).name;
    let Some(general) = state.command(now.command).general else {
        return Err(Refusal::new(
            Code::NoSuchStand,
            "easy:II.A.2.4",
            format!("{name} has no general's stand"),
            "Move its stands instead",
        ));
    };
    if !matches!(now.step, Step::Command | Step::Close) {
        Refusal::new(
            Code::Phase,
            "easy:II.A.2.4",
            format!("{} moves before his stands act or after all of them have", state.say(general)),
            "Finish the moves, fire and combats first",
        )
        .unless(&state.overruled)?;
    }
    if now.general_moved {
        Refusal::new(
            Code::Acted,
            "easy:II.A.2.4",
            format!("{} has moved in this activation", state.say(general)),
            "A general moves once an activation",
        )
        .unless(&state.overruled)?;
    }
    Ok(general)
}

/// The start of a reinforcement: its front edge's midpoint at the entry, shifted `along` inches along the table's edge (to the
/// right of the entry's heading positive); `None` for stands that do not arrive.
pub fn entry_pose(state: &State, stand: StandId, along: f32) -> Option<Pose> {
    let entry = entry_of(state, stand)?;
    let depth = state.unit(stand).body.parts().first()?.depth;
    let front = entry.pose.at + edge_direction(state, entry) * along;
    Some(Pose::new(front - entry.pose.heading.forward() * (depth / 2.0), entry.pose.heading))
}

fn entry_of(state: &State, stand: StandId) -> Option<&Entry> {
    let Start::Arrives { entry, .. } = &state.unit(stand).start else { return None };
    state.game.scenario.entries.iter().find(|known| &known.id == entry)
}

/// Along the table's edge nearest to the entry, to the right of its heading; across the heading at a gate.
fn edge_direction(state: &State, entry: &Entry) -> Vec2 {
    let (gate, entry) = (entry.gate, entry.pose);
    if gate {
        return entry.heading.right();
    }
    let size = state.terrain().ground().size;
    let to_side = entry.at.x.abs().min((size.x - entry.at.x).abs());
    let to_end = entry.at.y.abs().min((size.y - entry.at.y).abs());
    let along = if to_side < to_end { Vec2::Y } else { Vec2::X };
    if along.dot(entry.heading.right()) < 0.0 { -along } else { along }
}

/// A reinforcement enters: first its place along the edge, then its move.
///
/// Ruling: the book is silent (`easy:II.A.1`). A stand on the list comes on as its action; the general of the active
/// command comes on as his move, so that he can command afterwards.
pub fn judge_enter(s: &mut Scratch<'_>, stand: StandId, along: f32, path: &Path) -> Judged {
    let start = check_may_enter(&s.state, stand, along)?;
    let general = s.state.arm(stand) == Arm::General;
    match follow(s, stand, start, path, MoveKind::Enter)? {
        Then::Over if general => s.emit(Event::GeneralMoved),
        Then::Over => s.emit(Event::Acted { stand }),
        Then::GoesOn => {}
    }
    Ok(())
}

/// The start of the reinforcement, if it may enter now by some path.
pub fn check_may_enter(state: &State, stand: StandId, along: f32) -> Result<Pose, Refusal> {
    let now = active(state)?;
    if state.command(now.command).general == Some(stand) {
        check_general_turn(state)?;
    } else {
        active_at(state, Step::Act)?;
        check_listed(state, stand)?;
    }
    if !is_due(state, stand) {
        let refusal = Refusal::new(
            Code::NotActive,
            "easy:II.A.2.2",
            format!("{} does not come on to the table now", state.say(stand)),
            "Reinforcements come on from the turn the scenario gives",
        );
        // Only who still waits comes on before its turn.
        match state.stand(stand).place {
            Place::Reserve => refusal.unless(&state.overruled)?,
            _ => return Err(refusal),
        }
    }
    entry_start(state, stand, along)
}

/// The start of the reinforcement, even if it may not enter now.
fn entry_start(state: &State, stand: StandId, along: f32) -> Result<Pose, Refusal> {
    let (Some(entry), Some(start)) = (entry_of(state, stand), entry_pose(state, stand, along)) else {
        return Err(Refusal::new(
            Code::NoSuchStand,
            "easy:0.8",
            format!("the scenario has no entry for {}", state.say(stand)),
            "Place it by the referee's word",
        ));
    };
    if !within(along.abs(), entry.spread) {
        let front = entry.pose.at + edge_direction(state, entry) * along;
        let what = format!("distance along the edge from {}", entry.name);
        Refusal::new(
            Code::OutOfRange,
            "easy:0.7",
            format!("{} may not come on so far from {}", state.say(stand), entry.name),
            format!("Come on within {:.2} in of it", entry.spread),
        )
        .with(Measured::at_most(what, entry.pose.at, front, along.abs(), entry.spread))
        .unless(&state.overruled)?;
    }
    Ok(start)
}

/// The step after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    Over,
    /// It has reached wagons only, and may go on if it captures them (`easy:VI.A.b`).
    GoesOn,
}

/// Follows the path: checks it, rolls for its obstacles, makes enemy generals give way, and puts the stand at its end.
fn follow(s: &mut Scratch<'_>, stand: StandId, start: Pose, path: &Path, kind: MoveKind) -> Judged<Then> {
    let declared = Survey::new(&s.state)
        .check(stand, start, path, kind)
        .map_err(|refusal| super::reach::with_free_edges(&s.state, stand, refusal))?;
    s.note(allowance_note(&s.state, stand, kind));
    let (mut walk, most) = roll_obstacles(s, stand, start, path, kind, declared)?;
    // Who was let go beyond the allowance has none left.
    let printed = allowance(&s.state, stand, kind);
    let most = most.min(printed);
    walk.allowance = walk.allowance.min(printed);
    let size = s.state.terrain().ground().size;
    let body = &s.state.unit(stand).body;
    let end = body.placed(walk.end);
    // With a shorter move than declared, it may end where a friend is that it would have passed.
    let lies_on = |(other, there): (StandId, Placed<'_>)| {
        other != stand && !s.state.makes_way(other) && lies_in(end, there)
    };
    let gets_on = outside_by(end, size) <= OVERLAP + EPS && !s.state.on_table().any(lies_on);
    if kind == MoveKind::Enter && !gets_on {
        let words = format!("{} does not get on to the table and waits", s.state.say(stand));
        s.note(Note::new("easy:II.C.3", words));
        return Ok(Then::Over);
    }
    engineers::attach::displace_contacted(s, stand, start, &walk.path);
    generals::displace_contacted(s, stand, start, &walk.path)?;
    let ride = engineers::attach::ride(&s.state, stand, start, &walk.path);
    note_walk(s, stand, &walk);
    let how = match kind {
        MoveKind::Move | MoveKind::General => How::Moved,
        MoveKind::Withdraw => How::Withdrew,
        MoveKind::Enter => How::Entered,
    };
    s.emit(Event::Placed { stand, pose: walk.end, how, path: Some(walk.path), cost: walk.cost });
    if let Some(ride) = ride {
        engineers::attach::go_along(s, ride, how);
    }
    if s.state.host_of(stand).is_some() {
        s.emit(Event::Engineers(engineers::change::Change::Went { engineer: stand, inches: walk.cost }));
    }
    let (trains, foes): (Vec<Touch>, Vec<Touch>) =
        walk.contacts.into_iter().partition(|touch| is_train(s.state.arm(touch.enemy)));
    for touch in &foes {
        s.emit(Event::Closed { attacker: stand, defender: touch.enemy, edge: touch.edge });
    }
    let of =
        |arm| trains.iter().map(|touch| touch.enemy).filter(|id| s.state.arm(*id) == arm).collect::<Vec<_>>();
    let wagons = of(Arm::Wagon);
    for train in of(Arm::Pontoon) {
        let to = s.state.side(stand);
        let words = format!("{} captures {}", s.state.say(stand), s.state.say(train));
        s.note(Note::new("easy:V.D.3", words));
        s.emit(Event::SideChanged { stand: train, to });
    }
    if wagons.is_empty() {
        return Ok(Then::Over);
    }
    let left = if foes.is_empty() { (most - walk.cost).max(0.0) } else { 0.0 };
    s.emit(Event::WagonsReached { stand, wagons, left, zones: walk.zones });
    Ok(if foes.is_empty() { Then::GoesOn } else { Then::Over })
}

/// One d6 for each obstacle, all rolled before moving; the stand then follows its path as far as that leaves it
/// (`easy:II.C.3`). Returns the allowance after the dice as well.
fn roll_obstacles(
    s: &mut Scratch<'_>,
    stand: StandId,
    start: Pose,
    path: &Path,
    kind: MoveKind,
    declared: Walk,
) -> Judged<(Walk, f32)> {
    if declared.obstacles.is_empty() {
        let whole = declared.allowance;
        return Ok((declared, whole));
    }
    let side = s.state.side(stand);
    let mut lost = 0;
    for &line in &declared.obstacles {
        let name = walk::line_name(&s.state, line);
        let why = format!("{} crosses {name}: inches lost", s.state.say(stand));
        let inches = s.throw(Throw::sum(1, 6, Some(side.0), "easy:II.C.3", why))?.value;
        let inches = u8::try_from(inches).unwrap_or(u8::MAX);
        s.emit(Event::ObstacleCost { stand, inches });
        lost += u32::from(inches);
    }
    let lost = s.state.lengths().inches(lost as f32);
    let left = (declared.allowance - lost).max(0.0);
    let words = format!("obstacles cost {} in: {left:.2} in are left", super::terms::plain(lost));
    s.note(Note::new("easy:II.C.3", words));
    if within(declared.cost, left) {
        return Ok((declared, left));
    }
    let mut walk = Survey::new(&s.state).commit(stand, start, path, kind, left);
    walk.notes.push(Note::new("easy:II.C.3", format!("stops at {} with its inches spent", walk.end)));
    Ok((walk, left))
}

/// A note on the computation of the allowance (`easy:II.B`).
fn allowance_note(state: &State, stand: StandId, kind: MoveKind) -> Note {
    let arm = state.arm(stand);
    let rate = state.lengths().rate(arm);
    let loss = state.lengths().weather_loss(arm, state.weather);
    let mut words = format!("{} moves {} in", arm.name(), super::terms::plain(rate));
    let mut clause = "easy:II.B";
    if loss > 0.0 {
        let weather = state.weather.words();
        words = format!("{words}, {} in less for {weather}", super::terms::plain(loss));
        clause = match state.weather {
            scenario::Weather::Poor => "easy:IV.D-poor",
            scenario::Weather::Clear | scenario::Weather::Muddy => "easy:IV.D-mud",
        };
    }
    if state.stand(stand).square {
        words = format!("{words}; half of it in squares");
        clause = "easy:VI.G.2";
    }
    if kind == MoveKind::Withdraw {
        words = format!("{words}; half of it to withdraw");
        clause = "easy:III.E.2";
    }
    Note::new(clause, format!("{words}: {:.2} in", allowance(state, stand, kind)))
}

fn note_walk(s: &mut Scratch<'_>, stand: StandId, walk: &Walk) {
    let what = format!("cost of the move of {}", s.state.say(stand));
    let measured = Measured::at_most(what, walk.start.at, walk.end.at, walk.cost, walk.allowance);
    let doubled: f32 = walk.stretches.iter().map(|stretch| stretch.cost - stretch.length).sum();
    let mut words = format!("{} goes to {}", s.state.say(stand), walk.end);
    let mut clause = "easy:II.B-path";
    if doubled > EPS {
        let rough = walk.stretches.iter().any(|stretch| stretch.span.rough);
        let uphill = walk.stretches.iter().any(|stretch| stretch.span.uphill);
        let why = match (rough, uphill) {
            (true, true) => "rough ground and uphill",
            (true, false) => "rough ground",
            (false, true) => "uphill",
            (false, false) => "going back",
        };
        words = format!("{words}; {doubled:.2} in of the cost is for {why}");
        clause = match (rough, uphill) {
            (true, _) => "easy:II.C.1",
            (false, true) => "easy:II.C.2",
            (false, false) => "easy:II.B-path",
        };
    }
    s.note(Note::new(clause, words).with(measured));
    for note in &walk.notes {
        s.note(note.clone());
    }
    for touch in &walk.contacts {
        let words = format!(
            "{} touches {} on its {} edge",
            s.state.say(stand),
            s.state.say(touch.enemy),
            touch.edge.name()
        );
        s.note(Note::new("easy:0.4", words));
    }
}

/// Is any reinforcement still waiting? For offers.
fn waits(state: &State, stand: StandId) -> bool {
    state.stand(stand).place == Place::Reserve && is_due(state, stand)
}
