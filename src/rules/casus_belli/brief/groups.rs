//! The order of battle: for each side its commander, the corps with their tally and commander, the independent units, and later
//! arrivals (`cb:10a`, `cb:13a`, `cb:4b`). Units: strength points.

use std::collections::BTreeMap;

use crate::assign::taken;
use crate::command::is_over_due;
use crate::movement;
use crate::roster::{CorpsId, Counter, DIRECT, INDEPENDENTS, LeaderId, PieceId, UnitId};
use crate::state::{Commander, Group as Led, Phase, Place, State};
use game::{Arrival, Group, Member};
use hexes::{Hex, points};
use scenario::Side;

use super::under::Standing;
use super::{under, units};

/// The key of the group of a side's army command.
pub fn army_key(state: &State, side: Side) -> String {
    format!("{}-army", state.game.side_id(side))
}

/// The key of the group of a side's independent units.
pub fn independent_key(state: &State, side: Side) -> String {
    format!("{}-independent", state.game.side_id(side))
}

/// The key of the group in which a piece is listed.
pub fn key_of(state: &State, piece: PieceId) -> String {
    let side = state.game.side_of(piece);
    let corps = match state.game.counter(piece) {
        Counter::Unit(unit) => state.game.corps_of(unit),
        Counter::Leader(leader) => match state.game.led_by(leader) {
            Some(corps) => Some(corps),
            None => return army_key(state, side),
        },
    };
    corps.map_or_else(|| independent_key(state, side), |corps| state.game.corps(corps).id.clone())
}

/// All groups, side by side.
pub fn groups(state: &State) -> Vec<Group> {
    Side::BOTH.into_iter().flat_map(|side| SideGroups::new(state, side).all()).collect()
}

/// One side.
struct SideGroups<'s> {
    state: &'s State,
    side: Side,
    /// The command of its units, if it is the side's turn.
    standings: BTreeMap<UnitId, Standing>,
}

impl<'s> SideGroups<'s> {
    fn new(state: &'s State, side: Side) -> Self {
        let told = side == state.phasing && !matches!(state.phase, Phase::SetUp | Phase::Over(_));
        let standings = if told { under::all(state, side) } else { BTreeMap::new() };
        Self { state, side, standings }
    }

    fn all(&self) -> Vec<Group> {
        let game = &self.state.game;
        let mut groups = vec![self.army()];
        groups.extend(game.corps_of_side(self.side).map(|corps| self.of_corps(corps)));
        let free: Vec<UnitId> =
            game.of_side(self.side).filter(|unit| game.corps_of(*unit).is_none()).collect();
        if !free.is_empty() {
            groups.push(self.independent(&free));
        }
        groups
    }

    /// The commander of an army with the leaders without corps, and later arrivals.
    fn army(&self) -> Group {
        let Self { state, side, .. } = *self;
        let game = &state.game;
        let name = game.side_name(side).to_owned();
        let leaders: Vec<LeaderId> =
            game.leaders_of(side).filter(|leader| game.led_by(*leader).is_none()).collect();
        let mut facts = vec![command_of_army(state, side)];
        facts.extend(taken_words(state, side, Led::Army));
        Group {
            key: army_key(state, side),
            name: format!("{name} army"),
            side: game.side_id(side),
            colour: Some(state.game.colour(side)),
            // Its points are those of the corps and the independent units: told there.
            active: moves_now(state, side, Led::Army),
            facts,
            coming: coming(state, side),
            members: leaders.into_iter().map(|leader| self.member(game.piece_of_leader(leader))).collect(),
            ..Group::default()
        }
    }

    fn of_corps(&self, corps: CorpsId) -> Group {
        let Self { state, side, .. } = *self;
        let game = &state.game;
        let units: Vec<UnitId> =
            game.of_side(side).filter(|unit| game.corps_of(*unit) == Some(corps)).collect();
        let mut facts = Vec::new();
        let (mut strain, mut in_full) = (String::new(), None);
        if let Some(level) = game.corps(corps).level {
            let (tally, shaken) = (state.tally(corps), state.is_demoralised(corps));
            let mark = if shaken { ", demoralised" } else { "" };
            let told = format!("{tally} of {level}{mark}");
            in_full = Some((told.clone(), format!("{tally} of {level} points eliminated or routed{mark}")));
            facts.push(told);
            if tally > 0 || shaken {
                strain = format!("tally {tally} of {level}{mark}");
            }
        }
        facts.push(command_of_corps(state, corps));
        facts.extend(taken_words(state, side, Led::Corps(corps)));
        facts.extend(counts(state, &units));
        let mut members: Vec<Member> = Vec::new();
        members.extend(game.leader_of(corps).map(|leader| self.member(game.piece_of_leader(leader))));
        members.extend(units.iter().map(|unit| self.member(game.piece_of_unit(*unit))));
        Group {
            key: game.corps(corps).id.clone(),
            name: game.corps(corps).name.clone(),
            side: game.side_id(side),
            depth: 1,
            active: moves_now(state, side, Led::Corps(corps)),
            strength: left(state, &units),
            start: printed(state, &units),
            strain,
            facts,
            in_full,
            members,
            ..Group::default()
        }
    }

