//! Reopens a journal: its orders are judged by today's rules, one after the other.
//!
//! Rules are corrected, so another verdict than the recorded one is not a fault. A line of version 2 has the change made by its
//! order; if today's rules give another result, that is reported, the recorded one remains valid, and the game goes on from it.
//!
//! A line of version 1 has only a hash of the state. A different hash is reported, and replay goes on while orders and their
//! dice are accepted. An order that is not, and all that follow it, are recorded as [`NotTaken`]; undo, redo and branches lead
//! in and out of these as in the game, so that an order that was taken back then has no effect now.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Map, Value};

use super::change;
use super::desk::{
    Desk, Entry, Hands, NotTaken, Record, Recorded, Setup, TakenBack, Thrower, overruling, standings_at_end,
};
use super::journal::{self, FORMAT_1, Header, JournalError, Line, Notice, Opened, Written, WrittenOrder};
use super::library::Library;
use dice::{Rolled, Tray as _, Typed};
use game::{Clause, Codec, Ruling, Stop};

/// Differences between a replay and the journal, each with the number of its entry.
#[derive(Debug, Default)]
struct Differences {
    /// Orders that led to another state than the recorded one.
    otherwise: Vec<(usize, String)>,
    /// Orders that today's rules judge differently from the record, with today's verdict.
    recorded: Vec<(usize, String, String)>,
    /// Orders with dice that are not those of the seed.
    other_dice: Vec<(usize, String)>,
    /// Undos with their record of what they take back, and what the replay shows.
    other_undos: Vec<(usize, TakenBack, TakenBack)>,
    not_taken: Vec<NotTaken>,
    /// Orders with any other result by today's rules: what they revealed at the time is not known.
    unlike: BTreeSet<usize>,
}

/// A notice with the number of findings and the first of them.
fn told<T>(found: Vec<T>, notice: impl FnOnce(usize, T) -> Notice) -> Option<Notice> {
    let times = found.len();
    found.into_iter().next().map(|first| notice(times, first))
}

impl Differences {
    fn notices(self, after: usize) -> impl Iterator<Item = Notice> {
        // The line of an entry in the journal is its number plus one.
        let otherwise = told(self.otherwise, |orders, (number, words)| Notice::Otherwise {
            line: number + 1,
            orders,
            words,
        });
        let recorded = told(self.recorded, |orders, (number, words, why)| Notice::Recorded {
            line: number + 1,
            orders,
            words,
            why,
        });
        let other_dice = told(self.other_dice, |orders, (number, words)| Notice::OtherDice {
            line: number + 1,
            orders,
            words,
        });
        let other_undos = told(self.other_undos, |undos, (number, said, taken)| Notice::OtherUndo {
            line: number + 1,
            undos,
            said,
            taken,
        });
        let not_taken = told(self.not_taken, |orders, first| Notice::NotTaken {
            line: first.number + 1,
            words: first.words,
            why: first.why,
            clause: first.clause,
            orders,
            after,
        });
        [otherwise, recorded, other_dice, other_undos, not_taken].into_iter().flatten()
    }
}

impl<R: Codec> Desk<R> {
    /// Reads a journal without continuing it: the file is not changed.
    pub fn read(path: &Path, library: &Library) -> Result<(Self, Vec<Notice>), JournalError> {
        let (desk, _, notices) = Self::replayed(path, library, false)?;
        Ok((desk, notices))
    }

