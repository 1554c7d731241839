//! The record as the log shows it: its lines, what is sought among them, branches that were left, the table as it was.
//!
//! Lines are made once and kept: a battle has some two thousand of them, and the record only grows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::desk::{Desk, Entry, Record, Thrower};
use crate::dice::{Cast, Reading};
use crate::drawing::{Ink, Mark, Pen, footprint, gauge_marks, way_marks};
use crate::game::working::Note;
use crate::game::{RuleSet, Viewer};
use crate::rules::easy::combat::Change;
use crate::rules::easy::roster::Train;
use crate::rules::easy::{CommandId, Easy, Event, Order, StandId, State};
use crate::scenario::{Battle as _, Side};
use crate::table::Pose;
use crate::table::tolerance::TOUCH;

use super::App;
use super::models::gauge;
use crate::rules::easy::brief::trip;

/// One throw that was made.
#[derive(Clone, Debug)]
pub struct Rolled {
    pub why: String,
    pub faces: Vec<u16>,
    pub sides: u16,
    /// The players made it and it was typed.
    pub typed: bool,
    /// What it came to: the hits, the sum, or the name drawn.
    pub came_to: String,
    /// Lowest face that hits, where faces hit.
    pub hits_on: Option<u16>,
}

/// What a line of the log is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Moves,
    Fire,
    Combats,
    Rally,
    /// Chits, activations, turns and weather.
    Chits,
    Fiats,
    /// What was taken back, and that it was.
    Undone,
}

impl Kind {
    pub const ALL: [Self; 7] =
        [Self::Moves, Self::Fire, Self::Combats, Self::Rally, Self::Chits, Self::Fiats, Self::Undone];

    /// Those that a game on hexes has: nobody fires apart from combats there, nobody rallies.
    pub const ON_HEXES: [Self; 5] = [Self::Moves, Self::Combats, Self::Chits, Self::Fiats, Self::Undone];

    /// What it is called: on hexes there are phases where the table has chits.
    pub fn name(self, on_map: bool) -> &'static str {
        match self {
            Self::Moves => "Moves",
            Self::Fire => "Fire",
            Self::Combats => "Combats",
            Self::Rally => "Rally",
            Self::Chits if on_map => "Phases",
            Self::Chits => "Chits",
            Self::Fiats => "Fiats",
            Self::Undone => "Undone",
        }
    }

    pub fn tooltip(self, on_map: bool) -> &'static str {
        match self {
            Self::Moves if on_map => "Moves, arrivals, units that change places",
            Self::Chits if on_map => "Turns, and where their phases begin and end",
            Self::Moves => "Moves, withdrawals, arrivals",
            Self::Fire => "Shots of the artillery",
            Self::Combats => "Declared, fought, and the retreats after them",
            Self::Rally => "Stands brought back",
            Self::Chits => "Chits, activations, turns and weather",
            Self::Fiats => "What the referee overrode",
            Self::Undone => "What was taken back, and branches that were left",
        }
    }
}

/// One line of the log with all that hangs on it.
#[derive(Clone, Debug)]
pub struct LogRow {
    /// Its number in the record.
    pub number: usize,
    /// It is an order; else it tells of an undo, a redo or a branch.
    pub is_order: bool,
    /// The order before it; 0: the start.
    pub parent: usize,
    /// What was ordered, then what came of it.
    pub words: Vec<String>,
    /// The heading of the turn that it began: `Turn 4, 13:00`.
    pub heading: Option<String>,
    /// The turn in which the game was after it.
    pub turn: u8,
    pub dice: Vec<Rolled>,
    pub working: Vec<Note>,
    /// It is behind the game: taken back, or on a branch that was left.
    pub undone: bool,
    pub kinds: BTreeSet<Kind>,
    /// Whose order it was.
    pub side: Option<Side>,
    /// The command that acted, by number.
    pub command: Option<u16>,
    /// Everybody whom it touched, by number, sorted.
    pub stands: Vec<u16>,
    /// Their commands, sorted, and the one that acted.
    pub commands: Vec<u16>,
    /// Who answered to whom after it.
    pub answers: Arc<Answers>,
    /// Stands that were not of the side any more with which they began.
    taken: BTreeMap<u16, Side>,
    /// All its words in small letters, for searching.
    sought: String,
}

