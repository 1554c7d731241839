//! Charges: declared before any move, ridden in movement, doubled in combat (`cb:7f1` to `cb:7f3`). Units: hexes.

use game::working::Note;
use game::{Offer, counted};
use hexes::{Between, Hex, Mark, line};
use scenario::HexArm;

use super::assign;
use super::chart;
use super::command::Chain;
use super::event::Event;
use super::options::ChargeLine;
use super::order::{Order, offer};
use super::refusal::{Code, Refusal};
use super::roster::{Counter, PieceId, UnitId};
use super::scratch::{Judged, Scratch};
use super::state::{Charge, State};
use super::zones;

/// Least number of hexes between the charger and its target (`cb:7f1`).
const BETWEEN: usize = 3;

fn refuse(clause: &'static str, fact: String, remedy: &str) -> Refusal {
    Refusal::new(Code::NoCharge, clause, fact, remedy)
}

/// Checks that this unit may charge at all: cavalry in good order on clear ground, in command, in no enemy zone (`cb:7f1`).
fn check_charger(state: &State, chain: &Chain<'_>, unit: UnitId) -> Result<Hex, Refusal> {
    let name = state.say(unit);
    let here = check_rider(state, unit)?;
    if !chain.would_command(state.group(unit), unit) {
        refuse("cb:7f1", format!("{name} is out of command"), "Put it under a commander first")
            .unless(&state.overruled)?;
    }
    check_free(state, unit, here)?;
    Ok(here)
}

/// Checks that no enemy zone holds it (`cb:7f1`).
fn check_free(state: &State, unit: UnitId, here: Hex) -> Result<(), Refusal> {
    if !zones::in_zone(state, here, state.side(unit).enemy()) {
        return Ok(());
    }
    let fact = format!("{} stands in an enemy zone", state.say(unit));
    refuse("cb:7f1", fact, "Choose cavalry outside enemy zones").unless(&state.overruled)
}

/// Checks that it is cavalry in good order on the map (`cb:7f1`).
fn check_rider(state: &State, unit: UnitId) -> Result<Hex, Refusal> {
    let name = state.say(unit);
    if state.game.arm(unit) != HexArm::Cavalry {
        refuse("cb:7f1", format!("{name} is not cavalry"), "Choose cavalry").unless(&state.overruled)?;
    }
    let Some(here) = state.hex(unit) else {
        return Err(refuse("cb:7f1", format!("{name} is not on the map"), "Choose cavalry on the map"));
    };
    if state.unit(unit).routed {
        refuse("cb:7f1", format!("{name} is routed"), "Choose cavalry in good order")
            .unless(&state.overruled)?;
    }
    Ok(here)
}

/// The charge of a unit at a target, or the refusal by the first clause that forbids it.
fn charge(state: &State, chain: &Chain<'_>, unit: UnitId, target: UnitId) -> Result<Charge, Refusal> {
    let here = check_charger(state, chain, unit)?;
    let charge = down(state, (unit, here), target, BETWEEN)?;
    Ok(with_end(charge, here))
}

/// A charge at what is next to its rider ends where it is.
fn with_end(mut charge: Charge, here: Hex) -> Charge {
    if charge.line.is_empty() {
        charge.line.push(here);
    }
    charge
}

/// A charge declared earlier: by a unit that has not moved since, is on its way, or has ridden up to its target.
///
/// # Errors
///
/// If it could not have been declared as pieces stand now; pieces that have moved since may be in its way. Command is
/// checked elsewhere: it was settled when movement began.
pub fn declared(state: &State, unit: UnitId, target: UnitId, has_moved: bool) -> Result<Charge, Refusal> {
    let here = check_rider(state, unit)?;
    if has_moved {
        return Ok(with_end(down(state, (unit, here), target, 0)?, here));
    }
    check_free(state, unit, here)?;
    down(state, (unit, here), target, BETWEEN)
}

