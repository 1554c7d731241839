//! Consequences of any order: corps become demoralised or recover, posts fall vacant, the battle ends with the loss of the
//! French commander (`cb:13b`, `cb:11f`, `cb:14a`); and possession of places at the end of a phase.

use scenario::Side;

use super::event::Event;
use super::scratch::Scratch;
use super::state::{Commander, Group, Phase, Place, State};
use super::victory;

/// Reports the changes since the order began, and ends the battle if they do.
pub fn settle(s: &mut Scratch<'_>, before: &State) {
    let game = std::sync::Arc::clone(&s.state.game);
    for corps in game.corps_ids() {
        let (was, is) = (before.is_demoralised(corps), s.state.is_demoralised(corps));
        if was != is {
            s.emit(Event::Demoralised { corps, is });
        }
    }
    for side in [Side(0), Side(1)] {
        for corps in game.corps_of_side(side) {
            let state = &s.state;
            if state.corps[corps.index()].vacant_since.is_some() {
                continue;
            }
            let fit = match state.commander(corps) {
                None => false,
                Some(Commander::Leader(_)) => true,
                Some(Commander::Unit(unit)) => {
                    state.unit(unit).place != Place::Eliminated && !state.unit(unit).routed
                }
            };
            let led = game.leader_of(corps).is_some() || state.corps[corps.index()].acting.is_some();
            if led && !fit {
                s.emit(Event::Vacated { post: Group::Corps(corps), side });
            }
        }
        let lost = s.state.armies[side.index()]
            .commander
            .filter(|leader| s.state.leader(*leader).place == Place::Eliminated);
        let Some(leader) = lost else { continue };
        s.emit(Event::Vacated { post: Group::Army, side });
        let first = game.army_leader[side.index()] == Some(leader);
        let over = matches!(s.state.phase, Phase::Over(_));
        if s.state.game.is_french(side) && first && !over {
            let outcome = victory::by_loss(&s.state, side, &game.leader(leader).name);
            s.emit(Event::Ended(outcome));
        }
    }
}

/// At the end of a phase a side with a unit in good order on a hex of a place takes possession (`cb:14a`).
pub fn possess(s: &mut Scratch<'_>) {
    let game = std::sync::Arc::clone(&s.state.game);
    for hex in game.places().flat_map(|(_, place)| place.hexes.iter().copied()) {
        if let Some(side) = victory::occupant(&s.state, hex)
            && s.state.held.get(&hex) != Some(&side)
        {
            s.emit(Event::Possessed { hex, side });
        }
    }
}

/// All battles and withdrawals are done: reorganisation begins (`cb:2D`).
pub fn begin_reorganisation(s: &mut Scratch<'_>) {
    possess(s);
    s.emit(Event::ReorganisationBegan);
}
