//! The command step: successors are named, independent units assigned, and then movement begins (`cb:2D`, `cb:10b`, `cb:10f`, `cb:11f`).

use game::counted;
use game::working::Note;
use hexes::Hex;

use super::command::{self, Chain, Line, Want};
use super::event::Event;
use super::options::Successor;
use super::order::Order;
use super::refusal::{Code, Refusal};
use super::roster::{CorpsId, Counter, LeaderId, PieceId, UnitId};
use super::scratch::{Judged, Scratch};
use super::state::{CommandFinding, FoundLine, Group, Phase, Place, State};

/// Checks that it is the command step, when successors are named and units assigned (`cb:2D`).
pub fn check_phase(state: &State) -> Result<(), Refusal> {
    match state.phase {
        Phase::Command => Ok(()),
        Phase::SetUp => {
            let fact = "turn 1 has not begun";
            Err(Refusal::new(Code::WrongPhase, "cb:2C", fact, "Begin the battle first"))
        }
        Phase::Movement(_) | Phase::Combat(_) | Phase::Reorganisation(_) | Phase::Over(_) => {
            let fact =
                "commands are settled as the movement phase begins, and hold for the whole player turn";
            Err(Refusal::new(Code::WrongPhase, "cb:2D", fact, "Settle them in the next player turn"))
        }
    }
}

/// Checks that the unit belongs to the side whose turn it is.
pub fn check_own(state: &State, unit: UnitId) -> Result<(), Refusal> {
    if state.side(unit) == state.phasing {
        return Ok(());
    }
    let (whose, now) = (state.game.side_name(state.side(unit)), state.game.side_name(state.phasing));
    let fact = format!("{} is {whose}, and it is the {now} player turn", state.say(unit));
    Err(Refusal::new(Code::NotPhasing, "cb:2C", fact, format!("Choose a unit of the {now} side")))
}

/// The corps that need an acting commander now, with the units that may be named (`cb:11f`).
///
/// Ruling: in good order, on the map, of the corps itself.
pub fn may_be_named(state: &State) -> Vec<(CorpsId, Vec<UnitId>)> {
    let game = &state.game;
    let over_due =
        |corps: &CorpsId| command::is_over_due(state.corps[corps.index()].vacant_since, state.turn);
    let corps = game.corps_of_side(state.phasing).filter(over_due);
    let fit = |unit: &UnitId| state.hex(*unit).is_some() && !state.unit(*unit).routed;
    corps
        .map(|corps| {
            let own = game.units().filter(|unit| game.corps_of(*unit) == Some(corps)).filter(fit);
            (corps, own.collect::<Vec<UnitId>>())
        })
        .filter(|(_, units)| !units.is_empty())
        .collect()
}

/// The leaders who may take over an army that has lost its commander (`cb:11f`).
pub fn may_be_promoted(state: &State) -> Vec<LeaderId> {
    match command::is_over_due(state.armies[state.phasing.index()].vacant_since, state.turn) {
        true => command::may_be_promoted(state, state.phasing),
        false => Vec::new(),
    }
}

/// Names a unit as acting commander of its corps (`cb:11f`).
pub fn judge_name(s: &mut Scratch<'_>, unit: UnitId) -> Judged {
    check_phase(&s.state)?;
    check_own(&s.state, unit)?;
    let state = &s.state;
    let name = state.say(unit);
    let refuse = |code, fact: String, remedy: &str| Refusal::new(code, "cb:11f", fact, remedy);
    let Some(corps) = state.game.corps_of(unit) else {
        let fact = format!("{name} is of no corps");
        return Err(refuse(Code::WrongPiece, fact, "Name a unit of the corps").into());
    };
    let post = &state.corps[corps.index()];
    let of = state.game.corps(corps).name.clone();
    match post.vacant_since {
        None => {
            let fact = format!("{of}'s corps has a commander");
            refuse(Code::NotOwed, fact, "Go on with the one there is").unless(&state.overruled)?;
        }
        Some(lost) if !command::is_over_due(post.vacant_since, state.turn) => {
            let fact = format!("{of}'s corps lost its commander on turn {lost}");
            let remedy = format!("Name another on turn {} or later", lost.saturating_add(2));
            refuse(Code::NotDue, fact, &remedy).unless(&state.overruled)?;
        }
        Some(_) => {}
    }
    if state.unit(unit).routed {
        // It would lose the post again at once.
        let fact = format!("{name} is routed");
        return Err(refuse(Code::WrongPiece, fact, "Name a unit in good order").into());
    }
    let Some(hex) = state.hex(unit) else {
        let fact = format!("{name} is not on the map");
        return Err(refuse(Code::WrongPiece, fact, "Name a unit on the map").into());
    };
    let lost = state.game.leader_of(corps).filter(|leader| state.leader(*leader).place == Place::Eliminated);
    match (state.game.options.successor, lost) {
        (Successor::LeaderBonus0, Some(leader)) => s.emit(Event::Succeeded { corps, leader, hex }),
        (Successor::LeaderBonus0 | Successor::Unit, _) => s.emit(Event::Named { corps, unit }),
    }
    propose(s);
    Ok(())
}