/// Whose lines are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    #[default]
    Everybody,
    Side(Side),
    /// A command, or a formation of units, by number.
    Command(u16),
    /// A stand or a unit, by number.
    Stand(u16),
}

/// A command or formation with those in it, for choosing whose lines are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub number: u16,
    pub side: Side,
    pub name: String,
    /// Stands or units by number, with their short names.
    pub members: Vec<(u16, String)>,
}

/// Who answers to another command than as the battle began, and the commands founded since, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    stands: BTreeMap<u16, u16>,
    founded: BTreeMap<u16, Side>,
}

impl Answers {
    fn command(&self, start: &State, stand: StandId) -> Option<u16> {
        let at_first = || start.roster().stands.get(stand.index()).map(|unit| unit.command.0);
        self.stands.get(&stand.0).copied().or_else(at_first)
    }

    fn side(&self, start: &State, command: u16) -> Option<Side> {
        let at_first = || start.roster().commands.get(usize::from(command)).map(|info| info.side);
        self.founded.get(&command).copied().or_else(at_first)
    }

    /// What an event changes of it.
    fn hear(&mut self, start: &State, event: &Event) {
        let (stands, command): (Vec<StandId>, CommandId) = match event {
            Event::Founded(founded) => {
                let first = founded.stands.first().and_then(|id| self.command(start, *id));
                self.founded.extend(first.and_then(|of| Some((founded.command.0, self.side(start, of)?))));
                let general = founded.general.map(|(general, _)| general);
                (founded.stands.iter().copied().chain(general).collect(), founded.command)
            }
            Event::Attached { stands, to } => (stands.clone(), *to),
            _ => return,
        };
        self.stands.extend(stands.into_iter().map(|stand| (stand.0, command.0)));
    }
}

/// What an order was about, as far as the log asks.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The turn that it began, or was set to.
    pub turn: Option<u8>,
    pub kinds: BTreeSet<Kind>,
    pub side: Option<Side>,
    pub command: Option<u16>,
    pub stands: Vec<u16>,
    /// Of the stands and of the command that acted.
    pub commands: Vec<u16>,
    pub answers: Arc<Answers>,
    /// Stands that are not of the side any more with which they began, after the order.
    pub taken: BTreeMap<u16, Side>,
}

/// A rule set whose record is shown as a log.
pub trait Recorded: RuleSet {
    /// What an order was about. `before`: the line of the order before it.
    fn about(start: &Self::State, entry: &Entry<Self>, before: Option<&LogRow>) -> About;

    fn turn_of(state: &Self::State) -> u8;
}

/// Which lines are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub who: Who,
    /// Any of these; none chosen: every kind.
    pub kinds: BTreeSet<Kind>,
    /// Every word of it occurs in the line or in its working.
    pub text: String,
}

impl Filter {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn passes(&self, row: &LogRow) -> bool {
        let who = match self.who {
            Who::Everybody => true,
            Who::Side(side) => row.side == Some(side),
            Who::Command(command) => row.commands.binary_search(&command).is_ok(),
            Who::Stand(stand) => row.stands.binary_search(&stand).is_ok(),
        };
        let kind = |kind: &Kind| match kind {
            Kind::Undone => row.undone || !row.is_order,
            kind => row.kinds.contains(kind),
        };
        let kinds = self.kinds.is_empty() || self.kinds.iter().any(kind);
        who && kinds && self.text.to_lowercase().split_whitespace().all(|word| row.sought.contains(word))
    }
}

/// Orders that were taken back or left aside, and can be gone back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The last of them.
    pub tip: usize,
    /// The order of the game after which they were given; 0: the start.
    pub from: usize,
    pub orders: usize,
    /// The turn of the last of them, and its words.
    pub turn: u8,
    pub words: String,
}

/// Every line of the record.
#[derive(Clone, Debug, Default)]
pub struct Log {
    pub rows: Vec<LogRow>,
    /// Branches that were left, the last one first.
    pub tails: Vec<Tail>,
    viewer: Viewer,
}

