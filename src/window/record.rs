//! The record of a game for the log: its lines, the filter, abandoned branches.
//!
//! Lines are made once and kept: a battle has some two thousand of them, and the record only grows.

use std::collections::BTreeSet;

use super::texts::log as texts;
use desk::{EntrySummary, Game, Thrower};
use dice::{Cast, Reading};
use game::working::Note;
use game::{Facts, Group, HeadSide, LogKind, Viewer};

/// One throw that was made.
#[derive(Clone, Debug)]
pub struct Rolled {
    pub why: String,
    pub faces: Vec<u16>,
    pub sides: u16,
    /// It was made by the players and typed.
    pub typed: bool,
    /// Its result: the hits, the sum, or the name drawn.
    pub came_to: String,
    /// The faces that hit, where faces hit.
    pub hits_on: Vec<u16>,
}

/// Lines about undone orders, the one kind that every game has.
pub const UNDONE: LogKind =
    LogKind { name: "undone", title: texts::UNDONE[0], tooltip: texts::UNDONE[1], fights: false };

/// One line of the log with its data.
#[derive(Clone, Debug)]
pub struct LogRow {
    /// Its number in the record.
    pub number: usize,
    /// Is it an order? If not, it is an undo, a redo, a branch or a note.
    pub is_order: bool,
    pub is_note: bool,
    /// The order before it; 0 means the start.
    pub parent: usize,
    /// The order, then its results.
    pub words: Vec<String>,
    /// The heading of the turn that it began: `Turn 4, 13:00`.
    pub heading: Option<String>,
    pub dice: Vec<Rolled>,
    pub working: Vec<Note>,
    /// Is it off the present line of play: undone, or on an abandoned branch?
    pub undone: bool,
    /// Its facts; for lines that are no order, only the turn.
    pub facts: Facts,
    /// All its words in lower case, for searching.
    sought: String,
}

/// The subject whose lines are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Who {
    #[default]
    Everybody,
    /// A side, by id.
    Side(String),
    /// A group of the order of battle, by key.
    Group(String),
    /// By key.
    Piece(String),
}

/// The filter for lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub who: Who,
    /// Any of these, by name; empty means every kind.
    pub kinds: BTreeSet<&'static str>,
    /// Every word of it must occur in the line or in its working.
    pub text: String,
}

impl Filter {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn passes(&self, row: &LogRow) -> bool {
        // A note that the viewer may not read has no words.
        if row.words.is_empty() {
            return false;
        }
        let facts = &row.facts;
        let who = match &self.who {
            Who::Everybody => true,
            Who::Side(side) => facts.side.as_ref() == Some(side),
            Who::Group(group) => facts.groups.contains(group),
            Who::Piece(piece) => facts.pieces.contains(piece),
        };
        let kind = |kind: &&str| match *kind == UNDONE.name {
            true => row.undone || !row.is_order && !row.is_note,
            false => facts.kinds.contains(kind),
        };
        let kinds = self.kinds.is_empty() || self.kinds.iter().any(kind);
        who && kinds && self.text.to_lowercase().split_whitespace().all(|word| row.sought.contains(word))
    }
}

/// Orders that were undone or abandoned, and can be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The last of them.
    pub tip: usize,
    /// The order of the game after which they branched off; 0 means the start.
    pub from: usize,
    pub orders: usize,
    /// The turn of the last of them, and its words.
    pub turn: u8,
    pub words: String,
}

/// Every line of the record, with the values for the filter.
#[derive(Clone, Debug, Default)]
pub struct Log {
    pub rows: Vec<LogRow>,
    /// Abandoned branches, the last one first.
    pub tails: Vec<Tail>,
    /// The kinds of orders of the rules.
    pub kinds: &'static [LogKind],
    pub sides: Vec<HeadSide>,
    /// The groups of the present order of battle that have pieces.
    pub groups: Vec<Group>,
    viewer: Viewer,
}

impl Log {
    /// Adds new lines of the record. Lines are made again only for another viewer.
    pub fn update(&mut self, game: &dyn Game, viewer: Viewer) {
        if self.viewer != viewer || self.rows.len() > game.entries() {
            *self = Self { viewer, ..Self::default() };
        }
        self.kinds = game.log_kinds();
        self.sides = game.head(viewer).sides;
        self.groups = game.groups(viewer);
        self.groups.retain(|group| !group.members.is_empty());
        for index in self.rows.len()..game.entries() {
            let Some(entry) = game.entry(index, viewer) else { break };
            let row = self.row(game, entry);
            self.rows.push(row);
        }
        for row in &mut self.rows {
            row.undone = row.is_order;
        }
        let mut at = game.at();
        while let Some(row) = at.checked_sub(1).and_then(|index| self.rows.get_mut(index)) {
            row.undone = false;
            at = row.parent;
        }
        self.tails = tails(&self.rows);
    }