    /// The game of a journal, the journal, and its notices.
    pub(super) fn replayed(
        path: &Path,
        library: &Library,
        hold: bool,
    ) -> Result<(Self, Opened, Vec<Notice>), JournalError> {
        let mut opened = journal::read(path, hold)?;
        let mut desk = Self::begun_as(path, &opened, library)?;
        let mut found = Differences::default();
        for (begin, link, line) in std::mem::take(&mut opened.lines) {
            if let Err(reason) = desk.replay(line, &mut found) {
                let index = desk.records.len() + 1;
                let lost_lines = opened.total_lines - index;
                opened.notice = Some(Notice::Damaged { line: index + 1, reason, lost_lines });
                opened.length = begin;
                opened.link = link;
                opened.unended = false;
                break;
            }
        }
        let mut notices: Vec<Notice> = opened.notice.take().into_iter().collect();
        let Header { files, digest, .. } = &opened.header;
        if !files.is_empty() && *digest != journal::digest(&desk.setup().scenario) {
            notices.push(Notice::OtherBattle);
        }
        notices.extend(found.notices(desk.at));
        Ok((desk, opened, notices))
    }

    /// The game at the beginning of its journal.
    fn begun_as(path: &Path, opened: &Opened, library: &Library) -> Result<Self, JournalError> {
        let header = &opened.header;
        if header.rules != R::ID {
            let found = header.rules.clone();
            return Err(JournalError::OtherRules { path: path.into(), found, wanted: R::ID });
        }
        let setup = Setup {
            scenario: library.battle_of::<R::Scenario>(path, header)?,
            files: header.files.clone(),
            options: header.options.clone(),
            weather: header.weather.clone(),
            variant: header.variant.clone(),
            seed: header.seed,
        };
        let mut desk = Self::without_journal(setup)?;
        desk.header = header.clone();
        Ok(desk)
    }

    /// Replays one line of a journal. Returns an error if the line does not belong to this journal.
    fn replay(&mut self, line: Line, found: &mut Differences) -> Result<(), String> {
        match line.did {
            Written::Order(order) => self.replay_order(order, found),
            Written::Undo { to, orders, dice, hidden } => {
                let mut undone = Vec::new();
                let mut at = self.recorded_at();
                while at != to {
                    undone.push(at);
                    at = self.parent_of(at).ok_or_else(|| format!("entry {to} does not lie behind it"))?;
                }
                if undone.is_empty() || undone.len() != orders {
                    return Err("it says otherwise what was taken back".into());
                }
                let said = TakenBack { orders, dice, hidden };
                let taken = self.shown_by(&undone, found).unwrap_or(said);
                if taken != said {
                    found.other_undos.push((self.records.len() + 1, said, taken));
                }
                self.ahead.extend(undone);
                self.records.push(Record::Undo { to, taken });
                self.stand_as_recorded(to);
                Ok(())
            }
            Written::Redo { to } => {
                if self.ahead.last() != Some(&to) {
                    return Err(format!("entry {to} was not taken back last"));
                }
                self.ahead.pop();
                self.records.push(Record::Redo { to });
                self.stand_as_recorded(to);
                Ok(())
            }
            Written::Branch { from } => {
                if from != 0 && self.parent_of(from).is_none() {
                    self.check_entry(from).map_err(|error| error.to_string())?;
                }
                self.ahead.clear();
                self.records.push(Record::Branch { from });
                self.stand_as_recorded(from);
                Ok(())
            }
            Written::Note(note) => {
                self.records.push(Record::Note { note, at: self.recorded_at() });
                Ok(())
            }
        }
    }