/// Lets the leader of a corps take over the army (`cb:11f`).
pub fn judge_promote(s: &mut Scratch<'_>, leader: LeaderId) -> Judged {
    check_phase(&s.state)?;
    let state = &s.state;
    let name = &state.game.leader(leader).name;
    let refuse = |code, fact: String, remedy: &str| Refusal::new(code, "cb:11f", fact, remedy);
    let post = &state.armies[state.phasing.index()];
    if post.commander.is_some() || post.vacant_since.is_none() {
        refuse(Code::NotOwed, "the army has a commander".into(), "Go on with the one there is")
            .unless(&state.overruled)?;
    }
    if !may_be_promoted(state).contains(&leader) {
        let fact = format!("{name} cannot take over the army now");
        let remedy = "Name the leader of a corps on the map, two turns after the loss";
        let refusal = refuse(Code::NotDue, fact, remedy);
        if state.game.leader(leader).side != state.phasing || state.leader_hex(leader).is_none() {
            return Err(refusal.into());
        }
        refusal.unless(&state.overruled)?;
    }
    s.emit(Event::Promoted { leader });
    propose(s);
    Ok(())
}

/// After a commander was named: units without one come under the new commander if they can.
fn propose(s: &mut Scratch<'_>) {
    let proposal = Chain::new(&s.state, s.state.phasing).proposal();
    for (unit, group) in proposal {
        // Attached units stay, so there may be less room than the proposal assumes.
        let is_free = !s.state.command.attached.contains_key(&unit);
        if is_free && check_attach(&s.state, unit, group).is_ok() {
            s.emit(Event::Attached { unit, group: Some(group) });
        }
    }
}

/// Number of units that a group has in addition to its own: independent ones, or all of the army commander's (`cb:10c`, `cb:10f`).
pub fn taken(state: &State, group: Group) -> usize {
    let there = |unit: &UnitId| state.unit(*unit).place != Place::Eliminated;
    state.command.attached.iter().filter(|(unit, under)| **under == group && there(unit)).count()
}

/// Checks that this unit may be put under that group, in range or not.
fn check_attach(state: &State, unit: UnitId, group: Group) -> Result<(), Refusal> {
    let name = state.say(unit);
    let own = state.game.corps_of(unit);
    if let (Some(own), Group::Corps(other)) = (own, group)
        && own != other
    {
        let fact = format!("{name} is of {}'s corps", state.game.corps(own).name);
        let remedy = "Leave it there, or put it under the army commander";
        Refusal::new(Code::WrongLeader, "cb:10a", fact, remedy).unless(&state.overruled)?;
    }
    let chain = Chain::new(state, state.phasing);
    if own.map(Group::Corps) == Some(group) {
        return Ok(());
    }
    if let Some(want) = chain.wants(group, unit) {
        let refusal = refuse_want(state, unit, group, want);
        if state.unit(unit).place == Place::Eliminated {
            return Err(refusal);
        }
        refusal.unless(&state.overruled)?;
    }
    let held = taken(state, group) - usize::from(state.command.attached.get(&unit) == Some(&group));
    if held >= chain.room(group) {
        let (clause, fact) = match group {
            Group::Army => ("cb:10f", format!("the army commander has taken {held} units already")),
            Group::Corps(corps) => {
                ("cb:10c", format!("{} has {held} independent units already", state.game.corps(corps).name))
            }
            Group::Unassigned => ("cb:10b", "nobody commands there".to_owned()),
        };
        Refusal::new(Code::TooMany, clause, fact, "Release one of them first").unless(&state.overruled)?;
    }
    Ok(())
}