    /// The order with this number.
    pub fn order(&self, number: usize) -> Option<&LogRow> {
        self.rows.get(number.checked_sub(1)?).filter(|row| row.is_order)
    }

    /// The last order on the present line of play.
    pub fn last(&self) -> Option<&LogRow> {
        self.rows.iter().rev().find(|row| row.is_order && !row.undone)
    }

    /// The next order after this one (0: the start): on the present line of play, else on the branch started last.
    pub fn next_after(&self, number: usize) -> Option<usize> {
        let mut after = self.rows.iter().rev().filter(|row| row.is_order && row.parent == number);
        let last = after.next()?;
        Some(if last.undone { after.find(|row| !row.undone).unwrap_or(last) } else { last }.number)
    }

    fn row(&self, game: &dyn Game, entry: EntrySummary) -> LogRow {
        let EntrySummary { number, kind, parent, words, facts, working, dice } = entry;
        let is_order = facts.is_some();
        let facts = facts.unwrap_or_else(|| Facts {
            turn: self.order(parent).map_or(1, |row| row.facts.turn),
            ..Facts::default()
        });
        let began = is_order && (facts.begins || number == 1);
        let dice: Vec<Rolled> = dice.iter().map(|(cast, by)| rolled(cast, *by)).collect();
        let mut sought = format!("{kind} {number}:\n{}", words.join("\n"));
        let spoken = dice.iter().map(|throw| throw.why.as_str());
        let spoken = spoken.chain(working.iter().flat_map(|note| [note.text.as_str(), note.clause]));
        for text in spoken {
            sought.push('\n');
            sought.push_str(text);
        }
        LogRow {
            number,
            is_order,
            is_note: kind == "note",
            parent,
            words,
            heading: began.then(|| texts::turn(facts.turn, &game.clock(facts.turn))),
            dice,
            working,
            undone: false,
            facts,
            sought: sought.to_lowercase(),
        }
    }
}

/// Abandoned branches: the ends of every line of orders that is not the present one.
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
        Tail { tip: tip.number, from, orders, turn: tip.facts.turn, words }
    })
    .collect()
}

/// A throw as it is shown.
pub fn rolled(cast: &Cast, by: Thrower) -> Rolled {
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
        hits_on: cast.throw.hitting(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use desk::DiceFrom;
    use scenario::Side;
    use trial::TrialGame;

    fn game() -> TrialGame {
        trial::fresh(7)
    }

    /// Takes the first thing that is due, so many times.
    fn play(desk: &mut TrialGame, orders: usize) {
        for _ in 0..orders {
            let order = desk.due().offers[0].order.clone();
            desk.order(order, DiceFrom::Rolled).expect("an offer is legal");
        }
    }

    fn log(desk: &TrialGame, viewer: Viewer) -> Log {
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
        let chits = found(&Filter { kinds: BTreeSet::from(["chits"]), ..Filter::default() });
        let moves = found(&Filter { kinds: BTreeSet::from(["moves"]), ..Filter::default() });
        assert!(!chits.is_empty() && chits.len() < log.rows.len());
        assert!(moves.iter().all(|row| !row.facts.kinds.contains("chits")));
        let mover = log.rows.iter().find(|row| row.facts.kinds.contains("moves")).expect("somebody moved");
        let first = |keys: &BTreeSet<String>| keys.first().expect("there is one").clone();
        let facts = &mover.facts;
        let side = facts.side.clone().expect("of a side");
        for who in [Who::Piece(first(&facts.pieces)), Who::Group(first(&facts.groups)), Who::Side(side)] {
            let rows = found(&Filter { who: who.clone(), ..Filter::default() });
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
        let (mut desk, reserve) = trial::regrouped();
        let reserve = reserve.as_str();
        for viewer in [Viewer::Referee, Viewer::Side(Side(1))] {
            let log = log(&desk, viewer);
            let groups: Vec<Vec<&str>> =
                log.rows.iter().map(|row| row.facts.groups.iter().map(String::as_str).collect()).collect();
            assert!(groups[0].contains(&"c3") && groups[0].contains(&"i"), "{groups:?}");
            assert!(groups[1].contains(&"i") && groups[1].contains(&reserve), "{groups:?}");
            assert_eq!(groups[2], [reserve]);
            assert!(log.rows.iter().all(|row| row.facts.side.as_deref() == Some("red")));
        }
        // After an undo the lines know commands that are not in the game any more.
        desk.undo().expect("taken back");
        desk.undo().expect("taken back");
        assert!(!trial::has_command(&desk, "Reserve"));
        assert!(log(&desk, Viewer::Referee).rows[2].facts.groups.contains(reserve));
    }
}
