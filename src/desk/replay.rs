//! A journal opened again: its orders judged by the rules of today, one after the other.
//!
//! Rules are corrected: that they judge otherwise than is recorded is no fault. A line of version 2 has what its order changed; where
//! today's rules come to something else, that is told, what was recorded stands, and the game goes on from it.
//!
//! A line of version 1 has but a hash of the state. One that differs is told, and replay goes on while each recorded order and its
//! dice are taken. An order that is not, and whatever follows it, is put on record as [`NotTaken`]; undo, redo and branches lead in and
//! out of such orders as they did in the game, so that an order which was taken back at the time costs nothing now.

use std::path::Path;

use serde_json::Value;

use super::change;
use super::game::{Desk, Entry, Hands, NotTaken, Record, Recorded, Setup, TakenBack, standings_at_end};
use super::journal::{self, FORMAT_1, JournalError, Line, Notice, Opened, Written, WrittenOrder};
use super::library::Library;
use dice::{Cast, Rolled, Tray as _, Typed};
use game::{Clause, Refused, Ruling, Spelled, Stop};

/// What a replay found otherwise than the journal has it.
#[derive(Debug, Default)]
struct Found {
    /// Orders that led to another state than the one that was written down, and the first of them.
    otherwise: usize,
    first_otherwise: Option<(usize, String)>,
    /// Orders of which today's rules judge otherwise than is recorded, and the first of them with what they say.
    recorded: usize,
    first_recorded: Option<(usize, String, String)>,
    /// Orders with dice that are not those of the seed, and the first of them.
    other_dice: usize,
    first_other_dice: Option<(usize, String)>,
    not_taken: usize,
    /// The first order that is not taken.
    first_not_taken: Option<NotTaken>,
}

impl Found {
    fn notices(self, after: usize) -> impl Iterator<Item = Notice> {
        let Self {
            otherwise,
            first_otherwise,
            recorded,
            first_recorded,
            other_dice,
            first_other_dice,
            not_taken,
            first_not_taken,
        } = self;
        // The journal's line of an entry is one more than its number.
        let otherwise = first_otherwise.map(|(number, words)| Notice::Otherwise {
            line: number + 1,
            orders: otherwise,
            words,
        });
        let not_taken = first_not_taken.map(|first| Notice::NotTaken {
            line: first.number + 1,
            words: first.words,
            why: first.why,
            clause: first.clause,
            orders: not_taken,
            after,
        });
        let recorded = first_recorded.map(|(number, words, why)| Notice::Recorded {
            line: number + 1,
            orders: recorded,
            words,
            why,
        });
        let other_dice = first_other_dice.map(|(number, words)| Notice::OtherDice {
            line: number + 1,
            orders: other_dice,
            words,
        });
        otherwise.into_iter().chain(recorded).chain(other_dice).chain(not_taken)
    }
}

impl<R: Spelled> Desk<R> {
    /// Reads a journal without going on with it: the file is left as it is.
    pub fn read(path: &Path, library: &Library) -> Result<(Self, Vec<Notice>), JournalError> {
        let (desk, _, notices) = Self::replayed(path, library, false)?;
        Ok((desk, notices))
    }

    /// The game of a journal, the journal, and what there is to tell of it.
    pub(super) fn replayed(
        path: &Path,
        library: &Library,
        hold: bool,
    ) -> Result<(Self, Opened, Vec<Notice>), JournalError> {
        let mut opened = journal::read(path, hold)?;
        let mut desk = Self::begun_as(path, &opened, library)?;
        let mut found = Found::default();
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
        notices.extend(found.notices(desk.at));
        Ok((desk, opened, notices))
    }

    /// The game as it was when its journal was begun.
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

