//! Reorganisation: commanders turn routed units face up (`cb:12b` to `cb:12d`, `cb:15a6`). Units: hexes.

use dice::Throw;
use game::working::Note;
use game::{Offer, counted};

use super::assign;
use super::command::{self, Line, Lines};
use super::event::Event;
use super::movement;
use super::options::ReorgCap;
use super::order::{Order, offer};
use super::refusal::{Code, Refusal};
use super::roster::{CLEAR_TO_RALLY, PieceId, UnitId};
use super::scratch::{Judged, Scratch};
use super::state::{Commander, Group, Pending, Phase, Reorganisation, State};
use super::zones;

/// Attempts in a reorganisation, for a player or for each leader (`cb:12b`, option `reorg-cap`).
const ATTEMPTS: usize = 2;
/// The lowest face on which a demoralised commander fails (`cb:12c`).
const FAILS: u8 = 5;
/// The effect of failure, in words.
pub const RUNS_ON: &str = "on 5 or 6 it runs on";

/// The commander who makes an attempt: the counter, and its command.
struct By {
    commander: Commander,
    group: Group,
}

fn by(state: &State, piece: PieceId) -> Result<By, Refusal> {
    let game = &state.game;
    let name = game.say_piece(piece);
    let group = match command::group_of_commander(state, state.phasing, piece) {
        Some(group) => group,
        None => {
            let fact = format!("{name} commands nobody");
            let remedy = "Choose the commander of the unit's corps, or of the army";
            let refusal = Refusal::new(Code::WrongLeader, "cb:12d", fact, remedy);
            if game.side_of(piece) != state.phasing {
                return Err(refusal);
            }
            refusal.unless(&state.overruled)?;
            Group::Unassigned
        }
    };
    let commander = match game.counter(piece) {
        super::roster::Counter::Unit(unit) => Commander::Unit(unit),
        super::roster::Counter::Leader(leader) => Commander::Leader(leader),
    };
    Ok(By { commander, group })
}

/// Checks that this commander may try to reorganise the unit.
///
/// Ruling: the enemy is any unit, routed too; leaders do not count. The line is one of `cb:10c`; `cb:10d` does not apply.
fn check(state: &State, unit: UnitId, piece: PieceId) -> Result<By, Refusal> {
    let name = state.say(unit);
    let refuse = |code, clause, fact: String, remedy: &str| Err(Refusal::new(code, clause, fact, remedy));
    let Phase::Reorganisation(phase) = &state.phase else {
        let fact = "units are reorganised in the reorganisation phase".to_owned();
        return refuse(Code::WrongPhase, "cb:2D", fact, "Wait for it");
    };
    assign::check_own(state, unit)?;
    let Some(here) = state.hex(unit) else {
        return refuse(
            Code::WrongPiece,
            "cb:12a",
            format!("{name} is not on the map"),
            "Choose a routed unit",
        );
    };
    if !state.unit(unit).routed {
        return refuse(Code::NotRouted, "cb:12a", format!("{name} is in good order"), "Choose a routed unit");
    }
    let by = by(state, piece)?;
    let leader = state.say_piece(piece);
    let Some(seat) = state.commander_hex(by.commander) else {
        let fact = format!("{} is not on the map", state.game.say_piece(piece));
        return refuse(Code::OutOfRange, "cb:12b", fact, "Choose a commander on the map");
    };
    let enemy = zones::to_nearest(state, seat, state.phasing.enemy());
    if let Some(apart) = enemy.filter(|apart| *apart < CLEAR_TO_RALLY) {
        let fact = format!("{leader} is {} from the nearest enemy unit", counted(apart, "hex", "hexes"));
        let remedy =
            format!("Reorganise with a commander at least {CLEAR_TO_RALLY} hexes from every enemy unit");
        Refusal::new(Code::TooNear, "cb:12b", fact, remedy).at([seat]).unless(&state.overruled)?;
    }
    let range = state.game.ranges(state.phasing).unit;
    match Lines::new(state, state.phasing).line(seat, here, range) {
        Line::Open(_) => {}
        Line::TooFar(apart) => {
            let apart = counted(apart, "hex", "hexes");
            let fact = format!("{name} is {apart} from {leader}, whose range is {range}");
            let remedy = "Choose a commander in whose range it is";
            Refusal::new(Code::OutOfRange, "cb:12b", fact, remedy)
                .at([seat, here])
                .unless(&state.overruled)?;
        }
        Line::Cut => {
            let fact = format!("enemies bar the line from {leader} to {name}");
            let remedy = "Choose a commander whose line is open";
            Refusal::new(Code::LineCut, "cb:12b", fact, remedy).at([seat, here]).unless(&state.overruled)?;
        }
    }
    check_cap(state, phase, by.commander)?;
    let own = state.game.corps_of(unit);
    let may = own.is_none() || by.group == Group::Army || own.map(Group::Corps) == Some(by.group);
    if !may {
        let fact = format!("{name} is not of {}", state.say_group(by.group));
        let remedy = "Choose the commander of its corps, or of the army";
        Refusal::new(Code::WrongLeader, "cb:12d", fact, remedy).unless(&state.overruled)?;
    }
    Ok(by)
}