/// The charge from the rider's hex, along a line of at least this many hexes.
fn down(state: &State, (unit, here): (UnitId, Hex), target: UnitId, least: usize) -> Result<Charge, Refusal> {
    let name = state.say(unit);
    let whom = state.say(target);
    if state.side(target) == state.side(unit) {
        return Err(refuse("cb:7f1", format!("{whom} is no enemy"), "Choose an enemy unit"));
    }
    let Some(there) = state.hex(target) else {
        let fact = format!("{whom} is not on the map");
        return Err(refuse("cb:7f1", fact, "Choose an enemy unit on the map"));
    };
    let beside = state.game.map().between(here, there).is_some();
    let straight = if beside { Some(Vec::new()) } else { between(state, here, there) };
    let between = match straight {
        Some(between) => between,
        None => {
            let fact = format!("{whom} is not straight before {name}");
            let refusal = refuse("cb:7f1", fact, "Choose a target in a straight line of hexes");
            let Some(between) = centre_line(state, here, there) else { return Err(refusal) };
            refusal.unless(&state.overruled)?;
            between
        }
    };
    if between.len() < least {
        let lie = if between.len() == 1 { "lies" } else { "lie" };
        let fact = format!("{} {lie} between {name} and {whom}", counted(between.len(), "hex", "hexes"));
        refuse("cb:7f1", fact, "Charge from farther off: at least three hexes must lie between")
            .unless(&state.overruled)?;
    }
    // Nobody has moved when charges are declared.
    let in_the_way = |hex: &Hex| {
        let mut stays = state.at(*hex).filter(|other| state.unit(*other).moved.is_none());
        stays.next().map(|other| (*hex, other))
    };
    if let Some((hex, other)) = between.iter().find_map(in_the_way) {
        let fact = format!("{} is in the way in {hex}", state.game.say(other));
        refuse("cb:7f1", fact, "Choose a line without units").unless(&state.overruled)?;
    }
    check_ground(state, here, there, &between)?;
    if state.game.arm(target) == HexArm::Cavalry {
        refuse("cb:7f3", format!("{whom} is cavalry"), "Charge infantry or artillery")
            .unless(&state.overruled)?;
    }
    Ok(Charge { target, line: between })
}

/// Checks for clear ground all the way, no stream or crest on the way or before the target; and no target in a village, woods
/// or marsh (`cb:7f2`). A road in a clear hex counts as clear.
fn check_ground(state: &State, here: Hex, there: Hex, between: &[Hex]) -> Result<(), Refusal> {
    let map = state.game.map();
    let mut before = here;
    if !chart::of(map.kind(here)).charge {
        let fact = format!("the charge would begin in {}", chart::kind_words(map.kind(here)));
        refuse("cb:7f2", fact, "Charge over clear ground").unless(&state.overruled)?;
    }
    for hex in between.iter().copied().chain([there]) {
        let kind = map.kind(hex);
        if !chart::of(kind).charge {
            let ground = chart::kind_words(kind);
            let fact = match hex == there {
                true => format!("the target in {hex} is in {ground}"),
                false => format!("{hex} on the way is {ground}"),
            };
            refuse("cb:7f2", fact, "Charge over clear ground, at a target in the open")
                .unless(&state.overruled)?;
        }
        if let Some(words) = obstacle(state, before, hex) {
            let fact = match hex == there {
                true => format!("the target in {hex} is covered by {words}"),
                false => format!("the charge would cross {words} from {before} to {hex}"),
            };
            refuse("cb:7f2", fact, "Charge where no stream or crest lies across the way")
                .unless(&state.overruled)?;
        }
        before = hex;
    }
    Ok(())
}

/// The obstacle between two neighbours.
fn obstacle(state: &State, from: Hex, to: Hex) -> Option<&'static str> {
    let marks = state.game.map().between(from, to)?;
    [(Mark::Stream, "a stream"), (Mark::Slope, "a crest"), (Mark::River, "a river")]
        .into_iter()
        .find(|(mark, _)| marks.has(*mark))
        .map(|(_, words)| words)
}

/// The hexes between two in a straight line, in order; `None` if they are not in line.
///
/// Clause: `cb:7f1`. Ruling: one of the six directions of hexes (option `charge-line`); with `any-centre-line` any straight
/// line from centre to centre, and where that runs along a hexside, the hex beside it that a charge can cross.
pub fn between(state: &State, from: Hex, to: Hex) -> Option<Vec<Hex>> {
    let grid = state.game.map().grid;
    let met = line(grid, from, to);
    match state.game.options.charge_line {
        ChargeLine::HexRow => {
            let mut hexes = Vec::with_capacity(met.len());
            for between in &met {
                match between {
                    Between::Through(hex) => hexes.push(*hex),
                    Between::Along(..) => return None,
                }
            }
            let first = grid.direction(from, *hexes.first()?)?;
            let whole: Vec<Hex> = [from].into_iter().chain(hexes.iter().copied()).chain([to]).collect();
            let straight = whole.windows(2).all(|pair| grid.direction(pair[0], pair[1]) == Some(first));
            straight.then_some(hexes)
        }
        ChargeLine::AnyCentreLine => centre_line(state, from, to),
    }
}

/// The hexes on the line from centre to centre.
fn centre_line(state: &State, from: Hex, to: Hex) -> Option<Vec<Hex>> {
    let met = line(state.game.map().grid, from, to);
    let mut hexes: Vec<Hex> = Vec::with_capacity(met.len());
    for (index, between) in met.iter().enumerate() {
        let hex = match between {
            Between::Through(hex) => *hex,
            Between::Along(a, b) => {
                let before = hexes.last().copied().unwrap_or(from);
                let after = match met.get(index + 1) {
                    Some(Between::Through(hex)) => *hex,
                    Some(Between::Along(..)) | None => to,
                };
                let both = [*a, *b].into_iter().flatten();
                let open = |hex: &Hex| is_open(state, before, *hex, after);
                both.clone().find(open).or_else(|| both.clone().next())?
            }
        };
        hexes.push(hex);
    }
    Some(hexes)
}