    /// Takes one line of a journal again. An error says in what the line does not belong to this journal.
    fn replay(&mut self, line: Line, found: &mut Found) -> Result<(), String> {
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
                self.ahead.extend(undone);
                self.records.push(Record::Undo { to, taken: TakenBack { orders, dice, hidden } });
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
        }
    }

    fn replay_order(&mut self, line: WrittenOrder, found: &mut Found) -> Result<(), String> {
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
            self.put_by(words, why, None, line, found);
            return Ok(());
        }
        let order = match read {
            Ok(order) => order,
            Err(why) => {
                self.put_by(text.to_owned(), format!("It cannot be read: {why}"), None, line, found);
                return Ok(());
            }
        };
        if let Some(change) = line.change.clone() {
            self.replay_change(order, line, &change, found);
            return Ok(());
        }
        let mut tray = Typed::new(line.dice.clone());
        let judged = R::judge(&self.state, &order, &mut tray)
            .and_then(|ruling| tray.finish().map(|()| ruling).map_err(Stop::BadDice));
        match judged {
            Ok(ruling) => {
                let hands = Hands { typed: line.typed, rolled: line.rolled };
                let (entry, state) = self.entry(text, order, hands, ruling);
                if entry.hash != line.hash {
                    let words = entry.words.first().cloned().unwrap_or_default();
                    found.otherwise += 1;
                    found.first_otherwise.get_or_insert((entry.number, words));
                }
                self.take(entry, state);
            }
            Err(stop) => {
                let words = R::say_order(&self.state, &order);
                let (why, clause) = match &stop {
                    Stop::Refused(refusal) => (stop.to_string(), Some(refusal.clause())),
                    Stop::NeedsDice(_) | Stop::BadDice(_) => {
                        (format!("the dice on record do not answer it: {stop}"), None)
                    }
                };
                self.put_by(words, why, clause, line, found);
            }
        }
        Ok(())
    }

    /// Judges an order of version 2 and compares what it changes with what is recorded, which stands.
    fn replay_change(&mut self, order: R::Order, line: WrittenOrder, change: &Value, found: &mut Found) {
        let mut tray = Typed::new(line.dice.clone());
        let judged = R::judge(&self.state, &order, &mut tray)
            .and_then(|ruling| tray.finish().map(|()| ruling).map_err(Stop::BadDice));
        let (ruling, refused) = match judged {
            Ok(ruling) => (ruling, None),
            Err(stop) => {
                let ruling = Ruling { events: Vec::new(), working: Vec::new(), casts: Vec::new() };
                (ruling, Some(stop.to_string()))
            }
        };
        let other_dice = !line.typed && !self.are_of_the_seed(&ruling.casts);
        let hands = Hands { typed: line.typed, rolled: line.rolled.clone() };
        let (mut entry, state) = self.entry(line.order.get(), order, hands, ruling);
        if other_dice {
            found.other_dice += 1;
            let words = entry.words.first().cloned().unwrap_or_default();
            found.first_other_dice.get_or_insert((entry.number, words));
        }
        let after = R::play(&state).ok().filter(|_| refused.is_none());
        let same =
            |after: &Value| self.played().is_ok_and(|before| change::between(before, after) == *change);
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

    /// Takes an order with what was recorded of it, whatever today's rules made of it.
    fn take_recorded(
        &mut self,
        mut entry: Entry<R>,
        why: String,
        line: WrittenOrder,
        change: &Value,
        found: &mut Found,
    ) {
        let words = entry.words.first().cloned().unwrap_or_default();
        let recorded = self.played().map_err(|fault| fault.to_string()).and_then(|before| {
            let mut after = before.clone();
            change::apply(&mut after, change);
            R::resumed(self.start(), &after).map_err(|fault| fault.to_string())
        });
        let state = match recorded {
            Ok(state) => state,
            Err(fault) => {
                let why = format!("{why}, and what was recorded cannot be read: {fault}");
                return self.put_by(words, why, None, line, found);
            }
        };
        found.recorded += 1;
        found.first_recorded.get_or_insert((entry.number, words.clone(), why.clone()));
        entry.words = vec![words, format!("By today's rules it comes out otherwise: {why}")];
        entry.events.clear();
        entry.facts = R::facts(&self.state, &state, &entry.order, &[]);
        entry.ended = standings_at_end::<R>(&self.state, &state);
        entry.recorded = Some(Box::new(Recorded { line, state: state.clone(), why }));
        self.take(entry, state);
    }

    /// Are these the throws of the game's seed for the order that comes next?
    fn are_of_the_seed(&self, casts: &[Cast]) -> bool {
        let mut rolled = Rolled::new(self.setup().seed, self.records.len() as u64 + 1);
        let mut dice = casts.iter().filter(|cast| cast.throw.dice > 0);
        dice.all(|cast| rolled.answer(&cast.throw).is_ok_and(|answer| answer == cast.answer))
    }

    /// Puts an order on record that is not taken.
    fn put_by(
        &mut self,
        words: String,
        why: String,
        clause: Option<Clause>,
        line: WrittenOrder,
        found: &mut Found,
    ) {
        let number = self.records.len() + 1;
        let order = NotTaken { number, parent: line.parent, words, why, clause, line };
        found.not_taken += 1;
        found.first_not_taken.get_or_insert_with(|| order.clone());
        self.records.push(Record::NotTaken(Box::new(order)));
        self.ahead.clear();
        self.beyond = Some(number);
    }

    /// The order after which the recorded game stands, taken or not; 0: the start.
    fn recorded_at(&self) -> usize {
        self.beyond.unwrap_or(self.at)
    }

    /// The order before this one, of those that are taken and those that are not; none where `number` is no order.
    fn parent_of(&self, number: usize) -> Option<usize> {
        match self.records.get(number.checked_sub(1)?)? {
            Record::Order(entry) => Some(entry.parent),
            Record::NotTaken(order) => Some(order.parent),
            Record::Undo { .. } | Record::Redo { .. } | Record::Branch { .. } => None,
        }
    }

    /// The recorded game stands at this order; where it is not taken, the game stands at the last before it that is.
    fn stand_as_recorded(&mut self, number: usize) {
        let mut taken = number;
        while taken != 0 && self.entry_of(taken).is_none() {
            taken = self.parent_of(taken).unwrap_or_default();
        }
        self.beyond = Some(number).filter(|number| *number != taken);
        self.move_to(taken);
    }
}