/// Checks the limit of two attempts in a phase, by the player or by each leader (`cb:12b`, option `reorg-cap`).
fn check_cap(state: &State, phase: &Reorganisation, by: Commander) -> Result<(), Refusal> {
    let counts = |other: &Commander| match state.game.options.reorg_cap {
        ReorgCap::PerPlayer => true,
        ReorgCap::PerLeader => *other == by,
    };
    let made = phase.attempts.iter().filter(|(_, other)| counts(other)).count();
    if made >= ATTEMPTS {
        let fact = format!("{made} attempts have been made, and {ATTEMPTS} are allowed");
        let remedy = "Wait for the next reorganisation";
        Refusal::new(Code::TooMany, "cb:12b", fact, remedy).unless(&state.overruled)?;
    }
    Ok(())
}

/// Does this commander's attempt need a die: does it command a demoralised corps (`cb:12c`)? An army commander never does
/// (`cb:13d`).
pub fn needs_die(state: &State, piece: PieceId) -> bool {
    let group = command::group_of_commander(state, state.phasing, piece);
    matches!(group, Some(Group::Corps(corps)) if state.is_demoralised(corps))
}

/// A commander tries to reorganise a routed unit: it is turned face up, unless the commander's own corps is demoralised and the
/// die makes it run on (`cb:12c`).
pub fn judge_rally(s: &mut Scratch<'_>, unit: UnitId, piece: PieceId) -> Judged {
    let by = check(&s.state, unit, piece)?;
    let commander = by.commander;
    let mut face = None;
    if needs_die(&s.state, piece) {
        let seat = u8::try_from(s.state.phasing.index()).ok();
        let why = format!("whether {} runs on", s.state.game.say(unit));
        let rolled = s.throw(Throw::sum(1, 6, seat, "cb:12c", why))?.value;
        let rolled = u8::try_from(rolled).unwrap_or_default();
        if rolled >= FAILS {
            let comes = say_failed(&s.state, unit);
            s.note(Note::new(
                "cb:12c",
                format!("rolled {rolled} >= {FAILS}: {}: {comes}", s.state.say(unit)),
            ));
            s.emit(Event::RallyFailed { unit, by: commander, face: rolled });
            // If no nearer hex is open it stays.
            if !movement::runs(&s.state, unit).is_empty() {
                s.emit(Event::Asked(Pending::Run { unit }));
            }
            return Ok(());
        }
        s.note(Note::new("cb:12c", format!("rolled {rolled} < {FAILS}: it is reorganised")));
        face = Some(rolled);
    }
    s.emit(Event::Rallied { unit, by: commander, face });
    if s.state.game.options.has_facing() {
        s.emit(Event::Asked(Pending::Face { unit }));
    }
    Ok(())
}

/// The fate of a unit whose reorganisation has failed: if no nearer hex is open it stays (`cb:12a`, `cb:12c`).
pub fn say_failed(state: &State, unit: UnitId) -> String {
    match state.hex(unit).filter(|_| movement::runs(state, unit).is_empty()) {
        Some(hex) => format!("it cannot run on and stays routed in {hex}"),
        None => "it runs on".to_owned(),
    }
}

/// All routed units on the map.
fn routed(state: &State) -> Vec<UnitId> {
    state.on_map().map(|(unit, _)| unit).filter(|unit| state.unit(*unit).routed).collect()
}

/// A routed unit of the side whose turn it is that nobody may reorganise now.
#[derive(Debug)]
pub struct Barred {
    pub unit: UnitId,
    /// The obstacles for its corps commander, and for the army's.
    pub why: Vec<Refusal>,
    /// The first refused order; `None` if it has no commander.
    pub order: Option<Order>,
}

/// All of them.
pub fn barred(state: &State) -> Vec<Barred> {
    let all = seats(state);
    let mut found = Vec::new();
    for unit in routed(state).into_iter().filter(|unit| state.side(*unit) == state.phasing) {
        if all.iter().any(|by| check(state, unit, *by).is_ok()) {
            continue;
        }
        let own = state.game.corps_of(unit).map(Group::Corps);
        let groups = own.into_iter().chain([Group::Army]);
        let nearest: Vec<PieceId> =
            groups.filter_map(|group| command::commander_of(state, state.phasing, group)).collect();
        let mut why: Vec<Refusal> = nearest.iter().filter_map(|by| check(state, unit, *by).err()).collect();
        if why.is_empty() {
            let fact = "it has no commander on the map".to_owned();
            let remedy = "Let somebody take over its corps, or the army";
            why.push(Refusal::new(Code::WrongLeader, "cb:12d", fact, remedy));
        }
        why.dedup_by(|one, other| one.fact == other.fact);
        let order = nearest.first().map(|by| Order::Rally { unit, by: *by });
        found.push(Barred { unit, why, order });
    }
    found
}

/// All commanders of corps of the side whose turn it is, and of its army.
fn seats(state: &State) -> Vec<PieceId> {
    let groups = state.game.corps_of_side(state.phasing).map(Group::Corps).chain([Group::Army]);
    let mut seats: Vec<PieceId> =
        groups.filter_map(|group| command::commander_of(state, state.phasing, group)).collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}

/// Every reorganisation that may be tried now.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let game = &state.game;
    let seats = seats(state);
    let mut offers = Vec::new();
    for unit in routed(state) {
        for by in seats.iter().copied().filter(|by| check(state, unit, *by).is_ok()) {
            let words = format!("{} reorganises {}", game.say_piece(by), state.say(unit));
            offers.push(offer(Order::Rally { unit, by }, "rally", words));
        }
    }
    offers
}