/// The refusal that a unit is not in command there.
fn refuse_want(state: &State, unit: UnitId, group: Group, want: Want) -> Refusal {
    let (clause, fact) = say_want(state, unit, group, want);
    let code = match want {
        Want::Far { .. } => Code::OutOfRange,
        Want::Cut | Want::Invalid => Code::LineCut,
        Want::Off => Code::WrongPiece,
        Want::Nobody | Want::Vacant | Want::Away | Want::NoArmy => Code::WrongLeader,
    };
    let remedy = if want == Want::Off {
        "Choose a unit on the map, or one that comes on now"
    } else {
        "Choose a commander in whose range it is, or leave it out of command"
    };
    Refusal::new(code, clause, fact, remedy).at(state.hex(unit))
}

/// Why a unit is not in command in that group, as a sentence with its clause.
pub fn say_want(state: &State, unit: UnitId, group: Group, want: Want) -> (&'static str, String) {
    say_unled(state, (unit, &state.say(unit)), group, want)
}

/// Why a unit was found out of command, with the facts of that moment; `None` if it was in command, or nobody knows why.
pub fn say_found(state: &State, unit: UnitId, found: &CommandFinding) -> Option<(&'static str, String)> {
    let want = found.want.filter(|_| !found.in_command)?;
    let name = state.game.say(unit);
    let stood = found.line.as_ref().and_then(FoundLine::to).map(|hex| format!("{name} in {hex}"));
    Some(say_unled(state, (unit, &stood.unwrap_or(name)), found.group, want))
}

fn say_unled(
    state: &State,
    (unit, name): (UnitId, &str),
    group: Group,
    want: Want,
) -> (&'static str, String) {
    let who = match group {
        Group::Army => "the army commander".to_owned(),
        Group::Corps(_) | Group::Unassigned => format!("the commander of {}", state.say_group(group)),
    };
    match want {
        Want::Nobody => ("cb:10b", format!("nobody has taken {name}")),
        Want::Vacant => ("cb:11f", format!("{} has no commander", state.say_group(group))),
        Want::Away => ("cb:10c", format!("{who} is not on the map")),
        Want::Off => ("cb:4b", say_off(state, unit)),
        Want::NoArmy => ("cb:11f", "the army has no commander".to_owned()),
        Want::Invalid => {
            ("cb:10d", format!("{who} is out of the army commander's range, or cut off from him"))
        }
        Want::Far { apart, range } => (
            "cb:10c",
            format!("{name} is {} from {who}, whose range is {range}", counted(apart, "hex", "hexes")),
        ),
        Want::Cut => ("cb:10c", format!("enemies bar the line from {name} to {who}")),
    }
}

/// Why a unit off the map is under no commander.
fn say_off(state: &State, unit: UnitId) -> String {
    let (piece, name) = (state.game.piece_of_unit(unit), state.game.say(unit));
    match state.arrival(piece).filter(|_| state.unit(unit).place == Place::Waiting) {
        Some((turn, _)) if turn > state.turn => {
            format!("{name} comes on from turn {turn}, and is off the map")
        }
        Some(_) => format!("{name} comes on without a commander (option entry-command)"),
        None => format!("{name} is not on the map any more"),
    }
}

/// The group of a unit under this commander: its own corps if he leads it; if he holds two posts, the one with room for it, the
/// army first. `None` if the piece commands nobody.
pub fn group_under(state: &State, unit: UnitId, to: PieceId) -> Option<Group> {
    let groups = command::groups_of_commander(state, state.phasing, to);
    let own = state.game.corps_of(unit).map(Group::Corps);
    let home = groups.iter().copied().find(|group| Some(*group) == own);
    let open = || groups.iter().copied().find(|group| check_attach(state, unit, *group).is_ok());
    home.or_else(|| if groups.len() > 1 { open() } else { None }).or(groups.first().copied())
}