impl Log {
    /// Takes in what the record has gained. Lines are made anew only for another viewer.
    pub fn update<R: Recorded>(&mut self, desk: &Desk<R>, viewer: Viewer) {
        if self.viewer != viewer || self.rows.len() > desk.records().len() {
            *self = Self { viewer, ..Self::default() };
        }
        for (index, record) in desk.records().iter().enumerate().skip(self.rows.len()) {
            let row = match record {
                Record::Order(entry) => self.order_row(desk, entry),
                step => self.step_row(desk, index + 1, step),
            };
            self.rows.push(row);
        }
        let line: BTreeSet<usize> = desk.line().iter().map(|entry| entry.number).collect();
        for row in &mut self.rows {
            row.undone = row.is_order && !line.contains(&row.number);
        }
        self.tails = tails(&self.rows);
    }

    /// The order with this number.
    pub fn order(&self, number: usize) -> Option<&LogRow> {
        self.rows.get(number.checked_sub(1)?).filter(|row| row.is_order)
    }

    /// The last order of the game as it stands.
    pub fn last(&self) -> Option<&LogRow> {
        self.rows.iter().rev().find(|row| row.is_order && !row.undone)
    }

    /// The order given next after this one (0: the start): in the game as it stands, else on the branch begun last.
    pub fn next_after(&self, number: usize) -> Option<usize> {
        let mut after = self.rows.iter().rev().filter(|row| row.is_order && row.parent == number);
        let last = after.next()?;
        Some(if last.undone { after.find(|row| !row.undone).unwrap_or(last) } else { last }.number)
    }

    fn order_row<R: Recorded>(&self, desk: &Desk<R>, entry: &Entry<R>) -> LogRow {
        let start = desk.start();
        let scenario = &desk.setup().scenario;
        let before = self.order(entry.parent);
        let first = before.map_or_else(|| R::turn_of(start), |row| row.turn);
        let About { turn, kinds, side, command, mut stands, mut commands, answers, taken } =
            R::about(start, entry, before);
        let began = turn.or((entry.number == 1).then_some(first));
        let heading = began.map(|turn| format!("Turn {turn}, {}", scenario.clock(turn)));
        for numbers in [&mut stands, &mut commands] {
            numbers.sort_unstable();
            numbers.dedup();
        }
        let words = desk.entry_words(entry, self.viewer);
        let working: Vec<Note> = desk.entry_working(entry, self.viewer).into_iter().cloned().collect();
        let casts = desk.entry_dice(entry, self.viewer).into_iter();
        let dice: Vec<Rolled> = casts.map(|(cast, by)| rolled(cast, by)).collect();
        let mut sought = format!("order {}:\n{}", entry.number, words.join("\n"));
        for text in dice.iter().map(|throw| &throw.why).chain(working.iter().map(|note| &note.text)) {
            sought.push('\n');
            sought.push_str(text);
        }
        for clause in working.iter().map(|note| note.clause) {
            sought.push('\n');
            sought.push_str(clause);
        }
        LogRow {
            number: entry.number,
            is_order: true,
            parent: entry.parent,
            words,
            heading,
            turn: turn.unwrap_or(first),
            dice,
            working,
            undone: false,
            kinds,
            side,
            command,
            stands,
            commands,
            answers,
            taken,
            sought: sought.to_lowercase(),
        }
    }

    fn step_row<R: Recorded>(&self, desk: &Desk<R>, number: usize, step: &Record<R>) -> LogRow {
        let words = desk.step_words(number - 1, self.viewer);
        let to = match step {
            Record::Undo { to, .. } | Record::Redo { to } => *to,
            Record::Branch { from } => *from,
            Record::NotTaken(order) => order.parent,
            Record::Order(entry) => entry.parent,
        };
        LogRow {
            number,
            is_order: false,
            parent: to,
            sought: words.to_lowercase(),
            words: vec![words],
            heading: None,
            turn: self.order(to).map_or(1, |row| row.turn),
            dice: Vec::new(),
            working: Vec::new(),
            undone: false,
            kinds: BTreeSet::from([Kind::Undone]),
            side: None,
            command: None,
            stands: Vec::new(),
            commands: Vec::new(),
            answers: Arc::default(),
            taken: BTreeMap::new(),
        }
    }
}

