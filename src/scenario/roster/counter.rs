//! Rows of battles on hexes: the values of units and leaders by column, and how they are changed.
//!
//! A rule set chooses among these columns, and defines its arms and the movement of a new counter.
//! Units: strength points; movement points; hexes by number.

use super::super::draft::{EditFault, refuse};
use super::super::hex::{
    Basis, HexCounter, MOST_BONUS, MOST_POINTS, NOWHERE, leader_record, plain, unit_record,
};
use super::super::{HexArm, HexCorps, HexLeader, HexPiece, HexStart, HexUnit, Side};
use super::recruit::CellFault;
use super::{CellKind, Column, Row, is_same, said};
use data::write::{Record, quoted};
use hexes::Hex;

/// A unit or a leader as a row.
#[derive(Clone, Copy, Debug)]
pub struct CounterRow<'a> {
    pub piece: HexPiece<'a>,
    /// `None` if it waits for a hex, and takes no part.
    pub begins: Option<HexStart>,
    /// The corps that it belongs to, or leads.
    pub corps: Option<&'a HexCorps>,
}

/// A counter that is in no army yet, or is taken out of one to be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct NewCounter {
    /// The counter; its own start is ignored.
    pub counter: HexCounter,
    /// `None` if it waits for a hex.
    pub begins: Option<HexStart>,
    /// For a leader, the level of the corps that it leads; `None` if not given.
    pub level: Option<u8>,
}

/// The arm of a leader in a roster.
pub const LEADER: &str = "Leader";

/// The arms for rules with units only, and for those with leaders.
pub const UNITS: [&str; 3] = ["Infantry", "Cavalry", "Artillery"];
pub const UNITS_AND_LEADERS: [&str; 4] = [UNITS[0], UNITS[1], UNITS[2], LEADER];

const POINTS: CellKind = CellKind::Number { least: 1, most: MOST_POINTS as u16 };

/// The label of the counter.
pub const COUNTER: Column = Column::new("counter", "Counter", CellKind::Text).required();
/// The full name.
pub const NAME: Column = Column::new("name", "Name", CellKind::Text);
pub const STRENGTH: Column = Column::new("strength", "Strength", POINTS).required().beginning("1");
pub const MOVEMENT: Column = Column::new("movement", "Movement", POINTS).required().beginning("4");
/// For a leader.
pub const BONUS: Column =
    Column::new("bonus", "Bonus", CellKind::Number { least: 0, most: MOST_BONUS as u16 })
        .required()
        .beginning("0");
/// The name of the corps: rosters are sorted by it.
pub const CORPS: Column = Column::new("corps", "Corps", CellKind::Text);
/// For the leader of a corps: the loss at which the corps is demoralised.
pub const LEVEL: Column = Column::new("level", "Level", POINTS);
pub const FORMATION: Column = Column::new("formation", "Formation", CellKind::Text);
pub const NOTE: Column = Column::new("note", "Note", CellKind::Text);
/// The hex where it is set up, or turn and hex of its arrival.
pub const BEGINS: Column = Column::new("begins", "Begins", CellKind::Start);
pub const FACES: Column = Column::new("faces", "Faces", CellKind::Hex);
pub const BASIS: Column = Column::new("basis", "Rests on", CellKind::Marks);
/// The option that must be on for it to be in the game.
pub const ONLY_WITH: Column = Column::new("only_with", "Only with", CellKind::Text);

/// The value of a field if nothing is written; `None` if it does not apply to such a counter.
pub fn usual(row: Row<'_>, field: &str) -> Option<String> {
    let Row::Counter(row) = row else { return None };
    let leads = matches!(row.piece, HexPiece::Leader(_));
    match field {
        "name" => Some(row.piece.counter().to_owned()),
        "begins" => Some(WAITS.to_owned()),
        "strength" | "formation" | "faces" => (!leads).then(String::new),
        "bonus" => leads.then(String::new),
        "level" => (leads && row.corps.is_some()).then(String::new),
        _ => Some(String::new()),
    }
}

/// The text for the start of a waiting counter.
pub(super) const WAITS: &str = "waits for a hex";

/// `1412`, `turn 3 at 3912`.
pub fn start_words(start: HexStart) -> String {
    match start {
        HexStart::Deployed(hex) => hex.to_string(),
        HexStart::Arrives { turn, at } => format!("turn {turn} at {at}"),
    }
}

