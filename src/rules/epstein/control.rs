//! Control: classes of units and armies, the dice that halve their moves (`epstein:16.1` to `epstein:16.3`).
//!
//! A mark `control:B` puts a unit into a class, `army-control:B` on any of its units a whole army, for which one die is thrown.

use dice::Throw;
use game::working::Note;

use super::arrival;
use super::event::Event;
use super::refusal::{Code, Refusal};
use super::roster::UnitId;
use super::scratch::{Judged, Scratch};
use super::state::{GroupId, Phase, State};

/// The lowest face that halves all movement (`epstein:16.2`).
const HALVED: u32 = 4;

/// A unit or army that dices for control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Controlled {
    /// The unit, or the army.
    pub name: String,
    pub class: char,
    pub units: Vec<UnitId>,
}

/// Is a die due for this class in this turn? For B it is in even turns, for C in every turn.
fn is_due(class: char, turn: u8) -> bool {
    match class {
        'B' => turn.is_multiple_of(2),
        'C' => true,
        _ => false,
    }
}

/// The units and armies that dice at the start of the active side's period: those in play, or due to arrive in it.
pub fn due(state: &State) -> Vec<Controlled> {
    if !state.game.options.control {
        return Vec::new();
    }
    let mut found: Vec<Controlled> = Vec::new();
    let coming = arrival::due(state);
    let in_play =
        |unit: &UnitId| coming.contains(unit) || state.group_ids().any(|id| state.unit(id) == *unit);
    for unit in state.game.unit_ids().filter(in_play) {
        let info = state.game.unit(unit);
        let Some(class) = info.control.filter(|class| is_due(*class, state.turn)) else { continue };
        if info.side != state.active {
            continue;
        }
        let name = if info.with_army { &info.army } else { &info.short };
        match found.iter_mut().find(|one| info.with_army && one.name == *name && one.class == class) {
            Some(army) => army.units.push(unit),
            None => found.push(Controlled { name: name.clone(), class, units: vec![unit] }),
        }
    }
    found
}

/// Are the dice of this period still due?
pub fn waits(state: &State) -> bool {
    state.phase == Phase::Period && state.control.is_none() && !due(state).is_empty()
}

/// Checks that the dice of control have been thrown, before which nothing can be ordered (`epstein:16.2`).
pub fn check_thrown(state: &State) -> Result<(), Refusal> {
    if !waits(state) {
        return Ok(());
    }
    let side = state.game.side_name(state.active);
    let fact = format!("the dice of control of the {side} have not been thrown");
    Err(Refusal::new(Code::DecideFirst, "epstein:16.2", fact, "Throw them first"))
}

/// Throws the dice of control: 1 to 3 full moves, 4 to 6 all movement halved (`epstein:16.2`, `epstein:16.3`).
pub fn judge(s: &mut Scratch<'_>) -> Judged {
    if !waits(&s.state) {
        let fact = "no dice of control are due";
        return Err(Refusal::new(Code::NotDue, "epstein:16.2", fact, "Go on with the period").into());
    }
    let mut halved = Vec::new();
    for Controlled { name, class, units } in due(&s.state) {
        let clause = if class == 'B' { "epstein:16.2" } else { "epstein:16.3" };
        let why = format!("Control of {name}, class {class}: 4 to 6 halves its moves");
        let face = s.throw(Throw::sum(1, 6, Some(s.state.active.0), clause, why))?.value;
        let words = if face >= HALVED { "all its movement is halved" } else { "it moves in full" };
        s.note(Note::new(clause, format!("{name}: {face}, {words}")));
        if face >= HALVED {
            halved.extend(units);
        }
    }
    halved.sort_unstable();
    s.emit(Event::ControlRolled { halved });
    Ok(())
}

/// The share of a group's moves that control leaves: all, or half (`epstein:16.2`).
pub fn share(state: &State, id: GroupId) -> f32 {
    let halved = state.control.as_ref().is_some_and(|halved| halved.contains(&state.unit(id)));
    if halved { 0.5 } else { 1.0 }
}