/// Branches that were left: the ends of every line of orders that the game does not stand on.
fn tails(rows: &[LogRow]) -> Vec<Tail> {
    let continued: BTreeSet<usize> = rows.iter().filter(|row| row.is_order).map(|row| row.parent).collect();
    let order = |number: usize| rows.get(number.checked_sub(1)?);
    let ends = rows.iter().rev().filter(|row| row.undone && !continued.contains(&row.number));
    ends.map(|tip| {
        let mut from = tip.number;
        let mut orders = 0;
        while let Some(row) = order(from).filter(|row| row.undone) {
            from = row.parent;
            orders += 1;
        }
        let words = tip.words.first().cloned().unwrap_or_default();
        Tail { tip: tip.number, from, orders, turn: tip.turn, words }
    })
    .collect()
}

impl Recorded for Easy {
    fn about(start: &State, entry: &Entry<Self>, before: Option<&LogRow>) -> About {
        let stands = stands_of(&entry.order, &entry.events);
        let mut turn = None;
        let mut command = match entry.order {
            Order::RollWeather | Order::Draw | Order::Fiat(_) => None,
            _ => before.and_then(|row| row.command),
        };
        for event in &entry.events {
            match event {
                Event::TurnBegan { turn: now } | Event::ClockSet { turn: now } => turn = Some(*now),
                Event::ChitDrawn { command: drawn } | Event::ActivationBegan { command: drawn, .. } => {
                    command = Some(drawn.0);
                }
                _ => {}
            }
        }
        let then = before.map_or_else(Arc::default, |row| Arc::clone(&row.answers));
        let mut now = Arc::clone(&then);
        for event in &entry.events {
            if matches!(event, Event::Founded(_) | Event::Attached { .. }) {
                Arc::make_mut(&mut now).hear(start, event);
            }
        }
        let taken = taken_by(start, entry, before);
        let side_of = |id: StandId| {
            let own = || now.command(start, id).and_then(|command| now.side(start, command));
            taken.get(&id.0).copied().or_else(own)
        };
        let of_command = command.and_then(|number| {
            match start
                .roster()
                .commands
                .get(usize::from(number))
                .map(|info| (info.train, info.stands.first()))
            {
                Some((Some(Train::Pontoons), Some(train))) => side_of(*train),
                _ => now.side(start, number),
            }
        });
        let side = actor(&entry.order).and_then(side_of).or(of_command);
        // Units that were regrouped are of the command that they left as well.
        let of = |id: &StandId| [then.command(start, *id), now.command(start, *id)];
        let commands: Vec<u16> = stands.iter().flat_map(of).flatten().chain(command).collect();
        let kinds = kinds_of(&entry.order, &entry.events);
        let stands = stands.iter().map(|id| id.0).collect();
        About { turn, kinds, side, command, stands, commands, answers: now, taken }
    }

    fn turn_of(state: &State) -> u8 {
        state.turn
    }
}

/// The stands that have ever changed sides up to this order, with the side whose they are after it.
fn taken_by(start: &State, entry: &Entry<Easy>, before: Option<&LogRow>) -> BTreeMap<u16, Side> {
    let at_first = || start.taken.iter().map(|(id, side)| (id.0, *side)).collect();
    let mut taken = before.map_or_else(at_first, |row| row.taken.clone());
    for event in &entry.events {
        match event {
            Event::SideChanged { stand, to }
            | Event::Wrecked { stand, to }
            | Event::WagonTaken { wagon: stand, to, .. } => {
                taken.insert(stand.0, *to);
            }
            _ => {}
        }
    }
    taken
}