/// The start given by a text: `1412`, `turn 3 at 3912`, `3, 3912`. A spreadsheet drops the leading zero of a hex.
pub(super) fn start_said(said: &str) -> Result<HexStart, EditFault> {
    let whole = thousands(said.trim());
    let said = whole.as_deref().unwrap_or(said);
    let parts = said.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let is_word = |part: &&str| {
        let words = ["turn", "at", "in", "on", "hex", "arrives", "comes", "t"];
        !words.iter().any(|word| word.eq_ignore_ascii_case(part))
    };
    let numbers: Vec<Option<u16>> = parts.filter(is_word).map(|part| part.parse().ok()).collect();
    match numbers[..] {
        [Some(hex @ 101..)] => Ok(HexStart::Deployed(Hex(hex))),
        [Some(turn @ 1..=99), Some(at @ 101..)] => {
            Ok(HexStart::Arrives { turn: u8::try_from(turn).unwrap_or(u8::MAX), at: Hex(at) })
        }
        _ => refuse(
            format!("\"{said}\" is nowhere to begin"),
            "write a hex, as 1412, or turn 3 at 3912; empty, it waits for a hex",
        ),
    }
}

/// `1,412` and `1 412` as a spreadsheet shows a number: one number, in two groups of digits with a single separator.
fn thousands(said: &str) -> Option<String> {
    let (before, rest) = said.split_once(|letter: char| !letter.is_ascii_digit())?;
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = matches!(before.len(), 1 | 2) && rest.len() == 3 && are_digits(rest);
    is_number.then(|| format!("{before}{rest}"))
}

impl CounterRow<'_> {
    pub(super) fn record(self) -> Record {
        let mut record = match self.piece {
            HexPiece::Unit(unit) => unit_record(unit),
            HexPiece::Leader(leader) => {
                let mut record = leader_record(leader);
                record.put("arm", Some(LEADER));
                record.some("level", self.corps.and_then(|corps| corps.level));
                record
            }
        };
        record.put("corps", self.corps.map(|corps| quoted(&corps.name)).as_deref());
        record.put("begins", self.begins.map(|start| quoted(&start_words(start))).as_deref());
        record
    }
}

impl NewCounter {
    /// A unit of the usual kind, without values.
    fn blank() -> Self {
        let unit = HexUnit {
            id: String::new(),
            counter: String::new(),
            name: String::new(),
            side: Side(0),
            arm: HexArm::default(),
            strength: 1,
            movement: 1,
            start: NOWHERE,
            formation: String::new(),
            corps: None,
            faces: None,
            only_with: None,
            basis: Vec::new(),
            note: String::new(),
        };
        Self { counter: HexCounter::Unit(unit), begins: None, level: None }
    }

    /// Changes the arm. Values that the new arm does not have are dropped.
    fn enlist(&mut self, arm: &str) {
        let arms = [HexArm::Infantry, HexArm::Cavalry, HexArm::Artillery];
        let arm = UNITS.iter().position(|one| *one == arm).and_then(|index| arms.get(index).copied());
        match (&mut self.counter, arm) {
            (HexCounter::Unit(unit), Some(arm)) => unit.arm = arm,
            (HexCounter::Leader(_), None) => {}
            (HexCounter::Unit(unit), None) => {
                let HexUnit {
                    id, counter, name, side, movement, start, corps, only_with, basis, note, ..
                } = unit.clone();
                let leader = HexLeader {
                    id,
                    counter,
                    name,
                    side,
                    corps,
                    bonus: 0,
                    movement,
                    start,
                    only_with,
                    basis,
                    note,
                };
                self.counter = HexCounter::Leader(leader);
            }
            (HexCounter::Leader(leader), Some(arm)) => {
                let HexLeader {
                    id, counter, name, side, corps, movement, start, only_with, basis, note, ..
                } = leader.clone();
                let Self { counter: HexCounter::Unit(blank), .. } = Self::blank() else { return };
                let unit = HexUnit {
                    id,
                    counter,
                    name,
                    side,
                    corps,
                    movement,
                    start,
                    only_with,
                    basis,
                    note,
                    arm,
                    ..blank
                };
                self.counter = HexCounter::Unit(unit);
            }
        }
    }