/// Puts a unit under a commander for the player turn (`cb:10b`, `cb:10f`).
pub fn judge_attach(s: &mut Scratch<'_>, unit: UnitId, to: PieceId) -> Judged {
    check_phase(&s.state)?;
    check_own(&s.state, unit)?;
    let state = &s.state;
    let Some(group) = group_under(state, unit, to) else {
        let fact = format!("{} commands nobody", state.game.say_piece(to));
        return Err(Refusal::new(
            Code::WrongLeader,
            "cb:10b",
            fact,
            "Choose a commander of the army or of a corps",
        )
        .into());
    };
    check_attach(state, unit, group)?;
    let own = state.game.corps_of(unit).map(Group::Corps) == Some(group);
    if Chain::new(state, state.phasing).wants(group, unit).is_some() {
        let text = format!("whether {} is in command is found as movement begins", state.say(unit));
        s.note(Note::new("cb:2D", text));
    }
    note_line(s, unit, group);
    s.emit(Event::Attached { unit, group: (!own).then_some(group) });
    Ok(())
}

fn note_line(s: &mut Scratch<'_>, unit: UnitId, group: Group) {
    let line = Chain::new(&s.state, s.state.phasing).line(group, unit);
    if let Some(Line::Open(way)) = line {
        let hexes = way.iter().map(Hex::to_string).collect::<Vec<_>>().join(" ");
        let far = counted(way.len().saturating_sub(1), "hex", "hexes");
        let text = format!("{}: a line of {far} ({hexes})", s.state.game.say(unit));
        s.note(Note::new("cb:10c", text));
    }
}

/// Puts a unit under its own corps only (`cb:10b`).
pub fn judge_release(s: &mut Scratch<'_>, unit: UnitId) -> Judged {
    check_phase(&s.state)?;
    check_own(&s.state, unit)?;
    if !s.state.command.attached.contains_key(&unit) {
        let fact = format!("{} is under nobody from whom it could be released", s.state.say(unit));
        return Err(Refusal::new(Code::NotOwed, "cb:10b", fact, "Leave it as it is").into());
    }
    s.emit(Event::Attached { unit, group: None });
    Ok(())
}

/// Checks that every post that needs a successor has one, which movement waits for (`cb:11f`).
pub fn check_named(state: &State) -> Result<(), Refusal> {
    if !may_be_promoted(state).is_empty() {
        let fact = "the army has no commander, and one may be named";
        Refusal::new(Code::NotOwed, "cb:11f", fact, "Let the leader of a corps take over the army")
            .unless(&state.overruled)?;
    }
    if let Some((corps, _)) = may_be_named(state).first() {
        let fact =
            format!("{}'s corps has no commander, and one may be named", state.game.corps(*corps).name);
        Refusal::new(Code::NotOwed, "cb:11f", fact, "Name a unit of the corps in good order")
            .unless(&state.overruled)?;
    }
    Ok(())
}

/// Every assignment and release that may be ordered now, with its words.
pub fn offers(state: &State) -> Vec<(Order, &'static str, String)> {
    let game = &state.game;
    let mut offers = Vec::new();
    for leader in may_be_promoted(state) {
        let words = format!("{} takes over the army", game.leader(leader).name);
        offers.push((Order::Promote { leader }, "promote", words));
    }
    for (corps, units) in may_be_named(state) {
        for unit in units {
            let words =
                format!("{} acts as commander of {}'s corps", state.say(unit), game.corps(corps).name);
            offers.push((Order::Name { unit }, "name", words));
        }
    }
    let chain = Chain::new(state, state.phasing);
    let groups: Vec<Group> = chain.groups().collect();
    for unit in game.of_side(state.phasing) {
        let now = state.group(unit);
        for &group in groups.iter().filter(|group| **group != now) {
            let foreign =
                game.corps_of(unit).is_some_and(|own| group != Group::Army && group != Group::Corps(own));
            let full = game.corps_of(unit).map(Group::Corps) != Some(group)
                && taken(state, group) >= chain.room(group);
            let Some(to) = command::commander_of(state, state.phasing, group) else { continue };
            let named = matches!(game.counter(to), Counter::Unit(other) if other == unit);
            let back = game.corps_of(unit).map(Group::Corps) == Some(group);
            if foreign || full || named || !(back || chain.would_command(group, unit)) {
                continue;
            }
            // A commander with two posts is listed once: for the post that would take the unit.
            if group_under(state, unit, to) != Some(group) {
                continue;
            }
            let words = format!("{} under {}", state.say(unit), game.say_piece(to));
            offers.push((Order::Attach { unit, to }, "attach", words));
        }
        if state.command.attached.contains_key(&unit) {
            let words = format!("{} is released", state.say(unit));
            offers.push((Order::Release { unit }, "release", words));
        }
    }
    offers
}