    fn replay_order(&mut self, line: WrittenOrder, found: &mut Differences) -> Result<(), String> {
        let at = self.recorded_at();
        if line.parent != at {
            return Err(format!("it follows entry {}, and the game stands at {at}", line.parent));
        }
        let text = line.order.get();
        let read = match self.header.drumhead_journal {
            FORMAT_1 => R::order_of_v1(&self.state, text),
            _ => self.order_from(text),
        };
        if let Some(before) = self.beyond {
            let words = read.map_or_else(|_| text.to_owned(), |order| R::say_order(&self.state, &order));
            let why = format!("It follows order {before}, which is not taken");
            self.record_not_taken(words, why, None, line, found);
            return Ok(());
        }
        let order = match read {
            Ok(order) => order,
            Err(why) => {
                self.record_not_taken(
                    text.to_owned(),
                    format!("It cannot be read: {why}"),
                    None,
                    line,
                    found,
                );
                return Ok(());
            }
        };
        if let Some(change) = line.change.clone() {
            self.replay_change(order, line, &change, found);
            return Ok(());
        }
        let mut tray = Typed::new(line.dice.clone());
        let state = overruling::<R>(&self.state, line.let_stand.as_ref());
        let judged = R::judge(&state, &order, &mut tray)
            .and_then(|ruling| tray.finish().map(|()| ruling).map_err(Stop::BadDice));
        drop(state);
        match judged {
            Ok(ruling) => {
                let hands = Hands { typed: line.typed, rolled: line.rolled };
                let (entry, state) = self.entry(text, order, hands, ruling, line.let_stand);
                let words = entry.words.first().cloned().unwrap_or_default();
                if journal::state_hash(&state) != line.hash {
                    found.otherwise.push((entry.number, words));
                    found.unlike.insert(entry.number);
                } else if !self.are_of_the_seed(&entry) {
                    found.other_dice.push((entry.number, words));
                }
                self.take(entry, state);
            }
            Err(stop) => {
                let words = R::say_order(&self.state, &order);
                let (why, clause) = match &stop {
                    Stop::Refused(refusal) => (stop.to_string(), Some(refusal.clause)),
                    Stop::NeedsDice(_) | Stop::BadDice(_) => {
                        (format!("the dice on record do not answer it: {stop}"), None)
                    }
                };
                self.record_not_taken(words, why, clause, line, found);
            }
        }
        Ok(())
    }

    /// Judges an order of version 2 and compares its change with the recorded one, which remains valid.
    fn replay_change(
        &mut self,
        order: R::Order,
        line: WrittenOrder,
        change: &Value,
        found: &mut Differences,
    ) {
        let mut tray = Typed::new(line.dice.clone());
        let state = overruling::<R>(&self.state, line.let_stand.as_ref());
        let judged = R::judge(&state, &order, &mut tray)
            .and_then(|ruling| tray.finish().map(|()| ruling).map_err(Stop::BadDice));
        drop(state);
        let (ruling, refused) = match judged {
            Ok(ruling) => (ruling, None),
            Err(stop) => {
                let ruling = Ruling { events: Vec::new(), working: Vec::new(), casts: Vec::new() };
                (ruling, Some(stop.to_string()))
            }
        };
        let hands = Hands { typed: line.typed, rolled: line.rolled.clone() };
        let (mut entry, state) = self.entry(line.order.get(), order, hands, ruling, line.let_stand.clone());
        if !self.are_of_the_seed(&entry) {
            found.other_dice.push((entry.number, entry.words.first().cloned().unwrap_or_default()));
        }
        let before = self.take_played().ok().filter(|_| refused.is_none());
        let after = before.map(|before| change::made(before, change));
        let same = |after: &Value| {
            let otherwise = R::change(&state, after);
            otherwise.is_ok_and(|otherwise| otherwise.as_object().is_some_and(Map::is_empty))
                // A change that is spelled otherwise, as it once was, may come to the same.
                || R::resumed(self.start(), after).is_ok_and(|made| R::play(&made) == R::play(&state))
        };
        match after.filter(same) {
            Some(after) => {
                entry.change = Some(change.clone());
                self.take(entry, state);
                self.note_played(after);
            }
            None => {
                let why = refused.unwrap_or_else(|| "another position would come of it".to_owned());
                self.take_recorded(entry, why, line, change, found);
            }
        }
    }