/// Whose order it is, where it names a stand.
fn actor(order: &Order) -> Option<StandId> {
    match order {
        Order::Rally { stand, .. }
        | Order::Enter { stand, .. }
        | Order::Continue { stand }
        | Order::Square { stand, .. }
        | Order::Withdraw { stand, .. }
        | Order::Move { stand, .. }
        | Order::Take { stand, .. }
        | Order::Bridge { train: stand, .. }
        | Order::Retreat { stand, .. } => Some(*stand),
        Order::React { battery, .. } | Order::Fire { battery, .. } => Some(*battery),
        Order::OpeningFire { enemy } => Some(*enemy),
        Order::Work { engineer, .. } | Order::Join { engineer, .. } => Some(*engineer),
        Order::Spare { host, .. } => Some(*host),
        Order::Activate { stands } | Order::Attach { stands, .. } | Order::Form { stands, .. } => {
            stands.first().copied()
        }
        Order::Declare { attacks } => attacks.first().map(|(attacker, _)| *attacker),
        Order::Split { attacker, .. } => Some(*attacker),
        Order::PlaceHits { .. }
        | Order::RollWeather
        | Order::RollAmmunition
        | Order::Draw
        | Order::MoveGeneral { .. }
        | Order::Pick { .. }
        | Order::Post { .. }
        | Order::RollStands
        | Order::EndMoves
        | Order::Resolve { .. }
        | Order::Finish
        | Order::Fiat(_) => None,
    }
}