    fn independent(&self, units: &[UnitId]) -> Group {
        let Self { state, side, .. } = *self;
        Group {
            key: independent_key(state, side),
            name: "Independent".to_owned(),
            side: state.game.side_id(side),
            depth: 1,
            active: moves_now(state, side, Led::Unassigned),
            strength: left(state, units),
            start: printed(state, units),
            facts: counts(state, units),
            members: units.iter().map(|unit| self.member(state.game.piece_of_unit(*unit))).collect(),
            ..Group::default()
        }
    }

    /// A piece in its group.
    fn member(&self, piece: PieceId) -> Member {
        let state = self.state;
        let place = state.place(piece);
        let (figures, weakened) = match state.game.counter(piece) {
            Counter::Unit(unit) => {
                let (printed, now) = (state.game.unit(unit), state.unit(unit));
                (format!("{}-{}", now.strength, printed.movement), now.strength < printed.strength)
            }
            Counter::Leader(leader) => {
                let bonus = if state.leader(leader).acting { 0 } else { state.game.leader(leader).bonus };
                (format!("+{bonus}"), false)
            }
        };
        Member {
            piece: units::key(state, piece),
            name: name(state, piece),
            tag: units::tag(state, piece).to_owned(),
            figures,
            weakened,
            state: self.state_words(piece),
            spoken: units::describe(state, piece),
            placed: place.hex().is_some(),
            lost: place == Place::Eliminated,
            gone: place == Place::Eliminated,
        }
    }

    /// Its place and condition in a few words: `1102, routed`, `0806, under Victor`.
    fn state_words(&self, piece: PieceId) -> String {
        let state = self.state;
        let mut parts = vec![units::whereabouts(state, piece)];
        if let Counter::Unit(unit) = state.game.counter(piece)
            && state.unit(unit).place != Place::Eliminated
        {
            if state.unit(unit).routed {
                parts.push("routed".to_owned());
            }
            if state.game.corps_of(unit).is_some_and(|corps| state.corps[corps.index()].acting == Some(unit))
            {
                parts.push("acts as commander".to_owned());
            }
            parts.extend(self.command_words(unit));
        }
        parts.join(", ")
    }

    /// Its commander, if not that of its own corps, and whether it is out of command.
    fn command_words(&self, unit: UnitId) -> Option<String> {
        let state = self.state;
        let standing = self.standings.get(&unit)?;
        let other = state.game.corps_of(unit).map(Led::Corps) != Some(standing.group);
        let by = standing.commander.filter(|_| other).map(|piece| format!("under {}", name(state, piece)));
        match (standing.in_command, by) {
            (true, by) => by,
            (false, _)
                if state.unit(unit).place == Place::Waiting
                    && state.arrival(state.game.piece_of_unit(unit))?.0 > state.turn =>
            {
                None
            }
            (false, None) => Some("out of command".to_owned()),
            (false, Some(by)) => Some(format!("{by}, out of command")),
        }
    }
}

fn moves_now(state: &State, side: Side, group: Led) -> bool {
    matches!(&state.phase, Phase::Movement(phase) if side == state.phasing && phase.current == Some(group))
}

fn printed(state: &State, units: &[UnitId]) -> u32 {
    units.iter().map(|unit| u32::from(state.game.unit(*unit).strength)).sum()
}

fn left(state: &State, units: &[UnitId]) -> u32 {
    let there = units.iter().filter(|unit| state.unit(**unit).place != Place::Eliminated);
    there.map(|unit| u32::from(state.unit(*unit).strength)).sum()
}

/// Numbers of routed, arriving and lost units.
fn counts(state: &State, units: &[UnitId]) -> Vec<String> {
    let count = |is: &dyn Fn(UnitId) -> bool| units.iter().filter(|unit| is(**unit)).count();
    let told = [
        (count(&|unit| state.unit(unit).routed), "routed"),
        (count(&|unit| state.unit(unit).place == Place::Waiting), "to come"),
        (count(&|unit| state.unit(unit).place == Place::Eliminated), "lost"),
    ];
    told.into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, words)| format!("{count} {words}"))
        .collect()
}

/// The commander of the army, and his place.
fn command_of_army(state: &State, side: Side) -> String {
    let post = &state.armies[side.index()];
    match (post.commander, post.vacant_since) {
        (Some(leader), _) => format!("under {}", where_he_is(state, leader)),
        (None, Some(lost)) => vacant(state, lost),
        (None, None) => "without a commander".to_owned(),
    }
}