    /// Sets the value under a column; `None` for no value, so that the usual one applies.
    ///
    /// # Errors
    ///
    /// Returns an error if the column does not accept it, or if it does not apply to such a counter.
    pub fn say(&mut self, column: &Column, words: Option<&str>) -> Result<(), EditFault> {
        let value = words.map(|words| column.ron(words).map(|value| said(&value))).transpose()?;
        let value = value.map(|value| plain(&value)).filter(|value| !value.is_empty());
        let Some(value) = value else { return self.clear(column) };
        // The column has accepted it, so it is a number if it has to be one.
        let number = value.parse::<u8>().unwrap_or(u8::MAX);
        match (column.field, &mut self.counter) {
            ("arm", _) => self.enlist(&value),
            ("counter", one) => {
                // A counter without a name of its own uses its label.
                let of = one.common();
                if of.name == of.counter {
                    of.name.clone_from(&value);
                }
                *of.counter = value;
            }
            ("name", one) => *one.common().name = value,
            ("movement", one) => *one.common().movement = number,
            ("note", one) => *one.common().note = value,
            ("only_with", one) => *one.common().only_with = Some(value),
            ("basis", one) => *one.common().basis = bases(&value)?,
            ("begins", one) => {
                let start = start_said(&value)?;
                if let (HexCounter::Unit(unit), HexStart::Arrives { .. }) = (one, start) {
                    unit.faces = None;
                }
                self.begins = Some(start);
            }
            ("strength", HexCounter::Unit(unit)) => unit.strength = number,
            ("formation", HexCounter::Unit(unit)) => unit.formation = value,
            ("faces", HexCounter::Unit(unit)) => match self.begins {
                Some(HexStart::Deployed(_)) => unit.faces = value.parse().ok().map(Hex),
                _ => return refuse("who is not set up faces nobody yet", "set it up first"),
            },
            ("bonus", HexCounter::Leader(leader)) => leader.bonus = number,
            ("level", HexCounter::Leader(_)) => self.level = Some(number),
            _ => return self.means_nothing(column),
        }
        Ok(())
    }

    fn clear(&mut self, column: &Column) -> Result<(), EditFault> {
        match (column.field, &mut self.counter) {
            ("name", one) => {
                let of = one.common();
                of.name.clone_from(of.counter);
            }
            ("note", one) => one.common().note.clear(),
            ("only_with", one) => *one.common().only_with = None,
            ("basis", one) => one.common().basis.clear(),
            ("begins", one) => {
                if let HexCounter::Unit(unit) = one {
                    unit.faces = None;
                }
                self.begins = None;
            }
            ("formation", HexCounter::Unit(unit)) => unit.formation.clear(),
            ("faces", HexCounter::Unit(unit)) => unit.faces = None,
            ("level", HexCounter::Leader(_)) => self.level = None,
            ("formation" | "faces" | "strength", HexCounter::Leader(_))
            | ("bonus" | "level", HexCounter::Unit(_)) => {}
            _ => return refuse(format!("{} cannot be empty", column.title), "write something"),
        }
        Ok(())
    }

    pub(super) fn means_nothing(&self, column: &Column) -> Result<(), EditFault> {
        let (what, help) = match self.counter {
            HexCounter::Unit(_) => ("a unit", "leave it empty, or make it a leader"),
            HexCounter::Leader(_) => ("a leader", "leave it empty, or give it another arm"),
        };
        refuse(format!("{} means nothing for {what}", column.title), help)
    }

    /// Does this field apply to such a counter?
    pub(super) fn has(&self, field: &str) -> bool {
        match self.counter {
            HexCounter::Unit(_) => !matches!(field, "bonus" | "level"),
            HexCounter::Leader(_) => !matches!(field, "strength" | "formation" | "faces"),
        }
    }
}

