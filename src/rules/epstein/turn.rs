//! The sequence of play: turns of two move periods, what is due in them, what ends with a period (`epstein:4.1` to
//! `epstein:4.5`).

use std::collections::BTreeMap;
use std::sync::Arc;

use dice::Throw;
use game::working::Note;
use game::{Overruled, Standing};
use scenario::{Side, Start};
use table::{Heading, Pose};

use super::event::Event;
use super::formation::Formation;
use super::options::FirstPlayer;
use super::refusal::{Code, Refusal};
use super::roster::{Game, HouseId, StandId, UnitId};
use super::scratch::{Judged, Scratch};
use super::state::{Group, HouseState, Phase, Place, Play, StandState, State};
use super::victory;

/// The state before the first order of a game.
pub fn start(game: Arc<Game>) -> State {
    let stands = game.stands.iter().map(|info| StandState {
        // At the start nobody is on a battery's stand for gunners on foot.
        place: if game.unit(info.unit).gunners.is_some_and(|stand| game.stand(stand).key == info.key) {
            Place::Lost
        } else {
            Place::Reserve
        },
        figures: info.figures,
        unit: info.unit,
        effective_from: None,
        strayed: false,
    });
    let rolls = game.options.first_player == FirstPlayer::HighDie || game.first().is_none();
    let first = game.first().unwrap_or(Side(0));
    let play = Play {
        turn: 1,
        active: first,
        first,
        phase: if rolls { Phase::HighDie } else { Phase::Period },
        stands: stands.collect(),
        groups: Vec::new().into(),
        houses: vec![HouseState::default(); game.ground.houses.len()],
        pending: Vec::new(),
        control: None,
        following: Vec::new(),
        options_changed: BTreeMap::new(),
        cells_changed: BTreeMap::new(),
    };
    let mut state =
        State { game: Arc::clone(&game), play, index: Default::default(), overruled: Overruled::default() };
    for unit in game.unit_ids() {
        deploy(&mut state, unit);
    }
    state
}

/// Puts a unit where the scenario says: its garrisons into their houses, the rest in formation at its place.
fn deploy(state: &mut State, unit: UnitId) {
    let game = Arc::clone(&state.game);
    let info = game.unit(unit);
    let Some(Start::Deployed(pose)) = game.scenario.starts.get(&info.id) else { return };
    let begins = game.scenario.unit_starts.get(&info.id);
    let mut left: Vec<StandId> = info.stands.clone();
    for (area, count) in begins.into_iter().flat_map(|begins| &begins.inside) {
        let Some(house) = game.find_house(area) else { continue };
        let inside: Vec<StandId> = left.drain(..usize::from(*count).min(left.len())).collect();
        garrison(state, &inside, house, pose.heading);
    }
    if left.is_empty() {
        return;
    }
    let said = begins.and_then(|begins| begins.formation.as_deref()).and_then(Formation::named);
    let formation = said.unwrap_or_else(|| Formation::usual(info.kind.arm()));
    lay(state, &left, formation, *pose);
    state.groups.push(Group::new(left, formation, pose.heading));
}

/// Puts stands without a group into a house, each a group by itself, with posts round the house (`epstein:15.1`).
pub fn garrison(state: &mut State, stands: &[StandId], house: HouseId, heading: Heading) {
    let sides = state.game.house(house).sides.len().max(1);
    for stand in stands {
        let posted = super::houses::inside(state, house).len() % sides;
        let side = u8::try_from(posted).unwrap_or(0);
        state.stands[stand.index()].place = Place::Inside { house, side };
        state.groups.push(Group::new(vec![*stand], Formation::Garrison, heading));
        let owner = state.game.unit(state.stand(*stand).unit).side;
        state.houses[house.index()].last = Some(owner);
    }
}

/// Places stands in a formation.
fn lay(state: &mut State, stands: &[StandId], formation: Formation, at: Pose) {
    for (stand, pose) in state.poses(stands, formation, at) {
        state.stands[stand.index()].place = Place::Table(pose);
    }
}

/// Checks that the battle is not over.
pub fn check_running(state: &State) -> Judged {
    match state.phase {
        Phase::Over(_) => {
            let remedy = "Undo to play on from an earlier order";
            Err(Refusal::new(Code::GameOver, "epstein:w.8", "the battle is over", remedy).into())
        }
        Phase::HighDie | Phase::Period => Ok(()),
    }
}

/// Throws two dice for who is first, the higher one; equal dice are thrown again (`epstein:4.1`).
pub fn judge_first(s: &mut Scratch<'_>) -> Judged {
    if s.state.phase != Phase::HighDie {
        let fact = "who is first is settled";
        return Err(Refusal::new(Code::NotDue, "epstein:4.1", fact, "Go on with the period").into());
    }
    loop {
        let mut faces = [0, 0];
        for side in Side::BOTH {
            let why = format!("{}: the higher die has the first period", s.state.game.side_name(side));
            faces[side.index()] = s.throw(Throw::sum(1, 6, Some(side.0), "epstein:4.1", why))?.value;
        }
        if faces[0] != faces[1] {
            let first = if faces[0] > faces[1] { Side(0) } else { Side(1) };
            let words = format!("{} to {}: {} first", faces[0], faces[1], s.state.game.side_name(first));
            s.note(Note::new("epstein:4.1", words));
            s.emit(Event::FirstRolled { first });
            return Ok(());
        }
    }
}

/// Ends the active player's period (`epstein:4.1`), whether they have moved or not. The second period also ends the turn.
pub fn judge_end_period(s: &mut Scratch<'_>) -> Judged {
    if s.state.phase == Phase::HighDie {
        let fact = "who is first is not settled";
        return Err(Refusal::new(Code::NotDue, "epstein:4.1", fact, "Throw for it").into());
    }
    super::rally::end_period(s);
    let (turn, active) = (s.state.turn, s.state.active);
    if active != s.state.first {
        if let Some(outcome) = victory::outcome(&s.state) {
            s.note(Note::new("epstein:w.8", outcome.because.clone()));
            s.emit(Event::Ended(outcome));
            return Ok(());
        }
        s.emit(Event::PeriodBegan { turn: turn.saturating_add(1), side: active.enemy() });
    } else {
        s.emit(Event::PeriodBegan { turn, side: active.enemy() });
    }
    super::rally::begin_period(s);
    super::guns::gunners::begin_period(s);
    Ok(())
}

/// The standing of the sides.
pub fn standing(state: &State) -> Standing {
    let (start, lost) = victory::figures(state);
    let points = victory::points(state);
    Standing {
        turn: state.turn,
        strength: [0, 1].map(|side| start[side] - lost[side]),
        commands: Vec::new(),
        points: points.map(i32::from),
    }
}