/// The commander of a corps, and his place: its leader, an acting unit, or nobody until a turn.
fn command_of_corps(state: &State, corps: CorpsId) -> String {
    match (state.commander(corps), state.corps[corps.index()].vacant_since) {
        (_, Some(lost)) => vacant(state, lost),
        (Some(Commander::Leader(leader)), None) => format!("under {}", where_he_is(state, leader)),
        (Some(Commander::Unit(unit)), None) => format!("{} acts as commander", state.say(unit)),
        (None, None) => "without a commander".to_owned(),
    }
}

fn where_he_is(state: &State, leader: LeaderId) -> String {
    let piece = state.game.piece_of_leader(leader);
    format!("{}, {}", state.game.leader(leader).name, units::whereabouts(state, piece))
}

fn vacant(state: &State, lost: u8) -> String {
    match is_over_due(Some(lost), state.turn) {
        true => format!("commander lost on turn {lost}; another may be named now"),
        false => {
            format!("commander lost on turn {lost}; another may be named on turn {}", lost.saturating_add(2))
        }
    }
}

/// The units that a commander has taken in addition to their own.
fn taken_words(state: &State, side: Side, group: Led) -> Option<String> {
    if side != state.phasing || matches!(state.phase, Phase::SetUp | Phase::Over(_)) {
        return None;
    }
    let held =
        state.command.attached.iter().filter(|(unit, under)| **under == group && state.side(**unit) == side);
    let names: Vec<String> = held.map(|(unit, _)| state.game.unit(*unit).name.clone()).collect();
    let (room, what) = match group {
        Led::Army => (DIRECT, "directly"),
        Led::Corps(_) => (INDEPENDENTS, "independent"),
        Led::Unassigned => return None,
    };
    (!names.is_empty()).then(|| format!("{} of {room} {what}: {}", taken(state, group), names.join(", ")))
}

/// Everybody who has still to come.
pub fn all_arrivals(state: &State) -> Vec<Arrival> {
    let mut queues: BTreeMap<(u8, usize, Hex), Vec<PieceId>> = BTreeMap::new();
    for piece in units::pieces(state).filter(|piece| state.place(*piece) == Place::Waiting) {
        if let Some((turn, at)) = state.arrival(piece) {
            // Late arrivals enter as soon as they can.
            let key = (turn.max(state.turn), state.game.side_of(piece).index(), at);
            queues.entry(key).or_default().push(piece);
        }
    }
    let mut arrivals = Vec::new();
    for ((turn, _, at), mut pieces) in queues {
        // Corps by corps (`cb:3b`).
        pieces.sort_by_key(|piece| corps_last_none(state, *piece));
        let mut before = 0;
        for piece in pieces {
            let side = state.game.side_of(piece);
            if before == 0 && turn == state.turn && side == state.phasing {
                before = state.entered.get(&at).copied().unwrap_or_default();
            }
            let price = movement::entry_price(state, piece, at, before).map(points).unwrap_or_default();
            if state.game.queues(piece) {
                before = before.saturating_add(1);
            }
            let (side, name) = (state.game.side_id(side), name(state, piece));
            arrivals.push(Arrival { turn, side, name, at: at.to_string(), price });
        }
    }
    arrivals
}

/// Arrivals of a side by turn and hex in the order of their numbers, each with its cost in that order (`cb:4b`).
fn coming(state: &State, side: Side) -> Vec<String> {
    let side = state.game.side_id(side);
    let own: Vec<Arrival> = all_arrivals(state).into_iter().filter(|arrival| arrival.side == side).collect();
    let queue = |queue: &[Arrival]| {
        let each: Vec<String> = queue
            .iter()
            .map(|Arrival { name, price, .. }| format!("{name} {price}").trim_end().to_owned())
            .collect();
        let Arrival { turn, at, .. } = &queue[0];
        let when = if *turn == state.turn { "now".to_owned() } else { format!("turn {turn}") };
        format!("{when} at {at}: {}", each.join("; "))
    };
    own.chunk_by(|one, other| (one.turn, &one.at) == (other.turn, &other.at)).map(queue).collect()
}

/// The corps of a piece, in the order of the files; those without one come last.
fn corps_last_none(state: &State, piece: PieceId) -> (bool, Option<CorpsId>) {
    let corps = match state.game.counter(piece) {
        Counter::Unit(unit) => state.game.corps_of(unit),
        Counter::Leader(leader) => state.game.led_by(leader),
    };
    (corps.is_none(), corps)
}

/// The name of a piece without its side.
pub fn name(state: &State, piece: PieceId) -> String {
    match state.game.counter(piece) {
        Counter::Unit(unit) => state.game.unit(unit).name.clone(),
        Counter::Leader(leader) => state.game.leader(leader).name.clone(),
    }
}