/// The basis of values, without duplicates: `text, assumed`.
fn bases(said: &str) -> Result<Vec<Basis>, EditFault> {
    let mut found = Vec::new();
    for word in said.split(',').map(str::trim) {
        let Some(basis) = Basis::ALL.into_iter().find(|basis| is_same(basis.name(), word)) else {
            let accepted = Basis::words(&Basis::ALL);
            return refuse(format!("there is no \"{word}\""), format!("accepted: {accepted}"));
        };
        if !found.contains(&basis) {
            found.push(basis);
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// A new counter with these values, in spoken form; an invalid cell is left out and reported.
pub(super) fn new_counter(columns: &[Column], said: &[(Column, String)]) -> (NewCounter, Vec<CellFault>) {
    let mut new = NewCounter::blank();
    let mut told = Vec::new();
    let words = |field: &str| {
        let found = said.iter().find(|(of, words)| of.field == field && !words.trim().is_empty());
        found.map(|(_, words)| words.trim())
    };
    // Its arm decides which other values it has; and a unit that is set up may face somewhere.
    let rank = |column: &&Column| match column.field {
        "arm" => 0,
        "begins" => 1,
        _ => 2,
    };
    let mut ordered: Vec<&Column> = columns.iter().filter(|column| column.field != "corps").collect();
    ordered.sort_by_key(rank);
    for column in ordered {
        let begins = column.begins.filter(|_| new.has(column.field));
        let done = match words(column.field) {
            Some(words) => new.say(column, Some(words)),
            None => Ok(()),
        };
        let said_well = done.is_ok() && words(column.field).is_some();
        if let Err(fault) = done {
            told.push(CellFault { field: Some(column.field), fault });
        }
        if !said_well && let Some(word) = begins {
            // The columns accept the initial values of their own rules.
            let _ = new.say(column, Some(word));
        }
    }
    let of = new.counter.common();
    if of.name.is_empty() {
        *of.name = if of.counter.is_empty() { "New".to_owned() } else { of.counter.clone() };
    }
    if of.counter.is_empty() {
        *of.counter = short(of.name);
    }
    (new, told)
}

/// A label for a counter made from its name: its number, or its first letters.
fn short(name: &str) -> String {
    let number: String = name.chars().take_while(char::is_ascii_digit).collect();
    if number.is_empty() {
        name.chars().filter(|letter| letter.is_alphanumeric()).take(4).collect()
    } else {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_counter_begins_is_said_in_few_words() {
        let arrives = |turn, at| Some(HexStart::Arrives { turn, at: Hex(at) });
        for (said, start) in [
            ("1412", Some(HexStart::Deployed(Hex(1412)))),
            ("826", Some(HexStart::Deployed(Hex(826)))),
            ("hex 0826", Some(HexStart::Deployed(Hex(826)))),
            ("turn 3 at 3912", arrives(3, 3912)),
            ("3, 3912", arrives(3, 3912)),
            ("1,412", Some(HexStart::Deployed(Hex(1412)))),
            ("1 412", Some(HexStart::Deployed(Hex(1412)))),
            ("1'412", Some(HexStart::Deployed(Hex(1412)))),
            ("3, 412", arrives(3, 412)),
            ("3 0412", arrives(3, 412)),
            ("T3 3912", None),
            ("turn 100 at 3912", None),
            ("12", None),
            ("1412 or 1413", None),
            ("soon", None),
            ("99999", None),
            ("", None),
        ] {
            assert_eq!(start_said(said).ok(), start, "{said}");
        }
        for start in [HexStart::Deployed(Hex(826)), HexStart::Arrives { turn: 12, at: Hex(101) }] {
            assert_eq!(start_said(&start_words(start)), Ok(start));
        }
    }

    #[test]
    fn a_counter_is_made_of_what_is_said() {
        let columns = [COUNTER, NAME, STRENGTH, BONUS, MOVEMENT, BEGINS, FACES, BASIS];
        let arm = Column::new("arm", "Arm", CellKind::OneOf(&UNITS_AND_LEADERS));
        let columns = [vec![arm], columns.to_vec()].concat();
        let of = |field: &str| *columns.iter().find(|column| column.field == field).expect("it is there");
        let made = |said: &[(&str, &str)]| {
            let said: Vec<(Column, String)> =
                said.iter().map(|(field, words)| (of(field), (*words).to_owned())).collect();
            new_counter(&columns, &said)
        };
        let (new, told) =
            made(&[("name", "44th Line"), ("strength", "4"), ("begins", "1102"), ("faces", "1103")]);
        let HexCounter::Unit(unit) = &new.counter else { panic!("it is a unit") };
        assert_eq!(
            (unit.counter.as_str(), unit.strength, unit.movement, unit.faces),
            ("44", 4, 4, Some(Hex(1103)))
        );
        assert_eq!((new.begins, told), (Some(HexStart::Deployed(Hex(1102))), vec![]));
        let (new, told) = made(&[("arm", "leader"), ("counter", "Bona"), ("bonus", "2"), ("strength", "4")]);
        let HexCounter::Leader(leader) = &new.counter else { panic!("he is a leader") };
        assert_eq!((leader.name.as_str(), leader.bonus, new.begins), ("Bona", 2, None));
        assert_eq!(told[0].fault.message, "Strength means nothing for a leader");
        let (_, told) = made(&[("name", "A"), ("bonus", "1"), ("movement", "many"), ("basis", "gossip")]);
        let told: Vec<&str> = told.iter().map(|told| told.fault.message.as_str()).collect();
        assert_eq!(
            told,
            ["Bonus means nothing for a unit", "\"many\" is no number", "there is no \"gossip\""]
        );
        // From one to the other: what both have stays.
        let (mut new, _) =
            made(&[("name", "Kellermann"), ("arm", "cavalry"), ("movement", "6"), ("strength", "2")]);
        new.say(&of("arm"), Some("Leader")).expect("he is one");
        assert!(
            matches!(&new.counter, HexCounter::Leader(leader) if leader.name == "Kellermann" && leader.movement == 6)
        );
        new.say(&of("arm"), Some("Infantry")).expect("it is one");
        assert!(
            matches!(&new.counter, HexCounter::Unit(unit) if unit.name == "Kellermann" && unit.strength == 1)
        );
    }
}
