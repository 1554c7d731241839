//! The sequence of play (`cb:2A` to `cb:2D`): set-up, player turns with their steps, the check at the end of a turn, variable arrival.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dice::Throw;
use game::working::Note;
use game::{Due, Offer, Overruled, Standing, to_do};
use hexes::{Gate, Hex, HexReach};
use scenario::{HexArm, HexStart, Side};

use super::command::{self, Chain};
use super::event::Event;
use super::options::{HoldReinforcements, SetUp, VariableArrival, VariableOptional};
use super::order::{Order, offer};
use super::refusal::{Code, Refusal};
use super::roster::{Counter, Game, PieceId, UnitId};
use super::scratch::{Judged, Scratch};
use super::state::{
    ArmyState, Command, CorpsState, LeaderState, Pending, Phase, Place, Play, State, UnitState,
};
use super::{assign, charge, combat, facing, movement, rally, upkeep, victory};

/// The state before the first order of a game (`cb:2A`). The French hold every place at first (`cb:14a`).
pub fn start(game: Arc<Game>) -> State {
    let place = |start: HexStart| match start {
        HexStart::Deployed(hex) => Place::Map(hex),
        HexStart::Arrives { .. } => Place::Waiting,
    };
    let units = game
        .units()
        .map(|id| {
            let unit = game.unit(id);
            let faces = place(unit.start).hex().and_then(|hex| facing::at_first(&game, id, hex));
            let place = place(unit.start);
            UnitState { place, strength: unit.strength, routed: false, faces, moved: None }
        })
        .collect();
    let leaders = game.scenario.leaders.iter();
    let leaders = leaders
        .map(|leader| LeaderState { place: place(leader.start), moved: None, losses: 0, acting: false })
        .collect();
    let french = Side::BOTH.into_iter().find(|side| game.is_french(*side));
    let hexes = game.places().flat_map(|(_, place)| place.hexes.clone());
    let held = hexes.filter_map(|hex| french.map(|french| (hex, french))).collect();
    let army = |leader| ArmyState { commander: leader, vacant_since: None, award: 0 };
    let play = Play {
        turn: 1,
        phasing: game.scenario.first,
        phase: Phase::SetUp,
        units,
        leaders,
        corps: vec![CorpsState::default(); game.scenario.corps.len()],
        armies: game.army_leader.map(army),
        command: Command::default(),
        pending: Vec::new(),
        entered: BTreeMap::new(),
        shut_out: BTreeSet::new(),
        held,
        arrivals: BTreeMap::new(),
        options_changed: BTreeMap::new(),
    };
    State { game, play, overruled: Overruled::default() }
}

/// Refuses every order once the battle is over, and all but the matching one while a decision is pending (`cb:2C`).
pub fn check_running(state: &State, order: &Order) -> Result<(), Refusal> {
    if let Phase::Over(_) = state.phase {
        let remedy = "Undo to play on from an earlier order";
        return Err(Refusal::new(Code::GameOver, "cb:2C", "the battle is over", remedy));
    }
    let Some(pending) = state.pending.last() else { return Ok(()) };
    let (answers, clause, fact) = match pending {
        Pending::Relocate { leader, .. } => (
            matches!(order, Order::Relocate { .. }),
            "cb:11e",
            format!("{} was not captured and has to go somewhere", state.game.leader(*leader).name),
        ),
        Pending::Run { unit } => (
            matches!(order, Order::Move { piece, .. } if state.game.counter(*piece) == Counter::Unit(*unit)),
            "cb:12c",
            format!("{} was not reorganised and runs", state.say(*unit)),
        ),
        Pending::Face { unit } => (
            matches!(order, Order::Face { .. }),
            "cb:15a6",
            format!("{} is reorganised and has to be faced", state.say(*unit)),
        ),
    };
    if answers { Ok(()) } else { Err(Refusal::new(Code::NotOwed, clause, fact, "Decide that first")) }
}

fn wrong_phase(clause: &'static str, fact: &str, remedy: &str) -> Refusal {
    Refusal::new(Code::WrongPhase, clause, fact, remedy)
}