/// Can a charge cross this hex, from the one before it to the one after it?
fn is_open(state: &State, before: Hex, hex: Hex, after: Hex) -> bool {
    let clear = chart::of(state.game.map().kind(hex)).charge;
    let free = state.at(hex).next().is_none();
    clear && free && obstacle(state, before, hex).is_none() && obstacle(state, hex, after).is_none()
}

/// Declares a charge, before any move (`cb:7f1`). It replaces an earlier one of the same unit.
pub fn judge_charge(s: &mut Scratch<'_>, unit: UnitId, target: PieceId) -> Judged {
    assign::check_phase(&s.state)?;
    assign::check_own(&s.state, unit)?;
    let declared = check(&s.state, unit, target)?;
    let ends = (s.state.hex(unit), s.state.hex(declared.target));
    if let (Some(here), Some(there)) = ends
        && s.state.game.map().between(here, there).is_none()
        && between(&s.state, here, there).is_none()
    {
        s.note(Note::new("cb:7f1", "It goes by the line from centre to centre"));
    }
    s.emit(Event::ChargeDeclared { unit, charge: declared });
    Ok(())
}

/// The charge of a unit at a piece, or the refusal: a leader alone is no target (`cb:7f3`).
fn check(state: &State, unit: UnitId, target: PieceId) -> Result<Charge, Refusal> {
    let chain = Chain::new(state, state.phasing);
    let declared = match state.game.counter(target) {
        Counter::Unit(target) => charge(state, &chain, unit, target),
        Counter::Leader(_) => check_charger(state, &chain, unit).and_then(|_| {
            let fact = format!("{} is a leader", state.say_piece(target));
            Err(refuse("cb:7f3", fact, "Charge infantry or artillery"))
        }),
    };
    let hexes = state.hex(unit).into_iter().chain(state.place(target).hex());
    declared.map_err(|refusal| refusal.at(hexes))
}

/// Calls off a charge before any move (`cb:7f1`).
pub fn judge_call_off(s: &mut Scratch<'_>, unit: UnitId) -> Judged {
    assign::check_phase(&s.state)?;
    assign::check_own(&s.state, unit)?;
    if !s.state.command.charges.contains_key(&unit) {
        let fact = format!("{} has declared no charge", s.state.say(unit));
        return Err(Refusal::new(Code::NotOwed, "cb:7f1", fact, "Choose a unit that has").into());
    }
    s.emit(Event::ChargeCalledOff { unit });
    Ok(())
}

/// Every charge that may be declared or called off now.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let game = &state.game;
    let chain = Chain::new(state, state.phasing);
    let mut offers = Vec::new();
    for unit in game.of_side(state.phasing).filter(|unit| game.arm(*unit) == HexArm::Cavalry) {
        let declared = state.command.charges.get(&unit);
        if declared.is_some() {
            let words = format!("{} calls its charge off", game.say(unit));
            offers.push(offer(Order::CallOff { unit }, "call-off", words));
        }
        if check_charger(state, &chain, unit).is_err() {
            continue;
        }
        for target in game.of_side(state.phasing.enemy()) {
            let again = declared.is_some_and(|charge| charge.target == target);
            if !again && charge(state, &chain, unit, target).is_ok() {
                let words = format!("{} charges {}", game.say(unit), state.say(target));
                let target = game.piece_of_unit(target);
                offers.push(offer(Order::Charge { unit, target }, "charge", words));
            }
        }
    }
    offers
}

/// At the end of movement, breaks the charges whose riders are not at the end of their line (`cb:7f1`).
pub fn break_those_not_ridden(s: &mut Scratch<'_>) {
    let state = &s.state;
    let ridden = |unit: UnitId, charge: &Charge| {
        let moved = match &state.unit(unit).moved {
            Some(moved) => moved.path == charge.line,
            None => state.hex(unit).is_some_and(|here| charge.line == [here]),
        };
        let there = state.hex(charge.target).zip(charge.line.last().copied());
        moved && there.is_some_and(|(target, end)| state.game.map().between(end, target).is_some())
    };
    let charges = state.command.charges.iter();
    let broken: Vec<UnitId> =
        charges.filter(|(unit, charge)| !ridden(**unit, charge)).map(|(unit, _)| *unit).collect();
    for unit in broken {
        s.emit(Event::ChargeBroken { unit });
    }
}

/// Would this path leave the charge of a unit unridden (`cb:7f1`)? A unit moves only once.
pub fn is_broken_by(state: &State, unit: UnitId, path: &[Hex]) -> bool {
    state.command.charges.get(&unit).is_some_and(|charge| charge.line != path)
}

/// Does this attacker's strength double: is its target among those attacked (`cb:7f1`, `cb:7f3`)?
pub fn is_ridden(state: &State, unit: UnitId, on: &[UnitId]) -> bool {
    state.command.charges.get(&unit).is_some_and(|charge| on.contains(&charge.target))
}