    /// Accepts an order with its recorded result, for any verdict of today's rules.
    fn take_recorded(
        &mut self,
        mut entry: Entry<R>,
        why: String,
        line: WrittenOrder,
        change: &Value,
        found: &mut Differences,
    ) {
        let words = entry.words.first().cloned().unwrap_or_default();
        let recorded = self.played().map_err(|fault| fault.to_string());
        let recorded = recorded.and_then(|before| self.changed(before, change));
        let state = match recorded {
            Ok(state) => state,
            Err(fault) => {
                let why = format!("{why}, and what was recorded cannot be read: {fault}");
                return self.record_not_taken(words, why, None, line, found);
            }
        };
        found.recorded.push((entry.number, words.clone(), why.clone()));
        found.unlike.insert(entry.number);
        entry.words = vec![words, format!("By today's rules it comes out otherwise: {why}")];
        entry.events.clear();
        entry.facts = R::facts(&self.state, &state, &entry.order, &[]);
        entry.ended = standings_at_end::<R>(&self.state, &state);
        entry.recorded = Some(Box::new(Recorded { line, state: state.clone(), why }));
        self.take(entry, state);
    }

    /// The state after applying a change to a play.
    fn changed(&self, before: &Value, change: &Value) -> Result<R::State, String> {
        let after = change::made(before.clone(), change);
        R::resumed(self.start(), &after).map_err(|fault| fault.to_string())
    }

    /// Are the program's throws for this order those of the game's seed?
    ///
    /// If others were typed, the window rolls as if the program had made those too, and the desk, for a side that does not know
    /// of a throw, as if there were none.
    fn are_of_the_seed(&self, entry: &Entry<R>) -> bool {
        let holds = |counts_typed: bool| {
            let mut rolled = Rolled::new(self.setup().seed, entry.number as u64);
            let thrown = entry.casts.iter().zip(&entry.throwers).filter(|(cast, _)| cast.throw.dice > 0);
            let mut made = thrown.filter(|(_, by)| counts_typed || **by == Thrower::Program);
            made.all(|(cast, by)| {
                let answer = rolled.answer(&cast.throw);
                *by == Thrower::Players || answer.is_ok_and(|answer| answer == cast.answer)
            })
        };
        holds(true) || holds(false)
    }

    /// What these orders revealed, which an undo takes back; `None` if today's rules give another result for one of them.
    fn shown_by(&self, undone: &[usize], found: &Differences) -> Option<TakenBack> {
        let mut taken = TakenBack { orders: undone.len(), ..TakenBack::default() };
        for number in undone {
            let entry = self.entry_of(*number).filter(|_| !found.unlike.contains(number))?;
            taken.dice |= entry.has_dice();
            taken.hidden |= entry.revealed;
        }
        Some(taken)
    }

    /// Records an order that is not accepted.
    fn record_not_taken(
        &mut self,
        words: String,
        why: String,
        clause: Option<Clause>,
        line: WrittenOrder,
        found: &mut Differences,
    ) {
        let number = self.records.len() + 1;
        let order = NotTaken { number, parent: line.parent, words, why, clause, line };
        found.not_taken.push(order.clone());
        self.records.push(Record::NotTaken(Box::new(order)));
        self.ahead.clear();
        self.beyond = Some(number);
    }

    /// The order after which the recorded game stands, accepted or not; 0 for the start.
    fn recorded_at(&self) -> usize {
        self.beyond.unwrap_or(self.at)
    }

    /// The order before this one, accepted or not; `None` if `number` is not an order.
    fn parent_of(&self, number: usize) -> Option<usize> {
        match self.records.get(number.checked_sub(1)?)? {
            Record::Order(entry) => Some(entry.parent),
            Record::NotTaken(order) => Some(order.parent),
            Record::Undo { .. } | Record::Redo { .. } | Record::Branch { .. } | Record::Note { .. } => None,
        }
    }

    /// Moves the recorded game to this order; if it is not accepted, the game moves to the last accepted one before it.
    fn stand_as_recorded(&mut self, number: usize) {
        let mut taken = number;
        while taken != 0 && self.entry_of(taken).is_none() {
            taken = self.parent_of(taken).unwrap_or_default();
        }
        self.beyond = Some(number).filter(|number| *number != taken);
        self.move_to(taken);
    }
}