/// Sets up a counter in another hex before turn 1 (`cb:2A`, option `setup`).
pub fn judge_deploy(s: &mut Scratch<'_>, piece: PieceId, hex: Hex) -> Judged {
    check_deploy(&s.state, piece, hex)?;
    s.emit(Event::Deployed { piece, hex });
    if let Counter::Unit(unit) = s.state.game.counter(piece)
        && let Some(faces) = facing::at_first(&s.state.game.clone(), unit, hex)
    {
        s.emit(Event::Faced { unit, faces });
    }
    Ok(())
}

fn check_deploy(state: &State, piece: PieceId, hex: Hex) -> Result<(), Refusal> {
    let game = &state.game;
    let name = game.say_piece(piece);
    if state.phase != Phase::SetUp {
        return Err(wrong_phase(
            "cb:2A",
            "counters are set up before turn 1 only",
            "Move it in its own turn",
        ));
    }
    let refuse =
        |code, clause, fact: String, remedy: &str| Refusal::new(code, clause, fact, remedy).at([hex]);
    let overruled = &state.overruled;
    if game.options.setup == SetUp::Historical {
        let remedy = match game.options.has_facing() {
            true => "Turn it where it stands, leave it, or choose the option setup = free",
            false => "Leave it, or choose the option setup = free",
        };
        let fact = format!("{name} begins where its counter says");
        refuse(Code::NotInOption, "cb:2A", fact, remedy).unless(overruled)?;
    }
    if !matches!(state.place(piece), Place::Map(_)) {
        let fact = format!("{name} is a reinforcement and comes on later");
        refuse(Code::NotDue, "cb:2B", fact, "Choose a counter that begins on the map").unless(overruled)?;
    }
    if !game.map().contains(hex) {
        let fact = format!("there is no hex {hex}");
        return Err(refuse(Code::NoSuchHex, "cb:2A", fact, "Choose a hex of the map"));
    }
    let side = game.side_of(piece);
    let enemy_unit = state.at(hex).find(|other| state.side(*other) != side).map(|other| game.say(other));
    let enemy_leader = state.leaders_at(hex).find(|other| game.leader(*other).side != side);
    if let Some(other) = enemy_unit.or_else(|| enemy_leader.map(|leader| game.leader(leader).name.clone())) {
        let fact = format!("{other} is in {hex}");
        return Err(refuse(Code::EnemyOccupied, "cb:5", fact, "Choose another hex"));
    }
    let (own, arm) = match game.counter(piece) {
        Counter::Unit(unit) => (state.at(hex).find(|other| *other != unit), game.arm(unit)),
        Counter::Leader(_) => (None, HexArm::Cavalry),
    };
    if let Some(other) = own {
        let fact = format!("{} stands in {hex}", state.game.say(other));
        refuse(Code::Stacked, "cb:5", fact, "Choose another hex, or move the other first")
            .unless(overruled)?;
    }
    // It may not start where it could never go from its printed hex: the far bank of a river, woods without a road for guns.
    let printed = match game.start_of(piece) {
        HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. } => hex,
    };
    let ways = HexReach::search(game.links(arm), &[(printed, 0)], movement::ANY_WAY, |_| Gate::Go);
    if ways.cost(hex).is_none() {
        let fact = format!("{name} could never come to {hex}");
        refuse(Code::NoRoad, "cb:3d", fact, "Choose a hex that it can enter").unless(overruled)?;
    }
    // Ruling: no unit starts the battle in contact, in an enemy zone or next to an enemy without a zone (`cb:2A`).
    let Counter::Unit(unit) = game.counter(piece) else { return Ok(()) };
    let mut there = state.clone();
    there.units[unit.index()].place = Place::Map(hex);
    let enemy = state.side(unit).enemy();
    if super::zones::in_zone(&there, hex, enemy) || !super::zones::touching(&there, unit).is_empty() {
        let fact = format!("{name} would begin next to the enemy in {hex}");
        refuse(Code::EzocBarred, "cb:2A", fact, "Set it up away from the enemy").unless(overruled)?;
    }
    Ok(())
}

/// Set-up is done: turn 1 begins (`cb:2C`).
pub fn judge_begin(s: &mut Scratch<'_>) -> Judged {
    if s.state.phase != Phase::SetUp {
        return Err(wrong_phase("cb:2C", "the battle has begun", "Go on with the phase").into());
    }
    begin_turn(s, 1, false)
}