/// Everybody whom an order touched, sorted.
fn stands_of(order: &Order, events: &[Event]) -> Vec<StandId> {
    let mut found: Vec<StandId> = actor(order).into_iter().collect();
    match order {
        Order::Activate { stands } | Order::Attach { stands, .. } | Order::Form { stands, .. } => {
            found.extend(stands);
        }
        Order::Fire { target, .. } => found.push(*target),
        Order::Join { host, .. } => found.push(*host),
        Order::Take { wagon, .. } => found.push(*wagon),
        Order::Declare { attacks } => {
            found.extend(attacks.iter().flat_map(|(attacker, defender)| [*attacker, *defender]));
        }
        Order::PlaceHits { shooter, hits } => {
            found.push(*shooter);
            found.extend(hits.iter().map(|(stand, _)| *stand));
        }
        Order::Split { dice, .. } => found.extend(dice.iter().map(|(stand, _)| *stand)),
        _ => {}
    }
    for event in events {
        match event {
            Event::Placed { stand, .. }
            | Event::ObstacleCost { stand, .. }
            | Event::Hit { stand, .. }
            | Event::Eliminated { stand, .. }
            | Event::Rallied { stand, .. }
            | Event::Routed { stand, .. }
            | Event::Square { stand, .. }
            | Event::StrengthSet { stand, .. }
            | Event::SideChanged { stand, .. }
            | Event::Wrecked { stand, .. }
            | Event::BridgeWorked { train: stand, .. }
            | Event::BridgeLeft { train: stand }
            | Event::TrainSpent { train: stand }
            | Event::Removed { stand }
            | Event::GeneralGone { general: stand }
            | Event::Evading { battery: stand, .. }
            | Event::Combat(Change::WentBack { stand, .. }) => found.push(*stand),
            Event::Closed { attacker, defender, .. } => found.extend([*attacker, *defender]),
            Event::Founded(founded) => {
                found.extend(&founded.stands);
                found.extend(founded.general.map(|(general, _)| general));
            }
            Event::Attached { stands, .. } => found.extend(stands),
            Event::Fired { battery, target, .. } => found.extend([*battery, *target]),
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn kinds_of(order: &Order, events: &[Event]) -> BTreeSet<Kind> {
    let of_order = match order {
        Order::RollWeather
        | Order::RollAmmunition
        | Order::Draw
        | Order::Pick { .. }
        | Order::Attach { .. }
        | Order::Form { .. }
        | Order::Post { .. }
        | Order::RollStands
        | Order::Activate { .. }
        | Order::EndMoves
        | Order::Finish => Kind::Chits,
        Order::Rally { .. } => Kind::Rally,
        Order::MoveGeneral { .. }
        | Order::Enter { .. }
        | Order::Withdraw { .. }
        | Order::Move { .. }
        | Order::Work { .. }
        | Order::Join { .. }
        | Order::Take { .. }
        | Order::Bridge { .. } => Kind::Moves,
        Order::Fire { .. } => Kind::Fire,
        Order::React { .. }
        | Order::Square { .. }
        | Order::OpeningFire { .. }
        | Order::Continue { .. }
        | Order::Declare { .. }
        | Order::Resolve { .. }
        | Order::PlaceHits { .. }
        | Order::Split { .. }
        | Order::Spare { .. }
        | Order::Retreat { .. } => Kind::Combats,
        Order::Fiat(_) => Kind::Fiats,
    };
    let mut kinds = BTreeSet::from([of_order]);
    if events.iter().any(|event| matches!(event, Event::Fired { .. })) {
        kinds.insert(Kind::Fire);
    }
    kinds
}

fn rolled(cast: &Cast, by: Thrower) -> Rolled {
    let value = cast.answer.value;
    let drawn = usize::try_from(value).ok().and_then(|index| cast.throw.names.get(index.checked_sub(1)?));
    let came_to = match (&cast.throw.reading, drawn) {
        (_, Some(name)) => name.clone(),
        (Reading::Hits(_), None) if value == 1 => "1 hit".into(),
        (Reading::Hits(_), None) => format!("{value} hits"),
        (Reading::Sum | Reading::Each, None) => value.to_string(),
    };
    let faces = if drawn.is_some() { Vec::new() } else { cast.answer.faces.clone() };
    Rolled {
        why: cast.throw.why.clone(),
        faces,
        typed: by == Thrower::Players,
        sides: cast.throw.sides,
        came_to,
        hits_on: cast.throw.lowest_hit(),
    }
}

/// What an order was on the table: those whom it touched, the lane of a shot, ways, and measured lines.
fn entry_marks(desk: &Desk<Easy>, row: &LogRow) -> Vec<Mark> {
    let Some(entry) = desk.entry_of(row.number) else { return Vec::new() };
    let Ok(mut state) = desk.state_at(entry.parent) else { return Vec::new() };
    let mut marks = trip::order_marks(&state, &entry.order);
    let place = |state: &State, stand: StandId, pose: Pose| {
        let rect = state.unit(stand).body.parts()[0];
        footprint(pose, rect.width, rect.depth)
    };
    for stand in row.stands.iter().map(|number| StandId(*number)) {
        if let Some(pose) = state.pose(stand) {
            marks.push(Mark::ring(place(&state, stand, pose), Pen::fine(Ink::Selected, 2.4)));
        }
    }
    for event in &entry.events {
        if let Event::Posted { command, pose } = event
            && let Some(general) = state.command(*command).general
        {
            marks.push(Mark::ring(place(&state, general, *pose), Pen::fine(Ink::Selected, 2.4)));
        }
        if let Event::Placed { stand, pose, path, .. } = event {
            let start = state.pose(*stand);
            if let Some(start) = start {
                let poses = path.as_ref().map_or_else(|| vec![start, *pose], |path| path.poses(start));
                let rect = state.unit(*stand).body.parts()[0];
                marks.extend(way_marks(&poses, rect.width, rect.depth, Ink::Way));
            }
            marks.push(Mark::ring(place(&state, *stand, *pose), Pen::fine(Ink::Selected, 2.4)));
        }
        Easy::apply(&mut state, event);
    }
    let lines = row.working.iter().filter_map(|note| note.measured.as_ref());
    // Contacts are seen without a line.
    marks.extend(
        lines.filter(|measured| measured.limit > 2.0 * TOUCH).flat_map(|one| gauge_marks(&gauge(one))),
    );
    marks
}

/// An earlier state that is looked at; nothing can be ordered meanwhile.
#[derive(Debug)]
pub struct Looking {
    /// The table as it was after this order; 0: before the first.
    pub number: usize,
    pub state: State,
    /// `Seen: after order 213, turn 4`.
    pub words: String,
    /// It lies on the way to where the game stands.
    pub on_line: bool,
}

impl App {
    /// Shows the table as it was after this order (0: before the first). The present is not looked back at.
    pub(super) fn look_at(&mut self, number: usize) {
        if number == self.desk.at() {
            self.back_to_now();
            return;
        }
        match self.desk.state_at(number) {
            Ok(state) => {
                let words = match number {
                    0 => format!("Seen: before the first order, turn {}", state.turn),
                    number => format!("Seen: after order {number}, turn {}", state.turn),
                };
                let on_line = self.models.log.order(number).is_none_or(|row| !row.undone);
                self.looking = Some(Looking { number, state, words, on_line });
                self.shell.dialog = None;
                self.rebuild();
            }
            Err(error) => self.trouble(error),
        }
    }

    /// The table as it is now again.
    pub(super) fn back_to_now(&mut self) {
        if self.looking.take().is_some() {
            self.rebuild();
        }
    }

    /// The order before or after the one that is looked at; from the present: the one before it.
    pub(super) fn look_along(&mut self, on: bool) {
        if on && self.looking.is_none() {
            // After the present there is nothing: what was taken back is no future.
            return;
        }
        let at = self.looking.as_ref().map_or_else(|| self.desk.at(), |looking| looking.number);
        let to =
            if on { self.models.log.next_after(at) } else { self.models.log.order(at).map(|row| row.parent) };
        if let Some(to) = to {
            self.look_at(to);
        }
    }

    /// Notes which line of the log the pointer is over, and what that order was on the table.
    pub(super) fn point_at(&mut self, number: Option<usize>) {
        self.pointed = number;
        let row = number.and_then(|number| self.models.log.order(number));
        self.pointed_marks = row.map(|row| entry_marks(&self.desk, row)).unwrap_or_default();
    }

    /// The models of what is seen now.
    pub(super) fn rebuild(&mut self) {
        self.version += 1;
        let log = std::mem::take(&mut self.models.log);
        let seen = self.looking.as_ref().map(|looking| &looking.state);
        self.models = super::Models::build(&self.desk, self.viewer, seen, log);
        self.point_at(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::{DiceFrom, Library, Setup};

    fn game() -> Desk<Easy> {
        let (scenario, _) = Library::embedded().scenario("first-steps").expect("it is in the program");
        Desk::new(Setup::new(scenario, 7), None).expect("a game begins")
    }

    /// Takes the first thing that is due, so many times.
    fn play(desk: &mut Desk<Easy>, orders: usize) {
        for _ in 0..orders {
            let order = desk.due().offers[0].order.clone();
            desk.order(order, DiceFrom::Rolled).expect("an offer is legal");
        }
    }

    fn log(desk: &Desk<Easy>, viewer: Viewer) -> Log {
        let mut log = Log::default();
        log.update(desk, viewer);
        log
    }

    #[test]
    fn a_log_that_grows_is_the_log_made_anew() {
        let mut desk = game();
        for viewer in [Viewer::Referee, Viewer::Side(Side(0))] {
            let mut kept = log(&desk, viewer);
            play(&mut desk, 12);
            desk.undo().expect("there is something to take back");
            play(&mut desk, 3);
            kept.update(&desk, viewer);
            let anew = log(&desk, viewer);
            let said =
                |log: &Log| log.rows.iter().map(|row| (row.words.clone(), row.undone)).collect::<Vec<_>>();
            assert_eq!(said(&kept), said(&anew));
            assert_eq!(kept.tails, anew.tails);
        }
    }

    #[test]
    fn lines_are_found_by_side_command_stand_kind_and_words() {
        let mut desk = game();
        play(&mut desk, 40);
        let log = log(&desk, Viewer::Referee);
        let found = |filter: &Filter| log.rows.iter().filter(|row| filter.passes(row)).collect::<Vec<_>>();
        assert_eq!(found(&Filter::default()).len(), log.rows.len());
        let chits = found(&Filter { kinds: BTreeSet::from([Kind::Chits]), ..Filter::default() });
        let moves = found(&Filter { kinds: BTreeSet::from([Kind::Moves]), ..Filter::default() });
        assert!(!chits.is_empty() && chits.len() < log.rows.len());
        assert!(moves.iter().all(|row| !row.kinds.contains(&Kind::Chits)));
        let mover = log.rows.iter().find(|row| row.kinds.contains(&Kind::Moves)).expect("somebody moved");
        let (stand, command) = (mover.stands[0], mover.command.expect("a command acted"));
        for who in [Who::Stand(stand), Who::Command(command), Who::Side(mover.side.expect("of a side"))] {
            let rows = found(&Filter { who, ..Filter::default() });
            assert!(rows.iter().any(|row| row.number == mover.number), "{who:?}");
            assert!(rows.len() < log.rows.len(), "{who:?}");
        }
        let text = format!("ORDER {}:", mover.number);
        assert!(found(&Filter { text, ..Filter::default() }).iter().any(|row| row.number == mover.number));
        assert!(found(&Filter { text: "no such words".into(), ..Filter::default() }).is_empty());
    }

    #[test]
    fn a_branch_that_was_left_is_found() {
        let mut desk = game();
        play(&mut desk, 5);
        assert!(log(&desk, Viewer::Referee).tails.is_empty());
        desk.branch(2).expect("order 2 is there");
        play(&mut desk, 1);
        let log = log(&desk, Viewer::Referee);
        let tails = &log.tails;
        assert_eq!(tails.len(), 1);
        assert_eq!((tails[0].tip, tails[0].from, tails[0].orders), (5, 2, 3));
        assert_eq!(log.next_after(2), Some(7), "the branch that is played comes first");
        assert_eq!(log.next_after(3), Some(4));
        assert_eq!(log.rows[5].words, ["Played on from order 2"]);
        assert!(log.rows[2].undone && !log.rows[1].undone);
    }

    #[test]
    fn lines_are_of_the_command_that_a_stand_answered_to_then() {
        let text = r#"(
            table: (60, 48),
            origin: (24, 24),
            options: {"adv-attached": "on", "adv-new-commands": "on"},
            commands: [(id: "nap", side: "red"), (id: "i", side: "red", under: "nap"), (id: "c3", side: "red", under: "nap")],
            stands: [
                (id: "N", side: "red", command: "nap", arm: General, grade: Army, at: (0, 0, 0)),
                (id: "G1", side: "red", command: "i", arm: General, at: (-4, 0, 0)),
                (id: "A", side: "red", command: "i", arm: Infantry, at: (-4, 4, 0)),
                (id: "D", side: "red", command: "c3", arm: LightCavalry, at: (4, 0, 0)),
                (id: "E", side: "blue", arm: Infantry, at: (0, 20, 180)),
            ],
            active: (command: "nap", step: Command),
        )"#;
        let options = crate::data::ron_options();
        let position: crate::rules::easy::Position = options.from_str(text).expect("the position reads");
        let state = position.set_up().expect("the position is sound");
        let setup = Setup::new(state.game.scenario.clone(), 7);
        let mut desk = Desk::<Easy>::from_state(setup, state);
        let of =
            |desk: &Desk<Easy>, name: &str| desk.state().roster().find_command(name).expect("it is there").0;
        let d = desk.state().roster().find_stand("D").expect("D");
        let (i, c3) = (of(&desk, "i"), of(&desk, "c3"));
        let to = CommandId(i);
        desk.order(Order::Attach { stands: vec![d], to }, DiceFrom::Rolled).expect("D goes to i");
        let pose = Pose::at(28.0, 22.5, 0.0);
        let name = "Reserve".to_owned();
        desk.order(Order::Form { name, stands: vec![d], pose }, DiceFrom::Rolled)
            .expect("and to the reserve");
        desk.order(Order::Activate { stands: vec![d] }, DiceFrom::Rolled).expect("which acts");
        let reserve = of(&desk, "Reserve");
        for viewer in [Viewer::Referee, Viewer::Side(Side(1))] {
            let log = log(&desk, viewer);
            let commands: Vec<&[u16]> = log.rows.iter().map(|row| &row.commands[..]).collect();
            assert!(commands[0].contains(&c3) && commands[0].contains(&i), "{commands:?}");
            assert!(commands[1].contains(&i) && commands[1].contains(&reserve), "{commands:?}");
            assert_eq!((commands[2], log.rows[2].command), (&[reserve][..], Some(reserve)));
            assert!(log.rows.iter().all(|row| row.side == Some(Side(0))));
        }
        // After an undo the lines know commands that are not in the game any more.
        desk.undo().expect("taken back");
        desk.undo().expect("taken back");
        assert_eq!(desk.state().roster().find_command("Reserve"), None);
        assert_eq!(log(&desk, Viewer::Referee).rows[2].commands, [reserve]);
    }
}