/// A turn begins: dice for early or late arrivals (`cb:15b1`, `cb:15b2`), then the first player turn.
fn begin_turn(s: &mut Scratch<'_>, turn: u8, told: bool) -> Judged {
    if told {
        s.emit(Event::TurnBegan { turn });
    }
    let options = s.state.game.options.clone();
    if options.variable_arrival == VariableArrival::On {
        roll_arrival(s, turn, 8)?;
        if options.variable_optional == VariableOptional::Yes {
            roll_arrival(s, turn, 10)?;
        }
    }
    let first = s.state.game.scenario.first;
    begin_player_turn(s, first);
    Ok(())
}

/// Two turns before the printed one a die sets the arrival of the French: 1 two turns early, 2 one, 6 one late (`cb:15b1`).
fn roll_arrival(s: &mut Scratch<'_>, turn: u8, printed: u8) -> Judged {
    let game = Arc::clone(&s.state.game);
    let concerned = |piece: &PieceId| {
        s.state.game.is_french(game.side_of(*piece))
            && matches!(game.start_of(*piece), HexStart::Arrives { turn, .. } if turn == printed)
    };
    let pieces = game.units().map(|unit| game.piece_of_unit(unit));
    let any =
        pieces.chain(game.leaders().map(|leader| game.piece_of_leader(leader))).any(|id| concerned(&id));
    if turn + 2 != printed || !any {
        return Ok(());
    }
    let french = (0..2).find(|side| s.state.game.is_french(Side(*side)));
    let clause = if printed == 8 { "cb:15b1" } else { "cb:15b2" };
    let why = format!("when the reinforcements of turn {printed} come");
    let answer = s.throw(Throw::sum(1, 6, french, clause, why))?;
    let face = u8::try_from(answer.value).unwrap_or_default();
    let comes = match face {
        1 => printed - 2,
        2 => printed - 1,
        6 => printed + 1,
        _ => printed,
    };
    s.note(Note::new(
        clause,
        format!("rolled {face}: the reinforcements of turn {printed} come on turn {comes}"),
    ));
    s.emit(Event::ArrivalRolled { printed, face, turn: comes });
    Ok(())
}

/// Starts a player turn with its command step: initially every unit is in command that can be (`cb:2D`, `cb:10b`).
fn begin_player_turn(s: &mut Scratch<'_>, phasing: Side) {
    s.emit(Event::PlayerTurnBegan { phasing });
    let proposal = Chain::new(&s.state, phasing).proposal();
    for (unit, group) in proposal {
        s.emit(Event::Attached { unit, group: Some(group) });
    }
}

/// Ends the command step, and movement begins (`cb:2D`).
pub fn judge_end_command(s: &mut Scratch<'_>) -> Judged {
    assign::check_phase(&s.state)?;
    assign::check_named(&s.state)?;
    let command::Findings { found, corps } = command::found(&s.state);
    // Cavalry released after it declared its charge is out of command, and does not charge (`cb:7f1`).
    let lost = |unit: &UnitId| found.get(unit).is_none_or(|found| !found.in_command);
    let broken: Vec<UnitId> = s.state.command.charges.keys().copied().filter(lost).collect();
    for unit in broken {
        s.emit(Event::ChargeCalledOff { unit });
    }
    s.emit(Event::MovementBegan { found, corps });
    Ok(())
}

/// Ends movement (`cb:2D`), once all units that must run have run; combat begins.
pub fn judge_end_movement(s: &mut Scratch<'_>) -> Judged {
    check_end_movement(&s.state)?;
    charge::break_those_not_ridden(s);
    let (side, pieces) = (s.state.phasing, movement::shut_out(&s.state));
    let had = s.state.shut_out.iter().any(|piece| s.state.game.side_of(*piece) == side);
    if had || !pieces.is_empty() {
        s.emit(Event::ShutOut { side, pieces });
    }
    upkeep::possess(s);
    s.emit(Event::CombatBegan);
    combat::open(s);
    Ok(())
}

fn check_end_movement(state: &State) -> Result<(), Refusal> {
    match state.phase {
        Phase::Movement(_) => {}
        Phase::SetUp | Phase::Command => {
            return Err(wrong_phase("cb:2D", "movement has not begun", "Settle commands first"));
        }
        Phase::Combat(_) | Phase::Reorganisation(_) | Phase::Over(_) => {
            return Err(wrong_phase("cb:2D", "movement has ended", "Go on with the phase"));
        }
    }
    movement::check_done(state)?;
    if state.game.options.hold_reinforcements == HoldReinforcements::Forbidden {
        let held = movement::could_enter(state);
        if !held.is_empty() {
            movement::must_enter(state, &held, "Bring them on").unless(&state.overruled)?;
        }
    }
    Ok(())
}

/// Ends the combat phase once nothing is owed (`cb:6c`); units out of command withdraw first (`cb:10e`).
pub fn judge_end_combat(s: &mut Scratch<'_>) -> Judged {
    if s.state.combat().is_none() {
        return Err(wrong_phase("cb:2D", "this is not a combat phase", "End movement first").into());
    }
    combat::close(s)
}

/// Ends the player turn (`cb:2D`): the other side's turn, or the check at the turn's end (`cb:2C`).
pub fn judge_end_turn(s: &mut Scratch<'_>) -> Judged {
    if !matches!(s.state.phase, Phase::Reorganisation(_)) {
        return Err(wrong_phase("cb:2D", "this is not the reorganisation", "End the phase that it is").into());
    }
    upkeep::possess(s);
    let first = s.state.game.scenario.first;
    if s.state.phasing == first {
        begin_player_turn(s, first.enemy());
        return Ok(());
    }
    if let Some(outcome) = victory::at_turns_end(&s.state) {
        let clause = if outcome.level == victory::Level::Automatic { "cb:14a" } else { "cb:14b" };
        s.note(Note::new(clause, outcome.because.clone()));
        s.emit(Event::Ended(outcome));
        return Ok(());
    }
    let turn = s.state.turn.saturating_add(1);
    begin_turn(s, turn, true)
}

/// The order that ends the phase, even if it may not be given yet; `None` while something must be completed.
pub fn ending(state: &State) -> Option<(Order, &'static str)> {
    if !state.pending.is_empty() {
        return None;
    }
    match &state.phase {
        Phase::SetUp => Some((Order::Begin, "Begin the battle")),
        Phase::Command => Some((Order::EndCommand, "Begin movement")),
        Phase::Movement(_) => Some((Order::EndMovement, "End movement")),
        Phase::Combat(phase) if combat::is_idle(phase) => Some((Order::EndCombat, "End the combat phase")),
        Phase::Reorganisation(_) => Some((Order::EndTurn, "End the player turn")),
        Phase::Combat(_) | Phase::Over(_) => None,
    }
}

/// The decision that is due. Acts of the referee are never offered.
pub fn due(state: &State) -> Due<Order> {
    if !matches!(state.phase, Phase::Over(_))
        && let Some(pending) = state.pending.last()
    {
        return due_pending(state, pending);
    }
    match &state.phase {
        Phase::SetUp => due_set_up(state),
        Phase::Command => due_command(state),
        Phase::Movement(_) => due_movement(state),
        Phase::Combat(phase) => combat::offers::due(state, phase),
        Phase::Reorganisation(_) => due_reorganisation(state),
        Phase::Over(outcome) => {
            let prompt = format!("The battle is over: {}", victory::say(state, outcome));
            Due { side: None, clause: "cb:14b", prompt, offers: Vec::new() }
        }
    }
}

fn due_pending(state: &State, pending: &Pending) -> Due<Order> {
    match pending {
        Pending::Relocate { leader, hexes } => {
            let name = &state.game.leader(*leader).name;
            let order = |hex: &Hex| Order::Relocate { leader: *leader, hex: *hex };
            let offers =
                hexes.iter().map(|hex| offer(order(hex), "relocate", format!("{name} goes to {hex}")));
            let prompt = format!("{name} was not captured: where does he go?");
            let side = Some(state.game.leader(*leader).side);
            Due { side, clause: "cb:11e", prompt, offers: offers.collect() }
        }
        Pending::Run { unit } => {
            let offers = movement::runs(state, *unit);
            let prompt = format!("{} was not reorganised: where does it run?", state.say(*unit));
            Due { side: Some(state.side(*unit)), clause: "cb:12c", prompt, offers }
        }
        Pending::Face { unit } => {
            let offers = facing::offers(state, *unit);
            let prompt = format!("{} is reorganised: where does it look?", state.say(*unit));
            Due { side: Some(state.side(*unit)), clause: "cb:15a6", prompt, offers }
        }
    }
}

fn due_set_up(state: &State) -> Due<Order> {
    let mut offers = vec![offer(Order::Begin, "begin", "begin turn 1")];
    let game = &state.game;
    if game.options.setup == SetUp::Free {
        let pieces = game.units().map(|unit| game.piece_of_unit(unit));
        for piece in pieces.chain(game.leaders().map(|leader| game.piece_of_leader(leader))) {
            let Place::Map(here) = state.place(piece) else { continue };
            // One offer for each piece shows that it may be set up: the family has every hex.
            let free = game.map().neighbours(here).map(|(_, hex)| hex);
            if let Some(hex) = free.into_iter().find(|hex| check_deploy(state, piece, *hex).is_ok()) {
                let words = format!("{} begins in {hex}", game.say_piece(piece));
                let order = Order::Deploy { piece, hex };
                offers.push(Offer { order, kind: "deploy", words, family: true });
            }
        }
    }
    if game.options.has_facing() {
        for (unit, _) in state.on_map() {
            offers.extend(facing::offers(state, unit));
        }
    }
    let free = game.options.setup == SetUp::Free;
    let prompt = match (free, game.options.has_facing()) {
        (true, true) => "Set-up: put pieces where they begin, turn units in hand with Q and E, or begin",
        (true, false) => "Set-up: put pieces where they begin, or begin",
        (false, true) => "Set-up: turn units in hand with Q and E, and put them down, or begin",
        (false, false) => "Set-up: begin the battle",
    };
    Due { side: None, clause: "cb:2A", prompt: prompt.to_owned(), offers }
}

fn due_command(state: &State) -> Due<Order> {
    let mut offers: Vec<Offer<Order>> =
        assign::offers(state).into_iter().map(|(order, kind, words)| offer(order, kind, words)).collect();
    offers.extend(charge::offers(state));
    let named = assign::check_named(state);
    if named.is_ok() {
        offers.push(offer(Order::EndCommand, "end-command", "begin movement"));
    }
    let what = match named {
        Ok(()) => "assign units, declare charges, or begin movement",
        Err(_) => "name who succeeds a lost commander",
    };
    let prompt = format!("{} commands: {what}", state.game.side_name(state.phasing));
    Due { side: Some(state.phasing), clause: "cb:10c", prompt, offers }
}

fn due_movement(state: &State) -> Due<Order> {
    let mut offers = movement::offers(state);
    let has = |kind: &str, offers: &[Offer<Order>]| offers.iter().any(|offer| offer.kind == kind);
    let mut what = Vec::new();
    for (kind, words) in
        [("run", "let the routed run"), ("move", "move units"), ("enter", "bring reinforcements on")]
    {
        if has(kind, &offers) {
            what.push(words);
        }
    }
    if check_end_movement(state).is_ok() {
        offers.push(offer(Order::EndMovement, "end-movement", "end movement"));
        what.push("end movement");
    }
    let movement = if let Phase::Movement(phase) = &state.phase { Some(phase) } else { None };
    let current = movement.and_then(|phase| phase.current);
    let who = current.map(|group| format!(" ({})", state.say_group(group)));
    let prompt = format!(
        "{} movement{}: {}",
        state.game.side_name(state.phasing),
        who.unwrap_or_default(),
        to_do(&what)
    );
    Due { side: Some(state.phasing), clause: "cb:3b", prompt, offers }
}

fn due_reorganisation(state: &State) -> Due<Order> {
    let mut offers = rally::offers(state);
    let rallies = !offers.is_empty();
    offers.push(offer(Order::EndTurn, "end-turn", "end the player turn"));
    let what =
        if rallies { "reorganise routed units, or end the player turn" } else { "end the player turn" };
    let prompt = format!("{} reorganisation: {what}", state.game.side_name(state.phasing));
    Due { side: Some(state.phasing), clause: "cb:12b", prompt, offers }
}

/// How the sides stand: strength left by side with what has still to come on, and victory points (`cb:14a`).
pub fn standing(state: &State) -> Standing {
    let mut standing = Standing { turn: state.turn, ..Standing::default() };
    for id in state.game.units() {
        if state.unit(id).place != Place::Eliminated {
            standing.strength[state.side(id).index()] += u32::from(state.unit(id).strength);
        }
    }
    standing.points = [Side(0), Side(1)].map(|side| victory::points(state, side));
    standing
}
